"""Rules that a card defines itself (`custom_rule_format`), in the vocabulary of all abilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules import custom_rule_format as own
from wc3d.games.neo_mechanika.rules.abilities import vocabulary as words
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment

SPECIAL_ACTION = "special action"


@memo_per_process(Size.LARGE)
def compile_clauses(rules: Sequence[own.CustomRule], trigger: str) -> tuple[Any, ...]:
    """Compile a card's own rules into clauses.

    `trigger` is as on the card: a spike costs 1 Arc, an action replaces the attacks.
    """
    cost = words.SPIKE_COST_ARC if trigger == "spike" else None
    return tuple(
        _convert_clause(rule, cost, SPECIAL_ACTION if trigger == "action" else None)
        for rule in rules
    )


def _convert_clause(rule: own.CustomRule, cost: int | None, timing: str | None) -> Any:
    condition = _convert_condition(rule.if_)
    if rule.gives:
        return While(tuple(map(_convert_modifier, rule.gives)), condition, _convert_models(rule.to))
    effects = tuple(map(_convert_effect, rule.does))
    if rule.on is None:
        return Do(
            effects, target=_convert_models(rule.target), cost=cost, once=rule.once, timing=timing
        )
    by, of = _convert_parties(rule)
    return When(
        Moment[rule.on.upper()], effects, by=by, of=of, condition=condition, cost=cost, may=rule.may
    )


def _convert_parties(rule: own.CustomRule) -> tuple[words.Selector | None, words.Selector | None]:
    """Return the actor and the target at a moment. The default is the bearer."""
    if rule.by is not None or rule.of is not None:
        return _convert_models(rule.by), _convert_models(rule.of)
    return (None, words.SELF) if rule.on == "after_attacked" else (words.SELF, None)


def _convert_models(models: own.ModelFilter | None) -> words.Selector | None:
    return None if models is None else words.Selector(**dict(models))


def _convert_condition(condition: own.AttackCondition | None) -> words.If | None:
    if condition is None:
        return None
    fields = {
        **dict(condition),
        "kinds": condition.attack,
        "by": _convert_models(condition.by),
        "at": _convert_models(condition.at),
    }
    del fields["attack"]
    return words.If(**{**fields, "destroyed": _convert_models(condition.destroyed)})


def _convert_modifier(word: Any) -> Any:
    match word:
        case own.AddClause():
            amount = words.PerArc(word.amount) if word.per_arc else word.amount
            return words.Add(word.stat, amount, word.weapons)
        case own.MultiplyClause():
            return words.Times(word.stat, word.by)
        case own.GrantClause():
            return words.Grant(word.what)
        case _:
            return words.Deny(word.what)


def _convert_effect(word: Any) -> Any:
    role = words.EventRole[word.who.upper()] if hasattr(word, "who") else words.EventRole.SELF
    match word:
        case own.BoostClause():
            return words.Boosting(
                tuple(map(_convert_modifier, word.gives)),
                word.until,
                condition=_convert_condition(word.if_),
            )
        case own.MoveClause():
            return words.MoveUpTo(word.inches, role, word.whole_unit)
        case own.RepositionClause():
            return words.RepositionWithin(word.inches, role, whole_unit=word.whole_unit)
        case own.SlamClause():
            return words.SlamAway(word.inches, collateral=word.collateral)
        case own.GainArcClause():
            return words.GainArc(word.arc, role)
        case own.LoseArcClause():
            return words.LoseArc(word.arc, role)
        case own.TakeTokenClause():
            return words.TakeToken(role)
        case own.PutEffectClause():
            return words.PutEffect(word.effect, role)
        case own.HealClause():
            return words.Heal(word.dice, word.points, role)
        case own.BurstClause():
            return words.Burst(
                word.pow, word.energy, word.within, words.EventRole[word.around.upper()]
            )
        case own.AttackAgainClause():
            return words.AttackAgain(word.weapons)
        case _:
            return words.Reroll(word.roll)
