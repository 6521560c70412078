"""`wc3d rules does cover stack`, `wc3d rules SIL-73`: print rules with their pages and rulings."""

from __future__ import annotations

import argparse

from wc3d.cli.shared_arguments import add_game_argument
from wc3d.errors import InputError
from wc3d.registry import game_entry, load_rulebook


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    book = game_entry().book
    command.epilog = book.note
    words = f"a question in plain words, or the id of a rule, such as {book.examples}"
    command.add_argument("words", metavar="WORD", nargs="*", help=words)
    command.add_argument("--all", action="store_true", help="print every rule, section by section")
    command.add_argument(
        "--limit",
        metavar="N",
        type=parse_positive,
        default=5,
        help="print up to N rules (default: 5)",
    )
    add_game_argument(command)


def parse_positive(text: str) -> int:
    """Parse an integer of 1 or more. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, found {text!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Print the matching rules. Return exit code 1 if there are none."""
    book = load_rulebook(arguments.game)
    if arguments.all:
        if arguments.words:
            raise InputError("rules: expected either words to look for or --all, found both")
        print("\n".join(book.contents()))
        return 0
    if not "".join(arguments.words).strip():
        raise InputError("rules: expected words to look for, the id of a rule, or --all")
    if len(arguments.words) == 1 and book.is_id(arguments.words[0]):
        rule = book.rule(arguments.words[0])
        print(book.describe(rule))
        if related_rules := book.related(rule):
            print("\nSee also:\n")
            print("\n\n".join(map(book.describe, related_rules)))
        return 0
    rules = book.search(arguments.words)
    if not rules:
        print(f"no rule found for {' '.join(arguments.words)}")
        return 1
    print("\n\n".join(map(book.describe, rules[: arguments.limit])))
    if len(rules) > arguments.limit:
        print(f"\n{arguments.limit} of {len(rules)} results (--limit {len(rules)} prints all)")
    return 0
