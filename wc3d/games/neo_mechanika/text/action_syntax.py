"""How actions and points are typed."""

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
"""How each action is typed. Points may have a height: X,Y,Z; two numbers are a point, too."""

ACTION_SYNONYMS = {
    "move": "advance",
    "shoot": "attack",
    "fire": "attack",
    "end": "pass",
    "done": "pass",
    "next": "pass",
    "cast": "play",
}
"""Other words for the same."""

STAY_WORD = "stay"
"""Typed after `advance MODEL`: the model uses its advance and keeps its place."""

NUMBER_PATTERN = r"-?\d+(?:\.\d+)?"
POINT_PATTERN = re.compile(rf"{NUMBER_PATTERN}(?:,{NUMBER_PATTERN}){{1,2}}")


def parse_point(text: str) -> Point:
    """A point from "12,4" or "12,4,3". Raises InputError."""
    if not POINT_PATTERN.fullmatch(text):
        raise InputError(f"{text!r} is not a point: expected X,Y or X,Y,Z in inches, as in 12,4")
    numbers = tuple(float(n) for n in text.split(","))
    return numbers  # type: ignore[return-value]
