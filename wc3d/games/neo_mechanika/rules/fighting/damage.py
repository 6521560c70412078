"""Damage from any source: the roll, the points and the removal of models (p. 30)."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import END_STEP, Frame, Resolution, find_frame
from wc3d.games.neo_mechanika.rules import arc, events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, used_ability_name
from wc3d.games.neo_mechanika.rules.abilities.availability import (
    RULINGS_REQUIRE_EFFECT,
    register_condition,
)
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import AttackFacts, can_be_damaged
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import trigger_abilities
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole
from wc3d.games.neo_mechanika.rules.agenda_frames import (
    Attacking,
    Cause,
    DamageRoll,
    activation_of,
    make_damage_roll,
)
from wc3d.games.neo_mechanika.rules.book.rulings import REROLL_RULING
from wc3d.games.neo_mechanika.rules.dice import dice_pool
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model, notify_attack
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance, is_within

REGISTRY = HandlerRegistry()


def damage_facts(state: State, roll: DamageRoll) -> AttackFacts:
    """Return the facts for the target's ARM."""
    weapon = None
    if roll.main:
        attack = find_frame(state, Attacking)
        weapon = attack.weapon if attack is not None else None
    attacker = roll.cause.model if state.is_on_table(roll.cause.model) else ""
    return AttackFacts(
        attacker,
        roll.target,
        weapon if attacker else None,
        roll.cause.attack or roll.cause.kind,
        roll.energy,
    )


def compute_damage_points(strikes: int, arm: int) -> int:
    """Return the damage points: strikes divided by ARM, rounded down (NM-ATK-15, p. 30)."""
    return strikes // arm


@REGISTRY.step(DamageRoll, "roll")
def _roll(r: Resolution, f: DamageRoll) -> Frame | None:
    """Roll if the model is still on the table (NM-SIL-167)."""
    if not r.state.is_on_table(f.target):
        return replace(f, step=END_STEP)
    return roll_damage(r, f)


def roll_damage(r: Resolution, f: DamageRoll) -> DamageRoll:
    """Return the damage roll with its dice rolled, or rerolled with the same dice (NM-SIL-158).

    The attacker's player rolls; the model's owner does for a fall (SIL-69).
    """
    player = f.cause.player or r.state.owner(f.target)
    name = r.state.name(f.target)
    reason = f.why.replace(r.state.model_or_gate(f.target).name, name)
    results = r.roll(
        dice_pool(f.pow, f.power_dice), player, reason if name in reason else f"{reason} on {name}"
    )
    action = results[: f.pow]
    power = results[f.pow :]
    is_again = bool(f.action or f.power)
    r.emit(
        events.Rolled(
            player, f.why, action, power, rule=REROLL_RULING if is_again else "", again=is_again
        )
    )
    return replace(f, action=action, power=power)


@REGISTRY.step(DamageRoll, "rolled")
def _offer_reroll(r: Resolution, f: DamageRoll) -> None:
    """Open the window for a reroll of the attack's own damage only (NM-SIL-174)."""
    if f.main:
        trigger_abilities(r, Moment.DAMAGE_ROLLED)


@REGISTRY.step(DamageRoll, "count")
def _count(r: Resolution, f: DamageRoll) -> Frame | None:
    """Count the damage points against the current ARM (NM-ATK-15)."""
    facts = damage_facts(r.state, f)
    arm = int(current_stat(r.state, f.target, "ARM", facts).value)
    return replace(
        f,
        points=compute_damage_points(f.strikes, arm)
        if can_be_damaged(r.state, f.target, facts)
        else 0,
        arm=arm,
    )


@REGISTRY.step(DamageRoll, "wounded")
def _open_wounded_window(r: Resolution, f: DamageRoll) -> None:
    """Open the window for reducing the damage before the model suffers it (NM-SIL-166)."""
    if f.points > 0 and f.target in r.state.models and r.state.is_on_table(f.target):
        trigger_abilities(r, Moment.WOUNDED, f.target)


@REGISTRY.step(DamageRoll, "apply")
def _apply(r: Resolution, f: DamageRoll) -> None:
    """Apply the damage points to the model (NM-ATK-16)."""
    if f.main:
        r.update_frame(Attacking, points=f.points)
    apply_damage(r, f.target, f.points, f.cause, strikes=f.strikes, arm=f.arm)


def apply_damage(
    r: Resolution, id: str, points: int, cause: Cause, strikes: int = 0, arm: int = 0
) -> None:
    """Damage a model (NM-ATK-16) or clear a void gate's Arc instead (NM-GAT-09)."""
    if not r.state.is_on_table(id):
        return
    r.emit(events.Damaged(id, points, cause.kind, strikes, arm))
    if points <= 0:
        return
    if id in r.state.gates:
        _drain(r, id, points, cause)
    elif r.state.models[id].damage >= max_health(r.state, id):
        destroy_model(r, id, cause)


def max_health(state: State, model: str) -> int:
    """Return the damage points that destroy a model (NM-STA-08)."""
    return int(state.setup.cards.units[state.models[model].card].health)


def remaining_health(state: State, id: str) -> int:
    """Return a model's remaining damage points, or a void gate's Arc."""
    return (
        state.gates[id].arc
        if id in state.gates
        else max_health(state, id) - state.models[id].damage
    )


def _drain(r: Resolution, gate: str, points: int, cause: Cause) -> None:
    """Clear 1 Arc from a void gate for each damage point, down to 0 (NM-GAT-09, NM-GAT-11)."""
    cleared_arc = min(points, r.state.gates[gate].arc)
    r.emit(events.Cleared(gate, cleared_arc, "damage"))
    if r.state.gates[gate].arc == 0:
        notify_attack(r, gate, cause)
        arc.collapse_gate(r, gate, cause)


def can_continue_attacking(state: State, model: str) -> bool:
    """Return whether a model is on the table and its activation not ended early (NM-TER-20)."""
    if not state.is_on_table(model):
        return False
    activation = activation_of(state, state.models[model].unit)
    return activation is None or not activation.ended


@REGISTRY.register_effect(vocabulary.Burst)
def _burst(r: Resolution, e: vocabulary.Burst, f: Using) -> None:
    """Push damage rolls for all other models near the bearer or the target's place (NM-SIL-172)."""
    attack = r.find_frame(Attacking)
    hurt = _list_caught_models(r.state, e, f)
    cause = Cause(
        f.player, r.state.models[f.bearer].unit, "effect", attack.kind if attack else "", f.bearer
    )
    r.push(
        *(
            make_damage_roll(
                id, e.pow, energy=e.energy, cause=cause, why=used_ability_name(r.state, f)
            )
            for id in hurt
        )
    )


def _list_caught_models(state: State, e: vocabulary.Burst, f: Using) -> list[str]:
    """List the models that a burst reaches."""
    attack = find_frame(state, Attacking)
    if e.around is EventRole.SELF:
        center = state.table.body(f.bearer)
    elif attack is None or attack.place is None:
        return []
    else:
        center = Body(
            attack.declared, state.models[attack.declared].base, attack.fell_at or attack.place
        )
    return [
        b.id
        for b in state.bodies
        if b.id != center.id and is_within(distance(state.table, center, b), e.within)
    ]


@register_condition(vocabulary.Burst, since=RULINGS_REQUIRE_EFFECT)
def _has_caught_models(state: State, e: vocabulary.Burst, f: Using) -> bool:
    return bool(_list_caught_models(state, e, f))


@REGISTRY.register_effect(vocabulary.LessDamage)
def _reduce_damage(r: Resolution, e: vocabulary.LessDamage, f: Using) -> None:
    """Reduce the damage by 1 point, as the card says (NM-SIL-166)."""
    roll = r.find_frame(DamageRoll)
    if roll is not None:
        r.replace_frame(roll, replace(roll, points=max(0, roll.points - 1)))
