"""A line of the log in two parts, as the terminal, the window and the browser split it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wc3d
from wc3d.engine.text import split_details

LINES = [
    (
        'Nemesis flies 6" · now at (13, 21.7) (p. 28)',
        'Nemesis flies 6"',
        " · now at (13, 21.7) (p. 28)",
    ),
    (
        "Marauder suffers Fire (a page before p. 26)",
        "Marauder suffers Fire",
        " (a page before p. 26)",
    ),
    (
        "Nemesis gains 2 Arc (Arcane Synthesis) (p. 27)",
        "Nemesis gains 2 Arc (Arcane Synthesis)",
        " (p. 27)",
    ),
    ('Anvil runs · 8" (2 more) · then stops', "Anvil runs", ' · 8" (2 more) · then stops'),
    ("A wall (low) is here", "A wall (low) is here", ""),
    ("=== Pulse round 1 ===", "=== Pulse round 1 ===", ""),
    ("", "", ""),
]


@pytest.mark.parametrize(("line", "what", "details"), LINES)
def test_details_begin_at_the_separator_or_at_the_last_brackets(
    line: str, what: str, details: str
) -> None:
    assert split_details(line) == (what, details)


def test_the_browser_splits_lines_in_the_same_way() -> None:
    script = Path(wc3d.__file__).parent / "web" / "seat_words.js"
    (pattern,) = re.findall(r"words\.match\(/\^(.*?)\$/\)", script.read_text(encoding="utf-8"))
    browser = re.compile(pattern.replace("[^]", r"[\s\S]"))
    for line, *parts in LINES:
        found = browser.fullmatch(line)
        assert found is not None
        assert [found[1], found[2] or ""] == parts
