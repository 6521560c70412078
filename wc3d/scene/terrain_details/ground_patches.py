"""Flat terrain as patches of ground: their edges fade into the ground, and water has banks.

A patch shows the whole area of the rules in its own color. Only its soft edge lies outside: a thin
skirt on the table. The banks of water lie within its area.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from zlib import crc32

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from wc3d.geometry.solids import Piece
from wc3d.presentation.palette import RGB, terrain_look
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    color_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import polygons_of, split_triangles
from wc3d.scene.terrain_details.local_frame import local_frame
from wc3d.scene.terrain_details.rings import chance, inward_ways
from wc3d.scene.terrain_details.rough_ground import rough_kind, rough_surface
from wc3d.scene.terrain_meshes import GROUND_LIFT_IN, ground_mesh, plan_outline
from wc3d.table.features import Feature, Kind

Floats = NDArray[np.float64]
Color = tuple[float, float, float]
MAX_SKIRT_IN = 0.3
"""The farthest reach in inches of a patch's soft edge."""
MIN_SKIRT_IN = 0.06
CRATER_NAMES = r"crater|shell ?hole"
CRATER_RGB: RGB = (88, 68, 50)
CRATER_SKIRT_IN = 1.2
"""The farthest reach in inches of the earth that was thrown out of a crater."""
UNDER_MESH_IN = 0.14
"""The reach of a soft edge below its mesh file in inches: the solid may be larger than the mesh."""
MAX_SKIRT_PIECES, MAX_CRATER_PIECES = 60, 800
"""The maximum numbers of pieces of a mesh file with a soft edge, because uniting them takes time."""
SKIRT_Z_IN = 0.004
BANK_IN = (0.1, 0.42)
"""The least and the greatest width in inches of a bank, a strip of wet ground along water."""
SHALLOWS_IN = (0.5, 0.8)
DEPTHS_IN = (1.1, 1.7)
"""The distances in inches from the edge of water to where it is as deep as it looks, and darker."""
STEP_IN, COARSE_STEP_IN = 0.4, 1.1
"""The distance in inches of the corners of a soft edge."""
SMALLEST_SHARE = 0.15
"""The smallest share of a patch within a band; a narrower patch has no more bands."""


def make_ground_patch(feature: Feature, ground: GroundKind, is_fine: bool = True) -> ColoredArrays:
    """Return the flat parts of a feature for drawing."""
    flat = [piece for piece in feature.pieces if is_flat(piece)]
    rgb, surface = _patch_look(feature, ground)
    on_table = [piece for piece in flat if piece.low <= 0.01]
    others = [piece for piece in flat if piece.low > 0.01]
    parts = []
    if others:
        parts.append(_plain_patch(others, rgb, surface))
    if on_table:
        frame = local_frame(on_table)
        area = shapely.transform(plan_outline(on_table), frame.to_local)
        maker = _PatchMaker(area, ground, crc32(feature.id.encode()), is_fine)
        is_water = feature.water or rough_kind(feature) == "water"
        made = maker.make_water(rgb) if is_water else maker.make_ground(rgb, surface)
        parts.append(made.placed(frame))
    return join_arrays(parts)


def make_mesh_skirt(feature: Feature, ground: GroundKind, is_fine: bool = True) -> ColoredArrays:
    """Return the dirt around a mesh file on the table, so that it does not look cut out."""
    pieces = [piece for piece in feature.pieces if piece.low <= 0.01]
    is_crater = re.search(CRATER_NAMES, f"{feature.name} {feature.id}".lower()) is not None
    most = MAX_CRATER_PIECES if is_crater else MAX_SKIRT_PIECES
    if not pieces or len(feature.pieces) > most or feature.kind is Kind.FOREST:
        return join_arrays([])
    frame = local_frame(pieces)
    area = shapely.transform(plan_outline(pieces), frame.to_local)
    under = area.buffer(-UNDER_MESH_IN)
    maker = _PatchMaker(under, ground, crc32(feature.id.encode()), is_fine)
    rgb = CRATER_RGB if is_crater else ground.colors[3]
    return maker.make_skirt(rgb, CRATER_SKIRT_IN if is_crater else MAX_SKIRT_IN).placed(frame)


def _patch_look(feature: Feature, ground: GroundKind) -> tuple[RGB, int]:
    if feature.kind is Kind.ROUGH:
        return rough_surface(feature, ground)
    look = terrain_look(feature)
    return look.body, look.surface


def _plain_patch(pieces: Sequence[Piece], rgb: RGB, surface: int) -> ColoredArrays:
    mesh = ground_mesh(pieces, GROUND_LIFT_IN)
    points = mesh.vertices[mesh.faces].reshape(-1, 3)
    return color_triangles(points, np.tile((0.0, 0.0, 1.0), (len(points), 1)), rgb, surface)


def _place_keys(points: Floats) -> NDArray[np.complex128]:
    """Return a number for each place, the same for places less than a rounding error apart."""
    x, y = np.round(points, 6).T + 0.0
    keys: NDArray[np.complex128] = x + 1j * y
    return keys


class _PatchMaker:
    """A patch in a feature's own coordinates."""

    def __init__(self, area: BaseGeometry, ground: GroundKind, seed: int, is_fine: bool) -> None:
        self.area = area
        self.ground = ground
        self.seed = seed
        self.step = STEP_IN if is_fine else COARSE_STEP_IN
        self.ground_color = tuple(np.mean(ground.colors[:3], axis=0).tolist())

    def make_ground(self, rgb: RGB, surface: int) -> ColoredArrays:
        """Return a patch of one color with a soft edge."""
        parts = [self.make_skirt(rgb)]
        parts.append(self._band(self.area, Polygon(), rgb, rgb, surface))
        return join_arrays(parts)

    def make_water(self, rgb: RGB) -> ColoredArrays:
        """Return water with a bank, pale shallows and dark depths."""
        bank = np.array(self.ground.colors[3], float)
        wet = bank * 0.62
        water = np.array(rgb, float)
        shallow = water * 0.72 + bank * 0.34
        shore = self._contour(self.area, *BANK_IN)
        parts = [self.make_skirt(bank), self._band(self.area, shore, bank, wet, m.EARTH)]
        rings = [(shore, shallow), (self._contour(self.area, *SHALLOWS_IN), water)]
        rings.append((self._contour(self.area, *DEPTHS_IN), water * 0.72))
        for (outer, near), (inner, far) in pairwise(rings):
            if outer.is_empty:
                break
            parts.append(self._band(outer, inner, near, far, m.WATER))
        parts.append(self._band(rings[-1][0], Polygon(), water * 0.72, water * 0.72, m.WATER))
        return join_arrays(parts)

    def make_skirt(self, rgb: RGB | Floats, reach: float = MAX_SKIRT_IN) -> ColoredArrays:
        """Return the soft edge outside a patch."""
        least = max(MIN_SKIRT_IN, 0.4 * (reach - MAX_SKIRT_IN))
        outside = self._contour(self.area, -least, -reach)
        if not outside.covers(self.area):
            outside = self.area.buffer((least + reach) / 2)
        material = m.ground_material(self.ground.name)
        return self._band(outside, self.area, self.ground_color, rgb, material, SKIRT_Z_IN)

    def _contour(self, area: BaseGeometry, least: float, most: float) -> BaseGeometry:
        """Return an area with its edge moved inward by random distances.

        It is empty if the area is narrow. Negative distances move the edge outward.
        """
        inner = area.buffer(-least)
        reach = most - least
        if inner.area < SMALLEST_SHARE * self.area.area:
            return Polygon()
        parts = []
        for part in polygons_of(inner):
            whole = shapely.segmentize(shapely.orient_polygons(part.simplify(0.02)), self.step)
            rings = [
                self._jittered(np.asarray(ring.coords)[:-1, :2], reach)
                for ring in (whole.exterior, *whole.interiors)
            ]
            parts.append(Polygon(rings[0], rings[1:]))
        ragged: BaseGeometry = MultiPolygon(parts)
        if not ragged.is_valid:
            ragged = ragged.buffer(0)
        if reach > 0 and not area.covers(ragged):
            ragged = ragged.intersection(area)
        return ragged

    def _jittered(self, points: Floats, reach: float) -> Floats:
        """Return the corners of a ring, moved inward by up to `reach`, which may be negative."""
        depth = reach * chance(points, self.seed + 51)
        result: Floats = points + inward_ways(points) * depth[:, None]
        return result

    def _band(
        self,
        outer: BaseGeometry,
        inner: BaseGeometry,
        outer_rgb: RGB | Floats | Color,
        inner_rgb: RGB | Floats | Color,
        material: int,
        outer_z: float = GROUND_LIFT_IN,
    ) -> ColoredArrays:
        """Return the area between two contours, with a color that changes from one to the other."""
        triangles = [split_triangles(part) for part in polygons_of(outer.difference(inner))]
        plan = np.concatenate([np.zeros((0, 3, 2)), *triangles]).reshape(-1, 2)
        if not len(plan):
            return join_arrays([])
        if inner.is_empty:
            share = np.zeros(len(plan), bool)
        else:
            share = np.isin(_place_keys(plan), _place_keys(shapely.get_coordinates(inner)))
        z = outer_z + (GROUND_LIFT_IN - outer_z) * share
        up = np.tile((0.0, 0.0, 1.0), (len(plan), 1))
        made_of = color_triangles(np.column_stack([plan, z]), up, (255, 255, 255), material)
        rgb = np.array(outer_rgb, float) + np.outer(
            share, np.array(inner_rgb, float) - np.array(outer_rgb, float)
        )
        made_of.colors[:, :3] = np.clip(rgb, 0, 255).astype(np.uint8)
        return made_of
