"""The table for a browser: its surfaces, its see-through volumes, its lines and its figures, as the window shows them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from wc3d.presentation.palette import (
    RGB,
    SMOKE_EDGE,
    WOOD_EDGE,
    Livery,
    glassy,
    look_of,
    structure_tint,
    translucent,
)
from wc3d.scene import scenery
from wc3d.scene.figure_library import TEAM
from wc3d.scene.figures import Part, figure, merge
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.shading import shade
from wc3d.scene.terrain_meshes import creases, feature_mesh, ground_mesh, outline
from wc3d.scene.textures import open_map
from wc3d.scene.woods import pines
from wc3d.table.body import Body
from wc3d.table.features import Feature, Kind
from wc3d.table.table import Table
from wc3d.web.mesh_files import PageFiles
from wc3d.web.packing import Pack, lighter

Line = dict[str, Any]
XYR = tuple[float, float, float]

MAT_SURFACE = 7
"""The surface of the mat, beside those of `palette.Look`."""
WHITE: RGB = (255, 255, 255)
"""Stands in a figure for the color that each model has by its part in the question."""
OPEN_SIDE = 128
"""The map of how open each place is to the sky has so many cells a side."""


class Scenery:
    """The table's surfaces and lines, put into a pack. `keep_free` are places (x, y, radius) where no tree may stand."""

    def __init__(self, pack: Pack, table: Table, keep_free: Sequence[XYR], files: PageFiles | None = None) -> None:
        self.pack, self.table, self.keep_free = pack, table, keep_free
        self.parts: list[Any] = []
        self.glass: list[dict[str, Any]] = []
        self.lines: list[Line] = []
        self.files = files or PageFiles()
        self._surface(scenery.mat(table.size), MAT_SURFACE)
        self._surface(scenery.rim(table.size))
        self._line(scenery.ruler(table.size), 0.8, scenery.BRIGHT, 0.55)
        for feature in table.features:
            if feature.pieces:
                self._build_feature(feature)
        for ladder in table.ladders:
            self._surface(scenery.ladder_parts(ladder))

    def for_browser(self) -> dict[str, Any]:
        """What a browser draws, whatever is asked: where all of it lies in the pack."""
        points, normals, colors, faces = _join(self.parts)
        return {
            "size": list(self.table.size), "ground": self.pack.mesh(points, normals, colors, faces),
            "files": self.files.for_browser(self.pack),
            "glass": self.glass, "lines": self.lines, "open": {"at": self._openness(), "side": OPEN_SIDE},
        }  # fmt: skip

    def _surface(self, parts: list[Part], surface: int = 0) -> None:
        if parts:
            self.parts.append(merge(parts, surface))

    def _line(self, segments: ArrayLike, width: float, rgb: RGB, alpha: float) -> None:
        if len(np.asarray(segments)):
            self.lines.append(pen(self.pack, segments, width, rgb, alpha))

    def _glass(self, mesh: DrawnMesh, rgb: RGB, alpha: float, stripes: float = 0.0) -> None:
        if len(mesh.faces):
            self.glass.append(see_through(self.pack, mesh, rgb, alpha, stripes))

    def _build_feature(self, feature: Feature) -> None:
        look, mesh = look_of(feature), feature_mesh(feature)
        rgb = structure_tint(feature) if feature.kind is Kind.STRUCTURE else look.body
        for file in mesh.files:
            self.files.add(file, rgb)
        body = lighter(mesh.plain)
        if glassy(feature) and len(body.faces):
            self._build_volume(feature, body)
        elif len(body.faces):
            self._surface([(body, rgb)], look.surface)
            self._line(creases(body), 0.55, (255, 240, 214), 0.24)
        if len(mesh.ground.faces):
            self._surface([(scenery.lift(mesh.ground), look.body)], look.surface)
            self._line(outline(feature.pieces, 2 * scenery.LIFT), 0.8, look.ink, 0.8)
        if feature.kind is Kind.FOREST:
            trees, _ = pines(feature, self.keep_free)
            for tree in trees:
                self.files.add(tree, rgb)
            if not trees:
                self._surface(scenery.trees(feature, self.keep_free))
        elif feature.kind is Kind.ROUGH and not feature.water:
            self._surface(scenery.stones(feature))

    def _build_volume(self, feature: Feature, mesh: DrawnMesh) -> None:
        look = look_of(feature)
        edge = look.body if feature.kind is Kind.OBJECTIVE else WOOD_EDGE if feature.kind is Kind.FOREST else SMOKE_EDGE
        if translucent(feature):
            self._surface([(ground_mesh(feature.pieces, scenery.LIFT), look.body)], look.surface)
            self._line(outline(feature.pieces, 2 * scenery.LIFT), 1.0, look.ink, 0.9)
        self._glass(mesh, edge, 0.42, 0.5 if translucent(feature) else 0.0)
        self._line(creases(mesh), 1.0, edge, 0.85)

    def _openness(self) -> int:
        """How much sky each place sees, and how high its top is (in sixteenths): a square of two bytes a cell."""
        whole = open_map(self.table)
        rows, columns = ((np.arange(OPEN_SIDE) + 0.5) * whole.shape[axis] / OPEN_SIDE for axis in (0, 1))
        fewer = whole[rows.astype(int)][:, columns.astype(int)]
        return self.pack.bytes(np.ascontiguousarray(fewer))


class Cast:
    """The figures, each kind of model once: its mesh with a place for its color."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.meshes: list[dict[str, Any]] = []
        self._known: dict[tuple[str, str, float, float], int] = {}

    def of(self, body: Body) -> int:
        """The number of a model's mesh."""
        key = body.base, body.kind, body.radius, body.height
        if key not in self._known:
            points, normals, colors, faces = figure(body, Livery(WHITE), far=True)
            painted = np.array(colors, np.uint8)
            painted[:, 3] = np.where(painted[:, 3] == TEAM, 0, 255)
            self._known[key] = len(self.meshes)
            self.meshes.append(self.pack.mesh(points, normals, painted, faces))
        return self._known[key]


def pen(pack: Pack, segments: ArrayLike, width: float, rgb: RGB, alpha: float, dash: float = 0.0, top: bool = False) -> Line:
    """Lines in one pen: `dash` inches long if not 0, through everything if `top`."""
    return {**pack.lines(segments), "width": width, "rgba": [*rgb, round(alpha * 255)], "dash": dash, "top": top}


def see_through(pack: Pack, mesh: DrawnMesh, rgb: RGB, alpha: float, stripes: float = 0.0, hatch: float = 0.0) -> Line:
    """A see-through volume (or a flat area if `hatch` is not 0, then hatched if it is above)."""
    points, normals, faces = shade(mesh)
    colors = np.tile(np.array([*rgb, round(alpha * 255)], np.uint8), (len(points), 1))
    return {**pack.mesh(points, normals, colors, faces), "stripes": stripes, "hatch": hatch}


def _join(parts: list[Any]) -> tuple[Any, Any, Any, Any]:
    starts = np.cumsum([0, *(len(part[0]) for part in parts)])
    faces = np.concatenate([part[3] + start for part, start in zip(parts, starts, strict=False)])
    points, normals, colors = (np.concatenate([part[k] for part in parts]) for k in range(3))
    return points, normals, colors, faces
