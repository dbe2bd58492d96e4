"""Damage to bytes: what disks, networks, editors and enemies do to a file."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable, Sequence

NUMBER = re.compile(rb"[-+]?\d+")
TOKENS = (
    b"0 -1 1 -0 00 2147483647 2147483648 4294967295 4294967296 4294967297 9223372036854775807 "
    b"9223372036854775808 18446744073709551615 18446744073709551616 18446744073709551617 "
    b"1000000000000000000 10000000000000000000000000000000 -9223372036854775808 "
    b"-9223372036854775809 1e 1e5 1e400 -1e-400 . - + --1 +-1 0x10 1_0 nan NaN inf -inf 1.5 1..5 "
    b"a \xef\xbc\x91 \xc2\xa0 \x00"
).split(b" ")
LINE_ENDS = (b"\n", b"\r\n", b"\r", b"\n\n", b"\x0b", b"\x0c", b"\n\r", b" \n", b"\x00", b"")
WORDS = tuple(
    value & (1 << 64) - 1
    for power in (0, 7, 8, 15, 16, 31, 32, 33, 40, 53, 60, 62, 63)
    for value in ((1 << power) - 1, 1 << power, (1 << power) + 1, -(1 << power))
)
Mutation = Callable[[random.Random, bytearray, Sequence[bytes]], None]


def mutated(rng: random.Random, content: bytes, others: Sequence[bytes]) -> bytes:
    """The content after one to a few random damages; pieces may come from the other files."""
    text = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        rng.choice(MUTATIONS)(rng, text, others)
    return bytes(text[: 1 << 16])


def _place(rng: random.Random, text: bytearray) -> int:
    """Somewhere in the file; the beginning, where headers are, more often."""
    end = min(len(text), 64) if rng.random() < 0.3 else len(text)
    return rng.randint(0, end)


def _piece(rng: random.Random, text: bytes | bytearray) -> bytes:
    begin = rng.randint(0, len(text))
    return bytes(text[begin : begin + rng.choice((1, 2, 4, 8, 16, 64, 256))])


def flip_bit(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    if text:
        text[min(_place(rng, text), len(text) - 1)] ^= 1 << rng.randrange(8)


def set_byte(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    if text:
        value = rng.choice((0, 9, 10, 13, 32, 45, 46, 48, 57, 127, 128, 255, rng.randrange(256)))
        text[min(_place(rng, text), len(text) - 1)] = value


def insert_bytes(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    place = _place(rng, text)
    text[place:place] = rng.randbytes(rng.choice((1, 1, 2, 8, 32)))


def insert_token(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    place = _place(rng, text)
    text[place:place] = rng.choice((b" ", b"\t", b",", b"\n", b"")) + rng.choice(TOKENS)


def delete(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    place = _place(rng, text)
    del text[place : place + rng.choice((1, 1, 2, 4, 8, 16, 64, 512))]


def duplicate(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    piece, place = _piece(rng, text), _place(rng, text)
    text[place:place] = piece * rng.choice((1, 1, 2, 16))


def splice(rng: random.Random, text: bytearray, others: Sequence[bytes]) -> None:
    piece, place = _piece(rng, rng.choice(others)), _place(rng, text)
    text[place : place + rng.choice((0, len(piece)))] = piece


def edit_number(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    found = list(NUMBER.finditer(bytes(text)))
    if found:
        begin, end = rng.choice(found[:4] if rng.random() < 0.4 else found).span()
        nearby = str(int(text[begin:end][:40]) + rng.choice((-1, 1, 2, 10))).encode()
        text[begin:end] = rng.choice(TOKENS) if rng.random() < 0.7 else nearby


def edit_word(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    """Overwrite a machine word, on a boundary as likely as not, with a value at some limit."""
    width = rng.choice((1, 2, 4, 8, 8))
    if len(text) >= width:
        place = min(_place(rng, text), len(text) - width)
        place -= place % width if rng.random() < 0.5 else 0
        value = rng.choice(WORDS) if rng.random() < 0.8 else rng.randrange(2 * len(text))
        text[place : place + width] = struct.pack("<Q", value)[:width]


def truncate(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    del text[_place(rng, text) :]


def extend(rng: random.Random, text: bytearray, others: Sequence[bytes]) -> None:
    text += rng.choice((b"\n", b"\x00", b"\x00" * 16, b" ", b"1", rng.choice(others)))


def change_line_end(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    ends = [place for place, byte in enumerate(text) if byte == 10]
    if ends:
        place = rng.choice(ends)
        text[place : place + 1] = rng.choice(LINE_ENDS)


def change_all_line_ends(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    text[:] = bytes(text).replace(b"\n", rng.choice(LINE_ENDS))


def swap_lines(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    lines = bytes(text).split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    text[:] = b"\n".join(lines)


def encode_otherwise(rng: random.Random, text: bytearray, _: Sequence[bytes]) -> None:
    as_text = bytes(text).decode("latin-1")
    text[:] = as_text.encode(rng.choice(("utf-16", "utf-16-le", "utf-8-sig", "utf-32")))


MUTATIONS: tuple[Mutation, ...] = (
    *(flip_bit, set_byte, insert_bytes, insert_token, insert_token, delete, delete, duplicate),
    *(splice, splice, edit_number, edit_number, edit_number, edit_word, edit_word, truncate),
    *(extend, change_line_end, change_all_line_ends, swap_lines, encode_otherwise),
)
