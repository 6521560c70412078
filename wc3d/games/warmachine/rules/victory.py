"""The game's end: lost warcaster, rounds, concession (WM-VIC-01, WM-RUL-95, WM-RUL-96)."""

from __future__ import annotations

from collections.abc import Sequence

from wc3d.engine.actions import Event
from wc3d.engine.agenda import Resolution
from wc3d.engine.ruleset_types import Outcome
from wc3d.games.warmachine.rules.agenda_frames import DamageRoll
from wc3d.games.warmachine.rules.events import Conceded, GameEnded, ModelRemoved, make_loss
from wc3d.games.warmachine.rules.state import PLAYERS, State

GOAL_TEXT = (
    "Remove the enemy warcaster from play to win. If one effect removes both warcasters, the game is a draw. "
    "With a round limit, the game is a draw after the last round."
)
GOAL_TEXT_WITH_UNITS = " Units and solos join the warjacks."


def end_if_warcaster_removed(r: Resolution) -> None:
    """End the game if a warcaster was removed: its player loses (WM-VIC-01).

    If one effect removes both, the game is a draw (WM-RUL-95). An effect ends with its last damage
    roll.
    """
    if sum(isinstance(frame, DamageRoll) for frame in r.state.agenda) > 1:
        return
    losers = [player for player in PLAYERS if r.state.warcaster_of(player).removed]
    if len(losers) == 2:
        r.emit(GameEnded(0, "both warcasters are removed from play"))
    elif losers:
        r.emit(make_loss(losers[0], f"{r.state.warcaster_of(losers[0]).name} is removed from play"))


def concede(r: Resolution, player: int) -> None:
    """Concede the game, which is possible at any time (WM-RUL-96)."""
    r.emit(Conceded(player))
    r.emit(make_loss(player, "the opponent gave up"))


def game_outcome(state: State, log: Sequence[Event]) -> Outcome:
    """Return the outcome of a game. A player's points are the enemy models removed."""
    owners = [state.models[event.model].owner for event in log if isinstance(event, ModelRemoved)]
    first_losses, second_losses = owners.count(1), owners.count(2)
    return Outcome(
        winner=state.winner or 0,
        ended=next(e.why for e in log if isinstance(e, GameEnded)),
        first=state.first or 1,
        points=(second_losses, first_losses),
        lost=(first_losses, second_losses),
        rounds=state.round,
    )
