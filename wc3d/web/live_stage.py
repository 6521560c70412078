"""A game's table for a browser that is kept up to date: what stays is packed once, figures when first needed, marks anew."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB, Livery
from wc3d.presentation.view_models import Label
from wc3d.scene.figure_library import TEAM
from wc3d.scene.figures import figure
from wc3d.scene.lines import circle
from wc3d.scene.mesh import DrawnMesh
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.web.marks import FLAT, OVERVIEW, Marks
from wc3d.web.mesh_files import PageFiles
from wc3d.web.packing import Pack
from wc3d.web.scenery import Cast, Line, Scenery, pen, see_through

SCRIPTS = (
    "vectors.js", "shaders.js", "painter.js", "view.js", "seat_sounds.js", "seat_table.js", "seat_staging.js", "seat_words.js",
    "seat_dice.js", "seat_terms.js", "seat_judge.js", "seat.js",
)  # fmt: skip
"""The scripts of the page, in order."""
SOUNDS = ("step", "shot", "blast", "blade", "dice", "hit", "miss", "fall", "gate", "turn", "victory")
"""What can be heard on the page."""


MOST_BYTES = 300_000
"""Of the textures of a table: the first page is to come in less than a megabyte."""


@cache
def seat_page() -> Mapping[str, tuple[str, str]]:
    """The files of the page for a seat: the path of each, its kind, and its text."""

    def text(name: str) -> str:
        return files("wc3d.web").joinpath(name).read_text(encoding="utf-8")

    code = "\n".join(['"use strict";', "(() => {", *map(text, SCRIPTS), "})();"])
    return {
        "/": ("text/html", text("seat.html")), "/seat.css": ("text/css", text("seat.css")), "/seat.js": ("text/javascript", code),
    }  # fmt: skip


@cache
def look_page(topic: str) -> str:
    """Return the page for a board, a dispute or a replay, one folder deeper; its help opens the guide at a topic."""
    page = seat_page()["/"][1].replace('href="guide/playing"', f'href="../guide/{topic}"')
    return page.replace('href="seat.css"', 'href="../seat.css"').replace('src="seat.js"', 'src="../seat.js"')


@cache
def sound_file(name: str) -> bytes | None:
    """A sound of the page, a WAV file; None if there is no such sound."""
    return files("wc3d.animation").joinpath(f"sound_files/{name}.wav").read_bytes() if name in SOUNDS else None


@dataclass(frozen=True, eq=False)
class PackedFigure:
    """A figure's mesh: where it lies in its block of bytes."""

    mesh: dict[str, Any]
    block: str


class LiveStage:
    """The table of a game, and the figures that have stood on it. It knows nothing that is hidden: only how things look."""

    def __init__(self, table: Table) -> None:
        pack = Pack()
        bare = replace(table, bodies=())
        scenery = Scenery(pack, bare, [], PageFiles(MOST_BYTES))
        marks = Marks(pack, Cast(pack), bare, None).for_browser(OVERVIEW)
        self.scene = {"table": scenery.for_browser(), "marks": [marks], "figures": []}
        self.block = pack.finish()
        self.figures: list[PackedFigure] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def _number(self, body: Body, livery: Livery) -> int:
        """The number of a model's figure."""
        dress = replace(livery, rgb=(255, 255, 255))
        key = body.base, body.kind, body.radius, body.height, dress
        if key not in self._known:
            points, normals, colors, faces = figure(body, dress, far=True)
            painted = np.array(colors, np.uint8)
            painted[:, 3] = np.where(painted[:, 3] == TEAM, 0, 255)
            pack = Pack()
            mesh = pack.mesh(points, normals, painted, faces)
            self._known[key] = len(self.figures)
            self.figures.append(PackedFigure(mesh, pack.finish()))
        return self._known[key]

    def standing(self, table: Table, liveries: Mapping[str, Livery], angles: Mapping[str, float]) -> list[dict[str, Any]]:
        """Who stands where, with which figure, in which color, turned which way."""
        figures = []
        for body in table.bodies:
            livery = liveries.get(body.id, Livery((200, 200, 200)))
            at, turn = [round(v, 3) for v in body.at], round(angles.get(body.id, 0.0), 1)
            number, size = self._number(body, livery), [round(body.radius, 3), round(body.height, 3)]
            figures.append({"mesh": number, "id": body.id, "at": at, "turn": turn, "rgb": list(livery.rgb), "size": size})
        return figures


class PagePens:
    """What is drawn on the table besides, in a block of its own. It has the pens of a board of the window."""

    def __init__(self) -> None:
        self.pack = Pack()
        self._lines: list[Line] = []
        self._glass: list[Line] = []
        self._labels: list[dict[str, Any]] = []

    def lines(
        self, segments: Any, width: float, rgb: RGB, alpha: float = 1.0, *, dash: float = 0.0, on_top: bool = False
    ) -> None:
        """Segments in a pen."""
        if len(np.asarray(segments)):
            self._lines.append(pen(self.pack, segments, width, rgb, alpha, dash, on_top))

    def see_through(
        self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, stripes: float = 0.0, order: int = 10, flat: bool = False
    ) -> None:
        """A see-through volume."""
        if len(mesh.faces):
            self._glass.append(see_through(self.pack, mesh, rgb, alpha, stripes))

    def area(self, mesh: DrawnMesh, rgb: RGB, alpha: float, *, hatch: float = 0.0) -> None:
        """A painted area of the ground."""
        if len(mesh.faces):
            self._glass.append(see_through(self.pack, mesh, rgb, alpha, hatch=hatch or FLAT))

    def ring(
        self, center: tuple[float, float], radius: float, z: float, rgb: RGB, width: float = 1.2, *, dash: float = 0.0
    ) -> None:
        """A level circle."""
        self.lines(circle(center, radius, z), width, rgb, dash=dash)

    def sign(self, at: XYZ, words: str, rgb: RGB, first: int, of: str = "", name: str = "") -> None:
        """Words at a place; those that are `first` keep theirs where there is not room for all. `of`: they go with that model,
        and begin with its `name`, which is left out where there is little room."""
        if words:
            label: dict[str, Any] = {"at": [round(v, 2) for v in at], "words": words, "rgb": list(rgb), "first": first}
            self._labels.append({**label, "of": of, "name": name} if of else label)

    def for_page(self) -> dict[str, Any]:
        """All of it, for a browser."""
        return {"lines": self._lines, "glass": self._glass, "labels": self._labels, "block": self.pack.finish(1)}


def label_words(label: Label) -> str:
    """What stands over a model: its name, its health, its points, and whether it has had its turn."""
    health = f" {label.health}/{label.boxes}" if label.boxes > 1 else ""
    points = f" ●{label.points}" if label.points else ""
    short = "".join(f" {sign.short}{f' {sign.count}' if sign.count > 1 else ''}" for sign in label.signs if sign.short)
    return f"{label.name}{health}{points}{short}{' ✓' if label.done else ''}"
