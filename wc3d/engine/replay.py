"""A game as a file: its setup, its actions and its dice, one JSON line each.

The first line holds the setup and the opening. Every action and every undo adds a line. Nothing is
erased: undone actions stay in the file. Every line ends with two checks. `hash` is the hash of the
resulting state. `sum` is the checksum of the line itself, because the state does not reflect the
whole line.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import write_atomic
from wc3d._internal.suggestions import pluralize
from wc3d._internal.text_files import first_line, read_lines
from wc3d.engine.actions import Action, Event, RefusedError, read_correction
from wc3d.engine.dice import Dice, DiceError, DiceRecord, RecordedDice, refuse_unknown_keys
from wc3d.engine.game import ActionRecord, Game, GameOrigin, UndoRecord
from wc3d.engine.record_seal import (
    NUMBER_LIMIT,
    SEAL_FIELD,
    DamagedLineError,
    SealChecker,
    is_clock_line,
    refuse_hosted_keys,
)
from wc3d.engine.saved_dice import dice_data, make_recorded_dice, read_dice
from wc3d.errors import InputError, read_bounded_file, to_one_line

FORMAT_VERSION = 1
"""The version of the format. Files of another version are rejected."""

MAX_FILE_BYTES = 200_000_000
"""The largest saved game in bytes; a long game has a few million."""

GAME_START = re.compile(rb'\{\s*"wc3d"\s*:\s*"game"')
"""The beginning of the first line of a saved game."""

START_LENGTH = 200
"""The number of characters of the first line that identify a saved game."""

UNFINISHED_TEXT = "unfinished: the program stopped while writing it"

HEAD_KEYS = frozenset(
    {"wc3d", "version", "rules", "origin", "setup", "dice", "bots", "opening", "hash", "sum"}
    | {"begun", "clock", "seal", "seal_key", "parts"}
)
LINE_KEYS = frozenset({"hash", "sum", "by", "at", "clock", "seal"})
ACTION_KEYS = LINE_KEYS | {"n", "action", "rolls", "shuffles", "links"}
UNDO_KEYS = LINE_KEYS | {"undo", "agreed"}
CLOCK_LINE_KEYS = LINE_KEYS | {"time_up", "give", "to"}
"""The entries that each kind of line may have. A line with an unknown entry is rejected."""

Rebuild = Callable[[dict[str, Any], Dice], Game]
"""A function that makes a game from a saved setup and its dice. Raises InputError."""

Progress = Callable[[int, int], object]
"""A callback for the number of replayed lines and the total."""


# Writing


def action_data(action: Action) -> dict[str, Any]:
    """Return an action's JSON form, without default values."""
    return {"type": action.type, **action.model_dump(mode="json", exclude_defaults=True)}


def save(game: Game, path: str | Path) -> None:
    """Write a whole game to a file, completely or not at all. Raises InputError.

    A failure leaves the old file unchanged. The format is JSON lines: see the guide page on
    formats.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> from wc3d.engine.replay import load, save
    >>> from wc3d.games import rebuilder
    >>> path = Path(mkdtemp()) / "game.jsonl"
    >>> save(game, path)
    >>> load(path, rebuilder(path)).digest() == game.digest()
    True
    """
    try:
        write_atomic(Path(path), "".join(map(format_line, file_entries(game))))
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None


class GameJournal:
    """A file that follows a game: it contains every action even if the program is killed."""

    def __init__(self, game: Game, path: str | Path) -> None:
        """Write the present game to the file, replacing its content. Raises InputError.

        The sealed record of a hosted game stays unchanged, because a rewritten record would prove
        nothing.
        """
        self.game = game
        self.path = Path(path)
        if is_sealed(self.path):
            raise InputError(
                f"{path}: the sealed file of a hosted game is read-only; choose another file (--save)"
            )
        self._write()

    def _write(self) -> None:
        save(self.game, self.path)
        self._remember_file()

    def _remember_file(self) -> None:
        self.noted = len(self.game.record)
        self.version = _file_version(self.path)
        self.torn = False

    def append_new(self) -> None:
        """Append new actions and undos. Raises InputError.

        After a failure, or if the file is missing, the next call writes the complete file. A file
        that another program has changed or replaced is left alone.
        """
        version = _file_version(self.path)
        if version is None or (
            self.torn and self.version is not None and version[:2] == self.version[:2]
        ):
            self._write()
            return
        if self.noted == len(self.game.record):
            return
        if version != self.version:
            raise InputError(
                f"{self.path}: another program changed this file, so the game was not written to it"
            )
        text = "".join(map(format_line, file_entries(self.game, self.noted)))
        try:
            with self.path.open("ab") as file:
                self.torn = True
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({error.strerror})") from None
        self._remember_file()


def _file_version(path: Path) -> tuple[int, int, int] | None:
    """Return the device, the inode and the size in bytes of a file; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino, status.st_size)


def format_line(entry: dict[str, Any]) -> str:
    """Return an entry as a line of the file, with its checksum."""
    return (
        json.dumps(
            {**entry, "sum": _checksum(entry)},
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
        + "\n"
    )


def _checksum(entry: dict[str, Any]) -> str:
    """Return the checksum that reveals later changes to a line."""
    return hashlib.sha256(json.dumps(entry, separators=(",", ":")).encode()).hexdigest()[:8]


def file_entries(game: Game, noted: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the lines of a game's file, without the first `noted` entries of its record."""
    if noted is None:
        yield _header_entry(game)
    number = 0
    for i, entry in enumerate(game.record):
        number += 1 if isinstance(entry, ActionRecord) else -entry.count
        if i >= (noted or 0):
            yield _record_entry(game, entry, number)


def _header_entry(game: Game) -> dict[str, Any]:
    dice_record = game.opening[0]
    first_state = game.turns[0].state_before if game.turns else game.state
    bots = {"bots": {str(player): name for player, name in game.bots.items()}} if game.bots else {}
    origin = {"origin": asdict(game.origin)} if game.origin is not None else {}
    return {
        "wc3d": "game",
        "version": FORMAT_VERSION,
        "rules": game.rules.name,
        **origin,
        "setup": game.setup,
        "dice": dice_data(game.dice),
        **bots,
        "opening": {
            "rolls": dice_record.rolls,
            "shuffles": dice_record.shuffles,
            **({"links": dice_record.links} if dice_record.links else {}),
        },
        "hash": game.rules.play.digest(first_state),
    }


def _record_entry(game: Game, entry: ActionRecord | UndoRecord, number: int) -> dict[str, Any]:
    hash = game.rules.play.digest(entry.state_after)
    if isinstance(entry, UndoRecord):
        return {"undo": entry.count, **({"agreed": True} if entry.agreed else {}), "hash": hash}
    dice_fields = {
        name: value
        for name in ("rolls", "shuffles", "links")
        if (value := getattr(entry.drawn, name))
    }
    return {"n": number, "action": action_data(entry.action), **dice_fields, "hash": hash}


# Reading


class DamagedGameError(InputError):
    """A damaged line of a saved game after the first. The game before it can be recovered."""


class ReplayReader:
    """A line-by-line replay of a saved game, so that a viewer need not wait for the end.

    `game` is the game after `done` of `total` lines. `damage` is the fault in the first damaged
    line, if any; `game` is then the game before it. `seal` checks a sealed record; it is None for
    other games. Raises InputError if line 1 is damaged.
    """

    def __init__(self, path: Path, rebuild: Rebuild) -> None:
        self.total, self._lines = _read_all_lines(path)
        self._path = path
        self.done = 1
        self.damage = ""
        try:
            self.game, self.seal = _read_sealed_header(next(self._lines), rebuild)
        except (DamagedLineError, InputError) as error:
            raise InputError(f"{path} line 1: {error}") from None

    def replay_next(self) -> bool:
        """Replay the next line with its recorded dice. Return False at the end or at damage."""
        line = next(self._lines, None)
        missing = self.game.inherited_count - len(self.game.turns)
        if line is None and missing > 0 and not self.damage:
            source = self.game.origin.file if self.game.origin is not None else ""
            copied = f"the {pluralize(self.game.inherited_count, 'action')} copied from {source}"
            self.damage = f"{self._path} line {self.done + 1}: the end of the game is missing: {missing} of {copied}"
        if line is None or self.damage:
            return False
        self.done += 1
        sound = copy(self.game)  # a damaged line may partly run before it fails
        try:
            self._replay_line(line)
        except DamagedLineError as damage:
            self.game = sound
            self.damage = f"{self._path} line {self.done}: {damage}"
        return not self.damage

    def _replay_line(self, line: bytes) -> None:
        """Replay a line, and check it against the seal. Raises DamagedLineError."""
        entry = _parse_line(line)
        if self.seal is None:
            if SEAL_FIELD in entry:
                raise DamagedLineError("this line is sealed, but the first line of the file is not")
            replay_entry(self.game, entry)
            refuse_hosted_keys(entry, is_first=False)
            return
        self.seal.begin_line(entry, self.game)
        if is_clock_line(entry):
            _check_entry(self.game, entry, RecordedDice(DiceRecord()), _allowed_keys(entry))
        else:
            replay_entry(self.game, entry)
        self.seal.check_line(entry, self.game)


def load(path: str | Path, rebuild: Rebuild, progress: Progress | None = None) -> Game:
    """Return the game of a file, replayed with its recorded dice and checked line by line.

    It continues with its own dice. `rebuild` makes a game from a setup:
    `wc3d.games.rebuilder(path)`. `progress(done, total)` is called after each line. Raises
    InputError with the number of the first damaged line.

    >>> from wc3d.games import rebuilder
    >>> saved = save_example()
    >>> load(saved, rebuilder(saved)).to_act
    2
    """
    reading = ReplayReader(Path(path), rebuild)
    while reading.replay_next():
        if progress is not None:
            progress(reading.done, reading.total)
    if reading.damage:
        raise DamagedGameError(reading.damage)
    return reading.game


def recover(path: str | Path, rebuild: Rebuild) -> tuple[Game, str]:
    """Return the game of a file up to its first damaged line, and the fault in that line.

    The fault is "" if no line is damaged. Raises InputError if the first line is damaged.

    >>> from wc3d.engine.replay import recover
    >>> saved = save_example()
    >>> recovered, fault = recover(saved, rebuilder(saved))
    >>> fault
    ''
    """
    reading = ReplayReader(Path(path), rebuild)
    while reading.replay_next():
        pass
    game = reading.game
    if game.origin is not None and len(game.turns) < game.inherited_count:
        game.origin = replace(game.origin, actions=len(game.turns))
    return game, reading.damage


def is_saved_game(path: Path) -> bool:
    """Return whether a text file begins like a saved game, damaged or not. Raises InputError for
    an unreadable file.
    """
    return (
        GAME_START.match(first_line(path, MAX_FILE_BYTES, "a saved game", START_LENGTH)) is not None
    )


def has_typed_dice(path: str | Path) -> bool:
    """Return whether the dice of a file's game are rolled by hand. Raises InputError for an
    unreadable file.
    """
    try:
        return bool(
            _require_object(_parse_line(_read_first_line(path)).get("dice"), "dice").get("typed")
        )
    except DamagedLineError as damage:
        raise InputError(f"{path} line 1: {damage}") from None


def is_sealed(path: str | Path) -> bool:
    """Return whether a file is the sealed record of a hosted game."""
    try:
        return Path(path).is_file() and SEAL_FIELD in _parse_line(_read_first_line(path))
    except DamagedLineError:
        return False


def read_rules_name(path: str | Path) -> str:
    """Return the name of the rules of a file's game; empty if it has none. Raises InputError for a
    missing file.
    """
    try:
        name = _parse_line(_read_first_line(path)).get("rules")
    except DamagedLineError:
        return ""
    return name if isinstance(name, str) else ""


def _read_all_lines(path: Path) -> tuple[int, Iterator[bytes]]:
    """Return the number of lines of a file (at least 1) and an iterator. Raises InputError."""
    lines = list(
        read_lines(
            io.BytesIO(read_bounded_file(path, MAX_FILE_BYTES, "a saved game")), MAX_FILE_BYTES
        )
    )
    while lines and not lines[-1].strip():
        lines.pop()
    return len(lines), iter(lines or (b"",))


def _read_first_line(path: str | Path) -> bytes:
    return first_line(Path(path), MAX_FILE_BYTES, "a saved game", MAX_FILE_BYTES)


def game_from_header(line: bytes, rebuild: Rebuild, dice: Dice | None = None) -> Game:
    """Return the game of a first line, at its first question. It continues with these dice, or
    with those of the line.

    Fair dice are checked against their secrets. Raises DamagedLineError and InputError.
    """
    try:
        head = _parse_line(line)
    except DamagedLineError as error:
        raise DamagedLineError(f"not a saved game, or a damaged one: {error}") from None
    if head.get("wc3d") != "game":
        raise DamagedLineError("not a saved game")
    if head.get("version") != FORMAT_VERSION:
        version = repr(head.get("version"))[:40]
        raise DamagedLineError(
            f"saved in format version {version}; this program reads version {FORMAT_VERSION}"
        )
    try:
        own = dice or read_dice(_require_object(head.get("dice"), "dice"))
        origin = _read_origin(head["origin"]) if "origin" in head else None
        dice_record = _read_dice_record(_require_object(head.get("opening"), "opening"))
        recorded = (
            make_recorded_dice(dice_record, own) if origin is None else RecordedDice(dice_record)
        )
        refuse_unknown_keys(head["opening"], ("rolls", "shuffles", "links"), "opening")
        game = rebuild(_require_object(head.get("setup"), "setup"), recorded)
    except DiceError as error:
        raise DamagedLineError(str(error)) from None
    if head.get("rules") != game.rules.name:
        raise DamagedLineError(
            f"this is a game of {head.get('rules')!r}; expected {game.rules.name!r}"
        )
    _check_entry(game, head, recorded, HEAD_KEYS)
    _require_integer(head["version"], "version")
    game.dice = own
    game.origin = origin
    game.bots = _read_bots(head.get("bots", {}))
    return game


def _read_bots(value: Any) -> dict[int, str]:
    """Return the name of each player's bot. Raises DamagedLineError."""
    bots = _require_object(value, "bots")
    if not all(player in ("1", "2") and isinstance(name, str) for player, name in bots.items()):
        raise DamagedLineError(
            f"bots: expected the names of bots for players 1 and 2, found {str(bots)[:60]}"
        )
    return {int(player): name for player, name in bots.items()}


def _read_sealed_header(line: bytes, rebuild: Rebuild) -> tuple[Game, SealChecker | None]:
    """Return the game of a first line, and the checker of the later lines if the game is sealed."""
    try:
        entry = _parse_line(line)
    except DamagedLineError:
        return game_from_header(line, rebuild), None  # raises an error with the fault
    seal = SealChecker(entry) if SEAL_FIELD in entry else None
    if seal is not None:
        seal.check_header()
    game = game_from_header(line, rebuild)
    if seal is None:
        refuse_hosted_keys(entry, is_first=True)
    if seal is not None:
        seal.check_opening()
    return game, seal


def replay_line(game: Game, line: bytes) -> None:
    """Replay a line, and check the resulting state. Raises DamagedLineError."""
    replay_entry(game, _parse_line(line))


def replay_entry(game: Game, entry: dict[str, Any]) -> None:
    """Replay a parsed line. Raises DamagedLineError."""
    try:
        dice_record = _read_dice_record(entry)
        is_inherited = len(game.turns) < game.inherited_count
        dice = (
            RecordedDice(dice_record)
            if is_inherited
            else make_recorded_dice(dice_record, game.dice)
        )
        if "undo" in entry:
            game.undo(_require_integer(entry["undo"], "undo"), _read_agreement(entry))
        else:
            number = len(game.turns) + 1
            if _require_integer(entry.get("n"), "n") != number:
                raise DamagedLineError(
                    f"expected action {number}, found action {entry['n']}: lines are missing or moved"
                )
            data = _require_object(entry.get("action"), "action")
            game.apply(read_correction(data) or game.rules.play.read_action(data), dice)
    except RefusedError as error:
        raise DamagedLineError(f"the rules do not allow this action: {error}") from None
    except DiceError as error:
        raise DamagedLineError(str(error)) from None
    _check_entry(game, entry, dice, _allowed_keys(entry))


def _read_agreement(entry: dict[str, Any]) -> bool:
    """Return whether both players agreed to an undo. Raises DamagedLineError."""
    agreed = entry.get("agreed", False)
    if not isinstance(agreed, bool):
        raise DamagedLineError(f"agreed: expected true or false, found {str(agreed)[:40]!r}")
    return agreed


def _allowed_keys(entry: dict[str, Any]) -> frozenset[str]:
    """Return the entries that a line of this kind may have after the first line."""
    return (
        CLOCK_LINE_KEYS if is_clock_line(entry) else UNDO_KEYS if "undo" in entry else ACTION_KEYS
    )


def _check_entry(
    game: Game, entry: dict[str, Any], dice: RecordedDice, keys: frozenset[str]
) -> None:
    if dice.rolls or dice.shuffles:
        raise DamagedLineError("this line lists more dice than its action rolls")
    if entry.get("hash") != game.digest():
        hashes = f"hash {game.digest()}, not {repr(entry.get('hash'))[:40]}"
        raise DamagedLineError(f"the replayed state differs from the saved one ({hashes})")
    content = _without_sum(entry)
    if entry.get("sum") != _checksum(content):
        raise DamagedLineError(
            f"this line was changed after it was saved (sum {_checksum(content)}, not {repr(entry.get('sum'))[:40]})"
        )
    if unknown := sorted(entry.keys() - keys):
        raise DamagedLineError(f"{unknown[0][:60]!r}: unknown key")


def _parse_line(line: bytes) -> dict[str, Any]:
    """Parse a line. A last line without its end counts if its checksum is correct."""
    is_ended = line.endswith(b"\n")
    try:
        value = _parse_object(line)
    except DamagedLineError:
        if is_ended or not line:
            raise
        raise DamagedLineError(UNFINISHED_TEXT) from None
    if not is_ended and value.get("sum") != _checksum(_without_sum(value)):
        raise DamagedLineError(UNFINISHED_TEXT)
    return value


def _without_sum(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != "sum"}


def _parse_object(line: bytes) -> dict[str, Any]:
    """Return the object of a line. Raises DamagedLineError."""
    if not line:
        raise DamagedLineError("empty")
    try:
        value = json.loads(
            line.decode("utf-8"),
            parse_constant=_refuse_constant,
            object_pairs_hook=_refuse_duplicate_keys,
        )
    except UnicodeDecodeError as error:
        raise DamagedLineError(f"invalid UTF-8 text at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise DamagedLineError(
            f"invalid JSON ({error.msg[0].lower()}{error.msg[1:]}, column {error.colno})"
        ) from None
    except RecursionError:
        raise DamagedLineError("nested too deeply for a saved game") from None
    except ValueError:
        raise DamagedLineError("invalid JSON (a number is too long)") from None
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise DamagedLineError("contains a broken Unicode character") from None
    return _require_object(value, "the line")


def _refuse_constant(name: str) -> Any:
    raise DamagedLineError(f"invalid JSON ({name} is not allowed; expected an ordinary number)")


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a line. Raises DamagedLineError for a duplicate key."""
    result = dict(pairs)
    if len(result) < len(pairs):
        name = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise DamagedLineError(f"{name[:60]}: given twice")
    return result


def _require_object(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DamagedLineError(
            f"{place}: expected an object" + ("" if value is not None else ", found none")
        )
    return value


def _require_integer(value: Any, place: str) -> int:
    if type(value) is not int or abs(value) >= NUMBER_LIMIT:
        raise DamagedLineError(f"{place}: expected a whole number, found {str(value)[:40]!r}")
    return value


def _read_origin(value: Any) -> GameOrigin:
    """Return the origin of a continued game. Raises DamagedLineError."""
    data = _require_object(value, "origin")
    actions = _require_integer(data.get("actions"), "origin.actions")
    if actions < 0 or not all(isinstance(data.get(name), str) for name in ("file", "hash")):
        raise DamagedLineError("origin: expected a file, a number of actions and a hash")
    return GameOrigin(data["file"], actions, data["hash"])


def _read_dice_record(entry: dict[str, Any]) -> DiceRecord:
    """Return the rolls and shuffles of a line."""
    links = entry.get("links", [])
    if not isinstance(links, list) or not all(
        isinstance(link, list) and len(link) == 3 for link in links
    ):
        raise DamagedLineError(
            "links: expected a list of [number, dice secret of player 1, dice secret of player 2]"
        )
    rolls = _read_faces(entry.get("rolls", []), "rolls")
    shuffles = _read_faces(entry.get("shuffles", []), "shuffles")
    return DiceRecord(
        rolls,
        shuffles,
        tuple(
            (_require_integer(number, "links"), str(first), str(second))
            for number, first, second in links
        ),
    )


def _read_faces(value: Any, place: str) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise DamagedLineError(f"{place}: expected a list of lists of whole numbers")
    return tuple(tuple(_require_integer(face, place) for face in row) for row in value)


# Continuing


def continue_game(game: Game, actions: int, file: str, dice: Dice) -> Game:
    """Return a new game that continues after the first `actions` of `game`, with its own `dice`.

    The new game names its origin: the `file` and the hash of the original's final state. Inherited
    actions cannot be undone. Raises InputError for an invalid number of actions, or if the game is
    over by then.
    """
    ReplayCursor(game).go_to(actions)
    new_game = copy(game)
    new_game.dice = dice
    if actions < len(game.turns):
        new_game.origin = None
        new_game.undo(len(game.turns) - actions, agreed=True)
    if new_game.over:
        raise InputError(
            f"the game is over after {pluralize(actions, 'action')}; choose a point before its end"
        )
    new_game.turns = [replace(turn, drawn=replace(turn.drawn, links=())) for turn in new_game.turns]
    new_game.opening = replace(new_game.opening[0], links=()), new_game.opening[1]
    new_game.record = list(new_game.turns)
    new_game.undone = []
    new_game.origin = GameOrigin(to_one_line(file), actions, game.digest())
    return new_game


# Browsing


@dataclass
class ReplayCursor:
    """A cursor to browse a game forward and back. `at` is the number of actions done. The game may
    continue meanwhile.
    """

    game: Game
    actions_done: int = 0

    def __len__(self) -> int:
        return len(self.game.turns)

    def state_after(self, count: int) -> Any:
        """Return the state after `count` actions."""
        turns = self.game.turns
        return (
            turns[count - 1].state_after
            if count
            else turns[0].state_before
            if turns
            else self.game.state
        )

    @property
    def state(self) -> Any:
        """The state at the cursor."""
        return self.state_after(self.actions_done)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the action before the cursor, or of the opening."""
        return (
            self.game.turns[self.actions_done - 1].events
            if self.actions_done
            else self.game.opening[1]
        )

    def go_to(self, at: int) -> Any:
        """Move after `at` actions and return the state there. Raises InputError beyond the ends."""
        if not 0 <= at <= len(self):
            raise InputError(
                f"the game has {pluralize(len(self), 'action')}; expected a number from 0 to {len(self)}, found {at}"
            )
        self.actions_done = at
        return self.state

    def step_forward(self) -> Any:
        """Move an action forward, or stay at the end; return the state."""
        return self.go_to(min(self.actions_done + 1, len(self)))

    def step_back(self) -> Any:
        """Move an action back, or stay at the opening; return the state."""
        return self.go_to(max(self.actions_done - 1, 0))
