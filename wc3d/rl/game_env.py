"""A game as a PettingZoo environment: two agents in turn, each with numbered choices."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from operator import index
from pathlib import Path
from typing import Any, Protocol, Self, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from wc3d._internal.gc_tuning import freeze_gc
from wc3d.engine.actions import PLAYERS, Action
from wc3d.engine.game import Game, View
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.library import load_game, save_game
from wc3d.registry import game_entry, load_rules
from wc3d.rl.choice_sampling import sample_choices
from wc3d.rl.factored_actions import FactoredActions
from wc3d.rl.feature_rows import Rows
from wc3d.rl.rendering import describe_table, draw_table

AGENTS = ("player_1", "player_2")

MAX_ACTIONS = 5000
"""The number of actions after which a game is truncated."""


RENDER_MODES = ("rgb_array", "ansi", "human")
"""The ways to render: a picture as an array, a text, or a text printed after each action."""


class ObservationMaker(Protocol):
    """An encoder of states and choices as arrays of fixed shapes with named columns."""

    @property
    def game(self) -> str:
        """The name of the game in files."""

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


class ChoiceSpace(spaces.Discrete):
    """Choice numbers. `sample` draws from the present choices unless a mask is given."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.count = most

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return the number of a random choice; 0 if there is none."""
        if mask is None and probability is None:
            return np.int64(self.np_random.integers(max(1, self.count)))
        return super().sample(mask, probability)

    def __copy__(self) -> ChoiceSpace:
        """Return a space with its own count and the same random numbers. A clone needs it fast."""
        duplicate = object.__new__(type(self))
        vars(duplicate).update(vars(self))
        return duplicate


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

    metadata = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
        "name": "wc3d_v1",
    }

    def __init__(
        self,
        begin: Callable[[int], Game],
        observer: ObservationMaker,
        factored: FactoredActions,
        gain: Callable[[Any, int], float],
        *,
        choices: int = 64,
        listed: bool = True,
        endless: int = MAX_ACTIONS,
        render_mode: str | None = None,
        propose: Callable[[View], Iterable[Action]] | None = None,
    ) -> None:
        """Make an environment.

        `begin` makes a game from a seed. `gain` returns a player's lead in a state; an agent's
        reward is the change of its lead. `propose` returns further legal actions for a view, which
        come first among the choices. Raises InputError.
        """
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self._begin = begin
        self._observer = observer
        self.factored = factored
        self._gain = gain
        self._most = check_count("choices", choices)
        self._listed = listed
        self._propose = propose
        self._endless = check_count("endless", endless)
        self.possible_agents = list(AGENTS)
        self.state_names, self.choice_names = observer.state_names, observer.choice_names
        self._constant = ("terrain", "raster", *observer.flag_arrays)
        self._space = make_observation_space(observer, self._most)
        self.observation_spaces = dict.fromkeys(AGENTS, self._space)
        self.action_spaces = {agent: ChoiceSpace(self._most) for agent in AGENTS}
        self._seed = random.SystemRandom().getrandbits(63)
        self._game_number = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> ChoiceSpace:
        """Return the space of choice numbers."""
        return self.action_spaces[agent]

    @property
    def state_space(self) -> spaces.Box:
        """Return the space of `state`."""
        return spaces.Box(-np.inf, np.inf, (self._state_size,), np.float32)

    @property
    def _state_size(self) -> int:
        shapes = self._observer.shapes
        return 2 * sum(math.prod(shapes[name]) for name in shapes if name not in self._constant)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same `seed` gives the same dice and the same choices.

        >>> env.reset(seed=7)
        >>> env.agent_selection
        'player_2'
        """
        if seed is not None:
            self._seed = check_seed(seed)
            self._game_number = 0
        chance = random.Random(f"{self._seed}/{self._game_number}")
        self._game_number += 1
        game = self._begin(chance.getrandbits(63))
        self._chance_seed = chance.getrandbits(63)
        self.action_spaces["player_1"].seed(self._chance_seed % 2**31)
        self._set_game(game)
        freeze_gc()

    def _set_game(self, game: Game) -> None:
        """Continue with a game: at its beginning, or a loaded one."""
        self.game = game
        self.done = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, game.over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._leads = tuple(self._gain(game.state, player) for player in PLAYERS)
        self.agent_selection = AGENTS[0]
        self._select_agent()

    def __getstate__(self) -> dict[str, Any]:
        """Return the pickle state without the view and the choices, which are made again."""
        left_out = ("_view", "_choices")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a pickle state."""
        self.__dict__.update(state)
        self._view: View | None = None
        self._choices: list[Action] | None = None

    def __copy__(self) -> Self:
        """Return an environment of the same game that is reset on its own."""
        duplicate = object.__new__(type(self))
        duplicate.__dict__.update(self.__dict__)
        duplicate.action_spaces = {a: space.__copy__() for a, space in self.action_spaces.items()}
        return duplicate

    def clone(self) -> Self:
        """Return an independent copy at the same point, for searches. It takes microseconds.

        Both continue with the same dice and the same choices.

        >>> env.reset(seed=7)
        >>> copy = env.clone()
        >>> copy.step(0)
        >>> len(copy.game.turns), len(env.game.turns)
        (1, 0)
        """
        duplicate = object.__new__(type(self))
        attributes: dict[str, Any] = duplicate.__dict__
        attributes.update(vars(self))
        attributes["game"] = copy(self.game)
        for name in _COPIED:
            attributes[name] = attributes[name].copy()
        attributes["infos"] = {agent: dict(info) for agent, info in self.infos.items()}
        attributes["action_spaces"] = {
            agent: s.__copy__() for agent, s in self.action_spaces.items()
        }
        return duplicate

    def save(self, path: str | Path) -> None:
        """Save the game to a file of the same format as every saved game. Raises InputError.

        >>> from pathlib import Path
        >>> from tempfile import mkdtemp
        >>> env.reset(seed=7)
        >>> env.step(0)
        >>> env.save(Path(mkdtemp()) / "game.jsonl")
        """
        save_game(self.game, path)

    def load(self, path: str | Path) -> None:
        """Continue with the game of a file at its last action. Raises InputError.

        >>> from pathlib import Path
        >>> from tempfile import mkdtemp
        >>> path = Path(mkdtemp()) / "game.jsonl"
        >>> env.reset(seed=7)
        >>> env.step(0)
        >>> env.save(path)
        >>> env.reset(seed=8)
        >>> env.load(path)
        >>> len(env.game.turns)
        1
        """
        game = load_game(path)
        wanted = self._observer.game
        if game.rules.name != wanted:
            raise InputError(f"{path}: expected a game of {wanted}, found one of {game.rules.name}")
        self._chance_seed = random.Random(f"{self._seed}/{path}").getrandbits(63)
        self._set_game(game)

    def view(self, agent: str) -> View:
        """Return the `View` of an agent's player, for programs that make their own actions.

        >>> env.reset(seed=7)
        >>> env.view("player_2").player
        2
        """
        player = player_number(agent)
        if agent != self.agent_selection:
            return self.game.view(player)
        if self._view is None:
            self._view = self.game.view(player)
        return self._view

    @property
    def choices(self) -> tuple[Action, ...]:
        """Return the actions that the acting agent may choose by number.

        >>> env.reset(seed=7)
        >>> env.choices[0].option
        'first'
        """
        return tuple(self._present_choices())

    def _present_choices(self) -> list[Action]:
        """Return the choices, which depend only on the seed and the number of actions so far."""
        if self._choices is None:
            self._choices = []
            if not self.is_over:
                chance = random.Random(self._chance_seed + self.done)
                self._choices = sample_choices(
                    self.view(self.agent_selection),
                    chance,
                    self._most,
                    self._listed,
                    self._propose,
                )
        return self._choices

    def choice_rows(self, actions: Sequence[Action]) -> Rows:
        """Return the rows of actions of the acting agent, also of those that are no choices.

        >>> env.reset(seed=7)
        >>> env.choice_rows(env.choices).shape == (2, len(env.choice_names))
        True
        """
        view = self.view(self.agent_selection)
        return self._observer.encode_choices(
            view.state, player_number(self.agent_selection), actions
        )

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return an agent's observation: the dict of arrays described at `GameEnv`.

        >>> env.reset(seed=7)
        >>> int(env.observe("player_1")["action_mask"].sum())
        0
        """
        is_acting = agent == self.agent_selection and not self.is_over
        state = self.view(agent).state
        player = player_number(agent)
        arrays = self._observer.encode_state(state, player, is_acting)
        mask = np.zeros(self._most, dtype=np.int8)
        rows = np.zeros((self._most, len(self.choice_names)), dtype=np.float32)
        if is_acting:
            choices = self._present_choices()
            self.action_spaces[agent].count = len(choices)
            mask[: len(choices)] = 1
            self._observer.encode_choices(state, player, choices, rows)
        arrays["choices"] = rows
        arrays["action_mask"] = mask
        return arrays

    def state(self) -> NDArray[np.float32]:
        """Return the whole state as one row, with both hands: the arrays of each player in turn.

        Arrays that never change in a game are left out: terrain, raster, and flags of models.

        >>> env.reset(seed=7)
        >>> env.state_space.contains(env.state())
        True
        """
        game_state = self.game.state
        parts = [
            array.astype(np.float32).ravel()
            for player in PLAYERS
            for name, array in self._observer.encode_state(
                game_state, player, self.game.to_act == player
            ).items()
            if name not in self._constant
        ]
        return np.concatenate(parts)

    def encode_action(self, action: int | Action) -> NDArray[np.int64]:
        """Return the stable numbers of an action or of a choice: one for each of `factored.names`.

        The same numbers mean the same action in every game and release. `step` also takes them.

        >>> env.reset(seed=7)
        >>> numbers = env.encode_action(0)
        >>> dict(zip(env.factored.names, numbers.tolist()))["kind"]
        3
        >>> env.step(numbers)
        """
        chosen = action if isinstance(action, Action) else self._choice(action)
        return self.factored.encode(self.view(self.agent_selection).state, chosen)

    def decode_action(self, numbers: Sequence[int] | NDArray[np.integer[Any]]) -> Action:
        """Return the legal action with these stable numbers. Raises InputError without one.

        Present choices come first, then every action that the rules list, then one that is made
        from the numbers alone.

        >>> env.reset(seed=7)
        >>> env.decode_action(env.encode_action(1)) == env.choices[1]
        True
        """
        choices = self._present_choices()
        return self.factored.decode(self.view(self.agent_selection), numbers, choices)

    def step(
        self, action: int | Action | Mapping[str, Any] | Sequence[int] | NDArray[Any] | None
    ) -> None:
        """Carry out the acting agent's choice.

        `action` is the number of a choice, an `Action`, its JSON form with your own positions, or
        its stable numbers. An agent whose game is over passes None. Raises RefusedError for an
        illegal action, and InputError for a number that is not a choice; then nothing has changed.

        >>> env.reset(seed=7)
        >>> env.step({"type": "choose", "player": 2, "option": "south"})
        >>> env.agent_selection
        'player_1'
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.apply(self._read_action(action))
        self.done += 1
        self._cumulative_rewards[agent] = 0.0
        state = self.game.state
        leads = tuple(self._gain(state, player) for player in PLAYERS)
        for name, lead, old_lead in zip(AGENTS, leads, self._leads, strict=True):
            self.rewards[name] = lead - old_lead
        self._leads = leads
        if self.game.over:
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self.done >= self._endless:
            self.truncations = dict.fromkeys(AGENTS, True)
        self._select_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> NDArray[np.uint8] | str | None:
        """Return a picture or a text of the table, by the render mode.

        "rgb_array" returns the table from above as an array (height, width, 3). "ansi" returns
        text. "human" prints the text after each action. Without a mode, return None.

        >>> drawn = wc3d.rl.neo_mechanika(render_mode="rgb_array")
        >>> drawn.reset(seed=7)
        >>> drawn.render().shape
        (640, 640, 3)
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return draw_table(self.game)
        text = describe_table(self.game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended or was cut off."""
        return any(self.terminations.values()) or any(self.truncations.values())

    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
        return load_rules(game_entry(self._observer.game))

    @property
    def game_seed(self) -> int:
        """The seed of the choices of the present game."""
        return self._chance_seed

    def lead(self, agent: str) -> float:
        """Return an agent's lead, whose changes are its rewards."""
        return float(self._leads[player_number(agent) - 1])

    def _select_agent(self) -> None:
        """Select the acting agent. Its view and its choices are made when they are needed."""
        mover = self.game.to_act
        if mover is not None:
            self.agent_selection = AGENTS[mover - 1]
        self._view = None
        self._choices = None

    def _read_action(self, action: Any) -> Action:
        """Return the action for a choice. Raises InputError and RefusedError."""
        if type(action) is int or isinstance(action, np.integer):
            return self._choice(action)
        if isinstance(action, Action):
            return action
        if isinstance(action, Mapping):
            return self.game.rules.play.read_action(dict(action))
        if isinstance(action, Sequence | np.ndarray) and np.ndim(action) == 1:
            return self.decode_action(action)
        return self._choice(action)

    def _choice(self, number: Any) -> Action:
        """Return a present choice by its number. Raises InputError."""
        choices = self._present_choices()
        try:
            place = index(number)
        except TypeError:
            place = -1
        if not 0 <= place < len(choices):
            raise InputError(
                f"choice {number}: expected 0 to {len(choices) - 1}, as in the action mask"
            )
        return choices[place]


_COPIED = (
    "agents",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
)
"""The attributes of an environment that change in place."""


def player_number(agent: str) -> int:
    """Return the number of an agent's player. Raises InputError."""
    if agent not in AGENTS:
        raise InputError(f"agent {agent!r}: expected one of {', '.join(AGENTS)}")
    return AGENTS.index(agent) + 1


def check_count(name: str, value: Any) -> int:
    """Return a count of at least 1. Raises InputError."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"{name} {value!r}: expected a whole number of at least 1")
    return value


def check_seed(seed: Any) -> int:
    """Return a seed. Raises InputError."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(f"seed {seed!r}: expected a whole number of at least 0")
    return int(seed)


def check_render_mode(mode: Any) -> str | None:
    """Return a render mode. Raises InputError."""
    modes = RENDER_MODES
    if mode is not None and mode not in modes:
        raise InputError(f"render mode {mode!r}: expected one of {', '.join(modes)}, or None")
    return cast("str | None", mode)


def make_observation_space(observer: ObservationMaker, choices: int) -> spaces.Dict:
    """Return the space of observations."""
    arrays: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(0, 1, shape, np.int8)
        if name in observer.flag_arrays
        else spaces.Box(-np.inf, np.inf, shape, np.float32)
        for name, shape in observer.shapes.items()
    }
    shape = (choices, len(observer.choice_names))
    arrays["choices"] = spaces.Box(-np.inf, np.inf, shape, np.float32)
    arrays["action_mask"] = spaces.Box(0, 1, (choices,), np.int8)
    return spaces.Dict(arrays)
