"""Traces read back from JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from edgewise import check
from edgewise.errors import FormatError
from edgewise.schedule.schedule import Schedule
from edgewise.schedule.trace import ACTIVE, CODE, FOUND, IN, OUT, TICKS, WALKED, WHY

COUNTS = {ACTIVE: "active", OUT: "out_degrees", IN: "in_degrees", WALKED: "walked", FOUND: "found"}


def parsed(text: str) -> dict[str, Any]:
    """What a Trace is made of."""
    try:
        return _parts(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        check.refuse("from_json", "text", text, "what Trace.to_json() gave")


def read(path: str) -> dict[str, Any]:
    """What the trace in a file is made of."""
    from edgewise.io.source import system

    with system(path):
        content = Path(path).read_bytes()
    try:
        return parsed(content.decode())
    except ValueError:
        raise FormatError(path, "this is no trace", expected="what Trace.save() wrote") from None


def _parts(told: dict[str, Any]) -> dict[str, Any]:
    tick, lines = float(told["seconds_a_tick"]), told["trace"]
    rows, reasons = np.zeros((len(lines), 8), np.int64), {"": 0}
    for row, line in zip(rows, lines, strict=True):
        for column, name in COUNTS.items():
            row[column] = line[name]
        row[CODE] = Schedule.parse(line["schedule"]).code
        row[TICKS] = round(line["ms"] / 1e3 / tick) if tick else 0
        row[WHY] = reasons.setdefault(str(line["why"]), len(reasons))
    return {
        "program": str(told["program"]),
        "rows": rows,
        "reasons": {number: why for why, number in reasons.items()},
        "seconds": float(told["seconds"]),
        "seconds_a_tick": tick,
        "rounds": int(told["rounds"]),
        "device": str(told.get("device", "cpu")),
    }
