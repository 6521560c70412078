"""Measures of a mesh in its own units that tell its size and its upward axis.

For each upward axis: how firmly the mesh stands, and the heights of doors, floors, steps and
railings.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.surface import Triangles
from wc3d.meshes.units import UP_AXES, Up

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

MAX_MEASURED_TRIANGLES = 30_000
"""Triangles that are measured; of a larger mesh, the largest ones."""

MAX_SEARCHED_OPENINGS = 60
"""Undersides that are searched for a door; the widest ones count."""

LEVEL_COSINE = 0.98
"""Smallest cosine between the normal of a level face and the upward axis."""

SLOPE_COSINES = 0.15, 0.95
"""Cosines between which a face counts as sloped, such as a roof."""

UNDERSIDE_COSINE = -0.3
"""Largest cosine of a face that counts as an underside, such as the top of an arch."""

FOOT_SHARE = 0.02
"""Share of the height within which the lowest level lies."""

MIN_FLOOR_SHARE, MIN_STEP_SHARE = 0.12, 0.004
"""Smallest shares of the plan that a floor and a step cover."""

MIN_FLOOR_SPACING_SHARE = 0.12
"""Smallest distance of two floors, as a share of the height."""

DOOR_ASPECTS = 1.1, 4.0
"""Smallest and largest height of a door, as a multiple of its width."""

MIN_EQUAL_STEPS = 3
"""Equal distances of levels in a row that make stairs."""


@dataclass(frozen=True)
class Pose:
    """A mesh with one upward axis: measures that do not change with its size."""

    up: Up
    support: float
    """Share of the plan that the feet span, 0 if the center of mass is not above them."""
    bottom: float
    """Share of the plan that level faces, or an opening, cover on the lowest level."""
    top: float
    """Share of the plan that level faces cover on the highest level."""
    balance: float
    """Height of the center of mass, 0 to 1."""
    roof: float
    """Sloped area that faces up minus sloped area that faces down, as a share of all area."""
    opening: float
    """Share of the open edges that are on the lowest level."""
    is_on_zero: bool
    """Whether the lowest level is at 0 in the file, and the mesh does not begin at 0 sideways."""


class Heights(NamedTuple):
    """Heights of known things with one upward axis, in the file's units."""

    doors: tuple[float, ...] = ()
    storeys: tuple[float, ...] = ()
    steps: tuple[float, ...] = ()
    railings: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class ShapeEvidence:
    """The measures of a mesh with each upward axis."""

    size: Floats
    """Extent along the file's axes."""
    poses: dict[Up, Pose]
    _faces: _Faces
    _extent: float
    _heights: dict[Up, Heights] = field(default_factory=dict)

    def heights(self, up: Up) -> Heights:
        """Return the heights of doors, floors, steps and railings with this upward axis."""
        if up not in self._heights:
            unit_heights = _find_heights(self._faces, up)
            self._heights[up] = Heights(
                *(tuple(height * self._extent for height in group) for group in unit_heights)
            )
        return self._heights[up]


@dataclass(frozen=True, eq=False)
class _Faces:
    """The triangles that are measured, with their normals out of the mesh."""

    triangles: Triangles
    normals: Floats
    """Unit normals."""
    areas: Floats
    low: Floats
    high: Floats
    rims: Floats
    """Middles of the open edges (k, 3)."""


def measure_shape(triangles: Triangles) -> ShapeEvidence:
    """Measure a mesh of triangles (n, 3, 3) with each upward axis."""
    low = triangles.min(axis=(0, 1))
    high = triangles.max(axis=(0, 1))
    extent = float((high - low).max()) or 1.0
    moved = (triangles - low) / extent  # huge and tiny coordinates lose no digits in products
    across = np.cross(moved[:, 1] - moved[:, 0], moved[:, 2] - moved[:, 0])
    double_areas = np.linalg.norm(across, axis=1)
    volumes = np.einsum("ij,ij->i", moved[:, 0], np.cross(moved[:, 1], moved[:, 2])) / 6
    volume = float(volumes.sum())
    box_volume = float(np.prod((high - low) / extent))
    centers = moved.mean(axis=1)
    if abs(volume) > 0.01 * box_volume > 0.0:
        middle = (centers * 0.75 * volumes[:, None]).sum(axis=0) / volume
        middle = np.clip(middle, 0.0, (high - low) / extent)
    else:
        middle = (centers * double_areas[:, None]).sum(axis=0) / max(double_areas.sum(), 1e-300)
    normals = across / np.maximum(double_areas, 1e-300)[:, None]
    if volume < 0.0:
        normals = -normals
    rims = np.zeros((0, 3))
    if len(moved) <= MAX_MEASURED_TRIANGLES:
        rims = _find_rims(moved)
    else:
        largest = np.argpartition(-double_areas, MAX_MEASURED_TRIANGLES)[:MAX_MEASURED_TRIANGLES]
        largest.sort()
        moved, normals, double_areas = moved[largest], normals[largest], double_areas[largest]
    size = (high - low) / extent
    faces = _Faces(moved, normals, double_areas / 2, np.zeros(3), size, rims)
    origin = -low / extent
    poses = {up: _measure_pose(faces, up, middle, origin) for up in UP_AXES}
    return ShapeEvidence(high - low, poses, faces, extent)


def _find_rims(triangles: Triangles) -> Floats:
    """Return the middles of the edges that only one triangle has."""
    corners = _number_corners(triangles)
    ends = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    ends.sort(axis=1)
    _, places, counts = np.unique(
        ends[:, 0] * (int(ends.max()) + 1) + ends[:, 1], return_index=True, return_counts=True
    )
    middles = (triangles + np.roll(triangles, -1, axis=1)) / 2
    single = places[counts == 1]
    return np.asarray(middles[single % len(triangles), single // len(triangles)])


def _number_corners(triangles: Triangles) -> NDArray[np.int64]:
    """Return numbers (n, 3) that are equal for equal corners."""
    keys = np.round(triangles.reshape(-1, 3) * 1e5).astype(np.int64)
    numbers = (keys[:, 0] * 2_000_003 + keys[:, 1]) * 2_000_003 + keys[:, 2]
    _, corners = np.unique(numbers, return_inverse=True)
    return np.asarray(corners.reshape(-1, 3), np.int64)


def _measure_pose(faces: _Faces, up: Up, middle: Floats, origin: Floats) -> Pose:
    axis, sign = UP_AXES[up][2]
    plan_axes = [k for k in range(3) if k != axis]
    heights = sign * faces.triangles[..., axis]
    low, high = sorted((0.0, sign * faces.high[axis]))
    width = faces.high[plan_axes]
    plan = float(width.prod())
    if high <= low or plan <= 0.0:
        return Pose(up, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, False)
    cosines = sign * faces.normals[:, axis]
    tolerance = FOOT_SHARE * (high - low)
    is_low = (heights <= low + tolerance).all(axis=1)
    is_high = (heights >= high - tolerance).all(axis=1)
    is_level = np.abs(cosines) >= LEVEL_COSINE
    bottom = float(faces.areas[is_low & is_level].sum()) / plan
    top = float(faces.areas[is_high & is_level].sum()) / plan
    feet = faces.triangles[heights <= low + tolerance][:, plan_axes]
    feet_low, feet_high = feet.min(axis=0), feet.max(axis=0)
    slack = 0.02 * width
    is_stable = bool(
        ((middle[plan_axes] >= feet_low - slack) & (middle[plan_axes] <= feet_high + slack)).all()
    )
    spread = float(((feet_high - feet_low) / width).prod())
    rim_heights = sign * faces.rims[:, axis]
    opening = float((rim_heights <= low + tolerance).mean()) if len(faces.rims) else 0.0
    is_sloped = (np.abs(cosines) > SLOPE_COSINES[0]) & (np.abs(cosines) < SLOPE_COSINES[1])
    slopes = faces.areas[is_sloped] * cosines[is_sloped]
    near = 0.002 * max(float(width.max()), high - low)
    begins_at_zero = abs(origin[axis] - (0.0 if sign > 0 else faces.high[axis])) <= near
    sideways = [abs(origin[k]) <= near for k in plan_axes]
    return Pose(
        up,
        spread if is_stable else 0.0,
        min(1.0, max(bottom, opening * spread)),
        min(1.0, top),
        (sign * float(middle[axis]) - low) / (high - low),
        float(slopes.sum()) / max(float(faces.areas.sum()), 1e-300),
        opening,
        bool(begins_at_zero and not all(sideways)),
    )


@dataclass(frozen=True, eq=False)
class _Level:
    """Level faces that point up at one height."""

    height: float
    share: float
    """Their share of the plan."""
    reach: float
    """The share of the plan that their bounding box covers."""


def _find_heights(faces: _Faces, up: Up) -> Heights:
    """Find doors, floors, steps and railings of a mesh, in the file's units."""
    turned = np.stack([sign * faces.triangles[..., axis] for axis, sign in UP_AXES[up]], axis=-1)
    normals = np.stack([sign * faces.normals[:, axis] for axis, sign in UP_AXES[up]], axis=-1)
    low = turned.min(axis=(0, 1))
    size = np.ptp(turned, axis=(0, 1))
    if not size.all():
        return Heights()
    levels = _find_levels(turned, normals, faces.areas, low, size)
    floors = [level for level in levels if level.share >= MIN_FLOOR_SHARE]
    storeys = _find_storeys(floors, low[2], size[2])
    railings = []
    for floor in floors:
        narrow = [
            level.height - floor.height
            for level in levels
            if level.height > floor.height + 0.02 * size[2]
            and level.share < MIN_FLOOR_SHARE
            and level.reach >= 0.6
        ]
        railings += narrow[:1]
    doors = _find_doors(turned, normals, low, size, [low[2], *(f.height for f in floors)])
    return Heights(tuple(doors), tuple(storeys), tuple(_find_steps(levels)), tuple(railings))


def _find_levels(
    turned: Triangles, normals: Floats, areas: Floats, low: Floats, size: Floats
) -> list[_Level]:
    """Return the levels of a mesh, upward."""
    is_level = normals[:, 2] >= LEVEL_COSINE
    if not is_level.any():
        return []
    level_faces = turned[is_level]
    heights = level_faces[..., 2].mean(axis=1)
    order = np.argsort(heights, kind="stable")
    gaps = np.flatnonzero(np.diff(heights[order]) > 0.004 * size[2]) + 1
    plan = float(size[0] * size[1])
    level_areas = areas[is_level]
    levels = []
    for group in np.split(order, gaps):
        area = float(level_areas[group].sum())
        if area < MIN_STEP_SHARE * plan:
            continue
        points = level_faces[group][..., :2].reshape(-1, 2)
        height = float(np.average(heights[group], weights=level_areas[group]))
        levels.append(_Level(height, area / plan, float(np.ptp(points, axis=0).prod()) / plan))
    return levels


def _find_storeys(floors: list[_Level], low: float, height: float) -> list[float]:
    """Return the distances between floors."""
    heights = [low]
    for floor in floors:
        if floor.height - heights[-1] >= MIN_FLOOR_SPACING_SHARE * height:
            heights.append(floor.height)
        elif len(heights) == 1:
            heights[0] = floor.height  # the ground floor of a building on a base
    return [b - a for a, b in itertools.pairwise(heights)] if len(heights) > 2 else []


def _find_steps(levels: list[_Level]) -> list[float]:
    """Return the height of the steps of stairs: equal distances of levels of about equal area."""
    run: list[float] = []
    best: list[float] = []
    for a, b in itertools.pairwise(levels):
        rise = b.height - a.height
        is_equal = bool(run) and abs(rise - run[0]) <= 0.04 * run[0]
        is_like = 0.6 <= a.share / b.share <= 1.7
        run = ([*run, rise] if is_equal else [rise]) if is_like else []
        if len(run) > len(best):
            best = run
    return [float(np.median(best))] if len(best) >= MIN_EQUAL_STEPS else []


class _Boxes(NamedTuple):
    """Bounding boxes of triangles."""

    low: Floats
    high: Floats

    def select(self, mask: Mask) -> _Boxes:
        """Return some of the boxes."""
        return _Boxes(self.low[mask], self.high[mask])


def _find_doors(
    turned: Triangles, normals: Floats, low: Floats, size: Floats, floors: list[float]
) -> list[float]:
    """Return the heights of openings that begin at a floor and have an underside and two sides."""
    boxes = _Boxes(turned.min(axis=1), turned.max(axis=1))
    is_underside = (normals[:, 2] < UNDERSIDE_COSINE) & (boxes.low[:, 2] > low[2] + 0.04 * size[2])
    if not is_underside.any():
        return []
    upward = boxes.select(normals[:, 2] > 0.9)
    upright = np.abs(normals[:, 2]) < 0.3
    sides = [boxes.select(upright & (np.abs(normals[:, k]) > 0.7)) for k in (0, 1)]
    doors = []
    for box in _opening_boxes(turned[is_underside], boxes.select(is_underside), low, size):
        wide = 0 if box.high[0] - box.low[0] >= box.high[1] - box.low[1] else 1
        width = float(box.high[wide] - box.low[wide])
        floor = _floor_below(upward, box, low[2])
        height = float(box.high[2] - floor)
        if not DOOR_ASPECTS[0] <= height / width <= DOOR_ASPECTS[1]:
            continue
        if min(abs(floor - level) for level in floors) > 0.04 * size[2]:
            continue  # a window above a sill
        if _has_jambs(sides[wide], box, wide, floor):
            doors.append(height)
    return doors


def _opening_boxes(triangles: Triangles, boxes: _Boxes, low: Floats, size: Floats) -> list[_Boxes]:
    """Return the boxes of connected undersides that may be the tops of doors, the widest first."""
    groups = _group_boxes(triangles, boxes)
    spans = groups.high - groups.low
    width = spans[:, :2].max(axis=1)
    is_possible = (
        (spans[:, :2].min(axis=1) <= 0.8 * width)
        & (width >= 0.02 * size.max())
        & (groups.high[:, 2] - low[2] >= DOOR_ASPECTS[0] * width)
    )
    places = np.flatnonzero(is_possible)
    widest = places[np.argsort(-width[places], kind="stable")][:MAX_SEARCHED_OPENINGS]
    return [_Boxes(groups.low[k], groups.high[k]) for k in widest.tolist()]


def _floor_below(upward: _Boxes, opening: _Boxes, ground: float) -> float:
    """Return the height of the highest upward face below an underside, or of the ground."""
    x, y = ((opening.low + opening.high) / 2)[:2].tolist()
    is_below = (
        (upward.low[:, 0] <= x)
        & (upward.high[:, 0] >= x)
        & (upward.low[:, 1] <= y)
        & (upward.high[:, 1] >= y)
        & (upward.high[:, 2] < opening.low[2])
    )
    heights = upward.high[is_below, 2]
    return max(ground, float(heights.max())) if len(heights) else ground


def _has_jambs(sides: _Boxes, opening: _Boxes, wide: int, floor: float) -> bool:
    """Return whether upright faces stand at both ends of an opening, at half its height."""
    middle = (floor + opening.low[2]) / 2
    slack = 0.12 * (opening.high[wide] - opening.low[wide])
    deep = 1 - wide
    is_side = (
        (sides.low[:, 2] <= middle)
        & (sides.high[:, 2] >= middle)
        & (sides.low[:, deep] <= opening.high[deep])
        & (sides.high[:, deep] >= opening.low[deep])
    )
    places = (sides.low[is_side, wide] + sides.high[is_side, wide]) / 2
    ends = opening.low[wide], opening.high[wide]
    return all(bool((np.abs(places - end) <= slack).any()) for end in ends)


def _group_boxes(triangles: Triangles, boxes: _Boxes) -> _Boxes:
    """Return the bounding boxes of connected triangles, given the boxes of the triangles."""
    from scipy.sparse import coo_matrix  # imports slowly
    from scipy.sparse.csgraph import connected_components

    corners = _number_corners(triangles)
    starts = np.concatenate([corners[:, 0], corners[:, 1]])
    ends = np.concatenate([corners[:, 1], corners[:, 2]])
    count = int(corners.max()) + 1
    graph = coo_matrix((np.ones(len(starts), np.int8), (starts, ends)), shape=(count, count))
    labels = connected_components(graph, directed=False)[1][corners[:, 0]]
    order = np.argsort(labels, kind="stable")
    firsts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    return _Boxes(
        np.minimum.reduceat(boxes.low[order], firsts),
        np.maximum.reduceat(boxes.high[order], firsts),
    )
