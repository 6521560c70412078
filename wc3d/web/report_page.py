"""Writes a report as one HTML file: questions, answers, 3D views, plans, side cuts and rules."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from string import Template
from typing import Any

from wc3d.geometry.tolerances import EPSILON_IN, MIN_CLEARANCE_IN, SIGHT_TOLERANCE_IN
from wc3d.judging.report_data import ReportData, html_safe_json
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.printing.canvas import Canvas
from wc3d.printing.closeup import draw_closeup
from wc3d.printing.plan import PlanDrawing
from wc3d.printing.side_cut import SideCutDrawing
from wc3d.scene.ground_textures import ground_for_board
from wc3d.scene.mesh_looks import unread_look_notes
from wc3d.scene.picture_composition import tree_free_zones
from wc3d.table.body import Body
from wc3d.table.space_rules import describe_page_number
from wc3d.table.table import Table
from wc3d.web.escape_html import escape_html
from wc3d.web.packing import BinaryPack
from wc3d.web.page_evidence_marks import PageEvidenceMarks, first_view
from wc3d.web.page_scene import PageFigures, PageScenery
from wc3d.web.scripts import join_scripts
from wc3d.web.svg_canvas import drawing_to_svg

DRAWING_WIDTH_PT = 440.0
"""The width of plans and side cuts in points, narrow enough to be legible on a phone."""
PLAN_HEIGHT_PT, CUT_HEIGHT_PT, CLOSEUP_HEIGHT_PT = 440.0, 250.0, 160.0
REPORT_SCRIPTS = (
    "vectors.js",
    "colors.js",
    "shaders.js",
    "graphics.js",
    "physical_look.js",
    "painter.js",
    "view.js",
    "page.js",
)
MAX_ANSWERS_WITHOUT_LIST = 1
"""The maximum number of answers on a page without a list of answers."""
VERDICT_BADGES: dict[bool | None, tuple[str, str]] = {
    True: ("yes", "✓"),
    False: ("no", "✕"),
    None: ("", "●"),
}
"""The CSS class and the sign of each verdict's badge."""
CLOSE_BADGE = ("close", "▲")


@dataclass(frozen=True)
class CitedRule:
    """A deciding rule: its id, its page, our wording, and our rulings on it (id and words)."""

    id: str
    page: str
    text: str
    rulings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class VerdictRow:
    """A verdict with its explanation. It is good, bad, neither (None), or too close to call."""

    is_good: bool | None
    verdict: str
    words: str
    is_close: bool = False


@dataclass(frozen=True)
class SideAnswer:
    """An additional answer: its title, its assumptions, its verdicts and its remarks."""

    title: str
    assumptions: Sequence[str]
    rows: Sequence[VerdictRow]
    remarks: Sequence[str]


@dataclass(frozen=True)
class PageAnswer:
    """An answer on the page, with its question, exact numbers by name, and deciding rules."""

    question: Mapping[str, Any]
    evidence_view: EvidenceView
    answer_lines: Sequence[str]
    notes: Sequence[str]
    numbers: Mapping[str, Any]
    rules: Sequence[CitedRule]
    side_answers: Sequence[SideAnswer] = ()


def render_report_page(
    table: Table,
    title: str,
    answers: Sequence[PageAnswer],
    embedded: ReportData,
    version: str,
    progress: Callable[[int, int], object] | None = None,
) -> str:
    """Return the page's HTML, or the table's without answers. `progress` gets done and total."""
    sections: Sequence[PageAnswer | None] = answers or [None]
    articles = []
    for number, answer in enumerate(sections):
        if progress is not None:
            progress(number, len(sections))
        articles.append(_render_article(table, answer, number))
    scene, block, mesh_note = _pack_scene(
        table, [one.evidence_view if one is not None else None for one in sections]
    )
    notes = [mesh_note, *embedded.notes, *unread_look_notes(table.features)]
    summary = _render_summary(table, version, notes) + (
        _render_answer_list(answers) if len(answers) > MAX_ANSWERS_WITHOUT_LIST else ""
    )
    return Template(_read_text("page.html")).substitute(
        title=escape_html(title),
        version=escape_html(version),
        style=_read_text("page.css"),
        summary=summary,
        answers="\n".join(articles),
        position=_render_position(table),
        again=_render_check_section(version),
        kept=embedded.to_html(),
        scene=html_safe_json(scene),
        block=block,
        script=join_scripts(REPORT_SCRIPTS),
    )


def _read_text(name: str) -> str:
    return files("wc3d.web").joinpath(name).read_text(encoding="utf-8").strip()


def _pack_scene(
    table: Table, evidence_views: Sequence[EvidenceView | None]
) -> tuple[dict[str, Any], str, str]:
    """Return the scene's offsets, its block, and a sentence about simplifications."""
    pack = BinaryPack()
    orbits = [first_view(table, evidence) for evidence in evidence_views]
    free = [
        place
        for evidence, orbit in zip(evidence_views, orbits, strict=True)
        for place in tree_free_zones(table, evidence, orbit)
    ]
    scenery = PageScenery(pack, table, free, holds_images=True)
    cast = PageFigures(pack, ground_for_board(table.name))
    marks = [
        PageEvidenceMarks(pack, cast, table, evidence).to_json(orbit)
        for evidence, orbit in zip(evidence_views, orbits, strict=True)
    ]
    return (
        {"table": scenery.to_json(), "marks": marks, "figures": cast.meshes},
        pack.to_base64(),
        scenery.files.describe_simplifications(),
    )


# --- Parts of the page


def _render_summary(table: Table, version: str, notes: Iterable[str]) -> str:
    named = f"<bdi>{escape_html(table.name)}</bdi>, " if table.name else ""
    count = f"{_pluralize(len(table.features), 'terrain feature')}, {_pluralize(len(table.bodies), 'model')}"
    size = f"{table.size[0]:g} by {table.size[1]:g} inches"
    return (
        f'<p class="dim">{named}{size}, {count}. Lengths are in inches. Answered by wc3d {escape_html(version)}.</p>'
        + "".join(f'<p class="dim">{escape_html(note)}</p>' for note in notes if note)
    )


def _pluralize(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _render_answer_list(answers: Iterable[PageAnswer]) -> str:
    rows = "".join(
        f'<li><a href="#q{number}">{_render_badge(a.evidence_view)}<span>{escape_html(a.evidence_view.headline)}</span></a></li>'
        for number, a in enumerate(answers, 1)
    )
    return f'<nav aria-label="Answers"><ol>{rows}</ol></nav>'


def _render_badge(result: EvidenceView | VerdictRow) -> str:
    dressed, sign = (
        CLOSE_BADGE
        if isinstance(result, VerdictRow) and result.is_close
        else VERDICT_BADGES[result.is_good]
    )
    return f'<span class="badge {dressed}">{sign} {escape_html(result.verdict)}</span>'


def _render_aside(aside: SideAnswer) -> str:
    supposed = "".join(f"<li>{escape_html(words)}</li>" for words in aside.assumptions)
    rows = "".join(
        f'<div class="row">{_render_badge(row)}<p>{escape_html(row.words)}</p></div>'
        for row in aside.rows
    )
    remarks = "".join(f'<p class="dim">{escape_html(words)}</p>' for words in aside.remarks)
    listed = f"<ul>{supposed}</ul>" if supposed else ""
    return f'<section class="aside"><h3>{escape_html(aside.title)}</h3>{listed}{rows}{remarks}</section>'


def _render_article(table: Table, answered: PageAnswer | None, number: int) -> str:
    """Return an answer with its views, or the table if `answered` is None."""
    if answered is None:
        plan = _render_figure(
            f"Plan of the table {table.name}",
            PlanDrawing(table, None, DRAWING_WIDTH_PT, PLAN_HEIGHT_PT),
        )
        view = _render_view(0, "The table in 3D.")
        return f'<article id="q1"><h2>The table (no questions asked)</h2>{view}<div class="drawings">{plan}</div></article>'
    evidence = answered.evidence_view
    message = "".join(
        f'<p class="said">{escape_html(line.strip())}</p>' for line in answered.answer_lines
    )
    notes = "".join(f'<p class="note">Note: {escape_html(note)}</p>' for note in answered.notes)
    asides = "".join(map(_render_aside, answered.side_answers))
    view = _render_view(number, f"The table in 3D: {evidence.headline}. {evidence.verdict}.")
    exact = f"<details><summary>Exact question and answer</summary><pre>{escape_html(_format_exact_answer(answered))}</pre></details>"
    return (
        f'<article id="q{number + 1}"><div class="verdict">{_render_badge(evidence)}<h2>{escape_html(evidence.headline)}</h2></div>{message}{notes}'
        f"{asides}{view}{_render_drawings(table, evidence)}<section><h3>Rules used</h3>{_render_rules(answered.rules)}</section>{exact}</article>"
    )


VIEW_HELP = (
    "Drag to turn. Pinch to zoom, or click and use the wheel. Drag with two fingers or Shift to move. "
    "Keys: arrows, +, −, 0, 1–5."
)


def _render_view(number: int, words: str) -> str:
    canvas = (
        f'<canvas tabindex="0" role="img" aria-label="{escape_html(words)} {VIEW_HELP}"></canvas>'
    )
    return (
        f'<figure class="view" data-number="{number}"><div class="stage">{canvas}'
        '<div class="labels" aria-hidden="true"></div></div>'
        f'<div class="controls" role="group" aria-label="Views" hidden></div><figcaption class="how">{VIEW_HELP}</figcaption>'
        '<p class="missing note" hidden></p><noscript><p class="note">The 3D view needs JavaScript. '
        "The verdict, plan and side cut contain the same information.</p></noscript></figure>"
    )


def _render_drawings(table: Table, evidence: EvidenceView) -> str:
    """Return the plan, any side cut, a close-up of the narrowest gap, and the details."""
    plan = _render_figure(
        f"Plan, seen from above: {evidence.headline}",
        PlanDrawing(table, evidence, DRAWING_WIDTH_PT, PLAN_HEIGHT_PT),
    )
    side_drawings = (
        ""
        if evidence.shows_whole_table
        else _render_figure(
            f"Side cut, seen from the side: {evidence.headline}",
            SideCutDrawing(table, evidence, DRAWING_WIDTH_PT, CUT_HEIGHT_PT),
        )
    )
    close = (
        draw_closeup(table, evidence.open_line, DRAWING_WIDTH_PT, CLOSEUP_HEIGHT_PT)
        if evidence.open_line is not None
        else None
    )
    if close is not None:
        side_drawings += _render_picture("Close-up of the narrowest gap on the line", close)
    facts = "".join(
        f"<dt>{escape_html(name)}</dt><dd>{escape_html(value)}</dd>"
        for name, value in evidence.facts
    )
    details = f"<section><h3>Details</h3><dl>{facts}</dl></section>"
    return f'<div class="drawings">{plan}<div>{side_drawings}{details}</div></div>'


def _render_picture(words: str, sheet: Canvas) -> str:
    file = BytesIO()
    sheet.image.quantize(48).save(file, "PNG", optimize=True)
    data = base64.b64encode(file.getvalue()).decode("ascii")
    return f'<figure><img alt="{escape_html(words)}" src="data:image/png;base64,{data}"></figure>'


def _render_figure(words: str, drawing: PlanDrawing | SideCutDrawing) -> str:
    """Return a drawing as SVG."""
    return f"<figure>{drawing_to_svg(words, drawing)}</figure>"


def _render_rules(rules: Iterable[CitedRule]) -> str:
    """Return the rules, with each ruling under the first rule that cites it."""
    listed_ids: set[str] = set()
    items = []
    for rule in rules:
        fresh = [(id, words) for id, words in rule.rulings if id not in listed_ids]
        listed_ids.update(id for id, _ in fresh)
        rulings = "".join(
            f'<span class="ruling"><b>{escape_html(id)}</b> {escape_html(words)}</span>'
            for id, words in fresh
        )
        place = f"{describe_page_number(rule.page)}, {rule.id}" if rule.page else rule.id
        items.append(f"<li><b>{escape_html(place)}</b> {escape_html(rule.text)}{rulings}</li>")
    return f'<ul class="rules">{"".join(items)}</ul>'


def _format_exact_answer(answered: PageAnswer) -> str:
    """Return question and answer as JSON lines. Cells become rows of 0 and 1."""
    numbers = dict(answered.numbers)
    if "levels" in numbers:
        numbers["levels"] = [
            {**v, "cells": ["".join(map(str, row)) for row in v["cells"]]}
            for v in numbers["levels"]
        ]
    return "\n".join([*_json_lines("question", answered.question), *_json_lines("answer", numbers)])


def _json_lines(name: str, values: Mapping[str, Any]) -> Iterable[str]:
    yield f"{name}:"
    for key, value in values.items():
        if isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
            yield f"  {key}:"
            for inner in value:
                cells = inner.get("cells") if isinstance(inner, dict) else None
                if isinstance(cells, list):
                    yield "    " + json.dumps(
                        {k: v for k, v in inner.items() if k != "cells"}, ensure_ascii=False
                    )
                    yield from (f"    {row}" for row in cells)
                else:
                    yield "    " + json.dumps(inner, ensure_ascii=False)
        else:
            yield f"  {key}: {json.dumps(value, ensure_ascii=False)}"


def _render_position(table: Table) -> str:
    words = "x runs east, y north and z up from the table's south-west corner. A position is the center of a base."
    models = [
        (body.id, _base_words(table, body), *map(_format_number, body.at)) for body in table.bodies
    ]
    stand = (
        _render_table(("Model", "Base", "x", "y", "z"), models) if models else "<p>No models.</p>"
    )
    terrain = [
        (f.name or f.id, f.kind.value, f"{f.low:g}", f"{f.high:g}")
        for f in table.features
        if f.pieces
    ]
    listed = _render_table(("Feature", "Kind", "Bottom", "Top"), terrain)
    listed = f"<details><summary>Terrain</summary>{listed}</details>" if terrain else ""
    return f'<section id="position"><h3>Position</h3><p class="dim">{words}</p>{stand}{listed}</section>'


def _base_words(table: Table, body: Body) -> str:
    kind = f", {word}" if (word := table.policy.kinds.get(body.kind)) else ""
    return f'{body.base}, {body.radius * 50.8:.0f} mm, {body.height:g}" tall{kind}'


def _format_number(value: float) -> str:
    return f"{value + 0.0:.9f}".rstrip("0").rstrip(".")


def _render_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table with two text columns, then number columns."""

    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ["", "", *[' class="number"'] * (len(cells) - 2)]
        return (
            "<tr>"
            + "".join(
                f"<{tag}{k}>{escape_html(cell)}</{tag}>"
                for k, cell in zip(kinds, cells, strict=True)
            )
            + "</tr>"
        )

    return f'<div class="scroll"><table>{row(heads, "th")}{"".join(row(cells, "td") for cells in rows)}</table></div>'


def _render_check_section(version: str) -> str:
    exact = (
        f'Numbers that differ by at most {EPSILON_IN:.6f}" count as equal. "Blocked" means that every line meets something '
        f'or passes within {SIGHT_TOLERANCE_IN:g}" of it. "Clear" means that some line keeps at least {MIN_CLEARANCE_IN:g}" away from everything. '
        f'The pictures are accurate to about 0.001".'
    )
    return (
        '<section id="again"><h3>Check this answer</h3><p>This page contains its questions, its board and all meshes. '
        "<code>wc3d judge this-page.html</code> answers them again. Verdicts are computed by formula, not by sampling. "
        f'{escape_html(exact)}</p><p class="dim">wc3d {escape_html(version)}</p></section>'
    )
