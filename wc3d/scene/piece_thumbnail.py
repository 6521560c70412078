"""A small picture of a mesh file, drawn without a graphics card: points of its surface, shaded."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.surface import MeshSurface, Triangles
from wc3d.meshes.textures import texture_pixels

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

SAMPLES = 120_000
"""Points on the surface that are drawn."""

SUPERSAMPLING = 2
"""Points of the picture along a side of a pixel."""

DOT_POINTS = 3
"""Width of a drawn point, in points of the picture."""

EDGE_ON_SHARE = 0.02
"""Share of the drawn points of a surface that the camera sees edge-on."""

TURN_DEG, TILT_DEG = 32.0, 28.0
"""How far the piece is turned, and how far the camera looks down."""

LIGHT = np.array([-0.35, -0.55, 0.76])
"""The direction to the light, with z up and the camera at -y."""

AMBIENT_SHARE = 0.42
"""The light on a surface that faces away."""

MARGIN_SHARE = 0.06
"""Empty margin as a share of the picture."""

BACKGROUND = np.array([38.0, 42.0, 50.0])
PLAIN_COLOR = np.array([186.0, 176.0, 156.0])
"""The color of a mesh without colors of its own."""

TEXTURE_PX = 256
"""Longest side of a texture that is sampled."""


def draw_thumbnail(surface: MeshSurface, triangles: Triangles, side_px: int) -> Pixels:
    """Return a picture (side, side, 3) of a surface; `triangles` are its own, with z up."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(across, axis=1)
    right, away, up = _camera_axes()
    shown = np.abs(across @ away) + EDGE_ON_SHARE * lengths
    total = float(shown.sum())
    if not (np.isfinite(total) and total > 0.0):
        return np.broadcast_to(BACKGROUND, (side_px, side_px, 3)).astype(np.uint8)
    random = np.random.default_rng(0)
    chosen = np.searchsorted(np.cumsum(shown), random.uniform(0.0, total, SAMPLES))
    chosen = np.minimum(chosen, len(triangles) - 1)
    a, b = random.uniform(size=(2, SAMPLES))
    a, b = np.where(a + b > 1.0, 1.0 - a, a), np.where(a + b > 1.0, 1.0 - b, b)
    weights = np.stack([1.0 - a - b, a, b], axis=1)
    points = np.einsum("nk,nkd->nd", weights, triangles[chosen])
    colors = _sample_colors(surface, chosen, weights)
    normals = across[chosen] / np.maximum(lengths[chosen], 1e-300)[:, None]
    normals *= np.where(normals @ away > 0.0, -1.0, 1.0)[:, None]  # towards the camera
    light = right * LIGHT[0] + away * LIGHT[1] + np.array([0.0, 0.0, 1.0]) * LIGHT[2]
    shade = AMBIENT_SHARE + (1.0 - AMBIENT_SHARE) * np.clip(normals @ light, 0.0, 1.0)
    side = side_px * SUPERSAMPLING
    image = _splat(points @ np.stack([right, up, away], axis=1), colors * shade[:, None], side)
    small = image.reshape(side_px, SUPERSAMPLING, side_px, SUPERSAMPLING, 3).mean(axis=(1, 3))
    return np.clip(np.rint(small), 0, 255).astype(np.uint8)


def _camera_axes() -> tuple[Floats, Floats, Floats]:
    """Return the directions to the right, away from the camera, and up in the picture."""
    turn, tilt = np.radians([TURN_DEG, TILT_DEG])
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    level = np.array([-np.sin(turn), np.cos(turn), 0.0])
    away = level * np.cos(tilt) - np.array([0.0, 0.0, np.sin(tilt)])
    return right, away, np.cross(right, away)


def _splat(points: Floats, colors: Floats, side: int) -> Floats:
    """Return a picture of points (right, up, away), the nearest on top."""
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    scale = side * (1.0 - 2 * MARGIN_SHARE) / max(float((high - low).max()), 1e-300)
    spots = (points[:, :2] - (low + high) / 2) * scale + side / 2
    column = np.clip(spots[:, 0].astype(np.int64), 0, side - DOT_POINTS)
    row = np.clip((side - spots[:, 1]).astype(np.int64), 0, side - DOT_POINTS)
    order = np.argsort(-points[:, 2])  # the nearest is written last
    spot = (row * side + column)[order]
    nearest = np.full(side * side, -1)
    nearest[spot] = np.arange(len(order))  # of each point's corner, by its place in the order
    grid = nearest.reshape(side, side)
    wide = grid.copy()
    for down in range(DOT_POINTS):
        for beside in range(DOT_POINTS):
            target = wide[down:, beside:]
            np.maximum(target, grid[: side - down, : side - beside], out=target)
    image = np.broadcast_to(BACKGROUND, (side, side, 3)).copy()
    image[wide >= 0] = colors[order[wide[wide >= 0]]]
    return image


def _sample_colors(surface: MeshSurface, chosen: NDArray[np.int64], weights: Floats) -> Floats:
    """Return the colors (n, 3) of points in triangles, without light."""
    colors = np.broadcast_to(PLAIN_COLOR, (len(chosen), 3)).copy()
    for part in surface.parts:
        own = np.flatnonzero((chosen >= part.start) & (chosen < part.stop))
        if not len(own) or (part.material is None and part.colors is None):
            continue
        rows = chosen[own] - part.start
        color = np.full((len(own), 3), 255.0)
        if part.material is not None:
            color *= np.array(part.material.color[:3])
            pixels = (
                texture_pixels(part.material.texture, TEXTURE_PX)
                if part.material.texture is not None and part.uv is not None
                else None
            )
            if pixels is not None and part.uv is not None:
                u, v = np.einsum("nk,nkd->nd", weights[own], part.uv[rows]).T
                height, width = pixels.shape[:2]
                x = np.nan_to_num(np.mod(u, 1.0) * width).astype(np.int64) % width
                y = np.nan_to_num(np.mod(-v, 1.0) * height).astype(np.int64) % height
                color *= pixels[y, x, :3] / 255.0
        if part.colors is not None:
            color *= np.einsum("nk,nkd->nd", weights[own], part.colors[rows][..., :3] / 255.0)
        colors[own] = color
    return colors
