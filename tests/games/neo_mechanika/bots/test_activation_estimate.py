"""Cards and abilities for a unit's activation are worth what an activation still to come gains by them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.games.neo_mechanika.bots.test_regular import SCOURGE
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.ability_evaluation import card_play_value
from wc3d.games.neo_mechanika.bots.activation_estimate import (
    estimate_activation_value,
    ready_value,
    remaining_activations,
)
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH, make_recruit, make_regular
from wc3d.games.neo_mechanika.rules.actions import Activate, Pass, Play
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.forces.force import UnitChoice

WOLF = "1.dusk_wolf.1"
OTHER = "1.dusk_wolf.2"
ENGINEER = "1.combat_engineer.1"
PLAYERS = (make_recruit, make_regular, partial(NeoMechanikaPlayer, strength=THOROUGH))
LAST = 10
"""The last turn of a Pulse round of a primary mission; player 2 has it, and player 1 the one before."""


def jacks(
    step: str,
    hand: str,
    turn: int = 1,
    tokens: tuple[str, ...] = (),
    near: float = 18,
    far: float = 46,
) -> Game:
    """Two warjacks with rifles, the first near an enemy, the second far from everything; a card in hand."""
    at = {WOLF: (20, 10), OTHER: (46, 2), SCOURGE: (20, near)}
    state = begun(
        [armed("battle_rifle"), armed("battle_rifle")], at=at, hands={1: [hand]}, tokens=tokens
    )
    return at_step(state, step, turn=turn)


def worth(game: Game, card: str, on: str) -> float:
    """What a card is worth on a unit."""
    return card_play_value(game.state, Play(player=1, card=card, on=on))


def test_a_token_is_taken_only_from_who_has_an_activation_to_come() -> None:
    for turn, step, left in (
        (1, "cypher", 5),
        (1, "cypher_again", 4),
        (LAST - 1, "cypher", 1),
        (LAST - 1, "cypher_again", 0),
    ):
        game = jacks(step, "impulse_inducer", turn, tokens=(WOLF, OTHER))
        assert remaining_activations(game.state, WOLF) == left
        assert (worth(game, "impulse_inducer", WOLF) > 0.0) is (left > 0), (turn, step)


@pytest.mark.parametrize("player", PLAYERS)
def test_no_token_is_taken_in_the_last_turn_after_the_activation(player: Any) -> None:
    late = jacks("cypher_again", "impulse_inducer", LAST - 1, tokens=(WOLF, OTHER))
    assert player(1).choose(late.view(1)) == Pass(player=1)
    early = jacks("cypher", "impulse_inducer", LAST - 1, tokens=(WOLF,))
    assert player(1).choose(early.view(1)) == Play(player=1, card="impulse_inducer", on=WOLF)


def test_a_token_is_taken_only_from_who_gains_more_than_those_that_act_anyway() -> None:
    last = LAST - 1
    idle, eager = (
        jacks("cypher", "impulse_inducer", last, tokens=(unit,)) for unit in (OTHER, WOLF)
    )
    assert worth(idle, "impulse_inducer", OTHER) == 0.0 < worth(eager, "impulse_inducer", WOLF)
    gained = estimate_activation_value(
        eager.state.with_unit(WOLF, token=False), WOLF
    ) - estimate_activation_value(eager.state, OTHER)
    assert worth(eager, "impulse_inducer", WOLF) == pytest.approx(gained)


def test_an_activation_in_progress_is_none_to_come() -> None:
    at = {WOLF: (20, 10), ENGINEER: (22, 10), OTHER: (24, 10), SCOURGE: (20, 18)}
    units: list[str | UnitChoice] = [
        armed("battle_rifle"),
        armed("battle_rifle"),
        "combat_engineer",
    ]
    game = at_step(begun(units, at=at, tokens=[WOLF]), "activation", turn=LAST - 1)
    assert (
        remaining_activations(game.state, WOLF) == remaining_activations(game.state, ENGINEER) == 1
    )
    game.apply(Activate(player=1, unit=ENGINEER))
    assert game.state.agenda and any(isinstance(f, Activation) for f in game.state.agenda)
    assert (
        remaining_activations(game.state, WOLF),
        remaining_activations(game.state, ENGINEER),
    ) == (1, 1), "two solos may act"
    other = at_step(begun(units, at=at, tokens=[WOLF]), "activation", turn=LAST - 1)
    other.apply(Activate(player=1, unit=OTHER))
    assert (
        remaining_activations(other.state, WOLF),
        remaining_activations(other.state, ENGINEER),
    ) == (0, 1)
    assert ready_value(other.state, WOLF) == 0.0


def test_a_card_for_this_turn_is_for_the_unit_that_acts_in_it() -> None:
    game = jacks("cypher", "ascension_catalyst")
    assert worth(game, "ascension_catalyst", OTHER) == 0.0 < worth(game, "ascension_catalyst", WOLF)
    spent = jacks("cypher_again", "ascension_catalyst")
    assert worth(spent, "ascension_catalyst", WOLF) == 0.0


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("on", [WOLF, OTHER])
def test_who_has_a_card_for_this_turn_acts_in_it(player: Any, on: str) -> None:
    game = jacks("cypher", "ascension_catalyst")
    game.apply(Play(player=1, card="ascension_catalyst", on=on))
    assert player(1).choose(game.view(1)) == Activate(player=1, unit=on)
