"""Every command shown in docs/cli.md is run, and prints what is shown."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from edgewise.cli import generate
from edgewise.cli.app import ORDER
from tests.cli import edgewise

PAGE = (Path(__file__).parents[1] / "docs/cli.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n((?:.*\n)*?)```", PAGE)
SHOWN = [
    told
    for block in BLOCKS
    for told in re.findall(r"^\$ edgewise (.*)\n((?:[^$].*\n|\n)*)", block, re.M)
]
ALIKE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_what_the_page_shows_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one folder, in the order of the page; notes about compiling left out."""
    monkeypatch.chdir(tmp_path)
    assert len(SHOWN) == sum(line.startswith("$ ") for line in PAGE.splitlines())
    for line, wanted in SHOWN:
        said = edgewise(*shlex.split(line))
        notes = [note for note in said.err.splitlines(True) if not note.startswith("note: ")]
        printed = "".join(notes) + said.out
        assert doctest.OutputChecker().check_output(wanted, printed, ALIKE), f"{line}\n{printed}"


def test_the_page_names_every_command_and_kind() -> None:
    for command in ORDER:
        assert f"| `edgewise {command}" in PAGE
    for kind in generate.KINDS:
        assert f"`{kind}`" in PAGE
