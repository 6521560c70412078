"""The adviser: candidate plans of the search over turns, the win chance and its reasons."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

from wc3d._internal.progress import Progress
from wc3d.bots.advice import HINT_SEED, MAX_HINTS, BetterPlan, Hint, TurnHint
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.stratified_dice import StratifiedDice
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH
from wc3d.games.neo_mechanika.bots.turn_features import TURN_FEATURES
from wc3d.games.neo_mechanika.bots.turn_hints import (
    HINT_MARGIN,
    can_plan,
    count_hint_plans,
    expected_points_at_round_end,
    find_turn_hints,
    list_ends,
)
from wc3d.games.neo_mechanika.bots.turn_plan import TurnPlan
from wc3d.games.neo_mechanika.bots.turn_search import SearchedPlan, TurnSearch, select_plan
from wc3d.games.neo_mechanika.bots.turn_value import (
    TIME_REASON,
    explain_difference,
    load_turn_value,
    win_chance,
)
from wc3d.games.neo_mechanika.rules.actions import Pass
from wc3d.games.neo_mechanika.rules.state import State, opponent_of

MAX_REASONS = 3
"""The maximum number of reasons shown."""

USUAL_SAMPLES = 4
"""The number of dice samples for an answer that no plan contains, such as a reaction."""

REASONS = {
    "points": ("the score improves", "the score gets worse"),
    "secured": (
        "more points are secured this Pulse round",
        "fewer points are secured this Pulse round",
    ),
    "due": ("more points are likely this Pulse round", "fewer points are likely this Pulse round"),
    "later": (
        "secured objectives will bring more points in later rounds",
        "secured objectives will bring fewer points in later rounds",
    ),
    "near": ("units are nearer to objectives", "units are farther from objectives"),
    "second": ("more objectives have a second holder", "fewer objectives have a second holder"),
    "safe": ("holders are safer", "holders are in more danger"),
    "carried": ("artifacts will bring more points", "artifacts will bring fewer points"),
    "strength": ("the forces on the table get stronger", "the forces on the table get weaker"),
    "ready": ("more units can still activate", "fewer units can still activate"),
    "arc": ("ready units hold more Arc", "ready units hold less Arc"),
    "gate": ("void gates can bring more units", "void gates can bring fewer units"),
    "force": ("the whole force gets stronger", "the whole force gets weaker"),
    "hand": ("more cards are in hand", "fewer cards are in hand"),
    "turn": ("the opponent's turn ends", "the opponent's turn comes next"),
    TIME_REASON: ("less time is left", "less time is left"),
}
"""The texts for each feature and for the time: where it helps a player, and where it hurts.

Every reason compares the player with the opponent.
"""


class NeoMechanikaAdviser:
    """An adviser that uses the veteran's search and value."""

    def find_hints(
        self, view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
    ) -> list[Hint]:
        """Return the best plans; see `Adviser`."""
        plans = search_actions(view, think, progress=progress)
        if not plans:
            return []
        first = select_plan(plans)
        judged = [p for p in plans if p.answered or not first.answered]
        ranked = sorted(judged, key=lambda p: (p is not first, -p.chance))
        best_by_action: dict[str, SearchedPlan] = {}
        for searched in ranked:
            best_by_action.setdefault(repr(searched.first), searched)
        return [_build_hint(view, p) for p in list(best_by_action.values())[:most]]

    def find_better_plan(self, view: View, done: Action, think: int = 0) -> BetterPlan | None:
        """Return a plan better than the action taken; see `Adviser`."""
        plans = search_actions(view, think, done)
        same = [p for p in plans if p.first == done]
        others = [p for p in plans if p.first != done]
        if not same or not others:
            return None
        usual = max(same, key=lambda p: (bool(p.answered), p.chance))
        best = select_plan([usual, *others])
        if best is usual or best.first is None:
            return None
        pairs = zip(best.answered, usual.answered, strict=False)
        if not usual.answered:
            pairs = zip(best.results, usual.results, strict=False)
        gains = [a - b for a, b in pairs]
        error = stdev(gains) / math.sqrt(len(gains))
        return BetterPlan(_describe_plan(view, best.first), fmean(gains), error, len(gains))

    def find_turn_hints(
        self, view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
    ) -> list[TurnHint]:
        """Return plans for the rest of the turn; see `TurnAdviser`."""
        return find_turn_hints(view, think, most, progress)

    def win_chance(self, state: State, player: int) -> float:
        """Return the player's chance to win; see `Adviser`."""
        return win_chance(state, player)

    def explain_change(self, before: State, after: State, player: int) -> Sequence[str]:
        """Return the most important differences; see `Adviser`."""
        return _describe_reasons(explain_difference(before, after, player))

    def describe_certainty(self) -> str:
        """Describe the adviser's certainty; see `Adviser`."""
        value = load_turn_value()
        errors = ", ".join(f"{error:.2f}" for error in value.errors)
        test = ""
        if errors:
            test = (
                f" In other games, their mean squared error was {errors} in the Pulse rounds,"
                " in order; a guess of 50% has 0.25."
            )
        basis = "Each reason compares the player with the opponent and says how much it changes the chance to win."
        return (
            f"These chances come from {value.games:,} games between bots.{test}"
            f" Differences of a few percent mean little. {basis}"
        )


def search_actions(
    view: View, think: int, done: Action | None = None, progress: Progress | None = None
) -> list[SearchedPlan]:
    """Return the best plans for different first actions, the usual plan first.

    The usual plan begins with the action `done`, if there is one. The list is empty if the player
    has nothing to decide, and has one plan for an answer that no plan for a turn contains.
    """
    if find_open_question(view.state) is None or view.player is None:
        return []
    if view.player != view.to_act:
        return []
    if not can_plan(view):
        return [_judge_usual(view, done)]
    budget = think or count_hint_plans(view)
    search = TurnSearch(view, HINT_SEED, budget, margin=HINT_MARGIN, opening=done, by_action=True)
    return [p for p in search.run(progress) if p.first is not None]


def _judge_usual(view: View, done: Action | None) -> SearchedPlan:
    """Return the usual answer with the chances right after it, in dice samples."""
    action = done or NeoMechanikaPlayer(HINT_SEED, THOROUGH).choose(view)
    searched = SearchedPlan(TurnPlan(), first=action)
    assert view.player is not None
    for sample in range(USUAL_SAMPLES):
        key = f"{HINT_SEED}/{sample}"
        position = view.fork(random.Random(key))
        position.dice = StratifiedDice(SeededDice(key))
        try:
            position.apply(action)
        except RefusedError:  # only hidden cards make an offered action illegal
            continue
        searched.results.append(win_chance(position.state, view.player))
        searched.ends[sample] = position
    return searched


def _describe_reasons(changes: Sequence[tuple[str, float]]) -> list[str]:
    """Describe the most important reasons, each with its change to the chance to win."""
    return [
        f"{REASONS[name][change < 0]} ({change:+.0%})"
        for name, change in changes[:MAX_REASONS]
        if abs(change) >= 0.005
    ]


def _build_hint(view: View, searched: SearchedPlan) -> Hint:
    """Build a hint whose chance, points and reasons are means over the same dice samples."""
    state = view.state
    me = view.player
    assert me is not None and searched.first is not None
    ends = list_ends(searched) or [state]
    chances = searched.answered or searched.results or [win_chance(state, me)]
    spread = stdev(chances) if len(chances) > 1 else 0.0
    mine, theirs = (
        fmean(expected_points_at_round_end(state, end, player) for end in ends)
        for player in (me, opponent_of(me))
    )
    changes = average_reasons([dict(explain_difference(state, end, me)) for end in ends])
    reasons = _describe_reasons([c for c in changes if c[0] != TIME_REASON])
    return Hint(
        searched.first,
        _describe_plan(view, searched.first),
        fmean(chances),
        spread,
        (mine, theirs),
        tuple(reasons),
        len(chances),
    )


def average_reasons(samples: Sequence[Mapping[str, float]]) -> list[tuple[str, float]]:
    """Return the mean of each reason over all samples, the most important first."""
    names = {name for changes in samples for name in changes}
    means = ((name, fmean(changes.get(name, 0.0) for changes in samples)) for name in names)
    return sorted(means, key=lambda reason: (-abs(reason[1]), reason[0]))


def _describe_plan(view: View, action: Action) -> str:
    """Describe an action with its kind, which its own text leaves out."""
    words = view.rules.text.describe(view.state, action)
    kind = next((o.text for o in view.offers if o.type == action.type), "")
    return kind if isinstance(action, Pass) and kind else f"{kind}: {words}" if kind else words


ADVISER = NeoMechanikaAdviser()

assert REASONS.keys() == {*TURN_FEATURES, TIME_REASON}
