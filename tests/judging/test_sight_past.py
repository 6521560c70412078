"""The feature named in a sight verdict is the nearest one, although few pieces are measured."""

from __future__ import annotations

import random

import pytest

import wc3d
from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.points import XYZ
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.judging import sight
from wc3d.judging.sight import nearest_blocking_feature
from wc3d.registry import table_from_map
from wc3d.table.table import Table

Line = tuple[XYZ, XYZ]


def random_lines(count: int) -> list[Line]:
    """Return lines across a board, some of them upright."""
    chance = random.Random(5)

    def point() -> XYZ:
        return chance.uniform(0, 30), chance.uniform(0, 30), chance.uniform(0, 6)

    lines: list[Line] = [(point(), point()) for _ in range(count)]
    x, y, z = point()
    return [*lines, ((x, y, z), (x, y, z + 2.0))]


def nearest_of_all(table: Table, line: Line) -> str | None:
    """Return the nearest feature after measuring every piece."""
    distances = [
        (segment_to_piece(*line, piece), feature.id)
        for feature in table.features
        if feature.blocks_sight
        for piece in feature.pieces
        if piece.high - piece.low > EPSILON_IN
    ]
    return min(distances, default=(0.0, None))[1]


@pytest.mark.parametrize("board", ["ravine", "terraced-woods", "watchtowers", "salt-flats"])
def test_the_nearest_feature_is_that_of_all_pieces(board: str) -> None:
    table = wc3d.load_map(board)
    for line in random_lines(2 if board == "salt-flats" else 20):
        assert nearest_blocking_feature(table, line) == nearest_of_all(table, line)


def test_few_pieces_of_a_board_of_meshes_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    table = wc3d.load_map("container-yard")
    measured: list[object] = []

    def measure(a: XYZ, b: XYZ, piece: object) -> float:
        measured.append(piece)
        return segment_to_piece(a, b, piece)  # type: ignore[arg-type]

    monkeypatch.setattr(sight, "segment_to_piece", measure)
    line = (4.418, 4.418, 0.747), (19.304, 19.304, 1.75)
    assert nearest_blocking_feature(table, line) == "stair-stack-south"
    assert 0 < len(measured) < 300


def test_on_an_empty_board_no_feature_is_near() -> None:
    table = table_from_map({"size": [10, 10], "terrain": []})
    assert nearest_blocking_feature(table, ((1.0, 1.0, 1.0), (5.0, 5.0, 1.0))) is None
