"""What a notebook shows of tables, sights and games: SVG from above, with models where they stand."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import wc3d
from tests.games.neo_mechanika.rules.playing import play
from wc3d.errors import InputError
from wc3d.presentation.palette import BAD_COLOR, GOOD_COLOR
from wc3d.printing.table_svg import MODEL_RGB, SVG_WIDTH_PX

SVG = "{http://www.w3.org/2000/svg}"


def hexed(rgb: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def shapes(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}path"))


def center(path: ElementTree.Element) -> tuple[float, float]:
    words = path.attrib["d"].replace("M", "").replace("L", "").replace("Z", "").split()
    points = [tuple(map(float, word.split(","))) for word in words]
    return (
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
    )


@pytest.fixture(scope="module")
def table() -> wc3d.Table:
    return wc3d.board("ravine").with_bodies(
        wc3d.Body("jack", "large", (10, 4)), wc3d.Body("low", "small", (20, 24, 0))
    )


def test_a_plan_shows_each_model_at_its_place(table: wc3d.Table, tmp_path: Path) -> None:
    svg = table.plan(tmp_path / "plan.svg")
    assert (tmp_path / "plan.svg").read_text(encoding="utf-8") == svg == table._repr_svg_()
    root = ElementTree.fromstring(svg)
    width, depth = table.size
    assert float(root.attrib["width"]) == SVG_WIDTH_PX
    assert root.attrib["viewBox"] == f"0 0 {width:g} {depth:g}"
    bases = [center(path) for path in shapes(svg) if path.attrib["fill"] == hexed(MODEL_RGB)]
    expected = [(body.at[0], depth - body.at[1]) for body in table.bodies]
    assert bases == [pytest.approx(spot, abs=1e-3) for spot in expected]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"jack", "low"} <= {*texts}
    with pytest.raises(InputError, match="gone"):
        table.plan(tmp_path / "gone" / "plan.svg")


@pytest.mark.parametrize(
    ("a", "b", "ink"), [("jack", "low", BAD_COLOR), ("jack", "up", GOOD_COLOR)]
)
def test_a_sight_shows_its_line_in_the_color_of_its_verdict(
    table: wc3d.Table, a: str, b: str, ink: tuple[int, int, int]
) -> None:
    sight = table.with_bodies(wc3d.Body("up", "small", (22, 31, 5))).sight(a, b)
    last = shapes(sight._repr_svg_())[-1]
    assert last.attrib["stroke"] == hexed(ink)
    assert ("stroke-dasharray" in last.attrib) is not bool(sight)


def test_a_game_shows_its_models_in_the_colors_of_their_sides() -> None:
    at = {"1.dusk_wolf.1": (15, 12), "2.scourge.1": (9, 20)}
    game = play(at=at)
    liveries = game.rules.display.liveries(game.state)
    fills = {path.attrib["fill"] for path in shapes(game._repr_svg_())}
    assert len({liveries[id].rgb for id in at}) == 2
    assert {hexed(liveries[id].rgb) for id in at} <= fills
    assert ">1.dusk_wolf.1<" not in game._repr_svg_(), "it has a name"


def test_a_picture_needs_a_size_that_can_be_drawn(table: wc3d.Table) -> None:
    for width, height in ((0, 640), (960, 5000), (960, -3)):
        with pytest.raises(InputError, match="expected a width and a height of 64 to 4096"):
            table.picture(width=width, height=height)
