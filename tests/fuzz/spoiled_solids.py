"""Clean solids whose answers are known exactly, and the same as files spoil them: rough, holed, flipped, doubled, shelled."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import manifold3d
import numpy as np
import trimesh
from numpy.typing import ArrayLike, NDArray

from wc3d.geometry.solids import Plane, Prism

Floats = NDArray[np.float64]
Chance = np.random.Generator


def block(
    x0: float, x1: float, y0: float, y1: float, low: float, high: float, turn: float = 0.0
) -> Prism:
    """A box, turned about its own center by so many degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = (x1 - x0) / 2, (y1 - y0) / 2
    corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y]]) @ np.array([[c, s], [-s, c]]) + [
        (x0 + x1) / 2,
        (y0 + y1) / 2,
    ]
    return Prism(corners, Plane(low), Plane(high))


def wall(
    x0: float,
    x1: float,
    y0: float,
    y1: float,
    high: float,
    windows: list[tuple[float, float, float, float]],
) -> list[Prism]:
    """A wall along x with windows (from x, to x, from z, to z) that lie apart, ordered by x."""
    found = []
    at = x0
    for a, b, low, top in windows:
        found.append(block(at, a, y0, y1, 0.0, high))
        if low > 0.0:
            found.append(block(a, b, y0, y1, 0.0, low))
        found.append(block(a, b, y0, y1, top, high))
        at = b
    return [*found, block(at, x1, y0, y1, 0.0, high)]


def quarter(prisms: list[Prism]) -> list[Prism]:
    """Level prisms turned by 90 degrees about the origin."""
    return [Prism(p.points @ np.array([[0.0, 1.0], [-1.0, 0.0]]), p.bottom, p.top) for p in prisms]


# --- clean solids, about the origin, on the table


def box(chance: Chance) -> list[Prism]:
    """One box."""
    x, y, z = chance.uniform([0.5, 0.1, 0.5], [3.0, 2.0, 4.0]).tolist()
    return [block(-x, x, -y, y, 0.0, z)]


def tower(chance: Chance) -> list[Prism]:
    """Four walls with windows and a door, perhaps a floor halfway up."""
    out, thick, high = chance.uniform([1.5, 0.08, 2.0], [2.5, 0.4, 4.0]).tolist()
    found = []
    for side in range(4):
        wide, low, tall = chance.uniform([0.1, 0.0, 0.2], [0.8, 1.0, 0.9]).tolist()
        windows = [(-wide - 0.2, -0.2, low, low + tall)] if chance.random() < 0.8 else []
        if chance.random() < 0.5:
            windows.append((0.1, 0.1 + wide / 2, 0.0, 1.5))
        end = out if side % 2 == 0 else out - thick
        one = wall(-end, end, -out, thick - out, high, windows)
        for _ in range(side):
            one = quarter(one)
        found += one
    if chance.random() < 0.5:
        found.append(block(thick - out, out - thick, thick - out, 0.3, 1.6, 1.6 + thick))
    return found


def ramp(chance: Chance) -> list[Prism]:
    """A ramp up to a block."""
    x, y, z = chance.uniform([1.0, 0.5, 0.5], [3.0, 1.5, 2.5]).tolist()
    slope = Plane(z / 2 + 0.05, (z - 0.1) / (2 * x))
    return [
        Prism(block(-x, x, -y, y, 0, 1).points, Plane(0.0), slope),
        block(x, x + 1.0, -y, y, 0.0, z),
    ]


def drum(chance: Chance) -> list[Prism]:
    """A pillar of many sides with a wider plinth."""
    sides = int(chance.integers(5, 25))
    radius = float(chance.uniform(0.4, 1.8))
    high = float(chance.uniform(1.0, 4.0))
    turns = np.arange(sides) * 2 * math.pi / sides
    ring = np.column_stack([np.cos(turns), np.sin(turns)])
    return [
        Prism(ring * (radius + 0.2), Plane(0.0), Plane(0.25)),
        Prism(ring * radius, Plane(0.25), Plane(high)),
    ]


def arch(chance: Chance) -> list[Prism]:
    """A wall with a rounded way through."""
    half, thick, high = chance.uniform([0.6, 0.1, 2.2], [1.5, 0.8, 3.5]).tolist()
    found = [
        block(-half - 0.5, -half, -thick, thick, 0, high),
        block(half, half + 0.5, -thick, thick, 0, high),
    ]
    turns = np.linspace(math.pi, 0.0, 11)
    x, z = half * np.cos(turns), (high - 0.4) * (0.55 + 0.45 * np.sin(turns))
    for i in range(10):
        slope = float((z[i + 1] - z[i]) / (x[i + 1] - x[i]))
        under = Plane(float(z[i] - slope * x[i]), slope)
        found.append(
            Prism(
                block(float(x[i]), float(x[i + 1]), -thick, thick, 0, 1).points, under, Plane(high)
            )
        )
    return found


def crates(chance: Chance) -> list[Prism]:
    """Crates on crates, turned."""
    found = []
    at = 0.0
    for size in sorted(chance.uniform(0.4, 1.4, 3).tolist(), reverse=True):
        found.append(
            block(
                -size,
                size,
                -size * 0.7,
                size * 0.7,
                at,
                at + size,
                float(chance.uniform(0, 90)) if at else 0.0,
            )
        )
        at += size
    return [*found, block(1.6, 2.4, -0.4, 0.4, 0.0, 0.8, 20.0)]


def gantry(chance: Chance) -> list[Prism]:
    """A deck on legs with a railing."""
    x, y, z = chance.uniform([1.5, 0.7, 1.8], [3.0, 1.2, 3.0]).tolist()
    found = [block(-x, x, -y, y, z, z + 0.15)]
    for a in (-x, x - 0.2):
        for b in (-y, y - 0.2):
            found.append(block(a, a + 0.2, b, b + 0.2, 0.0, z))
    for a in np.arange(-x, x - 0.05, 0.6).tolist():
        found.append(block(a, a + 0.1, -y, 0.1 - y, z + 0.15, z + 0.85))
    return [*found, block(-x, x, -y, 0.1 - y, z + 0.85, z + 0.95)]


def slits(chance: Chance) -> list[Prism]:
    """A wall with arrow slits."""
    count = int(chance.integers(1, 5))
    gap = float(chance.uniform(0.05, 0.3))
    thick = float(chance.uniform(0.05, 0.3))
    windows = [(a, a + gap, 0.6, 1.6) for a in np.linspace(-2.0, 1.5, count).tolist()]
    return wall(-2.6, 2.6, -thick, thick, 2.4, windows)


SOLIDS: list[Callable[[Chance], list[Prism]]] = [
    box,
    tower,
    ramp,
    drum,
    arch,
    crates,
    gantry,
    slits,
]


# --- as meshes


def as_mesh(prism: Prism) -> trimesh.Trimesh:
    """One convex prism as a closed mesh."""
    under = prism.bottom.heights(prism.points)
    over = prism.top.heights(prism.points)
    corners = np.concatenate(
        [np.column_stack([prism.points, under]), np.column_stack([prism.points, over])]
    )
    return trimesh.Trimesh(corners).convex_hull


def united(prisms: list[Prism], size: float) -> Floats:
    """The union of prisms as one closed mesh (n, 3, 3) whose edges are no longer than `size`."""
    solids = []
    for mesh in map(as_mesh, prisms):
        solids.append(
            manifold3d.Manifold(
                manifold3d.Mesh64(mesh.vertices, np.asarray(mesh.faces, dtype=np.uint64))
            )
        )
    whole = manifold3d.Manifold.batch_boolean(solids, manifold3d.OpType.Add).refine_to_length(size)
    made = whole.to_mesh64()
    return np.asarray(made.vert_properties[:, :3], dtype=np.float64)[
        np.asarray(made.tri_verts, dtype=np.int64)
    ]


class Spoiled(NamedTuple):
    """Triangles (n, 3, 3) of a solid that lie within `rough` inches of its surface, those `left_out` of it, and what was done.

    `shells` (n, 3, 3) are those of them that lie within it and may bound hollows.
    """

    triangles: Floats
    left_out: Floats
    rough: float
    words: tuple[str, ...]
    shells: Floats = np.zeros((0, 3, 3))


def roughened(triangles: Floats, chance: Chance, rough: float) -> Floats:
    """Every corner moved by at most `rough`; corners at one place move together."""
    corners, number = np.unique(np.round(triangles.reshape(-1, 3), 9), axis=0, return_inverse=True)
    way = chance.normal(size=corners.shape)
    way *= rough * chance.random((len(corners), 1)) / np.linalg.norm(way, axis=1, keepdims=True)
    return np.asarray((corners + way)[number.reshape(-1)].reshape(-1, 3, 3))


def _inner_shells(prisms: list[Prism], chance: Chance) -> Floats:
    """Small boxes within some prisms, some of them inside out."""
    found = []
    for prism in prisms:
        middle = prism.points.mean(axis=0)
        low, high = float(prism.bottom.height(*middle)), float(prism.top.height(*middle))
        side = 0.2 * min(high - low, float(np.abs(prism.points - middle).max(axis=1).min()))
        shell = trimesh.creation.box(extents=[side] * 3).triangles + [*middle, (low + high) / 2]
        found.append(shell[:, ::-1] if chance.random() < 0.5 else shell)
    return np.concatenate(found)


def without_underside(prisms: list[Prism], chance: Chance) -> Spoiled:
    """A clean solid of which a file lacks what lies on the table, and nothing else."""
    triangles = united(prisms, float(chance.uniform(0.15, 0.6)))
    under = (triangles[:, :, 2] < 1e-6).all(axis=1)
    return Spoiled(triangles[~under], triangles[under], 0.0, ("no underside",), np.zeros((0, 3, 3)))


def spoiled(prisms: list[Prism], chance: Chance) -> Spoiled:
    """A clean solid as somebody's file has it."""
    rough = float(chance.choice([0.0, 0.0, 0.01, 0.03]))
    done = [f"rough by {rough:g}"]
    if rough == 0.0 and chance.random() < 0.4:
        triangles = np.concatenate([as_mesh(p).triangles for p in prisms])
        done.append("a shell each")
    else:
        triangles = united(prisms, float(chance.uniform(0.15, 0.6)))
    triangles = roughened(triangles, chance, rough) if rough else triangles
    left_out = shells = np.zeros((0, 3, 3))
    longest = np.linalg.norm(triangles - np.roll(triangles, 1, axis=1), axis=2).max(axis=1)
    if chance.random() < 0.5:
        gone = (chance.random(len(triangles)) < chance.choice([0.005, 0.05])) & (longest < 0.4)
        left_out = triangles[gone]
        triangles = triangles[~gone]
        done.append(f"{gone.sum()} left out")
    if chance.random() < 0.25:
        under = (triangles[:, :, 2] < rough + 1e-6).all(axis=1)
        left_out = np.concatenate([left_out, triangles[under]])
        triangles = triangles[~under]
        done.append("no underside")
    if chance.random() < 0.4:
        flip = chance.random(len(triangles)) < chance.choice([0.02, 0.3])
        triangles = np.where(flip[:, None, None], triangles[:, ::-1], triangles)
        done.append("some flipped")
    if chance.random() < 0.3:
        twice = chance.random(len(triangles)) < chance.choice([0.05, 1.0])
        triangles = np.concatenate([triangles, triangles[twice]])
        done.append("some doubled")
    if chance.random() < 0.3:
        shells = _inner_shells(prisms, chance)
        triangles = np.concatenate([triangles, shells])
        done.append("inner shells")
    if chance.random() < 0.3:
        at = triangles[chance.integers(len(triangles), size=20)].mean(axis=1)
        triangles = np.concatenate(
            [triangles, at[:, None] + chance.uniform(-0.02, 0.02, (20, 3, 3))]
        )
        done.append("strays")
    if chance.random() < 0.1:
        triangles = triangles[:, ::-1]
        done = [*done, "inside out"]
    mixed = np.ascontiguousarray(triangles[chance.permutation(len(triangles))])
    return Spoiled(mixed, left_out, rough, tuple(done), shells)


def as_placed(
    triangles: ArrayLike, degrees: float, position: tuple[float, float, float], mirrored: bool
) -> Floats:
    """Triangles mirrored (x to -x) if so, turned about the origin, then moved."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    kept = np.asarray(triangles, dtype=np.float64) * [-1.0 if mirrored else 1.0, 1.0, 1.0]
    return np.asarray(kept @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]) + position)
