"""What a model can get to, and the way there (p. 27-28, 44-45)."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
import shapely

from tests.table.building import SMALL, at, board, box, silo
from wc3d.games.neo_mechanika.rules.space import EDGE_WALK_SPACE
from wc3d.table.body import Body
from wc3d.table.moves.movement import move
from wc3d.table.moves.reach import Reach, reach
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder

H = at("h", "small", 15, 15)


def reached(
    table: Table, inches: float = 6, body: Body = H, flight: bool = False, pathfinder: bool = False
) -> Reach:
    """What `body`, which is put on the table first, can reach."""
    return reach(table.with_bodies(body), body, inches, flight=flight, pathfinder=pathfinder)


def contains(answer: Reach, x: float, y: float, z: float = 0.0) -> bool:
    """Is a place in the area?"""
    return any(
        abs(level.height - z) < 1e-6 and shapely.intersects_xy(level.area, x, y)
        for level in answer.levels
    )


def test_on_the_open_table_it_is_a_disc_and_the_table_s_edge_cuts_it() -> None:
    answer = reached(board())
    assert [level.height for level in answer.levels] == [0]
    assert math.pi * 36 * 0.997 < answer.levels[0].area.area < math.pi * 36
    corner = reached(board(), body=at("h", "small", 1, 1))
    assert contains(corner, SMALL + 0.01, 3) and not contains(corner, SMALL - 0.01, 3)


def test_round_a_wall_the_way_is_longer() -> None:
    wall = box("w", "structure", (17, 15), (0.5, 4), 3)
    answer = reached(board(wall), 8)
    assert contains(answer, 15, 22.9)
    # a taut string past two corners: tangent, arc, along the top, arc, tangent
    apart = math.hypot(1.75, 2)
    rise = math.atan2(2, 1.75) + math.asin(SMALL / apart)
    exact = 2 * (math.sqrt(apart**2 - SMALL**2) + rise * SMALL) + 0.5
    path = answer.path_to((19, 15))
    assert path is not None and len(path) > 2
    verdict = move(answer.table, H, path, 8)
    assert verdict.legal and exact <= verdict.length <= exact * 1.003
    assert not contains(reached(board(wall), exact - 0.001), 19, 15) and contains(
        reached(board(wall), exact + 0.05), 19, 15
    )


def test_a_string_round_a_tower_is_tangents_and_an_arc() -> None:
    tower = silo("t", "structure", (18, 15), 1, 3)
    answer = reached(board(tower), 9)
    path = answer.path_to((21, 15))
    assert path is not None
    around = 1 + SMALL
    tangent = math.sqrt(9 - around**2)
    turn = math.asin(around / 3)
    exact = 2 * tangent + 2 * turn * around
    assert exact <= move(answer.table, H, path, 9).length <= exact * 1.006


def test_other_models_are_walked_round_and_gates_through() -> None:
    fence = tuple(at(f"m{i}", "large", 17, 11 + 2 * i) for i in range(5))
    assert not contains(reached(board(bodies=fence)), 19, 15)
    gates = tuple(at(f"m{i}", "large", 17, 11 + 2 * i, kind="gate") for i in range(5))
    answer = reached(board(bodies=gates))
    assert contains(answer, 19, 15) and not contains(answer, 17, 15)


@pytest.mark.rule("NM-TER-02")
def test_rough_ground_full_distance_without_it_shortened_through_it() -> None:
    answer = reached(board(box("r", "rough", (19, 15), (4, 4), 0)))
    assert contains(answer, 18.9, 15) and not contains(answer, 19.1, 15)
    assert contains(answer, 9.1, 15) and contains(answer, 17 - SMALL - 0.02, 19)
    assert contains(
        reached(board(box("r", "rough", (19, 15), (4, 4), 0)), pathfinder=True), 20.9, 15
    )
    inside = reached(board(box("r", "rough", (15, 15), (4, 4), 0)))
    assert contains(inside, 18.9, 15) and not contains(inside, 19.1, 15)


def test_obstacles_are_crossed_but_not_stopped_on_and_climbed_where_that_is_allowed() -> None:
    wall = box("o", "obstacle", (17.5, 15), (1, 20), 1)
    answer = reached(board(wall))
    assert (
        contains(answer, 18 + SMALL + 0.01, 15)
        and not contains(answer, 17.5, 15)
        and not contains(answer, 17.5, 15, 1)
    )
    crate = box("o", "obstacle", (18, 15), (3, 3), 1, standable=True)
    on_top = reached(board(crate), 4.1)
    assert contains(on_top, 18, 15, 1) and not contains(on_top, 18.3, 15, 1)


def test_terraces_are_climbed_one_after_another() -> None:
    steps = [
        box(f"o{i}", "obstacle", (17 + 2 * i + 4, 15), (8, 6), 1, bottom=i, standable=True)
        for i in range(2)
    ]
    answer = reached(board(*steps), 8)
    assert contains(answer, 20.5, 15, 2)
    path = answer.path_to((20.5, 15, 2))
    assert path is not None
    assert move(answer.table, H, path, 8).spent == pytest.approx(7.5, abs=0.05)


@pytest.mark.rule("NM-TER-14")
def test_ladders_and_edges_join_the_levels() -> None:
    tower = box("s", "structure", (20, 15), (4, 4), 4)
    rungs = Ladder("rungs", (18, 15), 0, 4)
    answer = reached(board(tower, ladders=(rungs,)), 5)
    assert contains(answer, 19, 15, 4) and contains(answer, 20, 15, 4)
    path = answer.path_to((20, 15, 4))
    assert path is not None and any(isinstance(step, dict) for step in path)
    assert not contains(reached(board(tower), 12), 20, 15, 4)
    down = reached(board(tower), 5, body=at("h", "small", 20, 15, 4))
    assert contains(down, 24.9, 15) and contains(down, 20, 15, 4) and not contains(down, 25.1, 15)
    assert not contains(down, 22.3, 15) and not contains(down, 22.3, 15, 4)


@pytest.mark.rule("NM-SIL-66")
def test_a_ladder_reaches_the_middle_floor() -> None:
    floors = [box(f"floor{z}", "structure", (20, 15), (4, 4), 0.1, z - 0.1) for z in (2, 4)]
    answer = reached(board(*floors, ladders=(Ladder("rungs", (18, 15), 0, 4),)), 5)
    assert contains(answer, 19, 15, 2) and contains(answer, 19, 15, 4)
    path = answer.path_to((20, 15, 2))
    assert path is not None and move(answer.table, H, path, 5).end == (20, 15, 2)


@pytest.mark.rule("NM-SIL-154")
def test_an_edge_is_gone_over_only_to_leave_the_level() -> None:
    roofs = box("a", "structure", (12, 15), (4, 4), 4), box("b", "structure", (20, 15), (4, 4), 4)
    table = board(*roofs, box("wall", "structure", (16, 15), (4, 0.1), 4))
    there = at("h", "small", 13, 15, 4)
    assert not contains(reached(table, 8, there), 19, 15, 4)
    assert contains(reached(replace(table, policy=EDGE_WALK_SPACE), 8, there), 19, 15, 4)
    for spot in ((16, 13, 0), (14.7, 15.7, 0), (12, 18, 0), (11, 14, 4)):
        assert contains(reached(table, 8, there), *spot), spot
    put = at("h", "small", 14.2, 15, 4)  # as a jump may leave it
    for spot in ((12, 15, 4), (16, 14, 0), (13, 18, 0)):
        assert contains(reached(table, 8, put), *spot), spot
    close = board(roofs[0], box("b", "structure", (17, 15), (4, 4), 4))
    assert contains(reached(close, 8, there), 17, 15, 4)  # the gap is too narrow to fall into


def test_flight_goes_over_everything_and_lands_on_every_level() -> None:
    things = (
        box("s", "structure", (18, 15), (4, 4), 4),
        box("i", "impassable", (12, 15), (1, 20), 0),
    )
    answer = reached(board(*things, bodies=(at("m", "large", 15, 18),)), flight=True)
    assert (
        contains(answer, 18, 15, 4) and contains(answer, 20.8, 15) and not contains(answer, 11, 15)
    )
    assert contains(answer, 15, 20) and not contains(answer, 15, 18)


def test_a_gate_reaches_nothing() -> None:
    assert reached(board(), body=at("h", "small", 15, 15, kind="gate")).levels == ()


def jumble(seed: int) -> tuple[Table, Body]:
    """A table full of everything."""
    rng = random.Random(seed)
    kinds = ["structure", "structure", "obstacle", "rough", "impassable", "forest"]
    features = []
    for i in range(8):
        kind = kinds[i % len(kinds)]
        center = (rng.uniform(10, 20), rng.uniform(10, 20))
        if math.dist(center, (15, 15)) < 2.5:
            continue
        height = {"obstacle": 0.8, "rough": 0.0}.get(kind, rng.choice([1.5, 3.0]))
        if rng.random() < 0.3:
            features.append(silo(f"f{i}", kind, center, rng.uniform(0.5, 1.5), height))
        else:
            features.append(
                box(
                    f"f{i}",
                    kind,
                    center,
                    (rng.uniform(0.5, 4), rng.uniform(0.5, 3)),
                    height,
                    rotation=rng.uniform(0, 90),
                )
            )
    return board(*features), H


def roofs(seed: int) -> tuple[Table, Body]:
    """A table of roofs as high as the one where the model stands, and lower; some with somebody on them."""
    rng = random.Random(f"roofs {seed}")
    features = [
        box(
            "home",
            "structure",
            (15, 15),
            (rng.uniform(3, 6), rng.uniform(2, 5)),
            3,
            rotation=rng.uniform(0, 90),
        )
    ]
    for i in range(6):
        center = (rng.uniform(10, 20), rng.uniform(10, 20))
        high = rng.choice([3.0, 3.0, 1.5])
        size = rng.uniform(0.2, 4), rng.uniform(0.5, 4)
        features.append(box(f"f{i}", "structure", center, size, high, rotation=rng.uniform(0, 90)))
    who = at("h", "small", 15, 15, 3)
    others = (
        (at("m", "small", 15 + rng.choice([-1.3, 1.3]), 15.2, 3),) if rng.random() < 0.5 else ()
    )
    return board(*features, bodies=others), who


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_offered_has_a_legal_path_and_whatever_is_plainly_legal_is_offered(
    seed: int,
) -> None:
    table, body = jumble(seed) if seed < 6 else roofs(seed)
    answer = reached(table, 5, body)
    rng = random.Random(seed)
    offered = 0
    for _ in range(40):
        point = (rng.uniform(9, 21), rng.uniform(9, 21))
        heights = [
            level.height for level in answer.levels if shapely.intersects_xy(level.area, *point)
        ]
        for z in heights:
            path = answer.path_to((*point, z))
            assert path is not None, (point, z)
            verdict = move(answer.table, body, path, 5)
            assert verdict.legal and verdict.end == pytest.approx((*point, z), abs=1e-5)
            offered += 1
        straight = move(answer.table, body, [list(point)], 5 * 0.99 - 0.05)
        roomy = all(
            move(answer.table, body, [[point[0] + dx, point[1] + dy]], 5).legal
            for dx, dy in ((0.03, 0), (-0.03, 0), (0, 0.03), (0, -0.03))
        )
        if straight.legal and roomy:
            assert straight.end[2] in heights
    assert offered
