"""A host at an address of this machine: links open seats; strangers and whoever asks too much are sent away, alone."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from tests.server.hosting import DISCS, Listening, hall_at, listening
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import RefusedError
from wc3d.engine.fair_dice import FairDice
from wc3d.engine.replay import load
from wc3d.errors import InputError
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import SeatGame, join_seat_game, play_to_end, wait_for_begin
from wc3d.server.http.websockets import WebSocketClient
from wc3d.server.limits import ServerLimits
from wc3d.server.match.seat_keys import SeatLink, new_key, parse_link
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.server.pages.page_sessions import PageResources
from wc3d.server.pages.shared_files import SharedFiles
from wc3d.server.pages.shared_pages import SharedPages

LIMITS = ServerLimits(
    join_timeout_s=0.5,
    max_sockets_per_address=12,
    max_guests_per_address=4,
    messages_per_s=50.0,
    message_burst=200.0,
)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Listening]:
    """A host that listens."""
    with listening(tmp_path, LIMITS) as there:
        yield there


@pytest.fixture
def links(host: Listening) -> dict[int, SeatLink]:
    """The links of a game of discs."""
    return host.links(*host.registry.create_match(DISCS.new()))


def seat(link: SeatLink, parts: tuple[str, ...] = ("state", "events", "check")) -> SeatGame:
    """The game of a seat that has joined."""
    return join_seat_game(MatchClient(link, lambda message: None, parts=parts, patience=2.0))


def played(links: dict[int, SeatLink]) -> dict[int, SeatGame]:
    """What all three know of a game that random players have played to its end, over sockets."""
    games = {number: seat(link) for number, link in links.items()}

    def play(number: int) -> None:
        play_to_end(games[number], RandomPlayer(number).choose)

    threads = [threading.Thread(target=play, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    while not games[0].has_begun or not games[0].over:
        games[0].client.wait_for_message(5)
    for thread in threads:
        thread.join(20)
    return games


def opened(link: SeatLink, **more: Any) -> Connection:
    """A connection to a host."""
    return connect(link.websocket_url, **more).__enter__()


def raw(link: SeatLink, **more: Any) -> Connection:
    """A connection that has joined; its welcome is read."""
    there = opened(link, **more)
    there.send(json.dumps({"t": "join", "game": link.game, "key": link.key}))
    assert json.loads(there.recv(3))["t"] == "welcome"
    return there


def closed(there: Connection) -> int:
    """The code with which the host closes a connection."""
    try:
        while True:
            there.recv(15)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd is not None else 0


def test_players_who_know_only_what_they_are_told_play_a_game_to_its_end(
    host: Listening, links: dict[int, SeatLink]
) -> None:
    games = played(links)
    true = host.registry.load_match(links[0].game).active_game
    for number, game in games.items():
        viewer = number or None
        assert (
            game.digest() == true.rules.play.digest(true.view(viewer).state)
            and game.log == true.view(viewer).log
        )
    assert true.over and len(true.turns) > 10


def test_a_link_opens_one_seat_of_one_game(host: Listening, links: dict[int, SeatLink]) -> None:
    other = host.links(*host.registry.create_match(DISCS.new()))
    wrong = [
        SeatLink(host.base, links[1].game, other[1].key),
        SeatLink(host.base, links[1].game, new_key()),
        SeatLink(host.base, "0" * 12, links[1].key),
        SeatLink(host.base, "../../etc/passwd", links[1].key),
    ]
    for link in wrong:
        with pytest.raises(InputError, match="does not open a game"):
            seat(link)
    assert [seat(link).client.seat for link in links.values()] == list(links)


@pytest.mark.parametrize(
    "first",
    [
        "",
        "[",
        "null",
        "[]",
        "7",
        '{"t": "do"}',
        '{"t": "join"}',
        '{"t": "join", "game": null, "key": null}',
        '{"t": "join", "game": [], "key": {}}',
        "[" * 9000,
        '{"t": "join", "game": NaN}',
        '"\\ud800"',
    ],
)
def test_a_first_message_that_shows_no_key_closes_the_door(
    links: dict[int, SeatLink], first: str
) -> None:
    there = opened(links[1])
    there.send(first)
    assert closed(there) == 4401


def test_who_says_nothing_is_sent_away(links: dict[int, SeatLink]) -> None:
    begun_at = time.monotonic()
    assert closed(opened(links[1])) == 4408 and time.monotonic() - begun_at < 3


@pytest.mark.parametrize(
    "text", ["[", "null", "[]", "[" * 9000, '{"t": 1e999', '"x"', '{"a": "\\ud800"}']
)
def test_what_is_no_message_closes_the_connection(links: dict[int, SeatLink], text: str) -> None:
    there = raw(links[1])
    there.send(text)
    assert closed(there) == 4400


@pytest.mark.parametrize("bytes_sent", [False, True])
def test_a_message_of_a_hundred_megabytes_is_not_read(
    links: dict[int, SeatLink], bytes_sent: bool
) -> None:
    there = raw(links[1])
    piece = b"x" * 10_000
    with suppress(ConnectionClosed):
        there.send(
            (piece for _ in range(10_000))
            if bytes_sent
            else (piece.decode() for _ in range(10_000))
        )
    assert closed(there) in (1009, 1001, 0)  # 0: cut off while it was still sending
    assert raw(links[2])


def test_who_floods_is_cut_off_and_others_go_on(
    host: Listening, links: dict[int, SeatLink]
) -> None:
    quiet = raw(links[2])
    loud = raw(links[1])

    def flood() -> None:
        with suppress(ConnectionClosed):
            for _ in range(5000):
                loud.send('{"t": "hello"}')

    threading.Thread(target=flood, daemon=True).start()
    deadline = time.monotonic() + 5
    while (
        len(host.registry.load_match(links[1].game).listeners) > 1 and time.monotonic() < deadline
    ):
        time.sleep(0.01)
    assert [heard.seat for heard in host.registry.load_match(links[1].game).listeners.values()] == [
        2
    ]
    quiet.send('{"t": "hello"}')
    assert json.loads(quiet.recv(5))["t"] == "hello"


@pytest.mark.slow
def test_who_reads_nothing_is_cut_off_and_others_go_on(tmp_path: Path) -> None:
    limits = ServerLimits(
        max_queued_messages=20,
        max_queued_bytes=200_000,
        send_timeout_s=30.0,
        messages_per_s=1e6,
        message_burst=1e6,
    )
    with listening(tmp_path, limits, unsent=2048) as host:
        links = host.links(*host.registry.create_match(DISCS.new()))
        narrow = socket.create_connection(("127.0.0.1", host.port))
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow = raw(links[0], max_queue=1, sock=narrow)
        one = raw(links[1])
        match = host.registry.load_match(links[1].game)
        for number in range(1000):
            one.send(json.dumps({"t": "say", "id": str(number), "text": "so much to say " * 20}))
            assert json.loads(one.recv(5)) and json.loads(one.recv(5))
            if len(match.listeners) < 2:
                break
        assert len(match.listeners) == 1, "the slow reader is still waited for"
        slow.close()


class NeverReads:
    """A client's socket that shows a key, and then reads nothing."""

    def __init__(self, link: SeatLink) -> None:
        self.first = [json.dumps({"t": "join", "game": link.game, "key": link.key})]

    async def receive_text(self) -> str:
        return self.first.pop() if self.first else await asyncio.Future()

    async def send_text(self, text: str) -> None:
        await asyncio.Future()


def test_what_waits_for_a_slow_reader_is_bounded(tmp_path: Path) -> None:
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(DISCS.new())
    match = registry.load_match(id)

    async def served() -> int:
        client: Any = NeverReads(SeatLink("http://here", id, keys[0]))
        pages = PageResources()
        limits = ServerLimits(max_queued_messages=50)
        looks = SharedPages(registry, SharedFiles(), pages.worker_pool.make_worker)
        serving = asyncio.create_task(
            WebSocketClient(
                client, MatchExecutor(registry), limits, lambda: None, pages, looks
            ).serve()
        )
        while not match.listeners:
            await asyncio.sleep(0.01)
        for number in range(52):
            match.add_row("say", 1, f"s{number}", {"text": "hello"})
        return await asyncio.wait_for(serving, 5)

    assert asyncio.run(served()) == 4408 and not match.listeners


def test_too_many_connections_of_one_address_are_refused(links: dict[int, SeatLink]) -> None:
    seated = [raw(links[0]) for _ in range(LIMITS.max_sockets_per_address)]
    with pytest.raises(InvalidStatus):
        opened(links[0])
    seated[0].close()
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            assert raw(links[0])
            return
        except InvalidStatus:
            time.sleep(0.05)
    raise AssertionError("nobody is let in any more")


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1.evil.example"],
)
def test_pages_of_others_are_not_let_in(
    host: Listening, links: dict[int, SeatLink], origin: str
) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        opened(links[1], origin=origin)
    assert opened(links[1], origin=host.base)


def test_names_that_are_not_the_hosts_are_not_answered(host: Listening) -> None:
    for name in ("evil.example", f"evil.example:{host.port}", "", "127.0.0.1.evil.example"):
        assert asked(host, "/health", host=name)[0] == 403
    assert asked(host, "/health")[0] == 200


def asked(
    there: Listening, path: str, key: str = "", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """An answer to a browser: its status, headers and content."""
    request = urllib.request.Request(there.base + path, headers=headers)
    if key:
        request.add_header("authorization", f"Bearer {key}")
    try:
        with urllib.request.urlopen(request, timeout=5) as said:
            return (
                said.status,
                {name.lower(): value for name, value in said.headers.items()},
                said.read(),
            )
    except urllib.error.HTTPError as error:
        return (
            error.code,
            {name.lower(): value for name, value in error.headers.items()},
            error.read(),
        )


def test_the_list_of_games_is_for_who_has_the_hosts_key(
    host: Listening, links: dict[int, SeatLink]
) -> None:
    for key in ("", new_key(), links[1].key):
        assert asked(host, "/games", key)[0] == 401
    status, headers, said = asked(host, "/games", host.registry.host_key)
    [game] = json.loads(said)["games"]
    assert status == 200 and game["game"] == links[1].game and links[1].key.encode() not in said
    assert (
        "default-src 'none'" in headers["content-security-policy"]
        and headers["referrer-policy"] == "no-referrer"
    )


@pytest.mark.parametrize(
    "path",
    ["/..%2f..%2fetc/passwd", "/games/../../x", "/static/../store.py", "/%00", "/games/x/stream"],
)
def test_nothing_else_is_there(host: Listening, path: str) -> None:
    assert asked(host, path)[0] in (401, 404)


def test_the_pages_files_come_smaller_to_who_can_read_them(host: Listening) -> None:
    for path in ("/seat.js", "/", "/list", "/board/x"):
        _, plain_headers, plain = asked(host, path)
        _, headers, small = asked(host, path, **{"accept-encoding": "br, gzip"})
        assert (
            headers["content-encoding"] == "gzip"
            and gzip.decompress(small) == plain
            and len(small) < len(plain)
        )
        assert (
            "content-encoding" not in plain_headers
            and "default-src 'none'" in headers["content-security-policy"]
        )


def test_programs_read_a_game_as_json_lines(host: Listening, links: dict[int, SeatLink]) -> None:
    played(links)
    key = links[0].key
    request = urllib.request.Request(f"{host.base}/games/{links[0].game}/stream?since=0")
    request.add_header("authorization", f"Bearer {key}")
    lines: list[dict[str, Any]] = []
    with urllib.request.urlopen(request, timeout=5) as stream:
        while not lines or "ending" not in lines[-1]:
            lines.append(json.loads(stream.readline()))
    assert [line["n"] for line in lines[1:]] == list(range(1, len(lines))) and lines[0][
        "t"
    ] == "resumed"
    assert asked(host, f"/games/{links[0].game}/stream", new_key())[0] == 401


def test_the_record_of_a_game_is_shown_when_it_is_over_and_proves_its_dice(
    host: Listening, links: dict[int, SeatLink], tmp_path: Path
) -> None:
    path = f"/games/{links[0].game}/record"
    assert asked(host, path, links[1].key)[0] == 409
    played(links)
    assert asked(host, path, new_key())[0] == 401
    for link in links.values():
        status, _, said = asked(host, path, link.key)
        (tmp_path / "game.jsonl").write_bytes(said)
        game = load(tmp_path / "game.jsonl", DISCS.rules.rebuild)
        assert status == 200 and isinstance(game.dice, FairDice) and game.over


def test_requests_of_others_are_refused(links: dict[int, SeatLink]) -> None:
    one = seat(links[1])
    two = seat(links[2])
    threading.Thread(target=wait_for_begin, args=(one,)).start()
    wait_for_begin(two)
    while not one.has_begun:
        time.sleep(0.01)
    waiting = {1: one, 2: two}[3 - (two.to_act or 0)]
    action = RandomPlayer(1).choose(two.view(2) if two.to_act == 2 else one.view(1))
    with pytest.raises(RefusedError, match="not_yours"):
        waiting.apply(action)
    with pytest.raises(RefusedError, match="watching"):
        seat(links[0]).client.request_change("say", text="hello")


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "a\x1b[2Jb", "\u202eevil", "x" * 5000]
)
def test_what_is_said_is_plain_and_short(links: dict[int, SeatLink], name: str) -> None:
    heard: list[Any] = []
    listener = MatchClient(links[2], heard.append, patience=2.0)
    listener.connect()
    seat(links[1]).client.request_change("say", text=name)
    while heard[-1].get("kind") != "say":
        listener.wait_for_message(3)
    text = heard[-1]["text"]
    assert text.isprintable() and len(text) <= 300 and text


@pytest.mark.parametrize(
    "text", ["", "http://h/#x", "ftp://h/#0123456789ab.abcdefghijklmnopqrstuv", "http://h:x/#", "h"]
)
def test_what_is_no_link_is_told(text: str) -> None:
    with pytest.raises(InputError, match="not a game link"):
        parse_link(text)


def test_links_are_read_as_they_are_written() -> None:
    for base in (
        "http://127.0.0.1:8700",
        "https://club.example",
        "https://club.example/wc3d",
        "http://[::1]:8700",
    ):
        link = SeatLink(base, "0123456789ab", new_key())
        assert parse_link(str(link)) == link
    assert SeatLink("https://a", "0" * 12, "k").websocket_url == "wss://a/play"


def test_a_program_of_ten_lines_that_knows_no_rules_plays_a_game(
    host: Listening, links: dict[int, SeatLink]
) -> None:
    script = Path(__file__).parents[2] / "examples" / "host_client.py"
    run = [sys.executable, str(script)]
    players = [
        subprocess.Popen([*run, str(links[seat])], stdout=subprocess.PIPE, text=True)
        for seat in (1, 2)
    ]
    told = [player.communicate(timeout=60)[0].strip() for player in players]
    match = host.registry.load_match(links[1].game)
    assert match.is_over and told == [match.rules.text.describe_ending(match.active_game.state)] * 2
