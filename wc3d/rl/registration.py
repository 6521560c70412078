"""The ids of the environments in Gymnasium: `gymnasium.make("wc3d/NeoMechanika-v1")`.

Gymnasium finds them by itself if wc3d is installed, and after `import gymnasium, wc3d.rl`.
"""

from __future__ import annotations

from typing import Any

from wc3d._internal.plugins import load_object
from wc3d.rl import make_env

IDS = {"wc3d/NeoMechanika-v1": "neo_mechanika", "wc3d/Warmachine-v1": "warmachine"}
"""The name of the game of each id."""


def register_environments() -> None:
    """Register the ids, once."""
    from gymnasium.envs.registration import register, registry

    for id, game in IDS.items():
        if id not in registry:
            register(
                id=id,
                entry_point="wc3d.rl.registration:make_single",
                vector_entry_point="wc3d.rl.registration:make_vector",
                kwargs={"game": game},
            )


def make_single(
    game: str,
    opponent: str = "recruit",
    seat: int | str = "random",
    invalid: str = "error",
    **arguments: Any,
) -> Any:
    """Return the environment of a game against a bot; further arguments are those of the game."""
    make = load_object("wc3d.rl:SingleGameEnv")
    return make(make_env(game, **arguments), opponent, seat, invalid)


def make_vector(num_envs: int, game: str, **arguments: Any) -> Any:
    """Return several environments of a game in several processes."""
    return load_object("wc3d.rl:GameVectorEnv")(game, num_envs, **arguments)
