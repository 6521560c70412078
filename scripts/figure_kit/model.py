"""A figure while it is built: solids in their paint, where they stand, what hangs on them; and the files made of it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull
from terrain_kit.shading import openness
from terrain_kit.solids import Solid, slab, tube
from terrain_kit.weather import patches

from figure_kit.paints import GLOW, METAL, RGB, TEAM, Paint

Floats = NDArray[np.float64]
Corner = tuple[float, float, float]

INCH = 0.0254
GRID = 1024
"""Corners lie on a grid of so many cells an inch, so that the last digit of a sine changes nothing."""
CLOSER = 3.4
"""Figures are shaded as if they were so much larger: what shades a wall from afar would shade all of them."""
TALLEST = 2.6
TINY = 0.11
"""Inches: what is smaller is not seen from afar."""
CELL = 1024
"""Places in files are whole numbers of so many to an inch."""


def turned(degrees: float, axis: str) -> Floats:
    """A turn about an axis, counter-clockwise as seen from its end."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    made = np.eye(4)
    made[i, i] = made[j, j] = c
    made[i, j], made[j, i] = -s, s
    return made


def moved(at: Corner) -> Floats:
    """A move."""
    made = np.eye(4)
    made[:3, 3] = at
    return made


@dataclass
class Figure:
    """A figure: `fine` for those who look closely, else with as few triangles as it takes from afar."""

    fine: bool = True
    at: Floats = field(default_factory=lambda: np.eye(4))
    solids: list[tuple[Floats, NDArray[np.int64], NDArray[np.bool_], Paint]] = field(
        default_factory=list
    )
    sockets: dict[str, list[list[float]]] = field(default_factory=dict)
    """Where parts are put: the first three rows of a matrix."""
    base: str = ""
    """The base it is made for."""

    # --- where things stand

    @contextmanager
    def place(
        self,
        at: Corner = (0, 0, 0),
        x: float = 0,
        y: float = 0,
        z: float = 0,
        size: float = 1,
        wide: float = 1,
    ) -> Iterator[None]:
        """What is added within stands there, turned about y, then x, then z; `wide` -1 is the mirror image."""
        before = self.at
        scale = np.diag([size * wide, size, size, 1.0])
        self.at = before @ moved(at) @ turned(z, "z") @ turned(x, "x") @ turned(y, "y") @ scale
        yield
        self.at = before

    @contextmanager
    def along(self, a: Corner, b: Corner, toward: Corner = (0, 1, 0)) -> Iterator[float]:
        """What is added within stands on `a`, its z toward `b`, its y about `toward`; gives how far apart they are."""
        start, end = np.array(a, float), np.array(b, float)
        length = float(np.linalg.norm(end - start))
        up = (end - start) / length
        east = np.cross(np.array(toward, float), up)
        east = (
            east / np.linalg.norm(east)
            if np.linalg.norm(east) > 1e-6
            else np.array([1.0, 0.0, 0.0])
        )
        frame = np.eye(4)
        frame[:3, 0], frame[:3, 1], frame[:3, 2], frame[:3, 3] = east, np.cross(up, east), up, start
        before = self.at
        self.at = before @ frame
        yield length
        self.at = before

    def sides(self) -> Iterator[int]:
        """What is added for each of two sides: as it is (east), then its mirror image."""
        for wide in (1, -1):
            with self.place(wide=wide):
                yield wide

    def socket(self, name: str) -> None:
        """A part can be put here."""
        self.sockets[name] = np.round(self.at[:3], 5).tolist()

    # --- shapes

    def add(
        self, corners: Floats, triangles: NDArray[np.int64], worn: NDArray[np.bool_], paint: Paint
    ) -> None:
        """Adds a solid."""
        there = corners @ self.at[:3, :3].T + self.at[:3, 3]
        if not self.fine and np.ptp(there, axis=0).max() < TINY:
            return
        there = np.round(there * GRID) / GRID
        faces = triangles[:, ::-1] if np.linalg.det(self.at[:3, :3]) < 0 else triangles
        a, b, c = (there[faces[:, k]] for k in range(3))
        thick = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-7
        self.solids.append((there, faces[thick], worn[thick], paint))

    def solid(self, made: Solid, paint: Paint) -> None:
        """Adds one of the terrain kit's solids."""
        self.add(made.corners, made.triangles, made.worn, paint)

    def hull(self, points: Sequence[Corner] | Floats, paint: Paint, bevel: float = 0.02) -> None:
        """The smallest convex solid round points, its edges and corners cut."""
        core = np.asarray(points, float)
        sharp = ConvexHull(core)
        if not self.fine or bevel <= 0:
            self._hull(core, sharp, paint, None)
            return
        steps = (
            np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], float)
            * bevel
        )
        middle = core[sharp.vertices].mean(axis=0)
        inner = middle + (core[sharp.vertices] - middle) * (
            1 - bevel / max(np.ptp(core, axis=0).max(), bevel * 3)
        )
        cut = (inner[:, None] + steps[None]).reshape(-1, 3)
        self._hull(cut, ConvexHull(cut), paint, sharp.equations[:, :3])

    def _hull(self, points: Floats, hull: ConvexHull, paint: Paint, flat: Floats | None) -> None:
        faces = hull.simplices.astype(np.int64)
        a, b, c = (points[faces[:, k]] for k in range(3))
        normals = np.cross(b - a, c - a)
        inward = (normals * hull.equations[:, :3]).sum(axis=1) < 0
        faces[inward] = faces[inward][:, ::-1]
        worn = (
            np.zeros(len(faces), bool)
            if flat is None
            else (hull.equations[:, :3] @ flat.T).max(axis=1) < 0.999
        )
        order = np.lexsort(faces.T)
        self.add(points, faces[order], worn[order], paint)

    def box(
        self,
        size: Corner,
        at: Corner,
        paint: Paint,
        x: float = 0,
        y: float = 0,
        z: float = 0,
        top: tuple[float, float] = (1, 1),
        lean: tuple[float, float] = (0, 0),
        bevel: float = 0.02,
    ) -> None:
        """A block about a place; its top is `top` times as wide and deep, and moved by `lean`."""
        w, d, h = (v / 2 for v in size)
        low = [(sx * w, sy * d, -h) for sx in (-1, 1) for sy in (-1, 1)]
        high = [
            (sx * w * top[0] + lean[0], sy * d * top[1] + lean[1], h)
            for sx in (-1, 1)
            for sy in (-1, 1)
        ]
        with self.place(at, x, y, z):
            self.hull([*low, *high], paint, min(bevel, w * 0.6, d * 0.6, h * 0.6))

    def bar(
        self, path: Sequence[Corner], radius: float | Sequence[float], paint: Paint, sides: int = 8
    ) -> None:
        """A round bar along a path, which may taper."""
        self.solid(tube(list(path), radius, sides if self.fine else max(4, sides // 2)), paint)

    def lathe(
        self,
        profile: Sequence[tuple[float, float]],
        paint: Paint,
        at: Corner = (0, 0, 0),
        x: float = 0,
        y: float = 0,
        z: float = 0,
        sides: int = 12,
        flat: tuple[float, float] = (1, 1),
        worn: Sequence[int] = (),
    ) -> None:
        """A profile of (radius, height) upward, turned about z; `flat` times as wide and deep. `worn` bands are edges."""
        if not self.fine:
            sides = max(5, sides // 2)
        turns = np.arange(sides) * 2 * np.pi / sides + np.pi / sides
        rows = np.array(
            [
                [(r * np.cos(t) * flat[0], r * np.sin(t) * flat[1], h) for t in turns]
                for r, h in profile
            ]
        )
        faces = []
        rubbed = []
        last = (len(profile) - 1) * sides
        for k in range(len(profile) - 1):
            for i in range(sides):
                j = (i + 1) % sides
                a, b = k * sides, (k + 1) * sides
                faces += [(a + i, a + j, b + j), (a + i, b + j, b + i)]
                rubbed += [k in worn] * 2
        faces += [(0, i + 1, i) for i in range(1, sides - 1)] + [
            (last, last + i, last + i + 1) for i in range(1, sides - 1)
        ]
        rubbed += [False] * (2 * sides - 4)
        with self.place(at, x, y, z):
            self.add(rows.reshape(-1, 3), np.array(faces), np.array(rubbed), paint)

    def ball(
        self, radius: float, at: Corner, paint: Paint, flat: Corner = (1, 1, 1), sides: int = 10
    ) -> None:
        """A ball, or an egg."""
        rings = 5 if self.fine else 3
        profile = [
            (radius * math.sin(t), -radius * math.cos(t) * flat[2])
            for t in np.linspace(0, np.pi, rings + 1)
        ]
        self.lathe(profile, paint, at, sides=sides, flat=(flat[0], flat[1]))

    def dome(
        self,
        radius: float,
        at: Corner,
        paint: Paint,
        tall: float = 1.0,
        x: float = 0,
        y: float = 0,
        z: float = 0,
        flat: tuple[float, float] = (1, 1),
        rim: Paint | None = None,
    ) -> None:
        """Half a ball, open side down (closed flat), perhaps with a rim: a pauldron or a skullcap."""
        steps = np.linspace(0, np.pi / 2, 5 if self.fine else 3)
        profile = [(radius * math.cos(t), radius * math.sin(t) * tall) for t in steps]
        with self.place(at, x, y, z):
            self.lathe(profile, paint, flat=flat, sides=10)
            if rim is not None:
                band = [
                    (radius * 0.9, -0.028),
                    (radius * 1.07, -0.028),
                    (radius * 1.07, 0.022),
                    (radius * 0.9, 0.022),
                ]
                self.lathe(band, rim, flat=flat, sides=10, worn=(1,))

    def plate(
        self,
        outline: Sequence[tuple[float, float]],
        thick: float,
        paint: Paint,
        bevel: float = 0.014,
    ) -> None:
        """An outline in x and z, so thick along y, with bevelled rims: blades, wings, shields, fins."""
        edge = min(bevel, thick * 0.45) if self.fine else 0.0
        made = slab(list(outline), -thick / 2, thick / 2, edge).upright()
        self.solid(made, paint)

    def sheet(self, rows: Sequence[Sequence[Corner]], thick: float, paint: Paint) -> None:
        """Cloth through rows of equally many places, from top to bottom, seen from behind (-y)."""
        front = np.asarray(rows, float)
        n, m = front.shape[:2]
        both = np.concatenate([front.reshape(-1, 3), front.reshape(-1, 3) + (0, thick, 0)])
        faces = []
        off = n * m
        for i in range(n - 1):
            for j in range(m - 1):
                a, b, c, d = i * m + j, i * m + j + 1, (i + 1) * m + j, (i + 1) * m + j + 1
                faces += [
                    (a, c, b),
                    (b, c, d),
                    (a + off, b + off, c + off),
                    (b + off, d + off, c + off),
                ]
        ring = [
            *range(m),
            *range(2 * m - 1, n * m, m),
            *range(n * m - 2, (n - 1) * m - 1, -1),
            *range((n - 2) * m, 0, -m),
        ]
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            faces += [(a, b, b + off), (a, b + off, a + off)]
        made = np.array(faces)
        flipped = made if _volume(both, made) > 0 else made[:, ::-1]
        self.add(both, flipped, np.arange(len(made)) >= len(made) - 2 * len(ring), paint)

    # --- the file

    def file(self, name: str, lights: float = 1.0) -> bytes:
        """The figure as a GLB file: y up, metres, colors with their shade at the corners."""
        triangles = np.concatenate([corners[faces] for corners, faces, _, _ in self.solids])
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        spread = np.repeat(normals[:, None], 3, axis=1)
        light = openness(
            (triangles * CLOSER).reshape(-1, 3), spread.reshape(-1, 3), triangles * CLOSER
        ).reshape(-1, 3, 1)
        base = np.concatenate(
            [_tints(k, faces, worn, paint) for k, (_, faces, worn, paint) in enumerate(self.solids)]
        )
        kinds = np.concatenate(
            [np.full(len(faces), paint.kind) for _, faces, _, paint in self.solids]
        )
        shade = _painted(base[:, None, :] * np.ones((1, 3, 1)), triangles, spread, light, kinds)
        solid = np.repeat(
            np.arange(len(self.solids)), [len(faces) for _, faces, _, _ in self.solids]
        )
        shade = _evened(shade, triangles, base, solid)
        alpha = np.broadcast_to(kinds[:, None, None] / 255.0, (*shade.shape[:2], 1))
        return _written(name, triangles, np.concatenate([shade, alpha], axis=2))

    @property
    def count(self) -> int:
        """How many triangles it has."""
        return sum(len(faces) for _, faces, _, _ in self.solids)

    def bounds(self) -> tuple[float, float, float]:
        """How far from its middle it reaches, its lowest and its highest corner."""
        every = np.concatenate(
            [corners[faces].reshape(-1, 3) for corners, faces, _, _ in self.solids]
        )
        return (
            float(np.hypot(every[:, 0], every[:, 1]).max()),
            float(every[:, 2].min()),
            float(every[:, 2].max()),
        )


def _volume(corners: Floats, faces: NDArray[np.int64]) -> float:
    a, b, c = (corners[faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum())


def _tints(number: int, faces: NDArray[np.int64], worn: NDArray[np.bool_], paint: Paint) -> Floats:
    """The colors of a solid's triangles, 0 to 1: each solid a little lighter or darker than the next."""
    vary = 1.0 if paint.kind in (GLOW, TEAM) else 0.955 + 0.09 * ((number * 0.618034) % 1.0)
    plain = np.array(paint.rgb) / 255.0 * vary
    edge = np.array(paint.worn()) / 255.0
    return np.where(worn[:, None], edge, plain)


def _painted(
    shade: Floats, corners: Floats, normals: Floats, light: Floats, kinds: NDArray[np.int64]
) -> Floats:
    """The colors with washes in the hollows, light from above, and a little dust at the feet."""
    high = np.clip(corners[..., 2:] / TALLEST, 0, 1)
    above = 0.86 + 0.14 * normals[..., 2:] + 0.10 * high
    wash = 0.34 + 0.66 * np.clip(light * 1.12, 0, 1)
    blotch = 0.95 + 0.1 * patches(corners * 3, 0.5, 5)[..., None]
    dusty = np.clip(1 - corners[..., 2:] / 0.28, 0, 1) * 0.22
    lit = shade * (1 - dusty) + np.array([0.47, 0.40, 0.30]) * dusty
    lit = lit * above * wash * blotch
    glowing = (kinds == GLOW)[:, None, None]
    steel = (kinds == METAL)[:, None, None]
    lit = np.where(steel, lit * (0.92 + 0.26 * patches(corners * 3, 0.35, 6)[..., None]), lit)
    return np.clip(np.where(glowing, shade, lit), 0, 1)


def _evened(shade: Floats, corners: Floats, base: Floats, solid: NDArray[np.int64]) -> Floats:
    """One color where corners of a solid in one paint meet, so that they are one corner in the file."""
    flat = shade.reshape(-1, 3)
    keys = np.column_stack(
        [corners.reshape(-1, 3), np.repeat(base, 3, axis=0), np.repeat(solid, 3)]
    )
    _, which = np.unique(np.round(keys, 6), axis=0, return_inverse=True)
    which = which.reshape(-1)
    sums = (
        np.column_stack([np.bincount(which, flat[:, k]) for k in range(3)])
        / np.bincount(which)[:, None]
    )
    return np.asarray(sums[which].reshape(shade.shape))


def _written(name: str, triangles: Floats, shade: Floats) -> bytes:
    """A GLB file of one mesh without normals or texture: triangles (n, 3, 3) in inches, z up, and colors (n, 3, 4)."""
    record = np.dtype([("at", "<i2", 3), ("pad", "<i2"), ("color", "u1", 4)])
    rows = np.zeros(triangles.size // 3, record)
    rows["at"] = np.rint((triangles.reshape(-1, 3)[:, (0, 2, 1)] * (1, 1, -1)) * CELL)
    flat = shade.reshape(-1, 4).copy()
    flat[:, :3] = np.where(
        flat[:, :3] <= 0.04045, flat[:, :3] / 12.92, ((flat[:, :3] + 0.055) / 1.055) ** 2.4
    )
    rows["color"] = np.rint(flat * 255)
    kept, index = np.unique(
        rows.view(np.dtype((np.void, record.itemsize))).reshape(-1), return_inverse=True
    )
    vertices = kept.view(record)
    blobs = [vertices.view(np.uint8), index.reshape(-1).astype("<u2")]
    if len(vertices) >= 65536:
        raise ValueError(f"{name}: too many corners")
    parts = []
    views = []
    at = 0
    for k, blob in enumerate(blobs):
        data = blob.tobytes()
        views.append(
            {
                "buffer": 0,
                "byteOffset": at,
                "byteLength": len(data),
                **({"target": 34963} if k else {"target": 34962, "byteStride": record.itemsize}),
            }
        )
        parts.append(data + b"\0" * (-len(data) % 4))
        at += len(parts[-1])
    document = {
        "asset": {"version": "2.0", "generator": "wc3d figure kit"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "nodes": [{"mesh": 0, "name": name, "scale": [INCH / CELL] * 3}],
        "meshes": [
            {
                "name": name,
                "primitives": [
                    {"attributes": {"POSITION": 0, "COLOR_0": 1}, "indices": 2, "material": 0}
                ],
            }
        ],
        "materials": [
            {"name": name, "pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 0.8}}
        ],
        "accessors": [
            {
                "bufferView": 0,
                "count": len(vertices),
                "componentType": 5122,
                "type": "VEC3",
                "min": vertices["at"].min(axis=0).tolist(),
                "max": vertices["at"].max(axis=0).tolist(),
            },
            {
                "bufferView": 0,
                "byteOffset": 8,
                "count": len(vertices),
                "componentType": 5121,
                "normalized": True,
                "type": "VEC4",
            },
            {"bufferView": 1, "count": len(index), "componentType": 5123, "type": "SCALAR"},
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": at}],
    }
    head = json.dumps(document, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 4)
    body = b"".join(parts)
    length = (28 + len(head) + len(body)).to_bytes(4, "little")
    return (
        b"glTF"
        + (2).to_bytes(4, "little")
        + length
        + len(head).to_bytes(4, "little")
        + b"JSON"
        + head
        + len(body).to_bytes(4, "little")
        + b"BIN\0"
        + body
    )


def rgb(paint: Paint, times: float) -> RGB:
    """A paint's color, lighter or darker."""
    return tuple(min(255, round(c * times)) for c in paint.rgb)  # type: ignore[return-value]
