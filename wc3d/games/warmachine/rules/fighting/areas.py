"""Areas of effect and sprays: models reached and deviation (WM-AOE-01 to 07, WM-SPR-01 to 03)."""

from __future__ import annotations

import math
from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import D6
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.space.areas import (
    compute_deviation,
    find_area_hits,
    find_spray_hits,
)
from wc3d.games.warmachine.rules.space.fighters import facing_toward
from wc3d.games.warmachine.rules.state import XY, State


def resolve_area(r: Resolution, f: Attacking) -> None:
    """Bring an area to rest and damage every model in it (WM-AOE-01).

    After a hit it rests on the target (WM-RUL-47), otherwise where it deviates to.
    """
    center, distance = (r.state.place(f.target)[:2], 0.0) if f.hit else _roll_deviation(r, f)
    r.emit(events.AreaPlaced(center, f.plan.area, distance))
    reached = find_area_hits(r.state.table, center, f.plan.area).models
    attack = r.find_frame(Attacking)
    if attack is not None:
        r.replace_frame(attack, replace(attack, struck=reached, center=center))
    if f.plan.power is not None:
        r.push(
            *(_make_damage_roll(r.state, f, id) for id in reached)
        )  # one damage roll per model (WM-REF-57)


def _roll_deviation(r: Resolution, f: Attacking) -> tuple[XY, float]:
    """Roll a d6 for the direction and one for the inches (WM-AOE-04, WM-REF-58).

    The distance is up to half of that to the target (WM-AOE-06, WM-RUL-48).
    """
    player = r.state.models[f.attacker].owner
    label = f"deviation of {f.plan.name}: direction and distance"
    die, inches = r.roll((D6, D6), player, label)
    r.emit(events.Rolled(player, label, (die, inches), inches, "deviation", "WM-AOE-06"))
    result = compute_deviation(r.state.table, f.plan.origin, f.target, f.plan.range, die, inches)
    return result.point, result.moved


def blast_power(power: int) -> int:
    """Return the power of blast damage: half the POW, rounded up (WM-AOE-03)."""
    return math.ceil(power / 2)


def _make_damage_roll(state: State, f: Attacking, id: str) -> DamageRoll:
    """Return direct (WM-AOE-02) or blast damage (WM-AOE-03, WM-AOE-05, WM-REF-59)."""
    power = f.plan.power or 0
    direct = bool(f.hit) and id == f.target
    weapon = state.setup.weapon(f.attacker, f.plan.weapon) if f.plan.weapon else None
    spell = state.setup.spell(f.attacker, f.plan.spell) if f.plan.spell else None
    energy = (
        weapon.energy if weapon is not None else spell.energy if spell is not None else None
    ) or ""
    dice = BASE_DICE + (f.plan.extra_dice + ("damage" in f.boosted) if direct else 0)
    return DamageRoll(
        "",
        id,
        state.models[f.attacker].owner,
        power if direct else blast_power(power),
        dice,
        f.plan.name if direct else f"blast of {f.plan.name}",
        f.attacker,
        boostable="damage" in f.plan.boosts,
        kind=f.plan.kind,
        energy=energy,
    )


def resolve_spray(r: Resolution, f: Attacking) -> None:
    """Attack each model under a spray (WM-SPR-01, WM-SPR-02, WM-REF-60, WM-RUL-51).

    The spray is a strip 1" wide and 8" long that touches the target if possible. It attacks friend
    and foe.
    """
    origin_place, target_place = r.state.place(f.plan.origin), r.state.place(f.target)
    straight = facing_toward(origin_place[:2], target_place[:2])
    direction = f.plan.direction if f.plan.direction is not None else straight
    facing = r.state.models[f.plan.origin].facing
    hits = find_spray_hits(r.state.table, f.plan.origin, facing if direction is None else direction)
    models = hits.models if hits.legal else ()
    if f.target not in models:
        r.emit(
            events.OutOfRange(
                f.attacker, f.target, r.state.table.distance(f.plan.origin, f.target), f.plan.range
            )
        )
    r.push(*(Attacking("", f.attacker, id, f.plan, part_of_spray=True) for id in models))
