"""Whole games of WARMACHINE played at random: what must hold after every action does, and a saved game is the same game."""
from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pytest

from tests.warmachine.building import box, field
from wc3d.engine.answers import GamePlan
from wc3d.engine.game import Game
from wc3d.engine.replay import load, save
from wc3d.players.random_legal import RandomPlayer
from wc3d.warmachine import events as ev
from wc3d.warmachine.forces import named_force
from wc3d.warmachine.rules import WARMACHINE
from wc3d.warmachine.state import State

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


def faults(state: State) -> list[str]:
    """What is not as it must be."""
    found = []
    on_table = list(state.in_play())
    bodies = {body.id: body for body in state.table.bodies}
    for one, other in combinations(on_table, 2):
        assert one.at is not None and other.at is not None
        apart = math.dist(one.at[:2], other.at[:2]) - bodies[one.id].radius - bodies[other.id].radius
        if apart < -1e-5:
            found.append(f"{one.id} and {other.id} overlap by {-apart}")
    for m in on_table:
        if m.focus < 0 or m.damage < 0:
            found.append(f"{m.id}: focus {m.focus}, damage {m.damage}")
        if not m.caster:
            grid = state.grid(m.id)
            if len(set(m.marked)) != len(m.marked) or not set(m.marked) <= set(grid.boxes):
                found.append(f"{m.id}: boxes {m.marked}")
            if m.focus and state.is_disabled(m.id, "C"):
                found.append(f"{m.id} has focus without a cortex")
            if grid.is_down and state.edition["jack.disabled"] == "removed":
                found.append(f"{m.id} should have been removed")
        elif m.damage >= state.setup.caster_card(m.id).boxes:
            found.append(f"{m.id} should have been removed")
    for lock in state.locks:
        if not (state.on_table(lock.attacker) and state.on_table(lock.defender)):
            found.append(f"{lock} of models that are gone")
    return found


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


def check_activations(game: Game) -> None:
    """Every model activates at most once in a turn, and one that is on the table when its turn ends has done so."""
    done: set[str] = set()
    for event in game.log:
        if isinstance(event, ev.TurnBegan):
            done = set()
        if isinstance(event, ev.ActivationBegan):
            assert event.model not in done
            done.add(event.model)


@pytest.mark.rule("WM-TRN-11")
@pytest.mark.parametrize(("seed", "pair", "edition"), [
    (1, PAIRS[0], EDITIONS[0]), (2, PAIRS[1], EDITIONS[0]), (3, PAIRS[2], EDITIONS[3]),
])  # fmt: skip
def test_a_random_game_keeps_the_rules_and_is_saved(seed: int, pair: tuple[str, str], edition: str, tmp_path: Path) -> None:
    game = play(begun(seed, pair, edition), seed)
    check_activations(game)
    file = tmp_path / "game.jsonl"
    save(game, file)
    again = load(file, WARMACHINE.rebuild)
    assert again.digest() == game.digest() and again.log == game.log


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_many_random_games_keep_the_rules(seed: int) -> None:
    game = play(begun(seed, PAIRS[seed % 3], EDITIONS[seed % 4]), seed)
    check_activations(game)
