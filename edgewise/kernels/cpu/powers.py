"""The powers of five that lie between decimal and binary numbers.

5**q, for every q that a float64 can need, as 128 bits with the highest set: 5**q * 2**shift, cut
off where q is 0 or more (exact to 5**55), rounded up where it is negative. Daniel Lemire, "Number
parsing at a gigabyte per second" (2021), shows that this is precise enough to round by.
"""

from __future__ import annotations

import numpy as np

LOWEST, HIGHEST = -342, 308


def _leading_bits(exponent: int) -> int:
    if exponent >= 0:
        power = 5**exponent
        excess = power.bit_length() - 128
        return power >> excess if excess > 0 else power << -excess
    power = 5**-exponent
    return (1 << (power.bit_length() + 127)) // power + 1


def _table() -> tuple[np.ndarray, np.ndarray]:
    bits = [_leading_bits(exponent) for exponent in range(LOWEST, HIGHEST + 1)]
    high = np.array([value >> 64 for value in bits], dtype=np.uint64)
    low = np.array([value & ((1 << 64) - 1) for value in bits], dtype=np.uint64)
    return high, low


HIGH, LOW = _table()
TENS = np.array([10.0**exponent for exponent in range(23)])
"""The powers of ten that a float64 holds exactly."""
WHOLE_TENS = np.array([10**exponent for exponent in range(20)], dtype=np.uint64)
"""The powers of ten that a word holds."""
