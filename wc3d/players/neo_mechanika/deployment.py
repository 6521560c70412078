"""What to bring into play, where to charge, where to put void gates, and which cards to throw away."""
from __future__ import annotations

import math

from wc3d.geometry.points import XY
from wc3d.players.neo_mechanika.evaluation import ARC, attacks_worth, promise
from wc3d.warcaster.actions import Charge, Clear, Deploy, PlaceGate
from wc3d.warcaster.book.rulings import GATE_ARC
from wc3d.warcaster.cards import CypherCard
from wc3d.warcaster.missions import securing
from wc3d.warcaster.moving import carrying
from wc3d.warcaster.state import State, Unit, Where

FORWARD = 0.04
"""What an inch nearer to where it is needed is worth."""


def aims(state: State, player: int) -> list[tuple[float, XY]]:
    """Where units are needed, as (weight, place): objectives that the player does not hold, most of all; else enemies."""
    found = []
    for o in carrying.lying(state):
        mine = securing.units_near(state, o.id, player)
        found.append((0.3 if mine else 1.0, (o.at[0], o.at[1])))
    return found or [(0.5, (b.at[0], b.at[1])) for b in state.bodies if state.owner(b.id) != player]


def closeness(state: State, player: int, at: tuple[float, ...]) -> float:
    """How near a place is to where units are needed: 0 is on the spot, farther is less."""
    return max((-math.dist(at[:2], place) / weight for weight, place in aims(state, player)), default=0.0) * FORWARD


def deploy_worth(state: State, action: Deploy) -> float:
    """What it is worth to deploy a unit so: the more it costs the better, in numbers that can hold what is to be held."""
    card = state.setup.card_of(action.unit)
    spent = card.cost + sum(state.setup.card_of(id).cost for id in action.attachments)
    first = next(iter(action.places.values()))
    holders = [carrying.may_hold(state, action.unit, o.id) for o in carrying.lying(state)]
    holds = sum(holders) / len(holders) if holders else 0.5
    return 1.0 + spent + 1.5 * holds + closeness(state, action.player, first)


def has_reserve(state: State, player: int) -> bool:
    """Is there a unit that a void gate could bring?"""
    return any(state.setup.card_of(u.id).cost <= GATE_ARC for u in _reserve(state, player))


def gate_worth(state: State, action: PlaceGate) -> float:
    """What a void gate is worth there: forward, with much Arc, with room around it."""
    reserve = [state.setup.card_of(u.id).cost for u in _reserve(state, action.player)]
    useful = min(action.arc, sum(reserve))
    apart = [(state.owner(b.id), math.dist(b.at[:2], action.at[:2])) for b in state.bodies]
    enemies = sum(owner != action.player and far < 6.0 for owner, far in apart)
    crowd = sum(far < 3.0 for _, far in apart) + sum(math.dist(o.at[:2], action.at[:2]) < 3.0 for o in carrying.lying(state))
    return 1.0 + ARC * useful + 2.0 * closeness(state, action.player, action.at) - 0.4 * enemies - 0.3 * crowd


def _reserve(state: State, player: int) -> list[Unit]:
    return [u for u in state.units.values() if u.player == player and u.where is Where.RESERVE]


def charge_worth(state: State, action: Charge) -> float:
    """What a point of Arc is worth on a unit: in attacks, if it acts this turn; on a void gate: if it can then bring a unit."""
    player = action.player
    costs = [state.setup.card_of(u.id).cost for u in _reserve(state, player)]
    if action.on in state.gates:
        gate = state.gates[action.on]
        return 2.0 * any(gate.arc < cost <= gate.arc + 1 for cost in costs) + 0.05
    unit = state.units[action.on]
    short = bool(costs) and state.players[player].well <= min(GATE_ARC, min(costs)) and not state.gates_of(player)
    more = state.with_unit(unit.id, arc=unit.arc + 1)
    gained = promise(more, unit.id) - promise(state, unit.id) + attacks_worth(more, unit.id) - attacks_worth(state, unit.id)
    waits = 0.3 if unit.token else 1.0
    first = 0.2 if not unit.arc else 0.0
    return (gained + first) * waits - (0.5 if short else 0.0)


def clear_worth(state: State, action: Clear) -> float:
    """Arc is taken back only where a unit can do nothing with it and the well is too empty for a void gate."""
    player = action.player
    costs = [state.setup.card_of(u.id).cost for u in _reserve(state, player)]
    there = state.players[player].well + sum(g.arc for g in state.gates_of(player))
    if not costs or there >= min(costs) or any(id in state.gates for id in action.arc):
        return -1.0
    idle = all(state.units[id].token or promise(state, id) <= 0.0 for id in action.arc)
    return 0.5 * sum(action.arc.values()) if idle else 0.0


def card_worth(state: State, player: int, id: str) -> float:
    """How much a card in hand is worth keeping: whether this force can ever play it, and may soon."""
    card = state.setup.cards.cyphers[id]
    mine = [u for u in state.units.values() if u.player == player and u.where is not Where.GONE]
    users = [u for u in mine if _can_be_used(state, card, u.id)]
    in_play = [u for u in users if u.in_play]
    return 1.0 * bool(users) + 1.0 * bool(in_play)


def _can_be_used(state: State, card: CypherCard, unit: str) -> bool:
    """Is the unit one this card is for: its kind, or, for a Fury, one with Arc Relay?"""
    if card.kind == "fury":
        return any(a.startswith("arc_relay") for m in state.units[unit].models for a in state.setup.abilities.get(m, ()))
    wanted = card.target.removeprefix("friendly_")
    return wanted in ("unit", "unit_model") or state.setup.card_of(unit).kind == wanted
