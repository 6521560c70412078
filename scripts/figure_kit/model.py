"""A figure while it is built: solids in their paint, where they stand, what hangs on them; and the files made of it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull
from terrain_kit.solids import Solid, slab, tube

from figure_kit.finish import Finished, Painted, count_triangles, finish, without_covered
from figure_kit.glb import write_glb
from figure_kit.paints import CHIPPED, RGB, STEEL_PAINT, Paint

Floats = NDArray[np.float64]
Corner = tuple[float, float, float]

GRID = 1024
"""Corners lie on a grid of so many cells an inch, so that the last digit of a sine changes nothing."""
TINY = 0.11
"""Inches: what is smaller is not seen from afar."""
POSES = 3
"""How many poses a mould has, at most."""
SHARP, BEVELLED, ROUND = 34.0, 52.0, 76.0
"""Degrees by which a surface may turn and look round: with plain edges, with cut edges, and turned on a lathe."""
PLATE_IN, PANEL_IN = 0.19, 0.30
"""Inches: faces of painted steel so wide have rivets; armor so wide has the line of a panel."""
RIVET_IN = 0.021
"""The radius of a rivet in inches."""
RAISED_IN = 0.007
"""Inches by which the line of a panel lies over its face, so that the face never covers the line."""
RIM_CUT = 0.012
"""Inches that are cut off the rims of round parts."""


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
    pose: int = 0
    """Which of the ways to stand: 0 to POSES - 1."""
    at: Floats = field(default_factory=lambda: np.eye(4))
    solids: list[Painted] = field(default_factory=list)
    sockets: dict[str, list[list[float]]] = field(default_factory=dict)
    """Where parts are put: the first three rows of a matrix."""
    base: str = ""
    """The base it is made for."""
    numbers: list[list[list[float]]] = field(default_factory=list)
    """Where its number is put, as sockets."""
    weapon_ends: dict[str, list[list[float]]] = field(default_factory=dict)
    """The ends of its weapons: of guns ("muzzle"), of blades ("tip") and of staffs ("focus")."""
    still: Floats = field(default_factory=lambda: np.eye(4))
    leaning: Floats = field(default_factory=lambda: np.eye(4))
    """Where things stood before `lean`, and after."""

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

    def lean(self, pivot: Corner, twist: float, pitch: float, drop: float = 0.0) -> None:
        """What is added from now on is turned, bent and lowered at a place, as a body is on its legs."""
        back = (-pivot[0], -pivot[1], -pivot[2])
        pivot = (pivot[0], pivot[1], pivot[2] - drop)
        self.still = self.at
        self.at = self.at @ moved(pivot) @ turned(twist, "z") @ turned(pitch, "x") @ moved(back)
        self.leaning = self.at

    @contextmanager
    def on_legs(self) -> Iterator[None]:
        """What is added within does not lean."""
        before = self.at
        self.at = self.still @ np.linalg.inv(self.leaning) @ self.at
        yield
        self.at = before

    @contextmanager
    def at_socket(self, name: str) -> Iterator[None]:
        """What is added within stands where a part would be put."""
        before = self.at
        self.at = np.vstack([self.sockets[name], (0.0, 0.0, 0.0, 1.0)])
        yield
        self.at = before

    def socket(self, name: str) -> None:
        """A part can be put here."""
        self.sockets[name] = np.round(self.at[:3], 5).tolist()

    def number(self) -> None:
        """A number can be put here: x to the left of who reads it, y toward the reader, z up."""
        unmirrored = self.at @ np.diag([np.sign(np.linalg.det(self.at[:3, :3])), 1, 1, 1])
        self.numbers.append(np.round(unmirrored[:3], 5).tolist())

    def weapon_end(self, kind: str, at: Corner) -> None:
        """Here is the end of a weapon: a "muzzle", a "tip" or a "focus"."""
        there = self.at[:3, :3] @ np.array(at, float) + self.at[:3, 3]
        self.weapon_ends.setdefault(kind, []).append(np.round(there, 2).tolist())

    # --- shapes

    def add(
        self,
        corners: Floats,
        triangles: NDArray[np.int64],
        worn: NDArray[np.bool_],
        paint: Paint,
        crease: float = SHARP,
        is_detail: bool = False,
    ) -> None:
        """Adds a solid; a detail is left out where another solid covers it."""
        there = corners @ self.at[:3, :3].T + self.at[:3, 3]
        if not self.fine and np.ptp(there, axis=0).max() < TINY:
            return
        there = np.round(there * GRID) / GRID
        faces = triangles[:, ::-1] if np.linalg.det(self.at[:3, :3]) < 0 else triangles
        a, b, c = (there[faces[:, k]] for k in range(3))
        thick = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-7
        self.solids.append(Painted(there, faces[thick], worn[thick], paint, crease, is_detail))

    def solid(self, made: Solid, paint: Paint, crease: float = SHARP) -> None:
        """Adds one of the terrain kit's solids."""
        self.add(made.corners, made.triangles, made.worn, paint, crease)

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
        if paint.kind in CHIPPED:
            self._add_plates(core, sharp, cut, paint)

    def _add_plates(self, points: Floats, hull: ConvexHull, cut: Floats, paint: Paint) -> None:
        """Rivets, and the line of a panel, on the wide faces of a solid that are seen."""
        size = float(np.cbrt(abs(np.linalg.det(self.at[:3, :3]))))
        for corners, normal in _wide_faces(points, hull, PLATE_IN / size):
            if (self.at[:3, :3] @ normal)[2] < -0.35 * size:
                continue
            flat = cut[cut @ normal > (cut @ normal).max() - 1e-3]
            outline = flat[((corners[:, None] - flat) ** 2).sum(axis=2).argmin(axis=1)]
            rivets = _inset(outline, normal, 0.034 / size)
            wide = _narrowest(rivets)
            if wide * size > PANEL_IN - 0.07:
                self._add_panel_line(rivets, normal, paint, size)
                rivets = _inset(rivets, normal, 0.05 / size)
            if wide > 0 and paint.kind == STEEL_PAINT:
                for spot in rivets:
                    self.rivet(spot, normal, paint, RIVET_IN / size)

    def _add_panel_line(self, outline: Floats, normal: Floats, paint: Paint, size: float) -> None:
        """The dark line round a panel, a hair above its face."""
        inner = _inset(outline, normal, 0.017 / size)
        n = len(outline)
        lifted = np.concatenate([outline, inner]) + normal * RAISED_IN / size
        faces = []
        for i in range(n):
            j = (i + 1) % n
            faces += [(i, j, n + j), (i, n + j, n + i)]
        dark = Paint(rgb(paint, 0.22), paint.kind)
        self.add(lifted, np.array(faces), np.zeros(2 * n, bool), dark, is_detail=True)

    def rivet(self, at: Floats, normal: Floats, paint: Paint, radius: float) -> None:
        """A rivet on a face."""
        if not self.fine:
            return
        east = np.cross(normal, (0.0, 0.0, 1.0) if abs(normal[2]) < 0.9 else (1.0, 0.0, 0.0))
        east = east / np.linalg.norm(east)
        turns = np.arange(5) * np.pi / 2.5
        ring = np.cos(turns)[:, None] * east + np.sin(turns)[:, None] * np.cross(normal, east)
        corners = np.concatenate(
            [at + ring * radius - normal * radius * 0.1, [at + normal * radius * 0.75]]
        )
        faces = np.array([(i, (i + 1) % 5, 5) for i in range(5)])
        bright = Paint(rgb(paint, 1.3), paint.kind)
        self.add(corners, faces, np.zeros(5, bool), bright, ROUND, is_detail=True)

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
        self.add(points, faces[order], worn[order], paint, SHARP if flat is None else BEVELLED)

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
        sides = sides if self.fine else max(4, sides // 2)
        self.solid(tube(list(path), radius, sides), paint, ROUND)

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
        worn: Collection[int] = (),
    ) -> None:
        """A profile of (radius, height) upward, turned about z; `flat` times as wide and deep. `worn` bands are edges."""
        if self.fine:
            size = float(np.cbrt(abs(np.linalg.det(self.at[:3, :3]))))
            profile, worn = _cut_rims(profile, set(worn), RIM_CUT / size)
        else:
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
            self.add(rows.reshape(-1, 3), np.array(faces), np.array(rubbed), paint, ROUND)

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
        self.solid(made, paint, BEVELLED if self.fine else SHARP)

    def loft(
        self,
        rings: Sequence[Sequence[Corner]],
        paint: Paint,
        crease: float = ROUND,
        worn: Collection[int] = (),
        open_ends: Collection[int] = (),
    ) -> None:
        """A solid through rings of equally many corners; `worn` bands are edges.

        Its ends are closed, but for those (0 and 1) that other solids cover.
        """
        rows = np.asarray(rings, float)
        count, sides = rows.shape[:2]
        faces = []
        rubbed = []
        for k in range(count - 1):
            for i in range(sides):
                j = (i + 1) % sides
                a, b = k * sides, (k + 1) * sides
                faces += [(a + i, a + j, b + j), (a + i, b + j, b + i)]
                rubbed += [k in worn] * 2
        last = (count - 1) * sides
        faces += [(0, i + 1, i) for i in range(1, sides - 1)]
        faces += [(last, last + i, last + i + 1) for i in range(1, sides - 1)]
        rubbed += [False] * (2 * sides - 4)
        corners, made = rows.reshape(-1, 3), np.array(faces)
        outward = made if _volume(corners, made) > 0 else made[:, ::-1]
        kept = np.ones(len(made), bool)
        for end in open_ends:
            kept[len(made) - (2 - end) * (sides - 2) :][: sides - 2] = False
        self.add(corners, outward[kept], np.array(rubbed)[kept], paint, crease)

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
        is_hem = np.arange(len(made)) >= len(made) - 2 * len(ring)
        self.add(both, flipped, is_hem, paint, ROUND)

    # --- the file

    def finish(self) -> Finished:
        """Shade the figure."""
        return finish(without_covered(self.solids), self.fine)

    def file(self, name: str) -> bytes:
        """The figure as a GLB file: y up, metres, colors with their shade at the corners."""
        return write_glb(name, *self.finish())

    @property
    def count(self) -> int:
        """How many triangles it has."""
        return count_triangles(without_covered(self.solids), self.fine)

    def bounds(self) -> tuple[float, float, float]:
        """How far from its middle it reaches, its lowest and its highest corner."""
        every = np.concatenate([solid.corners[solid.faces].reshape(-1, 3) for solid in self.solids])
        return (
            float(np.hypot(every[:, 0], every[:, 1]).max()),
            float(every[:, 2].min()),
            float(every[:, 2].max()),
        )


def oval(
    wide: float,
    front: float,
    back: float,
    at: Corner,
    sides: int,
    square: float = 1.0,
) -> list[Corner]:
    """A level ring: how far it reaches to the sides, to the north and to the south; below 1, `square` fills corners."""
    ring = []
    for k in range(sides):
        turn = 2 * math.pi * (k + 0.5) / sides
        x, y = (math.copysign(abs(v) ** square, v) for v in (math.cos(turn), math.sin(turn)))
        ring.append((at[0] + wide * x, at[1] + (front if y > 0 else back) * y, at[2]))
    return ring


def _wide_faces(points: Floats, hull: ConvexHull, wide: float) -> Iterator[tuple[Floats, Floats]]:
    """Yield the outlines of the faces of a hull that are at least so wide, and their normals."""
    planes = np.round(hull.equations, 4)
    for plane in np.unique(planes, axis=0):
        normal = plane[:3] / np.linalg.norm(plane[:3])
        spots = points[np.unique(hull.simplices[(planes == plane).all(axis=1)])]
        middle = spots.mean(axis=0)
        east = spots[0] - middle
        east = east / np.linalg.norm(east)
        across = (spots - middle) @ np.cross(normal, east)
        outline = spots[np.argsort(np.arctan2(across, (spots - middle) @ east))]
        if _narrowest(outline) >= wide:
            yield outline, normal


def _narrowest(outline: Floats) -> float:
    """The shortest side of an outline of at most five corners; 0 for others."""
    sides = np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1)
    return float(sides.min()) if len(outline) in (4, 5) else 0.0


def _inset(outline: Floats, normal: Floats, by: float) -> Floats:
    """A convex outline, counter-clockwise about its normal, with its sides moved inward."""
    ways = np.roll(outline, -1, axis=0) - outline
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    inward = np.cross(normal, ways)
    before, after = np.roll(inward, 1, axis=0), inward
    return outline + by * (before + after) / (1 + (before * after).sum(axis=1, keepdims=True))


def _volume(corners: Floats, faces: NDArray[np.int64]) -> float:
    a, b, c = (corners[faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum())


def _cut_rims(
    profile: Sequence[tuple[float, float]], worn: set[int], cut: float
) -> tuple[list[tuple[float, float]], set[int]]:
    """A profile whose sharp rims are cut, the ends' too, and which of its bands are edges."""
    points = [np.array(point, float) for point in profile]
    around = [np.array((0.0, profile[0][1])), *points, np.array((0.0, profile[-1][1]))]
    made: list[tuple[float, float]] = []
    rubbed: set[int] = set()
    for k, point in enumerate(points):
        before, after = around[k] - point, around[k + 2] - point
        near = float(min(np.linalg.norm(before), np.linalg.norm(after)))
        reach = min(cut, near * 0.3)
        if k and k - 1 in worn:
            rubbed.add(len(made) - 1)
        bend = float(before @ after) / max(
            float(np.linalg.norm(before) * np.linalg.norm(after)), 1e-9
        )
        if point[0] < cut * 7.5 or reach < cut * 0.4 or bend < -0.7:
            made.append((float(point[0]), float(point[1])))
            continue
        for way in (before, after):
            spot = point + way / np.linalg.norm(way) * reach
            made.append((float(spot[0]), float(spot[1])))
        rubbed.add(len(made) - 2)
    return made, rubbed


def rgb(paint: Paint, times: float) -> RGB:
    """A paint's color, lighter or darker."""
    return tuple(min(255, round(c * times)) for c in paint.rgb)  # type: ignore[return-value]
