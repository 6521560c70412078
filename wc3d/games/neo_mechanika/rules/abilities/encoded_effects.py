"""The five continuous effects and what each changes in the model it is on (p. 36†)."""

from __future__ import annotations

from functools import lru_cache

from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Add

CORROSION, FIRE, LOCK_DOWN, SYSTEM_FAILURE, TUNE_UP = (
    "corrosion",
    "fire",
    "lock_down",
    "system_failure",
    "tune_up",
)

EFFECT_MODIFIERS: dict[str, tuple[tuple[str, int], ...]] = {
    CORROSION: (("ARM", -1),),
    FIRE: (("MAT", -1), ("RAT", -1)),
    LOCK_DOWN: (("SPD", -2),),
    SYSTEM_FAILURE: (),
    TUNE_UP: (("STR", 1), ("MAT", 1), ("RAT", 1), ("DEF", 1)),
}
"""The five effects (NM-CON-12), and what each adds to the stats of the model it is on (NM-CON-04, 06, 08, 10)."""

DAMAGING_EFFECTS = (CORROSION, FIRE)
"""These deal damage when they stay (NM-CON-05, NM-CON-07)."""


def effect_type(effect: str) -> str:
    """The effect's type: "system_failure:melee" is of type "system_failure"."""
    return effect.partition(":")[0]


@lru_cache(maxsize=64)
def effect_modifiers(effect: str) -> tuple[Add, ...]:
    """What an effect changes in the stats of the model it is on."""
    return tuple(Add(stat, amount) for stat, amount in EFFECT_MODIFIERS[effect_type(effect)])
