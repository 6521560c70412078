"""Describe the encoding of an ability in plain English, one sentence for each clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES, CARRIED_WEAPON_RULES
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import (
    EventRole,
    If,
    Own,
    PerUnit,
    Selector,
)
from wc3d.games.neo_mechanika.text.ability_phrases import (
    DURATION_PHRASES,
    EFFECT_PHRASES,
    EXTRA_ATTACK_PHRASES,
    FLAG_PHRASES,
    KIND_NAMES,
    MOMENT_PHRASES,
    NUMBER_PHRASES,
    ROLE_PHRASES,
    TIMING_PHRASES,
)


def describe_ability(ability: str) -> tuple[str, ...]:
    """Return a sentence per clause of an ability ("cypher:" and id for a Cypher's), if any."""
    sentences = tuple(clause_sentence(clause) for clause in ABILITIES.get(ability, ()))
    carried = "It works for the model that carries the weapon, whichever weapon is used."
    return (*sentences, carried) if sentences and ability in CARRIED_WEAPON_RULES else sentences


def clause_sentence(clause: Any) -> str:
    """Return a clause as a sentence."""
    text = describe_word(clause)
    return f"{text[0].upper()}{text[1:]}."


def describe_word(word: Any) -> str:
    """Describe a clause or a word in it. Raises TypeError for anything else."""
    if type(word) in EFFECT_PHRASES:
        return EFFECT_PHRASES[type(word)]
    if type(word) not in PHRASE_MAKERS:
        raise TypeError(f"no phrase for {type(word).__name__}")
    return PHRASE_MAKERS[type(word)](word)


def _join_parts(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)


def _join_alternatives(of: Iterable[str]) -> str:
    names = [KIND_NAMES.get(kind, kind.replace("_", " ")) for kind in of]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _join_with_and(parts: Iterable[Any]) -> str:
    return " and ".join(describe_word(part) for part in parts)


def _join_effects(effects: Iterable[Any]) -> str:
    return "; then ".join(describe_word(effect) for effect in effects)


def _join_rule_names(*ids: str) -> str:
    return _join_alternatives(id.title() for id in ids)


def _format_inches(length: float) -> str:
    return f'{length:g}"'


def _describe_if_clause(condition: If | None) -> str:
    return f"if {describe_word(condition)}" if condition is not None else ""


def _describe_cost(arc: int | None) -> str:
    return f"spiking {arc} Arc" if arc is not None else ""


# Clauses


def _describe_while(clause: While) -> str:
    scope = f"for {_describe_each(clause.who)}" if clause.who is not None else ""
    suffix = ", cumulative" if clause.stacks else ""
    return f"{_join_parts((_describe_if_clause(clause.condition), scope)) or 'always'}: {_join_with_and(clause.modifiers)}{suffix}"


def _describe_when(clause: When) -> str:
    form = MOMENT_PHRASES[clause.window]
    moment = form.format(
        by=_describe_optional_selector(clause.by), of=_describe_optional_selector(clause.of)
    )
    target = (
        f"on {_describe_optional_selector(clause.of)}"
        if clause.of is not None and "{of}" not in form
        else ""
    )
    choice = "optional" if clause.may else ""
    repetition = "any number of times" if clause.again else ""
    unit_limit = "once for the whole unit" if clause.whole_unit else ""
    parts = (
        moment,
        target,
        _describe_if_clause(clause.condition),
        _describe_cost(clause.cost),
        choice,
        repetition,
        unit_limit,
    )
    return f"{_join_parts(parts)}: {_join_effects(clause.effects)}"


def _describe_do(clause: Do) -> str:
    limit = "once per activation" if clause.once else ""
    shares = f"all of {_join_rule_names(clause.shares)} together" if clause.shares else ""
    target = f"on {_describe_optional_selector(clause.target)}" if clause.target is not None else ""
    place = "with only a position beside it" if clause.beside else ""
    parts = (
        "when used",
        TIMING_PHRASES[clause.timing],
        limit,
        shares,
        _describe_cost(clause.cost),
        target,
        place,
    )
    return f"{_join_parts(parts)}: {_join_effects(clause.effects)}"


# Selectors and conditions


def _describe_selector(sort: Selector) -> str:
    """Describe a selector without an article: "enemy warjack within 5 inches"."""
    warrior = {None: "", True: "warrior", False: "non-warrior"}[sort.warrior]
    charged = {None: "", True: "charged", False: "uncharged"}[sort.charged]
    exclusion = "other" if sort.others else ""
    noun = _join_alternatives(sort.kinds) if sort.kinds else "model"
    token = {None: "", True: "with an activation token", False: "without an activation token"}[
        sort.token
    ]
    qualifiers = (
        "of its unit" if sort.own_unit else "",
        f"of a {sort.tag} unit" if sort.tag else "",
        f"with {FLAG_PHRASES[sort.flag]}" if sort.flag else "",
        token,
        f"within {_format_inches(sort.within)}" if sort.within is not None else "",
    )
    return " ".join(
        word for word in (exclusion, sort.side, charged, warrior, noun, *qualifiers) if word
    )


def _add_article(sort: Selector) -> str:
    """Describe a selector with its article: "an enemy model"; the bearer is "this model"."""
    noun_phrase = _describe_selector(sort)
    if sort.me:
        return f"this {noun_phrase}"
    return (
        f"an{noun_phrase}"
        if noun_phrase.startswith("other ")
        else f"{'an' if noun_phrase[0] in 'aeiou' else 'a'} {noun_phrase}"
    )


def _describe_optional_selector(sort: Selector | None) -> str:
    return "anyone" if sort is None else describe_word(sort)


def _describe_each(selector: Any) -> str:
    return (
        describe_word(selector)
        if isinstance(selector, EventRole) or selector.me
        else f"each {_describe_selector(selector)}"
    )


def _describe_condition(c: If) -> str:
    """Describe a condition on the attack or damage."""
    parts = (
        f"it is a {_join_alternatives(c.kinds)} attack" if c.kinds else "",
        f"the damage is {_join_alternatives(c.energy)}" if c.energy else "",
        f"its weapon's energy is {_join_alternatives(c.weapon_energy)}" if c.weapon_energy else "",
        f"it is by {describe_word(c.by)}" if c.by is not None else "",
        f"it is against {describe_word(c.at)}" if c.at is not None else "",
        "it is made in the attacker's activation" if c.in_activation else "",
        f"it was aimed at {describe_word(c.aimed)}" if c.aimed is not None else "",
        "the model hit is the original target" if c.targeted else "",
        "it hit" if c.hit else "",
        "it missed" if c.missed else "",
        "its target was damaged" if c.damaged else "",
        f"it destroyed {describe_word(c.destroyed)}" if c.destroyed is not None else "",
        "the original target was destroyed" if c.target_destroyed else "",
        "the target's base is no larger than the attacker's" if c.no_larger else "",
        "its damage type can harm the model hit" if c.can_hurt else "",
    )
    return " and ".join(part for part in parts if part)


# Amounts and modifiers


def _describe_per_unit(amount: PerUnit) -> str:
    limit = f", up to {amount.most} units" if amount.most is not None else ""
    return f"{amount.amount} for each other friendly unit within {_format_inches(amount.within)}{limit}"


def _describe_addition(change: vocabulary.Add) -> str:
    of = f" of its {change.weapons} weapons" if change.weapons else ""
    amount = describe_word(change.amount)
    sign = "" if amount.startswith("-") else "plus " if isinstance(change.amount, Own) else "+"
    return f"{NUMBER_PHRASES[change.stat]}{of} {sign}{amount}"


# Effects


def _describe_boost(e: vocabulary.Boosting) -> str:
    scope = f"for {_describe_each(e.who)}" if e.who is not None else ""
    return _join_parts(
        (
            DURATION_PHRASES[e.until],
            _describe_if_clause(e.condition),
            scope,
            _join_with_and(e.modifiers),
        )
    )


def _describe_move(e: vocabulary.MoveUpTo) -> str:
    unit = "'s unit, a squad around one of its models," if e.whole_unit else ""
    return f"{describe_word(e.who)}{unit} may move up to {_format_inches(e.inches)}"


def _describe_reposition(e: vocabulary.RepositionWithin) -> str:
    subject = (
        f"each model of the unit of {describe_word(e.who)}"
        if e.whole_unit
        else describe_word(e.who)
    )
    return f"{subject} may be repositioned within {_format_inches(e.inches)} of {describe_word(e.of) if e.of is not None else 'its position'}"


def _describe_slam(e: vocabulary.SlamAway) -> str:
    strike_distance = (
        f'1" for each strike on dice equal to {describe_word(e.per_strike)}' if e.per_strike else ""
    )
    inches = _format_inches(e.inches) if e.inches or not strike_distance else ""
    collateral = f", collateral damage of POW {describe_word(e.collateral)}" if e.collateral else ""
    distance = " and ".join(part for part in (inches, strike_distance) if part)
    return f"{describe_word(e.who)} is slammed {distance} straight away from {describe_word(e.source)}{collateral}"


def _format_arc(e: vocabulary.GainArc | vocabulary.LoseArc) -> str:
    return f"up to {e.arc} Arc" if e.most else f"{e.arc} Arc"


def _describe_arc_loss(e: vocabulary.LoseArc) -> str:
    subject = _describe_each(e.each) if e.each is not None else describe_word(e.who)
    around = f" and each within {_format_inches(e.around)}" if e.around else ""
    return f"the unit of {subject}{around} loses {_format_arc(e)}"


def _describe_healing(e: vocabulary.Heal) -> str:
    parts = [str(e.points)] if e.points else []
    parts += (
        [f"1 per strike on {e.dice} Action {'Die' if e.dice == 1 else 'Dice'}"]
        if e.dice or not parts
        else []
    )
    return f"damage is removed from {_describe_each(e.each) if e.each is not None else describe_word(e.who)}: {' plus '.join(parts)}"


def _describe_energy(e: vocabulary.Burst | vocabulary.MeleeStrike) -> str:
    return f" of {' and '.join(e.energy)} damage" if e.energy else ""


def _describe_extra_attack(e: vocabulary.AttackAgain) -> str:
    at = f", at {describe_word(e.at)}" if e.at is not None else ""
    last = "" if e.chains else ", without further attacks from that"
    return f"{describe_word(e.who)} may attack {EXTRA_ATTACK_PHRASES[e.weapons]}{at}{last}"


def _describe_return(e: vocabulary.ReturnModels) -> str:
    clause = (
        f"up to {e.count} destroyed models of the chosen squad return to play"
        if e.count > 1
        else ("a destroyed model of the chosen squad returns to play")
    )
    return f"{clause} within {_format_inches(e.within)} of another of its models"


PHRASE_MAKERS: dict[type, Callable[[Any], str]] = {
    While: _describe_while,
    When: _describe_when,
    Do: _describe_do,
    vocabulary.ChooseRulePerAttack: lambda clause: (
        f"for each attack, choose {_join_rule_names(*clause.rules)}"
    ),
    vocabulary.Brings: lambda clause: (
        f"grants {_join_rule_names(*clause.rules).replace(' or ', ' and ')}"
    ),
    EventRole: lambda role: ROLE_PHRASES[role],
    Selector: _add_article,
    If: _describe_condition,
    int: str,
    vocabulary.PerArc: lambda amount: f"{amount.amount} for each Arc on its unit",
    PerUnit: _describe_per_unit,
    Own: lambda amount: (
        "the weapon's POW" if amount.stat == "POW" else f"its {NUMBER_PHRASES[amount.stat]}"
    ),
    vocabulary.Add: _describe_addition,
    vocabulary.Times: lambda change: f"{NUMBER_PHRASES[change.stat]} times {change.by}",
    vocabulary.AtLeast: lambda change: f"{NUMBER_PHRASES[change.stat]} at least {change.value}",
    vocabulary.Grant: lambda change: f"has {FLAG_PHRASES[change.flag]}",
    vocabulary.Deny: lambda change: f"never has {FLAG_PHRASES[change.flag]}",
    vocabulary.Boosting: _describe_boost,
    vocabulary.MoveUpTo: _describe_move,
    vocabulary.RepositionWithin: _describe_reposition,
    vocabulary.SlamAway: _describe_slam,
    vocabulary.GainArc: lambda e: f"the unit of {describe_word(e.who)} gains {_format_arc(e)}",
    vocabulary.LoseArc: _describe_arc_loss,
    vocabulary.TakeToken: lambda e: (
        f"the unit of {describe_word(e.who)} loses its activation token"
    ),
    vocabulary.PutEffect: lambda e: (
        f"{describe_word(e.who)} gets the continuous effect {_join_rule_names(e.effect)}"
    ),
    vocabulary.ExpireCyphers: lambda e: (
        f"enemy Cyphers on {'the unit hit' if e.whole_unit else 'the model hit'} expire"
    ),
    vocabulary.Heal: _describe_healing,
    vocabulary.Burst: lambda e: (
        f"every other model within {_format_inches(e.within)} of {describe_word(e.around)} suffers a damage roll of POW {e.pow}{_describe_energy(e)}"
    ),
    vocabulary.AttackAgain: _describe_extra_attack,
    vocabulary.MeleeStrike: lambda e: (
        f"the chosen model makes a melee attack without a weapon: RNG 1, POW {describe_word(e.pow)}{_describe_energy(e)}"
    ),
    vocabulary.Reroll: lambda e: f"the {e.roll.replace('defence', 'defense')} roll is rerolled",
    vocabulary.ReplaceQuality: lambda e: (
        f"the weapon's {_join_rule_names(e.quality)} has no effect in this attack"
    ),
    vocabulary.ReturnModels: _describe_return,
}
"""The function that describes each type of clause and word not in `EFFECT_PHRASES`."""
