"""What is still to be resolved: a stack of frozen frames, at most one open question on top.

A frame is one thing in progress (a turn, an activation, an attack, a slam). It goes through its steps in order; a step
may put other frames on top, which are resolved first. A question is a frame that waits for a player's action. The whole
stack is part of the state: a game can be saved, hashed and undone in the middle of an attack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import Event
from wc3d.engine.dice import Dice, DiceRecord, Die, Roll

END_STEP = "end"
"""The step after a frame's last: the frame is done."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing being resolved. `STEPS` are its steps, in order; `step` is the next one to be done."""

    STEPS: ClassVar[tuple[str, ...]] = ()
    step: str = ""

    def current_step(self) -> str:
        """The step that comes next: the first, before any was done."""
        return self.step or self.STEPS[0]

    def step_after(self, step: str) -> str:
        """The step after this one."""
        i = self.STEPS.index(step) + 1
        return self.STEPS[i] if i < len(self.STEPS) else END_STEP

    def seen_by(self, player: int | None) -> Frame:
        """The frame as a player may know it (None: a spectator)."""
        return self


@dataclass(frozen=True, slots=True)
class Question(Frame):
    """A frame that waits for an action of `player`."""

    STEPS: ClassVar[tuple[str, ...]] = ("asked",)
    player: int = 0


class HasAgenda(Protocol):
    """What the engine needs to know of a state."""

    @property
    def agenda(self) -> tuple[Frame, ...]: ...
    @property
    def drawn(self) -> int: ...


FrameT = TypeVar("FrameT", bound=Frame)
StepFunction = Callable[["Resolution", Any], "Frame | None"]


class StepRegistry(dict[tuple[type[Frame], str], StepFunction]):
    """What is done at each step of each kind of frame. Every rules set brings its own."""

    def step(self, kind: type[Frame], name: str) -> Callable[[StepFunction], StepFunction]:
        """Marks the function that does one step of a kind of frame. Raises ValueError for an unknown step, or one done already.

        It returns the frame changed (with another `step`, to go on there), or None to leave it and go on with the next step.
        """
        if name not in kind.STEPS or name == END_STEP:
            raise ValueError(f"{kind.__name__} has no step {name!r}")

        def mark(function: StepFunction) -> StepFunction:
            self.add_steps({(kind, name): function})
            return function

        return mark

    def add_steps(self, steps: Mapping[tuple[type[Frame], str], StepFunction]) -> None:
        """Add the steps of other rules. Raises ValueError for a step that is done already."""
        for (kind, name), function in steps.items():
            if (kind, name) in self:
                raise ValueError(f"step {name!r} of {kind.__name__} is done twice")
            self[kind, name] = function


class Resolution:
    """One action being resolved: the state so far, what has happened, and what was rolled.

    The only writer of states. `state` is always a complete frozen value; `emit` is how it changes. `steps` are the rules'.
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
        """What was drawn so far."""
        return DiceRecord(
            tuple(self.rolls), tuple(self.shuffles), tuple(getattr(self.dice, "links", ()))
        )

    def emit(self, event: Any) -> None:
        """Let an event happen."""
        self.state = event.evolve(self.state)
        self.events.append(event)
        self.revealed = self.revealed or event.reveals

    def roll(self, dice: tuple[Die, ...], player: int, purpose: str) -> tuple[int, ...]:
        """Roll dice; nothing is asked of anyone for an empty roll."""
        if not dice:
            return ()
        faces = self.dice.roll(Roll(dice, player, purpose), self.state.drawn)
        self.rolls.append(faces)
        self.state = replace_fields(self.state, drawn=self.state.drawn + len(dice))
        return faces

    def shuffle(self, count: int) -> tuple[int, ...]:
        """An order for so many cards."""
        order = self.dice.shuffle(count, self.state.drawn)
        self.shuffles.append(order)
        self.state = replace_fields(self.state, drawn=self.state.drawn + count)
        return order

    def push(self, *frames: Frame) -> None:
        """Put frames on the agenda; the first is resolved first."""
        self.state = replace_fields(self.state, agenda=self.state.agenda + tuple(reversed(frames)))

    def pop(self) -> Frame:
        """Take the top frame off (a question that has been answered)."""
        top: Frame = self.state.agenda[-1]
        self.state = replace_fields(self.state, agenda=self.state.agenda[:-1])
        return top

    def notify(self, news: Frame) -> None:
        """Let other rules know of something at once: their steps of this frame are done now, off the agenda."""
        for name in news.STEPS:
            self.steps[type(news), name](self, news)

    def find_frame(self, kind: type[FrameT]) -> FrameT | None:
        """The innermost frame of a kind, or None."""
        return find_frame(self.state, kind)

    def replace_frame(self, old: Frame, new: Frame | None) -> None:
        """Replace the topmost frame that is `old` by `new` (None: take it away)."""
        agenda = list(self.state.agenda)
        for i in range(len(agenda) - 1, -1, -1):
            if agenda[i] is old:
                agenda[i : i + 1] = [] if new is None else [new]
                self.state = replace_fields(self.state, agenda=tuple(agenda))
                return
        raise ValueError("no such frame on the agenda")

    def run(self) -> None:
        """Resolve until a question is open or nothing is left."""
        while self.state.agenda and not isinstance(self.state.agenda[-1], Question):
            self.run_step()

    def run_step(self) -> None:
        """One step of the frame on top of the agenda, which must be no question."""
        frame = self.state.agenda[-1]
        depth = len(self.state.agenda) - 1
        name = frame.current_step()
        changed = self.steps[type(frame), name](self, frame)
        agenda = self.state.agenda
        if depth >= len(agenda) or type(agenda[depth]) is not type(frame):
            return  # the step took its own frame away
        current = changed if changed is not None else agenda[depth]
        step = current.step_after(name) if current.current_step() == name else current.step
        if step != current.step and step != END_STEP:
            current = replace_fields(current, step=step)
        rest = () if step == END_STEP else (current,)
        self.state = replace_fields(self.state, agenda=agenda[:depth] + rest + agenda[depth + 1 :])


def find_frame(state: HasAgenda, kind: type[FrameT]) -> FrameT | None:
    """The innermost frame of a kind on a state's agenda, or None."""
    return next((f for f in reversed(state.agenda) if isinstance(f, kind)), None)


def find_open_question(state: HasAgenda) -> Question | None:
    """The open question, or None."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Question) else None
