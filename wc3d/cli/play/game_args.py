"""New and saved games from command-line arguments: maps, missions, forces and options."""

from __future__ import annotations

import argparse
import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d.cli.shared_arguments import add_cards_argument, add_game_argument
from wc3d.errors import InputError
from wc3d.registry import GAMES, GameEntry, game_entry, game_options, load_map, rules_of

if TYPE_CHECKING:
    from wc3d.engine.dice import Dice
    from wc3d.engine.game import Game
    from wc3d.engine.options import GameOption
    from wc3d.engine.ruleset import RuleSet
    from wc3d.engine.ruleset_types import MissionEntry
    from wc3d.table.table import Table

RANDOM_MISSION = "random"
"""The value of `--mission` for a random mission."""


def add_game_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments of a new game."""
    command.add_argument(
        "--map",
        metavar="MAP",
        help="a board file, or the name of an included board (default: the mission's)",
    )
    command.add_argument(
        "--state",
        metavar="PART=STATE",
        action="append",
        default=[],
        help="a door or roof of the board that is closed, open or removed in this game, such as "
        "gate=open (default: as on the board)",
    )
    mission_help = (
        "a mission's id, a mission file (.json), or random (default: one that fits the board)"
    )
    command.add_argument("--mission", metavar="M", help=mission_help)
    for number in (1, 2):
        help_text = f"player {number}'s force: a file, or the name of a sample force"
        command.add_argument(f"--force{number}", metavar="F", help=help_text)
        for option in all_options(each=True):
            _add_option(
                command,
                option,
                f"{option.name}{number}",
                f"{games_with_option_note(option)}player {number}'s {option.help}",
            )
    for option in all_options(each=False):
        _add_option(command, option, option.name, games_with_option_note(option) + option.help)
    command.add_argument("--names", metavar="NAME", nargs=2, help="the names of the players")
    command.add_argument(
        "--seed", metavar="N", help="the seed for dice and cards (default: random)"
    )
    add_cards_argument(command)
    add_game_argument(command)


def all_options(each: bool) -> Iterator[GameOption]:
    """Return the options of new games, each name once: those for each player, or the others."""
    options = {option.name: option for game in GAMES.values() for option in game_options(game)}
    return (option for option in options.values() if option.is_per_player == each)


def games_with_option_note(option: GameOption) -> str:
    """Return a note of the games that have an option; empty if all have it."""
    titles = [
        game.title
        for game in GAMES.values()
        if option.name in {game_option.name for game_option in game_options(game)}
    ]
    return "" if len(titles) == len(GAMES) else f"{' and '.join(titles)} only: "


def add_flags(command: argparse.ArgumentParser) -> None:
    """Declare the on/off options of new games."""
    for option in all_options(each=False):
        if option.is_flag:
            _add_option(command, option, option.name, option.help)


def _add_option(
    command: argparse.ArgumentParser, option: GameOption, name: str, help_text: str
) -> None:
    if option.is_flag:
        command.add_argument(f"--{name}", action="store_true", help=help_text)
    elif option.allows_many:
        command.add_argument(
            f"--{name}", metavar=option.metavar, nargs="*", default=(), help=help_text
        )
    else:
        values = [value for value, _ in option.choices] or None
        command.add_argument(
            f"--{name}", metavar=option.metavar or None, choices=values, help=help_text
        )


def read_options(arguments: argparse.Namespace, game: GameEntry) -> dict[str, Any]:
    """Return the game's options from the arguments by name; a pair for each option per player.

    Raises InputError for options of other games.
    """
    options: dict[str, Any] = {}
    own = {option.name for option in game_options(game)}
    for option in (*all_options(each=True), *all_options(each=False)):
        names = (
            [f"{option.name}{number}" for number in (1, 2)]
            if option.is_per_player
            else [option.name]
        )
        raw_values = [getattr(arguments, name, None) for name in names]
        values = [tuple(value or ()) if option.allows_many else value for value in raw_values]
        if option.name in own and (option.is_flag or any(values)):
            options[option.name] = tuple(values) if option.is_per_player else values[0]
        elif any(values):
            raise InputError(f"--{names[0]}: {game.title} has no such option")
    return options


def load_board(named: str, game: str = "") -> Table:
    """Return a game's table from a map file or a shipped board's name. Raises InputError."""
    return load_map(named, game)


def load_mission_board(mission: MissionEntry, game: str = "") -> Table:
    """Return the table of a mission's shipped board, regardless of files in the working folder."""
    return load_map(shipped_files(ShippedKind.BOARD).get(mission.board, mission.board), game)


def start_game(
    arguments: argparse.Namespace, dice: Dice | None = None, bots: Mapping[int, str] | None = None
) -> Game:
    """Return a new game by the arguments, with these dice or seeded ones. Raises InputError.

    The bots, given by name, make the choices that the arguments leave open.
    """
    from wc3d.bots import prepare_plan_for_bots
    from wc3d.engine.ruleset_types import GamePlan

    entry = game_entry(arguments.game)
    rules = rules_of(arguments.game)
    mission = choose_mission(rules, arguments.map, arguments.mission, arguments.seed)
    table = (
        load_board(arguments.map, rules.name)
        if arguments.map
        else load_mission_board(mission, rules.name)
    )
    table = table.with_states(parse_states(arguments.state))
    number = parse_seed(arguments.seed)
    if not rules.setup.forces(mission.size) and (arguments.force1 or arguments.force2):
        raise InputError(f"--force1, --force2: {entry.title} has no forces to choose")
    named = zip((arguments.force1, arguments.force2), mission.forces, strict=True)
    force_names = [first if override is None else override for override, first in named]
    force_1, force_2 = (
        rules.setup.force(name, mission.id, f"{number}/force {player}")
        for player, name in enumerate(force_names, 1)
    )
    for player, force in enumerate((force_1, force_2), 1):
        if not (verdict := rules.setup.check_force(force, mission.id)):
            reason = rules.text.describe_refusal(None, verdict)
            if verdict.code.startswith("unknown_") and not getattr(arguments, "cards", None):
                reason += " If the card is your own, name its file: --cards FILE"
            raise InputError(f"--force{player} {force_names[player - 1]}: {reason}")
    plan = GamePlan(
        mission.id,
        table,
        (force_1, force_2),
        parse_player_names(arguments.names),
        None if dice is not None else number,
        read_options(arguments, entry),
    )
    return rules.new_game(prepare_plan_for_bots(rules, plan, bots or {}), dice)


def parse_states(listed: Sequence[str]) -> dict[str, str]:
    """Return the states of doors and roofs, by id. Raises InputError for other forms."""
    states: dict[str, str] = {}
    for words in listed:
        part, sign, state = words.partition("=")
        if not part or not sign:
            raise InputError(
                f"--state {words}: expected a part and its state, such as gate=open; the states "
                "are closed, open and removed"
            )
        states[part] = state
    return states


def parse_player_names(pair: list[str] | None) -> tuple[str, str]:
    """Return the players' names. Raises InputError for two equal names."""
    name_1, name_2 = pair or ("Player 1", "Player 2")
    if name_1 == name_2:
        raise InputError(f"--names: expected two different names, found {name_1} twice")
    return name_1, name_2


def choose_mission(
    rules: RuleSet, map: str | None, named: str | None = None, seed: str | None = None
) -> MissionEntry:
    """Return the named mission, one that fits the map, or for "random" one of the map's size.
    Raises InputError.

    The same seed draws the same mission.
    """
    if named and named != RANDOM_MISSION:
        return rules.mission(named)
    table = load_board(map, rules.name).size if map is not None else None
    size = (
        rules.default_mission().size
        if table is None
        else min(rules.setup.missions(), key=lambda m: _size_difference(m.table, table)).size
    )
    if named != RANDOM_MISSION:
        return rules.default_mission(size)
    generator = random.Random(seed) if seed else random.SystemRandom()
    return generator.choice([m for m in rules.setup.missions() if m.size == size])


def _size_difference(size_a: tuple[float, float], size_b: tuple[float, float]) -> float:
    """Return the difference of two tables in width and depth, in inches."""
    return sum(abs(a - b) for a, b in zip(size_a, size_b, strict=True))


def parse_seed(text: str | None) -> int | str:
    """Parse a seed, or draw a random one for None. Raises InputError if it is not printable."""
    if text is None:
        return secrets.randbelow(2**53)
    if not text.isprintable():
        raise InputError(f"--seed {text}: expected printable characters")
    return int(text) if text.isdecimal() and len(text) <= 15 else text
