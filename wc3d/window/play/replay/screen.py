"""The replay screen: play, step both ways, jump to attacks, and choose a player's viewpoint."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from wc3d.animation.queue import AnimationQueue
from wc3d.bots import bot_names
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game, GameOrigin
from wc3d.engine.replay import continue_game
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.evidence_view import EvidenceView, Stroke
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB, Livery
from wc3d.registry import load_window_hooks
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke
from wc3d.scene.game_marks import (
    draw_cloud_volumes,
    draw_clouds,
    draw_edges,
    draw_fronts,
    draw_markers,
)
from wc3d.scene.picking import RayHit
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.ui.game_log import LogLine
from wc3d.ui.input_stack import Command, DialogLayer, InputLayer
from wc3d.ui.measuring.draw import draw_measuring_marks, measuring_marks_key
from wc3d.ui.measuring.readout import deciding_line, measuring_evidence, measuring_tags
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.ui.overlays import line_view
from wc3d.ui.playback import IncrementalReader, Playback, Recording
from wc3d.ui.win_chance_graph import WinChanceHistory
from wc3d.window.layout.grid import Grid
from wc3d.window.play.animated_screen import AnimatedScreen
from wc3d.window.play.animation_panels import StripContent, strip_content_of
from wc3d.window.play.game_hooks import WindowHooks
from wc3d.window.play.model_labels import NamedModels, draw_state_labels
from wc3d.window.play.replay.branch_panel import draw_branch_panel
from wc3d.window.play.replay.chance_graph import draw_chance_graph, graph_height
from wc3d.window.play.replay.panels import (
    FOOT_HEIGHT_PX,
    LOW_WINDOW_HEIGHT_PX,
    LeaveButton,
    draw_loading_panel,
    draw_log,
    draw_playback_bar,
    draw_standings,
    draw_top_bar,
    make_leave_buttons,
)
from wc3d.window.play.tabs import draw_tabs
from wc3d.window.shell.file_kinds import DroppedFileKind
from wc3d.window.shell.measuring_panels import MeasuringPanels
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import draw_bold_text, draw_tags, open_panel
from wc3d.workers import solver_warmup
from wc3d.workers.interval_timer import IntervalTimer

LOG_TAB, STANDINGS_TAB = "Log", "Standings"
SELECTED_RGB: RGB = (255, 214, 96)
STEPS_BEFORE_READING = 3
"""Window steps that show the loading message before reading starts."""
READ_TIME_PER_STEP_S = 0.04
"""Reading time per step, in seconds."""
PROGRESS_INTERVAL_S = 0.8
"""Seconds between progress updates; software rendering is slower than reading."""

MakeBranchScreen = Callable[[Game, Mapping[int, str]], Screen]
"""Creates the screen of a game with these bots. Raises InputError if its file cannot be made."""


class ReplayScreen(AnimatedScreen):
    """The screen of `wc3d replay --window`, for a recording or a file loaded while it is shown.

    `on_leave` is called when the user leaves, and `read` with the path of each valid file. The
    replay starts after `at` actions. `begin` creates the screen of a game that continues from
    here. The leave and continue buttons need `on_leave` and `begin`.
    """

    name = "replay"
    accepted_files = ("game",)
    is_foot_wide = True

    def __init__(
        self,
        source: Path | Recording,
        on_leave: Callable[[], object] | None = None,
        read: Callable[[Path], object] | None = None,
        at: int = 0,
        begin: MakeBranchScreen | None = None,
    ) -> None:
        self.on_leave = on_leave
        self._read = read
        self._begin = begin
        self.is_asking_who_plays = False
        self.fault = ""
        self._at = at
        self._clock = IntervalTimer(PROGRESS_INTERVAL_S)
        self._steps = 0
        self._seen_whole = False
        self.path = source if isinstance(source, Path) else None
        self.viewer: int | None = None
        self.is_log_open = True
        self._picked: str | None = None
        self._playback = Playback(source) if isinstance(source, Recording) else None
        self._known: tuple[object, ...] = ()
        self._state: Any = None
        self._scrolled = -1
        self._chances = WinChanceHistory()
        self.measuring = MeasuringTools(lambda: self.table, lambda: self.selected, self._name_of)
        self._measured = MeasuringPanels(self.measuring)
        self._layers = (
            DialogLayer(lambda: self.is_asking_who_plays, self.close_branch_panel),
            self.measuring,
        )

    # --- displayed state

    @property
    def playback(self) -> Playback:
        """The playback position."""
        assert self._playback is not None, "nothing is read yet"
        return self._playback

    @property
    def rules(self) -> RuleSet:
        """The game's rules."""
        return self.playback.rules

    @property
    def rules_name(self) -> str:
        return self.rules.name if self._playback is not None else ""

    @property
    def animation(self) -> AnimationQueue | None:
        return self._playback.animation if self._playback is not None else None

    @property
    def table(self) -> Table | None:
        return self._playback.table if self._playback is not None else None

    @property
    def selected(self) -> str | None:
        return self._picked

    @property
    def visible_state(self) -> Any:
        """The displayed state, without information hidden from the viewer."""
        view_key = (self.playback.state, self.viewer)
        if (
            self._state is None
            or not self._known
            or view_key[0] is not self._known[0]
            or view_key[1] != self._known[1]
        ):
            self._known, self._state = (
                view_key,
                self.playback.recording.game.rules.play.seen_by(*view_key),
            )
        return self._state

    @property
    def log_lines(self) -> Sequence[LogLine]:
        """The log lines."""
        return self.playback.recording.logs[self.viewer]

    @property
    def current_line_number(self) -> int:
        """The number of the last log line shown."""
        return max(
            (
                n
                for n, entry in enumerate(self.log_lines)
                if entry.actions_done <= self.playback.actions_shown
            ),
            default=0,
        )

    def current_lines(self) -> list[str]:
        """Return the lines of the current step, or of the last action without the scoreboard."""
        if self.playback.current_step is not None:
            return [
                line
                for line in (self.playback.current_step.sentence, self.playback.current_step.why)
                if line
            ]
        lines = [
            e.words
            for e in self.log_lines
            if e.actions_done == self.playback.actions_done and not e.is_heading and e.words
        ]
        return [line for line in lines if "  " not in line.strip()]

    def _name_of(self, id: str) -> str:
        return self.rules.text.display_name(self.playback.state, id)

    @property
    def bottom_height(self) -> float:  # type: ignore[override]
        """The height of the bottom bar, including the graph if there is one."""
        return FOOT_HEIGHT_PX + self._graph_height

    @property
    def _graph_height(self) -> float:
        """The height of the graph; 0 without one or in a low window."""
        is_low = self.window.render_target.size[1] / self.window.ui.scale < LOW_WINDOW_HEIGHT_PX
        return 0.0 if self._playback is None or is_low else graph_height(self.rules)

    # --- window interface

    @property
    def input_layers(self) -> Sequence[InputLayer]:
        return self._layers

    def on_files_dropped(
        self, paths: Sequence[Path], kind: DroppedFileKind, hit: RayHit | None
    ) -> None:
        self.window.show_screen(
            ReplayScreen(paths[0], self.on_leave, self._read, begin=self._begin)
        )

    def on_show(self) -> None:
        if self._playback is not None:
            self._frame_table(self._playback)

    def _frame_table(self, playback: Playback) -> None:
        """Frame the entire table between the panels."""
        self.window.viewpoint.reset_for_table(playback.table.size)
        self.frame_table()

    def on_hide(self) -> None:
        self.measuring.close()
        self._chances.close()

    def poll(self) -> bool:
        if self._playback is not None:
            self.refit_view()
            read = self._read_on(self._playback)
            moved = self._playback.poll()
            moved = self.update_animation() or moved
            has_chances = (
                not self.is_working and self._seen_whole and self._update_chances(self._playback)
            )
            return self.measuring.poll() or moved or read or has_chances
        self._steps += 1
        if self.path is not None and not self.fault and self._steps > STEPS_BEFORE_READING:
            self._open(self.path)
            return True
        return False

    def _open(self, path: Path) -> None:
        """Read the first line and show the table."""
        try:
            self._playback = Playback(IncrementalReader(str(path)))
        except InputError as error:
            self.fault = str(error)
            self.window.notices.show_error(self.fault)
            self.window.log(f"fault {self.fault}")
            return
        self._playback.go_to(self._at)
        self._frame_table(self._playback)
        if self._read is not None:
            self._read(path)

    @property
    def is_opening(self) -> bool:
        return self._playback is None and not self.fault

    @property
    def is_working(self) -> bool:
        return (
            self._playback is not None
            and self._playback.reader is not None
            and self._seen_whole
            and solver_warmup.is_ready()
        )

    def _read_on(self, playback: Playback) -> bool:
        """Continue reading once the scene is ready; return whether to show the progress."""
        self._seen_whole = self._seen_whole or self.window.is_at_rest
        if not self.is_working:
            return False
        at = playback.actions_done
        playback.read_more(READ_TIME_PER_STEP_S)
        if playback.reader is not None:
            return self._clock.is_due() or playback.actions_done != at
        if playback.recording.damage:
            self.window.notices.show_error(
                f"{playback.recording.damage}; the replay ends before the damage"
            )
        self.window.log(f"recording {len(playback.replay)}")
        return True

    def _update_chances(self, playback: Playback) -> bool:
        return self._chances.update(playback.replay, playback.reader is None)

    def commands(self) -> Mapping[str, Command]:
        playback = self._playback
        if playback is None:
            return {}
        return {
            **self.measuring.commands(),
            "play": playback.toggle_playing,
            "end": playback.toggle_playing,
            "forward": self._step_forward,
            "back": playback.step_back,
            "next_attack": lambda: self._go_to_attack(
                playback.go_to_next_attack, "No later attack"
            ),
            "previous_attack": lambda: self._go_to_attack(
                playback.go_to_previous_attack, "No earlier attack"
            ),
            "faster": playback.change_speed,
            "slower": lambda: playback.change_speed(-1),
            "log": self._toggle_log,
            "along": self._look_along_line,
            "home": self.frame_table_or_models,
            "top": self.look_from_above,
        }

    def _step_forward(self) -> None:
        self.playback.is_playing = False
        self.playback.step_forward()

    def _go_to_attack(self, go: Callable[[], bool], message: str) -> None:
        if not go():
            self.window.notices.show_message(
                message if self.playback.reader is None else f"{message} in the part loaded so far"
            )

    def _toggle_log(self) -> None:
        self.is_log_open = not self.is_log_open

    def _look_along_line(self) -> None:
        of_sight = deciding_line(measuring_evidence(self.measuring))
        attack = next((s.points for s in self._strokes() if s.label and len(s.points) == 2), None)
        self.look_along(of_sight or attack, "Go to an attack first, then look along its line")

    # --- new games

    def branch_refusal(self) -> str:
        """Return why a game cannot continue from here, or ""."""
        if self.playback.reader is not None:
            return "The file is still loading"
        if self.rules.play.to_act(self.playback.replay.state) is None:
            return "The game is over here. Go back to an earlier action."
        return ""

    def ask_who_plays(self) -> None:
        """Open the panel for a new game from here."""
        self.playback.is_playing = False
        self.is_asking_who_plays = True

    def close_branch_panel(self) -> None:
        """Close the panel for a new game."""
        self.is_asking_who_plays = False

    def make_origin(self) -> GameOrigin:
        """Return the origin of a game that starts here."""
        game = self.playback.replay.game
        name = Path(self.playback.recording.path).name or "a replay"
        return GameOrigin(name, self.playback.actions_done, game.digest())

    def begin_branch_game(self, bots: Mapping[int, str]) -> None:
        """Begin a game from here and show it."""
        assert self._begin is not None
        origin = self.make_origin()
        game = self.playback.replay.game
        try:
            new_game = continue_game(
                game, origin.actions, origin.file, SeededDice(secrets.randbelow(2**53))
            )
            self.window.show_screen(self._begin(new_game, bots))
        except InputError as error:
            self.window.notices.show_error(str(error))

    def on_cancel(self) -> bool:
        if self._playback is not None:
            self._playback.is_playing = False
            self._picked = None
        elif self.on_leave is not None:
            self.on_leave()
        return True

    def go_to(self, at: int) -> None:
        """Go to the position after `at` actions."""
        self.playback.go_to(at)
        self.window.log(f"at {self.playback.actions_done}")

    def set_viewer(self, viewer: int | None) -> None:
        """Show a player's information, or common information for None."""
        self.viewer = viewer
        self._scrolled = -1
        if self._playback is not None:
            self._playback.viewer = viewer

    def on_click(self, hit: RayHit | None) -> None:
        self._picked = hit.id if hit is not None and hit.kind == "body" else None

    # --- scene

    def liveries(self) -> Mapping[str, Livery]:
        return (
            self.rules.display.liveries(self.playback.state) if self._playback is not None else {}
        )

    def facings(self) -> Mapping[str, float]:
        return (
            self.shown_headings(self.rules.display.facings(self.playback.state))
            if self._playback is not None
            else {}
        )

    def _strokes(self) -> tuple[Stroke, ...]:
        """Return the lines of the current event, or of the last one."""
        return self._playback.strokes(self.log_lines) if self._playback is not None else ()

    def marks_key(self) -> object:
        at = self._playback.state if self._playback is not None else None
        return (
            at,
            self._strokes(),
            self._picked,
            measuring_marks_key(self.measuring),
            self.animation_key(),
            self.clouds_in_question(at) if at is not None else (),
        )

    def views_in_question(self) -> list[EvidenceView]:
        evidence = measuring_evidence(self.measuring)
        return [evidence] if evidence is not None else [line_view(self._strokes())]

    def draw_marks(self, board: TableScene) -> None:
        if self._playback is None:
            return
        rules = self.rules
        state = self._playback.state
        draw_edges(board, rules.display.edges(state))
        draw_markers(board, rules.display.markers(state))
        draw_clouds(board, rules.display.clouds(state))
        draw_cloud_volumes(board, self.clouds_in_question(state))
        draw_measuring_marks(board, self.measuring, self.window.viewpoint.eye_model)
        if not self.draw_animation(board):
            draw_fronts(board, rules.queries.table(state).bodies, rules.display.facings(state))
            for stroke in self._strokes():
                draw_stroke(board, stroke)
            around = (
                rules.display.model_surroundings(self.visible_state, self._picked, self.viewer)
                if self._picked is not None
                else None
            )
            if around is not None:
                draw_evidence(board, rules.queries.table(state), around.marks)
        for body in (body for body in rules.queries.table(state).bodies if body.id == self._picked):
            board.draw_ring(body.at[:2], body.radius + 0.12, body.at[2] + 0.06, SELECTED_RGB, 3.0)

    # --- panels

    def draw_legend_rows(self, ui: Any) -> None:
        if self._playback is not None:
            (load_window_hooks(self.rules) or WindowHooks)().draw_legend(ui)

    @property
    def terrain_effects(self) -> Mapping[Kind, str]:  # type: ignore[override]
        return (
            (load_window_hooks(self.rules) or WindowHooks)().terrain_effects
            if self._playback is not None
            else {}
        )

    def draw_panels(self, ui: Any) -> None:
        playback = self._playback
        if playback is None:
            draw_loading_panel(ui, self.path, self.fault, self.on_leave)
            return
        rules = self.rules
        state = self.visible_state
        names = rules.text.player_names(state)
        colors = rules.display.side_colors(state)
        grid = self.grid
        self._draw_labels(ui, self.draw_strip(ui, state, self._strip_content()))
        bar = rules.display.turn_bar(playback.state)
        draw_top_bar(
            ui,
            grid,
            bar,
            names,
            colors,
            self.viewer,
            see_as=self.set_viewer,
            leave=self._leave_buttons(),
        )
        self._draw_columns(ui, grid, names, colors)
        with draw_playback_bar(ui, playback, self.commands(), self.measuring, self.go_to, grid):
            if self._graph_height:
                draw_chance_graph(
                    ui,
                    self._chances.turn_chances,
                    playback.actions_done,
                    playback.action_count,
                    names,
                    colors,
                    self.go_to,
                )
        if self.is_asking_who_plays:
            bots = bot_names(rules)
            draw_branch_panel(
                ui,
                self.make_origin(),
                names,
                bots[0] if bots else "",
                self.begin_branch_game,
                self.close_branch_panel,
            )

    def _strip_content(self) -> StripContent:
        """Return the caption and the dice of the current step, or of the last action."""
        playback = self.playback
        if playback.current_step is not None:
            return strip_content_of(playback.animation)
        lines = self.current_lines()
        return StripContent(
            lines[0].strip() if lines else "",
            lines[1].strip() if len(lines) > 1 else "",
            playback.last_rolls(),
        )

    def _draw_columns(
        self, ui: Any, grid: Grid, names: tuple[str, str], colors: tuple[RGB, RGB]
    ) -> None:
        """Draw the log, and the standings or the measuring tool."""
        (left, top, right, _), floor = grid.upper, grid.lower[3]
        draw_now = partial(self._draw_standings, names, colors)
        if self.measuring.is_active:
            self._measured.draw(ui, top, ui.io.display_size.y - floor, right - left)
        elif not grid.has_left_column:
            contents: dict[str, Any] = {LOG_TAB: self._draw_log, STANDINGS_TAB: draw_now}
            current = LOG_TAB if self.is_log_open else STANDINGS_TAB
            tab = draw_tabs(ui, (left, top, right, floor), contents, current)
            self.is_log_open = tab == LOG_TAB
        else:
            with open_panel("now", (left, top), (right - left, floor - top)):
                draw_now(ui)
                ui.record_panel("now")
        if self.is_log_open and grid.has_left_column:
            x0, y0, x1, _ = grid.left_upper
            with open_panel("log", (x0, y0), (x1 - x0, floor - y0)):
                draw_bold_text(ui, f"{ICONS['scroll']} Log", 15)
                self._draw_log(ui)

    def _draw_standings(self, names: tuple[str, str], colors: tuple[RGB, RGB], ui: Any) -> None:
        rosters = [self.rules.display.roster(self.visible_state, p) for p in (1, 2)]
        has_log = self.is_log_open and self.grid.has_left_column  # it marks the current lines
        draw_standings(ui, rosters, names, colors, () if has_log else self.current_lines())

    def _draw_log(self, ui: Any) -> None:
        scroll = self._scrolled != self.current_line_number
        self._scrolled = self.current_line_number
        draw_log(
            ui,
            self.log_lines,
            self.playback.actions_shown,
            self.current_line_number,
            self.go_to,
            scroll,
        )

    def _leave_buttons(self) -> dict[str, LeaveButton]:
        """Return the buttons at the right end of the bar."""
        play_on = (self.ask_who_plays, self.branch_refusal()) if self._begin is not None else None
        return make_leave_buttons(play_on, self.window, self.on_leave)

    def _draw_labels(self, ui: Any, covered: Sequence[Rect]) -> None:
        """Draw the labels of models (also moving ones) and objectives, clear of panels."""
        if not self.window.names:
            return
        hit = self.window.hover_hit
        elsewhere = self.playback.animation.moving_positions
        draw_state_labels(
            ui,
            self.window,
            self.rules,
            self.playback.state,
            elsewhere=elsewhere,
            gone=self.playback.animation.gone_models,
            picked=self._picked,
            room=self.free_rect(),
            taken=covered,
            named=NamedModels(hovered=hit.id if hit is not None and hit.kind == "body" else None),
        )
        draw_tags(measuring_tags(self.measuring), self.window.project_to_pixel)
