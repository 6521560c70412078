"""Reinforcement learning environments for Neo-Mechanika."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.planned_choices import list_planned_choices
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.observation.factored import FACTORED_ACTIONS
from wc3d.games.neo_mechanika.observation.observer import Observer, points_ahead
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, sample_force
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.rl.environment_parts import check_reward, is_won, load_table
from wc3d.rl.game_env import MAX_ACTIONS, GameEnv
from wc3d.table.table import Table


def neo_mechanika(
    board: Table | str | Path | None = None,
    mission: Mission | str = "boiling_point",
    forces: tuple[Force | str, Force | str] = (
        "marcher_worlds_skirmish",
        "iron_star_alliance_skirmish",
    ),
    reward: str = "points",
    *,
    choices: int = 64,
    listed: bool = True,
    planned: bool = False,
    endless: int = MAX_ACTIONS,
    render_mode: str | None = None,
) -> GameEnv:
    """Return an environment for Neo-Mechanika.

    `board` is a `Table`, the name of an included board or a map; the default is "crossroads".
    `forces` are forces or names of samples. `reward` is "points", the lead in victory points that
    each action gains, or "victory". The latter is 1 for the winner and -1 for the loser, at the
    end. `choices` is the most choices offered. With `listed`, useful choices come before random
    ones; without, there is one random choice of each kind, which is faster. `planned` adds the moves,
    deployments and void gates that the bots compare, which is slower. `endless` is the number of
    actions after which a game is cut off. Raises InputError.

    >>> skirmish = wc3d.rl.neo_mechanika(reward="victory", choices=32)
    >>> skirmish.possible_agents
    ['player_1', 'player_2']
    """
    gain = {"points": points_ahead, "victory": is_won}[check_reward(reward, ("points", "victory"))]
    table = load_table(board, "crossroads", "neo_mechanika")
    one, two = (sample_force(force) if isinstance(force, str) else force for force in forces)
    return GameEnv(
        _Beginning(table, (one, two), mission),
        Observer(),
        FACTORED_ACTIONS,
        gain,
        choices=choices,
        listed=listed,
        endless=endless,
        render_mode=render_mode,
        propose=list_planned_choices if planned else None,
    )


@dataclass(frozen=True)
class _Beginning:
    """A picklable function that begins a game from a seed."""

    table: Table
    forces: tuple[Force, Force]
    mission: Mission | str

    def __call__(self, seed: int) -> Any:
        game: Game = new_game(self.table, self.forces, self.mission, seed=seed)
        return game
