"""Starting and reopening games from what the command line says: maps, missions, forces, saved games."""
from __future__ import annotations

import argparse
import random
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.app.arguments import add_cards_argument
from wc3d.errors import InputError
from wc3d.shipped import shipped

if TYPE_CHECKING:
    from wc3d.engine.dice import Dice
    from wc3d.engine.game import Game
    from wc3d.table.table import Table
    from wc3d.warcaster.forces.force_files import Force
    from wc3d.warcaster.missions.mission import Mission

BOARDS = shipped("maps")
"""The boards that come with the program."""

SKIRMISH_BOARD, BOARD = "crossroads", "ravine"
"""The boards played on if none is named."""

FACTIONS = ("marcher_worlds", "aeternus_continuum")
"""Whose sample forces play if none are named."""


def add_game_arguments(command: argparse.ArgumentParser) -> None:
    """Declare what a new game is made of."""
    command.add_argument("--map", metavar="MAP", help="a map file, or the name of a shipped board (default: crossroads)")
    command.add_argument("--mission", metavar="M", help="the mission's id, or random (default: one that fits the map)")
    for number in ("1", "2"):
        help_text = f"player {number}'s force: a file or the name of a sample force"
        command.add_argument(f"--force{number}", metavar="F", help=help_text)
        help_text = f"player {number}'s secondary missions"
        command.add_argument(f"--secondary{number}", metavar="ID", nargs="*", default=(), help=help_text)
    command.add_argument("--mercy", action="store_true", help="a player without unit and void gate in play loses (NM-SIL-01)")
    command.add_argument("--names", metavar="NAME", nargs=2, help="what the players are called")
    command.add_argument("--seed", metavar="N", help="the seed of the dice and cards (default: a random one)")
    add_cards_argument(command)


def board(named: str) -> Table:
    """The table of a map file, or of a shipped board by its name. Raises InputError."""
    from wc3d.games import load_map

    ours = BOARDS / f"{named}.json"
    return load_map(ours if "/" not in named and not Path(named).exists() and ours.exists() else named)


def force(named: str) -> Force:
    """The force of a file, or a sample force by its name. Raises InputError."""
    from wc3d.warcaster.forces.force_files import load_force, sample_force

    if Path(named).suffix == ".json" or Path(named).exists():
        return load_force(named)
    if "/" in named:
        raise InputError(f"{named}: no such file")
    return sample_force(named)


def start(arguments: argparse.Namespace, dice: Dice | None = None) -> Game:
    """A new game as the command line describes it; with these dice, or seeded ones. Raises InputError."""
    from wc3d.warcaster.book.rulings import GameOptions
    from wc3d.warcaster.game_setup import new_game

    mission = chosen_mission(arguments)
    table = board(arguments.map or (SKIRMISH_BOARD if mission.skirmish else BOARD))
    size = "skirmish" if mission.skirmish else "full"
    named = (arguments.force1, arguments.force2)
    one, two = (force(f"{faction}_{size}" if name is None else name) for name, faction in zip(named, FACTIONS, strict=True))
    return new_game(
        table,
        (one, two),
        mission,
        seed=None if dice is not None else seed(arguments.seed),
        dice=dice,
        options=GameOptions(mercy=arguments.mercy),
        secondary=(tuple(arguments.secondary1), tuple(arguments.secondary2)),
        names=names(arguments.names),
    )


def names(given: list[str] | None) -> tuple[str, str]:
    """What the players are called. Raises InputError for two of one name."""
    one, two = given or ("Player 1", "Player 2")
    if one == two:
        raise InputError(f"--names: expected two different names, got {one} twice")
    return one, two


def chosen_mission(arguments: argparse.Namespace) -> Mission:
    """The mission named, one drawn at "random" from those of the map's size, or one that fits the map. Raises InputError."""
    from wc3d.warcaster.book.rulings import TABLE_SIDE
    from wc3d.warcaster.missions.mission import MISSIONS, mission

    large = arguments.map is not None and board(arguments.map).size == (TABLE_SIDE, TABLE_SIDE)
    if arguments.mission == "random":  # each of them equally likely (NM-SIL-15)
        drawn = random.Random(arguments.seed) if arguments.seed else random.SystemRandom()
        return drawn.choice([m for m in MISSIONS.values() if m.skirmish != large])
    if arguments.mission:
        return mission(arguments.mission)
    return mission("strange_matter" if large else "chaos_theory")


def seed(text: str | None) -> int | str:
    """The seed that is typed, a number if it is one; a random one if none is."""
    if text is None:
        return secrets.randbelow(2**53)
    return int(text) if text.isdecimal() and len(text) <= 15 else text


def rebuilt(setup: dict[str, Any], dice: Dice) -> Game:
    """The game of a saved setup, with these dice. Raises InputError."""
    from wc3d.warcaster.game_setup import game_from_setup

    return game_from_setup(setup, dice)
