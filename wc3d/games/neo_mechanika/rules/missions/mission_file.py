"""Custom missions: a JSON file with objectives, their places, holders and victory points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from wc3d.games.neo_mechanika.rules.book.rulebook import PLAYER_SOURCE
from wc3d.games.neo_mechanika.rules.mission_plans import Mission, ObjectivePlan, Worth
from wc3d.table.maps.strict_json import (
    FileError,
    FileFault,
    Id,
    Name,
    Point2D,
    Point3D,
    StrictBool,
    StrictModel,
    read_json,
    repeated_id_faults,
    validation_faults,
)

FILE_SUFFIX = ".json"
"""The suffix of a mission's file."""

MAX_OBJECTIVES = 100
"""The most objectives of a mission."""

PointCount = Annotated[int, Field(strict=True, ge=0, le=100)]
HolderKind = Literal["squad", "solo", "warjack"]
PointsByRound = tuple[PointCount, PointCount, PointCount]


class WorthModel(StrictModel):
    """The victory points of a secured objective (see `Worth`)."""

    rounds: PointsByRound = Worth().rounds
    active: PointCount = 0
    across: PointCount = 0
    carried: PointCount = 0


class ObjectiveModel(StrictModel):
    """An objective: its place, kind and holders (see `ObjectivePlan`)."""

    id: Id
    name: Name = ""
    kind: Id = "objective"
    at: Point2D | Point3D
    number: Annotated[int, Field(strict=True, ge=0, le=3)] = 0
    side: Literal["", "south", "north"] = ""
    portable: StrictBool = False
    cover: StrictBool = False
    holders: Annotated[tuple[HolderKind, ...], Field(min_length=1, max_length=3)] = (
        "squad",
        "solo",
        "warjack",
    )
    worth: WorthModel = WorthModel()


class RemovedModel(StrictModel):
    """The number of objectives of a kind to remove after each Pulse round."""

    kind: Id
    rounds: PointsByRound


class MissionModel(StrictModel):
    """A mission in a file or a saved game (see `Mission`)."""

    id: Id
    name: Name = ""
    objectives: Annotated[
        tuple[ObjectiveModel, ...], Field(min_length=1, max_length=MAX_OBJECTIVES)
    ]
    skirmish: StrictBool = False
    scored: Literal["activation", "round"] = "round"
    zones: StrictBool = False
    removed: RemovedModel | None = None

    def to_mission(self) -> Mission:
        """Return the mission."""
        objectives = tuple(
            ObjectivePlan(
                o.id,
                o.name or o.id,
                o.kind,
                o.at,
                o.number,
                o.side,
                o.portable,
                o.cover,
                o.holders,
                Worth(**o.worth.model_dump()),
            )
            for o in self.objectives
        )
        removed = (
            (self.removed.kind, self.removed.rounds)
            if self.removed is not None
            else ("", (0, 0, 0))
        )
        return Mission(
            self.id,
            self.name or self.id,
            PLAYER_SOURCE,
            objectives,
            self.skirmish,
            self.scored,
            self.zones,
            removed,
        )

    def find_faults(self) -> Iterator[FileFault]:
        """Yield faults between parts that are valid alone."""
        yield from repeated_id_faults(
            [(f"objectives[{i}]", o.id) for i, o in enumerate(self.objectives)]
        )
        width, depth = self.to_mission().size
        for i, objective in enumerate(self.objectives):
            x, y = objective.at[:2]
            if not (0 <= x <= width and 0 <= y <= depth):
                yield FileFault(
                    f"objectives[{i}].at",
                    f'expected a point on the table, {width:g}" x {depth:g}", found {x:g}, {y:g}',
                )
        if self.removed is not None and all(o.kind != self.removed.kind for o in self.objectives):
            yield FileFault("removed.kind", f"no objective has the kind {self.removed.kind!r}")
        if self.zones and {o.number for o in self.objectives} != {1, 2, 3}:
            yield FileFault(
                "zones",
                "expected objectives numbered 1, 2 and 3, because a d3 decides which of them are active",
            )


def read_mission(path: str | Path) -> Mission:
    """Read a mission from a file. Raises FileError, which lists every fault with its place."""
    data = read_json(path)
    try:
        described = MissionModel.model_validate(data)
    except ValidationError as error:
        raise FileError(str(path), validation_faults(error, data)) from None
    if faults := tuple(described.find_faults()):
        raise FileError(str(path), faults)
    return described.to_mission()


def mission_to_model(mission: Mission) -> MissionModel:
    """Return a mission's model for a saved game. Raises FileError if it has none."""
    kind, rounds = mission.removed
    data: dict[str, Any] = {
        "id": mission.id,
        "name": mission.name,
        "skirmish": mission.skirmish,
        "scored": mission.scored,
        "zones": mission.zones,
        "removed": {"kind": kind, "rounds": rounds} if kind else None,
        "objectives": [_dump_objective(o) for o in mission.objectives],
    }
    try:
        model = MissionModel.model_validate(data)
    except ValidationError as error:
        raise FileError(f"mission {mission.id}", validation_faults(error, data)) from None
    if faults := tuple(model.find_faults()):
        raise FileError(f"mission {mission.id}", faults)
    return model


def _dump_objective(plan: ObjectivePlan) -> dict[str, Any]:
    worth = {part: getattr(plan.worth, part) for part in WorthModel.model_fields}
    return {
        part: getattr(plan, part) for part in ObjectiveModel.model_fields if part != "worth"
    } | {"worth": worth}
