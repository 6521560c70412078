"""One hosted game: what is asked of it, what that does, and who is told. No network here.

Everything that happens is a row in the store, kept before anyone is told; a game is its rows, and is read from them again after
whatever befell the host. Only one thread may use a room.
"""
from __future__ import annotations

import copy
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.fair_dice import FairDice
from wc3d.engine.game import Game
from wc3d.engine.replay import entries, opened, replayed, written
from wc3d.games import rules_of
from wc3d.host.links import SEATS
from wc3d.host.plan import read_plan
from wc3d.host.store import GameRow, GameStore, HappeningRow
from wc3d.host.telling import SeatTelling

LONGEST_ID = 60
"""Characters of the name a seat gives a request."""

BEGIN, LINE = "begin", "line"
"""The kinds of rows that hold a line of the game's file: its first, and every other."""

COMMIT, OPEN = "commit", "open"
"""A player commits to a secret for the dice, or opens it."""

KEPT = "kept"
"""The entry of a row that holds a secret which the host has chosen in a player's stead."""

Message = Mapping[str, Any]
Told = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Listener:
    """Somebody who is told: at which seat, which parts, and what hears each message."""

    seat: int
    parts: frozenset[str]
    tell: Callable[[Told], object]


def refused(code: str, text: str) -> RefusedError:
    """A refusal of the host's own."""
    return RefusedError(Verdict(False, code, text))


class HostedGame:
    """A game on the host. `seats` are 1 and 2 for the players, 0 for those who watch."""

    def __init__(self, row: GameRow, store: GameStore, now: Callable[[], float] = time.time) -> None:
        """Read it from its rows. Raises InputError and DamagedLineError for what is not sound."""
        self.id, self.store, self.now = row.id, store, now
        self.rules, self.plan, self.title = rules_of(row.rules), read_plan(row.plan), row.title
        self.game: Game | None = None
        self.rows: list[HappeningRow] = []
        self.versions: list[int] = []
        self.telling: dict[int, SeatTelling] = {}
        self.listeners: dict[object, Listener] = {}
        self.over = row.over is not None
        for happened in store.happenings(self.id):
            self._read(happened)
        self._seat_tellers()

    def _read(self, row: HappeningRow) -> None:
        """Let a row that was kept happen again."""
        if row.kind == BEGIN:
            self.game = opened(row.body.encode(), self.rules.rebuild, self.fair_dice())
        elif row.kind == LINE:
            replayed(self.playing, row.body.encode())
        self._noted(row)

    def _noted(self, row: HappeningRow) -> None:
        self.rows.append(row)
        self.versions.append(len(self.game.record) if self.game is not None else 0)

    def _seat_tellers(self) -> None:
        if self.game is not None and not self.telling:
            self.telling = {seat: SeatTelling(self.game, seat or None) for seat in SEATS}
        for telling in self.telling.values():
            telling.follow()

    # What there is

    @property
    def playing(self) -> Game:
        """The game. Raises RefusedError before it has begun."""
        if self.game is None:
            raise refused("not_begun", "the game has not begun: both players must give their share of the dice")
        return self.game

    @property
    def number(self) -> int:
        """How much has happened."""
        return len(self.rows)

    @property
    def version(self) -> int:
        """How many entries the game's record has."""
        return len(self.game.record) if self.game is not None else 0

    @property
    def to_act(self) -> int | None:
        """Whose action is awaited? None before the game begins and when it is over."""
        return self.game.to_act if self.game is not None and not self.over else None

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        one, two = self.plan.setup["names"]
        return str(one), str(two)

    def said(self, kind: str) -> dict[int, HappeningRow]:
        """The last row of a kind by each seat."""
        return {row.seat: row for row in self.rows if row.kind == kind}

    def fair_dice(self) -> FairDice:
        """The dice made of all three secrets. Raises KeyError before both players have opened theirs, DiceError for false ones.
        """
        commits, opens = self.said(COMMIT), self.said(OPEN)
        commitments = {"host": self.plan.commitment(self.id), **{str(p): commits[p].body["commitment"] for p in (1, 2)}}
        secrets = {"host": bytes.fromhex(self.plan.secret), **{str(p): bytes.fromhex(opens[p].body["secret"]) for p in (1, 2)}}
        return FairDice(self.id, commitments, secrets)

    # What happens

    def note(self, kind: str, seat: int, asked: str | None, body: Any) -> HappeningRow:
        """Keep what happens, then tell everyone. Raises sqlite3.Error, and then it has not happened."""
        row = HappeningRow(self.number + 1, self.now(), kind, seat, asked, body)
        over = self.game is not None and self.game.over
        self.store.note(self.id, row, over)
        self.over = self.over or over
        self._noted(row)
        self._seat_tellers()
        self.publish(row)
        return row

    def begin(self) -> None:
        """Begin the game, as all shares of the dice are there."""
        self.game = self.rules.rebuild(dict(self.plan.setup), self.fair_dice())
        self.game.bots = dict(self.plan.bots)
        try:
            self.note(BEGIN, 0, None, written(next(iter(entries(self.game)))))
        except BaseException:
            self.game = None
            raise

    def do(self, seat: int, asked: str | None, step: Callable[[Game], object]) -> HappeningRow:
        """Let a player's step happen and keep its line. Raises what `step` raises, and then nothing has changed."""
        game = self.playing
        before = copy.copy(game)
        try:
            step(game)
            [line] = [written(entry) for entry in entries(game, len(before.record))]
            return self.note(LINE, seat, asked, line)
        except BaseException:
            vars(game).update(vars(before))
            raise

    # Telling

    def publish(self, row: HappeningRow) -> None:
        """Tell everyone who listens of something that has happened."""
        made: dict[tuple[int, frozenset[str]], Told | None] = {}
        for listener in list(self.listeners.values()):
            key = listener.seat, listener.parts
            if key not in made:
                made[key] = self.told(row, *key)
            if (message := made[key]) is not None:
                listener.tell(message)

    def told(self, row: HappeningRow, seat: int, parts: frozenset[str]) -> Told | None:
        """What a seat is told of something that has happened; None if nothing."""
        version = self.versions[row.n - 1]
        if row.kind == BEGIN:
            return {"t": "begun", "n": row.n, **self.telling[seat].whole(version, parts)}
        if row.kind == LINE:
            return {"t": "step", "n": row.n, "by": row.seat, **self.telling[seat].step(version, parts)}
        return {"t": "talk", "n": row.n, "kind": row.kind, "by": row.seat, "at": round(row.at, 3), **public(row)}

    def welcome(self, seat: int, parts: frozenset[str], since: int | None = None) -> list[Told]:
        """What a seat that comes is told: all it may know, or, if it was here before, what happened since then."""
        if since is not None and 0 <= since <= self.number:
            missed = [self.told(row, seat, parts) for row in self.rows[since:]]
            return [{"t": "resumed", "seat": seat, "n": self.number, "v": self.version}, *(m for m in missed if m is not None)]
        made: Told = {
            "t": "welcome", "game": self.id, "rules": self.rules.name, "title": self.title, "names": list(self.names),
            "seat": seat, "n": self.number, "v": self.version, "begun": self.game is not None,
            "dice": {"how": self.plan.dice, "host": self.plan.commitment(self.id), "commitments": self.commitments()},
            "bots": {str(player): name for player, name in self.plan.bots.items()},
        }  # fmt: skip
        made["talk"] = [self.told(row, seat, parts) for row in self.rows if row.kind not in (BEGIN, LINE)][-100:]
        if self.game is not None:
            made |= self.telling[seat].whole(self.version, parts)
        return [made]

    def commitments(self) -> dict[str, str]:
        """What the players have committed to so far."""
        return {str(player): row.body["commitment"] for player, row in self.said(COMMIT).items()}

    def record(self) -> str | None:
        """The game as a file, once it is over: with all that was hidden, and the secrets of its dice. None before."""
        return "".join(row.body for row in self.rows if row.kind in (BEGIN, LINE)) if self.over else None

    def page(self, seat: int, before: int, most: int) -> Told:
        """A page of the log: at most so many lines before a line."""
        lines = self.telling[seat].lines(self.version) if self.telling else []
        end = max(0, min(before, len(lines)))
        begin = max(0, end - most)
        return {"t": "page", "from": begin, "lines": lines[begin:end]}


def public(row: HappeningRow) -> Told:
    """What everybody may know of a row that is no line of the game: no secret."""
    return {} if row.kind == OPEN else {name: value for name, value in row.body.items() if name != KEPT}
