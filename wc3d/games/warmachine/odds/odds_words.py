"""The chances of attacks as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from wc3d.engine.text import wrap_paragraph
from wc3d.games.warmachine.odds.attack import AttackOdds, AttackScenario
from wc3d.games.warmachine.rules.card_words import SYSTEM_NAMES
from wc3d.games.warmachine.rules.cards import WarjackCard
from wc3d.games.warmachine.rules.roll_chances import mean_value
from wc3d.games.warmachine.rules.vocabulary import (
    DisableMarked,
    KnockDown,
    MakeStationary,
    MarkSystem,
    Modify,
)

COUNTED_EFFECTS = KnockDown | MakeStationary | Modify | MarkSystem | DisableMarked
"""The hit effects that change the chances of later attacks. Others are listed but not counted."""


def format_percent(chance: Fraction) -> str:
    """Return a chance as a percentage, such as "41.7%"; 0% and 100% only for certain results."""
    if chance in (0, 1):
        return f"{int(chance * 100)}%"
    return f"{min(max(float(chance * 100), 0.1), 99.9):.1f}%"


def describe_odds(scenario: AttackScenario, odds: AttackOdds, exact: bool = False) -> list[str]:
    """Describe the dice, the chances and the uncounted effects; `exact` adds fractions."""

    def told(chance: Fraction) -> str:
        return f"{format_percent(chance)} ({chance})" if exact else format_percent(chance)

    first = odds.first
    times = scenario.terms.attacks
    several = f" ({times} attacks)" if times > 1 else ""
    lines = [
        wrap_paragraph(
            f"{scenario.attacker.name} attacks {scenario.target.name} with {scenario.using.name}{several}",
            "",
        )
    ]
    if first.automatic:
        lines.append(wrap_paragraph("Attack: hits automatically; no roll, no critical hit"))
    else:
        roll = f"Attack: {first.attack_dice}d6 {first.bonus:+d} against DEF {first.defense}"
        lines.append(
            wrap_paragraph(
                f"{roll}: hits {told(first.hit_chances.hit)}, critical hit {told(first.hit_chances.critical)}"
            )
        )
    if first.power is not None:
        average = float(mean_value(first.damage_chances))
        roll = f"Damage of a hit: {first.damage_dice}d6 {first.power:+d} against ARM {first.armor}"
        lines.append(wrap_paragraph(f"{roll}: {average:.2f} points on average"))
    start = scenario.initial_target().boxes_marked
    lines += [
        wrap_paragraph(f"{number - start} boxes marked: {told(chance)}")
        for number, chance in odds.boxes.items()
    ]
    lines += [
        wrap_paragraph(f"{SYSTEM_NAMES[system]} disabled: {told(chance)}")
        for system, chance in odds.systems.items()
    ]
    lines.append(
        wrap_paragraph(
            f"{scenario.target.name} knocked down or stationary: {told(odds.stationary_chance)}"
        )
    )
    lines.append(wrap_paragraph(f"{scenario.target.name} removed: {told(odds.removed)}"))
    return [*lines, *(wrap_paragraph(f"Not counted: {text}.") for text in list_uncounted(scenario))]


def list_uncounted(scenario: AttackScenario) -> Iterator[str]:
    """Yield the effects that these chances do not include."""
    using = scenario.using
    if using.aoe:
        yield "deviation of a miss and the blast damage there"
    for effect in (*using.hits, *using.criticals):
        if not isinstance(effect, COUNTED_EFFECTS):
            yield effect.describe()
    if scenario.terms.focus and scenario.terms.edition["focus.power_field"] == "reinforce":
        yield "a warcaster that saves its focus (we assume that it reduces the first damage of each attack)"
    if scenario.terms.edition["attack.target_in_melee"] == "penalty" and scenario.kind != "melee":
        yield "the penalty for a target in melee and the models that such a miss can hit"


def odds_as_json(scenario: AttackScenario, odds: AttackOdds) -> dict[str, Any]:
    """Return the chances as JSON data, with numbers and fractions."""

    def both(chance: Fraction) -> dict[str, Any]:
        return {"chance": float(chance), "exact": str(chance)}

    first = odds.first
    return {
        "attacker": scenario.attacker.id,
        "using": scenario.using.id,
        "target": scenario.target.id,
        "attacks": scenario.terms.attacks,
        "edition": scenario.terms.edition.as_json(),
        "automatic": first.automatic,
        "attack": {"dice": first.attack_dice, "bonus": first.bonus, "def": first.defense},
        "damage": {"dice": first.damage_dice, "power": first.power, "arm": first.armor},
        "hit": both(first.hit_chances.hit),
        "critical": both(first.hit_chances.critical),
        "points": {str(number): both(chance) for number, chance in first.damage_chances.items()},
        "boxes": {str(number): both(chance) for number, chance in odds.boxes.items()},
        "systems": {system: both(chance) for system, chance in odds.systems.items()},
        "still": both(odds.stationary_chance),
        "removed": both(odds.removed),
        "not_counted": list(list_uncounted(scenario)),
        "row": not isinstance(scenario.target, WarjackCard),
    }
