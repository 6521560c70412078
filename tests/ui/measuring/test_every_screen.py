"""The measuring tools in a game, in a replay and in the workshop; and what a person has in hand there: ladders, ways round."""

import math
import random
import time

import pytest

import wc3d
from tests.narrowed import a
from tests.screens.boards import mixed
from tests.screens.play_games import Notes, asks, at, played_to, skirmish
from tests.screens.unseen_window import unseen_window
from wc3d._internal.data_files import shipped_folder
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.previews.shortest_path import ShortestPath, path_question, solve_path
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.moving.movement import is_flying
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.ui.interaction import NeoMechanikaControllerHooks, move_orders
from wc3d.games.neo_mechanika.ui.move_search import PathSearch
from wc3d.games.neo_mechanika.ui.pending_move import PendingMove
from wc3d.scene.picking import RayHit
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sight import sight
from wc3d.ui.controller import GameController
from wc3d.ui.measuring.tools import Tool
from wc3d.ui.play_session import PlaySession
from wc3d.ui.playback import Recording
from wc3d.window.board.workshop.screen import EditorScreen
from wc3d.window.board.workshop.terrain_tools import ShapeTool
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.workers.table_worker import TableWorker


@pytest.fixture(scope="module")
def shared():
    """One window for all tests here."""
    with unseen_window() as hand:
        yield hand


@pytest.fixture
def show(shared):
    def to(screen):
        shared.move(640, 715)
        shared.window.show_screen(screen)
        shared.step(3)
        return shared

    return to


def acting(game):
    return asks(game) == "ActingQuestion" and game.to_act == 1 and game.state.turn > 2


@pytest.fixture(scope="module")
def game():
    return played_to(skirmish(), acting)


def spot(window, id):
    x, y, z = window.screen.table.body(id).at
    return window.project_to_pixel((x, y, z + 0.8))


def two(table):
    """A model of each side that stands alone enough to be clicked."""
    return tuple(
        next(b.id for b in table.bodies if b.id.startswith(f"{side}.") and b.kind != "gate")
        for side in (1, 2)
    )


def answered(hand, seconds=60):
    measuring = hand.window.screen.measuring
    end = time.monotonic() + seconds
    while not (measuring.is_current and measuring.report.is_full):
        assert time.monotonic() < end, measuring.status
        hand.window.screen.poll()
        time.sleep(0.01)
    hand.step(3)


def apart(ui, *names):
    """No two of these rectangles cover each other, and all are within the window."""
    found = [ui.widget_rects[name] for name in names]
    for i, (x0, y0, x1, y1) in enumerate(found):
        assert 0 <= x0 < x1 <= 1280 and 0 <= y0 < y1 <= 720
        assert not any(x0 < b[2] and b[0] < x1 and y0 < b[3] and b[1] < y1 for b in found[i + 1 :])


def looks_and_measures(hand, undisturbed):
    """Every tool by its key, on whatever screen; `undisturbed` says that nothing was done by it."""
    window = hand.window
    screen = hand.window.screen
    measuring = screen.measuring
    table = screen.table
    one, other = two(table)
    hand.key("m")
    measuring.ruler.first_end = None
    for id in (one, other):
        hand.click(*spot(window, id))
    assert measuring.ruler.measurement.inches == distance(table, table.body(one), table.body(other))
    hand.key("s")
    measuring.viewer = table.body(one)
    measuring.target = None
    measuring.is_target_fixed = False
    hand.click(*spot(window, other))
    answered(hand)
    assert measuring.report.sight.is_good is (
        sight(table, table.body(one), table.body(other)).verdict == "clear"
    )
    apart(window.ui, "measuring", "side cut panel")
    x, y = spot(window, other)
    # on one of its sides there is room
    for aside in (
        (30, 12),
        (-30, 12),
        (30, -12),
        (-30, -12),
        (60, 24),
        (-60, 24),
    ):
        if measuring.target.at == table.body(other).at:
            hand.drag((x, y), (x + aside[0], y + aside[1]))
    assert measuring.target.at != table.body(other).at and screen.table.body(other) == table.body(
        other
    )
    hand.key("o")
    hand.key("c")
    assert measuring.shows_onlookers and not measuring.is_side_cut_shown
    hand.key("a")
    assert measuring.tool is Tool.AREA
    hand.key("space")
    undisturbed()
    hand.key("escape")
    if measuring.is_active:  # the first stopped the painting
        hand.key("escape")
    assert not measuring.is_active
    undisturbed()


@pytest.mark.slow
@pytest.mark.rule("NM-ATK-04")
def test_in_a_game_one_measures_and_looks_without_doing_anything(show, game):
    hand = show(PlayScreen(PlaySession(game, {2: "recruit"})))
    screen = hand.window.screen
    before = game.digest()
    turns = len(game.turns)
    picked = screen.controller.selected_id

    def undisturbed():
        hand = screen.controller
        assert (game.digest(), len(game.turns), hand.pending, hand.selected_id) == (
            before,
            turns,
            None,
            picked,
        )
        assert not screen.play_panels.is_menu_open

    looks_and_measures(hand, undisturbed)
    hand.key("m")
    hand.key("u")
    hand.step()
    undisturbed()
    assert (
        not {"cards", "asked"} & set(hand.window.ui.widget_rects)
        and "press Esc to close" in hand.window.notices.visible_notices[-1].words
    )


@pytest.mark.slow
def test_what_was_measured_goes_when_its_model_moves_and_stays_when_another_does(show, game):
    hand = show(PlayScreen(PlaySession(game, {2: "recruit"})))
    screen = hand.window.screen
    measuring = screen.measuring
    table = screen.table
    shown = [table]
    measuring._table = lambda: shown[0]
    one, other = two(table)
    third = next(b.id for b in table.bodies if b.id not in (one, other) and b.kind != "gate")

    def elsewhere(id):
        x, y, z = table.body(id).at
        shown[0] = table.with_bodies(table.body(id).moved((x + 0.25, y, z)))
        measuring.poll()

    for moved in (third, other):
        shown[0] = table
        measuring.clear()
        measuring.use_tool(Tool.RULER)
        measuring.ruler.first_end = None
        for id in (one, other):
            measuring.on_click(RayHit("body", id, table.body(id).at, 1.0, False))
        elsewhere(moved)
        assert (measuring.ruler.measurement is None) is (moved == other)
    shown[0] = table
    measuring.use_tool(Tool.SIGHT)
    measuring.viewer = table.body(one)
    measuring.target = table.body(other).moved((15.0, 2.0, 0.0))
    measuring.is_target_fixed = True
    ghost = measuring.target
    elsewhere(one)
    assert (
        measuring.viewer == shown[0].body(one)
        and measuring.target == ghost
        and measuring.report is None
    )
    shown[0] = table.with_bodies(table.body(third).moved((15.0, 2.0, 0.0)))
    measuring.poll()
    assert measuring.target is None and not measuring.is_target_fixed, "somebody stands there now"
    measuring._table = lambda: screen.table


@pytest.mark.slow
def test_in_a_replay_one_measures_while_it_stands_and_while_it_goes_on(show, game):
    hand = show(ReplayScreen(Recording(game), at=len(game.turns)))
    screen = hand.window.screen

    def undisturbed():
        assert screen._picked is None

    screen.playback.go_to(len(game.turns))
    looks_and_measures(hand, undisturbed)
    screen.playback.is_playing = False
    screen.go_to(len(game.turns))
    hand.key("m")
    one, other = two(screen.table)
    screen.measuring.ruler.first_end = None
    for id in (one, other):
        hand.click(*spot(hand.window, id))
    assert screen.measuring.ruler.measurement is not None
    screen.go_to(0)
    hand.step(2)
    assert screen.measuring.ruler.measurement is None


@pytest.mark.slow
def test_in_the_workshop_a_tool_puts_down_what_is_drawn_and_goes_first(show, tmp_path):
    table = mixed(tmp_path)
    hand = show(EditorScreen(table))
    screen = hand.window.screen
    screen.begin_shape(ShapeTool.BOX)
    hand.key("m")
    hand.step()
    assert screen.drawing is None and screen.measuring.tool is Tool.RULER
    screen.draft.selected_id = table.features[0].id
    hand.key("escape")
    assert not screen.measuring.is_active and screen.draft.selected_id == table.features[0].id
    hand.key("s")
    screen.measuring.on_click(RayHit("body", "a", screen.table.body("a").at, 1.0, False))
    screen.measuring.on_click(RayHit("body", "d", screen.table.body("d").at, 1.0, False))
    answered(hand)
    apart(hand.window.ui, "measuring", "side cut panel", "status", "file state")


@pytest.mark.slow
def test_the_mouse_is_on_the_board_again_as_soon_as_it_has_left_a_panel(show, game):
    hand = show(PlayScreen(PlaySession(game, {2: "recruit"})))
    x0, y0, x1, y1 = hand.window.ui.widget_rects["round"]
    hand.move((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)
    assert hand.window.hover_hit is None
    hand.move(*hand.window.project_to_pixel((15.0, 15.0, 0.0)))
    hand.step(2)
    assert hand.window.hover_hit is not None


# What is in hand


def climbers():
    """A game on a board with ladders, about to move its first unit; and one of its ladders."""
    table = wc3d.load_map(shipped_folder("maps") / "watchtowers.json")
    one, two = (
        sample_force(f"{faction}_skirmish") for faction in ("marcher_worlds", "aeternus_continuum")
    )
    game = new_game(table, (one, two), "boiling_point", seed=7, names=("Anna", "Ben"))
    return played_to(game, walking), table.ladders[0]


def walking(game):
    """Has a model just been activated that stands alone and walks?"""
    orders = (
        move_orders(GameController(PlaySession(game, {2: "recruit"}), Notes()).context)
        if acting(game)
        else {}
    )
    return len(orders) == 1 and not any(
        is_flying(game.state, order, id) for id, order in orders.items()
    )


def at_the_foot():
    """A hand whose model may move and stands 2" before a ladder."""
    game, ladder = climbers()
    model = game.state.models_of(a(ActingQuestion, find_open_question(game.state)).unit)[0].id
    game.state = game.state.with_model(model, at=(ladder.at[0], ladder.at[1] - 2.5, ladder.bottom))
    return GameController(PlaySession(game, {2: "recruit"}), Notes()), model, ladder


@pytest.mark.rule("NM-TER-14")
def test_a_click_on_a_ladders_foot_climbs_it():
    hand, model, ladder = at_the_foot()
    hand.begin_pending(model)
    foot = RayHit("table", "", (*ladder.at, ladder.bottom), 1.0, True)
    hand.on_hover(foot)
    move = a(PendingMove, hand.pending)
    assert move.verdict
    step = move.full_path[-1]
    assert (
        isinstance(step, act.LadderStep)
        and step.ladder == ladder.id
        and step.to[2:] == (ladder.top,)
    )
    hand.on_click(foot)
    if hand.pending is not None and hand.pending.is_placed:
        hand.end()
    assert hand.session.game.state.place(model)[2] == ladder.top


@pytest.mark.rule("NM-TER-14")
def test_with_the_mouse_a_ladder_is_climbed_by_a_drag_to_its_foot(show):
    unseen, model, ladder = at_the_foot()
    hand = show(PlayScreen(PlaySession(unseen.session.game, {2: "recruit"})))
    hand.window.viewpoint.center_on((*ladder.at, 0.0), 20.0)
    hand.window.aim_camera()
    hand.step(2)
    hand.drag(
        spot(hand.window, model), hand.window.project_to_pixel((*ladder.at, ladder.bottom)), steps=6
    )
    hand.step(3)
    if (
        hand.window.screen.controller.pending is not None
        and hand.window.screen.controller.pending.is_placed
    ):
        hand.key("space")
    assert unseen.session.game.state.place(model)[2] == ladder.top


@pytest.mark.rule("NM-TER-14")
@pytest.mark.slow
def test_a_model_is_dragged_to_a_ladder_and_a_far_one_is_refused():
    hand, model, ladder = at_the_foot()
    assert hand.begin_drag(model)
    rungs = RayHit("feature", "", (*ladder.at, (ladder.bottom + ladder.top) / 2), 1.0, False)
    hand.on_drag(rungs)
    hand.on_drop(rungs)
    if hand.pending is not None and hand.pending.is_placed:
        hand.end()
    assert hand.session.game.state.place(model)[2] == ladder.top
    hand, model, ladder = at_the_foot()
    far = max(
        hand.state.table.ladders,
        key=lambda other: abs(other.at[0] - ladder.at[0]) + abs(other.at[1] - ladder.at[1]),
    )
    hand.begin_pending(model)
    before = hand.session.game.digest()
    hand.on_click(RayHit("table", "", (*far.at, far.bottom), 1.0, True))
    assert hand.session.game.digest() == before and "(p. " in hand.messages.complaints[-1]


class Ways(PathSearch):
    """Works out no ways by itself: tells the one that a test has found."""

    def __init__(self):
        super().__init__(TableWorker)
        self.asked: list[tuple[PendingMove, act.Point]] = []
        self.found: tuple[act.Step, ...] | None = None

    def search(self, move, goal):
        self.asked.append((move, goal))

    def poll(self):
        if self.found is not None:
            move, goal = self.asked[-1]
            move.set_found_path(goal, self.found)
        return self.found is not None


def test_a_way_round_is_asked_beside_the_window_and_a_click_waits_for_it():
    (game, _), ways, goal = climbers(), Ways(), (23.2, 15.2)
    model = game.state.models_of(a(ActingQuestion, find_open_question(game.state)).unit)[0].id
    game.state = game.state.with_model(
        model, at=(27.2, 13.2, 0.0)
    )  # the keep's corner is in between
    hand = GameController(PlaySession(game, {2: "recruit"}), Notes())
    a(NeoMechanikaControllerHooks, hand.hooks).path_search = ways
    plain = GameController(PlaySession(game, {2: "recruit"}), Notes())
    plain.begin_pending(model)
    plain.on_hover(at(goal))
    straight = a(PendingMove, plain.pending)
    assert straight.verdict and len(straight.full_path) > 1
    hand.begin_pending(model)
    before = game.digest()
    hand.on_click(at(goal))
    waits = a(PendingMove, hand.pending)
    assert waits.is_waiting and not waits.is_ready and game.digest() == before
    hand.on_hover(at((27.2, 12.0)))
    draft, wanted = ways.asked[-1]
    assert len(ways.asked) == 1, "it has been put down: the mouse moves on without it"
    way = solve_path(
        game.state.table,
        path_question(game.state, draft.order, model, wanted),
        lambda done, total: True,
    )
    assert isinstance(way, ShortestPath) and way.path == straight.full_path
    draft.is_one_click = False
    ways.found = way.path
    assert hand.poll()
    assert (
        hand.pending is draft
        and waits is draft
        and draft.is_placed
        and draft.full_path == way.path
        and draft.is_ready
    )


def test_the_signs_of_a_squad_that_is_put_down_stand_over_it(show):
    def squads(game):
        units = (
            game.state.units_in_play(1)
            if asks(game) == "ActivationQuestion" and game.to_act == 1
            else ()
        )
        return [u.id for u in units if len(game.state.models_of(u.id)) > 1 and not u.token]

    game = played_to(skirmish(), squads)
    game.apply(act.Activate(player=1, unit=squads(game)[0]))
    while asks(game) == "Reaction":
        game.apply(act.Pass(player=game.to_act))
    hand = show(PlayScreen(PlaySession(game, {2: "recruit"})))
    hand.window.settings = Settings(display=DisplaySettings(names="all"))
    screen = hand.window.screen
    offer = screen.controller.menu.find_offer("advance")
    rng = random.Random(1)
    some = [
        a
        for a in (offer.sample(rng) for _ in range(60))
        if len(a.path) == 1 and isinstance(a.path[0], tuple)
    ]
    farthest = max(some, key=lambda a: math.dist(game.state.place(a.model)[:2], a.path[0][:2]))
    leader, (x, y, z) = farthest.model, game.state.place(farthest.model)
    screen.controller.begin_pending(leader)
    screen.controller.pending.end = farthest.path
    screen.controller.pending.update_verdict()
    screen.controller.pending.is_placed = True
    hand.window.viewpoint.center_on((x, y, z), 22.0)
    hand.window.aim_camera()
    hand.step(3)
    ghost = next(
        g
        for g in screen.controller.pending.ghosts
        if f"badge {g.id}" in hand.window.ui.widget_rects
    )
    x0, _, x1, y1 = hand.window.ui.widget_rects[f"badge {ghost.id}"]
    sign = ((x0 + x1) / 2, y1)
    places = (ghost.at, game.state.place(ghost.id))
    there, before = (hand.window.project_to_pixel((*at[:2], at[2] + ghost.height)) for at in places)
    assert math.dist(there, before) > 60 and math.dist(sign, there) < math.dist(sign, before)
