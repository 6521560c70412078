"""List the Cyphers that plans for a turn consider, and the units that have to act for them."""

from __future__ import annotations

from wc3d.engine.abilities import Do
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots.ability_evaluation import card_play_value, unit_id_of
from wc3d.games.neo_mechanika.bots.player import MIN_ACTION_VALUE, list_offered_actions
from wc3d.games.neo_mechanika.bots.turn_plan import see
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.actions import Play
from wc3d.games.neo_mechanika.rules.state import State

MAX_CARDS = 4
"""The maximum number of plays of Cyphers that plans consider."""


def list_cards(ahead: Position, *, is_before_units: bool = False) -> list[Play]:
    """List the most valuable plays of Cyphers at the open question.

    A card that removes an activation token is listed only `is_before_units`, while its unit can
    still activate in the same turn.
    """
    view = see(ahead)
    plays = [
        (card_play_value(ahead.state, a), a)
        for a in list_offered_actions(view, Play)
        if is_before_units or not readies_unit(a)
    ]
    ranked = sorted((p for p in plays if p[0] >= MIN_ACTION_VALUE), key=lambda p: -p[0])
    return [a for _, a in ranked[:MAX_CARDS]]


def readies_unit(play: Play) -> bool:
    """Return whether a Cypher removes an activation token."""
    clauses = ABILITIES.get(f"cypher:{play.card}", ())
    return any(
        isinstance(effect, vocabulary.TakeToken)
        for clause in clauses
        if isinstance(clause, Do)
        for effect in clause.effects
    )


def find_acting_unit(state: State, play: Play) -> str:
    """Return the player's unit that has to act this turn for a Cypher to be worth its card.

    These are units that the Cypher readies or improves for this turn. For others, return "".
    """
    card = state.setup.cards.cyphers[play.card]
    unit = unit_id_of(state, play.on)
    if card.kind == "fury" or unit not in state.units or state.units[unit].player != play.player:
        return ""
    return unit if card.expires == "turn" or readies_unit(play) else ""
