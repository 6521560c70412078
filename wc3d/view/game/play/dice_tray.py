"""The dice that were rolled: tumbling for a moment, and then lying there."""
from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset import RuleSet
from wc3d.evidence.game_facts import DiceShown
from wc3d.evidence.palette import RGB
from wc3d.view.game.dice import draw_die, look_of
from wc3d.view.game.panel_sizes import BAR
from wc3d.view.window.panels import DIM, FLAGS, color, heading, panel
from wc3d.view.window.side_flag import SIDE_SIGNS

TUMBLE, LIE, GONE = 0.55, 0.45, 5.0
"""Seconds: a roll tumbles, then lies before the next one tumbles; the last one stays so long."""
DIE = 26.0


@dataclass(frozen=True)
class RollOnTable:
    """A roll being shown, since when."""

    roll: DiceShown
    since: float


class DiceTray:
    """The rolls to be shown one after another. `now` tells the time: tests give their own."""

    def __init__(self, now: Any = time.monotonic) -> None:
        self.now = now
        self.waiting: list[DiceShown] = []
        self.shown: list[RollOnTable] = []

    def add(self, rolls: list[DiceShown]) -> None:
        """Rolls have been made; those of an action before go."""
        if rolls:
            if not self.waiting:
                self.shown = []
            self.waiting += rolls

    def skip(self) -> bool:
        """Let all of them lie at once; True if any was still tumbling or waiting."""
        moving = bool(self.waiting) or self.tumbling
        self.shown += [RollOnTable(r, self.now() - TUMBLE) for r in self.waiting]
        self.shown = [RollOnTable(s.roll, min(s.since, self.now() - TUMBLE)) for s in self.shown][-4:]
        self.waiting = []
        return moving

    @property
    def tumbling(self) -> bool:
        """Is the last one still on its way?"""
        return bool(self.shown) and self.now() - self.shown[-1].since < TUMBLE

    def poll(self) -> bool:
        """Go on; True if the picture changes."""
        before = len(self.shown)
        age = self.now() - self.shown[-1].since if self.shown else GONE
        if self.waiting and age > TUMBLE + LIE:
            self.shown = [*self.shown, RollOnTable(self.waiting.pop(0), self.now())][-4:]
            return True
        if self.shown and not self.waiting and age > GONE:
            self.shown = []
        return self.tumbling or before != len(self.shown) or (bool(self.shown) and age < TUMBLE + 0.1)

    def draw(self, ui: Any, rules: RuleSet, names: Sequence[str], colors: tuple[RGB, RGB]) -> None:
        """The rolls under the bar, in the middle."""
        if not self.shown:
            return
        width = ui.io.display_size.x
        with panel("dice", (width / 2, (BAR + 8) * ui.scale), corner=(0.5, 0), flags=FLAGS.no_focus_on_appearing):
            for shown in self.shown:
                imgui.text_colored(color(colors[shown.roll.player - 1]), SIDE_SIGNS[shown.roll.player])
                imgui.same_line()
                imgui.align_text_to_frame_padding()
                imgui.text(f"{names[shown.roll.player - 1]}: {shown.roll.why}")
                imgui.same_line()
                self._draw_roll(ui, rules, shown.roll, self.now() - shown.since)
            if self.waiting or self.tumbling:
                imgui.text_colored(DIM, "click: show all")
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        ui.marks["dice"] = (low.x, low.y, high.x, high.y)

    def _draw_roll(self, ui: Any, rules: RuleSet, roll: DiceShown, age: float) -> None:
        for die, faces in roll.dice:
            for i, face in enumerate(faces):
                tumbled = die.faces[int(age * 22 + i * 2.7) % len(die.faces)] if age < TUMBLE else face
                draw_die(ui, look_of(rules, die), tumbled, DIE, lift=3.0 if age < TUMBLE else 0.0)
                imgui.same_line(0, 3)
        if roll.total:
            heading(ui, roll.total if age >= TUMBLE else "", 17)
            if imgui.is_item_clicked():
                self.skip()
        else:
            imgui.new_line()
