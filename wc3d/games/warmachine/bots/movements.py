"""What a model could do with its movement, and what each is worth: charges, steps into reach, places to shoot from, runs."""
from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from wc3d.engine.actions import Action
from wc3d.games.warmachine.bots.attack_options import best_strike, hoped_strike, melee_worth
from wc3d.games.warmachine.bots.attack_value import blow, worth_of
from wc3d.games.warmachine.bots.danger import danger
from wc3d.games.warmachine.bots.distance_estimate import (
    TOUCHING,
    chance_within,
    foes,
    guess,
    nearest,
    spot,
)
from wc3d.games.warmachine.bots.power_attacks import power_worth, slam_plan
from wc3d.games.warmachine.bots.routes import first_inches, on_foot, way_to
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.fighting.power_attacks import POWER_REACH
from wc3d.games.warmachine.rules.missions import free_strike
from wc3d.games.warmachine.rules.moving.advancing import check_way, way_of
from wc3d.games.warmachine.rules.moving.charging import FARTHER, charge_length, charge_path
from wc3d.games.warmachine.rules.moving.walking import leavings_of, strikes_with
from wc3d.games.warmachine.rules.sight_in_game import sees
from wc3d.games.warmachine.rules.space.charging import slam_approach
from wc3d.games.warmachine.rules.space.fighters import facing_between
from wc3d.games.warmachine.rules.space.moving import path_cost
from wc3d.games.warmachine.rules.space.ways import Met
from wc3d.games.warmachine.rules.spells.casting import channelers
from wc3d.games.warmachine.rules.state import XY, Model, State, other
from wc3d.games.warmachine.rules.stats import control_radius, forbids, stat, value

STAY: Action | None = None
"""No movement: what stays where it is aims."""

NEARER = 0.2
"""What an inch nearer to the goal is worth, on foot."""

PATIENT, KEENER = 6, 0.15
"""After so many rounds, with each round more by so much: how much more it is worth to get nearer, and less to be safe."""

CLOSE = 4.0
"""How many inches nearer the enemy's warcaster counts than it is, as a goal."""

BEHIND = 5.0
"""How many inches from the middle of its warjacks a warcaster is content to be."""

SHORT = 0.5
"""Inches: a way that is free for less is not gone."""

QUIET = 0.05
"""A strike worth less is none."""

TURNS = (0, 25, -25, 55, -55, 90, -90)
"""Degrees beside the straight way to the goal that are tried; a warcaster tries the way back, too."""


@dataclass(frozen=True, slots=True)
class Idea:
    """Something to do with a movement: the action (None: stay), what it is worth, and how much of it is what it strikes.

    `there` is the state after it as long as nobody has looked whether the model sees from there whom it would strike. A way is
    `walked` once one knows that it is free, and whom it lets strike; it is `shortened` where less of it was possible than hoped.
    """

    action: Action | None
    worth: float
    strike: float
    there: State | None = None
    walked: bool = False
    shortened: bool = False

    def looked_at(self, id: str, keep: float) -> Idea:
        """The same once one has looked: worth no more than was hoped."""
        strike = best_strike(self.there, id, keep) if self.there is not None else self.strike
        return replace(self, worth=self.worth - self.strike + strike, strike=strike, there=None)


def goal_of(state: State, model: Model) -> Model | None:
    """Whom a model goes for: the nearest enemy, the warcaster counting as nearer than it is."""
    return min(foes(state, model.id), key=lambda m: guess(state, model.id, m.id) - CLOSE * m.caster, default=None)


def keenness(state: State) -> float:
    """How much keener a player is than at the beginning: who only waits will not win."""
    return 1.0 + KEENER * max(0, state.round - PATIENT)


def best_idea(state: State, id: str, rng: random.Random, keep: float) -> Idea:
    """The best that a model that has not moved can do with its movement; `keep`: what a focus point kept is worth."""
    return _first_free(state, id, ideas(state, id, rng, keep), keep, lambda idea: idea.worth)


def _first_free(state: State, id: str, candidates: list[Idea], keep: float, worth: Callable[[Idea], float]) -> Idea:
    """The best of these ideas. What takes long is asked of the best alone: is its way free, does it see whom it would strike?

    In this order: where a model stands in another one, who sees whom takes longest to find out.
    """
    while True:
        best = max(candidates, key=worth)
        candidates.remove(best)
        if isinstance(best.action, act.Advance | act.Run) and not best.walked:
            candidates += _walked(state, id, best, best.action, keep)
        elif best.there is not None:
            candidates.append(best.looked_at(id, keep))
        else:
            return best


def _walked(state: State, id: str, idea: Idea, action: act.Advance | act.Run, keep: float) -> Iterator[Idea]:
    """The same idea less what it costs to be struck on the way; or as much of the way as is free; or nothing."""
    run = isinstance(action, act.Run)
    if check_way(state, id, action.path, run=run):
        yield replace(idea, worth=idea.worth - struck(state, id, action.path), walked=True)
    elif not idea.shortened and (path := _free_part(state, id, action.path, run)):
        shorter, model = action.model_copy(update={"path": path}), state.models[id]
        make_idea = _ran if run else _placed
        yield replace(make_idea(state, model, shorter, path[-1], action.facing or 0.0, keep), shortened=True)


def struck(state: State, id: str, path: Sequence[XY]) -> float:
    """What the free strikes are worth to the enemy that a way is open to (WM-FRE-01)."""
    total = 0.0
    for foe in (leaving.enemy for leaving in leavings_of(state, id, path)):
        blows = (blow(state, foe, id, free_strike(state, foe, weapon)) for weapon in strikes_with(state, foe, id))
        total += max((worth_of(state, id, points) for points in blows), default=0.0)
    return total


def _free_part(state: State, id: str, path: Sequence[XY], run: bool) -> tuple[XY, ...]:
    """As much of a way as a model may go: to what is in its way, and over rough ground as far as it gets; empty if hardly any."""
    way = way_of(state, id, tuple(path), run)
    shut, distance = 0.0, (way.length if way.stop_length is None else way.stop_length) - 0.1
    if path_cost(distance, way.rough) > way.allowance:
        for _ in range(10):
            middle = (shut + distance) / 2
            shut, distance = (middle, distance) if path_cost(middle, way.rough) < way.allowance - 0.02 else (shut, middle)
        distance = shut
    return first_inches(state.place(id)[:2], path, distance) if distance > SHORT else ()


def strike_with(state: State, id: str, focus: int) -> float:
    """What a warjack could strike for with so many focus points; the run that one is good for, where it strikes nobody."""
    state = state.with_model(id, focus=focus)
    model = state.models[id]
    if state.is_stationary(id):
        return 0.0
    ran = NEARER * value(state, id, "SPD") * min(1, focus)
    threat_range = charge_length(state, id) + max([state.reach(id), *(float(w.rng or 8) for w in state.weapons(id) if w.kind == "ranged")])
    if nearest(state, id) > threat_range + 1.0:
        return ran
    candidates = [*charges(state, model, 0.0), _placed(state, model, STAY, state.place(id)[:2], model.facing, 0.0)]
    for path, facing in contacts(state, model, float(value(state, id, "SPD"))):
        action = act.Advance(player=model.owner, model=id, path=path, facing=facing)
        candidates.append(_placed(state, model, action, path[-1], facing, 0.0))
    best = _first_free(state, id, candidates, 0.0, lambda idea: idea.strike).strike
    return best if best >= QUIET else ran


def ideas(state: State, id: str, rng: random.Random, keep: float) -> list[Idea]:
    """What a model could try with its movement, whether or not the way is free."""
    model = state.models[id]
    candidates = [_placed(state, model, STAY, model.at[:2] if model.at else (0, 0), model.facing, keep)]
    if not state.is_stationary(id) and not any(lock.defender == id for lock in state.locks):
        candidates += charges(state, model, keep)
        candidates += slams(state, model)
        candidates += advances(state, model, rng, keep)
        if model.focus or model.caster:
            candidates += runs(state, model, rng, keep)
    return candidates


def charges(state: State, model: Model, keep: float) -> Iterator[Idea]:
    """Every charge that gets there."""
    is_prevented = state.is_disabled(model.id, "M") or forbids(state, model.id, "charge") or forbids(state, model.id, "move")
    slow = any(line.amount < 0 for line in stat(state, model.id, "SPD").lines)
    cost = 0 if model.caster else 1
    if is_prevented or slow or model.focus < cost or not state.reach(model.id):
        return
    for foe in list(state.in_play(other(model.owner))):
        action = act.Charge(player=model.owner, model=model.id, target=foe.id)
        sure = chance_within(state, model.id, foe.id, charge_length(state, model.id) + state.reach(model.id))
        if not sure or not sees(state, model.id, foe.id):
            continue
        path = charge_path(state, action)
        if is_barred(state, path.met, model.id, foe.id):
            continue
        distance = guess(state, model.id, foe.id)
        new_state = moved(state, model, arrived(state, model, foe), path.direction, model.focus - cost)
        strike = sure * melee_worth(new_state, model.id, foe.id, model.focus - cost, keep, distance >= FARTHER) - keep * cost
        yield Idea(action, strike + place_worth(new_state, model.id), strike)


def is_barred(state: State, obstacle: Met | None, id: str, target: str) -> bool:
    """Is something in the way of a charge that anyone can see: it is met well before the target?"""
    return obstacle is not None and obstacle.length < guess(state, id, target) - 0.5


def arrived(state: State, model: Model, foe: Model) -> XY:
    """Where a model is that went straight at an enemy and got there: all but touching it."""
    (x, y), (fx, fy) = state.place(model.id)[:2], state.place(foe.id)[:2]
    gap = sum(state.table.policy.bases[m.base].radius for m in (model, foe)) + TOUCHING
    t = min(1.0, gap / (math.dist((x, y), (fx, fy)) or 1.0))
    return fx + t * (x - fx), fy + t * (y - fy)


def slams(state: State, model: Model) -> Iterator[Idea]:
    """Every slam that gets there and goes far enough (WM-SLM-04, WM-SLM-07)."""
    if not model.jack or model.focus < 1 or state.is_disabled(model.id, "M") or forbids(state, model.id, "move"):
        return
    length = value(state, model.id, "SPD") + FARTHER
    for foe in foes(state, model.id):
        distance = guess(state, model.id, foe.id)
        sure = chance_within(state, model.id, foe.id, length + POWER_REACH)
        if not sure or distance < FARTHER + POWER_REACH or foe.knocked_down or not sees(state, model.id, foe.id):
            continue
        path = slam_approach(state.table, model.id, foe.id, float(length))
        if is_barred(state, path.met, model.id, foe.id):
            continue
        new_state = moved(state, model, arrived(state, model, foe), path.direction, model.focus - 1)
        strike = sure * power_worth(new_state, model.id, foe.id, slam_plan(state, model.id, foe.id))
        yield Idea(act.SlamInto(player=model.owner, model=model.id, target=foe.id), strike + place_worth(new_state, model.id), strike)


def advances(state: State, model: Model, rng: random.Random, keep: float) -> Iterator[Idea]:
    """Steps into reach of an enemy, and steps toward the goal or back."""
    speed = float(value(state, model.id, "SPD"))
    destinations = [*contacts(state, model, speed), *steps(state, model, speed, rng)]
    for path, facing in destinations:
        action = act.Advance(player=model.owner, model=model.id, path=path, facing=facing)
        yield _placed(state, model, action, path[-1], facing, keep)


def runs(state: State, model: Model, rng: random.Random, keep: float) -> Iterator[Idea]:
    """Runs toward the goal."""
    if forbids(state, model.id, "run") or forbids(state, model.id, "move"):
        return
    distance = 2.0 * value(state, model.id, "SPD")
    for path, facing in steps(state, model, distance, rng):
        action = act.Run(player=model.owner, model=model.id, path=path, facing=facing)
        yield _ran(state, model, action, path[-1], facing, 0.0)


def contacts(state: State, model: Model, speed: float) -> Iterator[tuple[tuple[XY, ...], float]]:
    """Places within a step from which an enemy is in melee range, looking at it."""
    x, y, _ = state.place(model.id)
    radius, reach = state.table.policy.bases[model.base].radius, state.reach(model.id)
    for foe in state.in_play(other(model.owner)):
        if not reach or not chance_within(state, model.id, foe.id, speed + reach):
            continue
        fx, fy, _ = state.place(foe.id)
        distance = radius + state.table.policy.bases[foe.base].radius + 0.6 * reach
        toward = math.atan2(y - fy, x - fx)
        for turn in (0.0, 0.6, -0.6, 1.2, -1.2):
            at = round(fx + distance * math.cos(toward + turn), 2), round(fy + distance * math.sin(toward + turn), 2)
            yield (at,), facing_between(at, (fx, fy)) or 0.0


def steps(state: State, model: Model, distance: float, rng: random.Random) -> Iterator[tuple[tuple[XY, ...], float]]:
    """Ways toward the goal, straight or a little aside, long and short, looking at the goal at their end."""
    goal = goal_of(state, model)
    if goal is None:
        return
    x, y, _ = state.place(model.id)
    gx, gy = spot(state, goal.id)
    straight = math.degrees(math.atan2(gy - y, gx - x))
    around = way_to(state, model, (gx, gy), (goal.id,))
    for share in (1.0, 0.7, 0.4):
        path = first_inches((x, y), around, distance * share - 0.02)
        if path and math.dist(path[-1], (x, y)) > 0.2:
            yield path, facing_between(path[-1], (gx, gy)) or 0.0
    turns = (*TURNS, 140, -140, 180) if model.caster else TURNS
    for turn in turns:
        for share in (1.0, 0.5) if abs(turn) < 20 else (1.0,):
            angle = math.radians(straight + turn + rng.uniform(-4, 4))
            long = distance * share - 0.02
            at = round(x + long * math.cos(angle), 2), round(y + long * math.sin(angle), 2)
            yield (at,), facing_between(at, (gx, gy)) or 0.0


def moved(state: State, model: Model, at: XY, facing: float, focus: int) -> State:
    """The state with the model elsewhere, as far as what it may do from there depends on it."""
    x, y = at
    return state.with_model(model.id, at=(x, y, state.place(model.id)[2]), facing=facing, stirred=state.turn, focus=focus)


def _placed(state: State, model: Model, action: Action | None, at: XY, facing: float, keep: float) -> Idea:
    new_state = state if action is None else moved(state, model, at, facing, model.focus)
    strike = hoped_strike(new_state, model.id, keep) if _may_reach(new_state, model) else 0.0
    return Idea(action, strike + place_worth(new_state, model.id), strike, new_state if strike else None)


def _ran(state: State, model: Model, action: Action, at: XY, facing: float, keep: float) -> Idea:
    """A run: it strikes nobody."""
    return Idea(action, place_worth(moved(state, model, at, facing, model.focus), model.id) - 0.1, 0.0)


def _may_reach(state: State, model: Model) -> bool:
    """Is any enemy near enough for anything this model has? The quick answer before the exact one."""
    card = state.setup.card_of(model.id)
    ranges = [float(w.rng or 8) for w in card.weapons if w.kind == "ranged"]
    ranges += [float(s.rng or 8) for s in getattr(card, "spells", ()) if s.offensive]
    longest_range = max([state.reach(model.id), *ranges])
    if model.caster and any(True for _ in channelers(state, model.id)):
        return True
    return any(chance_within(state, model.id, foe.id, longest_range) for foe in state.in_play(other(model.owner)))


def place_worth(state: State, id: str) -> float:
    """What it is worth to stand where the model stands in `state`."""
    model = state.models[id]
    goal, keen = goal_of(state, model), keenness(state)
    worth = 0.0
    if goal is not None:
        worth = -NEARER * keen * on_foot(state, model, state.place(id)[:2], spot(state, goal.id))
    if model.caster:
        return worth * 0.6 - danger(state, id) / keen - 0.3 * max(0.0, _from_jacks(state, model) - BEHIND)
    caster = state.caster_of(model.owner)
    if caster.at is None:
        return worth
    excess = state.table.distance(id, caster.id) - control_radius(state, caster.id) - value(state, caster.id, "SPD")
    return worth - 0.3 * max(0.0, excess)


def _from_jacks(state: State, caster: Model) -> float:
    jacks = [m for m in state.in_play(caster.owner) if not m.caster and not state.is_wreck(m.id)]
    if not jacks:
        return 0.0
    middle = tuple(sum(state.place(m.id)[k] for m in jacks) / len(jacks) for k in (0, 1))
    return math.dist(middle, state.place(caster.id)[:2])
