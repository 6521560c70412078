"""Where a model is seen from: as many cells as can be looked at in a while, and no more memory than they take."""

from __future__ import annotations

import resource
import time

import numpy as np
import pytest

from wc3d import Body
from wc3d.errors import InputError
from wc3d.registry import table_from_map
from wc3d.table.sight.sight_area import MAX_CELLS, seen_from
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import find_standing_room

HOUSE = {
    "id": "h",
    "kind": "structure",
    "shape": {"type": "box", "center": [9, 6], "size": [5, 4], "height": 3, "rotation": 20},
}
DRUM = {
    "id": "d",
    "kind": "structure",
    "shape": {"type": "cylinder", "center": [3, 14], "radius": 2.5, "height": 2},
}


def board(side: float) -> Table:
    """A board with a house and a drum on it, and somebody who looks around."""
    return table_from_map({"size": [side, side], "terrain": [HOUSE, DRUM]}).with_bodies(
        Body("a", base="small", at=(15, 15, 0))
    )


@pytest.mark.parametrize(("side", "cell"), [(600, 0.05), (600, 0.5), (51, 0.05)])
def test_more_cells_than_can_be_looked_at_are_refused_at_once(side: float, cell: float) -> None:
    table = board(side)
    began = time.process_time()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(
        InputError, match=f"cell {cell:g}: .* more than {MAX_CELLS:,} cells; use larger cells"
    ):
        table.seen_from("a", "small", cell)
    assert time.process_time() - began < 1.0
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_cells_of_all_levels_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wc3d.table.sight.sight_area.MAX_CELLS", 430)
    with pytest.raises(InputError, match="more than 430 cells"):
        board(20).seen_from("a", "small", 1.0)
    assert (
        sum(len(row) for row in board(20).seen_from("a", "small", 1.5).levels[0].cells) == 14 * 14
    )


def test_a_board_can_be_asked_about_in_the_finest_cells_and_stopped() -> None:
    table = board(30)
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> bool:
        told.append((done, total))
        return len(told) < 3

    found = seen_from(table, table.body("a"), "small", 0.05, stop)
    assert not found.complete and told[-1][0] < 20_000 and 360_000 < told[-1][1] <= MAX_CELLS


def test_every_cell_over_a_level_is_looked_at() -> None:
    """By the plain definition: where is the middle of a cell over a roof, with room for a base?"""
    table = board(20)
    found = table.seen_from("a", "small", 0.5)
    assert [level.height for level in found.levels] == [0.0, 2.0, 3.0]
    body = table.body("a")
    for level in found.levels:
        for row, cells in enumerate(level.cells):
            for column, seen in enumerate(cells):
                at = (column + 0.5) * 0.5, (row + 0.5) * 0.5, level.height
                if not find_standing_room(table, "small", np.array([at[:2]]), level.height)[0]:
                    assert not seen, at
                elif (row + column) % 7 == 0:
                    assert bool(seen) == bool(
                        table.with_bodies(body, Body("b", "small", at)).sight("a", "b")
                    ), at
