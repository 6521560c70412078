"""Falls: how far, onto what, and where the model is put (p. 45)."""

from __future__ import annotations

import math

import pytest

from tests.table.building import LARGE, MEDIUM, SMALL, at, board, box, ramp, silo
from wc3d.table.moves.falling import fall_power, find_fall, find_nearest_standable
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import stand

H = at("h", "small", 15, 15, 6)


def nearest(table: Table, x: float, y: float, z: float = 0.0, base: str = "small") -> tuple:
    """The nearest standable places."""
    return find_nearest_standable(table, base, (x, y), z)


@pytest.mark.rule("NM-TER-19")
@pytest.mark.parametrize(
    ("height", "power"), [(0.5, 0), (0.9999, 0), (0.9999995, 1), (1, 1), (2.7, 2), (12, 12)]
)
def test_power_is_whole_inches(height: float, power: int) -> None:
    assert fall_power(height) == power


def test_a_model_that_part_of_its_base_holds_up_does_not_fall() -> None:
    roof = box("s", "structure", (13, 15), (4 - 2 * SMALL + 0.1, 4), 6)
    assert find_fall(board(roof), H, (14.4, 15, 6)).height == 0
    assert find_fall(board(roof), H, (16, 15, 6)).height == 6


def test_it_lands_on_what_is_under_any_part_of_it_though_nobody_may_walk_there() -> None:
    for kind, over in (("obstacle", {}), ("structure", {"standable": False})):
        fall = find_fall(board(box("o", kind, (16, 15), (1, 1), 1, **over)), H, (15, 15, 6))
        assert fall.end == (15, 15, 1) and fall.height == 5


def test_under_a_bridge_it_does_not_land_on_the_bridge() -> None:
    bridge = box("b", "structure", (15, 15), (6, 6), 1, bottom=7.75)
    assert find_fall(board(bridge), H, (15, 15, 6)).end == (15, 15, 0)


@pytest.mark.rule("NM-SIL-61")
def test_fallen_onto_a_model_it_stands_as_near_as_it_can() -> None:
    fall = find_fall(board(bodies=(at("m", "large", 15.3, 15),)), H, (15, 15, 6))
    assert (
        fall.end == pytest.approx((15.3 - SMALL - LARGE, 15, 0))
        and fall.landed_on == ("m",)
        and not fall.tied
    )
    assert fall.height == 6 and fall.power == 6 and fall.landing == (15, 15, 0)


def test_a_head_that_only_comes_up_to_its_feet_is_not_landed_on() -> None:
    ledge = box("b", "structure", (16, 15), (1.5, 4), 2.75)
    fall = find_fall(board(ledge, bodies=(at("m", "large", 14.2, 15),)), H, (15, 15, 6))
    assert fall.end == (15, 15, 2.75) and fall.landed_on == ()


def test_the_nearest_place_between_models_and_walls() -> None:
    table = board(bodies=(at("a", "medium", 15, 15), at("b", "medium", 15 + MEDIUM * 2 + 0.1, 15)))
    places = nearest(
        table, 15 + MEDIUM + 0.05, 15
    )  # between the two: up or down the notch, equally far
    assert len(places) == 2
    x, y, _ = places[1]
    assert x == pytest.approx(15 + MEDIUM + 0.05) and y - 15 == pytest.approx(
        math.sqrt((SMALL + MEDIUM) ** 2 - (MEDIUM + 0.05) ** 2)
    )
    corner = nearest(board(box("w", "structure", (10, 10), (4, 4), 3)), 11.5, 11.4)
    assert corner == (pytest.approx((12 + SMALL, 11.4, 0)),)


def test_the_nearest_place_on_a_roof_keeps_off_its_edges_its_round_ends_and_its_corners() -> None:
    hall = box("s", "structure", (15, 15), (8, 4), 3)
    assert nearest(board(hall), 19, 15, 3) == (pytest.approx((19 - SMALL, 15, 3)),)
    assert nearest(board(hall), 19, 17, 3) == (pytest.approx((19 - SMALL, 17 - SMALL, 3)),)
    tower = silo("t", "structure", (15, 15), 2, 3)
    assert nearest(board(tower), 17, 15, 3) == (pytest.approx((17 - SMALL, 15, 3)),)
    assert nearest(board(silo("t", "structure", (15, 15), SMALL, 3)), 15.4, 15.1, 3) == (
        pytest.approx((15, 15, 3)),
    )
    assert nearest(board(silo("t", "structure", (15, 15), SMALL - 0.01, 3)), 15, 15, 3) == ()
    ell = board(
        box("a", "structure", (15, 15), (8, 4), 3), box("b", "structure", (13, 19), (4, 4), 3)
    )
    x, y, _ = nearest(ell, 14.9, 16.9, 3)[0]  # about the inner corner (15, 17)
    assert math.hypot(x - 15, y - 17) == pytest.approx(SMALL) and x - 15 == pytest.approx(y - 17)


def test_the_nearest_place_may_be_another_feature_of_the_same_height() -> None:
    first = box("a", "structure", (15, 15), (1.2, 1.2), 3)
    second = box("b", "structure", (19, 15), (3, 3), 3)
    table = board(first, second, bodies=(at("m", "small", 15, 15, 3),))
    assert nearest(table, 15.2, 15, 3) == (pytest.approx((17.5 + SMALL, 15, 3)),)


def test_on_an_obstacle_nobody_may_stand_on_it_goes_down_a_level() -> None:
    table = board(
        box("o", "obstacle", (15, 15), (4, 4), 1), bodies=(at("m", "small", 15.3, 15, 1),)
    )
    fall = find_fall(table, H, (15, 15, 6))
    assert fall.landing == (15, 15, 1) and fall.height == 5
    assert fall.end == pytest.approx((13 - SMALL, 15, 0))


def test_on_a_slope_nothing_stays() -> None:
    slope = ramp("r", "structure", (15, 15), (4, 4), 0, 4)
    fall = find_fall(board(slope), H, (15, 15, 6))
    assert fall.height == 6 and fall.landed_on == () and fall.end[2] == 0
    assert stand(board(slope), "small", fall.end)
