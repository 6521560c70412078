"""The sources of abilities: cards, cortexes, weapons, equipment, Cyphers and temporary effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.engine.abilities import When, While
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import (
    ABILITIES,
    CARRIED_WEAPON_RULES,
    STACKING_RULES,
)
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import AGAINST, Boosting, Brings
from wc3d.games.neo_mechanika.rules.cards import Cards
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State, memo_on_roster


@dataclass(frozen=True, slots=True)
class BorneClause:
    """A clause of an ability and its bearer. `whole_unit`: it applies to all the bearer's unit."""

    ability: str
    source: str
    clause: Any
    bearer: str
    whole_unit: bool = False


def ability_name(state: State, ability: str) -> str:
    """Return the display name of an ability, a Cypher or an effect."""
    return card_ability_name(state.setup.cards, ability)


def card_ability_name(cards: Cards, ability: str) -> str:
    """Return the display name of an ability, a Cypher or an effect in a set of cards."""
    key = ability.removeprefix("cypher:")
    for named in (cards.abilities, cards.cyphers):
        if key in named:
            return str(named[key].name)
    return key.replace("_", " ").split(":")[0].title()


def active_abilities(state: State, model: str) -> tuple[str, ...]:
    """Return a model's active abilities: from its card, cortex, equipment, squad and objectives.

    Abilities that need Arc are active while the unit has Arc (NM-ARC-08). Squads: NM-SQD-10.
    """
    unit = state.unit_of(model)
    squads = unit.models[0] if model in unit.attached else ""
    return _list_abilities(state.setup, model, squads, unit.is_charged)


@memo_per_terrain(Size.LARGE)
def _list_abilities(setup: Any, model: str, leader: str, charged: bool) -> tuple[str, ...]:
    own = (*setup.abilities.get(model, ()), *(setup.abilities.get(leader, ()) if leader else ()))
    carried = [
        a
        for i in setup.weapons.get(model, ())
        for a in i.card.abilities
        if a in CARRIED_WEAPON_RULES
    ]
    unique_abilities = dict.fromkeys(
        _add_brought_abilities((*own, *(a for a in carried if a not in STACKING_RULES)))
    )
    return _select_working(
        setup, (*unique_abilities, *(a for a in carried if a in STACKING_RULES)), charged
    )


def _add_brought_abilities(abilities: tuple[str, ...]) -> Iterator[str]:
    """Yield the abilities and the abilities that they bring."""
    for name in abilities:
        yield name
        for clause in ABILITIES.get(name, ()):
            if isinstance(clause, Brings):
                yield from clause.rules


def _select_working(setup: Any, abilities: tuple[str, ...], charged: bool) -> tuple[str, ...]:
    """Return the abilities that work for a charged or an uncharged unit (NM-ARC-08, p. 27)."""
    cards = setup.cards.abilities
    return tuple(a for a in abilities if charged or a not in cards or cards[a].trigger != "charge")


def clauses_of_type(abilities: tuple[str, ...], shape: type) -> tuple[tuple[str, Any], ...]:
    """Return the clauses of a type among these abilities, as (ability name, clause) pairs."""
    return tuple(
        (name, c) for name in abilities for c in ABILITIES.get(name, ()) if isinstance(c, shape)
    )


def clauses_borne_by(state: State, model: str, shape: type) -> tuple[BorneClause, ...]:
    """Return the clauses of a type that a model bears itself."""
    if model not in state.models:
        return ()
    return _bind_clauses(state.setup, active_abilities(state, model), shape, model)


def weapon_clauses(
    state: State, model: str, abilities: tuple[str, ...], shape: type
) -> tuple[BorneClause, ...]:
    """Return the clauses of a type among the rules of the weapon that a model attacks with."""
    if not abilities or model not in state.models:
        return ()
    return _bind_clauses(
        state.setup,
        _working_weapon_rules(state.setup, abilities, state.unit_of(model).is_charged),
        shape,
        model,
    )


@memo_per_terrain(Size.LARGE)
def _working_weapon_rules(setup: Any, abilities: tuple[str, ...], charged: bool) -> tuple[str, ...]:
    """Return a weapon's rules that work during its own attacks."""
    own = tuple(a for a in abilities if a not in CARRIED_WEAPON_RULES)
    return _select_working(setup, own, charged)


@memo_per_terrain(Size.HUGE)
def _bind_clauses(
    setup: Any, abilities: tuple[str, ...], shape: type, model: str
) -> tuple[BorneClause, ...]:
    return tuple(
        BorneClause(name, card_ability_name(setup.cards, name), clause, model)
        for name, clause in clauses_of_type(abilities, shape)
    )


def changed_stats(clause: While) -> frozenset[str]:
    """Return the numbers and properties that a clause's modifiers change."""
    return frozenset(
        name
        for m in clause.modifiers
        for name in (getattr(m, "stat", ""), getattr(m, "flag", ""))
        if name
    )


ClausesByStat = Mapping[str, tuple[BorneClause, ...]]
"""While clauses by the number or property that they change."""


def group_by_stat(borne_clauses: Iterable[BorneClause]) -> ClausesByStat:
    """Group While clauses by the stat or property that they change, in order."""
    named: dict[str, tuple[BorneClause, ...]] = {}
    for borne in borne_clauses:
        for name in changed_stats(borne.clause):
            named[name] = (*named.get(name, ()), borne)
    return named


def while_clauses(state: State, model: str) -> ClausesByStat:
    """Return the While clauses that a model bears itself."""
    return _collect_whiles(state.setup, active_abilities(state, model), model)


def weapon_while_clauses(state: State, model: str, abilities: tuple[str, ...]) -> ClausesByStat:
    """Return the While clauses among the rules of the weapon that a model attacks with."""
    if not abilities or model not in state.models:
        return {}
    return _collect_weapon_whiles(state.setup, abilities, state.unit_of(model).is_charged, model)


@memo_per_terrain(Size.HUGE)
def _collect_weapon_whiles(
    setup: Any, abilities: tuple[str, ...], charged: bool, model: str
) -> ClausesByStat:
    return _collect_whiles(setup, _working_weapon_rules(setup, abilities, charged), model)


@memo_per_terrain(Size.HUGE)
def _collect_whiles(setup: Any, abilities: tuple[str, ...], model: str) -> ClausesByStat:
    return group_by_stat(_bind_clauses(setup, abilities, While, model))


def _is_aura(clause: While) -> bool:
    return clause.who is not None and clause.who is not AGAINST


@memo_on_roster
def aura_clauses(state: State) -> ClausesByStat:
    """Return every While clause in play that affects models other than its bearer."""
    own = [
        b
        for m in state.models.values()
        if m.at is not None
        for b in _collect_auras(state.setup, active_abilities(state, m.id), m.id)
    ]
    cards = [
        b
        for unit in state.units_in_play()
        for card in unit.cyphers
        for b in _bind_card_clauses(state, card, unit.id)
    ]
    return group_by_stat((*own, *(b for b in cards if _is_aura(b.clause)))) if own or cards else {}


@memo_per_terrain(Size.HUGE)
def _collect_auras(setup: Any, abilities: tuple[str, ...], model: str) -> tuple[BorneClause, ...]:
    return tuple(b for b in _bind_clauses(setup, abilities, While, model) if _is_aura(b.clause))


def _bind_card_clauses(state: State, card: CardInPlay, unit: str) -> Iterator[BorneClause]:
    models = state.models_of(unit)
    if models:
        bearer = card.model or models[0].id
        for name, clause in clauses_of_type((f"cypher:{card.card}",), While):
            yield BorneClause(
                name, ability_name(state, name), clause, bearer, whole_unit=not card.model
            )


def cypher_clauses(state: State, model: str) -> Iterator[BorneClause]:
    """Yield the While clauses of the Cyphers on a model's unit that affect the model."""
    unit = state.unit_of(model)
    for card in unit.cyphers:
        if card.model in ("", model):
            yield from (
                b for b in _bind_card_clauses(state, card, unit.id) if not _is_aura(b.clause)
            )


def boost_clauses(state: State, model: str) -> Iterator[BorneClause]:
    """Yield the temporary modifiers on a model's unit as While clauses."""
    for boost in state.unit_of(model).boosts:
        for effect in _list_boosting_effects(boost.ability):
            if effect.until == boost.until:
                clause = While(effect.modifiers, effect.condition, effect.who)
                yield BorneClause(boost.ability, ability_name(state, boost.ability), clause, model)


def _list_boosting_effects(ability: str) -> tuple[Boosting, ...]:
    """Return the temporary effects that an ability can leave."""
    return tuple(
        e for c in ABILITIES[ability] for e in getattr(c, "effects", ()) if isinstance(e, Boosting)
    )


def when_clauses(state: State, window: Any) -> tuple[BorneClause, ...]:
    """Return the When clauses of models on the table for a moment, in the order of the models."""
    borne_clauses: list[BorneClause] = []
    for model in state.models.values():
        if model.at is not None:
            working = active_abilities(state, model.id)
            unit = state.units[model.unit]
            if unit.cyphers:
                working = (
                    *working,
                    *(
                        f"cypher:{card.card}"
                        for card in unit.cyphers
                        if card.model in ("", model.id)
                    ),
                )
            borne_clauses += _collect_whens(state.setup, working, window, model.id)
    return tuple(borne_clauses)


@memo_per_terrain(Size.HUGE)
def _collect_whens(
    setup: Any, abilities: tuple[str, ...], window: Any, model: str
) -> tuple[BorneClause, ...]:
    return tuple(
        b for b in _bind_clauses(setup, abilities, When, model) if b.clause.window is window
    )
