"""Flat marks that a game puts on the board: markers such as objectives, strips to deploy in, and whose edge of the table is whose."""
from __future__ import annotations

from dataclasses import dataclass

from wc3d.evidence.exhibit import XY, XYZ
from wc3d.evidence.palette import RGB


@dataclass(frozen=True)
class Marker:
    """A round marker on the board, `radius` inches; a model within `reach` inches of its edge counts for it.

    `at` is where its label stands, `foot` its middle on the ground. `owner` is the player who holds it now (0: nobody), `worth`
    what it would bring, `words` the lines of its tooltip.
    """

    id: str
    name: str
    short: str
    at: XYZ
    foot: XYZ
    rgb: RGB
    radius: float
    reach: float
    owner: int = 0
    contested: bool = False
    worth: str = ""
    active: bool = False
    portable: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Zone:
    """A rectangle of the table in which a player may set up, from its lowest to its highest corner; `front` is its inner edge."""

    low: XY
    high: XY
    front: tuple[XY, XY]
    rgb: RGB
    player: int


@dataclass(frozen=True)
class TableEdge:
    """The edge of the table that is a player's, from one corner to the next."""

    line: tuple[XY, XY]
    rgb: RGB
    player: int
