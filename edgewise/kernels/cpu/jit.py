"""How a CPU kernel is compiled: without the interpreter's lock, and cached on disk.

Numba's own cache looks only at the file a function stands in, so a kernel goes stale when a
function it calls in another file changes. Here the cache folder of a kernel file is named by the
content of that file, of every kernel file it imports from, and by Numba's version: a changed
kernel is never found again, and several checkouts or versions never share one.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile, _CacheLocator

from edgewise.kernels.cpu.folding import folding
from edgewise.kernels.home import home


def _leave_scipy() -> None:
    """Import what Numba knows of arrays, but not SciPy, which it wakes to see if there is a BLAS.

    That takes a sixth of a second, and no kernel multiplies matrices. Functions that do are
    Numba's users', and it asks again when it compiles them.
    """
    if {"numba.np.arraymath", "scipy.linalg"} & set(sys.modules):
        return
    linalg: Any = importlib.import_module("numba.np.linalg")
    asked = linalg.ensure_blas

    def there_or_not() -> None:
        if importlib.util.find_spec("scipy") is None:
            raise ImportError

    linalg.ensure_blas = there_or_not
    try:
        arrays: Any = importlib.import_module("numba.np.arraymath")
        arrays.ensure_blas = asked
    finally:
        linalg.ensure_blas = asked


with contextlib.suppress(ImportError, AttributeError):  # where Numba has moved these
    _leave_scipy()

GENERATIONS_KEPT, MADE_KEPT = 6, 400
IMPORTED = re.compile(r"^from edgewise\.kernels\.cpu\.(\w+) import", re.MULTILINE)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` at its first call and keep the machine code for later processes."""
    return _kept(numba.njit(nogil=True)(function), function)


def nest(function: Callable[..., Any]) -> Any:
    """As `kernel`, for loops that a team runs: no reference is counted, so nothing is allocated.

    Counting would be an atomic write, shared by all threads, wherever an array changes hands.
    """
    return _kept(numba.njit(nogil=True, error_model="numpy", _nrt=False)(function), function)


def part(function: Callable[..., Any]) -> Any:
    """As `device`, for parts of nests: nothing is counted, nothing allocated, nothing raised."""
    return folding(numba.njit, function, nogil=True, error_model="numpy", _nrt=False)


def _kept(compiled: Any, function: Callable[..., Any]) -> Any:
    if hasattr(compiled, "_cache") and folder(_file(function), _made(function)) is not None:
        compiled._cache = _KernelCache(function)
    return compiled


def device(function: Callable[..., Any]) -> Any:
    """A small function that kernels call; the compiler folds it into them."""
    return folding(numba.njit, function, nogil=True)


def folded(function: Callable[..., Any]) -> Any:
    """As `device`, where the compiler must not think better of it (a call counts references)."""
    return folding(numba.njit, function, nogil=True, forceinline=True)


@cache
def folder(file: Path, made: str = "") -> Path | None:
    """Where the kernels of `file` are kept, or None where nothing can be written."""
    place = home() / (f"made/{made}" if made else f"{file.stem}-{content(file)}")
    try:
        place.mkdir(parents=True, exist_ok=True)
        (place / "used").touch()
    except OSError:
        return None
    _forget_old(place.parent, *(("", MADE_KEPT) if made else (f"{file.stem}-", GENERATIONS_KEPT)))
    return place


def _made(function: Callable[..., Any]) -> str:
    """The name of the specialised module that a function stands in, or nothing."""
    _, found, name = function.__module__.partition(".made_")
    return name if found else ""


@cache
def content(file: Path) -> str:
    """A name made of everything that the compiled code of `file` depends on."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(_with_imported(file, set())):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def _with_imported(file: Path, seen: set[Path]) -> set[Path]:
    if file not in seen:
        seen.add(file)
        for name in IMPORTED.findall(file.read_text(encoding="utf-8")):
            _with_imported(file.with_name(f"{name}.py"), seen)
    return seen


def _forget_old(kernels: Path, start: str, kept: int) -> None:
    with contextlib.suppress(OSError):
        aged = sorted(kernels.glob(f"{start}*"), key=lambda old: -(old / "used").stat().st_mtime)
        for old in aged[kept:]:
            shutil.rmtree(old, ignore_errors=True)


def _file(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename)


class _Locator(_CacheLocator):  # type: ignore[misc]
    """Tells Numba the folder; the folder's name already says which sources it belongs to."""

    def __init__(self, function: Callable[..., Any], *_: Any) -> None:
        self._file = _file(function)
        self._made, self._line = _made(function), function.__code__.co_firstlineno

    def ensure_cache_path(self) -> None:
        Path(self.get_cache_path()).mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(folder(self._file, self._made))

    def get_source_stamp(self) -> str:
        return self._made or content(self._file)

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator:
        return cls(function, file)


class _Implementation(FunctionCache._impl_class):  # type: ignore[misc]
    _locator_classes = [_Locator]  # noqa: RUF012


class _FileBySignature(IndexDataCacheFile):  # type: ignore[misc]
    """Names machine code by what it was compiled for, not by a number.

    Two processes that compile for two signatures at once would both take the next number; the one
    would then find the other's code under it.
    """

    def save(self, key: Any, data: Any) -> None:
        mark = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        name = self._data_name_pattern.replace("{number:d}", mark)
        self._save_data(name, data)
        self._save_index({**self._load_index(), key: name})


class _KernelCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _Implementation

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._cache_file = _FileBySignature(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def load_overload(self, signature: Any, context: Any) -> Any:
        """What is kept for a signature, or None: a spoiled file is as good as none."""
        try:
            return super().load_overload(signature, context)
        except Exception:
            self.flush()
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep a compiled kernel, if the disk lets us."""
        with contextlib.suppress(OSError):
            super().save_overload(signature, data)
