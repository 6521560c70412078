"""Battlegroups, the armies of the game: by name, at random or from a file.

A battlegroup has one warcaster and its warjacks (WM-MOD-03), and units and solos if the edition
has them (WM-REF-05).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.cards import (
    CARDS,
    CardId,
    CardSet,
    SoloCard,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.table.maps.strict_json import (
    FileError,
    FileFault,
    Id,
    StrictModel,
    parse_json,
    read_text,
    validation_faults,
)

MAX_WARJACKS = 12
"""The largest number of warjacks in a battlegroup."""

MAX_UNITS = 6
"""The largest number of units, and of solos, in a battlegroup."""


class Battlegroup(StrictModel):
    """A warcaster, its warjacks, and their units and solos, by card ids.

    `attached` are solos attached to a warcaster that leads a unit (WM-MK3-40). A draft may lack
    its warcaster; a game requires one (see `list_faults`).
    """

    name: Id = "Battlegroup"
    warcaster: CardId | Literal[""] = ""
    warjacks: tuple[CardId, ...] = Field(default=(), max_length=MAX_WARJACKS)
    units: tuple[CardId, ...] = Field(default=(), max_length=MAX_UNITS)
    solos: tuple[CardId, ...] = Field(default=(), max_length=MAX_UNITS)
    attached: tuple[CardId, ...] = Field(default=(), max_length=MAX_UNITS)

    @property
    def card_ids(self) -> tuple[str, ...]:
        """The ids of all cards, the warcaster's first."""
        leader = (self.warcaster,) if self.warcaster else ()
        return (*leader, *self.warjacks, *self.units, *self.solos, *self.attached)

    @property
    def has_units(self) -> bool:
        """Return whether the battlegroup contains units or solos."""
        return bool(self.units or self.solos)


SAMPLE_BATTLEGROUPS: Mapping[str, Battlegroup] = {
    "anvil_and_hound": Battlegroup(
        name="Anvil and Hound", warcaster="marshal", warjacks=("anvil", "hound")
    ),
    "mortar_and_spitter": Battlegroup(
        name="Mortar and Spitter", warcaster="marshal", warjacks=("mortar", "spitter")
    ),
    "cygnar": Battlegroup(
        name="Cygnar battlegroup box",
        warcaster="stryker",
        warjacks=("lancer", "charger", "ironclad"),
    ),
    "khador": Battlegroup(
        name="Khador battlegroup box", warcaster="sorscha", warjacks=("juggernaut", "destroyer")
    ),
    "protectorate": Battlegroup(
        name="Protectorate battlegroup box",
        warcaster="severius",
        warjacks=("repenter", "revenger", "crusader"),
    ),
    "cryx": Battlegroup(
        name="Cryx battlegroup box",
        warcaster="deneghra",
        warjacks=("deathripper", "deathripper", "defiler", "slayer"),
    ),
}
"""The included battlegroups without units, if their cards are available (WM-SET-01)."""

SAMPLE_ARMIES: Mapping[str, Battlegroup] = {
    "pikes_and_rifles": Battlegroup(
        name="Pikes and Rifles",
        warcaster="marshal",
        warjacks=("hound",),
        units=("pikes", "rifles"),
        solos=("herald",),
    ),
    "husks_and_brute": Battlegroup(
        name="Husks and Brute",
        warcaster="marshal",
        warjacks=("spitter",),
        units=("husks", "pikes"),
        solos=("brute",),
    ),
}
"""The included battlegroups with units."""

RANDOM_PREFIX = "random:"


NO_WARCASTER = "the battlegroup has no warcaster yet (Quick Start rules, WM-SET-02)"


class ForceError(FileError):
    """An error for an illegal battlegroup; `faults` lists every reason with its place."""


def sample_forces(units: bool = False) -> tuple[tuple[str, str], ...]:
    """Return the ids and names of the included battlegroups, with or without units."""
    cards = CARDS()
    return tuple(
        (id, box.name)
        for id, box in (SAMPLE_ARMIES if units else SAMPLE_BATTLEGROUPS).items()
        if not list(list_faults(box, cards))
    )


def random_forces() -> tuple[tuple[str, str], ...]:
    """Return the ids and names of the factions for random battlegroups."""
    return tuple(
        (RANDOM_PREFIX + faction, faction.replace("_", " ").capitalize())
        for faction in _playable_factions(CARDS())
    )


def _playable_factions(cards: CardSet) -> tuple[str, ...]:
    """Return the factions with a warcaster and a warjack."""
    have = [
        {c.faction for c in cards.models.values() if isinstance(c, kind)}
        for kind in (WarcasterCard, WarjackCard)
    ]
    return tuple(sorted(have[0] & have[1]))


def list_faults(force: Battlegroup, cards: CardSet) -> Iterator[str]:
    """Yield the faults of a battlegroup: unknown cards, or several factions (WM-SET-02)."""
    kinds: list[tuple[str, str, type]] = (
        [("warcaster", force.warcaster, WarcasterCard)] if force.warcaster else []
    )
    if not force.warcaster:
        yield NO_WARCASTER
    kinds += [("warjack", id, WarjackCard) for id in force.warjacks]
    kinds += [("unit", id, UnitCard) for id in force.units] + [
        ("solo", id, SoloCard) for id in (*force.solos, *force.attached)
    ]
    factions = []
    for word, id, kind in kinds:
        card = cards.models.get(id)
        if not isinstance(card, kind):
            yield f"there is no {word} {id!r}{suggest_similar(id, [i for i, c in cards.models.items() if isinstance(c, kind)])}"
        elif card is not None:
            factions.append(card.faction)
    yield from _faults_of_officer(force, cards)
    if len(set(factions)) > 1:
        yield "all models of a battlegroup must belong to one faction (Quick Start rules, WM-SET-02)"


def _faults_of_officer(force: Battlegroup, cards: CardSet) -> Iterator[str]:
    """Yield the faults of a warcaster's unit and attachments (WM-MK3-35, WM-MK3-39, WM-MK3-40)."""
    officer = cards.models.get(force.warcaster)
    unit = officer.officer_of if isinstance(officer, WarcasterCard) else ""
    if unit and not isinstance(cards.models.get(unit), UnitCard):
        yield f"the unit of {force.warcaster!r}: there is no unit {unit!r}"
    for id in force.attached:
        card = cards.models.get(id)
        if not unit:
            yield f"{id!r} can be attached only to a warcaster that leads a unit (Mk III warcaster rules, WM-MK3-40)"
        elif card is not None and not card.has_trait("attached"):
            rule = "WM-MK3-39" if card.has_trait("attachment") else "WM-MK3-40"
            instead = "attach solos with the Attached trait to the warcaster instead"
            takes = f"a warcaster's unit cannot have the attachment {id!r}; {instead}"
            yield f"{takes} (Mk III warcaster rules, {rule})"


def load_legal_force(named: str, seed: int | str) -> Battlegroup:
    """Return a legal battlegroup by name, "random:FACTION" or file path. Raises InputError."""
    force = resolve_written_force(named, seed)
    if faults := list(list_faults(force, CARDS())):
        raise ForceError(named, [FileFault("battlegroup", text) for text in faults])
    return force


def resolve_unfinished_force(named: str) -> Battlegroup:
    """Return a battlegroup for editing, which may lack its warcaster. Raises InputError."""
    force = resolve_written_force(named, 0)
    if faults := [fault for fault in list_faults(force, CARDS()) if fault != NO_WARCASTER]:
        raise ForceError(named, [FileFault("battlegroup", text) for text in faults])
    return force


def resolve_written_force(named: str, seed: int | str) -> Battlegroup:
    """Return a battlegroup without checking its legality (see `list_faults`). Raises InputError."""
    if named in (forces := {**SAMPLE_BATTLEGROUPS, **SAMPLE_ARMIES}):
        return forces[named]
    if named.startswith(RANDOM_PREFIX):
        return _draw_random(named.removeprefix(RANDOM_PREFIX), seed)
    if Path(named).suffix == ".json" or "/" in named:
        return _read_file(Path(named))
    hint = suggest_similar(named, forces) or f"; expected a file or one of {', '.join(forces)}"
    raise InputError(f"unknown battlegroup {named!r}{hint}")


def _draw_random(faction: str, seed: int | str) -> Battlegroup:
    cards = CARDS()
    if faction not in _playable_factions(cards):
        raise InputError(
            f"random:{faction}: unknown faction{suggest_similar(faction, _playable_factions(cards))}"
        )
    rng = random.Random(f"battlegroup {seed}")
    own = [card for card in cards.models.values() if card.faction == faction]
    casters = sorted(card.id for card in own if isinstance(card, WarcasterCard))
    jacks = sorted(card.id for card in own if isinstance(card, WarjackCard))
    return Battlegroup(
        name=f"{faction}, random force",
        warcaster=rng.choice(casters),
        warjacks=tuple(rng.choices(jacks, k=3)),
    )


def _read_file(path: Path) -> Battlegroup:
    data: Any = parse_json(read_text(path), str(path))
    try:
        return Battlegroup.model_validate(data)
    except ValidationError as error:
        raise ForceError(str(path), validation_faults(error, data)) from None
