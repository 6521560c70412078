"""End a game: by points after the third Pulse round, Mercy Rule, or concession (pp. 22, ~50)."""

from __future__ import annotations

from collections.abc import Sequence

from wc3d.engine.actions import Event
from wc3d.engine.agenda import Resolution
from wc3d.engine.ruleset_types import Outcome
from wc3d.games.neo_mechanika.rules.events import Conceded, GameEnded, UnitLeft
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame
from wc3d.games.neo_mechanika.rules.turn.turn import TurnFrame

REGISTRY = HandlerRegistry()


def winner_by_points(state: State) -> int:
    """Return the player with more victory points, or 0 for a draw (NM-VIC-01, NM-SIL-122)."""
    first_points, second_points = state.players[1].points, state.players[2].points
    return 0 if first_points == second_points else 1 if first_points > second_points else 2


@REGISTRY.step(GameFrame, "finish")
def end_by_points(r: Resolution, frame: GameFrame) -> None:
    """End the game after the scoring of the last Pulse round (NM-VIC-01)."""
    r.emit(GameEnded(winner_by_points(r.state), "victory points"))


def is_wiped_out(state: State, player: int) -> bool:
    """Return whether the player has neither units nor void gates in play."""
    return not any(state.units_in_play(player)) and not state.gates_of(player)


@REGISTRY.step(TurnFrame, "mercy")
def apply_mercy_rule(r: Resolution, frame: TurnFrame) -> None:
    """End the game after a wiped-out player's turn if the Mercy Rule applies (NM-SIL-01)."""
    if r.state.setup.options.mercy and is_wiped_out(r.state, frame.player):
        r.emit(GameEnded(opponent_of(frame.player), "mercy"))


def concede(r: Resolution, player: int) -> None:
    """Concede the game for a player, at any time (NM-SIL-01)."""
    r.emit(Conceded(player))
    r.emit(GameEnded(opponent_of(player), "conceded"))


def game_outcome(state: State, log: Sequence[Event]) -> Outcome:
    """Return a game's outcome from its last state and its log."""
    owners = [state.owner(e.unit) for e in log if isinstance(e, UnitLeft) and e.destroyed]
    return Outcome(
        winner=state.winner or 0,
        ended=next(e.why for e in log if isinstance(e, GameEnded)),
        first=state.first,
        points=(state.players[1].points, state.players[2].points),
        lost=(owners.count(1), owners.count(2)),
        rounds=state.round,
    )
