"""What can be typed in a terminal game besides actions, and which actions are listed there."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from wc3d.engine.actions import Action, Offer
from wc3d.engine.game import Game
from wc3d.warcaster.words import board_text
from wc3d.warcaster.words.lookups import look_up_card, look_up_hand, look_up_rules, look_up_sight, measure

CONTINUOUS = ("advance", "place_gate", "place")
"""Kinds of which there are endlessly many: some are listed, spread over what was found."""

FOUND = 40
"""How many of those are looked at."""

LOOKUPS: Mapping[str, Callable[[Game, str], list[str]]] = {
    "map": lambda game, rest: board_text.plan(game.state),
    "terrain": lambda game, rest: board_text.terrain(game.state),
    "units": lambda game, rest: board_text.units(game.state),
    "hand": lambda game, rest: look_up_hand(game.state, game.to_act or 0),
    "cards": lambda game, rest: look_up_hand(game.state, game.to_act or 0),
    "card": lambda game, rest: look_up_card(game.state, rest),
    "rules": lambda game, rest: look_up_rules(rest),
    "rule": lambda game, rest: look_up_rules(rest),
    "measure": lambda game, rest: measure(game.state, rest.split()),
    "sight": lambda game, rest: look_up_sight(game.state, rest.split()),
    "los": lambda game, rest: look_up_sight(game.state, rest.split()),
}
"""What can be looked up, by the word that is typed."""

LOOKUP_HELP = (
    "map, units, hand    the board from above, all units, your cards; terrain: what stands where, how high, and the ladders",
    "card NAME           a unit, weapon, Cypher or ability and what it does",
    "rules WORD ...      what the rules say; so does a question after a question mark: ? can I shoot my own gate",
    "measure A to B      how far two models, objectives or points are from each other",
    "sight A to B        who sees whom, and cover",
)

NAMES_HELP = 'Names may be short: "wolf" for Dusk Wolf, "team_b" for Ranger Fire Team b, or a label of the plan.'


def examples(offer: Offer, most: int) -> list[Action]:
    """Actions of a kind to be listed; of a kind with endlessly many some that differ, of others three times as many."""
    if offer.type == "place_gate":
        sites: dict[Any, Action] = {}
        for action in islice(offer.candidates(), most * 5):
            sites.setdefault(getattr(action, "at", None), action)
        return list(sites.values())[:most]
    if offer.type in CONTINUOUS:
        found = list(islice(offer.candidates(), max(FOUND, most)))
        return found[:: max(1, len(found) // most)][:most]
    return list(islice(offer.candidates(), 3 * most))
