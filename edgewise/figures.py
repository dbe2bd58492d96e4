"""Numbers as people read them: counts, bytes, seconds and rates.

>>> from edgewise import figures
>>> figures.count(15_700_394), figures.size(1_500_000), figures.seconds(0.0321)
('15,700,394', '1.5 MB', '32.1 ms')
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

_LARGE = ("", " k", " M", " G", " T", " P")


def count(number: int) -> str:
    """A whole number with its thousands set apart."""
    return f"{number:,}"


def size(num_bytes: int) -> str:
    """Bytes, in the unit that leaves three digits.

    >>> size(999), size(123_456), size(2_000_000_000)
    ('999 bytes', '123 kB', '2 GB')
    """
    if num_bytes < 1000:
        return f"{num_bytes} byte{'' if num_bytes == 1 else 's'}"
    return f"{_scaled(num_bytes)}B"


def seconds(duration: float) -> str:
    """A time, in the unit that leaves three digits.

    >>> seconds(0.00000042), seconds(2.345), seconds(75), seconds(7322)
    ('0.42 us', '2.35 s', '1 min 15 s', '2 h 2 min')
    """
    if duration < 1e-3:
        return f"{duration * 1e6:.3g} us"
    if duration < 1:
        return f"{duration * 1e3:.3g} ms"
    if duration < 60:
        return f"{duration:.3g} s"
    minutes, rest = divmod(round(duration), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def aligned(rows: Sequence[Sequence[str]], right: Container[str]) -> str:
    """Rows of cells side by side, the headings first; `right`: headings of what is set right.

    >>> print(aligned([("name", "n"), ("ann", "5"), ("bo", "12")], ["n"]))
    name   n
    ann    5
    bo    12
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = [str.rjust if heading in right else str.ljust for heading in rows[0]]
    cells = ([*map(_set, sides, row, widths)] for row in rows)
    return "\n".join("  ".join(line).rstrip() for line in cells)


def _set(side: Callable[[str, int], str], cell: str, width: int) -> str:
    return side(cell, width)


def rate(amount: int, duration: float, unit: str) -> str:
    """How much a second.

    >>> rate(15_700_394, 0.5, "edges"), rate(3, 0.0, "edges")
    ('31.4 M edges/s', '-')
    """
    if duration <= 0:
        return "-"
    return f"{short(amount / duration)} {unit}/s"


def short(number: float) -> str:
    """A large number in three digits.

    >>> short(15_700_394), short(31)
    ('15.7 M', '31')
    """
    return _scaled(number).strip()


def _scaled(number: float) -> str:
    power = 0
    while number >= 999.5 and power < len(_LARGE) - 1:
        number, power = number / 1000, power + 1
    shown = f"{number:.0f}" if number >= 99.95 else f"{number:.3g}"
    return f"{shown}{_LARGE[power] or ' '}"
