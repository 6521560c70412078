"""Offers of deployments: places with room for a full unit near a void gate or the table edge."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules.actions import Deploy, Pass, Point, Recall
from wc3d.games.neo_mechanika.rules.arc import collapse_empty_gates
from wc3d.games.neo_mechanika.rules.book.rulings import DEPLOY_RANGE_IN, SQUAD_RANGE_IN
from wc3d.games.neo_mechanika.rules.events import Passed
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving.placing import (
    distance_to_base,
    find_places,
    resolve_place,
)
from wc3d.games.neo_mechanika.rules.moving.removal import recall_unit
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.turn.deployment import (
    DeploymentQuestion,
    InitialQuestion,
    check_deploy,
    check_near_edge,
    check_off_objectives,
    check_recall,
    deploy_unit,
    deployable_units,
    deployment_cost,
    free_attachments,
    payable_arc,
)
from wc3d.table.body import Body
from wc3d.table.table import Table

REGISTRY = HandlerRegistry()

AnyDeploymentQuestion = InitialQuestion | DeploymentQuestion

MAX_FIRST_PLACES = 8
"""The most places to try for a unit's first model."""

EDGE_SHARES = (0.5, 0.25, 0.75, 0.375, 0.625, 0.125, 0.875)
"""The positions of initial deployments on the table edge, as fractions of its length."""


def _get_budget(question: AnyDeploymentQuestion) -> int | None:
    return question.left if isinstance(question, InitialQuestion) else None


def _list_deployments(state: State, question: AnyDeploymentQuestion) -> Iterator[Deploy]:
    """Yield deployments of each unit at each void gate, alone and with affordable attachments."""
    arc = payable_arc(state, question.player, _get_budget(question))
    for unit, gate in deployable_units(state, question.player, _get_budget(question)):
        joining: tuple[str, ...] = ()
        for id in free_attachments(state, unit):
            if deployment_cost(state, unit, (*joining, id), gate) <= arc[gate]:
                joining = (*joining, id)
        for attachments in dict.fromkeys(((), joining)):
            action = _arrange_unit(state, question, unit, gate, attachments, None)
            if action is not None:
                yield action


def _sample_deployment(
    state: State, question: AnyDeploymentQuestion, rng: random.Random
) -> Deploy | None:
    can = deployable_units(state, question.player, _get_budget(question))
    if not can:
        return None
    unit, gate = rng.choice(can)
    remaining = payable_arc(state, question.player, _get_budget(question))[gate] - deployment_cost(
        state, unit, (), gate
    )
    joining: tuple[str, ...] = ()
    for id in free_attachments(state, unit):
        price = state.setup.card_of(id).cost
        if price <= remaining and rng.random() < 0.5:
            joining = (*joining, id)
            remaining = remaining - price
    action = _arrange_unit(state, question, unit, gate, joining, rng)
    return action or _arrange_unit(state, question, unit, gate, joining, None)


def _arrange_unit(
    state: State,
    question: AnyDeploymentQuestion,
    unit: str,
    gate: str,
    attachments: tuple[str, ...],
    rng: random.Random | None,
) -> Deploy | None:
    """Return a deployment with room for all models around the first, or None."""
    first, *other_models = (*state.units[unit].models, *attachments)
    base = state.models[first].base
    for at in _list_first_spots(state, question.player, base, gate, rng):
        if not check_off_objectives(state, first, at):
            continue
        places = place_others_around(state, question, Body(first, base, at), other_models, rng)
        if places is not None:
            return Deploy(
                player=question.player, unit=unit, gate=gate, places=places, attachments=attachments
            )
    return None


def _list_first_spots(
    state: State, player: int, base: str, gate: str, rng: random.Random | None
) -> Iterator[XYZ]:
    if gate:
        yield from find_places(
            state, base, state.table.body(gate), DEPLOY_RANGE_IN, rng=rng, count=MAX_FIRST_PLACES
        )
        return
    (width, depth), radius, deep = (
        state.setup.table.size,
        SPACE.bases[base].radius,
        state.setup.initial_depth,
    )
    for part in EDGE_SHARES:
        x = rng.uniform(radius, width - radius) if rng else part * width
        edge_distance = radius + (rng.uniform(0.0, deep) if rng else deep)
        at = resolve_place(
            state,
            base,
            (x, edge_distance if state.players[player].side == "south" else depth - edge_distance),
        )
        if at is not None:
            yield at


def place_others_around(
    state: State,
    question: AnyDeploymentQuestion,
    first: Body,
    other_models: list[str],
    rng: random.Random | None = None,
    placed: tuple[Body, ...] = (),
    gap: float = 0.0,
) -> dict[str, Point] | None:
    """Return places for the others within 2" of the first, or None if a model has no room.

    With a `gap` in inches, prefer places that far from the models around.
    """
    table = state.table.with_bodies(first, *placed)
    places: dict[str, Point] = {first.id: first.at}
    for id in other_models:
        base = state.models[id].base
        spots = find_places(table, base, first, SQUAD_RANGE_IN, rng=rng, count=64)
        for at in _spread(table, base, spots, gap) if gap else spots:
            by_the_edge = isinstance(question, DeploymentQuestion) or check_near_edge(
                state, question.player, base, at
            )
            if by_the_edge and check_off_objectives(state, id, at):
                places[id] = at
                table = table.with_bodies(Body(id, base, at))
                break
        else:
            return None
    return places


def _spread(table: Table, base: str, spots: Iterable[XYZ], gap: float) -> list[XYZ]:
    """Return the places with those first that keep a gap to all models on the table."""

    def crowding(at: XYZ) -> float:
        gaps = (distance_to_base(body, base, at) for body in table.bodies if body.is_plain)
        return max(0.0, gap - min(gaps, default=gap))

    return sorted(spots, key=crowding)


def _end_deployment(r: Resolution, question: AnyDeploymentQuestion, action: Pass) -> None:
    r.emit(Passed(question.player, "deployment"))
    collapse_empty_gates(r)


for _kind in (InitialQuestion, DeploymentQuestion):
    REGISTRY.register_answer(
        _kind,
        Deploy,
        text="deploy a unit",
        check=check_deploy,
        decide=deploy_unit,
        candidates=_list_deployments,
        sample=_sample_deployment,
    )
    REGISTRY.register_pass(_kind, text="deploy nothing more", decide=_end_deployment)
REGISTRY.register_answer(
    DeploymentQuestion,
    Recall,
    text="recall a unit",
    check=check_recall,
    decide=lambda r, asked, action: recall_unit(r, action.unit),
    candidates=lambda state, asked: (
        Recall(player=asked.player, unit=u.id) for u in state.units_in_play(asked.player)
    ),
)
