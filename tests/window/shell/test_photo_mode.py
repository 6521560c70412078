"""The photo mode: a free camera and pictures without panels, with which nothing in a game changes."""

import os
import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from imgui_bundle import imgui
from PIL import Image

from tests.screens.fake_input import FakeInput
from tests.screens.play_games import skirmish
from wc3d._internal import atomic_write
from wc3d._internal.atomic_write import write_new_file
from wc3d.errors import InputError
from wc3d.panda.picture_files import FILM_SIZE_PX
from wc3d.panda.sunlight import sun_direction, usual_light
from wc3d.scene.camera import Camera
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell import photo_mode_files
from wc3d.window.shell.photo_mode_camera import FreeCamera
from wc3d.window.shell.photo_mode_light import (
    LAST_HOUR,
    PRESETS,
    SUNSET_HOUR,
    USUAL_HOUR,
    light_at,
    sun_at,
    tint_at,
)
from wc3d.window.shell.photo_mode_render import (
    Exposure,
    PhotoRender,
    apply_tint,
    lens_points,
    split_into_tiles,
)
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window


@pytest.fixture(scope="module")
def hand():
    settings = Settings(display=DisplaySettings(quality="low", pace=0.0))
    window = Window(
        PlayScreen(PlaySession(skirmish())), offscreen=True, size=(1000, 600), settings=settings
    )
    hand = FakeInput(window)
    window.keyboard.listen()
    hand.rest()
    yield hand
    window.close()


@pytest.fixture
def mode(hand, tmp_path):
    """The photo mode, entered, with small pictures in a folder of their own."""
    mode = hand.window.photo_mode
    mode.folder = tmp_path
    mode.photo_size = (96, 54)
    mode.film_pictures = 3
    mode.enter()
    assert mode.is_active
    hand.rest()
    yield mode
    mode.leave()
    hand.rest()


def finish(hand, mode):
    while mode.job is not None:
        hand.step()


def told(hand):
    return [notice.words for notice in hand.window.notices.visible_notices]


def test_a_key_enters_the_mode_without_panels_and_leaving_restores_the_view(hand, tmp_path):
    window = hand.window
    screen, view, orbit = window.screen, window.viewpoint, window.viewpoint.orbit
    before = screen.session.game.digest(), len(screen.session.game.turns)
    camera, hidden = window._camera, window.board.translucent_node.is_hidden()
    hand.move(500, 590)
    hand.rest()
    pixels = window.render_target.read_pixels()
    hand.key("f8")
    hand.rest()
    mode = window.photo_mode
    assert mode.is_active and set(window.ui.widget_rects) >= {"take photo", "photo hour"}
    assert "end" not in window.ui.widget_rects and window.board.translucent_node.is_hidden()
    start = mode.camera.place
    for key in ("arrow_up", "d", "e", "e", "+", "space", "x", "u", "control-z"):
        hand.key(key)
    assert mode.camera.place.eye[2] == pytest.approx(start.eye[2] + 2)
    assert mode.camera.place.field_of_view == pytest.approx(start.field_of_view - 3)
    hand.drag((500, 200), (560, 220), "mouse3")
    assert mode.camera.place.heading != start.heading
    mode.set_hour(18.0)
    hand.rest()
    hand.key("escape")
    hand.rest()
    assert not mode.is_active and window.viewpoint is view and view.orbit == orbit
    assert window._camera == camera and window.board.translucent_node.is_hidden() == hidden
    hand.move(500, 590)
    hand.rest()
    assert (window.render_target.read_pixels() == pixels).all()
    assert window.screen is screen
    assert (screen.session.game.digest(), len(screen.session.game.turns)) == before


def test_the_menu_of_a_game_and_the_list_of_keys_enter_the_mode(hand):
    window = hand.window
    window.screen.on_button("menu")
    window.request_redraw()
    hand.step(3)
    assert "photo mode" in window.ui.widget_rects
    window.screen.on_button("photo")
    hand.rest()
    assert window.photo_mode.is_active and not window.screen.play_panels.is_menu_open
    window.photo_mode.leave()
    window.help = True
    window.request_redraw()
    hand.step(4)
    x0, y0, x1, y1 = window.ui.widget_rects["photo mode"]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(3)
    assert window.photo_mode.is_active and not window.help
    window.photo_mode.leave()
    hand.rest()


def test_the_game_waits_and_no_click_or_key_reaches_it(hand, mode, monkeypatch):
    screen = hand.window.screen
    calls = []
    monkeypatch.setattr(screen, "poll", lambda: calls.append("poll"))
    monkeypatch.setattr(screen, "on_click", lambda hit: calls.append("click"))
    monkeypatch.setattr(screen, "begin_drag", lambda hit, eye=None: calls.append("drag"))
    hand.click(400, 200)
    hand.drag((400, 200), (430, 220))
    hand.key("tab")
    hand.key("enter")
    hand.step(3)
    assert not calls


def test_a_click_sets_the_focus(hand, mode):
    spot = hand.window.project_to_pixel((27.0, 20.0, 0.0))
    hit = hand.window.hit_test(*spot)
    hand.click(*spot)
    assert mode.camera.focus == pytest.approx(hit.at, abs=0.01)
    assert 1 < mode.camera.focus_distance < 200


def test_a_photo_has_its_size_and_a_new_name_each_time(hand, mode, tmp_path):
    mode.lens_in = 0.1
    (tmp_path / "photo-1.png").write_text("mine")
    for number in (2, 3):
        mode.take_photo()
        shares = []
        while mode.job is not None:
            hand.step()
            shares.append(mode.job.share if mode.job is not None else 1.0)
        assert shares == sorted(shares) and len(shares) > 60
        path = tmp_path / f"photo-{number}.png"
        assert f"Saved {path}" in told(hand)
        with Image.open(path) as picture:
            assert picture.size == (96, 54) and np.asarray(picture).std() > 10
    assert (tmp_path / "photo-1.png").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_film_of_a_turn_is_written(hand, mode, tmp_path):
    start = mode.camera.place
    mode.film_turn()
    finish(hand, mode)
    assert mode.camera.place == start
    with Image.open(tmp_path / "turn-1.gif") as film:
        assert film.size == FILM_SIZE_PX and getattr(film, "n_frames", 1) == 3
        assert film.info["duration"] == 120 or film.info["duration"] == 125


@pytest.mark.parametrize("is_film", [False, True])
def test_cancel_leaves_no_file(hand, mode, tmp_path, is_film):
    (mode.film_turn if is_film else mode.take_photo)()
    hand.step(4)
    assert mode.job is not None and 0 < mode.job.share < 1
    hand.key("escape")
    hand.step(2)
    assert mode.job is None and mode.is_active and "Canceled: nothing is saved" in told(hand)
    assert not list(tmp_path.iterdir())
    mode.take_photo()
    hand.step(2)
    mode.leave()
    hand.step(2)
    assert not list(tmp_path.iterdir()) and mode.job is None


def test_cancel_while_the_file_is_written_leaves_none(tmp_path, monkeypatch):
    writer = photo_mode_files.FileWriter("photo", ".png", tmp_path, lambda: b"picture")
    writer.cancel()
    assert writer.path is None and not list(tmp_path.iterdir())


def test_a_folder_that_takes_no_files_is_told_in_one_line(hand, mode, tmp_path, monkeypatch):
    mode.folder = tmp_path / "missing"
    mode.take_photo()
    assert mode.job is None
    words = told(hand)[-1]
    assert str(mode.folder) in words and "choose another folder" in words and "\n" not in words
    mode.folder = tmp_path

    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_write.os, "fsync", full)
    mode.take_photo()
    finish(hand, mode)
    assert "No space left on device" in told(hand)[-1] and "\n" not in told(hand)[-1]
    assert not list(tmp_path.iterdir())


def test_a_new_file_never_replaces_another_one(tmp_path, monkeypatch):
    assert write_new_file("a", ".png", b"1", tmp_path).name == "a-1.png"
    free = iter((tmp_path / "a-1.png", tmp_path / "a-2.png"))
    monkeypatch.setattr(atomic_write, "free_file", lambda *_: next(free))  # taken meanwhile
    assert write_new_file("a", ".png", b"2", tmp_path).name == "a-2.png"
    assert (tmp_path / "a-1.png").read_bytes() == b"1"
    monkeypatch.undo()

    def no_links(*_):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    assert write_new_file("a", ".png", b"3", tmp_path).name == "a-3.png"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a-1.png", "a-2.png", "a-3.png"]
    with pytest.raises(InputError, match="choose another folder"):
        write_new_file("a", ".png", b"4", tmp_path / "missing")


def test_the_blur_is_previewed_at_rest_and_then_nothing_is_drawn(hand, mode, monkeypatch):
    shown = []
    monkeypatch.setattr(hand.window.scene_picture, "show_pixels", lambda p: shown.append(p.shape))
    hand.step(30)
    assert not shown
    mode.set_blur(0.2)
    end = time.monotonic() + 90
    while not shown and time.monotonic() < end:
        hand.step()
    assert shown == [(600, 1000, 3)]
    hand.move(700, 300)
    hand.step(20)
    frame = imgui.get_frame_count()
    hand.step(20)
    assert imgui.get_frame_count() == frame and len(shown) == 1
    hand.key("arrow_up")
    assert mode.preview is None


# Pictures


def test_tiles_cover_a_picture_without_a_gap():
    size, tiles = split_into_tiles((3840, 2160), 16384)
    assert size == (3840, 2160) and len(tiles) == 1
    size, tiles = split_into_tiles((3840, 2160), 1000)
    covered = np.zeros((2160, 3840), int)
    for tile in tiles:
        covered[tile.top : tile.top + size[1], tile.left : tile.left + size[0]] += 1
    assert max(size) <= 1000 and (covered == 1).all()


def draw(hand, exposure, max_side=None):
    window = hand.window
    render = PhotoRender(window.render_target, window.board, (0, 0, 0, 1), exposure, max_side)
    for _ in render.steps():
        pass
    assert render.pixels is not None
    return render.pixels.astype(int)


def test_tiles_make_the_same_picture_and_the_focus_stays_sharp(hand, mode):
    place = replace(mode.camera.place, field_of_view=30.0)
    sharp = Exposure(place.camera, (120, 68), 4, mode.camera.focus_distance, 0.0)
    whole, tiled = draw(hand, sharp), draw(hand, sharp, 50)
    assert (np.abs(whole - tiled).max(axis=2) > 12).mean() < 0.03
    soft = draw(hand, replace(sharp, samples=16, lens_in=1.5))
    far_off = draw(hand, replace(sharp, samples=16, lens_in=1.5, focus_in=6.0))
    changes = np.abs(soft - whole).mean(), np.abs(far_off - whole).mean()
    assert changes[0] < 0.8 * changes[1]


def test_the_sun_of_the_usual_hour_is_the_table_s_and_the_evening_is_low_and_warm():
    assert tuple(sun_at(USUAL_HOUR)) == tuple(sun_direction())
    assert sun_at(USUAL_HOUR + 0.06).dot(sun_direction()) > 0.99
    assert tint_at(USUAL_HOUR) == tint_at(13.0) == (1.0, 1.0, 1.0)
    for hour in np.linspace(8.0, 18.5, 22):
        sun, (red, green, blue) = sun_at(hour), tint_at(hour)
        assert sun.length() == pytest.approx(1) and 0.2 < sun.z < 0.95
        assert 1 >= red >= green >= blue > 0.6
        red, green, blue = light_at(hour).sun
        assert red >= green >= blue
    assert sun_at(9.0).x > 0.3 and sun_at(18.0).x < -0.3 and sun_at(18.4).z < 0.35
    gray = np.full((2, 2, 3), 100, np.uint8)
    assert apply_tint(gray, (1.0, 0.9, 0.7))[0, 0].tolist() == [100, 90, 70]


def test_evening_and_night_have_lights_of_their_own():
    day, evening, night = (light_at(hour) for _, hour in PRESETS)
    assert day == usual_light()
    warmth = [light.sun[0] / light.sun[2] for light in (day, evening, night)]
    assert warmth[1] > 2 * warmth[0] and warmth[2] > warmth[0]
    assert evening.direction.z < 0.5 < day.direction.z < night.direction.z
    assert night.sky[2] > 2 * night.sky[0] and sum(night.sky) < sum(evening.sky) / 2
    for first, second in pairwise(np.arange(16.5, LAST_HOUR, 0.02).tolist()):
        one, two = light_at(first), light_at(second)
        for before, after in ((one.sun, two.sun), (one.sky, two.sky), (one.room, two.room)):
            assert np.abs(np.subtract(before, after)).max() < 0.2
    at_sunset = light_at(SUNSET_HOUR).sun
    assert at_sunset == (0.0, 0.0, 0.0)  # the direction changes where there is no light


def test_the_light_and_the_shadows_follow_the_hour(hand, mode):
    window = hand.window
    before = window.render_target.read_pixels().astype(int)
    mode.set_hour(9.0)
    hand.rest()
    after = window.render_target.read_pixels().astype(int)
    x, y = map(round, window.project_to_pixel((27.0, 20.0, 0.0)))
    spot = np.s_[y - 6 : y + 6, x - 12 : x + 12]
    assert np.abs(after - before)[spot].mean() > 3.0
    mode.set_hour(30.0)
    assert mode.hour == LAST_HOUR


def test_the_free_camera_stays_in_the_room_and_moves_as_it_is_told():
    view = Camera((15.0, -20.0, 30.0), 0.0, -40.0, 36.0, 1.0, 400.0)
    camera = FreeCamera(view, (30.0, 30.0), (15.0, 10.0, 0.0))
    assert camera.make_camera(None).eye == view.eye
    camera.move(2.0, 3.0, 1.0)
    assert camera.place.eye == pytest.approx((17.0, -17.0, 31.0))
    camera.set_height(-5.0)
    assert camera.place.eye[2] == 0.4
    camera.move(0.0, -900.0, 900.0)
    assert camera.place.eye == pytest.approx((17.0, -90.0, 85.0))
    camera.set_field_of_view(500.0)
    assert camera.place.field_of_view == 90.0
    camera.rotate(0.0, 1e6)
    assert camera.place.pitch == 89.0
    whole = camera.place.turned_around((15.0, 15.0, 0.0), 360.0)
    assert whole.eye == pytest.approx(camera.place.eye)
    turned = camera.place.turned_around((15.0, 15.0, 0.0), 90.0)
    assert turned.heading == pytest.approx((camera.place.heading + 90.0) % 360)
    assert turned.eye == pytest.approx((120.0, 17.0, 85.0))


def test_the_points_of_the_lens_are_spread_evenly():
    points = np.array(lens_points(64))
    assert (np.hypot(*points.T) < 1).all() and np.abs(points.mean(axis=0)).max() < 0.05
    assert (np.hypot(*points.T) < 0.5).sum() == pytest.approx(16, abs=2)
