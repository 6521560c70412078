"""Place the pieces of a random board: each with a twin half a turn about the table's center."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from shapely import affinity

from wc3d.board_generator.kit_pieces import (
    Placement,
    TerrainPiece,
    describe_piece,
    vary_outline,
)
from wc3d.board_generator.styles import BoardStyle, PieceGroup
from wc3d.board_generator.walking import WIDEST_BASE_MM, measure_walkable
from wc3d.geometry.points import XY
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.map_file import read_feature
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.space_constants import MILLIMETERS_PER_INCH
from wc3d.table.terrain.standing_places import piece_footprint

PASSAGE_IN = WIDEST_BASE_MM / MILLIMETERS_PER_INCH + 0.05
"""The least distance between two solids that models cannot cross. Inches."""

LOW_COVER_GAP_IN = 1.3
"""The least distance around cover that models may cross: room for a 30 mm base. Inches."""

LADDER_ROOM_IN = 2.1
"""The least distance from the foot of a ladder to another solid: room for a 50 mm base. Inches."""

EDGE_GAP_IN = 0.7
"""The least distance from a solid to the table's edge. Inches."""

AREA_GAP_IN = 0.3
"""The least distance between an area, such as a wood, and any other piece. Inches."""

MARKER_RADIUS_IN = 1.05
"""The radius around a mission's marker that stays free of solids. Inches."""

MIN_WALKABLE = 0.98
"""The least share of the ground that the widest base reaches from every edge."""

SOLID_KINDS = tuple(kind.value for kind in Kind if kind.solid)

LARGEST_SHARE = 0.05
"""The largest share of the table that a piece may cover: a small table has no large houses."""

CANDIDATES = 8
"""The places compared for a piece: it takes the one farthest from the other pieces."""

ATTEMPTS = 160
"""The places tried for a piece before it is left out."""

USUAL_SIDE_IN = 48.0
"""The side of a table with the usual number of pieces. Inches."""

CROWDING_POWER = 0.5
"""How much more crowded a smaller table is."""

FULL_SIZE_FROM_IN = 39.0
"""The mean side from which a table has the markers of full games."""

SKIRMISH_MARKERS = ((0.2, 0.5), (1 / 6, 0.5), (0.5, 0.5), (0.5, 0.267))
FULL_MARKERS = (
    *((0.208, 1 / 3), (0.5, 0.25), (0.792, 1 / 3), (0.833, 0.292), (0.5, 0.292), (1 / 6, 0.292)),
    *((0.25, 0.25), (0.75, 0.25), (1 / 6, 0.5), (0.5, 0.5), (0.208, 0.208), (0.792, 0.208)),
)
"""The places of missions' markers as shares of the width and the depth; the others are half a turn
away.
"""


@dataclass(frozen=True, eq=False)
class PlacedPiece:
    """A piece at its place. `footprint` is the convex hull of its plan."""

    piece: TerrainPiece
    place: Placement
    id: str
    name: str
    footprint: shapely.Geometry

    @cached_property
    def ladder_feet(self) -> shapely.Geometry:
        """The points of its ladders that stand on the table."""
        spots = (spot for spot in self.piece.ladders if spot.bottom == 0)
        return shapely.MultiPoint([self.place.move_point(spot.at) for spot in spots])

    @property
    def is_solid(self) -> bool:
        """Return whether models must walk around it."""
        return Kind(self.piece.kind).solid

    @property
    def is_hiding(self) -> bool:
        """Return whether it hides models deep in it."""
        return Kind(self.piece.kind).obscuring

    @property
    def is_low(self) -> bool:
        """Return whether models may cross it."""
        return self.piece.kind == Kind.OBSTACLE


@dataclass
class BoardLayout:
    """The pieces of a board of `size` (width, depth) inches."""

    size: XY
    pieces: list[PlacedPiece] = field(default_factory=list)


def marker_points(size: XY) -> Iterator[XY]:
    """Yield the places where missions put their markers on a table of this size."""
    width, depth = size
    is_full = (width + depth) / 2 >= FULL_SIZE_FROM_IN
    for x, y in FULL_MARKERS if is_full else SKIRMISH_MARKERS:
        yield x * width, y * depth
        yield (1 - x) * width, (1 - y) * depth


def plan_outline(feature: Feature) -> shapely.Geometry:
    """Return the convex hull of a feature's plan."""
    corners = [
        shapely.get_coordinates(section_to_polygon(piece_footprint(piece), 8))
        for piece in feature.pieces
    ]
    return shapely.MultiPoint(np.concatenate(corners)).convex_hull


def crowding(size: XY) -> float:
    """Return the factor for the number of pieces: a smaller table is more crowded."""
    return float((USUAL_SIDE_IN**2 / (size[0] * size[1])) ** CROWDING_POWER)


class LayoutMaker:
    """Draws layouts of a style. It remembers the outlines of the shipped pieces."""

    def __init__(self, style: BoardStyle, size: XY) -> None:
        self.style = style
        self.size = size
        self._outlines: dict[str, shapely.Geometry] = {}
        self._markers = shapely.MultiPoint(list(marker_points(size)))

    def make_layout(self, generator: random.Random, shares: dict[str, float]) -> BoardLayout:
        """Draw a layout. `shares` scales the number of pieces of each group."""
        layout = BoardLayout(self.size)
        width, depth = self.size
        center = generator.choice(self.style.centers)
        if center is not None:
            degrees = generator.choice((0.0, 90.0) if self.style.angle_step else (0.0, 30.0, 75.0))
            place = Placement(width / 2, depth / 2, degrees)
            piece = vary_outline(center, generator)
            layout.pieces.append(self._put(piece, place, piece.id, piece.title))
        for group in self.style.groups:
            pieces = group.per_1000 * shares[group.name] * width * depth / 1000
            pairs = pieces * crowding(self.size) / 2
            self._place_group(layout, group, max(1, round(pairs)), generator)
        return layout

    def _place_group(
        self, layout: BoardLayout, group: PieceGroup, pairs: int, generator: random.Random
    ) -> None:
        """Place pairs of pieces, each kind of piece in turn."""
        largest = LARGEST_SHARE * self.size[0] * self.size[1]
        fitting = [piece for piece in group.pieces if self._plan_area(piece) <= largest]
        queue: list[TerrainPiece] = []
        for _ in range(pairs):
            if not queue:
                queue = list(fitting)
                generator.shuffle(queue)
            piece = vary_outline(queue.pop(), generator)
            pair = self._find_pair(layout, group, piece, generator)
            if pair is None:
                continue
            same = sum(placed.piece.id == piece.id for placed in layout.pieces) // 2 + 1
            for place, side in zip(pair, ("south", "north"), strict=True):
                id = f"{piece.id}-{same}-{side}"
                layout.pieces.append(self._put(piece, place, id, f"{piece.title} {same}, {side}"))

    def _find_pair(
        self, layout: BoardLayout, group: PieceGroup, piece: TerrainPiece, generator: random.Random
    ) -> tuple[Placement, Placement] | None:
        """Return the place of a piece and of its twin, far from the other pieces."""
        best: tuple[Placement, Placement] | None = None
        best_distance = -math.inf
        candidates = 0
        low, high = (share * self.size[1] for share in group.band)
        for _ in range(ATTEMPTS):
            place = Placement(
                generator.uniform(0.0, self.size[0]),
                generator.uniform(low, high),
                self._draw_angle(generator),
            )
            own = self._put(piece, place, "", "")
            if not self._fits(own, layout.pieces):
                continue
            twin = self._draw_twin(piece, place, [*layout.pieces, own], generator)
            if twin is None:
                continue
            if piece.kind in SOLID_KINDS and not self._leaves_way(
                layout, own, self._put(piece, twin, "", "")
            ):
                continue
            candidates += 1
            distance = min(
                (own.footprint.distance(placed.footprint) for placed in layout.pieces),
                default=0.0,
            )
            if distance > best_distance:
                best = place, twin
                best_distance = distance
            if candidates == CANDIDATES:
                break
        return best

    def _leaves_way(self, layout: BoardLayout, *new: PlacedPiece) -> bool:
        """Return whether the widest base still walks from edge to edge around new pieces."""
        solids = [placed.footprint for placed in (*layout.pieces, *new) if placed.is_solid]
        return measure_walkable(self.size, solids) >= MIN_WALKABLE

    def _draw_angle(self, generator: random.Random) -> float:
        step = self.style.angle_step
        return (
            step * generator.randrange(round(360 / step))
            if step
            else round(generator.uniform(0.0, 360.0), 1)
        )

    def _draw_twin(
        self,
        piece: TerrainPiece,
        place: Placement,
        others: Sequence[PlacedPiece],
        generator: random.Random,
    ) -> Placement | None:
        """Return the place half a turn away, a little off; exactly there if only that fits."""
        width, depth = self.size
        jitter = self.style.jitter
        turn = self.style.angle_jitter
        off = (
            generator.uniform(-jitter, jitter),
            generator.uniform(-jitter, jitter),
            round(generator.uniform(-turn, turn), 1),
        )
        for share in (1.0, 0.0):
            x, y, degrees = (share * value for value in off)
            twin = Placement(
                width - place.x + x, depth - place.y + y, (place.degrees + 180.0 + degrees) % 360.0
            )
            if self._fits(self._put(piece, twin, "", ""), others):
                return twin
        return None

    def _put(self, piece: TerrainPiece, place: Placement, id: str, name: str) -> PlacedPiece:
        outline = affinity.rotate(self._outline(piece), place.degrees, origin=(0, 0))
        return PlacedPiece(
            piece, place, id, name, affinity.translate(outline, xoff=place.x, yoff=place.y)
        )

    def _plan_area(self, piece: TerrainPiece) -> float:
        """Return the area that a piece covers; 0 for one whose outline is drawn at random."""
        if any(shape["type"] == "blob" for shape in piece.shapes):
            return 0.0
        return float(self._outline(piece).area)

    def _outline(self, piece: TerrainPiece) -> shapely.Geometry:
        """Return the outline of a piece about its origin."""
        key = repr(piece.shapes)
        if key not in self._outlines:
            entry = describe_piece(piece, Placement(0.0, 0.0, 0.0), piece.id, piece.title)
            self._outlines[key] = plan_outline(read_feature(entry))
        return self._outlines[key]

    def _fits(self, new: PlacedPiece, others: Sequence[PlacedPiece]) -> bool:
        """Return whether a piece keeps its distance from the edge, the markers and the others."""
        x0, y0, x1, y1 = new.footprint.bounds
        margin = EDGE_GAP_IN if new.is_solid else AREA_GAP_IN
        if min(x0, y0, self.size[0] - x1, self.size[1] - y1) < margin:
            return False
        if new.is_solid and new.footprint.distance(self._markers) < MARKER_RADIUS_IN:
            return False
        return all(keeps_distance(new, other) for other in others)


def keeps_distance(a: PlacedPiece, b: PlacedPiece) -> bool:
    """Return whether two pieces leave enough room between them and around their ladders."""
    distance = a.footprint.distance(b.footprint)
    if not a.is_solid or not b.is_solid:
        return bool(distance >= AREA_GAP_IN)
    if distance < (LOW_COVER_GAP_IN if a.is_low or b.is_low else PASSAGE_IN):
        return False
    return all(
        one.ladder_feet.is_empty or other.footprint.distance(one.ladder_feet) >= LADDER_ROOM_IN
        for one, other in ((a, b), (b, a))
    )
