"""Squads on the move (p. 28)."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.games.neo_mechanika.rules.moving import (
    advance,
    ask,
    go,
    ground,
    order,
    place,
    roof,
    told,
)
from tests.games.neo_mechanika.rules.playing import begun
from tests.table.building import SMALL, box
from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Advance
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS, FRAME_STEPS
from wc3d.games.neo_mechanika.rules.moving.approach import find_approach
from wc3d.games.neo_mechanika.rules.moving.movement import (
    MoveOrder,
    MoveQuestion,
    candidate_moves,
    compute_move,
    sample_move,
    to_table_steps,
)
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.table.features import Feature
from wc3d.table.sight.distances import distance, is_within
from wc3d.table.table import Table

HEAVY = "1.ranger_heavy_support.1"
A, B, C = (f"{HEAVY}.{letter}" for letter in "abc")
SCOURGE = "2.scourge.1"


def squad(
    a: tuple[float, ...] = (10, 20),
    b: tuple[float, ...] = (8, 20),
    c: tuple[float, ...] = (10, 18),
    table: Table | None = None,
) -> State:
    placed = {A: a, B: b, C: c, SCOURGE: (40, 40)}
    return begun(("ranger_heavy_support",), at=placed, table=table or ground())  # type: ignore[arg-type]


def refusal(state: State, *path: tuple[float, float], **others: tuple[float, ...]) -> Verdict:
    return ask(state, order(A, 4), advance(A, *path, **others))


@pytest.mark.rule("NM-MOV-04")
@pytest.mark.rule("NM-MOV-05")
@pytest.mark.rule("NM-ACT-06")
@pytest.mark.rule("NM-EXM-14")
def test_one_model_moves_and_the_others_are_put_beside_it() -> None:
    """SPD 4: one moves 4", the others come from 12" behind it and from beyond a wall."""
    wall = box("wall", "structure", (10, 14), (10, 0.5), 5)
    state = squad((10, 20), (2, 20), (10, 12), ground(wall))
    far = 14 + 2 * SMALL + 2
    r = go(state, order(A, 4), advance(A, (14, 20), b=(far, 20), c=(14, 20 + 2 * SMALL)))
    assert [place(r, m) for m in (A, B, C)] == [(14, 20, 0), (far, 20, 0), (14, 20 + 2 * SMALL, 0)]
    assert [e.model for e in told(r, events.Moved)] == [A] and [
        e.model for e in told(r, events.Repositioned)
    ] == [B, C]
    assert not refusal(state, (14.1, 20))


@pytest.mark.rule("NM-MOV-04")
@pytest.mark.parametrize("leader", [A, B, C])
def test_its_player_picks_the_model_that_moves(leader: str) -> None:
    state = squad()
    x, y, _ = state.place(leader)
    r = go(state, order(leader, 4), advance(leader, (x + 2.8, y + 2.8)))
    assert [e.model for e in told(r, events.Moved)] == [leader]
    within = [
        distance(r.state.table, r.state.table.body(leader), r.state.table.body(m))
        for m in (A, B, C)
    ]
    assert all(is_within(d, 2) for d in within)


@pytest.mark.rule("NM-EXM-15")
@pytest.mark.rule("NM-MOV-04")
def test_the_book_s_displacement_of_a_squad() -> None:
    enforcers = "1.paladin_enforcers.1"
    spots = {
        f"{enforcers}.{letter}": (10.0, y)
        for letter, y in zip("abc", (18.0, 20.0, 22.0), strict=True)
    }
    state = begun(("paladin_enforcers",), at=spots)
    asked = MoveOrder(enforcers, 3.0, why="Displacement Index")
    leader = f"{enforcers}.b"
    assert not ask(state, asked, advance(leader, (13.1, 20)))
    r = go(state, asked, advance(leader, (13, 20)))
    for mate in ("a", "c"):
        there = r.state.table.body(f"{enforcers}.{mate}")
        assert is_within(distance(r.state.table, r.state.table.body(leader), there), 2)
        assert r.state.table.sight(there, leader)


@pytest.mark.rule("NM-MOV-05")
@pytest.mark.parametrize(
    ("others", "code", "rule"),
    [
        ({"b": (14 + 2 * SMALL + 2.001, 20)}, "too_far_from_leader", "NM-MOV-05"),
        ({"b": (16.5, 20)}, "no_sight_to_leader", "NM-SIL-60"),
        ({"b": (14.5, 20)}, "cannot_stand", "NM-MOV-12"),
        ({"b": (14, 22), "c": (14.3, 22)}, "cannot_stand", "NM-MOV-12"),
        ({"b": (14, 22, 1)}, "cannot_stand", "NM-MOV-12"),
        ({"b": (14, -3)}, "off_table", "NM-MOV-17"),
    ],
)
def test_places_that_are_refused(
    others: dict[str, tuple[float, ...]], code: str, rule: str
) -> None:
    wall = box("wall", "structure", (15.25, 20), (0.5, 1.3), 5)
    state = squad(table=ground(wall) if code == "no_sight_to_leader" else None)
    verdict = refusal(state, (14, 20), **others)
    assert (verdict.code, verdict.rule) == (code, rule), verdict


@pytest.mark.rule("NM-MOV-05")
def test_only_comrades_on_the_table_are_named() -> None:
    state = squad()
    for other in (A, SCOURGE, "1.nobody.1"):
        action = advance(A, (12, 20)).model_copy(update={"others": {other: (12.0, 22.0)}})
        assert ask(state, order(A, 4), action).code in ("not_of_the_squad", "unknown")
    alone = replace(order(A, 4), whole_squad=False)
    verdict = ask(state, alone, advance(A, (12, 20), b=(12, 22)))
    assert (verdict.code, verdict.rule) == ("others_stay", "NM-MOV-07")


@pytest.mark.rule("NM-MOV-07")
def test_a_rule_that_moves_one_model_leaves_the_others() -> None:
    state = squad()
    r = go(state, replace(order(A, 12), whole_squad=False, model=A), advance(A, (22, 20)))
    assert (place(r, B), place(r, C)) == (state.place(B), state.place(C)) and r.state.is_on_table(B)
    assert not ask(state, replace(order(A, 12), model=A), advance(B, (9, 20)))


@pytest.mark.rule("NM-SIL-58")
def test_an_advance_of_nothing_still_repositions_the_others() -> None:
    r = go(squad(), order(A, 4), advance(A, b=(10, 22)))
    assert place(r, A) == (10, 20, 0) and place(r, B) == (10, 22, 0) and place(r, C) == (10, 18, 0)
    assert not told(r, events.Moved)


@pytest.mark.rule("NM-SIL-59")
def test_models_that_may_stay_stay_and_nobody_is_given_up() -> None:
    r = go(squad(), order(A, 4), advance(A, (10.5, 20)))
    assert (place(r, B), place(r, C)) == ((8, 20, 0), (10, 18, 0))
    wide = 6 * SMALL
    row = ground(box("roof", "structure", (20, 20), (wide, 2 * SMALL), 4))  # a row of three
    high = squad((20 - 2 * SMALL, 20, 4), (20, 20, 4), (20 + 2 * SMALL, 20, 4), row)
    spoiling = ask(
        high, order(A, 4), advance(A, b=(20 + SMALL, 20, 4))
    )  # would leave no room for the third
    assert (spoiling.code, spoiling.rule) == ("sacrifices", "NM-SIL-59")
    assert ask(high, order(A, 4), advance(A, b=(20 + 2 * SMALL, 20, 4)))  # they change places


@pytest.mark.rule("NM-MOV-06")
def test_who_cannot_be_placed_is_destroyed() -> None:
    """A pit with room for two."""
    walls = [
        box("n", "structure", (20, 20 + SMALL + 0.51), (8, 1), 5),
        box("s", "structure", (20, 20 - SMALL - 0.51), (8, 1), 5),
        box("w", "structure", (20 - 2 * SMALL - 0.51, 20), (1, 2), 5),
        box("e", "structure", (20 + 2 * SMALL + 0.51, 20), (1, 2), 5),
    ]
    state = squad((20 - SMALL, 20), (2, 2), (4, 4), ground(*walls))
    r = go(state, order(A, 4), advance(A))
    lost = told(r, events.ModelDestroyed)
    assert [(e.by, e.why) for e in lost] == [(0, "cannot be repositioned")]
    assert [r.state.is_on_table(m) for m in (B, C)].count(True) == 1


@pytest.mark.rule("NM-TER-18")
def test_a_squad_steps_off_a_roof_behind_its_leader() -> None:
    state = squad((9, 20, 3), (7, 20, 3), (9, 18, 3), ground(roof("a", 0, 10, 3)))
    r = go(state, order(A, 4), advance(A, (13, 20)), dice=[(0, 0, 0)])
    assert [e.model for e in told(r, events.Fell)] == [A] and [
        place(r, m)[2] for m in (A, B, C)
    ] == [0, 0, 0]


@pytest.mark.rule("NM-SIL-148")
def test_a_squad_gathers_where_its_leader_falls_to_its_death() -> None:
    state = squad((9, 20, 3), (7, 20, 3), (9, 18, 3), ground(roof("a", 0, 10, 3)))
    r = go(state, order(A, 4), advance(A, (13, 20)), dice=[(2, 2, 2)])
    assert [e.model for e in told(r, events.ModelDestroyed)] == [A]
    assert [e.model for e in told(r, events.Repositioned)] == [B, C]
    for mate in (B, C):
        x, y, z = place(r, mate)
        assert z == 0 and math.hypot(x - 10 - SMALL, y - 20) <= 2 + 2 * SMALL + 1e-6
    alone = squad(
        (9, 20, 3), (2, 20, 3), (2, 18, 3), ground(roof("a", 0, 10, 3), *pit(10 + SMALL, 20))
    )
    lost = go(alone, order(A, 4), advance(A, (10 + SMALL + 0.005, 20)), dice=[(2, 2, 2)])
    assert [(e.model, e.why) for e in told(lost, events.ModelDestroyed)][1:] == [
        (B, "cannot be repositioned"),
        (C, "cannot be repositioned"),
    ]


def pit(x: float, y: float) -> list[Feature]:
    """Walls so near a place that one small base stands there and no other."""
    near = SMALL + 1.51
    return [
        *(box(f"side{s}", "structure", (x, y + s * near), (8, 3), 3) for s in (-1, 1)),
        box("east", "structure", (x + near, y), (3, 2), 3),
    ]


@pytest.mark.rule("NM-SQD-11")
def test_an_attachment_is_repositioned_with_its_squad() -> None:
    spots = {
        f"1.paladin_annihilators.1.{c}": (10.0, y)
        for c, y in zip("abc", (18.0, 20.0, 22.0), strict=True)
    }
    aegis = "1.paladin_aegis.1"
    state = begun(
        ("paladin_annihilators",),
        attachments=(("paladin_aegis",), ()),
        joined={"1.paladin_annihilators.1": (aegis,)},
        at={**spots, aegis: (8, 20)},
    )
    leader = "1.paladin_annihilators.1.b"
    r = go(state, MoveOrder("1.paladin_annihilators.1", 4), advance(leader, (14, 20)))
    assert is_within(
        distance(r.state.table, r.state.table.body(leader), r.state.table.body(aegis)), 2
    )


@pytest.mark.program("offers agree with what is checked")
@pytest.mark.parametrize("seed", range(12))
def test_a_squad_s_move_at_random_is_legal_and_keeps_it_together(seed: int) -> None:
    rng = random.Random(seed)
    walls = [
        box(f"w{i}", "structure", (rng.uniform(12, 18), rng.uniform(14, 26)), (1.6, 0.6), 4)
        for i in range(3)
    ]
    state = squad(table=ground(*walls))
    asked = order(HEAVY, 4.0)
    action = sample_move(state, asked, 1, rng)
    assert action is not None and ask(state, asked, action)
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    ACTION_HANDLERS[MoveQuestion, Advance].decide(r, MoveQuestion(player=1, order=asked), action)
    r.run()
    for mate in r.state.models_of(HEAVY):
        body = r.state.table.body(mate.id)
        leader = r.state.table.body(action.model)
        assert is_within(distance(r.state.table, leader, body), 2) and r.state.table.sight(
            leader, body
        )
    assert len({a.model for a in candidate_moves(state, asked, 1)}) == 3


# Ways for players


@pytest.mark.program("how places and ways are found")
def test_a_way_leads_straight_to_the_goal_or_as_near_as_the_inches_do() -> None:
    state = squad()
    near = find_approach(state, order(A, 6), A, (13, 20), player=1)
    assert near is not None and near.path == ((13, 20),)
    far = find_approach(state, order(A, 6), A, (30, 20), player=1)
    assert far is not None and far.path == ((16, 20),)
    short = find_approach(state, order(A, 6), A, (13, 20), player=1, keep=1.0)
    assert short is not None and short.path == (pytest.approx((12, 20)),)
    assert find_approach(state, order(A, 6), A, (10, 20), player=1) is None


@pytest.mark.program("how places and ways are found")
def test_a_way_leads_round_a_wall_and_past_a_model() -> None:
    wall = box("wall", "structure", (13, 20), (1, 4), 4)
    state = squad(table=ground(wall)).with_model(SCOURGE, at=(17.0, 20.0, 0.0))
    found = find_approach(state, order(A, 16), A, (20, 20), player=1)
    assert found is not None and math.dist(found.path[-1], (20, 20)) < 0.01 and len(found.path) > 1  # type: ignore[arg-type]
    assert ask(state, order(A, 16), found)


@pytest.mark.program("how places and ways are found")
def test_a_way_that_is_not_walked_again_would_be_blocked_again() -> None:
    walls = [
        box(f"wall {i}", "structure", (13 + 2 * (i % 3), 14 + 2.5 * i), (0.5, 2), 4)
        for i in range(6)
    ]
    state = squad(table=ground(*walls))
    asked = order(A, 9)
    for goal in ((20, 20), (20, 16), (19, 26), (21, 14), (18, 21)):
        find_approach(state, asked, A, goal, player=1)
    blocked = {key: ways for key, ways in state.board_notes.items() if key[0] == "blocked ways"}
    found = [(way, known) for ways in blocked.values() for way, known in ways.items()]
    assert len(found) > 10
    for way, known in found:
        inches = math.dist((10, 20), way[0]) + sum(math.dist(a, b) for a, b in pairwise(way))
        again = compute_move(state, asked, A, to_table_steps((*way, (10.0, 20.0))))
        assert (known.code, known.blockers) == (again.code, again.blockers)
        assert known.got[0] == len(way) and known.got[1] <= inches + 1e-9


@pytest.mark.program("how places and ways are found")
def test_a_way_takes_no_harmful_fall_unless_it_may() -> None:
    state = squad((9, 20, 3), (7, 20, 3), (9, 18, 3), ground(roof("a", 0, 10, 3)))
    wary = find_approach(state, order(A, 6), A, (15, 20), player=1)
    assert wary is None or not ask(state, order(A, 6), wary).evidence.power
    bold = find_approach(state, order(A, 6), A, (15, 20), player=1, falls=True)
    assert bold is not None and bold.path == ((15, 20),)


def test_what_hangs_on_the_board_alone_is_kept_until_the_board_changes() -> None:
    state = squad()
    more = replace(state, drawn=3, agenda=(MoveQuestion(player=1, order=order(A, 4)),))
    assert more.table is state.table and more.board_notes is state.board_notes
    for other in (
        state.with_model(B, at=(8.0, 21.0, 0.0)),
        state.with_unit(HEAVY, arc=2),
        replace(
            state, setup=replace(state.setup, abilities={**state.setup.abilities, A: ("spider",)})
        ),
    ):
        assert other.board_notes is not state.board_notes


def bridge() -> Feature:
    """A deck 5" up about (10, 20), which one walks beneath."""
    return box("deck", "structure", (10, 20), (12, 12), 0.5, bottom=4.5)


@pytest.mark.rule("NM-SIL-150")
def test_a_mate_without_a_height_is_meant_on_the_level_of_its_leader() -> None:
    state = squad((9, 20, 0), (7, 20, 0), (9, 18, 0), ground(bridge()))
    moving = advance(A, (11, 20), b=(9.5, 20), c=(11, 18.3))
    r = go(state, order(A, 4), moving)
    assert [place(r, m) for m in (A, B, C)] == [(11, 20, 0), (9.5, 20, 0), (11, 18.3, 0)]
    before = replace(state, setup=replace(state.setup, rulings=1))
    assert ask(before, order(A, 4), moving).code == "too_far_from_leader"
    assert (
        ask(state, order(A, 4), advance(A, (11, 20), b=(9.5, 20, 5))).code == "too_far_from_leader"
    )


@pytest.mark.rule("NM-SIL-150")
def test_a_height_that_a_walker_names_is_meant_or_refused() -> None:
    crate = box("crate", "obstacle", (20, 20), (6, 6), 1, standable=True)
    state = squad((9, 20, 0), (7, 20, 0), (9, 18, 0), ground(bridge(), crate))
    refused = ask(state, order(A, 4), advance(A, (11, 20, 5)))
    assert (refused.code, refused.text) == (
        "other_height",
        "the path reaches height 0 there, not 5",
    )
    assert ask(state, order(A, 4), advance(A, (11, 20, 0))) and ask(
        state, order(A, 4), advance(A, (11, 20))
    )
    assert ask(state, order(A, 4), advance(A, (10, 20, 3), (11, 20))).code == "other_height"
    near = squad(
        (16.2, 20, 0),
        (14.7, 20, 0),
        (15, 18, 0),
        state.table.without(*(b.id for b in state.table.bodies)),
    )
    assert ask(near, order(A, 5), advance(A, (19, 20, 1))) and not ask(
        near, order(A, 5), advance(A, (19, 20, 0))
    )
    before = replace(state, setup=replace(state.setup, rulings=1))
    assert ask(before, order(A, 4), advance(A, (11, 20, 5))).evidence.end == (11, 20, 0)
