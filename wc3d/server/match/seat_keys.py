"""Links with secret seat keys. The host saves only hashes and compares them in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from wc3d.errors import InputError

KEY_BYTES = 16
"""Random bytes of a key. Nobody can guess 128 bits."""

SPECTATOR_SEAT = 0
"""The seat of spectators; players have 1 and 2."""

SEATS = (1, 2, SPECTATOR_SEAT)

JUDGE_SEAT = 3
"""The seat of a judge on whom both players have agreed. A judge may see either player's view."""

HOST_KEY_SETTING = "host key"
"""The name of the setting with the host's own key."""

SEAT_SECRET_SETTING = "seat secret"
"""The name of the setting with the secret from which the keys of new games follow."""

LINK_FRAGMENT_PATTERN = re.compile(r"([0-9a-f]{12})\.([0-9A-Za-z_-]{22})")
"""The part of a link after the #, which browsers never send."""


@dataclass(frozen=True)
class SeatLink:
    """A link to a seat: the host's URL ("http://127.0.0.1:8700"), the game's id and the key."""

    host: str
    game: str
    key: str

    def __str__(self) -> str:
        return f"{self.host}/#{self.game}.{self.key}"

    @property
    def websocket_url(self) -> str:
        """The URL of the host's websocket."""
        scheme, _, rest = self.host.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/play"


def parse_link(text: str) -> SeatLink:
    """Parse a link. Raises InputError, which does not repeat the key."""
    try:
        parts = urlsplit(text.strip())
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts = urlsplit("")
        port = ""
    match = LINK_FRAGMENT_PATTERN.fullmatch(parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.hostname or match is None:
        raise InputError(
            "not a game link: expected http://HOST:PORT/#GAME.KEY, as `wc3d host` prints it"
        )
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return SeatLink(f"{parts.scheme}://{name}{port}{parts.path.rstrip('/')}", match[1], match[2])


def new_key() -> str:
    """Return a new random key."""
    return secrets.token_urlsafe(KEY_BYTES)


def derive_judge_key(host_key: str, game: str, agreement: int) -> str:
    """Return the judge's key for an agreement: always the same one, derived from the host key."""
    digest = hmac.new(
        host_key.encode(), f"wc3d judge|{game}|{agreement}".encode(), hashlib.sha256
    ).digest()
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).rstrip(b"=").decode()


def derive_seat_key(secret: str, game: str, renewals: int, seat: int) -> str:
    """Return the key of a seat after a number of renewals: always the same one.

    The secret never leaves the host, so holders of the host key cannot derive the keys.
    """
    digest = hmac.new(
        secret.encode(), f"wc3d seat|{game}|{renewals}|{seat}".encode(), hashlib.sha256
    ).digest()
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).rstrip(b"=").decode()


def new_match_id() -> str:
    """Return a random id for a new game. The id is not secret."""
    return secrets.token_hex(6)


def hash_key(key: str) -> str:
    """Return the stored hash of a key."""
    return hashlib.sha256(b"wc3d key|" + key.encode("utf-8", "replace")).hexdigest()


def is_key_of_hash(key: object, expected_hash: str) -> bool:
    """Return whether a key has this hash. The check takes the same time for every key."""
    return hmac.compare_digest(
        hash_key(key if isinstance(key, str) else ""), expected_hash
    ) and isinstance(key, str)


def find_seat_by_key(key: object, hashes: Mapping[int, str]) -> int | None:
    """Return the seat of a key, None for an unknown key. The check always compares all hashes."""
    seats = [seat for seat, hash in hashes.items() if is_key_of_hash(key, hash)]
    return seats[0] if seats else None
