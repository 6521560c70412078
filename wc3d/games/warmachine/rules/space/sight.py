"""Lines of sight from the eye through the front arc to any point of the target."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar

from wc3d.games.warmachine.rules.space.arcs import is_behind
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.games.warmachine.rules.space.policy import (
    BACK_ARC_ID,
    UNLIMITED_HEIGHT_IN,
    back_arc_blocker,
    eye_position,
    sight_blocking_models,
)
from wc3d.geometry.boxes import boxes_overlap, moved_disc_box
from wc3d.geometry.plane.disc_difference import subtract_disc
from wc3d.geometry.plane.strips import distance_to_lane
from wc3d.geometry.points import XY
from wc3d.geometry.quick_sight_tests import find_open_eye_line, is_surely_hidden
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.geometry.tolerances import EPSILON_IN, SIGHT_TOLERANCE_IN
from wc3d.geometry.visibility import Segment
from wc3d.table.body import Body
from wc3d.table.sight.sight import Sight, can_block_sight, sight_past_blockers
from wc3d.table.space_policy import SightBlocker
from wc3d.table.table_state import TableState

LINE_CLEARANCE_IN = 0.01
"""The largest distance in inches between a line and a model in its way."""


@dataclass(frozen=True, slots=True)
class Cloud:
    """A cloud in play: a disc without upper limit (WM-GEO-12)."""

    id: str
    center: XY
    diameter: float

    def contains(self, point: XY) -> bool:
        """Return whether a point is in the cloud or on its edge."""
        return math.dist(self.center, point) <= self.diameter / 2 + EPSILON_IN

    def touches(self, place: XY, radius: float) -> bool:
        """Return whether a base is in the cloud or touches it (WM-CLD-02)."""
        return math.dist(self.center, place) <= self.diameter / 2 + radius + EPSILON_IN

    @property
    def as_blocker(self) -> SightBlocker:
        """Return the cloud as a sight blocker."""
        return SightBlocker(
            self.id, (Cylinder(self.center, self.diameter / 2, 0.0, UNLIMITED_HEIGHT_IN),)
        )


@dataclass(frozen=True, eq=False)
class SightCheck:
    """The result of a sight check, truthy if the viewer sees the target.

    `sights` are the deciding searches, one for each choice of clouds in which a line may end. For
    "clear", the first search has a line. The line and the blockers are computed on demand.
    """

    viewer: Fighter
    target: Fighter
    verdict: str
    sights: tuple[Sight, ...]
    behind: bool
    clouds: tuple[Cloud, ...]
    rules: ClassVar[tuple[str, ...]] = (
        "WM-LOS-01",
        "WM-LOS-02",
        "WM-LOS-03",
        "WM-LOS-04",
        "WM-GEO-07",
        "WM-GEO-08",
        "WM-GEO-09",
        "WM-GEO-10",
        "WM-GEO-11",
        "WM-GEO-12",
        "WM-RUL-08",
        "WM-RUL-09",
        "WM-RUL-10",
        "WM-RUL-12",
        "WM-RUL-52",
        "WM-RUL-104",
        "WM-RUL-119",
        "WM-RUL-120",
    )

    def __bool__(self) -> bool:
        return self.verdict == "clear"

    @cached_property
    def line(self) -> Segment | None:
        """An open line from the eye to the target, approximately the widest; None unless clear."""
        line = self.sights[0].line if self.verdict == "clear" else None
        if line is None:
            return None
        exact = (
            eye_position(self.viewer),
            line[1],
        )  # the search starts from a volume around the eye, far below every tolerance
        return exact if self.sights[0].is_open(exact) else line

    @cached_property
    def clearance(self) -> float | None:
        """The distance between the line and the nearest blocker; None without blockers or line."""
        return self.sights[0].clearance if self.verdict == "clear" else None

    @cached_property
    def blockers(self) -> tuple[str, ...]:
        """A minimal set of blockers: models and terrain in table order, then clouds.

        It is empty if the target is wholly in the back arc, which alone hides it.
        """
        if self.verdict != "blocked" or not self.sights:
            return ()
        blocker_ids = {id for sight in self.sights for id in sight.blockers} - {BACK_ARC_ID}
        table = self.sights[0].table
        order = [
            *(b.id for b in table.bodies),
            *(f.id for f in table.features),
            *(cloud.id for cloud in self.clouds),
        ]
        return tuple(id for id in order if id in blocker_ids)


def compute_eye_sight(
    table: TableState, viewer: Fighter | str, target: Fighter | str, clouds: Sequence[Cloud] = ()
) -> SightCheck:
    """Check for a line from the eye, through the front arc, to any point of the target.

    The interiors of other standing models and terrain block, forests hide by depth, and a cloud
    blocks lines that pass through it. The result is exact: "clear" has a line, and "blocked" is
    proven for every line with clearance. Models of one height therefore hide each other
    (WM-RUL-104).
    """
    viewer_model, target_model = get_fighter(table, viewer), get_fighter(table, target)
    if is_behind(viewer_model, target_model.place, target_model.radius):
        return SightCheck(viewer_model, target_model, "blocked", (), True, tuple(clouds))
    models = _blockers_in_lane(viewer_model, target_model, table.bodies)
    solid = (*models, *back_arc_blocker(viewer_model, target_model))
    if not clouds and not _has_terrain_near(table, viewer_model, target_model):
        quick_sight = _quick_sight(table, viewer_model, target_model, models, solid)
        if quick_sight is not None:
            return quick_sight
    return _search_sight(table, viewer_model, target_model, solid, clouds)


def _has_terrain_near(table: TableState, viewer: Fighter, target: Fighter) -> bool:
    """Return whether sight-relevant terrain is near the lines between the models."""
    lane = moved_disc_box(viewer.place, target.place, target.radius + LINE_CLEARANCE_IN)
    return any(
        can_block_sight(feature) and feature.pieces and boxes_overlap(feature.box, lane)
        for feature in table.features
    )


def _quick_sight(
    table: TableState,
    viewer: Fighter,
    target: Fighter,
    models: tuple[SightBlocker, ...],
    solid: tuple[SightBlocker, ...],
) -> SightCheck | None:
    """Return an obvious result without terrain, or None: an open line or one full blocker."""
    eye = eye_position(viewer)
    volume = target.volume
    cylinders = [piece for model in models for piece in model.pieces if isinstance(piece, Cylinder)]
    line = find_open_eye_line(eye, volume, cylinders, viewer.facing_vector)
    if line is None and not any(is_surely_hidden(eye, volume, piece) for piece in cylinders):
        return None
    verdict = "blocked" if line is None else "clear"
    ends = table.policy.sight_source(viewer), table.policy.sight_target(target)
    return SightCheck(
        viewer,
        target,
        verdict,
        (Sight(table, viewer, target, verdict, line, SIGHT_TOLERANCE_IN, ends, solid),),
        False,
        (),
    )


def sight_past_terrain(
    table: TableState, viewer: Fighter | str, target: Fighter | str
) -> SightCheck:
    """Return the sight past terrain only, without models and arcs (WM-RUL-51, WM-RUL-118)."""
    viewer_model, target_model = get_fighter(table, viewer), get_fighter(table, target)
    return _search_sight(table, viewer_model, target_model, (), ())


def _search_sight(
    table: TableState,
    viewer: Fighter,
    target: Fighter,
    solid: tuple[SightBlocker, ...],
    clouds: Sequence[Cloud],
) -> SightCheck:
    """Return the sight past these solids and clouds.

    For a cloud in which lines may end, search once for lines that end there and once for the
    others.
    """
    choices: list[tuple[tuple[SightBlocker, ...], ...]] = []
    for cloud in clouds:
        gap = math.dist(cloud.center, target.place)
        if cloud.contains(viewer.place) or gap + target.radius <= cloud.diameter / 2 + EPSILON_IN:
            continue
        part = cloud.touches(target.place, target.radius)
        choices.append(
            ((cloud.as_blocker,), _solid_outside(cloud, target)) if part else ((cloud.as_blocker,),)
        )
    sights = []
    for choice in product(*choices):
        sight = sight_past_blockers(
            table, viewer, target, (*solid, *(blocker for group in choice for blocker in group))
        )
        if sight.verdict == "clear":
            return SightCheck(viewer, target, "clear", (sight,), False, tuple(clouds))
        sights.append(sight)
    verdict = "blocked" if all(sight.verdict == "blocked" for sight in sights) else "undecided"
    return SightCheck(viewer, target, verdict, tuple(sights), False, tuple(clouds))


def _blockers_in_lane(
    viewer: Fighter, target: Fighter, bodies: Sequence[Body]
) -> tuple[SightBlocker, ...]:
    """Return the sight-blocking models near any line from the eye to the target."""
    (x, y), (tx, ty), wide = viewer.place, target.place, target.radius
    eye = viewer.at[2] + viewer.height
    foot = target.at[2]
    lowest = min(eye, foot) - LINE_CLEARANCE_IN
    highest = max(eye, foot + target.height) + LINE_CLEARANCE_IN
    long = math.hypot(tx - x, ty - y) or 1.0
    u, v = (tx - x) / long, (ty - y) / long
    pairs = []
    for body in bodies:
        bx, by, bz = body.at
        reach = body.radius + LINE_CLEARANCE_IN
        along = (bx - x) * u + (by - y) * v
        aside = abs((bx - x) * v - (by - y) * u)
        if (
            -reach <= along <= long + wide + reach
            and aside <= wide + reach
            and lowest - body.height < bz < highest
        ):
            pairs.append((body, reach))
    lane = [
        body
        for body, reach in pairs
        if distance_to_lane((body.at[0], body.at[1]), (x, y), (tx, ty), wide) < reach
    ]
    return sight_blocking_models(viewer, target, lane) if lane else ()


def _solid_outside(cloud: Cloud, target: Fighter) -> tuple[SightBlocker, ...]:
    """Return the target's part outside a cloud as solids; lines past them end in the cloud.

    A line that enters this part before the cloud is not blocked by the cloud. Another search finds
    that line.
    """
    low, high = Plane(target.at[2] - 1.0), Plane(target.at[2] + target.height + 1.0)
    parts = subtract_disc((target.place, target.radius), (cloud.center, cloud.diameter / 2))
    return (SightBlocker(cloud.id, tuple(Prism(part, low, high) for part in parts)),)
