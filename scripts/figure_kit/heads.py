"""Heads of people, about 0.26 high, their middle at the origin."""

from __future__ import annotations

from figure_kit.model import Figure
from figure_kit.paints import BLACK, EYE, HAIR, LEATHER, LIPS, OWN, SKIN, Paint, Scheme, lighter


def _face(f: Figure) -> None:
    """A bare head: skull and jaw, nose, brows, eyes, mouth and ears."""
    f.ball(0.112, (0, -0.012, 0.04), SKIN, (0.92, 1.02, 1.04), 12)
    f.hull(
        [
            *((x, 0.0, 0.03) for x in (-0.095, 0.095)),
            *((x, 0.09, 0.05) for x in (-0.07, 0.07)),
            *((x, 0.092, -0.02) for x in (-0.068, 0.068)),
            *((x, 0.104, -0.085) for x in (-0.032, 0.032)),
            *((x, 0.02, -0.085) for x in (-0.07, 0.07)),
            *((x, -0.05, -0.05) for x in (-0.06, 0.06)),
        ],
        SKIN,
        0.02,
    )
    f.hull(
        [(0, 0.104, 0.046), (-0.018, 0.1, -0.014), (0.018, 0.1, -0.014), (0, 0.138, -0.012)],
        SKIN,
        0,
    )
    f.box((0.055, 0.016, 0.012), (0, 0.109, -0.046), LIPS, bevel=0.004)
    for side in (-1, 1):
        f.box((0.058, 0.024, 0.018), (side * 0.043, 0.1, 0.064), HAIR, y=side * 8, bevel=0.005)
        f.box((0.044, 0.012, 0.026), (side * 0.043, 0.101, 0.034), EYE, bevel=0)
        f.box((0.022, 0.014, 0.024), (side * 0.04, 0.104, 0.034), BLACK, bevel=0)
        f.box((0.022, 0.05, 0.062), (side * 0.104, -0.005, 0.02), SKIN, bevel=0.01)


def goggled(f: Figure, s: Scheme) -> None:
    """A face under a soft hat, a scarf below; one in three has the goggles on the hat, one the scarf up."""
    _face(f)
    eyes, up = (0.034, 0.0) if f.pose != 1 else (0.155, 0.02)
    f.lathe(
        [
            (0.117, eyes - 0.02),
            (0.124 + up, eyes - 0.012),
            (0.124 + up, eyes + 0.016),
            (0.117, eyes + 0.022),
        ],
        BLACK,
        (0, -0.008, 0),
        sides=12,
    )
    for x in (-0.048, 0.048):
        f.lathe(
            [(0.036, -0.01), (0.042, 0.0), (0.042, 0.02), (0.034, 0.026)],
            s.metal,
            (x, 0.105 + up, eyes),
            x=-90,
            sides=8,
        )
        f.ball(0.032, (x, 0.124 + up, eyes), s.glow, sides=7)
    f.lathe(
        [
            (0.1, 0.082),
            (0.182, 0.09),
            (0.186, 0.098),
            (0.178, 0.106),
            (0.13, 0.104),
            (0.118, 0.16),
            (0.1, 0.182),
            (0.04, 0.19),
        ],
        s.cloth,
        (0, -0.012, 0),
        x=6,
        sides=12,
    )
    f.lathe(
        [(0.129, 0.1), (0.134, 0.104), (0.13, 0.124), (0.124, 0.126)],
        LEATHER,
        (0, -0.012, 0),
        x=6,
        sides=12,
    )
    f.box((0.2, 0.06, 0.1), (0, -0.1, 0.02), HAIR, top=(1, 0.8), bevel=0.02)
    low = 0.0 if f.pose == 2 else -0.05
    f.lathe(
        [
            (0.09, -0.15),
            (0.14, -0.13),
            (0.145, -0.1 + low / 3),
            (0.125, -0.045 + low),
            (0.1, -0.04 + low),
        ],
        OWN,
        sides=11,
    )


def helmeted(f: Figure, s: Scheme) -> None:
    """A helmet with a visor, ear pieces and a mask to breathe through; one in three shows the face."""
    if f.pose == 1:
        _open_helmet(f, s)
        return
    f.ball(0.135, (0, -0.008, 0.02), s.main, (0.95, 1.05, 1.04), 12)
    f.lathe(
        [(0.128, -0.05), (0.148, -0.04), (0.148, -0.012), (0.132, 0.0)],
        s.main,
        (0, -0.012, -0.02),
        flat=(0.96, 1.04),
        sides=12,
    )
    for paint, more in ((BLACK, 0.02), (s.glow, 0.0)):
        f.hull(
            [
                *((x, 0.07, z) for x in (-0.116, 0.116) for z in (-0.028 - more, 0.05 + more)),
                *(
                    (x, 0.15 - more / 2, z)
                    for x in (-0.07 - more, 0.07 + more)
                    for z in (-0.022 - more, 0.044)
                ),
            ],
            paint,
            0.008,
        )
    f.hull(
        [
            *((x, 0.06, z) for x in (-0.12, 0.12) for z in (0.042, 0.075)),
            *((x, 0.158, 0.046) for x in (-0.064, 0.064)),
            *((x, 0.12, 0.085) for x in (-0.06, 0.06)),
        ],
        s.main,
        0.012,
    )
    f.box((0.13, 0.09, 0.085), (0, 0.08, -0.085), s.second, top=(1.2, 1.3), bevel=0.02)
    for side in (-1, 1):
        f.lathe(
            [(0.03, -0.012), (0.038, 0.0), (0.03, 0.012)],
            s.metal,
            (side * 0.05, 0.125, -0.09),
            x=-90,
            sides=8,
        )
        _ear_plate(f, s, side, 0.0)
    f.box((0.05, 0.2, 0.035), (0, -0.025, 0.148), s.trim, top=(0.7, 0.8), bevel=0.012)


def _ear_plate(f: Figure, s: Scheme, side: int, z: float) -> None:
    """A round plate over an ear of a helmet."""
    f.lathe(
        [(0.045, -0.015), (0.055, 0.0), (0.045, 0.02), (0.02, 0.026)],
        s.second,
        (side * 0.122, -0.01, z),
        y=side * 90,
        sides=9,
    )


def _open_helmet(f: Figure, s: Scheme) -> None:
    """A helmet with its visor up over a face."""
    _face(f)
    f.dome(0.138, (0, -0.02, 0.052), s.main, 0.92, flat=(0.98, 1.06))
    f.box((0.22, 0.13, 0.2), (0, -0.07, 0.01), s.main, top=(1.08, 1.05), bevel=0.03)
    f.hull(
        [
            *((x, 0.1, z) for x in (-0.115, 0.115) for z in (0.09, 0.15)),
            *((x, 0.165, z) for x in (-0.07, 0.07) for z in (0.1, 0.15)),
        ],
        s.glow,
        0.008,
    )
    f.box((0.25, 0.1, 0.025), (0, 0.085, 0.082), s.trim, bevel=0.008)
    for side in (-1, 1):
        _ear_plate(f, s, side, 0.02)
        f.box((0.02, 0.03, 0.12), (side * 0.1, 0.05, -0.05), LEATHER, bevel=0.006)
    f.box((0.05, 0.2, 0.035), (0, -0.025, 0.178), s.trim, top=(0.7, 0.8), bevel=0.012)


def hooded(f: Figure, s: Scheme) -> None:
    """A face in the shade of a hood with a pale edge, its eyes bright; one in three is masked."""
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
    f.box((0.17, 0.05, 0.18), (0, 0.112, -0.01), BLACK, top=(0.8, 1), bevel=0.02)
    masked = f.pose == 2
    f.hull(
        [
            *((x, 0.12, 0.03) for x in (-0.066, 0.066)),
            *((x, 0.15, 0.02) for x in (-0.045, 0.045)),
            *((x, 0.15, -0.05) for x in (-0.05, 0.05)),
            *((x, 0.148, -0.098) for x in (-0.026, 0.026)),
            *((x, 0.11, -0.09) for x in (-0.06, 0.06)),
        ],
        OWN if masked else SKIN,
        0.012,
    )
    if not masked:
        f.hull(
            [(0, 0.15, 0.022), (-0.017, 0.148, -0.03), (0.017, 0.148, -0.03), (0, 0.178, -0.028)],
            SKIN,
            0,
        )
        f.box((0.05, 0.014, 0.012), (0, 0.156, -0.062), LIPS, bevel=0.004)
    f.box((0.15, 0.03, 0.044), (0, 0.142, 0.032), BLACK, bevel=0.01)
    for x in (-0.038, 0.038):
        if masked:
            f.ball(0.023, (x, 0.168, 0.03), s.glow, sides=6)
        else:
            f.box((0.044, 0.02, 0.026), (x, 0.17, 0.03), EYE, bevel=0)
            f.box((0.018, 0.02, 0.024), (x, 0.174, 0.03), BLACK, bevel=0)
    rim = Paint(lighter(s.cloth.rgb), s.cloth.kind)
    for side in (-1, 1):
        f.bar(
            [(side * 0.115, 0.118, -0.1), (side * 0.105, 0.142, 0.05), (0, 0.138, 0.135)],
            0.017,
            rim,
            5,
        )


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
    f.box((0.215, 0.055, 0.066), (0, 0.114, 0.028), BLACK, bevel=0.008)
    f.box((0.19, 0.066, 0.034), (0, 0.118, 0.026), s.glow, bevel=0.006)
    f.box((0.23, 0.075, 0.022), (0, 0.108, 0.058), s.trim, bevel=0.008)
    f.box((0.02, 0.05, 0.13), (0, 0.142, -0.035), s.trim, x=4, bevel=0.007)
    for side in (-1, 1):
        for k in range(3):
            f.box(
                (0.012, 0.012, 0.05),
                (side * (0.035 + 0.024 * k), 0.132 - 0.014 * k, -0.045),
                BLACK,
                bevel=0,
            )
        f.lathe(
            [(0.03, -0.01), (0.036, 0.0), (0.02, 0.014)],
            s.trim,
            (side * 0.126, 0.0, 0.02),
            y=side * 90,
            sides=8,
        )
    f.box((0.035, 0.28, 0.1), (0, -0.03, 0.16), s.main, top=(1, 0.7), bevel=0.012)
    f.lathe([(0.1, -0.17), (0.135, -0.14), (0.12, -0.1), (0.1, -0.09)], s.metal, sides=10)


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
    _face(f)
    f.dome(0.13, (0, -0.026, 0.056), HAIR, 0.92, x=8)
    f.box((0.16, 0.1, 0.13), (0, -0.082, 0.0), HAIR, top=(1.15, 1.2), bevel=0.03)


def haired(f: Figure, s: Scheme) -> None:
    """A bare head with long hair."""
    bare(f, s)
    f.sheet(
        [
            [(-0.11, -0.04, 0.1), (-0.06, -0.12, 0.12), (0.06, -0.12, 0.12), (0.11, -0.04, 0.1)],
            [
                (-0.13, -0.07, -0.06),
                (-0.06, -0.15, -0.06),
                (0.07, -0.15, -0.06),
                (0.13, -0.07, -0.06),
            ],
            [(-0.1, -0.13, -0.2), (-0.04, -0.19, -0.22), (0.08, -0.18, -0.22), (0.13, -0.12, -0.2)],
            [(-0.05, -0.16, -0.34), (0.0, -0.2, -0.36), (0.06, -0.2, -0.36), (0.1, -0.15, -0.34)],
        ],
        0.05,
        HAIR,
    )
