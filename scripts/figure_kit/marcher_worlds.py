"""The Marcher Worlds: frontier people in long coats, and machines built to be mended."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from figure_kit import arms, machines
from figure_kit.ground import ground
from figure_kit.heads import goggled, haired, helmeted, hooded
from figure_kit.model import Figure
from figure_kit.paints import BLACK, CLOTH, GUN, LEATHER, MARCHER, OWN, STEEL, Paint, Scheme
from figure_kit.people import Person
from figure_kit.portals import draw_whirl

S = MARCHER
GREEN = Paint((96, 102, 74), CLOTH)
BUFF = Paint((172, 142, 100), CLOTH)


def _ranger(f: Figure, seed: str, **given: object) -> Person:
    ground(f, S, "small", seed)
    return Person(f, S, **given)  # type: ignore[arg-type]


def _green_hood(f: Figure, s: Scheme) -> None:
    """A hooded head whose hood goes with a green cape."""
    hooded(f, replace(s, cloth=GREEN))


def ranger_fire_team(f: Figure) -> None:
    """A ranger who aims a rifle, in a long coat."""
    p = _ranger(f, "fire team", feet=((0.2, 0.16), (-0.18, -0.14)))
    p.sleeves = BUFF
    p.legs(S.main)
    p.body(BUFF)
    p.skirt(BUFF, 0.5)
    p.strap()
    p.pack(S.second, (0.32, 0.16, 0.36))
    p.arm(1, (0.17, 0.16, 1.06), S.main)
    p.arm(-1, (0.0, 0.4, 1.07), S.main)
    p.pauldrons(0.15, S.main, S.trim)
    p.head(goggled, 12)
    with p.hold((0.16, 0.16, 1.07), z=24):
        arms.rifle(f, S, 0.74, 1.15)


def ranger_heavy_support(f: Figure) -> None:
    """A stocky ranger with a rocket launcher on the shoulder, on one knee's width of stance."""
    p = _ranger(f, "heavy support", bulk=1.18, feet=((0.24, 0.06), (-0.24, -0.04)))
    p.legs(S.main)
    p.body(S.second, heavy=True)
    p.skirt(GREEN, 0.34, 0.08)
    p.pack(S.main, (0.44, 0.22, 0.5))
    for x in (-0.13, 0.0, 0.13):
        f.lathe([(0.045, 0), (0.045, 0.3), (0.012, 0.4)], S.trim, (x, -0.3, 1.08), sides=7)
    p.arm(1, (0.3, 0.2, 1.14), S.main)
    p.arm(-1, (0.1, 0.32, 1.2), S.main)
    p.pauldrons(0.19, S.main, S.trim)
    p.head(helmeted, -8)
    with p.hold((0.27, 0.06, 1.22), z=8):
        arms.launcher(f, S, 1.02, 0.1)


def ranger_infiltrators(f: Figure) -> None:
    """A hooded ranger at a run, an axe of light drawn back."""
    p = _ranger(
        f,
        "infiltrators",
        feet=((0.16, 0.26), (-0.14, -0.26)),
        hips=(0, 0.0, 0.62),
        chest=(0.02, 0.12, 0.94),
    )
    p.legs(None, LEATHER)
    p.body(GREEN)
    p.strap()
    p.cape(GREEN, 0.86, 0.42, -0.16)
    p.arm(1, (0.42, 0.02, 1.16), S.main)
    p.arm(-1, (-0.32, 0.34, 0.9), S.main)
    p.pauldrons(0.13, S.second)
    p.head(_green_hood, 5)
    with p.hold((0.42, 0.02, 1.18), z=-20, x=62):
        arms.axe(f, S, 0.82, 0.26)
    with p.hold():
        f.lathe([(0.09, -0.03), (0.12, 0), (0.09, 0.03)], S.metal, (-0.34, 0.42, 0.9), x=70)
        f.ball(0.05, (-0.34, 0.46, 0.91), S.glow, sides=7)


def warder(f: Figure) -> None:
    """A ranger with an arc reactor and its masts on the back."""
    p = _ranger(f, "warder", feet=((0.17, 0.06), (-0.17, -0.06)))
    p.legs(S.main)
    p.body(BUFF, heavy=True)
    p.skirt(BUFF, 0.4)
    p.pack(S.metal, (0.4, 0.22, 0.42))
    for _ in f.sides():
        f.bar(
            [(0.16, -0.26, 1.1), (0.32, -0.3, 1.34), (0.34, -0.28, 1.52)],
            [0.035, 0.03, 0.02],
            S.main,
            6,
        )
        f.ball(0.06, (0.34, -0.28, 1.55), S.glow, sides=7)
    f.ball(0.12, (0, -0.36, 1.02), S.glow)
    machines.hoop(f, S.trim, (0, -0.36, 1.02), 0.17, 0.025)
    p.arm(1, (0.34, 0.3, 1.0), S.main)
    p.arm(-1, (-0.3, 0.26, 1.2), S.main, STEEL)
    p.pauldrons(0.15, S.main, S.trim)
    p.head(helmeted, 10)
    with p.hold((0.34, 0.32, 1.02), z=-10):
        arms.pistol(f, S, 0.36, 1.2)
    with p.hold():
        f.ball(0.075, (-0.3, 0.32, 1.26), S.glow)


def coalition_weaver(f: Figure) -> None:
    """A weaver in a wide mantle, a battle staff aloft."""
    p = _ranger(f, "weaver", feet=((0.14, 0.1), (-0.15, -0.06)))
    p.legs(None, LEATHER)
    p.body(S.main)
    p.skirt(S.main, 0.56, 0.2)
    p.tabard(OWN, 0.5)
    f.lathe(
        [(0.15, 0.12), (0.36, 0.0), (0.38, 0.03), (0.2, 0.19), (0.1, 0.24)],
        S.second,
        (0, 0.01, 0.98),
        sides=11,
        worn=(1,),
    )
    p.arm(1, (0.42, 0.16, 1.06))
    p.arm(-1, (-0.36, 0.26, 1.0))
    p.head(hooded, -6, 1.05)
    with p.hold((0.42, 0.17, 1.02), x=90, y=0):
        arms.staff(f, S, 1.52, 0.68, 0.13)
    with p.hold():
        f.ball(0.09, (-0.38, 0.32, 1.06), S.glow)
        f.weapon_end("muzzle", (-0.38, 0.41, 1.06))
        machines.hoop(f, S.glow, (-0.38, 0.32, 1.06), 0.15, 0.014, tilt=35)


def hunter(f: Figure) -> None:
    """A hunter on one knee behind a very long rifle, under a cloak."""
    ground(f, S, "small", "hunter")
    f.box((0.42, 0.3, 0.3), (0.05, 0.3, 0.12), Paint(S.stone), top=(0.7, 0.7), bevel=0.05)
    p = Person(f, S, feet=((0.2, 0.2), (-0.16, -0.3)), hips=(0, -0.1, 0.44), chest=(0, 0.02, 0.76))
    p.legs(None, LEATHER)
    p.body(GREEN)
    p.cape(GREEN, 0.72, 0.62, 0.1)
    p.arm(1, (0.14, 0.16, 0.82))
    p.arm(-1, (0.06, 0.42, 0.84))
    p.head(_green_hood, 0)
    with p.hold((0.13, 0.12, 0.84), z=14):
        arms.rifle(f, S, 0.94, 1.1, scope=True)
        foot = (-0.8, -0.5, -1.02)[f.pose]
        for _ in f.sides():
            f.bar([(0, 0.56, 0.04), (0.12, 0.64, foot)], 0.012, GUN, 4)
    f.bar([(-0.22, -0.16, 0.7), (-0.34, -0.34, 1.22)], [0.02, 0.006], BLACK, 5)


def combat_engineer(f: Figure) -> None:
    """A broad engineer in a work frame, with a torch, a great wrench and a lamp."""
    ground(f, S, "medium", "engineer", "deck")
    with f.place(size=1.12):
        p = Person(
            f,
            S,
            bulk=1.25,
            feet=((0.26, 0.1), (-0.26, -0.06)),
            hips=(0, -0.02, 0.7),
            chest=(0, 0.04, 1.05),
        )
        p.legs(S.main)
        p.body(S.main, heavy=True)
        p.tabard(LEATHER, 0.5, 0.3)
        p.pack(S.second, (0.5, 0.28, 0.56), S.trim)
        f.bar(
            [(0.16, -0.3, 1.2), (0.2, -0.26, 1.62), (0.12, -0.02, 1.74)],
            [0.04, 0.035, 0.03],
            S.metal,
            6,
        )
        f.lathe(
            [(0.05, 0), (0.12, 0.1), (0.12, 0.13), (0.03, 0.12)],
            S.main,
            (0.12, 0.0, 1.72),
            x=-80,
            sides=9,
            worn=(1,),
        )
        f.ball(0.07, (0.12, 0.11, 1.72), S.glow, sides=8)
        p.arm(1, (0.46, 0.26, 0.92), S.main)
        p.arm(-1, (-0.5, 0.14, 1.2), S.main)
        p.pauldrons(0.21, S.main, S.trim)
        p.head(goggled, 8, 1.1)
        with p.hold((0.46, 0.3, 0.92), z=-8):
            arms.thrower(f, S, 0.42)
        with p.hold((-0.5, 0.14, 1.2), x=72, z=14):
            f.bar([(0, -0.3, 0), (0, 0.42, 0)], 0.045, STEEL, 6)
            with f.place(x=-90):
                f.plate(
                    [
                        (-0.08, 0.36),
                        (0.08, 0.36),
                        (0.17, 0.5),
                        (0.15, 0.66),
                        (0.05, 0.6),
                        (0.05, 0.52),
                        (-0.05, 0.52),
                        (-0.05, 0.6),
                        (-0.15, 0.66),
                        (-0.17, 0.5),
                    ][::-1],
                    0.1,
                    STEEL,
                )


def artemis_fang(f: Figure) -> None:
    """A gunslinger in a wide hat, a pistol in each hand, the coat flying."""
    p = _ranger(f, "artemis", feet=((0.22, 0.14), (-0.2, -0.1)), chest=(-0.02, 0.02, 1.01))
    p.sleeves = S.main
    p.legs(None, LEATHER)
    p.body(LEATHER)
    p.skirt(S.main, 0.6, 0.26)
    p.cape(S.main, 0.5, 0.34, 0.1)
    p.strap(S.trim)
    p.arm(1, (0.4, 0.3, 1.2), LEATHER)
    p.arm(-1, (-0.46, 0.16, 0.98), LEATHER)
    with p.f.place():
        p.head(haired, 20)
        x, y, z = p.neck
        f.lathe(
            [(0.12, 0), (0.27, 0.02), (0.27, 0.04), (0.13, 0.04), (0.11, 0.14), (0.06, 0.15)],
            S.cloth,
            (x, y, z + 0.2),
            x=6,
            sides=12,
            worn=(1,),
        )
        f.lathe([(0.135, 0.035), (0.14, 0.07), (0.125, 0.08)], OWN, (x, y, z + 0.2), x=6, sides=12)
    for hand, turn in (((0.4, 0.31, 1.21), -24), ((-0.46, 0.17, 0.99), 42)):
        with p.hold(hand, z=turn):
            arms.pistol(f, S, 0.4, 1.35)


# --- machines


def head(f: Figure, kind: str) -> None:
    """A machine's head: a muzzle under a brow, and what its cortex needs."""
    f.hull(
        [
            (-0.13, -0.12, -0.08),
            (0.13, -0.12, -0.08),
            (-0.15, -0.12, 0.12),
            (0.15, -0.12, 0.12),
            (-0.08, 0.26, -0.06),
            (0.08, 0.26, -0.06),
            (-0.09, 0.2, 0.06),
            (0.09, 0.2, 0.06),
        ],
        S.main,
        0.025,
    )
    f.box((0.14, 0.16, 0.06), (0, 0.18, -0.1), S.metal, top=(1, 1), bevel=0.015)
    machines_eyes(f, kind)


def machines_eyes(f: Figure, kind: str) -> None:
    """What tells the kinds of cortex apart."""
    if kind == "scout":
        f.bar([(0.1, -0.06, 0.1), (0.16, -0.14, 0.46)], [0.02, 0.006], BLACK, 5)
        f.bar([(-0.1, -0.06, 0.1), (-0.16, -0.14, 0.36)], [0.02, 0.006], BLACK, 5)
        for x in (-0.07, 0.07):
            f.ball(0.04, (x, 0.21, 0.05), S.glow, sides=7)
    elif kind == "sniper":
        f.lathe(
            [(0.09, 0), (0.11, 0.06), (0.09, 0.2), (0.06, 0.22)],
            S.metal,
            (0.06, 0.08, 0.13),
            x=-90,
            worn=(1,),
        )
        f.ball(0.07, (0.06, 0.29, 0.13), S.glow, sides=8)
        f.ball(0.035, (-0.08, 0.2, 0.06), S.glow, sides=6)
    elif kind == "fighter":
        for _ in f.sides():
            f.hull(
                [(0.1, -0.12, 0.1), (0.16, -0.1, 0.08), (0.13, 0.04, 0.12), (0.2, -0.3, 0.36)],
                S.trim,
                0.01,
            )
            f.box((0.07, 0.05, 0.03), (0.06, 0.22, 0.05), S.glow, z=-14, bevel=0)
    elif kind == "net":
        f.dome(0.15, (0, -0.04, 0.11), S.metal, 0.8)
        for x in (-0.08, 0, 0.08):
            f.ball(0.035, (x, 0.1, 0.17), S.glow, sides=6)
    elif kind == "bomber":
        f.box((0.26, 0.1, 0.1), (0, 0.14, 0.1), S.second, bevel=0.02)
        f.box((0.2, 0.04, 0.04), (0, 0.2, 0.1), S.glow, bevel=0)
        f.box((0.08, 0.2, 0.1), (0, -0.04, 0.17), S.trim, top=(1, 0.6))
    else:
        f.box(
            (0.05, 0.34, 0.14), (0, -0.08, 0.17), S.trim, top=(1, 0.5), lean=(0, -0.1), bevel=0.012
        )
        f.box((0.22, 0.04, 0.035), (0, 0.215, 0.045), S.glow, bevel=0)


def dusk_wolf(f: Figure) -> None:
    """A hunched machine on a hound's legs, its head far ahead, a turbine on its back."""
    ground(f, S, "large", "dusk wolf")
    machines.stand(f, 1.14)
    for side in f.sides():
        machines.hound_leg(
            f, S, (0.3, -0.06, 1.12), (0.42, 0.04 + machines.step(f, side) * 0.12), 1.05
        )
        machines.arm(
            f,
            S,
            f"arm.{1 if side > 0 else 2}",
            (0.56, 0.12, 1.72),
            (0.72, 0.04, 1.36),
            (0.66, 0.36, 1.2),
            1.05,
            0.3,
            own=side < 0,
        )
        f.box((0.1, 0.3, 0.3), (0.3, 0.42, 1.6), S.second, z=-20, bevel=0.02)
    f.box((0.5, 0.42, 0.26), (0, -0.04, 1.16), S.metal, bevel=0.03)
    f.hull(
        [
            *((x, -0.36, 1.3) for x in (-0.3, 0.3)),
            *((x, 0.3, 1.26) for x in (-0.24, 0.24)),
            *((x, 0.52, 1.56) for x in (-0.28, 0.28)),
            *((x, 0.3, 1.92) for x in (-0.32, 0.32)),
            *((x, -0.42, 1.86) for x in (-0.4, 0.4)),
            *((x, -0.46, 1.5) for x in (-0.34, 0.34)),
        ],
        S.main,
        0.04,
    )
    f.box((0.34, 0.08, 0.2), (0, 0.47, 1.5), S.trim, x=-24, bevel=0.02)
    f.lathe(
        [(0.2, 0), (0.26, 0.05), (0.26, 0.2), (0.2, 0.26), (0.1, 0.24)],
        S.metal,
        (0, -0.42, 1.64),
        x=100,
        worn=(0, 2),
    )
    f.lathe([(0.15, 0.2), (0.02, 0.27)], S.glow, (0, -0.42, 1.64), x=100)
    for _ in f.sides():
        machines.stack(f, S, (0.26, -0.4, 1.8), 0.42, 0.075)
    with f.place((0, 0.56, 1.66), x=-6):
        f.box((0.2, 0.24, 0.2), (0, -0.12, 0), GUN)
        machines.head_socket(f)
    with f.place((0.4, -0.02, 2.0)):
        f.box((0.22, 0.26, 0.08), (0, 0, -0.04), S.metal, bevel=0.02)
        f.socket("shoulder.1")


def strike_raptor(f: Figure) -> None:
    """A broad machine between jets and stub wings."""
    ground(f, S, "large", "strike raptor", "deck")
    machines.stand(f, 1.1)
    for side in f.sides():
        machines.straight_leg(
            f, S, (0.3, -0.02, 1.08), (0.44, 0.02 + machines.step(f, side) * 0.12), 1.12
        )
        machines.arm(
            f,
            S,
            f"arm.{1 if side > 0 else 2}",
            (0.66, 0.06, 1.72),
            (0.82, 0.0, 1.3),
            (0.74, 0.3, 1.06),
            1.15,
            0.32,
            own=side < 0,
        )
        machines.jet(f, S, (0.36, -0.5, 1.9), 0.62, 0.19, 20)
        with f.place((0.42, -0.56, 2.0), z=-26, y=-24):
            f.plate([(0.1, -0.12), (0.76, 0.1), (0.8, 0.3), (0.34, 0.26), (0.1, 0.2)], 0.05, S.main)
            f.plate([(0.6, 0.08), (0.78, 0.12), (0.8, 0.3), (0.66, 0.28)], 0.07, S.trim)
            if f.fine:
                f.plate([(0.1, -0.12), (0.58, 0.05), (0.56, 0.09), (0.1, -0.06)], 0.08, S.metal)
                for u, v in ((0.2, 0.02), (0.38, 0.08), (0.2, 0.16), (0.4, 0.2)):
                    for way in (-1, 1):
                        out = np.array([0.0, float(way), 0.0])
                        f.rivet(np.array([u, 0.025 * way, v]), out, S.trim, 0.02)
    f.box((0.56, 0.44, 0.3), (0, -0.02, 1.12), S.metal, bevel=0.03)
    f.hull(
        [
            *((x, y, 1.24) for x in (-0.3, 0.3) for y in (-0.28, 0.26)),
            *((x, 0.4, 1.54) for x in (-0.36, 0.36)),
            *((x, 0.28, 1.92) for x in (-0.42, 0.42)),
            *((x, -0.4, 1.94) for x in (-0.44, 0.44)),
            *((x, -0.44, 1.5) for x in (-0.4, 0.4)),
        ],
        S.main,
        0.045,
    )
    f.box((0.3, 0.1, 0.34), (0, 0.36, 1.5), S.second, x=12, bevel=0.03)
    for x in (-0.3, 0.3):
        f.box((0.14, 0.08, 0.22), (x, 0.38, 1.64), S.trim, bevel=0.02)
    with f.place((0, 0.3, 1.98)):
        f.lathe([(0.16, -0.1), (0.16, -0.03), (0.1, 0)], GUN, sides=9)
        machines.head_socket(f)
    for side in f.sides():
        with f.place((0.42, 0.0, 2.0)):
            f.box((0.24, 0.26, 0.1), (0, 0, -0.03), S.metal, bevel=0.02)
            f.socket(f"shoulder.{1 if side > 0 else 2}")


def gate(f: Figure) -> None:
    """A void gate of girders and coils that was bolted together on the way."""
    ground(f, S, "small", "gate", "deck")
    for _ in f.sides():
        f.box((0.16, 0.28, 0.14), (0.36, 0, 0.07), S.second, bevel=0.02)
        f.box((0.11, 0.17, 0.9), (0.4, 0, 0.56), S.main, top=(0.8, 0.8), bevel=0.02)
        f.bar(
            [(0.4, 0, 1.0), (0.34, 0, 1.32), (0.18, 0, 1.5), (0, 0, 1.53)],
            [0.065, 0.06, 0.055, 0.05],
            S.metal,
            8,
        )
        for z in (0.34, 0.6, 0.86):
            f.box((0.15, 0.21, 0.05), (0.4, 0, z), S.trim, bevel=0.012)
        f.bar([(0.49, 0, 0.14), (0.52, 0.05, 0.5), (0.45, 0.07, 0.75)], 0.022, BLACK, 5)
    f.box((0.2, 0.16, 0.14), (0, 0, 1.53), S.main, bevel=0.02)
    f.ball(0.055, (0, 0.08, 1.53), S.glow)
    _film(f, Paint((28, 84, 140)))


def _film(f: Figure, dark: Paint) -> None:
    f.lathe(
        [(0.27, -0.012), (0.3, 0), (0.27, 0.012)],
        S.glow,
        (0, 0, 0.84),
        x=90,
        flat=(1, 2.05),
        sides=16,
    )
    f.lathe([(0.25, -0.024), (0.25, 0.024)], dark, (0, 0, 0.84), x=90, flat=(1, 2.05), sides=16)
    with f.place((0, 0, 0.84)):
        draw_whirl(f, 0.25, 0.048, S.glow, 2.05)


HEADS = {
    "neural_net_cortex": "net",
    "scout_cortex": "scout",
    "fighter_cortex": "fighter",
    "sniper_cortex": "sniper",
    "ace_cortex": "ace",
    "bomber_cortex": "bomber",
    "dog_fighter_cortex": "fighter",
    "precision_cortex": "sniper",
}
