"""Pages are laid out for a terminal: in its width, and readable without any style."""

from __future__ import annotations

import re

import pytest

from tests.guide.small_guide import HOSTING, PLAYING
from wc3d.guide.markdown import parse_blocks
from wc3d.guide.terminal import TerminalRenderer

PLAIN = """Playing
=======

  Play at one screen or by a link (wc3d guide hosting#start-a-host). The rest
  comes later.

  [picture: The window in a turn]

Keys
----

  key  what it does                count
  ---  --------------------------  -----
  Tab  select the next unit           12
  `M`  measure between two models      3

Measuring

  - Press M and click two models.
  - Esc closes the tool.
    - It also cancels a move.

Save a game
-----------

  1. Type `save`.
  2. Read the rules (https://example.org/rules) aloud.

    wc3d play --load game.jsonl | less

  | Every action is saved.
"""


def render(text: str, width: int = 80, topic: str = "playing", **more: bool) -> str:
    """Return a page as text."""
    return TerminalRenderer(topic, width, **more).render(parse_blocks(text))


def test_a_page_in_plain_text() -> None:
    assert render(PLAYING) == PLAIN


def test_styles_add_nothing_that_the_words_lack() -> None:
    styled = render(PLAYING, has_styles=True)
    assert (
        "\033[1mKeys\033[0m" in styled
        and "\033[1msave\033[0m" in styled
        and "\033[4mtwo\033[0m" in styled
    )
    assert re.sub(r"\033\[[\d;]*m", "", styled) == PLAIN.replace("`M`", "M  ").replace("`", "")


@pytest.mark.parametrize("width", [20, 33, 40, 60, 80, 100])
def test_no_line_is_wider_than_the_terminal_but_code(width: int) -> None:
    code = "wc3d play --load"
    assert all(len(line) <= width or code in line for line in render(PLAYING, width).splitlines())


def test_a_cell_that_does_not_fit_is_wrapped() -> None:
    table = "| a | b |\n| --- | --- |\n| one | two three four five six |\n| two | x |\n"
    lines = [line.strip() for line in render(table, 24).splitlines()]
    assert lines == [
        "a    b",
        "---  -----------------",
        "one  two three four",
        "five six",
        "",
        "two  x",
    ]


def test_a_table_with_too_many_columns_is_shown_row_by_row() -> None:
    names = [f"column{n}" for n in range(6)]
    table = f"| {' | '.join(names)} |\n|{' --- |' * 6}\n| {' | '.join(name.upper() for name in names)} |\n"
    assert [line.strip() for line in render(table, 30).splitlines()] == [
        f"{name}: {name.upper()}" for name in names
    ]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert render("x" * 45, 24).split() == ["x" * 22, "x" * 22, "x"]


def test_links_say_where_they_lead_unless_their_words_do() -> None:
    text = render(HOSTING, topic="hosting")
    assert "See Table (wc3d guide reference/table) and the README." in text.replace("\n ", "")
    assert (
        render("[judging](judging.md), [here](#x), [there](bots.md#y)").strip()
        == "judging, here, there (wc3d guide bots#y)"
    )
