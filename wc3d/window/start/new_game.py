"""The settings of a new game: mission, board, forces, players and dice."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wc3d._internal.data_files import ShippedKind, shipped_files, shipped_folder
from wc3d._internal.memo import Size, memo_per_process
from wc3d.bots import prepare_plan_for_bots
from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.engine.game import Game
from wc3d.engine.options import GameOption
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan, MissionEntry
from wc3d.errors import InputError
from wc3d.registry import load_map, playable_games, rules_of
from wc3d.table.maps.strict_json import read_json
from wc3d.table.table import Table
from wc3d.ui.play_session import TypedRolls
from wc3d.window.shell.window_memory import load_memory

NO_BOT = ""
NO_CHOICE = ("", "none")
"""The choice without a value."""


@dataclass(frozen=True)
class BoardChoice:
    """A board to choose: its file, name and size in inches."""

    path: Path
    name: str
    size: tuple[float, float]


MISSION_BOARD_NAME = "The mission's own board"
"""The name of a board that is a file of the game's package."""


@memo_per_process(Size.FEW)
def shipped_boards() -> tuple[BoardChoice, ...]:
    """Return the boards that come with the program."""
    boards = []
    for path in sorted(shipped_folder("maps").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        boards.append(
            BoardChoice(
                path, data.get("name", path.stem), (float(data["size"][0]), float(data["size"][1]))
            )
        )
    return tuple(boards)


def recent_boards() -> tuple[BoardChoice, ...]:
    """Return the user's readable boards among the recent files."""
    shipped_ones = {board.path for board in shipped_boards()}
    opened = [
        Path(file.path)
        for file in load_memory().files
        if file.kind == "board" and file.path.endswith(".json")
    ]
    boards = []
    for path in (path for path in opened if path not in shipped_ones):
        try:
            data = read_json(path)
            width, depth = data["size"]
            boards.append(
                BoardChoice(path, str(data.get("name") or path.stem), (float(width), float(depth)))
            )
        except (
            InputError,
            KeyError,
            TypeError,
            ValueError,
        ):  # opening the file reports the error
            continue
    return tuple(boards)


def read_board(progress: Any, path: str) -> Table:
    """Return the table of a map file. Raises InputError."""
    return load_map(path)


@dataclass
class NewPlayer:
    """A player of the new game.

    `force` is a name known to the rules or a file. `bot` is empty for a human. `options` are the
    player's option values.
    """

    name: str
    force: str
    bot: str = NO_BOT
    options: dict[str, str] = field(default_factory=dict)


class NewGame:
    """The choices for a new game. `board` is the map file; `options` are shared option values."""

    def __init__(self, rules: RuleSet | None = None, seed: str = "") -> None:
        self.rules = rules or rules_of()
        first = self.rules.default_mission(self.rules.setup.missions()[0].size)
        self.mission = first.id
        self.board = default_board(first)
        first_force, second_force = first.forces
        self.players = (
            NewPlayer("Player 1", first_force),
            NewPlayer("Player 2", second_force, next(iter(self.rules.bots), NO_BOT)),
        )
        self.seed = seed
        self.is_typed_dice = False
        self.options: dict[str, Any] = {}
        self.own_boards = recent_boards()
        self._own: dict[str, MissionEntry] = {}
        self._told: dict[tuple[str, str], str] = {}

    @property
    def game_id(self) -> str:
        """The id of the game."""
        return next(entry.id for entry in playable_games() if entry.name == self.rules.name)

    @property
    def mission_entry(self) -> MissionEntry:
        """The mission."""
        return self._own.get(self.mission) or self.rules.mission(self.mission)

    def use_mission_file(self, path: Path) -> Path:
        """Use a mission file, with its board returned. Raises InputError, changing nothing."""
        entry = self.rules.mission(str(path))
        self.set_size(entry.size)
        self.mission, self._own[entry.id] = entry.id, entry
        return self.board

    @property
    def missions_by_size(self) -> dict[str, MissionEntry]:
        """The game sizes, each with its default mission."""
        sizes = dict.fromkeys(mission.size for mission in self.rules.setup.missions())
        return {size: self.rules.default_mission(size) for size in sizes}

    def set_size(self, size: str) -> None:
        """Set the size, with a matching mission, board and forces."""
        old_forces = dict(self.rules.setup.forces(self.mission_entry.size))
        if self.mission_entry.size == size:
            return
        usual = self.rules.default_mission(size)
        self.mission = usual.id
        self.board = default_board(usual)
        for player in self.players:
            if player.force in old_forces:
                player.force = _most_similar_force(
                    old_forces[player.force], self.rules.setup.forces(size)
                )
            player.options.clear()

    def available_missions(self) -> tuple[MissionEntry, ...]:
        """Return the missions of this size."""
        return tuple(
            mission
            for mission in self.rules.setup.missions()
            if mission.size == self.mission_entry.size
        )

    def choose_mission(self, id: str) -> None:
        """Choose a mission of this size, with its board instead of the last mission's."""
        was_default = self.board == default_board(self.mission_entry)
        self.mission = id
        if was_default:
            self.board = default_board(self.mission_entry)

    def available_boards(self) -> tuple[BoardChoice, ...]:
        """Return the boards of this size: the mission's own board if it is in the game's package,
        shipped boards, then the user's recent boards.
        """
        mission = self.mission_entry
        own = default_board(mission)
        is_shipped = any(board.path == own for board in shipped_boards())
        package = () if is_shipped else (BoardChoice(own, MISSION_BOARD_NAME, mission.table),)
        recent = (board for board in self.own_boards if board.path != own)
        return tuple(
            board for board in (*package, *shipped_boards(), *recent) if board.size == mission.table
        )

    def available_forces(self) -> tuple[tuple[str, str], ...]:
        """Return the forces available without a file, with their names."""
        return (
            *self.rules.setup.forces(self.mission_entry.size),
            *self.rules.setup.random_forces(),
        )

    def option_choices(self, option: GameOption) -> tuple[tuple[str, str], ...]:
        """Return an option's values, with "none" first unless it has a default, or ()."""
        values = (
            ()
            if option.allows_many and not option.is_per_player
            else self.rules.setup.option_choices(option, self.mission)
        )
        return (NO_CHOICE, *values) if values and not option.default else values

    def option_slots(self, option: GameOption) -> tuple[str, ...]:
        """Return the keys of a player's values for an option: one for each allowed value."""
        agreed = next(
            (
                o
                for o in self.rules.setup.options
                if option.count_option and o.name == option.count_option
            ),
            None,
        )
        count = 1 if agreed is None else int(self.options.get(agreed.name) or agreed.default)
        return tuple(option.name if i == 1 else f"{option.name} {i}" for i in range(1, count + 1))

    def load_force(self, number: int, seed: int | str) -> Any:
        """Return a player's force. Raises InputError."""
        return self.rules.setup.force(
            self.players[number - 1].force, self.mission, f"{seed}/force {number}"
        )

    def describe_force(self, number: int) -> str:
        """Return a summary of a player's force, or "" if it cannot be read."""
        key = self.players[number - 1].force, self.mission
        if key not in self._told:
            try:
                self._told[key] = self.rules.setup.describe_force(key[0])
            except InputError:  # beginning the game reports the error
                self._told[key] = ""
        return self._told[key]

    def bots_by_player(self) -> dict[int, str]:
        """Return the bots by player number."""
        return {
            number: player.bot
            for number, player in enumerate(self.players, 1)
            if player.bot != NO_BOT
        }

    def game_maker(self, table: Table, rolls: TypedRolls | None) -> Callable[[], Game]:
        """Return a repeatable function that creates the game and may raise InputError."""
        text = self.seed.strip()
        seed: int | str = (
            secrets.randbelow(2**53)
            if not text
            else int(text)
            if text.isdecimal() and len(text) <= 15
            else text
        )
        names = tuple(
            player.name.strip() or f"Player {number}"
            for number, player in enumerate(self.players, 1)
        )
        if names[0] == names[1]:
            raise InputError(f"both players are called {names[0]}; choose two different names")
        forces = (self.load_force(1, seed), self.load_force(2, seed))
        options = {
            option.name: value
            for option in self.rules.setup.options
            if (value := self._option_value(option)) is not None
        }

        def make() -> Game:
            dice = TypedDice(rolls, SeededDice(seed)) if rolls is not None else None
            plan = GamePlan(
                self.mission,
                table,
                forces,
                (names[0], names[1]),
                seed if dice is None else None,
                options,
            )
            return self.rules.new_game(
                prepare_plan_for_bots(self.rules, plan, self.bots_by_player()), dice
            )

        return make

    def _option_value(self, option: GameOption) -> Any:
        """Return an option's value, or each player's value, or None if nothing was chosen."""
        if option.is_flag:
            return self.options.get(option.name)
        if not option.is_per_player:
            return self.options.get(option.name) or None
        values = [
            tuple(v for name in self.option_slots(option) if (v := player.options.get(name)))
            for player in self.players
        ]
        return (
            tuple(value if option.allows_many else "".join(value) for value in values)
            if any(values)
            else None
        )


def default_board(mission: MissionEntry) -> Path:
    """Return the first board for a mission: a shipped one, or a map file of the game's package."""
    return shipped_files(ShippedKind.BOARD).get(mission.board, Path(mission.board))


def _most_similar_force(called: str, forces: tuple[tuple[str, str], ...]) -> str:
    """Return the force whose name has the longest common prefix, preferring shorter names."""
    words = called.split()

    def alike(force: tuple[str, str]) -> tuple[int, int]:
        other_words = force[1].split()
        shared_count = next(
            (n for n, (a, b) in enumerate(zip(words, other_words, strict=False)) if a != b),
            min(len(words), len(other_words)),
        )
        return shared_count, -len(other_words)

    return max(forces, key=alike)[0]
