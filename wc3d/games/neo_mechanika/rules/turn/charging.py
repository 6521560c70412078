"""Step 2 of the turn: charge a unit or void gate, or clear Arc (p. 27)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules.actions import Charge, Clear
from wc3d.games.neo_mechanika.rules.arc import arc_holders, arc_limit, clear_arc, free_arc_capacity
from wc3d.games.neo_mechanika.rules.events import Charged
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class ChargingQuestion(Question):
    """Step 2: a choice to charge a unit or void gate with 1 Arc, clear Arc, or pass (NM-TRN-03)."""


def check_own_arc_holder(state: State, player: int, id: str) -> Verdict:
    """Check a player's holder in play. Codes "unknown", "not_yours", "not_in_play"."""
    if id not in state.units and id not in state.gates:
        return refuse("unknown", f"there is no unit or void gate {id!r}", "NM-TRN-03")
    if state.owner(id) != player:
        return refuse("not_yours", f"{state.name(id)} belongs to the opponent", "NM-ARC-01")
    if id in state.units and not state.units[id].is_in_play:
        return refuse("not_in_play", f"{state.name(id)} is not in play", "NM-TRN-03")
    return LEGAL


def check_well(state: State, player: int, arc: int) -> Verdict:
    """Check that the well has enough Arc. Code "well_empty" (NM-ARC-02)."""
    well = state.players[player].well
    return (
        LEGAL
        if arc <= well
        else refuse(
            "well_empty", f"not enough Arc in the well: {arc} needed, {well} available", "NM-ARC-02"
        )
    )


def check_arc_limit(state: State, id: str) -> Verdict:
    """Check that a holder may hold 1 more Arc. Code "at_limit" (NM-SIL-44)."""
    if free_arc_capacity(state, id):
        return LEGAL
    return refuse(
        "at_limit",
        f"{state.name(id)} already has its maximum of {arc_limit(state, id)} Arc",
        "NM-ARC-07",
    )


def check_charge(state: State, question: Question, action: Charge) -> Verdict:
    """Check that a holder may be charged with 1 Arc in step 2 (NM-TRN-03)."""
    return (
        check_own_arc_holder(state, question.player, action.on)
        and check_well(state, question.player, 1)
        and check_arc_limit(state, action.on)
    )


def check_clear(state: State, question: Question, action: Clear) -> Verdict:
    """Check the Arc to clear (NM-TRN-03). Codes "nothing_named", "not_so_much_arc"."""
    if not action.arc:
        return refuse(
            "nothing_named", "name at least one unit or void gate to clear Arc from", "NM-TRN-03"
        )
    for id, arc in action.arc.items():
        verdict = check_own_arc_holder(state, question.player, id)
        if not verdict:
            return verdict
        if not 1 <= arc <= state.arc_on(id):
            available_arc = state.arc_on(id)
            can = (
                f"you can clear 1 to {available_arc}, not {arc}"
                if available_arc
                else "nothing to clear"
            )
            text = f"{state.name(id)} has {available_arc} Arc: {can}"
            return refuse("not_so_much_arc", text, "NM-TRN-03")
    return LEGAL


def _clear(r: Resolution, question: Question, action: Clear) -> None:
    for id, arc in action.arc.items():
        clear_arc(r, id, arc, "Charging Phase")


def _list_charged(state: State, player: int) -> dict[str, int]:
    return {id: arc for id in arc_holders(state, player) if (arc := state.arc_on(id))}


def _list_clearings(state: State, question: Question) -> Iterator[Clear]:
    """Yield each amount from each holder alone, then all Arc from all holders."""
    arc_by_holder = _list_charged(state, question.player)
    for id, max_arc in arc_by_holder.items():
        for arc in range(1, max_arc + 1):
            yield Clear(player=question.player, arc={id: arc})
    if len(arc_by_holder) > 1:
        yield Clear(player=question.player, arc=arc_by_holder)


def _sample_clearing(state: State, question: Question, rng: random.Random) -> Clear | None:
    arc_by_holder = _list_charged(state, question.player)
    amounts = {
        id: rng.randint(1, max_arc) for id, max_arc in arc_by_holder.items() if rng.random() < 0.5
    }
    return Clear(player=question.player, arc=amounts) if amounts else None


REGISTRY.register_answer(
    ChargingQuestion,
    Charge,
    text="charge a unit or void gate with 1 Arc",
    check=check_charge,
    decide=lambda r, asked, action: r.emit(Charged(action.on, 1, "Charging Phase")),
    candidates=lambda state, asked: (
        Charge(player=asked.player, on=id) for id in arc_holders(state, asked.player)
    ),
)


REGISTRY.register_answer(
    ChargingQuestion,
    Clear,
    text="clear Arc from units and void gates",
    check=check_clear,
    decide=_clear,
    candidates=_list_clearings,
    sample=_sample_clearing,
)


REGISTRY.register_pass(ChargingQuestion, text="skip this step", what=lambda asked: "charging")
