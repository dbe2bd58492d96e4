"""What reaches a terminal, a pipe, and a shell that completes."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import edgewise as ew
from edgewise.cli import screen
from edgewise.cli.app import ORDER
from tests.cli import edgewise

ROOT = Path(__file__).parents[1]
COLOUR = b"\x1b[36m"


def on_terminal(*words: object, columns: int = 80, **more: str) -> bytes:
    """What the command writes to a terminal, lines as they are sent."""
    screen, seat = pty.openpty()
    surroundings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    surroundings |= {"TERM": "xterm-256color", "COLUMNS": str(columns)} | more
    command = [sys.executable, "-m", "edgewise", *map(str, words)]
    ran = subprocess.Popen(command, stdout=seat, stderr=seat, cwd=ROOT, env=surroundings)
    os.close(seat)
    seen = b""
    while True:
        try:
            piece = os.read(screen, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        seen += piece
    os.close(screen)
    assert ran.wait() == 0
    return seen


def piped(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "edgewise", *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=os.environ | more,
        check=False,
    )


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    ew.write(ew.generate.star(2000), tmp_path / "toy.ew")
    return tmp_path / "toy.ew"


def test_colour_is_for_terminals(toy: Path) -> None:
    assert COLOUR in on_terminal("info", toy)
    assert COLOUR not in on_terminal("info", toy, NO_COLOR="1")
    assert "\x1b" not in piped("info", toy).stdout


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("command", ["info", "formats"])
def test_lines_fit_the_terminal(command: str, columns: int, toy: Path) -> None:
    words = [command, toy] if command == "info" else [command]
    seen = on_terminal(*words, columns=columns, NO_COLOR="1").decode()
    lines = re.sub("\x1b\\[[0-9;]*m|\r", "", seen).splitlines()
    assert len(lines) > 10
    assert max(map(len, lines)) <= columns


def test_nothing_is_cut_in_a_pipe() -> None:
    lines = piped("formats").stdout.splitlines()
    for known in ew.formats():
        line = next(line for line in lines if line.startswith(known.name))
        assert known.keeps in line and " ".join(known.suffixes) in line


def test_without_unicode_bars_are_plain(toy: Path) -> None:
    said = piped("info", toy, PYTHONIOENCODING="ascii")
    assert said.returncode == 0
    assert said.stdout.isascii()
    assert "####" in said.stdout


def test_printable_text_stays_as_it_is() -> None:
    assert screen.printable("Zürich → 東京") == "Zürich → 東京"
    assert screen.printable("a\x1b[0m\tb\u202e") == r"a\x1b[0m\tb\u202e"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_made(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_EDGEWISE_COMPLETE", f"source_{shell}")
    said = edgewise()
    assert said.code == 0
    assert "_EDGEWISE_COMPLETE" in said.out


def test_completion_can_be_installed(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    said = piped("--install-completion", "bash", **home)
    assert said.returncode == 0, said.stderr
    assert ".bash_completions/edgewise.sh" in (tmp_path / ".bashrc").read_text()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("edgewise ", list(ORDER)),
        ("edgewise run b", ["bfs", "bellman-ford", "betweenness"]),
        ("edgewise verify s", ["sssp"]),
        ("edgewise run pagerank --variant g", ["gap", "graphalytics"]),
        ("edgewise run bfs --controller sep", ["sep-traversal", "sep-iterative"]),
        ("edgewise warmup p", ["pagerank"]),
        ("edgewise bench --only b", ["bfs", "bellman-ford", "betweenness"]),
        ("edgewise generate s", ["small-world", "star"]),
        ("edgewise info --format m", ["matrixmarket", "metis"]),
        ("edgewise convert a b --to gr", ["graphalytics", "graph500", "graphml"]),
        ("edgewise generate geometric --weights d", ["distance"]),
        ("edgewise info --duplicates m", ["min", "max"]),
    ],
)
def test_the_shell_is_offered_words(
    line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_EDGEWISE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    assert edgewise().out.split() == offered
