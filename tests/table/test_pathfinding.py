"""Distances on a grid: round what is blocked, slower over costly cells, and by links between levels."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wc3d.table.pathfinding import CellLink, Ground, search_distances


def flat(*rows: str) -> np.ndarray:
    """A level drawn as rows: a number is a cost, # is blocked."""
    cost = {"#": math.inf}
    return np.array([[cost.get(c) or float(c) for c in row] for row in rows])


def goal(ground: Ground, *cells: tuple[int, int, int]) -> np.ndarray:
    mask = np.zeros(ground.costs.shape, dtype=bool)
    for cell in cells:
        mask[cell] = True
    return mask


def test_paths_go_straight_diagonally_and_round_what_is_blocked() -> None:
    ground = Ground(flat("111", "1#1", "1#1")[np.newaxis])
    found = search_distances(ground, goal(ground, (0, 2, 0)))[0]
    assert found[1, 0] == 1.0 and found[0, 1] == pytest.approx(1.0 + math.sqrt(2.0))
    assert found[2, 2] == pytest.approx(2.0 + 2.0 * math.sqrt(2.0))
    assert found[1, 1] == found[2, 1] == math.inf


def test_a_cell_costs_to_leave_and_a_goal_costs_nothing() -> None:
    ground = Ground(flat("3", "2", "1")[np.newaxis])
    assert search_distances(ground, goal(ground, (0, 0, 0)))[0].ravel().tolist() == [0.0, 2.0, 3.0]
    both = goal(ground, (0, 0, 0), (0, 2, 0))
    assert search_distances(ground, both)[0].ravel().tolist() == [0.0, 2.0, 0.0]


def test_levels_meet_where_they_are_joined_and_by_links_one_way() -> None:
    costs = np.ones((3, 3, 1))
    ladder = CellLink((0, 0, 0), (2, 0, 0), 5.0, "ladder")
    ground = Ground(costs, ((0, 1), (0, 1), (2,)), (ladder,))
    found = search_distances(ground, goal(ground, (2, 2, 0)))
    assert found[2].ravel().tolist() == [2.0, 1.0, 0.0]
    assert found[0].ravel().tolist() == [7.0, 8.0, 9.0] and found[1, 1, 0] == 8.0
    down = search_distances(ground, goal(ground, (0, 0, 0)))
    assert np.isinf(down[2]).all() and down[1, 1, 0] == 1.0


def test_without_a_goal_nothing_is_reached() -> None:
    ground = Ground(np.ones((1, 2, 2)))
    assert np.isinf(search_distances(ground, goal(ground))).all()


def test_neighbors_stay_on_the_table() -> None:
    ground = Ground(np.ones((2, 2, 2)), ((0, 1), (0, 1)))
    assert sorted(ground.neighbors((0, 0, 0))) == [
        (level, *at) for level in (0, 1) for at in ((0, 1), (1, 0), (1, 1))
    ]
