"""The cases: which file stands at which place of which format's row."""

from __future__ import annotations

import gzip
import random
from dataclasses import replace
from typing import Any

import zstandard

from tests.fuzz.binaries import SEEDS
from tests.fuzz.case import Case, Meaning, chance
from tests.fuzz.draft import Draft
from tests.fuzz.faults import FAULTS, Fault
from tests.fuzz.forge import forged
from tests.fuzz.mutate import mutated
from tests.fuzz.texts import GRAMMARS

FORMATS = (*GRAMMARS, *SEEDS)
REPEATED = (
    *(bytes([byte]) for byte in b' \n\t,;#%c0a"<\x00\xff'),
    *(b"1 ", b"a b\n", b"\r\n", b"1 2\n"),
)
LONG = 1 / 2000
"""So many cases are large: millions of bytes of the same."""
PIECES = (1, 2, 3, 5, 8, 13, 40, 200)


def case(format: str, seed: int, index: int) -> Case:
    """The case at `index`; the same whenever it is asked for."""
    rng = chance(seed, format, index)
    if rng.random() < LONG:
        return _long(rng, format)
    if format in SEEDS:
        files = SEEDS[format](rng)
        if rng.random() < 0.05:
            return Case(files, _told(rng, format, strict=True))
        if format == "native" and rng.random() < 0.6:
            forgeries = {name: forged(rng, content) for name, content in files.items()}
            return Case(forgeries, _told(rng, format), forged=True)
        return Case(_damaged(rng, format, files), _told(rng, format))
    kind = rng.random()
    make = _sound if kind < 0.15 else _faulty if kind < 0.5 else _jumbled
    made = make(rng, format)
    return replace(made, piece=rng.choice(PIECES)) if rng.random() < 0.3 else made


def _sound(rng: random.Random, format: str) -> Case:
    drafts = GRAMMARS[format](rng)
    files = _packed(rng, _rendered(rng, drafts))
    return Case(files, _told(rng, format, strict=True), _meaning(drafts))


def _faulty(rng: random.Random, format: str) -> Case:
    """One fault that may have to be refused; sometimes more, of which nothing is promised."""
    drafts = GRAMMARS[format](rng)
    wanted = rng.choice((1, 1, 1, 2, 4))
    planted: list[tuple[str, bool]] = []
    for _ in range(20):
        fault = rng.choice(FAULTS)
        sure = _planted(rng, fault, rng.choice(drafts), format)
        if sure is not None:
            planted.append((fault.__name__, sure))
        if len(planted) == wanted:
            break
    must = planted[0][0] if len(planted) == 1 and planted[0][1] else None
    told = _told(rng, format, strict=must is not None)
    return Case(_packed(rng, _rendered(rng, drafts)), told, fault=must)


def _jumbled(rng: random.Random, format: str) -> Case:
    drafts = GRAMMARS[format](rng)
    if rng.random() < 0.3:
        _planted(rng, rng.choice(FAULTS), rng.choice(drafts), format)
    files = _rendered(rng, drafts)
    if rng.random() < 0.05:
        return Case(_damaged(rng, format, _packed(rng, files, 1.0)), _told(rng, format))
    return Case(_packed(rng, _damaged(rng, format, files), 0.02), _told(rng, format))


def _planted(rng: random.Random, fault: Fault, draft: Draft, format: str) -> bool | None:
    try:
        return fault(rng, draft, format)
    except (IndexError, ValueError):  # an earlier fault took the place away
        return None


def _long(rng: random.Random, format: str) -> Case:
    """A sound file into which something is put again and again, a few megabytes of it."""
    files = _another(rng, format) if format in SEEDS else _rendered(rng, GRAMMARS[format](rng))
    name = rng.choice(list(files))
    content = files[name]
    lines = content.splitlines(keepends=True) or [b"\n"]
    piece = rng.choice((rng.choice(lines), rng.choice(lines).strip(), rng.choice(REPEATED))) or b" "
    again = piece * (rng.randrange(1 << 19, 4 << 20) // len(piece))
    place = len(b"".join(lines[: rng.randint(0, len(lines))])) - rng.choice((0, 0, 0, 1))
    place = max(0, place)
    return Case({**files, name: content[:place] + again + content[place:]}, _told(rng, format))


def _rendered(rng: random.Random, drafts: list[Draft]) -> dict[str, bytes]:
    return {draft.name: draft.render(rng) for draft in drafts}


def _meaning(drafts: list[Draft]) -> Meaning | None:
    return next((draft.meaning for draft in drafts if draft.meaning), None)


def _damaged(rng: random.Random, format: str, files: dict[str, bytes]) -> dict[str, bytes]:
    others = list(_another(rng, format).values())
    name = rng.choice(list(files))
    damaged = {**files, name: mutated(rng, files[name], others)}
    if len(files) > 1 and rng.random() < 0.03:
        del damaged[rng.choice(list(files)[1:])]
    return damaged


def _another(rng: random.Random, format: str) -> dict[str, bytes]:
    """A sound file to cut pieces from: of the same format, more often than not."""
    other = format if rng.random() < 0.8 else rng.choice([*GRAMMARS, "gap", "graph500"])
    return SEEDS[other](rng) if other in SEEDS else _rendered(rng, GRAMMARS[other](rng))


def _packed(rng: random.Random, files: dict[str, bytes], share: float = 0.02) -> dict[str, bytes]:
    """A few single files compressed."""
    if len(files) > 1 or rng.random() >= share:
        return files
    (name, content), how = next(iter(files.items())), rng.choice((".gz", ".zst"))
    if how == ".gz":
        return {name + how: gzip.compress(content, mtime=0)}
    return {name + how: zstandard.compress(content)}


def _told(rng: random.Random, format: str, strict: bool = False) -> dict[str, Any]:
    """Arguments of the call; with `strict`, none that changes what the file means."""
    told: dict[str, Any] = {"format": format} if rng.random() < 0.6 else {}
    if strict or rng.random() < 0.6:
        return told
    told |= rng.choice(({}, {"weighted": True}, {"weighted": False}, {"max_expansion": 1}))
    told |= rng.choice(({}, {"directed": True}, {"directed": False}))
    told |= rng.choice(({}, {"ids": "range"}, {"ids": "labels"}, {"num_vertices": 7}))
    told |= rng.choice(({}, {"duplicates": rng.choice(("first", "sum", "min", "refuse"))}))
    told |= rng.choice(({}, {"self_loops": "drop"}, {"isolated": "drop"}))
    return told
