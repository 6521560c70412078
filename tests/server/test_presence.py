"""Who is at a game is told to the pages that ask for it: at once, and whenever somebody comes or goes."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.screens.browser import Browser
from tests.server.hosting import DISCS, Listening, listening, table_of
from wc3d.engine.fair_dice import make_commitment
from wc3d.server.match.match import Listener
from wc3d.server.match.presence import PRESENCE_PART, announce_presence, present_seats
from wc3d.server.match.seat_keys import SeatLink

TEXT = "document.querySelector('{}').textContent"
IN_STRIP = """(() => {
    const [words, strip] = [".presence", ".strip"].map(one => document.querySelector(one).getBoundingClientRect());
    return words.height > 0 && words.top >= strip.top && words.bottom <= strip.bottom;
})()"""


def joined(link: SeatLink, *parts: str) -> ClientConnection:
    """A client that has shown its key."""
    client = connect(link.websocket_url, legacy=True)
    client.send(json.dumps({"t": "join", "game": link.game, "key": link.key, "parts": list(parts)}))
    return client


def heard(client: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(client.recv(30))
        if message["t"] == kind:
            return message


def test_pages_hear_who_comes_and_goes(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = host.links(*host.registry.create_match(DISCS.new()))
        one = joined(links[1], PRESENCE_PART)
        assert heard(one, "welcome") and heard(one, "here")["seats"] == [1]
        two = joined(links[2])
        assert heard(one, "here")["seats"] == [1, 2]
        two.close()
        assert heard(one, "here")["seats"] == [1]
        again = joined(links[2], PRESENCE_PART)
        assert heard(again, "here")["seats"] == heard(one, "here")["seats"] == [1, 2]
        one.close()
        again.close()


def test_a_client_that_does_not_ask_hears_nothing_of_it(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    announce_presence(table.match)
    assert not any(message["t"] == "here" for told in table.told.values() for message in told)


def test_delayed_spectators_do_not_hear_who_is_there_now(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, delay=60.0)
    told: dict[int, list[dict[str, Any]]] = {0: [], 1: []}
    for seat, messages in told.items():
        listener = Listener(seat, frozenset({PRESENCE_PART}), messages.append)
        table.match.add_listener(("page", seat), listener)
        messages.clear()
    announce_presence(table.match)
    assert told == {0: [], 1: [{"t": "here", "seats": [0, 1, 2]}]}


def test_a_judge_is_not_taken_for_the_player_whose_view_they_see(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    for client in list(table.match.listeners):
        table.match.remove_listener(client)
    table.match.add_listener("judge", Listener(1, frozenset(), lambda message: None, True))
    assert present_seats(table.match) == [3]


def test_a_secret_that_is_opened_twice_is_known_as_ones_own(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, begun=False)
    for player in (1, 2):
        said = make_commitment(table.match.id, str(player), bytes([player] * 32))
        assert [table.ask(player, "commit", commitment=said)["t"] for _ in range(2)] == ["done"] * 2
    secret = bytes([1] * 32).hex()
    assert [table.ask(1, "open", secret=secret)["t"] for _ in range(2)] == ["done"] * 2
    assert table.ask(1, "open", secret="00" * 32)["code"] == "too_late"
    assert table.ask(2, "open", secret=bytes([2] * 32).hex())["t"] == "done"
    assert table.match.game is not None and table.ask(1, "open", secret=secret)["t"] == "done"


@pytest.mark.slow
def test_the_first_visitor_waits_in_calm_and_sees_the_other_come_and_go(tmp_path: Path) -> None:
    with (
        listening(tmp_path) as host,
        Browser(tmp_path / "one") as one,
        Browser(tmp_path / "two") as two,
    ):
        game = DISCS.new()
        links = host.links(*host.registry.create_match(game, agreeing=True))
        first, second = game.rules.text.player_names(game.state)
        one.open(str(links[1]), 390, 844, phone=True)
        presence = TEXT.format(".presence")
        one.wait(f"{presence}.includes('{second} has not opened the link yet')")
        assert one.run(TEXT.format(".asked")) == "Read the terms and agree"
        assert one.run(TEXT.format(".notice")) == ""
        one.run("document.querySelector('.terms .main').click()")
        one.wait(f"{TEXT.format('.asked')} === 'Waiting for {second} to agree'")
        two.open(str(links[2]), 1280, 800)
        one.wait(f"{presence} === '{second} is here.'")
        two.wait(f"{presence} === '{first} is here.'")
        assert one.run(TEXT.format(".notice")) == two.run(TEXT.format(".notice")) == ""
        two.open(f"{host.base}/health")
        one.wait(f"{presence}.includes('{second} is away; the seat is kept')")
        two.open(str(links[2]), 1280, 800)
        one.wait(f"{presence} === '{second} is here.'")
        two.wait("document.querySelector('.terms .main') !== null")
        two.run("document.querySelector('.terms .main').click()")
        one.wait("Number(document.body.dataset.screens) >= 1")
        assert one.run(presence) == f"{second} is here."
        assert one.run(IN_STRIP) and two.run(IN_STRIP), "it is whole and in sight"
        assert one.complaints() == two.complaints() == []


@pytest.mark.slow
def test_two_devices_at_a_seat_do_not_answer_each_other_without_end(tmp_path: Path) -> None:
    with (
        listening(tmp_path) as host,
        Browser(tmp_path / "phone") as phone,
        Browser(tmp_path / "table") as table,
        Browser(tmp_path / "other") as other,
    ):
        links = host.links(*host.registry.create_match(DISCS.new()))
        match = host.registry.load_match(links[1].game)
        phone.open(str(links[1]))
        until(lambda: committed(host, links[1]) == 1)
        table.open(str(links[1]))
        until(lambda: committed(host, links[1]) == 2)
        time.sleep(1.0)
        assert committed(host, links[1]) == 2, "each device commits once"
        other.open(str(links[2]))
        until(lambda: match.game is not None)
        for browser in (phone, table, other):
            assert browser.run(TEXT.format(".notice")) == ""


def committed(host: Listening, link: SeatLink) -> int:
    """How many commitments a game holds."""
    rows = host.registry.load_match(link.game).rows
    return sum(row.kind == "commit" for row in rows)


def until(is_so: Any) -> None:
    """Let time go by until something is so."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)
