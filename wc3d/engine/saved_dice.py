"""The dice of a saved game, for continuing it and for replaying its lines."""

from __future__ import annotations

from typing import Any

from wc3d.engine.chain_dice import ChainDice, VerifiedChainDice, chain_dice_data, read_chain_dice
from wc3d.engine.dice import (
    Dice,
    DiceError,
    DiceRecord,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
    refuse_unknown_keys,
)
from wc3d.engine.fair_dice import FairDice, VerifiedFairDice, fair_dice_data, read_fair_dice


def dice_data(dice: Dice) -> dict[str, Any]:
    """Return dice as JSON data."""
    if isinstance(dice, TypedDice):
        return {**dice_data(dice.shuffler), "typed": True}
    if isinstance(dice, FairDice):
        return {"fair": fair_dice_data(dice), **({"typed": True} if dice.is_typed else {})}
    if isinstance(dice, ChainDice):
        return {"chain": chain_dice_data(dice)}
    return {"seed": dice.seed} if isinstance(dice, SeededDice) else {}


def read_dice(data: dict[str, Any]) -> Dice:
    """Parse the dice of a file; without any, request every roll. Raises DiceError."""
    refuse_unknown_keys(data, ("fair", "chain", "seed", "typed"), "dice")
    if len(kinds := data.keys() & {"fair", "chain", "seed"}) > 1:
        raise DiceError(f"dice: expected only one of {', '.join(sorted(kinds))}")
    if not isinstance(data.get("typed", False), bool):
        raise DiceError("dice.typed: expected true or false")
    if "fair" in data:
        return read_fair_dice(data["fair"], data.get("typed") is True) or ScriptedDice()
    if "chain" in data:
        return read_chain_dice(data["chain"])
    if "seed" not in data:
        return ScriptedDice()
    if not isinstance(data["seed"], int | str):
        raise DiceError("dice.seed: expected a number or text")
    return SeededDice(data["seed"])


def make_recorded_dice(dice_record: DiceRecord, dice: Dice) -> RecordedDice:
    """Return dice that repeat a record, and verify each roll of provable dice. Raises DiceError."""
    if isinstance(dice, ChainDice):
        return VerifiedChainDice(dice_record, dice)
    if dice_record.links:
        raise DiceError(
            "links: this record contains dice secrets, but the game was not started with --dice chain"
        )
    return (
        VerifiedFairDice(dice_record, dice)
        if isinstance(dice, FairDice)
        else RecordedDice(dice_record)
    )
