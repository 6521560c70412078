"""A table as a scanner sees it, a sheet from above, is closed: down to its lowest place, and over what the scanner missed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.mesh_bounds.data import Floats, Ints
from wc3d.geometry.mesh_bounds.surface_topology import WeldedFaces

MIN_SCAN_WIDTH_IN = 20.0
"""Inches: only what is at least so wide and so deep is taken for a scan of ground."""

MIN_SAME_FACING_SHARE = 0.8
"""The least share of a sheet's plan that faces the same way, up or down: more folds back, and it is no ground but a building."""

MAX_RIM_HEIGHT_SHARE = 0.35
"""The rim of ground is no higher than this on average, as a share of the mesh's height: higher up it is a roof or an awning."""

LOW_GROUND_SHARE, LOW_GROUND_HEIGHT_IN = 0.1, 1.0
"""Where its rim is not low all around, so much of ground's plan is at most so many inches higher than its rim mostly is: a hall
without a floor has a roof alone, and its rim goes around its gates."""

MIN_TILE_WIDTH_IN, MIN_TILE_SHARE, MAX_TILE_RIM_IN = 2.0, 0.8, 0.25
"""A smaller sheet, at least so many inches wide, is ground if it is so much of its mesh, its rim lies within so many inches of
what is lowest, and nothing else is open: a tile, a hill or a rock, open below. What reaches higher may be the rim of a gate,
a tunnel or a shelter, and what else is open a room in it."""

MAX_CRACK_IN = 0.1
"""Inches across: a smaller sheet has no larger hole in its sides, for that may be a slit that one looks through."""

MAX_BELOW_GROUND_IN = 0.25
"""Inches: nothing else of the mesh lies lower than its ground by more. Where something does, there are rooms below."""

MAX_SHEETS = 16
"""Only so many shells, the widest, are looked at."""

CLOSING_DEPTH_IN = 0.05
"""Inches: so far below its lowest place a sheet is closed, within the table."""

MAX_HOLE_IN, MAX_UPWARD_HOLE_IN = 0.5, 6.0
"""Inches across: no larger hole is shut, and none that is larger than the second where it faces up. A window is larger."""

MIN_UPWARD_COSINE = 0.5
"""The least cosine between upward and the way that a hole faces which faces up."""


class ScanClosure(NamedTuple):
    """What closes the sheets of a mesh."""

    triangles: Floats
    """(n, 3, 3): their rims' sides down to the table, their undersides, and patches over holes; none where there is no sheet."""
    shut: int
    """Holes with a patch."""
    open_hole_covers: Floats
    """(k, 3, 3): what would shut the holes that stay open: what is behind them is no part of what is before them."""
    open_hole_boxes: Floats
    """(left, 6: from, to): the space around each hole that stays open, where nothing is certainly solid."""
    is_open: bool
    """Was anything of the mesh open, be it by a crack?"""


def close_scanned_ground(triangles: Floats) -> ScanClosure:
    """What closes the scanned ground among triangles (n, 3, 3), inches, that face alike: none of what is no scan of ground."""
    faces = WeldedFaces(triangles)
    rims, hole = faces.open_edges()
    skirts, patches, across, hole_boxes = (
        [np.zeros((0, 3, 3))],
        [np.zeros((0, 3, 3))],
        [np.zeros((0, 3, 3))],
        [np.zeros((0, 6))],
    )
    shut = 0
    for sheet, wide in _find_sheets(triangles, faces) if len(rims) else ():
        mine = faces.shell[rims[:, 0]] == sheet
        edges = triangles.reshape(-1, 3)[faces.first[rims[mine]]]
        loops = np.unique(hole[mine], return_inverse=True)[1].reshape(-1)
        around = np.bincount(
            loops, (edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 1, 0] * edges[:, 0, 1]) / 2
        )
        outer = loops == int(np.argmax(np.abs(around)))
        low, high = float(triangles[:, :, 2].min()), float(triangles[:, :, 2].max())
        own = triangles[faces.shell[faces.faces[:, 0]] == sheet]
        beneath = float(own[:, :, 2].min()) - low
        if beneath > MAX_BELOW_GROUND_IN or not _lies_low(
            edges[outer], low + MAX_RIM_HEIGHT_SHARE * (high - low)
        ):
            continue
        holes = _Holes.of(edges[~outer], loops[~outer])
        other_holes = _Holes.of(triangles.reshape(-1, 3)[faces.first[rims[~mine]]], hole[~mine])
        is_low = bool(edges[outer, :, 2].max() <= low + MAX_TILE_RIM_IN)
        may_be_tile = is_low and holes.are_of_a_tile and other_holes.are_cracks
        may_be_ground = wide and (is_low or _has_ground(own, edges[outer]))
        if not (may_be_ground or may_be_tile):
            continue
        skirts.append(_build_skirt(edges[outer], low - CLOSING_DEPTH_IN))
        if len(holes.shut):
            patches.append(holes.fans(holes.shut))
            across.append(holes.fans(~holes.shut))
            hole_boxes.append(holes.boxes[~holes.shut])
            shut += int(holes.shut.sum())
    return ScanClosure(
        np.concatenate([*skirts, *patches]),
        shut,
        np.concatenate(across),
        np.concatenate(hole_boxes),
        len(rims) > 0,
    )


def _lies_low(rim: Floats, height: float) -> bool:
    lengths = np.linalg.norm(rim[:, 1] - rim[:, 0], axis=1)
    return bool((rim[:, :, 2].mean(axis=1) * lengths).sum() <= height * lengths.sum())


def _has_ground(sheet: Floats, rim: Floats) -> bool:
    """Does enough of a sheet lie about as high as its rim?"""
    e, f = sheet[:, 1] - sheet[:, 0], sheet[:, 2] - sheet[:, 0]
    plan = np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0])
    lies_low = sheet[:, :, 2].mean(axis=1) <= float(np.median(rim[:, :, 2])) + LOW_GROUND_HEIGHT_IN
    return bool(plan[lies_low].sum() >= LOW_GROUND_SHARE * plan.sum())


def _find_sheets(triangles: Floats, faces: WeldedFaces) -> list[tuple[int, bool]]:
    """The shells, largest first, that face one way, up or down, nearly everywhere, and are as wide as ground (or, if not, as a
    tile is and most of the mesh)."""
    size = np.ptp(triangles[:, :, :2].reshape(-1, 2), axis=0)
    shell = faces.shell[faces.faces[:, 0]]
    e, f = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    plan = (e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) / 2
    facing, whole = np.abs(np.bincount(shell, plan)), np.bincount(shell, np.abs(plan))
    candidates = np.flatnonzero(
        (facing >= MIN_SAME_FACING_SHARE * whole)
        & (
            whole
            >= min(
                MIN_SCAN_WIDTH_IN * MIN_SCAN_WIDTH_IN,
                MIN_TILE_SHARE * MIN_TILE_SHARE * float(size.prod()),
            )
            / 2
        )
    )
    sheets = []
    for number in candidates[np.argsort(-whole[candidates], kind="stable")][:MAX_SHEETS].tolist():
        width, depth = own = np.ptp(triangles[shell == number][:, :, :2].reshape(-1, 2), axis=0)
        wide = bool(min(width, depth) >= MIN_SCAN_WIDTH_IN)
        tile = min(width, depth) >= MIN_TILE_WIDTH_IN and bool((own >= MIN_TILE_SHARE * size).all())
        if (wide or tile) and facing[number] >= width * depth / 2:
            sheets.append((number, wide))
    return sheets


def _build_skirt(rim: Floats, bottom: float) -> Floats:
    """The sides from a rim (n, 2, 3: from, to) straight down to a height, and the underside there, all to one point of it."""
    a, b = rim[:, 0], rim[:, 1]
    c, d = a.copy(), b.copy()
    c[:, 2] = d[:, 2] = bottom
    middle = np.broadcast_to(
        np.append((c[:, :2].min(axis=0) + c[:, :2].max(axis=0)) / 2, bottom), c.shape
    )
    return np.concatenate(
        [np.stack(corners, axis=1) for corners in ((b, a, c), (b, c, d), (d, c, middle))]
    )


class _Holes:
    """The holes of a sheet: their edges (n, 2, 3: from, to), and to which hole each belongs."""

    def __init__(self, edges: Floats, hole: Ints) -> None:
        self._edges, self._hole = edges, hole
        count = np.bincount(hole)
        self._middle = (
            np.stack([np.bincount(hole, edges[:, 0, k]) for k in range(3)], axis=1) / count[:, None]
        )
        order, starts = np.argsort(hole, kind="stable"), np.cumsum(count) - count
        low, high = (
            f.reduceat(edges[order, 0], starts) if len(count) else np.zeros((0, 3))
            for f in (np.minimum, np.maximum)
        )
        wide = np.linalg.norm(high - low, axis=1)
        turns = np.cross(edges[:, 0] - self._middle[hole], edges[:, 1] - self._middle[hole])
        faces = np.stack([np.bincount(hole, turns[:, k]) for k in range(3)], axis=1)
        self._wide = wide
        self._up = np.abs(faces[:, 2]) >= MIN_UPWARD_COSINE * np.linalg.norm(faces, axis=1)
        self.shut = (wide <= MAX_HOLE_IN) | (self._up & (wide <= MAX_UPWARD_HOLE_IN))
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
        return bool((self._wide <= MAX_CRACK_IN).all())

    @property
    def are_of_a_tile(self) -> bool:
        """May a smaller sheet have all of them: small ones that face up, and cracks?"""
        return bool(((self._up & (self._wide <= MAX_HOLE_IN)) | (self._wide <= MAX_CRACK_IN)).all())

    def fans(self, selection: NDArray[np.bool_]) -> Floats:
        """Triangles from the edges of some holes to their middles."""
        mine = selection[self._hole]
        return np.stack(
            [self._edges[mine, 1], self._edges[mine, 0], self._middle[self._hole[mine]]], axis=1
        )
