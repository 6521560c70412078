"""Notify absent players of their turn, by their webhook or the host's command.

A player's contact is never part of a command line, and no link key is ever sent.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wc3d.server.match.match import (
    BEGIN_ROW,
    CONTACT_ROW,
    LINE_ROW,
    NOTIFIED_ROW,
    PRIVATE_ENTRY,
    Match,
    Message,
    refusal_error,
)
from wc3d.server.match.webhooks import is_webhook_url, post_webhook

MAX_CONTACT_CHARS = 200
"""The maximum length of a player's contact."""

NOTIFY_DELAY_S = 60.0
"""Seconds before the host notifies an awaited, absent player."""

COMMAND_TIMEOUT_S = 20.0
"""Seconds before the host stops a command."""


@dataclass(frozen=True)
class TurnNotification:
    """A notification of a player's turn."""

    match: Match
    seat: int
    contact: str

    @property
    def payload(self) -> dict[str, Any]:
        """The JSON to send. Chat programs show `text` or `content`."""
        room = self.match
        name = self.match.player_names[self.seat - 1]
        text = f"{room.title}: {name}, it is your move"
        game_facts = {"game": room.id, "title": room.title, "name": name, "player": self.seat}
        return {"to": self.contact, "text": text, "content": text, **game_facts}


@dataclass(frozen=True)
class Notifier:
    """Sends notifications by a command (a list of words), by webhooks, or not at all."""

    command: Sequence[str] = ()
    webhooks: bool = False

    def __bool__(self) -> bool:
        return bool(self.command) or self.webhooks

    def send(self, summons: TurnNotification) -> str:
        """Send a notification. Return a short error, "" on success."""
        if summons.contact.startswith("https://"):
            return (
                post_webhook(summons.contact, summons.payload)
                if self.webhooks
                else "this host does not call webhooks"
            )
        return (
            run_command(self.command, summons.payload)
            if self.command
            else "this host has no --tell command"
        )


def set_contact(room: Match, seat: int, request_id: str, message: Message) -> None:
    """Set a player's contact: an address, an https:// webhook, or "" for none."""
    to = message.get("to")
    if (
        not isinstance(to, str)
        or len(to) > MAX_CONTACT_CHARS
        or not (to.isprintable() and to == to.strip())
    ):
        raise refusal_error(
            "unreadable",
            f'contact: expected "to" to be an address of up to {MAX_CONTACT_CHARS} characters',
        )
    if to.lower().startswith("http") and not is_webhook_url(to):
        raise refusal_error(
            "unreadable",
            "contact: expected a webhook https://NAME/..., on port 443 and without a password",
        )
    room.add_row(CONTACT_ROW, seat, request_id, {PRIVATE_ENTRY: to})


def due_notification(room: Match) -> TurnNotification | None:
    """Return the notification due to the awaited player if absent and not yet notified."""
    seat = room.awaited_player
    if (
        seat is None
        or seat in room.spec.bots
        or room.is_paused
        or room.now() - room.rows[-1].time < NOTIFY_DELAY_S
    ):
        return None
    if any(listener.seat == seat and not listener.is_judge for listener in room.listeners.values()):
        return None
    return unsent_notification(room, seat)


def unsent_notification(room: Match, seat: int) -> TurnNotification | None:
    """Return a notification to a player with a contact, None if already sent for this turn."""
    to = (
        room.last_rows_of_kind(CONTACT_ROW)[seat].body[PRIVATE_ENTRY]
        if seat in room.last_rows_of_kind(CONTACT_ROW)
        else ""
    )
    for row in reversed(room.rows):
        if row.kind == NOTIFIED_ROW and row.body["to"] == seat:
            return None
        if row.kind in (BEGIN_ROW, LINE_ROW):
            break
    return TurnNotification(room, seat, to) if to else None


def record_sent(summons: TurnNotification, hindered: str) -> None:
    """Record that a notification was sent, or the error in `hindered`."""
    summons.match.add_row(
        NOTIFIED_ROW, 0, None, {"to": summons.seat, **({"hindered": hindered} if hindered else {})}
    )


def run_command(command: Sequence[str], message: Mapping[str, Any]) -> str:
    """Run the host's command with JSON as its input. Return a short error, "" on success."""
    try:
        process = subprocess.run(
            list(command),
            input=json.dumps(message).encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=COMMAND_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"the --tell command failed (no end within {COMMAND_TIMEOUT_S:g} seconds)"
    except OSError:
        return "the --tell command failed (it could not be started)"
    return (
        ""
        if process.returncode == 0
        else f"the --tell command failed (exit code {process.returncode})"
    )
