"""A model's possible movements and their values: charges, slams, steps, positions and runs."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from wc3d.engine.actions import Action
from wc3d.games.warmachine.bots.attack_options import (
    best_attack_value,
    melee_value,
    optimistic_attack_value,
)
from wc3d.games.warmachine.bots.attack_value import attack_damage_chances, damage_value
from wc3d.games.warmachine.bots.danger import warcaster_danger
from wc3d.games.warmachine.bots.distance_estimate import (
    CONTACT_IN,
    active_enemies,
    chance_in_range,
    estimate_distance,
    estimate_position,
    nearest_enemy_distance,
)
from wc3d.games.warmachine.bots.path_distance import find_path, truncate_path, walking_distance
from wc3d.games.warmachine.bots.power_attacks import power_attack_value, slam_plan
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.attack_plans import free_strike_plan
from wc3d.games.warmachine.rules.fighting.power_attacks import POWER_ATTACK_RANGE_IN
from wc3d.games.warmachine.rules.moving.advancing import check_path, compute_path_move
from wc3d.games.warmachine.rules.moving.charging import (
    CHARGE_BONUS_IN,
    charge_length,
    compute_charge_run,
)
from wc3d.games.warmachine.rules.moving.walking import free_strike_weapons, free_strikes_on_path
from wc3d.games.warmachine.rules.sight_in_game import can_see
from wc3d.games.warmachine.rules.space.charge_geometry import compute_slam_approach
from wc3d.games.warmachine.rules.space.fighters import facing_toward
from wc3d.games.warmachine.rules.space.moving import path_cost
from wc3d.games.warmachine.rules.space.path_contacts import PathContact
from wc3d.games.warmachine.rules.spells.casting import channelers
from wc3d.games.warmachine.rules.state import XY, Model, State, opponent_of
from wc3d.games.warmachine.rules.stats import (
    control_radius,
    current_stat,
    is_act_forbidden,
    stat_value,
)

NO_MOVEMENT: Action | None = None
"""The action of a model that stays in place and aims."""

VALUE_PER_INCH = 0.2
"""The value of an inch on foot toward the goal."""

MAX_PATIENT_ROUNDS, AGGRESSION_PER_ROUND = 6, 0.15
"""The rounds without extra aggression, and its increase in each later round."""

WARCASTER_PRIORITY_IN = 4.0
"""Inches subtracted from the distance to the enemy warcaster when a model chooses its goal."""

MAX_WARCASTER_LAG_IN = 5.0
"""The preferred maximum distance in inches of a warcaster from the middle of its warjacks."""

OTHER_PLACE_IN = 1.5
"""Inches from which another end of a movement is another option."""

MIN_MOVE_IN = 0.5
"""Inches: a model does not take a shorter path."""

MIN_ATTACK_VALUE = 0.05
"""The lowest value that counts as an attack."""

APPROACH_ANGLES_DEG = (0, 25, -25, 55, -55, 90, -90)
"""Degrees off the straight line to the goal to try. A warcaster also tries the way back."""


@dataclass(frozen=True, slots=True)
class MovementOption:
    """A movement: its action (None to stay), its value, and the part of that value that comes from
    attacks.

    `state_after` is the state after it until sight from there has been checked. `is_path_free`
    says that the path was checked for obstacles and free strikes. `is_shortened` says that only
    part of the path was free.
    """

    action: Action | None
    value: float
    attack_value: float
    state_after: State | None = None
    is_path_free: bool = False
    is_shortened: bool = False

    def reevaluate(self, id: str, keep: float) -> MovementOption:
        """Return the option after a check of sight, worth at most its optimistic value."""
        strike = (
            best_attack_value(self.state_after, id, keep)
            if self.state_after is not None
            else self.attack_value
        )
        return replace(
            self,
            value=self.value - self.attack_value + strike,
            attack_value=strike,
            state_after=None,
        )


def choose_goal(state: State, model: Model) -> Model | None:
    """Return the enemy that a model approaches: the nearest one, with a bonus for the warcaster."""
    return min(
        active_enemies(state, model.id),
        key=lambda m: (
            estimate_distance(state, model.id, m.id) - WARCASTER_PRIORITY_IN * m.is_warcaster
        ),
        default=None,
    )


def aggression(state: State) -> float:
    """Return the factor of aggression, which grows in late rounds: waiting does not win."""
    return 1.0 + AGGRESSION_PER_ROUND * max(0, state.round - MAX_PATIENT_ROUNDS)


def best_movement(state: State, id: str, rng: random.Random, keep: float) -> MovementOption:
    """Return an unmoved model's best movement; `keep` is the value of an unspent focus point."""
    return _find_best_free(
        state, id, list_movements(state, id, rng, keep), keep, lambda idea: idea.value
    )


def best_movements(
    state: State, id: str, rng: random.Random, keep: float, most: int
) -> Iterator[MovementOption]:
    """Yield up to `most` movements of an unmoved model, the best first, each to another place."""
    candidates = list_movements(state, id, rng, keep)
    ends: list[XY] = []
    while candidates and len(ends) < most:
        best = _find_best_free(state, id, candidates, keep, lambda idea: idea.value)
        path = getattr(best.action, "path", ())
        end = path[-1] if path else state.place(id)[:2]
        if getattr(best.action, "target", "") or all(
            math.dist(end, other) >= OTHER_PLACE_IN for other in ends
        ):
            ends.append(end)
            yield best


def _find_best_free(
    state: State,
    id: str,
    candidates: list[MovementOption],
    keep: float,
    worth: Callable[[MovementOption], float],
) -> MovementOption:
    """Return the best of these options, with the slow checks (free path, sight) made for the best
    ones only.

    It checks the path first, because sight between models is the slowest check.
    """
    while True:
        best = max(candidates, key=worth)
        candidates.remove(best)
        if isinstance(best.action, actions.Advance | actions.Run) and not best.is_path_free:
            candidates += _walkable_ideas(state, id, best, best.action, keep)
        elif best.state_after is not None:
            candidates.append(best.reevaluate(id, keep))
        else:
            return best


def _walkable_ideas(
    state: State, id: str, idea: MovementOption, action: actions.Advance | actions.Run, keep: float
) -> Iterator[MovementOption]:
    """Yield the option less the cost of free strikes, or the free part of its path, or nothing."""
    run = isinstance(action, actions.Run)
    if check_path(state, id, action.path, run=run):
        yield replace(
            idea, value=idea.value - free_strike_cost(state, id, action.path), is_path_free=True
        )
    elif not idea.is_shortened and (path := _free_part(state, id, action.path, run)):
        shorter = action.model_copy(update={"path": path})
        model = state.models[id]
        make_idea = _run_idea if run else _move_idea
        yield replace(
            make_idea(state, model, shorter, path[-1], action.facing or 0.0, keep),
            is_shortened=True,
        )


def free_strike_cost(state: State, id: str, path: Sequence[XY]) -> float:
    """Return the value to the enemy of the free strikes that a path allows (WM-FRE-01)."""
    total = 0.0
    for foe in (leaving.enemy for leaving in free_strikes_on_path(state, id, path)):
        blows = (
            attack_damage_chances(state, foe, id, free_strike_plan(state, foe, weapon))
            for weapon in free_strike_weapons(state, foe, id)
        )
        total += max((damage_value(state, id, points) for points in blows), default=0.0)
    return total


def _free_part(state: State, id: str, path: Sequence[XY], run: bool) -> tuple[XY, ...]:
    """Return the part of a path that a model can move, up to obstacles; empty if very short."""
    way = compute_path_move(state, id, tuple(path), run)
    shut = 0.0
    distance = (way.length if way.stop_length is None else way.stop_length) - 0.1
    if path_cost(distance, way.rough) > way.allowance:
        for _ in range(10):
            middle = (shut + distance) / 2
            shut, distance = (
                (middle, distance)
                if path_cost(middle, way.rough) < way.allowance - 0.02
                else (shut, middle)
            )
        distance = shut
    return truncate_path(state.place(id)[:2], path, distance) if distance > MIN_MOVE_IN else ()


def attack_value_with_focus(state: State, id: str, focus: int) -> float:
    """Return the value of a warjack's attacks with `focus` points, or of a run without any."""
    state = state.with_model(id, focus=focus)
    model = state.models[id]
    if state.is_stationary(id):
        return 0.0
    ran = VALUE_PER_INCH * stat_value(state, id, "SPD") * min(1, focus)
    threat_range = charge_length(state, id) + max(
        [
            state.longest_melee_reach(id),
            *(float(w.rng or 8) for w in state.usable_weapons(id) if w.kind == "ranged"),
        ]
    )
    if nearest_enemy_distance(state, id) > threat_range + 1.0:
        return ran
    candidates = [
        *list_charges(state, model, 0.0),
        _move_idea(state, model, NO_MOVEMENT, state.place(id)[:2], model.facing, 0.0),
    ]
    for path, facing in melee_positions(state, model, float(stat_value(state, id, "SPD"))):
        action = actions.Advance(player=model.owner, model=id, path=path, facing=facing)
        candidates.append(_move_idea(state, model, action, path[-1], facing, 0.0))
    best = _find_best_free(state, id, candidates, 0.0, lambda idea: idea.attack_value).attack_value
    return best if best >= MIN_ATTACK_VALUE else ran


def list_movements(state: State, id: str, rng: random.Random, keep: float) -> list[MovementOption]:
    """List the movements that a model could try, whether or not their paths are free."""
    model = state.models[id]
    candidates = [
        _move_idea(
            state, model, NO_MOVEMENT, model.at[:2] if model.at else (0, 0), model.facing, keep
        )
    ]
    if not state.is_stationary(id) and not any(lock.defender == id for lock in state.locks):
        candidates += list_charges(state, model, keep)
        candidates += list_slams(state, model)
        candidates += list_advances(state, model, rng, keep)
        if model.focus or model.is_warcaster:
            candidates += list_runs(state, model, rng, keep)
    return candidates


def list_charges(state: State, model: Model, keep: float) -> Iterator[MovementOption]:
    """Yield every charge that reaches its target."""
    is_prevented = (
        state.is_disabled(model.id, "M")
        or is_act_forbidden(state, model.id, "charge")
        or is_act_forbidden(state, model.id, "move")
    )
    slow = any(line.amount < 0 for line in current_stat(state, model.id, "SPD").lines)
    cost = 0 if model.is_warcaster else 1
    if is_prevented or slow or model.focus < cost or not state.longest_melee_reach(model.id):
        return
    for foe in list(state.models_in_play(opponent_of(model.owner))):
        action = actions.Charge(player=model.owner, model=model.id, target=foe.id)
        sure = chance_in_range(
            state,
            model.id,
            foe.id,
            charge_length(state, model.id) + state.longest_melee_reach(model.id),
        )
        if not sure or not can_see(state, model.id, foe.id):
            continue
        path = compute_charge_run(state, action)
        if is_charge_visibly_blocked(state, path.met, model.id, foe.id):
            continue
        distance = estimate_distance(state, model.id, foe.id)
        new_state = state_after_move(
            state, model, contact_position(state, model, foe), path.direction, model.focus - cost
        )
        strike = (
            sure
            * melee_value(
                new_state, model.id, foe.id, model.focus - cost, keep, distance >= CHARGE_BONUS_IN
            )
            - keep * cost
        )
        yield MovementOption(action, strike + position_value(new_state, model.id), strike)


def is_charge_visibly_blocked(
    state: State, obstacle: PathContact | None, id: str, target: str
) -> bool:
    """Return whether an obstacle is clearly nearer than the target of a charge."""
    return obstacle is not None and obstacle.length < estimate_distance(state, id, target) - 0.5


def contact_position(state: State, model: Model, foe: Model) -> XY:
    """Return a model's position after a straight move to an enemy, almost touching it."""
    (x, y), (fx, fy) = state.place(model.id)[:2], state.place(foe.id)[:2]
    gap = sum(state.table.policy.bases[m.base].radius for m in (model, foe)) + CONTACT_IN
    t = min(1.0, gap / (math.dist((x, y), (fx, fy)) or 1.0))
    return fx + t * (x - fx), fy + t * (y - fy)


def list_slams(state: State, model: Model) -> Iterator[MovementOption]:
    """Yield every slam that reaches its target and is long enough (WM-SLM-04, WM-SLM-07)."""
    if (
        not model.is_warjack
        or model.focus < 1
        or state.is_disabled(model.id, "M")
        or is_act_forbidden(state, model.id, "move")
    ):
        return
    length = stat_value(state, model.id, "SPD") + CHARGE_BONUS_IN
    for foe in active_enemies(state, model.id):
        distance = estimate_distance(state, model.id, foe.id)
        sure = chance_in_range(state, model.id, foe.id, length + POWER_ATTACK_RANGE_IN)
        if (
            not sure
            or distance < CHARGE_BONUS_IN + POWER_ATTACK_RANGE_IN
            or foe.knocked_down
            or not can_see(state, model.id, foe.id)
        ):
            continue
        path = compute_slam_approach(state.table, model.id, foe.id, float(length))
        if is_charge_visibly_blocked(state, path.met, model.id, foe.id):
            continue
        new_state = state_after_move(
            state, model, contact_position(state, model, foe), path.direction, model.focus - 1
        )
        strike = sure * power_attack_value(
            new_state, model.id, foe.id, slam_plan(state, model.id, foe.id)
        )
        yield MovementOption(
            actions.SlamInto(player=model.owner, model=model.id, target=foe.id),
            strike + position_value(new_state, model.id),
            strike,
        )


def list_advances(
    state: State, model: Model, rng: random.Random, keep: float
) -> Iterator[MovementOption]:
    """Yield advances into reach of an enemy, and advances toward the goal or back."""
    speed = float(stat_value(state, model.id, "SPD"))
    destinations = [*melee_positions(state, model, speed), *paths_to_goal(state, model, speed, rng)]
    for path, facing in destinations:
        action = actions.Advance(player=model.owner, model=model.id, path=path, facing=facing)
        yield _move_idea(state, model, action, path[-1], facing, keep)


def list_runs(
    state: State, model: Model, rng: random.Random, keep: float
) -> Iterator[MovementOption]:
    """Yield runs toward the goal."""
    if is_act_forbidden(state, model.id, "run") or is_act_forbidden(state, model.id, "move"):
        return
    distance = 2.0 * stat_value(state, model.id, "SPD")
    for path, facing in paths_to_goal(state, model, distance, rng):
        action = actions.Run(player=model.owner, model=model.id, path=path, facing=facing)
        yield _run_idea(state, model, action, path[-1], facing, 0.0)


def melee_positions(
    state: State, model: Model, speed: float
) -> Iterator[tuple[tuple[XY, ...], float]]:
    """Yield the path and facing to places from which an enemy is in melee range."""
    x, y, _ = state.place(model.id)
    radius = state.table.policy.bases[model.base].radius
    reach = state.longest_melee_reach(model.id)
    for foe in state.models_in_play(opponent_of(model.owner)):
        if not reach or not chance_in_range(state, model.id, foe.id, speed + reach):
            continue
        fx, fy, _ = state.place(foe.id)
        distance = radius + state.table.policy.bases[foe.base].radius + 0.6 * reach
        toward = math.atan2(y - fy, x - fx)
        for turn in (0.0, 0.6, -0.6, 1.2, -1.2):
            at = (
                round(fx + distance * math.cos(toward + turn), 2),
                round(fy + distance * math.sin(toward + turn), 2),
            )
            if turn == 0.0 and math.dist((x, y), at) > speed:
                at = _step_toward((x, y), (fx, fy), speed)
            yield (at,), facing_toward(at, (fx, fy)) or 0.0


def _step_toward(start: XY, goal: XY, length: float) -> XY:
    """Return the point on the way to a goal, rounded toward the start."""
    share = length / math.dist(start, goal)
    x, y = (a + math.trunc(share * (b - a) * 1000) / 1000 for a, b in zip(start, goal, strict=True))
    return round(x, 3), round(y, 3)


def paths_to_goal(
    state: State, model: Model, distance: float, rng: random.Random
) -> Iterator[tuple[tuple[XY, ...], float]]:
    """Yield paths toward the goal, of several lengths and angles, with facings toward it."""
    goal = choose_goal(state, model)
    if goal is None:
        return
    x, y, _ = state.place(model.id)
    gx, gy = estimate_position(state, goal.id)
    straight = math.degrees(math.atan2(gy - y, gx - x))
    around = find_path(state, model, (gx, gy), (goal.id,))
    for share in (1.0, 0.7, 0.4):
        path = truncate_path((x, y), around, distance * share - 0.02)
        if path and math.dist(path[-1], (x, y)) > 0.2:
            yield path, facing_toward(path[-1], (gx, gy)) or 0.0
    turns = (*APPROACH_ANGLES_DEG, 140, -140, 180) if model.is_warcaster else APPROACH_ANGLES_DEG
    for turn in turns:
        for share in (1.0, 0.5) if abs(turn) < 20 else (1.0,):
            angle = math.radians(straight + turn + rng.uniform(-4, 4))
            long = distance * share - 0.02
            at = round(x + long * math.cos(angle), 2), round(y + long * math.sin(angle), 2)
            yield (at,), facing_toward(at, (gx, gy)) or 0.0


def state_after_move(state: State, model: Model, at: XY, facing: float, focus: int) -> State:
    """Return the state with the model at `at`, updated as far as its later options depend on it."""
    x, y = at
    return state.with_model(
        model.id,
        at=(x, y, state.place(model.id)[2]),
        facing=facing,
        stirred=state.turn,
        focus=focus,
    )


def _move_idea(
    state: State, model: Model, action: Action | None, at: XY, facing: float, keep: float
) -> MovementOption:
    new_state = state if action is None else state_after_move(state, model, at, facing, model.focus)
    strike = (
        optimistic_attack_value(new_state, model.id, keep)
        if _can_reach_enemy(new_state, model)
        else 0.0
    )
    return MovementOption(
        action, strike + position_value(new_state, model.id), strike, new_state if strike else None
    )


def _run_idea(
    state: State, model: Model, action: Action, at: XY, facing: float, keep: float
) -> MovementOption:
    """Return the option of a run, without attacks."""
    return MovementOption(
        action,
        position_value(state_after_move(state, model, at, facing, model.focus), model.id) - 0.1,
        0.0,
    )


def _can_reach_enemy(state: State, model: Model) -> bool:
    """Return whether any enemy may be in reach of this model: a fast test before the exact one."""
    card = state.setup.card_of(model.id)
    ranges = [float(w.rng or 8) for w in card.weapons if w.kind == "ranged"]
    ranges += [float(s.rng or 8) for s in getattr(card, "spells", ()) if s.offensive]
    longest_range = max([state.longest_melee_reach(model.id), *ranges])
    if model.is_warcaster and any(True for _ in channelers(state, model.id)):
        return True
    return any(
        chance_in_range(state, model.id, foe.id, longest_range)
        for foe in state.models_in_play(opponent_of(model.owner))
    )


def position_value(state: State, id: str) -> float:
    """Return the value of a model's position in `state`."""
    model = state.models[id]
    goal = choose_goal(state, model)
    keen = aggression(state)
    worth = 0.0
    if goal is not None:
        worth = (
            -VALUE_PER_INCH
            * keen
            * walking_distance(state, model, state.place(id)[:2], estimate_position(state, goal.id))
        )
    if model.is_warcaster:
        return (
            worth * 0.6
            - warcaster_danger(state, id) / keen
            - 0.3 * max(0.0, _distance_to_jacks(state, model) - MAX_WARCASTER_LAG_IN)
        )
    caster = state.warcaster_of(model.owner)
    if caster.at is None:
        return worth
    excess = (
        state.table.distance(id, caster.id)
        - control_radius(state, caster.id)
        - stat_value(state, caster.id, "SPD")
    )
    return worth - 0.3 * max(0.0, excess)


def _distance_to_jacks(state: State, caster: Model) -> float:
    jacks = [
        m
        for m in state.models_in_play(caster.owner)
        if not m.is_warcaster and not state.is_wreck(m.id)
    ]
    if not jacks:
        return 0.0
    middle = tuple(sum(state.place(m.id)[k] for m in jacks) / len(jacks) for k in (0, 1))
    return math.dist(middle, state.place(caster.id)[:2])
