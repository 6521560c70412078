"""A game as a PettingZoo environment: two agents in turn, each with numbered choices."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pydantic import BaseModel

from wc3d._internal.gc_tuning import freeze_gc
from wc3d.engine.actions import Action
from wc3d.engine.game import Game, View
from wc3d.errors import InputError
from wc3d.rl.feature_rows import Rows

RANDOM_TRIES = 2
"""The number of random actions of each kind, because positions are continuous."""


def sample_choices(
    view: View, rng: random.Random, max_choices: int, listed: bool = True
) -> list[Action]:
    """Return up to `max_choices` legal actions of a player, at least one of each offered kind.
    Raises ValueError if that is too few.

    With `listed`, return the actions that the rules list (all if finite, else useful ones) and
    some random ones. Without it, return a random action of each kind, which is faster.
    """
    offers = view.offers
    if max_choices < len(offers):
        raise ValueError(
            f"the game offers {len(offers)} kinds of action, but max_choices is {max_choices}; set max_choices to at least {len(offers)}"
        )
    actions: list[Action] = []
    for place, offer in enumerate(offers):
        share = (max_choices - len(actions)) // (len(offers) - place)
        own: dict[Any, Action] = {}
        if listed:
            for action in islice(offer.candidates(), share):
                own.setdefault(_rounded(action), action)
        for _ in range(min(RANDOM_TRIES if listed else 1, share - len(own))):
            sampled = offer.sample(rng)
            if sampled is not None:
                own.setdefault(_rounded(sampled) if listed else None, sampled)
        actions += own.values()
    return actions


PLACE_DIGITS = 6
"""The decimals of inches in which two places differ."""


def _rounded(value: Any) -> Any:
    """Return a hashable form of an action in which equal places are equal despite rounding errors."""
    if isinstance(value, float):
        return round(value, PLACE_DIGITS) + 0.0
    if isinstance(value, tuple):
        return tuple(map(_rounded, value))
    if isinstance(value, dict):
        return tuple((key, _rounded(part)) for key, part in value.items())
    if isinstance(value, BaseModel):
        return type(value).__name__, _rounded(vars(value))
    return value


AGENTS = ("player_1", "player_2")

MAX_ACTIONS = 5000
"""The number of actions after which a game is truncated."""


class ObservationMaker(Protocol):
    """An encoder of states and choices as arrays of fixed shapes with named columns."""

    @property
    def state_names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of each array's columns; of a raster, those of its layers."""

    @property
    def choice_names(self) -> tuple[str, ...]:
        """The names of the columns of a choice's row."""

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of each array."""

    @property
    def flag_arrays(self) -> tuple[str, ...]:
        """The arrays that hold flags as int8; the others are float32."""

    def encode_state(self, state: Any, player: int, to_act: bool) -> dict[str, NDArray[Any]]:
        """Return the arrays for a view's state, from a player's side."""

    def encode_choices(
        self, state: Any, player: int, actions: Sequence[Action], rows: Rows | None = None
    ) -> Rows:
        """Return a row for each action of a player, in `rows` if given."""


class GameEnv(AECEnv):
    """A game as an environment of PettingZoo (AEC), with the agents "player_1" and "player_2".

    An observation is a dict of arrays, made only from that player's knowledge:

    - "observation": float32: the clock, the score and the open question.
    - "units", "models", "objectives" and the like: float32: a row for each, the player's own first.
    - "terrain", "raster": float32: a row for each feature, and layers of heights and effects.
    - "choices": float32, shape (choices, len(choice_names)): a row for each present choice.
    - "action_mask": int8, shape (choices,): 1 for each row that is a choice. All 0 for the agent
      that does not act.

    `state_names` names each array's columns, and `choice_names` those of a choice. An action is
    the number of a choice.

    >>> env.reset(seed=7)
    >>> seen, reward, terminated, truncated, info = env.last()
    >>> seen["models"].shape == (96, len(env.state_names["models"]))
    True
    >>> seen["choices"].shape == (64, len(env.choice_names))
    True
    """

    metadata = {"render_modes": [], "is_parallelizable": False, "name": "wc3d_v0"}  # noqa: RUF012

    def __init__(
        self,
        begin: Callable[[int], Game],
        observer: ObservationMaker,
        gain: Callable[[Any, int], float],
        *,
        most: int = 64,
        listed: bool = True,
        endless: int = MAX_ACTIONS,
    ) -> None:
        """Make an environment.

        `begin` makes a game from a seed. `gain` returns a player's lead in a state; an agent's
        reward is the change of its lead.
        """
        super().__init__()
        self.render_mode = None
        self._begin = begin
        self._observer = observer
        self._gain = gain
        self._most = most
        self._listed = listed
        self._endless = endless
        self.possible_agents = list(AGENTS)
        self.state_names, self.choice_names = observer.state_names, observer.choice_names
        self._space = spaces.Dict(
            {
                **{
                    name: spaces.Box(0, 1, shape, np.int8)
                    if name in observer.flag_arrays
                    else spaces.Box(-np.inf, np.inf, shape, np.float32)
                    for name, shape in observer.shapes.items()
                },
                "choices": spaces.Box(
                    -np.inf, np.inf, (most, len(observer.choice_names)), np.float32
                ),
                "action_mask": spaces.Box(0, 1, (most,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, self._space)
        self.action_spaces = {agent: spaces.Discrete(most) for agent in AGENTS}
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of choice numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same `seed` gives the same dice and the same choices.

        >>> env.reset(seed=7)
        >>> env.agent_selection
        'player_2'
        """
        if seed is not None:
            self._seeds = random.Random(seed)
        self.game = self._begin(self._seeds.getrandbits(63))
        self._chance = random.Random(self._seeds.getrandbits(63))
        self.done = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._ahead = {
            agent: self._gain(self.game.state, _player_number(agent)) for agent in AGENTS
        }
        self._update_choices()
        freeze_gc()

    def __getstate__(self) -> dict[str, Any]:
        """Return the pickle state without the view, whose offers hold functions."""
        return {name: value for name, value in vars(self).items() if name != "_seen"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a pickle state, and make the view again."""
        self.__dict__.update(state)
        if "game" in state:
            self._seen = self.view(self.agent_selection)

    def view(self, agent: str) -> View:
        """Return the `View` of an agent's player, for programs that make their own actions.

        >>> env.reset(seed=7)
        >>> env.view("player_2").player
        2
        """
        return self.game.view(_player_number(agent))

    @property
    def choices(self) -> tuple[Action, ...]:
        """Return the actions that the acting agent may choose by number.

        >>> env.reset(seed=7)
        >>> env.choices[0].option
        'first'
        """
        return tuple(self._choices)

    def choice_rows(self, actions: Sequence[Action]) -> Rows:
        """Return the rows of actions of the acting agent, also of those that are no choices.

        >>> env.reset(seed=7)
        >>> env.choice_rows(env.choices).shape == (2, len(env.choice_names))
        True
        """
        player = _player_number(self.agent_selection)
        return self._observer.encode_choices(self._seen.state, player, actions)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return an agent's observation: the dict of arrays described at `GameEnv`.

        >>> env.reset(seed=7)
        >>> int(env.observe("player_1")["action_mask"].sum())
        0
        """
        is_acting = agent == self.agent_selection and not self._is_over
        state = self._seen.state if agent == self.agent_selection else self.view(agent).state
        mask = np.zeros(self._most, dtype=np.int8)
        rows = np.zeros((self._most, len(self.choice_names)), dtype=np.float32)
        player = _player_number(agent)
        if is_acting:
            mask[: len(self._choices)] = 1
            self._observer.encode_choices(state, player, self._choices, rows)
        arrays = self._observer.encode_state(state, player, is_acting)
        return {**arrays, "choices": rows, "action_mask": mask}

    def step(self, action: int | Action | Mapping[str, Any] | None) -> None:
        """Carry out the acting agent's choice.

        `action` is the number of a choice, an `Action`, or its JSON form with your own positions.
        An agent whose game is over passes None. Raises RefusedError for an illegal action, and
        InputError for a number that is not a choice; then nothing has changed.

        >>> env.reset(seed=7)
        >>> env.step({"type": "choose", "player": 2, "option": "south"})
        >>> env.agent_selection
        'player_1'
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choice = self._read_action(action)
        self.game.apply(choice)
        self.done += 1
        self._cumulative_rewards[agent] = 0.0
        for agent_name in AGENTS:
            ahead = self._gain(self.game.state, _player_number(agent_name))
            self.rewards[agent_name], self._ahead[agent_name] = (
                ahead - self._ahead[agent_name],
                ahead,
            )
        if self.game.over:
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self.done >= self._endless:
            self.truncations = dict.fromkeys(AGENTS, True)
        self._update_choices()
        self._accumulate_rewards()

    def render(self) -> None:
        """Do nothing: `wc3d replay` and the window show games."""

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    @property
    def _is_over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def _update_choices(self) -> None:
        """Update the acting agent, its view and its choices."""
        mover = self.game.to_act
        if mover is not None:
            self.agent_selection = AGENTS[mover - 1]
        self._seen = self.view(self.agent_selection)
        self._choices = (
            []
            if self._is_over
            else sample_choices(self._seen, self._chance, self._most, self._listed)
        )

    def _read_action(self, action: int | Action | Mapping[str, Any] | None) -> Action:
        """Return the action for a choice. Raises InputError and RefusedError."""
        if isinstance(action, Action):
            return action
        if isinstance(action, Mapping):
            return self.game.rules.play.read_action(dict(action))
        if action is None or not 0 <= int(action) < len(self._choices):
            raise InputError(
                f"choice {action}: expected 0 to {len(self._choices) - 1}, as in the action mask"
            )
        return self._choices[int(action)]


def _player_number(agent: str) -> int:
    return AGENTS.index(agent) + 1
