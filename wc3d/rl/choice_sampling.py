"""A list of legal actions to choose from by number, because positions are continuous."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from pydantic import BaseModel

from wc3d.engine.actions import Action
from wc3d.engine.game import View
from wc3d.errors import InputError

RANDOM_TRIES = 2
"""The number of random actions of each kind, because positions are continuous."""


def sample_choices(
    view: View,
    rng: random.Random,
    max_choices: int,
    listed: bool = True,
    propose: Callable[[View], Iterable[Action]] | None = None,
) -> list[Action]:
    """Return up to `max_choices` legal actions of a player, at least one of each offered kind.
    Raises InputError if that is too few.

    With `listed`, return the actions that the rules list (all if finite, else useful ones) and
    some random ones. Without it, return a random action of each kind, which is faster. The legal
    actions that `propose` yields come first.
    """
    offers = view.offers
    if max_choices < len(offers):
        raise InputError(
            f"the game offers {len(offers)} kinds of action, but there is room for {max_choices} choices; set choices to at least {len(offers)}"
        )
    proposed = list(propose(view)) if propose is not None else []
    actions: list[Action] = []
    for place, offer in enumerate(offers):
        share = (max_choices - len(actions)) // (len(offers) - place)
        own: dict[Any, Action] = {}
        if proposed:
            for action in islice((a for a in proposed if a.type == offer.type), share):
                own.setdefault(_rounded(action), action)
        if listed:
            for action in islice(offer.candidates(), share - len(own)):
                own.setdefault(_rounded(action), action)
        for _ in range(min(RANDOM_TRIES if listed else 1, share - len(own))):
            sampled = offer.sample(rng)
            if sampled is not None:
                own.setdefault(_rounded(sampled) if listed else None, sampled)
        actions += own.values()
    return actions


PLACE_DIGITS = 6
"""The decimals of inches in which two places differ."""


def _rounded(value: Any) -> Any:
    """Return a hashable form of an action in which equal places are equal despite rounding errors."""
    if isinstance(value, float):
        return round(value, PLACE_DIGITS) + 0.0
    if isinstance(value, tuple):
        return tuple(map(_rounded, value))
    if isinstance(value, dict):
        return tuple((key, _rounded(part)) for key, part in value.items())
    if isinstance(value, BaseModel):
        return type(value).__name__, _rounded(vars(value))
    return value
