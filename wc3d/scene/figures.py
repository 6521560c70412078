"""Little figures for the models: decoration, which no rule ever sees. Their height is that of their model's volume or less;
arms and wings may reach a little over the base, as those of real ones do.

What a model is shows in its silhouette, whose it is in its base.
"""
from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from wc3d.presentation.palette import RGB, Livery, Silhouette
from wc3d.scene.figure_library import TEAM, Arrays, assembled, base_of, together
from wc3d.scene.mesh import DrawnMesh, revolved, ring
from wc3d.scene.shading import shade_together
from wc3d.table.body import Body
from wc3d.table.space_numbers import BASES

Part = tuple[DrawnMesh, RGB]

DARK_BASE: RGB = (30, 28, 30)
PALE_BASE: RGB = (236, 230, 214)
NOTCHES = 8
"""Gaps in the ring round a base of the second side."""
FEET = 0.12
"""Inches: the height of a base, on which the figure stands."""
RING = 0.105
"""Inches: how wide the ring in the player's color is."""
OVER = 1.85
"""So many times as far from the middle as their base arms and wings may reach."""
PLAIN = {silhouette: f"plain/{silhouette.value}" for silhouette in Silhouette}
WIDE = "plain/guard"
"""A plain trooper on a wider base."""


def merge(parts: list[Part], surface: int = 0) -> Arrays:
    """Parts in their colors as one set of arrays; `surface` is the palette's surface pattern."""
    points, normals, faces, owner = shade_together([mesh for mesh, _ in parts], 32)
    colors = np.array([(*rgb, 255 - surface * 32) for _, rgb in parts], np.uint8).reshape(-1, 4)
    return points, normals, colors[owner], faces


def _arc(inner: float, outer: float, start: float, end: float) -> DrawnMesh:
    """A part of the ring: its top, and its sides down to the foot of the base."""
    turns = np.linspace(start, end, 7)
    rim = np.column_stack([np.cos(turns), np.sin(turns)])
    low, high = FEET * 0.25, FEET + 0.015
    points = np.vstack([np.column_stack([rim * r, np.full(len(turns), z)]) for z in (low, high) for r in (inner, outer)])
    n, faces = len(turns), []
    for k in range(n - 1):
        a, b, c, d = k, n + k, 2 * n + k, 3 * n + k
        faces += [(c, d, d + 1), (c, d + 1, c + 1), (b, b + 1, d + 1), (b, d + 1, d), (a + 1, a, c), (a + 1, c, c + 1)]
    return DrawnMesh(points, np.array(faces))


def _base(radius: float, livery: Livery) -> list[Part]:
    """The base: dark with a whole ring, or pale with a notched one for the second side; a Hero has a second, inner ring."""
    stand = revolved([(0, 0), (radius, 0), (radius - 0.04, FEET), (0, FEET)], sections=40)
    inner, outer = radius - RING, radius - 0.004
    if livery.side == 2:
        step = 2 * np.pi / NOTCHES
        rings = [_arc(inner, outer, k * step, (k + 0.5) * step) for k in range(NOTCHES)]
    else:
        rings = [_arc(inner, outer, k * np.pi / 4, (k + 1) * np.pi / 4) for k in range(8)]
    if livery.silhouette is Silhouette.HERO:
        inner_ring = ring(radius - RING - 0.075, radius - RING - 0.03, height=0.03, sections=40)
        rings.append(inner_ring.moved((0, 0, FEET + 0.04)))
    return [(stand, PALE_BASE if livery.side == 2 else DARK_BASE), *((part, livery.rgb) for part in rings)]


@lru_cache(maxsize=256)
def _figure(base: str, radius: float, height: float, livery: Livery, is_far: bool) -> Arrays:
    stand = merge(_base(radius, livery))
    stand[2][(stand[2][:, :3] == livery.rgb).all(axis=1), 3] = TEAM
    plain = WIDE if livery.silhouette is Silhouette.TROOPER and base != "small" else PLAIN[livery.silhouette]
    mould = livery.mould if base_of(livery.mould) else plain
    on_it = assembled(mould, livery.fittings, livery.rgb, is_far)
    if on_it is None:
        return stand
    made_for = BASES.get(base_of(mould) or base, BASES["small"])
    scale = min(radius / made_for.radius, (height - FEET) / (made_for.height - FEET))
    points, normals, colors, faces = on_it
    tall = min(1.0, (height - FEET) / max(scale * float(points[:, 2].max()), 1e-9))
    broad = min(1.0, OVER * radius / max(scale * float(np.hypot(points[:, 0], points[:, 1]).max()), 1e-9))
    scaled_points = points * (scale * broad, scale * broad, scale * tall) + (0.0, 0.0, FEET)
    return together([stand, (scaled_points, normals, colors, faces)])


def bare_base(body: Body, livery: Livery) -> Arrays:
    """A model's base with nothing on it."""
    stand = merge(_base(body.radius, livery))
    return stand


def dress(body: Body, livery: Livery) -> Livery:
    """The livery that fits what space knows of a model: one of a kind of the game's own is a portal."""
    return livery if body.is_plain or livery.mould else replace(livery, silhouette=Silhouette.PORTAL)


def figure(body: Body, livery: Livery, far: bool = False) -> Arrays:
    """The figure of a model on its base, at the origin, facing north; with fewer triangles for those `far` away."""
    return _figure(body.base, body.radius, body.height, dress(body, livery), far)
