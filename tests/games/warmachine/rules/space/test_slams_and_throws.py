"""Slams and throws: how far, what stops them, whom they strike, and where the model comes to lie."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.games.warmachine.rules.building import LARGE, MEDIUM, SMALL, box, enemy, field, model
from tests.games.warmachine.rules.scenes import CLOSED, LINEAR, ROUGH, STEP, Scene
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.slams_and_throws import (
    Shove,
    compute_slam,
    compute_throw,
    throw_distance,
)
from wc3d.table.features import Feature


def hit(
    rolled: float,
    *more: Fighter,
    base: str = "medium",
    by: str = "large",
    terrain: tuple[Feature, ...] = (),
) -> Shove:
    """A model at (20, 20) slammed east."""
    return compute_slam(
        field(model("a", by, 18, 20), enemy("t", base, 20, 20), *more, terrain=terrain),
        "t",
        "a",
        rolled,
    )


@pytest.mark.rule("WM-SLM-09")
@pytest.mark.rule("WM-GEO-22")
@pytest.mark.rule("WM-GEO-23")
def test_a_slam_drives_its_target_straight_away() -> None:
    assert (
        hit(4).end == pytest.approx((24, 20))
        and hit(4).moved == 4
        and not hit(4).extra_die
        and hit(4).collateral == ()
    )


@pytest.mark.rule("WM-SLM-14")
@pytest.mark.rule("WM-RUL-65")
@pytest.mark.rule("WM-REF-66")
def test_a_larger_base_goes_half_as_far() -> None:
    assert (
        hit(3, base="large", by="medium").moved == 1.5
        and hit(3, base="large", by="large").moved == 3
    )


@pytest.mark.rule("WM-SLM-15")
@pytest.mark.parametrize(("rolled", "moved"), [(4, 2.5), (2, 1.5)])
def test_rough_ground_at_half_rate(rolled: float, moved: float) -> None:
    mud = box("mud", "rough", (20 + MEDIUM + 1 + 4, 20), (8, 8))
    assert hit(rolled, terrain=(mud,)).moved == pytest.approx(moved)


@pytest.mark.rule("WM-RUL-65")
def test_halved_first_and_then_slowed() -> None:
    mud = box("mud", "rough", (20 + LARGE + 1 + 4, 20), (8, 8))
    assert hit(4, base="large", by="small", terrain=(mud,)).moved == pytest.approx(1.5)


@pytest.mark.rule("WM-SLM-17")
@pytest.mark.rule("WM-SLM-20")
@pytest.mark.rule("WM-RUL-112")
@pytest.mark.parametrize(
    ("kind", "height"), [("obstacle", 0.1), ("structure", 3), ("impassable", 0)]
)
def test_every_obstacle_stops_it_however_low(kind: str, height: float) -> None:
    done = hit(6, terrain=(box("w", kind, (23, 20), (0.5, 6), height),))
    assert (
        done.contacts == ("w",)
        and done.extra_die
        and done.collateral == ()
        and done.moved == pytest.approx(2.75 - MEDIUM)
    )


@pytest.mark.rule("WM-SLM-23")
@pytest.mark.rule("WM-RUL-66")
@pytest.mark.rule("WM-RUL-67")
@pytest.mark.rule("WM-REF-67")
@pytest.mark.rule("WM-REF-69")
def test_smaller_bases_are_passed_over_equal_ones_stop_it_and_suffer_larger_ones_only_stop_it() -> (
    None
):
    over = hit(4, model("x", "small", 22, 20.2))
    assert (
        over.struck == ("x",)
        and over.contacts == ()
        and over.collateral == ("x",)
        and over.moved == 4
    )
    equal = hit(4, model("x", "medium", 22.5, 20))
    assert (
        equal.contacts == ("x",)
        and equal.collateral == ("x",)
        and equal.extra_die
        and equal.moved == pytest.approx(2.5 - 2 * MEDIUM)
    )
    larger = hit(4, model("x", "large", 22.5, 20, knocked_down=True))
    assert larger.contacts == ("x",) and larger.collateral == () and larger.extra_die


@pytest.mark.rule("WM-GEO-25")
@pytest.mark.rule("WM-RUL-68")
def test_contact_at_the_start_and_two_at_once() -> None:
    touching = hit(4, model("x", "medium", 20 + 2 * MEDIUM, 20))
    assert touching.contacts == ("x",) and touching.moved == pytest.approx(0)
    two = hit(6, model("x", "medium", 23, 21), model("y", "medium", 23, 19))
    assert two.contacts == ("x", "y") and two.collateral == ("x", "y") and two.extra_die
    beside = hit(4, model("x", "medium", 20, 20 + 2 * MEDIUM))
    assert beside.contacts == () and beside.moved == 4


@pytest.mark.rule("WM-GEO-26")
@pytest.mark.rule("WM-RUL-70")
@pytest.mark.rule("WM-RUL-114")
def test_the_edge_stops_it_and_is_no_collision() -> None:
    table = field(model("a", "large", 44, 20), enemy("t", "medium", 46, 20))
    done = compute_slam(table, "t", "a", 6)
    assert (
        done.edge
        and done.contacts == ()
        and not done.extra_die
        and done.end == pytest.approx((48 - MEDIUM, 20))
    )


@pytest.mark.rule("WM-RUL-69")
@pytest.mark.rule("WM-RUL-113")
def test_a_model_does_not_come_to_lie_on_a_smaller_one() -> None:
    on = hit(2, model("x", "small", 22, 20))
    assert (
        on.moved == pytest.approx(2 + MEDIUM + SMALL)
        and on.struck == ("x",)
        and on.uncorrected == 2
    )
    blocked = hit(2, model("x", "small", 22, 20), model("y", "large", 24.27, 20))
    assert blocked.moved == pytest.approx(2 - MEDIUM - SMALL) and blocked.contacts == ()
    wall = hit(
        4, model("x", "small", 22, 20), terrain=(box("w", "structure", (23.1, 20), (0.5, 6), 3),)
    )
    assert wall.contacts == ("w",) and wall.moved == pytest.approx(2 - MEDIUM - SMALL), (
        "after a collision only back"
    )
    row = hit(2, model("x", "small", 22, 20), model("y", "small", 22 + 2 * SMALL + 0.3, 20))
    assert row.moved == pytest.approx(2 - MEDIUM - SMALL), "a diameter on there is no room: back"
    assert row.struck == ("x",), "what it only lay on while it was put right is not struck"


def flung(
    direction: float, die: int = 1, deviation: float = 1, strength: float = 10, **more: float
) -> tuple[bool, Shove | None]:
    table = field(
        model("a", "large", 20, 20, facing=0), enemy("t", "small", 20 + LARGE + SMALL, 20)
    )
    done = compute_throw(
        table,
        "t",
        "a",
        throw_distance(strength, table.body("t"), **more),  # type: ignore[arg-type]
        direction,
        die,
        deviation,
    )
    return done.legal, done.shove


@pytest.mark.rule("WM-THR-05")
@pytest.mark.rule("WM-THR-07")
@pytest.mark.rule("WM-GEO-24")
@pytest.mark.rule("WM-RUL-72")
@pytest.mark.rule("WM-RUL-73")
def test_a_throw_goes_half_the_strength_from_the_models_own_place_and_deviates() -> None:
    x = 20 + LARGE + SMALL
    for die, turn in ((1, 0), (2, -60), (4, 180), (6, 60)):
        _, shove = flung(0, die, 2)
        assert shove is not None
        assert shove.end == pytest.approx(
            (x + 5 + 2 * math.cos(math.radians(turn)), 20 + 2 * math.sin(math.radians(turn)))
        )


@pytest.mark.rule("WM-REF-71")
def test_a_small_base_may_fly_an_inch_farther() -> None:
    _, shove = flung(0, 1, 1, small_bonus=1.0)
    assert shove is not None and shove.moved == pytest.approx(7)
    assert throw_distance(11, model("m", "medium", 1, 1), 1.0) == 5.5


@pytest.mark.rule("WM-THR-01")
@pytest.mark.rule("WM-THR-06")
@pytest.mark.rule("WM-RUL-115")
def test_a_throw_goes_into_the_front_arc_and_lifts_no_larger_base() -> None:
    assert (
        flung(90)[0]
        and flung(-90)[0]
        and flung(450)[0]
        and flung(91) == (False, None)
        and flung(180) == (False, None)
    )
    table = field(model("a", "medium", 20, 20, facing=0), enemy("t", "large", 22, 20))
    assert not compute_throw(table, "t", "a", 5, 0, 1, 1).legal


@pytest.mark.rule("WM-THR-08")
@pytest.mark.rule("WM-THR-09")
@pytest.mark.rule("WM-THR-12")
@pytest.mark.rule("WM-THR-14")
@pytest.mark.rule("WM-THR-15")
def test_rough_ground_is_free_to_fly_over_and_the_rest_is_as_in_a_slam() -> None:
    thrower = model("a", "large", 20, 20, facing=0)
    thrown = enemy("t", "medium", 22, 20)
    mud = box("mud", "rough", (25, 20), (3, 8))
    wall = box("w", "obstacle", (26, 20), (0.5, 8), 0.5)
    free = compute_throw(field(thrower, thrown, terrain=(mud,)), "t", "a", 5, 0, 1, 1).shove
    stopped = compute_throw(field(thrower, thrown, terrain=(wall,)), "t", "a", 5, 0, 1, 1).shove
    assert (
        free is not None
        and free.moved == 6
        and stopped is not None
        and stopped.contacts == ("w",)
        and stopped.extra_die
    )
    larger = compute_throw(
        field(thrower, thrown, model("x", "large", 25, 20)), "t", "a", 5, 0, 1, 1
    ).shove
    assert larger is not None and larger.contacts == ("x",) and larger.collateral == ()


@pytest.mark.rule("WM-RUL-112")
def test_the_thrower_is_passed_over_and_never_struck_nor_landed_on() -> None:
    table = field(
        model("a", "large", 20, 20, facing=90), enemy("t", "small", 20 + LARGE + SMALL, 20)
    )
    done = compute_throw(table, "t", "a", 2, 90, 5, 3).shove
    assert done is not None and done.struck == () and done.contacts == ()
    assert math.dist(done.end, (20, 20)) >= LARGE + SMALL - 1e-6


@pytest.mark.rule("WM-GEO-23")
@pytest.mark.parametrize("seed", range(150))
def test_against_a_flight_in_small_steps(seed: int) -> None:
    scene = Scene(3000 + seed, features=3, models=5)
    dice = scene.dice
    moved = scene.mover
    by = scene.others[0]
    rest = scene.others[1:]
    rolled = dice.randint(1, 6)
    found = compute_slam(scene.table, "m", by.id, rolled)
    budget = rolled / 2 if moved.radius > by.radius + 1e-9 else float(rolled)
    way = np.array(moved.place) - np.array(by.place)
    way = way / np.hypot(*way)
    end = np.array(moved.place) + (budget + 2 * moved.radius) * way
    at, places = scene.places([moved.place, (float(end[0]), float(end[1]))])
    deep = {
        id: scene.depth(id, places, moved.radius) > 1e-6
        for id in (*scene.sorts, *(o.id for o in rest), "edge")
    }
    slow = np.logical_or.reduce(
        [np.zeros(len(at), dtype=bool), *(deep[id] for id, s in scene.sorts.items() if s == ROUGH)]
    )
    spent = np.concatenate([[0], np.cumsum(np.diff(at) * (1 + slow[1:]))])
    free = at[spent <= budget + 1e-9][-1]
    solid = [id for id, s in scene.sorts.items() if s in (CLOSED, LINEAR)] + [
        o.id for o in rest if o.radius >= moved.radius - 1e-9
    ]
    stops = {id: float(at[deep[id].argmax()]) for id in (*solid, "edge") if deep[id].any()}
    stop = min(stops.values(), default=math.inf)
    if abs(stop - free) < 3 * STEP:
        return
    went = min(stop, free)
    assert found.uncorrected == pytest.approx(went, abs=3 * STEP)
    assert set(found.contacts) == {
        id for id, s in stops.items() if s <= went + STEP and id != "edge" and stop < free
    }
    assert found.edge is bool(stop < free and stops.get("edge") == stop)
    under = [o for o in rest if o.radius < moved.radius - 1e-9]
    struck = sorted(
        (float(at[deep[o.id].argmax()]), o.id)
        for o in under
        if deep[o.id].any() and at[deep[o.id].argmax()] < went - STEP
    )
    assert list(found.struck) == [id for _, id in struck]
    lies_on = np.logical_or.reduce([np.zeros(len(at), dtype=bool), *(deep[o.id] for o in under)])
    here = int(np.searchsorted(at, went))
    if here < len(at) and lies_on[here] and lies_on[max(0, here - 3) : here + 3].all():
        on = [
            k
            for k in range(here, len(at))
            if not lies_on[k] and at[k] <= min(stop, went + 2 * moved.radius)
        ]
        back = [k for k in range(here) if not lies_on[k]]
        assert found.moved == pytest.approx(
            at[on[0]] if on and stop > free else at[back[-1]], abs=4 * STEP
        )
    elif not lies_on[max(0, here - 3) : here + 3].any():
        assert found.moved == pytest.approx(went, abs=3 * STEP)
