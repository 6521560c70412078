"""What the measuring tools tell, in words, and which evidence they show: the same in a window's panel and on a page."""
from __future__ import annotations

from wc3d.presentation.evidence_view import XYZ, Exhibit
from wc3d.presentation.format_inches import inches
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import BAD, GOOD, PLAIN, RGB, ROLE_COLORS, Role
from wc3d.presentation.preview import Rows, Tag
from wc3d.table.body import Body
from wc3d.table.sight.ranges import distance
from wc3d.ui.measuring.sight_tools import BaseVerdict, SightReport
from wc3d.ui.measuring.tools import NOBODY, Measuring, Tool

TOOLS = (
    (Tool.RULER, "ruler", "Measure", "Measure in 3D: click two points or models"),
    (Tool.SIGHT, "eye", "Sight", "Check line of sight between models or places"),
    (Tool.AREA, "layers", "Area", "Show what one model can see, or what the others can see"),
)
SIGNS = {"clear": (ICONS["ok"], GOOD), "blocked": (ICONS["no"], BAD), "undecided": ("?", PLAIN)}
RULER: RGB = (240, 200, 70)


def end_name(measuring: Measuring, body: Body | None) -> str:
    """What an end of a line of sight is called, and where it would be."""
    if body is None:
        return "..."
    if body.id.startswith(NOBODY):
        return f"a {body.base} base at ({body.at[0]:.1f}, {body.at[1]:.1f}, {body.at[2]:.1f})"
    if not measuring.is_ghost(body):
        return measuring.named(body.id)
    return f"{measuring.named(body.id)}, moved to ({body.at[0]:.1f}, {body.at[1]:.1f}, {body.at[2]:.1f})"


def range_words(measuring: Measuring) -> str:
    """How far it is, where that is told."""
    if measuring.viewer is None or measuring.target is None:
        return "..."
    if not measuring.tells_distances:
        return "not measured"
    return inches(distance(measuring.table, measuring.viewer, measuring.target)) + ", base to base"


def verdict_of(report: SightReport) -> str:
    """The verdict about the target itself."""
    return next(size.verdict for size in report.sizes if size.base == report.target.base)


def size_words(measuring: Measuring, report: SightReport, size: BaseVerdict) -> str:
    """What is told of one size of base at the target's place."""
    own = size.base == report.target.base
    if not report.full or not (own or report.complete) or not measuring.tells_distances:
        return size.verdict
    if size.verdict == "clear":
        return f"clear by {inches(size.clearance)}" if size.clearance is not None else "clear, with room to spare"
    return size.verdict + (f" by {inches(size.short_by)}" if size.short_by is not None else "")


def cover_words(measuring: Measuring, report: SightReport) -> str:
    """Is the target in cover, and from what?"""
    return report.cover_why if measuring.tells_distances else report.cover_why.partition(":")[0]


def rules_words(report: SightReport) -> str:
    """Where it is written."""
    return f"{report.sight.rule.split(' (')[0]}; {report.cover.rule.split(', ')[-1]} (cover)"


def onlooker_rows(measuring: Measuring, report: SightReport) -> Rows:
    """Who else sees the target, and who does not."""
    seer_names = [measuring.named(w.id) for w in report.onlookers if w.verdict == "clear"]
    other_names = [measuring.named(w.id) for w in report.onlookers if w.verdict != "clear"]
    rows = (f"{ICONS['ok']} Seen by", seer_names), (f"{ICONS['no']} Hidden from", other_names)
    return tuple((words, ", ".join(ids) or "nobody") for words, ids in rows)


def measured_rows(measuring: Measuring) -> Rows:
    """What the ruler says besides its length."""
    measured = measuring.ruler.measured
    if measured is None:
        return ()
    return (("Exact", f'{measured.inches:.4f}"'), ("Horizontal", inches(measured.along)), ("Vertical", inches(measured.up)))


# On the table


def ends(measuring: Measuring) -> list[tuple[Body, Role]]:
    """Who looks and what is looked at; where all others look, nobody of their own."""
    pairs = (measuring.viewer, Role.FROM), (measuring.target, Role.TO)
    mine = not (measuring.tool is Tool.AREA and measuring.danger)
    return [(body, role) for body, role in pairs if body is not None and (mine or not body.id.startswith(NOBODY))]


def measured_tags(measuring: Measuring) -> list[Tag]:
    """The signs over the board: the measure, the ghosts' names, who sees the target."""
    tags: list[Tag] = []
    if measuring.ruler.measured is not None:
        (ax, ay, az), (bx, by, bz) = measuring.ruler.measured.line
        tags.append(Tag(((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2), inches(measuring.ruler.measured.inches), RULER))
    for body, role in ends(measuring):
        if measuring.tool is not Tool.RULER and measuring.is_ghost(body):
            words = f"{measuring.named(body.id)} here?" if not body.id.startswith(NOBODY) else f"{body.base} base"
            tags.append(Tag((*body.at[:2], body.at[2] + body.height + 0.2), words, ROLE_COLORS[role]))
    report = measuring.report
    if report is not None and measuring.everyone and report.full:
        for onlooker in report.onlookers:
            seer = measuring.body_of(onlooker.id)
            if seer is not None:
                icon, rgb = SIGNS[onlooker.verdict]
                words = f"{icon} {'sees it' if onlooker.verdict == 'clear' else 'cannot see it'}"
                tags.append(Tag((*seer.at[:2], seer.at[2] - 0.5), words, rgb))
    return tags


def measured_exhibit(measuring: Measuring) -> Exhibit | None:
    """What is drawn: the verdict's own evidence."""
    if measuring.tool is Tool.AREA:
        return measuring.area.painted
    return measuring.report.sight if measuring.report is not None and measuring.target is not None else None


def bold_line(exhibit: Exhibit | None) -> tuple[XYZ, ...] | None:
    """The line that decided, if there is one."""
    return next((s.points for s in exhibit.strokes if s.bold and len(s.points) > 1), None) if exhibit is not None else None
