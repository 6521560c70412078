"""The figures: what scripts/make_figures.py makes is what lies in models3d/figures/, and all of it is light."""
from __future__ import annotations

import json
from pathlib import Path

import pytest
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
        assert built(name, fine).file(name.rpartition("/")[2]) == (FOLDER / f"{name}{end}.glb").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(files()))
def test_every_figure_that_is_kept_is_the_one_made(name: str) -> None:
    assert built(name).file(name.rpartition("/")[2]) == (FOLDER / f"{name}.glb").read_bytes()


@pytest.mark.parametrize("name", sorted(files()))
def test_a_figure_has_far_fewer_triangles_for_those_far_away(name: str) -> None:
    near, away = built(name).count, built(name, False).count
    assert away < 0.68 * near and near < 5_000


def test_a_figure_that_is_not_there_is_refused_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["plain/dragon", "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert "no figure is named plain/dragon" in capsys.readouterr().err
