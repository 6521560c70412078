"""Verdicts name the rules that decided them, and no others: a bog far away has no part in a move over open ground."""

from __future__ import annotations

import pytest

from tests.table.building import at, board, box
from wc3d.table.moves.jumping import jump
from wc3d.table.moves.movement import move
from wc3d.table.moves.slams import slam
from wc3d.table.sight.cover import cover
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sight_area import seen_from
from wc3d.table.sight.sprays_and_blasts import blast, spray
from wc3d.table.space_rules import SpaceRule as R
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.standing_places import stand

BOG = box("bog", "rough", (13, 15), (2, 2), 0)
WOOD = box("wood", "forest", (13, 15), (2, 2), 4)
FENCE = box("fence", "obstacle", (12.25, 15), (0.5, 2), 0.8)
WALL = box("wall", "structure", (12.5, 15), (1, 2), 3, standable=True)
CLIFF = box("cliff", "impassable", (12.5, 15), (1, 2), 3)
MOVER = at("m", "small", 9, 15)
MOVING = {R.MOVE, R.PAST_MODELS, R.END_OF_MOVE}


@pytest.mark.parametrize("terrain", [BOG, WOOD, FENCE, WALL, CLIFF], ids=lambda f: f.id)
def test_terrain_that_the_way_does_not_meet_decides_nothing(terrain):
    table = board(terrain, bodies=(MOVER, at("n", "small", 9, 19)))
    assert set(move(table, MOVER, [(9, 18)], 6).rules) == MOVING
    assert set(jump(table, MOVER, (9, 17)).rules) == {R.JUMP, R.JUMP_DROP}
    assert set(slam(table, MOVER, at("n", "small", 9, 19), 3).rules) == {R.SLAM, R.SLAM_STOPPED}
    assert set(sight(table, MOVER, at("n", "small", 9, 19)).rules) == {
        R.LINE_OF_SIGHT,
        R.MODELS_IN_SIGHT,
    }


@pytest.mark.parametrize(
    ("terrain", "to", "rule"),
    [
        (BOG, 13, R.ROUGH_GROUND),
        (WOOD, 13, R.ROUGH_GROUND),
        (FENCE, 14, R.OBSTACLE),
        (WALL, 14, R.STRUCTURE),
        (CLIFF, 14, R.IMPASSABLE),
    ],
    ids=lambda value: str(getattr(value, "id", "")),
)
def test_terrain_in_the_way_of_a_move(terrain, to, rule):
    assert set(move(board(terrain), MOVER, [(to, 15)], 8).rules) == MOVING | {rule}


def test_pathfinder_and_flight_take_the_place_of_rough_ground():
    assert set(move(board(BOG), MOVER, [(13, 15)], 8, pathfinder=True).rules) == MOVING | {
        R.PATHFINDER
    }
    assert set(move(board(BOG), MOVER, [(13, 15)], 8, flight=True).rules) == MOVING | {R.FLIGHT}
    assert (
        R.PATHFINDER in slam(board(BOG), MOVER, at("n", "small", 5, 15), 4, pathfinder=True).rules
    )
    assert R.ROUGH_SLAM in slam(board(BOG), MOVER, at("n", "small", 5, 15), 4).rules


def test_a_move_that_is_too_long_a_ladder_a_jump_and_a_fall():
    ladder = Ladder("l", (12, 15), 0, 3)
    table = board(WALL, ladders=(ladder,))
    assert R.SPEED in move(table, MOVER, [(9, 25)], 6).rules
    up = move(table, at("m", "small", 11, 15), [{"ladder": "l", "to": [12.6, 15, 3]}], 6)
    assert up.code in ("", "ladder") and {R.LADDER, R.LADDER_END} <= set(up.rules)
    down = move(table, at("m", "small", 12.5, 15, 3), [(12.5, 19)], 8)
    assert down.falls and {R.FALL, R.FALL_DAMAGE} <= set(down.rules)
    assert {R.JUMP, R.JUMP_DROP} <= set(move(table, MOVER, [{"jump": (9, 17)}], 6).rules)


def test_rough_ground_below_a_jump():
    roof = box("roof", "structure", (6, 15), (4, 6), 4)
    moat = box("moat", "rough", (9, 15), (2, 6), 0)
    high = jump(board(roof, moat), at("m", "small", 7, 15, 4), (12, 15))
    assert (
        not high.entered_rough
        and R.ROUGH_BELOW_JUMP in high.rules
        and R.ROUGH_GROUND not in high.rules
    )
    low = jump(board(moat), at("m", "small", 6, 15), (12, 15))
    assert low.entered_rough and {R.ROUGH_BELOW_JUMP, R.ROUGH_GROUND} <= set(low.rules)


def test_what_stops_a_jump_and_a_slam():
    assert R.JUMP_STOPPED in jump(board(WALL), MOVER, (14, 15)).rules
    stopped = slam(board(CLIFF), MOVER, at("n", "small", 5, 15), 6)
    assert {R.SLAM_DAMAGE, R.IMPASSABLE} <= set(stopped.rules)
    into = slam(board(bodies=(MOVER, at("o", "small", 12, 15))), MOVER, at("n", "small", 5, 15), 6)
    assert {R.SLAM_DAMAGE, R.SLAM_COLLATERAL} <= set(into.rules)
    assert (
        R.SLAM_OFF_TABLE in slam(board(), at("m", "small", 1, 15), at("n", "small", 5, 15), 6).rules
    )


def test_obscuring_terrain_decides_where_it_is_looked_through():
    far = at("b", "small", 18, 15)
    inside = at("c", "small", 13, 15)
    assert sight(board(WOOD), MOVER, far).rules[2:] == (R.OBSCURING_BETWEEN,)
    assert sight(board(WOOD), MOVER, inside).rules[2:] == (R.OBSCURING_DEPTH,)
    assert set(seen_from(board(WOOD), MOVER, "small", 6).rules) >= {R.OBSCURING_DEPTH, R.STAND}
    hit = spray(board(WOOD, bodies=(MOVER, far, inside)), MOVER, far, 12)
    assert R.OBSCURING_DEPTH in hit.rules
    assert R.OBSCURING_DEPTH not in spray(board(bodies=(MOVER, far, inside)), MOVER, far, 12).rules


def test_the_rest():
    near = tuple(
        at(f"b{i}", "small", 9 + x, 15 + y)
        for i, (x, y) in enumerate(((2, 0), (0, 2), (-2, 0), (0, -2)))
    )
    assert blast(board(bodies=(MOVER, near[0])), MOVER).rules == (R.BLAST, R.WITHIN)
    assert R.BLAST_TIE in blast(board(bodies=(MOVER, *near)), MOVER).rules
    assert cover(board(WALL), MOVER, at("b", "small", 18, 15)).rules == (R.COVER, R.COVER_TERRAIN)
    assert stand(board(), "small", (5, 5, 0)).rules == (R.STAND, R.END_OF_MOVE)


def test_models_that_let_others_pass_and_never_move():
    gate = at("g", "small", 12, 15, kind="gate")
    table = board(bodies=(MOVER, gate, at("n", "small", 9, 19)))
    assert R.OPEN_MODEL in move(table, MOVER, [(15, 15)], 6).rules
    assert R.OPEN_MODEL not in move(table, MOVER, [(9, 12)], 6).rules
    on_it = move(table, MOVER, [(12, 15)], 6)
    assert on_it.code == "cannot_end" and R.OPEN_MODEL in on_it.rules
    assert {R.OPEN_MODEL, R.JUMP_STOPPED} <= set(jump(table, MOVER, (12.2, 15)).rules)
    for verdict in (
        move(table, gate, [(12, 16)], 6),
        jump(table, gate, (12, 16)),
        slam(table, gate, MOVER, 3),
    ):
        assert R.FIXED_MODEL in verdict.rules and "a void gate" in verdict.reason
