"""Attackers turn to their targets where facing is no rule, and look there until they move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.conformance.games import CASES, Case, play_at_random
from wc3d.animation.headings import (
    TURN_S,
    AimedFigures,
    aim_heading,
    turned_heading,
)
from wc3d.animation.queue import AnimationQueue
from wc3d.animation.steps import AnimationKind, AnimationStep, make_steps
from wc3d.presentation.facing import heading_toward

NEO_MECHANIKA: Case = next(case for case in CASES if case.id == "neo_mechanika")


def aims_of(case: Case) -> list[AnimationStep]:
    """The steps of a game in which somebody begins an attack."""
    game = play_at_random(case.new(case.seed), case.seed, 160)
    return [
        step
        for turn in game.turns
        for step in make_steps(case.rules, turn.state_before, turn.events)[0]
        if step.kind is AnimationKind.AIM and step.attack is not None
    ]


def test_a_figure_turns_the_shorter_way_and_eases() -> None:
    headings = [turned_heading(350.0, 30.0, share * TURN_S) for share in (-1, 0, 0.25, 0.5, 1, 3)]
    assert headings[0] == headings[1] == 350.0 and headings[3] == pytest.approx(10.0)
    assert headings[4] == headings[5] == pytest.approx(30.0)
    assert headings[2] < 350.0 + 0.25 * 40.0, "slowly at first"
    assert turned_heading(30.0, 350.0, 0.5 * TURN_S) == pytest.approx(10.0)


def test_an_attacker_looks_at_its_target_and_one_with_a_facing_keeps_it() -> None:
    steps = aims_of(NEO_MECHANIKA)
    assert steps
    for step in steps:
        attacker = next(b for b in step.start_table.bodies if b.id == step.attacker)
        assert step.attack is not None
        assert aim_heading(step) == heading_toward(attacker.at, step.attack.points[-1])
    warmachine = [s for case in CASES if case.id.startswith("warmachine") for s in aims_of(case)]
    assert warmachine and all(aim_heading(step) is None for step in warmachine)
    assert heading_toward((5.0, 5.0, 0.0), (5.0, 9.0, 3.0)) == pytest.approx(0.0), "north"
    assert heading_toward((5.0, 5.0, 0.0), (1.0, 5.0, 0.0)) == pytest.approx(90.0), "west"


def test_a_figure_looks_at_its_target_until_it_moves() -> None:
    step = aims_of(NEO_MECHANIKA)[0]
    aimed = AimedFigures()
    bodies: Any = step.start_table.bodies
    assert not aimed.headings(bodies)
    aimed.add(step)
    assert aimed.headings(bodies) == {step.attacker: aim_heading(step)}
    moved = [replace(b, at=(b.at[0] + 1, *b.at[1:])) for b in bodies if b.id == step.attacker]
    assert not aimed.headings(moved)
    aimed.clear()
    assert not aimed.headings(bodies)


@pytest.mark.parametrize("way", ["shown", "skipped", "at once"])
def test_the_queue_keeps_headings_and_forgets_them_when_it_jumps(way: str) -> None:
    game = play_at_random(NEO_MECHANIKA.new(NEO_MECHANIKA.seed), NEO_MECHANIKA.seed, 160)
    clock = [100.0]
    queue = AnimationQueue(
        NEO_MECHANIKA.rules,
        game.turns[0].state_before,
        speed=0.0 if way == "at once" else 1.0,
        now=lambda: clock[0],
    )
    looking = 0
    for done, turn in enumerate(game.turns, 1):
        steps, _ = make_steps(NEO_MECHANIKA.rules, turn.state_before, turn.events)
        queue.add(turn.state_before, turn.events, turn.state_after, done)
        while queue.is_busy:
            clock[0] += 0.3
            queue.skip_all() if way == "skipped" else queue.poll()
        attackers = {step.attacker for step in steps if aim_heading(step) is not None}
        headings = queue.aimed_figures.headings(queue.table.bodies)
        still = {
            b.id: aim_heading(step)
            for step in steps
            for b in step.start_table.bodies
            if b.id in attackers and b in queue.table.bodies and b.id == step.attacker
        }
        for id in still:
            assert id in headings
            looking += 1
    assert looking
    queue.reset(queue.state, goes_on=True)
    bodies = [body for turn in game.turns for body in turn.state_before.bodies]
    assert queue.aimed_figures.headings(bodies)
    queue.reset(queue.state)
    assert not queue.aimed_figures.headings(bodies)
