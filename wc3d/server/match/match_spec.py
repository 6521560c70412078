"""The stored specification of a hosted game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from wc3d.engine.fair_dice import SECRET_BYTES, make_commitment
from wc3d.engine.game import Game
from wc3d.engine.thinking_time import TimeControl

FAIR_DICE, CHAIN_DICE, TYPED_DICE = "fair", "chain", "typed"
"""Sources of dice: three shared secrets, a chain link of each player per roll, or typed results."""


@dataclass(frozen=True)
class MatchSpec:
    """The specification of a hosted game.

    - `setup`: the setup of a saved game, without a seed.
    - `bots`: the name of the bot for each player.
    - `dice`: "fair", "chain" or "typed".
    - `secret`: the host's share of fair dice, in hexadecimal.
    - `delay`: seconds after which spectators see news.
    - `clock`: seconds of thinking time per player, 0 for no clock; per turn with `by_turn`.
    - `bonus`: seconds for each of a player's actions. Without `clock`, it is also the initial time.
    - `agreeing`: whether players must agree to the terms and may propose others.
    - `hints`: whether a seat may ask for hints against a person; against a bot it always may.
    - `taken_over`: the lines of a saved game to continue. Its board and options are fixed.
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
    hints: bool = False
    taken_over: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.bonus and not self.clock:
            object.__setattr__(self, "clock", self.bonus)

    @property
    def time_control(self) -> TimeControl:
        """The time control of the players' clocks."""
        return TimeControl(self.clock, self.bonus, self.by_turn)

    def to_json(self) -> dict[str, Any]:
        """Return the specification as JSON."""
        return asdict(self)

    def dice_commitment(self, game: str) -> str:
        """Return the host's commitment to its secret, which it publishes before the game."""
        return make_commitment(game, "host", bytes.fromhex(self.secret))


def match_spec_from_json(data: Mapping[str, Any]) -> MatchSpec:
    """Return a specification from its JSON.

    Earlier versions could store a bonus without a clock, which meant no clock. This stays valid.
    """
    bots = {int(player): name for player, name in data["bots"].items()}
    return MatchSpec(
        **{**data, "bots": bots, "bonus": data.get("bonus", 0.0) if data.get("clock") else 0.0}
    )


def setup_without_seed(game: Game) -> dict[str, Any]:
    """Return a game's setup without its seed, to start again with unknown dice."""
    return {name: value for name, value in game.setup.items() if name != "seed"}
