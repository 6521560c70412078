"""Parse the words that say where a model stands, such as "1.3 inches from wall-2".

    place     = point | between | "centered on" THING | condition {"and" condition}
                | place "near" X "," Y
    point     = ["at"] X "," Y ["," Z]
    between   = ["halfway"] "between" THING "and" THING
    condition = LENGTH ["away"] "from" THING
              | LENGTH ["to the"] DIRECTION "of" THING
              | ["in"] ["base"] "contact with" THING | "touching" THING | "against" THING
              | "on" ["top of"] THING
              | ("on" | "at" | LENGTH "from") EDGE
    EDGE      = THING"'s" [DIRECTION] "edge" | [DIRECTION] ["table"] "edge" ["of" THING]
    LENGTH    = number or fraction, then nothing, in, inches, ", mm or cm

Distances are from the edge of the base, as the rules measure them. `find_place` in
`place_search.py` finds the place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.table.space_constants import MILLIMETERS_PER_INCH

_ROOT_HALF = 0.5**0.5
DIRECTIONS: dict[str, XY] = {
    "north": (0.0, 1.0),
    "south": (0.0, -1.0),
    "east": (1.0, 0.0),
    "west": (-1.0, 0.0),
    "northeast": (_ROOT_HALF, _ROOT_HALF),
    "northwest": (-_ROOT_HALF, _ROOT_HALF),
    "southeast": (_ROOT_HALF, -_ROOT_HALF),
    "southwest": (-_ROOT_HALF, -_ROOT_HALF),
}
"""The directions on the board, as unit vectors (x east, y north)."""

MAX_LENGTH_IN = 1000.0
"""The longest distance in words."""

PLACE_EXAMPLES = (
    '"12, 8", "1.3 inches from wall-2", "in base contact with b", '
    '"2 in north of a" or "on the roof\'s south edge"'
)


@dataclass(frozen=True)
class AtPoint:
    """Exactly at (x, y), or at (x, y, z)."""

    at: tuple[float, ...]


@dataclass(frozen=True)
class Between:
    """Halfway between the middles of two things."""

    things: tuple[str, str]


@dataclass(frozen=True)
class AwayFrom:
    """At a distance from a thing; 0 is contact. `direction` is empty for any direction."""

    inches: float
    thing: str
    direction: str = ""


@dataclass(frozen=True)
class OnTop:
    """On top of a piece of terrain."""

    thing: str


@dataclass(frozen=True)
class AtEdge:
    """At a distance inside an edge of the table (no `thing`) or of the top of terrain.

    Without a `direction`, any edge fits.
    """

    inches: float
    direction: str
    thing: str = ""


Condition = AwayFrom | OnTop | AtEdge
Placement = AtPoint | Between | tuple[Condition, ...]

_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
_LENGTH = (
    r"(?P<length>\d+\s+\d+/\d+|\d+/\d+|\d+\.?\d*|\.\d+)\s*"
    r"(?P<unit>inches|inch|in\.|in\b|\"|″|”|''|mm\b|cm\b)?\s*"
)
_WAYS = "|".join(
    sorted((re.sub("^(north|south)(?=.)", r"\1[- ]?", d) for d in DIRECTIONS), key=len)[::-1]
)
_WAY = rf"(?:the\s+)?(?P<way>{_WAYS})"
_POINT = re.compile(rf"(?:at\s+)?\(?\s*({_NUMBER}(?:\s*,\s*{_NUMBER}){{1,2}})\s*\)?")
_BETWEEN = re.compile(r"(?:halfway\s+|midway\s+)?between\s+(.+?)\s+and\s+(.+)", re.IGNORECASE)
_EDGES = tuple(
    re.compile(rf"(?:on|at|along|{_LENGTH}(?:away\s+)?from)\s+{edge}", re.IGNORECASE)
    for edge in (
        rf"(?P<thing>.+?)(?:'s?|’s?)\s+(?:{_WAY}\s+)?edge",
        rf"{_WAY}\s+(?:table\s+|board\s+)?edge(?:\s+of\s+(?P<thing>.+))?",
        r"(?:the\s+)?(?P<way>)(?:table\s+|board\s+)?edge(?:\s+of\s+(?P<thing>.+))?",
    )
)
_CENTERED = re.compile(r"cent(?:ered|red)\s+on\s+(.+)", re.IGNORECASE)
_NEAR = re.compile(rf"(.+?)\s+near\s+\(?\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\)?", re.IGNORECASE)
_CONTACT = re.compile(
    r"(?:in\s+)?(?:base\s+)?contact\s+(?:with\s+)?(?P<thing>.+)"
    r"|(?:touching|against)\s+(?P<other>.+)",
    re.IGNORECASE,
)
_DIRECTED = re.compile(rf"{_LENGTH}(?:to\s+)?{_WAY}\s+(?:of|from)\s+(?P<thing>.+)", re.IGNORECASE)
_AWAY = re.compile(rf"{_LENGTH}(?:away\s+)?from\s+(?P<thing>.+)", re.IGNORECASE)
_ON = re.compile(r"on\s+(?:top\s+of\s+)?(?P<thing>.+)", re.IGNORECASE)
_AND = re.compile(
    r"\s+and\s+(?=\.?\d|in\s|base\s|contact\s|touching\s|against\s|on\s|at\s)", re.IGNORECASE
)


def split_near(words: str) -> tuple[str, XY | None]:
    """Return the words without "near X, Y" at their end, and that point or None."""
    near = _NEAR.fullmatch(" ".join(words.split()))
    return (words, None) if near is None else (near[1], (float(near[2]), float(near[3])))


def parse_placement(words: str) -> Placement:
    """Return what the words say about a place. Raises InputError."""
    text = " ".join(words.split())
    point = _POINT.fullmatch(text)
    if point is not None:
        return AtPoint(tuple(float(number) for number in point[1].split(",")))
    centered = _CENTERED.fullmatch(text)
    if centered is not None:
        return Between((centered[1], centered[1]))
    between = _BETWEEN.fullmatch(text)
    if between is not None:
        return Between((between[1], between[2]))
    return tuple(condition for part in _AND.split(text) for condition in _parse_conditions(part))


def _parse_conditions(text: str) -> list[Condition]:
    """Return a condition, or several for contact with several things."""
    for pattern in _EDGES:
        if match := pattern.fullmatch(text):
            thing = re.sub("^the ", "", match["thing"] or "", flags=re.IGNORECASE)
            is_table = thing.lower() in ("", "table", "board")
            return [AtEdge(_read_length(match, 0.0), _direction(match), "" if is_table else thing)]
    if match := _CONTACT.fullmatch(text):
        return [AwayFrom(0.0, t) for t in (match["thing"] or match["other"]).split(" and ")]
    if match := _DIRECTED.fullmatch(text):
        return [AwayFrom(_read_length(match), match["thing"], _direction(match))]
    if match := _AWAY.fullmatch(text):
        return [AwayFrom(_read_length(match), match["thing"])]
    if match := _ON.fullmatch(text):
        return [OnTop(match["thing"])]
    raise InputError(f'place "{text}": expected for example {PLACE_EXAMPLES}')


def _direction(match: re.Match[str]) -> str:
    return re.sub("[- ]", "", match["way"] or "").lower()


def _read_length(match: re.Match[str], default: float = 0.0) -> float:
    return default if match["length"] is None else to_inches(match["length"], match["unit"])


def to_inches(number: str, unit: str | None = None) -> float:
    """Return a length such as "1 1/2" of a unit in inches. Raises InputError."""
    value = 0.0
    for part in number.split():
        above, _, below = part.partition("/")
        if below and not float(below):
            raise InputError(f'length "{number}": cannot divide by 0; expected for example 1/2')
        value += float(above) / (float(below) if below else 1.0)
    value /= {"mm": MILLIMETERS_PER_INCH, "cm": MILLIMETERS_PER_INCH / 10}.get(
        (unit or "").lower(), 1.0
    )
    if value > MAX_LENGTH_IN:
        raise InputError(f'length {number}: expected at most {MAX_LENGTH_IN:g}"')
    return value
