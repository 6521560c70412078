"""What a player's program keeps of a game at a host: the secret of its share of the dice, so that it can come back later."""
from __future__ import annotations

import os
import secrets

from wc3d.engine.fair_dice import SECRET
from wc3d.errors import InputError
from wc3d.host.client import HostClient
from wc3d.host.links import SeatLink, key_hash
from wc3d.view.window.settings import folder


def share_of(link: SeatLink) -> bytes:
    """The secret for that seat: the one that was kept, or a new one. Raises InputError where it cannot be kept."""
    path = folder() / "shares" / f"{link.game}-{key_hash(link.key)[:16]}"
    try:
        if path.exists():
            kept = bytes.fromhex(path.read_text(encoding="ascii"))
            if len(kept) == SECRET:
                return kept
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        made = secrets.token_bytes(SECRET)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(made.hex())
        return made
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: your share of the dice cannot be kept there ({error})") from None


def to_be_checked(client: HostClient) -> str:
    """How the game's record is held against what was told while it was played."""
    noted = dict(client.commitments)
    if client.how != "chain":
        noted["host"] = client.host_commitment
    if client.how == "chain" and client.keeper.whole and client.keeper.sum:
        noted["links"] = client.keeper.sum
    return " ".join(["wc3d replay --verify RECORD", *(f"--noted {who}={said}" for who, said in sorted(noted.items()))])
