"""Ray picking on the table, with the rules' exact pieces: for the mouse and for visibility."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.solids import Cylinder, Piece, Prism
from wc3d.presentation.palette import is_drawn_see_through
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.table import Table

FAR_IN = 1e9
BOX_MARGIN_IN = 1e-6
"""Inches added on each side of the box around a piece."""

EVERYTHING_BOUND = 1.0
"""The bound of the half-space 0 x <= 1, which includes everything."""


@dataclass(frozen=True)
class RayHit:
    """A ray's first hit ("body", "feature", "table"). `is_level_top`: on a level upper face."""

    kind: str
    id: str
    at: tuple[float, float, float]
    distance: float
    is_level_top: bool


class RayPicker:
    """A picker for rays against a table's terrain. Woods, smoke and objectives let rays through."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names: list[str] = []
        self.round: list[tuple[str, Cylinder]] = []
        solid = [f for f in table.features if f.pieces and not is_drawn_see_through(f)]
        rows = [feature_half_spaces(f) for f in solid]
        for f, planes in zip(solid, rows, strict=True):
            self.names += [f.id] * len(planes)
            self.round += [
                (f.id, p) for p in f.pieces if isinstance(p, Cylinder) and not is_flat(p)
            ]
        max_planes = max((planes.shape[1] for planes in rows), default=1)
        self.planes = np.zeros((len(self.names), max_planes, 4))
        self.planes[:, :, 3] = EVERYTHING_BOUND
        at = 0
        for planes in rows:
            self.planes[at : at + len(planes), : planes.shape[1]] = planes
            at += len(planes)
        boxes = [own for own in map(_prism_boxes, solid) if len(own)]
        self.boxes = np.concatenate([np.zeros((0, 2, 3)), *boxes])
        self.rows = np.split(
            np.arange(len(self.boxes)), np.cumsum([len(own) for own in boxes[:-1]])
        )
        self.around = np.array(
            [(own[:, 0].min(axis=0), own[:, 1].max(axis=0)) for own in boxes]
        ).reshape(-1, 2, 3)

    def pick_terrain(self, start: ArrayLike, way: ArrayLike) -> RayHit | None:
        """Return the first piece of terrain on a ray, or None."""
        o, d = np.asarray(start, float), np.asarray(way, float)
        best: tuple[float, str, bool] | None = None
        plane_rows = self._candidate_rows(o, d)
        if len(plane_rows):
            planes = self.planes[plane_rows]
            normals = planes[:, :, :3]
            offsets = planes[:, :, 3]
            rate = normals @ d
            room = offsets - normals @ o
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                distances = room / rate
            enter = np.where(
                rate < 0, distances, np.where((rate == 0) & (room < 0), FAR_IN, -FAR_IN)
            )
            leave = np.where(rate > 0, distances, FAR_IN).min(axis=1)
            face = enter.argmax(axis=1)
            enter = enter[np.arange(len(enter)), face]
            enter = np.where((enter < leave) & (leave > 0), np.maximum(enter, 0), FAR_IN)
            i = int(enter.argmin())
            if enter[i] < FAR_IN:
                best = (
                    float(enter[i]),
                    self.names[plane_rows[i]],
                    bool(planes[i, face[i], 2] > 0.999),
                )
        for id, solid in self.round:
            hit = intersect_cylinder(solid, o, d)
            if hit is not None and (best is None or hit[0] < best[0]):
                best = hit[0], id, hit[1]
        return None if best is None else _make_hit("feature", best[1], o, d, best[0], best[2])

    def _candidate_rows(self, o: NDArray[np.float64], d: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the rows of `planes` that a ray may meet, by the boxes of features and pieces."""
        rows = [self.rows[i] for i in _find_boxes_met(self.around, o, d)]
        if not rows:
            return np.zeros(0, np.intp)
        candidates = np.concatenate(rows)
        return candidates[_find_boxes_met(self.boxes[candidates], o, d)]

    def pick_first(
        self, start: ArrayLike, way: ArrayLike, bodies: tuple[Body, ...] = ()
    ) -> RayHit | None:
        """Return the first hit of a ray: a body, terrain, or the table."""
        o, d = np.asarray(start, float), np.asarray(way, float)
        best = self.pick_terrain(o, d)
        if d[2] < 0:
            distance = -o[2] / d[2]
            x, y, _ = o + d * distance
            is_inside = 0 <= x <= self.table.size[0] and 0 <= y <= self.table.size[1]
            if is_inside and distance > 0 and (best is None or distance < best.distance):
                best = _make_hit("table", "", o, d, distance, True)
        for body in bodies:
            hit = intersect_cylinder(body.volume, o, d)
            if hit is not None and (best is None or hit[0] < best.distance):
                best = _make_hit("body", body.id, o, d, hit[0], hit[1])
        return best

    def is_point_visible(self, start: ArrayLike, point: ArrayLike) -> bool:
        """Return whether there is no terrain between two points."""
        o, p = np.asarray(start, float), np.asarray(point, float)
        length = float(np.linalg.norm(p - o))
        hit = self.pick_terrain(o, (p - o) / length)
        return hit is None or hit.distance > length - 1e-6


def _make_hit(
    kind: str,
    id: str,
    o: NDArray[np.float64],
    d: NDArray[np.float64],
    distance: float,
    is_level_top: bool,
) -> RayHit:
    x, y, z = (float(v) for v in o + d * distance)
    return RayHit(kind, id, (x, y, z), float(distance), is_level_top)


@memo_per_terrain(Size.MEDIUM)
def _prism_boxes(feature: Feature) -> NDArray[np.float64]:
    """Return enlarged boxes (n, 2, 3) of a feature's prisms, as in `feature_half_spaces`."""
    prisms = [p for p in feature.pieces if isinstance(p, Prism) and not is_flat(p)]
    corners = [
        ((x, y, p.low), (right, back, p.high)) for p in prisms for x, y, right, back in [p.box]
    ]
    return np.array(corners).reshape(-1, 2, 3) + np.array([[-BOX_MARGIN_IN], [BOX_MARGIN_IN]])


def _find_boxes_met(
    boxes: NDArray[np.float64], o: NDArray[np.float64], d: NDArray[np.float64]
) -> NDArray[np.intp]:
    """Return the indices of the boxes that a ray may meet."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        distances = (boxes - o) / d
    is_parallel = (d == 0) & (boxes[:, 0] <= o) & (o <= boxes[:, 1])
    enter = np.where(is_parallel, -FAR_IN, np.where(d == 0, FAR_IN, distances.min(axis=1))).max(
        axis=1
    )
    leave = np.where(is_parallel, FAR_IN, np.where(d == 0, -FAR_IN, distances.max(axis=1))).min(
        axis=1
    )
    return np.flatnonzero((enter <= leave) & (leave >= 0))


def is_flat(piece: Piece) -> bool:
    """Return whether a piece has a height of zero."""
    return piece.high - piece.low <= 1e-9


@memo_per_terrain(Size.MEDIUM)
def feature_half_spaces(feature: Feature) -> NDArray[np.float64]:
    """Return prisms (n, most, 4) of rows (a, b, c, d): a x + b y + c z <= d in every row."""
    prisms = [p for p in feature.pieces if isinstance(p, Prism) and not is_flat(p)]
    if not prisms:
        return np.zeros((0, 1, 4))
    counts = np.array([len(p.points) for p in prisms])
    points = np.concatenate([p.points for p in prisms])
    ends = np.cumsum(counts)
    next_index = np.arange(1, len(points) + 1)
    next_index[ends - 1] = ends - counts
    edges = points[next_index] - points
    outward = np.column_stack([edges[:, 1], -edges[:, 0]])
    planes = np.zeros((len(prisms), int(counts.max()) + 2, 4))
    planes[:, :, 3] = EVERYTHING_BOUND
    planes[:, 0] = [(-p.top.slope_x, -p.top.slope_y, 1.0, p.top.at) for p in prisms]
    planes[:, 1] = [(p.bottom.slope_x, p.bottom.slope_y, -1.0, -p.bottom.at) for p in prisms]
    row = np.repeat(np.arange(len(prisms)), counts)
    column = np.arange(len(points)) - np.repeat(ends - counts, counts) + 2
    planes[row, column, :2] = outward
    planes[row, column, 3] = (outward * points).sum(axis=1)
    return planes


def intersect_cylinder(
    solid: Cylinder, o: NDArray[np.float64], d: NDArray[np.float64]
) -> tuple[float, bool] | None:
    """Return the distance to an upright cylinder and whether its top is hit, or None."""
    x, y = o[0] - solid.center[0], o[1] - solid.center[1]
    a, b, c = d[0] ** 2 + d[1] ** 2, x * d[0] + y * d[1], x * x + y * y - solid.radius**2
    if a < 1e-15:
        if c >= 0:
            return None
        enter = -FAR_IN
        leave = FAR_IN
    else:
        root = b * b - a * c
        if root <= 0:
            return None
        enter = (-b - sqrt(root)) / a
        leave = (-b + sqrt(root)) / a
    through_top = False
    if abs(d[2]) < 1e-15:
        if not solid.low < o[2] < solid.high:
            return None
    else:
        caps = sorted(((solid.low - o[2]) / d[2], (solid.high - o[2]) / d[2]))
        if caps[0] > enter:
            enter = caps[0]
            through_top = bool(d[2] < 0)
        leave = min(leave, caps[1])
    if enter >= leave or leave <= 0:
        return None
    return max(float(enter), 0.0), through_top
