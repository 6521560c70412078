"""A line-based battlegroup builder for the terminal, which also works with pipes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from wc3d.cli.list_builder import SHARED_COMMANDS, ListBuilder, print_wrapped, split_count
from wc3d.cli.output.prompt import PromptInput
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.battlegroup_editor import (
    CARDS_BY_PART,
    BattlegroupDraft,
    format_battlegroup,
    save_battlegroup,
)
from wc3d.games.warmachine.rules.card_words import describe_card, match_model, title_from_id
from wc3d.games.warmachine.rules.cards import AnyCard, CardSet
from wc3d.games.warmachine.rules.forces import list_faults

HELP_TEXT = """\
Type the number of a model to add it, or one of these commands:
  add NAME [xN]        add a warcaster, warjack, unit or solo: add charger x2
  remove NAME          remove one model or unit of that name
  name WORDS           name the battlegroup
list                   list the models that you can add
show                   show the battlegroup
check                  list every rule that the battlegroup breaks
card NAME              show a card and its effects
undo [N]               undo your last change, or your last N
save [FILE], help, quit"""

COMMAND_FORMS = {
    "add": "add NAME [xN]",
    "remove": "remove NAME",
    "name": "name WORDS",
    "card": "card NAME",
}


class BattlegroupBuilder(ListBuilder[BattlegroupDraft]):
    """The terminal builder of a battlegroup."""

    list_noun = "battlegroup"
    command_forms = COMMAND_FORMS
    help_text = HELP_TEXT
    numbering_hint = "list shows the models that you can add"

    def __init__(
        self,
        draft: BattlegroupDraft,
        cards: CardSet,
        typed: PromptInput,
        path: Path,
        opened: bool = False,
    ) -> None:
        super().__init__(draft, typed, path, opened)
        self.cards = cards

    @property
    def commands(self) -> Mapping[str, Callable[[BattlegroupBuilder, str], None]]:
        """The available commands."""
        return BUILDER_COMMANDS

    def print_introduction(self) -> None:
        """Print the format, the battlegroup, and without a warcaster the available cards."""
        print_wrapped(
            [
                f"{title_from_id(self.current.faction)}: one warcaster and any number of warjacks (Quick Start rules, WM-SET-02). "
                "Points are not counted because the costs of the first edition are unknown. "
                "Type help for a list of commands."
            ]
        )
        self.print_rows("")
        if not self.current.warcaster:
            self.list_available("")

    def completions(self, order: str) -> Iterator[str]:
        """Yield the names that can follow a command."""
        order = self.command_aliases.get(order, order)
        if order in ("add", "card"):
            yield from (card.name for card in self._available_cards())
        elif order == "remove":
            yield from (
                self.cards.models[id].name
                for id in self.current.card_ids
                if id in self.cards.models
            )

    def with_name(self, name: str) -> BattlegroupDraft:
        """Return the battlegroup with another name."""
        return self.current.with_name(name)

    def write(self, path: Path) -> None:
        """Write the battlegroup. Raises InputError if it cannot be written."""
        save_battlegroup(self.current.as_battlegroup, path)

    def file_text(self) -> str:
        """Return the text of the battlegroup's file."""
        return format_battlegroup(self.current.as_battlegroup)

    def incomplete_note(self) -> str:
        """Return an empty note. Raises InputError without a warcaster, which commands require."""
        if not self.current.warcaster:
            raise InputError(self._list_faults()[0])
        return ""

    def print_summary(self) -> None:
        """Print a summary of the battlegroup."""
        self.print_rows("")

    def _available_cards(self) -> list[AnyCard]:
        return [card for card in self.cards.models.values() if card.faction == self.current.faction]

    def add_cards(self, rest: str) -> None:
        """Add one or more copies of a card, all or none."""
        card_name, times = split_count(rest)
        card = match_model(card_name, self.cards)
        new_draft = self.current
        for _ in range(times):
            new_draft = new_draft.add_card(card, self.cards)
        self.apply_change(new_draft, f"Added {card.name}{f' x{times}' if times > 1 else ''}")

    def remove_row(self, rest: str) -> None:
        """Remove one card of a name."""
        card = match_model(rest, self.cards)
        self.apply_change(self.current.remove_card(card), f"Removed {card.name}")

    def list_available(self, rest: str) -> None:
        """Print the available cards with numbers, and the other cards with reasons."""
        self.numbered_orders = []
        for group, kind in CARDS_BY_PART.items():
            own = [card for card in self._available_cards() if isinstance(card, kind)]
            if own:
                print(f"  {group.capitalize()}")
            for card in own:
                try:
                    self.current.add_card(card, self.cards)
                except InputError as error:
                    self.print_illegal_option(card.name, error)
                else:
                    self.print_numbered_order(f"add {card.id}", card.name)

    def print_rows(self, rest: str) -> None:
        """Print the cards of the battlegroup."""
        rows = [self.current.name] + [
            f"  {group}: {', '.join(names)}" for group, names in self.current.list_parts(self.cards)
        ]
        print_wrapped(rows if len(rows) > 1 else ["The battlegroup is empty"])

    def print_faults(self, rest: str) -> None:
        """Print the faults of the battlegroup."""
        print_wrapped([f"  {fault}" for fault in self._list_faults()] or ["Legal"])

    def _list_faults(self) -> list[str]:
        return list(list_faults(self.current.as_battlegroup, self.cards))

    def print_card(self, rest: str) -> None:
        """Print a card, as `wc3d card` does."""
        print("\n".join(describe_card(match_model(rest, self.cards), self.cards)))


BUILDER_COMMANDS: dict[str, Callable[[BattlegroupBuilder, str], None]] = {
    **SHARED_COMMANDS,
    "add": BattlegroupBuilder.add_cards,
    "remove": BattlegroupBuilder.remove_row,
    "list": BattlegroupBuilder.list_available,
    "show": BattlegroupBuilder.print_rows,
    "check": BattlegroupBuilder.print_faults,
    "card": BattlegroupBuilder.print_card,
}
"""The commands of the builder."""
