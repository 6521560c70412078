"""Segments and triangles in plain numpy, double precision: what the compiled search is checked against. Inches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.rays import need_rays
from wc3d.geometry.solids import Cylinder

Floats = NDArray[np.float64]


def crossed(triangles: Floats, a: Floats, b: Floats) -> NDArray[np.bool_]:
    """Which triangles (n, 3, 3) does the segment from a to b cross, edges included?"""
    u, v, d = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0], b - a
    p = np.cross(d, v)
    with np.errstate(all="ignore"):
        scale = 1.0 / (u * p).sum(axis=1)
        s = ((a - triangles[:, 0]) * p).sum(axis=1) * scale
        q = np.cross(a - triangles[:, 0], u)
        t, w = (q @ d) * scale, (v * q).sum(axis=1) * scale
        return np.asarray((s >= 0) & (t >= 0) & (s + t <= 1) & (w >= 0) & (w <= 1))


def _segment_distance(a: Floats, b: Floats, p: Floats, q: Floats) -> Floats:
    """The distances of the segment from a to b from the segments p to q (n, 3)."""
    d, e, r = b - a, q - p, a - p
    dd, ee, de, dr, er = d @ d, (e * e).sum(axis=1), e @ d, r @ d, (e * r).sum(axis=1)
    best = np.full(len(p), np.inf)
    with np.errstate(all="ignore"):
        inner = np.clip((de * er - dr * ee) / (dd * ee - de * de), 0, 1)
        for s in (np.nan_to_num(inner), np.zeros(len(p)), np.ones(len(p))):
            t = np.clip(np.nan_to_num((de * s + er) / ee), 0, 1)
            s = np.clip((de * t - dr) / dd, 0, 1)
            best = np.minimum(best, np.linalg.norm(r + s[:, None] * d - t[:, None] * e, axis=1))
    return best


def clearance(triangles: Floats, a: Floats, b: Floats) -> float:
    """The distance of the segment from a to b from the nearest triangle (n, 3, 3)."""
    if crossed(triangles, a, b).any():
        return 0.0
    best = min(
        float(_segment_distance(a, b, triangles[:, i], triangles[:, (i + 1) % 3]).min())
        for i in range(3)
    )
    u, v = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    normal = np.cross(u, v)
    area = (normal * normal).sum(axis=1)
    for end in (a, b):
        r = end - triangles[:, 0]
        with np.errstate(all="ignore"):
            s = (np.cross(r, v) * normal).sum(axis=1) / area
            t = (np.cross(u, r) * normal).sum(axis=1) / area
            away = np.abs((r * normal).sum(axis=1)) / np.sqrt(area)
        over = (s >= 0) & (t >= 0) & (s + t <= 1)
        best = min(best, float(away[over].min(initial=np.inf)))
    return best


class Rays:
    """Triangles for rays by the million, in single precision: what they find is to be looked at again."""

    def __init__(self, triangles: Floats) -> None:
        need_rays()
        from embreex import rtcore_scene
        from embreex.mesh_construction import TriangleMesh

        self._scene = rtcore_scene.EmbreeScene()
        self._mesh = TriangleMesh(self._scene, np.ascontiguousarray(triangles, dtype=np.float32))

    def blocked_until(self, a: Floats, b: Floats) -> Floats:
        """How far along each segment from a to b (n, 3) is its first triangle: 0 to 1, infinity for none."""
        found = self._scene.run(
            a.astype(np.float32),
            (b - a).astype(np.float32),
            dists=np.ones(len(a), np.float32),
            query="DISTANCE",
        )
        return np.where(np.asarray(found) < 1.0, found, np.inf).astype(np.float64)


def points_in(volume: Cylinder, count: int, chance: np.random.Generator, above: float) -> Floats:
    """Points of an upright cylinder above a height, half of them on its rim."""
    turns = chance.uniform(0, 2 * np.pi, count)
    out = volume.radius * np.where(chance.random(count) < 0.5, 1.0, np.sqrt(chance.random(count)))
    low = max(volume.low, above)
    z = np.clip(
        chance.uniform(2 * low - volume.high, 2 * volume.high - low, count), low, volume.high
    )
    return np.column_stack(
        [volume.center[0] + out * np.cos(turns), volume.center[1] + out * np.sin(turns), z]
    )


def moved_in(
    volume: Cylinder, points: Floats, by: float, chance: np.random.Generator, above: float
) -> Floats:
    """The points moved a little at random, and kept in the cylinder."""
    found = points + chance.normal(size=points.shape) * by
    away = found[:, :2] - volume.center
    far = np.maximum(1.0, np.hypot(*away.T) / volume.radius)
    found[:, :2] = volume.center + away / far[:, None]
    found[:, 2] = np.clip(found[:, 2], max(volume.low, above), volume.high)
    return found


def open_segments(
    rays: Rays, a: Cylinder, b: Cylinder, tries: int, chance: np.random.Generator, above: float
) -> list[tuple[Floats, Floats]]:
    """Segments from a to b that seem to miss every triangle: of many at random, and of many that climb toward it."""
    found: list[tuple[Floats, Floats]] = []
    many = tries // 2
    p, q = points_in(a, many, chance, above), points_in(b, many, chance, above)
    for step in range(6):
        ahead = rays.blocked_until(p, q)
        found += [(p[i], q[i]) for i in np.flatnonzero(np.isinf(ahead))[:20].tolist()]
        back = rays.blocked_until(q, p)
        shut = np.where(
            np.isinf(ahead) | np.isinf(back),
            np.inf,
            (1.0 - ahead - back) * np.linalg.norm(q - p, axis=1),
        )
        best = np.argsort(shut)[:20]
        each = max(1, tries // 10 // len(best))
        p = moved_in(a, np.repeat(p[best], each, axis=0), 0.3 / 3**step, chance, above)
        q = moved_in(b, np.repeat(q[best], each, axis=0), 0.3 / 3**step, chance, above)
    return found
