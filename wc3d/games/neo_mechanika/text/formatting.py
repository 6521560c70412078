"""Format names, places, lengths, dice and pages for players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wc3d.engine.dice import d6_to_d3
from wc3d.engine.text import add_details, join_words
from wc3d.games.neo_mechanika.rules.book.rulebook import rule_page, rule_source
from wc3d.games.neo_mechanika.rules.events import Rolled
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, State


def cite_rule(rule: str) -> str:
    """Return a rule's page for the end of a sentence: " (p. 30)"; an empty string without a rule.

    A ruling adds its id, because the page does not have it: " (p. 30, NM-SIL-158)". A rule without
    a certain page has its id only: " (NM-CON-02)".
    """
    if not rule:
        return ""
    page = rule_page(rule)
    if page.startswith(("<", "~")):
        return f" ({rule})"
    return f" ({rule_source(page, rule if rule.startswith('NM-SIL') else '')})"


def player_name(state: State, player: int) -> str:
    """Return a player's name."""
    return state.setup.names[player - 1]


def display_name(state: State, id: str) -> str:
    """Return the name of a unit, model, void gate or objective, with its owner if both sides have
    that name.

    Removed void gates also have names.
    """
    kind = id.split(".")
    if len(kind) < 3:
        return state.name(id)
    player = int(kind[0])
    card = kind[1]
    if card == "gate":
        return f"{player_name(state, player)}'s Void Gate {kind[2]}"
    shared = any(
        i.partition(".")[2].startswith(f"{card}.") and state.owner(i) != player
        for i in (*state.units, *state.models)
    )
    return f"{player_name(state, player)}'s {state.name(id)}" if shared else state.name(id)


def join_display_names(state: State, ids: Iterable[str]) -> str:
    """Return several names: "A, B and C"."""
    return join_words([display_name(state, id) for id in ids])


def is_plural(state: State, id: str) -> bool:
    """Return whether a unit's name is plural: a squad, except for singular names (Fire Team)."""
    return (
        id in state.units
        and len(state.units[id].models) > 1
        and state.setup.card_of(id).name.endswith("s")
    )


def card_name(state: State, card: str) -> str:
    """Return a Cypher's name, or "a card" if the reader does not know it."""
    if card == HIDDEN_CARD:
        return "a card"
    cypher = state.setup.cards.cyphers.get(card)
    return cypher.name if cypher else card


def describe_cards(state: State, cards: Sequence[str]) -> str:
    """Name several cards; hidden ones by their number."""
    hidden_count = sum(card == HIDDEN_CARD for card in cards)
    if hidden_count:
        return f"{hidden_count} cards" if hidden_count > 1 else "a card"
    return join_words([card_name(state, card) for card in cards])


def effect_name(effect: str) -> str:
    """Return the name of a continuous effect: "System Failure (melee)"."""
    kind, _, qualifier = effect.partition(":")
    return kind.replace("_", " ").title() + (f" ({qualifier})" if qualifier else "")


def format_place(at: Sequence[float]) -> str:
    """Format a place: (12, 9), with its height unless zero."""
    x, y, z = (f"{round(v, 1) + 0.0:g}" for v in at)
    return f"({x}, {y})" if z == "0" else f'({x}, {y}), {z}" up'


def format_faces(action: Sequence[int], power: Sequence[int]) -> str:
    """Format the faces of dice, Action Dice first: [1 0 2 0 | 1 1]."""
    action_text = " ".join(map(str, action))
    right = " ".join(map(str, power))
    return f"[{action_text} | {right}]" if action_text and right else f"[{action_text or right}]"


def format_pool(action: int, power: int) -> str:
    """Format a dice pool: "4 AD + 2 PD"."""
    return (
        " + ".join(f"{n} {kind}" for n, kind in ((action, "AD"), (power, "PD")) if n) or "no dice"
    )


def format_dice(roll_event: Rolled) -> str:
    """Format the dice of a roll with their faces: "4 AD + 2 PD [1 0 2 0 | 1 1]"."""
    pool = format_pool(len(roll_event.action), len(roll_event.power))
    return (
        f"{pool} {format_faces(roll_event.action, roll_event.power)}"
        if roll_event.action or roll_event.power
        else pool
    )


def format_strikes(count: int) -> str:
    """Format a number of strikes."""
    return f"{count} strike" + ("s" if count != 1 else "")


ROLL_NAMES = {
    "attack": "attack roll",
    "defence": "defense roll",
    "damage": "damage roll",
    "blast damage": "blast damage roll",
    "collateral damage": "collateral damage roll",
    "Strafe": "Strafe roll",
}
"""The rolls of an attack, by the reason in the event."""

ROLL_PURPOSES = {
    "first turn or choice of side": "the first turn or choice of side",
    "objective removed": "the objective to remove",
    "active drop zones": "the active drop zones",
}
"""The purposes of plain dice rolls, by the reason in the event."""


def roll_name(roll_event: Rolled) -> str:
    """Return the name of a roll: "attack roll", or "attack reroll"."""
    name = (
        "fall damage roll"
        if " falls " in roll_event.why
        else ROLL_NAMES.get(roll_event.why, f"roll for {roll_event.why}")
    )
    return name.replace("roll", "reroll", 1) if roll_event.again else name


def format_roll(roll_event: Rolled) -> str:
    """Return the result of a roll: "attack roll: 5 strikes · 4 AD + 2 PD [1 0 2 0 | 1 1]"."""
    return add_details(
        f"{roll_name(roll_event)}: {format_strikes(roll_event.strikes)}", format_dice(roll_event)
    )


def format_plain_roll(roll_event: Rolled) -> str:
    """Return the result of a plain dice roll: "rolls 5 for the first turn or choice of side"."""
    reason = roll_event.why.removesuffix(" (d3)").removesuffix(" (d6)")
    purpose = ROLL_PURPOSES.get(
        reason, reason.replace("places equally near", "equally near places")
    )
    if roll_event.why.endswith("(d3)"):
        return add_details(
            f"rolls a d3 for {purpose}: {d6_to_d3(roll_event.plain[0])}",
            f"the die shows {roll_event.plain[0]}",
        )
    return f"rolls {' '.join(map(str, roll_event.plain))} for {purpose}"
