"""Find a force by a player's text: a sample's name, a file, or a Faction for a random force."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from wc3d._internal.suggestions import suggest_similar
from wc3d.engine.text import capitalize
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    Force,
    Limits,
    format_faction,
    load_force,
    make_random_force,
    sample_force,
    sample_names,
)

RANDOM_PREFIX = "random:"
"""The prefix before the Faction of a random force."""


def sample_forces(size: str) -> tuple[tuple[str, str], ...]:
    """Return the sample forces of a size ("skirmish", "full") as (name, label) pairs."""
    names = (name for name in sample_names() if name.endswith(f"_{size}"))
    return tuple((name, name.removesuffix(f"_{size}").replace("_", " ").title()) for name in names)


def random_forces() -> tuple[tuple[str, str], ...]:
    """Return the random forces of all Factions as (name, label) pairs."""
    return tuple(
        (f"{RANDOM_PREFIX}{faction}", f"Random: {format_faction(faction)}")
        for faction in CARDS().factions()
    )


def load_legal_force(named: str, limits: Limits, seed: int | str) -> Force:
    """Return a force from a file, a sample's name, or "random:FACTION". Raises InputError."""
    if named.startswith(RANDOM_PREFIX):
        faction = named.removeprefix(RANDOM_PREFIX)
        factions = CARDS().factions()
        if faction not in factions:
            raise InputError(
                f"{named}: unknown Faction; expected one of {', '.join(factions)}{suggest_similar(faction, factions)}"
            )
        return make_random_force(CARDS(), faction, limits, random.Random(seed))
    return resolve_written_force(named)


FACTION_STYLES = {
    "marcher_worlds": "accurate and fast, but fragile",
    "iron_star_alliance": "strong in melee, with shields and second chances",
    "aeternus_continuum": "flying and cloaked, recovers losses; light armor",
    "empyreans": "well armored and fast, strongest in melee",
}
"""The play style of each Faction in a few words."""


def describe_force(named: str) -> str:
    """Describe a force and its style; a random force has only a style. Raises InputError."""
    if named.startswith(RANDOM_PREFIX):
        return _describe_style(named.removeprefix(RANDOM_PREFIX))
    force = resolve_written_force(named)
    cards = CARDS()
    choices = (*force.heroes, *force.units)
    names = Counter(
        cards.units[choice.unit].name for choice in choices if choice.unit in cards.units
    )
    units = ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
    cost = sum(
        cards.units[choice.unit].cost or 0 for choice in choices if choice.unit in cards.units
    )
    return ". ".join(
        filter(None, (f"{len(choices)} units, DC {cost}: {units}", _describe_style(force.faction)))
    )


def _describe_style(faction: str) -> str:
    style = FACTION_STYLES.get(faction, "")
    return f"{capitalize(style)}."


def resolve_written_force(named: str) -> Force:
    """Return a force from a file or a sample's name. Raises InputError."""
    if Path(named).suffix == ".json" or Path(named).exists():
        return load_force(named)
    if "/" in named:
        raise InputError(f"{named}: no such file")
    return sample_force(named)
