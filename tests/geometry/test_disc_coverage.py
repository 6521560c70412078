"""Does a disc lie wholly on a surface of several shapes?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wc3d.geometry.disc_coverage import is_disc_covered
from wc3d.geometry.distance import Section, point_to_section


def square(x: float, y: float, side: float) -> np.ndarray:
    """A square by its south-west corner."""
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])


def test_one_shape() -> None:
    assert is_disc_covered((1, 1), 1.0, [square(0, 0, 2)])
    assert not is_disc_covered((1, 1.00001), 1.0, [square(0, 0, 2)])
    assert is_disc_covered((1, 1), 1.0, [((1.0, 1.0), 1.0)])
    assert not is_disc_covered((1, 1), 1.0, [((1.0, 1.00001), 1.0)])
    assert not is_disc_covered((1, 1), 1.0, [])


def test_four_squares_that_meet_in_the_middle() -> None:
    tiles = [square(x, y, 2) for x in (0, 2) for y in (0, 2)]
    assert is_disc_covered((2, 2), 2.0, tiles)
    for i in range(4):
        assert not is_disc_covered((2, 2), 1.0, tiles[:i] + tiles[i + 1 :])


def test_the_notch_between_three_discs() -> None:
    discs: list[Section] = [
        ((math.cos(t), math.sin(t)), 1.0) for t in (0, 2 * math.pi / 3, 4 * math.pi / 3)
    ]
    assert is_disc_covered((0.2, 0), 0.1, discs)
    hole = [(c, 0.99) for c, _ in discs]
    assert not is_disc_covered((0, 0), 0.5, hole)  # a hole about the middle, 0.01 wide


@given(
    st.lists(
        st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(0.5, 2), st.booleans()), max_size=6
    ),
    st.floats(0.2, 1.5),
)
def test_a_point_in_the_open_contradicts_covered(shapes: list, radius: float) -> None:
    sections: list[Section] = [
        ((x, y), s) if round else square(x, y, s) for x, y, s, round in shapes
    ]
    bare = False
    for i in range(12):
        for j in range(24):
            r, t = radius * (i + 0.5) / 12, j * math.pi / 12
            point = (r * math.cos(t), r * math.sin(t))
            bare = bare or all(point_to_section(point, s) > 1e-5 for s in sections)
    if bare:
        assert not is_disc_covered((0, 0), radius, sections)


@pytest.mark.parametrize("turn", [0.1, 0.7, 2.0])
def test_nothing_slips_through_a_seam_at_any_angle(turn: float) -> None:
    c, s = math.cos(turn), math.sin(turn)
    tiles = [
        square(x, y, 1) @ np.array([[c, s], [-s, c]]) for x in range(-3, 3) for y in range(-3, 3)
    ]
    assert is_disc_covered((0.1, 0.2), 2.5, tiles)
