"""Reposition a squad around its moved model; models without a place are destroyed (p. 28)."""

from __future__ import annotations

from collections.abc import Mapping

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Point
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.placing import (
    can_see_from,
    check_stand,
    distance_to_base,
    place_squad,
    resolve_squad_places,
)
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.table.body import Body
from wc3d.table.sight.distances import format_exceeded_distance, is_within
from wc3d.table.table import Table

WantedPlaces = Mapping[str, Point]
"""The wanted place of each model by id."""


def other_squad_models(state: State, unit: str, leader: str) -> tuple[str, ...]:
    """Return the unit's other models on the table, including attachments, in order."""
    return tuple(m.id for m in state.models_of(unit) if m.id != leader)


def check_named_models(
    state: State, unit: str, leader: str, wanted_places: WantedPlaces
) -> Verdict:
    """Check that the named models are the unit's others. Codes "unknown", "not_of_the_squad"."""
    for id in wanted_places:
        if id not in state.models:
            return refuse("unknown", f"there is no model {id!r}", "NM-MOV-04")
        if id not in other_squad_models(state, unit, leader):
            text = f"{state.name(id)} is not repositioned around {state.name(leader)}"
            return refuse("not_of_the_squad", text, "NM-MOV-04")
    return LEGAL


def check_near_leader(table: Table, base: str, at: XYZ, leader: Body, name: str) -> Verdict:
    """Check that a place is within 2" (NM-MOV-05) and in sight (NM-SIL-60) of the moved model."""
    within = table.policy.squad_within
    distance = distance_to_base(leader, base, at)
    if not is_within(distance, within):
        text = f'{name} would be {format_exceeded_distance(distance, within)}" from the model that moved; the limit is {within:g}"'
        return refuse("too_far_from_leader", text, "NM-MOV-05")
    if not can_see_from(table, base, at, leader):
        return refuse(
            "no_sight_to_leader",
            f"{name} would have no line of sight to the model that moved",
            "NM-SIL-60",
        )
    return LEGAL


def check_squad_places(
    state: State, leader: Body, start: XYZ, wanted_places: WantedPlaces
) -> Verdict:
    """Check a squad's wanted places after `leader` has moved from `start`.

    Each model must stand within 2" of the leader, in sight. No model may be lost that another
    arrangement would save (NM-SIL-59).
    """
    if not wanted_places:
        return LEGAL
    models = other_squad_models(state, state.models[leader.id].unit, leader.id)
    table = state.table.with_bodies(leader).without(*models)
    wanted_places = resolve_squad_places(state, table, leader, wanted_places)
    for id, place in wanted_places.items():
        body = state.table.body(id)
        verdict = check_stand(table, body.base, place, names=state)
        if not verdict:
            return refuse(verdict.code, f"{state.name(id)}: {verdict.text}", verdict.rule)
        near_verdict = check_near_leader(table, body.base, verdict.evidence, leader, state.name(id))
        if not near_verdict:
            return near_verdict
        table = table.with_bodies(body.moved(verdict.evidence))
    places, _ = place_squad(state, leader, models, wanted_places, start)
    if any(places.get(id) != table.body(id).at for id in wanted_places):
        return refuse(
            "sacrifices",
            "these places leave no room for a model of the squad that would otherwise fit",
            "NM-SIL-59",
        )
    return LEGAL


def reposition_squad(
    r: Resolution, unit: str, leader: Body, start: XYZ, wanted_places: WantedPlaces
) -> None:
    """Reposition the squad around the moved model; destroy the rest (NM-MOV-05, NM-MOV-06).

    `leader` is that model's body, or its last one if its move ended in destruction (NM-SIL-148).
    """
    state: State = r.state
    models = other_squad_models(state, unit, leader.id)
    wanted_places = resolve_squad_places(
        state, state.table.with_bodies(leader).without(*models), leader, wanted_places
    )
    places, lost_ids = place_squad(state, leader, models, wanted_places, start)
    for id, at in places.items():
        if at != state.place(id):
            r.emit(events.Repositioned(id, at))
    for id in lost_ids:
        destroy_model(r, id, Cause(), "cannot be repositioned")
    for id in reversed(places):
        carrying.offer_pickups(r, id)
