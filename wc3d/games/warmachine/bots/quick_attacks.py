"""Quick choices of attacks and boosts for simulated turns, by remembered damage chances."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_frame
from wc3d.games.warmachine.bots.attack_value import value_by_boxes
from wc3d.games.warmachine.bots.distance_estimate import estimate_distance
from wc3d.games.warmachine.bots.threats import Floats, ThreatTable
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    Attacking,
    BoostQuestion,
    DamageRoll,
)
from wc3d.games.warmachine.rules.attack_plans import BASH_NAME, can_bash
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.attack_declaration import is_initial_attack
from wc3d.games.warmachine.rules.fighting.damage import current_armor
from wc3d.games.warmachine.rules.fighting.targeting import attack_receipt, defense_receipt
from wc3d.games.warmachine.rules.roll_chances import damage_chances, hit_chances
from wc3d.games.warmachine.rules.sight_in_game import find_melee, is_in_reach
from wc3d.games.warmachine.rules.spells.casting import channelers
from wc3d.games.warmachine.rules.state import Model, State, opponent_of
from wc3d.games.warmachine.rules.stats import damage_power, stat_value, weapon_range

MAX_ATTACKS = 6
"""The most attacks that are proposed, the best first."""

MIN_VALUE_PER_FOCUS = 0.1
"""The lowest value of an attack for each focus point of the warcaster that it costs.

A warjack's focus lapses at the end of the turn, so any attack is worth it.
"""

FAVORITE_FACTOR = 3.0
"""The factor of the value of attacks on the planned target."""

BOOST_MARGIN = 0.03
"""The lowest gain that is worth a boost of the warcaster if the focus has no other use."""


def list_quick_attacks(
    state: State,
    model: Model,
    activation: Activation,
    favorite: str,
    keep: int,
    table: ThreatTable,
) -> Iterator[Action]:
    """Yield a model's attacks and offensive spells, the best first; it keeps `keep` focus."""
    if activation.movement == "run" or activation.action == "none":
        return
    options: list[tuple[float, Action]] = []
    enemies = list(state.models_in_play(opponent_of(model.owner)))
    spare = model.focus - keep
    for value, action in _weapon_attacks(state, model, activation, enemies, spare, table):
        target = str(getattr(action, "target", ""))
        first = 100.0 if activation.charged == target else 1.0
        options.append((value * (FAVORITE_FACTOR if target == favorite else 1.0) * first, action))
    if model.is_warcaster:
        for value, action in _spell_attacks(state, model, enemies, spare, table):
            is_favorite = getattr(action, "target", "") == favorite
            options.append((value * (FAVORITE_FACTOR if is_favorite else 1.0), action))
    options.sort(key=lambda option: -option[0])
    yield from (action for _, action in options[:MAX_ATTACKS])


def _weapon_attacks(
    state: State,
    model: Model,
    activation: Activation,
    enemies: list[Model],
    spare: int,
    table: ThreatTable,
) -> Iterator[tuple[float, Action]]:
    in_melee = find_melee(state, model.id).in_melee
    weapons = state.usable_weapons(model.id)
    for weapon in weapons:
        is_melee = weapon.kind == "melee"
        is_initial = is_initial_attack(activation, weapon)
        if is_melee and activation.action not in ("", "melee", "charge"):
            continue
        if not is_melee and (
            in_melee
            or activation.action not in ("", "ranged")
            or activation.shots.count(weapon.id) >= (weapon.rof or 1)
        ):
            continue
        if not is_initial and spare < 1:
            continue
        power = damage_power(state, model.id, weapon)
        reach = weapon.melee_range if is_melee else weapon_range(state, model.id, weapon)
        for enemy in enemies:
            if is_melee and not is_in_reach(state, model.id, enemy.id, reach):
                continue
            if not is_melee and estimate_distance(state, model.id, enemy.id) > reach + 0.25:
                continue
            extra = int(is_melee and activation.charged == enemy.id)
            chances = table.damage(state, model, enemy, weapon.kind, power, extra)
            value = _damage_value(state, enemy, chances)
            if value > (0.0 if is_initial or model.is_warjack else MIN_VALUE_PER_FOCUS):
                yield (
                    value,
                    actions.Attack(
                        player=model.owner, model=model.id, weapon=weapon.id, target=enemy.id
                    ),
                )
    if can_bash(state, model.id) and activation.action in ("", "charge"):
        for enemy in enemies:
            if is_in_reach(state, model.id, enemy.id, 0.5):
                power = stat_value(state, model.id, "STR")
                value = _damage_value(
                    state, enemy, table.damage(state, model, enemy, "bash", power)
                )
                yield (
                    value,
                    actions.Attack(
                        player=model.owner, model=model.id, weapon=BASH_NAME, target=enemy.id
                    ),
                )


def _spell_attacks(
    state: State, model: Model, enemies: list[Model], spare: int, table: ThreatTable
) -> Iterator[tuple[float, Action]]:
    spells = [
        s
        for s in state.setup.caster_card(model.id).spells
        if s.offensive and s.pow is not None and s.cost <= spare
    ]
    if not spells:
        return
    origins = (model.id, *channelers(state, model.id))
    for spell in spells:
        for enemy in enemies:
            value = _damage_value(
                state, enemy, table.damage(state, model, enemy, "magic", int(spell.pow or 0))
            )
            if value < MIN_VALUE_PER_FOCUS * spell.cost:
                continue
            for origin in origins:
                if estimate_distance(state, origin, enemy.id) <= float(spell.rng or 0) + 0.25:
                    channel = origin if origin != model.id else ""
                    yield (
                        value,
                        actions.CastSpell(
                            player=model.owner,
                            model=model.id,
                            spell=spell.id,
                            target=enemy.id,
                            channel=channel,
                        ),
                    )
                    break


def _damage_value(state: State, target: Model, chances: Floats) -> float:
    """Return the value of damage chances to the target's opponent."""
    values = value_by_boxes(state, target.id)
    last = len(values) - 1
    return sum(
        float(chance) * values[max(0, last - points)] for points, chance in enumerate(chances)
    )


def should_boost(state: State, question: BoostQuestion, keep: int, table: ThreatTable) -> bool:
    """Return whether a boost gains more than the other uses of the focus point."""
    frame = find_frame(state, Attacking)
    model = state.models[question.model]
    spare = model.focus - keep
    if frame is None or spare < 1:
        return False
    target = question.target if state.is_on_table(question.target) else frame.target
    if not state.is_on_table(target) or state.models[target].owner == model.owner:
        return False
    plan = frame.plan
    roll = find_frame(state, DamageRoll)
    if roll is None:
        roll = DamageRoll(
            "", target, model.owner, plan.power or 0, BASE_DICE + plan.extra_dice, kind=plan.kind
        )
    armor = current_armor(state, roll)
    plain = _roll_value(state, target, roll.power, armor, roll.dice)
    harder = _roll_value(state, target, roll.power, armor, roll.dice + 1)
    bonus = int(attack_receipt(state, frame).value)
    defense = int(defense_receipt(state, frame).value)
    hit = float(hit_chances(bonus, defense, BASE_DICE).hit)
    again = hit * plain if plan.kind == "melee" else 0.0
    margin = 0.0 if model.is_warjack else BOOST_MARGIN
    if question.roll == "damage":
        return harder - plain > max(margin, again if spare < 2 else 0.7 * again)
    surer = float(hit_chances(bonus, defense, BASE_DICE + 1).hit)
    gain = (surer - hit) * plain
    other = max(again, hit * (harder - plain) if "damage" in plan.boosts else 0.0)
    return gain > max(margin, other if spare < 2 else 0.6 * other)


def _roll_value(state: State, target: str, power: int, armor: int, dice: int) -> float:
    values = value_by_boxes(state, target)
    last = len(values) - 1
    return sum(
        float(chance) * values[max(0, last - points)]
        for points, chance in damage_chances(power, armor, dice).items()
    )
