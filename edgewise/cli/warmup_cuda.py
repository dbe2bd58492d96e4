"""`edgewise warmup --device cuda`: nests for GPUs, built ahead of time; for other machines too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import final

from rich.console import Console

from edgewise import figures, gpus, progress
from edgewise.cli import command, screen
from edgewise.errors import ArgumentError, DeviceError
from edgewise.kernels.cuda.bind import Nest
from edgewise.kernels.home import home


@final
@dataclass(frozen=True, slots=True)
class Built:
    """What was built for one algorithm and one kind of GPU, and what was there already."""

    algorithm: str
    arch: int
    compiled: int
    found: int
    seconds: float


def run(
    names: list[str], everything: bool, device: str | None, wanted: list[int]
) -> command.Answer:
    """Build the nests of these algorithms, of all that there are where none is named."""
    arches = wanted or [_arch_of(device)]
    built, took = command.timed(lambda: list(_all(names, everything, arches)))
    folder = str(home() / "cuda")
    data = {"warmed": [asdict(one) for one in built], "seconds": took, "folder": folder}
    return command.Answer(data, lambda console: _show(console, built, took, folder), timed=False)


def architectures(given: list[str]) -> list[int]:
    """The kinds of GPUs that words such as `90`, `9.0` and `sm_90` name."""
    found = []
    for word in given:
        number = re.fullmatch(r"(?:sm_)?(\d{1,2})\.?(\d)", word)
        if not number or int(number[1] + number[2]) < 75:
            raise ArgumentError(f"--arch {word!r}: expected a capability of 75 or more, as in 90")
        found.append(int(number[1] + number[2]))
    return found


def _arch_of(device: str | None) -> int:
    """The kind of this machine's GPU."""
    number, seen = int((device or "").partition(":")[2] or 0), gpus.seen()
    if number >= len(seen.devices):
        why = seen.said or f"there are {len(seen.devices)} GPUs"
        raise DeviceError(f"--device {device}: {why}; --arch 90 builds for another machine's GPU")
    return int(seen.devices[number].capability.replace(".", ""))


def _all(names: list[str], everything: bool, arches: list[int]) -> Iterator[Built]:
    from edgewise import catalogue

    source = catalogue.every if everything else catalogue.usual
    nests = list(source(names or [""]))
    groups: dict[str, list[Nest]] = {}
    for name, nest in nests:
        groups.setdefault(name.partition(",")[0], []).append(nest)
    with progress.stage("building", len(nests) * len(arches)) as advance:
        for arch in arches:
            for name, several in groups.items():
                yield _built(name, several, arch, advance)


def _built(name: str, nests: list[Nest], arch: int, advance: progress.Advance) -> Built:
    found = 0

    def work() -> None:
        nonlocal found
        for nest in nests:
            found += nest.built(arch).found
            advance(1)

    took = command.timed(work)[1]
    return Built(name, arch, len(nests) - found, found, took)


def _show(console: Console, built: list[Built], took: float, folder: str) -> None:
    rows = [
        (
            *(one.algorithm, f"sm_{one.arch}", str(one.compiled), str(one.found)),
            figures.seconds(one.seconds),
        )
        for one in built
    ]
    headings = ["for", "GPU", "built", "there already", "time"]
    console.print(screen.table(headings, rows, right=headings[2:]))
    screen.line(console, "")
    many = sum(one.compiled for one in built)
    said = f"{many} nest{'' if many == 1 else 's'} built in {figures.seconds(took)}"
    screen.line(console, f"{said}; all are kept in {folder}", "bold")
