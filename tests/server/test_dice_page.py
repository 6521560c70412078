"""Two browsers play with dice of chains and with dice rolled by hand: each page gives what is wanted of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.screens.browser import Browser
from tests.server.hosting import DISCS, listening
from wc3d.engine.chain_dice import is_next_link
from wc3d.server.match.match import DICE_WANTED_ROW


@pytest.mark.slow
def test_pages_give_their_links_one_by_one(tmp_path: Path) -> None:
    with (
        listening(tmp_path) as host,
        Browser(tmp_path / "one") as one,
        Browser(tmp_path / "two") as two,
    ):
        links = host.links(*host.registry.create_match(DISCS.new(), dice="chain"))
        match = host.registry.load_match(links[1].game)
        for browser, seat in ((one, 1), (two, 2)):
            browser.open(str(links[seat]))
        until(one, two, lambda: match.game is not None)
        ends = match.dice_commitments()
        assert not any("left" in row.body for row in match.rows)
        for seat in (1, 2):
            given = [
                row.body["link"] for row in match.rows if row.kind == "link" and row.seat == seat
            ]
            assert len(given) == match.used_link_count
            assert all(
                is_next_link(link, last)
                for last, link in zip((ends[str(seat)], *given), given, strict=False)
            )
        assert (
            len([row for row in match.rows if row.kind == DICE_WANTED_ROW]) == match.used_link_count
        )
        assert one.complaints() == two.complaints() == []


@pytest.mark.slow
def test_a_roll_is_typed_in_on_the_page(tmp_path: Path) -> None:
    with (
        listening(tmp_path) as host,
        Browser(tmp_path / "one") as one,
        Browser(tmp_path / "two") as two,
    ):
        links = host.links(*host.registry.create_match(DISCS.new(), dice="typed"))
        match = host.registry.load_match(links[1].game)
        pages = {1: one, 2: two}
        for seat, browser in pages.items():
            browser.open(str(links[seat]))
        until(one, two, lambda: match.dice_wanted_row is not None or match.game is not None)
        while (want := match.dice_wanted_row) is not None:
            page = pages[match.awaited_player or 1]
            other = pages[3 - (match.awaited_player or 1)]
            page.wait("document.querySelectorAll('.rolling select').length > 0")
            other.wait(
                "document.querySelectorAll('.rolling select').length === 0"
            )  # it may still show what it gave just now
            page.run(
                "for (const s of document.querySelectorAll('.rolling select')) s.selectedIndex = (Math.random() * 6) | 0"
            )
            page.run("document.querySelector('.rolling button').click()")
            until(one, two, lambda want=want: match.dice_wanted_row is not want)
        assert match.game is not None and one.complaints() == two.complaints() == []


def until(one: Browser, two: Browser, there: object) -> None:
    """Let time go by until something is so."""
    end = time.monotonic() + 60
    while not there():  # type: ignore[operator]
        assert time.monotonic() < end, (
            one.run("document.body.innerText"),
            two.run("document.body.innerText"),
        )
        time.sleep(0.05)
