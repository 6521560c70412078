"""A flier needs room for its volume all the way: it passes over structures, never through their walls, floors and roofs."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely

from tests.table.building import at, board, box
from wc3d.games.neo_mechanika.rules.space import FIRST_RULINGS_SPACE
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.moves.movement import Move, move
from wc3d.table.moves.reach import reach
from wc3d.table.table import Table

OUT = at("h", "small", 15, 9)


def container(*, door: float = 0.0, roof: bool = True) -> list[Feature]:
    """A hall of 6" by 6" about (15, 15), 3" high inside: four walls, in the south one a door so high, and a roof."""
    walls = [
        box("west", "structure", (12.25, 15), (0.5, 6), 3),
        box("east", "structure", (17.75, 15), (0.5, 6), 3),
        box("north", "structure", (15, 17.75), (5, 0.5), 3),
        box("south-west", "structure", (13.25, 12.25), (1.5, 0.5), 3),
        box("south-east", "structure", (16.75, 12.25), (1.5, 0.5), 3),
    ]
    if door < 3.0:
        walls.append(box("lintel", "structure", (15, 12.25), (2, 0.5), 3 - door, bottom=door))
    return [*walls, *([box("roof", "structure", (15, 15), (6, 6), 0.5, bottom=3)] if roof else [])]


def fly(table: Table, *path: tuple[float, ...], body: Body = OUT, inches: float = 20.0) -> Move:
    """A flier's move, put on the table first."""
    return move(table.with_bodies(body), body, path, inches, flight=True)


@pytest.mark.rule("NM-MOV-08")
@pytest.mark.rule("NM-TER-13")
def test_a_flier_does_not_come_into_a_closed_hall_nor_out_of_it() -> None:
    closed = board(*container())
    said = fly(closed, (15, 15, 0))
    assert not said and said.code == "in_the_way" and said.blockers == ("roof",)
    assert fly(closed, (15, 15, 3.5)).end == pytest.approx((15, 15, 3.5))
    assert fly(closed, (15, 21, 0))  # over it
    inside = at("h", "small", 15, 15)
    assert not fly(closed, (15, 21), body=inside) and not fly(closed, (15, 15, 3.5), body=inside)
    assert fly(closed, (16, 16, 0), body=inside)


def test_it_comes_in_by_a_door_that_is_high_enough_and_by_an_open_roof() -> None:
    assert fly(board(*container(door=2.0)), (15, 15, 0)) and not fly(
        board(*container(door=1.5)), (15, 15, 0)
    )
    assert not fly(
        board(*container(door=2.0)), (9, 15), (15, 15, 0)
    )  # this way leads through a wall
    assert fly(board(*container(door=2.0)), (9, 15), (9, 9), (15, 9), (15, 15, 0), inches=30)
    assert fly(board(*container(roof=False)), (9, 15), (15, 15, 0))


def test_a_ceiling_parts_two_floors() -> None:
    slab = box("slab", "structure", (15, 15), (10, 10), 0.5, bottom=2.5)
    below = at("h", "small", 15, 15)
    assert not fly(board(slab), (15.01, 15, 3), body=below)
    assert fly(board(slab), (15, 8), (15, 15, 3), body=below)  # round the edge


def test_up_and_down_between_two_floors_and_a_gap_that_is_too_low() -> None:
    """Under a bridge, up through the gap between two bridges, and down again under the second."""
    two = [
        box(f"deck{i}", "structure", (15, y), (10, 4), 1, bottom=2) for i, y in ((1, 10), (2, 18))
    ]
    low = box("sill", "structure", (15, 14), (10, 0.5), 1.5)
    start = at("h", "small", 15, 10)
    assert fly(board(*two, low), (15, 18, 0), body=start)
    shut = box("lid", "structure", (15, 14), (10, 4), 1, bottom=2)
    assert not fly(board(*two, low, shut), (15, 18, 0), body=start)


def test_models_under_a_roof_are_in_the_way() -> None:
    tunnel = [
        box("west", "structure", (13.9, 15), (0.5, 10), 3),
        box("east", "structure", (16.1, 15), (0.5, 10), 3),
        box("roof", "structure", (15, 15), (4, 10), 0.5, bottom=3),
    ]
    assert fly(board(*tunnel), (15, 17, 0), inches=30)
    stuck = board(*tunnel, bodies=(at("m", "small", 15, 12.5),))
    assert not fly(stuck, (15, 17, 0)) and fly(
        stuck, (10, 9), (10, 21.5), (15, 21.5), (15, 17, 0), inches=40
    )


def test_games_of_before_go_on_as_they_were() -> None:
    closed = board(*container())
    assert fly(replace(closed, policy=FIRST_RULINGS_SPACE), (15, 15, 0)).end == pytest.approx(
        (15, 15, 0)
    )


def test_what_is_offered_to_a_flier_can_be_flown_to() -> None:
    inside = at("h", "small", 15, 15)
    for doors, body in ((0.0, OUT), (2.0, inside), (0.0, inside)):
        table = board(*container(door=doors)).with_bodies(body)
        found = reach(table, body, 8, flight=True)
        floor = next(level.area for level in found.levels if level.height == 0)
        hall = shapely.box(12.6, 12.6, 17.4, 17.4)
        assert floor.intersects(hall) is (body is inside)
        assert floor.difference(hall.buffer(1)).is_empty is (body is inside and not doors)
        for level in found.levels:
            for spot in shapely.get_coordinates(level.area.buffer(-0.05).segmentize(2.0)).tolist()[
                :60
            ]:
                path = found.path_to((*spot, level.height))
                assert path is not None, (spot, level.height)
