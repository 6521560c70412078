"""What to look at on a mesh: where it is open, hollows that may be solid or not, solids that reach far beyond it, an odd size."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.suggestions import pluralize
from wc3d.geometry.mesh_bounds.data import Enclosure, prisms_of
from wc3d.geometry.mesh_bounds.mesh_distance import distances, farther
from wc3d.geometry.mesh_bounds.tree import winding_numbers
from wc3d.geometry.points import XYZ
from wc3d.meshes.surface import Triangles

MOST_HOLES = 6
"""The largest holes of a surface have a warning each."""

SMALL_HOLE = 0.1
"""Inches: a hole less far across is one of many small ones."""

FAR_BEYOND = 0.25
"""Inches: so far beyond the file, the solid that models move among is worth a look."""

BOARD, TALLEST, SMALLEST = 72.0, 18.0, 1.0
"""Inches: no board is wider, terrain is seldom taller, and hardly any piece is as small."""

CLEARLY_OUT = 0.2
"""Where a surface winds around a point by less, the point is outside; by more than 1 less this, inside."""

POINTS = 14
"""Points each way at which a doubtful hollow is looked for."""


Opened = tuple[Triangles, NDArray[np.int64]]
"""The edges (k, 2, 3) at which a surface is open, and to which hole each belongs."""


@dataclass(frozen=True)
class MeshWarning:
    """One thing to look at: a word or two, a sentence, and the place: inches, before the mesh is mirrored, turned and moved."""

    label: str
    words: str
    at: XYZ


def find_warnings(triangles: Triangles, enclosure: Enclosure | None, opened: Opened) -> tuple[MeshWarning, ...]:
    """What to look at on a mesh of triangles (n, 3, 3), inches about its own origin; the solids that hold it, if some do.

    `opened`: where it is open (`look_at_surface`).
    """
    results = [*_odd_size(triangles), *_holes(*opened)]
    if enclosure is not None:
        results += [*_hollows(enclosure), *_beyond(enclosure)]
    return tuple(results)


def _odd_size(triangles: Triangles) -> list[MeshWarning]:
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    wide, tall, longest = float(max(high[:2] - low[:2])), float(high[2] - low[2]), float(max(high - low))
    if wide > BOARD:
        words = f'{longest:.0f}" is larger than a table: check the units, or scale it (0.016 for a full-size building)'
    elif tall > TALLEST:
        words = f'{tall:.0f}" is tall for terrain: scale {8.0 / tall:.2g} would make it 8" high'
    elif longest < SMALLEST:
        words = f'{longest:.2g}" is small for terrain: check the units and the scale'
    else:
        return []
    top = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, high[2]
    return [MeshWarning("scale", words, _point(top))]


def _point(at: object) -> XYZ:
    x, y, z = np.asarray(at, dtype=float).tolist()
    return x, y, z


def _holes(edges: Triangles, hole: NDArray[np.int64]) -> list[MeshWarning]:
    """The largest holes each, the rest of them together."""
    if not len(edges):
        return []
    order = np.argsort(hole, kind="stable")
    groups = np.split(edges[order], np.flatnonzero(np.diff(hole[order])) + 1)
    across = [float(np.linalg.norm(np.ptp(g.reshape(-1, 3), axis=0))) for g in groups]
    ranked = sorted(range(len(groups)), key=lambda k: -across[k])
    large = [k for k in ranked[:MOST_HOLES] if across[k] >= SMALL_HOLE]
    results = [
        MeshWarning("open", f'{pluralize(len(groups[k]), "open edge")}, {across[k]:.2g}" across', _point(_nearby(groups[k])))
        for k in large
    ]
    rest = ranked[len(large) :]
    if rest:
        words = f'{len(rest):,} {"more " if large else "small "}{"hole" if len(rest) == 1 else "holes"}, one here'
        results.append(MeshWarning("open", words, _point(_nearby(groups[rest[0]]))))
    return results


def _nearby(edges: Triangles) -> np.ndarray:
    """The middle of the edge that is nearest to the middle of all: a place on the rim, where there is something to see."""
    middles = edges.mean(axis=1)
    return np.asarray(middles[np.argmin(np.linalg.norm(middles - middles.mean(axis=0), axis=1))])


def _hollows(enclosure: Enclosure) -> list[MeshWarning]:
    """Where it is least clear whether it is solid: one place for all such hollows."""
    if not enclosure.doubtful:
        return []
    tree = enclosure.tree
    low, high = tree.triangles.min(axis=(0, 1)), tree.triangles.max(axis=(0, 1))
    steps = (np.arange(POINTS) + 0.5) / POINTS
    points = low + np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3) * (high - low)
    winding = np.abs(winding_numbers(tree.triangles, tree.boxes, tree.dipoles, points))
    unclear = points[(winding > CLEARLY_OUT) & (winding < 1 - CLEARLY_OUT)]
    number = "a cavity" if enclosure.doubtful == 1 else f"{enclosure.doubtful} cavities"
    words = f"{number} behind a hole may be solid or not: sight through here may be undecided"
    if not len(unclear):
        return [MeshWarning("hollow", words, _point((low + high) / 2))]
    gaps = distances(tree.triangles, tree.boxes, unclear)
    return [MeshWarning("hollow", words, _point(unclear[int(np.argmax(gaps))]))]


def _beyond(enclosure: Enclosure) -> list[MeshWarning]:
    """Where the solid that models move among reaches farthest beyond the file, if that is far."""
    tree = enclosure.tree
    prisms = prisms_of(enclosure.outer)
    corners = [np.column_stack([p.points, np.full(len(p.points), z)]) for p in prisms for z in (p.low, p.high)]
    if not corners:
        return []
    points = np.concatenate(corners)
    points = points[farther(tree.triangles, tree.boxes, points, FAR_BEYOND)]
    winding = np.abs(winding_numbers(tree.triangles, tree.boxes, tree.dipoles, points))
    outer_points = points[winding < CLEARLY_OUT]
    if not len(outer_points):
        return []
    gaps = distances(tree.triangles, tree.boxes, outer_points)
    words = f'the collision shape for movement is {gaps.max():.2g}" larger than the mesh here: a smaller tolerance fits closer'
    return [MeshWarning("beyond", words, _point(outer_points[int(np.argmax(gaps))]))]
