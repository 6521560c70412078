"""Import a roster as a force. Each entry is matched by name, guessed by spelling, or unknown."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from wc3d._internal.suggestions import pluralize
from wc3d.games.neo_mechanika.rules.cards import Cards, UnitCard
from wc3d.games.neo_mechanika.rules.forces.force import MAX_LIST_ENTRIES, Force, UnitChoice
from wc3d.games.neo_mechanika.rules.forces.rosters.archive import read_roster_text
from wc3d.games.neo_mechanika.rules.forces.rosters.card_name_index import normalize_name
from wc3d.games.neo_mechanika.rules.forces.rosters.catalogue import Catalogue
from wc3d.games.neo_mechanika.rules.forces.rosters.convert_unit import (
    CLOSEST_SPELLING,
    MatchKind,
    SelectedEntry,
    UnitFitting,
    report_unknown,
)
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_file import (
    Detachment,
    RosterFile,
    Selection,
    UnreadKey,
    parse_roster,
    printable_text,
)
from wc3d.table.maps.strict_json import FileError, FileFault

GAME_SYSTEM = ("6e64-0ab9-a430-a976", "Warcaster: Neo-Mechanika")
"""The id and name of this game in the ecosystem's catalogue."""


@dataclass(frozen=True)
class ImportedForce:
    """A force from a roster, legal or not, and the result for each entry, in the roster's order."""

    force: Force
    report: tuple[SelectedEntry, ...]


def read_roster(path: str | Path, cards: Cards) -> ImportedForce:
    """Return the force of a BattleScribe or New Recruit roster (.ros, .rosz, .json).

    The content decides the format. The import adds nothing that the roster does not name;
    `list_faults` checks whether the force is legal. Raises FileError, in one line with the place,
    for a file that is not a roster of one force of this game, and for a broken or hostile file.
    """
    source = str(path)
    roster = parse_roster(read_roster_text(path), source)
    _check_game(roster, source)
    imported = _Import(cards, source).imported(roster.name, _find_only_force(roster, source))
    return replace(imported, report=(*imported.report, *map(_report_unread, roster.unread)))


def _report_unread(unread: UnreadKey) -> SelectedEntry:
    """Return the report of an unread key."""
    count_note = f" ({unread.count} of them)" if unread.count > 1 else ""
    reason = f"left out: not part of the BattleScribe or New Recruit format{count_note}"
    return SelectedEntry("unknown", printable_text(unread.name), unread.place, "", reason)


def describe_import(imported: ImportedForce) -> list[str]:
    """Return the report in lines: force, number of matches, guessed and unknown entries."""
    force = imported.force
    counts = Counter(entry.how for entry in imported.report)
    parts = (
        pluralize(len(force.units), "unit"),
        f"{len(force.heroes)} Hero{'' if len(force.heroes) == 1 else 'es'}",
        pluralize(len(force.attachments), "attachment"),
        pluralize(len(force.rack), "Cypher"),
    )
    lines = [f"{force.name or 'roster'} ({force.faction}): {', '.join(parts)}"]
    lines.append(
        f"entries of the roster: {counts['matched']} matched, {counts['guessed']} guessed, {counts['unknown']} unknown"
    )
    for entry in imported.report:
        if entry.how != "matched":
            location = f" in {entry.inside}" if entry.inside else ""
            became = f" read as {entry.became}" if entry.became else ""
            lines.append(
                f"{entry.how}: {entry.entry_text}{location} ({entry.place}){became}: {entry.why}"
            )
    return lines


def _check_game(roster: RosterFile, source: str) -> None:
    """Raise FileError for a roster of another game."""
    id, name = roster.system
    if id != GAME_SYSTEM[0] and normalize_name(name) != normalize_name(GAME_SYSTEM[1]):
        game = (
            f"this roster is for {printable_text(name or id)}"
            if name or id
            else "the game is missing"
        )
        raise FileError(source, [FileFault("gameSystemName", f"{game}; expected {GAME_SYSTEM[1]}")])


def _find_only_force(roster: RosterFile, source: str) -> Detachment:
    """Return the only force of a roster that is not empty."""
    filled = [d for d in roster.detachments if d.selections]
    if len(filled) == 1:
        return filled[0]
    if not filled:
        raise FileError(source, [FileFault("forces", "nothing is selected; expected a force")])
    names = ", ".join(
        f"{d.place} of {printable_text(d.catalogue) or 'no catalogue'}" for d in filled[:4]
    )
    text = f"contains {len(filled)} forces ({names}), expected one; export each force separately"
    raise FileError(source, [FileFault("forces", text)])


class _Import:
    """The conversion of one roster to a force."""

    def __init__(self, cards: Cards, source: str) -> None:
        self.catalogue = Catalogue(cards)
        self.where = source
        self.report: list[SelectedEntry] = []
        self.units: list[UnitChoice] = []
        self.heroes: list[UnitChoice] = []
        self.attachments: list[str] = []
        self.rack: list[str] = []

    def imported(self, name: str, detachment: Detachment) -> ImportedForce:
        for selection in detachment.selections:
            self.take(selection, False)
        faction = self.faction(detachment)
        if not self.rack:
            missing = "the roster has no Cyphers, so the rack stays empty"
            self.report.append(SelectedEntry("unknown", "Cyphers", detachment.place, "", missing))
        force = Force(
            name=printable_text(name),
            faction=faction,
            units=tuple(self.units),
            heroes=tuple(self.heroes),
            attachments=tuple(self.attachments),
            rack=tuple(self.rack),
        )
        return ImportedForce(force, tuple(self.report))

    def faction(self, detachment: Detachment) -> str:
        """Return the Faction in the catalogue's name, or else that of most units."""
        catalogue_name = printable_text(detachment.catalogue)
        place = f"{detachment.place}.catalogueName"
        match_kind: MatchKind = "matched"
        reason = ""
        faction = self.catalogue.factions.find(detachment.catalogue)
        if not faction:
            match_kind = "guessed"
            reason = "most of the units belong to this Faction"
            named = [self.catalogue.cards.unit(c.unit) for c in (*self.units, *self.heroes)]
            counts = Counter(f for card in named for f in card.factions)
            if not counts:
                factions = ", ".join(self.catalogue.cards.factions())
                raise FileError(
                    self.where,
                    [
                        FileFault(
                            place, f"unknown Faction {catalogue_name!r}; expected one of {factions}"
                        )
                    ],
                )
            faction = counts.most_common(1)[0][0]
        self.report.insert(0, SelectedEntry(match_kind, catalogue_name, place, faction, reason))
        return faction

    def take(self, selection: Selection, in_rack: bool) -> None:
        """Import a selection outside of any unit, with its nested selections."""
        name = selection.name
        in_rack = in_rack or self.catalogue.is_in_rack(selection)
        unit = None if in_rack else self.catalogue.units.find(name)
        kind = "" if in_rack or unit else self.catalogue.excluded_kind(selection)
        cypher = None if unit or kind else self.catalogue.cyphers.find(name)
        if selection.number == 0:
            self.report.append(
                SelectedEntry("matched", printable_text(name), selection.place, "", "number is 0")
            )
        elif unit:
            self.unit(selection, unit, "")
        elif kind:
            reason = f"a {kind}, for which the rulebook has no rules"
            self.report.append(
                SelectedEntry("unknown", printable_text(name), selection.place, "", reason)
            )
        elif cypher:
            self.cypher(selection, cypher.id, "")
        elif self.group(selection):
            for inner in selection.selections:
                self.take(inner, in_rack)
        else:
            self.guess(selection, in_rack)

    def group(self, selection: Selection) -> bool:
        """Return whether a selection is only a heading: the rack, or a group of units or cards."""
        named = self.catalogue.units.find, self.catalogue.cyphers.find
        return self.catalogue.is_rack(selection) or any(
            find(b.name) for b in selection.descendants() for find in named
        )

    def guess(self, selection: Selection, in_rack: bool) -> None:
        """Import a selection with an unknown name."""
        units = self.catalogue.units.find_nearest(selection.name)
        cyphers = self.catalogue.cyphers.find_nearest(selection.name)
        if in_rack and cyphers.card:
            self.cypher(selection, cyphers.card.id, CLOSEST_SPELLING)
        elif units.card and not in_rack:
            self.unit(selection, units.card, CLOSEST_SPELLING)
        else:
            self.report.append(report_unknown(selection, cyphers if in_rack else units))

    def unit(self, selection: Selection, card: UnitCard, reason: str) -> None:
        """Import a unit, Hero or attachment, with the roster's number of copies."""
        became = f"{selection.number} x {card.name}" if selection.number > 1 else card.name
        self.report.append(
            SelectedEntry(
                "guessed" if reason else "matched",
                printable_text(selection.name),
                selection.place,
                became,
                reason,
            )
        )
        fitting = UnitFitting(card, selection, self.catalogue)
        self.report += fitting.entries
        if card.kind == "attachment":
            self.attachments += [card.id] * selection.number
        else:
            if fitting.weapon_count > MAX_LIST_ENTRIES:
                raise self.too_many(selection, "weapons")
            (self.heroes if card.hero else self.units).extend(
                [fitting.unit_choice] * selection.number
            )
        if max(len(self.units), len(self.heroes), len(self.attachments)) > MAX_LIST_ENTRIES:
            raise self.too_many(selection, "units")
        for outside_selection in fitting.others:
            self.take(outside_selection, False)

    def cypher(self, selection: Selection, id: str, reason: str) -> None:
        became = self.catalogue.cards.cypher(id).name
        self.report.append(
            SelectedEntry(
                "guessed" if reason else "matched",
                printable_text(selection.name),
                selection.place,
                became,
                reason,
            )
        )
        self.rack += [id] * selection.number
        if len(self.rack) > MAX_LIST_ENTRIES:
            raise self.too_many(selection, "Cyphers")

    def too_many(self, selection: Selection, noun: str) -> FileError:
        return FileError(
            self.where,
            [
                FileFault(
                    selection.place,
                    f"the roster has more than {MAX_LIST_ENTRIES} {noun}, the limit for a force",
                )
            ],
        )
