"""What a figure stands on: the top of its base as the board's ground, and what its Faction leaves on it."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

import numpy as np
from terrain_kit.solids import rock

from figure_kit.model import ROUND, Figure, rgb
from figure_kit.paints import CLOTH, EARTH, METAL, Paint, Scheme

RADII = {"small": 30 / 50.8, "medium": 40 / 50.8, "large": 50 / 50.8}
RIM = 0.095
"""Inches of a base that are left to its rim."""
SEAM = Paint((186, 180, 174), EARTH)
"""Ground in the shade, between slabs."""


def ground(f: Figure, s: Scheme, base: str, seed: str, strewn: str = "") -> None:
    """The base that a figure is made for, and perhaps shards of its Faction about its feet."""
    f.base = base
    if strewn == "shards":
        _shards(f, s, RADII[base] - RIM, Random(f"{seed}{f.pose or ''}"))


def _shards(f: Figure, s: Scheme, radius: float, random: Random) -> None:
    for _ in range(5 if f.fine else 3):
        turn = random.uniform(0, 2 * math.pi)
        away = radius * random.uniform(0.62, 0.86)
        tall = random.uniform(0.1, 0.26)
        x, y = math.cos(turn) * away, math.sin(turn) * away
        lean = random.uniform(-0.05, 0.05)
        w = tall * 0.3
        f.hull(
            [(x - w, y, 0), (x + w, y - w * 0.5, 0), (x, y + w, 0), (x + lean, y + lean, tall)],
            s.glow if random.random() < 0.4 else Paint(s.stone),
            0.01,
        )


# --- the tops of bases, by the name of the board's ground


def _earth(tone: float) -> Paint:
    return Paint(rgb(Paint((255, 255, 255)), tone), EARTH)


def _soil(
    f: Figure, radius: float, height: Callable[[float, float], float], paint: Paint | None = None
) -> None:
    """A disc of ground whose height depends on the place."""
    rings, sides = (max(3, round(radius * 6)), 18) if f.fine else (1, 10)
    corners = [(0.0, 0.0, height(0, 0))]
    for k in range(1, rings + 1):
        for i in range(sides):
            turn = 2 * math.pi * (i + 0.5 * (k % 2)) / sides
            r = radius * k / rings
            x, y = math.cos(turn) * r, math.sin(turn) * r
            corners.append((x, y, 0.004 if k == rings else height(x, y)))
    faces = [(0, 1 + i, 1 + (i + 1) % sides) for i in range(sides)]
    for k in range(rings - 1):
        for i in range(sides):
            a, b = 1 + k * sides + i, 1 + k * sides + (i + 1) % sides
            low, high = a + sides, b + sides
            faces += [(a, low, high), (a, high, b)] if k % 2 else [(a, low, b), (b, low, high)]
    worn = np.zeros(len(faces), bool)
    f.add(np.array(corners), np.array(faces), worn, paint or _earth(1.0), ROUND)


def _around(radius: float, random: Random, near: float = 0.45) -> tuple[float, float]:
    """A place on the ring that feet seldom cover."""
    turn = random.uniform(0, 2 * math.pi)
    away = radius * random.uniform(near, 0.88)
    return math.cos(turn) * away, math.sin(turn) * away


def _stones(
    f: Figure, radius: float, random: Random, count: int, color: tuple[int, int, int]
) -> None:
    for _ in range(count if f.fine else count // 2):
        x, y = _around(radius, random, 0.6)
        wide = random.uniform(0.06, 0.15)
        made = rock((wide, wide * random.uniform(0.7, 1), wide * 0.6), random, 6)
        with f.place((x, y, -0.01)):
            f.solid(made, Paint(rgb(Paint(color), random.uniform(0.85, 1.1))))


def _tufts(
    f: Figure, radius: float, random: Random, count: int, colors: tuple[tuple[int, int, int], ...]
) -> None:
    """Blades of grass in bunches."""
    for k in range(count if f.fine else count // 3):
        x, y = _around(radius, random)
        paint = Paint(rgb(Paint(colors[k % len(colors)]), 1.7), CLOTH)
        for _ in range(5 if f.fine else 2):
            turn = random.uniform(0, 2 * math.pi)
            tall, out = random.uniform(0.07, 0.15), random.uniform(0.02, 0.06)
            dx, dy = math.cos(turn), math.sin(turn)
            root = (x + dx * 0.012, y + dy * 0.012)
            f.hull(
                [
                    (root[0] - dy * 0.014, root[1] + dx * 0.014, 0),
                    (root[0] + dy * 0.014, root[1] - dx * 0.014, 0),
                    (root[0] + dx * 0.008, root[1] + dy * 0.008, 0),
                    (x + dx * out, y + dy * out, tall),
                ],
                paint,
                0,
            )


def _paving(
    f: Figure,
    radius: float,
    random: Random,
    stone: tuple[float, float],
    gap: float,
    rise: float,
    bond: float,
) -> list[tuple[float, float]]:
    """Rows of slabs within the base, each row moved by `bond` of a slab. Return their middles."""
    wide, deep = stone
    middles = []
    for k in range(-math.ceil(radius / deep) - 1, math.ceil(radius / deep) + 2):
        for i in range(-math.ceil(radius / wide) - 1, math.ceil(radius / wide) + 2):
            x, y = (i + 0.37 + bond * (k % 2)) * wide, (k + 0.41) * deep
            west, east = x - wide / 2 + gap, x + wide / 2 - gap
            south, north = y - deep / 2 + gap, y + deep / 2 - gap
            outline = _within(
                [(west, south), (east, south), (east, north), (west, north)], radius - 0.008
            )
            if len(outline) > 2:
                high = 0.02 + random.uniform(0, rise)
                corners = [(*spot, level) for spot in outline for level in (-0.02, high)]
                f.hull(corners, _earth(random.uniform(0.88, 1.0)), 0.012)
                middles.append((x, y))
    return middles


def _grassland(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.016 + 0.016 * math.sin(x * 9) * math.cos(y * 8))
    _tufts(
        f, radius, random, round(14 * radius / 0.5), ((86, 112, 56), (112, 128, 68), (140, 134, 84))
    )
    _stones(f, radius, random, 3, (140, 134, 122))


def _forest_floor(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.018 + 0.018 * math.sin(x * 8 + 2) * math.cos(y * 9))
    _tufts(f, radius, random, round(9 * radius / 0.5), ((80, 106, 54), (98, 118, 62)))
    _stones(f, radius, random, 4, (126, 100, 74))


def _mud(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.014 + 0.02 * math.sin(x * 6 + 1.5 * y) * math.cos(y * 11))
    _tufts(f, radius, random, 4, ((108, 104, 66), (92, 98, 60)))
    _stones(f, radius, random, 5, (112, 104, 94))


def _salt(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.016 + 0.012 * math.sin(x * 7 + 1) * math.cos(y * 8 + x * 3))
    for _ in range(7 if f.fine else 3):
        x, y = _around(radius, random, 0.6)
        w = random.uniform(0.015, 0.035)
        f.hull(
            [(x - w, y - w, 0), (x + w, y - w, 0), (x, y + w, 0), (x + w * 0.3, y, w * 1.8)],
            Paint((226, 222, 214)),
            0.004,
        )
    _stones(f, radius, random, 3, (176, 168, 154))


def _snow(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.02 + 0.014 * math.sin(x * 5 + 1) * math.cos(y * 6))
    for _ in range(7 if f.fine else 3):
        x, y = _around(radius, random, 0.5)
        wide = random.uniform(0.08, 0.17)
        away = math.hypot(x, y) + wide
        squeeze = min(1.0, radius / away)
        f.dome(wide, (x * squeeze, y * squeeze, 0.0), _earth(1.0), 0.36, flat=(1, 0.8))
    _stones(f, radius, random, 3, (122, 126, 134))
    _tufts(f, radius, random, 3, ((126, 116, 88),))


def _desert(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.02 + 0.016 * math.sin((x + 0.3 * y) * 16))
    _stones(f, radius, random, 6, (166, 132, 98))
    _tufts(f, radius, random, 3, ((142, 128, 76),))


def _city(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.002, SEAM)
    _paving(f, radius, random, (0.62, 0.34), 0.014, 0.012, 0.5)
    _stones(f, radius, random, 3, (140, 118, 104))
    _tufts(f, radius, random, 3, ((88, 104, 64),))


def _deck(f: Figure, radius: float, random: Random) -> None:
    _soil(f, radius, lambda x, y: 0.002, SEAM)
    for x, y in _paving(f, radius, random, (0.72, 0.72), 0.012, 0.004, 0.0):
        for dx, dy in ((-0.29, -0.29), (0.29, 0.29), (-0.29, 0.29), (0.29, -0.29)):
            spot = x + dx, y + dy, 0.028
            if f.fine and math.hypot(x + dx, y + dy) < radius - 0.04:
                f.box((0.034, 0.034, 0.016), spot, Paint((96, 98, 102), METAL), bevel=0)


def _within(outline: list[tuple[float, float]], radius: float) -> list[tuple[float, float]]:
    """The part of a convex outline that lies in a polygon in the circle."""
    sides = 20
    for k in range(sides):
        turn = 2 * math.pi * (k + 0.5) / sides
        c, s, far = math.cos(turn), math.sin(turn), radius * math.cos(math.pi / sides)
        kept = []
        for a, b in zip(outline, [*outline[1:], outline[:1][0]] if outline else [], strict=True):
            da, db = a[0] * c + a[1] * s - far, b[0] * c + b[1] * s - far
            if da <= 0:
                kept.append(a)
            if da * db < 0:
                t = da / (da - db)
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        outline = [p for k2, p in enumerate(kept) if math.dist(p, kept[k2 - 1]) > 0.015]
        if len(outline) < 3:
            return []
    return outline


TOPS: dict[str, Callable[[Figure, float, Random], None]] = {
    "grassland": _grassland,
    "forest-floor": _forest_floor,
    "mud": _mud,
    "salt": _salt,
    "snow": _snow,
    "desert": _desert,
    "city": _city,
    "station-deck": _deck,
}
"""The tops of bases, by the name of the ground in wc3d.scene.ground_textures."""


def top(f: Figure, kind: str, base: str) -> None:
    """The top of a base, at 0, without its rim."""
    TOPS[kind](f, RADII[base] - RIM, Random(f"{kind} {base}"))
