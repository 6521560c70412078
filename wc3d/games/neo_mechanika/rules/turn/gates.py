"""Void gates: place one in step 7, and collapse those without Arc (p. 40)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules.actions import PlaceGate
from wc3d.games.neo_mechanika.rules.book.rulings import (
    GATE_RANGE_IN,
    MAX_GATE_ARC,
    MAX_GATES,
    MIN_GATE_ARC,
)
from wc3d.games.neo_mechanika.rules.events import GatePlaced, Marked
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving.placing import (
    are_heights_literal,
    check_stand,
    distance_to_base,
    find_places,
    resolve_place,
)
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, Gate, Model, State
from wc3d.table.sight.distances import format_exceeded_distance, is_within

REGISTRY = HandlerRegistry()

GATE_BASE = "small"
"""A void gate's base: 30 mm (NM-GAT-08)."""

EDGE_SPACING_IN = 4.0
"""The inches between offered places along the player's table edge."""


@dataclass(frozen=True, slots=True)
class GateQuestion(Question):
    """Step 7: a choice to place one void gate or none (NM-TRN-10)."""


def distance_from_own_edge(state: State, player: int, base: str, at: tuple[float, ...]) -> float:
    """Return the inches between a base and the player's own table edge (NM-SIL-05)."""
    y = at[1] if state.players[player].side == "south" else state.setup.table.size[1] - at[1]
    return y - SPACE.bases[base].radius


def can_place_gate(state: State, player: int) -> bool:
    """Return whether the player has Arc and a void gate to place (NM-GAT-01, NM-GAT-06)."""
    return bool(check_gate_count(state, player)) and state.players[player].well > 0


def gate_nominees(state: State, player: int) -> Iterator[Model]:
    """Yield the warrior models that allow a void gate nearby this turn (NM-GAT-04, NM-GAT-05)."""
    for unit in state.units_in_play(player):
        if check_nominee(state, player, unit.models[0]):
            yield from state.models_of(unit.id)


def check_gate_count(state: State, player: int) -> Verdict:
    """Check for fewer than two void gates in play. Code "two_gates" (NM-GAT-01, NM-SIL-103)."""
    if len(state.gates_of(player)) < MAX_GATES:
        return LEGAL
    return refuse(
        "two_gates",
        f"you already have {MAX_GATES} void gates in play and cannot add or move one",
        "NM-GAT-01",
    )


def check_gate_arc(state: State, player: int, arc: int) -> Verdict:
    """Check the Arc of a new void gate. Codes "gate_arc", "well_empty" (NM-GAT-06, NM-SIL-104)."""
    if not MIN_GATE_ARC <= arc <= MAX_GATE_ARC:
        text = f"place a void gate with {MIN_GATE_ARC} to {MAX_GATE_ARC} Arc, not {arc}"
        return refuse("gate_arc", text, "NM-GAT-06")
    well = state.players[player].well
    return (
        LEGAL
        if arc <= well
        else refuse(
            "well_empty", f"not enough Arc in the well: {arc} needed, {well} available", "NM-GAT-06"
        )
    )


def check_nominee(state: State, player: int, id: str) -> Verdict:
    """Check that a void gate may be placed near this model.

    Codes "unknown", "not_yours", "not_a_warrior", "deployed_this_turn".
    """
    model = state.models.get(id)
    if model is None:
        return refuse("unknown", f"there is no model {id!r}", "NM-GAT-04")
    if state.owner(id) != player:
        return refuse("not_yours", f"{model.display_name} belongs to the opponent", "NM-GAT-04")
    unit = state.units.get(model.unit)
    if unit is None or not unit.is_in_play:
        return refuse("not_in_play", f"{model.display_name} is not in play", "NM-GAT-04")
    if state.setup.card_of(unit.id).kind == "warjack":
        return refuse(
            "not_a_warrior", f"{model.display_name} is a warjack, not a warrior model", "NM-GAT-04"
        )
    if unit.deployed_on == state.turn:
        return refuse(
            "deployed_this_turn", f"{model.display_name} was deployed this turn", "NM-GAT-05"
        )
    return LEGAL


def check_distance(distance: float, limit: float, of: str, rule: str) -> Verdict:
    """Check that a distance is within a limit. Code "too_far"."""
    if is_within(distance, limit):
        return LEGAL
    return refuse(
        "too_far",
        f'the place is {format_exceeded_distance(distance, limit)}" from {of}; the limit is {limit:g}"',
        rule,
    )


def check_near_edge_or_nominee(state: State, player: int, at: XYZ, nominee: str) -> Verdict:
    """Check that a void gate is near the table edge or the nominated model.

    Code "too_far" (NM-GAT-03, NM-GAT-04).
    """
    if nominee and not state.is_on_table(nominee):
        return refuse("not_in_play", f"{state.name(nominee)} is not on the table", "NM-GAT-04")
    distance = (
        distance_to_base(state.table.body(nominee), GATE_BASE, at)
        if nominee
        else distance_from_own_edge(state, player, GATE_BASE, at)
    )
    of, rule = (
        (state.name(nominee), "NM-GAT-04") if nominee else ("your own table edge", "NM-GAT-03")
    )
    return check_distance(distance, GATE_RANGE_IN, of, rule)


def check_place_gate(state: State, question: Question, action: PlaceGate) -> Verdict:
    """Check that a void gate may be placed (NM-GAT-01 to 06, NM-SIL-105). Evidence: its place."""
    player = question.player
    verdict = check_gate_count(state, player) and check_gate_arc(state, player, action.arc)
    if verdict and action.nominee:
        verdict = check_nominee(state, player, action.nominee)
    by = (
        state.place(action.nominee)[2]
        if action.nominee and state.is_on_table(action.nominee)
        else None
    )
    stand_verdict = verdict and check_stand(
        state, GATE_BASE, action.at, near=by if are_heights_literal(state) else None
    )
    return (
        stand_verdict
        and check_near_edge_or_nominee(state, player, stand_verdict.evidence, action.nominee)
        and stand_verdict
    )


def _place_gate(r: Resolution, question: Question, action: PlaceGate) -> None:
    at = check_place_gate(r.state, question, action).evidence
    number = 1 + sum(mark.startswith(f"{question.player}.gate.") for mark in r.state.done)
    id = f"{question.player}.gate.{number}"
    r.emit(GatePlaced(Gate(id, question.player, f"Void Gate {number}", at, action.arc)))
    r.emit(Marked(id))


def _list_sites(
    state: State, player: int, rng: random.Random | None = None
) -> Iterator[tuple[XYZ, str]]:
    """Yield places for a void gate with their nominees: near nominees and at the table edge."""
    for model in gate_nominees(state, player):
        yield from (
            (at, model.id)
            for at in find_places(
                state, GATE_BASE, state.table.body(model.id), GATE_RANGE_IN, rng=rng, count=2
            )
        )
    yield from ((at, "") for at in _list_edge_places(state, player, rng))


def _list_edge_places(state: State, player: int, rng: random.Random | None) -> Iterator[XYZ]:
    width, depth = state.setup.table.size
    radius = SPACE.bases[GATE_BASE].radius
    for i in range(1, int(width / EDGE_SPACING_IN)):
        x = rng.uniform(radius, width - radius) if rng else i * EDGE_SPACING_IN
        edge_distance = rng.uniform(0, GATE_RANGE_IN) + radius if rng else GATE_RANGE_IN
        at = resolve_place(
            state,
            GATE_BASE,
            (x, edge_distance if state.players[player].side == "south" else depth - edge_distance),
        )
        if at is not None:
            yield at


def _list_gates(state: State, question: Question) -> Iterator[PlaceGate]:
    max_arc = min(MAX_GATE_ARC, state.players[question.player].well)
    for at, nominee in _list_sites(state, question.player):
        for arc in range(max_arc, 0, -1):
            yield PlaceGate(player=question.player, at=at, arc=arc, nominee=nominee)


def _sample_gate(state: State, question: Question, rng: random.Random) -> PlaceGate | None:
    max_arc = min(MAX_GATE_ARC, state.players[question.player].well)
    candidates = list(gate_nominees(state, question.player))
    model = rng.choice([None, *candidates])
    if model is None:
        places = _list_edge_places(state, question.player, rng)
    else:
        places = find_places(
            state, GATE_BASE, state.table.body(model.id), GATE_RANGE_IN, rng=rng, count=1
        )
    at = next(iter(places), None)
    if at is None or max_arc < 1:
        return None
    nominee = model.id if model else ""
    return PlaceGate(player=question.player, at=at, arc=rng.randint(1, max_arc), nominee=nominee)


REGISTRY.register_answer(
    GateQuestion,
    PlaceGate,
    text="place a void gate",
    check=check_place_gate,
    decide=_place_gate,
    candidates=_list_gates,
    sample=_sample_gate,
)
REGISTRY.register_pass(GateQuestion, text="place no void gate", what=lambda asked: "void gate")
