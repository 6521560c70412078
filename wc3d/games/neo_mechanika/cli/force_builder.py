"""A force built in the terminal, line by line, so that it works with pipes, too. What is refused is refused by the limits."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from wc3d.cli.list_builder import ListBuilder, split_times, tell_lines
from wc3d.cli.output.prompt import TypedInput
from wc3d.cli.play.terminal_session import number
from wc3d.engine.actions import Verdict
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.cli import force_table
from wc3d.games.neo_mechanika.cli.available_units import cyphers, describe_offer, units
from wc3d.games.neo_mechanika.cli.builder_commands import (
    ALSO,
    FORMS,
    HELP,
    KINDS,
    find_meant,
    nameable,
)
from wc3d.games.neo_mechanika.rules.book.rule_text import wrap
from wc3d.games.neo_mechanika.rules.cards import Cards, UnitCard
from wc3d.games.neo_mechanika.rules.forces import building
from wc3d.games.neo_mechanika.rules.forces.building import Place, lacking, refused
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    Force,
    Limits,
    UnitChoice,
    faction_name,
    faults_of,
    force_text,
    save_force,
)
from wc3d.games.neo_mechanika.rules.forces.limits import RACK
from wc3d.games.neo_mechanika.text import force_sheet
from wc3d.games.neo_mechanika.text.card_names import card_meant, known_by_key
from wc3d.games.neo_mechanika.text.card_words import describe_card
from wc3d.games.neo_mechanika.text.player_queries import look_up_rules
from wc3d.games.neo_mechanika.text.short_names import find


class ForceBuilder(ListBuilder[Force]):
    """A force being built in the terminal."""

    what, forms, also = "force", FORMS, ALSO
    numbered = "list shows what you can add, fit WARJACK shows the options of a warjack"

    def __init__(self, force: Force, cards: Cards, limits: Limits, typed: TypedInput, path: Path, opened: bool = False) -> None:
        super().__init__(force, typed, path, opened)
        self.cards, self.limits, self.missing = cards, limits, ""

    @property
    def commands(self) -> Mapping[str, Callable[[ForceBuilder, str], None]]:
        """What can be typed."""
        return COMMANDS

    def begin(self) -> None:
        """What the force may have, what it has, and where there is nothing yet what may be added."""
        print(f"{faction_name(self.built.faction)}: {force_sheet.describe_limits(self.limits)}. Type help for help.")
        self.show("")
        self.stands()
        if not self.built.units:
            self.list("")

    def nameable(self, order: str) -> Iterator[str]:
        """What may be named after an order."""
        return nameable(self.built, self.cards, order)

    def named(self, name: str) -> Force:
        """The force by another name."""
        return self.built.model_copy(update={"name": name})

    def write(self, path: Path) -> None:
        """Write the force. Raises InputError if it cannot be written."""
        save_force(self.built, path)

    def text(self) -> str:
        """What its file holds."""
        return force_text(self.built)

    def missing_to_save(self) -> str:
        """How far it is from a legal one."""
        faults = len(faults_of(self.built, self.cards, self.limits))
        return f"; it is not legal yet, {force_sheet.count_words(faults, 'problem')}" if faults else ""

    def answer(self, line: str) -> None:
        """Do what is typed; a question after `?` is one about the rules."""
        question = line.lstrip("? ") if line.startswith("?") else ""
        super().answer(f"rules {question}" if question else line)

    def choose(self, choice: int) -> str:
        """Do what is listed under a number. What a warjack may have is listed again once it has one thing more or less."""
        order = super().choose(choice)
        if order.split()[0] in ("head", "mount", "unmount"):
            self.fit(order.split()[1])
        return order

    # Changes

    def _change(self, new_force: Force, message: str) -> None:
        """Change the force, if the limits allow it. Raises InputError with the refusal."""
        verdict = refused(self.built, new_force, self.cards, self.limits)
        if not verdict:
            raise InputError(f"No: {force_sheet.describe_refusal(verdict)}")
        self.set(new_force, message)

    def stands(self) -> None:
        """The totals; and what is missing, if that has changed."""
        tell_lines([f"  {force_sheet.describe_totals(self.built, self.cards, self.limits)}"])
        missing = "; ".join(self._refusal(verdict) for verdict in lacking(self.built, self.cards, self.limits))
        if missing != self.missing:
            tell_lines([f"  still missing: {missing}" if missing else "  nothing is missing"])
        self.missing = missing

    def _refusal(self, verdict: Verdict) -> str:
        return f"{force_table.place_label(verdict.evidence)}{force_sheet.describe_refusal(verdict)}"

    def add(self, rest: str) -> None:
        """Add a card, once or more often; all or nothing. A warjack's heads and weapons are listed then."""
        text, times = split_times(rest)
        id = self._card(text)
        new_force = self.built
        for _ in range(times):
            old_force, new_force = new_force, building.with_card(new_force, id, self.cards)
            verdict = refused(old_force, new_force, self.cards, self.limits)
            if not verdict:
                raise InputError(f"No: {force_sheet.describe_refusal(verdict)}")
        card = self.cards.cyphers.get(id) or self.cards.unit(id)
        self.set(new_force, f"added: {card.name}{f' x{times}' if times > 1 else ''}")
        if isinstance(card, UnitCard) and card.kind == "warjack":
            self.fit(str(len(new_force.units)))

    def _card(self, text: str) -> str:
        """The id of a unit or Cypher: one that the Faction may take if there is one of that name, else any."""
        all_names = {card.id: card.name for card in (*self.cards.units.values(), *self.cards.cyphers.values())}
        foreign = {card.id for card in self.cards.units.values() if self.built.faction not in card.factions}
        return find_meant(text, {id: name for id, name in all_names.items() if id not in foreign}, all_names, "card")

    def copy(self, rest: str) -> None:
        """Add one more like a row."""
        place = force_table.find_row(self.built, rest, self.cards)
        content = force_table.entry(self.built, place)
        if isinstance(content, str):
            new_force = building.with_card(self.built, content, self.cards)
        else:
            new_force = building.with_choice(self.built, content, self.cards)
        self._change(new_force, f"copied: {force_table.name_of(self.built, place, self.cards)}")

    def remove(self, rest: str) -> None:
        """Take a row away."""
        place = force_table.find_row(self.built, rest, self.cards)
        self.listed = []  # rows have other labels now
        self.set(building.without(self.built, place), f"removed: {force_table.name_of(self.built, place, self.cards)}")

    def fill(self, rest: str) -> None:
        """Fill the rack."""
        size = number(rest) if rest else RACK[0]
        rack = building.filled_rack(self.built.rack, self.cards, size)
        names = [self.cards.cyphers[id].name for id in rack[len(self.built.rack) :]]
        if not names:
            raise InputError(f"the rack already has {len(rack)} Cyphers with at least 3 of each kind")
        self._change(self.built.model_copy(update={"rack": rack}), f"added: {', '.join(names)}")

    # Warjacks

    def _warjack(self, rest: str, form: str) -> tuple[Place, UnitChoice, UnitCard, str]:
        """The warjack that is named first, and the words after it. Raises InputError."""
        place, remaining_text = force_table.find_first_row(self.built, rest.split(), self.cards, self._is_warjack)
        if not remaining_text:
            raise InputError(f"expected {FORMS[form]}")
        choice = force_table.entry(self.built, place)
        assert isinstance(choice, UnitChoice)
        return place, choice, self.cards.unit(choice.unit), remaining_text

    def _is_warjack(self, place: Place) -> bool:
        return force_table.is_warjack(self.built, place, self.cards)

    def head(self, rest: str) -> None:
        """Give a warjack a head."""
        place, choice, card, text = self._warjack(rest, "head")
        own = {cortex.id: cortex.name for cortex in card.cortexes}
        all_names = {cortex.id: cortex.name for unit in self.cards.units.values() for cortex in unit.cortexes}
        self._refit(place, building.with_head(choice, find_meant(text, own, all_names, "head")))

    def mount(self, rest: str) -> None:
        """Put a weapon on a warjack."""
        place, choice, card, text = self._warjack(rest, "mount")
        own = {id: self.cards.weapon(id).name for ids in card.weapon_options.values() for id in ids}
        all_names = {weapon.id: weapon.name for weapon in self.cards.weapons.values()}
        self._refit(place, building.with_weapon(choice, find_meant(text, own, all_names, "weapon"), self.cards))

    def unmount(self, rest: str) -> None:
        """Take a weapon off a warjack."""
        place, choice, _, text = self._warjack(rest, "unmount")
        carried = [id for ids in choice.weapons.values() for id in ids]
        names = {id: self.cards.weapons[id].name if id in self.cards.weapons else id for id in carried}
        new_choice = building.without_weapon(choice, find(text, names, "mounted weapon"))
        self.set(building.in_place(self.built, place, new_choice), force_table.describe_choice(new_choice, self.cards))

    def _refit(self, place: Place, new_choice: UnitChoice) -> None:
        self._change(building.in_place(self.built, place, new_choice), force_table.describe_choice(new_choice, self.cards))

    def fit(self, rest: str) -> None:
        """List the heads and weapons a warjack may have; what is refused is listed with the reason and no number."""
        place = force_table.find_row(self.built, rest, self.cards, self._is_warjack)
        choice = force_table.entry(self.built, place)
        assert isinstance(choice, UnitChoice)
        card, row = self.cards.unit(choice.unit), force_table.label(place)
        self.listed = []
        tell_lines([force_table.describe_row(self.built, place, self.cards)])
        print("  Heads")
        for head in card.cortexes:
            words = f"{head.name}: {', '.join(self.cards.ability(a).name for a in head.abilities)}"
            if head.id == choice.cortex:
                print(wrap(f"- {words} (current head)", "    ", "        "))
            else:
                self.number(f"head {row} {head.id}", words)
        for location, options in card.weapon_options.items():
            used_count = len(choice.weapons.get(location, ()))
            print(f"  {location.title()} ({used_count} of {force_sheet.count_words(card.hardpoints[location], 'hardpoint')} used)")
            for id in options:
                self._offer(place, choice, row, id)
        for id in [id for ids in choice.weapons.values() for id in ids if id in self.cards.weapons]:
            self.number(f"unmount {row} {id}", f"remove {self.cards.weapon(id).name}")
        self.number("list", "list what else you can add")

    def _offer(self, place: Place, choice: UnitChoice, row: str, id: str) -> None:
        weapon = self.cards.weapon(id)
        new_force = building.in_place(self.built, place, building.with_weapon(choice, id, self.cards))
        verdict = refused(self.built, new_force, self.cards, self.limits)
        if verdict:
            words = force_sheet.describe_weapon(weapon, self.cards)
            self.number(f"mount {row} {id}", f"{weapon.name} ({weapon.points}): {words}")
        else:
            print(wrap(f"- {weapon.name} ({weapon.points}): {force_sheet.describe_refusal(verdict)}", "    ", "        "))

    # Looking

    def list(self, rest: str) -> None:
        """Number what may be added; what is refused is listed with the reason."""
        kind = next((kind for kind in KINDS if rest.lower() in (kind, f"{kind}s", f"{kind}es")), None)
        if rest and kind is None:
            raise InputError(f"expected list, or list with one of {', '.join(KINDS)}")
        self.listed = []
        groups = [*units(self.built.faction, kind, self.cards), *(cyphers(kind, self.cards) if kind else ())]
        for title, own in groups:
            print(f"  {title}")
            for card in own:
                new_force = building.with_card(self.built, card.id, self.cards)
                verdict = refused(self.built, new_force, self.cards, self.limits)
                if verdict:
                    self.number(f"add {card.id}", describe_offer(card, self.built.faction))
                else:
                    print(wrap(f"- {card.name}: {force_sheet.describe_refusal(verdict)}", "    ", "        "))

    def show(self, rest: str) -> None:
        """The rows."""
        tell_lines(([self.built.name] if self.built.name else []) + force_table.describe_rows(self.built, self.cards))

    def check(self, rest: str) -> None:
        """Every refusal, with its page."""
        faults = faults_of(self.built, self.cards, self.limits)
        tell_lines([f"  {self._refusal(fault)}" for fault in faults] or [f"Legal: {force_sheet.describe_limits(self.limits)}"])

    def card(self, rest: str) -> None:
        """A card, as `wc3d card` tells it."""
        print("\n".join(describe_card(card_meant(rest, known_by_key(self.cards)), self.cards)))

    def print(self, rest: str) -> None:
        """The sheet."""
        print(force_sheet.text(force_sheet.sheet(self.built, self.cards, self.limits)))


COMMANDS: dict[str, Callable[[ForceBuilder, str], None]] = {
    "add": ForceBuilder.add,
    "copy": ForceBuilder.copy,
    "remove": ForceBuilder.remove,
    "fit": ForceBuilder.fit,
    "head": ForceBuilder.head,
    "mount": ForceBuilder.mount,
    "unmount": ForceBuilder.unmount,
    "fill": ForceBuilder.fill,
    "name": ForceBuilder.rename,
    "list": ForceBuilder.list,
    "show": ForceBuilder.show,
    "check": ForceBuilder.check,
    "print": ForceBuilder.print,
    "card": ForceBuilder.card,
    "rules": lambda builder, rest: tell_lines(look_up_rules(rest)),
    "undo": ForceBuilder.undo,
    "save": ForceBuilder.save,
    "help": lambda builder, rest: print(HELP),
    "quit": ForceBuilder.leave,
}
"""What can be typed."""
