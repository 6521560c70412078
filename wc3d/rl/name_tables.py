"""Stable numbers for names: the same number means the same thing in every game and release."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from zlib import crc32

NUMBER_SCALE = 1024
"""The number of values of a number column. Rows hold a number divided by it, which is exact."""

OWN_NAMES_FROM = 960
"""The first number of names outside the table, such as cards of your own."""


@dataclass(frozen=True)
class NameTable:
    """An append-only list of names. The first has number 1, and 0 means no name."""

    names: tuple[str, ...]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names, 1)}

    def number(self, name: str) -> int:
        """Return the number of a name: 0 for none, and one from the last 64 for a name of your own.

        >>> from wc3d.rl.name_tables import NameTable
        >>> table = NameTable(("advance", "attack"))
        >>> table.number("attack"), table.number(""), table.number("mine") >= 960
        (2, 0, True)
        """
        if not name:
            return 0
        number = self._numbers.get(name)
        if number is None:
            number = OWN_NAMES_FROM + crc32(name.encode()) % (NUMBER_SCALE - OWN_NAMES_FROM)
        return number

    def scaled(self, name: str) -> float:
        """Return a name's number as a column's value, between 0 and 1."""
        return self.number(name) / NUMBER_SCALE

    def name(self, number: int) -> str:
        """Return the name of a number, or "" for none and for a name outside the table."""
        return self.names[number - 1] if 0 < number <= len(self.names) else ""


def load_name_tables(path: Path) -> Mapping[str, NameTable]:
    """Return the tables of a JSON file, by the kind of their names."""
    data: dict[str, Sequence[str]] = json.loads(path.read_text(encoding="utf-8"))
    return {kind: NameTable(tuple(names)) for kind, names in data.items()}
