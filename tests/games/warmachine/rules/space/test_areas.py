"""Areas of effect, deviations, control areas and formations."""

from __future__ import annotations

import math

import pytest

from tests.games.warmachine.rules.building import SMALL, enemy, field, model
from wc3d.games.warmachine.rules.space.areas import (
    compute_control_area,
    compute_deviation,
    find_area_hits,
)
from wc3d.games.warmachine.rules.space.formation import (
    OPEN_FORMATION_GAP_IN,
    SKIRMISH_FORMATION_GAP_IN,
    find_formation,
)


@pytest.mark.rule("WM-AOE-01")
@pytest.mark.rule("WM-GEO-27")
@pytest.mark.rule("WM-RUL-47")
@pytest.mark.rule("WM-RUL-50")
@pytest.mark.parametrize(("x", "met"), [(2.09, ("m",)), (2.10, ())])
def test_an_area_reaches_every_model_whose_base_it_meets(x: float, met: tuple[str, ...]) -> None:
    for height in (0.0, 7.0):
        assert (
            find_area_hits(field(model("m", "small", 10 + x, 10, height)), (10, 10), 3).models
            == met
        )
    both = field(
        model("a", "small", 10, 10),
        enemy("b", "small", 11, 10, knocked_down=True),
        model("c", "small", 20, 20),
    )
    assert find_area_hits(both, (10, 10), 3).models == ("a", "b")


@pytest.mark.rule("WM-AOE-04")
@pytest.mark.rule("WM-RUL-48")
@pytest.mark.rule("WM-GEO-28")
def test_a_miss_deviates_at_most_half_the_distance() -> None:
    table = field(model("a", "small", 10, 10), enemy("t", "small", 15 + 2 * SMALL, 10))
    found = compute_deviation(table, "a", "t", 10, 1, 6)
    assert (
        found.moved == pytest.approx(2.5)
        and found.point == pytest.approx((17.5 + 2 * SMALL, 10))
        and not found.beyond
    )
    assert compute_deviation(table, "a", "t", 10, 1, 2).moved == 2
    high = field(model("a", "small", 10, 10), enemy("t", "small", 13 + 2 * SMALL, 10, z=4))
    assert compute_deviation(high, "a", "t", 10, 1, 6).moved == pytest.approx(2.5), (
        "real heights: 3 along and 4 up"
    )


@pytest.mark.rule("WM-AOE-06")
@pytest.mark.rule("WM-RUL-49")
@pytest.mark.parametrize(
    ("die", "turn"), [(1, 0), (2, -60), (3, -120), (4, 180), (5, 120), (6, 60)]
)
def test_the_diagram_lies_along_the_line_of_attack(die: int, turn: float) -> None:
    table = field(model("a", "small", 10, 10), enemy("t", "small", 10, 30))
    found = compute_deviation(table, "a", "t", 30, die, 3)
    way = math.radians(90 + turn)
    assert found.start == (10, 30) and found.point == pytest.approx(
        (10 + 3 * math.cos(way), 30 + 3 * math.sin(way))
    )


@pytest.mark.rule("WM-AOE-07")
@pytest.mark.rule("WM-GEO-29")
@pytest.mark.rule("WM-RUL-117")
def test_beyond_its_range_it_deviates_from_where_the_range_ends() -> None:
    table = field(model("a", "large", 10, 10), enemy("t", "small", 30, 10))
    found = compute_deviation(table, "a", "t", 8, 1, 6)
    assert (
        found.beyond and found.start == pytest.approx((10 + 25 / 25.4 + 8, 10)) and found.moved == 4
    )
    near = field(model("a", "large", 10, 10), enemy("t", "small", 18 + 25 / 25.4 + SMALL, 10))
    assert not compute_deviation(near, "a", "t", 8, 1, 6).beyond, "exactly so far is in range"


@pytest.mark.rule("WM-FOC-03")
@pytest.mark.rule("WM-GEO-36")
@pytest.mark.rule("WM-RUL-80")
@pytest.mark.rule("WM-RUL-06")
@pytest.mark.rule("WM-MK3-16")
@pytest.mark.rule("WM-MK3-18")
@pytest.mark.rule("WM-RUL-122")
def test_a_control_area_is_measured_from_base_to_base() -> None:
    near, far = 10 + 12 + 2 * SMALL, 10 + 12 + 2 * SMALL + 0.001
    table = field(
        enemy("x", "small", far, 10), model("c", "small", 10, 10), enemy("y", "small", 10, near)
    )
    table = table.with_bodies(model("z", "small", 9, 21, 5))
    found = compute_control_area(table, "c", 6)
    assert found.radius == 12 and found.models == ("c", "y", "z")
    assert (
        "z"
        not in compute_control_area(table.with_bodies(model("z", "small", 9, 21, 9)), "c", 6).models
    )


@pytest.mark.rule("WM-GEO-37")
@pytest.mark.rule("WM-RUL-100")
@pytest.mark.rule("WM-RUL-123")
@pytest.mark.rule("WM-REF-10")
@pytest.mark.rule("WM-REF-11")
def test_a_formation_is_a_chain_of_neighbors() -> None:
    step = 2 * SMALL + 1
    row = (model(id, "small", 10 + k * step, 10) for k, id in ((0, "a"), (2, "c"), (1, "b")))
    table = field(*row, model("d", "small", 10, 14 + 2 * SMALL))
    everyone = ("d", "c", "b", "a")
    assert find_formation(table, everyone, OPEN_FORMATION_GAP_IN).groups == (
        ("a", "c", "b"),
        ("d",),
    )
    assert (
        find_formation(table, ("a", "c"), OPEN_FORMATION_GAP_IN).groups == (("a",), ("c",))
        and not find_formation(table, everyone, SKIRMISH_FORMATION_GAP_IN).in_formation
    )
    exact = field(model("a", "small", 10, 10), model("b", "small", 10, 13 + 2 * SMALL))
    assert (
        find_formation(exact, ("a", "b"), SKIRMISH_FORMATION_GAP_IN).in_formation
        and not find_formation(exact, ("a", "b"), OPEN_FORMATION_GAP_IN).in_formation
    )
