"""The saved secrets of a player's dice share in hosted games, needed to reconnect later."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence

from wc3d._internal.user_folders import settings_folder
from wc3d.cli.play.noted_seals import NotedSeals
from wc3d.engine.fair_dice import SECRET_BYTES
from wc3d.errors import InputError
from wc3d.server.client.client import MatchClient
from wc3d.server.match.seat_keys import SeatLink, hash_key
from wc3d.ui.player_clock import format_clock


def load_dice_secret(link: SeatLink) -> bytes:
    """Return the seat's saved secret, or a new one. Raises InputError if it cannot be saved."""
    path = settings_folder() / "shares" / f"{link.game}-{hash_key(link.key)[:16]}"
    try:
        if path.exists():
            saved_secret = bytes.fromhex(path.read_text(encoding="ascii"))
            if len(saved_secret) == SECRET_BYTES:
                return saved_secret
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new_secret = secrets.token_bytes(SECRET_BYTES)
        with os.fdopen(
            os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="ascii"
        ) as file:
            file.write(new_secret.hex())
        return new_secret
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot save your dice secret in this file ({error})") from None


def note_chain_heads(client: MatchClient) -> NotedSeals:
    """Save each chain head that a client receives on this computer."""
    notes = NotedSeals(client.link.game, hash_key(client.link.key)[:16])
    client.on_seal = notes.add_head
    return notes


def verify_command_text(client: MatchClient) -> str:
    """Return the command that compares the game's record with the numbers noted during the game."""
    numbers = {"game": client.seal} if client.seal else {}
    numbers |= dict(sorted(client.commitments.items()))
    if client.dice_mode != "chain":
        numbers["host"] = client.host_commitment
    if (
        client.dice_mode == "chain"
        and client.chain_tracker.is_complete
        and client.chain_tracker.chain_digest
    ):
        numbers["links"] = client.chain_tracker.chain_digest
    return " ".join(
        [
            "wc3d replay --verify RECORD",
            *(f"--noted {name}={number}" for name, number in numbers.items()),
        ]
    )


def describe_clocks(client: MatchClient, names: Sequence[str]) -> str:
    """Describe the remaining time of each player."""
    remaining = client.time_left()
    clocks = [
        f"{name}: {format_clock(remaining[player])} left"
        for player, name in enumerate(names, 1)
        if player in remaining
    ]
    return "; ".join(clocks) or "this game has no clock"


def describe_proof(client: MatchClient) -> str:
    """Describe the number that proves the course of the game so far."""
    if not client.seal:
        return "this host sends no proof numbers"
    return (
        f"game={client.seal}: with this number you can check later that no action so far was changed. "
        "Write it down, or compare it with the other player's"
    )
