"""Deploy units at the start and through void gates (step 6), and recall units (pp. 26, 40, 43)."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules.abilities import selectors
from wc3d.games.neo_mechanika.rules.actions import Deploy, Recall
from wc3d.games.neo_mechanika.rules.agenda_frames import ModelsMoved
from wc3d.games.neo_mechanika.rules.arc import collapse_empty_gates
from wc3d.games.neo_mechanika.rules.book.rulings import (
    DEPLOY_RANGE_IN,
    OBJECTIVE_RANGE_IN,
    SQUAD_RANGE_IN,
)
from wc3d.games.neo_mechanika.rules.events import Cleared, UnitDeployed
from wc3d.games.neo_mechanika.rules.forces.force_files import check_attachment
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.placing import (
    are_heights_literal,
    check_stand,
    distance_to_base,
)
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import XYZ, State, Where, memo_on_board, opponent_of
from wc3d.games.neo_mechanika.rules.turn.gates import check_distance, distance_from_own_edge
from wc3d.table.body import Body
from wc3d.table.sight.distances import is_within
from wc3d.table.table import Table

JAMMER_RANGE_IN = 10.0
"""The range of a Gate Jammer, in inches."""


@dataclass(frozen=True, slots=True)
class InitialQuestion(Question):
    """A choice of an initial deployment at the table edge, with `left` of the 5 DC (NM-SET-07)."""

    left: int = 0


@dataclass(frozen=True, slots=True)
class DeploymentQuestion(Question):
    """Step 6: deploy units, or recall one as long as none is `deployed` (NM-TRN-09)."""

    deployed: bool = False


# Costs


def deployment_cost(
    state: State, unit: str, attachments: tuple[str, ...] = (), gate: str = ""
) -> int:
    """Return the Arc for a unit with attachments (NM-SQD-06), and enemies' extra cost at `gate`."""
    return sum(state.setup.card_of(id).cost for id in (unit, *attachments)) + (
        jamming_cost(state, gate) if gate else 0
    )


@memo_on_board
def jamming_cost(state: State, gate: str) -> int:
    """Return the Arc that nearby enemies add to each deployment at a void gate (Gate Jammer)."""
    enemies = (
        m
        for u in state.units_in_play(opponent_of(state.owner(gate)))
        for m in state.models_of(u.id)
    )
    jammers = (
        state.table.body(m.id) for m in enemies if selectors.has_flag(state, m.id, "gate_jammer")
    )
    return sum(is_within(state.table.distance(body, gate), JAMMER_RANGE_IN) for body in jammers)


def payable_arc(state: State, player: int, initial: int | None = None) -> dict[str, int]:
    """Return the Arc that each void gate can pay; "" is the rest of the first 5 DC."""
    return {"": initial} if initial is not None else {g.id: g.arc for g in state.gates_of(player)}


def deployable_units(
    state: State, player: int, initial: int | None = None
) -> tuple[tuple[str, str], ...]:
    """Return (unit, gate) pairs of affordable units in reserve. Both players know them."""
    reserve = [
        u.id for u in state.units.values() if u.player == player and u.where is Where.RESERVE
    ]
    gates = payable_arc(state, player, initial)
    return tuple(
        (u, gate)
        for u in reserve
        for gate, arc in gates.items()
        if deployment_cost(state, u, (), gate) <= arc
    )


def free_attachments(state: State, unit: str) -> tuple[str, ...]:
    """Return the attachments that may join a unit now, one of each card (NM-SQD-05, NM-SQD-07)."""
    free: dict[str, str] = {}
    for id in state.setup.attachments[state.units[unit].player]:
        if check_can_join(state, unit, id):
            free.setdefault(state.models[id].card, id)
    return tuple(free.values())


# Checks, one predicate for each rule


def check_unit(state: State, player: int, id: str) -> Verdict:
    """Check that the player's unit is entirely in reserve.

    Codes "unknown", "not_yours", "not_in_reserve", "out_of_the_game".
    """
    if id not in state.units:
        return refuse("unknown", f"there is no unit {id!r}", "NM-GAT-13")
    unit = state.units[id]
    if unit.player != player:
        return refuse("not_yours", f"{unit.name} belongs to the opponent", "NM-GAT-13")
    if unit.where is Where.GONE:
        return refuse(
            "out_of_the_game", f"{unit.name} is a destroyed Hero and out of the game", "NM-CMP-06"
        )
    if unit.where is Where.PLAY:
        return refuse("not_in_reserve", f"{unit.name} is in play, not in reserve", "NM-GAT-13")
    return LEGAL


def check_own_gate(state: State, player: int, id: str) -> Verdict:
    """Check that the player's void gate is in play. Codes "unknown", "not_yours" (NM-GAT-13)."""
    if id not in state.gates:
        return refuse("unknown", f"there is no void gate {id!r} in play", "NM-GAT-13")
    if state.gates[id].player != player:
        return refuse(
            "not_yours",
            f"{state.name(id)} belongs to the opponent: you cannot deploy through it",
            "NM-GAT-13",
        )
    return LEGAL


def check_can_join(state: State, unit: str, attachment: str) -> Verdict:
    """Check that an attachment may join a unit (NM-SQD-05, NM-SIL-111).

    Codes "unknown", "not_yours", "not_a_squad_it_joins", "in_use".
    """
    player = state.units[unit].player
    if attachment not in state.setup.attachments[player]:
        is_known = attachment in state.models
        code, text = (
            ("not_yours", "is not one of your attachments")
            if is_known
            else ("unknown", "is not an attachment")
        )
        return refuse(code, f"{attachment!r} {text}", "NM-SQD-05")
    verdict = check_attachment(
        state.models[attachment].card, state.units[unit].card, state.setup.cards
    )
    if verdict and state.models[attachment].unit:
        name = state.name(state.models[attachment].unit)
        return refuse(
            "in_use",
            f"{state.name(attachment)} belongs to {name} until that squad leaves play",
            "NM-SIL-111",
        )
    return verdict


def check_attachments(state: State, unit: str, attachments: tuple[str, ...]) -> Verdict:
    """Check that attachments may join together. Code "same_attachment_twice" (NM-SQD-07)."""
    for id in attachments:
        verdict = check_can_join(state, unit, id)
        if not verdict:
            return verdict
    if len({state.models[id].card for id in attachments}) < len(attachments):
        return refuse(
            "same_attachment_twice", "a squad cannot take the same attachment twice", "NM-SQD-07"
        )
    return LEGAL


def check_cost(state: State, action: Deploy, budget: int | None) -> Verdict:
    """Check that the gate or the first 5 DC can pay. Code "too_dear" (NM-GAT-14, 15, NM-SQD-08)."""
    price = deployment_cost(state, action.unit, action.attachments, action.gate)
    if budget is not None:
        message = f"{state.name(action.unit)} costs {price} DC, but only {budget} DC is left for the first deployment"
        return LEGAL if price <= budget else refuse("too_dear", message, "NM-SET-07")
    arc = state.gates[action.gate].arc
    message = (
        f"{state.name(action.unit)} costs {price}, but {state.name(action.gate)} has {arc} Arc"
    )
    return (
        LEGAL
        if price <= arc
        else refuse("too_dear", message, "NM-SQD-08" if action.attachments else "NM-GAT-14")
    )


def check_all_placed(state: State, action: Deploy) -> Verdict:
    """Check for one place per model (NM-SIL-109). Codes "unknown", "missing_place"."""
    model_ids = (*state.units[action.unit].models, *action.attachments)
    for id in action.places:
        if id not in model_ids:
            return refuse("unknown", f"the deployed unit has no model {id!r}", "NM-SIL-109")
    missing = [id for id in model_ids if id not in action.places]
    if missing:
        return refuse(
            "missing_place",
            f"{state.name(missing[0])} has no place; a unit deploys with all its models",
            "NM-SIL-109",
        )
    return LEGAL


def check_off_objectives(state: State, model: str, at: XYZ) -> Verdict:
    """Check that a model is more than 1" from every objective on the table.

    Code "near_objective" (NM-GAT-18, NM-SET-08, NM-SIL-114).
    """
    placed_model = replace_fields(state.models[model], at=at)
    near_objective = next(
        (
            o
            for o in carrying.objectives_on_table(state)
            if carrying.is_near_objective(placed_model, o)
        ),
        None,
    )
    if near_objective is None:
        return LEGAL
    return refuse(
        "near_objective",
        f'no model can be deployed within {OBJECTIVE_RANGE_IN:g}" of {near_objective.name}',
        "NM-GAT-18",
    )


def check_near_gate(state: State, action: Deploy, base: str, at: XYZ) -> Verdict:
    """Check that the first model is near enough to its void gate (NM-GAT-16, NM-GAT-17)."""
    rule = "NM-GAT-17" if len(action.places) > 1 else "NM-GAT-16"
    return check_distance(
        distance_to_base(state.table.body(action.gate), base, at),
        DEPLOY_RANGE_IN,
        "the void gate",
        rule,
    )


def check_near_edge(state: State, player: int, base: str, at: XYZ) -> Verdict:
    """Check the 5" from the player's table edge (NM-SET-07, NM-SIL-05, NM-SIL-149)."""
    return check_distance(
        distance_from_own_edge(state, player, base, at),
        state.setup.initial_depth,
        "your own table edge",
        "NM-SIL-05",
    )


def check_near_first_model(first: Body, base: str, at: XYZ) -> Verdict:
    """Check that a model is within 2" of the first (NM-GAT-17), seen or not (NM-SIL-110)."""
    return check_distance(
        distance_to_base(first, base, at), SQUAD_RANGE_IN, "the first model", "NM-GAT-17"
    )


def reference_height(state: State, gate: str, first: Body | None) -> float | None:
    """Return the default height for places: that of the squad's first model or the void gate."""
    if not are_heights_literal(state):
        return None
    return (
        first.at[2] if first is not None else state.place(gate)[2] if gate in state.gates else None
    )


def check_places(state: State, player: int, action: Deploy) -> Verdict:
    """Check the place of every model in order. Evidence: the places, the first model's first."""
    table: Table = state.table
    first: Body | None = None
    places: list[tuple[str, XYZ]] = []
    for id, place in action.places.items():
        base = state.models[id].base
        stand_verdict = check_stand(
            table, base, place, names=state, near=reference_height(state, action.gate, first)
        )
        verdict = stand_verdict and check_off_objectives(state, id, stand_verdict.evidence)
        if verdict and not action.gate:
            verdict = check_near_edge(state, player, base, stand_verdict.evidence)
        if verdict and first:
            verdict = check_near_first_model(first, base, stand_verdict.evidence)
        elif verdict and action.gate:
            verdict = check_near_gate(state, action, base, stand_verdict.evidence)
        if not verdict:
            return replace_fields(verdict, text=f"{state.name(id)}: {verdict.text}")
        body = Body(id, base, stand_verdict.evidence)
        first = first or body
        table = table.with_bodies(body)
        places.append((id, stand_verdict.evidence))
    return replace_fields(LEGAL, evidence=tuple(places))


def check_deploy(
    state: State, question: InitialQuestion | DeploymentQuestion, action: Deploy
) -> Verdict:
    """Check that a unit may be deployed. Evidence: the places, the first model's first."""
    budget = question.left if isinstance(question, InitialQuestion) else None
    verdict = check_unit(state, question.player, action.unit)
    if verdict and budget is None:
        verdict = check_own_gate(state, question.player, action.gate)
    elif verdict and action.gate:
        verdict = refuse("no_gate", "void gates cannot be used before the first turn", "NM-SIL-08")
    return (
        verdict
        and check_attachments(state, action.unit, action.attachments)
        and check_cost(state, action, budget)
        and check_all_placed(state, action)
        and check_places(state, question.player, action)
    )


def check_recall(state: State, question: DeploymentQuestion, action: Recall) -> Verdict:
    """Check that a unit may be recalled (NM-GAT-12, 22, NM-SIL-113).

    Codes "unknown", "not_yours", "not_in_play", "already_deployed".
    """
    if question.deployed:
        return refuse(
            "already_deployed",
            "you cannot recall a unit after deploying one in this step",
            "NM-GAT-12",
        )
    return check_own_unit(state, question.player, action.unit, "NM-GAT-22")


def check_own_unit(state: State, player: int, id: str, rule: str) -> Verdict:
    """Check that the player's unit is in play. Codes "unknown", "not_yours", "not_in_play"."""
    unit = state.units.get(id)
    if unit is None:
        return refuse("unknown", f"there is no unit {id!r}", rule)
    if unit.player != player:
        return refuse("not_yours", f"{unit.name} belongs to the opponent", rule)
    return LEGAL if unit.is_in_play else refuse("not_in_play", f"{unit.name} is not in play", rule)


# Resolution


def deploy_unit(
    r: Resolution, question: InitialQuestion | DeploymentQuestion, action: Deploy
) -> None:
    """Deploy a unit. Its gate pays the Arc and stays until the step ends (NM-SIL-108)."""
    places = check_deploy(r.state, question, action).evidence
    price = deployment_cost(r.state, action.unit, action.attachments, action.gate)
    if action.gate:
        r.emit(Cleared(action.gate, price, "deployment"))
    r.emit(UnitDeployed(action.unit, action.gate, places, action.attachments))
    r.notify(ModelsMoved())
    ask_next_deployment(r, question, price)


def ask_next_deployment(
    r: Resolution, question: InitialQuestion | DeploymentQuestion, price: int
) -> None:
    """Ask for the next unit while one is affordable; otherwise end the step."""
    if isinstance(question, InitialQuestion):
        if deployable_units(r.state, question.player, question.left - price):
            r.push(replace_fields(question, left=question.left - price))
    elif deployable_units(r.state, question.player):
        r.push(replace_fields(question, deployed=True))
    else:
        collapse_empty_gates(r)
