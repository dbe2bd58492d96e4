"""What every command has in common: `--json`, `--verbose`, errors in one line, exit codes.

A command is a function from its arguments to an `Answer`. It prints nothing itself, so that with
`--json` standard output holds one object whatever happens.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar, final

import typer
from rich.console import Console

from edgewise import __version__, errors, figures
from edgewise.cli import bars, compiled, options, screen
from edgewise.places import cpu

FAILED, MISUSED, INTERRUPTED = 1, 2, 130

HINTS: tuple[tuple[type[Exception], str], ...] = (
    (errors.UnknownFormatError, "`edgewise formats` lists what can be read; choose with --format"),
    (errors.ExpansionError, "--max-expansion allows more, where you trust the file"),
    (errors.ChecksumError, "--no-verify reads the file all the same"),
    (errors.DeviceMemoryError, "--device cpu takes the machine's own memory"),
    (errors.ArgumentError, "`{command} --help` lists what is taken"),
)

ARGUMENT = re.compile(r"^\w+\(\): (\w+)=")

log = logging.getLogger("edgewise.cli")


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: for programs, for people, and whether all is well."""

    data: dict[str, Any]
    show: Callable[[Console], None]
    ok: bool = True
    timed: bool = True
    """Whether it tells times that compiling makes longer."""


Run: TypeAlias = Callable[..., Answer]
Result = TypeVar("Result")


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work gave, and the seconds it took."""
    begun = time.perf_counter()
    result = work()
    return result, time.perf_counter() - begun


def add(
    app: typer.Typer, run: Run, name: str, takes: Iterable[inspect.Parameter] = (), **more: Any
) -> None:
    """Enter a command; `takes` are the options that it passes on as its keyword arguments."""
    app.command(name, help=more.pop("help", inspect.getdoc(run)), **more)(_spoken(run, name, takes))


def _spoken(run: Run, name: str, takes: Iterable[inspect.Parameter]) -> Callable[..., None]:
    """The command as typer wants it: a function whose signature says every option."""

    def call(context: typer.Context, **given: Any) -> None:
        programs = given.pop("json")
        verbose = given.pop("verbose") or bool(context.obj)
        spoken = context.command_path
        sys.exit(carry_out(plainly, spoken, given, programs, verbose))

    def plainly(**given: Any) -> Answer:
        return run(**options.plain(given))

    every = [_CONTEXT, *_own(run), *takes, *_COMMON]
    call.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    call.__annotations__ = {one.name: one.annotation for one in every}
    call.__name__ = call.__qualname__ = name.replace("-", "_")
    return call


def carry_out(run: Run, name: str, given: dict[str, Any], programs: bool, verbose: bool) -> int:
    """Run a command and say what came of it; the exit code."""
    _log(verbose)
    try:
        log.info("edgewise %s on %s threads", __version__, cpu.threads())
        before = compiled.kernels()
        with bars.shown(logged=verbose):
            answer, took = timed(lambda: run(**given))
        newly = compiled.kernels() - before
        log.info("%s took %s, %s kernels compiled", name, figures.seconds(took), newly)
        _say(answer, newly, programs)
        return 0 if answer.ok else FAILED
    except KeyboardInterrupt:
        screen.note("interrupted", "nothing half-done is left behind", "yellow")
        return INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed()
    except Exception as problem:
        if verbose:
            traceback.print_exc()
        return _refuse(problem, name, given, programs)


def _say(answer: Answer, newly_compiled: int, programs: bool) -> None:
    if programs:
        print(json.dumps(answer.data | {"kernels_compiled": newly_compiled}, indent=2))
    else:
        answer.show(screen.out())
    sys.stdout.flush()
    if newly_compiled and answer.timed and not programs:
        many = f"{newly_compiled} kernel{'' if newly_compiled == 1 else 's'}"
        screen.note("note", f"the times include compiling {many}, which happens once", "dim")


def _refuse(problem: Exception, name: str, given: dict[str, Any], programs: bool) -> int:
    """One line for people, an object for programs."""
    said, hint = _words(problem, name)
    said = ARGUMENT.sub(lambda found: _as_option(found, given), said)
    screen.note("error", said, "bold red")
    if hint:
        screen.note("hint", hint, "cyan")
    if programs:
        print(json.dumps({"error": {"type": type(problem).__name__, "message": said}}, indent=2))
    return MISUSED if isinstance(problem, errors.ArgumentError) else FAILED


def _as_option(found: re.Match[str], given: dict[str, Any]) -> str:
    """`kronecker(): edge_factor=-1: ...` as the command line says it: `--edge-factor -1: ...`."""
    name = found[1]
    return f"--{name.replace('_', '-')} " if name in given else found[0]


def _words(problem: Exception, name: str) -> tuple[str, str]:
    if isinstance(problem, errors.EdgewiseError):
        hints = (hint for kind, hint in HINTS if isinstance(problem, kind))
        return str(problem), next(hints, "").format(command=name)
    if isinstance(problem, MemoryError):
        return "out of memory", "a smaller graph, or a machine with more memory"
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename or name}: {problem.strerror}", ""
    said = f"{type(problem).__name__}: {problem}"
    return said, "this is a fault of Edgewise; --verbose shows where, for a report"


def _log(verbose: bool) -> None:
    logger = logging.getLogger("edgewise")
    for handler in logger.handlers[:]:
        logger.removeHandler(handler)
    if verbose:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        logger.addHandler(handler)
    logger.setLevel(logging.DEBUG if verbose else logging.WARNING)


def _pipe_closed() -> int:
    """The reader has gone (`| head`): end in silence, and let nothing be written at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _own(run: Run) -> list[inspect.Parameter]:
    known = inspect.signature(run, eval_str=True).parameters.values()
    return [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in known
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]


def _flag(name: str, help: str, *spellings: str) -> inspect.Parameter:
    option = Annotated[bool, typer.Option(*spellings, help=help)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=option)


_CONTEXT = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
_COMMON = (
    _flag("json", "Print one JSON object, for programs.", "--json"),
    _flag("verbose", "Log what is done, and show where errors arise.", "--verbose", "-v"),
)
