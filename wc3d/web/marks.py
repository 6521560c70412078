"""What one answer adds to the table in a browser: its lines, volumes, areas and words, who stands how, and where to look from."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import atan2, degrees, hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import get_parts, get_rings

from wc3d.geometry.solids import Cylinder
from wc3d.presentation.evidence_view import XYZ, Area, Exhibit, Stroke, center
from wc3d.presentation.palette import BAD, DASHED, PEN_COLORS, PINS, RGB, ROLE_COLORS, Pen, Role
from wc3d.scene.camera import Orbit
from wc3d.scene.composition import (
    best_direction,
    colors,
    corners_of,
    facings,
    points_of,
    volumes_of,
)
from wc3d.scene.lines import circle, polyline, stroke_segments
from wc3d.scene.terrain_meshes import (
    area_mesh,
    creases,
    cylinder_mesh,
    feature_mesh,
    frame,
    hull_mesh,
)
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.web.packing import Pack
from wc3d.web.scenery import Cast, Line, pen, see_through

SIGNS: dict[Role, str] = {Role.FROM: "●", Role.TO: "◎", Role.HIT: "✕", Role.MARKER: "◇", Role.OTHER: "", Role.END: "○"}
"""What says a model's part beside its color."""
FLAT = -1.0
"""The `hatch` of an area without hatching."""
OVERVIEW = Orbit((0.0, 0.0, 0.0), 0.0, 44.0)


class Marks:
    """The marks of one exhibit (None: the bare table), put into a pack."""

    def __init__(self, pack: Pack, cast: Cast, table: Table, exhibit: Exhibit | None) -> None:
        self.pack, self.cast, self.table, self.exhibit = pack, cast, table, exhibit
        self.lines: list[Line] = []
        self.glass: list[Line] = []
        self.labels: list[dict[str, Any]] = []
        if exhibit is not None:
            self._draw(exhibit)
        self._name_models()

    def for_browser(self, orbit: Orbit) -> dict[str, Any]:
        """All of it, for a browser; `orbit` is the direction of the first look."""
        return {
            "lines": self.lines, "glass": self.glass, "labels": self.labels, "figures": self._figures(),
            "views": list(self._views(orbit)),
        }  # fmt: skip

    def _line(
        self, segments: Any, width: float, rgb: RGB, alpha: float, dash: float = 0.0, top: bool = False, of: str = ""
    ) -> None:
        self.lines.append({**pen(self.pack, segments, width, rgb, alpha, dash, top), "of": of})

    def _label(self, at: Any, words: str, rgb: RGB, first: int) -> None:
        if words:
            self.labels.append({"at": [round(float(v), 3) for v in at], "words": words, "rgb": list(rgb), "first": first})

    def _draw(self, exhibit: Exhibit) -> None:
        for id, role in exhibit.roles.items():
            if role in PINS:
                self._volume(self.table.body(id).volume, ROLE_COLORS[role], of=id)
        for ghost in exhibit.ghosts:
            self._volume(ghost.volume, ROLE_COLORS[ghost.role], nobody=True)
            self._label((*ghost.volume.center, ghost.volume.high + 0.2), ghost.label, ROLE_COLORS[ghost.role], 2)
        for id, word in exhibit.marked.items():
            self._marked(id, word)
        if exhibit.hull is not None:
            mesh = hull_mesh(*exhibit.hull)
            self.glass.append(see_through(self.pack, mesh, PEN_COLORS[Pen.MEASURE], 0.75))
            self._line(creases(mesh, 20), 1.0, PEN_COLORS[Pen.MEASURE], 0.8)
        for ring in exhibit.circles:
            round_it = circle(ring.center, ring.radius, ring.height + 0.03)
            self._line(round_it, 1.6, ring.rgb, 1.0, dash=0.4)
            self._line(round_it, 0.7, ring.rgb, 0.3, top=True)
            self._label((ring.center[0], ring.center[1] - ring.radius, ring.height), ring.label, ring.rgb, 4)
        for area in exhibit.areas:
            self._area(area)
        for stroke in exhibit.strokes:
            self._stroke(stroke)

    def _volume(self, volume: Cylinder, rgb: RGB, *, nobody: bool = False, of: str = "") -> None:
        """A model's true volume; not drawn when one looks through the eyes of the model that it is `of`."""
        lifted = Cylinder(volume.center, volume.radius, volume.low + 0.02, volume.high)
        self.glass.append({**see_through(self.pack, cylinder_mesh(lifted), rgb, 0.85 if nobody else 0.60), "of": of})
        for z in (lifted.low, lifted.high):
            self._line(circle(volume.center, volume.radius, z), 1.2, rgb, 0.95, dash=0.22 if nobody else 0.0, of=of)
            self._line(circle(volume.center, volume.radius, z), 0.7, rgb, 0.35, top=True, of=of)

    def _marked(self, id: str, word: str) -> None:
        feature = self.table.feature(id)
        edges, deciding = frame(feature_mesh(feature).body), word != "intervening"
        if deciding and len(edges):
            self._line(edges, 1.5, BAD, 0.95)
            self._line(edges, 0.8, BAD, 0.30, top=True)
        boxes = np.array([piece.box for piece in feature.pieces])
        middle = ((boxes[:, 0].min() + boxes[:, 2].max()) / 2, (boxes[:, 1].min() + boxes[:, 3].max()) / 2, feature.high + 0.1)
        self._label(middle, f"{feature.name or id}: {word}", BAD if deciding else (150, 140, 120), 2)

    def _area(self, area: Area) -> None:
        if area.shape.is_empty:
            return
        mesh = area_mesh(area.shape, area.height + 0.035)
        self.glass.append(see_through(self.pack, mesh, area.rgb, 0.42, hatch=1.4 if area.hatched else FLAT))
        for ring in get_rings(get_parts(area.shape)):
            self._line(polyline([(x, y, area.height + 0.04) for x, y in ring.coords]), 1.0, area.rgb, 0.9)
        spot = area.shape.representative_point()
        self._label((spot.x, spot.y, area.height), area.label, area.rgb, 4)

    def _stroke(self, stroke: Stroke) -> None:
        rgb, dash = PEN_COLORS[stroke.pen], 0.5 if stroke.pen in DASHED else 0.0
        segments = stroke_segments(stroke)
        if stroke.bold:
            for width, alpha in ((8.0, 0.10), (4.2, 0.28), (2.1, 1.0)):
                self._line(segments, width, rgb, alpha, dash)
            self._line(segments, 1.1, rgb, 0.45, 0.3, top=True)
        else:
            self._line(segments, 0.9, rgb, 0.55, 0.3)
            self._line(segments, 0.5, rgb, 0.18, 0.3, top=True)
        middle = segments[len(segments) // 2]
        self._label(middle.mean(axis=0) if len(segments) % 2 else middle[0], stroke.label, rgb, 3)

    # --- models

    def _role(self, body: Body) -> Role:
        plain = Role.OTHER if body.is_plain else Role.MARKER
        return self.exhibit.roles.get(body.id, plain) if self.exhibit else plain

    def _name_models(self) -> None:
        for body in self.table.bodies:
            role, note = self._role(body), self.exhibit.notes.get(body.id, "") if self.exhibit else ""
            words = f"{SIGNS[role]} {body.id}".strip() + (f" ({note})" if note else "")
            x, y, z = body.at
            self._label((x, y, z + body.height + 0.15), words, ROLE_COLORS[role], 1 if role in PINS or note else 8)

    def _figures(self) -> list[dict[str, Any]]:
        angles, dressed = facings(self.table, self.exhibit), colors(self.exhibit)
        return [
            {"mesh": self.cast.of(body), "id": body.id, "at": [round(v, 4) for v in body.at], "turn": round(angles[body.id], 1),
             "rgb": list(dressed.get(body.id, ROLE_COLORS[self._role(body)]))}
            for body in self.table.bodies
        ]  # fmt: skip

    # --- where to look from

    def _views(self, orbit: Orbit) -> Iterator[dict[str, Any]]:
        whole = corners_of(self.table.size)
        about = points_of(self.table, self.exhibit) if self.exhibit and not self.exhibit.whole_table else whole
        yield _look("overview", "Overview", about, orbit)
        yield _look("above", "From above", about, replace(orbit, turn=0.0, tilt=89.0))
        yield _look("table", "Whole table", whole, OVERVIEW)
        if self.exhibit is None:
            return
        pair: dict[Role, str] = {role: id for id, role in self.exhibit.roles.items() if role in (Role.FROM, Role.TO)}
        for role, other_role in ((Role.FROM, Role.TO), (Role.TO, Role.FROM)):
            if role in pair:
                yield _eye(pair[role], *self._sightline(pair[role], pair.get(other_role)))

    def _sightline(self, id: str, target_id: str | None) -> tuple[XYZ, XYZ]:
        """From where a model looks at what: along a clear line if one is proven, else out of its head at the other's middle."""
        assert self.exhibit is not None
        (x, y, z), tall = self.table.body(id).at, self.table.body(id).height
        if self.exhibit.open_line is not None:
            start, end = self.exhibit.open_line
            return (start, end) if self.exhibit.roles[id] is Role.FROM else (end, start)
        wide, deep = self.table.size
        head = (x, y, z + tall * 0.92)
        return head, center(self.table.body(target_id)) if target_id is not None else (wide / 2, deep / 2, head[2])


def _eye(id: str, eye: XYZ, at: XYZ) -> dict[str, Any]:
    """A view out of a model's eyes; the model itself is hidden."""
    flat = hypot(at[0] - eye[0], at[1] - eye[1])
    way = degrees(atan2(eye[0] - at[0], at[1] - eye[1])) if flat > 1e-6 else 0.0
    tilt = degrees(atan2(eye[2] - at[2], max(flat, 1e-6)))
    return {"key": f"eye-{id}", "name": f"View from {id}", "eye": [round(v, 4) for v in eye], "turn": round(way, 2),
            "tilt": round(tilt, 2), "hide": id}  # fmt: skip


def _look(key: str, name: str, points: NDArray[np.float64], orbit: Orbit) -> dict[str, Any]:
    corners = np.unique(np.round(points, 3), axis=0)
    if len(corners) > 200:
        low, high = corners.min(axis=0), corners.max(axis=0)
        corners = np.array([[(low, high)[k >> axis & 1][axis] for axis in range(3)] for k in range(8)])
    return {"key": key, "name": name, "points": corners.tolist(), "turn": round(orbit.turn, 2), "tilt": round(orbit.tilt, 2)}


def first_look(table: Table, exhibit: Exhibit | None) -> Orbit:
    """The direction from which most of an exhibit is seen, rather from the side of its line."""
    if exhibit is None or exhibit.whole_table:
        return OVERVIEW
    return best_direction(table, exhibit, _telling(table, exhibit))


def _telling(table: Table, exhibit: Exhibit) -> list[NDArray[np.float64]]:
    """Points that should be seen: along the bold lines, and in the volumes that matter."""
    points = [
        a + (b - a) * share
        for stroke in exhibit.strokes if stroke.bold for a, b in polyline(stroke.points) for share in (0.05, 0.3, 0.5, 0.7, 0.95)
    ]  # fmt: skip
    shares = (0.1, 0.5, 1.0)
    points += [np.array([*v.center, v.low + (v.high - v.low) * s]) for v in volumes_of(table, exhibit) for s in shares]
    return points or [np.array([table.size[0] / 2, table.size[1] / 2, 0.1])]
