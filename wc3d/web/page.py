"""Writes the page: what was asked and answered, in words, in 3D, in plan and cut, by which rules; and all of it in one file."""
from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from string import Template
from typing import Any

from wc3d.geometry.tolerances import CLEAR, EQUAL, SIGHT
from wc3d.judge.report_data import Embedded, safe_json
from wc3d.presentation.evidence_view import Exhibit
from wc3d.printing.canvas import Canvas
from wc3d.printing.closeup import draw_closeup
from wc3d.printing.cross_section import SideCut
from wc3d.printing.plan import Plan
from wc3d.scene.composition import free_of_trees
from wc3d.scene.looks import look_notes
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.web.marks import Marks, first_look
from wc3d.web.packing import Pack
from wc3d.web.scenery import Cast, Scenery
from wc3d.web.svg_canvas import SvgCanvas
from wc3d.web.wording import in_html

WIDE = 440.0
"""Points: how wide plan and cut are drawn; narrow, so that their words can be read on a phone."""
PLAN_TALL, CUT_TALL, CLOSE_TALL = 440.0, 250.0, 160.0
SCRIPTS = ("vectors.js", "shaders.js", "painter.js", "view.js", "page.js")
LISTED = 1
"""A page with more answers than this begins with a list of them."""
SIGNS: dict[bool | None, tuple[str, str]] = {True: ("yes", "✓"), False: ("no", "✕"), None: ("", "●")}
"""Of a verdict: how its badge is dressed, and its sign."""
CLOSE = ("close", "▲")


@dataclass(frozen=True)
class Cited:
    """A rule that decided: its id, its page, our wording, and the rulings that say how we read it (id and words)."""

    id: str
    page: str
    text: str
    rulings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class VerdictRow:
    """A verdict in a word, good, bad or neither, and words to it; `close`: it is too close to be called good or bad."""

    good: bool | None
    verdict: str
    words: str
    close: bool = False


@dataclass(frozen=True)
class Aside:
    """What was asked besides a question, told apart from its answer: a title, what was supposed, verdicts, and remarks."""

    title: str
    supposed: Sequence[str]
    rows: Sequence[VerdictRow]
    remarks: Sequence[str]


@dataclass(frozen=True)
class Answered:
    """A question as its file has it, what to show of its answer, the answer in words, remarks beside it, its exact numbers by
    name, the rules that decided, and what was asked besides."""

    question: Mapping[str, Any]
    exhibit: Exhibit
    said: Sequence[str]
    notes: Sequence[str]
    numbers: Mapping[str, Any]
    rules: Sequence[Cited]
    asides: Sequence[Aside] = ()


def web_page(
    table: Table, title: str, answers: Sequence[Answered], embedded: Embedded, version: str,
    progress: Callable[[int, int], object] | None = None,
) -> str:  # fmt: skip
    """The page's HTML. Without answers it shows the table. `progress` is told how many answers are drawn, of how many."""
    sections: Sequence[Answered | None] = answers or [None]
    articles = []
    for number, answer in enumerate(sections):
        if progress is not None:
            progress(number, len(sections))
        articles.append(_article(table, answer, number))
    scene, block, mesh_note = _scene(table, [one.exhibit if one is not None else None for one in sections])
    notes = [mesh_note, *embedded.notes, *look_notes(table.features)]
    summary = _summary(table, version, notes) + (_list(answers) if len(answers) > LISTED else "")
    return Template(_text("page.html")).substitute(
        title=in_html(title), version=in_html(version), style=_text("page.css"), summary=summary, answers="\n".join(articles),
        position=_position(table), again=_again(version), kept=embedded.html(), scene=safe_json(scene), block=block,
        script=_script(),
    )  # fmt: skip


@cache
def _text(name: str) -> str:
    return files("wc3d.web").joinpath(name).read_text(encoding="utf-8").strip()


@cache
def _script() -> str:
    return "\n".join(['"use strict";', "(() => {", *map(_text, SCRIPTS), "})();"])


def _scene(table: Table, exhibits: Sequence[Exhibit | None]) -> tuple[dict[str, Any], str, str]:
    """What the views draw: the table that says where, and the block it is in; and what is drawn less finely, in a sentence."""
    pack, orbits = Pack(), [first_look(table, exhibit) for exhibit in exhibits]
    free = [place for exhibit, orbit in zip(exhibits, orbits, strict=True) for place in free_of_trees(table, exhibit, orbit)]
    scenery, cast = Scenery(pack, table, free), Cast(pack)
    marks = [Marks(pack, cast, table, exhibit).for_browser(orbit) for exhibit, orbit in zip(exhibits, orbits, strict=True)]
    return {"table": scenery.for_browser(), "marks": marks, "figures": cast.meshes}, pack.finish(), scenery.files.words()


# --- the parts of the page


def _summary(table: Table, version: str, notes: Iterable[str]) -> str:
    named = f"<bdi>{in_html(table.name)}</bdi>, " if table.name else ""
    count = f"{_many(len(table.features), 'terrain feature')}, {_many(len(table.bodies), 'model')}"
    size = f"{table.size[0]:g} by {table.size[1]:g} inches"
    return f'<p class="dim">{named}{size}, {count}. Lengths are in inches. Answered by wc3d {in_html(version)}.</p>' + "".join(
        f'<p class="dim">{in_html(note)}</p>' for note in notes if note
    )


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _list(answers: Iterable[Answered]) -> str:
    rows = "".join(
        f'<li><a href="#q{number}">{_badge(a.exhibit)}<span>{in_html(a.exhibit.headline)}</span></a></li>'
        for number, a in enumerate(answers, 1)
    )
    return f'<nav aria-label="Answers"><ol>{rows}</ol></nav>'


def _badge(result: Exhibit | VerdictRow) -> str:
    dressed, sign = CLOSE if isinstance(result, VerdictRow) and result.close else SIGNS[result.good]
    return f'<span class="badge {dressed}">{sign} {in_html(result.verdict)}</span>'


def _aside(aside: Aside) -> str:
    supposed = "".join(f"<li>{in_html(words)}</li>" for words in aside.supposed)
    rows = "".join(f'<div class="row">{_badge(row)}<p>{in_html(row.words)}</p></div>' for row in aside.rows)
    remarks = "".join(f'<p class="dim">{in_html(words)}</p>' for words in aside.remarks)
    listed = f"<ul>{supposed}</ul>" if supposed else ""
    return f'<section class="aside"><h3>{in_html(aside.title)}</h3>{listed}{rows}{remarks}</section>'


def _article(table: Table, answered: Answered | None, number: int) -> str:
    """An answer and what it shows; or, if nothing was asked, the table."""
    if answered is None:
        plan = _figure(f"Plan of the table {table.name}", Plan(table, None, WIDE, PLAN_TALL))
        view = _view(0, "The table in 3D.")
        return f'<article id="q1"><h2>The table (no questions asked)</h2>{view}<div class="drawings">{plan}</div></article>'
    exhibit = answered.exhibit
    message = "".join(f'<p class="said">{in_html(line.strip())}</p>' for line in answered.said)
    notes = "".join(f'<p class="note">Note: {in_html(note)}</p>' for note in answered.notes)
    asides = "".join(map(_aside, answered.asides))
    view = _view(number, f"The table in 3D: {exhibit.headline}. {exhibit.verdict}.")
    exact = f"<details><summary>Exact question and answer</summary><pre>{in_html(_exactly(answered))}</pre></details>"
    return (
        f'<article id="q{number + 1}"><div class="verdict">{_badge(exhibit)}<h2>{in_html(exhibit.headline)}</h2></div>{message}{notes}'
        f"{asides}{view}{_paper(table, exhibit)}<section><h3>Rules used</h3>{_rules(answered.rules)}</section>{exact}</article>"
    )


HOW = (
    "Drag to turn. Pinch to zoom, or click and use the wheel. Drag with two fingers or Shift to move. "
    "Keys: arrows, +, −, 0, 1–5."
)


def _view(number: int, words: str) -> str:
    canvas = f'<canvas tabindex="0" role="img" aria-label="{in_html(words)} {HOW}"></canvas>'
    return (
        f'<figure class="view" data-number="{number}"><div class="stage">{canvas}'
        '<div class="labels" aria-hidden="true"></div></div>'
        f'<div class="controls" role="group" aria-label="Views" hidden></div><figcaption class="how">{HOW}</figcaption>'
        '<p class="missing note" hidden></p><noscript><p class="note">The 3D view needs JavaScript. '
        "The verdict, plan and side cut contain the same information.</p></noscript></figure>"
    )


def _paper(table: Table, exhibit: Exhibit) -> str:
    """The plan; beside it the side cut (where a line decides), a clear line's narrowest place, and what the verdict says."""
    plan = _figure(f"Plan: {exhibit.headline}", Plan(table, exhibit, WIDE, PLAN_TALL))
    side_drawings = "" if exhibit.whole_table else _figure(f"Side cut: {exhibit.headline}", SideCut(table, exhibit, WIDE, CUT_TALL))
    close = draw_closeup(table, exhibit.open_line, WIDE, CLOSE_TALL) if exhibit.open_line is not None else None
    if close is not None:
        side_drawings += _picture("Close-up of the narrowest gap on the line", close)
    facts = "".join(f"<dt>{in_html(name)}</dt><dd>{in_html(value)}</dd>" for name, value in exhibit.facts)
    details = f"<section><h3>Details</h3><dl>{facts}</dl></section>"
    return f'<div class="drawings">{plan}<div>{side_drawings}{details}</div></div>'


def _picture(words: str, sheet: Canvas) -> str:
    file = BytesIO()
    sheet.image.quantize(48).save(file, "PNG", optimize=True)
    data = base64.b64encode(file.getvalue()).decode("ascii")
    return f'<figure><img alt="{in_html(words)}" src="data:image/png;base64,{data}"></figure>'


def _figure(words: str, drawing: Plan | SideCut) -> str:
    """A drawing as SVG in place of the sheet it would draw on."""
    sheet = drawing.sheet
    drawing.sheet = drawing.labels.sheet = paper = SvgCanvas(sheet.width, sheet.height, (238, 235, 228))
    drawing.draw()
    return f"<figure>{paper.svg(words)}</figure>"


def _rules(rules: Iterable[Cited]) -> str:
    """The rules, and under each the rulings on it that were not told yet."""
    listed_ids: set[str] = set()
    items = []
    for rule in rules:
        fresh = [(id, words) for id, words in rule.rulings if id not in listed_ids]
        listed_ids.update(id for id, _ in fresh)
        rulings = "".join(f'<span class="ruling"><b>{in_html(id)}</b> {in_html(words)}</span>' for id, words in fresh)
        items.append(f"<li><b>p. {in_html(rule.page)}, {in_html(rule.id)}</b> {in_html(rule.text)}{rulings}</li>")
    return f'<ul class="rules">{"".join(items)}</ul>'


def _exactly(answered: Answered) -> str:
    """Question and answer as JSON, a row of it a line; painted cells as rows of 0 and 1."""
    numbers = dict(answered.numbers)
    if "levels" in numbers:
        numbers["levels"] = [{**v, "cells": ["".join(map(str, row)) for row in v["cells"]]} for v in numbers["levels"]]
    return "\n".join([*_rows("question", answered.question), *_rows("answer", numbers)])


def _rows(name: str, values: Mapping[str, Any]) -> Iterable[str]:
    yield f"{name}:"
    for key, value in values.items():
        if isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
            yield f"  {key}:"
            for inner in value:
                cells = inner.get("cells") if isinstance(inner, dict) else None
                if isinstance(cells, list):
                    yield "    " + json.dumps({k: v for k, v in inner.items() if k != "cells"}, ensure_ascii=False)
                    yield from (f"    {row}" for row in cells)
                else:
                    yield "    " + json.dumps(inner, ensure_ascii=False)
        else:
            yield f"  {key}: {json.dumps(value, ensure_ascii=False)}"


def _position(table: Table) -> str:
    words = "x runs east, y north and z up from the table's south-west corner. A position is the center of a base."
    models = [(body.id, _base(table, body), *map(_exact, body.at)) for body in table.bodies]
    stand = _table(("Model", "Base", "x", "y", "z"), models) if models else "<p>No models.</p>"
    terrain = [(f.name or f.id, f.kind.value, f"{f.low:g}", f"{f.high:g}") for f in table.features if f.pieces]
    listed = _table(("Feature", "Kind", "Bottom", "Top"), terrain)
    listed = f"<details><summary>Terrain</summary>{listed}</details>" if terrain else ""
    return f'<section id="position"><h3>Position</h3><p class="dim">{words}</p>{stand}{listed}</section>'


def _base(table: Table, body: Body) -> str:
    kind = f", {word}" if (word := table.policy.kinds.get(body.kind)) else ""
    return f'{body.base}, {body.radius * 50.8:.0f} mm, {body.height:g}" tall{kind}'


def _exact(value: float) -> str:
    return f"{value + 0.0:.9f}".rstrip("0").rstrip(".")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table: two columns of words, then numbers."""

    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ["", "", *[' class="number"'] * (len(cells) - 2)]
        return "<tr>" + "".join(f"<{tag}{k}>{in_html(cell)}</{tag}>" for k, cell in zip(kinds, cells, strict=True)) + "</tr>"

    return f'<div class="scroll"><table>{row(heads, "th")}{"".join(row(cells, "td") for cells in rows)}</table></div>'


def _again(version: str) -> str:
    exact = (
        f'Numbers that differ by at most {EQUAL:.6f}" count as equal. "Blocked" means that every line meets something '
        f'or passes within {SIGHT:g}" of it. "Clear" means that some line keeps at least {CLEAR:g}" away from everything. '
        f'The pictures are accurate to about 0.001".'
    )
    return (
        '<section id="again"><h3>Check this answer</h3><p>This page contains its questions, its board and all meshes. '
        "<code>wc3d judge this-page.html</code> answers them again. Verdicts are computed by formula, not by sampling. "
        f'{in_html(exact)}</p><p class="dim">wc3d {in_html(version)}</p></section>'
    )
