"""The shipped boards: they load, they are fair to both sides, and nothing on them is wrong."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
import shapely

from wc3d.cli.board.check import check_file
from wc3d.registry import load_map
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable, stand

ROOT = Path(__file__).resolve().parent.parent
BOARDS = sorted((ROOT / "maps").glob("*.json"))
BOOK = sorted((ROOT / "maps" / "book").glob("*.json"))
QUESTIONS = sorted((ROOT / "maps" / "questions").glob("*.json"))


def names(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths]


@pytest.fixture(scope="module", params=BOARDS, ids=names(BOARDS))
def board(request: pytest.FixtureRequest) -> tuple[Path, Table]:
    return request.param, load_map(request.param)


def test_there_are_enough_boards_of_both_sizes() -> None:
    sizes = [load_map(path).size for path in BOARDS]
    assert len(sizes) >= 8
    assert set(sizes) == {(30, 30), (48, 48)}
    assert min(sizes.count((30, 30)), sizes.count((48, 48))) >= 3


def test_at_least_two_boards_use_meshes() -> None:
    assert sum('"mesh"' in path.read_text() for path in BOARDS) >= 2


def test_the_boards_have_names_of_their_own() -> None:
    called = [load_map(path).name for path in BOARDS + BOOK]
    assert all(called) and len(set(called)) == len(called)


def test_a_board_is_the_same_from_both_sides(board: tuple[Path, Table]) -> None:
    """Every feature has a twin of the same kind and height a half turn about the table's center away."""
    _, table = board
    width, depth = table.size
    boxes = []
    for feature in table.features:
        corners = [piece.box for piece in feature.pieces]
        low = (min(c[0] for c in corners), min(c[1] for c in corners))
        high = (max(c[2] for c in corners), max(c[3] for c in corners))
        boxes.append((feature.kind, feature.low, feature.high, *low, *high))
    for kind, bottom, top, x0, y0, x1, y1 in boxes:
        twin = (bottom, top, width - x1, depth - y1, width - x0, depth - y0)
        assert any(k == kind and rest == pytest.approx(twin, abs=1e-6) for k, *rest in boxes), (
            kind,
            x0,
            y0,
        )


def test_a_board_leaves_room_to_start(board: tuple[Path, Table]) -> None:
    """Units come out of gates within 5" of their own edge: most of that strip is open ground."""
    path, table = board
    filled = 0.0
    strip = shapely.box(0.0, 0.0, table.size[0], 5.0)
    for feature in table.features:
        boxes = shapely.box(*np.array([piece.box for piece in feature.pieces]).T)
        filled += (
            shapely.intersection(shapely.union_all(boxes), strip).area
            if feature.kind.solid
            else 0.0
        )
    assert filled < 0.25 * 5 * table.size[0], path.name
    assert json.loads(path.read_text())["size"] == list(table.size)


@pytest.mark.parametrize(
    "path", [*BOARDS, *BOOK, *QUESTIONS], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_nothing_shipped_is_found_fault_with(path: Path) -> None:
    assert [str(finding) for finding in check_file(path)] == []


@pytest.mark.rule("NM-TER-01")
def test_every_ladder_serves_every_base(board: tuple[Path, Table]) -> None:
    """Any model can climb any ladder: a large base finds a place within 1" of its foot and of its head."""
    _, table = board
    for ladder in table.ladders:
        for height in (ladder.bottom, ladder.top):
            assert places(table, ladder.at, height), (ladder.id, height)


def places(table: Table, at: tuple[float, float], height: float) -> list[tuple[float, float]]:
    """Some places where a large base stands at `height` with its rim within 1" of `at`."""
    reach = table.policy.bases["large"].radius + table.policy.ladder_within - 1e-3
    found = []
    for step in range(32):
        for part in (0.5, 0.75, 1.0):
            angle = math.tau * step / 32
            x, y = at[0] + part * reach * math.cos(angle), at[1] + part * reach * math.sin(angle)
            if stand(table, "large", (x, y, height)).standable:
                found.append((x, y))
    return found


POINTS: dict[tuple[float, float], list[tuple[float, float]]] = {
    # where the missions put their markers (the project's own layouts); the other half is a half turn away
    (30, 30): [(6, 15), (5, 15), (15, 15), (15, 8)],
    (48, 48): [
        *((10, 16), (24, 12), (38, 16), (40, 14), (24, 14), (8, 14)),
        *((12, 12), (36, 12), (8, 24), (24, 24), (10, 10), (38, 10)),
    ],
}


def test_every_marker_of_a_mission_has_a_place(board: tuple[Path, Table]) -> None:
    """Whatever is played there: any model can stand where a marker lies, on some level."""
    _, table = board
    missing = [
        point for point in POINTS[table.size] if highest_standable(table, "large", point) is None
    ]
    assert missing == []
