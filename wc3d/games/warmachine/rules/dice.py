"""The game's dice. Attack and damage rolls use two d6; a boost or a rule may add more."""

from __future__ import annotations

from wc3d.engine.dice import D6, Die

BASE_DICE = 2
"""The dice of an attack or damage roll (WM-ATK-05, WM-DMG-01)."""


def dice_pool(count: int = 1) -> tuple[Die, ...]:
    """Return `count` d6."""
    return (D6,) * count
