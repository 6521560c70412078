"""Level patches of rough ground, found among the layers of a mesh."""
from __future__ import annotations

import time

import numpy as np

from wc3d.geometry.enclosure.floors import ROUGH, find_floors
from wc3d.geometry.enclosure.masks import Mask, empty_mask


def square(side: int, rows: int = 64) -> Mask:
    """The cells of a square in a corner of a grid."""
    cells = empty_mask(rows, rows)
    cells[:side, 0] = (np.uint64(1) << np.uint64(side)) - np.uint64(1)
    return cells


def test_a_stair_of_two_steps_has_two_floors_and_the_stones_of_one_are_one() -> None:
    layers = [(0.0, 1.0, square(50)), (1.0, 1.0 + ROUGH / 2, square(40)), (1.0 + ROUGH / 2, 3.0, square(20))]
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
