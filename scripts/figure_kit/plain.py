"""Figures for models of which nobody says what they are, in the color of their side or of their part in a question."""

from __future__ import annotations

from figure_kit import arms, machines
from figure_kit.ground import ground
from figure_kit.heads import helmeted, hooded, knight
from figure_kit.model import Figure
from figure_kit.paints import OWN, PLAIN, Paint
from figure_kit.people import Person
from figure_kit.portals import draw_whirl

S = PLAIN


def _soldier(f: Figure, seed: str, **given: object) -> Person:
    ground(f, S, "small", seed)
    p = Person(f, S, **given)  # type: ignore[arg-type]
    p.legs(S.main)
    return p


def trooper(f: Figure) -> None:
    """A soldier with a rifle."""
    p = _soldier(f, "plain", feet=((0.19, 0.14), (-0.18, -0.12)))
    p.body(S.main, heavy=True)
    p.pack(S.second)
    p.arm(1, (0.16, 0.18, 1.04), S.main)
    p.arm(-1, (-0.02, 0.4, 1.05), S.main)
    p.pauldrons(0.15, S.main, S.trim)
    p.head(helmeted, 8)
    with p.hold((0.15, 0.18, 1.05), z=22):
        arms.rifle(f, S, 0.7, 1.15)


def guard(f: Figure) -> None:
    """A soldier with a blade and a shield."""
    p = _soldier(f, "guard", bulk=1.15, feet=((0.22, -0.06), (-0.2, 0.16)))
    p.body(S.main, heavy=True)
    p.arm(1, (0.44, 0.1, 1.1), S.main)
    p.arm(-1, (-0.24, 0.36, 0.98), S.main)
    p.pauldrons(0.18, S.main, S.trim)
    p.head(helmeted, -6)
    with p.hold((0.44, 0.1, 1.12), x=62, z=-12):
        arms.sword(f, S, 0.72)
    with p.hold((-0.26, 0.4, 0.9), z=14):
        arms.shield(f, S, 0.42, 0.72)


def attachment(f: Figure) -> None:
    """A soldier with an aerial, a dish and a flag."""
    p = _soldier(f, "aerial")
    p.body(S.main)
    p.pack(S.second, (0.4, 0.22, 0.44))
    f.bar([(-0.14, -0.26, 1.1), (-0.16, -0.28, 1.6)], [0.022, 0.012], S.metal, 5)
    f.sheet(
        [
            [(-0.16, -0.28, 1.58), (-0.38, -0.3, 1.57), (-0.6, -0.28, 1.58)],
            [(-0.16, -0.28, 1.3), (-0.38, -0.32, 1.29), (-0.58, -0.28, 1.3)],
        ],
        0.025,
        OWN,
    )
    f.lathe(
        [(0.03, 0), (0.2, 0.1), (0.19, 0.13), (0.03, 0.06)],
        S.trim,
        (0.2, -0.3, 1.36),
        x=-50,
        worn=(1,),
    )
    p.arm(1, (0.28, 0.28, 0.98), S.main)
    p.arm(-1, (-0.24, 0.26, 0.98), S.main)
    p.head(helmeted)
    with p.hold((0.28, 0.3, 1.0), z=-6):
        arms.pistol(f, S, 0.32, 1.2)


def solo(f: Figure) -> None:
    """A hooded figure in a long coat, a staff at its side."""
    ground(f, S, "small", "solo")
    p = Person(f, S, feet=((0.12, 0.06), (-0.12, -0.04)))
    p.legs()
    p.body(S.main)
    p.skirt(S.main, 0.62, 0.22)
    p.tabard(S.cloth, 0.56, 0.24)
    f.lathe(
        [(0.15, 0.12), (0.33, 0.0), (0.34, 0.03), (0.18, 0.19), (0.1, 0.24)],
        S.second,
        (0, 0.01, 0.98),
        sides=11,
        worn=(1,),
    )
    p.arm(1, (0.4, 0.14, 1.02))
    p.arm(-1, (-0.3, 0.2, 0.9))
    p.head(hooded)
    with p.hold((0.4, 0.15, 1.0), x=90):
        arms.staff(f, S, 1.5, 0.66, 0.12)


def hero(f: Figure) -> None:
    """A captain with a raised sword, a cape and a banner."""
    p = _soldier(f, "hero", bulk=1.15, feet=((0.22, 0.16), (-0.2, -0.1)))
    p.body(S.main, heavy=True)
    p.cape(S.cloth, 0.95, 0.5, -0.14)
    p.arm(1, (0.42, 0.16, 1.26), S.main)
    p.arm(-1, (-0.34, 0.22, 0.86), S.main)
    p.pauldrons(0.19, S.main, S.trim)
    p.head(knight, 6)
    with p.hold((0.42, 0.16, 1.28), x=40, z=-64):
        arms.sword(f, S, 0.76, 0.12)
    f.bar([(-0.06, -0.22, 0.7), (-0.1, -0.26, 1.62)], 0.022, S.metal, 5)
    rows = [
        [
            (-0.1, -0.26, 1.6 - 0.24 * k),
            (-0.36, -0.29, 1.58 - 0.24 * k),
            (-0.62, -0.26, 1.6 - 0.24 * k),
        ]
        for k in range(3)
    ]
    f.sheet(rows, 0.025, OWN)


def warjack(f: Figure) -> None:
    """A broad machine with a gun and a fist."""
    ground(f, S, "large", "warjack")
    machines.stand(f, 1.08)
    for side in f.sides():
        machines.straight_leg(
            f, S, (0.32, -0.02, 1.06), (0.44, 0.02 + machines.step(f, side) * 0.1), 1.15
        )
        machines.arm(
            f,
            S,
            f"arm.{1 if side > 0 else 2}",
            (0.64, 0.04, 1.74),
            (0.8, 0.0, 1.32),
            (0.72, 0.28, 1.06),
            1.2,
            0.34,
        )
        machines.stack(f, S, (0.26, -0.4, 1.8), 0.5, 0.085)
    f.box((0.56, 0.44, 0.3), (0, -0.02, 1.1), S.metal, bevel=0.03)
    f.hull(
        [
            *((x, y, 1.22) for x in (-0.3, 0.3) for y in (-0.28, 0.26)),
            *((x, 0.42, 1.52) for x in (-0.38, 0.38)),
            *((x, 0.3, 1.9) for x in (-0.42, 0.42)),
            *((x, -0.4, 1.96) for x in (-0.44, 0.44)),
            *((x, -0.44, 1.5) for x in (-0.4, 0.4)),
        ],
        S.main,
        0.045,
    )
    f.box((0.3, 0.28, 0.26), (0, 0.42, 1.72), S.metal, top=(0.8, 0.8), bevel=0.03)
    f.box((0.22, 0.04, 0.05), (0, 0.56, 1.74), S.glow, bevel=0)
    with f.at_socket("arm.1"), f.place((0, 0.02, 0), size=1.35):
        arms.cannon(f, S, 0.5)
    with f.at_socket("arm.2"), f.place((0, 0.02, 0), size=1.35):
        arms.fist(f, S)
    f.sockets.clear()


def portal(f: Figure) -> None:
    """A ring with light in it, between two pylons."""
    ground(f, S, "small", "portal", "deck")
    machines.hoop(f, S.metal, (0, 0, 0.9), 0.44, 0.06)
    f.lathe([(0.4, -0.01), (0.41, 0), (0.4, 0.01)], S.glow, (0, 0, 0.9), x=90, sides=18)
    f.lathe([(0.39, -0.016), (0.39, 0.016)], Paint((24, 84, 112)), (0, 0, 0.9), x=90, sides=18)
    with f.place((0, 0, 0.9)):
        draw_whirl(f, 0.39, 0.032, S.glow)
    for _ in f.sides():
        f.box((0.14, 0.22, 0.7), (0.46, 0, 0.35), S.main, top=(0.7, 0.8))
    f.box((1.0, 0.34, 0.12), (0, 0, 0.06), S.second)


MOULDS = {
    "trooper": trooper,
    "guard": guard,
    "attachment": attachment,
    "solo": solo,
    "hero": hero,
    "warjack": warjack,
    "portal": portal,
}
