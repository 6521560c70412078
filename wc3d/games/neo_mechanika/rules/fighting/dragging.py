"""A model hit that is dragged toward its attacker."""
from __future__ import annotations

from dataclasses import dataclass, replace

from wc3d.engine.agenda import Resolution, find
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using
from wc3d.games.neo_mechanika.rules.abilities.availability import EFFECT_NEEDED, can
from wc3d.games.neo_mechanika.rules.abilities.selectors import has
from wc3d.games.neo_mechanika.rules.book.rulings import INSIDE_ATTACKS
from wc3d.games.neo_mechanika.rules.frames import Attacking, ModelsMoved, cause_of
from wc3d.games.neo_mechanika.rules.handler_registry import Chapter
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.fall_damage import fall_after
from wc3d.games.neo_mechanika.rules.moving.placing import point
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.geometry.points import XY
from wc3d.table.body import Body
from wc3d.table.moves.contacts import direction, first_contacts, go_along
from wc3d.table.moves.falling import Fall, drop
from wc3d.table.moves.rough import rough_on_way
from wc3d.table.moves.slams import shortened
from wc3d.table.table import Table

CHAPTER = Chapter()


@dataclass(frozen=True, slots=True)
class Drag:
    """A model dragged straight toward another: where that ends level, what it touches there, and the fall that follows.

    `rough`: the rough ground that shortens it.
    """

    turn: XYZ
    contacts: tuple[str, ...]
    fall: Fall
    rough: tuple[str, ...] = ()


def drag(state: State, model: str, puller: str) -> Drag | None:
    """Return the drag of a model toward another; None if the two stand right above each other.

    It goes level, like a slam, until it touches a model, an obstacle or a structure, and at most until the two bases are
    side by side as seen from above: a model dragged off a height does not pass over its attacker (NM-SIL-162).
    """
    table = state.table
    body, to = table.body(model), table.body(puller)
    start = (body.at[0], body.at[1])
    way, distance = direction(start, (to.at[0], to.at[1]))
    if distance == 0.0:
        return None
    if state.setup.rulings >= INSIDE_ATTACKS:
        distance = max(0.0, distance - body.radius - to.radius)
    contacts = first_contacts(table, body, start, way, distance, body.at[2])
    inches = contacts[0].after if contacts else distance
    rough = () if has(state, model, "pathfinder") else rough_dragged_through(table, body, way, inches)
    if rough:
        inches = shortened(table, body, start, go_along(start, way, inches), inches)
        contacts = first_contacts(table, body, start, way, inches, body.at[2])
    turn = (*go_along(start, way, inches), body.at[2])
    return Drag(point(*turn), tuple(c.id for c in contacts), drop(table, body, turn), rough)


def rough_dragged_through(table: Table, body: Body, way: XY, inches: float) -> tuple[str, ...]:
    """Rough ground affects all movement (p. 44): what a drag of so many inches enters takes 2" of them (NM-SIL-146)."""
    start = (body.at[0], body.at[1])
    return rough_on_way(table, start, go_along(start, way, inches), body.radius, body.at[2], body.height)


@CHAPTER.effect(vocabulary.DragToward)
def _drag(r: Resolution, e: vocabulary.DragToward, f: Using) -> None:
    """Drag the model hit straight toward the attacker, level, as far as it goes; then it falls (NM-SIL-162)."""
    attack = r.find(Attacking)
    if attack is None or attack.target not in r.state.models:
        return
    if not (r.state.on_table(attack.target) and r.state.on_table(attack.attacker)):
        return
    path = drag(r.state, attack.target, attack.attacker)
    if path is None:
        return
    body = r.state.table.body(attack.target)
    track = (point(*body.at), path.turn)
    r.emit(events.Moved(body.id, track, "is dragged"))
    fall = drop(r.state.table, body, path.turn)
    if fall.height > 0:
        fall_after(r, body.id, fall, replace(cause_of(r.state, attack), kind="fall"))
    carrying.pickups(r, body.id, track)
    r.tell(ModelsMoved())


@can(vocabulary.DragToward, since=EFFECT_NEEDED)
def _may_drag(state: State, e: vocabulary.DragToward, f: Using) -> bool:
    """Return whether the model hit would be dragged any distance."""
    attack = find(state, Attacking)
    if attack is None or attack.target not in state.models or not state.on_table(attack.target):
        return False
    path = drag(state, attack.target, attack.attacker)
    return path is not None and path.turn != point(*state.place(attack.target))
