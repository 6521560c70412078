"""Battles of units for tests: who stands where, and turns that nobody does anything in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.warmachine.rules.playing import ARMIES, battle, do
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion, OrderQuestion
from wc3d.games.warmachine.rules.forces import Battlegroup
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, models_to_activate

SMALL = 2 * 15 / 25.4
"""A small base's diameter, in inches."""

PRIME = "prime_reference"


def troops(
    unit: str, *places: tuple[float, float], facing: float = 90.0, **changes: Any
) -> dict[str, Any]:
    """Troopers of a unit at places, the leader first."""
    return {f"{unit}.{n}": (x, y, facing, changes) for n, (x, y) in enumerate(places, 1)}


def row(
    many: int, x: float = 20.0, y: float = 20.0, apart: float = 1.5
) -> list[tuple[float, float]]:
    """Places in a row from west to east."""
    return [(x + apart * k, y) for k in range(many)]


def fight(
    placed: dict[str, Any], edition: str = PRIME, boxes: tuple[str, str] = ARMIES, **more: Any
) -> Game:
    """A game of the two armies that come with the program."""
    return battle(placed, boxes=boxes, edition=edition, **more)


def field_of(
    caster: str, placed: dict[str, Any], dice: list[tuple[int, ...]], edition: str = PRIME
) -> Game:
    """A game of a warcaster of a test's own against the army of Husks, Pikemen and a Brute."""
    force = Battlegroup(warcaster=caster)
    return battle(placed, boxes=(force, ARMIES[1]), edition=edition, dice=dice)


def idle(game: Game, until: Sequence[type] = ()) -> None:
    """Nobody does anything for the rest of this turn; then it is the next player's Control phase, or what `until` names."""
    turn = game.state.turn
    while game.state.turn == turn and not game.over:
        asked = find_open_question(game.state)
        if isinstance(asked, tuple(until)) and until:
            return
        if isinstance(asked, ActivationQuestion) and not asked.unit:
            do(game, act.Activate, model=models_to_activate(game.state, asked.player)[0].id)
        else:
            assert isinstance(asked, (ActivationQuestion, ActQuestion, OrderQuestion)), asked
            do(game, act.Pass)
