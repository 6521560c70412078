"""The missions as they are offered: what each is played on, and which boards and forces are offered first."""
from __future__ import annotations

from wc3d.engine.answers import MissionEntry
from wc3d.warcaster.book.rulebook import page_words
from wc3d.warcaster.mission_plans import Mission
from wc3d.warcaster.missions.mission import MISSIONS

SKIRMISH, FULL = "skirmish", "full"
"""The sizes of games, as the names of sample forces end."""

BOARDS = {SKIRMISH: "crossroads", FULL: "ravine"}
"""The shipped board that is offered first for each size."""

FACTIONS = ("marcher_worlds", "aeternus_continuum")
"""Whose sample forces are offered first."""

USUAL = ("chaos_theory", "strange_matter")
"""The mission of each size that is meant if none is named."""


def mission_entries() -> tuple[MissionEntry, ...]:
    """Every mission, skirmishes first."""
    return tuple(_entry(m) for m in sorted(MISSIONS.values(), key=lambda m: not m.skirmish))


def _entry(mission: Mission) -> MissionEntry:
    size = SKIRMISH if mission.skirmish else FULL
    one, two = (f"{faction}_{size}" for faction in FACTIONS)
    return MissionEntry(
        mission.id, mission.name, mission.size, size, mission.id in USUAL, page_words(mission.page), BOARDS[size], (one, two)
    )
