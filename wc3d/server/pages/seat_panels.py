"""What a seat's page tells in words besides its buttons: the card of what is picked, both lists, what is measured."""
from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.format_inches import inches
from wc3d.presentation.view_models import DamageChart, Row
from wc3d.printing.canvas import Bitmap
from wc3d.server.pages.seat_buttons import plain
from wc3d.ui.controller import Interaction
from wc3d.ui.measuring.readout import (
    SIGNS,
    TOOLS,
    cover_words,
    end_name,
    measured_rows,
    onlooker_rows,
    range_words,
    rules_words,
    size_words,
    verdict_of,
)  # fmt: skip
from wc3d.ui.measuring.tools import Measuring, Tool

REFUSED = 12
"""Refusals that are told of what is picked."""

Told = dict[str, Any]


def card(rules: RuleSet, state: Any, id: str | None, reasons: Sequence[str] = ()) -> Told | None:
    """The card of what is picked: its numbers with their receipts, weapons, rules, damage boxes; and why not the rest."""
    sheet = rules.sheet(state, id) if id is not None else None
    if id is None or sheet is None:
        return None
    numbers = [
        {"name": plain(n.name), "value": plain(n.value), "receipt": [plain(line) for line in n.receipt], "changed": n.changed}
        for n in sheet.numbers
    ]
    sections = [
        {"title": plain(s.title) if s.heading else "", "flowing": s.flowing, "rows": [_row(row) for row in s.rows]}
        for s in sheet.sections
    ]
    panel = {
        "id": id, "title": plain(sheet.title), "owner": rules.owner(state, sheet.id), "what": plain(sheet.what),
        "facts": [plain(line) for line in sheet.facts], "numbers": numbers, "sections": sections,
        "why": list(reasons),
    }  # fmt: skip
    return panel | ({"chart": _chart(sheet.chart)} if sheet.chart is not None else {})


def _row(row: Row) -> Told:
    data: Told = {"words": plain(row.words)}
    return data | ({"tip": plain(row.tip)} if row.tip else {}) | ({"waits": True} if row.waits else {})


def refusals(interaction: Interaction) -> list[str]:
    """What cannot be done now with what is picked, each with the rules' own sentence and page."""
    rules, state, id = interaction.rules, interaction.state, interaction.picked
    refused = interaction.why_not(id)[:REFUSED] if interaction.session.asked and id is not None else []
    return [plain(f"{r.words[:1].upper()}{r.words[1:]}: {rules.refusal(state, r.verdict)}") for r in refused]


def _chart(chart: DamageChart) -> Told:
    """The damage boxes, column by column."""
    columns = [
        [None if b is None else {"letter": b.letter, "marked": b.marked, "lost": b.lost, "tip": plain(b.tip)} for b in column]
        for column in chart.columns
    ]
    parts = [{"words": plain(p.words), "tip": plain(p.tip), "lost": p.changed} for p in chart.parts]
    return {"heads": list(chart.heads), "columns": columns, "parts": parts}


def rosters(rules: RuleSet, state: Any, names: Sequence[str], looks_back: bool = False) -> list[Told]:
    """Both players' lists; of hidden things as much as the seat knows, with the hands of a game that is looked back at."""
    player_rosters = [rules.roster(state, player) for player in (1, 2)]
    return [
        {"player": roster.player, "name": names[roster.player - 1],
         "facts": [plain(line) for line in ((looks_back and roster.standing) or roster.facts)],
         "rows": [{"id": row.id, "words": plain(f"{row.name} {row.right}"), "note": plain(row.note)} for row in roster.rows]}
        for roster in player_rosters
    ]  # fmt: skip


# What is measured


def measured(measuring: Measuring) -> Told | None:
    """What the tool in hand says; None if none is."""
    if not measuring.active:
        return None
    name = next(name for tool, _, name, _ in TOOLS if tool is measuring.tool)
    panel: Told = {"tool": measuring.tool.value, "name": name, "status": plain(measuring.status), "rows": []}
    if measuring.tool is Tool.RULER and measuring.ruler.measured is not None:
        panel |= {"sign": inches(measuring.ruler.measured.inches), "rows": _rows(measured_rows(measuring))}
    elif measuring.tool is Tool.SIGHT:
        panel |= _sight(measuring)
    elif measuring.tool is Tool.AREA and measuring.area.painted is not None:
        panel["rows"] = _rows(measuring.area.painted.facts)
    return panel


def _rows(rows: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [[plain(name), plain(words)] for name, words in rows]


def _sight(measuring: Measuring) -> Told:
    panel: Told = {"rows": _rows((("From", end_name(measuring, measuring.viewer)), ("To", end_name(measuring, measuring.target))))}
    report = measuring.report
    if report is None or measuring.target is None:
        return panel
    verdict = verdict_of(report)
    sight = report.sight
    panel |= {"sign": f"{plain(SIGNS[verdict][0])} {sight.verdict}", "good": sight.good, "waits": not measuring.fresh}
    rows = [(f"{size.base} base", size_words(measuring, report, size)) for size in report.sizes]
    if report.full and measuring.tells_distances:
        rows += report.sight.facts[:4]
    rows += [("Cover", cover_words(measuring, report)), ("Range", range_words(measuring))]
    if measuring.everyone and measuring.fixed and report.full:
        rows += onlooker_rows(measuring, report)
    panel["rows"] += _rows(rows)
    panel["rule"] = rules_words(report)
    if measuring.cut_shown and measuring.fresh and measuring.tells_distances and report.cut is not None:
        panel["cut"] = picture(report.cut)
    return panel


def picture(bitmap: Bitmap) -> str:
    """A picture as an address of itself."""
    return "data:image/png;base64," + base64.b64encode(bitmap.png()).decode("ascii")
