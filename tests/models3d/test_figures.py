"""The figures: what scripts/make_figures.py makes is what lies in models3d/figures/, and all of it is light."""

from __future__ import annotations

import io
import json
import lzma
import zlib
from pathlib import Path

import numpy as np
import pytest
import trimesh
from figure_kit import paints
from figure_kit.finish import Painted, corner_normals, finish, without_covered
from figure_kit.kit import (
    FAR,
    FOLDER,
    SUFFIX,
    built,
    files,
    index,
    is_near_only,
    main,
    moulds,
    poses_of,
)
from figure_kit.marks import SHAPES
from figure_kit.model import BEVELLED, SHARP, Figure
from figure_kit.paints import (
    CERAMIC,
    CLOTH,
    EARTH,
    EDGE,
    GLOW,
    MATERIALS,
    MATTE,
    METAL,
    OWN,
    STEEL_PAINT,
    TEAM,
    Paint,
)
from figure_kit.warmachine import CRYX, CYGNAR, KHADOR, MENOTH, SHOWN
from scipy.spatial import cKDTree

from wc3d.scene import figure_files
from wc3d.scene.ground_textures import GROUNDS

WHEEL_BYTES_BEFORE = 2_972_909
"""The compressed size of the figures before they had poses, bevels and numbers."""
EDGE_LIMIT = STEEL_PAINT - 2
"""The lowest fourth number of a color of painted steel that is not of an edge."""


def test_the_folder_holds_every_figure_and_the_whole_is_light() -> None:
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.xz")}
    assert there == {
        f"{name}{end}{SUFFIX}"
        for name in files()
        for end in ("", FAR)
        if not (end and is_near_only(name))
    }
    every = [path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()]
    assert max(len(data) for data in every) < 150_000
    assert sum(len(zlib.compress(data)) for data in every) < WHEEL_BYTES_BEFORE + 8_200_000
    assert json.loads((FOLDER / "index.json").read_text(encoding="utf-8")) == index()


@pytest.mark.parametrize("name", ["plain/portal", "parts/ripper", "bases/snow-small"])
def test_the_script_makes_the_figure_that_is_kept(name: str) -> None:
    for fine, end in ((True, ""), (False, FAR)):
        assert built(name, fine).file(name.rpartition("/")[2]) == lzma.decompress(
            (FOLDER / f"{name}{end}{SUFFIX}").read_bytes()
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
    kept = lzma.decompress((FOLDER / f"{name}{SUFFIX}").read_bytes())
    assert is_same_figure(made, kept)


def test_another_figure_is_not_the_same() -> None:
    kept, far, other = (
        lzma.decompress((FOLDER / f"{name}{SUFFIX}").read_bytes())
        for name in ("plain/portal", f"plain/portal{FAR}", "parts/ripper")
    )
    assert is_same_figure(kept, kept)
    assert not is_same_figure(far, kept)
    assert not is_same_figure(other, kept)


@pytest.mark.parametrize("name", sorted(name for name in files() if not is_near_only(name)))
def test_a_figure_has_far_fewer_triangles_for_those_far_away(name: str) -> None:
    near = built(name).count
    away = built(name, False).count
    assert away < 0.68 * near and near < 6_600


def test_a_figure_that_is_not_there_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["plain/dragon", "--out", str(tmp_path)])
    assert ended.value.code == 2
    assert "no figure is named plain/dragon" in capsys.readouterr().err


# --- bevels and normals


def box(bevel: float) -> Painted:
    figure = Figure()
    figure.box((1, 1, 1), (0, 0, 0.5), Paint((100, 100, 100)), bevel=bevel)
    return figure.solids[0]


def test_a_bevel_turns_the_light_and_the_face_beside_it_stays_flat() -> None:
    solid = box(0.05)
    normals = corner_normals(solid)
    triangles = solid.corners[solid.faces]
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    facing = across / np.linalg.norm(across, axis=1)[:, None]
    leans = np.degrees(np.arccos(np.clip((normals * facing[:, None]).sum(axis=2), -1, 1)))
    assert solid.crease == BEVELLED and solid.worn.sum() > 12
    assert leans[~solid.worn].max() < 8 and leans[solid.worn].max() > 30


def test_without_a_bevel_an_edge_is_sharp() -> None:
    solid = box(0.0)
    assert solid.crease == SHARP and not solid.worn.any()
    assert np.abs(corner_normals(solid)).max(axis=2) == pytest.approx(1.0)


def test_the_rims_of_round_parts_are_cut_for_those_who_look_closely() -> None:
    counts = []
    for fine in (True, False):
        figure = Figure(fine)
        figure.lathe([(0.3, 0), (0.3, 0.4)], Paint((100, 100, 100)), sides=12)
        solid = figure.solids[0]
        counts.append(int(solid.worn.sum()))
        assert solid.corners[:, 2].max() == pytest.approx(0.4, abs=1e-3)
    assert counts == [48, 0]


# --- washes


def test_recesses_are_darker_than_what_lies_open() -> None:
    figure = Figure()
    figure.box((1.2, 1.2, 0.1), (0, 0, 1), Paint((200, 200, 200)), bevel=0)
    for x in (-0.12, 0.12):
        figure.box((0.1, 0.8, 0.6), (x, 0, 1.3), Paint((200, 200, 200)), bevel=0)
    shaded = finish(figure.solids, True)
    top = (np.abs(shaded.corners[..., 2] - 1.05) < 1e-3) & (shaded.normals[..., 2] > 0.99)
    away = np.abs(shaded.corners)
    groove = shaded.shade[top & (away[..., 0] < 0.08) & (away[..., 1] < 0.4)][:, :3].mean()
    rim = shaded.shade[top & (away[..., 0] > 0.5)][:, :3].mean()
    assert groove < 0.75 * rim


def armor_box(paint: Paint, bevel: float = 0.05) -> Figure:
    figure = Figure()
    figure.box((1, 1, 1), (0, 0, 0.7), paint, bevel=bevel)
    return figure


def test_edges_are_lighter_and_light_has_no_shade() -> None:
    for kind in (MATTE, CLOTH, METAL):
        figure = armor_box(Paint((90, 60, 40), kind))
        shaded = finish(figure.solids, False)
        worn = figure.solids[0].worn
        brightness = shaded.shade[..., :3].mean(axis=(1, 2))
        assert brightness[worn].mean() > 1.25 * brightness[~worn].mean()
    figure = armor_box(Paint((100, 250, 200), GLOW), bevel=0)
    colors = finish(figure.solids, True).shade[..., :3] * 255
    assert np.abs(colors - (100, 250, 200)).max() < 1e-6


def test_armor_is_lighter_at_its_top_than_at_its_foot() -> None:
    shaded = finish(armor_box(Paint((90, 60, 140), STEEL_PAINT)).solids, False)
    upright = (np.abs(shaded.normals[..., 2]) < 0.1) & (shaded.shade[..., 3] * 255 > EDGE_LIMIT)
    high = shaded.corners[..., 2]
    foot, top = (shaded.shade[upright & part][:, :3].mean() for part in (high < 0.4, high > 1.0))
    assert top > 1.4 * foot


def test_the_paint_of_armor_is_chipped_at_edges_and_cloth_is_not() -> None:
    armor, cloth, own = (
        np.rint(finish(armor_box(paint).solids, True).shade[:, 0, 3] * 255)
        for paint in (Paint((90, 60, 140), STEEL_PAINT), Paint((90, 60, 140), CLOTH), OWN)
    )
    assert set(armor) == {STEEL_PAINT, STEEL_PAINT - EDGE, METAL}
    assert set(cloth) == {CLOTH} and set(own) == {TEAM, METAL}


def test_lenses_tint_what_they_shine_on() -> None:
    gray = Paint((90, 90, 90))
    figure = Figure()
    figure.box((0.6, 0.1, 0.6), (0, 0, 0.6), gray, bevel=0)
    unlit = finish(figure.solids, True)
    figure.ball(0.06, (0, 0.1, 0.6), Paint((60, 255, 60), GLOW))
    lit = finish(figure.solids, True)
    greener = lit.shade[..., 1] - lit.shade[..., 0]
    is_dull = (lit.shade[..., 3] * 255 > GLOW + 1) & (lit.corners[..., 1] < 0.06)
    assert greener[is_dull & (lit.normals[..., 1] > 0.9)].max() > 0.02
    assert np.abs(greener[is_dull & (lit.normals[..., 1] < -0.9)]).max() < 0.05
    assert np.abs(unlit.shade[..., 1] - unlit.shade[..., 0]).max() < 0.05


# --- plates


def test_wide_faces_of_painted_steel_have_rivets_and_the_line_of_a_panel() -> None:
    steel = armor_box(Paint((90, 60, 140), STEEL_PAINT))
    details = [solid for solid in steel.solids if solid.is_detail]
    lines = [solid for solid in details if len(solid.corners) == 8]
    rivets = [solid for solid in details if len(solid.corners) == 6]
    assert len(lines) == 5 and len(rivets) == 20, "its lower side has none"
    assert all(np.abs(rivet.corners - (0, 0, 0.7)).max() > 0.49 for rivet in rivets)
    ceramic = armor_box(Paint((90, 60, 140), CERAMIC))
    assert sum(solid.is_detail for solid in ceramic.solids) == 5
    assert not any(s.is_detail for s in armor_box(Paint((9, 9, 9), CLOTH)).solids)
    far = Figure(False)
    far.box((1, 1, 1), (0, 0, 0.7), Paint((90, 60, 140), STEEL_PAINT))
    assert len(far.solids) == 1


def test_a_plate_that_another_solid_covers_is_left_out() -> None:
    figure = armor_box(Paint((90, 60, 140), STEEL_PAINT))
    before = len(without_covered(figure.solids))
    assert before == len(figure.solids)
    figure.box((0.2, 0.2, 0.2), (0.4, 0.4, 1.24), Paint((90, 90, 90)))
    assert len(without_covered(figure.solids)) == before + 1 - 1


# --- materials, marks and poses


def test_the_window_knows_the_materials_of_the_paints() -> None:
    assert [tuple(m) for m in MATERIALS] == [tuple(m) for m in figure_files.MATERIALS]
    assert paints.MATERIAL_STEP == figure_files.MATERIAL_STEP
    assert figure_files.EDGE_ALPHA_STEP == EDGE
    assert (TEAM, EARTH) == (figure_files.TEAM_COLOR_ALPHA, figure_files.GROUND_COLOR_ALPHA)


def test_factions_differ_in_material_and_in_mark() -> None:
    schemes = [paints.MARCHER, paints.IRON_STAR, paints.AETERNUS, paints.EMPYREAN]
    looks = {(s.main.kind, s.second.kind, s.trim.kind) for s in schemes}
    assert len(looks) == 4 and all(s.cloth.kind == CLOTH for s in schemes)
    marks = [s.mark for s in (*schemes, CYGNAR, KHADOR, CRYX, MENOTH, SHOWN)]
    assert len(set(marks)) == len(marks) and set(marks) <= set(SHAPES)


def test_there_is_a_top_of_a_base_for_every_ground_and_size() -> None:
    for ground in GROUNDS:
        for base in ("small", "medium", "large"):
            figure = built(f"bases/{ground.name.replace(' ', '-')}-{base}")
            reach, low, high = figure.bounds()
            assert any(solid.paint.kind == EARTH for solid in figure.solids)
            assert reach < {"small": 0.52, "medium": 0.72, "large": 0.92}[base] and high < 0.2
            assert low > -0.06


def test_bases_are_paved_only_where_the_board_is() -> None:
    def slabs(ground: str) -> int:
        earth = [s for s in built(f"bases/{ground}-large").solids if s.paint.kind == EARTH]
        return sum(solid.crease == BEVELLED for solid in earth)

    for ground in ("grassland", "forest-floor", "mud", "salt", "snow", "desert"):
        assert slabs(ground) == 0, ground
    assert min(slabs("city"), slabs("station-deck")) > 4


def test_moulds_with_limbs_have_three_poses_that_differ() -> None:
    assert {name for name in moulds() if name.endswith("-c")} == {
        f"{name}-c"
        for name in moulds()
        if poses_of(name.partition("/")[2]) == 3 and name[-2] != "-"
    }
    assert [poses_of(name) for name in ("dusk_wolf", "trooper", "gate_empyreans", "portal")] == [
        3,
        3,
        1,
        1,
    ]


@pytest.mark.parametrize("name", sorted(name for name in moulds() if name.endswith("-b")))
def test_poses_differ_and_stand_on_the_same_ground(name: str) -> None:
    spots = []
    for path in (name[:-2], name, f"{name[:-2]}-c"):
        figure = built(path, False)
        every = np.concatenate([solid.corners for solid in figure.solids])
        spots.append(every[np.lexsort(every.T)])
        assert -0.15 < every[:, 2].min() < 0.1
    for one, other in ((0, 1), (0, 2), (1, 2)):
        apart = cKDTree(spots[one]).query(spots[other])[0]
        assert np.percentile(apart, 75) > 0.015, (name, one, other)
