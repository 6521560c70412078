"""Flight and rallying in Maintenance (WM-REF-02, WM-REF-23 to 26, WM-RUL-102, WM-RUL-143)."""

from __future__ import annotations

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import Flight, Rally
from wc3d.games.warmachine.rules.command.checks import roll_command_check
from wc3d.games.warmachine.rules.fighting.damage import remove_model
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.walking import make_movement
from wc3d.games.warmachine.rules.space.fighters import facing_toward, get_fighter
from wc3d.games.warmachine.rules.space.moving import ROUGH_COST_FACTOR, RUN_FACTOR, compute_move
from wc3d.games.warmachine.rules.space.path_contacts import rough_stretches
from wc3d.games.warmachine.rules.state import XY, State, opponent_of
from wc3d.games.warmachine.rules.stats import is_act_forbidden, stat_value
from wc3d.games.warmachine.rules.units.command_checks import nearby_warcaster_command
from wc3d.games.warmachine.rules.units.formation import leader_of, troopers_in_formation
from wc3d.games.warmachine.rules.victory import end_if_warcaster_removed
from wc3d.geometry.plane.disc_path import DiscPath, reachable_length
from wc3d.geometry.tolerances import EPSILON_IN

REGISTRY = HandlerRegistry()


@REGISTRY.step(Flight, "run")
def _run_to_edge(r: Resolution, f: Flight) -> None:
    """Run a model to its own edge (WM-REF-23), or stand it up if knocked down (WM-RUL-143)."""
    if not r.state.is_on_table(f.model):
        return
    me = r.state.models[f.model]
    r.emit(events.FlightBegan(f.model))
    if me.knocked_down and not me.has_effect_word("stationary"):
        r.emit(events.StoodUp(me.id, me.facing, "movement"))
        return
    path = flight_path(r.state, f.model)
    if (
        path
        and not r.state.is_stationary(f.model)
        and not is_act_forbidden(r.state, f.model, "move")
    ):
        r.push(make_movement(r.state, f.model, path, "flees"))


@REGISTRY.step(Flight, "edge")
def _remove_at_edge(r: Resolution, f: Flight) -> None:
    """Remove a fleeing model that reaches the edge (WM-RUL-102)."""
    if r.state.is_on_table(f.model) and distance_to_own_edge(r.state, f.model) <= EPSILON_IN:
        remove_model(r, f.model, events.FLED_OFF_TABLE)
        end_if_warcaster_removed(r)


def distance_to_own_edge(state: State, id: str) -> float:
    """Return the distance in inches from a model's base to its side's deployment edge."""
    _, y, _ = state.place(id)
    radius = get_fighter(state.table, id).radius
    south = state.sides[state.models[id].owner - 1] == "south"
    return y - radius if south else state.table.size[1] - radius - y


def flight_path(state: State, id: str) -> tuple[XY, ...]:
    """Return a path to the model's own edge, as far as it gets (WM-REF-23, WM-GEO-22)."""
    x, y, _ = state.place(id)
    y_sign = -1.0 if state.sides[state.models[id].owner - 1] == "south" else 1.0
    speed = float(stat_value(state, id, "SPD"))
    distance = min(RUN_FACTOR * speed, distance_to_own_edge(state, id))
    if distance <= EPSILON_IN:
        return ()
    end = x, y + y_sign * distance
    way = compute_move(state.table, id, (end,), speed, run=True, climb=False)
    course = DiscPath(((x, y), end), get_fighter(state.table, id).radius)
    free = min(
        distance,
        reachable_length(
            rough_stretches(state.table, course), ROUGH_COST_FACTOR, RUN_FACTOR * speed
        ),
    )
    stop = free if way.stop_length is None else min(free, way.stop_length)
    return ((x, y + y_sign * stop),) if stop > EPSILON_IN else ()


@REGISTRY.step(Rally, "roll")
def _rally(r: Resolution, f: Rally) -> None:
    """Make the command check to rally (WM-REF-26).

    Models that pass face their nearest opponent, and act normally from their next turn.
    """
    models = tuple(id for id in f.models if r.state.is_on_table(id) and r.state.models[id].fleeing)
    cmd = rally_command(r.state, models)
    if cmd is None:
        return
    group = r.state.models[models[0]].activation_group
    if roll_command_check(r, group if len(models) > 1 else models[0], cmd, "rally") <= cmd:
        r.emit(events.Rallied(models, tuple(facings_to_nearest_enemy(r.state, models))))


def rally_command(state: State, models: tuple[str, ...]) -> int | None:
    """Return the CMD for a rally, or None for models that may not try (WM-REF-25).

    The models need their leader or a warcaster's command range. A model that is alone leads itself
    (WM-RUL-144).
    """
    if not models:
        return None
    unit = state.models[models[0]].unit
    own = state.setup.card_of(models[0]).cmd or 0
    leader = leader_of(state, unit) if unit else None
    is_led = not unit or (
        leader is not None
        and (leader.fleeing or any(id in troopers_in_formation(state, unit) for id in models))
    )
    caster_cmd = nearby_warcaster_command(state, models)
    choices = [
        cmd for cmd, counts in ((own, is_led), (caster_cmd or 0, caster_cmd is not None)) if counts
    ]
    return max(choices, default=None)


def facings_to_nearest_enemy(state: State, models: tuple[str, ...]) -> list[float]:
    """Return the facings of models toward the opponent nearest to any of them (WM-REF-26)."""
    foes = [m.id for m in state.models_in_play(opponent_of(state.models[models[0]].owner))]
    if not foes:
        return [state.models[id].facing for id in models]
    nearest = min(foes, key=lambda foe: min(state.table.distance(foe, id) for id in models))
    looks = ((id, facing_toward(state.place(id)[:2], state.place(nearest)[:2])) for id in models)
    return [state.models[id].facing if facing is None else facing for id, facing in looks]
