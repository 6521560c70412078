"""The regular counts its activations: a unit with nothing to do waits while it can."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.bots.test_regular import SCOURGE
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.choosers import activation_value
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.sparing_activation import MIN_GAIN
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH, make_regular
from wc3d.games.neo_mechanika.rules.actions import Activate, Pass
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission

WOLF = "1.dusk_wolf.1"
WEAVER = "1.coalition_weaver.1"


def second_activation(turn: int, enemy: tuple[float, float], *more: str) -> Game:
    """The wolf has acted, and a weaver may act too; only squads hold the objectives."""
    at = {WOLF: (30, 5), WEAVER: (12, 9.5), SCOURGE: enemy}
    at |= {f"1.{kind}.1": (38.0, 5.0 + 3.0 * k) for k, kind in enumerate(more)}
    state = begun(
        ["dusk_wolf", "coalition_weaver", *more], at=at, mission=mission("decay_constant")
    )
    game = at_step(state, "activation", turn=turn)
    game.apply(Activate(player=1, unit=WOLF))
    while asked(game) != "ActivationQuestion":
        game.apply(Pass(player=1))
    return game


def test_a_unit_with_nothing_to_do_waits_while_turns_are_left() -> None:
    game = second_activation(1, (40, 44))
    assert activation_value(game.state, WEAVER) < MIN_GAIN
    assert make_regular(1).choose(game.view(1)) == Pass(player=1)
    thorough = NeoMechanikaPlayer(1, THOROUGH).choose(game.view(1))
    assert thorough == Activate(player=1, unit=WEAVER)


def test_a_unit_with_something_to_do_does_not_wait() -> None:
    game = second_activation(1, (13, 11))
    assert activation_value(game.state, WEAVER) >= MIN_GAIN
    assert make_regular(1).choose(game.view(1)) == Activate(player=1, unit=WEAVER)


@pytest.mark.parametrize("turn", [5, 7])
def test_it_waits_only_while_each_ready_unit_of_its_kind_still_gets_a_turn(turn: int) -> None:
    game = second_activation(turn, (40, 44), "combat_engineer")
    action = make_regular(1).choose(game.view(1))
    assert isinstance(action, Activate if turn == 7 else Pass)
