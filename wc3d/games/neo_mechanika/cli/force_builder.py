"""Build a force in the terminal, line by line (also from a pipe), within the limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from wc3d.cli.list_builder import SHARED_COMMANDS, ListBuilder, print_wrapped, split_count
from wc3d.cli.output.prompt import PromptInput
from wc3d.cli.play.terminal_session import parse_count
from wc3d.engine.actions import Verdict
from wc3d.engine.text import wrap_paragraph
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.cli import force_table
from wc3d.games.neo_mechanika.cli.available_units import (
    cyphers_by_kind,
    describe_available_card,
    units_by_group,
)
from wc3d.games.neo_mechanika.cli.builder_commands import (
    COMMAND_ALIASES,
    COMMAND_FORMS,
    HELP_TEXT,
    LISTABLE_KINDS,
    completions,
    find_card_id,
)
from wc3d.games.neo_mechanika.rules.cards import Cards, UnitCard
from wc3d.games.neo_mechanika.rules.forces import force_editor
from wc3d.games.neo_mechanika.rules.forces.force_editor import (
    ForcePosition,
    check_change,
    missing_parts,
)
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    Force,
    Limits,
    UnitChoice,
    format_faction,
    format_force,
    list_faults,
    save_force,
)
from wc3d.games.neo_mechanika.rules.forces.limits import RACK_SIZE
from wc3d.games.neo_mechanika.text import force_sheet
from wc3d.games.neo_mechanika.text.card_names import find_cards_by_key, match_card
from wc3d.games.neo_mechanika.text.card_words import describe_card
from wc3d.games.neo_mechanika.text.player_queries import look_up_rules
from wc3d.games.neo_mechanika.text.typed_names import match_name


class ForceBuilder(ListBuilder[Force]):
    """A force being built in the terminal."""

    list_noun = "force"
    help_text = HELP_TEXT
    command_forms, command_aliases = COMMAND_FORMS, COMMAND_ALIASES
    numbering_hint = "list shows what you can add, fit WARJACK shows the options of a warjack"

    def __init__(
        self,
        force: Force,
        cards: Cards,
        limits: Limits,
        typed: PromptInput,
        path: Path,
        opened: bool = False,
    ) -> None:
        super().__init__(force, typed, path, opened)
        self.cards = cards
        self.limits = limits
        self.missing = ""

    @property
    def commands(self) -> Mapping[str, Callable[[ForceBuilder, str], None]]:
        """The available commands."""
        return BUILDER_COMMANDS

    def print_introduction(self) -> None:
        """Print the limits and the totals, and for an empty force the available cards."""
        print(
            f"{format_faction(self.current.faction)}: {force_sheet.describe_limits(self.limits)}. Type help for a list of commands."
        )
        self.print_rows("")
        self.print_summary()
        if not self.current.units:
            self.list_available("")

    def completions(self, order: str) -> Iterator[str]:
        """Yield completions for a command's arguments."""
        return completions(self.current, self.cards, order)

    def with_name(self, name: str) -> Force:
        """Return the force with another name."""
        return self.current.model_copy(update={"name": name})

    def write(self, path: Path) -> None:
        """Write the force. Raises InputError if it cannot be written."""
        save_force(self.current, path)

    def file_text(self) -> str:
        """Return the content of the force's file."""
        return format_force(self.current)

    def incomplete_note(self) -> str:
        """Return what a legal force still needs."""
        faults = len(list_faults(self.current, self.cards, self.limits))
        return (
            f"; it is not legal yet, {force_sheet.format_count(faults, 'problem')}"
            if faults
            else ""
        )

    def run_order(self, line: str) -> None:
        """Run a typed command; text after `?` is a question about the rules."""
        question = line.lstrip("? ") if line.startswith("?") else ""
        super().run_order(f"rules {question}" if question else line)

    def run_numbered_order(self, choice: int) -> str:
        """Run a numbered command from the list. Changes to a warjack list its options again."""
        order = super().run_numbered_order(choice)
        if order.split()[0] in ("head", "mount", "unmount"):
            self.list_warjack_options(order.split()[1])
        return order

    # Changes

    def _change(self, new_force: Force, message: str) -> None:
        """Change the force within the limits. Raises InputError with the refusal."""
        verdict = check_change(self.current, new_force, self.cards, self.limits)
        if not verdict:
            raise InputError(f"No: {force_sheet.describe_refusal(verdict)}")
        self.apply_change(new_force, message)

    def print_summary(self) -> None:
        """Print the totals, and the missing parts if they have changed."""
        print_wrapped([f"  {force_sheet.describe_totals(self.current, self.cards, self.limits)}"])
        missing = "; ".join(
            self._refusal(verdict)
            for verdict in missing_parts(self.current, self.cards, self.limits)
        )
        if missing != self.missing:
            print_wrapped([f"  still to fix: {missing}" if missing else "  nothing left to fix"])
        self.missing = missing

    def _refusal(self, verdict: Verdict) -> str:
        return (
            f"{force_table.refusal_label(verdict.evidence)}{force_sheet.describe_refusal(verdict)}"
        )

    def add_cards(self, rest: str) -> None:
        """Add one or more of a card, all or nothing; for a warjack, list its options."""
        text, times = split_count(rest)
        id = self._card(text)
        new_force = self.current
        for _ in range(times):
            old_force, new_force = new_force, force_editor.add_card(new_force, id, self.cards)
            verdict = check_change(old_force, new_force, self.cards, self.limits)
            if not verdict:
                raise InputError(f"No: {force_sheet.describe_refusal(verdict)}")
        card = self.cards.cyphers.get(id) or self.cards.unit(id)
        self.apply_change(new_force, f"Added {card.name}{f' x{times}' if times > 1 else ''}")
        if isinstance(card, UnitCard) and card.kind == "warjack":
            self.list_warjack_options(str(len(new_force.units)))

    def _card(self, text: str) -> str:
        """Return the id of a unit or Cypher, of the player's Faction if possible."""
        all_names = {
            card.id: card.name
            for card in (*self.cards.units.values(), *self.cards.cyphers.values())
        }
        foreign = {
            card.id
            for card in self.cards.units.values()
            if self.current.faction not in card.factions
        }
        return find_card_id(
            text,
            {id: name for id, name in all_names.items() if id not in foreign},
            all_names,
            "card",
        )

    def copy_row(self, rest: str) -> None:
        """Add a copy of a row."""
        place = force_table.find_row(self.current, rest, self.cards)
        content = force_table.row_entry(self.current, place)
        if isinstance(content, str):
            new_force = force_editor.add_card(self.current, content, self.cards)
        else:
            new_force = force_editor.add_unit(self.current, content, self.cards)
        self._change(new_force, f"Copied {force_table.row_name(self.current, place, self.cards)}")

    def remove_row(self, rest: str) -> None:
        """Remove a row."""
        place = force_table.find_row(self.current, rest, self.cards)
        self.numbered_orders = []  # row labels have changed
        self.apply_change(
            force_editor.remove_entry(self.current, place),
            f"Removed {force_table.row_name(self.current, place, self.cards)}",
        )

    def fill_rack(self, rest: str) -> None:
        """Fill the rack."""
        size = parse_count(rest) if rest else RACK_SIZE[0]
        rack = force_editor.fill_rack(self.current.rack, self.cards, size)
        names = [self.cards.cyphers[id].name for id in rack[len(self.current.rack) :]]
        if not names:
            raise InputError(
                f"the rack already has {len(rack)} Cyphers with at least 3 of each kind"
            )
        self._change(self.current.model_copy(update={"rack": rack}), f"Added {', '.join(names)}")

    # Warjacks

    def _warjack(self, rest: str, form: str) -> tuple[ForcePosition, UnitChoice, UnitCard, str]:
        """Return the warjack named first and the remaining words. Raises InputError."""
        place, remaining_text = force_table.find_first_row(
            self.current, rest.split(), self.cards, self._is_warjack
        )
        if not remaining_text:
            raise InputError(f"incomplete command; type: {COMMAND_FORMS[form]}")
        choice = force_table.row_entry(self.current, place)
        assert isinstance(choice, UnitChoice)
        return place, choice, self.cards.unit(choice.unit), remaining_text

    def _is_warjack(self, place: ForcePosition) -> bool:
        return force_table.is_warjack_row(self.current, place, self.cards)

    def set_head(self, rest: str) -> None:
        """Set a warjack's head."""
        place, choice, card, text = self._warjack(rest, "head")
        own = {cortex.id: cortex.name for cortex in card.cortexes}
        all_names = {
            cortex.id: cortex.name for unit in self.cards.units.values() for cortex in unit.cortexes
        }
        self._refit(
            place, force_editor.set_head(choice, find_card_id(text, own, all_names, "head"))
        )

    def mount_weapon(self, rest: str) -> None:
        """Mount a weapon on a warjack."""
        place, choice, card, text = self._warjack(rest, "mount")
        own = {id: self.cards.weapon(id).name for ids in card.weapon_options.values() for id in ids}
        all_names = {weapon.id: weapon.name for weapon in self.cards.weapons.values()}
        self._refit(
            place,
            force_editor.add_weapon(
                choice, find_card_id(text, own, all_names, "weapon"), self.cards
            ),
        )

    def unmount_weapon(self, rest: str) -> None:
        """Remove a weapon from a warjack."""
        place, choice, _, text = self._warjack(rest, "unmount")
        carried = [id for ids in choice.weapons.values() for id in ids]
        names = {
            id: self.cards.weapons[id].name if id in self.cards.weapons else id for id in carried
        }
        new_choice = force_editor.remove_weapon(choice, match_name(text, names, "mounted weapon"))
        self.apply_change(
            force_editor.replace_unit(self.current, place, new_choice),
            force_table.describe_unit_choice(new_choice, self.cards),
        )

    def _refit(self, place: ForcePosition, new_choice: UnitChoice) -> None:
        self._change(
            force_editor.replace_unit(self.current, place, new_choice),
            force_table.describe_unit_choice(new_choice, self.cards),
        )

    def list_warjack_options(self, rest: str) -> None:
        """Number a warjack's heads and weapons; list illegal ones with the reason."""
        place = force_table.find_row(self.current, rest, self.cards, self._is_warjack)
        choice = force_table.row_entry(self.current, place)
        assert isinstance(choice, UnitChoice)
        card = self.cards.unit(choice.unit)
        row = force_table.row_label(place)
        self.numbered_orders = []
        print_wrapped([force_table.describe_row(self.current, place, self.cards)])
        print("  Heads")
        for head in card.cortexes:
            words = f"{head.name}: {', '.join(self.cards.ability(a).name for a in head.abilities)}"
            if head.id == choice.cortex:
                print(wrap_paragraph(f"- {words} (current head)", "    ", "        "))
            else:
                self.print_numbered_order(f"head {row} {head.id}", words)
        for location, options in card.weapon_options.items():
            used_count = len(choice.weapons.get(location, ()))
            print(
                f"  {location.title()} ({used_count} of {force_sheet.format_count(card.hardpoints[location], 'hardpoint')} used)"
            )
            for id in options:
                self._offer(place, choice, row, id)
        for id in [id for ids in choice.weapons.values() for id in ids if id in self.cards.weapons]:
            self.print_numbered_order(f"unmount {row} {id}", f"remove {self.cards.weapon(id).name}")
        self.print_numbered_order("list", "list what else you can add")

    def _offer(self, place: ForcePosition, choice: UnitChoice, row: str, id: str) -> None:
        weapon = self.cards.weapon(id)
        new_force = force_editor.replace_unit(
            self.current, place, force_editor.add_weapon(choice, id, self.cards)
        )
        verdict = check_change(self.current, new_force, self.cards, self.limits)
        if verdict:
            words = force_sheet.describe_weapon(weapon, self.cards)
            self.print_numbered_order(
                f"mount {row} {id}", f"{weapon.name} ({weapon.points}): {words}"
            )
        else:
            self.print_illegal_option(
                f"{weapon.name} ({weapon.points})", force_sheet.describe_refusal(verdict)
            )

    # Queries

    def list_available(self, rest: str) -> None:
        """Number the available cards; list illegal ones with the reason."""
        kind = next(
            (kind for kind in LISTABLE_KINDS if rest.lower() in (kind, f"{kind}s", f"{kind}es")),
            None,
        )
        if rest and kind is None:
            raise InputError(f"type: list, or list and one of {', '.join(LISTABLE_KINDS)}")
        self.numbered_orders = []
        groups = [
            *units_by_group(self.current.faction, kind, self.cards),
            *(cyphers_by_kind(kind, self.cards) if kind else ()),
        ]
        for title, own in groups:
            print(f"  {title}")
            for card in own:
                new_force = force_editor.add_card(self.current, card.id, self.cards)
                verdict = check_change(self.current, new_force, self.cards, self.limits)
                if verdict:
                    self.print_numbered_order(
                        f"add {card.id}", describe_available_card(card, self.current.faction)
                    )
                else:
                    self.print_illegal_option(card.name, force_sheet.describe_refusal(verdict))

    def print_rows(self, rest: str) -> None:
        """Print the rows."""
        print_wrapped(
            ([self.current.name] if self.current.name else [])
            + force_table.describe_rows(self.current, self.cards)
        )

    def print_faults(self, rest: str) -> None:
        """Print every refusal with its page."""
        faults = list_faults(self.current, self.cards, self.limits)
        print_wrapped(
            [f"  {self._refusal(fault)}" for fault in faults]
            or [f"Legal: {force_sheet.describe_limits(self.limits)}"]
        )

    def print_card(self, rest: str) -> None:
        """Print a card like `wc3d card`."""
        print("\n".join(describe_card(match_card(rest, find_cards_by_key(self.cards)), self.cards)))

    def print_sheet(self, rest: str) -> None:
        """Print the sheet."""
        print(
            force_sheet.sheet_as_text(
                force_sheet.make_force_sheet(self.current, self.cards, self.limits)
            )
        )


BUILDER_COMMANDS: dict[str, Callable[[ForceBuilder, str], None]] = {
    **SHARED_COMMANDS,
    "add": ForceBuilder.add_cards,
    "copy": ForceBuilder.copy_row,
    "remove": ForceBuilder.remove_row,
    "fit": ForceBuilder.list_warjack_options,
    "head": ForceBuilder.set_head,
    "mount": ForceBuilder.mount_weapon,
    "unmount": ForceBuilder.unmount_weapon,
    "fill": ForceBuilder.fill_rack,
    "list": ForceBuilder.list_available,
    "show": ForceBuilder.print_rows,
    "check": ForceBuilder.print_faults,
    "print": ForceBuilder.print_sheet,
    "card": ForceBuilder.print_card,
    "rules": lambda builder, rest: print_wrapped(look_up_rules(rest)),
}
"""The commands by their words."""
