"""The opening rolls of a game with physical dice, before the game exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.dice import DiceWantedError, Roll
from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet
from wc3d.table.table import Table
from wc3d.ui.play_session import TypedRolls
from wc3d.window.play.game.dice_input import DiceInput
from wc3d.window.shell.screen import Screen


class OpeningRollScreen(Screen):
    """Asks for the rolls that `make` needs, then shows the screen from `make_screen`."""

    name = "opening"

    def __init__(
        self,
        rules: RuleSet,
        make: Callable[[], Game],
        typed: TypedRolls,
        names: tuple[str, ...],
        make_screen: Callable[[Game], Screen],
        board: Table | None = None,
    ) -> None:
        self.rules = rules
        self.make_game = make
        self.typed_rolls = typed
        self.names = names
        self.on_begin = make_screen
        self.board = board
        self.dice_input = DiceInput()
        self.wanted_roll: Roll | None = None
        self.game: Game | None = None

    @property
    def table(self) -> Table | None:
        return self.board

    def on_show(self) -> None:
        self._try_to_begin()

    def _try_to_begin(self) -> None:
        self.typed_rolls.restart()
        try:
            self.game = self.make_game()
        except DiceWantedError as wanting:
            self.wanted_roll = wanting.roll
        else:
            self.typed_rolls.rolls.clear()
            self.wanted_roll = None

    def type_roll(self, faces: tuple[int, ...]) -> None:
        """Enter the faces of physical dice. Raises DiceError."""
        assert self.wanted_roll is not None
        self.typed_rolls.add_roll(self.wanted_roll, faces)
        self._try_to_begin()

    def poll(self) -> bool:
        if self.game is None:
            return False
        game, self.game = self.game, None
        self.window.show_screen(self.on_begin(game))
        return True

    def draw_panels(self, ui: Any) -> None:
        if self.wanted_roll is not None:
            name = self.names[self.wanted_roll.player - 1]
            self.dice_input.draw(
                ui,
                self.rules,
                self.wanted_roll,
                name,
                self.type_roll,
                self.window.notices.show_error,
            )
