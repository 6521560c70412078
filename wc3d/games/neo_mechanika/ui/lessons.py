"""The lessons of Neo-Mechanika, the easiest first. Each is a TOML file in this folder."""

from __future__ import annotations

from pathlib import Path

from wc3d.engine.dice import Dice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.forces.force import Force
from wc3d.games.neo_mechanika.rules.missions.mission_file import MissionModel
from wc3d.registry import table_from_map
from wc3d.ui.lesson_file import LessonEntry, LessonFile


def make_game(content: LessonFile, dice: Dice) -> Game:
    """Return the game of a lesson at its first question."""
    first_force, second_force = (Force.model_validate(force) for force in content.forces)
    return new_game(
        table_from_map(content.board),
        (first_force, second_force),
        MissionModel.model_validate(content.mission).to_mission(),
        dice=dice,
        names=content.names,
    )


LESSONS = tuple(
    LessonEntry(id, Path(__file__).with_name(f"{id}.toml"), make_game)
    for id in ("first_game", "arc_and_cyphers", "pulse_round")
)
