"""A new game as it is put together on the start screen, without any graphics: mission, board, forces, players, dice."""
from __future__ import annotations

import json
import os
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.games import load_map
from wc3d.shipped import shipped
from wc3d.table.table import Table
from wc3d.view.game.play.session import TypedRolls
from wc3d.view.window.notices import plain
from wc3d.view.window.settings import folder
from wc3d.warcaster.book.rulings import GameOptions
from wc3d.warcaster.cards import CARDS
from wc3d.warcaster.forces.force import faction_name
from wc3d.warcaster.forces.force_files import Force, limits_of, load_force, random_force, sample_force, sample_names
from wc3d.warcaster.game_setup import new_game
from wc3d.warcaster.missions.mission import MISSIONS, Mission
from wc3d.warcaster.missions.secondary import SECONDARY
from wc3d.warcaster.rules import NEO_MECHANIKA

HUMAN = ""
FIRST = {True: ("crossroads", "chaos_theory", "skirmish"), False: ("ravine", "strange_matter", "full")}
"""The board, the mission and the size of sample force that a skirmish (True) and a full game begin with."""
RANDOM = "random:"


@dataclass(frozen=True)
class Known:
    """A shipped board: its file, its name and its size in inches."""

    path: Path
    name: str
    size: tuple[float, float]


@lru_cache(maxsize=1)
def known_boards() -> tuple[Known, ...]:
    """The boards that come with the program."""
    found = []
    for path in sorted(shipped("maps").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        found.append(Known(path, data.get("name", path.stem), (float(data["size"][0]), float(data["size"][1]))))
    return tuple(found)


@lru_cache(maxsize=2)
def known_forces(size: str) -> tuple[tuple[str, str], ...]:
    """The sample forces of a size ("skirmish", "full") and a random one of each of their Factions, by what they are called."""
    samples = [(n, n.removesuffix(f"_{size}").replace("_", " ").title()) for n in sample_names() if n.endswith(f"_{size}")]
    factions = sorted({sample_force(name).faction for name, _ in samples})
    return (*samples, *((RANDOM + f, f"Random: {faction_name(f)}") for f in factions))


def read_board(progress: Any, path: str) -> Table:
    """The table of a map file. Raises InputError."""
    return load_map(path)


@dataclass
class Seat:
    """A player of the new game. `force` names a sample, "random:FACTION" or a file; `bot` a bot, or is empty for a person."""

    name: str
    force: str
    bot: str = HUMAN
    secondary: str = ""


@dataclass
class NewGame:
    """What has been chosen so far. `board` is the map's file."""

    mission: str = FIRST[True][1]
    board: Path = field(default_factory=lambda: shipped("maps") / f"{FIRST[True][0]}.json")
    seats: tuple[Seat, Seat] = field(default_factory=lambda: (
        Seat("Player 1", "marcher_worlds_skirmish"),
        Seat("Player 2", "aeternus_continuum_skirmish", next(iter(NEO_MECHANIKA.bots))),
    ))  # fmt: skip
    seed: str = ""
    typed: bool = False
    mercy: bool = False

    @property
    def plan(self) -> Mission:
        """The mission."""
        return MISSIONS[self.mission]

    def resize(self, skirmish: bool) -> None:
        """Play a skirmish, or a full game: with a mission, a board and forces of that size."""
        if self.plan.skirmish == skirmish:
            return
        board, self.mission, size = FIRST[skirmish]
        self.board = shipped("maps") / f"{board}.json"
        other = FIRST[not skirmish][2]
        for seat in self.seats:
            swapped = seat.force.replace(other, size)
            if seat.force in sample_names():
                seat.force = swapped if swapped in sample_names() else f"{sample_force(seat.force).faction}_{size}"
            seat.secondary = ""

    def missions(self) -> tuple[Mission, ...]:
        """The missions of this size."""
        return tuple(m for m in MISSIONS.values() if m.skirmish == self.plan.skirmish)

    def boards(self) -> tuple[Known, ...]:
        """The shipped boards of this size."""
        return tuple(b for b in known_boards() if b.size == self.plan.size)

    def forces(self) -> tuple[tuple[str, str], ...]:
        """The forces that can be chosen without a file, by what they are called."""
        return known_forces(FIRST[self.plan.skirmish][2])

    def force(self, player: int, seed: int | str) -> Force:
        """A player's force. Raises InputError."""
        named = self.seats[player - 1].force
        if named.startswith(RANDOM):
            rng = random.Random(f"{seed}/force {player}")
            return random_force(CARDS(), named.removeprefix(RANDOM), limits_of(self.plan), rng)
        return sample_force(named) if named in sample_names() else load_force(named)

    def bots(self) -> dict[int, str]:
        """The bots by whom they play."""
        return {player: seat.bot for player, seat in enumerate(self.seats, 1) if seat.bot != HUMAN}

    def maker(self, table: Table, rolls: TypedRolls | None) -> Callable[[], Game]:
        """What makes the game on this table; it may be called again while `rolls` are being typed. Raises InputError."""
        text = self.seed.strip()
        seed: int | str = secrets.randbelow(2**53) if not text else int(text) if text.isdecimal() and len(text) <= 15 else text
        names = tuple(seat.name.strip() or f"Player {player}" for player, seat in enumerate(self.seats, 1))
        if names[0] == names[1]:
            raise InputError(f"both players are called {names[0]}: expected two different names")
        forces = (self.force(1, seed), self.force(2, seed))
        secondary = tuple((seat.secondary,) if seat.secondary else () for seat in self.seats)

        def make() -> Game:
            dice = TypedDice(rolls, SeededDice(seed)) if rolls is not None else None
            return new_game(
                table, forces, self.plan, seed=None if dice is not None else seed, dice=dice,
                options=GameOptions(mercy=self.mercy), secondary=(secondary[0], secondary[1]), names=(names[0], names[1]),
            )  # fmt: skip

        return make


def secondary_choices() -> tuple[tuple[str, str], ...]:
    """The secondary missions by what they are called; the first is none."""
    return ("", "none"), *((m.id, f"{m.name} ({m.points} VP)") for m in SECONDARY.values())


def file_for_game() -> Path:
    """A file that is not there yet, for the game to be kept in: here if one may write here, else among the settings."""
    where = Path.cwd() if os.access(Path.cwd(), os.W_OK) and plain(str(Path.cwd())) == str(Path.cwd()) else folder() / "games"
    where.mkdir(parents=True, exist_ok=True)
    return next(path for i in range(1, 10**6) if not (path := where / f"game-{i}.jsonl").exists())
