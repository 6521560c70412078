"""Models of WARMACHINE: warjacks driven by steam, light and heavy, warcasters in armour of that make, and who follows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from figure_kit import arms, machines
from figure_kit.ground import ground
from figure_kit.heads import bare, haired, helmeted, hooded, knight, skulled
from figure_kit.model import Figure
from figure_kit.paints import (
    BLACK,
    BONE,
    BRASS,
    CERAMIC,
    CLOTH,
    GLOW,
    GUN,
    LEATHER,
    METAL,
    OWN,
    PLAIN,
    STEEL,
    STEEL_PAINT,
    Paint,
    Scheme,
)
from figure_kit.people import Person

Arm = Callable[[Figure, Scheme], None]

CYGNAR = replace(
    PLAIN,
    mark="bolt",
    main=Paint((44, 84, 150), STEEL_PAINT),
    second=STEEL,
    cloth=Paint((60, 64, 84), CLOTH),
    trim=BRASS,
    glow=Paint((150, 210, 255), GLOW),
)
KHADOR = replace(
    PLAIN,
    mark="diamond",
    main=Paint((150, 40, 36), STEEL_PAINT),
    second=Paint((82, 74, 70)),
    cloth=Paint((70, 52, 48), CLOTH),
    trim=BRASS,
    glow=Paint((255, 190, 110), GLOW),
)
CRYX = replace(
    PLAIN,
    mark="crescent",
    main=Paint((56, 62, 58), METAL),
    second=Paint((44, 44, 46)),
    cloth=Paint((40, 42, 48), CLOTH),
    trim=BONE,
    glow=Paint((140, 255, 130), GLOW),
)
MENOTH = replace(
    PLAIN,
    mark="flame",
    main=Paint((214, 204, 176), CERAMIC),
    second=Paint((128, 44, 40)),
    cloth=Paint((128, 44, 40), CLOTH),
    trim=BRASS,
    glow=Paint((255, 170, 70), GLOW),
)
SHOWN = replace(
    PLAIN,
    mark="triangle",
    main=Paint((118, 124, 104), STEEL_PAINT),
    second=Paint((90, 92, 98)),
    trim=Paint((206, 130, 60)),
)


def _sword(f: Figure, s: Scheme) -> None:
    arms.sword(f, s, 0.8, 0.13)


def _mace(f: Figure, s: Scheme) -> None:
    arms.hammer(f, s, 0.85, 0.3, 0.2)


def _axe(f: Figure, s: Scheme) -> None:
    arms.axe(f, s, 0.95, 0.32)


def _great_axe(f: Figure, s: Scheme) -> None:
    arms.axe(f, s, 1.05, 0.36, double=True)


def _spear(f: Figure, s: Scheme) -> None:
    arms.spear(f, s, 1.3, 0.42, 0.4)


def _halberd(f: Figure, s: Scheme) -> None:
    arms.glaive(f, s, 1.3, 0.6, 0.4)


def _shield(f: Figure, s: Scheme) -> None:
    with f.place((0, 0.1, 0)):
        arms.shield(f, s, 0.5, 0.75)


def _cannon(f: Figure, s: Scheme) -> None:
    arms.cannon(f, s, 0.55, radius=0.1)


def _twin(f: Figure, s: Scheme) -> None:
    arms.cannon(f, s, 0.6, barrels=2, radius=0.1)


def _spray(f: Figure, s: Scheme) -> None:
    arms.thrower(f, s, 0.5)


def _claw(f: Figure, s: Scheme) -> None:
    arms.claw(f, s, 0.44, 0.24)


def _fist(f: Figure, s: Scheme) -> None:
    arms.fist(f, s, 0.27)


def heavy(
    s: Scheme, seed: str, east: Arm, west: Arm, horns: bool = False
) -> Callable[[Figure], None]:
    """A heavy warjack: a boiler between great shoulders."""

    def made(f: Figure) -> None:
        ground(f, s, "large", seed)
        machines.stand(f, 1.0)
        for side in f.sides():
            machines.straight_leg(
                f, s, (0.34, -0.02, 0.98), (0.46, 0.02 + machines.step(f, side) * 0.1), 1.25
            )
            machines.arm(
                f,
                s,
                f"arm.{1 if side > 0 else 2}",
                (0.74, 0.04, 1.62),
                (0.92, 0.0, 1.2),
                (0.82, 0.28, 0.94),
                1.25,
                0.38,
                own=side < 0,
            )
            machines.stack(f, s, (0.28, -0.46, 1.66), 0.62, 0.1)
            if horns:
                f.bar(
                    [(0.12, 0.5, 1.5), (0.28, 0.72, 1.46), (0.26, 0.92, 1.66)],
                    [0.07, 0.05, 0.006],
                    s.trim,
                    6,
                )
        f.box((0.62, 0.48, 0.3), (0, -0.02, 1.02), s.metal, bevel=0.03)
        low = [(x, y, 1.12) for x in (-0.34, 0.34) for y in (-0.3, 0.3)] + [
            (x, 0.46, 1.4) for x in (-0.42, 0.42)
        ]
        f.hull(
            [
                *low,
                *((x, 0.32, 1.84) for x in (-0.46, 0.46)),
                *((x, -0.44, 1.88) for x in (-0.5, 0.5)),
            ],
            s.main,
            0.055,
        )
        machines.deck(f, s, (0, -0.06, 1.872), 0.92, 0.7, 3.0)
        f.lathe(
            [(0.3, -0.1), (0.34, -0.05), (0.34, 0.24), (0.26, 0.34), (0.05, 0.36)],
            s.second,
            (0, -0.42, 1.46),
            x=78,
            worn=(0, 2),
        )
        f.box((0.3, 0.3, 0.28), (0, 0.44, 1.56), s.metal, top=(0.8, 0.8), bevel=0.035)
        f.box((0.34, 0.14, 0.1), (0, 0.5, 1.72), s.trim, bevel=0.02)
        for x in (-0.07, 0.07):
            f.ball(0.045, (x, 0.6, 1.6), s.glow, sides=7)
        f.box((0.24, 0.08, 0.09), (0, 0.56, 1.48), s.second, top=(0.8, 1), bevel=0.018)
        for x in (-0.3, 0.3):
            f.box((0.2, 0.05, 0.3), (x, 0.415, 1.58), s.second, x=18, bevel=0.02)
            for k in range(4):
                f.box((0.15, 0.02, 0.026), (x, 0.446 - 0.022 * k, 1.5 + 0.06 * k), BLACK, bevel=0)
            for z in (1.47, 1.7):
                f.ball(0.022, (x * 1.42, 0.46 - (z - 1.4) * 0.32, z), s.trim, sides=6)
        for k, arm in enumerate((east, west), 1):
            with f.at_socket(f"arm.{k}"), f.place((0, 0.04, 0), size=1.3):
                arm(f, s)
        f.sockets.clear()

    return made


def light(
    s: Scheme, seed: str, east: Arm, west: Arm, hound: bool = False
) -> Callable[[Figure], None]:
    """A light warjack: lean, its head ahead of it."""

    def made(f: Figure) -> None:
        ground(f, s, "medium", seed)
        with f.place(size=0.82):
            machines.stand(f, 1.04)
            for side in f.sides():
                leg = machines.hound_leg if hound else machines.straight_leg
                leg(f, s, (0.26, -0.04, 1.02), (0.36, 0.02 + machines.step(f, side) * 0.12), 0.95)
                machines.arm(
                    f,
                    s,
                    f"arm.{1 if side > 0 else 2}",
                    (0.52, 0.06, 1.6),
                    (0.68, 0.0, 1.24),
                    (0.6, 0.3, 1.04),
                    0.95,
                    0.28,
                    own=side < 0,
                )
            f.box((0.44, 0.4, 0.24), (0, -0.02, 1.04), s.metal, bevel=0.03)
            low = [(x, y, 1.14) for x in (-0.22, 0.22) for y in (-0.26, 0.24)] + [
                (x, 0.4, 1.44) for x in (-0.24, 0.24)
            ]
            f.hull(
                [
                    *low,
                    *((x, 0.2, 1.76) for x in (-0.3, 0.3)),
                    *((x, -0.4, 1.74) for x in (-0.34, 0.34)),
                ],
                s.main,
                0.045,
            )
            machines.deck(f, s, (0, -0.1, 1.762), 0.6, 0.54, -2.0, has_coal=False)
            f.lathe(
                [(0.2, -0.06), (0.24, 0.0), (0.24, 0.2), (0.12, 0.28)],
                s.second,
                (0, -0.38, 1.42),
                x=80,
                worn=(0,),
            )
            machines.stack(f, s, (0.14, -0.42, 1.6), 0.6, 0.09)
            f.box((0.22, 0.34, 0.2), (0, 0.46, 1.58), s.metal, top=(0.8, 0.9), bevel=0.03)
            f.box((0.2, 0.05, 0.05), (0, 0.62, 1.6), s.glow, bevel=0)
            f.box((0.05, 0.36, 0.12), (0, 0.4, 1.72), s.trim, top=(1, 0.5), bevel=0.012)
            f.box((0.18, 0.12, 0.06), (0, 0.58, 1.5), s.second, bevel=0.014)
            for x in (-0.19, 0.19):
                f.box((0.13, 0.05, 0.2), (x, 0.33, 1.54), s.second, x=26, bevel=0.016)
                for k in range(3):
                    f.box(
                        (0.09, 0.02, 0.022), (x, 0.372 - 0.027 * k, 1.5 + 0.05 * k), BLACK, bevel=0
                    )
            for k, arm in enumerate((east, west), 1):
                with f.at_socket(f"arm.{k}"), f.place((0, 0.04, 0), size=1.05):
                    arm(f, s)
        f.sockets.clear()

    return made


def _nothing(f: Figure, s: Scheme) -> None:
    with f.place(size=0.8):
        arms.claw(f, s, 0.3, 0.16)


def caster(
    s: Scheme,
    seed: str,
    head: Callable[[Figure, Scheme], None],
    weapon: Arm,
    gun: bool,
    plate: bool = True,
) -> Callable[[Figure], None]:
    """A warcaster: power armour or robes, a boiler on the back, a cloak."""

    def made(f: Figure) -> None:
        ground(f, s, "small", seed, "slabs")
        p = Person(f, s, bulk=1.15 if plate else 0.95, feet=((0.2, 0.14), (-0.18, -0.1)))
        p.legs(s.main if plate else None)
        p.body(s.main, LEATHER, heavy=plate)
        p.cape(s.cloth, 0.92, 0.46, 0.12)
        p.tabard(s.second, 0.46)
        p.pack(s.metal, (0.34, 0.2, 0.3))
        for _ in f.sides():
            machines.stack(f, s, (0.1, -0.26, 1.1), 0.34, 0.04, 20)
        p.pauldrons(0.2 if plate else 0.15, s.main, s.trim)
        p.arm(1, (0.42, 0.2, 1.14), s.main)
        p.arm(-1, (-0.38, 0.3, 1.02), s.main)
        p.head(head, 4)
        with p.hold((0.42, 0.2, 1.14), x=52, z=-14, size=0.86):
            weapon(f, s)
        if gun:
            with p.hold((-0.38, 0.3, 1.03), z=14):
                arms.pistol(f, s, 0.4, 1.5)
        else:
            with p.hold():
                f.ball(0.08, (-0.38, 0.36, 1.08), s.glow)

    return made


def follower(s: Scheme, seed: str, weapon: Arm, rifle: bool) -> Callable[[Figure], None]:
    """A soldier of a unit."""

    def made(f: Figure) -> None:
        ground(f, s, "small", seed)
        p = Person(f, s, feet=((0.18, 0.14), (-0.18, -0.12)))
        p.legs(s.main)
        p.body(s.main)
        p.skirt(s.cloth, 0.36, 0.1)
        p.pauldrons(0.14, s.main, s.trim)
        p.arm(1, (0.16 if rifle else 0.4, 0.16, 1.04), s.main)
        p.arm(-1, (0.02 if rifle else -0.26, 0.4 if rifle else 0.3, 1.05), s.main)
        p.head(helmeted, 8)
        with p.hold(
            (0.15, 0.16, 1.05) if rifle else (0.4, 0.16, 1.0),
            z=20 if rifle else 0,
            x=0 if rifle else 74,
        ):
            weapon(f, s)

    return made


def _rifle(f: Figure, s: Scheme) -> None:
    arms.rifle(f, s, 0.76, 1.1, bayonet=True)


def _pike(f: Figure, s: Scheme) -> None:
    arms.spear(f, s, 1.6, 0.3, 0.6)


def _banner(f: Figure, s: Scheme) -> None:
    f.bar([(0, -0.8, 0), (0, 0.62, 0)], 0.024, s.trim, 5)
    f.sheet(
        [
            [(0.0, 0.6, 0), (0.02, 0.6, -0.2), (0, 0.6, -0.4)],
            [(0.0, 0.3, 0), (0.02, 0.3, -0.2), (0, 0.3, -0.36)],
        ],
        0.025,
        OWN,
    )


def husks(f: Figure) -> None:
    """A dead thing of two metres with claws."""
    ground(f, CRYX, "medium", "husks")
    with f.place(size=1.2):
        p = Person(
            f,
            CRYX,
            bulk=1.3,
            feet=((0.28, 0.1), (-0.26, -0.08)),
            hips=(0, -0.06, 0.6),
            chest=(0, 0.12, 0.98),
        )
        p.sleeves = Paint((126, 132, 112))
        p.legs()
        p.body(Paint((126, 132, 112)), BLACK, heavy=True)
        p.arm(1, (0.48, 0.34, 0.76))
        p.arm(-1, (-0.48, 0.3, 0.86))
        p.pauldrons(0.2, SHOWN.main, BONE)
        p.head(skulled, 0, 0.95, -10)
        for x, z in ((0.48, 0.74), (-0.48, 0.84)):
            with p.hold((x, 0.36, z), wide=1 if x > 0 else -1, size=0.9):
                arms.claw(f, CRYX, 0.36, 0.18)


def brute(f: Figure) -> None:
    """A giant with bare fists and a plate on each shoulder."""
    ground(f, SHOWN, "large", "brute")
    with f.place(size=1.45):
        p = Person(
            f,
            SHOWN,
            bulk=1.7,
            feet=((0.3, 0.1), (-0.3, -0.06)),
            hips=(0, -0.04, 0.6),
            chest=(0, 0.08, 1.0),
        )
        p.sleeves = Paint((150, 128, 104))
        p.legs(SHOWN.main)
        p.body(Paint((150, 128, 104)), LEATHER, heavy=True)
        p.pauldrons(0.27, SHOWN.main, SHOWN.trim, 0.9)
        p.tabard(SHOWN.cloth, 0.4, 0.3)
        p.arm(1, (0.54, 0.36, 0.74), SHOWN.main)
        p.arm(-1, (-0.56, 0.24, 0.86), SHOWN.main)
        p.head(bare, 0, 0.9)
        for x, z in ((0.54, 0.74), (-0.56, 0.86)):
            with p.hold((x, 0.36 if x > 0 else 0.26, z), wide=1 if x > 0 else -1):
                arms.fist(f, replace(SHOWN, main=Paint((150, 128, 104)), metal=GUN), 0.2)


MOULDS: dict[str, Callable[[Figure], None]] = {
    "stryker": caster(CYGNAR, "stryker", bare, _sword, True),
    "charger": light(CYGNAR, "charger", _twin, _mace),
    "lancer": light(CYGNAR, "lancer", _spear, _shield),
    "ironclad": heavy(CYGNAR, "ironclad", _mace, _fist),
    "sorscha": caster(KHADOR, "sorscha", haired, _great_axe, True),
    "juggernaut": heavy(KHADOR, "juggernaut", _great_axe, _fist),
    "destroyer": heavy(KHADOR, "destroyer", _axe, _cannon),
    "deneghra": caster(CRYX, "deneghra", haired, _spear, False, plate=False),
    "slayer": heavy(CRYX, "slayer", _claw, _claw, horns=True),
    "deathripper": light(CRYX, "deathripper", _nothing, _nothing, hound=True),
    "severius": caster(
        MENOTH,
        "severius",
        hooded,
        lambda f, s: arms.staff(f, s, 1.3, 0.6, 0.14),
        False,
        plate=False,
    ),
    "revenger": light(MENOTH, "revenger", _halberd, _shield),
    "crusader": heavy(MENOTH, "crusader", _mace, _fist),
    "marshal": caster(SHOWN, "marshal", knight, _sword, True),
    "anvil": heavy(SHOWN, "anvil", _mace, _fist),
    "hound": light(SHOWN, "hound", _spear, _shield, hound=True),
    "pikes": follower(SHOWN, "pikes", _pike, False),
    "rifles": follower(SHOWN, "rifles", _rifle, True),
    "husks": husks,
    "herald": follower(SHOWN, "herald", _banner, False),
    "brute": brute,
}
"""By card."""

ALIKE = {"mortar": "anvil", "spitter": "hound", "defiler": "deathripper", "repenter": "revenger"}
"""Which have the figure of another."""
