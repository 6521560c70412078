"""The syntax of typed actions and points."""

from __future__ import annotations

import re

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.actions import Point

ACTION_FORMS = {
    "advance": "advance MODEL X,Y [X,Y ...] [jump:X,Y] [ladder:ID@X,Y] [MODEL@X,Y ...], or advance MODEL stay",
    "attack": "attack MODEL WEAPON TARGET [MODE]",
    "use": "use ABILITY [MODEL] [TARGET]",
    "activate": "activate UNIT",
    "charge": "charge UNIT_OR_GATE",
    "clear": "clear UNIT_OR_GATE [ARC] [UNIT_OR_GATE [ARC] ...]",
    "play": "play CARD TARGET [through MODEL]",
    "deploy": "deploy UNIT [X,Y] [through GATE] [with ATTACHMENT] [MODEL@X,Y ...]",
    "recall": "recall UNIT",
    "gate": "gate X,Y ARC [by MODEL]",
    "place": "place [MODEL] X,Y",
    "discard": "discard CARD",
    "choose": "choose OPTION",
    "pass": "pass",
    "concede": "concede",
}
"""The syntax of each action. Points can have a height: X,Y,Z; two numbers are also a point."""

ACTION_SYNONYMS = {
    "move": "advance",
    "shoot": "attack",
    "fire": "attack",
    "end": "pass",
    "done": "pass",
    "next": "pass",
    "cast": "play",
}
"""Synonyms of the action words."""

STAY_WORD = "stay"
"""The word after `advance MODEL` with which the model uses its advance and does not move."""

NUMBER_PATTERN = r"-?\d+(?:\.\d+)?"
POINT_PATTERN = re.compile(rf"{NUMBER_PATTERN}(?:,{NUMBER_PATTERN}){{1,2}}")


def parse_point(text: str) -> Point:
    """Return the point in "12,4" or "12,4,3". Raises InputError."""
    if not POINT_PATTERN.fullmatch(text):
        raise InputError(f"expected X,Y or X,Y,Z in inches, for example 12,4, found {text!r}")
    numbers = tuple(float(n) for n in text.split(","))
    return numbers  # type: ignore[return-value]
