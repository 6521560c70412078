"""The front door: half-sent requests, malformed headers, silent sockets and floods harm nobody."""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import socket
import subprocess
import sys
import threading
import time
from asyncio.selector_events import BaseSelectorEventLoop
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.server.hosting import DISCS, Listening, listening
from tests.server.http.test_app import asked, closed, raw
from wc3d.server.connection_limits import ConnectionLimiter, CountedConnection, address_group
from wc3d.server.http import app, uvicorn_server
from wc3d.server.http.bounded_log import LINE_INTERVAL_S, MAX_INITIAL_LINES, BoundedLog
from wc3d.server.http.guarded_protocols import LimitedHttpProtocol
from wc3d.server.http.uvicorn_server import TrustedProxies, max_connections
from wc3d.server.limits import ServerLimits, is_finite_within, is_own_host_header, is_same_origin

LIMITS = ServerLimits(head_timeout_s=0.5, send_timeout_s=0.5, max_guests_per_address=4)


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    """A host with short deadlines."""
    monkeypatch.setattr(uvicorn_server, "SWEEP_INTERVAL_S", 0.1)
    with listening(tmp_path, LIMITS) as there:
        yield there


def dialed(host: Listening, sent: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
    """A plain connection on which something was sent."""
    there = socket.create_connection(("127.0.0.1", host.port), 10, (source, 0))
    there.sendall(sent)
    return there


def is_cut(there: socket.socket, within: float = 5.0) -> bool:
    """Return whether the host ends a connection within some seconds."""
    there.settimeout(within)
    try:
        while there.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


HEAD = "GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /health HTTP/1.1\r\n",
        HEAD.encode(),
        f"{HEAD}\r\n".encode(),
        f"{HEAD}\r\nGET /he".encode(),
        f"{HEAD}content-length: 9\r\n\r\nabc".encode(),
        f"{HEAD}transfer-encoding: chunked\r\n\r\n5\r\nab".encode(),
        f"{HEAD}connection: upgrade\r\nupgrade: websocket\r\n".encode(),
    ],
)
def test_a_request_that_is_not_finished_is_cut_off(host: Listening, sent: bytes) -> None:
    with dialed(host, sent) as there:
        assert is_cut(there)
    assert asked(host, "/health")[0] == 200


@pytest.mark.parametrize(
    "first",
    [
        b"GET /health HTTP/1.1\r\n",
        f"{HEAD}\r\n".encode(),
        f"{HEAD}content-length: 999\r\n\r\n".encode(),
    ],
)
def test_a_head_that_drips_is_cut_off(host: Listening, first: bytes) -> None:
    with dialed(host, first) as there:
        end = time.monotonic() + 5
        with pytest.raises(OSError):
            while time.monotonic() < end:
                there.sendall(b"x")
                time.sleep(0.05)


MALFORMED = [
    "host: [",
    "host: [::1",
    "host: a@b",
    "host: x:y",
    "host: 127.0.0.1:999999",
    "host: a b",
    "host: \xff",
    "host: 127.0.0.1\r\norigin: http://[",
    "host: 127.0.0.1\r\norigin: x",
    "host: 127.0.0.1\r\norigin: http://a b",
]


@pytest.mark.parametrize("headers", MALFORMED)
@pytest.mark.parametrize("path", ["/health", "/play"])
def test_malformed_headers_are_a_bad_request(
    host: Listening, headers: str, path: str, capfd: pytest.CaptureFixture[str]
) -> None:
    upgrade = (
        "connection: upgrade\r\nupgrade: websocket\r\n"
        "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    request = f"GET {path} HTTP/1.1\r\n{headers}\r\n{upgrade if path == '/play' else ''}\r\n"
    with dialed(host, request.encode("latin-1")) as there:
        assert there.recv(200).startswith(b"HTTP/1.1 400 ")
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "request_text",
    [
        "\x00\x01\x02\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        f"{HEAD}host: b\r\n\r\n",
        f"{HEAD}a b: c\r\n\r\n",
        f"{HEAD}content-length: -1\r\n\r\n",
        f"{HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n",
        "GET /" + "a" * 70_000,
        f"{HEAD}transfer-encoding: chunked\r\n\r\nxyz\r\n",
        HEAD + "".join(f"a{n}: b\r\n" for n in range(3000)) + "\r\n",
        f"{HEAD}connection: upgrade\r\nupgrade: websocket\r\n\r\n",
        f"{HEAD}connection: upgrade\r\nupgrade: h2c\r\n\r\n",
        HEAD
        + "".join(f"a{n}: b\r\n" for n in range(200))
        + "connection: upgrade\r\nupgrade: websocket\r\n\r\n",
        f"{HEAD}x: {'b' * 12_000}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
        f"{HEAD}x: \xe9\r\n\r\n",
        f"{HEAD}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 7\r\n\r\n",
        "POST /games HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n",
        "GET /games/%ff/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        "GET /%00%2e%2e HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
    ],
)
def test_no_request_leaves_a_traceback(
    host: Listening, request_text: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with dialed(host) as there:
        with suppress(OSError):
            there.sendall(request_text.encode("latin-1"))
        is_cut(there)
    assert asked(host, "/health")[0] == 200
    assert "Traceback" not in capfd.readouterr().err


def test_a_friend_comes_in_though_many_silent_sockets_share_the_address(host: Listening) -> None:
    links = host.links(*host.registry.create_match(DISCS.new()))
    with ExitStack() as silent:
        sockets = [
            silent.enter_context(connect(links[1].websocket_url))
            for _ in range(5 * LIMITS.max_guests_per_address)
        ]
        assert raw(links[1]) and asked(host, "/health")[0] == 200
        assert closed(sockets[0]) == 4408
        assert raw(links[2])


def test_known_players_stay_when_silent_sockets_come(host: Listening) -> None:
    links = host.links(*host.registry.create_match(DISCS.new()))
    player = raw(links[1])
    with ExitStack() as silent:
        for _ in range(5 * LIMITS.max_guests_per_address):
            silent.enter_context(connect(links[1].websocket_url))
        player.send('{"t": "hello"}')
        assert json.loads(player.recv(5))["t"] == "hello"


def test_half_open_connections_give_way_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvicorn_server, "max_connections", lambda wanted: 12)
    with listening(tmp_path, ServerLimits(head_timeout_s=60.0)) as host, ExitStack() as open_ones:
        player = raw(host.links(*host.registry.create_match(DISCS.new()))[1])
        for number in range(60):
            open_ones.enter_context(dialed(host, b"GET / HTTP", f"127.0.0.{2 + number % 2}"))
            if number % 10 == 9:
                assert asked(host, "/health")[0] == 200
        player.send('{"t": "hello"}')
        assert json.loads(player.recv(5))["t"] == "hello"


def test_who_takes_nothing_of_an_answer_is_cut_off(host: Listening) -> None:
    with dialed(host) as there:
        there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with suppress(OSError):
            there.sendall(b"GET /seat.js HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * 40)
        end = time.monotonic() + 10
        while host.server.rate_limiter.count_by_address.total() and time.monotonic() < end:
            time.sleep(0.05)
        assert not host.server.rate_limiter.count_by_address.total()


@pytest.mark.parametrize("kind", ["ping", "fragment"])
def test_frames_that_no_application_hears_of_are_limited(host: Listening, kind: str) -> None:
    there = raw(host.links(*host.registry.create_match(DISCS.new()))[1])
    with suppress(ConnectionClosed):
        for number in range(300 if kind == "ping" else 0):
            there.ping(str(number))
        if kind == "fragment":
            there.send("" for _ in range(300))
    assert closed(there) == 0, "it was cut off"


def test_clients_behind_a_proxy_are_counted_by_their_own_addresses(host: Listening) -> None:
    links = host.links(*host.registry.create_match(DISCS.new()))

    def silent(address: str) -> Connection:
        return connect(
            links[1].websocket_url, additional_headers={"x-forwarded-for": address}
        ).__enter__()

    others = [silent(f"9.9.9.{number}") for number in range(3 * LIMITS.max_guests_per_address)]
    crowd = [silent("1.2.3.4") for _ in range(2 * LIMITS.max_guests_per_address)]
    assert asked(host, "/health")[0] == 200
    assert host.server.rate_limiter.count_by_address["1.2.3.4"] == LIMITS.max_guests_per_address
    assert host.server.rate_limiter.count_by_address["9.9.9.0"] == 1
    assert closed(crowd[0]) == 4408
    for there in (*others, *crowd):
        there.close()


def test_a_system_without_descriptors_is_waited_for_and_the_log_stays_small(
    host: Listening, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    accept = BaseSelectorEventLoop.sock_accept
    tries = [0]

    async def failing(loop: BaseSelectorEventLoop, listener: socket.socket) -> Any:
        tries[0] += 1
        if tries[0] < 25:
            raise OSError(errno.EMFILE, "Too many open files")
        return await accept(loop, listener)

    monkeypatch.setattr(uvicorn_server, "ACCEPT_RETRY_S", 0.001)
    monkeypatch.setattr(BaseSelectorEventLoop, "sock_accept", failing)
    answers = 0
    for _ in range(10):
        # a connection that has asked for nothing yet may be closed to make room
        with contextlib.suppress(ConnectionError):
            answers += asked(host, "/health")[0] == 200
    assert answers >= 2 and tries[0] >= 25
    told = capfd.readouterr().err
    assert 0 < told.count("Too many open files") <= MAX_INITIAL_LINES and "Traceback" not in told


# Parts


def test_the_most_crowded_address_gives_way() -> None:
    admission = ConnectionLimiter(total=4, per_address=10, guests=10)
    gone: list[str] = []

    def entered(address: str, name: str) -> CountedConnection:
        visit = admission.admit(address)
        assert visit is not None
        visit.close_connection = lambda: gone.append(name)
        return visit

    entered("1.1.1.1", "a")
    entered("2.2.2.2", "b").stop_being_guest()
    entered("1.1.1.1", "c")
    entered("3.3.3.3", "d")
    entered("4.4.4.4", "e")
    assert gone == ["a"]
    for visit in list(admission.connections):
        visit.stop_being_guest()
    assert admission.admit("1.1.1.1") is None
    for visit in list(admission.connections):
        visit.stop_counting()
        visit.stop_counting()
    assert (
        not admission.count_by_address
        and not admission.connections
        and admission.admit("1.1.1.1") is not None
    )


def test_silent_guests_go_before_those_that_have_asked() -> None:
    admission = ConnectionLimiter(total=3, per_address=10, guests=3)
    gone: list[str] = []
    for name in ("a", "b", "c"):
        visit = admission.admit("1.1.1.1")
        assert visit is not None
        visit.close_connection = lambda name=name: gone.append(name)
        if name == "a":
            visit.mark_active()
    for address in ("1.1.1.1", "2.2.2.2", "1.1.1.1"):
        visit = admission.admit(address)
        assert visit is not None
        visit.stop_being_guest()
    assert gone == ["b", "c", "a"] and admission.admit("3.3.3.3") is None


def test_an_address_that_is_full_of_its_own_gives_way_itself() -> None:
    admission = ConnectionLimiter(total=100, per_address=3, guests=2)
    visits = [admission.admit("1.1.1.1") for _ in range(2)]
    assert admission.admit("1.1.1.1") is None, "nobody can be closed"
    assert visits[1] is not None
    closed_ones: list[int] = []
    visits[1].close_connection = lambda: closed_ones.append(1)
    assert admission.admit("1.1.1.1") is not None and closed_ones == [1]
    assert (
        admission.admit("1.1.1.1") is None and admission.admit("1.1.1.1", is_proxy=True) is not None
    )
    assert admission.admit("2.2.2.2") is not None


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
        ("a\nb", "?"),
        ("x" * 500, "x" * 60),
    ],
)
def test_addresses_are_counted_by_house(address: str, group: str) -> None:
    assert address_group(address) == group


def test_proxies_are_those_that_uvicorn_trusts() -> None:
    assert "127.0.0.1" in TrustedProxies("127.0.0.1, 10.0.0.0/8") and "10.1.2.3" in TrustedProxies(
        "127.0.0.1, 10.0.0.0/8"
    )
    assert (
        "1.2.3.4" not in TrustedProxies("127.0.0.1,x")
        and "unix" not in TrustedProxies(None)
        and "1.2.3.4" in TrustedProxies("*")
    )


def test_connections_leave_descriptors_for_files() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert max_connections(10) == 10
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (128, before[1]))
        assert (
            uvicorn_server.MIN_CONNECTIONS
            <= max_connections(5000)
            <= 128 - uvicorn_server.RESERVED_DESCRIPTORS
        )
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_full_collections_are_put_off() -> None:
    script = (
        "import gc; from wc3d.server.http.uvicorn_server import limit_garbage_collector as defer; defer(); "
        "print(gc.get_freeze_count() > 1000, gc.get_threshold()[2])"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    frozen, full = told.stdout.split()
    assert frozen == "True" and int(full) >= 1_000_000


def test_full_collections_run_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collected = threading.Event()
    monkeypatch.setattr(app, "gc", SimpleNamespace(collect=collected.set))
    monkeypatch.setattr(app, "CLEANUP_INTERVAL_S", 1)
    monkeypatch.setattr(app, "CLEANUPS_PER_GC", 2)
    with listening(tmp_path):
        assert not collected.wait(0.5)
        assert collected.wait(20)


def test_a_connection_is_read_in_small_parts(
    host: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    receive = LimitedHttpProtocol.data_received

    def received(self: LimitedHttpProtocol, data: bytes) -> None:
        sizes.append(len(data))
        receive(self, data)

    monkeypatch.setattr(LimitedHttpProtocol, "data_received", received)
    with dialed(host, b"GET /" + b"a" * 40_000) as there:
        assert is_cut(there)
    assert max(sizes) == uvicorn_server.MAX_READ_BYTES


def test_a_kind_of_line_comes_a_few_times_and_then_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    times = [0.0]
    log = logging.Logger("test")
    log.addHandler(BoundedLog(lambda: times[0]))
    for _ in range(3):
        for number in range(1000):
            log.warning("refused %s", number)
        times[0] += LINE_INTERVAL_S
        log.warning("something else")
    lines = capsys.readouterr().err.splitlines()
    refusals = [line for line in lines if line.startswith("refused")]
    assert len(refusals) == MAX_INITIAL_LINES + 2 and len(lines) == len(refusals) + 3
    assert refusals[-1] == "refused 0 (and 999 more like this)"


@pytest.mark.parametrize(
    "host",
    ["[", "[::1", "]", "a@b", "a b", "a/b", "a?b", "é", "127.0.0.1:x", "\x00", "[::1]:x", "1:2:3"],
)
def test_malformed_names_are_nobodys(host: str) -> None:
    assert not is_own_host_header(host, {host}) and not is_same_origin(
        f"http://{host}", "127.0.0.1"
    )


def test_well_formed_names_are_known() -> None:
    for host in (
        "127.0.0.1:8700",
        "[::1]:8700",
        "[::1]",
        "localhost",
        "Club.Example",
        "club.example:443",
    ):
        assert is_own_host_header(host, {"club.example"}) and is_same_origin(
            f"https://{host}", host
        )


@pytest.mark.parametrize(
    "value", [10**400, -(10**400), float("inf"), float("nan"), True, "1", None, [], 1000]
)
def test_what_is_no_number_below_a_limit(value: object) -> None:
    assert (
        not is_finite_within(value, 1000)
        and is_finite_within(999.5, 1000)
        and is_finite_within(-999, 1000)
    )
