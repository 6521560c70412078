"""A cached picture of the scene for frames that change only panels; software rendering is slow."""

from __future__ import annotations

import time
from typing import Any

from panda3d.core import (
    AntialiasAttrib,
    CardMaker,
    GraphicsOutput,
    NodePath,
    RenderState,
    SamplerState,
    Texture,
    TransformState,
)

from wc3d.panda.panda_geometry import make_texture
from wc3d.panda.post_processing import PostProcessing, make_post_processing
from wc3d.panda.render_target import BACKDROP_COLOR, Pixels, frame_buffer_properties
from wc3d.scene.quality import Quality
from wc3d.window.shell.graphics import GraphicsQuality

DISPLAY_SORT = -50
"""Draw order in a frame: after the shadows, before the window."""
SMOOTH_DELAY_S = 0.25
"""Delay in seconds from the last rough picture to the final one."""


class ScenePicture:
    """The scene behind the panels, with `samples` samples per pixel when smooth.

    A quality above "low" has post processing, which smooths edges itself.
    """

    def __init__(self, base: Any, samples: int) -> None:
        self.base = base
        self.samples = samples
        self.background = BACKDROP_COLOR
        self.graphics: GraphicsQuality | None = None
        """The quality to draw with; None draws the plain look."""
        self.has_changed = True
        self._rough_since = 0.0
        self._outputs: dict[bool, tuple[GraphicsOutput, Texture]] = {}
        self._post: tuple[Quality, PostProcessing, Texture] | None = None
        self._card = _make_card(base.render2d)
        base.render.set_antialias(AntialiasAttrib.M_multisample)
        base.camNode.get_display_region(0).set_active(False)

    def set_tint(self, tint: tuple[float, float, float]) -> None:
        """Color the light of the scene; white leaves it as it is."""
        self._card.set_color_scale(*tint, 1.0)

    def show_pixels(self, pixels: Pixels) -> None:
        """Show a picture of the scene, top row first, until the scene is drawn again."""
        self._card.set_texture(make_texture("preview", pixels[::-1], tiled=False, mipmaps=False))

    @property
    def is_finished(self) -> bool:
        """Return whether the last picture is the final one."""
        return not self._rough_since

    @property
    def is_finish_due(self) -> bool:
        """Return whether nothing was drawn for long enough to draw the final picture."""
        return not self.is_finished and time.monotonic() - self._rough_since > SMOOTH_DELAY_S

    def update(
        self,
        smooth: bool,
        finished: bool,
        *,
        keep: bool = False,
    ) -> None:
        """Free Panda's caches and, unless `keep` is set, render a changed scene."""
        TransformState.garbage_collect()
        RenderState.garbage_collect()
        if keep:
            return
        if self.has_changed:
            self.has_changed = False
            self._draw(smooth)
            self._rough_since = 0.0 if finished else time.monotonic()
        elif not self.is_finished:
            self._rough_since = time.monotonic()

    @property
    def _size(self) -> tuple[int, int]:
        return self.base.win.get_x_size(), self.base.win.get_y_size()

    def _draw(self, smooth: bool) -> None:
        if self.graphics is not None:
            self.graphics.start_frame()
            if not self.graphics.is_low and self._draw_physical(self.graphics.quality):
                return
        self._close_post()
        if smooth not in self._outputs:
            self._outputs[smooth] = self._make_output(self.samples if smooth else 0)
        output, picture = self._outputs[smooth]
        if (output.get_x_size(), output.get_y_size()) != self._size:
            output.set_size(*self._size)
        output.set_clear_color(self.background)
        output.set_one_shot(True)
        self._card.set_texture(picture)

    def _draw_physical(self, quality: Quality) -> bool:
        """Draw with post processing. Return False if the driver cannot draw this quality."""
        if self._post is None or self._post[0] is not quality:
            self._close_post()
            output, picture = self._make_output(0)
            post = make_post_processing(
                self.base.graphics_engine, self.base.pipe, output, self.base.cam, quality
            )
            if post is None:
                self.base.graphics_engine.remove_window(output)
                return False
            self._post = quality, post, picture
        _, post, picture = self._post
        if (post.final.get_x_size(), post.final.get_y_size()) != self._size:
            post.final.set_size(*self._size)
        post.final.set_clear_color(self.background)
        post.draw_once()
        self._card.set_texture(picture)
        return True

    def _close_post(self) -> None:
        """Release the buffers of a quality that is no longer drawn."""
        if self._post is not None:
            _, post, _ = self._post
            post.close()
            self.base.graphics_engine.remove_window(post.final)
            self._post = None

    def _make_output(self, samples: int) -> tuple[GraphicsOutput, Texture]:
        picture = Texture("scene")
        picture.set_minfilter(SamplerState.FT_nearest)
        picture.set_magfilter(SamplerState.FT_nearest)
        output = self.base.win.make_texture_buffer(
            "scene", *self._size, picture, False, frame_buffer_properties(samples)
        )
        output.set_sort(DISPLAY_SORT)
        output.make_display_region().set_camera(self.base.cam)
        return output, picture


def _make_card(parent: NodePath) -> NodePath:
    """Return a full-window quad behind all other 2D nodes."""
    maker = CardMaker("scene")
    maker.set_frame_fullscreen_quad()
    card = parent.attach_new_node(maker.generate())
    card.set_bin("fixed", 0)
    card.set_depth_test(False)
    card.set_depth_write(False)
    return card
