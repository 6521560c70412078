"""The moments at which abilities trigger."""

from __future__ import annotations

from enum import StrEnum


class Moment(StrEnum):
    """A moment at which abilities trigger."""

    TURN_START = "turn start"
    ACTIVATION_START = "activation start"
    DECLARED = "attack declared"
    CARD_PLAYED = "a Cypher is played on a unit"
    CARD_EXPIRING = "a Cypher is about to expire"
    ROLLED = "attack and defence rolled"
    SOMEONE_HIT = "someone is hit"
    HIT = "hit, before damage"
    BEFORE_DAMAGE = "just before the damage roll"
    DAMAGE_ROLLED = "damage rolled"
    WOUNDED = "about to suffer damage points"
    AFTER_ATTACKED = "an attack on it is resolved"
    AFTER_ATTACK = "its attack is resolved"
    AFTER_FURY = "a Fury through it is resolved"
    ACTIVATION_END = "activation end"

    def __repr__(self) -> str:
        return f"<Window.{self.name}: {self.value!r}>"  # stable in the hashes of saved games
