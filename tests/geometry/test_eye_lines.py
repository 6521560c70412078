"""What one look tells of lines from an eye, beside the search that always decides."""
from __future__ import annotations

import math
from random import Random

import pytest

from wc3d.geometry.eye_lines import hides, open_line
from wc3d.geometry.plane.local_frame import heading
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import Occluder, Occluders, SightAnswer, point_volume
from wc3d.geometry.witness import ends_in, holds

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
        if math.hypot(*solid.center) > radius + 0.6 and math.dist(solid.center, target.center) > radius + target.radius:
            solids.append(solid)
    ahead = heading(dice.uniform(-60, 60))
    occluders = [Occluder((solid,)) for solid in solids]
    answer = Occluders(occluders).open_line(point_volume(eye), target)[0]
    line = open_line(eye, target, solids, ahead)
    if line is not None:
        assert holds(line, tuple(occluders)) and ends_in(line, Cylinder((0, 0), 1e-9, eye[2], eye[2]), target)
        assert line[1][0] * ahead[0] + line[1][1] * ahead[1] > 0 and answer is SightAnswer.CLEAR
    if any(hides(eye, target, solid) for solid in solids):
        assert answer is SightAnswer.BLOCKED and line is None


def test_one_look_often_suffices() -> None:
    """Behind one model of its own height, and beside it."""
    eye, solid = (0.0, 0.0, 2.25), Cylinder((4.0, 0.0), 20 / 25.4, 0.0, 2.25)
    behind, beside = (Cylinder((9.0, y), 20 / 25.4, 0.0, 2.25) for y in (0.0, 4.0))
    assert hides(eye, behind, solid) and open_line(eye, behind, [solid], (1.0, 0.0)) is None
    assert not hides(eye, beside, solid) and open_line(eye, beside, [solid], (1.0, 0.0)) is not None
    assert not hides(eye, Cylinder((9.0, 0.0), 20 / 25.4, 0.0, 2.75), Cylinder((4.0, 0.0), 20 / 25.4, 0.0, 2.2))
    assert open_line(eye, beside, [], (-1.0, 0.0)) is None, "behind it"
