"""The Empyreans: smooth shells that float, with light inside and limbs like those of the sea."""

from __future__ import annotations

from figure_kit import arms, machines, marks
from figure_kit.ground import ground
from figure_kit.model import Corner, Figure
from figure_kit.paints import BLACK, EMPYREAN, GUN, OWN, Paint
from figure_kit.portals import draw_whirl

S = EMPYREAN


def _float(f: Figure, seed: str, base: str, high: float) -> None:
    """The ground, and the glow that carries what hangs over it."""
    ground(f, S, base, seed, "shards")
    f.lathe([(0.16, 0.03), (0.26, 0.06), (0.16, 0.09)], S.glow, sides=12)
    f.lathe([(0.03, 0.06), (0.015, high)], S.glow, sides=5)
    machines.stand(f, high, 4.0)


def _mask(f: Figure, at: Corner, size: float = 1.0, crest: float = 0.0) -> None:
    """A smooth face with a line of light, perhaps crested."""
    with f.place(at, size=size):
        f.ball(0.12, (0, 0, 0), S.main, (0.88, 1, 1.3), 10)
        f.hull(
            [
                *((x, 0.09, z) for x in (-0.085, 0.085) for z in (-0.02, 0.07)),
                *((x, 0.122, 0.03) for x in (-0.05, 0.05)),
                (0, 0.124, -0.1),
                (0, 0.08, -0.12),
            ],
            BLACK,
            0.008,
        )
        f.box((0.03, 0.05, 0.2), (0, 0.108, 0), S.glow, bevel=0.006)
        for x in (-0.05, 0.05):
            f.box((0.05, 0.03, 0.022), (x, 0.112, 0.034), S.glow, y=x * 300, bevel=0.004)
        f.lathe([(0.1, -0.14), (0.13, -0.12), (0.1, -0.09)], S.trim, sides=9, worn=(1,))
        if crest:
            f.plate(
                [
                    (-0.02, 0.12),
                    (0.02, 0.12),
                    (0.035, 0.12 + crest * 0.6),
                    (0, 0.12 + crest),
                    (-0.035, 0.12 + crest * 0.6),
                ],
                0.16,
                S.trim,
                0.01,
            )


def _saber(f: Figure, seed: str) -> None:
    """A saber without arms: a shell of three plates over a fringe of tentacles."""
    _float(f, seed, "small", 0.4)
    paths = ((0.1, 0.1), (-0.1, 0.1), (0.14, -0.08), (-0.14, -0.08), (0.0, -0.16))
    for k, (x, y) in enumerate(paths):
        machines.tentacle(
            f,
            S,
            [
                (x, y, 0.66),
                (x * 2.4, y * 1.8, 0.46),
                (x * 2.0, y * 2.6, 0.24),
                (x * 3.0, y * 2.4 + 0.03 * k, 0.12),
            ],
            0.05,
            S.glow,
        )
    f.ball(0.2, (0, 0, 0.74), S.second, (1, 0.9, 0.9), 10)
    f.ball(0.14, (0, 0.06, 0.96), S.glow, (1, 0.9, 1), 8)
    shell = [(x, y, 0.84) for x in (-0.13, 0.13) for y in (-0.14, 0.12)] + [
        (x, y, 1.12) for x in (-0.27, 0.27) for y in (-0.16, 0.06)
    ]
    f.hull([*shell, (0, 0.2, 1.08), (0, -0.22, 1.2)], S.main, 0.03)
    f.plate([(0, 0.94), (0.05, 1.06), (0, 1.16), (-0.05, 1.06)], 0.44, S.trim, 0.012)
    for side in f.sides():
        f.hull(
            [
                (0.2, -0.12, 1.06),
                (0.2, 0.12, 1.06),
                (0.42, 0.1, 1.0),
                (0.42, -0.14, 1.0),
                (0.3, 0.0, 1.24),
                (0.48, -0.02, 1.1),
            ],
            OWN if side < 0 else S.main,
            0.025,
        )
        with f.place((0.31, 0.092, 1.1), x=28, size=0.75):
            if side < 0:
                f.number()
            else:
                marks.faction(f, S, 0.12)


def _limb(f: Figure, start: Corner, end: Corner, radius: float = 0.05) -> None:
    """A slender arm."""
    middle = (
        (start[0] + end[0]) / 2 + (0.06 if end[0] > 0 else -0.06),
        (start[1] + end[1]) / 2 - 0.06,
        (start[2] + end[2]) / 2 - 0.08,
    )
    f.bar([start, middle, end], [radius, radius * 0.8, radius * 0.7], S.second, 7)
    f.ball(radius * 1.2, middle, S.trim, sides=7)
    f.ball(radius * 1.3, end, S.main, sides=7)


def saber_strike_force(f: Figure) -> None:
    """A saber that points an ion cannon, a blade at the other side."""
    _saber(f, "strike force")
    _mask(f, (0, 0.12, 1.28), 1.0, 0.16)
    _limb(f, (0.3, 0.0, 1.06), (0.36, 0.24, 0.98))
    _limb(f, (-0.3, 0.0, 1.06), (-0.42, 0.16, 0.96))
    with f.place((0.36, 0.24, 0.98), z=-4, size=0.85):
        arms.beam(f, S, 0.62, 3)
    with f.place((-0.42, 0.18, 0.96), z=34, x=-10):
        arms.knife(f, S, 0.5)


def saber_guardians(f: Figure) -> None:
    """A saber with the long reticulum across its front, wings of plate folded before it."""
    _saber(f, "guardians")
    _mask(f, (0, 0.1, 1.27), 1.05)
    for _ in f.sides():
        with f.place((0.3, 0.2, 0.86), z=-24, x=8):
            f.plate(
                [(-0.13, -0.34), (0.1, -0.4), (0.16, 0.1), (0.06, 0.4), (-0.1, 0.26)], 0.05, S.main
            )
            f.plate([(-0.03, -0.24), (0.03, -0.26), (0.05, 0.1), (0.0, 0.24)], 0.07, S.trim)
    _limb(f, (0.3, 0.0, 1.1), (0.18, 0.3, 1.18))
    _limb(f, (-0.3, 0.0, 1.1), (-0.1, 0.42, 1.2))
    with f.place((0.14, 0.22, 1.24), z=18):
        arms.beam(f, S, 0.86, 4, forked=True)


def saber_vanguard(f: Figure) -> None:
    """A saber with a scythe in each hand, spread like a mantis'."""
    _saber(f, "vanguard")
    _mask(f, (0, 0.14, 1.26), 0.95, 0.24)
    for _ in f.sides():
        _limb(f, (0.3, 0.0, 1.08), (0.46, 0.12, 1.2))
        with f.place((0.46, 0.14, 1.2), z=-22, x=28):
            arms.scythe(f, S, 0.66, 0.62, 0.3)


def aerolith(f: Figure) -> None:
    """A standing stone that floats, its broken parts about a heart of light."""
    _float(f, "aerolith", "medium", 0.6)
    f.ball(0.22, (0, 0, 1.16), S.glow)
    f.weapon_end("muzzle", (0, 0.24, 1.16))
    stone = Paint(S.stone)
    f.hull(
        [
            (-0.28, -0.2, 1.32),
            (0.28, -0.2, 1.32),
            (-0.24, 0.24, 1.3),
            (0.24, 0.24, 1.3),
            (-0.2, -0.14, 1.86),
            (0.12, 0.1, 2.04),
            (0.2, -0.1, 1.78),
            (-0.16, 0.14, 1.8),
        ],
        stone,
        0.03,
    )
    f.hull(
        [
            (-0.3, -0.22, 1.02),
            (0.3, -0.22, 1.02),
            (-0.26, 0.22, 1.0),
            (0.26, 0.22, 1.0),
            (-0.12, -0.1, 0.5),
            (0.1, 0.08, 0.42),
        ],
        stone,
        0.03,
    )
    for k, turn in enumerate((10, 100, 190, 280)):
        with f.place((0, 0, 1.16 + 0.05 * (-1) ** k), z=turn):
            f.hull(
                [
                    (0.42, -0.14, -0.2),
                    (0.42, 0.14, -0.2),
                    (0.52, -0.1, 0.24),
                    (0.5, 0.12, 0.2),
                    (0.62, 0, -0.06),
                    (0.4, 0, 0.04),
                ],
                OWN if k == 2 else S.main,
                0.025,
            )
            f.box((0.04, 0.05, 0.2), (0.54, 0, 0.0), S.glow, bevel=0.006)
    machines.hoop(f, S.trim, (0, 0, 1.16), 0.38, 0.03, tilt=80)
    for x in (-0.1, 0.1):
        f.box((0.03, 0.03, 0.4), (x, 0.2, 1.56), S.glow, x=6, bevel=0)


def oculus(f: Figure) -> None:
    """An eye in rings, over trailing threads."""
    _float(f, "oculus", "small", 0.7)
    f.ball(0.25, (0, 0, 1.14), S.main, sides=12)
    f.lathe([(0.2, 0), (0.16, 0.1), (0.1, 0.13)], S.second, (0, 0.14, 1.14), x=-90, sides=12)
    f.ball(0.11, (0, 0.25, 1.14), S.glow, sides=10)
    f.weapon_end("muzzle", (0, 0.36, 1.14))
    machines.hoop(f, S.trim, (0, 0, 1.14), 0.38, 0.03, tilt=16)
    machines.hoop(f, S.metal, (0, 0, 1.14), 0.33, 0.022, tilt=70)
    f.hull(
        [(-0.06, -0.1, 1.36), (0.06, -0.1, 1.36), (0, 0.1, 1.38), (0, -0.06, 1.62)], S.trim, 0.012
    )
    f.dome(0.26, (0, -0.02, 1.16), OWN, 1.0, x=34)
    for x, y in ((0.12, 0.0), (-0.12, 0.04), (0.0, -0.14), (0.05, 0.12)):
        machines.tentacle(
            f,
            S,
            [(x, y, 0.94), (x * 2, y * 2, 0.7), (x * 1.4, y * 3, 0.46), (x * 2.6, y * 2, 0.26)],
            0.036,
            S.glow,
        )


def factotum(f: Figure) -> None:
    """A tender of machines: a low shell on four legs, four arms with clamps."""
    ground(f, S, "medium", "factotum", "deck")
    machines.stand(f, 0.82)
    for side in f.sides():
        machines.spider_leg(f, S, (0.2, 0.14, 0.82), (0.56, 0.34, 1.02), (0.66, 0.5, 0), 0.95)
        machines.spider_leg(f, S, (0.2, -0.2, 0.82), (0.56, -0.4, 1.04), (0.64, -0.56, 0), 0.95)
        for z, reach in ((1.2, 0.62), (0.98, 0.5)):
            machines.tentacle(
                f,
                S,
                [
                    (0.22, 0.1, z),
                    (0.5, 0.24, z + 0.2),
                    (reach, 0.56, z + 0.04),
                    (reach - 0.16, 0.84, z - 0.14),
                ],
                0.06,
            )
            with f.place((reach - 0.16, 0.84, z - 0.14), size=0.6):
                arms.claw(f, S, 0.3, 0.16)
        del side
    f.ball(0.36, (0, -0.08, 0.96), S.main, (1, 1.1, 0.74), 12)
    f.lathe(
        [(0.36, -0.03), (0.4, 0), (0.36, 0.03)],
        S.trim,
        (0, -0.08, 0.96),
        flat=(1, 1.1),
        sides=12,
        worn=(1,),
    )
    f.lathe(
        [(0.2, 0), (0.26, 0.1), (0.22, 0.3), (0.1, 0.36)],
        S.second,
        (0, -0.12, 1.14),
        sides=10,
        worn=(1,),
    )
    _mask(f, (0, 0.04, 1.6), 1.15)
    f.dome(0.24, (0, -0.2, 1.46), OWN, 0.9, x=44)


def fulcrum(f: Figure) -> None:
    """A great gun that floats, balanced on a ring, its bearer no more than a fin."""
    _float(f, "fulcrum", "medium", 0.7)
    machines.hoop(f, S.trim, (0, -0.1, 1.2), 0.56, 0.055)
    machines.hoop(f, S.glow, (0, -0.1, 1.2), 0.46, 0.02)
    for turn in (45, 135, 225, 315):
        with f.place((0, -0.1, 1.2), y=turn):
            f.hull(
                [
                    (-0.07, -0.07, 0.5),
                    (0.07, -0.07, 0.5),
                    (-0.05, 0.08, 0.5),
                    (0.05, 0.08, 0.5),
                    (0, 0, 0.82),
                ],
                OWN if turn == 225 else S.main,
                0.02,
            )
    with f.place((0, -0.04, 1.2), size=1.5):
        arms.cannon(f, S, 0.56, radius=0.09, drum=False)
        f.ball(0.1, (0, -0.2, 0), S.glow)
    for _ in f.sides():
        machines.tentacle(
            f,
            S,
            [(0.12, -0.2, 1.0), (0.3, -0.3, 0.7), (0.22, -0.1, 0.4), (0.34, 0.06, 0.2)],
            0.055,
            S.glow,
        )


def astreus(f: Figure) -> None:
    """The archon: tall and slender, a spear upright, six plates like wings about a halo."""
    _float(f, "astreus", "medium", 0.5)
    f.bar([(0, 0, 1.14), (0, -0.03, 0.8), (0, -0.02, 0.34)], [0.17, 0.13, 0.03], S.second, 9)
    f.sheet(
        [
            [(-0.16, 0.14, 1.1), (0, 0.19, 1.1), (0.16, 0.14, 1.1)],
            [(-0.2, 0.2, 0.7), (0, 0.25, 0.7), (0.2, 0.2, 0.7)],
            [(-0.08, 0.2, 0.26), (0, 0.24, 0.24), (0.08, 0.2, 0.26)],
        ],
        0.04,
        S.main,
    )
    f.hull(
        [
            *((x, y, 1.1) for x in (-0.16, 0.16) for y in (-0.12, 0.14)),
            *((x, y, 1.46) for x in (-0.3, 0.3) for y in (-0.14, 0.1)),
            (0, 0.22, 1.36),
        ],
        S.main,
        0.035,
    )
    f.ball(0.07, (0, 0.2, 1.34), S.glow, sides=8)
    machines.hoop(f, S.trim, (0, -0.22, 1.6), 0.36, 0.035)
    for k, turn in enumerate((38, 68, 98)):
        for side in f.sides():
            with f.place((0, -0.22, 1.46), y=turn):
                f.plate(
                    [(-0.05, 0.26), (0.05, 0.26), (0.09, 0.62), (0, 0.84 - 0.06 * k), (-0.06, 0.6)],
                    0.04,
                    OWN if k == 1 else S.main,
                )
                f.plate(
                    [(-0.015, 0.32), (0.02, 0.32), (0.03, 0.56), (0, 0.64)], 0.055, S.glow, 0.004
                )
            del side
    _mask(f, (0, 0.06, 1.68), 1.15, 0.14)
    _limb(f, (0.32, 0, 1.42), (0.52, 0.26, 1.16), 0.065)
    _limb(f, (-0.32, 0, 1.42), (-0.42, 0.28, 1.12), 0.065)
    with f.place((0.52, 0.28, 1.16), x=82):
        arms.spear(f, S, 1.8, 0.42, 0.56, wings=True)
    f.ball(0.09, (-0.42, 0.34, 1.16), S.glow)
    f.weapon_end("muzzle", (-0.42, 0.43, 1.16))


# --- machines


def head(f: Figure, kind: str) -> None:
    """A mask, and what its cortex needs."""
    _mask(f, (0, 0.02, 0), 1.15, 0.2 if kind in ("eidolon", "avatar") else 0.0)
    if kind in ("guardian", "numen"):
        f.box((0.3, 0.16, 0.12), (0, 0.02, 0.14), S.main, top=(0.7, 0.7), bevel=0.03)
        f.box((0.34, 0.12, 0.04), (0, 0.02, 0.08), S.trim, bevel=0.01)
    elif kind in ("hound", "hellion"):
        for _ in f.sides():
            f.hull(
                [(0.1, -0.06, 0.06), (0.12, 0.04, 0.06), (0.13, -0.06, 0.14), (0.24, -0.26, 0.3)],
                S.trim,
                0.012,
            )
    elif kind in ("wraith", "divinator"):
        machines.hoop(f, S.glow, (0, -0.08, 0.06), 0.24, 0.02)


def daemon(f: Figure) -> None:
    """A slender machine that glides, shell over shell, its arms long, a fin at its back."""
    ground(f, S, "large", "daemon", "shards")
    f.lathe([(0.3, 0.03), (0.44, 0.07), (0.3, 0.11)], S.glow, sides=14)
    machines.stand(f, 0.4, 3.0)
    for side in f.sides():
        f.hull(
            [
                (0.08, -0.14, 1.12),
                (0.3, -0.14, 1.12),
                (0.08, 0.2, 1.1),
                (0.32, 0.16, 1.1),
                (0.2, -0.06, 0.36),
                (0.3, 0.04, 0.42),
                (0.26, 0.16, 0.5),
            ],
            S.main,
            0.035,
        )
        f.hull(
            [(0.2, -0.08, 0.42), (0.32, 0.0, 0.42), (0.22, 0.14, 0.42), (0.24, 0.06, 0.12)],
            S.second,
            0.02,
        )
        f.box((0.03, 0.04, 0.44), (0.22, 0.19, 0.82), S.glow, x=6, bevel=0.006)
        name = f"arm.{1 if side > 0 else 2}"
        machines.arm(
            f, S, name, (0.5, 0.0, 1.84), (0.76, -0.08, 1.42), (0.66, 0.24, 1.14), 0.86, 0.0
        )
        f.hull(
            [
                (0.3, -0.2, 1.8),
                (0.3, 0.2, 1.8),
                (0.62, 0.16, 1.72),
                (0.62, -0.2, 1.72),
                (0.42, -0.04, 2.08),
                (0.74, -0.06, 1.9),
            ],
            OWN if side < 0 else S.main,
            0.035,
        )
        with f.place((0.45, 0.13, 1.88), z=-17, x=35):
            if side < 0:
                f.number()
            else:
                marks.faction(f, S, 0.16)
    f.ball(0.24, (0, 0, 1.2), S.second, (1, 0.9, 0.8), 10)
    f.ball(0.16, (0, 0.12, 1.5), S.glow, sides=10)
    f.hull(
        [
            *((x, y, 1.3) for x in (-0.16, 0.16) for y in (-0.18, 0.1)),
            *((x, y, 1.86) for x in (-0.36, 0.36) for y in (-0.26, 0.1)),
            (-0.2, 0.28, 1.68),
            (0.2, 0.28, 1.68),
        ],
        S.main,
        0.045,
    )
    f.plate([(0, 1.34), (0.08, 1.5), (0, 1.7), (-0.08, 1.5)], 0.54, S.trim, 0.015)
    with f.place((0, 0.12, 2.06)):
        f.lathe([(0.1, -0.18), (0.08, -0.06)], GUN, sides=8)
        machines.head_socket(f)
    with f.place((0, -0.3, 2.02)):
        f.box((0.26, 0.3, 0.3), (0, -0.04, -0.14), S.second, top=(0.7, 0.7), bevel=0.04)
        f.socket("back")


def sentinel(f: Figure) -> None:
    """A massive machine on four pillars of legs, its chest an open furnace, a ring of plates about it."""
    ground(f, S, "large", "sentinel", "slabs")
    machines.stand(f, 1.06)
    for side in f.sides():
        for y in (0.34, -0.34):
            f.bar(
                [(0.28, y * 0.5, 1.06), (0.62, y * 1.25, 0.86), (0.62, y * 1.5, 0.1)],
                [0.14, 0.15, 0.12],
                S.second,
                8,
            )
            f.hull(
                [
                    (0.46, y * 1.0, 0.98),
                    (0.8, y * 1.3, 0.92),
                    (0.5, y * 1.7, 0.94),
                    (0.5, y * 1.2, 0.2),
                    (0.78, y * 1.5, 0.16),
                    (0.56, y * 1.9, 0.2),
                ],
                S.main,
                0.035,
            )
            f.box((0.34, 0.34, 0.1), (0.62, y * 1.5, 0.05), S.trim, top=(0.8, 0.8), bevel=0.02)
        name = f"arm.{1 if side > 0 else 2}"
        machines.arm(
            f, S, name, (0.72, 0.08, 1.74), (0.94, 0.02, 1.36), (0.86, 0.34, 1.14), 1.12, 0.0
        )
        machines.shield(f, S, (0.66, 0.0, 1.74), 0.38, side < 0, 16)
    f.ball(0.44, (0, -0.02, 1.1), S.second, (1.1, 1, 0.6), 12)
    f.hull(
        [
            *((x, y, 1.14) for x in (-0.34, 0.34) for y in (-0.36, 0.3)),
            *((x, 0.44, 1.5) for x in (-0.34, 0.34)),
            *((x, y, 1.98) for x in (-0.42, 0.42) for y in (-0.4, 0.16)),
            *((x, -0.5, 1.5) for x in (-0.36, 0.36)),
        ],
        S.main,
        0.06,
    )
    f.lathe([(0.24, 0), (0.27, 0.04), (0.2, 0.1)], S.trim, (0, 0.38, 1.54), x=-80, worn=(0,))
    f.lathe([(0.19, 0.02), (0.1, 0.09), (0.02, 0.1)], S.glow, (0, 0.38, 1.54), x=-80)
    with f.place((0, 0.42, 1.54), x=10):
        f.socket("chest")
    with f.place((0, 0.14, 2.12), size=1.1):
        f.lathe([(0.14, -0.2), (0.11, -0.08)], GUN, sides=9)
        machines.head_socket(f)
    with f.place((0, -0.34, 2.02)):
        f.box((0.4, 0.3, 0.2), (0, 0, -0.08), S.second, top=(0.8, 0.8), bevel=0.04)
        f.socket("back")


def gate(f: Figure) -> None:
    """A void gate of shards that hang about a disc of light."""
    ground(f, S, "small", "empyrean gate", "shards")
    f.lathe([(0.16, 0.03), (0.28, 0.06), (0.16, 0.09)], S.trim, sides=12, worn=(1,))
    for k in range(8):
        turn = 45 * k + 22.5
        with f.place((0, 0, 0.86), y=turn):
            f.hull(
                [
                    (-0.1, -0.07, 0.44),
                    (0.1, -0.07, 0.44),
                    (-0.08, 0.08, 0.44),
                    (0.08, 0.08, 0.44),
                    (-0.03, 0, 0.66),
                    (0.06, 0, 0.62),
                ],
                S.main if k % 2 else S.second,
                0.02,
            )
    machines.hoop(f, S.trim, (0, 0, 0.86), 0.43, 0.022)
    f.lathe([(0.37, -0.012), (0.4, 0), (0.37, 0.012)], S.glow, (0, 0, 0.86), x=90, sides=16)
    f.lathe([(0.34, -0.024), (0.34, 0.024)], Paint((24, 84, 112)), (0, 0, 0.86), x=90, sides=14)
    with f.place((0, 0, 0.86)):
        draw_whirl(f, 0.34, 0.048, S.glow)


HEADS = {
    "eidolon_cortex": "eidolon",
    "guardian_cortex": "guardian",
    "hound_cortex": "hound",
    "wraith_cortex": "wraith",
    "avatar_cortex": "avatar",
    "divinator_cortex": "divinator",
    "hellion_cortex": "hellion",
    "numen_cortex": "numen",
}
