"""The games that the suite is asked of, and a whole game of each, played at random.

Another game joins by one more `Case` in `CASES`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

import pytest

from tests.made_up import GAME, discs
from tests.shipped_boards import shipped_board
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import Action, Event
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.replay import action_data
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan, MissionEntry
from wc3d.registry import load_object, register, rules_of

PLAYERS = (1, 2)

VIEWERS = (None, *PLAYERS)
"""Everyone who may look at a game: a spectator and the players."""

LONGEST = 3000
"""Actions after which a game at random is taken to be endless."""

register(GAME)

OTHER_GAME = "WC3D_CONFORMANCE_GAME"
"""The variable of the environment that names the entry of another game, "module:NAME", to test instead of ours."""


class OtherShuffles(SeededDice):
    """The same dice, but the shuffle of that number (from 0 on) turns out the other way round."""

    def __init__(self, seed: int | str, changed: int) -> None:
        super().__init__(seed)
        self.left = changed

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """An order of `count` cards."""
        self.left -= 1
        order = super().shuffle(count, number)
        return order[::-1] if self.left == -1 else order


@dataclass(frozen=True)
class Case:
    """A game to be tested. `mission` names the one that is quick to play, `seed` a game at random in which much happens.

    `game` is its name, if a case of another id is of it, too.
    `twins` makes, for a player, two games that differ only in what that player does not know; None where nothing is hidden.
    """

    id: str
    twins: Callable[[Case, int], tuple[Game, Game]] | None
    mission: str = ""
    seed: int = 1
    game: str = ""

    @property
    def rules(self) -> RuleSet:
        """Its rules set."""
        return rules_of(self.named)

    @property
    def named(self) -> str:
        """What the game is called."""
        return self.game or self.id

    @property
    def entry(self) -> MissionEntry:
        """The mission that is played."""
        return next(
            m for m in self.rules.setup.missions() if m.id == self.mission or not self.mission
        )

    def plan(
        self, seed: int | str = 1, mission: MissionEntry | None = None, **options: Any
    ) -> GamePlan:
        """A new game with what is offered first."""
        chosen = mission or self.entry
        forces = tuple(self.rules.setup.force(named, chosen.id, seed) for named in chosen.forces)
        table = shipped_board(chosen.board, self.named)
        return GamePlan(chosen.id, table, forces, ("Anna", "Ben"), seed, options)

    def new(self, seed: int | str = 1) -> Game:
        """A new game."""
        return self.rules.new_game(self.plan(seed))

    def __str__(self) -> str:
        return self.id


def play_at_random(game: Game, seed: int | str = 1, actions: int = LONGEST) -> Game:
    """The same game after so many actions of random players, or at its end."""
    players = {p: RandomPlayer(f"{seed}/{p}") for p in PLAYERS}
    for _ in range(actions):
        if game.to_act is None:
            break
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
    return game


@dataclass(frozen=True)
class Played:
    """A game that was played to its end at random, with some of the states it went through."""

    case: Case
    game: Game

    @property
    def rules(self) -> RuleSet:
        """Its rules set."""
        return self.case.rules

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """Its states, from the first question to the end."""
        return (self.game.turns[0].state_before, *(turn.state_after for turn in self.game.turns))

    @cached_property
    def some(self) -> tuple[Any, ...]:
        """A first state for each kind of question that was asked, some more throughout the game, and the last."""
        firsts = {
            type(find_open_question(state)): i
            for i, state in reversed(list(enumerate(self.states)))
        }
        spread = range(0, len(self.states), max(1, len(self.states) // 12))
        return tuple(
            self.states[i] for i in sorted({*firsts.values(), *spread, len(self.states) - 1})
        )

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Actions of every kind that was offered in `some`, with those that were done, none twice."""
        found = {json.dumps(action_data(turn.action)): turn.action for turn in self.game.turns}
        for state in self.some:
            for action in listed(self.rules, state, 3):
                found.setdefault(json.dumps(action_data(action)), action)
        return tuple(found.values())

    def events(self) -> Iterator[tuple[Any, Event]]:
        """Every event with the state just before it."""
        opening = self.game.opening[1]
        for start, events in (
            (self.game.start, opening),
            *((turn.state_before, turn.events) for turn in self.game.turns),
        ):
            state = start
            for event in events:
                yield state, event
                state = event.evolve(state)


def listed(rules: RuleSet, state: Any, most: int) -> Iterator[Action]:
    """Some candidates of each offer of a state."""
    mover = rules.play.to_act(state)
    for offer in rules.play.offers(state, mover) if mover else ():
        yield from (action for action, _ in zip(offer.candidates(), range(most), strict=False))


def ids_of(rules: RuleSet, state: Any) -> set[str]:
    """Every id that a screen may name: of models, units, objectives and terrain."""
    table = rules.queries.table(state)
    on_table = {body.id for body in table.bodies} | {feature.id for feature in table.features}
    listed = {row.id for player in PLAYERS for row in rules.display.roster(state, player).rows}
    return (
        on_table
        | listed
        | {marker.id for marker in rules.display.markers(state)}
        | {label.group for label in rules.display.labels(state)}
    )


# What a player does not know


Twins = tuple[Game, Game]


def other_tokens(case: Case, player: int) -> Twins:
    """Two games of discs in which the other player has chosen another token."""

    def after(token: Literal["lens", "shield"]) -> Game:
        game = case.new()
        while isinstance(find_open_question(game.state), discs.TokenQuestion):
            mover = game.to_act or 0
            game.apply(discs.Keep(player=mover, token="lens" if mover == player else token))
        return game

    return after("lens"), after("shield")


def other_shuffles(case: Case, player: int) -> Twins:
    """Two games in which the other player's cards lie in another order."""
    one = case.rules.new_game(case.plan(), SeededDice(1))
    for changed in range(len(one.opening[0].shuffles)):
        other = case.rules.new_game(case.plan(), OtherShuffles(1, changed))
        if one.digest() != other.digest() and _seen(one, player) == _seen(other, player):
            return one, other
    raise AssertionError(f"{case}: no shuffle is hidden from player {player} alone")


def _seen(game: Game, player: int) -> str:
    return game.rules.play.digest(game.view(player).state)


@cache
def played_alike(id: str, player: int, most: int = 40) -> Twins:
    """A case's two games after the same actions, as many as are possible in both and show nothing hidden."""
    case = case_of(id)
    if case.twins is None:
        pytest.skip("nothing is hidden in this game")
    one, other = case.twins(case, player)
    chooser = RandomPlayer(1)
    done = list[Action]()
    while one.to_act is not None and len(done) < most:
        action = chooser.choose(one.view(one.to_act))
        if not other.check(action):
            break
        one.apply(action)
        other.apply(action)
        if one.turns[-1].reveals_cards or other.turns[-1].reveals_cards:
            break
        done.append(action)
    one, other = case.twins(case, player)
    for action in done:
        one.apply(action)
        other.apply(action)
    return one, other


CASES: tuple[Case, ...] = (
    Case("discs", other_tokens, seed=5),
    Case("neo_mechanika", other_shuffles),
    Case("warmachine", None, seed=4),
    Case("warmachine_armies", None, "armies", seed=2, game="warmachine"),
)
"""Every game that must pass."""

if OTHER_GAME in os.environ:
    register(load_object(os.environ[OTHER_GAME]))
    CASES = (Case(load_object(os.environ[OTHER_GAME]).id, None),)


def case_of(id: str) -> Case:
    """The case of that id."""
    return next(case for case in CASES if case.id == id)


@cache
def played(id: str) -> Played:
    """A game of that case, played to its end once for all tests."""
    case = case_of(id)
    return Played(case, play_at_random(case.new(case.seed), case.seed))
