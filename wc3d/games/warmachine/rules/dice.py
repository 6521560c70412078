"""The game's dice: six-sided ones. Attack and damage are rolled with two; a boost adds one, and so may a rule."""

from __future__ import annotations

from wc3d.engine.dice import Die

D6 = Die("d6", (1, 2, 3, 4, 5, 6))

BASE_DICE = 2
"""The dice of every attack and damage roll (WM-ATK-05, WM-DMG-01)."""


def dice_pool(count: int = 1) -> tuple[Die, ...]:
    """So many d6."""
    return (D6,) * count


def d6_to_d3(face: int) -> int:
    """What a d6 face is as a d3: halved, rounded up (WM-REF-72)."""
    return (face + 1) // 2
