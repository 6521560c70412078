"""People: how they stand, what they wear, and their heads."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from figure_kit.model import Corner, Figure
from figure_kit.paints import BLACK, LEATHER, OWN, SKIN, Paint, Scheme

Feet = tuple[tuple[float, float], tuple[float, float]]


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
        f, b = self.f, self.bulk
        for k, side in enumerate((1, -1)):
            x, y = self.feet[k]
            hip = (self.hips[0] + side * 0.1 * b, self.hips[1], self.hips[2] - 0.03)
            ankle = (x, y - 0.02, 0.11)
            knee = (
                (hip[0] + x) / 2 + side * 0.03,
                (hip[1] + y) / 2 + 0.1,
                (hip[2] + 0.11) / 2 + 0.02,
            )
            f.bar([hip, knee], [0.115 * b, 0.08 * b], self.s.cloth, 8)
            f.bar([knee, ankle], [0.08 * b, 0.06 * b], self.s.cloth, 8)
            f.box(
                (0.15 * b, 0.3 * b, 0.13),
                (x, y + 0.03, 0.065),
                boots,
                top=(0.8, 0.7),
                lean=(0, -0.03),
            )
            if armour is not None:
                with f.along(ankle, knee) as long:
                    f.box(
                        (0.155 * b, 0.17 * b, long * 0.86),
                        (0, 0.015, long * 0.42),
                        armour,
                        top=(1.2, 1.12),
                    )
                    f.box(
                        (0.15 * b, 0.08, 0.15),
                        (0, 0.1 * b, long),
                        self.s.trim,
                        top=(0.7, 1),
                        bevel=0.025,
                    )
                with f.along(knee, hip) as long:
                    f.box(
                        (0.17 * b, 0.15 * b, long * 0.55),
                        (side * 0.02, 0.03, long * 0.52),
                        armour,
                        top=(1.15, 1.1),
                    )

    def body(self, coat: Paint, belt: Paint = LEATHER, heavy: bool = False) -> None:
        """Hips, waist and chest."""
        f, b = self.f, self.bulk
        (hx, hy, hz), (cx, cy, cz) = self.hips, self.chest
        f.box((0.34 * b, 0.26 * b, 0.2), (hx, hy, hz + 0.02), self.s.cloth, top=(0.95, 0.95))
        f.box((0.37 * b, 0.3 * b, 0.075), (hx, hy, hz + 0.1), belt, bevel=0.012)
        if heavy:
            f.hull(
                [
                    *((cx + x * b, cy + y, cz - 0.2) for x in (-0.17, 0.17) for y in (-0.13, 0.16)),
                    *((cx + x * b, cy + y, cz + 0.06) for x in (-0.29, 0.29) for y in (-0.17, 0.2)),
                    *((cx + x * b, cy + y, cz + 0.2) for x in (-0.2, 0.2) for y in (-0.15, 0.12)),
                ],
                coat,
                0.03,
            )
        else:
            f.hull(
                [
                    *(
                        (cx + x * b, cy + y, cz - 0.24)
                        for x in (-0.155, 0.155)
                        for y in (-0.12, 0.12)
                    ),
                    *(
                        (cx + x * b, cy + y, cz + 0.06)
                        for x in (-0.225, 0.225)
                        for y in (-0.13, 0.15)
                    ),
                    *((cx + x * b, cy + y, cz + 0.18) for x in (-0.14, 0.14) for y in (-0.1, 0.08)),
                ],
                coat,
                0.03,
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
        start, end = np.array([self.chest[0] + side * x, y, z]), np.array(hand)
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
        f.box((0.1 * b, 0.11 * b, 0.11 * b), h, glove, bevel=0.03)  # type: ignore[arg-type]
        if armour is not None:
            with f.along(e, h) as long:  # type: ignore[arg-type]
                f.box(
                    (0.14 * b, 0.15 * b, long * 0.62),
                    (0, 0, long * 0.45),
                    armour,
                    top=(0.82, 0.82),
                    bevel=0.02,
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
            dress = OWN if own and side < 0 else paint
            self.f.dome(
                radius,
                (self.chest[0] + side * (x + 0.03), y, z - 0.02),
                dress,
                tall,
                y=side * 28,
                flat=(1, 1.08),
                rim=rim,
            )

    def strap(self, paint: Paint = LEATHER) -> None:
        """A strap across the chest with a pouch."""
        cx, cy, cz = self.chest
        self.f.bar(
            [
                (cx + 0.2, cy + 0.08, cz + 0.14),
                (cx, cy + 0.19, cz - 0.02),
                (cx - 0.18, cy + 0.12, cz - 0.22),
            ],
            0.026,
            paint,
            5,
        )
        self.f.box(
            (0.1, 0.07, 0.11),
            (self.hips[0] - 0.2, self.hips[1] + 0.08, self.hips[2] + 0.04),
            paint,
            bevel=0.015,
        )

    def skirt(
        self, paint: Paint, long: float = 0.5, flare: float = 0.16, front: bool = False
    ) -> None:
        """The tails of a coat, blown back a little."""
        f, b = self.f, self.bulk
        hx, hy, hz = self.hips
        rows = []
        steps = 4 if f.fine else 2
        for k in range(steps + 1):
            t = k / steps
            row = []
            for j in range(7 if f.fine else 5):
                u = j / (6 if f.fine else 4) * 2 - 1
                turn = u * 1.75
                r = 0.19 * b + flare * t + 0.02 * math.sin(j * 2.4 + k) * t
                row.append(
                    (
                        hx + math.sin(turn) * r,
                        hy - math.cos(turn) * (r * 0.85) - 0.05 * t,
                        hz + 0.1 - long * t,
                    )
                )
            rows.append(row)
        f.sheet(rows, 0.035, paint)
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
        rows = []
        steps, across = (5, 6) if f.fine else (2, 3)
        for k in range(steps + 1):
            t = k / steps
            row = []
            for j in range(across + 1):
                u = j / across * 2 - 1
                w = wide * (0.44 + 0.36 * t)
                fold = 0.035 * math.sin(u * 7 + t * 2) * t
                row.append(
                    (
                        self.chest[0] + u * w + swing * t * t,
                        cy - 0.19 * self.bulk - 0.2 * t + 0.12 * u * u + fold,
                        cz + 0.17 - long * t,
                    )
                )
            rows.append(row)
        f.sheet(rows, 0.035, paint)

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
            (self.neck[0], self.neck[1] + 0.015, self.neck[2] + 0.12), z=turn, x=nod, size=size
        ):
            shape(self.f, self.s)


# --- heads, about 0.26 high, their middle at the origin


def _skull(f: Figure, paint: Paint) -> None:
    f.ball(0.118, (0, 0, 0.01), paint, (0.9, 1.0, 1.12), 9)


def goggled(f: Figure, s: Scheme) -> None:
    """A face behind goggles and a scarf, under a soft hat."""
    _skull(f, SKIN)
    f.box((0.19, 0.06, 0.065), (0, 0.1, 0.03), BLACK, bevel=0.015)
    for x in (-0.05, 0.05):
        f.ball(0.034, (x, 0.13, 0.03), s.glow, sides=6)
    f.lathe(
        [(0.1, 0.04), (0.2, 0.045), (0.2, 0.065), (0.125, 0.075), (0.115, 0.15), (0.05, 0.17)],
        s.cloth,
        sides=10,
        worn=(1,),
    )
    f.lathe([(0.09, -0.13), (0.14, -0.1), (0.135, -0.05), (0.1, -0.03)], OWN, sides=9)


def helmeted(f: Figure, s: Scheme) -> None:
    """A plain helmet with a visor."""
    f.ball(0.135, (0, -0.005, 0.015), s.main, (0.95, 1.05, 1.05), 10)
    f.box((0.2, 0.05, 0.06), (0, 0.118, 0.01), s.glow, bevel=0.01)
    f.box((0.17, 0.1, 0.1), (0, 0.07, -0.09), s.second, top=(1.1, 1.2), bevel=0.02)
    f.box((0.05, 0.2, 0.04), (0, -0.02, 0.15), s.trim, bevel=0.012)


def hooded(f: Figure, s: Scheme) -> None:
    """A hood, dark within but for the eyes."""
    f.hull(
        [
            (-0.13, -0.1, -0.1),
            (0.13, -0.1, -0.1),
            (-0.13, 0.1, -0.1),
            (0.13, 0.1, -0.1),
            (-0.12, -0.12, 0.08),
            (0.12, -0.12, 0.08),
            (-0.09, 0.14, 0.09),
            (0.09, 0.14, 0.09),
            (0, 0.1, 0.19),
            (0, -0.2, 0.13),
        ],
        s.cloth,
        0.025,
    )
    f.box((0.15, 0.05, 0.15), (0, 0.12, -0.02), BLACK, bevel=0.02)
    for x in (-0.04, 0.04):
        f.ball(0.024, (x, 0.15, 0.01), s.glow, sides=6)


def knight(f: Figure, s: Scheme) -> None:
    """A great helm with a slit of light and a crest."""
    f.hull(
        [
            *((x, y, -0.12) for x in (-0.1, 0.1) for y in (-0.1, 0.09)),
            *((x, y, 0.06) for x in (-0.125, 0.125) for y in (-0.12, 0.12)),
            (0, 0.15, -0.04),
            *((x, y, 0.14) for x in (-0.07, 0.07) for y in (-0.08, 0.07)),
        ],
        s.second,
        0.02,
    )
    f.box((0.2, 0.06, 0.032), (0, 0.118, 0.03), s.glow, bevel=0.006)
    f.box((0.035, 0.26, 0.1), (0, -0.03, 0.16), s.main, top=(1, 0.7), bevel=0.012)


def skulled(f: Figure, s: Scheme) -> None:
    """A mask of bone with lights in it, and a cowl."""
    f.ball(0.125, (0, -0.02, 0.02), s.cloth, (1, 1.1, 1.1), 9)
    f.hull(
        [
            (-0.09, 0.06, 0.09),
            (0.09, 0.06, 0.09),
            (-0.1, 0.1, 0.0),
            (0.1, 0.1, 0.0),
            (-0.05, 0.13, -0.14),
            (0.05, 0.13, -0.14),
            (0, 0.15, 0.02),
        ],
        s.trim,
        0.015,
    )
    for x in (-0.045, 0.045):
        f.ball(0.028, (x, 0.135, 0.01), s.glow, sides=6)


def horned(f: Figure, s: Scheme) -> None:
    """The same, with horns swept back."""
    skulled(f, s)
    for _ in f.sides():
        f.bar(
            [(0.08, 0.02, 0.09), (0.17, -0.04, 0.17), (0.19, -0.14, 0.26)],
            [0.035, 0.028, 0.005],
            s.trim,
            6,
        )


def bare(f: Figure, s: Scheme) -> None:
    """A bare head with short hair."""
    _skull(f, SKIN)
    f.dome(0.125, (0, -0.015, 0.03), s.cloth, 0.95)
    f.box((0.05, 0.03, 0.05), (0, 0.12, -0.01), SKIN, bevel=0.01)


def haired(f: Figure, s: Scheme) -> None:
    """A bare head with long hair."""
    bare(f, s)
    f.sheet(
        [
            [(-0.11, -0.06, 0.08), (0, -0.13, 0.1), (0.11, -0.06, 0.08)],
            [(-0.13, -0.09, -0.1), (0, -0.16, -0.1), (0.13, -0.09, -0.1)],
            [(-0.06, -0.14, -0.3), (0.02, -0.2, -0.32), (0.1, -0.14, -0.28)],
        ],
        0.05,
        LEATHER,
    )
