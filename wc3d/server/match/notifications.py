"""Word to players who are away: "your move", by a webhook of theirs or a command of the host's own. A game may wait for weeks.

What a player writes as where they are told is never part of a command line, and no link's key is ever sent.
"""
from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wc3d.server.match.match import BEGIN, CONTACT, KEPT, LINE, SENT, HostedGame, Message, refused
from wc3d.server.match.webhooks import call, is_webhook

LONGEST_CONTACT = 200
"""Characters of where a player is told."""

AFTER = 60.0
"""Seconds after which somebody who is awaited and not there is told."""

PATIENCE = 20.0
"""Seconds that a command may take."""


@dataclass(frozen=True)
class Summons:
    """Word to be sent: where to, and what it says."""

    room: HostedGame
    seat: int
    to: str

    @property
    def said(self) -> dict[str, Any]:
        """What is sent, as JSON; `text` and `content` are what chat programs show."""
        room, name = self.room, self.room.names[self.seat - 1]
        text = f"{room.title}: {name}, it is your move"
        game_facts = {"game": room.id, "title": room.title, "name": name, "player": self.seat}
        return {"to": self.to, "text": text, "content": text, **game_facts}


@dataclass(frozen=True)
class Summoner:
    """How word is sent: by a command (its words), by webhooks, or not at all."""

    command: Sequence[str] = ()
    webhooks: bool = False

    def __bool__(self) -> bool:
        return bool(self.command) or self.webhooks

    def send(self, summons: Summons) -> str:
        """Send it: what hindered that, in a few words; empty if nothing did."""
        if summons.to.startswith("https://"):
            return call(summons.to, summons.said) if self.webhooks else "this host does not call webhooks"
        return run(self.command, summons.said) if self.command else "this host has no --tell command"


def contact(room: HostedGame, seat: int, request_id: str, message: Message) -> None:
    """Say where one is told that it is one's move while one is away: an address, or an https:// webhook; empty for nowhere."""
    to = message.get("to")
    if not isinstance(to, str) or len(to) > LONGEST_CONTACT or not (to.isprintable() and to == to.strip()):
        raise refused("unreadable", f'contact: "to" must be an address, up to {LONGEST_CONTACT} characters long')
    if to.lower().startswith("http") and not is_webhook(to):
        raise refused("unreadable", "contact: expected a webhook https://NAME/..., on port 443 and without a password")
    room.note(CONTACT, seat, request_id, {KEPT: to})


def due(room: HostedGame) -> Summons | None:
    """Word that should be sent now: to whom the game waits for, who is not there, and was not told yet."""
    seat = room.awaited
    if seat is None or seat in room.plan.bots or room.broken_off or room.now() - room.rows[-1].at < AFTER:
        return None
    if any(listener.seat == seat and not listener.judge for listener in room.listeners.values()):
        return None
    return unsent(room, seat)


def unsent(room: HostedGame, seat: int) -> Summons | None:
    """Word to a player who has said where to, and was sent none since the game went on last."""
    to = room.said(CONTACT)[seat].body[KEPT] if seat in room.said(CONTACT) else ""
    for row in reversed(room.rows):
        if row.kind == SENT and row.body["to"] == seat:
            return None
        if row.kind in (BEGIN, LINE):
            break
    return Summons(room, seat, to) if to else None


def note_sent(summons: Summons, hindered: str) -> None:
    """Keep that it was sent, or what hindered it."""
    summons.room.note(SENT, 0, None, {"to": summons.seat, **({"hindered": hindered} if hindered else {})})


# Ways


def run(command: Sequence[str], message: Mapping[str, Any]) -> str:
    """Run a command of the host's own, which reads JSON from its input: what hindered it."""
    try:
        process = subprocess.run(
            list(command), input=json.dumps(message).encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        return f"the --tell command failed ({type(error).__name__})"
    return "" if process.returncode == 0 else f"the --tell command failed (exit code {process.returncode})"
