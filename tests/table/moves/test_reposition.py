"""Squads' repositioning (p. 28)."""

from __future__ import annotations

import pytest

from tests.table.building import SMALL, at, board, box
from wc3d.table.moves.reposition import reposition


@pytest.mark.rule("NM-MOV-05")
@pytest.mark.rule("NM-EXM-14")
@pytest.mark.parametrize(("gap", "legal"), [(0.0, True), (1.0, True), (2.0, True), (2.0001, False)])
def test_within_two_inches_of_the_model_that_moved_from_however_far(
    gap: float, legal: bool
) -> None:
    leader = at("l", "small", 15, 15)
    other = at("o", "small", 3, 3)
    answer = reposition(board(bodies=(leader, other)), leader, other, (15 + 2 * SMALL + gap, 15, 0))
    assert answer.legal is legal and answer.distance == pytest.approx(gap)


@pytest.mark.rule("NM-MOV-12")
def test_only_where_it_can_stand() -> None:
    leader = at("l", "small", 15, 15)
    other = at("o", "small", 3, 3)
    wall = box("w", "structure", (17, 15), (1, 1), 3)
    table = board(wall, bodies=(leader, other))
    assert not reposition(table, leader, other, (17, 15, 0)).legal
    assert not reposition(table, leader, other, (17, 15, 3)).legal  # too narrow
    assert not reposition(table, leader, other, (15.5, 15, 0)).legal  # on its comrade
    assert not reposition(table, leader, other, (15, 17, 1)).legal  # in the air


def test_it_may_stay_where_it_is_and_up_counts() -> None:
    leader = at("l", "small", 15, 15)
    other = at("o", "small", 16.5, 15)
    assert reposition(board(bodies=(leader, other)), leader, other, (16.5, 15, 0)).legal
    roof = box("w", "structure", (17.5, 15), (3, 3), 2)
    assert (
        reposition(
            board(roof, bodies=(leader,)), leader, at("o", "small", 3, 3), (16.6, 15, 2)
        ).distance
        > 2
    )
    assert not reposition(
        board(roof, bodies=(leader,)), leader, at("o", "small", 3, 3), (17, 15)
    ).legal


@pytest.mark.rule("NM-SIL-60")
def test_it_needs_line_of_sight_to_the_model_that_moved() -> None:
    leader = at("l", "small", 15, 15)
    other = at("o", "small", 3, 3)
    wall = box("w", "structure", (16, 15), (0.5, 8), 3)
    place = (15 + 2 * SMALL + 1.9, 15, 0)
    assert not reposition(board(wall, bodies=(leader, other)), leader, other, place).legal
    low = box("w", "structure", (16, 15), (0.5, 8), 1.5)
    assert reposition(board(low, bodies=(leader, other)), leader, other, place).legal
