"""No tap on a button is lost on a slow phone: while the page changes under the finger, while the host still computes, and
while there is no connection. A second tap before the answer means the first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.screens.browser import Browser
from tests.server.hosting import HostedTable, Listening, listening

DELAY_MS = 700

SLOW = """(delay => { const { onmessage } = seat.socket; window.sent = []; window.send = seat.socket.send.bind(seat.socket);
  seat.socket.onmessage = event => setTimeout(() => onmessage(event), delay);
  seat.socket.send = text => { window.sent.push(JSON.parse(text)); window.send(text); }; })"""
"""Delays every answer of the host, and notes what the page sends."""

PRESSES = "window.sent.filter(m => m.t === 'press').map(m => m.what)"

NEW_SCREEN = """(() => {
  const { words } = seat, button = document.querySelector(".slots [data-mark=pass]");
  const face = { mark: "pass", words: button.firstChild.textContent + " now", able: true, main: true };
  words.letters = []; words.buttons([{ mark: "undo", words: "Undo", able: true }, face]);
})()"""
"""A late answer of the host: the button that goes on has other words, and a new button stands beside it."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Listening, Browser]]:
    folder = tmp_path_factory.mktemp("slow")
    with listening(folder) as host, Browser(folder / "browser") as browser:
        yield host, browser


@pytest.fixture
def slow(shared: tuple[Listening, Browser]) -> tuple[Browser, HostedTable]:
    """A phone whose host answers late, at a step that its player may end."""
    host, browser = shared
    id, keys = host.registry.create_match(case_of("neo_mechanika").new())
    table = HostedTable(host.registry.load_match(id), keys)
    table.give_dice()
    for seed in range(100):
        if {"charge", "pass"} <= {offer.type for offer in table.match.active_game.offers()}:
            break
        table.play(1, seed)
    player = table.match.player_to_act or 0
    table.desk = host.server.running_executor
    browser.open(str(host.links(id, keys)[player]), 390, 844, phone=True)
    browser.wait("document.body.dataset.screens > 0 && document.body.dataset.mine === 'true'")
    browser.run("seat.staging.set(0)")
    browser.run(f"{SLOW}({DELAY_MS})")
    return browser, table


def middle(browser: Browser, mark: str) -> tuple[float, float]:
    button = f"document.querySelector('.buttons [data-mark=\"{mark}\"]')"
    browser.wait(f"{button} && !{button}.disabled && seat.words.calm")
    rect = f"{button}.getBoundingClientRect()"
    spot: Any = browser.run(f"(r => [r.left + r.width / 2, r.top + r.height / 2])({rect})")
    return spot[0], spot[1]


@pytest.mark.parametrize("touch", [True, False], ids=["finger", "mouse"])
def test_a_screen_that_comes_during_a_tap_does_not_take_it(
    slow: tuple[Browser, HostedTable], touch: bool
) -> None:
    browser, _ = slow
    browser.run("window.sent = []; seat.words.send = message => window.sent.push(message)")
    x, y = middle(browser, "pass")
    browser.drag((x, y), touch=touch, up=False)
    browser.run(NEW_SCREEN)
    browser.let_go((x, y), touch=touch)
    assert browser.run(PRESSES) == ["pass"]


def test_a_second_tap_before_the_answer_is_the_first(slow: tuple[Browser, HostedTable]) -> None:
    browser, table = slow
    browser.run("window.sent = []")
    before = table.match.record_length
    screens = browser.run("Number(document.body.dataset.screens)")
    spot = middle(browser, "pass")
    for _ in range(3):
        browser.drag(spot, touch=True)
    assert browser.run(PRESSES) == ["pass"]
    browser.wait(f"document.body.dataset.screens > {screens}")
    assert table.match.record_length == before + 1


def test_a_tap_without_a_connection_is_sent_when_it_is_back(
    slow: tuple[Browser, HostedTable],
) -> None:
    browser, table = slow
    mark = "pass"
    spot = middle(browser, mark)
    before = table.match.record_length
    screens = browser.run("Number(document.body.dataset.screens)")
    browser.run("seat.socket.close()")
    browser.drag(spot, touch=True)
    assert browser.run("seat.words.unsent?.mark") == mark and browser.run(PRESSES) == []
    browser.wait(f"document.body.dataset.screens > {screens + 1}")
    assert table.match.record_length == before + 1


def test_a_tap_without_a_connection_is_not_sent_to_another_question(
    slow: tuple[Browser, HostedTable],
) -> None:
    browser, table = slow
    spot = middle(browser, "pass")
    before = table.match.record_length
    screens = browser.run("Number(document.body.dataset.screens)")
    browser.run("seat.connect = wait => { window.waited = wait; }; seat.socket.close()")
    browser.drag(spot, touch=True)
    table.play(1)
    browser.run("delete seat.connect; if (window.waited) seat.connect(window.waited)")
    browser.wait(f"document.body.dataset.screens > {screens}")
    browser.wait("/was not sent/.test(document.querySelector('.alerts').innerText)")
    assert table.match.record_length == before + 1
