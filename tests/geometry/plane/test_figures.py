"""Half discs, strips, lanes and widths, each beside the same found by trying many points."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from wc3d.geometry.distance import point_to_section
from wc3d.geometry.plane.disc_difference import subtract_disc
from wc3d.geometry.plane.half_disc import HalfDisc
from wc3d.geometry.plane.local_frame import angle_between, rotate_vector, unit_vector
from wc3d.geometry.plane.min_width import min_hull_width
from wc3d.geometry.plane.strips import Strip, distance_to_lane


def test_quarter_turns_are_exact() -> None:
    assert [unit_vector(90.0 * k) for k in range(-1, 5)] == [
        (0, -1),
        (1, 0),
        (0, 1),
        (-1, 0),
        (0, -1),
        (1, 0),
    ]
    assert rotate_vector((0.6, 0.8), -90) == (0.8, -0.6) and rotate_vector(
        (1, 0), 60
    ) == pytest.approx((0.5, math.sqrt(0.75)))
    assert (
        angle_between(350, 20) == 30
        and angle_between(-90, 630) == 0
        and angle_between(0, 180) == 180
    )


@pytest.mark.parametrize("seed", range(60))
def test_when_a_point_is_near_a_half_disc_against_its_distance_all_along(seed: int) -> None:
    dice = Random(seed)
    half = HalfDisc(
        (dice.uniform(-2, 2), dice.uniform(-2, 2)),
        unit_vector(dice.uniform(0, 360)),
        dice.uniform(0.5, 3),
    )
    start = (dice.uniform(-5, 5), dice.uniform(-5, 5))
    way = unit_vector(dice.uniform(0, 360))
    near = dice.uniform(0.3, 1.2)
    found = half.near_interval(start, way, near)
    steps = [k / 500 for k in range(-6000, 6001)]
    inside = [
        t for t in steps if half.distance((start[0] + t * way[0], start[1] + t * way[1])) <= near
    ]
    if found is None:
        assert not inside
        return
    if found[1] - found[0] > 0.01:
        assert inside[0] == pytest.approx(found[0], abs=0.0021) and inside[-1] == pytest.approx(
            found[1], abs=0.0021
        )
    for t in found:
        assert half.distance((start[0] + t * way[0], start[1] + t * way[1])) == pytest.approx(
            near, abs=1e-9
        )


@pytest.mark.parametrize("seed", range(30))
def test_the_distance_from_a_strip_and_a_lane_against_many_of_their_points(seed: int) -> None:
    dice = np.random.default_rng(seed)
    start = dice.uniform(-2, 2, 2)
    way = unit_vector(dice.uniform(0, 360))
    strip = Strip((start[0], start[1]), way, dice.uniform(1, 8), dice.uniform(0.5, 2))
    u, v = np.meshgrid(
        np.linspace(0, strip.length, 400), np.linspace(-strip.width / 2, strip.width / 2, 200)
    )
    points = np.stack([start[0] + u * way[0] - v * way[1], start[1] + u * way[1] + v * way[0]])
    end = dice.uniform(-3, 3, 2)
    center = dice.uniform(-3, 3, 2)
    radius = dice.uniform(0.3, 1.5)
    rim = np.linspace(0, 2 * np.pi, 721)
    disc = center[:, None] + radius * np.stack([np.cos(rim), np.sin(rim)])
    share = np.linspace(0, 1, 400)[:, None]
    fan = end[:, None, None] * (1 - share) + disc[:, None, :] * share
    for _ in range(20):
        x, y = dice.uniform(-6, 6, 2)
        nearest = np.hypot(points[0] - x, points[1] - y).min()
        assert (
            strip.distance((x, y)) == pytest.approx(nearest, abs=0.03)
            and strip.distance((x, y)) <= nearest + 1e-9
        )
        nearest = min(
            np.hypot(fan[0] - x, fan[1] - y).min(),
            max(0.0, math.hypot(x - center[0], y - center[1]) - radius),
        )
        found = distance_to_lane((x, y), (end[0], end[1]), (center[0], center[1]), radius)
        assert found == pytest.approx(nearest, abs=0.03) and found <= nearest + 1e-9
    assert all(strip.distance(corner) == pytest.approx(0, abs=1e-9) for corner in strip.corners)


@pytest.mark.parametrize("seed", range(40))
def test_the_least_width_against_all_directions(seed: int) -> None:
    dice = np.random.default_rng(seed)
    discs = [
        ((dice.uniform(-3, 3), dice.uniform(-3, 3)), dice.uniform(0.1, 2))
        for _ in range(dice.integers(0, 3))
    ]
    rings = [
        dice.uniform(-3, 3, (dice.integers(3, 7), 2))
        for _ in range(dice.integers(0 if discs else 1, 3))
    ]
    turns = np.linspace(0, np.pi, 20_001)
    ways = np.stack([np.cos(turns), np.sin(turns)])
    reach = [(np.array(c) @ ways, r) for c, r in discs] + [
        (row @ ways, 0.0) for ring in rings for row in ring
    ]
    widths = np.max([a + r for a, r in reach], axis=0) - np.min([a - r for a, r in reach], axis=0)
    assert min_hull_width([*discs, *rings]) == pytest.approx(widths.min(), abs=2e-3)
    assert min_hull_width([*discs, *rings]) <= widths.min() + 1e-9


def test_widths_that_everybody_knows() -> None:
    wall = np.array([[0, 0], [6, 0], [6, 0.5], [0, 0.5]], dtype=float)
    assert min_hull_width([wall]) == pytest.approx(0.5) and min_hull_width(
        [((1, 1), 0.7)]
    ) == pytest.approx(1.4)
    assert min_hull_width([wall, ((3, 0.25), 2)]) == pytest.approx(4)
    assert min_hull_width([((0, 0), 2), ((0.5, 0), 1)]) == pytest.approx(4)
    assert min_hull_width([]) == 0


@pytest.mark.parametrize("seed", range(8))
def test_a_crescent_holds_what_is_in_the_one_disc_and_not_in_the_other(seed: int) -> None:
    dice = Random(seed)
    disc = ((5.0, 5.0), dice.uniform(0.5, 1))
    other = ((5 + dice.uniform(-2, 2), 5 + dice.uniform(-2, 2)), dice.uniform(1.5, 2.5))
    parts = list(subtract_disc(disc, other))
    for _ in range(400):
        point = 5 + dice.uniform(-1, 1), 5 + dice.uniform(-1, 1)
        depth = min(disc[1] - math.dist(point, disc[0]), math.dist(point, other[0]) - other[1])
        if abs(depth) > 5e-4:
            assert any(point_to_section(point, part) <= 0 for part in parts) is (depth > 0)
