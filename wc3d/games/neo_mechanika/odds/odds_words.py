"""Describe odds in text and JSON: pools with receipts, chances, assumptions and omissions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from wc3d.engine.text import join_words
from wc3d.games.neo_mechanika.odds.dice_pools import DicePool
from wc3d.games.neo_mechanika.odds.duel import Duel
from wc3d.games.neo_mechanika.odds.duel_result import Distribution, Result
from wc3d.games.neo_mechanika.odds.reroll_policy import REROLL_CONDITIONS
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import ability_name
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import DAMAGING_EFFECTS, effect_kind
from wc3d.games.neo_mechanika.rules.book.rulings import REPEATED_REROLL_RULING, REROLL_RULING
from wc3d.games.neo_mechanika.rules.fighting.damage import remaining_health
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import card_name, cite_rule, effect_name, format_pool

MAX_BAR_CHARACTERS = 30
"""The length of the longest bar in characters."""

UNCOUNTED_QUALITIES = {
    "strafe": ("the additional attacks of Strafe, as each has another target", "NM-STF-03"),
    "blast": ("blast damage to models near the target", "NM-BLA-02"),
    "spray": ("spray attacks on other models", "NM-SPR-03"),
}
"""The effects of weapon qualities on other models than the target, with their rules."""


def describe_odds(duel: Duel, result: Result, *, exact: bool = False) -> list[str]:
    """Return the lines of the answer."""
    return [
        format_heading(duel),
        *_describe_pools(duel, result),
        "",
        summarize_odds(duel, result),
        "",
        *_format_table(result, exact),
        *_list_notes(duel, result),
    ]


def format_heading(duel: Duel) -> str:
    """Return the line with attacker, weapon, target and distance."""
    state = duel.state
    shot = duel.first_attack
    terms = duel.terms
    times = (
        f", {terms.attacks} times" + (" each" if terms.models > 1 else "")
        if terms.attacks > 1
        else ""
    )
    place = "in base contact" if duel.distance == 0 else f'{duel.distance:g}" away'
    mode = f" ({terms.mode.replace('_', ' ')})" if terms.mode else ""
    attacker = f"{_describe_models(state, shot.attacker, terms.models)}{_describe_extras(duel, 1, shot.attacker)}"
    squad = (
        f"{len(duel.targets)} {state.unit_of(shot.target).name} in turn"
        if len(duel.targets) > 1
        else ""
    )
    target = (
        f"{squad or _describe_models(state, shot.target)}{_describe_extras(duel, 2, shot.target)}"
    )
    return f"{attacker} attacks {target} with {shot.weapon.name}{mode}{times}, {place}"


def _describe_models(state: State, id: str, models: int = 1) -> str:
    """Name a model, or some of a squad: "Hunter", "one of Vassal Reavers"."""
    if id in state.models and len(state.unit_of(id).models) > 1 and id in state.unit_of(id).models:
        return f"{models if models > 1 else 'one'} of {state.unit_of(id).name}"
    return state.name(id)


def _describe_extras(duel: Duel, player: int, id: str) -> str:
    """Describe the extras of a side: " (2 Arc, Fire, Force Barrier)"."""
    state = duel.state
    arc = state.arc_on(id)
    parts = [f"{arc} Arc"] if arc else []
    parts += [effect_name(e) for e in state.model_or_gate(id).effects]
    if id in state.models:
        parts += [card_name(state, c.card) for c in state.unit_of(id).cyphers]
        parts += [f"{state.models[id].damage} damage"] if state.models[id].damage else []
    parts += [
        f"{ability_name(state, a)} spiked" for p, a in sorted(duel.policy.spikes) if p == player
    ]
    return f" ({', '.join(parts)})" if parts else ""


def _describe_pools(duel: Duel, result: Result) -> Iterator[str]:
    names = [pool.name for pool in result.pools]
    wide = max(len(name) for name in names)
    for pool in result.pools:
        yield f"  {pool.name.replace('defence', 'defense'):<{wide}}  {format_pool_dice(pool)}: {'; '.join(_list_reasons(duel, pool))}"
    if "damage" not in names:
        yield f"  no damage roll of its own{cite_rule('NM-ATK-14')}"


def _list_reasons(duel: Duel, pool: DicePool) -> list[str]:
    """Return the reasons for a pool's dice, and which of them a reroll rolls."""
    if pool.name not in {roll for _, roll in duel.policy.rerolls}:
        return list(pool.why)
    return [*pool.why, f"a reroll rolls {_describe_rerolled_dice(duel)}{cite_rule(REROLL_RULING)}"]


def _describe_rerolled_dice(duel: Duel) -> str:
    return (
        "the dice counted at that time"
        if duel.terms.agreed.rerolls_count_dice_again
        else "the same dice"
    )


def format_pool_dice(pool: DicePool) -> str:
    """Format a pool's dice: "5 AD + the excess in PD"."""
    excess = "excess in PD" if pool.excess else ""
    plain = format_pool(pool.action, pool.power)
    return " + ".join(
        part for part in (plain if plain != "no dice" or not excess else "", excess) if part
    )


def summarize_odds(duel: Duel, result: Result) -> str:
    """Return a line with the chances to hit and destroy, and the mean damage and hits."""
    state = duel.state
    target = duel.first_attack.target
    end = "collapses" if target in state.gates else "destroyed"
    hits = f"at least one hit {format_percent(result.hit)} ({float(result.expected_hits):.2f} on average)"
    first = f"hits {format_percent(result.hit)}" if result.attacks == 1 else hits
    points = "Arc lost" if target in state.gates else "damage"
    return f"{first}, {end} {format_percent(result.destroyed)}, {float(result.expected_damage):.3f} of {result.health} {points} on average"


def format_percent(chance: Fraction) -> str:
    """Format a chance in percent; 0.0% and 100.0% only for certain results."""
    percent = float(chance) * 100
    if 0 < percent < 0.05:
        return "<0.1%"
    return ">99.9%" if percent >= 99.95 and chance != 1 else f"{percent:.1f}%"


def _format_table(result: Result, exact: bool) -> Iterator[str]:
    """Yield a line for each number of damage points: its chance, the chance of more, and a bar."""
    yield "  damage   chance  at least"
    yield from _format_chances(result.damage, exact)
    if result.fallen:
        yield "  models   chance  at least"
        yield from _format_chances(result.fallen, exact)
    if exact:
        yield f"  exactly: hits {result.hit}, destroyed {result.destroyed}, damage on average {result.expected_damage}"


def _format_chances(numbers: Distribution, exact: bool) -> Iterator[str]:
    highest = max(numbers)
    for points, chance in enumerate(numbers):
        bar = "#" * round(MAX_BAR_CHARACTERS * chance / highest) or ("." if chance else "")
        fraction = f"  {chance}" if exact else ""
        yield f"  {points:>6}  {format_percent(chance):>7}  {format_percent(sum(numbers[points:], Fraction(0))):>8}  {bar}{fraction}".rstrip()


def _list_notes(duel: Duel, result: Result) -> list[str]:
    """Return the additional effects, the assumptions and the omissions."""
    state = duel.state
    policy = duel.policy
    notes = [
        f"{effect_name(e)} on the target afterwards: {format_percent(c)}"
        for e, c in result.effects.items()
    ]
    if result.mean_lost_arc > 0:
        notes.append(f"average Arc lost if the target survives: {float(result.mean_lost_arc):.3f}")
    if duel.terms.cover and not any(
        "cover" in reason for pool in result.pools for reason in pool.why
    ):
        notes.append("the wall gives no cover against this attack")
    frequency = "as often as you pay for it" if duel.terms.agreed.rerolls_repeat else "once"
    notes += [
        f"{ability_name(state, ability)}: {REROLL_CONDITIONS[roll]}, {frequency}{cite_rule(REPEATED_REROLL_RULING)}"
        for ability, roll in sorted(policy.rerolls)
    ]
    if result.unfinished_chance:
        cause = "out of reach or sight, Stealth, or the attacker is destroyed by its own blast"
        notes.append(
            f"chance that some attacks cannot be made even though the target survives ({cause}): {format_percent(result.unfinished_chance)}"
        )
    notes += [f"not counted: {text}" for text in _list_exclusions(duel, result)]
    return ["", *(f"  {note}" for note in notes)] if notes else []


def _list_exclusions(duel: Duel, result: Result) -> Iterator[str]:
    state = duel.state
    policy = duel.policy
    for player, option in ((1, "--spike"), (2, "--target-spike")):
        candidates = sorted(a for p, a in policy.unused if p == player)
        if candidates:
            yield f"abilities that could be spiked: {join_words([f'{ability_name(state, a)} ({option} {a})' for a in candidates])}"
    if policy.further:
        yield f"further attacks ({join_words(sorted(policy.further))}; --attacks counts them)"
    if any(effect_kind(effect) in DAMAGING_EFFECTS for effect in result.effects):
        yield f"Fire and Corrosion at the end of the Pulse round{cite_rule('NM-CON-03')}"
    for quality, text in UNCOUNTED_QUALITIES.items():
        if quality in duel.first_attack.weapon.qualities:
            yield text[0] + cite_rule(text[1])
    target = duel.first_attack.target
    if (
        target in state.models
        and len(state.unit_of(target).models) > 1
        and target in state.unit_of(target).models
    ):
        if not duel.terms.squad:
            yield "the other models of the squad (--squad replaces each destroyed model with the next)"
        else:
            yield "distances within the squad: each model takes the place of the one before it"
    heads = state.setup.card_of(duel.first_attack.attacker).cortexes
    if heads and not state.setup.forces[0].units[0].cortex:
        yield f"the attacker's head (--head {' or '.join(h.id for h in heads)})"


def odds_as_json(duel: Duel, result: Result) -> dict[str, Any]:
    """Return the answer as JSON data, each chance as a number and as an exact fraction."""
    state = duel.state
    shot = duel.first_attack
    return {
        "attacker": state.models[shot.attacker].card,
        "weapon": shot.weapon.card,
        "target": state.models[shot.target].card if shot.target in state.models else "void_gate",
        "distance": duel.distance,
        "attacks": result.attacks,
        "left": remaining_health(state, shot.target),
        "pools": [
            {
                "name": p.name,
                "action": p.action,
                "power": p.power,
                "excess": p.excess,
                "why": _list_reasons(duel, p),
                **({"arm": p.arm} if p.arm else {}),
            }
            for p in result.pools
        ],
        "hit": _encode_chance(result.hit),
        "hits": [_encode_chance(c) for c in result.hits],
        "damage": [_encode_chance(c) for c in result.damage],
        "at_least": [_encode_chance(result.at_least(n)) for n in range(result.health + 1)],
        "expected_damage": _encode_chance(result.expected_damage),
        "destroyed": _encode_chance(result.destroyed),
        **({"fallen": [_encode_chance(c) for c in result.fallen]} if result.fallen else {}),
        "effects": {e: _encode_chance(c) for e, c in result.effects.items()},
        "notes": [n.strip() for n in _list_notes(duel, result) if n],
    }


def _encode_chance(chance: Fraction) -> dict[str, Any]:
    return {"value": float(chance), "exact": str(chance)}
