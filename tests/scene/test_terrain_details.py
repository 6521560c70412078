"""Details of terrain: within the rules' solids, low at their feet, and the same wherever they are moved."""

from functools import cache

import numpy as np
import pytest
import shapely

from tests.narrowed import there
from tests.shipped_boards import shipped_board
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.scene.ground_textures import GROUNDS, ground_for_board
from wc3d.scene.mesh import shared_edges
from wc3d.scene.mesh_looks import get_look
from wc3d.scene.pine_trees import pine_mesh_key
from wc3d.scene.scenery import place_trees
from wc3d.scene.terrain_details import wood_plants
from wc3d.scene.terrain_details.edge_bevels import bevel_edges, split_copings
from wc3d.scene.terrain_details.feature_details import solid_details
from wc3d.scene.terrain_details.layers import make_layers
from wc3d.scene.terrain_details.rough_ground import MAX_ROUGH_HEIGHT_IN, make_rough_details
from wc3d.scene.terrain_details.tree_shapes import Plant
from wc3d.scene.terrain_details.triangle_cuts import close_gaps, cut_by_plane, weld_corners
from wc3d.scene.terrain_details.wall_foot import MAX_FOOT_HEIGHT_IN, MAX_FOOT_REACH_IN
from wc3d.scene.terrain_details.wall_marks import GROUND_MARKS, make_wall_marks
from wc3d.scene.terrain_details.wall_styles import (
    GROUND_STYLES,
    MAX_INSET_IN,
    NAMED_STYLES,
    wall_style,
)
from wc3d.scene.terrain_details.wood_plants import GROUND_TREES, choose_trees, make_wood_plants
from wc3d.scene.terrain_meshes import (
    CYLINDER_SIDES,
    footprint,
    make_feature_mesh,
    plan_outline,
    union_mesh,
)
from wc3d.table.features import Kind, make_feature

BOARDS = (
    "container-yard",
    "crossroads",
    "glaziers-row",
    "old-quarter",
    "pinewood",
    "ravine",
    "salt-flats",
    "terraced-woods",
    "trench-line",
    "watchtowers",
)
SLACK_IN = 5e-4
"""Inches of rounding in a feature's own coordinates and in the union of its pieces."""
MAX_SLOPED_POINTS = 700
"""About so many points of a solid with slopes are compared with its surface, which takes long."""
TURNS = np.radians(np.arange(0, 360, 7.5))
DIRECTIONS = np.concatenate(
    [
        np.column_stack([np.cos(TURNS) * c, np.sin(TURNS) * c, np.full(len(TURNS), z)])
        for c, z in ((1, 0), (0.707, 0.707), (0.707, -0.707), (0.35, 0.937))
    ]
    + [[(0, 0, 1), (0, 0, -1)]]
)


def holds(pieces, points, slack):
    """Return whether each point is in a piece that is grown by a slack."""
    result = np.zeros(len(points), bool)
    for piece in pieces:
        if isinstance(piece, Cylinder):
            inside = np.hypot(*(points[:, :2] - piece.center).T) <= piece.radius + slack
            low, high = piece.low, piece.high
        else:
            ahead = np.roll(piece.points, -1, axis=0) - piece.points
            ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
            away = points[:, None, :2] - piece.points[None]
            inside = ((ahead[:, 0] * away[..., 1] - ahead[:, 1] * away[..., 0]) >= -slack).all(1)
            low, high = piece.bottom.heights(points[:, :2]), piece.top.heights(points[:, :2])
        result |= inside & (points[:, 2] >= low - slack) & (points[:, 2] <= high + slack)
    return result


def check_within(pieces, points):
    """Check that points are in a solid and near its surface, whose round sides have flat faces."""
    points = np.unique(np.round(points, 5), axis=0)
    assert holds(pieces, points, SLACK_IN).all()
    radius = max((p.radius for p in pieces if isinstance(p, Cylinder)), default=0.0)
    facet = radius * (1 - np.cos(np.pi / CYLINDER_SIDES))  # faces may be turned against each other
    reach = MAX_INSET_IN + 2 * SLACK_IN + facet
    if not all(piece.is_level for piece in pieces):
        points = points[:: max(1, len(points) // MAX_SLOPED_POINTS)]
    is_near = np.zeros(len(points), bool)
    if not all(piece.is_level for piece in pieces):
        around = points[:, None] + DIRECTIONS[None] * reach * 1.005
        is_near = ~holds(pieces, around.reshape(-1, 3), 0.0).reshape(around.shape[:2]).all(axis=1)
    for shift in (-reach, reach):
        is_near |= ~holds(pieces, points + (0, 0, shift), 0.0)
    for shift in (-0.003, 0.003):
        heights = points[:, 2] + shift
        covers = [frozenset(np.flatnonzero([p.low < z < p.high for p in pieces])) for z in heights]
        for cover in set(covers):
            section = shapely.union_all([shapely.Polygon(footprint(pieces[k])) for k in cover])
            chosen = np.array([other == cover for other in covers])
            spots = shapely.points(points[chosen, :2])
            is_near[chosen] |= shapely.distance(section.boundary, spots) < reach
    assert is_near.all()


def details(feature, ground, is_fine=True):
    return solid_details(feature, make_feature_mesh(feature), ground, is_fine)


@cache
def board_details(name):
    """The details of a board's solids without mesh files, with their features."""
    table = shipped_board(name)
    ground = ground_for_board(table.name)
    made = [(f, details(f, ground)) for f in table.features if f.kind.solid]
    return [(f, d) for f, d in made if d is not None and len(d[0].faces)]


@pytest.mark.parametrize("name", BOARDS)
def test_bodies_on_shipped_boards_lie_within_the_solids_and_near_their_surfaces(name):
    for feature, (body, _) in board_details(name):
        check_within(feature.pieces, body.points)


@pytest.mark.parametrize("name", BOARDS)
def test_what_lies_at_a_foot_is_lower_than_a_base_and_near_its_wall(name):
    for feature, (_, foot) in board_details(name):
        if not len(foot.faces):
            continue
        assert feature.low <= 0.01
        assert foot.points[:, 2].min() >= 0
        assert foot.points[:, 2].max() <= MAX_FOOT_HEIGHT_IN + 1e-9
        plan = plan_outline(p for p in feature.pieces if p.low <= 0.01)
        spots = shapely.points(foot.points[:, :2])
        assert shapely.distance(plan, spots).max() <= MAX_FOOT_REACH_IN


def random_pieces(rng):
    """Return one to three random level prisms, boxes and cylinders, and sometimes one slope."""
    pieces: list[Cylinder | Prism] = []
    for _ in range(int(rng.integers(1, 4))):
        low = float(rng.choice([0.0, 0.0, 1.0]))
        high = low + float(rng.uniform(0.3, 4))
        x, y = rng.uniform(-2, 2, 2)
        choice = rng.integers(3)
        if choice == 0:
            pieces.append(Cylinder((x, y), float(rng.uniform(0.3, 3)), low, high))
            continue
        if choice == 1:
            w, d = rng.uniform(0.25, 5, 2)
            turn = rng.uniform(0, 6.3)
            corners = np.array([(-w, -d), (w, -d), (w, d), (-w, d)]) / 2
            spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            corners = corners @ spin
        else:
            hull = shapely.MultiPoint(rng.normal(size=(9, 2)) * 1.6).convex_hull
            corners = np.asarray(shapely.orient_polygons(hull).exterior.coords)[:-1]
        pieces.append(Prism(corners + (x, y), Plane(low), Plane(high)))
    if len(pieces) == 1 and isinstance(pieces[0], Prism) and rng.random() < 0.5:
        piece = pieces[0]
        assert isinstance(piece, Prism)
        slope = rng.uniform(-0.3, 0.3, 2)
        lowest = float((piece.points @ slope).min())
        pieces = [Prism(piece.points, piece.bottom, Plane(piece.high - lowest, *slope.tolist()))]
    return tuple(pieces)


@pytest.mark.parametrize("seed", range(60))
def test_bodies_of_random_solids_lie_within_them_and_near_their_surfaces(seed):
    rng = np.random.default_rng(seed)
    pieces = random_pieces(rng)
    names = ["rock", "fence", "crate", "sandbags", "hedge", "wall", "bunker", "log", "hill", "x"]
    feature = make_feature(f"f{seed}", "structure", pieces, name=names[seed % len(names)])
    ground = GROUNDS[seed % len(GROUNDS)]
    body, foot = details(feature, ground)
    check_within(pieces, body.points)
    assert not len(foot.faces) or foot.points[:, 2].max() <= MAX_FOOT_HEIGHT_IN + 1e-9
    plain, nothing = details(feature, ground, False)
    check_within(pieces, plain.points)
    assert not len(nothing.faces)


def make_block(x, y, z, wide, deep, high, slope=0.0):
    """Return a box at a corner; its top rises by `slope` from west to east."""
    corners = np.array([(x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)], float)
    return Prism(corners, Plane(z), Plane(z + high - slope * x, slope, 0.0))


RAMP_AND_WALL = (
    make_block(0, 0, 0, 4, 3, 0.02, slope=0.5),
    make_block(4, 0, 0, 3, 3, 2.02),
    make_block(4, 3, 0, 1, 5, 3),
)
WALL_WITH_WINDOW = (
    make_block(0, 0, 0, 6, 0.5, 1),
    make_block(0, 0, 1, 2, 0.5, 1.2),
    make_block(4, 0, 1, 2, 0.5, 1.2),
    make_block(0, 0, 2.2, 6, 0.5, 0.8),
)
SOLIDS = {
    "box": (make_block(0, 0, 0, 5, 1, 2),),
    "cylinder": (Cylinder((0.0, 0.0), 2.0, 0.0, 1.0),),
    "corner": (make_block(0, 0, 0, 5, 1, 2), make_block(0, 0, 0, 1, 5, 2)),
    "steps": (make_block(0, 0, 0, 5, 5, 1), make_block(1, 1, 1, 3, 3, 1)),
    "window": WALL_WITH_WINDOW,
    "ramp": RAMP_AND_WALL,
}


def edge_angles(mesh):
    """Return the turns in degrees along all edges above the ground that do not look down."""
    edges = np.sort(mesh.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    order, first = shared_edges(edges, len(mesh.vertices))
    normals = mesh.face_normals
    one, other = normals[order[first] // 3], normals[order[first + 1] // 3]
    apex = mesh.vertices[mesh.faces[order[first + 1] // 3]].mean(axis=1)
    ends = mesh.vertices[edges[order[first]]]
    outer = ((apex - ends[:, 0]) * one).sum(axis=1) < -1e-9
    seen = (ends[..., 2].max(axis=1) > 0.01) & ((one + other)[:, 2] > -0.1)
    turns = np.degrees(np.arccos(np.clip((one * other).sum(axis=1), -1, 1)))
    return turns[outer & seen]


@pytest.mark.parametrize("name", [name for name in SOLIDS if name != "ramp"])
def test_the_outer_edges_of_solids_with_few_triangles_are_cut_off(name):
    """No outer edge turns by a right angle, and the middles of all triangles lie in the solid."""
    pieces = SOLIDS[name]
    solid = union_mesh(pieces)
    assert edge_angles(solid).max() > 80
    result = bevel_edges(solid, 0.04)
    assert result.face_count == len(solid.faces) < len(result.mesh.faces)
    assert edge_angles(result.mesh).max() < 70
    check_within(pieces, result.mesh.vertices[np.unique(result.mesh.faces)])
    check_within(pieces, result.mesh.triangles.mean(axis=1))


@pytest.mark.parametrize("name", ["box", "corner", "steps", "window"])
def test_copings_are_split_off_without_a_change_of_the_shape(name):
    pieces = SOLIDS[name]
    solid = union_mesh(pieces)
    result = split_copings(solid, 0.16)
    areas = [
        np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1).sum() / 2
        for t in (solid.triangles, result.mesh.triangles)
    ]
    assert areas[0] == pytest.approx(areas[1], rel=1e-6)
    strips = result.strips
    assert len(strips.faces) and np.abs(strips.face_normals[:, 2]).max() < 0.01
    heights = np.unique(np.round(strips.triangles[..., 2], 3))
    tops = {round(piece.high, 3) for piece in pieces} | {1.0}
    assert all(any(0 <= top - z <= 0.161 for top in tops) for z in heights)


def test_cuts_leave_no_gaps():
    points, faces, _ = weld_corners(union_mesh(RAMP_AND_WALL))
    faces, _ = close_gaps(points, faces)
    for axis, at in ((2, 0.7), (0, 1.3), (1, 2.0), (0, 4.5)):
        chosen = np.arange(len(faces)) % 3 > 0
        points, faces, owner = cut_by_plane(points, faces, points[:, axis] - at, chosen)
        assert len(owner) == len(faces)
    edges = faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    forward, backward = ({tuple(edge) for edge in es.tolist()} for es in (edges, edges[:, ::-1]))
    assert len(forward) == len(edges) and forward == backward


@pytest.mark.parametrize("name", ["hill", "wall", "rock", "fence", "sandbags", "bunker", "log"])
def test_solids_with_slopes_have_relief_and_a_foot(name):
    """Their sides move inward, their edges are cut off, and loose dirt lies at their foot."""
    feature = make_feature("ramp", "structure", RAMP_AND_WALL, name=name)
    body, foot = details(feature, GROUNDS[0])
    plain, _ = details(feature, GROUNDS[0], False)
    check_within(RAMP_AND_WALL, body.points)
    assert len(body.faces) > 3 * len(plain.faces)
    south = body.points[(np.abs(body.normals[:, 1]) > 0.9) & (body.points[:, 1] < 0.1)]
    assert south[:, 1].max() - south[:, 1].min() > 0.008 or south[:, 1].min() > 0.002
    assert len(foot.faces) > 50
    assert len({tuple(rgb) for rgb in body.colors[:, :3].tolist()}) > 10


def test_walls_with_slopes_have_copings():
    feature = make_feature("ruin", "structure", RAMP_AND_WALL, name="Wall")
    style = wall_style(feature, GROUNDS[0])
    body, _ = details(feature, GROUNDS[0])
    codes = {int(255 - alpha) // 16 for alpha in np.unique(body.colors[:, 3])}
    assert {style.side, style.top} <= codes
    upright = np.abs(body.normals[:, 2]) < 0.2
    is_coping = upright & (body.colors[:, 3] == 255 - 16 * style.top)
    assert is_coping.any()
    assert body.points[is_coping, 2].min() < 3 - 0.9 * style.coping


def moved(feature, turn, shift):
    """Return a feature turned around the origin and moved."""
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, s], [-s, c]])

    def place(piece):
        if isinstance(piece, Cylinder):
            x, y = (np.array(piece.center) @ spin + shift).tolist()
            return Cylinder((x, y), piece.radius, piece.low, piece.high)
        return Prism(piece.points @ spin + shift, piece.bottom, piece.top)

    return make_feature(
        feature.id, feature.kind.value, tuple(map(place, feature.pieces)), name=feature.name
    )


@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_a_moved_solid_keeps_its_look(turn):
    table = shipped_board("crossroads")
    ground = ground_for_board(table.name)
    shift = np.array([3.217, -1.583])
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    for feature in table.features:
        if not feature.kind.solid or (isinstance(feature.pieces[0], Cylinder) and turn):
            continue  # a cylinder has no direction that could turn
        for before, after in zip(
            details(feature, ground), details(moved(feature, turn, shift), ground), strict=True
        ):
            assert np.array_equal(before.colors, after.colors)
            assert np.array_equal(before.faces, after.faces)
            expected = before.points @ spin + (*shift, 0)
            assert np.abs(expected - after.points).max(initial=0) < 1e-4
            assert np.abs(before.normals @ spin - after.normals).max(initial=0) < 1e-6


@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_a_moved_wood_keeps_its_trees(turn):
    table = shipped_board("crossroads")
    ground = ground_for_board(table.name)
    shift = np.array([2.0, 5.5])
    c, s = np.cos(turn), np.sin(turn)
    for wood in (f for f in table.features if f.kind is Kind.FOREST):
        other = moved(wood, turn, shift)
        before, after = (
            make_wood_plants(w, ground, place_trees(w, []), [])[1] for w in (wood, other)
        )
        expected = before.points @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + (*shift, 0)
        assert len(before.faces) > 100
        assert np.abs(expected - after.points).max() < 1e-4


def test_the_same_board_gives_the_same_details_and_other_features_differ():
    box = Prism(np.array([[0, 0], [5, 0], [5, 1], [0, 1.0]]), Plane(0), Plane(2))
    first, again, other = (
        details(make_feature(name, "structure", (box,), name="Cliff"), GROUNDS[0])[0]
        for name in ("a", "a", "b")
    )
    assert np.array_equal(first.points, again.points)
    assert first.points.shape != other.points.shape or not np.array_equal(
        first.points, other.points
    )


@pytest.mark.parametrize("name", BOARDS)
def test_low_detail_draws_at_most_thirty_percent_more_triangles(name):
    """Compare with the solids as they are, pines at their lowest detail and stones of ten faces."""
    table = shipped_board(name)
    ground = ground_for_board(table.name)
    pine = get_look(there(pine_mesh_key())).triangle_counts[-1]
    before = after = 0
    for feature in table.features:
        mesh = make_feature_mesh(feature)
        if feature.kind.solid:
            made = details(feature, ground, False)
            before += len(mesh.mesh_without_files.faces)
            after += len(mesh.mesh_without_files.faces if made is None else made[0].faces)
        elif feature.kind is Kind.ROUGH and not feature.water:
            room = plan_outline(feature.pieces).buffer(-0.22)
            before += 10 * min(70, int(room.area * 1.6) + 4)
            after += len(make_rough_details(feature, ground, False).faces)
        elif feature.kind is Kind.FOREST:
            places = place_trees(feature, [])
            pines, plants = make_wood_plants(feature, ground, places, [], False)
            before += pine * len(places)
            after += pine * len(pines) + len(plants.faces)
    assert after <= 1.3 * before + 50


@pytest.mark.parametrize("name", BOARDS)
def test_plants_and_stones_stay_in_their_feature(name):
    table = shipped_board(name)
    ground = ground_for_board(table.name)
    for feature in table.features:
        if feature.kind is Kind.FOREST:
            _, made = make_wood_plants(feature, ground, place_trees(feature, []), [])
            highest = feature.high - feature.low
        elif feature.kind is Kind.ROUGH:
            made = make_rough_details(feature, ground)
            highest = MAX_ROUGH_HEIGHT_IN
        else:
            continue
        if not len(made.faces):
            continue
        outline = plan_outline(feature.pieces).buffer(1e-3)
        assert shapely.contains_xy(outline, made.points[:, 0], made.points[:, 1]).all()
        assert made.points[:, 2].min() >= feature.low - 1e-6
        assert made.points[:, 2].max() <= feature.low + highest


def test_walls_show_signs_of_use_by_the_ground():
    """A wall with room between it and its solid's surface has marks, and others have none."""
    box = Prism(np.array([[0, 0], [40, 0], [40, 0.5], [0, 0.5]]), Plane(0), Plane(3))
    layers = make_layers([box])
    found = {}
    for ground in GROUNDS:
        wall = wall_style(make_feature("w", "structure", (box,), name="Wall"), ground)
        marks = make_wall_marks(layers, wall, ground, 5)
        check_within([box], marks.points)
        found[ground.name] = marks.colors.tobytes()
    assert len(set(found.values())) > 3 and all(found.values())
    fence = wall_style(make_feature("f", "structure", (box,), name="Fence"), GROUNDS[0])
    assert not len(make_wall_marks(layers, fence, GROUNDS[0], 5).faces)


def test_undergrowth_stays_away_from_models():
    wood = make_feature(
        "w",
        "forest",
        (Prism(np.array([[0, 0], [9, 0], [9, 9], [0, 9.0]]), Plane(0), Plane(5)),),
    )
    circles = [(4.5, 4.5, 2.0)]
    _, made = make_wood_plants(wood, GROUNDS[0], place_trees(wood, circles), circles)
    low = made.points[made.points[:, 2] < 0.05]
    assert np.hypot(*(low[:, :2] - 4.5).T).min() > 1.6


def test_names_kinds_and_grounds_select_the_style():
    box = Prism(np.array([[0, 0], [5, 0], [5, 1], [0, 1.0]]), Plane(0), Plane(1))

    def style(name, kind="structure", ground=GROUNDS[0]):
        return wall_style(make_feature("thing", kind, (box,), name=name), ground)

    assert style("Hedge, south").name == "hedge"
    assert style("Low wall").name == "masonry"
    assert style("Overturned cart").name == "boards"
    assert style("Sandbags").name == "sandbags"
    assert style("Field wall").name == "masonry"
    assert style("Raised ground, west").name == "earth"
    assert style("", "impassable").name == "hazard"
    assert len({style("", ground=ground).name for ground in GROUNDS}) >= 3
    assert style("", "obstacle").name != style("").name
    assert len({made.name for _, made in NAMED_STYLES}) >= 10


def test_a_wood_s_name_selects_its_trees():
    box = Prism(np.array([[0, 0], [9, 0], [9, 9], [0, 9.0]]), Plane(0), Plane(5))

    def kinds(name):
        wood = make_feature("w", "forest", (box,), name=name)
        return set(choose_trees(wood, GROUNDS[0], place_trees(wood, [])))

    assert kinds("Pines, south") == {"pine"}
    assert kinds("Orchard") == {"broadleaf"}
    assert kinds("Dead trees") == {"dead"}
    assert len(kinds("Wood")) > 1


def test_every_ground_has_styles_trees_and_marks():
    for ground in GROUNDS:
        assert ground.name in GROUND_STYLES and ground.name in GROUND_TREES
        assert ground.name in GROUND_MARKS


def test_water_and_terrain_that_is_not_solid_have_no_worn_body():
    box = Prism(np.array([[0, 0], [5, 0], [5, 1], [0, 1.0]]), Plane(0), Plane(1))
    lake = make_feature("lake", "impassable", (box,), water=True)
    assert details(lake, GROUNDS[0]) is None
    assert details(make_feature("mud", "rough", (box,)), GROUNDS[0]) is None
    assert details(make_feature("pit", "impassable", (box,)), GROUNDS[0]) is not None


@pytest.mark.parametrize(
    ("name", "ground", "young"),
    [("Pines", 0, Plant.SPRUCE), ("Oaks", 0, Plant.SAPLING), ("Burnt wood", 0, Plant.STUMP)],
)
def test_fine_woods_have_a_dense_undergrowth_of_their_trees(name, ground, young):
    box = Prism(np.array([[0, 0], [9, 0], [9, 9], [0, 9.0]]), Plane(0), Plane(5))
    wood = make_feature("w", "forest", (box,), name=name)
    trees = choose_trees(wood, GROUNDS[ground], place_trees(wood, []))
    plants = wood_plants._undergrowth(wood, trees, [])
    kinds = {plant for plant, _ in plants}
    assert {Plant.FERN, Plant.BUSH, Plant.LOG, young} <= kinds
    assert len(plants) > 1.5 * 81
    assert all(scale <= 1.4 for plant, (*_, scale, _) in plants if plant is not Plant.LOG)
    low, fine = (
        make_wood_plants(wood, GROUNDS[ground], place_trees(wood, []), [], is_fine)[1]
        for is_fine in (False, True)
    )
    assert len(fine.faces) > len(low.faces) + 10 * len(plants)


def test_trees_fill_the_height_of_their_wood():
    box = Prism(np.array([[0, 0], [20, 0], [20, 20], [0, 20.0]]), Plane(0), Plane(4))
    places = place_trees(make_feature("w", "forest", (box,)), [])
    heights = [height for _, _, height, _ in places]
    assert len(places) > 80
    assert max(heights) > 3.7 and np.median(heights) > 3.0 and max(heights) < 4
