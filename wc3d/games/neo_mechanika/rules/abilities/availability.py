"""Check whether using an ability would change anything.

Offers, checks, windows and bots use `has_effect`. Each condition is registered next to its
effect's resolver (`register_condition`). An effect without a condition always counts as a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wc3d.engine.abilities import Do, When
from wc3d.engine.agenda import find_frame
from wc3d.games.neo_mechanika.rules import arc, events
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, holder_in_role
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import (
    AttackAgain,
    EventRole,
    GainArc,
    LessDamage,
    RepositionWithin,
    SlamAway,
)
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation, Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import model_weapons

EffectCondition = Callable[[State, Any, Using], bool]
"""A predicate: an effect would change something if this ability were used now."""

RULINGS_SKIP_NO_EFFECT = 2
"""The first version of the rulings that skips choices without effect (`RULINGS_VERSION`)."""

RULINGS_REQUIRE_EFFECT = 4
"""The first rulings that reject every use without effect (NM-SIL-175).

Earlier rulings allow it if it costs no Arc or only moves its own Arc.
"""

_CAN: dict[type, tuple[EffectCondition, int]] = {}


def register_condition(kind: type, since: int = 0) -> Callable[[EffectCondition], EffectCondition]:
    """Register the condition of a kind of effect. `since`: the first rulings with the condition."""

    def mark(answer: EffectCondition) -> EffectCondition:
        _CAN[kind] = answer, since
        return answer

    return mark


def _can_change_state(state: State, effect: Any, use: Using) -> bool:
    """Return whether one effect of a use would change anything."""
    answer, since = _CAN.get(type(effect), (None, 0))
    return answer is None or state.setup.rulings < since or answer(state, effect, use)


def has_any_effect(state: State, effects: Iterable[Any], use: Using) -> bool:
    """Return whether an effect would change anything, once the cost of the use is paid."""
    return any(_can_change_state(state, e, use) for e in effects)


def has_effect(state: State, clause: Do | When, use: Using) -> bool:
    """Return whether using a clause would change anything, once its cost is paid (NM-SIL-175)."""
    rulings = state.setup.rulings
    cost = clause.cost or 0
    if rulings < RULINGS_SKIP_NO_EFFECT:
        return True
    if isinstance(clause, Do) and rulings < RULINGS_REQUIRE_EFFECT:
        return not cost or has_any_effect(state, clause.effects, use)
    unit = state.unit_of(use.bearer)
    paid_state = (
        state if not cost or unit.arc < cost else events.Cleared(unit.id, cost).evolve(state)
    )
    effects = [e for e in clause.effects if not _returns_its_cost(paid_state, e, use, cost)]
    return has_any_effect(paid_state, effects, use)


def _returns_its_cost(paid_state: State, effect: Any, use: Using, cost: int) -> bool:
    """Return whether an effect can only charge the payer with the Arc that the payer just spent."""
    if (
        not isinstance(effect, GainArc)
        or not cost
        or paid_state.setup.rulings < RULINGS_REQUIRE_EFFECT
    ):
        return False
    own_unit = paid_state.models[use.bearer].unit
    return (
        holder_in_role(paid_state, use, effect.who) == own_unit
        and _count_chargeable_arc(paid_state, effect, own_unit) <= cost
    )


def _count_chargeable_arc(state: State, effect: GainArc, holder: str) -> int:
    """Return how much Arc an effect can put on a holder."""
    return min(
        effect.arc, arc.free_arc_capacity(state, holder), state.players[state.owner(holder)].well
    )


@register_condition(GainArc, since=RULINGS_REQUIRE_EFFECT)
def _can_gain_arc(state: State, e: GainArc, f: Using) -> bool:
    holder = holder_in_role(state, f, e.who)
    return bool(holder) and _count_chargeable_arc(state, e, holder) > 0


def extra_attack_weapons(state: State, effect: AttackAgain, model: str) -> tuple[str, ...]:
    """Return the keys of the weapons that a model may use for an ability's extra attack."""
    keys = tuple(w.key for w in model_weapons(state, model))
    if effect.weapons == "same":
        attacking = find_frame(state, Attacking)
        return tuple(key for key in keys if attacking is not None and key == attacking.weapon.key)
    if effect.weapons == "unused":
        activation = find_frame(state, Activation)
        return tuple(
            key
            for key in keys
            if activation is not None and (model, key) not in (*activation.fired, *activation.extra)
        )
    return keys


def can_be_repositioned(state: State, model: str, player: int) -> bool:
    """Return whether a player's effects may reposition a model (see the enemy's Quantum Anchor)."""
    return state.owner(model) == player or not has_flag(state, model, "no_enemy_reposition")


def can_use_clause(state: State, clause: When, bearer: str, subject: str) -> bool:
    """Return whether a clause can be used at a moment about `subject` and would change anything."""
    use = Using("", "", bearer, state.owner(bearer), clause.effects)
    return _is_possible(state, clause, bearer, subject) and has_effect(state, clause, use)


def _is_possible(state: State, clause: When, bearer: str, subject: str) -> bool:
    """Return whether a use has the Arc, damage, weapons and movable models that it needs."""
    attack = find_frame(state, Attacking)
    for e in clause.effects:
        if isinstance(e, GainArc) and clause.optional:
            unit = subject if e.who is EventRole.ACTIVATED else state.models[bearer].unit
            return (
                arc.free_arc_capacity(state, unit) > 0 and state.players[state.owner(unit)].well > 0
            )
        if isinstance(e, LessDamage):
            roll = find_frame(state, DamageRoll)
            return roll is not None and roll.points > 0
        if isinstance(e, RepositionWithin) and e.who is EventRole.TARGET:
            return attack is not None and can_be_repositioned(
                state, attack.target, state.owner(bearer)
            )
        if isinstance(e, SlamAway) and e.who is EventRole.ATTACKER:
            return attack is not None and state.is_on_table(attack.attacker)
        if isinstance(e, AttackAgain):
            has_target = e.at is None or (attack is not None and state.is_on_table(attack.attacker))
            return has_target and bool(extra_attack_weapons(state, e, bearer))
    return True
