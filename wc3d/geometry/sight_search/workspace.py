"""The arrays a search for an open line works in: made once, used by every search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.sight_search.vertical_slice import PIECE_FLOAT_COLUMNS, PIECE_INT_COLUMNS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_CORNERS = 40  # most corners of a cell, or of a polygon of lines
MAX_OPEN_CELLS = 16384  # most cells waiting to be cut
MAX_PIECE_LISTS = 64  # most lists of pieces
MAX_OBSCURING_AROUND = 10  # most obscuring features that the two volumes lie in
MAX_NEAR_TRIANGLES = 4096  # most triangles that one bundle of lines may meet
MAX_CROSSED_TRIANGLES = 256  # most triangles of a mesh that one line may cross
MAX_WAITING_PARTS = 26  # most parts of one bundle that wait to be looked at
MAX_END_PIECES = 4  # most obscuring pieces that one end is asked to lie in


class TerrainArrays(NamedTuple):
    """The pieces of a table made ready for the search, which of them overlap, and along which seam.

    n pieces with c corners in all, of which s pairs overlap. Lengths in inches, as everywhere here.
    """

    reals: Floats
    """(n, PIECE_REALS): center, radius, low, high, planes, box; the columns are named in `slice`."""
    kinds: Ints
    """(n, PIECE_KINDS): is it a disc, where its corners start, how many, its feature ...; the columns are named in `slice`."""
    corners: Floats
    """(3, 2, c): x and y of the footprints' corners: grown for proofs, grown for witnesses, as they are."""
    joins: Ints
    """(s, 2): two pieces that overlap."""
    seams: Floats
    """(s, 4): x, y and x, y of the ends of a segment across their overlap."""
    grow: Floats
    """(4,): how far heights grow in proofs and for witnesses, then discs in proofs and for witnesses."""


class Workspace(NamedTuple):
    """The arrays that one search works in, reused from search to search.

    k pieces, v corners, j seams; e numbers the two volumes (0, 1). "In the frame": the plan turned so that x runs from one volume
    to the other. A cell is a convex polygon of plan lines y = p + m (x - x0), each given as (y at x0, y at x1). Above a cell a
    line is given by its two heights v at s0 and s1 (see `opening`).
    """

    # the question
    ends: Floats
    """(2, 5), in the frame: x, y, radius, low, high of each volume."""
    held_ends: Floats
    """(2, 5), in the world: the same, cut back to the pieces that are to hold the line's ends."""
    holds: Ints
    """(2, HOLDS): the picked pieces that each end is to lie in; -1 ends the list."""
    picked: Ints
    """(k,): the pieces of the terrain that come near both volumes. All further pieces are numbered by their place in here."""
    measured_only: Ints
    """(k,): 1 for an obscuring piece that is measured, 0 for a solid."""
    place_of: Ints
    """(k,): the place of each of the terrain's pieces in `picked`, -1 for none."""
    features_in: Ints
    """(CHOICES,): the obscuring features that a volume lies in."""
    ways: Ints
    """(CHOICES,): how many ways there are to treat each: as a solid, or with an end held in one of its pieces."""
    way_end: Ints
    """(CHOICES, 64): which end a way holds, OUTSIDE for none, WHOLLY where the volume lies in the piece anyhow."""
    way_piece: Ints
    """(CHOICES, 64): which picked piece holds it."""

    # the picked pieces, in the frame
    reals: Floats
    """(k, PIECE_REALS), as in `Terrain`."""
    kinds: Ints
    """(k, PIECE_KINDS), as in `Terrain`."""
    vx: Floats
    """(3, v): x of the corners, grown for proofs, grown for witnesses, as they are."""
    vy: Floats
    """(3, v): their y."""
    below_above: Ints
    """(2, k): -1 where a piece lies wholly below the volume, 1 above, 0 else."""
    apart: Ints
    """(2, k): 1 where a piece lies apart from the volume in plan."""
    normal: Floats
    """(2, k, 2): there, the unit vector from the volume to the piece."""
    joins: Ints
    """(j, 2): two picked pieces that overlap."""
    seams: Floats
    """(j, 4): the ends of the segment across their overlap."""
    seam_ids: Ints
    """(j,): the number of that seam in `Terrain`."""

    # what stands above one cell
    states: Ints
    """(k,): NONE, PARTIAL or FULL: do no, some or all lines of the cell cross the piece?"""
    sections: Floats
    """(k + 1 + j, 6): common sections: from, to, low at both, high at both. Row k is scratch, later rows are of joined pieces."""
    least: Floats
    """(v,): scratch: the least height of each corner above the cell's lines."""
    most: Floats
    """(v,): scratch: the greatest."""
    solids: Ints
    """(k + j + 1, 3): row of `sections`, piece, and 0 alone, 1 joined from several, 2 merged into the solid named first."""
    in_play: Ints
    """(deep + 3, 4): place in `solids`, its relation to the volume where lines start and end, the choice to be tried next."""
    half_planes: Floats
    """(deep, 2, 4, 3): how a line passes over (0) or under (1) a solid: a, b, c of a v0 + b v1 + c >= 0, all of them."""
    half_planes_n: Ints
    """(deep, 2): how many of them; -1 where a line cannot pass on that side."""
    stack: Floats
    """(deep + 3, CORNERS, 2): the polygon of lines that is left at each depth; the last is scratch."""
    stack_n: Ints
    """(deep + 3,): their corners."""
    reach: Floats
    """(2, 4): the x that each volume covers above the cell: from and to on some line, from and to on every line."""
    outer: Floats
    """(2, 4): the slices where lines start and end, from outside: from and to in s, low and high in v."""
    inner: Floats
    """(2, 4): the same from inside."""
    tally: Ints
    """(9,): counts, named in `cell`."""
    found: Floats
    """(10,): what the last look at a cell found, named in `cell`."""

    # what obscures
    free: Floats
    """(k + j, 6): the sections that are only measured, as (s, v): from, to, low at both, high at both."""
    spans: Floats
    """(k + j, 2): scratch: where a line is inside them, in s."""
    bounds: Floats
    """(2,): the s between which they are measured."""
    nest: Floats
    """(64, CORNERS, 2): polygons of lines that are still to be halved and measured."""
    nest_n: Ints
    """(64,): their corners."""
    single: Floats
    """(1, 2): a polygon of one line."""

    # what surfaces shut (see `screens`)
    rows: Floats
    """(2 * CORNERS, 2): the plan lines of a bundle, then its lines of heights: where each is at x = 0, and how fast it rises."""
    known: Floats
    """(5, 8): what is known of a triangle's corners; the last two are scratch."""
    met: Ints
    """(CROSSED, 2): the triangles that the line amid a bundle crosses, and how often."""
    code: Ints
    """(3,): where they lie from the bundle."""
    queue: Ints
    """(MOST_MET,): triangles of a screen still to be looked at."""
    parts: Floats
    """(HALVINGS + 2, CORNERS, 2): polygons of heights that are still to be looked at; the last two are scratch."""
    parts_n: Ints
    """(HALVINGS + 2,): their corners."""
    near: Floats
    """(MOST_MET, 3, 8): what is known of the corners of triangles near a bundle."""

    # the search
    turn: Floats
    """(4,): the frame: its origin's x and y, and the cosine and sine of its turn."""
    lists: Ints
    """(LISTS, k): pieces that may stand above a cell and all cells cut from it; list 0 has all."""
    list_n: Ints
    """(LISTS,): how many."""
    users: Ints
    """(LISTS,): how many waiting cells use each list."""
    cell_lists: Ints
    """(OPEN_CELLS,): which list each waiting cell uses."""
    ends_of_line: Floats
    """(6,), in the frame: x, y, z of both ends of the line that was found."""
    first_cell: Floats
    """(CORNERS, 2): the cell at hand, or the first half of one that was cut."""
    second_cell: Floats
    """(CORNERS, 2): the second half."""
    p: Floats
    """(CORNERS,): the corner lines of the cell at hand: y at x0,"""
    q: Floats
    """(CORNERS,): y at x1,"""
    m: Floats
    """(CORNERS,): and slope."""
    cells: Floats
    """(OPEN_CELLS, CORNERS, 2): cells that wait to be cut, each in a slot."""
    cells_n: Ints
    """(OPEN_CELLS,): their corners."""
    cuts: Floats
    """(OPEN_CELLS, 3): a, b, c of the line a p + b q + c = 0 along which each will be cut."""
    keys: Floats
    """(OPEN_CELLS,): a heap, the most promising cell first: how promising,"""
    slots: Ints
    """(OPEN_CELLS,): and in which slot it waits."""
    unused: Ints
    """(OPEN_CELLS,): slots that are free again."""


def make_workspace(pieces: int, corners: int, seams: int) -> Workspace:
    """A workspace for at most so many pieces, corners of footprints and seams."""

    def f(*shape: int) -> Floats:
        return np.zeros(shape)

    def i(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    k, v, j = max(pieces, 1), max(corners, 1), max(seams, 1)
    deep = (
        k + j + 1
    )  # solids on one line: all of them, since a line found by leaving some out would be no line
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
