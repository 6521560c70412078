"""The weapon of an attack: a card's weapon, a Fury, or an ability's strike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.games.neo_mechanika.rules.game_setup import Setup
from wc3d.games.neo_mechanika.rules.state import State

STRIKE_KEY = "strike"
"""The key of an attack without any of the model's weapons."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """An attack's weapon. `kind` is "melee", "ranged" or "fury" (p. 30).

    `pow` None: no damage roll. `key` distinguishes the identical weapons of a model.
    """

    key: str
    card: str
    name: str
    kind: str
    energy: tuple[str, ...]
    rng: float
    pow: int | None
    qualities: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.key, self.name, self.qualities))


def _make_weapon(instance: Any) -> Weapon:
    card = instance.card
    return Weapon(
        instance.key,
        card.id,
        card.name,
        card.kind,
        card.energy,
        float(card.rng),
        card.pow,
        card.qualities,
        card.abilities,
    )


def model_weapons(state: State, model: str) -> tuple[Weapon, ...]:
    """Return a model's attack weapons in the order of its card, without equipment."""
    return _list_carried(state.setup, model)


@memo_per_terrain(Size.LARGE)
def _list_carried(setup: Setup, model: str) -> tuple[Weapon, ...]:
    return tuple(
        _make_weapon(i) for i in setup.weapons.get(model, ()) if i.card.kind in ("melee", "ranged")
    )


def find_weapon(state: State, model: str, key: str) -> Weapon | None:
    """Return a model's weapon with this key, or the first with this name, or None."""
    armed = model_weapons(state, model)
    return next((w for w in armed if w.key == key), None) or next(
        (w for w in armed if w.card == key), None
    )
