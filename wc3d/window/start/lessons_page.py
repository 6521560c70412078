"""The page of lessons: a list for each game, with how far each lesson has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.registry import playable_games, rules_of
from wc3d.window.play.game.learning import NumberedLesson, list_lessons
from wc3d.window.play.game.lesson_memory import SavedLesson, load_saved_lessons
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    open_panel,
)

PAGE_WIDTH_PX = 440.0
AGAIN_WIDTH_PX = 110.0
"""The width of the button that begins a lesson again."""


class BeginLesson(Protocol):
    """A callback that opens a lesson, from its beginning if `is_new`."""

    def __call__(self, lesson: NumberedLesson, is_new: bool = False) -> object: ...


class LessonsPage:
    """The lessons of every game and their saved progress."""

    def __init__(self) -> None:
        self.lessons: tuple[NumberedLesson, ...] = ()
        self.saved: tuple[SavedLesson, ...] = ()

    def reload(self) -> None:
        """Read the lessons and their progress. Raises InputError for a damaged file."""
        games = (rules_of(entry.id) for entry in playable_games() if entry.lessons)
        self.lessons = tuple(lesson for rules in games for lesson in list_lessons(rules))
        self.saved = ()
        self.saved = load_saved_lessons()

    def draw(self, ui: Any, *, begin: BeginLesson, back: Callable[[], object]) -> None:
        """Draw the list."""
        with open_panel(
            "lessons",
            (40 * ui.scale, ui.io.display_size.y / 2),
            (PAGE_WIDTH_PX * ui.scale, 0),
            corner=(0, 0.5),
        ):
            draw_bold_text(ui, f"{ICONS['hand']} Learn", 22)
            draw_dim_text("Each lesson is a game of ten minutes. It is saved when you leave it.")
            for lesson in self.lessons:
                if lesson.number == 1:
                    imgui.dummy((0, 6))
                    imgui.separator()
                    draw_bold_text(ui, lesson.rules.title)
                self._draw_lesson(ui, lesson, begin)
            imgui.dummy((0, 6))
            imgui.separator()
            if draw_button(ui, f"{ICONS['back']} Back", "back"):
                back()

    def _draw_lesson(self, ui: Any, lesson: NumberedLesson, begin: BeginLesson) -> None:
        saved = lesson.find_saved(self.saved)
        done = saved.completed if saved is not None else 0
        is_done = saved is not None and done >= lesson.step_count
        is_under_way = saved is not None and not is_done
        mark = f"{lesson.rules.name} {lesson.number}"
        imgui.dummy((0, 2))
        room = imgui.get_content_region_avail().x
        wide = room - (AGAIN_WIDTH_PX + 8) * ui.scale if is_under_way else room
        imgui.push_style_var(imgui.StyleVar_.button_text_align, (0, 0.5))
        words = lesson.title
        if is_under_way:
            step = f"(step {done + 1} of {lesson.step_count})"
            words = f"Continue lesson {lesson.number} {step}"
        if draw_button(ui, words, f"lesson {mark}", wide=wide, on=is_under_way):
            begin(lesson)
        imgui.pop_style_var()
        if is_under_way:
            imgui.same_line()
            if draw_button(ui, "Start again", f"again {mark}", wide=AGAIN_WIDTH_PX * ui.scale):
                begin(lesson, is_new=True)
        content = lesson.entry.read().lesson
        state = f"{ICONS['ok']} Done. " if is_done else ""
        if is_under_way:
            state = f"{content.title}. "
        summary = content.summary
        imgui.push_style_color(imgui.Col_.text, DIM_COLOR)
        imgui.text_wrapped(f"{state}{summary[:1].upper()}{summary[1:]}")
        imgui.pop_style_color()
        ui.record_widget(f"state {mark}")
