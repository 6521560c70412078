"""The seal of a game's record: a chain of keyed hashes over its first line and every line after
it.

The host publishes the head of the chain with each step, and the key after the game. A head reveals
no hidden information before that. Afterwards it proves all lines before it: a player who noted a
head can recognize the record of their game. Without a noted head the chain proves nothing, because
anyone with the key can make another chain.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from wc3d.engine.fair_dice import FairDice
from wc3d.engine.game import ActionRecord, Game
from wc3d.engine.thinking_time import (
    PLAYERS,
    ThinkingTime,
    TimeControl,
    read_time_control,
    to_milliseconds,
)

SEAL_FIELD, SEAL_KEY_FIELD, PARTS_FIELD = "seal", "seal_key", "parts"
"""The fields for the chain's head and, in the first line, for its key and part hashes."""

BEGUN_FIELD, CLOCK_FIELD = "begun", "clock"
"""The first line's fields for the start time and the settings of the clock. Other lines also have
a `clock`.
"""

TIME_UP_FIELD, GIVE_FIELD = "time_up", "give"
"""The fields of clock lines: a player's time is up, or a player gives the opponent time."""

HOSTED_HEADER_KEYS = frozenset({BEGUN_FIELD, CLOCK_FIELD, SEAL_KEY_FIELD, PARTS_FIELD})
HOSTED_LINE_KEYS = frozenset({"by", "at", CLOCK_FIELD, TIME_UP_FIELD, GIVE_FIELD, "to"})
"""The keys of the first line and of later lines that only sealed records have."""

MAX_TIME_MS = 253_402_300_800_000
"""The end of the year 9999, in milliseconds since 1970."""

NUMBER_LIMIT = 2**63
"""The bound of whole numbers in a record. Real games stay far below it."""

JUDGE_SEAT = 3
"""The acting seat in a line with a judge's correction; 0 is the host."""


class DamagedLineError(Exception):
    """A damaged line, with the fault."""


def derive_chain_key(secret: bytes, game: str) -> bytes:
    """Return the key of a game's chain, derived from a secret of the host."""
    return hmac.new(secret, f"wc3d seal 1|{game}".encode(), "sha256").digest()


class SealChain:
    """A seal chain. `head` is that of the last line, empty before the first."""

    def __init__(self, key: bytes, head: str = "") -> None:
        self.key = key
        self.head = head

    def next_head(self, entry: Mapping[str, Any]) -> str:
        """Return the head after one more line, ignoring the line's own head and checksum."""
        line = _to_json(
            {name: value for name, value in entry.items() if name not in (SEAL_FIELD, "sum")}
        )
        return hmac.new(self.key, f"{self.head}|{line}".encode(), "sha256").hexdigest()

    def seal_header(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return the first line with its key, the hashes of its parts and its head."""
        with_key = {**entry, SEAL_KEY_FIELD: self.key.hex()}
        return self.seal_line(
            {
                **with_key,
                PARTS_FIELD: {
                    name: self._hash_part(value) for name, value in header_parts(entry).items()
                },
            }
        )

    def seal_line(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return a line with its head. Only `advance_past` advances the chain."""
        return {**entry, SEAL_FIELD: self.next_head(entry)}

    def advance_past(self, entry: Mapping[str, Any]) -> None:
        """Advance the chain past a sealed line."""
        self.head = str(entry[SEAL_FIELD])

    def _hash_part(self, value: Any) -> str:
        return hmac.new(self.key, _to_json(value).encode(), "sha256").hexdigest()[:16]

    def changed_parts(self, entry: Mapping[str, Any]) -> list[str]:
        """Return the names of the parts of a first line that do not match their hashes."""
        stored_sums = entry.get(PARTS_FIELD)
        sums = stored_sums if isinstance(stored_sums, dict) else {}
        parts = header_parts(entry)
        names = dict.fromkeys((*parts, *sums))
        return [
            name
            for name in names
            if name not in parts or sums.get(name) != self._hash_part(parts[name])
        ]


def _to_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def header_parts(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the separately hashed parts of a first line, by name."""
    names = (
        "wc3d",
        "version",
        "rules",
        "origin",
        "dice",
        "bots",
        "opening",
        "hash",
        BEGUN_FIELD,
        CLOCK_FIELD,
    )
    parts = {name: entry[name] for name in names if name in entry}
    setup = entry.get("setup")
    return parts | {
        f"setup {name}": value for name, value in (setup if isinstance(setup, dict) else {}).items()
    }


def header_game_id(entry: Mapping[str, Any]) -> str:
    """Return the game id in a first line's dice; empty if there is none."""
    dice = entry.get("dice")
    for kind in ("fair", "chain"):
        named = dice.get(kind) if isinstance(dice, dict) else None
        if isinstance(named, dict) and isinstance(named.get("game"), str):
            return str(named["game"])
    return ""


class SealChecker:
    """A checker for the lines of a sealed record during replay.

    `heads` has each head with the number of actions in the record before it, including those
    undone. `time_up` is the player who lost on time, 0 for nobody. `control` is None without a
    clock. `begun` is in milliseconds since 1970.
    """

    def __init__(self, entry: Mapping[str, Any]) -> None:
        """Read the first line. Raises DamagedLineError."""
        self.game_id = header_game_id(entry)
        self.bots = entry.get("bots")
        self.chain = SealChain(_read_key(entry))
        self.control = _read_time_control(entry)
        self.begun = _require_integer(entry.get(BEGUN_FIELD), BEGUN_FIELD)
        if not 0 <= self.begun < MAX_TIME_MS:
            raise DamagedLineError(f"{BEGUN_FIELD}: expected the start of the game in milliseconds")
        self.time = None if self.control is None else ThinkingTime(self.control)
        self.at = 0
        self.time_up = 0
        self.heads: list[tuple[int, str]] = []
        self._asked: int | None = None
        self._turn: Any = None
        self._first = entry
        self._changed = self.chain.changed_parts(entry)

    def check_header(self) -> None:
        """Check the parts of the first line that the game itself cannot check. Raises
        DamagedLineError.

        The replay gives better messages for changed dice: `check_opening` checks them.
        """
        if set(self._changed) - {"dice", "opening", "hash"}:
            raise DamagedLineError(
                f"this line was changed after the game was sealed: {', '.join(self._changed)}"
            )

    def check_opening(self) -> None:
        """Check the first line after its game is set up. Raises DamagedLineError."""
        if self._changed:
            raise DamagedLineError(
                f"this line was changed after the game was sealed: {', '.join(self._changed)}"
            )
        self._advance_chain(self._first, 0, "this line was changed after it was sealed")

    def begin_line(self, entry: Mapping[str, Any], game: Game) -> None:
        """Record the state before a line, and check who acts. Raises DamagedLineError."""
        if self.time_up and not self._is_concession(entry, game):
            raise DamagedLineError(f"player {self.time_up} lost on time, but the game continues")
        if _is_inherited(game):
            return
        self._asked = game.to_act
        self._turn = self.time.clock_key(game) if self.time is not None else None
        self._check_seat(entry, game)

    def _is_concession(self, entry: Mapping[str, Any], game: Game) -> bool:
        conceding = game.rules.search.concede_action(self.time_up)
        action = entry.get("action")
        data = action if isinstance(action, dict) else {}
        return conceding is not None and (data.get("type"), data.get("player")) == (
            conceding.type,
            self.time_up,
        )

    def _check_seat(self, entry: Mapping[str, Any], game: Game) -> None:
        by = _require_integer(entry.get("by"), "by")
        action = entry.get("action")
        due: tuple[Any, ...]
        if isinstance(action, dict):
            due = (JUDGE_SEAT,) if action.get("type") == "correction" else (action.get("player"),)
        elif TIME_UP_FIELD in entry:
            due = (0,)
        elif "undo" in entry and entry.get("agreed") is not True and game.turns:
            due = (game.turns[-1].action.player,)
        else:
            due = PLAYERS
        if by not in due:
            raise DamagedLineError(
                f"by: expected seat {' or '.join(str(seat)[:40] for seat in due)}, found seat {by}"
            )

    def check_line(self, entry: Mapping[str, Any], game: Game) -> None:
        """Check a line of the record after replaying it. Raises DamagedLineError."""
        if game.inherited_count and len(game.record) <= game.inherited_count:
            if entry.keys() & {"by", "at", CLOCK_FIELD}:
                raise DamagedLineError(
                    f"a line copied from {game.origin} must not have 'by', 'at' or 'clock'"
                )
            self._advance_chain(
                entry,
                len(game.record),
                f"a line copied from {game.origin} was changed, or one is missing",
            )
            return
        at = _require_integer(entry.get("at"), "at")
        if at < self.at:
            raise DamagedLineError(f"at: {at} ms is earlier than the previous line ({self.at} ms)")
        if (CLOCK_FIELD in entry) != (self.time is not None):
            raise DamagedLineError(
                "clock: required in games with a clock, and not allowed in others"
            )
        if self.time is not None:
            self._check_clock(self.time, entry, game, at)
        elif is_clock_line(entry):
            raise DamagedLineError("time_up and give: allowed only in games with a clock")
        self.at = at
        actions = sum(isinstance(record_entry, ActionRecord) for record_entry in game.record)
        self._advance_chain(
            entry,
            actions,
            "this line was changed after it was sealed, or lines before it are missing",
        )

    def _check_clock(
        self, time: ThinkingTime, entry: Mapping[str, Any], game: Game, at: int
    ) -> None:
        """Check a line's clock against the lines before it."""
        spent_ms = _read_pair(entry[CLOCK_FIELD], "spent")
        if min(spent_ms) < 0 or sum(spent_ms) > at - self.at:
            elapsed_note = f"only {at - self.at} ms passed since the previous line"
            raise DamagedLineError(
                f"clock: the players used {sum(spent_ms)} ms, but {elapsed_note}"
            )
        for player in PLAYERS:
            if (
                self.only_active_player_can_spend(game)
                and player != self._asked
                and spent_ms[player - 1]
            ):
                raise DamagedLineError(
                    f"clock: player {player} used time, but it was the turn of player {self._asked} to act"
                )
            time.spent[self._turn, player] += spent_ms[player - 1]
        if GIVE_FIELD in entry:
            self._check_gift(time, entry)
        remaining = tuple(time.remaining_ms(game).values())
        if _read_pair(entry[CLOCK_FIELD], "left") != remaining:
            message = f"{entry[CLOCK_FIELD].get('left')} ms left, but the lines before it leave {list(remaining)}"
            raise DamagedLineError(f"clock: {message}")
        if TIME_UP_FIELD in entry:
            self.time_up = _require_integer(entry[TIME_UP_FIELD], TIME_UP_FIELD)
            if self.time_up not in PLAYERS or remaining[self.time_up - 1] > 0:
                raise DamagedLineError(
                    f"time_up: player {self.time_up} still has time ({list(remaining)} ms left)"
                )

    def only_active_player_can_spend(self, game: Game) -> bool:
        """Return whether only the player to act can spend time, because nobody else gives dice."""
        return isinstance(game.dice, FairDice) and not game.dice.is_typed

    def _check_gift(self, time: ThinkingTime, entry: Mapping[str, Any]) -> None:
        seconds = _require_integer(entry[GIVE_FIELD], GIVE_FIELD)
        player = 3 - _require_integer(entry.get("by"), "by")
        if not 0 < seconds <= MAX_TIME_GIFT_S or entry.get("to") != player:
            raise DamagedLineError("give: expected a number of seconds for the other player")
        time.given[self._turn, player] += to_milliseconds(seconds)

    def _advance_chain(self, entry: Mapping[str, Any], actions: int, damage: str) -> None:
        """Advance the chain past a line if its head is the next one."""
        due = self.chain.next_head(entry)
        if entry.get(SEAL_FIELD) != due:
            raise DamagedLineError(
                f"{damage} (seal {due[:16]}..., not {str(entry.get(SEAL_FIELD))[:16]!r})"
            )
        self.chain.advance_past(entry)
        self.heads.append((actions, self.chain.head))

    @property
    def head(self) -> str:
        """The head of the last line."""
        return self.chain.head

    def actions_covered(self, head: str) -> tuple[int, int] | None:
        """Return the number of actions and lines before a head; None for an unknown head."""
        for lines, (actions, known_head) in enumerate(self.heads, 1):
            if known_head == head:
                return actions, lines
        return None


def _is_inherited(game: Game) -> bool:
    """Return whether the next line is inherited from the game that this one continues."""
    return len(game.record) < game.inherited_count


MAX_TIME_GIFT_S = 3600
"""The most seconds that a player can give at once."""


def refuse_hosted_keys(entry: Mapping[str, Any], is_first: bool) -> None:
    """Raise DamagedLineError if an unsealed line has keys that only a seal makes trustworthy.

    No version has written such a line: the keys and the seal came together.
    """
    for name in entry:
        if name in (HOSTED_HEADER_KEYS if is_first else HOSTED_LINE_KEYS):
            raise DamagedLineError(
                f"{name}: only a sealed record has this, but {SEAL_FIELD} is missing"
            )


def is_clock_line(entry: Mapping[str, Any]) -> bool:
    """Return whether a line is a clock event rather than an action."""
    return TIME_UP_FIELD in entry or GIVE_FIELD in entry


def _read_key(entry: Mapping[str, Any]) -> bytes:
    try:
        key = bytes.fromhex(str(entry.get(SEAL_KEY_FIELD)))
    except ValueError:
        key = b""
    if len(key) != hashlib.sha256().digest_size:
        raise DamagedLineError(f"{SEAL_KEY_FIELD}: expected 64 hexadecimal digits")
    return key


def _read_time_control(entry: Mapping[str, Any]) -> TimeControl | None:
    if CLOCK_FIELD not in entry:
        return None
    try:
        return read_time_control(entry[CLOCK_FIELD] if isinstance(entry[CLOCK_FIELD], dict) else {})
    except ValueError as error:
        raise DamagedLineError(str(error)) from None


def _require_integer(value: Any, place: str) -> int:
    if type(value) is not int or abs(value) >= NUMBER_LIMIT:
        raise DamagedLineError(f"{place}: expected a whole number, found {str(value)[:40]!r}")
    return value


def _read_pair(clock: Any, name: str) -> tuple[int, int]:
    pair = clock.get(name) if isinstance(clock, dict) else None
    if not isinstance(pair, list) or len(pair) != 2:
        raise DamagedLineError(
            f'clock: expected "{name}" as two numbers of milliseconds, one for each player'
        )
    return _require_integer(pair[0], "clock"), _require_integer(pair[1], "clock")
