"""Rays against the table: what is under the mouse, and what a camera can see. Exact, against the pieces themselves."""
from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d.geometry.solids import Cylinder, Prism
from wc3d.table.table import Body, Table
from wc3d.view.meshes import flat
from wc3d.view.palette import glassy

FAR = 1e9


@dataclass(frozen=True)
class Hit:
    """What a ray meets first: "body", "feature" or "table", which one, and where. `up` is true on a level upper face."""

    what: str
    id: str
    at: tuple[float, float, float]
    distance: float
    up: bool


class Picker:
    """Rays against a table's terrain. Woods, smoke and objectives let rays through."""

    def __init__(self, table: Table) -> None:
        self.table = table
        rows: list[NDArray[np.float64]] = []
        self.names: list[str] = []
        self.round: list[tuple[str, Cylinder]] = []
        for feature in table.features:
            if glassy(feature):
                continue
            for piece in feature.pieces:
                if flat(piece):
                    continue
                if isinstance(piece, Cylinder):
                    self.round.append((feature.id, piece))
                else:
                    rows.append(half_spaces(piece))
                    self.names.append(feature.id)
        most = max((len(r) for r in rows), default=1)
        self.planes = np.zeros((len(rows), most, 4))
        self.planes[:, :, 3] = 1.0  # 0 x <= 1: a half-space that holds everything
        for i, row in enumerate(rows):
            self.planes[i, : len(row)] = row

    def terrain(self, start: ArrayLike, way: ArrayLike) -> Hit | None:
        """The first piece of terrain a ray meets, or None."""
        o, d = np.asarray(start, float), np.asarray(way, float)
        best: tuple[float, str, bool] | None = None
        if len(self.planes):
            normals, offsets = self.planes[:, :, :3], self.planes[:, :, 3]
            rate, room = normals @ d, offsets - normals @ o
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                when = room / rate
            enter = np.where(rate < 0, when, np.where((rate == 0) & (room < 0), FAR, -FAR))
            leave = np.where(rate > 0, when, FAR).min(axis=1)
            face = enter.argmax(axis=1)
            enter = enter[np.arange(len(enter)), face]
            enter = np.where((enter < leave) & (leave > 0), np.maximum(enter, 0), FAR)
            i = int(enter.argmin())
            if enter[i] < FAR:
                best = float(enter[i]), self.names[i], bool(self.planes[i, face[i], 2] > 0.999)
        for id, solid in self.round:
            found = cylinder_hit(solid, o, d)
            if found is not None and (best is None or found[0] < best[0]):
                best = found[0], id, found[1]
        return None if best is None else _hit("feature", best[1], o, d, best[0], best[2])

    def first(self, start: ArrayLike, way: ArrayLike, bodies: tuple[Body, ...] = ()) -> Hit | None:
        """The first thing a ray meets: a body, terrain, or the table itself."""
        o, d = np.asarray(start, float), np.asarray(way, float)
        best = self.terrain(o, d)
        if d[2] < 0:
            when = -o[2] / d[2]
            x, y, _ = o + d * when
            inside = 0 <= x <= self.table.size[0] and 0 <= y <= self.table.size[1]
            if inside and when > 0 and (best is None or when < best.distance):
                best = _hit("table", "", o, d, when, True)
        for body in bodies:
            found = cylinder_hit(body.volume, o, d)
            if found is not None and (best is None or found[0] < best.distance):
                best = _hit("body", body.id, o, d, found[0], found[1])
        return best

    def sees(self, start: ArrayLike, point: ArrayLike) -> bool:
        """Does no terrain stand between two points?"""
        o, p = np.asarray(start, float), np.asarray(point, float)
        length = float(np.linalg.norm(p - o))
        hit = self.terrain(o, (p - o) / length)
        return hit is None or hit.distance > length - 1e-6


def _hit(what: str, id: str, o: NDArray[np.float64], d: NDArray[np.float64], when: float, up: bool) -> Hit:
    x, y, z = (float(v) for v in o + d * when)
    return Hit(what, id, (x, y, z), float(when), up)


def half_spaces(piece: Prism) -> NDArray[np.float64]:
    """The prism as rows (a, b, c, d): it is where a x + b y + c z <= d in every row."""
    edges = np.roll(piece.points, -1, axis=0) - piece.points
    outward = np.column_stack([edges[:, 1], -edges[:, 0]])
    sides = np.column_stack([outward, np.zeros(len(edges)), (outward * piece.points).sum(axis=1)])
    top, bottom = piece.top, piece.bottom
    caps = [(-top.slope_x, -top.slope_y, 1.0, top.at), (bottom.slope_x, bottom.slope_y, -1.0, -bottom.at)]
    return np.vstack([sides, caps])


def cylinder_hit(solid: Cylinder, o: NDArray[np.float64], d: NDArray[np.float64]) -> tuple[float, bool] | None:
    """When a ray enters an upright cylinder and whether through its top, or None."""
    x, y = o[0] - solid.center[0], o[1] - solid.center[1]
    a, b, c = d[0] ** 2 + d[1] ** 2, x * d[0] + y * d[1], x * x + y * y - solid.radius**2
    if a < 1e-15:
        if c >= 0:
            return None
        enter, leave = -FAR, FAR
    else:
        root = b * b - a * c
        if root <= 0:
            return None
        enter, leave = (-b - sqrt(root)) / a, (-b + sqrt(root)) / a
    through_top = False
    if abs(d[2]) < 1e-15:
        if not solid.low < o[2] < solid.high:
            return None
    else:
        caps = sorted(((solid.low - o[2]) / d[2], (solid.high - o[2]) / d[2]))
        if caps[0] > enter:
            enter, through_top = caps[0], bool(d[2] < 0)
        leave = min(leave, caps[1])
    if enter >= leave or leave <= 0:
        return None
    return max(float(enter), 0.0), through_top
