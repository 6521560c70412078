"""The readout of the measuring tools in words and evidence, for windows and pages."""

from __future__ import annotations

from collections.abc import Sequence

from wc3d.presentation.evidence_view import XYZ, EvidenceView
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import BAD_COLOR, GOOD_COLOR, PLAIN_COLOR, RGB, ROLE_COLORS, Role
from wc3d.presentation.preview import FactRows, FloatingTag
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance
from wc3d.ui.measuring.sight_tools import BaseVerdict, SightReport
from wc3d.ui.measuring.tools import GHOST_ID, MeasuringTools, Tool

TOOL_BUTTONS = (
    (Tool.RULER, "ruler", "Measure", "Measure in 3D: click two points or models"),
    (Tool.SIGHT, "eye", "Sight", "Check line of sight between models or places"),
    (Tool.AREA, "layers", "Area", "Show what one model can see, or what the others can see"),
)
VERDICT_SIGNS = {
    "clear": (ICONS["ok"], GOOD_COLOR),
    "blocked": (ICONS["no"], BAD_COLOR),
    "undecided": ("?", PLAIN_COLOR),
}
RULER_RGB: RGB = (240, 200, 70)


def sight_end_name(measuring: MeasuringTools, body: Body | None) -> str:
    """Return the name of an end of a sight line, with its position if it is a ghost."""
    if body is None:
        return "..."
    if body.id.startswith(GHOST_ID):
        return f"a {body.base} base at ({body.at[0]:.1f}, {body.at[1]:.1f}, {body.at[2]:.1f})"
    if not measuring.is_ghost(body):
        return measuring.display_name(body.id)
    return f"{measuring.display_name(body.id)}, moved to ({body.at[0]:.1f}, {body.at[1]:.1f}, {body.at[2]:.1f})"


def describe_range(measuring: MeasuringTools) -> str:
    """Return the distance between viewer and target, if it may be measured."""
    if measuring.viewer is None or measuring.target is None:
        return "..."
    if not measuring.can_measure_distances:
        return "not measured"
    return (
        format_inches(distance(measuring.table, measuring.viewer, measuring.target))
        + ", base to base"
    )


def target_verdict(report: SightReport) -> str:
    """Return the verdict for the target's own base."""
    return next(size.verdict for size in report.base_verdicts if size.base == report.target.base)


def describe_base_verdict(measuring: MeasuringTools, report: SightReport, size: BaseVerdict) -> str:
    """Return the verdict for a base size at the target's place, in words."""
    own = size.base == report.target.base
    if not report.is_full or not (own or report.is_complete) or not measuring.can_measure_distances:
        return size.verdict
    if size.verdict == "clear":
        return (
            f"clear by {format_inches(size.clearance)}"
            if size.clearance is not None
            else "clear, with room to spare"
        )
    return size.verdict + (
        f" by {format_inches(size.short_by)}" if size.short_by is not None else ""
    )


def describe_cover(measuring: MeasuringTools, report: SightReport) -> str:
    """Return whether the target is in cover, and from which features."""
    return (
        report.cover_reason
        if measuring.can_measure_distances
        else report.cover_reason.partition(":")[0]
    )


def cite_rules(report: SightReport) -> str:
    """Return the rule references of the report."""
    return f"{report.sight.rule.split(' (')[0]}; {report.cover.rule.split(', ')[-1]} (cover)"


def onlooker_rows(measuring: MeasuringTools, report: SightReport) -> FactRows:
    """Return the models that see the target and those that do not."""
    seer_names = [measuring.display_name(w.id) for w in report.onlookers if w.verdict == "clear"]
    other_names = [measuring.display_name(w.id) for w in report.onlookers if w.verdict != "clear"]
    rows = (f"{ICONS['ok']} Seen by", seer_names), (f"{ICONS['no']} Hidden from", other_names)
    return tuple((words, ", ".join(ids) or "nobody") for words, ids in rows)


def ruler_rows(measuring: MeasuringTools) -> FactRows:
    """Return the details of the ruler's measurement."""
    measured = measuring.ruler.measurement
    if measured is None:
        return ()
    return (
        ("Exact", f'{measured.inches:.4f}"'),
        ("Horizontal", format_inches(measured.plan_length)),
        ("Vertical", format_inches(measured.height_difference)),
    )


# Tags and evidence


def sight_ends(measuring: MeasuringTools) -> list[tuple[Body, Role]]:
    """Return viewer and target with their roles, without a ghost viewer for the others' area."""
    pairs = (measuring.viewer, Role.FROM), (measuring.target, Role.TO)
    mine = not (measuring.tool is Tool.AREA and measuring.seen_by_others)
    return [
        (body, role)
        for body, role in pairs
        if body is not None and (mine or not body.id.startswith(GHOST_ID))
    ]


def measuring_tags(measuring: MeasuringTools) -> list[FloatingTag]:
    """Return the floating tags: the length, the ghosts' names, and who sees the target."""
    tags: list[FloatingTag] = []
    if measuring.ruler.measurement is not None:
        (ax, ay, az), (bx, by, bz) = measuring.ruler.measurement.line
        tags.append(
            FloatingTag(
                ((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2),
                format_inches(measuring.ruler.measurement.inches),
                RULER_RGB,
            )
        )
    for body, role in sight_ends(measuring):
        if measuring.tool is not Tool.RULER and measuring.is_ghost(body):
            words = (
                f"{measuring.display_name(body.id)} here?"
                if not body.id.startswith(GHOST_ID)
                else f"{body.base} base"
            )
            tags.append(
                FloatingTag(
                    (*body.at[:2], body.at[2] + body.height + 0.2), words, ROLE_COLORS[role]
                )
            )
    report = measuring.report
    if report is not None and measuring.shows_onlookers and report.is_full:
        for onlooker in report.onlookers:
            seer = measuring.find_body(onlooker.id)
            if seer is not None:
                icon, rgb = VERDICT_SIGNS[onlooker.verdict]
                words = f"{icon} {'sees it' if onlooker.verdict == 'clear' else 'cannot see it'}"
                tags.append(FloatingTag((*seer.at[:2], seer.at[2] - 0.5), words, rgb))
    return tags


def measuring_evidence(measuring: MeasuringTools) -> EvidenceView | None:
    """Return the evidence of the active tool, or None."""
    if measuring.tool is Tool.AREA:
        return measuring.area_worker.sight_area
    return (
        measuring.report.sight
        if measuring.report is not None and measuring.target is not None
        else None
    )


def line_middle(line: Sequence[XYZ]) -> XYZ:
    """Return the middle between the ends of a line."""
    (ax, ay, az), (bx, by, bz) = line[0], line[-1]
    return (ax + bx) / 2, (ay + by) / 2, (az + bz) / 2


def deciding_line(evidence: EvidenceView | None) -> tuple[XYZ, ...] | None:
    """Return the deciding line, or None."""
    return (
        next((s.points for s in evidence.strokes if s.is_bold and len(s.points) > 1), None)
        if evidence is not None
        else None
    )
