"""Little figures for the models: decoration, which no rule ever sees. A figure always stays inside its model's volume.

What a model is shows in its silhouette, whose it is in its base and flag as well as in its color.
"""
from __future__ import annotations

from functools import lru_cache

import numpy as np
import trimesh
from numpy.typing import NDArray
from trimesh.creation import annulus, box, capsule, cone, cylinder, icosphere, revolve, torus
from trimesh.transformations import rotation_matrix

from wc3d.evidence.palette import RGB, Livery, Silhouette
from wc3d.table.body import Body
from wc3d.view.shapes.shading import shade_together

Arrays = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8], NDArray[np.int64]]
"""Points, normals, colors and faces."""

Part = tuple[trimesh.Trimesh, RGB]

GLOW: RGB = (190, 250, 250)
DARK_CLOTH: RGB = (58, 64, 80)
PALE_CLOTH: RGB = (206, 198, 178)
STEEL: RGB = (122, 126, 136)
BRASS: RGB = (206, 176, 112)
DARK_BASE: RGB = (40, 38, 40)
PALE_BASE: RGB = (192, 182, 160)
NOTCHES = 8
"""Gaps in the ring round a base of the second side."""
HULK = ((0.34, -0.3, 0.8), (0.34, 0.26, 0.8), (0.56, -0.4, 1.3), (0.5, 0.52, 1.22), (0.5, -0.34, 1.74), (0.36, 0.34, 1.66))
"""The eastern corners of a warjack's body."""
FEET = 0.12
"""Inches: the height of a base, on which the figure stands."""


def merge(parts: list[Part], surface: int = 0) -> Arrays:
    """Parts in their colors as one set of arrays; `surface` is the palette's surface pattern."""
    points, normals, faces, owner = shade_together([mesh for mesh, _ in parts], 32)
    colors = np.array([(*rgb, 255 - surface * 32) for _, rgb in parts], np.uint8).reshape(-1, 4)
    return points, normals, colors[owner], faces


def _place(
    mesh: trimesh.Trimesh, x: float, y: float, z: float, turn: float = 0.0, axis: tuple[int, int, int] = (1, 0, 0)
) -> trimesh.Trimesh:
    if turn:
        mesh.apply_transform(rotation_matrix(np.radians(turn), axis))
    mesh.apply_translation((x, y, z))
    return mesh


def _scale(mesh: trimesh.Trimesh, x: float, y: float, z: float) -> trimesh.Trimesh:
    mesh.apply_scale((x, y, z))
    return mesh


def _block(size: tuple[float, float, float], x: float, y: float, z: float, turn: float = 0.0) -> trimesh.Trimesh:
    return _place(box(extents=size), x, y, z, turn)


def _rod(radius: float, long: float, x: float, y: float, z: float, turn: float = 0.0, sections: int = 10) -> trimesh.Trimesh:
    return _place(cylinder(radius=radius, height=long, sections=sections), x, y, z, turn)


def _ball(radius: float, x: float, y: float, z: float, flat: float = 1.0) -> trimesh.Trimesh:
    return _place(_scale(icosphere(subdivisions=2, radius=radius), 1, 0.92, flat), x, y, z)


class _Maker:
    """The figures of one side: `rgb` is its armour; the second side wears pale cloth and brass, the others dark and steel."""

    def __init__(self, livery: Livery) -> None:
        self.rgb, self.side = livery.rgb, livery.side
        self.cloth, self.metal = (PALE_CLOTH, BRASS) if livery.side == 2 else (DARK_CLOTH, STEEL)

    def flag(self, x: float, y: float, z: float, wide: float, tall: float) -> trimesh.Trimesh:
        """Square for the first side, pointed for the second; it hangs from (x, y) to the west, its top at z."""
        if self.side != 2:
            return _block((wide, 0.03, tall), x - wide / 2, y, z - tall / 2)
        corners = [(x, y + s * 0.015, z - h) for s in (-1, 1) for h in (0.0, tall)]
        points = np.array([*corners, (x - wide * 1.25, y - 0.015, z - tall / 2), (x - wide * 1.25, y + 0.015, z - tall / 2)])
        return trimesh.convex.convex_hull(points)

    def soldier(self) -> list[Part]:
        """A faceted soldier 1.66" tall facing north, unarmed; feet at 0."""
        parts: list[Part] = []
        for s in (-1, 1):
            leg = capsule(height=0.42, radius=0.12, count=[8, 10])
            parts += [
                (_place(leg, s * 0.17, s * 0.05, 0.24, s * 9, (0, 1, 0)), self.cloth),
                (_block((0.2, 0.32, 0.14), s * 0.2, 0.04 + s * 0.05, 0.12), self.metal),
                (_ball(0.2, s * 0.36, 0, 1.2, 0.8), self.rgb),
                (_place(capsule(height=0.3, radius=0.09, count=[8, 8]), s * 0.36, 0.3, 1.0, 100), self.cloth),
            ]
        torso = revolve(np.array([[0, 0.68], [0.24, 0.7], [0.3, 0.95], [0.34, 1.2], [0.2, 1.32], [0, 1.34]]), sections=14)
        return [
            *parts,
            (_scale(torso, 1.1, 0.8, 1), self.rgb),
            (_place(_scale(cylinder(radius=0.29, height=0.1, sections=16), 1.05, 0.85, 1), 0, 0, 0.74), self.metal),
            (_ball(0.17, 0, 0.03, 1.48), self.rgb),
            (_block((0.2, 0.08, 0.06), 0, 0.17, 1.5), GLOW),
        ]

    def trooper(self, base: str) -> list[Part]:
        """A soldier with a pack, and a rifle or, on a wider base, a blade and a shield."""
        parts = [*self.soldier(), (_block((0.42, 0.22, 0.5), 0, -0.28, 1.1), self.metal)]
        if base == "small":
            barrel = _rod(0.045, 0.24, 0.12, 0.66, 1.03, 90, 8)
            return [*parts, (_block((0.1, 0.62, 0.16), 0.12, 0.28, 1.0), self.metal), (barrel, self.metal)]
        shield = _rod(0.38, 0.07, -0.3, 0.48, 1.0, 90, 20)
        return [*parts, (_block((0.06, 0.13, 0.95), 0.42, 0.22, 1.1, 25), GLOW), (shield, self.rgb)]

    def attachment(self, base: str) -> list[Part]:
        """A trooper with a tall aerial, a dish and the side's flag on it."""
        dish = _place(cone(radius=0.26, height=0.16, sections=14), 0.24, -0.34, 1.5, 110)
        mast = _rod(0.028, 1.35, -0.16, -0.3, 1.66, sections=6)
        return [*self.trooper(base), (mast, self.metal), (dish, GLOW), (self.flag(-0.14, -0.3, 2.3, 0.42, 0.3), self.rgb)]

    def solo(self) -> list[Part]:
        """A hooded figure in a long coat that leans on a glaive."""
        outline = [[0, 0.02], [0.44, 0.04], [0.34, 0.5], [0.24, 0.95], [0.33, 1.28], [0.16, 1.42], [0, 1.42]]
        coat = revolve(np.array(outline), sections=12)
        hood = _place(cone(radius=0.25, height=0.5, sections=10), 0, -0.02, 1.36, 8)
        blade = _block((0.05, 0.26, 0.62), 0.46, 0.16, 2.0)
        mantle = revolve(np.array([[0.14, 1.1], [0.46, 1.06], [0.4, 1.24], [0.16, 1.44]]), sections=9)
        return [
            (coat, self.rgb), (mantle, self.metal), (hood, self.cloth), (_block((0.2, 0.1, 0.08), 0, 0.17, 1.48), GLOW),
            (_block((0.1, 0.06, 0.86), 0, 0.33, 0.52, -12), self.cloth),
            (_place(torus(0.3, 0.06, major_sections=16, minor_sections=6), 0, 0, 0.93), self.metal),
            (_rod(0.036, 1.8, 0.46, 0.16, 0.92, sections=8), self.metal), (blade, GLOW),
            (_place(capsule(height=0.26, radius=0.09, count=[8, 8]), 0.28, 0.08, 1.02, 70, (0, 1, 0)), self.cloth),
            (_place(capsule(height=0.32, radius=0.09, count=[8, 8]), -0.34, 0.06, 0.86, 20, (0, 1, 0)), self.cloth),
        ]  # fmt: skip

    def hero(self) -> list[Part]:
        """A crested captain in a cape, sword raised, with a great banner at the back."""
        cape = revolve(np.array([[0.1, 0.12], [0.5, 0.14], [0.3, 1.3], [0.1, 1.32]]), sections=14)
        cape = cape.slice_plane((0, -0.04, 0), (0, -1, 0))
        crest = _block((0.05, 0.44, 0.26), 0, -0.02, 1.7)
        sword = _block((0.07, 0.14, 0.95), 0.52, 0.34, 1.62, -18)
        return [
            *self.soldier(), (cape, self.cloth), (crest, GLOW), (sword, GLOW),
            (_block((0.24, 0.1, 0.08), 0.52, 0.48, 1.16, -18), self.metal),
            (_rod(0.03, 1.5, -0.06, -0.36, 1.7, sections=6), self.metal), (self.flag(-0.04, -0.36, 2.44, 0.56, 0.7), self.rgb),
            (_ball(0.25, -0.38, 0, 1.24, 0.8), self.metal), (_ball(0.25, 0.38, 0, 1.24, 0.8), self.metal),
        ]  # fmt: skip

    def warjack(self) -> list[Part]:
        """A hunched machine: no neck, huge shoulders, a fist and a cannon, smoke stacks."""
        parts: list[Part] = []
        for s in (-1, 1):
            parts += [
                (_block((0.36, 0.58, 0.16), s * 0.36, 0.04, 0.08), self.metal),
                (_block((0.24, 0.28, 0.5), s * 0.36, -0.06, 0.36, 12), self.cloth),
                (_block((0.3, 0.38, 0.36), s * 0.33, 0.06, 0.68, -16), self.rgb),
                (_ball(0.36, s * 0.62, -0.02, 1.46, 0.8), self.rgb),
                (_place(torus(0.32, 0.06, major_sections=18, minor_sections=6), s * 0.62, -0.02, 1.38), self.metal),
                (_rod(0.1, 0.7, s * 0.26, -0.46, 1.74, -8), self.metal),
                (_rod(0.12, 0.1, s * 0.26, -0.5, 2.08, -8), self.cloth),
            ]
        body = trimesh.convex.convex_hull(np.array([(s * x, y, z) for s in (-1, 1) for x, y, z in HULK]))
        return [
            *parts, (body, self.rgb), (_block((0.56, 0.4, 0.26), 0, -0.02, 0.8), self.metal),
            (_block((0.3, 0.26, 0.24), 0, 0.5, 1.36), self.metal), (_block((0.26, 0.06, 0.07), 0, 0.64, 1.4), GLOW),
            (_block((0.44, 0.3, 0.5), 0, -0.46, 1.3), self.cloth),
            (_block((0.26, 0.3, 0.46), -0.7, 0.06, 1.0), self.cloth), (_block((0.38, 0.44, 0.38), -0.68, 0.16, 0.64), self.metal),
            (_rod(0.19, 0.44, 0.68, 0.06, 0.98, 90, 14), self.cloth), (_rod(0.14, 0.7, 0.68, 0.32, 0.98, 90, 14), self.metal),
            (_rod(0.1, 0.06, 0.68, 0.68, 0.98, 90, 12), GLOW),
        ]  # fmt: skip

    def portal(self) -> list[Part]:
        """A standing ring with light in it, between two pylons."""
        pylons: list[Part] = [(_block((0.16, 0.24, 0.7), s * 0.52, 0, 0.35, 0), self.rgb) for s in (-1, 1)]
        return [
            *pylons, (_place(torus(0.5, 0.09, major_sections=28, minor_sections=10), 0, 0, 0.92, 90), self.metal),
            (_rod(0.43, 0.03, 0, 0, 0.92, 90, 28), GLOW), (_block((1.2, 0.36, 0.14), 0, 0, 0.07), self.metal),
            (self.flag(0.22, 0.0, 1.72, 0.36, 0.24), self.rgb), (_rod(0.025, 0.4, 0.22, 0, 1.55, sections=6), self.metal),
        ]  # fmt: skip

    def make(self, outline: Silhouette, base: str) -> list[Part]:
        """The figure of that silhouette."""
        armed = {Silhouette.TROOPER: self.trooper, Silhouette.ATTACHMENT: self.attachment}
        others = {
            Silhouette.SOLO: self.solo, Silhouette.HERO: self.hero, Silhouette.WARJACK: self.warjack,
            Silhouette.PORTAL: self.portal,
        }  # fmt: skip
        return armed[outline](base) if outline in armed else others[outline]()


def _arc(inner: float, outer: float, start: float, end: float) -> trimesh.Trimesh:
    turns = np.linspace(start, end, 7)
    rim = np.column_stack([np.cos(turns), np.sin(turns)])
    points = np.vstack([np.column_stack([rim * r, np.full(len(turns), z)]) for z in (0.1, FEET + 0.02) for r in (inner, outer)])
    n, faces = len(turns), []
    for k in range(n - 1):
        a, b, c, d = k, n + k, 2 * n + k, 3 * n + k
        faces += [(c, d, d + 1), (c, d + 1, c + 1), (b, b + 1, d + 1), (b, d + 1, d), (a + 1, a, c), (a + 1, c, c + 1)]
    return trimesh.Trimesh(points, np.array(faces), process=False)


def _base(radius: float, livery: Livery) -> list[Part]:
    """The base: dark with a whole ring, or pale with a notched one for the second side; a Hero has a second, inner ring."""
    stand = revolve(np.array([[0, 0], [radius, 0], [radius - 0.04, FEET], [0, FEET]]), sections=48)
    inner, outer = radius * 0.8, radius - 0.015
    if livery.side == 2:
        step = 2 * np.pi / NOTCHES
        rings = [_arc(inner, outer, k * step, (k + 0.62) * step) for k in range(NOTCHES)]
    else:
        rings = [_place(annulus(r_min=inner, r_max=outer, height=0.04, sections=48), 0, 0, FEET)]
    if livery.silhouette is Silhouette.HERO:
        rings.append(_place(annulus(r_min=radius * 0.62, r_max=radius * 0.7, height=0.03, sections=40), 0, 0, FEET))
    return [(stand, PALE_BASE if livery.side == 2 else DARK_BASE), *((ring, livery.rgb) for ring in rings)]


@lru_cache(maxsize=128)
def _figure(base: str, radius: float, height: float, livery: Livery) -> Arrays:
    parts = _Maker(livery).make(livery.silhouette, base)
    feet = min(mesh.bounds[0, 2] for mesh, _ in parts)
    tall = max(mesh.bounds[1, 2] for mesh, _ in parts) - feet
    wide = max(float(np.hypot(*mesh.vertices[:, :2].T).max()) for mesh, _ in parts)
    room = height - FEET - 0.04
    scale = min(room / tall, 0.97 * radius / wide)
    for mesh, _ in parts:
        mesh.apply_translation((0, 0, -feet))
        mesh.apply_scale((scale, scale, min(room / tall, scale * 1.35)))
        mesh.apply_translation((0, 0, FEET))
    return merge([*_base(radius, livery), *parts])


def dress(body: Body, livery: Livery) -> Livery:
    """The livery that fits what space knows of a model: one of a kind of the game's own is a portal."""
    return livery if body.is_plain else Livery(livery.rgb, livery.side, Silhouette.PORTAL)


def figure(body: Body, livery: Livery) -> Arrays:
    """The figure of a model on its base, at the origin, facing north."""
    return _figure(body.base, body.radius, body.height, dress(body, livery))
