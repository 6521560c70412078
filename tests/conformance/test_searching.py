"""A game can be searched: forks go on by themselves, with dice of one's own, and from what a player knows."""

from __future__ import annotations

import random
import time

import pytest

from tests.conformance.games import PLAYERS, Case, play_at_random
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import RefusedError
from wc3d.engine.dice import DiceWantedError, ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.rules.state import State

BEGUN = 10
"""Actions after which the games are forked."""


def go_on(position: Position, seed: str, actions: int = 20) -> list[str]:
    """The hashes after each of so many actions at random."""
    chooser = RandomPlayer(seed)
    found = list[str]()
    while len(found) < actions and position.to_act is not None:
        position.apply(chooser.choose(position.view(position.to_act)))
        found.append(position.digest())
    return found


def test_the_same_actions_lead_a_fork_where_they_lead_its_game(case: Case) -> None:
    game = play_at_random(case.new(case.seed), 1, BEGUN)
    fork = game.fork()
    hashes = go_on(fork, "x")
    assert hashes and go_on(game, "x") == hashes
    assert len({*hashes}) > 1


def test_neither_a_fork_nor_its_game_hears_of_what_the_other_does(case: Case) -> None:
    game = play_at_random(case.new(case.seed), 1, BEGUN)
    before = game.digest()
    log = game.log
    turns = len(game.turns)
    one = game.fork()
    two = game.fork()
    deeper = one.fork()
    first = go_on(one, "x")
    assert (game.digest(), game.log, len(game.turns), len(game.record)) == (
        before,
        log,
        turns,
        turns,
    )
    assert two.digest() == deeper.digest() == before
    go_on(game, "y")
    assert two.digest() == before and one.digest() == first[-1]
    assert go_on(deeper, "x") == first, "its dice, too, were its own"


def test_a_refused_action_leaves_a_fork_as_it_was(case: Case) -> None:
    game = play_at_random(case.new(case.seed), 1, BEGUN)
    assert game.to_act is not None
    action = (
        RandomPlayer(1)
        .choose(game.view(game.to_act))
        .model_copy(update={"player": 3 - game.to_act})
    )
    fork = game.fork()
    with pytest.raises(RefusedError):
        fork.apply(action)
    assert fork.state is game.state


def test_a_fork_rolls_the_dice_it_is_given(case: Case) -> None:
    """All alike where they are the same; of its own it has none, then it asks for them."""
    game = case.new(case.seed)
    players = {p: RandomPlayer(p) for p in PLAYERS}
    ended = set[str]()
    for _ in range(400):
        assert game.to_act is not None
        action = players[game.to_act].choose(game.view(game.to_act))
        forks = [game.fork(SeededDice(seed)) for seed in (1, 1, 2, 3, 4)]
        for fork in forks:
            fork.apply(action)
        game.apply(action)
        if game.turns[-1].drawn.rolls:
            assert forks[0].digest() == forks[1].digest()
            ended = {fork.digest() for fork in forks}
            if len(ended) > 1:
                break
    assert len(ended) > 1, "other dice, and nothing else happened"
    start = Game(case.rules, game.turns[-1].state_before, SeededDice(1), {})
    with pytest.raises(DiceWantedError):
        start.fork(ScriptedDice()).apply(action)
    chosen = start.fork(ScriptedDice())
    chosen.apply(action, SeededDice(1))
    assert chosen.digest() == forks[0].digest()


@pytest.mark.parametrize("viewer", PLAYERS)
def test_what_a_player_knows_can_be_forked_and_what_the_other_would_know_then(
    case: Case, viewer: int
) -> None:
    """Dealt anew from the dealt game's other chair, the other's own cards are those that were dealt."""
    game = play_at_random(case.new(case.seed), 1, BEGUN)
    rng = random.Random(1)
    for _ in range(12):
        dealt = game.view(viewer).fork(rng)
        seen = dealt.view(3 - viewer)
        again = seen.fork(rng)
        assert again.rules.play.digest(again.view(3 - viewer).state) == case.rules.play.digest(
            seen.state
        )
        go_on(again, "x", 10)
        play_at_random(game, game.digest(), 3)


@pytest.mark.rule("NM-SIL-102")
def test_the_others_cards_in_a_dealt_game_are_the_others_to_know() -> None:
    game = play_at_random(Case("neo_mechanika", None).new(1), 1, 60)
    rng = random.Random(1)
    dealt = game.view(1).fork(rng)
    again = dealt.view(2).fork(rng)
    one = dealt.state
    two = again.state
    assert isinstance(one, State) and isinstance(two, State)
    assert one.players[2].rack and one.players[2].hand == two.players[2].hand
    assert sorted(one.players[2].rack) == sorted(two.players[2].rack)


def test_a_fork_takes_microseconds_however_long_the_game(case: Case) -> None:
    game = play_at_random(case.new(case.seed), 1, 60)
    times = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(200):
            game.fork()
        times.append((time.process_time() - began) / 200)
    assert min(times) < 50e-6
