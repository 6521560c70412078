"""Plans for a whole turn, and the playing of a plan by the rules alone.

A plan answers each question of a turn: Arc, card, units with places and targets, deployments and
the void gate. Where the rules reject an answer, the next best answer of the same kind follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots.attack_table import AttackTable
from wc3d.games.neo_mechanika.bots.deployment_choosers import deployment_plans, gate_plans
from wc3d.games.neo_mechanika.bots.evaluation import AttackValueCache
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Pass, Play, Use
from wc3d.games.neo_mechanika.rules.moving.movement import MoveQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion, current_activation
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.deployment import DeploymentQuestion
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion, gate_nominees
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion

NONE = -1
"""The rank of a deployment or a void gate that a plan leaves out."""

SAME_PLACE_IN = 2.0
"""The size in inches of the squares in which two ends of an advance count as the same."""

MAX_TURN_ACTIONS = 120
"""The number of actions after which a simulated turn is given up."""

MAX_ARRANGEMENTS = 2
"""The number of arrangements tried for a unit around a void gate, per objective."""

CacheKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """A unit's activation: spikes, an advance (None to stay), and its favorite target."""

    unit: str
    advance: Advance | None = None
    attacks_first: bool = False
    focus: str = ""
    uses: tuple[Use, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A plan for the rest of a turn.

    `deployments` has the rank of each deployment among the listed ones, and `gate` that of the
    void gate; `NONE` leaves it out. `opening` is an action before all else.
    """

    charges: tuple[Action, ...] = ()
    card: Play | None = None
    units: tuple[UnitPlan, ...] = ()
    second_card: Play | None = None
    deployments: tuple[int, ...] = (0, 0, 0)
    gate: int = 0
    opening: Action | None = None

    def plan_of(self, unit: str) -> UnitPlan | None:
        """Return the activation of a unit, or None if it is not planned."""
        return next((u for u in self.units if u.unit == unit), None)

    @property
    def outline(self) -> tuple[object, ...]:
        """What makes a plan different for a player: the units, their places and the card."""
        places = []
        for own in self.units:
            path = own.advance.path if own.advance is not None else ()
            end = path[-1] if path else ()
            at: object = repr(end)
            if isinstance(end, tuple):
                at = tuple(round(v / SAME_PLACE_IN) for v in end[:2])
            places.append((own.unit, at))
        return frozenset(places), self.card.card if self.card is not None else ""


@dataclass(slots=True)
class Progress:
    """The parts of a plan that are done."""

    is_open: bool = False
    charges: int = 0
    deployments: int = 0
    uses: set[Use] = field(default_factory=set)


class PlanFollower:
    """Answers the questions of a turn by a plan. Its caches hold for one turn of one player."""

    def __init__(self, player: int, usual: NeoMechanikaPlayer) -> None:
        self.player = player
        self.usual = usual
        self.attacks = AttackTable()
        self.reply_attacks = AttackValueCache()
        """Rough attack values that rank the units of a reply."""
        self.moves: dict[str, list[Advance]] = {}
        """Other moves of each unit, the best first, for when the rules reject the planned one."""
        self._answers: dict[CacheKey, Action] = {}
        self._lists: dict[CacheKey, list[Action]] = {}

    def propose(
        self, position: Position, question: Question, plan: TurnPlan, progress: Progress
    ) -> Iterator[Action]:
        """Yield answers to a question, the planned one first. The last one is always legal."""
        state: State = position.state
        no_action = Pass(player=question.player)
        if question.player != self.player:
            yield self._answer_as_usual(position, question)
            return
        if isinstance(question, ChargingQuestion):
            while progress.charges < len(plan.charges):
                progress.charges += 1
                yield plan.charges[progress.charges - 1]
            yield no_action
        elif isinstance(question, CypherQuestion):
            card = plan.card if question.phase == 3 else plan.second_card
            if card is not None:
                yield card
            yield no_action
        elif isinstance(question, ActivationQuestion):
            yield from _propose_units(state, question, plan)
        elif isinstance(question, ActingQuestion):
            yield from self._propose_unit_actions(state, question, plan, progress)
        elif isinstance(question, DeploymentQuestion):
            rank = NONE
            if progress.deployments < len(plan.deployments):
                rank = plan.deployments[progress.deployments]
            progress.deployments += 1
            if rank != NONE:
                sites = self._list_sites(position, question)
                yield from sites[rank:]
                yield from sites[:rank]
                if sites:  # none fits where the models stand now
                    yield from self._list_sites(position, question, is_stale=True)
            yield no_action
        elif isinstance(question, GateQuestion):
            if plan.gate != NONE:
                yield from self._list_sites(position, question)[plan.gate :]
            yield no_action
        elif isinstance(question, DiscardQuestion):
            yield no_action
        else:
            yield from self._propose_cached(position, question)

    def _propose_unit_actions(
        self, state: State, question: ActingQuestion, plan: TurnPlan, progress: Progress
    ) -> Iterator[Action]:
        """Yield spikes as soon as they are legal, then attacks and the advance in the planned order."""
        unit = question.unit
        own = plan.plan_of(unit) or UnitPlan(unit)
        activation = current_activation(state)
        for use in own.uses:
            if use not in progress.uses:
                progress.uses.add(use)
                yield use
                progress.uses.discard(use)  # rejected now, tried again later
        if activation.advanced or own.attacks_first or own.advance is None:
            yield from self.attacks.list_attacks(state, unit, own.focus)
        if not activation.advanced and own.advance is not None:
            yield own.advance
            yield from (a for a in self.moves.get(unit, ()) if a != own.advance)
            yield from self.attacks.list_attacks(state, unit, own.focus)
        yield Pass(player=question.player)

    def forget_sites(self) -> None:
        """Forget the listed deployments and void gates, so that the next ones fit the models."""
        self._lists.clear()

    def _list_sites(
        self, position: Position, question: Question, *, is_stale: bool = False
    ) -> list[Action]:
        """List the deployments or the void gates that a question allows, from the cache.

        Deployments are listed once for equal gates and reserves, wherever the models stand. The
        rules reject those that no longer fit.
        """
        key = _describe_sites(position.state, question)
        if is_stale or key not in self._lists:
            view = see(position)
            if isinstance(question, GateQuestion):
                options = gate_plans(view, question)
            else:
                options = deployment_plans(view, question, MAX_ARRANGEMENTS)
            self._lists[key] = [a for a in options if not isinstance(a, Pass)]
        return self._lists[key]

    def _propose_cached(self, position: Position, question: Question) -> Iterator[Action]:
        """Yield the usual answer, from the cache if an equal question was answered before."""
        key: CacheKey = ()
        if isinstance(question, MoveQuestion):
            state = position.state
            models = tuple(m.at for m in state.models_of(question.order.unit))
            key = (question.order.unit, question.order.model, question.order.inches, models)
            if key in self._answers:
                yield self._answers[key]
        answer = self._answer_as_usual(position, question)
        if key:
            self._answers[key] = answer
        yield answer

    def _answer_as_usual(self, position: Position, question: Question) -> Action:
        return self.usual.choose(see(position))


def see(position: Position) -> View:
    """Return the view of the player to act, for choosers that look at public parts only.

    In a simulation the hidden cards are samples, so that nothing needs to be hidden again.
    """
    player = position.to_act
    return View(position.rules, player, position.state, player, position.offers(), ())


def _propose_units(state: State, question: ActivationQuestion, plan: TurnPlan) -> Iterator[Action]:
    """Yield the planned units that have not activated, then the end, then any unit."""
    for own in plan.units:
        if own.unit not in question.activated and not state.units[own.unit].token:
            yield Activate(player=question.player, unit=own.unit)
    if question.activated:
        yield Pass(player=question.player)
    for unit in state.units_in_play(question.player):
        yield Activate(player=question.player, unit=unit.id)


def _describe_sites(state: State, question: Question) -> CacheKey:
    """Return what the deployments or gates of a question depend on, as a cache key."""
    player = question.player
    if isinstance(question, GateQuestion):
        places = tuple(m.at for m in gate_nominees(state, player))
        return ("gate", places, state.players[player].well, len(state.gates_of(player)))
    gates = tuple((g.at, g.arc) for g in state.gates_of(player))
    reserve = tuple(u.id for u in state.units.values() if u.player == player and not u.is_in_play)
    return ("deployment", gates, reserve)


def play_turn(position: Position, follower: PlanFollower, plan: TurnPlan) -> int:
    """Play the rest of a turn by a plan and return the number of actions.

    The position then asks the first question of the next turn, or the game is over.
    """
    return sum(1 for _ in follow_turn(position, follower, plan))


def follow_turn(
    position: Position, follower: PlanFollower, plan: TurnPlan
) -> Iterator[tuple[State, Action]]:
    """Play the rest of a turn by a plan; yield each action with the state before it."""
    progress = Progress()
    began: int = position.state.turn
    for _ in range(MAX_TURN_ACTIONS):
        state: State = position.state
        question = find_open_question(state)
        if question is None or state.over or state.turn != began:
            return
        proposals = follower.propose(position, question, plan, progress)
        if plan.opening is not None and not progress.is_open:
            progress.is_open = True
            proposals = chain([plan.opening], proposals)
        for action in proposals:
            try:
                position.apply(action)
            except RefusedError:
                continue
            yield state, action
            break
        else:
            return
