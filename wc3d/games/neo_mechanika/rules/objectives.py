"""The objectives of a mission on a table: their places and their terrain (p. 49)."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulings import (
    COVERING_OBJECTIVE_HEIGHT_IN,
    OBJECTIVE_DIAMETER_MM,
)
from wc3d.games.neo_mechanika.rules.mission_plans import Mission, ObjectivePlan
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Cylinder
from wc3d.table.features import Feature, Kind, make_feature
from wc3d.table.moves.falling import find_nearest_standable
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable, stand


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective token (p. 49), permanent or portable. `side` is "south", "north" or ""."""

    id: str
    name: str
    kind: str
    at: XYZ
    number: int = 0
    side: str = ""
    portable: bool = False
    active: bool = False
    removed: bool = False


OBJECTIVE_BASE = next(
    b.name for b in SPACE.bases.values() if b.diameter_mm == OBJECTIVE_DIAMETER_MM
)
"""The base with an objective's diameter (NM-SIL-129)."""


OBJECTIVE_RADIUS_IN = SPACE.bases[OBJECTIVE_BASE].radius
"""An objective's radius in inches (NM-SIL-129)."""


def place_objectives(mission: Mission, table: Table | None = None) -> dict[str, Objective]:
    """Return the mission's objectives at the start, on the table's levels (None: flat ground).

    Raises InputError for a point of the table where no level supports the whole disc.
    """
    return {o.id: o for o in _lay_out(mission, table)}


@memo_per_terrain(Size.SMALL)
def _lay_out(mission: Mission, table: Table | None) -> tuple[Objective, ...]:
    return tuple(
        Objective(o.id, o.name, o.kind, _place(mission, o, table), o.number, o.side, o.portable)
        for o in mission.objectives
    )


def _place(mission: Mission, plan: ObjectivePlan, table: Table | None) -> XYZ:
    x, y = float(plan.at[0]) + 0.0, float(plan.at[1]) + 0.0
    height = float(plan.at[2]) + 0.0 if len(plan.at) == 3 else None
    if table is None:
        return x, y, height or 0.0
    bodies = [b.id for b in table.bodies]
    if height is None:
        height = highest_standable(table, OBJECTIVE_BASE, (x, y), ignore=bodies)
    elif not stand(table, OBJECTIVE_BASE, (x, y, height), ignore=bodies):
        height = None
    if height is None and len(plan.at) == 2 and table.size != mission.size:
        nearest_place = next(
            iter(find_nearest_standable(table, OBJECTIVE_BASE, (x, y), 0.0, ignore=bodies)), None
        )
        if nearest_place is not None:
            return nearest_place
    if height is None:
        disc = f"{OBJECTIVE_DIAMETER_MM} mm disc"
        coordinates = ", ".join(f"{v:g}" for v in plan.at)
        message = f"mission {mission.id}: objective {plan.id}: no level at ({coordinates}) has room for a {disc}"
        raise InputError(f"{message}; make room, or play another mission on this board")
    return x, y, height


def build_objective_features(
    mission: Mission, table: Table, objectives: tuple[str, ...]
) -> tuple[Feature, ...]:
    """Return the terrain objectives: discs 1" tall that only give cover (NM-OBJ-12, NM-SIL-130)."""
    objectives_by_id = place_objectives(mission, table)
    return tuple(
        _make_disc(objectives_by_id[id]) for id in objectives if mission.objective_plan(id).cover
    )


def _make_disc(objective: Objective) -> Feature:
    x, y, z = objective.at
    solid = Cylinder((x, y), OBJECTIVE_RADIUS_IN, z, z + COVERING_OBJECTIVE_HEIGHT_IN)
    return make_feature(objective.id, Kind.OBJECTIVE, (solid,), name=objective.name, cover=True)
