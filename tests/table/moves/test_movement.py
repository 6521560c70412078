"""Moves along a path (p. 27-28, 44-46)."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.table.building import LARGE, SMALL, at, board, box, silo
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.space import EDGE_WALK_SPACE, FIRST_RULINGS_SPACE
from wc3d.table.body import Body
from wc3d.table.moves.movement import Move, move
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder

H = at("h", "small", 15, 15)


def go(
    table: Table,
    *path: object,
    speed: float = 6,
    body: Body = H,
    flight: bool = False,
    pathfinder: bool = False,
) -> Move:
    """Move `body`, which is put on the table first."""
    return move(table.with_bodies(body), body, path, speed, flight=flight, pathfinder=pathfinder)  # type: ignore[arg-type]


# Length and allowance


@pytest.mark.rule("NM-MOV-03")
@pytest.mark.parametrize(
    ("x", "legal"), [(19, True), (21, True), (21.0000005, True), (21.0001, False), (22, False)]
)
def test_a_move_is_at_most_as_long_as_the_speed(x: float, legal: bool) -> None:
    answer = go(board(), [x, 15])
    assert answer.legal is legal and bool(answer) is legal
    assert answer.length == pytest.approx(x - 15) and answer.allowance == 6
    assert answer.end == pytest.approx((x, 15, 0) if legal else (15, 15, 0))
    assert answer.fall == 0


def test_length_is_measured_along_the_path() -> None:
    assert go(board(), [18, 15], [18, 19]).length == pytest.approx(7)
    assert not go(board(), [18, 15], [18, 19]).legal


# Walls and models


@pytest.mark.parametrize("kind", ["structure", "impassable"])
@pytest.mark.parametrize(
    ("x", "legal"), [(18 - SMALL, True), (18 - SMALL + 1e-4, False), (20.8, False)]
)
def test_it_is_not_moved_into_a_wall_but_up_to_it(kind: str, x: float, legal: bool) -> None:
    answer = go(board(box("w", kind, (19, 15), (2, 8), 3)), [x, 15])
    assert answer.legal is legal
    assert answer.blockers == (() if legal else ("w",))


@pytest.mark.parametrize(("y", "legal"), [(15 + SMALL, True), (15 + SMALL - 1e-4, False)])
def test_a_wall_slid_along_does_not_stop_it(y: float, legal: bool) -> None:
    assert go(board(box("w", "structure", (18, y + 1), (8, 2), 3)), [20, 15]).legal is legal
    assert go(board(silo("w", "structure", (18, y + 1), 1, 3)), [20, 15]).legal is legal


@pytest.mark.rule("NM-MOV-01")
def test_models_are_gone_round_not_through() -> None:
    table = board(bodies=(at("m", "large", 18, 15),))
    assert go(table, [20.9, 15]).blockers == ("m",)
    assert go(table, [18 - SMALL - LARGE, 15]).legal
    assert go(table, [15, 15 + SMALL + LARGE], [20, 15 + SMALL + LARGE], speed=8).legal
    assert not go(
        table, [15, 15 + SMALL + LARGE - 1e-3], [20, 15 + SMALL + LARGE - 1e-3], speed=8
    ).legal
    assert not go(table, [18 - SMALL - LARGE + 1e-3, 15]).legal


@pytest.mark.rule("NM-MOV-16")
def test_a_gate_is_passed_through_but_not_ended_on() -> None:
    gate = at("g", "small", 18, 15, kind="gate")
    assert go(board(bodies=(gate,)), [20, 15]).legal
    assert go(board(bodies=(gate,)), [18 + 2 * SMALL, 15]).legal
    answer = go(board(bodies=(gate,)), [18 + 2 * SMALL - 1e-4, 15])
    assert not answer.legal and answer.blockers == ("g",)
    assert not go(board(), [16, 15], body=at("h", "small", 15, 15, kind="gate")).legal


@pytest.mark.parametrize(("bottom", "legal"), [(1.75, True), (1.74, False), (3, True)])
def test_it_goes_under_a_bridge_if_its_volume_fits(bottom: float, legal: bool) -> None:
    assert (
        go(board(box("b", "structure", (18, 15), (2, 8), 1, bottom=bottom)), [20.5, 15]).legal
        is legal
    )


@pytest.mark.rule("NM-SIL-65")
def test_impassable_terrain_stops_at_any_height_above_its_bottom() -> None:
    lava = box("i", "impassable", (19, 15), (2, 8), 0)
    roof = box("s", "structure", (18, 15), (12, 4), 1, bottom=3)
    assert not go(board(lava), [21, 15]).legal
    assert not go(board(lava, roof), [20, 15], body=at("h", "small", 15, 15, 4)).legal
    assert go(board(box("i", "impassable", (19, 15), (2, 8), 1, bottom=2)), [21, 15]).legal
    assert not go(board(lava), [23, 15], speed=10, flight=True).legal


# Edges of the table


@pytest.mark.rule("NM-MOV-17")
@pytest.mark.parametrize(("x", "legal"), [(SMALL, True), (SMALL - 1e-3, False)])
def test_a_voluntary_move_keeps_the_whole_base_on_the_table(x: float, legal: bool) -> None:
    assert go(board(), [x, 15], body=at("h", "small", 4, 15)).legal is legal
    assert go(board(), [x, 15], body=at("h", "small", 4, 15), flight=True).legal is legal
    assert go(board(), [x, 15], [4, 15], body=at("h", "small", 4, 15), speed=9).legal is legal


# Obstacles


@pytest.mark.rule("NM-TER-09")
@pytest.mark.parametrize(
    ("height", "x", "legal"),
    [
        (0.8, 20, True),
        (1.0, 20, True),
        (1.0001, 20, False),
        (0.8, 17.5 + SMALL, True),
        (0.8, 17.5 + SMALL - 1e-3, False),  # part of the base is still on it
        (0.8, 17.2, False),
        (0.8, 17 - SMALL, True),
    ],
)
def test_an_obstacle_is_crossed_at_no_cost_if_the_base_gets_fully_across(
    height: float, x: float, legal: bool
) -> None:
    answer = go(board(box("o", "obstacle", (17.25, 15), (0.5, 8), height)), [x, 15])
    assert (
        answer.legal is legal and answer.length == pytest.approx(x - 15) and answer.allowance == 6
    )
    if legal and x > 17:
        assert (
            answer.crossed == ("o",)
            and answer.fall == 0
            and answer.spent == pytest.approx(answer.length)
        )


def test_the_height_that_counts_is_the_one_above_the_level_walked_on() -> None:
    roof = box("s", "structure", (18, 15), (12, 8), 2)
    rail = box("o", "obstacle", (17.25, 15), (0.5, 8), 1, bottom=2)
    assert go(board(roof, rail), [20, 15], body=at("h", "small", 15, 15, 2)).legal
    assert not go(board(box("o", "obstacle", (17.25, 15), (0.5, 8), 1, bottom=0.5)), [20, 15]).legal


@pytest.mark.rule("NM-TER-11")
@pytest.mark.parametrize(("speed", "legal"), [(4, True), (3.9999, False), (3, False)])
def test_climbing_a_standable_obstacle_uses_one_inch_not_counted_in_the_length(
    speed: float, legal: bool
) -> None:
    crate = box("o", "obstacle", (18, 15), (3, 3), 1, standable=True)
    answer = go(board(crate), [18, 15], speed=speed)
    assert answer.legal is legal and answer.length == pytest.approx(3) and answer.allowance == speed
    assert answer.end == pytest.approx((18, 15, 1) if legal else (15, 15, 0))


def test_flying_onto_an_obstacle_costs_nothing_more() -> None:
    crate = box("o", "obstacle", (18, 15), (3, 3), 1, standable=True)
    assert go(board(crate), [18, 15], speed=3, flight=True).end == pytest.approx((18, 15, 1))


def test_it_ends_wholly_on_the_obstacle_or_not_at_all() -> None:
    crate = box("o", "obstacle", (18, 15), (3, 3), 1, standable=True)
    assert not go(board(crate), [17, 15]).legal
    assert not go(board(box("o", "obstacle", (18, 15), (3, 3), 1)), [18, 15]).legal
    assert not go(board(box("o", "obstacle", (18, 15), (1, 3), 1, standable=True)), [18, 15]).legal


def test_a_climbable_obstacle_may_still_be_crossed_free() -> None:
    crate = box("o", "obstacle", (18, 15), (3, 3), 1, standable=True)
    answer = go(board(crate), [18, 15], [21, 15])
    assert answer.legal and answer.spent == pytest.approx(6) and answer.fall == 0


@pytest.mark.rule("NM-TER-17")
def test_terraces_are_climbed_one_after_another() -> None:
    steps = [
        box(f"o{i}", "obstacle", (17 + 2 * i + 4, 15), (8, 6), 1, bottom=i, standable=True)
        for i in range(3)
    ]
    answer = go(board(*steps), [22.5, 15], speed=12)
    assert (
        answer.legal
        and answer.end == pytest.approx((22.5, 15, 3))
        and answer.spent == pytest.approx(7.5 + 3)
    )
    assert not go(board(*steps), [22.5, 15], speed=10.4).legal
    narrow = [
        box(f"o{i}", "obstacle", (17 + i + 4, 15), (8, 6), 1, bottom=i, standable=True)
        for i in range(3)
    ]
    assert not go(
        board(*narrow), [21.5, 15], speed=12
    ).legal  # the treads are too small to stand on


def test_walking_off_an_obstacle_is_a_small_fall() -> None:
    crate = box("o", "obstacle", (18, 15), (3, 3), 1, standable=True)
    answer = go(board(crate), [21, 15], body=at("h", "small", 18, 15, 1))
    assert (
        answer.legal
        and answer.end == pytest.approx((21, 15, 0))
        and answer.fall == 1
        and answer.power == 1
    )
    low = box("o", "obstacle", (18, 15), (3, 3), 0.9, standable=True)
    assert go(board(low), [21, 15], body=at("h", "small", 18, 15, 0.9)).power == 0


# Rough ground


@pytest.mark.rule("NM-TER-02")
@pytest.mark.rule("NM-EXM-32")
def test_the_book_s_rough_ground() -> None:
    swamp = box("r", "rough", (15, 15), (10, 10), 0)
    assert go(board(swamp), [18.9, 15]).allowance == 4  # example 1
    ahead = box("r", "rough", (15 + SMALL + 3 + 5, 15), (10, 10), 0)
    assert (
        go(board(ahead), [19, 15]).allowance == 4 and go(board(ahead), [19, 15]).legal
    )  # example 2
    far = box("r", "rough", (15 + SMALL + 5.1 + 5, 15), (10, 10), 0)
    assert (
        not go(board(far), [21, 15]).legal and go(board(far), [20.1, 15]).allowance == 6
    )  # example 3


@pytest.mark.parametrize(("speed", "left"), [(6, 4), (3, 1), (2.5, 1), (1, 1), (0.5, 0.5)])
def test_no_less_than_one_inch_is_left(speed: float, left: float) -> None:
    swamp = box("r", "rough", (15, 15), (10, 10), 0)
    answer = go(board(swamp), [15 + left, 15], speed=speed)
    assert answer.legal and answer.allowance == pytest.approx(left)
    assert not go(board(swamp), [15.001 + left, 15], speed=speed).legal


def test_touching_is_not_entering_and_entering_is_for_the_whole_path() -> None:
    swamp = box("r", "rough", (20, 15), (2, 4), 0)
    assert go(board(swamp), [19 - SMALL, 15]).allowance == 6
    assert go(board(swamp), [19 - SMALL + 1e-3, 15]).allowance == 4
    assert go(board(swamp), [18, 13 - SMALL], [21, 13 - SMALL]).allowance == 6
    assert go(board(swamp), [19, 15], [15, 15]).allowance == 4


@pytest.mark.rule("NM-STA-16")
def test_pathfinder_ignores_it_and_so_does_flight() -> None:
    swamp = box("r", "rough", (15, 15), (20, 10), 0)
    assert go(board(swamp), [21, 15], pathfinder=True).legal
    assert go(board(swamp), [21, 15], flight=True).legal


@pytest.mark.rule("NM-TER-08")
def test_a_forest_is_rough_through_its_whole_height_and_flat_ground_only_at_its_own() -> None:
    wood = box("r", "forest", (20, 15), (4, 8), 4)
    roof = box("s", "structure", (18, 15), (12, 6), 1, bottom=3)
    assert go(board(wood), [19, 15]).allowance == 4
    assert (
        go(board(wood, roof), [19, 15], body=at("h", "small", 15, 15, 4)).allowance == 6
    )  # above the trees
    lower = box("s", "structure", (18, 15), (12, 6), 0.5, bottom=3)
    assert go(board(wood, lower), [19, 15], body=at("h", "small", 15, 15, 3.5)).allowance == 4
    mud = box("m", "rough", (20, 15), (4, 8), 0)
    assert go(board(mud, roof), [19, 15], body=at("h", "small", 15, 15, 4)).allowance == 6
    moss = box("m", "rough", (20, 15), (4, 8), 0, bottom=4)
    assert go(board(moss, roof), [19, 15], body=at("h", "small", 15, 15, 4)).allowance == 4


@pytest.mark.rule("NM-TER-03")
def test_several_patches_shorten_once() -> None:
    patches = [box(f"r{i}", "rough", (16.5 + i, 15), (0.5, 4), 0) for i in range(3)]
    answer = go(board(*patches), [19, 15])
    assert answer.allowance == 4 and answer.legal and answer.rough == ("r0", "r1", "r2")


def test_an_illegal_move_still_tells_length_and_allowance() -> None:
    wall = box("w", "structure", (17, 15), (1, 8), 3)
    swamp = box("r", "rough", (21, 15), (2, 8), 0)
    answer = go(board(wall, swamp), [20, 15])
    assert not answer.legal and answer.length == pytest.approx(5) and answer.allowance == 4
    assert answer.end == (15, 15, 0) and answer.fall == 0 and answer.blockers == ("w",)


# Flight


@pytest.mark.rule("NM-MOV-08")
def test_flight_passes_over_anything_and_ends_anywhere_standable() -> None:
    roof = box("s", "structure", (18, 15), (2, 8), 5)
    table = board(roof, bodies=(at("m", "large", 21, 15),))
    assert go(table, [24, 15], speed=9, flight=True).end == pytest.approx((24, 15, 0))
    assert go(table, [18, 15], flight=True).end == pytest.approx((18, 15, 5))
    assert not go(table, [18.8, 15], flight=True).legal  # half over the edge
    assert not go(table, [21, 15], flight=True).legal  # on a model
    down = go(table, [14, 15], flight=True, body=at("h", "small", 18, 15, 5))
    assert down.legal and down.end == pytest.approx((14, 15, 0)) and down.fall == 0


def test_a_flier_may_choose_the_level_it_ends_on() -> None:
    bridge = box("b", "structure", (18, 15), (4, 8), 1, bottom=3)
    assert go(board(bridge), [18, 15], flight=True).end == pytest.approx((18, 15, 4))
    assert go(board(bridge), [18, 15, 0], flight=True).end == pytest.approx((18, 15, 0))
    assert not go(board(bridge), [18, 15, 2], flight=True).legal


# Ladders

TOWER = box("s", "structure", (20, 15), (4, 4), 4)
RUNGS = Ladder("rungs", (18, 15), 0, 4)


@pytest.mark.rule("NM-TER-14")
@pytest.mark.rule("NM-TER-15")
def test_a_ladder_costs_two_inches_and_the_move_goes_on() -> None:
    table = board(TOWER, ladders=(RUNGS,))
    answer = go(table, [16.5, 15], {"ladder": "rungs", "to": [19, 15, 4]}, [20.5, 15], speed=5)
    assert answer.legal and answer.end == pytest.approx((20.5, 15, 4))
    assert (
        answer.length == pytest.approx(3)
        and answer.spent == pytest.approx(5)
        and answer.allowance == 5
    )
    assert not go(
        table, [16.5, 15], {"ladder": "rungs", "to": [19, 15, 4]}, [20.5, 15], speed=4.999
    ).legal
    down = go(table, {"ladder": "rungs", "to": [16.5, 15, 0]}, body=at("h", "small", 19, 15, 4))
    assert down.legal and down.end == pytest.approx((16.5, 15, 0)) and down.fall == 0


@pytest.mark.parametrize(
    ("start", "to", "legal"),
    [
        ((18 - 1 - SMALL, 15, 0), (19, 15, 4), True),
        ((18 - 1.001 - SMALL, 15, 0), (19, 15, 4), False),
        ((16.5, 15, 0), (18 + 1 + SMALL, 15, 4), True),
        ((16.5, 15, 0), (18 + 1.001 + SMALL, 15, 4), False),
        ((16.5, 15, 0), (18, 15, 4), False),  # half over the edge
        ((16.5, 15, 0), (16, 15, 0), False),  # not the other level
    ],
)
def test_within_one_inch_of_the_ladder_at_both_ends(start: tuple, to: tuple, legal: bool) -> None:
    table = board(TOWER, ladders=(RUNGS,))
    assert (
        go(table, {"ladder": "rungs", "to": list(to)}, body=at("h", "small", *start)).legal is legal
    )


@pytest.mark.rule("NM-SIL-66")
@pytest.mark.parametrize(
    ("start", "to", "legal"),
    [
        ((16.5, 15, 0), (19, 15, 2), True),  # from the ground to the middle floor
        ((19, 15, 2), (19, 15, 4), True),  # from there to the roof
        ((19, 15, 2), (16.5, 15, 0), True),
        ((19, 15, 4), (19, 15, 2), True),
        ((16.5, 15, 0), (19, 15, 1.5), False),  # no floor
        ((19, 15, 2), (20, 15, 2), False),  # neither up nor down
        ((20, 15, 2), (19, 15, 4), False),  # too far from it
    ],
)
def test_a_ladder_is_entered_and_left_on_every_floor_it_passes(
    start: tuple, to: tuple, legal: bool
) -> None:
    floors = [box(f"floor{z}", "structure", (20, 15), (4, 4), 0.1, z - 0.1) for z in (2, 4)]
    table = board(*floors, ladders=(RUNGS,))
    assert (
        go(table, {"ladder": "rungs", "to": list(to)}, body=at("h", "small", *start)).legal is legal
    )
    middle = go(table, {"ladder": "rungs", "to": [19, 15]}, body=at("h", "small", 19, 15, 2))
    assert middle.legal and middle.end[2] == 4  # up, if nothing else is said


def test_a_ladder_must_exist_and_pass_the_level() -> None:
    table = board(
        TOWER, box("o", "obstacle", (16.5, 15), (2, 2), 0.5, standable=True), ladders=(RUNGS,)
    )
    assert go(
        table, {"ladder": "rungs", "to": [19, 15, 4]}, body=at("h", "small", 16.5, 15, 0.5)
    ).legal
    assert not go(
        board(TOWER, ladders=(Ladder("rungs", (18, 15), 1, 4),)),
        {"ladder": "rungs", "to": [19, 15, 4]},
    ).legal
    with pytest.raises(InputError, match="nosuch"):
        go(table, {"ladder": "nosuch", "to": [19, 15, 4]})
    with pytest.raises(InputError, match=r"path\[0\]"):
        go(table, {"lift": 1})
    with pytest.raises(InputError, match=r"path\[1\]"):
        go(table, [1, 2], ["x", 2])


# Stepping off


@pytest.mark.rule("NM-TER-18")
def test_it_falls_when_no_part_of_the_base_is_over_its_level() -> None:
    body = at("h", "small", 20, 15, 4)
    answer = go(board(TOWER), [25, 15], body=body)
    assert (
        answer.legal
        and answer.end == pytest.approx((25, 15, 0))
        and answer.fall == 4
        and answer.power == 4
    )
    assert answer.falls[0].start[0] == pytest.approx(22 + SMALL, abs=2e-6)
    assert go(board(TOWER), [22 + SMALL, 15], body=body).end == pytest.approx((22 + SMALL, 15, 0))
    over = go(board(TOWER), [22 + SMALL - 1e-3, 15], body=body)
    assert not over.legal and "edge" in over.reason


def test_a_level_of_several_features_is_walked_across_and_so_is_a_narrow_gap() -> None:
    body = at("h", "small", 20, 15, 4)
    assert go(
        board(TOWER, box("b", "structure", (24, 15), (4, 4), 4)), [24, 15], body=body
    ).end == pytest.approx((24, 15, 4))
    gap = go(board(TOWER, box("b", "structure", (25, 15), (4, 4), 4)), [25, 15], body=body)
    assert gap.legal and gap.end == pytest.approx((25, 15, 4)) and gap.fall == 0
    wide = go(board(TOWER, box("b", "structure", (25.5, 15), (4, 4), 4)), [25.5, 15], body=body)
    assert not wide.legal and wide.blockers == ("b",)  # it falls into the gap, before the wall


def test_from_roof_to_lower_roof_to_the_ground_is_two_falls() -> None:
    table = board(TOWER, box("b", "structure", (23, 15), (2, 4), 1.5))
    answer = go(table, [25, 15], body=at("h", "small", 20, 15, 4))
    assert answer.legal and [f.height for f in answer.falls] == [2.5, 1.5] and answer.fall == 2.5
    assert answer.end == pytest.approx((25, 15, 0))


@pytest.mark.rule("NM-SIL-153")
def test_rough_ground_it_lands_in_counts_for_the_move_and_once_did_for_what_came_next_only() -> (
    None
):
    mud = box("m", "rough", (24, 15), (4, 4), 0)
    body = at("h", "small", 20, 15, 4)
    assert go(board(TOWER, mud), [22 + SMALL, 15], body=body).allowance == 4
    assert go(board(TOWER, mud), [23, 15], body=body).allowance == 4
    before = replace(board(TOWER, mud), policy=FIRST_RULINGS_SPACE)
    assert go(before, [22 + SMALL, 15], body=body).allowance == 6


# Jumps on the way


@pytest.mark.rule("NM-TER-28")
def test_the_book_s_first_jump_and_the_move_goes_on() -> None:
    high = box("a", "structure", (11, 15), (8, 8), 5)
    low = box("b", "structure", (21, 15), (8, 8), 3)
    body = at("h", "small", 12, 15, 5)
    answer = go(board(high, low), [14, 15], {"jump": [18, 15]}, [19, 15], speed=7, body=body)
    assert (
        answer.legal
        and answer.end == pytest.approx((19, 15, 3))
        and answer.fall == 2
        and answer.power == 2
    )
    assert answer.length == pytest.approx(7)
    assert not go(
        board(high, low), [14, 15], {"jump": [18, 15]}, [19, 15], speed=6.9, body=body
    ).legal


@pytest.mark.rule("NM-SIL-54")
@pytest.mark.rule("NM-TER-24")
def test_after_a_jump_stopped_by_contact_the_movement_is_over() -> None:
    high = box("a", "structure", (11, 15), (8, 8), 2)
    wall = box("b", "structure", (21, 15), (8, 8), 6)
    body = at("h", "small", 14, 15, 2)
    stopped = go(board(high, wall), {"jump": [18, 15]}, body=body)
    assert stopped.legal and stopped.end == pytest.approx((17 - SMALL, 15, 0)) and stopped.ends_move
    assert stopped.length == pytest.approx(3 - SMALL)
    assert not go(board(high, wall), {"jump": [18, 15]}, [16, 16], body=body).legal


@pytest.mark.rule("NM-TER-27")
def test_rough_ground_three_inches_below_a_jump_costs_nothing() -> None:
    mud = box("m", "rough", (18, 15), (4, 8), 0)
    for height, allowance in ((2.9, 4), (3.0, 6), (5, 6)):
        roofs = (
            box("a", "structure", (12, 15), (8, 8), height),
            box("b", "structure", (25, 15), (8, 8), height),
        )
        answer = go(
            board(*roofs, mud), {"jump": [22, 15]}, speed=8, body=at("h", "small", 15, 15, height)
        )
        assert answer.allowance == allowance + 2 and answer.end[2] == height


def test_a_move_may_end_with_a_jump_that_leaves_it_half_over_an_edge() -> None:
    high = box("a", "structure", (11, 15), (8, 8), 5)
    low = box("b", "structure", (21, 15), (8, 8), 3)
    body = at("h", "small", 14, 15, 5)
    answer = go(board(high, low), {"jump": [17, 15]}, body=body)
    assert answer.legal and answer.end == pytest.approx((17, 15, 3))
    assert not go(board(high, low), {"jump": [17, 15]}, [17, 15.5], body=body).legal


def test_no_jump_from_the_middle_of_an_obstacle_but_from_its_top() -> None:
    rail = box("o", "obstacle", (17, 15), (0.5, 8), 1)
    assert not go(board(rail), [17, 15], {"jump": [19, 15]}).legal
    crate = box("o", "obstacle", (17, 15), (2, 8), 1, standable=True)
    answer = go(board(crate), [17, 15], {"jump": [19.9, 15]})
    assert answer.legal and answer.fall == 1 and answer.spent == pytest.approx(5.9)


def test_an_empty_path_is_no_move_and_always_legal() -> None:
    assert go(board()).legal and go(board()).length == 0


def test_falling_onto_a_model_puts_it_beside_it() -> None:
    table = board(TOWER, bodies=(at("m", "large", 24, 15),))
    body = at("h", "small", 20, 15, 4)
    answer = go(table, [22 + SMALL, 15], body=body)
    assert answer.legal and answer.fall == 4 and answer.falls[0].landed_on == ("m",)
    x, y, z = answer.end
    assert z == 0 and math.hypot(x - 24, y - 15) == pytest.approx(LARGE + SMALL, abs=2e-6)
    assert x == pytest.approx(22 + SMALL, abs=2e-6)  # it slides along the tower's wall


# Passing through by an ability


def passing(
    table: Table,
    *path: object,
    through: tuple[str, ...] = ("structures", "models"),
    speed: float = 6,
) -> Move:
    """Move `H`, which an ability lets through these."""
    return move(table.with_bodies(H), H, path, speed, through=through)  # type: ignore[arg-type]


WALL = box("w", "structure", (17, 15), (1, 30), 4)


def test_an_ability_lets_it_pass_through_walls_and_models_if_it_gets_past() -> None:
    table = board(WALL, bodies=(at("m", "large", 19.5, 15),))
    past = passing(table, [21 + SMALL + LARGE - 0.5, 15], speed=8)
    assert past and past.length == pytest.approx(5.5 + SMALL + LARGE) and past.falls == ()
    assert passing(table, [17, 15]).blockers == ("w",)  # it cannot end in the wall
    assert passing(table, [19.5, 15]).blockers == ("m",)


@pytest.mark.parametrize(
    ("through", "blocker"), [(("models",), "w"), (("structures",), "m"), ((), "w")]
)
def test_it_passes_through_nothing_else(through: tuple[str, ...], blocker: str) -> None:
    table = board(WALL, bodies=(at("m", "large", 19.5, 15),))
    assert passing(table, [23, 15], through=through, speed=9).blockers == (blocker,)


def test_impassable_terrain_stops_it_all_the_same() -> None:
    assert passing(board(box("w", "impassable", (17, 15), (1, 30), 4)), [20, 15]).blockers == ("w",)


def test_it_neither_jumps_nor_climbs_in_the_middle_of_what_it_passes() -> None:
    table = board(
        WALL, bodies=(at("m", "large", 19.5, 15),), ladders=(Ladder("l", (17, 15.5), 0, 4),)
    )
    assert passing(table, [17, 15], {"jump": [19, 15]}).blockers == ("w",)
    assert passing(table, [17, 15], {"ladder": "l", "to": [17, 16, 4]}).blockers == ("w",)
    assert passing(table, [19.5, 15], {"jump": [21, 15]}).blockers == ("m",)


# What is said of a move


def test_an_illegal_move_says_in_a_word_what_is_wrong() -> None:
    wall = box("w", "structure", (18, 15), (1, 8), 3)
    ladders = (Ladder("l", (20, 10), 0, 4),)
    table = board(wall, box("i", "impassable", (15, 19), (4, 1), 3), ladders=ladders)
    assert go(table, [15, 3]).code == "too_far" and go(table, [21, 15]).code == "in_the_way"
    assert go(table, [15, 22], flight=True, speed=9).code == "impassable"
    assert (
        go(table, [-1, 15], speed=30).code == "off_table"
        and go(table, [18, 15], flight=True, speed=9).code == "cannot_end"
    )
    assert go(table, {"ladder": "l", "to": [20, 11, 4]}).code == "ladder"
    assert go(table, {"jump": [0, 15]}, speed=40).code == "off_table"
    assert go(table, [15, 12]).code == ""


def test_each_fall_is_marked_with_what_lay_behind_it() -> None:
    table = board(
        box("s", "structure", (15, 15), (6, 6), 4), box("t", "structure", (20, 15), (4, 6), 2)
    )
    high = at("h", "small", 15, 15, 4)
    walked = go(table, [19, 15], [24, 15], body=high, speed=12)
    assert [f.height for f in walked.falls] == [2, 2]
    assert [m.steps for m in walked.marks] == [0, 1]
    assert [walked.track[m.track] for m in walked.marks] == [f.end for f in walked.falls]
    assert [m.spent for m in walked.marks] == pytest.approx([3 + SMALL, 7 + SMALL])
    leapt = go(table, [17, 15], {"jump": [20, 15]}, [21, 15], body=high, speed=12)
    assert [(m.steps, m.spent) for m in leapt.marks] == [(2, 5)]


# What a landing costs


@pytest.mark.rule("NM-SIL-153")
@pytest.mark.rule("SPACE-41")
def test_landing_in_rough_ground_shortens_the_whole_move() -> None:
    tower = box("t", "structure", (15, 15), (4, 4), 4)
    swamp = box("r", "rough", (22, 15), (4, 10), 0)
    there = at("h", "small", 15, 15, 4)
    table = board(tower, swamp)
    assert go(table, {"jump": [18.9, 15]}, body=there).allowance == 6  # it lands before the swamp
    far = go(table, {"jump": [20.5, 15]}, body=there)
    assert not far.legal and far.code == "too_far" and far.allowance == 4
    assert go(table, {"jump": [20.5, 15]}, body=there, speed=7.5).legal
    before = replace(table, policy=FIRST_RULINGS_SPACE)
    assert go(before, {"jump": [20.5, 15]}, body=there).legal
    assert not go(before, {"jump": [20.4, 15]}, [20.6, 15], body=there).legal
    beside = board(tower, box("r", "rough", (19, 15), (4, 10), 0))
    assert not go(beside, [17.7, 15], body=there, speed=2.7).legal  # stepped off into it
    assert go(beside, [17.7, 15], body=there, speed=4.7).legal


@pytest.mark.rule("NM-SIL-61")
def test_being_put_beside_who_is_fallen_onto_costs_no_inches() -> None:
    tower = box("t", "structure", (15, 15), (4, 4), 4)
    table = board(tower, bodies=(at("m", "small", 17.8, 15.2),))
    answer = go(table, [17 + SMALL, 15], body=at("h", "small", 15, 15, 4))
    assert answer.legal and answer.spent == pytest.approx(2 + SMALL)
    assert answer.end != answer.falls[0].landing


ROOFS = box("a", "structure", (12, 15), (4, 4), 4), box("b", "structure", (20, 15), (4, 4), 4)
NARROW = box("wall", "structure", (16, 15), (4, 0.1), 4)


@pytest.mark.rule("NM-SIL-154")
def test_a_wall_too_narrow_to_stand_on_is_no_way_from_roof_to_roof() -> None:
    table = board(*ROOFS, NARROW)
    there = at("h", "small", 13, 15, 4)
    no = go(table, [19, 15], body=there)
    assert (
        not no.legal
        and no.code == "over_edge"
        and SpaceRule.EDGE in no.rules
        and no.end == there.at
    )
    assert go(table, [16, 15], body=there).code == "cannot_end"
    assert go(replace(table, policy=EDGE_WALK_SPACE), [19, 15], body=there).end == pytest.approx(
        (19, 15, 4)
    )
    assert go(table, {"jump": [19, 15]}, body=there).end == pytest.approx((19, 15, 4))


@pytest.mark.rule("NM-SIL-154")
def test_nobody_leans_out_over_an_edge_to_get_round_somebody() -> None:
    long = box("a", "structure", (15, 15), (10, 2), 4)
    table = board(long, bodies=(at("m", "medium", 15, 15.2, 4),))
    there = at("h", "small", 12, 15, 4)
    round_it = [13.5, 13.8], [16.5, 13.8], [18, 15]
    assert go(table, *round_it, body=there, speed=9).code == "over_edge"
    assert go(replace(table, policy=EDGE_WALK_SPACE), *round_it, body=there, speed=9).legal


@pytest.mark.rule("NM-SIL-154")
@pytest.mark.rule("SPACE-39")
def test_a_walk_goes_over_an_edge_to_leave_its_level_whatever_its_corners() -> None:
    table = board(ROOFS[0])
    there = at("h", "small", 13, 15, 4)
    for path in ([[16, 15]], [[13.6, 15], [13.8, 15.5], [16, 15.5]], [[14, 15], [15, 16]]):
        down = go(table, *path, body=there)
        assert down.legal and down.fall == 4, path
    assert go(table, [13.6, 15], [13, 15], body=there).code == "over_edge"  # back onto the roof
    assert go(table, [13.4, 15], [13, 16], body=there).legal  # flush with the edge, and no farther


@pytest.mark.rule("NM-SIL-154")
def test_from_where_a_walk_is_over_an_edge_nobody_jumps_or_climbs() -> None:
    table = board(ROOFS[0], ladders=(Ladder("l", (14.2, 15), 0, 4),))
    there = at("h", "small", 13, 15, 4)
    assert go(table, [13.6, 15], {"jump": [16, 15]}, body=there).code == "over_edge"
    assert go(table, [13.4, 15], {"jump": [16, 15]}, body=there).legal
    assert go(table, [13.6, 15], {"ladder": "l", "to": [14.9, 15]}, body=there).code == "over_edge"
    assert go(table, [13.4, 15], {"ladder": "l", "to": [14.9, 15]}, body=there).legal


@pytest.mark.rule("NM-SIL-154")
@pytest.mark.rule("SPACE-32")
def test_who_was_put_at_an_edge_may_come_back_or_go_off() -> None:
    table = board(*ROOFS, NARROW)
    slammed = at("h", "small", 14, 16.5, 4)
    assert go(table, [13, 16], body=slammed).legal and go(table, [16, 17], body=slammed).fall == 4
    assert go(table, {"jump": [16.5, 16.9]}, body=slammed).legal
    assert go(table, [14, 16.7], {"jump": [16.5, 16.9]}, body=slammed).code == "over_edge"
    assert go(table, [13, 16], [14, 16], [13, 16], body=slammed).code == "over_edge"
    landed = go(
        table, {"jump": [16, 15]}, [18.6, 15], body=at("h", "small", 13, 15, 4)
    )  # onto the wall, and on to the roof
    assert landed.legal and landed.end == pytest.approx((18.6, 15, 4))


@pytest.mark.rule("NM-SIL-154")
def test_only_gaps_that_a_base_cannot_fall_through_are_floor_on_the_way() -> None:
    for base, apart, free in (
        ("small", 1.1, True),
        ("small", 1.3, False),
        ("large", 1.9, True),
        ("large", 2.1, False),
    ):
        table = board(
            box("a", "structure", (12, 15), (4, 4), 4),
            box("b", "structure", (16 + apart, 15), (4, 4), 4),
        )
        assert go(table, [16.5 + apart, 15], body=at("h", base, 12.5, 15, 4)).legal == free, (
            base,
            apart,
        )
