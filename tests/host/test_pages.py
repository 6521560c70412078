"""The page of a seat: it shows what the seat may know and no more, does what is pressed and pointed at, and asks nobody else."""
from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case  # noqa: F401
from tests.conformance.games import PLAYERS, Case, case_of, played_alike
from tests.host.hosting import DISCS, HostedTable, listening, table_of
from tests.host.test_server import opened
from tests.view.browser import Browser
from wc3d.engine.game import Game
from wc3d.host.links import SEATS, SeatLink
from wc3d.host.pages import vector
from wc3d.host.room import HostedGame
from wc3d.host.seat_screen import SeatScreen
from wc3d.host.telling import SeatTelling
from wc3d.view.webpage.live_stage import LiveStage, seat_page

MARKUP = "<img src=x onerror=alert(1)>"
DOWN = (0.0, 0.0, -1.0)


def screen_of(room: HostedGame, seat: int) -> SeatScreen:
    """A seat's screen."""
    state = room.telling[seat].seen(room.version)
    return SeatScreen(room, seat, LiveStage(room.rules.table(state)))


def as_if_played(room: HostedGame, game: Game) -> HostedGame:
    """The room with another game in it."""
    room.game, room.versions[-1] = game, len(game.record)
    room.telling = {seat: SeatTelling(game, seat or None) for seat in SEATS}
    for telling in room.telling.values():
        telling.follow()
    return room


@pytest.mark.parametrize("player", PLAYERS)
def test_what_differs_only_in_what_is_hidden_looks_the_same_on_the_page(tmp_path: Path, player: int) -> None:
    for hides in (DISCS, case_of("neo_mechanika")):
        shown = []
        for number, game in enumerate(played_alike(hides.id, player)):
            folder = tmp_path / f"{hides}{number}"
            folder.mkdir()
            screen = screen_of(as_if_played(table_of(hides, folder).room, game), player)
            screen.actions.everything = True
            told = screen.shown()
            for row in screen.session.room.rules.roster(screen.session.state, 3 - player).rows:
                screen.pick(row.id)
                told[row.id] = screen.shown()["picked"]
            shown.append(json.dumps({**told, "n": 0}))
        assert shown[0] == shown[1]


def test_every_screen_of_a_game_can_be_sent(case: Case, tmp_path: Path) -> None:  # noqa: F811
    table = table_of(case, tmp_path)
    for number in range(3):
        table.play(8, number)
        for seat in SEATS:
            screen = screen_of(table.room, seat)
            shown = json.loads(json.dumps(screen.shown(), allow_nan=False))
            assert all(figure["mesh"] < len(screen.stage.figures) for figure in shown["figures"])
            json.dumps(screen.staging.news(), allow_nan=False)
            assert bool(shown["buttons"] or shown["hand"]) == (seat == table.room.to_act)  # something to press or to put down


def test_every_button_of_a_question_does_what_it_says(tmp_path: Path) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path)
    mover = table.room.to_act or 0
    screen, other = screen_of(table.room, mover), screen_of(table.room, 3 - mover)
    marks = [button["mark"] for button in screen.shown()["buttons"]]
    assert len(marks) == 3
    screen.press("no such button")
    other.press(marks[0])
    assert table.room.version == 0
    screen.press(marks[0])
    assert table.room.version == 1 and table.told[0][-1]["t"] == "step"
    assert other.shown()["n"] == table.room.number


def test_a_model_is_moved_by_clicks_and_a_refusal_is_told(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    while "keep" in {offer.type for offer in table.room.playing.offers()}:
        table.play(1)
    mover = table.room.to_act or 0
    screen, id = screen_of(table.room, mover), f"disc{mover}"
    x, y, _ = table.room.playing.state.places[mover - 1]
    screen.pick(f"disc{3 - mover}")
    screen.click(screen.hit((x, y, 20.0), DOWN))
    assert screen.shown()["picked"]["id"] == id and not screen.shown()["pointing"]
    screen.click(screen.hit((x, y, 20.0), DOWN))
    assert screen.shown()["pointing"]
    before = table.room.version
    screen.click(screen.hit((x + 10, y, 20.0), DOWN))
    assert table.room.version == before and screen.shown()["notice"]
    way = 1.0 if mover == 2 else -1.0
    screen.point(screen.hit((x, y + way, 20.0), DOWN))
    assert screen.shown()["hand"][1]
    screen.click(screen.hit((x, y + way, 20.0), DOWN))
    assert table.room.version == before + 1 and table.room.playing.state.places[mover - 1][1] == pytest.approx(y + way, abs=0.01)


@pytest.mark.parametrize("value", [None, [], [1, 2], [1, 2, "3"], [1, 2, True], [1, 2, float("nan")], [1, 2, 1e9], {"x": 1}])
def test_what_is_no_ray_is_not_followed(value: Any) -> None:
    assert vector(value) is None
    assert vector([1, 2.5, 3]) == (1.0, 2.5, 3.0)


def test_a_page_is_sent_its_table_its_figures_and_its_screen(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.hall.begin(DISCS.new())
        HostedTable(host.hall.room(id), keys).give_dice()
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
        whole = sum(len(text.encode()) for _, text in seat_page().values()) + sum(len(json.dumps(message)) for message in told)
        assert whole < 1_000_000


def test_the_page_asks_nobody_else_and_holds_nothing_of_a_game() -> None:
    for _, text in seat_page().values():
        assert "http://" not in text.replace("http://www.w3.org", "") and "https://" not in text and "innerHTML" not in text
    assert "<script>" not in seat_page()["/"][1] and "style=" not in seat_page()["/"][1]


@pytest.mark.slow
def test_two_browsers_play_one_of_them_a_phone_and_a_third_watches(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        plan = replace(DISCS.plan(), names=(MARKUP, "Ben"))
        id, keys = host.hall.begin(DISCS.rules.new_game(plan))
        room, links = host.hall.room(id), host.links(id, keys)
        with Browser(tmp_path / "1") as one, Browser(tmp_path / "2") as two, Browser(tmp_path / "0") as three:
            browsers = {1: one, 2: two, 0: three}
            for seat, browser in browsers.items():
                browser.open(str(links[seat]), *((390, 844) if seat == 2 else (1000, 700)), phone=seat == 2)
            for browser in browsers.values():
                browser.wait("document.body.dataset.screens > 0 && document.querySelector('figure.view').dataset.drawn > 0")
            for _ in range(4):
                mover, before = room.to_act or 0, room.version
                button = "[...document.querySelectorAll('.buttons button')].find(b => /^(keep|pass)/.test(b.dataset.mark))"
                browsers[mover].wait(f"!!{button}")
                browsers[mover].run(f"{button}.click()")
                for browser in browsers.values():
                    browser.wait(f"window.seat.version > {before}")
            for seat, browser in browsers.items():
                assert browser.complaints() == [] and all(url.startswith((host.base, "blob:")) for url in browser.requests())
                assert MARKUP in browser.run("document.body.innerText")
                assert browser.run("document.querySelectorAll('img').length") == 0
                assert links[seat].key not in browser.run("location.href")
            small = two.run("[...document.querySelectorAll('button')].filter(b => b.offsetHeight && b.offsetHeight < 40).length")
            assert small == 0
