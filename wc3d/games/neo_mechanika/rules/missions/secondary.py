"""Secondary missions (p. ~55): choice and scoring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wc3d._internal.fast_replace import replace_fields
from wc3d._internal.suggestions import suggest_similar
from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules.agenda_frames import (
    Cause,
    GateDestroyed,
    ModelPassed,
    ModelsMoved,
    UnitDestroyed,
)
from wc3d.games.neo_mechanika.rules.events import Counted, Marked, Scored
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.games.neo_mechanika.rules.state import PLAYERS, Model, State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.gates import distance_from_own_edge
from wc3d.table.sight.distances import is_within

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class SecondaryMission:
    """A secondary mission: its id, its name, and its victory points each time."""

    id: str
    name: str
    points: int


BODY_COUNT = SecondaryMission("body_count", "Body Count", 2)
DISRUPT = SecondaryMission("disrupt", "Disrupt", 1)
OVERRUN = SecondaryMission("overrun", "Overrun", 2)
RECON = SecondaryMission("recon", "Recon", 3)
SALVAGE = SecondaryMission("salvage", "Salvage", 2)

SECONDARY_MISSIONS = {m.id: m for m in (BODY_COUNT, DISRUPT, OVERRUN, RECON, SALVAGE)}

BODY_COUNT_UNITS = 3
"""The enemy units to destroy in one turn (NM-SEC-03)."""

OVERRUN_SQUAD_LEAD = 3
"""The lead in squads over the opponent (NM-SEC-05)."""

RECON_RANGE_IN = 5.0
"""The distance from the opponent's table edge in inches (NM-SEC-06)."""


def list_faults(mission: Mission, mission_ids: Sequence[str], limit: int = 1) -> Iterator[str]:
    """Yield a choice's faults, over `limit` or illegal (NM-SEC-01, NM-SKM-04, NM-SIL-138)."""
    if mission_ids and mission.skirmish:
        yield "a skirmish has no secondary missions"
    elif len(mission_ids) > limit:
        yield f"{len(mission_ids)} chosen, but the players agreed on {limit}"
    for i, id in enumerate(mission_ids):
        if id not in SECONDARY_MISSIONS:
            yield f"unknown {id!r}" + (
                suggest_similar(id, SECONDARY_MISSIONS)
                or f", expected one of {', '.join(SECONDARY_MISSIONS)}"
            )
        elif id in mission_ids[:i]:
            yield f"{id!r} is chosen twice"


def has_chosen(state: State, player: int, mission: SecondaryMission) -> bool:
    """Return whether the player chose this secondary mission (NM-SEC-02)."""
    return mission.id in state.setup.secondary[player - 1]


def _score(r: Resolution, player: int, mission: SecondaryMission) -> None:
    r.emit(Scored(player, mission.points, mission.name))


@REGISTRY.step(UnitDestroyed, "heard")
def _handle_unit_destroyed(r: Resolution, news: UnitDestroyed) -> None:
    """Score Body Count and Salvage for a unit that a player destroyed (0: nobody)."""
    by = news.cause.player
    if by == opponent_of(r.state.units[news.unit].player):
        _count_body(r, by)
        _salvage(r, news.unit, by, news.cause)


def _count_body(r: Resolution, by: int) -> None:
    """Score the third enemy unit destroyed in any one turn (NM-SIL-139)."""
    if not has_chosen(r.state, by, BODY_COUNT):
        return
    body = f"{BODY_COUNT.id}:{by}"
    r.emit(Counted(body))
    if dict(r.state.tally)[body] == BODY_COUNT_UNITS:
        _score(r, by, BODY_COUNT)


def _salvage(r: Resolution, unit: str, by: int, cause: Cause) -> None:
    """Score a warjack destroyed by a squad's melee attack or its blast, not a fall (NM-SIL-143)."""
    own_damage = cause.kind == "melee" or (cause.kind == "blast" and cause.attack == "melee")
    if not has_chosen(r.state, by, SALVAGE) or not own_damage or cause.unit not in r.state.units:
        return
    kinds = r.state.setup.card_of(unit).kind, r.state.setup.card_of(cause.unit).kind
    if kinds == ("warjack", "squad") and r.state.units[cause.unit].player == by:
        _score(r, by, SALVAGE)


@REGISTRY.step(GateDestroyed, "heard")
def _handle_gate_destroyed(r: Resolution, news: GateDestroyed) -> None:
    """Score Disrupt if an enemy unit collapsed a void gate (NM-SEC-04, NM-SIL-140)."""
    player = opponent_of(r.state.owner(news.gate))
    if has_chosen(r.state, player, DISRUPT) and news.cause.player == player and news.cause.unit:
        _score(r, player, DISRUPT)


@REGISTRY.step(ModelsMoved, "heard")
def score_recon(r: Resolution, news: ModelsMoved) -> None:
    """Score Recon when a moved model is first near the opponent's table edge (NM-SIL-142)."""
    for player in PLAYERS:
        if any(
            _is_across(r.state, m)
            for unit in r.state.units_in_play(player)
            for m in r.state.models_of(unit.id)
        ):
            _scout(r, player)


@REGISTRY.step(ModelPassed, "heard")
def _handle_model_passed(r: Resolution, news: ModelPassed) -> None:
    """Score Recon also for a model that only passes near the edge (NM-SIL-142)."""
    came = r.state.models[news.model]
    if any(_is_across(r.state, replace_fields(came, at=at)) for at in news.track):
        _scout(r, r.state.owner(news.model))


def _scout(r: Resolution, player: int) -> None:
    """Score Recon once in a game (NM-SEC-06)."""
    mark = f"{RECON.id}:{player}"
    if has_chosen(r.state, player, RECON) and mark not in r.state.done:
        r.emit(Marked(mark))
        _score(r, player, RECON)


def _is_across(state: State, model: Model) -> bool:
    """Return whether a model's base is within 5" of the opponent's table edge."""
    if model.at is None:
        return False
    return is_within(
        distance_from_own_edge(state, opponent_of(state.owner(model.id)), model.base, model.at),
        RECON_RANGE_IN,
    )


def score_overrun(state: State) -> tuple[Scored, ...]:
    """Score Overrun after a Pulse round: a lead of three squads, partial ones too (NM-SIL-141)."""
    squads = {
        p: sum(state.setup.card_of(u.id).kind == "squad" for u in state.units_in_play(p))
        for p in PLAYERS
    }
    leading = (
        p
        for p in PLAYERS
        if has_chosen(state, p, OVERRUN)
        and squads[p] - squads[opponent_of(p)] >= OVERRUN_SQUAD_LEAD
    )
    return tuple(Scored(p, OVERRUN.points, OVERRUN.name) for p in leading)
