"""Battlegroup drafts, built card by card, and the import of lists from text (WM-SET-02)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import write_atomic
from wc3d._internal.text_files import numbered_lines
from wc3d.engine.name_matching import AmbiguousNameError, match_name
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.cards import (
    AnyCard,
    CardSet,
    SoloCard,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.forces import MAX_UNITS, MAX_WARJACKS, Battlegroup, ForceError
from wc3d.table.maps.strict_json import FileFault, read_text

CARDS_BY_PART: Mapping[str, type[AnyCard]] = {
    "warcaster": WarcasterCard,
    "warjacks": WarjackCard,
    "units": UnitCard,
    "solos": SoloCard,
}
"""The card type of each part of a battlegroup."""


@dataclass(frozen=True)
class BattlegroupDraft:
    """A battlegroup that may still lack its warcaster. Its parts are card ids."""

    faction: str
    name: str = "Battlegroup"
    warcaster: str = ""
    warjacks: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    solos: tuple[str, ...] = ()
    attached: tuple[str, ...] = ()

    @property
    def card_ids(self) -> tuple[str, ...]:
        """The ids of all cards, the warcaster's first."""
        return (
            *((self.warcaster,) if self.warcaster else ()),
            *self.warjacks,
            *self.units,
            *self.solos,
            *self.attached,
        )

    @property
    def as_battlegroup(self) -> Battlegroup:
        """Return the draft as a battlegroup, as files store it. A game requires a warcaster."""
        return Battlegroup(
            name=self.name,
            warcaster=self.warcaster,
            warjacks=self.warjacks,
            units=self.units,
            solos=self.solos,
            attached=self.attached,
        )

    @staticmethod
    def from_battlegroup(force: Battlegroup, cards: CardSet) -> BattlegroupDraft:
        """Return a draft for editing an existing battlegroup."""
        card = next(
            (card for id in force.card_ids if (card := cards.models.get(id)) is not None), None
        )
        return BattlegroupDraft(
            card.faction if card is not None else "",
            force.name,
            force.warcaster,
            force.warjacks,
            force.units,
            force.solos,
            force.attached,
        )

    def add_card(self, card: AnyCard, cards: CardSet) -> BattlegroupDraft:
        """Return the draft with another card. Raises InputError if the card is illegal."""
        if card.faction != self.faction:
            rule = "a battlegroup has only one faction (Quick Start rules, WM-SET-02)"
            raise InputError(f"{card.name} belongs to another faction; {rule}")
        if isinstance(card, WarcasterCard):
            if self.warcaster:
                leader = cards.models[self.warcaster].name
                rule = "a battlegroup has one warcaster (Quick Start rules, WM-SET-02)"
                raise InputError(f"{leader} already leads this battlegroup; {rule}")
            return replace(self, warcaster=card.id)
        group = next(name for name, kind in CARDS_BY_PART.items() if isinstance(card, kind))
        have = getattr(self, group)
        limit = MAX_WARJACKS if group == "warjacks" else MAX_UNITS
        if len(have) >= limit:
            raise InputError(f"a battlegroup in wc3d can have up to {limit} {group}")
        changed: dict[str, Any] = {group: (*have, card.id)}
        return replace(self, **changed)

    def remove_card(self, card: AnyCard) -> BattlegroupDraft:
        """Return the draft without one copy of a card. Raises InputError if it has none."""
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

    def with_name(self, name: str) -> BattlegroupDraft:
        """Return the draft with another name."""
        return replace(self, name=name)

    def list_parts(self, cards: CardSet) -> Iterator[tuple[str, list[str]]]:
        """Yield the parts that are not empty, each with the names of its cards."""
        groups = {
            "warcaster": (self.warcaster,) * bool(self.warcaster),
            "warjacks": self.warjacks,
            "units": self.units,
            "solos": self.solos,
            "attached": self.attached,
        }
        for group, ids in groups.items():
            if ids:
                yield group, [cards.models[id].name if id in cards.models else id for id in ids]


def format_battlegroup(force: Battlegroup) -> str:
    """Return the text of a battlegroup file."""
    return (
        json.dumps(
            force.model_dump(mode="json", exclude_defaults=True), indent=1, ensure_ascii=False
        )
        + "\n"
    )


def save_battlegroup(force: Battlegroup, path: Path) -> None:
    """Write a battlegroup atomically. Raises InputError if that fails."""
    try:
        write_atomic(path, format_battlegroup(force))
    except OSError as error:
        raise ForceError(
            str(path), [FileFault("", f"cannot be written ({error.strerror})")]
        ) from None


ENTRY_PATTERN = re.compile(
    r"[\s\-*+•>#]*(?:(\d{1,2})\s*[xX]?\s+)?([^\d\W].*?)(?:\s+[xX]\s*(\d{1,2}))?"
)
"""A line of a list: optional marks, a count before or after, and a name."""

ASIDE_PATTERN = re.compile(
    r"\s*[\[(][^\])]*[\])]|\s+-\s.*$|\s*[:|].*$|\s+\d+\s*(?:pts?|points|PC)\.?$", re.IGNORECASE
)
"""Text after a name in a list: points and options in brackets, or after a dash or a colon."""


@dataclass(frozen=True)
class ImportedLine:
    """The result of importing a line: the card and its count, or the reason to ignore it."""

    number: int
    text: str
    card: AnyCard | None
    times: int
    result: str


def read_list(path: str, cards: CardSet) -> tuple[BattlegroupDraft, list[ImportedLine]]:
    """Return a battlegroup from a text, and the result for each line. Raises InputError.

    Only listed models are added. The first warcaster determines the faction.
    """
    lines = numbered_lines(read_text(path))
    if len(lines) > 200:
        raise InputError(f"{path}: expected a list of up to 200 lines, found {len(lines)}")
    entries = [_parse_entry(number, line, cards) for number, line in lines]
    leader = next((entry.card for entry in entries if isinstance(entry.card, WarcasterCard)), None)
    if leader is None:
        raise InputError(
            f"{path}: no line names a known warcaster (see wc3d force list --game warmachine)"
        )
    draft = BattlegroupDraft(leader.faction, Path(path).stem[:100] or "Battlegroup")
    imports = []
    for entry in entries:
        try:
            for _ in range(entry.times if entry.card is not None else 0):
                draft = draft.add_card(entry.card, cards)  # type: ignore[arg-type]
            imports.append(entry)
        except InputError as error:
            imports.append(replace(entry, card=None, result=f"not added: {error}"))
    return draft, imports


def _parse_entry(number: int, line: str, cards: CardSet) -> ImportedLine:
    plain = ASIDE_PATTERN.sub("", line).strip()
    match = ENTRY_PATTERN.fullmatch(plain)
    if match is None:
        return ImportedLine(number, line, None, 0, "skipped: no model name")
    name = match[2].strip()
    times = int(match[1] or match[3] or 1)
    names = {id: card.name for id, card in cards.models.items()}
    try:
        card = cards.models[match_name(name, names, "model")]
    except AmbiguousNameError as error:
        return ImportedLine(number, line, None, 0, f"not added: {error}")
    except InputError:
        last = name.split()[-1]
        matches = [id for id, full in names.items() if last.lower() in full.lower().split()]
        if len(matches) != 1:
            return ImportedLine(number, line, None, 0, "skipped: no card has this name")
        card = cards.models[matches[0]]
        return ImportedLine(number, line, card, times, f"guessed from the last word: {card.name}")
    return ImportedLine(number, line, card, times, f"read as {card.name}")
