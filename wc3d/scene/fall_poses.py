"""The poses of a model that is destroyed: its figure falls off its base and lies flat, and parts of a
machine fly off. Nothing of it sinks into the ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import atan2, ceil, cos, degrees, dist, hypot, pi, radians, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.animation.falls import (
    MACHINE_TOPPLE_S,
    SHUDDER_S,
    TOPPLE_S,
    FallKind,
    fall_heading,
    fall_kind,
    is_ground,
    random_share,
)
from wc3d.animation.headings import eased
from wc3d.animation.steps import AnimationStep
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.facing import heading_direction
from wc3d.scene.effect_shapes import GRAVITY_IN_PER_S2
from wc3d.scene.figure_pieces import FigurePiece, Shape, split_model
from wc3d.scene.figures import BASE_HEIGHT_IN
from wc3d.scene.model_poses import STRUCK_GLOW, STRUCK_GLOW_S, ModelPose
from wc3d.table.body import Body

Floats = NDArray[np.float64]

WRECK_SHADES = {FallKind.TOPPLE: 0.64, FallKind.COLLAPSE: 0.45, FallKind.BREAK: 0.5}
"""How much of its color a wreck keeps, by its fall: a person is not burnt."""
CHAR_S = 0.5
"""Seconds in which a wreck is charred."""
BASE_FADE_S = 0.35
"""The last seconds of a fall, in which the base fades."""
FOOT_SHARE = 0.25
"""The share of a figure's height that is its foot, over whose edge it falls."""
TWISTS_DEG = (0.0, 35.0, -35.0, 70.0, -70.0, 105.0, -105.0)
"""By how much a figure may turn round itself while it falls; it lies as flat as it can."""
TWIST_COST_IN_PER_DEG = 0.001
LEANS_DEG = np.arange(55.0, 121.0, 1.0)
"""The leans at which a figure may come to rest."""
BOUNCE_SHARE, BOUNCE_S = 0.06, 0.2
SHUDDER_LEAN_DEG, SHUDDER_TWIST_DEG = 3.0, 3.5
FLIGHT_TURNS_DEG = (0.0, 35.0, -35.0, 75.0, -75.0, 120.0, -120.0, 180.0)
"""The directions in which a part may fly, from the one away from its machine, the best first."""
FLIGHT_REACH_IN, MIN_FLIGHT_REACH_IN = (1.0, 2.4), 0.5
"""How far parts fly beyond the edge of the base, and how far where nothing has room."""
RISE_IN_PER_S = (3.2, 5.6)
"""The speed at which parts fly up."""
PIECE_ROOM_IN = 0.35
"""The room of a part between bases, in inches."""
PIECE_BOUNCE_IN, PIECE_BOUNCE_S = 0.16, 0.22
TUMBLES = (1, 2)
"""The least and the most whole turns of a part in its flight."""


@dataclass(frozen=True, eq=False)
class PieceFlight:
    """The way of a part: from its place on the figure, `start`, to where it lies, `end`.

    Both are shifts from the place of the model. It leaves at `start_s`, flies for `seconds` and turns
    by `spin` degrees about the level axis across `toward`, and by `twist` about its own.
    """

    region: int
    corners: Floats
    start: XYZ
    end: XYZ
    start_s: float
    seconds: float
    rise: float
    toward: float
    spin: float
    twist: float


@dataclass(frozen=True)
class WreckPoses:
    """The poses of a wreck in a moment, of a model that stood at `at` and faced `heading`."""

    at: XYZ
    heading: float
    base: ModelPose
    trunk: ModelPose
    pieces: Mapping[int, ModelPose]
    """The poses of the parts, by region."""


@dataclass(frozen=True, eq=False)
class Wreck:
    """A destroyed model: where it stood, how it comes to rest, and the ways of its parts.

    `heading` is the way it faced; `toward`, `lean` and `twist` are those of its pose at rest.
    """

    at: XYZ
    heading: float
    kind: FallKind
    toward: float
    lean: float
    twist: float
    shape: Shape
    flights: tuple[PieceFlight, ...]

    @property
    def start_s(self) -> float:
        """The second at which it topples."""
        return SHUDDER_S if self.kind is FallKind.COLLAPSE else 0.0

    @property
    def fall_s(self) -> float:
        """The second at which it lies."""
        machine = self.kind is FallKind.COLLAPSE
        return self.start_s + (MACHINE_TOPPLE_S if machine else TOPPLE_S)

    @property
    def rest_s(self) -> float:
        """The second from which nothing moves."""
        ends = [flight.start_s + flight.seconds + PIECE_BOUNCE_S for flight in self.flights]
        return max([self.fall_s + BOUNCE_S, CHAR_S, *ends]) + 0.01

    def poses(self, seconds: float, alpha: float = 1.0) -> WreckPoses:
        """Return the poses some seconds after the fall began, all of them as opaque as `alpha`."""
        pieces = self.piece_poses(seconds)
        pieces = {region: replace(pose, alpha=alpha) for region, pose in pieces.items()}
        trunk = replace(self.trunk_pose(seconds), alpha=alpha)
        return WreckPoses(self.at, self.heading, self.base_pose(seconds), trunk, pieces)

    def base_pose(self, seconds: float) -> ModelPose:
        """Return the pose of the base some seconds after the fall began: it stays and fades."""
        alpha = min(1.0, max(0.0, (self.fall_s - seconds) / BASE_FADE_S))
        return ModelPose(alpha=alpha, glow=_glow(seconds))

    def trunk_pose(self, seconds: float) -> ModelPose:
        """Return the pose of the figure itself: it shudders, falls, bounces once and lies."""
        fallen = min(1.0, max(0.0, (seconds - self.start_s) / (self.fall_s - self.start_s))) ** 2
        since = (seconds - self.fall_s) / BOUNCE_S
        bounce = BOUNCE_SHARE * sin(pi * since) if 0 < since < 1 else 0.0
        shake = max(0.0, 1 - fallen * 4) if seconds > 0 and self.start_s else 0.0
        lean = self.lean * (fallen - bounce) + SHUDDER_LEAN_DEG * shake * abs(sin(37 * seconds))
        twist = self.twist * eased(fallen) + SHUDDER_TWIST_DEG * shake * sin(61 * seconds)
        support = BASE_HEIGHT_IN * (1 - fallen)
        along = _along(self.shape.corners, self.heading + twist - self.toward)
        high = self.shape.corners[:, 2]
        tilt = radians(lean)
        lift = support - float((high * cos(tilt) - along * sin(tilt)).min())
        foot = float(along[high <= high.min() + FOOT_SHARE * np.ptp(high)].max())
        ahead = foot - foot * cos(tilt) - BASE_HEIGHT_IN * sin(tilt) if lean else 0.0
        x, y = heading_direction(self.toward)
        return ModelPose(
            lean=lean,
            toward=self.toward,
            twist=twist,
            shift=(x * ahead, y * ahead, lift),
            shade=_shade(self.kind, seconds),
            glow=_glow(seconds),
        )

    def piece_poses(self, seconds: float) -> dict[int, ModelPose]:
        """Return the poses of the parts by region, as shifts from the place of the model."""
        if seconds >= SHUDDER_S or self.kind is not FallKind.COLLAPSE:
            return {
                flight.region: _flight_pose(flight, self.heading, self.kind, seconds)
                for flight in self.flights
            }
        trunk = self.trunk_pose(seconds)
        return {
            flight.region: _attached_pose(flight, self.heading, trunk) for flight in self.flights
        }


def make_wreck(
    step: AnimationStep,
    id: str,
    heading: float = 0.0,
    *,
    is_far: bool = False,
    is_whole: bool = False,
) -> Wreck:
    """Return the wreck of a model destroyed in a step, which faced `heading` degrees.

    `is_far`: its figure has fewer triangles. `is_whole`: no parts fly off, as on pages.
    """
    body = step.start_table.body(id)
    kind = fall_kind(step, id)
    livery = step.liveries.get(id)
    split = split_model(body, livery, is_far) if livery is not None else None
    shape = _plain_shape(body)
    if split is not None:
        shape = split.whole_shape if is_whole else split.shape
    toward = fall_heading(step, id)
    twist, lean = _find_rest(shape, round(heading - toward) % 360)
    if kind is FallKind.BREAK:
        twist = lean = 0.0
    pieces = split.pieces if split is not None and not is_whole else ()
    flights = tuple(_plan_flights(step, body, heading, pieces, kind))
    return Wreck(body.at, heading, kind, toward, lean, twist, shape, flights)


def _plain_shape(body: Body) -> Shape:
    """Return the shape of a figure of which nothing is known."""
    turns = np.linspace(0, 2 * np.pi, 9)[:-1]
    rim = 0.5 * body.radius * np.column_stack([np.cos(turns), np.sin(turns)])
    heights = (BASE_HEIGHT_IN, body.height)
    corners = np.vstack([np.column_stack([rim, np.full(len(rim), z)]) for z in heights])
    return Shape(corners, corners.mean(axis=0))


def _along(points: Floats, turn: float) -> Floats:
    """Return how far points lie to the north after a turn counter-clockwise, in degrees."""
    result: Floats = points[:, 0] * sin(radians(turn)) + points[:, 1] * cos(radians(turn))
    return result


@memo_per_process(Size.LARGE)
def _find_rest(shape: Shape, turn: int) -> tuple[float, float]:
    """Return the twist and the lean with which a figure lies flattest, when it falls to the north.

    `turn` is the way it faces. It tips until its middle is above what it lies on. The window needs
    it for each fall, and 7 ways of each figure are tried.
    """
    best, lowest = (0.0, 90.0), float("inf")
    for twist in TWISTS_DEG:
        along = _along(shape.corners, turn + twist)
        middle = float(_along(shape.middle[None], turn + twist)[0])
        tilts = np.radians(LEANS_DEG)[:, None]
        heights = shape.corners[:, 2] * np.cos(tilts) - along * np.sin(tilts)
        places = along * np.cos(tilts) + shape.corners[:, 2] * np.sin(tilts)
        support = places[np.arange(len(tilts)), heights.argmin(axis=1)]
        centers = middle * np.cos(tilts[:, 0]) + shape.middle[2] * np.sin(tilts[:, 0])
        rests = np.flatnonzero(support >= centers)
        number = int(rests[0]) if len(rests) else len(LEANS_DEG) - 1
        tilt = float(tilts[number, 0])
        high = float(shape.middle[2] * cos(tilt) - middle * sin(tilt) - heights[number].min())
        high += TWIST_COST_IN_PER_DEG * abs(twist)
        if high < lowest:
            best, lowest = (twist, float(LEANS_DEG[number])), high
    return best


def _plan_flights(
    step: AnimationStep,
    body: Body,
    heading: float,
    pieces: tuple[FigurePiece, ...],
    kind: FallKind,
) -> Iterator[PieceFlight]:
    """Yield the ways of the parts of a model, each away from it to a free place."""
    taken: list[tuple[float, float]] = []
    for number, piece in enumerate(pieces):
        look = [random_share(f"{body.id} {number} {what}") for what in range(4)]
        x, y, z = piece.center
        turn = radians(heading)
        start = (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), z)
        outward = degrees(atan2(-start[0], start[1])) + 40 * (look[0] - 0.5)
        toward, reach = _find_landing(step, body, outward, look[1], taken)
        x, y = heading_direction(toward)
        end_x, end_y = x * reach, y * reach
        taken.append((end_x, end_y))
        twist, quarter = _find_lying_turn(piece, heading - toward)
        spin = 360.0 * (TUMBLES[0] if look[2] < 0.6 else TUMBLES[1]) + quarter
        low = _lowest(piece.shape.corners, heading + twist - toward, spin)
        rise = RISE_IN_PER_S[0] + (RISE_IN_PER_S[1] - RISE_IN_PER_S[0]) * look[3]
        fall = max(0.0, z + low)
        seconds = (rise + sqrt(rise * rise + 2 * GRAVITY_IN_PER_S2 * fall)) / GRAVITY_IN_PER_S2
        begin = SHUDDER_S if kind is FallKind.COLLAPSE else 0.05 * number
        end = end_x, end_y, -low
        yield PieceFlight(
            piece.region, piece.shape.corners, start, end, begin, seconds, rise, toward, spin, twist
        )


def _find_landing(
    step: AnimationStep,
    body: Body,
    outward: float,
    share: float,
    taken: list[tuple[float, float]],
) -> tuple[float, float]:
    """Return the heading of a part's flight and how far it goes from the middle of its model."""
    low, high = FLIGHT_REACH_IN
    reach = body.radius + low + (high - low) * share
    others = [other for other in step.start_table.bodies if other.id != body.id]
    for length in (reach, body.radius + low / 2):
        for turn in FLIGHT_TURNS_DEG:
            x, y = (length * part for part in heading_direction(outward + turn))
            spot = (body.at[0] + x, body.at[1] + y, body.at[2])
            gaps = [dist(spot[:2], other.at[:2]) - other.radius for other in others]
            apart = [hypot(x - u, y - v) for u, v in taken]
            is_free = min([*gaps, *apart], default=PIECE_ROOM_IN) >= PIECE_ROOM_IN
            if is_free and is_ground(step, spot):
                return outward + turn, length
    return outward, MIN_FLIGHT_REACH_IN


def _find_lying_turn(piece: FigurePiece, turn: float) -> tuple[float, float]:
    """Return the twist and the lean, in quarter turns, that bring a part's thinnest side down."""
    turns = [(twist, lean) for lean in (0.0, 90.0, 180.0) for twist in (0.0, 90.0)]
    corners = piece.shape.corners
    return min(turns, key=lambda pair: float(np.ptp(_heights(corners, turn + pair[0], pair[1]))))


def _heights(corners: Floats, turn: float, lean: float) -> Floats:
    """Return the heights of corners after a turn and a lean to the north."""
    tilt = radians(lean)
    result: Floats = corners[:, 2] * cos(tilt) - _along(corners, turn) * sin(tilt)
    return result


def _lowest(corners: Floats, turn: float, lean: float) -> float:
    return float(_heights(corners, turn, lean).min())


def _flight_pose(flight: PieceFlight, heading: float, kind: FallKind, seconds: float) -> ModelPose:
    """Return where a part is: on its arc, in its bounce, or at rest."""
    since = min(max(0.0, seconds - flight.start_s), flight.seconds)
    share = since / flight.seconds
    after = (seconds - flight.start_s - flight.seconds) / PIECE_BOUNCE_S
    lean, twist = flight.spin * share, flight.twist * share
    x, y = (a + (b - a) * share for a, b in zip(flight.start[:2], flight.end[:2], strict=True))
    z = flight.start[2] + flight.rise * since - GRAVITY_IN_PER_S2 / 2 * since * since
    z = max(z, -_lowest(flight.corners, heading + twist - flight.toward, lean))
    if after >= 0.0:
        z = flight.end[2] + (PIECE_BOUNCE_IN * sin(pi * after) if after < 1.0 else 0.0)
    return ModelPose(
        lean=lean,
        toward=flight.toward,
        twist=twist,
        shift=(x, y, z),
        shade=_shade(kind, seconds),
        glow=_glow(seconds),
    )


def _attached_pose(flight: PieceFlight, heading: float, trunk: ModelPose) -> ModelPose:
    """Return the pose of a part that is still on its figure."""
    turn, tilt = radians(trunk.twist), radians(trunk.lean)
    x, y, z = flight.start
    x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    ahead_x, ahead_y = heading_direction(trunk.toward or 0.0)
    along = x * ahead_x + y * ahead_y
    moved = along * cos(tilt) + z * sin(tilt) - along
    high = z * cos(tilt) - along * sin(tilt)
    shift = (
        x + moved * ahead_x + trunk.shift[0],
        y + moved * ahead_y + trunk.shift[1],
        high + trunk.shift[2],
    )
    return ModelPose(
        lean=trunk.lean,
        toward=trunk.toward,
        twist=trunk.twist,
        shift=shift,
        shade=trunk.shade,
        glow=trunk.glow,
    )


def _shade(kind: FallKind, seconds: float) -> float:
    return 1 - (1 - WRECK_SHADES[kind]) * eased(ceil(seconds / CHAR_S * 12) / 12)


def _glow(seconds: float) -> float:
    return STRUCK_GLOW * max(0.0, 1 - seconds / STRUCK_GLOW_S) if seconds >= 0 else 0.0
