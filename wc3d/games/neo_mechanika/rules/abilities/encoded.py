"""Every ability that is encoded, by name, as clauses: While, When, Do."""
from __future__ import annotations

from functools import lru_cache
from typing import Any

from wc3d.engine.abilities import While
from wc3d.games.neo_mechanika.rules.abilities.encoded_cyphers import CYPHER_CLAUSES, FURY_CLAUSES
from wc3d.games.neo_mechanika.rules.abilities.encoded_units import UNIT_ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.encoded_weapons import CARRIED_RULES, WEAPON_RULES
from wc3d.games.neo_mechanika.rules.abilities.own_rules import compile_clauses
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Brings, OneOf
from wc3d.games.neo_mechanika.rules.cards import CUSTOM_RULES

Clauses = tuple[Any, ...]


class AbilityTable(dict[str, Clauses]):
    """The abilities that come with the program, and, asked for by name, the rules that cards in use write themselves."""

    def __missing__(self, name: str) -> Clauses:
        return _own(*CUSTOM_RULES[name])

    def get(self, name: str, default: Any = None) -> Any:
        """An ability's clauses, or else the default."""
        try:
            return self[name]
        except KeyError:
            return default

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in CUSTOM_RULES


_own = lru_cache(maxsize=256)(compile_clauses)


ABILITIES = AbilityTable({
    **UNIT_ABILITIES,
    **WEAPON_RULES,
    **CARRIED_RULES,
    **{f"cypher:{name}": clauses for name, clauses in {**CYPHER_CLAUSES, **FURY_CLAUSES}.items()},
})
"""Clauses by ability; Cyphers by "cypher:" and their name."""

CARRIED_WEAPON_RULES = frozenset(CARRIED_RULES)
"""Weapon rules that work for the model that carries the weapon, whether it is used or not."""

STACKING_RULES = frozenset(name for name, all in ABILITIES.items() if any(isinstance(c, While) and c.stacks for c in all))
"""Rules that add up if a model has them several times."""


def granted_rules(ability: str) -> tuple[str, ...]:
    """The rules and qualities that an ability is made of: those it brings, or those it chooses from."""
    return tuple(rule for c in ABILITIES.get(ability, ()) if isinstance(c, Brings | OneOf) for rule in c.rules)
