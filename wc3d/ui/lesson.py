"""A lesson: a game that is played by the rules alone, with a card that says what to do now, one thing after another.

A lesson is data: what is told, which action or event it waits for, where to click, what the dice show meanwhile, and what the
other player does as long as that is allowed. Whoever does something else plays on; what can no longer be learned is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wc3d.engine.actions import Action, Event
from wc3d.engine.dice import DiceError, Roll, SeededDice, check_faces
from wc3d.engine.game import Game
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.maps.strict_json import StrictModel

LessonPattern = Mapping[str, Any]
"""An action by its type ({"action": "attack"}) or an event by its class ({"event": "Charged"}), and what it has."""


class LessonPointer(StrictModel):
    """Something to click: a widget by its mark, a model, or a place of the table; or the key of a command.

    `when` says when it is meant: with something in hand ("held"), with a jump in hand ("jumping"), while a measuring tool is
    taken ("measuring"), or while this kind of question is open ("CypherQuestion").
    """

    mark: str = ""
    model: str = ""
    at: XYZ | None = None
    key: str = ""
    when: str = ""


class LessonStep(StrictModel):
    """One thing to do. `until` is what it waits for (nothing: that it was read), or that a measuring `tool` is used; `over` is
    after what it can no longer be done. The first of `show` that there is now is shown. `dice` are the next rolls' faces."""

    id: str
    title: str
    words: str
    why: str = ""
    page: str = ""
    until: tuple[LessonPattern, ...] = ()
    over: tuple[LessonPattern, ...] = ()
    tool: str = ""
    show: tuple[LessonPointer, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()

    @property
    def is_read_only(self) -> bool:
        """Is it only to be read?"""
        return not self.until and not self.tool


class Lesson(StrictModel):
    """A lesson. `answers` are the other player's actions, one after another; where one is not allowed a bot decides instead."""

    title: str
    steps: tuple[LessonStep, ...]
    answers: tuple[Mapping[str, Any], ...] = ()
    player: int = 1
    seed: int = 0


class LessonProgress:
    """How far a lesson has got in a game. It is told what was read, taken in hand or skipped (`done`); the rest it finds in what
    has happened, so that taking back an action takes back what was learned by it."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.finished_step_ids: set[str] = set()
        self.is_abandoned = False
        self._chance = SeededDice(lesson.seed)
        self._rolled: dict[str, int] = {}
        self._drawn = 0
        self._at: tuple[int, bool] = (0, False)
        self._game: Game | None = None
        self._begun = 0

    def begin(self, game: Game) -> None:
        """The lesson begins here, in this game."""
        self._game, self._begun = game, len(game.turns)

    # --- where it is

    @property
    def completed_count(self) -> int:
        """How many steps are behind."""
        return self._at[0]

    @property
    def current_step(self) -> LessonStep | None:
        """What is to be done now; None at the end, or when the lesson was left."""
        steps = self.lesson.steps
        return (
            steps[self.completed_count]
            if self.completed_count < len(steps) and not self.is_abandoned
            else None
        )

    @property
    def was_last_step_missed(self) -> bool:
        """Was the last step passed over, as something else was done?"""
        return self._at[1]

    def sync(self, turn_count: int) -> bool:
        """Look at what has happened, as far as it has been shown (so many actions); True if the step is another one."""
        old_position, self._at = self._at, self._find_position(turn_count)
        return self._at != old_position

    def _find_position(self, turn_count: int | None = None) -> tuple[int, bool]:
        history = list(self._iter_history(turn_count))
        at, missed = 0, False
        for number, step in enumerate(self.lesson.steps):
            finish_index = next(
                (i for i in range(at, len(history)) if matches_any(step.until, history[i])), None
            )
            skip_index = next(
                (i for i in range(at, len(history)) if matches_any(step.over, history[i])), None
            )
            if finish_index is not None and (skip_index is None or finish_index <= skip_index):
                at, missed = finish_index + 1, False
            elif skip_index is not None:
                at, missed = skip_index, step.id not in self.finished_step_ids
            elif step.id in self.finished_step_ids:
                missed = False
            else:
                return number, missed
        return len(self.lesson.steps), False

    def _iter_history(self, turn_count: int | None) -> Iterator[Action | Event]:
        for turn in self._game.turns[self._begun : turn_count] if self._game is not None else ():
            yield turn.action
            yield from turn.events

    def finish_step(self) -> None:
        """What is shown was read, or is skipped."""
        if self.current_step is not None:
            self.finished_step_ids.add(self.current_step.id)

    def record_tool(self, tool: str) -> None:
        """A measuring tool was used."""
        if self.current_step is not None and tool and self.current_step.tool == tool:
            self.finish_step()

    # --- what is prepared

    def next_answer(self) -> Action | None:
        """The other player's next action as it is prepared; None where there is none, or it is not allowed."""
        game = self._game
        if game is None or self.is_abandoned or game.to_act in (None, self.lesson.player):
            return None
        count = sum(turn.action.player != self.lesson.player for turn in game.turns[self._begun :])
        if count >= len(self.lesson.answers):
            return None
        action = game.rules.read_action({"player": game.to_act, **self.lesson.answers[count]})
        return action if game.check(action) else None

    def roll_dice(self, roll: Roll) -> Sequence[int]:
        """What dice show: what is prepared for this step, where so many are rolled; else by chance."""
        number, steps = self._find_position()[0], self.lesson.steps
        step = steps[number] if number < len(steps) and not self.is_abandoned else None
        count = self._rolled.get(step.id, 0) if step is not None else 0
        if step is not None and count < len(step.dice):
            self._rolled[step.id] = count + 1
            try:
                return check_faces(roll, step.dice[count])
            except DiceError:  # something else is rolled than was thought of
                pass
        self._drawn += len(roll.dice)
        return self._chance.roll(roll, self._drawn)


def matches_any(patterns: Sequence[LessonPattern], entry: Action | Event) -> bool:
    """Is it what one of these describes?"""
    kind, name = (
        ("action", entry.type) if isinstance(entry, Action) else ("event", type(entry).__name__)
    )
    return any(
        pattern.get(kind) == name
        and all(
            getattr(entry, part, None) == value for part, value in pattern.items() if part != kind
        )
        for pattern in patterns
    )
