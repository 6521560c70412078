"""What the measuring tools show on the board: the ruler, ghosts, the evidence of sight, painted areas, and their signs."""
from __future__ import annotations

from collections.abc import Sequence

from wc3d.evidence.exhibit import XYZ, Exhibit, Stroke
from wc3d.evidence.lengths import inches
from wc3d.evidence.palette import PEN_COLORS, RGB, ROLE_COLORS, Pen, Role
from wc3d.evidence.preview import Tag
from wc3d.table.body import Body
from wc3d.view.measuring.tool_panels import SIGNS
from wc3d.view.measuring.tools import NOBODY, Measuring, Tool
from wc3d.view.stage.board import Board
from wc3d.view.stage.overlays import draw_evidence, draw_stroke, draw_volume

RULER: RGB = (240, 200, 70)


def measured_tags(measuring: Measuring) -> list[Tag]:
    """The signs over the board: the measure, the ghosts' names, who sees the target."""
    found: list[Tag] = []
    if measuring.ruler.measured is not None:
        (ax, ay, az), (bx, by, bz) = measuring.ruler.measured.line
        found.append(Tag(((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2), inches(measuring.ruler.measured.inches), RULER))
    for body, role in _ends(measuring):
        if measuring.tool is not Tool.RULER and measuring.is_ghost(body):
            words = f"{measuring.named(body.id)} here?" if not body.id.startswith(NOBODY) else f"{body.base} base"
            found.append(Tag((*body.at[:2], body.at[2] + body.height + 0.2), words, ROLE_COLORS[role]))
    report = measuring.report
    if report is not None and measuring.everyone and report.full:
        for onlooker in report.onlookers:
            seer = measuring.body_of(onlooker.id)
            if seer is not None:
                icon, rgb = SIGNS[onlooker.verdict]
                words = f"{icon} {'sees it' if onlooker.verdict == 'clear' else 'does not'}"
                found.append(Tag((*seer.at[:2], seer.at[2] - 0.5), words, rgb))
    return found


def marks_key(measuring: Measuring) -> object:
    """Whatever the marks depend on: they are drawn again when this changes."""
    held = measuring.viewer, measuring.target, measuring.tool, measuring.dragging
    return *held, measuring.ruler.measured, measuring.report, measuring.area.painted, measuring.everyone


def measured_exhibit(measuring: Measuring) -> Exhibit | None:
    """What is drawn: the verdict's own evidence."""
    if measuring.tool is Tool.AREA:
        return measuring.area.painted
    return measuring.report.sight if measuring.report is not None and measuring.target is not None else None


def bold_line(exhibit: Exhibit | None) -> tuple[XYZ, ...] | None:
    """The line that decided, if there is one."""
    return next((s.points for s in exhibit.strokes if s.bold and len(s.points) > 1), None) if exhibit is not None else None


def draw_measured(board: Board, measuring: Measuring, eye: str | None = None) -> None:
    """The ruler, the evidence of sight, painted areas and the ghosts."""
    if measuring.ruler.measured is not None:
        _draw_ruler(board, measuring)
    seen, report = measured_exhibit(measuring), measuring.report
    if seen is not None and measuring.tool is Tool.SIGHT and report is not None:
        draw_evidence(board, measuring.table.with_bodies(report.viewer, report.target), seen, eye)
        for onlooker in report.onlookers if measuring.everyone else ():
            if onlooker.line is not None and onlooker.id != report.viewer.id:
                draw_stroke(board, Stroke(onlooker.line, Pen.CLEAR, bold=False))
    elif seen is not None:
        draw_evidence(board, measuring.table.with_bodies(*_ghosts(measuring)), seen, eye)
    for body, role in _ends(measuring):
        if measuring.is_ghost(body) or seen is None:
            draw_volume(board, body.volume, ROLE_COLORS[role], nobody=True)
            real = measuring.body_of(body.id)
            if real is not None and real.at != body.at:
                draw_stroke(board, Stroke((real.at, body.at), Pen.PATH, bold=False))


def _ends(measuring: Measuring) -> list[tuple[Body, Role]]:
    """Who looks and what is looked at; where all others look, nobody of their own."""
    ends = (measuring.viewer, Role.FROM), (measuring.target, Role.TO)
    mine = not (measuring.tool is Tool.AREA and measuring.danger)
    return [(body, role) for body, role in ends if body is not None and (mine or not body.id.startswith(NOBODY))]


def _ghosts(measuring: Measuring) -> Sequence[Body]:
    return [measuring.viewer] if measuring.viewer is not None and not measuring.danger else []


def _draw_ruler(board: Board, measuring: Measuring) -> None:
    measured = measuring.ruler.measured
    assert measured is not None
    draw_stroke(board, Stroke(measured.line, Pen.MEASURE))
    if abs(measured.up) > 0.01 and measured.along > 0.01:
        low, high = sorted(measured.line, key=lambda p: p[2])
        corner = high[0], high[1], low[2]
        board.lines([(low, corner), (corner, high)], 0.9, PEN_COLORS[Pen.MEASURE], 0.6, dash=0.25)
