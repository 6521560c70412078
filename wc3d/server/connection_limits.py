"""Limits on the open connections of each address, and the choice of connections to close."""

from __future__ import annotations

import ipaddress
import logging
from collections import Counter
from collections.abc import Callable

LOG = logging.getLogger(__name__)

MAX_ADDRESS_CHARS = 60
"""The maximum length of an address that is not an IP address, such as a forged one."""


RANK_SILENT, RANK_ACTIVE = 0, 1
"""The ranks of guests. The host closes silent guests before guests that have sent a request."""


class CountedConnection:
    """A counted connection. A guest is a connection that the host may close to make room.

    `close_connection` is None while it cannot be closed. `rank` counts only for guests.
    """

    def __init__(self, admission: ConnectionLimiter, address: str) -> None:
        self._admission = admission
        self.address = address
        self.rank = RANK_SILENT
        self.close_connection: Callable[[], object] | None = None

    def mark_active(self) -> None:
        """Record that the connection has sent a request. The host closes silent guests first."""
        self._admission.remove_guest(self)
        self.rank = RANK_ACTIVE
        self._admission.add_guest(self)

    def stop_being_guest(self) -> None:
        """Protect a connection that has shown a key or is receiving an answer."""
        self._admission.remove_guest(self)

    def become_guest(self) -> None:
        """Make the connection a silent guest again, the newest of its address."""
        self._admission.remove_guest(self)
        self.rank = RANK_SILENT
        self._admission.add_guest(self)

    def stop_counting(self) -> None:
        """Stop counting the connection. A second call does nothing."""
        self._admission.remove(self)


class ConnectionLimiter:
    """Limits the connections of all addresses, of each address, and of the guests of each address.

    A new connection is always admitted while its address has a guest. The limiter closes the
    oldest silent guest, or the oldest guest if none is silent. When the host is full, the address
    with the most silent guests loses its oldest silent guest.
    """

    def __init__(self, total: int, per_address: int, guests: int) -> None:
        self.max_total = total
        self.max_per_address = per_address
        self.guest_limit = guests
        self.connections: set[CountedConnection] = set()
        self.count_by_address: Counter[str] = Counter()
        self._guests: tuple[dict[str, dict[CountedConnection, None]], ...] = ({}, {})

    def admit(self, address: str, is_proxy: bool = False) -> CountedConnection | None:
        """Count a new connection. Return None without room, except for proxies without a limit."""
        group = address_group(address)
        guest_count = sum(len(guests.get(group, ())) for guests in self._guests)
        is_crowded = (
            self.count_by_address[group] >= self.max_per_address or guest_count >= self.guest_limit
        )
        if (
            is_crowded
            and not is_proxy
            and not any(self._dismiss_oldest(rank, group) for rank in (RANK_SILENT, RANK_ACTIVE))
        ):
            LOG.warning("refused %s: too many open connections", group)
            return None
        if len(self.connections) >= self.max_total and not self.close_oldest_guest():
            LOG.warning("refused %s: the host has no room for more connections", group)
            return None
        visit = CountedConnection(self, group)
        self.connections.add(visit)
        self.count_by_address[group] += 1
        self.add_guest(visit)
        return visit

    def close_oldest_guest(self) -> bool:
        """Close the oldest guest of the address with most guests. Return whether there was one."""
        for rank in (RANK_SILENT, RANK_ACTIVE):
            guests = self._guests[rank]
            groups = sorted(guests, key=lambda group: len(guests[group]), reverse=True)
            if any(self._dismiss_oldest(rank, group) for group in groups):
                return True
        return False

    def _dismiss_oldest(self, rank: int, group: str) -> bool:
        for visit in self._guests[rank].get(group, ()):
            if visit.close_connection is not None:
                dismiss = visit.close_connection
                visit.stop_counting()
                dismiss()
                LOG.warning(
                    "too many connections: closed the oldest one from %s without a key", group
                )
                return True
        return False

    def add_guest(self, visit: CountedConnection) -> None:
        """Make a connection a guest."""
        if visit in self.connections:
            self._guests[visit.rank].setdefault(visit.address, {})[visit] = None

    def remove_guest(self, visit: CountedConnection) -> None:
        """Remove a connection from the guests."""
        guests = self._guests[visit.rank]
        mine = guests.get(visit.address, {})
        mine.pop(visit, None)
        if not mine:
            guests.pop(visit.address, None)

    def remove(self, visit: CountedConnection) -> None:
        """Stop counting a connection."""
        if visit not in self.connections:
            return
        self.remove_guest(visit)
        self.connections.discard(visit)
        self.count_by_address[visit.address] -= 1
        if not self.count_by_address[visit.address]:
            del self.count_by_address[visit.address]


def address_group(address: str) -> str:
    """Return the name under which an address is counted: for IPv6, its /64 network."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:MAX_ADDRESS_CHARS] if address.isprintable() else "?"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
