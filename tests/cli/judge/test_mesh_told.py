"""What is said of sight that a mesh blocks: by what, and not that it is obscuring terrain, or not enough of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import trimesh

from tests.cli.conftest import Wc3d


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("structure", "a cannot see b: every line is blocked by rock (p. 32, NM-ATK-05)"),
        (
            "obscuring",
            "a cannot see b: too much obscuring terrain between them: rock (p. 44, NM-TER-06",
        ),
    ],
)
def test_a_mesh_that_blocks_is_told_as_what_it_is(
    wc3d: Wc3d, tmp_path: Path, kind: str, words: str
) -> None:
    ball = trimesh.creation.icosphere(3, 4.0)
    trimesh.Trimesh(ball.vertices, ball.faces[:-30], process=False).export(tmp_path / "rock.stl")
    shape = {"type": "mesh", "file": "rock.stl", "position": [15, 15, 0]}
    asked = {
        "map": {"size": [30, 30], "terrain": [{"id": "rock", "kind": kind, "shape": shape}]},
        "models": [
            {"id": "a", "base": "small", "position": [5, 15]},
            {"id": "b", "base": "small", "position": [25, 15]},
        ],
        "questions": [{"type": "sight", "from": "a", "to": "b"}],
    }
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    said = wc3d("judge", tmp_path / "asked.json")
    assert said.code == 0 and said.out.startswith(words)
