"""Random boards are fair, sound and playable, the same for the same seed, and what they say of themselves is so."""

from __future__ import annotations

import json
import math
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import shapely

from wc3d.board_generator.generate import (
    MAX_LAYOUTS,
    BoardGenerationStoppedError,
    RandomBoard,
    generate_board,
)
from wc3d.board_generator.kit_pieces import (
    Placement,
    TerrainPiece,
    describe_ladders,
    describe_piece,
)
from wc3d.board_generator.measures import (
    RANGES,
    BoardMeasures,
    BoardSampler,
    describe_measures,
    missed_ranges,
)
from wc3d.board_generator.styles import STYLES, kit_pieces
from wc3d.cli.board.check import check_file
from wc3d.engine.dice import SeededDice
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.registry import load_map, rules_of, space_policy_of, table_from_map
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable, piece_footprint, stand

SIZES: list[tuple[str, XY]] = [
    *((style, (48.0, 48.0)) for style in STYLES),
    ("city", (30.0, 30.0)),
    ("wilds", (44.0, 60.0)),
]


@cache
def made(style: str, size: XY, seed: str = "7") -> RandomBoard:
    """A random board, made once for all tests."""
    return generate_board(style, size, seed, space_policy_of())


each_board = pytest.mark.parametrize(
    ("style", "size"), SIZES, ids=[f"{s}-{w:g}x{d:g}" for s, (w, d) in SIZES]
)


def middle(feature: Feature) -> XY:
    """The middle of a feature's plan."""
    x0, y0, x1, y1 = feature.box
    return (x0 + x1) / 2, (y0 + y1) / 2


@each_board
def test_a_board_is_sound_as_a_file(style: str, size: XY, tmp_path: Path) -> None:
    board = made(style, size)
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board.map))
    assert [str(finding) for finding in check_file(path)] == []
    assert load_map(path).size == size


@each_board
def test_each_piece_has_a_twin_half_a_turn_away(style: str, size: XY) -> None:
    table = made(style, size).table
    features = {feature.id: feature for feature in table.features}
    most = math.sqrt(2) * STYLES[style].jitter + 0.25  # a turned twin's box has another middle
    pairs = [id for id in features if id.endswith("-south")]
    assert len(pairs) >= 5
    for id in pairs:
        one, twin = features[id], features[id.removesuffix("south") + "north"]
        assert one.kind is twin.kind and one.high == pytest.approx(twin.high)
        mirrored = size[0] - middle(twin)[0], size[1] - middle(twin)[1]
        slack = most + 0.03 * STYLES[style].angle_jitter * max(
            one.box[2] - one.box[0], one.box[3] - one.box[1]
        )
        assert math.dist(middle(one), mirrored) <= slack, id
    assert len(features) - 2 * len(pairs) <= 1  # the piece in the center


@each_board
def test_the_figures_are_in_range_and_hold_on_another_sample(style: str, size: XY) -> None:
    board = made(style, size)
    assert missed_ranges(board.measures) == []
    depth = size[1]
    spots = random.Random(99)

    def place(low: float, high: float) -> tuple[float, float, float]:
        while True:
            at = (spots.uniform(1, size[0] - 1), spots.uniform(low, high), 0.0)
            if stand(board.table, "small", at):
                return at

    def share(near: XY, far: XY) -> float:
        lines = (
            sight(board.table, Body("a", "small", place(*near)), Body("b", "small", place(*far)))
            for _ in range(100)
        )
        return sum(line.verdict == "clear" for line in lines) / 100

    deployment = share((0.7, depth / 6), (depth * 5 / 6, depth - 0.7))
    across = share((0.25 * depth, 0.4 * depth), (0.6 * depth, 0.75 * depth))
    assert deployment == pytest.approx(board.measures.deployment_lines, abs=0.2)
    assert across == pytest.approx(board.measures.middle_lines, abs=0.2)


@each_board
def test_the_widest_base_walks_around_the_solids_themselves(style: str, size: XY) -> None:
    """An erosion on a grid, with the true plan of every solid, not with its hull."""
    table = made(style, size).table
    solids = [
        section_to_polygon(piece_footprint(piece), 8)
        for feature in table.features
        if feature.kind.solid
        for piece in feature.pieces
    ]
    radius = 80 / 2 / 25.4
    columns, rows = (np.arange(radius, side - radius, 0.25) for side in size)
    points = [shapely.Point(x, y) for x in columns for y in rows]
    blocked, _ = shapely.STRtree(solids).query(points, "dwithin", radius)
    free = np.ones(len(points), dtype=bool)
    free[blocked] = False
    grid = free.reshape(len(columns), len(rows))
    reached = np.zeros_like(grid)
    reached[:, 0] = grid[:, 0]
    while True:
        grown = reached.copy()
        grown[1:] |= reached[:-1]
        grown[:-1] |= reached[1:]
        grown[:, 1:] |= reached[:, :-1]
        grown[:, :-1] |= reached[:, 1:]
        grown &= grid
        if (grown == reached).all():
            break
        reached = grown
    assert reached[:, -1].any() and reached[0].any() and reached[-1].any()
    assert reached.sum() >= 0.95 * grid.sum()


@each_board
def test_models_start_and_score_on_it(style: str, size: XY) -> None:
    """The strips along both sides are open, and the markers of every mission of the size have places."""
    table = made(style, size).table
    for low in (0.0, size[1] - 5.0):
        strip = shapely.box(0.0, low, size[0], low + 5.0)
        boxes = [shapely.box(*f.box) for f in table.features if f.kind.solid]
        assert shapely.union_all(boxes).intersection(strip).area < 0.25 * strip.area
    if size[0] != size[1]:
        return
    rules = rules_of("neo_mechanika")
    for mission in rules.setup.missions():
        if mission.table == size:
            for name, (x, y, _), _ in rules.display.objectives(mission.id, table):
                assert highest_standable(table, "large", (x, y)) is not None, (mission.id, name)


@pytest.mark.parametrize("game", ["neo_mechanika", "warmachine"])
def test_both_games_begin_on_it(game: str, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(made("industrial", (48.0, 48.0)).map))
    rules = rules_of(game)
    mission = next(m for m in rules.setup.missions() if m.table == (48, 48))
    forces = [rules.setup.force(name, mission.id, 1) for name in mission.forces]
    plan = GamePlan(mission.id, load_map(path, game), (forces[0], forces[1]))
    assert rules.new_game(plan, SeededDice("1")).to_act in (1, 2)


@pytest.mark.parametrize("piece", [p for p in kit_pieces() if p.ladders], ids=lambda p: p.id)
@pytest.mark.parametrize("degrees", [0.0, 90.0, 15.0, 133.7])
def test_every_ladder_serves_every_base(piece: TerrainPiece, degrees: float) -> None:
    place = Placement(20.0, 20.0, degrees)
    data = {
        "size": [40, 40],
        "terrain": [describe_piece(piece, place, piece.id, piece.title)],
        "ladders": describe_ladders(piece, place, piece.id),
    }
    table = table_from_map(data)
    reach = table.policy.bases["large"].radius + table.policy.ladder_within - 1e-3
    assert table.ladders
    for ladder in table.ladders:
        for z in (ladder.bottom, ladder.top):
            assert has_place(table, ladder.at, z, reach), (ladder.id, z)


def has_place(table: Table, at: XY, z: float, reach: float) -> bool:
    """Whether a large base stands with its rim near a point at a height."""
    turns = [math.tau * step / 96 for step in range(96)]
    return any(
        stand(
            table,
            "large",
            (at[0] + part * reach * math.cos(turn), at[1] + part * reach * math.sin(turn), z),
        ).standable
        for part in (0.5, 0.75, 0.88, 0.94, 1.0)
        for turn in turns
    )


def test_the_same_seed_gives_the_same_board_and_another_another() -> None:
    size = (30.0, 30.0)
    again = generate_board("city", size, "7", space_policy_of())
    assert again.map == made("city", size).map and again.measures == made("city", size).measures
    assert made("city", size, "8").map["terrain"] != again.map["terrain"]


def test_a_small_table_has_no_large_houses() -> None:
    names = {feature.id.rsplit("-", 2)[0] for feature in made("city", (30.0, 30.0)).table.features}
    assert not names & {"bunker", "townhouse"} and "ruin-corner" in names


def test_the_summary_tells_the_figures_with_their_ranges() -> None:
    board = made("ruins", (48.0, 48.0))
    lines = list(board.summary_lines())
    assert lines[0].startswith('Ruined town 7: 48" by 48", ')
    share = board.measures.deployment_lines
    assert (
        f"  open lines of sight between the deployment zones: {share:.0%} (up to 40%)" == lines[1]
    )
    assert len(lines) == 1 + len(RANGES)


def test_what_is_out_of_range_is_named() -> None:
    crowded = BoardMeasures(0.1, 0.1, 0.99, (0.2, 0.3), 0.5)
    assert missed_ranges(crowded) == [
        "middle_lines",
        "near_cover",
        "side_difference",
        "walkable",
    ]
    assert "difference of the terrain near the two sides: 33% (up to 10%)" in list(
        describe_measures(crowded)
    )


def test_an_empty_table_has_no_cover_and_a_full_one_no_places() -> None:
    empty = BoardSampler(Table((30.0, 30.0), policy=space_policy_of()))
    assert empty.cover_share() == 0.0
    assert empty.open_share((0, 5), (25, 30), lambda: None) == 1.0
    block = {"type": "box", "center": [15, 15], "size": [30, 30], "height": 5}
    full = {"size": [30, 30], "terrain": [{"id": "all", "kind": "structure", "shape": block}]}
    sampler = BoardSampler(table_from_map(full))
    assert sampler.draw_place(0.0, 30.0) is None
    assert sampler.open_share((0, 5), (25, 30), lambda: None) == 0.0


@pytest.mark.parametrize(
    ("style", "size", "seed", "words"),
    [
        ("citty", (48.0, 48.0), "1", "did you mean city"),
        ("city", (29.0, 48.0), "1", "expected sides from 30 to 60"),
        ("city", (48.0, 61.0), "1", "expected sides from 30 to 60"),
        ("city", (math.nan, 48.0), "1", "expected sides from 30 to 60"),
        ("city", (48.0, 48.0), "", "printable"),
        ("city", (48.0, 48.0), "a\nb", "printable"),
        ("city", (48.0, 48.0), "x" * 41, "printable"),
    ],
)
def test_what_cannot_be_asked_for_is_told(style: str, size: XY, seed: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        generate_board(style, size, seed, space_policy_of())


def test_it_tells_how_far_it_is_and_stops_when_nobody_waits() -> None:
    shares: list[float] = []

    def progress(done: int, total: int) -> bool:
        shares.append(done / total)
        return len(shares) < 60

    with pytest.raises(BoardGenerationStoppedError):
        generate_board("wilds", (30.0, 30.0), "7", space_policy_of(), progress)
    assert len(shares) == 60 and shares == sorted(shares) and 0 < shares[-1] < 1


def test_it_gives_up_after_a_bounded_number_of_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[object] = []

    def measure(*given: object) -> tuple[None, None]:
        tries.append(given)
        return None, None

    monkeypatch.setattr("wc3d.board_generator.generate._measure_layout", measure)
    monkeypatch.setattr("wc3d.board_generator.layout.LayoutMaker.make_layout", lambda *given: None)
    with pytest.raises(InputError, match="try another seed"):
        generate_board("city", (48.0, 48.0), "1", space_policy_of())
    assert len(tries) == MAX_LAYOUTS


def test_pieces_have_names_of_their_own() -> None:
    pieces = kit_pieces()
    assert len({piece.title for piece in pieces}) >= len(pieces) - 2  # stacks of containers
