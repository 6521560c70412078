"""The five primary missions (pp. ~50 to ~54), on 48" by 48". The points are the project's own layout (NM-SIL-16)."""
from __future__ import annotations

from wc3d.warcaster.mission_plans import ANY_UNIT, Mission, ObjectivePlan, Worth

SQUADS = ("squad",)
SAME = (1, 1, 1)


def _zone(side: str, number: int, at: tuple[float, float]) -> ObjectivePlan:
    name, worth = f"{side.title()} Drop Zone {number}", Worth(SAME, active=3)
    return ObjectivePlan(f"zone-{side}-{number}", name, "zone", at, number, side, holders=SQUADS, worth=worth)


def _anchor(number: int, side: str, at: tuple[float, float]) -> ObjectivePlan:
    id, name, worth = f"anchor-{number}", f"Mooring Anchor {number}", Worth(SAME, across=3)
    return ObjectivePlan(id, name, "anchor", at, number, side, cover=True, holders=SQUADS, worth=worth)


DECAY_CONSTANT = Mission(
    "decay_constant",
    "Decay Constant",
    "~50",
    tuple(
        ObjectivePlan(f"strategic-{i}", f"Strategic Objective {i}", "strategic", at, i, holders=SQUADS)
        for i, at in enumerate(((10, 16), (24, 12), (38, 16), (10, 32), (24, 36), (38, 32)), 1)
    ),
    scored="activation",
)

ORDERS_OF_MAGNITUDE = Mission(
    "orders_of_magnitude",
    "Orders of Magnitude",
    "~51",
    (
        *(_zone("south", i, at) for i, at in enumerate(((40, 14), (24, 14), (8, 14)), 1)),
        *(_zone("north", i, at) for i, at in enumerate(((8, 34), (24, 34), (40, 34)), 1)),
    ),
    zones=True,
)

STRANGE_MATTER = Mission(
    "strange_matter",
    "Strange Matter",
    "~52",
    (
        *(
            ObjectivePlan(
                f"ruin-{i}", f"Ruin {i}", "ruin", at, i, cover=True, holders=("squad", "solo"), worth=Worth(carried=2)
            )
            for i, at in enumerate(((12, 12), (36, 12), (12, 36), (36, 36)), 1)
        ),
        *(
            ObjectivePlan(f"artifact-{i}", f"Artifact {i}", "artifact", at, i, portable=True, holders=ANY_UNIT)
            for i, at in enumerate(((8, 24), (24, 24), (40, 24)), 1)
        ),
    ),
)

SURFACE_TENSION = Mission(
    "surface_tension",
    "Surface Tension",
    "~53",
    (
        ObjectivePlan("platform", "Geyser Platform", "platform", (24, 24), holders=SQUADS, worth=Worth((2, 2, 2))),
        _anchor(1, "south", (10, 10)),
        _anchor(2, "south", (38, 10)),
        _anchor(3, "north", (10, 38)),
        _anchor(4, "north", (38, 38)),
    ),
)

UNCERTAINTY_PRINCIPLE = Mission(
    "uncertainty_principle",
    "Uncertainty Principle",
    "~54",
    tuple(
        ObjectivePlan(f"node-{i}", f"Matrix Node {i}", "node", at, i, cover=True, holders=SQUADS)
        for i, at in enumerate(((12, 12), (36, 12), (8, 24), (40, 24), (12, 36), (36, 36)), 1)
    ),
    removed=("node", (2, 1, 0)),
)

PRIMARY_MISSIONS = (DECAY_CONSTANT, ORDERS_OF_MAGNITUDE, STRANGE_MATTER, SURFACE_TENSION, UNCERTAINTY_PRINCIPLE)
