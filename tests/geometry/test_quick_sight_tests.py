"""What one look tells of lines from an eye, beside the search that always decides."""

from __future__ import annotations

import math
from random import Random

import pytest

from wc3d.geometry.line_check import connects_volumes, is_open_line
from wc3d.geometry.plane.local_frame import unit_vector
from wc3d.geometry.quick_sight_tests import find_open_eye_line, is_surely_hidden
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import Occluder, Occluders, SightResult, point_volume

SIZES = ((15 / 25.4, 1.75), (20 / 25.4, 2.25), (25 / 25.4, 2.75))


@pytest.mark.parametrize("seed", range(150))
def test_one_look_says_what_the_search_says(seed: int) -> None:
    dice = Random(seed)
    eye = (0.0, 0.0, dice.choice(SIZES)[1])
    radius, height = dice.choice(SIZES)
    target = Cylinder((dice.uniform(2, 9), dice.uniform(-2, 2)), radius, 0.0, height)
    solids = []
    for _ in range(dice.randint(1, 4)):
        radius, height = dice.choice(SIZES)
        solid = Cylinder((dice.uniform(1, 8), dice.uniform(-1.5, 1.5)), radius, 0.0, height)
        if (
            math.hypot(*solid.center) > radius + 0.6
            and math.dist(solid.center, target.center) > radius + target.radius
        ):
            solids.append(solid)
    ahead = unit_vector(dice.uniform(-60, 60))
    occluders = [Occluder((solid,)) for solid in solids]
    answer = Occluders(occluders).find_open_line(point_volume(eye), target)[0]
    line = find_open_eye_line(eye, target, solids, ahead)
    if line is not None:
        assert is_open_line(line, tuple(occluders)) and connects_volumes(
            line, Cylinder((0, 0), 1e-9, eye[2], eye[2]), target
        )
        assert line[1][0] * ahead[0] + line[1][1] * ahead[1] > 0 and answer is SightResult.CLEAR
    if any(is_surely_hidden(eye, target, solid) for solid in solids):
        assert answer is SightResult.BLOCKED and line is None


def test_one_look_often_suffices() -> None:
    """Behind one model of its own height, and beside it."""
    eye = (0.0, 0.0, 2.25)
    solid = Cylinder((4.0, 0.0), 20 / 25.4, 0.0, 2.25)
    behind, beside = (Cylinder((9.0, y), 20 / 25.4, 0.0, 2.25) for y in (0.0, 4.0))
    assert (
        is_surely_hidden(eye, behind, solid)
        and find_open_eye_line(eye, behind, [solid], (1.0, 0.0)) is None
    )
    assert (
        not is_surely_hidden(eye, beside, solid)
        and find_open_eye_line(eye, beside, [solid], (1.0, 0.0)) is not None
    )
    assert not is_surely_hidden(
        eye, Cylinder((9.0, 0.0), 20 / 25.4, 0.0, 2.75), Cylinder((4.0, 0.0), 20 / 25.4, 0.0, 2.2)
    )
    assert find_open_eye_line(eye, beside, [], (-1.0, 0.0)) is None, "behind it"
