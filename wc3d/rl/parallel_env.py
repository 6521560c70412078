"""A game as a parallel environment of PettingZoo: both players act in each step."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from wc3d.errors import InputError
from wc3d.rl.game_env import AGENTS, ChoiceSpace, GameEnv

WAIT = 0
"""The only choice of the player who does not act."""


class ParallelGameEnv(ParallelEnv):
    """A game as a parallel environment of PettingZoo.

    The player who does not act has a single choice, number 0, which does nothing; its row is all 0.
    Everything else is as in the `GameEnv` that it holds, `aec`.

    >>> parallel = wc3d.rl.ParallelGameEnv(env)
    >>> seen, infos = parallel.reset(seed=7)
    >>> int(seen["player_1"]["action_mask"].sum()), int(seen["player_2"]["action_mask"].sum())
    (1, 3)
    >>> seen, rewards, ended, cut, infos = parallel.step({"player_1": 0, "player_2": 1})
    >>> rewards
    {'player_1': 0.0, 'player_2': 0.0}
    """

    metadata = {**GameEnv.metadata, "is_parallelizable": True, "name": "wc3d_parallel_v1"}  # noqa: RUF012

    def __init__(self, env: GameEnv) -> None:
        """Make a parallel environment of a copy of `env`."""
        self.aec = copy(env)
        self.render_mode = env.render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.state_names, self.choice_names = env.state_names, env.choice_names
        self.observation_spaces = env.observation_spaces
        self.action_spaces: dict[str, ChoiceSpace] = self.aec.action_spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> ChoiceSpace:
        """Return the space of choice numbers."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> spaces.Box:
        """Return the space of `state`."""
        return self.aec.state_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, NDArray[Any]]], dict[str, dict[str, Any]]]:
        """Begin a new game; return each agent's observation and information."""
        self.aec.reset(seed, options)
        self.agents = list(AGENTS)
        return self._observe_all(), {agent: {} for agent in AGENTS}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Carry out the acting player's choice.

        Return observations, rewards, terminations, truncations and information by agent. Raises
        InputError for another choice than 0 of the other player; then nothing has changed.

        >>> parallel = wc3d.rl.ParallelGameEnv(env)
        >>> seen, infos = parallel.reset(seed=7)
        >>> seen, rewards, terminated, *_ = parallel.step({"player_1": 0, "player_2": 2})
        >>> terminated
        {'player_1': False, 'player_2': False}
        """
        mover = self.aec.agent_selection
        for agent in AGENTS:
            if agent not in actions:
                raise InputError(f"actions: {agent} is missing")
            if agent != mover and actions[agent] != WAIT:
                raise InputError(f"choice {actions[agent]}: expected {WAIT}, because {mover} acts")
        self.aec.step(actions[mover])
        rewards = {agent: float(self.aec.rewards[agent]) for agent in AGENTS}
        terminations, truncations = dict(self.aec.terminations), dict(self.aec.truncations)
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        return self._observe_all(), rewards, terminations, truncations, infos

    def _observe_all(self) -> dict[str, dict[str, NDArray[Any]]]:
        seen = {agent: self.aec.observe(agent) for agent in AGENTS}
        for agent, arrays in seen.items():
            if not arrays["action_mask"].any():
                arrays["action_mask"][WAIT] = 1
                self.action_spaces[agent].count = 1
        return seen

    def clone(self) -> Self:
        """Return an independent copy at the same point."""
        duplicate = copy(self)
        duplicate.aec = self.aec.clone()
        duplicate.action_spaces = duplicate.aec.action_spaces
        duplicate.agents = list(self.agents)
        return duplicate

    def state(self) -> NDArray[np.float32]:
        """Return the whole state as one row."""
        return self.aec.state()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Return a picture or a text of the table, by the render mode."""
        return self.aec.render()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""
