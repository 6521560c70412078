"""Check the types of the parts that a game writes, so that no fault shows in a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wc3d.engine.ruleset_types import MissionEntry
from wc3d.simple_game.actions import SimpleAction
from wc3d.simple_game.state import SimpleState
from wc3d.table.space_policy import SpacePolicy

MAX_ROUNDS = 100
"""The most rounds of a game."""


def find_wrong_part(game: Any) -> str:
    """Return the first part of a game that has a wrong type, and what is expected; "" for none."""
    bots = game.bots
    checks = {
        "name: expected a text": isinstance(game.name, str),
        "title: expected a text": isinstance(game.title, str),
        'place: expected a text such as "mine.game:RULES"': isinstance(game.place, str),
        "actions: expected a tuple of classes on top of SimpleAction": are_actions(game.actions),
        "missions: expected a tuple of MissionEntry, the default first": _are_missions(
            game.missions
        ),
        f"rounds: expected a whole number from 1 to {MAX_ROUNDS}": (
            type(game.rounds) is int and 1 <= game.rounds <= MAX_ROUNDS
        ),
        "space: expected a SpacePolicy": isinstance(game.space, SpacePolicy),
        "state_type: expected a class on top of SimpleState": (
            isinstance(game.state_type, type) and issubclass(game.state_type, SimpleState)
        ),
        'bots: expected names with "module:Class", the default first': (
            isinstance(bots, Mapping)
            and bool(bots)
            and all(isinstance(word, str) for pair in bots.items() for word in pair)
        ),
    }
    return next((part for part, is_right in checks.items() if not is_right), "")


def are_actions(value: Any) -> bool:
    """Return whether a value is a tuple of kinds of actions."""
    return isinstance(value, tuple) and all(
        isinstance(kind, type) and issubclass(kind, SimpleAction) for kind in value
    )


def _are_missions(value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(isinstance(mission, MissionEntry) for mission in value)
    )
