"""Whole games of WARMACHINE played at random: what must hold after every action does, and a saved game is the same game."""
from __future__ import annotations

from pathlib import Path

import pytest

from tests.warmachine.building import box, field
from tests.warmachine.games.invariants import faults, story_faults
from wc3d.engine.answers import GamePlan
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.players.random_legal import RandomPlayer
from wc3d.warmachine.forces import named_force
from wc3d.warmachine.rules import WARMACHINE

TERRAIN = (
    box("wood", "forest", (14, 24), (6, 5), 4.0), box("mud", "rough", (34, 24), (7, 5)),
    box("house", "structure", (24, 24), (4, 5), 4.0),
    box("wall", "obstacle", (24, 16), (6, 0.5), 1.0), box("fence", "obstacle", (24, 32), (6, 0.5), 1.0),
)  # fmt: skip
PAIRS = (("anvil_and_hound", "mortar_and_spitter"), ("cygnar", "khador"), ("protectorate", "cryx"))
EDITIONS = ("quick_start", "prime_reference", "mk3_warcaster", "prime_reference+mk3_warcaster")


def begun(seed: int, pair: tuple[str, str], edition: str) -> Game:
    """A new game."""
    forces = (named_force(pair[0], seed), named_force(pair[1], seed))
    plan = GamePlan("battle", field(terrain=TERRAIN), forces, ("Anna", "Ben"), seed, {"edition": edition, "rounds": "10"})
    return WARMACHINE.new_game(plan)


def play(game: Game, seed: int) -> Game:
    """The game to its end, looked at after every action."""
    players = {player: RandomPlayer(f"{seed}/{player}") for player in (1, 2)}
    for _ in range(3000):
        if game.to_act is None:
            break
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
        assert not game.state.over or game.to_act is None
        assert faults(game.state) == [], (seed, len(game.turns), game.turns[-1].action)
    assert game.over
    return game


@pytest.mark.rule("WM-TRN-11")
@pytest.mark.parametrize(("seed", "pair", "edition"), [
    (1, PAIRS[0], EDITIONS[0]), (2, PAIRS[1], EDITIONS[0]), (3, PAIRS[2], EDITIONS[3]),
])  # fmt: skip
def test_a_random_game_keeps_the_rules_and_is_saved(seed: int, pair: tuple[str, str], edition: str, tmp_path: Path) -> None:
    game = play(begun(seed, pair, edition), seed)
    assert story_faults(game) == []
    file = tmp_path / "game.jsonl"
    save(game, file)
    again = load(file, WARMACHINE.rebuild)
    assert again.digest() == game.digest() and again.log == game.log


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_many_random_games_keep_the_rules(seed: int) -> None:
    game = play(begun(seed, PAIRS[seed % 3], EDITIONS[seed % 4]), seed)
    assert story_faults(game) == []
