"""A battlegroup built in the terminal, line by line, so that it works with pipes, too. The rules refuse what they refuse."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from wc3d.cli.list_builder import ListBuilder, split_times, tell_lines
from wc3d.cli.output.prompt import TypedInput
from wc3d.engine.wrap_text import wrap
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.battlegroup_editor import (
    GROUPS,
    Draft,
    battlegroup_text,
    save_battlegroup,
)
from wc3d.games.warmachine.rules.card_words import describe_card, model_meant, title
from wc3d.games.warmachine.rules.cards import AnyCard, CardSet
from wc3d.games.warmachine.rules.forces import faults_in

HELP = """\
Type the number of a model to add it, or a command:
  add NAME [xN]        add a warcaster, warjack, unit or solo: add charger x2
  remove NAME          remove one model or unit of that name
  name WORDS           rename the battlegroup
list                   list the models that you can add
show                   show the battlegroup
check                  list missing or illegal entries with their rules
card NAME              show a card and its effects
undo [N]               undo the last changes
save [FILE], help, quit"""

FORMS = {"add": "add NAME [xN]", "remove": "remove NAME", "name": "name WORDS", "card": "card NAME"}


class BattlegroupBuilder(ListBuilder[Draft]):
    """A battlegroup being built in the terminal."""

    what, forms = "battlegroup", FORMS
    numbered = "list shows the models that you can add"

    def __init__(self, draft: Draft, cards: CardSet, typed: TypedInput, path: Path, opened: bool = False) -> None:
        super().__init__(draft, typed, path, opened)
        self.cards = cards

    @property
    def commands(self) -> Mapping[str, Callable[[BattlegroupBuilder, str], None]]:
        """What can be typed."""
        return COMMANDS

    def begin(self) -> None:
        """What a battlegroup has, what there is of it, and where it has no warcaster yet what may be added."""
        tell_lines([f"{title(self.built.faction)}: one warcaster and any number of warjacks (Quick Start rules, WM-SET-02). "
                    "Points are not counted because the costs of the first edition are unknown. "
                    "Type help for a list of commands."])  # fmt: skip
        self.show("")
        if not self.built.warcaster:
            self.offer("")

    def nameable(self, order: str) -> Iterator[str]:
        """What may be named after an order."""
        order = self.also.get(order, order)
        if order in ("add", "card"):
            yield from (card.name for card in self._takeable())
        elif order == "remove":
            yield from (self.cards.models[id].name for id in self.built.ids if id in self.cards.models)

    def named(self, name: str) -> Draft:
        """The battlegroup by another name."""
        return self.built.named(name)

    def write(self, path: Path) -> None:
        """Write the battlegroup. Raises InputError if it cannot be written."""
        save_battlegroup(self.built.battlegroup, path)

    def text(self) -> str:
        """What its file holds."""
        return battlegroup_text(self.built.battlegroup)

    def missing_to_save(self) -> str:
        """Nothing. Raises InputError for a battlegroup without a warcaster: no command takes it."""
        if not self.built.warcaster:
            raise InputError(self._faults()[0])
        return ""

    def stands(self) -> None:
        """What there is of it."""
        self.show("")

    def _takeable(self) -> list[AnyCard]:
        return [card for card in self.cards.models.values() if card.faction == self.built.faction]

    def add(self, rest: str) -> None:
        """Add a card, once or more often; all or nothing."""
        card_name, times = split_times(rest)
        card, new_draft = model_meant(card_name, self.cards), self.built
        for _ in range(times):
            new_draft = new_draft.with_card(card, self.cards)
        self.set(new_draft, f"Added {card.name}{f' x{times}' if times > 1 else ''}")

    def remove(self, rest: str) -> None:
        """Take one of that name away."""
        card = model_meant(rest, self.cards)
        self.set(self.built.without(card), f"Removed {card.name}")

    def offer(self, rest: str) -> None:
        """Number what may be added; what is refused is listed with the reason."""
        self.listed = []
        for group, kind in GROUPS.items():
            own = [card for card in self._takeable() if isinstance(card, kind)]
            if own:
                print(f"  {group.capitalize()}")
            for card in own:
                try:
                    self.built.with_card(card, self.cards)
                except InputError as error:
                    print(wrap(f"- {card.name}: {error}", "    ", "        "))
                else:
                    self.number(f"add {card.id}", card.name)

    def show(self, rest: str) -> None:
        """What there is."""
        rows = [self.built.name] + [f"  {group}: {', '.join(names)}" for group, names in self.built.rows(self.cards)]
        tell_lines(rows if len(rows) > 1 else [f"{self.built.name} is empty"])

    def check(self, rest: str) -> None:
        """What is missing or wrong."""
        tell_lines([f"  {fault}" for fault in self._faults()] or ["Legal"])

    def _faults(self) -> list[str]:
        return list(faults_in(self.built.battlegroup, self.cards))

    def card(self, rest: str) -> None:
        """A card, as `wc3d card` tells it."""
        print("\n".join(describe_card(model_meant(rest, self.cards), self.cards)))


COMMANDS: dict[str, Callable[[BattlegroupBuilder, str], None]] = {
    "add": BattlegroupBuilder.add, "remove": BattlegroupBuilder.remove, "name": BattlegroupBuilder.rename,
    "list": BattlegroupBuilder.offer, "show": BattlegroupBuilder.show, "check": BattlegroupBuilder.check,
    "card": BattlegroupBuilder.card, "undo": BattlegroupBuilder.undo, "save": BattlegroupBuilder.save,
    "help": lambda builder, rest: print(HELP), "quit": BattlegroupBuilder.leave,
}  # fmt: skip
"""What can be typed."""
