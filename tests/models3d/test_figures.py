"""The figures: what scripts/make_figures.py makes is what lies in models3d/figures/, and all of it is light."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
import trimesh
from figure_kit.kit import FAR, FOLDER, built, files, index, main


def test_the_folder_holds_every_figure_and_the_whole_is_light() -> None:
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.glb")}
    assert there == {f"{name}{end}.glb" for name in files() for end in ("", FAR)}
    sizes = [path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()]
    assert max(sizes) < 150_000 and sum(sizes) < 5_000_000
    assert json.loads((FOLDER / "index.json").read_text(encoding="utf-8")) == index()


@pytest.mark.parametrize("name", ["plain/portal", "parts/ripper"])
def test_the_script_makes_the_figure_that_is_kept(name: str) -> None:
    for fine, end in ((True, ""), (False, FAR)):
        assert (
            built(name, fine).file(name.rpartition("/")[2])
            == (FOLDER / f"{name}{end}.glb").read_bytes()
        )


def is_same_figure(made: bytes, kept: bytes) -> bool:
    """Return whether two files hold the same figure, though a library may have cut a few triangles otherwise.

    Solids are joined by a library whose versions choose other diagonals now and then: bounds, area and the number of
    triangles stay within a thousandth.
    """
    a, b = (trimesh.load_mesh(io.BytesIO(file), file_type="glb") for file in (made, kept))
    is_near = np.allclose(a.bounds, b.bounds, atol=1e-3 * b.extents.max())
    return bool(
        is_near
        and np.isclose(a.area, b.area, rtol=1e-3)
        and abs(len(a.faces) - len(b.faces)) <= 0.002 * len(b.faces)
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(files()))
def test_every_figure_that_is_kept_is_the_one_made(name: str) -> None:
    made = built(name).file(name.rpartition("/")[2])
    kept = (FOLDER / f"{name}.glb").read_bytes()
    assert is_same_figure(made, kept)


def test_another_figure_is_not_the_same() -> None:
    kept = (FOLDER / "plain" / "portal.glb").read_bytes()
    assert is_same_figure(kept, kept)
    assert not is_same_figure((FOLDER / f"plain/portal{FAR}.glb").read_bytes(), kept)
    assert not is_same_figure((FOLDER / "parts" / "ripper.glb").read_bytes(), kept)


@pytest.mark.parametrize("name", sorted(files()))
def test_a_figure_has_far_fewer_triangles_for_those_far_away(name: str) -> None:
    near = built(name).count
    away = built(name, False).count
    assert away < 0.68 * near and near < 5_000


def test_a_figure_that_is_not_there_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["plain/dragon", "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert "no figure is named plain/dragon" in capsys.readouterr().err
