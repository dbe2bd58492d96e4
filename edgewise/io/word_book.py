"""The different words of a file, numbered as they are first seen."""

from __future__ import annotations

from itertools import pairwise
from typing import final

import numpy as np

from edgewise.adjacency import Array

FIRST_SLOTS, FIRST_BYTES = 1 << 12, 1 << 14


@final
class WordBook:
    """Words and their numbers, in arrays that kernels enter new ones in."""

    def __init__(self) -> None:
        self._slots = np.full(FIRST_SLOTS, -1, np.int64)
        self._starts = np.zeros(FIRST_SLOTS // 2 + 1, np.int64)
        self._store = np.zeros(FIRST_BYTES, np.uint8)
        self._count = np.zeros(1, np.int64)

    def __len__(self) -> int:
        return int(self._count[0])

    @property
    def addresses(self) -> tuple[int, ...]:
        """What kernels take for a book; good until it grows."""
        return (
            self._slots.ctypes.data,
            len(self._slots) - 1,
            self._starts.ctypes.data,
            len(self._starts) - 1,
            self._store.ctypes.data,
            len(self._store),
            self._count.ctypes.data,
        )

    def enter(self, word: bytes) -> int:
        """The number of a word that is not empty."""
        from edgewise.kernels.cpu.word_lines import enter_word

        room = np.frombuffer(bytearray(word + bytes(8)), np.uint8)
        number = int(enter_word(room, len(word), self.addresses))
        while number < 0:
            self.grow()
            number = int(enter_word(room, len(word), self.addresses))
        return number

    def grow(self) -> None:
        """Make room for more words, and for more bytes of them."""
        from edgewise.kernels.cpu.word_lines import enter_again

        if 2 * len(self) + 2 >= len(self._slots):
            self._slots = np.full(4 * len(self._slots), -1, np.int64)
            self._starts = _longer(self._starts, len(self._slots) // 2 + 1)
            enter_again(self.addresses)
        else:
            self._store = _longer(self._store, 2 * len(self._store))

    def words(self) -> list[bytes]:
        """All words, by their numbers."""
        cuts = self._starts[: len(self) + 1].tolist()
        store = self._store[: cuts[-1]].tobytes()
        return [store[begin:end] for begin, end in pairwise(cuts)]


def _longer(array: Array, size: int) -> Array:
    longer = np.zeros(size, array.dtype)
    longer[: len(array)] = array
    return longer
