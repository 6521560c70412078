"""Who bears which ability: by card, cortex, weapon and equipment, by a Cypher lying beside it, or for a while."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wc3d.engine.abilities import When, While
from wc3d.games.neo_mechanika.rules.abilities.encoded import ABILITIES, CARRIED, STACKING
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import AGAINST, Boosting, Brings
from wc3d.games.neo_mechanika.rules.cards import Cards
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State, kept_with_the_roster
from wc3d.table.memo import of_one_table


@dataclass(frozen=True, slots=True)
class Borne:
    """One clause of an ability, and the model that bears it. `whole_unit`: it applies to all models of the bearer's unit."""

    ability: str
    source: str
    clause: Any
    bearer: str
    whole_unit: bool = False


def name_of(state: State, ability: str) -> str:
    """What people call an ability, a Cypher or an effect."""
    return called(state.setup.cards, ability)


@of_one_table
@lru_cache(maxsize=1024)
def called(cards: Cards, ability: str) -> str:
    """What these cards call an ability, a Cypher or an effect."""
    key = ability.removeprefix("cypher:")
    for named in (cards.abilities, cards.cyphers):
        if key in named:
            return str(named[key].name)
    return key.replace("_", " ").split(":")[0].title()


def abilities_of(state: State, model: str) -> tuple[str, ...]:
    """The abilities that work for a model now: its card's, cortex's and equipment's, its squad's, and those of what it carries.

    What needs Arc works as long as its unit has some (NM-ARC-08). Its squad's: NM-SQD-10.
    """
    unit = state.unit_of(model)
    squads = unit.models[0] if model in unit.attached else ""
    return _abilities(state.setup, model, squads, unit.charged)


@of_one_table
@lru_cache(maxsize=4096)
def _abilities(setup: Any, model: str, leader: str, charged: bool) -> tuple[str, ...]:
    own = (*setup.abilities.get(model, ()), *(setup.abilities.get(leader, ()) if leader else ()))
    carried = [a for i in setup.weapons.get(model, ()) for a in i.card.abilities if a in CARRIED]
    unique_abilities = dict.fromkeys(_with_brought((*own, *(a for a in carried if a not in STACKING))))
    return _working(setup, (*unique_abilities, *(a for a in carried if a in STACKING)), charged)


def _with_brought(abilities: tuple[str, ...]) -> Iterator[str]:
    """These abilities, each with those that it brings."""
    for name in abilities:
        yield name
        for clause in ABILITIES.get(name, ()):
            if isinstance(clause, Brings):
                yield from clause.rules


@of_one_table
@lru_cache(maxsize=4096)
def _working(setup: Any, abilities: tuple[str, ...], charged: bool) -> tuple[str, ...]:
    """Those of them that work for a unit that is charged, or that is not (NM-ARC-08, p. 27)."""
    cards = setup.cards.abilities
    return tuple(a for a in abilities if charged or a not in cards or cards[a].trigger != "charge")


@of_one_table
@lru_cache(maxsize=4096)
def clauses(abilities: tuple[str, ...], shape: type) -> tuple[tuple[str, Any], ...]:
    """The clauses of a shape among these abilities, each with its ability's name."""
    return tuple((name, c) for name in abilities for c in ABILITIES.get(name, ()) if isinstance(c, shape))


def borne_by(state: State, model: str, shape: type) -> tuple[Borne, ...]:
    """The clauses of a shape that a model bears itself."""
    if model not in state.models:
        return ()
    return _borne(state.setup, abilities_of(state, model), shape, model)


def of_weapon(state: State, model: str, abilities: tuple[str, ...], shape: type) -> tuple[Borne, ...]:
    """The clauses of a shape among the rules of a weapon that a model attacks with."""
    if not abilities or model not in state.models:
        return ()
    return _borne(state.setup, _working(state.setup, _not_carried(abilities), state.unit_of(model).charged), shape, model)


@of_one_table
@lru_cache(maxsize=4096)
def _not_carried(abilities: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(a for a in abilities if a not in CARRIED)


@of_one_table
@lru_cache(maxsize=8192)
def _borne(setup: Any, abilities: tuple[str, ...], shape: type, model: str) -> tuple[Borne, ...]:
    return tuple(Borne(name, called(setup.cards, name), clause, model) for name, clause in clauses(abilities, shape))


def changed_by(clause: While) -> frozenset[str]:
    """The numbers and properties that a clause's modifiers are about."""
    return frozenset(name for m in clause.modifiers for name in (getattr(m, "stat", ""), getattr(m, "flag", "")) if name)


ByName = Mapping[str, tuple[Borne, ...]]
"""While clauses by the number or property that they change."""


def by_name(borne_clauses: Iterable[Borne]) -> ByName:
    """While clauses by what they change, each in its order."""
    named: dict[str, tuple[Borne, ...]] = {}
    for borne in borne_clauses:
        for name in changed_by(borne.clause):
            named[name] = (*named.get(name, ()), borne)
    return named


def whiles_of(state: State, model: str) -> ByName:
    """The While clauses that a model bears itself."""
    return _whiles(state.setup, abilities_of(state, model), model)


def whiles_of_weapon(state: State, model: str, abilities: tuple[str, ...]) -> ByName:
    """The While clauses among the rules of a weapon that a model attacks with."""
    if not abilities or model not in state.models:
        return {}
    return _whiles_of_weapon(state.setup, abilities, state.unit_of(model).charged, model)


@of_one_table
@lru_cache(maxsize=8192)
def _whiles_of_weapon(setup: Any, abilities: tuple[str, ...], charged: bool, model: str) -> ByName:
    return _whiles(setup, _working(setup, _not_carried(abilities), charged), model)


@of_one_table
@lru_cache(maxsize=8192)
def _whiles(setup: Any, abilities: tuple[str, ...], model: str) -> ByName:
    return by_name(_borne(setup, abilities, While, model))


def _is_aura(clause: While) -> bool:
    return clause.who is not None and clause.who is not AGAINST


@kept_with_the_roster
def auras(state: State) -> ByName:
    """Every While clause in play that reaches beyond its bearer."""
    own = [b for m in state.models.values() if m.at is not None for b in _auras_of(state.setup, abilities_of(state, m.id), m.id)]
    cards = [b for unit in state.units_in_play() for card in unit.cyphers for b in _of_card(state, card, unit.id)]
    return by_name((*own, *(b for b in cards if _is_aura(b.clause)))) if own or cards else {}


@of_one_table
@lru_cache(maxsize=8192)
def _auras_of(setup: Any, abilities: tuple[str, ...], model: str) -> tuple[Borne, ...]:
    return tuple(b for b in _borne(setup, abilities, While, model) if _is_aura(b.clause))


def _of_card(state: State, card: CardInPlay, unit: str) -> Iterator[Borne]:
    models = state.models_of(unit)
    if models:
        bearer = card.model or models[0].id
        for name, clause in clauses((f"cypher:{card.card}",), While):
            yield Borne(name, name_of(state, name), clause, bearer, whole_unit=not card.model)


def from_cards(state: State, model: str) -> Iterator[Borne]:
    """The While clauses of the Cyphers that lie by a model's unit and affect it."""
    unit = state.unit_of(model)
    for card in unit.cyphers:
        if card.model in ("", model):
            yield from (b for b in _of_card(state, card, unit.id) if not _is_aura(b.clause))


def from_boosts(state: State, model: str) -> Iterator[Borne]:
    """The modifiers that last for a while on a model's unit, as While clauses."""
    for boost in state.unit_of(model).boosts:
        for effect in _boosting_of(boost.ability):
            if effect.until == boost.until:
                clause = While(effect.modifiers, effect.condition, effect.who)
                yield Borne(boost.ability, name_of(state, boost.ability), clause, model)


@of_one_table
@lru_cache(maxsize=1024)
def _boosting_of(ability: str) -> tuple[Boosting, ...]:
    """The temporary effects an ability can leave."""
    return tuple(e for c in ABILITIES[ability] for e in getattr(c, "effects", ()) if isinstance(e, Boosting))


@kept_with_the_roster
def whens(state: State, window: Any) -> tuple[Borne, ...]:
    """Every When clause of a window borne by a model on the table, in the order of the models."""
    borne_clauses: list[Borne] = []
    for model in state.models.values():
        if model.at is not None:
            working, unit = abilities_of(state, model.id), state.units[model.unit]
            if unit.cyphers:
                working = (*working, *(f"cypher:{card.card}" for card in unit.cyphers if card.model in ("", model.id)))
            borne_clauses += _whens(state.setup, working, window, model.id)
    return tuple(borne_clauses)


@of_one_table
@lru_cache(maxsize=8192)
def _whens(setup: Any, abilities: tuple[str, ...], window: Any, model: str) -> tuple[Borne, ...]:
    return tuple(b for b in _borne(setup, abilities, When, model) if b.clause.window is window)
