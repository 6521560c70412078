"""Warn about a mesh: holes, doubtful hollows, solids far beyond the surface, and unusual sizes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.suggestions import pluralize
from wc3d.geometry.mesh_solids.data import MeshSolids, unpack_prisms
from wc3d.geometry.mesh_solids.mesh_distance import find_far_points, point_distances
from wc3d.geometry.mesh_solids.triangle_tree import winding_numbers
from wc3d.geometry.points import XYZ
from wc3d.meshes.surface import Triangles

MAX_HOLE_WARNINGS = 6
"""The number of holes with a warning of their own."""

SMALL_HOLE_IN = 0.1
"""A narrower hole is one of many small ones. Inches."""

MAX_REACH_BEYOND_IN = 0.25
"""The distance beyond the surface at which the solid for movement gets a warning. Inches."""

MAX_BOARD_WIDTH_IN, USUAL_MAX_HEIGHT_IN, USUAL_MIN_SIZE_IN = 72.0, 18.0, 1.0
"""The greatest width of a board, and the usual range of terrain sizes. Inches."""

CLEAR_WINDING_MARGIN = 0.2
"""A point with a winding number below this is outside; above 1 minus this, inside."""

SAMPLES_PER_AXIS = 14
"""The number of sample points per axis in the search for doubtful hollows."""


SurfaceHoles = tuple[Triangles, NDArray[np.int64]]
"""The open edges (k, 2, 3) of a surface, and the hole that each belongs to."""


@dataclass(frozen=True)
class MeshWarning:
    """A warning: a title, a sentence, and the place in inches before the mesh is placed."""

    label: str
    words: str
    at: XYZ


def find_mesh_warnings(
    triangles: Triangles, enclosure: MeshSolids | None, opened: SurfaceHoles
) -> tuple[MeshWarning, ...]:
    """Return the warnings about a mesh of triangles (n, 3, 3), in inches about its own origin, and
    any solids that bound it.

    `opened` are its open edges (`find_shells_and_holes`).
    """
    results = [*_size_warnings(triangles), *_hole_warnings(*opened)]
    if enclosure is not None:
        results += [*_hollow_warnings(enclosure), *_excess_warnings(enclosure)]
    return tuple(results)


def _size_warnings(triangles: Triangles) -> list[MeshWarning]:
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    wide = float(max(high[:2] - low[:2]))
    tall = float(high[2] - low[2])
    longest = float(max(high - low))
    if wide > MAX_BOARD_WIDTH_IN:
        words = f'{longest:.0f}" is larger than a table: check the units, or scale it (0.016 for a full-size building)'
    elif tall > USUAL_MAX_HEIGHT_IN:
        words = f'{tall:.0f}" is tall for terrain: scale {8.0 / tall:.2g} would make it 8" high'
    elif longest < USUAL_MIN_SIZE_IN:
        words = f'{longest:.2g}" is small for terrain: check the units and the scale'
    else:
        return []
    top = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, high[2]
    return [MeshWarning("scale", words, _point(top))]


def _point(at: object) -> XYZ:
    x, y, z = np.asarray(at, dtype=float).tolist()
    return x, y, z


def _hole_warnings(edges: Triangles, hole: NDArray[np.int64]) -> list[MeshWarning]:
    """Return a warning for each of the largest holes, and one for all others."""
    if not len(edges):
        return []
    order = np.argsort(hole, kind="stable")
    groups = np.split(edges[order], np.flatnonzero(np.diff(hole[order])) + 1)
    across = [float(np.linalg.norm(np.ptp(g.reshape(-1, 3), axis=0))) for g in groups]
    ranked = sorted(range(len(groups)), key=lambda k: -across[k])
    large = [k for k in ranked[:MAX_HOLE_WARNINGS] if across[k] >= SMALL_HOLE_IN]
    results = [
        MeshWarning(
            "open",
            f'{pluralize(len(groups[k]), "open edge")}, {across[k]:.2g}" across',
            _point(_rim_point(groups[k])),
        )
        for k in large
    ]
    rest = ranked[len(large) :]
    if rest:
        words = f"{len(rest):,} {'more ' if large else 'small '}{'hole' if len(rest) == 1 else 'holes'}, one here"
        results.append(MeshWarning("open", words, _point(_rim_point(groups[rest[0]]))))
    return results


def _rim_point(edges: Triangles) -> np.ndarray:
    """Return a visible place on the rim: the middle of the edge nearest to the rim's middle."""
    middles = edges.mean(axis=1)
    return np.asarray(middles[np.argmin(np.linalg.norm(middles - middles.mean(axis=0), axis=1))])


def _hollow_warnings(enclosure: MeshSolids) -> list[MeshWarning]:
    """Return a warning at the most doubtful hollow, for all such hollows."""
    if not enclosure.doubtful:
        return []
    tree = enclosure.tree
    low, high = tree.triangles.min(axis=(0, 1)), tree.triangles.max(axis=(0, 1))
    steps = (np.arange(SAMPLES_PER_AXIS) + 0.5) / SAMPLES_PER_AXIS
    points = low + np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3) * (high - low)
    winding = np.abs(winding_numbers(tree.triangles, tree.boxes, tree.dipoles, points))
    unclear = points[(winding > CLEAR_WINDING_MARGIN) & (winding < 1 - CLEAR_WINDING_MARGIN)]
    number = "a cavity" if enclosure.doubtful == 1 else f"{enclosure.doubtful} cavities"
    words = f"{number} behind a hole may be solid or not: sight through here may be undecided"
    if not len(unclear):
        return [MeshWarning("hollow", words, _point((low + high) / 2))]
    gaps = point_distances(tree.triangles, tree.boxes, unclear)
    return [MeshWarning("hollow", words, _point(unclear[int(np.argmax(gaps))]))]


def _excess_warnings(enclosure: MeshSolids) -> list[MeshWarning]:
    """Return a warning where the solid for movement reaches far beyond the surface."""
    tree = enclosure.tree
    prisms = unpack_prisms(enclosure.outer)
    corners = [
        np.column_stack([p.points, np.full(len(p.points), z)])
        for p in prisms
        for z in (p.low, p.high)
    ]
    if not corners:
        return []
    points = np.concatenate(corners)
    points = points[find_far_points(tree.triangles, tree.boxes, points, MAX_REACH_BEYOND_IN)]
    winding = np.abs(winding_numbers(tree.triangles, tree.boxes, tree.dipoles, points))
    outer_points = points[winding < CLEAR_WINDING_MARGIN]
    if not len(outer_points):
        return []
    gaps = point_distances(tree.triangles, tree.boxes, outer_points)
    words = f'the collision shape for movement is {gaps.max():.2g}" larger than the mesh here: a smaller tolerance fits closer'
    return [MeshWarning("beyond", words, _point(outer_points[int(np.argmax(gaps))]))]
