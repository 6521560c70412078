"""One hosted game: what is asked of it, what that does, and who is told. No network here.

Everything that happens is a row in the store, kept before anyone is told; a game is its rows, and is read from them again after
whatever befell the host. Only one thread may use a room.
"""
from __future__ import annotations

import copy
import json
import logging
import sqlite3
import time
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.chain_dice import ChainDice
from wc3d.engine.dice import Dice
from wc3d.engine.fair_dice import FairDice, committed
from wc3d.engine.game import Game, Turn, Undone
from wc3d.engine.replay import entries, opened, replayed, written
from wc3d.engine.seal import BEGUN, CLOCK, GIVE, KEY, SEALED, TIME_UP, SealChain, new_key
from wc3d.engine.thinking_time import PLAYERS, milliseconds
from wc3d.registry import rules_of
from wc3d.server.match.clocks import AWAY, SEEN_EVERY_S, ThinkingClock
from wc3d.server.match.game_settings import GameTerms, terms_of
from wc3d.server.match.match_spec import CHAIN, TYPED, read_plan
from wc3d.server.match.seat_feed import SeatTelling
from wc3d.server.match.seat_keys import JUDGE, SEATS
from wc3d.server.match.store import GameRow, GameStore, HappeningRow

LOG = logging.getLogger(__name__)

LONGEST_ID = 60
"""Characters of the name a seat gives a request."""

BEGIN, LINE = "begin", "line"
"""The kinds of rows that hold a line of the game's file: its first, and every other."""

COMMIT, OPEN = "commit", "open"
"""A player commits to a secret for the dice, or opens it."""

TIME, GIFT = "time", "give"
"""A player's time is up; a player gives the other one time. Both are lines of the game's file, kept in their rows."""

BREAK, RESUME = "break", "resume"
"""The game is broken off for now, and goes on."""

READY = "ready"
"""A player is ready to go on with a game that was broken off: where there is a clock, both must be."""

PROPOSE, AGREE = "propose", "agree"
"""How the game is to be played is proposed, or agreed to."""

WANT, LINKED, ROLLED = "want", "link", "rolled"
"""An action waits for dice that are not the host's; a player opens a link of their chain, or says what they have rolled."""

CONTACT, SENT = "contact", "sent"
"""The kinds of rows: a player says where to notify them; a player was notified."""

JUDGED = "judged"
"""Both players have agreed to one link for a judge."""

KEPT = "kept"
"""The entry of a row that is told to nobody: a secret that the host chose in a player's stead, or what dice are rolled for."""

NO_GIFT: Mapping[int, int] = {}

Message = Mapping[str, Any]
Told = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Listener:
    """Somebody who is told: at which seat (a judge: with whose eyes), which parts, what hears each message, and what ends it."""

    seat: int
    parts: frozenset[str]
    tell: Callable[[Told], object]
    judge: bool = False
    end: Callable[[], object] = lambda: None


def refused(code: str, text: str) -> RefusedError:
    """A refusal of the host's own."""
    return RefusedError(Verdict(False, code, text))


class HostedGame:
    """A game on the host. `seats` are 1 and 2 for the players, 0 for those who watch."""

    def __init__(self, row: GameRow, store: GameStore, clock: Callable[[], float] = time.time) -> None:
        """Read it from its rows. Raises InputError and DamagedLineError for what is not sound."""
        self.id, self.store, self.now = row.id, store, clock
        self.rules, self.plan, self.title = rules_of(row.rules), read_plan(row.plan), row.title
        self.game: Game | None = None
        self.rows: list[HappeningRow] = []
        self.versions: list[int] = []
        self.telling: dict[int, SeatTelling] = {}
        self.listeners: dict[object, Listener] = {}
        self.reached: dict[object, int] = {}
        self.over = row.over is not None
        self.has_contact = False
        self.broken_off = False
        self.waiting: HappeningRow | None = None
        self.proposal: HappeningRow | None = None
        self.agreed: set[int] = set()
        self.clock = ThinkingClock(self.plan.control)
        self.time_up = 0
        self.chain: SealChain | None = None
        self.heads: list[str] = []
        for happened in store.happenings(self.id):
            self._read(happened)
        self._seat_tellers()
        self._seen = float(store.kept(self._seen_name) or 0.0)
        if self.clock.limit and self.clock.running and not self.over:
            self.note(AWAY, 0, None, {"seen": self._seen})

    def _read(self, row: HappeningRow) -> None:
        """Let a row that was kept happen again."""
        if row.kind == BEGIN:
            self.game = self._read_lines(row.body)
        elif row.kind == LINE:
            replayed(self.playing, row.body.encode())
        self._noted(row)

    def _read_lines(self, text: str) -> Game:
        """Return the game of the first row: its opening, and the actions that were taken over from another game."""
        first, *later_lines = text.encode().splitlines(keepends=True)
        game = opened(first, self.rules.rebuild, self.game_dice())
        for line in later_lines:
            replayed(game, line)
        return game

    def _noted(self, row: HappeningRow) -> None:
        self.rows.append(row)
        self.versions.append(len(self.game.record) if self.game is not None else 0)
        if row.kind == CONTACT:
            self.has_contact = True
        if row.kind in (BREAK, RESUME):
            self.broken_off = row.kind == BREAK
        if row.kind == PROPOSE:
            self.proposal, self.agreed = row, set()
        if row.kind in (PROPOSE, AGREE):
            self.agreed.add(row.seat)
        if row.kind in (WANT, BEGIN, LINE):
            self.waiting = row if row.kind == WANT else None
        self._follow_clock(row)
        self._follow_seal(row)

    def _follow_clock(self, row: HappeningRow) -> None:
        """Book the time before a row, and let the clock go on for whoever is awaited then."""
        until = min(row.at, row.body.get("seen", 0.0)) if row.kind == AWAY else row.at
        self.clock.spend(until)
        if row.kind == GIFT:
            self.clock.give(3 - row.seat, row.body["seconds"])
        if row.kind == TIME:
            self.time_up = row.seat
        if _recorded(row) is not None:
            self.clock.spent = dict.fromkeys(PLAYERS, 0)
        stopped = self.broken_off or self.game is None
        self.clock.follow(row.at, None if stopped else self.awaited, self.game)

    def _follow_seal(self, row: HappeningRow) -> None:
        """Go on with the chain of the record. A game that a host of an earlier version began has none."""
        for line in (_recorded(row) or "").splitlines():
            entry = json.loads(line)
            if KEY in entry:
                self.chain = SealChain(bytes.fromhex(entry[KEY]))
            if self.chain is not None and SEALED in entry:
                self.chain.follow(entry)
        self.heads.append(self.chain.head if self.chain is not None else "")

    @property
    def _seen_name(self) -> str:
        return f"seen {self.id}"

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
            raise refused("not_begun", "the game has not started: it waits for both players")
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
        """Whose action is awaited? None before the game begins, while dice are rolled and when it is over."""
        return self.game.to_act if self.game is not None and not self.over and self.waiting is None else None

    @property
    def awaited(self) -> int | None:
        """Who keeps the game waiting: whose action, or whose dice, are awaited?"""
        if self.waiting is None or self.over:
            return self.to_act
        if "roll" in self.waiting.body:
            return self.roller(self.waiting.body["roll"]["player"])
        ready_players = {row.seat for row in self.rows[self.waiting.n :] if row.kind == LINKED}
        return next((player for player in (1, 2) if player not in ready_players), None)

    def roller(self, player: int) -> int:
        """Who rolls a player's dice: they themselves, or the other one for a bot."""
        return 3 - player if player in self.plan.bots else player

    def since_settled(self) -> list[HappeningRow]:
        """What has been wanted and given for the action that dice are being rolled for, the want first."""
        begin = next((row.n for row in reversed(self.rows) if row.kind in (BEGIN, LINE)), 0)
        dice_rows = [row for row in self.rows[begin:] if row.kind in (WANT, LINKED, ROLLED)]
        return dice_rows[next((i for i, row in enumerate(dice_rows) if row.kind == WANT), 0) :]

    @property
    def links_used(self) -> int:
        """How many links of each player's chain have been used."""
        draws = [self.game.opening[0], *(e.drawn for e in self.game.record if isinstance(e, Turn))] if self.game else []
        return max((link[0] for d in draws for link in d.links), default=0)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        name_1, name_2 = self.plan.setup["names"]
        return str(name_1), str(name_2)

    @property
    def setup(self) -> Mapping[str, Any]:
        """What the game is begun with: what was proposed last, or given first."""
        return self.plan.setup if self.proposal is None else self.proposal.body[KEPT]

    @property
    def settled(self) -> bool:
        """Is it agreed how the game is played? Bots agree to everything."""
        return not self.plan.agreeing or self.game is not None or {1, 2} <= self.agreed | set(self.plan.bots)

    def terms(self) -> GameTerms:
        """How the game is to be played, as it stands now."""
        return self.terms_by(self.proposal)

    def terms_by(self, proposal: HappeningRow | None) -> GameTerms:
        """Return the terms of a proposal, or those that the game was opened with."""
        if proposal is None:
            return terms_of(self.rules, self.plan.setup, "")
        return terms_of(self.rules, proposal.body[KEPT], proposal.body["board"])

    def terms_told(self) -> Told:
        """The same for those who are to agree: who proposed it, and who has agreed."""
        by, n = (self.proposal.seat, self.proposal.n) if self.proposal is not None else (0, 0)
        terms = self.terms()
        lines = [*terms.lines(), *self.clock_lines()]
        message = {"n": n, "by": by, "agreed": sorted(self.agreed), "lines": lines, "values": terms.values()}
        return {**message, "form": terms.form()}

    def clock_lines(self) -> list[str]:
        """Return the settings of the clock in words; nothing if there is none."""
        return [f"Clock: {self.plan.control}"] if self.plan.clock else []

    def said(self, kind: str) -> dict[int, HappeningRow]:
        """The last row of a kind by each seat."""
        return {row.seat: row for row in self.rows if row.kind == kind}

    def committed(self, seat: int, secret: bytes) -> str:
        """What is told of a seat's secret before the game."""
        return committed(self.id, str(seat), secret)

    def game_dice(self) -> Dice:
        """The dice that the game's file names."""
        return ChainDice(self.id, self.commitments()) if self.plan.dice == CHAIN else self.fair_dice()

    def fair_dice(self) -> FairDice:
        """Make the dice of all three secrets. Raises KeyError before both players opened theirs, DiceError for false ones."""
        commits, opens = self.said(COMMIT), self.said(OPEN)
        commitments = {"host": self.plan.commitment(self.id), **{str(p): commits[p].body["commitment"] for p in (1, 2)}}
        secrets = {"host": bytes.fromhex(self.plan.secret), **{str(p): bytes.fromhex(opens[p].body["secret"]) for p in (1, 2)}}
        return FairDice(self.id, commitments, secrets, typed=self.plan.dice == TYPED)

    # What happens

    def _time_of_next(self) -> float:
        """Return the time of what happens now. It never goes back, though the machine's clock may."""
        return max(self.now(), self.rows[-1].at if self.rows else 0.0)

    def note(self, kind: str, seat: int, request_id: str | None, body: Any, at: float | None = None) -> HappeningRow:
        """Keep what happens, then tell everyone. Raises sqlite3.Error, and then it has not happened."""
        row = HappeningRow(self.number + 1, self._time_of_next() if at is None else at, kind, seat, request_id, body)
        is_over = self.game is not None and self.game.over
        self.store.note(self.id, row, is_over)
        self.over = self.over or is_over
        self._noted(row)
        try:
            self._seat_tellers()
            self.publish()
        except Exception:  # it has happened all the same: nothing is taken back that is on the disk
            LOG.exception("game %s: could not notify the clients", self.id)
        return row

    def look_at_clocks(self) -> None:
        """Time goes by: those who are told later are told; whose time is up has lost."""
        self.publish()
        time_s = self.now()
        try:
            if self.clock.limit and self.clock.running and time_s - self._seen > SEEN_EVERY_S:
                self.store.keep(self._seen_name, str(time_s))
                self._seen = time_s
            self.end_if_time_is_up()
        except sqlite3.Error:
            LOG.exception("game %s: its clock could not be saved", self.id)

    def end_if_time_is_up(self) -> None:
        """End the game if a player's time is up: that is told and recorded, and then they concede."""
        player = self.time_up or (self.clock.fallen(self.now()) if self.awaited else 0)
        if player and not self.over and (action := self.rules.conceding(player)) is not None:
            if not self.time_up:
                self.note_line(TIME, player, 0, None, {"text": "time is up"}, {TIME_UP: player})
            self.do(player, None, lambda game: game.apply(action))

    def give_time(self, seat: int, request_id: str, seconds: int) -> None:
        """Let a player add to the other player's time."""
        line = {GIVE: seconds, "to": 3 - seat}
        self.note_line(GIFT, seat, seat, request_id, {"seconds": seconds, "to": 3 - seat}, line)

    def note_line(
        self, kind: str, seat: int, by: int, request_id: str | None, body: dict[str, Any], entry: dict[str, Any]
    ) -> HappeningRow:
        """Keep what happens with a line of the record that holds no action."""
        at = self._time_of_next()
        self.clock.spend(at)
        gift = {3 - by: milliseconds(entry[GIVE])} if GIVE in entry else {}
        line = self._line({**entry, "hash": self.playing.digest()}, by, at, gift)
        return self.note(kind, seat, request_id, body if self.chain is None else {**body, KEPT: line}, at)

    def _line(self, entry: dict[str, Any], by: int, at: float, gift: Mapping[int, int] = NO_GIFT) -> str:
        """Return a line of the record: who did it, when, what the clock says after it, and its seal."""
        if self.chain is None:
            return written(entry)
        begin_time = next(row.at for row in self.rows if row.kind == BEGIN)
        line: dict[str, Any] = {**entry, "by": by, "at": milliseconds(at) - milliseconds(begin_time)}
        if self.clock.limit:
            remaining = self.clock.time.left(self.playing)
            clock_times = [remaining[player] + gift.get(player, 0) for player in PLAYERS]
            line[CLOCK] = {"spent": list(self.clock.spent.values()), "left": clock_times}
        return written(self.chain.sealed(line))

    def begin(self, dice: Dice | None = None) -> None:
        """Begin the game, as all shares of the dice are there; its opening is rolled with these. Raises what the dice raise."""
        own = self.game_dice()
        if self.plan.taken_over:
            self.game = self._read_lines("".join(self.plan.taken_over))
        else:
            self.game = self.rules.rebuild(dict(self.setup), dice or own)
        self.game.dice, self.game.bots = own, dict(self.plan.bots)
        at = self._time_of_next()
        entry: dict[str, Any] = {BEGUN: milliseconds(at)}
        if self.clock.limit:
            entry[CLOCK] = asdict(self.plan.control)
        try:
            opening, *inherited = entries(self.game)
            lines = self._sealed_opening({**opening, **entry}, inherited)
            self.note(BEGIN, 0, None, lines, at)
        except BaseException:
            self.game = None
            raise

    def _sealed_opening(self, opening: dict[str, Any], inherited: list[dict[str, Any]]) -> str:
        """Return the first line of the record and the lines that were taken over from another game, sealed."""
        chain = SealChain(new_key(bytes.fromhex(self.plan.secret), self.id))
        sealed = chain.opening(opening)
        lines = [written(sealed)]
        for entry in inherited:
            chain.follow(sealed)
            sealed = chain.sealed(entry)
            lines.append(written(sealed))
        return "".join(lines)

    def do(self, seat: int, request_id: str | None, step: Callable[[Game], object]) -> HappeningRow:
        """Let a player's step happen and keep its line. Raises what `step` raises, and then nothing has changed."""
        game = self.playing
        old_game = copy.copy(game)
        try:
            step(game)
            self.check_time(game)
            at = self._time_of_next()
            self.clock.spend(at)
            [entry] = entries(game, len(old_game.record))
            return self.note(LINE, seat, request_id, self._line(entry, seat, at), at)
        except BaseException:
            vars(game).update(vars(old_game))
            raise

    def check_take_back(self, count: int) -> None:
        """Check that nobody runs out of time if so many actions are taken back. Raises RefusedError."""
        ahead = copy.copy(self.playing)
        ahead.undo(count, agreed=True)
        self.check_time(ahead)

    def check_time(self, game: Game) -> None:
        """Check that nobody runs out of time as actions are taken back with their bonuses. Raises RefusedError."""
        if not self.clock.limit or not isinstance(game.record[-1], Undone):
            return
        remaining = self.clock.time.left(game)
        for player in PLAYERS:
            elapsed_ms = max(0, milliseconds(self.now()) - self.clock.since) if player == self.clock.running else 0
            if remaining[player] <= elapsed_ms:
                text = f"cannot take this back: player {player} would lose the time bonus of this action and run out of time"
                raise refused("no_time", text)

    # Telling

    def join(self, client: object, listener: Listener, since: int | None = None) -> None:
        """Somebody listens from now on: they are welcomed, and told whatever happens. `client` names them to `leave`."""
        for message in self.welcome(listener.seat, listener.parts, since):
            listener.tell({**message, "seat": JUDGE, "eyes": listener.seat} if listener.judge and "seat" in message else message)
        self.listeners[client] = listener
        self.reached[client] = self.visible(listener.seat)

    def leave(self, client: object) -> None:
        """Somebody listens no more."""
        self.listeners.pop(client, None)
        self.reached.pop(client, None)

    def dismiss_judges(self) -> None:
        """Send every judge away: the link that they used opens nothing any more."""
        for client, listener in list(self.listeners.items()):
            if listener.judge:
                self.leave(client)
                listener.end()

    def visible(self, seat: int) -> int:
        """How much of what has happened a seat may know by now: all of it, but who watches may be told later."""
        if not self.is_delayed(seat):
            return self.number
        return bisect_right(self.rows, self.now() - self.plan.delay, key=lambda row: row.at)

    def is_delayed(self, seat: int) -> bool:
        """Return whether a seat is told later than it happens: then it learns nothing of what stands now, not even a clock."""
        return not seat and bool(self.plan.delay) and not self.over

    def is_broken_off(self, number: int) -> bool:
        """Return whether the game was broken off after so many happenings."""
        return next((row.kind == BREAK for row in reversed(self.rows[:number]) if row.kind in (BREAK, RESUME)), False)

    def publish(self) -> None:
        """Tell everyone who listens what they have not been told yet."""
        messages: dict[tuple[int, int, frozenset[str]], Told | None] = {}
        visible = {seat: self.visible(seat) for seat in SEATS}
        for client, listener in list(self.listeners.items()):
            begin, self.reached[client] = self.reached.get(client, 0), visible[listener.seat]
            for row in self.rows[begin : self.reached[client]]:
                key = row.n, listener.seat, listener.parts
                if key not in messages:
                    messages[key] = self.told(row, listener.seat, listener.parts)
                if (message := messages[key]) is not None:
                    listener.tell(message)

    def tell_all(self, message: Told) -> None:
        """Tell everyone something that is not kept; not those who are told later."""
        for listener in list(self.listeners.values()):
            if listener.seat or not self.plan.delay:
                listener.tell(message)

    def told(self, row: HappeningRow, seat: int, parts: frozenset[str]) -> Told | None:
        """What a seat is told of something that has happened; None if nothing."""
        version = self.versions[row.n - 1]
        clock = {"clock": {"left": self.clock.left(self.now()), "running": self.clock.running}} if self.clock.limit else {}
        seal = self._seal(row.n) if _recorded(row) is not None else {}
        clock = {} if self.is_delayed(seat) else clock
        if row.kind == BEGIN:
            return {"t": "begun", "n": row.n, **clock, **seal, **self.telling[seat].whole(version, parts)}
        if row.kind == LINE:
            return {"t": "step", "n": row.n, "by": row.seat, **clock, **seal, **self.telling[seat].step(version, parts)}
        return {"t": "talk", "n": row.n, "kind": row.kind, "by": row.seat, "at": round(row.at, 3), **clock, **seal, **public(row)}

    def _seal(self, number: int) -> Told:
        """Return the head of the record's chain after so many happenings, as it is told; nothing where there is none."""
        head = self.heads[number - 1] if number else ""
        return {SEALED: head} if head else {}

    def welcome(self, seat: int, parts: frozenset[str], since: int | None = None) -> list[Told]:
        """What a seat that comes is told: all it may know, or, if it was here before, what happened since then."""
        number = self.visible(seat)
        version = self.versions[number - 1] if number else 0
        has_begun = any(row.kind == BEGIN for row in self.rows[:number])
        if since is not None and 0 <= since <= number:
            missed = [self.told(row, seat, parts) for row in self.rows[since:number]]
            waits = {"waits": pending_dice} if (pending_dice := self.wanted(number)) is not None else {}
            resumed = {"t": "resumed", "seat": seat, "n": number, "v": version, **waits, **self._seal(number)}
            return [resumed, *(message for message in missed if message is not None)]
        greeting: Told = {
            "t": "welcome", "game": self.id, "rules": self.rules.name, "title": self.title, "names": list(self.names),
            "seat": seat, "n": number, "v": version, "begun": has_begun, "delay": self.plan.delay,
            "dice": {"how": self.plan.dice, "host": self.plan.commitment(self.id), "commitments": self.commitments(number)},
            "bots": {str(player): name for player, name in self.plan.bots.items()}, **self._seal(number),
        }  # fmt: skip
        greeting["talk"] = [self.told(row, seat, parts) for row in self.rows[:number] if row.kind not in QUIET][-100:]
        if (pending_dice := self.wanted(number)) is not None:
            greeting["waits"] = pending_dice
        if self.clock.limit and not self.is_delayed(seat):
            greeting["clock"] = {"left": self.clock.left(self.now()), "running": self.clock.running}
            greeting["control"] = asdict(self.plan.control)
        if has_begun:
            greeting |= self.telling[seat].whole(version, parts)
        elif not self.settled and not self.is_delayed(seat):
            greeting["terms"] = self.terms_told()
        return [greeting]

    def wanted(self, number: int) -> Told | None:
        """The dice that were awaited after so many happenings, and who had given theirs; None if none were."""
        for row in reversed(self.rows[:number]):
            if row.kind in (BEGIN, LINE):
                return None
            if row.kind == WANT:
                ready_players = [later_row.seat for later_row in self.rows[row.n : number] if later_row.kind == LINKED]
                return {"by": row.seat, **public(row), "given": ready_players}
        return None

    def commitments(self, number: int | None = None) -> dict[str, str]:
        """Return what the players have committed to, by now or after so many happenings."""
        return {str(row.seat): row.body["commitment"] for row in self.rows[:number] if row.kind == COMMIT}

    def record(self) -> str | None:
        """The game as a file, once it is over: with all that was hidden, and the secrets of its dice. None before."""
        lines = map(_recorded, self.rows)
        return "".join(line for line in lines if line is not None) if self.over else None

    def page(self, seat: int, end_line: int, limit: int) -> Told:
        """A page of the log: at most so many lines before a line."""
        number = self.visible(seat)
        lines = self.telling[seat].lines(self.versions[number - 1] if number else 0) if self.telling and number else []
        end = max(0, min(end_line, len(lines)))
        begin = max(0, end - limit)
        return {"t": "page", "from": begin, "lines": lines[begin:end]}


def _recorded(row: HappeningRow) -> str | None:
    """Return the line of the game's file that a row holds; None if it holds none."""
    if row.kind in (BEGIN, LINE):
        return str(row.body)
    return row.body.get(KEPT) if row.kind in (TIME, GIFT) else None


QUIET = (BEGIN, LINE, WANT, LINKED, ROLLED)
"""The kinds of rows of which those who come later hear nothing: they are told where the game stands."""


def public(row: HappeningRow) -> Told:
    """What everybody may know of a row that is no line of the game: no secret."""
    return {} if row.kind == OPEN else {name: value for name, value in row.body.items() if name != KEPT}
