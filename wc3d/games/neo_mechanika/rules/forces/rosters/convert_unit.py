"""Convert the selections in a roster's unit: its head, its hardpoint weapons, its card's own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from wc3d.games.neo_mechanika.rules.cards import UnitCard
from wc3d.games.neo_mechanika.rules.forces.force import UnitChoice
from wc3d.games.neo_mechanika.rules.forces.rosters.card_name_index import NearestName
from wc3d.games.neo_mechanika.rules.forces.rosters.catalogue import Catalogue, UnitOption
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_file import Selection, printable_text

MatchKind = Literal["matched", "guessed", "unknown"]

CLOSEST_SPELLING = "closest spelling"


@dataclass(frozen=True)
class SelectedEntry:
    """The result for a roster's `entry_text` at `place` in the unit `inside`: our card `became`."""

    how: MatchKind
    entry_text: str
    place: str
    became: str = ""
    why: str = ""
    inside: str = ""


def report_unknown(
    selection: Selection,
    nearest: NearestName,
    container: str = "",
    reason: str = "no card has this name",
) -> SelectedEntry:
    """Return the report of a selection without a known card."""
    like = f"; closest: {', '.join(nearest.names)}" if nearest.names else ""
    return SelectedEntry(
        "unknown", printable_text(selection.name), selection.place, "", reason + like, container
    )


class UnitFitting:
    """The conversion of one unit. `others` are nested selections that are units: attachments."""

    def __init__(self, card: UnitCard, selection: Selection, catalogue: Catalogue) -> None:
        self.entries: list[SelectedEntry] = []
        self.others: list[Selection] = []
        self._card = card
        self._number = selection.number
        self._catalogue = catalogue
        self._things = catalogue.things(card)
        self._head: UnitOption | None = None
        self._weapons: dict[str, list[str]] = {}
        self._parts: list[tuple[Selection, UnitOption, str]] = []
        for inner in selection.selections:
            self._take(inner)
        self._assemble()

    @property
    def unit_choice(self) -> UnitChoice:
        """Return the unit as a force's choice."""
        weapons = {
            location: tuple(self._weapons[location])
            for location in self._card.hardpoints
            if location in self._weapons
        }
        return UnitChoice(
            unit=self._card.id, cortex=self._head.id if self._head else None, weapons=weapons
        )

    @property
    def weapon_count(self) -> int:
        """Return the number of weapons on the unit's hardpoints."""
        return sum(map(len, self._weapons.values()))

    def _note(
        self, match_kind: MatchKind, selection: Selection, became: str, reason: str = ""
    ) -> None:
        self.entries.append(
            SelectedEntry(
                match_kind,
                printable_text(selection.name),
                selection.place,
                became,
                reason,
                self._card.name,
            )
        )

    def _take(self, selection: Selection) -> None:
        """Convert a selection in the unit, with its nested selections."""
        name = selection.name
        unit = self._catalogue.units.find(selection.name)
        if selection.number == 0:
            self._note("matched", selection, "", "number is 0")
        elif item := self._things.find(name):
            self._have(selection, item, "")
        elif unit and unit is not self._card:
            self.others.append(selection)
        elif self._catalogue.weapons.find(name):
            reason = f"a weapon that {self._card.name} cannot have"
            self.entries.append(
                report_unknown(selection, self._things.find_nearest(name), self._card.name, reason)
            )
        elif unit or any(
            self._things.find(b.name) or self._catalogue.units.find(b.name)
            for b in selection.descendants()
        ):
            for inner in selection.selections:  # a group, or the models of the unit
                self._take(inner)
        elif guess := (nearest := self._things.find_nearest(name)).card:
            self._have(selection, guess, CLOSEST_SPELLING)
        else:
            self.entries.append(report_unknown(selection, nearest, self._card.name))

    def _have(self, selection: Selection, item: UnitOption, reason: str) -> None:
        """Add an option to the unit. `reason` explains a guess; "" is a match."""
        match_kind: MatchKind = "guessed" if reason else "matched"
        if item.kind == "part":
            self._parts.append((selection, item, reason))
        elif item.kind == "head" and self._head:
            self._note(
                "unknown", selection, "", f"a second head; {self._head.name} is already chosen"
            )
        else:
            self._note(
                match_kind,
                selection,
                item.name,
                reason or ("already on its card" if item.kind == "fixed" else ""),
            )
        if item.kind == "head":
            self._head = self._head or item
        elif item.kind == "option":
            self._weapons.setdefault(item.location, []).extend([item.id] * self._each(selection))
        for inner in selection.selections:
            self._take(inner)

    def _each(self, selection: Selection) -> int:
        """Return the number for each of several identical units; rosters count them together."""
        together = self._number > 1 and selection.number % self._number == 0
        return selection.number // self._number if together else selection.number

    def _assemble(self) -> None:
        """Add a composite weapon for its parts, as often as the most frequent part."""
        counts_by_weapon: dict[tuple[str, str], Counter[str]] = {}
        for selection, part, _ in self._parts:
            counts_by_weapon.setdefault((part.location, part.whole), Counter())[part.id] += (
                self._each(selection)
            )
        for (location, whole), counts in counts_by_weapon.items():
            weapons = self._weapons.setdefault(location, [])
            weapons += [whole] * (max(counts.values()) - weapons.count(whole))
        for selection, part, reason in self._parts:
            weapon = self._catalogue.cards.weapon(part.whole)
            missing = set(weapon.components) - set(counts_by_weapon[part.location, part.whole])
            reason = reason or (
                f"part of {weapon.name}; the other parts are not in the roster" if missing else ""
            )
            self._note("guessed" if reason else "matched", selection, weapon.name, reason)
