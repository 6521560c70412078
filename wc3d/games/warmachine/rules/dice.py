"""The game's dice. Attack and damage rolls use two d6; a boost or a rule may add more."""

from __future__ import annotations

from wc3d.engine.dice import Die

D6 = Die("d6", (1, 2, 3, 4, 5, 6))

BASE_DICE = 2
"""The dice of an attack or damage roll (WM-ATK-05, WM-DMG-01)."""


def dice_pool(count: int = 1) -> tuple[Die, ...]:
    """Return `count` d6."""
    return (D6,) * count


def d6_to_d3(face: int) -> int:
    """Return a d6 face as a d3: half, rounded up (WM-REF-72)."""
    return (face + 1) // 2
