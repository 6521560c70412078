"""The strip above the table: a caption and the dice, always in the same place and style."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.animation.effects import impact_delay_s
from wc3d.animation.queue import AnimationQueue
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DisplayedRoll
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.window.play.dice import DIE_SIZE_PX, die_look_of, draw_die
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    TEXT_COLOR,
    WINDOW_FLAGS,
    Rgba,
    open_panel,
    to_rgba,
)

TUMBLE_FACES_PER_S = 22
"""Faces a rolling die shows per second."""
CAPTION_SIZES_PX = (17.0, 15.0, 13.0)
"""Text sizes of the caption; a long one is smaller."""
WHY_SIZE_PX, OUTCOME_SIZE_PX, TOTAL_SIZE_PX, LABEL_SIZE_PX = 14.0, 18.0, 17.0, 13.0
DIE_GAP_PX, ROLL_GAP_PX, ICON_WIDTH_PX = 3.0, 16.0, 17.0
"""Gaps between dice and between rolls, and width of a player's sign, in pixels."""
LABEL_ROW_PX = 16.0
"""Height of the row of labels above the dice."""
DIE_WIDTHS_PX = (DIE_SIZE_PX, 24.0, 20.0, 17.0, 14.0)
"""Widths of a die, the largest that fits; the last one is for a single roll alone."""
TUMBLE_LIFT_PX = 3.0
"""Height of a rolling die over its place."""
PASSIVE_PANEL_FLAGS = WINDOW_FLAGS.no_inputs | NO_FOCUS_FLAG | WINDOW_FLAGS.no_nav


@dataclass(frozen=True)
class StripContent:
    """What the strip shows. The last `tumbling_rolls` roll for `seconds` by now."""

    caption: str = ""
    why: str = ""
    rolls: Sequence[DisplayedRoll] = ()
    outcome: str = ""
    tumbling_rolls: int = 0
    seconds: float = 0.0

    def __bool__(self) -> bool:
        return bool(self.caption or self.rolls or self.outcome)


def strip_content_of(staging: AnimationQueue) -> StripContent:
    """Return the caption and the dice of the step being shown, or the dice that lie there.

    The outcome of a shot comes as the shot strikes.
    """
    step = staging.current_step
    has_struck = step is not None and staging.step_seconds >= impact_delay_s(step)
    return StripContent(
        step.sentence if step is not None else "",
        step.why if step is not None else "",
        staging.rolls,
        step.words if step is not None and has_struck else "",
        staging.tumbling_rolls,
        staging.step_seconds,
    )


def draw_strip(
    ui: Any, rect: Rect, rules: RuleSet, colors: tuple[RGB, RGB], content: StripContent
) -> list[Rect]:
    """Draw the strip, and return the rectangles it covers."""
    if not content:
        return []
    x0, y0, x1, y1 = rect
    flags = PASSIVE_PANEL_FLAGS | WINDOW_FLAGS.no_scrollbar
    with open_panel("strip", (x0, y0), (x1 - x0, y1 - y0), flags=flags):
        _StripDrawing(ui, rect, rules, colors, content).draw()
        ui.record_panel("strip")
    if content.caption:
        ui.widget_rects["story"] = rect
    if content.rolls or content.outcome:
        ui.widget_rects["dice"] = rect
    return [rect]


class _StripDrawing:
    """Draws one frame of the strip."""

    def __init__(
        self, ui: Any, rect: Rect, rules: RuleSet, colors: tuple[RGB, RGB], content: StripContent
    ) -> None:
        self.ui = ui
        self.rules = rules
        self.colors = colors
        self.content = content
        self.scale = ui.scale
        self.die_px = DIE_WIDTHS_PX[0]
        padding = imgui.get_style().window_padding
        self.left, self.right = rect[0] + padding.x, rect[2] - padding.x
        self.top = rect[1] + 0.7 * padding.y
        self.dice_top = rect[3] - 0.7 * padding.y - DIE_SIZE_PX * ui.scale

    @property
    def room(self) -> float:
        """The width in pixels."""
        return self.right - self.left

    def draw(self) -> None:
        """Draw the caption, and the dice with the outcome below it."""
        content = self.content
        rolls = self._fit_rolls()
        x = self.left
        for number, roll in enumerate(rolls):
            x = self._draw_roll(roll, x, len(rolls) - number <= content.tumbling_rolls)
        outcome = f"{ICONS['forward']} {content.outcome}" if content.outcome else ""
        fits = x + self._width(outcome, OUTCOME_SIZE_PX, "Bold") <= self.right
        if outcome and fits:
            self._draw_outcome(outcome, x, self.dice_top)
        self._draw_caption(outcome if not fits else "")

    def _fit_rolls(self) -> list[DisplayedRoll]:
        """Return the last rolls that fit; the dice are smaller if that shows all of them."""
        rolls = list(self.content.rolls)
        while rolls:
            for self.die_px in DIE_WIDTHS_PX[: -1 if len(rolls) > 1 else None]:
                if sum(map(self._roll_width, rolls)) <= self.room:
                    return rolls
            if len(rolls) == 1:
                break
            rolls.pop(0)  # the log keeps the earlier ones
        return rolls

    def _draw_caption(self, outcome: str) -> None:
        """Draw the sentence, and its reason or the outcome below if there is room for it."""
        content = self.content
        has_dice = bool(content.rolls) or bool(content.outcome and not outcome)
        floor = self.dice_top if has_dice else self.dice_top + DIE_SIZE_PX * self.scale
        floor -= LABEL_ROW_PX * self.scale if content.rolls else 0.0
        height = floor - self.top
        if outcome:
            height -= OUTCOME_SIZE_PX * 1.3 * self.scale
            self._draw_outcome(outcome, self.left, self.top + height)
        bottom = self.top
        if content.caption:
            words, size = self._fit(content.caption, CAPTION_SIZES_PX, height, "Bold")
            self._write(words, size, self.left, self.top, TEXT_COLOR, "Bold", self.room)
            bottom += self._height(words, size, "Bold")
        rest = self.top + height - bottom
        if content.why and rest >= WHY_SIZE_PX * 1.2 * self.scale:
            words, size = self._fit(content.why, (WHY_SIZE_PX, 12.0), rest, "Regular")
            self._write(words, size, self.left, bottom, DIM_COLOR, "Regular", self.room)

    def _draw_outcome(self, words: str, x: float, y: float) -> None:
        size = OUTCOME_SIZE_PX
        self._write(words, size, x, y + 3 * self.scale, GOLD_COLOR, "Bold")
        wide = self._width(words, size, "Bold")
        self.ui.widget_rects["outcome"] = (x, y, x + wide, y + size * self.scale)

    # --- dice

    def _roll_width(self, roll: DisplayedRoll) -> float:
        count = sum(len(faces) for _, faces in roll.dice)
        label = ICON_WIDTH_PX * self.scale + self._width(roll.label, LABEL_SIZE_PX, "Bold")
        dice = count * (self.die_px + DIE_GAP_PX) * self.scale
        dice += self._width(roll.total, TOTAL_SIZE_PX, "Bold")
        return float(max(label, dice) + ROLL_GAP_PX * self.scale)

    def _draw_roll(self, roll: DisplayedRoll, x: float, tumbles: bool) -> float:
        """Draw a roll below its label from a pixel on, and return where the next one begins."""
        end = x + self._roll_width(roll)
        middle = self.dice_top + 0.5 * DIE_SIZE_PX * self.scale
        rgba = to_rgba(self.colors[roll.player - 1])
        y = self.dice_top - LABEL_ROW_PX * self.scale
        self._write(SIDE_ICONS[roll.player], 12.0, x, y + self.scale, rgba, "Regular")
        label = roll.label
        left = x + ICON_WIDTH_PX * self.scale
        self._write(label, LABEL_SIZE_PX, left, y, TEXT_COLOR, "Bold")
        right = left + self._width(label, LABEL_SIZE_PX, "Bold")
        self.ui.widget_rects[f"dice label {label}"] = (x, y, right, self.dice_top)
        for die, faces in roll.dice:
            for i, face in enumerate(faces):
                turned = int(self.content.seconds * TUMBLE_FACES_PER_S + i * 2.7)
                y = self.dice_top + (DIE_SIZE_PX - self.die_px) / 2 * self.scale
                imgui.set_cursor_screen_pos(imgui.ImVec2(x, y))
                draw_die(
                    self.ui,
                    die_look_of(self.rules, die),
                    die.faces[turned % len(die.faces)] if tumbles else face,
                    self.die_px,
                    lift=TUMBLE_LIFT_PX * self.scale if tumbles else 0.0,
                )
                x += (self.die_px + DIE_GAP_PX) * self.scale
        if roll.total and not tumbles:
            y = middle - 0.6 * TOTAL_SIZE_PX * self.scale
            self._write(roll.total, TOTAL_SIZE_PX, x, y, TEXT_COLOR, "Bold")
        return end

    # --- text

    def _fit(
        self, words: str, sizes: Sequence[float], height: float, font: str
    ) -> tuple[str, float]:
        """Return the words and the largest size at which they fit, shortened if none does."""
        for size in sizes:
            if self._height(words, size, font) <= height:
                return words, size
        size = sizes[-1]
        parts = words.split(" ")
        while len(parts) > 1 and self._height(" ".join(parts) + " …", size, font) > height:
            parts.pop()
        return " ".join(parts) + " …", size

    def _width(self, words: str, size: float, font: str) -> float:
        imgui.push_font(self.ui.fonts[font], size * self.scale)
        wide = imgui.calc_text_size(words).x if words else 0.0
        imgui.pop_font()
        return float(wide)

    def _height(self, words: str, size: float, font: str) -> float:
        imgui.push_font(self.ui.fonts[font], size * self.scale)
        high = imgui.calc_text_size(words, None, False, self.room).y
        imgui.pop_font()
        return float(high)

    def _write(
        self, words: str, size: float, x: float, y: float, paint: Rgba, font: str, wrap: float = 0.0
    ) -> None:
        imgui.set_cursor_screen_pos(imgui.ImVec2(x, y))
        imgui.push_font(self.ui.fonts[font], size * self.scale)
        imgui.push_style_color(imgui.Col_.text, paint)
        if wrap:
            imgui.push_text_wrap_pos(imgui.get_cursor_pos().x + wrap)
        imgui.text(words)
        if wrap:
            imgui.pop_text_wrap_pos()
        imgui.pop_style_color()
        imgui.pop_font()
