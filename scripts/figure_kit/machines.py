"""Machines: their limbs, and the places where their heads and arms are put."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from figure_kit import armor, marks
from figure_kit.model import Corner, Figure, moved, oval, turned
from figure_kit.paints import BLACK, COAL, GUN, OWN, SOOT, STEEL, Paint, Scheme, lighter

TWISTS = (0.0, -15.0, 15.0)
"""Degrees by which the body of a machine is turned on its legs, by pose."""
SWINGS = ((0.0, 0.0), (19.0, -13.0), (-14.0, 22.0))
"""Degrees by which its east and its west arm are raised, by pose."""
STRIDES = (1.0, -1.0, 0.3)
"""How far the east leg is ahead of the west one, by pose."""
HEAD_TURNS = (0.0, 30.0, -30.0)
"""Degrees by which its head is turned, by pose."""
SWAYS = (0.0, 0.055, -0.055)
"""Inches by which what hangs sways, by pose."""
SHIELD_TALL = 0.78
"""The height of the armor over an arm, compared with its radius."""
LUMP = (
    (1, 0.3, 0),
    (-0.9, 0.4, 0),
    (0.2, -1, 0),
    (-0.3, 0.9, 0.2),
    (0.3, 0.1, 1),
    (-0.5, -0.5, 0.7),
)
"""The corners of a lump of coal."""


def stand(f: Figure, height: float, pitch: float = 2.0) -> None:
    """What is added from now on, but for legs, turns on hips so high."""
    f.lean((0, 0, height), TWISTS[f.pose], (0, -pitch, pitch)[f.pose])


def step(f: Figure, side: int) -> float:
    """How far the leg of a side is ahead, from -1 to 1."""
    return side * STRIDES[f.pose]


def head_socket(f: Figure) -> None:
    """A head can be put here; it looks about."""
    with f.place(z=HEAD_TURNS[f.pose]):
        f.socket("head")


def joint(
    f: Figure,
    at: Corner,
    radius: float,
    wide: float,
    paint: Paint,
    edge: float = 0.02,
    sides: int = 10,
) -> None:
    """A joint that turns about x, or another roll of that shape."""
    f.lathe(
        [
            (radius * 0.8, -wide / 2),
            (radius, -wide / 2 + edge),
            (radius, wide / 2 - edge),
            (radius * 0.8, wide / 2),
        ],
        paint,
        at,
        y=90,
        sides=sides,
        worn=(0, 2),
    )


def foot(f: Figure, s: Scheme, x: float, y: float, size: float = 1.0, toes: int = 2) -> None:
    """A wide foot with toes ahead and a spur behind."""
    f.box(
        (0.3 * size, 0.34 * size, 0.14 * size),
        (x, y - 0.02, 0.07 * size),
        s.metal,
        top=(0.7, 0.6),
        bevel=0.025,
    )
    for k in range(toes):
        dx = (k / max(1, toes - 1) - 0.5) * 0.24 * size if toes > 1 else 0.0
        f.hull(
            [
                (x + dx - 0.075 * size, y + 0.1 * size, 0),
                (x + dx + 0.075 * size, y + 0.1 * size, 0),
                (x + dx - 0.06 * size, y + 0.1 * size, 0.13 * size),
                (x + dx + 0.06 * size, y + 0.1 * size, 0.13 * size),
                (x + dx * 1.5 - 0.04, y + 0.32 * size, 0),
                (x + dx * 1.5 + 0.04, y + 0.32 * size, 0),
                (x + dx * 1.5, y + 0.28 * size, 0.06 * size),
            ],
            s.main,
            0.014,
        )
    f.box(
        (0.12 * size, 0.16 * size, 0.1 * size),
        (x, y - 0.2 * size, 0.05 * size),
        s.main,
        top=(0.8, 0.5),
        bevel=0.015,
    )


def piston(f: Figure, s: Scheme, a: Corner, b: Corner, radius: float = 0.036) -> None:
    """A cylinder with a collar from a place, and a bright rod out of it to another."""
    if not f.fine:
        f.bar([a, b], radius * 0.8, s.metal, 5)
        return
    with f.along(a, b) as long:
        f.bar([(0, 0, 0), (0, 0, long * 0.58)], radius, s.metal, 6)
        f.lathe(
            [(radius * 1.3, -0.016), (radius * 1.3, 0.016)], s.trim, (0, 0, long * 0.57), sides=7
        )
        f.bar([(0, 0, long * 0.5), (0, 0, long)], radius * 0.55, STEEL, 5)


def bolt(f: Figure, at: Corner, radius: float, wide: float, paint: Paint) -> None:
    """The outer end of the pin of a joint that turns about x."""
    if f.fine:
        spot = (at[0] + wide / 2, at[1], at[2])
        f.lathe([(radius, -0.03), (radius * 0.8, 0.02)], paint, spot, y=90, sides=8)


def straight_leg(
    f: Figure, s: Scheme, hip: Corner, at: tuple[float, float], bulk: float = 1.0, toes: int = 2
) -> None:
    """A leg that bends forward at the knee, armoured, on the side of its hip."""
    with f.on_legs():
        _straight_leg(f, s, hip, at, bulk, toes)


def _straight_leg(
    f: Figure, s: Scheme, hip: Corner, at: tuple[float, float], bulk: float, toes: int
) -> None:
    x, y = at
    ankle = (x, y - 0.02, 0.14 * bulk)
    knee = ((hip[0] + x) / 2 + 0.03, (hip[1] + y) / 2 + 0.15, (hip[2] + 0.16) / 2 + 0.02)
    joint(f, hip, 0.15 * bulk, 0.24 * bulk, s.metal)
    f.bar([hip, knee], [0.1 * bulk, 0.085 * bulk], GUN, 7)
    f.bar([knee, ankle], [0.085 * bulk, 0.07 * bulk], GUN, 7)
    with f.along(knee, hip) as long:
        f.box(
            (0.26 * bulk, 0.28 * bulk, long * 0.7),
            (0.02, 0.03, long * 0.55),
            s.second,
            top=(1.1, 1.1),
            bevel=0.035,
        )
    with f.along(ankle, knee) as long:
        f.box(
            (0.3 * bulk, 0.32 * bulk, long * 0.86),
            (0.0, 0.02, long * 0.46),
            s.main,
            top=(0.82, 0.8),
            bevel=0.035,
        )
        f.box((0.1 * bulk, 0.05, long * 0.5), (0.0, 0.19 * bulk, long * 0.46), s.trim, bevel=0.012)
    f.box(
        (0.24 * bulk, 0.14, 0.22 * bulk),
        (knee[0], knee[1] + 0.1 * bulk, knee[2]),
        s.second,
        top=(0.8, 0.8),
        bevel=0.03,
    )
    piston(
        f,
        s,
        (x, y - 0.17 * bulk, 0.16),
        (knee[0], knee[1] - 0.19 * bulk, knee[2] + 0.02),
        0.036 * bulk,
    )
    bolt(f, knee, 0.085 * bulk, 0.36 * bulk, s.metal)
    if f.fine:
        ring = [(0.12 * bulk, -0.03), (0.12 * bulk, 0.03)]
        f.lathe(ring, s.second, (x, y - 0.02, 0.15 * bulk), sides=8)
        hose = [
            (hip[0] + 0.1 * bulk, hip[1] - 0.08, hip[2] - 0.02),
            (knee[0] + 0.16 * bulk, knee[1] - 0.2, (hip[2] + knee[2]) / 2),
            (knee[0] + 0.1 * bulk, knee[1] - 0.12, knee[2] - 0.1),
        ]
        f.bar(hose, 0.022, BLACK, 4)
    foot(f, s, x, y, bulk * 1.05, toes)


def hound_leg(
    f: Figure,
    s: Scheme,
    hip: Corner,
    at: tuple[float, float],
    bulk: float = 1.0,
    toes: int = 3,
    low: float = 0.0,
) -> None:
    """A leg like a hound's: knee ahead, hock behind."""
    with f.on_legs():
        _hound_leg(f, s, hip, at, bulk, toes, low)


def _hound_leg(
    f: Figure,
    s: Scheme,
    hip: Corner,
    at: tuple[float, float],
    bulk: float,
    toes: int,
    low: float,
) -> None:
    x, y = at
    knee = (hip[0] + (x - hip[0]) * 0.5 + 0.06, hip[1] + 0.3, hip[2] * 0.66 - low)
    hock = (x, y - 0.26, 0.46 * (hip[2] / 1.1))
    ankle = (x, y - 0.03, 0.12)
    joint(f, hip, 0.15 * bulk, 0.22 * bulk, s.metal)
    f.bar([hip, knee], [0.1 * bulk, 0.08 * bulk], GUN, 7)
    f.bar([knee, hock], [0.08 * bulk, 0.06 * bulk], GUN, 7)
    f.bar([hock, ankle], [0.07 * bulk, 0.055 * bulk], GUN, 7)
    joint(f, knee, 0.11 * bulk, 0.2 * bulk, s.second)
    bolt(f, knee, 0.07 * bulk, 0.24 * bulk, s.metal)
    if f.fine:
        start = (hip[0], hip[1] - 0.12 * bulk, hip[2] - 0.1)
        piston(f, s, start, (hock[0], hock[1] - 0.03, hock[2] + 0.04), 0.032 * bulk)
    joint(f, hock, 0.085 * bulk, 0.16 * bulk, s.second)
    with f.along(knee, hip) as long:
        f.box(
            (0.25 * bulk, 0.26 * bulk, long * 0.8),
            (0.02, 0.05, long * 0.55),
            s.main,
            top=(1.15, 1.25),
            bevel=0.035,
        )
    with f.along(hock, knee) as long:
        f.box(
            (0.2 * bulk, 0.2 * bulk, long * 0.64),
            (0, 0.02, long * 0.48),
            s.main,
            top=(1.2, 1.1),
            bevel=0.03,
        )
    with f.along(ankle, hock) as long:
        f.box(
            (0.19 * bulk, 0.2 * bulk, long * 0.66),
            (0, 0.02, long * 0.5),
            s.trim,
            top=(0.8, 0.9),
            bevel=0.025,
        )
    foot(f, s, x, y, bulk, toes)


def spider_leg(
    f: Figure, s: Scheme, root: Corner, knee: Corner, tip: Corner, bulk: float = 1.0
) -> None:
    """A leg that rises to its knee and ends in a spike."""
    with f.on_legs():
        _spider_leg(f, s, root, knee, tip, bulk)


def _spider_leg(f: Figure, s: Scheme, root: Corner, knee: Corner, tip: Corner, bulk: float) -> None:
    f.bar([root, knee], [0.07 * bulk, 0.055 * bulk], GUN, 6)
    f.bar([knee, tip], [0.06 * bulk, 0.01], s.metal, 6)
    f.ball(0.085 * bulk, knee, s.second, sides=8)
    with f.along(root, knee) as long:
        f.box(
            (0.13 * bulk, 0.14 * bulk, long * 0.66), (0, 0.03, long * 0.5), s.main, top=(0.8, 0.8)
        )
    with f.along(knee, tip) as long:
        f.box(
            (0.12 * bulk, 0.13 * bulk, long * 0.5), (0, 0.02, long * 0.34), s.main, top=(0.5, 0.5)
        )


def arm(
    f: Figure,
    s: Scheme,
    name: str,
    shoulder: Corner,
    elbow: Corner,
    hand: Corner,
    bulk: float = 1.0,
    pauldron: float = 0.3,
    own: bool = False,
    pitch: float = 0,
    yaw: float = 0,
) -> None:
    """An arm with a place for a weapon at its end, which points north (turned by `yaw`, raised by `pitch`)."""
    is_east = float(np.linalg.det(f.at[:3, :3])) > 0
    swing = SWINGS[f.pose][0 if is_east else 1]
    back = (-shoulder[0], -shoulder[1], -shoulder[2])
    raised = moved(shoulder) @ turned(swing, "x") @ moved(back)
    elbow, hand = (_moved_corner(raised, spot) for spot in (elbow, hand))
    pitch += swing
    f.ball(0.15 * bulk, shoulder, s.metal, sides=8)
    f.bar([shoulder, elbow], [0.1 * bulk, 0.09 * bulk], GUN, 7)
    f.bar([elbow, hand], [0.1 * bulk, 0.08 * bulk], GUN, 7)
    joint(f, elbow, 0.13 * bulk, 0.22 * bulk, s.second)
    bolt(f, elbow, 0.08 * bulk, 0.25 * bulk, s.metal)
    if f.fine:
        _arm_details(f, s, shoulder, elbow, hand, bulk)
    with f.along(elbow, hand) as long:
        f.box(
            (0.24 * bulk, 0.26 * bulk, long * 0.72),
            (0, 0, long * 0.5),
            s.main,
            top=(0.84, 0.84),
            bevel=0.035,
        )
        f.box((0.26 * bulk, 0.28 * bulk, 0.06), (0, 0, long * 0.86), s.trim, bevel=0.014)
    if pauldron > 0:
        x, y, z = shoulder
        shield(f, s, (x + 0.05, y, z + 0.03), pauldron * 0.96, own)
    with f.place(hand, x=pitch, z=yaw):
        f.lathe(
            [(0.1 * bulk, -0.05), (0.12 * bulk, -0.02), (0.12 * bulk, 0.03), (0.08 * bulk, 0.06)],
            s.metal,
            x=-90,
            sides=8,
            worn=(0, 2),
        )
        f.socket(name)


def _moved_corner(matrix: np.ndarray, spot: Corner) -> Corner:
    x, y, z = (float(v) for v in (matrix @ np.array([*spot, 1.0]))[:3])
    return x, y, z


def _arm_details(
    f: Figure, s: Scheme, shoulder: Corner, elbow: Corner, hand: Corner, bulk: float
) -> None:
    """A plate on the upper arm, a piston from it to the wrist, and a hose behind."""
    with f.along(shoulder, elbow) as long:
        size = (0.21 * bulk, 0.22 * bulk, long * 0.44)
        f.box(size, (0, 0, long * 0.56), s.second, top=(0.9, 0.9), bevel=0.02)
        out = f.at @ np.array([0.0, -0.13 * bulk, long * 0.5, 1.0])
    root = _moved_corner(np.linalg.inv(f.at), (out[0], out[1], out[2]))
    wrist = tuple(a + (b - a) * 0.8 for a, b in zip(elbow, hand, strict=True))
    piston(f, s, root, (wrist[0], wrist[1], wrist[2] - 0.13 * bulk), 0.034 * bulk)
    side = 0.15 * bulk
    hose = [
        (shoulder[0] + side * 0.6, shoulder[1] - side, shoulder[2] - 0.08),
        (elbow[0] + side * 1.1, elbow[1] - side * 0.9, elbow[2] + 0.04),
        (wrist[0] + side * 0.8, wrist[1], wrist[2]),
    ]
    f.bar(hose, 0.022, BLACK, 4)


def shield(f: Figure, s: Scheme, at: Corner, radius: float, own: bool, tilt: float = 26) -> None:
    """The armor over an arm, tilted outward, with its mark or number."""
    with f.place(at, y=tilt):
        armor.pauldron(f, s, radius, SHIELD_TALL, s.main, OWN if own else s.second, heavy=True)
    decals(f, s, at, radius, SHIELD_TALL, tilt)


def decals(f: Figure, s: Scheme, at: Corner, radius: float, tall: float, tilt: float) -> None:
    """On a dome over an arm: the mark of the Faction in the east, a number in the west."""
    with (
        f.place(at, y=tilt),
        f.place(z=-90),
        f.place((0, radius * 0.87, radius * tall * 0.5), x=30),
    ):
        if float(np.linalg.det(f.at[:3, :3])) > 0:
            marks.faction(f, s, radius * 0.62)
        else:
            with f.place(size=1.4):
                f.number()


def stack(
    f: Figure, s: Scheme, at: Corner, tall: float = 0.4, radius: float = 0.08, back: float = 12
) -> None:
    """A smoke stack, black with soot at its mouth."""
    with f.place(at, x=-back):
        f.lathe([(radius, 0), (radius, tall * 0.76)], s.metal, sides=8)
        f.lathe(
            [
                (radius, tall * 0.7),
                (radius * 1.3, tall * 0.8),
                (radius * 1.3, tall),
                (radius * 0.95, tall),
                (radius * 0.8, tall * 0.82),
            ],
            SOOT,
            sides=8,
        )
        f.lathe([(radius * 0.8, tall * 0.86), (0.01, tall * 0.87)], BLACK, sides=8)


def deck(
    f: Figure, s: Scheme, at: Corner, wide: float, long: float, slope: float, has_coal: bool = True
) -> None:
    """On the top of a hull: a plate with the Faction's mark, riveted strips, and coal or a grille.

    `at` is the middle of the top, which rises by `slope` degrees to the back.
    """
    up = np.array([0.0, 0.0, 1.0])
    with f.place(at, x=-slope):
        plate = Paint(lighter(s.main.rgb), s.main.kind)
        f.box((wide * 0.6, long * 0.5, 0.04), (0, long * 0.2, 0.008), plate, bevel=0)
        if not f.fine:
            dark = (0, -long * 0.26, 0.02)
            f.box((wide * 0.42, long * 0.3, 0.06), dark, COAL if has_coal else BLACK, bevel=0)
            f.box((wide * 0.2, long * 0.24, 0.04), (0, long * 0.2, 0.02), s.trim, z=45, bevel=0)
            return
        for x in (-1, 1):
            f.box((wide * 0.1, long * 0.94, 0.03), (x * wide * 0.42, 0, 0.006), s.second, bevel=0)
            for y in (-0.34, 0.2):
                f.rivet(np.array([x * wide * 0.42, long * y, 0.021]), up, s.trim, 0.026)
            f.rivet(np.array([x * wide * 0.25, long * 0.4, 0.028]), up, s.trim, 0.022)
        with f.place((0, long * 0.2, 0.04), x=90, z=180):
            marks.faction(f, s, min(wide * 0.5, long * 0.44))
        f.box((wide * 0.42, long * 0.3, 0.06), (0, -long * 0.26, 0.02), s.metal, bevel=0)
        if not has_coal:
            for k in range(4):
                y = -long * (0.16 + 0.065 * k)
                f.box((wide * 0.34, 0.022, 0.02), (0, y, 0.05), BLACK, bevel=0)
            return
        for k in range(4):
            size = 0.062 + 0.008 * (k * 5 % 3)
            lump = np.array(LUMP) * (size, size, 0.8 * size)
            middle = ((k - 1.5) * wide * 0.1, -long * (0.2 + 0.12 * (k % 2)), 0.05)
            f.hull(lump + middle, COAL, 0)


def jet(
    f: Figure, s: Scheme, at: Corner, long: float = 0.5, radius: float = 0.15, tilt: float = 25
) -> None:
    """A thruster, its mouth down and back."""
    with f.place(at, x=-tilt):
        f.lathe(
            [
                (radius * 0.8, -long * 0.66),
                (radius * 1.0, -long * 0.4),
                (radius * 1.0, long * 0.05),
                (radius * 0.7, long * 0.2),
                (0.03, long * 0.26),
            ],
            s.main,
            sides=10,
        )
        bell = [(radius * 0.6, -long), (radius * 1.05, -long), (radius * 0.8, -long * 0.64)]
        f.lathe(bell, s.second, sides=10, worn=(0,))
        if f.fine:
            for high, wide in ((-0.96, 1.03), (-0.6, 0.84), (0.03, 1.0)):
                rings = []
                for more, up in ((0.98, -0.045), (1.07, 0.0), (0.98, 0.045)):
                    r = radius * wide * more
                    rings.append(oval(r, r, r, (0, 0, long * (high + up)), 10))
                f.loft(rings, s.metal, open_ends=(0, 1))
            f.bar(
                [
                    (0, -radius * 0.9, -long * 0.6),
                    (0, -radius * 1.25, -long * 0.3),
                    (0, -radius * 0.9, long * 0.1),
                ],
                0.02,
                BLACK,
                4,
            )
        f.lathe([(radius * 0.3, -long * 1.12), (radius * 0.62, -long * 0.98)], s.glow, sides=8)
        for turn in (0, 90, 180, 270):
            with f.place(z=turn + 45):
                f.box(
                    (0.03, radius * 0.5, long * 0.5),
                    (0, radius * 1.05, -long * 0.2),
                    s.second,
                    bevel=0.008,
                )


def tentacle(
    f: Figure, s: Scheme, path: list[Corner], radius: float = 0.05, tip: Paint | None = None
) -> None:
    """A limb of segments that thins to its tip."""
    sway = SWAYS[f.pose]
    middle = [(x + sway, y + sway * (-1) ** k, z) for k, (x, y, z) in enumerate(path[1:-1])]
    points = _curve([path[0], *middle, path[-1]], 9 if f.fine else 4)
    radii = [radius * (1 - 0.75 * k / (len(points) - 1)) for k in range(len(points))]
    f.bar(points, radii, s.metal, 6)
    for k in range(1, len(points) - 1, 2):
        f.ball(radii[k] * 1.35, points[k], s.main, sides=6)
    if tip is not None:
        f.ball(radius * 0.7, points[-1], tip, sides=6)


def _curve(path: list[Corner], count: int) -> list[Corner]:
    """Places along a smooth curve through a path."""
    points = np.asarray(path, float)
    at = np.linspace(0, len(points) - 1, count)
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    found = []
    for t in at:
        k = min(int(t), len(points) - 2)
        u = t - k
        a, b, c, d = padded[k : k + 4]
        spot = 0.5 * (
            2 * b
            + (c - a) * u
            + (2 * a - 5 * b + 4 * c - d) * u * u
            + (3 * b - a - 3 * c + d) * u**3
        )
        found.append(tuple(float(v) for v in spot))
    return found  # type: ignore[return-value]


def hoop(
    f: Figure,
    paint: Paint,
    at: Corner,
    radius: float,
    thick: float,
    start: float = 0,
    end: float = 360,
    tilt: float = 0,
) -> None:
    """A ring, or part of one, upright and seen from the north; degrees from east, counter-clockwise."""
    steps = max(3, round((end - start) / (24 if f.fine else 45)))
    with f.place(at, x=tilt):
        turns = [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]
        path = [(radius * math.cos(t), 0.0, radius * math.sin(t)) for t in turns]
        if end - start >= 360:
            for a, b in pairwise(path):
                f.bar([a, b], thick, paint, 6)
        else:
            f.bar(path, thick, paint, 6)
