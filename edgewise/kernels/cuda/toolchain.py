"""NVIDIA's compiler and linker as libraries: C++ to LTO-IR, and LTO-IR to a cubin.

No driver is needed. The linker is called through its bindings: `cuda.core.Linker` writes an option
that nvJitLink does not read (`-fma=false`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata

from edgewise.errors import MissingDependencyError

PURPOSE = "building kernels for CUDA"
PACKAGES = ("numba-cuda", "cuda-core", "cuda-bindings")
LIBRARIES = {
    "nvrtc": "nvidia-cuda-nvrtc",
    "nvJitLink": "nvidia-nvjitlink",
    "nvvm": "nvidia-nvvm",
}
"""Libraries and the packages that bring them; an installed CUDA toolkit has them too."""
OPTIONS = "fma off"
"""Products are rounded before they are added, as on the CPU: an answer does not change by place."""


def versions() -> str:
    """Everything installed that the machine code depends on; refuses where some is missing."""
    found = [f"{name} {_version(name)}" for name in (*PACKAGES, "numba")]
    for library, package in LIBRARIES.items():
        try:
            found.append(f"{library} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            found.append(f"{library} {_path(library, package)}")
    return "; ".join([*found, OPTIONS])


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        raise MissingDependencyError(package, PURPOSE, "cuda") from None


def _path(library: str, package: str) -> str:
    """Where a library lies that no package brought: an installed toolkit's, by its version."""
    from cuda import pathfinder

    try:
        return str(pathfinder.load_nvidia_dynamic_lib(library).abs_path)
    except pathfinder.DynamicLibNotFoundError:
        raise MissingDependencyError(package, PURPOSE, "cuda") from None


def compiled(source: str, arch: int) -> bytes:
    """C++ as LTO-IR. Nothing is included: `source` holds all there is."""
    from cuda.core import Program, ProgramOptions

    options = ProgramOptions(arch=f"sm_{arch}", std="c++17", link_time_optimization=True, fma=False)
    return bytes(Program(source, "c++", options).compile("ltoir").code)


def linked(parts: Sequence[bytes], arch: int, form: str = "cubin") -> tuple[bytes, str]:
    """What was made of LTO-IR, optimised as a whole, and what the compiler said of it.

    `form` is "cubin", or "ptx" for whoever wants to read what the optimiser left.
    """
    from cuda.bindings import nvjitlink

    options = [f"-arch=sm_{arch}", "-lto", "-fma=0"]
    options += ["-ptx"] if form == "ptx" else ["-Xptxas=-v"]
    linker = nvjitlink.create(len(options), options)
    try:
        for i, part in enumerate(parts):
            nvjitlink.add_data(linker, nvjitlink.InputType.LTOIR, part, len(part), f"part {i}")
        _complete(linker)
        code = _text(linker, f"linked_{form}")
        return code, _text(linker, "info_log").decode().rstrip("\0")
    finally:
        nvjitlink.destroy(linker)


def _complete(linker: int) -> None:
    """Link; a failure says what the linker said."""
    from cuda.bindings import nvjitlink

    try:
        nvjitlink.complete(linker)
    except nvjitlink.nvJitLinkError as problem:
        problem.add_note(_text(linker, "error_log").decode().rstrip("\0"))
        raise


def _text(linker: int, what: str) -> bytes:
    """One of the things that the linker hands out by size and copy."""
    from cuda.bindings import nvjitlink

    room = bytearray(getattr(nvjitlink, f"get_{what}_size")(linker))
    getattr(nvjitlink, f"get_{what}")(linker, room)
    return bytes(room)
