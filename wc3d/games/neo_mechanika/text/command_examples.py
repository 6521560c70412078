"""List the commands and example actions of a terminal game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from wc3d.engine.actions import Action, Offer
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import ability_name
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.usable_abilities import usable_abilities
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.games.neo_mechanika.text import board_text, typed_names
from wc3d.games.neo_mechanika.text.action_syntax import ACTION_SYNONYMS
from wc3d.games.neo_mechanika.text.card_names import find_cards_by_key
from wc3d.games.neo_mechanika.text.player_queries import (
    look_up_card,
    look_up_distance,
    look_up_hand,
    look_up_rules,
    look_up_sight,
)

CONTINUOUS_ACTIONS = ("advance", "place_gate", "place")
"""Kinds with infinitely many actions, of which a varied sample is listed."""

MAX_SAMPLED_ACTIONS = 40
"""The maximum number of these actions examined."""

LOOKUPS: Mapping[str, Callable[[Game, str], list[str]]] = {
    "map": lambda game, rest: board_text.draw_board(game.state),
    "terrain": lambda game, rest: board_text.list_terrain(game.state),
    "units": lambda game, rest: board_text.list_units(game.state),
    "hand": lambda game, rest: look_up_hand(game.state, game.to_act or 0),
    "cards": lambda game, rest: look_up_hand(game.state, game.to_act or 0),
    "card": lambda game, rest: look_up_card(game.state, rest),
    "rules": lambda game, rest: look_up_rules(rest),
    "rule": lambda game, rest: look_up_rules(rest),
    "measure": lambda game, rest: look_up_distance(game.state, rest.split()),
    "sight": lambda game, rest: look_up_sight(game.state, rest.split()),
    "los": lambda game, rest: look_up_sight(game.state, rest.split()),
}
"""The queries, by the typed word."""

LOOKUP_HELP = (
    "end                 the same as pass: do no more here and go on to the next step",
    "map, units, hand    show the board from above, all units, the cards in your hand",
    "terrain             list every terrain feature with its height and place, and the ladders",
    "card NAME           show a unit, weapon, Cypher or ability",
    "rules WORD ...      search the rules; or ask after a question mark: ? can I shoot my own gate",
    "measure A to B      measure between two models, objectives or points",
    "sight A to B        check whether A sees B, and whether B has cover",
)

NAMES_HELP = 'Names may be short: "wolf" for Dusk Wolf, "team_b" for Ranger Fire Team B, or a label on the map.'


def example_actions(offer: Offer, limit: int) -> list[Action]:
    """Return varied examples of a kind of action, or up to 3 * `limit` of a finite kind."""
    if offer.type == "place_gate":
        sites: dict[Any, Action] = {}
        for action in islice(offer.candidates(), limit * 5):
            sites.setdefault(getattr(action, "at", None), action)
        return list(sites.values())[:limit]
    if offer.type in CONTINUOUS_ACTIONS:
        candidates = list(islice(offer.candidates(), max(MAX_SAMPLED_ACTIONS, limit)))
        return candidates[:: max(1, len(candidates) // limit)][:limit]
    return list(islice(offer.candidates(), 3 * limit))


CONNECTING_WORDS = ("to", "at", "with", "through", "by", "near")
"""The words allowed between names."""


def list_completions(game: Game, order: str) -> list[str]:
    """Return Tab completions for an order; for "" the options of the open question."""
    state = game.state
    player = game.to_act or 0
    options = list(getattr(find_open_question(state), "options", ()))
    order = ACTION_SYNONYMS.get(order, order)
    if order in ("", "choose"):
        return options
    if order == "card":
        return [card.name for card in find_cards_by_key(state.setup.cards).values()]
    if order in ("rules", "rule", "map", "terrain", "units", "hand", "cards", "concede", "pass"):
        return []
    cards = list(typed_names.hand_card_names(state, player).values())
    return (
        cards
        if order == "discard"
        else [
            *_list_names(state),
            *_list_weapons_and_abilities(state, player),
            *cards,
            *options,
            *CONNECTING_WORDS,
        ]
    )


def _list_names(state: State) -> Iterator[str]:
    """Yield the names of units, models, void gates and objectives, and ids of ladders."""
    yield from typed_names.unit_names(state).values()
    yield from typed_names.names_on_table(state).values()
    yield from typed_names.objective_names(state).values()
    yield from (ladder.id for ladder in state.setup.table.ladders)


def _list_weapons_and_abilities(state: State, player: int) -> Iterator[str]:
    """Yield the weapons and usable abilities of a player's models on the table."""
    own = [
        m for m in state.models.values() if state.owner(m.id) == player and state.is_on_table(m.id)
    ]
    for model in own:
        yield from (weapon.name for weapon in model_weapons(state, model.id))
        yield from (
            ability_name(state, borne.ability) for _, borne in usable_abilities(state, model.id)
        )
