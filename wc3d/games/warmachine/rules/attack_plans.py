"""Attack plans: the course of each kind of attack through the common steps."""

from __future__ import annotations

from dataclasses import replace

from wc3d.games.warmachine.rules.agenda_frames import AttackPlan, Bonus
from wc3d.games.warmachine.rules.cards import Armament, Spell
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import damage_power, stat_value, weapon_range

BASH_PENALTY = -2
"""The modifier to the attack roll of a bash (WM-JAK-03)."""

FREE_STRIKE_BONUS = 2
"""The modifier to the attack roll of a free strike (WM-FRE-03)."""

BASH_NAME = "bash"


def weapon_plan(state: State, id: str, weapon: Armament) -> AttackPlan:
    """Return the plan of an ordinary weapon attack."""
    return AttackPlan(
        weapon.kind,
        weapon.name,
        weapon.id,
        power=damage_power(state, id, weapon),
        area=float(weapon.aoe or 0),
        range=weapon_range(state, id, weapon) if weapon.kind == "ranged" else weapon.melee_range,
        spray=weapon.spray,
        origin=id,
    )


def can_bash(state: State, id: str) -> bool:
    """Return whether a warjack has no working melee weapon (WM-JAK-01, WM-JAK-02)."""
    return state.models[id].is_warjack and not any(
        w.kind == "melee" for w in state.usable_weapons(id)
    )


def bash_plan(state: State, id: str) -> AttackPlan:
    """Return the plan of a bash: -2 on the attack roll, 2d6 + STR damage (WM-JAK-03).

    Its rolls may be boosted (WM-RUL-79).
    """
    return AttackPlan(
        "melee",
        BASH_NAME,
        modifiers=(Bonus(BASH_NAME, BASH_PENALTY),),
        power=stat_value(state, id, "STR"),
        range=0.5,
        origin=id,
    )


def free_strike_plan(state: State, id: str, weapon: str) -> AttackPlan:
    """Return the plan of a free strike: +2, an extra damage die, no boosts (WM-FRE-03 to 05)."""
    card = state.setup.weapon(id, weapon)
    plan = bash_plan(state, id) if card is None else weapon_plan(state, id, card)
    better = (*plan.modifiers, Bonus("free strike", FREE_STRIKE_BONUS))
    return replace(plan, modifiers=better, boosts=(), extra_dice=1, free=True)


def spell_plan(state: State, caster: str, spell: Spell, origin: str) -> AttackPlan:
    """Return the plan of an offensive spell.

    It is a magic attack from the caster or its channeler (WM-SPL-07, WM-CHN-02, WM-RUL-88).
    """
    return AttackPlan(
        "magic",
        spell.name,
        spell=spell.id,
        power=spell.pow,
        area=float(spell.aoe or 0),
        range=float(spell.rng or 0),
        spray=spell.spray,
        origin=origin,
    )
