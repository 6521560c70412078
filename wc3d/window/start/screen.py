"""The start screen: play, go on, watch, judge, boards, settings; the files opened last; behind them the board that is chosen."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from wc3d._internal.data_files import shipped
from wc3d.bots import bot_names, present_name
from wc3d.engine.dice import TypedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import is_typed
from wc3d.errors import InputError
from wc3d.meshes.files import KINDS
from wc3d.panda.board import Board
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import Livery
from wc3d.presentation.preview import Tag
from wc3d.registry import cautions_of, rules_of
from wc3d.scene.picking import RayHit
from wc3d.ui.play_session import PlaySession, TypedRolls
from wc3d.ui.playback import Recording, read_recording
from wc3d.window.play.game.learning import learning_screen, taught_rules
from wc3d.window.play.game.screen import PlayScreen, branch_screen
from wc3d.window.play.game.typed_opening import OpeningScreen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.file_dialog import FileDialog, draw_file_dialog
from wc3d.window.shell.file_kinds import Given
from wc3d.window.shell.notices import must_be_text
from wc3d.window.shell.recent import (
    FileKind,
    RecentFile,
    file_for_game,
    forget,
    recall,
    remember,
    remember_replay,
    remember_tour,
)
from wc3d.window.shell.screen import Command, Screen
from wc3d.window.shell.settings import write_settings
from wc3d.window.shell.tour import Tour
from wc3d.window.start.backdrop import Backdrop
from wc3d.window.start.boards import BoardsPage
from wc3d.window.start.form import FormCommands, draw_form, draw_resume
from wc3d.window.start.new_game import HUMAN, NewGame, known_boards
from wc3d.window.start.panels import draw_busy, draw_home, draw_settings
from wc3d.workers import solver_warmup
from wc3d.workers.background import Task

TOKEN = (244, 214, 128)
SAVES, BOARDS, DISPUTES = (".jsonl",), (".json", *KINDS), (".json", ".html", ".htm")
"""The endings of the files that can be opened."""


@dataclass(frozen=True)
class Door:
    """How a file is opened: `read(progress, path)` beside the window (InputError if it cannot be used), then its screen."""

    read: Task
    enter: Callable[[Any], Screen]


@dataclass(frozen=True)
class Doors:
    """The screens that only the command line knows how to open."""

    dispute: Door
    board: Door
    new_board: Callable[[float, float], Screen]


PAGES = ("home", "game", "resume", "settings", "board")


class StartScreen(Backdrop):
    """The screen. `page` is one of PAGES; `saved` is the game that may be gone on with."""

    name = "start"
    takes = ("board", "dispute", "game", "mesh")

    def __init__(self, doors: Doors) -> None:
        super().__init__()
        self.doors = doors
        self.page = "home"
        self.new, self.boards = NewGame(), BoardsPage()
        self.chooser: FileDialog | None = None
        self.tour: Tour | None = None
        self.recent: tuple[RecentFile, ...] = ()
        self.saved: tuple[Path, Recording] | None = None
        self._next: Callable[[], Screen] | None = None
        self._game: Callable[[], Screen] | None = None

    # --- what the window asks

    def entered(self) -> None:
        record = recall()
        self.recent = record.files
        self.window.start = lambda: StartScreen(self.doors)
        self.show_board(self.new.board)
        if self.window.settings.display.tour and not record.toured:
            self.begin_tour()

    def left(self) -> None:
        self.background.stop()

    def poll(self) -> bool:
        report = self.background.poll()
        if report is not None and report.answer is not None:
            self._answered(report.answer)
        elif report is not None and report.failure:
            self.complain(report.failure)
        if self._game is not None and solver_warmup.ready():
            self._next, self._game = self._game, None
        if self._next is not None:
            self._leave_for(self._next)
            return True
        return report is not None

    @property
    def busy(self) -> str:
        """What one must wait for; "" if for nothing."""
        return "Preparing wc3d for this computer, only once: up to a minute" if self._game is not None else self.background.what

    def _leave_for(self, opened: Callable[[], Screen]) -> None:
        """Show another screen; whatever is wrong with its file is told, and this one stays."""
        self._next = None
        try:
            screen = opened()
        except InputError as error:
            self.complain(error)
        else:
            self.window.show(screen)

    def complain(self, words: object) -> None:
        """Tell of a mistake."""
        self.window.notices.complain(words)
        self.window.log(f"complaint {words}")

    def commands(self) -> Mapping[str, Command]:
        return {"end": self.tour.next} if self.tour is not None and not self.tour.done else {}

    def cancelled(self) -> None:
        if self.tour is not None and not self.tour.done:
            self.tour.skip()
        elif self.chooser is not None:
            self.chooser.cancel()
        else:
            self._turn_to("home")

    def _turn_to(self, page: str) -> None:
        """Show a page; behind all but the one about a saved game is the board of the new game."""
        self.page, self.saved = page, None
        self.show_board(self.new.board)

    # --- the board behind

    @property
    def board_ready(self) -> bool:
        """Is the chosen board the one that is shown?"""
        return self._table is not None and self._shown == self.new.board

    def stop(self) -> None:
        """Give up what is being read, or waited for."""
        self._game = None
        self.background.stop()

    def liveries(self) -> Mapping[str, Livery]:
        return self.saved[1].game.rules.liveries(self.saved[1].game.state) if self.saved is not None else {}

    def turned(self) -> Mapping[str, float]:
        return self.saved[1].game.rules.facings(self.saved[1].game.state) if self.saved is not None else {}

    def shown(self) -> object:
        return self.page, self.new.mission, self._shown

    def draw_marks(self, board: Board) -> None:
        for _, (x, y, z), radius in self._objectives():
            board.ring((x, y), radius, z + 0.04, TOKEN, 2.6)

    def tags(self) -> Sequence[Tag]:
        return [Tag((x, y, z + 0.5), name, TOKEN) for name, (x, y, z), _ in self._objectives()]

    def _objectives(self) -> Sequence[tuple[str, XYZ, float]]:
        """Where the mission's objectives lie on the board, while a game is put together."""
        if self.page != "game" or not self.board_ready or self._table is None:
            return ()
        try:
            return self.new.rules.objectives(self.new.mission, self._table)
        except InputError:  # told when the game is begun
            return ()

    # --- pages

    def panels(self, ui: Any) -> None:
        self._draw_page(ui)
        draw_busy(ui, self.busy, self.stop)
        if self.tour is not None and not self.busy:
            self.tour.draw(ui)
        self.chooser = draw_file_dialog(ui, self.chooser)

    def _draw_page(self, ui: Any) -> None:
        if self.page == "home":
            title, taught = self.new.rules.title, taught_rules(self.new.rules).title
            draw_home(ui, title, self.recent, self.press, self.open_recent, taught=taught)
        elif self.page == "settings":
            draw_settings(ui, self.window, self.write_settings, self.begin_tour, lambda: self._turn_to("home"))
        elif self.page == "board":
            self.boards.draw(
                ui, known_boards(), new=self.new_board, show=lambda path: self.open(path, "board"), ask=self.ask_table,
                back=lambda: self._turn_to("home"),
            )  # fmt: skip
        elif self.page == "game":
            doors = self.choose_game, self.resize, self.ask_mission, self.choose_board, self.ask_board, self.ask_force
            commands = FormCommands(*doors, self.begin, lambda: self._turn_to("home"))
            draw_form(ui, self.new, self.board_ready, commands)
        elif self.saved is not None:
            path, recording = self.saved
            draw_resume(
                ui, path, recording.game, self.new.players, resume=self.resume, watch=lambda: self.open(path, "replay"),
                back=lambda: self._turn_to("home"),
            )  # fmt: skip

    def press(self, mark: str) -> None:
        """A button of the first page was pressed."""
        if mark in PAGES:
            self._turn_to(mark)
            return
        if mark == "learn":
            self.learn()
        working_folder, boards = Path.cwd(), shipped("maps")
        if mark == "load":
            self._ask("Continue a saved game", SAVES, lambda path: self.open(path, "game"), working_folder)
        elif mark == "replay":
            self._ask("Watch a replay", SAVES, lambda path: self.open(path, "replay"), working_folder)
        elif mark == "dispute":
            places, title = {"Boards": boards, "Questions": boards / "questions"}, "open questions, a report page or a board"
            self._ask(f"Judge a dispute: {title}", DISPUTES, lambda path: self.open(path, "dispute"), places["Questions"], places)

    def _ask(
        self, title: str, endings: tuple[str, ...], callback: Callable[[Path], object], folder: Path, places: Any = None
    ) -> None:
        self.chooser = FileDialog(title, callback, endings=endings, folder=folder, places=places)

    def ask_table(self) -> None:
        """Choose a board or a mesh to open."""
        places = {"Boards": shipped("maps")}
        self._ask("Open a board or a mesh", BOARDS, lambda path: self.open(path, "board"), places["Boards"], places)

    def new_board(self, wide: float, deep: float) -> None:
        """Build a board of this size, in inches."""
        self._next = lambda: self.doors.new_board(wide, deep)

    def begin_tour(self) -> None:
        """Show the tour from its beginning."""
        self._turn_to("home")
        self.tour = Tour(self.window.settings, remember_tour)

    def write_settings(self) -> None:
        """Write the settings file."""
        try:
            self.window.notices.say(f"Saved: {write_settings(self.window.settings)}")
        except InputError as error:
            self.complain(error)

    # --- the form of a new game

    def choose_game(self, id: str) -> None:
        """Play another game."""
        self.new = NewGame(rules_of(id))
        self.show_board(self.new.board)

    def resize(self, size: str) -> None:
        """Play a game of this size."""
        self.new.resize(size)
        self.show_board(self.new.board)

    def choose_board(self, path: Path) -> None:
        """Play on this board."""
        self.new.board = path
        self.show_board(path)

    def ask_mission(self) -> None:
        """Choose a mission's file."""
        self._ask("Choose a mission file", (".json",), lambda path: self.show_board(self.new.play_own(path)), Path.cwd())

    def ask_board(self) -> None:
        """Choose a board's file."""
        self._ask("Choose a board file", (".json",), self.choose_board, Path.cwd(), {"Boards": shipped("maps")})

    def ask_force(self, player: int) -> None:
        """Choose a force's file."""

        def choose(path: Path) -> None:
            self.new.rules.force(str(path), self.new.mission, 0)
            self.new.players[player - 1].force = str(path)

        self._ask(f"Choose a force file for player {player}", (".json",), choose, Path.cwd())

    def learn(self) -> None:
        """Begin the first game, in which one learns to play."""

        def another() -> None:
            start = StartScreen(self.doors)
            self.window.show(start)
            start.press("game")

        def opened() -> Screen:
            screen = learning_screen(taught_rules(self.new.rules))
            screen.on_leave, screen.on_new = self._home, another
            return screen

        self._game = opened

    def begin(self) -> None:
        """Begin the game."""
        self._game = self._new_screen

    def _new_screen(self) -> Screen:
        """The new game's screen. Raises InputError."""
        assert self._table is not None
        rolls = TypedRolls() if self.new.typed else None
        make, bots, seed = self.new.maker(self._table, rolls), self.new.bots(), self.new.seed.strip()
        try:
            path = file_for_game()
        except OSError as error:
            raise InputError(f"cannot create a file for the game ({error.strerror})") from None

        def opened(game: Game) -> PlayScreen:
            screen = PlayScreen(PlaySession(game, bots, path=path, typed=rolls, seed=seed), on_leave=self._home)
            remember(path, "game")
            for caution in cautions_of(game):
                self.window.notices.say(caution)
            return screen

        if rolls is not None:
            names = tuple(player.name for player in self.new.players)
            return OpeningScreen(self.new.rules, make, rolls, names, opened, self._table)
        return opened(make())

    def _home(self) -> None:
        self.window.show(StartScreen(self.doors))

    # --- files

    def files_dropped(self, paths: Sequence[Path], kind: Given, hit: RayHit | None) -> None:
        if len(paths) > 1:
            self.complain(f"{paths[1]}: wc3d opens one file at a time; opening {paths[0].name}")
        self.open(paths[0], "board" if kind == "mesh" else kind)

    def open_recent(self, file: RecentFile) -> None:
        """Open a file again; one that is gone is dropped from the list."""
        if not file.there:
            self.complain(f"{file.path}: this file no longer exists")
            forget(file.path)
            self.recent = recall().files
            return
        self.open(Path(file.path), file.kind)

    def open(self, path: Path, kind: FileKind) -> None:
        """Open a file as what it is said to be; one whose name cannot be drawn is refused."""
        try:
            must_be_text(path)
        except InputError as error:
            self.complain(error)
            return
        if kind == "game":
            self._answered = lambda recording: self._read_game(path, recording)
            self.background.ask(f"Loading {path.name}", read_recording, str(path))
        elif kind == "replay":
            begin = partial(branch_screen, on_leave=self._home)
            self._next = lambda: ReplayScreen(path, self._home, read=remember_replay, begin=begin)
        else:
            door = self.doors.dispute if kind == "dispute" else self.doors.board

            def read(answer: Any) -> None:
                remember(path, kind)
                self._next = lambda: door.enter(answer)

            self._answered = read
            self.background.ask(f"Loading {path.name}", door.read, path)

    def _read_game(self, path: Path, recording: Recording) -> None:
        """A saved game was read: show it, and ask who plays on."""
        if recording.damage:
            self.complain(f"{recording.damage}; to continue from before the damage: wc3d play --load {path} --recover")
            return
        self.saved, self.page, self._shown = (path, recording), "resume", None
        rules = recording.game.rules
        for number, player in enumerate(self.new.players, 1):
            bot = present_name(rules, recording.game.bots.get(number, HUMAN))
            player.bot = bot if bot in bot_names(rules) else HUMAN
        self._table = rules.table(recording.game.state)
        self.place_camera(self._table.size)

    def resume(self) -> None:
        """Go on with the saved game."""
        self._game = self._resumed_screen

    def _resumed_screen(self) -> Screen:
        """The saved game's screen. Raises InputError."""
        assert self.saved is not None
        path, recording = self.saved
        game, rolls = recording.game, TypedRolls() if is_typed(path) else None
        if rolls is not None:
            game.dice = TypedDice(rolls, game.dice)
        screen = PlayScreen(PlaySession(game, self.new.bots(), path=path, typed=rolls), on_leave=self._home)
        remember(path, "game")
        return screen
