"""What a figure stands on: the top of its base, rough or paved, with what lies about."""

from __future__ import annotations

import math
from random import Random

import numpy as np
from terrain_kit.solids import rock

from figure_kit.model import Figure, rgb
from figure_kit.paints import BLACK, METAL, Paint, Scheme

RADII = {"small": 30 / 50.8, "medium": 40 / 50.8, "large": 50 / 50.8}
RIM = 0.095
"""Inches of a base that are left to its rim."""


def ground(f: Figure, s: Scheme, base: str, seed: str, paved: str = "") -> None:
    """The top of a base, at 0: earth with stones, or slabs, or deck plates."""
    random = Random(seed)
    radius = RADII[base] - RIM
    f.base = base
    earth = Paint(s.dirt)
    _soil(f, earth, radius, random)
    if paved == "slabs":
        _slabs(f, Paint(s.stone), radius, random)
    elif paved == "deck":
        _deck(f, radius, random)
    elif paved == "shards":
        _shards(f, s, radius, random)
    stones = {"small": 4, "medium": 6, "large": 9}[base]
    for _ in range(stones if f.fine else stones // 3):
        turn = random.uniform(0, 2 * math.pi)
        away = radius * random.uniform(0.6, 0.86)
        wide = random.uniform(0.06, 0.17)
        made = rock((wide, wide * random.uniform(0.7, 1), wide * 0.6), random, 6)
        with f.place((math.cos(turn) * away, math.sin(turn) * away, -0.01)):
            f.solid(made, Paint(rgb(Paint(s.stone), random.uniform(0.8, 1.05))))


def _soil(f: Figure, paint: Paint, radius: float, random: Random) -> None:
    rings, sides = ((4, 18) if radius > 0.6 else (3, 15)) if f.fine else (1, 10)
    corners = [(0.0, 0.0, 0.025)]
    for k in range(1, rings + 1):
        for i in range(sides):
            turn = 2 * math.pi * i / sides
            high = 0.004 if k == rings else random.uniform(0.012, 0.05)
            r = radius * k / rings
            corners.append((math.cos(turn) * r, math.sin(turn) * r, high))
    faces = [(0, 1 + i, 1 + (i + 1) % sides) for i in range(sides)]
    for k in range(rings - 1):
        for i in range(sides):
            a, b = 1 + k * sides + i, 1 + k * sides + (i + 1) % sides
            faces += [(a, a + sides, b + sides), (a, b + sides, b)]
    f.add(np.array(corners), np.array(faces), np.zeros(len(faces), bool), paint)


def _slabs(f: Figure, paint: Paint, radius: float, random: Random) -> None:
    step = 0.42
    for i in range(-3, 4):
        for k in range(-3, 4):
            x, y = (i + 0.5 * (k % 2)) * step, k * step * 0.9
            if math.hypot(x, y) > radius - step * 0.58 or random.random() < 0.16:
                continue
            w = step * random.uniform(0.88, 0.95)
            tone = Paint(rgb(paint, random.uniform(0.82, 1.0)))
            f.box(
                (w, w * 0.9, 0.06),
                (x, y, random.uniform(0.012, 0.03)),
                tone,
                z=random.uniform(-2, 2),
                bevel=0.015,
            )


def _deck(f: Figure, radius: float, random: Random) -> None:
    step = 0.46
    for i in range(-2, 3):
        for k in range(-2, 3):
            x, y = i * step + 0.1, k * step + 0.06
            if math.hypot(abs(x) + step / 2, abs(y) + step / 2) > radius + 0.06:
                continue
            tone = Paint((112, 116, 120) if random.random() < 0.75 else (140, 96, 60), METAL)
            f.box((step * 0.96, step * 0.96, 0.05), (x, y, 0.022), tone, bevel=0.014)
            if f.fine:
                for dx in (-0.17, 0.17):
                    f.box(
                        (0.04, 0.04, 0.02), (x + dx, y + dx, 0.05), Paint(BLACK.rgb, METAL), bevel=0
                    )


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
