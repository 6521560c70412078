"""Find what a test or a step of the rules asserts without naming a rule, a ruling or a card."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.warmachine.rules.book import rulebook as warmachine

ROOT = Path(__file__).resolve().parents[2]

RULE_TESTS = re.compile(r"games/\w+/(?!(?:bots|cli|ui)/)")
"""The tests of the two games' rules, in `tests`: all but those of bots, commands and screens."""

QUOTED = re.compile(
    r"\b(?:(?:NM-)?(?:SIL|SPACE)-\d{1,3}|NM-[A-Z]{3}-\d{1,3}|(?:WM-)?RUL-\d{1,3}|WM-(?:[A-Z]{3}|MK3)-\d{1,3})\b"
)
"""An id as code and tests quote it: NM-ATK-05, SIL-73, SPACE-20, WM-CHG-05, RUL-25."""

OF_THE_PROGRAM = {
    "games/neo_mechanika/rules/abilities/test_ability_clauses.py": "the vocabulary of abilities is whole and used",
    "games/neo_mechanika/rules/abilities/test_no_ability_is_a_no_op.py": "every ability is missed when it is taken away",
    "games/neo_mechanika/rules/abilities/test_telling.py": "abilities in words",
    "games/neo_mechanika/odds/test_chances.py": "arithmetic of dice",
    "games/neo_mechanika/odds/test_outcomes.py": "the odds are those of the game",
    "games/neo_mechanika/odds/test_squad_falls.py": "the odds are those of the game",
    "games/neo_mechanika/previews/test_hits.py": "what is shown is what the game does",
    "games/neo_mechanika/previews/test_moves.py": "what is shown is what the game does",
    "games/neo_mechanika/display/test_offers.py": "what the screen offers",
    "games/neo_mechanika/rules/test_bad_asks.py": "bad input changes nothing",
    "games/neo_mechanika/rules/test_board_notes.py": "what is cached",
    "games/warmachine/rules/test_board_notes.py": "what is cached",
    "games/neo_mechanika/rules/test_cards.py": "card files",
    "games/neo_mechanika/rules/test_chronicle.py": "the log in words",
    "games/neo_mechanika/rules/test_forces.py": "force files",
    "games/neo_mechanika/rules/test_hashes.py": "saved games keep their hashes",
    "games/neo_mechanika/rules/test_hostile_rosters.py": "bad input",
    "games/neo_mechanika/rules/test_log_lines.py": "the log in words",
    "games/neo_mechanika/rules/test_mission_told.py": "missions in words",
    "games/neo_mechanika/rules/test_own_missions.py": "mission files",
    "games/neo_mechanika/rules/test_rosters.py": "roster files",
    "games/neo_mechanika/rules/test_rule_search.py": "the search of the book",
    "games/neo_mechanika/rules/test_rulebook.py": "the book is whole",
    "games/neo_mechanika/rules/test_rulings.py": "the list of rulings",
    "games/neo_mechanika/rules/test_game_setup.py": "setups are checked and saved",
    "games/neo_mechanika/rules/test_space_rules.py": "citations",
    "games/neo_mechanika/text/test_action_parser.py": "typed actions",
    "games/warmachine/rules/book/test_rulebook.py": "the book is whole",
    "games/warmachine/rules/cards/test_battlegroups.py": "card files",
    "games/warmachine/rules/cards/test_cards.py": "card files",
    "games/warmachine/rules/editions/test_editions.py": "editions are read and written",
    "games/warmachine/rules/games/test_odds_and_games.py": "the odds are those of the game",
    "games/warmachine/odds/test_attack_odds.py": "the odds are those of the game",
    "games/warmachine/rules/test_roll_chances.py": "arithmetic of dice",
    "games/warmachine/rules/judge_questions/test_judge.py": "the judge answers as the game does",
    "games/warmachine/rules/judge_questions/test_own_cases.py": "the judge answers as the game does",
    "games/warmachine/rules/judge_questions/test_traits.py": "the judge answers as the game does",
    "games/warmachine/rules/judge_questions/test_window.py": "the judge's window",
    "games/warmachine/rules/test_board_text.py": "the board in characters",
    "games/warmachine/rules/test_log.py": "the log in words",
    "games/warmachine/rules/test_log_lines.py": "the log in words",
    "games/warmachine/rules/test_screen.py": "what the screen shows",
    "games/warmachine/rules/test_told.py": "forces in words",
}
"""Files of tests that compare the program with itself or with its input, and what they are about."""

INTERACTION = re.compile(
    r"blast|spray|straf|slam|fall|jump|drag|reroll|again_rolled|gate|instead|redirect|elude|destroy|middle|another_takes"
)
"""Words in the name of a test that say that rules meet in it: then the card alone is no authority."""


@dataclass(frozen=True)
class TestCase:
    """A test function: its file and name, its source with its marks, and the marks of its module."""

    __test__ = False

    file: str
    name: str
    source: str
    module_marks: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the ids of its marks; a computed id reads "*"."""
        found = re.findall(r"mark\.rule\(([^)]*)\)", self.module_marks + self.source)
        return tuple(text.strip("'\"") if text[:1] in "'\"" else "*" for text in found)

    @property
    def is_of_the_program(self) -> bool:
        """Return whether it is marked as a test that asserts nothing a rule would have to say."""
        return "mark.program(" in self.module_marks + self.source


def read_tests(text: str, file: str) -> Iterator[TestCase]:
    """Yield the tests in the text of a file."""
    tree = ast.parse(text, file)
    marks = " ".join(
        ast.unparse(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and "pytestmark" in map(ast.unparse, node.targets)
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield TestCase(file, node.name, ast.unparse(node), marks)


@cache
def all_tests() -> tuple[TestCase, ...]:
    """Return every test of the suite."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return tuple(
        case
        for path in files
        for case in read_tests(
            path.read_text(encoding="utf-8"), str(path.relative_to(ROOT / "tests").as_posix())
        )
    )


def game_tests() -> tuple[TestCase, ...]:
    """Return the tests in the two games' folders."""
    return tuple(case for case in all_tests() if RULE_TESTS.match(case.file))


@cache
def card_rules() -> frozenset[str]:
    """Return the ids of the rules and Cyphers on cards: a test that is named after one asserts what the card says.

    Advantages and weapon qualities stand in the book: a test of one of them names its rule.
    """
    abilities = (id for id, card in CARDS().abilities.items() if card.kind == "ability")
    return frozenset((*abilities, *CARDS().cyphers))


def fault_of(case: TestCase) -> str:
    """Return why a test asserts a reading that nothing names; "" if it names its authority."""
    if any(id != "*" and not is_known(id) for id in case.rules):
        return "it is marked with an id that no book has"
    if case.rules or case.is_of_the_program or case.file in OF_THE_PROGRAM:
        return ""
    named = [id for id in card_rules() if id in case.name]
    rest = case.name
    for id in sorted(named, key=len, reverse=True):
        rest = rest.replace(id, "")
    if not named and not any(f"'{id}'" in case.source for id in card_rules()):
        return "it names neither a rule, a ruling nor a card"
    if INTERACTION.search(rest):
        return "rules meet in it, and it names only a card"
    return ""


def is_known(id: str) -> bool:
    """Return whether a rule or ruling of either game has this id, written in full or without its game."""
    if id.startswith(("SIL-", "SPACE-")):
        code, _, number = id.partition("-")
        return f"{'NM-' if code == 'SIL' else ''}{code}-{int(number):02}" in BOOK.entries
    return (
        id in BOOK.entries
        or (f"WM-{id}" if id.startswith("RUL-") else id) in warmachine.BOOK.entries
    )


def uncited_steps(text: str, file: str) -> list[str]:
    """Return the steps and effects of a module of the rules that quote no rule and no ruling."""
    found = []
    for node in ast.parse(text, file).body:
        if isinstance(node, ast.FunctionDef):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            if any(
                mark.startswith(("REGISTRY.step(", "REGISTRY.register_effect(")) for mark in marks
            ):
                segment = ast.get_source_segment(text, node) or ""
                if not QUOTED.search(segment):
                    found.append(f"{file}: {node.name}")
    return found
