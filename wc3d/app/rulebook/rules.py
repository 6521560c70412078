"""`wc3d rules does cover stack`, `wc3d rules SIL-73`: what the rules say, with page and ruling."""
from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wc3d.warcaster.book.rulebook import Rule

MARKS = {
    "<": "a page before 26",
    "~": "told by the order of the missions",
    "†": "that page is lost; from an early draft's summary",
}
"""What the marks on page numbers mean."""

NARROWEST, WIDEST = 40, 110


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.epilog = "In the rules AD is an Action Die (white) and PD a Power Die (red)."
    words = "a question in plain words, or the id of a rule: NM-ATK-05, SIL-73"
    command.add_argument("words", metavar="WORD", nargs="*", help=words)
    command.add_argument("--all", action="store_true", help="print every rule, section by section")
    command.add_argument("--limit", metavar="N", type=positive, default=5, help="print at most N rules found (default: 5)")


def positive(text: str) -> int:
    """A whole number of 1 or more. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, got {text!r}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Print the rules asked for; exit code 1 if the words find none."""
    from wc3d.errors import InputError
    from wc3d.warcaster.book.rulebook import RULES, is_id, related, rule, search

    if arguments.all:
        if arguments.words:
            raise InputError("rules: expected either words to look for or --all, got both")
        print_sections(RULES.values())
        return 0
    if not "".join(arguments.words).strip():
        raise InputError("rules: expected words to look for, the id of a rule, or --all")
    if len(arguments.words) == 1 and is_id(arguments.words[0]):
        one = rule(arguments.words[0])
        print_rules([one])
        if others := related(one):
            print("\nSee also:\n")
            print_rules(others)
        return 0
    found = search(arguments.words)
    if not found:
        print(f"nothing found for {' '.join(arguments.words)}")
        return 1
    print_rules(found[: arguments.limit])
    if len(found) > arguments.limit:
        print(f"\n{arguments.limit} of {len(found)} found (--limit {len(found)} prints all)")
    return 0


def print_sections(rules: Iterable[Rule]) -> None:
    """Print rules under the titles of their sections."""
    section = ""
    for rule in rules:
        if rule.section != section:
            print(f"{'' if not section else chr(10)}{rule.section}\n{'-' * len(rule.section)}")
            section = rule.section
        print(wrapped(f"{rule.id} ({page(rule.page)})  {told(rule)}", "", "  "))


def print_rules(rules: Iterable[Rule]) -> None:
    """Print rules one under the other, an empty line between them."""
    print("\n\n".join(described(rule) for rule in rules))


def described(rule: Rule) -> str:
    """A rule over several lines: id, page and section, then what it says, the ruling and why."""
    mark = next((meaning for mark, meaning in MARKS.items() if mark in rule.page), "")
    title = f"{rule.id} ({page(rule.page)}{': ' + mark if mark else ''}), {rule.section}"
    lines = [wrapped(title, "", "  "), wrapped(rule.text)]
    lines += [wrapped(f"{name}: {text}") for name, text in (("Ruling", rule.ruling), ("Why", rule.why)) if text]
    return "\n".join(lines)


def told(rule: Rule) -> str:
    """A rule's words in one paragraph."""
    return rule.text + (f" Ruling: {rule.ruling} Why: {rule.why}" if rule.ruling else "")


def page(number: str) -> str:
    """A page as it is printed: "p. 30"; the turn list at the book's end has no number."""
    return "the turn list" if number == "ref" else f"p. {number}"


def wrapped(text: str, indent: str = "  ", more: str = "  ") -> str:
    """A paragraph that fits the terminal."""
    import shutil
    import textwrap

    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    return textwrap.fill(
        text, width, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False, break_long_words=False
    )
