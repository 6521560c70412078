"""Flat terrain as patches of ground: their edges fade into the ground, and water has banks.

A patch begins to fade within its area, and a thin skirt on the table continues outside. The banks
of water and the painted border of smoke lie within their areas.
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
MAX_SKIRT_IN = 0.4
"""The farthest reach in inches of a patch's soft edge outside its area."""
FADE_IN = (0.22, 0.5)
"""The least and the greatest width in inches of a patch's soft edge within its area."""
EDGE_SHARE, INNER_SHARE = 0.4, 0.85
"""The shares of a patch's own color at the exact edge of its area, and at the inner end of the
soft edge, where its own material begins."""
SMOKE_SHARE = 0.55
"""The share of the color of smoke on the ground below it."""
BORDER_IN = (0.08, 0.34)
"""The distances in inches of the painted border of smoke from the edge of its area."""
STRIPE_IN, STRIPE_SLANT_IN = 0.3, 0.16
"""Half the distance in inches of the stripes of that border, and their slant."""
STRIPE_SHARE = 0.9
"""The share of the ink of smoke in the stripes."""
MIN_SKIRT_IN = 0.06
CRATER_NAMES = r"crater|shell ?hole"
CRATER_SHARE = 0.45
"""The share of the darkest color of the ground in thrown earth, which is dark brown."""
CRATER_RGB: RGB = (84, 64, 46)
CRATER_SKIRT_IN = 1.2
"""The farthest reach in inches of the earth that was thrown out of a crater."""
RAY_STEP_IN, SCORCH_TONE, SCORCH_Z_IN = 0.45, 0.45, 0.013
"""The distance of dark rays around a crater, the tone of burned earth, and its height."""
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
        maker = PatchMaker(area, ground, crc32(feature.id.encode()), is_fine)
        is_water = feature.water or rough_kind(feature) == "water"
        made = maker.make_water(rgb) if is_water else maker.make_ground(rgb, surface)
        parts.append(made.placed(frame))
        if rough_kind(feature) == "crater":
            parts.append(maker.make_scorch(SCORCH_TONE * np.array(rgb, float)).placed(frame))
    return join_arrays(parts)


def make_mesh_skirt(feature: Feature, ground: GroundKind, is_fine: bool = True) -> ColoredArrays:
    """Return the dirt around a mesh file on the table, so that it does not look cut out."""
    pieces = [piece for piece in feature.pieces if piece.low <= 0.01]
    has_crater = is_crater(feature)
    most = MAX_CRATER_PIECES if has_crater else MAX_SKIRT_PIECES
    if not pieces or len(feature.pieces) > most or feature.kind is Kind.FOREST:
        return join_arrays([])
    frame = local_frame(pieces)
    area = shapely.transform(plan_outline(pieces), frame.to_local)
    under = area.buffer(-UNDER_MESH_IN)
    maker = PatchMaker(under, ground, crc32(feature.id.encode()), is_fine)
    if has_crater:
        earth = mix_colors(
            np.array(CRATER_RGB, float), np.array(ground.colors[3], float), CRATER_SHARE
        )
        return maker.make_thrown_earth(earth).placed(frame)
    return maker.make_skirt(ground.colors[3]).placed(frame)


def is_crater(feature: Feature) -> bool:
    """Return whether a feature's name says that it is a crater."""
    return re.search(CRATER_NAMES, f"{feature.name} {feature.id}".lower()) is not None


def make_volume_patch(feature: Feature, ground: GroundKind, is_fine: bool = True) -> ColoredArrays:
    """Return the ground below a wood, or the painted ground below smoke."""
    look = terrain_look(feature)
    frame = local_frame(feature.pieces)
    area = shapely.transform(plan_outline(feature.pieces), frame.to_local)
    maker = PatchMaker(area, ground, crc32(feature.id.encode()), is_fine)
    if feature.kind is not Kind.FOREST:
        return maker.make_painted(look.body, look.ink).placed(frame)
    has_skirt = min(piece.low for piece in feature.pieces) <= 0.01
    return maker.make_ground(look.body, look.surface, has_skirt=has_skirt).placed(frame)


def mix_colors(first: Floats, second: Floats, share: float | Floats) -> Floats:
    """Return a color between two, at a share of the way to the second."""
    return first + (second - first) * share


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


def _stripes(corners: Floats) -> Floats:
    """Return slanting stripes along the inside of an outline, as triangles (n, 3, 2)."""
    quads = []
    for start, end in pairwise(corners):
        length = float(np.hypot(*(end - start)))
        way = (end - start) / max(length, 1e-9)
        inward = np.array((-way[1], way[0]))
        count = int((length - 2 * BORDER_IN[1]) / (2 * STRIPE_IN))
        first = (length - (2 * count - 1) * STRIPE_IN) / 2
        for k in range(count):
            at = first + 2 * k * STRIPE_IN
            spots = ((at, 0), (at + STRIPE_IN, 0), (at + STRIPE_IN, 1), (at, 1))
            quads.append(
                [start + way * (x + y * STRIPE_SLANT_IN) + inward * BORDER_IN[y] for x, y in spots]
            )
    result: Floats = np.array(quads).reshape(-1, 4, 2)[:, [(0, 1, 2), (0, 2, 3)]].reshape(-1, 3, 2)
    return result


def _is_clockwise(corners: Floats) -> bool:
    """Return whether a triangle (3, 2) looks down."""
    (ax, ay), (bx, by), (cx, cy) = corners.tolist()
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0


class PatchMaker:
    """A patch in a feature's own coordinates."""

    def __init__(self, area: BaseGeometry, ground: GroundKind, seed: int, is_fine: bool) -> None:
        step = STEP_IN if is_fine else COARSE_STEP_IN
        self.area = shapely.segmentize(area, step)  # so that colors change evenly along its edge
        self.ground = ground
        self.seed = seed
        self.step = step
        self.ground_color = np.array(ground.colors[0], float)

    def make_ground(self, rgb: RGB, surface: int, *, has_skirt: bool = True) -> ColoredArrays:
        """Return a patch of one color with a soft edge, outside its area only with a skirt."""
        own = np.array(rgb, float)
        edge = mix_colors(self.ground_color, own, EDGE_SHARE)
        inner = self.contour(self.area, *FADE_IN)
        if inner.is_empty:
            parts = [self.make_band(self.area, Polygon(), rgb, rgb, surface)]
            return join_arrays([*parts, self.make_skirt(rgb)] if has_skirt else parts)
        near = mix_colors(self.ground_color, own, INNER_SHARE)
        parts = [self.make_band(self.area, inner, edge, near, m.GROUND)]
        parts.append(self.make_band(inner, Polygon(), rgb, rgb, surface))
        return join_arrays([self.make_skirt(edge), *parts] if has_skirt else parts)

    def make_painted(self, rgb: RGB, ink: RGB) -> ColoredArrays:
        """Return ground that is tinted toward its middle, with a border of slanting stripes."""
        tint = mix_colors(self.ground_color, np.array(rgb, float), SMOKE_SHARE)
        paint = mix_colors(self.ground_color, np.array(ink, float), STRIPE_SHARE)
        inner = self.contour(self.area, *FADE_IN)
        parts = [self.make_band(self.area, inner, self.ground_color, tint, m.GROUND)]
        parts.append(self.make_band(inner, Polygon(), tint, tint, m.GROUND))
        stripes = [
            _stripes(np.asarray(shapely.orient_polygons(part).exterior.coords)[:, :2])
            for part in polygons_of(self.area.simplify(1e-3))
        ]
        triangles = np.concatenate(stripes)
        inside = shapely.covers(self.area.buffer(1e-6), shapely.points(triangles)).all(axis=1)
        points = triangles[inside].reshape(-1, 2)
        spots = np.column_stack([points, np.full(len(points), 1.4 * GROUND_LIFT_IN)])
        up = np.tile((0.0, 0.0, 1.0), (len(spots), 1))
        r, g, b = np.rint(paint).astype(int).tolist()
        return join_arrays([*parts, color_triangles(spots, up, (r, g, b), m.GROUND)])

    def make_thrown_earth(self, rgb: Floats) -> ColoredArrays:
        """Return earth around a crater, less and less of it."""
        middle = self._outer_contour(0.5 * CRATER_SKIRT_IN)
        whole = self._outer_contour(CRATER_SKIRT_IN)
        if not (whole.covers(middle) and middle.covers(self.area)):
            return self.make_skirt(rgb, CRATER_SKIRT_IN)
        thin = mix_colors(self.ground_color, rgb, 0.4)
        return join_arrays(
            [
                self.make_band(whole, middle, self.ground_color, thin, m.GROUND, SKIRT_Z_IN),
                self.make_band(middle, self.area, thin, rgb, m.GROUND),
            ]
        )

    def make_scorch(self, rgb: Floats) -> ColoredArrays:
        """Return dark rays of different lengths around a crater, which fade into the ground."""
        rng = np.random.default_rng(self.seed + 52)
        parts = []
        for part in polygons_of(self.area):
            ring = shapely.orient_polygons(part).exterior
            count = max(6, round(ring.length / RAY_STEP_IN))
            at = (np.arange(count) + rng.uniform(-0.4, 0.4, count)) * ring.length / count
            half = rng.uniform(0.12, 0.45, count)
            left, right, foot, ahead = (
                shapely.get_coordinates(shapely.line_interpolate_point(ring, x % ring.length))
                for x in (at - half, at + half, at, at + 0.02)
            )
            way = (ahead - foot) / np.maximum(np.hypot(*(ahead - foot).T), 1e-9)[:, None]
            outward = np.column_stack([way[:, 1], -way[:, 0]])
            reach = CRATER_SKIRT_IN * rng.uniform(0.25, 1.0, count)
            tip = foot + outward * reach[:, None] + way * rng.uniform(-0.2, 0.2, (count, 1))
            inner = [corner - 0.1 * outward for corner in (left, right)]
            plan = np.stack([inner[0], tip, inner[1]], axis=1)
            plan = plan[:, ::-1] if _is_clockwise(plan[0]) else plan
            points = np.column_stack([plan.reshape(-1, 2), np.full(3 * count, SCORCH_Z_IN)])
            is_tip = np.tile((False, True, False), count)
            share = rng.uniform(0.15, 0.5, count).repeat(3) * ~is_tip
            colors = self.ground_color + np.outer(share, rgb - self.ground_color)
            up = np.tile((0.0, 0.0, 1.0), (len(points), 1))
            rays = color_triangles(points, up, (255, 255, 255), m.GROUND)
            rays.colors[:, :3] = np.clip(colors, 0, 255).astype(np.uint8)
            parts.append(rays)
        return join_arrays(parts)

    def _outer_contour(self, reach: float) -> BaseGeometry:
        least = max(MIN_SKIRT_IN, 0.7 * reach)
        return self.contour(self.area, -least, -reach)

    def make_water(self, rgb: RGB) -> ColoredArrays:
        """Return water with a bank, pale shallows and dark depths."""
        bank = np.array(self.ground.colors[3], float)
        wet = bank * 0.62
        water = np.array(rgb, float)
        shallow = water * 0.72 + bank * 0.34
        shore = self.contour(self.area, *BANK_IN)
        parts = [self.make_skirt(bank), self.make_band(self.area, shore, bank, wet, m.EARTH)]
        rings = [(shore, shallow), (self.contour(self.area, *SHALLOWS_IN), water)]
        rings.append((self.contour(self.area, *DEPTHS_IN), water * 0.72))
        for (outer, near), (inner, far) in pairwise(rings):
            if outer.is_empty:
                break
            parts.append(self.make_band(outer, inner, near, far, m.WATER))
        parts.append(self.make_band(rings[-1][0], Polygon(), water * 0.72, water * 0.72, m.WATER))
        return join_arrays(parts)

    def make_skirt(self, rgb: RGB | Floats, reach: float = MAX_SKIRT_IN) -> ColoredArrays:
        """Return the soft edge outside a patch."""
        least = max(MIN_SKIRT_IN, 0.4 * (reach - MAX_SKIRT_IN))
        outside = self.contour(self.area, -least, -reach)
        if not outside.covers(self.area):
            outside = self.area.buffer((least + reach) / 2)
        return self.make_band(outside, self.area, self.ground_color, rgb, m.GROUND, SKIRT_Z_IN)

    def contour(self, area: BaseGeometry, least: float, most: float) -> BaseGeometry:
        """Return an area with its edge moved inward by random distances.

        It is empty if the area is narrow. Negative distances move the edge outward.
        """
        inner = area.buffer(-least, quad_segs=8 if self.step < COARSE_STEP_IN else 2)
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

    def make_band(
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
