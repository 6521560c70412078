"""The Aeternus Continuum: thralls under masks of bone, and machines like insects and wraiths."""

from __future__ import annotations

from figure_kit import arms, machines
from figure_kit.ground import ground
from figure_kit.heads import hooded, horned, skulled
from figure_kit.model import Figure
from figure_kit.paints import AETERNUS, BLACK, BONE, CLOTH, GUN, OWN, Paint
from figure_kit.people import Person
from figure_kit.portals import draw_whirl

S = AETERNUS
FLESH = Paint((150, 146, 128))
RAG = Paint((70, 54, 62), CLOTH)


def _vassal(f: Figure, seed: str, **given: object) -> Person:
    """A lean, stooping thrall with ribs of armour and spines on the back, unarmed."""
    ground(f, S, "small", seed, "shards")
    given.setdefault("chest", (0, 0.12, 0.95))
    given.setdefault("hips", (0, -0.06, 0.62))
    p = Person(f, S, bulk=0.95, **given)  # type: ignore[arg-type]
    p.sleeves = FLESH
    p.legs(S.second)
    p.body(S.main)
    p.skirt(RAG, 0.36, 0.1)
    cx, cy, cz = p.chest
    for k, z in enumerate((0.1, 0.0, -0.1)):
        for _ in f.sides():
            f.bar(
                [
                    (0.03 + cx, cy + 0.172, cz + z),
                    (0.17, cy + 0.13, cz + z + 0.03),
                    (0.205, cy - 0.06, cz + z + 0.05),
                ],
                0.028,
                S.trim,
                5,
            )
        f.bar(
            [(cx, cy - 0.12, cz + z + 0.06), (cx, cy - 0.26 + 0.03 * k, cz + z + 0.18)],
            [0.035, 0.004],
            S.trim,
            5,
        )
    return p


def vassal_reavers(f: Figure) -> None:
    """A reaver that charges, a saw on one arm, a nail gun in the other."""
    p = _vassal(f, "reavers", feet=((0.2, 0.24), (-0.2, -0.22)))
    p.arm(1, (0.42, 0.26, 0.98), S.main)
    p.arm(-1, (-0.3, 0.3, 0.86), S.main)
    p.pauldrons(0.13, S.main, S.trim)
    p.head(skulled, 0, nod=10)
    with p.hold((0.42, 0.26, 0.98), z=-24, x=20):
        arms.saw(f, S, 0.22, 0.14)
    with p.hold((-0.3, 0.3, 0.88), z=14):
        arms.pistol(f, S, 0.4, 1.4)


def vassal_witch_hunters(f: Figure) -> None:
    """A hunter in a tall hat of iron, a hex cannon at the hip."""
    p = _vassal(f, "witch hunters", feet=((0.2, 0.1), (-0.2, -0.1)), chest=(0, 0.03, 0.97))
    p.cape(RAG, 0.74, 0.42, 0.1)
    p.pack(GUN, (0.3, 0.2, 0.34), S.glow)
    p.arm(1, (0.3, 0.16, 0.84), S.main)
    p.arm(-1, (0.08, 0.4, 0.86), S.main)
    p.head(skulled, 6)
    x, y, z = p.neck
    f.lathe(
        [(0.13, 0), (0.24, 0.015), (0.24, 0.035), (0.13, 0.04), (0.1, 0.28), (0.07, 0.3)],
        S.cloth,
        (x, y, z + 0.2),
        x=-6,
        worn=(1, 4),
    )
    with p.hold((0.26, 0.2, 0.84), z=12, size=1.1):
        arms.orb(f, S, 0.16, 0.46, 4)


def vassal_raiders(f: Figure) -> None:
    """A raider, crouched, with a long spike thrower and a blade."""
    p = _vassal(
        f,
        "raiders",
        feet=((0.26, 0.16), (-0.24, -0.16)),
        hips=(0, -0.08, 0.5),
        chest=(0, 0.1, 0.82),
    )
    p.arm(1, (0.2, 0.26, 0.92), S.main)
    p.arm(-1, (-0.44, 0.1, 0.94), S.main)
    p.head(horned, 10)
    with p.hold((0.2, 0.24, 0.93), z=-14, x=8):
        arms.rifle(f, S, 0.82, 1.2)
        f.bar([(0, 0.7, 0.06), (0, 1.0, 0.06)], [0.03, 0.004], S.trim, 5)
    with p.hold((-0.44, 0.1, 0.95), z=44, x=38):
        arms.knife(f, S, 0.46)


def raker(f: Figure) -> None:
    """A beast of metal, low and wide, all mandibles."""
    ground(f, S, "medium", "raker", "shards")
    machines.stand(f, 0.6, 3.0)
    for side in f.sides():
        for y, reach, lift in ((0.3, 0.62, 0.62), (0.0, 0.74, 0.72), (-0.3, 0.62, 0.66)):
            machines.spider_leg(
                f,
                S,
                (0.2, y * 0.7, 0.5),
                (reach * 0.74, y * 1.2, lift),
                (reach, y * 1.5 + 0.02, 0),
                0.8,
            )
        f.bar(
            [(0.12, 0.5, 0.56), (0.3, 0.78, 0.52), (0.2, 1.02, 0.44), (0.04, 1.04, 0.42)],
            [0.07, 0.075, 0.05, 0.006],
            S.trim,
            6,
        )
        f.ball(0.055, (0.12, 0.56, 0.72), S.glow, sides=7)
        f.bar([(0.1, 0.48, 0.78), (0.22, 0.6, 1.16)], [0.025, 0.006], BLACK, 5)
        del side
    f.ball(0.34, (0, 0.3, 0.62), S.main, (0.9, 1, 0.66), 12)
    f.ball(0.42, (0, -0.3, 0.74), S.main, (0.86, 1.16, 0.76), 12)
    for k in range(4):
        f.bar(
            [(0, 0.2 - k * 0.24, 0.84 + 0.07 * k), (0, 0.06 - k * 0.28, 1.12 + 0.08 * k)],
            [0.07, 0.006],
            S.trim,
            6,
        )
    f.bar(
        [(0, -0.7, 0.8), (0, -0.9, 1.2), (0, -0.7, 1.62), (0, -0.36, 1.66)],
        [0.1, 0.08, 0.06, 0.05],
        S.metal,
        7,
    )
    f.lathe([(0.06, 0), (0.15, 0.14), (0.03, 0.13)], S.second, (0, -0.36, 1.66), x=-100, worn=(1,))
    f.ball(0.08, (0, -0.24, 1.63), S.glow)
    f.weapon_end("muzzle", (0, -0.18, 1.63))
    f.weapon_end("tip", (0.04, 1.04, 0.42))
    f.dome(0.2, (0.0, -0.3, 1.02), OWN, 0.4)


def immortal_weaver(f: Figure) -> None:
    """A weaver who hangs in the air in a long shroud, under a great hood of pipes."""
    ground(f, S, "small", "immortal", "shards")
    p = Person(f, S, bulk=0.95, hips=(0, -0.02, 0.76), chest=(0, 0.02, 1.06))
    p.sleeves = RAG
    p.body(S.main)
    p.skirt(S.main, 0.74, 0.02)
    p.tabard(S.cloth, 0.74, 0.26)
    p.cape(S.cloth, 1.0, 0.34, 0.05)
    for _ in f.sides():
        f.bar(
            [(0.08, -0.1, 1.3), (0.26, -0.16, 1.46), (0.34, -0.04, 1.34), (0.3, 0.06, 1.12)],
            [0.05, 0.05, 0.04, 0.03],
            S.trim,
            6,
        )
    f.bar([(0, -0.14, 1.36), (0, -0.18, 1.58)], [0.05, 0.01], S.trim, 6)
    p.arm(1, (0.44, 0.24, 1.02))
    p.arm(-1, (-0.44, 0.24, 1.02))
    p.head(skulled, 0)
    for x in (-0.46, 0.46):
        with p.hold():
            f.ball(0.075, (x, 0.3, 1.06), S.glow)
            f.weapon_end("muzzle", (x, 0.38, 1.06))
    f.lathe([(0.18, 0.03), (0.3, 0.06), (0.18, 0.09)], S.glow, sides=10)


def marauder(f: Figure) -> None:
    """A hulking brute: a claw of iron on one side, a gun of many barrels on the other."""
    ground(f, S, "medium", "marauder", "shards")
    with f.place(size=1.2):
        p = Person(
            f,
            S,
            bulk=1.5,
            feet=((0.3, 0.12), (-0.3, -0.06)),
            hips=(0, -0.06, 0.62),
            chest=(0, 0.12, 1.0),
        )
        p.sleeves = FLESH
        p.legs(S.second)
        p.body(S.main, BLACK, heavy=True)
        p.pauldrons(0.26, S.main, S.trim)
        for x in (-0.2, 0, 0.2):
            f.bar([(x, -0.08, 1.18), (x * 1.4, -0.24, 1.46)], [0.05, 0.005], S.trim, 6)
        p.arm(1, (0.5, 0.34, 0.84), S.main)
        p.arm(-1, (-0.52, 0.3, 0.86), S.main)
        p.head(horned, 0, 0.95, -8)
        with p.hold((0.5, 0.34, 0.84), z=-8, size=0.9):
            arms.cannon(f, S, 0.5, barrels=4, radius=0.09)
        with p.hold((-0.52, 0.32, 0.84), z=6, size=1.2):
            arms.claw(f, S, 0.38, 0.22)


def grafter(f: Figure) -> None:
    """A surgeon with four more arms on the back, a bone saw in the hand."""
    ground(f, S, "small", "grafter", "shards")
    p = Person(
        f, S, feet=((0.15, 0.08), (-0.15, -0.06)), chest=(0, 0.08, 0.98), hips=(0, -0.04, 0.64)
    )
    p.legs()
    p.body(FLESH)
    p.skirt(BONE, 0.52, 0.12)
    p.tabard(BONE, 0.52, 0.26)
    p.pack(GUN, (0.3, 0.2, 0.34), S.glow)
    for _ in f.sides():
        machines.tentacle(
            f,
            S,
            [(0.12, -0.22, 1.06), (0.42, -0.3, 1.34), (0.5, 0.02, 1.5), (0.44, 0.24, 1.42)],
            0.05,
            S.glow,
        )
        machines.tentacle(
            f,
            S,
            [(0.12, -0.22, 0.96), (0.5, -0.3, 0.96), (0.6, 0.04, 1.06), (0.5, 0.28, 0.98)],
            0.045,
            S.metal,
        )
    p.arm(1, (0.24, 0.34, 0.86))
    p.arm(-1, (-0.2, 0.3, 0.8))
    p.head(lambda g, s: hooded(g, s), 0)
    with p.hold((0.24, 0.34, 0.88), z=-12, x=12):
        arms.chainsaw(f, S, 0.46, 0.12)
    with p.hold():
        f.box((0.12, 0.12, 0.16), (-0.2, 0.34, 0.78), S.glow, bevel=0.02)


def hierotheos_raxis(f: Figure) -> None:
    """The high priest: robes over a body of pipes, a grinder of souls on one arm, a fan of bone behind."""
    ground(f, S, "medium", "raxis", "shards")
    with f.place(size=1.2):
        p = Person(f, S, bulk=1.2, feet=((0.18, 0.14), (-0.18, -0.04)), chest=(0, 0.05, 1.02))
        p.sleeves = RAG
        p.legs(S.second)
        p.body(S.main, BLACK, heavy=True)
        p.skirt(S.main, 0.62, 0.26)
        p.tabard(S.trim, 0.56, 0.24)
        p.cape(S.cloth, 1.0, 0.6, 0.1)
        for k in range(5):
            with f.place((0, -0.2, 1.08), y=-56 + 28 * k, x=14):
                f.plate(
                    [(-0.035, 0.1), (0.035, 0.1), (0.06, 0.42), (0, 0.56), (-0.06, 0.42)],
                    0.035,
                    S.trim,
                )
        p.pauldrons(0.2, S.main, S.trim)
        p.arm(1, (0.46, 0.26, 0.98), S.main)
        p.arm(-1, (-0.4, 0.3, 1.12), S.main)
        p.head(horned, 0, 1.0)
        with p.hold((0.46, 0.28, 0.98), z=-6):
            arms.thrower(f, S, 0.5)
            for k in range(6):
                with f.place((0, 0.42, 0), y=60 * k):
                    f.bar([(0.09, 0, 0), (0.12, 0.14, 0)], [0.03, 0.004], S.trim, 4)
        with p.hold():
            f.ball(0.09, (-0.42, 0.36, 1.18), S.glow)


# --- machines


def head(f: Figure, kind: str) -> None:
    """A skull of metal with many eyes, and what its cortex needs."""
    f.hull(
        [
            (-0.12, -0.12, 0.1),
            (0.12, -0.12, 0.1),
            (-0.14, 0.04, 0.12),
            (0.14, 0.04, 0.12),
            (-0.1, -0.12, -0.06),
            (0.1, -0.12, -0.06),
            (-0.05, 0.3, -0.06),
            (0.05, 0.3, -0.06),
            (-0.06, 0.26, 0.02),
            (0.06, 0.26, 0.02),
        ],
        S.trim,
        0.025,
    )
    for _ in f.sides():
        f.ball(0.038, (0.085, 0.14, 0.07), S.glow, sides=6)
        if kind in ("killer", "cruiser"):
            f.bar(
                [(0.1, -0.06, 0.1), (0.24, 0.0, 0.24), (0.26, 0.2, 0.3)],
                [0.05, 0.04, 0.005],
                S.metal,
                6,
            )
        elif kind in ("revenger", "impulse"):
            f.bar(
                [(0.08, -0.1, 0.08), (0.16, -0.3, 0.24), (0.12, -0.5, 0.44)],
                [0.05, 0.04, 0.005],
                S.trim,
                6,
            )
        elif kind in ("spider",):
            for y in (0.06, -0.02):
                f.ball(0.03, (0.12, y, 0.13), S.glow, sides=6)
            f.bar(
                [(0.05, 0.26, -0.04), (0.12, 0.36, -0.08), (0.04, 0.44, -0.14)],
                [0.04, 0.03, 0.004],
                S.metal,
                5,
            )
        elif kind == "ghost":
            f.plate([(0.1, -0.04), (0.3, 0.1), (0.26, 0.3), (0.12, 0.16)], 0.03, S.main)
        else:
            f.bar([(0.06, -0.08, 0.1), (0.08, -0.1, 0.4)], [0.03, 0.008], BLACK, 5)
    if kind in ("oracle", "misanthrope"):
        machines.hoop(f, S.glow, (0, -0.08, 0.24), 0.17, 0.02)
    if kind == "cruiser":
        f.box((0.06, 0.3, 0.12), (0, -0.06, 0.16), S.main, top=(1, 0.4), bevel=0.015)


def scourge(f: Figure) -> None:
    """A low, wide insect of a machine on four legs, its claw held out, its back a nest of spines."""
    ground(f, S, "large", "scourge", "shards")
    machines.stand(f, 0.8)
    for side in f.sides():
        machines.spider_leg(f, S, (0.3, 0.16, 0.82), (0.7, 0.4, 1.22), (0.86, 0.62, 0), 1.35)
        machines.spider_leg(f, S, (0.3, -0.24, 0.82), (0.74, -0.44, 1.26), (0.88, -0.66, 0), 1.35)
        name = "claw" if side < 0 else "arm.1"
        machines.arm(f, S, name, (0.42, 0.36, 1.1), (0.66, 0.44, 0.86), (0.56, 0.7, 0.74), 1.0, 0.0)
        machines.shield(f, S, (0.42, 0.36, 1.14), 0.26, side < 0, 30)
    f.ball(0.44, (0, 0.2, 1.0), S.main, (1.0, 1.1, 0.66), 12)
    f.ball(0.5, (0, -0.34, 1.08), S.main, (0.92, 1.15, 0.74), 12)
    f.box((0.5, 0.7, 0.2), (0, -0.05, 0.74), S.metal, bevel=0.04)
    for k in range(5):
        for x in (-0.16, 0.16):
            f.bar(
                [(x, 0.12 - 0.2 * k, 1.26), (x * 1.5, -0.08 - 0.24 * k, 1.6 - 0.05 * abs(k - 2))],
                [0.07, 0.005],
                S.trim,
                6,
            )
    for _ in f.sides():
        f.lathe([(0.09, 0), (0.11, 0.04), (0.06, 0.1)], S.glow, (0.4, -0.5, 1.1), y=80, worn=(0,))
    with f.place((0, 0.62, 1.04), x=-10, size=1.15):
        machines.head_socket(f)
    for side in f.sides():
        with f.place((0.3, -0.12, 1.42)):
            f.box((0.2, 0.3, 0.12), (0, 0, -0.05), S.metal, bevel=0.02)
            f.socket(f"shoulder.{1 if side > 0 else 2}")


def nemesis(f: Figure) -> None:
    """A wraith that flies: no legs but a tail, great swept wings, arms hanging."""
    ground(f, S, "large", "nemesis", "shards")
    f.bar([(0.0, -0.1, 0.0), (0.0, -0.1, 0.5)], [0.09, 0.05], Paint(S.stone), 6)
    machines.stand(f, 0.6, 4.0)
    tail = [
        (0.0, -0.04, 1.2),
        (0.0, -0.1, 0.86),
        (0.0, -0.08, 0.5),
        (0.0, 0.1, 0.24),
        (0.0, 0.34, 0.18),
    ]
    machines.tentacle(f, S, [tail[0], tail[1], tail[2], tail[3], tail[4]], 0.16, S.glow)
    chest = [(x, y, 1.3) for x in (-0.2, 0.2) for y in (-0.16, 0.16)] + [
        (x, 0.26, 1.64) for x in (-0.28, 0.28)
    ]
    chest += [(x, y, 1.92) for x in (-0.38, 0.38) for y in (-0.26, 0.12)]
    f.hull(chest, S.main, 0.045)
    for k in range(4):
        z = 1.36 + 0.13 * k
        for _ in f.sides():
            f.bar([(0.03, 0.25 + 0.01 * k, z), (0.26 + 0.03 * k, 0.16, z + 0.04)], 0.03, S.trim, 5)
    for side in f.sides():
        name = f"arm.{1 if side > 0 else 2}"
        machines.arm(
            f,
            S,
            name,
            (0.5, 0.02, 1.84),
            (0.72, -0.02, 1.46),
            (0.66, 0.24, 1.2),
            0.92,
            0.26,
            own=side < 0,
        )
        with f.place((0.3, -0.3, 1.72), z=-24, y=-16):
            wing = [
                (0, -0.1),
                (0.5, 0.12),
                (1.0, 0.62),
                (1.04, 0.86),
                (0.66, 0.66),
                (0.6, 0.44),
                (0.36, 0.48),
                (0.28, 0.26),
                (0, 0.24),
            ]
            f.plate(wing, 0.05, S.main)
            f.plate(
                [(0.1, -0.02), (0.5, 0.18), (0.94, 0.64), (0.9, 0.68), (0.48, 0.27), (0.1, 0.1)],
                0.085,
                S.trim,
            )
        machines.jet(f, S, (0.22, -0.36, 1.7), 0.46, 0.14, 34)
    with f.place((0, 0.24, 2.0), x=-12, size=1.1):
        f.lathe([(0.1, -0.16), (0.1, -0.04)], GUN, sides=8)
        machines.head_socket(f)
    for side in f.sides():
        with f.place((0.36, -0.1, 2.06)):
            f.box((0.2, 0.24, 0.08), (0, 0, -0.04), S.metal, bevel=0.02)
            f.socket(f"shoulder.{1 if side > 0 else 2}")


def gate(f: Figure) -> None:
    """A void gate torn open by six talons."""
    ground(f, S, "small", "aeternus gate", "shards")
    for _ in f.sides():
        for y, lean in ((0.16, 0.02), (0.0, 0.0), (-0.16, -0.02)):
            f.bar(
                [(0.28, y, 0), (0.5, y * 1.3, 0.5), (0.46, y, 1.0), (0.16 + lean, y * 0.4, 1.52)],
                [0.085, 0.075, 0.06, 0.006],
                S.trim if y else S.main,
                6,
            )
        f.ball(0.06, (0.46, 0.06, 0.72), S.glow, sides=7)
    f.lathe(
        [(0.27, -0.012), (0.31, 0), (0.27, 0.012)],
        S.glow,
        (0, 0, 0.76),
        x=90,
        flat=(1, 1.95),
        sides=12,
    )
    f.lathe(
        [(0.24, -0.024), (0.24, 0.024)],
        Paint((26, 84, 34)),
        (0, 0, 0.76),
        x=90,
        flat=(1, 1.95),
        sides=12,
    )
    with f.place((0, 0, 0.76)):
        draw_whirl(f, 0.24, 0.048, S.glow, 1.95)
    f.box((0.7, 0.4, 0.1), (0, 0, 0.05), S.second, top=(0.8, 0.8))


HEADS = {
    "killer_cortex": "killer",
    "revenger_cortex": "revenger",
    "spider_cortex": "spider",
    "misanthrope_cortex": "misanthrope",
    "battle_cruiser_cortex": "cruiser",
    "impulse_reciprocator_cortex": "impulse",
    "ghost_cortex": "ghost",
    "oracle_cortex": "oracle",
}
