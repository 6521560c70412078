"""Exact decomposition of watertight meshes into convex prisms, by columns.

Seen from above, the mesh's edges cut the plan into faces. Over each face, the surface is a stack
of planes. The solid is between a plane that faces down and the next one that faces up. Faces with
the same two planes form one column, which is split into convex prisms. Nothing is sampled: flat
ruins become a few level prisms, slopes become prisms with sloped planes. No point moves by more
than MIN_THICKNESS_IN.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
import trimesh
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from wc3d._internal.progress import Progress
from wc3d.geometry.convex_parts import (
    FootprintError,
    remove_straight_corners,
    signed_area,
    split_polygon_into_convex,
)
from wc3d.geometry.solids import Plane, Points, Prism, clip_half_plane

SNAP_DISTANCE_IN = 1e-5
"""Distance in inches within which corners and levels merge, except in too long chains."""

MIN_THICKNESS_IN = 1e-4
"""Lean of faces that still count as upright, and thickness of dropped solids, in inches."""

CROSSING_GRID_IN = 1e-7
"""Grid for the crossing points of edges in plan, in inches."""

STRAIGHT_CORNER_IN = 5e-6
"""Distance from the line through its neighbors within which a corner is dropped, in inches."""

MAX_STRIP_LEAN_IN = 5e-4
"""Largest total lean of adjacent upright triangles, in inches."""

LEVEL_TOLERANCE_IN = 1e-9
"""Depth of a top below its bottom that may come from rounding, in inches."""

MAX_CROSSING_IN = 1e-4
"""Depth from which surfaces that cross each other are rejected, in inches."""

TRIANGLES_LIMIT = 10_000
"""Most triangles of a mesh (10,000 take some seconds)."""

PRISMS_LIMIT = 6_000
"""Most prisms of a mesh (a ruin has some dozens, a ball of 1,280 triangles up to 3,400)."""

Indices = NDArray[np.int64]
SlabStack = tuple[tuple[int, int], ...]
"""The solid over a plan face, upward: (bottom plane, top plane)."""


class MeshPrismsError(ValueError):
    """A mesh that cannot be decomposed; the message gives the reason and a solution."""


class _CrossingError(MeshPrismsError):
    """Two surfaces of the mesh cross each other."""


@dataclass(frozen=True)
class _Planes:
    """The planes of a mesh's faces. `up` marks planes that face up (tops); others are bottoms."""

    at: Points
    slopes: Points
    up: NDArray[np.bool_]

    def heights(self, planes: Indices, points: Points) -> Points:
        """Return the height of plane i at point i."""
        return self.at[planes] + (self.slopes[planes] * points).sum(axis=1)

    def plane(self, i: int) -> Plane:
        """Return plane `i`."""
        return Plane(float(self.at[i]), float(self.slopes[i, 0]), float(self.slopes[i, 1]))


def split_into_prisms(mesh: trimesh.Trimesh, progress: Progress | None = None) -> tuple[Prism, ...]:
    """Split the solid of a closed, consistently oriented mesh into convex prisms.

    Overlapping bodies count once. Thousands of triangles take seconds: `progress` receives the
    work done and the total work. Raises MeshPrismsError for a mesh that is too large, inside out,
    or crosses itself.
    """
    refuse_large_mesh(mesh)
    try:
        return _split_columns(mesh, progress)
    except _CrossingError:
        return _split_columns(_unite_bodies(mesh), progress)


def refuse_large_mesh(mesh: trimesh.Trimesh) -> None:
    """Raise MeshPrismsError for a mesh with too many triangles."""
    if len(mesh.faces) > TRIANGLES_LIMIT:
        raise MeshPrismsError(
            f"has {len(mesh.faces):,} triangles, more than {TRIANGLES_LIMIT:,}; simplify the mesh (Blender: Decimate modifier)"
        )


def _split_columns(mesh: trimesh.Trimesh, progress: Progress | None) -> tuple[Prism, ...]:
    corners, triangles = _snap_corners(mesh)
    planes, plane_of = _find_planes(corners, triangles)
    faces = _plan_faces(corners[:, :2], triangles, plane_of)
    real = np.flatnonzero(2 * shapely.area(faces) > MIN_THICKNESS_IN * shapely.length(faces))
    stacks = _find_stacks(corners[:, :2], triangles, planes, plane_of, faces[real])
    stack_of = {
        face: stack for face, stack in zip(real.tolist(), stacks, strict=True) if stack is not None
    }
    _fill_thin_faces(faces, np.array(sorted(set(range(len(faces))) - stack_of.keys())), stack_of)
    grouped: dict[tuple[int, int], list[int]] = defaultdict(list)
    for face, intervals in stack_of.items():
        for interval in intervals:
            grouped[interval].append(face)
    prisms: list[Prism] = []
    for number, ((bottom, top), members) in enumerate(grouped.items()):
        if progress is not None:
            progress(len(grouped) + number, 2 * len(grouped))  # the first half took as long
        for polygon in shapely.get_parts(shapely.coverage_union_all(faces[members])):
            try:
                parts = split_polygon_into_convex(_tidy(polygon), STRAIGHT_CORNER_IN)
            except FootprintError as error:
                raise MeshPrismsError(
                    f"cannot be split into prisms ({error}); simplify it (Blender: Decimate modifier)"
                ) from None
            prisms.extend(_make_prisms(parts, planes.plane(bottom), planes.plane(top)))
        if len(prisms) > PRISMS_LIMIT:
            raise MeshPrismsError(
                f"has more than {PRISMS_LIMIT:,} convex prisms; simplify the mesh (Blender: Decimate modifier)"
            )
    if not prisms:
        raise MeshPrismsError("has no volume")
    return tuple(prisms)


def _make_prisms(parts: tuple[Points, ...], bottom: Plane, top: Plane) -> Iterator[Prism]:
    """Yield the prisms over convex polygons, without slivers that rounding turned over."""
    for part in parts:
        slope_x, slope_y = top.slope_x - bottom.slope_x, top.slope_y - bottom.slope_y
        ring = clip_half_plane(part, slope_x, slope_y, top.at - bottom.at + LEVEL_TOLERANCE_IN)
        ring = ring[np.hypot(*(ring - np.roll(ring, 1, axis=0)).T) > CROSSING_GRID_IN]
        if len(ring) > 2 and signed_area(ring) > MIN_THICKNESS_IN**2:
            yield Prism(ring, bottom, top)


def _snap_corners(mesh: trimesh.Trimesh) -> tuple[Points, Indices]:
    """Return corners and triangles after merging nearly equal plan points and heights."""
    corners = np.round(np.asarray(mesh.vertices, dtype=float), 6)
    pairs = cKDTree(corners[:, :2]).query_pairs(SNAP_DISTANCE_IN, output_type="ndarray")
    n = len(corners)
    links = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    _, group = connected_components(links, directed=False)
    _, first = np.unique(group, return_index=True)
    is_near = _spans(corners[:, 0], group) + _spans(corners[:, 1], group) <= MIN_THICKNESS_IN
    corners[:, :2] = np.where(is_near[group, None], corners[first[group], :2], corners[:, :2])
    order = np.argsort(corners[:, 2], kind="stable")
    levels = corners[order, 2]
    steps = np.concatenate([[True], np.diff(levels) > SNAP_DISTANCE_IN / 2])
    level = np.cumsum(steps) - 1
    means = np.bincount(level, levels) / np.bincount(level)
    heights = np.where((_spans(levels, level) <= MIN_THICKNESS_IN)[level], means[level], levels)
    corners[order, 2] = np.round(heights, 5)
    unique, index = np.unique(corners, axis=0, return_inverse=True)
    triangles = index.reshape(-1)[np.asarray(mesh.faces)]
    real = (
        (triangles[:, 0] != triangles[:, 1])
        & (triangles[:, 1] != triangles[:, 2])
        & (triangles[:, 2] != triangles[:, 0])
    )
    return unique, triangles[real]


def _spans(values: Points, group: NDArray[np.integer]) -> Points:
    """Return the range of values in each group: many small steps must not merge into one place."""
    low = np.full(group.max() + 1, np.inf)
    high = np.full(group.max() + 1, -np.inf)
    np.minimum.at(low, group, values)
    np.maximum.at(high, group, values)
    return high - low


def _find_planes(corners: Points, triangles: Indices) -> tuple[_Planes, Indices]:
    """Return the distinct planes, and each triangle's plane or -1 for upright triangles.

    A needle in plan may be upright, or part of a plane of many needles, as around the rim of a
    fine disc. It gets the plane that contains all its corners.
    """
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    u, v = b - a, c - a
    twice_area = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    longest = np.sqrt(
        np.max([((p - q)[:, :2] ** 2).sum(axis=1) for p, q in ((a, b), (b, c), (c, a))], axis=0)
    )
    plane_of = np.full(len(triangles), -1)
    upright = np.abs(twice_area) <= MIN_THICKNESS_IN * longest
    with np.errstate(divide="ignore", invalid="ignore"):
        slope_x = (u[:, 2] * v[:, 1] - u[:, 1] * v[:, 2]) / twice_area
        slope_y = (u[:, 0] * v[:, 2] - u[:, 2] * v[:, 0]) / twice_area
    level = (
        corners[triangles, 2].max(axis=1) - corners[triangles, 2].min(axis=1)
    ) <= 2 * SNAP_DISTANCE_IN
    slope_x[level | upright], slope_y[level | upright] = 0.0, 0.0
    at = np.where(
        level,
        np.median(corners[triangles, 2], axis=1),
        a[:, 2] - slope_x * a[:, 0] - slope_y * a[:, 1],
    )
    rows = np.empty((len(triangles), 3))
    is_up = np.zeros(len(triangles), dtype=bool)
    count = 0
    needles = upright & (np.abs(twice_area) > CROSSING_GRID_IN * longest)
    for t in np.lexsort((-np.abs(twice_area), ~level, upright)):
        if upright[t] and not needles[t]:
            continue
        known_rows = rows[:count]
        xyz = corners[triangles[t]]
        distances = np.abs(known_rows[:, :1] + known_rows[:, 1:] @ xyz[:, :2].T - xyz[:, 2]).max(
            axis=1
        )
        distances /= np.sqrt(1 + (known_rows[:, 1:] ** 2).sum(axis=1))
        distances[is_up[:count] != (twice_area[t] > 0)] = np.inf
        if count and distances.min() <= 2 * SNAP_DISTANCE_IN:
            plane_of[t] = distances.argmin()
        elif not upright[t]:
            rows[count] = at[t], slope_x[t], slope_y[t]
            is_up[count] = twice_area[t] > 0
            plane_of[t] = count
            count += 1
    return _Planes(rows[:count, 0], rows[:count, 1:], is_up[:count]), plane_of


def _plan_faces(plan: Points, triangles: Indices, plane_of: Indices) -> NDArray[np.object_]:
    """Return the plan polygons that the mesh's edges form, without edges inside a plane."""
    sides = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    plane = np.tile(plane_of, 3)
    keys = np.sort(sides, axis=1)
    order = np.lexsort((plane, keys[:, 1], keys[:, 0]))
    keys = keys[order]
    plane = plane[order]
    _, first, count = np.unique(keys, axis=0, return_index=True, return_counts=True)
    cutting = first[plane[first] != plane[first + count - 1]]
    ends = np.stack([plan[keys[cutting, 0]], plan[keys[cutting, 1]]], axis=1)
    ends = ends[(ends[:, 0] != ends[:, 1]).any(axis=1)]
    if not len(ends):
        raise MeshPrismsError("has no volume")
    noded = shapely.union_all(shapely.linestrings(ends), grid_size=CROSSING_GRID_IN)
    return shapely.get_parts(shapely.polygonize([noded]))


def _find_stacks(
    plan: Points, triangles: Indices, planes: _Planes, plane_of: Indices, faces: NDArray[np.object_]
) -> list[SlabStack | None]:
    """Return the stack of (bottom, top) planes over each plan face, or None for a face too thin."""
    middles = _face_middles(faces)
    numbers = np.flatnonzero(plane_of >= 0)
    tree = shapely.STRtree(shapely.polygons(plan[triangles[numbers]]))
    face, hit = tree.query(shapely.points(middles))
    hit_triangles = numbers[hit]
    covering = np.ones(len(face), dtype=bool)
    turn = np.where(planes.up[plane_of[hit_triangles]], 1.0, -1.0)
    for i in range(3):
        a, b = plan[triangles[hit_triangles, i]], plan[triangles[hit_triangles, (i + 1) % 3]]
        along = b - a
        to = middles[face] - a
        side = (along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0]) * turn
        covering &= side >= -CROSSING_GRID_IN * np.hypot(along[:, 0], along[:, 1])
    pairs = np.unique(np.column_stack([face[covering], plane_of[hit_triangles[covering]]]), axis=0)
    heights = planes.heights(pairs[:, 1], middles[pairs[:, 0]])
    order = np.lexsort((planes.up[pairs[:, 1]], heights, pairs[:, 0]))
    pairs = pairs[order]
    heights = heights[order]
    starts = np.searchsorted(pairs[:, 0], np.arange(len(faces) + 1))
    stacks: list[SlabStack | None] = []
    for n, (i, j) in enumerate(pairwise(starts.tolist())):
        try:
            stacks.append(
                _solid_intervals(planes, pairs[i:j, 1], heights[i:j], faces[n], middles[n])
            )
        except _CrossingError:
            if 2 * faces[n].area > MAX_STRIP_LEAN_IN * faces[n].length:
                raise
            stacks.append(None)
    return stacks


def _face_middles(faces: NDArray[np.object_]) -> Points:
    """Return a point in each face, nearly as far from its sides as possible, not in a spike."""
    middles = np.empty((len(faces), 2))
    is_triangle = shapely.get_num_coordinates(faces) == 4
    corners = shapely.get_coordinates(faces[is_triangle]).reshape(-1, 4, 2)[:, :3]
    opposite = np.hypot(
        *(np.roll(corners, -1, axis=1) - np.roll(corners, 1, axis=1)).transpose(2, 0, 1)
    )
    middles[is_triangle] = (corners * opposite[:, :, None]).sum(axis=1) / opposite.sum(axis=1)[
        :, None
    ]
    other_faces = faces[~is_triangle]
    width = shapely.area(other_faces) / shapely.length(
        other_faces
    )  # no face's inscribed circle has a smaller radius
    circles = shapely.maximum_inscribed_circle(other_faces, tolerance=width / 4)
    middles[~is_triangle] = shapely.get_coordinates(circles).reshape(-1, 2, 2)[:, 0]
    return middles


def _solid_intervals(
    planes: _Planes, stack: Indices, heights: Points, face: shapely.Polygon, at: Points
) -> SlabStack:
    """Return the solid over a face from its planes in order of height."""
    intervals: list[tuple[int, int]] = []
    depth = 0
    bottom = -1
    for plane in stack.tolist():
        if planes.up[plane]:
            depth -= 1
            if depth == 0:
                intervals.append((bottom, plane))
        else:
            if depth == 0:
                bottom = plane
            depth += 1
        if depth < 0:
            raise _crossing_error(at)
    if depth:
        raise _crossing_error(at)
    if len(stack) > 1:
        _refuse_crossing(planes, stack, face)
    level = dict(zip(stack.tolist(), heights.tolist(), strict=True))
    merged: list[tuple[int, int]] = []
    for low, high in intervals:
        if merged and level[low] - level[merged[-1][1]] <= SNAP_DISTANCE_IN:
            merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple((low, high) for low, high in merged if level[high] - level[low] > SNAP_DISTANCE_IN)


def _refuse_crossing(planes: _Planes, stack: Indices, face: shapely.Polygon) -> None:
    """Raise an error if planes in this order inside a face have another order at its corners."""
    corners = shapely.get_coordinates(face)
    z = planes.at[stack] + corners @ planes.slopes[stack].T
    steep = np.sqrt(1 + (planes.slopes[stack] ** 2).sum(axis=1)).max()
    falls = np.diff(z, axis=1).min(axis=1)
    if falls.min() < -MAX_CROSSING_IN * steep:
        raise _crossing_error(corners[falls.argmin()])


def _crossing_error(at: Points) -> _CrossingError:
    return _CrossingError(
        f"the surface crosses itself, or is inside out, above x {at[0]:.3f}, y {at[1]:.3f} of the mesh;"
        " join its parts (Blender: Boolean, or Remesh) and recalculate the normals outside"
    )


def _fill_thin_faces(
    faces: NDArray[np.object_], thin: Indices, stack_of: dict[int, SlabStack]
) -> None:
    """Give each too thin face the stack of the neighbor along its longest border."""
    if not len(thin):
        return
    tree = shapely.STRtree(faces)
    waiting = [int(i) for i in thin]
    for _ in range(4):
        remaining = []
        for i in waiting:
            neighbors = [
                int(j) for j in tree.query(faces[i], predicate="intersects") if int(j) in stack_of
            ]
            shared = [
                shapely.length(shapely.intersection(faces[i].boundary, faces[j].boundary))
                for j in neighbors
            ]
            if neighbors and max(shared) > 0:
                stack_of[i] = stack_of[neighbors[int(np.argmax(shared))]]
            else:
                remaining.append(i)
        waiting = remaining


def _tidy(polygon: shapely.Polygon) -> shapely.Polygon:
    """Return the polygon without corners on straight sides, except where its rings touch."""
    rings = [np.asarray(r.coords)[:-1] for r in (polygon.exterior, *polygon.interiors)]
    times = Counter(map(tuple, np.concatenate(rings).tolist()))
    if max(times.values()) > 1:
        return polygon
    tidy = shapely.Polygon(
        remove_straight_corners(rings[0], STRAIGHT_CORNER_IN),
        [remove_straight_corners(r, STRAIGHT_CORNER_IN) for r in rings[1:]],
    )
    return tidy if tidy.is_valid else polygon


def _unite_bodies(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return the union of a mesh's bodies without cavities. Raises MeshPrismsError for one body."""
    bodies = mesh.split(only_watertight=True, repair=False)  # repairs need another library
    if len(bodies) < 2:
        raise MeshPrismsError(
            "has a surface that crosses itself, or is inside out; repair it (Blender: Remesh) and recalculate the normals outside"
        )
    solid = [b for b in bodies if b.volume > 0]
    hollow = [b for b in bodies if b.volume < 0]
    for body in hollow:
        body.invert()
    try:
        united = trimesh.boolean.union(solid, engine="manifold")
        result = (
            trimesh.boolean.difference([united, *hollow], engine="manifold") if hollow else united
        )
    except (ValueError, IndexError) as error:
        raise MeshPrismsError(
            f"has parts that cannot be joined ({error}); join them in the mesh (Blender: Boolean)"
        ) from None
    if result.volume > united.volume - sum(b.volume for b in hollow) + MAX_CROSSING_IN:
        raise MeshPrismsError(
            "has a part that is inside out; recalculate the normals outside (Blender: Mesh > Normals)"
        )
    return result
