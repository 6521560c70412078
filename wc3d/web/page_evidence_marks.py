"""The marks of an answer in a page's 3D scene: lines, volumes, areas, labels, figures and views."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import atan2, degrees, hypot
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.evidence_view import XYZ, EvidenceView, body_center
from wc3d.presentation.palette import BAD_COLOR, PEN_COLORS, RGB, ROLE_COLORS, ROLE_PINS, Role
from wc3d.scene.camera import Orbit
from wc3d.scene.evidence_marks import draw_findings, draw_volume, pinned_models
from wc3d.scene.lines import polyline_segments, stroke_segments
from wc3d.scene.picture_composition import (
    evidence_points,
    evidence_volumes,
    figure_colors,
    figure_facings,
    find_best_direction,
    table_corners,
)
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.table import Table
from wc3d.web.packing import BinaryPack
from wc3d.web.page_mark_painter import PageMarkPainter
from wc3d.web.page_scene import PageFigures

ROLE_SIGNS: dict[Role, str] = {
    Role.FROM: "●",
    Role.TO: "◎",
    Role.HIT: "✕",
    Role.MARKER: "◇",
    Role.OTHER: "",
    Role.END: "○",
}
"""The sign of each role, in addition to its color."""
OVERVIEW_ORBIT = Orbit((0.0, 0.0, 0.0), 0.0, 44.0)


class Labels(Protocol):
    """A mark painter, as far as it draws labels."""

    def draw_label(self, at: XYZ, words: str, rgb: RGB, first: int) -> None:
        """Draw a label. A lower `first` has priority where space is short."""


class PageEvidenceMarks:
    """The packed marks of evidence, or of the bare table if `evidence` is None."""

    def __init__(
        self, pack: BinaryPack, cast: PageFigures, table: Table, evidence: EvidenceView | None
    ) -> None:
        self.figures = cast
        self.table = table
        self.evidence_view = evidence
        self.painter = PageMarkPainter(pack)
        if evidence is not None:
            self._draw_role_volumes(evidence)
            draw_findings(self.painter, table, evidence, wait=True)
            label_findings(self.painter, table, evidence)
        self._name_models()

    def to_json(self, orbit: Orbit) -> dict[str, Any]:
        """Return all marks for the browser. `orbit` is the direction of the first view."""
        return {
            **self.painter.marks(),
            "figures": self._figures(),
            "views": list(self._views(orbit)),
        }

    def _draw_role_volumes(self, evidence: EvidenceView) -> None:
        for id, rgb in pinned_models(evidence).items():
            self.painter.hidden_for = id
            draw_volume(self.painter, self.table.body(id).volume, rgb)
        self.painter.hidden_for = ""

    # --- Models

    def _role_of(self, body: Body) -> Role:
        plain = Role.OTHER if body.is_plain else Role.MARKER
        return self.evidence_view.roles.get(body.id, plain) if self.evidence_view else plain

    def _name_models(self) -> None:
        for body in self.table.bodies:
            role = self._role_of(body)
            note = self.evidence_view.notes.get(body.id, "") if self.evidence_view else ""
            words = f"{ROLE_SIGNS[role]} {body.id}".strip() + (f" ({note})" if note else "")
            x, y, z = body.at
            first = 1 if role in ROLE_PINS or note else 8
            self.painter.draw_label((x, y, z + body.height + 0.15), words, ROLE_COLORS[role], first)

    def _figures(self) -> list[dict[str, Any]]:
        angles = figure_facings(self.table, self.evidence_view)
        dressed = figure_colors(self.evidence_view)
        return [
            {
                "mesh": self.figures.mesh_number(body),
                "id": body.id,
                "at": [round(v, 4) for v in body.at],
                "turn": round(angles[body.id], 1),
                "rgb": list(dressed.get(body.id, ROLE_COLORS[self._role_of(body)])),
            }
            for body in self.table.bodies
        ]

    # --- Views

    def _views(self, orbit: Orbit) -> Iterator[dict[str, Any]]:
        whole = table_corners(self.table.size)
        about = (
            evidence_points(self.table, self.evidence_view)
            if self.evidence_view and not self.evidence_view.shows_whole_table
            else whole
        )
        yield _orbit_view("overview", "Overview", about, orbit)
        yield _orbit_view("above", "From above", about, replace(orbit, turn=0.0, tilt=89.0))
        yield _orbit_view("table", "Whole table", whole, OVERVIEW_ORBIT)
        if self.evidence_view is None:
            return
        pair: dict[Role, str] = {
            role: id
            for id, role in self.evidence_view.roles.items()
            if role in (Role.FROM, Role.TO)
        }
        for role, other_role in ((Role.FROM, Role.TO), (Role.TO, Role.FROM)):
            if role in pair:
                yield _eye_view(pair[role], *self._sightline(pair[role], pair.get(other_role)))

    def _sightline(self, id: str, target_id: str | None) -> tuple[XYZ, XYZ]:
        """Return a model's eye and target: of a proven clear line, or its head and their center."""
        assert self.evidence_view is not None
        (x, y, z), tall = self.table.body(id).at, self.table.body(id).height
        if self.evidence_view.open_line is not None:
            start, end = self.evidence_view.open_line
            return (start, end) if self.evidence_view.roles[id] is Role.FROM else (end, start)
        wide, deep = self.table.size
        head = (x, y, z + tall * 0.92)
        return head, body_center(self.table.body(target_id)) if target_id is not None else (
            wide / 2,
            deep / 2,
            head[2],
        )


def label_findings(painter: Labels, table: Table, evidence: EvidenceView) -> None:
    """Label what decided a verdict: volumes, terrain, circles, areas and lines."""
    label = painter.draw_label
    for ghost in evidence.ghosts:
        x, y = ghost.volume.center
        label((x, y, ghost.volume.high + 0.2), ghost.label, ROLE_COLORS[ghost.role], 2)
    for id, word in evidence.marked_models.items():
        _label_feature(painter, table.feature(id), word)
    for ring in evidence.circles:
        x, y = ring.center
        label((x, y - ring.radius, ring.height), ring.label, ring.rgb, 4)
    for area in evidence.areas:
        if not area.shape.is_empty:
            spot = area.shape.representative_point()
            label((spot.x, spot.y, area.height), area.label, area.rgb, 4)
    for stroke in evidence.strokes:
        segments = stroke_segments(stroke)
        middle = segments[len(segments) // 2]
        x, y, z = middle.mean(axis=0) if len(segments) % 2 else middle[0]
        label((float(x), float(y), float(z)), stroke.label, PEN_COLORS[stroke.pen], 3)


def _label_feature(painter: Labels, feature: Feature, word: str) -> None:
    boxes = np.array([piece.box for piece in feature.pieces])
    at = (
        float(boxes[:, 0].min() + boxes[:, 2].max()) / 2,
        float(boxes[:, 1].min() + boxes[:, 3].max()) / 2,
        feature.high + 0.1,
    )
    rgb = BAD_COLOR if word != "intervening" else (150, 140, 120)
    painter.draw_label(at, f"{feature.name or feature.id}: {word}", rgb, 2)


def _eye_view(id: str, eye: XYZ, at: XYZ) -> dict[str, Any]:
    """Return the view from a model's eyes, which hides the model itself."""
    flat = hypot(at[0] - eye[0], at[1] - eye[1])
    way = degrees(atan2(eye[0] - at[0], at[1] - eye[1])) if flat > 1e-6 else 0.0
    tilt = degrees(atan2(eye[2] - at[2], max(flat, 1e-6)))
    return {
        "key": f"eye-{id}",
        "name": f"View from {id}",
        "eye": [round(v, 4) for v in eye],
        "turn": round(way, 2),
        "tilt": round(tilt, 2),
        "hide": id,
    }


def _orbit_view(key: str, name: str, points: NDArray[np.float64], orbit: Orbit) -> dict[str, Any]:
    corners = np.unique(np.round(points, 3), axis=0)
    if len(corners) > 200:
        low, high = corners.min(axis=0), corners.max(axis=0)
        corners = np.array(
            [[(low, high)[k >> axis & 1][axis] for axis in range(3)] for k in range(8)]
        )
    return {
        "key": key,
        "name": name,
        "points": corners.tolist(),
        "turn": round(orbit.turn, 2),
        "tilt": round(orbit.tilt, 2),
    }


def first_view(table: Table, evidence: EvidenceView | None) -> Orbit:
    """Return the direction that shows most evidence, preferably from the side of its line."""
    if evidence is None or evidence.shows_whole_table:
        return OVERVIEW_ORBIT
    return find_best_direction(table, evidence, _points_of_interest(table, evidence))


def _points_of_interest(table: Table, evidence: EvidenceView) -> list[NDArray[np.float64]]:
    """Return points along the bold lines and in the important volumes."""
    points = [
        a + (b - a) * share
        for stroke in evidence.strokes
        if stroke.is_bold
        for a, b in polyline_segments(stroke.points)
        for share in (0.05, 0.3, 0.5, 0.7, 0.95)
    ]
    shares = (0.1, 0.5, 1.0)
    points += [
        np.array([*v.center, v.low + (v.high - v.low) * s])
        for v in evidence_volumes(table, evidence)
        for s in shares
    ]
    return points or [np.array([table.size[0] / 2, table.size[1] / 2, 0.1])]
