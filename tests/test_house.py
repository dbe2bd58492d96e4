"""The rules of the house, as CONTRIBUTING.md says them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "edgewise").rglob("*.py"))
OURS = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "bench").rglob("*.py"))]
MOST_LINES, MOST_LINES_A_FUNCTION = 400, 60
DECIDED = {"ABC", "Protocol", "NamedTuple", "Enum", "Exception"}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module(path): path for path in SOURCES}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(nodes: Iterator[ast.AST] | list[ast.stmt]) -> set[str]:
    """Every module, of ours or of others, that these statements import."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in inner}
    return found


def at_the_top(path: Path) -> set[str]:
    return imported(tree(path).body)


def anywhere(path: Path) -> set[str]:
    return imported(ast.walk(tree(path)))


@pytest.mark.parametrize("path", OURS, ids=named)
def test_a_file_is_not_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", OURS, ids=named)
def test_a_function_is_not_long(path: Path) -> None:
    """Those that list stored files are tables, not code."""
    if "corpus" in path.parts:
        return
    functions = (n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef))
    lengths = {f.name: (f.end_lineno or 0) - f.lineno + 1 for f in functions}
    assert not {name: size for name, size in lengths.items() if size > MOST_LINES_A_FUNCTION}


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_class_is_abstract_or_final(path: Path) -> None:
    """Errors form a tree and stand apart; so do answers that are paths, which are abstract."""
    if path.name in ("errors.py", "paths.py"):
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ClassDef):
            marks = {ast.unparse(mark).partition("(")[0] for mark in node.decorator_list}
            bases = {ast.unparse(base).partition("[")[0].split(".")[-1] for base in node.bases}
            assert "final" in marks or bases & DECIDED or node.name.startswith("_"), node.name


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_the_library_does_not_print(path: Path) -> None:
    """The command line may."""
    if "cli" in path.parts:
        return
    calls = (n.func for n in ast.walk(tree(path)) if isinstance(n, ast.Call))
    assert "print" not in {call.id for call in calls if isinstance(call, ast.Name)}


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_nothing_is_left_for_later(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"NotImplementedError|\b(TODO|FIXME|XXX)\b", text)


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_numba_stays_in_its_room(path: Path) -> None:
    if (ROOT / "edgewise/kernels/cpu") not in path.parents:
        assert not {
            name for name in at_the_top(path) if name.split(".")[0] in ("numba", "llvmlite")
        }


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_kernels_are_serial(path: Path) -> None:
    assert not re.search(r"\bprange\(|parallel=True\b.*\)$", path.read_text("utf-8"), re.MULTILINE)


BINDERS = {
    f"edgewise.kernels.{name}"
    for name in (
        *("cpu.bind", "cpu.neighborhoods", "cpu.nests", "cpu.operator_nests"),
        *(
            "cuda.bind",
            "cuda.functors",
            "cuda.nests",
            "cuda.operator_nests",
            "cuda.ordered_nests",
            "cuda.sweep_nests",
        ),
    )
}
"""Where programs meet kernels."""


def test_kernels_import_kernels_only() -> None:
    for name, path in MODULES.items():
        if name.startswith("edgewise.kernels."):
            ours = {used for used in anywhere(path) if used.startswith("edgewise")}
            known = ["edgewise.kernels.", "edgewise.errors"]
            known += ["edgewise.program."] if name in BINDERS else []
            assert all(used.startswith(tuple(known)) for used in ours), name


def test_checkers_import_nothing_that_they_check() -> None:
    for name, path in MODULES.items():
        if name.startswith("edgewise.verify"):
            ours = {used for used in anywhere(path) if used.startswith("edgewise")}
            ours = {used for used in ours if not used.startswith("edgewise.verify")}
            assert ours <= {"edgewise.check", "edgewise.errors"}, name


def test_nothing_lower_imports_anything_higher() -> None:
    uses = {name: at_the_top(path) & set(MODULES) - {name} for name, path in MODULES.items()}
    try:
        order = list(TopologicalSorter(uses).static_order())
    except CycleError as cycle:
        pytest.fail(" -> ".join(cycle.args[1]))
    assert order.index("edgewise.errors") < order.index("edgewise.graph")
    assert order.index("edgewise.graph") < order.index("edgewise.build")
