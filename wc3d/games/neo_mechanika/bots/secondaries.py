"""Choose secondary missions, and evaluate places and targets for them."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force import Force
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.secondary import (
    BODY_COUNT,
    DISRUPT,
    OVERRUN,
    OVERRUN_SQUAD_LEAD,
    RECON,
    RECON_RANGE_IN,
    SALVAGE,
    has_chosen,
)
from wc3d.games.neo_mechanika.rules.options import SECONDARIES, SECONDARY
from wc3d.games.neo_mechanika.rules.state import XYZ, State, opponent_of

RECON_DASH_IN = 12.0
"""The inches from the enemy's table edge within which a unit heads for it."""


EXPECTED_POINTS = {
    OVERRUN.id: 6.0,
    DISRUPT.id: 0.6,
    BODY_COUNT.id: 0.4,
    RECON.id: 0.2,
    SALVAGE.id: 0.1,
}
"""A regular's mean points from each in eight games; Overrun requires `OVERRUN_SQUAD_LEAD`."""


def recon_value(state: State, unit: str, at: XYZ) -> float:
    """Return a place's value for Recon in points: 3 near the enemy's edge, less on the way."""
    player = state.units[unit].player
    if (
        not has_chosen(state, player, RECON)
        or f"{RECON.id}:{player}" in state.done
        or not state.players[player].side
    ):
        return 0.0
    depth = state.setup.table.size[1]
    edge_distance = depth - at[1] if state.players[player].side == "south" else at[1]
    remaining = max(0.0, edge_distance - RECON_RANGE_IN)
    share = 1.0 if remaining <= 0.0 else 0.6 * max(0.0, 1.0 - remaining / RECON_DASH_IN)
    return RECON.points * share * (1.0 if state.setup.card_of(unit).kind == "solo" else 0.6)


def destruction_value(state: State, player: int, victim: str, by: str, melee: bool) -> float:
    """Return the value of destroying a target for Body Count, Salvage and Disrupt, in points."""
    if victim in state.gates:
        return DISRUPT.points if has_chosen(state, player, DISRUPT) else 0.0
    unit = state.unit_of(victim)
    if len(state.models_of(unit.id)) > 1:
        return 0.0
    value = BODY_COUNT.points / 3.0 if has_chosen(state, player, BODY_COUNT) else 0.0
    squad = state.setup.card_of(by).kind == "squad"
    if (
        melee
        and squad
        and state.setup.card_of(unit.id).kind == "warjack"
        and has_chosen(state, player, SALVAGE)
    ):
        value += SALVAGE.points
    return value


def is_playing_overrun(state: State, player: int) -> bool:
    """Return whether the player's missions include Overrun (more squads on the table)."""
    return has_chosen(state, player, OVERRUN)


def choose_secondaries(plan: GamePlan, player: int) -> GamePlan:
    """Return a game plan with the secondary missions that a player's force most likely scores.

    Their number is the agreed one, or that of the opponent's missions. The plan does not change in
    skirmishes, without such a number, or if the player already has missions.
    """
    choices = plan.options.get(SECONDARY, ((), ()))
    count = int(plan.options.get(SECONDARIES) or len(choices[opponent_of(player) - 1]))
    if not count or choices[player - 1] or mission(plan.mission).skirmish:
        return plan
    ranked = sorted(
        _expect_points(plan.forces[player - 1], plan.forces[opponent_of(player) - 1]).items(),
        key=lambda h: (-h[1], h[0]),
    )
    own = tuple(id for id, _ in ranked[:count])
    return replace(
        plan,
        options={
            **plan.options,
            SECONDARY: (own, choices[1]) if player == 1 else (choices[0], own),
        },
    )


def _expect_points(mine: Force, theirs: Force) -> dict[str, float]:
    """Return the points expected from each secondary mission against another force, by id."""
    (squads, _), (their_squads, jacks) = _count_kinds(mine), _count_kinds(theirs)
    return {
        RECON.id: EXPECTED_POINTS[RECON.id],
        DISRUPT.id: EXPECTED_POINTS[DISRUPT.id],
        BODY_COUNT.id: EXPECTED_POINTS[BODY_COUNT.id],
        SALVAGE.id: EXPECTED_POINTS[SALVAGE.id] if squads and jacks else 0.0,
        OVERRUN.id: EXPECTED_POINTS[OVERRUN.id]
        if squads - their_squads >= OVERRUN_SQUAD_LEAD
        else 0.0,
    }


def _count_kinds(force: Force) -> tuple[int, int]:
    """Return the numbers of squads and warjacks in a force."""
    kinds = [CARDS().unit(choice.unit).kind for choice in (*force.units, *force.heroes)]
    return kinds.count("squad"), kinds.count("warjack")
