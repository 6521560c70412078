"""The first steps of a skirmish on a phone held upright, by a finger alone, against a bot.

It does not come to the first drag: test_seat_controls.py counts refused drops.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.screens.browser import Browser
from tests.screens.play_games import skirmish
from tests.screens.touch_player import TouchPlayer
from tests.server.hosting import HostedTable, listening

PHONE = 390, 844


@contextmanager
def seated(folder: Path, seed: int = 1) -> Iterator[TouchPlayer]:
    """A new skirmish against a bot, with a finger at its seat."""
    with listening(folder) as host, Browser(folder / "browser") as browser:
        game = skirmish()
        game.bots = {2: "random"}
        id, keys = host.registry.create_match(game)
        table = HostedTable(host.registry.load_match(id), keys)
        table.desk = host.server.running_executor
        browser.open(str(host.links(id, keys)[1]), *PHONE, phone=True)
        browser.wait("document.body.dataset.screens > 0")
        browser.wait("seat.table.there")
        browser.run("seat.staging.set(0)")
        yield TouchPlayer(browser, table, seed)


@pytest.mark.slow
def test_a_finger_alone_begins_a_game_without_wrong_taps(tmp_path: Path) -> None:
    with seated(tmp_path) as player:
        player.play(15)
        assert player.wrong_taps == 0, player.log
        assert not [line for line in player.log if " is " in line], "buttons as large as a finger"
        assert player.table.match.record_length > 3, player.report()
        assert player.browser.complaints() == []
