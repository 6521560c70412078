"""An area of sight is painted twice: at once in coarse cells, then with its outline as it is."""

from typing import Any

import numpy as np

from tests.screens.boards import mixed
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Plane, Prism
from wc3d.table.body import Body
from wc3d.table.features import feature
from wc3d.table.table import Table
from wc3d.ui.measuring.area_painter import CELL, FINE, AreaPainter
from wc3d.ui.measuring.sight_tools import paint_area
from wc3d.ui.measuring.tools import Measuring, Tool
from wc3d.workers.background import Report


class AtOnce:
    """A worker that answers whenever it is asked how far it is."""

    def __init__(self):
        self.asked = []
        self.busy = False

    def solve(self, function, table, question):
        self.asked.append(question)
        self.busy = True

    def poll(self):
        if not self.busy:
            return None
        self.busy = False
        return Report(1, 1, answer=self.asked[-1]["cell"])

    def stop(self):
        self.busy = False


def test_the_coarse_area_is_shown_and_then_the_fine_one(tmp_path):
    table, painter = mixed(tmp_path), AreaPainter(AtOnce)
    painter.begin(table, [table.body("a")], "small")
    painter.poll()
    assert painter.painted == CELL and painter.busy
    painter.poll()
    assert painter.painted == FINE and not painter.busy and painter.poll() is None
    assert painter.worker.asked[-1]["outlined"] and FINE < CELL


def test_when_it_is_stopped_no_finer_one_comes(tmp_path):
    table, painter = mixed(tmp_path), AreaPainter(AtOnce)
    painter.begin(table, [table.body("a")], "small")
    painter.stop()
    painter.poll()
    worker: Any = painter.worker
    assert len(worker.asked) == 1 and painter.painted is None


def test_what_is_painted_stays_when_the_finer_one_is_stopped(tmp_path):
    table = mixed(tmp_path)
    measuring = Measuring(lambda: table, lambda: "a", worker=AtOnce)
    measuring.use(Tool.AREA)
    measuring.poll()
    assert measuring.area.busy and measuring.cancelled() and not measuring.area.busy
    assert measuring.area.painted == CELL and measuring.active
    assert measuring.cancelled() and not measuring.active


def test_the_outline_of_a_shadow_is_a_slanting_line_and_no_stairs():
    corners = np.array([[9.0, 12.0], [11.0, 12.0], [11.0, 12.5], [9.0, 12.5]])
    table = Table((20.0, 20.0), policy=SPACE, features=(feature("wall", "structure", (Prism(corners, Plane(0.0), Plane(5.0)),)),))
    viewer = Body("a", "small", (10.0, 4.0, 0.0))
    asked = {"viewers": [viewer], "base": "small", "cell": FINE}
    stairs, straight = (
        paint_area(table, {**asked, **more}, lambda done, total: True).areas[0].shape for more in ({}, {"outlined": True})
    )

    def corners_of(shape):
        return sum(len(part.exterior.coords) for part in shape.geoms)

    assert corners_of(straight) < corners_of(stairs) / 3
    assert straight.symmetric_difference(stairs).area < 0.75 * FINE * stairs.length / 2
    assert straight.within(stairs.buffer(FINE)) and stairs.within(straight.buffer(FINE))
