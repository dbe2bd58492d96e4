"""The error tree: every refusal a user can meet.

Each error names what was given, what was expected, and the way out. All of them are
`EdgewiseError`, and each is also the built-in error a Python user would catch.

>>> import edgewise as ew
>>> try:
...     ew.generate.path(-1)
... except ew.EdgewiseError as error:
...     print(error)
path(): num_vertices=-1: expected an integer of 0 or more
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import Any


class EdgewiseError(Exception):
    """Everything this library raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:  # some take more than a message; pools pickle them
        return _again, (type(self), self.args, self.__dict__)


class ArgumentError(EdgewiseError, ValueError):
    """An argument's value cannot be used."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument is of the wrong kind, missing, or unknown."""


class FunctorError(ArgumentError, TypeError):
    """A function steps outside of what kernels can take in."""


class ScheduleError(ArgumentError):
    """A schedule that does not exist, or that the program's laws do not allow."""


class GraphError(EdgewiseError, ValueError):
    """The graph, or the edges given for one, are not of the kind the call needs."""


class UnknownVertexError(GraphError, KeyError):
    """A vertex id that the graph does not hold."""

    def __str__(self) -> str:  # KeyError would print the repr of the message
        return str(self.args[0])


class NegativeWeightError(GraphError):
    """An edge weighs less than nothing, and the algorithm relies on that none does."""


class WeightOverflowError(GraphError, OverflowError):
    """Weights of edges that become one add up to more than their type holds."""


class NegativeCycleError(GraphError):
    """A cycle whose weights sum to less than nothing can be reached: no distance is shortest."""

    def __init__(self, message: str, cycle: list[object]) -> None:
        super().__init__(message)
        self.cycle = cycle


class ConvergenceError(EdgewiseError, ArithmeticError):
    """An iteration did not come to rest in the rounds it was given."""


class MissingDependencyError(EdgewiseError, ImportError):
    """An optional package is needed; the message holds the command that adds it."""

    def __init__(self, package: str, purpose: str, extra: str | None = None) -> None:
        wanted = f'"edgewise[{extra}]"' if extra else package
        super().__init__(f"{purpose} needs the package {package}: pip install {wanted}")
        self.package = package


class MemoryLimitError(EdgewiseError, MemoryError):
    """The memory needed is more than there is, or more than was allowed."""


class DeviceError(EdgewiseError, RuntimeError):
    """A GPU is not there, or failed."""


class DeviceMemoryError(MemoryLimitError):
    """A GPU has not the memory that is needed."""

    def __init__(self, device: str, needed: int, free: int) -> None:
        self.device, self.needed, self.free = device, needed, free
        super().__init__(
            f"{device}: {needed / 2**30:,.2f} GiB are needed at once and {free / 2**30:,.2f} GiB "
            "are free: free some, or take device='cpu'"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return DeviceMemoryError, (self.device, self.needed, self.free)


class FileError(EdgewiseError):
    """A file cannot be read or written; says where, what was found, what was expected."""

    def __init__(
        self,
        path: str | PathLike[str],
        problem: str,
        *,
        line: int | None = None,
        byte: int | None = None,
        found: object = None,
        expected: str | None = None,
    ) -> None:
        self.path, self.problem = fspath(path), problem
        self.line, self.byte = line, byte
        self.found, self.expected = found, expected
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        where = self.path
        if self.line is not None:
            where += f", line {self.line}"
        elif self.byte is not None:
            where += f", byte {self.byte}"
        text = f"{where}: {self.problem}"
        if self.found is not None:
            text += f": found {_short(self.found)}"
        if self.expected is not None:
            text += f", expected {self.expected}"
        return text


class FileMissingError(FileError, FileNotFoundError):
    """There is no such file."""

    __str__ = Exception.__str__


class FileAccessError(FileError, OSError):
    """The system refused to open, read or write the file."""

    __str__ = Exception.__str__


class UnknownFormatError(FileError, ValueError):
    """No format matches the file's name and beginning."""


class FormatError(FileError, ValueError):
    """The file's content is not what its format promises."""


class TruncatedError(FormatError, EOFError):
    """The file ends before its content does."""


class ChecksumError(FormatError):
    """The content was changed after it was written."""


class ExpansionError(FormatError):
    """A compressed file grows beyond the allowed ratio (a possible bomb)."""


class LossWarning(UserWarning):
    """A file was written in a format that does not keep all of the graph."""


def _short(value: object, limit: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _again(kind: type[EdgewiseError], args: tuple[Any, ...], told: dict[str, Any]) -> EdgewiseError:
    """An error as it was, out of a pickle."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(told)
    return error
