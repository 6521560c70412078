"""Who is at a hosted game. Clients that request the part "presence" hear of each change."""

from __future__ import annotations

from wc3d.server.match.match import Match
from wc3d.server.match.seat_keys import JUDGE_SEAT

PRESENCE_PART = "presence"
"""The part for clients that want to hear who is present: `here` with the `seats`."""


def present_seats(match: Match) -> list[int]:
    """Return the seats with a connected client: 0 for spectators, 3 for a judge."""
    return sorted(
        {
            JUDGE_SEAT if listener.is_judge else listener.seat
            for listener in list(match.listeners.values())
        }
    )


def announce_presence(match: Match) -> None:
    """Send the present seats to everyone who wants to hear of them, without delayed spectators."""
    message = {"t": "here", "seats": present_seats(match)}
    for listener in list(match.listeners.values()):
        if PRESENCE_PART in listener.parts and not match.is_delayed(listener.seat):
            listener.send(message)
