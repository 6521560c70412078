"""What marks are drawn with: a board of the window has these pens, and a page has them."""

from __future__ import annotations

from typing import Any, Protocol

from wc3d.presentation.palette import RGB
from wc3d.scene.mesh import DrawnMesh


class MarkPainter(Protocol):
    """Draws over a table. Colors are RGB; `alpha` is how opaque it is, from 0 to 1."""

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
        """Segments (n, 2, 3), `width` half-pixels wide, in dashes so many inches long; `on_top`: through everything."""

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
        """A see-through volume; `stripes` level bands per inch, `order` in which they are drawn; `flat`: nothing is rounded."""

    def draw_area(self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, hatch: float = 0.0) -> object:
        """A painted area of the ground; `hatch` lines per inch run across it."""

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
        """A level circle."""
