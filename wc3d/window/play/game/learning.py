"""The tutorial: a game screen with a card for the next step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.registry import load_first_game, playable_games, rules_of
from wc3d.ui.lesson import LessonPointer, LessonProgress
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.lesson_card import draw_lesson_card, draw_lesson_pointer
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.tag_layout import Rect

RING_RADIUS_IN, POINTER_MARGIN_PX = 0.6, 20.0
"""Radius in inches of the ring at a place to click, and margin in pixels of the frame."""
RING_RGB = (255, 209, 102)


def rules_with_lesson(rules: RuleSet) -> RuleSet:
    """Return these rules, or those of another game if these have no tutorial."""
    if load_first_game(rules) is not None:
        return rules
    return next((rules_of(entry.id) for entry in playable_games() if entry.first_game), rules)


def make_learning_screen(rules: RuleSet) -> LearningScreen:
    """Return a game's unsaved tutorial screen. Raises InputError without a tutorial."""
    begin = load_first_game(rules)
    if begin is None:
        raise InputError(f"{rules.title} has no guided first game")
    game, course, bots = begin()
    return LearningScreen(PlaySession(game, bots), course)


class LearningScreen(PlayScreen):
    """The screen of a game with a tutorial. `on_new` begins another game afterwards."""

    def __init__(self, session: PlaySession, course: LessonProgress) -> None:
        super().__init__(session)
        self.lesson_progress = course
        self.on_new: Callable[[], object] = lambda: None
        self.open = True
        session.next_prepared_action = course.next_answer
        self.play_panels.is_log_open = False  # the card takes its place

    def poll(self) -> bool:
        changed = super().poll()
        if self.measuring.is_target_fixed and self.measuring.report is not None:
            self.lesson_progress.record_tool(self.measuring.tool.value)
        turn_count = len(self.session.game.turns) - self.animation.waiting_actions
        return self.lesson_progress.sync(turn_count) or changed

    def on_lesson_button(self, mark: str) -> None:
        """Handle a button of the card."""
        if mark == "read":
            self.lesson_progress.finish_step()
        elif mark == "new":
            self.on_new()
        else:
            self.lesson_progress.is_abandoned, self.open = True, False
        self.window.request_redraw()

    # --- click targets

    def current_pointer(self) -> LessonPointer | None:
        """Return the click target or key of the current step: the first that is available."""
        step = self.lesson_progress.current_step if self.open else None
        if step is None:
            return None
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
            case "jumping":
                return bool(getattr(pending, "jumps", False))
            case kind:
                return type(find_open_question(self.controller.state)).__name__ == kind

    def _is_visible(self, pointer: LessonPointer) -> bool:
        return bool(pointer.key) or self._pointer_rect(pointer) is not None

    def _pointer_rect(self, pointer: LessonPointer) -> Rect | None:
        """Return the rectangle of a click target, or None if it is not visible."""
        if pointer.mark:
            rect: Rect | None = self.window.ui.widget_rects.get(pointer.mark)
            return rect
        place = pointer.at if pointer.at is not None else self._model_center(pointer.model)
        spot = self.window.project_to_pixel(place) if place is not None else None
        half = POINTER_MARGIN_PX * self.window.ui.scale
        return (
            (spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half)
            if spot is not None
            else None
        )

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
        if rect is not None and not self.play_panels.is_covering_table:
            draw_lesson_pointer(rect, self.grid.bar[3])
            ui.widget_rects["lesson shows"] = rect
        if pointer is not None and pointer.key:
            ui.widget_rects[f"lesson key {pointer.key}"] = (0.0, 0.0, 0.0, 0.0)

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
            page,
            self.on_lesson_button,
            at,
            column[2] - column[0],
        )
        self.play_panels.reserved_bottom_px = rect[3] - rect[1] if grid.has_left_column else 0.0
        return (rect,)
