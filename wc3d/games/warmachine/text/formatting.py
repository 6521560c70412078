"""Shared formatting: names, lengths, dice, systems and rule citations."""

from __future__ import annotations

from collections.abc import Iterable

from wc3d.games.warmachine.rules.damage_grid import HULL
from wc3d.games.warmachine.rules.events import Rolled
from wc3d.games.warmachine.rules.state import Effect, State

SYSTEM_NAMES = {
    "L": "left arm",
    "R": "right arm",
    "H": "head",
    "M": "movement",
    "C": "cortex",
    "A": "arc node",
    HULL: "hull",
}
PHASE_NAMES = {
    "setup": "Setup",
    "maintenance": "Maintenance",
    "control": "Control",
    "activation": "Activation",
}

EFFECT_WORD_PHRASES = {
    "stationary": "stationary",
    "concealment": "concealment",
    "reroll_misses": "missed attack rolls against it may be rerolled",
    "ignore_hit": "ignores the damage of the next hit",
    "pass_terrain": "moves through terrain",
    "ease_charge": "charges without focus",
    "shakeable": "can be shaken off",
    "inert": "inert",
    "control": "controlled by the other player",
    "joined": "joined to another battlegroup",
}
FORBIDDEN_ACT_PHRASES = {
    "move": "cannot move",
    "run": "cannot run",
    "charge": "cannot charge",
    "special_attack": "cannot make special attacks",
    "cast": "cannot cast spells",
    "channel": "cannot channel spells",
    "gain_focus": "cannot gain focus",
}

DURATION_PHRASES = {"turn": "this turn", "round": "for one round", "upkeep": "upkeep"}
"""The phrase for each duration of an effect."""


def player_name(state: State, player: int) -> str:
    """Return a player's name; "nobody" for 0."""
    return state.setup.names[player - 1] if player in (1, 2) else "nobody"


def display_name(state: State, id: str) -> str:
    """Return the name of a model, unit or feature, with its player's if both have such a name."""
    if id not in state.units and id not in state.models:
        return state.table.display_name(id) if any(f.id == id for f in state.table.features) else id
    return state.name(id)


def is_plural(state: State, id: str) -> bool:
    """Return whether a unit's name is a plural: Pikemen, Husks 2."""
    return id in state.units and state.units[id].name.rstrip(" 0123456789").endswith(("s", "men"))


def format_place(at: tuple[float, ...]) -> str:
    """Format a place on the table."""
    return f"({at[0]:.1f}, {at[1]:.1f})"


COMPASS_NAMES = (
    "east",
    "north-east",
    "north",
    "north-west",
    "west",
    "south-west",
    "south",
    "south-east",
)


def compass_name(facing: float) -> str:
    """Return the nearest of eight compass directions for a facing."""
    return COMPASS_NAMES[round(facing / 45.0) % 8]


def format_faces(numbers: Iterable[int]) -> str:
    """Format dice: "3 5 6"."""
    return " ".join(map(str, numbers))


def format_dice_sum(roll: Rolled) -> str:
    """Return dice with their bonus: "[5 5 1] + 5 = 16"."""
    bonus = roll.total - sum(roll.faces)
    added = f" {'+' if bonus >= 0 else '-'} {abs(bonus)}" if bonus else ""
    return f"[{format_faces(roll.faces)}]{added} = {roll.total}"


def format_deviation_dice(roll: Rolled | None) -> str:
    """Return the dice for the direction of a deviation, empty without dice."""
    if roll is None:
        return ""
    if roll.kind != "deviation":
        return f"roll {format_faces(roll.faces)}"
    return f"direction die {roll.faces[0]}, distance die {roll.faces[1]}"


def cite_rule(rule: str) -> str:
    """Return a rule's id in brackets, for the end of a line."""
    return f" ({rule})" if rule else ""


def describe_effect(effect: Effect) -> str:
    """Describe an effect on a model in a few words: "Ward: +2 ARM"."""
    phrases = [_describe_change(word, n) for word, n in effect.does]
    until = DURATION_PHRASES.get(effect.until, "")
    return (
        effect.name
        + (f": {', '.join(phrases)}" if phrases else "")
        + (f" ({until})" if until else "")
    )


def effect_meaning(effect: Effect) -> str:
    """Return the result and duration of an effect: "+2 ARM, upkeep"."""
    parts = [
        *(_describe_change(word, n) for word, n in effect.does),
        DURATION_PHRASES.get(effect.until, ""),
    ]
    return ", ".join(part for part in parts if part)


def _describe_change(word: str, n: int) -> str:
    if word.startswith("no:"):
        return FORBIDDEN_ACT_PHRASES[word[3:]]
    if word in EFFECT_WORD_PHRASES:
        return EFFECT_WORD_PHRASES[word]
    stat, _, shot = word.partition(":")
    named = {"ATTACK": "attack rolls", "DAMAGE": "damage rolls"}.get(stat, stat)
    return f"{n:+d} {named}" + (" against ranged and magic attacks" if shot else "")


def format_count(count: int, word: str = "point") -> str:
    """Format a count with its noun: "1 point", "3 points", "2 boxes"."""
    return f"{count} {word}" + ("" if count == 1 else "es" if word.endswith("x") else "s")
