"""Libraries for the emulator: C++ by g++, kept on disk by all that they were made of."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from edgewise.kernels.home import home

HERE = Path(__file__).parent
SHIM, RUNTIME = HERE / "shim", HERE / "runtime"
KEPT = 1000
"""How many libraries are kept; those used longest ago go first."""
FLAGS = (
    *("-std=c++17", "-g1", "-shared", "-fPIC", "-pthread", "-fno-strict-aliasing"),
    *(
        "-fno-delete-null-pointer-checks",
        "-ffp-contract=off",
        "-fvisibility=hidden",
        "-fno-gnu-unique",
        "-Wno-all",
    ),
)


class Outcome(ctypes.Structure):
    """How a launch ended."""

    _fields_ = (
        ("code", ctypes.c_int),
        ("address", ctypes.c_void_p),
        ("instruction", ctypes.c_void_p),
        ("message", ctypes.c_char * 4000),
    )


@cache
def runtime() -> ctypes.CDLL:
    """The scheduler, which all nests call, and the memory of the device."""
    text = (RUNTIME / "runtime.cpp").read_text(encoding="utf-8")
    flags = ("-O2", "-fvisibility=default", f"-I{RUNTIME}")
    file = built(text, flags, [*RUNTIME.iterdir(), SHIM / "calls.h"])
    library = ctypes.CDLL(str(file), mode=ctypes.RTLD_GLOBAL)
    library.emulated_allocate.restype = ctypes.c_void_p
    library.emulated_allocate.argtypes = (ctypes.c_ulonglong, ctypes.c_size_t)
    library.emulated_free.argtypes = (ctypes.c_ulonglong,)
    library.emulated_overrun.restype = library.emulated_nearest.restype = ctypes.c_ulonglong
    library.emulated_nearest.argtypes = (ctypes.c_void_p, ctypes.POINTER(ctypes.c_longlong))
    library.emulated_base.restype = ctypes.c_void_p
    library.emulated_base.argtypes = (ctypes.c_void_p,)
    library.emulated_launch.argtypes = (
        *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int),
        *(ctypes.c_int, ctypes.c_ulonglong, ctypes.c_double, ctypes.c_double, ctypes.c_void_p),
    )
    return library


def loaded(text: str) -> tuple[ctypes.CDLL, Path]:
    """The library of a nest, its symbols its own."""
    runtime()
    file = built('#include "emulate.h"\n' + text, ("-O1", f"-I{SHIM}"), [*SHIM.iterdir()])
    return ctypes.CDLL(str(file)), file


def built(text: str, flags: tuple[str, ...], included: list[Path]) -> Path:
    """The library made of this text; files of the same content are built once, by anyone."""
    digest = hashlib.sha256(f"{_compiler()} {FLAGS} {flags} {text}".encode())
    for file in sorted(included):
        digest.update(file.name.encode() + file.read_bytes())
    kept = home() / "emulated" / f"{digest.hexdigest()[:32]}.so"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(suffix=".part", dir=kept.parent)
        os.close(handle)
        try:
            _compile(text, flags, name)
            Path(name).replace(kept)
        finally:
            Path(name).unlink(missing_ok=True)
        _forget_old(kept.parent)
    with contextlib.suppress(OSError):
        os.utime(kept)
    return kept


def _forget_old(folder: Path) -> None:
    with contextlib.suppress(OSError):
        aged = sorted(folder.glob("*.so"), key=lambda old: -old.stat().st_mtime)
        for old in aged[KEPT:]:
            old.unlink(missing_ok=True)


def _compile(text: str, flags: tuple[str, ...], target: str) -> None:
    command = ["g++", *FLAGS, *flags, "-x", "c++", "-", "-o", target]
    done = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
    if done.returncode:
        raise SyntaxError(f"g++ refuses a nest:\n{done.stderr[:6000]}")
    if '" redefined' in done.stderr:  # another file settled what this nest was made with
        raise SyntaxError(f"a nest settles a name twice:\n{done.stderr[:6000]}")


@cache
def _compiler() -> str:
    """Which g++ this is."""
    return subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout


def line_of(file: Path, place: int | None) -> str:
    """The line of source that an instruction comes from, as far as that is known."""
    try:
        command = ["addr2line", "-e", str(file), hex(place or 0)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "somewhere"
    return said.split(" ")[0].strip().rpartition("/")[2]
