"""Dice that nobody knows in advance, not even a playing host: both players reveal a link of a hash
chain for each roll.

A chain is a secret hashed repeatedly. Its end is published before the game. The hash of link 1 is
the end, the hash of link 2 is link 1, and so on. Nobody can derive a link from earlier links, but
anyone can check it. A roll comes from the next link of both players, which they reveal once the
purpose of the roll is fixed. The last player to reveal sees the result first, and can only abandon
the game.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wc3d.engine.dice import (
    CounterBasedDice,
    DiceError,
    DiceRecord,
    RecordedDice,
    Roll,
    describe_false_die,
    refuse_unknown_keys,
)

CHAIN_LENGTH_LINKS = 4096
"""The number of links in a chain, and so of rolls and shuffles in a game, including those undone.
"""

LINK_BYTES = 32
"""The length of a link in bytes."""

RevealedLinks = tuple[int, str, str]
"""The number of a roll (from 1) and the link of each player, in hexadecimal."""


class LinksWantedError(Exception):
    """Both players must reveal their link of this `number` before the roll. Nothing has changed."""

    def __init__(self, number: int) -> None:
        super().__init__(f"both players must reveal dice secret {number}")
        self.number = number


def hash_link(link: bytes) -> bytes:
    """Return the previous link of a chain; for the first link, the published end."""
    return hashlib.sha256(b"wc3d link 1|" + link).digest()


def make_chain(secret: bytes) -> list[bytes]:
    """Return the links of a secret's chain by number; number 0 is the published end."""
    links = [secret]
    for _ in range(CHAIN_LENGTH_LINKS):
        links.append(hash_link(links[-1]))
    return links[::-1]


def hash_roll_purpose(game: str, number: int, purpose: Any) -> str:
    """Return the hash of a roll's purpose (JSON), published before a link is revealed."""
    data = json.dumps(purpose, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"wc3d settled 1|{game}|{number}|{data}".encode()).hexdigest()


@dataclass(frozen=True)
class LinkRollDice(CounterBasedDice):
    """The dice of the roll or shuffle with this number."""

    game: str
    link_pair: RevealedLinks

    def draw(self, number: int, sides: int) -> int:
        """Return a number below `sides`, each equally likely."""
        count, first, second = self.link_pair
        key = hmac.new(
            bytes.fromhex(first), f"{self.game}|{count}|".encode() + bytes.fromhex(second), "sha256"
        ).digest()
        tries = 0
        while True:
            value = int.from_bytes(
                hmac.new(key, f"{number}/{tries}".encode(), "sha256").digest()[:8], "big"
            )
            if value < 2**64 - 2**64 % sides:
                return value % sides
            tries += 1


@dataclass
class ChainDice:
    """The chain dice of a game. `ends` has the end of each player's chain ("1", "2"),
    `last_links` the last revealed links.
    """

    game: str
    ends: Mapping[str, str]
    number: int = 0
    last_links: dict[str, str] = field(default_factory=dict)

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Raise LinksWantedError, because no link is revealed."""
        raise LinksWantedError(self.number + 1)

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Raise LinksWantedError, because no link is revealed."""
        raise LinksWantedError(self.number + 1)

    def use_links(self, links: Sequence[RevealedLinks]) -> None:
        """Record that these links were used. Raises DiceError for the first invalid link."""
        for number, first, second in links:
            if number != self.number + 1:
                due = f"expected dice secret {self.number + 1}, found dice secret {number}"
                raise DiceError(f"{due}: a dice secret was revealed but not used for a roll")
            for player, link in (("1", first), ("2", second)):
                if not is_next_link(link, self.last_links.get(player, self.ends[player])):
                    raise DiceError(describe_false_link(number, player))
                self.last_links[player] = link
            self.number = number


def describe_false_link(number: int, player: str) -> str:
    """Return a message about a link that does not continue its player's chain."""
    return (
        f"player {player}'s dice secret {number} does not match what they locked in before the game; "
        "the dice may have been tampered with"
    )


def is_next_link(link: str, last: str) -> bool:
    """Return whether `link` follows `last` in a chain; both are hexadecimal."""
    try:
        data = bytes.fromhex(link)
    except ValueError:
        return False
    return len(data) == LINK_BYTES and hash_link(data).hex() == last


class RevealedLinkDice:
    """The dice of one action, from links revealed for it. `links` are those used."""

    def __init__(self, game: str, opened: Sequence[RevealedLinks], number: int) -> None:
        self.game = game
        self.left = list(opened)
        self.number = number
        self.links: list[RevealedLinks] = []

    def _next_link_roll(self) -> LinkRollDice:
        if not self.left:
            raise LinksWantedError(self.number + len(self.links))
        self.links.append(self.left.pop(0))
        return LinkRollDice(self.game, self.links[-1])

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the faces of a roll. Raises LinksWantedError if no link is revealed for it."""
        return self._next_link_roll().roll(roll, number)

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return an order of cards. Raises LinksWantedError if no link is revealed for it."""
        return self._next_link_roll().shuffle(count, number)


class VerifiedChainDice(RecordedDice):
    """Recorded dice, checked against the links. Raises DiceError for the first difference."""

    def __init__(self, dice_record: DiceRecord, chain: ChainDice) -> None:
        super().__init__(dice_record)
        chain.use_links(dice_record.links)
        self.links = dice_record.links
        self._due = RevealedLinkDice(chain.game, dice_record.links, 0)

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the next recorded roll after verifying it."""
        faces = super().roll(roll, number)
        due = self._require_links(lambda: self._due.roll(roll, number))
        for i, (face, due_face) in enumerate(zip(faces, due, strict=True)):
            if face != due_face:
                raise DiceError(describe_false_die(roll, number, i, face, due_face))
        return faces

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return the next recorded order after verifying it."""
        order = super().shuffle(count, number)
        if order != self._require_links(lambda: self._due.shuffle(count, number)):
            raise DiceError(
                f"shuffle of {count} cards: the order in the file differs from the order that the dice secrets give"
            )
        return order

    @staticmethod
    def _require_links(draw: Any) -> tuple[int, ...]:
        try:
            faces: tuple[int, ...] = draw()
        except LinksWantedError:
            raise DiceError("the file contains dice without a revealed dice secret") from None
        return faces


def chain_dice_data(dice: ChainDice) -> dict[str, Any]:
    """Return chain dice as JSON data."""
    return {"game": dice.game, "ends": dict(dice.ends)}


def read_chain_dice(data: Any) -> ChainDice:
    """Parse chain dice from a file. Raises DiceError."""
    ends = data.get("ends") if isinstance(data, dict) else None
    if (
        not isinstance(ends, dict)
        or set(ends) != {"1", "2"}
        or not isinstance(data.get("game"), str)
    ):
        raise DiceError('dice.chain: expected "game" and "ends" with a value for each player')
    refuse_unknown_keys(data, ("game", "ends"), "dice.chain")
    return ChainDice(data["game"], {player: str(end) for player, end in ends.items()})
