"""`wc3d play --window`: the game in a window."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d.app.play.command import begin_game, bot_names, file_of, reopen_game, rules_for

if TYPE_CHECKING:
    from wc3d.engine.game import Game
    from wc3d.view.window.screen import Screen


def play_in_window(arguments: argparse.Namespace) -> int:
    """Play until the window is closed; the exit code. Raises InputError, and NoGraphics where no window can be opened."""
    from wc3d.app.window.doors import display_there, show
    from wc3d.view.work import solver_warmup

    if display_there():
        solver_warmup.finish()
    path, title = file_of(arguments), rules_for(arguments).title
    return show(first_screen(arguments, path), f"wc3d: {title}", "the same command without --window", (path, "game"))


def first_screen(arguments: argparse.Namespace, path: Path) -> Screen:
    """The game's screen; of a new game with typed dice the one that asks for its first rolls. Raises InputError."""
    from wc3d.engine.dice import TypedDice
    from wc3d.view.game.play.screen import PlayScreen
    from wc3d.view.game.play.typed_opening import OpeningScreen
    from wc3d.view.interaction.play_session import PlaySession, TypedRolls

    bot_names(arguments, rules_for(arguments))  # a mistake is told before anything is opened
    typed = TypedRolls()

    def open_screen(game: Game) -> PlayScreen:
        rolls = typed if isinstance(game.dice, TypedDice) else None
        bots = bot_names(arguments, game.rules, game.bots)
        screen = PlayScreen(PlaySession(game, bots, path=path, typed=rolls, seed=arguments.seed or ""))
        screen.on_leave = lambda: screen.window.to_start()
        return screen

    if arguments.load is not None:
        return open_screen(reopen_game(arguments, typed))
    if arguments.dice == "typed":
        players = tuple(arguments.names or ("Player 1", "Player 2"))
        return OpeningScreen(rules_for(arguments), lambda: begin_game(arguments, typed), typed, players, open_screen)
    return open_screen(begin_game(arguments, typed))
