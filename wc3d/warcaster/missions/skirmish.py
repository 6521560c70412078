"""The two skirmish missions (pp. ~57, ~58), on 30" by 30". The points are the project's own layout (NM-SIL-16)."""
from __future__ import annotations

from wc3d.warcaster.mission_plans import Mission, ObjectivePlan

BOILING_POINT = Mission(
    "boiling_point",
    "Boiling Point",
    "~57",
    tuple(
        ObjectivePlan(f"location-{i}", f"Strategic Location {i}", "location", at, i, cover=True)
        for i, at in enumerate(((6, 15), (15, 15), (24, 15)), 1)
    ),
    skirmish=True,
    scored="activation",
)

CHAOS_THEORY = Mission(
    "chaos_theory",
    "Chaos Theory",
    "~58",
    (
        *(
            ObjectivePlan(f"transmitter-{i}", f"Transmitter {i}", "transmitter", at, i, cover=True)
            for i, at in enumerate(((15, 8), (15, 22)), 1)
        ),
        *(
            ObjectivePlan(f"tower-{i}", f"Com Tower {i}", "tower", at, i, cover=True)
            for i, at in enumerate(((5, 15), (15, 15), (25, 15)), 1)
        ),
    ),
    skirmish=True,
    removed=("tower", (1, 1, 0)),
)

SKIRMISH_MISSIONS = (BOILING_POINT, CHAOS_THEORY)
