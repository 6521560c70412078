"""A mark painter that projects lines, volumes and areas into a photograph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from wc3d.photo.camera import PhotoCamera
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB
from wc3d.scene.lines import circle_segments
from wc3d.scene.mesh import DrawnMesh

MAX_STEP_IN = 1.0
"""The longest straight part of a projected line: lenses bend longer ones visibly. Inches."""
MAX_FILLED_FACES = 4000
"""The most triangles of a volume that is filled."""
FAR_SHARE = 1.0
"""The part of the picture's size by which marks may leave it."""


class PhotoMarkPainter:
    """Projects marks into a photograph, with the drawing methods of the window's board.

    Nothing hides a mark: lines behind terrain are drawn, too.
    """

    def __init__(self, camera: PhotoCamera, size: tuple[int, int]) -> None:
        """`size` is the picture's width and height in pixels."""
        self.camera = camera
        self.size = size
        self.hidden_for = ""
        self._lines: list[dict[str, Any]] = []
        self._areas: list[dict[str, Any]] = []
        self._labels: list[dict[str, Any]] = []

    def draw_lines(
        self,
        segments: Any,
        width: float,
        rgb: RGB,
        alpha: float = 1.0,
        *,
        dash: float = 0.0,
        on_top: bool = False,
    ) -> None:
        """Draw line segments (n, 2, 3). Those `on_top` repeat others that something may hide."""
        if on_top:
            return
        for polyline in _join_segments(np.asarray(segments, float).reshape(-1, 2, 3)):
            self.draw_polyline(polyline, width, rgb, alpha, dash=dash)

    def draw_polyline(
        self,
        points: ArrayLike,
        width: float,
        rgb: RGB,
        alpha: float = 1.0,
        *,
        dash: float = 0.0,
    ) -> None:
        """Draw a polyline through points (n, 3), without its parts outside the picture."""
        for part in self._visible_parts(_divide(np.asarray(points, float))):
            self._lines.append(
                {
                    "points": part,
                    "rgb": list(rgb),
                    "width": round(width, 2),
                    "alpha": round(alpha, 2),
                    "dash": dash > 0.0,
                }
            )

    def draw_translucent(
        self,
        mesh: DrawnMesh,
        rgb: RGB,
        alpha: float,
        *,
        stripes: float = 0.0,
        order: int = 10,
        flat: bool = False,
    ) -> None:
        """Fill the outline of a volume."""
        self._fill(mesh, rgb, alpha * 0.5, is_hatched=False)

    def draw_area(self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, hatch: float = 0.0) -> None:
        """Fill an area on the ground."""
        self._fill(mesh, rgb, alpha, is_hatched=hatch > 0.0)

    def draw_ring(
        self,
        center: tuple[float, float],
        radius: float,
        z: float,
        rgb: RGB,
        width: float = 1.2,
        *,
        dash: float = 0.0,
    ) -> None:
        """Draw a horizontal circle."""
        self.draw_lines(circle_segments(center, radius, z), width, rgb, dash=dash)

    def draw_label(
        self,
        at: XYZ,
        words: str,
        rgb: RGB,
        first: int = 5,
        of: str = "",
        name: str = "",
        *,
        is_answer: bool = False,
    ) -> None:
        """Draw a label at a point on the table."""
        pixel = self.camera.project(np.array([at]))[0]
        if words and self._is_near_picture(pixel[None])[0]:
            label = {"pixel": _rounded(pixel), "words": words, "rgb": list(rgb), "of": of}
            self._labels.append({**label, "answer": True} if is_answer else label)

    def to_json(self) -> dict[str, Any]:
        """Return the marks in pixels."""
        return {"lines": self._lines, "areas": self._areas, "labels": self._labels}

    def _fill(self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, is_hatched: bool) -> None:
        if not len(mesh.faces) or len(mesh.faces) > MAX_FILLED_FACES:
            return
        corners = self.camera.project(np.asarray(mesh.vertices, float))
        triangles = corners[np.asarray(mesh.faces)]
        triangles = triangles[self._is_near_picture(triangles).all(axis=1)]
        if not len(triangles):
            return
        outline = shapely.union_all(shapely.polygons(triangles), grid_size=0.1)
        for polygon in shapely.get_parts(outline):
            rings = [polygon.exterior, *polygon.interiors]
            self._areas.append(
                {
                    "points": [[_rounded(p) for p in ring.coords[:-1]] for ring in rings],
                    "rgb": list(rgb),
                    "alpha": round(alpha, 2),
                    "hatched": is_hatched,
                }
            )

    def _is_near_picture(self, pixels: NDArray[np.float64]) -> NDArray[np.bool_]:
        wide, tall = self.size
        margin = FAR_SHARE * max(wide, tall)
        x, y = pixels[..., 0], pixels[..., 1]
        with np.errstate(invalid="ignore"):  # points behind the lens have no pixel
            return np.asarray(
                (x > -margin) & (x < wide + margin) & (y > -margin) & (y < tall + margin)
            )

    def _visible_parts(self, points: NDArray[np.float64]) -> list[list[list[float]]]:
        pixels = self.camera.project(points)
        parts: list[list[list[float]]] = [[]]
        for pixel, is_near in zip(pixels, self._is_near_picture(pixels), strict=True):
            if is_near:
                parts[-1].append(_rounded(pixel))
            elif parts[-1]:
                parts.append([])
        return [part for part in parts if len(part) > 1]


def _rounded(pixel: Sequence[float] | NDArray[np.float64]) -> list[float]:
    return [round(float(v), 1) for v in pixel]


def _divide(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a polyline with points added so that no part is longer than `MAX_STEP_IN`."""
    parts = [points[:1]]
    for start, end in pairwise(points):
        count = max(1, int(np.ceil(np.linalg.norm(end - start) / MAX_STEP_IN)))
        shares = np.arange(1, count + 1)[:, None] / count
        parts.append(start + (end - start) * shares)
    return np.concatenate(parts)


def _join_segments(segments: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return polylines of the segments that follow one another."""
    polylines: list[list[NDArray[np.float64]]] = []
    for start, end in segments:
        if polylines and np.array_equal(polylines[-1][-1], start):
            polylines[-1].append(end)
        else:
            polylines.append([start, end])
    return [np.array(points) for points in polylines]
