"""The window's graphics quality: chosen in the settings, stepped through, or measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from panda3d.core import ConfigVariableBool

from wc3d.panda.post_processing import working_level
from wc3d.panda.render_target import RenderTarget
from wc3d.scene.quality import (
    QUALITY_LEVELS,
    AutomaticQuality,
    Quality,
    next_quality,
    starting_quality,
)
from wc3d.window.shell.notices import Notices

WAIT_FOR_GRAPHICS = ConfigVariableBool("gl-finish")
"""Panda's setting that a frame ends when the graphics card has drawn it."""
QUALITY_NAMES = {Quality.LOW: "fast", Quality.MEDIUM: "medium", Quality.HIGH: "high"}
"""The names of the window's qualities in messages."""


class GraphicsQuality:
    """The quality that the window draws with, and the clock of its frames.

    `on_change` is called after each change but the first choice.
    """

    def __init__(
        self,
        target: RenderTarget,
        notices: Notices,
        setting: str,
        on_change: Callable[[], object] = lambda: None,
    ) -> None:
        self.quality = Quality.LOW
        self._target = target
        self._notices = notices
        self._on_change = on_change
        self._automatic: AutomaticQuality | None = None
        self._frame_start: float | None = None
        self._choose(setting)

    @property
    def is_low(self) -> bool:
        """Return whether the quality is the lowest, which draws quickly until it is at rest."""
        return self.quality is Quality.LOW

    @property
    def shadow_samples(self) -> int | None:
        """The shadow samples of the physically based look, or None for the plain look."""
        level = QUALITY_LEVELS.get(self.quality)
        return None if level is None else level.shadow_samples

    def use_setting(self, setting: str) -> None:
        """Draw as a changed setting says, and say so."""
        self._choose(setting)
        self._announce()

    def step(self) -> None:
        """Draw with the next quality until the setting changes."""
        self.use_quality(next_quality(self.quality))

    def use_quality(self, quality: Quality) -> None:
        """Draw with a quality, which may be "photo" for pictures, until the setting changes."""
        self._use(quality)
        self._automatic = None
        self._announce()

    def _choose(self, setting: str) -> None:
        self._use(starting_quality(setting, self._target.is_software))
        self._automatic = AutomaticQuality(self.quality) if setting == "auto" else None

    def _use(self, quality: Quality) -> None:
        """Use a quality, or "low" with a message if the driver cannot draw it."""
        target = self._target
        self.quality = quality
        if quality is not Quality.LOW and (
            not target.has_shaders
            or working_level(target.engine, target.pipe, target.output, quality) is None
        ):
            self._notices.show_error(
                f"the graphics driver cannot draw the quality {quality.value}; update the driver. "
                "wc3d draws fast graphics instead"
            )
            self.quality = Quality.LOW

    def _announce(self) -> None:
        self._notices.show_message(f"Graphics: {QUALITY_NAMES.get(self.quality, self.quality)}")
        self._on_change()

    def start_frame(self) -> None:
        """Start the clock of a frame that draws the scene."""
        if self._automatic is not None and not self._automatic.is_settled:
            WAIT_FOR_GRAPHICS.set_value(True)
            self._frame_start = time.perf_counter()

    def end_frame(self, task: Any) -> Any:
        """Stop the clock after Panda's frame, and drop the automatic quality if it was slow."""
        started = self._frame_start
        self._frame_start = None
        if started is None:
            return task.cont
        WAIT_FOR_GRAPHICS.set_value(False)
        if self._automatic is not None:
            quality = self._automatic.record_frame((time.perf_counter() - started) * 1000)
            if quality is not self.quality:
                self.quality = quality
                self._on_change()
        return task.cont
