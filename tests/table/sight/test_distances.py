"""Distances between models, points and terrain (p. 32)."""

from __future__ import annotations

import math

import pytest

from tests.table.building import LARGE, SMALL, at, board, box, ramp, silo
from wc3d.table.sight.distances import (
    distance,
    distance_to_feature,
    distance_to_point,
    format_exceeded_distance,
    is_within,
)


@pytest.mark.rule("NM-ATK-04")
@pytest.mark.parametrize(
    ("x", "z", "expected"),
    [
        (10 + SMALL + LARGE + 4, 0, 4.0),
        (10 + SMALL + LARGE + 3, 4, 5.0),
        (10.2, 2, 2.0),
        (10 + SMALL + LARGE, 0, 0.0),
        (10.5, 0, 0.0),
    ],
)
def test_models_are_as_far_apart_as_their_base_discs_in_space(
    x: float, z: float, expected: float
) -> None:
    a, b = at("a", "small", 10, 10), at("b", "large", x, 10, z)
    table = board(bodies=(a, b))
    assert distance(table, a, b) == pytest.approx(expected, abs=1e-9)
    assert distance(table, b, a) == pytest.approx(expected, abs=1e-9)


def test_a_model_is_as_far_from_a_point_as_its_disc() -> None:
    a = at("a", "small", 10, 10, 5)
    assert distance_to_point(board(), a, (13 + SMALL, 10, 1)) == pytest.approx(5.0)
    assert distance_to_point(board(), a, (10.3, 10, 5)) == 0.0


def test_a_model_is_as_far_from_terrain_as_its_disc_from_the_solid() -> None:
    wall = box("w", "structure", (15, 10), (2, 4), 3)
    low = at("a", "small", 10, 10)
    roof = at("b", "small", 10, 10, 7)
    assert distance_to_feature(board(wall), low, wall) == pytest.approx(4 - SMALL)
    assert distance_to_feature(board(wall), roof, wall) == pytest.approx(math.hypot(4 - SMALL, 4))
    assert distance_to_feature(board(wall), at("c", "small", 15, 10, 5), wall) == pytest.approx(2.0)
    assert distance_to_feature(board(wall), at("c", "small", 17, 13, 0), wall) == pytest.approx(
        math.hypot(1, 1) - SMALL
    )


def test_a_round_feature_and_a_slope_have_exact_distances_too() -> None:
    tower = silo("s", "structure", (15, 10), 2, 3)
    assert distance_to_feature(board(tower), at("a", "large", 10, 10, 4), tower) == pytest.approx(
        math.hypot(3 - LARGE, 1)
    )
    slope = ramp("r", "structure", (15, 10), (4, 4), 0, 4)  # 45 degrees, from (13, 0) up to (17, 4)
    above = at("a", "small", 14, 10, 4)
    nearest = (4 - 1) / math.sqrt(2) - SMALL / math.sqrt(2)  # from the rim's point toward the slope
    assert distance_to_feature(board(slope), above, slope) == pytest.approx(nearest, abs=1e-9)


@pytest.mark.rule("NM-ATK-08")
def test_a_model_on_a_high_roof_is_at_least_its_height_from_the_table() -> None:
    a, b = at("a", "small", 10, 10, 5), at("b", "large", 10.5, 10)
    assert distance(board(bodies=(a, b)), a, b) == pytest.approx(5.0)
    assert is_within(5.0, 5) and is_within(5.0000009, 5) and not is_within(5.00001, 5)


@pytest.mark.parametrize(
    ("distance", "limit", "said"),
    [
        (7.4212, 6, "7.42"),
        (8.1, 8, "8.1"),
        (8.0004, 8, "8.0004"),
        (7.4243, 7.424, "7.4243"),
        (8.000004, 8, "8.000004"),
    ],
)
def test_a_distance_is_said_with_as_many_decimals_as_tell_that_it_is_too_far(distance, limit, said):
    assert format_exceeded_distance(distance, limit) == said
