"""A player for looking ahead: the regular's plan at a glance, many times as quick. Cards, Arc and void gates are left alone.

But for the last Pulse round: there who comes into play, and who is charged, counts at once or never.
"""
from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from wc3d.engine.actions import Action
from wc3d.engine.agenda import Question
from wc3d.engine.game import View
from wc3d.games.neo_mechanika.bots import planner
from wc3d.games.neo_mechanika.bots.deploying import kept_for_gates
from wc3d.games.neo_mechanika.bots.deployment import FIRST_ARC, TOKENED, charge_worth
from wc3d.games.neo_mechanika.bots.evaluation import Glances, attacks_worth, promise
from wc3d.games.neo_mechanika.bots.greedy import Chooser, best, list_offered
from wc3d.games.neo_mechanika.bots.move_generation import glanced, goals_of, leader_for
from wc3d.games.neo_mechanika.bots.move_value import there
from wc3d.games.neo_mechanika.bots.planner import RegularPlayer, attacks, standing
from wc3d.games.neo_mechanika.bots.thorough import eager_to_act
from wc3d.games.neo_mechanika.bots.weights import KEEN
from wc3d.games.neo_mechanika.rules.actions import Activate, Charge, Pass
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.moving.movement import MoveQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    current,
    may_advance,
    may_attack_at_all,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion

PLACES = 2
"""From how many places besides the present one attacks are worked out."""

MORE = 0.1
"""The part of what a unit's attacks promise that a point of Arc adds, at a glance."""

LEAST = 0.05
"""What a point of Arc must be worth at least."""


class BriskPlayer(RegularPlayer):
    """The regular in a hurry, with the veteran's eye. The same seed, views and glances give the same game.

    `glances`: what attacks promised when they were last looked at; those who play on from one position share them.
    """

    outlook = KEEN

    def __init__(self, seed: int | str = 0, glances: Glances | None = None) -> None:
        super().__init__(seed)
        self.glances = {} if glances is None else glances

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """Those of a regular, but for what takes time."""
        return CHOOSERS


def _acting(player: BriskPlayer, view: View, open_question: ActingQuestion) -> Action:
    """Attack from here, or go on toward the goal and attack there."""
    state, unit = view.state, open_question.unit
    attack = best(attacks(state, unit)) if may_attack_at_all(state, unit) else None
    if not may_advance(state, unit):
        return attack or Pass(player=open_question.player)
    fresh = bool(may_attack_at_all(state, unit)) and not current(state).fired
    if attack is not None and not fresh:
        return attack
    goals = goals_of(state, unit)[:1]
    leader = leader_for(state, unit, goals[0] if goals else None, partial(advance_order, state, unit))
    hopes = fresh and promise(state, unit, player.glances) > 0.0
    moves = [(standing(state, unit, leader, at), i, a, at)
             for i, (a, at) in enumerate(glanced(state, advance_order(state, unit, leader), leader, goals))]  # fmt: skip
    best_standing = max(moves, key=lambda m: (m[0], -m[1]))
    looked = [moves[0], *sorted(moves[1:], key=lambda m: (-m[0], m[1]))[:PLACES]] if hopes else [best_standing]
    onward = max(
        ((value + (attacks_worth(there(state, unit, leader, at), unit) if hopes else 0.0), -i, a) for value, i, a, at in looked),
        key=lambda m: m[:2],
    )
    if attack is not None and attacks_worth(state, unit) + best_standing[0] >= onward[0]:
        return attack
    return onward[2]


def _nothing(player: BriskPlayer, view: View, open_question: Question) -> Action:
    return Pass(player=open_question.player)


def _at_last(chooser: Chooser) -> Chooser:
    """Answers in the last Pulse round as this chooser does, before that with nothing."""

    def choose(player: BriskPlayer, view: View, open_question: Question) -> Action | None:
        return chooser(player, view, open_question) if view.state.round == PULSE_ROUNDS else _nothing(player, view, open_question)

    return choose


def _charging(player: BriskPlayer, view: View, open_question: ChargingQuestion) -> Action:
    """Arc on whoever is still to act, by what its attacks promise; the well keeps what the next void gate needs."""
    gate_arc = kept_for_gates(view.state, open_question.player)
    options = ((_charge_worth(view.state, a, player.glances) - gate_arc, a) for a in list_offered(view, Charge))
    return best(options, least=LEAST) or Pass(player=open_question.player)


def _charge_worth(state: State, action: Charge, glances: Glances | None) -> float:
    if action.on in state.gates:
        return charge_worth(state, action)
    unit = state.units[action.on]
    first = FIRST_ARC if not unit.arc else 0.0
    return TOKENED * first if unit.token else first + MORE * promise(state, unit.id, glances)


CHOOSERS: dict[type[Question], Chooser] = {
    **planner.CHOOSERS,
    ActingQuestion: _acting,
    MoveQuestion: _at_last(planner.CHOOSERS[MoveQuestion]),
    CypherQuestion: _nothing,
    ChargingQuestion: _at_last(_charging),
    GateQuestion: _at_last(planner.CHOOSERS[GateQuestion]),
    DeploymentQuestion: _at_last(planner.CHOOSERS[DeploymentQuestion]),
    DiscardQuestion: _nothing,
}


Acting = dict[tuple[str, ...], Activate]
"""Who acts, by the units that could."""


class DeliberatePlayer(BriskPlayer):
    """The hurried, who takes time for who acts and what it does: its own turn is played on so.

    `acting`: who was chosen when the same units could act; those who play on from one option share it.
    """

    reaching = True

    def __init__(self, seed: int | str = 0, glances: Glances | None = None, acting: Acting | None = None) -> None:
        super().__init__(seed, glances)
        self.acting = {} if acting is None else acting

    @property
    def choosers(self) -> Mapping[type[Question], Chooser]:
        """Those of the hurried, but for who acts, moves and attacks; in the last Pulse round for Cyphers and Arc, too."""
        return DELIBERATE


def _activation(player: DeliberatePlayer, view: View, open_question: ActivationQuestion) -> Action | None:
    """Whoever gains most by what it would do, worked out once."""
    units = tuple(a.unit for a in list_offered(view, Activate))
    if units and units not in player.acting:
        player.acting[units] = eager_to_act(view)[0]
    return player.acting.get(units)


DELIBERATE: dict[type[Question], Chooser] = {**CHOOSERS, ActivationQuestion: _activation}
DELIBERATE |= {kind: planner.CHOOSERS[kind] for kind in (ActingQuestion, MoveQuestion)}
DELIBERATE |= {kind: _at_last(planner.CHOOSERS[kind]) for kind in (CypherQuestion, ChargingQuestion)}
