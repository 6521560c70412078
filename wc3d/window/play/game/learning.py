"""The lessons: a game screen with a card for the next step. Lessons are saved and continue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.engine.replay import UNFINISHED_TEXT, recover
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.registry import load_lessons
from wc3d.ui.lesson import LessonPointer
from wc3d.ui.lesson_file import LessonEntry, LessonGame
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.lesson_card import draw_lesson_card, draw_lesson_pointer
from wc3d.window.play.game.lesson_memory import (
    SavedLesson,
    load_saved_lessons,
    new_lesson_path,
    write_saved_lesson,
)
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import WINDOW_MARGIN_PX
from wc3d.window.shell.window_memory import remember_file

RING_RADIUS_IN, POINTER_MARGIN_PX = 0.6, 20.0
"""Radius in inches of the ring at a place to click, and margin in pixels of the frame."""
RING_RGB = (255, 209, 102)


@dataclass(frozen=True)
class NumberedLesson:
    """A lesson of a game with its number, from 1."""

    rules: RuleSet
    number: int
    entry: LessonEntry

    @property
    def title(self) -> str:
        """The number and the title."""
        return f"Lesson {self.number}: {self.entry.read().lesson.title}"

    @property
    def step_count(self) -> int:
        """The number of steps."""
        return len(self.entry.read().lesson.steps)

    def following(self) -> NumberedLesson | None:
        """Return the next lesson of the game, None after the last."""
        lessons = list_lessons(self.rules)
        return lessons[self.number] if self.number < len(lessons) else None

    def find_saved(self, saved: Iterable[SavedLesson]) -> SavedLesson | None:
        """Return the progress of this lesson, None if it was not begun."""
        key = (self.rules.name, self.entry.id)
        return next((s for s in saved if (s.game, s.lesson) == key), None)


def list_lessons(rules: RuleSet) -> tuple[NumberedLesson, ...]:
    """Return the lessons of a game, the easiest first."""
    return tuple(NumberedLesson(rules, i, entry) for i, entry in enumerate(load_lessons(rules), 1))


def select_lesson(rules: RuleSet, number: int) -> NumberedLesson:
    """Return a lesson of a game by its number. Raises InputError if there is none."""
    lessons = list_lessons(rules)
    if not lessons:
        raise InputError(f"{rules.title} has no lessons")
    if not 1 <= number <= len(lessons):
        raise InputError(f"{rules.title} has lessons 1 to {len(lessons)}, not {number}")
    return lessons[number - 1]


def open_lesson(lesson: NumberedLesson, *, is_new: bool = False) -> LearningScreen:
    """Return the screen of a lesson: where it was left, or at its beginning if it is new or done.

    A damaged file makes it begin again, and the screen says so.
    """
    warning = ""
    try:
        saved = None if is_new else lesson.find_saved(load_saved_lessons())
        if saved is not None and saved.completed < lesson.step_count:
            return LearningScreen(lesson, _resume(lesson, saved), Path(saved.file))
    except InputError as error:
        warning = f"{error}; the lesson begins again"
    try:
        path = new_lesson_path(lesson.rules.name, lesson.entry.id)
    except OSError as error:
        warning = f"this lesson is not saved: no file can be made for it ({error.strerror})"
        path = None
    screen = LearningScreen(lesson, lesson.entry.begin(), path)
    screen.warning = warning
    return screen


def _resume(lesson: NumberedLesson, saved: SavedLesson) -> LessonGame:
    """Return the game of a saved lesson. Raises InputError for a damaged file.

    An action whose line is unfinished, as the program stopped while writing it, is left out.
    """
    path = Path(saved.file)
    game, damage = recover(path, lesson.rules.rebuild)
    if damage and not damage.endswith(UNFINISHED_TEXT):
        raise InputError(damage)
    return lesson.entry.resume(game, saved.finished)


class LearningScreen(PlayScreen):
    """The screen of a lesson's game, saved in the file `path`. `on_new` begins another game."""

    def __init__(self, lesson: NumberedLesson, begun: LessonGame, path: Path | None = None) -> None:
        session = PlaySession(begun.game, begun.bots, path=path)
        super().__init__(session)
        self.lesson = lesson
        self.following = lesson.following()
        self.lesson_progress = begun.progress
        self.on_new: Callable[[], object] = lambda: None
        self.open = True
        self.is_card_folded = True
        """Whether the card is folded where it lies over the table."""
        self.warning = ""
        self._saved: tuple[frozenset[str], int] | None = None
        session.next_prepared_action = begun.progress.next_answer
        self.play_panels.is_log_open = False  # the card takes its place

    def on_show(self) -> None:
        super().on_show()
        if self.warning:
            self.show_error(self.warning)
            self.warning = ""
        self._save_progress()

    def _save_progress(self) -> None:
        """Write the progress if it has changed and the game is saved."""
        if self.session.path is None:
            return
        progress = self.lesson_progress
        finished, completed = frozenset(progress.finished_step_ids), progress.completed_count
        if (finished, completed) == self._saved:
            return
        self._saved = finished, completed
        saved = SavedLesson(
            game=self.rules.name,
            lesson=self.lesson.entry.id,
            file=str(self.session.path),
            finished=tuple(sorted(finished)),
            completed=completed,
        )
        try:
            write_saved_lesson(saved)
        except OSError as error:
            self.show_error(f"the progress of the lesson cannot be saved ({error.strerror})")

    def poll(self) -> bool:
        changed = super().poll()
        if self.measuring.is_target_fixed and self.measuring.report is not None:
            self.lesson_progress.record_tool(self.measuring.tool.value)
        turn_count = len(self.session.game.turns) - self.animation.waiting_actions
        changed = self.lesson_progress.sync(turn_count) or changed
        self._save_progress()
        return changed

    def on_lesson_button(self, mark: str) -> None:
        """Handle a button of the card."""
        if mark == "read":
            self.lesson_progress.finish_step()
        elif mark == "fold":
            self.is_card_folded = not self.is_card_folded
        elif mark == "new":
            self.on_new()
        elif mark == "next":
            self._open_next()
        else:
            self.lesson_progress.is_abandoned, self.open = True, False
            if self.session.path is not None:
                remember_file(self.session.path, "game")
        self.window.request_redraw()

    def _open_next(self) -> None:
        """Show the next lesson of the game."""
        if self.following is not None:
            screen = open_lesson(self.following)
            screen.on_leave = self.on_leave
            screen.on_new = self.on_new
            self.window.show_screen(screen)

    # --- click targets

    def current_pointer(self) -> LessonPointer | None:
        """Return the click target or key of the current step: the first that is available."""
        step = self.lesson_progress.current_step if self.open else None
        if step is None:
            return None
        if self.play_panels.round_card is not None:
            return LessonPointer(mark="close round")
        if self.animation.is_busy:  # the step or an earlier event is being shown
            return next(
                (
                    pointer
                    for pointer in step.show
                    if pointer.mark == "go on" and self._is_visible(pointer)
                ),
                None,
            )
        if self.measuring.is_active and not step.tool:
            return LessonPointer(mark=self.measuring.tool.value)
        return next(
            (
                pointer
                for pointer in step.show
                if self._applies(pointer) and self._is_visible(pointer)
            ),
            None,
        )

    def _applies(self, pointer: LessonPointer) -> bool:
        pending = self.controller.pending
        match pointer.when:
            case "":
                return pointer.at is None or pending is not None
            case "held":
                return pending is not None
            case "measuring":
                return self.measuring.is_active
            case "ready":
                return pending is not None and pending.is_ready
            case "placed":
                return pending is not None and pending.is_placed
            case "aiming":
                return bool(self.controller.aimed_items)
            case "jumping":
                return bool(getattr(pending, "jumps", False))
            case kind:
                return type(find_open_question(self.controller.state)).__name__ == kind

    def _is_visible(self, pointer: LessonPointer) -> bool:
        return bool(pointer.key) or self._pointer_rect(pointer) is not None

    def _pointer_rect(self, pointer: LessonPointer) -> Rect | None:
        """Return the rectangle of a click target, or None if it is not visible."""
        if pointer.mark or pointer.card:
            mark = pointer.mark or self._card_mark(pointer.card)
            rect: Rect | None = self.window.ui.widget_rects.get(mark)
            return rect
        place = pointer.at if pointer.at is not None else self._model_center(pointer.model)
        spot = self.window.project_to_pixel(place) if place is not None else None
        half = POINTER_MARGIN_PX * self.window.ui.scale
        return (
            (spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half)
            if spot is not None
            else None
        )

    def _card_mark(self, card: str) -> str:
        """Return the mark of a card in hand, "" if it is not there."""
        viewer = self.session.viewer
        hand = self.controller.hooks.hand_cards(self.controller.context, viewer) if viewer else ()
        return next((f"card {i}" for i, held in enumerate(hand) if held.id == card), "")

    def _model_center(self, model: str) -> XYZ | None:
        body = next((body for body in self.table.bodies if body.id == model), None)
        return (*body.at[:2], body.at[2] + body.height / 2) if body is not None else None

    # --- drawing

    def marks_key(self) -> object:
        pointer = self.current_pointer()
        return super().marks_key(), pointer.at if pointer is not None else None

    def draw_marks(self, board: TableScene) -> None:
        super().draw_marks(board)
        pointer = self.current_pointer()
        if pointer is not None and pointer.at is not None:
            x, y, z = pointer.at
            board.draw_ring((x, y), RING_RADIUS_IN, z + 0.05, RING_RGB, 4.0)

    def draw_panels(self, ui: Any) -> None:
        super().draw_panels(ui)
        pointer = self.current_pointer()
        rect = self._pointer_rect(pointer) if pointer is not None else None
        panels = self.play_panels
        is_covered = panels.is_covering_table and panels.round_card is None
        if rect is not None and not is_covered:
            draw_lesson_pointer(rect, self.grid.bar[3])
            ui.widget_rects["lesson shows"] = rect
        if pointer is not None and pointer.key:
            ui.widget_rects[f"lesson key {pointer.key}"] = (0.0, 0.0, 0.0, 0.0)

    def message_rect(self) -> Rect:
        left, top, right, bottom = super().message_rect()
        card = self.window.ui.widget_rects.get("lesson")
        if card is not None and not self.grid.has_left_column:
            bottom = min(bottom, card[1] - WINDOW_MARGIN_PX)
        return left, top, right, bottom

    def _draw_labels(self, ui: Any, covered: Sequence[Rect]) -> None:
        super()._draw_labels(ui, (*covered, *self._draw_card(ui)))

    def _draw_card(self, ui: Any) -> tuple[Rect, ...]:
        """Draw the card, and return the rectangles it covers."""
        if not self.open:
            self.play_panels.reserved_bottom_px = 0.0
            return ()
        rules = self.rules
        state = self.controller.state
        grid = self.grid
        column = grid.left_upper if grid.has_left_column else grid.table
        at = column[0], grid.left_lower[3] if grid.has_left_column else column[3]
        points = "; ".join(rules.text.point_lines(state)) or ", ".join(
            rules.text.player_names(state)
        )
        page = lambda number: rules.text.refusal_page(Verdict(False, page=number))  # noqa: E731
        rect = draw_lesson_card(
            ui,
            self.lesson_progress,
            points,
            self.following.title if self.following is not None else "",
            page,
            self.on_lesson_button,
            at,
            (column[2] - column[0], at[1] - column[1]),
            None if grid.has_left_column else self.is_card_folded,
        )
        self.play_panels.reserved_bottom_px = rect[3] - rect[1] if grid.has_left_column else 0.0
        return (rect,)
