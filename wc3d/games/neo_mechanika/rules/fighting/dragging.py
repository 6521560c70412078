"""Drag a model that was hit toward its attacker."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wc3d.engine.agenda import Resolution, find_frame
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using
from wc3d.games.neo_mechanika.rules.abilities.availability import (
    RULINGS_REQUIRE_EFFECT,
    register_condition,
)
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking, ModelsMoved, attack_cause
from wc3d.games.neo_mechanika.rules.book.rulings import RULINGS_INSIDE_ATTACKS
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.fall_damage import push_fall
from wc3d.games.neo_mechanika.rules.moving.placing import make_point
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.geometry.points import XY
from wc3d.table.body import Body
from wc3d.table.moves.contacts import direction_and_distance, find_first_contacts, point_along
from wc3d.table.moves.falling import Fall, find_fall
from wc3d.table.moves.rough_ground import rough_ground_on_way
from wc3d.table.moves.slams import shorten_slam
from wc3d.table.table import Table

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class Drag:
    """A straight drag of a model: its level end, the contact there, and the fall that follows.

    `rough` is the rough ground that shortens the drag.
    """

    turn: XYZ
    contacts: tuple[str, ...]
    fall: Fall
    rough: tuple[str, ...] = ()


def compute_drag(state: State, model: str, puller: str) -> Drag | None:
    """Return the drag of a model toward another; None if one is directly above the other.

    A drag moves level, like a slam, until the model touches a model, an obstacle or a structure.
    It ends when the two bases are side by side as seen from above, so a model dragged off a height
    does not pass over its attacker (NM-SIL-162).
    """
    table = state.table
    body = table.body(model)
    to = table.body(puller)
    start = (body.at[0], body.at[1])
    way, distance = direction_and_distance(start, (to.at[0], to.at[1]))
    if distance == 0.0:
        return None
    if state.setup.rulings >= RULINGS_INSIDE_ATTACKS:
        distance = max(0.0, distance - body.radius - to.radius)
    contacts = find_first_contacts(table, body, start, way, distance, body.at[2])
    inches = contacts[0].distance if contacts else distance
    rough = (
        ()
        if has_flag(state, model, "pathfinder")
        else rough_ground_crossed(table, body, way, inches)
    )
    if rough:
        inches = shorten_slam(table, body, start, point_along(start, way, inches), inches)
        contacts = find_first_contacts(table, body, start, way, inches, body.at[2])
    turn = (*point_along(start, way, inches), body.at[2])
    return Drag(
        make_point(*turn), tuple(c.id for c in contacts), find_fall(table, body, turn), rough
    )


def rough_ground_crossed(table: Table, body: Body, way: XY, inches: float) -> tuple[str, ...]:
    """Return the rough ground that a drag enters (p. 44). Each piece costs 2" (NM-SIL-146)."""
    start = (body.at[0], body.at[1])
    return rough_ground_on_way(
        table, start, point_along(start, way, inches), body.radius, body.at[2], body.height
    )


@REGISTRY.register_effect(vocabulary.DragToward)
def _drag(r: Resolution, e: vocabulary.DragToward, f: Using) -> None:
    """Drag the model hit straight and level toward the attacker, then let it fall (NM-SIL-162)."""
    attack = r.find_frame(Attacking)
    if attack is None or attack.target not in r.state.models:
        return
    if not (r.state.is_on_table(attack.target) and r.state.is_on_table(attack.attacker)):
        return
    path = compute_drag(r.state, attack.target, attack.attacker)
    if path is None:
        return
    body = r.state.table.body(attack.target)
    track = (make_point(*body.at), path.turn)
    r.emit(events.Moved(body.id, track, "is dragged"))
    fall = find_fall(r.state.table, body, path.turn)
    if fall.height > 0:
        push_fall(r, body.id, fall, replace(attack_cause(r.state, attack), kind="fall"))
    carrying.offer_pickups(r, body.id, track)
    r.notify(ModelsMoved())


@register_condition(vocabulary.DragToward, since=RULINGS_REQUIRE_EFFECT)
def _may_drag(state: State, e: vocabulary.DragToward, f: Using) -> bool:
    """Return whether the drag would move the model hit."""
    attack = find_frame(state, Attacking)
    if attack is None or attack.target not in state.models or not state.is_on_table(attack.target):
        return False
    path = compute_drag(state, attack.target, attack.attacker)
    return path is not None and path.turn != make_point(*state.place(attack.target))
