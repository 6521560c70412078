"""The other end: a program that holds a seat by its link. It comes back when the connection is cut, and asks nothing twice."""
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
from wc3d.engine.fair_dice import SECRET, committed
from wc3d.errors import InputError, one_line
from wc3d.host.limits import write_message
from wc3d.host.links import SeatLink
from wc3d.host.telling import EVENTS, STATE

LARGEST = 50_000_000
"""Bytes of the largest message that a host is believed to send."""

ANSWERS = ("done", "refused", "stale", "bad", "failed", "page", "offers", "why", "pointed")
"""The kinds of messages that answer a request."""

PATIENCE = 60.0
"""Seconds for which a host that is gone is tried again."""

Opened = Callable[[str], Connection]
"""Opens a connection to a websocket's address."""


def dial(address: str) -> Connection:
    """A connection to a host."""
    return connect(address, max_size=LARGEST, open_timeout=10, close_timeout=1, compression=None).__enter__()


class HostClient:
    """A seat at a host. `hear` is given whatever the host tells that is no answer, each once and in order."""

    def __init__(
        self, link: SeatLink, hear: Callable[[Mapping[str, Any]], object], *, parts: Collection[str] = (STATE, EVENTS),
        patience: float = PATIENCE, open: Opened = dial, secret: bytes | None = None,
    ) -> None:  # fmt: skip
        self.link, self.hear, self.parts, self.patience, self.open = link, hear, sorted(parts), patience, open
        self.secret = secret or secrets.token_bytes(SECRET)
        self.seat = 0
        self.number: int | None = None
        self.version = 0
        self.begun = False
        self.commitments: dict[str, str] = {}
        self.opened: set[int] = set()
        self._socket: Connection | None = None

    # Connection

    def join(self) -> None:
        """Sit down, or come back; a host that is gone is tried for a while. Raises InputError for a link that opens nothing."""
        until, pause = time.monotonic() + self.patience, 0.1
        while True:
            try:
                self._socket = self.open(self.link.socket)
                since = {} if self.number is None else {"since": self.number}
                self._send({"t": "join", "game": self.link.game, "key": self.link.key, "parts": self.parts, **since})
                self._take(self._receive(10.0))
                return
            except ConnectionClosed as error:
                if error.rcvd is not None and error.rcvd.code == 4401:
                    raise InputError("this link opens no game at that host (any more)") from None
                fault: Exception = error
            except (OSError, TimeoutError, InvalidHandshake, InvalidURI, EOFError) as error:
                fault = error
            if time.monotonic() > until:
                raise InputError(f"{self.link.host}: cannot be reached ({one_line(fault)})") from None
            time.sleep(pause)
            pause = min(2.0, 2 * pause)

    def close(self) -> None:
        """Leave; the seat stays one's own."""
        if self._socket is not None:
            self._socket.close()

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._socket is not None
        self._socket.send(write_message(message))

    def _receive(self, timeout: float | None) -> Mapping[str, Any]:
        assert self._socket is not None
        message = json.loads(self._socket.recv(timeout))
        if not isinstance(message, dict):
            raise InputError(f"{self.link.host}: this is no host of games")
        return message

    def _take(self, message: Mapping[str, Any]) -> None:
        """Something was told: count it, and let it be heard. What is told twice is heard once."""
        kind, number = message.get("t"), message.get("n", 0)
        if kind == "welcome":
            self.seat = message["seat"]
        elif kind in ("step", "talk", "begun"):
            if self.number is not None and number <= self.number:
                return
        elif kind == "point":
            self.hear(message)
            return
        elif kind != "resumed":
            return
        if kind == "resumed":
            self.version = message["v"] if message["n"] == self.number else self.version
            return
        self.number, self.version = number, message.get("v", self.version)
        self._shared(message)
        self.hear(message)

    # Asking and listening

    def ask(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """The host's answer to a request. It is sent again where the connection was cut, and done once all the same."""
        asked = {"id": secrets.token_hex(8), **message}
        while True:
            try:
                self._send(asked)
                while True:
                    told = self._receive(self.patience)
                    if told.get("t") in ANSWERS and told.get("id", asked["id"]) == asked["id"]:
                        self._hear_until(told.get("n", 0))
                        return told
                    self._take(told)
            except (ConnectionClosed, TimeoutError, OSError):
                self.join()

    def _hear_until(self, number: int) -> None:
        """What an answer speaks of is told before it; where that was lost it comes again."""
        while self.number is not None and self.number < number:
            self._take(self._receive(self.patience))

    def listen(self, timeout: float | None = None) -> bool:
        """Wait for what comes next, and let it be heard; False if nothing came in so many seconds."""
        try:
            self._take(self._receive(timeout))
            return True
        except TimeoutError:
            return False
        except (ConnectionClosed, OSError):
            self.join()
            return True

    def do(self, kind: str, **what: Any) -> Mapping[str, Any]:
        """Ask for something at the version that was last told. Raises RefusedError, also where the game has gone on since."""
        said = self.ask({"t": kind, "at": self.version, **what})
        if said["t"] == "done":
            return said
        if said["t"] == "stale":
            raise RefusedError(Verdict(False, "stale", "the game has gone on meanwhile"))
        verdict = {name: str(said.get(name, "")) for name in ("code", "text", "page", "rule", "source")}
        raise RefusedError(Verdict(False, **{**verdict, "code": verdict["code"] or said["t"]}))

    # Dice

    def share_dice(self) -> None:
        """Give one's share of the dice, as far as it is time for that: commit to the secret; open it when both have committed.

        Raises RefusedError where the seat has committed to another secret, which alone can be opened now.
        """
        if not self.seat or self.begun:
            return
        if self.commitments.get(str(self.seat)) != committed(self.link.game, str(self.seat), self.secret):
            self.do("commit", commitment=committed(self.link.game, str(self.seat), self.secret))
        if len(self.commitments) == 2 and self.seat not in self.opened and not self.begun:
            self.do("open", secret=self.secret.hex())

    def _shared(self, message: Mapping[str, Any]) -> None:
        """Note who has given which share of the dice."""
        if message.get("t") == "welcome":
            self.commitments = dict(message["dice"]["commitments"])
        self.begun = self.begun or bool(message.get("begun")) or message.get("t") == "begun"
        for talk in (message, *message.get("talk", ())):
            if talk.get("kind") == "commit":
                self.commitments[str(talk["by"])] = talk["commitment"]
            elif talk.get("kind") == "open":
                self.opened.add(talk["by"])
