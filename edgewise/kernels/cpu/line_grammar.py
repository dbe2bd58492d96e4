"""What sets the text formats apart, as a row of numbers; and what can be wrong with a line."""

from __future__ import annotations

NO_BYTE = -1
"""Stands where a grammar names no byte."""

# the places in a grammar
IDS = 0
"""How many vertex ids a line has, 1 or 2."""
WEIGHT = 1
"""What follows them: one of the kinds below."""
SEPARATOR = 2
"""The byte between columns; NO_BYTE for runs of blanks and tabs."""
LETTER = 3
"""The byte that every data line begins with, or NO_BYTE."""
REMARK, OTHER_REMARK, SLASHES = 4, 5, 6
"""Bytes that begin a line to be passed over, or NO_BYTE; whether two slashes do."""
BASE, LOW, HIGH = 7, 8, 9
"""The id of the first vertex, which is taken off; the least and the greatest id taken."""
WIDE = 10
"""Whether ids go to the 64-bit columns."""
PLACES = 11

NO_WEIGHT, INTEGER, REAL, MIXED, REST = range(5)
"""Kinds of weight. MIXED reads integers and stops at the first other number; REST passes over
whatever else is on the line."""
WITH_WEIGHT = (INTEGER, REAL, MIXED)

# what stopped the reading
DONE, ID_WRONG, ID_BEYOND, ID_OUTSIDE, WEIGHT_WRONG, WEIGHT_BEYOND, WEIGHT_NAN = range(7)
DIGITS_LEFT, FRACTION, TOO_FEW, TOO_MANY, LETTER_WRONG, UNPARTED, NO_ROOM = range(7, 14)
VERTEX_WRONG, LINE_TOO_MANY = 14, 15
