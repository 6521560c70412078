"""Games between bots over sockets that are cut, slow, and send things twice and late, while the host is stopped and begun again.

Whatever befalls: every client knows what the host says that its seat knows (its hash comes with every step), every action is done
once, and the host's record is a sound game with proven dice.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.connection import Connection

from tests.conformance.games import Case, case_of
from tests.heeding import heed_ctrl_c
from tests.server.hosting import DISCS, Listening, listening
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.replay import ReplayReader
from wc3d.server.client.client import MatchClient, open_connection
from wc3d.server.client.seat_game import SeatGame, join_seat_game, play_to_end
from wc3d.server.match.seat_keys import SeatLink, parse_link

PARTS = ("state", "events", "check")


class FaultyConnection:
    """A connection to a host that is cut, is slow, and sends messages twice and again much later. `count` counts the faults."""

    count = 0

    def __init__(self, address: str, rng: random.Random, often: float) -> None:
        self.true: Connection = open_connection(address)
        self.rng = rng
        self.often = often
        self.sent: list[Any] = []

    def _befalls(self) -> bool:
        happens = self.rng.random() < self.often
        FaultyConnection.count += happens
        return happens

    def _cut(self) -> None:
        self.true.close()

    def send(self, text: str) -> None:
        """Send a message, or lose it, or send it twice, or send one of long ago before it."""
        if self._befalls():
            self._cut()
        if self._befalls():
            time.sleep(self.rng.uniform(0, 0.02))
        if self.sent and '"t":"join"' not in text and self._befalls():
            self.true.send(self.rng.choice(self.sent))
        self.true.send(text)
        if self._befalls():
            self.true.send(text)
        if '"t":"join"' not in text:
            self.sent.append(text)
        if self._befalls():
            self._cut()

    def recv(self, timeout: float | None = None) -> Any:
        """Receive a message, or lose it."""
        text = self.true.recv(timeout)
        if self._befalls():
            self._cut()
            raise ConnectionClosed(None, None)
        return text

    def close(self) -> None:
        """Leave."""
        self.true.close()


def seat_of(link: SeatLink, rng: random.Random, often: float) -> SeatGame:
    """A seat behind such connections."""

    def open_faulty(address: str) -> Any:
        return FaultyConnection(address, rng, often)

    return join_seat_game(
        MatchClient(link, lambda message: None, parts=PARTS, patience=120.0, open=open_faulty)
    )


def play(links: dict[int, SeatLink], seed: int, often: float) -> dict[int, SeatGame]:
    """A game that all three have gone through to its end. A failure of any is raised."""
    games: dict[int, SeatGame] = {}
    failures: list[BaseException] = []

    def take_part(seat: int) -> None:
        rng = random.Random(f"{seed}/{seat}")
        try:
            game = games[seat] = seat_of(links[seat], rng, often)
            if seat:
                play_to_end(game, RandomPlayer(f"{seed}/{seat}").choose)
            while not game.has_begun or not game.over:
                game.client.wait_for_message(20)
        except BaseException as failure:
            failures.append(failure)
            raise

    threads = [threading.Thread(target=take_part, args=(seat,), daemon=True) for seat in links]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    assert not failures and not any(thread.is_alive() for thread in threads), failures
    return games


def check(host: Listening, case: Case, games: dict[int, SeatGame], folder: Path) -> None:
    """Does every client know what the host knows, and is the record sound?"""
    match = host.registry.load_match(games[0].client.link.game)
    true = match.active_game
    for seat, game in games.items():
        view = true.view(seat or None)
        assert game.log == view.log and game.digest() == case.rules.play.digest(view.state)
    path = folder / "record.jsonl"
    path.write_text(match.record_text() or "", encoding="utf-8")
    reading = ReplayReader(path, case.rules.rebuild)
    while reading.replay_next():
        pass
    assert (
        not reading.damage and reading.game.digest() == true.digest() and reading.seal is not None
    )
    assert {game.client.seal for game in games.values()} == {reading.seal.head}
    asked = [(row.seat, row.request_id) for row in match.rows if row.request_id is not None]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("seed", range(2))
def test_a_game_over_faulty_connections_is_the_hosts_game(tmp_path: Path, seed: int) -> None:
    FaultyConnection.count = 0
    with listening(tmp_path) as host:
        links = host.links(
            *host.registry.create_match(DISCS.new(), clock=3600.0, bonus=2.0, by_turn=bool(seed))
        )
        check(host, DISCS, play(links, seed, 0.05), tmp_path)
    assert FaultyConnection.count > 5


def play_through_restarts(case: Case, folder: Path, seed: int, most: int, **more: Any) -> int:
    """A game during which the host is stopped and begun again at the same port, after a few happenings: how often that was."""
    with listening(folder) as first:
        id, keys = first.registry.create_match(case.new(), **more)
        port = first.port
    links = Listening(first.registry, port, first.server).links(id, keys)
    games: dict[int, SeatGame] = {}
    playing = threading.Thread(target=lambda: games.update(play(links, seed, 0.01)), daemon=True)
    playing.start()
    rng = random.Random(seed)
    stops = 0
    while stops < most and playing.is_alive():
        with listening(folder, port=port) as host:
            begun = None
            more_rows = rng.randint(2, 8)
            while playing.is_alive() and (
                begun is None or host.registry.matches[id].row_count < begun + more_rows
            ):
                playing.join(0.01)
                # read by the host's own thread: no other may
                if begun is None and id in host.registry.matches:
                    begun = host.registry.matches[id].row_count
        stops += 1
    with listening(folder, port=port) as host:
        playing.join(120)
        check(host, case, games, folder)
    return stops


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("id", ["discs", "neo_mechanika"])
def test_a_game_outlives_restarts_of_its_host(tmp_path: Path, id: str, seed: int) -> None:
    assert play_through_restarts(case_of(id), tmp_path, seed, 4) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_many_games_over_faulty_connections(tmp_path: Path, seed: int) -> None:
    case = case_of(("discs", "discs", "neo_mechanika")[seed % 3])
    with listening(tmp_path) as host:
        links = host.links(*host.registry.create_match(case.new()))
        check(host, case, play(links, 100 + seed, 0.03), tmp_path)


# A host that is killed

HOST = "from tests.conformance import games; from wc3d.cli.main import main; main()"
"""The command, with the made-up game."""


def begun_host(
    folder: Path, *words: str, errors: bool = False
) -> tuple[subprocess.Popen[str], list[str]]:
    """A host in a process of its own, and the links it has printed; with its `errors` to be read, if they are wanted."""
    run = [sys.executable, "-c", HOST, "host", "--game", "discs", *words]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    said = subprocess.PIPE if errors else None
    process = subprocess.Popen(
        run,
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=said,
        text=True,
        preexec_fn=heed_ctrl_c,
    )
    assert process.stdout is not None
    lines: list[str] = []
    while "The host is running" not in "".join(lines):
        lines.append(process.stdout.readline())
        assert lines[-1], "the host has ended"
    return process, lines


def test_nothing_that_was_acknowledged_is_lost_when_the_host_is_killed(tmp_path: Path) -> None:
    with suppress(FileNotFoundError):
        (tmp_path / "wc3d-games.db").unlink()
    process, lines = begun_host(tmp_path, "--port", "0", "--map", "crossroads")
    links = dict(
        zip(
            (1, 2, 0),
            (parse_link(line.rpartition(" ")[2]) for line in lines if "/#" in line),
            strict=True,
        )
    )
    port = links[0].host.rpartition(":")[2]
    games: dict[int, SeatGame] = {}
    playing = threading.Thread(target=lambda: games.update(play(links, 7, 0.0)), daemon=True)
    playing.start()
    for _ in range(2):
        playing.join(1.0)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process, _ = begun_host(tmp_path, "--port", port)
    playing.join(90)
    process.kill()
    process.communicate()
    assert len(games) == 3 and all(game.over for game in games.values())
    assert games[1].client.last_number == games[2].client.last_number == games[0].client.last_number
    with listening_again(tmp_path) as host:
        check(host, DISCS, games, tmp_path)


def listening_again(folder: Path) -> Any:
    """A host of the file that the command has written."""
    os.rename(folder / "wc3d-games.db", folder / "games.db")
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.rename(folder / f"wc3d-games.db{end}", folder / f"games.db{end}")
    return listening(folder)


def test_what_a_client_hears_is_json(tmp_path: Path) -> None:
    """No message holds a number that JSON does not know."""
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(DISCS.new())
        assert len(keys) == 3
        for message in host.registry.load_match(id).welcome_messages(1, frozenset(PARTS)):
            json.dumps(message, allow_nan=False)
