"""The missions by id, and where their objectives lie on a table (pp. ~50 to ~58)."""
from __future__ import annotations

from functools import lru_cache

from wc3d.errors import InputError
from wc3d.spelling import near
from wc3d.table.caches import of_one_table
from wc3d.table.table import Table
from wc3d.table.terrain.standing import highest_standable, stand
from wc3d.warcaster.book.rulings import OBJECTIVE_DIAMETER_MM
from wc3d.warcaster.missions.plans import Mission as Mission
from wc3d.warcaster.missions.plans import ObjectivePlan as ObjectivePlan
from wc3d.warcaster.missions.primary import PRIMARY_MISSIONS
from wc3d.warcaster.missions.skirmish import SKIRMISH_MISSIONS
from wc3d.warcaster.space import SPACE
from wc3d.warcaster.state import XYZ, Objective

MISSIONS: dict[str, Mission] = {m.id: m for m in (*PRIMARY_MISSIONS, *SKIRMISH_MISSIONS)}

TOKEN = next(b.name for b in SPACE.bases.values() if b.diameter_mm == OBJECTIVE_DIAMETER_MM)
"""An objective is a disc as large as this base (NM-SIL-129)."""


def mission(id: str) -> Mission:
    """The mission of that id ("strange_matter"). Raises InputError, with ids that look like it."""
    if id not in MISSIONS:
        raise InputError(f"unknown mission {id!r}" + (near(id, MISSIONS) or f"; expected one of {', '.join(MISSIONS)}"))
    return MISSIONS[id]


def objectives_of(mission: Mission, table: Table | None = None) -> dict[str, Objective]:
    """The mission's objectives as they lie when the game begins, on the levels of the table (None: on flat ground).

    Raises InputError for a point of the table where no level bears the whole disc.
    """
    return {o.id: o for o in _laid_out(mission, table)}


@of_one_table
@lru_cache(maxsize=32)
def _laid_out(mission: Mission, table: Table | None) -> tuple[Objective, ...]:
    return tuple(
        Objective(o.id, o.name, o.kind, _place(mission, o, table), o.number, o.side, o.portable) for o in mission.objectives
    )


def _place(mission: Mission, plan: ObjectivePlan, table: Table | None) -> XYZ:
    x, y = float(plan.at[0]) + 0.0, float(plan.at[1]) + 0.0
    height = float(plan.at[2]) + 0.0 if len(plan.at) == 3 else None
    if table is None:
        return x, y, height or 0.0
    bodies = [b.id for b in table.bodies]
    if height is None:
        height = highest_standable(table, TOKEN, (x, y), ignore=bodies)
    elif not stand(table, TOKEN, (x, y, height), ignore=bodies):
        height = None
    if height is None:
        disc, there = f"{OBJECTIVE_DIAMETER_MM} mm disc", ", ".join(f"{v:g}" for v in plan.at)
        raise InputError(f"mission {mission.id}: objective {plan.id}: no level at ({there}) bears a {disc}")
    return x, y, height
