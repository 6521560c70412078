"""The game's dice: Action Dice, Power Dice and six-sided ones (p. 26)."""
from __future__ import annotations

from wc3d.engine.dice import Die

ACTION = Die("Action", (0, 0, 0, 1, 1, 2))
POWER = Die("Power", (0, 1, 1, 1, 1, 2))
D6 = Die("d6", (1, 2, 3, 4, 5, 6))


def pool(action: int = 0, power: int = 0) -> tuple[Die, ...]:
    """So many Action Dice and then so many Power Dice."""
    return (ACTION,) * action + (POWER,) * power


def d3(face: int) -> int:
    """What a d6 face is as a d3: halved, rounded up (p. 26)."""
    return (face + 1) // 2
