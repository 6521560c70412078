"""The lesson of WARMACHINE, with made-up models. It is a TOML file in this folder."""

from __future__ import annotations

from pathlib import Path

from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules.editions import parse_edition
from wc3d.games.warmachine.rules.forces import Battlegroup
from wc3d.games.warmachine.rules.saved_setup import prepare_game
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.registry import table_from_map
from wc3d.ui.lesson_file import LessonEntry, LessonFile


def make_game(content: LessonFile, dice: Dice) -> Game:
    """Return the game of a lesson at its first question."""
    first_force, second_force = (Battlegroup.model_validate(force) for force in content.forces)
    prepared = prepare_game(
        table_from_map(content.board, game="warmachine"),
        (first_force, second_force),
        edition=parse_edition("quick_start"),
        dice=dice,
        names=content.names,
    )
    return Game(WARMACHINE, *prepared)


LESSONS = (LessonEntry("first_battle", Path(__file__).with_name("first_battle.toml"), make_game),)
