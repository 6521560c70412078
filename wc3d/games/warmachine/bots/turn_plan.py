"""Plans for a whole turn, and the playing of a plan by the rules alone.

A plan answers each question of a turn: focus, upkeep, order of activations, and for each model its
movement, target, spells, feat and the focus that it keeps. Where the rules reject an answer, the
next best answer of the same kind follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.game import View
from wc3d.engine.position import Position
from wc3d.games.warmachine.bots.approach import list_approaches
from wc3d.games.warmachine.bots.path_distance import truncate_path
from wc3d.games.warmachine.bots.quick_attacks import list_quick_attacks, should_boost
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.bots.threats import ThreatTable
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    BoostQuestion,
    OrderQuestion,
    activation_of,
)
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.state import Model, State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion, free_focus_capacity
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, models_to_activate

SAME_PLACE_IN = 2.0
"""The size in inches of the squares in which two ends of a movement count as the same."""

MAX_TURN_ACTIONS = 160
"""The number of actions after which a simulated turn is given up."""

FEAT_FIRST, FEAT_LAST = "first", "last"
"""The moments of a feat: before the warcaster moves, or after its attacks and spells."""

FALLBACK_SHARES = (0.7, 0.4)
"""The shares of a planned path that are tried if the whole path is blocked."""


@dataclass(frozen=True, slots=True)
class ModelPlan:
    """A model's activation.

    `engage` is the enemy that it approaches in its own way, or "" to make the `movement` (None to
    stay). It attacks `target` first. `casts` are spells besides its attacks, before the movement
    if `casts_first`. `keep` is the focus that it does not spend. `feat` is the moment of the feat
    or "". `headbutt`: it knocks its target down first. `heals`: it removes damage with focus left.
    """

    model: str
    movement: Action | None = None
    engage: str = ""
    target: str = ""
    casts: tuple[actions.CastSpell, ...] = ()
    casts_first: bool = False
    keep: int = 0
    feat: str = ""
    headbutt: bool = False
    heals: bool = False


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A plan for the rest of a turn; the models in the order of their activations.

    `focus` are the warjacks with the focus that they shall hold, `dropped` the upkeep spells that
    are not paid for.
    """

    models: tuple[ModelPlan, ...] = ()
    focus: tuple[tuple[str, int], ...] = ()
    dropped: tuple[str, ...] = ()

    def plan_of(self, model: str) -> ModelPlan:
        """Return the plan of a model; a model without one approaches and attacks as it likes."""
        return next((p for p in self.models if p.model == model), ModelPlan(model))

    @property
    def outline(self) -> tuple[object, ...]:
        """What makes a plan different for a player: places, targets, focus and feat."""
        parts: list[object] = []
        for own in self.models:
            path = getattr(own.movement, "path", ()) if not own.engage else ()
            place = tuple(round(v / SAME_PLACE_IN) for v in path[-1]) if path else ()
            charged = str(getattr(own.movement, "target", "")) if own.movement is not None else ""
            parts.append((own.model, own.engage or charged, place, bool(own.feat)))
        return frozenset(parts), frozenset(self.focus)


@dataclass(slots=True)
class PlanProgress:
    """The parts of a plan that are done."""

    casts: set[tuple[str, int]] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)


class PlanFollower:
    """Answers the questions of one player's turn by a plan."""

    def __init__(self, player: int, usual: BattlegroupPlayer, table: ThreatTable) -> None:
        self.player = player
        self.usual = usual
        self.table = table

    def propose(
        self, position: Position, question: Question, plan: TurnPlan, progress: PlanProgress
    ) -> Iterator[Action]:
        """Yield answers to a question, the planned one first. The last one is always legal."""
        state: State = position.state
        no_action = actions.Pass(player=question.player)
        if question.player != self.player:
            yield from _propose_reaction(position, question)
        elif isinstance(question, ControlQuestion):
            yield from _propose_focus(state, question, plan)
            yield no_action
        elif isinstance(question, ActivationQuestion):
            yield from _propose_models(state, question, plan)
        elif isinstance(question, ActQuestion):
            own = plan.plan_of(question.model)
            yield from self._propose_acts(state, question, own, progress)
            yield no_action
        elif isinstance(question, BoostQuestion):
            keep = plan.plan_of(question.model).keep
            if should_boost(state, question, keep, self.table):
                yield actions.Choose(player=question.player, option="boost")
            yield no_action
        elif isinstance(question, OrderQuestion):
            yield from _propose_order(state, question, plan)
            yield no_action
        else:
            yield from _propose_reaction(position, question)
        yield self.usual.choose(see(position))

    def _propose_acts(
        self, state: State, question: ActQuestion, own: ModelPlan, progress: PlanProgress
    ) -> Iterator[Action]:
        """Yield feat, spells, movement and attacks in the planned order."""
        player = question.player
        model = state.models[question.model]
        activation = activation_of(state, model.id) or Activation()
        if model.knocked_down:
            gives = "action" if own.movement is not None or own.engage else "movement"
            yield actions.StandUp(player=player, model=model.id, gives=gives)  # type: ignore[arg-type]
            yield actions.StandUp(player=player, model=model.id, gives="movement")
        if own.feat == FEAT_FIRST and not model.feat_used:
            yield actions.UseFeat(player=player, model=model.id)
        if own.casts_first:
            yield from _propose_casts(own, progress)
        if not activation.movement and activation.action in ("", "none"):
            yield from _propose_movements(state, model, own, progress)
        if not own.casts_first:
            yield from _propose_casts(own, progress)
        if own.headbutt and own.target and not activation.action:
            yield actions.HeadButt(player=player, model=model.id, target=own.target)
        yield from list_quick_attacks(
            state, model, activation, own.target or own.engage, own.keep, self.table
        )
        if own.feat == FEAT_LAST and not model.feat_used:
            yield actions.UseFeat(player=player, model=model.id)
        points = min(model.damage, model.focus - own.keep)
        if own.heals and model.is_warcaster and points > 0:
            yield actions.Regenerate(player=player, model=model.id, points=points)


def _propose_casts(own: ModelPlan, progress: PlanProgress) -> Iterator[Action]:
    """Yield the planned spells that were not tried."""
    for number, cast in enumerate(own.casts):
        if (own.model, number) not in progress.casts:
            progress.casts.add((own.model, number))
            yield cast


def _propose_movements(
    state: State, model: Model, own: ModelPlan, progress: PlanProgress
) -> Iterator[Action]:
    """Yield the planned movement, then shorter ones in its direction."""
    if model.id in progress.tried:
        return
    progress.tried.add(model.id)
    if own.engage:
        if state.is_on_table(own.engage):
            yield from list_approaches(state, model, state.models[own.engage])
        return
    movement = own.movement
    if movement is None:
        return
    yield movement
    path = getattr(movement, "path", ())
    if isinstance(movement, actions.Advance | actions.Run) and path:
        for share in FALLBACK_SHARES:
            length = _path_length(state.place(model.id)[:2], path)
            shorter = truncate_path(state.place(model.id)[:2], path, share * length)
            if shorter:
                yield movement.model_copy(update={"path": shorter})
    target = str(getattr(movement, "target", ""))
    if state.is_on_table(target):
        yield from list_approaches(state, model, state.models[target])


def _path_length(start: tuple[float, float], path: tuple[tuple[float, float], ...]) -> float:
    points = [start, *path]
    return sum(
        ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        for (x, y), (u, v) in zip(points[1:], points[:-1], strict=True)
    )


def _propose_focus(state: State, question: ControlQuestion, plan: TurnPlan) -> Iterator[Action]:
    """Yield upkeep payments, then the planned focus of each warjack."""
    player = question.player
    names = dict.fromkeys(
        effect.name
        for m in state.models_in_play()
        for effect in m.effects
        if effect.is_upkeep and effect.player == player
    )
    for name in names:
        if name not in question.paid and name not in plan.dropped:
            yield actions.Upkeep(player=player, spell=name)
    focus = state.warcaster_of(player).focus
    for id, wanted in plan.focus:
        jack = state.models[id]
        if jack.at is None:
            continue
        points = min(wanted - jack.focus, focus, free_focus_capacity(state, jack))
        if points > 0:
            yield actions.Assign(player=player, model=id, points=points)


def _propose_models(state: State, question: ActivationQuestion, plan: TurnPlan) -> Iterator[Action]:
    """Yield the planned models that have not activated, then any other."""
    remaining = {m.id for m in models_to_activate(state, question.player)}
    for own in plan.models:
        if own.model in remaining:
            yield actions.Activate(player=question.player, model=own.model)
    for id in sorted(remaining):
        yield actions.Activate(player=question.player, model=id)


def _propose_order(state: State, question: OrderQuestion, plan: TurnPlan) -> Iterator[Action]:
    """Yield the order that the plans of most of the unit's troopers need."""
    kinds = []
    for trooper in state.members_of(question.unit):
        movement = plan.plan_of(trooper.id).movement
        kinds.append(movement.type if movement is not None else "")
    for order in ("charge", "run"):
        if 2 * kinds.count(order) > len(kinds):
            yield actions.Choose(player=question.player, option=order)


def _propose_reaction(position: Position, question: Question) -> Iterator[Action]:
    """Yield the first choice for a reaction: the free strike, the reinforcement."""
    if isinstance(question, FreeStrikeQuestion | ReinforceQuestion):
        for offer in position.offers():
            if offer.type == "choose":
                yield from offer.candidates()
    yield actions.Pass(player=question.player)


def see(position: Position) -> View:
    """Return the view of the player to act; nothing is hidden but the dice."""
    player = position.to_act
    return View(position.rules, player, position.state, player, position.offers(), ())


def play_turn(position: Position, follower: PlanFollower, plan: TurnPlan) -> int:
    """Play the rest of a turn by a plan and return the number of actions."""
    return sum(1 for _ in follow_turn(position, follower, plan))


def follow_turn(
    position: Position, follower: PlanFollower, plan: TurnPlan
) -> Iterator[tuple[State, Action]]:
    """Play the rest of a turn by a plan; yield each action with the state before it."""
    progress = PlanProgress()
    began: int = position.state.turn
    for _ in range(MAX_TURN_ACTIONS):
        state: State = position.state
        question = find_open_question(state)
        if question is None or state.over or state.turn != began:
            return
        for action in follower.propose(position, question, plan, progress):
            try:
                position.apply(action)
            except RefusedError:
                continue
            yield state, action
            break
        else:
            return
