"""Sight through terrain of very many pieces: none of them may be forgotten."""

from __future__ import annotations

import pytest

from tests.table.building import board, box
from wc3d.table.body import Body
from wc3d.table.features import make_feature
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table

A, B = Body("a", "small", (8, 15, 0)), Body("b", "small", (22, 15, 0))


def courses(count: int, height: float) -> Table:
    """A wall across the table, laid in courses that touch; one feature, as a mesh is."""
    one = height / count
    pieces = [
        piece
        for i in range(count)
        for piece in box("course", "structure", (15, 15), (1, 28), one, bottom=i * one).pieces
    ]
    return board(make_feature("wall", "structure", tuple(pieces)))


@pytest.mark.rule("NM-ATK-05")
@pytest.mark.parametrize("count", [10, 96, 97, 150, 400])
def test_a_wall_of_many_courses_blocks_as_one_wall_does(count: int) -> None:
    found = sight(courses(count, 2.0), A, B)
    assert (found.verdict, found.blockers) == ("blocked", ("wall",))


@pytest.mark.rule("NM-ATK-05")
@pytest.mark.parametrize("count", [10, 97, 400])
def test_and_is_seen_over_as_one_wall_is(count: int) -> None:
    assert sight(courses(count, 1.7), A, B).verdict == "clear"
