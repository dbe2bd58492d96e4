"""A text file in the making: lines of tokens, and which token means what."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import final

from tests.fuzz.case import Edge, Meaning

Spot = tuple[int, int]
"""A line and a token in it, both from 0."""


@final
@dataclass(slots=True)
class Style:
    """How tokens become bytes, in ways that do not change what they mean."""

    separators: tuple[str, ...] = (" ",)
    newline: str = "\n"
    last_newline: bool = True
    trailing_blanks: bool = False

    def text(self, lines: list[list[str]], rng: random.Random) -> bytes:
        parts = [self._line(tokens, rng) for tokens in lines]
        end = self.newline if self.last_newline or not lines or not lines[-1] else ""
        return (self.newline.join(parts) + (end if parts else "")).encode()

    def _line(self, tokens: list[str], rng: random.Random) -> str:
        if len(self.separators) == 1:
            line = self.separators[0].join(tokens)
        else:
            line = "".join(token + rng.choice(self.separators) for token in tokens[:-1])
            line += tokens[-1] if tokens else ""
        return line + "  " if self.trailing_blanks and tokens else line


@final
@dataclass(slots=True)
class Draft:
    """One file: its lines, where its numbers stand, and the graph it means."""

    name: str
    lines: list[list[str]] = field(default_factory=list)
    vertices: list[Spot] = field(default_factory=list)
    weights: list[Spot] = field(default_factory=list)
    counts: list[Spot] = field(default_factory=list)
    data: list[int] = field(default_factory=list)
    """The lines that hold edges."""
    header: int | None = None
    """The line that holds the counts."""
    meaning: Meaning | None = None
    style: Style = field(default_factory=Style)

    def add(self, tokens: Iterable[object]) -> int:
        """A new line; its number."""
        self.lines.append([str(token) for token in tokens])
        return len(self.lines) - 1

    def render(self, rng: random.Random) -> bytes:
        return self.style.text(self.lines, rng)


def some_edges(
    rng: random.Random, n: int, weights: str | None, undirected_once: bool = False
) -> list[Edge]:
    """Random edges on 0..n-1; `undirected_once` leaves out loops, repeats and the way back."""
    if n == 0:
        return []
    edges: list[Edge] = []
    seen: set[tuple[int, int]] = set()
    for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 13, 40))):
        u, v = rng.randrange(n), rng.randrange(n)
        pair = (min(u, v), max(u, v))
        if undirected_once and (u == v or pair in seen):
            continue
        seen.add(pair)
        edges.append((u, v, a_weight(rng, weights)))
    return edges


def a_weight(rng: random.Random, kind: str | None) -> float | None:
    """A weight that text holds exactly: a whole number, or a multiple of 1/64."""
    if kind is None:
        return None
    if kind == "positive":
        return rng.choice((1, 2, 7, rng.randint(1, 1000), (1 << 31) - 1))
    if kind == "int":
        return rng.choice((0, 1, -3, rng.randint(-1000, 1000), (1 << 31) - 1))
    if rng.random() < 0.6:
        return float(rng.randint(-10, 100))  # may be spelled like an integer
    return rng.randint(-640, 6400) / 64


def spelled(rng: random.Random, weight: float) -> str:
    """One of the ways to write a number."""
    if isinstance(weight, int):
        return str(weight)
    plain = repr(weight)
    others = (f"{weight:.10f}", f"{weight:.12e}", f"{weight:.12E}", plain.removesuffix(".0"))
    return rng.choice((plain, plain, *others))


def some_style(rng: random.Random, separators: tuple[str, ...] = (" ",)) -> Style:
    """Blanks, line ends and last lines as people's programs leave them."""
    if rng.random() < 0.5:
        return Style(separators)
    mixed = separators if "," in separators else (" ", "  ", "\t", " \t ")
    return Style(
        rng.choice((separators, mixed)),
        rng.choice(("\n", "\n", "\r\n")),
        rng.random() < 0.7,
        "," not in separators and rng.random() < 0.3,
    )
