"""What a preview says of a move is what happens: random moves, squads, jumps and falls, played through the game."""

import math
import pickle
import random
import time

import pytest
import shapely

from tests.games.neo_mechanika.previews.previewed import (
    BOARDS,
    HUNTER,
    TEAM,
    WOLF,
    played,
    skirmish,
)
from tests.games.neo_mechanika.rules.fighting import activated
from tests.games.neo_mechanika.rules.fighting import told as told_of
from tests.games.neo_mechanika.rules.moving import ground, order, roof
from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.narrowed import a, there
from tests.screens.boards import evidence
from tests.table.building import box
from wc3d.games.neo_mechanika.previews.moves import move_preview
from wc3d.games.neo_mechanika.previews.placement_previews import (
    SIGHT_GRID_IN,
    place_preview,
    return_preview,
)
from wc3d.games.neo_mechanika.previews.reaches import (
    reach_preview,
    reach_question,
    solve_reach,
    solve_reach_evidence,
)
from wc3d.games.neo_mechanika.previews.shortest_path import (
    move_order_for,
    path_question,
    reach_finder,
    solve_path,
)
from wc3d.games.neo_mechanika.previews.tracks import forecast_fall_damage
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Advance, JumpStep, LadderStep, Play
from wc3d.games.neo_mechanika.rules.moving.repositioning import PlaceQuestion
from wc3d.presentation.palette import Pen, Role
from wc3d.table.table_state import Ladder
from wc3d.workers.table_worker import TableWorker

LEADER = f"{TEAM}.a"
RANGERS = "1.ranger_fire_team.1"


def around(rng, at, far):
    turn = rng.uniform(0, math.tau)
    out = far * math.sqrt(rng.random())
    return at[0] + out * math.cos(turn), at[1] + out * math.sin(turn)


def ghosts(preview, role=Role.END):
    volumes = [g.volume for g in preview.marks.ghosts if g.role is role]
    return {(round(v.center[0], 6), round(v.center[1], 6), round(v.low, 6)) for v in volumes}


def places(state, *ids):
    return {tuple(round(v, 6) for v in state.place(id)) for id in ids}


@pytest.mark.parametrize("seed", range(18))
def test_a_move_ends_where_its_preview_says_and_is_refused_in_its_words(seed):
    rng = random.Random(seed)
    unit = (WOLF, TEAM, HUNTER)[seed % 3]
    game = skirmish(seed, unit)
    state = game.view(1).state
    team = [m.id for m in state.models_of(unit)]
    told = set()
    for _ in range(12):
        model = rng.choice(team)
        goal = around(rng, state.place(model), 7)
        action = Advance(
            player=1, model=model, path=(JumpStep(jump=goal),) if rng.random() < 0.3 else (goal,)
        )
        seen = move_preview(state, None, model, action.path)
        said = game.check(action)
        told.add(seen.legal)
        assert seen.legal is seen.marks.is_good is bool(said)
        if not said:
            assert seen.action is None and f"p. {said.page}" in seen.words
            continue
        assert seen.action == action
        after, happened = played(game, action)
        left = [id for id in team if after.is_on_table(id)]
        assert ghosts(seen) == places(after, *left)
        assert sum("finds no place" in t.words for t in seen.tags) == len(team) - len(left)
        assert sum(name == "Fall" for name, _ in seen.facts) == sum(
            e.height > 1e-6 for e in told_of(happened, events.Fell)
        )
    assert told


@pytest.mark.rule("NM-TER-19")
def test_a_fall_is_foretold_with_its_dice_and_its_chances():
    state = begun(
        ("hunter",), at={HUNTER: (15.0, 20.0, 3.5)}, table=ground(roof("house", 10, 20, 3.5))
    )
    game = activated(state, HUNTER)
    seen = move_preview(game.state, None, HUNTER, goal=(21.5, 20.0, 0.0))
    fall = dict(seen.facts)["Fall"]
    assert fall.startswith('falls 3.5": POW 3 against ARM') and "activation ends" in fall
    assert [s.pen for s in seen.marks.strokes].count(Pen.FALL) == 1
    _, happened = played(game, seen.action)
    (roll,) = [e for e in happened if isinstance(e, events.Rolled)]
    assert len(roll.action) == 3
    hurt = there(forecast_fall_damage(game.state, HUNTER, seen.verdict.evidence.falls[0]))
    assert 0 < hurt.destroy <= hurt.any < 1


def test_a_path_that_is_too_long_is_drawn_as_far_as_the_inches_last():
    game = activated(begun(("hunter",), at={HUNTER: (10.0, 10.0)}), HUNTER)
    inches = move_order_for(game.state, None, HUNTER).inches
    seen = move_preview(game.state, None, HUNTER, goal=(10.0 + inches + 2, 10.0))
    (gone, missing) = seen.marks.strokes
    assert gone.pen is Pen.PATH and missing.pen is Pen.REFUSED
    assert (
        gone.points[-1][0] == pytest.approx(10.0 + inches)
        and seen.legal is False
        and seen.action is None
    )


def test_rough_ground_climbs_gaps_and_ladders_are_told_on_the_way():
    features = (
        box("mud", "rough", (14.0, 10.0), (2.0, 4.0), 0.0),
        roof("east", 20, 24, 3.0),
        roof("west", 24.6, 30, 3.0),
    )
    table = ground(*features, ladders=(Ladder("rungs", (19.5, 20.0), 0.0, 3.0),))
    state = begun(("hunter",), at={HUNTER: (11.0, 10.0)}, table=table)
    seen = move_preview(activated(state, HUNTER).state, None, HUNTER, goal=(13.5, 10.0))
    assert (
        any(s.pen is Pen.INSIDE for s in seen.marks.strokes)
        and "mud" in dict(seen.facts)["Rough ground"]
    )
    across = activated(
        begun(("hunter",), at={HUNTER: (22.5, 20.0, 3.0)}, table=table), HUNTER
    ).state
    assert "0.6" in dict(move_preview(across, None, HUNTER, goal=(26.5, 20.0, 3.0)).facts)["Gap"]
    below = activated(begun(("hunter",), at={HUNTER: (17.5, 20.0)}, table=table), HUNTER).state
    up = move_preview(below, None, HUNTER, goal=(21.0, 20.0, 3.0))
    assert up.legal and any(isinstance(s, LadderStep) for s in a(Advance, up.action).path)
    assert "up a ladder" in dict(up.facts)["Ladder"] and ghosts(up) == {(21.0, 20.0, 3.0)}


def test_the_way_to_the_mouse_goes_round_what_is_in_the_way():
    table = ground(box("wall", "structure", (13.0, 10.0), (0.5, 2.0), 3.0))
    game = activated(begun(("hunter",), at={HUNTER: (11.0, 10.0)}, table=table), HUNTER)
    straight = move_preview(game.state, None, HUNTER, goal=(14.8, 10.0), search=False)
    assert straight.legal is False and straight.marks.marked_models == {"wall": "IN THE WAY"}
    seen = move_preview(game.state, None, HUNTER, goal=(14.8, 10.0))
    assert seen.legal and len(a(Advance, seen.action).path) > 1
    after, _ = played(game, seen.action)
    assert math.dist(after.place(HUNTER), (14.8, 10.0, 0.0)) < 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_every_way_found_is_a_legal_move_that_ends_at_the_goal(seed):
    rng = random.Random(seed)
    game = skirmish(seed, WOLF)
    found = 0
    for _ in range(20):
        goal = around(rng, game.state.place(WOLF), 6)
        seen = move_preview(game.state, None, WOLF, goal=goal)
        if seen.legal:
            found += 1
            assert game.check(seen.action) and math.dist(seen.verdict.evidence.end[:2], goal) < 1e-6
    assert found


def test_a_jump_says_what_stops_it():
    table = ground(box("wall", "structure", (13.0, 10.0), (0.5, 8.0), 3.0))
    game = activated(begun(("hunter",), at={HUNTER: (11.0, 10.0)}, table=table), HUNTER)
    seen = move_preview(game.state, None, HUNTER, (JumpStep(jump=(15.0, 10.0)),))
    assert (
        seen.action == move_preview(game.state, None, HUNTER, goal=(15.0, 10.0), jump=True).action
    )
    assert (
        seen.legal
        and "stopped by wall" in seen.words
        and "movement ends" in dict(seen.facts)["Stopped"]
    )
    after, _ = played(game, seen.action)
    assert ghosts(seen) == places(after, HUNTER)


def test_a_thought_about_another_unit_has_no_action():
    game = activated(
        begun(("hunter", "dusk_wolf"), at={HUNTER: (11.0, 10.0), WOLF: (20.0, 10.0)}), HUNTER
    )
    seen = move_preview(game.state, None, WOLF, goal=(22.0, 10.0))
    assert seen.legal and seen.action is None


# Squads


@pytest.mark.parametrize("seed", range(5))
def test_a_model_may_be_put_in_sight_of_another_in_the_lit_area_and_nowhere_else(seed):
    rng = random.Random(seed)
    state = skirmish(seed, TEAM).state
    leader, mate, _ = (m.id for m in state.models_of(TEAM))
    asked = PlaceQuestion(
        player=1, model=mate, within=2.0, of=leader, sight=True, why="Displacement"
    )
    middle = state.place(leader)
    tried = {True: 0, False: 0}
    for _ in range(60):
        x, y = around(rng, middle, 3.0)
        for area in place_preview(state, middle, asked).marks.areas:
            away = area.shape.boundary.distance(shapely.Point(x, y))
            inside = bool(shapely.intersects_xy(area.shape, x, y))
            seen = place_preview(state, (x, y, area.height), asked)
            if away > SIGHT_GRID_IN * 1.45:
                assert seen.legal is inside, seen.words
                tried[inside] += 1
    assert all(tried.values())


def test_a_squad_mate_that_finds_no_place_is_told():
    walls = [
        box(f"wall{i}", "structure", (20.0 + dx, 20.0 + dy), (1.5, 1.5), 4.0)
        for i, (dx, dy) in enumerate(_ring(2.3))
    ]
    at = {f"{TEAM}.a": (20.0, 20.0), f"{TEAM}.b": (26.0, 20.0), f"{TEAM}.c": (26.0, 22.0)}
    game = activated(begun(("vassal_reavers",), at=at, table=ground(*walls)), TEAM)
    seen = move_preview(game.state, None, LEADER, ((20.1, 20.0),))
    after, _ = played(game, seen.action)
    lost = [t for t in seen.tags if "destroyed" in t.words]
    assert len(lost) == 3 - len([m for m in after.models_of(TEAM)]) > 0
    assert "destroyed" in dict(seen.facts)["Squad"]


def _ring(out):
    return [
        (out * math.cos(k * math.tau / 10), out * math.sin(k * math.tau / 10)) for k in range(10)
    ]


def test_a_model_put_somewhere_by_an_effect():
    state = begun(("hunter",), at={HUNTER: (15.0, 15.0)})
    asked = PlaceQuestion(player=1, model=HUNTER, within=3.0, of=HUNTER, why="Displacement")
    near, far = place_preview(state, (17.0, 15.0), asked), place_preview(state, (25.0, 15.0), asked)
    assert (
        near.legal
        and near.words.startswith("Displacement")
        and not far.legal
        and "the limit is 3" in far.words
    )
    rng = random.Random(4)
    for _ in range(60):
        x, y = around(rng, (15.0, 15.0), 6)
        inside = any(shapely.intersects_xy(a.shape, x, y) for a in near.marks.areas)
        if min(a.shape.boundary.distance(shapely.Point(x, y)) for a in near.marks.areas) > 0.02:
            assert bool(place_preview(state, (x, y), asked).legal) is inside


def test_a_model_that_comes_back_to_its_squad():
    game = at_step(
        begun(
            ("ranger_fire_team",),
            at={f"{RANGERS}.a": (15.0, 15.0)},
            hands={1: ("mortality_destabilizer",)},
        ),
        "cypher",
    )
    game.apply(Play(player=1, card="mortality_destabilizer", on=RANGERS))
    near, far = return_preview(game.state, (17.0, 15.0)), return_preview(game.state, (25.0, 15.0))
    assert near.legal and not far.legal and "within 2" in far.words
    rng = random.Random(4)
    for _ in range(60):
        x, y = around(rng, (15.0, 15.0), 5)
        seen = return_preview(game.state, (x, y))
        if min(a.shape.boundary.distance(shapely.Point(x, y)) for a in seen.marks.areas) > 0.02:
            assert bool(seen.legal) is any(
                shapely.intersects_xy(a.shape, x, y) for a in seen.marks.areas
            )
    game.apply(there(near.action))
    assert game.state.place(f"{RANGERS}.b")[:2] == (17.0, 15.0)


# Reach


@pytest.mark.parametrize("board", BOARDS)
def test_every_painted_place_can_be_walked_to_and_nothing_else(board):
    rng = random.Random(board)
    state = skirmish(3, WOLF, board).state
    question = reach_question(state, None, WOLF)
    answer = evidence(
        state.table, question, solve_reach(state.table, question, lambda done, total: True)
    )
    seen = reach_preview(state, answer)
    assert pickle.loads(pickle.dumps(answer)).areas and "p. 28" in seen.words
    levels = [area for area in answer.areas if not area.shape.is_empty]
    assert len(seen.tags) == (len(levels) if len(levels) > 1 else 0)
    ways = reach_finder(state, move_order_for(state, None, WOLF), WOLF)
    for area in answer.areas:
        for _ in range(12):
            x, y = around(rng, state.place(WOLF), 9)
            if area.shape.boundary.distance(shapely.Point(x, y)) > 0.05:
                assert (ways.path_to((x, y, area.height)) is not None) is bool(
                    shapely.intersects_xy(area.shape, x, y)
                )


def test_who_passes_through_models_and_walls_reaches_what_is_behind_them():
    table = ground(box("wall", "structure", (13.0, 24.0), (0.5, 48.0), 3.0))
    state = begun(("hunter",), at={HUNTER: (11.0, 10.0)}, table=table)
    question = {**reach_question(state, None, HUNTER), "through": ("models", "structures")}
    (level, *_) = solve_reach(table.with_bodies(*state.bodies), question, lambda a, b: True).levels
    assert shapely.intersects_xy(level.area, 14.8, 10.0) and not shapely.intersects_xy(
        level.area, 13.0, 10.0
    )
    freely = order(HUNTER, question["speed"], through=("models", "structures"))
    assert move_preview(state, freely, HUNTER, ((14.8, 10.0),)).legal
    assert not move_preview(state, freely, HUNTER, ((13.0, 10.0),)).legal


def test_reach_is_worked_out_beside_the_window():
    state = skirmish(1, WOLF).state
    worker = TableWorker()
    answer = None
    worker.solve(solve_reach_evidence, state.table, reach_question(state, None, WOLF))
    until = time.monotonic() + 60
    while answer is None and time.monotonic() < until:
        report = worker.poll()
        assert report is None or not report.failure, report.failure
        answer = report.answer if report is not None else None
        time.sleep(0.02)
    worker.stop()
    assert reach_preview(state, there(answer)).marks.areas


def test_what_follows_the_mouse_is_quick():
    rng = random.Random(5)
    for unit in (WOLF, TEAM):
        state = skirmish(5, unit).state
        model = state.models_of(unit)[0].id
        move_preview(state, None, model, goal=around(rng, state.place(model), 3))
        began = time.process_time()
        for _ in range(40):
            move_preview(state, None, model, goal=around(rng, state.place(model), 5))
        assert (time.process_time() - began) / 40 < 0.03


@pytest.mark.parametrize("seed", range(3))
def test_the_worker_finds_the_same_ways(seed):
    rng = random.Random(seed)
    state = skirmish(seed, WOLF).state
    found = 0
    for _ in range(10):
        goal = around(rng, state.place(WOLF), 5)
        way = pickle.loads(
            pickle.dumps(
                solve_path(
                    state.table, path_question(state, None, WOLF, goal), lambda done, total: True
                )
            )
        )
        seen = move_preview(state, None, WOLF, goal=goal)
        if way.path is None:
            jumps = (
                any(isinstance(s, JumpStep) for s in a(Advance, seen.action).path)
                if seen.legal
                else False
            )
            assert not seen.legal or seen.verdict.evidence.falls or jumps
        else:
            found += 1
            assert seen.legal and move_preview(state, None, WOLF, way.path).legal
    assert found
