"""What the measuring tools show on the board: the ruler, ghosts, the evidence of sight, painted areas, and their signs."""
from __future__ import annotations

from collections.abc import Sequence

from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import PEN_COLORS, ROLE_COLORS, Pen
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke, draw_volume
from wc3d.scene.pens import Pens
from wc3d.table.body import Body
from wc3d.ui.measuring.readout import ends, measured_exhibit
from wc3d.ui.measuring.tools import Measuring, Tool


def marks_key(measuring: Measuring) -> object:
    """Whatever the marks depend on: they are drawn again when this changes."""
    selection = measuring.viewer, measuring.target, measuring.tool, measuring.dragging
    return *selection, measuring.ruler.measured, measuring.report, measuring.area.painted, measuring.everyone


def draw_measured(board: Pens, measuring: Measuring, eye: str | None = None) -> None:
    """The ruler, the evidence of sight, painted areas and the ghosts."""
    if measuring.ruler.measured is not None:
        _draw_ruler(board, measuring)
    exhibit, report = measured_exhibit(measuring), measuring.report
    if exhibit is not None and measuring.tool is Tool.SIGHT and report is not None:
        draw_evidence(board, measuring.table.with_bodies(report.viewer, report.target), exhibit, eye)
        for onlooker in report.onlookers if measuring.everyone else ():
            if onlooker.line is not None and onlooker.id != report.viewer.id:
                draw_stroke(board, Stroke(onlooker.line, Pen.CLEAR, bold=False))
    elif exhibit is not None:
        draw_evidence(board, measuring.table.with_bodies(*_ghosts(measuring)), exhibit, eye)
    for body, role in ends(measuring):
        if measuring.is_ghost(body) or exhibit is None:
            draw_volume(board, body.volume, ROLE_COLORS[role], nobody=True)
            real = measuring.body_of(body.id)
            if real is not None and real.at != body.at:
                draw_stroke(board, Stroke((real.at, body.at), Pen.PATH, bold=False))


def _ghosts(measuring: Measuring) -> Sequence[Body]:
    return [measuring.viewer] if measuring.viewer is not None and not measuring.danger else []


def _draw_ruler(board: Pens, measuring: Measuring) -> None:
    measured = measuring.ruler.measured
    assert measured is not None
    draw_stroke(board, Stroke(measured.line, Pen.MEASURE))
    if abs(measured.up) > 0.01 and measured.along > 0.01:
        low, high = sorted(measured.line, key=lambda p: p[2])
        corner = high[0], high[1], low[2]
        board.lines([(low, corner), (corner, high)], 0.9, PEN_COLORS[Pen.MEASURE], 0.6, dash=0.25)
