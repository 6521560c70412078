"""The host that is attacked: `python -m tests.fuzz.attacked_host FOLDER DESCRIPTORS GAMES`."""

from __future__ import annotations

import json
import resource
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from tests.server.hosting import DISCS
from wc3d.cli.host.command import open_listening_socket
from wc3d.server.http import app
from wc3d.server.http.app import HostServer
from wc3d.server.http.uvicorn_server import UvicornServer, limit_garbage_collector
from wc3d.server.match import notifications, webhooks
from wc3d.server.match.notifications import Notifier
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.match.requests import answer_request
from wc3d.server.match.store import MatchStore

DRIPPING_GAMES = 4
"""Games whose player is told by a webhook that drips."""


def drip_forever(listener: socket.socket) -> None:
    """Answer every connection with a byte now and then."""

    def serve(connection: socket.socket) -> None:
        with suppress(OSError), connection:
            while True:
                connection.sendall(b"a")
                time.sleep(0.3)

    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


def let_webhooks_drip() -> None:
    """Let all webhooks lead to a target of this process that drips."""
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=drip_forever, args=(listener,), daemon=True).start()
    port = listener.getsockname()[1]

    def opened(name: str, address: str, deadline: float) -> socket.socket:
        return socket.create_connection(("127.0.0.1", port), webhooks.seconds_until(deadline))

    webhooks.resolve_public_address = lambda name: "93.184.215.14"
    webhooks.connect_tls = opened
    notifications.NOTIFY_DELAY_S = 0.0
    app.NOTIFY_INTERVAL_S = 0.5


def begin_games(registry: MatchRegistry, count: int) -> list[tuple[str, dict[int, str]]]:
    """Begin games, and some more that wait for a player who is away and is to be told."""
    games = [registry.create_match(DISCS.new()) for _ in range(count)]
    for contact in (*["https://drip.example/hook"] * DRIPPING_GAMES, "quick"):
        id, _ = registry.create_match(DISCS.new())
        room = registry.load_match(id)
        for player in (1, 2):
            answer_request(room, player, {"t": "commit", "id": "dice", "leave": True})
        answer_request(
            room, room.player_to_act or 1, {"t": "contact", "id": "contact", "to": contact}
        )
    return games


def main(folder: str, descriptors: str, games: str) -> None:
    """Serve until the process is ended."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(descriptors), hard))
    limit_garbage_collector()
    let_webhooks_drip()
    registry = MatchRegistry(MatchStore(Path(folder) / "games.db"))
    made = begin_games(registry, int(games))
    noted = Path(folder) / "word"
    told = [
        sys.executable,
        "-c",
        "import sys, json; open(sys.argv[1], 'a').write(json.load(sys.stdin)['to'] + ' ')",
        str(noted),
    ]
    bound = open_listening_socket("127.0.0.1", 0)
    serving = UvicornServer(HostServer(registry, notifier=Notifier(told, webhooks=True)))
    print(json.dumps({"port": bound.getsockname()[1], "games": made}), flush=True)
    serving.run(sockets=[bound])


if __name__ == "__main__":
    main(*sys.argv[1:])
