"""The value of power attacks: the chance to hit, the damage, and the knockdown."""

from __future__ import annotations

from wc3d.games.warmachine.bots.attack_value import attack_damage_chances, damage_value, hit_chance
from wc3d.games.warmachine.bots.distance_estimate import chance_in_range
from wc3d.games.warmachine.display.attack_chances import chance_to_resist
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import Attacking, AttackPlan
from wc3d.games.warmachine.rules.fighting.power_attacks import (
    THROW_PENALTY,
    fist_plan,
    headbutt_plan,
    size_penalty,
)
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import stat_value

KNOCKDOWN_WEIGHT = 0.5
"""The value of an enemy's knockdown: it gives up its movement or action to stand up (WM-KND-06)."""

KNOCKDOWN_VALUE_PER_FRIEND, WARCASTER_KNOCKDOWN_VALUE = 0.8, 5.0
"""The extra value for each friend that may attack the target this turn; then for a warcaster."""


def slam_plan(state: State, attacker: str, target: str) -> AttackPlan:
    """Return the attack of a slam that was long enough (WM-SLM-08, WM-SLM-19)."""
    power = stat_value(state, attacker, "STR")
    return AttackPlan(
        "melee",
        "slam",
        modifiers=(size_penalty(state, attacker, target),),
        power=power,
        origin=attacker,
    )


def power_attack_value(
    state: State, attacker: str, target: str, plan: AttackPlan, slips: float = 0.0
) -> float:
    """Return the value of a knockdown attack; `slips` is the chance that a hit target escapes."""
    hit = hit_chance(state, Attacking("", attacker, target, plan)) * (1.0 - slips)
    return damage_value(state, target, attack_damage_chances(state, attacker, target, plan)) * (
        1.0 - slips
    ) + hit * knockdown_value(state, attacker, target)


def knockdown_value(state: State, attacker: str, target: str) -> float:
    """Return the value of this enemy being knocked down now."""
    if state.models[target].knocked_down:
        return 0.0
    friends = [
        m
        for m in state.models_in_play(state.models[attacker].owner)
        if m.id != attacker and m.activated != state.turn
    ]
    charging_friends = sum(
        chance_in_range(
            state, m.id, target, charge_length(state, m.id) + state.longest_melee_reach(m.id)
        )
        for m in friends
        if m.is_warjack
    )
    return KNOCKDOWN_WEIGHT + charging_friends * (
        WARCASTER_KNOCKDOWN_VALUE
        if state.models[target].is_warcaster
        else KNOCKDOWN_VALUE_PER_FRIEND
    )


def power_action_value(state: State, action: object) -> float:
    """Return the value of a head-butt or a throw; 0 for any other action."""
    if isinstance(action, actions.HeadButt):
        return power_attack_value(
            state, action.model, action.target, headbutt_plan(state, action.model, action.target)
        )
    if isinstance(action, actions.ThrowModel):
        plan = fist_plan(state, action.model, action.weapon, "throw", THROW_PENALTY)
        strength = stat_value(state, action.model, "STR")
        throw_plan = AttackPlan(
            "melee", "throw", modifiers=plan.modifiers, power=strength, origin=action.model
        )
        return power_attack_value(
            state,
            action.model,
            action.target,
            throw_plan,
            chance_to_resist(state, action.model, action.target),
        )
    return 0.0
