"""Sizes of the game panels, in pixels of an ordinary screen."""

from __future__ import annotations

TOP_BAR_HEIGHT_PX = 46.0
"""Height of the top bar."""
LEFT_WIDTH_PX, RIGHT_WIDTH_PX = 240.0, 312.0
"""Widths of the side panels."""


def shorten_text(words: str, limit: int) -> str:
    """Shorten a text to `limit` characters."""
    return words if len(words) <= limit else words[: limit - 1] + "…"
