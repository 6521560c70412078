"""What abilities and Cyphers do: one resolver for each verb. A use is a frame that goes through its effects in order."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from wc3d.engine.agenda import END, Frame, Resolution
from wc3d.warcaster import events
from wc3d.warcaster.abilities import vocabulary
from wc3d.warcaster.abilities.ability_sources import Borne, name_of
from wc3d.warcaster.abilities.vocabulary import Role
from wc3d.warcaster.chapter import Chapter, Resolver
from wc3d.warcaster.state import Boost, CardInPlay, State, other

CHAPTER = Chapter()

NO_CARD = CardInPlay("", 0, "")


@dataclass(frozen=True, slots=True)
class Using(Frame):
    """An ability (or Cypher) being used: by a bearer, on the model or unit chosen, one effect after the other."""

    STEPS: ClassVar[tuple[str, ...]] = ("next", "again")
    ability: str = ""
    bearer: str = ""
    player: int = 0
    effects: tuple[Any, ...] = ()
    chosen: str = ""


def begin(r: Resolution, borne: Borne, chosen: str = "") -> None:
    """Use an ability: pay for it, then let its effects happen."""
    from wc3d.warcaster.abilities.windows import pay

    pay(r, borne)
    r.push(Using("", borne.ability, borne.bearer, r.state.owner(borne.bearer), borne.clause.effects, chosen))


def using(resolvers: Mapping[type, Resolver]) -> Chapter:
    """How an ability is used, with what lets each kind of effect happen."""
    chapter = Chapter()

    @chapter.step(Using, "next")
    def _next(r: Resolution, f: Using) -> Frame | None:
        if not f.effects:
            return replace(f, step=END)
        effect = f.effects[0]
        rest = replace(f, effects=f.effects[1:])
        r.update(f, rest)
        resolvers[type(effect)](r, effect, rest)
        return None

    @chapter.step(Using, "again")
    def _again(r: Resolution, f: Using) -> Frame:
        return replace(f, step="next")

    return chapter


# Who is meant.


def model_meant(r: Resolution, f: Using, who: Role) -> str:
    """The model (or void gate) in a role, or "" if there is none on the table."""
    from wc3d.warcaster.abilities.windows import attack_now

    attack = attack_now(r.state)
    id = {
        Role.SELF: f.bearer,
        Role.TARGET: attack.target if attack else "",
        Role.ATTACKER: attack.attacker if attack else "",
        Role.CHOSEN: f.chosen,
        Role.ACTIVATED: _activated(r),
    }.get(who, "")
    if id in r.state.units:
        models = r.state.models_of(id)
        return models[0].id if models else ""
    return id if id and r.state.on_table(id) else ""


def _activated(r: Resolution) -> str:
    from wc3d.warcaster.turn.activation import Activation

    now = r.find(Activation)
    return now.unit if now is not None else ""


def holder_meant(r: Resolution, f: Using, who: Role) -> str:
    """The unit or void gate in a role (what holds Arc, tokens and cards), or ""."""
    if who is Role.CHOSEN and f.chosen in r.state.units:
        return f.chosen
    id = model_meant(r, f, who)
    return r.state.models[id].unit if id in r.state.models else id


def said(state: State, f: Using) -> str:
    """What the log calls it."""
    return name_of(state, f.ability)


# Arc, tokens, effects, cards.


@CHAPTER.effect(vocabulary.Boosting)
def _boosting(r: Resolution, e: vocabulary.Boosting, f: Using) -> None:
    unit = r.state.models[f.bearer].unit
    r.emit(events.Boosted(unit, Boost(f.ability, e.until)))


@CHAPTER.effect(vocabulary.GainArc)
def _gain(r: Resolution, e: vocabulary.GainArc, f: Using) -> None:
    from wc3d.warcaster.abilities.ability_questions import AmountQuestion
    from wc3d.warcaster.turn import arc

    holder = holder_meant(r, f, e.who)
    if not holder:
        return
    room = min(e.arc, arc.room(r.state, holder), r.state.players[r.state.owner(holder)].well)
    if not e.most:
        arc.gain(r, holder, e.arc, said(r.state, f))
    elif room > 0:
        r.push(AmountQuestion("", f.player, said(r.state, f), room, "charge", holder))


@CHAPTER.effect(vocabulary.LoseArc)
def _lose(r: Resolution, e: vocabulary.LoseArc, f: Using) -> None:
    from wc3d.warcaster.abilities.ability_questions import AmountQuestion

    if e.each is not None:
        for unit in dict.fromkeys(r.state.models[id].unit for id in _all_of(r.state, e.each, f.bearer)):
            _drain(r, unit, e.arc, f)
        return
    holder = holder_meant(r, f, e.who)
    if e.most and holder and r.state.arc_on(holder):
        most = min(e.arc, r.state.arc_on(holder))
        r.push(AmountQuestion("", f.player, said(r.state, f), most, "clear", holder))
        return
    holders = [holder] if holder else []
    model = model_meant(r, f, e.who)
    if e.around and model:
        holders += [r.state.models[id].unit if id in r.state.models else id for id in r.state.table.within(model, e.around)]
    for each in dict.fromkeys(holders):
        _drain(r, each, e.arc, f)


def _all_of(state: State, sort: vocabulary.Sort, bearer: str) -> list[str]:
    """Every model of a unit, on the table, that is of a sort."""
    from wc3d.warcaster.abilities.selectors import matches

    return [b.id for b in state.bodies if b.id in state.models and matches(state, sort, bearer, b.id)]


def _drain(r: Resolution, holder: str, arc: int, f: Using) -> None:
    from wc3d.warcaster.abilities.windows import attack_now
    from wc3d.warcaster.fighting.attack import cause_of
    from wc3d.warcaster.turn import arc as arcs

    attack = attack_now(r.state)
    arcs.clear(r, holder, arc, said(r.state, f), cause_of(r.state, attack) if attack is not None else None)


@CHAPTER.effect(vocabulary.GiveToken)
def _give_token(r: Resolution, e: vocabulary.GiveToken, f: Using) -> None:
    """Never more than one activation token (NM-ACT-03)."""
    unit = holder_meant(r, f, Role.TARGET)
    if unit in r.state.units and not r.state.units[unit].token:
        r.emit(events.TokenGiven(unit))


@CHAPTER.effect(vocabulary.TakeToken)
def _take_token(r: Resolution, e: vocabulary.TakeToken, f: Using) -> None:
    unit = holder_meant(r, f, e.who)
    if unit in r.state.units and r.state.units[unit].token:
        r.emit(events.TokenTaken(unit))


@CHAPTER.effect(vocabulary.PutEffect)
def _put(r: Resolution, e: vocabulary.PutEffect, f: Using) -> None:
    from wc3d.warcaster.abilities.windows import attack_now
    from wc3d.warcaster.fighting import continuous_effects
    from wc3d.warcaster.fighting.attack import cause_of

    model = model_meant(r, f, e.who)
    if model:
        attack = attack_now(r.state)
        continuous_effects.put(r, model, e.effect, cause_of(r.state, attack) if attack is not None else None)


@CHAPTER.effect(vocabulary.EndEffects)
def _end_effects(r: Resolution, e: vocabulary.EndEffects, f: Using) -> None:
    model = model_meant(r, f, Role.CHOSEN)
    for name in r.state.thing(model).effects if model else ():
        r.emit(events.EffectEnded(model, name))


@CHAPTER.effect(vocabulary.ExpireCyphers)
def _expire(r: Resolution, e: vocabulary.ExpireCyphers, f: Using) -> None:
    """The Cyphers of the bearer's enemies expire (NM-CYP-05)."""
    model = model_meant(r, f, Role.TARGET)
    if model in r.state.models:
        unit = r.state.unit_of(model)
        cards = (c for c in unit.cyphers if c.player != f.player and (e.whole_unit or c.model in ("", model)))
        r.push(*(Expiring("", unit.id, card, f.bearer) for card in cards))


@dataclass(frozen=True, slots=True)
class Expiring(Frame):
    """A Cypher on a unit is about to expire by an ability or attack of the model `by`; unless something keeps it."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "expire")
    unit: str = ""
    card: CardInPlay = NO_CARD
    by: str = ""
    kept: bool = False


@CHAPTER.step(Expiring, "ask")
def _ask_to_keep(r: Resolution, f: Expiring) -> None:
    from wc3d.warcaster.abilities.windows import open_window

    open_window(r, vocabulary.Window.CARD_EXPIRING, f.unit, f.by)


@CHAPTER.step(Expiring, "expire")
def _expires(r: Resolution, f: Expiring) -> None:
    if not f.kept and f.card in r.state.units[f.unit].cyphers:
        r.emit(events.CardExpired(f.card.player, f.card.card, f.unit))


@CHAPTER.effect(vocabulary.KeepCypher)
def _keep(r: Resolution, e: vocabulary.KeepCypher, f: Using) -> None:
    expiring = r.find(Expiring)
    if expiring is not None:
        r.update(expiring, replace(expiring, kept=True))


@CHAPTER.effect(vocabulary.NoToken)
def _no_token(r: Resolution, e: vocabulary.NoToken, f: Using) -> None:
    from wc3d.warcaster.turn.activation import Activation

    now = r.find(Activation)
    if now is not None:
        r.update(now, replace(now, tokenless=True))


@CHAPTER.effect(vocabulary.RecallUnit)
def _recall(r: Resolution, e: vocabulary.RecallUnit, f: Using) -> None:
    from wc3d.warcaster.fighting.damage import leave_play

    unit = holder_meant(r, f, Role.CHOSEN)
    if unit in r.state.units:
        r.emit(events.UnitRecalled(unit))
        leave_play(r, unit, destroyed=False)


@CHAPTER.effect(vocabulary.ReturnCard)
def _return_card(r: Resolution, e: vocabulary.ReturnCard, f: Using) -> None:
    """The Fury just resolved has gone to the discard pile; it is taken back. The hand never holds more than its maximum."""
    from wc3d.warcaster.turn import racks
    from wc3d.warcaster.turn.cyphers import Channelling

    fury = r.find(Channelling)
    if fury is not None and fury.card in r.state.players[f.player].discard:
        r.emit(events.CardTaken(f.player, fury.card))
        racks.trim_hands(r)


@CHAPTER.effect(vocabulary.CardFromDiscard)
def _from_discard(r: Resolution, e: vocabulary.CardFromDiscard, f: Using) -> None:
    from wc3d.warcaster.abilities.ability_questions import CardQuestion

    if r.state.players[f.player].discard:
        r.push(CardQuestion("", f.player, said(r.state, f)))


@CHAPTER.effect(vocabulary.DiscardFromHand)
def _from_hand(r: Resolution, e: vocabulary.DiscardFromHand, f: Using) -> None:
    from wc3d.warcaster.abilities.ability_questions import HandQuestion

    hand = r.state.players[other(f.player)].hand
    r.emit(events.HandSeen(f.player, hand))
    if hand:
        r.push(HandQuestion("", f.player, said(r.state, f), hand))


# The attack in progress.


def _change_attack(r: Resolution, **changes: Any) -> None:
    from wc3d.warcaster.abilities.windows import attack_now

    attack = attack_now(r.state)
    if attack is not None:
        r.update(attack, replace(attack, **changes))


@CHAPTER.effect(vocabulary.Negate)
def _negate(r: Resolution, e: vocabulary.Negate, f: Using) -> None:
    _change_attack(r, negated=True)


@CHAPTER.effect(vocabulary.HitInstead)
def _hit_instead(r: Resolution, e: vocabulary.HitInstead, f: Using) -> None:
    from wc3d.warcaster.abilities.windows import attack_now

    attack = attack_now(r.state)
    r.emit(events.Redirected(attack.target, f.bearer, said(r.state, f)))
    _change_attack(r, target=f.bearer)


@CHAPTER.effect(vocabulary.ReplaceQuality)
def _replace_quality(r: Resolution, e: vocabulary.ReplaceQuality, f: Using) -> None:
    from wc3d.warcaster.abilities.windows import attack_now

    weapon = attack_now(r.state).weapon
    _change_attack(r, weapon=replace(weapon, qualities=tuple(q for q in weapon.qualities if q != e.quality)))


@CHAPTER.effect(vocabulary.BecomesSpray)
def _becomes_spray(r: Resolution, e: vocabulary.BecomesSpray, f: Using) -> None:
    from wc3d.warcaster.abilities.windows import attack_now

    weapon = attack_now(r.state).weapon
    if "spray" not in weapon.qualities:
        _change_attack(r, weapon=replace(weapon, qualities=(*weapon.qualities, "spray")))


@CHAPTER.effect(vocabulary.Reroll)
def _reroll(r: Resolution, e: vocabulary.Reroll, f: Using) -> None:
    """The roll is made again; the new result stands."""
    from wc3d.warcaster.abilities.windows import attack_now
    from wc3d.warcaster.fighting.attack import rolled_attack, rolled_defence
    from wc3d.warcaster.fighting.damage import DamageRoll, rolled

    if e.roll == "damage":
        roll = r.find(DamageRoll)
        if roll is not None:
            r.update(roll, rolled(r, roll))
        return
    attack = attack_now(r.state)
    again = rolled_attack(r, attack) if e.roll == "attack" else rolled_defence(r, attack)
    r.update(attack, again)


# Hurting and healing.


@CHAPTER.effect(vocabulary.Burst)
def _burst(r: Resolution, e: vocabulary.Burst, f: Using) -> None:
    """Every other model near the bearer (or near where the model aimed at stood) suffers a damage roll."""
    from wc3d.table.body import Body
    from wc3d.table.sight.ranges import distance, is_within
    from wc3d.warcaster.abilities.windows import attack_now
    from wc3d.warcaster.fighting.damage import Cause, damage_roll

    attack = attack_now(r.state)
    centre = r.state.table.body(f.bearer) if e.around is Role.SELF else None
    if centre is None:
        if attack is None or attack.place is None:
            return
        centre = Body(attack.declared, r.state.models[attack.declared].base, attack.place)
    hurt = [b.id for b in r.state.bodies if b.id != centre.id and is_within(distance(r.state.table, centre, b), e.within)]
    cause = Cause(f.player, r.state.models[f.bearer].unit, "effect", attack.kind if attack else "", f.bearer)
    r.push(*(damage_roll(id, e.pow, energy=e.energy, cause=cause, why=said(r.state, f)) for id in hurt))


@CHAPTER.effect(vocabulary.Heal)
def _heal(r: Resolution, e: vocabulary.Heal, f: Using) -> None:
    from wc3d.warcaster.dice import pool

    for model in [model_meant(r, f, e.who)] if e.each is None else _all_of(r.state, e.each, f.bearer):
        if model not in r.state.models:
            continue
        removed = e.points
        if e.dice:
            why = said(r.state, f) if e.each is None else f"{said(r.state, f)}, {r.state.name(model)}"
            shown = r.roll(pool(e.dice), f.player, why)
            r.emit(events.Rolled(f.player, why, shown))
            removed = sum(shown)
        removed = min(removed, r.state.models[model].damage)
        if removed:
            r.emit(events.Healed(model, removed, said(r.state, f)))


@CHAPTER.effect(vocabulary.LessDamage)
def _less(r: Resolution, e: vocabulary.LessDamage, f: Using) -> None:
    from wc3d.warcaster.fighting.damage import DamageRoll

    roll = r.find(DamageRoll)
    if roll is not None:
        r.update(roll, replace(roll, points=max(0, roll.points - 1)))


@CHAPTER.effect(vocabulary.SlamAway)
def _slam(r: Resolution, e: vocabulary.SlamAway, f: Using) -> None:
    from wc3d.warcaster.abilities.stats import amount
    from wc3d.warcaster.abilities.windows import attack_now
    from wc3d.warcaster.dice import pool
    from wc3d.warcaster.fighting.attack import cause_of
    from wc3d.warcaster.fighting.damage import Cause
    from wc3d.warcaster.fighting.slamming import Slamming

    attack = attack_now(r.state)
    model, source = model_meant(r, f, e.who), model_meant(r, f, e.source)
    if not model or not source or attack is None:
        return
    inches = float(e.inches)
    if e.per_strike:
        dice = amount(r.state, e.per_strike, f.bearer, attack.weapon)
        shown = r.roll(pool(dice), f.player, said(r.state, f))
        r.emit(events.Rolled(f.player, said(r.state, f), shown))
        inches = float(sum(shown))
    holder = attack.attacker if isinstance(e.collateral, vocabulary.Own) and e.collateral.stat == "POW" else f.bearer
    pow = amount(r.state, e.collateral, holder, attack.weapon)
    of_attack = e.who is Role.TARGET
    cause = cause_of(r.state, attack, "slam") if of_attack else Cause(f.player, r.state.models[f.bearer].unit, "slam")
    r.push(Slamming("", model, source, inches, pow, of_attack, cause))
