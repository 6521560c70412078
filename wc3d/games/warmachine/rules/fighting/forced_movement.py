"""Forced results: knockdown, pushes, slams and throws. They provoke no free strikes (WM-RUL-21)."""

from __future__ import annotations

import math

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.clouds import harm_along_path
from wc3d.games.warmachine.rules.fighting.damage import remove_model
from wc3d.games.warmachine.rules.fighting.locks import end_locks
from wc3d.games.warmachine.rules.space.areas import line_of_attack
from wc3d.games.warmachine.rules.space.climbing_and_water import enters_deep_water, ground_height_at
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.moving import compute_move
from wc3d.games.warmachine.rules.space.policy import has_extra_terrain
from wc3d.games.warmachine.rules.space.slams_and_throws import remove_obstacles_under
from wc3d.games.warmachine.rules.state import XY, Effect
from wc3d.games.warmachine.rules.stats import waters_of
from wc3d.table.table import Table

THROWN_MOVE = "is thrown"
"""The movement of a model that touches the ground only at its end."""


def knock_down(r: Resolution, id: str) -> None:
    """Knock down a model (WM-KND-01). In its own turn, it cannot stand up again (WM-KND-05)."""
    if r.state.is_on_table(id) and r.state.models[id].down != r.state.turn:
        r.emit(events.KnockedDown(id))
        put_out_furnace(r, id)
    end_locks(r, id, "knocked down")


def put_out_furnace(r: Resolution, id: str) -> None:
    """Make a warjack inert that is knocked down in shallow water (WM-REF-34, WM-RUL-153)."""
    model = r.state.models[id]
    if (
        not has_extra_terrain(r.state.table)
        or not model.is_warjack
        or model.has_effect_word("inert")
        or "shallow" not in waters_of(r.state, id)
    ):
        return
    r.emit(events.EffectPut(id, Effect("furnace out", model.owner, id, "game", (("inert", 1),))))
    if model.focus:
        r.emit(events.FocusLost((id,), why="its furnace is out", rule="WM-RUL-153"))


def move_by_force(
    r: Resolution, id: str, end: XY, verb: str, *, against: tuple[str, ...] = (), why: str = ""
) -> None:
    """Move a model to a place with the same facing (WM-RUL-61), and end its locks (WM-RUL-75).

    `against` are the obstacles that stopped it; `why` is the weapon, spell or feat that moved it.
    """
    place = r.state.place(id)
    if math.dist(place[:2], end) <= 1e-9:
        r.emit(events.Blocked(id, verb, against, why))
    else:
        radius = get_fighter(r.state.table, id).radius
        height = (
            ground_height_at(r.state.table, end, radius, place[2]) if place[2] > 0 else place[2]
        )
        r.emit(
            events.Moved(id, (place, (*end, height)), r.state.models[id].facing, verb, against, why)
        )
        end_locks(r, id, "torn apart")
        harm_along_path(r, id, (place[:2], end))
        drown(r, id, (end,) if verb == THROWN_MOVE else (place[:2], end))


def drown(r: Resolution, id: str, track: tuple[XY, ...]) -> None:
    """Remove a warjack from play that enters deep water (WM-REF-35, WM-REF-36, WM-RUL-151)."""
    table = r.state.table
    drowns = has_extra_terrain(table) and r.state.models[id].is_warjack
    if drowns and enters_deep_water(table, track, get_fighter(table, id).radius):
        remove_model(r, id, "deep water")


def compute_push_end(table: Table, id: str, source: str, inches: float) -> XY:
    """Return the end of a push: straight away, up to an obstacle (WM-REF-63, WM-GEO-22).

    The obstacle under the model does not stop it (WM-RUL-150).
    """
    pushed = get_fighter(table, id)
    u, v = line_of_attack(get_fighter(table, source), pushed.place)
    x, y = pushed.place
    way = [(x + inches * u, y + inches * v)]
    move = compute_move(
        remove_obstacles_under(table, pushed), pushed, way, 2 * inches, climb=False, forced=True
    )
    distance = inches if move.stop_length is None else max(0.0, move.stop_length)
    return x + distance * u, y + distance * v


def push_away(r: Resolution, id: str, source: str, inches: float, why: str = "") -> None:
    """Push a model straight away from another; `why` is the weapon, spell or feat."""
    if r.state.is_on_table(id) and r.state.is_on_table(source):
        move_by_force(
            r, id, compute_push_end(r.state.table, id, source, inches), "is pushed", why=why
        )
