"""Proofs of slams, stopped jumps and moves: what is proved holds at random places."""

import math
from random import Random

import pytest

from tests.judging.test_doubt import scattered, somewhere, wall
from wc3d.judging.motion_proofs import prove_move, prove_slam, prove_stopped_jump
from wc3d.judging.move import MOVE
from wc3d.judging.slam import SLAM
from wc3d.table.body import Body
from wc3d.table.moves.jumping import jump
from wc3d.table.moves.movement import move
from wc3d.table.moves.slams import slam

OFF = 0.15


def on_ground(dice, body, inches):
    """The model somewhere within the doubt, on the ground."""
    moved = somewhere(dice, body, inches, dice.random() < 0.5)
    return moved.moved((*moved.at[:2], body.at[2]))


@pytest.mark.rule("NM-SLM-01")
def test_slams_end_alike():
    dice = Random(3)
    free = stopped = 0
    for _ in range(300):
        table, a, b = scattered(dice)
        x0, y0, x1, y1 = table.features[0].pieces[0].box
        turn = math.atan2((y0 + y1) / 2 - b.at[1], (x0 + x1) / 2 - b.at[0])
        a = a.moved((b.at[0] - 3 * math.cos(turn), b.at[1] - 3 * math.sin(turn), 0.0))
        b = b.moved((*b.at[:2], 0.0))
        other = Body("c", "small", (dice.uniform(4, 26), dice.uniform(18, 28), 0.0))
        table = table.with_bodies(a, b, other)
        inches = dice.choice([1.0, 3.0, 14.0, 20.0])
        if not prove_slam(table, b, a, inches, OFF):
            continue
        now = slam(table, b, a, inches)
        free += not now.contacts
        stopped += bool(now.contacts)
        for _ in range(15):
            bodies = [on_ground(dice, body, OFF) for body in (a, b, other)]
            moved = table.with_bodies(*bodies)
            after = slam(moved, moved.body("b"), moved.body("a"), inches)
            assert (after.contacts, after.destroyed, after.power) == (
                now.contacts,
                now.destroyed,
                now.power,
            )
    assert free > 10 and stopped > 4


@pytest.mark.rule("NM-TER-23")
def test_one_thing_stops_a_jump():
    dice = Random(4)
    stopped = 0
    for _ in range(150):
        table, a, b = scattered(dice)
        a = a.moved((*a.at[:2], 0.0))
        table = table.with_bodies(a, b)
        to = (dice.uniform(4, 26), dice.uniform(4, 26))
        if not prove_stopped_jump(table, a, to, OFF):
            continue
        now = jump(table, a, to)
        assert now.stopped_by is not None
        stopped += 1
        for _ in range(15):
            moved = table.with_bodies(on_ground(dice, a, OFF), on_ground(dice, b, OFF))
            after = jump(moved, moved.body("a"), to)
            assert (after.legal, after.stopped_by, after.power) == (True, now.stopped_by, 0)
    assert stopped > 15


@pytest.mark.rule("NM-MOV-03")
def test_moves_are_legal_or_too_long_everywhere():
    dice = Random(5)
    counts = {True: 0, False: 0}
    for _ in range(120):
        table, a, b = scattered(dice)
        a = a.moved((*a.at[:2], 0.0))
        table = table.with_bodies(a, b)
        path = [
            (a.at[0] + dice.uniform(-3, 3), a.at[1] + dice.uniform(-1, 3)),
            (a.at[0] + dice.uniform(-4, 4), a.at[1] + dice.uniform(0, 4)),
        ]
        speed = dice.choice([3.0, 6.0, 9.0])
        if not prove_move(table, a, path, speed, OFF):
            continue
        now = move(table, a, path, speed).legal
        counts[now] += 1
        for _ in range(15):
            moved = table.with_bodies(on_ground(dice, a, OFF), on_ground(dice, b, OFF))
            assert move(moved, moved.body("a"), path, speed).legal is now
    assert min(counts.values()) > 10


def test_what_is_too_close_is_not_proved():
    """The wall lies from 12 to 18, at 15: just missed, just hit, and hit for sure."""
    a = Body("a", "small", (9.0, 8.0, 0.0))
    for x, proved in ((10.0, True), (11.3, False), (11.55, False), (14.0, True)):
        body = Body("b", "small", (x, 12.0, 0.0))
        source = a.moved((x, 8.0, 0.0))
        table = wall().with_bodies(source, body)
        assert bool(prove_slam(table, body, source, 4.0, OFF)) is proved, x
        assert bool(prove_stopped_jump(table, body, (x, 19.0), OFF)) is (x == 14.0), x
        assert bool(prove_move(table, body, [(x, 19.0)], 8.0, OFF)) is (x == 10.0), x
    near = wall().with_bodies(a, a.moved((9.1, 8, 0)))
    assert not prove_slam(near, near.body("a"), near.body("a").moved((9.1, 8, 0)), 4.0, OFF)
    assert prove_move(near, a, [(9.0, 14.0)], 5.0, OFF).startswith("even the shortest")
    assert not prove_move(near, a, [(9.0, 14.0)], 5.9, OFF)
    edge = Body("b", "small", (9.0, 28.0, 0.0))
    assert not prove_slam(wall().with_bodies(edge), edge, a, 4.0, OFF), "it may leave the table"


def test_the_judge_uses_them():
    body = Body("b", "small", (10.0, 12.0, 0.0))
    table = wall().with_bodies(Body("a", "small", (10.0, 8.0, 0.0)), body)
    question = SLAM.fields.model_validate(
        {"type": "slam", "model": "b", "from": "a", "distance": 4.0}
    )
    doubt = SLAM.doubt(table, question, OFF, None)
    assert doubt.stands is True and "meets nothing on the way" in doubt.why
    walk = MOVE.fields.model_validate(
        {"type": "move", "model": "b", "path": [[10.0, 19.0]], "speed": 8.0}
    )
    assert MOVE.doubt(table, walk, OFF, None).stands is True
