"""Says which rules and worked examples no test proves, section by section; exit 1 while there are any.

    python scripts/rule_coverage.py [--game warmachine] [--tests tests] [--missing-only]

A test proves a rule when it carries `pytest.mark.rule("NM-ATK-12")`: on a function, a class, a parameter or a whole module. The
tests are read, not run. Where a mark's id is computed (`pytest.mark.rule(row.rule)`), every id that stands alone in a string
outside an assert, in that module or one that imports it, counts. An id that the rule book does not have is an error.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.warmachine.rules.book import rulebook as warmachine

TESTS = Path(__file__).resolve().parents[1]

DESCRIPTION_ONLY = {
    "NM-SET-02": "the order of two things the players do before they ask the program for anything",
    "NM-SKM-03": "the order of two things the players do before they ask the program for anything",
}
"""Rules that say nothing a program could get wrong, and why."""

GAMES = ("neo_mechanika", "warmachine")

DOCUMENTS = ("quick_start_rules", "reference_sheet", "mk3_warcasters")
"""The documents of WARMACHINE whose rules need a test; what they ask of geometry, and our rulings, do not stand in them."""

ID = re.compile(r"(?:NM-[A-Z]{3}|SPACE|WM-(?:[A-Z]{3}|MK3))-\d{2,3}")


@dataclass(frozen=True)
class ToProve:
    """A rule that needs a test: where it stands, and what it says."""

    id: str
    section: str
    where: str
    text: str


class Module(ast.NodeVisitor):
    """What one file of tests says, each id with its line: those marked, and those written that a computed mark may take."""

    def __init__(self) -> None:
        self.marked: dict[str, int] = {}
        self.written: dict[str, int] = {}
        self.computed = False
        self.imports: set[str] = set()

    def visit_Call(self, node: ast.Call) -> None:
        if ast.unparse(node.func) != "pytest.mark.rule":
            self.generic_visit(node)
            return
        for argument in node.args:
            if isinstance(argument, ast.Constant):
                self.marked.setdefault(str(argument.value), node.lineno)
            else:
                self.computed = True

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and ID.fullmatch(node.value):
            self.written.setdefault(node.value, node.lineno)

    def visit_Assert(self, node: ast.Assert) -> None:
        """What a test compares with is no mark."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module:
            self.imports |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}

    def visit_Import(self, node: ast.Import) -> None:
        self.imports |= {name.name for name in node.names}


def read(path: Path) -> Module:
    """Read one file of tests."""
    module = Module()
    module.visit(ast.parse(path.read_text(encoding="utf-8"), str(path)))
    return module


def marks(tests: Path) -> dict[str, str]:
    """Every id that the tests under a folder prove, with the first place that says so."""
    modules = {path: read(path) for path in sorted(tests.rglob("*.py"))}
    names = {
        ".".join((tests.name, *path.relative_to(tests).with_suffix("").parts)): path
        for path in modules
    }
    computing = {name for name, path in names.items() if modules[path].computed}
    found: dict[str, str] = {}
    for path, module in modules.items():
        ids = dict(module.marked)
        if module.computed or module.imports & computing:
            ids |= module.written
        for id, line in ids.items():
            found.setdefault(id, f"{path.relative_to(tests.parent)}:{line}")
    return found


def asked_for(game: str = GAMES[0]) -> list[ToProve]:
    """The rules and worked examples of a game that need a test."""
    if game == "warmachine":
        told = (entry for entry in warmachine.BOOK.entries.values() if entry.document in DOCUMENTS)
        return [
            ToProve(one.id, f"{one.document}: {one.section}", one.document, one.text)
            for one in told
        ]
    rules = (
        rule
        for rule in BOOK.entries.values()
        if rule.kind in ("rule", "example") and rule.id not in DESCRIPTION_ONLY
    )
    return [ToProve(rule.id, rule.section, f"p. {rule.page}", rule.text) for rule in rules]


def is_known(id: str) -> bool:
    """Is this the id of a rule of any game?"""
    return id in BOOK.entries or id in warmachine.BOOK.entries


def report(proven: set[str], game: str = GAMES[0]) -> None:
    """Print each section's count with the ids missing, and the whole."""
    sections: defaultdict[str, list[ToProve]] = defaultdict(list)
    for rule in asked_for(game):
        sections[rule.section].append(rule)
    for section, rules in sections.items():
        missing = [rule.id for rule in rules if rule.id not in proven]
        print(
            f"{section}: {len(rules) - len(missing)} of {len(rules)}"
            + (f"; no test: {', '.join(missing)}" if missing else "")
        )
    count = sum(rule.id in proven for rule in asked_for(game))
    whole = len(asked_for(game))
    print(f"{count} of {whole} rules have a test ({100 * count / whole:.1f}%)")
    for id, reason in DESCRIPTION_ONLY.items() if game == GAMES[0] else ():
        print(f"{id} is not asked for: {reason}")


def main(argv: Sequence[str] | None = None) -> int:
    """Report; 0 if every rule asked for has a test and every mark names a rule, else 1."""
    parser = argparse.ArgumentParser(description="Which rules have no test.")
    parser.add_argument(
        "--game", choices=GAMES, default=GAMES[0], help="of which game (default: the first)"
    )
    parser.add_argument("--tests", type=Path, default=TESTS, help="the folder of the tests")
    parser.add_argument(
        "--missing-only",
        action="store_true",
        help="print only the rules without a test, one a line",
    )
    arguments = parser.parse_args(argv)
    found = marks(arguments.tests.resolve())
    unknown = {id: place for id, place in found.items() if not is_known(id)}
    for id, place in unknown.items():
        print(f"{place}: {id} is not in the rule book", file=sys.stderr)
    missing = [rule for rule in asked_for(arguments.game) if rule.id not in found]
    if arguments.missing_only:
        for rule in missing:
            print(f"{rule.id} ({rule.where}) {rule.text}")
    else:
        report(set(found), arguments.game)
    return 1 if missing or unknown else 0
