"""A delayed spectator learns nothing of the present: no number, version, clock, wish or break."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.server.hosting import DISCS, HostedTable, listening, table_of
from tests.server.http.test_app import raw
from tests.server.match.test_table_talk import Hours
from wc3d.server.match.match import Listener
from wc3d.server.match.requests import CHANGE_HANDLERS, READ_HANDLERS
from wc3d.server.match.seat_feed import ALL_PARTS
from wc3d.server.match.seat_keys import JUDGE_SEAT
from wc3d.server.pages.seat_page import SeatController
from wc3d.web.live_scene import LiveScene

DELAY = 1000.0


def delayed(folder: Path, case: str = "discs", **more: Any) -> tuple[HostedTable, Hours]:
    """A game whose beginning a delayed spectator may know, and its clock."""
    table = table_of(case_of(case), folder, delay=DELAY, clock=10 * DELAY, **more)
    hours = Hours()
    table.match.now = hours
    hours.time = table.match.rows[-1].time + DELAY + 1
    return table, hours


def all_told(table: HostedTable, number: int) -> str:
    """Everything that a spectator can have the host say now."""
    match = table.match
    heard: list[Any] = []
    match.add_listener("spectator", Listener(0, ALL_PARTS, heard.append))
    match.remove_listener("spectator")
    for since in (0, number, number + 1, 10**9):
        heard += match.welcome_messages(0, ALL_PARTS, since)
    extras: tuple[dict[str, Any], ...] = (
        {},
        {"before": 10**9, "most": 10**9},
        {"action": {}},
        {"at": 0},
        {"place": [1, 1]},
    )
    for kind in (*READ_HANDLERS, *CHANGE_HANDLERS, "judge_link", "nonsense"):
        for extra in extras:
            heard.append({**table.ask(0, kind, **extra), "id": ""})
    return json.dumps(heard)


@pytest.mark.parametrize("case", ["discs", "neo_mechanika"])
def test_what_is_told_is_the_same_whatever_happens_meanwhile(tmp_path: Path, case: str) -> None:
    table, hours = delayed(tmp_path, case)
    match = table.match
    number = match.row_count
    screen = SeatController(
        match, 0, LiveScene(match.rules.queries.table(match.feeds[0].state_seen_at(0)))
    )
    before = (
        all_told(table, number),
        json.dumps(
            [screen.screen_message(), screen.hover_message(), screen.animation.take_animations()]
        ),
    )
    assert '"clock"' not in before[0]

    def is_same() -> bool:
        return before == (
            all_told(table, number),
            json.dumps(
                [
                    screen.screen_message(),
                    screen.hover_message(),
                    screen.animation.take_animations(),
                ]
            ),
        )

    table.told[0].clear()
    hours.time += 10
    assert is_same()
    table.play(3)
    hours.time += 10
    assert is_same()
    table.ask(1, "wish", what="judge")
    assert is_same()
    table.ask(2, "answer", yes=True)
    assert table.ask(1, "judge_link")["t"] == "judge"
    match.add_listener("judge", Listener(1, ALL_PARTS, lambda message: None, True))
    assert is_same()
    table.ask(1, "say", text="hello")
    table.ask(1, "point", place=[1, 1])
    table.ask(2, "contact", to="anna@example.org")
    table.ask(JUDGE_SEAT, "say", text="hello")
    table.ask(1, "wish", what="break")
    table.ask(2, "answer", yes=True)
    assert match.is_paused and is_same()
    match.check_clocks()
    assert is_same()
    assert all(message["n"] <= number and "clock" not in message for message in table.told[0])


def test_when_the_game_is_over_everything_is_told(tmp_path: Path) -> None:
    table, hours = delayed(tmp_path)
    table.play(2)
    table.told[0].clear()
    table.ask(1, "concede")
    hours.time += 1
    table.match.check_clocks()
    assert (
        table.told[0][-1]["v"] == table.match.record_length
        and "clock" in table.match.welcome_messages(0, ALL_PARTS)[0]
    )


def test_before_the_game_a_delayed_spectator_sees_neither_proposals_nor_commitments(
    tmp_path: Path,
) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path, begun=False, delay=DELAY, agreeing=True)
    table.ask(1, "commit", leave=True)
    told = table.match.welcome_messages(0, ALL_PARTS)[0]
    assert (
        "terms" not in told
        and not told["talk"]
        and not told["dice"]["commitments"]
        and told["n"] == 0
    )
    assert "terms" in table.match.welcome_messages(1, ALL_PARTS)[0]


def test_over_a_socket_and_a_stream_nothing_of_now_is_told(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new(), delay=DELAY, clock=DELAY)
        table = HostedTable(host.registry.load_match(id), keys, desk=host.server.running_executor)
        links = host.links(id, keys)
        table.give_dice()
        table.play(3)
        there = raw(links[0])
        there.send('{"t": "hello"}')
        there.send('{"t": "offers", "id": "1"}')
        assert [json.loads(there.recv(5)) for _ in range(2)] == [
            {"t": "hello", "n": 0},
            {"t": "offers", "v": 0, "offers": []},
        ]
        connection = HTTPConnection("127.0.0.1", host.port, timeout=5)
        for since in ("", "?since=0", "?since=3"):
            headers = {"authorization": f"Bearer {keys[0]}"}
            connection.request("GET", f"/games/{id}/stream{since}", headers=headers)
            first = json.loads(connection.getresponse().readline())
            assert (first["n"], first["v"]) == (0, 0) and "clock" not in first
            connection.close()
