"""Stairs and ladders of meshes are found and proposed, where both floors have room for a base."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from wc3d._internal.data_files import shipped_folder
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.table.maps.lint import LintFinding, lint_map
from wc3d.table.maps.map_file import read_map
from wc3d.table.maps.stairs import find_step_runs
from wc3d.table.table_state import Ladder


def block(size: tuple[float, float, float], at: tuple[float, float, float]) -> trimesh.Trimesh:
    """Return a box of this size whose lowest south-west corner is at a point."""
    mesh = trimesh.creation.box(size)
    mesh.apply_translation(np.add(at, np.divide(size, 2)))
    return mesh


def joined(*parts: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return several meshes as one."""
    mesh = trimesh.util.concatenate(parts)
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


def house(*more: trimesh.Trimesh) -> trimesh.Trimesh:
    """Return a roof at 3", 6" wide and 4" deep, on a plinth, with more parts."""
    return joined(block((6, 4, 3), (0, 0, 0)), *more)


def stairs(steps: int = 6, rise: float = 0.5, run: float = 0.3) -> list[trimesh.Trimesh]:
    """Return steps that rise to the east side of the house, 1.5" wide."""
    return [
        block((run, 1.5, rise * (i + 1)), (6 + run * (steps - 1 - i), 1.2, 0)) for i in range(steps)
    ]


def rungs(number: int = 6, gap: float = 0.45) -> list[trimesh.Trimesh]:
    """Return rungs before the south wall of the house."""
    return [block((0.8, 0.1, 0.08), (2.6, -0.2, gap * (i + 1))) for i in range(number)]


def findings(
    mesh: trimesh.Trimesh, folder: Path, ladders: list[dict[str, Any]] | None = None, **shape: Any
) -> list[LintFinding]:
    """Return the findings about stairs on a board with one mesh in its middle."""
    mesh.export(folder / "house.stl")
    placed = {"type": "mesh", "file": "house.stl", "position": [15, 15, 0]} | shape
    data = {
        "size": [30, 30],
        "terrain": [{"id": "house", "kind": "structure", "shape": placed}],
        "ladders": ladders or [],
    }
    return [f for f in lint_map(read_map(data, SPACE, folder)) if f.code == "stairs"]


@pytest.mark.rule("NM-TER-14")
@pytest.mark.parametrize(
    ("parts", "noun", "near"),
    [(stairs(), "house-stairs", (21.9, 16.9)), (rungs(), "house-ladder", (18.0, 14.9))],
)
def test_a_ladder_is_proposed_where_a_mesh_has_steps_or_rungs(
    parts: list[trimesh.Trimesh], noun: str, near: tuple[float, float], tmp_path: Path
) -> None:
    [finding] = findings(house(*parts), tmp_path)
    ladder = finding.ladder
    assert ladder is not None
    assert (ladder.id, ladder.bottom, ladder.top) == (noun, 0.0, 3.0)
    assert np.hypot(ladder.at[0] - near[0], ladder.at[1] - near[1]) < 1.0
    text = finding.message
    added = json.loads(text[text.index("{") : text.index("}") + 1])
    assert Ladder(added["id"], tuple(added["at"]), added["bottom"], added["top"]) == ladder
    assert not findings(house(*parts), tmp_path, [added])


@pytest.mark.parametrize("turn", [0, 90, 217])
@pytest.mark.parametrize("mirrored", [False, True])
def test_it_lies_where_the_turned_mesh_has_its_steps(
    turn: float, mirrored: bool, tmp_path: Path
) -> None:
    [finding] = findings(house(*stairs()), tmp_path, rotation=turn, mirrored=mirrored)
    angle = np.radians(turn)
    east = np.array([6.9 * (-1 if mirrored else 1), 1.95])
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    x, y = rotation @ east + 15
    assert finding.ladder is not None
    assert np.hypot(finding.ladder.at[0] - x, finding.ladder.at[1] - y) < 1.0


@pytest.mark.parametrize(
    "mesh",
    [
        house(),
        house(*stairs(steps=2)),  # not a staircase
        house(*rungs(number=3)),
        house(*stairs(steps=3, rise=0.25)),  # it ends far below the roof
        joined(*(block((0.3, 1.5, 0.5 * i), (0.3 * i, 0, 0)) for i in range(1, 7))),
    ],
    ids=["plain", "two steps", "three rungs", "ends low", "no upper floor"],
)
def test_nothing_is_proposed_without_two_floors_and_enough_steps(
    mesh: trimesh.Trimesh, tmp_path: Path
) -> None:
    assert not findings(mesh, tmp_path)


def test_uneven_blocks_are_not_stairs() -> None:
    heights = (0.2, 0.4, 1.1, 1.3, 2.0)
    blocks = [block((0.3, 1.5, high), (0.3 * i, 0, 0)) for i, high in enumerate(heights)]
    assert not find_step_runs(joined(*blocks).triangles)


@pytest.mark.parametrize("triangles", [np.zeros((0, 3, 3)), np.zeros((5, 3, 3))])
def test_a_mesh_without_faces_has_none(triangles: np.ndarray) -> None:
    assert find_step_runs(triangles) == []


def test_the_ladders_of_a_shipped_board_are_found_again() -> None:
    data = json.loads((shipped_folder("maps") / "container-yard.json").read_text())
    known = [Ladder(r["id"], tuple(r["at"]), r["bottom"], r["top"]) for r in data.pop("ladders")]
    proposed = [f.ladder for f in lint_map(read_map(data, SPACE, shipped_folder("maps")))]
    rungs = [ladder for ladder in proposed if ladder is not None]
    assert len(rungs) == 9
    for ladder in rungs:
        assert any(
            np.hypot(other.at[0] - ladder.at[0], other.at[1] - ladder.at[1]) < 1.5
            and other.top == ladder.top
            for other in known
        )
