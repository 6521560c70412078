"""The judge's seat: both players agree to each link, everyone is told, a revoked link closes."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.connection import Connection

from tests.server.hosting import DISCS, HostedTable, again, hall_at, listening, table_of
from tests.server.http.test_app import closed, opened
from tests.server.test_judge import agreed
from tests.server.test_requests_counted import stream_of
from wc3d.cli.play.join import print_message
from wc3d.server.client.client import MatchClient
from wc3d.server.match.match import Listener
from wc3d.server.match.seat_keys import JUDGE_SEAT, SeatLink
from wc3d.server.match.table_talk import admit_judge

PATIENCE = 10.0


def kinds(table: HostedTable, seat: int) -> list[str]:
    """The kinds of talk that a seat was told, in order."""
    return [message["kind"] for message in table.told[seat] if message["t"] == "talk"]


@pytest.mark.parametrize("seat", [1, 2])
def test_one_agreement_is_good_for_one_link(tmp_path: Path, seat: int) -> None:
    table = table_of(DISCS, tmp_path)
    agreed(table)
    number = table.match.row_count
    assert table.ask(seat, "judge_link")["code"] == "no_judge" and table.match.row_count == number
    assert table.ask(JUDGE_SEAT, "judge_link")["code"] == "no_judge"
    table = again(table, tmp_path)
    assert table.ask(seat, "judge_link")["code"] == "no_judge"
    table.ask(seat, "wish", what="judge")
    assert table.ask(seat, "judge_link")["code"] == "no_judge", "asking is not agreeing"
    table.ask(3 - seat, "answer", yes=False)
    assert table.ask(seat, "judge_link")["code"] == "no_judge"
    assert agreed(table)


def test_an_answer_that_was_lost_is_given_again(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    table.ask(1, "wish", what="judge")
    table.ask(2, "answer", yes=True)
    first = table.ask(2, "judge_link", id="once")
    table = again(table, tmp_path)
    assert table.ask(2, "judge_link", id="once") == first
    assert table.ask(1, "judge_link", id="once")["code"] == "no_judge"
    assert [row.kind for row in table.match.rows].count("judge_link") == 1


def test_an_id_of_another_request_makes_no_link(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    table.ask(1, "wish", what="judge", id="x")
    table.ask(2, "answer", yes=True)
    assert (
        table.ask(1, "judge_link", id="x")["t"] == "bad"
        and table.ask(1, "judge_link", id="y")["t"] == "judge"
    )


def test_everyone_is_told_of_the_link_and_of_the_judge(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, delay=0.0)
    agreed(table)
    for number, eyes in enumerate((1, 2)):
        admit_judge(
            table.match,
            f"judge {number}",
            Listener(eyes, frozenset(), lambda message: None, True),
            None,
        )
    for seat in (0, 1, 2):
        assert kinds(table, seat) == [
            "wish",
            "answer",
            "judged",
            "judge_link",
            "judge_comes",
            "judge_comes",
        ]
        assert [message.get("eyes") for message in table.told[seat][-2:]] == [1, 2]
        later = table.match.welcome_messages(seat, frozenset())[0]["talk"]
        assert [talk["kind"] for talk in later][-3:] == ["judge_link", "judge_comes", "judge_comes"]
    assert "key" not in json.dumps(table.told)


def test_a_host_that_comes_back_says_that_no_judge_is_there(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    agreed(table)
    admit_judge(table.match, "judge", Listener(1, frozenset(), lambda message: None, True), None)
    table.match.store.close()
    match = hall_at(tmp_path).load_match(table.match.id)
    assert match.rows[-1].kind == "judge_goes"


class Sockets:
    """Connections to a host, and what each was told."""

    def __init__(self) -> None:
        self.told: list[list[dict[str, Any]]] = []

    def join(self, link: SeatLink, **more: Any) -> Connection:
        """Open a connection that has joined."""
        there = opened(link)
        there.send(json.dumps({"t": "join", "game": link.game, "key": link.key, **more}))
        assert json.loads(there.recv(PATIENCE))["t"] == "welcome"
        return there


def heard(there: Connection, kind: str) -> dict[str, Any]:
    """The next talk of a kind."""
    while True:
        message: dict[str, Any] = json.loads(there.recv(PATIENCE))
        if message.get("kind") == kind:
            return message


def test_over_sockets_players_hear_a_judge_come_and_go_and_a_revoked_link_closes(
    tmp_path: Path,
) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new())
        table = HostedTable(host.registry.load_match(id), keys, desk=host.server.running_executor)
        table.give_dice()
        sockets = Sockets()
        links = host.links(id, keys)
        players = [sockets.join(links[seat]) for seat in (0, 1, 2)]
        old = SeatLink(host.base, id, agreed(table))
        judge = sockets.join(old)
        second = sockets.join(old, eyes=2)
        assert [[heard(player, "judge_comes")["eyes"] for _ in range(2)] for player in players] == [
            [1, 2]
        ] * 3
        second.close()
        deadline = time.monotonic() + PATIENCE
        while len(table.match.listeners) > 4 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert table.match.rows[-1].kind == "judge_comes", "one window of the judge is still open"
        connection, stream = stream_of(old, host)
        assert b'"welcome"' in stream.readline()
        for player in players:
            heard(player, "judge_comes")
        new = SeatLink(host.base, id, agreed(table))
        assert closed(judge) == 4401
        while stream.readline():
            pass
        connection.close()
        assert [heard(player, "judge_goes")["by"] for player in players] == [JUDGE_SEAT] * 3
        assert closed(opened_with(old)) == 4401
        judge = sockets.join(new)
        for player in players:
            assert heard(player, "judge_comes")
        judge.close()
        for player in players:
            assert heard(player, "judge_goes")
        assert [row.kind for row in table.match.rows].count("judge_goes") == 2


def opened_with(link: SeatLink) -> Connection:
    """A connection that shows a key, right or wrong."""
    there = opened(link)
    there.send(json.dumps({"t": "join", "game": link.game, "key": link.key}))
    return there


def test_who_comes_and_goes_at_once_leaves_nobody_listening(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new())
        links = host.links(id, keys)
        match = host.registry.load_match(id)
        for _ in range(30):
            opened_with(links[1]).close()
        deadline = time.monotonic() + PATIENCE
        while match.listeners and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not match.listeners


class Seated:
    """A client for messages that are printed."""

    seat = 1


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (
            {"kind": "judge_link", "by": 2},
            "Player 2 has made a link for the judge; earlier links no longer work",
        ),
        (
            {"kind": "judge_comes", "by": JUDGE_SEAT, "eyes": 2},
            "The judge joins, and sees what player 2 sees",
        ),
        ({"kind": "judge_goes", "by": JUDGE_SEAT}, "The judge has left"),
        ({"kind": "withdraw", "by": 2, "what": "back"}, "Player 2 withdraws the request"),
    ],
)
def test_the_terminal_says_so(
    message: dict[str, Any], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client: Any = Seated()
    print_message({"t": "talk", **message}, client)
    assert capsys.readouterr().out == f"{line}\n"
    print_message({"t": "welcome", "talk": [{"t": "talk", **message}]}, client)
    assert capsys.readouterr().out == ("" if message["kind"] == "withdraw" else f"{line}\n")


def test_a_client_gets_the_link_once(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new())
        table = HostedTable(host.registry.load_match(id), keys, desk=host.server.running_executor)
        table.give_dice()
        client = MatchClient(host.links(id, keys)[1], lambda message: None)
        client.connect()
        assert client.request({"t": "judge_link"})["code"] == "no_judge"
        client.request_change("wish", what="judge")
        table.ask(2, "answer", yes=True)
        assert client.request({"t": "judge_link"})["t"] == "judge"
        assert client.request({"t": "judge_link"})["code"] == "no_judge"
        client.close()
