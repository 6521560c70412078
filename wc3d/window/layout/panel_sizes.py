"""How large the panels of a game are, in pixels of an ordinary screen."""
from __future__ import annotations

BAR = 46.0
"""The height of the bar at the top."""
LEFT, RIGHT = 240.0, 312.0
"""The widths of the panels at the sides."""


def cut(words: str, limit: int) -> str:
    """Words with so many characters at most."""
    return words if len(words) <= limit else words[: limit - 1] + "…"
