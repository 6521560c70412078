"""A client for a seat of a hosted game. It reconnects by itself and repeats no request."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import connect
from websockets.sync.connection import Connection

from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.chain_dice import describe_false_link, is_next_link, make_chain
from wc3d.engine.dice_proof import add_to_links_sum
from wc3d.engine.fair_dice import SECRET_BYTES, make_commitment
from wc3d.errors import InputError, to_one_line
from wc3d.server.limits import format_message
from wc3d.server.match.seat_feed import EVENTS_PART, STATE_PART
from wc3d.server.match.seat_keys import SeatLink

MAX_MESSAGE_BYTES = 50_000_000
"""The maximum size of a message from a host."""

REPLY_KINDS = (
    "done",
    "refused",
    "stale",
    "bad",
    "failed",
    "page",
    "offers",
    "why",
    "pointed",
    "judge",
)
"""The kinds of messages that answer a request."""

RECONNECT_TIMEOUT_S = 60.0
"""Seconds for which the client tries to reach a host again."""

OpenConnection = Callable[[str], Connection]
"""A function that opens a connection to a websocket URL."""


def open_connection(address: str) -> Connection:
    """Open a connection to a host."""
    return connect(
        address, max_size=MAX_MESSAGE_BYTES, open_timeout=10, close_timeout=1, compression=None
    ).__enter__()


class DiceChainTracker:
    """Tracks the player's own dice chain, the revealed links of both players, and their digest."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._chain = list[bytes]()
        self.sent_count = 0
        self.roll_purpose_hashes = dict[int, str]()
        self.links = dict[str, dict[int, str]]({"1": {}, "2": {}})
        self.chain_digest = ""
        self.is_complete = True

    @property
    def own_chain(self) -> list[bytes]:
        """The links of the player's chain by number."""
        self._chain = self._chain or make_chain(self._secret)
        return self._chain

    @property
    def own_commitment(self) -> str:
        """The commitment to the chain, published before the game."""
        return self.own_chain[0].hex()

    def reveal_link(self, number: int) -> str:
        """Return a link by its number. Raises InputError if it would also reveal earlier links."""
        if self.sent_count and number > self.sent_count + 1:
            raise InputError(
                f"the host asked for dice secret {number}, but {self.sent_count + 1} is next; nothing was sent, "
                "because that would reveal future rolls"
            )
        self.sent_count = max(self.sent_count, number)
        return self.own_chain[number].hex()

    def record_link(self, player: str, number: int, link: str, ends: Mapping[str, str]) -> None:
        """Record an opened link. Raises InputError if it does not continue its chain."""
        links = self.links[player]
        last = ends.get(player, "") if number == 1 else links.get(number - 1)
        self.is_complete = (
            self.is_complete and last is not None and number in self.roll_purpose_hashes
        )
        if last is not None and not is_next_link(link, last):
            raise InputError(describe_false_link(number, player))
        links[number] = link
        if self.is_complete and all(number in mine for mine in self.links.values()):
            self.chain_digest = add_to_links_sum(
                self.chain_digest,
                (number, self.links["1"][number], self.links["2"][number]),
                self.roll_purpose_hashes[number],
            )


class MatchClient:
    """A client for a seat. It passes each message that is not an answer to `on_message`, in order.

    `seal` is the last head of the record's seal chain. `on_seal` receives each head.
    """

    def __init__(
        self,
        link: SeatLink,
        hear: Callable[[Mapping[str, Any]], object],
        *,
        parts: Collection[str] = (STATE_PART, EVENTS_PART),
        patience: float = RECONNECT_TIMEOUT_S,
        open: OpenConnection = open_connection,
        secret: bytes | None = None,
        eyes: int = 0,
    ) -> None:
        self.link = link
        self.on_message = hear
        self.parts = sorted(parts)
        self.patience = patience
        self.connect_to = open
        self.secret = secret or secrets.token_bytes(SECRET_BYTES)
        self.seat = 0
        self.eyes = eyes
        self.terms: Mapping[str, Any] | None = None
        self.last_number: int | None = None
        self.chat_history: list[Mapping[str, Any]] = []
        self.version = 0
        self.has_begun = False
        self.commitments: dict[str, str] = {}
        self.seats_with_open_secret: set[int] = set()
        self.dice_mode = self.host_commitment = ""
        self.bots_rolled_for: set[int] = set()
        self.awaited_dice: Mapping[str, Any] | None = None
        self.chain_tracker = DiceChainTracker(self.secret)
        self.seal = ""
        self.on_seal: Callable[[str], object] = lambda seal: None
        self._clock: tuple[Mapping[str, Any], float] | None = None
        self._socket: Connection | None = None

    # Connection

    def connect(self) -> None:
        """Join or rejoin the game, with retries. Raises InputError for an invalid link."""
        until = time.monotonic() + self.patience
        pause = 0.1
        while True:
            try:
                self._socket = self.connect_to(self.link.websocket_url)
                since = {} if self.last_number is None else {"since": self.last_number}
                identity = {"game": self.link.game, "key": self.link.key, "eyes": self.eyes}
                self._send({"t": "join", **identity, "parts": self.parts, **since})
                self._handle_message(self._receive(10.0))
                return
            except ConnectionClosed as error:
                if error.rcvd is not None and error.rcvd.code == 4401:
                    raise InputError(
                        "this link does not open a game; ask the host for a new one"
                    ) from None
                fault: Exception = error
            except (OSError, TimeoutError, InvalidHandshake, InvalidURI, EOFError) as error:
                fault = error
            if time.monotonic() > until:
                raise InputError(
                    f"{self.link.host}: cannot reach the host ({to_one_line(fault)})"
                ) from None
            time.sleep(pause)
            pause = min(2.0, 2 * pause)

    def close(self) -> None:
        """Disconnect. The seat stays reserved."""
        if self._socket is not None:
            self._socket.close()

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(format_message(message))

    def _receive(self, timeout: float | None) -> Mapping[str, Any]:
        assert self._socket is not None
        message = json.loads(self._socket.recv(timeout))
        if not isinstance(message, dict):
            raise InputError(f"{self.link.host}: this is not a wc3d host; check the link")
        return message

    def _handle_message(self, message: Mapping[str, Any]) -> None:
        """Record a message and pass it on, ignoring repeated messages."""
        kind = message.get("t")
        number = message.get("n", 0)
        if "clock" in message:
            self._clock = message["clock"], time.monotonic()
        if kind == "welcome":
            self.seat = message["seat"]
            self.eyes = message.get("eyes", self.seat)
            self.chat_history = message["talk"]
        elif kind in ("step", "talk", "begun"):
            if self.last_number is not None and number <= self.last_number:
                return
        elif kind == "point":
            self.on_message(message)
            return
        elif kind != "resumed":
            return
        if kind == "resumed":
            self.version = message["v"] if message["n"] == self.last_number else self.version
            self._await_dice(message.get("waits"))
            return
        self.last_number, self.version = number, message.get("v", self.version)
        if "seal" in message:
            self.seal = str(message["seal"])
            self.on_seal(self.seal)
        self._note_shares(message)
        self._follow_terms(message)
        self._follow_dice(message)
        self.on_message(message)

    # Requests and messages

    def request(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the host's answer to a request. A resent request is still applied only once."""
        request = {"id": secrets.token_hex(8), **message}
        while True:
            try:
                self._send(request)
                while True:
                    reply = self._receive(self.patience)
                    if (
                        reply.get("t") in REPLY_KINDS
                        and reply.get("id", request["id"]) == request["id"]
                    ):
                        self._receive_until(reply.get("n", 0))
                        return reply
                    self._handle_message(reply)
            except (ConnectionClosed, TimeoutError, OSError):
                self.connect()

    def _receive_until(self, number: int) -> None:
        """Receive the news up to row `number`, which precede an answer unless they were lost."""
        while self.last_number is not None and self.last_number < number:
            self._handle_message(self._receive(self.patience))

    def wait_for_message(self, timeout: float | None = None) -> bool:
        """Wait for a message and handle it. Return False after `timeout` seconds without one."""
        try:
            self._handle_message(self._receive(timeout))
            return True
        except TimeoutError:
            return False
        except (ConnectionClosed, OSError):
            self.connect()
            return True

    def request_change(self, kind: str, **what: Any) -> Mapping[str, Any]:
        """Request a change at the last known version. Raises RefusedError, also if outdated."""
        reply = self.request({"t": kind, "at": self.version, **what})
        if reply["t"] == "done":
            return reply
        if reply["t"] == "stale":
            raise RefusedError(
                Verdict(
                    False,
                    "stale",
                    "the game changed before your action arrived; check the table and choose again",
                )
            )
        verdict = {
            name: str(reply.get(name, "")) for name in ("code", "text", "page", "rule", "source")
        }
        raise RefusedError(Verdict(False, **{**verdict, "code": verdict["code"] or reply["t"]}))

    def time_left(self) -> dict[int, float]:
        """Return the remaining seconds of each player, or {} without a clock."""
        if self._clock is None:
            return {}
        clock, since = self._clock
        elapsed_s = time.monotonic() - since
        return {
            player: max(
                0.0,
                float(clock["left"][str(player)])
                - (elapsed_s if player == clock["running"] else 0.0),
            )
            for player in (1, 2)
        }

    @property
    def running_clock(self) -> int:
        """The player whose clock is running, 0 for neither."""
        return 0 if self._clock is None else int(self._clock[0]["running"])

    # Before the game

    @property
    def terms_to_accept(self) -> Mapping[str, Any] | None:
        """The open terms for this seat: proposer (`by`), number (`n`) and `lines`, or None."""
        has_open_terms = (
            self.seat in (1, 2) and self.terms is not None and self.seat not in self.terms["agreed"]
        )
        return self.terms if has_open_terms else None

    def _follow_terms(self, message: Mapping[str, Any]) -> None:
        """Track the proposed terms and the players who have agreed."""
        kind = message.get("kind") if message["t"] == "talk" else message["t"]
        if kind == "welcome":
            self.terms = message.get("terms")
        elif kind == "begun":
            self.terms = None
        elif self.terms is not None and kind == "propose":
            self.terms = {**self.terms, **message, "agreed": [message["by"]]}
        elif self.terms is not None and kind == "agree":
            self.terms = {**self.terms, "agreed": [*self.terms["agreed"], message["by"]]}

    # Dice

    @property
    def roll_to_type(self) -> Mapping[str, Any] | None:
        """The roll that this seat must make by hand and type, for itself or a bot, or None."""
        roll: Mapping[str, Any] | None = (self.awaited_dice or {}).get("roll")
        return (
            roll
            if roll is not None
            and self.seat
            and roll["player"] in (self.seat, *self.bots_rolled_for)
            else None
        )

    def give_dice_secret(self) -> None:
        """Commit to the dice secret. Open it after both players have committed.

        Raises RefusedError if the seat has already committed to another secret.
        """
        if self.seat not in (1, 2) or self.has_begun:
            return
        chain = self.dice_mode == "chain"
        mine = (
            self.chain_tracker.own_commitment
            if chain
            else make_commitment(self.link.game, str(self.seat), self.secret)
        )
        if self.commitments.get(str(self.seat)) != mine:
            self.request_change("commit", commitment=mine)
        if chain:
            return
        if (
            len(self.commitments) == 2
            and self.seat not in self.seats_with_open_secret
            and not self.has_begun
        ):
            self.request_change("open", secret=self.secret.hex())

    def _note_shares(self, message: Mapping[str, Any]) -> None:
        """Track the players' commitments and opened secrets."""
        if message.get("t") == "welcome":
            self.bots_rolled_for = (
                {int(player) for player in message["bots"]} if self.seat else set()
            )
            dice = message["dice"]
            self.commitments = dict(dice["commitments"])
            self.dice_mode = dice["how"]
            self.host_commitment = dice["host"]
        self.has_begun = self.has_begun or bool(message.get("begun")) or message.get("t") == "begun"
        for talk in (message, *message.get("talk", ())):
            if talk.get("kind") == "commit":
                self.commitments[str(talk["by"])] = talk["commitment"]
            elif talk.get("kind") == "open":
                self.seats_with_open_secret.add(talk["by"])

    def _follow_dice(self, message: Mapping[str, Any]) -> None:
        """Track the awaited dice, and reveal this seat's link when the host requests it."""
        kind = message.get("kind") if message["t"] == "talk" else message["t"]
        if kind == "welcome":
            self._await_dice(message.get("waits"))
        elif kind in ("begun", "step"):
            self.awaited_dice = None
        elif kind == "want":
            self._await_dice(message)
        elif kind == "link":
            self.chain_tracker.record_link(
                str(message["by"]), message["number"], message["link"], self.commitments
            )

    def _await_dice(self, waits: Mapping[str, Any] | None) -> None:
        """Set the awaited dice, or None. Raises InputError for a link requested out of order."""
        self.awaited_dice = waits
        if waits is None or "number" not in waits:
            return
        self.chain_tracker.roll_purpose_hashes[waits["number"]] = waits["settled"]
        if (
            self.seat
            and self.seat not in waits.get("given", ())
            and self.commitments.get(str(self.seat)) == self.chain_tracker.own_commitment
        ):
            link = self.chain_tracker.reveal_link(waits["number"])
            self._send(
                {
                    "t": "link",
                    "id": f"link {waits['number']}",
                    "number": waits["number"],
                    "link": link,
                }
            )
