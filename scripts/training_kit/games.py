"""Games for training: who plays, what the expert would do, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import wc3d.rl
from training_kit.network import Floats, Memory, Network
from wc3d.bots import Bot, make_bot
from wc3d.rl.feature_rows import POINTER_SCALE

MISSIONS = ("boiling_point", "chaos_theory")
"""Skirmishes."""

FORCES = (
    "marcher_worlds_skirmish",
    "iron_star_alliance_skirmish",
    "aeternus_continuum_skirmish",
    "empyreans_skirmish",
)

TABLE_IN = 30.0
"""The width of a skirmish's table in inches."""

EXPERT = "regular"
"""The bot whose choices the network learns."""


@dataclass(frozen=True)
class GamePlanned:
    """A game: its number decides mission, forces and dice. `follows` is how often the network
    plays a choice of its own while the expert says what it would do. With a `rival`, that bot plays
    the other side, and only the decisions against it are kept."""

    number: int
    follows: float = 0.0
    rival: str = ""


def make_env(number: int) -> Any:
    """Return the environment of a game by its number, with equal forces in half of the games."""
    mission = MISSIONS[number % len(MISSIONS)]
    one = FORCES[number // len(MISSIONS) % len(FORCES)]
    two = FORCES[number // 7 % len(FORCES)]
    return wc3d.rl.neo_mechanika(mission=mission, forces=(one, two), planned=True)


def state_row(seen: dict[str, Any]) -> Floats:
    """Return what the network sees of a state: the game, and sums over units and objectives."""
    units, objectives = seen["units"], seen["objectives"]
    own = units[:, 1] > 0.5
    sums = [units[own].sum(axis=0), units[~own].sum(axis=0), objectives.sum(axis=0)]
    row: Floats = np.concatenate([seen["observation"], *sums]).astype(np.float32)
    return row


class ChoiceReader:
    """A reader of choice rows that adds what follows from them and the state: distances and odds."""

    def __init__(self, env: Any) -> None:
        names = {name: i for i, name in enumerate(env.choice_names)}
        models = {name: i for i, name in enumerate(env.state_names["models"])}
        objectives = {name: i for i, name in enumerate(env.state_names["objectives"])}
        self.end = slice(names["to_x"], names["to_z"] + 1)
        self.actor = slice(names["actor_x"], names["actor_z"] + 1)
        self.goes = names["goes"]
        self.acting = names["actor_in_play"]
        self.model_row = names["model_row"]
        self.odds = [
            (names["actor_rat"], names["target_def"]),
            (names["actor_mat"], names["target_def"]),
            (names["weapon_pow"], names["target_arm"]),
            (names["weapon_rng"], names["target_distance"]),
        ]
        self.place = slice(models["x"], models["z"] + 1)
        self.own = models["own"]
        self.in_play = models["in_play"]
        self.reach = [models[f"weapon_{slot}_rng"] for slot in range(4)]
        self.spd = models["spd"]
        self.spot = slice(objectives["x"], objectives["z"] + 1)
        self.secured = objectives["secured_by_own"]
        self.present = objectives["present"]
        self.worth = objectives["worth"]

    def read(self, seen: dict[str, Any], choices: Floats) -> Floats:
        """Return the rows with further columns."""
        ends = np.where(
            choices[:, self.goes, None] > 0, choices[:, self.end], choices[:, self.actor]
        )
        starts = choices[:, self.actor]
        models = seen["models"]
        objectives = seen["objectives"][seen["objectives"][:, self.present] > 0]
        here = models[:, self.in_play] > 0
        own = models[here & (models[:, self.own] > 0)]
        enemies = models[here & (models[:, self.own] <= 0)]
        columns = [
            *self._to_objectives(ends, starts, objectives, objectives[:, self.secured] > 0),
            *self._to_objectives(ends, starts, objectives, objectives[:, self.secured] <= 0),
            _within(ends, own[:, self.place], 0.12),
            _nearest(ends, enemies[:, self.place]),
            self._count_threats(ends, enemies),
            self._count_targets(ends, choices, models, enemies),
            *(choices[:, one] - choices[:, two] for one, two in self.odds),
        ]
        whole: Floats = np.column_stack([choices, *columns]).astype(np.float32)
        return whole

    def _to_objectives(
        self, ends: Floats, starts: Floats, objectives: Floats, chosen: Any
    ) -> tuple[Floats, Floats]:
        """Return the distance to the nearest chosen objective, and how much nearer it came."""
        spots = objectives[chosen][:, self.spot]
        distance = _nearest(ends, spots)
        return distance, _nearest(starts, spots) - distance

    def _count_threats(self, ends: Floats, enemies: Floats) -> Floats:
        """Return how many enemies can reach a place with an advance and a weapon, in tenths."""
        if not len(enemies):
            return np.zeros(len(ends), np.float32)
        reach = enemies[:, self.reach].max(axis=1) + enemies[:, self.spd] * 10.0 / TABLE_IN
        return _within(ends, enemies[:, self.place], reach[None, :])

    def _count_targets(
        self, ends: Floats, choices: Floats, models: Floats, enemies: Floats
    ) -> Floats:
        """Return how many enemies are in range of the actor's weapons from a place, in tenths."""
        rows = np.maximum(np.rint(choices[:, self.model_row] * POINTER_SCALE).astype(int) - 1, 0)
        reach = models[rows][:, self.reach].max(axis=1)
        if not len(enemies):
            return np.zeros(len(ends), np.float32)
        return _within(ends, enemies[:, self.place], reach[:, None])


def _nearest(places: Floats, spots: Floats) -> Floats:
    """Return each place's distance to the nearest spot, or 1 without any."""
    if not len(spots):
        return np.ones(len(places), np.float32)
    steps = places[:, None, :2] - spots[None, :, :2]
    nearest: Floats = np.sqrt((steps**2).sum(axis=2)).min(axis=1)
    return nearest


def _within(places: Floats, spots: Floats, reach: Floats | float) -> Floats:
    """Return how many spots are within reach of each place, in tenths.

    `reach` is a number, or an array of shape (1, spots) or (places, 1).
    """
    steps = places[:, None, :2] - spots[None, :, :2]
    count: Floats = ((steps**2).sum(axis=2) <= reach**2).sum(axis=1) / 10.0
    return count


def nearest_choice(env: Any, seen: dict[str, Any], action: Any) -> int | None:
    """Return the choice that is most like an action: equal, or of its kind with the nearest end."""
    choices = env.choices
    if action in choices:
        return int(choices.index(action))
    wanted = env.choice_rows([action])[0]
    names = list(env.choice_names)
    kinds = slice(0, names.index("action_number") + 1)
    actor = slice(names.index("unit_row"), names.index("gate_row"))
    end = slice(names.index("to_x"), names.index("to_z") + 1)
    rows = seen["choices"][: len(choices)]
    like = np.abs(rows[:, kinds] - wanted[kinds]).sum(axis=1) < 1e-6
    same = like & (np.abs(rows[:, actor] - wanted[actor]).sum(axis=1) < 1e-6)
    if not same.any():
        return None
    away = np.abs(rows[:, end] - wanted[end]).sum(axis=1)
    return int(np.where(same, away, np.inf).argmin())


def play_for_training(planned: GamePlanned, network: Network | None) -> Memory:
    """Play a game in which the expert names the best choice of each decision."""
    env = make_env(planned.number)
    env.reset(seed=planned.number)
    rng = np.random.default_rng(planned.number)
    experts = {
        agent: make_bot(env.game.rules, EXPERT, f"{planned.number}/{agent}")
        for agent in env.possible_agents
    }
    rivals = {}
    if planned.rival:
        agent = env.possible_agents[planned.number // 4 % 2]
        del experts[agent]
        rivals[agent] = make_bot(env.game.rules, planned.rival, f"{planned.number}/rival")
    reader = ChoiceReader(env)
    memory = Memory()
    agents: list[str] = []
    while not env.game.over and env.agents:
        agent = env.agent_selection
        if agent in rivals:
            env.step(rivals[agent].choose(env.view(agent)))
            continue
        seen = env.observe(agent)
        action = experts[agent].choose(env.view(agent))
        best = nearest_choice(env, seen, action)
        listed = len(env.choices)
        if best is not None and listed > 1:
            row = state_row(seen)
            rows = reader.read(seen, seen["choices"][:listed])
            memory.choices.append(rows.astype(np.float16))
            memory.states.append(row.astype(np.float16))
            memory.best.append(best)
            agents.append(agent)
            if network is not None and rng.random() < planned.follows:
                scores = network.score(rows, row)
                action = env.choices[int(scores.argmax())]
        env.step(action)
    winner = env.game.state.winner
    memory.won = [0.5 if not winner else float(agent == f"player_{winner}") for agent in agents]
    return memory


class TrainedPlayer:
    """A player that takes the choice with the highest score."""

    def __init__(self, network: Network, env: Any) -> None:
        self.network = network
        self.reader = ChoiceReader(env)

    def choose(self, env: Any, seen: dict[str, Any]) -> int:
        """Return the number of the choice."""
        listed = int(seen["action_mask"].sum())
        rows = self.reader.read(seen, seen["choices"][:listed])
        return int(self.network.score(rows, state_row(seen)).argmax())


def play_against(network: Network, rival: str, number: int) -> tuple[float, int]:
    """Play a game against a bot; return the result (1, 0.5 or 0) and the lead in points.

    Each pair of games has the same forces with the sides exchanged.
    """
    env = make_env(10_000_000 + number // 2)
    env.reset(seed=10_000_000 + number // 2)
    own = env.possible_agents[number % 2]
    player = TrainedPlayer(network, env)
    bot: Bot = make_bot(env.game.rules, rival, f"rival/{number}")
    while not env.game.over and env.agents:
        agent = env.agent_selection
        if agent == own:
            env.step(player.choose(env, env.observe(agent)))
        else:
            env.step(bot.choose(env.view(agent)))
    state = env.game.state
    side = 1 + number % 2
    points = state.players[side].points - state.players[3 - side].points
    return (0.5 if not state.winner else float(state.winner == side)), points


def join(parts: Sequence[Memory]) -> Memory:
    """Return all decisions of several games."""
    whole = Memory()
    for part in parts:
        whole.choices += part.choices
        whole.states += part.states
        whole.best += part.best
        whole.won += part.won
    return whole
