"""The lesson card with the instruction and its reason, and a frame with an arrow at the target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.ui.lesson import LessonProgress, LessonStep
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    Rgba,
    draw_bold_text,
    draw_button,
    draw_colored_text,
    draw_dim_text,
    end_list,
    open_panel,
    pack_color,
)

HIGHLIGHT_RGB = (255, 209, 102)
STEP_MISSED_TEXT = "You did this in another way. That is fine."
"""Message for a step that is no longer possible."""


def draw_lesson_card(
    ui: Any,
    course: LessonProgress,
    points: str,
    following: str,
    page: Callable[[str], str],
    press: Callable[[str], object],
    at: Spot,
    size: tuple[float, float],
    is_folded: bool | None = None,
) -> Rect:
    """Draw the card with its lower left corner at `at`, and return its rectangle.

    `points` is the score, and `following` the title of the next lesson, "" for none. `size` is the
    width and the greatest height. A folded card has one line and a button for more; None is a card
    that cannot be folded.
    """
    wide = size[0]
    imgui.push_style_color(imgui.Col_.border, GOLD_COLOR)
    with open_panel("lesson", at, corner=(0, 1), most=size, flags=NO_FOCUS_FLAG):
        imgui.dummy((wide - 26 * ui.scale, 0))
        step = course.current_step
        if step is None:
            _draw_end(ui, course.lesson.closing, points, following, press)
        else:
            _draw_step(ui, course, step, page, press, is_folded, size)
        ui.record_panel("lesson")
    imgui.pop_style_color()
    return ui.widget_rects["lesson"]


def _draw_step(
    ui: Any,
    course: LessonProgress,
    step: LessonStep,
    page: Callable[[str], str],
    press: Callable[[str], object],
    is_folded: bool | None,
    size: tuple[float, float],
) -> None:
    keys = {
        name: ui.key_for_command(name)
        for name in ("sight", "cancel", "undo", "jump", "end", "present")
    }
    count = f"{course.completed_count + 1}/{len(course.lesson.steps)}"
    end = f"  ({count})" if is_folded is not None else ""
    draw_bold_text(ui, f"{ICONS['hand']} {step.title}{end}", 17, wrapped=True)
    ui.record_widget(f"lesson {step.id}")
    if not is_folded:
        reason = step.why.format(**keys)
        reason = f"{reason} ({page(step.page)})" if step.page else reason
        missed = STEP_MISSED_TEXT if course.was_last_step_missed else ""
        texts = ((missed, DIM_COLOR), (step.words.format(**keys), GOLD_COLOR), (reason, DIM_COLOR))
        _draw_texts([(words, paint) for words, paint in texts if words], size[1])
    read_text = "Continue" if course.completed_count else "Start"
    if step.is_read_only and draw_button(
        ui, f"{ICONS['forward']} {read_text}", "lesson read", main=True
    ):
        press("read")
    if is_folded:
        if step.is_read_only:
            imgui.same_line()
        if draw_button(ui, "More", "lesson more", tip="Show what to do, and why"):
            press("fold")
        return
    if not step.is_read_only and draw_button(ui, "Skip step", "lesson skip"):
        press("read")
    if is_folded is not None:
        imgui.same_line()
        if draw_button(ui, "Less", "lesson less", tip="Show only the title"):
            press("fold")
    imgui.same_line()
    if draw_button(ui, "End lesson", "lesson leave", tip="The game continues without the lesson"):
        press("leave")
    if is_folded is None:
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_colored(DIM_COLOR, count)


def _draw_texts(texts: Sequence[tuple[str, Rgba]], most: float) -> None:
    """Draw texts above a row of buttons in a card of up to `most` pixels; longer ones scroll."""
    style = imgui.get_style()
    wide = imgui.get_content_region_avail().x
    high = sum(
        imgui.calc_text_size(words, wrap_width=wide).y + style.item_spacing.y for words, _ in texts
    )
    row = imgui.get_frame_height_with_spacing() + style.window_padding.y
    room = most - imgui.get_cursor_pos_y() - row
    scrolls = high > room
    if scrolls:
        imgui.begin_child("lesson text", (0, room))
    for words, paint in texts:
        draw_colored_text(words, paint)
    if scrolls:
        end_list()


def _draw_end(
    ui: Any, closing: str, points: str, following: str, press: Callable[[str], object]
) -> None:
    """Draw the score and the ways to continue: with the next lesson first, if there is one."""
    draw_bold_text(ui, f"{ICONS['star']} Lesson complete", 17)
    if closing:
        imgui.text_wrapped(closing)
    imgui.text_wrapped(points)
    ui.record_widget("lesson over")
    hint_key = ui.key_for_command("weighed")
    draw_dim_text(f"You can continue this game against the bot. {hint_key} gives a hint.")
    rows = {
        "next": f"{ICONS['forward']} {following}" if following else "",
        "on": f"{ICONS['play']} Continue this game",
        "new": f"{ICONS['back']} Start a new game",
    }
    rows = {name: text for name, text in rows.items() if text}
    for number, (name, text) in enumerate(rows.items()):
        if draw_button(ui, text, f"lesson {name}", main=not number, wide=-1.0):
            press(name)


def draw_lesson_pointer(rect: Rect, bar: float) -> None:
    """Draw a frame around a click target and an arrow, below targets in the top bar."""
    x0, y0, x1, y1 = rect
    if y0 < bar:
        x = (x0 + x1) / 2
        y = y1 + 8
        way = (0, 1)
    else:
        x, y, way = (x0 - 8, (y0 + y1) / 2, (-1, 0)) if x0 > 30 else (x1 + 8, (y0 + y1) / 2, (1, 0))
    draw = imgui.get_foreground_draw_list()
    gold = pack_color(HIGHLIGHT_RGB)
    dark = pack_color((10, 13, 17), 0.85)
    for margin, paint, thick in ((3.0, dark, 5.0), (3.0, gold, 2.5)):
        draw.add_rect((x0 - margin, y0 - margin), (x1 + margin, y1 + margin), paint, 6, 0, thick)
    for paint, border in ((dark, 2.5), (gold, 0.0)):
        long = 12 + border
        wide = 8 + border
        corner_a, corner_b = (
            (x + way[0] * long + way[1] * side, y + way[1] * long + way[0] * side)
            for side in (-wide, wide)
        )
        draw.add_triangle_filled(
            (x - way[0] * border, y - way[1] * border), corner_a, corner_b, paint
        )
