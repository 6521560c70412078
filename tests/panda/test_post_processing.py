"""Pictures with post processing: nothing is turned, cut or recolored, light glows, and corners are dark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.screens.boards import mixed
from tests.screens.fake_input import FakeInput
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Plane, Prism
from wc3d.panda.panda_geometry import make_mesh_node
from wc3d.panda.render_target import RenderTarget, open_render_target
from wc3d.panda.shaders import SURFACE_FIGURE, lit_shader
from wc3d.panda.sunlight import NO_SHADOW_MASK
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import Livery
from wc3d.scene.camera import Orbit
from wc3d.scene.mesh import make_box
from wc3d.scene.quality import QUALITY_LEVELS, Quality
from wc3d.table.body import Body
from wc3d.table.features import make_feature
from wc3d.table.table import Table
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell.window import Window

SIZE = (160, 120)
PHYSICAL = tuple(QUALITY_LEVELS)
CLEAR_COLOR = (0.2, 0.4, 0.6, 1.0)


@pytest.fixture(scope="module", params=PHYSICAL)
def stage(request: pytest.FixtureRequest) -> Iterator[RenderTarget]:
    """A target of each quality."""
    opened = open_render_target(SIZE, quality=request.param)
    assert opened.post is not None
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def medium() -> Iterator[RenderTarget]:
    opened = open_render_target(SIZE, quality=Quality.MEDIUM)
    yield opened
    opened.close()


def wall(low: tuple[float, float], high: tuple[float, float], top: float) -> Any:
    (x0, y0), (x1, y1) = low, high
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)
    return make_feature("wall", "structure", (Prism(corners, Plane(0.0), Plane(top)),))


def draw(stage: RenderTarget, scene: TableScene, orbit: Orbit) -> np.ndarray:
    stage.set_camera(orbit.camera)
    scene.on_camera_changed()
    return stage.render().astype(int)


def test_a_picture_has_its_size_and_is_not_turned(stage: RenderTarget) -> None:
    """A red model stands in the north-east of an empty table, which is seen from the south."""
    body = Body("x", "large", (10, 10, 0))
    scene = TableScene(stage, Table((12, 12), bodies=(body,), policy=SPACE))
    scene.show_bodies((body,), liveries={"x": Livery((230, 20, 20))})
    picture = draw(stage, scene, Orbit((6, 6, 0), 0, 50, 22))
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    redness = picture[..., 0] - picture[..., 1:].max(axis=2)
    rows, columns = np.nonzero(redness > 60)
    assert len(rows) > 20
    assert rows.mean() < SIZE[1] / 2 and columns.mean() > SIZE[0] / 2
    scene.close()


def test_it_agrees_with_the_plain_picture(stage: RenderTarget) -> None:
    """Edges lie at the same pixels, and the mean brightness is about the same."""
    table = Table((12, 12), (wall((4, 4), (8, 5), 3.0),), policy=SPACE)
    plain = open_render_target(SIZE)
    pictures = []
    for target in (stage, plain):
        scene = TableScene(target, table)
        pictures.append(draw(target, scene, Orbit((6, 6, 1), 20, 40, 16)))
        scene.close()
    plain.close()
    gray = [picture.mean(axis=2) for picture in pictures]
    assert np.corrcoef(gray[0].ravel(), gray[1].ravel())[0, 1] > 0.85
    assert abs(gray[0].mean() - gray[1].mean()) < 20
    assert np.percentile(gray[0], 99) < 250, "nothing is overexposed"


def test_the_background_keeps_its_color(stage: RenderTarget) -> None:
    stage.output.set_clear_color(CLEAR_COLOR)
    scene = TableScene(stage, Table((6, 6), policy=SPACE))
    scene.root.find("floor").hide()
    picture = draw(stage, scene, Orbit((3, 3, 0), 0, 20, 60))
    assert np.abs(picture[2, 2] - np.array(CLEAR_COLOR[:3]) * 255).max() <= 1
    stage.output.set_clear_color((0, 0, 0, 1))
    scene.close()


def test_lines_and_areas_keep_their_colors_and_are_hidden_by_what_is_before_them(
    stage: RenderTarget,
) -> None:
    table = Table((12, 12), (wall((5, 3), (7, 4), 4.0),), policy=SPACE)
    scene = TableScene(stage, table)
    color = (30, 220, 90)
    post = np.array([[[2.0, 8.0, 2.0], [10.0, 8.0, 2.0]]])
    scene.draw_lines(post, 6.0, color)
    picture = draw(stage, scene, Orbit((6, 6, 2), 0, 15, 14))
    is_line = np.abs(picture - color).max(axis=2) < 4
    columns = np.nonzero(is_line.any(axis=0))[0]
    assert len(columns) > 20
    middle = SIZE[0] // 2
    assert not is_line[:, middle - 3 : middle + 3].any(), "the wall stands before its middle"
    assert columns.min() < middle < columns.max()
    scene.close()


def test_translucent_volumes_are_seen_through(stage: RenderTarget) -> None:
    scene = TableScene(stage, Table((12, 12), policy=SPACE))
    before = draw(stage, scene, Orbit((6, 6, 1), 0, 35, 14))
    scene.draw_translucent(make_box((4, 4, 0), (8, 8, 3)), (40, 200, 60), 0.6)
    after = draw(stage, scene, Orbit((6, 6, 1), 0, 35, 14))
    middle = (slice(SIZE[1] // 2 - 4, SIZE[1] // 2 + 4), slice(SIZE[0] // 2 - 4, SIZE[0] // 2 + 4))
    greener = (after - before)[middle].mean(axis=(0, 1))
    assert greener[1] > greener[0] + 8 and after[middle].std() > 1
    scene.close()


def test_an_occluded_corner_is_darker(stage: RenderTarget) -> None:
    """The ground at the foot of a wall that the sun does not reach, and in its open shadow."""
    table = Table((16, 16), (wall((4, 8), (12, 8.5), 4.0),), policy=SPACE)
    scene = TableScene(stage, table)
    picture = draw(stage, scene, Orbit((8, 10, 0), 180, 60, 14))
    gray = picture.mean(axis=2)[:, SIZE[0] // 2 - 8 : SIZE[0] // 2 + 8].mean(axis=1)
    camera = Orbit((8, 10, 0), 180, 60, 14).camera

    def at(y: float) -> float:
        spot = camera.project_to_pixel((8.0, y, 0.0), SIZE)
        assert spot is not None
        return float(gray[int(spot[1])])

    assert at(8.75) < at(10.2) - 4
    scene.close()


def test_without_occlusion_the_corner_is_lighter(
    medium: RenderTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pass itself darkens it, not the map of the open sky alone."""
    table = Table((16, 16), (wall((4, 8), (12, 8.5), 4.0),), policy=SPACE)
    orbit = Orbit((8, 10, 0), 180, 60, 14)
    scene = TableScene(medium, table)
    dark = draw(medium, scene, orbit)
    scene.close()
    from wc3d.panda import post_processing, post_shaders

    open_sky = post_shaders.Shader.make(
        post_shaders.Shader.SL_GLSL,
        post_shaders.SCREEN_VERTEX,
        post_shaders.DEPTH_GLSL + "void main() { color = vec4(1., away(at), 0., 1.); }",
    )
    original = post_processing.post_shader
    monkeypatch.setattr(
        post_processing,
        "post_shader",
        lambda name, number=0: open_sky if name == "occlusion" else original(name, number),
    )
    other = open_render_target(SIZE, quality=Quality.MEDIUM)
    scene = TableScene(other, table)
    light = draw(other, scene, orbit)
    scene.close()
    other.close()
    assert (light - dark).mean() > 0.3 and (light - dark).max() > 15


def glowing_box(scene: TableScene, alpha: int, rgb: tuple[int, int, int] = (60, 220, 255)) -> Any:
    """Add a small box of figure paint; alpha 128 glows (see scripts/figure_kit/paints.py)."""
    box = make_box((5.6, 5.6, 1), (6.4, 6.4, 1.8))
    points = box.vertices[box.faces].reshape(-1, 3)
    normals = np.repeat(np.cross(points[1::3] - points[::3], points[2::3] - points[::3]), 3, axis=0)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    colors = np.tile((*rgb, alpha), (len(points), 1))
    faces = np.arange(len(points)).reshape(-1, 3)
    node = scene.figures.attach_new_node(make_mesh_node("glow", points, normals, colors, faces))
    node.set_shader(lit_shader(SURFACE_FIGURE, scene.shadow_samples))
    return node


def test_what_glows_blooms_around_and_matte_paint_does_not(stage: RenderTarget) -> None:
    scene = TableScene(stage, Table((12, 12), policy=SPACE))
    orbit = Orbit((6, 6, 1.4), 0, 30, 9)
    pictures = {}
    for name, alpha in (("glow", 128), ("matte", 255)):
        node = glowing_box(scene, alpha)
        scene.redraw_shadow()
        pictures[name] = draw(stage, scene, orbit)
        node.remove_node()
    change = (pictures["glow"] - pictures["matte"]).max(axis=2)
    assert change[SIZE[1] // 2, SIZE[0] // 2] > 20
    corner = Orbit((6, 6, 1.4), 0, 30, 9).camera.project_to_pixel((6.0, 6.4, 1.8), SIZE)
    assert corner is not None
    top = int(corner[1])
    ring = change[max(top - 6, 0) : top - 1, SIZE[0] // 2 - 4 : SIZE[0] // 2 + 4]
    assert ring.mean() > 2, "the light reaches beyond the edge"
    assert np.abs(change[:4]).max() < 12, "and not over all of the picture"
    scene.close()


def test_white_paint_in_the_sun_does_not_bloom(stage: RenderTarget) -> None:
    scene = TableScene(stage, Table((12, 12), policy=SPACE))
    orbit = Orbit((6, 6, 1.4), 0, 30, 9)
    before = draw(stage, scene, orbit)
    node = glowing_box(scene, 255, (255, 255, 255))
    node.hide(NO_SHADOW_MASK)
    change = np.abs(draw(stage, scene, orbit) - before).max(axis=2)
    node.remove_node()
    corner = orbit.camera.project_to_pixel((6.0, 6.4, 1.8), SIZE)
    assert corner is not None
    top = int(corner[1])
    ring = change[max(top - 7, 0) : top - 2, SIZE[0] // 2 - 4 : SIZE[0] // 2 + 4]
    assert change.max() > 60 and ring.mean() < 2
    scene.close()


def test_the_grid_and_the_cut_are_drawn(medium: RenderTarget) -> None:
    table = Table((12, 12), (wall((4, 4), (8, 8), 4.0),), policy=SPACE)
    scene = TableScene(medium, table)
    orbit = Orbit((6, 6, 1), 20, 45, 18)
    whole = draw(medium, scene, orbit)
    scene.show_grid(True)
    ruled = draw(medium, scene, orbit)
    scene.show_grid(False)
    scene.cut_above(2.0)
    cut = draw(medium, scene, orbit)
    scene.cut_above(1e6)
    assert np.abs(ruled - whole).max(axis=2).mean() > 0.5
    assert np.abs(cut - whole).max(axis=2).mean() > 2
    assert np.abs(draw(medium, scene, orbit) - whole).max() <= 1
    scene.close()


def test_a_target_can_be_opened_again(medium: RenderTarget) -> None:
    """Textures are loaded again for a new driver context: no terrain turns black."""
    table = Table((12, 12), (wall((3, 3), (9, 9), 3.0),), policy=SPACE)
    means = []
    for _ in range(2):
        stage = open_render_target(SIZE, quality=Quality.MEDIUM)
        scene = TableScene(stage, table)
        picture = draw(stage, scene, Orbit((6, 6, 1), 20, 40, 14))
        means.append(picture[SIZE[1] // 2 - 5 :, SIZE[0] // 2 - 5 : SIZE[0] // 2 + 5].mean())
        scene.close()
        stage.close()
    assert means[0] > 40 and abs(means[0] - means[1]) < 1


# --- the window


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeInput]:
    table = mixed(tmp_path_factory.mktemp("physical"))
    window = Window(BoardScreen(table), offscreen=True, size=(320, 200))
    yield FakeInput(window)
    window.close()


@pytest.mark.slow
def test_the_window_steps_through_the_qualities(hand: FakeInput) -> None:
    window = hand.window
    hand.rest()
    plain = window.render_target.read_pixels().astype(int)
    seen = []
    for _ in range(3):
        hand.key("f3")
        hand.rest()
        picture = window.render_target.read_pixels().astype(int)
        seen.append((window.graphics.quality, window.draws_quickly))
        assert picture.std() > 10 and np.corrcoef(picture.ravel(), plain.ravel())[0, 1] > 0.7
    assert seen == [(Quality.MEDIUM, False), (Quality.HIGH, False), (Quality.LOW, True)]
    assert window.scene_picture._post is None, "buffers of a better quality are released"


def test_at_rest_nothing_is_drawn_and_the_hit_test_agrees(hand: FakeInput) -> None:
    window = hand.window
    before = window.settings
    display = before.display.model_copy(update={"quality": "medium"})
    window.use_settings(replace(before, display=display))
    hand.rest()
    assert window.scene_picture._post is not None
    _, post, _ = window.scene_picture._post
    for _ in range(5):
        window.task_mgr.step()
        assert not any(output.is_active() for output, _ in post._outputs)
        assert not post.final.is_active()
    assert window.screen.table is not None
    body = window.screen.table.bodies[0]
    spot = window.project_to_pixel((*body.at[:2], body.at[2] + 0.4))
    assert spot is not None
    hit = window.hit_test(*spot)
    assert hit is not None and hit.id == body.id
    window.use_settings(before)
    hand.rest()


def test_a_driver_that_refuses_says_so_once_and_draws_low(
    hand: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = hand.window
    monkeypatch.setattr("wc3d.window.shell.graphics.working_level", lambda *_: None)
    window.notices.visible_notices.clear()
    window.graphics.use_setting("high")
    errors = [notice.words for notice in window.notices.visible_notices if notice.is_error]
    assert window.graphics.quality is Quality.LOW and window.draws_quickly
    assert len(errors) == 1 and "high" in errors[0] and "\n" not in errors[0]
    hand.rest()
    assert window.render_target.read_pixels().std() > 10
    window.graphics.use_setting("auto")
    hand.rest()


def test_slow_frames_of_a_card_drop_the_quality_of_the_window(
    hand: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = hand.window
    monkeypatch.setattr("wc3d.window.shell.graphics.starting_quality", lambda *_: Quality.MEDIUM)
    monkeypatch.setattr("wc3d.scene.quality.SLOW_FRAME_MS", -1.0)
    window.graphics.use_setting("auto")
    assert window.graphics.quality is Quality.MEDIUM
    for _ in range(40):
        window.viewpoint.rotate(5, 0)
        window.aim_camera()
        hand.step()
        if window.graphics.is_low:
            break
    assert window.graphics.is_low and window.draws_quickly
    hand.rest()


def test_shadows_keep_their_color(stage: RenderTarget) -> None:
    """The side of a wall that is turned away from the sun is dark, but far from black."""
    table = Table((12, 12), (wall((4, 4), (8, 5), 4.0),), policy=SPACE)
    scene = TableScene(stage, table)
    picture = draw(stage, scene, Orbit((6, 5, 1.5), 160, 10, 8))
    shaded = picture[40:70, 60:100].reshape(-1, 3).mean(axis=0)
    scene.close()
    assert shaded.min() > 38 and shaded.max() < 130


def test_pictures_with_several_samples_keep_the_detail_of_surfaces() -> None:
    """The joints of a wall differ more from their surroundings than with smoothed edges."""
    contrasts = {}
    for quality in (Quality.MEDIUM, Quality.HIGH):
        target = open_render_target(SIZE, quality=quality)
        scene = TableScene(target, Table((12, 12), (wall((2, 6), (10, 7), 4.0),), policy=SPACE))
        picture = draw(target, scene, Orbit((6, 6, 2.0), 20, 12, 9)).mean(axis=2)
        inside = picture[50:80, 50:110]
        corners = inside[:-2, :-2] + inside[2:, 2:] + inside[:-2, 2:] + inside[2:, :-2]
        contrasts[quality] = np.abs(inside[1:-1, 1:-1] - corners / 4).mean()
        scene.close()
        target.close()
    assert contrasts[Quality.HIGH] > 1.1 * contrasts[Quality.MEDIUM]
