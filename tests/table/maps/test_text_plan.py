"""The plan in letters: no feature is left out, however thin it is and wherever it stands."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest

from wc3d._internal.data_files import shipped_folder
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.table.maps.map_file import load_map, table_from_map
from wc3d.table.maps.text_plan import CELL_SIZES_IN, draw_text_plan, features_by_cell
from wc3d.table.table import Table

BOARDS = sorted(shipped_folder("maps").glob("*.json")) + sorted(
    shipped_folder("maps").glob("book/*.json")
)


def box(
    id: str, center: tuple[float, float], size: tuple[float, float], **more: Any
) -> dict[str, Any]:
    shape = {"type": "box", "center": center, "size": size, "height": 4, **more}
    return {"id": id, "kind": "structure", "shape": shape}


def table_of(*terrain: dict[str, Any], size: tuple[float, float] = (30, 30)) -> Table:
    return table_from_map({"size": size, "terrain": list(terrain)}, SPACE)


def rows(table: Table) -> list[list[str]]:
    """Return the cells of the plan, from south to north."""
    lines = [line[5:-1] for line in draw_text_plan(table, []) if line[4:5] == "|"]
    return [[line[i : i + 2] for i in range(0, len(line), 2)] for line in reversed(lines)]


def marked(table: Table, mark: str = "#4") -> set[tuple[int, int]]:
    """Return the row and the column of each cell with this mark."""
    return {
        (j, i) for j, row in enumerate(rows(table)) for i, cell in enumerate(row) if cell == mark
    }


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_every_feature_of_a_shipped_board_is_seen(path: Path) -> None:
    table = load_map(path, SPACE)
    for cell in (CELL_SIZES_IN[0], CELL_SIZES_IN[-1]):
        seen = {feature.id for feature, _ in features_by_cell(table, cell).values()}
        assert seen == {feature.id for feature in table.features}


def test_a_wall_on_the_line_between_cells_is_one_cell_thick() -> None:
    table = table_of(box("wall", (15, 12), (12, 0.35)), box("wall2", (9, 20), (0.35, 6)))
    along = {(j, i) for j, i in marked(table) if j < 16}
    across = marked(table) - along
    assert along in ({(j, i) for i in range(9, 21)} for j in (11, 12))
    assert across in ({(j, i) for j in range(17, 23)} for i in (8, 9))


@pytest.mark.parametrize("columns", [60, 80, 100, 160])
def test_the_four_walls_of_the_book_are_one_row(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    table = load_map(shipped_folder("maps") / "book" / "four-walls.json", SPACE)
    walls = [row for row in rows(table) if any("#" in cell for cell in row)]
    assert len(walls) == 1 and {"#2", "#3"} <= set(walls[0])
    assert len([cell for cell in walls[0] if "#" in cell]) >= 0.9 * len(walls[0])


@pytest.mark.parametrize("size", [(0.0001, 0.0001), (0.0001, 10), (0.02, 0.02)])
def test_a_feature_of_almost_no_area_is_seen(size: tuple[float, float]) -> None:
    for center in ((15, 15), (15.5, 7.2), (0.1, 15)):
        cells = marked(table_of(box("hair", center, size)))
        assert len(cells) == max(1, round(size[1]))


@pytest.mark.parametrize("seed", range(20))
def test_no_part_of_a_thin_wall_is_far_from_where_it_is_drawn(seed: int) -> None:
    source = random.Random(seed)
    length = source.uniform(1, 12)
    angle = source.uniform(0, 360)
    center = source.uniform(7, 23), source.uniform(7, 23)
    cells = marked(
        table_of(box("wall", center, (length, source.choice([0.01, 0.1, 0.35])), rotation=angle))
    )
    for step in range(101):
        reach = (step / 100 - 0.5) * length
        x = center[0] + reach * math.cos(math.radians(angle))
        y = center[1] + reach * math.sin(math.radians(angle))
        gaps = [math.hypot(max(i - x, x - i - 1, 0), max(j - y, y - j - 1, 0)) for j, i in cells]
        assert min(gaps) < 0.6
    assert len(cells) <= 1.5 * length + 2


def test_the_highest_is_uppermost_and_the_lower_has_a_cell() -> None:
    crate = {**box("crate", (15, 15), (2, 2), height=2), "kind": "obstacle"}
    roof = box("roof", (15, 15), (6, 6))
    assert "=2" not in {cell for row in rows(table_of(roof)) for cell in row}
    seen = [cell for row in rows(table_of(crate, roof)) for cell in row]
    assert seen.count("=2") == 1 and seen.count("#4") >= 8
    high = {**box("crate", (15, 15), (2, 2), height=6), "kind": "obstacle"}
    assert [cell for row in rows(table_of(high, roof)) for cell in row].count("=6") == 4


def test_a_large_feature_is_not_drawn_where_it_hardly_reaches() -> None:
    assert len(marked(table_of(box("house", (15.05, 15.05), (6, 6))))) == 36
