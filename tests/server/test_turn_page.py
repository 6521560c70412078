"""A turn of Neo-Mechanika on the page: by touch at the size of a phone, by mouse at a desk, while a third watches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.screens.browser import Browser
from tests.server.hosting import HostedTable, listening
from tests.server.pages.test_page_sessions import place_of, press, settled
from wc3d.engine.game import ActionRecord
from wc3d.server.match.match import Match

IN_THE_WAY = """(() => {
  const found = [], clipped = one => {  // scrolled out of sight
    const around = one.closest(".scroll, .ask, .alerts, .tools")?.getBoundingClientRect(), box = one.getBoundingClientRect();
    return around && (box.bottom > around.bottom || box.top < around.top || box.right > around.right + 1);
  };
  for (const one of document.querySelectorAll("button, summary, select")) {
    const box = one.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (!one.checkVisibility() || !box.width || !box.height || x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
    if (clipped(one)) continue;
    const over = document.elementFromPoint(x, y);
    if (over && !one.contains(over) && !over.contains(one)) found.push(`${one.innerText} lies under ${over.className}`);
    if (one.scrollWidth > one.clientWidth + 2) found.push(`${one.innerText} is cut off`);
  }
  const shown = [...document.querySelectorAll("aside *")].filter(e => e.checkVisibility());
  const wide = shown.filter(e => e.getBoundingClientRect().right > innerWidth + 1);
  return [...found, ...wide.map(e => `${e.innerText} is too wide`)];
})()"""
"""What is on the page that cannot be read or pressed: it lies under something else, or does not fit."""


ACTIVATED = "document.querySelector('.log').innerText.split(' activates').length - 1"
"""How many units have activated, by the log that is shown."""


def until_activating(table: HostedTable) -> int:
    """Play on until a unit may be activated; whose."""
    for seed in range(400):
        if any(
            offer.type == "activate" and any(True for _ in offer.candidates())
            for offer in table.match.active_game.offers()
        ):
            return table.match.player_to_act or 0
        table.play(1, seed)
    raise AssertionError("no unit is ever activated")


def activated(browser: Browser, match: Match, player: int, *, touch: bool) -> str:
    """Pick a unit that may be activated, on the table, and activate it; one of its models."""
    state = match.active_game.state
    offers = [offer for offer in match.active_game.offers() if offer.type == "activate"]
    action: Any = next(iter(offers[0].candidates()))
    unit = action.unit
    model = next(iter(state.models_of(unit))).id
    body = next(body for body in match.rules.queries.table(state).bodies if body.id == model)
    before = match.record_length
    browser.drag(place_of(browser, body.at, body.height / 2), touch=touch)
    press(browser, "activate", touch=touch)
    browser.wait(f"window.seat.version > {before} && seat.table.movable.size > 0")
    done = match.active_game.record[before]
    assert isinstance(done, ActionRecord) and done.action == action
    return str(browser.run("[...seat.table.movable][0]"))


def moved(browser: Browser, match: Match, model: str, *, touch: bool) -> None:
    """Drag a model a little towards the middle and let it go: it stands there, or in hand with a button that puts it there."""
    x, y, z = next(
        body.at
        for body in match.rules.queries.table(match.active_game.state).bodies
        if body.id == model
    )
    goal = place_of(browser, (x + (0.7 if x < 15 else -0.7), y + (0.7 if y < 15 else -0.7), z))
    over = (goal[0], goal[1] + (46 if touch else 0))
    before = match.record_length
    browser.drag(place_of(browser, (x, y, z), 0.3), over, touch=touch, up=False)
    browser.wait("document.querySelector('.inhand').innerText.trim() !== ''")
    browser.let_go(over, touch=touch)
    browser.wait(
        f"window.seat.version > {before} || document.querySelector('.inhand').innerText.trim() !== ''"
    )


@pytest.mark.slow
@pytest.mark.parametrize("phone", [True, False], ids=["by touch", "by mouse"])
def test_a_unit_is_activated_and_moved_and_a_third_sees_it(tmp_path: Path, phone: bool) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(case_of("neo_mechanika").new())
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        player = until_activating(table)
        links = host.links(id, keys)
        with Browser(tmp_path / "player") as one, Browser(tmp_path / "third") as third:
            one.open(str(links[player]), *((390, 844) if phone else (1000, 700)), phone=phone)
            third.open(str(links[0]), 1000, 700)
            for browser in (one, third):
                browser.wait("document.body.dataset.screens > 0")
                settled(browser, table.match.row_count)
            assert one.run(IN_THE_WAY) == []
            seen = third.run(ACTIVATED)
            model = activated(one, table.match, player, touch=phone)
            settled(one, table.match.row_count)
            assert one.run(IN_THE_WAY) == []
            moved(one, table.match, model, touch=phone)
            settled(third, table.match.row_count)
            assert third.run(ACTIVATED) == seen + 1
            assert third.run("document.querySelectorAll('.buttons button').length") == 0
            for browser in (one, third):
                assert browser.run(IN_THE_WAY) == [] and browser.complaints() == []
                assert "()" not in browser.run("document.querySelector('aside').innerText")
            quiet = third.run(
                "[...document.querySelectorAll('.log button small')].map(e => e.textContent)"
            )
            assert quiet and all(text.startswith((" (", " · ")) for text in quiet)
