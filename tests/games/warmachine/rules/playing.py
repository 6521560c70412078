"""Games of WARMACHINE at a certain moment, for tests: who stands where, whose turn it is, and which dice will be rolled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from tests.games.warmachine.rules.building import field
from wc3d.engine.actions import Action, Event, Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.forces import Battlegroup, load_legal_force
from wc3d.games.warmachine.rules.saved_setup import edition_for_game, prepare_game
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, GameFrame, TurnFrame
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.table.features import Feature

E = TypeVar("E", bound=Event)
BOXES = ("anvil_and_hound", "mortar_and_spitter")
ARMIES = ("pikes_and_rifles", "husks_and_brute")
FAR = {"1.": (2.0, 2.0), "2.": (46.0, 46.0)}
"""Where the warcasters stand that a test does not place."""


def battle(
    placed: dict[str, Any],
    *,
    active: int = 1,
    dice: Iterable[Sequence[int]] = (),
    boxes: tuple[str | Battlegroup, str] = BOXES,
    edition: str = "",
    terrain: tuple[Feature, ...] = (),
    turn: int = 2,
) -> Game:
    """A game in the Activation phase of a player's turn. `placed`: id to (x, y, facing), or with a dictionary of changes besides.

    Warcasters that are not placed stand far away; other models have been removed.
    """
    one = boxes[0]
    forces = (
        one if isinstance(one, Battlegroup) else load_legal_force(one, 1),
        load_legal_force(boxes[1], 1),
    )
    columns, *switches = edition.split(",")
    state, _, setup = prepare_game(
        field(terrain=terrain), forces, edition=edition_for_game(columns, switches), seed=1
    )
    models = {}
    for id, model in state.models.items():
        x, y, facing, changes = _spot(id, placed, model.is_warcaster)
        if x is None:
            models[id] = replace(model, removed=True)
        else:
            models[id] = replace(model, at=(x, y, 0.0), facing=facing, **changes)
    unknown = placed.keys() - models.keys()
    assert not unknown, unknown
    turn_now = TurnFrame(step="again", player=active), ActivationQuestion(player=active)
    units = {
        id: replace(unit, strength=sum(m.unit == id and m.at is not None for m in models.values()))
        for id, unit in state.units.items()
    }
    state = replace(
        state,
        models=models,
        units=units,
        round=1,
        turn=turn,
        phase="activation",
        active=active,
        first=1,
        sides=("south", "north"),
        agenda=(GameFrame(step="second" if active == 1 else "again"), *turn_now),
    )
    return Game(WARMACHINE, state, ScriptedDice(dice, SeededDice(1)), setup)


def _spot(
    id: str, placed: dict[str, Any], caster: bool
) -> tuple[Any, float, float, dict[str, Any]]:
    if id in placed:
        x, y, *rest = placed[id]
        facing = float(rest[0]) if rest else 90.0
        return x, y, facing, rest[1] if len(rest) > 1 else {}
    if caster:
        return (*FAR[id[:2]], 90.0 if id.startswith("1") else 270.0, {})
    return None, 0.0, 0.0, {}


def do(game: Game, kind: type[Action], **parts: Any) -> tuple[Event, ...]:
    """Do something as the player who is asked."""
    return game.apply(kind(player=game.to_act or 0, **parts))


def check(game: Game, kind: type[Action], **parts: Any) -> Verdict:
    """May it be done by the player who is asked?"""
    return game.check(kind(player=game.to_act or 0, **parts))


def activate(game: Game, model: str) -> Game:
    """The game with this model activated."""
    do(game, act.Activate, model=model)
    return game


def decline(game: Game, most: int = 9) -> None:
    """Say no to whatever is asked until a model acts, or is to be activated."""
    for _ in range(most):
        if (
            type(find_open_question(game.state)).__name__
            in ("ActQuestion", "ActivationQuestion", "ControlQuestion")
            or game.over
        ):
            return
        do(game, act.Pass)


def happened(game: Game, kind: type[E], since: int = 0) -> list[E]:
    """Everything of a kind that has happened, from an entry of the log on."""
    return [event for event in game.log[since:] if isinstance(event, kind)]


def only(game: Game, kind: type[E]) -> E:
    """The one thing of its kind that has happened."""
    found = happened(game, kind)
    assert len(found) == 1, found
    return found[0]


def state_of(game: Game) -> State:
    """The state, with its type."""
    state: State = game.state
    return state
