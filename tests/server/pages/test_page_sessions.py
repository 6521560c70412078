"""The page of a seat: it shows what the seat may know and no more, does what is pressed and pointed at, and asks nobody else."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case
from tests.conformance.games import PLAYERS, Case, case_of, played_alike
from tests.screens.browser import Browser
from tests.server.hosting import DISCS, HostedTable, listening, table_of
from tests.server.http.test_app import opened
from wc3d._internal.data_files import shipped_folder
from wc3d.engine.game import Game
from wc3d.registry import load_map
from wc3d.server.match.match import Match
from wc3d.server.match.seat_feed import SeatFeed
from wc3d.server.match.seat_keys import SEATS, SeatLink
from wc3d.server.pages.page_sessions import parse_vector
from wc3d.server.pages.seat_page import SeatController
from wc3d.web.live_scene import LiveScene, seat_page_files
from wc3d.workers.worker_pool import WorkerPool

MARKUP = "<img src=x onerror=alert(1)>"
DOWN = (0.0, 0.0, -1.0)


def screen_of(match: Match, seat: int) -> SeatController:
    """A seat's screen."""
    state = match.feeds[seat].state_seen_at(match.record_length)
    return SeatController(match, seat, LiveScene(match.rules.queries.table(state)))


def as_if_played(match: Match, game: Game) -> Match:
    """The room with another game in it."""
    match.game, match.record_lengths[-1] = game, len(game.record)
    match.feeds = {seat: SeatFeed(game, seat or None) for seat in SEATS}
    for telling in match.feeds.values():
        telling.sync()
    return match


@pytest.mark.parametrize("player", PLAYERS)
def test_what_differs_only_in_what_is_hidden_looks_the_same_on_the_page(
    tmp_path: Path, player: int
) -> None:
    for hides in (DISCS, case_of("neo_mechanika")):
        shown = []
        for number, game in enumerate(played_alike(hides.id, player)):
            folder = tmp_path / f"{hides}{number}"
            folder.mkdir()
            screen = screen_of(as_if_played(table_of(hides, folder).match, game), player)
            screen.action_buttons.is_full_list = True
            told = screen.screen_message()
            screen.animation.version = max(0, screen.match.record_length - 5)
            told["happened"] = screen.animation.take_animations()
            for row in screen.session.match.rules.display.roster(
                screen.session.state, 3 - player
            ).rows:
                screen.on_row_click(row.id)
                told[row.id] = screen.screen_message()["picked"]
            shown.append(json.dumps({**told, "n": 0}))
        assert shown[0] == shown[1]


def test_every_screen_of_a_game_can_be_sent(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    for number in range(3):
        table.play(8, number)
        for seat in SEATS:
            screen = screen_of(table.match, seat)
            shown = json.loads(json.dumps(screen.screen_message(), allow_nan=False))
            assert all(
                figure["mesh"] < len(screen.page_scene.figures) for figure in shown["figures"]
            )
            json.dumps(screen.animation.take_animations(), allow_nan=False)
            assert bool(shown["buttons"] or shown["hand"]) == (
                seat == table.match.player_to_act
            )  # something to press or to put down


def test_every_button_of_a_question_does_what_it_says(tmp_path: Path) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path)
    mover = table.match.player_to_act or 0
    screen = screen_of(table.match, mover)
    other = screen_of(table.match, 3 - mover)
    marks = [button["mark"] for button in screen.screen_message()["buttons"]]
    assert len(marks) == 3
    screen.on_button("no such button")
    other.on_button(marks[0])
    assert table.match.record_length == 0
    screen.on_button(marks[0])
    assert table.match.record_length == 1 and table.told[0][-1]["t"] == "step"
    assert other.screen_message()["n"] == table.match.row_count


def test_a_model_is_moved_by_clicks_and_a_refusal_is_told(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    while "keep" in {offer.type for offer in table.match.active_game.offers()}:
        table.play(1)
    mover = table.match.player_to_act or 0
    screen = screen_of(table.match, mover)
    id = f"disc{mover}"
    x, y, _ = table.match.active_game.state.places[mover - 1]
    screen.on_row_click(f"disc{3 - mover}")
    screen.on_click(screen.hit_test((x, y, 20.0), DOWN))
    assert screen.screen_message()["picked"]["id"] == id and not screen.screen_message()["pointing"]
    screen.on_click(screen.hit_test((x, y, 20.0), DOWN))
    assert screen.screen_message()["pointing"]
    before = table.match.record_length
    screen.on_click(screen.hit_test((x + 10, y, 20.0), DOWN))
    assert table.match.record_length == before and screen.screen_message()["notice"]
    way = 1.0 if mover == 2 else -1.0
    screen.on_hover(screen.hit_test((x, y + way, 20.0), DOWN))
    assert screen.screen_message()["hand"][1]
    screen.on_click(screen.hit_test((x, y + way, 20.0), DOWN))
    assert table.match.record_length == before + 1 and table.match.active_game.state.places[
        mover - 1
    ][1] == pytest.approx(y + way, abs=0.01)


def disc_to_move(
    folder: Path,
) -> tuple[HostedTable, SeatController, str, tuple[float, float], float]:
    """A game of discs in which one is to move: its screen, the disc, where it stands, and which way is back."""
    table = table_of(DISCS, folder)
    while "keep" in {offer.type for offer in table.match.active_game.offers()}:
        table.play(1)
    mover = table.match.player_to_act or 0
    x, y, _ = table.match.active_game.state.places[mover - 1]
    return table, screen_of(table.match, mover), f"disc{mover}", (x, y), 1.0 if mover == 2 else -1.0


def test_a_model_is_dragged_and_what_is_foretold_follows_it(tmp_path: Path) -> None:
    table, screen, id, (x, y), way = disc_to_move(tmp_path)
    before = table.match.record_length
    assert screen.screen_message()["movable"] == [id]
    screen.on_drag_start(screen.hit_test((x, y, 20.0), DOWN), id, (x, y, 20.0))
    screen.on_drag(screen.hit_test((x, y + way, 20.0), DOWN))
    told = screen.hover_message()
    assert told["hand"][1] == "here" and told["able"] and table.match.record_length == before
    screen.on_drop(screen.hit_test((x, y + way, 20.0), DOWN))
    assert table.match.record_length == before + 1
    happened = screen.animation.take_animations()
    assert happened[0]["own"] and happened[0]["beats"][0]["tracks"][id][-1][1] == pytest.approx(
        y + way, abs=0.01
    )


def test_a_finger_points_first_and_puts_down_with_a_second_tap(tmp_path: Path) -> None:
    table, screen, id, (x, y), way = disc_to_move(tmp_path)
    before = table.match.record_length
    screen.on_row_click(id)
    screen.on_click(screen.hit_test((x, y, 20.0), DOWN), touch=True)
    screen.on_click(screen.hit_test((x, y + way, 20.0), DOWN), touch=True)
    assert table.match.record_length == before and screen.screen_message()["able"]
    screen.on_click(screen.hit_test((x, y + 3 * way, 20.0), DOWN), touch=True)
    assert table.match.record_length == before
    assert [b["able"] for b in screen.screen_message()["buttons"] if b["mark"] == "here"] == [True]
    screen.on_button("here")
    assert table.match.record_length == before + 1 and table.match.active_game.state.places[
        int(id[-1]) - 1
    ][1] == pytest.approx(y + 3 * way)


def until_measured(screen: SeatController) -> dict[str, Any]:
    """What the tool says, with all its evidence."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        screen.poll()
        told = screen.hover_message()["measured"]
        if told is not None and "rule" in told and not screen.is_busy:
            return dict(told)
        time.sleep(0.02)
    raise AssertionError("no answer")


@pytest.mark.parametrize("id", ["discs", "warmachine"])
def test_sight_is_told_and_distances_only_where_they_are_known(tmp_path: Path, id: str) -> None:
    table = table_of(case_of(id), tmp_path)
    pool = WorkerPool(1)
    while len(table.match.rules.queries.table(table.match.active_game.state).bodies) < 2:
        table.play(1)
    match = table.match
    screen = SeatController(
        match,
        1,
        LiveScene(match.rules.queries.table(match.feeds[1].state_seen_at(match.record_length))),
        pool.make_worker,
    )
    known = not match.rules.queries.measuring_refusal(match.active_game.state)
    assert any(b["mark"] == "tool measure" for b in screen.screen_message()["tools"]) == known
    screen.on_button("tool measure")
    assert bool(screen.screen_message()["measured"]) == known
    screen.on_button("tool sight")
    for body in match.rules.queries.table(match.active_game.state).bodies[:2]:
        x, y, z = body.at
        screen.on_click(screen.hit_test((x, y, z + 20.0), DOWN))
    told = dict(until_measured(screen)["rows"])
    assert (told["Range"] != "not measured") == known
    assert known or not any('"' in words for words in told.values())
    pool.stop()
    screen.close()


@pytest.mark.parametrize(
    "value",
    [None, [], [1, 2], [1, 2, "3"], [1, 2, True], [1, 2, float("nan")], [1, 2, 1e9], {"x": 1}],
)
def test_what_is_no_ray_is_not_followed(value: Any) -> None:
    assert parse_vector(value) is None
    assert parse_vector([1, 2.5, 3]) == (1.0, 2.5, 3.0)


def test_a_page_is_sent_its_table_its_figures_and_its_screen(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new())
        HostedTable(host.registry.load_match(id), keys).give_dice()
        seat = opened(SeatLink(host.base, id, keys[1]))
        seat.send(json.dumps({"t": "join", "game": id, "key": keys[1], "parts": ["screen"]}))
        told = [json.loads(seat.recv(20))]
        while told[-1]["t"] != "screen":
            told.append(json.loads(seat.recv(20)))
        assert [message["t"] for message in told[:3]] == ["welcome", "stage", "figure"]
        seat.send(json.dumps({"t": "ray", "from": "nonsense", "way": None, "click": True}))
        seat.send(json.dumps({"t": "press", "what": None}))
        seat.send(json.dumps({"t": "line", "n": "first"}))
        while json.loads(seat.recv(20))["t"] != "screen":
            pass
        whole = sum(len(text.encode()) for _, text in seat_page_files().values()) + sum(
            len(json.dumps(message)) for message in told
        )
        assert whole < 1_000_000


def test_a_board_of_many_meshes_comes_in_less_than_a_megabyte() -> None:
    stage = LiveScene(load_map(shipped_folder("maps") / "container-yard.json"))
    sent = [
        json.dumps({"scene": stage.scene_data, "block": stage.packed_block}),
        *(text for _, text in seat_page_files().values()),
    ]
    assert (
        sum(len(zlib.compress(text.encode())) for text in sent) < 870_000
    )  # figures come on top: some 120,000


def test_the_page_asks_nobody_else_and_holds_nothing_of_a_game() -> None:
    for _, text in seat_page_files().values():
        assert (
            "http://" not in text.replace("http://www.w3.org", "")
            and "https://" not in text
            and "innerHTML" not in text
        )
    assert "<script>" not in seat_page_files()["/"][1] and "style=" not in seat_page_files()["/"][1]


# In real browsers


def place_of(browser: Browser, at: Sequence[float], up: float = 0.0) -> tuple[float, float]:
    """Where a place of the table is in the window."""
    x, y, z = at
    spot = browser.run(f"""(() => {{ const s = seat.table.screen([{x}, {y}, {z + up}]);
        const r = seat.view.canvas.getBoundingClientRect(); return [s[0] + r.left, s[1] + r.top]; }})()""")
    return spot[0], spot[1]


def settled(browser: Browser, number: int) -> None:
    """Wait until a page shows as much of its game as this, and stands still."""
    browser.wait(
        f"Number(document.body.dataset.n) >= {number} && !seat.staging.busy && !seat.table.drawing"
    )
    browser.wait(
        "[...seat.table.figures.values()].every(f => !f.glide) && seat.view.labels.length > 0"
    )


def press(browser: Browser, mark: str, *, touch: bool) -> None:
    """Press the first button whose mark begins like this."""
    button = f"[...document.querySelectorAll('.buttons button')].find(b => b.dataset.mark.startsWith('{mark}'))"
    browser.wait(f"!!{button} && !{button}.disabled && seat.words.calm")
    browser.run(f"{button}.scrollIntoView({{block: 'center'}})")
    middle = "[r.left + r.width / 2, r.top + r.height / 2]"
    x, y = browser.run(
        f"(() => {{ const r = {button}.getBoundingClientRect(); return {middle}; }})()"
    )
    browser.drag((x, y), touch=touch)


def table_seen(browser: Browser) -> Any:
    """The table as all see it who look from the same place, without words."""
    drawn = browser.run("""(() => { const v = seat.view, drawn = Number(v.figure.dataset.drawn);
        v.show(v.marks.views[1]); v.movedAt = -1e9;
        document.querySelectorAll('.labels, .tools, .controls, .near').forEach(e => e.style.visibility = 'hidden');
        return drawn; })()""")
    browser.wait(f"Number(seat.view.figure.dataset.drawn) > {drawn} && !seat.table.drawing")
    box = browser.run("[seat.view.canvas.clientWidth, seat.view.canvas.clientHeight]")
    top = browser.run("seat.view.canvas.getBoundingClientRect().top")
    seen = browser.picture()[int(top) : int(top) + box[1], : box[0]].astype(int)
    browser.run(
        "document.querySelectorAll('.labels, .tools, .controls, .near').forEach(e => e.style.visibility = '')"
    )
    return seen


def move_by_hand(browser: Browser, match: Match, mover: int, *, touch: bool) -> None:
    """Drag the own disc two inches back, with a look at what is foretold; it stands there then."""
    x, y, z = match.active_game.state.places[mover - 1]
    way = 2.0 if mover == 2 else -2.0
    goal = place_of(browser, (x, y + way, z))
    over = (goal[0], goal[1] + (46 if touch else 0))  # a finger is below what it drags
    before = match.record_length
    browser.drag(place_of(browser, (x, y, z), 0.3), over, touch=touch, up=False)
    browser.wait("document.querySelector('.inhand').innerText.includes('here')")
    assert match.record_length == before
    browser.let_go(over, touch=touch)
    browser.wait(f"window.seat.version > {before}")
    there = match.active_game.state.places[mover - 1]
    assert there[1] == pytest.approx(y + way, abs=0.35) and there[0] == pytest.approx(x, abs=0.35)


@pytest.mark.slow
def test_two_browsers_play_a_turn_each_by_mouse_and_by_touch_and_a_third_watches(
    tmp_path: Path,
) -> None:
    with listening(tmp_path) as host:
        plan = replace(DISCS.plan(), names=(MARKUP, "Ben"))
        id, keys = host.registry.create_match(DISCS.rules.new_game(plan))
        match = host.registry.load_match(id)
        links = host.links(id, keys)
        with (
            Browser(tmp_path / "1") as one,
            Browser(tmp_path / "2") as two,
            Browser(tmp_path / "0") as three,
        ):
            browsers = {1: one, 2: two, 0: three}
            for seat, browser in browsers.items():
                browser.open(
                    str(links[seat]), *((390, 844) if seat == 2 else (1000, 700)), phone=seat == 2
                )
            for browser in browsers.values():
                browser.wait(
                    "document.body.dataset.screens > 0 && document.querySelector('figure.view').dataset.drawn > 0"
                )
            for _ in range(2):
                mover = match.player_to_act or 0
                before = match.record_length
                press(browsers[mover], "keep", touch=mover == 2)
                browsers[mover].wait(f"window.seat.version > {before}")
            first = {seat: table_seen(browser) for seat, browser in browsers.items() if seat != 2}
            for _ in range(2):
                mover = match.player_to_act or 0
                before = match.record_length
                settled(browsers[mover], match.row_count)
                move_by_hand(browsers[mover], match, mover, touch=mover == 2)
                for browser in browsers.values():
                    browser.wait(f"window.seat.version > {before}")
            for browser in browsers.values():
                settled(browser, match.row_count)
                logged = browser.run("document.querySelector('.log').innerText")
                assert logged.count("moves to") == 2
            then = {seat: table_seen(browser) for seat, browser in browsers.items() if seat != 2}
            for seat in then:
                assert abs(then[seat] - first[seat]).max() > 60  # the discs stand elsewhere
            two.run("document.querySelector('.tools button').click()")
            two.wait("document.querySelector('.measured').innerText.includes('Measure')")
            for seat, browser in browsers.items():
                assert browser.complaints() == []
                assert all(
                    url.startswith((host.base, "blob:", "data:")) for url in browser.requests()
                )
                assert MARKUP in browser.run("document.body.innerText")
                assert browser.run("document.querySelectorAll('img').length") == 0
                assert links[seat].key not in browser.run("location.href")
            pressed = "[...document.querySelectorAll('button')].filter(b => b.offsetHeight && b.offsetHeight < 40)"
            assert two.run(f"{pressed}.map(b => b.innerText)") == []
            wide = two.run("document.documentElement.scrollWidth")
            assert wide <= 390


@pytest.mark.slow
def test_the_quality_of_graphics_is_chosen_in_the_page_and_remembered(tmp_path: Path) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "1") as browser:
        id, keys = host.registry.create_match(DISCS.new())
        HostedTable(host.registry.load_match(id), keys).give_dice()
        link = str(host.links(id, keys)[1])
        browser.open(link, 700, 500)
        drawn = "document.querySelector('figure.view').dataset.drawn > 0"
        browser.wait(f"document.body.dataset.screens > 0 && {drawn}")
        state = "[document.querySelector('.graphics').value, seat.painter.graphics.name]"
        assert browser.run(state) == ["auto", "low"]
        assert browser.run("seat.painter.look === null")
        assert not [url for url in browser.requests() if "/looks/" in url]
        choices = "[...document.querySelector('.graphics').options].map(o => o.textContent)"
        assert browser.run(choices) == ["Automatic", "Fast", "Medium", "High"]
        choose = "(() => { const s = document.querySelector('.graphics'); s.value = 'medium'; s.dispatchEvent(new Event('change')); })()"
        browser.run(choose)
        browser.wait("Boolean(seat.painter.look)")
        assert len([url for url in browser.requests() if "/looks/" in url]) >= 3
        browser.open(link, 700, 500)
        browser.wait("Boolean(window.seat?.painter?.look)")
        assert browser.run(state) == ["medium", "medium"]
        assert browser.complaints() == []


@pytest.mark.slow
def test_a_slow_graphics_card_drops_to_the_fast_quality_step_by_step(tmp_path: Path) -> None:
    with listening(tmp_path) as host, Browser(tmp_path / "1") as browser:
        id, keys = host.registry.create_match(DISCS.new())
        HostedTable(host.registry.load_match(id), keys).give_dice()
        browser.open(str(host.links(id, keys)[1]), 480, 420)
        drawn = "document.querySelector('figure.view').dataset.drawn > 0"
        browser.wait(f"document.body.dataset.screens > 0 && {drawn}")
        browser.run("""(() => { const { graphics } = seat.table, record = graphics.record.bind(graphics);
            window.seen = new Set(); graphics.record = took => record(Math.max(took, 99));
            graphics.software = false; seat.table.useGraphics("auto"); })()""")
        assert browser.run("seat.painter.graphics.name") == "high"
        browser.wait("""(() => { const { painter, view } = seat; view.turn(1, 0);
            seen.add(painter.look?.name || "low"); return painter.graphics.name === "low"; })()""")
        assert browser.run("[...seen]") == ["low", "high", "medium"]
        browser.wait("seat.painter.look === null")
        assert browser.complaints() == [] and browser.run("seat.table.graphics.reason || ''") == ""
