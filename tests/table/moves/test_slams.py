"""Slams (p. 37)."""

from __future__ import annotations

import math

import pytest

from tests.table.building import LARGE, MEDIUM, SMALL, at, board, box, silo
from wc3d.table.body import Body
from wc3d.table.moves.slams import Slam, slam
from wc3d.table.table import Table

A, B = at("a", "medium", 12, 15), at("b", "small", 15, 15)


def push(
    table: Table, distance: float = 3, body: Body = B, source: Body = A, pathfinder: bool = False
) -> Slam:
    """Slam `body` away from `source`, both put on the table first."""
    return slam(table.with_bodies(source, body), body, source, distance, pathfinder)


@pytest.mark.rule("NM-SLM-01")
def test_directly_away_from_center_to_center() -> None:
    answer = push(board(), body=at("b", "small", 14, 13))
    far = math.hypot(2, 2)
    assert (
        answer.end == pytest.approx((14 + 3 * 2 / far, 13 - 3 * 2 / far, 0)) and answer.moved == 3
    )
    assert not answer.contacts and not answer.destroyed and not answer.power_die


@pytest.mark.rule("NM-EXM-25")
@pytest.mark.rule("NM-SLM-02")
def test_the_book_s_example() -> None:
    weaver = at("w", "small", 10, 10)
    reaver = at("r", "small", 12, 10)
    scourge = at("s", "large", 15.8248, 10)
    answer = push(board(bodies=(scourge,)), body=reaver, source=weaver)
    assert answer.end == pytest.approx((14.25, 10, 0), abs=1e-4) and answer.contacts == ("s",)
    assert answer.power_die and not answer.collateral


@pytest.mark.rule("NM-EXM-26")
@pytest.mark.rule("NM-SLM-04")
@pytest.mark.rule("NM-SLM-05")
@pytest.mark.parametrize(
    ("slammed", "other", "die", "collateral"),
    [
        ("small", "small", True, True),
        ("small", "large", True, False),
        ("medium", "small", False, True),
        ("large", "large", True, True),
    ],
)
def test_what_follows_from_the_sizes_of_the_bases(
    slammed: str, other: str, die: bool, collateral: bool
) -> None:
    answer = push(board(bodies=(at("x", other, 18, 15),)), body=at("b", slammed, 15, 15))
    assert answer.contacts == ("x",) and answer.power_die is die
    assert answer.collateral == (("x",) if collateral else ())


@pytest.mark.rule("NM-MOV-14")
@pytest.mark.parametrize(
    ("kind", "height", "die"),
    [
        ("obstacle", 0.5, True),
        ("structure", 3, True),
        ("impassable", 3, True),
        ("impassable", 0, False),
    ],
)
def test_terrain_that_stops_a_slam(kind: str, height: float, die: bool) -> None:
    answer = push(board(box("w", kind, (18, 15), (2, 8), height)))
    assert (
        answer.contacts == ("w",)
        and answer.power_die is die
        and answer.end == pytest.approx((17 - SMALL, 15, 0))
    )
    assert answer.collateral == ()


@pytest.mark.rule("NM-MOV-14")
@pytest.mark.rule("NM-MOV-15")
@pytest.mark.rule("NM-SIL-52")
@pytest.mark.parametrize("gap", [0.0, 1.0, 3.0])
def test_contact_at_nothing_and_at_the_very_end(gap: float) -> None:
    wall = box("w", "structure", (16 + SMALL + gap, 15), (2, 8), 3)
    answer = push(board(wall))
    assert answer.contacts == ("w",) and answer.moved == pytest.approx(gap) and answer.power_die
    model = at("x", "medium", 15 + SMALL + MEDIUM + gap, 15)
    answer = push(board(bodies=(model,)))
    assert answer.contacts == ("x",) and answer.moved == pytest.approx(gap)
    beyond = push(board(box("w", "structure", (16 + SMALL + 3.001, 15), (2, 8), 3)))
    assert beyond.contacts == () and beyond.moved == 3


@pytest.mark.rule("NM-SIL-52")
def test_touching_in_passing_is_not_contact() -> None:
    assert push(board(box("w", "structure", (18, 16 + SMALL), (8, 2), 3))).contacts == ()
    assert push(board(silo("w", "structure", (16.5, 16 + SMALL), 1, 3))).contacts == ()
    assert push(board(bodies=(at("x", "large", 16.5, 15 + SMALL + LARGE),))).contacts == ()
    assert push(board(bodies=(at("x", "large", 16.5, 15 + SMALL + LARGE - 1e-3),))).contacts == (
        "x",
    )
    assert (
        push(
            board(box("w", "structure", (14, 15), (8, 6), 2)), body=at("b", "small", 15, 15, 2)
        ).contacts
        == ()
    )


def test_several_contacts_at_once() -> None:
    wall = box("w", "structure", (18, 15), (2, 8), 3)
    model = at("x", "small", 17 - SMALL + 2 * SMALL * 0.6, 15 + 2 * SMALL * 0.8)
    pair = at("y", "small", 17 - SMALL + 2 * SMALL * 0.6, 15 - 2 * SMALL * 0.8)
    inside = board(box("w", "structure", (18, 15), (2, 0.2), 3), bodies=(model, pair))
    answer = push(inside)
    assert set(answer.contacts) == {"w", "x", "y"} and answer.moved == pytest.approx(2 - SMALL)
    assert set(answer.collateral) == {"x", "y"} and answer.power_die
    assert push(board(wall)).contacts == ("w",)


@pytest.mark.rule("NM-SIL-91")
def test_a_gate_stops_a_slam_and_is_never_slammed() -> None:
    gate = at("g", "small", 17, 15, kind="gate")
    answer = push(board(bodies=(gate,)))
    assert answer.contacts == ("g",) and answer.collateral == ("g",) and answer.power_die
    still = push(board(), body=at("b", "small", 15, 15, kind="gate"))
    assert still.moved == 0 and still.end == (15, 15, 0) and not still.contacts


@pytest.mark.rule("NM-SIL-53")
def test_a_model_overhead_or_below_does_not_stop_it() -> None:
    bridge = box("s", "structure", (17, 15), (3, 3), 0.5, bottom=2)
    table = board(bridge, bodies=(at("x", "small", 17, 15, 2.5),))
    assert push(table).contacts == ()
    assert push(board(box("s", "structure", (17, 15), (3, 3), 0.5, bottom=1.7))).contacts == ("s",)


# Rough ground


@pytest.mark.rule("NM-SLM-10")
def test_the_book_s_fourth_example_of_rough_ground() -> None:
    answer = push(board(box("r", "rough", (15, 15), (10, 10), 0)))
    assert answer.moved == 1 and answer.rough
    assert push(board(box("r", "rough", (15, 15), (10, 10), 0)), pathfinder=True).moved == 3


@pytest.mark.parametrize(
    ("start", "moved"), [(2.9, 1.0), (3.0, 3.0), (1.5, 1.0), (0.5, 1.0), (4, 3.0)]
)
def test_rough_ground_within_the_full_distance_shortens_it(start: float, moved: float) -> None:
    mud = box("r", "rough", (15 + SMALL + start + 5, 15), (10, 8), 0)
    answer = push(board(mud))
    assert answer.moved == pytest.approx(moved) and answer.rough is (moved == 1.0)


def test_a_slam_stopped_before_rough_ground_is_not_shortened() -> None:
    wall = box("w", "structure", (18, 15), (0.5, 8), 3)
    mud = box("r", "rough", (22, 15), (7, 8), 0)
    answer = push(board(wall, mud), distance=5)
    assert (
        answer.contacts == ("w",)
        and not answer.rough
        and answer.moved == pytest.approx(2.75 - SMALL)
    )
    model = push(board(mud, bodies=(at("x", "small", 17.9, 15),)), distance=5)
    assert model.contacts == ("x",) and not model.rough


def test_shortened_it_may_still_contact_or_no_longer() -> None:
    mud = box("r", "rough", (16.5, 15), (1, 8), 0)
    wall = box("w", "structure", (18, 15), (1, 8), 3)
    answer = push(board(mud, wall), distance=3)
    assert answer.moved == 1 and answer.contacts == () and answer.rough
    far = push(board(mud, wall), distance=4.5)
    assert far.contacts == ("w",) and far.moved == pytest.approx(2.5 - SMALL) and far.rough


@pytest.mark.rule("NM-SLM-10")
@pytest.mark.rule("NM-SLM-11")
@pytest.mark.parametrize(
    ("distance", "moved", "off"),
    [(6, 4, False), (7, (4 - SMALL) / 0.8, True), (5, (4 - SMALL) / 0.8, True)],
)
def test_rough_ground_within_the_full_distance_counts_beyond_the_edge_too(
    distance: float, moved: float, off: bool
) -> None:
    mud = box(
        "r", "rough", (25, 18.7 + 2), (10, 4), 0
    )  # the base crosses the edge after 4.26" and the mud after 5.2"
    answer = push(board(mud), distance, at("b", "small", 26, 15), at("a", "medium", 22, 12))
    assert (
        answer.moved == pytest.approx(moved)
        and answer.destroyed is off
        and answer.rough is (distance > 5.5)
    )


@pytest.mark.parametrize(("distance", "moved"), [(0.5, 0.5), (1, 1), (2.5, 1), (6, 4)])
def test_no_less_than_one_inch(distance: float, moved: float) -> None:
    assert push(board(box("r", "rough", (15, 15), (20, 10), 0)), distance).moved == moved


def test_in_the_air_above_flat_rough_ground_it_is_not_in_it() -> None:
    roof = box("s", "structure", (13, 15), (6, 8), 2)
    mud = box("r", "rough", (20, 15), (7, 8), 0)
    answer = push(
        board(roof, mud), body=at("b", "small", 15, 15, 2), source=at("a", "medium", 12, 15, 2)
    )
    assert (
        not answer.rough
        and answer.moved == 3
        and answer.end == pytest.approx((18, 15, 0))
        and answer.power == 2
    )
    wood = box("r", "forest", (20, 15), (6, 8), 4)
    assert (
        push(
            board(roof, wood), body=at("b", "small", 15, 15, 2), source=at("a", "medium", 12, 15, 2)
        ).moved
        == 1
    )


# Edges and falls


@pytest.mark.rule("NM-SLM-12")
def test_off_a_roof_it_falls() -> None:
    roof = box("s", "structure", (12, 15), (8, 8), 3)
    answer = push(
        board(roof), body=at("b", "small", 15, 15, 3), source=at("a", "medium", 12, 15, 3)
    )
    assert (
        answer.end == pytest.approx((18, 15, 0))
        and answer.fall == 3
        and answer.power == 3
        and answer.moved == 3
    )
    edge = push(
        board(roof),
        1 + SMALL - 1e-3,
        body=at("b", "small", 15, 15, 3),
        source=at("a", "medium", 12, 15, 3),
    )
    assert edge.end[2] == 3 and edge.fall == 0  # part of the base still lies over the roof
    gone = push(
        board(roof),
        1 + SMALL,
        body=at("b", "small", 15, 15, 3),
        source=at("a", "medium", 12, 15, 3),
    )
    assert gone.end[2] == 0 and gone.fall == 3


def test_against_a_wall_in_the_air_it_drops_there() -> None:
    roof = box("s", "structure", (12, 15), (8, 8), 3)
    wall = box("w", "structure", (19, 15), (2, 8), 6)
    answer = push(
        board(roof, wall), body=at("b", "small", 15, 15, 3), source=at("a", "medium", 12, 15, 3)
    )
    assert (
        answer.end == pytest.approx((18 - SMALL, 15, 0))
        and answer.contacts == ("w",)
        and answer.fall == 3
    )


@pytest.mark.rule("NM-SLM-11")
def test_off_the_table_it_is_destroyed_where_it_first_crosses() -> None:
    b, a = at("b", "small", 15, 28.5), at("a", "medium", 15, 20)
    answer = push(board(), body=b, source=a)
    assert (
        answer.destroyed
        and answer.moved == pytest.approx(1.5 - SMALL)
        and answer.fall == 0
        and not answer.contacts
    )
    assert answer.end == pytest.approx((15, 30 - SMALL, 0))
    exact = push(board(), 1.5 - SMALL, body=b, source=a)
    assert not exact.destroyed and exact.moved == pytest.approx(1.5 - SMALL)


def test_contact_before_or_at_the_edge_saves_it() -> None:
    b, a = at("b", "small", 15, 26), at("a", "medium", 15, 20)
    before = push(board(box("w", "structure", (15, 29), (4, 0.5), 3)), 5, body=b, source=a)
    assert before.contacts == ("w",) and not before.destroyed
    post = silo("w", "structure", (15 + 0.8, 30), 0.3, 3)
    late = push(board(post), 5, body=b, source=a)
    touch = 30 - math.sqrt((SMALL + 0.3) ** 2 - 0.8**2)
    assert late.destroyed is (touch > 30 - SMALL)
    at_once = push(board(box("w", "structure", (15, 30.5), (4, 1), 3)), 5, body=b, source=a)
    assert (
        at_once.contacts == ("w",)
        and not at_once.destroyed
        and at_once.moved == pytest.approx(4 - SMALL)
    )


def test_rough_ground_before_the_edge_may_save_it_too() -> None:
    b, a = at("b", "small", 15, 27.5), at("a", "medium", 15, 20)
    answer = push(board(box("r", "rough", (15, 28), (6, 4), 0)), 3, body=b, source=a)
    assert not answer.destroyed and answer.moved == 1 and answer.rough


def test_straight_above_or_below_there_is_no_direction() -> None:
    answer = push(board(), body=at("b", "small", 12, 15, 4))
    assert answer.moved == 0 and not answer.contacts and not answer.destroyed


def test_slammed_onto_a_model_below_it_is_put_beside_it() -> None:
    roof = box("s", "structure", (12, 15), (8, 8), 3)
    table = board(roof, bodies=(at("x", "medium", 18.3, 15),))
    answer = push(table, body=at("b", "small", 15, 15, 3), source=at("a", "medium", 12, 15, 3))
    assert answer.fall == 3 and answer.power == 3 and answer.contacts == ()
    assert answer.end == pytest.approx((18.3 - SMALL - MEDIUM, 15, 0))
