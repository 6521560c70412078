"""Exhibits say what the verdicts said, where they said it."""

import random
from types import SimpleNamespace

import pytest
from shapely import box, union_all

from tests.screens.boards import evidence, mixed
from wc3d.presentation.evidence_view import obscured_strokes
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.sight_marks import merge_cells, nearest_disc_points, nearest_rim_points
from wc3d.table.body import Body
from wc3d.table.moves.jumping import jump
from wc3d.table.moves.movement import move
from wc3d.table.moves.reach import reach
from wc3d.table.moves.slams import slam
from wc3d.table.sight.cover import cover
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sprays_and_blasts import blast, spray
from wc3d.table.terrain.standing_places import stand


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return mixed(tmp_path_factory.mktemp("exhibits"))


def clear(line, clearance):
    return SimpleNamespace(
        verdict="clear", line=line, clearance=clearance, short_by=None, blockers=(), tolerance=0.001
    )


def blocked(*blockers):
    return SimpleNamespace(
        verdict="blocked",
        line=None,
        clearance=None,
        short_by=0.25,
        blockers=blockers,
        tolerance=0.001,
    )


def test_a_clear_line_is_drawn_exactly_and_cut_along_itself(table):
    line = ((8.2, 3.3, 1.0), (15.1, 7.9, 2.0))
    shown = evidence(table, {"type": "sight", "from": "a", "to": "c"}, clear(line, 0.34))
    assert (
        shown.strokes[0].points == line
        and shown.strokes[0].pen is Pen.CLEAR
        and "0.34" in shown.strokes[0].label
    )
    assert (
        shown.cut == ((8.2, 3.3), (15.1, 7.9))
        and shown.is_good is True
        and shown.verdict == "CLEAR"
    )


def test_a_blocked_verdict_shows_the_line_of_centers_and_names_what_blocks(table):
    shown = evidence(table, {"type": "sight", "from": "a", "to": "b"}, blocked("wall"))
    assert shown.strokes[0].pen is Pen.BLOCKED and shown.strokes[0].points == (
        (8, 3, 0.875),
        (18, 17, 1.375),
    )
    assert shown.marked_models == {"wall": "BLOCKS"} and shown.is_good is False
    assert ("Blocked by at least", '0.25"') in shown.facts


@pytest.mark.rule("NM-TER-06")
def test_the_stretch_inside_a_wood_is_measured(table):
    strokes, total = obscured_strokes(table, ((21.0, 6.0, 1.0), (21.0, 1.0, 1.0)))
    assert total == pytest.approx(3.0) and strokes[0].points == (
        pytest.approx((21, 6, 1)),
        pytest.approx((21, 3, 1)),
    )
    assert obscured_strokes(table, ((21.0, 6.0, 4.5), (21.0, 1.0, 4.5)))[1] == 0  # above the trees


@pytest.mark.rule("NM-ATK-04")
def test_the_measure_runs_between_the_rims_and_is_as_long_as_the_rules_say(table):
    a, d = table.body("a"), table.body("d")
    shown = evidence(
        table,
        {"type": "range", "from": "a", "to": "d"},
        SimpleNamespace(distance=distance(table, a, d)),
    )
    (x, y, z), (u, v, w) = shown.strokes[0].points
    assert ((x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2) ** 0.5 == pytest.approx(
        distance(table, a, d), abs=1e-9
    )
    assert ((x - 8) ** 2 + (y - 3) ** 2) ** 0.5 == pytest.approx(a.radius) and (z, w) == (0, 5)


def test_bases_above_each_other_are_measured_straight_up():
    low, high = Body("l", "large", (5, 5, 0)), Body("h", "small", (5.3, 5, 4))
    (x, y, z), (u, v, w) = nearest_rim_points(low, high)
    assert (
        (x, y) == (u, v)
        and (z, w) == (0, 4)
        and ((x - 5.3) ** 2 + (y - 5) ** 2) ** 0.5 <= high.radius + 1e-9
    )
    assert nearest_disc_points((0, 0, 0), 2.0, (1, 1, 3), 0.0) == ((1, 1, 0), (1, 1, 3))


def test_cover_shows_the_hull_and_tells_granting_from_intervening(table):
    a, c = table.body("a"), table.body("b")
    verdict = cover(table, a, c)
    shown = evidence(table, {"type": "cover", "from": "a", "to": "b"}, verdict)
    assert (
        shown.hull == (a.volume, c.volume)
        and set(shown.marked_models) == set(verdict.intervening)
        and "wall" in shown.marked_models
    )
    assert {id for id, word in shown.marked_models.items() if word == "GIVES COVER"} == set(
        verdict.features
    )
    assert shown.circles[0].radius == pytest.approx(c.radius + 1)


def test_a_spray_numbers_its_hits_along_its_line(table):
    verdict = spray(table, table.body("a"), table.body("g"), 10)
    shown = evidence(table, {"type": "spray", "from": "a", "to": "g", "range": 10}, verdict)
    assert (
        shown.strokes[0].points == verdict.line
        and shown.notes["g"] == "hit 1"
        and shown.roles["g"] is Role.HIT
    )


def test_a_blast_shows_two_inches_and_each_distance(table):
    shown = evidence(table, {"type": "blast", "target": "g"}, blast(table, table.body("g")))
    assert shown.circles[0].radius == pytest.approx(table.body("g").radius + 2)
    assert len(shown.strokes) == len(blast(table, table.body("g")).models)


def test_moves_end_where_the_rules_end_them(table):
    for path, legal in (([[8, 5]], True), ([[8, 20]], False)):
        verdict = move(table, table.body("a"), path, 6)
        shown = evidence(table, {"type": "move", "model": "a", "path": path, "speed": 6}, verdict)
        assert shown.is_good is legal and shown.ghosts[0].volume.center == tuple(path[-1])
        assert shown.strokes[0].pen is (Pen.PATH if legal else Pen.REFUSED)


@pytest.mark.rule("NM-TER-23")
def test_a_jump_goes_level_and_then_drops(table):
    verdict = jump(table, table.body("d"), (22, 16.5))
    shown = evidence(table, {"type": "jump", "model": "d", "to": [22, 16.5]}, verdict)
    level, drop = shown.strokes[:2]
    assert (
        {p[2] for p in level.points} == {5}
        and drop.pen is Pen.FALL
        and drop.points[-1] == pytest.approx(verdict.end)
    )
    assert shown.ghosts[0].volume.low == 0 and drop.label.startswith("falls 5.00")


def test_a_slam_starts_at_the_attacker_in_the_side_cut(table):
    verdict = slam(table, table.body("g"), table.body("a"), 3)
    assert verdict.moved == 0  # a void gate is never moved
    for model in ("g", "w"):
        verdict = slam(table, table.body(model), table.body("a"), 3)
        shown = evidence(
            table, {"type": "slam", "model": model, "from": "a", "distance": 3}, verdict
        )
        assert shown.cut[0] == (8, 3) and shown.ghosts[0].volume.center == pytest.approx(
            verdict.end[:2]
        )


def test_a_refused_place_says_why(table):
    verdict = stand(table, "large", (22.0, 21.5, 5.0))
    shown = evidence(table, {"type": "stand", "base": "large", "position": [22, 21.5, 5]}, verdict)
    assert (
        shown.is_good is False
        and ("Reason", verdict.reason) in shown.facts
        and shown.ghosts[0].role is Role.HIT
    )


def test_cells_become_the_same_area():
    shape = merge_cells([[1, 1, 0], [0, 1, 1], [0, 0, 0]], 0.5)
    assert shape.area == pytest.approx(4 * 0.25) and shape.bounds == (0, 0, 1.5, 1.0)
    assert merge_cells([[0, 0]], 0.5).is_empty


def test_merged_cells_cover_what_the_cells_cover_with_holes_and_touching_corners() -> None:
    chance = random.Random(4)
    for cell in (0.25, 0.3, 1.5):
        for _ in range(60):
            rows, columns = chance.randint(1, 9), chance.randint(1, 9)
            share = chance.random()
            cells = [[int(chance.random() < share) for _ in range(columns)] for _ in range(rows)]
            shape = merge_cells(cells, cell)
            plain = union_all(
                [
                    box(x * cell, y * cell, (x + 1) * cell, (y + 1) * cell)
                    for y in range(rows)
                    for x in range(columns)
                    if cells[y][x]
                ]
            )
            assert shape.is_valid
            assert shape.symmetric_difference(plain).area < 1e-9
            assert shape.area == pytest.approx(plain.area)


def test_lengths_for_people():
    assert [format_inches(v) for v in (None, 0, 0.0213, 2.345)] == [
        "–",
        '0.00"',
        '0.0213"',
        '2.35"',
    ]


@pytest.mark.rule("NM-ATK-05")
def test_what_is_drawn_is_the_rules_own_evidence(table):
    """Every pair of models, by the real function: the very line, the very blockers."""
    table = table.with_bodies(Body("h", "small", (7, 21.2, 0)))
    kinds = set()
    for a, b in (("a", "g"), ("a", "r"), ("b", "d"), ("a", "h")):
        verdict = sight(table, table.body(a), table.body(b))
        shown = evidence(table, {"type": "sight", "from": a, "to": b}, verdict)
        kinds.add(verdict.verdict)
        if verdict:
            assert shown.strokes[0].points == verdict.line and shown.verdict == "CLEAR"
        else:
            assert (
                set(shown.marked_models) == set(verdict.blockers) != set()
                and shown.verdict == "BLOCKED"
            )
    assert kinds == {"clear", "blocked"}


def test_the_reach_is_painted_level_by_level(table):
    verdict = reach(table, table.body("b"), 6)
    shown = evidence(table, {"type": "reach", "model": "b", "speed": 6}, verdict)
    assert [area.height for area in shown.areas] == [level.height for level in verdict.levels]
    assert shown.circles[0].radius == 6
