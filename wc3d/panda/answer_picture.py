"""Answer pages: the verdict, the 3D scene, the plan and the side cut of one question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from wc3d._internal.atomic_write import write_output
from wc3d._internal.suggestions import pluralize
from wc3d.panda.evidence_picture import draw_scene
from wc3d.presentation.display_values import BoardMarker, CloudMark
from wc3d.presentation.evidence_view import EvidenceView, format_place
from wc3d.presentation.palette import FAINT_COLOR, INK_COLOR, ROLE_PINS, Livery
from wc3d.printing.canvas import XY, Canvas
from wc3d.printing.closeup import draw_closeup
from wc3d.printing.plan import PlanDrawing
from wc3d.printing.side_cut import SideCutDrawing
from wc3d.scene.picture_composition import find_models_view
from wc3d.scene.quality import Quality
from wc3d.table.table import Table

PAGE_WIDTH_PX, PAGE_HEIGHT_PX = 1600, 1000
PAGE_EDGE_PX = 16
PANEL_GAP_PX = 12

MAX_NAMED_MODELS = 8
"""The number of models up to which the scene names them too. The plan always does."""

HEADER_HEIGHT_PX = 76


def draw_answer_pages(
    table: Table,
    evidence_views: Iterable[EvidenceView],
    path: Path | str,
    liveries: Mapping[str, Livery] | None = None,
    quality: Quality | None = None,
) -> list[Path]:
    """Draw each answer on its own page (OUT.png, OUT-2.png, ...) and return the paths.

    `liveries` color the models of a game. `quality` "photo" takes much longer in software; None
    chooses by the hardware. Raises NoGraphicsError without a working graphics
    library and OSError if a file cannot be written.
    """
    first = Path(path)
    paths: list[Path] = []
    for number, evidence in enumerate(evidence_views, 1):
        file = (
            first
            if number == 1
            else first.with_name(f"{first.stem}-{number}{first.suffix or '.png'}")
        )
        save_png(draw_answer_page(table, evidence, liveries, quality), file)
        paths.append(file)
    return paths


def draw_table_page(
    table: Table,
    path: Path | str,
    liveries: Mapping[str, Livery] | None = None,
    markers: Sequence[BoardMarker] = (),
    clouds: Sequence[CloudMark] = (),
    quality: Quality | None = None,
) -> Path:
    """Draw the scene and the plan of a table without a question, and save the page.

    `liveries`, `markers` and `clouds` come from a game. Raises NoGraphicsError or OSError.
    """
    top = PAGE_EDGE_PX + HEADER_HEIGHT_PX
    height = 724
    page = _new_page(table, None, top + height + PAGE_EDGE_PX + 18)
    width, depth = table.size
    plan_wide = round(min(max((height - 54) * (width + 1) / (depth + 1) + 34, 480), 900))
    scene_wide = PAGE_WIDTH_PX - 2 * PAGE_EDGE_PX - PANEL_GAP_PX - plan_wide
    _paste_panel(
        page,
        draw_scene(
            table,
            None,
            scene_wide,
            height,
            find_models_view((scene_wide, height), table),
            liveries=liveries,
            markers=markers,
            clouds=clouds,
            quality=quality,
            has_names=len(table.bodies) <= MAX_NAMED_MODELS,
        ),
        (PAGE_EDGE_PX, top),
        "3D",
    )
    _paste_panel(
        page,
        PlanDrawing(table, None, plan_wide, height, liveries, markers, clouds).draw(),
        (PAGE_EDGE_PX + scene_wide + PANEL_GAP_PX, top),
    )
    return save_png(page.to_image(), Path(path))


def table_png(table: Table, width: int, height: int) -> bytes:
    """Return the 3D scene of a table as a PNG picture. Raises NoGraphicsError."""
    return image_to_png(draw_scene(table, None, width, height).to_image())


def image_to_png(image: Image.Image) -> bytes:
    """Return an image as the bytes of a PNG file."""
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def answer_png(table: Table, evidence: EvidenceView) -> bytes:
    """Return the page of one answer as a PNG picture. Raises NoGraphicsError."""
    return image_to_png(draw_answer_page(table, evidence))


def draw_answer_page(
    table: Table,
    evidence: EvidenceView,
    liveries: Mapping[str, Livery] | None = None,
    quality: Quality | None = None,
) -> Image.Image:
    """Return the page of one answer. Raises NoGraphicsError."""
    page = _new_page(table, evidence)
    top = PAGE_EDGE_PX + HEADER_HEIGHT_PX
    if evidence.shows_whole_table:
        return _draw_painted_page(table, evidence, page, quality)
    upper = 548
    lower = PAGE_HEIGHT_PX - top - upper - PANEL_GAP_PX - PAGE_EDGE_PX - 14
    scene_wide, facts_wide = 1010, 400
    plan_wide = PAGE_WIDTH_PX - 2 * PAGE_EDGE_PX - PANEL_GAP_PX - scene_wide
    _paste_panel(
        page,
        draw_scene(table, evidence, scene_wide, upper, liveries=liveries, quality=quality),
        (PAGE_EDGE_PX, top),
        "3D",
    )
    _paste_panel(
        page,
        PlanDrawing(table, evidence, plan_wide, upper, liveries).draw(),
        (PAGE_EDGE_PX + scene_wide + PANEL_GAP_PX, top),
    )
    cut_wide = PAGE_WIDTH_PX - 2 * PAGE_EDGE_PX - PANEL_GAP_PX - facts_wide
    _paste_panel(
        page,
        SideCutDrawing(table, evidence, cut_wide, lower).draw(),
        (PAGE_EDGE_PX, top + upper + PANEL_GAP_PX),
    )
    _paste_panel(
        page,
        _draw_facts(table, evidence, facts_wide, lower),
        (PAGE_EDGE_PX + cut_wide + PANEL_GAP_PX, top + upper + PANEL_GAP_PX),
    )
    return page.to_image()


def _draw_painted_page(
    table: Table, evidence: EvidenceView, page: Canvas, quality: Quality | None
) -> Image.Image:
    """Draw the page of a painted area: the scene with a large plan and without a side cut."""
    top = PAGE_EDGE_PX + HEADER_HEIGHT_PX
    wide = 750
    upper = 520
    tall = PAGE_HEIGHT_PX - top - PAGE_EDGE_PX - 14
    scene = draw_scene(table, evidence, wide, upper, quality=quality)
    _paste_panel(page, scene, (PAGE_EDGE_PX, top), "3D")
    _paste_panel(
        page,
        _draw_facts(table, evidence, wide, tall - upper - PANEL_GAP_PX),
        (PAGE_EDGE_PX, top + upper + PANEL_GAP_PX),
    )
    _paste_panel(
        page,
        PlanDrawing(
            table, evidence, PAGE_WIDTH_PX - 2 * PAGE_EDGE_PX - PANEL_GAP_PX - wide, tall
        ).draw(),
        (PAGE_EDGE_PX + wide + PANEL_GAP_PX, top),
    )
    return page.to_image()


def _new_page(table: Table, evidence: EvidenceView | None, tall: int = PAGE_HEIGHT_PX) -> Canvas:
    page = Canvas(PAGE_WIDTH_PX, tall)
    if evidence is not None:
        _draw_header(page, evidence)
    else:
        page.text((PAGE_EDGE_PX + 4, PAGE_EDGE_PX + 8), table.name or "Table", 30, INK_COLOR, True)
        words = f'{table.size[0]:g}" by {table.size[1]:g}", {pluralize(len(table.features), "feature")}, '
        words += pluralize(len(table.bodies), "model")
        page.text((PAGE_EDGE_PX + 4, PAGE_EDGE_PX + 46), words, 15, FAINT_COLOR)
    page.text(
        (PAGE_EDGE_PX, tall - 8),
        f"wc3d · {table.name or 'table'} · lengths in inches",
        11,
        FAINT_COLOR,
        anchor="ls",
    )
    return page


def _draw_header(page: Canvas, evidence: EvidenceView) -> None:
    """Draw the verdict as a badge with an icon and a word, then its text and its rule."""
    wide = page.text_width(evidence.verdict, 26, True) + 74
    left = PAGE_EDGE_PX
    top = PAGE_EDGE_PX - 2
    page.box((left, top, left + wide, top + 58), evidence.color, radius=10)
    sign: XY = (left + 30, top + 29)
    if evidence.is_good is True:
        page.tick(sign, 11, (255, 255, 255), 4)
    elif evidence.is_good is False:
        page.cross(sign, 10, (255, 255, 255), 4)
    else:
        page.disc(sign, 10, edge=(255, 255, 255), width=3)
    page.text((left + 54, top + 29), evidence.verdict, 26, (255, 255, 255), True, "lm")
    page.text((left + wide + 18, top + 20), evidence.headline, 25, INK_COLOR, True, "lm")
    page.text((left + wide + 18, top + 46), evidence.rule, 15, FAINT_COLOR, False, "lm")


def _paste_panel(page: Canvas, drawing: Canvas, at: XY, title: str = "") -> None:
    page.paste(drawing, at)
    box = (at[0], at[1], at[0] + drawing.width, at[1] + drawing.height)
    if title:
        page.box(
            (at[0] + 8, at[1] + 6, at[0] + 16 + page.text_width(title, 12.5, True), at[1] + 26),
            (255, 255, 255, 225),
        )
        page.text((at[0] + 12, at[1] + 8), title, 12.5, INK_COLOR, True)
    page.box(box, None, (120, 116, 108), 2, 1.2)


def _draw_facts(table: Table, evidence: EvidenceView, width: float, height: float) -> Canvas:
    sheet = Canvas(width, height, (255, 255, 255))
    detail = (
        draw_closeup(table, evidence.open_line, width - 24, 128)
        if evidence.open_line is not None
        else None
    )
    if detail is not None:
        sheet.paste(detail, (12, height - 138))
        height -= 142
    sheet.text((12, 7), "DETAILS", 12.5, INK_COLOR, True)
    y = 34.0
    bodies = [table.body(id) for id, role in evidence.roles.items() if role in ROLE_PINS]
    models = [(body.id, f"{body.base} base at {format_place(body.at)}") for body in bodies[:5]]
    for name, value in (*evidence.facts, *models):
        lines = _wrap_text(sheet, value, width - 160)
        if y + 20 * len(lines) > height - 6:
            sheet.text((12, y), "…", 14, FAINT_COLOR)
            break
        for k, line in enumerate(_wrap_text(sheet, name, 128)):
            sheet.text((12, y + 17 * k), line, 13, FAINT_COLOR)
        for k, line in enumerate(lines):
            sheet.text((146, y + 17 * k), line, 13.5, INK_COLOR, k == 0 and len(lines) == 1)
        y += max(20.0, 17.0 * max(len(lines), len(_wrap_text(sheet, name, 128))) + 5)
    return sheet


def _wrap_text(sheet: Canvas, words: str, width: float, size: float = 13.5) -> list[str]:
    lines = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and sheet.text_width(longer, size, True) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def save_png(image: Image.Image, path: Path) -> Path:
    """Write a PNG atomically."""
    data = BytesIO()
    image.save(data, "PNG")
    write_output(path, data.getvalue())
    return path
