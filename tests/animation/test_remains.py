"""A wreck lies there for some seconds after its fall, and a stain for longer; then there is nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.games import CASES, play_at_random
from wc3d.animation.queue import AnimationQueue
from wc3d.animation.remains import STAIN_S, WRECK_FADE_S, WRECK_S, remains_of
from wc3d.animation.steps import DESTROYED_S, AnimationKind
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.events import ModelDestroyed, UnitLeft
from wc3d.games.neo_mechanika.rules.state import Where

CASE = next(case for case in CASES if case.id == "neo_mechanika")


class Shown:
    """The part of a game in which somebody is destroyed, with a clock that is turned on by hand."""

    def __init__(self) -> None:
        self.game: Game = play_at_random(CASE.new(CASE.seed), CASE.seed, 320)
        self.time = 100.0
        self.queue = AnimationQueue(
            CASE.rules, self.game.turns[0].state_before, now=lambda: self.time
        )

    def until_fall(self) -> str:
        """Go on to the end of the first fall that leaves a wreck; who fell."""
        for done, turn in enumerate(self.game.turns, 1):
            self.queue.add(turn.state_before, turn.events, turn.state_after, done)
            while (step := self.queue.current_step) is not None:
                assert step.kind is AnimationKind.GONE or not self.queue.remains
                if step.kind is AnimationKind.GONE:
                    id = step.destroyed_models[0]
                    assert {*step.destroyed_models} <= self.queue.gone_models
                    assert [r.id for r, _ in self.queue.remains] == list(step.destroyed_models)
                    assert all(r.wreck_alpha(age) == 1.0 for r, age in self.queue.remains)
                    while self.queue.current_step is step:
                        self.wait(0.1)
                    return id
                self.wait(0.1)
            assert not self.queue.gone_models, "the state has them no more"
        raise AssertionError("nobody falls")

    def wait(self, seconds: float) -> None:
        self.time += seconds
        self.queue.poll()


def test_a_wreck_lies_there_and_fades_and_the_stain_stays_longer() -> None:
    shown = Shown()
    id = shown.until_fall()
    seen = []
    for _ in range(int(STAIN_S / 0.1) + 2):
        alphas = [(r.wreck_alpha(age), r.stain_alpha(age)) for r, age in shown.queue.remains]
        seen.append(alphas[0] if alphas else None)
        assert {r.id for r, _ in shown.queue.remains} <= {id}
        shown.wait(0.1)
    wrecks = [each[0] for each in seen if each is not None]
    stains = [each[1] for each in seen if each is not None]
    assert seen[0] == (1.0, 1.0) and seen[-1] is None
    assert wrecks[:20].count(1.0) == len([w for w in wrecks if w == 1.0]) >= 10, "over a second"
    assert any(0 < wreck < 1 for wreck in wrecks) and any(0 < stain < 1 for stain in stains)
    assert stains.count(1.0) > wrecks.count(1.0) + 20 and WRECK_S < STAIN_S


def test_a_wreck_is_seen_and_then_fades_as_a_sentence_says_that_its_unit_is_elsewhere() -> None:
    game = play_at_random(CASE.new(CASE.seed), CASE.seed, 60)
    before: Any = game.state
    unit = next(u for u in before.units.values() if len(before.models_of(u.id)) == 1)
    id = unit.models[0]
    events = (
        ModelDestroyed(id, "attack"),
        UnitLeft(unit.id, Where.RESERVE, destroyed=True),
    )
    after = events[1].evolve(events[0].evolve(before))
    clock = [100.0]
    queue = AnimationQueue(CASE.rules, before, now=lambda: clock[0])
    queue.add(before, events, after, 1)
    gone, told = queue.remaining_steps
    assert "reserves" in told.sentence and gone.destroyed_models == (id,)
    assert gone.seconds > DESTROYED_S + 0.5, "the wreck is seen"
    assert told.seconds > WRECK_FADE_S, "it is gone before the sentence is"
    seen = []
    while queue.is_busy:
        is_told = queue.current_step is told
        seen += [(is_told, remains.wreck_alpha(age)) for remains, age in queue.remains]
        clock[0] += 0.1
        queue.poll()
    assert {alpha for is_told, alpha in seen if not is_told} == {1.0}
    fading = [alpha for is_told, alpha in seen if is_told]
    assert fading[0] > 0.8 and fading[-1] == 0.0 and sorted(fading, reverse=True) == fading
    assert queue.remains[0][0].stain_alpha(queue.remains[0][1]) == 1.0, "the stain stays"


@pytest.mark.parametrize("end", ["reset", "set_speed", "reduced"])
def test_remains_go_with_a_jump_and_reduced_motion_has_none(end: str) -> None:
    shown = Shown()
    shown.queue.is_reduced = end == "reduced"
    if end == "reduced":
        for done, turn in enumerate(shown.game.turns[:80], 1):
            shown.queue.add(turn.state_before, turn.events, turn.state_after, done)
            while shown.queue.is_busy:
                assert not shown.queue.remains
                shown.wait(0.3)
        return
    shown.until_fall()
    shown.queue.reset(shown.queue.state, goes_on=True)
    assert shown.queue.remains
    shown.queue.set_speed(0) if end == "set_speed" else shown.queue.reset(shown.queue.state)
    assert not shown.queue.remains


def test_only_who_is_destroyed_leaves_something() -> None:
    game = play_at_random(CASE.new(CASE.seed), CASE.seed, 60)
    queue = AnimationQueue(CASE.rules, game.turns[0].state_before)
    for done, turn in enumerate(game.turns, 1):
        queue.add(turn.state_before, turn.events, turn.state_after, done)
    for step in queue.remaining_steps:
        ids = {body.id for body in step.start_table.bodies}
        left = [each.id for each in remains_of(step, 0.0)]
        assert left == [id for id in step.destroyed_models if id in ids]
