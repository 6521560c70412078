"""The results of power attacks and special attacks that hit (WM-HDB, WM-SLM, WM-THR, WM-LCK)."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import D6, d6_to_d3
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting import card_effects
from wc3d.games.warmachine.rules.fighting.forced_movement import (
    knock_down,
    move_by_force,
    push_away,
)
from wc3d.games.warmachine.rules.fighting.locks import roll_strength_contest
from wc3d.games.warmachine.rules.moving.advancing import check_path
from wc3d.games.warmachine.rules.moving.walking import make_movement
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.slams_and_throws import (
    Shove,
    compute_slam,
    compute_throw,
    throw_distance,
)
from wc3d.games.warmachine.rules.state import Lock, State
from wc3d.games.warmachine.rules.stats import stat_value

PUSH_DISTANCE_IN = 1.0
"""The length of a push in inches (WM-REF-63)."""


def resolve_power_hit(r: Resolution, f: Attacking) -> None:
    """Apply the plan's result of a hit."""
    handler = {
        "headbutt": _headbutt,
        "slam": _slam,
        "throw": _throw,
        "lock": _lock,
        "push": _push,
        "special": _apply_special,
    }[f.plan.then]
    handler(r, f)


def finish_power_attack(r: Resolution, f: Attacking) -> None:
    """Knock down all models involved (WM-SLM-22, WM-THR-13, WM-HDB-03, WM-RUL-71)."""
    for id in f.struck:
        knock_down(r, id)


def _set_struck(r: Resolution, ids: tuple[str, ...]) -> None:
    attack = r.find_frame(Attacking)
    if attack is not None:
        r.replace_frame(attack, replace(attack, struck=ids))


def _make_damage_roll(
    state: State, f: Attacking, id: str, power: int, dice: int, cause: str, boostable: bool
) -> DamageRoll:
    owner = state.models[f.attacker].owner
    return DamageRoll(
        "", id, owner, power, dice, cause, f.attacker, boostable=boostable, kind="melee"
    )


def _headbutt(r: Resolution, f: Attacking) -> None:
    """Roll 2d6 + STR + head weapon POW (WM-HDB-02), then knock the target down (WM-HDB-03)."""
    _set_struck(r, (f.target,))
    r.push(_make_damage_roll(r.state, f, f.target, f.plan.power or 0, BASE_DICE, "head-butt", True))


def _slam(r: Resolution, f: Attacking) -> None:
    """Move the target d6" straight away (WM-SLM-09), and roll slam damage (WM-SLM-19)."""
    player = r.state.models[f.attacker].owner
    label = f"slam distance of {r.state.name(f.target)}"
    faces = r.roll((D6,), player, label)
    r.emit(events.Rolled(player, label, faces, faces[0], rule="WM-SLM-09"))
    _move_and_damage(
        r, f, compute_slam(r.state.table, f.target, f.attacker, faces[0]), "is slammed", "slam"
    )


def _throw(r: Resolution, f: Attacking) -> None:
    """Roll a strength contest: with a greater total the target escapes (WM-THR-03).

    Otherwise it is thrown (WM-THR-04) and deviates a d3" (WM-RUL-73).
    """
    hold_total, escape_total = roll_strength_contest(r, "throw", f.attacker, f.target)
    if escape_total > hold_total:
        return
    state: State = r.state
    player = state.models[f.attacker].owner
    label = f"deviation of {state.name(f.target)}: direction and distance"
    # the distance is a d3, half of a die rounded up (WM-REF-72)
    die, face = r.roll((D6, D6), player, label)
    r.emit(events.Rolled(player, label, (die, face), d6_to_d3(face), "deviation", "WM-THR-07"))
    bonus = float(state.edition["throw.small_bonus"])
    distance = throw_distance(
        stat_value(state, f.attacker, "STR"), get_fighter(state.table, f.target), bonus
    )
    direction = state.models[f.attacker].facing if f.plan.direction is None else f.plan.direction
    flight = compute_throw(
        state.table, f.target, f.attacker, distance, direction, die, d6_to_d3(face)
    )
    if flight.shove is not None:
        _move_and_damage(r, f, flight.shove, "is thrown", "throw")


def _move_and_damage(r: Resolution, f: Attacking, shove: Shove, verb: str, name: str) -> None:
    """Move the target, then damage it; a collision adds a die (WM-SLM-20, WM-THR-12).

    Collateral damage cannot be boosted (WM-SLM-23, 24).
    """
    move_by_force(r, f.target, shove.end, verb, against=shove.contacts)
    strength = stat_value(r.state, f.attacker, "STR")
    _set_struck(r, (f.target, *shove.collateral))
    own = _make_damage_roll(
        r.state, f, f.target, strength, BASE_DICE + shove.extra_die, name, True
    )  # the roll may be boosted (WM-SLM-21, WM-REF-73)
    collateral_rolls = (
        _make_damage_roll(r.state, f, id, strength, BASE_DICE, "collateral damage", False)
        for id in shove.collateral
    )
    r.push(own, *collateral_rolls)


def _lock(r: Resolution, f: Attacking) -> None:
    """Lock the arm or the head without damage (WM-LCK-02)."""
    r.emit(events.Locked(Lock(f.attacker, f.plan.weapon, f.target, f.plan.part, r.state.turn)))


def _push(r: Resolution, f: Attacking) -> None:
    """Roll a strength contest: with a greater total the target resists (WM-REF-62).

    Otherwise it is pushed 1" straight away, and the attacker may follow (WM-REF-63).
    """
    push_total, resist_total = roll_strength_contest(r, "push", f.attacker, f.target)
    if resist_total > push_total:
        return
    old_place = r.state.place(f.target)
    push_away(r, f.target, f.attacker, PUSH_DISTANCE_IN)
    if not r.state.is_on_table(f.target):  # lost in deep water
        return
    new_place, attacker_place = r.state.place(f.target), r.state.place(f.attacker)
    to = (
        attacker_place[0] + new_place[0] - old_place[0],
        attacker_place[1] + new_place[1] - old_place[1],
    )
    if (
        f.plan.free
        and to != attacker_place[:2]
        and check_path(r.state, f.attacker, (to,), run=False)
    ):
        r.push(
            make_movement(r.state, f.attacker, (to,), "follows", r.state.models[f.attacker].facing)
        )


def _apply_special(r: Resolution, f: Attacking) -> None:
    """Apply a special attack's effects to the models that it hits."""
    for special in getattr(r.state.setup.card_of(f.attacker), "special_attacks", ()):
        if special.name == f.plan.name:
            card_effects.apply_effects(
                r, getattr(special, "hits", ()), special.name, f.attacker, f.target, (f.target,)
            )
