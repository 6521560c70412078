"""Pictures: the right size, the marks where the numbers say, the same twice, and nothing missing unnoticed."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from tests.narrowed import there
from tests.presentation.test_evidence_view import blocked, clear
from tests.screens.boards import evidence, mixed
from wc3d.panda import render_target
from wc3d.panda.answer_picture import draw_answer_pages, draw_table_page
from wc3d.panda.evidence_picture import draw_scene
from wc3d.panda.render_target import open_render_target
from wc3d.panda.requirements import DEBIAN_PACKAGES, NoGraphicsError
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import PAPER_COLOR, PEN_COLORS, Pen
from wc3d.printing.canvas import SUPERSAMPLING, Canvas, LabelPlacer, overlap_area, split_into_dashes
from wc3d.printing.plan import PlanDrawing
from wc3d.printing.side_cut import SideCutDrawing
from wc3d.scene.camera import Orbit, overview_orbit
from wc3d.scene.picture_composition import find_best_view, find_models_view
from wc3d.table.moves.jumping import jump
from wc3d.table.moves.movement import move
from wc3d.table.moves.reach import reach
from wc3d.table.moves.slams import slam
from wc3d.table.sight.cover import cover
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sight_area import SeenFrom, SeenLevel, seen_from
from wc3d.table.sight.sprays_and_blasts import blast, spray
from wc3d.table.terrain.standing_places import stand

LINE = ((8.2, 3.3, 1.0), (15.1, 7.9, 2.0))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return mixed(tmp_path_factory.mktemp("pictures"))


def answers(table):
    """A question and the rules' verdict of every kind, the wall-to-wall area of sight by hand."""
    body = table.body
    cells = [[1 if column < 30 else 0 for column in range(60)] for _ in range(60)]
    roof = [
        [1 if 42 <= column < 46 and 38 <= row < 42 else 0 for column in range(60)]
        for row in range(60)
    ]
    seen = SeenFrom([SeenLevel(0.0, np.array(cells)), SeenLevel(5.0, np.array(roof))], 0.5)
    return [
        ({"type": "sight", "from": "a", "to": "c"}, clear(LINE, 0.34)),
        ({"type": "sight", "from": "a", "to": "b"}, blocked("wall")),
        ({"type": "sight", "from": "b", "to": "d"}, sight(table, body("b"), body("d"))),
        ({"type": "sight", "from": "a", "to": "r"}, sight(table, body("a"), body("r"))),
        (
            {"type": "range", "from": "a", "to": "d"},
            SimpleNamespace(distance=distance(table, body("a"), body("d"))),
        ),
        ({"type": "cover", "from": "a", "to": "b"}, cover(table, body("a"), body("b"))),
        (
            {"type": "spray", "from": "a", "to": "g", "range": 10},
            spray(table, body("a"), body("g"), 10),
        ),
        ({"type": "blast", "target": "g"}, blast(table, body("g"))),
        (
            {"type": "stand", "base": "large", "position": [22, 21.5, 5]},
            stand(table, "large", (22.0, 21.5, 5.0)),
        ),
        (
            {"type": "move", "model": "a", "path": [[8, 5], [6, 5]], "speed": 6},
            move(table, body("a"), [[8, 5], [6, 5]], 6),
        ),
        ({"type": "jump", "model": "d", "to": [22, 16.5]}, jump(table, body("d"), (22, 16.5))),
        (
            {"type": "slam", "model": "w", "from": "a", "distance": 3},
            slam(table, body("w"), body("a"), 3),
        ),
        (
            {"type": "seen_from", "model": "b", "base": "small", "cell": 3},
            seen_from(table, body("b"), "small", 3.0),
        ),
        ({"type": "reach", "model": "b", "speed": 6}, reach(table, body("b"), 6)),
        ({"type": "seen_from", "model": "a", "base": "small", "cell": 0.5}, seen),
    ]


def evidence_views(table):
    return [evidence(table, question, verdict) for question, verdict in answers(table)]


def pixels(picture):
    return np.asarray(picture).astype(int)


def near(pixel, rgb, by=40):
    return np.abs(np.asarray(pixel, int) - rgb).max() < by


@pytest.mark.slow
def test_every_kind_of_answer_has_its_page(table, tmp_path):
    written = draw_answer_pages(table, evidence_views(table), tmp_path / "out.png")
    assert [file.name for file in written[:2]] == ["out.png", "out-2.png"] and len(written) == 15
    pages = [pixels(Image.open(file).convert("RGB")) for file in written]
    assert {page.shape for page in pages} == {(1000, 1600, 3)}
    for page in pages:
        for panel in (
            page[92:640, 16:1026],
            page[92:640, 1038:1584],
            page[652:950, 16:1172],
            page[652:950, 1184:1584],
        ):
            assert panel.std() > 8  # something is drawn in each panel
    assert len({page.tobytes() for page in pages}) == 15


@pytest.mark.slow
def test_a_page_is_drawn_the_same_twice_and_leaves_no_half_file(table, tmp_path):
    one, two = (
        draw_answer_pages(table, evidence_views(table)[:1], tmp_path / name)[0]
        for name in ("one.png", "two.png")
    )
    assert one.read_bytes() == two.read_bytes()
    with pytest.raises(Exception, match=r"missing.*out\.png"):
        draw_answer_pages(table, evidence_views(table)[:1], tmp_path / "missing" / "out.png")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["one.png", "two.png"]


@pytest.mark.slow
def test_a_missing_model_and_a_missing_wall_are_noticed(table):
    def scene(shown):
        return pixels(draw_scene(shown, None, 400, 300, Orbit((14, 10, 0), 10, 35, 30)).to_image())

    def cells(one, two):
        return (
            np.abs(one - two).reshape(75, 4, 100, 4, 3).mean(axis=(1, 3)).max(axis=-1) > 10
        ).mean()

    whole = scene(table)
    assert cells(whole, scene(table)) == 0
    assert cells(whole, scene(table.without("c"))) > 0.002
    fewer = replace(table, features=tuple(f for f in table.features if f.id != "wall"))
    assert cells(whole, scene(fewer)) > 0.01


def test_marks_in_3d_are_where_the_numbers_say(table):
    """A red wall of volume stands where a ghost is; the line's middle shows the line's color."""
    shown = evidence(table, *answers(table)[0])
    orbit = Orbit((12, 6, 0), 20, 70, 22)
    picture = pixels(draw_scene(table, shown, 500, 400, orbit).image)
    found = 0
    for share in (0.15, 0.3, 0.7, 0.85):
        point = [a + (b - a) * share for a, b in zip(*LINE, strict=True)]
        x, y = there(
            orbit.camera.project_to_pixel(point, (500 * SUPERSAMPLING, 400 * SUPERSAMPLING))
        )
        found += near(picture[round(y), round(x)], PEN_COLORS[Pen.CLEAR], 60)
    assert found >= 3


def test_the_best_view_has_everything_in_the_picture(table):
    for question, verdict in answers(table):
        shown = evidence(table, question, verdict)
        camera = find_best_view((1010, 548), table, shown).camera
        for stroke in shown.strokes:
            for point in stroke.points:
                x, y = there(camera.project_to_pixel(point, (1010, 548)))
                assert 0 <= x <= 1010 and 0 <= y <= 548


def test_the_plan_is_to_scale(table):
    plan = PlanDrawing(table, evidence(table, *answers(table)[1]), 560, 540)
    (x0, y0), (x1, y1) = plan.to_sheet(8, 3), plan.to_sheet(18, 17)
    assert (x1 - x0, y0 - y1) == (pytest.approx(10 * plan.scale), pytest.approx(14 * plan.scale))
    picture = pixels(plan.draw().image)
    x, y = plan.to_sheet(12.9, 9.86)  # on the dashed line of centers
    window = picture[
        round(y * SUPERSAMPLING) - 16 : round(y * SUPERSAMPLING) + 16,
        round(x * SUPERSAMPLING) - 16 : round(x * SUPERSAMPLING) + 16,
    ]
    assert (np.abs(window - [184, 49, 41]).max(axis=-1) < 30).any()


def test_the_side_cut_is_to_scale_both_ways(table):
    shown = evidence(table, *answers(table)[1])
    cut = SideCutDrawing(table, shown, 1156, 298)
    assert cut.length == pytest.approx((10**2 + 14**2) ** 0.5)
    (x0, y0), (x1, y1) = cut.to_sheet(0, 0), cut.to_sheet(4, 3)
    assert (x1 - x0) / 4 == pytest.approx((y0 - y1) / 3)
    assert cut.sections["wall"].bounds[3] == 2 and cut.bodies["b"].bounds[3] == 2.75
    low, high = cut.bodies["b"].bounds[0] + cut.start, cut.bodies["b"].bounds[2] + cut.start
    assert (low, high) == (
        pytest.approx(cut.length - 25 / 25.4),
        pytest.approx(cut.length + 25 / 25.4),
    )
    picture = pixels(cut.draw().image)
    along = cut.sections["wall"].bounds[0] + cut.start
    x, y = cut.to_sheet(along, 1.6)
    row = picture[
        round(y * SUPERSAMPLING), round(x * SUPERSAMPLING) - 8 : round(x * SUPERSAMPLING) + 8
    ]
    assert (
        np.abs(row - [190, 44, 38]).max(axis=-1) < 30
    ).any()  # the blocker's outline, in the color of blocking
    assert near(
        picture[
            round((cut.ground + 4) * SUPERSAMPLING), round(cut.to_sheet(6, 0)[0] * SUPERSAMPLING)
        ],
        (150, 136, 112),
        8,
    )


def test_a_spike_of_sight_is_seen_clear_of_the_wall_in_the_cut(table):
    """The clear line passes over the barricade by what the section says."""
    line = ((8.4, 3.2, 1.2), (12.0, 9.0, 1.2))
    cut = SideCutDrawing(
        table,
        evidence(table, {"type": "sight", "from": "a", "to": "c"}, clear(line, 0.3)),
        900,
        300,
    )
    assert not cut.sections["barricade"].is_empty and cut.sections["barricade"].bounds[
        3
    ] == pytest.approx(0.9)
    assert cut.stroke_in_cut(cut.evidence_view.strokes[0]) == [
        pytest.approx((0, 1.2)),
        pytest.approx((cut.length, 1.2)),
    ]


def test_the_picture_of_a_board_comes_near_its_models(table):
    size = (900, 700)
    view = find_models_view(size, table)
    whole = find_best_view(size, table, None)
    assert view.distance < whole.distance
    for body in table.bodies:
        v = body.volume
        for z in (v.low, v.high):
            x, y = there(view.camera.project_to_pixel((*v.center, z), size))
            assert 0 < x < size[0] and 0 < y < size[1]
    empty = table.without(*(body.id for body in table.bodies))
    assert find_models_view(size, empty) == find_best_view(size, empty, None)


def test_a_scene_without_names_differs_where_they_stood(table):
    named = draw_scene(table, None, 400, 300)
    plain = draw_scene(table, None, 400, 300, has_names=False)
    assert (pixels(named.to_image()) != pixels(plain.to_image())).any()


def test_a_board_has_its_own_picture_and_an_area_of_sight_is_painted_on_the_plan(table, tmp_path):
    assert Image.open(draw_table_page(table, tmp_path / "board.png")).size[0] == 1600
    plan = PlanDrawing(table, evidence(table, *answers(table)[-1]), 800, 800)
    shown = pixels(plan.draw().to_image())
    (x, y), (u, v) = plan.to_sheet(3, 14.3), plan.to_sheet(20, 14.3)
    west = shown[round(y), round(x)]
    east = shown[round(v), round(u)]
    assert west[1] > west[0] + 10 and not east[1] > east[0] + 10


def test_without_a_graphics_library_there_is_one_line_with_what_to_install(
    table, tmp_path, monkeypatch
):
    monkeypatch.setattr(render_target, "_get_pipe", lambda name: None)
    with pytest.raises(NoGraphicsError) as error:
        draw_answer_pages(table, evidence_views(table)[:1], tmp_path / "out.png")
    assert "\n" not in str(error.value) and all(
        package in str(error.value) for package in DEBIAN_PACKAGES
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_pandas_own_renderer_draws_a_picture_too(table):
    stage = open_render_target((320, 200), ("p3tinydisplay",))
    assert not stage.has_shaders
    board = TableScene(stage, table)
    stage.set_camera(overview_orbit(table.size).camera)
    whole = stage.render().astype(int)
    board.show_bodies(())
    fewer = stage.render().astype(int)
    stage.close()
    assert whole.std() > 15 and (np.abs(whole - fewer).max(axis=-1) > 20).sum() > 30


def test_labels_keep_out_of_each_others_way():
    sheet = Canvas(400, 300, PAPER_COLOR)
    labels = LabelPlacer(sheet)
    for k in range(8):
        labels.request_label((200 + k, 150), f"label {k}", (20, 20, 20))
    labels.draw_labels()
    boxes = labels.reserved_boxes
    assert (
        sum(overlap_area(a, np.array(boxes[:i]).reshape(-1, 4)) for i, a in enumerate(boxes)) < 40
    )


def test_dashes_keep_their_length():
    parts = split_into_dashes([(0, 0), (10, 0), (10, 10)], (4, 2))
    lengths = [sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(p)) for p in parts]
    assert lengths == [4, 4, 4, 2]


def test_a_picture_shows_volumes_only_with_a_question(table, monkeypatch):
    calls = []
    monkeypatch.setattr(TableScene, "show_volumes", lambda scene, ids: calls.append(ids))
    draw_scene(table, None, 40, 30, Orbit((12, 6, 0), 20, 70, 22))
    assert not calls
    draw_scene(table, evidence_views(table)[0], 40, 30, Orbit((12, 6, 0), 20, 70, 22))
    assert calls == [None], "all of them"
