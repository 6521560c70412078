"""The interfaces between a controller and its game, for the window and for a server's seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from wc3d.engine.actions import Action, Offer, Verdict
from wc3d.engine.game import Game


class PlayerSession(Protocol):
    """A game in the view of a seat.

    `state` is the visible state and `offers` are the possible actions. `person_to_act` is the
    player to act at this seat (0: nobody). `change_count` counts all changes.
    """

    game: Game
    state: Any
    change_count: int

    @property
    def offers(self) -> Sequence[Offer]: ...

    @property
    def person_to_act(self) -> int: ...

    @property
    def viewer(self) -> int | None: ...

    def check(self, action: Action) -> Verdict:
        """Return the rules' verdict on an action."""

    def apply(self, action: Action) -> None:
        """Apply an action. Raises RefusedError without any change."""

    def undo(self) -> None:
        """Take back a person's last action. Raises RefusedError."""

    def redo(self) -> None:
        """Redo a person's next undone action. Raises RefusedError."""

    def undo_to(self, action_count: int) -> None:
        """Take back all but the first `action_count` actions. Raises RefusedError."""


class MessageSink(Protocol):
    """Receives messages for the user."""

    def show_message(self, words: str) -> None: ...
    def show_error(self, words: object) -> None: ...
