"""What a person does at the window: pick, measure, look, place, move. It knows the table and the rules' answers, no graphics.

Distances and sight come from the functions the rules use; the desk only remembers what was asked and what came back.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from math import dist
from typing import Any

from wc3d.table.ranges import distance, distance_to_point
from wc3d.table.support import highest_standable, stand
from wc3d.table.table import Body, Table
from wc3d.view.exhibits import XYZ, Exhibit, inches
from wc3d.view.exhibits_sight import between_discs, rims
from wc3d.view.picking import Hit
from wc3d.view.worker import Progress, Question, Solver, Worker


class Tool(StrEnum):
    """What a click on the board means."""

    SELECT = "select"
    MEASURE = "measure"
    SIGHT = "sight"


@dataclass(frozen=True)
class End:
    """One end of a measurement: a model, or a point of the board."""

    at: XYZ
    body: str | None = None


@dataclass(frozen=True)
class Measurement:
    """A distance in 3D: between bases if both ends are models (p. 32), else from base or point to point."""

    line: tuple[XYZ, XYZ]
    inches: float
    words: str


CELL = 1.0
"""Inches: coarse enough to be painted while one waits."""
SPEED = 6.0


def solve(table: Table, question: Question, progress: Progress) -> Any:
    """The rules' verdict on a question of the window, with its evidence worked out."""
    if question["type"] == "reach":
        from wc3d.table.reach import reach

        reached = reach(table, table.body(question["model"]), question["speed"])
        _ = reached.levels
        return reached
    from wc3d.table.sight import seen_from, sight

    if question["type"] == "seen_from":
        return seen_from(table, table.body(question["model"]), question["base"], question["cell"], progress)
    verdict = sight(table, table.body(question["from"]), table.body(question["to"]))
    _ = verdict.line, verdict.clearance, verdict.short_by, verdict.blockers
    return verdict


@dataclass
class Desk:
    """The state of a session at the window."""

    table: Table
    solver: Solver = solve
    tool: Tool = Tool.SELECT
    selected: str | None = None
    first: End | None = None
    pointed: End | None = None
    measured: Measurement | None = None
    seen: Exhibit | None = None
    asked: Question | None = None
    speed: float = SPEED
    message: str = ""
    progress: tuple[int, int] = (0, 0)
    worker: Worker = field(default_factory=Worker, repr=False)

    # --- choosing

    def use(self, tool: Tool) -> None:
        """Take a tool in hand; taking it again puts it down. With a model selected, it begins there."""
        self.tool = Tool.SELECT if self.tool is tool else tool
        self.first = None
        self.measured, self.message = None, ""
        if self.tool is not Tool.SELECT and self.selected is not None:
            self.first = End(self.table.body(self.selected).at, self.selected)

    def cancel(self) -> None:
        """Put everything down."""
        self.tool, self.first, self.pointed, self.selected = Tool.SELECT, None, None, None
        self.measured, self.message = None, ""
        self._drop()

    def end_of(self, hit: Hit | None) -> End | None:
        """What a hit means as an end of a measurement: models catch it."""
        if hit is None:
            return None
        if hit.what == "body":
            return End(self.table.body(hit.id).at, hit.id)
        return End(hit.at)

    def point(self, hit: Hit | None) -> None:
        """The mouse is over something."""
        self.pointed = self.end_of(hit)
        if self.tool is Tool.MEASURE and self.first is not None and self.pointed is not None:
            self.measured = self.measure(self.first, self.pointed)

    def click(self, hit: Hit | None) -> None:
        """The board was clicked."""
        end = self.end_of(hit)
        if self.tool is Tool.MEASURE:
            self._click_measure(end)
        elif self.tool is Tool.SIGHT:
            self._click_sight(end)
        else:
            self.selected = end.body if end is not None else None
            self.message = ""

    def _click_measure(self, end: End | None) -> None:
        if end is None:
            return
        if self.first is None:
            self.first, self.measured = end, None
        else:
            self.measured = self.measure(self.first, end)
            self.first = None

    def _click_sight(self, end: End | None) -> None:
        if end is None or end.body is None:
            self.message = "sight: click two models"
        elif self.first is None or self.first.body is None or self.first.body == end.body:
            self.first, self.message = end, f"sight from {end.body}: click the other model"
        else:
            self.look(self.first.body, end.body)
            self.first = None

    # --- answers

    def measure(self, a: End, b: End) -> Measurement:
        """The distance between two ends, by the rules' own function where both are models."""
        if a.body is not None and b.body is not None:
            one, two = self.table.body(a.body), self.table.body(b.body)
            far = distance(self.table, one, two)
            return Measurement(rims(one, two), far, f"{a.body} to {b.body}, base to base: {inches(far)}")
        line = between_discs(a.at, self._radius(a), b.at, self._radius(b))
        model, point = (a, b) if a.body is not None else (b, a)
        if model.body is None:
            far = dist(*line)
            return Measurement(line, far, f"point to point: {inches(far)}")
        far = distance_to_point(self.table, self.table.body(model.body), point.at)
        return Measurement(line, far, f"{model.body}'s base to point: {inches(far)}")

    def _radius(self, end: End) -> float:
        return 0.0 if end.body is None else self.table.body(end.body).radius

    def look(self, a: str, b: str) -> None:
        """Ask who sees whom."""
        self.ask({"type": "sight", "from": a, "to": b}, f"{a} to {b}: working it out")

    def show_reach(self, more: float = 0.0) -> None:
        """Ask where the picked model can get to; `more` inches than last time."""
        self.speed = min(24.0, max(1.0, self.speed + more))
        if self.selected is None:
            self.message = "pick a model first, then R shows where it can get to"
        elif more and (self.asked is None or self.asked["type"] != "reach"):
            self.message = f'reach is now {self.speed:g}"'
        else:
            words = f'where {self.selected} gets to with {self.speed:g}": working it out'
            self.ask({"type": "reach", "model": self.selected, "speed": self.speed}, words)

    def show_area(self) -> None:
        """Ask where the picked model sees a base like its own."""
        if self.selected is None:
            self.message = "pick a model first, then F paints where it sees"
        else:
            base = self.table.body(self.selected).base
            words = f"where {self.selected} sees a {base} base: working it out (Esc stops)"
            self.ask({"type": "seen_from", "model": self.selected, "base": base, "cell": CELL}, words)

    def ask(self, question: Question, words: str) -> None:
        """Have a question answered in the background; the answer comes with `poll`."""
        self._drop()
        self.asked, self.message = question, words
        self.worker.ask(self.solver, self.table, question)

    def _drop(self) -> None:
        """Forget what was asked, and stop work under way."""
        if self.worker.busy:
            self.worker.stop()
        self.asked, self.seen, self.progress = None, None, (0, 0)

    def poll(self) -> bool:
        """Hear from the worker; True if anything came."""
        report = self.worker.poll()
        if report is None:
            return False
        if report.answer is not None:
            self.seen = report.answer
            self.message = f"{self.seen.verdict}: {self.seen.headline}"
        elif report.failure:
            self.asked, self.message = None, f"no answer: {report.failure}"
        else:
            self.progress = report.done, report.total
        return True

    @property
    def status(self) -> str:
        """What to tell in one line: how far the work is, the measure, or what to do next."""
        done, total = self.progress
        if total and self.seen is None and self.asked is not None:
            return f"{self.message}: {100 * done // total}%"
        if self.message:
            return self.message
        if self.measured is not None:
            return self.measured.words
        return {Tool.SELECT: "? for the keys", Tool.MEASURE: "measure: click two ends", Tool.SIGHT: "sight: click two models"}[
            self.tool
        ]

    # --- models on the board

    def place(self, base: str, hit: Hit | None) -> str | None:
        """Stand a new model where the mouse points, on the level there; gives its id, or None with a message why not."""
        if hit is None:
            self.message = "point at the board to place a model"
            return None
        at = self.standing_place(base, hit)
        if at is None:
            return None
        taken = {body.id for body in self.table.bodies}
        id = next(name for k in count(1) if (name := f"{base}-{k}") not in taken)
        self.table = self.table.with_bodies(Body(id, base, at, sizes=self.table.policy))
        self.selected, self.message = id, f"{id} stands at {at[0]:.2f}, {at[1]:.2f}, {at[2]:.2f}"
        return id

    def standing_place(self, base: str, hit: Hit, ignore: tuple[str, ...] = ()) -> XYZ | None:
        """Where a base would stand at a hit: the face that was hit if it can, else the highest level there."""
        x, y, z = hit.at
        here = stand(self.table, base, (x, y, z), ignore=ignore) if hit.up else None
        if here is not None and here.standable:
            return x, y, z
        height = highest_standable(self.table, base, (x, y), ignore=ignore)
        if height is None:
            self.message = f"a {base} base cannot stand there" + (f": {here.reason}" if here is not None else "")
            return None
        return x, y, height

    def move(self, id: str, hit: Hit | None) -> bool:
        """Put a model elsewhere (no rule of movement is asked, only whether it can stand)."""
        body = self.table.body(id)
        at = self.standing_place(body.base, hit, ignore=(id,)) if hit is not None else None
        if at is None:
            return False
        went = dist(body.at, at)
        self.table = self.table.with_bodies(body.moved(at))
        self._forget(id)
        self.message = f"{id} moved {inches(went)} to {at[0]:.2f}, {at[1]:.2f}, {at[2]:.2f}"
        return True

    def remove(self) -> None:
        """Take the selected model off the board."""
        if self.selected is not None:
            gone = self.selected
            self.table = self.table.without(gone)
            self.selected = None
            self._forget(gone)
            self.message = f"{gone} taken off"

    def _forget(self, id: str) -> None:
        if self.asked is not None and id in self.asked.values():
            self._drop()
        if self.first is not None and self.first.body == id:
            self.first = None
        self.measured = None

    def close(self) -> None:
        """Let the worker go."""
        self._drop()
        self.worker.stop()
