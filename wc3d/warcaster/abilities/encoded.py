"""Every ability that is encoded, by name, as clauses: While, When, Do."""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import While
from wc3d.warcaster.abilities.encoded_cyphers import CYPHERS, FURIES
from wc3d.warcaster.abilities.encoded_units import UNITS
from wc3d.warcaster.abilities.encoded_weapons import CARRIED_RULES, WEAPONS
from wc3d.warcaster.abilities.vocabulary import Brings, OneOf

ABILITIES: dict[str, tuple[Any, ...]] = {
    **UNITS,
    **WEAPONS,
    **CARRIED_RULES,
    **{f"cypher:{name}": clauses for name, clauses in {**CYPHERS, **FURIES}.items()},
}
"""Clauses by ability; Cyphers by "cypher:" and their name."""

CARRIED = frozenset(CARRIED_RULES)
"""Weapon rules that work for the model that carries the weapon, whether it is used or not."""

STACKING = frozenset(name for name, all in ABILITIES.items() if any(isinstance(c, While) and c.stacks for c in all))
"""Rules that add up if a model has them several times."""


def rules_in(ability: str) -> tuple[str, ...]:
    """The rules and qualities that an ability is made of: those it brings, or those it chooses from."""
    return tuple(rule for c in ABILITIES.get(ability, ()) if isinstance(c, Brings | OneOf) for rule in c.rules)
