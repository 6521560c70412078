"""Proof of a played game's dice: check them against the published commitments."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import chain

from wc3d._internal.suggestions import pluralize
from wc3d.engine.chain_dice import ChainDice, RevealedLinks, hash_roll_purpose
from wc3d.engine.dice import Dice, ScriptedDice, TypedDice
from wc3d.engine.fair_dice import FairDice, describe_secret
from wc3d.engine.game import ActionRecord, Game
from wc3d.engine.replay import action_data
from wc3d.errors import InputError

FAIR_DICE_TEXT = "the dice are fair if the players received the numbers in brackets during the game"
UNPROVABLE_DICE_TEXT = "the dice cannot be proven fair"
"""The text about dice that a player could choose or know in advance."""

LINKS_SUM_KEY = "links"
"""The key of the checksum of all links among the commitments."""


def dice_commitments(dice: Dice) -> dict[str, str]:
    """Return the published commitments to the dice by owner: host, 1, 2."""
    return dict(
        dice.commitments
        if isinstance(dice, FairDice)
        else dice.ends
        if isinstance(dice, ChainDice)
        else {}
    )


def add_to_links_sum(sum: str, opened: RevealedLinks, purpose: str) -> str:
    """Return the checksum of all links after one more roll. `purpose` is its hash
    (`hash_roll_purpose`). It starts empty.
    """
    number, first, second = opened
    return hashlib.sha256(f"{sum}|{number}|{purpose}|{first}|{second}".encode()).hexdigest()


def game_links_sum(game: Game) -> str:
    """Return the checksum of all links of a game and their purposes, as a player's program records
    it during play.
    """
    sum = ""
    dice = game.dice
    assert isinstance(dice, ChainDice)
    for purpose, dice_record in chain(
        [(game.setup, game.opening[0])],
        (
            (action_data(entry.action), entry.drawn)
            for entry in game.record
            if isinstance(entry, ActionRecord)
        ),
    ):
        for opened in dice_record.links:
            sum = add_to_links_sum(sum, opened, hash_roll_purpose(dice.game, opened[0], purpose))
    return sum


def describe_dice_proof(game: Game) -> str:
    """Return a sentence about the proof of the dice, without inherited rolls."""
    opening = [game.opening[0]] if game.origin is None else []
    dice_records = [*opening, *(turn.drawn for turn in game.turns[game.inherited_count :])]
    rolls = sum(len(draw.rolls) for draw in dice_records)
    shuffles = sum(len(draw.shuffles) for draw in dice_records)
    commitments = ", ".join(
        f"{owner}: {hash}" for owner, hash in dice_commitments(game.dice).items()
    )
    if isinstance(game.dice, ChainDice):
        proven = "was made from one secret of each player that was revealed only for this roll"
        numbers = f"{commitments}, {LINKS_SUM_KEY}: {game_links_sum(game)}"
        return f"{FAIR_DICE_TEXT}: each of the {rolls + shuffles} rolls and shuffles {proven} ({numbers})"
    if isinstance(game.dice, FairDice):
        secrets = f"from secrets that were fixed before the game ({commitments})"
        if game.dice.is_typed:
            return f"{UNPROVABLE_DICE_TEXT}: they were rolled by hand and typed in; only the {pluralize(shuffles, 'shuffle')} follow {secrets}"
        return (
            f"{FAIR_DICE_TEXT}: each of the {rolls + shuffles} rolls and shuffles follows {secrets}"
        )
    if isinstance(game.dice, TypedDice) or game.dice.__class__ is ScriptedDice:
        return f"{UNPROVABLE_DICE_TEXT}: they were rolled by hand and typed in, or the file does not name their source"
    return f"{UNPROVABLE_DICE_TEXT}: they come from a seed in the file, and whoever chose the seed could know every roll in advance"


def check_commitments(game: Game, commitments: Mapping[str, str]) -> None:
    """Check the dice against recorded commitments. Raises InputError naming the changed part."""
    actual = dice_commitments(game.dice)
    if isinstance(game.dice, ChainDice):
        actual[LINKS_SUM_KEY] = game_links_sum(game)
    for key, commitment in commitments.items():
        if key not in actual:
            expected = (
                f"expected one of {', '.join(actual)}"
                if actual
                else "the dice of this game have no numbers to compare"
            )
            raise InputError(f"--noted {key}: {expected}")
        if actual[key] != commitment.lower():
            subject = (
                "the number of the dice secrets"
                if key == LINKS_SUM_KEY
                else f"the number of {describe_secret(key)}"
            )
            raise InputError(
                f"{subject} differs: you noted {commitment}, the file says {actual[key]}"
            )
