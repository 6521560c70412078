"""A game as an environment of Gymnasium: one player learns, and a bot plays the other."""

from __future__ import annotations

import random
from copy import copy
from typing import Any, Self

import gymnasium
import numpy as np
from numpy.typing import NDArray

from wc3d.bots.match import Bot, choose_action, make_bot, validate_bot_name
from wc3d.errors import InputError
from wc3d.rl.game_env import AGENTS, RENDER_MODES, GameEnv

SEATS = (1, 2, "random")
"""The players that a learner can be."""


class SingleGameEnv(gymnasium.Env[dict[str, NDArray[Any]], Any]):
    """A game as an environment of Gymnasium, against a bot.

    `opponent` is the name of a bot, such as "recruit". `seat` is the learner's player, 1, 2 or
    "random" for each game. `invalid` says what a number does that is not a choice: "error" raises
    InputError, and "random" carries out a random choice.

    Observations and choices are those of the `GameEnv` that it holds, `aec`. The information of a
    step has the learner's "player" and its number of "choices".

    >>> single = wc3d.rl.SingleGameEnv(env, opponent="random", seat=2)
    >>> seen, info = single.reset(seed=7)
    >>> info
    {'player': 2, 'choices': 3}
    >>> seen, reward, terminated, truncated, info = single.step(0)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012
    observation_space: Any
    action_space: Any

    def __init__(
        self,
        env: GameEnv,
        opponent: str = "recruit",
        seat: int | str = "random",
        invalid: str = "error",
    ) -> None:
        """Make an environment of a copy of `env`. Raises InputError."""
        if seat not in SEATS:
            raise InputError(f"seat {seat!r}: expected 1, 2 or 'random'")
        if invalid not in ("error", "random"):
            raise InputError(f"invalid {invalid!r}: expected 'error' or 'random'")
        self.aec = copy(env)
        self.opponent = validate_bot_name(env.rules, opponent)
        self.seat = seat
        self.invalid = invalid
        self.render_mode = env.render_mode
        self.observation_space = env.observation_spaces[AGENTS[0]]
        self.action_space = self.aec.action_spaces[AGENTS[0]]
        self.state_names, self.choice_names = env.state_names, env.choice_names
        self.agent = AGENTS[0]
        self.copies_arrays = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin a new game; return the first observation and information."""
        super().reset(seed=seed)
        self.aec.reset(seed)
        chance = random.Random(f"{self.aec.game_seed}/opponent")
        self.agent = AGENTS[chance.randrange(2) if self.seat == "random" else int(self.seat) - 1]
        self._chance = chance
        self._bot: Bot = make_bot(self.aec.rules, self.opponent, chance.getrandbits(32))
        self._play_opponent()
        return self._observe(), self._info()

    def step(
        self, action: Any
    ) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Carry out a choice and the opponent's replies, up to the next choice of the learner.

        `action` is as in `GameEnv.step`. Raises InputError for a number that is not a choice.

        >>> single = wc3d.rl.SingleGameEnv(env, opponent="random", seat=2)
        >>> seen, info = single.reset(seed=7)
        >>> seen, reward, terminated, truncated, info = single.step(1)
        >>> reward, terminated
        (0.0, False)
        """
        if self.invalid == "random" and isinstance(action, int | np.integer):
            count = len(self.aec.choices)
            if not 0 <= action < count:
                action = self._chance.randrange(count)
        lead = self._lead()
        self.aec.step(action)
        self._play_opponent()
        agent = self.agent
        return (
            self._observe(),
            self._lead() - lead,
            self.aec.terminations[agent],
            self.aec.truncations[agent],
            self._info(),
        )

    def _lead(self) -> float:
        return float(self.aec.lead(self.agent))

    def _play_opponent(self) -> None:
        env = self.aec
        while not env.is_over and env.agent_selection != self.agent:
            env.step(choose_action(self._bot, env.view(env.agent_selection)))

    def _observe(self) -> dict[str, NDArray[Any]]:
        seen = self.aec.observe(self.agent)
        self.action_space.count = max(1, int(seen["action_mask"].sum()))
        if self.copies_arrays:
            seen = {name: array.copy() for name, array in seen.items()}
        return seen

    def _info(self) -> dict[str, Any]:
        return {"player": AGENTS.index(self.agent) + 1, "choices": len(self.aec.choices)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which numbers are choices, as sb3-contrib's MaskablePPO asks for.

        >>> single = wc3d.rl.SingleGameEnv(env, opponent="random", seat=2)
        >>> seen, info = single.reset(seed=7)
        >>> int(single.action_masks().sum())
        3
        """
        mask: NDArray[np.bool_] = np.zeros(int(self.action_space.n), dtype=np.bool_)
        mask[: len(self.aec.choices)] = not self.aec.is_over
        return mask

    def clone(self) -> Self:
        """Return an independent copy at the same point. The opponent's bot begins anew."""
        duplicate = copy(self)
        duplicate.aec = self.aec.clone()
        duplicate.action_space = copy(self.action_space)
        duplicate._chance = copy(self._chance)
        seed = random.Random(f"{self.aec.game_seed}/{self.aec.done}").getrandbits(32)
        duplicate._bot = make_bot(self.aec.rules, self.opponent, seed)
        return duplicate

    def render(self) -> Any:
        """Return a picture or a text of the table, by the render mode."""
        return self.aec.render()
