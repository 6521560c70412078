"""The best attacks that a model can make from its place with its focus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wc3d._internal.memo import memo_on_state
from wc3d.games.warmachine.bots.attack_value import attack_damage_chances, damage_value
from wc3d.games.warmachine.bots.collateral_hits import collateral_value
from wc3d.games.warmachine.bots.distance_estimate import chance_in_range
from wc3d.games.warmachine.bots.focus_plan import (
    AttackAttempt,
    ValueTable,
    continuation_value,
    gain_over_stopping,
    plan_attempt,
)
from wc3d.games.warmachine.rules.agenda_frames import Activation, AttackPlan, activation_of
from wc3d.games.warmachine.rules.attack_plans import bash_plan, can_bash, spell_plan, weapon_plan
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.fighting.attack import stealth_range
from wc3d.games.warmachine.rules.fighting.attack_declaration import (
    CHARGE_EXTRA_DICE,
    is_initial_attack,
)
from wc3d.games.warmachine.rules.fighting.targeting import attack_line
from wc3d.games.warmachine.rules.sight_in_game import find_melee, is_in_reach
from wc3d.games.warmachine.rules.spells.casting import channelers
from wc3d.games.warmachine.rules.state import State, opponent_of


def attack_range_chance(state: State, plan: AttackPlan, target: str) -> float:
    """Return the estimated chance of being in range, which is measured later (WM-RNG-03)."""
    return chance_in_range(
        state, plan.origin, target, min(plan.range, stealth_range(state, target) or plan.range)
    )


def melee_plans(state: State, id: str, target: str) -> list[tuple[Armament | None, AttackPlan]]:
    """Return the melee attacks that a model could make on the target: weapons, else a bash."""
    plans: list[tuple[Armament | None, AttackPlan]] = [
        (w, weapon_plan(state, id, w))
        for w in state.usable_weapons(id)
        if w.kind == "melee" and is_in_reach(state, id, target, w.melee_range)
    ]
    if not plans and can_bash(state, id) and is_in_reach(state, id, target, 0.5):
        plans = [(None, bash_plan(state, id))]
    return plans


def melee_value(
    state: State, id: str, target: str, focus: int, keep: float, charge: bool = False
) -> float:
    """Return the value of all melee attacks: each weapon, the best first, then any for focus."""
    plans = melee_plans(state, id, target)
    if not plans:
        return 0.0
    best = sorted(
        (plan for _, plan in plans),
        key=lambda plan: (
            -damage_value(state, target, attack_damage_chances(state, id, target, plan))
        ),
    )
    attempts = [plan_attempt(state, id, target, plan) for plan in best]
    repeat = attempts[0] if plans[0][0] is not None else None
    if charge:
        attempts[0] = plan_attempt(
            state, id, target, replace(best[0], boosts=("attack",), extra_dice=CHARGE_EXTRA_DICE)
        )
    return gain_over_stopping(
        state, target, continuation_value(state, target, focus, keep, attempts, repeat), focus, keep
    )


def follow_up_value(
    state: State, id: str, target: str, plan: AttackPlan, keep: float, bought: bool = False
) -> ValueTable:
    """Return the value of further attacks on the target of an attack.

    They use the weapons not used yet (unless `bought`), then additional attacks for focus, or the
    same spell again.
    """
    focus = state.models[id].focus
    first = list[AttackAttempt]()
    repeat = None
    price = 1
    if plan.kind == "magic" and (spell := state.setup.spell(id, plan.spell)) is not None:
        repeat = plan_attempt(state, id, target, plan)
        price = spell.cost
    elif plan.kind == "melee":
        f = activation_of(state, id) or Activation()
        plans = [
            (w, melee_plan) for w, melee_plan in melee_plans(state, id, target) if w is not None
        ]
        best = sorted(
            plans,
            key=lambda pair: (
                -damage_value(state, target, attack_damage_chances(state, id, target, pair[1]))
            ),
        )
        attempts = [(w, plan_attempt(state, id, target, melee_plan)) for w, melee_plan in best]
        repeat = attempts[0][1] if attempts else None
        first = [
            melee_attempt
            for w, melee_attempt in attempts
            if not bought and w.id != plan.weapon and is_initial_attack(f, w)
        ]
    return continuation_value(state, target, focus, keep, first, repeat, price)


def list_ranged_attacks(state: State, id: str) -> Iterator[tuple[str, AttackPlan, int, float]]:
    """Yield possible ranged attacks, sight ignored: target, plan, ROF, chance to be in range."""
    if find_melee(state, id).in_melee:
        return
    for weapon in state.usable_weapons(id):
        if weapon.kind == "ranged":
            plan = weapon_plan(state, id, weapon)
            for foe in state.models_in_play(opponent_of(state.models[id].owner)):
                if sure := attack_range_chance(state, plan, foe.id):
                    yield foe.id, plan, weapon.rof or 1, sure


def list_spell_attacks(state: State, id: str) -> Iterator[tuple[str, AttackPlan, int, float]]:
    """Yield the offensive spells that a warcaster could cast, itself or through a channeler that
    sees the target.

    Each item is the target, the plan, the cost and the chance to be in range.
    """
    if not state.models[id].is_warcaster:
        return
    origins = (id, *channelers(state, id))
    for spell in state.setup.caster_card(id).spells:
        if spell.offensive and spell.pow is not None and spell.cost <= state.models[id].focus:
            for origin in origins:
                plan = spell_plan(state, id, spell, origin)
                for foe in state.models_in_play(opponent_of(state.models[id].owner)):
                    if sure := attack_range_chance(state, plan, foe.id):
                        yield foe.id, plan, spell.cost, sure


def best_attack_value(state: State, id: str, keep: float = 0.0) -> float:
    """Return the value of the best visible target's attacks; each spent focus costs `keep`."""
    return next(
        (
            worth
            for worth, plan, target in rank_attacks(state, id, keep)
            if attack_line(state, plan, plan.origin, target)
        ),
        0.0,
    )


def optimistic_attack_value(state: State, id: str, keep: float = 0.0) -> float:
    """Return a fast upper bound of `best_attack_value`, as if every target were visible."""
    return max((worth for worth, _, _ in rank_attacks(state, id, keep)), default=0.0)


AttackOption = tuple[float, AttackPlan, str]
"""The value of attacks, the plan of the first attack, and the target."""


@memo_on_state
def rank_attacks(state: State, id: str, keep: float) -> tuple[AttackOption, ...]:
    """Return a model's attack options, the best first, without sight, which is slow to compute."""
    options = [
        *_melee_options(state, id, keep),
        *_ranged_options(state, id, keep),
        *_magic_options(state, id, keep),
    ]
    return tuple(
        sorted((option for option in options if option[0] > 0.0), key=lambda option: -option[0])
    )


def _melee_options(state: State, id: str, keep: float) -> Iterator[AttackOption]:
    for foe in list(state.models_in_play(opponent_of(state.models[id].owner))):
        if plans := melee_plans(state, id, foe.id):
            yield melee_value(state, id, foe.id, state.models[id].focus, keep), plans[0][1], foe.id


def _ranged_options(state: State, id: str, keep: float) -> Iterator[AttackOption]:
    focus = state.models[id].focus
    for target, plan, count, sure in list_ranged_attacks(state, id):
        table = continuation_value(
            state, target, focus, keep, [plan_attempt(state, id, target, plan)] * count
        )
        yield (
            sure
            * (
                gain_over_stopping(state, target, table, focus, keep)
                + collateral_value(state, id, target, plan)
            ),
            plan,
            target,
        )


def _magic_options(state: State, id: str, keep: float) -> Iterator[AttackOption]:
    focus = state.models[id].focus
    for target, plan, cost, sure in list_spell_attacks(state, id):
        table = continuation_value(
            state, target, focus, keep, (), plan_attempt(state, id, target, plan), cost
        )
        yield (
            sure
            * (
                gain_over_stopping(state, target, table, focus, keep)
                + collateral_value(state, id, target, plan)
            ),
            plan,
            target,
        )
