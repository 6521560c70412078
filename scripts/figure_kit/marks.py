"""What is painted on figures, as raised shapes: the marks of Factions, and numbers.

Each is drawn in x and z about the origin, its face toward y. Who reads it sees x run to the left.
"""

from __future__ import annotations

import math

from figure_kit.model import Figure
from figure_kit.paints import BLACK, Paint, Scheme

Outline = list[tuple[float, float]]

DEPTH_IN = 0.03
"""How deep a mark reaches into what it lies on."""

SHAPES: dict[str, list[Outline]] = {
    "chevron": [
        [(-0.5, -0.1), (0, 0.42), (0.5, -0.1), (0.5, 0.14), (0, 0.66), (-0.5, 0.14)][::-1],
        [(-0.5, -0.46), (0.5, -0.46), (0.5, -0.28), (-0.5, -0.28)],
    ],
    "star": [
        [
            (0.6 * r * math.sin(turn), 0.6 * r * math.cos(turn))
            for turn, r in ((k * math.pi / 4, 1.0 if k % 2 == 0 else 0.34) for k in range(8))
        ]
    ],
    "hourglass": [
        [(-0.42, 0.5), (0.42, 0.5), (0.15, 0.0), (0.42, -0.5), (-0.42, -0.5), (-0.15, 0.0)]
    ],
    "lozenge": [
        [(0, 0.6), (0.2, 0.0), (0, -0.6), (-0.2, 0.0)],
        [(0.44, 0.2), (0.54, 0.0), (0.44, -0.2), (0.34, 0.0)],
        [(-0.44, 0.2), (-0.34, 0.0), (-0.44, -0.2), (-0.54, 0.0)],
    ],
    "bars": [
        [(-0.4, z - 0.1), (0.4, z - 0.1), (0.4, z + 0.1), (-0.4, z + 0.1)] for z in (-0.3, 0.1, 0.5)
    ],
    "bolt": [[(0.2, 0.6), (-0.34, -0.08), (-0.02, -0.08), (-0.2, -0.6), (0.34, 0.1), (0.02, 0.1)]],
    "diamond": [[(0, 0.56), (0.46, 0), (0, -0.56), (-0.46, 0)]],
    "crescent": [
        [
            *((0.54 * math.sin(t), -0.54 * math.cos(t)) for t in (-2.0, -1.2, -0.4, 0.4, 1.2, 2.0)),
            *((0.36 * math.sin(t), -0.36 * math.cos(t) + 0.14) for t in (1.5, 0.6, -0.6, -1.5)),
        ]
    ],
    "flame": [
        [
            (0, 0.64),
            (0.14, 0.26),
            (0.34, 0.06),
            (0.3, -0.3),
            (0, -0.56),
            (-0.3, -0.3),
            (-0.36, 0.1),
            (-0.16, 0.1),
        ]
    ],
    "triangle": [[(0, 0.56), (0.5, -0.36), (-0.5, -0.36)]],
}
"""The marks of Factions, about 1 high."""

SEGMENTS = {
    "a": (0.0, 0.44, 0.36, 0.14),
    "b": (-0.2, 0.23, 0.14, 0.46),
    "c": (-0.2, -0.23, 0.14, 0.46),
    "d": (0.0, -0.44, 0.36, 0.14),
    "e": (0.2, -0.23, 0.14, 0.46),
    "f": (0.2, 0.23, 0.14, 0.46),
    "g": (0.0, 0.0, 0.36, 0.13),
}
"""The bars of a digit: the middle, and how wide and high."""
DIGITS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abfgcd")
DIGIT_HEIGHT_IN = 0.15
NUMBER_PAINT = Paint((244, 240, 228))


def faction(f: Figure, s: Scheme, size: float) -> None:
    """The mark of a Faction in its trim, on black where the trim is pale."""
    if not f.fine:
        return
    for outline in SHAPES[s.mark]:
        f.plate([(x * size, z * size) for x, z in outline], DEPTH_IN, s.trim, 0.006)


def digit(f: Figure, number: int) -> None:
    """A digit of a number in raised bars, with a dark rim."""
    for name in DIGITS[number]:
        x, z, wide, high = (v * DIGIT_HEIGHT_IN for v in SEGMENTS[name])
        f.box((wide + 0.012, DEPTH_IN, high + 0.012), (x, -0.006, z), BLACK, bevel=0)
        f.box((wide, DEPTH_IN, high), (x, 0, z), NUMBER_PAINT, bevel=0)
