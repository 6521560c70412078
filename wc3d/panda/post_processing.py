"""Post processing: the scene in linear light becomes a picture with occlusion, bloom and smooth edges.

The scene is drawn to a floating point buffer. Passes over the whole picture follow. The last pass
writes color and depth to the final output. Lines, marks and translucent volumes are drawn over
this, so that they keep their colors and are hidden by what is in front of them.
"""

from __future__ import annotations

from dataclasses import replace
from math import radians, tan
from typing import Any

import numpy as np
from panda3d import core

from wc3d.panda import shaders
from wc3d.panda.post_shaders import post_shader
from wc3d.scene.post_glsl import BLOOM_SCALES, OCCLUSION_SCALE
from wc3d.scene.quality import QUALITY_LEVELS, Quality, QualityLevel

OVERLAY_MASK, SCENE_MASK = core.BitMask32.bit(6), core.BitMask32.bit(7)
"""The camera masks of what is drawn over the finished picture, and of the lit scene."""
FOCUS_SAMPLES = 48


class UnsupportedQualityError(Exception):
    """The driver cannot draw this quality."""


def draw_over_picture(node: core.NodePath) -> None:
    """Draw a node over the finished picture, in its own colors."""
    node.hide(SCENE_MASK)
    node.show_through(OVERLAY_MASK)


class PostProcessing:
    """The buffers that turn a camera's scene into the picture of an output.

    `camera` is the node with the lens, and `final` the output, whose regions are replaced. Raises
    UnsupportedQualityError if the driver cannot make a buffer or compile a shader.
    """

    def __init__(
        self, engine: Any, pipe: Any, final: Any, camera: core.NodePath, level: QualityLevel
    ) -> None:
        self.level = level
        self._engine = engine
        self._pipe = pipe
        self.final = final
        self._lens = camera.node().get_lens()
        self._outputs: list[tuple[Any, int]] = []
        self._sort = final.get_sort() - 10
        self._screens: list[core.NodePath] = []
        self._cameras: list[core.NodePath] = []
        self._samples = level.multisamples
        try:
            self._check_shaders()
            self._make_passes(camera)
        except UnsupportedQualityError:
            self.close()
            raise
        self.update()

    def _check_shaders(self) -> None:
        gsg = self.final.get_gsg()
        kinds = range(shaders.SURFACE_UNTEXTURED + 1)
        samples = self.level.shadow_samples
        needed = [
            *(shaders.lit_shader(kind, samples) for kind in kinds if kind != shaders.SURFACE_FLOOR),
            shaders.lit_shader(shaders.SURFACE_FLOOR, shaders.PHYSICAL_ROOM_SAMPLES),
            shaders.lit_shader(shaders.SURFACE_ROOM, shaders.PHYSICAL_ROOM_SAMPLES),
            *(post_shader(name, number) for name, number in self._pass_names()),
        ]
        for shader in needed:
            shader.prepare_now(gsg.get_prepared_objects(), gsg)
            if shader.get_error_flag():
                raise UnsupportedQualityError("the driver cannot compile a shader")

    def _pass_names(self) -> list[tuple[str, int]]:
        names = [
            ("occlusion", self.level.occlusion_samples),
            ("occlusion blur", 0),
            ("bright", 0),
            ("bloom", 0),
            ("composite", 0),
            self._last_pass,
        ]
        return [*names, ("focus", FOCUS_SAMPLES)] if self.level.has_depth_of_field else names

    @property
    def _last_pass(self) -> tuple[str, int]:
        """The pass that makes the picture: with several samples for each pixel edges are smooth."""
        return ("sharpen", 0) if self._samples else ("smooth", self.level.supersampling)

    def _make_passes(self, camera: core.NodePath) -> None:
        light = core.Texture("light")
        self.depth = core.Texture("depth")
        scene = self._make_buffer("scene", light, 1, samples=self._samples, depth=self.depth)
        scene.set_clear_color((0, 0, 0, 1))
        self._add_camera(scene, camera, SCENE_MASK, 0)
        scale = self.level.supersampling
        occluded = self._add_pass(
            "occlusion", OCCLUSION_SCALE, self.level.occlusion_samples, depthMap=self.depth
        )
        occluded = self._add_pass("occlusion blur", OCCLUSION_SCALE, 0, occlusionMap=occluded)
        if self.level.has_depth_of_field:
            light = self._add_pass("focus", 1, FOCUS_SAMPLES, depthMap=self.depth, sceneMap=light)
        bloom = self._add_pass("bright", BLOOM_SCALES[0] * scale, 0, sceneMap=light)
        near = self._add_pass("bloom", BLOOM_SCALES[1] * scale, 0, bloomMap=bloom)
        wide = self._add_pass("bloom", BLOOM_SCALES[2] * scale, 0, bloomMap=near)
        picture = core.Texture("picture")
        self._add_pass(
            "composite",
            1,
            0,
            picture,
            depthMap=self.depth,
            sceneMap=light,
            occlusionMap=occluded,
            bloomNear=near,
            bloomWide=wide,
        )
        for region in self.final.get_display_regions():
            if not region.get_camera().is_empty():
                self.final.remove_display_region(region)
        name, number = self._last_pass
        self._add_screen(self.final, name, number, pictureMap=picture, depthMap=self.depth)
        self._add_camera(self.final, camera, OVERLAY_MASK, 10)

    def _add_pass(
        self, name: str, divisor: int, number: int, picture: Any = None, **inputs: Any
    ) -> core.Texture:
        """Add a pass with a pixel for `divisor` pixels of the scene, and return its result."""
        is_picture = picture is not None
        result = picture if is_picture else core.Texture(name)
        output = self._make_buffer(name, result, divisor, is_float=not is_picture)
        self._add_screen(output, name, number, **inputs)
        return result

    def _make_buffer(
        self,
        name: str,
        color: core.Texture,
        divisor: int,
        *,
        samples: int = 0,
        is_float: bool = True,
        depth: core.Texture | None = None,
    ) -> Any:
        bits = core.FrameBufferProperties()
        if is_float:
            bits.set_float_color(True)
            bits.set_rgba_bits(16, 16, 16, 16)
        else:
            bits.set_rgba_bits(8, 8, 8, 8)
        if depth is not None:
            bits.set_depth_bits(24)
        if samples:
            bits.set_multisamples(samples)
        self._sort += 1
        output = self._engine.make_output(
            self._pipe,
            name,
            self._sort,
            bits,
            core.WindowProperties.size(*self._scaled_size(divisor)),
            core.GraphicsPipe.BF_refuse_window,
            self.final.get_gsg(),
            self.final,
        )
        if output is None:
            raise UnsupportedQualityError("the driver has no floating point buffers")
        self._outputs.append((output, divisor))
        for texture in (color, depth):
            if texture is not None:
                texture.set_wrap_u(core.SamplerState.WM_clamp)
                texture.set_wrap_v(core.SamplerState.WM_clamp)
                texture.set_minfilter(core.SamplerState.FT_linear)
                texture.set_magfilter(core.SamplerState.FT_linear)
        mode = core.GraphicsOutput.RTM_bind_or_copy
        output.add_render_texture(color, mode, core.GraphicsOutput.RTP_color)
        if depth is not None:
            depth.set_format(core.Texture.F_depth_component24)
            depth.set_minfilter(core.SamplerState.FT_nearest)
            depth.set_magfilter(core.SamplerState.FT_nearest)
            output.add_render_texture(depth, mode, core.GraphicsOutput.RTP_depth)
        output.set_clear_color_active(depth is not None)
        return output

    def _add_screen(self, output: Any, name: str, number: int, **inputs: Any) -> None:
        """Draw a pass over all of an output."""
        maker = core.CardMaker(name)
        maker.set_frame_fullscreen_quad()
        screen = core.NodePath(name)
        self._screens.append(screen)
        card = screen.attach_new_node(maker.generate())
        card.node().set_bounds(core.OmniBoundingVolume())
        card.node().set_final(True)
        card.set_shader(post_shader(name, number))
        card.set_shader_inputs(**inputs)
        card.set_attrib(core.DepthTestAttrib.make(core.RenderAttrib.M_always))
        card.set_depth_write(output is self.final)
        eye = screen.attach_new_node(core.Camera(name, core.OrthographicLens()))
        eye.node().set_scene(screen)
        region = output.make_display_region()
        region.set_sort(0)
        region.set_camera(eye)

    def _add_camera(self, output: Any, parent: core.NodePath, mask: Any, sort: int) -> None:
        """Draw the part of the scene with this camera mask."""
        node = core.Camera("part", self._lens)
        node.set_camera_mask(mask)
        eye = parent.attach_new_node(node)
        self._cameras.append(eye)
        region = output.make_display_region()
        region.set_sort(sort)
        region.set_camera(eye)

    def _scaled_size(self, divisor: int) -> tuple[int, int]:
        scale = self.level.supersampling
        width, height = self.final.get_x_size(), self.final.get_y_size()
        return max(1, width * scale // divisor), max(1, height * scale // divisor)

    def update(self) -> None:
        """Take over the lens, the background color and the size; call this before each frame."""
        angles = [tan(radians(angle / 2)) for angle in self._lens.get_fov()]
        near_far = self._lens.get_near(), self._lens.get_far()
        background = self.final.get_clear_color()
        for screen in self._screens:
            screen.set_shader_inputs(view=core.Vec4(*near_far, *angles), background=background)
        for output, divisor in self._outputs:
            size = self._scaled_size(divisor)
            if (output.get_x_size(), output.get_y_size()) != size:
                output.set_size(*size)

    def draw_once(self) -> None:
        """Draw the picture with the next frame alone."""
        self.update()
        for output in (*(output for output, _ in self._outputs), self.final):
            output.set_one_shot(True)

    def close(self) -> None:
        """Release all buffers but the final output."""
        for output, _ in self._outputs:
            self._engine.remove_window(output)
        self._outputs.clear()
        for camera in self._cameras:
            camera.remove_node()
        for screen in self._screens:
            screen.remove_node()


def make_post_processing(
    engine: Any, pipe: Any, final: Any, camera: core.NodePath, quality: Quality
) -> PostProcessing | None:
    """Return the post processing of an output, or None if the driver cannot draw this quality."""
    level = working_level(engine, pipe, final, quality)
    if level is None:
        return None
    try:
        return PostProcessing(engine, pipe, final, camera, level)
    except UnsupportedQualityError:
        return None


_working_levels: dict[tuple[str, Quality], QualityLevel | None] = {}
"""The result of `working_level` by back end: a driver is tried once."""


def working_level(engine: Any, pipe: Any, host: Any, quality: Quality) -> QualityLevel | None:
    """Return what the driver draws at a quality, perhaps without multisamples, or None.

    The driver draws a small test picture first. "low" needs no post processing.
    """
    if quality not in QUALITY_LEVELS:
        return None
    key = (pipe.get_interface_name(), quality)
    if key not in _working_levels:
        level = QUALITY_LEVELS[quality]
        choices = [level, replace(level, multisamples=0)] if level.multisamples else [level]
        _working_levels[key] = next(
            (choice for choice in choices if _draws_test_picture(engine, pipe, host, choice)), None
        )
    return _working_levels[key]


TEST_PICTURE_PX = 48
TEST_COLOR = (0.0, 0.6, 0.2, 1.0)


def _draws_test_picture(engine: Any, pipe: Any, host: Any, level: QualityLevel) -> bool:
    """Return whether a card hides the lower half of a mark, and the rest keeps its colors."""
    bits = core.FrameBufferProperties()
    bits.set_rgba_bits(8, 8, 8, 8)
    bits.set_depth_bits(24)
    final = engine.make_output(
        pipe,
        "test picture",
        -200,
        bits,
        core.WindowProperties.size(TEST_PICTURE_PX, TEST_PICTURE_PX),
        core.GraphicsPipe.BF_refuse_window,
        host.get_gsg(),
        host,
    )
    if final is None:
        return False
    picture = core.Texture("test picture")
    final.add_render_texture(picture, core.GraphicsOutput.RTM_copy_ram)
    final.set_clear_color((0.0, 0.0, 0.0, 1.0))
    root = core.NodePath("test")
    camera = root.attach_new_node(core.Camera("test", core.PerspectiveLens()))
    _add_test_card(root, 4.0, (-3.0, 3.0, -3.0, 0.0), (1.0, 1.0, 1.0, 1.0)).hide(OVERLAY_MASK)
    draw_over_picture(_add_test_card(root, 6.0, (-1.0, 1.0, -5.0, 5.0), TEST_COLOR))
    try:
        post = PostProcessing(engine, pipe, final, camera, level)
        engine.render_frame()
        engine.extract_texture_data(picture, final.get_gsg())
        post.close()
        image = picture.get_ram_image_as("RGB")
        if not image:
            return False
        rows = np.frombuffer(bytes(image), np.uint8).reshape(TEST_PICTURE_PX, TEST_PICTURE_PX, 3)
        mark = np.rint(np.array(TEST_COLOR[:3]) * 255)
        middle, quarter = TEST_PICTURE_PX // 2, TEST_PICTURE_PX // 4
        hidden, shown = rows[quarter, middle].astype(int), rows[-quarter, middle].astype(int)
        outside = rows[-quarter, 2].max()
        return bool(hidden.min() > 100 and np.abs(shown - mark).max() < 4 and outside < 4)
    except UnsupportedQualityError:
        return False
    finally:
        engine.remove_window(final)
        root.remove_node()


def _add_test_card(
    root: core.NodePath,
    away: float,
    frame: tuple[float, float, float, float],
    color: tuple[float, float, float, float],
) -> core.NodePath:
    maker = core.CardMaker("card")
    maker.set_frame(*frame)
    card = root.attach_new_node(maker.generate())
    card.set_y(away)
    card.set_shader(shaders.plain_shader("flat"))
    card.set_shader_input("hatch", 0.0)
    card.set_color_scale(*color)
    card.set_two_sided(True)
    return card
