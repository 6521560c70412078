"""Evaluate `Selector` and `If`: match models to descriptions, and check conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from wc3d.engine.abilities import While
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import (
    BorneClause,
    ClausesByStat,
    ability_name,
    aura_clauses,
    boost_clauses,
    cypher_clauses,
    group_by_stat,
    weapon_while_clauses,
    while_clauses,
)
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import effect_modifiers
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import (
    AGAINST,
    ENEMY,
    FRIENDLY,
    GATE,
    Deny,
    Grant,
    If,
    Selector,
)
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking, activation_of
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import STRIKE_KEY, Weapon
from wc3d.table.sight.distances import is_within


def model_kind(state: State, id: str) -> str:
    """Return a model's kind: "warjack", "solo", "squad" (also for its attachments) or "gate"."""
    if id in state.gates:
        return GATE
    if not state.models[id].unit:
        return "squad"  # an attachment of a squad that has left play
    return str(state.setup.cards.units[state.unit_of(id).card].kind)


def is_warrior(state: State, id: str) -> bool:
    """Return whether it is a warrior model: a solo or a squad's model (NM-CMP-04, p. 26)."""
    return model_kind(state, id) in ("solo", "squad")


def matches_selector(state: State, sort: Selector, bearer: str, id: str) -> bool:
    """Return whether a model or void gate on the table matches, as seen from the bearer."""
    if sort.me and id != bearer:
        return False
    if sort.others and id == bearer:
        return False
    if sort.side == FRIENDLY and state.owner(id) != state.owner(bearer):
        return False
    if sort.side == ENEMY and state.owner(id) == state.owner(bearer):
        return False
    return (
        _kind_matches(state, sort, bearer, id)
        and _state_matches(state, sort, id)
        and _is_near(state, sort, bearer, id)
    )


def _kind_matches(state: State, sort: Selector, bearer: str, id: str) -> bool:
    if sort.kinds and model_kind(state, id) not in sort.kinds:
        return False
    if sort.warrior is not None and is_warrior(state, id) != sort.warrior:
        return False
    if sort.own_unit and (
        id not in state.models or state.models[id].unit != state.models[bearer].unit
    ):
        return False
    return not sort.tag or (
        id in state.models and sort.tag in state.setup.cards.units[state.unit_of(id).card].tags
    )


def _state_matches(state: State, sort: Selector, id: str) -> bool:
    if sort.charged is not None and (state.arc_on(id) > 0) != sort.charged:
        return False
    if sort.token is not None and (id not in state.models or state.unit_of(id).token != sort.token):
        return False
    if sort.flag:
        return has_flag(state, id, sort.flag)
    return True


def _is_near(state: State, sort: Selector, bearer: str, id: str) -> bool:
    if sort.within is None or id == bearer:
        return True

    return is_within(state.table.distance(bearer, id), sort.within)


def meets_condition(
    state: State, condition: If | None, bearer: str, facts: AttackFacts, attack: Any = None
) -> bool:
    """Return whether a condition holds for a bearer. `attack` is the attack in progress, if any."""
    if condition is None:
        return True
    c = condition
    if c.kinds and facts.kind not in c.kinds:
        return False
    if c.energy and not set(c.energy) & set(facts.energy):
        return False
    if c.weapon_energy and (
        facts.weapon is None or not set(c.weapon_energy) & set(facts.weapon.energy)
    ):
        return False
    if c.by is not None and not _matches_model(state, c.by, bearer, facts.attacker):
        return False
    if c.at is not None and not _matches_model(state, c.at, bearer, facts.target):
        return False
    return attack is None or _attack_matches(state, c, bearer, attack)


def _attack_matches(state: State, c: If, bearer: str, attack: Any) -> bool:
    """Return whether the attack in progress meets a condition: its target, its hit, its results."""
    if (
        (c.hit and not attack.hit)
        or (c.missed and attack.hit is not False)
        or (c.damaged and not attack.points)
    ):
        return False
    if c.in_activation and not _is_in_activation(state, attack.attacker):
        return False
    if c.aimed is not None or c.targeted:
        aimed = original_target(state, attack)
        if c.targeted and attack.target != aimed:
            return False
        if c.aimed is not None and not (
            attack.declared == aimed and _matches_model(state, c.aimed, bearer, aimed)
        ):
            return False  # a spray's other parts are not aimed at it
    if c.destroyed is not None and not any(
        _matches_destroyed(state, c.destroyed, bearer, id, attack) for id in attack.destroyed
    ):
        return False
    if c.target_destroyed and not (
        attack.declared in attack.destroyed and attack.declared in state.models
    ):
        return False
    if c.can_hurt and not can_be_damaged(state, attack.target, facts_of_attack(attack)):
        return False
    return not c.no_larger or is_base_no_larger(state, attack.target, attack.attacker)


def _matches_model(state: State, sort: Selector, bearer: str, id: str) -> bool:
    """Return whether a model matches. Conditions on its unit also work for a model that is gone."""
    if (
        sort.own_unit
        and id in state.models
        and not state.is_on_table(id)
        and state.models[id].unit == state.models[bearer].unit
    ):
        return matches_selector(state, sort, bearer, bearer)
    return state.is_on_table(id) and matches_selector(state, sort, bearer, id)


def _is_in_activation(state: State, model: str) -> bool:
    return model in state.models and activation_of(state, state.models[model].unit) is not None


def original_target(state: State, attack: Any) -> str:
    """Return the model an attack was aimed at. A spray's hits share the spray's target (SIL-25)."""
    if attack.part != "spray":
        return str(attack.declared)
    whole = [f for f in state.agenda if isinstance(f, type(attack)) and f.part != "spray"]
    return str(whole[-1].declared)


def is_base_no_larger(state: State, a: str, b: str) -> bool:
    """Return whether the base of `a` is no larger than that of `b`."""
    radii = [SPACE.bases[state.model_or_gate(id).base].radius for id in (a, b)]
    return radii[0] <= radii[1]


def _matches_destroyed(state: State, sort: Selector, bearer: str, id: str, attack: Any) -> bool:
    """Return whether a destroyed model matches. Void gates collapse, they are never destroyed."""
    if id not in state.models or (
        sort.side and (sort.side == ENEMY) != (state.owner(id) != state.owner(bearer))
    ):
        return False
    if sort.charged is not None and (id in attack.charged) != sort.charged:
        return False
    return sort.warrior is None or is_warrior(state, id) == sort.warrior


NO_EFFECTS_GRANT = Grant("no_effects")
"""The grant that makes a model immune to continuous effects."""


class AttackFacts(NamedTuple):
    """The context of a number: attacker, weapon and target, or the energy types of damage."""

    attacker: str = ""
    target: str = ""
    weapon: Weapon | None = None
    kind: str = ""
    energy: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.attacker, self.target, self.weapon and self.weapon.key, self.kind))


NO_ATTACK_FACTS = AttackFacts()


@dataclass(frozen=True, slots=True)
class AppliedModifier:
    """A modifier that applies now, with its source and the ability's bearer."""

    source: str
    modifier: Any
    bearer: str


def applied_modifiers(
    state: State, subject: str, property_name: str, facts: AttackFacts = NO_ATTACK_FACTS
) -> tuple[AppliedModifier, ...]:
    """Return the modifiers of a number or property ("DEF", "flight") of a model or void gate."""
    entity = state.models.get(subject) or state.gates.get(subject)
    if entity is None or entity.at is None:
        return ()
    around = _find_clauses(state, subject, property_name, facts)
    if not around and not entity.effects:
        return ()
    key = ("applied", subject, property_name, facts)
    notes = state.board_notes
    cached_modifiers = notes.get(key)
    if cached_modifiers is None:
        cached_modifiers = notes[key] = tuple(
            _find_modifiers(state, subject, property_name, facts, around)
        )
    modifiers: tuple[AppliedModifier, ...] = cached_modifiers
    return modifiers


def can_change_stat(state: State, subject: str, property_name: str, facts: AttackFacts) -> bool:
    """Return whether anything might change a model's number in its own attack, for any target."""
    return bool(
        state.model_or_gate(subject).effects or _find_clauses(state, subject, property_name, facts)
    )


def _find_modifiers(
    state: State,
    subject: str,
    property_name: str,
    facts: AttackFacts,
    around: tuple[BorneClause, ...],
) -> Iterator[AppliedModifier]:
    for applies in _find_reaching_modifiers(state, subject, facts, around):
        if _is_about(applies.modifier, property_name):
            yield applies
    effects = state.model_or_gate(subject).effects
    if effects and not _is_immune(state, subject, facts):
        for effect in effects:
            yield from (
                AppliedModifier(ability_name(state, effect), m, subject)
                for m in effect_modifiers(effect)
                if m.stat == property_name
            )


def _is_about(modifier: Any, property_name: str) -> bool:
    return property_name in (getattr(modifier, "stat", ""), getattr(modifier, "flag", ""))


def _is_immune(state: State, subject: str, facts: AttackFacts) -> bool:
    """Return whether continuous effects change nothing for the model."""
    around = _find_clauses(state, subject, NO_EFFECTS_GRANT.flag, facts)
    return any(
        applies.modifier == NO_EFFECTS_GRANT
        for applies in _find_reaching_modifiers(state, subject, facts, around)
    )


def _find_reaching_modifiers(
    state: State, subject: str, facts: AttackFacts, around: tuple[BorneClause, ...]
) -> Iterator[AppliedModifier]:
    """Yield the modifiers that reach a model. A rule counts once unless it stacks (SIL-48)."""
    counted: list[tuple[str, While]] = []
    for borne in around:
        clause: While = borne.clause
        if (borne.ability, clause) in counted:
            continue
        if _reaches(state, borne, subject, facts) and meets_condition(
            state, clause.condition, borne.bearer, facts
        ):
            if not clause.stacks:
                counted.append((borne.ability, clause))
            for modifier in clause.modifiers:
                if _is_of_weapon(modifier, facts):
                    yield AppliedModifier(borne.source, modifier, borne.bearer)


def _is_of_weapon(modifier: Any, facts: AttackFacts) -> bool:
    """Return whether a modifier for one kind of weapon applies to the weapon in use."""
    kind = getattr(modifier, "weapons", "")
    return not kind or (
        facts.weapon is not None and facts.weapon.kind == kind and facts.weapon.key != STRIKE_KEY
    )


def _find_clauses(
    state: State, subject: str, property_name: str, facts: AttackFacts
) -> tuple[BorneClause, ...]:
    """Return the While clauses that might change this number or property of the model."""
    notes = state.roster_notes
    key = ("around", subject)
    lasting = notes.get(key)
    if lasting is None:
        lasting = notes[key] = _find_lasting_clauses(state, subject)
    clauses: tuple[BorneClause, ...] = lasting.get(property_name, ())
    weapon = facts.weapon
    if weapon is None and not facts.target:
        return clauses
    attacker = facts.attacker
    if facts.target == subject and attacker and state.unit_of(attacker).boosts:
        clauses += group_by_stat(
            b for b in boost_clauses(state, attacker) if b.clause.who is AGAINST
        ).get(property_name, ())
    if weapon is not None and weapon.abilities and subject in (attacker, facts.target):
        clauses += weapon_while_clauses(state, attacker, weapon.abilities).get(property_name, ())
    return clauses


def _find_lasting_clauses(state: State, subject: str) -> ClausesByStat:
    """Return the While clauses that might change the model's numbers in any situation."""
    around = aura_clauses(state)
    if subject not in state.models:
        return around
    own = while_clauses(state, subject)
    unit = state.unit_of(subject)
    for named in (
        group_by_stat(cypher_clauses(state, subject)) if unit.cyphers else {},
        group_by_stat(boost_clauses(state, subject)) if unit.boosts else {},
        around,
    ):
        if named:
            own = (
                {
                    property_name: own.get(property_name, ()) + named.get(property_name, ())
                    for property_name in (*own, *named)
                }
                if own
                else named
            )
    return own


def _reaches(state: State, borne: BorneClause, subject: str, facts: AttackFacts) -> bool:
    selector = borne.clause.who
    if selector is AGAINST:
        return subject == facts.target and subject != facts.attacker
    if selector is None:
        return borne.whole_unit or subject == borne.bearer
    return matches_selector(state, selector, borne.bearer, subject)


def has_flag(state: State, subject: str, flag: str, facts: AttackFacts = NO_ATTACK_FACTS) -> bool:
    """Return whether a model or void gate has a property (flight, stealth, cover, ...)."""
    granted = False
    for a in applied_modifiers(state, subject, flag, facts):
        if isinstance(a.modifier, Deny):
            return False
        granted = granted or isinstance(a.modifier, Grant)
    return granted


def flag_sources(
    state: State, subject: str, flag: str, facts: AttackFacts = NO_ATTACK_FACTS
) -> tuple[str, ...]:
    """Return the sources of a property."""
    return tuple(
        a.source
        for a in applied_modifiers(state, subject, flag, facts)
        if isinstance(a.modifier, Grant)
    )


def make_attack_facts(attacker: str, weapon: Weapon, target: str = "") -> AttackFacts:
    """Return the facts of a possible attack."""
    return AttackFacts(attacker, target, weapon, weapon.kind, weapon.energy)


def facts_of_attack(attack: Attacking | None) -> AttackFacts:
    """Return the facts of the attack in progress."""
    return (
        NO_ATTACK_FACTS
        if attack is None
        else make_attack_facts(attack.attacker, attack.weapon, attack.target)
    )


def can_be_damaged(state: State, id: str, facts: AttackFacts) -> bool:
    """Return whether these energy types can damage the model at all (Environmental Suit)."""
    return not has_flag(state, id, "no_damage", facts)
