"""Round tops: paving in rings, metal lids and slabs, level and without gaps."""

import numpy as np
import pytest
import shapely

from wc3d.geometry.solids import Cylinder
from wc3d.scene.ground_textures import GROUNDS
from wc3d.scene.terrain_details.feature_details import solid_details
from wc3d.scene.terrain_details.round_lids import (
    is_round,
    make_coarse_lid,
    make_lid,
    split_lids,
)
from wc3d.scene.terrain_details.wall_styles import BANK, CONCRETE, CORRUGATED, MASONRY
from wc3d.scene.terrain_meshes import make_feature_mesh, union_mesh
from wc3d.table.features import make_feature

TURNS = np.linspace(0, 2 * np.pi, 64, endpoint=False)
CIRCLE = np.column_stack([2.0 + 1.5 * np.cos(TURNS), 1.0 + 1.5 * np.sin(TURNS)])


@pytest.mark.parametrize("maker", [make_lid, make_coarse_lid])
@pytest.mark.parametrize("style", [MASONRY, CORRUGATED, CONCRETE])
def test_a_lid_covers_its_outline_once(maker, style):
    lid = maker(CIRCLE, style, 4)
    areas = shapely.area(shapely.polygons(lid.triangles))
    assert areas.sum() == pytest.approx(shapely.Polygon(CIRCLE).area, rel=1e-6)
    a, b, c = np.moveaxis(lid.triangles, 1, 0)
    turn = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    assert turn.min() > -1e-9
    assert lid.tones.shape == lid.triangles.shape[:2]


def test_lids_differ_by_kind():
    lids = [make_lid(CIRCLE, style, 4) for style in (MASONRY, CORRUGATED, CONCRETE)]
    counts = [len(lid.triangles) for lid in lids]
    assert len(set(counts)) == 3
    stones, plates, slab = (len(np.unique(lid.tones)) for lid in lids)
    assert stones > plates > slab > 2
    coarse = make_coarse_lid(CIRCLE, MASONRY, 4)
    assert len(coarse.triangles) < 0.5 * min(counts[:2])


def test_squares_are_not_round():
    square = np.array([(0, 0), (4, 0), (4, 4), (0, 4.0)])
    fine = np.asarray(shapely.segmentize(shapely.Polygon(square), 0.2).exterior.coords)[:-1]
    assert is_round(CIRCLE)
    assert not is_round(square) and not is_round(fine)


def test_only_whole_tops_become_lids():
    whole, none = (Cylinder((0.0, 0.0), 1.5, 0.0, high) for high in (2.0, 1.0))
    drum = union_mesh((whole,))
    rest, lids = split_lids(drum, (whole,), MASONRY, 1)
    assert len(lids) == 1 and lids[0][1] == 2.0
    assert len(rest.faces) < len(drum.faces)
    assert not split_lids(drum, (none,), MASONRY, 1)[1]


@pytest.mark.parametrize("is_fine", [True, False])
def test_the_ground_covers_round_rocks_but_not_drums(is_fine):
    piece = Cylinder((0.0, 0.0), 1.5, 0.0, 2.0)
    tones = {}
    for name in ("Silo", "Rock"):
        feature = make_feature("x", "structure", (piece,), name=name)
        details = solid_details(feature, make_feature_mesh(feature), GROUNDS[0], is_fine)
        assert details is not None
        body = details[0]
        inner = (np.hypot(*body.points[:, :2].T) < 1.0) & (body.normals[:, 2] > 0.99)
        tones[name] = len(np.unique(body.colors[inner, :3], axis=0))
    assert BANK.rim and tones["Silo"] > tones["Rock"] + 1
