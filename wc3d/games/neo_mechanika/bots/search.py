"""A bot that searches: it plays each candidate action out to the end of the Pulse round and picks
the best.

It compares candidates by the win chance (`win_probability.py`) after objectives are scored. It
knows only its view: hidden cards are dealt at random, with its own dice. Its budget counts
simulated actions, not seconds.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from wc3d._internal.progress import Progress
from wc3d.bots.decision_trace import trace_options
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots.ability_evaluation import card_play_value
from wc3d.games.neo_mechanika.bots.choosers import best_attacks, rank_activations
from wc3d.games.neo_mechanika.bots.deployment_choosers import (
    charging_plans,
    deployment_plans,
    gate_plans,
)
from wc3d.games.neo_mechanika.bots.evaluation import AttackValueCache
from wc3d.games.neo_mechanika.bots.move_value import evaluate_advances
from wc3d.games.neo_mechanika.bots.player import (
    ActivationCache,
    NeoMechanikaPlayer,
    list_offered_actions,
)
from wc3d.games.neo_mechanika.bots.stratified_dice import StratifiedDice
from wc3d.games.neo_mechanika.bots.strengths import BRISK, DELIBERATE, THOROUGH
from wc3d.games.neo_mechanika.bots.weights import use_weights
from wc3d.games.neo_mechanika.bots.win_probability import expected_points, win_chance
from wc3d.games.neo_mechanika.rules.actions import Pass, Play
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    check_can_advance,
    check_can_attack,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.pulse import turns_left
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion

DEFAULT_BUDGET = 1300
"""The default maximum number of simulated actions for a choice."""

CHOICES_PER_TURN = 2
"""The budget for a turn, in choices; later choices of a long turn are not searched."""

ACTIONS_PER_TURN = 14
"""The approximate number of actions in a simulated turn."""

MIN_PLAYOUTS_PER_OPTION = 6
"""The fewest playouts per option; with less budget, consider fewer options."""

FIRST_SEARCH_ROUND = 2
"""The first Pulse round with a search; the state after the first round hardly predicts the winner.
"""

WIN_LOGIT_PER_POINT = 0.8
"""The increase in the log odds of winning for each victory point ahead."""

MIN_WIN_CHANCE_GAIN = 0.004
"""The minimum gain in win chance over the default option."""

STANDARD_ERROR_PENALTY = 0.25
"""The number of standard errors subtracted from another option's gain."""

SCREENING_PLAYOUTS, MAX_RIVALS = 3, 2
"""The playouts per option before screening, and the most rivals of the default option after it."""

SEARCHED_QUESTIONS = (ActivationQuestion, ActingQuestion, CypherQuestion)
"""The questions searched in play. Hints also search charging, gates and deployments."""

MAX_OPTIONS = 6
"""The maximum number of options, including the default."""

MIN_DEFAULT_PLAYOUTS = 2
"""The minimum number of playouts of the default option, so that hints can report its outcome."""

MAX_ATTACKS = 2
"""The maximum number of attacks tried, from the best with each weapon of each model."""

MIN_POSITION_SPACING_IN = 1.5
"""The minimum distance in inches between end places; of closer ones only the best is tried."""


@dataclass
class SearchOption:
    """An option with the win chances and end states of its playouts."""

    action: Action
    results: list[float] = field(default_factory=list)
    end_states: list[State] = field(default_factory=list)
    activation_cache: ActivationCache = field(default_factory=dict)
    """The activations chosen in playouts of this option."""

    @property
    def mean_result(self) -> float:
        """The mean win chance over the playouts."""
        return sum(self.results) / len(self.results) if self.results else -math.inf

    def gains_over(self, usual: SearchOption, since: int = 0) -> list[float]:
        """Return the gain over the default option in each playout from `since` on, same dice."""
        return [a - b for a, b in zip(self.results[since:], usual.results[since:], strict=False)]


def significantly_best(options: list[SearchOption]) -> SearchOption:
    """Return the option with the largest significant gain over the first, or the first if none is
    significant.

    Screening playouts are excluded, because lucky options pass the screening. The spread is pooled
    over all options, because two results can be close by luck.
    """
    usual = options[0]
    all_gains = [o.gains_over(options[0], SCREENING_PLAYOUTS) for o in options[1:]]
    squared_errors = [
        (g - sum(gains) / len(gains)) ** 2 for gains in all_gains if len(gains) > 1 for g in gains
    ]
    free = len(squared_errors) - sum(len(gains) > 1 for gains in all_gains)
    if free < 1:
        return usual
    spread = math.sqrt(sum(squared_errors) / free)
    sure = [
        sum(g) / len(g) - STANDARD_ERROR_PENALTY * spread / math.sqrt(len(g))
        if len(g) > 1
        else -1.0
        for g in all_gains
    ]
    best_index = max(range(len(all_gains)), key=lambda i: sure[i])
    return options[1 + best_index] if sure[best_index] > MIN_WIN_CHANCE_GAIN else usual


def affordable_option_count(state: State, budget: int) -> int:
    """Return how many options the budget allows; fewer if more turns remain in the Pulse round."""
    return min(
        MAX_OPTIONS,
        budget // (MIN_PLAYOUTS_PER_OPTION * ACTIONS_PER_TURN * (1 + turns_left(state))),
    )


def select_option(state: State, options: list[SearchOption]) -> SearchOption:
    """Return the significantly best option; in the first Pulse round, the default option."""
    return significantly_best(options) if state.round >= FIRST_SEARCH_ROUND else options[0]


class VeteranPlayer:
    """A bot that searches `think` actions per choice. Equal seeds and views give equal games."""

    def __init__(self, seed: int | str = 0, think: int = DEFAULT_BUDGET) -> None:
        self.planner = NeoMechanikaPlayer(seed, THOROUGH)
        self.seed = seed
        self.think = think
        self._turn = -1
        self._left = 0

    def prepare(self, plan: GamePlan, player: int) -> GamePlan:
        """Return the game plan with the bot's chosen secondary missions, if the game uses any."""
        return self.planner.prepare(plan, player)

    def choose(self, view: View) -> Action:
        """Return the best action by search. Raises ValueError if the view offers none."""
        open_question = find_open_question(view.state)
        usual = self.default_action(view)
        if (
            not isinstance(open_question, SEARCHED_QUESTIONS)
            or view.state.round < FIRST_SEARCH_ROUND
        ):
            return usual
        if view.state.turn != self._turn:
            self._turn = view.state.turn
            self._left = CHOICES_PER_TURN * self.think
        budget = min(self.think, self._left)
        option_count = affordable_option_count(view.state, budget)
        options = (
            self.list_options(view, open_question, usual, option_count) if option_count > 1 else []
        )
        if len(options) < 2:
            return usual
        self._left -= self.run_playouts(view, options, budget)
        trace_options((option.mean_result, option.action) for option in options)
        return select_option(view.state, options).action

    def default_action(self, view: View) -> Action:
        """Return the action chosen without search. Raises ValueError if the view offers none."""
        return self.planner.choose(view)

    def list_options(
        self, view: View, open_question: Question, usual: Action, limit: int
    ) -> list[SearchOption]:
        """Return up to `limit` options: the default first, then the most promising others."""
        options = [SearchOption(usual)]
        with use_weights(THOROUGH.weights):
            for action in islice(_list_options(view, open_question), 2 * limit):
                if len(options) < limit and all(action != option.action for option in options):
                    options.append(SearchOption(action))
        return options

    def run_playouts(
        self,
        view: View,
        options: list[SearchOption],
        budget: int,
        progress: Progress | None = None,
    ) -> int:
        """Play out all options within a budget of actions, then only the default and its best
        rivals.

        Returns the number of actions used.
        """
        remaining = budget
        time = 0
        attack_values = AttackValueCache()
        usual = options[0]
        rivals = options[1:]
        while remaining > 0 and (rivals or time < MIN_DEFAULT_PLAYOUTS):
            for option in (usual, *rivals):
                remaining -= self._play_out(view, option, time, remaining, attack_values)
                if progress is not None:
                    progress(budget - remaining, budget)
            time += 1
            if time >= SCREENING_PLAYOUTS:
                ahead = sorted(
                    (o for o in rivals if o.mean_result > usual.mean_result + MIN_WIN_CHANCE_GAIN),
                    key=lambda o: -o.mean_result,
                )
                rivals = ahead[:MAX_RIVALS]
        return budget - remaining

    def _play_out(
        self,
        view: View,
        option: SearchOption,
        time: int,
        budget: int,
        attack_values: AttackValueCache,
    ) -> int:
        """Play out an option once and return the number of actions used.

        The playout does not count if the budget runs out before its end.
        """
        state = view.state
        key = f"{self.seed}/{state.turn}/{state.drawn}/{len(state.agenda)}/{time}"
        me = view.player
        assert me is not None
        if budget < 1:
            return 0
        position = view.fork(random.Random(key))
        position.dice = StratifiedDice(SeededDice(key))
        own = NeoMechanikaPlayer(f"{key}/own", DELIBERATE, attack_values, option.activation_cache)
        brisk = {p: NeoMechanikaPlayer(f"{key}/{p}", BRISK, attack_values) for p in (1, 2)}
        action_count = 0
        try:
            position.apply(option.action)
            action_count = 1
            while action_count < budget and not is_playout_done(position.state, state):
                mover = position.to_act
                if mover is None:
                    break
                player = own if mover == me and position.state.turn == state.turn else brisk[mover]
                position.apply(player.choose(position.view(mover)))
                action_count += 1
        except (RefusedError, ValueError):
            if action_count == 0:  # only hidden cards make an offered action illegal
                option.results.append(0.0)
                option.end_states.append(state)
                return 1
        if action_count < budget or budget == self.think or is_playout_done(position.state, state):
            option.results.append(_win_chance(position.state, me))
            option.end_states.append(position.state)
        return action_count


def _win_chance(state: State, player: int) -> float:
    """Return the win chance; after the game, a value that grows with the lead in points."""
    if not state.over or state.winner is None:
        return win_chance(state, player)
    ahead = state.players[player].points - state.players[opponent_of(player)].points
    sure = 1.0 / (1.0 + math.exp(-WIN_LOGIT_PER_POINT * ahead))
    return 0.5 * (sure + (0.5 if not state.winner else float(state.winner == player)))


def is_playout_done(state: State, began: State) -> bool:
    """Return whether a playout has reached the end of the Pulse round or of the game."""
    return state.over or state.round != began.round


def expected_points_at_round_end(state: State, end: State, player: int) -> float:
    """Return a player's victory points when the Pulse round of `state` ended in a playout, or the
    expected points if it did not end.
    """
    return (
        float(end.players[player].points)
        if is_playout_done(end, state)
        else expected_points(end, player)
    )


# Options worth trying, the most promising first


def _list_options(view: View, open_question: Question) -> Iterator[Action]:
    state = view.state
    if isinstance(open_question, ActivationQuestion):
        yield from rank_activations(view)
    elif isinstance(open_question, ActingQuestion):
        yield from _list_unit_actions(state, open_question)
    elif isinstance(open_question, CypherQuestion):
        yield Pass(player=open_question.player)
        plays = [(card_play_value(state, a), a) for a in list_offered_actions(view, Play)]
        yield from (a for value, a in sorted(plays, key=lambda p: -p[0]) if value > 0.0)
    elif isinstance(open_question, ChargingQuestion):
        yield from charging_plans(view, open_question)
    elif isinstance(open_question, GateQuestion):
        yield from gate_plans(view, open_question)
    elif isinstance(open_question, DeploymentQuestion):
        yield from deployment_plans(view, open_question, THOROUGH.arrangements)


def _list_unit_actions(state: State, open_question: ActingQuestion) -> Iterator[Action]:
    """Yield the best attacks from here and, before any attack, the best moves."""
    unit = open_question.unit
    armed = bool(check_can_attack(state, unit))
    if armed:
        yield from (
            a for _, a in sorted(best_attacks(state, unit), key=lambda a: -a[0])[:MAX_ATTACKS]
        )
    if not check_can_advance(state, unit) or current_activation(state).fired:
        return
    weighed_moves = evaluate_advances(
        state, unit, attacking=armed, reaching=True, apart=MIN_POSITION_SPACING_IN
    )
    yield from (c.action for c in sorted(weighed_moves, key=lambda c: -c.value_with_attacks))
