"""A hosted game: it applies requests and notifies its listeners. This module uses no network.

Every event is a row in the store, saved before anyone hears of it. A game is restored from its
rows after a restart. Only one thread may use a match.
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
from wc3d.engine.fair_dice import FairDice, make_commitment
from wc3d.engine.game import ActionRecord, Game, UndoRecord
from wc3d.engine.record_seal import (
    BEGUN_FIELD,
    CLOCK_FIELD,
    GIVE_FIELD,
    SEAL_FIELD,
    SEAL_KEY_FIELD,
    TIME_UP_FIELD,
    SealChain,
    derive_chain_key,
)
from wc3d.engine.replay import file_entries, format_line, game_from_header, replay_line
from wc3d.engine.thinking_time import PLAYERS, to_milliseconds
from wc3d.registry import rules_of
from wc3d.server.match.clocks import HEARTBEAT_INTERVAL_S, HOST_AWAY, MatchClock
from wc3d.server.match.game_settings import GameSettings, settings_from_setup
from wc3d.server.match.match_spec import CHAIN_DICE, TYPED_DICE, match_spec_from_json
from wc3d.server.match.seat_feed import SeatFeed
from wc3d.server.match.seat_keys import JUDGE_SEAT, SEATS
from wc3d.server.match.store import MatchEventRow, MatchRow, MatchStore

LOG = logging.getLogger(__name__)

MAX_REQUEST_ID_CHARS = 60
"""The maximum length of a request id."""

BEGIN_ROW, LINE_ROW = "begin", "line"
"""The kinds of rows with lines of the record: the first line, and all others."""

COMMIT_ROW, OPEN_ROW = "commit", "open"
"""A player commits to a secret for the dice, or opens it."""

TIME_UP_ROW, TIME_GIFT_ROW = "time", "give"
"""A player runs out of time, or gives the opponent time. Both rows hold a line of the record."""

PAUSE_ROW, RESUME_ROW = "break", "resume"
"""The game is paused, or resumes."""

READY_ROW = "ready"
"""A player is ready to resume a paused game. With a clock, both players must be ready."""

PROPOSE_ROW, AGREE_ROW = "propose", "agree"
"""A player proposes terms, or agrees to terms."""

DICE_WANTED_ROW, DICE_LINK_ROW, TYPED_ROLL_ROW = "want", "link", "rolled"
"""An action waits for outside dice; a player opens a chain link, or types a result."""

CONTACT_ROW, NOTIFIED_ROW = "contact", "sent"
"""A player sets a contact, or the host has notified a player."""

JUDGE_AGREED_ROW = "judged"
"""Both players have agreed to a judge link."""

PRIVATE_ENTRY = "kept"
"""The private entry of a row: a secret chosen by the host, the action behind a roll, and more."""

NO_EXTRA_TIME: Mapping[int, int] = {}

Message = Mapping[str, Any]
JsonObject = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Listener:
    """A client that receives the requested parts of a seat's view. A judge has a player's seat."""

    seat: int
    parts: frozenset[str]
    send: Callable[[JsonObject], object]
    is_judge: bool = False
    disconnect: Callable[[], object] = lambda: None


def refusal_error(code: str, text: str) -> RefusedError:
    """Return an error for a refusal by the host rather than the rules."""
    return RefusedError(Verdict(False, code, text))


class Match:
    """A hosted game. Seats 1 and 2 belong to the players, seat 0 to spectators."""

    def __init__(
        self, row: MatchRow, store: MatchStore, clock: Callable[[], float] = time.time
    ) -> None:
        """Restore a game from its rows. Raises InputError and DamagedLineError for invalid rows."""
        self.id = row.id
        self.store = store
        self.now = clock
        self.rules = rules_of(row.rules_name)
        self.spec = match_spec_from_json(row.spec)
        self.title = row.title
        self.game: Game | None = None
        self.rows: list[MatchEventRow] = []
        self.record_lengths: list[int] = []
        self.feeds: dict[int, SeatFeed] = {}
        self.listeners: dict[object, Listener] = {}
        self.sent_row_counts: dict[object, int] = {}
        self.is_over = row.end_time is not None
        self.has_contact = False
        self.is_paused = False
        self.dice_wanted_row: MatchEventRow | None = None
        self.proposal: MatchEventRow | None = None
        self.agreed_players: set[int] = set()
        self.clock = MatchClock(self.spec.time_control)
        self.timed_out_player = 0
        self.chain: SealChain | None = None
        self.heads: list[str] = []
        for happened in store.read_events(self.id):
            self._restore_row(happened)
        self._update_feeds()
        self._seen = float(store.read_setting(self._last_seen_key) or 0.0)
        if self.clock.limit_s and self.clock.running_player and not self.is_over:
            self.add_row(HOST_AWAY, 0, None, {"seen": self._seen})

    def _restore_row(self, row: MatchEventRow) -> None:
        """Apply a saved row again."""
        if row.kind == BEGIN_ROW:
            self.game = self._read_lines(row.body)
        elif row.kind == LINE_ROW:
            replay_line(self.active_game, row.body.encode())
        self._apply_row(row)

    def _read_lines(self, text: str) -> Game:
        """Return the game of the first row, with any actions continued from another game."""
        first, *later_lines = text.encode().splitlines(keepends=True)
        game = game_from_header(first, self.rules.rebuild, self.make_game_dice())
        for line in later_lines:
            replay_line(game, line)
        return game

    def _apply_row(self, row: MatchEventRow) -> None:
        self.rows.append(row)
        self.record_lengths.append(len(self.game.record) if self.game is not None else 0)
        if row.kind == CONTACT_ROW:
            self.has_contact = True
        if row.kind in (PAUSE_ROW, RESUME_ROW):
            self.is_paused = row.kind == PAUSE_ROW
        if row.kind == PROPOSE_ROW:
            self.proposal = row
            self.agreed_players = set()
        if row.kind in (PROPOSE_ROW, AGREE_ROW):
            self.agreed_players.add(row.seat)
        if row.kind in (DICE_WANTED_ROW, BEGIN_ROW, LINE_ROW):
            self.dice_wanted_row = row if row.kind == DICE_WANTED_ROW else None
        self._update_clock(row)
        self._update_seal(row)

    def _update_clock(self, row: MatchEventRow) -> None:
        """Charge the time before a row, and start the clock of the awaited player."""
        until = min(row.time, row.body.get("seen", 0.0)) if row.kind == HOST_AWAY else row.time
        self.clock.book_time(until)
        if row.kind == TIME_GIFT_ROW:
            self.clock.add_time(3 - row.seat, row.body["seconds"])
        if row.kind == TIME_UP_ROW:
            self.timed_out_player = row.seat
        if _record_line(row) is not None:
            self.clock.spent_ms = dict.fromkeys(PLAYERS, 0)
        stopped = self.is_paused or self.game is None
        self.clock.start_for(row.time, None if stopped else self.awaited_player, self.game)

    def _update_seal(self, row: MatchEventRow) -> None:
        """Extend the seal chain of the record. Games from earlier host versions have none."""
        for line in (_record_line(row) or "").splitlines():
            entry = json.loads(line)
            if SEAL_KEY_FIELD in entry:
                self.chain = SealChain(bytes.fromhex(entry[SEAL_KEY_FIELD]))
            if self.chain is not None and SEAL_FIELD in entry:
                self.chain.advance_past(entry)
        self.heads.append(self.chain.head if self.chain is not None else "")

    @property
    def _last_seen_key(self) -> str:
        return f"seen {self.id}"

    def _update_feeds(self) -> None:
        if self.game is not None and not self.feeds:
            self.feeds = {seat: SeatFeed(self.game, seat or None) for seat in SEATS}
        for telling in self.feeds.values():
            telling.sync()

    # State

    @property
    def active_game(self) -> Game:
        """The game. Raises RefusedError before it has begun."""
        if self.game is None:
            raise refusal_error(
                "not_begun", "the game has not started; it is waiting for both players"
            )
        return self.game

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def record_length(self) -> int:
        """The number of entries in the game's record."""
        return len(self.game.record) if self.game is not None else 0

    @property
    def player_to_act(self) -> int | None:
        """The player whose action is awaited. None before the game, during rolls and at the end."""
        return (
            self.game.to_act
            if self.game is not None and not self.is_over and self.dice_wanted_row is None
            else None
        )

    @property
    def awaited_player(self) -> int | None:
        """The player whose action or dice the game awaits, or None."""
        if self.dice_wanted_row is None or self.is_over:
            return self.player_to_act
        if "roll" in self.dice_wanted_row.body:
            return self.player_who_rolls(self.dice_wanted_row.body["roll"]["player"])
        ready_players = {
            row.seat
            for row in self.rows[self.dice_wanted_row.number :]
            if row.kind == DICE_LINK_ROW
        }
        return next((player for player in (1, 2) if player not in ready_players), None)

    def player_who_rolls(self, player: int) -> int:
        """Return the player who rolls a player's dice: the same, or the opponent of a bot."""
        return 3 - player if player in self.spec.bots else player

    def pending_dice_rows(self) -> list[MatchEventRow]:
        """Return the dice rows of the pending action, the first request at the beginning."""
        begin = next(
            (row.number for row in reversed(self.rows) if row.kind in (BEGIN_ROW, LINE_ROW)), 0
        )
        dice_rows = [
            row
            for row in self.rows[begin:]
            if row.kind in (DICE_WANTED_ROW, DICE_LINK_ROW, TYPED_ROLL_ROW)
        ]
        return dice_rows[
            next((i for i, row in enumerate(dice_rows) if row.kind == DICE_WANTED_ROW), 0) :
        ]

    @property
    def used_link_count(self) -> int:
        """The number of links that the game has used of each player's chain."""
        draws = (
            [
                self.game.opening[0],
                *(e.drawn for e in self.game.record if isinstance(e, ActionRecord)),
            ]
            if self.game
            else []
        )
        return max((link[0] for d in draws for link in d.links), default=0)

    @property
    def player_names(self) -> tuple[str, str]:
        """The names of the two players."""
        name_1, name_2 = self.spec.setup["names"]
        return str(name_1), str(name_2)

    @property
    def setup(self) -> Mapping[str, Any]:
        """The setup of the game: the last proposed one, or the original."""
        return self.spec.setup if self.proposal is None else self.proposal.body[PRIVATE_ENTRY]

    @property
    def is_agreed(self) -> bool:
        """Return whether both players agree to the terms. Bots agree to everything."""
        return (
            not self.spec.agreeing
            or self.game is not None
            or {1, 2} <= self.agreed_players | set(self.spec.bots)
        )

    def current_terms(self) -> GameSettings:
        """Return the terms of the last proposal, or the original ones."""
        return self.terms_of_proposal(self.proposal)

    def terms_of_proposal(self, proposal: MatchEventRow | None) -> GameSettings:
        """Return the terms of a proposal, or the original ones for None."""
        if proposal is None:
            return settings_from_setup(self.rules, self.spec.setup, "")
        return settings_from_setup(self.rules, proposal.body[PRIVATE_ENTRY], proposal.body["board"])

    def terms_message(self) -> JsonObject:
        """Return the current terms with their proposer and the players who have agreed."""
        by, n = (self.proposal.seat, self.proposal.number) if self.proposal is not None else (0, 0)
        terms = self.current_terms()
        lines = [*terms.describe_lines(), *self.describe_clock()]
        message = {
            "n": n,
            "by": by,
            "agreed": sorted(self.agreed_players),
            "lines": lines,
            "other": self.proposal.body.get("other", []) if self.proposal is not None else [],
            "values": terms.to_json(),
        }
        return {**message, "form": terms.form_to_json()}

    def describe_clock(self) -> list[str]:
        """Describe the settings of the clock in words, as an empty list without a clock."""
        return [f"Clock: {self.spec.time_control}"] if self.spec.clock else []

    def last_rows_of_kind(self, kind: str) -> dict[int, MatchEventRow]:
        """Return the last row of a kind by each seat."""
        return {row.seat: row for row in self.rows if row.kind == kind}

    def commitment_to(self, seat: int, secret: bytes) -> str:
        """Return the public commitment to a seat's secret."""
        return make_commitment(self.id, str(seat), secret)

    def make_game_dice(self) -> Dice:
        """Make the dice that the record names."""
        return (
            ChainDice(self.id, self.dice_commitments())
            if self.spec.dice == CHAIN_DICE
            else self.make_fair_dice()
        )

    def make_fair_dice(self) -> FairDice:
        """Make the dice of all three secrets. Raises KeyError for a missing one, or DiceError."""
        commits = self.last_rows_of_kind(COMMIT_ROW)
        opens = self.last_rows_of_kind(OPEN_ROW)
        commitments = {
            "host": self.spec.dice_commitment(self.id),
            **{str(p): commits[p].body["commitment"] for p in (1, 2)},
        }
        secrets = {
            "host": bytes.fromhex(self.spec.secret),
            **{str(p): bytes.fromhex(opens[p].body["secret"]) for p in (1, 2)},
        }
        return FairDice(self.id, commitments, secrets, is_typed=self.spec.dice == TYPED_DICE)

    # Changes

    def _next_time(self) -> float:
        """Return the time of the next row. It never goes back, even if the system clock does."""
        return max(self.now(), self.rows[-1].time if self.rows else 0.0)

    def add_row(
        self, kind: str, seat: int, request_id: str | None, body: Any, at: float | None = None
    ) -> MatchEventRow:
        """Save a row, then notify the listeners. Raises sqlite3.Error without any change."""
        row = MatchEventRow(
            self.row_count + 1,
            self._next_time() if at is None else at,
            kind,
            seat,
            request_id,
            body,
        )
        is_over = self.game is not None and self.game.over
        self.store.add_event(self.id, row, is_over)
        self.is_over = self.is_over or is_over
        self._apply_row(row)
        try:
            self._update_feeds()
            self.send_news()
        except Exception:  # the row is saved, so it must stay
            LOG.exception(
                "game %s: could not notify the clients because of an error in wc3d; details follow",
                self.id,
            )
        return row

    def check_clocks(self) -> None:
        """Send delayed news, and end the game if a player's time is up."""
        self.send_news()
        time_s = self.now()
        try:
            if (
                self.clock.limit_s
                and self.clock.running_player
                and time_s - self._seen > HEARTBEAT_INTERVAL_S
            ):
                self.store.write_setting(self._last_seen_key, str(time_s))
                self._seen = time_s
            self.end_if_time_is_up()
        except sqlite3.Error:
            LOG.exception("game %s: its clock could not be saved", self.id)

    def end_if_time_is_up(self) -> None:
        """If a player's time is up, record and announce it, and concede for this player."""
        player = self.timed_out_player or (
            self.clock.player_out_of_time(self.now()) if self.awaited_player else 0
        )
        if (
            player
            and not self.is_over
            and (action := self.rules.search.concede_action(player)) is not None
        ):
            if not self.timed_out_player:
                self.add_record_row(
                    TIME_UP_ROW, player, 0, None, {"text": "time is up"}, {TIME_UP_FIELD: player}
                )
            self.apply_step(player, None, lambda game: game.apply(action))

    def give_time(self, seat: int, request_id: str, seconds: int) -> None:
        """Add to the time of the player's opponent."""
        line = {GIVE_FIELD: seconds, "to": 3 - seat}
        self.add_record_row(
            TIME_GIFT_ROW, seat, seat, request_id, {"seconds": seconds, "to": 3 - seat}, line
        )

    def add_record_row(
        self,
        kind: str,
        seat: int,
        by: int,
        request_id: str | None,
        body: dict[str, Any],
        entry: dict[str, Any],
    ) -> MatchEventRow:
        """Save a row with a line of the record that holds no action."""
        at = self._next_time()
        self.clock.book_time(at)
        gift = {3 - by: to_milliseconds(entry[GIVE_FIELD])} if GIVE_FIELD in entry else {}
        line = self._build_line({**entry, "hash": self.active_game.digest()}, by, at, gift)
        return self.add_row(
            kind,
            seat,
            request_id,
            body if self.chain is None else {**body, PRIVATE_ENTRY: line},
            at,
        )

    def _build_line(
        self, entry: dict[str, Any], by: int, at: float, gift: Mapping[int, int] = NO_EXTRA_TIME
    ) -> str:
        """Return a line of the record with its author, time, clock and seal."""
        if self.chain is None:
            return format_line(entry)
        begin_time = next(row.time for row in self.rows if row.kind == BEGIN_ROW)
        line: dict[str, Any] = {
            **entry,
            "by": by,
            "at": to_milliseconds(at) - to_milliseconds(begin_time),
        }
        if self.clock.limit_s:
            remaining = self.clock.time.remaining_ms(self.active_game)
            clock_times = [remaining[player] + gift.get(player, 0) for player in PLAYERS]
            line[CLOCK_FIELD] = {"spent": list(self.clock.spent_ms.values()), "left": clock_times}
        return format_line(self.chain.seal_line(line))

    def begin_game(self, dice: Dice | None = None) -> None:
        """Begin the game and roll its opening with `dice`. Raises the errors of the dice."""
        own = self.make_game_dice()
        if self.spec.taken_over:
            self.game = self._read_lines("".join(self.spec.taken_over))
        else:
            self.game = self.rules.rebuild(dict(self.setup), dice or own)
        self.game.dice, self.game.bots = own, dict(self.spec.bots)
        at = self._next_time()
        entry: dict[str, Any] = {BEGUN_FIELD: to_milliseconds(at)}
        if self.clock.limit_s:
            entry[CLOCK_FIELD] = asdict(self.spec.time_control)
        try:
            opening, *inherited = file_entries(self.game)
            lines = self._seal_opening({**opening, **entry}, inherited)
            self.add_row(BEGIN_ROW, 0, None, lines, at)
        except BaseException:
            self.game = None
            raise

    def _seal_opening(self, opening: dict[str, Any], inherited: list[dict[str, Any]]) -> str:
        """Return the sealed first line of the record and the sealed lines of a continued game."""
        chain = SealChain(derive_chain_key(bytes.fromhex(self.spec.secret), self.id))
        sealed = chain.seal_header(opening)
        lines = [format_line(sealed)]
        for entry in inherited:
            chain.advance_past(sealed)
            sealed = chain.seal_line(entry)
            lines.append(format_line(sealed))
        return "".join(lines)

    def apply_step(
        self, seat: int, request_id: str | None, step: Callable[[Game], object]
    ) -> MatchEventRow:
        """Apply a player's step and save its line. Errors of `step` leave the game unchanged."""
        game = self.active_game
        old_game = copy.copy(game)
        try:
            step(game)
            self.check_time(game)
            at = self._next_time()
            self.clock.book_time(at)
            [entry] = file_entries(game, len(old_game.record))
            return self.add_row(LINE_ROW, seat, request_id, self._build_line(entry, seat, at), at)
        except BaseException:
            vars(game).update(vars(old_game))
            raise

    def check_take_back(self, count: int) -> None:
        """Raise RefusedError if taking back `count` actions leaves a player without time."""
        ahead = copy.copy(self.active_game)
        ahead.undo(count, agreed=True)
        self.check_time(ahead)

    def check_time(self, game: Game) -> None:
        """Raise RefusedError if an undo takes back a bonus that a player needs to stay in time."""
        if not self.clock.limit_s or not isinstance(game.record[-1], UndoRecord):
            return
        remaining = self.clock.time.remaining_ms(game)
        for player in PLAYERS:
            elapsed_ms = (
                max(0, to_milliseconds(self.now()) - self.clock.running_since_ms)
                if player == self.clock.running_player
                else 0
            )
            if remaining[player] <= elapsed_ms:
                text = f"cannot take this back: player {player} would lose the time bonus of this action and run out of time"
                raise refusal_error("no_time", text)

    # Messages

    def add_listener(self, client: object, listener: Listener, since: int | None = None) -> None:
        """Welcome a listener and send it later news. `remove_listener` takes the same `client`."""
        for message in self.welcome_messages(listener.seat, listener.parts, since):
            listener.send(
                {**message, "seat": JUDGE_SEAT, "eyes": listener.seat}
                if listener.is_judge and "seat" in message
                else message
            )
        self.listeners[client] = listener
        self.sent_row_counts[client] = self.visible_row_count(listener.seat)

    def remove_listener(self, client: object) -> None:
        """Remove a client's listener."""
        self.listeners.pop(client, None)
        self.sent_row_counts.pop(client, None)

    def dismiss_judges(self) -> None:
        """Disconnect every judge, as their link is no longer valid."""
        for client, listener in list(self.listeners.items()):
            if listener.is_judge:
                self.remove_listener(client)
                listener.disconnect()

    def visible_row_count(self, seat: int) -> int:
        """Return the number of rows that a seat may see by now. Spectators may see them later."""
        if not self.is_delayed(seat):
            return self.row_count
        return bisect_right(self.rows, self.now() - self.spec.delay, key=lambda row: row.time)

    def is_delayed(self, seat: int) -> bool:
        """Return whether a seat sees news later. It sees nothing current, not even a clock."""
        return not seat and bool(self.spec.delay) and not self.is_over

    def was_paused_at(self, number: int) -> bool:
        """Return whether the game was paused after the first `number` rows."""
        return next(
            (
                row.kind == PAUSE_ROW
                for row in reversed(self.rows[:number])
                if row.kind in (PAUSE_ROW, RESUME_ROW)
            ),
            False,
        )

    def send_news(self) -> None:
        """Send every listener its visible rows that are new."""
        messages: dict[tuple[int, int, frozenset[str]], JsonObject | None] = {}
        visible = {seat: self.visible_row_count(seat) for seat in SEATS}
        for client, listener in list(self.listeners.items()):
            begin, self.sent_row_counts[client] = (
                self.sent_row_counts.get(client, 0),
                visible[listener.seat],
            )
            for row in self.rows[begin : self.sent_row_counts[client]]:
                key = row.number, listener.seat, listener.parts
                if key not in messages:
                    messages[key] = self.message_for_row(row, listener.seat, listener.parts)
                if (message := messages[key]) is not None:
                    listener.send(message)

    def broadcast(self, message: JsonObject) -> None:
        """Send an unsaved message to every listener without a delay."""
        for listener in list(self.listeners.values()):
            if listener.seat or not self.spec.delay:
                listener.send(message)

    def message_for_row(
        self, row: MatchEventRow, seat: int, parts: frozenset[str]
    ) -> JsonObject | None:
        """Return the message to a seat about a row, None for no message."""
        version = self.record_lengths[row.number - 1]
        clock = (
            {
                "clock": {
                    "left": self.clock.remaining_s(self.now()),
                    "running": self.clock.running_player,
                }
            }
            if self.clock.limit_s
            else {}
        )
        seal = self._seal_entry(row.number) if _record_line(row) is not None else {}
        clock = {} if self.is_delayed(seat) else clock
        if row.kind == BEGIN_ROW:
            return {
                "t": "begun",
                "n": row.number,
                **clock,
                **seal,
                **self.feeds[seat].full_message(version, parts),
            }
        if row.kind == LINE_ROW:
            return {
                "t": "step",
                "n": row.number,
                "by": row.seat,
                **clock,
                **seal,
                **self.feeds[seat].step_message(version, parts),
            }
        return {
            "t": "talk",
            "n": row.number,
            "kind": row.kind,
            "by": row.seat,
            "at": round(row.time, 3),
            **clock,
            **seal,
            **public_fields(row),
        }

    def _seal_entry(self, number: int) -> JsonObject:
        """Return the head of the seal chain after `number` rows as a message entry, or {}."""
        head = self.heads[number - 1] if number else ""
        return {SEAL_FIELD: head} if head else {}

    def welcome_messages(
        self, seat: int, parts: frozenset[str], since: int | None = None
    ) -> list[JsonObject]:
        """Return the first messages to a seat: the whole view, or news since row `since`."""
        number = self.visible_row_count(seat)
        version = self.record_lengths[number - 1] if number else 0
        has_begun = any(row.kind == BEGIN_ROW for row in self.rows[:number])
        if since is not None and 0 <= since <= number:
            missed = [self.message_for_row(row, seat, parts) for row in self.rows[since:number]]
            waits = (
                {"waits": pending_dice}
                if (pending_dice := self.wanted_dice_message(number)) is not None
                else {}
            )
            resumed = {
                "t": "resumed",
                "seat": seat,
                "n": number,
                "v": version,
                **waits,
                **self._seal_entry(number),
            }
            return [resumed, *(message for message in missed if message is not None)]
        greeting: JsonObject = {
            "t": "welcome",
            "game": self.id,
            "rules": self.rules.name,
            "title": self.title,
            "names": list(self.player_names),
            "seat": seat,
            "n": number,
            "v": version,
            "begun": has_begun,
            "delay": self.spec.delay,
            "dice": {
                "how": self.spec.dice,
                "host": self.spec.dice_commitment(self.id),
                "commitments": self.dice_commitments(number),
            },
            "bots": {str(player): name for player, name in self.spec.bots.items()},
            **self._seal_entry(number),
        }
        greeting["talk"] = [
            self.message_for_row(row, seat, parts)
            for row in self.rows[:number]
            if row.kind not in ROWS_WITHOUT_TALK
        ][-100:]
        if (pending_dice := self.wanted_dice_message(number)) is not None:
            greeting["waits"] = pending_dice
        if self.clock.limit_s and not self.is_delayed(seat):
            greeting["clock"] = {
                "left": self.clock.remaining_s(self.now()),
                "running": self.clock.running_player,
            }
            greeting["control"] = asdict(self.spec.time_control)
        if has_begun:
            greeting |= self.feeds[seat].full_message(version, parts)
        elif not self.is_agreed and not self.is_delayed(seat):
            greeting["terms"] = self.terms_message()
        return [greeting]

    def wanted_dice_message(self, number: int) -> JsonObject | None:
        """Return the dice awaited after `number` rows and who has given theirs, or None."""
        for row in reversed(self.rows[:number]):
            if row.kind in (BEGIN_ROW, LINE_ROW):
                return None
            if row.kind == DICE_WANTED_ROW:
                ready_players = [
                    later_row.seat
                    for later_row in self.rows[row.number : number]
                    if later_row.kind == DICE_LINK_ROW
                ]
                return {"by": row.seat, **public_fields(row), "given": ready_players}
        return None

    def dice_commitments(self, number: int | None = None) -> dict[str, str]:
        """Return the commitments of the players, now or after `number` rows."""
        return {
            str(row.seat): row.body["commitment"]
            for row in self.rows[:number]
            if row.kind == COMMIT_ROW
        }

    def record_text(self) -> str | None:
        """Return the finished game as a file with all secrets. Return None before the end."""
        lines = map(_record_line, self.rows)
        return "".join(line for line in lines if line is not None) if self.is_over else None

    def log_page_message(self, seat: int, end_line: int, limit: int) -> JsonObject:
        """Return up to `limit` lines of the log before `end_line`."""
        number = self.visible_row_count(seat)
        lines = (
            self.feeds[seat].log_until(self.record_lengths[number - 1] if number else 0)
            if self.feeds and number
            else []
        )
        end = max(0, min(end_line, len(lines)))
        begin = max(0, end - limit)
        return {"t": "page", "from": begin, "lines": lines[begin:end]}


def _record_line(row: MatchEventRow) -> str | None:
    """Return the line of the record in a row, None for a row without a line."""
    if row.kind in (BEGIN_ROW, LINE_ROW):
        return str(row.body)
    return row.body.get(PRIVATE_ENTRY) if row.kind in (TIME_UP_ROW, TIME_GIFT_ROW) else None


ROWS_WITHOUT_TALK = (BEGIN_ROW, LINE_ROW, DICE_WANTED_ROW, DICE_LINK_ROW, TYPED_ROLL_ROW)
"""The kinds of rows that a welcome omits, as it shows the position after them."""


def public_fields(row: MatchEventRow) -> JsonObject:
    """Return the public fields of a row that is not a line of the game."""
    return (
        {}
        if row.kind == OPEN_ROW
        else {name: value for name, value in row.body.items() if name != PRIVATE_ENTRY}
    )
