"""What is drawn into the photograph lies where the camera sees it."""

import json

import numpy as np
import pytest

from tests.photo.test_certainty import QUESTIONS, judged, seen
from wc3d.photo.overlay import draw_board, draw_cylinder, draw_overlay


@pytest.fixture(scope="module")
def photo():
    return seen([(15, 10, 0), (15, 20, 0)], QUESTIONS[:9], noise=1.0)


@pytest.fixture(scope="module")
def overlay(photo):
    return draw_overlay(judged(photo))


def near(lines, pixel, within=12.0):
    """Whether some point of the lines is near a pixel."""
    points = np.array([at for line in lines for at in line])
    return bool((np.hypot(*(points - pixel).T) < within).any())


def test_it_is_json(overlay):
    assert json.loads(json.dumps(overlay, allow_nan=False)) == overlay
    assert list(overlay) == ["outlines", "models", "answers"]


def test_the_table_and_its_terrain(photo, overlay):
    table, wall = overlay["outlines"]
    assert (table["id"], table["kind"]) == ("", "table")
    (border,) = table["lines"]
    assert border[0] == border[-1]
    for corner in photo.marks["corners"].values():
        assert near([border], corner)
    assert (wall["id"], wall["kind"]) == ("wall", "structure")
    for x in (12, 18):
        for y in (14.5, 15.5):
            for z in (0, 4):
                assert near(wall["lines"], photo.camera.project(np.array([(x, y, z)]))[0])


def test_each_model_is_a_cylinder_in_its_ellipse(photo, overlay):
    assert [model["id"] for model in overlay["models"]] == ["a", "b"]
    for model, mark in zip(overlay["models"], photo.marks["models"], strict=True):
        (base,), (top,), (ellipse,) = model["base"], model["top"], model["ellipse"]
        assert np.mean(base[:-1], axis=0) == pytest.approx(mark["pixel"], abs=8)
        assert np.mean(top[:-1], axis=0)[1] < np.mean(base[:-1], axis=0)[1]
        assert len(model["sides"]) == 2
        assert np.ptp(np.array(ellipse), axis=0).max() < np.ptp(np.array(base), axis=0).max()


def test_answers_have_words_and_lines(overlay):
    sight, cover, *_ = overlay["answers"]
    assert (sight["type"], sight["verdict"], sight["certain"]) == ("sight", "BLOCKED", True)
    assert sight["marked"] == {"wall": "BLOCKS"} and sight["is_good"] is False
    assert {stroke["pen"] for stroke in sight["strokes"]} == {"blocked"}
    assert all(stroke["lines"] for stroke in sight["strokes"])
    assert sight["lines"][0].startswith("a cannot see b") and sight["why"]
    assert cover["circles"][0]["label"] == '1" from b'
    assert any(reply["ghosts"] for reply in overlay["answers"])


def test_lines_are_cut_behind_the_lens(photo):
    result = judged(photo)
    camera = result.reading.fit.camera.moved(np.array([0, 0, 0, 0, 27.0, -20, 0, 0, 0, 0, 0]))
    outlines = draw_board(result.dispute.table, camera)
    points = [at for outline in outlines for line in outline["lines"] for at in line]
    assert points and np.isfinite(points).all()
    behind = result.dispute.table.body("a").moved((15.0, -60.0, 0.0)).volume
    assert draw_cylinder(camera, behind) == {"base": [], "top": [], "sides": []}
