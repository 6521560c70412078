"""Suggestions for unknown words, and plurals."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def suggest_similar(id: object, names: Iterable[str]) -> str:
    """Return the end of a message about an unknown id: the most similar known names."""
    matches = get_close_matches(str(id), list(names), 3)
    return f"; did you mean {' or '.join(matches)}?" if matches else ""


def pluralize(count: int, noun: str) -> str:
    """Return a count with its noun: "1 action", "2 actions"."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


ENDINGS = (
    ("men", "man"),
    ("lves", "lf"),
    ("rves", "rf"),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("ss", "ss"),
    ("us", "us"),
    ("is", "is"),
    ("s", ""),
)
"""Plural endings and their singular endings; the first match counts."""

IRREGULAR = {"corps": "corps", "thieves": "thief", "heroes": "hero"}
"""Irregular plurals and their singulars."""

NOT_Y = ("zombies", "valkyries", "faeries", "pixies", "rookies", "genies")
"""Plurals in -ies whose singular ends in -ie."""


def singular(noun: str) -> str:
    """Return the singular of a plural, or of the plural at the end of a name.

    Words that are not known plurals stay unchanged.

    >>> singular("Vassal Reavers"), singular("Pikemen"), singular("Ranger Fire Team")
    ('Vassal Reaver', 'Pikeman', 'Ranger Fire Team')
    """
    head, of, rest = noun.partition(" of ")
    prefix, space, word = head.rpartition(" ")
    lower = word.lower()
    if lower in IRREGULAR:
        word = word[0] + IRREGULAR[lower][1:]
    elif lower.endswith("ies") and len(word) > 4 and lower not in NOT_Y:
        word = f"{word[:-3]}y"
    else:
        fitting = ((plural, one) for plural, one in ENDINGS if lower.endswith(plural))
        plural, replacement = next(fitting, ("", ""))
        word = word[: len(word) - len(plural)] + replacement
    return f"{prefix}{space}{word}{of}{rest}"
