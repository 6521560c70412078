"""Names of people's files within the sentences of the page: they command no browser, and do not turn the words around them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wc3d, model, questions
from wc3d.errors import CONTROL_CHARACTERS_PATTERN
from wc3d.judging.dispute import read_json_or_report
from wc3d.table.maps.strict_json import PRINTABLE_PATTERN
from wc3d.web.escape_html import escape_html

HEBREW = "\u05e9\u05dc\u05d5\u05dd 3"
ARABIC = "\u0645\u0631\u062d\u0628\u0627 (\u0627\u0644\u0639\u0627\u0644\u0645)"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("a sees b & <c>", "a sees b &amp; &lt;c&gt;"),
        ("say \x1b[2J, \x07 and \u202e", "say \\u001b[2J, \\u0007 and \\u202e"),
        ("\u05d0 sees b: 3 of 4", "\u2068\u05d0\u2069 sees b: 3 of 4"),
        ("a \u05d0 1-\u05d1 2", "a \u2068\u05d0 1-\u05d1\u2069 2"),
        ("\u05d0 sees \u05d1", "\u2068\u05d0\u2069 sees \u2068\u05d1\u2069"),
        (
            "\u65e5\u672c sees \U0001f468\u200d\U0001f469",
            "\u65e5\u672c sees \U0001f468\u200d\U0001f469",
        ),
    ],
)
def test_words_from_right_to_left_stay_where_they_are(given: str, told: str) -> None:
    assert escape_html(given) == told


def test_no_name_of_a_file_holds_what_a_terminal_obeys() -> None:
    printed = re.compile(PRINTABLE_PATTERN)
    text = [*map(chr, range(0xD800)), *map(chr, range(0xE000, 0x110000))]
    both = [c for c in text if printed.fullmatch(c) and CONTROL_CHARACTERS_PATTERN.fullmatch(c)]
    assert both == []


@pytest.mark.parametrize("mark", ["\u061c", "\u200e", "\u200f", "\u202e", "\u2066", "\x1b", "\n"])
def test_a_name_that_would_turn_words_is_refused(
    wc3d: Wc3d, put: Callable[[Any, str], Path], mark: str
) -> None:
    models = [model(f"a{mark}", "small", 5, 5), model("b", "small", 5, 14)]
    asked = questions({"type": "range", "from": f"a{mark}", "to": "b"}, models=models)
    assert "models[0].id: expected printable text" in wc3d("judge", put(asked, "q.json")).one_line()


def test_a_page_about_models_with_such_names(
    wc3d: Wc3d, put: Callable[[Any, str], Path], tmp_path: Path
) -> None:
    models = [
        model(HEBREW, "small", 5, 5),
        model(ARABIC, "small", 5, 14),
        model("c", "large", 20, 20),
    ]
    pairs = ((HEBREW, ARABIC), (ARABIC, "c"))
    asked = [
        {"type": kind, "from": a, "to": b} for a, b in pairs for kind in ("range", "sight", "cover")
    ]
    path = put(questions(*asked, models=models, name=f"{HEBREW} or {ARABIC}"), "q.json")
    assert wc3d("judge", path, "--report", tmp_path / "page.html").code == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    words = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    isolated = re.sub(r"\u2068[^\u2068\u2069]*\u2069", "", words)
    assert HEBREW[:4] in words and not re.search("[\u0590-\u06ff]", isolated)
    assert not CONTROL_CHARACTERS_PATTERN.search(isolated)
    assert (
        read_json_or_report(tmp_path / "page.html")["models"]
        == json.loads(path.read_text(encoding="utf-8"))["models"]
    )
