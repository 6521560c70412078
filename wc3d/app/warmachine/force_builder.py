"""A battlegroup built in the terminal, line by line, so that it works with pipes, too. The rules refuse what they refuse."""
from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from wc3d.app.output.colors import tell
from wc3d.app.output.completion import Sayable
from wc3d.app.output.new_files import unsaved_file
from wc3d.app.output.prompt import LeftError, TypedInput
from wc3d.app.play.terminal_session import number
from wc3d.engine.paragraphs import wrap
from wc3d.engine.short_names import find
from wc3d.errors import InputError
from wc3d.warmachine.card_words import describe_card, model_meant, title
from wc3d.warmachine.cards import AnyCard, CardSet
from wc3d.warmachine.drafts import GROUPS, Draft, save_battlegroup
from wc3d.warmachine.forces import faults_in

TIMES = re.compile(r"(.*\S)\s+x\s*(\d+)")
"""`charger x2`: a name and how often."""

NAME_LENGTH = 100

HELP = """\
A number adds what is listed under it. Or say it yourself:
  add NAME [xN]        a warcaster, warjack, unit or solo: add charger x2
  remove NAME          one of that name less
  name WORDS           what the battlegroup is called
list, show, check      what may be added; what there is; what is missing or wrong, with its rule
card NAME              a card and what it does
undo [N]               take back the last changes
save [FILE], help, quit"""

FORMS = {"add": "add NAME [xN]", "remove": "remove NAME", "name": "name WORDS", "card": "card NAME"}
ALSO = {"exit": "quit", "?": "help", "take": "add", "drop": "remove", "delete": "remove"}


def ask_faction(typed: TypedInput, cards: CardSet, said: str | None) -> str:
    """The faction that is said, or that a player names or numbers, asked until it is one. Raises InputError, and LeftError."""
    known = {faction: title(faction) for faction in cards.factions()}
    if said is not None:
        return find(said, known, "faction")
    for i, name in enumerate(known.values(), 1):
        print(f"  {i} {name}")
    while True:
        line = typed.line("Faction: ", Sayable((name.lower() for name in known.values()), lambda order: known.values()))
        if line.isdecimal() and 1 <= int(line) <= len(known):
            return list(known)[int(line) - 1]
        try:
            return find(line, known, "faction")
        except InputError as error:
            print(error)


class BattlegroupBuilder:
    """A battlegroup being built. `opened`: `path` is the file it came from, which `save` may write over."""

    def __init__(self, draft: Draft, cards: CardSet, typed: TypedInput, path: Path, opened: bool = False) -> None:
        self.draft = self.saved = draft
        self.cards, self.typed, self.path = cards, typed, path
        self.own = {path} if opened else set()
        self.before: list[Draft] = []
        self.listed: list[str] = []

    def build(self) -> None:
        """Ask until the player leaves; what is not saved then is kept in a file of its own. Raises InputError if it cannot be."""
        self._tell([f"{title(self.draft.faction)}: one warcaster and any number of warjacks (Quick Start rules, WM-SET-02). "
                    "Points are not counted: no cost of the first edition is known. Type help for help."])  # fmt: skip
        try:
            self.show("")
            if not self.draft.warcaster:
                self.offer("")
            while True:
                try:
                    self._answer(self.typed.line("> ", Sayable(COMMANDS, self._nameable)))
                except InputError as error:
                    tell(wrap(str(error), "", "       "), "red")
        except LeftError:
            self._keep_unsaved()
        except KeyboardInterrupt:
            print()
            self._keep_unsaved()
            raise

    def _keep_unsaved(self) -> None:
        if self.draft == self.saved:
            return
        path = unsaved_file(self.path)
        save_battlegroup(self.draft.battlegroup, path)
        print(f"What was not saved is kept in {path}")

    def _nameable(self, order: str) -> Iterator[str]:
        order = ALSO.get(order, order)
        if order in ("add", "card"):
            yield from (card.name for card in self._takeable())
        elif order == "remove":
            yield from (self.cards.models[id].name for id in self.draft.ids if id in self.cards.models)

    def _answer(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word, rest = ALSO.get(word.lower(), word.lower()), rest.strip()
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
        if not self.listed:
            raise InputError("nothing is numbered now: list shows what may be added")
        if not 1 <= chosen <= len(self.listed):
            raise InputError(f"expected a number from 1 to {len(self.listed)}")
        self.add(self.listed[chosen - 1])

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(wrap(line, "", "       "))
        sys.stdout.flush()

    def _takeable(self) -> list[AnyCard]:
        return [card for card in self.cards.models.values() if card.faction == self.draft.faction]

    # Changes

    def add(self, rest: str) -> None:
        """Add a card, once or more often; all or nothing."""
        match = TIMES.fullmatch(rest)
        wanted, times = (match[1], number(match[2])) if match else (rest, 1)
        card, after = model_meant(wanted, self.cards), self.draft
        for _ in range(times):
            after = after.with_card(card, self.cards)
        self._set(after, f"added: {card.name}{f' x{times}' if times > 1 else ''}")

    def remove(self, rest: str) -> None:
        """Take one of that name away."""
        card = model_meant(rest, self.cards)
        self._set(self.draft.without(card), f"removed: {card.name}")

    def rename(self, rest: str) -> None:
        """Name it."""
        if len(rest) > NAME_LENGTH or not rest.isprintable():
            raise InputError(f"expected a name of at most {NAME_LENGTH} printable characters")
        self._set(self.draft.named(rest), f"its name is {rest}")

    def _set(self, after: Draft, told: str) -> None:
        self.before.append(self.draft)
        self.draft = after
        self._tell([told])

    def undo(self, rest: str) -> None:
        """Take back the last changes."""
        count = number(rest) if rest else 1
        if count > len(self.before):
            raise InputError(f"{len(self.before)} changes can be taken back")
        self.draft = self.before[-count]
        del self.before[-count:]
        print(f"{count} taken back")
        self.show("")

    # Looking

    def offer(self, rest: str) -> None:
        """Number what may be added; what is refused is listed with the reason."""
        self.listed = []
        for group, kind in GROUPS.items():
            own = [card for card in self._takeable() if isinstance(card, kind)]
            if own:
                print(f"  {group.capitalize()}")
            for card in own:
                try:
                    self.draft.with_card(card, self.cards)
                except InputError as error:
                    print(wrap(f"- {card.name}: {error}", "    ", "        "))
                else:
                    self.listed.append(card.id)
                    tell(f"    {len(self.listed)}", "cyan", f" {card.name}")

    def show(self, rest: str) -> None:
        """What there is."""
        rows = [self.draft.name] + [f"  {group}: {', '.join(names)}" for group, names in self.draft.rows(self.cards)]
        self._tell(rows if len(rows) > 1 else [f"{self.draft.name}: nothing yet"])

    def check(self, rest: str) -> None:
        """What is missing or wrong."""
        self._tell([f"  {fault}" for fault in self._faults()] or ["Legal"])

    def _faults(self) -> list[str]:
        return list(faults_in(self.draft.battlegroup, self.cards))

    def card(self, rest: str) -> None:
        """A card, as `wc3d card` tells it."""
        print("\n".join(describe_card(model_meant(rest, self.cards), self.cards)))

    def help(self, rest: str) -> None:
        """What can be typed."""
        print(HELP)

    # Leaving

    def save(self, rest: str) -> None:
        """Write it; over another file only if the player says so. Raises InputError if it cannot be written."""
        path = Path(rest) if rest else self.path
        if os.path.isdir(path) or not rest.isprintable():
            raise InputError(f"{rest!r}: expected a file name")
        if not self.draft.warcaster:
            raise InputError(self._faults()[0])
        asked = f"{path}: there is such a file; write over it? (yes or no) "
        if os.path.exists(path) and path not in self.own and self.typed.line(asked).lower() not in ("y", "yes"):
            print("not saved")
            return
        save_battlegroup(self.draft.battlegroup, path)
        self.saved, self.path = self.draft, path
        self.own.add(path)
        print(f"The battlegroup is saved in {path}")

    def leave(self, rest: str) -> None:
        """Leave."""
        raise LeftError


COMMANDS: dict[str, Callable[[BattlegroupBuilder, str], None]] = {
    "add": BattlegroupBuilder.add, "remove": BattlegroupBuilder.remove, "name": BattlegroupBuilder.rename,
    "list": BattlegroupBuilder.offer, "show": BattlegroupBuilder.show, "check": BattlegroupBuilder.check,
    "card": BattlegroupBuilder.card, "undo": BattlegroupBuilder.undo, "save": BattlegroupBuilder.save,
    "help": BattlegroupBuilder.help, "quit": BattlegroupBuilder.leave,
}  # fmt: skip
"""What can be typed."""
