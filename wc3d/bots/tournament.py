"""A series of games between bots, each force against each. A game depends only on its number and
the series' seed.

The games form bouts. In a bout two forces play with the same dice from both sides of the table.
Each force therefore wins the roll, goes first or sits south once. With two bots, each bot leads
each force from both sides.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from wc3d import __version__
from wc3d.bots.match import MAX_ACTIONS, Bot, bot_seed, make_bot, play_out, prepare_plan_for_bots
from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan
from wc3d.registry import GameEntry, game_entry, load_object
from wc3d.table.maps.strict_json import PRINTABLE_PATTERN, Id, StrictModel
from wc3d.table.table import Table
from wc3d.table.table_state import hash_terrain

Count = Annotated[int, Field(strict=True, ge=0, lt=10**9)]
BotPair = tuple[str, str]

CommandLineText = Annotated[
    str,
    StringConstraints(
        strict=True, min_length=1, max_length=5000, pattern=f"^{PRINTABLE_PATTERN}+$"
    ),
]
"""Text from the command line: a force, a map, a seed; files can have long names."""

Digest = Annotated[
    str, StringConstraints(strict=True, max_length=100, pattern=f"^{PRINTABLE_PATTERN}*$")
]
"""A hash of cards; empty for a game without cards."""


class EndlessError(Exception):
    """Raised when a game is aborted as endless."""


@dataclass(frozen=True)
class Entrant:
    """A participant: a force, or with a `force` of None a new force for each game, as for
    "random:FACTION".

    `name` is its name in tables.
    """

    name: str
    force: Any = None

    def make_force(self, rules: RuleSet, mission: str, seed: str) -> Any:
        """Return the force for a game. Raises InputError if the cards allow no legal one."""
        return self.force if self.force is not None else rules.setup.force(self.name, mission, seed)

    def as_data(self, rules: RuleSet) -> tuple[str, str, Any]:
        """Return JSON data: the name, the Faction of random forces, the fixed force."""
        if self.force is not None:
            return self.name, "", rules.setup.force_data(self.force)
        return self.name, self.name.partition(":")[2], None


@dataclass(frozen=True)
class PlannedGame:
    """A game of a series before it is played, with player 1's values first, and its bout."""

    number: int
    bout: int
    entrants: tuple[Entrant, Entrant]
    bots: BotPair
    mission: str


@dataclass(frozen=True)
class Series:
    """The settings of a series with any number of games. One entrant plays against itself."""

    entrants: tuple[Entrant, ...]
    missions: tuple[str, ...]
    board: str
    table: Table
    bots: BotPair = ("recruit", "recruit")
    seed: str = "1"
    options: Mapping[str, Any] = field(default_factory=dict)
    entry: GameEntry = field(default_factory=game_entry)

    @property
    def rules(self) -> RuleSet:
        """The rules of the games."""
        return load_object(self.entry.rules)

    @property
    def games_per_bout(self) -> int:
        """The number of games in a bout."""
        return 2 if self.bots[0] == self.bots[1] else 4

    @cached_property
    def pairings(self) -> tuple[tuple[Entrant, Entrant], ...]:
        """The pairs of entrants, in an order that is fair at any early end of the series."""
        if len(self.entrants) == 1:
            return ((self.entrants[0], self.entrants[0]),)
        circle: list[Entrant | None] = [*self.entrants, *[None] * (len(self.entrants) % 2)]
        pairs = []
        for _ in circle[1:]:
            pairs += [
                (a, b)
                for a, b in zip(circle[: len(circle) // 2], reversed(circle), strict=False)
                if a and b
            ]
            circle.insert(1, circle.pop())
        return tuple(pairs)

    @property
    def games_per_cycle(self) -> int:
        """The number of games in which all pairs meet equally in every mission."""
        return len(self.pairings) * len(self.missions) * self.games_per_bout

    def plan_game(self, number: int) -> PlannedGame:
        """Return the game with a number, from 0."""
        bout, within = divmod(number, self.games_per_bout)
        round, pair = divmod(bout, len(self.pairings))
        first_entrant, second_entrant = self.pairings[pair]
        first, second = self.bots if within < 2 else self.bots[::-1]
        swapped = within % 2
        entrants, bots = (
            ((second_entrant, first_entrant), (second, first))
            if swapped
            else ((first_entrant, second_entrant), (first, second))
        )
        return PlannedGame(number, bout, entrants, bots, self.missions[round % len(self.missions)])

    def dice_seed(self, planned: PlannedGame) -> str:
        """Return the seed of a game's dice, the same in all games of a bout."""
        return f"{self.seed}/{planned.bout}"

    @cached_property
    def digest(self) -> str:
        """Return a hash of everything that the games depend on."""
        forces = [e.as_data(self.rules) for e in self.entrants]
        ground = hash_terrain(self.table)
        parts = [forces, self.missions, ground, self.bots, self.seed, *self.options.values()]
        parts += [self.rules.setup.content_digest(), program_version(), bot_seed(self.seed, 1)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


class GameResult(StrictModel):
    """A finished game as a line of a results file; player 1's values come first.

    `game` is its number, `series` the digest of its series, `winner` 0 for a draw, and `first` the
    player with the first turn. `lost` is the units destroyed, `seconds` the duration, and `state`
    the hash of the final state.
    """

    game: Count
    series: Id
    forces: tuple[CommandLineText, CommandLineText]
    bots: tuple[Id, Id]
    mission: Id
    map: CommandLineText
    seed: CommandLineText
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
    cards: Digest


def program_version() -> str:
    """Return the version of this program."""
    return __version__


def begin_game(series: Series, planned: PlannedGame) -> Game:
    """Return the game at its first question. Raises InputError if it cannot begin."""
    rules = series.rules
    seed = f"{series.seed}/{planned.number}"
    first_force, second_force = (
        e.make_force(rules, planned.mission, f"{seed}/{p}")
        for p, e in enumerate(planned.entrants, 1)
    )
    plan = GamePlan(
        planned.mission,
        series.table,
        (first_force, second_force),
        seed=series.dice_seed(planned),
        options=series.options,
    )
    return rules.new_game(prepare_plan_for_bots(rules, plan, dict(enumerate(planned.bots, 1))))


def make_bots(series: Series, planned: PlannedGame) -> Mapping[int, Bot]:
    """Return the two bots."""
    seed = series.dice_seed(planned)
    return {
        p: make_bot(series.rules, name, bot_seed(seed, p)) for p, name in enumerate(planned.bots, 1)
    }


def play_to_end(
    series: Series,
    planned: PlannedGame,
    game: Game,
    after_each: Callable[[int], object] = lambda done: None,
) -> GameResult:
    """Play a game to its end with bots. Raises EndlessError, and any error of a faulty game."""
    began = time.perf_counter()
    players = make_bots(series, planned)
    while not game.over:
        play_out(game, players, limit=1)
        after_each(len(game.turns))
        if len(game.turns) >= MAX_ACTIONS:
            raise EndlessError(f"the game did not end within {MAX_ACTIONS} actions")
    return GameResult(
        game=planned.number,
        series=series.digest,
        forces=(planned.entrants[0].name, planned.entrants[1].name),
        bots=planned.bots,
        mission=planned.mission,
        map=series.board,
        seed=series.dice_seed(planned),
        actions=len(game.turns),
        seconds=round(time.perf_counter() - began, 3),
        state=game.digest(),
        version=program_version(),
        cards=series.rules.setup.content_digest(),
        **asdict(series.rules.setup.outcome(game)),
    )


def play_game(series: Series, number: int) -> GameResult:
    """Play the game with a number. Raises any error of a faulty game."""
    planned = series.plan_game(number)
    return play_to_end(series, planned, begin_game(series, planned))
