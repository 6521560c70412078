"""The agenda: steps in order, what is pushed comes first, a question waits, and only frames of the type take their steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from wc3d.engine.actions import Event
from wc3d.engine.agenda import (
    END_STEP,
    Frame,
    Question,
    Resolution,
    StepRegistry,
    find_frame,
    find_open_question,
)
from wc3d.engine.dice import ScriptedDice

STEPS = StepRegistry()


@dataclass(frozen=True)
class Said:
    """A state that remembers what was said."""

    words: tuple[str, ...] = ()
    agenda: tuple[Frame, ...] = ()
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Word(Event):
    """Something is said."""

    word: str

    def evolve(self, state: Said) -> Said:
        return replace(state, words=(*state.words, self.word))


@dataclass(frozen=True, slots=True)
class Talk(Frame):
    """Says its name at each step."""

    STEPS = ("one", "two", "three")
    name: str = ""
    inner: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause(Question):
    """Waits."""


@dataclass(frozen=True, slots=True)
class Leaving(Frame):
    """Takes itself away."""

    STEPS = ("leave", "never")


@STEPS.step(Talk, "one")
def _one(r: Resolution, f: Talk) -> None:
    r.emit(Word(f"{f.name}1"))
    r.push(*f.inner)


@STEPS.step(Talk, "two")
def _two(r: Resolution, f: Talk) -> Talk | None:
    r.emit(Word(f"{f.name}2"))
    return replace(f, step=END_STEP) if f.name == "short" else replace(f, name=f.name.upper())


@STEPS.step(Talk, "three")
def _three(r: Resolution, f: Talk) -> None:
    r.emit(Word(f"{f.name}3"))


@STEPS.step(Leaving, "leave")
def _leave(r: Resolution, f: Leaving) -> None:
    r.replace_frame(f, None)


def run(*frames: Frame) -> Resolution:
    """Resolve frames, the first first."""
    r = Resolution(Said(), ScriptedDice(), STEPS)
    r.push(*frames)
    r.run()
    return r


def test_steps_come_in_order_and_a_frame_may_change_itself() -> None:
    assert run(Talk(name="a")).state.words == ("a1", "a2", "A3")
    assert run(Talk(name="short")).state.words == ("short1", "short2")
    assert run(Talk(name="a")).state.agenda == ()


def test_what_is_pushed_is_resolved_first_and_the_first_before_the_second() -> None:
    words = run(Talk(name="a", inner=(Talk(name="short"), Talk(name="b")))).state.words
    assert words == ("a1", "short1", "short2", "b1", "b2", "B3", "a2", "A3")


def test_a_question_waits_and_the_rest_goes_on_when_it_is_answered() -> None:
    r = run(Talk(name="a", inner=(Pause(player=2),)))
    assert find_open_question(r.state) == Pause(player=2) and r.state.words == ("a1",)
    assert find_frame(r.state, Talk) == Talk(name="a", inner=(Pause(player=2),), step="two")
    assert r.pop() == Pause(player=2)
    r.run()
    assert r.state.words == ("a1", "a2", "A3") and find_open_question(r.state) is None


def test_a_frame_may_take_itself_away() -> None:
    assert run(Leaving(), Talk(name="b")).state.words == ("b1", "b2", "B3")


def test_steps_that_do_not_exist_are_noticed() -> None:
    with pytest.raises(ValueError, match="Talk has no step 'four'"):
        STEPS.step(Talk, "four")
    with pytest.raises(ValueError, match="does not contain this frame"):
        run().replace_frame(Leaving(), None)


class Endless(Frame):
    """A frame with a step that would never be done."""

    STEPS: ClassVar[tuple[str, ...]] = ("one", "end")


def test_no_step_is_named_like_the_end_of_a_frame() -> None:
    with pytest.raises(ValueError, match="no step 'end'"):
        STEPS.step(Endless, "end")
