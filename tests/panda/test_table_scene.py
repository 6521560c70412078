"""The board and its signs: sides and kinds told apart without color, figures moved in place, signs that say everything."""

import gc
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from shapely import Polygon

from tests.screens.boards import mixed
from tests.screens.measured import measured
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.display.board_markers import (
    deployment_zones,
    objective_markers,
    table_edges,
)
from wc3d.games.neo_mechanika.display.labels import facings_of, labels_of, liveries_by_model
from wc3d.games.neo_mechanika.previews.side_colors import FACTION_COLORS, side_colors
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import Gate, Where
from wc3d.games.warmachine.ui.window_hooks import WarmachineWindowHooks
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.panda import figure_nodes
from wc3d.panda import table_scene as boards
from wc3d.panda.effects import apply_pose
from wc3d.panda.evidence_picture import draw_scene
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation import palette
from wc3d.presentation.display_values import LabelSign
from wc3d.presentation.palette import TERRAIN_LOOKS, Livery, Silhouette
from wc3d.registry import load_map
from wc3d.scene.camera import Orbit
from wc3d.scene.game_marks import draw_edges, draw_markers, draw_zones
from wc3d.scene.model_poses import ModelPose
from wc3d.scene.picking import RayPicker
from wc3d.scene.terrain_meshes import area_mesh
from wc3d.table.body import Body
from wc3d.table.features import Kind, make_feature
from wc3d.table.table import Table
from wc3d.window.play.model_labels import draw_labels, find_hidden_models
from wc3d.window.shell.legend import TERRAIN_EFFECTS
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window

SIZE = (320, 240)


@pytest.fixture(scope="module")
def stage():
    opened = open_render_target(SIZE)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return mixed(tmp_path_factory.mktemp("tabletop"))


@pytest.fixture(scope="module")
def state(repo_maps):
    """A skirmish in which both sides have a warjack, a solo and a squad on the table, hurt, charged and carrying."""
    forces = (sample_force("marcher_worlds_skirmish"), sample_force("iron_star_alliance_skirmish"))
    found = new_game(load_map(repo_maps / "crossroads.json"), forces, "boiling_point", seed=2).state
    found = found.with_player(1, side="south").with_player(2, side="north")
    for player, y in ((1, 3.0), (2, 26.0)):
        seen: set[str] = set()
        for unit in [u for u in found.units.values() if u.player == player]:
            kind = found.setup.card_of(unit.id).kind
            if kind not in seen:
                seen.add(kind)
                found = found.with_unit(unit.id, where=Where.PLAY)
                for n, model in enumerate(unit.models):
                    found = found.with_model(model, at=(4.0 + 8 * len(seen) + 1.6 * n - 4, y, 0.0))
    gate = Gate("1.gate.1", 1, "Void Gate 1", (2.0, 9.0, 0.0), 2)
    return replace(found, gates={gate.id: gate}, round=1, turn=1)


@pytest.fixture(scope="module")
def repo_maps(request):
    return request.config.rootpath / "maps"


def unit_of(state, player, kind):
    return next(u for u in state.units_in_play(player) if state.setup.card_of(u.id).kind == kind)


def gray(pixels):
    return np.asarray(pixels, float) @ (0.299, 0.587, 0.114)


def cells(one, two, by=10):
    """The share of 4x4 cells that differ between two pictures."""
    apart = np.abs(np.asarray(one, float) - np.asarray(two, float))
    apart = apart if apart.ndim == 2 else apart.max(axis=-1)
    high, wide = apart.shape
    return (
        apart[: high // 4 * 4, : wide // 4 * 4]
        .reshape(high // 4, 4, wide // 4, 4)
        .mean(axis=(1, 3))
        > by
    ).mean()


# --- figures


def test_moving_one_model_rebuilds_none_and_one_that_is_gone_goes(stage, table, monkeypatch):
    board = TableScene(stage, table)
    made = []
    monkeypatch.setattr(figure_nodes, "make_mesh_node", lambda *parts: made.append(parts))
    before = dict(board.node_by_body)
    body = table.body("a")
    board.show_bodies([b if b.id != "a" else body.moved((9, 3, 0)) for b in table.bodies])
    assert (
        board.node_by_body == before and not made and board.node_by_body["a"].get_pos() == (9, 3, 0)
    )
    nodes = board.figures.get_num_children()
    board.show_bodies([b for b in table.bodies if b.id != "c"], facing={"a": 90.0})
    assert (
        set(board.node_by_body) == set(before) - {"c"}
        and board.figures.get_num_children() == nodes - 1
        and not made
    )
    assert board.node_by_body["a"].get_h() == 90
    board.close()


@pytest.mark.parametrize(
    ("away", "least", "most"),
    [(8, 30, 4000), (1.2 * figure_nodes.FAR_DISTANCE_IN, 8, 60)],
    ids=["near", "far"],
)
def test_an_outline_is_drawn_round_a_figure_and_goes_again(stage, away, least, most):
    bare = Table(
        (12, 12),
        bodies=(Body("x", "small", (6, 6, 0)), Body("y", "large", (8, 8, 0))),
        policy=SPACE,
    )
    board = TableScene(stage, bare)
    stage.set_camera(Orbit((6, 6, 0.7), 20, 40, away).camera)
    board.on_camera_changed()
    stage.render()
    pictures = [stage.render()]
    for wanted in ({"x": (0, 255, 255)}, {}):
        assert board.figure_nodes.set_outlines({**wanted, "nobody": (1, 2, 3)})
        assert not board.figure_nodes.set_outlines(wanted)
        pictures.append(stage.render())
    apart = np.abs(pictures[0].astype(int) - pictures[1]).max(axis=2) > 60
    assert least < apart.sum() < most and np.array_equal(pictures[0], pictures[2])
    board.show_bodies(())
    assert not board.figure_nodes.set_outlines({})
    board.close()


def test_a_large_base_leaves_the_darkness_about_a_small_one_alone(stage):
    bare = Table((12, 12), bodies=(Body("x", "small", (6, 6, 0)),), policy=SPACE)
    board = TableScene(stage, bare)
    before = board.node_by_body["x"].get_tight_bounds()
    board.show_bodies([*bare.bodies, Body("y", "large", (2, 2, 0))])
    assert board.node_by_body["x"].get_tight_bounds() == before
    board.close()


def test_models_that_are_alike_share_one_figure_for_each_pose(stage, table):
    bodies = [Body(f"m{n}", "small", (2 + n, 2, 0)) for n in range(20)]
    board = TableScene(stage, table.without(*(b.id for b in table.bodies)))
    board.show_bodies(
        bodies, liveries={b.id: Livery((200, 30, 30), 1, Silhouette.SOLO) for b in bodies}
    )
    assert 1 < len(board.figure_nodes.nodes_by_kind) <= 3 and len(board.node_by_body) == 20
    board.close()


def test_sides_are_told_apart_in_gray_whatever_their_colors(stage):
    bare = Table((12, 12), bodies=(Body("x", "small", (6, 6, 0)),), policy=SPACE)
    pictures = []
    for side in (1, 2, 1):
        board = TableScene(stage, bare)
        board.show_bodies(bare.bodies, liveries={"x": Livery((150, 150, 150), side)})
        stage.set_camera(Orbit((6, 6, 0.7), 20, 50, 6).camera)
        board.on_camera_changed()
        pictures.append(gray(stage.render()))
        board.close()
    assert cells(pictures[0], pictures[2]) == 0
    assert cells(pictures[0], pictures[1], 30) > 0.005


def test_two_sides_never_have_the_same_color():
    for one in (*FACTION_COLORS, "strangers"):
        for two in (*FACTION_COLORS, "strangers"):
            first, second = side_colors(one, two)
            assert max(abs(a - b) for a, b in zip(first, second, strict=True)) > 40


# --- the board


@pytest.mark.slow
def test_kinds_of_terrain_are_told_apart_by_pattern_alone(stage, monkeypatch):
    """The same block in the same color, once of each kind: no two pictures are alike in gray."""
    monkeypatch.setattr(
        boards,
        "terrain_look",
        lambda feature: replace(TERRAIN_LOOKS[feature.kind], body=(150, 150, 150)),
    )
    monkeypatch.setattr(boards, "structure_tint", lambda feature: (150, 150, 150))
    corners = np.array([[2, 2], [8, 2], [8, 6], [2, 6.0]])
    pictures = {}
    for kind in Kind:
        piece = make_feature("piece", kind, (Prism(corners, Plane(0.0), Plane(2.0)),))
        board = TableScene(stage, Table((10, 10), (piece,), policy=SPACE))
        stage.set_camera(Orbit((5, 4, 1), 15, 35, 12).camera)
        board.on_camera_changed()
        pictures[kind] = gray(stage.render())
        board.close()
    for one in Kind:
        for two in Kind:
            assert one is two or cells(pictures[one], pictures[two], 6) > 0.03, (one, two)
    assert set(TERRAIN_EFFECTS) == set(WarmachineWindowHooks.terrain_effects) == set(Kind)


def test_an_obstacle_in_question_has_dashed_edges_whatever_its_name_says(stage):
    pictures = []
    line_counts = []
    for kind in (Kind.OBSTACLE, Kind.STRUCTURE):
        corners = np.array([[2, 2], [8, 2], [8, 6], [2, 6.0]])
        block = make_feature("block", kind, (Prism(corners, Plane(0.0), Plane(2.0)),))
        board = TableScene(stage, Table((10, 10), (block,), policy=SPACE))
        stage.set_camera(Orbit((5, 4, 1), 15, 35, 12).camera)
        board.on_camera_changed()
        quiet = gray(stage.render())
        assert board.show_volumes(["block"]) is (kind is Kind.OBSTACLE)
        pictures.append(gray(stage.render()))
        assert bool(cells(quiet, pictures[-1], 6) > 0.003) is (kind is Kind.OBSTACLE)
        line_counts.append(len(board.terrain_node.find_all_matches("**/lines")))
        board.close()
    assert cells(pictures[0], pictures[1], 6) > 0.005
    assert line_counts == [3, 0]  # thin dashes at rest; strong ones lie on a dark line
    edges = np.abs(pictures[0].astype(int) - pictures[1])
    assert (edges > 40).sum() > 200


def test_a_wood_shows_its_volume_only_while_it_matters(stage):
    corners = np.array([[3, 3], [7, 3], [7, 7], [3, 7.0]])
    wood = make_feature("wood", Kind.FOREST, (Prism(corners, Plane(0.0), Plane(5.0)),))
    pictures = {}
    for name, features in (("bare", ()), ("rest", (wood,))):
        table = Table((10, 10), features, policy=SPACE)
        board = TableScene(stage, table, keep_free=[(5, 5, 9)])  # without trees
        stage.set_camera(Orbit((5, 5, 1), 15, 35, 16).camera)
        board.on_camera_changed()
        pictures[name] = gray(stage.render())
        if name == "rest":
            assert not board.show_volumes(["another"])
            assert board.show_volumes(["wood"]) and not board.show_volumes(["wood"])
            pictures["shown"] = gray(stage.render())
            assert not board.show_volumes(None)
            assert board.show_volumes([]) and cells(pictures["rest"], gray(stage.render())) == 0
        board.close()
    high = slice(0, pictures["bare"].shape[0] // 3)
    assert cells(pictures["bare"][high], pictures["rest"][high], 6) < 0.001
    assert cells(pictures["bare"], pictures["rest"], 6) > 0.01, "its ground and outline"
    assert cells(pictures["rest"], pictures["shown"], 6) > 0.02


def test_an_objective_hides_no_base(stage):
    body = Body("x", "small", (5, 5, 0))
    disc = make_feature("o", Kind.OBJECTIVE, (Cylinder((5, 5), 0.59, 0, 1),), cover=True)
    pictures = []
    for bodies in ((body,), ()):
        board = TableScene(stage, Table((10, 10), (disc,), bodies=bodies, policy=SPACE))
        stage.set_camera(Orbit((5, 5, 0.5), 0, 60, 5).camera)
        board.on_camera_changed()
        pictures.append(stage.render())
        board.close()
    assert cells(*pictures) > 0.02


def test_the_cage_of_an_objective_is_behind_the_model_in_it(stage):
    body = Body("x", "large", (5, 5, 0))
    disc = make_feature("o", Kind.OBJECTIVE, (Cylinder((5, 5), 0.79, 0, 1.5),), cover=True)
    pictures = {}
    for bodies, features in product(((), (body,)), ((), (disc,))):
        board = TableScene(stage, Table((10, 10), features, bodies=bodies, policy=SPACE), taps=0)
        stage.set_camera(Orbit((5, 5, 0.8), 0, 35, 6).camera)
        board.on_camera_changed()
        for veil in board.translucent_node.find_all_matches("volume"):
            veil.hide()
        pictures[bool(bodies), bool(features)] = stage.render().astype(float)
        board.close()
    figure = np.abs(pictures[True, False] - pictures[False, False]).max(axis=-1) > 30
    changed = np.abs(pictures[True, True] - pictures[True, False]).max(axis=-1) > 30
    cage = np.abs(pictures[False, True] - pictures[False, False]).max(axis=-1) > 30
    upper = np.zeros_like(figure)
    upper[: int(np.argwhere(figure)[:, 0].max()) - 40] = True
    assert (cage & ~figure).sum() > 100 and (cage & figure & upper).sum() > 100
    assert (changed & figure & upper).sum() < 0.35 * (cage & figure & upper).sum()


def test_the_underside_of_a_base_is_dark_gray_and_not_black(stage):
    body = Body("x", "large", (5, 5, 0))
    board = TableScene(stage, Table((10, 10), (), bodies=(body,), policy=SPACE), taps=4)
    stage.set_camera(Orbit((5, 5, 1.0), 180, 15, 3).camera)
    board.on_camera_changed()
    node = board.node_by_body["x"]
    apply_pose(node, (5.0, 5.0, 1.0), 0.0, ModelPose(lean=80.0, toward=180.0))
    high, wide = stage.render().shape[:2]
    seen = stage.render()[high // 2 - 20 : high // 2 + 20, wide // 2 - 20 : wide // 2 + 20]
    board.close()
    assert 45 < seen.mean() < 110 and np.ptp(seen.mean(axis=(0, 1))) < 25


def test_the_grid_is_shown_and_goes_again(stage, table):
    board = TableScene(stage, table)
    stage.set_camera(Orbit((15, 15, 0), 0, 60, 40).camera)
    board.on_camera_changed()
    without = stage.render()
    board.show_grid(True)
    board.show_grid(True)
    ruled = stage.render()
    board.show_grid(False)
    assert cells(without, ruled) > 0.1 and cells(without, stage.render()) == 0
    board.close()


def test_without_shadows_nothing_is_drawn_for_the_sun(stage, table):
    board = TableScene(stage, table, taps=0)
    board.on_camera_changed()
    assert board.shadow is None and stage.render().std() > 10
    board.close()


def test_a_shape_that_crosses_itself_is_painted_all_the_same():
    bow = Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
    assert not bow.is_valid and measured(area_mesh(bow, 1.0)).area == pytest.approx(8, abs=0.1)


@pytest.mark.slow
def test_a_whole_picture_tells_the_sides_apart(table):
    """The picture of a board with sides differs from one with the sides changed over, in gray too."""
    pictures = []
    for first in (1, 2):
        dressed = {
            b.id: Livery((160, 90, 60), first if b.at[1] < 15 else 3 - first) for b in table.bodies
        }
        pictures.append(
            gray(
                draw_scene(
                    table, None, 160, 120, Orbit((14, 10, 0), 10, 35, 30), dressed
                ).to_image()
            )
        )
    assert cells(*pictures) > 0.005


# --- what signs say


def test_badges_say_what_the_game_knows(state):
    jack, squad, solo = (unit_of(state, 1, kind) for kind in ("warjack", "squad", "solo"))
    state = state.with_unit(jack.id, arc=2, token=True).with_model(
        jack.models[0], damage=1, effects=("fire",)
    )
    state = state.with_model(squad.models[1], at=None)
    said = {badge.id: badge for badge in labels_of(state)}
    assert set(said) == {body.id for body in state.bodies}
    one = said[jack.models[0]]
    health = state.setup.card_of(jack.id).health
    assert (one.health, one.boxes, one.points, one.is_done) == (health - 1, health, 2, True)
    assert one.livery.silhouette is Silhouette.WARJACK
    assert said[solo.models[0]].livery.silhouette in (Silhouette.SOLO, Silhouette.HERO)
    assert "effect: Fire" in one.words and f"{health - 1} of {health} health" in one.words
    first, last = said[squad.models[0]], said[squad.models[-1]]
    assert (
        first.shows_unit_signs
        and not last.shows_unit_signs
        and first.remaining_and_total == (len(squad.models) - 1, len(squad.models))
        and last.max_points == 0
    )
    assert said["1.gate.1"].points == 2 and said["1.gate.1"].livery.silhouette is Silhouette.PORTAL
    carried = next(iter(state.objectives))
    badge = {b.id: b for b in labels_of(state.with_model(solo.models[0], carrying=carried))}[
        solo.models[0]
    ]
    assert badge.signs[-1].short == state.objectives[carried].name


def test_models_look_at_the_nearest_enemy(state):
    facing = facings_of(state)
    liveries = liveries_by_model(state)
    for body in state.bodies:
        north = abs((facing[body.id] + 180) % 360 - 180) < 90
        assert north == (liveries[body.id].side == 1)


def test_markers_say_who_secures_an_objective(state):
    token = next(o for o in state.objectives.values() if not o.portable)
    squad = {
        p: next(u for u in state.units_in_play(p) if state.setup.card_of(u.id).kind == "squad")
        for p in (1, 2)
    }
    x, y, z = token.at

    def marker(now):
        return next(m for m in objective_markers(now) if m.id == token.id)

    assert marker(state).owner == 0 and "not secured" in marker(state).words
    held = state.with_model(squad[1].models[0], at=(x + 1, y, z))
    assert (
        marker(held).owner == 1
        and marker(held).rgb == side_colors("marcher_worlds", "iron_star_alliance")[0]
    )
    both = held.with_model(squad[2].models[0], at=(x - 1, y, z))
    assert marker(both).is_contested and marker(both).owner == 0
    assert not [
        m
        for m in objective_markers(state.with_objective(token.id, removed=True))
        if m.id == token.id
    ]


def test_marks_of_the_mission_are_drawn(stage, state):
    board = TableScene(stage, state.table)
    stage.set_camera(Orbit((15, 15, 0), 0, 80, 50).camera)
    board.on_camera_changed()
    bare = stage.render()
    shares = []
    drawn: list[tuple[Any, Any]] = [
        (draw_markers, objective_markers),
        (draw_zones, deployment_zones),
        (draw_edges, table_edges),
    ]
    for draw, marks in drawn:
        draw(board, marks(state))
        now = stage.render()
        shares.append(cells(bare, now, 4))
        bare = now
    board.close()
    assert min(shares) > 0.001


# --- signs in the window


class Shown(Screen):
    """A game as it stands, with its signs."""

    def __init__(self, state):
        self.state = state
        self.badges = labels_of(state)
        self.picked = ()

    @property
    def table(self):
        return self.state.table

    def liveries(self):
        return liveries_by_model(self.state)

    def draw_panels(self, ui):
        draw_labels(
            ui,
            self.window.project_to_pixel,
            self.badges,
            objective_markers(self.state),
            picked=self.picked,
        )


@pytest.fixture(scope="module")
def window(state):
    made = Window(Shown(state), offscreen=True, size=(640, 400))
    yield made
    made.close()


def picture(window, orbit=None):
    if orbit is not None:
        window.viewpoint.orbit = orbit
    window.aim_camera()
    window.request_redraw(3)
    window.task_mgr.step()
    while not window.is_at_rest:
        window.task_mgr.step()
    return window.render_target.read_pixels()


def signs(window):
    return {
        name: box
        for name, box in window.ui.widget_rects.items()
        if name.startswith(("badge", "marker"))
    }


@pytest.mark.slow
def test_no_sign_covers_another_and_a_missing_token_is_noticed(window, state):
    screen = window.screen
    screen.badges = labels_of(state)
    whole = picture(window, Orbit((15, 8, 0), 10, 40, 26))
    boxes = list(signs(window).values())
    assert len(boxes) > 5
    for n, (ax, ay, bx, by) in enumerate(boxes):
        assert all(bx <= cx or dx <= ax or by <= cy or dy <= ay for cx, cy, dx, dy in boxes[:n])
    jack = unit_of(state, 1, "warjack")
    signs_of = {
        "fire": LabelSign("\uf06d", "Fire"),
        "carries": LabelSign("\uf3a5", "Ruin"),
        "cypher": LabelSign("\uf70e"),
    }
    changes: list[dict[str, Any]] = [
        {"points": 2},
        {"is_done": True},
        {"health": 1},
        *({"signs": (s,)} for s in signs_of.values()),
    ]
    for change in changes:
        screen.badges = tuple(
            replace(b, **change) if b.id == jack.models[0] else b for b in labels_of(state)
        )
        assert cells(whole, picture(window), 6) > 0.0002, change
    screen.badges = labels_of(state)
    assert cells(whole, picture(window)) == 0


@pytest.mark.slow
def test_signs_thin_out_with_distance_but_a_picked_one_says_everything(window, state):
    jack = unit_of(state, 1, "warjack").models[0]
    x, y, _ = state.place(jack)

    def size(away):
        picture(window, Orbit((x, y, 1), 10, 40, away))
        x0, y0, x1, y1 = signs(window)[f"badge {jack}"]
        return (x1 - x0) * (y1 - y0)

    near = size(12)
    middle = size(50)
    far = size(90)
    assert near > middle > far
    window.screen.picked = (jack,)
    assert size(90) == pytest.approx(near)
    window.screen.picked = ()


def test_a_wall_hides_a_model_and_its_sign_says_so(window, state):
    wall = make_feature(
        "wall",
        "structure",
        (Prism(np.array([[0, 12], [30, 12], [30, 13], [0, 13.0]]), Plane(0.0), Plane(6.0)),),
    )
    picker = RayPicker(Table((30, 30), (wall,), policy=SPACE))
    hidden = find_hidden_models(picker, (15.0, -20.0, 3.0), labels_of(state))
    assert hidden == {b.id for b in labels_of(state) if b.foot[1] > 13}


@pytest.mark.slow
def test_the_window_shows_grid_and_legend_on_their_keys(window):
    bare = picture(window, Orbit((15, 15, 0), 0, 50, 50))
    window.run_commands(("grid",))
    assert cells(bare, picture(window)) > 0.02
    window.run_commands(("grid",))
    window.run_commands(("legend",))
    picture(window)
    assert "legend" in window.ui.widget_rects
    window.run_commands(("legend",))
    assert cells(bare, picture(window)) == 0


def test_a_model_that_is_destroyed_leaves_the_board(window, state):
    jack = unit_of(state, 1, "warjack").models[0]
    window.screen.state = state.with_model(jack, at=None)
    window.screen.badges = labels_of(window.screen.state)
    picture(window)
    assert jack not in window.board.node_by_body and f"badge {jack}" not in window.ui.widget_rects
    window.screen.state, window.screen.badges = state, labels_of(state)
    picture(window)
    assert jack in window.board.node_by_body


def test_palette_names_what_every_pattern_looks_like():
    assert all(look.words for look in palette.TERRAIN_LOOKS.values())


@pytest.mark.slow
def test_a_picture_drawn_beside_an_open_stage_leaves_it_alone(stage):
    bare = Table((12, 12), policy=SPACE)
    draw_scene(bare, None, 40, 30, Orbit((6, 6, 0), 0, 50, 20))
    gc.collect()
    board = TableScene(stage, bare)
    stage.set_camera(Orbit((6, 6, 0), 0, 50, 20).camera)
    board.on_camera_changed()
    assert stage.render().std() > 10
    board.close()
