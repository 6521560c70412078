"""The Iron Star Alliance: knights in sealed plate, and machines in their likeness."""

from __future__ import annotations

from figure_kit import arms, machines, marks
from figure_kit.ground import ground
from figure_kit.heads import bare, knight
from figure_kit.model import Figure
from figure_kit.paints import BLACK, GUN, IRON_STAR, METAL, OWN, Paint
from figure_kit.people import Person
from figure_kit.portals import draw_whirl

S = IRON_STAR
DARK = Paint((60, 66, 78), METAL)


def _paladin(f: Figure, seed: str, base: str = "small", **given: object) -> Person:
    """A knight in plate, unarmed."""
    ground(f, S, base, seed, "slabs")
    p = Person(f, S, bulk=1.22, **given)  # type: ignore[arg-type]
    p.legs(S.main, S.metal)
    p.body(S.main, DARK, heavy=True)
    p.tabard(S.cloth, 0.42, 0.2)
    cx, cy, cz = p.chest
    with f.place((cx, cy + 0.238, cz + 0.06), x=18):
        marks.faction(f, S, 0.13)
    p.pauldrons(0.205, S.second, S.trim, 0.9)
    return p


def paladin_enforcers(f: Figure) -> None:
    """A paladin who levels a rifle with a bayonet of light."""
    p = _paladin(f, "enforcers", feet=((0.22, 0.14), (-0.22, -0.12)))
    p.pack(DARK, (0.36, 0.16, 0.34))
    for _ in f.sides():
        with f.place((0.13, -0.26, 1.1), y=24, x=14):
            f.plate(
                [(-0.06, -0.04), (0.06, -0.04), (0.08, 0.3), (0.0, 0.46), (-0.05, 0.28)],
                0.05,
                S.main,
            )
    p.arm(1, (0.16, 0.2, 0.98), S.second)
    p.arm(-1, (0.02, 0.42, 1.0), S.second)
    p.head(knight, 6)
    with p.hold((0.15, 0.18, 0.99), z=20):
        arms.rifle(f, S, 0.7, 1.35, bayonet=True)


def paladin_annihilators(f: Figure) -> None:
    """A paladin who carries a gun of three barrels at the hip, fed from the back."""
    p = _paladin(f, "annihilators", feet=((0.26, 0.04), (-0.26, 0.0)), chest=(0, -0.02, 1.0))
    p.pack(S.main, (0.5, 0.26, 0.5), S.metal)
    p.arm(1, (0.34, 0.16, 0.78), S.second)
    p.arm(-1, (0.1, 0.38, 0.84), S.second)
    p.head(knight, -6)
    f.bar([(0.22, -0.3, 0.86), (0.46, -0.14, 0.74), (0.36, 0.06, 0.76)], 0.05, GUN, 6)
    with p.hold((0.3, 0.16, 0.78), z=16, size=1.05):
        arms.cannon(f, S, 0.74, barrels=3, radius=0.085)


def paladin_defenders(f: Figure) -> None:
    """A paladin behind a tall shield, a spear over its edge."""
    p = _paladin(f, "defenders", feet=((0.22, -0.12), (-0.2, 0.16)))
    p.arm(1, (0.38, 0.1, 1.14), S.second)
    p.arm(-1, (-0.2, 0.34, 0.9), S.second)
    p.head(knight, 0)
    with p.hold((0.38, 0.1, 1.16), x=24, z=4):
        arms.spear(f, S, 1.2, 0.4, 0.52)
    with p.hold((-0.2, 0.4, 0.74), z=10):
        arms.shield(f, S, 0.52, 1.05)


def paladin_aegis(f: Figure) -> None:
    """A paladin with a generator of shields on the back, and a round shield of light."""
    p = _paladin(f, "aegis", feet=((0.2, 0.02), (-0.2, 0.06)))
    p.pack(S.second, (0.44, 0.24, 0.46))
    machines.hoop(f, S.trim, (0, -0.32, 1.2), 0.41, 0.045, -20, 200)
    for k in range(5):
        turn = 22 + 34 * k
        with f.place((0, -0.32, 1.2), y=turn - 90):
            f.box((0.05, 0.06, 0.14), (0, 0, 0.41), S.glow, bevel=0.01)
    p.arm(1, (0.3, 0.28, 1.02), S.second)
    p.arm(-1, (-0.3, 0.28, 1.02), S.second)
    p.head(knight, 0)
    with p.hold((0.0, 0.36, 1.0)):
        arms.field(f, S, 0.36)


def paladin_weaver(f: Figure) -> None:
    """A paladin in robes with a null hammer on the shoulder and a crown of arcs."""
    p = _paladin(f, "paladin weaver", feet=((0.18, 0.1), (-0.18, -0.06)))
    p.skirt(S.cloth, 0.56, 0.2)
    p.cape(S.cloth, 0.9, 0.44, 0.08)
    p.arm(1, (0.42, 0.2, 1.02), S.second)
    p.arm(-1, (-0.32, 0.32, 1.06), S.second)
    p.head(bare, 10)
    x, y, z = p.neck
    machines.hoop(f, S.glow, (x, y - 0.06, z + 0.14), 0.2, 0.02)
    with p.hold((0.42, 0.2, 1.04), x=82, y=20):
        arms.hammer(f, S, 0.78, 0.27, 0.44)
    with p.hold():
        f.ball(0.08, (-0.33, 0.38, 1.1), S.glow)
        f.weapon_end("muzzle", (-0.33, 0.46, 1.1))


def paladin_commander(f: Figure) -> None:
    """A commander under a banner, sword forward, a pulse cannon on the arm."""
    p = _paladin(f, "commander", feet=((0.24, 0.18), (-0.2, -0.14)))
    p.cape(S.main, 0.9, 0.44, -0.12)
    p.arm(1, (0.44, 0.28, 1.1), S.second)
    p.arm(-1, (-0.38, 0.26, 0.98), S.second)
    p.head(knight, 8)
    with p.hold((0.44, 0.3, 1.12), z=-18, x=24):
        arms.sword(f, S, 0.62, 0.11)
    with p.hold((-0.4, 0.26, 1.02), z=12, size=0.8):
        arms.orb(f, S, 0.14, 0.4)
    f.bar([(-0.1, -0.24, 0.7), (-0.12, -0.28, 1.62)], 0.024, S.trim, 5)
    rows = [
        [(-0.34, -0.28, 1.6 - h), (-0.12, -0.31, 1.6 - h), (0.1, -0.28, 1.6 - h)]
        for h in (0, 0.2, 0.4)
    ]
    f.sheet(rows, 0.025, OWN)
    f.bar([(-0.38, -0.29, 1.61), (0.14, -0.29, 1.61)], 0.02, S.trim, 5)


def paladin_siegebreaker(f: Figure) -> None:
    """A giant in siege armour: missiles over the shoulders, a gun, a sword."""
    with f.place(size=1.24):
        p = Person(
            f,
            S,
            bulk=1.42,
            feet=((0.27, 0.08), (-0.27, -0.04)),
            hips=(0, -0.02, 0.68),
            chest=(0, 0.02, 1.04),
        )
        p.legs(S.main, S.metal)
        p.body(S.main, DARK, heavy=True)
        p.tabard(S.cloth, 0.44, 0.26)
        p.pauldrons(0.25, S.second, S.trim, 0.8)
        p.pack(DARK, (0.56, 0.26, 0.5))
        for side in f.sides():
            with f.place((0.2, -0.22, 1.32), x=12, size=0.72):
                arms.pod(f, S, 2, 2, 0.12, 0.42)
            del side
        p.arm(1, (0.46, 0.24, 0.86), S.second)
        p.arm(-1, (-0.5, 0.2, 0.96), S.second)
        p.head(knight, 0, 1.0)
        with p.hold((0.46, 0.2, 0.84), z=4):
            arms.cannon(f, S, 0.56, barrels=4, radius=0.08)
        with p.hold((-0.5, 0.22, 0.96), x=34, z=14):
            arms.sword(f, S, 0.66, 0.12)
    ground(f, S, "medium", "siegebreaker", "slabs")


def justicar_voss(f: Figure) -> None:
    """The justicar leaps, two blades of arc out to the sides, the cape behind."""
    ground(f, S, "small", "voss", "slabs")
    f.box((0.4, 0.3, 0.34), (0.02, 0.12, 0.15), Paint(S.stone), top=(0.8, 0.7), bevel=0.05)
    p = Person(
        f,
        S,
        bulk=1.12,
        feet=((0.14, 0.3), (-0.1, -0.26)),
        hips=(0, -0.02, 0.76),
        chest=(0.02, 0.1, 1.06),
    )
    with f.place((0, 0, 0.0)):
        p.legs(S.second, S.metal)
    p.body(S.main, DARK, heavy=True)
    p.cape(S.cloth, 0.86, 0.6, -0.3)
    p.pauldrons(0.18, S.second, S.trim)
    p.arm(1, (0.46, 0.24, 1.02), S.second)
    p.arm(-1, (-0.44, 0.16, 1.2), S.second)
    p.head(knight, 4)
    with p.hold((0.46, 0.26, 1.02), z=-38, x=-8):
        arms.sword(f, S, 0.62, 0.12)
    with p.hold((-0.44, 0.16, 1.22), z=34, x=44):
        arms.sword(f, S, 0.6, 0.12)


# --- machines


def head(f: Figure, kind: str) -> None:
    """A helm with a slit, and what its cortex needs."""
    corners = [(x, y, -0.1) for x in (-0.11, 0.11) for y in (-0.12, 0.12)]
    corners += [(x, y, 0.1) for x in (-0.14, 0.14) for y in (-0.13, 0.13)]
    f.hull(
        [*corners, (0, 0.2, -0.04), (0, 0.19, 0.1), (-0.08, 0.06, 0.17), (0.08, 0.06, 0.17)],
        S.second,
        0.025,
    )
    if kind == "hunter":
        for _ in f.sides():
            f.hull(
                [(0.12, -0.08, 0.06), (0.13, 0.06, 0.06), (0.15, -0.1, 0.16), (0.24, -0.24, 0.36)],
                S.trim,
                0.012,
            )
        f.box((0.24, 0.05, 0.04), (0, 0.165, 0.04), S.glow, bevel=0)
    elif kind == "reflex":
        f.box(
            (0.05, 0.4, 0.2), (0, -0.08, 0.2), S.cloth, top=(1, 0.8), lean=(0, -0.08), bevel=0.015
        )
        f.box((0.24, 0.05, 0.04), (0, 0.165, 0.04), S.glow, bevel=0)
    elif kind == "web":
        machines.hoop(f, S.trim, (0, -0.06, 0.16), 0.2, 0.025, 0, 180)
        for turn in (-50, 0, 50):
            with f.place((0, -0.06, 0.16), y=turn):
                f.ball(0.035, (0, 0, 0.2), S.glow, sides=6)
        f.box((0.2, 0.05, 0.04), (0, 0.165, 0.04), S.glow, bevel=0)
    elif kind == "recon":
        f.lathe([(0.07, 0), (0.1, 0.05), (0.08, 0.2)], S.metal, (0, 0.06, 0.1), x=-90, worn=(1,))
        f.ball(0.065, (0, 0.27, 0.1), S.glow, sides=8)
        f.bar([(0.1, -0.1, 0.1), (0.14, -0.14, 0.42)], [0.018, 0.006], BLACK, 5)
    elif kind == "deadeye":
        for _ in f.sides():
            f.lathe(
                [(0.05, 0), (0.065, 0.04), (0.05, 0.14)],
                S.metal,
                (0.075, 0.1, 0.06),
                x=-90,
                worn=(1,),
            )
            f.ball(0.042, (0.075, 0.25, 0.06), S.glow, sides=7)
        f.box((0.16, 0.2, 0.06), (0, -0.02, 0.19), S.trim, bevel=0.02)
    else:
        f.box((0.32, 0.12, 0.24), (0, 0.1, 0.04), S.main, top=(0.8, 1), bevel=0.03)
        f.box((0.2, 0.04, 0.03), (0, 0.17, 0.05), S.glow, bevel=0)
        f.box((0.36, 0.16, 0.05), (0, 0.02, 0.18), S.trim, bevel=0.015)


def firebrand(f: Figure) -> None:
    """A slender knight of a machine: a narrow waist, wide shoulders, a crest of vanes behind."""
    ground(f, S, "large", "firebrand", "slabs")
    machines.stand(f, 1.16)
    for side in f.sides():
        machines.straight_leg(
            f, S, (0.24, -0.02, 1.16), (0.36, 0.02 + machines.step(f, side) * 0.16), 0.98, 1
        )
        name = f"arm.{1 if side > 0 else 2}"
        machines.arm(
            f,
            S,
            name,
            (0.56, 0.02, 1.84),
            (0.7, -0.02, 1.4),
            (0.64, 0.26, 1.16),
            0.98,
            0.3,
            own=side < 0,
        )
        with f.place((0.2, -0.34, 1.86), y=28, x=16):
            f.plate([(-0.05, 0), (0.07, 0), (0.1, 0.34), (0.02, 0.52), (-0.04, 0.3)], 0.04, S.main)
            f.plate([(0.02, 0.1), (0.05, 0.1), (0.06, 0.3), (0.03, 0.38)], 0.06, S.glow, 0.004)
        f.box((0.18, 0.12, 0.32), (0.2, 0.2, 1.0), S.main, x=10, y=-8, top=(0.6, 1), bevel=0.03)
    f.box((0.36, 0.34, 0.24), (0, -0.02, 1.18), S.metal, bevel=0.03)
    f.lathe([(0.17, 0), (0.14, 0.1), (0.19, 0.2)], GUN, (0, -0.02, 1.28), sides=9)
    chest = [(x, y, 1.44) for x in (-0.2, 0.2) for y in (-0.18, 0.2)] + [
        (x, 0.32, 1.66) for x in (-0.26, 0.26)
    ]
    chest += [(x, y, 1.96) for x in (-0.34, 0.34) for y in (-0.3, 0.16)] + [
        (x, -0.34, 1.6) for x in (-0.28, 0.28)
    ]
    f.hull(chest, S.main, 0.045)
    with f.place((0, 0.3, 1.72), x=-16):
        f.plate(
            [
                (0, 0.2),
                (0.05, 0.05),
                (0.17, 0),
                (0.05, -0.05),
                (0, -0.24),
                (-0.05, -0.05),
                (-0.17, 0),
                (-0.05, 0.05),
            ],
            0.05,
            S.trim,
        )
    f.box((0.36, 0.28, 0.34), (0, -0.42, 1.7), S.second, bevel=0.04)
    f.sheet(
        [
            [(-0.14, 0.2, 1.1), (0, 0.22, 1.1), (0.14, 0.2, 1.1)],
            [(-0.17, 0.27, 0.56), (0, 0.31, 0.54), (0.17, 0.27, 0.56)],
        ],
        0.03,
        S.cloth,
    )
    with f.place((0, 0.1, 2.06)):
        f.lathe([(0.12, -0.12), (0.1, -0.02)], GUN, sides=8)
        machines.head_socket(f)
    with f.place((0.4, -0.06, 2.12)):
        f.box((0.2, 0.24, 0.08), (0, 0, -0.05), S.metal, bevel=0.02)
        f.socket("shoulder.1")


def morningstar(f: Figure) -> None:
    """A fortress on legs: wider than high, a star on its chest, the head deep between its shoulders."""
    ground(f, S, "large", "morningstar", "slabs")
    machines.stand(f, 1.02, 1.0)
    for side in f.sides():
        machines.straight_leg(
            f, S, (0.36, -0.02, 1.0), (0.5, 0.02 + machines.step(f, side) * 0.08), 1.38, 3
        )
        name = f"arm.{1 if side > 0 else 2}"
        machines.arm(
            f,
            S,
            name,
            (0.8, 0.02, 1.66),
            (0.96, -0.04, 1.22),
            (0.88, 0.26, 0.98),
            1.36,
            0.42,
            own=side < 0,
        )
        f.box((0.3, 0.3, 0.16), (0.34, 0.16, 1.02), S.second, x=16, bevel=0.03)
        machines.stack(f, S, (0.3, -0.5, 1.9), 0.4, 0.1, 6)
    f.box((0.7, 0.5, 0.3), (0, -0.02, 1.04), S.metal, bevel=0.04)
    chest = [(x, y, 1.16) for x in (-0.36, 0.36) for y in (-0.34, 0.34)] + [
        (x, 0.52, 1.48) for x in (-0.5, 0.5)
    ]
    chest += [(x, 0.36, 1.92) for x in (-0.56, 0.56)] + [(x, -0.5, 1.98) for x in (-0.58, 0.58)]
    f.hull([*chest, *((x, -0.54, 1.5) for x in (-0.5, 0.5))], S.main, 0.06)
    with f.place((0, 0.5, 1.62), x=-14):
        star = [
            (0, 0.34),
            (0.09, 0.09),
            (0.34, 0),
            (0.09, -0.09),
            (0, -0.34),
            (-0.09, -0.09),
            (-0.34, 0),
            (-0.09, 0.09),
        ]
        f.plate(star, 0.08, S.trim, 0.02)
        f.lathe([(0.08, 0), (0.1, 0.03), (0.06, 0.06)], S.glow, (0, 0.03, 0), x=-90)
    for x in (-0.42, 0.42):
        f.box((0.2, 0.1, 0.42), (x, 0.4, 1.68), S.second, x=-14, bevel=0.03)
    with f.place((0, 0.3, 1.96)):
        f.box((0.44, 0.34, 0.12), (0, -0.1, -0.04), S.second, bevel=0.03)
        machines.head_socket(f)
    for side in f.sides():
        with f.place((0.5, -0.1, 2.0)):
            f.box((0.26, 0.3, 0.1), (0, 0, -0.02), S.metal, bevel=0.02)
            f.socket(f"shoulder.{1 if side > 0 else 2}")


def gate(f: Figure) -> None:
    """A void gate like a chapel's door, a star over it."""
    ground(f, S, "small", "iron gate", "slabs")
    for _ in f.sides():
        f.box((0.2, 0.26, 0.12), (0.36, 0, 0.06), S.second, bevel=0.02)
        f.box((0.14, 0.2, 0.84), (0.37, 0, 0.52), S.main, bevel=0.025)
        f.box((0.18, 0.23, 0.06), (0.37, 0, 0.94), S.trim, bevel=0.012)
        f.lathe(
            [(0.09, 0.1), (0.08, 1.0), (0.1, 1.04), (0.1, 1.1), (0.005, 1.56)],
            S.second,
            (0.49, -0.04, 0),
            sides=8,
            worn=(2,),
        )
        f.bar([(0.37, 0, 0.96), (0.3, 0, 1.2), (0.0, 0, 1.42)], [0.08, 0.075, 0.07], S.main, 8)
        f.box((0.05, 0.05, 0.5), (0.37, 0.11, 0.54), S.trim, bevel=0.01)
    with f.place((0, 0.06, 1.42)):
        star = [
            (0, 0.2),
            (0.05, 0.05),
            (0.2, 0),
            (0.05, -0.05),
            (0, -0.2),
            (-0.05, -0.05),
            (-0.2, 0),
            (-0.05, 0.05),
        ]
        f.plate(star, 0.07, S.trim, 0.015)
        f.ball(0.05, (0, 0.04, 0), S.glow, sides=8)
    outline = [
        (-0.29, 0.1),
        (0.29, 0.1),
        (0.29, 0.92),
        (0.2, 1.14),
        (0, 1.3),
        (-0.2, 1.14),
        (-0.29, 0.92),
    ]
    f.plate(outline, 0.03, S.glow, 0.01)
    f.plate(
        [(x * 0.86, 0.68 + (z - 0.68) * 0.9) for x, z in outline], 0.045, Paint((30, 56, 124)), 0.01
    )
    with f.place((0, 0, 0.66)):
        draw_whirl(f, 0.245, 0.045, S.glow, 1.7)


HEADS = {
    "jack_hunter_cortex": "hunter",
    "reflex_cortex": "reflex",
    "neural_web_cortex": "web",
    "recon_cortex": "recon",
    "deadeye_cortex": "deadeye",
    "defender_cortex": "defender",
}
