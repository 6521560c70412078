"""`wc3d rulings blast`: the values the game uses where the book is silent, and what can be chosen."""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wc3d.warcaster.book.rulings import Ruling, Value


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("words", metavar="WORD", nargs="*", help="only those with these words, or the one with this id: SIL-73")
    command.add_argument("--all", action="store_true", help="with each also the ruling in words, why, and the page")


def run(arguments: argparse.Namespace) -> int:
    """Print the rulings asked for; exit code 1 if the words find none."""
    from wc3d.app.rulebook.rules import page, wrapped

    found = chosen(arguments.words)
    if not found:
        print(f"no ruling has {' '.join(arguments.words)}")
        return 1
    for ruling in found:
        print(one_line(ruling))
        if arguments.all:
            print(wrapped(f"{ruling.text} ({page(ruling.page)})"))
            if ruling.why:
                print(wrapped(f"Why: {ruling.why}"))
    return 0


def chosen(words: list[str]) -> list[Ruling]:
    """The rulings with this id, or with all these words in their names and texts. Raises InputError for an unknown id."""
    from wc3d.warcaster.book.question_words import stems
    from wc3d.warcaster.book.rulebook import is_id, rule
    from wc3d.warcaster.book.rulings import RULINGS, SPACE_RULINGS

    everything = (*RULINGS, *SPACE_RULINGS)
    if len(words) == 1 and is_id(words[0]):
        id = rule(words[0]).id
        return [ruling for ruling in everything if ruling.id == id]
    asked = set(stems(" ".join(words).replace("_", " ")))
    if words and not asked:
        return []
    texts = ((ruling, f"{ruling.name.replace('_', ' ')} {rule(ruling.id).text} {ruling.text}") for ruling in everything)
    return [ruling for ruling, text in texts if asked <= set(stems(text))]


def one_line(ruling: Ruling) -> str:
    """Id, name, value, and the options if there is a choice."""
    options = f"  (options: {', '.join(map(written, ruling.options))})" if len(ruling.options) > 1 else ""
    return f"{ruling.id:<11}{ruling.name} = {written(ruling.value)}{options}"


def written(value: Value) -> str:
    """A value as people write it: yes, no, 5, 1.5."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
