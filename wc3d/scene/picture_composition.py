"""The composition of an evidence picture: its required points, best view, facings and colors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import atan2, degrees, hypot

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.solids import Cylinder
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.facing import face_enemies
from wc3d.presentation.palette import RGB, ROLE_COLORS, ROLE_PINS, Livery, Role
from wc3d.scene.camera import Orbit, PictureSize, frame_points, overview_orbit
from wc3d.scene.lines import polyline_segments
from wc3d.scene.picking import RayPicker
from wc3d.table.features import Kind
from wc3d.table.table import Table

CANDIDATE_TURNS_DEG = (0.0, 25.0, -25.0, 50.0, -50.0, 72.0, -72.0)
CANDIDATE_TILTS_DEG = (30.0, 42.0, 56.0)
MODELS_TILT_DEG = 36.0
"""The angle in degrees from which a picture without a question looks down at the models."""

MIN_CAMERA_DISTANCE_IN = 13.0
"""The minimum distance of the camera in inches, so that a picture shows its place on the table."""


def table_corners(size: tuple[float, float]) -> NDArray[np.float64]:
    """Return a table's corners (4, 3), including the rim."""
    width, depth = size
    return np.array(
        [(-1.0, -1.0, 0.0), (width + 1, -1, 0), (-1, depth + 1, 0), (width + 1, depth + 1, 0)]
    )


def evidence_volumes(table: Table, evidence: EvidenceView) -> list[Cylinder]:
    """Return the volumes of the models and ghosts in the evidence."""
    models = [table.body(id).volume for id, role in evidence.roles.items() if role in ROLE_PINS]
    return models + [ghost.volume for ghost in evidence.ghosts]


def _volume_corners(v: Cylinder) -> list[tuple[float, float, float]]:
    """Return the corners of the box around a volume."""
    return [(v.box[i], v.box[j], z) for i in (0, 2) for j in (1, 3) for z in (v.low, v.high)]


def evidence_points(table: Table, evidence: EvidenceView) -> NDArray[np.float64]:
    """Return the points (n, 3) that the picture must include."""
    points = [p for stroke in evidence.strokes for p in stroke.points]
    for v in evidence_volumes(table, evidence):
        points += _volume_corners(v)
    for around in evidence.circles:
        (x, y), r, z = around.center, around.radius, around.height
        points += [(x + r, y, z), (x - r, y, z), (x, y + r, z), (x, y - r, z)]
    return np.array(points) if points else table_corners(table.size)


def find_best_view(size: PictureSize, table: Table, evidence: EvidenceView | None) -> Orbit:
    """Return the nearest view that shows all the evidence, or the table without evidence."""
    if evidence is None or evidence.shows_whole_table:
        return frame_points(size, overview_orbit(table.size), table_corners(table.size), 0.95)
    orbit = frame_points(
        size,
        find_best_direction(table, evidence, telling_points(table, evidence)),
        evidence_points(table, evidence),
        0.82,
    )
    return (
        orbit
        if orbit.distance >= MIN_CAMERA_DISTANCE_IN
        else replace(orbit, distance=MIN_CAMERA_DISTANCE_IN)
    )


def find_models_view(size: PictureSize, table: Table) -> Orbit:
    """Return the nearest view from player 1's side that shows all models, or the empty table."""
    points = [point for body in table.bodies for point in _volume_corners(body.volume)]
    if not points:
        return find_best_view(size, table, None)
    orbit = replace(overview_orbit(table.size), tilt=MODELS_TILT_DEG)
    orbit = frame_points(size, orbit, np.array(points), 0.9)
    return replace(orbit, distance=max(orbit.distance, MIN_CAMERA_DISTANCE_IN))


def find_best_direction(
    table: Table, evidence: EvidenceView, telling: Sequence[NDArray[np.float64]]
) -> Orbit:
    """Return the view with most visible `telling` points, from the line's side if equal."""
    points = evidence_points(table, evidence)
    picker = RayPicker(table)
    (ax, ay), (bx, by) = evidence.cut[0], evidence.cut[-1]
    across = degrees(atan2(by - ay, bx - ax)) if hypot(bx - ax, by - ay) > 1e-6 else 0.0
    x, y, z = (float(v) for v in points.mean(axis=0))
    distance = max(
        MIN_CAMERA_DISTANCE_IN, 2.2 * float(np.linalg.norm(points - (x, y, z), axis=1).max())
    )

    def worth(orbit: Orbit, turn: float) -> float:
        visible_share = sum(picker.is_point_visible(orbit.eye, point) for point in telling) / len(
            telling
        )
        south = abs((orbit.turn + 180) % 360 - 180) / 180
        return visible_share * 2 - abs(turn) / 200 - south * 0.15 - abs(orbit.tilt - 36) / 90

    candidates = [
        (Orbit((x, y, z), across + side + turn, tilt, distance), turn)
        for side in (0.0, 180.0)
        for turn in CANDIDATE_TURNS_DEG
        for tilt in CANDIDATE_TILTS_DEG
    ]
    return max(candidates, key=lambda pair: worth(*pair))[0]


def telling_points(table: Table, evidence: EvidenceView) -> list[NDArray[np.float64]]:
    """Return points that should be visible: along the lines, and the volumes' centers and heads."""
    points = []
    for stroke in evidence.strokes:
        if stroke.is_bold:
            for a, b in polyline_segments(stroke.points):
                points += [a + (b - a) * t for t in (0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.98)]
    if evidence.hull is not None:
        a, b = (np.array([*v.center, (v.low + v.high) / 2]) for v in evidence.hull)
        points += [a + (b - a) * t for t in (0.2, 0.4, 0.6, 0.8)]
    for v in evidence_volumes(table, evidence):
        points += [
            np.array([*v.center, v.low + 0.1]),
            np.array([*v.center, (v.low + v.high) / 2]),
            np.array([*v.center, v.high]),
        ]
    return points or [np.array([table.size[0] / 2, table.size[1] / 2, 0.1])]


def tree_free_zones(
    table: Table, evidence: EvidenceView | None, orbit: Orbit
) -> list[tuple[float, float, float]]:
    """Return zones without trees: around models, along lines, and between them and the camera."""
    free = [(body.at[0], body.at[1], body.radius + 0.9) for body in table.bodies]
    for stroke in evidence.strokes if evidence else ():
        for a, b in polyline_segments(stroke.points):
            steps = max(2, int(np.linalg.norm(b - a) / 0.5))
            free += [(*(a + (b - a) * k / steps)[:2], 0.8) for k in range(steps + 1)]
    if evidence is None:
        return free
    tallest = max(
        (
            min(f.high - f.low, 4.5) + f.low
            for f in table.features
            if f.pieces and f.kind is Kind.FOREST
        ),
        default=0.0,
    )
    for point in telling_points(table, evidence):
        way = np.array(orbit.eye) - point
        flat = float(np.hypot(way[0], way[1]))
        for distance in np.arange(0.4, min(flat, 9.0), 0.4):
            if point[2] + way[2] * distance / flat > tallest:
                break
            free.append((*(point + way * distance / flat)[:2], 0.75))
    return free


def figure_facings(
    table: Table, evidence: EvidenceView | None, liveries: Mapping[str, Livery] | None = None
) -> dict[str, float]:
    """Return the figures' facings: the game's if it has facings.

    Otherwise the two models of a question face each other, models of a side face the nearest
    enemy, and others face the center.
    """
    game_facings = {
        body.id: (body.facing - 90.0) % 360.0 for body in table.bodies if body.facing is not None
    }
    middle = table.size[1] / 2
    result = {body.id: 0.0 if body.at[1] <= middle else 180.0 for body in table.bodies}
    result |= face_enemies(
        table.bodies, {id: livery.side for id, livery in (liveries or {}).items()}
    )
    if evidence is None or len(evidence.cut) < 2:
        return {**result, **game_facings}
    (ax, ay), (bx, by) = evidence.cut[0], evidence.cut[-1]
    way = degrees(atan2(-(bx - ax), by - ay))
    for id, role in evidence.roles.items():
        if role in (Role.FROM, Role.TO):
            result[id] = way if role is Role.FROM else way + 180
    return {**result, **game_facings}


def figure_colors(
    evidence: EvidenceView | None, liveries: Mapping[str, Livery] | None = None
) -> dict[str, RGB]:
    """Return the figures' colors by their roles in the question; others keep their side's color."""
    roles = evidence.roles if evidence else {}
    return {
        id: ROLE_COLORS[role]
        for id, role in roles.items()
        if role in ROLE_PINS or id not in (liveries or {})
    }
