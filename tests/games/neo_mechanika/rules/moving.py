"""Moves for tests: an order is checked and resolved on a state, with dice written down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tests.table.building import board as small_board
from tests.table.building import box
from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Frame, Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.actions import Advance
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, check_move, push_move
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.table.features import Feature
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder

HUNTER = "1.hunter.1"
WOLF = "1.dusk_wolf.1"


def ground(*features: Feature, ladders: tuple[Ladder, ...] = ()) -> Table:
    """A table with terrain."""
    return small_board(*features, ladders=ladders, size=(48.0, 48.0))


def roof(id: str, west: float, east: float, height: float, depth: float = 10.0) -> Feature:
    """A flat building from one x to another, about y = 20."""
    return box(id, "structure", ((west + east) / 2, 20.0), (east - west, depth), height)


def order(model: str, inches: float = 6.0, **more: Any) -> MoveOrder:
    """An order for a model's unit: an advance in its own activation, if nothing else is said."""
    return MoveOrder(
        model.rsplit(".", 1)[0] if model.count(".") == 3 else model,
        inches,
        **{"own_activation": True, **more},
    )


def advance(model: str, *path: Any, **others: Any) -> Advance:
    """The action; keywords name squad mates by their letter."""
    placed = {f"{model.rsplit('.', 1)[0]}.{letter}": at for letter, at in others.items()}
    return Advance(player=1, model=model, path=path, others=placed)


def ask(state: State, asked: MoveOrder, action: Advance) -> Verdict:
    """May it move so?"""
    return check_move(state, asked, action)


def go(
    state: State,
    asked: MoveOrder,
    action: Advance,
    dice: Iterable[Sequence[int]] = (),
    under: tuple[Frame, ...] = (),
) -> Resolution:
    """Move it: what happened, until a question is open or nothing is left. `under`: what was on the agenda before."""
    verdict = check_move(state, asked, action)
    assert verdict, verdict
    r = Resolution(state, ScriptedDice(dice), FRAME_STEPS)
    r.push(*under)
    push_move(r, asked, action)
    r.run()
    return r


def told(r: Resolution, *kinds: type) -> list[Any]:
    """The events of some kinds, in order."""
    return [e for e in r.events if isinstance(e, kinds)]


def place(r: Resolution, model: str) -> XYZ:
    """Where a model stands now."""
    at: XYZ = r.state.place(model)
    return at
