"""Jumps (p. 45-46)."""

from __future__ import annotations

import math

import pytest

from tests.table.building import LARGE, MEDIUM, SMALL, at, board, box, silo
from wc3d.table.body import Body
from wc3d.table.moves.jumping import Jump, jump
from wc3d.table.table import Table

HIGH = box("a", "structure", (10, 15), (10, 8), 5)


def leap(table: Table, to: tuple[float, float], body: Body) -> Jump:
    """Jump `body`, which is put on the table first."""
    return jump(table.with_bodies(body), body, to)


@pytest.mark.rule("NM-TER-23")
@pytest.mark.rule("NM-TER-26")
def test_the_book_s_first_example() -> None:
    low = box("b", "structure", (21, 15), (8, 8), 3)
    body = at("h", "small", 14, 15, 5)
    answer = leap(board(HIGH, low), (18, 15), body)
    assert answer.legal and answer.end == pytest.approx((18, 15, 3))
    assert (answer.length, answer.fall, answer.power, answer.stopped_by, answer.ends_move) == (
        4,
        2,
        2,
        None,
        False,
    )
    between = board(HIGH, low, bodies=(at("m", "large", 16, 15),))
    assert leap(between, (18, 15), body).stopped_by is None
    on_it = board(HIGH, low, bodies=(at("m", "large", 20, 15, 3),))
    stopped = leap(on_it, (20, 15), body)
    assert stopped.stopped_by == "m" and stopped.ends_move
    assert stopped.end == pytest.approx(
        (20 - SMALL - LARGE, 15, 3)
    ) and stopped.length == pytest.approx(6 - SMALL - LARGE)


@pytest.mark.rule("NM-TER-24")
@pytest.mark.parametrize(("height", "stopped"), [(6, False), (6.0000005, False), (6.01, True)])
def test_the_book_s_second_example(height: float, stopped: bool) -> None:
    first = box("a", "structure", (10, 15), (10, 8), 6)
    second = box("b", "structure", (22, 15), (8, 8), height)
    answer = leap(board(first, second), (20, 15), at("h", "small", 15 - SMALL, 15, 6))
    if stopped:
        assert (
            answer.stopped_by == "b"
            and answer.end == pytest.approx((18 - SMALL, 15, 0))
            and answer.power == 6
        )
    else:
        assert (
            answer.stopped_by is None
            and answer.end == pytest.approx((20, 15, height))
            and answer.power == 0
        )


@pytest.mark.parametrize("kind", ["obstacle", "structure", "impassable"])
def test_what_stops_a_jump(kind: str) -> None:
    thing = box("w", kind, (18, 15), (1, 8), 1, bottom=5)
    assert leap(board(HIGH, thing), (20, 15), at("h", "small", 14, 15, 5)).stopped_by == "w"


def test_contact_at_the_very_end_and_at_nothing() -> None:
    wall = box("w", "structure", (19, 15), (2, 8), 8)
    end = leap(board(HIGH, wall), (18 - SMALL, 15), at("h", "small", 14, 15, 5))
    assert end.stopped_by == "w" and end.ends_move and end.length == pytest.approx(4 - SMALL)
    short = leap(board(HIGH, wall), (18 - SMALL - 1e-3, 15), at("h", "small", 14, 15, 5))
    assert short.stopped_by is None and not short.ends_move
    nothing = leap(board(HIGH, wall), (20, 15), at("h", "small", 18 - SMALL, 15, 0))
    assert (
        nothing.stopped_by == "w"
        and nothing.length == pytest.approx(0)
        and nothing.end == pytest.approx((18 - SMALL, 15, 0))
    )


def test_a_rim_touched_in_passing_is_no_contact() -> None:
    body = at("h", "small", 14, 15, 5)
    assert (
        leap(board(HIGH, silo("t", "structure", (18, 16 + SMALL), 1, 8)), (21, 15), body).stopped_by
        is None
    )
    assert (
        leap(
            board(HIGH, silo("t", "structure", (18, 16 + SMALL - 1e-3), 1, 8)), (21, 15), body
        ).stopped_by
        == "t"
    )
    assert (
        leap(
            board(HIGH, box("t", "structure", (18, 16 + SMALL), (2, 2), 8)), (21, 15), body
        ).stopped_by
        is None
    )
    corner = box("t", "structure", (18, 15 + SMALL + math.sqrt(2)), (2, 2), 8, rotation=45)
    assert leap(board(HIGH, corner), (21, 15), body).stopped_by is None
    assert (
        leap(
            board(box("u", "structure", (18, 15), (2, 2), 1, bottom=6.75), HIGH), (21, 15), body
        ).stopped_by
        is None
    )


@pytest.mark.rule("NM-SIL-55")
@pytest.mark.rule("NM-TER-25")
@pytest.mark.parametrize(
    ("base", "height", "stopped"),
    [("large", 2.75, False), ("large", 2.74, True), ("small", 1.75, False)],
)
def test_it_passes_over_a_model_whose_volume_it_does_not_enter(
    base: str, height: float, stopped: bool
) -> None:
    roof = box("a", "structure", (10, 15), (10, 8), height)
    answer = leap(
        board(roof, bodies=(at("m", base, 17, 15),)), (20, 15), at("h", "small", 14, 15, height)
    )
    assert (answer.stopped_by == "m") is stopped


@pytest.mark.rule("NM-TER-27")
@pytest.mark.parametrize(("height", "entered"), [(2, True), (2.999, True), (3, False), (5, False)])
def test_rough_ground_at_least_three_inches_below_is_not_entered(
    height: float, entered: bool
) -> None:
    roof = box("a", "structure", (10, 15), (10, 8), height)
    mud = box("m", "rough", (18, 15), (2, 8), 0)
    answer = leap(board(roof, mud), (21, 15), at("h", "small", 14, 15, height))
    assert answer.entered_rough is entered
    assert (
        leap(board(roof, mud), (18, 15), at("h", "small", 14, 15, height)).entered_rough is entered
    )


@pytest.mark.rule("NM-STA-16")
def test_with_pathfinder_rough_ground_counts_for_nothing() -> None:
    roof = box("a", "structure", (10, 15), (10, 8), 2)
    mud = box("m", "rough", (18, 15), (2, 8), 0)
    hunter = at("h", "small", 14, 15, 2)
    table = board(roof, mud, bodies=(hunter,))
    assert jump(table, hunter, (21, 15)).entered_rough
    assert not jump(table, hunter, (21, 15), pathfinder=True).entered_rough


def test_over_a_forest_the_height_above_its_top_counts() -> None:
    for height, entered in ((6.9, True), (7, False)):
        roof = box("a", "structure", (10, 15), (10, 8), height)
        wood = box("m", "forest", (18, 15), (2, 8), 4)
        assert (
            leap(board(roof, wood), (21, 15), at("h", "small", 14, 15, height)).entered_rough
            is entered
        )
    beside = box("m", "forest", (18, 15 + 4 + SMALL), (2, 8), 4)
    assert not leap(board(HIGH, beside), (21, 15), at("h", "small", 14, 15, 5)).entered_rough


@pytest.mark.rule("NM-MOV-16")
def test_through_a_gate_but_not_into_it() -> None:
    gate = at("g", "small", 18, 15, kind="gate")
    body = at("h", "small", 14, 15)
    through = leap(board(bodies=(gate,)), (21, 15), body)
    assert through.stopped_by is None and through.end == pytest.approx((21, 15, 0))
    into = leap(board(bodies=(gate,)), (18.5, 15), body)
    assert (
        into.stopped_by == "g"
        and into.ends_move
        and into.end == pytest.approx((18 - 2 * SMALL, 15, 0))
    )
    assert leap(board(bodies=(gate,)), (18 + 2 * SMALL, 15), body).stopped_by is None
    wall = box("w", "structure", (20, 15), (2, 8), 4)
    pressed = leap(
        board(wall, bodies=(gate,)), (20, 15), body
    )  # the wall would leave it in the gate
    assert pressed.stopped_by == "g" and pressed.end == pytest.approx((18 - 2 * SMALL, 15, 0))


@pytest.mark.rule("NM-TER-19")
@pytest.mark.parametrize(("height", "power"), [(0.9, 0), (1, 1), (1.99, 1), (2, 2), (5.5, 5)])
def test_power_is_whole_inches_fallen(height: float, power: int) -> None:
    roof = box("a", "structure", (10, 15), (10, 8), height)
    answer = leap(board(roof), (18, 15), at("h", "small", 14, 15, height))
    assert answer.fall == pytest.approx(height) and answer.power == power


def test_it_lands_on_whatever_part_of_its_base_is_over() -> None:
    body = at("h", "small", 14, 15, 5)
    low = box("b", "structure", (20, 15), (4, 8), 3)
    assert leap(board(HIGH, low), (17.6, 15), body).end == pytest.approx((17.6, 15, 3))
    assert leap(board(HIGH, low), (18 - SMALL, 15), body).end == pytest.approx((18 - SMALL, 15, 0))
    rail = box("b", "obstacle", (20, 15), (4, 8), 0.5)
    assert leap(board(HIGH, rail), (20, 15), body).end == pytest.approx((20, 15, 0.5))
    assert leap(board(HIGH), (15.5, 15), body).end == pytest.approx((15.5, 15, 5))


def test_a_jump_off_the_table_is_illegal_unless_something_stops_it_before() -> None:
    body = at("h", "small", 27, 15)
    answer = leap(board(), (30, 15), body)
    assert not answer.legal and answer.end == body.at and answer.fall == 0
    assert leap(board(box("w", "structure", (29, 15), (1, 8), 4)), (32, 15), body).legal
    assert not leap(board(), (15, 15), at("h", "small", 14, 15, kind="gate")).legal


# Falling onto models


@pytest.mark.rule("NM-SIL-61")
def test_landing_on_a_model_it_is_put_at_the_nearest_place_to_stand() -> None:
    body = at("h", "small", 14, 15, 5)
    answer = leap(board(HIGH, bodies=(at("m", "medium", 18.2, 15),)), (18, 15), body)
    assert answer.end == pytest.approx((18.2 - SMALL - MEDIUM, 15, 0))
    assert (
        answer.fall == 5
        and answer.power == 5
        and answer.stopped_by is None
        and answer.drop.landed_on == ("m",)
    )


def test_the_nearest_place_avoids_walls_edges_and_other_models() -> None:
    body = at("h", "small", 14, 15, 5)
    m = at("m", "medium", 18.2, 15)
    wall = box("w", "structure", (16.7, 15), (0.4, 6), 2)
    answer = leap(board(HIGH, wall, bodies=(m,)), (18, 15), body)
    x, y, z = answer.end
    far = SMALL + MEDIUM
    assert (
        z == 0
        and x == pytest.approx(16.9 + SMALL)
        and math.hypot(x - 18.2, y - 15) == pytest.approx(far)
    )
    assert answer.drop.tied and len(answer.drop.places) == 2


def test_on_a_full_roof_it_goes_to_the_next_lower_level() -> None:
    small_roof = box("b", "structure", (19, 15), (2 * LARGE, 2 * LARGE), 3)
    lower = box("c", "structure", (19, 19), (3, 3), 1)
    body = at("h", "small", 14, 15, 5)
    table = board(HIGH, small_roof, lower, bodies=(at("m", "large", 19, 15, 3),))
    answer = jump(table.with_bodies(body), body, (19, 15.1))
    assert answer.stopped_by == "m"  # its head is in the way
    tall = box("a", "structure", (10, 15), (10, 8), 6)
    above = at("h", "small", 14, 15, 6)
    table = board(tall, small_roof, lower, bodies=(at("m", "large", 19, 15, 3),))
    answer = jump(table.with_bodies(above), above, (19, 15.1))
    assert (
        answer.end[2] == 1
        and answer.fall == 3
        and answer.drop.landing == pytest.approx((19, 15.1, 3))
    )


@pytest.mark.rule("NM-SIL-61")
def test_exactly_above_a_model_the_dice_decide() -> None:
    body = at("h", "small", 14, 15, 5)
    answer = leap(board(HIGH, bodies=(at("m", "medium", 18, 15),)), (18, 15), body)
    assert answer.drop.tied and math.hypot(answer.end[0] - 18, answer.end[1] - 15) == pytest.approx(
        SMALL + MEDIUM
    )
