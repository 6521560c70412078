"""Prisms that lie within another are found."""

from __future__ import annotations

import numpy as np
import pytest

from wc3d.geometry.mesh_solids.connected_cells import find_contained_prisms

NEAR = 0.02


@pytest.mark.parametrize("seed", range(12))
def test_those_within_another_are_found_and_no_others(seed: int) -> None:
    chance = np.random.default_rng(seed)
    count = int(chance.integers(1, 200))
    low = chance.uniform(0.0, 100.0, (count, 2))
    high = low + chance.uniform(0.5, np.where(np.arange(count) % 3, 30.0, 3.0)[:, None], (count, 2))
    twice = np.arange(5, count, 7)
    low[twice], high[twice] = low[twice - 5], high[twice - 5]
    spans = np.sort(chance.integers(0, 5, (count, 2)), axis=1).astype(float)
    rings = np.stack(
        [
            low,
            np.stack([high[:, 0], low[:, 1]], axis=1),
            high,
            np.stack([low[:, 0], high[:, 1]], axis=1),
        ],
        axis=1,
    )
    found = find_contained_prisms(rings.reshape(-1, 2), 4 * np.arange(count + 1), spans, NEAR)
    area = (high - low).prod(axis=1)
    for i in range(count):
        around = (low <= low[i] + NEAR).all(axis=1) & (high >= high[i] - NEAR).all(axis=1)
        around &= (spans[:, 0] <= spans[i, 0]) & (spans[:, 1] >= spans[i, 1])
        same = np.isclose(area, area[i], rtol=0, atol=1e-9)
        around &= ((area > area[i]) & ~same) | (same & (np.arange(count) < i))
        assert found[i] == around.any()
