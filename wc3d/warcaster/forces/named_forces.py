"""A force by what a player calls it: the name of a sample, a file, or a Faction of which one is made by chance."""
from __future__ import annotations

import random
from pathlib import Path

from wc3d.errors import InputError
from wc3d.spelling import near
from wc3d.warcaster.cards import CARDS
from wc3d.warcaster.forces.force_files import Force, Limits, faction_name, load_force, random_force, sample_force, sample_names

RANDOM = "random:"
"""What stands before a Faction of which a force is made by chance."""


def sample_forces(size: str) -> tuple[tuple[str, str], ...]:
    """The sample forces of a size ("skirmish", "full"): the name of each, and what it is called."""
    names = (name for name in sample_names() if name.endswith(f"_{size}"))
    return tuple((name, name.removesuffix(f"_{size}").replace("_", " ").title()) for name in names)


def random_forces() -> tuple[tuple[str, str], ...]:
    """Every Faction of which a force can be made by chance, and what such a force is called."""
    return tuple((f"{RANDOM}{faction}", f"Random: {faction_name(faction)}") for faction in CARDS().factions())


def named_force(named: str, limits: Limits, seed: int | str) -> Force:
    """The force of a file, a sample force by its name, or "random:FACTION" within these limits. Raises InputError."""
    if named.startswith(RANDOM):
        faction, known = named.removeprefix(RANDOM), CARDS().factions()
        if faction not in known:
            raise InputError(f"{named}: unknown Faction; expected one of {', '.join(known)}{near(faction, known)}")
        return random_force(CARDS(), faction, limits, random.Random(seed))
    return written_force(named)


def written_force(named: str) -> Force:
    """The force of a file, or a sample force by its name. Raises InputError."""
    if Path(named).suffix == ".json" or Path(named).exists():
        return load_force(named)
    if "/" in named:
        raise InputError(f"{named}: no such file")
    return sample_force(named)
