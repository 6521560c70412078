"""What one client may take of the host: how long messages are, how many, how much may wait for a slow reader, who may ask."""

from __future__ import annotations

import ipaddress
import json
import math
import re
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from wc3d.server.connection_limits import ConnectionLimiter, address_group


def is_number_below(value: object, limit: float) -> bool:
    """Return whether a value is a finite number whose size is below a limit."""
    if type(value) is int:
        return -limit < value < limit
    return type(value) is float and math.isfinite(value) and abs(value) < limit


@dataclass(frozen=True)
class ServerLimits:
    """Limits of what one client, one address, and everybody may take.

    `longest`: bytes of a message. `rate`, `burst`: messages a second, and at once. `waiting`, `unread`: messages and
    bytes that wait for a slow reader. `head_within`: seconds until the head of a request must be complete, which also
    ends idle connections. `join_within`: seconds until a websocket must show its key. `send_within`: seconds for which
    a client may take nothing. `sockets`: connections of one address. `guests`: those of them that have shown no key.
    `all_sockets`: connections of everybody. `asked`, `asked_at_once`: requests of one address a second, and at once;
    a club's phones may share an address.
    """

    max_message_chars: int = 16_384
    messages_per_s: float = 20.0
    message_burst: float = 60.0
    max_queued_messages: int = 2000
    max_queued_bytes: int = 8_000_000
    head_timeout_s: float = 10.0
    join_timeout_s: float = 5.0
    send_timeout_s: float = 20.0
    max_sockets_per_address: int = 200
    max_guests_per_address: int = 20
    max_sockets: int = 5000
    requests_per_s: float = 80.0
    request_burst: float = 400.0


class TokenBucket:
    """How many messages a client may still send: so many at once, and so many more each second."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.now = rate, burst, clock
        self.tokens, self.last_fill = burst, clock()

    def try_take(self) -> bool:
        """One message came; False if it was one too many."""
        self._fill()
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Has nothing come for so long that it is as if nothing ever had?"""
        self._fill()
        return self.tokens >= self.burst

    def _fill(self) -> None:
        time_s = self.now()
        self.tokens = min(self.burst, self.tokens + (time_s - self.last_fill) * self.rate)
        self.last_fill = time_s


MAX_COUNTED_ADDRESSES = 10_000
"""Addresses whose requests are counted before those are forgotten that have asked nothing for a while."""


class RateLimiter(ConnectionLimiter):
    """Counts what the clients of each address hold open, and how much they ask."""

    def __init__(self, limits: ServerLimits) -> None:
        super().__init__(
            limits.max_sockets, limits.max_sockets_per_address, limits.max_guests_per_address
        )
        self.limits = limits
        self._asked: dict[str, TokenBucket] = {}

    def allow_request(self, address: str) -> bool:
        """Return whether an address may make one more request."""
        group = address_group(address)
        if len(self._asked) >= MAX_COUNTED_ADDRESSES and group not in self._asked:
            self._asked = {
                known_group: allowance
                for known_group, allowance in self._asked.items()
                if not allowance.is_full
            }
        if group not in self._asked:
            if len(self._asked) >= MAX_COUNTED_ADDRESSES:
                return False
            self._asked[group] = TokenBucket(self.limits.requests_per_s, self.limits.request_burst)
        return self._asked[group].try_take()


HOST_HEADER = re.compile(r"(?P<name>[A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]*\])(?::[0-9]{1,5})?")
"""The name or address in a Host header, with a port."""

ORIGIN_HEADER = re.compile(
    r"null|[A-Za-z][A-Za-z0-9+.-]*://(?P<netloc>[^/?#@\s\[\]]+|\[[0-9A-Fa-f:.]+\](?::[0-9]{1,5})?)"
)
"""The origin of a browser's page."""


def host_name(header: str) -> str | None:
    """Return the lower-case name in a Host header, None if the header is malformed."""
    match = HOST_HEADER.fullmatch(header)
    return match["name"].strip("[]").lower() if match is not None else None


def is_own_host_header(host: str, names: Collection[str]) -> bool:
    """Return whether a Host header names this host: an address in numbers, localhost, or one of its names.

    Any other name may lead here from a foreign page that wants to be taken for the host's own.
    """
    name = host_name(host)
    if name is None:
        return False
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_valid_origin(header: str) -> bool:
    """Return whether an Origin header is well-formed."""
    return ORIGIN_HEADER.fullmatch(header) is not None


def is_same_origin(origin: str | None, host: str) -> bool:
    """Return whether a page comes from the host itself. Programs need not say where they come from."""
    if origin is None:
        return True
    match = ORIGIN_HEADER.fullmatch(origin)
    return match is not None and match["netloc"] == host


def parse_message(text: str, limits: ServerLimits) -> dict[str, Any] | None:
    """A message of a client; None for what is none."""
    if len(text) > limits.max_message_chars:
        return None
    try:
        value = json.loads(text, parse_constant=lambda name: None)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def format_message(message: Any) -> str:
    """A message as text."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
