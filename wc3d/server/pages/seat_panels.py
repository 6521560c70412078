"""The texts of a seat's page: labels on the table, the selected card, rosters and measurements."""

from __future__ import annotations

import base64
from collections.abc import Collection, Sequence
from typing import Any

from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DamageBoxes, SheetRow
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.preview import FloatingTag
from wc3d.printing.canvas import Bitmap
from wc3d.server.pages.seat_buttons import remove_icons
from wc3d.ui.controller import GameController
from wc3d.ui.measuring.readout import (
    TOOL_BUTTONS,
    VERDICT_SIGNS,
    cite_rules,
    deciding_line,
    describe_base_verdict,
    describe_cover,
    describe_range,
    line_middle,
    onlooker_rows,
    ruler_rows,
    sight_end_name,
    target_verdict,
)
from wc3d.ui.measuring.tools import MeasuringTools, Tool
from wc3d.web.live_scene import format_label
from wc3d.web.page_mark_painter import PageMarkPainter

MAX_REFUSALS = 12
"""The maximum number of displayed refusals for a model."""

JsonObject = dict[str, Any]


SIDE_MARKS = {1: "■", 2: "▶"}
"""The signs of the sides on labels, which do not depend on color."""


def draw_labels(
    pens: PageMarkPainter,
    rules: RuleSet,
    state: Any,
    reader: int | None,
    selected_id: str | None,
    named: Collection[str] = (),
    *,
    are_targets_chosen: bool = False,
) -> None:
    """Draw the labels of markers and models that a reader sees; the selected model's comes first.

    The selected model and the `named` ones have names; the others have marks, or nothing while
    targets are chosen, which show their chances.
    """
    for marker in rules.display.markers(state):
        pens.draw_label(marker.foot, remove_icons(marker.short or marker.name), marker.rgb, 5)
    for label in rules.display.labels(state):
        has_name = label.id == selected_id or label.id in named
        side_mark = SIDE_MARKS.get(label.livery.side, "●") if label.has_content else ""
        pens.draw_label(
            label.at,
            remove_icons(format_label(label)),
            label.livery.rgb,
            1 if label.id == selected_id else 6,
            label.id,
            remove_icons(label.name),
            mark=None if has_name else not are_targets_chosen and side_mark,
        )


def card_panel(
    rules: RuleSet, state: Any, id: str | None, reasons: Sequence[str] = ()
) -> JsonObject | None:
    """Return a model's card (numbers, weapons, rules, boxes, refusal `reasons`), or None."""
    sheet = rules.display.sheet(state, id) if id is not None else None
    if id is None or sheet is None:
        return None
    numbers = [
        {
            "name": remove_icons(n.name),
            "value": remove_icons(n.value),
            "receipt": [remove_icons(line) for line in n.receipt],
            "changed": n.is_changed,
        }
        for n in sheet.numbers
    ]
    sections = [
        {
            "title": remove_icons(s.title) if s.has_heading else "",
            "flowing": s.is_flowing,
            "rows": [_encode_row(row) for row in s.rows],
        }
        for s in sheet.sections
    ]
    panel = {
        "id": id,
        "title": remove_icons(sheet.title),
        "owner": rules.queries.owner(state, sheet.id),
        "what": remove_icons(sheet.what),
        "facts": [remove_icons(line) for line in sheet.facts],
        "numbers": numbers,
        "sections": sections,
        "why": list(reasons),
    }
    return panel | ({"chart": _encode_chart(sheet.chart)} if sheet.chart is not None else {})


def _encode_row(row: SheetRow) -> JsonObject:
    data: JsonObject = {"words": remove_icons(row.words)}
    return (
        data
        | ({"tip": remove_icons(row.tip)} if row.tip else {})
        | ({"waits": True} if row.is_inactive else {})
    )


def refusal_lines(interaction: GameController) -> list[str]:
    """Return the refused actions of the selected model, with the rules' sentence and page."""
    rules = interaction.rules
    state = interaction.state
    id = interaction.selected_id
    refused = (
        interaction.refusals_for(id)[:MAX_REFUSALS]
        if interaction.session.person_to_act and id is not None
        else []
    )
    return [
        remove_icons(
            f"{r.words[:1].upper()}{r.words[1:]}: {rules.text.describe_refusal(state, r.verdict)}"
        )
        for r in refused
    ]


def _encode_chart(chart: DamageBoxes) -> JsonObject:
    """Return the damage boxes by column."""
    columns = [
        [
            None
            if b is None
            else {
                "letter": b.letter,
                "marked": b.is_marked,
                "lost": b.is_lost,
                "tip": remove_icons(b.tip),
            }
            for b in column
        ]
        for column in chart.columns
    ]
    parts = [
        {"words": remove_icons(p.words), "tip": remove_icons(p.tip), "lost": p.is_changed}
        for p in chart.parts
    ]
    return {"heads": list(chart.heads), "columns": columns, "parts": parts}


def roster_panels(
    rules: RuleSet, state: Any, names: Sequence[str], looks_back: bool = False
) -> list[JsonObject]:
    """Return both players' rosters in the seat's view. `looks_back` adds the hands in a replay."""
    player_rosters = [rules.display.roster(state, player) for player in (1, 2)]
    return [
        {
            "player": roster.player,
            "name": names[roster.player - 1],
            "facts": [
                remove_icons(line)
                for line in ((looks_back and roster.replay_lines) or roster.facts)
            ],
            "rows": [
                {
                    "id": row.id,
                    "words": remove_icons(f"{row.name} {row.right_text}"),
                    "note": remove_icons(row.note),
                }
                for row in roster.rows
            ],
        }
        for roster in player_rosters
    ]


# Measurements


def measuring_panel(measuring: MeasuringTools) -> JsonObject | None:
    """Return the readout of the active tool, or None."""
    if not measuring.is_active:
        return None
    name = next(name for tool, _, name, _ in TOOL_BUTTONS if tool is measuring.tool)
    panel: JsonObject = {
        "tool": measuring.tool.value,
        "name": name,
        "status": remove_icons(measuring.status),
        "rows": [],
    }
    if measuring.tool is Tool.RULER and measuring.ruler.measurement is not None:
        panel |= {
            "sign": format_inches(measuring.ruler.measurement.inches),
            "rows": _encode_rows(ruler_rows(measuring)),
        }
    elif measuring.tool is Tool.SIGHT:
        panel |= _describe_sight(measuring)
    elif measuring.tool is Tool.AREA and measuring.area_worker.sight_area is not None:
        panel["rows"] = _encode_rows(measuring.area_worker.sight_area.facts)
    return panel


def _encode_rows(rows: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [[remove_icons(name), remove_icons(words)] for name, words in rows]


def _describe_sight(measuring: MeasuringTools) -> JsonObject:
    panel: JsonObject = {
        "rows": _encode_rows(
            (
                ("From", sight_end_name(measuring, measuring.viewer)),
                ("To", sight_end_name(measuring, measuring.target)),
            )
        )
    }
    report = measuring.report
    if report is None or measuring.target is None or measuring.message:
        return panel
    verdict = target_verdict(report)
    sight = report.sight
    panel |= {
        "sign": f"{remove_icons(VERDICT_SIGNS[verdict][0])} {sight.verdict}",
        "good": sight.is_good,
        "waits": not measuring.is_current,
    }
    rows = [
        (f"{size.base} base", describe_base_verdict(measuring, report, size))
        for size in report.base_verdicts
    ]
    if report.is_full and measuring.can_measure_distances:
        rows += report.sight.facts[:4]
    rows += [("Cover", describe_cover(measuring, report)), ("Range", describe_range(measuring))]
    if measuring.shows_onlookers and measuring.is_target_fixed and report.is_full:
        rows += onlooker_rows(measuring, report)
    panel["rows"] += _encode_rows(rows)
    panel["rule"] = cite_rules(report)
    if (
        measuring.is_side_cut_shown
        and measuring.is_current
        and measuring.can_measure_distances
        and report.cut is not None
    ):
        panel["cut"] = picture_data_url(report.cut)
    return panel


def sight_answer(measuring: MeasuringTools) -> FloatingTag | None:
    """Return the answer to a sight question as a sign at the line, None without a valid answer."""
    report = measuring.report
    if measuring.tool is not Tool.SIGHT or report is None or measuring.message:
        return None
    if measuring.target is None or not measuring.is_current:
        return None
    icon, rgb = VERDICT_SIGNS[target_verdict(report)]
    line = deciding_line(report.sight) or (report.viewer.at, report.target.at)
    words = remove_icons(f"{icon} {report.sight.verdict}")
    return FloatingTag(line_middle(line), words, rgb)


def draw_sight_answer(pens: PageMarkPainter, measuring: MeasuringTools) -> None:
    """Draw the answer to a sight question at its line."""
    tag = sight_answer(measuring)
    if tag is not None:
        pens.draw_label(tag.at, tag.words, tag.rgb, 0, is_answer=True)


def picture_data_url(bitmap: Bitmap) -> str:
    """Return a picture as a data URL."""
    return "data:image/png;base64," + base64.b64encode(bitmap.to_png()).decode("ascii")
