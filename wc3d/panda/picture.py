"""One page per answer, so that two people can agree by looking: the verdict, the scene in 3D, the plan and the side cut."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from wc3d._internal.atomic_write import write_output
from wc3d._internal.suggestions import pluralize
from wc3d.panda.scene import draw_scene
from wc3d.presentation.evidence_view import Exhibit, place
from wc3d.presentation.palette import FAINT, INK, PINS, Livery
from wc3d.presentation.view_models import Haze, Marker
from wc3d.printing.canvas import XY, Canvas
from wc3d.printing.closeup import draw_closeup
from wc3d.printing.cross_section import SideCut
from wc3d.printing.plan import Plan
from wc3d.table.table import Table

WIDTH, HEIGHT = 1600, 1000
EDGE, GAP = 16, 12
HEADER = 76


def draw_exhibits(
    table: Table, exhibits: Iterable[Exhibit], path: Path | str, liveries: Mapping[str, Livery] | None = None
) -> list[Path]:
    """Draw each answer on a page of its own: OUT.png, then OUT-2.png, OUT-3.png and so on.

    `liveries` dress the models of a game. Gives the files written. Raises NoGraphics where no graphics library works, OSError
    where a file cannot be written.
    """
    first = Path(path)
    paths: list[Path] = []
    for number, exhibit in enumerate(exhibits, 1):
        file = first if number == 1 else first.with_name(f"{first.stem}-{number}{first.suffix or '.png'}")
        save(draw_exhibit(table, exhibit, liveries), file)
        paths.append(file)
    return paths


def draw_table(
    table: Table, path: Path | str, liveries: Mapping[str, Livery] | None = None, markers: Sequence[Marker] = (),
    hazes: Sequence[Haze] = (),
) -> Path:  # fmt: skip
    """Draw a table without any question: the scene and the plan; `liveries`, `markers` and `hazes` are those of a game. Raises
    NoGraphics or OSError."""
    top, height = EDGE + HEADER, 724
    page = _page(table, None, top + height + EDGE + 18)
    width, depth = table.size
    plan_wide = round(min(max((height - 54) * (width + 1) / (depth + 1) + 34, 480), 900))
    scene_wide = WIDTH - 2 * EDGE - GAP - plan_wide
    _panel(page, draw_scene(table, None, scene_wide, height, liveries=liveries, markers=markers, hazes=hazes), (EDGE, top), "3D")
    _panel(page, Plan(table, None, plan_wide, height, liveries, markers, hazes).draw(), (EDGE + scene_wide + GAP, top))
    return save(page.finish(), Path(path))


def draw_exhibit(table: Table, exhibit: Exhibit, liveries: Mapping[str, Livery] | None = None) -> Image.Image:
    """The page of one answer. Raises NoGraphics."""
    page = _page(table, exhibit)
    top = EDGE + HEADER
    if exhibit.whole_table:
        return _painted_page(table, exhibit, page)
    upper = 548
    lower = HEIGHT - top - upper - GAP - EDGE - 14
    scene_wide, facts_wide = 1010, 400
    plan_wide = WIDTH - 2 * EDGE - GAP - scene_wide
    _panel(page, draw_scene(table, exhibit, scene_wide, upper, liveries=liveries), (EDGE, top), "3D")
    _panel(page, Plan(table, exhibit, plan_wide, upper, liveries).draw(), (EDGE + scene_wide + GAP, top))
    cut_wide = WIDTH - 2 * EDGE - GAP - facts_wide
    _panel(page, SideCut(table, exhibit, cut_wide, lower).draw(), (EDGE, top + upper + GAP))
    _panel(page, _facts(table, exhibit, facts_wide, lower), (EDGE + cut_wide + GAP, top + upper + GAP))
    return page.finish()


def _painted_page(table: Table, exhibit: Exhibit, page: Canvas) -> Image.Image:
    """An area painted on the board: a large plan beside the scene, and no cut, since no line decides."""
    top, wide, upper = EDGE + HEADER, 750, 520
    tall = HEIGHT - top - EDGE - 14
    _panel(page, draw_scene(table, exhibit, wide, upper), (EDGE, top), "3D")
    _panel(page, _facts(table, exhibit, wide, tall - upper - GAP), (EDGE, top + upper + GAP))
    _panel(page, Plan(table, exhibit, WIDTH - 2 * EDGE - GAP - wide, tall).draw(), (EDGE + wide + GAP, top))
    return page.finish()


def _page(table: Table, exhibit: Exhibit | None, tall: int = HEIGHT) -> Canvas:
    page = Canvas(WIDTH, tall)
    if exhibit is not None:
        _header(page, exhibit)
    else:
        page.text((EDGE + 4, EDGE + 8), table.name or "Table", 30, INK, True)
        words = f'{table.size[0]:g}" by {table.size[1]:g}", {pluralize(len(table.features), "feature")}, '
        words += pluralize(len(table.bodies), "model")
        page.text((EDGE + 4, EDGE + 46), words, 15, FAINT)
    page.text((EDGE, tall - 8), f"wc3d · {table.name or 'table'} · lengths in inches", 11, FAINT, anchor="ls")
    return page


def _header(page: Canvas, exhibit: Exhibit) -> None:
    """The verdict as a badge with a sign and a word, then what it says and by which rule."""
    wide = page.wide(exhibit.verdict, 26, True) + 74
    left, top = EDGE, EDGE - 2
    page.box((left, top, left + wide, top + 58), exhibit.color, radius=10)
    sign: XY = (left + 30, top + 29)
    if exhibit.good is True:
        page.tick(sign, 11, (255, 255, 255), 4)
    elif exhibit.good is False:
        page.cross(sign, 10, (255, 255, 255), 4)
    else:
        page.disc(sign, 10, edge=(255, 255, 255), width=3)
    page.text((left + 54, top + 29), exhibit.verdict, 26, (255, 255, 255), True, "lm")
    page.text((left + wide + 18, top + 20), exhibit.headline, 25, INK, True, "lm")
    page.text((left + wide + 18, top + 46), exhibit.rule, 15, FAINT, False, "lm")


def _panel(page: Canvas, drawing: Canvas, at: XY, title: str = "") -> None:
    page.paste(drawing, at)
    box = (at[0], at[1], at[0] + drawing.width, at[1] + drawing.height)
    if title:
        page.box((at[0] + 8, at[1] + 6, at[0] + 16 + page.wide(title, 12.5, True), at[1] + 26), (255, 255, 255, 225))
        page.text((at[0] + 12, at[1] + 8), title, 12.5, INK, True)
    page.box(box, None, (120, 116, 108), 2, 1.2)


def _facts(table: Table, exhibit: Exhibit, width: float, height: float) -> Canvas:
    sheet = Canvas(width, height, (255, 255, 255))
    detail = draw_closeup(table, exhibit.open_line, width - 24, 128) if exhibit.open_line is not None else None
    if detail is not None:
        sheet.paste(detail, (12, height - 138))
        height -= 142
    sheet.text((12, 7), "DETAILS", 12.5, INK, True)
    y = 34.0
    bodies = [table.body(id) for id, role in exhibit.roles.items() if role in PINS]
    models = [(body.id, f"{body.base} base at {place(body.at)}") for body in bodies[:5]]
    for name, value in (*exhibit.facts, *models):
        lines = _wrap(sheet, value, width - 160)
        if y + 20 * len(lines) > height - 6:
            sheet.text((12, y), "…", 14, FAINT)
            break
        for k, line in enumerate(_wrap(sheet, name, 128)):
            sheet.text((12, y + 17 * k), line, 13, FAINT)
        for k, line in enumerate(lines):
            sheet.text((146, y + 17 * k), line, 13.5, INK, k == 0 and len(lines) == 1)
        y += max(20.0, 17.0 * max(len(lines), len(_wrap(sheet, name, 128))) + 5)
    return sheet


def _wrap(sheet: Canvas, words: str, width: float, size: float = 13.5) -> list[str]:
    lines, line = [], ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and sheet.wide(longer, size, True) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def save(image: Image.Image, path: Path) -> Path:
    """Write a PNG whole or not at all."""
    data = BytesIO()
    image.save(data, "PNG")
    write_output(path, data.getvalue())
    return path
