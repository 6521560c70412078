"""The start screen: play, resume, watch, judge, boards and settings, over the chosen board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from wc3d._internal.data_files import shipped_folder
from wc3d.bots import is_own_bot, resolve_bot_name
from wc3d.engine.dice import TypedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import has_typed_dice
from wc3d.errors import InputError
from wc3d.meshes.mesh_source import MESH_SUFFIXES
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import Livery
from wc3d.presentation.preview import FloatingTag
from wc3d.registry import rules_of, start_cautions
from wc3d.scene.picking import RayHit
from wc3d.ui.input_stack import Command, InputLayer
from wc3d.ui.play_session import PlaySession, TypedRolls
from wc3d.ui.playback import Recording, read_recording
from wc3d.window.play.game.learning import NumberedLesson, open_lesson
from wc3d.window.play.game.opening_roll_screen import OpeningRollScreen
from wc3d.window.play.game.screen import PlayScreen, save_branch_and_make_screen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.file_dialog import FileDialog, draw_file_dialog
from wc3d.window.shell.file_kinds import DroppedFileKind
from wc3d.window.shell.notices import require_printable_path
from wc3d.window.shell.photo_page import PHOTO_PAGE
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.tour import Tour
from wc3d.window.shell.window_memory import (
    RecentFile,
    RecentFileKind,
    forget_file,
    load_memory,
    new_game_path,
    remember_file,
    remember_replay,
    remember_tour,
)
from wc3d.window.start.backdrop import BackdropScreen
from wc3d.window.start.battle import battle_facings, battle_liveries
from wc3d.window.start.boards import BoardsPage
from wc3d.window.start.form import (
    FormCallbacks,
    draw_game_buttons,
    draw_new_game_form,
    draw_resume_form,
)
from wc3d.window.start.lessons_page import LessonsPage
from wc3d.window.start.new_game import NO_BOT, NewGame, shipped_boards
from wc3d.window.start.panels import draw_busy_panel, draw_home_page
from wc3d.window.start.settings_page import SettingsPage
from wc3d.workers import solver_warmup
from wc3d.workers.background import Task

TOKEN_RGB = (244, 214, 128)
SAVED_GAME_ENDINGS, BOARD_ENDINGS, DISPUTE_ENDINGS = (
    (".jsonl",),
    (".json", *MESH_SUFFIXES),
    (".json", ".html", ".htm"),
)
"""Extensions of the files that can be opened."""


@dataclass(frozen=True)
class FileOpener:
    """Opens files: `read(progress, path)` in the background (raises InputError), then a screen."""

    read: Task
    make_screen: Callable[[Any], Screen]


@dataclass(frozen=True)
class FileOpeners:
    """Screens provided by the command line."""

    dispute: FileOpener
    board: FileOpener
    make_new_board_screen: Callable[[float, float], Screen]
    make_new_dispute_screen: Callable[[float, float, str], Screen]
    """Makes the judge's screen with an empty table, for a game."""
    make_random_board_screen: Callable[[], Screen]
    """Makes the editor's screen, which asks for the style of a random board."""


PAGE_NAMES = ("home", "learn", "game", "resume", "settings", "board", "dispute")


class StartScreen(BackdropScreen):
    """The start screen. `page` is one of PAGE_NAMES; `saved_game` is the game to resume."""

    name = "start"
    takes_keys = True  # the table is only a backdrop: keys move through the page
    accepted_files = ("board", "dispute", "game", "mesh", "kit")

    def __init__(self, doors: FileOpeners) -> None:
        super().__init__()
        self.file_openers = doors
        self.page = "home"
        self.new_game = NewGame()
        self.boards = BoardsPage()
        self.dispute_boards = BoardsPage(is_for_dispute=True)
        self.settings_page = SettingsPage()
        self.lessons = LessonsPage()
        self.chooser: FileDialog | None = None
        self.tour: Tour | None = None
        self.recent_files: tuple[RecentFile, ...] = ()
        self.saved_game: tuple[Path, Recording] | None = None
        self._next: Callable[[], Screen] | None = None
        self._game: Callable[[], Screen] | None = None

    # --- window interface

    @property
    def input_layers(self) -> Sequence[InputLayer]:
        return [layer for layer in (self.tour, self.chooser) if layer is not None]

    def on_show(self) -> None:
        record = load_memory()
        self.recent_files = record.files
        self.window.make_start_screen = lambda: StartScreen(self.file_openers)
        self._show_backdrop()
        if self.window.settings.display.tour and not record.toured:
            self.begin_tour()

    def on_hide(self) -> None:
        self.stop_loading()

    def poll(self) -> bool:
        self.load_after_picture()
        report = self.board_reader.poll()
        if report is not None and report.answer is not None:
            self._answered(report.answer)
        elif report is not None and report.failure:
            self.show_error(report.failure)
        if self._game is not None and solver_warmup.is_ready():
            self._next = self._game
            self._game = None
        if self._next is not None:
            self._try_to_show(self._next)
            return True
        is_calm = not self.busy_text and not self.input_layers
        return self.update_battle(is_calm) or report is not None

    @property
    def busy_text(self) -> str:
        """The task the user is waiting for, or ""."""
        return (
            "Preparing wc3d for this computer, only once: up to a minute"
            if self._game is not None
            else self.board_reader.task_name
        )

    def _try_to_show(self, opened: Callable[[], Screen]) -> None:
        """Show another screen, or an error if it cannot be opened."""
        self._next = None
        try:
            screen = opened()
        except InputError as error:
            self.show_error(error)
        else:
            self.window.show_screen(screen)

    def show_error(self, words: object) -> None:
        """Show an error."""
        self.window.notices.show_error(words)
        self.window.log(f"complaint {words}")

    def commands(self) -> Mapping[str, Command]:
        return {"help": self._open_help}

    def _open_help(self) -> None:
        self.window.help = True

    def on_cancel(self) -> bool:
        if self._game is not None or (self.page == "home" and self.busy_text):
            self.cancel_reading()
        else:
            self._show_page("home")
        return True

    def _show_page(self, page: str) -> None:
        """Show a page over the battle, or the page of a new game over its board."""
        self.page = page
        self.saved_game = None
        self.settings_page.stop_choosing(self.window)
        self._show_backdrop()

    def _show_backdrop(self) -> None:
        (self.show_board if self.page == "game" else self.show_battle)(self.new_game.board)

    # --- backdrop

    @property
    def is_board_ready(self) -> bool:
        """Return whether the chosen board is loaded."""
        return (
            self.chosen_table is not None
            and self._wanted is not None
            and self._wanted[0] == self.new_game.board
        )

    def cancel_reading(self) -> None:
        """Cancel the file or task being waited for."""
        self._game = None
        self.stop_loading()

    def liveries(self) -> Mapping[str, Livery]:
        if self.is_battle_shown:
            return battle_liveries()
        return (
            self.saved_game[1].game.rules.display.liveries(self.saved_game[1].game.state)
            if self.saved_game is not None
            else {}
        )

    def facings(self) -> Mapping[str, float]:
        if self.is_battle_shown:
            return battle_facings()
        return (
            self.saved_game[1].game.rules.display.facings(self.saved_game[1].game.state)
            if self.saved_game is not None
            else {}
        )

    def marks_key(self) -> object:
        return self.page, self.new_game.mission, self._shown

    def draw_marks(self, board: TableScene) -> None:
        self.set_battle_look(board)
        for _, (x, y, z), radius in self._list_objectives():
            board.draw_ring((x, y), radius, z + 0.04, TOKEN_RGB, 2.6)

    def tags(self) -> Sequence[FloatingTag]:
        return [
            FloatingTag((x, y, z + 0.5), name, TOKEN_RGB)
            for name, (x, y, z), _ in self._list_objectives()
        ]

    def _list_objectives(self) -> Sequence[tuple[str, XYZ, float]]:
        """Return the places of the mission's objectives while a game is set up."""
        table = self.chosen_table
        if self.page != "game" or table is None or self._table is not table:
            return ()
        try:
            return self.new_game.rules.display.objectives(self.new_game.mission, table)
        except InputError:  # beginning the game reports the error
            return ()

    # --- pages

    def draw_panels(self, ui: Any) -> None:
        self.draw_fade(ui)
        self._draw_page(ui)
        draw_busy_panel(ui, self.busy_text, self.cancel_reading)
        if self.tour is not None and not self.busy_text and not self.is_load_postponed:
            self.tour.draw(ui)
        self.chooser = draw_file_dialog(ui, self.chooser)

    def _draw_page(self, ui: Any) -> None:
        if self.page == "home":
            title = self.new_game.rules.title
            draw_home_page(ui, title, self.recent_files, self.on_button, self.open_recent)
        elif self.page == "learn":
            self.lessons.draw(ui, begin=self.begin_lesson, back=lambda: self._show_page("home"))
        elif self.page == "settings":
            self.settings_page.draw(
                ui, self.window, self.begin_tour, lambda: self._show_page("home")
            )
        elif self.page == "board":
            self.boards.draw(
                ui,
                shipped_boards(),
                new=self.open_new_board,
                show=lambda path: self.open_file(path, "board"),
                ask=self.choose_file_to_open,
                back=lambda: self._show_page("home"),
                make_random=self.open_random_board,
            )
        elif self.page == "dispute":
            self.dispute_boards.draw(
                ui,
                (*self.new_game.own_boards, *shipped_boards()),
                new=self.open_new_dispute,
                show=lambda path: self.open_file(path, "dispute"),
                ask=self.choose_dispute_file,
                back=lambda: self._show_page("home"),
                draw_choices=lambda ui: draw_game_buttons(ui, self.new_game, self.choose_game),
                photo=lambda for_phones: PHOTO_PAGE.open(self.window.notices, for_phones),
            )
        elif self.page == "game":
            doors = (
                self.choose_game,
                self.set_size,
                self.choose_mission,
                self.choose_mission_file,
                self.choose_board,
                self.choose_board_file,
                self.choose_force_file,
                self.set_part_state,
            )
            commands = FormCallbacks(*doors, self.begin_game, lambda: self._show_page("home"))
            parts = self.chosen_table.parts if self.chosen_table is not None else ()
            draw_new_game_form(ui, self.new_game, self.is_board_ready, commands, parts)
        elif self.saved_game is not None:
            path, recording = self.saved_game
            draw_resume_form(
                ui,
                path,
                recording.game,
                self.new_game.players,
                resume=self.resume_game,
                watch=lambda: self.open_file(path, "replay"),
                back=lambda: self._show_page("home"),
            )

    def on_button(self, mark: str) -> None:
        """Handle a button of the home page."""
        if mark == "learn":
            self._show_lessons()
        if mark in PAGE_NAMES:
            self._show_page(mark)
            return
        working_folder = Path.cwd()
        if mark == "load":
            self._open_file_dialog(
                "game",
                "Continue a saved game",
                SAVED_GAME_ENDINGS,
                lambda path: self.open_file(path, "game"),
                working_folder,
            )
        elif mark == "replay":
            self._open_file_dialog(
                "game",
                "Watch a replay",
                SAVED_GAME_ENDINGS,
                lambda path: self.open_file(path, "replay"),
                working_folder,
            )

    def _open_file_dialog(
        self,
        subject: str,
        title: str,
        endings: tuple[str, ...],
        callback: Callable[[Path], object],
        folder: Path,
        places: Any = None,
    ) -> None:
        self.chooser = FileDialog(
            title, callback, endings=endings, folder=folder, places=places, subject=subject
        )

    def choose_dispute_file(self) -> None:
        """Choose questions, a report page or a board to judge."""
        boards = shipped_folder("maps")
        places = {"Boards": boards, "Questions": boards / "questions"}
        self._open_file_dialog(
            "dispute",
            "Judge a dispute: open questions, a report page or a board",
            DISPUTE_ENDINGS,
            lambda path: self.open_file(path, "dispute"),
            places["Questions"],
            places,
        )

    def choose_file_to_open(self) -> None:
        """Choose a board or a mesh to open."""
        places = {"Boards": shipped_folder("maps")}
        self._open_file_dialog(
            "board",
            "Open a board or a mesh",
            BOARD_ENDINGS,
            lambda path: self.open_file(path, "board"),
            places["Boards"],
            places,
        )

    def open_new_board(self, wide: float, deep: float) -> None:
        """Open a new board of this size in inches."""
        self._next = lambda: self.file_openers.make_new_board_screen(wide, deep)

    def open_random_board(self) -> None:
        """Open the editor, which asks for the style of a random board."""
        self._next = self.file_openers.make_random_board_screen

    def open_new_dispute(self, wide: float, deep: float) -> None:
        """Open a new dispute on an empty table of this size in inches."""
        game = self.new_game.game_id
        self._next = lambda: self.file_openers.make_new_dispute_screen(wide, deep, game)

    def begin_tour(self) -> None:
        """Restart the tour."""
        self._show_page("home")
        self.tour = Tour(self.window.settings, remember_tour)

    # --- new game form

    def choose_game(self, id: str) -> None:
        """Choose the game."""
        self.new_game = NewGame(rules_of(id))
        self._show_backdrop()

    def set_size(self, size: str) -> None:
        """Set the game size."""
        self.new_game.set_size(size)
        self._show_backdrop()

    def choose_board(self, path: Path) -> None:
        """Choose the board."""
        self.new_game.board = path
        self.show_board(path)

    def choose_mission(self, id: str) -> None:
        """Choose the mission."""
        self.new_game.choose_mission(id)
        self._show_backdrop()

    def choose_mission_file(self) -> None:
        """Choose a mission file."""
        self._open_file_dialog(
            "mission",
            "Choose a mission file",
            (".json",),
            lambda path: self.show_board(self.new_game.use_mission_file(path)),
            Path.cwd(),
        )

    def choose_board_file(self) -> None:
        """Choose a board file."""
        self._open_file_dialog(
            "board",
            "Choose a board file",
            (".json",),
            self.choose_board,
            Path.cwd(),
            {"Boards": shipped_folder("maps")},
        )

    def choose_force_file(self, player: int) -> None:
        """Choose a force file."""

        def choose(path: Path) -> None:
            self.new_game.rules.setup.force(str(path), self.new_game.mission, 0)
            self.new_game.players[player - 1].force = str(path)

        title = f"Choose a force file for player {player}"
        self._open_file_dialog("force", title, (".json",), choose, Path.cwd())

    def _show_lessons(self) -> None:
        """Read how far the lessons have come, for their page."""
        try:
            self.lessons.reload()
        except InputError as error:
            self.show_error(f"{error}; the lessons begin again")

    def begin_lesson(self, lesson: NumberedLesson, is_new: bool = False) -> None:
        """Continue a lesson where it was left, or begin it."""

        def another() -> None:
            start = StartScreen(self.file_openers)
            self.window.show_screen(start)
            start.on_button("game")

        def opened() -> Screen:
            screen = open_lesson(lesson, is_new=is_new)
            screen.on_leave, screen.on_new = self._go_home, another
            return screen

        self._game = opened

    def begin_game(self) -> None:
        """Begin the game."""
        self._game = self._new_screen

    def _new_screen(self) -> Screen:
        """Return the new game's screen. Raises InputError."""
        table = self.chosen_table
        assert table is not None
        rolls = TypedRolls() if self.new_game.is_typed_dice else None
        make = self.new_game.game_maker(table, rolls)
        bots = self.new_game.bots_by_player()
        seed = self.new_game.seed.strip()
        try:
            path = new_game_path()
        except OSError as error:
            raise InputError(f"cannot create a file for the game ({error.strerror})") from None

        def opened(game: Game) -> PlayScreen:
            screen = PlayScreen(
                PlaySession(game, bots, path=path, typed=rolls, seed=seed), on_leave=self._go_home
            )
            remember_file(path, "game")
            for caution in start_cautions(game):
                self.window.notices.show_message(caution)
            return screen

        if rolls is not None:
            names = tuple(player.name for player in self.new_game.players)
            return OpeningRollScreen(self.new_game.rules, make, rolls, names, opened, table)
        return opened(make())

    def _go_home(self) -> None:
        self.window.show_screen(StartScreen(self.file_openers))

    # --- files

    def on_files_dropped(
        self, paths: Sequence[Path], kind: DroppedFileKind, hit: RayHit | None
    ) -> None:
        if len(paths) > 1:
            self.show_error(
                f"{paths[1]}: not opened; wc3d opens one file at a time, and {paths[0].name} was first"
            )
        if kind == "mesh" or kind == "kit":
            self.open_file(paths[0], "board")
        else:
            self.open_file(paths[0], kind)

    def open_recent(self, file: RecentFile) -> None:
        """Open a recent file, or remove it from the list if it is missing."""
        if not file.exists:
            self.show_error(f"{file.path}: this file no longer exists")
            forget_file(file.path)
            self.recent_files = load_memory().files
            return
        self.open_file(Path(file.path), file.kind)

    def open_file(self, path: Path, kind: RecentFileKind) -> None:
        """Open a file of a known kind, or show an error if its name cannot be displayed."""
        try:
            require_printable_path(path)
        except InputError as error:
            self.show_error(error)
            return
        if kind == "game":
            self.start_reading(
                f"Loading {path.name}",
                lambda recording: self._read_game(path, recording),
                read_recording,
                str(path),
            )
        elif kind == "replay":
            begin = partial(save_branch_and_make_screen, on_leave=self._go_home)
            self._next = lambda: ReplayScreen(
                path, self._go_home, read=remember_replay, begin=begin
            )
        else:
            door = self.file_openers.dispute if kind == "dispute" else self.file_openers.board

            def read(answer: Any) -> None:
                remember_file(path, kind)
                self._next = lambda: door.make_screen(answer)

            game = (self.new_game.game_id,) if kind == "dispute" else ()
            self.start_reading(f"Loading {path.name}", read, door.read, path, *game)

    def _read_game(self, path: Path, recording: Recording) -> None:
        """Show a loaded game and the form for its players."""
        if recording.damage:
            self.show_error(
                f"{recording.damage}; to continue from before the damage: wc3d play --load {path} --recover"
            )
            return
        self.saved_game = (path, recording)
        self.page = "resume"
        self._shown = None
        rules = recording.game.rules
        for number, player in enumerate(self.new_game.players, 1):
            bot = resolve_bot_name(rules, recording.game.bots.get(number, NO_BOT))
            player.bot = bot if bot and is_own_bot(rules, bot) else NO_BOT
        self._table = rules.queries.table(recording.game.state)
        self.place_camera(self._table.size)

    def resume_game(self) -> None:
        """Resume the saved game."""
        self._game = self._resumed_screen

    def _resumed_screen(self) -> Screen:
        """Return the saved game's screen. Raises InputError."""
        assert self.saved_game is not None
        path, recording = self.saved_game
        game = recording.game
        rolls = TypedRolls() if has_typed_dice(path) else None
        if rolls is not None:
            game.dice = TypedDice(rolls, game.dice)
        screen = PlayScreen(
            PlaySession(game, self.new_game.bots_by_player(), path=path, typed=rolls),
            on_leave=self._go_home,
        )
        remember_file(path, "game")
        return screen
