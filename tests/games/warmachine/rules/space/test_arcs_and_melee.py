"""Arcs, melee ranges, engagement, free strikes: the numbers of the rules, and other ways to the same answer."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from tests.games.warmachine.rules.building import LARGE, MEDIUM, SMALL, box, enemy, field, model
from wc3d.games.warmachine.rules.space.arcs import Arc, arc_of, arc_of_point, check_back_strike
from wc3d.games.warmachine.rules.space.fighters import Fighter, facing_toward, get_fighter
from wc3d.games.warmachine.rules.space.melee import (
    find_engagement,
    find_free_strikes,
    measure_melee_range,
)
from wc3d.games.warmachine.rules.space.sight import compute_eye_sight

BEARER = model("b", "medium", 24, 24)
TOUCHING = MEDIUM + SMALL


def small(x: float, y: float) -> Fighter:
    return enemy("e", "small", x, y)


@pytest.mark.rule("WM-GEO-01")
def test_a_facing_is_kept_as_it_is_given() -> None:
    assert (
        model("a", "small", 1, 1, facing=450).facing_vector == (0.0, 1.0)
        and model("a", "small", 1, 1, facing=450).facing == 450
    )
    assert model("a", "small", 1, 1, facing=-90).facing_vector == (0.0, -1.0)
    assert get_fighter(field(BEARER), "b") is field(BEARER).body("b") or get_fighter(
        field(BEARER), "b"
    ) == field(BEARER).body("b")


@pytest.mark.rule("WM-GEO-03")
def test_to_turn_to_another_is_undefined_where_both_are_one_point() -> None:
    assert facing_toward((1, 1), (1, 3)) == 90.0 and facing_toward((1, 1), (0, 1)) == 180.0
    assert facing_toward((1, 1), (1, 1)) is None


@pytest.mark.rule("WM-MOD-18")
@pytest.mark.rule("WM-GEO-02")
@pytest.mark.rule("WM-RUL-11")
@pytest.mark.parametrize(
    ("y", "arc"),
    [
        (24 + SMALL, "front"),
        (24 + SMALL - 0.01, "partly"),
        (24 - SMALL, "partly"),
        (24 - SMALL - 0.01, "back"),
    ],
)
def test_what_is_not_wholly_in_the_back_arc_is_partly_in_front(y: float, arc: str) -> None:
    found = arc_of(BEARER, small(26, y))
    assert (
        found.arc == arc
        and found.forward == pytest.approx(y - 24)
        and found.across == pytest.approx(-2)
    )


@pytest.mark.rule("WM-GEO-02")
def test_a_point_on_the_line_is_in_front() -> None:
    assert (
        arc_of_point(BEARER, (30, 24)).arc is Arc.FRONT
        and arc_of_point(BEARER, (30, 23.99)).arc is Arc.BACK
    )
    assert arc_of_point(BEARER, (20, 26)).across == 4


@pytest.mark.rule("WM-MEL-02")
@pytest.mark.rule("WM-MEL-04")
@pytest.mark.rule("WM-GEO-04")
@pytest.mark.rule("WM-GEO-05")
@pytest.mark.rule("WM-RUL-13")
@pytest.mark.parametrize(
    ("x", "y", "in_range", "gap"),
    [
        (25.8, 23.9, True, 0.522262),
        (25.8, 23.5, False, 0.716071),
        (24, 24 - TOUCHING, False, TOUCHING),
        (24 + TOUCHING, 24, True, 0.090551),
        (24, 25.87, True, 25.87 - 24 - MEDIUM - 0.5),
        (24, 25.88, False, 25.88 - 24 - MEDIUM - 0.5),
    ],
)
def test_half_an_inch_beyond_the_front_arc(x: float, y: float, in_range: bool, gap: float) -> None:
    found = measure_melee_range(BEARER, small(x, y), 0.5)
    assert found.in_range is in_range and found.gap == pytest.approx(gap, abs=2e-6)


@pytest.mark.rule("WM-MEL-03")
@pytest.mark.parametrize(("y", "in_range"), [(23.42, True), (23.40, False)])
def test_reach_is_two_inches(y: float, in_range: bool) -> None:
    assert measure_melee_range(BEARER, small(26.5, y), 2).in_range is in_range


@pytest.mark.rule("WM-RUL-124")
def test_a_reach_of_nothing_is_no_melee_range() -> None:
    assert not measure_melee_range(BEARER, small(24, 24 + TOUCHING), 0).in_range


@pytest.mark.rule("WM-GEO-05")
@pytest.mark.parametrize("seed", range(30))
def test_the_gap_against_the_nearest_of_many_points_of_the_half_disc(seed: int) -> None:
    dice = Random(seed)
    one = model(
        "a", dice.choice(("small", "medium", "large")), 20, 20, facing=dice.uniform(-400, 400)
    )
    other = small(20 + dice.uniform(-4, 4), 20 + dice.uniform(-4, 4))
    reach = dice.choice((0.5, 2.0))
    rho = one.radius + reach
    turn = math.radians(one.facing)
    outline = [
        (rho * math.cos(turn + a), rho * math.sin(turn + a))
        for a in (math.pi * (k / 4000 - 0.5) for k in range(4001))
    ]
    (ax, ay), (bx, by) = outline[0], outline[-1]
    outline += [(ax + (bx - ax) * k / 4000, ay + (by - ay) * k / 4000) for k in range(4001)]
    px, py = other.at[0] - 20, other.at[1] - 20
    inside = math.hypot(px, py) <= rho and px * math.cos(turn) + py * math.sin(turn) >= 0
    nearest = 0.0 if inside else min(math.hypot(px - x, py - y) for x, y in outline)
    assert measure_melee_range(one, other, reach).gap == pytest.approx(nearest, abs=1e-3)


@pytest.mark.rule("WM-RUL-15")
def test_engagement_asks_for_no_sight() -> None:
    wall = box("w", "structure", (24, 25.1), (4, 0.1), 6)
    table = field(
        model("b", "medium", 24, 24, reach=2), enemy("e", "small", 24, 26.5), terrain=(wall,)
    )
    assert find_engagement(table, "e").engaged_by == ("b",) and not compute_eye_sight(
        table, "b", "e"
    )


@pytest.mark.rule("WM-RUL-20")
def test_a_free_strike_comes_before_the_mover_goes_on() -> None:
    (strike,) = find_free_strikes(field(BEARER, small(24, 25.5)), "e", [(24, 30)]).strikes
    assert strike.at == pytest.approx((24, 25.5 + strike.at_length))
    beyond = small(strike.at[0], strike.at[1] + 1e-4)
    assert not measure_melee_range(BEARER, beyond, 0.5).in_range


@pytest.mark.rule("WM-MEL-05")
@pytest.mark.rule("WM-MEL-06")
@pytest.mark.rule("WM-GEO-06")
def test_to_engage_is_not_mutual_and_one_of_it_is_to_be_in_melee() -> None:
    back_to_it = enemy("e", "small", 24, 25.8, facing=90)
    table = field(
        BEARER, back_to_it, enemy("far", "large", 10, 10), model("friend", "small", 24, 22)
    )
    assert (
        find_engagement(table, "b").engages == ("e",)
        and find_engagement(table, "b").engaged_by == ()
        and find_engagement(table, "b").in_melee
    )
    assert find_engagement(table, "e").engaged_by == ("b",) and find_engagement(table, "e").in_melee
    assert (
        not find_engagement(table, "far").in_melee and not find_engagement(table, "friend").in_melee
    )


@pytest.mark.rule("WM-RUL-14")
@pytest.mark.rule("WM-RUL-16")
@pytest.mark.rule("WM-RUL-17")
@pytest.mark.parametrize(
    ("said", "engages"),
    [
        ({}, True),
        ({"reach": 0}, False),
        ({"knocked_down": True}, False),
        ({"stationary": True}, False),
    ],
)
def test_who_cannot_strike_engages_nobody_but_can_be_engaged(
    said: dict[str, bool], engages: bool
) -> None:
    table = field(model("a", "medium", 24, 24, **said), enemy("e", "small", 24, 25.8, facing=270))
    assert bool(find_engagement(table, "a").engages) is engages and find_engagement(
        table, "a"
    ).engaged_by == ("e",)
    long = field(model("a", "medium", 24, 24, reach=2), enemy("e", "small", 24, 27.3, facing=90))
    assert find_engagement(long, "e").engaged_by == ("a",)


@pytest.mark.rule("WM-FRE-01")
@pytest.mark.rule("WM-GEO-18")
@pytest.mark.parametrize(
    ("start", "end", "at"), [((24, 25.5), (24, 30), 0.377953), ((25.5, 24.2), (25.5, 20), 0.750956)]
)
def test_a_free_strike_comes_at_the_last_place_in_range(
    start: tuple[float, float], end: tuple[float, float], at: float
) -> None:
    found = find_free_strikes(field(BEARER, small(*start)), "e", [end])
    (strike,) = found.strikes
    assert strike.enemy == "b" and strike.at_length == pytest.approx(at, abs=1e-6)
    assert measure_melee_range(BEARER, small(*strike.at), 0.5).in_range, (
        "there it is still in range"
    )


@pytest.mark.rule("WM-FRE-06")
def test_to_move_within_a_range_provokes_nothing() -> None:
    table = field(model("b", "medium", 24, 24, reach=2), small(22, 26))
    assert find_free_strikes(table, "e", [(26, 26)]).strikes == ()
    assert find_free_strikes(field(BEARER, small(24, 25.5)), "e", [(24, 25.87)]).strikes == (), (
        "it ends in range"
    )


@pytest.mark.rule("WM-RUL-19")
@pytest.mark.rule("WM-RUL-18")
@pytest.mark.rule("WM-GEO-19")
@pytest.mark.rule("WM-RUL-111")
def test_each_time_a_range_is_left_and_of_every_enemy() -> None:
    table = field(
        BEARER,
        model("c", "large", 24, 21, facing=90),
        small(24, 25.5),
        enemy("friend", "large", 24, 28, reach=2),
    )
    found = find_free_strikes(table, "e", [(24, 27), (24, 25.5), (24, 27)]).strikes
    assert [(s.enemy, round(s.at_length, 6)) for s in found] == [("b", 0.377953), ("b", 3.377953)]
    down = field(model("b", "medium", 24, 24, knocked_down=True), small(24, 25.5))
    assert find_free_strikes(down, "e", [(24, 30)]).strikes == ()


@pytest.mark.rule("WM-GEO-18")
@pytest.mark.parametrize("seed", range(40))
def test_free_strikes_against_a_walk_in_small_steps(seed: int) -> None:
    """The path walked in 4,000 steps; wherever it is out of range after it was in range, a strike must be near."""
    dice = Random(seed)
    foes = [
        enemy(
            f"e{k}",
            dice.choice(("small", "medium", "large")),
            24 + dice.uniform(-3, 3),
            24 + dice.uniform(-3, 3),
            facing=dice.uniform(0, 360),
            reach=dice.choice((0.5, 2)),
        )
        for k in range(3)
    ]
    mover = model(
        "m", dice.choice(("small", "large")), 24 + dice.uniform(-4, 4), 24 + dice.uniform(-4, 4)
    )
    path = [(24 + dice.uniform(-5, 5), 24 + dice.uniform(-5, 5)) for _ in range(4)]
    found = find_free_strikes(field(mover, *foes), "m", path)
    corners = np.array([mover.place, *path])
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    steps = np.linspace(0, along[-1], 4_001)
    places = [
        (float(np.interp(at, along, corners[:, 0])), float(np.interp(at, along, corners[:, 1])))
        for at in steps
    ]
    walked = []
    for foe in foes:
        within = [
            measure_melee_range(foe, mover.with_place(place), foe.reach).in_range
            for place in places
        ]
        walked += [
            (float(at), foe.id)
            for at, was, now in zip(steps[1:], within, within[1:], strict=False)
            if was and not now
        ]
    assert [foe for _, foe in sorted(walked)] == [s.enemy for s in found.strikes]
    for (at, _), strike in zip(sorted(walked), found.strikes, strict=True):
        assert abs(at - strike.at_length) < 2.1 * float(steps[1])


@pytest.mark.rule("WM-REF-43")
@pytest.mark.rule("WM-REF-44")
@pytest.mark.rule("WM-GEO-35")
def test_a_back_strike_begins_and_ends_wholly_behind_a_target_that_stands() -> None:
    def strike(y: float, began: float, **more: bool) -> bool:
        table = field(model("t", "large", 20, 20), enemy("a", "small", 20, y))
        table = table.with_bodies(model("t", "large", 20, 20, **more))
        return check_back_strike(table, "a", "t", (20, began)).back_strike

    assert (
        strike(18, 15) and not strike(18, 15, knocked_down=True) and strike(18, 15, stationary=True)
    )
    assert (
        not strike(18, 20 - SMALL) and not strike(20 - SMALL, 15) and strike(20 - SMALL - 0.001, 15)
    )
    assert LARGE > SMALL
