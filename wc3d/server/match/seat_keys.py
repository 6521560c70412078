"""Links: a game and the secret key of one of its seats. Only hashes of keys are kept, and they are compared in constant time."""

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
"""Random bytes of a key: 128 bits, which nobody guesses."""

SPECTATOR_SEAT = 0
"""The seat of those who only watch; players have 1 and 2."""

SEATS = (1, 2, SPECTATOR_SEAT)

JUDGE_SEAT = 3
"""The seat of a judge, whom both players have asked for: it is there when they have, and sees with the eyes of either."""

HOST_KEY_SETTING = "host key"
"""The name under which a host keeps its own key."""

LINK_FRAGMENT_PATTERN = re.compile(r"([0-9a-f]{12})\.([0-9A-Za-z_-]{22})")
"""What stands behind the # of a link: browsers send it to nobody."""


@dataclass(frozen=True)
class SeatLink:
    """Where a host is ("http://127.0.0.1:8700"), a game's id, and the key of a seat."""

    host: str
    game: str
    key: str

    def __str__(self) -> str:
        return f"{self.host}/#{self.game}.{self.key}"

    @property
    def websocket_url(self) -> str:
        """The address of the host's websocket."""
        scheme, _, rest = self.host.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/play"


def parse_link(text: str) -> SeatLink:
    """A link as it was given. Raises InputError; the key is not repeated."""
    try:
        parts = urlsplit(text.strip())
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    match = LINK_FRAGMENT_PATTERN.fullmatch(parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.hostname or match is None:
        raise InputError(
            "not a game link: expected http://HOST:PORT/#GAME.KEY, as `wc3d host` prints it"
        )
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return SeatLink(f"{parts.scheme}://{name}{port}{parts.path.rstrip('/')}", match[1], match[2])


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def derive_judge_key(host_key: str, game: str, agreement: int) -> str:
    """Return the key of a judge's seat for one agreement of the players: always the same one, which nobody else can make."""
    digest = hmac.new(
        host_key.encode(), f"wc3d judge|{game}|{agreement}".encode(), hashlib.sha256
    ).digest()
    return base64.urlsafe_b64encode(digest[:KEY_BYTES]).rstrip(b"=").decode()


def new_match_id() -> str:
    """The id of a new game; it is no secret."""
    return secrets.token_hex(6)


def hash_key(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(b"wc3d key|" + key.encode("utf-8", "replace")).hexdigest()


def is_key_of_hash(key: object, expected_hash: str) -> bool:
    """Is this the key of that hash? It takes as long for a wrong one as for the right one."""
    return hmac.compare_digest(
        hash_key(key if isinstance(key, str) else ""), expected_hash
    ) and isinstance(key, str)


def find_seat_by_key(key: object, hashes: Mapping[int, str]) -> int | None:
    """The seat whose key this is, of those whose hashes are given; None if it is nobody's. All are compared, always."""
    seats = [seat for seat, hash in hashes.items() if is_key_of_hash(key, hash)]
    return seats[0] if seats else None
