"""The veteran as an adviser: its candidate plans, its win chance and its reasons in numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

from wc3d._internal.progress import Progress
from wc3d.bots.advice import HINT_SEED, MAX_HINTS, BetterPlan, Hint, TurnHint
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.search import (
    DEFAULT_BUDGET,
    SCREENING_PLAYOUTS,
    SEARCHED_QUESTIONS,
    SearchOption,
    VeteranPlayer,
    affordable_option_count,
    expected_points_at_round_end,
    select_option,
)
from wc3d.games.neo_mechanika.bots.turn_hints import find_turn_hints
from wc3d.games.neo_mechanika.bots.win_probability import (
    FEATURES,
    TIME_REASON,
    explain_difference,
    load_weights,
    win_chance,
)
from wc3d.games.neo_mechanika.rules.actions import Pass
from wc3d.games.neo_mechanika.rules.state import State, opponent_of

MAX_REASONS = 3
"""The maximum number of reasons shown."""

MIN_PLANS = 4
"""The minimum number of plans tried. The veteran alone tries fewer early in a Pulse round."""

REASONS = {
    "points": ("the score improves", "the score gets worse"),
    "due": ("more points are likely this Pulse round", "fewer points are likely this Pulse round"),
    "held": (
        "more points are secured this Pulse round",
        "fewer points are secured this Pulse round",
    ),
    "coming": ("units can reach more points", "units can reach fewer points"),
    "later": (
        "secured objectives will bring more points in later rounds",
        "secured objectives will bring fewer points in later rounds",
    ),
    "strength": ("the forces on the table get stronger", "the forces on the table get weaker"),
    "turn": ("the opponent's turn ends", "the opponent's turn comes next"),
    TIME_REASON: ("less time is left", "less time is left"),
}
"""The texts for each feature and for a new Pulse round: where it helps a player, and where it
hurts.

Every reason compares the player with the opponent.
"""


class NeoMechanikaAdviser:
    """An adviser that uses the veteran's plans and evaluation."""

    def find_hints(
        self, view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
    ) -> list[Hint]:
        """Return the best plans; see `Adviser`."""
        options = _try_options(view, think, progress=progress)
        searched = isinstance(
            find_open_question(view.state), SEARCHED_QUESTIONS
        )  # otherwise the veteran takes its default action
        first = (
            (select_option(view.state, options) if searched else options[0]) if options else None
        )
        scored_options = [t for t in options if t.results]
        return [
            _build_hint(view, t)
            for t in sorted(scored_options, key=lambda t: (t is not first, -t.mean_result))[:most]
        ]

    def find_better_plan(self, view: View, done: Action, think: int = 0) -> BetterPlan | None:
        """Return a plan better than the action taken; see `Adviser`."""
        options = _try_options(view, think, done)
        best = select_option(view.state, options) if options else None
        if best is None or best is options[0]:
            return None
        gains = best.gains_over(options[0], SCREENING_PLAYOUTS)
        unsure = stdev(gains) / math.sqrt(len(gains))
        return BetterPlan(_describe_plan(view, best.action), fmean(gains), unsure, len(gains))

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
        weight_data = load_weights()
        scores = "; ".join(
            f"Pulse round {s['round']}: {s['right']:.0%}" for s in weight_data.get("left_out", ())
        )
        right = (
            f" Tested on other games, the player with the higher chance won this often: {scores}."
            if scores
            else ""
        )
        basis = "Each reason compares the player with the opponent and says how much it changes the chance to win."
        source = re.sub(r"\d{4,}", lambda number: f"{int(number[0]):,}", weight_data["from"])
        return f"These chances come from {source}.{right} Differences of a few percent mean little. {basis}"


def _try_options(
    view: View, think: int, action: Action | None = None, progress: Progress | None = None
) -> list[SearchOption]:
    """Return the veteran's options with their playouts: first `action` or the default action, then
    the others.

    The list is empty if no question is open.
    """
    open_question = find_open_question(view.state)
    if open_question is None or view.player is None or view.player != view.to_act:
        return []
    player = VeteranPlayer(HINT_SEED, think or DEFAULT_BUDGET)
    options = player.list_options(
        view,
        open_question,
        player.default_action(view),
        max(MIN_PLANS, affordable_option_count(view.state, player.think)),
    )
    if action is not None:
        options = [SearchOption(action), *(option for option in options if option.action != action)]
    player.run_playouts(view, options, player.think, progress)
    return options


def _describe_reasons(changes: Sequence[tuple[str, float]]) -> list[str]:
    """Describe the most important reasons, each with its change to the chance to win."""
    return [
        f"{REASONS[name][change < 0]} ({change:+.0%})"
        for name, change in changes[:MAX_REASONS]
        if abs(change) >= 0.005
    ]


def _build_hint(view: View, option: SearchOption) -> Hint:
    """Build a hint whose chance, points and reasons are means over the same playouts."""
    state = view.state
    me = view.player
    assert me is not None
    spread = stdev(option.results) if len(option.results) > 1 else 0.0
    mine, theirs = (
        fmean(expected_points_at_round_end(state, end, player) for end in option.end_states)
        for player in (me, opponent_of(me))
    )
    changes = average_reasons(
        [dict(explain_difference(state, end, me)) for end in option.end_states]
    )
    reason_texts = tuple(
        _describe_reasons([(name, change) for name, change in changes if name != TIME_REASON])
    )
    return Hint(
        option.action,
        _describe_plan(view, option.action),
        option.mean_result,
        spread,
        (mine, theirs),
        reason_texts,
        len(option.results),
    )


def average_reasons(playouts: Sequence[Mapping[str, float]]) -> list[tuple[str, float]]:
    """Return the mean of each reason over all playouts, the most important first."""
    names = {name for changes in playouts for name in changes}
    means = ((name, fmean(changes.get(name, 0.0) for changes in playouts)) for name in names)
    return sorted(means, key=lambda reason: (-abs(reason[1]), reason[0]))


def _describe_plan(view: View, action: Action) -> str:
    """Describe an action with its kind, which its own text leaves out."""
    words = view.rules.text.describe(view.state, action)
    kind = next((o.text for o in view.offers if o.type == action.type), "")
    return kind if isinstance(action, Pass) and kind else f"{kind}: {words}" if kind else words


ADVISER = NeoMechanikaAdviser()

assert REASONS.keys() == {*FEATURES, TIME_REASON}
