"""Where units, void gates and auras may be or reach: the lit areas are what the game allows, tried at random places."""

import random

import pytest
import shapely

from tests.games.neo_mechanika.previews.previewed import BOARDS, HUNTER, WOLF, played, shipped
from tests.games.neo_mechanika.rules.moving import ground, roof
from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.table.building import box
from wc3d.games.neo_mechanika.previews.deployments import deploy_area, deploy_preview, gate_preview
from wc3d.games.neo_mechanika.rules.actions import Deploy, PlaceGate, Point
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.moving.placing import find_places
from wc3d.games.neo_mechanika.rules.turn.deployment import InitialQuestion

TEAM = "1.vassal_reavers.1"
GATE = "1.gate.1"


def tried(areas, rng, size, near=None, far=None, margin=0.02):
    """Random places on every lit level with whether they are lit; those beside an area's edge are left out."""
    for height in {a.height for a in areas} or {0.0}:
        level = [a.shape for a in areas if a.height == height]
        lit = shapely.union_all(level)
        for _ in range(80):
            x, y = (
                (rng.uniform(0, s) for s in size)
                if near is None
                else (v + rng.uniform(-far, far) for v in near[:2])
            )
            if lit.boundary.distance(shapely.Point(x, y)) > margin:
                yield (x, y, height), bool(shapely.intersects_xy(lit, x, y))


def free(table):
    """A place near the middle of a table where anyone can stand."""
    x, y = (s / 2 for s in table.size)
    return next(find_places(table, "large", (x + 2, y + 4), 8))


def deployment(board=None, **more):
    """A game in the Deployment Phase of player 1, with a void gate of 5 Arc."""
    table = shipped(board) if board else ground(roof("house", 18, 26, 1.0))
    state = begun(
        ("dusk_wolf", "vassal_reavers", "hunter"),
        gates={GATE: (free(table), 5)},
        table=table,
        **more,
    )
    return at_step(state, "deployment")


@pytest.mark.rule("NM-GAT-16")
@pytest.mark.parametrize("board", ["crossroads", None])
def test_a_unit_may_be_deployed_in_the_lit_area_and_nowhere_else(board):
    rng = random.Random(1)
    game = deployment(board)
    lit = deploy_preview(game.state, None, HUNTER, GATE).marks.areas
    counted = {True: 0, False: 0}
    for at, inside in tried(lit, rng, game.state.table.size, game.state.place(GATE), 3):
        seen = deploy_preview(game.state, None, HUNTER, GATE, model=HUNTER, at=at)
        said = game.check(Deploy(player=1, unit=HUNTER, gate=GATE, places={HUNTER: at}))
        assert seen.legal is bool(said) is inside, (at, seen.words)
        counted[inside] += 1
        if inside:
            assert played(game, seen.action)[0].place(HUNTER) == pytest.approx(at)
    assert all(counted.values())


@pytest.mark.rule("NM-GAT-17")
def test_a_squad_is_deployed_model_by_model():
    rng = random.Random(2)
    game = deployment()
    places: dict[str, Point] = {}
    for id in game.state.units[TEAM].models:
        before = deploy_preview(game.state, None, TEAM, GATE, places=places, model=id)
        around = game.state.place(GATE) if not places else next(iter(places.values()))
        counted = {True: 0, False: 0}
        for at, inside in tried(before.marks.areas, rng, game.state.table.size, around, 5):
            seen = deploy_preview(game.state, None, TEAM, GATE, places=places, model=id, at=at)
            counted[inside] += 1
            assert seen.legal is inside, (id, at, seen.words)
        assert all(counted.values())
        places[id] = next(
            at
            for at, inside in tried(before.marks.areas, rng, game.state.table.size, around, 5)
            if inside
        )
    whole = deploy_preview(game.state, None, TEAM, GATE, places=places)
    assert whole.legal and whole.action is not None and "Still to place" not in dict(whole.facts)
    after, _ = played(game, whole.action)
    assert [after.place(id) for id in places] == [pytest.approx(at) for at in places.values()]


@pytest.mark.rule("NM-SET-07")
@pytest.mark.parametrize("board", BOARDS[:2])
def test_the_first_deployment_is_by_the_own_edge_and_off_the_objectives(board):
    rng = random.Random(3)
    state = begun(
        ("dusk_wolf", "vassal_reavers", "hunter"),
        table=shipped(board),
        mission=mission("boiling_point"),
    )
    question = InitialQuestion(player=1, left=5)
    counted = {True: 0, False: 0}
    for at, inside in tried(deploy_area(state, 1, "", WOLF, ()), rng, (30, 8)):
        seen = deploy_preview(state, question, WOLF, places={WOLF: at})
        assert seen.legal is inside, (at, seen.words)
        assert seen.action is None
        counted[bool(inside)] += 1
    assert all(counted.values())


@pytest.mark.rule("NM-GAT-18")
def test_nobody_is_deployed_near_an_objective():
    state = begun(("hunter",), table=shipped("crossroads"), mission=mission("boiling_point"))
    token = next(iter(state.objectives.values()))
    x, y = token.at[:2]
    state = begun(
        ("hunter",),
        gates={GATE: ((x + 2.5, y), 5)},
        table=shipped("crossroads"),
        mission=mission("boiling_point"),
    )
    game = at_step(state, "deployment")
    rng = random.Random(4)
    seen = deploy_preview(game.state, None, HUNTER, GATE)
    counted = {True: 0, False: 0}
    for at, inside in tried(seen.marks.areas, rng, (30, 30), (x, y), 4):
        assert deploy_preview(game.state, None, HUNTER, GATE, model=HUNTER, at=at).legal is inside
        counted[bool(inside)] += 1
    assert all(counted.values()) and seen.marks.circles


# Void gates


@pytest.mark.rule("NM-GAT-03")
@pytest.mark.rule("NM-GAT-04")
@pytest.mark.parametrize("board", ["crossroads", None])
def test_a_void_gate_may_be_placed_in_the_lit_area_and_nowhere_else(board):
    rock = box("rock", "impassable", (30.0, 8.0), (4.0, 4.0), 2.0)
    table = shipped(board) if board else ground(roof("house", 18, 26, 3.0), rock)
    middle = free(table)
    game = at_step(begun(("hunter", "dusk_wolf"), at={HUNTER: middle}, table=table), "gate", turn=3)
    rng = random.Random(5)
    counted = {True: 0, False: 0}
    lit = gate_preview(game.state, middle).marks.areas
    for at, inside in tried(lit, rng, table.size):
        seen = gate_preview(game.state, at, arc=2)
        assert seen.legal is inside, (at, seen.words)
        near = [game.check(PlaceGate(player=1, at=at, arc=2, nominee=id)) for id in ("", HUNTER)]
        assert any(map(bool, near)) is inside
        counted[inside] += 1
        if inside:
            assert played(game, seen.action)[0].place("1.gate.1") == pytest.approx(at)
    assert all(counted.values())
