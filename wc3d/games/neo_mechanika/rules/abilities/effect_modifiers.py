"""The five continuous effects and the changes they make to a model (p. 36†)."""

from __future__ import annotations

from wc3d._internal.memo import Size, memo_per_process
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Add

CORROSION = "corrosion"
FIRE = "fire"
LOCK_DOWN = "lock_down"
SYSTEM_FAILURE = "system_failure"
TUNE_UP = "tune_up"

EFFECT_MODIFIERS: dict[str, tuple[tuple[str, int], ...]] = {
    CORROSION: (("ARM", -1),),
    FIRE: (("MAT", -1), ("RAT", -1)),
    LOCK_DOWN: (("SPD", -2),),
    SYSTEM_FAILURE: (),
    TUNE_UP: (("STR", 1), ("MAT", 1), ("RAT", 1), ("DEF", 1)),
}
"""The five effects (NM-CON-12) and their changes to stats (NM-CON-04, 06, 08, 10)."""

DAMAGING_EFFECTS = (CORROSION, FIRE)
"""The effects that deal damage when they stay (NM-CON-05, NM-CON-07)."""


def effect_kind(effect: str) -> str:
    """Return the effect's type: "system_failure:melee" is of type "system_failure"."""
    return effect.partition(":")[0]


@memo_per_process(Size.SMALL)
def effect_modifiers(effect: str) -> tuple[Add, ...]:
    """Return the changes that an effect makes to a model's stats."""
    return tuple(Add(stat, amount) for stat, amount in EFFECT_MODIFIERS[effect_kind(effect)])
