"""Reinforcement learning environments for Neo-Mechanika."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.observation.observer import Observer, points_ahead
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, sample_force
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.registry import load_map
from wc3d.rl.game_env import MAX_ACTIONS, GameEnv
from wc3d.table.table import Table

RewardKind = Literal["points", "victory"]


def neo_mechanika(
    board: Table | str | Path | None = None,
    mission: Mission | str = "boiling_point",
    forces: tuple[Force | str, Force | str] = (
        "marcher_worlds_skirmish",
        "iron_star_alliance_skirmish",
    ),
    reward: RewardKind = "points",
    *,
    choices: int = 64,
    listed: bool = True,
    endless: int = MAX_ACTIONS,
) -> GameEnv:
    """Return an environment for skirmishes of Neo-Mechanika.

    `board` is a `Table` or a map; the default is the board "crossroads". `forces` are forces or
    names of samples. `reward` is "points", the lead in victory points that each action gains, or
    "victory". The latter is 1 for the winner and -1 for the loser, at the end. `choices` is the
    most choices offered. With `listed`, useful choices come before random ones; without, there is
    one random choice of each kind, which is faster. `endless` is the number of actions after which
    a game is cut off. Raises InputError.

    >>> env = wc3d.rl.neo_mechanika(reward="victory", choices=32)
    >>> env.possible_agents
    ['player_1', 'player_2']
    """
    if reward not in ("points", "victory"):
        raise InputError(f'reward {reward!r}: expected "points" or "victory"')
    table = (
        board
        if isinstance(board, Table)
        else load_map(board or shipped_files(ShippedKind.BOARD)["crossroads"])
    )
    one, two = (sample_force(force) if isinstance(force, str) else force for force in forces)
    begin = _Beginning(table, (one, two), mission)
    gain = points_ahead if reward == "points" else _won
    return GameEnv(begin, Observer(), gain, most=choices, listed=listed, endless=endless)


@dataclass(frozen=True)
class _Beginning:
    """A picklable function that begins a game from a seed."""

    table: Table
    forces: tuple[Force, Force]
    mission: Mission | str

    def __call__(self, seed: int) -> Game:
        return new_game(self.table, self.forces, self.mission, seed=seed)


def _won(state: Any, player: int) -> float:
    """Return 1 for the winner, -1 for the loser, else 0."""
    return 0.0 if not state.over or not state.winner else 1.0 if state.winner == player else -1.0
