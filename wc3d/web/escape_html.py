"""Text of people's files within the page: it neither commands a browser nor turns the words around it."""

from __future__ import annotations

import re
from html import escape

from wc3d.errors import escape_control_characters

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
"""A letter or a number of a script that is written from right to left."""

_RUN = re.compile(rf"{_LETTER}(?:[\W\d_]*{_LETTER})*")
"""Words of such a script."""

BIDI_ISOLATE_FORMAT = "\u2068{}\u2069"
"""How a text keeps its own direction within another one, in attributes and drawings too."""


def escape_html(text: str) -> str:
    """A text for HTML or SVG: nothing in it is a tag or a command, and words written from right to left stay where they are."""
    return escape(
        _RUN.sub(
            lambda found: BIDI_ISOLATE_FORMAT.format(found[0]), escape_control_characters(text)
        )
    )
