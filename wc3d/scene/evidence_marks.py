"""What an exhibit shows, drawn over a board: volumes, lines, circles and areas."""
from __future__ import annotations

from typing import Any

import shapely

from wc3d.geometry.solids import Cylinder
from wc3d.presentation.evidence_view import Exhibit, Stroke
from wc3d.presentation.palette import BAD, DASHED, PEN_COLORS, PINS, RGB, ROLE_COLORS, Pen
from wc3d.scene.lines import circle, polyline, stroke_segments
from wc3d.scene.pens import Pens
from wc3d.scene.terrain_meshes import (
    area_mesh,
    creases,
    cylinder_mesh,
    feature_mesh,
    frame,
    hull_mesh,
)
from wc3d.table.table import Table


def draw_evidence(board: Pens, table: Table, exhibit: Exhibit, eye: str | None = None) -> None:
    """Everything an exhibit shows, on a board, but for the volume of the model whose eyes one looks through."""
    for id, role in exhibit.roles.items():
        if role in PINS and id != eye:
            draw_volume(board, table.body(id).volume, ROLE_COLORS[role])
    for ghost in exhibit.ghosts:
        draw_volume(board, ghost.volume, ROLE_COLORS[ghost.role], nobody=True)
    for id, word in exhibit.marked.items():
        edges = frame(feature_mesh(table.feature(id), wait=False).body)
        if word != "intervening" and len(edges):
            board.lines(edges, 1.5, BAD, 0.95)
            board.lines(edges, 0.8, BAD, 0.30, on_top=True)
    if exhibit.hull is not None:
        mesh = hull_mesh(*exhibit.hull)
        board.see_through(mesh, PEN_COLORS[Pen.MEASURE], 0.75, order=12)
        board.lines(creases(mesh, 20), 1.0, PEN_COLORS[Pen.MEASURE], 0.8)
    for ring in exhibit.circles:
        board.ring(ring.center, ring.radius, ring.height + 0.03, ring.rgb, 1.6, dash=0.4)
        board.lines(circle(ring.center, ring.radius, ring.height + 0.03), 0.7, ring.rgb, 0.3, on_top=True)
    for area in exhibit.areas:
        if not area.shape.is_empty:
            draw_area(board, area.shape, area.height, area.rgb, 1.4 if area.hatched else 0.0)
    for stroke in exhibit.strokes:
        draw_stroke(board, stroke)


def draw_volume(board: Pens, volume: Cylinder, rgb: RGB, *, nobody: bool = False) -> None:
    """A model's true volume, see-through, with its rims."""
    low = volume.low + 0.02
    board.see_through(cylinder_mesh(Cylinder(volume.center, volume.radius, low, volume.high)), rgb, 0.85 if nobody else 0.60)
    for z in (low, volume.high):
        rim = circle(volume.center, volume.radius, z)
        board.lines(rim, 1.2, rgb, 0.95, dash=0.22 if nobody else 0.0)
        board.lines(rim, 0.7, rgb, 0.35, on_top=True)


def draw_stroke(board: Pens, stroke: Stroke) -> None:
    """A line in its pen; where terrain hides it, it shines through thinly."""
    rgb, segments = PEN_COLORS[stroke.pen], stroke_segments(stroke)
    if not stroke.bold:
        board.lines(segments, 0.9, rgb, 0.55, dash=0.3)
        board.lines(segments, 0.5, rgb, 0.18, dash=0.3, on_top=True)
        return
    for wide, alpha in ((8.0, 0.10), (4.2, 0.28), (2.1, 1.0)):
        board.lines(segments, wide, rgb, alpha, dash=0.5 if stroke.pen in DASHED else 0.0)
    if stroke.pen is Pen.INSIDE:
        board.lines(segments, 3.0, rgb, 0.9)
    board.lines(segments, 1.1, rgb, 0.45, dash=0.3, on_top=True)


def draw_area(board: Pens, shape: Any, height: float, rgb: RGB, hatch: float = 0.0) -> None:
    """A painted part of a level, with its outline."""
    board.area(area_mesh(shape, height + 0.035), rgb, 0.42, hatch=hatch)
    for ring in shapely.get_rings(shapely.get_parts(shape)):
        board.lines(polyline([(x, y, height + 0.04) for x, y in ring.coords]), 1.0, rgb, 0.9)
