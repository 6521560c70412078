"""The page of measurements is written by its script, and says where each result comes from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench import measurements
from tests.bench.measurements import PAGE, ROOT, Section, sections

PAGE_TEXT = """# Page
<!-- measurement one: python scripts/bench_one.py -->
old
<!-- end of one -->
between
<!-- measurement two: echo "two words" -->
old
<!-- end of two -->
"""


def test_a_page_names_its_commands() -> None:
    expected = [Section("one", "python scripts/bench_one.py"), Section("two", 'echo "two words"')]
    assert sections(PAGE_TEXT) == expected


def test_a_section_is_run_and_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "measurements.md"
    page.write_text(PAGE_TEXT, encoding="utf-8")
    monkeypatch.setattr(measurements, "PAGE", page)
    monkeypatch.setattr(measurements, "commit", lambda: "0123abcde")
    monkeypatch.setattr("sys.argv", ["update_measurements.py", "two"])
    assert measurements.main() == 0
    text = page.read_text(encoding="utf-8")
    assert "```text\ntwo words\n```" in text
    assert re.search(r"Commit 0123abcde, \d{4}-\d\d-\d\d, \d+ cores of ", text)
    assert text.startswith(PAGE_TEXT[: PAGE_TEXT.index("<!-- measurement two")])


def test_a_failed_command_leaves_its_section(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "measurements.md"
    page.write_text(PAGE_TEXT.replace("echo", "false"), encoding="utf-8")
    monkeypatch.setattr(measurements, "PAGE", page)
    monkeypatch.setattr("sys.argv", ["update_measurements.py", "two"])
    assert measurements.main() == 1
    assert page.read_text(encoding="utf-8") == PAGE_TEXT.replace("echo", "false")


@pytest.mark.parametrize(
    "section", sections(PAGE.read_text(encoding="utf-8")), ids=lambda each: each.name
)
def test_each_result_says_where_it_comes_from(section: Section) -> None:
    text = PAGE.read_text(encoding="utf-8")
    body = text[
        text.index(f"<!-- measurement {section.name}:") : text.index(
            f"<!-- end of {section.name} -->"
        )
    ]
    assert re.search(
        r"\nCommit [0-9a-f]{7,12}\+?, \d{4}-\d\d-\d\d, \d+ cores of .+, Python 3\.\d+", body
    )
    assert f"`{section.command}`" in body
    for script in re.findall(r"scripts/\w+\.py", section.command):
        assert (ROOT / script).exists()
