"""Environments of PettingZoo and Gymnasium for learners (`pip install 'wc3d[rl]'`).

env = wc3d.rl.neo_mechanika()          # reset(seed), agent_iter(), last(), step(choice)
env = gymnasium.make("wc3d/NeoMechanika-v1", opponent="recruit")
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.games.neo_mechanika.environment import neo_mechanika as neo_mechanika
    from wc3d.games.warmachine.environment import warmachine as warmachine
    from wc3d.rl.game_env import GameEnv as GameEnv
    from wc3d.rl.parallel_env import ParallelGameEnv as ParallelGameEnv
    from wc3d.rl.single_env import SingleGameEnv as SingleGameEnv
    from wc3d.rl.vector_env import GameVectorEnv as GameVectorEnv

_PLACES = {
    "GameEnv": "wc3d.rl.game_env",
    "GameVectorEnv": "wc3d.rl.vector_env",
    "ParallelGameEnv": "wc3d.rl.parallel_env",
    "SingleGameEnv": "wc3d.rl.single_env",
    "neo_mechanika": "wc3d.games.neo_mechanika.environment",
    "warmachine": "wc3d.games.warmachine.environment",
}
_GAMES = ("neo_mechanika", "warmachine")

__all__ = [*_PLACES, "make_env"]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'wc3d.rl' has no attribute {name!r}")
    if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
        raise InputError("environments need pettingzoo and gymnasium; run: pip install 'wc3d[rl]'")
    _register()
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def make_env(game: str, **arguments: Any) -> GameEnv:
    """Return the environment of a game by its name, with the arguments of its function.

    Raises InputError.

    >>> wc3d.rl.make_env("warmachine", choices=32).possible_agents
    ['player_1', 'player_2']
    """
    if game not in _GAMES:
        raise InputError(f"game {game!r}: expected one of {', '.join(_GAMES)}")
    make = __getattr__(game)
    try:
        env: GameEnv = make(**arguments)
    except TypeError as error:
        raise InputError(f"environment of {game}: {error}") from None
    return env


def _register() -> None:
    import_module("wc3d.rl.registration").register_environments()


if "gymnasium.envs.registration" in sys.modules:
    _register()
