"""Dice that nobody can choose and anyone can check: a function of a secret of each player and of
the host.

All three commit to a secret of 32 bytes before any is revealed, so nobody can adapt theirs to the
others'. During the game only the host knows all three (and therefore must not play). At its end
they are revealed, and every roll can be recomputed. A die is keyed by the number of dice before it
and by the number of earlier undos of rolls. No die repeats.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wc3d.engine.dice import (
    CounterBasedDice,
    DiceError,
    DiceRecord,
    DiceWantedError,
    RecordedDice,
    Roll,
    describe_false_die,
    refuse_unknown_keys,
)

SECRET_BYTES = 32
"""The length of a secret in bytes: 256 bits."""

SECRET_OWNERS = ("host", "1", "2")
"""The owners of the secrets behind the dice."""


def make_commitment(game: str, owner: str, secret: bytes) -> str:
    """Return the published commitment to a secret. It reveals nothing and fits no other secret."""
    return hashlib.sha256(b"wc3d dice 1|" + f"{game}|{owner}|".encode() + secret).hexdigest()


@dataclass
class FairDice(CounterBasedDice):
    """The fair dice of a game. Both mappings have an entry for each of `SECRET_OWNERS`:
    `commitments` and `secrets`.

    `renewals` counts how often rolls were undone by agreement. With `is_typed`, people roll the
    dice by hand, and the secrets only shuffle cards. Raises DiceError for invalid secrets.
    """

    game: str
    commitments: Mapping[str, str]
    secrets: Mapping[str, bytes] = field(repr=False)
    renewals: int = 0
    is_typed: bool = False

    def __post_init__(self) -> None:
        for owner in SECRET_OWNERS:
            secret = self.secrets.get(owner, b"")
            if len(secret) != SECRET_BYTES:
                raise DiceError(
                    f"the dice secret of {describe_secret(owner)}: expected {SECRET_BYTES} bytes"
                )
            if make_commitment(self.game, owner, secret) != self.commitments.get(owner, ""):
                raise DiceError(
                    f"the dice secret of {describe_secret(owner)} does not match the one locked in before the game; "
                    "the dice may have been tampered with"
                )
        parts = [self.game.encode(), *(self.secrets[owner] for owner in ("1", "2"))]
        self._key = hmac.new(self.secrets["host"], b"|".join(parts), "sha256").digest()

    def draw(self, number: int, sides: int) -> int:
        """Return a number below `sides`, each equally likely, skipping biased hash values."""
        tries = 0
        while True:
            digest = hmac.new(
                self._key, f"{self.renewals}/{number}/{tries}".encode(), "sha256"
            ).digest()
            value = int.from_bytes(digest[:8], "big")
            if value < 2**64 - 2**64 % sides:
                return value % sides
            tries += 1

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the face of each die. Raises DiceWantedError if people roll."""
        if self.is_typed:
            raise DiceWantedError(roll)
        return super().roll(roll, number)

    def renew(self) -> None:
        """Change all future rolls after an undo of rolls."""
        self.renewals += 1


def describe_secret(owner: str) -> str:
    """Name a secret by its owner."""
    return "the host" if owner == "host" else f"player {owner}"


class VerifiedFairDice(RecordedDice):
    """Recorded dice, checked against the secrets. Raises DiceError for the first difference."""

    def __init__(self, dice_record: DiceRecord, fair: FairDice) -> None:
        super().__init__(dice_record)
        self.fair = fair

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the next recorded roll after verifying it."""
        faces = super().roll(roll, number)
        if self.fair.is_typed:
            return faces
        for i, (face, due) in enumerate(zip(faces, self.fair.roll(roll, number), strict=True)):
            if face != due:
                raise DiceError(describe_false_die(roll, number, i, face, due))
        return faces

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """Return the next recorded order after verifying it."""
        order = super().shuffle(count, number)
        if order != self.fair.shuffle(count, number):
            raise DiceError(
                f"shuffle of {count} cards: the order in the file differs from the order that the dice secrets give"
            )
        return order


def fair_dice_data(dice: FairDice) -> dict[str, Any]:
    """Return fair dice as JSON data, with their revealed secrets."""
    opened = {owner: dice.secrets[owner].hex() for owner in SECRET_OWNERS}
    return {"game": dice.game, "commitments": dict(dice.commitments), "secrets": opened}


def read_fair_dice(data: Any, typed: bool = False) -> FairDice | None:
    """Parse fair dice from a file; None while their secrets are hidden. Raises DiceError."""
    if (
        not isinstance(data, dict)
        or not isinstance(data.get("game"), str)
        or not isinstance(data.get("commitments"), dict)
    ):
        raise DiceError('dice.fair: expected "game" and "commitments"')
    refuse_unknown_keys(data, ("game", "commitments", "secrets"), "dice.fair")
    if "secrets" not in data:
        return None
    try:
        secrets = {owner: bytes.fromhex(data["secrets"][owner]) for owner in SECRET_OWNERS}
    except (KeyError, TypeError, ValueError):
        raise DiceError(
            'dice.fair: expected the secrets "host", "1" and "2" as hexadecimal digits'
        ) from None
    refuse_unknown_keys(data["secrets"], SECRET_OWNERS, "dice.fair.secrets")
    refuse_unknown_keys(data["commitments"], SECRET_OWNERS, "dice.fair.commitments")
    commitments = {str(owner): str(commitment) for owner, commitment in data["commitments"].items()}
    return FairDice(data["game"], commitments, secrets, is_typed=typed)
