"""People: how they stand, what they wear, and their heads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from figure_kit import armor, marks
from figure_kit.machines import joint
from figure_kit.model import Corner, Figure, Floats, moved, oval, rgb, turned
from figure_kit.paints import BLACK, LEATHER, OWN, Paint, Scheme, lighter

Feet = tuple[tuple[float, float], tuple[float, float]]


class Stance(NamedTuple):
    """How a pose differs from what the figure says, in degrees."""

    twist: float = 0.0
    """The body, on its legs, toward the west."""
    pitch: float = 0.0
    """The body, backward."""
    head: float = 0.0
    """The head, toward the west."""
    lift: float = 0.0
    """The hands and what they hold, upward."""
    stride: float = 1.0
    """How far each foot is ahead of or behind the middle; below 0, the other foot leads."""
    spread: float = 1.0
    """How far the feet are apart."""
    drop: float = 0.0
    """How far the body is lowered on bent knees, in inches."""


STANCES = (
    Stance(),
    Stance(twist=-30, pitch=-10, head=40, lift=-17, stride=-1.5, drop=0.07),
    Stance(twist=26, pitch=6, head=-40, lift=20, stride=0.2, spread=1.4),
)
"""By pose."""
HEAD_SIZE = 1.12
"""How much larger heads are than life, so that faces are seen from afar."""
MACHINE_PACK_IN = 0.5
"""The width in inches of packs that are machines, without straps."""
PAULDRON_SIZE, PAULDRON_TILT = 0.93, 33.0
"""How large pauldrons are, compared with what a figure says, and the degrees by which they hang outward."""
FLAP = Paint((70, 46, 32))
"""Darker leather: the flaps of pouches, and holsters."""
CHEST = (
    (-0.24, 0.152, 0.112, 0.11),
    (-0.12, 0.17, 0.128, 0.116),
    (0.03, 0.222, 0.152, 0.136),
    (0.1, 0.216, 0.138, 0.134),
    (0.165, 0.162, 0.1, 0.112),
    (0.2, 0.1, 0.076, 0.086),
)
"""Rings of a chest: the height, how far it reaches to the sides, ahead and back."""
FOLD_IN = 0.034
"""How deep the folds of coats and capes are, at the hem, in inches."""


@dataclass
class Person:
    """Somebody who looks north, about 1.45" tall: where the joints are. `bulk` is how heavily he is built."""

    f: Figure
    s: Scheme
    bulk: float = 1.0
    feet: Feet = ((0.17, 0.1), (-0.17, -0.12))
    hips: Corner = (0.0, -0.02, 0.66)
    chest: Corner = (0.0, 0.02, 1.0)
    sleeves: Paint | None = None

    def __post_init__(self) -> None:
        stance = STANCES[self.f.pose]
        (ex, ey), (wx, wy) = self.feet
        middle = (ey + wy) / 2
        east, west = (middle + (y - middle) * stance.stride for y in (ey, wy))
        self.feet = ((ex * stance.spread, east), (wx * stance.spread, west))
        self.f.lean(self.hips, stance.twist, stance.pitch, stance.drop)

    @property
    def _lift(self) -> Floats:
        """How the hands are moved."""
        x, y, z = self.chest[0], self.chest[1], self.chest[2] + 0.11
        raised = turned(STANCES[self.f.pose].lift, "x")
        return np.asarray(moved((x, y, z)) @ raised @ moved((-x, -y, -z)))

    @contextmanager
    def hold(
        self,
        at: Corner = (0, 0, 0),
        x: float = 0,
        y: float = 0,
        z: float = 0,
        size: float = 1,
        wide: float = 1,
    ) -> Iterator[None]:
        """What is added within stands there as by `Figure.place`, and moves with the hands."""
        before = self.f.at
        self.f.at = before @ self._lift
        with self.f.place(at, x, y, z, size, wide):
            yield
        self.f.at = before

    @property
    def shoulders(self) -> tuple[float, float, float]:
        """How far out, how far ahead and how high they are."""
        return 0.235 * (0.5 + self.bulk / 2), self.chest[1] - 0.01, self.chest[2] + 0.11

    @property
    def neck(self) -> Corner:
        """Where the head sits."""
        return self.chest[0], self.chest[1] + 0.02, self.chest[2] + 0.2

    def legs(self, armour: Paint | None = None, boots: Paint = BLACK) -> None:
        """Two legs in cloth, perhaps with greaves and knees."""
        with self.f.on_legs():
            for k, side in enumerate((1, -1)):
                self._leg(k, side, armour, boots)

    def _leg(self, k: int, side: int, armour: Paint | None, boots: Paint) -> None:
        f, b = self.f, self.bulk
        x, y = self.feet[k]
        drop = STANCES[f.pose].drop
        hip = (self.hips[0] + side * 0.1 * b, self.hips[1], self.hips[2] - 0.03 - drop)
        ankle = (x, y - 0.02, 0.11)
        knee = (
            (hip[0] + x) / 2 + side * 0.03,
            (hip[1] + y) / 2 + 0.1 + drop,
            (hip[2] + 0.11) / 2 + 0.02,
        )
        f.bar([hip, knee], [0.115 * b, 0.08 * b], self.s.cloth, 8)
        if side > 0 and f.fine:
            self._holster(hip, knee)
        if armour is None and f.fine:
            armor.wraps(f, self.s, ankle, knee, FLAP, b)
        f.bar([knee, ankle], [0.08 * b, 0.06 * b], self.s.cloth, 8)
        armor.boot(f, self.s, (x, y), boots, FLAP, b)
        if armour is not None:
            with f.along(ankle, knee) as long:
                armor.plates(f, armor.GREAVE, long, (0, 0.012), armour, b)
                f.box((0.185 * b, 0.2 * b, 0.026), (0, 0.016, long * 0.24), FLAP, bevel=0)
                f.box((0.046, 0.02, 0.2), (0, 0.12 * b, long * 0.54), self.s.trim, bevel=0)
                cop = [
                    *((w * b, 0.05, long + h) for w in (-0.078, 0.078) for h in (-0.05, 0.05)),
                    *((0, 0.11 * b, long + h) for h in (-0.1, 0.09)),
                    (0, 0.15 * b, long),
                ]
                f.hull(cop, self.s.trim, 0.012)
            with f.along(knee, hip) as long:
                armor.plates(f, armor.CUISSE, long, (side * 0.02, 0.02), armour, b)

    def _holster(self, hip: Corner, knee: Corner) -> None:
        """A holster on a strap round a thigh."""
        f, b = self.f, self.bulk
        with f.along(hip, knee) as long:
            at = (0, 0, long * 0.42)
            f.lathe([(0.112 * b, -0.018), (0.108 * b, 0.018)], LEATHER, at, sides=8)
            side = (0.115 * b, 0.01, long * 0.42)
            f.box((0.05, 0.085, 0.15), side, FLAP, top=(1, 0.7), bevel=0)
            f.box((0.04, 0.05, 0.05), (0.115 * b, -0.01, long * 0.42 - 0.09), BLACK, bevel=0)

    def body(self, coat: Paint, belt: Paint = LEATHER, heavy: bool = False) -> None:
        """Hips, waist and chest."""
        f, b = self.f, self.bulk
        (hx, hy, hz), (cx, cy, cz) = self.hips, self.chest
        f.box((0.34 * b, 0.26 * b, 0.2), (hx, hy, hz + 0.02), self.s.cloth, top=(0.95, 0.95))
        f.box((0.37 * b, 0.3 * b, 0.075), (hx, hy, hz + 0.1), belt, bevel=0.012)
        f.box((0.09, 0.03, 0.085), (hx, hy + 0.155 * b, hz + 0.1), self.s.trim, bevel=0.012)
        for side in (-1, 1):
            spot = (hx + side * 0.155 * b, hy + 0.1, hz + 0.055)
            f.box((0.085, 0.07, 0.1), spot, LEATHER, top=(1, 0.7), bevel=0.014)
            x, y, z = spot
            f.box((0.09, 0.06, 0.035), (x, y + 0.012, z + 0.034), FLAP, bevel=0)
            f.box((0.018, 0.016, 0.018), (x, y + 0.044, z + 0.014), self.s.trim, bevel=0)
        if f.fine and not heavy:
            self._belt_gear()
        if heavy:
            f.hull(
                [
                    *((cx + x * b, cy + y, cz - 0.2) for x in (-0.2, 0.2) for y in (-0.13, 0.16)),
                    *((cx + x * b, cy + y, cz + 0.06) for x in (-0.29, 0.29) for y in (-0.17, 0.2)),
                    *((cx + x * b, cy + y, cz + 0.2) for x in (-0.2, 0.2) for y in (-0.15, 0.12)),
                ],
                coat,
                0.03,
            )
            self._breastplate(coat)
        else:
            rows = CHEST if f.fine else CHEST[::2]
            sides = 10 if f.fine else 6
            rings = [oval(w * b, n, s, (cx, cy, cz + z), sides, 0.85) for z, w, n, s in rows]
            f.loft(rings, coat, open_ends=(0,))
            self._collar(coat)
            for side in (-1, 1):
                f.bar(
                    [
                        (cx + side * 0.1 * b, cy + 0.09, cz + 0.19),
                        (cx + side * 0.075 * b, cy + 0.155, cz + 0.06),
                        (cx + side * 0.012, cy + 0.13, cz - 0.2),
                    ],
                    [0.03, 0.028, 0.014],
                    coat,
                    5,
                )
            for k in range(3):
                f.ball(
                    0.015, (cx, cy + 0.148 - 0.008 * k, cz + 0.02 - 0.07 * k), self.s.trim, sides=5
                )

    def _belt_gear(self) -> None:
        """At the sides of the hips: a canteen and a pouch."""
        f, b = self.f, self.bulk
        hx, hy, hz = self.hips
        west = (hx - 0.165 * b, hy - 0.085, hz + 0.05)
        f.box((0.07, 0.1, 0.1), west, LEATHER, top=(0.7, 1), bevel=0)
        can = ((0.058, -0.02), (0.045, 0.03))
        f.lathe(can, self.s.metal, (hx + 0.19 * b, hy - 0.085, hz + 0.03), y=90, sides=8)

    def _collar(self, coat: Paint) -> None:
        """A standing collar, higher behind."""
        if not self.f.fine:
            return
        cx, cy, cz = self.chest
        rings = []
        for z, r in ((0.15, 0.1), (0.185, 0.132), (0.25, 0.128), (0.24, 0.1)):
            ring = oval(r, r * 0.9, r, (cx, cy + 0.005, cz + z), 11)
            rings.append([(x, y, h - 0.22 * (y - cy)) for x, y, h in ring])
        collar = Paint(rgb(coat, 1.12), coat.kind)
        self.f.loft(rings, collar, worn=(2,), open_ends=(0, 1))

    def _breastplate(self, coat: Paint) -> None:
        """Two plates with a groove between them, over bands of armour at the waist."""
        f, b = self.f, self.bulk
        (hx, hy, hz), (cx, cy, cz) = self.hips, self.chest
        for side in f.sides():
            f.hull(
                [
                    *((side * cx + x * b, cy + 0.16, cz - 0.12) for x in (0.012, 0.19)),
                    *((side * cx + x * b, cy + 0.2, cz + 0.05) for x in (0.012, 0.25)),
                    *((side * cx + x * b, cy + 0.13, cz + 0.185) for x in (0.03, 0.2)),
                    *((side * cx + x * b, cy + 0.235, cz + 0.04) for x in (0.03, 0.17)),
                ],
                coat,
                0.02,
            )
            f.hull(
                [
                    (side * cx + 0.225 * b, cy - 0.02, cz - 0.17),
                    (side * cx + 0.27 * b, cy - 0.1, cz + 0.03),
                    (side * cx + 0.27 * b, cy + 0.1, cz + 0.03),
                    (side * cx + 0.3 * b, cy, cz + 0.03),
                ],
                self.s.metal,
                0.012,
            )
        for k in range(2):
            share = (k + 0.7) / 2.6
            f.box(
                ((0.3 - 0.02 * k) * b, 0.3, 0.085),
                (
                    cx + (hx - cx) * share,
                    cy + (hy - cy) * share + 0.02,
                    cz - 0.2 + (hz + 0.34 - cz) * share,
                ),
                self.s.metal,
                bevel=0.014,
            )
        f.lathe(
            [(0.115, -0.03), (0.13, 0.0), (0.115, 0.05)],
            self.s.trim,
            (cx, cy, cz + 0.19),
            flat=(1.05, 0.95),
            sides=10,
        )

    def arm(
        self,
        side: int,
        hand: Corner,
        armour: Paint | None = None,
        glove: Paint = BLACK,
        out: float = 0.6,
    ) -> None:
        """An arm to a hand (side 1 is the east); its elbow is bent outward and down."""
        f, b = self.f, self.bulk
        x, y, z = self.shoulders
        start = np.array([self.chest[0] + side * x, y, z])
        end = (self._lift @ np.array([*hand, 1.0]))[:3]
        reach = end - start
        far = float(np.linalg.norm(reach))
        bend = math.sqrt(max(0.29**2 - (far / 2) ** 2, 0.003))
        pole = np.array([side * out, -0.35, -0.8])
        pole -= reach * float(pole @ reach) / max(far**2, 1e-6)
        elbow = (start + end) / 2 + pole / max(float(np.linalg.norm(pole)), 1e-6) * bend
        a, e, h = (tuple(float(v) for v in p) for p in (start, elbow, end))
        sleeve = self.sleeves or self.s.cloth
        f.bar([a, e], [0.085 * b, 0.07 * b], sleeve, 8)  # type: ignore[list-item]
        f.bar([e, h], [0.072 * b, 0.055 * b], sleeve, 8)  # type: ignore[list-item]
        self._hand(e, h, side, glove)  # type: ignore[arg-type]
        if armour is not None:
            with f.along(e, h) as long:  # type: ignore[arg-type]
                f.box(
                    (0.14 * b, 0.15 * b, long * 0.62),
                    (0, 0, long * 0.45),
                    armour,
                    top=(0.82, 0.82),
                    bevel=0.02,
                )
                f.box((0.128 * b, 0.138 * b, 0.03), (0, 0, long * 0.6), FLAP, bevel=0)
            if f.fine:
                middle = tuple(float(v) for v in (start + end) / 2)
                with f.along(middle, e) as away:  # type: ignore[arg-type]
                    cup = ((0.1 * b, -0.03), (0.088 * b, 0.035), (0.045 * b, 0.08))
                    rings = [oval(r, r, r, (0, 0, away + h), 7) for r, h in cup]
                    f.loft(rings, armour, worn=(1,), open_ends=(0,))

    def _hand(self, elbow: Corner, at: Corner, side: int, glove: Paint) -> None:
        """A fist: the back of the hand, four bent fingers and a thumb, and a cuff."""
        f, b = self.f, self.bulk
        with f.along(elbow, at) as long:
            f.lathe(
                [(0.062 * b, -0.03), (0.072 * b, 0.0), (0.062 * b, 0.03)],
                self.s.trim,
                (0, 0, long - 0.065 * b),
                sides=8,
            )
            f.box(
                (0.1 * b, 0.075 * b, 0.1 * b),
                (0, -0.015 * b, long),
                glove,
                top=(0.92, 0.8),
                bevel=0.02,
            )
            for k in range(4):
                x = (k - 1.5) * 0.026 * b
                f.box((0.023 * b, 0.03 * b, 0.07 * b), (x, 0.032 * b, long + 0.014), glove, bevel=0)
                f.box(
                    (0.023 * b, 0.06 * b, 0.03 * b), (x, 0.01 * b, long + 0.05 * b), glove, bevel=0
                )
            f.box(
                (0.03 * b, 0.055 * b, 0.05 * b),
                (-side * 0.056 * b, 0.022 * b, long - 0.005),
                glove,
                bevel=0.01,
            )

    def pauldrons(
        self,
        radius: float,
        paint: Paint,
        rim: Paint | None = None,
        tall: float = 0.85,
        own: bool = True,
    ) -> None:
        """Shoulder armour; the western one shows whose he is."""
        x, y, z = self.shoulders
        for side in (1, -1):
            cap = (
                OWN
                if own and side < 0
                else self.s.second
                if paint != self.s.second
                else self.s.main
            )
            at = (self.chest[0] + side * (x + 0.035), y, z - 0.01)
            with self.f.place(at, y=side * PAULDRON_TILT):
                armor.pauldron(self.f, self.s, radius * PAULDRON_SIZE, tall, paint, cap, rim)
            with (
                self.f.place(at, y=side * PAULDRON_TILT),
                self.f.place(z=-90 * side),
                self.f.place(
                    (0, radius * PAULDRON_SIZE * 0.88, radius * PAULDRON_SIZE * tall * 0.5), x=32
                ),
            ):
                if side < 0:
                    with self.f.place(size=min(1.0, radius / 0.19)):
                        self.f.number()
                else:
                    marks.faction(self.f, self.s, radius * 0.62)

    def strap(self, paint: Paint = LEATHER) -> None:
        """A strap across the chest and the back with a pouch and a buckle."""
        cx, cy, cz = self.chest
        back = cy - 0.155 * self.bulk
        for path in (
            [
                (cx + 0.2, cy + 0.08, cz + 0.14),
                (cx, cy + 0.19, cz - 0.02),
                (cx - 0.18, cy + 0.12, cz - 0.22),
            ],
            [
                (cx + 0.2, cy - 0.06, cz + 0.16),
                (cx + 0.02, back, cz - 0.01),
                (cx - 0.18, cy - 0.08, cz - 0.22),
            ],
        ):
            self.f.bar(path, 0.026, paint, 5)
        for k in range(3):
            spot = (cx + 0.1 - 0.09 * k, cy + 0.165 - 0.012 * abs(k - 1), cz + 0.05 - 0.075 * k)
            self.f.box((0.06, 0.05, 0.07), spot, paint, y=48, top=(0.8, 0.7), bevel=0)
            spot = (spot[0] + 0.012, spot[1] + 0.008, spot[2] + 0.014)
            self.f.box((0.064, 0.05, 0.024), spot, FLAP, y=48, bevel=0)
        self.f.box((0.075, 0.03, 0.07), (cx + 0.02, back - 0.02, cz - 0.01), self.s.trim, y=48)
        self.f.box(
            (0.1, 0.07, 0.11),
            (self.hips[0] - 0.2, self.hips[1] + 0.08, self.hips[2] + 0.04),
            paint,
            bevel=0.015,
        )

    def roll(self, at: Corner, wide: float, paint: Paint, radius: float = 0.062) -> None:
        """A rolled blanket across the back in two straps."""
        f = self.f
        joint(f, at, radius, wide, paint, edge=0.016, sides=7)
        for x in (-wide * 0.28, wide * 0.28):
            f.lathe(
                [(radius * 1.12, -0.018), (radius * 1.12, 0.018)],
                LEATHER,
                (at[0] + x, at[1], at[2]),
                y=90,
                sides=7,
            )

    def _hem(self, rows: list[list[Corner]], paint: Paint, share: float = 0.45) -> None:
        """A pale band along the lower edge of cloth, on both sides of it."""
        upper, lower = rows[-2], rows[-1]
        band = [
            [
                tuple(
                    a + (b - a) * t - (0.011 if k == 1 else 0.0)
                    for k, (a, b) in enumerate(zip(p, q, strict=True))
                )
                for p, q in zip(upper, lower, strict=True)
            ]
            for t in (1 - share, 1.012)
        ]
        self.f.sheet(band, 0.057, paint)  # type: ignore[arg-type]

    def skirt(
        self, paint: Paint, long: float = 0.5, flare: float = 0.16, front: bool = False
    ) -> None:
        """The tails of a coat, blown back a little."""
        f, b = self.f, self.bulk
        hx, hy, hz = self.hips
        rows: list[list[Corner]] = []
        steps, across = (3, 10) if f.fine else (2, 4)
        for k in range(steps + 1):
            t = k / steps
            row: list[Corner] = []
            for j in range(across + 1):
                u = j / across * 2 - 1
                turn = u * 1.75
                fold = FOLD_IN * (1 if j % 2 else -1) + 0.012 * math.sin(j * 2.4 + k)
                r = 0.19 * b + flare * t + (fold * t if f.fine else 0.0)
                row.append(
                    (
                        hx + math.sin(turn) * r,
                        hy - math.cos(turn) * (r * 0.85) - 0.05 * t,
                        hz + 0.1 - long * t,
                    )
                )
            rows.append(row)
        f.sheet(rows, 0.035, paint)
        if f.fine:
            self._hem(rows, Paint(lighter(paint.rgb), paint.kind))
            f.box((0.11, 0.03, 0.055), (hx, hy - 0.165 * b, hz + 0.1), self.s.trim, bevel=0.01)
        if front:
            self.tabard(paint, long * 0.8)

    def tabard(self, paint: Paint, long: float = 0.45, wide: float = 0.17) -> None:
        """A strip of cloth in front."""
        hx, hy, hz = self.hips
        y = hy + 0.15 * self.bulk
        rows = [
            [
                (hx - wide / 2 * w, y + d, hz + 0.1 - long * t),
                (hx, y + d + 0.015, hz + 0.1 - long * t),
                (hx + wide / 2 * w, y + d, hz + 0.1 - long * t),
            ]
            for t, w, d in ((0, 0.9, 0), (0.5, 1, 0.05), (1, 1.15, 0.1))
        ]
        self.f.sheet(rows, 0.03, paint)

    def cape(self, paint: Paint, long: float = 1.0, wide: float = 0.5, swing: float = 0.12) -> None:
        """A cape from the shoulders, swung to a side."""
        f = self.f
        _, cy, cz = self.chest
        behind = self.hips[1] - 0.2 * self.bulk - 0.04
        rows: list[list[Corner]] = []
        steps, across = (4, 10) if f.fine else (2, 3)
        for k in range(steps + 1):
            t = k / steps
            row: list[Corner] = []
            for j in range(across + 1):
                u = j / across * 2 - 1
                w = wide * (0.44 + 0.36 * t)
                fold = 0.03 * math.sin(u * 7 + t * 2) * t
                if f.fine:
                    fold += FOLD_IN * (1 if j % 2 else -1) * (0.25 + t)
                row.append(
                    (
                        self.chest[0] + u * w + swing * t * t,
                        min(cy - 0.19 * self.bulk - 0.2 * t, behind if t > 0.3 else 9.0)
                        + 0.12 * u * u
                        + fold,
                        cz + 0.17 - long * t,
                    )
                )
            rows.append(row)
        f.sheet(rows, 0.035, paint)
        if not f.fine:
            return
        self._hem(rows, Paint(lighter(paint.rgb), paint.kind), 0.35)
        x, _, z = rows[2][across // 2]
        with f.place((x, min(spot[1] for spot in rows[2]), z), z=180):
            marks.faction(f, self.s, min(0.3, wide * 0.46))

    def pack(
        self,
        paint: Paint,
        size: Corner = (0.34, 0.18, 0.4),
        tanks: Paint | None = None,
        aerial: bool = False,
    ) -> None:
        """A pack on the back, perhaps with tanks on it, or an aerial."""
        f = self.f
        cx, cy, cz = self.chest
        y = cy - 0.14 * self.bulk - size[1] / 2
        f.box(size, (cx, y, cz - 0.02), paint, top=(0.86, 0.9), bevel=0.03)
        if f.fine and tanks is None and size[0] < MACHINE_PACK_IN:
            self._pack_straps(size, y)
        if tanks is not None:
            for side in (-1, 1):
                r = size[1] * 0.52
                f.lathe(
                    [(r * 0.5, -0.2), (r, -0.15), (r, 0.13), (r * 0.6, 0.19), (0.03, 0.2)],
                    tanks,
                    (cx + side * size[0] * 0.33, y - size[1] * 0.5, cz),
                    sides=8,
                    worn=(0, 2),
                )
        if aerial:
            f.bar(
                [(cx - 0.12, y, cz + 0.1), (cx - 0.16, y - 0.04, cz + 0.52)],
                [0.016, 0.008],
                BLACK,
                5,
            )

    def _pack_straps(self, size: Corner, y: float) -> None:
        """Two straps with buckles over a pack, and a rolled blanket on top of it."""
        f = self.f
        cx, _, cz = self.chest
        wide, deep, tall = size
        for x in (-wide * 0.27, wide * 0.27):
            f.box(
                (0.035, deep * 0.96 + 0.03, tall * 1.02),
                (cx + x, y, cz - 0.02),
                LEATHER,
                top=(1, 0.9),
                bevel=0,
            )
            f.box(
                (0.06, 0.03, 0.05),
                (cx + x, y - deep / 2 - 0.012, cz - tall * 0.12),
                self.s.trim,
                bevel=0,
            )
        self.roll((cx, y - 0.01, cz + tall / 2 + 0.03), wide * 1.04, self.s.cloth, 0.06)

    def head(
        self,
        shape: Callable[[Figure, Scheme], None],
        turn: float = 0,
        size: float = 1.0,
        nod: float = 0,
    ) -> None:
        """A head of some shape."""
        self.f.bar(
            [self.neck, (self.neck[0], self.neck[1] + 0.01, self.neck[2] + 0.08)], 0.065, BLACK, 6
        )
        with self.f.place(
            (self.neck[0], self.neck[1] + 0.015, self.neck[2] + 0.12),
            z=turn + STANCES[self.f.pose].head,
            x=nod,
            size=size * HEAD_SIZE,
        ):
            shape(self.f, self.s)
