"""What is drawn into the photograph: outlines, cylinders, ellipses and answers, all in pixels.

Every value is ready for JSON. A line that runs behind the lens is cut into the parts that are seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from wc3d.geometry.solids import Cylinder, Piece
from wc3d.photo.camera import Array, PhotoCamera
from wc3d.photo.judgement import CertainAnswer, PhotoJudgement
from wc3d.photo.placed_models import ellipse_points
from wc3d.photo.reading import corner_places
from wc3d.table.table import Table

LINE_STEPS = 10
"""The parts of a straight line: a lens bends it."""

CIRCLE_STEPS = 40
MAX_PIECES = 30
"""The pieces of a feature that are drawn one by one; of a finer mesh, only its box is drawn."""

PIXEL_DIGITS = 1

PixelLine = list[list[float]]


def draw_overlay(judgement: PhotoJudgement) -> dict[str, Any]:
    """Return everything that a page draws over the photograph.

    - `outlines`: the table and its terrain (see `draw_board`).
    - `models`: `id`, `base` and `top` (rims), `sides`, `ellipse` (its 95 % ellipse).
    - `answers`: the words of each answer, and its `lines`, `circles` and `ghosts`.
    """
    camera = judgement.reading.fit.camera
    table = judgement.dispute.table
    models = []
    for k, id in enumerate(judgement.placements.ids):
        x, y, z = judgement.placements.positions[k]
        ring = ellipse_points(judgement.placements.covariance_of(k), count=CIRCLE_STEPS)
        ellipse = np.c_[ring + (x, y), np.full(len(ring), z)]
        drawn = draw_cylinder(camera, table.body(id).volume)
        models.append({"id": id, **drawn, "ellipse": _closed(camera, ellipse)})
    return {
        "outlines": draw_board(table, camera),
        "models": models,
        "answers": [draw_answer(reply, camera) for reply in judgement.answers],
    }


def draw_board(table: Table, camera: PhotoCamera) -> list[dict[str, Any]]:
    """Return the outlines of the table and its terrain: `id`, `kind` and `lines`."""
    corners = np.array(list(corner_places(table.size).values()))
    outlines = [{"id": "", "kind": "table", "lines": _closed(camera, corners)}]
    for feature in table.features:
        pieces = feature.pieces
        if not pieces:
            continue
        lines: list[PixelLine] = []
        if len(pieces) <= MAX_PIECES:
            for piece in pieces:
                lines += [line for part in _piece_rings(piece) for line in _closed(camera, part)]
                lines += [line for part in _piece_sides(piece) for line in _open(camera, part)]
        else:
            boxes = np.array([piece.box for piece in pieces])
            (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
            flat = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            for height in (feature.low, feature.high):
                lines += _closed(camera, np.c_[flat, np.full(4, height)])
        outlines.append({"id": feature.id, "kind": str(feature.kind.value), "lines": lines})
    return outlines


def draw_cylinder(camera: PhotoCamera, volume: Cylinder) -> dict[str, list[PixelLine]]:
    """Return the rims of a cylinder, and the lines between them at its silhouette."""
    low, high = _piece_rings(volume)
    away = np.array(volume.center) - camera.eye[:2]
    across = np.array([-away[1], away[0]]) / max(float(np.hypot(*away)), 1e-9) * volume.radius
    sides = []
    for sign in (-1, 1):
        x, y = np.array(volume.center) + sign * across
        sides += _open(camera, np.array([(x, y, volume.low), (x, y, volume.high)]))
    return {"base": _closed(camera, low), "top": _closed(camera, high), "sides": sides}


def draw_answer(reply: CertainAnswer, camera: PhotoCamera) -> dict[str, Any]:
    """Return an answer's words and its lines in the photograph."""
    view = reply.answer.evidence_view()
    lines = [
        {
            "pen": stroke.pen.value,
            "label": stroke.label,
            "is_bold": stroke.is_bold,
            "lines": _open(camera, np.array(stroke.points, float)),
        }
        for stroke in view.strokes
    ]
    circles = [
        {"label": circle.label, "lines": _closed(camera, ring)}
        for circle in view.circles
        for ring in [_circle(circle.center, circle.radius, circle.height)]
    ]
    ghosts = [
        {"label": ghost.label, "role": ghost.role.value, **draw_cylinder(camera, ghost.volume)}
        for ghost in view.ghosts
    ]
    return {
        "type": reply.answer.type.name,
        "verdict": view.verdict,
        "headline": view.headline,
        "is_good": view.is_good,
        "rule": view.rule,
        "facts": [list(fact) for fact in view.facts],
        "marked": dict(view.marked_models),
        "roles": {id: role.value for id, role in view.roles.items()},
        "strokes": lines,
        "circles": circles,
        "ghosts": ghosts,
        "certain": reply.certain,
        "measure": reply.measure,
        "why": reply.why,
        "lines": reply.answer.answer_lines(),
    }


def _circle(center: Sequence[float], radius: float, height: float) -> Array:
    turns = np.linspace(0, 2 * np.pi, CIRCLE_STEPS, endpoint=False)
    flat = np.c_[np.cos(turns), np.sin(turns)] * radius + center
    return np.c_[flat, np.full(len(flat), height)]


def _piece_rings(piece: Piece) -> tuple[Array, Array]:
    """Return the rims of a piece's bottom and top."""
    if isinstance(piece, Cylinder):
        low, high = (_circle(piece.center, piece.radius, z) for z in (piece.low, piece.high))
        return low, high
    points = np.asarray(piece.points, float)
    low, high = (np.c_[points, plane.heights(points)] for plane in (piece.bottom, piece.top))
    return low, high


def _piece_sides(piece: Piece) -> Iterator[Array]:
    """Yield the upright edges of a piece."""
    if not isinstance(piece, Cylinder):
        for low, high in zip(*_piece_rings(piece), strict=True):
            yield np.array([low, high])


def _closed(camera: PhotoCamera, points: Array) -> list[PixelLine]:
    return _open(camera, np.vstack([points, points[:1]]))


def _open(camera: PhotoCamera, points: Array) -> list[PixelLine]:
    """Return the pixels of a line through points, cut where it is behind the lens."""
    parts = np.linspace(0, 1, LINE_STEPS, endpoint=False)[:, None]
    steps = 1 if len(points) > CIRCLE_STEPS // 2 else LINE_STEPS
    if steps > 1:
        fine = [a + parts * (b - a) for a, b in pairwise(points)]
        points = np.vstack([*fine, points[-1:]])
    pixels = camera.project(points)
    lines: list[PixelLine] = []
    line: PixelLine = []
    for x, y in pixels.tolist():
        if x == x and y == y:
            line.append([round(x, PIXEL_DIGITS), round(y, PIXEL_DIGITS)])
            continue
        lines += [line] if len(line) > 1 else []
        line = []
    return [*lines, line] if len(line) > 1 else lines
