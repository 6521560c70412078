"""Rate limits, size limits and header checks for the host's clients."""

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


def is_finite_within(value: object, limit: float) -> bool:
    """Return whether a value is a finite number whose absolute value is below a limit."""
    if type(value) is int:
        return -limit < value < limit
    return type(value) is float and math.isfinite(value) and abs(value) < limit


@dataclass(frozen=True)
class ServerLimits:
    """Limits for each client, for each address and for all clients together.

    - `max_message_chars`: characters of a message.
    - `messages_per_s`, `message_burst`: messages of a client per second, and at once.
    - `max_queued_messages`, `max_queued_bytes`: data that waits for a slow reader.
    - `head_timeout_s`: time to complete a request's head. It also ends idle connections.
    - `join_timeout_s`: time for a websocket to show its key.
    - `send_timeout_s`: time for which a client may read nothing.
    - `max_sockets_per_address`: connections of an address; `max_guests_per_address` have no key.
    - `max_sockets`: connections of all clients.
    - `requests_per_s`, `request_burst`: requests of an address, which a club's phones may share.
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
    """A token bucket with `burst` tokens that refills at `rate` tokens per second."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.now = clock
        self.tokens = burst
        self.last_fill = clock()

    def try_take(self) -> bool:
        """Take a token. Return False if the bucket is empty."""
        self._fill()
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Return whether all tokens are back, as in a new bucket."""
        self._fill()
        return self.tokens >= self.burst

    def _fill(self) -> None:
        time_s = self.now()
        self.tokens = min(self.burst, self.tokens + (time_s - self.last_fill) * self.rate)
        self.last_fill = time_s


MAX_COUNTED_ADDRESSES = 10_000
"""The maximum number of counted addresses. Beyond this number, the limiter drops idle addresses."""


class RateLimiter(ConnectionLimiter):
    """Limits the open connections and the request rate of each address."""

    def __init__(self, limits: ServerLimits) -> None:
        super().__init__(
            limits.max_sockets, limits.max_sockets_per_address, limits.max_guests_per_address
        )
        self.limits = limits
        self._asked: dict[str, TokenBucket] = {}

    def allow_request(self, address: str) -> bool:
        """Count a request of an address. Return whether it is allowed."""
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
"""A Host header: a name or an address, with an optional port."""

ORIGIN_HEADER = re.compile(
    r"null|[A-Za-z][A-Za-z0-9+.-]*://(?P<netloc>[^/?#@\s\[\]]+|\[[0-9A-Fa-f:.]+\](?::[0-9]{1,5})?)"
)
"""An Origin header."""


def host_name(header: str) -> str | None:
    """Return the lower-case name in a Host header, None if the header is malformed."""
    match = HOST_HEADER.fullmatch(header)
    return match["name"].strip("[]").lower() if match is not None else None


def is_own_host_header(host: str, names: Collection[str]) -> bool:
    """Return whether a Host header is an IP address, localhost, or one of the host's `names`.

    A foreign page can point any other name at this host to pass as the host's own page.
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
    """Return whether a page comes from the host itself. Programs may omit the Origin header."""
    if origin is None:
        return True
    match = ORIGIN_HEADER.fullmatch(origin)
    return match is not None and match["netloc"] == host


def parse_message(text: str, limits: ServerLimits) -> dict[str, Any] | None:
    """Parse a client's message. Return None if the message is invalid."""
    if len(text) > limits.max_message_chars:
        return None
    try:
        value = json.loads(text, parse_constant=lambda name: None)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def format_message(message: Any) -> str:
    """Return a message as JSON text."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
