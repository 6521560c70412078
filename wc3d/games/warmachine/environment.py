"""Reinforcement learning environments for WARMACHINE."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.observation.factored import FACTORED_ACTIONS
from wc3d.games.warmachine.observation.observer import Observer, boxes_ahead
from wc3d.games.warmachine.rules.forces import Battlegroup
from wc3d.games.warmachine.rules.options import ROUNDS
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.rl.environment_parts import check_reward, is_won, load_table
from wc3d.rl.game_env import MAX_ACTIONS, GameEnv, check_count
from wc3d.table.table import Table


def warmachine(
    board: Table | str | Path | None = None,
    mission: str = "battle",
    forces: tuple[Battlegroup | str, Battlegroup | str] = (
        "anvil_and_hound",
        "mortar_and_spitter",
    ),
    reward: str = "boxes",
    *,
    rounds: int = 12,
    choices: int = 64,
    listed: bool = True,
    endless: int = MAX_ACTIONS,
    render_mode: str | None = None,
) -> GameEnv:
    """Return an environment for WARMACHINE.

    `board` is a `Table`, the name of an included board or a map; the default is "salt-flats".
    `mission` is "battle", or "armies" with units. `forces` are battlegroups or names of included
    ones. `reward` is "boxes", the lead that each action gains in the share of damage boxes left, or
    "victory". The latter is 1 for the winner and -1 for the loser, at the end. After `rounds` the
    game is a draw. The other parameters are those of `neo_mechanika`. Raises InputError.

    >>> battle = wc3d.rl.warmachine(reward="victory", choices=32)
    >>> battle.possible_agents
    ['player_1', 'player_2']
    """
    gain = {"boxes": boxes_ahead, "victory": is_won}[check_reward(reward, ("boxes", "victory"))]
    table = load_table(board, "salt-flats", "warmachine")
    WARMACHINE.mission(mission)
    one, two = (
        WARMACHINE.setup.force(force, mission, 0) if isinstance(force, str) else force
        for force in forces
    )
    return GameEnv(
        _Beginning(table, (one, two), mission, check_count("rounds", rounds)),
        Observer(),
        FACTORED_ACTIONS,
        gain,
        choices=choices,
        listed=listed,
        endless=endless,
        render_mode=render_mode,
    )


@dataclass(frozen=True)
class _Beginning:
    """A picklable function that begins a game from a seed."""

    table: Table
    forces: tuple[Battlegroup, Battlegroup]
    mission: str
    rounds: int

    def __call__(self, seed: int) -> Game:
        options = {ROUNDS: self.rounds}
        plan = GamePlan(self.mission, self.table, self.forces, seed=seed, options=options)
        return WARMACHINE.new_game(plan)
