"""Webhooks reach public addresses alone, have a deadline, and a slow one holds up no other."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.hosting import DISCS, HostedTable, hall_at, listening
from wc3d.server.http import app
from wc3d.server.match import notifications, webhooks
from wc3d.server.match.notifications import Notifier, TurnNotification
from wc3d.server.match.webhooks import is_public_address, is_webhook_url, post_webhook

NOT_PUBLIC = (
    *(
        "0.0.0.0",
        "0.1.2.3",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254",
    ),
    *(
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.0.9",
        "192.0.0.170",
        "192.0.2.1",
        "192.31.196.1",
        "192.52.193.1",
    ),
    *(
        "192.88.99.1",
        "192.168.1.1",
        "192.175.48.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
    ),
    *(
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
    ),
    *(
        "::ffff:0:7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b::c0a8:101",
        "64:ff9b:1::1",
        "100::1",
        "100:0:0:1::1",
    ),
    *(
        "2001::1",
        "2001:0:5ef5:79fd::1",
        "2001:1::1",
        "2001:2::1",
        "2001:3::1",
        "2001:4:112::1",
        "2001:10::1",
        "2001:20::1",
    ),
    *(
        "2001:30::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2002:a00:1::1",
        "2002:c0a8:101::",
        "2620:4f:8000::1",
        "3fff::1",
        "5f00::1",
    ),
    *(
        "fc00::1",
        "fd00::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "4000::1",
        "",
        "x",
        "1.2.3",
        "2606:4700::1%1",
    ),
)

PUBLIC = (
    *(
        "93.184.215.14",
        "1.1.1.1",
        "100.63.255.255",
        "100.128.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "198.20.0.1",
        "223.255.255.255",
    ),
    *("2606:4700::1111", "2001:200::1", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::101:101"),
)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_special_addresses_are_not_public(address: str) -> None:
    assert not is_public_address(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are(address: str) -> None:
    assert is_public_address(address)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/a b",
        "https://example.org/\r\nx: y",
        "https://example.org\\@127.0.0.1/",
        "https://exa mple.org/",
        "https://example.org/#x",
        "https://example.org/é",
        "HTTPS://example.org/",
        "https://example.org:8443/",
        "https:///x",
        "https://[::1/x",
        "https://[x]/",
        "https://a@b/",
        "https://example.org/" + "\x00",
        "https://<script>/",
    ],
)
def test_urls_that_are_not_webhooks(url: str) -> None:
    assert not is_webhook_url(url)


def test_urls_that_are_webhooks() -> None:
    for url in (
        "https://example.org",
        "https://example.org/a?b=c@d",
        "https://example.org:443/x",
        "https://[2606:4700::1]/x",
    ):
        assert is_webhook_url(url)


@contextmanager
def target(serve: Callable[[socket.socket], object]) -> Iterator[int]:
    """A server at a port of this machine that serves one connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            with suppress(OSError):
                connection, _ = listener.accept()
                with connection:
                    serve(connection)

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
    thread.join(5)


def drip(connection: socket.socket, first: bytes = b"") -> None:
    """Send a byte now and then, for ten seconds at most."""
    connection.sendall(first)
    for _ in range(200):
        time.sleep(0.05)
        connection.sendall(b"a")


def flood(connection: socket.socket) -> None:
    """Send much more than an answer needs."""
    connection.sendall(b"HTTP/1.1 200 OK" + b"x" * 10_000_000)


def answer(text: bytes) -> Callable[[socket.socket], object]:
    """Answer with some bytes, in two parts."""

    def serve(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(text[:9])
        time.sleep(0.05)
        connection.sendall(text[9:])

    return serve


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets webhooks call a port of this machine, without TLS."""

    def redirect(port: int) -> None:
        def opened(name: str, address: str, deadline: float) -> socket.socket:
            return socket.create_connection(("127.0.0.1", port), webhooks.seconds_until(deadline))

        monkeypatch.setattr(webhooks, "resolve_public_address", lambda name: "93.184.215.14")
        monkeypatch.setattr(webhooks, "connect_tls", opened)

    return redirect


@pytest.mark.parametrize(
    ("serve", "hindered"),
    [
        (answer(b"HTTP/1.1 204 No Content\r\n\r\n"), ""),
        (answer(b"HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\nx"), ""),
        (
            answer(b"HTTP/1.1 302 Found\r\nlocation: https://127.0.0.1/\r\n\r\n"),
            "the webhook answered with error 302",
        ),
        (answer(b"HTTP/1.1 500 Oh\r\n\r\n"), "the webhook answered with error 500"),
        (answer(b"HTTP/1.1 2000 OK\r\n\r\n"), "the webhook sent an invalid answer"),
        (answer(b"SSH-2.0-x\r\n"), "the webhook sent an invalid answer"),
        (answer(b""), "the webhook sent an invalid answer"),
        (flood, "the webhook sent an invalid answer"),
    ],
)
def test_nothing_but_the_status_counts(
    plain: Callable[[int], None], serve: Callable[[socket.socket], object], hindered: str
) -> None:
    with target(serve) as port:
        plain(port)
        assert post_webhook("https://example.org/hook", {"text": "x"}) == hindered


@pytest.mark.parametrize("first", [b"", b"HTTP/1.1 200 OK"])
def test_a_target_that_drips_is_left_in_time(
    plain: Callable[[int], None], monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    monkeypatch.setattr(webhooks, "WEBHOOK_TIMEOUT_S", 0.5)
    with target(lambda connection: drip(connection, first)) as port:
        plain(port)
        begun = time.monotonic()
        assert (
            post_webhook("https://example.org/hook", {"text": "x"})
            == "the webhook did not answer in time"
        )
        assert time.monotonic() - begun < 2


@pytest.mark.parametrize("first", [b"", b"\x16\x03\x03\x40\x00\x02"])
def test_a_handshake_that_drips_is_left_in_time(
    monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    true = socket.create_connection
    monkeypatch.setattr(webhooks, "WEBHOOK_TIMEOUT_S", 0.5)
    monkeypatch.setattr(webhooks, "resolve_public_address", lambda name: "93.184.215.14")
    with target(lambda connection: drip(connection, first) if first else time.sleep(3)) as port:
        monkeypatch.setattr(
            socket, "create_connection", lambda address, timeout: true(("127.0.0.1", port), timeout)
        )
        begun = time.monotonic()
        assert (
            post_webhook("https://example.org/hook", {"text": "x"})
            == "the webhook did not answer in time"
        )
        assert time.monotonic() - begun < 2


def test_the_request_names_the_host_and_keeps_the_contact_to_itself() -> None:
    sent = webhooks.build_request(
        "https://example.org/a?b=c", {"to": "https://secret", "text": "é"}
    )
    head, _, body = sent.partition(b"\r\n\r\n")
    assert (
        head.startswith(b"POST /a?b=c HTTP/1.1\r\nhost: example.org\r\n")
        and body == b'{"text": "\\u00e9"}'
    )
    assert f"content-length: {len(body)}".encode() in head
    assert b"host: [2606:4700::1]\r\n" in webhooks.build_request("https://[2606:4700::1]/", {})


def test_a_slow_target_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "NOTIFY_INTERVAL_S", 0.05)
    monkeypatch.setattr(notifications, "NOTIFY_DELAY_S", 0.0)
    go_on = threading.Event()
    sent: list[str] = []

    def send(summoner: Notifier, word: TurnNotification) -> str:
        sent.append(word.contact)
        if word.contact == "slow":
            go_on.wait(20)
        return ""

    monkeypatch.setattr(Notifier, "send", send)
    registry = hall_at(tmp_path)
    for contact in ("slow", "quick", "quick"):
        id, keys = registry.create_match(DISCS.new())
        table: Any = HostedTable(registry.load_match(id), keys)
        table.give_dice()
        table.ask(table.match.player_to_act or 0, "contact", to=contact)
    registry.store.close()
    with listening(tmp_path, summoner=Notifier(["x"])):
        deadline = time.monotonic() + 10
        while len(sent) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        go_on.set()
    assert sorted(sent) == ["quick", "quick", "slow"], "each once, the slow one too"
