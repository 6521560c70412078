"""Things that a file's name tells: their usual size on a table, and sizes written in the name."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

import numpy as np

from wc3d._internal.memo import Size, memo_per_process
from wc3d.meshes.units import INCHES_PER_UNIT, Unit

COLLECTION_MARK = "__"
"""What separates the name of a collection from the name of a piece."""

MIN_ENDING_CHARS = 4
"""Fewest letters of a word that may end a longer word, as in "farmhouse"."""

NAMED_SIZE_TOLERANCE = 0.03
"""Difference of a size in the name from a side of the mesh, as a share."""

_UNIT_WORDS: dict[str, Unit] = {
    "mm": "mm",
    "cm": "cm",
    "m": "m",
    "in": "in",
    "inch": "in",
    "inches": "in",
}
_NAMED_SIZE = re.compile(
    r"(?<![a-z0-9.])(\d{1,5}(?:\.\d{1,4})?(?: ?x ?\d{1,5}(?:\.\d{1,4})?){0,2}) ?"
    r"(mm|cm|inches|inch|in|m)(?![a-z])"
)


@dataclass(frozen=True)
class KnownThing:
    """A thing of a typical size, such as a door."""

    name: str
    words: tuple[str, ...]
    measure: Literal["height", "longest", "thinnest"]
    inches: float
    spread: float
    """The standard deviation of the logarithm of its size."""
    pose: Literal["flat", "upright", "tall", ""] = ""
    is_general: bool = False
    """Whether the words say little, and count only without others."""


@dataclass(frozen=True)
class NamedSize:
    """A size that a file's name states."""

    numbers: tuple[float, ...]
    unit: Unit

    @property
    def words(self) -> str:
        """The size as a text."""
        return " x ".join(f"{number:g}" for number in self.numbers) + f" {self.unit}"

    def fits(self, size_in: tuple[float, ...]) -> bool:
        """Return whether a mesh with these sides in inches has all stated sides."""
        sides = np.sort(np.array(size_in))
        for number in self.numbers:
            differences = np.abs(sides / (number * INCHES_PER_UNIT[self.unit]) - 1.0)
            if not (differences <= NAMED_SIZE_TOLERANCE).any():
                return False
        return True


@memo_per_process(Size.SMALL)
def known_things() -> tuple[KnownThing, ...]:
    """Return all known things."""
    text = (files("wc3d.meshes") / "known_things.toml").read_text(encoding="utf-8")
    return tuple(
        KnownThing(**{**entry, "words": tuple(entry["words"])})
        for entry in tomllib.loads(text)["thing"]
    )


def things_in_name(name: str) -> tuple[KnownThing, ...]:
    """Return the known things that a file's name (without its suffix) tells."""
    piece = name.rpartition(COLLECTION_MARK)[2] or name
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", piece)
    tokens = [token for token in re.split(r"[^a-z]+", spaced.lower()) if token]
    things = [thing for thing in known_things() if any(_is_named(thing, t) for t in tokens)]
    return tuple(thing for thing in things if not thing.is_general) or tuple(things)


def _is_named(thing: KnownThing, token: str) -> bool:
    forms = {token, token.removesuffix("s"), token.removesuffix("es")}
    return any(
        word in forms or (len(word) >= MIN_ENDING_CHARS and any(f.endswith(word) for f in forms))
        for word in thing.words
    )


def sizes_in_name(name: str) -> tuple[NamedSize, ...]:
    """Return the sizes that a file's name (without its suffix) states, such as 36x6.5x60mm."""
    words = name.lower().replace("_", " ").replace("-", " ").replace('"', "in")
    return tuple(
        NamedSize(tuple(float(number) for number in match[1].split("x")), _UNIT_WORDS[match[2]])
        for match in _NAMED_SIZE.finditer(words)
        if all(float(number) > 0.0 for number in match[1].split("x"))
    )
