"""Several games at once in several processes, as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import (
    batch_space,
    create_shared_memory,
    read_from_shared_memory,
)
from numpy.typing import NDArray

from wc3d.bots.process_pool import FRESH_CONTEXT, count_cores, describe_error, ignore_interrupts
from wc3d.errors import InputError
from wc3d.rl.game_env import check_count, check_seed
from wc3d.rl.registration import make_single
from wc3d.rl.single_env import SingleGameEnv

Batch = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class _Group:
    """A process with the numbers of its environments."""

    process: Any
    pipe: Connection
    members: range


class GameVectorEnv(VectorEnv[Batch, NDArray[np.int64], NDArray[Any]]):
    """Several environments of a game against a bot, shared out over processes.

    The processes live until `close`, and write their observations to shared memory. A game that
    is over begins again in the next step, whose action is ignored and whose reward is 0.

    `game` is "neo_mechanika" or "warmachine", `processes` the number of processes (by default two
    for each core: a step waits for the slowest process, and the second uses the core meanwhile).
    Further arguments are those of `gymnasium.make`. Raises InputError.

    >>> envs = wc3d.rl.GameVectorEnv("neo_mechanika", 2, processes=1, opponent="random")
    >>> seen, infos = envs.reset(seed=7)
    >>> seen["action_mask"].shape
    (2, 64)
    >>> seen, rewards, terminated, truncated, infos = envs.step([0, 0])
    >>> envs.close()
    """

    metadata = {**SingleGameEnv.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self, game: str, num_envs: int, *, processes: int | None = None, **arguments: Any
    ) -> None:
        self.num_envs = check_count("num_envs", num_envs)
        count = 2 * count_cores() if processes is None else check_count("processes", processes)
        sample = make_single(game, **arguments)
        self.state_names, self.choice_names = sample.state_names, sample.choice_names
        self.single_observation_space = sample.observation_space
        self.single_action_space = sample.action_space
        self.observation_space = batch_space(sample.observation_space, num_envs)
        self.action_space = spaces.MultiDiscrete([sample.action_space.n] * num_envs)
        self.render_mode = sample.render_mode
        self._memory = create_shared_memory(sample.observation_space, n=num_envs, ctx=FRESH_CONTEXT)
        self._view: Any = read_from_shared_memory(
            sample.observation_space, self._memory, n=num_envs
        )
        self._groups = [
            self._start(game, arguments, members) for members in _share_out(num_envs, count)
        ]

    def _start(self, game: str, arguments: dict[str, Any], members: range) -> _Group:
        ours, theirs = FRESH_CONTEXT.Pipe()
        process = FRESH_CONTEXT.Process(
            target=_run_group,
            args=(theirs, game, arguments, members, self._memory, self.num_envs),
            daemon=True,
        )
        with ignore_interrupts():
            process.start()
        theirs.close()
        return _Group(process, ours, members)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Batch, dict[str, Any]]:
        """Begin all games. Environment number i has the seed plus i, or its own of a list.

        >>> envs = wc3d.rl.GameVectorEnv("neo_mechanika", 2, processes=1, seat=2)
        >>> seen, infos = envs.reset(seed=[7, 8])
        >>> infos["player"]
        array([2, 2])
        >>> envs.close()
        """
        seeds: list[int | None] = [None] * self.num_envs
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise InputError(f"seed: expected {self.num_envs} seeds, found {len(seed)}")
            seeds = [check_seed(own) for own in seed]
        elif seed is not None:
            seeds = [check_seed(seed) + i for i in range(self.num_envs)]
        answers = self._ask("reset", seeds)
        return self._copy_view(), _gather_infos(answers)

    def step(
        self, actions: Any
    ) -> tuple[Batch, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carry out a choice in each environment. Raises InputError for a number that is none.

        >>> envs = wc3d.rl.GameVectorEnv("neo_mechanika", 2, processes=1, opponent="random")
        >>> seen, infos = envs.reset(seed=7)
        >>> seen, rewards, terminated, truncated, infos = envs.step([0, 0])
        >>> terminated
        array([False, False])
        >>> envs.close()
        """
        if len(actions) != self.num_envs:
            raise InputError(f"actions: expected {self.num_envs}, found {len(actions)}")
        answers = self._ask("step", [int(action) for action in actions])
        rewards = np.array([answer[1] for answer in answers], dtype=np.float64)
        terminated = np.array([answer[2] for answer in answers], dtype=bool)
        truncated = np.array([answer[3] for answer in answers], dtype=bool)
        return self._copy_view(), rewards, terminated, truncated, _gather_infos(answers)

    def _copy_view(self) -> Batch:
        """Return the observations as arrays of their own, because the next step overwrites them."""
        return {name: array.copy() for name, array in self._view.items()}

    def render(self) -> tuple[Any, ...] | None:
        """Return each environment's picture or text, by the render mode."""
        return tuple(answer[1] for answer in self._ask("render", [None] * self.num_envs))

    def close_extras(self, **options: Any) -> None:
        """End the processes."""
        for group in self._groups:
            group.pipe.close()
        for group in self._groups:
            group.process.join()

    def _ask(self, what: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return each environment's answer: its information, then what it returned."""
        if self.closed:
            raise InputError("the environments are closed; make new ones")
        for group in self._groups:
            group.pipe.send((what, [values[i] for i in group.members]))
        replies = [_receive(group) for group in self._groups]
        for reply in replies:
            if isinstance(reply, str):
                raise InputError(reply)
        return [answer for reply in replies for answer in reply]


def _receive(group: _Group) -> Any:
    try:
        return group.pipe.recv()
    except (EOFError, OSError):
        return f"the process of the environments {group.members} ended unexpectedly"


def _share_out(count: int, processes: int) -> list[range]:
    """Return the numbers of each process's environments, as equal as possible."""
    processes = min(count, processes)
    ends = [count * i // processes for i in range(processes + 1)]
    return [range(begin, end) for begin, end in pairwise(ends)]


def _gather_infos(answers: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """Return the information of all environments, by name."""
    infos = [answer[0] for answer in answers]
    return {name: np.array([info[name] for info in infos]) for name in infos[0]}


def _run_group(
    pipe: Connection,
    game: str,
    arguments: dict[str, Any],
    members: range,
    memory: Any,
    num_envs: int,
) -> None:
    """Serve the environments of a process until the pipe closes."""
    slots = [_Slot(make_single(game, **arguments), number) for number in members]
    shared: Any = read_from_shared_memory(slots[0].env.observation_space, memory, n=num_envs)
    while True:
        try:
            what, values = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            reply: Any = [
                slot.serve(what, value, shared) for slot, value in zip(slots, values, strict=True)
            ]
        except Exception as error:
            reply = describe_error(error)
        pipe.send(reply)


class _Slot:
    """An environment of a process, and its part of the shared memory."""

    def __init__(self, env: SingleGameEnv, number: int) -> None:
        env.copies_arrays = False
        self.env = env
        self.number = number
        self.ended = False
        self._written: dict[str, NDArray[Any]] = {}

    def serve(self, what: str, value: Any, shared: Batch) -> tuple[Any, ...]:
        """Return the environment's answer, and write its observation to the shared memory."""
        if what == "render":
            return {}, self.env.render()
        if what == "reset" or self.ended:
            seen, info = self.env.reset(seed=value if what == "reset" else None)
            answer: tuple[Any, ...] = (info, 0.0, False, False)
        else:
            seen, reward, terminated, truncated, info = self.env.step(value)
            answer = (info, reward, terminated, truncated)
        self.ended = answer[2] or answer[3]
        self._write(seen, shared)
        return answer

    def _write(self, seen: Batch, shared: Batch) -> None:
        """Write the arrays that differ from the last ones. Steps share read-only arrays."""
        for name, array in seen.items():
            if self._written.get(name) is not array:
                shared[name][self.number] = array
                if not array.flags.writeable:
                    self._written[name] = array
                else:
                    self._written.pop(name, None)
