"""A sight area follows its viewer in coarse cells and is exact at rest."""

import numpy as np
import pytest

from tests.screens.boards import mixed
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Plane, Prism
from wc3d.scene.picking import RayHit
from wc3d.server.pages.board_page import BoardPageController
from wc3d.server.pages.page_sessions import POLL_INTERVAL_S
from wc3d.table.body import Body
from wc3d.table.features import make_feature
from wc3d.table.table import Table
from wc3d.ui.measuring.sight_area_worker import (
    COARSE_CELLS_IN,
    FINE_CELL_IN,
    MAX_LAG_S,
    REST_TIME_S,
    SightAreaWorker,
)
from wc3d.ui.measuring.sight_tools import compute_sight_area
from wc3d.ui.measuring.tools import MeasuringTools, Tool
from wc3d.workers.background import TaskReport


class FakeWorker:
    """A worker whose test says when it answers; the answer is the question."""

    made: list["FakeWorker"] = []  # noqa: RUF012

    def __init__(self):
        self.questions = []
        self.is_busy = self.is_done = False
        self.seconds = 0.02
        FakeWorker.made.append(self)

    def solve(self, function, table, question):
        self.questions.append(question)
        self.is_busy, self.is_done = True, False

    def poll(self):
        if not (self.is_busy and self.is_done):
            return None
        self.is_busy = False
        answer = self.questions[-1]
        return TaskReport(1, 1, answer=answer, is_finished=True, seconds=self.seconds)

    def stop(self):
        self.is_busy = False


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def lanes(tmp_path, monkeypatch):
    """The sight area worker, its coarse and its exact process, a table and a clock."""
    monkeypatch.setattr("wc3d.ui.measuring.sight_area_worker.is_compiled", lambda: True)
    FakeWorker.made.clear()
    clock = Clock()
    worker = SightAreaWorker(FakeWorker, clock)
    return worker, *FakeWorker.made, mixed(tmp_path), clock


def answer(worker, lane):
    lane.is_done = True
    worker.poll()


def test_the_coarse_area_is_shown_and_at_rest_the_exact_one(lanes):
    worker, coarse, fine, table, clock = lanes
    worker.start(table, [table.body("a")], "small")
    answer(worker, coarse)
    assert worker.sight_area["cell"] == COARSE_CELLS_IN[0] and not fine.questions
    clock.now = REST_TIME_S + 0.01
    worker.poll()
    assert worker.is_busy and fine.questions[-1]["outlined"]
    answer(worker, fine)
    assert worker.sight_area["cell"] == FINE_CELL_IN and not worker.is_busy


def test_the_area_follows_a_dragged_model_by_its_newest_place(lanes):
    worker, coarse, fine, table, clock = lanes
    body = table.body("a")
    for step in range(4):
        worker.start(table, [body.moved((1.0 + step, 2.0, 0.0))], "small")
        clock.now += 0.01
    assert [q["viewers"][0].at[0] for q in coarse.questions] == [1.0]
    answer(worker, coarse)
    assert worker.sight_area["viewers"][0].at[0] == 1.0
    assert [q["viewers"][0].at[0] for q in coarse.questions] == [1.0, 4.0]
    answer(worker, coarse)
    assert worker.sight_area["viewers"][0].at[0] == 4.0 and not fine.questions


def test_an_exact_area_of_an_earlier_place_is_not_shown(lanes):
    worker, coarse, fine, table, clock = lanes
    body = table.body("a")
    worker.start(table, [body], "small")
    answer(worker, coarse)
    clock.now = 1.0
    worker.poll()
    worker.start(table, [body.moved((3.0, 3.0, 0.0))], "small")
    answer(worker, fine)
    assert worker.sight_area["cell"] == COARSE_CELLS_IN[0] and worker.is_busy
    clock.now += MAX_LAG_S + 0.01
    worker.poll()
    assert worker.sight_area is None, "an area that lags is not shown"


def test_another_models_area_is_not_shown_for_this_one(lanes):
    worker, coarse, _, table, _ = lanes
    worker.start(table, [table.body("a")], "small")
    answer(worker, coarse)
    worker.start(table, [table.body("b")], "small")
    assert worker.sight_area is None


def test_slow_answers_make_the_next_cells_larger_and_quick_ones_smaller(lanes):
    worker, coarse, _, table, _ = lanes
    body = table.body("a")
    cells = []
    for step, seconds in enumerate((0.09, 0.09, 0.09, 0.09, 0.001, 0.02)):
        coarse.seconds = seconds
        worker.start(table, [body.moved((1.0 + step, 2.0, 0.0))], "small")
        cells.append(coarse.questions[-1]["cell"])
        answer(worker, coarse)
    assert cells == [1.0, 1.5, 2.0, 3.0, 3.0, 2.0]


def test_when_it_is_stopped_no_finer_one_comes(lanes):
    worker, coarse, fine, table, clock = lanes
    worker.start(table, [table.body("a")], "small")
    worker.stop()
    clock.now = 1.0
    answer(worker, coarse)
    assert not fine.questions and worker.sight_area is None and not worker.is_busy


def test_the_coarse_area_stays_when_the_exact_one_is_stopped(lanes):
    worker, coarse, _, table, clock = lanes
    worker.start(table, [table.body("a")], "small")
    answer(worker, coarse)
    clock.now = 1.0
    worker.poll()
    assert worker.stop_refining() and not worker.is_busy and not worker.stop_refining()
    assert worker.sight_area["cell"] == COARSE_CELLS_IN[0]


def test_without_a_viewer_the_area_follows_the_mouse_until_a_click(tmp_path):
    table = mixed(tmp_path)
    measuring = MeasuringTools(lambda: table, worker=FakeWorker)
    measuring.use_tool(Tool.AREA)
    for x in (3.0, 5.0):
        measuring.on_hover(RayHit("table", "", (x, 3.0, 0.0), 1.0, True))
        assert measuring.viewer is not None and measuring.viewer.at[0] == x
    measuring.on_click(RayHit("table", "", (6.0, 3.0, 0.0), 1.0, True))
    measuring.on_hover(RayHit("table", "", (9.0, 3.0, 0.0), 1.0, True))
    assert measuring.viewer is not None and measuring.viewer.at[0] == 6.0


def test_a_page_has_the_same_area_as_a_window_and_asks_in_time(tmp_path):
    """30 pictures a second, and of the 0.15 s after rest at least 0.08 s are left to compute."""
    page = BoardPageController(mixed(tmp_path), "board", FakeWorker)
    page.measuring.use_tool(Tool.AREA)
    page.measuring.on_hover(RayHit("table", "", (3.0, 3.0, 0.0), 1.0, True))
    assert isinstance(page.measuring.area_worker, SightAreaWorker) and page.is_busy
    assert POLL_INTERVAL_S <= 1 / 30 and REST_TIME_S + 2 * POLL_INTERVAL_S <= 0.07


def test_the_outline_of_a_shadow_is_a_slanting_line_and_no_stairs():
    corners = np.array([[9.0, 12.0], [11.0, 12.0], [11.0, 12.5], [9.0, 12.5]])
    table = Table(
        (20.0, 20.0),
        policy=SPACE,
        features=(make_feature("wall", "structure", (Prism(corners, Plane(0.0), Plane(5.0)),)),),
    )
    viewer = Body("a", "small", (3.0, 4.0, 0.0))
    asked = {"viewers": [viewer], "base": "small", "cell": FINE_CELL_IN}
    stairs, straight = (
        compute_sight_area(table, {**asked, **more}, lambda done, total: True).areas[0].shape
        for more in ({}, {"outlined": True})
    )

    def corners_of(shape):
        return sum(len(part.exterior.coords) for part in shape.geoms)

    assert corners_of(straight) < corners_of(stairs) / 3
    assert straight.symmetric_difference(stairs).area < 0.75 * FINE_CELL_IN * stairs.length / 2
    assert straight.within(stairs.buffer(FINE_CELL_IN)) and stairs.within(
        straight.buffer(FINE_CELL_IN)
    )


@pytest.mark.parametrize(
    ("compiled", "cell"), [(True, COARSE_CELLS_IN[0]), (False, COARSE_CELLS_IN[-1])]
)
def test_the_first_area_on_a_new_computer_has_few_cells(lanes, monkeypatch, compiled, cell):
    monkeypatch.setattr("wc3d.ui.measuring.sight_area_worker.is_compiled", lambda: compiled)
    FakeWorker.made.clear()
    worker = SightAreaWorker(FakeWorker, Clock())
    table = lanes[3]
    worker.start(table, [table.body("a")], "small")
    assert FakeWorker.made[0].questions[-1]["cell"] == cell
