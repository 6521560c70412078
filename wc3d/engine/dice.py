"""Seeded, scripted, typed and recorded dice, behind one interface.

Each roll has a number: the count of the game's dice before it. Seeded dice are a function of seed
and number, so a game can continue from any saved point without rewinding.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

from wc3d._internal.suggestions import pluralize


@dataclass(frozen=True, slots=True)
class Die:
    """A die: its name and the values of its faces."""

    name: str
    faces: tuple[int, ...]


D6 = Die("d6", (1, 2, 3, 4, 5, 6))


def d6_to_d3(face: int) -> int:
    """Return a d6 result as a d3: half, rounded up."""
    return (face + 1) // 2


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice to roll together: the player, and the purpose (a short phrase for people)."""

    dice: tuple[Die, ...]
    player: int
    why: str


class DiceError(Exception):
    """The given dice do not fit the requested roll. The message states the expected dice."""


def refuse_unknown_keys(data: Mapping[str, Any], allowed_keys: Iterable[str], place: str) -> None:
    """Raise DiceError for an unknown key."""
    if unknown := sorted(data.keys() - set(allowed_keys)):
        raise DiceError(f"{place}.{unknown[0][:60]}: unknown key")


class DiceWantedError(Exception):
    """Dice must be rolled by hand before the action can go on. Nothing has changed.

    `roll` says which dice, by whom and why. Roll them, and apply the action again with
    `ScriptedDice([faces])`.

    >>> from wc3d.engine.dice import DiceWantedError, Die, Roll, ScriptedDice
    >>> try:
    ...     ScriptedDice().roll(Roll((Die("plain", (1, 2)),), player=2, why="a test"), number=0)
    ... except DiceWantedError as wanted:
    ...     print(wanted.roll.player, len(wanted.roll.dice))
    2 1
    """

    def __init__(self, roll: Roll) -> None:
        super().__init__(f"roll {describe_dice(roll.dice)}: {roll.why}")
        self.roll = roll


class Dice(Protocol):
    """A source of rolls."""

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the face of each die. `number` dice and draws came before this roll."""

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return an order of `count` cards. It counts as `count` draws."""


def copy_dice(dice: Dice) -> Dice:
    """Return an independent copy of dice with the same future rolls."""
    duplicate = copy(dice)
    for name, value in vars(duplicate).items():
        if isinstance(value, list):
            setattr(duplicate, name, list(value))
        elif name in ("otherwise", "shuffler") and value is not None:
            setattr(duplicate, name, copy_dice(value))
    return duplicate


def describe_dice(dice: Sequence[Die]) -> str:
    """Return the number of each kind of die: "4 Action, 2 Power"."""
    names = list(dict.fromkeys(d.name for d in dice))
    return ", ".join(f"{sum(d.name == n for d in dice)} {n}" for n in names) or "nothing"


def describe_false_die(roll: Roll, number: int, index: int, face: int, due_face: int) -> str:
    """Return a message about a recorded die that differs from the one that the secrets give.

    `number` dice and draws came before this roll, and `index` dice of the roll before this die.
    """
    name = roll.dice[index].name
    count = sum(die.name == name for die in roll.dice)
    place = sum(die.name == name for die in roll.dice[: index + 1])
    return (
        f"roll for {roll.why}: {name} die {place} of {count} (die {number + index + 1} since the start of the game) "
        f"is {face} in the file, but the dice secrets give {due_face}"
    )


def check_faces(roll: Roll, shown_faces: Sequence[int]) -> tuple[int, ...]:
    """Return the faces if the roll's dice can show them. Raises DiceError."""
    if len(shown_faces) != len(roll.dice):
        raise DiceError(
            f"expected {describe_dice(roll.dice)} ({roll.why}), found {pluralize(len(shown_faces), 'number')}"
        )
    for die, face in zip(roll.dice, shown_faces, strict=True):
        if face not in die.faces:
            faces = ", ".join(str(f) for f in dict.fromkeys(die.faces))
            raise DiceError(f"a {die.name} die cannot show {face}, only {faces} ({roll.why})")
    return tuple(shown_faces)


class CounterBasedDice(ABC):
    """Dice computed from the number of dice before them in the game."""

    @abstractmethod
    def draw(self, number: int, sides: int) -> int:
        """Return a number from 0 to below `sides` for the die of that number."""

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the face of each die."""
        return tuple(d.faces[self.draw(number + i, len(d.faces))] for i, d in enumerate(roll.dice))

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return an order of `count` cards, each order equally likely."""
        order = list(range(count))
        for i in range(count - 1, 0, -1):
            j = self.draw(number + i, i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


class SeededDice(CounterBasedDice):
    """Dice from a seed. The same seed gives the same game on every machine.

    >>> from wc3d.engine.dice import Die, Roll, SeededDice
    >>> roll = Roll((Die("plain", (1, 2, 3, 4, 5, 6)),) * 3, player=1, why="a test")
    >>> SeededDice(7).roll(roll, number=0) == SeededDice(7).roll(roll, number=0)
    True
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def draw(self, number: int, sides: int) -> int:
        """Return a number below `sides` from the seed."""
        digest = blake2b(f"{self.seed}/{number}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % sides


class ScriptedDice:
    """Dice that follow a script. Each roll takes the next list of faces.

    A shuffle leaves the order. At the end of the script `otherwise` rolls; without it,
    DiceWantedError is raised. A face that the die does not have raises DiceError.

    >>> from wc3d.engine.dice import Die, Roll, ScriptedDice
    >>> d6 = Die("plain", (1, 2, 3, 4, 5, 6))
    >>> ScriptedDice([[6, 1]]).roll(Roll((d6, d6), player=1, why="a test"), number=0)
    (6, 1)
    """

    def __init__(self, rolls: Iterable[Sequence[int]] = (), otherwise: Dice | None = None) -> None:
        self.left = [tuple(r) for r in rolls]
        self.otherwise = otherwise

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the next faces. Raises DiceError if invalid, DiceWantedError at the end."""
        if self.left:
            faces = check_faces(roll, self.left[0])
            del self.left[0]
            return faces
        if self.otherwise is None:
            raise DiceWantedError(roll)
        return self.otherwise.roll(roll, number)

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return the original order of the cards, or that of `otherwise`."""
        return self.otherwise.shuffle(count, number) if self.otherwise else tuple(range(count))


class TypedDice:
    """Dice that people roll at the table and type in; the seed shuffles cards."""

    def __init__(self, ask: Callable[[Roll], Sequence[int]], shuffler: Dice) -> None:
        self.ask = ask
        self.shuffler = shuffler

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the faces that the players report. Raises DiceError if they are invalid."""
        return check_faces(roll, self.ask(roll)) if roll.dice else ()

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return an order of `count` cards from the seed."""
        return self.shuffler.shuffle(count, number)


@dataclass(frozen=True, slots=True)
class DiceRecord:
    """The draws of an action in order: the faces of each roll, and the order of each shuffle.

    `links` are the links of the players' chains behind the draws (`wc3d.engine.chain_dice`).
    """

    rolls: tuple[tuple[int, ...], ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()
    links: tuple[tuple[int, str, str], ...] = ()


class RecordedDice:
    """The recorded dice of a played game."""

    def __init__(self, dice_record: DiceRecord) -> None:
        self.rolls = list(dice_record.rolls)
        self.shuffles = list(dice_record.shuffles)

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the next recorded roll. Raises DiceError if it does not fit."""
        if not self.rolls:
            raise DiceError(
                f"the file contains no dice for this roll: {describe_dice(roll.dice)} ({roll.why})"
            )
        return check_faces(roll, self.rolls.pop(0))

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return the next recorded order. Raises DiceError if it has another number of cards."""
        order = self.shuffles.pop(0) if self.shuffles else ()
        if sorted(order) != list(range(count)):
            raise DiceError(f"the file contains no order for a shuffle of {count} cards")
        return order
