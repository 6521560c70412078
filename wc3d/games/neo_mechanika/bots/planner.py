"""A player with a plan: somebody for each objective, the nearest who may hold it; the others fight whoever stands on one."""
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from wc3d.bots.decision_trace import weigh
from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question, find
from wc3d.engine.game import View
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots import deploying, greedy
from wc3d.games.neo_mechanika.bots.ability_evaluation import use_worth
from wc3d.games.neo_mechanika.bots.eagerness import card_first, eagerness, point
from wc3d.games.neo_mechanika.bots.evaluation import Glances, attacks_worth, promise
from wc3d.games.neo_mechanika.bots.greedy import Chooser, RecruitPlayer, best, list_offered
from wc3d.games.neo_mechanika.bots.move_generation import goals_of, leader_for, moves
from wc3d.games.neo_mechanika.bots.move_value import danger, there
from wc3d.games.neo_mechanika.bots.objective_value import freed_by, pull, wanted, way
from wc3d.games.neo_mechanika.bots.secondaries import (
    toward_destroying,
    toward_secondaries,
    with_choice,
)
from wc3d.games.neo_mechanika.bots.weights import outlook
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Choose, Pass, Use
from wc3d.games.neo_mechanika.rules.frames import Activation
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, MoveQuestion
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    current,
    may_advance,
    may_attack_at_all,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion, InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.setup_phase import SIDES, ChoiceQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion
from wc3d.games.neo_mechanika.rules.weapons import Weapon

LOOKED = 5
"""For how many places, the best at first sight, attacks and danger are worked out."""

FEAR = 0.6
"""How much the danger of a place counts."""

SHIFT = 0.3
"""Inches: a place so near to another is the same to the enemy."""


@dataclass(frozen=True, slots=True)
class WeighedMove:
    """A move, where it ends, and what it is worth to stand there: by the objectives, and with attacks and danger."""

    action: Advance
    at: XYZ
    standing: float
    attacking: float


class RegularPlayer(RecruitPlayer):
    """Plays by the mission. The same seed and views give the same game."""

    glances: Glances | None = None
    """What attacks promised when they were last looked at, for one who need not look again; see `promise`."""

    arrangements: int = 1
    """In how many ways it tries to place a unit round a void gate toward each objective."""

    reaching: bool = False
    """Does it put a squad's others as far forward as may be, where that helps?"""

    def prepare(self, plan: GamePlan, player: int) -> GamePlan:
        """The plan of a game with the secondary missions it chooses, where some are played."""
        return with_choice(plan, player)

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """Those of a recruit, but for where to go, whom to bring, and where to."""
        return CHOOSERS


# What a place is worth


def standing(state: State, unit: str, model: str, at: XYZ) -> float:
    """What it is worth, by the mission alone, that the model stands there and its squad around it."""
    player, base = state.units[unit].player, state.models[model].base
    goer = wanted(state, player).get(unit)
    local_value, onward = 0.0, 0.0
    for o in carrying.lying(state):
        distance = way(state, at, base, o)
        value = pull(state, unit, o, distance, acts=False)
        if goer is not None and goer[1].id != o.id and distance > 0.0:
            value *= 0.4
        if distance <= 1e-6:
            local_value += value
        else:
            onward = max(onward, value)
    total_value = local_value + (0.6 if local_value > 0.3 else 1.0) * onward
    return point(state) * (total_value + toward_secondaries(state, unit, at)) + _fight(state, unit, at)


def _fight(state: State, unit: str, at: XYZ) -> float:
    """To be nearer to the enemy is worth a little."""
    foes = [math.dist(at[:2], b.at[:2]) for b in state.bodies if state.owner(b.id) != state.units[unit].player]
    return 0.6 / (1.0 + max(0.0, min(foes, default=60.0) - 6.0) / 8.0)


def choices(
    state: State, order: MoveOrder, model: str, *, attacking: bool, reaching: bool, apart: float = SHIFT
) -> list[WeighedMove]:
    """The moves worth comparing, best at first sight first; those behind, or nearer than `apart`, get no look at danger."""
    unit, goals = order.unit, goals_of(state, order.unit)
    ends = moves(state, order, model, goals, reaching=reaching)
    options = [(standing(state, unit, model, at), action, at) for action, at in ends]
    hopes = promise(state, unit) if attacking else 0.0
    stay, rest = options[0], sorted(options[1:], key=lambda f: -f[0])
    weighed_moves = []
    for value, action, at in [stay, *_different(rest, attacking, apart)]:
        fear = FEAR * danger(state, unit, model, at)
        strikes = attacks_worth(there(state, unit, model, at), unit) if hopes > 0.0 else 0.0
        weighed_moves.append(WeighedMove(action, at, value - fear, value - fear + strikes))
    return weighed_moves


def advances(state: State, unit: str, *, attacking: bool, reaching: bool, apart: float = SHIFT) -> list[WeighedMove]:
    """The moves worth comparing for a unit's advance, led by whoever has the shortest way that is free; see `choices`."""
    goals = goals_of(state, unit)
    leader = leader_for(state, unit, goals[0] if goals else None, partial(advance_order, state, unit))
    order = advance_order(state, unit, leader)
    return choices(state, order, leader, attacking=attacking, reaching=reaching, apart=apart)


def _different(options: list[tuple[float, Advance, XYZ]], attacking: bool, spacing: float) -> list[tuple[float, Advance, XYZ]]:
    """The best of them, none too near to a better one; with attacks to come, more of them."""
    selection: list[tuple[float, Advance, XYZ]] = []
    for option in options:
        if all(math.dist(option[2], k[2]) > spacing for k in selection):
            selection.append(option)
        if len(selection) == (LOOKED if attacking else LOOKED - 2):
            break
    return selection


# The choosers


def _opening(player: RegularPlayer, view: View, open_question: ChoiceQuestion) -> Choose:
    """The first turn where points are scored as units act; where a Pulse round's end decides, a side, and so the last turn."""
    if "first" in open_question.options and view.state.setup.mission.scored == "activation":
        return Choose(player=open_question.player, option="first")
    return Choose(player=open_question.player, option=player.rng.choice(SIDES))


def _activation(player: RegularPlayer, view: View, open_question: ActivationQuestion) -> Action | None:
    """Whoever gains most by acting now: points it can take or deny, attacks it can make."""
    options = ((eagerness(view.state, a.unit, player.glances), a) for a in card_first(view.state, list_offered(view, Activate)))
    return best(options, least=-math.inf)


def _acting(player: RegularPlayer, view: View, open_question: ActingQuestion) -> Action:
    """Spikes first; attack from here and go on, or go and attack there, whatever is worth more; then whatever is left."""
    state, unit = view.state, open_question.unit
    spiked = best((use_worth(state, a), a) for a in list_offered(view, Use))
    if spiked is not None:
        return spiked
    attack = best(attacks(state, unit)) if may_attack_at_all(state, unit) else None
    if not may_advance(state, unit):
        return attack or Pass(player=open_question.player)
    fresh = bool(may_attack_at_all(state, unit)) and not current(state).fired
    if attack is not None and not fresh:
        return attack
    options = advances(state, unit, attacking=fresh, reaching=player.reaching)
    onward, best_standing = max(options, key=lambda c: c.attacking), max(options, key=lambda c: c.standing)
    weigh((c.attacking, c.action) for c in options)
    if attack is not None and attacks_worth(state, unit) + best_standing.standing >= onward.attacking:
        return attack
    return onward.action


def attacks(state: State, unit: str) -> Iterator[tuple[float, Attack]]:
    """The best attack with each weapon of each model that may still attack; on whoever holds something sooner."""
    return greedy.attacks(state, unit, partial(_gained_by, state))


def _gained_by(state: State, attacker: str, using: Weapon, target: str) -> float:
    """What an attack brings besides what it destroys: an objective freed, a secondary mission."""
    unit = state.models[attacker].unit
    bonus = toward_destroying(state, state.owner(unit), target, unit, using.kind == "melee")
    bonus += (1.0 + outlook().freeing) * freed_by(state, target)
    return point(state) * bonus * attack_odds(state, attacker, using, target).destroy if bonus > 0.0 else 0.0


def _moving(player: RegularPlayer, view: View, open_question: MoveQuestion) -> Action:
    """A move outside of the advance: to a better place, or none."""
    state, unit = view.state, open_question.order.unit
    goals = goals_of(state, unit)
    order = open_question.order
    model = order.model or leader_for(state, unit, goals[0] if goals else None, lambda id: replace(order, model=id))
    activation = find(state, Activation)
    acts = activation is not None and activation.unit == unit and not activation.closed
    options = choices(state, replace(order, model=model), model, attacking=acts, reaching=player.reaching)
    move = max(options, key=lambda c: c.attacking).action
    return move if move.path else Pass(player=open_question.player)


CHOOSERS: dict[type[Question], Chooser] = {
    **greedy.CHOOSERS,
    ChoiceQuestion: _opening,
    ActivationQuestion: _activation,
    ActingQuestion: _acting,
    MoveQuestion: _moving,
    InitialQuestion: deploying.deploying,
    DeploymentQuestion: deploying.deploying,
    GateQuestion: deploying.gate,
    ChargingQuestion: deploying.charging,
}
