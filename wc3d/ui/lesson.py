"""Lessons: a normal game with a card that explains each step.

A lesson is data: steps with texts, pointers, prepared dice and the events that end them, and
actions for the opponent, used while legal. A player who does something else plays on, and the
lesson skips steps that are no longer possible. `wc3d.ui.lesson_file` begins a lesson's game.
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
"""An action type ({"action": "attack"}) or event class ({"event": "Charged"}), with fields."""


class LessonPointer(StrictModel):
    """A place to click: a widget by its `mark`, a `card` in hand, a model, a point of the table, or
    a command's key.

    `when` limits the pointer to a situation: a pending action ("held"), which is legal as it is
    ("ready") or waits for a direction ("placed"), a pending jump ("jumping"), a chosen action
    without its target ("aiming"), an active measuring tool ("measuring"), or an open question
    ("CypherQuestion").
    """

    mark: str = ""
    card: str = ""
    model: str = ""
    at: XYZ | None = None
    key: str = ""
    when: str = ""


class LessonStep(StrictModel):
    """A step of a lesson. It ends at an `until` pattern, when a `tool` is used, or when it is
    read.

    It waits for the pattern as many `times` as that. An `over` pattern makes it impossible. A step
    to read tells what happened in the step `after` which it comes, and is left out if that was
    skipped. The first available pointer of `show` is displayed. `dice` are the faces of the next
    rolls.
    """

    id: str
    title: str
    words: str
    why: str = ""
    page: str = ""
    until: tuple[LessonPattern, ...] = ()
    times: int = 1
    over: tuple[LessonPattern, ...] = ()
    after: str = ""
    tool: str = ""
    show: tuple[LessonPointer, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()

    @property
    def is_read_only(self) -> bool:
        """Return whether the step only needs to be read."""
        return not self.until and not self.tool


class Lesson(StrictModel):
    """A lesson. `answers` are the opponent's actions in order; a bot replaces an illegal one.

    `summary` is its content in a line, and `closing` the words at its end.
    """

    title: str
    summary: str = ""
    closing: str = ""
    steps: tuple[LessonStep, ...]
    answers: tuple[Mapping[str, Any], ...] = ()
    player: int = 1


class LessonProgress:
    """The progress of a lesson in a game. `finished_step_ids` are read or skipped steps.

    The rest follows from the game's history, so that an undo also takes back the progress.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.finished_step_ids: set[str] = set()
        self.is_abandoned = False
        self._rolled: dict[str, int] = {}
        self._at: tuple[int, bool] = (0, False)
        self._game: Game | None = None
        self._begun = 0

    def begin(self, game: Game) -> None:
        """Begin the lesson after the game's inherited actions, its opening.

        Later actions are those of a saved lesson: their rolls have used up prepared dice.
        """
        self._game = game
        self._begun = game.inherited_count
        for number in range(self._begun, len(game.turns)):
            step = self._step_with_dice(number)
            if step is not None:
                count = len(game.turns[number].drawn.rolls)
                self._rolled[step.id] = self._rolled.get(step.id, 0) + count
        self.sync(len(game.turns))

    # --- Progress

    @property
    def completed_count(self) -> int:
        """The number of completed steps."""
        return self._at[0]

    @property
    def current_step(self) -> LessonStep | None:
        """The current step, None at the end or after the player left the lesson."""
        steps = self.lesson.steps
        return (
            steps[self.completed_count]
            if self.completed_count < len(steps) and not self.is_abandoned
            else None
        )

    @property
    def was_last_step_missed(self) -> bool:
        """Return whether the last step was skipped because the player did something else."""
        return self._at[1]

    def sync(self, turn_count: int) -> bool:
        """Update the progress from the first `turn_count` actions. Return whether it changed."""
        old_position = self._at
        self._at = self._find_position(turn_count)
        return self._at != old_position

    def _find_position(
        self, turn_count: int | None = None, *, is_all_read: bool = False
    ) -> tuple[int, bool]:
        """Return the number of the current step, and whether the last step was missed.

        With `is_all_read` no step waits for its reader.
        """
        history = list(self._iter_history(turn_count))
        at = 0
        missed = False
        done_ids = {""}
        for number, step in enumerate(self.lesson.steps):
            if step.after not in done_ids:
                continue
            matches = [i for i in range(at, len(history)) if matches_any(step.until, history[i])]
            finish_index = matches[step.times - 1] if len(matches) >= step.times else None
            skip_index = next(
                (i for i in range(at, len(history)) if matches_any(step.over, history[i])), None
            )
            if finish_index is not None and (skip_index is None or finish_index <= skip_index):
                at = finish_index + 1
                missed = False
                done_ids.add(step.id)
            elif skip_index is not None:
                at = skip_index
                missed = step.id not in self.finished_step_ids
            elif step.id in self.finished_step_ids or (is_all_read and step.is_read_only):
                missed = False
            else:
                return number, missed
        return len(self.lesson.steps), False

    def _iter_history(self, turn_count: int | None) -> Iterator[Action | Event]:
        for turn in self._game.turns[self._begun : turn_count] if self._game is not None else ():
            yield turn.action
            yield from turn.events

    def finish_step(self) -> None:
        """Mark the current step as read or skipped."""
        if self.current_step is not None:
            self.finished_step_ids.add(self.current_step.id)

    def record_tool(self, tool: str) -> None:
        """Finish the current step if it waits for this measuring tool."""
        if self.current_step is not None and tool and self.current_step.tool == tool:
            self.finish_step()

    # --- Prepared actions and dice

    def next_answer(self) -> Action | None:
        """Return the opponent's next prepared action, None if it is missing or illegal."""
        game = self._game
        if game is None or self.is_abandoned or game.to_act in (None, self.lesson.player):
            return None
        count = sum(turn.action.player != self.lesson.player for turn in game.turns[self._begun :])
        if count >= len(self.lesson.answers):
            return None
        action = game.rules.play.read_action({"player": game.to_act, **self.lesson.answers[count]})
        return action if game.check(action) else None

    def prepared_faces(self, roll: Roll) -> tuple[int, ...] | None:
        """Return the next prepared faces, None if there are none or they do not fit the roll."""
        step = self._step_with_dice() if not self.is_abandoned else None
        count = self._rolled.get(step.id, 0) if step is not None else 0
        if step is None or count >= len(step.dice) or not roll.dice:
            return None
        self._rolled[step.id] = count + 1
        try:
            return check_faces(roll, step.dice[count])
        except DiceError:  # the lesson did not expect this roll
            return None

    def _step_with_dice(self, turn_count: int | None = None) -> LessonStep | None:
        """Return the step whose dice are rolled next, even if an earlier one is not read yet."""
        number = self._find_position(turn_count, is_all_read=True)[0]
        return self.lesson.steps[number] if number < len(self.lesson.steps) else None


class LessonDice(SeededDice):
    """Seeded dice that show a lesson's prepared faces first."""

    def __init__(self, seed: int, progress: LessonProgress) -> None:
        super().__init__(seed)
        self.progress = progress

    def roll(self, roll: Roll, number: int) -> tuple[int, ...]:
        """Return the prepared faces of the roll, otherwise those of the seed."""
        faces = self.progress.prepared_faces(roll)
        return faces if faces is not None else super().roll(roll, number)


def matches_any(patterns: Sequence[LessonPattern], entry: Action | Event) -> bool:
    """Return whether an action or an event matches one of the patterns."""
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
