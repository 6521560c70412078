"""A few of the actions a player may ask for, so that a program can choose one by its number."""
from __future__ import annotations

import random
from itertools import islice

from wc3d.engine.actions import Action
from wc3d.engine.game import View

RANDOM_TRIES = 2
"""Actions drawn by chance for each kind, beside those the rules list: of places there is no end."""


def sample_choices(view: View, rng: random.Random, max_choices: int, listed: bool = True) -> list[Action]:
    """At most so many legal actions of a player, each kind that is offered among them. Raises ValueError for `max_choices` too small.

    `listed`: those that the rules list (all where they are finite in number, else the ones worth naming), and some by chance;
    without, one by chance of each kind: quicker.
    """
    offers = view.offers
    if max_choices < len(offers):
        raise ValueError(f"{len(offers)} kinds of action are offered, but there is room for only {max_choices} choices")
    actions: list[Action] = []
    for place, offer in enumerate(offers):
        share = (max_choices - len(actions)) // (len(offers) - place)
        own = list(islice(offer.candidates(), share)) if listed else []
        for _ in range(min(RANDOM_TRIES if listed else 1, share - len(own))):
            action = offer.sample(rng)
            if action is not None and action not in own:
                own.append(action)
        actions += own
    return actions
