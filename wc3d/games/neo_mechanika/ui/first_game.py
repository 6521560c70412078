"""The first game: three units per side on a small board, with its lesson (`first_game.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path

from wc3d.engine.dice import ScriptedDice, SeededDice, TypedDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.actions import read_action
from wc3d.games.neo_mechanika.rules.forces.force import Force
from wc3d.games.neo_mechanika.rules.missions.mission_file import MissionModel
from wc3d.registry import table_from_map
from wc3d.ui.lesson import Lesson, LessonProgress

LESSON_FILE = Path(__file__).with_name("first_game.toml")


def first_game() -> tuple[Game, LessonProgress, dict[int, str]]:
    """Return the game at the first player's first question, its lesson and its bots."""
    data = tomllib.loads(LESSON_FILE.read_text(encoding="utf-8"))
    course = LessonProgress(Lesson.model_validate(data["lesson"]))
    first_force, second_force = (Force.model_validate(force) for force in data["forces"])
    mission = MissionModel.model_validate(data["mission"]).to_mission()
    chance = SeededDice(data["seed"])
    game = new_game(
        table_from_map(data["board"]),
        (first_force, second_force),
        mission,
        dice=ScriptedDice(data["rolls"], chance),
        names=tuple(data["names"]),
    )
    for action in data["opening"]:
        game.apply(read_action(action))
    game.dice = TypedDice(course.roll_dice, chance)
    course.begin(game)
    return game, course, {2: data["bot"]}
