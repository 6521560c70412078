"""Resolvers for the effects of abilities and Cyphers. A use is a frame of effects in order."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d.engine.agenda import Question, Resolution, find_frame
from wc3d.games.neo_mechanika.rules import arc, events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    holder_in_role,
    model_in_role,
    used_ability_name,
)
from wc3d.games.neo_mechanika.rules.abilities.availability import (
    RULINGS_REQUIRE_EFFECT,
    register_condition,
)
from wc3d.games.neo_mechanika.rules.abilities.selectors import facts_of_attack, matches_selector
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation, Attacking, attack_cause
from wc3d.games.neo_mechanika.rules.book.rulings import MIN_STAT
from wc3d.games.neo_mechanika.rules.dice import dice_pool
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import Boost, State

REGISTRY = HandlerRegistry()


# Arc, tokens, effects and cards


@REGISTRY.register_effect(vocabulary.Boosting)
def _add_boost(r: Resolution, e: vocabulary.Boosting, f: Using) -> None:
    unit = r.state.models[f.bearer].unit
    r.emit(events.Boosted(unit, Boost(f.ability, e.until)))


@REGISTRY.register_effect(vocabulary.GainArc)
def _gain(r: Resolution, e: vocabulary.GainArc, f: Using) -> None:
    holder = holder_in_role(r, f, e.who)
    if not holder:
        return
    room = min(
        e.arc, arc.free_arc_capacity(r.state, holder), r.state.players[r.state.owner(holder)].well
    )
    if not e.most:
        arc.gain_arc(r, holder, e.arc, used_ability_name(r.state, f))
    elif room > 0:
        r.push(AmountQuestion("", f.player, used_ability_name(r.state, f), room, "charge", holder))


@REGISTRY.register_effect(vocabulary.LoseArc)
def _lose(r: Resolution, e: vocabulary.LoseArc, f: Using) -> None:
    if e.most:
        holder = holder_in_role(r, f, e.who)
        if holder and r.state.arc_on(holder):
            max_arc = min(e.arc, r.state.arc_on(holder))
            r.push(
                AmountQuestion(
                    "", f.player, used_ability_name(r.state, f), max_arc, "clear", holder
                )
            )
        return
    for holder in _list_losers(r.state, e, f):
        _drain(r, holder, e.arc, f)


def _list_losers(state: State, e: vocabulary.LoseArc, f: Using) -> list[str]:
    """Return the units and void gates that lose Arc."""
    if e.each is not None:
        return list(
            dict.fromkeys(
                state.models[id].unit for id in _list_matching_models(state, e.each, f.bearer)
            )
        )
    holder = holder_in_role(state, f, e.who)
    model = model_in_role(state, f, e.who)
    holders = [holder] if holder else []
    if e.around and model:
        holders += [
            state.models[id].unit if id in state.models else id
            for id in state.table.within(model, e.around)
        ]
    return list(dict.fromkeys(holders))


@register_condition(vocabulary.LoseArc)
def _has_arc(state: State, e: vocabulary.LoseArc, f: Using) -> bool:
    return any(state.arc_on(holder) for holder in _list_losers(state, e, f))


def _list_matching_models(state: State, sort: vocabulary.Selector, bearer: str) -> list[str]:
    """Return every model on the table that matches a selector, without void gates."""
    return [
        b.id
        for b in state.bodies
        if b.id in state.models and matches_selector(state, sort, bearer, b.id)
    ]


def _drain(r: Resolution, holder: str, points: int, f: Using) -> None:
    attack = r.find_frame(Attacking)
    arc.clear_arc(
        r,
        holder,
        points,
        used_ability_name(r.state, f),
        attack_cause(r.state, attack) if attack is not None else None,
    )


@REGISTRY.register_effect(vocabulary.GiveToken)
def _give_token(r: Resolution, e: vocabulary.GiveToken, f: Using) -> None:
    """Give the unit an activation token if it has none (NM-ACT-03)."""
    unit = holder_in_role(r, f, EventRole.TARGET)
    if unit in r.state.units and not r.state.units[unit].token:
        r.emit(events.TokenGiven(unit, used_ability_name(r.state, f)))


@REGISTRY.register_effect(vocabulary.TakeToken)
def _take_token(r: Resolution, e: vocabulary.TakeToken, f: Using) -> None:
    unit = holder_in_role(r, f, e.who)
    if unit in r.state.units and r.state.units[unit].token:
        r.emit(events.TokenTaken(unit, used_ability_name(r.state, f)))


@REGISTRY.register_effect(vocabulary.EndEffects)
def _end_effects(r: Resolution, e: vocabulary.EndEffects, f: Using) -> None:
    model = model_in_role(r, f, EventRole.CHOSEN)
    for name in r.state.model_or_gate(model).effects if model else ():
        r.emit(events.EffectEnded(model, name))


@register_condition(vocabulary.GiveToken)
def _lacks_token(state: State, e: vocabulary.GiveToken, f: Using) -> bool:
    unit = holder_in_role(state, f, EventRole.TARGET)
    return unit in state.units and not state.units[unit].token


@register_condition(vocabulary.TakeToken)
def _has_token(state: State, e: vocabulary.TakeToken, f: Using) -> bool:
    unit = holder_in_role(state, f, e.who)
    return unit in state.units and state.units[unit].token


@register_condition(vocabulary.EndEffects)
def _has_effects(state: State, e: vocabulary.EndEffects, f: Using) -> bool:
    """Return whether an effect ends that this use does not put back (NM-SIL-117)."""
    model = model_in_role(state, f, EventRole.CHOSEN)
    if not model:
        return False
    put_back = {
        p.effect
        for p in f.effects
        if isinstance(p, vocabulary.PutEffect) and p.who is EventRole.CHOSEN
    }
    ends = set(state.model_or_gate(model).effects)
    return bool(ends if state.setup.rulings < RULINGS_REQUIRE_EFFECT else ends - put_back)


@REGISTRY.register_effect(vocabulary.NoToken)
def _prevent_token(r: Resolution, e: vocabulary.NoToken, f: Using) -> None:
    r.update_frame(Activation, tokenless=True)


# Damage and healing


@REGISTRY.register_effect(vocabulary.Heal)
def _heal(r: Resolution, e: vocabulary.Heal, f: Using) -> None:
    for model in (
        [model_in_role(r, f, e.who)]
        if e.each is None
        else _list_matching_models(r.state, e.each, f.bearer)
    ):
        if model not in r.state.models:
            continue
        removed = e.points
        if e.dice:
            reason = (
                used_ability_name(r.state, f)
                if e.each is None
                else f"{used_ability_name(r.state, f)}, {r.state.name(model)}"
            )
            results = r.roll(dice_pool(e.dice), f.player, reason)
            r.emit(events.Rolled(f.player, reason, results, rule="NM-ARC-09"))
            removed = sum(results)
        removed = min(removed, r.state.models[model].damage)
        if removed:
            r.emit(events.Healed(model, removed, used_ability_name(r.state, f)))


@register_condition(vocabulary.Heal)
def _is_hurt(state: State, e: vocabulary.Heal, f: Using) -> bool:
    models = (
        [model_in_role(state, f, e.who)]
        if e.each is None
        else _list_matching_models(state, e.each, f.bearer)
    )
    return any(state.models[model].damage for model in models if model in state.models)


@register_condition(vocabulary.Boosting)
def _has_boost_effect(state: State, e: vocabulary.Boosting, f: Using) -> bool:
    """Return whether a boost changes anything: ARM never drops below 1 (NM-STA-13)."""
    attack = find_frame(state, Attacking)
    if e.who is not vocabulary.AGAINST or attack is None or not state.is_on_table(attack.target):
        return True
    lowers = all(
        isinstance(m, vocabulary.Add) and m.stat == "ARM" and m.amount == -1 for m in e.modifiers
    )
    return (
        not lowers
        or current_stat(state, attack.target, "ARM", facts_of_attack(attack)).value > MIN_STAT
    )


@register_condition(vocabulary.ReplaceQuality)
def _can_replace_quality(state: State, e: vocabulary.ReplaceQuality, f: Using) -> bool:
    """Return False: giving up a quality is only the price of the other effects."""
    return False


@dataclass(frozen=True, slots=True)
class AmountQuestion(Question):
    """A choice of the Arc, from 1 to `most`, to "charge" a holder with or to "clear" from it."""

    source: str = ""
    most: int = 1
    what: str = "charge"
    holder: str = ""


def _apply_amount(r: Resolution, question: AmountQuestion, action: Choose) -> None:
    n = int(action.option)
    if question.what == "charge":
        arc.gain_arc(r, question.holder, n, question.source)
    else:
        arc.clear_arc(r, question.holder, n, question.source)


REGISTRY.register_choice(
    AmountQuestion,
    text="choose how much Arc",
    decide=_apply_amount,
    options=lambda state, asked: [str(n) for n in range(1, asked.most + 1)],
    refusal=lambda state, asked, chosen: refuse(
        "wrong_amount",
        f"{asked.source}: expected 1 to {asked.most} Arc, found {chosen!r}",
        "NM-ARC-07",
    ),
)
REGISTRY.register_pass(AmountQuestion, text="none", what=lambda asked: asked.source)
