"""Hints and analysis by the veteran's plans and value: chances, reasons and lines of play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from wc3d._internal.progress import Progress
from wc3d.bots.advice import HINT_SEED, MAX_HINTS, BetterPlan, Hint, TurnHint, find_bot_hints
from wc3d.bots.plan_search import JudgedPlan, PlanSearch, select_plan
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import View
from wc3d.games.warmachine.bots.planning_player import PLANNED_QUESTIONS
from wc3d.games.warmachine.bots.threats import ThreatTable
from wc3d.games.warmachine.bots.turn_plan import TurnPlan
from wc3d.games.warmachine.bots.turn_search import TurnProblem, make_search
from wc3d.games.warmachine.bots.turn_value import (
    WEIGHTS,
    measure_side,
    win_chance,
)
from wc3d.games.warmachine.rules.actions import Pass
from wc3d.games.warmachine.rules.state import State, opponent_of

HINT_PLANS = 60
"""The default number of simulated turns for hints."""

HINT_MARGIN = 1.0
"""The margin of the search for hints, which wants different plans even if they are worse."""

MAX_REASONS = 3
"""The maximum number of reasons."""

MIN_REASON = 0.01
"""The smallest change of the win chance that is a reason."""

MIN_PAIRS = 3
"""The fewest dice samples by which a better plan is called better."""

REASONS = {
    "models": ("the models are in better shape", "the models are in worse shape"),
    "warcaster": ("the warcaster is healthier", "the warcaster is hurt"),
    "loss": ("fewer models are in danger", "more models are in danger"),
    "later_loss": ("fewer models can be attacked later", "more models can be attacked later"),
    "hurt": ("the warcaster expects less damage", "the warcaster expects more damage"),
    "later_doom": ("the warcaster is safer later", "the warcaster is in danger later"),
    "doom": ("the warcaster is safer", "the warcaster can be killed next turn"),
    "feat": ("a feat is ready", "the feat is used"),
    "spells": ("more upkeep spells are in play", "fewer upkeep spells are in play"),
    "lame": ("fewer models are down", "more models are down"),
    "astray": ("the warjacks are under control", "warjacks are too far from the warcaster"),
    "near": ("the models are closer to the enemy warcaster", "the models are farther away"),
}
"""The texts for each feature: where it helps a player, and where it hurts.

Every reason compares the player with the opponent.
"""

ACTION_LABELS = {
    "assign": "Focus",
    "upkeep": "Upkeep",
    "activate": "Activate",
    "advance": "Advance",
    "run": "Run",
    "charge": "Charge",
    "slam": "Slam",
    "attack": "Attack",
    "combined": "Attack",
    "headbutt": "Power attack",
    "throw": "Power attack",
    "cast": "Cast",
    "feat": "Feat",
    "regenerate": "Regenerate",
    "stand": "Stand up",
}
"""The label of each type of action that a line of play tells."""


class WarmachineAdviser:
    """An adviser that uses the veteran's search and value."""

    def find_hints(
        self, view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
    ) -> list[Hint]:
        """Return the best next actions; see `Adviser`.

        Outside a turn, and for boosts and free strikes, they are those of the regular bot.
        """
        if not _has_turn(view):
            return find_bot_hints(view, most)
        search = make_search(view, HINT_SEED, think or HINT_PLANS, margin=HINT_MARGIN)
        hints: list[Hint] = []
        for searched in _order_plans(search.run(progress)):
            action = _first_action(search, searched.plan)
            if action is not None and all(action != hint.action for hint in hints):
                hints.append(_build_hint(view, search, searched, action))
            if len(hints) == most:
                break
        return hints

    def find_better_plan(self, view: View, done: Action, think: int = 0) -> BetterPlan | None:
        """Return a plan better than the action taken; see `Adviser`.

        Both meet the same dice; the first samples, which selected the plan, are excluded.
        """
        if not _has_turn(view):
            return None
        search = make_search(view, HINT_SEED, think or HINT_PLANS)
        plans = search.run()
        best = select_plan(plans)
        first = _first_action(search, best.plan)
        if first is None or first == done:
            return None
        gains = _gains_over_action(view, search, best, done)
        if len(gains) < MIN_PAIRS or fmean(gains) <= 0.0:
            return None
        error = stdev(gains) / math.sqrt(len(gains))
        return BetterPlan(
            _describe_action(view, view.state, first), fmean(gains), error, len(gains)
        )

    def find_turn_hints(
        self, view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
    ) -> list[TurnHint]:
        """Return plans for the rest of the turn; see `TurnAdviser`."""
        if not _has_turn(view):
            return []
        search = make_search(view, HINT_SEED, think or HINT_PLANS, margin=HINT_MARGIN)
        selection: list[JudgedPlan[TurnPlan]] = []
        lines: list[tuple[str, ...]] = []
        for searched in _order_plans(search.run(progress)):
            line = _describe_line(view, search, searched.plan)
            if line not in lines and len(selection) < most:
                selection.append(searched)
                lines.append(line)
        return [
            _build_turn_hint(view, _problem_of(search), searched, selection[0], line)
            for searched, line in zip(selection, lines, strict=True)
        ]

    def win_chance(self, state: State, player: int) -> float:
        """Return the player's chance to win; see `Adviser`."""
        return win_chance(state, player)

    def explain_change(self, before: State, after: State, player: int) -> Sequence[str]:
        """Return the most important differences; see `Adviser`."""
        return _describe_reasons(explain_difference(before, after, player))

    def describe_certainty(self) -> str:
        """Describe the adviser's certainty; see `Adviser`."""
        return (
            "These chances come from named features with weights set by hand. "
            "Differences of a few percent mean little. "
            "Each reason compares the player with the opponent and says how much it changes the chance to win."
        )


def _has_turn(view: View) -> bool:
    """Return whether the view's player has a turn to plan."""
    state: State = view.state
    return (
        isinstance(find_open_question(state), PLANNED_QUESTIONS)
        and view.player is not None
        and view.player == view.to_act == state.active
        and state.round >= 1
    )


def _order_plans(plans: list[JudgedPlan[TurnPlan]]) -> list[JudgedPlan[TurnPlan]]:
    """Return the selected plan first, then those that met replies, the best first."""
    best = select_plan(plans)
    others = [p for p in plans if p is not best and (p.answered or not best.answered)]
    return [best, *sorted(others, key=lambda p: -p.chance)]


def _problem_of(search: PlanSearch[TurnPlan]) -> TurnProblem:
    problem = search.problem
    assert isinstance(problem, TurnProblem)
    return problem


def _first_action(search: PlanSearch[TurnPlan], plan: TurnPlan) -> Action | None:
    """Return the next action of a plan."""
    return next((action for _, action in _problem_of(search).play_line(plan)), None)


def _gains_over_action(
    view: View, search: PlanSearch[TurnPlan], best: JudgedPlan[TurnPlan], done: Action
) -> list[float]:
    """Return the gains of a plan over an action that the plan then follows, by dice sample."""
    problem = _problem_of(search)
    gains = []
    for sample in range(2, 2 + 2 * MIN_PAIRS):
        planned = problem.play(best, sample).state
        taken = problem.play_after(done, best.plan, sample).state
        chances = [win_chance(s, problem.player, problem.table) for s in (planned, taken)]
        gains.append(chances[0] - chances[1])
    return gains


def _build_hint(
    view: View, search: PlanSearch[TurnPlan], searched: JudgedPlan[TurnPlan], action: Action
) -> Hint:
    """Build a hint whose chance and reasons are means over the same dice samples."""
    problem = _problem_of(search)
    ends = [end.state for end in searched.replied or list(searched.ends.values())]
    changes = _average_reasons(view.state, ends, problem.player)
    return Hint(
        action,
        _describe_action(view, view.state, action),
        *estimate_chance(searched, problem.player, problem.table),
        _expected_losses(view, searched),
        tuple(_describe_reasons(changes)),
        len(searched.answered or searched.results),
    )


def _build_turn_hint(
    view: View,
    problem: TurnProblem,
    searched: JudgedPlan[TurnPlan],
    first: JudgedPlan[TurnPlan],
    line: tuple[str, ...],
) -> TurnHint:
    """Build a hint for the turn."""
    chance, error = estimate_chance(searched, problem.player, problem.table)
    first_chance, first_error = estimate_chance(first, problem.player, problem.table)
    return TurnHint(
        line=line,
        chance=chance,
        uncertainty=error,
        points=_expected_losses(view, searched),
        is_alike=searched is not first and abs(chance - first_chance) <= error + first_error,
        tries=len(searched.answered or searched.results),
    )


def estimate_chance(
    searched: JudgedPlan[TurnPlan], player: int, table: ThreatTable
) -> tuple[float, float]:
    """Return a plan's win chance and its error, by the ends that the search kept.

    A few samples that all end the game do not make the end certain: half a sample is added for
    either result.
    """
    ends = [end.state for end in searched.replied or list(searched.ends.values())]
    if not ends:
        return 0.5, 0.5
    chances = [win_chance(end, player, table) for end in ends]
    count = len(ends)
    share = sum(end.over for end in ends) / count
    chance = (sum(chances) + 0.5 * share) / (count + share)
    error = stdev(chances) / math.sqrt(count) if count > 1 else 0.5
    return chance, max(error, 0.5 * share / (count + 1.0))


def _expected_losses(view: View, searched: JudgedPlan[TurnPlan]) -> tuple[float, float]:
    """Return the mean numbers of removed enemies and own models: the game's points."""
    ends = [end.state for end in searched.replied or list(searched.ends.values())] or [view.state]
    me = view.player or 1
    counts = [
        fmean(sum(m.removed and m.army_player == side for m in s.models.values()) for s in ends)
        for side in (opponent_of(me), me)
    ]
    return counts[0], counts[1]


def _describe_line(view: View, search: PlanSearch[TurnPlan], plan: TurnPlan) -> tuple[str, ...]:
    """Return the player's actions in a plan in words, without the ends of steps."""
    problem = _problem_of(search)
    return tuple(
        f"{ACTION_LABELS[action.type]}: {view.rules.text.describe(state, action)}"
        for state, action in problem.play_line(plan)
        if action.player == problem.player and action.type in ACTION_LABELS
    )


def _describe_action(view: View, state: State, action: Action) -> str:
    """Describe an action with its kind, which its own text leaves out."""
    words = view.rules.text.describe(state, action)
    kind = next((o.text for o in view.offers if o.type == action.type), "")
    if isinstance(action, Pass) and kind:
        return kind
    if kind and words.split()[0] not in (kind.split()[0], action.type):
        words = f"{kind}: {words}"
    return words


def explain_difference(before: State, after: State, player: int) -> list[tuple[str, float]]:
    """Return how much each feature changes the win chance, the most important first."""
    if after.over or before.over:
        return []
    table = ThreatTable()
    sides = [
        [measure_side(s, p, table) for p in (player, opponent_of(player))] for s in (before, after)
    ]
    chance = win_chance(before, player, table)
    slope = max(0.02, chance * (1.0 - chance))
    changes = []
    for name, weight in WEIGHTS.items():
        start, end = (own.get(name, 0.0) - other.get(name, 0.0) for own, other in sides)
        changes.append((name, weight * (end - start) * slope))
    doom = [other["doom"] - own["doom"] for own, other in sides]
    changes.append(("doom", (doom[1] - doom[0]) * 0.5))
    return sorted(changes, key=lambda change: (-abs(change[1]), change[0]))


def _average_reasons(before: State, ends: Sequence[State], player: int) -> list[tuple[str, float]]:
    """Return the mean of each reason over the ends, the most important first."""
    totals: dict[str, float] = {}
    for end in ends:
        for name, change in explain_difference(before, end, player):
            totals[name] = totals.get(name, 0.0) + change / len(ends)
    return sorted(totals.items(), key=lambda reason: (-abs(reason[1]), reason[0]))


def _describe_reasons(changes: Sequence[tuple[str, float]]) -> list[str]:
    """Describe the most important reasons, each with its change to the chance to win."""
    return [
        f"{REASONS[name][change < 0]} ({change:+.0%})"
        for name, change in changes[:MAX_REASONS]
        if abs(change) >= MIN_REASON
    ]


ADVISER = WarmachineAdviser()

assert REASONS.keys() == {*WEIGHTS, "doom"}
