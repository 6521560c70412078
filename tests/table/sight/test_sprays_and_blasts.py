"""Sprays, blasts and auras (p. 34-35)."""

from __future__ import annotations

import math

import pytest

from tests.table.building import LARGE, MEDIUM, SMALL, at, board, box
from wc3d.table.sight.sprays_and_blasts import (
    blast,
    distance_to_first_touch,
    models_within,
    spray,
    spray_line,
)


@pytest.mark.rule("NM-EXM-23")
def test_the_book_s_first_spray() -> None:
    weaver = at("w", "small", 10, 10)
    firebrand = at("f", "large", 15, 10)
    others = (
        at("e1", "small", 13, 10.5),
        at("e2", "small", 17.5, 9.5),
        at("m", "small", 11.5, 11.8),
    )
    table = board(bodies=(weaver, firebrand, *others))
    answer = spray(table, weaver, firebrand, 8)
    assert answer.hits == ("e1", "f", "e2")
    assert answer.line[0] == pytest.approx((10 + SMALL, 10, 0))
    assert answer.line[1] == pytest.approx((18 + SMALL, 10, 0))


@pytest.mark.rule("NM-EXM-24")
@pytest.mark.rule("NM-SPR-06")
def test_the_book_s_spray_up_to_a_structure_passes_over_the_second_model() -> None:
    roof = box("s", "structure", (16.5, 10), (7, 8), 3, blocks_sight=False)
    weaver = at("w", "small", 10, 10)
    wolf = at("d", "large", 14, 10, 3)
    rangers = (at("r1", "small", 15.6, 10, 3), at("r2", "small", 17, 10, 3))
    table = board(roof, bodies=(weaver, wolf, *rangers))
    answer = spray(table, weaver, wolf, 8)
    assert answer.line[1] == pytest.approx((16.597, 10, 5.285), abs=1e-3)
    assert answer.hits == ("d", "r1")


@pytest.mark.rule("NM-SPR-02")
def test_the_line_is_exactly_the_range_long_and_starts_nearest_the_target_s_center() -> None:
    a, t = at("a", "large", 10, 10, 2), at("t", "small", 13, 14)
    start, end = spray_line(a, t, 8)
    assert math.dist(start, end) == pytest.approx(8)
    assert math.hypot(start[0] - 10, start[1] - 10) == pytest.approx(LARGE) and start[2] == 2
    inside, _ = spray_line(a, at("t", "small", 10.5, 10, 5), 8)
    assert inside == (10.5, 10, 2)


@pytest.mark.rule("NM-SPR-03")
@pytest.mark.parametrize(
    ("aside", "hit"), [(SMALL, True), (SMALL + 1e-4, False), (SMALL - 1e-4, True)]
)
def test_touching_the_line_counts(aside: float, hit: bool) -> None:
    a, t, x = at("a", "small", 10, 10), at("t", "small", 15, 10), at("x", "small", 13, 10 + aside)
    assert ("x" in spray(board(bodies=(a, t, x)), a, t, 8).hits) is hit


@pytest.mark.parametrize(("end", "hit"), [(16 - SMALL, True), (16 - SMALL - 1e-4, False)])
def test_the_line_ends_with_the_range(end: float, hit: bool) -> None:
    a, t, x = at("a", "small", 10, 10), at("t", "small", 12, 10), at("x", "small", 16, 10)
    assert ("x" in spray(board(bodies=(a, t, x)), a, t, end - 10 - SMALL).hits) is hit


def test_the_target_is_attacked_even_if_the_line_runs_out_short_of_it() -> None:
    a, t = at("a", "small", 10, 10), at("t", "small", 16, 10, 6)
    table = board(bodies=(a, t, at("x", "small", 12, 10, 0.5)))
    assert spray(table, a, t, 4).hits == ("x", "t")


def test_a_line_straight_up_meets_what_stands_above() -> None:
    a, t, x = at("a", "small", 10, 10), at("t", "small", 10, 10, 4), at("x", "large", 10.5, 10, 7)
    assert spray(board(bodies=(a, t, x)), a, t, 8).hits == ("t", "x")
    assert distance_to_first_touch(((10, 10, 0), (10, 10, 3.9)), t.volume) is None


@pytest.mark.rule("NM-SPR-03")
def test_a_model_that_terrain_hides_wholly_is_not_attacked() -> None:
    wall = box("w", "structure", (17, 10), (0.5, 18), 5)
    a, t, x = at("a", "small", 10, 10), at("t", "medium", 15, 10), at("x", "large", 19, 10)
    answer = spray(board(wall, bodies=(a, t, x)), a, t, 10)
    assert answer.hits == ("t",) and answer.hidden == ("x",)


def ring(*gaps: float) -> tuple:
    """A medium target and small models at these gaps round it."""
    bodies = [at("t", "medium", 15, 15)]
    for i, gap in enumerate(gaps):
        far = gap + MEDIUM + SMALL
        turn = 2 * i
        bodies.append(at(f"m{i}", "small", 15 + far * math.cos(turn), 15 + far * math.sin(turn)))
    return tuple(bodies)


@pytest.mark.rule("NM-EXM-20")
@pytest.mark.rule("NM-BLA-02")
@pytest.mark.parametrize(
    ("gaps", "models", "tied"),
    [
        ((0.5, 1.2, 1.9), ("m0", "m1"), False),
        ((1.9, 0.5, 1.2), ("m1", "m2"), False),
        ((2.0,), ("m0",), False),
        ((2.0001,), (), False),
        ((1.0, 1.0), ("m0", "m1"), False),
        ((1.0, 1.0, 1.5), ("m0", "m1"), False),
    ],
)
def test_a_blast_reaches_the_two_nearest_within_two_inches(
    gaps: tuple, models: tuple, tied: bool
) -> None:
    bodies = ring(*gaps)
    answer = blast(board(bodies=bodies), bodies[0])
    assert (answer.models, answer.tied) == (models, tied)


@pytest.mark.rule("NM-BLA-03")
@pytest.mark.parametrize(
    ("gaps", "models"),
    [
        ((0.5, 1.2, 1.2), ("m0", "m1", "m2")),
        ((1.0, 1.0, 1.0, 1.5), ("m0", "m1", "m2")),
        ((2.0, 0.1, 2.0, 2.0), ("m1", "m0", "m2", "m3")),
    ],
)
def test_the_dice_decide_who_is_second(gaps: tuple, models: tuple) -> None:
    bodies = ring(*gaps)
    answer = blast(board(bodies=bodies), bodies[0])
    assert (answer.models, answer.tied) == (models, True)


def test_gates_and_models_on_a_roof_count_by_their_distance_in_space() -> None:
    t = at("t", "medium", 15, 15)
    gate = at("g", "small", 15 + MEDIUM + SMALL + 1, 15, kind="gate")
    roof = at("r", "small", 15, 15 + MEDIUM + SMALL + 1.2, 1.6)  # 2" away in space
    high = at("h", "small", 15 - MEDIUM - SMALL - 1.2, 15, 1.7)
    assert blast(board(bodies=(t, gate, roof, high)), t).models == ("g", "r")


def test_an_aura_names_everyone_within_its_inches_nearest_first() -> None:
    bodies = ring(3.0, 0.5, 3.001)
    assert models_within(board(bodies=bodies), bodies[0], 3) == ("m1", "m0")
