"""The workshop's files: boards opened and saved, meshes fitted and added, plans printed; long work beside the window."""
from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from wc3d._internal.data_files import shipped
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.meshes.files import KINDS
from wc3d.meshes.guesses import guess_scale
from wc3d.meshes.surface import Triangles
from wc3d.registry import space_of
from wc3d.table.maps.editing import floor_under, free_id
from wc3d.table.maps.mesh_import_text import UNITS
from wc3d.table.maps.shapes import MeshShape
from wc3d.table.maps.snapping import to_grid
from wc3d.table.table import Table
from wc3d.window.board.fields import Fields
from wc3d.window.board.workshop import jobs
from wc3d.window.board.workshop.board_editor import BoardDraft, NotLoaded
from wc3d.window.board.workshop.fitting import MeshLooks, NewMesh
from wc3d.window.shell.file_dialog import FileDialog
from wc3d.window.shell.recent import remember
from wc3d.window.shell.screen import Host
from wc3d.workers.clock import Clock
from wc3d.workers.table_worker import Question, Solver, Worker

MAPS = (".json",)
EMPTY = (36.0, 36.0)
"""The size of a new board."""


@dataclass(frozen=True)
class Job:
    """Work beside the window: what it is in words, and what to do with its answer."""

    words: str
    solver: Solver
    question: Question
    then: Callable[[Any], object]
    table: Table = jobs.NOTHING


class Jobs:
    """Jobs one after the other, in one process."""

    def __init__(self) -> None:
        self.worker = Worker()
        self.waiting: list[Job] = []
        self.now: Job | None = None
        self._since = 0.0
        self._share = 0.0
        self._done: Callable[[], object] | None = None
        self._clock = Clock()

    def add(self, job: Job) -> None:
        """Have it done."""
        self.waiting.append(job)
        self._begin()

    def _begin(self) -> None:
        if self.now is None and self.waiting:
            self.now, self._since, self._share = self.waiting.pop(0), time.monotonic(), 0.0
            self.worker.solve(self.now.solver, self.now.table, self.now.question)

    @property
    def words(self) -> str:
        """What is being done and for how long; nothing in the first moment."""
        seconds = time.monotonic() - self._since
        if self.now is None or seconds < 0.3:
            return ""
        queue_words = f", {len(self.waiting)} more waiting" if self.waiting else ""
        return f"{self.now.words}: {seconds:.0f} s{queue_words}  (Esc: stop)"

    @property
    def share(self) -> float:
        """How much of what is being done is done, 0 to 1, as far as that is known."""
        return self._share

    def poll(self, complain: Callable[[str], object]) -> bool:
        """Hear of what is done; True if there is something to tell: while anything is going on, now and then."""
        if self.now is None:
            return False
        if self._done is not None:  # a step after it came: to receive much takes a while, too
            callback, self._done = self._done, None
            self.now = None
            callback()
            self._begin()
            return True
        report = self.worker.poll()
        is_due = self._clock.strikes()
        if report is not None and (report.failure or report.answer is not None):
            self._done = partial(complain, report.failure) if report.failure else partial(self.now.then, report.answer)
            return True
        elif report is not None and report.total:
            self._share = report.done / report.total
        return is_due

    def stop(self) -> bool:
        """Give up what is being done and what waits; was there anything?"""
        busy = self.now is not None
        if busy:
            self.close()
        return busy

    def close(self) -> None:
        """Let the process go, and all that waits."""
        self.waiting.clear()
        self.now = self._done = None
        self.worker.stop()


@dataclass(frozen=True)
class Guard:
    """There are unsaved changes: what would lose them, and how it goes on without saving."""

    words: str
    go_on: Callable[[], object]


class Workbench(Protocol):
    """The bench, as far as files are concerned."""

    draft: BoardDraft
    fields: Fields
    window: Host

    def begin(self, draft: BoardDraft) -> None:
        """Take another board on the bench."""

    def changed(self) -> None:
        """The draft is another."""

    def attempt(self, change: Callable[[], object], message: str = "") -> None:
        """Make a change; what is wrong with it is told."""

    def middle_of_view(self) -> tuple[float, float]:
        """The point of the board that one looks at."""


class Files:
    """What the workshop does with files. One question at most is open: a file, how a mesh is placed, a plan, unsaved changes."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.jobs = Jobs()
        self.chooser: FileDialog | None = None
        self.asked: Guard | NewMesh | str | None = None
        self.measured: list[NewMesh] = []
        self.looks = MeshLooks()
        self.copy = True
        self.ghosts: dict[Path, Triangles] = {}
        """What shows meshes that were added, until their own looks are made; in their files' units."""

    @property
    def draft(self) -> BoardDraft:
        """The board that is built."""
        return self.bench.draft

    def ask(self, question: Guard | NewMesh | str | None) -> None:
        """Ask something, or nothing any more."""
        self.asked = question
        self.bench.window.dirty(4)

    def say(self, words: str) -> None:
        """Tell something."""
        self.bench.window.notices.say(words)

    def complain(self, words: object) -> None:
        """Tell of a mistake."""
        self.bench.window.notices.complain(words)

    # --- boards

    def guard(self, words: str, go_on: Callable[[], object]) -> None:
        """Do what would lose unsaved changes, if there are none or when it is asked again."""
        self.bench.fields.flush()
        if self.draft.unsaved:
            self.ask(Guard(words, go_on))
        else:
            go_on()

    def answer_guard(self, save: bool) -> None:
        """Go on with what was guarded: after saving, or without. Where there is no file yet, one is chosen first."""
        guard, self.asked = self.asked, None
        assert isinstance(guard, Guard)
        if not save:
            guard.go_on()
        elif self.draft.path is None:
            self.save_as(guard.go_on)
        elif self.save():
            guard.go_on()

    def new(self) -> None:
        """An empty board."""
        empty = Table(EMPTY, name="New board", policy=space_of())
        self.guard("starting a new board", lambda: self.bench.begin(BoardDraft(empty)))

    def choose_board(self) -> None:
        """Ask which board to open."""
        places = {"Boards": shipped("maps")}
        self.guard("opening another board", lambda: self._choose("Open a board", self.open_board, MAPS, places))

    def choose_mesh(self) -> None:
        """Ask which mesh to add."""
        places = {"Meshes": shipped("models3d")}
        self._choose("Add a mesh or open a board", lambda path: self.take([path]), (*KINDS, *MAPS), places)

    def _choose(
        self, title: str, callback: Callable[[Path], object], endings: tuple[str, ...], places: dict[str, Path] | None = None,
        saving: bool = False,
    ) -> None:  # fmt: skip
        path = self.draft.path
        name = (path.stem if path is not None else _plain(self.draft.table.name) or "board") + endings[0] if saving else ""
        folder = self.draft.folder if path is not None else None
        self.chooser = FileDialog(title, callback, endings=endings, folder=folder, places=places, saving=saving, name=name)

    def take(self, paths: Sequence[Path], at: XY | None = None) -> None:
        """Files were given: a board is opened, meshes are added, `at` a point of the board or where one looks."""
        boards = [path for path in paths if path.suffix.lower() in MAPS]
        for path in boards[1:]:
            self.complain(f"{path}: wc3d opens one board at a time; opening {boards[0].name}")
        if boards:
            self.guard(f"opening {boards[0].name}", lambda: self.open_board(boards[0]))
        for path in paths:
            if path not in boards:
                callback = partial(self._measured, at=at)
                self.jobs.add(Job(f"Loading {path.name}", jobs.measure_mesh, {"path": str(path.absolute())}, callback))

    def open_board(self, path: Path) -> None:
        """Read a board beside the window, then show it."""
        self.jobs.add(Job(f"Opening {path.name}", jobs.read_board, {"path": str(path)}, self._opened))

    def _opened(self, read: jobs.ReadBoard) -> None:
        read.meshes.keep()
        self.bench.begin(BoardDraft(read.table, read.path, read.path.parent))
        remember(read.path, "board")
        self.say(f"Opened {read.path}")

    def save(self) -> bool:
        """Save the board where it came from; was it?"""
        self.bench.fields.flush()
        if self.draft.path is None:
            self.save_as()
            return False
        try:
            self.save_to(self.draft.path)
        except InputError as error:
            self.complain(error)
            return False
        return True

    def save_to(self, path: Path) -> None:
        """Save the board as a file. Raises InputError."""
        saved = self.draft.save(path, self.copy)
        remember(path, "board")
        self.bench.changed()
        self.say(saved.words)

    def save_as(self, callback: Callable[[], object] | None = None) -> None:
        """Ask where to save the board."""

        def chosen(path: Path) -> None:
            self.save_to(path)
            if callback is not None:
                callback()

        self.bench.fields.flush()
        self._choose("Save the board as", chosen, MAPS, saving=True)

    # --- meshes

    def _measured(self, measured: jobs.Measured, at: XY | None) -> None:
        at = at or self.bench.middle_of_view()
        self.ghosts[measured.path] = measured.ghost
        longest = max(high - low for low, high in zip(measured.low, measured.high, strict=True))
        self.measured.append(NewMesh(measured, at, measured.guess, measured.up, guess_scale(longest, measured.guess)))
        self.next_mesh()

    def next_mesh(self) -> None:
        """Ask how the next mesh that was read is to be placed, if nothing else is being asked."""
        if self.asked is None and self.measured:
            self.ask(self.measured.pop(0))

    def leave(self) -> None:
        """Put away what is asked; a mesh is not placed, and no longer made solid."""
        if isinstance(self.asked, NewMesh):
            self.looks.stop()
            self.looks.again()
        self.asked = None
        self.next_mesh()

    def place(self) -> None:
        """Place the mesh that is asked about: its middle where it was dropped, on what is there; when it is solid."""
        fitting = self.asked
        assert isinstance(fitting, NewMesh)
        self.looks.again()
        result = self.looks.want(fitting.path, fitting.fit)
        fitting.placing = result is None
        if isinstance(result, str):
            self.complain(result)
        elif result is not None:
            self.asked = None
            self._place(fitting)
            self.next_mesh()

    def placed(self, fitting: NewMesh) -> MeshShape:
        """A mesh where it would stand: on the grid, on what is there."""
        at = self._spot(fitting)
        return fitting.shape(at, self._floor(at))

    def _spot(self, fitting: NewMesh) -> XY:
        grid = self.draft.snap.grid
        return to_grid(fitting.at[0], grid), to_grid(fitting.at[1], grid)

    def _floor(self, at: XY) -> float:
        return floor_under(self.draft.table, at) if self.draft.snap.on_top else 0.0

    def _place(self, fitting: NewMesh) -> None:
        id = free_id(self.draft.table, _plain(fitting.path.stem) or "mesh")
        x, y, z = fitting.size
        message = f'{fitting.path.name} added, in {UNITS[fitting.unit]}: {x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high'
        shape, floor = self.placed(fitting), self._floor(self._spot(fitting))
        self.bench.attempt(lambda: self.draft.add(shape, id, floor=floor), message)

    def poll(self) -> bool:
        """Hear of what is done beside the window; True while anything is going on."""
        changed = self.jobs.poll(self.complain) | self.looks.poll()
        fitting = self.asked
        if isinstance(fitting, NewMesh) and fitting.placing and self.looks.known(fitting.path, fitting.fit) is not None:
            self.place()
            changed = True
        return changed

    def close(self) -> None:
        """Let the processes go."""
        self.jobs.close()
        self.looks.close()

    def load(self, needed: NotLoaded, callback: Callable[[], object]) -> None:
        """Have a mesh cut into solids beside the window, then do what needs it."""

        def loaded(cut: jobs.Cut) -> None:
            cut.keep()
            callback()

        question = {"path": str(needed.path), "fit": list(needed.fit)}
        self.jobs.add(Job(f"Building the collision shape of {needed.path.name}", jobs.cut_mesh, question, loaded))

    # --- plans

    def choose_plan(self, paper: str) -> None:
        """Ask where a plan goes: "a4" and "letter" are pages, "svg" is one sheet."""
        self.asked = None
        ending = ".svg" if paper == "svg" else ".pdf"
        self._choose("Save the plan as", lambda path: self.print_to(path, paper), (ending,), saving=True)

    def print_to(self, path: Path, paper: str) -> None:
        """Write a plan beside the window."""
        table = replace(self.draft.table)
        self.jobs.add(Job(f"Drawing {path.name}", jobs.print_plan, {"path": str(path), "paper": paper}, self.say, table))


def _plain(words: str) -> str:
    """Words as a part of a file's name or an id."""
    return "-".join("".join(c if c.isalnum() else " " for c in words.lower()).split())
