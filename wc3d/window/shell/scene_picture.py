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

from wc3d.panda.render_target import BACKDROP_COLOR, frame_buffer_properties

DISPLAY_SORT = -50
"""Draw order in a frame: after the shadows, before the window."""
SMOOTH_DELAY_S = 0.25
"""Delay in seconds from the last rough picture to the final one."""


class ScenePicture:
    """The scene behind the panels, with `samples` samples per pixel when smooth."""

    def __init__(self, base: Any, samples: int) -> None:
        self.base = base
        self.samples = samples
        self.background = BACKDROP_COLOR
        self.has_changed = True
        self._rough_since = 0.0
        self._outputs: dict[bool, tuple[GraphicsOutput, Texture]] = {}
        self._card = _make_card(base.render2d)
        base.render.set_antialias(AntialiasAttrib.M_multisample)
        base.camNode.get_display_region(0).set_active(False)

    def set_tint(self, tint: tuple[float, float, float]) -> None:
        """Color the light of the scene; white leaves it as it is."""
        self._card.set_color_scale(*tint, 1.0)

    @property
    def is_finished(self) -> bool:
        """Return whether the last picture is the final one."""
        return not self._rough_since

    @property
    def is_finish_due(self) -> bool:
        """Return whether nothing was drawn for long enough to draw the final picture."""
        return not self.is_finished and time.monotonic() - self._rough_since > SMOOTH_DELAY_S

    def update(self, smooth: bool, finished: bool, *, keep: bool = False) -> None:
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
        if smooth not in self._outputs:
            self._outputs[smooth] = self._make_output(self.samples if smooth else 0)
        output, picture = self._outputs[smooth]
        if (output.get_x_size(), output.get_y_size()) != self._size:
            output.set_size(*self._size)
        output.set_clear_color(self.background)
        output.set_one_shot(True)
        self._card.set_texture(picture)

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
