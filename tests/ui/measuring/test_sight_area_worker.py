"""An area of sight is painted twice: at once in coarse cells, then with its outline as it is."""

from typing import Any

import numpy as np

from tests.screens.boards import mixed
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Plane, Prism
from wc3d.table.body import Body
from wc3d.table.features import make_feature
from wc3d.table.table import Table
from wc3d.ui.measuring.sight_area_worker import COARSE_CELL_IN, FINE_CELL_IN, SightAreaWorker
from wc3d.ui.measuring.sight_tools import compute_sight_area
from wc3d.ui.measuring.tools import MeasuringTools, Tool
from wc3d.workers.background import TaskReport


class AtOnce:
    """A worker that answers whenever it is asked how far it is."""

    def __init__(self):
        self.asked = []
        self.is_busy = False

    def solve(self, function, table, question):
        self.asked.append(question)
        self.is_busy = True

    def poll(self):
        if not self.is_busy:
            return None
        self.is_busy = False
        return TaskReport(1, 1, answer=self.asked[-1]["cell"])

    def stop(self):
        self.is_busy = False


def test_the_coarse_area_is_shown_and_then_the_fine_one(tmp_path):
    table = mixed(tmp_path)
    painter = SightAreaWorker(AtOnce)
    painter.start(table, [table.body("a")], "small")
    painter.poll()
    assert painter.sight_area == COARSE_CELL_IN and painter.is_busy
    painter.poll()
    assert painter.sight_area == FINE_CELL_IN and not painter.is_busy and painter.poll() is None
    assert painter.worker.asked[-1]["outlined"] and FINE_CELL_IN < COARSE_CELL_IN


def test_when_it_is_stopped_no_finer_one_comes(tmp_path):
    table = mixed(tmp_path)
    painter = SightAreaWorker(AtOnce)
    painter.start(table, [table.body("a")], "small")
    painter.stop()
    painter.poll()
    worker: Any = painter.worker
    assert len(worker.asked) == 1 and painter.sight_area is None


def test_what_is_painted_stays_when_the_finer_one_is_stopped(tmp_path):
    table = mixed(tmp_path)
    measuring = MeasuringTools(lambda: table, lambda: "a", worker=AtOnce)
    measuring.use_tool(Tool.AREA)
    measuring.poll()
    assert (
        measuring.area_worker.is_busy
        and measuring.on_cancel()
        and not measuring.area_worker.is_busy
    )
    assert measuring.area_worker.sight_area == COARSE_CELL_IN and measuring.is_active
    assert measuring.on_cancel() and not measuring.is_active


def test_the_outline_of_a_shadow_is_a_slanting_line_and_no_stairs():
    corners = np.array([[9.0, 12.0], [11.0, 12.0], [11.0, 12.5], [9.0, 12.5]])
    table = Table(
        (20.0, 20.0),
        policy=SPACE,
        features=(make_feature("wall", "structure", (Prism(corners, Plane(0.0), Plane(5.0)),)),),
    )
    viewer = Body("a", "small", (10.0, 4.0, 0.0))
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
