"""Dice on the table's rim: they come to rest with the recorded face on top, in the same way each time."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.conformance.games import CASES, Case, play_at_random
from wc3d.animation.steps import TUMBLE_S, AnimationKind, make_steps
from wc3d.engine.dice import D6, Die
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE
from wc3d.presentation.die_faces import die_sides, face_pips, face_strokes
from wc3d.presentation.display_values import DieLook, DisplayedRoll
from wc3d.scene.dice import DIE_SIDE_IN, SIDE_NORMALS, dice_on_rim, die_mesh
from wc3d.scene.scenery import RIM_HEIGHT_IN, RIM_WIDTH_IN

SIZE = (36.0, 36.0)
ODD_DICE = (Die("d3", (1, 2, 3)), Die("d12", tuple(range(1, 13))), Die("d10", (0, 50, -7, 9)))
DICE = (D6, ACTION_DIE, POWER_DIE, *ODD_DICE)
FACES = [
    pytest.param(die, face, id=f"{die.name} {face}")
    for die in DICE
    for face in sorted({*die.faces})
]


def cubes_of(faces: Any, die: Die, seconds: float, seed: int = 0) -> Any:
    roll = DisplayedRoll(1, "attack roll", ((die, faces),))
    return dice_on_rim([roll], 1, seconds, (7.0, 3.0, 0.0), SIZE, seed)


def marks_on_top(cube: Any) -> int:
    """The marks of the mesh that lie on the upper side, as they are drawn."""
    _, *marks = die_mesh(cube.sides, DieLook("x"))
    count = 0
    for mesh, _ in marks:
        points = mesh.vertices @ cube.place[:3, :3].T
        count += points[:, 2].min() > 0.99
    return count


@pytest.mark.parametrize(("die", "face"), FACES)
def test_a_die_rests_with_the_recorded_face_on_top(die, face):
    for seed in range(4):
        for seconds in (TUMBLE_S, TUMBLE_S + 0.01, 9.0):
            (cube,) = cubes_of((face,), die, seconds, seed)
            assert cube.top == face
            assert marks_on_top(cube) == len(face_pips(face)) + len(face_strokes(face))
            up = np.abs(cube.place[2, :3])
            assert sorted(up) == pytest.approx([0, 0, 1], abs=1e-9), "flat on a side"
            assert cube.place[2, 3] == pytest.approx(RIM_HEIGHT_IN + DIE_SIDE_IN / 2)
            x, y = cube.place[:2, 3]
            assert -RIM_WIDTH_IN < y < 0 or -RIM_WIDTH_IN < x < 0


def test_the_marks_of_a_face_are_its_number():
    for face in range(7):
        assert len(face_pips(face)) == face and not face_strokes(face)
    for number in (7, 12, 50, -7):
        assert not face_pips(number) and face_strokes(number)


@pytest.mark.parametrize("die", [D6, ACTION_DIE, POWER_DIE], ids=lambda die: die.name)
def test_a_die_has_exactly_its_faces_and_opposite_sides_pair_low_with_high(die):
    sides = die_sides(die)
    assert sorted(sides) == sorted(die.faces)
    if die is D6:
        assert [a + b for a, b in zip(sides[::2], sides[1::2], strict=True)] == [7, 7, 7]
    assert len(SIDE_NORMALS) == 6


def test_a_roll_is_the_same_each_time_and_moves_without_jumps_above_the_rim():
    times = np.linspace(0, TUMBLE_S, 60)
    for face in range(1, 7):
        path = [cubes_of((face,), D6, s)[0].place for s in times]
        again = [cubes_of((face,), D6, s)[0].place for s in times]
        assert all(np.array_equal(a, b) for a, b in zip(path, again, strict=True))
        steps = [np.abs(b[:3, 3] - a[:3, 3]).max() for a, b in pairwise(path)]
        assert max(steps) < 0.6 and np.abs(path[0][:2, 3] - path[-1][:2, 3]).max() > 2
        for place in path:
            lowest = place[2, 3] - DIE_SIDE_IN / 2 * np.abs(place[2, :3]).sum()
            assert lowest > RIM_HEIGHT_IN - 0.13
    (other,) = cubes_of((3,), D6, 0.1, seed=1)
    assert not np.array_equal(other.place, cubes_of((3,), D6, 0.1)[0].place)


def test_dice_lie_on_the_nearest_side_of_the_rim_and_not_in_each_other():
    rolls = [DisplayedRoll(1, "a", ((D6, (1, 2, 3)),)), DisplayedRoll(2, "b", ((D6, (6, 6)),))]
    for at, axis in (((2.0, 18.0, 0.0), 0), ((18.0, 34.0, 0.0), 1), (None, 1)):
        cubes = dice_on_rim(rolls, 1, 9.0, at, SIZE)
        points = np.array([cube.place[:3, 3] for cube in cubes])
        assert np.ptp(points[:, axis]) < 1e-9, "in a row along one side"
        gaps = np.abs(np.diff(points[:, 1 - axis]))
        assert gaps.min() > DIE_SIDE_IN * 1.2
        assert ((points[:, :2] > -RIM_WIDTH_IN) & (points[:, :2] < 36 + RIM_WIDTH_IN)).all()
    assert not dice_on_rim((), 0, 0.0, None, SIZE)


def test_earlier_dice_stay_where_they_are_when_more_are_rolled():
    first = DisplayedRoll(1, "attack roll", ((D6, (1, 4)),))
    second = DisplayedRoll(1, "damage roll", ((D6, (5, 2)),))
    alone = dice_on_rim([first], 0, 0.0, (9.0, 2.0, 0.0), SIZE)
    both = dice_on_rim([first, second], 1, 0.1, (9.0, 2.0, 0.0), SIZE)
    assert all(
        np.array_equal(a.place, b.place) for a, b in zip(alone, both[: len(alone)], strict=True)
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_dice_of_a_game_show_what_its_record_says(case: Case) -> None:
    game = play_at_random(case.new(case.seed), case.seed, 120)
    shown = 0
    for turn in game.turns:
        steps, _ = make_steps(case.rules, turn.state_before, turn.events)
        for step in steps:
            if step.kind is not AnimationKind.DICE:
                continue
            size = step.start_table.size
            cubes = dice_on_rim(step.rolls, step.new_rolls, TUMBLE_S, step.dice_place, size)
            faces = [face for roll in step.rolls for _, group in roll.dice for face in group]
            assert [cube.top for cube in cubes] == faces
            shown += len(faces)
    assert shown or case.id == "discs"
