"""The agenda of unresolved work: a stack of frozen frames, with at most one open question on top.

A frame is one activity (a turn, an activation, an attack, a slam). It runs its steps in order. A
step may push other frames, which resolve first. A question is a frame that waits for a player's
action. The whole stack is part of the state, so a game can be saved, hashed and undone in the
middle of an attack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import Event
from wc3d.engine.dice import Dice, DiceRecord, Die, Roll
from wc3d.errors import require_result

END_STEP = "end"
"""The step after a frame's last: the frame is done."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An activity being resolved. `STEPS` are its steps in order; `step` is the next one."""

    STEPS: ClassVar[tuple[str, ...]] = ()
    step: str = ""

    def current_step(self) -> str:
        """Return the next step; at the beginning, the first."""
        return self.step or self.STEPS[0]

    def step_after(self, step: str) -> str:
        """Return the step after this one."""
        i = self.STEPS.index(step) + 1
        return self.STEPS[i] if i < len(self.STEPS) else END_STEP

    def seen_by(self, player: int | None) -> Frame:
        """Return the frame as a player may know it (None: a spectator)."""
        return self


@dataclass(frozen=True, slots=True)
class Question(Frame):
    """A frame that waits for an action of `player`."""

    STEPS: ClassVar[tuple[str, ...]] = ("asked",)
    player: int = 0


class HasAgenda(Protocol):
    """The parts of a state that the engine uses."""

    @property
    def agenda(self) -> tuple[Frame, ...]: ...
    @property
    def drawn(self) -> int: ...


FrameT = TypeVar("FrameT", bound=Frame)
StepFunction = Callable[["Resolution", Any], "Frame | None"]


class StepRegistry(dict[tuple[type[Frame], str], StepFunction]):
    """The functions for each step of each kind of frame. Every rules set has its own."""

    def step(self, kind: type[Frame], name: str) -> Callable[[StepFunction], StepFunction]:
        """Register the function for a frame's step. Raises ValueError for an unknown or duplicate
        step.

        The function returns the changed frame (with another `step`, to continue there), or None to
        go to the next step.
        """
        if name not in kind.STEPS or name == END_STEP:
            raise ValueError(f"{kind.__name__} has no step {name!r}")

        def mark(function: StepFunction) -> StepFunction:
            self.add_steps({(kind, name): function})
            return function

        return mark

    def add_steps(self, steps: Mapping[tuple[type[Frame], str], StepFunction]) -> None:
        """Add the steps of other rules. Raises ValueError for a duplicate step."""
        for (kind, name), function in steps.items():
            if (kind, name) in self:
                raise ValueError(f"step {name!r} of {kind.__name__} is registered twice")
            self[kind, name] = function


class Resolution:
    """An action being resolved: the current state, the events and the rolls.

    Only this class writes states. `state` is always a complete frozen value; `emit` changes it.
    `steps` are the rules'.
    """

    def __init__(self, state: Any, dice: Dice, steps: StepRegistry) -> None:
        self.state = state
        self.dice = dice
        self.steps = steps
        self.events: list[Event] = []
        self.rolls: list[tuple[int, ...]] = []
        self.shuffles: list[tuple[int, ...]] = []
        self.revealed = False

    @property
    def drawn(self) -> DiceRecord:
        """The rolls and shuffles made in this resolution."""
        return DiceRecord(
            tuple(self.rolls), tuple(self.shuffles), tuple(getattr(self.dice, "links", ()))
        )

    def emit(self, event: Any) -> None:
        """Apply and record an event."""
        state = event.evolve(self.state)
        if not isinstance(state, type(self.state)):
            expected = f"a {type(self.state).__name__}"
            require_result(type(event).evolve, state, False, expected)
        self.state = state
        self.events.append(event)
        self.revealed = self.revealed or event.reveals

    def roll(self, dice: tuple[Die, ...], player: int, purpose: str) -> tuple[int, ...]:
        """Roll dice. An empty roll needs no dice."""
        if not dice:
            return ()
        faces = self.dice.roll(Roll(dice, player, purpose), self.state.drawn)
        self.rolls.append(faces)
        self.state = replace_fields(self.state, drawn=self.state.drawn + len(dice))
        return faces

    def shuffle(self, count: int) -> tuple[int, ...]:
        """Return a random order of `count` cards."""
        order = self.dice.shuffle(count, self.state.drawn)
        self.shuffles.append(order)
        self.state = replace_fields(self.state, drawn=self.state.drawn + count)
        return order

    def push(self, *frames: Frame) -> None:
        """Push frames on the agenda; the first is resolved first."""
        self.state = replace_fields(self.state, agenda=self.state.agenda + tuple(reversed(frames)))

    def pop(self) -> Frame:
        """Pop the top frame (an answered question)."""
        top: Frame = self.state.agenda[-1]
        self.state = replace_fields(self.state, agenda=self.state.agenda[:-1])
        return top

    def notify(self, news: Frame) -> None:
        """Run other rules' steps of the frame `news` at once, off the agenda."""
        for name in news.STEPS:
            self.steps[type(news), name](self, news)

    def find_frame(self, kind: type[FrameT]) -> FrameT | None:
        """Return the innermost frame of a kind, or None."""
        return find_frame(self.state, kind)

    def replace_frame(self, old: Frame, new: Frame | None) -> None:
        """Replace the topmost frame equal to `old` with `new` (None removes it)."""
        agenda = list(self.state.agenda)
        for i in range(len(agenda) - 1, -1, -1):
            if agenda[i] is old:
                agenda[i : i + 1] = [] if new is None else [new]
                self.state = replace_fields(self.state, agenda=tuple(agenda))
                return
        raise ValueError("the agenda does not contain this frame")

    def update_frame(self, kind: type[Frame], **changes: Any) -> None:
        """Update the innermost frame of a kind, if there is one."""
        frame = self.find_frame(kind)
        if frame is not None:
            self.replace_frame(frame, replace_fields(frame, **changes))

    def run(self) -> None:
        """Resolve frames until a question is open or the agenda is empty."""
        while self.state.agenda and not isinstance(self.state.agenda[-1], Question):
            self.run_step()

    def run_step(self) -> None:
        """Run one step of the top frame, which must not be a question."""
        frame = self.state.agenda[-1]
        depth = len(self.state.agenda) - 1
        name = frame.current_step()
        changed = self.steps[type(frame), name](self, frame)
        if changed is not None and not isinstance(changed, Frame):
            require_result(self.steps[type(frame), name], changed, False, "a Frame or None")
        agenda = self.state.agenda
        if depth >= len(agenda) or type(agenda[depth]) is not type(frame):
            return  # the step removed its own frame
        current = changed if changed is not None else agenda[depth]
        step = current.step_after(name) if current.current_step() == name else current.step
        if step != current.step and step != END_STEP:
            current = replace_fields(current, step=step)
        rest = () if step == END_STEP else (current,)
        self.state = replace_fields(self.state, agenda=agenda[:depth] + rest + agenda[depth + 1 :])


def find_frame(state: HasAgenda, kind: type[FrameT]) -> FrameT | None:
    """Return the innermost frame of a kind on a state's agenda, or None."""
    for frame in reversed(state.agenda):
        if isinstance(frame, kind):
            return frame
    return None


def find_open_question(state: HasAgenda) -> Question | None:
    """Return the open question, or None."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Question) else None
