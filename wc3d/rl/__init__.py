"""PettingZoo environments for reinforcement learning (`pip install 'wc3d[rl]'`).

env = wc3d.rl.neo_mechanika()          # reset(seed), agent_iter(), last(), step(choice)
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.games.neo_mechanika.environment import neo_mechanika as neo_mechanika
    from wc3d.rl.game_env import GameEnv as GameEnv

_PLACES = {"GameEnv": "wc3d.rl.game_env", "neo_mechanika": "wc3d.games.neo_mechanika.environment"}

__all__ = ["GameEnv", "neo_mechanika"]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'wc3d.rl' has no attribute {name!r}")
    if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
        raise InputError("environments need pettingzoo and gymnasium; run: pip install 'wc3d[rl]'")
    from importlib import import_module

    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return __all__
