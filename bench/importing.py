"""Table: what `import` takes in a new interpreter."""

from __future__ import annotations

from bench.contest import Case, Settings

TITLE = "Import: a new interpreter that imports one package and ends"
ABOUT = (
    'The whole time of `python -c "import ..."`, interpreter included; *nothing* is the '
    "interpreter alone. Byte code was compiled before."
)
MEASURE = ""


def cases(scale: int) -> list[Case]:
    """One case; the scale does not matter."""
    return [Case("import", "import in a new interpreter", {}, {})]


def inputs(settings: Settings) -> None:
    """Nothing to give."""
