"""The game page on a phone upright, a phone on its side and a desk: everything has its place, by finger and by keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import dist
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.screens.axe import find_violations
from tests.screens.browser import Browser
from tests.server.hosting import HostedTable, listening
from tests.server.pages.test_page_sessions import place_of, settled
from tests.server.test_turn_page import IN_THE_WAY, until_activating
from wc3d.engine.game import ActionRecord

pytestmark = pytest.mark.slow
SIZES = {"upright": (390, 844, True), "aside": (844, 390, True), "desk": (1280, 800, False)}
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39}
KEYS |= {"ArrowDown": 40}


@contextmanager
def played(folder: Path, size: str, seat: int = 0, **more: Any) -> Iterator[tuple[Any, ...]]:
    """A game in which a unit may be activated, in the browser of a seat (0: whose unit it is)."""
    with listening(folder) as host, Browser(folder / "browser") as browser:
        id, keys = host.registry.create_match(case_of("neo_mechanika").new(), **more)
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        player = until_activating(table)
        while seat and player != seat:
            table.play(1, table.match.record_length)
            player = until_activating(table)
        table.desk = host.server.running_executor
        wide, tall, phone = SIZES[size]
        browser.open(str(host.links(id, keys)[player]), wide, tall, phone=phone)
        browser.wait("document.body.dataset.screens > 0")
        settled(browser, table.match.row_count)
        yield browser, table, player


def box(browser: Browser, place: str) -> Any:
    """Where something stands in the window: left, top, right and bottom."""
    return browser.run(
        f"(() => {{ const b = document.querySelector('{place}').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }})()"
    )


def key(browser: Browser, name: str) -> None:
    """Press a key."""
    code = KEYS.get(name) or ord(name.upper())
    text = "\r" if name == "Enter" else name if len(name) == 1 else ""
    what = {"key": name, "windowsVirtualKeyCode": code}
    browser.send("Input.dispatchKeyEvent", type="keyDown", text=text, **what)
    browser.send("Input.dispatchKeyEvent", type="keyUp", **what)


def axe_is_content(browser: Browser) -> None:
    """Fail with what axe-core finds."""
    assert find_violations(browser) == []


@pytest.mark.parametrize("size", SIZES)
def test_everything_has_its_place(tmp_path: Path, size: str) -> None:
    with played(tmp_path, size, seat=2) as (browser, table, player):
        wide, tall, _ = SIZES[size]
        strip, view, panel = (box(browser, p) for p in (".strip", "figure.view", "aside"))
        assert strip[3] <= view[1] and strip[1] == 0
        if wide > tall:
            assert panel[0] >= view[2] and panel[1] == 0 and view[3] - view[1] > 0.8 * tall
        else:
            assert panel[1] >= view[3] and view[3] - view[1] > 0.4 * tall
        bar, slots = box(browser, ".bar"), box(browser, ".slots")
        assert bar[3] <= tall and slots[3] <= bar[1] and slots[1] > 0.6 * tall
        for name in ("Zoom in", "Zoom out"):
            left, top, right, bottom = box(browser, f'[aria-label="{name}"]')
            assert left >= 0 and right <= view[2] and view[1] <= top and bottom <= view[3]
        assert browser.run(IN_THE_WAY) == [] and browser.complaints() == []
        axe_is_content(browser)
        for sheet in ("chat", "wish", "more"):
            browser.run(f"document.querySelector('.{sheet}-button').click()")
            axe_is_content(browser)
            left, top, right, bottom = box(browser, ":popover-open")
            assert left >= 0 and top >= 0 and right <= wide and bottom <= tall
            browser.run("document.querySelector(':popover-open').hidePopover()")
        story_keeps_to_its_strip(browser)
        browser.run("seat.view.show(seat.view.marks.views[1])")
        rules, state = table.match.rules, table.match.active_game.state
        _, deep = rules.queries.table(state).size
        near = (
            15.0,
            1.0 if rules.queries.seated_side(state, player) == "south" else deep - 1.0,
            0.0,
        )
        middle = (15.0, deep / 2, 0.0)
        assert place_of(browser, near)[1] > place_of(browser, middle)[1] + 20


def story_keeps_to_its_strip(browser: Browser) -> None:
    """The story and the dice cover neither the table nor a button."""
    browser.run("""(() => { const look = {body: [200, 40, 40], ink: [255, 255, 255], letter: 'A', faces: [1, 2]};
        seat.staging.looks = {Action: look}; seat.staging.begun = performance.now();
        const beat = {told: 'Dusk Wolf attacks Immortal Weaver with its Rail Gun', why: '', seconds: 1, fresh: 1, words: 'Hit',
          rolls: [{why: 'attack', dice: [{die: 'Action', faces: [1, 2, 2, 1]}], total: '3'}]};
        seat.staging.tell(beat); seat.staging.dice(beat); })()""")
    strip = box(browser, ".strip")
    for part in (".story .told", ".dice", ".skips"):
        left, top, right, bottom = box(browser, part)
        assert left >= 0 and right <= strip[2] and top >= strip[1] and bottom <= strip[3] + 1, part
    told, dice, skips = (box(browser, p) for p in (".story", ".dice", ".skips"))
    for a, b in ((told, dice), (told, skips), (dice, skips)):
        assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
    assert browser.run(IN_THE_WAY) == []
    browser.run("seat.staging.clear()")


@pytest.mark.parametrize("size", ["upright", "desk"])
def test_talk_and_requests_are_noticed(tmp_path: Path, size: str) -> None:
    with played(tmp_path, size) as (browser, table, player):
        browser.drag((5.0, 5.0), touch=SIZES[size][2])  # browsers play no sound before
        browser.run("seat.sounds.set(.5)")
        table.ask(3 - player, "say", text="Hello there")
        browser.wait("document.querySelector('.news').innerText.includes('Hello there')")
        browser.run("document.querySelector('.news button').focus()")  # it stays while it is read
        for _ in range(2):  # the screen is sent again
            shown = browser.run("Number(document.body.dataset.screens)")
            browser.run("document.querySelector('[data-mark=\"tool measure\"]').click()")
            browser.wait(f"Number(document.body.dataset.screens) > {shown}")
        assert "Hello there" in browser.run("document.querySelector('.news').innerText")
        count = "document.querySelector('.chat-button .count').textContent"
        assert browser.run(count) == "1" and browser.run("document.title").startswith("(1) ")
        assert browser.run("seat.sounds.called") == 1
        table.ask(3 - player, "wish", what="break")
        browser.wait("!document.querySelector('.wish').hidden")
        assert browser.run("document.title").startswith("(2) ")
        assert browser.run("document.querySelector('.wish-button .count').textContent") == "1"
        for part in (".wish", ".news li", ".bar", ".slots"):
            _, top, right, bottom = box(browser, part)
            assert top >= 0 and bottom <= SIZES[size][1] and right <= SIZES[size][0]
        browser.run("window.isOld = true; location.reload()")
        browser.wait(
            f"!window.isOld && window.seat && document.body.dataset.screens > 0 && {count} === '1'"
        )
        browser.run("document.querySelector('.chat-button').click()")
        browser.wait(f"{count} === ''")
        assert "Hello there" in browser.run("document.querySelector('.talk').innerText")
        assert browser.run("document.title").startswith("(1) ")
        browser.run("document.querySelector('.wish button').click()")
        browser.wait("document.querySelector('.wish').hidden")
        assert not browser.run("document.title").startswith("(")


def is_seen(browser: Browser, place: str) -> bool:
    """Return whether something is in the window with nothing over it."""
    return bool(
        browser.run(
            f"""(() => {{ const found = document.querySelector({place!r});
            if (!found || !found.checkVisibility()) return false;
            const b = found.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
            if (b.left < 0 || b.top < 0 || b.right > innerWidth || b.bottom > innerHeight) return false;
            if (getComputedStyle(found).pointerEvents === "none") return true;
            const over = document.elementFromPoint(x, y);
            return Boolean(over) && (found.contains(over) || over.contains(found)); }})()"""
        )
    )


ATTACK = """(() => { const look = {body: [200, 40, 40], ink: [255, 255, 255], letter: 'A', faces: [1, 2]};
    const one = {why: 'Rail Gun, attack', dice: [{die: 'Action', faces: [1, 2, 2, 1, 2]}, {die: 'Power', faces: [3, 3]}], total: '14'};
    const two = {why: 'Rail Gun, damage', dice: [{die: 'Power', faces: [3, 1, 6, 2]}], total: '12'};
    const beat = {told: 'Dusk Wolf attacks Immortal Weaver with its Rail Gun', why: '', fresh: 1, words: '', kind: 'dice', thing: 1};
    return {own: false, looks: {Action: look, Power: look}, beats: [{...beat, seconds: .2, rolls: [one]}, {...beat, seconds: .2, rolls: [one, two],
      words: 'Hit, destroyed'}]}; })()"""


@pytest.mark.parametrize("size", SIZES)
def test_the_dice_of_an_attack_lie_in_the_strip_with_their_sums(tmp_path: Path, size: str) -> None:
    with played(tmp_path, size, clock=600.0) as (browser, _, _):
        sums = "[...document.querySelectorAll('.dice .roll strong')].map(s => s.textContent)"
        for pace in (0, 1):
            browser.run(f"seat.staging.set({pace}); seat.staging.play({ATTACK}); 0")
            if pace:
                browser.wait("!!document.querySelector('.strip.telling')")
            browser.wait("!seat.staging.busy && !!document.querySelector('.strip.rolled')")
            assert browser.run(sums) == ["= 14", "= 12"]
            assert is_seen(browser, ".asked"), "the question too"
            strip = box(browser, ".strip")
            for part in (".roll", ".roll + .roll", ".outcome"):
                left, top, right, bottom = box(browser, f".dice {part}")
                assert left >= 0 and right <= strip[2] + 1, (size, part)
                assert top >= strip[1] and bottom <= strip[3] + 1, (size, part)
            shown = "[...document.querySelectorAll('.dice .roll:last-of-type .die')].filter(d => d.checkVisibility()).length"
            assert browser.run(shown) == 4
            assert is_seen(browser, ".clock"), "the clock too"
        browser.run(f"seat.staging.set(.01); seat.staging.play({ATTACK}); 0")
        browser.wait("!!document.querySelector('.strip.telling')")
        assert is_seen(browser, ".clock"), "the clock stays in sight while something is shown"
        browser.run("seat.staging.skipAll(); seat.staging.rested(); 0")
        browser.wait("!!document.querySelector('.strip.rolled')")
        browser.run("seat.staging.play({own: true, beats: [], looks: {}})")
        assert not is_seen(browser, ".dice"), "they are gone once something else happens"


@pytest.mark.parametrize("size", ["upright", "aside"])
def test_a_request_is_seen_at_once_whatever_lies_over_the_page(tmp_path: Path, size: str) -> None:
    with played(tmp_path, size) as (browser, table, player):
        other = 3 - player
        for over in ("", "chat", "pane"):
            if over:
                browser.run(f"document.querySelector('.{over}-button').click()")
            browser.run(
                f"seat.staging.set(.01); window.playing = seat.queue = seat.queue.then(() => seat.staging.play({ATTACK})); 0"
            )
            browser.wait("seat.staging.busy")
            table.ask(other, "wish", what="break")
            browser.wait("!document.querySelector('.wish').hidden")
            assert browser.run("seat.staging.busy"), "it does not wait until all is shown"
            for part in (".wish", ".wish button"):
                assert is_seen(browser, part), (size, over, part)
            left, top, right, bottom = box(browser, ".wish button + button")
            browser.drag(((left + right) / 2, (top + bottom) / 2), touch=True)
            browser.wait("document.querySelector('.wish').hidden")
            browser.run(
                "seat.staging.skipAll(); seat.staging.rested(); document.querySelector(':popover-open')?.hidePopover(); seat.pane(false)"
            )
            browser.wait("!seat.staging.busy")


def test_two_fingers_zoom_and_turn_and_nothing_is_said_about_keys(tmp_path: Path) -> None:
    with played(tmp_path, "upright") as (browser, _, _):
        left, top, right, _ = box(browser, "canvas")
        before = browser.run("[seat.view.camera.turn, seat.view.camera.away]")

        def fingers(does: str, *places: tuple[float, float]) -> None:
            points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
            browser.send("Input.dispatchTouchEvent", type=does, touchPoints=points)

        y = top + 70.0
        one, two = ((left + right) / 2 - 30, y), ((left + right) / 2 + 30, y)
        fingers("touchStart", one)
        fingers("touchStart", one, two)
        for k in range(1, 7):
            fingers("touchMove", (one[0] - 10 * k, y - 6 * k), (two[0] + 10 * k, y + 6 * k))
        fingers("touchEnd")
        after = browser.run("[seat.view.camera.turn, seat.view.camera.away]")
        assert abs(after[0] - before[0]) > 8 and after[1] < before[1] * 0.8
        browser.wait("document.body.dataset.hand === 'touch'")
        browser.wait("document.querySelector('.question').innerText.includes('Tap ')")
        assert (
            browser.run(
                "[...document.querySelectorAll('kbd')].filter(e => e.checkVisibility()).length"
            )
            == 0
        )
        browser.run("document.querySelector('.more-button').click()")
        assert "Shift" not in browser.run("document.body.innerText")


def test_a_button_that_comes_under_a_resting_pointer_is_not_pressed(tmp_path: Path) -> None:
    with played(tmp_path, "desk") as (browser, table, _):
        before = table.match.record_length
        button = ".choices [data-mark^=activate]"
        left, top, right, bottom = box(browser, button)
        spot = ((left + right) / 2, (top + bottom) / 2)
        browser.run("seat.words.changed = performance.now() + 1e6; seat.words.before = [];")
        browser.drag(spot)
        assert table.match.record_length == before
        browser.run("seat.words.changed = -1e9")
        browser.drag(spot)
        browser.wait(f"seat.version > {before}")


def test_keys_alone_activate_and_move_a_model(tmp_path: Path) -> None:
    with played(tmp_path, "desk") as (browser, table, _):
        before = table.match.record_length
        key(browser, "Tab")
        assert browser.run("document.activeElement.className") == "past"
        key(browser, "Enter")
        key(browser, "Tab")
        assert browser.run("document.activeElement.dataset.mark").startswith("activate")
        key(browser, "ArrowDown")
        key(browser, "ArrowUp")
        key(browser, "Enter")
        browser.wait(f"seat.version > {before} && seat.table.movable.size > 0")
        settled(browser, table.match.row_count)
        model = browser.run("[...seat.table.movable][0]")
        letter = "document.querySelector('.choices [data-mark^=move]')?.dataset.key || ''"
        browser.wait(letter)
        key(browser, browser.run(letter))
        browser.wait("seat.table.pointed")
        browser.run("seat.view.canvas.focus()")
        start = next(
            b.at
            for b in table.match.rules.queries.table(table.match.active_game.state).bodies
            if b.id == model
        )
        key(browser, "ArrowUp" if start[1] < 15 else "ArrowDown")
        key(browser, "ArrowRight" if start[0] < 15 else "ArrowLeft")
        browser.wait("document.querySelector('.inhand').dataset.able === 'true'")
        version = table.match.record_length
        key(browser, "Enter")
        browser.wait(f"seat.version > {version} || !!document.querySelector('[data-mark=finish]')")
        if table.match.record_length == version:
            key(browser, "Enter")
            browser.wait(f"seat.version > {version}")
        done = table.match.active_game.record[version]
        assert isinstance(done, ActionRecord) and done.action.type == "advance"
        end = next(
            b.at
            for b in table.match.rules.queries.table(table.match.active_game.state).bodies
            if b.id == model
        )
        assert 0.5 < dist(start, end) < 3


JOINED = """(() => {
  const { view } = seat, [{ at }] = [...seat.table.figures.values()];
  const words = "71% to hit, 65% to destroy", rgb = [255, 90, 70], target = [at[0], at[1], at[2] + 1];
  view.marks.labels = [{ at: [at[0], at[1] - 2, at[2]], words, rgb, first: 1, target }];
  view.makeLabels(); view.placeNow();
  const text = document.querySelector(".labels span"), { style } = document.querySelector(".labels i");
  const matrix = new DOMMatrix(style.transform), long = parseFloat(style.width);
  const { seen } = view.looked(), { clientWidth: w, clientHeight: h } = view.canvas, p = [...target, 1];
  const [x, y, , far] = [0, 1, 2, 3].map(row => p.reduce((sum, v, k) => sum + seen[k * 4 + row] * v, 0));
  const label = text.getBoundingClientRect(), canvas = view.canvas.getBoundingClientRect();
  return {
    words: text.textContent, box: [label.left - canvas.left, label.top - canvas.top, label.right - canvas.left, label.bottom - canvas.top],
    ends: [[matrix.e, matrix.f], [matrix.e + long * matrix.a, matrix.f + long * matrix.b]],
    target: [(x / far * .5 + .5) * w, (.5 - y / far * .5) * h],
  };
})()"""
"""Draws one label, and says where it and its line are; at once, as the page replaces labels when there is news."""


def test_the_chance_of_an_attack_is_joined_to_its_target(tmp_path: Path) -> None:
    with played(tmp_path, "upright") as (browser, _, _):
        found = browser.run(JOINED)
        assert found["words"] == "71% to hit"
        start, end = found["ends"]
        assert dist(end, found["target"]) < 1.5
        left, top, right, foot = found["box"]
        assert left <= start[0] <= right
        assert min(abs(start[1] - top), abs(start[1] - foot)) < 1.5
