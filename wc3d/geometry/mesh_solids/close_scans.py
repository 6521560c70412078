"""Closing of scanned ground (a sheet seen from above): down to its lowest point, and over holes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.mesh_solids.data import Floats, Ints
from wc3d.geometry.mesh_solids.surface_topology import WeldedFaces

MIN_SCAN_WIDTH_IN = 20.0
"""Smallest width and depth of scanned ground, in inches."""

MIN_SAME_FACING_SHARE = 0.8
"""Smallest share of a ground's plan that faces one way; a building folds back more."""

MAX_RIM_HEIGHT_SHARE = 0.35
"""Largest mean rim height of ground, as a share of the mesh's height; higher rims are roofs."""

LOW_GROUND_SHARE, LOW_GROUND_HEIGHT_IN = 0.1, 1.0
"""Share of the ground that must be low if not all of its rim is, and the limit in inches.

The limit is measured from the usual rim height. A hall without a floor has only a roof, whose rim
runs around the gates.
"""

MIN_TILE_WIDTH_IN, MIN_TILE_SHARE, MAX_TILE_RIM_IN = 2.0, 0.8, 0.25
"""Limits of smaller ground, such as an open tile, hill or rock.

The sheet has at least this width in inches and this share of its mesh. Its rim is within the last
limit, in inches, of the lowest point, and nothing else is open. A higher rim may belong to a gate,
tunnel or shelter, and another opening to a room.
"""

MAX_CRACK_IN = 0.1
"""Widest hole in a smaller sheet's sides, in inches: a wider one may be a slit to look through."""

MAX_BELOW_GROUND_IN = 0.25
"""Farthest that other parts may reach below the ground, in inches: deeper parts are rooms."""

MAX_SHEETS = 16
"""Most shells to test, the widest first."""

CLOSING_DEPTH_IN = 0.05
"""Depth below its lowest point at which a sheet is closed, in inches."""

MAX_HOLE_IN, MAX_UPWARD_HOLE_IN = 0.5, 6.0
"""Widest hole that is closed, and widest one that faces up, in inches. Windows are wider."""

MIN_UPWARD_COSINE = 0.5
"""Smallest cosine between the up axis and the direction of a hole that faces up."""


class ScanClosure(NamedTuple):
    """The triangles that close a mesh's sheets."""

    triangles: Floats
    """(n, 3, 3): sides from the rims to the table, undersides, and patches over holes."""
    shut: int
    """Number of patched holes."""
    open_hole_covers: Floats
    """(k, 3, 3): covers of the holes that stay open, which separate the parts on both sides."""
    open_hole_boxes: Floats
    """(left, 6: from, to): the space around each open hole, where nothing is certainly solid."""
    is_open: bool
    """Whether any part of the mesh was open, even by a crack."""


def close_scanned_ground(triangles: Floats) -> ScanClosure:
    """Return the closure of scanned ground among triangles (n, 3, 3), empty without such ground."""
    faces = WeldedFaces(triangles)
    rims, hole = faces.open_edges()
    skirts = [np.zeros((0, 3, 3))]
    patches = [np.zeros((0, 3, 3))]
    across = [np.zeros((0, 3, 3))]
    hole_boxes = [np.zeros((0, 6))]
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
        holes = _Holes.from_loops(edges[~outer], loops[~outer])
        other_holes = _Holes.from_loops(
            triangles.reshape(-1, 3)[faces.first[rims[~mine]]], hole[~mine]
        )
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
    """Return whether enough of a sheet is about as high as its rim."""
    e, f = sheet[:, 1] - sheet[:, 0], sheet[:, 2] - sheet[:, 0]
    plan = np.abs(e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0])
    lies_low = sheet[:, :, 2].mean(axis=1) <= float(np.median(rim[:, :, 2])) + LOW_GROUND_HEIGHT_IN
    return bool(plan[lies_low].sum() >= LOW_GROUND_SHARE * plan.sum())


def _find_sheets(triangles: Floats, faces: WeldedFaces) -> list[tuple[int, bool]]:
    """Return the largest shells that nearly everywhere face up, or down, with their direction.

    A sheet is as wide as ground, or as wide as a tile and most of the mesh.
    """
    size = np.ptp(triangles[:, :, :2].reshape(-1, 2), axis=0)
    shell = faces.shell[faces.faces[:, 0]]
    e, f = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    plan = (e[:, 0] * f[:, 1] - e[:, 1] * f[:, 0]) / 2
    facing = np.abs(np.bincount(shell, plan))
    whole = np.bincount(shell, np.abs(plan))
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
    """Return vertical sides from a rim (n, 2, 3: from, to) to `bottom`, and a fan as underside."""
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
    """The holes of a sheet: their edges (n, 2, 3: from, to), and the hole of each edge."""

    def __init__(self, edges: Floats, hole: Ints) -> None:
        self._edges = edges
        self._hole = hole
        count = np.bincount(hole)
        self._middle = (
            np.stack([np.bincount(hole, edges[:, 0, k]) for k in range(3)], axis=1) / count[:, None]
        )
        order = np.argsort(hole, kind="stable")
        starts = np.cumsum(count) - count
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
        """Which holes come from the scanner."""
        self.boxes = np.concatenate([low - wide[:, None] / 2, high + wide[:, None] / 2], axis=1)
        """(k, 6): the space around each hole, wider by half its width on each side."""

    @classmethod
    def from_loops(cls, edges: Floats, loops: Ints) -> _Holes:
        """Return the holes whose edges have these loop numbers."""
        return cls(edges, np.unique(loops, return_inverse=True)[1].reshape(-1))

    @property
    def are_cracks(self) -> bool:
        """Return whether all holes are as narrow as cracks."""
        return bool((self._wide <= MAX_CRACK_IN).all())

    @property
    def are_of_a_tile(self) -> bool:
        """Return whether all holes fit a smaller sheet: cracks, and small holes that face up."""
        return bool(((self._up & (self._wide <= MAX_HOLE_IN)) | (self._wide <= MAX_CRACK_IN)).all())

    def fans(self, selection: NDArray[np.bool_]) -> Floats:
        """Return triangles from the edges of the selected holes to their centers."""
        mine = selection[self._hole]
        return np.stack(
            [self._edges[mine, 1], self._edges[mine, 0], self._middle[self._hole[mine]]], axis=1
        )
