"""A question without a possible answer says so, and names the only choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import play
from tests.games.warmachine.rules.playing import battle
from tests.screens.play_games import Notes
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.turn import TurnFrame
from wc3d.ui.controller import GameController
from wc3d.ui.play_session import PlaySession
from wc3d.ui.question_words import drop_places, impossible_lines, question_words

NO_WARJACK = ["No warjack can take a focus point now."]


def controller_of(game: Any) -> GameController:
    return GameController(PlaySession(game, {2: "recruit"}), Notes())


def test_a_hand_without_a_playable_card_leaves_one_choice() -> None:
    interaction = controller_of(play(step="cypher", hands={1: ("arcane_synthesis",)}))
    assert question_words(interaction) == "Play a Cypher"
    assert impossible_lines(interaction) == [
        "You have no Cypher that can be played now.",
        "Your only choice is “Play no Cypher”.",
    ]


def test_a_hand_with_a_playable_card_needs_no_such_words() -> None:
    game = play(step="cypher", at={"1.dusk_wolf.1": (15, 12)}, hands={1: ("arcane_synthesis",)})
    interaction = controller_of(game)
    assert question_words(interaction) == "Play a Cypher"
    assert impossible_lines(interaction) == []


@pytest.mark.parametrize(("placed", "lines"), [({}, NO_WARJACK), ({"1.hound": (24, 22, 90)}, [])])
def test_a_warcaster_without_a_warjack_is_not_told_to_click_one(
    placed: dict[str, Any], lines: list[str]
) -> None:
    game = battle({"1.marshal": (24, 20, 90, {"focus": 2}), **placed})
    game.state = replace(
        game.state, agenda=(TurnFrame(step="activation", player=1), ControlQuestion(player=1))
    )
    interaction = controller_of(game)
    assert impossible_lines(interaction)[:1] == lines
    how = interaction.hooks.instructions(interaction.context)
    assert how.startswith("Click a warjack") is not bool(lines)


@pytest.mark.parametrize(
    ("sentence", "short"),
    [
        ('Hunter: SPD 7", has advanced, at (12, 9)', 'Hunter: SPD 7", has advanced'),
        ('Jax: SPD 9", 1 Arc, at (16.6, 15.4), 0.8" up', 'Jax: SPD 9", 1 Arc'),
        ('Rangers: SPD 6", A (1, -0.5), B (2, 3), 2" up', 'Rangers: SPD 6"'),
        ("Choose a place near (12, 9) for it", "Choose a place near (12, 9) for it"),
        ("Activate one unit (NM-TRN-06)", "Activate one unit (NM-TRN-06)"),
    ],
)
def test_the_window_leaves_places_to_the_table(sentence: str, short: str) -> None:
    assert drop_places(sentence) == short
