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


def _condition(condition: own.OnCondition | None) -> words.If | None:
    if condition is None:
        return None
    fields = {**dict(condition), "kinds": condition.attack, "by": _models(condition.by), "at": _models(condition.at)}
    del fields["attack"]
    return words.If(**{**fields, "destroyed": _models(condition.destroyed)})


def _given(word: Any) -> Any:
    match word:
        case own.AddWord():
            amount = words.PerArc(word.amount) if word.per_arc else word.amount
            return words.Add(word.stat, amount, word.weapons)
        case own.TimesWord():
            return words.Times(word.stat, word.by)
        case own.GrantWord():
            return words.Grant(word.what)
        case _:
            return words.Deny(word.what)


def _done(word: Any) -> Any:
    role = words.Who[word.who.upper()] if hasattr(word, "who") else words.Who.SELF
    match word:
        case own.BoostWord():
            return words.Boosting(tuple(map(_given, word.gives)), word.until, condition=_condition(word.if_))
        case own.MoveWord():
            return words.MoveUpTo(word.inches, role, word.whole_unit)
        case own.RepositionWord():
            return words.RepositionWithin(word.inches, role, whole_unit=word.whole_unit)
        case own.SlamWord():
            return words.SlamAway(word.inches, collateral=word.collateral)
        case own.GainArcWord():
            return words.GainArc(word.arc, role)
        case own.LoseArcWord():
            return words.LoseArc(word.arc, role)
        case own.TakeTokenWord():
            return words.TakeToken(role)
        case own.PutEffectWord():
            return words.PutEffect(word.effect, role)
        case own.HealWord():
            return words.Heal(word.dice, word.points, role)
        case own.BurstWord():
            return words.Burst(word.pow, word.energy, word.within, words.Who[word.around.upper()])
        case own.AttackAgainWord():
            return words.AttackAgain(word.weapons)
        case _:
            return words.Reroll(word.roll)
