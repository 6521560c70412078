"""What a hosted game is made of, as its host keeps it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from wc3d.engine.fair_dice import SECRET_BYTES, make_commitment
from wc3d.engine.game import Game
from wc3d.engine.thinking_time import TimeControl

FAIR_DICE, CHAIN_DICE, TYPED_DICE = "fair", "chain", "typed"
"""How dice fall: from the secrets of all three; from a link of each player's chain for every roll; by hand, and typed in."""


@dataclass(frozen=True)
class MatchSpec:
    """`setup` is a saved game's, without a seed. `bots` names the bots by whom they play. `dice` are "fair", "chain" or "typed".

    `secret` is the host's share of fair dice (hexadecimal). `delay`: seconds after which those who watch are told.
    `clock`: seconds of thought a player has for the game (`by_turn`: for each turn), 0 for no clock, and `bonus` seconds added
    with each of their actions that stands; a clock of bonuses alone begins with the first one. `agreeing`: the players are asked
    whether they want to play it so, and may propose other terms.
    `taken_over`: the lines of a saved game that this one plays on from; its board and options stay.
    """

    setup: Mapping[str, Any]
    bots: Mapping[int, str] = field(default_factory=dict)
    dice: str = FAIR_DICE
    secret: str = field(default_factory=lambda: secrets.token_hex(SECRET_BYTES))
    delay: float = 0.0
    clock: float = 0.0
    bonus: float = 0.0
    by_turn: bool = False
    agreeing: bool = False
    taken_over: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.bonus and not self.clock:
            object.__setattr__(self, "clock", self.bonus)

    @property
    def time_control(self) -> TimeControl:
        """The settings of the clock."""
        return TimeControl(self.clock, self.bonus, self.by_turn)

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    def dice_commitment(self, game: str) -> str:
        """What the host says of its secret before the game."""
        return make_commitment(game, "host", bytes.fromhex(self.secret))


def match_spec_from_json(data: Mapping[str, Any]) -> MatchSpec:
    """Return a plan from its JSON.

    A host of an earlier version could keep a bonus without a clock, which meant that there was no clock: that stays so.
    """
    bots = {int(player): name for player, name in data["bots"].items()}
    return MatchSpec(
        **{**data, "bots": bots, "bonus": data.get("bonus", 0.0) if data.get("clock") else 0.0}
    )


def setup_without_seed(game: Game) -> dict[str, Any]:
    """The setup of a game that is to be begun anew, with dice that nobody knows yet."""
    return {name: value for name, value in game.setup.items() if name != "seed"}
