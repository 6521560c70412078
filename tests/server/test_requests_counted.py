"""Plain requests and streams are counted as websockets are: how many of an address at once, how many a second, who reads them."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

from tests.server.hosting import DISCS, Listening, listening
from tests.server.http.test_app import asked
from wc3d.server.limits import MAX_COUNTED_ADDRESSES, RateLimiter, ServerLimits, TokenBucket
from wc3d.server.match.seat_keys import SeatLink, new_key


def stream_of(link: SeatLink, host: Listening) -> tuple[HTTPConnection, HTTPResponse]:
    """A stream that has begun."""
    connection = HTTPConnection("127.0.0.1", host.port, timeout=10)
    connection.request(
        "GET", f"/games/{link.game}/stream", headers={"authorization": f"Bearer {link.key}"}
    )
    return connection, connection.getresponse()


def until(host: Listening, path: str, status: int) -> bool:
    """Is a request answered like this, within a while?"""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if asked(host, path)[0] == status:
            return True
        time.sleep(0.05)
    return False


def test_streams_of_one_address_are_as_many_as_its_websockets(tmp_path: Path) -> None:
    with (
        listening(
            tmp_path, ServerLimits(max_sockets_per_address=4, max_guests_per_address=2)
        ) as host,
        ExitStack() as open_ones,
    ):
        links = host.links(*host.registry.create_match(DISCS.new()))
        for _ in range(4):
            connection, answer = stream_of(links[0], host)
            open_ones.callback(connection.close)
            assert answer.status == 200 and b'"welcome"' in answer.readline()
        status, headers, said = asked(host, "/health")
        assert status == 429 and headers["retry-after"] == "5" and b"too many requests" in said
        assert headers["connection"] == "close"  # to ask again it must connect again
        open_ones.close()
        assert until(host, "/health", 200)


def test_who_guesses_keys_many_at_a_time_is_sent_away(tmp_path: Path) -> None:
    with (
        listening(tmp_path, ServerLimits(max_guests_per_address=2)) as host,
        ExitStack() as open_ones,
    ):
        link = host.links(*host.registry.create_match(DISCS.new()))[1]
        guesses = [HTTPConnection("127.0.0.1", host.port, timeout=10) for _ in range(6)]
        for guess in guesses:
            open_ones.callback(guess.close)
            guess.request(
                "GET",
                f"/games/{link.game}/record",
                headers={"authorization": f"Bearer {new_key()}"},
            )
        statuses = sorted(guess.getresponse().status for guess in guesses)
        assert statuses == [401, 401, 429, 429, 429, 429]
        assert until(host, "/health", 200)


def test_who_asks_too_often_is_sent_away_and_others_are_answered(tmp_path: Path) -> None:
    with listening(tmp_path, ServerLimits(requests_per_s=0.5, request_burst=5)) as host:
        statuses = [asked(host, "/seat.css")[0] for _ in range(9)]
        assert statuses[:5] == [200] * 5 and statuses[-1] == 429
        other = HTTPConnection("127.0.0.1", host.port, timeout=10, source_address=("127.0.0.2", 0))
        other.request("GET", "/health")
        assert other.getresponse().status == 200
        other.close()
        assert until(host, "/health", 200)


def test_a_stream_that_nobody_reads_is_let_go_of(tmp_path: Path) -> None:
    with listening(
        tmp_path, ServerLimits(send_timeout_s=0.5, max_sockets_per_address=4), unsent=2048
    ) as host:
        id, keys = host.registry.create_match(DISCS.new())
        match = host.registry.load_match(id)
        link = host.links(id, keys)[0]
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", host.port))
        ask = f"GET /games/{id}/stream HTTP/1.1\r\nhost: 127.0.0.1:{host.port}\r\nauthorization: Bearer {link.key}\r\n\r\n"
        narrow.sendall(ask.encode())
        end = time.monotonic() + 30
        number = 0
        while not match.listeners and time.monotonic() < end:
            time.sleep(0.01)
        assert match.listeners
        while match.listeners and time.monotonic() < end:
            match.add_row("say", 1, f"s{number}", {"text": "so much to say " * 20})
            number += 1
            time.sleep(0.002)
        assert not match.listeners and host.server.rate_limiter.count_by_address.total() == 0
        narrow.close()


def test_what_is_known_of_addresses_is_bounded() -> None:
    door = RateLimiter(ServerLimits(requests_per_s=0.0))
    assert all(door.allow_request(f"address {number}") for number in range(MAX_COUNTED_ADDRESSES))
    assert not door.allow_request("one more") and door.allow_request("address 1")


def test_an_allowance_fills_again() -> None:
    hours = [0.0]
    left = TokenBucket(1.0, 3.0, lambda: hours[0])
    assert [left.try_take() for _ in range(5)] == [
        True,
        True,
        True,
        False,
        False,
    ] and not left.is_full
    hours[0] = 2.0
    assert left.try_take() and left.try_take() and not left.try_take()
    hours[0] = 100.0
    assert left.is_full
