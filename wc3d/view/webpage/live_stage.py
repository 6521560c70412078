"""A game's table for a browser that is kept up to date: what stays is packed once, figures when first needed, marks anew."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from wc3d.evidence.exhibit import Circle, Exhibit
from wc3d.evidence.game_facts import Label, Marker, Zone
from wc3d.evidence.palette import Livery
from wc3d.evidence.preview import Preview
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.view.shapes.figures import figure
from wc3d.view.shapes.lines import polyline
from wc3d.view.shapes.moulds import TEAM
from wc3d.view.webpage.marks import OVERVIEW, Marks
from wc3d.view.webpage.packing import Pack
from wc3d.view.webpage.scenery import Cast, Scenery

SCRIPTS = ("vectors.js", "shaders.js", "painter.js", "view.js", "seat.js")


@cache
def seat_page() -> Mapping[str, tuple[str, str]]:
    """The files of the page for a seat: the path of each, its kind, and its text."""

    def text(name: str) -> str:
        return files("wc3d.view.webpage").joinpath(name).read_text(encoding="utf-8")

    code = "\n".join(['"use strict";', "(() => {", *map(text, SCRIPTS), "})();"])
    return {
        "/": ("text/html", text("seat.html")), "/seat.css": ("text/css", text("seat.css")), "/seat.js": ("text/javascript", code),
    }  # fmt: skip


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
        scenery = Scenery(pack, bare, [])
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

    def standing(self, table: Table, liveries: Mapping[str, Livery], turned: Mapping[str, float]) -> list[dict[str, Any]]:
        """Who stands where, with which figure, in which color, turned which way."""
        made = []
        for body in table.bodies:
            livery = liveries.get(body.id, Livery((200, 200, 200)))
            at, turn = [round(v, 3) for v in body.at], round(turned.get(body.id, 0.0), 1)
            made.append({"mesh": self._number(body, livery), "id": body.id, "at": at, "turn": turn, "rgb": list(livery.rgb)})
        return made


class LiveMarks(Marks):
    """What is drawn on the table besides, in a block of its own."""

    def __init__(self, table: Table) -> None:
        pack = Pack()
        super().__init__(pack, Cast(pack), replace(table, bodies=()), None)
        self.table = table

    def add_preview(self, shown: Preview) -> None:
        """What something would do."""
        self._draw(shown.marks)
        for tag in shown.tags:
            self._label(tag.at, tag.words, tag.rgb, 1)

    def add_markers(self, markers: Sequence[Marker], zones: Sequence[Zone]) -> None:
        """Objectives and the like, and where one may set up."""
        circles = tuple(Circle((m.foot[0], m.foot[1]), m.radius, m.foot[2], m.rgb, m.name) for m in markers)
        self._draw(Exhibit("markers", "", "", None, "", circles=circles))
        for zone in zones:
            (x, y), (far, deep) = zone.low, zone.high
            ring = [(x, y, 0.05), (far, y, 0.05), (far, deep, 0.05), (x, deep, 0.05), (x, y, 0.05)]
            self._line(polyline(ring), 1.2, zone.rgb, 0.9, dash=0.4)

    def add_labels(self, labels: Sequence[Label], more: Mapping[str, str], picked: str | None) -> None:
        """Names over the models, how they are, and more words over some of them."""
        for label in labels:
            health = f" {label.health}/{label.boxes}" if label.boxes > 1 else ""
            resource = f" ●{label.points}" if label.points else ""
            words = f"{label.name}{health}{resource}{' ✓' if label.done else ''}"
            said = more.get(label.id, "")
            weight = 1 if said or label.id == picked else 6
            self._label(label.at, f"{words} · {said}" if said else words, label.livery.rgb, weight)

    def for_page(self) -> dict[str, Any]:
        """All of it, for a browser."""
        return {"lines": self.lines, "glass": self.glass, "labels": self.labels, "block": self.pack.finish()}
