"""Standing and support (p. 28, 44)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.building import LARGE, MEDIUM, SMALL, at, board, box, ramp, silo
from wc3d.errors import InputError
from wc3d.table.body import Body
from wc3d.table.terrain.standing_places import (
    highest_standable,
    stand,
    support_height,
    table_levels,
)


@pytest.mark.rule("NM-TER-01")
@pytest.mark.parametrize(
    ("x", "fine"),
    [(15, True), (17 - SMALL, True), (17 - SMALL + 1e-4, False), (17, False), (19, False)],
)
def test_the_whole_base_lies_on_one_level(x: float, fine: bool) -> None:
    roof = box("s", "structure", (15, 15), (4, 4), 3)
    assert bool(stand(board(roof), "small", (x, 15, 3))) is fine


def test_small_bases_fit_where_large_ones_do_not() -> None:
    roof = box("s", "structure", (15, 15), (2 * MEDIUM, 6), 3)
    assert stand(board(roof), "small", (15, 15, 3)) and stand(board(roof), "medium", (15, 15, 3))
    assert not stand(board(roof), "large", (15, 15, 3))


@pytest.mark.parametrize("rotation", [0, 30, 137])
def test_several_features_that_form_one_level_are_one_level(rotation: int) -> None:
    a = box("a", "structure", (15, 15), (4, 4), 3, rotation=rotation)
    turned = {0: (19.0, 15.0), 30: (18.4641016151, 17.0), 137: (12.0745851939, 17.7279934403)}[
        rotation
    ]
    b = box("b", "structure", turned, (4, 4), 1, bottom=2, rotation=rotation)
    middle = ((15 + turned[0]) / 2, (15 + turned[1]) / 2)
    assert stand(board(a, b), "large", (*middle, 3))
    assert not stand(board(a), "large", (*middle, 3))


def test_a_gap_or_a_step_between_two_tops_is_no_level() -> None:
    a = box("a", "structure", (13, 15), (4, 4), 3)
    assert not stand(board(a, box("b", "structure", (17.01, 15), (4, 4), 3)), "large", (15, 15, 3))
    assert not stand(board(a, box("b", "structure", (17, 15), (4, 4), 2.99)), "large", (15, 15, 3))
    assert stand(board(a, box("b", "structure", (17, 15), (4, 4), 3.0000005)), "large", (15, 15, 3))


def test_a_base_exactly_as_large_as_a_round_top_stands_on_it() -> None:
    assert stand(board(silo("s", "structure", (15, 15), LARGE, 2)), "large", (15, 15, 2))
    assert not stand(board(silo("s", "structure", (15, 15), LARGE, 2)), "large", (15, 15.0001, 2))
    assert not stand(board(silo("s", "structure", (15, 15), LARGE - 1e-4, 2)), "large", (15, 15, 2))


def test_a_round_top_and_a_square_one_together_hold_a_base() -> None:
    tower = silo("s", "structure", (15, 15), 1.5, 2)
    walk = box("w", "structure", (17, 15), (4, 2.4), 2)
    table = board(tower, walk)
    assert stand(table, "large", (16, 15, 2))
    assert not stand(
        table, "large", (16, 15.3, 2)
    )  # the notch between the circle and the walk shows


def test_a_hole_in_a_level_is_found() -> None:
    sides = [box("n", "structure", (15, 17), (6, 2), 2), box("s", "structure", (15, 13), (6, 2), 2)]
    sides += [
        box("e", "structure", (17, 15), (2, 2), 2),
        box("w", "structure", (13, 15), (2, 2), 2),
    ]
    assert not stand(board(*sides), "large", (15, 15.5, 2))
    assert stand(board(*sides, silo("lid", "structure", (15, 15), 1.5, 2)), "large", (15, 15.5, 2))


@pytest.mark.rule("NM-MOV-02")
def test_the_volume_meets_no_solid_and_no_other_model() -> None:
    wall = box("w", "structure", (15, 15), (2, 4), 3)
    assert stand(board(wall), "small", (16 + SMALL, 15, 0))  # touching is not meeting
    assert stand(board(wall), "small", (16.3, 15, 0)).blockers == ("w",)
    other = at("m", "large", 15, 15)
    assert stand(board(bodies=(other,)), "small", (15 + LARGE + SMALL, 15, 0))
    assert stand(board(bodies=(other,)), "small", (16, 15, 0)).blockers == ("m",)
    assert stand(board(bodies=(other,)), "small", (16, 15, 0), ignore=("m",))


@pytest.mark.parametrize(("bottom", "fine"), [(2.75, True), (2.7499, False), (3, True)])
def test_a_model_stands_beneath_a_bridge_if_its_volume_fits(bottom: float, fine: bool) -> None:
    bridge = box("b", "structure", (15, 15), (10, 3), 0.5, bottom=bottom)
    assert bool(stand(board(bridge), "large", (15, 15, 0))) is fine
    assert stand(board(bridge), "large", (15, 15, bottom + 0.5))


def test_a_model_on_the_bridge_is_not_in_the_way_below() -> None:
    bridge = box("b", "structure", (15, 15), (10, 3), 0.5, bottom=3)
    assert stand(board(bridge, bodies=(at("m", "large", 15, 15, 3.5),)), "large", (15, 15, 0))


@pytest.mark.parametrize(
    ("x", "fine"), [(SMALL, True), (SMALL - 1e-4, False), (30 - SMALL, True), (30, False)]
)
def test_the_whole_base_is_on_the_table(x: float, fine: bool) -> None:
    assert bool(stand(board(), "small", (x, 15, 0))) is fine


@pytest.mark.rule("NM-TER-10")
def test_an_obstacle_counts_only_if_marked_a_structure_unless_marked_not() -> None:
    low: dict[str, Any] = {"center": (15, 15), "size": (4, 4), "height": 1.0}
    assert not stand(board(box("o", "obstacle", **low)), "small", (15, 15, 1))
    assert stand(board(box("o", "obstacle", **low, standable=True)), "small", (15, 15, 1))
    assert stand(board(box("o", "obstacle", **low)), "small", (15, 15, 1), fallen=True)
    assert not stand(board(box("o", "structure", **low, standable=False)), "small", (15, 15, 1))


@pytest.mark.rule("NM-TER-29")
@pytest.mark.parametrize("height", [0.0, 3.0])
def test_nothing_stands_on_impassable_terrain(height: float) -> None:
    lava = box("i", "impassable", (15, 15), (4, 4), height, standable=True)
    assert not stand(board(lava), "small", (15, 15, height))
    assert not stand(board(lava), "small", (15, 15, 0))
    assert stand(board(lava), "small", (17 + SMALL, 15, 0))


def test_a_slope_is_no_place_to_stand() -> None:
    slope = ramp("r", "structure", (15, 15), (4, 4), 0, 4)
    assert not stand(board(slope), "small", (15, 15, 2))
    assert not stand(board(slope), "small", (15, 15, 0))


def test_nobody_stands_in_mid_air() -> None:
    assert not stand(board(), "small", (15, 15, 1))


def test_the_support_height_is_the_highest_top_under_any_part_of_the_base() -> None:
    table = board(
        box("a", "structure", (15, 15), (4, 4), 3), box("b", "structure", (19, 15), (4, 4), 1)
    )
    assert support_height(table, "small", (17.3, 15), 8) == 3
    assert support_height(table, "small", (17.3, 15), 3) == 3
    assert support_height(table, "small", (17.3, 15), 2.9) == 1
    assert (
        support_height(table, "small", (17 + SMALL, 15), 8) == 1
    )  # touching the edge is not lying over it
    assert support_height(table, "small", (25, 15), 8) == 0


def test_levels_and_the_highest_standable_one() -> None:
    bridge = box("b", "structure", (15, 15), (10, 3), 0.5, bottom=3)
    table = board(bridge, box("o", "obstacle", (5, 5), (3, 3), 1))
    assert [level.height for level in table_levels(table)] == [3.5, 0.0]
    assert highest_standable(table, "large", (15, 15)) == 3.5
    assert highest_standable(table, "large", (15, 16)) == 0.0
    assert highest_standable(table, "small", (5, 5)) is None


def test_a_body_without_a_height_stands_on_the_highest_level() -> None:
    bridge = box("b", "structure", (15, 15), (10, 3), 0.5, bottom=3)
    table = board(bridge, box("o", "obstacle", (5, 5), (3, 3), 1))
    assert table.with_bodies(Body("m", "large", (15, 15))).body("m").at == (15, 15, 3.5)
    with pytest.raises(InputError, match="model m"):
        table.with_bodies(Body("m", "small", (5, 5)))


def test_a_body_without_a_height_goes_under_a_full_bridge() -> None:
    bridge = box("b", "structure", (15, 15), (10, 3), 0.5, bottom=3)
    table = board(bridge, bodies=(at("x", "large", 15, 15, 3.5),))
    assert table.with_bodies(Body("m", "large", (15, 15))).body("m").at == (15, 15, 0)
