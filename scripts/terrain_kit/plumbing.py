"""Pipes, valves and tanks."""

from __future__ import annotations

import math

from terrain_kit.metalwork import BLACK, DARK, RED, YELLOW, ladder, stripes
from terrain_kit.piece import Piece, Tint
from terrain_kit.solids import Corner, block, circle, cut_block, loft, post, ring, slab, tube

UP = (0.0, 0.0, 1.0)
DOWN = (0.0, 0.0, -1.0)
EAST = (1.0, 0.0, 0.0)
SOUTH = (0.0, -1.0, 0.0)


def bend(corner: Corner, start: Corner, end: Corner, radius: float, count: int = 4) -> list[Corner]:
    """Points of a round bend that cuts a corner; `start` and `end` are unit steps into and out of it."""
    points: list[Corner] = []
    for k in range(count + 1):
        a = math.pi / 2 * k / count
        back = radius * (1 - math.sin(a))
        on = radius * (1 - math.cos(a))
        x, y, z = (c - s * back + e * on for c, s, e in zip(corner, start, end, strict=True))
        points.append((x, y, z))
    return points


def flange(piece: Piece, at: Corner, along: Corner, radius: float, tint: Tint = DARK) -> None:
    """A collar around a pipe."""
    ends = [
        tuple(p + s * side * d for p, s in zip(at, along, strict=True))
        for side, d in ((-1, 0.1), (-1, 0.06), (1, 0.06), (1, 0.1))
    ]
    wide = radius + 0.14
    piece.add(tube(ends, [wide - 0.05, wide, wide, wide - 0.05], 10), "metal", tint)  # type: ignore[arg-type]


def pipes(piece: Piece) -> None:
    """Two thick pipes that come out of the ground, with a valve, and a thin one above; on concrete saddles."""
    z = 0.95
    raised = 1.7
    first = [(-4.0, -0.65, 0.0), *bend((-4.0, -0.65, z), UP, EAST, 0.55)]
    first += [*bend((4.0, -0.65, z), EAST, DOWN, 0.55), (4.0, -0.65, 0.0)]
    second = [
        (-4.0, 0.65, 0.0),
        *bend((-4.0, 0.65, z), UP, EAST, 0.55),
        (0.8, 0.65, z),
        (1.6, 0.65, raised),
        (4.6, 0.65, raised),
    ]
    thin = [(-3.2, 0.0, 0.0), *bend((-3.2, 0, 1.75), UP, EAST, 0.3, 3)]
    thin += [*bend((3.3, 0, 1.75), EAST, SOUTH, 0.3, 3), (3.3, -0.75, 1.75)]
    piece.add(tube(first, 0.5, 12), "metal", (0.5, 0.62, 0.6))
    piece.add(tube(second, 0.5, 12), "rust", (1, 0.95, 0.9))
    piece.add(tube(thin, 0.14, 8), "metal", YELLOW)
    piece.add(tube([(4.55, 0.65, raised), (4.62, 0.65, raised)], 0.42, 12), "metal", BLACK)
    piece.add(tube([(3.3, -0.65, 1.85), (3.3, -0.65, 1.0)], 0.18, 8), "metal", DARK)
    for x in (-2.6, 0, 2.6):
        flange(piece, (x, -0.65, z), EAST, 0.5)
    for x, at in ((-2.6, z), (0.3, z), (2.2, raised), (4.45, raised)):
        flange(piece, (x, 0.65, at), EAST, 0.5)
    for x, y in ((-4, -0.65), (4, -0.65), (-4, 0.65)):
        flange(piece, (x, y, 0.16), UP, 0.5)
    for x in (-1.7, 1.6):
        saddle = slab(
            [(-1.35, 0), (1.35, 0), (1.25, 0.75), (-1.25, 0.75)], -0.28, 0.28, 0.06
        ).upright()
        piece.add(saddle.turned(90).moved((x, 0, 0)), "concrete")
        piece.add(block((x - 0.09, -0.09, 0.6), (x + 0.09, 0.09, 1.7), 0.03), "metal", DARK)
    piece.add(cut_block((3.2, 0.3, 0), (3.8, 1.0, 1.45), 0.07), "concrete")
    valve(piece, (-0.9, -0.65, z + 0.5))


def valve(piece: Piece, at: Corner) -> None:
    """A hand wheel on a spindle."""
    x, y, z = at
    piece.add(
        tube(
            [(x, y, z - 0.1), (x, y, z + 0.12), (x, y, z + 0.16), (x, y, z + 0.5)],
            [0.24, 0.24, 0.07, 0.07],
            8,
        ),
        "metal",
        DARK,
    )
    hub = [(x + dx, y + dy, z + 0.45) for dx, dy in circle(0.32, 10)]
    for a, b in zip(hub, hub[1:] + hub[:1], strict=True):
        piece.add(tube([a, b], 0.06, 6), "metal", RED)
    for k in range(3):
        piece.add(tube([hub[k], hub[k + 5]], 0.04, 5), "metal", RED)


def tank(piece: Piece) -> None:
    """A round tank, 3" across, its flat top at 3.5", with a ladder and a pipe."""
    profile = [
        (0.0, 1.62),
        (0.16, 1.62),
        (0.2, 1.5),
        (1.2, 1.5),
        (1.24, 1.55),
        (1.36, 1.55),
        (1.4, 1.5),
    ]
    profile += [(2.4, 1.5), (2.44, 1.55), (2.56, 1.55), (2.6, 1.5), (3.4, 1.5), (3.5, 1.42)]
    rings = [ring(circle(radius, 20), height) for height, radius in profile]
    worn = [k in (1, 3, 5, 7, 9, 11) for k in range(len(profile) - 1)]
    piece.add(loft(rings, worn), "metal", (0.8, 0.78, 0.72))
    band = [ring(circle(r, 20), z) for z, r in ((1.7, 1.5), (1.72, 1.53), (2.08, 1.53), (2.1, 1.5))]
    piece.add(loft(band), "metal", RED)
    piece.add(post((0.75, 0.6), 3.4, 3.56, 0.3, 10), "metal", DARK)
    ladder(piece, (0, -1.72), 0, 4.3, 90)
    pipe = [(1.0, 0.9, 3.0), *bend((1.9, 0.9, 3.0), EAST, DOWN, 0.3, 3), (1.9, 0.9, 0.0)]
    piece.add(tube(pipe, 0.14, 8), "rust")
    flange(piece, (1.9, 0.9, 0.14), UP, 0.14)
    stripes(piece, (-0.6, -1.56), (0.6, -1.56), 0.3, 0.55, 0.06)


PIECES = {"pipes": pipes, "tank": tank}
