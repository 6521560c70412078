"""A series of games between bots: each force against each, fairly, every game a function of its number and the series' seed.

The games come in *bouts*. In a bout two forces meet with the same dice from both sides of the table, so that whoever wins the
roll, goes first or sits south does so once with each force; if two bots play, each of them leads each force from both sides.
"""
from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import Annotated

from pydantic import Field, StringConstraints

from wc3d.engine.game import Game
from wc3d.players.match import LIMIT, Player, bots_of, play_out
from wc3d.table.maps.reading import PRINTED, Id, Strict
from wc3d.table.table import Table
from wc3d.table.terrain.digest import terrain_digest
from wc3d.warcaster.book.rulings import GameOptions
from wc3d.warcaster.cards import CARDS
from wc3d.warcaster.events import GameEnded, UnitLeft
from wc3d.warcaster.forces.force_files import Force, limits_of, random_force
from wc3d.warcaster.game_setup import new_game
from wc3d.warcaster.missions.mission import Mission
from wc3d.warcaster.missions.mission import mission as mission_of
from wc3d.warcaster.rules import NEO_MECHANIKA

Count = Annotated[int, Field(strict=True, ge=0, lt=10**9)]
Two = tuple[str, str]

Said = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=5000, pattern=f"^{PRINTED}+$")]
"""What the command line said: a force, a map, a seed; files have long names."""


class EndlessError(Exception):
    """A game that was given up."""


@dataclass(frozen=True)
class Entry:
    """Who takes part: a force, or (`force` None) a new random one of a Faction for each game. `name` is how tables call it."""

    name: str
    force: Force | None = None
    faction: str = ""

    def force_for(self, mission: Mission, seed: str) -> Force:
        """The force it brings to a game. Raises InputError if the cards hold no legal one."""
        if self.force is not None:
            return self.force
        return random_force(CARDS(), self.faction, limits_of(mission), random.Random(seed))


@dataclass(frozen=True)
class Planned:
    """A game of a series before it is played. Player 1's things come first; `bout` is the number of its bout."""

    number: int
    bout: int
    entries: tuple[Entry, Entry]
    bots: Two
    mission: str


@dataclass(frozen=True)
class Series:
    """What a series is made of; `games` are not counted, as it can always go on. One entry plays against itself."""

    entries: tuple[Entry, ...]
    missions: tuple[str, ...]
    board: str
    table: Table
    bots: Two = ("greedy", "greedy")
    seed: str = "1"
    mercy: bool = False

    @property
    def bout(self) -> int:
        """The number of games in a bout."""
        return 2 if self.bots[0] == self.bots[1] else 4

    @cached_property
    def pairs(self) -> tuple[tuple[Entry, Entry], ...]:
        """Who meets whom, in such an order that all have met about as many when the series is cut short."""
        if len(self.entries) == 1:
            return ((self.entries[0], self.entries[0]),)
        circle: list[Entry | None] = [*self.entries, *[None] * (len(self.entries) % 2)]
        found = []
        for _ in circle[1:]:
            found += [(a, b) for a, b in zip(circle[: len(circle) // 2], reversed(circle), strict=False) if a and b]
            circle.insert(1, circle.pop())
        return tuple(found)

    @property
    def cycle(self) -> int:
        """After each so many games all have met all alike, in every mission."""
        return len(self.pairs) * len(self.missions) * self.bout

    def game(self, number: int) -> Planned:
        """The game of that number, from 0 on."""
        bout, within = divmod(number, self.bout)
        round, pair = divmod(bout, len(self.pairs))
        one, two = self.pairs[pair]
        first, second = self.bots if within < 2 else self.bots[::-1]
        swapped = within % 2
        entries, bots = ((two, one), (second, first)) if swapped else ((one, two), (first, second))
        return Planned(number, bout, entries, bots, self.missions[round % len(self.missions)])

    def dice_seed(self, planned: Planned) -> str:
        """The seed of a game's dice: the same in all games of a bout."""
        return f"{self.seed}/{planned.bout}"

    @cached_property
    def digest(self) -> str:
        """A hash of everything that the games depend on."""
        forces = [(e.name, e.faction, e.force and e.force.model_dump(mode="json")) for e in self.entries]
        parts = [forces, self.missions, terrain_digest(self.table), self.bots, self.seed, self.mercy, CARDS().digest, program()]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


class Played(Strict):
    """A game that was played, as a line of a results file holds it. Player 1's things come first.

    `game` is its number, `series` the digest of its series, `winner` 0 for a draw, `first` who had the first turn, `lost` the
    units destroyed, `seconds` what it took, `state` the hash of the final state.
    """

    game: Count
    series: Id
    forces: tuple[Said, Said]
    bots: tuple[Id, Id]
    mission: Id
    map: Said
    seed: Said
    first: Annotated[int, Field(strict=True, ge=1, le=2)]
    winner: Annotated[int, Field(strict=True, ge=0, le=2)]
    ended: Id
    points: tuple[Count, Count]
    lost: tuple[Count, Count]
    rounds: Count
    actions: Count
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    state: Id
    version: Id
    cards: Id


def program() -> str:
    """The version of this program."""
    return version("wc3d")


def begin(series: Series, planned: Planned) -> Game:
    """The game at its first question. Raises InputError if it cannot begin."""
    mission = mission_of(planned.mission)
    one, two = (e.force_for(mission, f"{series.seed}/{planned.number}/{p}") for p, e in enumerate(planned.entries, 1))
    return new_game(series.table, (one, two), mission, seed=series.dice_seed(planned), options=GameOptions(mercy=series.mercy))


def players_of(series: Series, planned: Planned) -> Mapping[int, Player]:
    """The two bots."""
    bots = bots_of(NEO_MECHANIKA)
    return {p: bots[name](f"{series.dice_seed(planned)}/{p}") for p, name in enumerate(planned.bots, 1)}


def finish(series: Series, planned: Planned, game: Game, after_each: Callable[[int], object] = lambda done: None) -> Played:
    """Let the bots play a game to its end. Raises EndlessError, and whatever a faulty game raises."""
    began, players = time.perf_counter(), players_of(series, planned)
    while not game.over:
        play_out(game, players, limit=1)
        after_each(len(game.turns))
        if len(game.turns) >= LIMIT:
            raise EndlessError(f"no end after {LIMIT} actions")
    state, log = game.state, game.log
    lost = [state.owner(e.unit) for e in log if isinstance(e, UnitLeft) and e.destroyed]
    return Played(
        game=planned.number,
        series=series.digest,
        forces=(planned.entries[0].name, planned.entries[1].name),
        bots=planned.bots,
        mission=planned.mission,
        map=series.board,
        seed=series.dice_seed(planned),
        first=state.first,
        winner=state.winner or 0,
        ended=next(e.why for e in log if isinstance(e, GameEnded)),
        points=(state.players[1].points, state.players[2].points),
        lost=(lost.count(1), lost.count(2)),
        rounds=state.round,
        actions=len(game.turns),
        seconds=round(time.perf_counter() - began, 3),
        state=game.digest(),
        version=program(),
        cards=CARDS().digest,
    )


def play(series: Series, number: int) -> Played:
    """Play the game of that number. Raises whatever a faulty game raises."""
    planned = series.game(number)
    return finish(series, planned, begin(series, planned))
