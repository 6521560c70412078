"""New plans for a turn: the first ones by purpose, variations of a plan, and crossings of two."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wc3d.games.warmachine.bots.distance_estimate import estimate_distance
from wc3d.games.warmachine.bots.turn_options import ModelOptions, TurnOptions
from wc3d.games.warmachine.bots.turn_plan import FEAT_FIRST, FEAT_LAST, ModelPlan, TurnPlan
from wc3d.games.warmachine.rules.state import State, opponent_of

MAX_JACK_FOCUS = 3
"""The most focus that a plan gives a warjack."""

MAX_CASTS = 2
"""The most spells of a plan besides attacks."""

SECOND_CHANGE_CHANCE = 0.35
"""The chance that a variation changes another part too."""


def list_first_plans(state: State, options: TurnOptions, usual: TurnPlan) -> Iterator[TurnPlan]:
    """Yield plans by purpose: assassinate, camp, retreat, feat, focus, and single movements."""
    yield from list_assassinations(state, options, usual)
    yield from _list_caster_plans(options, usual)
    for focus in list_allocations(options):
        yield replace(usual, focus=focus)
    for rank in range(8):
        for own in options.models:
            changed = _change_movement(usual, own, rank)
            if changed is not None:
                yield changed


def list_assassinations(state: State, options: TurnOptions, usual: TurnPlan) -> Iterator[TurnPlan]:
    """Yield plans in which every model attacks the enemy warcaster, itself first or last."""
    foe = state.warcaster_of(opponent_of(options.player))
    if foe.at is None or foe.owner == options.player:
        return
    ids = [own.model for own in options.models]
    ids.sort(key=lambda id: (estimate_distance(state, id, foe.id), id))
    caster = [id for id in ids if state.models[id].is_warcaster]
    others = [id for id in ids if not state.models[id].is_warcaster]
    jacks = [id for id in ids if id in options.jacks]
    focus = _fill_focus(jacks, options.focus)
    for order in ([*others, *caster], [*caster, *others]):
        models = tuple(
            replace(
                usual.plan_of(id),
                engage=foe.id,
                target=foe.id,
                keep=0,
                feat=_usual_feat(state, id),
            )
            for id in order
        )
        yield replace(usual, models=models, focus=focus)
        own_focus = tuple((id, min(1, points)) for id, points in focus)
        yield replace(usual, models=models, focus=own_focus)


def _usual_feat(state: State, id: str) -> str:
    model = state.models[id]
    return FEAT_FIRST if model.is_warcaster and not model.feat_used else ""


def _list_caster_plans(options: TurnOptions, usual: TurnPlan) -> Iterator[TurnPlan]:
    """Yield plans with other movements, feats and kept focus of the warcaster."""
    for own in options.models:
        if not own.is_warcaster:
            continue
        base = usual.plan_of(own.model)
        for feat in ("", FEAT_FIRST, FEAT_LAST):
            if feat != base.feat:
                yield put_plan(usual, replace(base, feat=feat))
        camped = replace(base, keep=99, casts=(), feat="")
        for movement in own.movements:
            yield put_plan(replace(usual, focus=()), replace(camped, movement=movement, engage=""))
            yield put_plan(usual, replace(base, movement=movement, engage=""))


def list_allocations(options: TurnOptions) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield divisions of the focus: none, each warjack first, one point each."""
    if not options.jacks:
        return
    yield ()
    for jack in options.jacks:
        yield ((jack, min(MAX_JACK_FOCUS, options.focus)),)
        others = [id for id in options.jacks if id != jack]
        yield _fill_focus([jack, *others], options.focus)
    yield tuple((jack, 1) for jack in options.jacks[: options.focus])


def _fill_focus(jacks: Sequence[str], focus: int) -> tuple[tuple[str, int], ...]:
    """Return as much focus for each warjack in order as it can hold."""
    parts = []
    for jack in jacks:
        points = min(MAX_JACK_FOCUS, focus)
        focus -= points
        if points:
            parts.append((jack, points))
    return tuple(sorted(parts))


def put_plan(plan: TurnPlan, own: ModelPlan) -> TurnPlan:
    """Return the plan with a model's plan replaced, or added at the end."""
    if any(p.model == own.model for p in plan.models):
        models = tuple(own if p.model == own.model else p for p in plan.models)
    else:
        models = (*plan.models, own)
    return replace(plan, models=models)


def _change_movement(plan: TurnPlan, own: ModelOptions, rank: int) -> TurnPlan | None:
    """Return the plan with a model's movement of this rank, engagements first; None without."""
    base = plan.plan_of(own.model)
    if rank < len(own.engages):
        enemy = own.engages[rank]
        return put_plan(plan, replace(base, engage=enemy, target=enemy))
    rank -= len(own.engages)
    if rank < len(own.movements):
        return put_plan(plan, replace(base, engage="", movement=own.movements[rank]))
    return None


def vary_plan(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    """Return a plan with one or two parts changed at random."""
    changes = 2 if rng.random() < SECOND_CHANGE_CHANCE else 1
    for _ in range(changes):
        plan = _change_part(plan, options, rng)
    return plan


def _change_part(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    """Return a plan with a random part changed."""
    if not options.models:
        return plan
    own = rng.choice(options.models)
    draw = rng.random()
    if draw < 0.45:
        count = len(own.engages) + len(own.movements)
        return _change_movement(plan, own, rng.randrange(count)) or plan
    if draw < 0.6 and options.jacks:
        return _change_focus(plan, options, rng)
    if draw < 0.75:
        return _change_order(plan, options, rng)
    base = plan.plan_of(own.model)
    if own.is_warcaster:
        return _change_caster(plan, own, base, options, rng)
    if draw < 0.9 and own.engages:
        return put_plan(plan, replace(base, target=rng.choice(own.engages)))
    if draw < 0.95:
        return put_plan(plan, replace(base, headbutt=not base.headbutt))
    if options.spells:
        spell = rng.choice(options.spells)
        dropped = set(plan.dropped) ^ {spell}
        return replace(plan, dropped=tuple(sorted(dropped)))
    return plan


def _change_focus(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    """Return a plan in which one warjack gets another amount of focus."""
    jack = rng.choice(options.jacks)
    focus = dict(plan.focus)
    focus[jack] = rng.randint(0, MAX_JACK_FOCUS)
    parts = tuple(sorted((id, points) for id, points in focus.items() if points))
    return replace(plan, focus=parts)


def _change_order(plan: TurnPlan, options: TurnOptions, rng: random.Random) -> TurnPlan:
    """Return a plan with one model's activation moved to another time."""
    models = list(plan.models)
    known = {own.model for own in models}
    models += [ModelPlan(o.model) for o in options.models if o.model not in known]
    if len(models) < 2:
        return plan
    moved = models.pop(rng.randrange(len(models)))
    models.insert(rng.randrange(len(models) + 1), moved)
    return replace(plan, models=tuple(models))


def _change_caster(
    plan: TurnPlan,
    own: ModelOptions,
    base: ModelPlan,
    options: TurnOptions,
    rng: random.Random,
) -> TurnPlan:
    """Return a plan with another use of the warcaster's focus, spells or feat."""
    draw = rng.random()
    if draw < 0.3:
        base = replace(base, keep=rng.choice((0, 1, 2, 3, 99)))
    elif draw < 0.5:
        base = replace(base, feat=rng.choice(("", FEAT_FIRST, FEAT_LAST)))
    elif draw < 0.8 and own.casts:
        cast = rng.choice(own.casts)
        casts = tuple(c for c in base.casts if c != cast)
        if len(casts) == len(base.casts):
            casts = (*casts, cast)[-MAX_CASTS:]
        base = replace(base, casts=casts, casts_first=rng.random() < 0.7, keep=min(base.keep, 3))
    elif draw < 0.9 and own.engages:
        base = replace(base, target=rng.choice(own.engages))
    else:
        base = replace(base, heals=not base.heals)
    return put_plan(plan, base)


def cross_plans(first: TurnPlan, second: TurnPlan, rng: random.Random) -> TurnPlan:
    """Return the first plan with the models or the focus of the second for some parts."""
    plan = first
    for own in second.models:
        if rng.random() < 0.5:
            plan = put_plan(plan, own)
    if rng.random() < 0.5:
        plan = replace(plan, focus=second.focus, dropped=second.dropped)
    return plan
