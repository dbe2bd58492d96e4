"""Running the command line inside a test."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

import pytest
import typer

from edgewise.cli.app import app

COMMAND = typer.main.get_command(app)


@dataclass(frozen=True)
class Said:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON object on standard output."""
        return json.loads(self.out)


def edgewise(*words: object) -> Said:
    """`edgewise("info", path)` does what `edgewise info PATH` does."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        COMMAND([str(word) for word in words], prog_name="edgewise")
    return Said(int(ended.value.code or 0), out.getvalue(), err.getvalue())
