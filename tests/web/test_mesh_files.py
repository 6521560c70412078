"""The page of a dispute beside large mesh files: textured, small, honest about what it left out, and answered again the same."""

import json
import re

import numpy as np
import pytest
from PIL import Image

from tests.scene.test_mesh_looks import half_and_half, textured_ball
from tests.screens.browser import Browser
from tests.web.test_report_page import view
from wc3d.cli.judge.command import answer_dispute, draw_answers
from wc3d.cli.output import html_report as reports
from wc3d.cli.output.html_report import render_report
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.dispute import MapCache, open_dispute
from wc3d.scene import mesh_looks


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A page of a dispute on a board with two balls of 81,920 triangles, one of them twice; and the words of its answer."""
    folder = tmp_path_factory.mktemp("page")
    noise = half_and_half((1024, 1024))
    grain = np.random.default_rng(0).integers(0, 60, (1024, 1024, 3)).astype(np.uint8)
    textured_ball(folder / "ball.glb", subdivisions=6)
    textured_ball(
        folder / "other.glb", Image.fromarray(np.asarray(noise) // 2 + grain), subdivisions=6
    )
    shapes = [
        ("ball", [14, 10, 1.5], {}),
        ("other", [10, 15, 1.5], {}),
        ("ball", [6, 15, 1.5], {"mirrored": True}),
    ]
    asked = {
        "map": {
            "size": [20, 20],
            "terrain": [
                {
                    "id": f"ball {k}",
                    "kind": "structure",
                    "shape": {
                        "type": "mesh",
                        "file": f"{name}.glb",
                        "scale": 0.035,
                        "position": at,
                        "tolerance": 0.1,
                        **more,
                    },
                }
                for k, (name, at, more) in enumerate(shapes)
            ],
        },
        "models": [
            {"id": "scout", "base": "small", "position": [5, 9, 0]},
            {"id": "jack", "base": "large", "position": [18, 9, 0]},
        ],
        "questions": [{"type": "sight", "from": "scout", "to": "jack"}],
    }
    (folder / "asked.json").write_text(json.dumps(asked))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mesh_looks, "cache_folder", lambda: folder)
        dispute = open_dispute(folder / "asked.json", MapCache(SPACE))
        answers = answer_dispute(dispute)
        (folder / "alone").mkdir()
        (folder / "alone" / "page.html").write_text(
            render_report(dispute, answers), encoding="utf-8"
        )
    return folder / "alone" / "page.html", [answer.answer_lines() for answer in answers]


def test_the_page_is_small_and_says_what_it_left_out(written):
    page, _ = written
    assert page.stat().st_size < 5_000_000
    told = re.search(
        r"draws ([\d,]+) of the 163,840 triangles of the board&#x27;s 2 mesh files",
        page.read_text(),
    )
    assert told is not None and 10_000 < int(told[1].replace(",", "")) <= 60_000
    assert "The page shows ball.glb, other.glb without textures" in page.read_text()


def test_it_is_answered_again_the_same(written):
    page, words = written
    again = open_dispute(page, MapCache(SPACE))
    assert [answer.answer_lines() for answer in answer_dispute(again)] == words


def test_it_is_drawn_with_its_textures(written, tmp_path):
    with Browser(tmp_path) as browser:
        browser.open(written[0].as_uri())
        seen = view(browser).astype(int)
    red = (seen[:, 0] > seen[:, 1] + 50) & (seen[:, 0] > seen[:, 2] + 50)
    blue = (seen[:, 2] > seen[:, 0] + 50) & (seen[:, 2] > seen[:, 1] + 40)
    assert red.mean() > 0.005 and blue.mean() > 0.005


def test_meshes_that_do_not_fit_are_left_out_and_named(tmp_path, monkeypatch):
    monkeypatch.setattr(mesh_looks, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(reports, "MAX_MESHES_CHARS", 100)
    textured_ball(tmp_path / "ball.glb", subdivisions=1)
    shape = {"type": "mesh", "file": "ball.glb", "scale": 0.03, "position": [5, 5, 0]}
    asked = {
        "map": {"size": [10, 10], "terrain": [{"id": "ball", "kind": "structure", "shape": shape}]},
        "models": [],
    }
    (tmp_path / "asked.json").write_text(json.dumps({**asked, "questions": []}))
    page = render_report(open_dispute(tmp_path / "asked.json", MapCache(SPACE)), [])
    assert "The page leaves out ball.glb, which is too large" in page and "wc3d-meshes" not in page


def test_a_damaged_texture_is_told_on_the_page_and_beside_a_picture(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(mesh_looks, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(mesh_looks, "_looks", {})
    path = textured_ball(tmp_path / "ball.glb", subdivisions=1)
    data = path.read_bytes()
    at = data.index(b"\x89PNG")
    path.write_bytes(data[: at + 60] + bytes(len(data) - at - 60))
    shape = {"type": "mesh", "file": "ball.glb", "scale": 0.03, "position": [5, 5, 0]}
    board = {"size": [10, 10], "terrain": [{"id": "ball", "kind": "structure", "shape": shape}]}
    (tmp_path / "asked.json").write_text(json.dumps({"map": board, "models": [], "questions": []}))
    dispute = open_dispute(tmp_path / "asked.json", MapCache(SPACE))
    assert "ball.glb: a texture is damaged" in render_report(dispute, [])
    draw_answers(dispute, [], tmp_path / "out.png", quiet=True)
    assert "ball.glb: a texture is damaged; drawn in plain color" in capsys.readouterr().err
