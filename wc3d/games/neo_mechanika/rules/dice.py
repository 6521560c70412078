"""The game's dice: Action Dice, Power Dice and six-sided dice (p. 26)."""

from __future__ import annotations

from wc3d.engine.dice import Die

ACTION_DIE = Die("Action", (0, 0, 0, 1, 1, 2))
POWER_DIE = Die("Power", (0, 1, 1, 1, 1, 2))
D6 = Die("d6", (1, 2, 3, 4, 5, 6))


def dice_pool(action: int = 0, power: int = 0) -> tuple[Die, ...]:
    """Return a pool of Action Dice, then Power Dice."""
    return (ACTION_DIE,) * action + (POWER_DIE,) * power


def d6_to_d3(face: int) -> int:
    """Return a d6 result as a d3: halved, rounded up (p. 26)."""
    return (face + 1) // 2
