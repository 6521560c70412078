"""Rate bots by games with equal forces, each played from both sides with the same dice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d._internal.memo import Size, memo_per_process
from wc3d.bots.match import MAX_ACTIONS, bot_seed, make_bot, play_out
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError
from wc3d.registry import load_map, rules_of
from wc3d.table.table import Table

ELO_PER_LOGIT = 400.0 / math.log(10.0)
"""The Elo points in one unit of log odds."""

PRIOR_DRAWS = 0.5
"""The draws against the field added to each bot, so that a bot that wins all games has a rating."""

Z_SCORE_95 = 1.96
"""The number of standard deviations on each side of a 95% interval."""


@dataclass(frozen=True)
class LadderPairing:
    """A scheduled game: the first bot is player 1 if `number` is even, player 2 if it is odd."""

    game: str
    bots: tuple[str, str]
    mission: str
    board: str
    force: str
    seed: str
    number: int

    @property
    def key(self) -> str:
        """The unique key of the game."""
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
    """A finished game; `score` is the first bot's: 1, 0.5 or 0."""

    key: str
    bots: tuple[str, str]
    mission: str
    score: float
    points: tuple[int, int]


def schedule_games(
    rules: RuleSet, missions: Sequence[str], boards: Sequence[str], games: int
) -> Iterator[tuple[str, str, str, int]]:
    """Yield mission, board, force and number of each game, in an order in which any first part is
    a fair sample.

    A force that cannot score in a mission does not play it, because against an equal force it can
    only draw.
    """
    for number in range(games):
        time, turn = divmod(number // 2, len(missions))
        mission = rules.mission(missions[turn])
        forces = _scoring_forces(rules, mission.id)
        force = forces[(turn + time) % len(forces)]  # rotate forces with each round of missions
        board = (
            boards[(turn + sum(divmod(time, len(forces)))) % len(boards)]
            if boards
            else mission.board
        )
        yield mission.id, board, force, number


@memo_per_process(Size.SMALL)
def _scoring_forces(rules: RuleSet, mission: str) -> tuple[str, ...]:
    """Return the shipped forces that can score in a mission of their size, or a nameless one."""
    forces = [force for force, _ in rules.setup.forces(rules.mission(mission).size)]
    return tuple(force for force in forces if rules.setup.can_score(force, mission)) or ("",)


def play_ladder_game(meeting: LadderPairing) -> LadderGame:
    """Play a game. Raises the error of a faulty game, or InputError if it does not end."""
    rules = rules_of(meeting.game)
    dice = f"{meeting.seed}/{meeting.mission}/{meeting.number // 2}"
    force = rules.setup.force(meeting.force, meeting.mission, dice)
    game = rules.new_game(
        GamePlan(
            meeting.mission, _load_board(meeting.board, meeting.game), (force, force), seed=dice
        )
    )
    first = 1 if meeting.number % 2 == 0 else 2
    names = {first: meeting.bots[0], 3 - first: meeting.bots[1]}
    play_out(game, {p: make_bot(rules, names[p], bot_seed(dice, p)) for p in (1, 2)})
    if not game.over:
        raise InputError(f"{meeting.key}: the game did not end within {MAX_ACTIONS} actions")
    outcome = rules.setup.outcome(game)
    score = 0.5 if not outcome.winner else float(outcome.winner == first)
    points = outcome.points if first == 1 else outcome.points[::-1]
    return LadderGame(meeting.key, meeting.bots, meeting.mission, score, (points[0], points[1]))


@memo_per_process(Size.SMALL)
def _load_board(board: str, game: str) -> Table:
    """Return a shipped board by name or a map file's; memoized to share its sight line cache."""
    return load_map(shipped_files(ShippedKind.BOARD).get(board, board), game)


@dataclass(frozen=True)
class Rating:
    """A bot's Elo around the mean of all bots, its 95% interval and its number of games."""

    bot: str
    elo: float
    low: float
    high: float
    games: int


def compute_ratings(played: Sequence[LadderGame], bots: Sequence[str]) -> list[Rating]:
    """Return maximum likelihood ratings (Bradley-Terry, draws as half wins), strongest first."""
    index = {bot: i for i, bot in enumerate(bots)}
    strength = np.zeros(len(bots))
    for _ in range(200):
        gradient = -PRIOR_DRAWS * np.tanh(strength / 2)
        curve = np.diag(PRIOR_DRAWS / 2 / np.cosh(strength / 2) ** 2)
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
    about = np.eye(len(bots)) - 1.0 / len(bots)  # only differences to the mean are determined
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
    """Return the wins, draws and losses of one bot against another."""
    scores = [
        game.score if game.bots == (bot, rival) else 1.0 - game.score
        for game in played
        if set(game.bots) == {bot, rival}
    ]
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)
