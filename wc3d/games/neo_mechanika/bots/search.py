"""A player who looks ahead: it tries what it would weigh anyway, plays the Pulse round out to its end, and keeps the best.

Between what it tries it decides by its chance to win (`win_probability.py`), once the objectives have been scored. It sees no
more than its view: what is hidden is dealt by chance, and so are its dice. Its budget is counted in actions tried, not seconds.
"""
from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from wc3d.bots.decision_trace import weigh
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import Question, question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.ability_evaluation import play_worth
from wc3d.games.neo_mechanika.bots.deploying import charging_plans, deployment_plans, gate_plans
from wc3d.games.neo_mechanika.bots.evaluation import Glances
from wc3d.games.neo_mechanika.bots.greedy import list_offered
from wc3d.games.neo_mechanika.bots.planner import advances, attacks
from wc3d.games.neo_mechanika.bots.rollout_policy import Acting, BriskPlayer, DeliberatePlayer
from wc3d.games.neo_mechanika.bots.stratified_dice import EvenDice
from wc3d.games.neo_mechanika.bots.thorough import ThoroughPlayer, eager_to_act
from wc3d.games.neo_mechanika.bots.weights import seen_with
from wc3d.games.neo_mechanika.bots.win_probability import chance
from wc3d.games.neo_mechanika.rules.actions import Pass, Play
from wc3d.games.neo_mechanika.rules.state import State, other
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    current,
    may_advance,
    may_attack_at_all,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.pulse import turns_left
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion

THINK = 1300
"""How many actions it tries for a choice at most, unless told otherwise."""

IN_A_TURN = 2
"""With the actions of so many choices it makes do in a turn: in a turn with many it does not look ahead in the later ones."""

A_TURN = 14
"""About how many actions a turn takes when it is played out."""

OFTEN = 6
"""So often it must be able to try each option, or it tries fewer of them: what comes of one or two tries is chance."""

AHEAD_FROM = 2
"""From which Pulse round on it looks ahead: how a game stands after the first says hardly who wins."""

CLOSE = 0.8
"""How much surer each victory point ahead makes a win, on a logarithmic scale."""

TRUST = 0.004
"""By how much another option's chance to win must surely be better than that of what it would do anyway."""

DOUBT = 0.25
"""How many standard errors are taken off what another option seems to gain."""

SCREENED, RIVALS = 3, 2
"""How often each option is played out before all but the best are left aside, and how many rivals of the usual are kept."""

ASKED = (ActivationQuestion, ActingQuestion, CypherQuestion)
"""The kinds of question for which it tries options as it plays. Hints try options for charging, gates and deployments, too."""

MOST = 6
"""How many options it tries at most, the usual among them."""

TOLD = 2
"""How often the usual option is played out at least: hints tell what comes of it."""

SHOTS = 2
"""How many attacks are tried, the best with each weapon of each model."""

SPREAD = 1.5
"""Inches: of places nearer to one another than this only the best is tried."""


@dataclass
class Tried:
    """An option, and how the game stood each time it was played out: the chance to win, and the state itself."""

    action: Action
    results: list[float] = field(default_factory=list)
    ends: list[State] = field(default_factory=list)
    acting: Acting = field(default_factory=dict)
    """Who acts after it, as far as that has been worked out."""

    @property
    def mean(self) -> float:
        """How the game stands after it, on average."""
        return sum(self.results) / len(self.results) if self.results else -math.inf

    def gains(self, usual: Tried, since: int = 0) -> list[float]:
        """How much better it did than the usual option, each time from one on: dice and hidden cards fell alike for both."""
        return [a - b for a, b in zip(self.results[since:], usual.results[since:], strict=False)]


def surely_best(options: list[Tried]) -> Tried:
    """The option that did better than the first by most, if by more than chance may explain; else the first.

    What it did while it was chosen among all does not count: whoever was lucky then came on. How much chance there is in
    it is told from all options together: two results alone may lie near each other by luck.
    """
    usual, all_gains = options[0], [o.gains(options[0], SCREENED) for o in options[1:]]
    squared_errors = [(g - sum(gains) / len(gains)) ** 2 for gains in all_gains if len(gains) > 1 for g in gains]
    free = len(squared_errors) - sum(len(gains) > 1 for gains in all_gains)
    if free < 1:
        return usual
    spread = math.sqrt(sum(squared_errors) / free)
    sure = [sum(g) / len(g) - DOUBT * spread / math.sqrt(len(g)) if len(g) > 1 else -1.0 for g in all_gains]
    best_index = max(range(len(all_gains)), key=lambda i: sure[i])
    return options[1 + best_index] if sure[best_index] > TRUST else usual


def affordable(state: State, budget: int) -> int:
    """How many options can be tried often enough with so many actions: the fewer, the more turns the Pulse round has left."""
    return min(MOST, budget // (OFTEN * A_TURN * (1 + turns_left(state))))


def decide(state: State, options: list[Tried]) -> Tried:
    """Which of the options the veteran takes in a state: the surely best; in the first Pulse round always the usual."""
    return surely_best(options) if state.round >= AHEAD_FROM else options[0]


class VeteranPlayer(ThoroughPlayer):
    """Looks ahead with a budget of `think` actions a choice. The same seed and views give the same game."""

    def __init__(self, seed: int | str = 0, think: int = THINK) -> None:
        super().__init__(seed)
        self.seed, self.think = seed, think
        self._turn, self._left = -1, 0

    def choose(self, view: View) -> Action:
        """The option after which it stands best. Raises ValueError if the view offers none."""
        open_question, usual = question(view.state), self.usual(view)
        if not isinstance(open_question, ASKED) or view.state.round < AHEAD_FROM:
            return usual
        if view.state.turn != self._turn:
            self._turn, self._left = view.state.turn, IN_A_TURN * self.think
        budget = min(self.think, self._left)
        option_count = affordable(view.state, budget)
        options = self.options(view, open_question, usual, option_count) if option_count > 1 else []
        if len(options) < 2:
            return usual
        self._left -= self.try_out(view, options, budget)
        weigh((option.mean, option.action) for option in options)
        return decide(view.state, options).action

    def usual(self, view: View) -> Action:
        """What it does without looking ahead. Raises ValueError if the view offers nothing."""
        return super().choose(view)

    def options(self, view: View, open_question: Question, usual: Action, limit: int) -> list[Tried]:
        """What it tries, so many at most: first the usual, then the likeliest of what else there is."""
        options = [Tried(usual)]
        with seen_with(self.outlook):
            for action in islice(_options(view, open_question), 2 * limit):
                if len(options) < limit and all(action != option.action for option in options):
                    options.append(Tried(action))
        return options

    def try_out(self, view: View, options: list[Tried], budget: int) -> int:
        """Play the options out within a budget of actions: all once; then again and again the first and the best of the others.

        Returns how many actions it took.
        """
        remaining, time, glances = budget, 0, Glances()
        usual, rivals = options[0], options[1:]
        while remaining > 0 and (rivals or time < TOLD):
            for option in (usual, *rivals):
                remaining -= self._play_out(view, option, time, remaining, glances)
            time += 1
            if time >= SCREENED:
                ahead = sorted((o for o in rivals if o.mean > usual.mean + TRUST), key=lambda o: -o.mean)
                rivals = ahead[:RIVALS]
        return budget - remaining

    def _play_out(self, view: View, option: Tried, time: int, budget: int, glances: Glances) -> int:
        """Play an option out once: how many actions that took. Nothing comes of it if the rest of the budget does not suffice."""
        state = view.state
        key = f"{self.seed}/{state.turn}/{state.drawn}/{len(state.agenda)}/{time}"
        me = view.player
        assert me is not None
        if budget < 1:
            return 0
        position = view.fork(random.Random(key))
        position.dice = EvenDice(SeededDice(key))
        own = DeliberatePlayer(f"{key}/own", glances, option.acting)
        brisk = {p: BriskPlayer(f"{key}/{p}", glances) for p in (1, 2)}
        action_count = 0
        try:
            position.apply(option.action)
            action_count = 1
            while action_count < budget and not is_far_enough(position.state, state):
                mover = position.to_act
                if mover is None:
                    break
                player = own if mover == me and position.state.turn == state.turn else brisk[mover]
                position.apply(player.choose(position.view(mover)))
                action_count += 1
        except (RefusedError, ValueError):
            if action_count == 0:  # what is offered to the view is legal: only hidden cards can make the difference
                option.results.append(0.0)
                option.ends.append(state)
                return 1
        if action_count < budget or budget == self.think or is_far_enough(position.state, state):
            option.results.append(_prospects(position.state, me))
            option.ends.append(position.state)
        return action_count


def _prospects(state: State, player: int) -> float:
    """The chance to win; once the game is over, how surely it was won: the more points ahead, the less luck can change it."""
    if not state.over or state.winner is None:
        return chance(state, player)
    ahead = state.players[player].points - state.players[other(player)].points
    sure = 1.0 / (1.0 + math.exp(-CLOSE * ahead))
    return 0.5 * (sure + (0.5 if not state.winner else float(state.winner == player)))


def is_far_enough(state: State, began: State) -> bool:
    """Has it been played out as far as it looks ahead: to the end of the Pulse round, when objectives have been scored?"""
    return state.over or state.round != began.round


# What is worth trying, likeliest first


def _options(view: View, open_question: Question) -> Iterator[Action]:
    state = view.state
    if isinstance(open_question, ActivationQuestion):
        yield from eager_to_act(view)
    elif isinstance(open_question, ActingQuestion):
        yield from _doings(state, open_question)
    elif isinstance(open_question, CypherQuestion):
        yield Pass(player=open_question.player)
        plays = [(play_worth(state, a), a) for a in list_offered(view, Play)]
        yield from (a for value, a in sorted(plays, key=lambda p: -p[0]) if value > 0.0)
    elif isinstance(open_question, ChargingQuestion):
        yield from charging_plans(view, open_question)
    elif isinstance(open_question, GateQuestion):
        yield from gate_plans(view, open_question)
    elif isinstance(open_question, DeploymentQuestion):
        yield from deployment_plans(view, open_question, VeteranPlayer.arrangements)


def _doings(state: State, open_question: ActingQuestion) -> Iterator[Action]:
    """The best attacks from here; and before anything else is done in the activation, the best moves."""
    unit = open_question.unit
    armed = bool(may_attack_at_all(state, unit))
    if armed:
        yield from (a for _, a in sorted(attacks(state, unit), key=lambda a: -a[0])[:SHOTS])
    if not may_advance(state, unit) or current(state).fired:
        return
    weighed_moves = advances(state, unit, attacking=armed, reaching=True, apart=SPREAD)
    yield from (c.action for c in sorted(weighed_moves, key=lambda c: -c.attacking))
