"""A seat's own session at a hosted game, for an interaction: it sees what the seat may know, and asks as its client does."""

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
    """`state` is what the seat knows; whether something may be done is asked of that alone, so no refusal tells a secret."""

    def __init__(self, room: Match, seat: int) -> None:
        self.match, self.seat = room, seat
        self.game: Game = (
            room.active_game
        )  # an interaction asks it for nothing but its rules, and how many actions were done
        self.change_count = 0
        self.sync()

    @property
    def viewer(self) -> int | None:
        """Whose knowledge is shown; None: what both know."""
        return self.seat or None

    def sync(self) -> None:
        """The game has gone on."""
        self.change_count += 1
        version = self.match.record_lengths[self.match.visible_row_count(self.seat) - 1]
        self.state: Any = self.match.feeds[self.seat].state_seen_at(version)
        mover = self.match.player_to_act
        self.person_to_act = (
            self.seat if self.seat and mover == self.seat and not self.match.is_paused else 0
        )
        self.offers: tuple[Offer, ...] = (
            self.match.rules.offers(self.state, self.seat) if self.person_to_act else ()
        )

    def check(self, action: Action) -> Verdict:
        """What the rules say to an action, as far as the seat can know."""
        return self.match.rules.check(self.state, action)

    def apply(self, action: Action) -> None:
        """Do an action. Raises RefusedError."""
        self._ask({"t": "do", "action": action_data(action)})

    def undo(self) -> None:
        """Take back one's own last action. Raises RefusedError."""
        self._ask({"t": "undo"})

    def redo(self) -> None:
        """Do one's own last undone action again. Raises RefusedError."""
        self._ask({"t": "redo"})

    def undo_to(self, action_count: int) -> None:
        """Take back the last action, if that leaves so many. Raises RefusedError."""
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
    """The same for a judge, who looks with the eyes of a player and is asked for nothing."""

    def sync(self) -> None:
        super().sync()
        self.person_to_act, self.offers = 0, ()

    def _ask(self, message: dict[str, Any]) -> None:
        raise RefusedError(Verdict(False, "judging", "a judge cannot take actions"))
