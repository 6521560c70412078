"""Plans to print: measured on the page, in inches."""

import re
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import wc3d
from tests.narrowed import there
from wc3d.errors import InputError
from wc3d.printing.canvas import font_path
from wc3d.printing.pdf import render_pdf
from wc3d.printing.pdf_typeface import Typeface
from wc3d.printing.printed_plan import (
    FOOT_HEIGHT_IN,
    OVERLAP_IN,
    PAPER_SIZES,
    PRINTER_MARGIN_IN,
    ShapeMark,
    TextMark,
    board_marks,
    choose_tiling,
    make_pages,
    make_single_sheet,
    render_svg,
)
from wc3d.printing.write_plan import write_plan
from wc3d.registry import table_from_map

BOARD = {
    "name": "Ford & (mill)",
    "size": [30, 22],
    "terrain": [
        {
            "id": "hall",
            "name": "Größer \N{SNOWMAN}",
            "kind": "structure",
            "shape": {"type": "box", "center": [10, 12], "size": [6, 4], "height": 3},
        },
        {
            "id": "wood",
            "kind": "forest",
            "shape": {"type": "prism", "points": [[20, 3], [26, 4], [23, 9]], "height": 4},
        },
        {
            "id": "mud",
            "kind": "rough",
            "shape": {"type": "cylinder", "center": [4, 4], "radius": 2, "height": 0},
        },
    ],
    "ladders": [{"id": "rungs", "at": [10, 9.7], "top": 3}],
}
SVG = "{http://www.w3.org/2000/svg}"
INK_OF_STRUCTURES = "#78603e"


@pytest.fixture(scope="module")
def table():
    return table_from_map(BOARD)


def path_points(path):
    return np.array(
        [
            [float(v) for v in pair.split(",")]
            for pair in re.findall(r"[-\d.]+,[-\d.]+", path.get("d"))
        ]
    )


def test_the_sheet_is_as_large_as_the_board_and_an_inch_is_an_inch(table):
    root = ElementTree.fromstring(render_svg(make_single_sheet(table)))
    width, height = (float(root.get(side, "").removesuffix("in")) for side in ("width", "height"))
    assert (width, height) == pytest.approx(
        (30 + 2 * PRINTER_MARGIN_IN, 22 + 3.5 * PRINTER_MARGIN_IN)
    )
    assert [float(v) for v in root.get("viewBox", "").split()] == pytest.approx(
        [0, 0, width, height]
    )
    (hall,) = [
        p
        for p in root.iter(f"{SVG}path")
        if p.get("stroke") == INK_OF_STRUCTURES and p.get("stroke-width") == "0.03"
    ]
    points = path_points(hall)
    assert points.max(axis=0) - points.min(axis=0) == pytest.approx((6, 4))
    assert points.min(axis=0) == pytest.approx(
        (PRINTER_MARGIN_IN + 7, height - 1.4 * PRINTER_MARGIN_IN - 14)
    ), "north is up"
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert {
        "Größer \N{SNOWMAN}",
        '3" high',
        "wood",
        '4" high',
        "mud",
        "flat",
        'ladder 0" to 3"',
        "Ford & (mill)",
    } <= set(words)


@pytest.mark.parametrize("kind", ["forest", "rough", "structure"])
def test_what_reaches_far_beyond_the_board_is_patterned_on_the_board_alone(kind):
    """A wood of 10,000" was half a million trees, and took 15 s to print (fuzzed)."""
    shape = {"type": "box", "center": [20, 11], "size": [9999, 8], "height": 3}
    far = table_from_map(BOARD | {"terrain": [{"id": "far", "kind": kind, "shape": shape}]})
    marks = [
        mark for mark in board_marks(far) if isinstance(mark, ShapeMark) and mark.width == 0.006
    ]
    assert 10 < len(marks) < 3000
    assert all(-1 < x < 31 for mark in marks for x, _ in mark.rings[0])


def test_the_check_bar_is_one_inch(table):
    for page in (make_single_sheet(table), *make_pages(table, PAPER_SIZES["a4"])):
        ends = [
            m
            for m in page.marks
            if isinstance(m, ShapeMark)
            and m.width == 0.012
            and m.ink == (28, 32, 38)
            and not m.is_closed
        ]
        xs = sorted(m.rings[0][0][0] for m in ends)
        assert xs[-1] - xs[-2] == pytest.approx(1.0)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_cover_the_board_and_overlap(table, paper):
    cut = choose_tiling(table.size, PAPER_SIZES[paper])
    parts = [cut.board_part(c, r) for r in range(cut.rows) for c in range(cut.columns)]
    assert (
        max(p[2] for p in parts) >= 30
        and max(p[3] for p in parts) >= 22
        and min(p[0] for p in parts) == 0
    )
    a, b = cut.board_part(0, 0), cut.board_part(1, 0)
    assert a[2] - b[0] == pytest.approx(OVERLAP_IN)
    across = a[2] - a[0] + 2 * PRINTER_MARGIN_IN
    up = a[3] - a[1] + 2 * PRINTER_MARGIN_IN + FOOT_HEIGHT_IN
    assert (across, up) == pytest.approx(cut.page_size)
    assert sorted(cut.page_size) == pytest.approx(
        [PAPER_SIZES[paper].width, PAPER_SIZES[paper].height]
    )
    assert len(make_pages(table, PAPER_SIZES[paper])) == 1 + cut.columns * cut.rows


def test_the_cut_takes_the_fewest_pages():
    assert (
        choose_tiling((10, 6), PAPER_SIZES["a4"]).columns
        == choose_tiling((10, 6), PAPER_SIZES["a4"]).rows
        == 1
    )
    assert (
        choose_tiling((10, 6), PAPER_SIZES["a4"]).page_size[0]
        > choose_tiling((10, 6), PAPER_SIZES["a4"]).page_size[1]
    )
    cut = choose_tiling((48, 48), PAPER_SIZES["a4"])
    assert cut.columns * cut.rows == 35 and (
        cut.page_name(0, cut.rows - 1),
        cut.page_name(6, 0),
    ) == ("A1", "E7")


def objects(data):
    return {
        int(n): body
        for n, body in re.findall(rb"(?<=\n)(\d+) 0 obj\n(.*?)\nendobj(?=\n)", data, re.S)
    }


def unpacked(body):
    return zlib.decompress(there(re.search(rb"stream\n(.*)\nendstream", body, re.S))[1])


def streams(data):
    """What is drawn on the pages."""
    numbers = [int(n) for n in re.findall(rb"/Contents (\d+) 0 R", data)]
    return [unpacked(objects(data)[n]).decode("ascii") for n in numbers]


def words_in(data):
    """The words of a PDF, by the table of letters that it holds for who searches it."""
    found = []
    for name, number in re.findall(rb"/(R|B) (\d+) 0 R", data)[:2]:
        table = int(there(re.search(rb"/ToUnicode (\d+)", objects(data)[int(number)]))[1])
        letters = dict(re.findall(r"<(\w{4})> <(\w+)>\n", unpacked(objects(data)[table]).decode()))
        for page in streams(data):
            for shown in re.findall(rf"/{name.decode()} [\d.]+ Tf .*? <(\w*)> Tj", page):
                found.append(
                    "".join(
                        bytes.fromhex(letters[c]).decode("utf-16-be")
                        for c in re.findall(r"\w{4}", shown)
                    )
                )
    return found


def test_a_page_of_the_pdf_shows_its_part_in_true_inches(table):
    data = render_pdf(make_pages(table, PAPER_SIZES["a4"]), "Ford")
    cut = choose_tiling(table.size, PAPER_SIZES["a4"])
    assert (
        data.startswith(b"%PDF-1.4") and data.count(b"/Type /Page ") == 1 + cut.columns * cut.rows
    )
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert {tuple(round(float(v) / 72 * 25.4) for v in box) for box in boxes} in (
        {(210, 297)},
        {(297, 210)},
    )
    place = int(there(re.search(rb"startxref\n(\d+)", data))[1])
    assert data[place : place + 4] == b"xref"
    for number, at in enumerate(re.findall(rb"(\d{10}) 00000 n", data), 1):
        assert data[int(at) :].startswith(b"%d 0 obj" % number)
    column, row = next(
        (c, r)
        for r in range(cut.rows)
        for c in range(cut.columns)
        if cut.board_part(c, r)[0] < 7 < cut.board_part(c, r)[2]
        and cut.board_part(c, r)[1] < 14 < cut.board_part(c, r)[3]
    )
    page = streams(data)[1 + (cut.rows - 1 - row) * cut.columns + column]
    assert page.startswith("72 0 0 72 0 0 cm")
    x0, y0, *_ = cut.board_part(column, row)
    scale, _, _, _, dx, dy = (
        float(v) for v in there(re.search(r"\n(.*) cm\n", page[20:]))[1].split()
    )
    assert (scale, dx + x0, dy + y0) == pytest.approx(
        (1.0, PRINTER_MARGIN_IN, PRINTER_MARGIN_IN + FOOT_HEIGHT_IN), abs=1e-4
    )
    assert "7.00000 14.00000" in page and "13.00000 14.00000" in page, "the hall's corners"


def test_letters_are_embedded_and_those_that_are_not_there_are_told(table, tmp_path):
    words = words_in(render_pdf(make_pages(table, PAPER_SIZES["a4"]), "Ford"))
    assert {"Größer ?", "Ford & (mill)", '3" high'} <= set(words)
    assert "the font lacks \N{SNOWMAN}" in write_plan(table, tmp_path / "a.pdf")
    assert "\N{SNOWMAN}" in (
        write_plan(table, tmp_path / "a.svg") and (tmp_path / "a.svg").read_text()
    )


def test_greek_and_cyrillic_names_are_on_the_page(tmp_path):
    names = {"Склад № 5": 3, "Πύργος": 8, "倉庫": 12}
    shapes = {
        name: {"type": "box", "center": [x, 5], "size": [2, 2], "height": 2}
        for name, x in names.items()
    }
    terrain = [
        {"id": f"t{x}", "name": name, "kind": "structure", "shape": shapes[name]}
        for name, x in names.items()
    ]
    table = table_from_map({"name": "Двор", "size": [14, 10], "terrain": terrain})
    words = words_in(render_pdf(make_pages(table, PAPER_SIZES["a4"]), table.name))
    assert {"Двор", "Склад № 5", "Πύργος", "??"} <= set(words)
    assert write_plan(table, tmp_path / "a.pdf").count("倉庫") == 1


def test_words_are_as_wide_as_they_are_measured():
    face = Typeface(font_path(), "X", "Größer №")
    words = TextMark((0, 0), "Größer №", 0.2)
    wide = [
        int(v) for v in there(re.search(rb"/W \[0 \[([\d ]+)\]", face.pdf_objects(4)[1]))[1].split()
    ]
    assert sum(
        wide[face.letter_numbers[letter]] for letter in words.text
    ) / 1000 * 0.2 == pytest.approx(words.width, rel=0.02)


def test_names_cover_no_other_names(table):
    words = [m for m in make_single_sheet(table).board if isinstance(m, TextMark)]
    for k, a in enumerate(words):
        for b in words[k + 1 :]:
            apart = (
                abs(a.at[0] - b.at[0]) >= (a.width + b.width) / 2
                or abs(a.at[1] - b.at[1]) >= (a.size + b.size) / 2
            )
            assert apart, (a, b)


def test_a_plan_is_written_by_its_ending(table, tmp_path):
    assert "one sheet" in write_plan(table, tmp_path / "a.svg")
    assert "Letter pages" in write_plan(table, tmp_path / "a.pdf", "letter")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF") and (
        tmp_path / "a.svg"
    ).read_text().startswith("<svg")
    for name, paper in (("a.png", "a4"), ("b.pdf", "a9")):
        with pytest.raises(InputError, match="expected"):
            write_plan(table, tmp_path / name, paper)
    with pytest.raises(InputError, match="cannot be written"):
        write_plan(table, tmp_path / "none" / "a.svg")


def test_the_letters_come_with_the_program(table, tmp_path, monkeypatch):
    """A plan needs neither the window's libraries nor a typeface of the machine."""
    for library in ("imgui_bundle", "panda3d", "direct"):
        monkeypatch.setitem(sys.modules, library, None)
    package = Path(wc3d.__file__).parent
    for bold in (False, True):
        assert (
            package in font_path(bold).parents
            and (font_path(bold).parent / "LICENSE.txt").is_file()
        )
    assert "pages; print" in write_plan(table, tmp_path / "plan.pdf")
