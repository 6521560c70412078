"""The choice of a graphics quality: pure values, and what shaders cost by their text."""

from __future__ import annotations

import re

import numpy as np
import pytest
from panda3d.core import Shader

from wc3d.panda import material_textures, post_processing, shaders
from wc3d.panda.post_processing import working_level
from wc3d.panda.render_target import open_render_target
from wc3d.scene.physical_light import disc_points
from wc3d.scene.plain_patterns import PATTERN_GLSL
from wc3d.scene.quality import (
    MEASURED_FRAMES,
    QUALITY_LEVELS,
    SKIPPED_FRAMES,
    SLOW_FRAME_MS,
    SLOW_ROUNDS,
    WINDOW_QUALITIES,
    AutomaticQuality,
    Quality,
    is_physical,
    lower_quality,
    next_quality,
    shadow_map_width,
    starting_quality,
)

ROUND = SKIPPED_FRAMES + MEASURED_FRAMES * SLOW_ROUNDS
"""The frames after which slow frames have dropped the quality by a step."""
SLOW, QUICK = SLOW_FRAME_MS * 2, SLOW_FRAME_MS / 2


def test_automatic_begins_high_on_a_card_and_low_in_software() -> None:
    assert starting_quality("auto", is_software=False) is Quality.HIGH
    assert starting_quality("auto", is_software=True) is Quality.LOW
    for quality in WINDOW_QUALITIES:
        assert starting_quality(quality.value, is_software=True) is quality


def test_steps_go_through_all_qualities_of_the_window_and_around() -> None:
    seen = [Quality.LOW]
    while (following := next_quality(seen[-1])) is not Quality.LOW:
        seen.append(following)
    assert tuple(seen) == WINDOW_QUALITIES
    assert next_quality(Quality.PHOTO) is Quality.LOW
    assert [lower_quality(quality) for quality in WINDOW_QUALITIES] == [
        Quality.LOW,
        Quality.LOW,
        Quality.MEDIUM,
    ]


def test_slow_frames_drop_the_quality_step_by_step_down_to_the_lowest() -> None:
    automatic = AutomaticQuality(Quality.HIGH)
    found = [automatic.record_frame(SLOW) for _ in range(4 * ROUND)]
    assert [quality for n, quality in enumerate(found) if n == 0 or quality != found[n - 1]] == [
        Quality.HIGH,
        Quality.MEDIUM,
        Quality.LOW,
    ]
    assert found.index(Quality.MEDIUM) == ROUND - 1 and automatic.is_settled


def test_quick_frames_settle_and_later_slow_ones_change_nothing() -> None:
    automatic = AutomaticQuality(Quality.HIGH)
    for _ in range(SKIPPED_FRAMES + MEASURED_FRAMES):
        automatic.record_frame(QUICK)
    assert automatic.is_settled
    assert {automatic.record_frame(SLOW) for _ in range(5 * ROUND)} == {Quality.HIGH}


def test_it_never_rises_again() -> None:
    automatic = AutomaticQuality(Quality.HIGH)
    for _ in range(ROUND):
        automatic.record_frame(SLOW)
    assert {automatic.record_frame(QUICK / 10) for _ in range(5 * ROUND)} == {Quality.MEDIUM}


def test_a_few_slow_frames_while_shaders_compile_do_not_count() -> None:
    automatic = AutomaticQuality(Quality.HIGH)
    for n in range(5 * ROUND):
        is_slow = n < SKIPPED_FRAMES or n % MEASURED_FRAMES == 0
        automatic.record_frame(1000.0 if is_slow else QUICK)
    assert automatic.quality is Quality.HIGH


def test_qualities_have_their_own_shadow_samples() -> None:
    samples = [level.shadow_samples for level in QUALITY_LEVELS.values()]
    assert samples == sorted(set(samples)) and all(map(is_physical, samples))
    assert not any(map(is_physical, (0, 4, 12)))
    assert shadow_map_width(24) == 4096 and shadow_map_width(16) == shadow_map_width(13) == 2048


def test_points_are_spread_over_the_disc() -> None:
    points = disc_points(24)
    assert len(set(points)) == 24 and max(x * x + y * y for x, y in points) < 1
    assert abs(sum(x for x, _ in points)) < 2 and abs(sum(y for _, y in points)) < 2


# --- the plain look


def preprocess(source: str) -> str:
    """Return a shader's text after its conditions, for the few forms of conditions in use."""
    defined: dict[str, str] = {}
    lines: list[str] = []
    branches: list[tuple[bool, bool]] = []

    def holds(condition: str) -> bool:
        for _ in range(4):
            condition = re.sub(r"\b[A-Z_]+\b", lambda m: f"({defined.get(m[0], m[0])})", condition)
        words = condition.replace("&&", " and ").replace("||", " or ")
        words = re.sub(r"!(?!=)", " not ", words)
        return bool(eval(words, {}, {}))

    for line in re.sub(r" *//.*", "", source).splitlines():
        word, _, rest = line.strip().partition(" ")
        is_drawn = all(taken for taken, _ in branches)
        if word == "#define" and is_drawn and "(" not in rest.split(" ")[0]:
            name, _, value = rest.partition(" ")
            defined[name] = value
        elif word == "#if":
            taken = is_drawn and holds(rest)
            branches.append((taken, taken))
        elif word == "#elif":
            _, was_taken = branches.pop()
            taken = not was_taken and all(t for t, _ in branches) and holds(rest)
            branches.append((taken, taken or was_taken))
        elif word == "#else":
            _, was_taken = branches.pop()
            branches.append((not was_taken, True))
        elif word == "#endif":
            branches.pop()
        elif is_drawn:
            lines.append(line)
    return "\n".join(lines)


LOOKUPS = {
    shaders.SURFACE_TERRAIN: 2,
    shaders.SURFACE_MAT: 3,
    shaders.SURFACE_FIGURE: 1,
    shaders.SURFACE_FLOOR: 0,
    shaders.SURFACE_TEXTURED: 1,
    shaders.SURFACE_TUFTS: 1,
    shaders.SURFACE_UNTEXTURED: 0,
}
"""The texture lookups of the quickest picture's surfaces in `main`, with what it calls."""


def main_lookups(surface: int, taps: int) -> int:
    """Return how many lookups a pixel of a surface takes: in `main`, and in `openness`."""
    options = {
        "surface": surface,
        "taps": taps,
        "look": 0,
        "physical": "",
        "grid": 0,
        "cut": 0,
        "curve": "",
        "pattern": PATTERN_GLSL,
    }
    text = preprocess(shaders.LIT_FRAGMENT % options)
    main = text[text.index("void main()") :]
    return len(re.findall(r"\btexture\(", main)) + len(re.findall(r"\bopenness\(", main))


@pytest.mark.parametrize("surface", sorted(LOOKUPS))
def test_the_plain_look_takes_no_more_texture_lookups_than_before(surface: int) -> None:
    assert main_lookups(surface, 0) == LOOKUPS[surface]


def test_the_plain_look_has_nothing_of_the_other_one() -> None:
    for surface in LOOKUPS:
        options = {
            "surface": surface,
            "taps": 4,
            "look": 0,
            "physical": "BROKEN",
            "grid": 0,
            "cut": 0,
            "curve": "",
            "pattern": PATTERN_GLSL,
        }
        text = preprocess(shaders.LIT_FRAGMENT % options)
        assert "BROKEN" not in text and "illuminate" not in text and "tile(" not in text


# --- drivers


def test_a_driver_that_cannot_compile_a_pass_draws_low(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post_processing, "_working_levels", {})
    broken = post_processing.shaders.Shader.make(
        post_processing.shaders.Shader.SL_GLSL,
        "#version 330\nvoid main() { gl_Position = vec4(0.); }",
        "#version 330\nout vec4 color; void main() { color = nothing(); }",
    )
    monkeypatch.setattr(post_processing, "post_shader", lambda *_: broken)
    stage = open_render_target((32, 24), quality=Quality.MEDIUM)
    assert stage.post is None and not is_physical(stage.shadow_samples)
    stage.close()


def test_a_driver_that_draws_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pass compiles, but the picture is black: the test picture finds it."""
    monkeypatch.setattr(post_processing, "_working_levels", {})
    black = post_processing.shaders.Shader.make(
        post_processing.shaders.Shader.SL_GLSL,
        "#version 330\nin vec4 p3d_Vertex; void main() { gl_Position = vec4(p3d_Vertex.xz, 0., 1.); }",
        "#version 330\nout vec4 color; void main() { color = vec4(0., 0., 0., 1.); }",
    )
    monkeypatch.setattr(post_processing, "post_shader", lambda *_: black)
    stage = open_render_target((32, 24))
    assert working_level(stage.engine, stage.pipe, stage.output, Quality.HIGH) is None
    stage.close()


def test_low_needs_no_post_processing() -> None:
    stage = open_render_target((32, 24))
    assert stage.post is None
    assert working_level(stage.engine, stage.pipe, stage.output, Quality.LOW) is None
    stage.close()


def test_back_ends_without_shaders_draw_the_plain_look() -> None:
    stage = open_render_target((32, 24), ("p3tinydisplay",), Quality.HIGH)
    assert stage.post is None and not stage.has_shaders
    stage.close()


def test_the_curve_of_the_plain_look_is_srgb():
    light = np.linspace(0.0, 1.0, 2001) ** 2
    exact = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    r = np.sqrt(light)
    (a, b, c), (d, e) = shaders.SRGB_CURVE
    curve = r * (a + r * (b + r * c)) / (1 + r * (d + r * e))
    assert np.abs(curve - exact).max() < 0.7 / 255
    for number in (*shaders.SRGB_CURVE[0], *shaders.SRGB_CURVE[1]):
        assert str(number) in shaders.lit_shader(shaders.SURFACE_TERRAIN, 0).get_text(
            Shader.ST_fragment
        )


def test_only_graphics_hardware_filters_oblique_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = np.zeros((2, 4, 4, 4), np.uint8)
    monkeypatch.setattr(material_textures, "material_tiles", lambda: (tiles, tiles))
    make = material_textures.material_textures.__wrapped__  # type: ignore[attr-defined]
    degrees = [[t.get_anisotropic_degree() for t in make(soft)] for soft in (True, False)]
    assert degrees == [[1, 1], [4, 4]]
