"""The arrays of a line search, allocated once and reused."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.sight_search.vertical_slice import PIECE_FLOAT_COLUMNS, PIECE_INT_COLUMNS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_CORNERS = 40  # most corners of a cell or polygon of lines
MAX_OPEN_CELLS = 16384  # most cells waiting to be cut
MAX_PIECE_LISTS = 64  # most lists of pieces
MAX_OBSCURING_AROUND = 10  # most obscuring features around both volumes
MAX_NEAR_TRIANGLES = 4096  # most triangles that one bundle may meet
MAX_CROSSED_TRIANGLES = 256  # most triangles of a mesh that one line may cross
MAX_WAITING_PARTS = 26  # most waiting parts of one bundle
MAX_END_PIECES = 4  # most obscuring pieces that hold one end


class TerrainArrays(NamedTuple):
    """A table's pieces prepared for the search, with their overlaps and seams.

    n pieces with c corners in all, of which s pairs overlap. Lengths in inches.
    """

    reals: Floats
    """(n, PIECE_FLOAT_COLUMNS): center, radius, low, high, planes, box (see `vertical_slice`)."""
    kinds: Ints
    """(n, PIECE_INT_COLUMNS): disc flag, first corner, corners, ... (see `vertical_slice`)."""
    corners: Floats
    """(3, 2, c): x and y of footprint corners: grown for proofs, grown for witnesses, original."""
    joins: Ints
    """(s, 2): pairs of overlapping pieces."""
    seams: Floats
    """(s, 4): x, y and x, y of the ends of a segment across each overlap."""
    grow: Floats
    """(4,): growth of heights in proofs and for witnesses, then of discs."""


def make_empty_terrain() -> TerrainArrays:
    """Return the terrain of a table without pieces."""
    return TerrainArrays(
        np.zeros((0, PIECE_FLOAT_COLUMNS)),
        np.zeros((0, PIECE_INT_COLUMNS), dtype=np.int64),
        np.zeros((3, 2, 0)),
        np.zeros((0, 2), dtype=np.int64),
        np.zeros((0, 4)),
        np.zeros(4),
    )


class Workspace(NamedTuple):
    """The arrays of one search, reused by later searches.

    k pieces, v corners, j seams; e numbers the two volumes (0, 1). "In the frame" means the plan
    rotated so that x runs from one volume to the other. A cell is a convex polygon of plan lines y
    = p + m (x - x0), each given as (y at x0, y at x1). A line above a cell is given by its two
    heights v at s0 and s1 (see `line_in_cell`).
    """

    # --- the volumes
    ends: Floats
    """(2, 5), in the frame: x, y, radius, low, high of each volume."""
    held_ends: Floats
    """(2, 5), in the world: `ends` limited to the pieces that hold the line's ends."""
    holds: Ints
    """(2, MAX_END_PIECES): the picked pieces that hold each end; -1 ends the list."""
    picked: Ints
    """(k,): the terrain's pieces near both volumes, by which all further pieces are numbered."""
    measured_only: Ints
    """(k,): 1 for an obscuring piece that is measured, 0 for a solid."""
    place_of: Ints
    """(k,): the index in `picked` of each of the terrain's pieces, -1 for none."""
    features_in: Ints
    """(MAX_OBSCURING_AROUND,): the obscuring features around a volume."""
    ways: Ints
    """(MAX_OBSCURING_AROUND,): the number of ways to treat each: as a solid, or holding an end."""
    way_end: Ints
    """(MAX_OBSCURING_AROUND, 64): the end held, OUTSIDE for none, WHOLLY for all of the volume."""
    way_piece: Ints
    """(MAX_OBSCURING_AROUND, 64): the picked piece that holds the end."""

    # --- picked pieces, in the frame
    reals: Floats
    """(k, PIECE_FLOAT_COLUMNS), as in `TerrainArrays`."""
    kinds: Ints
    """(k, PIECE_INT_COLUMNS), as in `TerrainArrays`."""
    vx: Floats
    """(3, v): x of the corners, grown for proofs, grown for witnesses, original."""
    vy: Floats
    """(3, v): y of the corners."""
    below_above: Ints
    """(2, k): -1 for a piece entirely below the volume, 1 above, 0 otherwise."""
    apart: Ints
    """(2, k): 1 for a piece apart from the volume in plan."""
    normal: Floats
    """(2, k, 2): for a piece apart, the unit vector from the volume to the piece."""
    joins: Ints
    """(j, 2): pairs of overlapping picked pieces."""
    seams: Floats
    """(j, 4): the ends of the segment across each overlap."""
    seam_ids: Ints
    """(j,): the seam's number in `TerrainArrays`."""

    # --- above one cell
    states: Ints
    """(k,): whether none, some or all lines of the cell cross the piece (CROSSES_NONE ...)."""
    sections: Floats
    """(k + 1 + j, 6): from, to, low at both, high at both; row k is scratch, then joined pieces."""
    least: Floats
    """(v,): scratch: the smallest height of each corner above the cell's lines."""
    most: Floats
    """(v,): scratch: the largest height of each corner above the cell's lines."""
    solids: Ints
    """(k + j + 1, 3): row of `sections`, piece, and 0 single, 1 joined, 2 merged into the first."""
    in_play: Ints
    """(deep + 3, 4): index in `solids`, relation to the first and last volume, next choice."""
    half_planes: Floats
    """(deep, 2, 4, 3): a, b, c of a v0 + b v1 + c >= 0 for lines over (0) or under (1) a solid."""
    half_planes_n: Ints
    """(deep, 2): the number of half-planes; -1 if no line can pass on that side."""
    stack: Floats
    """(deep + 3, MAX_CORNERS, 2): remaining polygon of lines at each depth; the last is scratch."""
    stack_n: Ints
    """(deep + 3,): the number of their corners."""
    reach: Floats
    """(2, 4): each volume's x-range above the cell: on some line, then on every line."""
    outer: Floats
    """(2, 4): outer bounds of the first and last slice: from and to in s, low and high in v."""
    inner: Floats
    """(2, 4): inner bounds of both slices."""
    tally: Ints
    """(9,): counts, named in `cell_sections`."""
    found: Floats
    """(10,): the result of the last cell search, named in `cell_sections`."""

    # --- obscuring pieces
    free: Floats
    """(k + j, 6): the measured sections as (s, v): from, to, low at both, high at both."""
    spans: Floats
    """(k + j, 2): scratch: where a line is inside them, in s."""
    bounds: Floats
    """(2,): the range of s in which they are measured."""
    nest: Floats
    """(64, MAX_CORNERS, 2): polygons of lines that wait to be halved and measured."""
    nest_n: Ints
    """(64,): the number of their corners."""
    single: Floats
    """(1, 2): a polygon of one line."""

    # --- screens (see `shutter_proof`)
    rows: Floats
    """(2 * MAX_CORNERS, 2): a bundle's plan lines, then height lines: value at x = 0, slope."""
    known: Floats
    """(5, 8): measurements of a triangle's corners; the last two rows are scratch."""
    met: Ints
    """(MAX_CROSSED_TRIANGLES, 2): the triangles that the central line crosses, with counts."""
    code: Ints
    """(3,): the positions of the corners relative to the bundle."""
    queue: Ints
    """(MAX_NEAR_TRIANGLES,): triangles of a screen that wait to be tested."""
    parts: Floats
    """(MAX_WAITING_PARTS + 2, MAX_CORNERS, 2): waiting height polygons, the last two scratch."""
    parts_n: Ints
    """(MAX_WAITING_PARTS + 2,): the number of their corners."""
    near: Floats
    """(MAX_NEAR_TRIANGLES, 3, 8): measurements of the corners of triangles near a bundle."""

    # --- search state
    turn: Floats
    """(4,): the frame: its origin's x and y, and the cosine and sine of its rotation."""
    lists: Ints
    """(MAX_PIECE_LISTS, k): pieces that may be above a cell and its parts; list 0 has all."""
    list_n: Ints
    """(MAX_PIECE_LISTS,): the number of pieces in each list."""
    users: Ints
    """(MAX_PIECE_LISTS,): the number of waiting cells that use each list."""
    cell_lists: Ints
    """(MAX_OPEN_CELLS,): the list of each waiting cell."""
    ends_of_line: Floats
    """(6,), in the frame: x, y, z of both ends of the open line."""
    first_cell: Floats
    """(MAX_CORNERS, 2): the current cell, or the first half of a cut one."""
    second_cell: Floats
    """(MAX_CORNERS, 2): the second half."""
    p: Floats
    """(MAX_CORNERS,): y at x0 of the current cell's corner lines."""
    q: Floats
    """(MAX_CORNERS,): y at x1 of these lines."""
    m: Floats
    """(MAX_CORNERS,): slope of these lines."""
    cells: Floats
    """(MAX_OPEN_CELLS, MAX_CORNERS, 2): slots of cells that wait to be cut."""
    cells_n: Ints
    """(MAX_OPEN_CELLS,): the number of their corners."""
    cuts: Floats
    """(MAX_OPEN_CELLS, 3): a, b, c of each cell's cut a p + b q + c = 0."""
    keys: Floats
    """(MAX_OPEN_CELLS,): heap of priorities, the most promising cell first."""
    slots: Ints
    """(MAX_OPEN_CELLS,): the slot of each cell in the heap."""
    unused: Ints
    """(MAX_OPEN_CELLS,): free slots."""


def make_workspace(pieces: int, corners: int, seams: int) -> Workspace:
    """Return a workspace for up to these numbers of pieces, footprint corners and seams."""

    def f(*shape: int) -> Floats:
        return np.zeros(shape)

    def i(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    k, v, j = max(pieces, 1), max(corners, 1), max(seams, 1)
    deep = k + j + 1  # all solids on one line, because each may block it
    return Workspace(
        ends=f(2, 5),
        held_ends=f(2, 5),
        holds=i(2, MAX_END_PIECES),
        picked=i(k),
        measured_only=i(k),
        place_of=i(k),
        features_in=i(MAX_OBSCURING_AROUND),
        ways=i(MAX_OBSCURING_AROUND),
        way_end=i(MAX_OBSCURING_AROUND, 64),
        way_piece=i(MAX_OBSCURING_AROUND, 64),
        reals=f(k, PIECE_FLOAT_COLUMNS),
        kinds=i(k, PIECE_INT_COLUMNS),
        vx=f(3, v),
        vy=f(3, v),
        below_above=i(2, k),
        apart=i(2, k),
        normal=f(2, k, 2),
        joins=i(j, 2),
        seams=f(j, 4),
        seam_ids=i(j),
        states=i(k),
        sections=f(k + 1 + j, 6),
        least=f(v),
        most=f(v),
        solids=i(k + j + 1, 3),
        in_play=i(deep + 3, 4),
        half_planes=f(deep, 2, 4, 3),
        half_planes_n=i(deep, 2),
        stack=f(deep + 3, MAX_CORNERS, 2),
        stack_n=i(deep + 3),
        reach=f(2, 4),
        outer=f(2, 4),
        inner=f(2, 4),
        tally=i(10),
        found=f(10),
        free=f(k + j, 6),
        spans=f(k + j, 2),
        bounds=f(2),
        nest=f(64, MAX_CORNERS, 2),
        nest_n=i(64),
        single=f(1, 2),
        rows=f(2 * MAX_CORNERS, 2),
        known=f(5, 8),
        met=i(MAX_CROSSED_TRIANGLES, 2),
        code=i(3),
        queue=i(MAX_NEAR_TRIANGLES),
        parts=f(MAX_WAITING_PARTS + 2, MAX_CORNERS, 2),
        parts_n=i(MAX_WAITING_PARTS + 2),
        near=f(MAX_NEAR_TRIANGLES, 3, 8),
        turn=f(4),
        lists=i(MAX_PIECE_LISTS, k),
        list_n=i(MAX_PIECE_LISTS),
        users=i(MAX_PIECE_LISTS),
        cell_lists=i(MAX_OPEN_CELLS),
        ends_of_line=f(6),
        first_cell=f(MAX_CORNERS, 2),
        second_cell=f(MAX_CORNERS, 2),
        p=f(MAX_CORNERS),
        q=f(MAX_CORNERS),
        m=f(MAX_CORNERS),
        cells=f(MAX_OPEN_CELLS, MAX_CORNERS, 2),
        cells_n=i(MAX_OPEN_CELLS),
        cuts=f(MAX_OPEN_CELLS, 3),
        keys=f(MAX_OPEN_CELLS),
        slots=i(MAX_OPEN_CELLS),
        unused=i(MAX_OPEN_CELLS),
    )
