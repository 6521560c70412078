"""Charges and slam approaches: in one direction, and in all; against steps along the way and against many directions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.games.warmachine.rules.building import LARGE, MEDIUM, SMALL, box, enemy, field, model
from tests.games.warmachine.rules.scenes import STEP, Scene
from wc3d.games.warmachine.rules.space.charge_geometry import (
    ChargeRun,
    compute_charge,
    compute_slam_approach,
    find_charge_directions,
)
from wc3d.games.warmachine.rules.space.melee import measure_melee_range

OPEN = field(model("m", "medium", 10, 10), enemy("t", "large", 18, 10))


@pytest.mark.rule("WM-CHG-04")
@pytest.mark.rule("WM-GEO-16")
@pytest.mark.rule("WM-RUL-25")
def test_a_charge_may_stop_anywhere_in_range_and_must_when_the_bases_touch() -> None:
    run = compute_charge(OPEN, "m", "t", 9, 0)
    touch = 8 - MEDIUM - LARGE
    assert (
        run.possible
        and run.contact_length == pytest.approx(touch)
        and run.in_range_length == pytest.approx(touch - 0.5)
    )
    assert (
        run.stopped_by is None
        and run.stop_length == pytest.approx(touch)
        and run.place_at(run.stop_length)[0] == pytest.approx(10 + touch)
    )
    short = compute_charge(OPEN, "m", "t", touch - 0.2, 0)
    assert short.possible and short.contact_length is None and short.stop_length == short.length
    assert not compute_charge(OPEN, "m", "t", touch - 0.6, 0).possible


@pytest.mark.rule("WM-CHG-06")
@pytest.mark.rule("WM-MOV-02")
@pytest.mark.rule("WM-RUL-105")
def test_the_charger_faces_where_it_goes() -> None:
    """Past the target: it is in range for a while, and out of it again when it is behind."""
    past = compute_charge(OPEN, "m", "t", 20, 15)
    assert (
        past.possible
        and past.contact_length is None
        and past.in_range is not None
        and past.in_range[1] < 20
    )
    assert compute_charge(
        OPEN.with_bodies(model("m", "medium", 10, 10, facing=180)), "m", "t", 9, 0
    ).possible
    assert not compute_charge(OPEN, "m", "t", 20, 180).possible


@pytest.mark.rule("WM-CHG-08")
@pytest.mark.rule("WM-CHG-09")
@pytest.mark.rule("WM-RUL-26")
@pytest.mark.rule("WM-RUL-106")
@pytest.mark.parametrize(
    ("gap", "reach", "attack"),
    [(3.0, 0.5, True), (2.99, 0.5, False), (3.6, 2, True), (1.9, 2, False), (0.4, 0.5, False)],
)
def test_a_charge_attack_takes_three_inches_and_a_target_out_of_range_before(
    gap: float, reach: float, attack: bool
) -> None:
    table = field(model("m", "small", 10, 10), enemy("t", "small", 10 + 2 * SMALL + gap, 10))
    assert compute_charge(table, "m", "t", 9, 0, reach).charge_attack is attack


@pytest.mark.rule("WM-CHG-05")
@pytest.mark.rule("WM-CHG-14")
@pytest.mark.rule("WM-RUL-107")
@pytest.mark.rule("WM-REF-28")
@pytest.mark.parametrize(
    ("kind", "height", "stops"),
    [("rough", 0, True), ("forest", 3, True), ("obstacle", 0.2, True), ("obscuring", 3, False)],
)
def test_a_charge_meets_all_ground_that_is_not_open(kind: str, height: float, stops: bool) -> None:
    table = field(
        model("m", "medium", 10, 10),
        enemy("t", "large", 18, 10),
        terrain=(box("f", kind, (14, 10), (0.5, 8), height),),
    )
    run = compute_charge(table, "m", "t", 9, 0)
    assert run.possible is not stops and run.stopped_by == ("f" if stops else None)
    if stops:
        assert run.stop_length == pytest.approx(3.75 - MEDIUM) and run.in_range_length is None


@pytest.mark.rule("WM-RUL-27")
def test_a_charge_that_fails_goes_as_far_as_it_can() -> None:
    table = OPEN.with_bodies(enemy("x", "small", 10, 16))
    assert (
        compute_charge(table, "m", "t", 4, 90).stop_length == 4
        and compute_charge(table, "m", "t", 9, 90).stopped_by == "x"
    )


@pytest.mark.rule("WM-RUL-28")
def test_the_ground_it_starts_on_must_be_open_too() -> None:
    mud = box("mud", "rough", (9, 10), (1, 1))
    run = compute_charge(
        field(model("m", "medium", 10, 10), enemy("t", "large", 18, 10), terrain=(mud,)),
        "m",
        "t",
        9,
        0,
    )
    assert not run.possible and run.stopped_by == "mud" and run.stop_length == 0
    beside = field(
        model("m", "medium", 10, 10), enemy("t", "small", 10, 10 + MEDIUM + SMALL), terrain=(mud,)
    )
    assert not compute_charge(beside, "m", "t", 9, 90).possible, (
        "even for a target that is in range already"
    )


@pytest.mark.rule("WM-CHG-15")
def test_a_third_model_stops_a_charge_unless_the_target_comes_first() -> None:
    table = OPEN.with_bodies(enemy("x", "small", 12.5, 10, knocked_down=True))
    run = compute_charge(table, "m", "t", 9, 0)
    assert (
        run.stopped_by == "x"
        and not run.possible
        and run.stop_length == pytest.approx(2.5 - MEDIUM - SMALL)
    )
    behind = OPEN.with_bodies(enemy("x", "small", 21, 10))
    assert compute_charge(behind, "m", "t", 12, 0).stopped_by is None


@pytest.mark.rule("WM-CHG-16")
def test_a_charge_that_ends_out_of_range_is_not_possible() -> None:
    assert (
        compute_charge(OPEN, "m", "t", 3, 0).in_range_length is None
        and compute_charge(OPEN, "m", "t", 3, 0).stop_length == 3
    )


@pytest.mark.rule("WM-SLM-04")
@pytest.mark.rule("WM-SLM-05")
@pytest.mark.rule("WM-SLM-07")
@pytest.mark.rule("WM-GEO-17")
@pytest.mark.rule("WM-RUL-64")
@pytest.mark.rule("WM-SLM-12")
@pytest.mark.rule("WM-SLM-13")
def test_a_slam_approach_goes_the_shortest_way_with_half_an_inch() -> None:
    table = field(model("m", "large", 10, 10, reach=2), enemy("t", "large", 14, 13))
    run = compute_slam_approach(table, "m", "t", 9)
    assert run.direction == pytest.approx(
        math.degrees(math.atan2(3, 4))
    ) and run.in_range_length == pytest.approx(4.5 - 2 * LARGE)
    assert run.slam_attack is (5 - 2 * LARGE >= 3)
    far = field(model("m", "large", 10, 10), enemy("t", "large", 20, 10))
    assert (
        compute_slam_approach(far, "m", "t", 12).slam_attack
        and not compute_slam_approach(far, "m", "t", 7).possible
    )


@pytest.mark.rule("WM-GEO-15")
def test_all_directions_at_once() -> None:
    (one,) = find_charge_directions(OPEN, "m", "t", 9).directions
    half = math.degrees(math.asin((MEDIUM + 0.5 + LARGE) / 8))
    assert one == pytest.approx((360 - half, 360 + half)), "over the east: `to` exceeds 360"
    walled = field(
        model("m", "medium", 10, 10),
        enemy("t", "large", 18, 10),
        terrain=(box("w", "obstacle", (14, 10), (0.5, 0.2), 1),),
    )
    left, right = find_charge_directions(walled, "m", "t", 9).directions
    assert 0 < left[0] < left[1] < 180 < right[0] < right[1] <= 360 and left[1] == pytest.approx(
        half
    )
    assert not find_charge_directions(OPEN, "m", "t", 5).possible


def _steps(
    scene: Scene, direction: float, length: float, reach: float
) -> tuple[float, str | None, np.ndarray, np.ndarray, float]:
    """The first thing met, where the target is in range, and where it is touched, found in small steps."""
    mover = scene.mover
    way = math.radians(direction)
    target = scene.others[0]
    end = mover.place[0] + length * math.cos(way), mover.place[1] + length * math.sin(way)
    at, places = scene.places([mover.place, end])
    things = (
        [id for id, sort in scene.sorts.items() if sort != "open"]
        + [o.id for o in scene.others[1:]]
        + ["edge"]
    )
    found = [(scene.depth(id, places, mover.radius) > 1e-6, id) for id in things]
    met, by = min(
        ((at[deep.argmax()], id) for deep, id in found if deep.any()), default=(math.inf, None)
    )
    turned = mover.with_facing(direction)
    within = np.array(
        [
            measure_melee_range(turned.with_place((x, y)), target, reach).in_range
            for x, y in places.tolist()
        ]
    )
    touch = scene.depth(target.id, places, mover.radius) > 1e-6
    return met, by, at, within, float(at[touch.argmax()]) if touch.any() else math.inf


@pytest.mark.rule("WM-GEO-16")
@pytest.mark.parametrize("seed", range(60))
def test_one_direction_against_small_steps(seed: int) -> None:
    scene = Scene(seed, features=3, models=3)
    dice = scene.dice
    target = scene.others[0]
    toward = math.degrees(
        math.atan2(target.at[1] - scene.mover.at[1], target.at[0] - scene.mover.at[0])
    )
    direction = toward + dice.gauss(0, 15)
    length = dice.uniform(2, 10)
    reach = dice.choice((0.5, 2.0))
    run: ChargeRun = compute_charge(scene.table, "m", target.id, length, direction, reach)
    met, by, at, within, touch = _steps(scene, direction, length, reach)
    first = at[within.argmax()] if within.any() else math.inf
    if abs(first - met) < 2 * STEP or abs(touch - met) < 2 * STEP:
        return
    assert run.possible is bool(first < met)
    assert (run.in_range_length or 0.0) == pytest.approx(
        first if first < met else 0.0, abs=2 * STEP
    )
    assert (run.contact_length is not None) is bool(touch < met and touch <= length)
    assert run.stopped_by == (by if met < touch else None)
    assert run.stop_length == pytest.approx(min(met, touch, length), abs=2 * STEP)
    some = within & (at >= 3) & (at <= run.stop_length)
    if run.in_range is None or min(abs(run.in_range[1] - 3), abs(run.stop_length - 3)) > 2 * STEP:
        assert run.charge_attack is bool(run.possible and not within[0] and some.any())


@pytest.mark.rule("WM-GEO-15")
@pytest.mark.parametrize("seed", range(60))
def test_all_directions_against_each_degree(seed: int) -> None:
    """Every direction tried is in an interval exactly when the charge in it is possible; the ends are where that changes."""
    scene = Scene(1000 + seed, features=4, models=4)
    target = scene.others[0]
    length = scene.dice.uniform(3, 11)
    reach = scene.dice.choice((0.5, 2.0))
    found = find_charge_directions(scene.table, "m", target.id, length, reach).directions
    ends = [end % 360 for pair in found for end in pair]
    for k in range(1440):
        direction = k / 4 + 0.1
        if min((abs((direction - end + 180) % 360 - 180) for end in ends), default=9) < 2e-3:
            continue
        inside = any(a <= direction <= b or a <= direction + 360 <= b for a, b in found)
        assert (
            compute_charge(scene.table, "m", target.id, length, direction, reach).possible is inside
        ), direction
    for a, b in found:
        assert 0 <= a < 360 and a < b
        if b - a < 360:
            assert not compute_charge(scene.table, "m", target.id, length, a - 1e-3, reach).possible
            assert not compute_charge(scene.table, "m", target.id, length, b + 1e-3, reach).possible
    assert list(found) == sorted(found)
