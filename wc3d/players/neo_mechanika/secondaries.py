"""Secondary missions: which to choose, and what a place or a victim is worth for those chosen."""
from __future__ import annotations

from wc3d.warcaster.missions.secondary import BODY_COUNT, DISRUPT, OVERRUN, RECON, RECON_WITHIN, SALVAGE, plays
from wc3d.warcaster.state import XYZ, State

DEEP = 12.0
"""Inches from the other edge within which a unit may think of going all the way."""


def toward_secondaries(state: State, unit: str, at: XYZ) -> float:
    """What a place brings toward Recon, in victory points: three for coming near the other edge, less on the way."""
    player = state.units[unit].player
    if not plays(state, player, RECON) or f"{RECON.id}:{player}" in state.done or not state.players[player].side:
        return 0.0
    depth = state.setup.table.size[1]
    far = depth - at[1] if state.players[player].side == "south" else at[1]
    left = max(0.0, far - RECON_WITHIN)
    share = 1.0 if left <= 0.0 else 0.6 * max(0.0, 1.0 - left / DEEP)
    return RECON.points * share * (1.0 if state.setup.card_of(unit).kind == "solo" else 0.6)


def toward_destroying(state: State, player: int, victim: str, by: str, melee: bool) -> float:
    """What destroying the victim's last model brings toward Body Count, Salvage and Disrupt, in victory points."""
    if victim in state.gates:
        return DISRUPT.points if plays(state, player, DISRUPT) else 0.0
    unit = state.unit_of(victim)
    if len(state.models_of(unit.id)) > 1:
        return 0.0
    value = BODY_COUNT.points / 3.0 if plays(state, player, BODY_COUNT) else 0.0
    squad = state.setup.card_of(by).kind == "squad"
    if melee and squad and state.setup.card_of(unit.id).kind == "warjack" and plays(state, player, SALVAGE):
        value += SALVAGE.points
    return value


def wants_squads(state: State, player: int) -> bool:
    """Does the player play for having more squads on the table (Overrun)?"""
    return plays(state, player, OVERRUN)
