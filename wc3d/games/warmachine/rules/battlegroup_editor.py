"""Battlegroups as they are put together, card by card, and lists of names read from a text (WM-SET-02)."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import write_whole
from wc3d._internal.text_files import numbered_lines
from wc3d.engine.name_matching import UnclearNameError, find
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.cards import (
    AnyCard,
    CardSet,
    SoloCard,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.forces import MOST, MOST_UNITS, Battlegroup, ForceError
from wc3d.table.maps.reading import Fault, read_text

GROUPS: Mapping[str, type[AnyCard]] = {  # type: ignore[type-arg]
    "warcaster": WarcasterCard, "warjacks": WarjackCard, "units": UnitCard, "solos": SoloCard,
}  # fmt: skip
"""The parts of a battlegroup, and the cards of each."""


@dataclass(frozen=True)
class Draft:
    """A battlegroup that may lack its warcaster yet. Its parts are the ids of cards."""

    faction: str
    name: str = "Battlegroup"
    warcaster: str = ""
    warjacks: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    solos: tuple[str, ...] = ()
    attached: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """All its cards, the warcaster's first."""
        return (*((self.warcaster,) if self.warcaster else ()), *self.warjacks, *self.units, *self.solos, *self.attached)

    @property
    def battlegroup(self) -> Battlegroup:
        """As a file holds it; a game takes it once it has a warcaster."""
        return Battlegroup(name=self.name, warcaster=self.warcaster, warjacks=self.warjacks, units=self.units,
                           solos=self.solos, attached=self.attached)  # fmt: skip

    @staticmethod
    def of(force: Battlegroup, cards: CardSet) -> Draft:
        """A battlegroup that there is, to be changed."""
        card = next((card for id in force.cards if (card := cards.models.get(id)) is not None), None)
        return Draft(card.faction if card is not None else "", force.name, force.warcaster, force.warjacks, force.units,
                     force.solos, force.attached)  # fmt: skip

    def with_card(self, card: AnyCard, cards: CardSet) -> Draft:
        """The same with a card more. Raises InputError, with the rule, for one that it may not take."""
        if card.faction != self.faction:
            rule = "a battlegroup has only one faction (Quick Start rules, WM-SET-02)"
            raise InputError(f"{card.name} belongs to another faction; {rule}")
        if isinstance(card, WarcasterCard):
            if self.warcaster:
                leader = cards.models[self.warcaster].name
                rule = "a battlegroup has one warcaster (Quick Start rules, WM-SET-02)"
                raise InputError(f"{leader} already leads this battlegroup; {rule}")
            return replace(self, warcaster=card.id)
        group = next(name for name, kind in GROUPS.items() if isinstance(card, kind))
        have, limit = getattr(self, group), MOST if group == "warjacks" else MOST_UNITS
        if len(have) >= limit:
            raise InputError(f"{limit} {group} are the limit for a battlegroup in wc3d")
        changed: dict[str, Any] = {group: (*have, card.id)}
        return replace(self, **changed)

    def without(self, card: AnyCard) -> Draft:
        """The same with one of these cards less. Raises InputError if it has none."""
        if card.id == self.warcaster:
            return replace(self, warcaster="")
        for group in ("warjacks", "units", "solos", "attached"):
            have = list(getattr(self, group))
            if card.id in have:
                have.reverse()
                have.remove(card.id)
                changed: dict[str, Any] = {group: tuple(reversed(have))}
                return replace(self, **changed)
        raise InputError(f"the battlegroup has no {card.name}")

    def named(self, name: str) -> Draft:
        """The same by another name."""
        return replace(self, name=name)

    def rows(self, cards: CardSet) -> Iterator[tuple[str, list[str]]]:
        """Its parts that are not empty, and the names in each."""
        groups = {"warcaster": (self.warcaster,) * bool(self.warcaster), "warjacks": self.warjacks, "units": self.units,
                  "solos": self.solos, "attached": self.attached}  # fmt: skip
        for group, ids in groups.items():
            if ids:
                yield group, [cards.models[id].name if id in cards.models else id for id in ids]


def battlegroup_text(force: Battlegroup) -> str:
    """A battlegroup as a file holds it."""
    return json.dumps(force.model_dump(mode="json", exclude_defaults=True), indent=1, ensure_ascii=False) + "\n"


def save_battlegroup(force: Battlegroup, path: Path) -> None:
    """Write a battlegroup: whole or not at all. Raises InputError when it cannot be written."""
    try:
        write_whole(path, battlegroup_text(force))
    except OSError as error:
        raise ForceError(str(path), [Fault("", f"cannot write this file ({error.strerror})")]) from None


ENTRY = re.compile(r"[\s\-*+•>#]*(?:(\d{1,2})\s*[xX]?\s+)?([^\d\W].*?)(?:\s+[xX]\s*(\d{1,2}))?")
"""A line of a list: marks before it, how many, a name, how many."""

ASIDE = re.compile(r"\s*[\[(][^\])]*[\])]|\s+-\s.*$|\s*[:|].*$|\s+\d+\s*(?:pts?|points|PC)\.?$", re.IGNORECASE)
"""What a list says beside a name: points and options in brackets, after a dash or a colon."""


@dataclass(frozen=True)
class ImportedLine:
    """What became of a line of a list: the card it was taken for, how often; or why it was not taken."""

    number: int
    text: str
    card: AnyCard | None
    times: int
    said: str


def read_list(path: str, cards: CardSet) -> tuple[Draft, list[ImportedLine]]:
    """A battlegroup from a text that names a model a line, and what became of each line. Raises InputError.

    Nothing is added that the list does not name. The warcaster that is named first says of which faction it is.
    """
    lines = numbered_lines(read_text(path))
    if len(lines) > 200:
        raise InputError(f"{path}: expected a list of at most 200 lines, got {len(lines)}")
    entries = [_entry(number, line, cards) for number, line in lines]
    leader = next((entry.card for entry in entries if isinstance(entry.card, WarcasterCard)), None)
    if leader is None:
        raise InputError(f"{path}: no line names a known warcaster (see wc3d force list --game warmachine)")
    draft, imports = Draft(leader.faction, Path(path).stem[:100] or "Battlegroup"), []
    for entry in entries:
        try:
            for _ in range(entry.times if entry.card is not None else 0):
                draft = draft.with_card(entry.card, cards)  # type: ignore[arg-type]
            imports.append(entry)
        except InputError as error:
            imports.append(replace(entry, card=None, said=f"not added: {error}"))
    return draft, imports


def _entry(number: int, line: str, cards: CardSet) -> ImportedLine:
    plain = ASIDE.sub("", line).strip()
    match = ENTRY.fullmatch(plain)
    if match is None:
        return ImportedLine(number, line, None, 0, "skipped: no model name")
    name, times = match[2].strip(), int(match[1] or match[3] or 1)
    names = {id: card.name for id, card in cards.models.items()}
    try:
        card = cards.models[find(name, names, "model")]
    except UnclearNameError as error:
        return ImportedLine(number, line, None, 0, f"not added: {error}")
    except InputError:
        last = name.split()[-1]
        matches = [id for id, full in names.items() if last.lower() in full.lower().split()]
        if len(matches) != 1:
            return ImportedLine(number, line, None, 0, "skipped: no card has this name")
        card = cards.models[matches[0]]
        return ImportedLine(number, line, card, times, f"guessed from the last word: {card.name}")
    return ImportedLine(number, line, card, times, f"is {card.name}")
