"""A hint on the page, in both games: asked for, shown with its picture, and done by a press."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.screens.browser import Browser
from tests.server.hosting import HostedTable, listening
from tests.server.pages.test_page_sessions import press, settled
from tests.server.test_turn_page import IN_THE_WAY, until_activating

CHOICES = """[...document.querySelectorAll('.choices button')].map(
  one => [one.dataset.mark, one.getBoundingClientRect().left, one.getBoundingClientRect().top])"""
"""The places of the choices."""
IS_IN_SIGHT = """(() => {
  const box = document.querySelector('[data-mark="hint do"]').getBoundingClientRect();
  const around = document.querySelector('.hinted').getBoundingClientRect();
  return box.top >= around.top && box.bottom <= around.bottom + 1 && box.bottom <= innerHeight;
})()"""
"""Whether the whole button is in sight."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)], ids=str)
@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_a_hint_is_shown_and_done(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    phone = size != (1280, 800)
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(case_of(game).new(), hints=True)
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        player = until_activating(table)
        with Browser(tmp_path / "player") as one:
            one.open(str(host.links(id, keys)[player]), *size, phone=phone)
            one.wait("document.body.dataset.screens > 0")
            settled(one, table.match.row_count)
            one.run("document.querySelector('[data-mark=hint]').click()")
            one.wait("!document.querySelector('.hinted').hidden")
            waiting = one.run(CHOICES)
            one.wait("/^Hint( 1 of \\d)?: /.test(document.querySelector('.hinted').innerText)")
            one.wait("!!document.querySelector('[data-mark=\"hint do\"]')")
            assert waiting and one.run(CHOICES) == waiting, "what comes moves no other button"
            assert one.run(IS_IN_SIGHT)
            words = one.run("document.querySelector('.hinted').innerText")
            assert not re.search(r"\(-?\d+(\.\d+)?, ", words), "no coordinates"
            labels = "seat.table.scene.marks[0].labels.map(l => l.words)"
            one.wait(f"{labels}.includes('Hint')")
            assert one.run(IN_THE_WAY) == []
            before = table.match.record_length
            press(one, "hint do", touch=phone)
            one.wait(f"window.seat.version > {before}")
            done: Any = table.match.active_game.record[before]
            assert done.action.player == player
            one.wait("document.querySelector('.hinted').hidden")
            assert one.complaints() == []
