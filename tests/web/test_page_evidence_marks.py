"""The report page shows what the window shows: one function draws evidence for both."""

from __future__ import annotations

import pytest

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.presentation.evidence_view import EvidenceView, Stroke
from wc3d.presentation.palette import Pen, Role
from wc3d.scene.camera import Orbit
from wc3d.scene.evidence_marks import draw_evidence
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.web.packing import BinaryPack
from wc3d.web.page_evidence_marks import PageEvidenceMarks
from wc3d.web.page_mark_painter import PageMarkPainter
from wc3d.web.page_scene import PageFigures

TABLE = Table((10.0, 10.0), policy=SPACE).with_bodies(
    Body("a", "small", (2, 2)), Body("b", "large", (8, 8))
)
VIEW = Orbit((5.0, 5.0, 0.0), 0.0, 40.0)


def evidence(pen: Pen) -> EvidenceView:
    line = ((2.0, 2.0, 1.0), (8.0, 8.0, 1.0))
    roles = {"a": Role.FROM, "b": Role.TO}
    return EvidenceView(
        "sight", "clear", "a sees b", True, "", (), roles, strokes=(Stroke(line, pen, "line"),)
    )


@pytest.mark.parametrize("pen", Pen)
def test_the_page_has_every_line_of_the_window(pen: Pen) -> None:
    window = PageMarkPainter()
    draw_evidence(window, TABLE, evidence(pen))
    pack = BinaryPack()
    page = PageEvidenceMarks(pack, PageFigures(pack), TABLE, evidence(pen)).to_json(VIEW)
    for sort in ("lines", "glass"):
        looks = [
            [{k: mark.get(k) for k in ("width", "rgba", "dash", "top")} for mark in marks[sort]]
            for marks in (window.marks(), page)
        ]
        assert looks[0] == looks[1]
    assert [mark["of"] for mark in page["glass"]] == ["a", "b"]


def test_a_line_within_terrain_is_drawn_twice() -> None:
    pack = BinaryPack()
    page = PageEvidenceMarks(pack, PageFigures(pack), TABLE, evidence(Pen.INSIDE)).to_json(VIEW)
    assert 3.0 in [line["width"] for line in page["lines"]]
