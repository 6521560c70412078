"""A few of the actions a player may ask for, so that a program can choose one by its number."""
from __future__ import annotations

import random
from itertools import islice

from wc3d.engine.actions import Action
from wc3d.engine.game import View

TRIES = 2
"""Actions drawn by chance for each kind, beside those the rules list: of places there is no end."""


def choices(view: View, rng: random.Random, most: int, listed: bool = True) -> list[Action]:
    """At most so many legal actions of a player, each kind that is offered among them. Raises ValueError for `most` too small.

    `listed`: those that the rules list (all where they are finite in number, else the ones worth naming), and some by chance;
    without, one by chance of each kind: quicker.
    """
    offers = view.offers
    if most < len(offers):
        raise ValueError(f"{len(offers)} kinds of action are offered, but there is room for only {most} choices")
    found: list[Action] = []
    for place, offer in enumerate(offers):
        share = (most - len(found)) // (len(offers) - place)
        own = list(islice(offer.candidates(), share)) if listed else []
        for _ in range(min(TRIES if listed else 1, share - len(own))):
            drawn = offer.sample(rng)
            if drawn is not None and drawn not in own:
                own.append(drawn)
        found += own
    return found
