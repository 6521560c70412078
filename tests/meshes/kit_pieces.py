"""Pieces of terrain made by code, in inches as they stand on a table, z up: what kits, plates and scans look like."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import trimesh
from numpy.typing import NDArray

Triangles = NDArray[np.float64]


def box(low: Sequence[float], high: Sequence[float]) -> Triangles:
    """A block between two corners."""
    return np.asarray(trimesh.creation.box(bounds=[low, high]).triangles)


def join(*parts: Triangles) -> Triangles:
    """Parts together, as shells."""
    return np.concatenate(parts)


def round_post(radius: float, height: float, at: Sequence[float] = (0, 0, 0)) -> Triangles:
    """A cylinder that stands."""
    post = trimesh.creation.cylinder(radius, height, sections=16)
    return np.asarray(post.triangles) + np.array(at) + [0, 0, height / 2]


def wall_with_door(
    width: float, height: float, thick: float = 0.25, door: float = 1.9, wide: float = 1.1
) -> Triangles:
    """A wall along x with a doorway in its middle."""
    left, right = (width - wide) / 2, (width + wide) / 2
    return join(
        box((0, 0, 0), (left, thick, height)),
        box((right, 0, 0), (width, thick, height)),
        box((left, 0, door), (right, thick, height)),
    )


def gable(width: float, depth: float, low: float, high: float) -> Triangles:
    """A roof with its ridge along x."""
    corners = np.array(
        [
            (0, 0, low),
            (0, depth, low),
            (0, depth / 2, high),
            (width, 0, low),
            (width, depth, low),
            (width, depth / 2, high),
        ]
    )
    faces = [(0, 2, 1), (3, 4, 5), (0, 3, 5), (0, 5, 2), (1, 2, 5), (1, 5, 4), (0, 1, 4), (0, 4, 3)]
    return np.asarray(corners[np.array(faces)], dtype=float)


def house(
    width: float = 6, depth: float = 4, eaves: float = 3, ridge: float = 5, door: float = 1.9
) -> Triangles:
    """A house with a floor, four walls, a doorway and a roof."""
    return join(
        wall_with_door(width, eaves, door=door),
        box((0, depth - 0.25, 0), (width, depth, eaves)),
        box((0, 0.25, 0), (0.25, depth - 0.25, eaves)),
        box((width - 0.25, 0.25, 0), (width, depth - 0.25, eaves)),
        box((0.25, 0.25, 0), (width - 0.25, depth - 0.25, 0.1)),
        gable(width, depth, eaves, ridge),
    )


def block_house(width: float = 7, depth: float = 7, height: float = 6.7) -> Triangles:
    """A house of a city kit: a block with a recessed door and a rim on the roof."""
    return join(
        wall_with_door(width, height - 0.3, 0.3, 1.8, 1.0),
        box((0, 0.3, 0), (width, depth, height - 0.3)),
        box((0, 0, height - 0.3), (width, 0.3, height)),
        box((0, depth - 0.3, height - 0.3), (width, depth, height)),
    )


def tower(side: float = 4, storey: float = 3, storeys: int = 2) -> Triangles:
    """A square tower with a door, floors and battlements."""
    height = storey * storeys
    floors = [
        box((0.2, 0.2, k * storey), (side - 0.2, side - 0.2, k * storey + 0.15))
        for k in range(storeys + 1)
    ]
    teeth = [
        box((x, y, height + 0.15), (x + 0.5, y + 0.2, height + 0.9))
        for x in np.arange(0, side, 1.0)
        for y in (0, side - 0.2)
    ]
    return join(
        wall_with_door(side, height + 0.15, 0.2),
        box((0, side - 0.2, 0), (side, side, height + 0.15)),
        box((0, 0.2, 0), (0.2, side - 0.2, height + 0.15)),
        box((side - 0.2, 0.2, 0), (side, side - 0.2, height + 0.15)),
        *floors,
        *teeth,
    )


def bunker() -> Triangles:
    """A low block with a doorway and a thick roof."""
    return join(
        wall_with_door(5, 2.4, 0.5, 1.8, 1.2),
        box((0, 3.5, 0), (5, 4, 2.4)),
        box((0, 0.5, 0), (0.5, 3.5, 2.4)),
        box((4.5, 0.5, 0), (5, 3.5, 2.4)),
        box((0, 0, 2.4), (5, 4, 2.9)),
    )


def stairs(steps: int = 8, rise: float = 0.28) -> Triangles:
    """Stairs."""
    return join(*(box((0, 0.4 * k, 0), (2, 0.4 * (k + 1), rise * (k + 1))) for k in range(steps)))


def ladder() -> Triangles:
    """A ladder that stands: two rails and nine rungs."""
    rungs = [box((0.1, 0, 0.15 + 0.3 * k), (0.9, 0.12, 0.25 + 0.3 * k)) for k in range(9)]
    return join(box((0, 0, 0), (0.12, 0.15, 2.9)), box((0.88, 0, 0), (1, 0.15, 2.9)), *rungs)


def bridge() -> Triangles:
    """A deck with two railings on two piers."""
    piers = [box((x, 0, 0), (x + 1, 2.5, 1.2)) for x in (0, 8)]
    rails = [box((0, y, 1.4), (9, y + 0.15, 2.1)) for y in (0, 2.35)]
    return join(box((0, 0, 1.2), (9, 2.5, 1.4)), *piers, *rails)


def pine(height: float = 4.5) -> Triangles:
    """A conifer: a trunk with two cones."""
    cones = [
        np.asarray(trimesh.creation.cone(1.2 - 0.3 * k, height * 0.5, sections=12).triangles)
        + [0, 0, height * (0.2 + 0.3 * k)]
        for k in range(2)
    ]
    return join(round_post(0.25, height * 0.25), *cones)


def statue(height: float = 2.6) -> Triangles:
    """A plinth with a rounded figure."""
    body = trimesh.creation.capsule(height * 0.3, 0.35, count=(8, 12))
    body.apply_translation([0, 0, -body.bounds[0][2]])
    body.apply_scale([1, 1, (height - 0.5) / body.bounds[1][2]])
    return join(box((-0.6, -0.6, 0), (0.6, 0.6, 0.5)), np.asarray(body.triangles) + [0, 0, 0.5])


def rough_ground(
    width: float, depth: float, height: float, step: float = 0.25, base: float = 0.1, seed: int = 1
) -> Triangles:
    """A closed slab whose top is uneven ground up to a height."""
    random = np.random.default_rng(seed)
    columns = int(width / step) + 1
    rows = int(depth / step) + 1
    x, y = np.meshgrid(np.linspace(0, width, columns), np.linspace(0, depth, rows), indexing="ij")
    waves = sum(
        np.sin(x * a / width + p) * np.sin(y * b / depth + q)
        for a, b, p, q in random.uniform(2, 9, (4, 4))
    )
    z = base + (height - base) * (waves - waves.min()) / np.ptp(waves)
    return close_down(np.stack([x, y, z], axis=-1))


def close_down(grid: NDArray[np.float64]) -> Triangles:
    """A height field closed by sides and an underside at 0."""
    low = grid * [1.0, 1.0, 0.0]
    quads = [_quads(grid), _quads(low)[:, ::-1]]
    for edge in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        quads.append(_quads(np.stack([grid[edge], low[edge]])))
    return np.concatenate(quads)


def _quads(grid: NDArray[np.float64]) -> Triangles:
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    first, second = np.stack([a, b, c], axis=2), np.stack([a, c, d], axis=2)
    return np.concatenate([first.reshape(-1, 3, 3), second.reshape(-1, 3, 3)])


def hill(width: float = 8, depth: float = 6, height: float = 1.6) -> Triangles:
    """A low dome with a flat top."""
    x, y = np.meshgrid(np.linspace(-1, 1, 33), np.linspace(-1, 1, 33), indexing="ij")
    z = np.clip(1.3 * (1 - np.hypot(x, y) ** 2), 0.02, 1)
    return close_down(np.stack([x * width / 2, y * depth / 2, z * height], axis=-1))


def rock(size: float = 2.2, seed: int = 3) -> Triangles:
    """A boulder with a flat underside."""
    ball = trimesh.creation.icosphere(subdivisions=3)
    random = np.random.default_rng(seed)
    points = ball.vertices * (1 + 0.12 * random.standard_normal((len(ball.vertices), 1)))
    points *= [size / 2, size / 2.6, size / 3]
    points[:, 2] = np.maximum(points[:, 2], -0.3 * size / 3)
    return np.asarray(points[ball.faces])


def car() -> Triangles:
    """A car: a body, a cabin and four wheels."""
    wheels = [
        np.asarray(trimesh.creation.cylinder(0.25, 0.2, sections=12).triangles)[..., [0, 2, 1]]
        * [1, -1, 1]
        + [x, y, 0.25]
        for x in (0.6, 2.5)
        for y in (0, 1.2)
    ]
    return join(box((0, 0, 0.2), (3.1, 1.2, 0.6)), box((0.8, 0.1, 0.6), (2.4, 1.1, 1.05)), *wheels)


def street_lamp() -> Triangles:
    """A post with an arm and a foot."""
    return join(
        round_post(0.25, 0.15),
        round_post(0.07, 3.2),
        box((-0.05, -0.05, 3.1), (0.7, 0.05, 3.25)),
    )


def print_plate() -> Triangles:
    """Nine parts side by side on a plate for printing."""
    parts: list[Callable[[], Triangles]] = [bunker, lambda: round_post(0.6, 0.9), stairs]
    return join(
        *(np.asarray(parts[k % 3]() * 0.4 + [2.3 * (k % 3), 2.3 * (k // 3), 0]) for k in range(9))
    )


def fence() -> Triangles:
    """Posts with two rails."""
    posts = [box((x, 0, 0), (x + 0.2, 0.2, 1)) for x in np.arange(0, 5, 1.2)]
    return join(*posts, *(box((0, 0.05, z), (5, 0.15, z + 0.15)) for z in (0.35, 0.75)))
