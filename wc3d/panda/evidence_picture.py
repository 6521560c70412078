"""The 3D panel of a picture: the evidence from its best viewpoint, with model names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image

from wc3d.panda.render_target import BACKDROP_COLOR, open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.display_values import BoardMarker, CloudMark
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.palette import (
    BAD_COLOR,
    PEN_COLORS,
    RGB,
    ROLE_COLORS,
    ROLE_PINS,
    Livery,
    Role,
)
from wc3d.printing.canvas import SUPERSAMPLING, Canvas, LabelPlacer
from wc3d.printing.plan import darken
from wc3d.scene.camera import Camera, Orbit
from wc3d.scene.evidence_marks import draw_evidence
from wc3d.scene.game_marks import draw_cloud_volumes, draw_clouds, draw_fronts, draw_markers
from wc3d.scene.picture_composition import (
    figure_colors,
    figure_facings,
    find_best_view,
    tree_free_zones,
)
from wc3d.scene.quality import Quality
from wc3d.scene.terrain_meshes import make_feature_mesh
from wc3d.table.body import Body
from wc3d.table.table import Table


def draw_scene(
    table: Table,
    evidence: EvidenceView | None,
    width: int,
    height: int,
    orbit: Orbit | None = None,
    liveries: Mapping[str, Livery] | None = None,
    markers: Sequence[BoardMarker] = (),
    clouds: Sequence[CloudMark] = (),
    quality: Quality | None = None,
    *,
    has_names: bool = True,
) -> Canvas:
    """Return the 3D panel, `width` by `height` points. Raises NoGraphicsError.

    `orbit` is the view, by default the best one. `liveries` color the models of a game, `markers` are its objectives and `clouds` its clouds.
    `quality` None is quick: "high" on graphics hardware, and "low" in software.
    """
    stage = open_render_target((width * SUPERSAMPLING, height * SUPERSAMPLING), quality=quality)
    try:
        stage.output.set_clear_color(BACKDROP_COLOR)
        orbit = orbit or find_best_view(stage.size, table, evidence)
        board = TableScene(
            stage, table, ink=SUPERSAMPLING * 0.9, keep_free=tree_free_zones(table, evidence, orbit)
        )
        headings = figure_facings(table, evidence, liveries)
        board.show_bodies(table.bodies, figure_colors(evidence, liveries), headings, liveries)
        stage.set_camera(orbit.camera)
        board.on_camera_changed()
        draw_markers(board, markers)
        draw_clouds(board, clouds)
        if evidence is not None:
            draw_cloud_volumes(board, clouds)
            board.show_volumes(None)
        draw_fronts(board, table.bodies, headings)
        if evidence is not None:
            draw_evidence(board, table, evidence)
        sheet = Canvas(width, height)
        sheet.paste(Image.fromarray(stage.render()), (0, 0))
        if has_names:
            _draw_names(sheet, orbit.camera, table, evidence, liveries or {})
        board.close()
        return sheet
    finally:
        stage.close()


def _draw_names(
    sheet: Canvas,
    camera: Camera,
    table: Table,
    evidence: EvidenceView | None,
    liveries: Mapping[str, Livery],
) -> None:
    """Draw the model names.

    Without a question, the first side has white text on its color, and the second side its color
    on white.
    """
    labels = LabelPlacer(sheet, [(0, 0, sheet.width, 26)])

    def ask(
        point: tuple[float, float, float], words: str, rgb: RGB, solid: bool, first: int
    ) -> None:
        spot = camera.project_to_pixel(point, (sheet.width, sheet.height))
        if spot is not None:
            labels.request_label(spot, words, rgb, solid=solid, first=first)

    for body in table.bodies:
        role = evidence.roles.get(body.id, Role.OTHER) if evidence else Role.FROM
        note = evidence.notes.get(body.id) if evidence else None
        is_shown = role in ROLE_PINS or note is not None
        words = body.id + (f" ({note})" if note else "")
        if evidence is None and body.id in liveries:
            livery = liveries[body.id]
            ask(_head_point(body), words, darken(livery.rgb, 0.75), livery.side != 2, 1)
        else:
            ask(
                _head_point(body),
                words,
                ROLE_COLORS[role] if is_shown else (90, 96, 104),
                is_shown,
                1 if is_shown else 8,
            )
    if evidence is not None:
        for ghost in evidence.ghosts:
            v = ghost.volume
            ask((*v.center, v.high + 0.1), ghost.label, ROLE_COLORS[ghost.role], True, 2)
        for id, word in evidence.marked_models.items():
            feature = table.feature(id)
            x, y = (
                make_feature_mesh(feature).body.bounds.mean(axis=0)[:2]
                if feature.high > feature.low
                else (0.0, 0.0)
            )
            deciding = word != "intervening"
            ask(
                (x, y, feature.high),
                f"{feature.name or id}: {word}",
                BAD_COLOR if deciding else (110, 90, 60),
                deciding,
                3,
            )
        for stroke in evidence.strokes:
            if stroke.label and stroke.is_bold:
                k = max(1, len(stroke.points) // 2)
                a, b = np.array(stroke.points[k - 1]), np.array(stroke.points[k])
                ask(
                    tuple((a + b) / 2),
                    stroke.label,
                    tuple(int(v * 0.55) for v in PEN_COLORS[stroke.pen]),  # type: ignore[arg-type]
                    False,
                    4,
                )
        for area in evidence.areas:
            if not area.shape.is_empty:
                spot = area.shape.representative_point()
                ask((spot.x, spot.y, area.height), area.label, area.rgb, True, 5)
    labels.draw_labels()


def _head_point(body: Body) -> tuple[float, float, float]:
    x, y, z = body.at
    return x, y, z + body.height
