"""The missions by id, and where their objectives lie on a table (pp. ~50 to ~58)."""
from __future__ import annotations

from wc3d.errors import InputError
from wc3d.spelling import near
from wc3d.warcaster.mission_plans import Mission as Mission
from wc3d.warcaster.mission_plans import ObjectivePlan as ObjectivePlan
from wc3d.warcaster.missions.primary import PRIMARY_MISSIONS
from wc3d.warcaster.missions.skirmish import SKIRMISH_MISSIONS

MISSIONS: dict[str, Mission] = {m.id: m for m in (*PRIMARY_MISSIONS, *SKIRMISH_MISSIONS)}


def mission(id: str) -> Mission:
    """The mission of that id ("strange_matter"). Raises InputError, with ids that look like it."""
    if id not in MISSIONS:
        raise InputError(f"unknown mission {id!r}" + (near(id, MISSIONS) or f"; expected one of {', '.join(MISSIONS)}"))
    return MISSIONS[id]
