"""A force by what a player calls it: the name of a sample, a file, or a Faction of which one is made by chance."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from wc3d._internal.suggestions import suggest_similar
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
"""What stands before a Faction of which a force is made by chance."""


def sample_forces(size: str) -> tuple[tuple[str, str], ...]:
    """The sample forces of a size ("skirmish", "full"): the name of each, and what it is called."""
    names = (name for name in sample_names() if name.endswith(f"_{size}"))
    return tuple((name, name.removesuffix(f"_{size}").replace("_", " ").title()) for name in names)


def random_forces() -> tuple[tuple[str, str], ...]:
    """Every Faction of which a force can be made by chance, and what such a force is called."""
    return tuple(
        (f"{RANDOM_PREFIX}{faction}", f"Random: {format_faction(faction)}")
        for faction in CARDS().factions()
    )


def resolve_force(named: str, limits: Limits, seed: int | str) -> Force:
    """The force of a file, a sample force by its name, or "random:FACTION" within these limits. Raises InputError."""
    if named.startswith(RANDOM_PREFIX):
        faction, factions = named.removeprefix(RANDOM_PREFIX), CARDS().factions()
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
"""How each Faction plays, in a few words."""


def describe_force(named: str) -> str:
    """What a force is made of and how its Faction plays; of one that chance will make only how. Raises InputError."""
    if named.startswith(RANDOM_PREFIX):
        return _describe_style(named.removeprefix(RANDOM_PREFIX))
    force, cards = resolve_written_force(named), CARDS()
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
    return f"{style[:1].upper()}{style[1:]}."


def resolve_written_force(named: str) -> Force:
    """The force of a file, or a sample force by its name. Raises InputError."""
    if Path(named).suffix == ".json" or Path(named).exists():
        return load_force(named)
    if "/" in named:
        raise InputError(f"{named}: no such file")
    return sample_force(named)
