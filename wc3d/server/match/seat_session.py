"""A play session for a seat of a hosted game. It sees only the seat's view and sends requests."""

from __future__ import annotations

import itertools
from typing import Any

from wc3d.engine.actions import Action, Offer, RefusedError, Verdict
from wc3d.engine.game import Game
from wc3d.engine.replay import action_data
from wc3d.server.match.match import Match
from wc3d.server.match.requests import answer_request

REQUEST_COUNTER = itertools.count()


class SeatSession:
    """A seat's session. `state` is its view. Checks use only this, so they reveal no secret."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self.game: Game = match.active_game  # used for the rules and the number of actions only
        self.change_count = 0
        self.sync()

    @property
    def viewer(self) -> int | None:
        """The player whose knowledge is shown, None for common knowledge."""
        return self.seat or None

    def sync(self) -> None:
        """Update the state and the offers after the game has advanced."""
        self.change_count += 1
        version = self.match.record_lengths[self.match.visible_row_count(self.seat) - 1]
        self.state: Any = self.match.feeds[self.seat].state_seen_at(version)
        mover = self.match.player_to_act
        self.person_to_act = (
            self.seat if self.seat and mover == self.seat and not self.match.is_paused else 0
        )
        self.offers: tuple[Offer, ...] = (
            self.match.rules.play.offers(self.state, self.seat) if self.person_to_act else ()
        )

    def check(self, action: Action) -> Verdict:
        """Return the rules' verdict on an action, from the seat's view."""
        return self.match.rules.play.check(self.state, action)

    def apply(self, action: Action) -> None:
        """Apply an action. Raises RefusedError."""
        self._ask({"t": "do", "action": action_data(action)})

    def undo(self) -> None:
        """Take back the seat's own last action. Raises RefusedError."""
        self._ask({"t": "undo"})

    def redo(self) -> None:
        """Redo the seat's own last undone action. Raises RefusedError."""
        self._ask({"t": "redo"})

    def undo_to(self, action_count: int) -> None:
        """Take back the last action if this leaves `action_count` actions. Raises RefusedError."""
        if len(self.match.active_game.turns) - action_count != 1:
            raise RefusedError(
                Verdict(
                    False, "cannot_undo", "in a hosted game you can undo only one action at a time"
                )
            )
        self.undo()

    def _ask(self, message: dict[str, Any]) -> None:
        request = {
            **message,
            "id": f"page-{self.match.row_count}-{next(REQUEST_COUNTER)}",
            "at": self.match.record_length,
        }
        reply = answer_request(self.match, self.seat, request)
        self.sync()
        if reply["t"] != "done":
            parts = {name: str(reply.get(name, "")) for name in ("text", "page", "rule", "source")}
            raise RefusedError(Verdict(False, str(reply.get("code", reply["t"])), **parts))


class JudgeSeatSession(SeatSession):
    """A judge's session, which sees a player's view and has no actions."""

    def sync(self) -> None:
        super().sync()
        self.person_to_act = 0
        self.offers = ()

    def _ask(self, message: dict[str, Any]) -> None:
        raise RefusedError(Verdict(False, "judging", "a judge cannot take actions"))
