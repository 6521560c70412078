"""Hints for a whole turn: different plans with their lines of play, chances and points."""

from __future__ import annotations

from statistics import fmean

from wc3d._internal.progress import Progress
from wc3d.bots.advice import HINT_SEED, MAX_HINTS, TurnHint
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots.planning_player import PLANNED_QUESTIONS
from wc3d.games.neo_mechanika.bots.turn_features import expected_points
from wc3d.games.neo_mechanika.bots.turn_plan import TurnPlan
from wc3d.games.neo_mechanika.bots.turn_search import SearchedPlan, TurnSearch, select_plan
from wc3d.games.neo_mechanika.rules.state import State, opponent_of

HINT_PLANS = 100
"""The default number of simulated turns for hints, which a player waits for."""

USUAL_UNITS = 18
"""The number of units on the table above which hints simulate fewer turns, as each takes longer."""

HINT_MARGIN = 1.0
"""The margin of the search for hints, which wants different plans even if they are worse."""

ACTION_LABELS = {
    "charge": "Charge",
    "clear": "Clear Arc",
    "play": "Play",
    "activate": "Activate",
    "use": "Use",
    "advance": "Advance",
    "attack": "Attack",
    "deploy": "Deploy",
    "recall": "Recall",
    "place_gate": "Place a void gate",
}
"""The label of each type of action that a line of play tells."""


def find_turn_hints(
    view: View, think: int = 0, most: int = MAX_HINTS, progress: Progress | None = None
) -> list[TurnHint]:
    """Return different plans for the rest of the turn, the one that the master follows first."""
    if not can_plan(view):
        return []
    search = TurnSearch(view, HINT_SEED, think or count_hint_plans(view), margin=HINT_MARGIN)
    plans = search.run(progress)
    best = select_plan(plans)
    judged = [p for p in plans if p is not best and (p.answered or not best.answered)]
    others = sorted(judged, key=lambda p: -p.chance)
    selection = _select_different([best, *others], most)
    return [build_hint(view, search, plan, selection[0]) for plan in selection]


def count_hint_plans(view: View) -> int:
    """Return the default number of simulated turns for a hint, fewer with many units on the table."""
    state: State = view.state
    count = sum(unit.is_in_play for unit in state.units.values())
    return HINT_PLANS * USUAL_UNITS // max(USUAL_UNITS, count)


def can_plan(view: View) -> bool:
    """Return whether the player has to decide something that a plan for the turn answers."""
    return (
        isinstance(find_open_question(view.state), PLANNED_QUESTIONS)
        and view.player is not None
        and view.player == view.to_act
        and view.state.round > 0
    )


def list_ends(searched: SearchedPlan) -> list[State]:
    """List the states after the best reply by dice sample, or at the turn's end without replies."""
    return searched.replied or [end.state for end in searched.ends.values()]


def expected_points_at_round_end(state: State, end: State, player: int) -> float:
    """Return a player's points when the Pulse round of `state` ended, or the expected points."""
    if end.over or end.round != state.round:
        return float(end.players[player].points)
    return expected_points(end, player)


def _select_different(plans: list[SearchedPlan], most: int) -> list[SearchedPlan]:
    """Return the first plans that differ in a unit, its place or the card."""
    selection: list[SearchedPlan] = []
    outlines = set()
    for searched in plans:
        outline = searched.plan.outline
        if outline not in outlines and len(selection) < most:
            outlines.add(outline)
            selection.append(searched)
    return selection


def build_hint(
    view: View, search: TurnSearch, searched: SearchedPlan, first: SearchedPlan
) -> TurnHint:
    """Build a hint whose chance and points are means over the same dice samples."""
    state = view.state
    ends = list_ends(searched) or [state]
    mine, theirs = (
        fmean(expected_points_at_round_end(state, end, player) for end in ends)
        for player in (search.problem.player, opponent_of(search.problem.player))
    )
    margin = searched.error + first.error
    return TurnHint(
        line=_describe_line(view, search, searched.plan),
        chance=searched.chance,
        uncertainty=searched.error,
        points=(mine, theirs),
        is_alike=searched is not first and abs(searched.chance - first.chance) <= margin,
        tries=len(searched.answered or searched.results),
    )


def _describe_line(view: View, search: TurnSearch, plan: TurnPlan) -> tuple[str, ...]:
    """Return the player's actions in a plan in words, without the ends of steps."""
    return tuple(
        f"{ACTION_LABELS[action.type]}: {view.rules.text.describe(state, action)}"
        for state, action in search.problem.play_line(plan)
        if action.player == search.problem.player and action.type in ACTION_LABELS
    )
