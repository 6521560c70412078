"""The first moment a moving disc meets a section; tangents are no contact."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wc3d.geometry.distance import point_to_section
from wc3d.geometry.sweep import (
    disc_overlaps,
    find_first_entered,
    first_contact,
    moved_disc_overlaps,
    overlap_interval,
)
from wc3d.geometry.tolerances import EPSILON_IN

SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
EAST = (1.0, 0.0)
NORTH = (0.0, 1.0)


@pytest.mark.parametrize(
    ("start", "way", "expected"),
    [
        ((-5, 2), EAST, 4.0),
        ((-5, 0), EAST, 4.0),
        ((-5, -0.6), EAST, 5 - 0.8),  # the corner
        ((-5, -1), EAST, None),  # a tangent
        ((-5, -0.999999), EAST, None),  # a tangent within the tolerance
        ((-5, -0.9999), EAST, 5 - math.sqrt(1 - 0.9999**2)),
        ((-1, 2), EAST, 0.0),  # pressing on what it touches
        ((-1, 2), NORTH, None),  # sliding along a face
        ((-1, 2), (-1.0, 0.0), None),  # leaving it
        ((-1, 2), (0.6, 0.8), 0.0),
        ((6, 2), EAST, None),  # behind
        ((-1 + 5e-7, 2), NORTH, None),
        ((-1 + 5e-7, 2), (-1.0, 0.0), None),
    ],
)
def test_first_contact_with_a_square(start: tuple, way: tuple, expected: float | None) -> None:
    found = first_contact(start, way, 1.0, SQUARE)
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@pytest.mark.parametrize(
    ("aside", "expected"),
    [(0.0, 7.0), (3.0, None), (3.0001, None), (1.8, 10 - 2.4), (2.9999995, None), (-1.8, 10 - 2.4)],
)
def test_first_contact_with_a_disc(aside: float, expected: float | None) -> None:
    found = first_contact((0, aside), EAST, 1.0, ((10, 0), 2.0))
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


def test_two_discs_that_touch_contact_again_only_when_pressing_on() -> None:
    assert first_contact((0, 0), EAST, 1.0, ((3, 0), 2.0)) == 0.0
    assert first_contact((0, 0), NORTH, 1.0, ((3, 0), 2.0)) is None
    assert first_contact((0, 0), (-1.0, 0.0), 1.0, ((3, 0), 2.0)) is None
    assert first_contact((0, 0), (0.1, math.sqrt(0.99)), 1.0, ((3, 0), 2.0)) == pytest.approx(0.0)


def test_from_when_to_when_it_overlaps() -> None:
    assert overlap_interval((-5, 2), EAST, 1.0, SQUARE) == pytest.approx((4, 10))
    assert overlap_interval((2, 2), EAST, 1.0, SQUARE) == pytest.approx((-3, 3))
    assert overlap_interval((-5, 5), EAST, 1.0, SQUARE) is None


def test_touching_is_not_meeting() -> None:
    assert (
        not disc_overlaps((-1, 2), 1.0, SQUARE)
        and disc_overlaps((-0.99999, 2), 1.0, SQUARE)
        and disc_overlaps((2, 2), 0.1, SQUARE)
    )
    assert not moved_disc_overlaps((-9, -1), (9, -1), 1.0, SQUARE) and moved_disc_overlaps(
        (-9, -0.99), (9, -0.99), 1.0, SQUARE
    )
    assert not moved_disc_overlaps((-9, 2), (-1, 2), 1.0, SQUARE)


@given(
    st.floats(-3, 7),
    st.floats(-3, 7),
    st.floats(0.3, 2),
    st.integers(3, 9),
    st.floats(0, 6.3),
    st.floats(0.0, 1.0),
)
def test_a_disc_meets_what_is_less_than_its_radius_away(
    x: float, y: float, radius: float, corners: int, turn: float, flatness: float
) -> None:
    turns = [turn + math.tau * k / corners for k in range(corners)]
    section = np.array([(2 + 2 * math.cos(t), 2 + 2 * flatness * math.sin(t)) for t in turns])
    assert disc_overlaps((x, y), radius, section) == (
        point_to_section((x, y), section) < radius - EPSILON_IN
    )


turns = st.floats(0, 2 * math.pi)
places = st.floats(-8, 8)


@given(
    turns, places, places, st.floats(0.1, 2), st.lists(turns, min_size=3, max_size=7, unique=True)
)
def test_a_dense_row_of_places_never_meets_before_first_contact(
    way: float, x: float, y: float, radius: float, round: list
) -> None:
    corners = np.array([[2 * math.cos(t), 2 * math.sin(t)] for t in sorted(round)])
    area = sum(
        a[0] * b[1] - a[1] * b[0]
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)
    )
    if area < 0.1 or point_to_section((x, y), corners) < radius:
        return
    unit = (math.cos(way), math.sin(way))
    found = first_contact((x, y), unit, radius, corners)
    steps = [i * 0.05 for i in range(500)]
    met = [
        s
        for s in steps
        if point_to_section((x + s * unit[0], y + s * unit[1]), corners) < radius - 2e-6
    ]
    if found is None:
        assert not met
    else:
        assert all(s >= found - 1e-6 for s in met)
        assert point_to_section(
            (x + found * unit[0], y + found * unit[1]), corners
        ) == pytest.approx(radius, abs=1e-6)


def test_of_many_the_first_entered_are_those_found_one_by_one() -> None:
    rng = random.Random(3)
    several = 0
    for _ in range(500):
        squares = [SQUARE / 4 + (rng.randint(-6, 6), rng.randint(-6, 6)) for _ in range(12)]
        turn = rng.choice((0.0, math.pi / 2, rng.uniform(0, math.tau)))
        start = (rng.randint(-6, 6), rng.randint(-6, 6) + 0.5)
        way = (math.cos(turn), math.sin(turn))
        left = rng.uniform(0, 9)
        end = start[0] + left * way[0], start[1] + left * way[1]
        spans = {
            i: overlap_interval(start, way, 0.7, s)
            for i, s in enumerate(squares)
            if moved_disc_overlaps(start, end, 0.7, s)
        }
        afters = {i: max(0.0, span[0]) for i, span in spans.items() if span is not None}
        first = min(afters.values(), default=math.inf)
        expected = [i for i, after in afters.items() if after <= first + 1e-9]
        assert find_first_entered(start, way, left, 0.7, squares) == (
            pytest.approx(first),
            expected,
        )
        several += len(expected) > 1
    assert several > 10
