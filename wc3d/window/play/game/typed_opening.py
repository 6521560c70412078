"""The first rolls of a game whose dice are typed in: there is no game yet to be shown."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.dice import DiceWantedError, Roll
from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet
from wc3d.table.table import Table
from wc3d.ui.play_session import TypedRolls
from wc3d.window.play.game.dice_typing import DiceTyping
from wc3d.window.shell.screen import Screen


class OpeningScreen(Screen):
    """Asks for the rolls that `make` wants, then hands the game on to `make_screen`. `names` are the players', `board` is looked at."""

    name = "opening"

    def __init__(
        self, rules: RuleSet, make: Callable[[], Game], typed: TypedRolls, names: tuple[str, ...],
        make_screen: Callable[[Game], Screen], board: Table | None = None,
    ) -> None:  # fmt: skip
        self.rules, self.make, self.typed, self.names, self.begun, self.board = rules, make, typed, names, make_screen, board
        self.typing = DiceTyping()
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

    def poll(self) -> bool:
        if self.game is None:
            return False
        game, self.game = self.game, None
        self.window.show(self.begun(game))
        return True

    def panels(self, ui: Any) -> None:
        if self.wanted is not None:
            name = self.names[self.wanted.player - 1]
            self.typing.draw(ui, self.rules, self.wanted, name, self.type_roll, self.window.notices.complain)
