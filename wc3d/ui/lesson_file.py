"""Lessons as files: each holds a table, forces, an opening, and the steps of its lesson.

A game lists its lessons as `LessonEntry` values (`wc3d.registry.GameEntry.lessons`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.dice import Dice, ScriptedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import continue_game
from wc3d.errors import InputError
from wc3d.table.maps.strict_json import StrictModel
from wc3d.ui.lesson import Lesson, LessonDice, LessonProgress


class LessonFile(StrictModel):
    """The content of a lesson's file.

    `rolls` are the dice of the `opening`, the actions before the lesson. No cards are shuffled
    there. `bot` plays for the opponent when the prepared answers end. `seed` makes the later dice.
    The game reads the `board`, the `forces` and the `mission`.
    """

    names: tuple[str, str]
    bot: str
    seed: int
    rolls: tuple[tuple[int, ...], ...] = ()
    board: dict[str, Any]
    forces: tuple[dict[str, Any], dict[str, Any]]
    mission: dict[str, Any] = {}  # noqa: RUF012
    opening: tuple[dict[str, Any], ...]
    lesson: Lesson


@dataclass(frozen=True)
class LessonGame:
    """The game of a lesson, its progress, and the bot of each bot player."""

    game: Game
    progress: LessonProgress
    bots: dict[int, str]


@dataclass(frozen=True)
class LessonEntry:
    """A lesson of a game: its file, and the function that makes its game with these dice."""

    id: str
    path: Path
    make_game: Callable[[LessonFile, Dice], Game]

    def read(self) -> LessonFile:
        """Return the content of the file."""
        return read_lesson_file(self.path)

    def begin(self) -> LessonGame:
        """Return the game after its opening, at the first step of the lesson."""
        content = self.read()
        game = self.make_game(content, ScriptedDice(content.rolls))
        for action in content.opening:
            game.apply(game.rules.play.read_action(action))
        return self._attach(continue_game(game, len(game.turns), self.path.name, game.dice))

    def resume(self, game: Game, finished_step_ids: Collection[str]) -> LessonGame:
        """Return a saved game of this lesson at its next step.

        Raises InputError if the game has another opening.
        """
        if game.origin is None or game.origin != self.begin().game.origin:
            raise InputError(f"this game does not begin like the lesson {self.path.stem}")
        return self._attach(game, finished_step_ids)

    def _attach(self, game: Game, finished_step_ids: Collection[str] = ()) -> LessonGame:
        content = self.read()
        progress = LessonProgress(content.lesson)
        progress.finished_step_ids = {*finished_step_ids}
        game.dice = LessonDice(content.seed, progress)
        progress.begin(game)
        return LessonGame(game, progress, {3 - content.lesson.player: content.bot})


@memo_per_process(Size.FEW)
def read_lesson_file(path: Path) -> LessonFile:
    """Return the content of a lesson's file."""
    return LessonFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
