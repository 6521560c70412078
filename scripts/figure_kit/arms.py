"""Arms: each with its grip (or its mount) at the origin, pointing north. People carry them, and machines larger ones."""

from __future__ import annotations

import math

import numpy as np

from figure_kit.model import Figure
from figure_kit.paints import BLACK, GUN, LEATHER, STEEL, Paint, Scheme

Point = tuple[float, float]


# --- guns


def rifle(
    f: Figure,
    s: Scheme,
    long: float = 0.78,
    thick: float = 1.0,
    scope: bool = False,
    bayonet: bool = False,
    drum: bool = False,
) -> None:
    """A rifle held at its grip."""
    f.weapon_end("muzzle", (0, long, 0.06))
    t = thick
    f.box((0.07 * t, 0.34, 0.12 * t), (0, 0.1, 0.04), s.second)
    f.box((0.055 * t, 0.2, 0.1 * t), (0, -0.17, 0.01), s.main, x=-6)
    f.box((0.05, 0.07, 0.13), (0, -0.02, -0.06), BLACK, x=14, bevel=0)
    f.bar([(0, 0.24, 0.06), (0, long, 0.06)], 0.024 * t, GUN, 6)
    f.box((0.06 * t, 0.1, 0.07 * t), (0, long - 0.05, 0.06), s.metal, bevel=0.012)
    f.bar([(0, long - 0.02, 0.06), (0, long + 0.012, 0.06)], 0.02 * t, BLACK, 6)
    f.box((0.054 * t, 0.2, 0.066 * t), (0, 0.36, 0.05), s.main, top=(0.8, 0.9), bevel=0.012)
    if f.fine:
        _rifle_details(f, s, long, t)
    if drum:
        f.lathe(
            [(0.075, -0.05), (0.085, -0.03), (0.085, 0.03), (0.075, 0.05)],
            GUN,
            (0, 0.16, -0.06),
            y=90,
            worn=(0, 2),
        )
    else:
        f.box((0.045, 0.075, 0.11), (0, 0.15, -0.06), GUN, x=-10, bevel=0.01)
        f.box((0.043, 0.073, 0.08), (0, 0.168, -0.135), GUN, x=-24, bevel=0)
        f.box((0.05, 0.08, 0.018), (0, 0.184, -0.17), s.metal, x=-24, bevel=0)
    if scope:
        f.bar([(0, -0.04, 0.135), (0, 0.2, 0.135)], [0.024, 0.034], BLACK, 6)
        f.ball(0.025, (0, 0.21, 0.135), s.glow, sides=6)
    else:
        f.box((0.03, 0.12, 0.03), (0, 0.1, 0.058 + 0.06 * t), GUN, bevel=0)
    if bayonet:
        f.weapon_end("tip", (0, long + 0.24, 0))
        with f.place((0, long - 0.02, 0.0)):
            f.hull(
                [(0, 0, 0.02), (0, 0, -0.05), (0.012, 0.05, 0), (-0.012, 0.05, 0), (0, 0.26, 0.0)],
                s.glow,
                0.004,
            )


def _rifle_details(f: Figure, s: Scheme, long: float, t: float) -> None:
    """Slots in the brake and the guard, a trigger's guard, a butt, a rail, a port and a sling."""
    for y in (long - 0.07, long - 0.035):
        f.box((0.063 * t, 0.014, 0.03 * t), (0, y, 0.06), BLACK, bevel=0)
    for y in (0.31, 0.36, 0.41):
        f.box((0.057 * t, 0.022, 0.016), (0, y, 0.052), BLACK, bevel=0)
    f.bar([(0, 0.06, -0.02), (0, 0.05, -0.075), (0, -0.02, -0.08)], 0.009, GUN, 4)
    f.box((0.058 * t, 0.03, 0.125 * t), (0, -0.28, -0.002), BLACK, x=-6, bevel=0)
    f.box((0.026, 0.3, 0.02), (0, 0.12, 0.044 + 0.062 * t), s.metal, bevel=0)
    f.box((0.016, 0.07, 0.035), (0.034 * t, 0.12, 0.065), BLACK, bevel=0)
    f.box((0.014, 0.02, 0.05), (0, long - 0.09, 0.11), GUN, bevel=0)
    f.bar([(0.03, -0.24, -0.03), (0.04, 0.06, -0.16), (0.03, 0.42, 0.02)], 0.012, LEATHER, 4)


def pistol(f: Figure, s: Scheme, long: float = 0.36, thick: float = 1.0) -> None:
    """A handgun."""
    f.weapon_end("muzzle", (0, long, 0.035))
    f.box((0.06 * thick, 0.22, 0.08 * thick), (0, 0.08, 0.03), s.metal)
    f.box((0.045, 0.07, 0.13), (0, -0.01, -0.05), s.second, x=12, bevel=0.01)
    f.bar([(0, 0.15, 0.035), (0, long, 0.035)], 0.022 * thick, GUN, 6)
    f.box((0.03, 0.07, 0.03), (0, 0.08, 0.085 * thick), s.glow, bevel=0)
    if not f.fine:
        return
    f.box((0.05 * thick, 0.06, 0.056 * thick), (0, long - 0.035, 0.035), s.metal, bevel=0.01)
    f.box((0.054 * thick, 0.014, 0.024), (0, long - 0.035, 0.035), BLACK, bevel=0)
    for y in (-0.005, 0.02):
        f.box((0.064 * thick, 0.011, 0.06 * thick), (0, y, 0.034), BLACK, bevel=0)
    f.bar([(0, 0.1, -0.01), (0, 0.095, -0.055), (0, 0.02, -0.06)], 0.009, GUN, 4)
    f.box((0.05, 0.08, 0.02), (0, -0.026, -0.115), s.trim, x=12, bevel=0)
    f.box((0.02, 0.03, 0.03), (0, -0.03, 0.075 * thick), GUN, bevel=0)


def launcher(f: Figure, s: Scheme, long: float = 0.95, radius: float = 0.085) -> None:
    """A tube on the shoulder; its mount below its middle."""
    f.weapon_end("muzzle", (0, 0.08 + long * 0.5, 0.1))
    tube = [
        (radius * 0.96, -long * 0.42),
        (radius * 1.2, -long * 0.4),
        (radius * 1.2, -long * 0.28),
        (radius, -long * 0.24),
        (radius, long * 0.3),
        (radius * 1.25, long * 0.34),
        (radius * 1.25, long * 0.5),
        (radius * 0.9, long * 0.5),
    ]
    f.lathe(tube, s.main, (0, 0.08, 0.1), x=-90, worn=(0, 5))
    f.lathe(
        [(radius * 0.85, 0), (radius * 0.55, 0.08), (0.01, 0.15)],
        s.glow,
        (0, 0.08 + long * 0.47, 0.1),
        x=-90,
        sides=8,
    )
    f.box((0.08, 0.2, 0.11), (radius + 0.03, 0.08, 0.1), s.second)
    f.box((0.05, 0.08, 0.14), (0, 0.16, -0.03), BLACK, bevel=0.01)
    if f.fine:
        f.box((0.045, 0.06, 0.1), (0, -0.06, -0.01), BLACK, x=10, bevel=0)
        for y in (-0.02, 0.24):
            band = ((radius * 1.08, -0.02), (radius * 1.08, 0.02))
            f.lathe(band, s.metal, (0, y, 0.1), x=-90, sides=10)
        f.lathe([(0.03, 0), (0.034, 0.09)], BLACK, (radius + 0.05, 0.1, 0.17), x=-90, sides=7)
        f.lathe([(0.028, 0), (0.01, 0.01)], s.glow, (radius + 0.05, 0.19, 0.17), x=-90, sides=7)


def cannon(
    f: Figure,
    s: Scheme,
    long: float = 0.8,
    barrels: int = 1,
    radius: float = 0.06,
    brake: bool = True,
    drum: bool = True,
) -> None:
    """A heavy gun: a breech, one barrel or a bundle of them, a magazine."""
    f.weapon_end("muzzle", (0, long, 0))
    f.box((0.2, 0.36, 0.22), (0, 0.02, 0), s.second, top=(0.8, 0.9), bevel=0.025)
    f.box((0.14, 0.14, 0.14), (0, 0.2, 0), s.main, top=(0.85, 1))
    spots = (
        [(0.0, 0.0)]
        if barrels == 1
        else [
            (
                radius * 1.15 * math.cos(2 * math.pi * k / barrels),
                radius * 1.15 * math.sin(2 * math.pi * k / barrels),
            )
            for k in range(barrels)
        ]
    )
    each = radius if barrels == 1 else radius * 0.5
    for x, z in spots:
        f.bar([(x, 0.2, z), (x, long, z)], each, GUN, 8 if barrels == 1 else 6)
    if barrels > 1:
        for y in (0.36, long - 0.07):
            f.lathe(
                [
                    (radius * 1.75, -0.025),
                    (radius * 1.9, -0.01),
                    (radius * 1.9, 0.01),
                    (radius * 1.75, 0.025),
                ],
                s.metal,
                (0, y, 0),
                x=-90,
                worn=(0, 2),
            )
        f.ball(radius * 0.4, (0, long - 0.01, 0), BLACK, sides=6)
    elif brake:
        f.bar([(0, long, 0), (0, long + 0.028, 0)], radius * 0.72, BLACK, 8)
        f.box((radius * 2.9, 0.14, radius * 2.2), (0, long - 0.05, 0), s.metal, bevel=0.018)
        if f.fine:
            for y in (long - 0.09, long - 0.04, long + 0.005):
                f.box((radius * 3.0, 0.022, radius * 1.2), (0, y, 0), BLACK, bevel=0)
        f.lathe(
            [(radius * 1.25, 0), (radius * 1.4, 0.02), (radius * 1.4, 0.1), (radius * 1.25, 0.12)],
            s.metal,
            (0, 0.3, 0),
            x=-90,
            worn=(0, 2),
        )
    if f.fine:
        f.bar([(0, -0.08, 0.1), (0, -0.06, 0.16), (0, 0.1, 0.16), (0, 0.12, 0.1)], 0.016, GUN, 5)
        f.bar([(-0.09, -0.12, 0.04), (-0.15, 0.06, -0.02), (-0.07, 0.24, 0)], 0.02, BLACK, 5)
        f.box((0.02, 0.12, 0.07), (-0.092, 0.02, 0.03), BLACK, bevel=0)
    if drum:
        f.lathe(
            [(0.1, -0.07), (0.12, -0.05), (0.12, 0.05), (0.1, 0.07)],
            s.metal,
            (0.13, 0.0, -0.06),
            y=90,
            worn=(0, 2),
        )


def beam(f: Figure, s: Scheme, long: float = 0.8, rings: int = 3, forked: bool = False) -> None:
    """A gun that throws light: coils round a core, a lens or a fork at its end."""
    f.weapon_end("muzzle", (0, long, 0))
    f.box((0.17, 0.32, 0.18), (0, 0, 0), s.main, top=(0.75, 0.9), bevel=0.03)
    f.bar([(0, 0.14, 0), (0, long * 0.92, 0)], [0.055, 0.04], s.glow, 7)
    for k in range(rings):
        y = 0.24 + (long - 0.36) * k / max(1, rings - 1)
        r = 0.098 - 0.018 * k
        f.lathe(
            [(r * 0.7, -0.04), (r, -0.025), (r, 0.025), (r * 0.7, 0.04)],
            s.metal,
            (0, y, 0),
            x=-90,
            sides=10,
            worn=(0, 2),
        )
    for side in (-1, 1):
        f.box(
            (0.03, long * 0.66, 0.05), (side * 0.075, 0.14 + long * 0.3, 0.05), s.second, bevel=0.01
        )
    if forked:
        for side in f.sides():
            f.hull(
                [
                    (0.05, long * 0.7, -0.03),
                    (0.11, long * 0.72, 0.03),
                    (0.12, long * 0.86, 0),
                    (0.05, long + 0.08, 0.0),
                    (0.03, long * 0.74, 0.04),
                ],
                s.metal,
                0.01,
            )
            del side
    else:
        f.ball(0.05, (0, long * 0.95, 0), s.glow, sides=8)


def thrower(f: Figure, s: Scheme, long: float = 0.6, tanks: bool = True) -> None:
    """What sprays: a wide nozzle and tanks."""
    f.weapon_end("muzzle", (0, long, 0))
    f.box((0.16, 0.3, 0.17), (0, 0, 0), s.second)
    nozzle = [
        (0.06, 0.1),
        (0.06, long * 0.6),
        (0.1, long * 0.68),
        (0.13, long),
        (0.11, long),
        (0.07, long * 0.75),
    ]
    f.lathe(nozzle, s.metal, x=-90, worn=(2,))
    f.ball(0.06, (0, long * 0.86, 0), s.glow, sides=8)
    if tanks:
        for side in (-1, 1):
            f.lathe(
                [(0.03, -0.14), (0.07, -0.1), (0.07, 0.1), (0.03, 0.14)],
                s.main,
                (side * 0.1, 0.02, 0.11),
                x=-90,
                sides=8,
            )
    f.bar([(0.09, -0.1, 0.05), (0.14, 0.1, -0.05), (0.08, 0.3, -0.03)], 0.018, BLACK, 5)


def pod(
    f: Figure, s: Scheme, across: int = 3, up: int = 2, size: float = 0.13, long: float = 0.5
) -> None:
    """A box of rockets."""
    f.weapon_end("muzzle", (0, long / 2 + 0.1, up * size / 2 + 0.03))
    w, h = across * size + 0.06, up * size + 0.06
    f.box((w, long, h), (0, 0.02, h / 2), s.main, bevel=0.025)
    f.box((w * 0.8, 0.1, h * 0.8), (0, -long / 2 + 0.02, h / 2), s.metal)
    for i in range(across):
        for k in range(up):
            x, z = (i - (across - 1) / 2) * size, h / 2 + (k - (up - 1) / 2) * size
            f.lathe(
                [(size * 0.4, 0), (size * 0.4, 0.05), (0.01, 0.16)],
                s.glow if (i + k) % 2 else s.trim,
                (x, long / 2, z),
                x=-90,
                sides=7,
            )
    f.box((w * 1.06 + 0.03, 0.05, h * 1.06 + 0.03), (0, long * 0.12, h / 2), s.second, bevel=0.012)


def rail(f: Figure, s: Scheme, long: float = 1.1) -> None:
    """Two rails with light between them."""
    f.weapon_end("muzzle", (0, long + 0.1, 0))
    f.box((0.22, 0.36, 0.26), (0, -0.02, 0), s.main, top=(0.8, 0.9), bevel=0.03)
    for z in (-0.075, 0.075):
        f.box((0.09, long, 0.06), (0, long / 2 + 0.1, z), s.metal, bevel=0.015)
    for y in (0.3, 0.62, 0.94):
        if y < long + 0.05:
            f.box((0.13, 0.06, 0.25), (0, y, 0), s.second, bevel=0.012)
    f.box((0.03, long * 0.9, 0.06), (0, long / 2 + 0.1, 0), s.glow, bevel=0)


def dish(f: Figure, s: Scheme, radius: float = 0.24) -> None:
    """A dish that throws force."""
    f.weapon_end("muzzle", (0, 0.44, 0))
    f.box((0.14, 0.26, 0.14), (0, 0.02, 0), s.second)
    bowl = [
        (0.05, 0.12),
        (radius * 0.7, 0.2),
        (radius, 0.34),
        (radius * 0.94, 0.36),
        (radius * 0.6, 0.25),
        (0.03, 0.19),
    ]
    f.lathe(bowl, s.main, x=-90, sides=12, worn=(2,))
    f.lathe([(0.035, 0.15), (0.03, 0.36), (0.005, 0.44)], s.glow, x=-90, sides=7)


def orb(f: Figure, s: Scheme, radius: float = 0.16, long: float = 0.5, claws: int = 3) -> None:
    """A ball of light held by claws."""
    f.weapon_end("muzzle", (0, long, 0))
    f.lathe([(0.09, -0.16), (0.12, -0.05), (0.1, 0.08), (0.05, 0.12)], s.main, x=-90)
    f.ball(radius * 0.72, (0, long * 0.62, 0), s.glow)
    for k in range(claws):
        with f.place(y=360 * k / claws + 90):
            r = radius
            f.bar(
                [
                    (0.05, 0.02, 0),
                    (r * 1.15, long * 0.4, 0),
                    (r * 1.1, long * 0.72, 0),
                    (r * 0.45, long + 0.04, 0),
                ],
                [0.035, 0.042, 0.032, 0.006],
                s.metal,
                5,
            )


# --- blades


def _blade(f: Figure, outline: list[Point], glow: Paint, core: Paint, thick: float = 0.045) -> None:
    """A blade drawn in y and z, an edge of light about a core of metal."""
    with f.place(z=90):
        f.plate(outline, thick * 0.55, glow, 0.006)
        middle = (
            sum(x for x, _ in outline) / len(outline),
            sum(z for _, z in outline) / len(outline),
        )
        inner = [
            (middle[0] + (x - middle[0]) * 0.84, middle[1] + (z - middle[1]) * 0.58)
            for x, z in outline
        ]
        f.plate(inner, thick, core, 0.01)


def sword(f: Figure, s: Scheme, long: float = 0.8, wide: float = 0.1) -> None:
    """A straight sword."""
    f.weapon_end("tip", (0, long, 0))
    f.bar([(0, -0.13, 0), (0, 0.08, 0)], 0.026, BLACK, 6)
    f.ball(0.038, (0, -0.14, 0), s.trim, sides=6)
    f.box((0.05, 0.045, wide * 2.3), (0, 0.09, 0), s.trim, bevel=0.012)
    if f.fine:
        for z in (-1, 1):
            f.box((0.055, 0.08, 0.035), (0, 0.11, z * wide * 1.1), s.trim, x=z * 12, bevel=0.01)
        for y in (-0.09, -0.04, 0.01):
            f.box((0.056, 0.014, 0.056), (0, y, 0), s.metal, y=45, bevel=0)
        f.box((0.056, long * 0.5, wide * 0.16), (0, long * 0.4, 0), BLACK, bevel=0)
    _blade(
        f,
        [
            (0.1, -wide / 2),
            (long * 0.82, -wide / 2),
            (long, 0),
            (long * 0.82, wide / 2),
            (0.1, wide / 2),
        ],
        s.glow,
        s.metal,
    )


def knife(f: Figure, s: Scheme, long: float = 0.44) -> None:
    """A short curved blade."""
    f.weapon_end("tip", (0, long, 0.02))
    f.bar([(0, -0.08, 0), (0, 0.06, 0)], 0.024, BLACK, 6)
    _blade(
        f,
        [(0.06, -0.035), (long * 0.6, -0.07), (long, 0.02), (long * 0.6, 0.04), (0.06, 0.04)],
        s.glow,
        s.metal,
        0.036,
    )


def axe(f: Figure, s: Scheme, long: float = 0.95, head: float = 0.3, double: bool = False) -> None:
    """An axe on a long haft, held below its middle."""
    f.weapon_end("tip", (0, long * 0.62, head))
    f.bar([(0, -long * 0.35, 0), (0, long * 0.68, 0)], 0.028, s.second, 6)
    y = long * 0.56
    edge = [
        (y - head * 0.3, 0.0),
        (y - head * 0.3, head * 0.3),
        (y - head * 0.62, head * 0.78),
        (y, head),
        (y + head * 0.62, head * 0.78),
        (y + head * 0.3, head * 0.3),
        (y + head * 0.3, 0.0),
    ]
    _blade(f, edge, s.glow, s.metal, 0.06)
    if double:
        _blade(f, [(x, -z) for x, z in edge][::-1], s.glow, s.metal, 0.06)
        f.box((0.09, head * 0.5, 0.15), (0, y, 0), s.metal)
    else:
        f.box((0.08, 0.14, 0.16), (0, y, -0.06), s.metal)


def spear(
    f: Figure,
    s: Scheme,
    long: float = 1.5,
    head: float = 0.36,
    grip: float = 0.45,
    wings: bool = False,
) -> None:
    """A spear, held at a share of its length."""
    start = -long * grip
    f.weapon_end("tip", (0, start + long, 0))
    f.bar([(0, start, 0), (0, start + long - head, 0)], 0.026, s.second, 6)
    f.lathe(
        [(0.03, 0), (0.05, 0.03), (0.05, 0.1), (0.03, 0.13)],
        s.trim,
        (0, start + long - head - 0.1, 0),
        x=-90,
        sides=8,
    )
    y = start + long - head
    _blade(
        f,
        [(y, -0.03), (y + head * 0.32, -0.095), (y + head, 0), (y + head * 0.32, 0.095), (y, 0.03)],
        s.glow,
        s.metal,
        0.055,
    )
    if wings:
        for side in (-1, 1):
            _blade(
                f,
                [
                    (y - 0.02, side * 0.03),
                    (y + 0.02, side * 0.2),
                    (y + 0.22, side * 0.14),
                    (y + 0.08, side * 0.05),
                ][::side],
                s.trim,
                s.metal,
                0.04,
            )
    f.ball(0.036, (0, start, 0), s.trim, sides=6)


def glaive(f: Figure, s: Scheme, long: float = 1.4, head: float = 0.6, grip: float = 0.4) -> None:
    """A long curved blade on a haft."""
    start = -long * grip
    f.weapon_end("tip", (0, start + long, 0.09))
    f.bar([(0, start, 0), (0, start + long - head, 0)], 0.028, s.second, 6)
    y = start + long - head
    _blade(
        f,
        [(y, -0.04), (y + head * 0.5, -0.11), (y + head, 0.09), (y + head * 0.55, 0.07), (y, 0.05)],
        s.glow,
        s.metal,
        0.06,
    )
    f.box((0.09, 0.06, 0.16), (0, y, 0), s.trim, bevel=0.015)


def scythe(f: Figure, s: Scheme, long: float = 1.4, head: float = 0.62, grip: float = 0.45) -> None:
    """A scythe: its blade runs across."""
    start = -long * grip
    f.weapon_end("tip", (0, start + long, -head * 0.5))
    f.bar([(0, start, 0), (0, start + long * 0.55, 0.02), (0, start + long, 0)], 0.028, s.second, 6)
    end = start + long
    curve = [
        (end - 0.1, 0.0),
        (end - 0.02, -head * 0.4),
        (end - 0.22, -head),
        (end + 0.07, -head * 0.5),
        (end + 0.08, 0.03),
    ]
    _blade(f, curve[::-1], s.glow, s.metal, 0.055)
    f.box((0.1, 0.14, 0.12), (0, end - 0.02, 0.02), s.trim)


def saw(f: Figure, s: Scheme, radius: float = 0.26, arm: float = 0.3) -> None:
    """A round saw at the end of an arm."""
    f.weapon_end("tip", (0, arm + radius * 1.7, 0))
    f.box((0.13, arm + 0.1, 0.13), (0, arm / 2 - 0.05, 0), s.main, top=(0.8, 1))
    teeth = 12 if f.fine else 7
    outline = []
    for k in range(teeth):
        for share, r in ((0.0, radius), (0.62, radius * 0.82)):
            turn = 2 * math.pi * (k + share) / teeth
            outline.append((r * math.cos(turn), r * math.sin(turn)))
    with f.place((0, arm + radius * 0.7, 0), z=90):
        f.plate(outline, 0.04, s.metal, 0.008)
        for y in (-0.035, 0.035):
            f.lathe(
                [(radius * 0.46, -0.02), (radius * 0.46, 0.02)], s.glow, (0, y, 0), x=90, sides=10
            )
        f.lathe(
            [
                (radius * 0.2, -0.07),
                (radius * 0.22, -0.05),
                (radius * 0.22, 0.05),
                (radius * 0.2, 0.07),
            ],
            s.second,
            x=90,
            sides=8,
        )


def chainsaw(f: Figure, s: Scheme, long: float = 0.85, wide: float = 0.17) -> None:
    """A long saw with teeth all round."""
    f.weapon_end("tip", (0, long, 0))
    f.box((0.14, 0.26, 0.2), (0, 0.02, 0), s.main)
    teeth = 7 if f.fine else 4
    step = (long - 0.2) / teeth
    top: list[Point] = []
    for k in range(teeth):
        y = 0.14 + k * step
        top += [(y, wide * 0.5), (y + step * 0.75, wide * 0.74)]
    outline = [
        (0.1, -wide / 2),
        *[(y + step * 0.3, -z) for y, z in top],
        (long, -wide * 0.2),
        (long, wide * 0.3),
        *top[::-1],
        (0.1, wide / 2),
    ]
    with f.place(z=90):
        f.plate(outline, 0.035, s.glow, 0.006)
        f.plate(
            [
                (0.1, -wide * 0.42),
                (long * 0.9, -wide * 0.34),
                (long * 0.94, 0.0),
                (long * 0.9, wide * 0.34),
                (0.1, wide * 0.42),
            ],
            0.07,
            s.metal,
        )


def drill(f: Figure, s: Scheme, long: float = 0.62, radius: float = 0.2) -> None:
    """A drill: a cone with a thread."""
    f.weapon_end("tip", (0, long, 0))
    f.lathe(
        [(radius * 0.8, -0.1), (radius * 0.9, -0.06), (radius * 0.9, 0.1), (radius * 0.7, 0.14)],
        s.main,
        x=-90,
        worn=(0, 2),
    )
    profile: list[Point] = [(radius, 0.14)]
    for k in range(4):
        y, r = 0.14 + (long - 0.14) * (k + 1) / 4, radius * (1 - (k + 1) / 4) + 0.004
        profile += [(r + radius * 0.16 if k < 3 else 0.004, y)] + (
            [(r, y + 0.012)] if k < 3 else []
        )
    f.lathe(profile, s.metal, x=-90, sides=9, worn=(1, 3, 5))
    f.lathe(
        [(radius * 0.96, 0), (radius * 1.02, 0.01), (radius * 1.02, 0.05), (radius * 0.96, 0.06)],
        s.glow,
        (0, 0.1, 0),
        x=-90,
    )


def hammer(f: Figure, s: Scheme, long: float = 1.0, head: float = 0.3, grip: float = 0.35) -> None:
    """A great hammer."""
    start = -long * grip
    f.weapon_end("tip", (0, start + long, 0))
    f.bar([(0, start, 0), (0, start + long, 0)], 0.032, s.second, 6)
    y = start + long - head * 0.3
    f.box((head * 0.62, head * 0.62, head * 1.15), (0, y, 0), s.main, bevel=0.03)
    for z in (-1, 1):
        f.box((head * 0.76, head * 0.76, head * 0.24), (0, y, z * head * 0.6), s.metal, bevel=0.025)
        f.box((head * 0.4, head * 0.4, 0.03), (0, y, z * head * 0.74), s.glow, bevel=0)


def staff(f: Figure, s: Scheme, long: float = 1.4, grip: float = 0.5, ring: float = 0.15) -> None:
    """A staff with a ring of light at its end."""
    start = -long * grip
    f.weapon_end("tip", (0, start + long, 0))
    f.weapon_end("focus", (0, start + long, 0))
    f.bar([(0, start, 0), (0, start + long - ring, 0)], 0.026, s.second, 6)
    end = start + long
    steps = 10 if f.fine else 6
    hoop = [
        (
            ring * math.sin(2 * math.pi * (k / steps)),
            end - ring * math.cos(2 * math.pi * (k / steps)),
        )
        for k in range(steps)
    ]
    for (a, b), (c, d) in zip(hoop, [*hoop[1:], hoop[0]], strict=True):
        f.bar([(0, b, a), (0, d, c)], 0.026, s.metal, 5)
    f.ball(ring * 0.5, (0, end, 0), s.glow, sides=8)
    f.lathe(
        [(0.03, 0), (0.05, 0.03), (0.03, 0.06)], s.trim, (0, end - ring - 0.1, 0), x=-90, sides=7
    )


def claw(f: Figure, s: Scheme, long: float = 0.42, wide: float = 0.2, fingers: int = 3) -> None:
    """A hand of talons."""
    f.weapon_end("tip", (0, long, 0))
    f.box((wide * 1.1, wide * 0.9, wide), (0, 0.02, 0), s.main, bevel=0.03)
    for k in range(fingers):
        x = (k / (fingers - 1) - 0.5) * wide * 1.3
        spread = (k / (fingers - 1) - 0.5) * 0.3
        with f.place((x, 0.08, wide * 0.2), z=-spread * 60):
            f.bar(
                [
                    (0, 0, 0),
                    (0, long * 0.45, wide * 0.4),
                    (0, long * 0.85, wide * 0.1),
                    (0, long, -wide * 0.5),
                ],
                [0.05, 0.06, 0.045, 0.006],
                s.metal,
                5,
            )
    with f.place((0, 0.04, -wide * 0.4)):
        f.bar(
            [(0, 0, 0), (0, long * 0.4, -wide * 0.5), (0, long * 0.75, -wide * 0.1)],
            [0.05, 0.055, 0.006],
            s.metal,
            5,
        )
    f.ball(0.05, (0, 0.1, wide * 0.1), s.glow, sides=6)


def fist(f: Figure, s: Scheme, size: float = 0.24) -> None:
    """A great armoured fist."""
    f.weapon_end("tip", (0, size, 0))
    f.box((size, size * 0.9, size), (0, 0.06, 0), s.main, bevel=0.04)
    for k in range(4):
        z = (k / 3 - 0.5) * size * 0.85
        f.box(
            (size * 0.5, size * 0.42, size * 0.2),
            (-size * 0.1, 0.06 + size * 0.56, z),
            s.metal,
            bevel=0.018,
        )
    f.box(
        (size * 0.3, size * 0.6, size * 0.24), (-size * 0.5, 0.1, size * 0.3), s.metal, bevel=0.02
    )


def shield(f: Figure, s: Scheme, wide: float = 0.5, tall: float = 0.8, emblem: bool = True) -> None:
    """A tall shield, its face to the north."""
    w, h = wide / 2, tall / 2
    outline = [
        (-w, h * 0.7),
        (-w * 0.7, h),
        (w * 0.7, h),
        (w, h * 0.7),
        (w, -h * 0.3),
        (0, -h),
        (-w, -h * 0.3),
    ]
    f.plate(outline, 0.06, s.trim, 0.018)
    with f.place((0, 0.03, 0.02)):
        f.plate([(x * 0.86, z * 0.88) for x, z in outline], 0.06, s.main, 0.018)
    if f.fine:
        for x, z in outline:
            spot = np.array([x * 0.92, 0.03, z * 0.94])
            f.rivet(spot, np.array([0.0, 1.0, 0.0]), s.trim, 0.024)
    if emblem:
        with f.place((0, 0.065, 0.06)):
            f.plate(
                [
                    (0, tall * 0.22),
                    (wide * 0.08, tall * 0.05),
                    (wide * 0.24, 0),
                    (wide * 0.08, -tall * 0.05),
                    (0, -tall * 0.22),
                    (-wide * 0.08, -tall * 0.05),
                    (-wide * 0.24, 0),
                    (-wide * 0.08, tall * 0.05),
                ],
                0.03,
                s.glow,
                0.004,
            )


def field(f: Figure, s: Scheme, radius: float = 0.3) -> None:
    """A round shield of light in a frame."""
    f.weapon_end("muzzle", (0, 0.12, 0))
    f.lathe(
        [(radius * 0.9, 0.02), (radius, 0.03), (radius, 0.07), (radius * 0.9, 0.08)],
        s.metal,
        x=-90,
        sides=12,
        worn=(0, 2),
    )
    f.lathe([(radius * 0.9, 0.035), (radius * 0.5, 0.07), (0.02, 0.085)], s.glow, x=-90, sides=12)
    f.lathe(
        [(0.1, 0.0), (0.13, 0.05), (0.1, 0.12), (0.03, 0.14)], s.main, x=-90, sides=8, worn=(1,)
    )


def whip(f: Figure, s: Scheme, long: float = 1.0) -> None:
    """A lash of links."""
    f.weapon_end("tip", (0, long, -0.2))
    f.lathe([(0.07, -0.1), (0.09, -0.05), (0.08, 0.1), (0.05, 0.14)], s.main, x=-90, sides=8)
    path = [
        (0.0, 0.1, 0.0),
        (0.08, long * 0.3, -0.16),
        (-0.05, long * 0.5, -0.34),
        (0.08, long * 0.74, -0.38),
        (0.0, long, -0.2),
    ]
    f.bar(path, [0.05, 0.04, 0.032, 0.028, 0.02], s.metal, 6)
    for x, y, z in path[1:]:
        f.ball(0.055, (x, y, z), s.glow, sides=7)


def tank(f: Figure, s: Scheme, tall: float = 0.4, radius: float = 0.1) -> None:
    """An upright vessel: what makes fields and hides machines."""
    f.lathe(
        [
            (radius, 0),
            (radius * 1.15, 0.04),
            (radius, 0.08),
            (radius, tall * 0.7),
            (radius * 1.15, tall * 0.76),
            (radius * 0.6, tall),
            (0.02, tall * 1.02),
        ],
        s.main,
        worn=(0, 4),
    )
    f.lathe(
        [(radius * 1.02, tall * 0.3), (radius * 1.05, tall * 0.36), (radius * 1.02, tall * 0.55)],
        s.glow,
    )
    f.bar([(0, 0, tall), (0, 0, tall * 1.5)], 0.02, STEEL, 5)
