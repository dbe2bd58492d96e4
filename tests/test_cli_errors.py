"""What people and programs are told when something goes wrong: never a traceback."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import edgewise as ew
from edgewise import errors
from edgewise.cli import command
from tests.cli import edgewise

ROOT = Path(__file__).parents[1]


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    ew.write(ew.generate.path(4), tmp_path / "toy.ew")
    return tmp_path / "toy.ew"


def spawned(*words: object, **more: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, its output in pipes."""
    return subprocess.run(
        [sys.executable, "-m", "edgewise", *map(str, words)],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | more,
        check=False,
    )


def test_a_missing_file_is_one_line() -> None:
    said = edgewise("info", "nowhere.ew")
    assert said.code == command.FAILED == 1
    assert said.out == ""
    assert said.err == "error: nowhere.ew: there is no such file\n"


def test_a_missing_file_is_an_object_for_programs() -> None:
    said = edgewise("info", "nowhere.ew", "--json")
    assert said.code == 1
    wanted = {"type": "FileMissingError", "message": "nowhere.ew: there is no such file"}
    assert said.data == {"error": wanted}


@pytest.mark.parametrize("place", ["before", "after"])
def test_verbose_shows_where(place: str) -> None:
    words = ["info", "nowhere.ew"]
    words = ["-v", *words] if place == "before" else [*words, "--verbose"]
    said = edgewise(*words)
    assert "Traceback (most recent call last)" in said.err
    assert said.err.endswith("error: nowhere.ew: there is no such file\n")


def test_verbose_tells_what_is_done(toy: Path) -> None:
    said = edgewise("info", toy, "-v")
    assert f"edgewise.cli: edgewise {ew.__version__} on " in said.err
    assert "edgewise.cli: edgewise info took " in said.err
    assert edgewise("info", toy).err == ""


def test_a_wrong_number_of_threads_is_misuse(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDGEWISE_THREADS", "many")
    said = edgewise("doctor")
    assert said.code == 2
    assert said.err.startswith("error: EDGEWISE_THREADS='many': expected an integer")


def test_broken_content_is_our_error(toy: Path) -> None:
    toy.write_bytes(toy.read_bytes()[:-8])
    said = edgewise("info", toy)
    assert said.code == 1
    assert said.err.startswith(f"error: {toy}")
    assert "Traceback" not in said.err


def test_changed_content_has_a_way_out(toy: Path) -> None:
    content = bytearray(toy.read_bytes())
    content[-1] ^= 1
    toy.write_bytes(content)
    said = edgewise("info", toy)
    assert said.code == 1
    assert "hint: --no-verify reads the file all the same" in said.err


def test_an_unknown_format_has_a_way_out(tmp_path: Path) -> None:
    odd = tmp_path / "odd.bin"
    odd.write_bytes(b"\x00\x01\x02\x03" * 20)
    said = edgewise("info", odd)
    assert said.code == 1
    assert "hint: `edgewise formats` lists what can be read" in said.err


@pytest.mark.parametrize(
    "words",
    [
        ["nothing"],
        ["info"],
        ["info", "a", "b"],
        ["info", "a.ew", "--nothing"],
        ["info", "a.ew", "--ids", "odd"],
        ["info", "a.ew", "--num-vertices", "x"],
        ["generate", "nothing"],
        ["generate", "kron", "-o", "x.ew"],
        ["generate", "path", "--num-vertices", "3"],
        ["convert", "a.ew"],
    ],
)
def test_wrong_words_are_misuse(words: list[str]) -> None:
    said = edgewise(*words)
    assert said.code == command.MISUSED == 2
    assert said.out == ""
    assert "Usage: edgewise" in said.err
    assert "Traceback" not in said.err


def test_a_refused_value_is_misuse_and_named_as_the_option(tmp_path: Path) -> None:
    said = edgewise("generate", "kron", "--scale=5", "--edge-factor=-1", "-o", tmp_path / "k.ew")
    assert said.code == 2
    assert said.err.splitlines() == [
        "error: --edge-factor -1: expected an integer of 0 or more",
        "hint: `edgewise generate kron --help` lists what is taken",
    ]


def test_names_cannot_move_the_cursor(tmp_path: Path) -> None:
    said = edgewise("info", tmp_path / "a\x1b[2Jb\nc")
    assert "\x1b" not in said.err
    assert said.err.count("\n") == 1
    assert r"a\x1b[2Jb\nc: there is no such file" in said.err


def test_names_that_are_no_text_are_shown() -> None:
    said = spawned("info", os.fsdecode(b"\xff.ew"))
    assert said.returncode == 1
    assert said.stderr == b"error: \\udcff.ew: there is no such file\n"


def fails_with(problem: BaseException, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    def run() -> command.Answer:
        raise problem

    code = command.carry_out(run, "edgewise run", {}, programs=False, verbose=False)
    said = capsys.readouterr()
    assert said.out == ""
    return code, said.err


@pytest.mark.parametrize(
    ("problem", "code", "words"),
    [
        (errors.GraphError("no"), 1, "error: no\n"),
        (errors.ArgumentTypeError("no"), 2, "error: no\nhint: `edgewise run --help`"),
        (errors.ExpansionError("f", "bomb"), 1, "error: f: bomb\nhint: --max-expansion"),
        (MemoryError(), 1, "error: out of memory\n"),
        (OSError(errno.ENOSPC, "No space left", "/x"), 1, "error: /x: No space left\n"),
        (OSError(errno.EIO, "broken"), 1, "error: edgewise run: broken\n"),
        (ZeroDivisionError("by 0"), 1, "error: ZeroDivisionError: by 0\nhint: this is a fault of"),
        (KeyboardInterrupt(), 130, "interrupted: "),
    ],
)
def test_every_end_has_its_code(
    problem: BaseException, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = fails_with(problem, capsys)
    assert found[0] == code
    assert found[1].startswith(words)


def test_every_error_of_ours_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = fails_with(errors.FormatError("f", "odd\r\nlines", found="x\ny"), capsys)
    assert code == 1
    assert said.count("\n") == 1


@pytest.mark.parametrize("words", [["formats"], ["formats", "--json"], ["--help"]])
def test_a_closed_pipe_is_quiet(words: list[str]) -> None:
    readable, writable = os.pipe()
    os.close(readable)
    ended = subprocess.run(
        [sys.executable, "-m", "edgewise", *words],
        stdout=writable,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
    )
    os.close(writable)
    assert ended.stderr == b""
    assert ended.returncode == 1


def test_interrupting_leaves_nothing_behind(tmp_path: Path) -> None:
    """Ctrl-C while a file is being written: no file, no part of one, no traceback."""
    code = (
        "import sys; sys.argv = ['edgewise', 'generate', 'path', '--num-vertices', '9', '-o', "
        f"{str(tmp_path / 'p.ew')!r}]\n"
        "from edgewise.io import native\n"
        "def write(graph, sink):\n"
        "    sink.write(b'half')\n"
        "    raise KeyboardInterrupt\n"
        "native.write = write\n"
        "from edgewise.cli import main; main()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False)
    assert ended.returncode == 130
    assert b"Traceback" not in ended.stderr
    assert list(tmp_path.iterdir()) == []
