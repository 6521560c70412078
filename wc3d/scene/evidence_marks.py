"""Evidence drawn over a board: volumes, lines, circles and areas."""

from __future__ import annotations

from typing import Any

import shapely

from wc3d.geometry.solids import Cylinder
from wc3d.presentation.evidence_view import EvidenceView, Stroke
from wc3d.presentation.palette import (
    BAD_COLOR,
    DASHED_PENS,
    PEN_COLORS,
    RGB,
    ROLE_COLORS,
    ROLE_PINS,
    Pen,
)
from wc3d.scene.lines import circle_segments, polyline_segments, stroke_segments
from wc3d.scene.mark_painter import MarkPainter
from wc3d.scene.terrain_meshes import (
    area_mesh,
    characteristic_edges,
    crease_edges,
    cylinder_mesh,
    hull_mesh,
    make_feature_mesh,
)
from wc3d.table.table import Table


def draw_evidence(
    board: MarkPainter, table: Table, evidence: EvidenceView, eye: str | None = None
) -> None:
    """Draw evidence on a board, without the volume of the model `eye` whose view is shown."""
    for id, rgb in pinned_models(evidence).items():
        if id != eye:
            draw_volume(board, table.body(id).volume, rgb)
    draw_findings(board, table, evidence)


def pinned_models(evidence: EvidenceView) -> dict[str, RGB]:
    """Return the models whose volumes are drawn, with the colors of their roles."""
    return {id: ROLE_COLORS[role] for id, role in evidence.roles.items() if role in ROLE_PINS}


def draw_findings(
    board: MarkPainter, table: Table, evidence: EvidenceView, wait: bool = False
) -> None:
    """Draw evidence without the models in its roles. `wait` loads the looks of mesh files first."""
    for ghost in evidence.ghosts:
        draw_volume(board, ghost.volume, ROLE_COLORS[ghost.role], nobody=True)
    for id, word in evidence.marked_models.items():
        edges = characteristic_edges(make_feature_mesh(table.feature(id), wait=wait).body)
        if word != "intervening" and len(edges):
            board.draw_lines(edges, 1.5, BAD_COLOR, 0.95)
            board.draw_lines(edges, 0.8, BAD_COLOR, 0.30, on_top=True)
    if evidence.hull is not None:
        mesh = hull_mesh(*evidence.hull)
        board.draw_translucent(mesh, PEN_COLORS[Pen.MEASURE], 0.75, order=12)
        board.draw_lines(crease_edges(mesh, 20), 1.0, PEN_COLORS[Pen.MEASURE], 0.8)
    for ring in evidence.circles:
        board.draw_ring(ring.center, ring.radius, ring.height + 0.03, ring.rgb, 1.6, dash=0.4)
        board.draw_lines(
            circle_segments(ring.center, ring.radius, ring.height + 0.03),
            0.7,
            ring.rgb,
            0.3,
            on_top=True,
        )
    for area in evidence.areas:
        if not area.shape.is_empty:
            draw_area(board, area.shape, area.height, area.rgb, 1.4 if area.is_hatched else 0.0)
    for stroke in evidence.strokes:
        draw_stroke(board, stroke)


def draw_volume(board: MarkPainter, volume: Cylinder, rgb: RGB, *, nobody: bool = False) -> None:
    """Draw a model's true volume, transparent, with its rims."""
    low = volume.low + 0.02
    board.draw_translucent(
        cylinder_mesh(Cylinder(volume.center, volume.radius, low, volume.high)),
        rgb,
        0.50 if nobody else 0.42,
    )
    for z in (low, volume.high):
        rim = circle_segments(volume.center, volume.radius, z)
        board.draw_lines(rim, 1.2, rgb, 0.95, dash=0.22 if nobody else 0.0)
        board.draw_lines(rim, 0.7, rgb, 0.35, on_top=True)


def draw_stroke(board: MarkPainter, stroke: Stroke) -> None:
    """Draw a line with its pen; parts behind terrain are thin and faint."""
    rgb = PEN_COLORS[stroke.pen]
    segments = stroke_segments(stroke)
    if not stroke.is_bold:
        board.draw_lines(segments, 0.9, rgb, 0.55, dash=0.3)
        board.draw_lines(segments, 0.5, rgb, 0.18, dash=0.3, on_top=True)
        return
    for wide, alpha in ((8.0, 0.10), (4.2, 0.28), (2.1, 1.0)):
        board.draw_lines(segments, wide, rgb, alpha, dash=0.5 if stroke.pen in DASHED_PENS else 0.0)
    if stroke.pen is Pen.INSIDE:
        board.draw_lines(segments, 3.0, rgb, 0.9)
    board.draw_lines(segments, 1.1, rgb, 0.45, dash=0.3, on_top=True)


def draw_area(board: MarkPainter, shape: Any, height: float, rgb: RGB, hatch: float = 0.0) -> None:
    """Draw an area of a level with its outline."""
    board.draw_area(area_mesh(shape, height + 0.035), rgb, 0.42, hatch=hatch)
    for ring in shapely.get_rings(shapely.get_parts(shape)):
        board.draw_lines(
            polyline_segments([(x, y, height + 0.04) for x, y in ring.coords]), 1.0, rgb, 0.9
        )
