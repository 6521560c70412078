"""Marks that are wrong: each gets a right answer or a clear sentence, never a wrong verdict."""

import copy
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.photo.random_photos import random_board, random_photo
from wc3d.errors import InputError
from wc3d.photo.camera import PhotoCamera
from wc3d.photo.judgement import judge_marks
from wc3d.photo.marks_file import CORNER_NAMES, read_marks_file
from wc3d.photo.placed_models import find_levels
from wc3d.photo.reading import corner_places, read_camera
from wc3d.registry import map_cache

BOARD = random_board(3, 30.0)
OBLONG = {"name": "Oblong", "size": [44.0, 30.0], "terrain": []}


def taken(seed=3, board=BOARD, **options):
    """A photograph of a board at random."""
    table = map_cache().load_table(board, "board", Path())
    return random_photo(seed, table, board, **options)


def judged(marks):
    return judge_marks(marks, "photo", Path(), map_cache())


def fault(marks):
    with pytest.raises(InputError) as error:
        judged(marks)
    text = str(error.value)
    assert "\n" not in text and text.startswith("photo: ")
    return text


def renamed(marks, order):
    """The same marks, with the corner of each name marked at another."""
    corners = marks["corners"]
    return marks | {
        "corners": {name: corners[other] for name, other in zip(CORNER_NAMES, order, strict=True)}
    }


@pytest.mark.parametrize("seed", range(4))
def test_a_mirrored_order_is_told_and_can_be_flipped(seed):
    photo = taken(seed)
    wrong = renamed(photo.marks, ("south_east", "south_west", "north_west", "north_east"))
    assert "wrong order" in fault(wrong)
    file = read_marks_file(wrong, "photo")
    reading = read_camera(file, (30.0, 30.0))
    assert not reading.is_usable and not reading.is_sure and reading.likely_order is not None
    flipped = judged(
        wrong | {"corners": {name: list(at) for name, at in reading.likely_order.items()}}
    )
    assert flipped.notes == []


@pytest.mark.parametrize("seed", range(4))
def test_two_corners_exchanged_are_named(seed):
    wrong = renamed(
        taken(seed, references=4).marks, ("south_west", "north_east", "south_east", "north_west")
    )
    text = fault(wrong)
    assert "south-east is likely the north-east" in text
    assert "north-east is likely the south-east" in text


def test_a_turned_order_is_told_when_terrain_shows_it():
    order = ("south_east", "north_east", "north_west", "south_west")
    assert "wrong order" in fault(renamed(taken(2, references=4).marks, order))


def test_width_and_depth_exchanged():
    photo = taken(5, OBLONG)
    wrong = photo.marks | {"map": OBLONG | {"size": [30.0, 44.0]}}
    assert "wrong order" in fault(wrong)


def test_a_mark_far_off_is_named():
    marks = copy.deepcopy(taken(1, references=5, noise=2.0).marks)
    marks["references"][2]["pixel"][0] += 90.0
    text = fault(marks)
    assert "references[2] is off" in text and "this lens bends too much" in text


def test_a_mark_a_little_off_leaves_nothing_certain():
    marks = copy.deepcopy(taken(1, references=5, noise=2.0).marks)
    marks["references"][2]["pixel"][0] += 10.0
    result = judged(marks)
    assert result.reading.is_usable and not result.reading.is_sure
    assert "miss their places" in result.notes[0]
    assert result.answers[0].certain is None and "miss" in result.answers[0].why


def bent(seed, k1, references):
    """A photograph by a wide lens that bends, whose EXIF says nothing of it."""
    photo = taken(seed, references=references, noise=2.0)
    camera = PhotoCamera(
        photo.camera.axes, photo.camera.eye, photo.camera.focal_px * 0.6, photo.camera.center, k1
    )

    def pixel(at):
        return camera.project(np.array([at], float))[0].tolist()

    marks = copy.deepcopy(photo.marks)
    for name, at in corner_places((30.0, 30.0)).items():
        marks["corners"][name] = pixel(at)
    for mark in marks["references"]:
        mark["pixel"] = pixel(mark["at"])
    for model in marks["models"]:
        model["pixel"] = pixel(photo.truth[model["id"]])
    return photo, marks


@pytest.mark.parametrize("k1", [-0.35, 0.6])
@pytest.mark.parametrize("seed", range(4))
def test_a_lens_that_bends_too_much_is_told_or_found(seed, k1):
    _, marks = bent(seed, k1, references=0)
    assert "this lens bends too much" in fault(marks)
    photo, marks = bent(seed, k1, references=4)
    result = judged(marks)
    assert result.notes[0].startswith("the marks show another lens")
    for id, at in zip(result.placements.ids, result.placements.positions, strict=True):
        assert math.dist(at, photo.truth[id]) < 0.15


def test_a_corner_outside_the_picture_is_noted():
    marks = copy.deepcopy(taken(1).marks)
    photo = marks["photo"]
    xs = [at[0] for at in marks["corners"].values()]
    photo_marks = copy.deepcopy(marks)
    left = math.ceil(min(xs)) + 20
    for at in photo_marks["corners"].values():
        at[0] -= left
    for model in photo_marks["models"]:
        model["pixel"][0] -= left
    photo_marks["photo"] = {"width": photo["width"] - left, "height": photo["height"]}
    result = judged(photo_marks)
    assert any("outside the picture" in note for note in result.notes)
    assert any("cropped" in note for note in result.notes)


def test_three_corners_may_fit_two_cameras():
    unsure = 0
    for seed in range(16):
        photo = taken(seed)
        marks = photo.marks | {"corners": dict(list(photo.marks["corners"].items())[1:])}
        result = judged(marks)
        reply = result.answers[0]
        off = max(
            math.dist(at[:2], photo.truth[id][:2])
            for id, at in zip(result.placements.ids, result.placements.positions, strict=True)
        )
        if reply.certain is None and "two cameras" in reply.why:
            unsure += 1
            assert result.reading.rivals
        else:
            assert off < 2.0
    assert 0 < unsure < 8


def test_two_corners_with_references():
    marks = taken(4, references=4).marks
    two = dict(list(marks["corners"].items())[:2])
    assert judged(marks | {"corners": two}).notes == []
    few = fault(marks | {"corners": two, "references": marks["references"][:1]})
    assert "expected three corners of the table, or two and two references" in few


def test_all_marks_in_one_line():
    marks = copy.deepcopy(taken(1).marks)
    for k, name in enumerate(CORNER_NAMES):
        marks["corners"][name] = [100.0 + 300 * k, 200.0 + 300 * k]
    assert "in one line" in fault(marks)


def test_one_pixel_for_two_corners():
    marks = copy.deepcopy(taken(1).marks)
    marks["corners"]["north_east"] = list(marks["corners"]["north_west"])
    assert "corners.north_west: the same pixel as corners.north_east" in fault(marks)


def test_a_model_off_the_table():
    marks = copy.deepcopy(taken(6).marks)
    (x, y), (u, v) = marks["corners"]["south_west"], marks["corners"]["south_east"]
    (p, q) = marks["corners"]["north_west"]
    marks["models"][0]["pixel"] = [x - (u - x + p - x) * 0.1, y - (v - y + q - y) * 0.1]
    marks["models"][0]["level"] = 0.0
    text = fault(marks)
    assert text.startswith("photo: models[0].pixel: a is ") and "beyond the edge" in text


def test_a_mark_above_the_horizon():
    marks = copy.deepcopy(taken(6).marks)
    marks["models"][1]["level"] = 200.0
    assert 'models[1].pixel: no place 200" high is seen there' in fault(marks)


def test_the_size_of_a_base_is_checked():
    photo = taken(6, noise=1.0)
    marks = copy.deepcopy(photo.marks)
    base = {"small": 30, "medium": 40, "large": 50}[marks["models"][0]["base"]] / 25.4
    x, y, z = photo.truth["a"]

    def rim(diameter):
        ends = np.array([(x - diameter / 2, y, z), (x + diameter / 2, y, z)])
        return photo.camera.project(ends).tolist()

    marks["models"][0]["rim"] = rim(base)
    assert judged(marks).notes == []
    marks["models"][0]["rim"] = rim(base + 0.8)
    (note,) = judged(marks).notes
    assert note.startswith("the base of a looks ") and "mm wide, but a" in note


# Levels

TOWER: dict[str, Any] = {
    "size": [30.0, 30.0],
    "terrain": [
        {
            "id": "tower",
            "kind": "structure",
            "standable": True,
            "shape": {"type": "box", "center": [15, 15], "size": [6, 6], "height": 3},
        }
    ],
}


def on_tower(**options):
    photo = taken(11, TOWER, models=1, noise=1.0, **options)
    marks = copy.deepcopy(photo.marks)
    marks["questions"] = []
    del marks["models"][0]["level"]
    marks["models"][0]["base"] = "small"
    return photo, marks


def test_the_only_level_is_found():
    photo, marks = on_tower()
    spot = photo.camera.project(np.array([(4.0, 5.0, 0.0)]))[0].tolist()
    marks["models"][0]["pixel"] = spot
    (at,) = judged(marks).placements.positions
    assert at[2] == 0.0 and math.dist(at[:2], (4, 5)) < 0.2


def test_several_levels_are_listed():
    photo, marks = on_tower()
    marks["models"][0]["pixel"] = photo.camera.project(np.array([(15.0, 15.0, 3.0)]))[0].tolist()
    try:
        (at,) = judged(marks).placements.positions
    except InputError as error:
        assert "models[0].level: a small base can stand on several levels there" in str(error)
        assert '3" (tower), 0" (behind terrain)' in str(error)
    else:
        assert at[2] == 3.0
    marks["models"][0]["level"] = 3.0
    (at,) = judged(marks).placements.positions
    assert math.dist(at, (15, 15, 3)) < 0.2


def test_the_level_behind_terrain_is_the_less_likely():
    photo, marks = on_tower()
    file = read_marks_file(marks, "photo")
    table = map_cache().load_table(TOWER, "board", Path())
    fit = read_camera(file, (30.0, 30.0)).fit
    on_top = tuple(photo.camera.project(np.array([(15.0, 15.0, 3.0)]))[0].tolist())
    choices = find_levels(table, fit, "small", on_top, 1.0)
    assert (choices[0].height, choices[0].is_hidden) == (3.0, False)
    assert all(c.is_hidden for c in choices[1:])


def test_no_level_at_all():
    photo, marks = on_tower()
    wall = copy.deepcopy(TOWER)
    wall["terrain"][0]["standable"] = False
    wall["terrain"][0]["shape"]["size"] = [29.9, 29.9]
    marks["map"] = wall
    marks["models"][0]["pixel"] = photo.camera.project(np.array([(15.0, 15.0, 0.0)]))[0].tolist()
    assert "models[0].pixel: a small base cannot stand there on any level" in fault(marks)


# Files


BAD = [
    ({"noise": 0}, "noise: expected at least 0.05, found 0"),
    ({"noise": "3"}, 'noise: expected a number, found "3"'),
    ({"noise": math.nan}, "noise: expected a finite number"),
    ({"surprise": 1}, "surprise: unknown key"),
    ({"photo": {"width": 4032}}, "photo.height: missing"),
    ({"photo": {"width": 4032, "height": 1}}, "photo.height: expected at least 16, found 1"),
    ({"photo": {"width": 4032, "height": 10**9}}, "photo.height: expected a number up to 100000"),
    ({"photo": {"width": 4032.5, "height": 3024}}, "photo.width: "),
    (
        {"photo": {"width": 4032, "height": 3024, "focal_35mm": 0}},
        "photo.focal_35mm: expected at least 4, found 0",
    ),
    ({"corners": {"south": [1, 2]}}, "corners.south: unknown key"),
    ({"corners": {"south_west": [1, math.inf]}}, "corners.south_west[1]: expected a finite number"),
    ({"corners": {"south_west": [1, 2, 3]}}, "corners.south_west: "),
    ({"corners": {"south_west": [1, 1e9]}}, "corners.south_west[1]: expected a number up to"),
    ({"corners": {}}, "expected three corners of the table"),
    ({"references": [{"at": [1, 2], "pixel": [3, 4]}]}, "references[0].at[2]: missing"),
    ({"models": [{"id": "a", "base": "huge", "pixel": [1, 2]}]}, "models[0].base: expected one of"),
    ({"models": [{"id": "a", "base": "small"}]}, "models[0].pixel: missing"),
    ({"models": [{"id": "a", "base": "small", "pixel": "x"}]}, "models[0].pixel: expected a list"),
    ({"questions": [{"type": "sight", "from": "a", "to": "z"}]}, 'no model has the id "z"'),
    ({"questions": [{"type": "vision"}]}, "questions[0]: type: expected one of"),
    ({"map": {"size": [30, 30], "terrain": 5}}, "map"),
    ({"map": "no-such-board"}, "no-such-board"),
    ({"game": "chess"}, "chess"),
]


@pytest.mark.parametrize(("change", "words"), BAD, ids=[words[:40] for _, words in BAD])
def test_a_bad_file_gets_one_line_with_its_place(change, words):
    assert words in fault(taken().marks | change)


@pytest.mark.parametrize("data", [None, [], 3, "x", {}, {"case": 1, "truth": 2}])
def test_what_is_no_file_with_marks(data):
    fault(data)


@pytest.mark.parametrize("scale", [1 / 60, 10])
def test_tiny_and_huge_photographs(scale):
    marks = copy.deepcopy(taken(3, noise=2.0).marks)
    marks["noise"] = max(2.0 * scale, 0.05)
    marks["photo"]["width"] = round(marks["photo"]["width"] * scale)
    marks["photo"]["height"] = round(marks["photo"]["height"] * scale)
    for at in marks["corners"].values():
        at[:] = [v * scale for v in at]
    for model in marks["models"]:
        model["pixel"] = [v * scale for v in model["pixel"]]
    plain = judged(taken(3, noise=2.0).marks).placements.positions
    for one, other in zip(judged(marks).placements.positions, plain, strict=True):
        assert math.dist(one, other) < 0.25


def test_a_case_with_its_truth_is_read_as_the_case():
    marks = taken().marks
    assert judged({"case": marks, "truth": {}}).to_json() == judged(marks).to_json()


def test_the_fields_of_another_game_are_kept():
    marks = taken().marks | {"game": "warmachine"}
    marks = copy.deepcopy(marks)
    marks["models"][0]["facing"] = 90
    marks["questions"] = [{"type": "range", "from": "a", "to": "b"}]
    result = judged(marks)
    assert result.dispute.table.body("a").facing == 90
