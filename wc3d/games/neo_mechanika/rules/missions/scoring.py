"""Scoring after activations and Pulse rounds, and changes between rounds (pp. ~50 to ~58)."""

from __future__ import annotations

from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import D6, d6_to_d3
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.events import (
    ObjectiveRemoved,
    Rolled,
    RollRepeated,
    Scored,
    ZonesActive,
)
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.missions.secondary import score_overrun
from wc3d.games.neo_mechanika.rules.missions.securing import is_artifact_delivered, list_secured
from wc3d.games.neo_mechanika.rules.moving.carrying import objective_plan
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame

REGISTRY = HandlerRegistry()


def objective_points(state: State, player: int, objective: str) -> int:
    """Return a player's victory points for securing an objective in this Pulse round."""
    token = state.objectives[objective]
    worth = objective_plan(state, objective).worth
    if worth.active and token.active:
        return worth.active
    if worth.across and token.side != state.players[player].side:
        return worth.across
    carried = worth.carried if worth.carried and is_artifact_delivered(state, objective) else 0
    return worth.rounds[state.round - 1] + carried


def secured_objectives(state: State, player: int, unit: str = "") -> tuple[str, ...]:
    """Return the objectives that a player, or one `unit`, secures; each once (NM-SIL-126)."""
    return tuple(dict.fromkeys(o for o, u in list_secured(state, player) if unit in ("", u)))


def _list_scores(state: State, player: int, objectives: tuple[str, ...]) -> tuple[Scored, ...]:
    """Return the points for objectives not yet scored in this Pulse round (NM-DCY-04)."""
    remaining = (o for o in objectives if (player, o, state.round) not in state.scored)
    return tuple(
        Scored(player, objective_points(state, player, o), state.objectives[o].name, o)
        for o in remaining
    )


@REGISTRY.step(Activation, "score")
def score_activation(r: Resolution, frame: Activation) -> None:
    """Score the objectives that a unit secures after its activation, if the mission does so."""
    if r.state.setup.mission.scored == "activation":
        player = r.state.units[frame.unit].player
        for score in _list_scores(r.state, player, secured_objectives(r.state, player, frame.unit)):
            r.emit(score)


@REGISTRY.step(GameFrame, "zones")
def begin_round(r: Resolution, frame: GameFrame) -> None:
    """Begin a mission's Pulse round: a d3, different from the last, selects the active zones."""
    if not r.state.setup.mission.zones:
        return
    last = {
        o.number: f"drop zones {o.number} are already active"
        for o in r.state.objectives.values()
        if o.active
    }
    r.emit(ZonesActive(_roll_number(r, 3, last, "active drop zones")))


@REGISTRY.step(GameFrame, "scoring")
def score_round(r: Resolution, frame: GameFrame) -> None:
    """Score a Pulse round for both players, then remove objectives (NM-PUL-04, NM-PUL-05)."""
    state = r.state
    players = (state.first, opponent_of(state.first))
    by_round = state.setup.mission.scored == "round"
    scores = [
        s
        for p in players
        for s in (_list_scores(state, p, secured_objectives(state, p)) if by_round else ())
    ]
    for score in (*scores, *score_overrun(state)):
        r.emit(score)
    _remove(r)


def _remove(r: Resolution) -> None:
    """Remove random objectives of the mission's kind after a Pulse round (NM-UNP-04, NM-CHT-04)."""
    kind, counts = r.state.setup.mission.removed
    tokens = {o.number: o.id for o in r.state.objectives.values() if o.kind == kind}
    for _ in range(counts[r.state.round - 1]):
        exclusions = {
            o.number: f"{o.name} was already removed"
            for o in r.state.objectives.values()
            if o.kind == kind and o.removed
        }
        number = _roll_number(r, len(tokens), exclusions, "objective removed")
        r.emit(ObjectiveRemoved(tokens[number]))


def _roll_number(r: Resolution, sides: int, exclusions: dict[int, str], label: str) -> int:
    """Return the first player's d6 or d3; reroll each result in `exclusions`, with its reason."""
    reason = f"{label} (d{sides})"
    player = r.state.first
    while True:
        (face,) = r.roll((D6,), player, reason)
        r.emit(Rolled(player, reason, plain=(face,)))
        number = face if sides == 6 else d6_to_d3(face)
        if number not in exclusions:
            return number
        r.emit(RollRepeated(exclusions[number]))
