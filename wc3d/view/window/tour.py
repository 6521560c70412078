"""The tour: ten seconds for who opens the window for the first time. It can be skipped, and is not shown again."""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.view.window.panels import DIM, GOLD, ICONS, button, heading, panel
from wc3d.view.window.settings import Settings

SECONDS = 2.5
"""How long each step is shown."""
TICK = 0.25

STEPS = (
    ("turn", "Look around", "right drag turns the table, the wheel zooms to the mouse, {top} looks from above, {home} goes back"),
    ("hand", "Move things", "left click picks, left drag moves what can be moved, {cancel} puts everything down"),
    ("ruler", "Measure anything, at any time", "{measure} measures in 3D, {sight} shows exactly who sees whom, and why"),
    ("help", "All keys", "{help} lists them on every screen; Settings says where to change them"),
)
"""An icon, a title and a sentence, with the keys of commands in braces."""


class Tour:
    """The steps, one after another. `over` is called at its end, or when it is skipped; `now` tells the time."""

    def __init__(self, settings: Settings, over: Callable[[], object], now: Callable[[], float] = time.monotonic) -> None:
        self.over, self.now = over, now
        keys = {name: settings.key(name) for name in settings.keys}
        self.steps = [(icon, title, words.format(**keys)) for icon, title, words in STEPS]
        self.number = 0
        self._since: float | None = None
        self._drawn = -1

    @property
    def _passed(self) -> float:
        """Seconds of this step that have passed; the clock starts when it is first drawn."""
        return self.now() - self._since if self._since is not None else 0.0

    @property
    def done(self) -> bool:
        """Is it over?"""
        return self.number >= len(self.steps)

    def next(self) -> None:
        """Go to the next step."""
        self.number, self._since = self.number + 1, None
        if self.done:
            self.over()

    def skip(self) -> None:
        """End it."""
        if not self.done:
            self.number = len(self.steps)
            self.over()

    def poll(self) -> bool:
        """Go on with the time; True if the picture changes."""
        if self.done:
            return False
        if self._passed > SECONDS:
            self.next()
        drawn = int((self.number * SECONDS + self._passed) / TICK)
        changed, self._drawn = drawn != self._drawn, drawn
        return changed

    def draw(self, ui: Any) -> None:
        """The step that is shown, at the bottom."""
        if self.done:
            return
        self._since = self.now() if self._since is None else self._since
        width, height = ui.io.display_size.x, ui.io.display_size.y
        icon, title, words = self.steps[self.number]
        with panel("tour", (width - 24, height - 24), (min(560 * ui.scale, width - 48), 0), corner=(1, 1)):
            imgui.text_colored(GOLD, ICONS[icon])
            imgui.same_line()
            heading(ui, title)
            imgui.text_wrapped(words)
            part = (self.number + min(1.0, self._passed / SECONDS)) / len(self.steps)
            imgui.progress_bar(part, (-1, 4), "")
            imgui.text_colored(DIM, f"{self.number + 1} of {len(self.steps)}")
            imgui.same_line(imgui.get_content_region_avail().x - 150 * ui.scale)
            if button(ui, "Next", "tour next", on=True):
                self.next()
            imgui.same_line()
            if button(ui, f"Skip  ({ui.key('cancel')})", "tour skip"):
                self.skip()
