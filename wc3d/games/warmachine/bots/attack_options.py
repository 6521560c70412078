"""What a model could do to its enemies from where it stands: the best of what it has, with the focus it has."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wc3d.engine.memo import kept
from wc3d.games.warmachine.bots.attack_value import blow, worth_of
from wc3d.games.warmachine.bots.collateral_hits import besides
from wc3d.games.warmachine.bots.distance_estimate import chance_within
from wc3d.games.warmachine.bots.focus_plan import Attempt, Table, after, attempt, gain
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.fighting.attack import stealth_of
from wc3d.games.warmachine.rules.fighting.declaring import CHARGE_DIE, is_initial
from wc3d.games.warmachine.rules.fighting.targeting import line_for
from wc3d.games.warmachine.rules.frames import Activation, AttackPlan, activation_of
from wc3d.games.warmachine.rules.missions import bash_plan, can_bash, spell_plan, weapon_plan
from wc3d.games.warmachine.rules.sight_in_game import in_reach, melee_of
from wc3d.games.warmachine.rules.spells.casting import channelers
from wc3d.games.warmachine.rules.state import State, other


def within(state: State, plan: AttackPlan, target: str) -> float:
    """How sure it is, by eye, that an attack at range is near enough: it is declared before it is measured (WM-RNG-03)."""
    return chance_within(state, plan.origin, target, min(plan.range, stealth_of(state, target) or plan.range))


def melee_plans(state: State, id: str, target: str) -> list[tuple[Armament | None, AttackPlan]]:
    """The melee attacks by which a model could strike this target now, its weapons or else a bash."""
    plans: list[tuple[Armament | None, AttackPlan]] = [
        (w, weapon_plan(state, id, w)) for w in state.weapons(id)
        if w.kind == "melee" and in_reach(state, id, target, w.melee_range)
    ]  # fmt: skip
    if not plans and can_bash(state, id) and in_reach(state, id, target, 0.5):
        plans = [(None, bash_plan(state, id))]
    return plans


def melee_worth(state: State, id: str, target: str, focus: int, keep: float, charge: bool = False) -> float:
    """What all melee attacks on one target are worth: each weapon once, the best first, then that again while focus pays."""
    plans = melee_plans(state, id, target)
    if not plans:
        return 0.0
    best = sorted((plan for _, plan in plans), key=lambda plan: -worth_of(state, target, blow(state, id, target, plan)))
    attempts = [attempt(state, id, target, plan) for plan in best]
    repeat = attempts[0] if plans[0][0] is not None else None
    if charge:
        attempts[0] = attempt(state, id, target, replace(best[0], boosts=("attack",), extra_dice=CHARGE_DIE))
    return gain(state, target, after(state, target, focus, keep, attempts, repeat), focus, keep)


def following(state: State, id: str, target: str, plan: AttackPlan, keep: float, bought: bool = False) -> Table:
    """What it is worth to go on against the target of an attack: with the weapons not used yet, unless one was bought; with what
    focus buys after them; with the same spell again.
    """
    focus, first, repeat, price = state.models[id].focus, list[Attempt](), None, 1
    if plan.kind == "magic" and (spell := state.setup.spell(id, plan.spell)) is not None:
        repeat, price = attempt(state, id, target, plan), spell.cost
    elif plan.kind == "melee":
        f = activation_of(state, id) or Activation()
        plans = [(w, melee_plan) for w, melee_plan in melee_plans(state, id, target) if w is not None]
        best = sorted(plans, key=lambda pair: -worth_of(state, target, blow(state, id, target, pair[1])))
        attempts = [(w, attempt(state, id, target, melee_plan)) for w, melee_plan in best]
        repeat = attempts[0][1] if attempts else None
        first = [melee_attempt for w, melee_attempt in attempts if not bought and w.id != plan.weapon and is_initial(f, w)]
    return after(state, target, focus, keep, first, repeat, price)


def shots(state: State, id: str) -> Iterator[tuple[str, AttackPlan, int, float]]:
    """The ranged attacks a model could make if it sees whom: at whom, the plan, how often with a weapon, how surely in range."""
    if melee_of(state, id).in_melee:
        return
    for weapon in state.weapons(id):
        if weapon.kind == "ranged":
            plan = weapon_plan(state, id, weapon)
            for foe in state.in_play(other(state.models[id].owner)):
                if sure := within(state, plan, foe.id):
                    yield foe.id, plan, weapon.rof or 1, sure


def spells(state: State, id: str) -> Iterator[tuple[str, AttackPlan, int, float]]:
    """The offensive spells a warcaster could cast from where it stands or through a channeler if that sees whom: at whom, the
    plan, the cost, how surely in range.
    """
    if not state.models[id].caster:
        return
    origins = (id, *channelers(state, id))
    for spell in state.setup.caster_card(id).spells:
        if spell.offensive and spell.pow is not None and spell.cost <= state.models[id].focus:
            for origin in origins:
                plan = spell_plan(state, id, spell, origin)
                for foe in state.in_play(other(state.models[id].owner)):
                    if sure := within(state, plan, foe.id):
                        yield foe.id, plan, spell.cost, sure


def best_strike(state: State, id: str, keep: float = 0.0) -> float:
    """What the best target's damage is worth of those that are seen; each focus point spent costs `keep`."""
    return next((worth for worth, plan, target in tried(state, id, keep) if line_for(state, plan, plan.origin, target)), 0.0)


def hoped_strike(state: State, id: str, keep: float = 0.0) -> float:
    """The same if nothing hides whom it would strike: the quick answer, never less than the exact one."""
    return max((worth for worth, _, _ in tried(state, id, keep)), default=0.0)


Tried = tuple[float, AttackPlan, str]
"""What attacks are worth, the first of them, and at whom."""


@kept
def tried(state: State, id: str, keep: float) -> tuple[Tried, ...]:
    """All that a model could strike for if it sees whom, the best first. Who sees whom takes longest to find out."""
    options = [*_melee(state, id, keep), *_ranged(state, id, keep), *_magic(state, id, keep)]
    return tuple(sorted((option for option in options if option[0] > 0.0), key=lambda option: -option[0]))


def _melee(state: State, id: str, keep: float) -> Iterator[Tried]:
    for foe in list(state.in_play(other(state.models[id].owner))):
        if plans := melee_plans(state, id, foe.id):
            yield melee_worth(state, id, foe.id, state.models[id].focus, keep), plans[0][1], foe.id


def _ranged(state: State, id: str, keep: float) -> Iterator[Tried]:
    focus = state.models[id].focus
    for target, plan, count, sure in shots(state, id):
        table = after(state, target, focus, keep, [attempt(state, id, target, plan)] * count)
        yield sure * (gain(state, target, table, focus, keep) + besides(state, id, target, plan)), plan, target


def _magic(state: State, id: str, keep: float) -> Iterator[Tried]:
    focus = state.models[id].focus
    for target, plan, cost, sure in spells(state, id):
        table = after(state, target, focus, keep, (), attempt(state, id, target, plan), cost)
        yield sure * (gain(state, target, table, focus, keep) + besides(state, id, target, plan)), plan, target
