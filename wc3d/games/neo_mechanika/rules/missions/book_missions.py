"""The missions by id: five primary missions (pp. ~50 to ~54) and two skirmishes (pp. ~57, ~58).

The places of their objectives are the project's own layout (NM-SIL-16).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wc3d._internal.suggestions import suggest_similar
from wc3d.engine.ruleset_types import MissionEntry
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.mission_plans import Mission as Mission
from wc3d.games.neo_mechanika.rules.mission_plans import ObjectivePlan as ObjectivePlan
from wc3d.games.neo_mechanika.rules.mission_plans import Worth
from wc3d.games.neo_mechanika.rules.missions.mission_file import FILE_SUFFIX, read_mission
from wc3d.games.neo_mechanika.rules.missions.mission_text import describe_mission

SQUADS_ONLY = ("squad",)
ONE_POINT_EACH = (1, 1, 1)


def _make_objectives(
    id: str, name: str, *places: tuple[float, float], **more: Any
) -> tuple[ObjectivePlan, ...]:
    """Return objectives of one kind at these places, named "ruin-1", "Ruin 1"."""
    kind = more.pop("kind", id)
    return tuple(
        ObjectivePlan(f"{id}-{i}", f"{name} {i}", kind, at, i, **more)
        for i, at in enumerate(places, 1)
    )


def _make_zones(side: str, *places: tuple[float, float]) -> tuple[ObjectivePlan, ...]:
    name = f"{side.title()} Drop Zone"
    worth = Worth(ONE_POINT_EACH, active=3)
    return _make_objectives(
        f"zone-{side}", name, *places, kind="zone", side=side, holders=SQUADS_ONLY, worth=worth
    )


def _make_anchor(number: int, side: str, at: tuple[float, float]) -> ObjectivePlan:
    id = f"anchor-{number}"
    name = f"Mooring Anchor {number}"
    worth = Worth(ONE_POINT_EACH, across=3)
    return ObjectivePlan(
        id, name, "anchor", at, number, side, cover=True, holders=SQUADS_ONLY, worth=worth
    )


_STRATEGIC = _make_objectives(
    "strategic",
    "Strategic Objective",
    (10, 16),
    (24, 12),
    (38, 16),
    (10, 32),
    (24, 36),
    (38, 32),
    holders=SQUADS_ONLY,
)
_ZONES = (
    *_make_zones("south", (40, 14), (24, 14), (8, 14)),
    *_make_zones("north", (8, 34), (24, 34), (40, 34)),
)
_RUINS = _make_objectives(
    "ruin",
    "Ruin",
    (12, 12),
    (36, 12),
    (12, 36),
    (36, 36),
    cover=True,
    holders=("squad", "solo"),
    worth=Worth(carried=2),
)
_ARTIFACTS = _make_objectives("artifact", "Artifact", (8, 24), (24, 24), (40, 24), portable=True)
_PLATFORM = ObjectivePlan(
    "platform", "Geyser Platform", "platform", (24, 24), holders=SQUADS_ONLY, worth=Worth((2, 2, 2))
)
_ANCHORS = (
    _make_anchor(1, "south", (10, 10)),
    _make_anchor(2, "south", (38, 10)),
    _make_anchor(3, "north", (10, 38)),
    _make_anchor(4, "north", (38, 38)),
)
_NODES = _make_objectives(
    "node",
    "Matrix Node",
    (12, 12),
    (36, 12),
    (8, 24),
    (40, 24),
    (12, 36),
    (36, 36),
    cover=True,
    holders=SQUADS_ONLY,
)
_LOCATIONS = _make_objectives(
    "location", "Strategic Location", (6, 15), (15, 15), (24, 15), cover=True
)
_TRANSMITTERS = _make_objectives("transmitter", "Transmitter", (15, 8), (15, 22), cover=True)
_TOWERS = _make_objectives("tower", "Com Tower", (5, 15), (15, 15), (25, 15), cover=True)

MISSIONS: dict[str, Mission] = {
    mission.id: mission
    for mission in (
        Mission("decay_constant", "Decay Constant", "~50", _STRATEGIC, scored="activation"),
        Mission("orders_of_magnitude", "Orders of Magnitude", "~51", _ZONES, zones=True),
        Mission("strange_matter", "Strange Matter", "~52", (*_RUINS, *_ARTIFACTS)),
        Mission("surface_tension", "Surface Tension", "~53", (_PLATFORM, *_ANCHORS)),
        Mission(
            "uncertainty_principle",
            "Uncertainty Principle",
            "~54",
            _NODES,
            removed=("node", (2, 1, 0)),
        ),
        Mission(
            "boiling_point", "Boiling Point", "~57", _LOCATIONS, skirmish=True, scored="activation"
        ),
        Mission(
            "chaos_theory",
            "Chaos Theory",
            "~58",
            (*_TRANSMITTERS, *_TOWERS),
            skirmish=True,
            removed=("tower", (1, 1, 0)),
        ),
    )
}


def mission(id: str) -> Mission:
    """Return a mission by its id ("strange_matter") or its file ("mine.json"). Raises InputError.

    >>> mission("boiling_point").scored
    'activation'
    """
    if id.endswith(FILE_SUFFIX):
        return read_mission(id)
    if id not in MISSIONS:
        hint = f"; expected one of {', '.join(MISSIONS)} or a file ({FILE_SUFFIX})"
        raise InputError(f"unknown mission {id!r}" + (suggest_similar(id, MISSIONS) or hint))
    return MISSIONS[id]


# In the order of the menu

SKIRMISH, FULL = "skirmish", "full"
"""The sizes of games, as in the names of sample forces."""

DEFAULT_BOARDS = {SKIRMISH: "crossroads", FULL: "ravine"}
"""The default board for each size."""

DEFAULT_FACTIONS = ("marcher_worlds", "aeternus_continuum")
"""The Factions of the default sample forces."""

DEFAULT_MISSIONS = ("chaos_theory", "strange_matter")
"""The default mission of each size."""


def mission_entries() -> tuple[MissionEntry, ...]:
    """Return every mission with its offers, skirmishes first."""
    return tuple(_make_entry(m) for m in sorted(MISSIONS.values(), key=lambda m: not m.skirmish))


def mission_entry(id: str) -> MissionEntry:
    """Return the entry for a mission's id or file, under that name. Raises InputError."""
    return replace(_make_entry(mission(id)), id=id)


def _make_entry(mission: Mission) -> MissionEntry:
    size = SKIRMISH if mission.skirmish else FULL
    first_force, second_force = (f"{faction}_{size}" for faction in DEFAULT_FACTIONS)
    return MissionEntry(
        mission.id,
        mission.name,
        mission.size,
        size,
        mission.id in DEFAULT_MISSIONS,
        describe_page(mission.page),
        DEFAULT_BOARDS[size],
        (first_force, second_force),
        allows_any_table=True,
        summary=describe_mission(mission),
    )
