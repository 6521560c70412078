"""How a saved game names the dice it goes on with, and the dice by which its lines are played again."""
from __future__ import annotations

from typing import Any

from wc3d.engine.chain_dice import ChainDice, ProvenLinks, chain_written, read_chain
from wc3d.engine.dice import (
    Dice,
    DiceError,
    Drawn,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
    must_have_only,
)
from wc3d.engine.fair_dice import FairDice, ProvenDice, fair_written, read_fair


def dice_written(dice: Dice) -> dict[str, Any]:
    """How a file names dice."""
    if isinstance(dice, TypedDice):
        return {**dice_written(dice.shuffler), "typed": True}
    if isinstance(dice, FairDice):
        return {"fair": fair_written(dice), **({"typed": True} if dice.typed else {})}
    if isinstance(dice, ChainDice):
        return {"chain": chain_written(dice)}
    return {"seed": dice.seed} if isinstance(dice, SeededDice) else {}


def read_dice(data: dict[str, Any]) -> Dice:
    """The dice that a file names; such as ask for every roll where it names none. Raises DiceError."""
    must_have_only(data, ("fair", "chain", "seed", "typed"), "dice")
    if len(kinds := data.keys() & {"fair", "chain", "seed"}) > 1:
        raise DiceError(f"dice: expected {' or '.join(sorted(kinds))}, not {'both' if len(kinds) == 2 else 'all of them'}")
    if not isinstance(data.get("typed", False), bool):
        raise DiceError("dice.typed: expected true or false")
    if "fair" in data:
        return read_fair(data["fair"], data.get("typed") is True) or ScriptedDice()
    if "chain" in data:
        return read_chain(data["chain"])
    if "seed" not in data:
        return ScriptedDice()
    if not isinstance(data["seed"], int | str):
        raise DiceError("dice.seed: expected a number or text")
    return SeededDice(data["seed"])


def recorded_dice(dice_record: Drawn, dice: Dice) -> RecordedDice:
    """What was drawn, to be played again: of dice that can be proven each roll is. Raises DiceError."""
    if isinstance(dice, ChainDice):
        return ProvenLinks(dice_record, dice)
    if dice_record.links:
        raise DiceError("links: expected only with chain dice")
    return ProvenDice(dice_record, dice) if isinstance(dice, FairDice) else RecordedDice(dice_record)
