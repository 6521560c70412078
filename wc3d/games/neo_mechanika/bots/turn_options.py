"""List the parts of which plans for a turn are made, once per turn, from the usual generators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots.ability_evaluation import ability_use_value
from wc3d.games.neo_mechanika.bots.activation_estimate import objective_gain
from wc3d.games.neo_mechanika.bots.artifact_moves import list_pickup_moves
from wc3d.games.neo_mechanika.bots.choosers import OBJECTIVE_GAIN_WEIGHT
from wc3d.games.neo_mechanika.bots.evaluation import nearby_enemies, total_attack_value
from wc3d.games.neo_mechanika.bots.move_value import danger_at, evaluate_advances
from wc3d.games.neo_mechanika.bots.player import MIN_ACTION_VALUE, list_offered_actions
from wc3d.games.neo_mechanika.bots.turn_cards import (
    find_acting_unit,
    list_cards,
    readies_unit,
)
from wc3d.games.neo_mechanika.bots.turn_plan import (
    NONE,
    PlanFollower,
    Progress,
    TurnPlan,
    UnitPlan,
    see,
)
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Pass, Play, Use
from wc3d.games.neo_mechanika.rules.arc import arc_holders
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import ActivationQuestion, CypherQuestion, is_solo
from wc3d.games.neo_mechanika.rules.weapons import model_weapons

MAX_CHARGES = 7
"""The maximum number of charges in a turn that plans consider."""

MAX_ACTIONS_BETWEEN = 10
"""The maximum number of actions from the end of an activation to the next one."""

MOVE_SPACING_IN = 1.0
"""The minimum distance in inches between the end places that plans consider for a unit."""


@dataclass(slots=True)
class UnitOptions:
    """What a unit can do in its activation, the most valuable first."""

    unit: str
    is_solo: bool
    value: float
    moves: list[Advance | None] = field(default_factory=list)
    standings: list[Advance | None] = field(default_factory=list)
    """The moves by their end places alone, for a unit that attacks before it moves."""
    uses: list[Use] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    attacks_first: bool = False
    pickups: list[Advance] = field(default_factory=list)
    """The moves over an artifact that the unit can score."""
    card: Play | None = None
    """The Cypher that readies or improves the unit for this, if any."""

    def make_plan(self) -> UnitPlan:
        """Return the plan that seems best."""
        return self.make_plan_of(attacks_first=self.attacks_first)

    def make_plan_of(self, *, attacks_first: bool) -> UnitPlan:
        """Return the plan that seems best of those that attack before or after the move."""
        moves = self.list_moves(attacks_first=attacks_first)
        advance = moves[0] if moves else None
        return UnitPlan(self.unit, advance, attacks_first, uses=tuple(self.uses[:1]))

    def list_moves(self, *, attacks_first: bool) -> list[Advance | None]:
        """Return the moves of a unit that attacks before or after it moves, the best first."""
        return self.standings if attacks_first and self.standings else self.moves


@dataclass(slots=True)
class TurnOptions:
    """The parts of plans for the rest of a turn."""

    player: int
    charges: tuple[Action, ...]
    holders: list[str]
    cards: list[Play]
    second_cards: list[Play]
    units: list[UnitOptions]
    acting: str = ""
    """The unit that is activated now, if any."""
    acting_units: list[tuple[Play, str]] = field(default_factory=list)
    """The Cyphers that are wasted unless a unit acts this turn, each with its unit."""

    def find_unit(self, unit: str, card: Play | None = None) -> UnitOptions | None:
        """Return a unit's options, those with a Cypher if it makes a difference."""
        own = [u for u in self.units if u.unit == unit]
        first = own[0] if own else None
        return next((u for u in own if card is not None and u.card == card), first)

    def find_acting_unit(self, card: Play | None) -> str:
        """Return the unit that has to act this turn for a Cypher to be worth its card, or ""."""
        return next((unit for play, unit in self.acting_units if play == card), "")

    def make_plan(self) -> TurnPlan:
        """Return the plan that seems best without a search."""
        chosen = self.choose_units()
        names = ("", *(u.unit for u in chosen))
        cards = [c for c in self.cards if self.find_acting_unit(c) in names]
        return TurnPlan(
            charges=self.charges,
            card=cards[0] if cards else None,
            units=tuple(u.make_plan() for u in chosen),
            second_card=self.second_cards[0] if self.second_cards else None,
        )

    def choose_units(self) -> list[UnitOptions]:
        """Return the best unit and the best solo beside it without a Cypher, the acting one first."""
        ready = [u for u in self.units if u.card is None]
        ranked = sorted(ready, key=lambda u: (u.unit != self.acting, -u.value, u.unit))
        first = ranked[:1]
        second = [u for u in ranked[1:] if u.is_solo or (first and first[0].is_solo)][:1]
        return first + second


def list_turn_options(position: Position, follower: PlanFollower) -> TurnOptions:
    """List the parts of plans from a position in the player's turn. The position stays as it is.

    It also records the moves of each unit with the follower.
    """
    ahead = position.fork()
    question = find_open_question(ahead.state)
    charges: tuple[Action, ...] = ()
    cards: list[Play] = []
    second_cards: list[Play] = []
    holders: list[str] = []
    improved: list[UnitOptions] = []
    acting_units: list[tuple[Play, str]] = []
    if isinstance(question, ChargingQuestion):
        holders = list(arc_holders(ahead.state, follower.player))
        charges = tuple(_charge_as_usual(ahead, follower))
        question = find_open_question(ahead.state)
    if isinstance(question, CypherQuestion):
        if question.phase == 3:
            cards = list_cards(ahead, is_before_units=True)
            improved = list(_list_units_with_cards(ahead, cards, follower))
            useful = [u.card for u in improved]
            cards = [c for c in cards if c in useful or not readies_unit(c)]
        else:
            second_cards = list_cards(ahead)
        acting_units = [(c, find_acting_unit(ahead.state, c)) for c in cards]
        ahead.apply(Pass(player=question.player))
        question = find_open_question(ahead.state)
    units: list[UnitOptions] = []
    acting = ""
    if isinstance(question, ActivationQuestion):
        units = [*_list_units(ahead, question, follower), *improved]
    elif isinstance(question, ActingQuestion):
        acting = question.unit
        options = _list_unit_options(ahead, question, follower)
        units = [options, *_list_other_units(ahead, question, follower)]
    return TurnOptions(
        follower.player, charges, holders, cards, second_cards, units, acting, acting_units
    )


def _list_units_with_cards(
    ahead: Position, cards: list[Play], follower: PlanFollower
) -> Iterator[UnitOptions]:
    """Yield the options of each unit that a Cypher readies or improves, with that Cypher."""
    for card in cards:
        unit = find_acting_unit(ahead.state, card)
        if not unit:
            continue
        after = ahead.fork()
        try:
            after.apply(card)
        except RefusedError:
            continue
        question = find_open_question(after.state)
        if isinstance(question, ActivationQuestion):
            for options in _list_units(after, question, follower, only=unit):
                options.card = card
                yield options


def _charge_as_usual(ahead: Position, follower: PlanFollower) -> Iterator[Action]:
    """Charge as the usual player does, to the end of the step, and yield the charges."""
    for _ in range(MAX_CHARGES):
        question = find_open_question(ahead.state)
        if not isinstance(question, ChargingQuestion):
            return
        action = follower.usual.choose(see(ahead))
        ahead.apply(action)
        if isinstance(action, Pass):
            return
        yield action
    question = find_open_question(ahead.state)
    if isinstance(question, ChargingQuestion):
        ahead.apply(Pass(player=question.player))


def _list_units(
    ahead: Position, question: ActivationQuestion, follower: PlanFollower, only: str = ""
) -> Iterator[UnitOptions]:
    """Yield the options of each unit that can activate now, or of `only` one."""
    for action in list_offered_actions(see(ahead), Activate):
        if only and action.unit != only:
            continue
        activated = ahead.fork()
        try:
            activated.apply(action)
        except RefusedError:
            continue
        acting = find_open_question(activated.state)
        if isinstance(acting, ActingQuestion) and acting.unit == action.unit:
            yield _list_unit_options(activated, acting, follower)
        else:
            solo = is_solo(ahead.state, action.unit)
            yield UnitOptions(action.unit, solo, 0.0, [None])


def _list_other_units(
    ahead: Position, question: ActingQuestion, follower: PlanFollower
) -> Iterator[UnitOptions]:
    """Yield the options of the units that can activate after the acting unit."""
    after = ahead.fork()
    plan = TurnPlan(units=(UnitPlan(question.unit),), deployments=(), gate=NONE)
    progress = Progress()
    for _ in range(MAX_ACTIONS_BETWEEN):
        open_question = find_open_question(after.state)
        if isinstance(open_question, ActivationQuestion):
            yield from _list_units(after, open_question, follower)
            return
        if open_question is None or open_question.player != follower.player:
            return
        action: Action = Pass(player=follower.player)
        if not isinstance(open_question, ActingQuestion):
            action = next(follower.propose(after, open_question, plan, progress))
        try:
            after.apply(action)
        except RefusedError:
            return


def _list_unit_options(
    activated: Position, question: ActingQuestion, follower: PlanFollower
) -> UnitOptions:
    """Return the options of the unit that is activated."""
    state: State = activated.state
    unit = question.unit
    activation = current_activation(state)
    options = UnitOptions(unit, is_solo(state, unit), 0.0)
    if not activation.fired and not activation.advanced:
        uses = [(ability_use_value(state, a), a) for a in list_offered_actions(see(activated), Use)]
        ranked = sorted((u for u in uses if u[0] >= MIN_ACTION_VALUE), key=lambda u: -u[0])
        options.uses = [a for _, a in ranked[:2]]
    options.targets = _list_target_units(state, unit)
    if not check_can_advance(state, unit):
        options.moves = [None]
        return options
    fresh = not activation.fired
    moves = evaluate_advances(state, unit, attacking=fresh, reaching=True, apart=MOVE_SPACING_IN)
    ranked_moves = sorted(moves, key=lambda m: -m.value_with_attacks)
    best = ranked_moves[0]
    standing = max(moves, key=lambda m: m.position_value)
    attacks_here = total_attack_value(state, unit) if fresh else 0.0
    first = state.models_of(unit)[0].id
    threat = danger_at(state, unit, first, state.place(first))
    here = attacks_here + standing.position_value
    options.attacks_first = fresh and attacks_here > 0.0 and here >= best.value_with_attacks
    by_place = sorted(moves, key=lambda m: -m.position_value)
    for order, actions in ((ranked_moves, options.moves), (by_place, options.standings)):
        actions += [m.action if m.action.path or m.action.others else None for m in order]
    options.pickups = list_pickup_moves(state, unit)
    options.value = max(best.value_with_attacks, here) - moves[0].position_value + threat
    options.value += OBJECTIVE_GAIN_WEIGHT * objective_gain(state, unit)
    follower.moves[unit] = [m for m in options.moves if m is not None]
    return options


def _list_target_units(state: State, unit: str) -> list[str]:
    """List the enemy units that the unit can perhaps attack this turn, the nearest first."""
    first = state.models_of(unit)[0]
    reach = max((w.rng for w in model_weapons(state, first.id)), default=0)
    speed = advance_order(state, unit, first.id).inches
    enemies = nearby_enemies(state, first.id, reach + speed)
    units = [
        (state.table.distance(first.id, id), state.models[id].unit)
        for id in enemies
        if id in state.models
    ]
    return list(dict.fromkeys(u for _, u in sorted(units)))[:3]
