"""Reports about a photograph: one HTML file with the marks, the verdicts and the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import shapely

from wc3d import __version__
from wc3d._internal.data_files import shipped_folder
from wc3d._internal.progress import Progress
from wc3d.errors import InputError
from wc3d.judging.dispute import find_map_file
from wc3d.judging.report_data import ReportData, script_element
from wc3d.photo.judgement import PHOTO_ELEMENT, judge_marks
from wc3d.registry import map_cache
from wc3d.table.maps.strict_json import read_json
from wc3d.table.table import Table
from wc3d.web.escape_html import escape_html
from wc3d.web.photo_view import PHOTO_PLACEHOLDER, solve_photo

EMPTY_PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
"""A picture of one clear pixel, for a report without the photograph."""


TERRAIN_NOTE = "Judged again, the marked terrain keeps its shape, and its doubt is added to that of the models."


def render_photo_report(marks: Mapping[str, Any], folder: Path) -> str:
    """Return a report about a file with marks, whose map may be in `folder`. Raises InputError."""
    source = marks["map"]
    if isinstance(source, str):
        path = find_map_file(source, "marks", folder)
        marks = {**marks, "map": read_json(path)}
    return write_photo_report(None, marks, lambda done, total: True)


def write_photo_report(table: Table | None, request: Mapping[str, Any], progress: Progress) -> str:
    """Return a report with `PHOTO_PLACEHOLDER` for the picture. Raises InputError."""
    shown = solve_photo(table, request, progress)
    if "marks" not in shown:
        raise InputError("; ".join(shown["notes"]) or "the marks show no camera")
    marks = shown["marks"]
    title = escape_html(str(marks.get("map", {}).get("name") or "Table"))
    template = files("wc3d.web").joinpath("photo_report.html").read_text(encoding="utf-8")
    return Template(template).substitute(
        title=title,
        version=escape_html(__version__),
        picture=PHOTO_PLACEHOLDER,
        overlay=_overlay_svg(shown.get("overlay", {}), marks["photo"]),
        answers="\n".join(map(_render_answer, shown.get("answers", []))),
        facts=_render_facts(shown),
        kept=f"{script_element(PHOTO_ELEMENT, marks)}\n{_question_file(shown).to_html()}",
    )


def _question_file(shown: Mapping[str, Any]) -> ReportData:
    """Return the questions at the solved places, as `wc3d judge` reads them from a report."""
    marks = shown["marks"]
    judgement = judge_marks(marks, "photograph", shipped_folder("maps"), map_cache())
    return ReportData(judgement.dispute.given)


def _render_answer(answer: Mapping[str, Any]) -> str:
    if "error" in answer:
        return f'<article><p class="bad">✕ {escape_html(answer["error"])}</p></article>'
    style = {True: "good", False: "bad", None: ""}[answer["good"]]
    lines = "".join(f"<p>{escape_html(line)}</p>" for line in answer["lines"])
    measure = f"<p>{escape_html(answer['measure'])}</p>" if answer["measure"] else ""
    cut = (
        f'<img class="cut" alt="Side cut" src="data:image/svg+xml;base64,{answer["cut"]}">'
        if answer["cut"]
        else ""
    )
    return (
        f'<article><h2 class="{style}">{answer["sign"]} {escape_html(answer["verdict"])}</h2>'
        f"<p>{escape_html(answer['headline'])}</p>"
        f'<p class="sure">{escape_html(answer["sure"])}</p>{measure}{lines}{cut}</article>'
    )


def _render_facts(shown: Mapping[str, Any]) -> str:
    camera = shown["camera"]
    inches = "" if camera["residual_in"] is None else f' ({camera["residual_in"]}")'
    rows = [
        f"Camera: {camera['words']}. Marks fit to {camera['residual_px']} pixels{inches}.",
        *(f"{model['id']}: {model['words']}" for model in shown.get("models", [])),
        *(f"{piece['id']}: {piece['words']}" for piece in shown.get("pieces", [])),
        *(f"▲ {note}" for note in shown["notes"]),
        *([TERRAIN_NOTE] if shown.get("pieces") else []),
    ]
    return "".join(f"<li>{escape_html(row)}</li>" for row in rows)


def _label_texts(labels: Sequence[Mapping[str, Any]], wide: float, unit: float) -> list[str]:
    """Return the labels beside one another, answers first; one without room is left out."""
    taken: list[Any] = []
    parts = []
    for label in sorted(labels, key=lambda label: not label.get("answer")):
        x, y = label["pixel"]
        size = (30 if label.get("answer") else 20) * unit
        half = 0.32 * size * len(label["words"])
        x = min(max(x, half), wide - half)
        for shift in (-0.3, 1.3, -1.9, 2.9, -3.5):
            low = y + shift * size
            box = shapely.box(x - half, low - size, x + half, low + 0.25 * size)
            if not any(box.intersects(other) for other in taken):
                break
        else:
            continue
        taken.append(box)
        parts.append(
            f'<text x="{x:.0f}" y="{low:.0f}" font-size="{size:.0f}" text-anchor="middle" '
            f'fill="#fff" stroke="#0b0d10" stroke-width="{4 * unit:.1f}" paint-order="stroke" '
            f'font-weight="bold">{escape_html(label["words"])}</text>'
        )
    return parts


def _overlay_svg(overlay: Mapping[str, Any], photo: Mapping[str, Any]) -> str:
    """Return what is drawn over the picture, in its pixels."""
    wide, tall = photo["width"], photo["height"]
    unit = max(wide, tall) / 1000  # a thousandth of the picture, about a dot on the screen
    parts = []
    for area in overlay.get("areas", ()):
        path = " ".join(
            "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ring) + "Z" for ring in area["points"]
        )
        rgb = ",".join(map(str, area["rgb"]))
        parts.append(
            f'<path d="{path}" fill="rgb({rgb})" fill-opacity="{area["alpha"]}" fill-rule="evenodd"/>'
        )
    for line in overlay.get("lines", ()):
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in line["points"])
        rgb = ",".join(map(str, line["rgb"]))
        width = line["width"] * unit
        dash = f' stroke-dasharray="{6 * unit:.1f} {5 * unit:.1f}"' if line["dash"] else ""
        if line["width"] >= 1.5 and line["alpha"] > 0.5:
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="#080a0e" stroke-opacity=".6" '
                f'stroke-width="{width + 2 * unit:.1f}"/>'
            )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="rgb({rgb})" '
            f'stroke-opacity="{line["alpha"]}" stroke-width="{width:.1f}"{dash}/>'
        )
    parts += _label_texts(overlay.get("labels", ()), wide, unit)
    return (
        f'<svg viewBox="0 0 {wide} {tall}" role="img" font-family="Roboto,Arial,sans-serif">'
        f"<title>Marks and verdicts in the photograph</title>{''.join(parts)}</svg>"
    )
