"""Hints, the analysis of a game and the ladder: what they tell, and what they refuse in one line."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from tests.conformance.games import case_of
from tests.games.neo_mechanika.bots.test_random_player import skirmish
from wc3d.bots import bots_of, ladder, play_out
from wc3d.bots.advice import Hint, TurnHint
from wc3d.cli.advice.analyze import RING, TurnAnalysis, render_chance_svg
from wc3d.cli.advice.hint import format_hint, format_turn_hint
from wc3d.engine.game import Game, View
from wc3d.engine.replay import save
from wc3d.games.neo_mechanika.bots import adviser
from wc3d.games.neo_mechanika.bots.turn_plan import TurnPlan
from wc3d.games.neo_mechanika.bots.turn_search import SearchedPlan
from wc3d.games.neo_mechanika.rules.actions import Activate, Pass
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

BOTS = bots_of(NEO_MECHANIKA)


@pytest.fixture(scope="module")
def game() -> Game:
    """A turn and a half of a skirmish."""
    game = skirmish(4)
    bots = {p: BOTS["regular"](p) for p in (1, 2)}
    while game.state.turn < 3 or game.state.phase < 4:
        play_out(game, bots, limit=1)
    return game


@pytest.fixture
def saved(game: Game, tmp_path: Path) -> Path:
    """The game in a file."""
    path = tmp_path / "game.jsonl"
    save(game, path)
    return path


def test_hints_are_numbered_with_chances_points_and_reasons(wc3d: Wc3d, saved: Path) -> None:
    said = wc3d("hint", "--load", saved, "--think", 30)
    assert said.code == 0
    first, *plans = said.out.splitlines()
    assert "turn 3" in first and "to act" in first
    assert (
        plans[0].startswith("1. ")
        and "% chance to win" in plans[0]
        and "at the end of the round" in plans[0]
    )
    assert "These chances come from" in plans[-1]


@pytest.mark.parametrize(
    ("tries", "spread", "said"),
    [
        (1, 0.0, "In 1 simulation: "),
        (2, 0.001, "In 2 simulations with the same result: "),
        (6, 0.18, "In 6 simulations: "),
    ],
)
def test_how_sure_a_hint_is_is_said_as_it_was_found(tries: int, spread: float, said: str) -> None:
    first, second = format_hint(
        1, Hint(Pass(player=1), "play no Cypher", 0.57, spread, (11.0, 11.6), (), tries)
    )
    assert second == f"   {said}it makes little difference" and ("±18%" in first) == (spread > 0.1)


def test_a_plan_alone_is_said_to_be_alone(wc3d: Wc3d, saved: Path) -> None:
    said = "The search tried no other plan."
    alone, asked_for_one, several = (
        wc3d("hint", "--load", saved, "--think", think, "--most", most).out.splitlines()
        for think, most in ((1, 3), (1, 1), (60, 3))
    )
    assert said in alone and said not in asked_for_one
    assert several[3].startswith("2. ") and said not in several


def test_before_a_game_of_warmachine_a_hint_is_what_its_bot_would_do(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    path = tmp_path / "battle.jsonl"
    save(case_of("warmachine").new(1), path)
    said = wc3d("hint", "--load", path)
    lines = said.out.splitlines()
    assert said.code == 0 and lines[1].startswith("1. ") and "%" not in said.out
    assert "Differences of a few percent mean little" in lines[-1]
    plans = json.loads(wc3d("hint", "--load", path, "--json").out)
    assert plans[0]["chance"] is None and plans[0]["why"] == ["the bot regular would do this"]


def test_warmachine_has_hints_plans_and_an_analysis(wc3d: Wc3d, tmp_path: Path) -> None:
    game = case_of("warmachine").new(1)
    bots = {p: bots_of(game.rules)["regular"](p) for p in (1, 2)}
    while game.state.round < 2:
        play_out(game, bots, limit=1)
    path = tmp_path / "battle.jsonl"
    save(game, path)
    hint = wc3d("hint", "--load", path, "--think", 20)
    assert hint.code == 0 and "% chance to win" in hint.out.splitlines()[1]
    plans = wc3d("hint", "--load", path, "--turn", "--think", 30)
    assert plans.code == 0 and "% chance to win (±" in plans.out.splitlines()[0]
    assert "   - Activate: " in plans.out
    analysis = wc3d("analyze", path, "--look", 1, "--think", 12)
    assert analysis.code == 0 and "'s chance" in analysis.out.splitlines()[0]
    assert sum("#" in line for line in analysis.out.splitlines()) >= 2


def test_hints_for_programs_say_the_action(wc3d: Wc3d, saved: Path, game: Game) -> None:
    plans = json.loads(wc3d("hint", "--load", saved, "--think", 30, "--most", 1, "--json").out)
    assert len(plans) == 1 and game.check(NEO_MECHANIKA.play.read_action(plans[0]["action"]))


def test_an_analysis_tells_every_turn_and_draws_it(wc3d: Wc3d, saved: Path, tmp_path: Path) -> None:
    said = wc3d("analyze", saved, "--look", 0, "--plot", tmp_path / "chances.svg")
    assert said.code == 0 and [f"turn {n}" in said.out for n in (1, 2, 3)] == [True] * 3
    drawn = (tmp_path / "chances.svg").read_text()
    assert drawn.startswith("<svg") and drawn.count("<circle") == 3
    assert wc3d("analyze", saved, "--plot", tmp_path / "chances.svg").code == 2


def test_the_picture_shows_where_rounds_end_and_where_something_better_was_found() -> None:
    ends = TurnAnalysis("Pulse round 1, turn 6", 1, 0, 9, 0.6, 0.1, (), "Pulse <round> 1")
    lost = TurnAnalysis(
        "Pulse round 2, turn 7", 2, 9, 20, 0.4, -0.2, (), better="stay", better_by=0.1
    )
    picture = render_chance_svg([ends, lost], ("Anna", "Ben"))
    plain = render_chance_svg([replace(lost, better="")], ("Anna", "Ben"))
    assert (
        picture.count("<circle") == 2
        and picture.count(RING) == 1
        and "Pulse &lt;round&gt; 1 ends" in picture
    )
    assert (
        "a better plan was found" in picture
        and "better plan" not in plain
        and " ends<" not in plain
    )


def test_swings_add_up_to_where_the_game_stands(wc3d: Wc3d, saved: Path) -> None:
    turns = json.loads(wc3d("analyze", saved, "--look", 0, "--json").out)["turns"]
    for before, after in pairwise(turns):
        changed = after["chance"] - before["chance"]
        assert after["swing"] == pytest.approx(changed if after["player"] == 1 else -changed)


def test_a_swing_with_which_objectives_are_scored_is_told_as_such(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    game = skirmish(4)
    path = tmp_path / "game.jsonl"
    bots = {p: BOTS["random"](p) for p in (1, 2)}
    while game.state.round < 2 or game.state.phase < 4:
        play_out(game, bots, limit=1)
    save(game, path)
    turns = json.loads(wc3d("analyze", path, "--look", 0, "--json").out)["turns"]
    assert [t["ended"] for t in turns if t["ended"]] == ["Pulse round 1"]
    last = max(i for i, t in enumerate(turns) if t["turn"].startswith("Pulse round 1,"))
    lines = wc3d("analyze", path, "--look", 0).out.splitlines()
    assert turns[last]["ended"] and [
        n for n, line in enumerate(lines[1:]) if " at the end of Pulse round 1: " in line
    ] == [last]


def test_a_better_plan_is_better_than_what_was_done(wc3d: Wc3d, saved: Path) -> None:
    turns = json.loads(wc3d("analyze", saved, "--look", 1, "--think", 20, "--json").out)["turns"]
    assert all((t["better_by"] > 0.0) == bool(t["better"]) for t in turns)


def use_plans(
    monkeypatch: pytest.MonkeyPatch, view: View, *results: tuple[float, ...]
) -> list[SearchedPlan]:
    """Let the adviser find a plan for each tuple of results, the usual one first."""
    actions = [Activate(player=unit.player, unit=unit.id) for unit in view.state.units.values()]
    plans = [
        SearchedPlan(TurnPlan(), first=action, answered=list(r), replied=[view.state] * len(r))
        for action, r in zip(actions, results, strict=False)
    ]
    monkeypatch.setattr(
        adviser, "search_actions", lambda view, think, done=None, progress=None: plans
    )
    return plans


def test_luck_in_few_samples_is_not_told_as_a_better_plan(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = game.view(game.to_act)
    taken, _ = use_plans(monkeypatch, view, (0.2, 0.2, 0.2, 0.3, 0.6), (0.9, 0.0, 0.0, 0.9, 0.1))
    assert taken.first is not None
    assert adviser.ADVISER.find_better_plan(view, taken.first) is None


def test_a_plan_that_is_better_each_time_is_told_with_how_sure_that_is(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = game.view(game.to_act)
    taken, better = use_plans(monkeypatch, view, (0.25, 0.2, 0.3), (0.55, 0.5, 0.65))
    assert taken.first is not None and better.first is not None
    found = adviser.ADVISER.find_better_plan(view, taken.first)
    assert (
        found is not None
        and found.tries == 3
        and NEO_MECHANIKA.text.describe(view.state, better.first) in found.words
    )
    assert found.gain == pytest.approx((0.3 + 0.3 + 0.35) / 3) and 0.0 < found.uncertainty < 0.03


def test_of_plans_with_the_taken_action_the_best_counts(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = game.view(game.to_act)
    taken, other = use_plans(monkeypatch, view, (0.25, 0.2, 0.3), (0.55, 0.5, 0.65))
    continued = SearchedPlan(TurnPlan(), first=taken.first, answered=[0.6, 0.5, 0.65])
    monkeypatch.setattr(
        adviser, "search_actions", lambda view, think, done=None: [taken, other, continued]
    )
    assert taken.first is not None
    assert adviser.ADVISER.find_better_plan(view, taken.first) is None


def test_a_ladder_rates_and_goes_on_where_it_stopped(wc3d: Wc3d, tmp_path: Path) -> None:
    words = (
        "ladder",
        "--bots",
        "recruit",
        "random",
        "--mission",
        "chaos_theory",
        "--games",
        4,
        "--jobs",
        1,
    )
    out = tmp_path / "ladder.jsonl"
    lines = []
    for i, (mission, board, force, number) in enumerate(
        ladder.schedule_games(NEO_MECHANIKA, ["chaos_theory"], [], 4)
    ):
        key = ladder.LadderPairing(
            "neo_mechanika", ("recruit", "random"), mission, board, force, "1", number
        ).key
        one = {
            "key": key,
            "bots": ["recruit", "random"],
            "mission": mission,
            "score": float(i > 0),
            "points": [3, 1],
        }
        lines.append(json.dumps(one))
    out.write_text("\n".join(lines) + "\n")
    said = wc3d(*words, "--out", out)
    assert (
        said.code == 0
        and "recruit against random: 3-0-1" in said.out
        and "75% [95% CI: 30% to 95%]" in said.out
    )
    data = json.loads(wc3d(*words, "--out", out, "--json").out)
    assert [r["bot"] for r in data["ratings"]] == ["recruit", "random"] and data["games"] == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("hint",), "--load"),
        (("hint", "--load", "nowhere.jsonl"), "nowhere.jsonl"),
        (
            ("hint", "--load", "SAVED", "--most", 0),
            "--most 0: expected a whole number from 1 to 20",
        ),
        (
            ("hint", "--load", "SAVED", "--at", 10**6),
            "--at 1000000: expected a whole number from 0 to",
        ),
        (("analyze", "nowhere.jsonl"), "nowhere.jsonl"),
        (("analyze", "SAVED", "--look", -1), "--look -1: expected a whole number"),
        (
            ("ladder", "--games", 2, "--bots", "recruit"),
            "--bots recruit: expected at least two bots",
        ),
        (("ladder", "--games", 2, "--bots", "recruit", "recruit"), "recruit is listed 2 times"),
        (("ladder", "--games", 0), "--games 0: expected a whole number"),
        (
            ("ladder", "--games", 2, "--bots", "recruit", "random", "--out", "SAVED"),
            "line 1: expected the result of a game",
        ),
        (("ladder", "--games", 2, "--mission", "chaos"), "chaos"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(
    wc3d: Wc3d, saved: Path, words: tuple[object, ...], told: str
) -> None:
    said = wc3d(*(saved if word == "SAVED" else word for word in words))
    assert said.code == 2 and told in said.err and "Traceback" not in said.err


def test_a_turn_is_planned_with_its_line_of_play(wc3d: Wc3d, saved: Path) -> None:
    said = wc3d("hint", "--load", saved, "--turn", "--think", 40)
    lines = said.out.splitlines()
    assert said.code == 0 and lines[0].startswith("1. ") and "% chance to win (±" in lines[0]
    assert lines[0].endswith("points expected at the end of the round")
    assert any(line.startswith("   - Activate: ") for line in lines)
    data = json.loads(wc3d("hint", "--load", saved, "--turn", "--think", 40, "--json").out)
    assert data[0].keys() == {"line", "chance", "error", "points", "alike", "tries"}
    early = wc3d("hint", "--load", saved, "--turn", "--at", 0)
    assert early.code == 0 and early.out.startswith("No plan: ")


def test_alike_plans_are_told_to_be_alike() -> None:
    hint = TurnHint(("Activate: a hunter",), 0.5, 0.03, (3.0, 2.0), is_alike=True, tries=4)
    assert format_turn_hint(2, hint) == [
        "2. 50% chance to win (±3%), about like plan 1, 3.0 to 2.0 points expected at the end of the round",
        "   - Activate: a hunter",
    ]
