"""The queue and its clock: what is shown when, what is skipped, how fast, and that nothing is told before its turn."""

from typing import Any

import pytest

from tests.conformance.games import CASES, Case, play_at_random
from wc3d.animation.queue import DICE_LINGER_S, SPEEDS, AnimationQueue
from wc3d.animation.steps import AnimationKind
from wc3d.engine.actions import Event
from wc3d.engine.game import Game


class Clock:
    """A time that tests turn on."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class Watched:
    """A staging of a game, with all that it told."""

    def __init__(self, case: Case, game: Game, speed: float = 1.0) -> None:
        self.clock = Clock()
        self.heard = list[tuple[Event, int]]()
        self.rested = list[tuple[int, bool]]()
        self.case = case
        self.game = game
        self.staging = AnimationQueue(
            case.rules,
            game.turns[0].state_before,
            speed=speed,
            now=self.clock,
            heard=lambda e, done: self.heard.append((e, done)),
            rested=lambda done, all_shown: self.rested.append((done, all_shown)),
        )

    def feed(self, first: int, last: int) -> None:
        for done in range(first, min(last, len(self.game.turns))):
            turn = self.game.turns[done]
            self.staging.add(turn.state_before, turn.events, turn.state_after, done + 1)

    def run(self, step: float = 0.1) -> int:
        """Let the time go on until everything has been shown; how many steps it took."""
        steps = 0
        while self.staging.is_busy:
            self.clock.time += step
            self.staging.poll()
            steps += 1
        return steps


@pytest.fixture(params=CASES, ids=str)
def watched(request: pytest.FixtureRequest) -> Watched:
    case: Case = request.param
    return Watched(case, play_at_random(case.new(case.seed), case.seed, 120))


def events_of(watched: Watched, last: int) -> list[tuple[Event, int]]:
    return [
        (event, done)
        for done, turn in enumerate(watched.game.turns[:last], 1)
        for event in turn.events
    ]


def test_every_event_is_told_once_in_its_order_and_the_state_is_never_ahead(
    watched: Watched,
) -> None:
    last = len(watched.game.turns)
    watched.feed(0, last)
    rules = watched.case.rules
    everything = events_of(watched, last)
    assert watched.staging.is_busy and len(watched.heard) < len(everything)
    while watched.staging.is_busy:
        told = len(watched.heard)
        assert watched.heard == everything[:told]
        turn = watched.game.turns[len(watched.rested)]
        shown = turn.state_before
        for event in turn.events[
            : told - sum(len(t.events) for t in watched.game.turns[: len(watched.rested)])
        ]:
            shown = event.evolve(shown)
        assert rules.play.digest(watched.staging.state) == rules.play.digest(shown)
        watched.clock.time += 0.15
        watched.staging.poll()
    assert (
        watched.heard == everything
        and watched.staging.state is watched.game.turns[last - 1].state_after
    )
    assert [done for done, _ in watched.rested] == list(range(1, last + 1)) and watched.rested[
        -1
    ] == (last, True)


def test_with_no_speed_everything_is_shown_at_once_and_the_dice_lie_for_a_while(
    watched: Watched,
) -> None:
    watched.staging.set_speed(0)
    last = 1 + next(n for n, turn in enumerate(watched.game.turns) if turn.drawn.rolls)
    watched.feed(0, last)
    assert not watched.staging.is_busy and watched.heard == events_of(watched, last)
    assert watched.staging.rolls and not watched.staging.poll()
    watched.clock.time += DICE_LINGER_S + 0.1
    assert watched.staging.poll() and not watched.staging.rolls and not watched.staging.poll()


def test_one_thing_is_skipped_at_a_time_and_then_everything(watched: Watched) -> None:
    watched.feed(0, len(watched.game.turns))
    step: Any = watched.staging.current_step
    ahead = watched.staging.waiting_actions
    assert watched.staging.skip_group()
    after = watched.staging.current_step
    assert after is not None and (
        watched.staging.waiting_actions < ahead or after.group_number != step.thing
    )
    assert watched.staging.skip_all() and not watched.staging.is_busy
    assert not watched.staging.skip_all() and not watched.staging.skip_group()
    assert watched.heard == events_of(watched, len(watched.game.turns))


def test_a_change_of_speed_makes_nothing_jump_and_faster_is_sooner(watched: Watched) -> None:
    watched.feed(0, 60)
    watched.clock.time += 0.2
    part = watched.staging.step_progress
    assert 0 < part < 1
    watched.staging.set_speed(4.0)
    assert watched.staging.step_progress == pytest.approx(part)
    quick = watched.run(0.01)
    slow = Watched(watched.case, watched.game, 0.5)
    slow.feed(0, 60)
    assert slow.run(0.01) > 4 * quick and SPEEDS[0] == 0.5 and SPEEDS[-1] == 4.0


def test_at_rest_nothing_changes_and_dice_that_lie_are_not_drawn_again_and_again(
    watched: Watched,
) -> None:
    assert not watched.staging.poll()
    watched.feed(0, len(watched.game.turns))
    while (
        watched.staging.current_step is not None
        and watched.staging.current_step.kind is not AnimationKind.DICE
    ):
        watched.clock.time += 0.1
        watched.staging.poll()
    watched.clock.time += 0.8
    watched.staging.set_speed(1.0)  # ends the effects of the step before
    assert (
        watched.staging.current_step is not None
        and not watched.staging.tumbling_rolls
        and not watched.staging.poll()
    )


def test_the_camera_may_be_waited_for_and_a_pause_holds_the_time(watched: Watched) -> None:
    watched.feed(0, 40)
    watched.staging.delay_step(1.0)
    step = watched.staging.current_step
    watched.clock.time += 0.9
    watched.staging.poll()
    assert watched.staging.current_step is step and watched.staging.step_progress == 0.0
    watched.staging.is_paused = True
    watched.clock.time += 100.0
    assert not watched.staging.poll() and watched.staging.current_step is step


def test_what_was_taken_back_is_never_shown(watched: Watched) -> None:
    watched.feed(0, 30)
    told = len(watched.heard)
    watched.staging.reset(watched.game.turns[0].state_before)
    watched.clock.time += 10
    assert not watched.staging.is_busy and not watched.staging.poll() and len(watched.heard) == told
