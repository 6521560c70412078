"""The options of each model for the rest of a turn, listed once per turn, and the usual plan."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.position import Position
from wc3d.games.warmachine.bots.distance_estimate import active_enemies, estimate_distance
from wc3d.games.warmachine.bots.path_distance import find_path, truncate_path
from wc3d.games.warmachine.bots.turn_plan import (
    FEAT_FIRST,
    FEAT_LAST,
    MAX_TURN_ACTIONS,
    ModelPlan,
    PlanFollower,
    TurnPlan,
    see,
)
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.focus import can_hold_focus, is_commanded_by, is_in_control_area
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.space.fighters import facing_toward
from wc3d.games.warmachine.rules.state import XY, Model, State, opponent_of
from wc3d.games.warmachine.rules.stats import stat_value
from wc3d.games.warmachine.rules.turn.control import upkeep_spell_names
from wc3d.games.warmachine.rules.turn.turn import models_to_activate

MAX_ENGAGED = 4
"""The most enemies that a model considers to engage."""

ENGAGE_MARGIN_IN = 10.0
"""The inches beyond a model's charge from which it does not consider an enemy."""

RETREAT_TURNS_DEG = (180, 145, -145, 90, -90)
"""The directions of a retreat, in degrees from the nearest enemy."""

SAFE_MARGIN_IN = 0.7
"""The inches beyond an enemy's threat range at which a model stops."""

SCREEN_GAP_IN = 0.4
"""The inches between a warcaster and the warjack that screens it."""


@dataclass(slots=True)
class ModelOptions:
    """A model's options: enemies to engage, other movements (None to stay), and spells."""

    model: str
    engages: list[str] = field(default_factory=list)
    movements: list[Action | None] = field(default_factory=list)
    casts: list[actions.CastSpell] = field(default_factory=list)
    is_warcaster: bool = False


@dataclass(slots=True)
class TurnOptions:
    """What the models of a player can do in the rest of a turn."""

    player: int
    models: list[ModelOptions]
    jacks: list[str]
    """The warjacks that can get focus, if it can still be assigned."""
    focus: int
    """The focus that the warcaster has to assign or to keep."""
    spells: list[str]
    """The upkeep spells in play."""

    def of(self, model: str) -> ModelOptions:
        """Return a model's options."""
        return next((o for o in self.models if o.model == model), ModelOptions(model))


def list_turn_options(state: State, player: int, can_assign: bool) -> TurnOptions:
    """List the options of the models that a player may still activate."""
    caster = state.warcaster_of(player)
    jacks = []
    if can_assign and caster.at is not None:
        jacks = [
            m.id
            for m in state.models_in_play(player)
            if is_commanded_by(state, caster.id, m.id)
            and can_hold_focus(state, m.id)
            and is_in_control_area(state, caster.id, m.id)
        ]
    remaining = [
        m
        for m in state.models_in_play(player)
        if m.activated != state.turn and not m.fleeing and not state.is_inert(m.id)
    ]
    acting = find_open_question(state)
    current = getattr(acting, "model", "")
    if current in state.models and state.models[current] not in remaining:
        remaining.insert(0, state.models[current])
    return TurnOptions(
        player,
        [_list_model_options(state, m) for m in remaining],
        jacks,
        caster.focus if caster.at is not None else 0,
        list(upkeep_spell_names(state, player)) if can_assign else [],
    )


def _list_model_options(state: State, model: Model) -> ModelOptions:
    options = ModelOptions(model.id, is_warcaster=model.is_warcaster)
    enemies = active_enemies(state, model.id)
    far = charge_length(state, model.id) + ENGAGE_MARGIN_IN
    near = [m.id for m in enemies if estimate_distance(state, model.id, m.id) <= far]
    options.engages = near[:MAX_ENGAGED]
    foe = state.warcaster_of(opponent_of(model.owner))
    if foe.at is not None and foe.id not in options.engages and foe.owner != model.owner:
        options.engages.append(foe.id)
    options.movements = [None, *_list_movements(state, model, enemies)]
    if model.is_warcaster:
        options.casts = list(_list_casts(state, model))
    return options


def _list_movements(state: State, model: Model, enemies: list[Model]) -> Iterator[Action]:
    """Yield advances and runs: toward the nearest enemy, to its threat range, back, aside."""
    if not enemies or state.is_stationary(model.id):
        return
    here = state.place(model.id)[:2]
    speed = float(stat_value(state, model.id, "SPD"))
    nearest = enemies[0]
    goal = state.place(nearest.id)[:2]
    around = find_path(state, model, goal, (nearest.id,))
    distance = estimate_distance(state, model.id, nearest.id)
    threat = max(charge_length(state, m.id) + state.longest_melee_reach(m.id) for m in enemies[:3])
    safe = distance - threat - SAFE_MARGIN_IN
    lengths = [speed, 0.5 * speed]
    if 0.5 < safe < speed:
        lengths.insert(0, safe)
    for length in lengths:
        yield from _move(model, here, truncate_path(here, around, length - 0.05), goal)
    if not model.is_warcaster or distance > threat + speed:
        for length in (2.0 * speed, 1.5 * speed):
            path = truncate_path(here, around, length - 0.05)
            yield from _move(model, here, path, goal, is_run=True)
    toward = math.atan2(goal[1] - here[1], goal[0] - here[0])
    for turn in RETREAT_TURNS_DEG if model.is_warcaster else RETREAT_TURNS_DEG[:1]:
        angle = toward + math.radians(turn)
        for is_run in (False, True) if model.is_warcaster else (False,):
            length = (2.0 * speed if is_run else speed) - 0.05
            at = _clamp(state, model, here, angle, length)
            yield from _move(model, here, (at,), goal, is_run)
    if model.is_warcaster:
        yield from _list_screened_places(state, model, nearest, here, speed)


def _list_screened_places(
    state: State, model: Model, enemy: Model, here: XY, speed: float
) -> Iterator[Action]:
    """Yield movements to places behind a friendly warjack, seen from the nearest enemy."""
    bases = state.table.policy.bases
    goal = state.place(enemy.id)[:2]
    for jack in state.models_in_play(model.owner):
        if not jack.is_warjack:
            continue
        x, y = state.place(jack.id)[:2]
        away = math.atan2(y - goal[1], x - goal[0])
        gap = bases[jack.base].radius + bases[model.base].radius + SCREEN_GAP_IN
        at = (round(x + gap * math.cos(away), 2), round(y + gap * math.sin(away), 2))
        length = math.dist(here, at)
        if 0.3 < length <= 2.0 * speed:
            yield from _move(model, here, (at,), goal, is_run=length > speed)


def _clamp(state: State, model: Model, here: XY, angle: float, length: float) -> XY:
    """Return a point on the table in a direction."""
    radius = state.table.policy.bases[model.base].radius
    width, depth = state.table.size[:2]
    x = min(width - radius, max(radius, here[0] + length * math.cos(angle)))
    y = min(depth - radius, max(radius, here[1] + length * math.sin(angle)))
    return round(x, 2), round(y, 2)


def _move(
    model: Model, here: XY, path: tuple[XY, ...], goal: XY, is_run: bool = False
) -> Iterator[Action]:
    """Yield an advance or a run along a path, unless it is very short."""
    if not path or math.dist(path[-1], here) < 0.3:
        return
    facing = facing_toward(path[-1], goal)
    kind = actions.Run if is_run else actions.Advance
    yield kind(player=model.owner, model=model.id, path=path, facing=facing)


def _list_casts(state: State, caster: Model) -> Iterator[actions.CastSpell]:
    """Yield the spells that are not damaging attacks, at each possible target."""
    for spell in state.setup.caster_card(caster.id).spells:
        if spell.offensive and spell.pow is not None:
            continue
        if spell.targets in ("any", "enemy", "friend"):
            side = opponent_of(caster.owner) if spell.targets == "enemy" else caster.owner
            targets = [m.id for m in state.models_in_play(side) if not state.is_inert(m.id)]
        else:
            targets = [""]
        for target in targets:
            borne = state.models[target].effects if target else caster.effects
            if spell.upkeep and any(e.name == spell.name for e in borne):
                continue
            yield actions.CastSpell(
                player=caster.owner, model=caster.id, spell=spell.id, target=target
            )


def record_usual_plan(position: Position, follower: PlanFollower) -> TurnPlan:
    """Play the turn by the regular bot and return its actions as a plan.

    The position is changed.
    """
    began = position.state.turn
    drafts: dict[str, dict[str, object]] = {}
    focus: dict[str, int] = {}
    dropped = set(upkeep_spell_names(position.state, follower.player))
    paid = False
    current = ""
    for _ in range(MAX_TURN_ACTIONS):
        state: State = position.state
        question = find_open_question(state)
        if question is None or state.over or state.turn != began:
            break
        action = follower.usual.choose(see(position))
        if question.player == follower.player:
            if isinstance(action, actions.Upkeep):
                dropped.discard(action.spell)
            elif isinstance(action, actions.Assign):
                focus[action.model] = state.models[action.model].focus + action.points
            elif isinstance(action, actions.Activate):
                current = action.model
                drafts.setdefault(current, {})
            else:
                _note_action(state, action, drafts)
            paid = paid or isinstance(action, actions.Upkeep | actions.Assign)
        try:
            position.apply(action)
        except RefusedError:
            break
    caster = position.state.warcaster_of(follower.player)
    models = tuple(
        ModelPlan(
            id,
            keep=_kept(position.state, caster) if id == caster.id else 0,
            **draft,  # type: ignore[arg-type]
        )
        for id, draft in drafts.items()
    )
    return TurnPlan(models, tuple(sorted(focus.items())), tuple(sorted(dropped)) if paid else ())


def _kept(state: State, caster: Model) -> int:
    """Return the focus that the warcaster has left."""
    return state.models[caster.id].focus


def _note_action(state: State, action: Action, drafts: dict[str, dict[str, object]]) -> None:
    """Note an action of a model in the draft of its plan."""
    model = str(getattr(action, "model", ""))
    if model not in state.models:
        return
    draft = drafts.setdefault(model, {})
    target = str(getattr(action, "target", ""))
    if isinstance(action, actions.Advance | actions.Run | actions.Charge | actions.SlamInto):
        draft["movement"] = action
        if target:
            draft.setdefault("target", target)
    elif isinstance(action, actions.UseFeat):
        draft["feat"] = FEAT_LAST if "movement" in draft or "target" in draft else FEAT_FIRST
    elif isinstance(action, actions.Regenerate):
        draft["heals"] = True
    elif isinstance(action, actions.HeadButt):
        draft["headbutt"] = True
        draft["target"] = target
    elif isinstance(action, actions.CastSpell):
        spell = state.setup.spell(model, action.spell)
        if spell is not None and spell.offensive and spell.pow is not None:
            draft.setdefault("target", target)
            return
        casts = draft.get("casts", ())
        assert isinstance(casts, tuple)
        draft["casts"] = (*casts, action)
        draft.setdefault("casts_first", "movement" not in draft)
    elif isinstance(action, actions.Attack):
        draft.setdefault("target", target)


def activation_order(state: State, player: int) -> list[str]:
    """Return the models that a player may still activate, the nearest to an enemy first."""
    models = models_to_activate(state, player)
    return [
        m.id
        for m in sorted(
            models,
            key=lambda m: (
                m.is_warcaster,
                min(
                    (estimate_distance(state, m.id, e.id) for e in active_enemies(state, m.id)),
                    default=99.0,
                ),
                m.id,
            ),
        )
    ]
