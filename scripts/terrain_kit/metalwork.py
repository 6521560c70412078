"""Decks, railings, stairs and ladders of steel, and the gantries made of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from terrain_kit.piece import Piece, Tint
from terrain_kit.solids import Corner, Point, block, cut_block, post, slab, tube

STEEL: Tint = (0.62, 0.66, 0.7)
DARK: Tint = (0.36, 0.38, 0.42)
YELLOW: Tint = (0.92, 0.68, 0.16)
BLACK: Tint = (0.17, 0.17, 0.18)
TEAL: Tint = (0.3, 0.56, 0.58)
RED: Tint = (0.72, 0.24, 0.18)


def ladder(
    piece: Piece,
    at: Point,
    low: float,
    high: float,
    facing: float,
    wide: float = 0.85,
    tint: Tint = YELLOW,
) -> None:
    """A ladder that stands at a point, `facing` degrees the way its climber looks away from."""
    parts = [post((side * wide / 2, 0), low, high, 0.06, 6) for side in (-1, 1)]
    rungs = int((high - low) / 0.38)
    for k in range(rungs):
        z = low + 0.3 + k * 0.38
        if z < high - 0.1:
            parts.append(tube([(-wide / 2, 0, z), (wide / 2, 0, z)], 0.04, 6))
    piece.add([part.turned(facing + 90).moved((*at, 0)) for part in parts], "metal", tint)


def deck(
    piece: Piece, low: Point, high: Point, top: float, plate: float = 1.4, tint: Tint = STEEL
) -> None:
    """Plates side by side, level on top, on a frame of beams."""
    random = piece.random
    across, up = (max(1, round((b - a) / plate)) for a, b in zip(low, high, strict=True))
    wide = (high[0] - low[0]) / across
    deep = (high[1] - low[1]) / up
    for i in range(across):
        for j in range(up):
            x, y = low[0] + i * wide, low[1] + j * deep
            rusty = random.random() < 0.16
            plate_ = block(
                (x - 0.005, y - 0.005, top - 0.14), (x + wide + 0.005, y + deep + 0.005, top), 0.03
            )
            piece.add(plate_, "rust" if rusty else "metal", (1, 0.9, 0.8) if rusty else tint, 0.12)
    for y in (low[1], high[1]):
        beam(piece, (low[0] - 0.06, y), (high[0] + 0.06, y), top - 0.03)
    for x in (low[0], high[0]):
        beam(piece, (x, low[1]), (x, high[1]), top - 0.03)


def beam(
    piece: Piece, start: Point, end: Point, top: float, high: float = 0.36, tint: Tint = DARK
) -> None:
    """A girder along an axis: two flanges and a web."""
    (x0, y0), (x1, y1) = min(start, end), max(start, end)
    along = "x" if y0 == y1 else "y"
    for wide, low_, high_ in (
        (0.26, top - 0.08, top),
        (0.1, top - high + 0.05, top - 0.05),
        (0.26, top - high, top - high + 0.08),
    ):
        dx, dy = (0.0, wide / 2) if along == "x" else (wide / 2, 0.0)
        piece.add(
            block((x0 - dx, y0 - dy, low_), (x1 + dx, y1 + dy, high_), 0.025, along), "metal", tint
        )


def stripes(
    piece: Piece, start: Point, end: Point, low: float, high: float, deep: float = 0.05
) -> None:
    """A board of yellow and black along an axis."""
    (x0, y0), (x1, y1) = min(start, end), max(start, end)
    along_x = y0 == y1
    length = (x1 - x0) if along_x else (y1 - y0)
    count = max(5, round(length / 0.55))
    step = length / count
    for k in range(count):
        left, right = k * step, (k + 1) * step + (0.015 if k < count - 1 else 0)
        lean = min(0.12, step / 3)
        outline = [
            (left - lean, low),
            (right - lean, low),
            (right + lean, high),
            (left + lean, high),
        ]
        if k == 0:
            outline[0], outline[3] = (0, low), (0 + lean, high)
        if k == count - 1:
            outline[1], outline[2] = (length - lean, low), (length, high)
        piece_ = slab(outline, -deep, deep - 0.008 * (k % 2), 0.015).upright()
        solid = piece_.moved((x0, y0, 0)) if along_x else piece_.turned(90).moved((x0, y0, 0))
        piece.add(solid, "metal", YELLOW if k % 2 else BLACK, 0.05)


def railing(piece: Piece, path: Sequence[Corner], high: float = 0.95, tint: Tint = YELLOW) -> None:
    """Posts and two rails along a path on a deck or stair."""
    posts: list[Corner] = []
    for (x0, y0, z0), (x1, y1, z1) in pairwise(path):
        count = max(1, round(max(abs(x1 - x0), abs(y1 - y0)) / 1.25))
        posts += [
            (x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count, z0 + (z1 - z0) * k / count)
            for k in range(count)
        ]
    for x, y, z in [*posts, path[-1]]:
        piece.add(post((x, y), z - 0.1, z + high + 0.02, 0.055, 6), "metal", tint)
    for height, radius in ((high, 0.055), (high * 0.52, 0.04)):
        piece.add(tube([(x, y, z + height) for x, y, z in path], radius, 6), "metal", tint)


def stairs(piece: Piece, top: Corner, width: float, steps: int, rise: float, run: float) -> None:
    """Treads between two stringers, down along +x from the edge of a deck at `top` (its corner of least y)."""
    x, y, z = top
    for k in range(1, steps + 1):
        at = x + (k - 1) * run
        level = z - k * rise
        if level > 0.05:
            piece.add(
                block((at, y, level - 0.1), (at + run + 0.06, y + width, level), 0.025),
                "metal",
                STEEL,
                0.1,
            )
    length = steps * run
    foot = 0.0
    outline = [
        (0, z - 0.45),
        (0, z + 0.02),
        (length, 0.22),
        (length, foot),
        (length - run * 0.8, foot),
    ]
    for side in (y - 0.05, y + width + 0.05):
        piece.add(slab(outline, -0.06, 0.06, 0.02).upright().moved((x, side, 0)), "metal", TEAL)


def leg(piece: Piece, at: Point, high: float, tint: Tint = TEAL) -> None:
    """A column with a footplate, bolts and a head."""
    x, y = at
    piece.add(cut_block((x - 0.16, y - 0.16, 0), (x + 0.16, y + 0.16, high), 0.05), "metal", tint)
    piece.add(cut_block((x - 0.36, y - 0.36, 0), (x + 0.36, y + 0.36, 0.14), 0.05), "metal", DARK)
    piece.add(
        cut_block((x - 0.25, y - 0.25, 0.1), (x + 0.25, y + 0.25, 0.5), 0.06),
        "rust",
        (0.95, 0.9, 0.9),
    )
    piece.add(
        cut_block((x - 0.24, y - 0.24, high - 0.3), (x + 0.24, y + 0.24, high), 0.05), "metal", DARK
    )
    for dx in (-0.27, 0.27):
        for dy in (-0.27, 0.27):
            piece.add(post((x + dx, y + dy), 0.1, 0.2, 0.05, 6), "rust")


def brace(piece: Piece, a: Corner, b: Corner, c: Corner, d: Corner) -> None:
    """Two crossed bars."""
    for start, end in ((a, b), (c, d)):
        piece.add(tube([start, end], 0.06, 6), "rust", (0.9, 0.85, 0.85))


def lamp(piece: Piece, at: Corner, tint: Tint) -> None:
    """A small lamp on a socket."""
    x, y, z = at
    piece.add(post((x, y), z - 0.02, z + 0.1, 0.09, 8), "metal", BLACK)
    piece.add(
        tube([(x, y, z + 0.08), (x, y, z + 0.2), (x, y, z + 0.26)], [0.075, 0.075, 0.03], 8),
        "metal",
        tint,
        0,
    )


def gantry(piece: Piece) -> None:
    """A platform at 3.5" on six legs, with a stair at one end, a ladder at the other, and a gap for a bridge."""
    deck(piece, (0, 0), (6, 4), 3.5)
    for x in (0.3, 3.0, 5.7):
        for y in (0.3, 3.7):
            leg(piece, (x, y), 3.3)
        beam(piece, (x, 0.1), (x, 3.9), 3.38, 0.3)
    brace(piece, (0.3, 3.7, 0.5), (3, 3.7, 3.0), (0.3, 3.7, 3.0), (3, 3.7, 0.5))
    brace(piece, (5.7, 0.3, 0.5), (5.7, 3.7, 3.0), (5.7, 0.3, 3.0), (5.7, 3.7, 0.5))
    railing(piece, [(0.05, 2.75, 3.5), (0.05, 3.95, 3.5), (5.95, 3.95, 3.5), (5.95, 2.1, 3.5)])
    railing(piece, [(0.05, 1.25, 3.5), (0.05, 0.05, 3.5), (1.4, 0.05, 3.5)])
    railing(piece, [(4.6, 0.05, 3.5), (5.95, 0.05, 3.5), (9.2, 0.05, 0.55)])
    stairs(piece, (6.1, 0.2, 3.5), 1.75, 9, 0.389, 0.4)
    ladder(piece, (-0.2, 2.0), 0, 4.3, 0)
    for start, end in (((0.0, -0.14), (6.0, -0.14)), ((0.0, 4.14), (6.0, 4.14))):
        stripes(piece, start, end, 3.16, 3.44)
    cut = cut_block((4.5, 2.95, 3.5), (5.5, 3.7, 4.35), 0.08)
    piece.add(cut, "metal", TEAL)
    piece.add(block((4.62, 2.86, 3.95), (5.38, 3.0, 4.25), 0.03, "y"), "metal", BLACK)
    lamp(piece, (4.75, 3.3, 4.33), RED)
    for x, y in ((0.05, 0.05), (5.95, 3.95)):
        lamp(piece, (x, y, 4.47), (1.0, 0.85, 0.4))


def gantry_bridge(piece: Piece) -> None:
    """A footbridge at 3.5" on two trestles, open at both ends, a ladder at its side."""
    deck(piece, (0, 0), (9, 2.6), 3.5)
    for x in (1.6, 7.4):
        for y in (0.25, 2.35):
            leg(piece, (x, y), 3.3, RED)
        brace(piece, (x, 0.25, 0.5), (x, 2.35, 3.0), (x, 0.25, 3.0), (x, 2.35, 0.5))
    for y in (-0.02, 2.62):
        for x in range(10):
            if 0 < x < 9:
                piece.add(
                    block((x - 0.07, y - 0.06, 3.4), (x + 0.07, y + 0.06, 4.55), 0.02), "metal", RED
                )
        for x0, x1 in zip(range(1, 8), range(2, 9), strict=True):
            if y > 0 or x0 != 4:
                low, high = ((x0, 3.6), (x1, 4.5)) if x0 % 2 else ((x0, 4.5), (x1, 3.6))
                piece.add(tube([(low[0], y, low[1]), (high[0], y, high[1])], 0.05, 6), "rust")
        spans = [(0.9, 8.1)] if y > 0 else [(0.9, 4.0), (5.0, 8.1)]
        for left, right in spans:
            piece.add(block((left, y - 0.1, 4.48), (right, y + 0.1, 4.62), 0.03, "x"), "metal", RED)
    ladder(piece, (4.5, -0.3), 0, 4.4, 90)
    for x in (-0.14, 9.14):
        stripes(piece, (x, 0.0), (x, 2.6), 3.16, 3.44)
    for x, y in ((1, 2.62), (8, -0.02)):
        lamp(piece, (x, y, 4.58), (1.0, 0.85, 0.4))


PIECES = {"gantry": gantry, "gantry-bridge": gantry_bridge}
