"""Kinds of attacks by what flies, burns or strikes. They decide the effects and the sound."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum


class AttackKind(StrEnum):
    """The kind of an attack on the screen."""

    MELEE = "melee"
    BALLISTIC = "ballistic"
    EXPLOSIVE = "explosive"
    ENERGY = "energy"
    FIRE = "fire"
    COLD = "cold"
    CORROSION = "corrosion"
    FORCE = "force"
    MAGIC = "magic"


KINDS_BY_ENERGY = {
    "explosion": AttackKind.EXPLOSIVE,
    "fire": AttackKind.FIRE,
    "cold": AttackKind.COLD,
    "corrosion": AttackKind.CORROSION,
    "beam": AttackKind.ENERGY,
    "energy": AttackKind.ENERGY,
    "electricity": AttackKind.ENERGY,
    "force": AttackKind.FORCE,
    "ballistic": AttackKind.BALLISTIC,
    "kinetic": AttackKind.BALLISTIC,
}
"""The kind of a ranged attack by its type of damage; the first type in this order decides."""


def attack_kind_of(
    kind: str, energy: Collection[str] = (), usual: AttackKind = AttackKind.BALLISTIC
) -> AttackKind:
    """Return the kind of an attack from its kind and types of damage in the rules."""
    if kind == "melee":
        return AttackKind.MELEE
    return next((look for name, look in KINDS_BY_ENERGY.items() if name in energy), usual)
