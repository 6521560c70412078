"""A closed surface that holds nothing, or as much as it lacks, is read without a word from the libraries beneath."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d

BOX = "v 0 0 0\nv 0 0 3\nv {0}\nv 0 2 3\nv 1 0 0\nv 1 0 3\nv 1 2 0\nv 1 2 3\n"
FACES = "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
FLAT = "v 0 0 0\nv 2 0 0\nv 0 2 0\nv 2 2 0\nf 1 2 3\nf 3 2 1\nf 2 4 3\nf 3 4 2\n"


BOXES = [BOX.format(corner) + FACES for corner in ("2 0 1", "0 2 0", "2 0 0")]


@pytest.mark.parametrize("text", [*BOXES, FLAT, FLAT + "v 0 0 1\nf 1 2 5\nf 5 2 1\n"])
def test_a_solid_of_no_volume_is_no_warning(wc3d: Wc3d, tmp_path: Path, text: str) -> None:
    (tmp_path / "flat.obj").write_text(text, encoding="ascii")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        said = wc3d("fit", tmp_path / "flat.obj")
    assert said.code == 0 and not said.err


@pytest.mark.parametrize("height", [0.0, 1e-6, 1e-5, 1e-4])
def test_fit_writes_no_board_that_check_rejects(wc3d: Wc3d, tmp_path: Path, height: float) -> None:
    mesh = tmp_path / "sheet.obj"
    board = tmp_path / "sheet.json"
    mesh.write_text(f"v 0 0 0\nv 4 0 0\nv 4 4 {height}\nv 0 4 0\nf 1 2 3 4\n", encoding="ascii")
    said = wc3d("fit", mesh, board, "--units", "in", "--up", "z")
    if said.code == 0:
        assert wc3d("check", board).code == 0
    else:
        assert said.code == 2 and not board.exists()
        assert (
            said.err
            == "wc3d: sheet.obj: the mesh has no height, so no board was written; try --up y, or give the mesh a height\n"
        )
    assert said.code == (0 if height == 1e-4 else 2)
