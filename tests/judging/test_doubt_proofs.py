"""Stands, jumps and sprays under a doubt: what is proved holds at random places; what may change is never proved."""

import math
from random import Random

import pytest

from wc3d.judging.doubt import shift_body
from wc3d.judging.doubt_proofs import max_spray_error, prove_jump, prove_spray, prove_standing
from wc3d.registry import table_from_map
from wc3d.table.body import Body
from wc3d.table.moves.jumping import jump
from wc3d.table.sight.sprays_and_blasts import spray, spray_line
from wc3d.table.terrain.standing_places import stand

SIXTEENTH = 1 / 16
RADIUS = 30 / 2 / 25.4


def block(height=2.0):
    """A block of six by six inches in the middle, and a wood."""
    shape = {"type": "box", "center": [15, 15], "size": [6, 6], "height": height}
    wood = {"type": "box", "center": [24, 15], "size": [4, 4], "height": 4}
    return table_from_map(
        {
            "size": [30, 30],
            "terrain": [
                {"id": "block", "kind": "structure", "shape": shape},
                {"id": "wood", "kind": "forest", "shape": wood},
            ],
        }
    )


def off(dice, inches, up=False):
    """A way to go within the doubt, often to its very end."""
    turn = dice.uniform(0, 2 * math.pi)
    far = inches * dice.choice([1.0, math.sqrt(dice.random())])
    return far * math.cos(turn), far * math.sin(turn), dice.uniform(-inches, inches) if up else 0.0


@pytest.mark.parametrize(
    ("x", "proved"),
    [(15, True), (17.3, True), (17.36, False), (17.45, False), (17.48, True), (18.7, True)],
)
def test_a_stand_on_a_block_is_proved_as_far_as_the_edge_is_away(x, proved):
    """The block ends at 18: the base stands up to 17.409."""
    assert bool(prove_standing(block(), "small", (x, 15, 2.0), SIXTEENTH)) is proved


def test_models_that_may_be_nearer_than_measured_are_reckoned_with():
    gap = 2 * RADIUS + 2 * SIXTEENTH
    for far, stands in ((gap + 0.001, True), (gap - 0.001, False)):
        table = block().with_bodies(Body("other", "small", (4 + far, 4, 0)))
        assert (
            stand(table, "small", (4, 4, 0))
            and bool(prove_standing(table, "small", (4, 4, 0), SIXTEENTH)) is stands
        )
    table = block().with_bodies(Body("other", "small", (4.5, 4, 0)))
    assert not stand(table, "small", (4, 4, 0)) and prove_standing(
        table, "small", (4, 4, 0), SIXTEENTH
    )
    assert not prove_standing(table, "small", (4, 4, 0), 1.0), "narrower bases would be nothing"


def test_a_jump_is_proved_if_nothing_is_near_its_way_and_its_landing():
    table = block().with_bodies(
        Body("me", "small", (15, 15, 2.0)), Body("other", "small", (20, 17, 0))
    )
    me = table.body("me")
    assert jump(table, me, (20, 14)) and prove_jump(table, me, (20, 14), SIXTEENTH)
    assert not prove_jump(table, me, (20, 15.8), SIXTEENTH), "the other may be under it"
    assert not jump(table, me, (29.9, 15)) and prove_jump(table, me, (29.9, 15), SIXTEENTH), (
        "beyond the edge in any case"
    )
    low = table.with_bodies(me.moved((11, 15, 0.0)))
    assert not prove_jump(low, low.body("me"), (15, 15), SIXTEENTH), (
        "the block stops it: that is not proved"
    )
    past = table.with_bodies(me.moved((10, 11.4, 0.0)))
    assert jump(past, past.body("me"), (20, 11.4)).stopped_by is None
    assert not prove_jump(past, past.body("me"), (20, 11.4), SIXTEENTH), (
        "from a little farther north the block stops it"
    )
    gate = Body("gate", "small", (5, 5, 0), "gate")
    assert prove_jump(table.with_bodies(gate), gate, (9, 5), SIXTEENTH)


def test_a_spray_is_proved_for_those_well_on_its_line_and_well_off_it():
    a, t = Body("a", "small", (3, 5, 0)), Body("t", "small", (8, 5, 0))
    on = Body("on", "large", (6, 5, 0))
    clear = Body("clear", "small", (6, 8, 0))
    near = Body("near", "small", (6, 5.75, 0))
    table = block().with_bodies(a, t, on, clear)
    assert spray(table, a, t, 8).hits == ("on", "t") and prove_spray(table, a, t, 8, SIXTEENTH)
    assert not prove_spray(table.with_bodies(near), a, t, 8, SIXTEENTH)
    behind = Body("behind", "small", (20, 15, 0))
    hidden = block(6).with_bodies(a.moved((6, 15, 0)), t.moved((10, 15, 0)), behind)
    assert spray(hidden, hidden.body("a"), hidden.body("t"), 15).hidden == ("behind",)
    assert prove_spray(hidden, hidden.body("a"), hidden.body("t"), 15, SIXTEENTH)
    assert not prove_spray(table, a, t.moved((3.3, 5, 0)), 8, SIXTEENTH), (
        "from so near it may go anywhere"
    )


def test_what_is_proved_holds_at_random_places():
    dice = Random(5)
    proofs = {"stand": 0, "jump": 0, "spray": 0}
    for _ in range(60):
        inches = dice.choice([1 / 32, SIXTEENTH, 1 / 4])
        places = [
            (dice.uniform(2, 28), dice.uniform(9, 21), dice.choice([0, 0, 3])) for _ in range(5)
        ]
        bodies = [Body(f"m{k}", dice.choice(("small", "large")), at) for k, at in enumerate(places)]
        table = block(dice.choice([1.5, 5])).with_bodies(*bodies)
        a = table.body("m0")
        t = table.body("m1")
        to = (dice.uniform(1, 29), dice.uniform(1, 29))
        reach = dice.choice([6, 10])
        stands = prove_standing(table, "small", (*to, 0.0), inches)
        jumps = prove_jump(table, a, to, inches)
        sprays = prove_spray(table, a, t, reach, inches)
        proofs["stand"] += bool(stands)
        proofs["jump"] += bool(jumps)
        proofs["spray"] += bool(sprays)
        for _ in range(8):
            flat, higher = (
                table.with_bodies(*(shift_body(b, off(dice, inches, up)) for b in table.bodies))
                for up in (False, True)
            )
            if stands:
                x, y, _ = off(dice, inches)
                assert (
                    stand(flat, "small", (to[0] + x, to[1] + y, 0)).standable
                    == stand(table, "small", (*to, 0)).standable
                )
            if jumps:
                now = jump(table, a, to)
                then = jump(flat, flat.body("m0"), to)
                assert (now.legal, now.stopped_by, now.power) == (
                    then.legal,
                    then.stopped_by,
                    then.power,
                )
            if sprays:
                there = flat if not a.at[2] and not t.at[2] else higher
                assert set(spray(there, there.body("m0"), there.body("m1"), reach).hits) == set(
                    spray(table, a, t, reach).hits
                )
    assert min(proofs.values()) > 15, proofs


def test_no_end_of_a_spray_is_farther_off_than_its_bound():
    dice = Random(8)
    for _ in range(200):
        up = dice.random() < 0.5
        a, t = Body("a", "small", (5, 5, 0)), Body("t", "small", (dice.uniform(7, 12), 5, 4 * up))
        bound = max_spray_error(a, t, 10, 0.2)
        line = spray_line(a, t, 10)
        there = spray_line(shift_body(a, off(dice, 0.2, up)), shift_body(t, off(dice, 0.2, up)), 10)
        assert bound is not None and max(map(math.dist, line, there)) <= bound
