"""The SQLite file of a host's games. Every event is on the disk before anyone hears of it."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wc3d.errors import InputError

SCHEMA_VERSION = 1
"""The version of the tables. The store rejects files of other versions."""

SCHEMA_SQL = """
create table if not exists host (name text primary key, value text not null);
create table if not exists game (
    id text primary key, begun real not null, rules text not null, title text not null, plan text not null, over real);
create table if not exists seat (game text not null, seat integer not null, key text not null, primary key (game, seat));
create table if not exists happening (
    game text not null, n integer not null, at real not null, kind text not null, seat integer not null, asked text,
    body text not null, primary key (game, n)) without rowid;
create unique index if not exists once on happening (game, seat, asked) where asked is not null;
create index if not exists commitments on happening (game, seat) where kind = 'commit';
"""


@dataclass(frozen=True)
class MatchEventRow:
    """An event in a game, with a number from 1 on, its time in seconds, and a seat (0: the host).

    `request_id` is the id of the seat's request.
    """

    number: int
    time: float
    kind: str
    seat: int
    request_id: str | None
    body: Any


@dataclass(frozen=True)
class MatchRow:
    """A stored game. `spec` is the JSON of its `MatchSpec`."""

    id: str
    begin_time: float
    rules_name: str
    title: str
    spec: Mapping[str, Any]
    end_time: float | None


class MatchStore:
    """The SQLite file. Its methods may be called from any thread."""

    def __init__(self, path: str | Path, create: bool = True) -> None:
        """Open the file, or create it if `create` is true. Raises InputError."""
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            if self.path.is_dir():
                raise InputError(f"{path}: expected a file, not a folder")
            if not self.path.exists():
                if not create:
                    raise InputError(f"{path}: no such file; start a game with `wc3d host` first")
                os.close(
                    os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
                )  # private, as it holds secrets of the games
            self._db = sqlite3.connect(
                self.path, isolation_level=None, check_same_thread=False, timeout=0.5
            )
            tables = {
                name
                for (name,) in self._db.execute(
                    "select name from sqlite_master where type = 'table'"
                )
            }
            if "happening" not in tables and (tables or not create):
                self._db.close()
                raise InputError(f"{path}: expected a file of hosted games, found other data")
            self._db.execute("pragma locking_mode=exclusive")  # only one host
            self._db.execute("pragma journal_mode=wal")
            self._db.execute("pragma synchronous=full")
            self._db.executescript(SCHEMA_SQL)
            self._db.execute(
                "insert or ignore into host values ('format', ?)", (str(SCHEMA_VERSION),)
            )
            [[file_format]] = self._db.execute("select value from host where name = 'format'")
        except (OSError, sqlite3.Error) as error:
            is_busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            reason = "another host is using it" if is_busy else str(error)
            raise InputError(f"{path}: cannot open the file of hosted games ({reason})") from None
        if file_format != str(SCHEMA_VERSION):
            text = f"this file holds games in format {file_format}, but this version of wc3d reads format {SCHEMA_VERSION}"
            raise InputError(f"{path}: {text}; use the version that wrote it")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _fetch_all(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(question, values).fetchall()

    # Host settings

    def read_setting(self, name: str) -> str | None:
        """Return a setting of the host, or None."""
        rows = self._fetch_all("select value from host where name = ?", name)
        return rows[0][0] if rows else None

    def write_setting(self, name: str, value: str) -> None:
        """Save a setting of the host."""
        self._fetch_all("insert or replace into host values (?, ?)", name, value)

    # Games

    def create_match(
        self, id: str, rules: str, title: str, plan: Mapping[str, Any], keys: Mapping[int, str]
    ) -> None:
        """Save a new game with the hashes of its keys."""
        with self._lock, self._db:
            self._db.execute("begin")
            row = (id, time.time(), rules, title, json.dumps(plan))
            self._db.execute("insert into game values (?, ?, ?, ?, ?, null)", row)
            self._db.executemany(
                "insert into seat values (?, ?, ?)", [(id, seat, key) for seat, key in keys.items()]
            )

    def list_matches(self) -> list[MatchRow]:
        """Return all games, the newest first."""
        return [
            self._read_game(row)
            for row in self._fetch_all("select * from game order by begun desc, id")
        ]

    def find_match(self, id: str) -> MatchRow | None:
        """Return a game by its id, or None."""
        rows = self._fetch_all("select * from game where id = ?", id)
        return self._read_game(rows[0]) if rows else None

    def _read_game(self, row: tuple[Any, ...]) -> MatchRow:
        id, begin_time, rules, title, plan, end_time = row
        return MatchRow(id, begin_time, rules, title, json.loads(plan), end_time)

    def seat_key_hashes(self, game: str) -> dict[int, str]:
        """Return the hash of each seat's key."""
        return dict(self._fetch_all("select seat, key from seat where game = ?", game))

    def replace_keys(self, game: str, keys: Mapping[int, str]) -> None:
        """Replace the key hashes of some seats. Their old keys become invalid."""
        with self._lock, self._db:
            self._db.execute("begin")
            self._db.executemany(
                "insert or replace into seat values (?, ?, ?)",
                [(game, s, k) for s, k in keys.items()],
            )

    # Events

    def add_event(self, game: str, row: MatchEventRow, is_over: bool = False) -> None:
        """Write an event to the disk. Raises sqlite3.Error, and then nothing is saved."""
        with self._lock, self._db:
            self._db.execute("begin")
            values = (
                game,
                row.number,
                row.time,
                row.kind,
                row.seat,
                row.request_id,
                json.dumps(row.body, ensure_ascii=False),
            )
            self._db.execute("insert into happening values (?, ?, ?, ?, ?, ?, ?)", values)
            if is_over:
                self._db.execute("update game set over = ? where id = ?", (row.time, game))

    def read_events(self, game: str) -> Iterator[MatchEventRow]:
        """Yield all events of a game in order."""
        for n, at, kind, seat, request_id, body in self._fetch_all(
            "select n, at, kind, seat, asked, body from happening where game = ? order by n", game
        ):
            yield MatchEventRow(n, at, kind, seat, request_id, json.loads(body))

    def matches_with_event(self, kind: str) -> set[str]:
        """Return the ids of the games with an event of this kind."""
        return {
            id
            for (id,) in self._fetch_all("select distinct game from happening where kind = ?", kind)
        }

    def seats_with_commitment(self) -> dict[str, set[int]]:
        """Return the seats of each game whose players have committed to a dice secret."""
        seats: dict[str, set[int]] = {}
        for game, seat in self._fetch_all(
            "select distinct game, seat from happening where kind = 'commit'"
        ):
            seats.setdefault(game, set()).add(seat)
        return seats

    def event_of_request(self, game: str, seat: int, request_id: str) -> int | None:
        """Return the number of the event that a seat's request caused, or None."""
        rows = self._fetch_all(
            "select n from happening where game = ? and seat = ? and asked = ?",
            game,
            seat,
            request_id,
        )
        return rows[0][0] if rows else None
