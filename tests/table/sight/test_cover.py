"""Intervening terrain and cover (p. 34)."""

from __future__ import annotations

import math

import pytest

from tests.table.building import SMALL, at, board, box, silo
from wc3d.table.features import make_feature
from wc3d.table.sight.cover import cover

A, B = at("a", "small", 10, 15), at("b", "small", 20, 15)


@pytest.mark.rule("NM-ATK-11")
@pytest.mark.parametrize(
    ("gap", "expected"), [(0.5, True), (1.0, True), (1.0001, False), (2, False), (0.0, True)]
)
def test_within_one_inch_of_the_base_and_exactly_one_is_within(gap: float, expected: bool) -> None:
    wall = box("w", "obstacle", (20 - SMALL - gap - 0.25, 15), (0.5, 4), 1)
    answer = cover(board(wall), A, B)
    assert (
        answer.cover is expected
        and bool(answer) is expected
        and board(wall).has_cover(A, B) is expected
    )
    assert answer.features == (("w",) if expected else ())
    assert answer.intervening == ("w",)
    assert answer.distances == pytest.approx((gap,))


@pytest.mark.parametrize(
    ("y", "expected"), [(15 + SMALL, False), (15 + SMALL - 1e-4, True), (15 + SMALL + 1e-4, False)]
)
def test_terrain_that_only_touches_the_lane_does_not_intervene(y: float, expected: bool) -> None:
    wall = box("w", "structure", (19, y + 1), (1, 2), 3)
    assert bool(cover(board(wall), A, B).intervening) is expected


def test_the_lane_between_bases_of_two_sizes_narrows() -> None:
    big = at("b", "large", 20, 15)
    touching = ((SMALL + big.radius) / 2 + 0.3) / math.sqrt(1 - ((big.radius - SMALL) / 10) ** 2)
    post = silo("p", "structure", (15, 15 + touching), 0.3, 3)
    near = silo("p", "structure", (15, 15 + touching - 1e-4), 0.3, 3)
    assert not cover(board(post), A, big).intervening
    assert cover(board(near), A, big).intervening


@pytest.mark.parametrize(
    ("bottom", "expected"), [(1.75, False), (1.7499, True), (3, False), (0, True)]
)
def test_a_beam_over_their_heads_does_not_intervene(bottom: float, expected: bool) -> None:
    beam = box("w", "structure", (19, 15), (0.5, 4), 1, bottom=bottom)
    assert bool(cover(board(beam), A, B).intervening) is expected


def test_a_shot_from_a_roof_may_pass_over_a_low_wall() -> None:
    sniper = at("a", "small", 10, 15, 8)
    # the hull's underside runs from the rear edge of the sniper's base to the front edge of the target's
    under = 8 * (20 - SMALL - 19) / 10
    high = box("w", "obstacle", (18.75, 15), (0.5, 6), under + 1e-3)
    low = box("w", "obstacle", (18.75, 15), (0.5, 6), under - 1e-3)
    assert cover(board(high), sniper, B).intervening == ("w",)
    assert cover(board(low), sniper, B).intervening == ()


@pytest.mark.rule("NM-TER-12")
@pytest.mark.parametrize(
    ("kind", "overrides", "expected"),
    [
        ("obstacle", {}, True),
        ("structure", {}, True),
        ("impassable", {}, True),
        ("forest", {}, False),
        ("obscuring", {}, False),
        ("rough", {}, False),
        ("structure", {"cover": False}, False),
        ("forest", {"cover": True}, True),
    ],
)
def test_which_kinds_give_cover_and_that_all_with_height_intervene(
    kind: str, overrides: dict, expected: bool
) -> None:
    answer = cover(board(box("w", kind, (19, 15), (0.5, 4), 1, **overrides)), A, B)
    assert answer.cover is expected and answer.intervening == ("w",)


@pytest.mark.parametrize("kind", ["rough", "impassable", "structure"])
def test_flat_terrain_never_intervenes(kind: str) -> None:
    assert cover(board(box("w", kind, (19, 15), (0.5, 4), 0)), A, B).intervening == ()


def test_one_bonus_however_many_features_grant_it_and_each_is_named() -> None:
    walls = (
        box("w", "obstacle", (19, 15), (0.2, 4), 1),
        silo("s", "structure", (19, 15.8), 0.4, 3),
        box("far", "structure", (15, 15), (1, 1), 2),
    )
    answer = cover(board(*walls), A, B)
    assert (
        answer.cover and answer.features == ("w", "s") and answer.intervening == ("w", "s", "far")
    )


def test_any_piece_of_a_feature_may_intervene_while_another_is_near() -> None:
    far = box("w", "structure", (15, 15), (0.5, 4), 3)
    near = box("w", "structure", (20, 17), (1, 1.2), 3)
    both = make_feature("w", "structure", far.pieces + near.pieces)
    assert not cover(board(far), A, B).cover and not cover(board(near), A, B).cover
    assert cover(board(both), A, B).features == ("w",)


def test_the_wall_behind_the_target_is_not_between() -> None:
    assert (
        cover(board(box("w", "structure", (20 + SMALL + 0.25, 15), (0.5, 4), 3)), A, B).intervening
        == ()
    )


def test_distance_to_cover_is_measured_in_space() -> None:
    high = at("b", "small", 20, 15, 3)
    wall = box("w", "structure", (19, 15), (0.5, 4), 2.5)  # its top 0.5" below the base, 0.16" away
    assert cover(board(wall), at("a", "small", 10, 15), high).cover
    beam = box(
        "w", "structure", (19, 15), (0.5, 4), 1, bottom=4.1
    )  # 1.1" above the base, within the volume's height
    answer = cover(board(beam), at("a", "small", 10, 15, 3), high)
    assert answer.intervening == ("w",) and not answer.cover


def test_an_objective_that_is_terrain_gives_cover_and_is_never_in_the_way() -> None:
    ruin = silo("ruin", "objective", (18.5, 15), 0.8, 1, cover=True)
    table = board(ruin, bodies=(A, B))
    assert cover(table, A, B).features == ("ruin",)
    assert not cover(board(silo("zone", "objective", (18.5, 15), 0.8, 1)), A, B)
    assert (
        table.sight(A, B)
        and table.stand("small", (18.5, 15, 0))
        and not table.stand("small", (18.5, 15, 1))
    )
    assert table.move(A, [(18.5, 15)], 9).allowance == 9
    assert table.slam(B, A, 2).contacts == () and table.slam(A, B, 9).contacts == ()
