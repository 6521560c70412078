"""The command that says which rules have no test, tried on a small folder of tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.book import rule_coverage
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK

ROOT = Path(__file__).resolve().parents[2]

LITERAL = '''
import pytest

pytestmark = [pytest.mark.rule("NM-CMP-01"), pytest.mark.slow]

@pytest.mark.rule("NM-CMP-02")
class TestOne:
    @pytest.mark.rule("NM-CMP-03")
    @pytest.mark.rule("NM-SIL-73")
    def test_it(self):
        assert refused.rule == "NM-CMP-04"

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("NM-CMP-05")), "NM-CMP-06"])
def test_x(x):
    """NM-CMP-07"""
'''
COMPUTED = """
import pytest

def named(rule):
    return pytest.param(rule, marks=[pytest.mark.rule(rule)])
"""
IMPORTING = """
from tests.deep.naming import named

ROWS = [named("NM-CMP-08"), named("NM-EXM-01")]

def test_y():
    assert ROWS[0] == "NM-CMP-09"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Writes a folder of tests: folder({"test_a.py": "..."})."""

    def write(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "tests" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "tests"

    return write


def test_marks_on_modules_classes_functions_and_parameters(folder: Callable[..., Path]) -> None:
    found = rule_coverage.marks(folder({"test_a.py": LITERAL}))
    assert set(found) == {"NM-CMP-01", "NM-CMP-02", "NM-CMP-03", "NM-SIL-73", "NM-CMP-05"}
    assert found["NM-CMP-01"] == str(Path("tests/test_a.py:4"))


def test_a_computed_mark_takes_the_ids_written_where_it_is_used(
    folder: Callable[..., Path],
) -> None:
    tests = folder(
        {"deep/naming.py": COMPUTED, "deep/test_b.py": IMPORTING, "test_c.py": 'NOT = "NM-CMP-10"'}
    )
    assert set(rule_coverage.marks(tests)) == {"NM-CMP-08", "NM-EXM-01"}


def test_the_report_counts_by_section_and_says_no(
    folder: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    tests = folder({"test_a.py": LITERAL})
    assert rule_coverage.main(["--tests", str(tests)]) == 1
    told = capsys.readouterr().out
    assert "1. Components and dice (CMP): 4 of 13; no test: NM-CMP-04, NM-CMP-06, NM-CMP-07" in told
    whole = sum(rule.kind in ("rule", "example") for rule in BOOK.entries.values()) - len(
        rule_coverage.DESCRIPTION_ONLY
    )
    assert f"\n4 of {whole} rules have a test ({400 / whole:.1f}%)\n" in told
    assert rule_coverage.main(["--tests", str(tests), "--missing-only"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == whole - 4 and all(
        re.match(r"NM-[A-Z]{3}-\d\d \(p\. ", line) for line in lines
    )


def everything(*more: str) -> str:
    """A file of tests that marks every rule asked for, and more."""
    return (
        "import pytest\npytestmark = ["
        + ", ".join(f'pytest.mark.rule("{id}")' for id in [*ids(), *more])
        + "]"
    )


def ids() -> list[str]:
    """Every id asked for."""
    return [rule.id for rule in rule_coverage.asked_for()]


def test_it_says_yes_when_every_rule_has_a_test(
    folder: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert rule_coverage.main(["--tests", str(folder({"test_a.py": everything()}))]) == 0
    assert "(100.0%)" in capsys.readouterr().out


def test_an_unknown_id_is_an_error(
    folder: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    tests = folder({"test_a.py": everything("NM-CMP-77")})
    assert rule_coverage.main(["--tests", str(tests)]) == 1
    assert (
        capsys.readouterr().err
        == f"{Path('tests/test_a.py')}:2: NM-CMP-77 is not in the rule book\n"
    )


def test_our_own_tests_mark_only_rules_that_are_there() -> None:
    found = rule_coverage.marks(ROOT / "tests").items()
    assert [f"{place}: {id}" for id, place in found if not rule_coverage.is_known(id)] == []


def test_rules_left_out_are_few_and_have_a_reason() -> None:
    assert len(rule_coverage.DESCRIPTION_ONLY) <= 8
    assert all(
        BOOK.entries[id].kind == "rule" and reason
        for id, reason in rule_coverage.DESCRIPTION_ONLY.items()
    )


def test_another_game_is_counted_by_its_own_documents(
    capsys: pytest.CaptureFixture[str], folder: Callable[..., Path]
) -> None:
    tests = folder(
        {
            "test_a.py": 'import pytest\npytestmark = [pytest.mark.rule("WM-CHG-05"), pytest.mark.rule("WM-RUL-25")]'
        }
    )
    assert rule_coverage.main(["--game", "warmachine", "--tests", str(tests)]) == 1
    told = capsys.readouterr().out
    assert "quick_start_rules: Charging: 1 of 16" in told
    assert "\n1 of 393 rules have a test (0.3%)\n" in told
