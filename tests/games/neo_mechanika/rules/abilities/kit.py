"""What tests of abilities ask: numbers and pools now, who is offered what, and the short way to use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tests.games.neo_mechanika.rules.fighting import done, told
from tests.games.neo_mechanika.rules.playing import asked
from wc3d.engine.actions import Event
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.selectors import AttackFacts, has_flag
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat, current_weapon_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.actions import Advance, Choose, Pass, Place, Use
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.weapons import find_weapon


def value(state: State, id: str, name: str, **case: Any) -> float:
    """A stat now: value(state, id, "ARM", energy=("explosion",)) in a case."""
    return current_stat(state, id, name, AttackFacts(**case)).value


def of_weapon(state: State, model: str, key: str, name: str) -> float:
    """RNG or POW of a model's weapon now."""
    armed = find_weapon(state, model, key)
    assert armed is not None
    return current_weapon_stat(state, model, armed, name).value


def is_so(state: State, model: str, flag: str, key: str = "", target: str = "") -> bool:
    """Has a model a property, attacking with a weapon or not?"""
    armed = find_weapon(state, model, key) if key else None
    case = AttackFacts(model, target, armed, armed.kind, armed.energy) if armed else AttackFacts()
    return has_flag(state, model, flag, case)


def options(game: Game) -> set[tuple[str, str]]:
    """The abilities that may come in now, with their bearers."""
    open_one = find_open_question(game.state)
    return set(open_one.options) if isinstance(open_one, Reaction) else set()


def use(
    game: Game, ability: str, model: str, *rolls: Sequence[int], target: str = ""
) -> tuple[Event, ...]:
    """Use an ability, with every roll written down."""
    assert game.to_act is not None
    return done(game, Use(player=game.to_act, ability=ability, model=model, target=target), *rolls)


def skip(game: Game, *rolls: Sequence[int]) -> tuple[Event, ...]:
    """Use nothing, or end what can be ended, here."""
    assert game.to_act is not None
    return done(game, Pass(player=game.to_act), *rolls)


def step(game: Game, model: str, *path: tuple[float, float], **others: Any) -> tuple[Event, ...]:
    """Move a model where a move is allowed; keywords name squad mates by their letter."""
    assert game.to_act is not None
    placed = {f"{model.rsplit('.', 1)[0]}.{letter}": at for letter, at in others.items()}
    return done(game, Advance(player=game.to_act, model=model, path=path, others=placed))


def put_at(
    game: Game, model: str, at: tuple[float, float], *rolls: Sequence[int]
) -> tuple[Event, ...]:
    """Put a model somewhere."""
    assert game.to_act is not None
    return done(game, Place(player=game.to_act, model=model, at=at), *rolls)


def choose(game: Game, option: object) -> tuple[Event, ...]:
    """Choose how much, or which card."""
    assert game.to_act is not None
    return done(game, Choose(player=game.to_act, option=str(option)))


def arms(happened: Iterable[Event]) -> list[tuple[str, int]]:
    """Who had which ARM at each damage roll."""
    return [(e.model, e.arm) for e in told(happened, events.Damaged)]


def place(game: Game, id: str) -> XYZ:
    """Where a model stands."""
    return game.state.place(id)


def near(at: XYZ, x: float, y: float) -> bool:
    """Is it there, to a thousandth of an inch?"""
    return abs(at[0] - x) < 1e-3 and abs(at[1] - y) < 1e-3


def waits_for(game: Game, name: str, player: int) -> bool:
    """Is this question open, for this player?"""
    return asked(game) == name and game.to_act == player
