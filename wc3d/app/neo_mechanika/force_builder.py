"""A force built in the terminal, line by line, so that it works with pipes, too. What is refused is refused by the limits."""
from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from wc3d.app.neo_mechanika import force_rows
from wc3d.app.neo_mechanika.force_commands import ALSO, FORMS, HELP, KINDS, find_meant, nameable
from wc3d.app.neo_mechanika.force_list import cyphers, describe_offer, units
from wc3d.app.output.colors import tell
from wc3d.app.output.completion import Sayable
from wc3d.app.output.new_files import unsaved_file
from wc3d.app.output.prompt import LeftError, TypedInput
from wc3d.app.play.terminal_session import number
from wc3d.engine.actions import Verdict
from wc3d.errors import InputError
from wc3d.warcaster.book.rule_text import wrap
from wc3d.warcaster.cards import Cards, UnitCard
from wc3d.warcaster.forces import building
from wc3d.warcaster.forces.building import Place, lacking, refused
from wc3d.warcaster.forces.force_files import Force, Limits, UnitChoice, faction_name, faults_of, force_text, save_force
from wc3d.warcaster.forces.limits import RACK
from wc3d.warcaster.words import force_sheet
from wc3d.warcaster.words.card_names import card_meant, known_by_key
from wc3d.warcaster.words.card_words import describe_card
from wc3d.warcaster.words.lookups import look_up_rules
from wc3d.warcaster.words.short_names import find

TIMES = re.compile(r"(.*\S)\s+x\s*(\d+)")
"""`hunter x2`: a name and how often."""

NAME_LENGTH = 100
"""Characters of a force's name, at most."""

YES, NO = ("y", "yes"), ("n", "no")


def ask_faction(typed: TypedInput, cards: Cards) -> str:
    """The Faction that a player names or numbers; asked until it is one. Raises LeftError at the end of what is typed."""
    known = {faction: faction_name(faction) for faction in cards.factions()}
    for i, name in enumerate(known.values(), 1):
        print(f"  {i} {name}")
    while True:
        line = typed.line("Faction: ", Sayable((name.lower() for name in known.values()), lambda order: known.values()))
        if line.isdecimal() and 1 <= int(line) <= len(known):
            return list(known)[int(line) - 1]
        try:
            return find(line, known, "Faction")
        except InputError as error:
            print(error)


class Builder:
    """A force being built in the terminal. `opened`: `path` is the file it came from, which `save` may write over."""

    def __init__(self, force: Force, cards: Cards, limits: Limits, typed: TypedInput, path: Path, opened: bool = False) -> None:
        self.force = self.saved = force
        self.cards = cards
        self.limits = limits
        self.typed = typed
        self.path = path
        self.own = {path} if opened else set()
        self.before: list[Force] = []
        self.listed: list[str] = []
        self.missing = ""

    def build(self) -> None:
        """Ask until the player leaves; what is not saved then is asked about or kept. Raises InputError if it cannot be."""
        print(f"{faction_name(self.force.faction)}: {force_sheet.describe_limits(self.limits)}. Type help for help.")
        try:
            self.show("")
            self.stands()
            if not self.force.units:
                self.list("")
            while True:
                try:
                    self._answer(self.typed.line("> ", Sayable(COMMANDS, partial(nameable, self.force, self.cards))))
                except InputError as error:
                    tell(wrap(str(error), "", "       "), "red")
        except LeftError:
            self._keep_unsaved()
        except KeyboardInterrupt:
            print()
            self._keep_unsaved()
            raise

    def _keep_unsaved(self) -> None:
        """What was not saved is written to a file of its own; if that fails it is printed. Raises InputError then."""
        if self.force == self.saved:
            return
        path = unsaved_file(self.path)
        try:
            save_force(self.force, path)
        except InputError:
            print(force_text(self.force), end="")
            raise
        print(f"What was not saved is kept in {path}")

    def _answer(self, line: str) -> None:
        if line.startswith("?") and (question := line.lstrip("? ")):
            line = f"rules {question}"
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        word = ALSO.get(word.lower(), word.lower())
        if not line:
            return
        if line.isdecimal():
            self._numbered(int(line))
        elif word in FORMS and not rest:
            raise InputError(f"expected {FORMS[word]}")
        elif word in COMMANDS:
            COMMANDS[word](self, rest)
        else:
            raise InputError(f"{word!r} is no command here (help lists them)")

    def _numbered(self, chosen: int) -> None:
        """Do what is listed under a number. What a warjack may have is listed again once it has one thing more or less."""
        if not self.listed:
            raise InputError("nothing is numbered now: list shows what may be added, fit WARJACK what a warjack may have")
        if not 1 <= chosen <= len(self.listed):
            raise InputError(f"expected a number from 1 to {len(self.listed)}")
        order = self.listed[chosen - 1]
        self._answer(order)
        if order.split()[0] in ("head", "mount", "unmount"):
            self.fit(order.split()[1])

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(wrap(line, "", "       "))
        sys.stdout.flush()

    def _number(self, order: str, told: str) -> None:
        """List something that a number does."""
        self.listed.append(order)
        first, *rest = wrap(f"{len(self.listed)} {told}", "    ", "        ").split("\n")
        number = first.split()[0]
        tell(f"    {number}", "cyan", "\n".join((first.removeprefix(f"    {number}"), *rest)))

    # Changes

    def _change(self, after: Force, told: str) -> None:
        """Change the force, if the limits allow it. Raises InputError with the refusal."""
        verdict = refused(self.force, after, self.cards, self.limits)
        if not verdict:
            raise InputError(f"No: {force_sheet.describe_refusal(verdict)}")
        self._set(after, told)

    def _set(self, after: Force, told: str) -> None:
        self.before.append(self.force)
        self.force = after
        self._tell([told])
        self.stands()

    def stands(self) -> None:
        """The totals; and what is missing, if that has changed."""
        self._tell([f"  {force_sheet.describe_totals(self.force, self.cards, self.limits)}"])
        missing = "; ".join(self._refusal(verdict) for verdict in lacking(self.force, self.cards, self.limits))
        if missing != self.missing:
            self._tell([f"  still missing: {missing}" if missing else "  nothing is missing any more"])
        self.missing = missing

    def _refusal(self, verdict: Verdict) -> str:
        return f"{force_rows.place_label(verdict.evidence)}{force_sheet.describe_refusal(verdict)}"

    def add(self, rest: str) -> None:
        """Add a card, once or more often; all or nothing. A warjack's heads and weapons are listed then."""
        match = TIMES.fullmatch(rest)
        wanted, times = (match[1], number(match[2])) if match else (rest, 1)
        id = self._card(wanted)
        after = self.force
        for _ in range(times):
            before, after = after, building.with_card(after, id, self.cards)
            verdict = refused(before, after, self.cards, self.limits)
            if not verdict:
                raise InputError(f"No: {force_sheet.describe_refusal(verdict)}")
        card = self.cards.cyphers.get(id) or self.cards.unit(id)
        self._set(after, f"added: {card.name}{f' x{times}' if times > 1 else ''}")
        if isinstance(card, UnitCard) and card.kind == "warjack":
            self.fit(str(len(after.units)))

    def _card(self, wanted: str) -> str:
        """The id of a unit or Cypher: one that the Faction may take if there is one of that name, else any."""
        every = {card.id: card.name for card in (*self.cards.units.values(), *self.cards.cyphers.values())}
        foreign = {card.id for card in self.cards.units.values() if self.force.faction not in card.factions}
        return find_meant(wanted, {id: name for id, name in every.items() if id not in foreign}, every, "card")

    def copy(self, rest: str) -> None:
        """Add one more like a row."""
        place = force_rows.find_row(self.force, rest, self.cards)
        found = force_rows.entry(self.force, place)
        if isinstance(found, str):
            after = building.with_card(self.force, found, self.cards)
        else:
            after = building.with_choice(self.force, found, self.cards)
        self._change(after, f"one more: {force_rows.name_of(self.force, place, self.cards)}")

    def remove(self, rest: str) -> None:
        """Take a row away."""
        place = force_rows.find_row(self.force, rest, self.cards)
        self.listed = []  # rows have other labels now
        self._set(building.without(self.force, place), f"removed: {force_rows.name_of(self.force, place, self.cards)}")

    def fill(self, rest: str) -> None:
        """Fill the rack."""
        size = number(rest) if rest else RACK[0]
        rack = building.filled_rack(self.force.rack, self.cards, size)
        names = [self.cards.cyphers[id].name for id in rack[len(self.force.rack) :]]
        if not names:
            raise InputError(f"the rack has {len(rack)} Cyphers, at least 3 of each kind, already")
        self._change(self.force.model_copy(update={"rack": rack}), f"added: {', '.join(names)}")

    def rename(self, rest: str) -> None:
        """Name the force."""
        if len(rest) > NAME_LENGTH or not rest.isprintable():
            raise InputError(f"expected a name of at most {NAME_LENGTH} printable characters")
        self._set(self.force.model_copy(update={"name": rest}), f"its name is {rest}")

    def undo(self, rest: str) -> None:
        """Take back the last changes."""
        count = number(rest) if rest else 1
        if count > len(self.before):
            raise InputError(f"there are {force_sheet.count_words(len(self.before), 'change')} to take back")
        self.listed = []
        self.force = self.before[-count]
        del self.before[-count:]
        print(f"{force_sheet.count_words(count, 'change')} taken back")
        self.stands()

    # Warjacks

    def _warjack(self, rest: str, form: str) -> tuple[Place, UnitChoice, UnitCard, str]:
        """The warjack that is named first, and the words after it. Raises InputError."""
        place, more = force_rows.find_first_row(self.force, rest.split(), self.cards, self._is_warjack)
        if not more:
            raise InputError(f"expected {FORMS[form]}")
        choice = force_rows.entry(self.force, place)
        assert isinstance(choice, UnitChoice)
        return place, choice, self.cards.unit(choice.unit), more

    def _is_warjack(self, place: Place) -> bool:
        return force_rows.is_warjack(self.force, place, self.cards)

    def head(self, rest: str) -> None:
        """Give a warjack a head."""
        place, choice, card, more = self._warjack(rest, "head")
        own = {cortex.id: cortex.name for cortex in card.cortexes}
        every = {cortex.id: cortex.name for unit in self.cards.units.values() for cortex in unit.cortexes}
        self._refit(place, building.with_head(choice, find_meant(more, own, every, "head")))

    def mount(self, rest: str) -> None:
        """Put a weapon on a warjack."""
        place, choice, card, more = self._warjack(rest, "mount")
        own = {id: self.cards.weapon(id).name for ids in card.weapon_options.values() for id in ids}
        every = {weapon.id: weapon.name for weapon in self.cards.weapons.values()}
        self._refit(place, building.with_weapon(choice, find_meant(more, own, every, "weapon"), self.cards))

    def unmount(self, rest: str) -> None:
        """Take a weapon off a warjack."""
        place, choice, _, more = self._warjack(rest, "unmount")
        carried = [id for ids in choice.weapons.values() for id in ids]
        names = {id: self.cards.weapons[id].name if id in self.cards.weapons else id for id in carried}
        after = building.without_weapon(choice, find(more, names, "weapon on it"))
        self._set(building.in_place(self.force, place, after), force_rows.describe_choice(after, self.cards))

    def _refit(self, place: Place, after: UnitChoice) -> None:
        self._change(building.in_place(self.force, place, after), force_rows.describe_choice(after, self.cards))

    def fit(self, rest: str) -> None:
        """List the heads and weapons a warjack may have; what is refused is listed with the reason and no number."""
        place = force_rows.find_row(self.force, rest, self.cards, self._is_warjack)
        choice = force_rows.entry(self.force, place)
        assert isinstance(choice, UnitChoice)
        card, row = self.cards.unit(choice.unit), force_rows.label(place)
        self.listed = []
        self._tell([force_rows.describe_row(self.force, place, self.cards)])
        print("  Heads")
        for head in card.cortexes:
            words = f"{head.name}: {', '.join(self.cards.ability(a).name for a in head.abilities)}"
            if head.id == choice.cortex:
                print(wrap(f"- {words} (it has this one)", "    ", "        "))
            else:
                self._number(f"head {row} {head.id}", words)
        for location, options in card.weapon_options.items():
            taken = len(choice.weapons.get(location, ()))
            print(f"  {location.title()} ({taken} of {force_sheet.count_words(card.hardpoints[location], 'hardpoint')} taken)")
            for id in options:
                self._offer(place, choice, row, id)
        for id in [id for ids in choice.weapons.values() for id in ids if id in self.cards.weapons]:
            self._number(f"unmount {row} {id}", f"take off {self.cards.weapon(id).name}")
        self._number("list", "go on to what else may be added")

    def _offer(self, place: Place, choice: UnitChoice, row: str, id: str) -> None:
        weapon = self.cards.weapon(id)
        after = building.in_place(self.force, place, building.with_weapon(choice, id, self.cards))
        verdict = refused(self.force, after, self.cards, self.limits)
        if verdict:
            words = force_sheet.describe_weapon(weapon, self.cards)
            self._number(f"mount {row} {id}", f"{weapon.name} ({weapon.points}): {words}")
        else:
            print(wrap(f"- {weapon.name} ({weapon.points}): {force_sheet.describe_refusal(verdict)}", "    ", "        "))

    # Looking

    def list(self, rest: str) -> None:
        """Number what may be added; what is refused is listed with the reason."""
        kind = next((kind for kind in KINDS if rest.lower() in (kind, f"{kind}s", f"{kind}es")), None)
        if rest and kind is None:
            raise InputError(f"expected list, or list and one of {', '.join(KINDS)}")
        self.listed = []
        groups = [*units(self.force.faction, kind, self.cards), *(cyphers(kind, self.cards) if kind else ())]
        for title, own in groups:
            print(f"  {title}")
            for card in own:
                after = building.with_card(self.force, card.id, self.cards)
                verdict = refused(self.force, after, self.cards, self.limits)
                if verdict:
                    self._number(f"add {card.id}", describe_offer(card, self.force.faction))
                else:
                    print(wrap(f"- {card.name}: {force_sheet.describe_refusal(verdict)}", "    ", "        "))

    def show(self, rest: str) -> None:
        """The rows."""
        self._tell(([self.force.name] if self.force.name else []) + force_rows.describe_rows(self.force, self.cards))

    def check(self, rest: str) -> None:
        """Every refusal, with its page."""
        faults = faults_of(self.force, self.cards, self.limits)
        self._tell([f"  {self._refusal(fault)}" for fault in faults] or [f"Legal: {force_sheet.describe_limits(self.limits)}"])

    def card(self, rest: str) -> None:
        """A card, as `wc3d card` tells it."""
        print("\n".join(describe_card(card_meant(rest, known_by_key(self.cards)), self.cards)))

    def print(self, rest: str) -> None:
        """The sheet."""
        print(force_sheet.text(force_sheet.sheet(self.force, self.cards, self.limits)))

    # Leaving

    def save(self, rest: str) -> None:
        """Write the force; over another file only if the player says so. Raises InputError if it cannot be written."""
        path = Path(rest) if rest else self.path
        if os.path.isdir(path) or not rest.isprintable():
            raise InputError(f"{rest!r}: expected a file name")
        if os.path.exists(path) and path not in self.own and not self._agreed(f"{path}: there is such a file; write over it?"):
            print("not saved")
            return
        save_force(self.force, path)
        self.saved, self.path = self.force, path
        self.own.add(path)
        faults = len(faults_of(self.force, self.cards, self.limits))
        more = f"; it is not legal yet, {force_sheet.count_words(faults, 'refusal')}" if faults else ""
        print(f"The force is saved in {path}{more}")

    def _agreed(self, question: str) -> bool:
        return self.typed.line(f"{question} (yes or no) ").lower() in YES

    def leave(self, rest: str) -> None:
        """Leave; what is not saved is asked about."""
        if self.force != self.saved:
            answer = self.typed.line(f"Save it in {self.path}? (yes; no: it is lost; anything else: go on) ").lower()
            if answer in YES:
                self.save("")
            if answer in NO:
                self.force = self.saved
        if self.force == self.saved:
            raise LeftError


COMMANDS: dict[str, Callable[[Builder, str], None]] = {
    "add": Builder.add,
    "copy": Builder.copy,
    "remove": Builder.remove,
    "fit": Builder.fit,
    "head": Builder.head,
    "mount": Builder.mount,
    "unmount": Builder.unmount,
    "fill": Builder.fill,
    "name": Builder.rename,
    "list": Builder.list,
    "show": Builder.show,
    "check": Builder.check,
    "print": Builder.print,
    "card": Builder.card,
    "rules": lambda builder, rest: builder._tell(look_up_rules(rest)),
    "undo": Builder.undo,
    "save": Builder.save,
    "help": lambda builder, rest: print(HELP),
    "quit": Builder.leave,
}
"""What can be typed."""
