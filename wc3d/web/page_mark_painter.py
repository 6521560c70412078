"""A mark painter that packs lines, volumes and labels for a browser."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB
from wc3d.scene.lines import circle_segments
from wc3d.scene.mesh import DrawnMesh
from wc3d.web.packing import BinaryPack
from wc3d.web.page_scene import PackedLine, pack_lines, pack_volume

NO_HATCH = -1.0
"""The `hatch` value of an area without hatching."""


class PageMarkPainter:
    """Packs marks for a browser, with the drawing methods of the window's board."""

    def __init__(self, pack: BinaryPack | None = None) -> None:
        """`pack` is the block that holds the marks; None makes one of their own."""
        self.pack = BinaryPack() if pack is None else pack
        self.hidden_for = ""
        """The model whose view hides what is drawn next, if any."""
        self._lines: list[PackedLine] = []
        self._glass: list[PackedLine] = []
        self._labels: list[dict[str, Any]] = []
        self.terrain: frozenset[str] | None = None
        """The terrain whose volumes matter to these marks, if they decide it."""

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
        """Draw line segments."""
        if len(np.asarray(segments)):
            line = pack_lines(self.pack, segments, width, rgb, alpha, dash, on_top)
            self._add(self._lines, line)

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
        """Draw a translucent volume."""
        if len(mesh.faces):
            self._add(self._glass, pack_volume(self.pack, mesh, rgb, alpha, stripes))

    def draw_area(self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, hatch: float = 0.0) -> None:
        """Draw an area on the ground."""
        if len(mesh.faces):
            area = pack_volume(self.pack, mesh, rgb, alpha, hatch=hatch or NO_HATCH)
            self._add(self._glass, area)

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
        first: int,
        of: str = "",
        name: str = "",
        *,
        is_answer: bool = False,
        mark: str | Literal[False] | None = None,
        target: XYZ | None = None,
    ) -> None:
        """Draw a label. A lower `first` has priority where space is short.

        The label follows model `of`. It starts with `name`, which is omitted where space is short.
        An answer is drawn larger and never omitted. With a `mark`, the page shows the mark
        instead of the name until the model is pointed at; "" is no mark, and False leaves the
        rest of the words out too. A line joins the label with its `target`.
        """
        if words:
            label: dict[str, Any] = {
                "at": [round(v, 2) for v in at],
                "words": words,
                "rgb": list(rgb),
                "first": first,
            }
            label |= {"answer": True} if is_answer else {}
            label |= {"mark": mark} if mark is not None else {}
            label |= {"target": [round(v, 2) for v in target]} if target is not None else {}
            self._labels.append({**label, "of": of, "name": name} if of else label)

    def _add(self, marks: list[PackedLine], mark: PackedLine) -> None:
        marks.append({**mark, "of": self.hidden_for} if self.hidden_for else mark)

    def marks(self) -> dict[str, Any]:
        """Return the marks without their block."""
        terrain = {} if self.terrain is None else {"terrain": sorted(self.terrain)}
        return {"lines": self._lines, "glass": self._glass, "labels": self._labels, **terrain}

    def to_json(self) -> dict[str, Any]:
        """Return all marks for the browser, with their block."""
        return {**self.marks(), "block": self.pack.to_base64(1)}
