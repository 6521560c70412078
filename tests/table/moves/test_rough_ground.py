"""How much of a way lies over rough ground, and how far inches carry there."""

from __future__ import annotations

import pytest

from tests.table.building import SMALL, board, box
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.table.moves.rough_ground import (
    reachable_length,
    rough_ground_inches,
    rough_ground_on_way,
    rough_ground_spans,
    shorten_by_rough_ground,
)

NEAR, FAR, LAID_OVER = (
    box(id, "rough", (x, 15), (2, 4), 0) for id, x in (("a", 8), ("b", 14), ("c", 15))
)


def test_the_parts_of_a_way_on_which_any_part_of_the_base_is_over_rough_ground() -> None:
    spans = rough_ground_spans(board(NEAR, FAR, LAID_OVER), (4, 15), (20, 15), SMALL, 0.0, 1.75)
    assert spans == [
        pytest.approx((3 - SMALL, 5 + SMALL)),
        pytest.approx((9 - SMALL, 12 + SMALL)),
    ], "two that overlap are one"
    assert rough_ground_inches(
        board(NEAR, FAR, LAID_OVER), (4, 15), (20, 15), SMALL, 0.0, 1.75
    ) == pytest.approx(5 + 4 * SMALL)


def test_what_lies_beside_or_behind_the_way_does_not_count() -> None:
    table = board(NEAR)
    assert rough_ground_spans(table, (4, 15), (20, 15), SMALL, 2.0, 1.75) == [], (
        "flat ground is below who goes higher"
    )
    assert rough_ground_spans(table, (4, 19), (20, 19), SMALL, 0.0, 1.75) == []
    assert rough_ground_spans(table, (12, 15), (20, 15), SMALL, 0.0, 1.75) == []
    still = (8, 15), (8, 15), SMALL, 0.0, 1.75
    assert rough_ground_spans(table, *still) == [] and rough_ground_on_way(table, *still) == ("a",)
    assert rough_ground_spans(table, (8, 15), (20, 15), SMALL, 0.0, 1.75) == [
        pytest.approx((0, 1 + SMALL))
    ]


@pytest.mark.parametrize(
    ("inches", "gone"),
    [(0.5, 0.5), (1.0, 1.0), (3.0, 2.0), (5.0, 3.0), (6.0, 4.0), (8.0, 5.5), (11.0, 8.0)],
)
def test_how_far_inches_carry_where_some_count_double(inches: float, gone: float) -> None:
    assert reachable_length([(1.0, 3.0), (5.0, 6.0)], inches, 2.0) == pytest.approx(gone)
    assert reachable_length([], inches, 2.0) == inches and reachable_length(
        [(0.0, 99.0)], inches, 1.0
    ) == pytest.approx(inches)


@pytest.mark.rule("NM-TER-02")
@pytest.mark.parametrize(
    ("inches", "left"), [(6.0, 4.0), (3.0, 1.0), (2.5, 1.0), (1.0, 1.0), (0.5, 0.5)]
)
def test_what_rough_ground_leaves_of_a_move(inches: float, left: float) -> None:
    assert shorten_by_rough_ground(SPACE, inches) == left
