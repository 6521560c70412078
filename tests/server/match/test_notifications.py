"""Players who are away are told that it is their move: once, where they have said, by nothing that could be turned to harm."""

from __future__ import annotations

import json
import socket
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.hosting import DISCS, HostedTable, again, hall_at, listening, table_of
from wc3d.server.http import app
from wc3d.server.match import notifications
from wc3d.server.match.match import Match
from wc3d.server.match.notifications import (
    NOTIFY_DELAY_S,
    Notifier,
    TurnNotification,
    due_notification,
    is_webhook_url,
    post_webhook,
    record_sent,
)
from wc3d.server.match.webhooks import resolve_public_address

NOTED = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_text(sys.stdin.read())"


def away(folder: Path) -> HostedTable:
    """A game that waits for a player who is away and has said where to be told."""
    table = table_of(DISCS, folder)
    for seat in (0, 1, 2):
        table.match.remove_listener(("test", seat))
    mover = table.match.player_to_act or 0
    assert table.ask(mover, "contact", to="anna@example.org")["t"] == "done"
    later(table.match, NOTIFY_DELAY_S + 1)
    return table


def later(match: Match, seconds: float) -> None:
    """So many seconds go by."""
    now = match.rows[-1].time + seconds
    match.now = lambda: now


def test_who_is_awaited_and_away_is_told_once(tmp_path: Path) -> None:
    table = away(tmp_path)
    word = due_notification(table.match)
    assert (
        word is not None
        and word.contact == "anna@example.org"
        and "it is your move" in word.payload["text"]
    )
    record_sent(word, "")
    later(table.match, 1e6)
    assert due_notification(table.match) is None
    other = again(table, tmp_path)
    assert other.match.has_contact  # only such games are looked at
    later(other.match, 1e6)
    other.match.listeners.clear()
    assert due_notification(other.match) is None
    while other.match.player_to_act != word.seat or other.match.rows[-1].kind == "sent":
        other.play(1, other.count)
        if other.match.is_over:
            return
    later(other.match, 1e6)
    assert due_notification(other.match) is not None


def test_who_is_there_or_has_said_nothing_is_not_told(tmp_path: Path) -> None:
    table = away(tmp_path)
    mover = table.match.player_to_act or 0
    table.listen()
    assert due_notification(table.match) is None
    table.match.listeners.clear()
    assert due_notification(table.match) is not None
    table.ask(mover, "contact", to="")
    later(table.match, NOTIFY_DELAY_S + 1)
    assert due_notification(table.match) is None


def test_where_a_player_is_told_is_told_to_nobody(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    assert not table.match.has_contact
    table.ask(1, "contact", to="anna@example.org")
    assert "anna@example.org" not in json.dumps(
        [table.told, [table.match.welcome_messages(seat, frozenset()) for seat in (0, 1, 2)]]
    )


@pytest.mark.parametrize(
    "to",
    [
        None,
        3,
        "x" * 201,
        "a\nb",
        " a",
        "http://example.org/x",
        "https://",
        "https://u:p@example.org/",
        "https://example.org:22/",
        "https://[::1",
        "httpx://example.org",
    ],
)
def test_what_is_no_place_to_be_told_is_refused(tmp_path: Path, to: Any) -> None:
    assert table_of(DISCS, tmp_path).ask(1, "contact", to=to)["code"] == "unreadable"


def test_a_command_is_given_words_as_its_input_alone(tmp_path: Path) -> None:
    table = away(tmp_path)
    table.ask(table.match.player_to_act or 0, "contact", to="$(touch harm); `touch harm`")
    later(table.match, NOTIFY_DELAY_S + 1)
    word = due_notification(table.match)
    assert word is not None
    noted = tmp_path / "noted"
    assert Notifier([sys.executable, "-c", NOTED, str(noted)]).send(word) == ""
    said = json.loads(noted.read_text(encoding="utf-8"))
    assert said["to"] == "$(touch harm); `touch harm`" and not (tmp_path / "harm").exists()
    assert not any(key in noted.read_text(encoding="utf-8") for key in table.keys.values())


@pytest.mark.parametrize(
    "command", [["no such program"], [sys.executable, "-c", "raise SystemExit(3)"]]
)
def test_a_command_that_fails_hinders_nothing(tmp_path: Path, command: list[str]) -> None:
    word = due_notification(away(tmp_path).match)
    assert word is not None and "the --tell command failed" in Notifier(command).send(word)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "192.168.1.1",
        "0.0.0.0",
        "::1",
        "fd00::1",
        "fe80::1",
        "224.0.0.1",
        "100.64.0.1",
        "::ffff:127.0.0.1",
    ],
)
def test_no_webhook_reaches_into_the_hosts_own_network(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def looked_up(*asked: Any, **more: Any) -> list[Any]:
        return [(0, 0, 0, "", ("93.184.215.14", 443)), (0, 0, 0, "", (address, 443))]

    def connected(*asked: Any, **more: Any) -> Any:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setattr(socket, "create_connection", connected)
    assert resolve_public_address("example.org") is None
    assert (
        post_webhook("https://example.org/hook", {"text": "x"})
        == "the webhook does not have a public address"
    )


def test_a_webhook_is_called_at_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached: list[Any] = []

    def connected(address: Any, *more: Any) -> Any:
        reached.append(address)
        raise OSError("far away")

    monkeypatch.setattr(
        socket, "getaddrinfo", lambda *asked, **more: [(0, 0, 0, "", ("93.184.215.14", 443))]
    )
    monkeypatch.setattr(socket, "create_connection", connected)
    assert post_webhook("https://example.org/hook", {"text": "x"}) == "no connection to the webhook"
    assert reached == [("93.184.215.14", 443)] and not is_webhook_url("https://example.org/#x")


def test_a_host_sends_word_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "NOTIFY_INTERVAL_S", 0.05)
    monkeypatch.setattr(notifications, "NOTIFY_DELAY_S", 0.0)
    sent: list[TurnNotification] = []

    def send(summoner: Notifier, word: TurnNotification) -> str:
        sent.append(word)
        return ""

    monkeypatch.setattr(Notifier, "send", send)
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(DISCS.new())
    table = HostedTable(registry.load_match(id), keys)
    table.give_dice()
    table.ask(table.match.player_to_act or 0, "contact", to="anna@example.org")
    registry.store.close()
    with listening(tmp_path, summoner=Notifier(["x"])) as host:
        for _ in range(200):
            if sent:
                break
            time.sleep(0.05)
        time.sleep(0.3)
        assert len(sent) == 1 and host.registry.load_match(id).rows[-1].kind == "sent"
