"""Webhook calls: a POST over TLS to a public address, with a total deadline.

Redirects are not followed.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import ssl
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

WEBHOOK_TIMEOUT_S = 10.0
"""Seconds for the entire call, from the name lookup to the status of the answer."""

MAX_STATUS_BYTES = 1024
"""The maximum number of bytes to read from an answer. Only the status in the first line counts."""

HTTPS_PORT = 443

WEBHOOK_URL_PATTERN = re.compile(
    r"https://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::443)?(?:[/?][!-~]*)?"
)

STATUS_LINE_PATTERN = re.compile(rb"HTTP/1\.[01] ([0-9]{3})(?: [^\r\n]*)?\r?\n")

NON_PUBLIC_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by customers of a provider
        "127.0.0.0/8",  # this machine
        "169.254.0.0/16",  # link-local, and cloud metadata
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID ...
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, obsolete, hides an IPv4 address
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
"""Special-purpose IANA networks: all of IPv4, and those within `PUBLIC_IPV6_NETWORK`."""

PUBLIC_IPV6_NETWORK = ipaddress.ip_network("2000::/3")
"""The network of all public IPv6 addresses.

It excludes ::1, fe80::, fec0::, fc00::, ff00::, 100::, 5f00:: and other special networks.
"""

NAT64_NETWORK = ipaddress.ip_network("64:ff9b::/96")
"""The network of translated IPv4 addresses. The last 32 bits hold the IPv4 address."""


def is_webhook_url(url: str) -> bool:
    """Return whether a URL may be called, judging by its text only."""
    if not url.isascii() or WEBHOOK_URL_PATTERN.fullmatch(url) is None:
        return False
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and not parts.fragment and "#" not in url
    except ValueError:
        return False


def is_public_address(address: str) -> bool:
    """Return whether an IP address is public.

    The IPv4 address inside a NAT64 or mapped address must be public.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:  # also for addresses with a zone, which are never public
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.scope_id is not None:
            return False
        embedded = parsed.ipv4_mapped
        if parsed in NAT64_NETWORK:
            embedded = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        if embedded is not None:
            return is_public_address(str(embedded))
        if parsed not in PUBLIC_IPV6_NETWORK:
            return False
    return not any(parsed in network for network in NON_PUBLIC_NETWORKS)


def resolve_public_address(name: str) -> str | None:
    """Return the preferred address of a name, None unless all its addresses are public.

    Raises OSError.
    """
    entries = socket.getaddrinfo(name, HTTPS_PORT, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in entries]
    return (
        addresses[0]
        if addresses and all(is_public_address(address) for address in addresses)
        else None
    )


def post_webhook(url: str, message: Mapping[str, Any]) -> str:
    """Call a webhook. Return a short error, "" on success."""
    deadline = time.monotonic() + WEBHOOK_TIMEOUT_S
    try:
        name = urlsplit(url).hostname or ""
        address = resolve_public_address(name) if is_webhook_url(url) else None
        if address is None:
            return "the webhook does not have a public address"
        with connect_tls(name, address, deadline) as connection:
            connection.settimeout(seconds_until(deadline))
            connection.sendall(build_request(url, message))
            status = read_status(connection, deadline)
    except TimeoutError:
        return "the webhook did not answer in time"
    except OSError:
        return "no connection to the webhook"
    except ValueError:
        return "the webhook sent an invalid answer"
    return "" if 200 <= status < 300 else f"the webhook answered with error {status}"


def connect_tls(name: str, address: str, deadline: float) -> socket.socket:
    """Return a TLS connection to a checked address, without a second name lookup.

    Raises OSError.
    """
    plain = socket.create_connection((address, HTTPS_PORT), seconds_until(deadline))
    try:
        plain.settimeout(seconds_until(deadline))
        return ssl.create_default_context().wrap_socket(plain, server_hostname=name)
    except BaseException:
        plain.close()
        raise


def build_request(url: str, message: Mapping[str, Any]) -> bytes:
    """Return the bytes of a request. They do not include the contact."""
    parts = urlsplit(url)
    body = json.dumps({name: value for name, value in message.items() if name != "to"}).encode()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    head = [
        f"POST {path} HTTP/1.1",
        f"host: {host}",
        "user-agent: wc3d",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode("ascii") + body


def read_status(connection: socket.socket, deadline: float) -> int:
    """Return the status of the answer. Raises OSError, or ValueError for an invalid answer."""
    received = b""
    while b"\n" not in received and len(received) < MAX_STATUS_BYTES:
        connection.settimeout(seconds_until(deadline))
        part = connection.recv(MAX_STATUS_BYTES - len(received))
        if not part:
            break
        received += part
    match = STATUS_LINE_PATTERN.match(received)
    if match is None:
        raise ValueError("expected an HTTP response from the webhook")
    return int(match[1])


def seconds_until(deadline: float) -> float:
    """Return the seconds until a deadline. Raises TimeoutError after the deadline."""
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError
    return remaining
