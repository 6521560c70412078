"""The arrays a search for an open line works in: made once, used by every search."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.sightlines.slice import PIECE_KINDS, PIECE_REALS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CORNERS = 40  # most corners of a cell, or of a polygon of lines
OPEN_CELLS = 16384  # most cells waiting to be cut
CHOICES = 10  # most obscuring features that the two volumes lie in
HOLDS = 4  # most obscuring pieces that one end is asked to lie in


class Terrain(NamedTuple):
    """Pieces made ready for the search (columns: see `slices`), which of them overlap, and along which seam."""

    reals: Floats
    kinds: Ints
    corners: Floats  # (3, 2, n): grown for proofs, grown for witnesses, as they are
    joins: Ints
    seams: Floats
    grow: Floats  # heights in proofs, for witnesses; discs in proofs, for witnesses


class Workspace(NamedTuple):
    """The arrays that one search works in, for at most so many pieces, corners and seams. Reused from search to search."""

    ends: Floats
    mine: Floats
    holds: Ints
    picked: Ints
    treat: Ints
    local: Ints
    soft: Ints
    ways: Ints
    way_end: Ints
    way_piece: Ints
    reals: Floats
    kinds: Ints
    vx: Floats
    vy: Floats
    below_above: Ints
    apart: Ints
    normal: Floats
    joins: Ints
    seams: Floats
    seam_ids: Ints
    states: Ints
    sections: Floats
    least: Floats
    most: Floats
    rows: Floats
    counts: Ints
    order: Ints
    stack: Floats
    stack_n: Ints
    picks: Ints
    free: Floats
    spans: Floats
    nest: Floats
    nest_n: Ints
    one: Floats
    reach: Floats
    outer: Floats
    inner: Floats
    bounds: Floats
    tally: Ints
    found: Floats
    ends_of_line: Floats
    root: Floats
    other: Floats
    cells: Floats
    cells_n: Ints
    cuts: Floats
    keys: Floats
    slots: Ints
    unused: Ints
    p: Floats
    q: Floats
    m: Floats


def workspace(pieces: int, corners: int, seams: int) -> Workspace:
    """A workspace for at most so many pieces, corners of footprints and seams."""

    def f(*shape: int) -> Floats:
        return np.zeros(shape)

    def i(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    k, v, j = max(pieces, 1), max(corners, 1), max(seams, 1)
    deep = k + j + 1  # solids on one line: all of them, since a line found by leaving some out would be no line
    return Workspace(
        ends=f(2, 5), mine=f(2, 5), holds=i(2, HOLDS), picked=i(k), treat=i(k), local=i(k),
        soft=i(CHOICES), ways=i(CHOICES), way_end=i(CHOICES, 64), way_piece=i(CHOICES, 64),
        reals=f(k, PIECE_REALS), kinds=i(k, PIECE_KINDS), vx=f(3, v), vy=f(3, v),
        below_above=i(2, k), apart=i(2, k), normal=f(2, k, 2), joins=i(j, 2), seams=f(j, 4), seam_ids=i(j),
        states=i(k), sections=f(k + 1 + j, 6), least=f(v), most=f(v), rows=f(deep, 2, 4, 3), counts=i(deep, 2),
        order=i(k + j + 1, 3), stack=f(deep + 3, CORNERS, 2), stack_n=i(deep + 3), picks=i(deep + 3, 4),
        free=f(k + j, 6), spans=f(k + j, 2), nest=f(64, CORNERS, 2), nest_n=i(64), one=f(1, 2),
        reach=f(2, 4), outer=f(2, 4), inner=f(2, 4), bounds=f(2), tally=i(6), found=f(8), ends_of_line=f(6),
        root=f(CORNERS, 2), other=f(CORNERS, 2), cells=f(OPEN_CELLS, CORNERS, 2), cells_n=i(OPEN_CELLS),
        cuts=f(OPEN_CELLS, 3), keys=f(OPEN_CELLS), slots=i(OPEN_CELLS), unused=i(OPEN_CELLS),
        p=f(CORNERS), q=f(CORNERS), m=f(CORNERS),
    )  # fmt: skip
