"""The models of a squad: what people call them, and the names that saved games keep."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.playing import begun
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS, FRAME_STEPS
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import EffectQuestion, option_words
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

SQUAD = "1.ranger_infiltrators.1"


def game() -> State:
    places = {f"{SQUAD}.{letter}": (10 + 2 * n, 10) for n, letter in enumerate("abc")}
    return begun(["ranger_infiltrators", "ranger_infiltrators"], ["marauder"], at=places)


@pytest.mark.program("how people are told the names of models")
def test_a_model_of_a_squad_has_one_name_everywhere() -> None:
    state = game()
    assert state.name(f"{SQUAD}.b") == "Ranger Infiltrator 1B"
    assert state.name(SQUAD) == "Ranger Infiltrators 1"
    assert NEO_MECHANIKA.text.name_in_group(state, f"{SQUAD}.b") == "B"
    labels = {label.id: label for label in NEO_MECHANIKA.display.labels(state)}
    titles = [labels[f"{SQUAD}.{letter}"].title for letter in "abc"]
    assert titles == ["Ranger Infiltrators 1", "B", "C"]
    assert labels[f"{SQUAD}.b"].name == labels[f"{SQUAD}.b"].words[0] == "Ranger Infiltrator 1B"


@pytest.mark.program("how people are told the names of models")
def test_saved_games_keep_the_names_that_they_know() -> None:
    state = game()
    assert state.models[f"{SQUAD}.b"].name == "Ranger Infiltrators 1 b"
    r = Resolution(state, ScriptedDice(()), FRAME_STEPS)
    r.push(EffectQuestion("", 1, ((f"{SQUAD}.a", "fire"), (f"{SQUAD}.b", "fire"))))
    asked = find_open_question(r.state)
    chosen = list(ACTION_HANDLERS[EffectQuestion, Choose].candidates(r.state, asked))
    assert chosen[1] == Choose(player=1, option="Fire on Ranger Infiltrators 1 b")
    assert (
        option_words(r.state, "Fire on Ranger Infiltrators 1 b") == "Fire on Ranger Infiltrator 1B"
    )
    assert NEO_MECHANIKA.text.describe(r.state, chosen[1]) == "Fire on Ranger Infiltrator 1B"
