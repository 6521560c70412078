"""What an interaction needs of the game that it acts on: the window has one, and a server has one for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from wc3d.engine.actions import Action, Offer, Verdict
from wc3d.engine.game import Game


class PlayerSession(Protocol):
    """A game as one seat takes part in it.

    `state` is what may be known there, `offers` what may be done, `asked` the player whose action is awaited there (0: nobody's),
    `changes` counts what has changed.
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
        """What the rules say to an action."""

    def apply(self, action: Action) -> None:
        """Do an action. Raises RefusedError, and nothing has changed."""

    def undo(self) -> None:
        """Take back the last action of a person. Raises RefusedError."""

    def redo(self) -> None:
        """Do the next undone action of a person again. Raises RefusedError."""

    def undo_to(self, action_count: int) -> None:
        """Take back all but the first `action_count` actions. Raises RefusedError."""


class MessageSink(Protocol):
    """Hears what a person is to be told."""

    def show_message(self, words: str) -> None: ...
    def show_error(self, words: object) -> None: ...
