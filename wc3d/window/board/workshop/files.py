"""The editor's files: open and save boards, add meshes, print plans, and run background jobs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from wc3d._internal.data_files import shipped_folder
from wc3d.board_generator.styles import STYLES
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.meshes.kits.settle import Kit
from wc3d.meshes.mesh_source import MESH_SUFFIXES
from wc3d.meshes.surface import Triangles
from wc3d.registry import space_policy_of
from wc3d.scene.mesh_looks import placement_matrix
from wc3d.table.features import Kind
from wc3d.table.maps.edit_terrain import floor_height, make_unused_id, resize_table
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.orient_mesh import turn_onto_face
from wc3d.table.maps.piece_kind import propose_kind
from wc3d.table.maps.snapping import round_to_grid
from wc3d.table.table import Table
from wc3d.window.board.text_fields import TextFields
from wc3d.window.board.workshop import background_tasks, kit_tasks, mesh_tasks
from wc3d.window.board.workshop.board_editor import BoardDraft, MeshNotLoadedError
from wc3d.window.board.workshop.job_queue import BackgroundJob, JobQueue
from wc3d.window.board.workshop.kit_palette import CarriedPiece, KitPalette
from wc3d.window.board.workshop.mesh_placement import MeshChecker, MeshDraft
from wc3d.window.shell.file_dialog import FileDialog
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.window_memory import remember_file

MAP_ENDINGS = (".json",)
NEW_BOARD_SIZE_IN = (36.0, 36.0)
"""Usual size of a new board in inches."""


@dataclass(frozen=True)
class UnsavedChangesGuard:
    """A dialog before an action that would lose unsaved changes."""

    words: str
    continue_without_saving: Callable[[], object]


@dataclass
class NewBoardForm:
    """A dialog for a new board, empty or random. Sizes are in inches; "" is a random seed."""

    width: float = NEW_BOARD_SIZE_IN[0]
    depth: float = NEW_BOARD_SIZE_IN[1]
    style: str = next(iter(STYLES))
    seed: str = ""


@dataclass(frozen=True, eq=False)
class RandomDraft:
    """A random board in the editor: the form it was made from, its draft and its figures."""

    form: NewBoardForm
    draft: BoardDraft
    figures: tuple[str, ...]


class EditorProtocol(Protocol):
    """The editor screen, as its files use it."""

    draft: BoardDraft
    fields: TextFields
    window: WindowProtocol
    open_tab: str

    def carry_piece(self, entry: kit_tasks.PalettePiece | None) -> None:
        """Carry a piece of the palette to place it, or put it down."""

    def open_draft(self, draft: BoardDraft) -> None:
        """Edit another board."""

    def guard_dispute(self, go_on: Callable[[], object]) -> None:
        """Call `go_on`; ask first if a dispute about this board is not saved."""

    def on_draft_changed(self) -> None:
        """Show a changed draft."""

    def try_change(self, change: Callable[[], object], message: str = "") -> None:
        """Make a change, or show its error."""

    def view_center(self) -> tuple[float, float]:
        """Return the board point at the center of the view."""


class EditorFiles:
    """The editor's file actions, with up to one open dialog."""

    def __init__(self, bench: EditorProtocol) -> None:
        self.editor = bench
        self.jobs = JobQueue()
        self.chooser: FileDialog | None = None
        self.current_dialog: UnsavedChangesGuard | NewBoardForm | MeshDraft | str | None = None
        self.measured_meshes: list[MeshDraft] = []
        self.mesh_checker = MeshChecker()
        self.random_draft: RandomDraft | None = None
        self.copy = True
        self.palette: KitPalette | None = None
        """The kit whose pieces can be placed."""
        self.kit_jobs = JobQueue()
        """Jobs that look at the pieces of a kit, beside the other jobs."""
        self.ghosts: dict[Path, Triangles] = {}
        """Placeholders for meshes until their looks are ready, in the files' units."""

    @property
    def is_asking(self) -> bool:
        """Return whether a dialog is open, apart from the panel of a mesh to place."""
        return self.current_dialog is not None and not isinstance(self.current_dialog, MeshDraft)

    @property
    def draft(self) -> BoardDraft:
        """The board being edited."""
        return self.editor.draft

    def show_dialog(
        self, question: UnsavedChangesGuard | NewBoardForm | MeshDraft | str | None
    ) -> None:
        """Show a dialog, or close it with None."""
        self.current_dialog = question
        self.editor.window.request_redraw(4)

    def show_message(self, words: str) -> None:
        """Show a message."""
        self.editor.window.notices.show_message(words)

    def show_error(self, words: object) -> None:
        """Show an error."""
        self.editor.window.notices.show_error(words)

    # --- boards

    def guard_unsaved(self, words: str, go_on: Callable[[], object]) -> None:
        """Run an action that discards the draft; ask first if there are unsaved changes.

        A dispute about the board that is not saved is asked about before.
        """
        self.editor.guard_dispute(lambda: self._guard_board(words, go_on))

    def _guard_board(self, words: str, go_on: Callable[[], object]) -> None:
        self.editor.fields.commit_all()
        if self.draft.is_unsaved:
            self.show_dialog(UnsavedChangesGuard(words, go_on))
        else:
            go_on()

    def answer_guard(self, save: bool) -> None:
        """Run the guarded action, after saving if `save`; a new board needs a path first."""
        guard = self.current_dialog
        self.current_dialog = None
        assert isinstance(guard, UnsavedChangesGuard)
        if not save:
            guard.continue_without_saving()
        elif self.draft.path is None:
            self.ask_save_path(guard.continue_without_saving)
        elif self.save():
            guard.continue_without_saving()

    def new_board(self) -> None:
        """Ask for the size of a new board."""
        self.guard_unsaved("starting a new board", lambda: self.show_dialog(NewBoardForm()))

    def create_board(self, form: NewBoardForm) -> None:
        """Create an empty board, or show why its size is invalid."""
        empty = Table(NEW_BOARD_SIZE_IN, name="New board", policy=space_policy_of())
        try:
            empty = resize_table(empty, (form.width, form.depth), empty.name)
        except InputError as error:
            self.show_error(error)
            return
        self.current_dialog = None
        self.editor.open_draft(BoardDraft(empty))

    def create_random_board(self, form: NewBoardForm) -> None:
        """Build a random board in the background and show it."""
        self.current_dialog = None
        seed = form.seed.strip() or str(secrets.randbelow(10**6))
        question = {"style": form.style, "size": [form.width, form.depth], "seed": seed}
        self.jobs.add_job(
            BackgroundJob(
                f"Building a random board, {form.style} {seed}",
                background_tasks.make_random_board,
                question,
                partial(self._show_random_board, form),
            )
        )

    def _show_random_board(self, form: NewBoardForm, made: background_tasks.MadeBoard) -> None:
        made.meshes.cache()
        draft = BoardDraft(made.table)
        draft.saved_table = background_tasks.NO_TABLE
        self.random_draft = RandomDraft(replace(form), draft, made.lines[1:])
        self.editor.open_draft(draft)
        self.show_message(made.lines[0])

    def another_random_board(self) -> None:
        """Build another random board of the same style and size; ask first if this one changed."""
        if self.random_draft is None:
            return
        form = replace(self.random_draft.form, seed="")
        if self.draft is self.random_draft.draft and not self.draft.undo_stack:
            self.editor.guard_dispute(lambda: self.create_random_board(form))
        else:
            self.guard_unsaved(
                "building another random board", lambda: self.create_random_board(form)
            )

    def choose_board(self) -> None:
        """Choose a board to open."""
        places = {"Boards": shipped_folder("maps")}
        self.guard_unsaved(
            "opening another board",
            lambda: self._open_file_dialog(
                "board", "Open a board", self.open_board, MAP_ENDINGS, places
            ),
        )

    def choose_mesh(self) -> None:
        """Choose a mesh to add."""
        places = {"Meshes": shipped_folder("models3d")}
        self._open_file_dialog(
            "mesh",
            "Add a mesh or open a board",
            lambda path: self.open_files([path]),
            (*MESH_SUFFIXES, *MAP_ENDINGS),
            places,
            folder_words="Use this folder as a kit",
        )

    def _open_file_dialog(
        self,
        subject: str,
        title: str,
        callback: Callable[[Path], object],
        endings: tuple[str, ...],
        places: dict[str, Path] | None = None,
        saving: bool = False,
        folder_words: str = "",
    ) -> None:
        path = self.draft.path
        name = (
            (path.stem if path is not None else _slugify(self.draft.table.name) or "board")
            + endings[0]
            if saving
            else ""
        )
        self.chooser = FileDialog(
            title,
            callback,
            endings=endings,
            folder=self.draft.folder if path is not None else None,
            places=places,
            saving=saving,
            name=name,
            subject=subject,
            folder_words=folder_words,
        )

    def open_files(self, paths: Sequence[Path], at: XY | None = None) -> None:
        """Open a board or a kit's folder, or add meshes, at a board point or the view's center."""
        folders = [path for path in paths if path.is_dir()]
        paths = [path for path in paths if path not in folders]
        for path in folders[1:]:
            self.show_error(f"{path}: not opened; wc3d opens one kit at a time")
        if folders:
            self.open_kit(folders[0])
        boards = [path for path in paths if path.suffix.lower() in MAP_ENDINGS]
        for path in boards[1:]:
            self.show_error(
                f"{path}: not opened; wc3d opens one board at a time, and {boards[0].name} was first"
            )
        if boards:
            self.guard_unsaved(f"opening {boards[0].name}", lambda: self.open_board(boards[0]))
        for path in paths:
            if path not in boards:
                callback = partial(self._add_measured_mesh, at=at)
                self.jobs.add_job(
                    BackgroundJob(
                        f"Loading {path.name}",
                        background_tasks.measure_mesh,
                        {"path": str(path.absolute())},
                        callback,
                    )
                )

    def open_board(self, path: Path) -> None:
        """Load a board in the background and show it."""
        self.jobs.add_job(
            BackgroundJob(
                f"Opening {path.name}",
                background_tasks.read_board,
                {"path": str(path)},
                self._show_board,
            )
        )

    def _show_board(self, read: background_tasks.LoadedBoard) -> None:
        read.meshes.cache()
        self.editor.open_draft(BoardDraft(read.table, read.path, read.path.parent))
        remember_file(read.path, "board")
        self.show_message(f"Opened {read.path}")

    def save(self) -> bool:
        """Save the board to its file. Return whether it was saved."""
        self.editor.fields.commit_all()
        if self.draft.path is None:
            self.ask_save_path()
            return False
        try:
            self.save_as_path(self.draft.path)
        except InputError as error:
            self.show_error(error)
            return False
        return True

    def save_as_path(self, path: Path) -> None:
        """Save the board to a file. Raises InputError."""
        saved = self.draft.save(path, self.copy)
        remember_file(path, "board")
        self.editor.on_draft_changed()
        self.show_message(saved.summary)

    def ask_save_path(self, callback: Callable[[], object] | None = None) -> None:
        """Choose the file to save the board to."""

        def chosen(path: Path) -> None:
            self.save_as_path(path)
            if callback is not None:
                callback()

        self.editor.fields.commit_all()
        self._open_file_dialog("board", "Save the board as", chosen, MAP_ENDINGS, saving=True)

    # --- kits

    def open_kit(self, folder: Path, number: int | None = None) -> None:
        """Settle the kit in a folder in the background and show its palette.

        `number` takes another of its proposed readings, from 1.
        """
        self.jobs.add_job(
            BackgroundJob(
                f"Settling the size of {folder.name}",
                kit_tasks.open_kit,
                {"folder": str(folder.absolute()), "number": number},
                self._show_kit,
            )
        )

    def _show_kit(self, kit: Kit) -> None:
        self.kit_jobs.close()
        self.palette = palette = KitPalette(kit)
        self.editor.open_tab = "kit"
        self.editor.carry_piece(None)
        for batch in palette.batches():
            job = BackgroundJob(
                f"Looking at {palette.name}",
                kit_tasks.look_at_pieces,
                {"pieces": batch},
                partial(self._add_pieces, palette),
            )
            self.kit_jobs.add_job(job)

    def _add_pieces(
        self,
        palette: KitPalette,
        results: list[kit_tasks.PalettePiece | kit_tasks.BrokenPiece],
    ) -> None:
        palette.add_results(results)
        for path, entry in palette.pieces.items():
            self.ghosts[path] = entry.measurements.preview_triangles

    def split_mesh(self) -> None:
        """Split the mesh to place into its pieces, and show them as a kit."""
        mesh = self.current_dialog
        assert isinstance(mesh, MeshDraft)
        self.editor.fields.commit_all()

        def show_pieces(folder: Path) -> None:
            if self.current_dialog is mesh:
                self.close_dialog()
            self.show_message(f"The pieces of {mesh.path.name} are in {folder}")
            self.open_kit(folder)

        question = {"path": str(mesh.path), "reading": (mesh.unit, mesh.scale, mesh.up)}
        words = f"Splitting {mesh.path.name}"
        self.jobs.add_job(BackgroundJob(words, kit_tasks.split_into_kit, question, show_pieces))

    def place_piece(self, carried: CarriedPiece) -> None:
        """Place a copy of a kit's piece on the terrain where it is carried."""
        piece = carried.entry.piece
        policy = self.draft.table.policy
        kind = propose_kind(piece.type, piece.size[2], policy.obstacle_height)
        self._add_to_board(carried.mesh, kind)

    # --- meshes

    def _add_measured_mesh(
        self, measured: background_tasks.MeshMeasurements, at: XY | None
    ) -> None:
        at = at or self.editor.view_center()
        self.ghosts[measured.path] = measured.preview_triangles
        self.measured_meshes.append(MeshDraft.from_measurements(measured, at))
        self.ask_for_next_mesh()

    def ask_for_next_mesh(self) -> None:
        """Open the placement dialog for the next loaded mesh unless a dialog is open."""
        if self.current_dialog is None and self.measured_meshes:
            self.show_dialog(self.measured_meshes.pop(0))

    def close_dialog(self) -> None:
        """Close the dialog; a mesh placement is canceled with its background job."""
        if isinstance(self.current_dialog, MeshDraft):
            self.mesh_checker.stop()
            self.mesh_checker.resume()
        self.current_dialog = None
        self.ask_for_next_mesh()

    def place_mesh(self) -> None:
        """Place the mesh of the dialog on the terrain at its drop point, once it is solid."""
        fitting = self.current_dialog
        assert isinstance(fitting, MeshDraft)
        self.editor.fields.commit_all()
        self.mesh_checker.resume()
        result = self.mesh_checker.request_check(fitting.path, fitting.fit)
        fitting.is_placing = result is None
        if isinstance(result, str):
            self.show_error(result)
        elif result is not None:
            self.current_dialog = None
            self._add_to_board(fitting)
            self.ask_for_next_mesh()

    def placed_shape(self, fitting: MeshDraft) -> MeshShape:
        """Return the mesh shape at its place: on the grid and on the terrain."""
        at = self._snap_spot(fitting)
        return fitting.make_shape(at, self._floor_height(at))

    def _snap_spot(self, fitting: MeshDraft) -> XY:
        grid = self.draft.snap.grid
        return round_to_grid(fitting.at[0], grid), round_to_grid(fitting.at[1], grid)

    def _floor_height(self, at: XY) -> float:
        return floor_height(self.draft.table, at) if self.draft.snap.is_on_top else 0.0

    def _add_to_board(self, fitting: MeshDraft, kind: Kind | None = None) -> None:
        id = make_unused_id(self.draft.table, _slugify(fitting.path.stem) or "mesh")
        x, y, z = fitting.size
        message = f'{fitting.path.name} added, in {fitting.unit_words}: {x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high'
        shape = self.placed_shape(fitting)
        floor = self._floor_height(self._snap_spot(fitting))
        self.editor.try_change(
            lambda: self.draft.add_feature(shape, id, kind, floor=floor), message
        )

    def poll(self) -> bool:
        """Check background work. Return whether to redraw."""
        changed = self.jobs.poll(self.show_error) | self.mesh_checker.poll()
        changed |= self.kit_jobs.poll(self.show_error)
        fitting = self.current_dialog
        if (
            isinstance(fitting, MeshDraft)
            and fitting.is_placing
            and self.mesh_checker.cached_result(fitting.path, fitting.fit) is not None
        ):
            self.place_mesh()
            changed = True
        return changed

    def close(self) -> None:
        """Close the background processes."""
        self.jobs.close()
        self.kit_jobs.close()
        self.mesh_checker.close()

    def load_mesh(self, needed: MeshNotLoadedError, callback: Callable[[], object]) -> None:
        """Cut a mesh into solids in the background, then run the callback."""

        def loaded(cut: background_tasks.LoadedSolids) -> None:
            cut.cache()
            callback()

        question = {"path": str(needed.path), "fit": list(needed.fit)}
        self.jobs.add_job(
            BackgroundJob(
                f"Building the collision shape of {needed.path.name}",
                background_tasks.make_mesh_solid,
                question,
                loaded,
            )
        )

    def lay_on_face(self, shape: MeshShape, ray: tuple[Any, Any]) -> None:
        """Lay the selected mesh on the face that a ray of the table hits, once it is found."""
        matrix = placement_matrix(shape)
        start = np.linalg.inv(matrix) @ np.append(np.asarray(ray[0], dtype=float), 1.0)
        way = matrix[:3, :3].T @ np.asarray(ray[1], dtype=float)
        path = shape.path or shape.find(self.draft.folder)

        def turn(face: mesh_tasks.HitFace) -> None:
            if face.normal is None:
                self.show_error("There is no face of the selected mesh here; click one")
                return
            normal = matrix[:3, :3] @ np.array(face.normal)
            self.editor.try_change(
                lambda: self.draft.orient_selected("lay down", turn_onto_face(normal))
            )

        question = {
            "path": str(path),
            "fit": list(shape.import_settings),
            "ray": (start[:3].tolist(), way.tolist()),
        }
        self.jobs.add_job(
            BackgroundJob(f"Finding the face of {path.name}", mesh_tasks.find_face, question, turn)
        )

    # --- plans

    def ask_plan_path(self, paper: str) -> None:
        """Choose the file for a plan: "a4" and "letter" are pages, "svg" is one sheet."""
        self.current_dialog = None
        ending = ".svg" if paper == "svg" else ".pdf"
        self._open_file_dialog(
            "plan",
            "Save the plan as",
            lambda path: self.print_plan(path, paper),
            (ending,),
            saving=True,
        )

    def print_plan(self, path: Path, paper: str) -> None:
        """Write a plan in the background."""
        table = replace(self.draft.table)
        self.jobs.add_job(
            BackgroundJob(
                f"Drawing {path.name}",
                background_tasks.print_plan,
                {"path": str(path), "paper": paper},
                self.show_message,
                table,
            )
        )


def _slugify(words: str) -> str:
    """Return a text as part of a file name or an id."""
    return "-".join("".join(c if c.isalnum() else " " for c in words.lower()).split())
