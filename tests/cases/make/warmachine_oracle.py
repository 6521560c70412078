"""A slow second way to answer what WARMACHINE asks of space: small steps along ways, many lines of sight, shapely's distances.

Nothing of the program is used. What is near the flip is left out by the makers of the cases: they ask with everything a little
larger and a little smaller, and keep what stands both times.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Floats = NDArray[np.float64]
XY = tuple[float, float]

RADII = {"small": 15 / 25.4, "medium": 20 / 25.4, "large": 25 / 25.4}
HEIGHTS = {"small": 1.75, "medium": 2.25, "large": 2.75}
STEP = 0.002
"""Inches between the places looked at along a way."""

MARGIN = 0.03
"""Inches by which an answer must not hang on anything."""


@dataclass(frozen=True)
class Piece:
    """A model as the oracle has it."""

    id: str
    base: str
    at: XY
    facing: float = 90.0
    owner: int = 1
    reach: float = 0.5
    status: tuple[str, ...] = ()

    @property
    def radius(self) -> float:
        return RADII[self.base]

    @property
    def still(self) -> bool:
        return bool(self.status)

    def as_json(self) -> dict[str, Any]:
        """The model as a file has it."""
        more = {"reach": self.reach} if self.reach != 0.5 else {}
        more |= {"status": list(self.status)} if self.status else {}  # type: ignore[dict-item]
        place = [*self.at, 0.0]
        return {
            "id": self.id,
            "base": self.base,
            "position": place,
            "facing": self.facing,
            "owner": self.owner,
            **more,
        }


@dataclass(frozen=True)
class Ground:
    """A box or a pillar of terrain."""

    id: str
    kind: str
    center: XY
    size: tuple[float, float]  # of a pillar: twice its radius
    turn: float = 0.0
    height: float = 0.0
    round: bool = False

    @property
    def plan(self) -> Any:
        """Its footprint."""
        if self.round:
            return shapely.Point(self.center).buffer(self.size[0] / 2, quad_segs=512)
        (x, y), (a, b) = self.center, (self.size[0] / 2, self.size[1] / 2)
        return shapely.affinity.rotate(
            shapely.box(x - a, y - b, x + a, y + b), self.turn, origin=self.center
        )

    @property
    def sort(self) -> str:
        """What it is to a base that moves: "open", "rough", "thin", "shut" (rules WM-TER-04, 08; a thick obstacle is shut)."""
        if self.kind in ("rough", "forest"):
            return "rough"
        if self.kind == "obscuring":
            return "open"
        low = self.kind != "impassable" and self.height <= 1
        return "thin" if low and min(self.size) < 1 else "shut"

    def as_json(self) -> dict[str, Any]:
        """The feature as a map has it."""
        shape: dict[str, Any] = {"center": list(self.center), "bottom": 0, "height": self.height}
        shape |= (
            {"type": "cylinder", "radius": self.size[0] / 2}
            if self.round
            else {"type": "box", "size": list(self.size), "rotation": self.turn}
        )
        return {"id": self.id, "kind": self.kind, "shape": shape}


@dataclass(frozen=True)
class Scene:
    """A table with models and terrain."""

    models: tuple[Piece, ...]
    terrain: tuple[Ground, ...] = ()
    size: tuple[float, float] = (48.0, 48.0)

    def model(self, id: str) -> Piece:
        return next(m for m in self.models if m.id == id)

    def others(self, *ids: str) -> list[Piece]:
        return [m for m in self.models if m.id not in ids]


def unit(degrees: float) -> XY:
    """The unit vector of a direction."""
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def frame(model: Piece, at: XY) -> XY:
    """A place ahead of a model, and to its left."""
    (u, v), x, y = unit(model.facing), at[0] - model.at[0], at[1] - model.at[1]
    return x * u + y * v, -x * v + y * u


def half_disc(at: XY, facing: float, rho: float) -> Any:
    """A melee region as a polygon of very many corners."""
    angles = np.radians(np.linspace(facing - 90, facing + 90, 721))
    return shapely.Polygon(
        np.column_stack([at[0] + rho * np.cos(angles), at[1] + rho * np.sin(angles)])
    )


def in_melee(one: Piece, other: Piece, grow: float = 0.0) -> bool:
    """Does a model reach another?"""
    if one.reach <= 0:
        return False
    region = half_disc(one.at, one.facing, one.radius + one.reach)
    return bool(region.distance(shapely.Point(other.at)) <= other.radius + grow)


def along(corners: list[XY], step: float = STEP) -> tuple[Floats, Floats]:
    """Lengths along a path, and the places there."""
    path = np.array(corners)
    total = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.append(np.arange(0, total[-1], step), total[-1])
    return at, np.column_stack([np.interp(at, total, path[:, k]) for k in (0, 1)])


def depth(
    thing: Any, places: Floats, radius: float, size: tuple[float, float] = (48.0, 48.0)
) -> Floats:
    """How deep a base at each place reaches into a model, a feature or over the "edge"."""
    if isinstance(thing, Piece):
        return np.asarray(radius + thing.radius - np.hypot(*(places - np.array(thing.at)).T))
    if thing == "edge":
        return np.asarray(radius - np.minimum(places, np.array(size) - places).min(axis=1))
    return np.asarray(radius - shapely.distance(thing.plan, shapely.points(places)))


def first_met(
    scene: Scene, things: list[Any], at: Floats, places: Floats, radius: float, grow: float
) -> tuple[float, list[str]]:
    """The length at which something is met first, and what is met there; infinity if nothing."""
    found = []
    for thing in things:
        deep = depth(thing, places, radius, scene.size) > 1e-6 - grow
        if deep.any():
            found.append((float(at[deep.argmax()]), thing if isinstance(thing, str) else thing.id))
    nearest = min((length for length, _ in found), default=math.inf)
    return nearest, [id for length, id in found if length <= nearest + 2 * STEP]


# Lines of sight


def clips(
    eye: Floats, ends: Floats, plan: Any, low: float, high: float, grow: float
) -> NDArray[np.bool_]:
    """Which lines from the eye to the ends pass through a solid, larger all round by `grow` (smaller where it is negative)."""
    way = ends - eye
    if isinstance(plan, tuple):  # a disc: its center and its radius
        (cx, cy), radius = plan
        radius += grow
        if radius <= 0:
            return np.zeros(len(ends), bool)
        fx, fy = eye[0] - cx, eye[1] - cy
        a, b = way[:, 0] ** 2 + way[:, 1] ** 2, fx * way[:, 0] + fy * way[:, 1]
        under = b * b - a * (fx * fx + fy * fy - radius * radius)
        root = np.sqrt(np.maximum(under, 0))
        enter = np.where(under > 0, (-b - root) / a, 2.0)
        leave = np.where(under > 0, (-b + root) / a, -1.0)
    else:
        corners = np.array(shapely.geometry.polygon.orient(plan).exterior.coords)
        enter = np.zeros(len(ends))
        leave = np.ones(len(ends))
        for p, q in pairwise(corners):
            normal = np.array([q[1] - p[1], p[0] - q[0]]) / math.dist(p, q)
            gap = normal @ (p - eye[:2]) + grow
            rate = way[:, :2] @ normal
            with np.errstate(divide="ignore", invalid="ignore"):
                t = gap / rate
            enter = np.where(rate < 0, np.maximum(enter, t), enter)
            leave = np.where(rate > 0, np.minimum(leave, t), leave)
            leave = np.where((rate == 0) & (gap <= 0), -1.0, leave)
    with np.errstate(divide="ignore", invalid="ignore"):
        ends_z = np.sort(
            np.stack([(low - grow - eye[2]) / way[:, 2], (high + grow - eye[2]) / way[:, 2]]),
            axis=0,
        )
    flat = np.abs(way[:, 2]) < 1e-12
    within = low - grow < eye[2] < high + grow
    bottom = np.where(flat, 0.0 if within else 2.0, ends_z[0])
    top = np.where(flat, 1.0 if within else -1.0, ends_z[1])
    return np.asarray(
        np.minimum(np.minimum(leave, top), 1.0) > np.maximum(np.maximum(enter, bottom), 0.0) + 1e-9
    )


def solids(scene: Scene, *without: str) -> list[tuple[Any, float, float]]:
    """What blocks sight: obstacles, structures, impassable blocks, and standing models."""
    found = [
        ((g.center, g.size[0] / 2) if g.round else g.plan, 0.0, g.height)
        for g in scene.terrain
        if g.kind in ("obstacle", "structure", "impassable")
    ]
    return found + [
        ((m.at, m.radius), 0.0, HEIGHTS[m.base])
        for m in scene.others(*without)
        if "knocked_down" not in m.status
    ]


SPACING = 0.09


def ends_on(target: Piece, heights: bool = True) -> Floats:
    """Points of a model's volume, or of its base, no farther apart than `SPACING`."""
    rings = np.arange(0, target.radius + SPACING, SPACING).clip(max=target.radius)
    plan = [(0.0, 0.0)]
    for ring in rings[1:]:
        turns = np.linspace(
            0, 2 * math.pi, max(6, math.ceil(2 * math.pi * ring / SPACING)), endpoint=False
        )
        plan += [(ring * math.cos(t), ring * math.sin(t)) for t in turns]
    levels = (
        np.linspace(0, HEIGHTS[target.base], math.ceil(HEIGHTS[target.base] / SPACING))
        if heights
        else np.zeros(1)
    )
    return np.array([(target.at[0] + x, target.at[1] + y, z) for z in levels for x, y in plan])


def sees(scene: Scene, viewer: Piece, target: Piece) -> str:
    """ "clear", "blocked", or "" where it hangs on less than the points are apart."""
    eye = np.array([*viewer.at, HEIGHTS[viewer.base]])
    ends = ends_on(target)
    ahead = (ends[:, :2] - eye[:2]) @ np.array(unit(viewer.facing))
    seen = ends[ahead > MARGIN]
    maybe = ends[ahead > -2 * SPACING]
    blocking = solids(scene, viewer.id, target.id)
    if len(seen):
        hit = np.zeros(len(seen), bool)
        for plan, low, high in blocking:
            hit |= clips(eye, seen, plan, low, high, MARGIN)
        if not hit.all():
            return "clear"
    hit = np.zeros(len(maybe), bool)
    for plan, low, high in blocking:
        hit |= clips(eye, maybe, plan, low, high, -1.5 * SPACING)
    return "blocked" if hit.all() else ""


def spread(
    dice: Random, many: int, *, around: XY = (24.0, 24.0), wide: float = 6.0, apart: float = 0.1
) -> list[Piece]:
    """Models at random places, bases apart."""
    found: list[Piece] = []
    while len(found) < many:
        at = (
            round(around[0] + dice.uniform(-wide, wide), 4),
            round(around[1] + dice.uniform(-wide, wide), 4),
        )
        new = Piece(
            f"m{len(found)}",
            dice.choice(list(RADII)),
            at,
            round(dice.uniform(0, 360), 2),
            dice.choice((1, 2)),
        )
        if all(math.dist(new.at, o.at) > new.radius + o.radius + apart for o in found):
            found.append(new)
    return found


def grounds(
    dice: Random, many: int, kinds: tuple[str, ...], free: list[Piece], wide: float = 6.0
) -> list[Ground]:
    """Terrain at random places, on which none of some models stands."""
    found: list[Ground] = []
    while len(found) < many:
        kind = dice.choice(kinds)
        height = 0.0 if kind == "rough" else dice.choice((0.6, 1.0, 1.8, 3.2))
        at = (round(24 + dice.uniform(-wide, wide), 4), round(24 + dice.uniform(-wide, wide), 4))
        if dice.random() < 0.3:
            across = round(dice.uniform(0.6, 3.0), 4)
            new = Ground(f"f{len(found)}", kind, at, (across, across), 0.0, height, True)
        else:
            size = (dice.choice((0.4, 0.8, 1.6, 3.0)), round(dice.uniform(1, 5), 4))
            new = Ground(f"f{len(found)}", kind, at, size, round(dice.uniform(0, 180), 2), height)
        if all(new.plan.distance(shapely.Point(m.at)) > m.radius + 0.1 for m in free):
            found.append(new)
    return found
