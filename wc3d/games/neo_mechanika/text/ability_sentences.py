"""How an ability is encoded, in plain words: each clause as a sentence, with one phrase for every word it is made of."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.encoded import ABILITIES, CARRIED
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import If, Own, PerUnit, Selector, Who
from wc3d.games.neo_mechanika.text.ability_phrases import (
    AGAIN,
    DEEDS,
    FLAGS,
    KINDS,
    MOMENTS,
    NUMBERS,
    ROLES,
    TIMINGS,
    UNTIL,
)


def describe_ability(ability: str) -> tuple[str, ...]:
    """The clauses of an ability (a Cypher's: "cypher:" and its id), a sentence each; none if it is not encoded as clauses."""
    sentences = tuple(sentence(clause) for clause in ABILITIES.get(ability, ()))
    carried = "It works for the model that carries the weapon, whichever weapon is used."
    return (*sentences, carried) if sentences and ability in CARRIED else sentences


def sentence(clause: Any) -> str:
    """A clause as a sentence."""
    text = phrase(clause)
    return f"{text[0].upper()}{text[1:]}."


def phrase(word: Any) -> str:
    """What a clause or a word in it says: a modifier, effect, amount, condition or sort. Raises TypeError for others."""
    if type(word) in DEEDS:
        return DEEDS[type(word)]
    if type(word) not in PHRASES:
        raise TypeError(f"no phrase for {type(word).__name__}")
    return PHRASES[type(word)](word)


def _said(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)


def _either(of: Iterable[str]) -> str:
    names = [KINDS.get(kind, kind.replace("_", " ")) for kind in of]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _all(parts: Iterable[Any]) -> str:
    return " and ".join(phrase(part) for part in parts)


def _then(effects: Iterable[Any]) -> str:
    return "; then ".join(phrase(effect) for effect in effects)


def _rules(*ids: str) -> str:
    return _either(id.title() for id in ids)


def _inches(length: float) -> str:
    return f'{length:g}"'


def _on_condition(condition: If | None) -> str:
    return f"if {phrase(condition)}" if condition is not None else ""


def _cost(arc: int | None) -> str:
    return f"spiking {arc} Arc" if arc is not None else ""


# Clauses.


def _while(clause: While) -> str:
    scope = f"for {_each(clause.who)}" if clause.who is not None else ""
    suffix = ", cumulative" if clause.stacks else ""
    return f"{_said((_on_condition(clause.condition), scope)) or 'always'}: {_all(clause.modifiers)}{suffix}"


def _when(clause: When) -> str:
    form = MOMENTS[clause.window]
    moment = form.format(by=_someone(clause.by), of=_someone(clause.of))
    target = f"on {_someone(clause.of)}" if clause.of is not None and "{of}" not in form else ""
    choice = "optional" if clause.may else ""
    repetition = "any number of times" if clause.again else ""
    unit_limit = "once for the whole unit" if clause.whole_unit else ""
    parts = (moment, target, _on_condition(clause.condition), _cost(clause.cost), choice, repetition, unit_limit)
    return f"{_said(parts)}: {_then(clause.effects)}"


def _do(clause: Do) -> str:
    limit = "once per activation" if clause.once else ""
    shares = f"all of {_rules(clause.shares)} together" if clause.shares else ""
    target = f"on {_someone(clause.target)}" if clause.target is not None else ""
    place = "with only a position beside it" if clause.beside else ""
    parts = ("when used", TIMINGS[clause.timing], limit, shares, _cost(clause.cost), target, place)
    return f"{_said(parts)}: {_then(clause.effects)}"


# Which models, on what condition.


def _thing(sort: Selector) -> str:
    """Without its article: "enemy warjack within 5 inches"."""
    warrior = {None: "", True: "warrior", False: "non-warrior"}[sort.warrior]
    charged = {None: "", True: "charged", False: "uncharged"}[sort.charged]
    exclusion = "other" if sort.others else ""
    noun = _either(sort.kinds) if sort.kinds else "model"
    token = {None: "", True: "with an activation token", False: "without an activation token"}[sort.token]
    qualifiers = (
        "of its unit" if sort.own_unit else "",
        f"of a {sort.tag} unit" if sort.tag else "",
        f"with {FLAGS[sort.flag]}" if sort.flag else "",
        token,
        f"within {_inches(sort.within)}" if sort.within is not None else "",
    )
    return " ".join(word for word in (exclusion, sort.side, charged, warrior, noun, *qualifiers) if word)


def _sort(sort: Selector) -> str:
    """With its article: "an enemy model"; the bearer is "this model"."""
    noun_phrase = _thing(sort)
    if sort.me:
        return f"this {noun_phrase}"
    return f"an{noun_phrase}" if noun_phrase.startswith("other ") else f"{'an' if noun_phrase[0] in 'aeiou' else 'a'} {noun_phrase}"


def _someone(sort: Selector | None) -> str:
    return "anyone" if sort is None else phrase(sort)


def _each(selector: Any) -> str:
    return phrase(selector) if isinstance(selector, Who) or selector.me else f"each {_thing(selector)}"


def _if(c: If) -> str:
    """A condition: what is asked of the attack or damage."""
    parts = (
        f"it is a {_either(c.kinds)} attack" if c.kinds else "",
        f"the damage is {_either(c.energy)}" if c.energy else "",
        f"its weapon's energy is {_either(c.weapon_energy)}" if c.weapon_energy else "",
        f"it is by {phrase(c.by)}" if c.by is not None else "",
        f"it is against {phrase(c.at)}" if c.at is not None else "",
        "it is made in the attacker's activation" if c.in_activation else "",
        f"it was aimed at {phrase(c.aimed)}" if c.aimed is not None else "",
        "the model hit is the original target" if c.targeted else "",
        "it hit" if c.hit else "",
        "it missed" if c.missed else "",
        "its target was damaged" if c.damaged else "",
        f"it destroyed {phrase(c.destroyed)}" if c.destroyed is not None else "",
        "the original target was destroyed" if c.target_destroyed else "",
        "the target's base is no larger than the attacker's" if c.no_larger else "",
        "its damage type can harm the model hit" if c.can_hurt else "",
    )
    return " and ".join(part for part in parts if part)


# Amounts and modifiers.


def _per_unit(amount: PerUnit) -> str:
    limit = f", up to {amount.most} units" if amount.most is not None else ""
    return f"{amount.amount} for each other friendly unit within {_inches(amount.within)}{limit}"


def _add(change: vocabulary.Add) -> str:
    of = f" of its {change.weapons} weapons" if change.weapons else ""
    amount = phrase(change.amount)
    sign = "" if amount.startswith("-") else "plus " if isinstance(change.amount, Own) else "+"
    return f"{NUMBERS[change.stat]}{of} {sign}{amount}"


# Effects.


def _boosting(e: vocabulary.Boosting) -> str:
    scope = f"for {_each(e.who)}" if e.who is not None else ""
    return _said((UNTIL[e.until], _on_condition(e.condition), scope, _all(e.modifiers)))


def _move(e: vocabulary.MoveUpTo) -> str:
    unit = "'s unit, a squad around one of its models," if e.whole_unit else ""
    return f"{phrase(e.who)}{unit} may move up to {_inches(e.inches)}"


def _reposition(e: vocabulary.RepositionWithin) -> str:
    subject = f"each model of the unit of {phrase(e.who)}" if e.whole_unit else phrase(e.who)
    return f"{subject} may be repositioned within {_inches(e.inches)} of {phrase(e.of) if e.of is not None else 'its position'}"


def _slam(e: vocabulary.SlamAway) -> str:
    strike_distance = f'1" for each strike on dice equal to {phrase(e.per_strike)}' if e.per_strike else ""
    inches = _inches(e.inches) if e.inches or not strike_distance else ""
    collateral = f", collateral damage of POW {phrase(e.collateral)}" if e.collateral else ""
    distance = " and ".join(part for part in (inches, strike_distance) if part)
    return f"{phrase(e.who)} is slammed {distance} straight away from {phrase(e.source)}{collateral}"


def _some(e: vocabulary.GainArc | vocabulary.LoseArc) -> str:
    return f"up to {e.arc} Arc" if e.most else f"{e.arc} Arc"


def _lose(e: vocabulary.LoseArc) -> str:
    subject = _each(e.each) if e.each is not None else phrase(e.who)
    around = f" and each within {_inches(e.around)}" if e.around else ""
    return f"the unit of {subject}{around} loses {_some(e)}"


def _heal(e: vocabulary.Heal) -> str:
    parts = [str(e.points)] if e.points else []
    parts += [f"1 per strike on {e.dice} Action {'Die' if e.dice == 1 else 'Dice'}"] if e.dice or not parts else []
    return f"damage is removed from {_each(e.each) if e.each is not None else phrase(e.who)}: {' plus '.join(parts)}"


def _of_energy(e: vocabulary.Burst | vocabulary.MeleeStrike) -> str:
    return f" of {' and '.join(e.energy)} damage" if e.energy else ""


def _attack_again(e: vocabulary.AttackAgain) -> str:
    at = f", at {phrase(e.at)}" if e.at is not None else ""
    last = "" if e.chains else ", without further attacks from that"
    return f"{phrase(e.who)} may attack {AGAIN[e.weapons]}{at}{last}"


def _return_models(e: vocabulary.ReturnModels) -> str:
    clause = f"up to {e.count} destroyed models of the chosen squad return to play" if e.count > 1 else (
        "a destroyed model of the chosen squad returns to play"
    )
    return f"{clause} within {_inches(e.within)} of another of its models"


PHRASES: dict[type, Callable[[Any], str]] = {
    While: _while,
    When: _when,
    Do: _do,
    vocabulary.OneOf: lambda clause: f"for each attack, choose {_rules(*clause.rules)}",
    vocabulary.Brings: lambda clause: f"grants {_rules(*clause.rules).replace(' or ', ' and ')}",
    Who: lambda role: ROLES[role],
    Selector: _sort,
    If: _if,
    int: str,
    vocabulary.PerArc: lambda amount: f"{amount.amount} for each Arc on its unit",
    PerUnit: _per_unit,
    Own: lambda amount: "the weapon's POW" if amount.stat == "POW" else f"its {NUMBERS[amount.stat]}",
    vocabulary.Add: _add,
    vocabulary.Times: lambda change: f"{NUMBERS[change.stat]} times {change.by}",
    vocabulary.AtLeast: lambda change: f"{NUMBERS[change.stat]} at least {change.value}",
    vocabulary.Grant: lambda change: f"has {FLAGS[change.flag]}",
    vocabulary.Deny: lambda change: f"never has {FLAGS[change.flag]}",
    vocabulary.Boosting: _boosting,
    vocabulary.MoveUpTo: _move,
    vocabulary.RepositionWithin: _reposition,
    vocabulary.SlamAway: _slam,
    vocabulary.GainArc: lambda e: f"the unit of {phrase(e.who)} gains {_some(e)}",
    vocabulary.LoseArc: _lose,
    vocabulary.TakeToken: lambda e: f"the unit of {phrase(e.who)} loses its activation token",
    vocabulary.PutEffect: lambda e: f"{phrase(e.who)} gets the continuous effect {_rules(e.effect)}",
    vocabulary.ExpireCyphers: lambda e: f"enemy Cyphers on {'the unit hit' if e.whole_unit else 'the model hit'} expire",
    vocabulary.Heal: _heal,
    vocabulary.Burst: lambda e: (
        f"every other model within {_inches(e.within)} of {phrase(e.around)} suffers a damage roll of POW {e.pow}{_of_energy(e)}"
    ),
    vocabulary.AttackAgain: _attack_again,
    vocabulary.MeleeStrike: lambda e: (
        f"the chosen model makes a melee attack without a weapon: RNG 1, POW {phrase(e.pow)}{_of_energy(e)}"
    ),
    vocabulary.Reroll: lambda e: f"the {e.roll.replace('defence', 'defense')} roll is rerolled",
    vocabulary.ReplaceQuality: lambda e: f"the weapon's {_rules(e.quality)} has no effect in this attack",
    vocabulary.ReturnModels: _return_models,
}
"""What each clause and word says; those of `DEEDS` need no more than their phrase."""
