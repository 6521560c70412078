"""Heads of people, about 0.26 high, their middle at the origin."""

from __future__ import annotations

import math

import numpy as np

from figure_kit.model import Corner, Figure, oval, rgb
from figure_kit.paints import BLACK, EYE, HAIR, LEATHER, LIPS, OWN, SKIN, Paint, Scheme

SKULL = (
    (-0.104, 0.034, 0.05, 0.03, 0.052),
    (-0.08, 0.056, 0.07, 0.06, 0.034),
    (-0.035, 0.082, 0.09, 0.085, 0.012),
    (0.012, 0.096, 0.088, 0.1, 0.008),
    (0.04, 0.1, 0.082, 0.115, 0.006),
    (0.066, 0.102, 0.1, 0.122, 0.004),
    (0.115, 0.094, 0.09, 0.116, -0.006),
    (0.152, 0.062, 0.06, 0.08, -0.012),
    (0.168, 0.024, 0.024, 0.03, -0.014),
)
"""Rings of a head: the height, how far it reaches to the sides, ahead and back, and where its middle is."""


def _face(f: Figure, eyes: bool = True) -> None:
    """A bare head: skull and jaw, nose, brows, eyes, mouth and ears."""
    rings = SKULL if f.fine else (SKULL[0], SKULL[3], SKULL[6], SKULL[7])
    sides = 11 if f.fine else 6
    f.loft([oval(w, n, s, (0, y, z), sides, 0.85) for z, w, n, s, y in rings], SKIN)
    nose = ((0, 0.1, 0.056), (-0.022, 0.094, -0.012), (0.022, 0.094, -0.012))
    f.hull([*nose, (0, 0.136, -0.006), (0, 0.1, -0.02)], SKIN, 0)
    f.box((0.048, 0.012, 0.01), (0, 0.098, -0.046), LIPS, bevel=0)
    for side in (-1, 1):
        if eyes:
            f.box((0.05, 0.02, 0.013), (side * 0.04, 0.1, 0.064), HAIR, y=side * 10, bevel=0)
            f.box((0.038, 0.014, 0.02), (side * 0.039, 0.088, 0.036), EYE, bevel=0)
            f.box((0.016, 0.014, 0.02), (side * 0.037, 0.091, 0.036), BLACK, bevel=0)
        f.box((0.022, 0.05, 0.062), (side * 0.102, -0.012, 0.02), SKIN, bevel=0)


def _lenses(f: Figure, s: Scheme, z: float, y: float = 0.105, apart: float = 0.048) -> None:
    """Two round goggles with a bridge between them."""
    if not f.fine:
        f.box((0.17, 0.04, 0.05), (0, y + 0.01, z), s.glow, bevel=0)
        return
    for x in (-apart, apart):
        rim = ((0.036, -0.012), (0.043, 0.018), (0.034, 0.024))
        f.lathe(rim, s.metal, (x, y, z), x=-90, sides=9, worn=(1,))
        f.lathe(((0.034, 0.015), (0.022, 0.034)), s.glow, (x, y, z), x=-90, sides=9)
    f.box((0.03, 0.02, 0.022), (0, y + 0.014, z), s.metal, bevel=0)


def _hood(f: Figure, paint: Paint, wide: float = 1.0, inner: Paint = BLACK) -> None:
    """A hood, open ahead, its rim turned out and its tip behind; a dark lining."""
    sides = 12 if f.fine else 6
    rows = HOOD if f.fine else (HOOD[0], HOOD[2], HOOD[5])
    shell = [_arch(y, w * wide, up, down, z, sides) for y, w, up, down, z in rows]
    f.loft(shell, paint)
    if not f.fine:
        f.box((0.16, 0.03, 0.19), (0, 0.082, 0.0), inner, bevel=0)
        return
    crest = [(0.0, y - 0.24 * (z + up), z + up) for y, _, up, _, z in rows]
    f.bar(crest, 0.013, Paint(rgb(paint, 0.7), paint.kind), 4)
    rim = ((0.08, 0.14, 0.19, 0.158), (0.114, 0.137, 0.184, 0.152), (0.119, 0.112, 0.152, 0.138))
    edge = Paint(rgb(paint, 0.78), paint.kind)
    f.loft(
        [_arch(y, w * wide, up, down, 0.0, sides) for y, w, up, down in rim], edge, open_ends=(0, 1)
    )
    lining = ((0.1, 0.1, 0.14, 0.128), (0.1205, 0.104, 0.143, 0.131))
    f.loft(
        [_arch(y, w * wide, up, down, 0.0, sides) for y, w, up, down in lining],
        inner,
        open_ends=(0,),
    )


HOOD = (
    (-0.3, 0.012, 0.012, 0.016, -0.045),
    (-0.235, 0.05, 0.062, 0.07, -0.01),
    (-0.15, 0.098, 0.138, 0.12, 0.015),
    (-0.06, 0.132, 0.19, 0.155, 0.01),
    (0.02, 0.141, 0.207, 0.165, 0.0),
    (0.085, 0.136, 0.188, 0.155, 0.0),
)
"""Rings of a hood: how far ahead, how wide, how far up and down, and the height of its middle."""


def _arch(y: float, wide: float, up: float, down: float, z: float, sides: int) -> list[Corner]:
    """An upright ring with a blunt point at its top, which leans back."""
    ring = []
    for k in range(sides):
        turn = 2 * math.pi * k / sides
        x, rise = math.sin(turn), math.cos(turn)
        narrow = 1.0 if rise < 0 else 1 - 0.34 * rise * rise
        h = z + rise * (up if rise > 0 else down)
        ring.append((x * wide * narrow, y - 0.24 * h, h))
    return ring


def goggled(f: Figure, s: Scheme) -> None:
    """A face under a soft hat, a scarf below; one in three has the goggles on the hat, one the scarf up."""
    _face(f, f.pose == 1)
    eyes, up = (0.036, 0.0) if f.pose != 1 else (0.155, 0.02)
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
    _lenses(f, s, eyes, 0.1 + up)
    _brimmed_hat(f, s)
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


def _brimmed_hat(f: Figure, s: Scheme) -> None:
    """A soft hat: its brim turned up at the sides, its crown creased, a band with a badge."""
    sides = 14 if f.fine else 7
    brim = []
    for r, h in ((0.118, 0.088), (0.19, 0.08), (0.196, 0.09), (0.12, 0.11)):
        ring = oval(r, r * 1.08, r * 1.08, (0, -0.012, h), sides)
        brim.append([(x, y, z + 1.6 * x * x * (r > 0.15) - 0.1 * y * y) for x, y, z in ring])
    f.loft(brim, s.cloth, worn=(1,))
    crown = ((0.108, 0.104), (0.124, 0.108), (0.118, 0.168), (0.094, 0.196), (0.05, 0.188))
    rows = crown if f.fine else crown[1:4]
    f.loft([oval(r * 0.94, r * 1.04, r * 1.1, (0, -0.014, h), sides) for r, h in rows], s.cloth)
    band = ((0.124, 0.104), (0.1295, 0.11), (0.127, 0.132), (0.12, 0.134))
    if f.fine:
        f.loft([oval(r * 0.94, r * 1.04, r * 1.1, (0, -0.014, h), 12) for r, h in band], LEATHER)
        f.box((0.03, 0.014, 0.034), (0.06, 0.108, 0.122), s.trim, z=-26, bevel=0.004)


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
    """A face in a hood: goggles or bare eyes over a bare chin or a scarf, or the mask of a Faction."""
    _hood(f, s.cloth)
    if s.mark in MASKS:
        with f.place((0, 0.035, -0.01), x=6):
            MASKS[s.mark](f, s)
    else:
        with f.place((0, 0.04, -0.022), x=4):
            _face(f, f.pose == 1)
            if f.pose != 1:
                _lenses(f, s, 0.036, 0.092, 0.044)
        if f.pose == 2:
            _scarf(f, OWN)
    _cowl(f, s.cloth)


def _scarf(f: Figure, paint: Paint) -> None:
    """A scarf over the mouth."""
    rows = ((-0.135, 0.07, 0.09), (-0.105, 0.09, 0.115), (-0.05, 0.098, 0.108), (-0.03, 0.09, 0.09))
    rings = [oval(w, n, 0.03, (0, 0.045, z), 10 if f.fine else 5) for z, w, n in rows]
    f.loft(rings, paint, worn=(2,))
    if f.fine:
        f.box((0.06, 0.02, 0.012), (0.03, 0.15, -0.09), paint, y=16, bevel=0)


def _cowl(f: Figure, paint: Paint) -> None:
    """Folds of cloth round the neck and over the shoulders."""
    if not f.fine:
        return
    for r, low, high in ((0.16, -0.205, -0.14), (0.128, -0.165, -0.1)):
        tone = Paint(rgb(paint, 0.9 if r > 0.15 else 1.05), paint.kind)
        rows = ((r, low), (r * 1.06, low + 0.025), (r * 0.74, high + 0.01))
        f.loft(
            [oval(w, w, w * 1.04, (0, -0.02, z), 10, 0.9) for w, z in rows], tone, open_ends=(1,)
        )


def _plate_mask(f: Figure, s: Scheme) -> None:
    """A mask of metal with lit slits for eyes, a ridge for a nose and holes to breathe through."""
    rows = (
        (-0.115, 0.034, 0.05),
        (-0.06, 0.074, 0.092),
        (0.0, 0.094, 0.096),
        (0.03, 0.096, 0.088),
        (0.06, 0.098, 0.104),
        (0.13, 0.08, 0.08),
    )
    chosen = rows if f.fine else rows[::2]
    sides = 12 if f.fine else 6
    paint = s.trim if s.mark == "flame" else s.second
    f.loft([oval(w, n, 0.03, (0, 0.036, z), sides, 0.85) for z, w, n in chosen], paint, worn=(4,))
    f.hull(
        [
            (0, 0.138, 0.12),
            (-0.02, 0.126, 0.0),
            (0.02, 0.126, 0.0),
            (0, 0.165, 0.0),
            (0, 0.12, -0.03),
        ],
        paint,
        0,
    )
    for side in (-1, 1):
        f.box((0.058, 0.02, 0.024), (side * 0.043, 0.122, 0.035), s.glow, y=side * -9, bevel=0)
        for k in range(2):
            spot = (side * (0.022 + 0.02 * k), 0.122 - 0.008 * k, -0.055)
            f.box((0.01, 0.02, 0.04), spot, BLACK, bevel=0)
    if not f.fine:
        f.box((0.13, 0.04, 0.04), (0, 0.116, 0.035), s.glow, bevel=0)


def _half_mask(f: Figure, s: Scheme) -> None:
    """Bright eyes in the shade over a mask to breathe through, with two canisters."""
    _face(f, False)
    f.box((0.17, 0.06, 0.05), (0, 0.1, 0.02), BLACK, bevel=0.01)
    for side in (-1, 1):
        f.ball(0.021, (side * 0.042, 0.134, 0.022), s.glow, (1.3, 0.7, 0.8), sides=7)
        can = ((0.02, -0.02), (0.032, -0.012), (0.032, 0.02), (0.024, 0.028))
        f.lathe(can, s.metal, (side * 0.05, 0.13, -0.09), x=-70, z=side * -24, sides=8, worn=(2,))
    rows = ((-0.13, 0.045, 0.06), (-0.1, 0.07, 0.092), (-0.045, 0.086, 0.1), (-0.02, 0.08, 0.085))
    rings = [oval(w, n, 0.02, (0, 0.04, z), 10 if f.fine else 5) for z, w, n in rows]
    f.loft(rings, s.second, worn=(2,))
    if not f.fine:
        f.box((0.13, 0.04, 0.04), (0, 0.125, 0.022), s.glow, bevel=0)


MASKS = {"flame": _plate_mask, "bars": _half_mask, "hourglass": _half_mask}
"""What a hooded head of a Faction wears over its face, by the Faction's mark."""


def knight(f: Figure, s: Scheme) -> None:
    """A great helm with a slit of light, a riveted band, a flared neck and a crest."""
    rows = (
        (-0.165, 0.132, 0.12, 0.135),
        (-0.12, 0.108, 0.108, 0.11),
        (-0.03, 0.122, 0.126, 0.122),
        (0.06, 0.128, 0.126, 0.128),
        (0.12, 0.112, 0.106, 0.112),
        (0.165, 0.066, 0.06, 0.066),
    )
    chosen = rows if f.fine else (rows[1], rows[3], rows[5])
    sides = 12 if f.fine else 6
    f.loft([oval(w, n, b, (0, 0, z), sides, 0.75) for z, w, n, b in chosen], s.second, worn=(0,))
    if f.fine:
        band = ((0.06, 1.0), (0.066, 1.07), (0.092, 1.04), (0.096, 0.98))
        f.loft(
            [oval(0.126 * k, 0.124 * k, 0.126 * k, (0, 0, z), 12, 0.75) for z, k in band],
            s.trim,
            worn=(1,),
            open_ends=(0, 1),
        )
        for turn in range(30, 360, 60):
            x, y = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            out = np.array([x, y, 0.0])
            f.rivet(out * 0.133 + (0, 0, 0.078), out, s.metal, 0.012)
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
    """A mask of bone with lights deep in its eyes, a jaw of teeth, and a cowl."""
    with f.place((0, -0.03, 0.0)):
        _hood(f, s.cloth, 0.98)
    rows = (
        (-0.15, 0.034, 0.03),
        (-0.125, 0.05, 0.07),
        (-0.085, 0.058, 0.082),
        (-0.055, 0.056, 0.07),
        (-0.03, 0.086, 0.084),
        (0.01, 0.094, 0.072),
        (0.05, 0.1, 0.104),
        (0.12, 0.08, 0.09),
        (0.15, 0.05, 0.05),
    )
    chosen = rows if f.fine else rows[1::3]
    sides = 12 if f.fine else 6
    f.loft([oval(w, n, 0.04, (0, 0.036, z), sides, 0.85) for z, w, n in chosen], s.trim, worn=(5,))
    f.hull(
        [(0, 0.13, 0.0), (-0.014, 0.126, -0.04), (0.014, 0.126, -0.04)] + [(0, 0.1, -0.02)],
        BLACK,
        0,
    )
    for k in range(5):
        f.box(
            (0.006, 0.02, 0.032),
            ((k - 2) * 0.016, 0.113 - 0.003 * abs(k - 2), -0.098),
            BLACK,
            bevel=0,
        )
    for side in (-1, 1):
        f.box((0.054, 0.02, 0.04), (side * 0.043, 0.1, 0.016), BLACK, y=side * -14, bevel=0)
        f.ball(0.022, (side * 0.043, 0.108, 0.014), s.glow, sides=7)
    if not f.fine:
        f.box((0.12, 0.04, 0.035), (0, 0.104, 0.014), s.glow, bevel=0)


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
    rows = (
        (0.05, 0.115, 0.112, 0.138, 0.42),
        (0.115, 0.108, 0.097, 0.137, 0.1),
        (0.157, 0.078, 0.07, 0.108, 0.0),
        (0.184, 0.034, 0.028, 0.044, 0.0),
    )
    hair = []
    for z, w, n, b, tilt in rows:
        ring = oval(w, n, b, (0, -0.002, z), 11 if f.fine else 6, 0.9)
        hair.append([(x, y, h + tilt * y) for x, y, h in ring])
    f.loft(hair, HAIR, open_ends=(0,))
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
