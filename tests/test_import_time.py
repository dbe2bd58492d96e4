"""Nothing heavy is imported until it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("numba", "numpy", "scipy", "pandas", "polars", "pyarrow", "networkx", "igraph", "typer")
HEAVY += ("rich", "matplotlib", "cupy", "edgewise.graph", "edgewise.build")
LIMIT = 0.15
ROOT = Path(__file__).parents[1]


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=True, cwd=ROOT
    )


def imported_by(code: str) -> set[str]:
    listing = "import sys\ntry:\n    {}\nexcept SystemExit:\n    pass\n"
    listing += "print(*sys.modules, file=sys.stderr)"
    return set(python("-c", listing.format(code.replace("\n", "\n    "))).stderr.split())


def test_import_edgewise_imports_nothing_heavy() -> None:
    assert not imported_by("import edgewise") & set(HEAVY)


def test_import_edgewise_is_quick() -> None:
    """The sum that `-X importtime` states; the best of three, as other work may slow one down."""
    best = min(_seconds_to_import() for _ in range(3))
    print(f"import edgewise: {best * 1000:.1f} ms")
    assert best < LIMIT


def _seconds_to_import() -> float:
    lines = python("-X", "importtime", "-c", "import edgewise").stderr.splitlines()
    last = next(line for line in lines if line.endswith("| edgewise"))
    return int(last.split("|")[1]) / 1e6


@pytest.mark.parametrize("name", ["from_edges", "read", "Graph", "generate", "formats", "verify"])
def test_a_first_use_does_not_compile(name: str) -> None:
    assert not imported_by(f"import edgewise; edgewise.{name}") & {"numba", "pandas", "scipy"}


@pytest.mark.parametrize(
    "command", [["--help"], ["--version"], ["formats"], ["generate", "--help"]]
)
def test_light_commands_do_not_compile(command: list[str]) -> None:
    code = f"import sys; sys.argv = ['edgewise', *{command}]\nfrom edgewise.cli import main; main()"
    assert not imported_by(code) & {"numba", "pandas", "scipy", "pyarrow"}


def test_info_of_a_native_file_does_not_compile(tmp_path: Path) -> None:
    import edgewise as ew

    file = tmp_path / "toy.ew"
    ew.write(ew.generate.path(5), file)
    code = f"import sys; sys.argv = ['edgewise', 'info', {str(file)!r}]\n"
    code += "from edgewise.cli import main; main()"
    assert not imported_by(code) & {"numba", "pandas", "scipy", "pyarrow"}


def test_a_name_that_is_not_there_is_told_with_what_is() -> None:
    import edgewise as ew

    with pytest.raises(AttributeError, match="no attribute 'Grpah'") as missing:
        ew.Grpah  # noqa: B018
    assert (missing.value.name, missing.value.obj) == ("Grpah", ew)  # Python adds: did you mean?
    with pytest.raises(AttributeError, match="there are complete, .*, kronecker, "):
        ew.generate.rmat  # noqa: B018
