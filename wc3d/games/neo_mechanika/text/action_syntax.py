"""How actions and points are typed."""
from __future__ import annotations

import re

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.actions import Point

FORMS = {
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

ALSO = {
    "move": "advance", "shoot": "attack", "fire": "attack", "end": "pass", "done": "pass", "next": "pass", "cast": "play",
}  # fmt: skip
"""Other words for the same."""

STAY = "stay"
"""Typed after `advance MODEL`: the model uses its advance and keeps its place."""

NUMBER = r"-?\d+(?:\.\d+)?"
POINT = re.compile(rf"{NUMBER}(?:,{NUMBER}){{1,2}}")


def point(text: str) -> Point:
    """A point from "12,4" or "12,4,3". Raises InputError."""
    if not POINT.fullmatch(text):
        raise InputError(f"{text!r} is not a point: expected X,Y or X,Y,Z in inches, as in 12,4")
    numbers = tuple(float(n) for n in text.split(","))
    return numbers  # type: ignore[return-value]
