"""How strong bots are: games with equal forces, each from both sides with the same dice, and ratings that explain the results."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d.bots.match import MAX_ACTIONS, bot_seed, make_bot, play_out
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError
from wc3d.registry import load_map, rules_of
from wc3d.table.table import Table

ELO_PER_LOGIT = 400.0 / math.log(10.0)
"""Elo points to one on the scale of logarithmic odds."""

PRIOR_DRAWS = 0.5
"""Drawn games that each bot is taken to have played against the field besides: without, one that won all had no rating."""

Z_SCORE_95 = 1.96
"""Standard deviations either side that hold 95%."""


@dataclass(frozen=True)
class LadderPairing:
    """A game to be played: in an even `number` the first bot is player 1, in the odd one after it the second, all else alike."""

    game: str
    bots: tuple[str, str]
    mission: str
    board: str
    force: str
    seed: str
    number: int

    @property
    def key(self) -> str:
        """What tells it from all others."""
        return "/".join(
            (
                self.game,
                *self.bots,
                self.mission,
                self.board,
                self.force,
                self.seed,
                str(self.number),
            )
        )


@dataclass(frozen=True)
class LadderGame:
    """A game that was played: `score` is the first bot's, 1, 0.5 or 0."""

    key: str
    bots: tuple[str, str]
    mission: str
    score: float
    points: tuple[int, int]


def schedule_games(
    rules: RuleSet, missions: Sequence[str], boards: Sequence[str], games: int
) -> Iterator[tuple[str, str, str, int]]:
    """The mission, board, force and number of so many games, in such an order that few of them are a fair choice of all.

    A force that cannot score in a mission does not play it: against its equal it can only draw, whoever leads them.
    """
    for number in range(games):
        time, turn = divmod(number // 2, len(missions))
        mission = rules.mission(missions[turn])
        forces = _scoring_forces(rules, mission.id)
        force = forces[
            (turn + time) % len(forces)
        ]  # each time a mission comes round, the next force
        board = (
            boards[(turn + sum(divmod(time, len(forces)))) % len(boards)]
            if boards
            else mission.board
        )
        yield mission.id, board, force, number


@cache
def _scoring_forces(rules: RuleSet, mission: str) -> tuple[str, ...]:
    """The forces that come with the program, of a mission's size, that can score in it; one without a name if none comes."""
    forces = [force for force, _ in rules.forces(rules.mission(mission).size)]
    return tuple(force for force in forces if rules.can_score(force, mission)) or ("",)


def play_ladder_game(meeting: LadderPairing) -> LadderGame:
    """Play a game. Raises whatever a faulty game raises, and InputError for one that does not end."""
    rules = rules_of(meeting.game)
    dice = f"{meeting.seed}/{meeting.mission}/{meeting.number // 2}"
    force = rules.force(meeting.force, meeting.mission, dice)
    game = rules.new_game(
        GamePlan(
            meeting.mission, _load_board(meeting.board, meeting.game), (force, force), seed=dice
        )
    )
    first = 1 if meeting.number % 2 == 0 else 2
    names = {first: meeting.bots[0], 3 - first: meeting.bots[1]}
    play_out(game, {p: make_bot(rules, names[p], bot_seed(dice, p)) for p in (1, 2)})
    if not game.over:
        raise InputError(f"{meeting.key}: not over after {MAX_ACTIONS} actions")
    outcome = rules.outcome(game)
    score = 0.5 if not outcome.winner else float(outcome.winner == first)
    points = outcome.points if first == 1 else outcome.points[::-1]
    return LadderGame(meeting.key, meeting.bots, meeting.mission, score, (points[0], points[1]))


@cache
def _load_board(board: str, game: str) -> Table:
    """Return a shipped board by its name, or that of a map file; memoized, for what is known of its sight lines."""
    return load_map(shipped_files(ShippedKind.BOARD).get(board, board), game)


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, in Elo about the mean of all, between what it lies with 95% confidence, and from how many games."""

    bot: str
    elo: float
    low: float
    high: float
    games: int


def compute_ratings(played: Sequence[LadderGame], bots: Sequence[str]) -> list[Rating]:
    """The ratings that make the results likeliest (Bradley and Terry, a draw as half a win), the strongest first."""
    index = {bot: i for i, bot in enumerate(bots)}
    strength = np.zeros(len(bots))
    for _ in range(200):
        gradient, curve = (
            -PRIOR_DRAWS * np.tanh(strength / 2),
            np.diag(PRIOR_DRAWS / 2 / np.cosh(strength / 2) ** 2),
        )
        for game in played:
            i, j = index[game.bots[0]], index[game.bots[1]]
            expected = 1.0 / (1.0 + math.exp(strength[j] - strength[i]))
            weight = expected * (1.0 - expected)
            gradient[i] += game.score - expected
            gradient[j] -= game.score - expected
            curve[[i, j], [i, j]] += weight
            curve[[i, j], [j, i]] -= weight
        step = np.linalg.solve(curve, gradient)
        strength = strength + np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-10:
            break
    about = np.eye(len(bots)) - 1.0 / len(
        bots
    )  # about the mean: how strong all are together nobody can say
    spread = np.sqrt(np.diag(about @ np.linalg.inv(curve) @ about))
    games = {bot: sum(bot in game.bots for game in played) for bot in bots}
    middle = strength.mean()
    rating_list = [
        Rating(
            bot,
            ELO_PER_LOGIT * (s - middle),
            ELO_PER_LOGIT * (s - middle - Z_SCORE_95 * e),
            ELO_PER_LOGIT * (s - middle + Z_SCORE_95 * e),
            games[bot],
        )
        for bot, s, e in zip(bots, strength.tolist(), spread.tolist(), strict=True)
    ]
    return sorted(rating_list, key=lambda r: -r.elo)


def count_results(played: Sequence[LadderGame], bot: str, rival: str) -> tuple[int, int, int]:
    """How one bot did against another: wins, draws, losses."""
    scores = [
        game.score if game.bots == (bot, rival) else 1.0 - game.score
        for game in played
        if set(game.bots) == {bot, rival}
    ]
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)
