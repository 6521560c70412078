"""The parts of the web page: meshes packed for a browser, and drawings as SVG."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from shapely import box

from tests.printing.drawn_words import record_words
from tests.screens.boards import evidence
from tests.screens.measured import measured
from wc3d import Body, Table, load_map
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.presentation.palette import BAD_COLOR, INK_COLOR, Pattern
from wc3d.printing.plan import PlanDrawing
from wc3d.printing.side_cut import SideCutDrawing
from wc3d.scene.mesh import make_sphere as ball_of
from wc3d.web.packing import MAX_FACES, BinaryPack, simplify_if_large
from wc3d.web.svg_canvas import SvgCanvas

ROOT = Path(__file__).resolve().parents[2]


def unpacked(pack: BinaryPack) -> bytes:
    return gzip.decompress(base64.b64decode(pack.to_base64()))


def places(block: bytes, packed: dict[str, Any], count: int) -> NDArray[np.float64]:
    """Places as the browser works them out."""
    kept = np.frombuffer(block, "<u2", count * 3, packed["at"]).reshape(-1, 3)
    return np.array(packed["low"]) + kept / 65_535 * packed["span"]


def test_a_mesh_comes_out_as_it_went_in() -> None:
    pack = BinaryPack()
    ball = trimesh.creation.icosphere(subdivisions=3, radius=20)
    ball.apply_translation((30, -4, 7))
    pack.add_lines([[(0, 0, 0), (1, 2, 3)]])
    packed = pack.add_mesh(
        ball.vertices, ball.vertex_normals, np.full((len(ball.vertices), 4), 77), ball.faces
    )
    block = unpacked(pack)
    assert np.abs(places(block, packed, packed["points"]) - ball.vertices).max() < 0.001
    normals = (
        np.frombuffer(block, "<i1", packed["points"] * 3, packed["normals"]).reshape(-1, 3) / 127
    )
    assert np.abs(normals - ball.vertex_normals).max() < 0.005
    faces = np.frombuffer(block, "<u2", packed["corners"], packed["faces"]).reshape(-1, 3)
    assert not packed["wide"] and (faces == ball.faces).all()
    assert all(packed[name] % 4 == 0 for name in ("at", "normals", "colors", "faces"))


def test_a_large_mesh_has_wide_numbers() -> None:
    pack = BinaryPack()
    points = np.random.default_rng(1).uniform(0, 48, (70_000, 3))
    packed = pack.add_mesh(points, points, np.zeros((70_000, 4)), [[0, 1, 69_999]])
    assert packed["wide"] and list(np.frombuffer(unpacked(pack), "<u4", 3, packed["faces"])) == [
        0,
        1,
        69_999,
    ]


def test_lines_come_out_as_they_went_in() -> None:
    pack = BinaryPack()
    segments = np.random.default_rng(2).uniform(-5, 50, (40, 2, 3))
    packed = pack.add_lines(segments)
    assert packed["count"] == 40
    assert np.abs(places(unpacked(pack), packed, 80).reshape(-1, 2, 3) - segments).max() < 0.001


def test_only_meshes_with_too_many_triangles_are_made_lighter() -> None:
    ball = ball_of(radius=6, sections=300)
    assert len(ball.faces) > 5 * MAX_FACES
    light = simplify_if_large(ball)
    assert 500 < len(light.faces) <= MAX_FACES and np.abs(light.bounds - ball.bounds).max() < 0.35
    assert measured(light).volume == pytest.approx(measured(ball).volume, rel=0.03)
    small = ball_of(radius=1, sections=12)
    assert simplify_if_large(small) is small


def elements(drawing: SvgCanvas) -> list[ElementTree.Element]:
    """The drawing's elements, after its title and its ground."""
    return list(ElementTree.fromstring(drawing.to_svg("t")))[2:]


def test_lines_drawn_alike_are_one_path_and_those_beyond_the_sheet_are_left_out() -> None:
    paper = SvgCanvas(100, 50)
    for x in (10, 20, 30, 400):
        paper.line([(x, 0), (x, 50)], INK_COLOR, 2.0)
    paper.line([(5, 5), (6, 6)], BAD_COLOR, 2.0, (4, 3))
    one, other = elements(paper)
    assert one.get("d") == "M10 0L10 50M20 0L20 50M30 0L30 50" and one.get("stroke-width") == "2"
    assert other.get("stroke") == "#be2c26" and other.get("stroke-dasharray") == "4 3"


def test_words_are_as_wide_as_measured_and_never_leave_the_sheet() -> None:
    paper = SvgCanvas(200, 50)
    paper.text((10, 10), "A < B & C", 12, anchor="mm")
    paper.text((150, 10), "far too long for here", 12)
    first, second = elements(paper)
    assert first.text == "A < B & C" and first.get("text-anchor") == "middle"
    assert float(first.get("textLength", 0)) == pytest.approx(
        paper.text_width("A < B & C", 12), abs=0.06
    )
    assert float(second.get("textLength", 0)) < paper.text_width("far too long for here", 12)


def test_an_area_has_its_holes_its_pattern_and_its_edge() -> None:
    paper = SvgCanvas(100, 100)
    ring = box(10, 10, 90, 90).difference(box(40, 40, 60, 60))
    paper.area(
        ring, lambda x, y: (x, y), (200, 100, 50, 128), (10, 20, 30), pattern=Pattern.CROSSED
    )
    fill, pattern, edge = elements(paper)
    assert (
        fill.get("fill-rule") == "evenodd"
        and fill.get("fill-opacity") == "0.50"
        and fill.get("d", "").count("M") == 2
    )
    assert pattern.get("d", "").count("M") > 15 and edge.get("stroke") == "#0a141e"
    paper.area(box(500, 500, 600, 600), lambda x, y: (x, y), (1, 2, 3), (1, 2, 3))
    assert len(elements(paper)) == 3


@pytest.fixture(scope="module")
def table() -> Table:
    bodies = Body("a", base="small", at=(2, 15, 0)), Body("b", base="large", at=(25, 12, 0))
    return load_map(ROOT / "maps" / "pinewood.json").with_bodies(*bodies)


@pytest.mark.parametrize("sheet", [PlanDrawing, SideCutDrawing])
def test_plan_and_cut_say_the_same_on_either_paper(
    sheet: type[PlanDrawing] | type[SideCutDrawing], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = evidence(table, {"type": "sight", "from": "a", "to": "b"}, table.sight("a", "b"))
    drawing = sheet(table, shown, 440, 300)
    said = record_words(drawing.sheet, monkeypatch)
    drawing.draw()
    again = sheet(table, shown, 440, 300)
    again.sheet = again.labels.sheet = paper = SvgCanvas(440, 300)
    again.draw()
    texts = [e.text for e in ElementTree.fromstring(paper.to_svg("t")).iter("text")]
    assert texts == said and any(word.split()[0] == "a" for word in said)


def test_a_cut_to_what_is_far_off_is_not_ruled_inch_by_inch() -> None:
    drawn = []
    for far in (20.0, 9_000.0):
        bodies = Body("a", base="small", at=(2, 15, 0)), Body("b", base="small", at=(far, 15, 0))
        table = Table((30.0, 30.0), policy=SPACE).with_bodies(*bodies)
        shown = evidence(table, {"type": "sight", "from": "a", "to": "b"}, table.sight("a", "b"))
        cut = SideCutDrawing(table, shown, 440, 300)
        cut.sheet = cut.labels.sheet = paper = SvgCanvas(440, 300)
        cut.draw()
        drawn.append(len(paper.to_svg("t")))
    assert drawn[1] < 2 * drawn[0]
