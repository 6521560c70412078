"""The interface for drawing marks, which the window's board and the web page implement."""

from __future__ import annotations

from typing import Any, Protocol

from wc3d.presentation.palette import RGB
from wc3d.scene.mesh import DrawnMesh


class MarkPainter(Protocol):
    """A painter over a table. Colors are RGB; `alpha` is the opacity from 0 to 1."""

    def draw_lines(
        self,
        segments: Any,
        width: float,
        rgb: RGB,
        alpha: float = 1.0,
        *,
        dash: float = 0.0,
        on_top: bool = False,
    ) -> object:
        """Draw segments (n, 2, 3), `width` half-pixels wide; `dash` inches; `on_top` of all."""

    def draw_translucent(
        self,
        mesh: DrawnMesh,
        rgb: RGB,
        alpha: float,
        *,
        stripes: float = 0.0,
        order: int = 10,
        flat: bool = False,
    ) -> object:
        """Draw a transparent volume with `stripes` bands per inch; `flat`: no smooth shading."""

    def draw_area(self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, hatch: float = 0.0) -> object:
        """Draw a painted area of the ground, with `hatch` lines per inch across it."""

    def draw_ring(
        self,
        center: tuple[float, float],
        radius: float,
        z: float,
        rgb: RGB,
        width: float = 1.2,
        *,
        dash: float = 0.0,
    ) -> object:
        """Draw a level circle."""
