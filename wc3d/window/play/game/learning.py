"""A game in which one learns to play: the screen of a game, with a card that says what to do now."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import question
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.panda.board import Board
from wc3d.presentation.evidence_view import XYZ
from wc3d.registry import first_game, playable, rules_of
from wc3d.ui.lesson import LessonCourse, Pointer
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.panel_sizes import BAR, LEFT
from wc3d.window.play.game.lesson_card import draw_card, draw_pointer
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import EDGE

RADIUS, AROUND = 0.6, 20.0
"""Of the ring at a place to be clicked, in inches; of the frame around a place or a model, in pixels."""
RING = (255, 209, 102)


def taught_rules(rules: RuleSet) -> RuleSet:
    """The rules one learns by: these, or those of another game where these have no first game."""
    if first_game(rules) is not None:
        return rules
    return next((rules_of(entry.id) for entry in playable() if entry.first_game), rules)


def learning_screen(rules: RuleSet) -> LearningScreen:
    """The screen of a game's first game, which is kept in no file. Raises InputError where there is none."""
    begin = first_game(rules)
    if begin is None:
        raise InputError(f"{rules.title} has no guided first game")
    game, course, bots = begin()
    return LearningScreen(PlaySession(game, bots), course)


class LearningScreen(PlayScreen):
    """The screen of a game with a lesson. `on_new` begins another game when the lesson is over."""

    def __init__(self, session: PlaySession, course: LessonCourse) -> None:
        super().__init__(session)
        self.course = course
        self.on_new: Callable[[], object] = lambda: None
        self.open = True
        session.prepared = course.answer
        self.layout.log_open = False  # the card lies there

    def poll(self) -> bool:
        changed = super().poll()
        if self.measuring.fixed and self.measuring.report is not None:
            self.course.took(self.measuring.tool.value)
        turn_count = len(self.session.game.turns) - self.staging.ahead
        return self.course.follow(turn_count) or changed

    def press_lesson(self, mark: str) -> None:
        """A button of the card was pressed."""
        if mark == "read":
            self.course.finish()
        elif mark == "new":
            self.on_new()
        else:
            self.course.left, self.open = True, False
        self.window.dirty()

    # --- where to click

    def pointer(self) -> Pointer | None:
        """Where to click now, or the key to press: the first of what the step shows that is there."""
        step = self.course.step if self.open else None
        if step is None:
            return None
        if self.staging.busy:  # what the step asks for is being shown, or what came before it
            return next((pointer for pointer in step.show if pointer.mark == "go on" and self._is_there(pointer)), None)
        if self.measuring.active and not step.tool:
            return Pointer(mark=self.measuring.tool.value)
        return next((pointer for pointer in step.show if self._meant(pointer) and self._is_there(pointer)), None)

    def _meant(self, pointer: Pointer) -> bool:
        pending = self.interaction.pending
        match pointer.when:
            case "":
                return pointer.at is None or pending is not None
            case "held":
                return pending is not None
            case "measuring":
                return self.measuring.active
            case "jumping":
                return bool(getattr(pending, "jumps", False))
            case kind:
                return type(question(self.interaction.state)).__name__ == kind

    def _is_there(self, pointer: Pointer) -> bool:
        return bool(pointer.key) or self._rect(pointer) is not None

    def _rect(self, pointer: Pointer) -> Rect | None:
        """The pixels of what is to be clicked; None if it is not to be seen."""
        if pointer.mark:
            rect: Rect | None = self.window.ui.marks.get(pointer.mark)
            return rect
        place = pointer.at if pointer.at is not None else self._middle_of(pointer.model)
        spot = self.window.project(place) if place is not None else None
        half = AROUND * self.window.ui.scale
        return (spot[0] - half, spot[1] - half, spot[0] + half, spot[1] + half) if spot is not None else None

    def _middle_of(self, model: str) -> XYZ | None:
        body = next((body for body in self.table.bodies if body.id == model), None)
        return (*body.at[:2], body.at[2] + body.height / 2) if body is not None else None

    # --- what is drawn

    def shown(self) -> object:
        pointer = self.pointer()
        return super().shown(), pointer.at if pointer is not None else None

    def draw_marks(self, board: Board) -> None:
        super().draw_marks(board)
        pointer = self.pointer()
        if pointer is not None and pointer.at is not None:
            x, y, z = pointer.at
            board.ring((x, y), RADIUS, z + 0.05, RING, 4.0)

    def panels(self, ui: Any) -> None:
        super().panels(ui)
        pointer = self.pointer()
        rect = self._rect(pointer) if pointer is not None else None
        if rect is not None and not (self.layout.menu_open or self.layout.score_open):
            draw_pointer(rect, BAR * ui.scale)
            ui.marks["lesson shows"] = rect
        if pointer is not None and pointer.key:
            ui.marks[f"lesson key {pointer.key}"] = (0.0, 0.0, 0.0, 0.0)

    def _draw_labels(self, ui: Any, covered: Sequence[Rect]) -> None:
        super()._draw_labels(ui, (*covered, *self._card(ui)))

    def _card(self, ui: Any) -> tuple[Rect, ...]:
        """Draw the card; what it covers."""
        if not self.open:
            self.layout.kept = 0.0
            return ()
        rules, state = self.rules, self.interaction.state
        left, *_, bottom = self.free_room()
        at = (left, bottom) if self.layout.log_open else (EDGE, ui.io.display_size.y - EDGE)
        points = "; ".join(rules.points(state)) or ", ".join(rules.player_names(state))
        page = lambda number: rules.page_of(Verdict(False, page=number))  # noqa: E731
        rect = draw_card(ui, self.course, points, page, self.press_lesson, at, LEFT * ui.scale)
        self.layout.kept = rect[3] - rect[1]
        return (rect,)
