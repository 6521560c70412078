"""Draws the measuring tools on the board: ruler, ghosts, sight evidence and sight areas."""

from __future__ import annotations

from collections.abc import Sequence

from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import PEN_COLORS, ROLE_COLORS, Pen
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke, draw_volume
from wc3d.scene.mark_painter import MarkPainter
from wc3d.table.body import Body
from wc3d.ui.measuring.readout import measuring_evidence, sight_ends
from wc3d.ui.measuring.tools import MeasuringTools, Tool


def measuring_marks_key(measuring: MeasuringTools) -> object:
    """Return a key that changes whenever the marks need to be drawn again."""
    selection = measuring.viewer, measuring.target, measuring.tool, measuring.dragged_end
    return (
        *selection,
        measuring.ruler.measurement,
        measuring.report,
        measuring.area_worker.sight_area,
        measuring.shows_onlookers,
    )


def draw_measuring_marks(
    board: MarkPainter, measuring: MeasuringTools, eye: str | None = None
) -> None:
    """Draw the ruler, the sight evidence, sight areas and ghosts."""
    if measuring.ruler.measurement is not None:
        _draw_ruler(board, measuring)
    evidence = measuring_evidence(measuring)
    report = measuring.report
    if evidence is not None and measuring.tool is Tool.SIGHT and report is not None:
        draw_evidence(
            board, measuring.table.with_bodies(report.viewer, report.target), evidence, eye
        )
        for onlooker in report.onlookers if measuring.shows_onlookers else ():
            if onlooker.line is not None and onlooker.id != report.viewer.id:
                draw_stroke(board, Stroke(onlooker.line, Pen.CLEAR, is_bold=False))
    elif evidence is not None:
        draw_evidence(board, measuring.table.with_bodies(*_list_ghosts(measuring)), evidence, eye)
    for body, role in sight_ends(measuring):
        if measuring.is_ghost(body) or evidence is None:
            draw_volume(board, body.volume, ROLE_COLORS[role], nobody=True)
            real = measuring.find_body(body.id)
            if real is not None and real.at != body.at:
                draw_stroke(board, Stroke((real.at, body.at), Pen.PATH, is_bold=False))


def _list_ghosts(measuring: MeasuringTools) -> Sequence[Body]:
    return (
        [measuring.viewer] if measuring.viewer is not None and not measuring.seen_by_others else []
    )


def _draw_ruler(board: MarkPainter, measuring: MeasuringTools) -> None:
    measured = measuring.ruler.measurement
    assert measured is not None
    draw_stroke(board, Stroke(measured.line, Pen.MEASURE))
    if abs(measured.height_difference) > 0.01 and measured.plan_length > 0.01:
        low, high = sorted(measured.line, key=lambda p: p[2])
        corner = high[0], high[1], low[2]
        board.draw_lines(
            [(low, corner), (corner, high)], 0.9, PEN_COLORS[Pen.MEASURE], 0.6, dash=0.25
        )
