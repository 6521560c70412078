"""What a photograph makes certain: proofs hold everywhere, and a measure really changes the verdict."""

import copy
import re
from pathlib import Path

import numpy as np
import pytest

from tests.judging.test_displacement import is_within, somewhere
from tests.photo.random_photos import QUESTIONS, RandomPhoto, look_at, random_board, random_photo
from wc3d.photo.camera import PhotoCamera
from wc3d.photo.certainty import assess_certainty, deciding_values, displacement_of
from wc3d.photo.judgement import judge_marks
from wc3d.registry import map_cache

ALL_QUESTIONS = (
    *QUESTIONS,
    {"type": "seen_from", "model": "a", "base": "small", "cell": 5.0},
    {"type": "range", "from": "a", "to": "b"},
)

WALL = {"type": "box", "center": [15, 15], "size": [6, 1], "height": 4}
WALLED = {
    "name": "Table",
    "size": [30.0, 30.0],
    "terrain": [{"id": "wall", "kind": "structure", "name": "the wall", "shape": WALL}],
}


def seen(places, questions, board=WALLED, noise=2.0, bases=("small", "large")):
    """A photograph of a board with models at these places, without noise in the marks."""
    eye = np.array([15.0, -12.0, 34.0])
    camera = PhotoCamera(
        look_at(eye, np.array([15.0, 15, 0]), 0.05), eye, 2912.0, np.array([2016.0, 1512.0]), 0.02
    )
    size = board["size"]
    corners = np.array([(0, 0, 0), (size[0], 0, 0), (*size, 0), (0, size[1], 0)], float)
    pixels = camera.project(corners).tolist()
    names = ("south_west", "south_east", "north_east", "north_west")
    marks = {
        "photo": {"width": 4032, "height": 3024, "focal_35mm": 25},
        "map": board,
        "corners": dict(zip(names, pixels, strict=True)),
        "noise": noise,
        "models": [
            {
                "id": id,
                "base": base,
                "pixel": camera.project(np.array([at], float))[0].tolist(),
                "level": float(at[2]),
            }
            for id, base, at in zip("abcdef", bases, places, strict=False)
        ],
        "questions": list(questions),
    }
    truth = dict(zip("abcdef", places, strict=False))
    return RandomPhoto(marks, camera, truth)


def judged(photo):
    return judge_marks(photo.marks, "photo", Path(), map_cache())


def test_blocked_by_the_wall_certain():
    photo = seen([(15, 10, 0), (15, 20, 0)], [{"type": "sight", "from": "a", "to": "b"}])
    (reply,) = judged(photo).answers
    printed = reply.to_json()
    assert printed["verdict"] == "blocked" and printed["blockers"] == ["wall"]
    assert printed["certain"] is True and "measure" not in printed
    assert reply.lines()[-1] == (
        "  certain: blocked, even if models are as far off as the picture allows: "
        "every line stays blocked, wherever they stand"
    )


def test_too_close_to_call_names_what_to_measure():
    """The wall's end is at x = 18: the models see each other past it, or not."""
    question = {"type": "sight", "from": "a", "to": "b"}
    verdicts = {}
    for x in np.arange(17.2, 19.6, 0.15).round(2).tolist():
        photo = seen([(x, 13, 0), (x, 17, 0)], [question], noise=3.0)
        result = judged(photo)
        verdicts[x] = (result.answers[0].answer.verdict.verdict, result.answers[0].certain)
        if result.answers[0].certain is False:
            measure = result.answers[0].measure
            found = re.fullmatch(
                r"measure the gap between (the wall and [ab]|a and b|[ab] and the \w+ edge of the"
                r' table): the verdict changes at ([\d.]+)" \(the picture shows ([\d.]+)"\)',
                measure,
            )
            assert found, measure
            assert 0 < abs(float(found[2]) - float(found[3])) < 0.6
    seen_here = set(verdicts.values())
    assert {("clear", True), ("clear", False), ("blocked", False)} <= seen_here or {
        ("clear", True),
        ("blocked", True),
    } <= seen_here
    assert any(certain is False for _, certain in verdicts.values())


@pytest.mark.parametrize("seed", range(12))
def test_each_type_is_sound(seed):
    board = random_board(seed, 30.0)
    maps = map_cache()
    table = maps.load_table(board, "board", Path())
    photo = random_photo(seed, table, board, noise=6.0, models=3, questions=ALL_QUESTIONS)
    result = judge_marks(photo.marks, "photo", Path(), maps)
    dice = np.random.default_rng(seed)
    table = result.dispute.table
    for reply in result.answers:
        type, question = reply.answer.type, reply.answer.question
        now = deciding_values(type, reply.answer.verdict)
        displacement = displacement_of(result.placements, table, type, question)
        bodies = [table.body(id) for id in displacement.ids]
        if reply.certain:
            assert type.name not in ("seen_from", "range")
            for _ in range(12):
                moved = table.with_bodies(*somewhere(dice, displacement, bodies))
                assert deciding_values(type, type.ask(moved, question, None)) == now, type.name
            assert reply.measure == ""
        elif reply.certain is False:
            certainty = assess_certainty(table, type, question, result.placements)
            assert reply.measure == certainty.measure != ""
            if certainty.places:
                before = [table.body(body.id) for body in certainty.places]
                assert is_within(displacement, before, certainty.places)
                moved = table.with_bodies(*certainty.places)
                assert deciding_values(type, type.ask(moved, question, None)) != now, type.name
        else:
            assert reply.why


def test_a_range_is_a_measure():
    photo = seen([(5, 5, 0), (25, 25, 0)], [{"type": "range", "from": "a", "to": "b"}])
    (reply,) = judged(photo).answers
    assert reply.certain is False
    assert re.fullmatch(
        r'measure the range between a and b: it is between [\d.]+" and [\d.]+"', reply.measure
    )
    least, most = map(float, re.findall(r'([\d.]+)"', reply.measure))
    assert least < reply.to_json()["distance"] < most < least + 2


def test_terrain_alone_decides_about_standing():
    place = {"type": "stand", "base": "small", "position": [15.0, 15.0, 0.0]}
    photo = seen([(5, 5, 0), (25, 25, 0)], [place])
    (reply,) = judged(photo).answers
    assert reply.certain is True and "terrain alone decides" in reply.why


def test_more_models_need_a_wider_region():
    photo = seen(
        [(5, 5, 0), (25, 25, 0), (10, 20, 0)],
        [{"type": "sight", "from": "a", "to": "b"}, {"type": "blast", "target": "a"}],
        bases=("small", "small", "small"),
    )
    result = judged(photo)
    sight, blast = result.dispute.file.all_questions
    types = {reply.answer.type.name: reply.answer.type for reply in result.answers}
    table = result.dispute.table
    pair = displacement_of(result.placements, table, types["sight"], sight)
    everyone = displacement_of(result.placements, table, types["blast"], blast)
    assert pair.ids == ("a", "b") and everyone.ids == ("a", "b", "c")
    assert everyone.bound > pair.bound > 9.48


def test_each_answer_is_what_the_judge_says_at_the_solved_places():
    photo = seen([(15, 10, 0), (15, 20, 0)], ALL_QUESTIONS[:4])
    result = judged(photo)
    again = copy.deepcopy(result.dispute.given)
    from wc3d.judging.dispute import read_dispute
    from wc3d.judging.solve import answer

    dispute = read_dispute(again, "again", Path(), map_cache())
    for reply, question in zip(result.answers, dispute.file.all_questions, strict=True):
        printed = reply.to_json()
        plain = answer(dispute, question).to_json()
        assert {key: printed[key] for key in plain} == plain
        assert set(printed) - set(plain) <= {"certain", "measure"}


def test_a_doubtful_map_makes_models_doubtful():
    """A map that was marked in a photograph is not exact, and relative places matter."""
    photo = seen([(17.9, 13, 0), (17.9, 17, 0)], ALL_QUESTIONS[:1], noise=1.0)
    exact = judged(photo)
    photo.marks["map_doubt"] = 0.5
    doubtful = judged(photo)
    added = doubtful.placements.covariance - exact.placements.covariance
    assert added == pytest.approx(np.eye(4) * 0.25**2)
    assert exact.answers[0].certain is True and doubtful.answers[0].certain is not True
    assert "map_doubt" not in doubtful.dispute.given
