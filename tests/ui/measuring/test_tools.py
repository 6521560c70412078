"""The measuring tools on a screen: ruler, sight from where a model would be, areas; with real mouse input, off-screen."""

import math
import time
from dataclasses import replace

import numpy as np
import pytest

from tests.screens.boards import mixed
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from wc3d.scene.picking import RayHit
from wc3d.table.body import Body
from wc3d.table.sight.cover import cover
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sight import sight
from wc3d.ui.measuring.ruler import RulerEnd, find_standing_place, measure_distance
from wc3d.ui.measuring.sight_tools import compute_sight_area, full_sight_report, quick_sight_report
from wc3d.ui.measuring.tools import GHOST_ID, Tool
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window
from wc3d.workers.table_worker import LatestQuestionWorker

SIZES = ("small", "medium", "large")


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    table = mixed(tmp_path_factory.mktemp("measuring"))
    settings = Settings(display=DisplaySettings(quality="low", scale=0.8))
    window = Window(BoardScreen(table), offscreen=True, size=(1024, 600), settings=settings)
    fake = FakeInput(window)
    yield window, fake, table
    window.close()


@pytest.fixture(scope="module")
def screen(shared):
    """One screen for all tests: its processes stay warm."""
    return shared[0].screen


@pytest.fixture
def hand(shared, screen):
    window, fake, table = shared
    screen.board_model.cancel()
    screen.measuring.clear()
    screen.measuring.seen_by_others = screen.measuring.shows_onlookers = (
        screen.measuring.is_side_cut_shown
    ) = False
    screen.measuring.base = "small"
    screen.board_model.table = table
    window.show_whole_table()
    fake.step(2)
    return fake


def spot(window, id, up=0.8):
    x, y, z = window.screen.table.body(id).at
    return window.project_to_pixel((x, y, z + up))


def middle(window, mark):
    x0, y0, x1, y1 = window.ui.widget_rects[mark]
    return (x0 + x1) / 2, (y0 + y1) / 2


def wait(hand, until, seconds=90):
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, hand.window.screen.measuring.status
        hand.window.screen.poll()  # a whole step would draw, and take the time that the answer needs
        time.sleep(0.01)
    hand.step(2)


def answered(hand, complete=False):
    measuring = hand.window.screen.measuring
    wait(
        hand,
        lambda: (
            measuring.is_current
            and (measuring.report.is_complete if complete else measuring.report.is_full)
        ),
    )
    return measuring.report


def shot(hand):
    hand.rest()
    return hand.window.render_target.read_pixels().astype(int)


def is_the_rules_own(table, looked):
    """Everything that is shown is what the rules say about these two."""
    for size in looked.base_verdicts:
        verdict = sight(table, looked.viewer, Body("x", size.base, looked.target.at))
        assert size.verdict == verdict.verdict
        if looked.is_complete:
            assert (size.clearance, size.short_by) == (verdict.clearance, verdict.short_by)
    own = sight(table, looked.viewer, looked.target)
    assert looked.sight.is_good is (own.verdict == "clear")
    if looked.is_full and own.verdict == "clear":
        assert looked.sight.strokes[0].points == own.line
    elif looked.is_full:
        assert tuple(looked.sight.marked) == own.blockers
    found = cover(table, looked.viewer, looked.target)
    assert looked.cover_reason.startswith("yes" if found.cover else "no") and all(
        id in looked.cover_reason for id in found.features
    )


@pytest.mark.rule("NM-ATK-04")
def test_the_measure_between_models_is_the_rules_own(hand):
    window = hand.window
    table = hand.window.screen.table
    hand.key("m")
    hand.click(*spot(window, "a"))
    hand.move(*spot(window, "d"))
    assert window.screen.measuring.ruler.measurement is not None  # it follows the mouse
    hand.click(*spot(window, "d"))
    measured = window.screen.measuring.ruler.measurement
    assert measured.inches == distance(table, table.body("a"), table.body("d"))
    assert math.dist(*measured.line) == pytest.approx(measured.inches)
    assert measured.height_difference == pytest.approx(5) and math.hypot(
        measured.plan_length, 5
    ) == pytest.approx(measured.inches)
    assert "measured" in window.ui.widget_rects


def test_the_measure_takes_points_too(hand):
    window = hand.window
    measuring = hand.window.screen.measuring
    hand.key("m")
    assert measuring.status.startswith("Click two points")
    measuring.on_click(window.hit_test(*spot(window, "a")))
    assert measuring.status == "From a: click the second point"
    measuring.clear()
    hand.key("m")
    hand.click(*window.project_to_pixel((10, 10, 0)))
    hand.click(*window.project_to_pixel((13, 10, 0)))
    assert measuring.ruler.measurement.inches == pytest.approx(3.0, abs=1e-3)
    hand.click(*spot(window, "a"))
    hand.click(*window.project_to_pixel((8, 9, 0)))
    assert measuring.ruler.measurement.inches == pytest.approx(6 - 15 / 25.4, abs=1e-3)
    assert measure_distance(
        window.screen.table, RulerEnd((0, 0, 0)), RulerEnd((3, 4, 12))
    ).inches == pytest.approx(13)


@pytest.mark.slow
@pytest.mark.rule("NM-ATK-05")
def test_sight_between_two_models_with_its_evidence(hand):
    window = hand.window
    before = shot(hand)
    hand.key("s")
    hand.key("c")
    hand.click(*spot(window, "a"))
    hand.click(*spot(window, "c"))
    looked = answered(hand, complete=True)
    is_the_rules_own(window.screen.table, looked)
    after = shot(hand)
    assert {"seen", "sizes", "side cut"} <= set(window.ui.widget_rects)
    assert looked.cut.width * looked.cut.height * 3 == len(looked.cut.rgb)
    assert (np.abs(before - after).max(axis=-1) > 20).mean() > 0.05
    hand.key("c")
    hand.step(2)
    assert "side cut" not in window.ui.widget_rects
    hand.key("escape")
    assert not window.screen.measuring.is_active and window.screen.measuring.report is None
    assert (np.abs(before - shot(hand)).max(axis=-1) > 20).mean() < 0.02


@pytest.mark.parametrize("complete", [False, True])
def test_what_was_not_worked_out_for_other_sizes_is_not_told(hand, monkeypatch, complete):
    measuring = hand.window.screen.measuring
    hand.key("s")
    hand.click(*spot(hand.window, "a"))
    hand.click(*spot(hand.window, "c"))
    report = answered(hand, complete=True)
    own = report.target.base
    sizes = [
        replace(size, verdict="clear", clearance=0.5 if complete or size.base == own else None)
        for size in report.base_verdicts
    ]
    monkeypatch.setattr(
        measuring, "report", replace(report, base_verdicts=tuple(sizes), is_complete=complete)
    )
    told = words_drawn(monkeypatch)
    hand.window.request_redraw()
    hand.step(2)
    assert (
        told.count('clear by 0.50"') >= (3 if complete else 1)
        and "clear, with room to spare" not in told
    )


@pytest.mark.slow
def test_a_ghost_is_dragged_and_the_model_stays(hand):
    window = hand.window
    measuring = hand.window.screen.measuring
    stands = window.screen.table.body("a").at
    hand.key("s")
    hand.click(*spot(window, "a"))
    hand.click(*spot(window, "c"))
    answered(hand)
    hand.drag(spot(window, "a"), window.project_to_pixel((10, 2, 0)), steps=8)
    assert window.screen.table.body("a").at == stands
    assert measuring.viewer.at[:2] == (pytest.approx(10, abs=0.5), pytest.approx(2, abs=0.5))
    is_the_rules_own(window.screen.table, answered(hand))
    ghost = measuring.viewer.at
    hand.drag(
        window.project_to_pixel((*ghost[:2], 0.8)), window.project_to_pixel((5, 5, 0)), steps=8
    )
    assert measuring.viewer.at != ghost and window.screen.table.body("a").at == stands
    looked = answered(hand)
    assert looked.viewer == measuring.viewer
    is_the_rules_own(window.screen.table, looked)
    hand.click(*middle(window, "swap"))
    assert (measuring.viewer.id, measuring.target.id) == ("c", "a")


@pytest.mark.slow
def test_while_a_ghost_is_dragged_the_answer_follows(hand):
    window = hand.window
    measuring = hand.window.screen.measuring
    hand.key("s")
    hand.click(*spot(window, "a"))
    hand.click(*spot(window, "c"))
    answered(hand)
    hand.move(*spot(window, "a"))
    hand.press()
    for x in (9, 10, 11):
        hand.move(*window.project_to_pixel((x, 2, 0)))
        wait(
            hand,
            lambda x=x: (
                measuring.is_current and measuring.viewer.at[0] == pytest.approx(x, abs=0.3)
            ),
        )
        assert measuring.dragged_end == "viewer" and not measuring.report.is_full
        is_the_rules_own(window.screen.table, measuring.report)
    hand.release()
    assert measuring.dragged_end is None
    answered(hand)


@pytest.mark.slow
def test_sight_from_and_to_places_where_nobody_stands(hand):
    window = hand.window
    measuring = hand.window.screen.measuring
    hand.key("s")
    hand.step(2)
    hand.click(*middle(window, "base large"))
    hand.click(*window.project_to_pixel((3, 3, 0)))
    assert measuring.viewer.id == GHOST_ID and measuring.viewer.base == "large"
    hand.click(*window.project_to_pixel((3, 14, 0)))
    looked = answered(hand)
    assert looked.target.id != looked.viewer.id and looked.target.base == "large"
    is_the_rules_own(window.screen.table, looked)


def test_who_else_sees_it(hand):
    window = hand.window
    measuring = hand.window.screen.measuring
    hand.key("s")
    hand.click(*spot(window, "a"))
    hand.click(*spot(window, "c"))
    hand.key("o")
    wait(hand, lambda: measuring.is_current and measuring.report.onlookers)
    table = window.screen.table
    assert {w.id for w in measuring.report.onlookers} == {
        b.id for b in table.bodies if b.kind != "gate"
    } - {"c"}
    for onlooker in measuring.report.onlookers:
        assert onlooker.verdict == sight(table, table.body(onlooker.id), table.body("c")).verdict
    hand.step(2)
    assert "watchers" in window.ui.widget_rects


def test_a_model_that_moves_or_goes_is_followed(hand):
    window = hand.window
    measuring = hand.window.screen.measuring
    hand.key("s")
    hand.click(*spot(window, "a"))
    hand.click(*spot(window, "c"))
    answered(hand)
    desk = window.screen.board_model
    desk.table = desk.table.with_bodies(desk.table.body("c").moved((12, 9, 0)))
    hand.step(2)
    is_the_rules_own(desk.table, answered(hand))
    assert measuring.target.at == (12, 9, 0)
    desk.table = desk.table.without("a")
    hand.step(2)
    assert measuring.viewer is None and measuring.report is None
    shot(hand)


@pytest.mark.slow
def test_areas_are_painted_with_progress_and_can_be_stopped(hand, monkeypatch):
    window = hand.window
    measuring = hand.window.screen.measuring
    hand.click(*spot(window, "a"))
    hand.key("a")
    wait(
        hand,
        lambda: measuring.area_worker.sight_area is not None or measuring.area_worker.progress[1],
    )
    wait(hand, lambda: measuring.area_worker.sight_area is not None)
    alone = measuring.area_worker.sight_area.areas[0].shape.area
    assert 50 < alone < 900 and measuring.area_worker.sight_area.kind == "seen_from"
    x, y = spot(window, "b")
    measuring.viewer = Body(GHOST_ID, "small", measuring.viewer.at)
    hand.move(x, y)
    hand.press()
    hand.move(x + 12, y + 6)
    area = measuring.area_worker.sight_area
    assert measuring.viewer.id == "b" and (area is None or area.headline.startswith("where b")), (
        "what is painted is never what another one sees"
    )
    hand.release()
    for name, value in (("COARSE_CELLS_IN", (0.15,) * 4), ("FINE_CELL_IN", 0.1)):  # much work
        monkeypatch.setattr(f"wc3d.ui.measuring.sight_area_worker.{name}", value)
    hand.click(*middle(window, "area any"))
    wait(hand, lambda: measuring.area_worker.progress[1])
    assert measuring.is_busy
    hand.key("escape")
    assert (
        not measuring.is_busy
        and measuring.tool is Tool.AREA
        and measuring.area_worker.sight_area is None
    )
    hand.key("escape")
    assert not measuring.is_active


def test_where_any_sees_is_where_one_or_another_does(tmp_path):
    table = mixed(tmp_path)
    told = []

    def progress(done, total):
        told.append((done, total))
        return True

    viewers = [table.body("a"), table.body("b")]
    one, two, both = (
        compute_sight_area(table, {"viewers": v, "base": "small", "cell": 2.0}, progress)
        .areas[0]
        .shape
        for v in ([viewers[0]], [viewers[1]], viewers)
    )
    assert one.union(two).symmetric_difference(both).area < 1e-9 and one.area < both.area > two.area
    assert told[-1][0] == told[-1][1]


def test_a_glance_says_what_a_study_says(tmp_path):
    table = mixed(tmp_path)
    for a, b in (("a", "c"), ("b", "w")):
        question = {
            "viewer": table.body(a),
            "target": table.body(b),
            "cut": (600, 200, 1.0),
            "sizes": True,
        }
        quick = quick_sight_report(table, question)
        full = full_sight_report(table, question)
        assert [s.verdict for s in quick.base_verdicts] == [
            s.verdict for s in full.base_verdicts
        ] and quick.cover_reason == full.cover_reason
        assert quick.sight.verdict == full.sight.verdict and not quick.is_full and full.is_complete
        is_the_rules_own(table, full)


def slow(table, question, progress):
    time.sleep(0.2)
    return question["number"]


@pytest.mark.slow
def test_the_newest_question_wins(tmp_path):
    table = mixed(tmp_path)
    follower = LatestQuestionWorker()
    heard = []
    for number in range(6):
        follower.set_question(slow, table, {"number": number})
    end = time.monotonic() + 60
    while follower.is_busy and time.monotonic() < end:
        found = follower.poll()
        if found is not None and found[1].answer is not None:
            heard.append((found[0]["number"], found[1].answer))
        time.sleep(0.01)
    follower.stop()
    assert heard == [(0, 0), (5, 5)]


def test_where_a_base_stands_and_why_not(tmp_path):
    table = mixed(tmp_path)
    assert find_standing_place(
        table, "small", RayHit("feature", "silo", (22, 19, 5), 1, True), ("d",)
    ) == ((22, 19, 5), "")
    at, why = find_standing_place(table, "large", RayHit("feature", "wall", (14, 12, 2), 1, True))
    assert at is None and "cannot stand there" in why
