"""The veteran as an adviser: what it would try, how the game then stands, and why, with the numbers it goes by itself."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

from wc3d.bots.advice import Better, Hint
from wc3d.engine.actions import Action
from wc3d.engine.agenda import question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.search import (
    ASKED,
    SCREENED,
    THINK,
    Tried,
    VeteranPlayer,
    affordable,
    decide,
    is_far_enough,
)
from wc3d.games.neo_mechanika.bots.win_probability import (
    FEATURES,
    TIME,
    chance,
    expected_points,
    reasons,
    weights,
)
from wc3d.games.neo_mechanika.rules.actions import Pass
from wc3d.games.neo_mechanika.rules.state import State, other

TOLD = 3
"""How many reasons are told."""

PLANS = 4
"""How many plans are tried at least: more than the veteran would try far from a Pulse round's end, to have some to tell of."""

SEED = "hint"
"""The seed by which hints look ahead: the same question has the same answer."""

REASONS = {
    "points": ("the score improves", "the score gets worse"),
    "due": ("more points are likely this Pulse round", "fewer points are likely this Pulse round"),
    "held": ("more points are secured this Pulse round", "fewer points are secured this Pulse round"),
    "coming": ("units can reach more points", "units can reach fewer points"),
    "later": (
        "secured objectives will bring more points in later rounds",
        "secured objectives will bring fewer points in later rounds",
    ),
    "strength": ("the forces on the table get stronger", "the forces on the table get weaker"),
    "turn": ("the opponent's turn ends", "the opponent's turn comes next"),
    TIME: ("less time is left", "less time is left"),
}
"""What is said of each feature, and of a new Pulse round, where it helps a player and where it hurts.

Every reason compares the player with the opponent.
"""


class NeoMechanikaAdviser:
    """Says what the veteran weighs."""

    def hints(self, view: View, think: int = 0, most: int = 3) -> list[Hint]:
        """The best plans; see `Adviser`."""
        options = _tried(view, think)
        searched = isinstance(question(view.state), ASKED)  # elsewhere the veteran does what it would do anyway
        first = (decide(view.state, options) if searched else options[0]) if options else None
        scored_options = [t for t in options if t.results]
        return [_hint(view, t) for t in sorted(scored_options, key=lambda t: (t is not first, -t.mean))[:most]]

    def better(self, view: View, done: Action, think: int = 0) -> Better | None:
        """A plan that would have been better; see `Adviser`."""
        options = _tried(view, think, done)
        best = decide(view.state, options) if options else None
        if best is None or best is options[0]:
            return None
        gains = best.gains(options[0], SCREENED)
        unsure = stdev(gains) / math.sqrt(len(gains))
        return Better(_words(view, best.action), fmean(gains), unsure, len(gains))

    def chance(self, state: State, player: int) -> float:
        """The chance to win; see `Adviser`."""
        return chance(state, player)

    def why(self, before: State, after: State, player: int) -> Sequence[str]:
        """The weightiest differences; see `Adviser`."""
        return _told(reasons(before, after, player))

    def sure(self) -> str:
        """How sure it is; see `Adviser`."""
        weight_data = weights()
        scores = "; ".join(f"Pulse round {s['round']}: {s['right']:.0%}" for s in weight_data.get("left_out", ()))
        right = f" In games that were not used for the fit, the likelier player won this often: {scores}." if scores else ""
        basis = "Each reason compares the player with the opponent and says how much it changes the chance to win."
        return f"These chances come from {weight_data['from']}.{right} Differences of a few percent say little. {basis}"


def _tried(view: View, think: int, action: Action | None = None) -> list[Tried]:
    """What the veteran tries in this view, first what was `action` or else the usual, each played out.

    Nothing if nobody is asked.
    """
    open_question = question(view.state)
    if open_question is None or view.player is None or view.player != view.to_act:
        return []
    player = VeteranPlayer(SEED, think or THINK)
    options = player.options(view, open_question, player.usual(view), max(PLANS, affordable(view.state, player.think)))
    if action is not None:
        options = [Tried(action), *(option for option in options if option.action != action)]
    player.try_out(view, options, player.think)
    return options


def _told(changes: Sequence[tuple[str, float]]) -> list[str]:
    """The weightiest reasons in words, each with what it changes of the chance to win."""
    return [f"{REASONS[name][change < 0]} ({change:+.0%})" for name, change in changes[:TOLD] if abs(change) >= 0.005]


def _hint(view: View, option: Tried) -> Hint:
    """Return a hint whose chance, points and reasons are means over the same playouts."""
    state, me = view.state, view.player
    assert me is not None
    spread = stdev(option.results) if len(option.results) > 1 else 0.0
    mine, theirs = (fmean(points_at_round_end(state, end, player) for end in option.ends) for player in (me, other(me)))
    changes = mean_reasons([dict(reasons(state, end, me)) for end in option.ends])
    reason_texts = tuple(_told([(name, change) for name, change in changes if name != TIME]))
    return Hint(option.action, _words(view, option.action), option.mean, spread, (mine, theirs), reason_texts, len(option.results))


def points_at_round_end(state: State, end: State, player: int) -> float:
    """Return a player's victory points as the Pulse round of `state` ended in a playout, or are expected if it did not."""
    return float(end.players[player].points) if is_far_enough(end, state) else expected_points(end, player)


def mean_reasons(playouts: Sequence[Mapping[str, float]]) -> list[tuple[str, float]]:
    """Return the mean of each reason over all playouts, the weightiest first."""
    names = {name for changes in playouts for name in changes}
    means = ((name, fmean(changes.get(name, 0.0) for changes in playouts)) for name in names)
    return sorted(means, key=lambda reason: (-abs(reason[1]), reason[0]))


def _words(view: View, action: Action) -> str:
    """What is done, and with what: in words an action leaves out its kind, which stands over it where many are listed."""
    words, kind = view.rules.describe(view.state, action), next((o.text for o in view.offers if o.type == action.type), "")
    return kind if isinstance(action, Pass) and kind else f"{kind}: {words}" if kind else words


ADVISER = NeoMechanikaAdviser()

assert REASONS.keys() == {*FEATURES, TIME}
