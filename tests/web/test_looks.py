"""The looks of the pages' painter in a real browser: materials, shadows, light that blooms, and the choice of a quality."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.screens.browser import Browser
from tests.web.look_page import BALLS, around, picture, read_picture, write_look_page
from wc3d.scene.environment_light import SUN_WAY
from wc3d.scene.figure_files import EDGE_ALPHA_STEP, GROUND_COLOR_ALPHA, TEAM_COLOR_ALPHA
from wc3d.scene.ground_textures import GROUNDS
from wc3d.scene.materials import MATERIALS, make_tile
from wc3d.scene.quality import (
    MEASURED_FRAMES,
    SKIPPED_FRAMES,
    SLOW_FRAME_MS,
    SLOW_ROUNDS,
    AutomaticQuality,
    Quality,
)
from wc3d.web.look_images import GROUND_PX, PAGE_TILE_PX, look_image
from wc3d.web.page_light import page_light_json
from wc3d.web.page_scene import page_paints

SHADE, SUNNY = (10.0, 7.6, 0.0), (2.0, 7.6, 0.0)
"""Places on the ground behind the wall and in the sun."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_look_page(tmp_path_factory.mktemp("look"))


@pytest.fixture
def begun(browser: Browser, page: Path) -> Browser:
    browser.open(page.as_uri(), 300, 300)
    browser.run("begin('low')")
    return browser


def test_metal_shines_and_cloth_does_not(begun: Browser) -> None:
    tops = {name: (x, y, z + 1.0) for name, (x, y, z) in BALLS.items()}
    low = picture(begun, "low")
    plain = np.ptp(around(begun, low, tops["polished brass"], 7).max(axis=2))
    plain_cloth = np.ptp(around(begun, low, tops["cloth"], 7).max(axis=2))
    assert abs(int(plain) - int(plain_cloth)) < 30, "the plain look knows no materials"
    for quality in ("medium", "high"):
        shown = picture(begun, quality)
        metal, cloth = (
            around(begun, shown, tops[name], 7).max(axis=2) for name in ("polished brass", "cloth")
        )
        assert metal.max() > 235 and metal.max() > cloth.max() + 20, quality
        assert np.ptp(metal) > np.ptp(cloth) + 40, quality


@pytest.mark.parametrize("quality", ["low", "medium", "high"])
def test_the_wall_casts_a_shadow(begun: Browser, quality: str) -> None:
    shown = picture(begun, quality)
    shade, sunny = (around(begun, shown, place, 1).mean() for place in (SHADE, SUNNY))
    assert shade < 0.75 * sunny


def wall_rows(browser: Browser, folder: Path, name: str) -> NDArray[np.float64]:
    """Return the mean brightness of each row of dots of a wall with this name, at the fast quality."""
    browser.open(write_look_page(folder, wall_name=name).as_uri(), 300, 300)
    browser.run("begin('low')")
    shown = picture(browser, "low")
    return around(browser, shown, (7.6, 6.75, 1.4), 12)[:, 4:-4].mean(axis=(1, 2))


def test_the_fast_quality_draws_planks_and_blocks(browser: Browser, tmp_path: Path) -> None:
    planks = np.abs(np.diff(wall_rows(browser, tmp_path, "Planks")))
    blocks = np.abs(np.diff(wall_rows(browser, tmp_path, "Wall")))
    assert (planks > 6).sum() >= 6, "a plank is a quarter of an inch high"
    assert blocks.max() > 15, "joints are dark"


def test_tinted_ground_is_the_board_s_ground_in_another_color(
    browser: Browser, tmp_path: Path
) -> None:
    shown = {}
    for has_crust in (False, True):
        page = write_look_page(tmp_path, has_crust=has_crust)
        browser.open(page.as_uri(), 300, 300)
        browser.run("begin('low')")
        for quality in ("low", "medium"):
            whole = picture(browser, quality)
            shown[quality, has_crust] = around(browser, whole, (3.0, 7.0, 0.0), 4).mean(axis=(0, 1))
    for quality in ("low", "medium"):
        assert np.abs(shown[quality, True] - shown[quality, False]).max() > 8, quality


@pytest.mark.parametrize("quality", ["low", "medium"])
def test_a_soft_gradient_is_behind_the_table(begun: Browser, quality: str) -> None:
    column = picture(begun, quality)[:24, 2].sum(axis=1)
    assert column[0] > 100 and (np.diff(column) <= 0).all()
    assert 5 < column[0] - column[-1] < 120 and np.abs(np.diff(column)).max() <= 12


def test_light_blooms_in_the_high_quality_alone(begun: Browser) -> None:
    x, y, z = BALLS["light"]
    pictures = {quality: picture(begun, quality) for quality in ("medium", "high")}
    beside = {
        quality: around(begun, shown, (x + 1.25, y, z + 1.0), 1).mean()
        for quality, shown in pictures.items()
    }
    assert beside["high"] > beside["medium"] + 6


def test_the_fast_quality_draws_as_before_another_was_used(begun: Browser) -> None:
    first = picture(begun, "low")
    assert np.abs(picture(begun, "medium") - first).mean() > 3
    assert np.abs(picture(begun, "low") - first).max() == 0


def test_the_first_picture_does_not_wait_for_a_look(begun: Browser) -> None:
    low = picture(begun, "low")
    begun.run("graphics.name = 'medium'; 0")
    assert np.abs(read_picture(begun) - low).max() == 0
    begun.wait("Boolean(painter.look) && window.changes > 0")
    assert np.abs(read_picture(begun) - low).mean() > 3


def test_a_page_without_its_images_stays_at_the_fast_quality(
    browser: Browser, tmp_path: Path
) -> None:
    browser.open(write_look_page(tmp_path, has_images=False).as_uri(), 300, 300)
    browser.run("begin('low')")
    low = read_picture(browser)
    browser.run("graphics.name = 'high'; picture(); 0")
    browser.wait("Boolean(graphics.reason)")
    assert browser.run("graphics.name") == "low"
    assert np.abs(read_picture(browser) - low).max() == 0


# The choice of a quality


QUICK, SLOW = SLOW_FRAME_MS / 2, SLOW_FRAME_MS * 2
ROUND = SKIPPED_FRAMES + MEASURED_FRAMES


@pytest.mark.parametrize(
    "frames",
    [
        [SLOW] * (4 * ROUND),
        [QUICK] * ROUND + [SLOW] * (3 * ROUND),
        [SLOW] * ROUND + [QUICK] * (2 * ROUND),
        [SLOW] * (SKIPPED_FRAMES + SLOW_ROUNDS * MEASURED_FRAMES) + [QUICK] * (2 * ROUND),
    ],
)
def test_frames_are_measured_as_the_window_does(begun: Browser, frames: list[float]) -> None:
    automatic = AutomaticQuality(Quality.HIGH)
    expected = [automatic.record_frame(frame).value for frame in frames]
    names = begun.run(
        "(() => { const made = new Graphics(gl); made.setting = 'auto'; made.begin(); made.name = 'high';"
        f"return {json.dumps(frames)}.map(frame => {{ made.record(frame); return made.name; }}); }})()"
    )
    assert names == expected


def test_a_choice_is_remembered_and_software_begins_fast(browser: Browser, page: Path) -> None:
    browser.open(page.as_uri(), 300, 300)
    browser.run("begin('low')")
    names = "(() => { const made = new Graphics(gl); return [made.setting, made.name]; })()"
    assert browser.run(names) == ["auto", "low"]
    browser.run("new Graphics(gl).use('medium'); 0")
    browser.open(page.as_uri(), 300, 300)
    browser.run("begin('low')")
    browser.wait("localStorage['wc3d graphics'] === 'medium'")  # another process may get it late
    assert browser.run(names) == ["medium", "medium"]
    browser.run("localStorage['wc3d graphics'] = 'splendid'; 0")
    assert browser.run(names) == ["auto", "low"]
    browser.run("localStorage.clear()")


def test_after_a_lost_context_the_automatic_choice_is_fast(begun: Browser) -> None:
    lost = begun.run(
        "(() => { const made = new Graphics(gl); made.name = 'high'; made.lose(); return [made.name, new Graphics(gl).name]; })()"
    )
    assert lost == ["low", "low"]
    chosen = begun.run(
        "(() => { const made = new Graphics(gl); made.use('high'); made.lose(); return made.name; })()"
    )
    assert chosen == "high"
    begun.run("localStorage.clear(); sessionStorage.clear()")


# What Python sends


def test_no_script_repeats_a_number_of_the_light() -> None:
    scripts = "".join(
        files("wc3d.web").joinpath(name).read_text(encoding="utf-8")
        for name in ("shaders.js", "painter.js", "physical_look.js", "graphics.js", "view.js")
    )
    light = json.loads(page_light_json())
    assert light["sunWay"] == list(SUN_WAY)
    assert set(light["levels"]) == {"medium", "high"} and not light["levels"]["medium"]["passes"]
    for number in ("2.51", "2.43", "2.25", ".73", "-.52", ".305306", ".3846"):
        assert not re.search(rf"(?<![\d.]){re.escape(number)}(?!\d)", scripts), number


def test_images_have_the_pixels_of_the_window_s_tiles() -> None:
    for number, material in enumerate(MATERIALS[:2]):
        image = np.asarray(Image.open(BytesIO(look_image(material.name) or b"")).convert("RGB"))
        assert image.shape == (5 * PAGE_TILE_PX, PAGE_TILE_PX, 3)
        tile = make_tile(number).reshape(PAGE_TILE_PX, 2, PAGE_TILE_PX, 2, 8).mean(axis=(1, 3))
        planes = image.reshape(5, PAGE_TILE_PX, PAGE_TILE_PX, 3).astype(float)
        assert np.abs(planes[0] - tile[..., :3]).mean() < 6
        for k in range(4):
            assert np.abs(planes[k + 1].mean(axis=2) - tile[..., 4 + k]).mean() < 6
            assert abs(planes[k + 1].mean() - tile[..., 4 + k].mean()) < 1.5


def test_each_ground_has_its_own_image() -> None:
    means = []
    for ground in GROUNDS[:4]:
        data = look_image(f"ground-{ground.name.replace(' ', '-')}")
        image = np.asarray(Image.open(BytesIO(data or b"")).convert("RGB"))
        means.append(image[:GROUND_PX].mean(axis=(0, 1)))
    assert min(np.abs(a - b).max() for k, a in enumerate(means) for b in means[:k]) > 5
    assert look_image("nothing") is None


def test_a_paint_names_its_material_and_whether_the_model_colors_it() -> None:
    edge = 255 - 16 * 2 - EDGE_ALPHA_STEP
    alphas = np.array([255, TEAM_COLOR_ALPHA, GROUND_COLOR_ALPHA, 255 - 16 * 5, 255 - 16 * 7, edge])
    colors = np.column_stack([np.full((6, 3), 9), alphas]).astype(np.uint8)
    assert page_paints(colors)[:, 3].tolist() == [255, 254, 255, 175, 143, 219]
    assert colors[:, 3].tolist() == alphas.tolist()
