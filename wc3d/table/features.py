"""Kinds of terrain and their default effects."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.boxes import Box, boxes_overlap, moved_disc_box
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Piece
from wc3d.geometry.tolerances import EPSILON_IN

MAX_SINGLE_BOX_TESTS = 12
"""The most pieces to test one by one for their bounds. Larger features use a vectorized test."""


class Kind(StrEnum):
    """A kind of terrain.

    The values are "rough", "obscuring", "forest", "obstacle", "structure", "impassable" and
    "objective". Only a mission makes objectives. An objective may give cover and is never in the
    way.

    >>> wc3d.Kind("forest").rough, wc3d.Kind("forest").obscuring, wc3d.Kind("forest").solid
    (True, True, False)
    """

    ROUGH = "rough"
    OBSCURING = "obscuring"
    FOREST = "forest"
    OBSTACLE = "obstacle"
    STRUCTURE = "structure"
    IMPASSABLE = "impassable"
    OBJECTIVE = "objective"

    @property
    def rough(self) -> bool:
        """Return whether terrain of this kind slows models."""
        return self in (Kind.ROUGH, Kind.FOREST)

    @property
    def obscuring(self) -> bool:
        """Return whether terrain of this kind hides models deep in it."""
        return self in (Kind.OBSCURING, Kind.FOREST)

    @property
    def solid(self) -> bool:
        """Return whether movement and sight must go around, over or under terrain of this kind."""
        return self in (Kind.OBSTACLE, Kind.STRUCTURE, Kind.IMPASSABLE)


class PartState(StrEnum):
    """The state of a part that the players can open or take off, such as a door or a roof.

    A part that is open or removed is not there for any rule (NM-SIL-177, WM-RUL-168).
    """

    CLOSED = "closed"
    OPEN = "open"
    REMOVED = "removed"


@dataclass(frozen=True, eq=False, repr=False)
class Feature:
    """A feature of terrain: its kind, and its solid as convex pieces. Heights are in inches.

    - `pieces`: convex solids whose union is the feature. Flat ground has pieces of height 0.
    - `low`, `high`: the lowest and the highest z. `box`: the bounds (x0, y0, x1, y1) of its plan.
    - `blocks_sight`, `cover`, `standable`: its effects, with the kind's defaults filled in.
    - `protection`: any other protection that the players agreed on, as a word of the game, or "".
    - `water`: whether rough ground is shallow water, and impassable ground deep water.
    - `state`: closed, open or removed for a door, a roof and the like; None for other terrain.
    - `shapes`: the shapes of the map file. `meshes`: its large meshes; sight uses them directly.

    Make one with `wc3d.feature`. Two features are equal only if they are the same object.

    >>> bridge = table.feature("bridge")
    >>> bridge.kind.value, bridge.low, bridge.high
    ('structure', 4.5, 5.0)
    """

    id: str
    kind: Kind
    pieces: tuple[Piece, ...]
    name: str = ""
    blocks_sight: bool = False
    cover: bool = False
    standable: bool = False
    protection: str = ""
    """The protection that the players agreed on, in a word of the game; "" for none."""
    water: bool = False
    """True for water: shallow on rough ground, deep on impassable ground. Some games ignore it."""
    state: PartState | None = None
    """The state of a door, a roof or the like; None for terrain that is always there."""
    shapes: tuple[Any, ...] = field(default=(), repr=False)
    meshes: tuple[PlacedMesh, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return f"<Feature {self.id}: {self.kind.value}, {len(self.pieces)} piece{'' if len(self.pieces) == 1 else 's'}>"

    @cached_property
    def solid(self) -> bool:
        """Return whether the feature's kind is solid (cached `Kind.solid`)."""
        return self.kind.solid

    @property
    def solid_pieces(self) -> tuple[Piece, ...]:
        """The pieces that are the solid itself, without those that only bound a mesh."""
        holding = {id(p) for mesh in self.meshes for p in mesh.pieces}
        return tuple(p for p in self.pieces if id(p) not in holding)

    @cached_property
    def box(self) -> Box:
        """The bounds of its plan. A feature without pieces has bounds that meet nothing."""
        if not self.pieces:
            return math.inf, math.inf, -math.inf, -math.inf
        x0, y0, x1, y1 = zip(*(p.box for p in self.pieces), strict=True)
        return min(x0), min(y0), max(x1), max(y1)

    def pieces_in_box(
        self, box: Box, low: float = -math.inf, high: float = math.inf
    ) -> list[Piece]:
        """Return the pieces whose bounds meet a box between the heights `low` and `high`."""
        if not boxes_overlap(self.box, box):
            return []
        if len(self.pieces) <= MAX_SINGLE_BOX_TESTS:
            return [
                p
                for p in self.pieces
                if p.low < high and p.high > low and boxes_overlap(p.box, box)
            ]
        return [self.pieces[i] for i in np.flatnonzero(self._match_box(box, low, high)).tolist()]

    def pieces_in_lane(self, a: XY, b: XY, radius: float, low: float, high: float) -> list[Piece]:
        """Return every piece that a disc moved from `a` to `b` may touch between two heights."""
        lane = moved_disc_box(a, b, radius)
        if len(self.pieces) <= MAX_SINGLE_BOX_TESTS or a == b:
            return self.pieces_in_box(lane, low, high)
        if not boxes_overlap(self.box, lane):
            return []
        candidates = np.flatnonzero(self._match_box(lane, low, high))
        x0, y0, x1, y1, _, _ = self._bounds[:, candidates]
        way_x, way_y = b[0] - a[0], b[1] - a[1]
        # the path leaves the table: keep all pieces
        with np.errstate(over="ignore", invalid="ignore"):
            aside = ((x0 + x1) / 2 - a[0]) * way_y - ((y0 + y1) / 2 - a[1]) * way_x
            wide = (
                (x1 - x0) / 2 * abs(way_y)
                + (y1 - y0) / 2 * abs(way_x)
                + (radius + EPSILON_IN) * math.hypot(way_x, way_y)
            )
            missed = np.abs(aside) > wide
        return [self.pieces[i] for i in candidates[~missed].tolist()]

    def _match_box(self, box: Box, low: float, high: float) -> NDArray[np.bool_]:
        x0, y0, x1, y1, bottom, top = self._bounds
        overlaps: NDArray[np.bool_] = (
            (x0 < box[2])
            & (x1 > box[0])
            & (y0 < box[3])
            & (y1 > box[1])
            & (bottom < high)
            & (top > low)
        )
        return overlaps

    @cached_property
    def _bounds(self) -> NDArray[np.float64]:
        return np.array([(*p.box, p.low, p.high) for p in self.pieces]).T

    @cached_property
    def low(self) -> float:
        """The lowest z of the feature."""
        return min(p.low for p in self.pieces)

    @cached_property
    def high(self) -> float:
        """The highest z of the feature."""
        return max(p.high for p in self.pieces)


def make_feature(
    id: str,
    kind: Kind | str,
    pieces: tuple[Piece, ...],
    *,
    name: str = "",
    blocks_sight: bool | None = None,
    cover: bool | None = None,
    standable: bool | None = None,
    protection: str = "",
    water: bool = False,
    state: PartState | str | None = None,
    shapes: tuple[Any, ...] = (),
    meshes: tuple[PlacedMesh, ...] = (),
) -> Feature:
    """Return a feature with its kind's defaults for every flag that is None.

    Structures, impassable terrain and obstacles block sight through their solid. They give cover
    if they have height. Models can stand on a structure's top, on an obstacle's top only if
    `standable` is true, and never on impassable terrain.
    """
    kind = Kind(kind)
    tall = bool(pieces) and max(p.high for p in pieces) > min(p.low for p in pieces)
    return Feature(
        id=id,
        kind=kind,
        pieces=pieces,
        name=name or id,
        blocks_sight=kind.solid if blocks_sight is None else blocks_sight,
        cover=(kind.solid and tall) if cover is None else cover,
        standable=(kind is Kind.STRUCTURE) if standable is None else standable,
        protection=protection,
        water=water,
        state=None if state is None else PartState(state),
        shapes=shapes,
        meshes=meshes,
    )
