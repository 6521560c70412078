"""Moulds: every unit's figure fits its volume, carries what its card says and shows whose it is; bad files leave a bare base."""

import json
import lzma
import tomllib
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import trimesh
from scipy.spatial import cKDTree

from tests.bench.figure_sheet import compared
from wc3d._internal import memo
from wc3d._internal.data_files import shipped_folder
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.display.labels import liveries_by_model
from wc3d.games.neo_mechanika.rules.cards import load_cards
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.warmachine import rules as warmachine_cards
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.read_mesh import read_surface
from wc3d.presentation.palette import Livery, Silhouette
from wc3d.registry import load_map
from wc3d.scene import figure_library
from wc3d.scene.figure_files import GROUND_COLOR_ALPHA, read_figure_file
from wc3d.scene.figure_library import (
    Variant,
    assemble_figure,
    choose_parts,
    choose_variant,
    figure_base,
    pose_count,
)
from wc3d.scene.figures import (
    BASE_HEIGHT_IN,
    GROUND_SHARES,
    cast_figure,
    make_bare_base,
    make_figure,
)
from wc3d.scene.ground_textures import GROUNDS
from wc3d.table.body import Body
from wc3d.table.space_constants import BASES

INDEX = json.loads(
    (shipped_folder("models3d") / "figures" / "index.json").read_text(encoding="utf-8")
)
HERO = shipped_folder("models3d") / "figures" / "plain" / "hero.glb.xz"
RED = (250, 20, 20)
BLUE = (20, 20, 250)
OVER_THE_RIM = 1.85
PAVED = ("city", "station deck")
"""The grounds whose bases have slabs, with dark ground between them."""


@pytest.mark.parametrize("mould", sorted(INDEX["bases"]))
def test_a_figure_is_no_higher_than_its_volume_and_reaches_little_over_its_base(mould):
    for far, member in product((False, True), "abc"):
        body = Body(f"1.x.1.{member}", INDEX["bases"][mould], (0, 0, 0))
        points, normals, colors, faces = make_figure(body, Livery(RED, 1, figure=mould), far)
        assert points[:, 2].min() >= -1e-9 and points[:, 2].max() <= body.height + 1e-6
        assert np.hypot(points[:, 0], points[:, 1]).max() <= body.radius * OVER_THE_RIM + 1e-6
        assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0, abs=1e-5)
        assert faces.max() < len(points) == len(colors) and len(faces) < (2900 if far else 10_200)


@pytest.mark.parametrize("mould", sorted(INDEX["bases"]))
def test_whose_a_figure_is_shows_on_it_as_on_its_base(mould):
    one, other = (assemble_figure(mould, (), rgb, False) for rgb in (RED, BLUE))
    assert one is not None and other is not None and np.array_equal(one[0], other[0])
    base, second = (
        make_figure(Body("x", INDEX["bases"][mould], (0, 0, 0)), Livery(rgb, 1, figure=mould))[2]
        for rgb in (RED, BLUE)
    )
    assert (base != second).any(axis=1).sum() > 100


def test_a_machine_carries_what_its_card_says():
    wolf = "neo_mechanika/dusk_wolf"
    asked = (
        ("head", "sniper_cortex"),
        ("arm", "impaler"),
        ("arm", "slug_gun"),
        ("shoulder", "blazer"),
    )
    assert choose_parts(wolf, asked) == {
        "head": "head-marcher-sniper",
        "arm.1": "impaler",
        "arm.2": "slug_gun",
        "shoulder.1": "blazer",
    }
    assert choose_parts(wolf, (("arm", "impaler"),))[
        "arm.1"
    ] == "impaler" and "arm.2" not in choose_parts(wolf, (("arm", "impaler"),))
    assert choose_parts(wolf, (("arm", "a weapon of one's own"), ("tail", "impaler"))) == {
        at: part for at, part in choose_parts(wolf, ()).items() if not at.startswith("arm")
    }
    one, other = (
        assemble_figure(wolf, (("arm", arm),), RED, False) for arm in ("impaler", "slug_gun")
    )
    assert one is not None and other is not None and one[0].shape != other[0].shape


def test_every_weapon_and_head_of_a_warjack_is_a_part_that_there_is():
    parts = {
        path.name.partition(".")[0]
        for path in (shipped_folder("models3d") / "figures" / "parts").glob("*.xz")
    }
    assert (
        set(INDEX["parts"].values()) <= parts
        and {f"{name}-far" for name in INDEX["parts"].values()} <= parts
    )
    for card in load_cards().units.values():
        if card.kind == "warjack" and figure_base(f"neo_mechanika/{card.id}"):
            places = INDEX["sockets"][f"neo_mechanika/{card.id}"]
            for kind, number in card.hardpoints.items():
                assert kind in places or all(f"{kind}.{k + 1}" in places for k in range(number)), (
                    card.id,
                    kind,
                )
            named = {weapon for options in card.weapon_options.values() for weapon in options}
            assert named | {cortex.id for cortex in card.cortexes} <= set(INDEX["parts"]), card.id


def test_the_models_of_a_game_have_the_moulds_of_their_cards(repo_maps):
    forces = (sample_force("marcher_worlds_skirmish"), sample_force("iron_star_alliance_skirmish"))
    state = new_game(load_map(repo_maps / "crossroads.json"), forces, "boiling_point", seed=2).state
    liveries = liveries_by_model(state)
    assert {liveries[id].figure for id in state.models} == {
        f"neo_mechanika/{state.setup.card_of(id).id}" for id in state.models
    }
    wolf = next(livery for livery in liveries.values() if livery.figure.endswith("dusk_wolf"))
    choice = next(choice for choice in forces[0].units if choice.unit == "dusk_wolf")
    assert dict(wolf.figure_parts)["head"] == choice.cortex
    assert sorted(name for kind, name in wolf.figure_parts if kind == "arm") == sorted(
        choice.weapons["arm"]
    )


@pytest.fixture
def repo_maps(request):
    return request.config.rootpath / "maps"


def test_without_its_file_a_model_is_a_base_and_a_card_without_a_mould_is_plain(
    tmp_path, monkeypatch
):
    body = Body("x", "small", (0, 0, 0))
    own = make_figure(body, Livery(RED, 1, Silhouette.SOLO, figure="somebody/else"))
    assert np.array_equal(own[0], make_figure(body, Livery(RED, 1, Silhouette.SOLO))[0])
    monkeypatch.setattr(figure_library, "_figure_folder", lambda: tmp_path)
    memo.clear()
    assert assemble_figure("plain/solo", (), RED, False) is None
    memo.clear()


def test_a_mould_for_another_base_is_scaled_to_it():
    for base, mould in product(BASES, ("plain/hero", "plain/warjack")):
        points = make_figure(Body("x", base, (0, 0, 0)), Livery(RED, 1, figure=mould))[0]
        assert points[:, 2].max() <= BASES[base].height + 1e-6


def test_every_model_of_warmachine_has_a_mould_of_its_own_or_that_of_another():
    folder = Path(warmachine_cards.__file__).parent / "cards"
    cards = [tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")]
    ids = [
        card["id"]
        for file in cards
        for kind in ("warcaster", "warjack", "unit", "solo")
        for card in file.get(kind, ())
    ]
    assert len(ids) > 20 and all(figure_base(f"warmachine/{id}") for id in ids), ids
    assert figure_base("warmachine/mortar") == "large"
    one, other = (
        assemble_figure(f"warmachine/{name}", (), RED, True) for name in ("mortar", "anvil")
    )
    assert one is not None and other is not None and np.array_equal(one[0], other[0])


def test_units_are_told_apart_by_their_outlines_at_sixty_pixels_in_every_pose():
    pairs = compared(
        [name for name in figure_library.figure_names() if name.startswith("neo_mechanika/")]
    )
    assert pairs[0].apart > 0.19, pairs[0]
    poses = {pair.poses for pair in pairs}
    assert len(poses) == 9
    jacks = next(
        pair
        for pair in pairs
        if {pair.one, pair.other} == {"neo_mechanika/nemesis", "neo_mechanika/scourge"}
    )
    assert jacks.apart > 0.45, jacks


# --- poses, numbers and grounds


def test_the_members_of_a_squad_differ_and_each_keeps_its_pose():
    name = "neo_mechanika/ranger_fire_team"
    squad = [choose_variant(name, f"1.ranger_fire_team.2.{member}") for member in "abcd"]
    assert squad == [Variant(0, 2), Variant(1, 2), Variant(2, 2), Variant(0, 2)]
    assert [choose_variant("warmachine/pikes", f"2.pikes.{k}") for k in (1, 2, 3)] == [
        Variant(0, 1),
        Variant(1, 2),
        Variant(2, 3),
    ]
    assert choose_variant("warmachine/stryker", "1.stryker") == choose_variant(
        "warmachine/stryker", "1.stryker"
    )
    assert choose_variant("plain/portal", "1.gate.3") == Variant(0, 3)
    assert choose_variant("somebody/else", "1.x.b").pose == 0 and pose_count("somebody/else") == 1


@pytest.mark.parametrize(
    "mould",
    [
        "neo_mechanika/paladin_enforcers",
        "neo_mechanika/paladin_annihilators",
        "neo_mechanika/ranger_fire_team",
        "warmachine/rifles",
    ],
)
def test_the_members_of_a_squad_hold_their_guns_low_level_and_high(mould):
    heights = [
        float(figure_library.weapon_ends(mould, (), "muzzle", "", pose)[0][2]) for pose in range(3)
    ]
    level, low, high = heights
    assert low < level - 0.35 and high > level + 0.3


def test_a_model_bears_its_number_near_and_not_afar():
    name = "neo_mechanika/paladin_enforcers"

    def triangles(number, far):
        form = assemble_figure(name, (), RED, far, Variant(0, number))
        assert form is not None
        return len(form[3])

    counts = [triangles(number, False) for number in (0, 1, 8, 18)]
    assert counts == sorted(set(counts))
    assert counts[3] - counts[0] == counts[1] + counts[2] - 2 * counts[0]
    assert triangles(0, True) == triangles(18, True)


@pytest.mark.parametrize("mould", sorted(INDEX["numbers"]))
def test_a_number_lies_on_the_figure_and_reads_from_left_to_right(mould):
    body = cKDTree(surface_of(figure_library._load_form(mould, False)))
    for place in INDEX["numbers"][mould]:
        matrix = np.array(place)
        assert np.linalg.det(matrix[:, :3]) > 0
        assert body.query(matrix[:, 3])[0] < 0.06


def test_the_top_of_a_base_has_the_color_of_the_ground_and_the_rim_the_players():
    tops = {}
    for ground in GROUNDS:
        body = Body("1.x.1.a", "large", (0, 0, 0))
        points, _, colors, _ = make_figure(body, Livery(RED, 1), ground=ground)
        reach = np.hypot(points[:, 0], points[:, 1])
        assert not (colors[:, 3] == GROUND_COLOR_ALPHA).all()
        inner = (colors[:, 3] == GROUND_COLOR_ALPHA) & (points[:, 2] < BASE_HEIGHT_IN + 0.06)
        tops[ground.name] = colors[inner, :3].mean(axis=0)
        assert inner.sum() > 30 and reach[inner].max() < body.radius - 0.08
        rim = (points[:, 2] < BASE_HEIGHT_IN + 0.02) & (reach > body.radius - 0.02)
        assert (colors[rim, :3] == RED).all(axis=1).any()
    assert tops["snow"].min() > 140 and tops["grassland"].max() < 140
    assert tops["desert"][0] > tops["desert"][2] + 40


@pytest.mark.parametrize("far", [False, True])
def test_the_top_of_a_base_is_as_light_as_the_board_around_it(far):
    for ground in GROUNDS:
        body = Body("x", "large", (0, 0, 0))
        points, normals, colors, _ = make_figure(body, Livery(RED, 1), far, ground)
        is_top = (colors[:, 3] == GROUND_COLOR_ALPHA) & (normals[:, 2] > 0.9)
        is_open = points[:, 2] > BASE_HEIGHT_IN + (0.01 if ground.name in PAVED else 0.003)
        top = colors[is_top & is_open, :3].mean(axis=0)
        board = np.average(ground.colors, axis=0, weights=GROUND_SHARES)
        assert np.abs(top / board - 1).max() < 0.25, (ground.name, top, board)


def test_a_file_is_read_as_by_the_reader_of_all_meshes(tmp_path):
    points, normals, colors, faces = read_figure_file(HERO)
    path = tmp_path / "hero.glb"
    path.write_bytes(lzma.decompress(HERO.read_bytes()))
    surface = read_surface(path)
    other = np.asarray(surface.triangles)[:, :, (0, 2, 1)] * (1, -1, 1) / 0.0254
    assert np.abs(points[faces] - other).max() < 1e-3 and colors[:, 3].min() >= 127
    first, second = (points[faces[:, k]] - points[faces[:, 0]] for k in (1, 2))
    across = np.cross(first, second)
    assert ((across[:, None] * normals[faces]).sum(axis=2) > 0).mean() > 0.99


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize("cut", [0, 3, 40, 900, -300])
def test_a_damaged_file_is_refused_in_a_line(tmp_path, cut, is_packed):
    whole = HERO.read_bytes()
    data = lzma.compress(lzma.decompress(whole)[:cut]) if is_packed else whole[:cut]
    path = tmp_path / "hero.glb.xz"
    path.write_bytes(data)
    with pytest.raises(MeshError) as refused:
        read_figure_file(path)
    assert str(refused.value).startswith(f"{path}: ") and "\n" not in str(refused.value)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "hero.glb.xz"
    path.write_bytes(b"glTF" + bytes(1_000_001))
    with pytest.raises(MeshError, match="at most 1,000,000 bytes"):
        read_figure_file(path)
    path.write_bytes(lzma.compress(bytes(50_000_000)))
    with pytest.raises(MeshError, match="too large"):
        read_figure_file(path)


def surface_of(form):
    """Points all over a form, its corners among them."""
    points, _, _, faces = form
    spread, _ = trimesh.sample.sample_surface(
        trimesh.Trimesh(points, faces, process=False), 30_000, seed=1
    )
    return np.vstack([points, spread])


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("mould", sorted(INDEX["usual"]))
def test_no_weapon_of_a_machine_floats_beside_it(mould, far):
    body = cKDTree(surface_of(figure_library._load_form(mould, far)))
    for place, name in INDEX["usual"][mould].items():
        form = figure_library._load_form(f"parts/{INDEX['parts'][name]}", far)
        part = figure_library._transform_form(form, np.array(INDEX["sockets"][mould][place]))
        assert body.query(surface_of(part))[0].min() < 0.03, (place, name)


@pytest.mark.parametrize("side", [1, 2])
def test_a_distant_base_has_half_as_many_triangles_and_the_same_size(side):
    body = Body("m", "small", (0.0, 0.0, 0.0), "unit")
    near, far = (
        make_bare_base(cast_figure(body, Livery(RED, side)), is_far) for is_far in (False, True)
    )
    assert len(far[3]) < 0.55 * len(near[3])
    assert np.abs(near[0].max(axis=0) - far[0].max(axis=0)).max() < 0.02
