"""Ruined corners and walls of stone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from terrain_kit.masonry import ASH, BRICK, Opening, Place, Wall, heap, raise_wall, shingle
from terrain_kit.metalwork import ladder
from terrain_kit.piece import Piece, Tint
from terrain_kit.solids import Point, Solid, block, cut_block, slab, tube

OAK: Tint = (0.72, 0.58, 0.44)


def as_drawn(solid: Solid) -> Solid:
    return solid


def along_y(at: float) -> Place:
    """What runs along x runs along y, at that x."""
    return lambda solid: solid.turned(90).moved((at, 0, 0))


def planks(
    piece: Piece,
    top: float,
    rows: Sequence[tuple[float, float, float]],
    width: float,
    thick: float = 0.16,
) -> None:
    """A floor of boards along x: (y, from x, to x) each, their tops level, with splintered ends."""
    random = piece.random
    for y, left, right in rows:
        notch = random.uniform(0.1, 0.3)
        end = [
            (right, y),
            (right - notch, y + width * 0.4),
            (right + random.uniform(-0.1, 0.15), y + width + 0.01),
        ]
        board = slab([(left, y - 0.01), *end, (left, y + width + 0.01)], top - thick, top, 0.035)
        tint = random.choice((OAK, OAK, (0.62, 0.52, 0.43), (0.8, 0.66, 0.5)))
        piece.add(board, "wood", tint, 0.12)


def joists(
    piece: Piece,
    top: float,
    beams: Sequence[tuple[Point, Point]],
    wide: float = 0.24,
    high: float = 0.26,
) -> None:
    """Beams under a floor, each between two corners in plan along an axis."""
    for (x0, y0), (x1, y1) in beams:
        along = "x" if y0 == y1 else "y"
        low = (x0, y0 - wide / 2, top - high) if along == "x" else (x0 - wide / 2, y0, top - high)
        high_ = (x1, y0 + wide / 2, top) if along == "x" else (x0 + wide / 2, y1, top)
        piece.add(block(low, high_, 0.05, along), "wood", (0.5, 0.4, 0.31), 0.1)


def sill(
    piece: Piece, opening: Opening, place: Place, depth: float = 0.36, tint: Tint = ASH
) -> None:
    """A window's sill, and a lintel over it where it is not arched."""
    left = opening.left
    right = opening.right
    foot = opening.foot
    head = opening.head
    if foot > 0:
        piece.add(
            place(
                block(
                    (left - 0.15, -depth, foot - 0.1), (right + 0.15, depth, foot + 0.06), 0.05, "x"
                )
            ),
            "stone",
            tint,
        )
    if not opening.arched:
        piece.add(
            place(
                block(
                    (left - 0.25, -depth + 0.03, head - 0.04),
                    (right + 0.25, depth - 0.03, head + 0.32),
                    0.06,
                    "y",
                )
            ),
            "stone",
            tint,
        )


def ruin_corner(piece: Piece) -> None:
    """Two walls of a house and what is left of its upper floor."""
    south = [Opening(1.4, 2.9, 0, 2.5), Opening(4.3, 5.5, 1.0, 2.5), Opening(1.5, 2.7, 4.5, 6)]
    west = [Opening(2.0, 3.2, 1.0, 2.5), Opening(2.1, 3.3, 4.5, 6)]
    top_south = [
        (0, 6.6),
        (1.2, 6.7),
        (2.6, 6.2),
        (3.2, 5.0),
        (4.2, 4.4),
        (5.4, 3.6),
        (6.2, 2.6),
        (7, 1.1),
    ]
    top_west = [(0, 6.6), (1.6, 6.9), (3.4, 6.4), (4.0, 4.9), (4.8, 4.1), (5.5, 2.3), (6, 1.4)]
    corner(piece, Wall(7, top_south, south), Wall(6, top_west, west))
    ends = (4.7, 4.3, 4.5, 3.9, 3.3, 3.5, 2.6, 1.9)
    planks(piece, 3.5, [(0.1 + 0.58 * k, 0.1, end) for k, end in enumerate(ends)], 0.58)
    joists(
        piece, 3.36, [((1.3, 0.1), (1.3, 4.9)), ((2.8, 0.1), (2.8, 3.4)), ((4.0, 0.1), (4.0, 2.1))]
    )
    heap(piece, (6.2, 0.1), (1.7, 1.3), 0.8, stones=8)
    heap(piece, (0.2, 5.6), (1.2, 1.5), 0.8, stones=6)
    shingle(piece, (0.5, 7), 0.55, 0.25, 9, as_drawn)
    shingle(piece, (0.5, 5.5), -0.5, 0.25, 8, along_y(0.25))


def quoins(piece: Piece, top: float, at: float, tint: Tint = ASH) -> None:
    """Corner stones, long and short by turns."""
    for row in range(int(top / 0.5)):
        long = 0.62 if row % 2 else 0.42
        low = row * 0.5
        other = 1.04 - long
        stone = block(
            (at - 0.32, -0.32, max(low - 0.01, 0)),
            (at - 0.32 + long + 0.2, -0.32 + other + 0.2, low + 0.51),
            0.06,
        )
        piece.add(stone, "stone", tint, 0.12)


def cracked_floor(piece: Piece, outline: Sequence[Point], top: float, thick: float = 0.3) -> None:
    """A concrete floor, level on top, broken along its outline."""
    piece.add(slab(outline, top - thick, top, 0.05), "concrete", (0.82, 0.82, 0.8), 0.03)


def bars(piece: Piece, spots: Sequence[tuple[Point, Point]], height: float) -> None:
    """Bent steel that sticks out of broken concrete: from a corner in plan toward another."""
    random = piece.random
    for (x0, y0), (x1, y1) in spots:
        end = (
            x1 + random.uniform(-0.1, 0.1),
            y1 + random.uniform(-0.1, 0.1),
            height + random.uniform(-0.3, 0.25),
        )
        middle = ((x0 + x1) / 2, (y0 + y1) / 2, height)
        piece.add(tube([(x0, y0, height), middle, end], 0.035, 5), "rust")


def stone_stair(
    piece: Piece, start: Point, width: float, steps: int, rise: float, run: float
) -> None:
    """Steps that climb along -x from the ground; each reaches down to the table."""
    x, y = start
    for k in range(steps):
        low, high = (x - (k + 1) * run - 0.02, y, 0.0), (x - k * run, y + width, (k + 1) * rise)
        if k > 3:
            low = (low[0], y, (k + 1) * rise - 1.3)
        piece.add(block(low, high, 0.05, "z"), "concrete", (0.78, 0.78, 0.76), 0.05)


def corner(piece: Piece, south: Wall, west: Wall) -> None:
    """Two walls that meet at the origin, with sills and corner stones."""
    for wall, place in ((south, as_drawn), (west, along_y(0.25))):
        raise_wall(piece, wall, place)
        for opening in wall.openings:
            sill(piece, opening, place)
    quoins(piece, south.top[0][1] - 0.3, 0.25)


FIRST_FLOOR = [
    (0.2, 0.1),
    (3.4, 0.1),
    (3.4, 1.95),
    (5.7, 1.95),
    (5.5, 2.6),
    (5.9, 3.3),
    (5.2, 3.9),
    (5.0, 4.7),
    (4.1, 4.9),
    (3.8, 5.7),
    (2.6, 5.5),
    (2.2, 6.2),
    (0.9, 5.9),
    (0.2, 6.3),
]
SECOND_FLOOR = [
    (0.2, 0.1),
    (4.6, 0.1),
    (4.2, 0.8),
    (4.5, 1.5),
    (3.9, 2.2),
    (3.2, 2.1),
    (3.3, 3.0),
    (2.5, 3.6),
    (2.4, 4.4),
    (1.4, 4.3),
    (1.0, 5.1),
    (0.2, 4.9),
]
FIRST_BARS = [
    ((5.5, 2.2), (6.2, 2.3)),
    ((5.6, 3.0), (6.4, 3.0)),
    ((4.9, 4.2), (5.6, 4.6)),
    ((3.8, 5.2), (4.2, 6.0)),
]
SECOND_BARS = [
    ((4.2, 1.1), (5.0, 1.2)),
    ((3.1, 2.6), (3.9, 2.9)),
    ((2.2, 4.0), (2.7, 4.7)),
    ((1.1, 4.7), (1.2, 5.5)),
]


def ruin_tower(piece: Piece) -> None:
    """Two stories of a brick tower: a stair to the first floor, a ladder to what is left of the second."""
    south = [
        Opening(1.1, 2.3, 1.2, 2.7),
        Opening(1.2, 2.4, 4.4, 6.1, True),
        Opening(3.9, 5.1, 4.4, 6.1, True),
    ]
    west = [
        Opening(3.6, 5.1, 0, 2.5),
        Opening(1.4, 2.6, 4.4, 6.1, True),
        Opening(4.0, 5.2, 4.4, 6.1, True),
    ]
    south = [*south, Opening(1.2, 2.4, 7.9, 9.2)]
    west = [*west, Opening(1.4, 2.6, 7.9, 9.2)]
    top_south = [
        (0, 10.4),
        (2.6, 10.2),
        (3.4, 8.9),
        (4.6, 7.8),
        (5.6, 7.2),
        (6.4, 5.4),
        (7.2, 3.4),
        (8, 1.4),
    ]
    top_west = [(0, 10.4), (1.4, 10.6), (2.9, 9.2), (3.6, 7.6), (5.4, 6.9), (6.2, 4.6), (7, 2.0)]
    wall = Wall(8, top_south, south, course=0.7, stone=1.4, tint=BRICK, odd=(0.56, 0.38, 0.33))
    corner(piece, wall, replace(wall, length=7, top=top_west, openings=west))
    cracked_floor(piece, FIRST_FLOOR, 3.5)
    bars(piece, FIRST_BARS, 3.35)
    cracked_floor(piece, SECOND_FLOOR, 7.0)
    bars(piece, SECOND_BARS, 6.85)
    for x, y, low, high in ((3.2, 3.6, 0, 3.3), (3.1, 1.9, 3.4, 6.8)):
        piece.add(
            cut_block((x - 0.22, y - 0.22, low), (x + 0.22, y + 0.22, high), 0.06),
            "concrete",
            (0.74, 0.74, 0.72),
        )
    stone_stair(piece, (6.9, 0.2), 1.7, 9, 0.388, 0.39)
    ladder(piece, (3.55, 3.1), 3.5, 7.5, 200)
    heap(piece, (7.4, 0.3), (1.5, 1.5), 0.9, BRICK, 9)
    heap(piece, (0.3, 6.6), (1.5, 1.4), 0.9, BRICK, 8)
    shingle(piece, (0.6, 7.5), -0.55, 0.25, 10, as_drawn, BRICK)
    shingle(piece, (0.5, 6.5), -0.6, 0.25, 8, along_y(0.25), BRICK)


def buttress(piece: Piece, x: float, height: float, side: float) -> None:
    """A stepped pier against a wall, on the side of +y (1) or -y (-1)."""
    for low, high, deep in (
        (0, 0.4, 0.85),
        (0.4, height * 0.55, 0.66),
        (height * 0.55, height, 0.48),
    ):
        y0, y1 = sorted((0.05 * side, deep * side))
        wide = 0.36 if low else 0.45
        piece.add(
            cut_block((x - wide, y0, low), (x + wide, y1, high + 0.02), 0.07), "stone", ASH, 0.1
        )


def ruin_wall(piece: Piece) -> None:
    """A straight wall that falls away to both sides, with a doorway, a window and plaster here and there."""
    openings = [Opening(3.1, 4.6, 0, 2.5), Opening(5.8, 7.0, 1.1, 2.6), Opening(1.0, 2.0, 1.1, 2.3)]
    top = [
        (0, 1.2),
        (0.8, 2.0),
        (1.6, 3.2),
        (2.6, 3.8),
        (3.2, 4.9),
        (5.2, 5.1),
        (6.2, 4.4),
        (7.4, 4.0),
        (8.2, 2.4),
        (9, 1.1),
    ]
    raise_wall(piece, Wall(9, top, openings, tint=(0.8, 0.74, 0.66), odd=BRICK), as_drawn)
    for opening in openings:
        sill(piece, opening, as_drawn)
    buttress(piece, 5.2, 3.6, -1)
    buttress(piece, 2.55, 2.9, -1)
    patches = [
        [
            (4.75, 0.9),
            (5.6, 0.6),
            (5.7, 1.6),
            (5.5, 2.7),
            (5.7, 3.3),
            (5.0, 3.9),
            (4.8, 3.3),
            (4.5, 2.9),
            (4.75, 2.3),
        ],
        [(2.1, 0.4), (2.95, 0.3), (2.9, 1.6), (3.0, 2.9), (2.5, 3.3), (2.1, 2.7), (2.2, 1.6)],
        [(7.1, 0.3), (7.8, 0.5), (7.7, 1.7), (7.3, 3.0), (7.0, 2.9), (7.15, 2.0)],
    ]
    for patch in patches:
        piece.add(slab(patch, -0.325, -0.1, 0.03).upright(), "concrete", (0.93, 0.86, 0.7), 0.04)
    heap(piece, (0.3, 0.4), (1.5, 1.2), 0.7, stones=7)
    heap(piece, (8.5, -0.4), (1.6, 1.3), 0.8, stones=8)
    shingle(piece, (0.5, 8.5), 0.5, 0.2, 10, as_drawn)
    shingle(piece, (0.5, 8.5), -0.6, 0.25, 10, as_drawn)


PIECES = {"ruin-corner": ruin_corner, "ruin-tower": ruin_tower, "ruin-wall": ruin_wall}
