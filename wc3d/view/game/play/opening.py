"""The first rolls of a game whose dice are typed in: there is no game yet to be shown."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.dice import DiceWantedError, Roll
from wc3d.engine.game import Game
from wc3d.table.table import Table
from wc3d.view.game.play.dice_tray import Typing, draw_typing
from wc3d.view.game.play.session import TypedRolls
from wc3d.view.window.screen import Screen


class Opening(Screen):
    """Asks for the rolls that `make` wants, then hands the game on to `begun`. `names` are the players', `board` is looked at."""

    name = "opening"

    def __init__(
        self, make: Callable[[], Game], typed: TypedRolls, names: tuple[str, ...], begun: Callable[[Game], Screen],
        board: Table | None = None,
    ) -> None:  # fmt: skip
        self.make, self.typed, self.names, self.begun, self.board = make, typed, names, begun, board
        self.typing = Typing()
        self.wanted: Roll | None = None
        self.game: Game | None = None

    @property
    def table(self) -> Table | None:
        return self.board

    def entered(self) -> None:
        self._try()

    def _try(self) -> None:
        self.typed.again()
        try:
            self.game = self.make()
        except DiceWantedError as wanting:
            self.wanted = wanting.roll
        else:
            self.typed.given.clear()
            self.wanted = None

    def type_roll(self, faces: tuple[int, ...]) -> None:
        """What the dice on the table show. Raises DiceError."""
        assert self.wanted is not None
        self.typed.take(self.wanted, faces)
        self._try()

    def player_name(self, player: int) -> str:
        """What a player is called."""
        return self.names[player - 1]

    def poll(self) -> bool:
        if self.game is None:
            return False
        game, self.game = self.game, None
        self.window.show(self.begun(game))
        return True

    def panels(self, ui: Any) -> None:
        draw_typing(ui, self)
