"""The command: `python -m tests.fuzz --files 100000 [--format X] [--seed N] [--jobs 2]`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.fuzz.make import FORMATS
from tests.fuzz.report import heading, keep, line, told
from tests.fuzz.watch import fuzz

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "found"


def main() -> int:
    """Fuzz, print a table, keep the finds; 1 when there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--files", type=int, default=10_000, help="files a format")
    parser.add_argument("--format", action="append", choices=FORMATS, help="all when left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes that read")
    given = parser.parse_args()
    formats = given.format or FORMATS
    print(heading(), flush=True)
    finds, begun = [], time.perf_counter()
    for row in fuzz(formats, given.files, given.seed, given.jobs):
        print(line(row), flush=True)
        finds += row.finds
    for found in finds:
        print(told(found, keep(found, CORPUS)))
    print(f"{len(formats) * given.files:,} files, seed {given.seed}, ", end="")
    print(f"{time.perf_counter() - begun:.0f} s, {len(finds)} finds")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
