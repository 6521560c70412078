"""Rock, fallen logs and the rims of tops: what light shows, within the solids that tests of details check."""

from itertools import pairwise

import numpy as np
import pytest
import shapely

from tests.scene.test_terrain_details import check_within, details, make_block
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.presentation.palette import surface_alpha
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GROUNDS
from wc3d.scene.terrain_details.solid_bodies import _bend
from wc3d.scene.terrain_details.wall_styles import wall_style
from wc3d.table.features import make_feature

GRASS = GROUNDS[0]
CLIFF = (make_block(0, 0, 0, 12, 6, 4),)


def bodies(name, pieces, is_fine=True):
    """Return the drawn body of a structure with this name."""
    return details(make_feature("thing", "structure", pieces, name=name), GRASS, is_fine)[0]


def light_turns(body, way=(0.0, -1.0, 0.0)):
    """Return by how many degrees normals turn from the direction of a side, on the middle of it."""
    middle = (
        (body.points[:, 1] < 0.06)
        & (np.abs(body.points[:, 0] - 6) < 5)
        & (np.abs(body.points[:, 2] - 2) < 1.4)
    )
    return np.degrees(np.arccos(np.clip(body.normals[middle] @ np.array(way), -1, 1)))


@pytest.mark.parametrize("is_fine", [True, False])
def test_light_shows_facets_on_a_cliff(is_fine):
    """Its corners are within 0.05 inches of the solid's face, so that its own turns are small."""
    rock = bodies("Cliff", CLIFF, is_fine)
    check_within(CLIFF, rock.points)
    turns = light_turns(rock)
    assert np.median(turns) > 8 and turns.max() > 20


def test_beds_of_rock_differ_in_tone_and_have_dark_edges():
    rock = bodies("Cliff", CLIFF)
    side = (rock.points[:, 1] < 0.06) & (rock.points[:, 2] > 0.4)
    tones = rock.colors[side, :3].astype(float).mean(axis=1)
    assert tones.max() > 1.25 * tones.min()


@pytest.mark.parametrize("is_fine", [True, False])
def test_the_ground_on_a_cliff_fades_into_rock_along_a_ragged_edge(is_fine):
    """The middle has the color of the board's ground, and the edge that of the rock."""
    rock = bodies("Cliff", CLIFF, is_fine)
    style = wall_style(make_feature("thing", "structure", CLIFF, name="Cliff"), GRASS)
    is_ground = rock.colors[:, 3] == surface_alpha(m.GROUND)
    top = rock.points[rock.faces][..., 2].min(axis=1) > 3.94
    a, b, c = np.moveaxis(rock.points[rock.faces], 1, 0)
    top &= np.cross(b - a, c - a)[:, 2] > 0.99 * np.linalg.norm(np.cross(b - a, c - a), axis=1)
    faces = rock.faces[top & is_ground[rock.faces].all(axis=1)]
    plan = shapely.union_all(shapely.polygons(rock.points[faces][..., :2]), grid_size=1e-6)
    assert plan.area > 0.97 * 72
    spots = np.unique(faces)
    colors = rock.colors[spots, :3].astype(int)
    away = shapely.distance(shapely.box(0, 0, 12, 6).boundary, shapely.points(rock.points[spots]))
    assert np.abs(colors[away > 0.3] - GRASS.colors[0]).max() <= 1
    assert np.abs(colors[away < 0.02].mean(axis=0) - style.rgb).max() < 12
    inner = away[(np.abs(colors - GRASS.colors[0]).max(axis=1) <= 1) & (away > 0.06)]
    assert np.ptp(inner) > 0.1


def test_beds_of_rock_are_bent_between_level_ends():
    spots = np.array([(x, 0.0) for x in range(13)], float)
    for seed in range(5):
        bends = [_bend(spots, z, (0.0, 4.0), seed) for z in np.arange(0, 4.01, 0.25)]
        assert np.ptp(bends[8]) > 0.1
        assert not bends[0].any() and not bends[-1].any()
        assert min((high - low).min() for low, high in pairwise(bends)) > -0.2  # beds never cross


def top_numbers(body):
    """Return the materials of the corners of level tops."""
    return (255 - body.colors[body.normals[:, 2] > 0.99, 3].astype(int)) // 16


def coping_tones(name, piece):
    body = bodies(name, (piece,))
    number = (255 - body.colors[:, 3].astype(int)) // 16
    top = body.normals[:, 2] > 0.99
    is_rim = top & (number == m.CONCRETE)
    return body, is_rim, top & (number == m.PLAIN)


def test_a_round_tower_has_a_ring_of_coping_stones_around_slabs():
    piece = Cylinder((0.0, 0.0), 3.0, 0.0, 3.0)
    body, is_rim, is_slab = coping_tones("Round keep", piece)
    check_within((piece,), body.points)
    reach = np.hypot(*body.points[:, :2].T)
    assert reach[is_rim].min() > 2.55 and reach[is_slab].max() < 2.75
    assert not (top_numbers(body) == m.MASONRY).any()  # straight courses do not suit a round top
    tones = body.colors[is_rim, :3].astype(float).mean(axis=1)
    assert tones.min() < 0.65 * tones.max()  # dark joints
    assert len(np.unique(np.round(tones))) > 12  # and stones that differ


def test_a_thin_wall_has_no_rim():
    _, is_rim, is_slab = coping_tones("Wall", make_block(0, 0, 0, 6, 0.5, 2))
    assert is_rim.any() and not is_slab.any()


LOG = make_block(0, 0, 0, 5, 1, 0.75)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("is_fine", [True, False])
def test_a_fallen_trunk_fills_its_box_and_is_lit_as_a_round_log(turned, is_fine):
    corners = LOG.points[:, ::-1][::-1] if turned else LOG.points
    box = (Prism(np.ascontiguousarray(corners), Plane(0), Plane(0.75)),)
    log = bodies("Fallen trunk", box, is_fine)
    check_within(box, log.points)
    low, high = log.points.min(axis=0), log.points.max(axis=0)
    assert np.abs(np.sort(high - low) - (0.75, 1, 5)).max() < 0.01
    across = 0 if turned else 1
    number = (255 - log.colors[:, 3].astype(int)) // 16
    is_bark = (np.abs(log.normals[:, 1 - across]) < 0.5) & (number == m.PLAIN)
    edge = is_bark & (log.points[:, 2] > 0.74) & (log.points[:, across] < 0.15)
    assert edge.any() and (log.normals[edge, 2] < 0.98).all()
    assert log.normals[edge][:, across].max() < 0


def test_a_trunk_has_grooves_in_its_bark_and_rings_on_its_pale_ends():
    log = bodies("Fallen trunk", (LOG,))
    tones = log.colors[:, :3].astype(float).mean(axis=1)
    is_end = np.abs(log.normals[:, 0]) > 0.9
    bark = tones[~is_end & (log.points[:, 2] > 0.3)]
    assert bark.min() < 0.5 * bark.max()
    end = is_end & (log.points[:, 0] < 0.01)
    away = np.hypot(log.points[end, 1] - 0.5, log.points[end, 2] - 0.375)
    rings = tones[end][np.argsort(away)]
    assert (np.abs(np.diff(rings)) > 25).sum() >= 4
    assert np.median(tones[end & (log.points[:, 2] > 0.1)]) > np.median(bark)


def test_other_solids_named_as_trunks_are_no_logs():
    """A trunk of a tree that stands, or one that is bent, keeps the body of its solid."""
    standing = Cylinder((0.0, 0.0), 1.0, 0.0, 3.0)
    bent = (make_block(0, 0, 0, 5, 1, 1), make_block(0, 0, 0, 1, 4, 1))
    for pieces in ((standing,), bent):
        body = bodies("Fallen trunk", pieces)
        check_within(pieces, body.points)
        assert m.BARK in (255 - body.colors[:, 3].astype(int)) // 16
