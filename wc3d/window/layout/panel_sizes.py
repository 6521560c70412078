"""How large the panels of a game are, in pixels of an ordinary screen."""

from __future__ import annotations

TOP_BAR_HEIGHT_PX = 46.0
"""The height of the bar at the top."""
LEFT_WIDTH_PX, RIGHT_WIDTH_PX = 240.0, 312.0
"""The widths of the panels at the sides."""


def shorten_text(words: str, limit: int) -> str:
    """Words with so many characters at most."""
    return words if len(words) <= limit else words[: limit - 1] + "…"
