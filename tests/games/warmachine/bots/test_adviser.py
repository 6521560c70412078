"""Hints and analysis of WARMACHINE: plans with chances, lines of play and reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.games.warmachine.rules.playing import activate, battle, do
from wc3d.bots.advice import find_hints, find_turn_hints, load_adviser
from wc3d.games.warmachine.bots.adviser import explain_difference
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.ruleset import WARMACHINE

PLACED: dict[str, Any] = {
    "1.anvil": (20, 20, 90.0, {"focus": 3}),
    "1.marshal": (20, 14, 90.0, {"focus": 2}),
    "2.marshal": (20, 26.5, 270.0, {"damage": 12}),
    "2.mortar": (24, 24, 270.0),
}


def test_plans_for_a_turn_have_a_line_a_chance_and_an_error() -> None:
    game = battle(PLACED)
    hints = find_turn_hints(game.view(1), 80)
    assert 2 <= len(hints) <= 3 and len({hint.line for hint in hints}) == len(hints)
    first = hints[0]
    assert not first.is_alike and 0.0 < first.chance < 1.0 and first.tries >= 2
    assert any(line.startswith("Activate: ") for line in first.line)
    assert "Marshal" in " ".join(line for line in first.line if line.startswith("Charge"))
    for hint in hints[1:]:
        margin = hint.uncertainty + first.uncertainty
        assert hint.is_alike == (abs(hint.chance - first.chance) <= margin)
    assert find_turn_hints(game.view(1), 80) == hints
    assert find_turn_hints(game.view(2), 80) == [], "it is not their turn"


def test_hints_are_legal_and_have_chances_and_reasons() -> None:
    game = activate(battle(PLACED), "1.anvil")
    hints = find_hints(game.view(1), 80)
    assert hints and all(game.check(hint.action) for hint in hints)
    assert all(hint.chance is not None and hint.words for hint in hints)
    assert isinstance(hints[0].action, act.Charge) and hints[0].action.target == "2.marshal"


def test_a_blunder_is_named_and_a_good_action_is_not() -> None:
    adviser = load_adviser(WARMACHINE)
    view = activate(battle(PLACED), "1.anvil").view(1)
    away = act.Advance(player=1, model="1.anvil", path=((20.0, 17.0),), facing=90.0)
    better = adviser.find_better_plan(view, away, 60)
    assert better is not None and better.gain > 0.05 and better.tries >= 3
    charge = find_hints(view, 60)[0].action
    assert adviser.find_better_plan(view, charge, 60) is None


def test_reasons_tell_what_changed() -> None:
    before = battle(PLACED).state
    after = before.with_model("1.marshal", damage=10)
    changes = dict(explain_difference(before, after, 1))
    assert changes["warcaster"] < 0.0 and changes["feat"] == 0.0
    words = load_adviser(WARMACHINE).explain_change(before, after, 1)
    assert any("warcaster" in line for line in words)
    assert explain_difference(before, replace(after, over=True, winner=2), 1) == []


def test_the_chance_of_a_finished_game_is_certain() -> None:
    game = battle(PLACED)
    do(game, act.Concede)
    adviser = load_adviser(WARMACHINE)
    assert (adviser.win_chance(game.state, 1), adviser.win_chance(game.state, 2)) == (0.0, 1.0)
