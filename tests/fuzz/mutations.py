"""Ways to spoil what is valid: bytes, JSON values, texts and the words of a command line. A seed gives the same damage again."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tests.fuzz.mesh_damage import cut, enlarge, flip, repeat

Place = tuple[Any, Any]
"""A container of a JSON value, and the key or index of an entry of it."""

COMMANDING = (
    "\x1b[2J",
    "\x1b]0;x\x07",
    "\x07",
    "\x00",
    "\u202e",
    "\u2066",
    "\u2028",
    "\u061c",
    "\x9b31m",
    "a\nb",
    "\r",
    "\ud800",
)
"""What a terminal or a page would obey, or no text may hold."""

STRINGS = (
    *COMMANDING,
    "",
    " ",
    "x" * 1500,
    "../../out.json",
    "/etc/passwd",
    "/dev/zero",
    "<script>alert(1)</script>",
    "</script",
    "&lt;",
    "'\"`$(id)",
    "NUL",
    "COM1.json",
    "-1",
    "1e5",
    "nan",
    "{}",
    "%s%n",
    "{0}",
    "\u65e5\u672c",
    "e\u0301",
    "\U0001f600",
    "__class__",
    ".",
)

NUMBERS: tuple[Any, ...] = (
    0,
    -0.0,
    1,
    -1,
    2,
    0.5,
    1e-9,
    -1e-9,
    1e-300,
    5e-324,
    0.0001,
    0.05,
    0.049,
    30,
    48,
    600,
    9999.9,
    10000,
    10000.001,
    1e5,
    1e17,
    1e300,
    -1e300,
    2**31,
    2**53 + 1,
    2**63,
    10**400,
    float("nan"),
    float("inf"),
    float("-inf"),
    0.1 + 0.2,
    1e-4,
    12,
    90,
    45,
    360,
    -36000,
    True,
)

OTHERS: tuple[Any, ...] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    {"": ""},
    [None],
    {"type": "x"},
    [0, 0],
    [0, 0, 0],
    "x",
    7,
)


def near(chance: random.Random, number: float) -> Any:
    """A number a little or much off, mostly one that may still be meant."""
    if chance.random() < 0.2:
        return chance.choice(NUMBERS)
    try:
        moved = (
            number + chance.gauss(0, 1),
            number + chance.gauss(0, 10),
            number * chance.uniform(0, 3),
            -number,
            float(round(number)),
            number + chance.choice((1e-9, -1e-9, 1e-6, 1e-3)),
            number + chance.choice((1, -1)),
        )
    except (OverflowError, ValueError):
        return 1
    return chance.choice(moved)


def places(value: Any, most: int = 4000) -> Iterator[Place]:
    """Every entry of a JSON value, at most so many."""
    stack = [value]
    while stack and most > 0:
        node = stack.pop()
        keys = (
            list(node)
            if isinstance(node, dict)
            else range(len(node))
            if isinstance(node, list)
            else ()
        )
        for key in keys:
            most -= 1
            yield node, key
            if isinstance(node[key], dict | list):
                stack.append(node[key])


def _spoil(chance: random.Random, entries: list[Place]) -> None:
    plain = [(node, key) for node, key in entries if not isinstance(node[key], dict | list)]
    node, key = chance.choice(plain if plain and chance.random() < 0.6 else entries)
    value = node[key]
    roll = chance.random()
    if roll < 0.7 and isinstance(value, int | float) and not isinstance(value, bool):
        node[key] = near(chance, value)
    elif roll < 0.7 and isinstance(value, str):
        node[key] = _other_text(chance, value, entries)
    elif roll < 0.75:
        node[key] = deepcopy(chance.choice((*OTHERS, *STRINGS, *NUMBERS)))
    elif roll < 0.80:
        del node[key]
    elif roll < 0.85:
        other, its = chance.choice(entries)
        node[key] = _copy(
            other.get(its) if isinstance(other, dict) else other[its] if its < len(other) else None
        )
    elif roll < 0.87 and isinstance(node, dict):
        node[chance.choice((*STRINGS, str(key) + "x"))] = node.pop(key)
    elif roll < 0.89 and isinstance(node, dict):
        node[chance.choice((*STRINGS, str(key) + "x"))] = deepcopy(
            chance.choice((*OTHERS, *NUMBERS))
        )
    elif roll < 0.95 and isinstance(node, list):
        node[key:key] = [_copy(value)] * chance.choice((1, 1, 2, 40))
    else:
        node[key] = _nested(value, chance.choice((1, 1, 2, 50)))


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _nested(value: Any, deep: int) -> Any:
    for _ in range(deep):
        value = [value]
    return value


def _other_text(chance: random.Random, text: str, entries: list[Place]) -> str:
    """Another text in its place: one of the file's own, a hostile one, or the same with something in it."""
    roll = chance.random()
    if roll < 0.4:
        other, its = chance.choice(entries)
        found = (
            other.get(its) if isinstance(other, dict) else other[its] if its < len(other) else None
        )
        return found if isinstance(found, str) else chance.choice(STRINGS)
    if roll < 0.7:
        return chance.choice(STRINGS)
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(STRINGS) + text[at:]


def spoiled_value(chance: random.Random, value: Any) -> Any:
    """The same JSON value with one thing wrong, or several."""
    made = _copy(value)
    for _ in range(chance.choice((1, 1, 1, 1, 1, 2, 2, 3, 6))):
        entries = list(places(made))
        if not entries:
            return deepcopy(chance.choice(OTHERS))
        _spoil(chance, entries)
    return made


def as_text(chance: random.Random, value: Any) -> bytes:
    """A JSON value as a file: sometimes with its characters written out."""
    text = json.dumps(value, ensure_ascii=chance.random() < 0.4).encode("utf-8", "surrogatepass")
    if chance.random() < 0.01:
        return text.replace(b"[", b"[" * 50_000, 1)
    return text


ENCODINGS = (
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-16", "utf-32", "utf-32-be"),
    *("utf-7", "latin-1", "cp1252", "cp037"),
)
"""How a text may be stored; the program reads those of UTF-8 and UTF-16."""

LINE_ENDS = ("\n", "\r\n", "\r", "\n\r", "\r\r\n", "\x85", "\u2028", "\x0c")
"""What may end a line; the program knows the first four."""

ENDS = ("", "\n", "\n\n \n", "\x00" * 64, "\x1a", "\n{}\n", "surprise\n")
"""What a text may end with."""


def stored_anew(chance: random.Random, data: bytes) -> bytes:
    """The same text in another encoding, with other line ends or another end; other bytes stay."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data
    if chance.random() < 0.5:
        text = text.rstrip("\n") + chance.choice(ENDS)
    if chance.random() < 0.5:
        text = text.replace("\n", chance.choice(LINE_ENDS))
    made = text.encode(chance.choice(ENCODINGS), "replace")
    return made[:-1] if chance.random() < 0.05 else made


WAYS: tuple[Callable[[random.Random, bytes], bytes], ...] = (flip, cut, repeat, enlarge)


def spoiled_bytes(chance: random.Random, data: bytes) -> bytes:
    """The same bytes, spoilt in one way or several."""
    made = chance.choice(WAYS)(chance, data) if data else b"\x00"
    while made and chance.random() < 0.3:
        made = chance.choice(WAYS)(chance, made)
    return made


def spoiled_text(chance: random.Random, data: bytes) -> bytes:
    """The same text with words, numbers or quoted parts replaced, lines dropped, doubled or swapped."""
    made = data
    for _ in range(chance.choice((1, 1, 2, 4))):
        made = _spoil_text(chance, made)
    return made


def _spoil_text(chance: random.Random, data: bytes) -> bytes:
    roll = chance.random()
    if roll < 0.45:
        pattern = chance.choice((rb"-?\d[\d.]*", rb"\"[^\"\n]*\"", rb"\w+", rb">[^<\n]+<"))
        found = [m for m, _ in zip(re.finditer(pattern, data), range(3000), strict=False)]
        if found:
            one = chance.choice(found)
            new = (
                str(chance.choice((*STRINGS, *NUMBERS))).encode("utf-8", "surrogatepass")
                if chance.random() < 0.7
                else (chance.choice(found)[0])
            )
            quoted = (
                b'"' + new + b'"'
                if one[0][:1] == b'"' and new[:1] != b'"'
                else b">" + new + b"<"
                if one[0][:1] == b">"
                else new
            )
            return data[: one.start()] + quoted + data[one.end() :]
    if roll < 0.75:
        lines = data.splitlines(keepends=True) or [b""]
        at = chance.randrange(len(lines))
        other = chance.randrange(len(lines))
        if roll < 0.55:
            del lines[at]
        elif roll < 0.65:
            lines[at:at] = [lines[other]] * chance.choice((1, 2, 30))
        else:
            lines[at], lines[other] = lines[other], lines[at]
        return b"".join(lines)
    return spoiled_bytes(chance, data)


def spoiled_words(chance: random.Random, words: list[str], known: tuple[str, ...]) -> list[str]:
    """The words of a command line with some of them replaced, dropped, doubled or swapped."""
    made = list(words)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(made)) if made else 0
        roll = chance.random()
        if roll < 0.35 and made:
            made[at] = chance.choice((*known, *(str(n) for n in NUMBERS), *STRINGS))
        elif roll < 0.5 and made:
            del made[at]
        elif roll < 0.8:
            made.insert(at, chance.choice((*known, *(str(n) for n in NUMBERS), *STRINGS)))
        elif made:
            made[at] = (made[at] + chance.choice(STRINGS))[:2000]
    return [word.replace("\x00", "") for word in made]
