"""Level patches of rough ground, found among the layers of a mesh."""

from __future__ import annotations

import time

import numpy as np
import pytest

from wc3d.games.neo_mechanika.rules.book import rulebook as neo_mechanika
from wc3d.games.warmachine.rules.book import rulebook as warmachine
from wc3d.geometry.mesh_solids.bit_masks import Mask, empty_mask
from wc3d.geometry.mesh_solids.floors import (
    HALF_MIN_FLOOR_WIDTH_IN,
    MAX_BRIDGED_GAP_IN,
    MIN_FLOOR_AREA_SQ_IN,
    find_floors,
)
from wc3d.geometry.tolerances import MAX_UNEVEN_IN


def square(side: int, rows: int = 64) -> Mask:
    """The cells of a square in a corner of a grid."""
    cells = empty_mask(rows, rows)
    cells[:side, 0] = (np.uint64(1) << np.uint64(side)) - np.uint64(1)
    return cells


def test_a_stair_of_two_steps_has_two_floors_and_the_stones_of_one_are_one() -> None:
    layers = [
        (0.0, 1.0, square(50)),
        (1.0, 1.0 + MAX_UNEVEN_IN / 2, square(40)),
        (1.0 + MAX_UNEVEN_IN / 2, 3.0, square(20)),
    ]
    found = find_floors(layers, 0.1)
    assert [round(f.height, 3) for f in found] == [3.0, 1.05]
    assert found[1].low == 1.0


def test_a_tower_of_twenty_thousand_layers_is_looked_through_in_seconds() -> None:
    """A cone has a rim in each layer that is too narrow for a base: each window is tried, and none is a floor."""
    many = 20_000
    layers = [(0.2 * k, 0.2 * (k + 1), square(62 - 60 * k // many)) for k in range(many)]
    began = time.process_time()
    found = find_floors(layers, 0.2)
    assert time.process_time() - began < 6
    assert all(f.height == f.low for f in found)


def bars(gap: int, bar: int, rows: int = 64) -> Mask:
    """Bars along a grid's columns, which begin away from its rim, with gaps between."""
    cells = empty_mask(rows, rows)
    for first in range(4, rows - bar - 4, bar + gap):
        for column in range(first, first + bar):
            cells[4 : rows - 4, 0] |= np.uint64(1) << np.uint64(column)
    return cells


@pytest.mark.rule("NM-SIL-157")
@pytest.mark.rule("WM-RUL-158")
def test_gaps_in_a_floor_are_bridged_if_they_are_narrow() -> None:
    cell = 0.05
    narrow = round(MAX_BRIDGED_GAP_IN / cell)
    wide = round(MAX_BRIDGED_GAP_IN / cell) + 1
    (floor,) = find_floors([(0.0, 2.0, bars(narrow, 3))], cell)
    assert (
        floor.height == 2.0
        and np.bitwise_count(floor.cells).sum() > np.bitwise_count(bars(narrow, 3)).sum()
    )
    assert not np.any(floor.cells[:4]), "nothing is filled up to the rim of the grid"
    assert find_floors([(0.0, 2.0, bars(wide, 3))], cell) == []


def test_a_molding_beside_a_floor_does_not_raise_it() -> None:
    floor = square(40)
    molding = square(44) & ~square(42)
    layers = [(0.0, 2.0, floor | molding), (2.0, 2.0 + 0.8 * MAX_UNEVEN_IN, molding)]
    assert [f.height for f in find_floors(layers, 0.05)] == [2.0]


@pytest.mark.rule("NM-SIL-157")
@pytest.mark.rule("WM-RUL-158")
def test_the_rulings_say_what_a_floor_is() -> None:
    assert neo_mechanika.BOOK.rule("NM-SIL-157").value == MAX_BRIDGED_GAP_IN
    for told in (neo_mechanika.BOOK.rule("NM-SIL-157"), warmachine.BOOK.rule("WM-RUL-158")):
        for inches in (
            MAX_UNEVEN_IN,
            MAX_BRIDGED_GAP_IN,
            2 * HALF_MIN_FLOOR_WIDTH_IN,
            MIN_FLOOR_AREA_SQ_IN,
        ):
            assert f"{inches:g}" in str(told)
