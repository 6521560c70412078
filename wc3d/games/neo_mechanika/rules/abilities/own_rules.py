"""Rules that a card writes itself (`card_rules`), in the vocabulary that all abilities are made of."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules import card_rules as own
from wc3d.games.neo_mechanika.rules.abilities import vocabulary as words
from wc3d.games.neo_mechanika.rules.abilities.timing import Moment

SPECIAL = "special action"


def clauses_of(rules: Sequence[own.OwnRule], trigger: str) -> tuple[Any, ...]:
    """The clauses of a card's own rules. `trigger`: as on its card; a spike costs 1 Arc, an action takes the attacks' place."""
    cost = words.SPIKE if trigger == "spike" else None
    return tuple(_clause(rule, cost, SPECIAL if trigger == "action" else None) for rule in rules)


def _clause(rule: own.OwnRule, cost: int | None, timing: str | None) -> Any:
    condition = _condition(rule.if_)
    if rule.gives:
        return While(tuple(map(_given, rule.gives)), condition, _models(rule.to))
    effects = tuple(map(_done, rule.does))
    if rule.on is None:
        return Do(effects, target=_models(rule.target), cost=cost, once=rule.once, timing=timing)
    by, of = _parties(rule)
    return When(Moment[rule.on.upper()], effects, by=by, of=of, condition=condition, cost=cost, may=rule.may)


def _parties(rule: own.OwnRule) -> tuple[words.Selector | None, words.Selector | None]:
    """Return who acts and who is acted on at a moment: the bearer, where a rule names neither."""
    if rule.by is not None or rule.of is not None:
        return _models(rule.by), _models(rule.of)
    return (None, words.SELF) if rule.on == "after_attacked" else (words.SELF, None)


def _models(models: own.WhichModels | None) -> words.Selector | None:
    return None if models is None else words.Selector(**dict(models))


def _condition(found: own.OnCondition | None) -> words.If | None:
    if found is None:
        return None
    fields = {**dict(found), "kinds": found.attack, "by": _models(found.by), "at": _models(found.at)}
    del fields["attack"]
    return words.If(**{**fields, "destroyed": _models(found.destroyed)})


def _given(given: Any) -> Any:
    match given:
        case own.AddWord():
            amount = words.PerArc(given.amount) if given.per_arc else given.amount
            return words.Add(given.stat, amount, given.weapons)
        case own.TimesWord():
            return words.Times(given.stat, given.by)
        case own.GrantWord():
            return words.Grant(given.what)
        case _:
            return words.Deny(given.what)


def _done(done: Any) -> Any:
    who = words.Who[done.who.upper()] if hasattr(done, "who") else words.Who.SELF
    match done:
        case own.BoostWord():
            return words.Boosting(tuple(map(_given, done.gives)), done.until, condition=_condition(done.if_))
        case own.MoveWord():
            return words.MoveUpTo(done.inches, who, done.whole_unit)
        case own.RepositionWord():
            return words.RepositionWithin(done.inches, who, whole_unit=done.whole_unit)
        case own.SlamWord():
            return words.SlamAway(done.inches, collateral=done.collateral)
        case own.GainArcWord():
            return words.GainArc(done.arc, who)
        case own.LoseArcWord():
            return words.LoseArc(done.arc, who)
        case own.TakeTokenWord():
            return words.TakeToken(who)
        case own.PutEffectWord():
            return words.PutEffect(done.effect, who)
        case own.HealWord():
            return words.Heal(done.dice, done.points, who)
        case own.BurstWord():
            return words.Burst(done.pow, done.energy, done.within, words.Who[done.around.upper()])
        case own.AttackAgainWord():
            return words.AttackAgain(done.weapons)
        case _:
            return words.Reroll(done.roll)
