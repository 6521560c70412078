"""Count a force's units that can hold a mission's objectives, and warn if there are too few."""

from __future__ import annotations

from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.cards import Cards
from wc3d.games.neo_mechanika.rules.forces.force import Force
from wc3d.games.neo_mechanika.rules.mission_plans import ANY_UNIT_KIND, Mission


def objective_holder_kinds(mission: Mission) -> tuple[str, ...]:
    """Return the kinds of units that may hold an objective of the mission (NM-OBJ-02)."""
    kinds = {
        kind
        for objective in mission.objectives
        if not objective.portable
        for kind in objective.holders
    }
    return tuple(kind for kind in ANY_UNIT_KIND if kind in kinds)


def count_scoring_units(force: Force, mission: Mission, cards: Cards) -> int:
    """Count the units that may hold a mission objective; a Hero counts by the kind on its card."""
    unit_cards = (
        cards.units[choice.unit]
        for choice in (*force.units, *force.heroes)
        if choice.unit in cards.units
    )
    return sum(card.kind in objective_holder_kinds(mission) for card in unit_cards)


def scoring_caution(force: Force, mission: Mission, cards: Cards) -> str:
    """Return a warning if only one unit or none of the force can score the mission, else ""."""
    number = count_scoring_units(force, mission, cards)
    if number > 1:
        return ""
    kinds = " and ".join(f"{kind}s" for kind in objective_holder_kinds(mission))
    count_text = "only one" if number else "none, so it cannot score"
    return f"{mission.name}: only {kinds} secure its objectives, and this force has {count_text} ({describe_page(mission.page)})"
