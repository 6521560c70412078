"""The games of a host: create, load, list and unload them, and find the seat of a link."""

from __future__ import annotations

import copy
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from wc3d.engine.game import Game
from wc3d.engine.replay import DamagedLineError, file_entries, format_line
from wc3d.errors import (
    InputError,
    describe_plugin_fault,
    escape_control_characters,
    without_code_place,
)
from wc3d.server.match.match import JsonObject, Match, Message
from wc3d.server.match.match_spec import MatchSpec, setup_without_seed
from wc3d.server.match.notifications import unsent_notification
from wc3d.server.match.presence import present_seats
from wc3d.server.match.requests import answer_request, resume_interrupted_work
from wc3d.server.match.seat_keys import (
    HOST_KEY_SETTING,
    JUDGE_SEAT,
    SEAT_SECRET_SETTING,
    SEATS,
    SPECTATOR_SEAT,
    derive_seat_key,
    find_seat_by_key,
    hash_key,
    is_key_of_hash,
    new_key,
    new_match_id,
)
from wc3d.server.match.store import MatchRow, MatchStore
from wc3d.server.match.table_talk import announce_judge_gone

IDLE_TIMEOUT_S = 600.0
"""Seconds before a game without listeners leaves the memory. The next visit loads it again."""

LOG = logging.getLogger(__name__)


class MatchRegistry:
    """The games of a store. Only one thread at a time may use each game."""

    def __init__(self, store: MatchStore, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.now = clock
        self.matches: dict[str, Match] = {}
        self.last_use: dict[str, float] = {}
        self.faults: dict[str, str] = {}
        if store.read_setting(HOST_KEY_SETTING) is None:
            store.write_setting(HOST_KEY_SETTING, new_key())
        if store.read_setting(SEAT_SECRET_SETTING) is None:
            store.write_setting(SEAT_SECRET_SETTING, new_key())

    @property
    def host_key(self) -> str:
        """The key of the host's owner."""
        return self.store.read_setting(HOST_KEY_SETTING) or ""

    def create_match(self, game: Game, **more: Any) -> tuple[str, dict[int, str]]:
        """Create a game like `game` with unknown dice. Return its id and the key of each seat.

        A game with an `origin` continues from its current state. `more` holds further fields of
        `MatchSpec`. Raises InputError.
        """
        rules = game.rules
        id = new_match_id()
        setup = setup_without_seed(game)
        if game.origin is not None:
            game = copy.copy(game)
            game.setup = setup
            more["taken_over"] = [format_line(entry) for entry in file_entries(game)]
        plan = MatchSpec(setup, bots=dict(game.bots), **more)
        keys = self._derive_keys(id)
        headline = f"{rules.text.headline(game.state)}: {' against '.join(rules.text.player_names(game.state))}"
        self.store.create_match(
            id,
            rules.name,
            headline,
            plan.to_json(),
            {seat: hash_key(key) for seat, key in keys.items()},
        )
        match = self.load_match(id)
        for player in plan.bots:
            answer_request(
                match, player, {"t": "commit", "id": f"bot-{secrets.token_hex(8)}", "leave": True}
            )
        return id, keys

    def load_match(self, id: str) -> Match:
        """Return a game by its id. Raises InputError if it is missing or damaged."""
        self.last_use[id] = self.now()
        if id not in self.matches:
            row = self.store.find_match(id)
            if row is None:
                raise InputError(
                    f"game {escape_control_characters(id[:60])}: not found in {self.store.path}"
                )
            try:
                self.matches[id] = match = Match(row, self.store, self.now)
                resume_interrupted_work(match)
                announce_judge_gone(match)
            except Exception as error:
                is_damaged = isinstance(error, InputError | DamagedLineError)
                if not (fault := str(error) if is_damaged else describe_plugin_fault(error)):
                    raise
                self.matches.pop(id, None)
                self.faults[id] = without_code_place(fault)
                raise InputError(f"game {id} cannot be continued: {fault}") from None
        return self.matches[id]

    def find_seat(self, id: object, key: object) -> tuple[Match, int] | None:
        """Return the game and the seat of a key, None if the id or the key is wrong."""
        key_hashes = self.store.seat_key_hashes(id) if isinstance(id, str) else {}
        seat = find_seat_by_key(key, key_hashes or DUMMY_KEY_HASHES)
        return (
            None
            if seat is None or not isinstance(id, str) or not key_hashes
            else (self.load_match(id), seat)
        )

    def renew_keys(self, id: str) -> dict[int, str]:
        """Replace the keys of all seats and return the new ones. Raises InputError."""
        if self.store.find_match(id) is None:
            raise InputError(
                f"--links {escape_control_characters(id[:60])}: no such game in {self.store.path}; to see its games, use --list"
            )
        self.store.write_setting(_renewals_setting(id), str(self._renewals(id) + 1))
        keys = self._derive_keys(id)
        judge = {
            JUDGE_SEAT: hash_key(new_key())
        }  # an unknown key; the players can agree to another link
        self.store.replace_keys(id, {seat: hash_key(key) for seat, key in keys.items()} | judge)
        return keys

    def _renewals(self, id: str) -> int:
        """Return how many times the keys of a game were replaced."""
        return int(self.store.read_setting(_renewals_setting(id)) or 0)

    def _derive_keys(self, id: str) -> dict[int, str]:
        """Return the keys of a game's seats."""
        secret = self.store.read_setting(SEAT_SECRET_SETTING) or ""
        renewals = self._renewals(id)
        return {seat: derive_seat_key(secret, id, renewals, seat) for seat in SEATS}

    def list_matches(self, with_links: bool = False) -> list[JsonObject]:
        """Return a summary of every game, for the host's owner.

        With links, games that are not over have the `links` of spectators and of seats that nobody
        has taken. The other links are never given again.
        """
        games = []
        taken = self.store.seats_with_commitment()
        for row in self.store.list_matches():
            match = self.matches.get(row.id)
            activity: dict[str, Any] = {}
            if match is not None:
                activity = {
                    "here": present_seats(match),
                    "actions": match.record_length,
                    "to_act": match.player_to_act,
                }
            fault = {"fault": self.faults[row.id]} if row.id in self.faults else {}
            summary = {
                "game": row.id,
                "title": row.title,
                "rules": row.rules_name,
                "begun": row.begin_time,
                "over": row.end_time,
            }
            seats = {
                "names": row.spec["setup"]["names"],
                "bots": row.spec["bots"],
                "taken": sorted(taken.get(row.id, set())),
            }
            has_links = with_links and not row.end_time and not fault
            links = {"links": self._free_links(row, seats)} if has_links else {}
            games.append({**summary, **activity, **fault, **seats, **links})
        return games

    def _free_links(self, row: MatchRow, seats: JsonObject) -> dict[str, str]:
        """Return the ends of the links of spectators and of the seats that nobody has taken.

        Keys of games from earlier versions cannot be derived, so these games have no links.
        """
        hashes = self.store.seat_key_hashes(row.id)
        return {
            str(seat): f"{row.id}.{key}"
            for seat, key in self._derive_keys(row.id).items()
            if seat == SPECTATOR_SEAT
            or (seat not in seats["taken"] and str(seat) not in seats["bots"])
            if is_key_of_hash(key, hashes.get(seat, ""))
        }

    def unload_if_idle(self, match: Match) -> None:
        """Unload a game that nobody has used for `IDLE_TIMEOUT_S`."""
        waits = match.listeners or match.spec.clock or match.player_to_act in match.spec.bots
        waits = waits or bool(
            match.awaited_player and unsent_notification(match, match.awaited_player)
        )
        if not waits and self.now() - self.last_use.get(match.id, 0) > IDLE_TIMEOUT_S:
            self.matches.pop(match.id, None)


def _renewals_setting(id: str) -> str:
    """Return the name of the setting that counts the renewals of a game's keys."""
    return f"renewals {id}"


DUMMY_KEY_HASHES: Mapping[int, str] = {seat: hash_key(new_key()) for seat in SEATS}
"""Hashes for the key check of an unknown game, to make it take the same time."""


def answer_safely(match: Match, seat: int, message: Message) -> JsonObject:
    """Return the answer to a request. An internal error becomes an answer and changes nothing."""
    try:
        return answer_request(match, seat, message)
    except Exception as error:
        fault = describe_plugin_fault(error)
        LOG.exception(
            "game %s, seat %s: the request %.40r failed because of %s; details follow",
            match.id,
            seat,
            message.get("t"),
            fault or "an error in wc3d",
        )
        cause = without_code_place(fault) or type(error).__name__
        text = f"the host had an internal error and changed nothing ({cause})"
        return {"t": "failed", "id": str(message.get("id"))[:60], "text": text}
