"""A new game as it is put together on the start screen, without any graphics: mission, board, forces, players, dice."""
from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from wc3d._internal.data_files import shipped
from wc3d.bots import agreed
from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.engine.game import Game
from wc3d.engine.options import Option
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan, MissionEntry
from wc3d.errors import InputError
from wc3d.registry import load_map, rules_of
from wc3d.table.maps.reading import read_json
from wc3d.table.table import Table
from wc3d.ui.play_session import TypedRolls
from wc3d.window.shell.recent import recall

HUMAN = ""
NONE = ("", "none")
"""What can be chosen instead of a value."""


@dataclass(frozen=True)
class KnownBoard:
    """A board that can be chosen by its name: its file, its name and its size in inches."""

    path: Path
    name: str
    size: tuple[float, float]


@lru_cache(maxsize=1)
def known_boards() -> tuple[KnownBoard, ...]:
    """The boards that come with the program."""
    boards = []
    for path in sorted(shipped("maps").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        boards.append(KnownBoard(path, data.get("name", path.stem), (float(data["size"][0]), float(data["size"][1]))))
    return tuple(boards)


def boards_opened() -> tuple[KnownBoard, ...]:
    """The boards of one's own among the files opened last, as far as they can still be read."""
    shipped_ones = {board.path for board in known_boards()}
    opened = [Path(file.path) for file in recall().files if file.kind == "board" and file.path.endswith(".json")]
    boards = []
    for path in (path for path in opened if path not in shipped_ones):
        try:
            data = read_json(path)
            width, depth = data["size"]
            boards.append(KnownBoard(path, str(data.get("name") or path.stem), (float(width), float(depth))))
        except (InputError, KeyError, TypeError, ValueError):  # no board any more: told when it is opened
            continue
    return tuple(boards)


def read_board(progress: Any, path: str) -> Table:
    """The table of a map file. Raises InputError."""
    return load_map(path)


@dataclass
class NewPlayer:
    """A player of the new game. `force` is a force as the rules know it by name, or a file; `bot` a bot, or empty for a person.
    `options` are the values chosen for the options that each player has."""

    name: str
    force: str
    bot: str = HUMAN
    options: dict[str, str] = field(default_factory=dict)


class NewGame:
    """What has been chosen so far. `board` is the map's file; `options` are the values of options that are not the players'."""

    def __init__(self, rules: RuleSet | None = None, seed: str = "") -> None:
        self.rules = rules or rules_of()
        first = self.rules.usual_mission(self.rules.missions()[0].size)
        self.mission = first.id
        self.board = board_of(first)
        first_force, second_force = first.forces
        self.players = NewPlayer("Player 1", first_force), NewPlayer("Player 2", second_force, next(iter(self.rules.bots), HUMAN))
        self.seed = seed
        self.typed = False
        self.options: dict[str, Any] = {}
        self.own_boards = boards_opened()
        self._own: dict[str, MissionEntry] = {}
        self._told: dict[tuple[str, str], str] = {}

    @property
    def entry(self) -> MissionEntry:
        """The mission."""
        return self._own.get(self.mission) or self.rules.mission(self.mission)

    def play_own(self, path: Path) -> Path:
        """Play the mission of a file, with a board (which is answered) and forces for its size.

        Raises InputError, and then nothing changes.
        """
        entry = self.rules.mission(str(path))
        self.resize(entry.size)
        self.mission, self._own[entry.id] = entry.id, entry
        return self.board

    @property
    def sizes(self) -> dict[str, MissionEntry]:
        """The sizes of games, each with its usual mission."""
        sizes = dict.fromkeys(mission.size for mission in self.rules.missions())
        return {size: self.rules.usual_mission(size) for size in sizes}

    def resize(self, size: str) -> None:
        """Play a game of this size: with a mission, a board and forces for it."""
        old_forces = dict(self.rules.forces(self.entry.size))
        if self.entry.size == size:
            return
        usual = self.rules.usual_mission(size)
        self.mission, self.board = usual.id, board_of(usual)
        for player in self.players:
            if player.force in old_forces:
                player.force = _most_alike(old_forces[player.force], self.rules.forces(size))
            player.options.clear()

    def missions(self) -> tuple[MissionEntry, ...]:
        """The missions of this size."""
        return tuple(mission for mission in self.rules.missions() if mission.size == self.entry.size)

    def boards(self) -> tuple[KnownBoard, ...]:
        """The boards of this size: those that come with the program, then one's own that were opened last."""
        return tuple(board for board in (*known_boards(), *self.own_boards) if board.size == self.entry.table)

    def forces(self) -> tuple[tuple[str, str], ...]:
        """The forces that can be chosen without a file, by what they are called."""
        return (*self.rules.forces(self.entry.size), *self.rules.random_forces())

    def choices(self, option: Option) -> tuple[tuple[str, str], ...]:
        """The values of an option, the first of which is none unless one is meant then; empty if there is nothing to choose."""
        values = () if option.many and not option.each else self.rules.option_choices(option, self.mission)
        return (NONE, *values) if values and not option.default else values

    def places(self, option: Option) -> tuple[str, ...]:
        """The names under which a player's values for an option are kept: one, or as many as there may be values."""
        agreed = next((o for o in self.rules.options if option.most and o.name == option.most), None)
        count = 1 if agreed is None else int(self.options.get(agreed.name) or agreed.default)
        return tuple(option.name if i == 1 else f"{option.name} {i}" for i in range(1, count + 1))

    def force(self, number: int, seed: int | str) -> Any:
        """A player's force. Raises InputError."""
        return self.rules.force(self.players[number - 1].force, self.mission, f"{seed}/force {number}")

    def force_words(self, number: int) -> str:
        """What a player's force is made of; "" where it cannot be read."""
        key = self.players[number - 1].force, self.mission
        if key not in self._told:
            try:
                self._told[key] = self.rules.force_words(*key)
            except InputError:  # told when the game is begun
                self._told[key] = ""
        return self._told[key]

    def bots(self) -> dict[int, str]:
        """The bots by whom they play."""
        return {number: player.bot for number, player in enumerate(self.players, 1) if player.bot != HUMAN}

    def maker(self, table: Table, rolls: TypedRolls | None) -> Callable[[], Game]:
        """What makes the game on this table; it may be called again while `rolls` are being typed. Raises InputError."""
        text = self.seed.strip()
        seed: int | str = secrets.randbelow(2**53) if not text else int(text) if text.isdecimal() and len(text) <= 15 else text
        names = tuple(player.name.strip() or f"Player {number}" for number, player in enumerate(self.players, 1))
        if names[0] == names[1]:
            raise InputError(f"both players are called {names[0]}: choose two different names")
        forces = (self.force(1, seed), self.force(2, seed))
        options = {option.name: value for option in self.rules.options if (value := self._value(option)) is not None}

        def make() -> Game:
            dice = TypedDice(rolls, SeededDice(seed)) if rolls is not None else None
            plan = GamePlan(self.mission, table, forces, (names[0], names[1]), seed if dice is None else None, options)
            return self.rules.new_game(agreed(self.rules, plan, self.bots()), dice)

        return make

    def _value(self, option: Option) -> Any:
        """What was chosen for an option, for each player if each has it; None if nothing was."""
        if option.flag:
            return self.options.get(option.name)
        if not option.each:
            return self.options.get(option.name) or None
        values = [tuple(v for name in self.places(option) if (v := player.options.get(name))) for player in self.players]
        return tuple(value if option.many else "".join(value) for value in values) if any(values) else None


def board_of(mission: MissionEntry) -> Path:
    """The board that is offered first for a mission."""
    return shipped("maps") / f"{mission.board}.json"


def _most_alike(called: str, forces: tuple[tuple[str, str], ...]) -> str:
    """The force whose name begins most like this one; of several the shortest name."""
    words = called.split()

    def alike(force: tuple[str, str]) -> tuple[int, int]:
        other_words = force[1].split()
        shared_count = next((n for n, (a, b) in enumerate(zip(words, other_words, strict=False)) if a != b), min(len(words), len(other_words)))
        return shared_count, -len(other_words)

    return max(forces, key=alike)[0]
