"""An undecided sight says what it turns on: how near lines come, or whether a mesh is solid behind a hole of its surface."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
import trimesh

from tests.meshes.making import put, stl
from wc3d.games.neo_mechanika.rules.book import rulebook as neo_mechanika
from wc3d.games.warmachine.rules.book import rulebook as warmachine
from wc3d.geometry.sight_search.mesh_rows import RESTING_HEIGHT_IN
from wc3d.judging.sight import SIGHT as QUESTION
from wc3d.judging.sight import SightQuestion, describe_undecided
from wc3d.registry import space_policy_of
from wc3d.table.body import Body
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.sight.sight import Sight, sight
from wc3d.table.table import Table

SIDE = 24.0
STEP = 0.25


@lru_cache
def ground(hole: float) -> np.ndarray:
    """A scan of flat ground with a plateau 3" high in the middle, whose west side has a hole of this radius."""
    along = np.arange(0.0, SIDE + STEP / 2, STEP)
    x, y = np.meshgrid(along, along, indexing="ij")
    plateau = (np.abs(x - 12.0) < 3.0) & (np.abs(y - 12.0) < 3.0)
    places = np.stack([x, y, 0.5 + 3.0 * plateau], axis=-1)
    a, b, c, d = places[:-1, :-1], places[1:, :-1], places[1:, 1:], places[:-1, 1:]
    sheet = np.concatenate(
        [np.stack(corners, axis=2).reshape(-1, 3, 3) for corners in ((a, b, c), (a, c, d))]
    )
    return sheet[np.linalg.norm(sheet.mean(axis=1) - [9.1, 12.0, 2.0], axis=1) > hole]


def scanned(folder: Path, triangles: np.ndarray, tolerance: float, z: float = 0.0) -> Table:
    """A table with a scan of its ground."""
    put(folder / "scan.stl", stl(triangles))
    shape = {
        "type": "mesh",
        "file": "scan.stl",
        "position": [0, 0, z],
        "tolerance": tolerance,
        "uneven": 0.1,
    }
    data = {"size": [SIDE, SIDE], "terrain": [{"id": "scan", "kind": "structure", "shape": shape}]}
    return table_from_map(data, space_policy_of(), folder=folder)


def seen(
    table: Table, a: tuple[float, float, float], b: tuple[float, float, float]
) -> tuple[Table, Sight]:
    """The sight between two small bases at two places."""
    first, second = (
        Body(id, "small", at, sizes=table.policy.bases) for id, at in (("a", a), ("b", b))
    )
    table = table.with_bodies(first, second)
    return table, sight(table, first, second)


def answer(table: Table, found: Sight) -> str:
    """What the judge says of it."""
    question = SightQuestion.model_validate({"type": "sight", "from": "a", "to": "b"})
    [line] = QUESTION.describe(table, question, found)
    return line


def test_behind_a_hole_it_turns_on_whether_the_mesh_is_solid(tmp_path: Path) -> None:
    table, found = seen(
        scanned(tmp_path, ground(1.1), 0.06),
        (6.034747535905368, 9.502597940523746, 0.5),
        (11.055973683240264, 10.927599513848554, 1.0888595948846707),
    )
    assert (found.verdict, found.open_question, found.doubt) == ("undecided", "hollow", None)
    assert found.hollow_of == ("scan",)
    assert "undecided: it depends on whether scan is solid behind a hole in its surface" in answer(
        table, found
    )
    shown = QUESTION.evidence_view(
        table, SightQuestion.model_validate({"type": "sight", "from": "a", "to": "b"}), found
    )
    assert shown.facts == (("Depends on", "whether scan is solid behind a hole in its surface"),)
    assert QUESTION.strip_evidence is not None
    alone = QUESTION.strip_evidence(found)
    assert (alone.open_question, alone.doubt) == ("hollow", None)


def test_beside_a_solid_it_turns_on_how_near_lines_come(tmp_path: Path) -> None:
    table, blocked = seen(scanned(tmp_path, ground(0.0), 0.06), (6.0, 9.5, 0.5), (20.0, 13.0, 0.5))
    found = Sight(
        blocked.table, blocked.a, blocked.b, "undecided", None, blocked.tolerance, blocked.ends
    )
    assert (found.open_question, found.doubt, found.hollow_of) == ("nearness", 0.01, ())
    assert "it depends on less than 0.01" in answer(table, found)


@pytest.mark.parametrize("b", [(20.0, 13.0, 0.5), (6.0, 14.0, 0.5)])
def test_what_is_decided_has_no_open_question(
    tmp_path: Path, b: tuple[float, float, float]
) -> None:
    _, found = seen(scanned(tmp_path, ground(0.0), 0.06), (6.0, 9.5, 0.5), b)
    assert found.verdict == ("blocked" if b[0] > 12 else "clear")
    assert (found.open_question, found.doubt, found.hollow_of) == (None, None, ())


def test_without_a_known_cause_it_says_that_the_search_gave_up(tmp_path: Path) -> None:
    table, found = seen(scanned(tmp_path, ground(0.0), 0.06), (6.0, 9.5, 0.5), (6.0, 14.0, 0.5))
    gave_up = Sight(found.table, found.a, found.b, "undecided", None, found.tolerance, found.ends)
    assert gave_up.open_question == "search"
    assert (
        describe_undecided(table, gave_up)
        == "undecided: the search reached its limit before it found a line or a proof"
    )


def block(low: float, warp: float = 0.0) -> np.ndarray:
    """A wall 6" long and 2" high whose foot is at `low`, and a bit higher all along but for one end."""
    mesh = (
        trimesh.creation.box(bounds=[[9, 11.5, low], [15, 12.5, low + 2]]).subdivide().subdivide()
    )
    points = np.array(mesh.vertices)
    points[(points[:, 2] < low + 0.01) & (points[:, 0] > 9.01), 2] += warp
    return np.asarray(points[mesh.faces])


@pytest.mark.rule("NM-SIL-176")
@pytest.mark.rule("WM-RUL-167")
@pytest.mark.parametrize(
    ("low", "warp", "z", "verdict"),
    [
        (0.0, 0.04, 0.0, "blocked"),
        (0.0, 0.07, 0.0, "clear"),
        (0.04, 0.0, 0.0, "blocked"),
        (0.0, 0.0, 0.04, "clear"),
    ],
)
def test_what_lies_near_the_table_rests_on_it_if_its_mesh_stands_there(
    tmp_path: Path, low: float, warp: float, z: float, verdict: str
) -> None:
    table = scanned(tmp_path, block(low, warp), 0.03, z)
    assert table.features[0].meshes, "it is held between two solids"
    _, found = seen(table, (12.0, 10.5, 0.0), (12.0, 13.5, 0.0))
    assert found.verdict == verdict
    _, past = seen(table, (12.0, 10.5, 2.5), (12.0, 13.5, 2.5))
    assert past.verdict == "clear"


def test_the_ruling_names_the_number() -> None:
    assert neo_mechanika.BOOK.rule("NM-SIL-176").value == RESTING_HEIGHT_IN
    for told in (neo_mechanika.BOOK.rule("NM-SIL-176"), warmachine.BOOK.rule("WM-RUL-167")):
        assert f'within {RESTING_HEIGHT_IN:g}"' in told.ruling
