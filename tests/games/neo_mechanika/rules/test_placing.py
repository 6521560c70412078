"""Where models can be put (p. 28, 44)."""

from __future__ import annotations

import math
import random

import pytest

from tests.table.building import LARGE, MEDIUM, SMALL, at, board, box
from wc3d.games.neo_mechanika.rules.moving.placing import (
    check_replacement,
    check_stand,
    find_places,
    make_point,
    place_squad,
    resolve_place,
)
from wc3d.table.body import Body
from wc3d.table.moves.reposition import reposition
from wc3d.table.sight.distances import distance, is_within
from wc3d.table.table import Table

TOWER = box("tower", "structure", (15, 15), (1.2, 1.2), 6)


def crowd(*models: Body, terrain: tuple[object, ...] = ()) -> Table:
    return board(*terrain, bodies=models)  # type: ignore[arg-type]


@pytest.mark.program("states are hashed by their text")
def test_places_are_plain_floats_without_a_negative_zero() -> None:
    assert all(math.copysign(1.0, n) == 1.0 for n in make_point(-0.0, 0, -0.0))
    assert repr(make_point(1, 2)) == "(1.0, 2.0, 0.0)"


@pytest.mark.rule("NM-SIL-150")
def test_without_a_height_the_highest_level_is_meant() -> None:
    table = board(box("house", "structure", (15, 15), (4, 4), 3))
    assert resolve_place(table, "small", (15, 15)) == (15.0, 15.0, 3.0)
    assert resolve_place(table, "small", (5, 5)) == (5.0, 5.0, 0.0)
    assert resolve_place(table, "small", (13, 15)) is None  # half over the edge, half in the wall
    assert resolve_place(table, "small", (15, 15, 1.5)) is None


@pytest.mark.rule("NM-MOV-12")
@pytest.mark.rule("NM-TER-01")
def test_a_model_is_put_only_where_its_base_fits() -> None:
    table = board(TOWER, bodies=(at("a", "large", 5, 5),))
    assert check_stand(table, "small", (15, 15, 6)).evidence == (15.0, 15.0, 6.0)
    large = check_stand(table, "large", (15, 15, 6))
    assert (large.legal, large.code, large.rule) == (False, "cannot_stand", "NM-MOV-12")
    assert not check_stand(table, "small", (20, 20, 1))
    assert not check_stand(table, "small", (5.5, 5))
    assert check_stand(table, "large", (5.5, 5), ignore=("a",))


@pytest.mark.rule("NM-MOV-17")
@pytest.mark.parametrize("place", [(0.2, 5.0), (29.8, 5.0), (5.0, -3.0), (1e9, 1e9)])
def test_no_model_is_put_over_the_edge(place: tuple[float, float]) -> None:
    verdict = check_stand(board(), "small", place)
    assert (verdict.code, verdict.page) == ("off_table", "37")


@pytest.mark.rule("NM-MOV-13")
@pytest.mark.parametrize(
    ("base", "x", "code"),
    [
        ("medium", 15.0, "legal"),
        ("medium", 15.01, "not_in_its_place"),  # equal bases: the same spot
        ("large", 15 + LARGE - MEDIUM, "legal"),
        ("large", 15.001 + LARGE - MEDIUM, "not_in_its_place"),
        ("small", 15 + MEDIUM - SMALL, "legal"),
        ("small", 15.001 + MEDIUM - SMALL, "not_in_its_place"),
        ("large", 15 - LARGE + MEDIUM, "cannot_stand"),  # no room
    ],
)
def test_a_model_is_replaced_in_its_place(base: str, x: float, code: str) -> None:
    old = at("old", "medium", 15, 15)
    table = board(bodies=(old, at("near", "small", 15 - MEDIUM - SMALL - 0.1, 15)))
    assert check_replacement(table, old, base, (x, 15, 0)).code == code


@pytest.mark.program("how places and ways are found")
@pytest.mark.parametrize("rng", [None, random.Random(3)])
def test_every_spot_is_near_enough_and_free(rng: random.Random | None) -> None:
    wall = box("wall", "structure", (17, 15), (0.5, 6), 4)
    leader = at("l", "medium", 15, 15)
    other = at("o", "small", 14, 16.2)
    table = board(wall, bodies=(leader, other))
    found = list(find_places(table, "small", leader, 2.0, rng=rng, count=20, sight_to=leader))
    assert len(found) >= 10
    for place in found:
        assert reposition(table, leader, at("new", "small", *place), place)


@pytest.mark.program("how places and ways are found")
def test_spots_without_chance_are_always_the_same_and_near_a_point_begin_with_it() -> None:
    table = board()
    first = list(find_places(table, "large", (15, 15), 3.0))
    assert first == list(find_places(table, "large", (15, 15), 3.0))
    assert first[0] == (15.0, 15.0, 0.0)


@pytest.mark.program("how places and ways are found")
def test_spots_on_a_roof_keep_to_what_is_near_in_height() -> None:
    table = board(
        box("house", "structure", (15, 15), (6, 6), 5), bodies=(at("l", "small", 15, 15, 5),)
    )
    assert {z for _, _, z in find_places(table, "small", table.body("l"), 2.0, count=50)} == {5.0}


@pytest.mark.program("how places and ways are found")
def test_models_to_be_kept_off_are_in_the_way() -> None:
    placed = at("p", "large", 15, 15)
    for place in find_places(board(), "small", (15, 15), 3.0, keep_off=(placed,), count=30):
        assert math.dist(place[:2], (15, 15)) >= placed.radius + SMALL - 1e-6


# Squads


def squad(*places: tuple[float, float] | tuple[float, float, float]) -> tuple[Body, ...]:
    return tuple(Body(f"m{i}", "small", make_point(*p)) for i, p in enumerate(places))


@pytest.mark.rule("NM-SIL-59")
def test_models_in_reach_stay_and_the_others_are_put_where_wanted_or_near() -> None:
    lead, near, far, wanted = squad((15, 15), (16.5, 15), (3, 3), (4, 4))
    places, lost = place_squad(
        crowd(lead, near, far, wanted), lead, ("m1", "m2", "m3"), {"m3": (15, 13)}
    )
    assert not lost and places["m1"] == near.at and places["m3"] == (15.0, 13.0, 0.0)
    assert is_within(distance(board(), lead, far.moved(places["m2"])), 2)


@pytest.mark.program("how places and ways are found")
def test_left_alone_a_squad_keeps_its_formation() -> None:
    lead, left, right = squad((15, 15), (14, 14), (16, 14))
    places, _ = place_squad(
        crowd(lead, left, right), lead.moved((15.0, 21.0, 0.0)), ("m1", "m2"), {}
    )
    assert places == {"m1": (14.0, 20.0, 0.0), "m2": (16.0, 20.0, 0.0)}


@pytest.mark.program("how places and ways are found")
def test_a_place_wanted_by_two_is_given_to_one() -> None:
    lead, a, b = squad((15, 15), (3, 3), (4, 4))
    places, lost = place_squad(
        crowd(lead, a, b), lead, ("m1", "m2"), {"m1": (15, 13), "m2": (15, 13.2)}
    )
    assert (
        not lost
        and places["m1"] == (15.0, 13.0, 0.0)
        and math.dist(places["m1"], places["m2"]) >= 2 * SMALL - 1e-6
    )


@pytest.mark.rule("NM-MOV-06")
@pytest.mark.rule("NM-SIL-59")
def test_only_what_cannot_be_placed_is_lost() -> None:
    roof = box("roof", "structure", (15, 15), (4 * SMALL, 2 * SMALL), 6)  # room for exactly two
    lead, a, b = squad((15 - SMALL, 15, 6), (3, 3), (4, 4))
    places, lost = place_squad(crowd(lead, a, b, terrain=(roof,)), lead, ("m1", "m2"), {})
    assert len(lost) == 1 and list(places.values()) == [
        pytest.approx((15 + SMALL, 15, 6), abs=1e-5)
    ]


@pytest.mark.rule("NM-SIL-59")
def test_the_wish_for_a_place_gives_way_to_saving_a_model() -> None:
    roof = box("roof", "structure", (15, 15), (6 * SMALL, 2 * SMALL), 6)  # room for three in a row
    lead, a, b = squad((15 - 2 * SMALL, 15, 6), (3, 3), (4, 4))
    spoiling = (15 + SMALL, 15, 6)  # leaves half a base free on either side
    places, lost = place_squad(
        crowd(lead, a, b, terrain=(roof,)), lead, ("m1", "m2"), {"m1": spoiling}
    )
    assert not lost and sorted(x for x, _, _ in places.values()) == pytest.approx(
        [15, 15 + 2 * SMALL], abs=1e-5
    )


@pytest.mark.program("how places and ways are found")
def test_tight_quarters_are_packed() -> None:
    """A pit just wide enough for a row: the leader at its end, two others beside it."""
    wide = 2 * SMALL + 0.01
    long = 6 * SMALL + 0.02
    walls = (
        box("n", "structure", (15, 15 + wide / 2 + 0.5), (12, 1), 4),
        box("s", "structure", (15, 15 - wide / 2 - 0.5), (12, 1), 4),
        box("w", "structure", (12, 15), (1, wide), 4),
        box("e", "structure", (12.5 + long + 0.5, 15), (1, wide), 4),
    )
    lead, a, b = squad((12.5 + SMALL, 15), (3, 3), (5, 5))
    places, lost = place_squad(crowd(lead, a, b, terrain=walls), lead, ("m1", "m2"), {})
    assert not lost and all(
        12.5 < x < 12.5 + long and abs(y - 15) < 0.01 for x, y, _ in places.values()
    )
