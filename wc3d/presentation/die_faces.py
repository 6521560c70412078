"""The marks on a die's faces: pips in fixed places, or the strokes of a number above six."""

from __future__ import annotations

from wc3d.engine.dice import Die

XY = tuple[float, float]
Stroke = tuple[XY, XY]

PIP_RADIUS = 0.21
"""The radius of a pip, on a face from -1 to 1."""
PIPS: dict[int, tuple[XY, ...]] = {
    0: (),
    1: ((0.0, 0.0),),
    2: ((-0.5, -0.5), (0.5, 0.5)),
    3: ((-0.5, -0.5), (0.0, 0.0), (0.5, 0.5)),
    4: ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)),
    5: ((-0.5, -0.5), (-0.5, 0.5), (0.0, 0.0), (0.5, -0.5), (0.5, 0.5)),
    6: ((-0.5, -0.55), (-0.5, 0.0), (-0.5, 0.55), (0.5, -0.55), (0.5, 0.0), (0.5, 0.55)),
}
"""The places of the pips of each face, from -1 to 1; 0 is a blank face."""
SEGMENTS: dict[str, Stroke] = {
    "a": ((-0.5, 1.0), (0.5, 1.0)),
    "b": ((0.5, 1.0), (0.5, 0.0)),
    "c": ((0.5, 0.0), (0.5, -1.0)),
    "d": ((-0.5, -1.0), (0.5, -1.0)),
    "e": ((-0.5, 0.0), (-0.5, -1.0)),
    "f": ((-0.5, 1.0), (-0.5, 0.0)),
    "g": ((-0.5, 0.0), (0.5, 0.0)),
}
DIGITS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
"""The strokes of each digit, as names of segments."""
DIGIT_HEIGHT, DIGIT_WIDTH, STROKE_RADIUS = 0.5, 0.42, 0.08
"""Half height of a digit, distance between digits, and half width of a stroke."""


def face_pips(value: int) -> tuple[XY, ...]:
    """Return the places of a face's pips; empty for a blank face or a number above six."""
    return PIPS.get(value, ())


def face_strokes(value: int) -> tuple[Stroke, ...]:
    """Return the strokes of a face without pips: a number above six or below zero."""
    if value in PIPS:
        return ()
    text = str(abs(value))
    scale = min(1.0, 1.6 / (DIGIT_WIDTH * (len(text) + (value < 0)) * 2))
    left = -(len(text) - 1) * DIGIT_WIDTH * scale
    strokes = [
        _place(SEGMENTS[name], left + 2 * number * DIGIT_WIDTH * scale, scale)
        for number, digit in enumerate(text)
        for name in DIGITS[int(digit)]
    ]
    if value < 0:
        strokes.append(_place(SEGMENTS["g"], left - 1.6 * DIGIT_WIDTH * scale, 0.6 * scale))
    return tuple(strokes)


def _place(stroke: Stroke, x: float, scale: float) -> Stroke:
    """Return a segment as part of a digit around a place."""
    (a, b), (c, d) = stroke
    wide = 0.6 * DIGIT_WIDTH * 2 * scale
    high = DIGIT_HEIGHT * scale
    return (x + a * wide, b * high), (x + c * wide, d * high)


def die_sides(die: Die) -> tuple[int, ...]:
    """Return the values on a cube's sides: top, bottom, east, west, north, south.

    Opposite sides pair the lowest value with the highest, as on a common die. A die without six
    faces repeats its values, or shows the first six.
    """
    values = sorted(die.faces)
    if len(values) < 6:
        values = sorted((values * 6)[:6])
    a, b, c, d, e, f = values[:6]
    return a, f, b, e, c, d


def side_of(die: Die, face: int) -> tuple[tuple[int, ...], int]:
    """Return the sides of a die, and the number of a side that shows a rolled face."""
    sides = die_sides(die)
    if face in sides:
        return sides, sides.index(face)
    return (face, *sides[1:]), 0
