"""Photographs at random: places are accurate, ellipses honest, and nothing certain is wrong.

`python scripts/measure_photos.py` does the same with thousands of questions.
"""

from pathlib import Path

import numpy as np
import pytest

from tests.bench.photo import measure_photos
from tests.photo.random_photos import random_board, random_photo
from wc3d._internal.data_files import shipped_folder
from wc3d.photo.judgement import judge_marks
from wc3d.registry import map_cache
from wc3d.table.maps.strict_json import read_json

PHOTOS = 20


@pytest.mark.parametrize(
    ("side", "options", "most"),
    [
        (30.0, {}, 0.1),
        (30.0, {"references": 4}, 0.1),
        (30.0, {"is_cropped": True, "references": 2}, 0.1),
        (30.0, {"has_exif": False}, 0.1),
        (48.0, {}, 0.15),
        (48.0, {"references": 4}, 0.15),
    ],
)
def test_models_are_placed_and_verdicts_hold(side, options, most):
    result = measure_photos(PHOTOS, 7, side, options)
    assert result.wrong == []
    assert np.median(result.errors) <= most
    assert 0.88 <= np.mean(result.inside) <= 1.0, "60 models: 92 to 98 %, and chance"
    assert result.certain["sight"].count(True) >= 0.8 * PHOTOS
    assert max(map(len, result.certain.values())) == PHOTOS


@pytest.mark.slow
def test_ellipses_hold_the_truth_in_95_percent():
    inside = [
        hit
        for side in (30.0, 48.0)
        for options in ({}, {"references": 4})
        for hit in measure_photos(150, 3, side, options, questions=()).inside
    ]
    assert 0.92 <= np.mean(inside) <= 0.98


@pytest.mark.parametrize("board", ["crossroads", "watchtowers", "pinewood"])
def test_shipped_boards(board):
    folder = shipped_folder("maps")
    data = read_json(folder / f"{board}.json")
    maps = map_cache()
    table = maps.load_table(data, board, folder)
    errors = []
    for seed in range(5):
        photo = random_photo(seed, table, data, references=2)
        judged = judge_marks(photo.marks, "photo", folder, maps)
        for id, at in zip(judged.placements.ids, judged.placements.positions, strict=True):
            errors.append(float(np.hypot(*np.subtract(at[:2], photo.truth[id][:2]))))
            assert at[2] == photo.truth[id][2]
        truth = judged.dispute.table.with_bodies(
            *(b.moved(photo.truth[b.id]) for b in judged.dispute.table.bodies)
        )
        reply = judged.answers[0]
        if reply.certain:
            assert truth.sight("a", "b").verdict == reply.answer.verdict.verdict
    assert np.median(errors) < 0.2


def test_a_better_photograph_gives_smaller_ellipses():
    board = random_board(4, 30.0)
    maps = map_cache()
    table = maps.load_table(board, "board", Path())
    areas = []
    for noise in (1.0, 4.0):
        photo = random_photo(4, table, board, noise=noise)
        judged = judge_marks(photo.marks, "photo", Path(), maps)
        areas.append(np.linalg.det(judged.placements.covariance_of(0)))
    assert areas[0] < areas[1] / 10
