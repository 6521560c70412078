"""Escaping of user text for pages, including the direction of writing."""

from __future__ import annotations

import re
from html import escape

from wc3d.errors import escape_control_characters

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
"""A letter or a digit of a right-to-left script."""

_RUN = re.compile(rf"{_LETTER}(?:[\W\d_]*{_LETTER})*")
"""A run of right-to-left words."""

BIDI_ISOLATE_FORMAT = "\u2068{}\u2069"
"""Unicode isolates that protect the direction of a text, in attributes and drawings too."""


def escape_html(text: str) -> str:
    """Escape a text for HTML or SVG, with its right-to-left words isolated."""
    return escape(
        _RUN.sub(
            lambda found: BIDI_ISOLATE_FORMAT.format(found[0]), escape_control_characters(text)
        )
    )
