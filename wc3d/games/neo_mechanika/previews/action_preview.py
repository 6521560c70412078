"""Common parts of all previews: a cache, texts and damage forecasts."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d.engine.actions import Verdict
from wc3d.engine.text import capitalize
from wc3d.games.neo_mechanika.odds.chances import find_strike_chances
from wc3d.games.neo_mechanika.rules.abilities.selectors import can_be_damaged
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.agenda_frames import DamageRoll
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.fighting.damage import damage_facts, remaining_health
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.presentation.preview import format_percent


def describe_refusal(verdict: Verdict) -> str:
    """Return a refusal as a sentence with its page."""
    page = describe_page(verdict.page)
    text = capitalize(verdict.text).removesuffix(".")
    return f"{text} ({page})." if page else f"{text}."


def display_name(state: State, id: str) -> str:
    """Return the name of a model or terrain feature."""
    is_feature = any(f.id == id for f in state.table.features)
    return state.table.feature(id).name if is_feature else state.name(id)


@dataclass(frozen=True, slots=True)
class DamageForecast:
    """A damage roll's dice, ARM and mean damage, with the chances of damage and destruction."""

    pow: int
    power: int
    arm: int
    points: float
    any: float
    destroy: float

    @property
    def description(self) -> str:
        """A summary in half a line."""
        if self.arm <= 0:
            return "no damage"
        dice = f"POW {self.pow}" + (f" + {self.power} PD" if self.power else "")
        return f"{dice} against ARM {self.arm}: damaged {format_percent(self.any)}, destroyed {format_percent(self.destroy)}"


def forecast_damage(state: State, roll: DamageRoll) -> DamageForecast:
    """Return the forecast of a damage roll before its dice are rolled."""
    facts = damage_facts(state, roll)
    if not can_be_damaged(state, roll.target, facts):
        return DamageForecast(roll.pow, roll.power_dice, 0, 0.0, 0.0, 0.0)
    arm = int(current_stat(state, roll.target, "ARM", facts).value)
    strike_chances = find_strike_chances(roll.pow, roll.power_dice)
    points = [
        (chance, min(remaining_health(state, roll.target), n // arm))
        for n, chance in enumerate(strike_chances)
    ]
    return DamageForecast(
        roll.pow,
        roll.power_dice,
        arm,
        sum(c * p for c, p in points),
        sum(c for c, p in points if p),
        sum(c for c, p in points if p >= remaining_health(state, roll.target)),
    )
