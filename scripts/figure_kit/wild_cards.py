"""Wild cards: heroes who fight for more than one side."""

from __future__ import annotations

from dataclasses import replace

from figure_kit import arms, machines
from figure_kit.ground import ground
from figure_kit.heads import bare, goggled, haired, helmeted
from figure_kit.model import Figure
from figure_kit.paints import (
    AETERNUS,
    BLACK,
    BRASS,
    CERAMIC,
    CLOTH,
    EMPYREAN,
    GLOW,
    GUN,
    IRON_STAR,
    LEATHER,
    MARCHER,
    OWN,
    POLISHED,
    SKIN,
    STEEL,
    STEEL_PAINT,
    Paint,
)
from figure_kit.people import Person

RED = Paint((168, 44, 40), CLOTH)


def jax_redblade(f: Figure) -> None:
    """A corsair in a flight pack with folded wings, a red coat, a sword and a magnum."""
    s = replace(
        MARCHER, main=RED, cloth=Paint((60, 54, 62), CLOTH), glow=Paint((255, 130, 90), GLOW)
    )
    ground(f, s, "small", "jax", "deck")
    p = Person(f, s, feet=((0.2, 0.18), (-0.18, -0.16)))
    p.sleeves = RED
    p.legs(None, LEATHER)
    p.body(RED)
    p.skirt(RED, 0.5, 0.2)
    p.strap()
    p.pack(STEEL, (0.32, 0.2, 0.4))
    for _ in f.sides():
        machines.jet(f, s, (0.15, -0.34, 1.1), 0.34, 0.09, 24)
        with f.place((0.14, -0.32, 1.16), z=-30, y=-30):
            f.plate([(0, -0.04), (0.34, 0.06), (0.5, 0.22), (0.2, 0.2), (0, 0.12)], 0.035, STEEL)
    p.arm(1, (0.42, 0.2, 1.2), BLACK)
    p.arm(-1, (-0.4, 0.34, 1.0), BLACK)
    p.head(goggled, 6)
    with p.hold((0.42, 0.2, 1.22), x=50, z=-20):
        arms.sword(f, s, 0.66, 0.1)
    with p.hold((-0.4, 0.34, 1.02), z=18):
        arms.pistol(f, s, 0.42, 1.5)


def cassius_mooregrave(f: Figure) -> None:
    """A gaunt lord in a high collar and a long black coat, a great sword that drinks light point down before him."""
    s = replace(
        AETERNUS,
        main=Paint((46, 44, 54)),
        cloth=Paint((34, 32, 38), CLOTH),
        glow=Paint((190, 90, 255), GLOW),
    )
    ground(f, s, "small", "cassius", "slabs")
    p = Person(
        f, s, feet=((0.16, 0.06), (-0.16, -0.04)), chest=(0, 0.02, 1.04), hips=(0, -0.02, 0.7)
    )
    p.legs(s.main)
    p.body(s.main)
    p.skirt(s.main, 0.66, 0.2)
    p.cape(Paint((96, 30, 44), CLOTH), 1.0, 0.46, 0.16)
    f.sheet(
        [
            [(-0.2, -0.13, 1.44), (0, -0.22, 1.52), (0.2, -0.13, 1.44)],
            [(-0.16, -0.04, 1.18), (0, -0.15, 1.16), (0.16, -0.04, 1.18)],
        ],
        0.03,
        Paint((96, 30, 44), CLOTH),
    )
    p.arm(1, (0.1, 0.36, 1.06), STEEL)
    p.arm(-1, (-0.06, 0.38, 0.98), STEEL)
    p.head(bare, 4)
    with p.hold((0.02, 0.4, 1.02), x=-88):
        arms.sword(f, s, 0.92, 0.17)
    p.pauldrons(0.14, s.second, s.trim)


def voitek_sudal(f: Figure) -> None:
    """A wiry infiltrator, crouched, a gauntlet that throws force, a blade behind him."""
    s = replace(
        MARCHER,
        main=Paint((70, 78, 92), STEEL_PAINT),
        cloth=Paint((50, 54, 62), CLOTH),
        glow=Paint((130, 180, 255), GLOW),
    )
    ground(f, s, "small", "voitek", "deck")
    p = Person(
        f, s, feet=((0.3, 0.2), (-0.26, -0.2)), hips=(0.02, -0.1, 0.46), chest=(0, 0.08, 0.76)
    )
    p.legs(s.main)
    p.body(s.main)
    p.strap(s.trim)
    p.pack(GUN, (0.24, 0.14, 0.3), aerial=True)
    p.arm(1, (0.36, 0.42, 0.9), s.main)
    p.arm(-1, (-0.5, -0.02, 0.86), s.main)
    p.head(helmeted, 6)
    with p.hold((0.36, 0.42, 0.9), z=-10, size=0.85):
        arms.dish(f, s, 0.2)
    with p.hold((-0.5, -0.02, 0.87), z=104, x=24):
        arms.knife(f, s, 0.5)
    f.sheet(
        [
            [(-0.1, -0.1, 0.96), (0, -0.14, 0.97), (0.1, -0.1, 0.96)],
            [(-0.34, -0.34, 0.9), (-0.22, -0.4, 0.9), (-0.1, -0.42, 0.88)],
            [(-0.56, -0.5, 0.76), (-0.46, -0.54, 0.74), (-0.36, -0.58, 0.7)],
        ],
        0.03,
        OWN,
    )


def mira_hurst(f: Figure) -> None:
    """A seer in a white mantle, a rifle low, tablets of light turning about her."""
    s = replace(
        IRON_STAR,
        main=Paint((224, 218, 206), CLOTH),
        cloth=Paint((120, 92, 140), CLOTH),
        glow=Paint((255, 170, 240), GLOW),
    )
    ground(f, s, "small", "mira", "slabs")
    p = Person(f, s, feet=((0.14, 0.08), (-0.15, -0.06)))
    p.legs(None, LEATHER)
    p.body(s.main)
    p.skirt(s.main, 0.58, 0.22)
    p.tabard(s.cloth, 0.5)
    p.arm(1, (0.26, 0.24, 0.88), s.trim)
    p.arm(-1, (-0.4, 0.2, 1.3), s.trim)
    p.head(haired, -8)
    with p.hold((0.26, 0.22, 0.88), z=-16, x=-24):
        arms.rifle(f, s, 0.64, 1.1)
    for k, turn in enumerate((200, 140, 90, 40, -20)):
        with f.place((0, 0, 1.26), y=turn - 90):
            f.box((0.14, 0.025, 0.18), (0, -0.12, 0.34), s.glow if k % 2 else OWN, x=8, bevel=0.008)
    with p.hold():
        f.ball(0.07, (-0.4, 0.24, 1.38), s.glow, sides=8)


def harlan_sek(f: Figure) -> None:
    """A curator in a great sealed suit with a glass helmet, jars of relics on the back, a disruptor and a blade."""
    s = replace(
        AETERNUS,
        main=Paint((176, 156, 96), POLISHED),
        second=Paint((86, 70, 52)),
        cloth=Paint((94, 84, 70), CLOTH),
        metal=BRASS,
    )
    ground(f, s, "medium", "harlan")
    with f.place(size=1.2):
        p = Person(f, s, bulk=1.4, feet=((0.24, 0.06), (-0.24, -0.04)), chest=(0, 0.02, 1.02))
        p.legs(s.main)
        p.body(s.main, LEATHER, heavy=True)
        p.pack(s.second, (0.5, 0.26, 0.5))
        for x in (-0.16, 0.0, 0.16):
            f.lathe(
                [(0.06, 0), (0.075, 0.03), (0.075, 0.2), (0.03, 0.26)],
                s.glow if x else s.metal,
                (x, -0.34, 1.16),
                sides=8,
            )
        f.lathe(
            [(0.2, -0.06), (0.24, -0.02), (0.2, 0.04)], BRASS, (0, 0.03, 1.24), sides=12, worn=(1,)
        )
        f.ball(0.19, (0, 0.03, 1.38), Paint((150, 200, 190), CERAMIC), sides=12)
        f.ball(0.1, (0, 0.12, 1.38), SKIN, sides=8)
        machines.hoop(f, BRASS, (0, 0.03, 1.38), 0.2, 0.022, tilt=0)
        p.arm(1, (0.46, 0.26, 0.94), s.main)
        p.arm(-1, (-0.48, 0.16, 1.04), s.main)
        p.pauldrons(0.2, s.main, s.trim)
        with p.hold((0.46, 0.26, 0.94), z=-6, size=0.9):
            arms.beam(f, s, 0.56, 3)
        with p.hold((-0.48, 0.18, 1.04), x=40, z=20):
            arms.knife(f, s, 0.6)


def corebus(f: Figure) -> None:
    """A construct of bronze with huge fists, a visor of light, a blaster set into its shoulder."""
    s = replace(
        EMPYREAN,
        main=Paint((158, 108, 66), POLISHED),
        second=Paint((74, 72, 70)),
        trim=BRASS,
        glow=Paint((255, 200, 90), GLOW),
    )
    ground(f, s, "medium", "corebus", "slabs")
    with f.place(size=1.16):
        p = Person(
            f,
            s,
            bulk=1.6,
            feet=((0.3, 0.1), (-0.3, -0.04)),
            hips=(0, -0.02, 0.62),
            chest=(0, 0.06, 1.02),
        )
        p.sleeves = s.second
        p.legs(s.main, s.trim)
        p.body(s.main, BLACK, heavy=True)
        p.pauldrons(0.27, s.main, s.trim, 0.9)
        p.arm(1, (0.5, 0.3, 0.72), s.main)
        p.arm(-1, (-0.54, 0.26, 0.82), s.main)
        f.ball(0.13, (0, 0.1, 1.3), s.second, sides=10)
        f.box((0.22, 0.05, 0.06), (0, 0.21, 1.31), s.glow, bevel=0.012)
        for x in (0.5, -0.54):
            with p.hold((x, 0.32, 0.74), wide=1 if x > 0 else -1, size=1.05):
                arms.fist(f, s, 0.28)
        with f.place((0.34, -0.06, 1.4), size=0.85):
            arms.dish(f, s, 0.2)
