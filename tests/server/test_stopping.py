"""A host that is stopped lets everyone go who is there, and says nothing of its own insides."""

from __future__ import annotations

import json
import signal
import socket
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.test_faults import begun_host
from wc3d.server.client.client import open_connection
from wc3d.server.http.websockets import CLOSE_GOING_AWAY
from wc3d.server.match.seat_keys import parse_link


def until_up(base: str) -> None:
    """Wait until a host answers."""
    until = time.monotonic() + 60
    while True:
        try:
            with urlopen(f"{base}/health") as answer:
                assert json.load(answer) == {"up": True}
                return
        except URLError:
            assert time.monotonic() < until
            time.sleep(0.05)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_who_is_there_is_told_and_nothing_else_is_said(tmp_path: Path, how: signal.Signals) -> None:
    process, lines = begun_host(
        tmp_path, "--port", "0", "--map", "crossroads", "--settled", errors=True
    )
    one, two, watcher = (parse_link(line.rpartition(" ")[2]) for line in lines if "/#" in line)
    until_up(watcher.host)
    player = open_connection(one.websocket_url)
    player.send(json.dumps({"t": "join", "game": one.game, "key": one.key, "parts": ["screen"]}))
    assert json.loads(player.recv(20))["t"] == "welcome"
    silent = open_connection(two.websocket_url)  # has not said who it is
    port = int(watcher.host.rpartition(":")[2])
    deaf_socket = socket.create_connection(("127.0.0.1", port))
    deaf_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with connect(
        watcher.websocket_url, sock=deaf_socket, max_queue=1, close_timeout=0.1
    ) as deaf:  # reads nothing
        for number in range(40):
            deaf.send(
                json.dumps(
                    {"t": "join", "game": watcher.game, "key": watcher.key, "number": number}
                )
            )
        headers = {"Authorization": f"Bearer {watcher.key}"}
        with urlopen(
            Request(f"{watcher.host}/games/{watcher.game}/stream?parts=state", headers=headers),
            timeout=20,
        ) as stream:
            assert stream.readline()
            process.send_signal(how)
            assert stream.read() == b""
    with pytest.raises(ConnectionClosed) as left:
        while True:
            player.recv(20)
    assert left.value.rcvd is not None and left.value.rcvd.code in (CLOSE_GOING_AWAY, 1012)
    silent.close()
    _, said = process.communicate(timeout=60)
    assert said == {signal.SIGTERM: "", signal.SIGINT: "wc3d: stopped\n"}[how]
