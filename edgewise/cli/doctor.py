"""`edgewise doctor`: what is installed, which devices are seen, what is missing."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, final

from rich.console import Console
from rich.text import Text

from edgewise import __version__, doctor, doctor_gpus, figures, gpus
from edgewise.cli import screen
from edgewise.cli.command import Answer


@final
@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found, gathered before anything is shown."""

    machine: doctor.Machine
    gpus: gpus.Gpus
    launcher: str | None
    cache: doctor.Cache | None
    packages: list[doctor.Package]
    trial: doctor.Trial
    cuda: doctor_gpus.Findings

    @property
    def broken(self) -> list[str]:
        """What keeps the CPU library from working."""
        lacking = [
            f"{one.name} is not installed: {one.command}"
            for one in self.packages
            if one.required and one.version is None
        ]
        return lacking if self.trial.ok else [*lacking, f"the self-test failed: {self.trial.said}"]

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        told = {"edgewise": __version__, "ok": not self.broken, **asdict(self)}
        return told | {"cuda": asdict(self.cuda) | {"ok": self.cuda.ok}}


def run() -> Answer:
    """Say what is installed, which devices are seen, what is missing and how to add it."""
    devices = gpus.seen()
    found = Findings(
        doctor.machine(),
        devices,
        doctor.launcher(),
        _cache(),
        doctor.packages(devices.driver),
        doctor.trial(),
        doctor_gpus.found(devices),
    )
    return Answer(found.as_dict(), lambda console: _show(console, found), ok=not found.broken)


def _cache() -> doctor.Cache | None:
    try:
        return doctor.cache()
    except ImportError:  # without Numba nothing is compiled; the self-test says so
        return None


def _show(console: Console, found: Findings) -> None:
    screen.line(console, f"Edgewise {__version__}", "bold")
    rows = [*_machine(found.machine), *_devices(found), ("kernel cache", _cache_words(found.cache))]
    console.print(screen.pairs(rows))
    _show_packages(console, found.packages)
    _show_gpus(console, found)
    tried = found.trial
    if tried.ok:
        screen.line(console, f"Self-test: {tried.said}, in {figures.seconds(tried.seconds)}.")
    for problem in found.broken:
        screen.line(console, f"Broken: {problem}", "bold red")
    verdict = "does not work" if found.broken else "works"
    screen.line(console, f"Edgewise {verdict} on this machine's CPU.", "bold")


def _machine(machine: doctor.Machine) -> list[tuple[str, str]]:
    room = "unknown" if machine.memory is None else figures.size(machine.memory)
    free = "" if machine.memory_free is None else f", {figures.size(machine.memory_free)} free"
    return [
        ("system", machine.system),
        ("python", machine.python),
        ("processor", f"{machine.processor}, {machine.cores} cores"),
        ("threads", f"{machine.threads} (EDGEWISE_THREADS sets another number)"),
        ("memory", room + free),
    ]


def _devices(found: Findings) -> list[tuple[str, str]]:
    devices = [
        (
            f"GPU {at}",
            f"{one.name}, {figures.size(one.memory)}, compute capability {one.capability}",
        )
        for at, one in enumerate(found.gpus.devices)
    ]
    driver = [("driver", f"{found.gpus.driver} at most")] if found.gpus.driver else []
    return [
        *(devices or [("GPU", found.gpus.said)]),
        *driver,
        ("MPI launcher", found.launcher or "none found"),
    ]


def _show_gpus(console: Console, found: Findings) -> None:
    """What GPUs are used by, and whether that works."""
    cuda = found.cuda
    rows = [
        (
            *(one.name, one.version or Text("missing", "yellow"), one.purpose),
            "" if one.version else one.command,
        )
        for one in cuda.tools
    ]
    screen.line(console, "For GPUs:")
    console.print(screen.table(["part", "version", "for", "to add it"], rows))
    screen.line(console, "")
    for what, tried in (("Building", cuda.build), ("Running", cuda.run)):
        if tried is None:
            continue
        if tried.ok:
            screen.line(console, f"{what}: {tried.said}, in {figures.seconds(tried.seconds)}.")
        else:
            screen.line(console, f"{what} does not work: {tried.said}", "yellow")
    screen.line(console, _on_gpus(found), "bold")
    screen.line(console, "")


def _on_gpus(found: Findings) -> str:
    """Whether a GPU can be used, in one sentence."""
    if found.cuda.ok:
        return 'device="cuda" works on this machine.'
    if not found.gpus.devices:
        return f'device="cuda" does not work here: {found.gpus.said}.'
    return 'device="cuda" does not work here: see above.'


def _cache_words(cache: doctor.Cache | None) -> str:
    if cache is None:
        return "none: Numba cannot be imported"
    if cache.writable:
        return cache.folder
    return (
        f"{cache.folder} cannot be written: every process compiles anew; "
        "EDGEWISE_CACHE_DIR names another folder"
    )


def _show_packages(console: Console, packages: list[doctor.Package]) -> None:
    rows = [
        (
            one.name,
            one.version or Text("missing", "bold red" if one.required else "yellow"),
            one.purpose,
            "" if one.version else one.command,
        )
        for one in packages
    ]
    screen.line(console, "")
    console.print(screen.table(["package", "version", "for", "to add it"], rows))
    screen.line(console, "")
