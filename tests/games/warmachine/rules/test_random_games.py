"""Whole games of WARMACHINE played at random: what must hold after every action does, and a saved game is the same game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.warmachine.rules.building import box, field
from tests.games.warmachine.rules.games.invariants import faults, story_faults
from tests.games.warmachine.rules.playing import state_of
from tests.slow import slow_unless
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.rules.forces import load_legal_force
from wc3d.games.warmachine.rules.stats import waters_of
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.table.features import Feature

TERRAIN = (
    box("wood", "forest", (14, 24), (6, 5), 4.0),
    box("mud", "rough", (34, 24), (7, 5)),
    box("house", "structure", (24, 24), (4, 5), 4.0),
    box("wall", "obstacle", (24, 16), (6, 0.5), 1.0),
    box("fence", "obstacle", (24, 32), (6, 0.5), 1.0),
)
WATERS = (
    box("lake", "impassable", (14, 27), (14, 3), water=True),
    box("pool", "impassable", (34, 27), (14, 3), water=True),
    box("ford", "rough", (24, 23), (30, 4), water=True),
    box("rock", "obstacle", (24, 14), (44, 3), 1.0),
    box("step", "structure", (24, 14), (9, 2), 1.0, bottom=1.0),
    box("ledge", "obstacle", (24, 34), (44, 2), 0.8),
)
"""A board with the terrain of the full rules."""

PAIRS = (("anvil_and_hound", "mortar_and_spitter"), ("cygnar", "khador"), ("protectorate", "cryx"))
UNITS = ("pikes_and_rifles", "husks_and_brute")
EDITIONS = ("quick_start", "prime_reference", "mk3_warcaster", "prime_reference+mk3_warcaster")


def begun(
    seed: int, pair: tuple[str, str], edition: str, terrain: tuple[Feature, ...] = TERRAIN
) -> Game:
    """A new game."""
    forces = (load_legal_force(pair[0], seed), load_legal_force(pair[1], seed))
    mission = "armies" if pair == UNITS else "battle"
    plan = GamePlan(
        mission,
        field(terrain=terrain),
        forces,
        ("Anna", "Ben"),
        seed,
        {"edition": edition, "rounds": "10"},
    )
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
@pytest.mark.parametrize(
    ("seed", "pair", "edition"),
    [
        (1, PAIRS[0], EDITIONS[0]),
        (2, PAIRS[1], EDITIONS[0]),
        (3, PAIRS[2], EDITIONS[3]),
        (5, UNITS, EDITIONS[1]),
        (6, UNITS, EDITIONS[2]),
    ],
)
def test_a_random_game_keeps_the_rules_and_is_saved(
    seed: int, pair: tuple[str, str], edition: str, tmp_path: Path
) -> None:
    game = play(begun(seed, pair, edition), seed)
    assert story_faults(game) == []
    file = tmp_path / "game.jsonl"
    save(game, file)
    again = load(file, WARMACHINE.rebuild)
    assert again.digest() == game.digest() and again.log == game.log


def play_among_waters(seed: int) -> Game:
    """A game on the board of the full rules: models stand on the ground or on rocks, and no warjack in deep water."""
    game = begun(seed, PAIRS[seed % 3], EDITIONS[1 + 2 * (seed % 2)], WATERS)
    players = {player: RandomPlayer(f"{seed}/{player}") for player in (1, 2)}
    for _ in range(3000):
        if game.to_act is None:
            break
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
        state = state_of(game)
        assert faults(state) == [], (seed, len(game.turns), game.turns[-1].action)
        for model in state.models_in_play():
            assert state.place(model.id)[2] in (0.0, 0.8, 1.0, 2.0)
            assert not (model.is_warjack and "deep" in waters_of(state, model.id)), model.id
    assert game.over
    return game


@pytest.mark.rule("WM-REF-36")
@pytest.mark.parametrize("seed", slow_unless(lambda seed: seed == 1, range(20)))
def test_games_among_waters_and_rocks_keep_the_rules_and_are_saved(
    seed: int, tmp_path: Path
) -> None:
    game = play_among_waters(seed)
    assert story_faults(game) == []
    save(game, tmp_path / "game.jsonl")
    assert load(tmp_path / "game.jsonl", WARMACHINE.rebuild).digest() == game.digest()


@pytest.mark.program("whole games")
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_many_random_games_keep_the_rules(seed: int) -> None:
    game = play(begun(seed, PAIRS[seed % 3], EDITIONS[seed % 4]), seed)
    assert story_faults(game) == []
