"""The steps of an attack, the same for every plan: melee, ranged, magic and free strikes."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import Attacking, DamageRoll, SpreadingDamage
from wc3d.games.warmachine.rules.dice import BASE_DICE, dice_pool
from wc3d.games.warmachine.rules.fighting import areas, boosting, card_effects, power_attack_results
from wc3d.games.warmachine.rules.fighting.targeting import (
    attack_line,
    attack_receipt,
    check_target,
    defense_receipt,
    hits_automatically,
    is_from_front,
    is_shot_into_melee,
)
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.roll_chances import is_critical, is_hit
from wc3d.games.warmachine.rules.sight_in_game import find_melee
from wc3d.games.warmachine.rules.state import State
from wc3d.geometry.tolerances import EPSILON_IN

REGISTRY = HandlerRegistry()

REROLL_RULING = "WM-RUL-160"
"""The ruling on the dice of a reroll."""


@REGISTRY.step(Attacking, "declare")
def _declare(r: Resolution, f: Attacking) -> Attacking | None:
    """Declare weapon and target before measuring (WM-RNG-03, WM-REF-40, WM-RUL-07)."""
    if not r.state.is_on_table(f.target) or not r.state.is_on_table(f.attacker):
        return replace(f, step="done")
    sight = (
        None
        if f.part_of_spray or f.plan.kind == "melee"
        else attack_line(r.state, f.plan, f.plan.origin, f.target)
    )
    line = sight.sights[0].line if sight is not None and sight else None
    part = "spray" if f.part_of_spray else "free strike" if f.plan.free else ""
    r.emit(events.AttackDeclared(f.attacker, f.plan.name, f.target, f.plan.kind, line, part))
    if f.plan.spray and not f.part_of_spray:
        areas.resolve_spray(r, f)
        return replace(f, step="done")
    return None


@REGISTRY.step(Attacking, "measure")
def _measure(r: Resolution, f: Attacking) -> Attacking:
    """Measure the range. Beyond it the attack misses (WM-RNG-04, WM-SPL-09, WM-RUL-40)."""
    if f.plan.kind == "melee" or f.part_of_spray:
        return f
    distance = r.state.table.distance(f.plan.origin, f.target)
    limit = stealth_range(r.state, f.target)
    if distance > f.plan.range + EPSILON_IN or (limit and distance > limit + EPSILON_IN):
        r.emit(
            events.OutOfRange(
                f.attacker, f.target, distance, min(f.plan.range, limit or f.plan.range)
            )
        )
        return replace(f, hit=False, measured=distance, step="effects")
    return replace(f, measured=distance)


def stealth_range(state: State, id: str) -> int:
    """Return the distance from which ranged and magic attacks miss a model, 0 without stealth."""
    if state.models[id].fleeing:  # a fleeing model uses none of its special rules (WM-REF-24)
        return 0
    return next(
        (trait.beyond for trait in state.setup.card_of(id).traits if trait.word == "stealth"), 0
    )


@REGISTRY.step(Attacking, "boost")
def _boost(r: Resolution, f: Attacking) -> Attacking:
    """Offer a boost before the dice (WM-RUL-38), except for automatic hits (WM-RUL-39)."""
    if hits_automatically(r.state, f):
        return replace(f, automatic=True, hit=True, step="hit")
    boosting.ask_attack_boost(r, f)
    return f


@REGISTRY.step(Attacking, "roll")
def _roll(r: Resolution, f: Attacking) -> Attacking:
    """Roll 2d6 plus stat (WM-ATK-05), plus a boost (WM-ATK-06), also as a reroll (WM-RUL-160)."""
    player = r.state.models[f.attacker].owner
    label = (
        f"attack roll, {r.state.name(f.attacker)}'s {f.plan.name} against {r.state.name(f.target)}"
    )
    faces = r.roll(dice_pool(BASE_DICE + ("attack" in f.boosted)), player, label)
    total = int(sum(faces) + attack_receipt(r.state, f).value)
    r.emit(
        events.Rolled(
            player, label, faces, total, "attack", REROLL_RULING if f.rerolled else "", f.rerolled
        )
    )
    return replace(f, dice=faces)


@REGISTRY.step(Attacking, "hit")
def _check_hit(r: Resolution, f: Attacking) -> Attacking:
    """Compare the roll with each target's DEF (WM-ATK-07 to 09), also for magic (WM-SPL-08)."""
    if f.also:
        stationary_by_id = {id: r.state.is_stationary(id) for id in f.also}
        r.push(
            *(
                Attacking(
                    "hit",
                    f.attacker,
                    id,
                    f.plan,
                    f.dice,
                    stationary_by_id[id] or None,
                    stationary_by_id[id],
                )
                for id in f.also
            )
        )
        f = replace(f, also=())  # attacked once, even after a reroll (WM-RUL-160)
    if f.automatic:
        r.emit(events.Hit(f.attacker, f.target, automatic=True, weapon=f.plan.weapon))
        return f
    total = int(sum(f.dice) + attack_receipt(r.state, f).value)
    against = int(defense_receipt(r.state, f).value)
    if is_hit(f.dice, total, against):
        critical = is_critical(f.dice)
        r.emit(events.Hit(f.attacker, f.target, total, against, critical, weapon=f.plan.weapon))
        return replace(f, hit=True, critical=critical)
    reroll = _find_reroll(r.state, f)
    r.emit(events.Missed(f.attacker, f.target, total, against, reroll))
    if reroll:
        boostable = r.state.edition["attack.reroll"] == "boostable"
        return replace(f, rerolled=True, step="boost" if boostable else "roll")
    return _try_other_target(r, replace(f, hit=False))


def _find_reroll(state: State, f: Attacking) -> str:
    """Return the friendly effect on the target that allows one reroll of this miss, or ""."""
    if f.rerolled:
        return ""
    mine = [e for e in state.models[f.target].effects if e.player == state.models[f.attacker].owner]
    return next((e.name for e in mine if any(word == "reroll_misses" for word, _ in e.does)), "")


def _try_other_target(r: Resolution, f: Attacking) -> Attacking:
    """Compare a missed shot with a random model of the melee (WM-REF-51, WM-RUL-46)."""
    if f.plan.area or f.retargeted or not is_shot_into_melee(r.state, f):
        return f
    melee = find_melee(r.state, f.target)
    candidates = [
        id
        for id in dict.fromkeys((*melee.engaged_by, *melee.engages))
        if _can_be_hit(r.state, f, id)
    ]
    if not candidates:
        return f
    index = r.shuffle(len(candidates))[0]
    new_target = candidates[index]
    r.emit(events.Strayed(f.attacker, f.target, tuple(candidates), index + 1))
    second = replace(f, target=new_target, retargeted=True, hit=None)
    total = int(sum(f.dice) + attack_receipt(r.state, second).value)
    against = int(defense_receipt(r.state, second).value)
    if not is_hit(f.dice, total, against):
        r.emit(events.Missed(f.attacker, new_target, total, against))
        return f
    critical = is_critical(f.dice)
    r.emit(events.Hit(f.attacker, new_target, total, against, critical, weapon=f.plan.weapon))
    return replace(second, hit=True, critical=critical)


def _can_be_hit(state: State, f: Attacking, id: str) -> bool:
    """Return whether the model is in range and in sight of the attack (WM-RUL-46)."""
    in_range = (
        id != f.plan.origin and state.table.distance(f.plan.origin, id) <= f.plan.range + EPSILON_IN
    )
    return in_range and bool(check_target(state, f.plan, f.attacker, id))


@REGISTRY.step(Attacking, "effects")
def _apply_plan(r: Resolution, f: Attacking) -> Attacking | None:
    """Apply the plan's effects of a hit. An area comes to rest in any case (WM-AOE-04)."""
    if f.plan.area:
        areas.resolve_area(r, f)
        return None
    if not f.hit:
        return replace(f, step="done")
    if r.state.edition["spell.spread"] == "always":
        r.push(
            *card_effects.spreading_damage(r.state, f)
        )  # resolved after the damage, from the target's present place (WM-RUL-166)
    if f.plan.then != "damage":
        power_attack_results.resolve_power_hit(r, f)
    elif f.plan.power is not None:
        r.push(
            make_damage_roll(
                r.state,
                f,
                f.target,
                f.plan.power,
                BASE_DICE + f.plan.extra_dice + ("damage" in f.boosted),
            )
        )
    return None


def make_damage_roll(state: State, f: Attacking, target: str, power: int, dice: int) -> DamageRoll:
    """Return the damage roll of an attack (WM-DMG-01)."""
    weapon = state.setup.weapon(f.attacker, f.plan.weapon) if f.plan.weapon else None
    spell = state.setup.spell(f.attacker, f.plan.spell) if f.plan.spell else None
    energy = (
        weapon.energy if weapon is not None else spell.energy if spell is not None else None
    ) or ""
    return DamageRoll(
        "",
        target,
        state.models[f.attacker].owner,
        power,
        dice,
        f.plan.name,
        f.attacker,
        boostable="damage" in f.plan.boosts and "damage" not in f.boosted,
        kind=f.plan.kind,
        energy=energy,
        ignores_shields=weapon is not None and weapon.has_trait("ignores_shields"),
    )


@REGISTRY.step(SpreadingDamage, "spread")
def _spread(r: Resolution, f: SpreadingDamage) -> None:
    """Apply the spell's damage roll to the nearest enemies around the target (WM-RUL-166)."""
    card_effects.spread_damage(r, f)


@REGISTRY.step(Attacking, "damage")
def _apply_hit_effects(r: Resolution, f: Attacking) -> None:
    """Apply automatic and critical effects (WM-ATK-10, WM-ATK-11), then the target's answers."""
    if not f.hit or f.plan.area:
        return
    power_attack_results.finish_power_attack(r, f)
    card_effects.apply_hit_effects(r, f)
    if f.plan.kind == "melee" and r.state.is_on_table(f.attacker) and is_from_front_now(r.state, f):
        card_effects.apply_answering_effects(r, f)


def is_from_front_now(state: State, f: Attacking) -> bool:
    """Return whether the target is still on the table with the attacker in its front arc."""
    return state.is_on_table(f.target) and is_from_front(state, f.attacker, f.target)


@REGISTRY.step(Attacking, "after")
def _apply_area_effects(r: Resolution, f: Attacking) -> None:
    """Apply the effects on all models in an area after its damage (WM-RUL-163)."""
    if f.plan.area:
        card_effects.apply_area_effects(r, f)


@REGISTRY.step(Attacking, "done")
def _end_attack(r: Resolution, f: Attacking) -> None:
    """End the attack (WM-RUL-163)."""
