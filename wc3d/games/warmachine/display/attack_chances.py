"""The exact chances of attacks (hits, damage, removal), and the value of a position."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from wc3d.engine.actions import Action
from wc3d.engine.ruleset_types import Chances
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    Attacking,
    AttackPlan,
    DamageRoll,
    activation_of,
)
from wc3d.games.warmachine.rules.attack_plans import BASH_NAME, bash_plan, spell_plan
from wc3d.games.warmachine.rules.damage_grid import mark_damage
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.attack_declaration import plan_attack
from wc3d.games.warmachine.rules.fighting.combined import combined_bonus, single_attack
from wc3d.games.warmachine.rules.fighting.damage import current_armor
from wc3d.games.warmachine.rules.fighting.power_attacks import headbutt_plan
from wc3d.games.warmachine.rules.fighting.targeting import (
    attack_receipt,
    foreseen_defense,
    hits_automatically,
)
from wc3d.games.warmachine.rules.roll_chances import damage_chances, hit_chances, mean_value
from wc3d.games.warmachine.rules.state import State, opponent_of
from wc3d.games.warmachine.rules.stats import stat_value


def chance_to_hit(state: State, f: Attacking) -> float:
    """Return the chance that an unboosted attack roll hits, if in range (WM-ATK-05 to 09).

    Before the declaration, the target's protection counts only if it is known without measuring.
    """
    if hits_automatically(state, f):
        return 1.0
    return float(
        hit_chances(
            int(attack_receipt(state, f).value), int(foreseen_defense(state, f)[0].value)
        ).hit
    )


def chance_to_remove(state: State, roll: DamageRoll) -> float:
    """Return an unboosted damage roll's chance of removal (WM-DCA-02, WM-DJA-14 to 16)."""
    target = state.models[roll.target]
    total = 0.0
    remaining = 0 if target.is_warjack else state.setup.damage_row_size(target.id) - target.damage
    stays = state.edition["jack.disabled"] == "wreck"
    for points, chance in damage_chances(roll.power, current_armor(state, roll), roll.dice).items():
        if not target.is_warjack:
            total += float(chance) * (points >= remaining)
        elif points:
            columns = (
                mark_damage(state.damage_grid(target.id), column, points, stays=stays).removed
                for column in range(1, 7)
            )
            total += float(chance) * sum(columns) / 6
    return total


def mean_damage(state: State, roll: DamageRoll) -> float:
    """Return the average damage points of an unboosted damage roll."""
    return float(mean_value(damage_chances(roll.power, current_armor(state, roll), roll.dice)))


def chance_to_resist(state: State, attacker: str, target: str) -> float:
    """Return the chance to win d6 + STR each, a tie loses (WM-MOD-05, WM-THR-03, WM-REF-62)."""
    advantage = stat_value(state, attacker, "STR") - stat_value(state, target, "STR")
    return sum(theirs > ours + advantage for ours in range(1, 7) for theirs in range(1, 7)) / 36


def plan_from_action(state: State, action: Action) -> AttackPlan | None:
    """Return the plan of an action that attacks one model, or None."""
    model = getattr(action, "model", "")
    if not state.is_on_table(model) or not state.is_on_table(getattr(action, "target", "")):
        return None
    if isinstance(action, actions.Attack) and not action.special:
        weapon = state.setup.weapon(model, action.weapon)
        if weapon is None:
            return bash_plan(state, model) if action.weapon == BASH_NAME else None
        return plan_attack(
            state, activation_of(state, model) or Activation(model=model), weapon, action.target
        )
    # Range is measured after the declaration: assume that all are in range.
    if isinstance(action, actions.CombinedAttack):
        plan = plan_from_action(state, single_attack(action))
        return (
            plan
            if plan is None
            else replace(
                plan, modifiers=(*plan.modifiers, combined_bonus(1 + len(action.together)))
            )
        )
    if isinstance(action, actions.HeadButt):
        return headbutt_plan(state, model, action.target)
    if isinstance(action, actions.CastSpell):
        spell = state.setup.spell(model, action.spell)
        origin = action.channel if state.is_on_table(action.channel) else model
        return (
            spell_plan(state, model, spell, origin)
            if spell is not None and spell.offensive
            else None
        )
    return None


def attack_chances(state: State, action: Action) -> Chances | None:
    """Return an unboosted attack's chances, without its range, which is measured later."""
    plan = plan_from_action(state, action)
    target = str(getattr(action, "target", ""))
    if plan is None or target in (getattr(action, "model", ""), plan.origin):
        return None
    f = Attacking("", str(getattr(action, "model", "")), target, plan)
    hit = chance_to_hit(state, f)
    roll = DamageRoll(
        "",
        target,
        state.models[f.attacker].owner,
        plan.power or 0,
        BASE_DICE + plan.extra_dice,
        kind=plan.kind,
    )
    removed = chance_to_remove(state, roll) if plan.power is not None else 0.0
    defense, hidden_bonus = foreseen_defense(state, f)
    against = int(defense.value)
    arm = current_armor(state, roll)
    add = int(attack_receipt(state, f).value)
    words = (
        "hits automatically"
        if hit == 1.0 and hits_automatically(state, f)
        else f"2d6 + {add} against DEF {against}"
    )
    if hidden_bonus:
        words += f", up to DEF {against + hidden_bonus} with cover or screening"
    if plan.power is not None:
        words += f"; damage {BASE_DICE + plan.extra_dice}d6 + {plan.power} against ARM {arm}"
    return Chances(plan.name, hit, hit * removed, words)


# Value of a position

WARCASTER_VALUE, WARJACK_VALUE, SOLO_VALUE, TROOPER_VALUE, NEARNESS_VALUE = 12.0, 5.0, 2.0, 0.8, 1.0
"""The values of an undamaged warcaster, warjack, solo and trooper, and of nearness to the enemy."""


def evaluate_position(state: State, player: int) -> float:
    """Return a position's value by remaining models and distances to the enemy warcaster."""
    if state.over:
        return 0.0 if not state.winner else 100.0 if state.winner == player else -100.0
    return _evaluate_side(state, player) - _evaluate_side(state, opponent_of(player))


def _evaluate_side(state: State, player: int) -> float:
    return sum(_model_values(state, player))


def _model_values(state: State, player: int) -> Iterator[float]:
    foe = state.warcaster_of(opponent_of(player))
    for model in state.models_in_play(player):
        if model.is_warcaster:
            boxes = state.setup.caster_card(model.id).boxes
            yield WARCASTER_VALUE * (boxes - model.damage) / boxes
        elif not model.is_warjack:
            yield (SOLO_VALUE if model.kind == "solo" else TROOPER_VALUE) * (
                0.5 if model.fleeing else 1.0
            )
        else:
            grid = state.damage_grid(model.id)
            yield WARJACK_VALUE * (0.4 + 0.6 * grid.remaining_boxes / len(grid.boxes)) - 0.8 * len(
                grid.disabled
            )
        burning = sum(e.until == "continuous" for e in model.effects)
        yield -0.5 * model.knocked_down - 0.7 * model.has_effect_word("stationary") - 0.3 * burning
        if foe.at is not None and model.at is not None:
            distance = math.dist(model.at[:2], foe.at[:2])
            yield (0.3 if model.is_warcaster else NEARNESS_VALUE) * max(0.0, 1.0 - distance / 48.0)
