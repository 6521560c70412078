"""What one client may take of the host: how long messages are, how many, how much may wait for a slow reader, who may ask."""
from __future__ import annotations

import ipaddress
import json
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class HostLimits:
    """`longest`: bytes of a message. `rate` and `burst`: messages a second, and at once. `waiting` and `unread`: messages and
    bytes that wait for a slow reader. `join_within`, `send_within`: seconds. `sockets`: connections of one address, `guests`
    those that have shown no key (yet), `all_sockets` of everybody: websockets, streams, and requests while they are answered.
    `asked` and `asked_at_once`: such requests of one address a second, and at once; a club's phones may share an address."""

    longest: int = 16_384
    rate: float = 20.0
    burst: float = 60.0
    waiting: int = 2000
    unread: int = 8_000_000
    join_within: float = 5.0
    send_within: float = 20.0
    sockets: int = 200
    guests: int = 20
    all_sockets: int = 5000
    asked: float = 40.0
    asked_at_once: float = 400.0


class Allowance:
    """How many messages a client may still send: so many at once, and so many more each second."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.now = rate, burst, now
        self.left, self.since = burst, now()

    def take(self) -> bool:
        """One message came; False if it was one too many."""
        self._fill()
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def whole(self) -> bool:
        """Has nothing come for so long that it is as if nothing ever had?"""
        self._fill()
        return self.left >= self.burst

    def _fill(self) -> None:
        now = self.now()
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now


ADDRESSES = 10_000
"""Addresses whose requests are counted before those are forgotten that have asked nothing for a while."""


class Doorkeeper:
    """Counts the connections of each address, and what it asks."""

    def __init__(self, limits: HostLimits) -> None:
        self.limits = limits
        self._asked: dict[str, Allowance] = {}
        self.there: Counter[str] = Counter()
        self.guests: Counter[str] = Counter()

    def may_ask(self, address: str) -> bool:
        """A request comes that is no websocket's; False if it is one too many."""
        if len(self._asked) >= ADDRESSES and address not in self._asked:
            self._asked = {known: left for known, left in self._asked.items() if not left.whole}
        if address not in self._asked:
            if len(self._asked) >= ADDRESSES:
                return False
            self._asked[address] = Allowance(self.limits.asked, self.limits.asked_at_once)
        return self._asked[address].take()

    def enter(self, address: str) -> bool:
        """Somebody comes who has shown no key yet; False if there are too many."""
        full = sum(self.there.values()) >= self.limits.all_sockets
        if full or self.there[address] >= self.limits.sockets or self.guests[address] >= self.limits.guests:
            return False
        self.there[address] += 1
        self.guests[address] += 1
        return True

    def known(self, address: str) -> None:
        """A guest has shown a key."""
        self.guests[address] -= 1
        self.guests += Counter()

    def leave(self, address: str, known: bool) -> None:
        """Somebody goes."""
        self.there[address] -= 1
        self.there += Counter()
        if not known:
            self.known(address)


def may_be_asked(host: str, names: Collection[str]) -> bool:
    """Is this a name by which the host may be asked: an address in numbers, localhost, or one of its names?

    Any other name may lead here from a foreign page that wants to be taken for the host's own.
    """
    name = (urlsplit(f"//{host}").hostname or "") if host.isprintable() else ""
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str | None, host: str) -> bool:
    """Does a browser's page come from the host itself? Programs need not say where they come from."""
    return origin is None or urlsplit(origin).netloc == host


def read_message(text: str, limits: HostLimits) -> dict[str, Any] | None:
    """A message of a client; None for what is none."""
    if len(text) > limits.longest:
        return None
    try:
        value = json.loads(text, parse_constant=lambda name: None)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def write_message(message: Any) -> str:
    """A message as text."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
