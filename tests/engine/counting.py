"""The smallest game there is, to try the engine without any rules: players add dice to a sum until it reaches a goal."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Literal, cast

from wc3d.engine.actions import LEGAL, Action, Event, RefusedError, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, StepRegistry
from wc3d.engine.dice import Dice, Die, SeededDice
from wc3d.engine.game import Game
from wc3d.engine.rule_parts import PlayRules
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError

STEPS = StepRegistry()
D4 = Die("d4", (1, 2, 3, 4))


@dataclass(frozen=True)
class Sum:
    """The state: the sum, the goal, a hidden order of cards."""

    goal: int
    total: int = 0
    cards: tuple[int, ...] = ()
    agenda: tuple[Frame, ...] = ()
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """How many?"""


@dataclass(frozen=True, slots=True)
class Counting(Frame):
    """The whole game: the players are asked in turn."""

    STEPS = ("shuffle", "ask", "again")
    next: int = 1


@dataclass(frozen=True, slots=True)
class Added(Event):
    """The sum has grown."""

    by: int

    def evolve(self, state: Sum) -> Sum:
        return replace(state, total=state.total + self.by)


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """The cards are in this order."""

    order: tuple[int, ...]

    def seen_by(self, player: int | None) -> Shuffled:
        return self if player == 1 else Shuffled(())

    def evolve(self, state: Sum) -> Sum:
        return replace(state, cards=self.order)


@STEPS.step(Counting, "shuffle")
def _shuffle(r: Resolution, frame: Counting) -> None:
    r.emit(Shuffled(r.shuffle(5)))


@STEPS.step(Counting, "ask")
def _ask(r: Resolution, frame: Counting) -> Counting:
    r.push(Asked(player=frame.next))
    return replace(frame, step="again", next=3 - frame.next)


@STEPS.step(Counting, "again")
def _again(r: Resolution, frame: Counting) -> Counting:
    return replace(frame, step="end" if r.state.total >= r.state.goal else "ask")


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """Someone has looked at the first card."""

    @property
    def reveals(self) -> bool:
        return True


class Add(Action):
    """Add a number and what so many dice show; or look at a card."""

    type: Literal["add"] = "add"
    number: float = 0.0
    dice: int = 0
    look: bool = False


def check(state: Sum, action: Any) -> Verdict:
    """Whatever is not negative may be added."""
    return LEGAL if action.number >= 0 else Verdict(False, "negative", "nothing is taken away")


def decide(r: Resolution, action: Any) -> None:
    """Add the number and the dice."""
    r.pop()
    if action.look:
        r.emit(Looked())
    r.emit(Added(int(action.number) + sum(r.roll((D4,) * action.dice, action.player, "adding"))))
    r.run()


def read_action(data: dict[str, Any]) -> Action:
    """The action in a file."""
    if data.get("type") != "add":
        raise RefusedError(Verdict(False, "unreadable", "an action adds"))
    return Add.model_validate(data)


PLAY = PlayRules(
    steps=STEPS,
    check=check,
    decide=decide,
    offers=lambda state, player: (),
    seen_by=lambda state, player: replace(state, cards=()),
    digest=lambda state: hashlib.sha256(repr(state).encode()).hexdigest()[:16],
    read_action=read_action,
)
RULES = cast(RuleSet, SimpleNamespace(name="counting", play=PLAY))
"""The rules of it: no more than what the engine asks."""


def counting(goal: int = 40, seed: int = 7, dice: Dice | None = None) -> Game:
    """A game of it, at its first question."""
    state = Sum(goal, agenda=(Counting(),))
    return Game(RULES, state, dice or SeededDice(seed), {"goal": goal})


def rebuilt(setup: dict[str, Any], dice: Dice) -> Game:
    """The game of a saved setup."""
    if not isinstance(setup.get("goal"), int):
        raise InputError("goal: expected a whole number")
    return counting(setup["goal"], dice=dice)


def played(actions: int = 8, seed: int = 7) -> Game:
    """A game some actions on; every third adds without dice, and one is taken back and done otherwise."""
    game = counting(10_000, seed)
    for number in _numbers(actions):
        game.apply(
            Add(player=game.to_act or 0, number=number, dice=0 if number % 3 == 0 else number % 5)
        )
        if number == 3:
            game.undo()
            game.apply(Add(player=game.to_act or 0, number=0.5))
    return game


def _numbers(count: int) -> Iterator[int]:
    rng = random.Random(3)
    yield 3
    yield from (rng.randrange(4, 20) for _ in range(count - 1))
