"""Combined attacks: troopers of a unit with that rule join in one better attack (WM-REF-45, 46)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Attack, CombinedAttack
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    Bonus,
    UnitActivation,
    unit_activation,
)
from wc3d.games.warmachine.rules.attack_plans import weapon_plan
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.fighting.attack_declaration import (
    check_attack,
    check_combat_action,
    check_weapon,
    is_initial_attack,
    perform_attack,
)
from wc3d.games.warmachine.rules.fighting.targeting import (
    check_melee_target,
    check_not_in_melee,
    check_target,
)
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.movement_checks import current_activation
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.space.arcs import Arc, arc_of
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.formation import OPEN_FORMATION_GAP_IN, find_formation
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import weapon_range
from wc3d.games.warmachine.rules.turn.unit_activation import ACT, troopers_to_act
from wc3d.games.warmachine.rules.units.formation import is_open_formation
from wc3d.geometry.tolerances import EPSILON_IN

REGISTRY = HandlerRegistry()

COMBINED_ATTACK_RULES = {"melee": "WM-REF-46", "ranged": "WM-REF-45"}
"""The rule for each kind of combined attack."""


def combined_bonus(count: int) -> Bonus:
    """Return +1 on the attack roll per trooper, including the attacker (WM-REF-45, WM-REF-46)."""
    return Bonus("combined attack", count)


def check_combined(state: State, question: ActQuestion, action: CombinedAttack) -> Verdict:
    """Check that each of these troopers may join the attack (WM-REF-45, WM-REF-46)."""
    verdict = check_attack(state, question, single_attack(action))
    weapon = state.setup.weapon(question.model, action.weapon)
    unit_frame = unit_activation(state, state.models[question.model].unit)
    if not verdict or weapon is None:
        return verdict
    if unit_frame is None or not state.has_trait(question.model, f"combined_{weapon.kind}"):
        return refuse(
            "not_combined",
            f"this unit cannot make combined {weapon.kind} attacks",
            COMBINED_ATTACK_RULES[weapon.kind],
        )
    if not action.together or len({question.model, *action.together}) <= len(action.together):
        return refuse(
            "nobody",
            "name one or more other troopers, each only once",
            COMBINED_ATTACK_RULES[weapon.kind],
        )
    if current_activation(state, question.model).charged or not is_initial_attack(
        current_activation(state, question.model), weapon
    ):
        return refuse("charged", "a charge attack cannot be a combined attack", "WM-RUL-148")
    for id in action.together:
        if not (verdict := check_participant(state, unit_frame, id, weapon, action.target)):
            return verdict
    if weapon.kind == "ranged" and not is_open_formation(
        state, frozenset({question.model, *action.together})
    ):
        text = f'troopers in a combined ranged attack must be in open formation (within {OPEN_FORMATION_GAP_IN:g}")'
        return refuse("not_open", text, "WM-REF-45")
    return LEGAL


def check_participant(
    state: State, unit_frame: UnitActivation, id: str, weapon: Armament, target: str
) -> Verdict:
    """Check that a trooper could make the attack itself, apart from its range (WM-RUL-148)."""
    rule = COMBINED_ATTACK_RULES[weapon.kind]
    if id not in {m.id for m in troopers_to_act(state, unit_frame)}:
        return refuse(
            "no_part", f"{state.name(id)} is not a trooper of this unit that can still act", rule
        )
    own = next(frame for frame in unit_frame.parked if frame.model == id)
    me = ActQuestion(player=state.models[id].owner, model=id)
    verdict = check_combat_action(state, me, own) and check_weapon(state, me, own, weapon)
    if verdict and (own.charged or not is_initial_attack(own, weapon)):
        return refuse(
            "no_part",
            f"{state.name(id)} has no such attack left or must make a charge attack",
            "WM-RUL-148",
        )
    plan = weapon_plan(state, id, weapon)
    if weapon.kind == "melee":
        return verdict and check_melee_target(state, weapon, plan, id, target)
    return verdict and check_not_in_melee(state, id) and check_target(state, plan, id, target)


def single_attack(action: CombinedAttack) -> Attack:
    """Return the attack of the attacking model."""
    return Attack(
        player=action.player, model=action.model, weapon=action.weapon, target=action.target
    )


def _make_combined_attack(r: Resolution, question: ActQuestion, action: CombinedAttack) -> None:
    """Make one attack. Participants out of range add nothing (WM-RUL-148)."""
    state: State = r.state
    weapon = state.setup.weapon(question.model, action.weapon)
    unit_frame = r.find_frame(UnitActivation)
    if weapon is None or unit_frame is None:
        return
    participants = [id for id in action.together if _is_in_range(state, id, weapon, action.target)]
    r.replace_frame(
        unit_frame,
        replace(
            unit_frame,
            parked=tuple(_mark_used(frame, weapon, action.together) for frame in unit_frame.parked),
        ),
    )
    r.emit(
        events.Combined(question.model, tuple(action.together), 1 + len(participants), weapon.kind)
    )
    perform_attack(r, question, single_attack(action), (combined_bonus(1 + len(participants)),))


def _is_in_range(state: State, id: str, weapon: Armament, target: str) -> bool:
    return (
        weapon.kind == "melee"
        or state.table.distance(id, target) <= weapon_range(state, id, weapon) + EPSILON_IN
    )


def _mark_used(frame: Activation, weapon: Armament, together: Iterable[str]) -> Activation:
    """Return a participant's activation with its attack with this weapon marked as used."""
    if frame.model not in together:
        return frame
    shots = (*frame.shots, weapon.id) if weapon.kind == "ranged" else frame.shots
    return replace(
        frame, action=frame.action or weapon.kind, used=(*frame.used, weapon.id), shots=shots
    )


def _candidates(state: State, question: ActQuestion) -> Iterator[CombinedAttack]:
    """Yield an attack of all possible participants with each weapon on every enemy in front."""
    unit_frame = unit_activation(state, state.models[question.model].unit)
    me = state.models[question.model]
    if unit_frame is None or unit_frame.part != ACT:
        return
    attacker = get_fighter(state.table, me.id)
    foes = [
        m.id
        for m in state.models_in_play(3 - question.player)
        if arc_of(attacker, get_fighter(state.table, m.id)).arc is not Arc.BACK
    ]
    for weapon in state.usable_weapons(me.id):
        for foe in foes if state.has_trait(me.id, f"combined_{weapon.kind}") else ():
            able = [
                m.id
                for m in troopers_to_act(state, unit_frame)
                if m.id != me.id and check_participant(state, unit_frame, m.id, weapon, foe)
            ]
            if weapon.kind == "ranged":
                groups = find_formation(state.table, {me.id, *able}, OPEN_FORMATION_GAP_IN).groups
                able = [
                    id for id in next(group for group in groups if me.id in group) if id != me.id
                ]
            if able:
                yield CombinedAttack(
                    player=question.player,
                    model=me.id,
                    weapon=weapon.id,
                    target=foe,
                    together=tuple(able),
                )


REGISTRY.register_answer(
    ActQuestion,
    CombinedAttack,
    text="make a combined attack",
    check=check_combined,
    decide=_make_combined_attack,
    candidates=_candidates,
)
