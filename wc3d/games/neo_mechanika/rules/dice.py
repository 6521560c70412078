"""The game's dice: Action Dice, Power Dice and six-sided dice (p. 26)."""

from __future__ import annotations

from wc3d.engine.dice import Die

ACTION_DIE = Die("Action", (0, 0, 0, 1, 1, 2))
POWER_DIE = Die("Power", (0, 1, 1, 1, 1, 2))


def dice_pool(action: int = 0, power: int = 0) -> tuple[Die, ...]:
    """Return a pool of Action Dice, then Power Dice."""
    return (ACTION_DIE,) * action + (POWER_DIE,) * power
