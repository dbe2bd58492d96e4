"""Inputs, made once and kept in bench/data. They do not come from Edgewise, so that no change of
its generators or writers moves the figures."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

DATA = Path(__file__).resolve().parent / "data"
SEED = 20
PIECE = 1 << 20


def kron(scale: int, factor: int, seed: int = SEED) -> tuple[Array, Array]:
    """Graph500's Kronecker edges with scrambled labels, as NumPy makes them."""
    rng = np.random.default_rng(seed)
    size = factor << scale
    sources, targets = np.zeros(size, np.int32), np.zeros(size, np.int32)
    for begin in range(0, size, PIECE):
        piece = slice(begin, min(begin + PIECE, size))
        for _ in range(scale):
            low = rng.random(piece.stop - begin) > 0.76
            right = rng.random(piece.stop - begin) > np.where(low, 0.19 / 0.24, 0.57 / 0.76)
            sources[piece] = sources[piece] * 2 + low
            targets[piece] = targets[piece] * 2 + right
    scrambled = rng.permutation(1 << scale).astype(np.int32)
    return scrambled[sources], scrambled[targets]


def edges(scale: int, factor: int, clean: bool) -> Array:
    """Two rows, sources and targets; `clean` leaves out loops and repeats in either direction."""
    if clean:
        return kept(f"clean-{scale}-{factor}", lambda: tidied(*edges(scale, factor, False)))
    return kept(f"kron-{scale}-{factor}", lambda: np.stack(kron(scale, factor)))


def weights(count: int) -> Array:
    """As many float32 weights, of four decimals."""
    steps = np.random.default_rng(SEED).integers(1, 10_000, count)
    return (steps / 10_000).astype(np.float32)


def text(kind: str, lines: int, weighted: bool) -> Path:
    """A file of edges ordered by source: kind is tsv (with comments), bare (without), mtx or gz."""
    name = f"{'w' if weighted else ''}edges-{lines}.{kind if kind != 'gz' else 'tsv.gz'}"
    if kind == "gz":
        return _file(name, lambda path: _squeeze(text("tsv", lines, weighted), path))
    return _file(name, lambda path: _write_text(path, kind, lines, weighted))


def some_edges(lines: int) -> tuple[Array, Array, int]:
    """So many distinct edges, ordered by source, and the number of vertices."""
    scale = max(4, (lines // 10).bit_length())
    found = edges(scale, 16, True)[:, :lines]
    order = np.argsort(found[0], kind="stable")
    return found[0][order], found[1][order], 1 << scale


def tidied(sources: Array, targets: Array) -> Array:
    """Two rows of edges without loops and without repeats in either direction."""
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    _, first = np.unique(low.astype(np.int64) << 32 | high, return_index=True)
    first = np.sort(first[sources[first] != targets[first]])
    return np.stack((sources[first], targets[first]))


def _write_text(path: Path, kind: str, lines: int, weighted: bool) -> None:
    sources, targets, size = some_edges(lines)
    count, base, gap = len(sources), int(kind == "mtx"), " " if kind in ("mtx", "bare") else "\t"
    carried = weights(count)
    with path.open("w", encoding="ascii") as file:
        if kind == "tsv":
            file.write(
                f"# Directed graph\n# Nodes: {size} Edges: {count}\n# FromNodeId\tToNodeId\n"
            )
        elif kind == "mtx":
            field = "real" if weighted else "pattern"
            file.write(f"%%MatrixMarket matrix coordinate {field} general\n{size} {size} {count}\n")
        for begin in range(0, count, PIECE):
            piece = slice(begin, begin + PIECE)
            columns = [(column[piece] + base).tolist() for column in (sources, targets)]
            if weighted:
                columns.append([f"{value:.4f}" for value in carried[piece].tolist()])
            file.writelines(gap.join(map(str, row)) + "\n" for row in zip(*columns, strict=True))


def _squeeze(plain: Path, path: Path) -> None:
    with plain.open("rb") as source, gzip.open(path, "wb", 6) as target:
        shutil.copyfileobj(source, target, PIECE)


def kept(name: str, make: Callable[[], Array]) -> Array:
    """The array of this name, made where it is not in bench/data."""
    path = _file(f"{name}.npy", lambda part: _save(part, make()))
    found: Array = np.load(path)
    return found


def _save(path: Path, array: Array) -> None:
    with path.open("wb") as file:
        np.save(file, array)


def _file(name: str, make: Callable[[Path], None]) -> Path:
    """The kept file of this name, made beside its place and renamed where it is not there."""
    path = DATA / name
    if not path.exists():
        DATA.mkdir(exist_ok=True)
        part = path.with_name(f"{os.getpid()}-{name}")
        make(part)
        part.replace(path)
    return path
