"""Shade baked into corners: triangles cut small enough for it, and how much of the sky each corner sees."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]

RAYS, REACH = 32, 1.8
"""How many directions are tried from a corner, and how far something still shades it, in inches."""


def halved(corners: Floats, carried: list[Floats], longest: float) -> tuple[Floats, list[Floats]]:
    """Triangles (n, 3, 3) cut until no side is longer, with what their corners carry (n, 3, k); neighbors cut alike."""
    done: list[list[Floats]] = []
    parts = [corners, *carried]
    while len(parts[0]):
        sides = ((parts[0] - np.roll(parts[0], -1, axis=1)) ** 2).sum(axis=2)
        i = sides.argmax(axis=1)
        long = sides.max(axis=1) > longest**2
        done.append([part[~long] for part in parts])
        rows, i = np.flatnonzero(long), i[long]
        a, b, c = ([part[rows, (i + k) % 3] for part in parts] for k in range(3))
        middle = [(x + y) / 2 for x, y in zip(a, b, strict=True)]
        parts = [
            np.concatenate([np.stack([x, m, z], axis=1), np.stack([m, y, z], axis=1)])
            for x, y, z, m in zip(a, b, c, middle, strict=True)
        ]
    whole = [np.concatenate(part) for part in zip(*done, strict=True)]
    return whole[0], whole[1:]


def directions(count: int = RAYS) -> Floats:
    """Directions about +z, denser toward it as light counts there."""
    golden = math.pi * (3 - math.sqrt(5))
    heights = [math.sqrt(1 - (i + 0.5) / count) for i in range(count)]
    around = [(math.cos(i * golden), math.sin(i * golden)) for i in range(count)]
    rays = [
        (x * math.sqrt(1 - z * z), y * math.sqrt(1 - z * z), z)
        for z, (x, y) in zip(heights, around, strict=True)
    ]
    return np.round(np.array(rays) * 1024) / 1024


@njit(cache=True)
def _hit(triangle: Floats, o: Floats, d: Floats) -> float:
    a, u, v = triangle
    dx, dy, dz = d
    px, py, pz = dy * v[2] - dz * v[1], dz * v[0] - dx * v[2], dx * v[1] - dy * v[0]
    det = u[0] * px + u[1] * py + u[2] * pz
    if det < 1e-12:  # seen from behind: a corner buried in another solid looks through it
        return np.inf
    tx, ty, tz = o[0] - a[0], o[1] - a[1], o[2] - a[2]
    s = (tx * px + ty * py + tz * pz) / det
    if s < 0 or s > 1:
        return np.inf
    qx, qy, qz = ty * u[2] - tz * u[1], tz * u[0] - tx * u[2], tx * u[1] - ty * u[0]
    w = (dx * qx + dy * qy + dz * qz) / det
    if w < 0 or s + w > 1:
        return np.inf
    t = (v[0] * qx + v[1] * qy + v[2] * qz) / det
    return t if t > 0 else np.inf


@njit(cache=True)
def _openness(points, normals, triangles, spheres, rays):  # type: ignore[no-untyped-def]
    near = np.empty(len(triangles), np.int64)
    starts = np.empty(len(triangles))
    result = np.empty(len(points))
    for i in range(len(points)):
        n = normals[i]
        o = points[i] + n * 0.02
        found = 0
        for j in range(len(triangles)):
            x, y, z, r = (
                spheres[j, 0] - o[0],
                spheres[j, 1] - o[1],
                spheres[j, 2] - o[2],
                spheres[j, 3],
            )
            far = x * x + y * y + z * z
            if far < (REACH + r) ** 2 and x * n[0] + y * n[1] + z * n[2] > -r:
                near[found] = j
                starts[found] = np.sqrt(far) - r - 1e-9
                found += 1
        order = np.argsort(starts[:found])
        s = np.array([0.0, -n[2], n[1]]) if abs(n[0]) < 0.7 else np.array([n[2], 0.0, -n[0]])
        s /= np.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
        t = np.array(
            [n[1] * s[2] - n[2] * s[1], n[2] * s[0] - n[0] * s[2], n[0] * s[1] - n[1] * s[0]]
        )
        light = 0.0
        for ray in rays:
            d = s * ray[0] + t * ray[1] + n * ray[2]
            nearest = np.inf
            for k in order:
                if starts[k] > nearest:  # whatever follows is behind what was hit
                    break
                j = near[k]
                x, y, z = spheres[j, 0] - o[0], spheres[j, 1] - o[1], spheres[j, 2] - o[2]
                along = x * d[0] + y * d[1] + z * d[2]
                if (
                    x * x + y * y + z * z - along * along > spheres[j, 3] ** 2 * 1.001 + 1e-6
                    or along < -spheres[j, 3]
                ):
                    continue
                nearest = min(nearest, _hit(triangles[j], o, d))
            seen = (max(nearest, 0.0) / REACH) ** 2 if nearest < REACH else 1.0
            if d[2] < -1e-9:
                seen = min(
                    seen, max(0.4, min(-o[2] / d[2] / REACH, 1.0))
                )  # the table throws light back
            light += seen
        result[i] = light / len(rays)
    return result


def openness(points: Floats, normals: Floats, corners: Floats, rays: int = RAYS) -> Floats:
    """How much of the sky over each point (n, 3), along its normal, triangles (m, 3, 3) and the table leave open: 0 to 1."""
    edges = np.stack(
        [corners[:, 0], corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]], axis=1
    )
    middles = (corners.min(axis=1) + corners.max(axis=1)) / 2
    radii = np.sqrt(((corners - middles[:, None]) ** 2).sum(axis=2).max(axis=1))
    keys = np.column_stack([points, np.round(normals * 64)])
    _, index, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    found: Floats = _openness(
        points[index], normals[index], edges, np.column_stack([middles, radii]), directions(rays)
    )
    return found[which.reshape(-1)]
