"""No reading of the rules goes without a name: not in a test, not in a step of an attack, not behind a switch.

What can be checked by a program is checked here, from both ends:

- A test of a game's folder names its authority: the rule or ruling that it proves (`pytest.mark.rule`), or a card's rule in
  its own name, whose words on the card it then proves. Where rules meet (a blast that another model takes, a reroll, a fall)
  a card is not enough: the test must name the rule or ruling. A test of the program says so (`pytest.mark.program`).
- Each step of an attack and each effect in its middle quotes the rule or ruling that it follows, each quoted id exists, and
  each ruling has a test. So a step that reads something into the book needs a ruling, and that ruling a test.
- Each switch has a test that plays it as it usually stands and one that plays it otherwise.

Whether a test asserts more than the rule it names, only its reader can tell. The space rulings (SPACE) are proven by the
case files of `tests/cases`, which name no ids.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.book import rule_coverage
from tests.book.readings import (
    OF_THE_PROGRAM,
    QUOTED,
    ROOT,
    TestCase,
    all_tests,
    fault_of,
    game_tests,
    is_known,
    read_tests,
    uncited_steps,
)
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.book.switch_text import format_value, switchable_rulings
from wc3d.games.warmachine.rules import editions
from wc3d.games.warmachine.rules.book import rulebook as warmachine

UNKNOWN_ON_PURPOSE = {"NM-ATK-99", "NM-CMP-77", "SIL-999", "WM-CHG-99", "RUL-999"}
"""Ids that tests ask for because no book has them."""

WITHOUT_A_TEST = {
    "WM-RUL-99": "the game is over before it matters",
    "WM-RUL-103": "words of later editions' cards, for those who write cards",
}
"""Rulings that say nothing a program could get wrong, and why."""

INSIDE_ATTACKS = (
    "games/neo_mechanika/rules/abilities/triggers.py",
    "games/neo_mechanika/rules/fighting",
    "games/neo_mechanika/rules/moving/fall_damage.py",
    "games/neo_mechanika/rules/moving/removal.py",
    "games/neo_mechanika/rules/moving/repositioning.py",
    "games/neo_mechanika/rules/moving/returning.py",
    "games/warmachine/rules/fighting",
    "games/warmachine/rules/spells",
)
"""Where the steps of attacks are, and of what happens in their middle."""


def test_every_test_of_a_game_names_its_rule_its_ruling_or_its_card() -> None:
    faults = {
        f"{case.file}::{case.name}": fault for case in game_tests() if (fault := fault_of(case))
    }
    assert faults == {}


def test_files_of_the_program_are_there() -> None:
    assert [file for file in OF_THE_PROGRAM if not (ROOT / "tests" / file).exists()] == []


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("def test_a_model_moves(): pass", "it names neither a rule, a ruling nor a card"),
        ("def test_intercept_driver_takes_the_hit(): pass", ""),
        (
            "def test_intercept_driver_of_a_blast_has_the_neighbors_of_the_model_that_is_hit(): pass",
            "rules meet in it, and it names only a card",
        ),
        (
            "def test_psycho_reactor_rerolls_with_one_die_more(): pass",
            "rules meet in it, and it names only a card",
        ),
        ("@pytest.mark.rule('NM-SIL-160')\ndef test_intercept_driver_of_a_blast(): pass", ""),
        (
            "@pytest.mark.rule('NM-SIL-999')\ndef test_it(): pass",
            "it is marked with an id that no book has",
        ),
        ("@pytest.mark.program('how it is told')\ndef test_words(): pass", ""),
        ("pytestmark = pytest.mark.rule('NM-ATK-12')\n\ndef test_a_tie(): pass", ""),
        ("def test_a_model_moves():\n    use('void_phaser')", ""),
        (
            "@pytest.mark.parametrize('row', [pytest.param(1, marks=pytest.mark.rule(ID))])\ndef test_row(row): pass",
            "",
        ),
    ],
)
def test_a_test_without_authority_is_found(written: str, fault: str) -> None:
    (case,) = read_tests(written, "games/neo_mechanika/rules/test_made_up.py")
    assert fault_of(case) == fault


def test_every_id_that_is_quoted_is_in_a_book() -> None:
    files = [
        ROOT / "README.md",
        *(p for folder in ("wc3d", "tests") for p in (ROOT / folder).rglob("*")),
    ]
    unknown = {
        f"{path.relative_to(ROOT)}: {id}"
        for path in files
        if path.suffix in (".py", ".toml", ".json", ".md", ".js") and path.is_file()
        for id in QUOTED.findall(path.read_text(encoding="utf-8", errors="ignore"))
        if id not in UNKNOWN_ON_PURPOSE and not is_known(id)
    }
    assert unknown == {f"{Path('tests/book/test_named_readings.py')}: NM-SIL-999"}, (
        "but for the one that is tried here"
    )


def test_every_named_ruling_has_a_test() -> None:
    found = rule_coverage.marks(ROOT / "tests")
    rulings = [id for id, entry in BOOK.entries.items() if entry.kind == "silence"]
    rulings += [id for id, entry in warmachine.BOOK.entries.items() if entry.document == "ruling"]
    assert [id for id in rulings if id not in found and id not in WITHOUT_A_TEST] == []
    assert [id for id in WITHOUT_A_TEST if id in found] == []


def test_every_step_of_an_attack_quotes_its_rule() -> None:
    modules = [ROOT / "wc3d" / name for name in INSIDE_ATTACKS]
    files = [
        path
        for module in modules
        for path in ([module] if module.is_file() else sorted(module.rglob("*.py")))
    ]
    assert len(files) > 20
    faults = [
        line
        for path in files
        for line in uncited_steps(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))
    ]
    assert faults == []


def test_a_step_that_quotes_nothing_is_found() -> None:
    step = '@REGISTRY.step(Attacking, "hit")\ndef _hit(r, f):\n    """A model hit in another\'s place has neighbors of its own."""'
    assert uncited_steps(step, "attack.py") == ["attack.py: _hit"]
    assert uncited_steps(step.replace("own.", "own (NM-SIL-160)."), "attack.py") == []


# Switches

ALSO_CALLED = {
    "mercy": ("mercy",),
    "walks_over_edges": ("EDGE_WALK_SPACE", "walks_over_edges"),
    "secondary_missions": ("secondary_missions", "--secondaries"),
}
"""How tests name a switch, where that is not its name followed by its value."""

COLUMN_NAMES = {
    editions.PRIME_REFERENCE: re.compile(r"prime_reference|PRIME|BOTH|\bedition: str|\bedition\)"),
    editions.MK3_WARCASTER: re.compile(r"mk3_warcaster|MK3|BOTH|\bedition: str|\bedition\)"),
}
"""How tests name the columns of an edition."""


def marked_tests(ids: set[str]) -> list[TestCase]:
    """Return the tests that are marked with one of these ids."""
    return [case for case in all_tests() if ids & set(case.rules)]


@pytest.mark.parametrize("name", switchable_rulings())
def test_a_switch_of_neo_mechanika_is_tested_both_ways(name: str) -> None:
    cases = marked_tests({switchable_rulings()[name].id})
    names = ALSO_CALLED.get(name, (name,))
    otherwise = [case for case in cases if any(word in case.source for word in names)]
    both = [
        case
        for case in otherwise
        if re.search(r"\[False, True\]|\(False, True\)|GameOptions\(\)|not ", case.source)
    ]
    usual = [case for case in cases if case not in otherwise]
    assert otherwise, f"no test marked {switchable_rulings()[name].id} sets {name} otherwise"
    assert usual or both, f"no test marked {switchable_rulings()[name].id} leaves {name} as it is"


@pytest.mark.parametrize("key", editions.SWITCHES)
def test_a_switch_of_warmachine_is_tested_both_ways(key: str) -> None:
    switch = editions.SWITCHES[key]
    cases = marked_tests(set(switch.rules))
    for value in switch.values:
        assert any(plays(case, switch, value) for case in cases), (
            f"no test of {switch.rules} plays {key}={format_value(value)}"
        )


def plays(case: TestCase, switch: editions.RuleSwitch, value: editions.SwitchValue) -> bool:
    """Return whether the source of a test says that it plays a switch so: by its key, by a column, or by saying nothing."""
    if f"{switch.key}={editions.format_value(value)}" in case.source:
        return True
    columns = [name for name, names in COLUMN_NAMES.items() if names.search(case.source)]
    if any(switch.value_in_columns((column,)) == value for column in columns):
        return True
    return switch.quick_start == value and (
        switch.key not in case.source or "edition" in case.source
    )
