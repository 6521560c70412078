"""The tactical player of WARMACHINE: legal to the end, alike with a seed, careful with its warcaster, better than chance."""
from __future__ import annotations

import pytest

from tests.players.warmachine.battles import new_battle
from tests.warmachine.playing import activate, battle
from wc3d.engine.game import Game
from wc3d.players import bots_of, play_out
from wc3d.players.random_legal import RandomPlayer
from wc3d.players.warmachine.danger import danger
from wc3d.players.warmachine.movements import strike_with
from wc3d.players.warmachine.tactical import TacticalPlayer
from wc3d.players.warmachine.volleys import volley
from wc3d.warmachine import actions as act
from wc3d.warmachine.rules import WARMACHINE


def chosen(game: Game) -> object:
    """What the player does at the open question."""
    return TacticalPlayer(1).choose(game.view(game.to_act))


def test_it_can_be_named() -> None:
    assert bots_of(WARMACHINE)["tactical"] is TacticalPlayer


def test_the_same_seed_plays_the_same_game() -> None:
    games = [new_battle(2), new_battle(2)]
    for game in games:
        play_out(game, {p: TacticalPlayer(p) for p in (1, 2)}, limit=40)
    assert len(games[0].turns) == 40
    assert [t.action for t in games[0].turns] == [t.action for t in games[1].turns]
    assert games[0].digest() == games[1].digest()


def test_trying_changes_nothing() -> None:
    game = activate(battle({"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 27, 270.0)}), "1.anvil")
    digest = game.digest()
    chosen(game)
    assert game.digest() == digest


def test_a_warjack_with_focus_charges_an_enemy_that_it_reaches() -> None:
    game = activate(battle({"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 27, 270.0)}), "1.anvil")
    action = chosen(game)
    assert isinstance(action, act.Charge) and action.target == "2.mortar"


def test_without_focus_it_does_not() -> None:
    game = activate(battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}), "1.anvil")
    assert isinstance(chosen(game), act.Advance)


def test_focus_is_worth_more_to_a_warjack_that_has_somebody_to_strike() -> None:
    near = battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}).state
    far = battle({"1.anvil": (20, 5, 90.0), "2.mortar": (20, 40, 270.0)}).state
    assert strike_with(near, "1.anvil", 3) - strike_with(near, "1.anvil", 0) > 1.0
    assert strike_with(far, "1.anvil", 3) == strike_with(far, "1.anvil", 1) < 1.0


def test_a_screen_makes_a_place_safer() -> None:
    open_to = {"1.marshal": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}
    screened = {**open_to, "1.anvil": (20, 22.5, 90.0)}
    assert 0.0 < danger(battle(screened).state, "1.marshal") < danger(battle(open_to).state, "1.marshal")


def test_unspent_focus_makes_a_place_safer() -> None:
    bare = battle({"1.marshal": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}).state
    rich = battle({"1.marshal": (20, 20, 90.0, {"focus": 4}), "2.mortar": (20, 27, 270.0)}).state
    assert danger(rich, "1.marshal") < danger(bare, "1.marshal")


def test_the_chances_of_several_attacks_add_up_to_one() -> None:
    one = (0.5, 0.25, 0.25)
    assert volley((one, one)) == pytest.approx((0.25, 0.25, 0.5))


@pytest.mark.slow
@pytest.mark.parametrize("me", [1, 2])
def test_it_plays_to_the_end_and_beats_a_player_that_does_anything(me: int) -> None:
    won = 0
    for seed in (1, 2):
        game = new_battle(seed)
        play_out(game, {me: TacticalPlayer(seed), 3 - me: RandomPlayer(seed)}, limit=3000)
        won += game.state.winner == me
    assert won == 2
