"""List quick plans for the opponent's reply to a turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wc3d.engine.agenda import find_open_question
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots.activation_estimate import estimate_activation_value
from wc3d.games.neo_mechanika.bots.evaluation import (
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.move_generation import (
    choose_leader,
    objective_goals,
    quick_candidate_moves,
)
from wc3d.games.neo_mechanika.bots.move_value import planned_position_value, state_with_model_at
from wc3d.games.neo_mechanika.bots.turn_cards import list_cards
from wc3d.games.neo_mechanika.bots.turn_plan import NONE, PlanFollower, TurnPlan, UnitPlan
from wc3d.games.neo_mechanika.rules.actions import Advance, Charge, Pass, Play
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import advance_order
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import CypherQuestion, is_solo

MAX_REPLY_UNITS = 3
"""The maximum number of units, and of solos, that replies consider."""

MAX_REPLY_MOVES = 2
"""The maximum number of moves of a unit that replies consider."""

MAX_REPLIES = 6
"""The maximum number of replies to a plan."""


def list_replies(position: Position, replier: PlanFollower) -> list[TurnPlan]:
    """List plans for the opponent's turn that a position begins, the most promising first."""
    state: State = position.state
    player = replier.player
    question = find_open_question(state)
    if question is None or question.player != player:
        return []
    ready = [u.id for u in state.units_in_play(player) if not u.token]
    ranked = sorted(
        ready, key=lambda u: (-estimate_activation_value(state, u, replier.reply_attacks), u)
    )
    solos = [u for u in ranked if is_solo(state, u)][:MAX_REPLY_UNITS]
    others = [u for u in ranked if not is_solo(state, u)][:MAX_REPLY_UNITS]
    best_solos = [plan for unit in solos[:1] for plan in _list_unit_plans(state, unit)][:1]
    plans = []
    options = [list(_list_unit_plans(state, unit)) for unit in others]
    for rank in range(MAX_REPLY_MOVES):
        for moves in options:
            if rank < len(moves):
                plans.append(_make_reply(player, (moves[rank], *best_solos)))
    for unit in solos[1:]:
        other_solo = next(iter(_list_unit_plans(state, unit)), None)
        if other_solo is not None:
            plans.append(_make_reply(player, (*(o[0] for o in options[:1]), other_solo)))
    if not plans:
        plans = [_make_reply(player, tuple(best_solos))]
    return plans[:MAX_REPLIES]


def list_reply_cards(position: Position, replier: PlanFollower) -> list[Play]:
    """List the opponent's most valuable cards for the turn that a position begins."""
    ahead = position.fork()
    question = find_open_question(ahead.state)
    if isinstance(question, ChargingQuestion) and question.player == replier.player:
        ahead.apply(Pass(player=question.player))
        question = find_open_question(ahead.state)
    if not isinstance(question, CypherQuestion) or question.player != replier.player:
        return []
    return list_cards(ahead)


def _make_reply(player: int, units: tuple[UnitPlan, ...]) -> TurnPlan:
    """Return a reply that charges the first unit that can hold Arc, and deploys through the gates it has."""
    charges = tuple(Charge(player=player, on=u.unit) for u in units)
    return TurnPlan(charges=charges, units=units, deployments=(0, 0), gate=NONE)


def _list_unit_plans(state: State, unit: str) -> Iterator[UnitPlan]:
    """Yield the activations of a unit that seem best.

    A unit moves and attacks, or it attacks where it stands and moves to where it is needed.
    """
    goals = objective_goals(state, unit)[:1]
    leader = choose_leader(
        state, unit, goals[0] if goals else None, partial(advance_order, state, unit)
    )
    moves: list[tuple[float, int, Advance | None, bool]] = []
    here = total_attack_value(state, unit)
    order = advance_order(state, unit, leader)
    for action, at in quick_candidate_moves(state, order, leader, goals):
        standing = planned_position_value(state, unit, leader, at)
        attacks = total_attack_value(state_with_model_at(state, unit, leader, at), unit)
        advance = action if action.path else None
        moves.append((standing + attacks, len(moves), advance, False))
        if here > 0.0 and advance is not None:
            moves.append((standing + here, len(moves), advance, True))
    ranked = sorted(moves, key=lambda m: (-m[0], m[1]))
    best = ranked[0]
    yield UnitPlan(unit, best[2], best[3])
    others = [m for m in ranked[1:] if m[3] != best[3]] or ranked[1:]
    for _, _, advance, attacks_first in others[: MAX_REPLY_MOVES - 1]:
        yield UnitPlan(unit, advance, attacks_first)
