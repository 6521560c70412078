"""The program without the extras: the game runs, and what needs an extra names it in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from wc3d._internal.data_files import shipped_folder

COVER = str(shipped_folder("maps") / "questions" / "book-cover.json")
COMMANDS = [
    ["start"],
    ["view", COVER],
    ["play", "--window"],
    ["judge", COVER, "--window"],
    ["judge", COVER, "--picture", "out.png"],
    ["judge", COVER],
    ["demo", "--out", "game"],
    ["replay", "game/demo.jsonl", "--verify"],
    ["export", "book-cover", "plan.pdf"],
    ["export", "book-cover", "plan.svg"],
]
BARE = """
import contextlib, io, json, sys
sys.modules.update(dict.fromkeys(("panda3d", "direct", "imgui_bundle", "fontTools")))
from wc3d.cli.main import main
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
NEO_MECHANIKA.bots["recruit"] = NEO_MECHANIKA.bots["random"]  # quicker, and no matter here
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()) as failed:
        code = main(words)
    print(json.dumps([code, said.getvalue(), failed.getvalue()]))
"""
"""A Python without the libraries that draw, which runs the commands one after another."""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What each command has said, and the folder in which they ran."""
    folder = tmp_path_factory.mktemp("bare")
    env = {**os.environ, "DISPLAY": ":1", "WC3D_CONFIG": str(folder / "config")}
    call = [sys.executable, "-c", BARE, json.dumps(COMMANDS)]
    done = subprocess.run(
        call, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()], folder


def test_what_draws_says_in_one_line_that_it_cannot(told):
    for code, _, failed in told[0][:5]:
        assert code == 2 and failed.count("\n") == 1
        assert "the window and pictures need " in failed
        assert ", which is not installed; run: pip install 'wc3d[window]'" in failed
    assert sorted(path.name for path in told[1].iterdir()) == ["game", "plan.svg"], (
        "nothing was written or remembered"
    )


def test_disputes_are_judged_and_two_bots_play_a_game_that_is_saved_and_sound(told):
    judged, played, replayed = told[0][5:8]
    assert judged[0] == played[0] == replayed[0] == 0
    assert (
        "No pictures" in played[1]
        and "pip install 'wc3d[window]'" in played[1]
        and "intact" in replayed[1]
    )


def test_a_plan_as_pdf_names_its_extra_and_a_plan_as_svg_needs_none(told):
    (code, _, failed), as_svg = told[0][8:]
    assert code == 2 and failed.count("\n") == 1
    assert "plan.pdf: PDF plans need fonttools; run: pip install 'wc3d[print]'" in failed
    assert as_svg[0] == 0 and as_svg[2] == ""
