"""A table as a scanner sees it, a sheet from above, is closed: down to its lowest place, and over what the scanner missed."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.mesh_bounds.data import Floats, Ints
from wc3d.geometry.mesh_bounds.soundness import Faces

WIDE = 20.0
"""Inches: only what is at least so wide and so deep is taken for a scan of ground."""

ONE_WAY = 0.8
"""The least share of a sheet's plan that faces the same way, up or down: more folds back, and it is no ground but a building."""

LOW_RIM = 0.35
"""The rim of ground is no higher than this on average, as a share of the mesh's height: higher up it is a roof or an awning."""

GROUND, GROUND_HIGH = 0.1, 1.0
"""Where its rim is not low all around, so much of ground's plan is at most so many inches higher than its rim mostly is: a hall
without a floor has a roof alone, and its rim goes around its gates."""

TILE, SPAN, TILE_RIM = 2.0, 0.8, 0.25
"""A smaller sheet, at least so many inches wide, is ground if it is so much of its mesh, its rim lies within so many inches of
what is lowest, and nothing else is open: a tile, a hill or a rock, open below. What reaches higher may be the rim of a gate,
a tunnel or a shelter, and what else is open a room in it."""

CRACK = 0.1
"""Inches across: a smaller sheet has no larger hole in its sides, for that may be a slit that one looks through."""

UNDER = 0.25
"""Inches: nothing else of the mesh lies lower than its ground by more. Where something does, there are rooms below."""

MOST_SHEETS = 16
"""Only so many shells, the widest, are looked at."""

BELOW = 0.05
"""Inches: so far below its lowest place a sheet is closed, within the table."""

HOLE, HOLE_ABOVE = 0.5, 6.0
"""Inches across: no larger hole is shut, and none that is larger than the second where it faces up. A window is larger."""

FACES_UP = 0.5
"""The least cosine between upward and the way that a hole faces which faces up."""


class Closed(NamedTuple):
    """What closes the sheets of a mesh."""

    triangles: Floats
    """(n, 3, 3): their rims' sides down to the table, their undersides, and patches over holes; none where there is no sheet."""
    shut: int
    """Holes with a patch."""
    across: Floats
    """(k, 3, 3): what would shut the holes that stay open: what is behind them is no part of what is before them."""
    near: Floats
    """(left, 6: from, to): the space around each hole that stays open, where nothing is certainly solid."""
    open: bool
    """Was anything of the mesh open, be it by a crack?"""


def close_sheets(triangles: Floats) -> Closed:
    """What closes the scanned ground among triangles (n, 3, 3), inches, that face alike: none of what is no scan of ground."""
    faces = Faces(triangles)
    rims, hole = faces.open_edges()
    skirts, patches, across, hole_boxes = [np.zeros((0, 3, 3))], [np.zeros((0, 3, 3))], [np.zeros((0, 3, 3))], [np.zeros((0, 6))]
    shut = 0
    for sheet, wide in _sheets(triangles, faces) if len(rims) else ():
        mine = faces.shell[rims[:, 0]] == sheet
        edges = triangles.reshape(-1, 3)[faces.first[rims[mine]]]
        loops = np.unique(hole[mine], return_inverse=True)[1].reshape(-1)
        around = np.bincount(loops, (edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 1, 0] * edges[:, 0, 1]) / 2)
        outer = loops == int(np.argmax(np.abs(around)))
        low, high = float(triangles[:, :, 2].min()), float(triangles[:, :, 2].max())
        own = triangles[faces.shell[faces.faces[:, 0]] == sheet]
        beneath = float(own[:, :, 2].min()) - low
        if beneath > UNDER or not _lies_low(edges[outer], low + LOW_RIM * (high - low)):
            continue
        holes = _Holes.of(edges[~outer], loops[~outer])
        other_holes = _Holes.of(triangles.reshape(-1, 3)[faces.first[rims[~mine]]], hole[~mine])
        is_low = bool(edges[outer, :, 2].max() <= low + TILE_RIM)
        may_be_tile = is_low and holes.are_of_a_tile and other_holes.are_cracks
        may_be_ground = wide and (is_low or _has_ground(own, edges[outer]))
        if not (may_be_ground or may_be_tile):
            continue
        skirts.append(_skirt(edges[outer], low - BELOW))
        if len(holes.shut):
            patches.append(holes.fans(holes.shut))
            across.append(holes.fans(~holes.shut))
            hole_boxes.append(holes.boxes[~holes.shut])
            shut += int(holes.shut.sum())
    return Closed(np.concatenate([*skirts, *patches]), shut, np.concatenate(across), np.concatenate(hole_boxes), len(rims) > 0)


def _lies_low(rim: Floats, height: float) -> bool:
    lengths = np.linalg.norm(rim[:, 1] - rim[:, 0], axis=1)
    return bool((rim[:, :, 2].mean(axis=1) * lengths).sum() <= height * lengths.sum())


def _has_ground(sheet: Floats, rim: Floats) -> bool:
    """Does enough of a sheet lie about as high as its rim?"""
    e, f = sheet[:, 1] - sheet[:, 0], sheet[:, 2] - sheet[:, 0]
    plan = np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0])
    lies_low = sheet[:, :, 2].mean(axis=1) <= float(np.median(rim[:, :, 2])) + GROUND_HIGH
    return bool(plan[lies_low].sum() >= GROUND * plan.sum())


def _sheets(triangles: Floats, faces: Faces) -> list[tuple[int, bool]]:
    """The shells, largest first, that face one way, up or down, nearly everywhere, and are as wide as ground (or, if not, as a
    tile is and most of the mesh)."""
    size = np.ptp(triangles[:, :, :2].reshape(-1, 2), axis=0)
    shell = faces.shell[faces.faces[:, 0]]
    e, f = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    plan = (e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) / 2
    facing, whole = np.abs(np.bincount(shell, plan)), np.bincount(shell, np.abs(plan))
    candidates = np.flatnonzero((facing >= ONE_WAY * whole) & (whole >= min(WIDE * WIDE, SPAN * SPAN * float(size.prod())) / 2))
    sheets = []
    for number in candidates[np.argsort(-whole[candidates], kind="stable")][:MOST_SHEETS].tolist():
        width, depth = own = np.ptp(triangles[shell == number][:, :, :2].reshape(-1, 2), axis=0)
        wide = bool(min(width, depth) >= WIDE)
        tile = min(width, depth) >= TILE and bool((own >= SPAN * size).all())
        if (wide or tile) and facing[number] >= width * depth / 2:
            sheets.append((number, wide))
    return sheets


def _skirt(rim: Floats, bottom: float) -> Floats:
    """The sides from a rim (n, 2, 3: from, to) straight down to a height, and the underside there, all to one point of it."""
    a, b = rim[:, 0], rim[:, 1]
    c, d = a.copy(), b.copy()
    c[:, 2] = d[:, 2] = bottom
    middle = np.broadcast_to(np.append((c[:, :2].min(axis=0) + c[:, :2].max(axis=0)) / 2, bottom), c.shape)
    return np.concatenate([np.stack(corners, axis=1) for corners in ((b, a, c), (b, c, d), (d, c, middle))])


class _Holes:
    """The holes of a sheet: their edges (n, 2, 3: from, to), and to which hole each belongs."""

    def __init__(self, edges: Floats, hole: Ints) -> None:
        self._edges, self._hole = edges, hole
        count = np.bincount(hole)
        self._middle = np.stack([np.bincount(hole, edges[:, 0, k]) for k in range(3)], axis=1) / count[:, None]
        order, starts = np.argsort(hole, kind="stable"), np.cumsum(count) - count
        low, high = (f.reduceat(edges[order, 0], starts) if len(count) else np.zeros((0, 3)) for f in (np.minimum, np.maximum))
        wide = np.linalg.norm(high - low, axis=1)
        turns = np.cross(edges[:, 0] - self._middle[hole], edges[:, 1] - self._middle[hole])
        faces = np.stack([np.bincount(hole, turns[:, k]) for k in range(3)], axis=1)
        self._wide = wide
        self._up = np.abs(faces[:, 2]) >= FACES_UP * np.linalg.norm(faces, axis=1)
        self.shut = (wide <= HOLE) | (self._up & (wide <= HOLE_ABOVE))
        """Which of them a scanner left."""
        self.boxes = np.concatenate([low - wide[:, None] / 2, high + wide[:, None] / 2], axis=1)
        """(k, 6): the space around each, as far again as it is across."""

    @classmethod
    def of(cls, edges: Floats, loops: Ints) -> _Holes:
        """Those whose edges have these numbers, whichever they are."""
        return cls(edges, np.unique(loops, return_inverse=True)[1].reshape(-1))

    @property
    def are_cracks(self) -> bool:
        """Is none of them wider than one?"""
        return bool((self._wide <= CRACK).all())

    @property
    def are_of_a_tile(self) -> bool:
        """May a smaller sheet have all of them: small ones that face up, and cracks?"""
        return bool(((self._up & (self._wide <= HOLE)) | (self._wide <= CRACK)).all())

    def fans(self, selection: NDArray[np.bool_]) -> Floats:
        """Triangles from the edges of some holes to their middles."""
        mine = selection[self._hole]
        return np.stack([self._edges[mine, 1], self._edges[mine, 0], self._middle[self._hole[mine]]], axis=1)
