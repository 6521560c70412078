"""Closed solids: rings of corners joined into blocks, slabs, tubes and rocks. Inches, z up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Point = tuple[float, float]
Corner = tuple[float, float, float]


@dataclass(frozen=True)
class Solid:
    """A closed surface: corners (n, 3), triangles (m, 3) seen counter-clockwise from outside."""

    corners: Floats
    triangles: NDArray[np.int64]
    worn: NDArray[np.bool_]
    """Which triangles lie on an edge, where paint and dirt rub off."""

    parts: NDArray[np.int64]
    """The part of the solid that each triangle belongs to: the stones of a course."""

    @classmethod
    def of(
        cls,
        corners: Sequence[Corner] | Floats,
        triangles: Sequence[tuple[int, int, int]],
        worn: Sequence[bool],
        parts: Sequence[int] = (),
    ) -> Solid:
        of_one = np.array(parts or [0] * len(triangles))
        return cls(np.array(corners, float), np.array(triangles), np.array(worn), of_one)

    def moved(self, by: Corner) -> Solid:
        return replace(self, corners=self.corners + np.array(by))

    def turned(self, degrees: float, axis: str = "z") -> Solid:
        """Turned about the origin, counter-clockwise as seen from the end of the axis."""
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        corners = self.corners.copy()
        corners[:, first] = cos * self.corners[:, first] - sin * self.corners[:, second]
        corners[:, second] = sin * self.corners[:, first] + cos * self.corners[:, second]
        return replace(self, corners=corners)

    def upright(self) -> Solid:
        """What was drawn flat is set up: the drawing's y is now height, its thickness runs along -y."""
        return replace(self, corners=self.corners[:, (0, 2, 1)] * (1, -1, 1))

    def grounded(self, height: float = 0) -> Solid:
        """Raised or lowered until its lowest corner lies at that height."""
        return self.moved((0, 0, height - float(self.corners[:, 2].min())))

    def roughened(self, by: float, random: Random) -> Solid:
        """Every corner moved a little, up to `by` along each axis."""
        shifts = [[random.uniform(-by, by) for _ in range(3)] for _ in self.corners]
        return replace(self, corners=self.corners + np.array(shifts))


def _area(ring: Floats) -> float:
    after = np.roll(ring, -1, axis=0)
    return float((ring[:, 0] * after[:, 1] - after[:, 0] * ring[:, 1]).sum()) / 2


def _is_ear(ring: Floats, i: int, left: list[int]) -> bool:
    a, b, c = (ring[left[(i + k) % len(left)]] for k in (-1, 0, 1))
    if (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 1e-12:
        return False
    for j in left:
        p = ring[j]
        if not (np.array_equal(p, a) or np.array_equal(p, b) or np.array_equal(p, c)):
            sides = [
                (v[0] - u[0]) * (p[1] - u[1]) - (v[1] - u[1]) * (p[0] - u[0])
                for u, v in ((a, b), (b, c), (c, a))
            ]
            if min(sides) >= 0:
                return False
    return True


def ears(ring: Floats) -> list[tuple[int, int, int]]:
    """The triangles of a polygon without holes, given counter-clockwise; it may be dented."""
    left = list(range(len(ring)))
    found = []
    while len(left) > 3:
        i = next((i for i in range(len(left)) if _is_ear(ring, i, left)), None)
        if i is None:
            raise ValueError("the outline crosses itself")
        found.append((left[i - 1], left[i], left[(i + 1) % len(left)]))
        del left[i]
    return [*found, (left[0], left[1], left[2])]


def loft(rings: Sequence[Floats], worn: Sequence[bool] = (), dented: bool = False) -> Solid:
    """A solid through rings of equally many corners, each counter-clockwise as seen from the last; its ends are flat.

    `worn` names the bands between rings that are edges; `dented` rings have ends that are no fans.
    """
    sides = len(rings[0])
    faces: list[tuple[int, int, int]] = []
    rubbed: list[bool] = []
    for band in range(len(rings) - 1):
        low, high = band * sides, (band + 1) * sides
        for i in range(sides):
            j = (i + 1) % sides
            faces += [(low + i, low + j, high + j), (low + i, high + j, high + i)]
            rubbed += [bool(worn) and worn[band]] * 2
    cap = ears(rings[0][:, :2]) if dented else [(0, i, i + 1) for i in range(1, sides - 1)]
    last = (len(rings) - 1) * sides
    faces += [(c, b, a) for a, b, c in cap] + [(last + a, last + b, last + c) for a, b, c in cap]
    rubbed += [False] * (2 * len(cap))
    return Solid.of(np.concatenate(rings), faces, rubbed)


def ring(outline: Sequence[Point] | Floats, height: float) -> Floats:
    """The outline at a height."""
    flat = np.asarray(outline, float)
    return np.column_stack([flat, np.full(len(flat), float(height))])


def circle(radius: float, sides: int, turn: float = 0) -> list[Point]:
    """The corners of a regular polygon about the origin; `turn` in degrees."""
    angles = [math.radians(turn + 360 * i / sides) for i in range(sides)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def narrowed(outline: Sequence[Point], by: float) -> Floats:
    """The outline with every side moved inward."""
    points = np.asarray(outline, float)
    before, after = points - np.roll(points, 1, axis=0), np.roll(points, -1, axis=0) - points
    before /= np.hypot(before[:, 0], before[:, 1])[:, None]
    after /= np.hypot(after[:, 0], after[:, 1])[:, None]
    inward = np.column_stack([-(before[:, 1] + after[:, 1]), before[:, 0] + after[:, 0]])
    length = (inward**2).sum(axis=1)
    return points + inward * (2 * by / np.maximum(length, 1.0))[:, None]


def slab(
    outline: Sequence[Point], low: float, high: float, bevel: float = 0.05, below: bool = True
) -> Solid:
    """An outline, dented or not, drawn out from one height to another, with bevelled rims (above alone: not `below`)."""
    if _area(np.asarray(outline, float)) < 0:
        outline = outline[::-1]
    inner = narrowed(outline, bevel)
    rings = [
        ring(inner, low),
        ring(outline, low + bevel),
        ring(outline, high - bevel),
        ring(inner, high),
    ]
    worn = [True, False, True]
    if not below:
        rings = [ring(outline, low), *rings[2:]]
        worn = worn[1:]
    return loft(rings, worn, dented=True)


def block(low: Corner, high: Corner, bevel: float = 0.05, along: str = "z") -> Solid:
    """A block between two opposite corners, bevelled around the two faces across `along`."""
    axes = {"x": (1, 2, 0), "y": (2, 0, 1), "z": (0, 1, 2)}[along]
    (x0, y0, z0), (x1, y1, z1) = ([corner[a] for a in axes] for corner in (low, high))
    solid = slab(
        [(x0, y0), (x1, y0), (x1, y1), (x0, y1)],
        z0,
        z1,
        min(bevel, (z1 - z0) / 3, (x1 - x0) / 3, (y1 - y0) / 3),
    )
    back = [axes.index(a) for a in range(3)]
    return replace(solid, corners=solid.corners[:, back])


def cut_block(low: Corner, high: Corner, bevel: float = 0.08) -> Solid:
    """A block bevelled along all its edges."""
    (x0, y0, z0), (x1, y1, z1), b = low, high, bevel
    outline = [
        (x0 + b, y0),
        (x1 - b, y0),
        (x1, y0 + b),
        (x1, y1 - b),
        (x1 - b, y1),
        (x0 + b, y1),
        (x0, y1 - b),
        (x0, y0 + b),
    ]
    tight = narrowed(outline, b * 0.6)
    return loft(
        [ring(tight, z0), ring(outline, z0 + b), ring(outline, z1 - b), ring(tight, z1)],
        [True, False, True],
    )


def tube(path: Sequence[Corner], radius: float | Sequence[float], sides: int = 8) -> Solid:
    """A round bar along a path; bends are mitered; a radius for each point of the path makes it taper."""
    points = np.asarray(path, float)
    radii = [radius] * len(points) if isinstance(radius, int | float) else radius
    steps = np.diff(points, axis=0)
    steps /= np.sqrt((steps**2).sum(axis=1))[:, None]
    side = np.cross(steps[0], (0.0, 0.0, 1.0) if abs(steps[0][2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= math.sqrt(float((side**2).sum()))
    up = np.cross(steps[0], side)
    spokes = np.array([side * x + up * y for x, y in circle(1, sides, 180 / sides)])
    rings = [points[0] + spokes * radii[0]]
    for i in range(1, len(points)):
        into = steps[i - 1]
        miter = into + steps[min(i, len(steps) - 1)]
        spokes = (
            spokes - into * ((spokes * miter).sum(axis=1) / float((into * miter).sum()))[:, None]
        )
        rings.append(points[i] + spokes * radii[i])
    return loft(rings)


def post(at: Point, low: float, high: float, radius: float, sides: int = 8) -> Solid:
    """An upright round bar."""
    return tube([(*at, low), (*at, high)], radius, sides)


def rock(size: Corner, random: Random, sides: int = 7) -> Solid:
    """A stone that lies flat on the ground at the origin: about `size` across and high."""
    shape = [random.uniform(0.8, 1.15) for _ in range(sides)]
    turn = random.uniform(0, 360)
    lean = (random.uniform(-0.15, 0.15), random.uniform(-0.15, 0.15))
    rings = []
    for height, width in ((0.0, 1.0), (0.4, 1.05), (0.8, 0.75), (1.0, 0.38)):
        outline = (
            np.array(circle(0.5 * width, sides, turn + 25 * height)) * np.array(shape)[:, None]
        )
        level = ring((outline + np.array(lean) * height) * size[:2], height * size[2])
        if height > 0:
            level += np.array(
                [[random.uniform(-0.06, 0.06) * s for s in size] for _ in range(sides)]
            )
        rings.append(level)
    return loft(rings, [False, False, True])
