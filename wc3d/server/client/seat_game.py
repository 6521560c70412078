"""A hosted game from a seat's view, with the interface of a game. It asks the host for changes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from wc3d.engine.actions import Action, Event, Offer, RefusedError, Verdict
from wc3d.engine.dice import Dice, DiceRecord, ScriptedDice, SeededDice
from wc3d.engine.game import ActionRecord, Game, View
from wc3d.engine.replay import action_data
from wc3d.engine.ruleset import RuleSet
from wc3d.registry import rules_of
from wc3d.server.client.client import MatchClient
from wc3d.server.match.codec import codec_for


class OutOfSyncError(Exception):
    """Raised if the seat's state differs from the host's view of it, which is always a bug."""


class SeatGame(Game):
    """The game of a seat. `has_begun` is False until the host sends its state."""

    def __init__(self, client: MatchClient) -> None:
        self.client = client
        self.has_begun = False
        self.bots: dict[int, str] = {}
        self.dice: Dice = ScriptedDice()
        self.turns = []
        self.record = []
        self.undone = []
        self.origin = None
        self._can_redo = False
        self._events: list[Event] = []
        self._parts: dict[str, Any] = {}
        self._rules: RuleSet | None = None

    @property
    def rules(self) -> RuleSet:  # type: ignore[override]
        """The rules of the game."""
        assert self._rules is not None
        return self._rules

    def handle_message(self, message: Mapping[str, Any]) -> None:
        """Apply a host message. Raises OutOfSyncError, InputError or CodecError if invalid."""
        if message["t"] == "welcome":
            self._rules = rules_of(message["rules"])
        if "setup" in message:
            self.setup = dict(message["setup"])
            game = self.rules.rebuild(self.setup, SeededDice("whatever is hidden"))
            self.start = self.rules.play.seen_by(game.start, self.viewer)
            self._events = []
            self._parts = {}
            self.has_begun = True
            self.turns = []
        if "to_act" in message:
            self._can_redo = message.get("redo") is True
        if "set" in message:
            old_state = getattr(self, "state", None)
            wire = codec_for(self.rules)
            self._parts = wire.apply_diff(self._parts, message)
            self.state = wire.unflatten(self._parts, self.start)
            del self._events[len(self._events) - message.get("unlog", 0) :]
            happened = tuple(wire.decode(event) for event in message.get("events", ()))
            self._events += happened
            self._note_turn(message, old_state, happened)
        if message.get("check", self.has_begun and self.digest()) != (
            self.has_begun and self.digest()
        ):
            raise OutOfSyncError(
                f"this program's copy of the game no longer matches the host's (message {message['n']}). "
                "This is a bug in wc3d: please report it, then join again with the same link"
            )

    def _note_turn(
        self, message: Mapping[str, Any], old_state: Any, happened: tuple[Event, ...]
    ) -> None:
        """Record a turn for the log and for undo. Turns before the seat joined are merged."""
        if "setup" in message:
            self.opening = (DiceRecord(), happened)
        elif "taken" not in message:
            action = Action(type="told", player=message["by"])
            self.turns.append(
                ActionRecord(
                    action, DiceRecord(), happened, old_state, self.state, reveals_cards=False
                )
            )
        elif message["taken"] <= len(self.turns):
            del self.turns[len(self.turns) - message["taken"] :]
        else:
            self.turns, self.opening = [], (DiceRecord(), tuple(self._events))

    @property
    def viewer(self) -> int | None:
        """The player whose view it is, None for a spectator."""
        return self.client.eyes or None

    @property
    def log(self) -> tuple[Event, ...]:
        """All events, as the seat knows them."""
        return tuple(self._events)

    def offers(self) -> tuple[Offer, ...]:
        """Return the offers if this seat is to act."""
        return (
            self.rules.play.offers(self.state, self.client.seat)
            if self.to_act == self.client.seat
            else ()
        )

    def view(self, player: int | None) -> View:
        """Return the seat's view, whatever `player` is."""
        return View(self.rules, self.viewer, self.state, self.to_act, self.offers(), self.log)

    def apply(self, action: Action, dice: Dice | None = None) -> tuple[Event, ...]:
        """Ask the host to apply an action and return its events. Raises RefusedError."""
        return self._collect_events(
            lambda: self.client.request_change("do", action=action_data(action))
        )

    def undo(self, count: int = 1, agreed: bool = False) -> None:
        """Ask the host to take back the seat's own last action. Raises RefusedError."""
        if count != 1:
            raise RefusedError(
                Verdict(
                    False, "cannot_undo", "in a hosted game you can undo only one action at a time"
                )
            )
        self._collect_events(lambda: self.client.request_change("undo"))

    def redoable(self) -> int:
        """Return 1 if the host can redo an undone action of this seat, else 0."""
        return int(self._can_redo)

    def redo(self, count: int = 1) -> None:
        """Ask the host to redo this seat's last undone action. Raises RefusedError."""
        if count != 1:
            raise RefusedError(
                Verdict(
                    False, "cannot_redo", "in a hosted game you can redo only one action at a time"
                )
            )
        self._collect_events(lambda: self.client.request_change("redo"))

    def _collect_events(self, ask: Callable[[], object]) -> tuple[Event, ...]:
        event_count = len(self._events)
        ask()
        return tuple(self._events[event_count:])


def join_seat_game(
    client: MatchClient, hear: Callable[[Mapping[str, Any]], object] = lambda message: None
) -> SeatGame:
    """Connect a client and return its game. `hear` receives every message. Raises InputError."""
    game = SeatGame(client)

    def heard(message: Mapping[str, Any]) -> None:
        game.handle_message(message)
        hear(message)

    client.on_message = heard
    client.connect()
    return game


def send_random_roll(client: MatchClient) -> None:
    """Roll the typed dice that this seat must roll at random and send them. Raises RefusedError."""
    roll = client.roll_to_type
    if roll is not None:
        client.request_change(
            "rolled", faces=[secrets.choice(die["faces"]) for die in roll["dice"]]
        )


def accept_any_terms(client: MatchClient) -> None:
    """Agree to any proposed terms. Raises RefusedError."""
    if (terms := client.terms_to_accept) is not None:
        client.request_change("agree", to=terms["n"])


def wait_for_begin(
    game: SeatGame,
    rolls: Callable[[MatchClient], object] = send_random_roll,
    settles: Callable[[MatchClient], object] = accept_any_terms,
) -> SeatGame:
    """Give the seat's share of the dice, and wait until the game has begun. Raises RefusedError.

    `rolls` rolls and types the dice of the opening. `settles` answers proposals.
    """
    while not game.has_begun:
        settles(game.client)
        game.client.give_dice_secret()
        rolls(game.client)
        has_question = (
            game.client.roll_to_type is not None or game.client.terms_to_accept is not None
        )  # they may have come with an answer
        if not game.has_begun and not has_question:
            game.client.wait_for_message()
    return game


def play_to_end(game: SeatGame, choose: Callable[[View], Action]) -> int:
    """Play the seat to the end with `choose`. Return the number of actions. Raises RefusedError."""
    action_count = 0
    wait_for_begin(game)
    while game.to_act is not None:
        if game.client.awaited_dice is not None:
            send_random_roll(game.client)
            if game.client.awaited_dice is not None and game.client.roll_to_type is None:
                game.client.wait_for_message()
            continue
        if game.to_act != game.client.seat:
            game.client.wait_for_message()
            continue
        try:
            game.apply(choose(game.view(game.client.seat)))
            action_count += 1
        except RefusedError as error:
            if error.verdict.code != "stale":
                raise
    return action_count
