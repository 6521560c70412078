"""Watching a saved game: playing it, going through it both ways, to its attacks; as one player knew it, or as both did."""
from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wc3d.animation.queue import Staging
from wc3d.bots import bot_names
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game, Origin
from wc3d.engine.replay import play_on
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.panda.board import Board
from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB, Livery
from wc3d.presentation.view_models import DiceShown
from wc3d.registry import own_window
from wc3d.scene.evidence_marks import draw_evidence, draw_stroke
from wc3d.scene.game_marks import draw_edges, draw_fronts, draw_hazes, draw_markers
from wc3d.scene.picking import RayHit
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.ui.game_log import LogLine
from wc3d.ui.measuring.draw import draw_measured, marks_key
from wc3d.ui.measuring.readout import bold_line, measured_exhibit, measured_tags
from wc3d.ui.measuring.tools import Measuring
from wc3d.ui.playback import Playback, ReadByAndBy, Recording
from wc3d.ui.win_chance_graph import ChancesOverTime
from wc3d.window.layout.panel_sizes import BAR
from wc3d.window.play.animated_screen import StagedScreen
from wc3d.window.play.game_hooks import OwnWindow
from wc3d.window.play.model_labels import draw_labels_over
from wc3d.window.play.replay.chance_graph import draw_chances, graph_height
from wc3d.window.play.replay.panels import (
    FOOT,
    LEFT,
    RIGHT,
    LeaveButton,
    draw_foot,
    draw_log,
    draw_now,
    draw_reading,
    draw_top,
)
from wc3d.window.play.replay.play_on_panel import draw_play_on
from wc3d.window.shell.file_kinds import Given
from wc3d.window.shell.measuring_panels import MeasuringPanels
from wc3d.window.shell.screen import Command, Screen
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import EDGE, draw_tags
from wc3d.workers import solver_warmup
from wc3d.workers.clock import Clock

PICKED: RGB = (255, 214, 96)
BEFORE = 3
"""Steps of the window before the file is opened: it says so meanwhile."""
AT_ONCE = 0.04
"""Seconds of every step that the file is read."""
TOLD = 0.8
"""Seconds between two pictures of how far it is: drawing in software takes longer than reading."""


BeginGame = Callable[[Game, Mapping[int, str]], Screen]
"""Makes the screen of a game that these bots play with. Raises InputError where no file can be made for it."""


class ReplayScreen(StagedScreen):
    """The screen of `wc3d replay --window`: a recording, or a file, which is read by and by while one looks at it.

    `on_leave` is called when the person leaves it; without it there is no such button. `read` is told of a file that could
    be read. It begins after `at` actions. `begin` makes the screen of a new game that plays on from a point of this one, from
    the game and the bots by whom they play; without it there is no such button.
    """

    name = "replay"
    takes = ("game",)
    sides = LEFT, RIGHT

    def __init__(
        self, source: Path | Recording, on_leave: Callable[[], object] | None = None,
        read: Callable[[Path], object] | None = None, at: int = 0, begin: BeginGame | None = None,
    ) -> None:  # fmt: skip
        self.on_leave, self._read, self._begin = on_leave, read, begin
        self.is_asking_who_plays = False
        self.fault = ""
        self._at = at
        self._clock, self._steps, self._seen_whole = Clock(TOLD), 0, False
        self.path = source if isinstance(source, Path) else None
        self.viewer: int | None = None
        self.log_open = True
        self._picked: str | None = None
        self._playback = Playback(source) if isinstance(source, Recording) else None
        self._known: tuple[object, ...] = ()
        self._state: Any = None
        self._scrolled = -1
        self._chances = ChancesOverTime()
        self.measuring = Measuring(lambda: self.table, lambda: self.selected, self._name_of)
        self._measured = MeasuringPanels(self.measuring)

    # --- what is shown

    @property
    def playback(self) -> Playback:
        """Where one is in the game."""
        assert self._playback is not None, "nothing is read yet"
        return self._playback

    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
        return self.playback.rules

    @property
    def rules_name(self) -> str:
        return self.rules.name if self._playback is not None else ""

    @property
    def staging(self) -> Staging | None:
        return self._playback.staging if self._playback is not None else None

    @property
    def table(self) -> Table | None:
        return self._playback.table if self._playback is not None else None

    @property
    def selected(self) -> str | None:
        return self._picked

    @property
    def known(self) -> Any:
        """The state as it is shown, without what the viewer does not know."""
        view_key = (self.playback.state, self.viewer)
        if self._state is None or not self._known or view_key[0] is not self._known[0] or view_key[1] != self._known[1]:
            self._known, self._state = view_key, self.playback.recording.game.rules.seen_by(*view_key)
        return self._state

    @property
    def entries(self) -> Sequence[LogLine]:
        """The lines of the log."""
        return self.playback.recording.logs[self.viewer]

    @property
    def here(self) -> int:
        """The number of the last line of what has been shown."""
        return max((n for n, entry in enumerate(self.entries) if entry.done <= self.playback.shown_at), default=0)

    def now_lines(self) -> list[str]:
        """What is told of the moment; else the lines of the last action, without the rows of the scoreboard."""
        if self.playback.beat is not None:
            return [line for line in (self.playback.beat.told, self.playback.beat.why) if line]
        lines = [e.words for e in self.entries if e.done == self.playback.at and not e.heading and e.words]
        return [line for line in lines if "  " not in line.strip()]

    def rolls(self) -> tuple[DiceShown, ...]:
        """The rolls made so far in what is shown."""
        beat = self.playback.beat
        return beat.rolls if beat is not None else self.playback.last_rolls()

    def _name_of(self, id: str) -> str:
        return self.rules.name_of(self.playback.state, id)

    @property
    def low(self) -> float:  # type: ignore[override]
        """The height of the bar at the bottom, with the graph of chances where there is one."""
        return FOOT + (graph_height(self.rules) if self._playback is not None else 0.0)

    # --- what the window asks

    def files_dropped(self, paths: Sequence[Path], kind: Given, hit: RayHit | None) -> None:
        self.window.show(ReplayScreen(paths[0], self.on_leave, self._read, begin=self._begin))

    def entered(self) -> None:
        if self._playback is not None:
            self._frame_table(self._playback)

    def _frame_table(self, playback: Playback) -> None:
        """Look at the whole table, between the panels."""
        self.window.viewpoint.new_table(playback.table.size)
        self.home()

    def left(self) -> None:
        self.measuring.close()
        self._chances.close()

    def poll(self) -> bool:
        if self._playback is not None:
            self.refit()
            read = self._read_on(self._playback)
            moved = self._playback.poll()
            moved = self.follow_staging() or moved
            has_chances = not self.working and self._seen_whole and self._tell_chances(self._playback)
            return self.measuring.poll() or moved or read or has_chances
        self._steps += 1
        if self.path is not None and not self.fault and self._steps > BEFORE:
            self._open(self.path)
            return True
        return False

    def _open(self, path: Path) -> None:
        """Read the first line, and show the board."""
        try:
            self._playback = Playback(ReadByAndBy(str(path)))
        except InputError as error:
            self.fault = str(error)
            self.window.notices.complain(self.fault)
            self.window.log(f"fault {self.fault}")
            return
        self._playback.to(self._at)
        self._frame_table(self._playback)
        if self._read is not None:
            self._read(path)

    @property
    def opening(self) -> bool:
        return self._playback is None and not self.fault

    @property
    def working(self) -> bool:
        return self._playback is not None and self._playback.reading is not None and self._seen_whole and solver_warmup.ready()

    def _read_on(self, playback: Playback) -> bool:
        """Read on once the board is seen as it is to be and the exact geometry is ready; True when that should be told."""
        self._seen_whole = self._seen_whole or self.window.at_rest
        if not self.working:
            return False
        at = playback.at
        playback.read_on(AT_ONCE)
        if playback.reading is not None:
            return self._clock.strikes() or playback.at != at
        if playback.recording.damage:
            self.window.notices.complain(f"{playback.recording.damage}; the replay ends before the damage")
        self.window.log(f"recording {len(playback.replay)}")
        return True

    def _tell_chances(self, playback: Playback) -> bool:
        return self._chances.go_on(playback.replay, playback.reading is None)

    def commands(self) -> Mapping[str, Command]:
        playback = self._playback
        if playback is None:
            return {}
        return {
            **self.measuring.commands(), "play": playback.play, "end": playback.play,
            "forward": self._forward, "back": playback.back,
            "next_attack": lambda: self._attack(playback.next_attack, "No later attack"),
            "previous_attack": lambda: self._attack(playback.previous_attack, "No earlier attack"),
            "faster": playback.faster, "slower": lambda: playback.faster(-1), "log": self._toggle_log, "along": self._along,
            "home": self.home_or_models, "top": self.top,
        }  # fmt: skip

    def _forward(self) -> None:
        self.playback.playing = False
        self.playback.forward()

    def _attack(self, go: Callable[[], bool], message: str) -> None:
        if not go():
            self.window.notices.say(message if self.playback.reading is None else f"{message} in the part loaded so far")

    def _toggle_log(self) -> None:
        self.log_open = not self.log_open

    def _along(self) -> None:
        of_sight = bold_line(measured_exhibit(self.measuring)) if self.measuring.active else None
        attack = next((s.points for s in self._strokes() if s.label and len(s.points) == 2), None)
        self.look_along(of_sight or attack, "Go to an attack first, then look along its line")

    # --- playing on

    def why_not_play_on(self) -> str:
        """Return why no game can be begun from here, empty if one can."""
        if self.playback.reading is not None:
            return "The file is still loading"
        if self.rules.to_act(self.playback.replay.state) is None:
            return "The game is over here. Go back to an earlier action."
        return ""

    def ask_who_plays(self) -> None:
        """Open the panel that begins a new game from here."""
        self.playback.playing = False
        self.is_asking_who_plays = True

    def close_play_on(self) -> None:
        """Close that panel."""
        self.is_asking_who_plays = False

    def origin(self) -> Origin:
        """Return where a game that is begun now would come from."""
        game = self.playback.replay.game
        name = Path(self.playback.recording.path).name or "a replay"
        return Origin(name, self.playback.at, game.digest())

    def play_on(self, bots: Mapping[int, str]) -> None:
        """Begin a new game from here and show it."""
        assert self._begin is not None
        origin, game = self.origin(), self.playback.replay.game
        try:
            new_game = play_on(game, origin.actions, origin.file, SeededDice(secrets.randbelow(2**53)))
            self.window.show(self._begin(new_game, bots))
        except InputError as error:
            self.window.notices.complain(str(error))

    def cancelled(self) -> None:
        if self.is_asking_who_plays:
            self.close_play_on()
            return
        if self._playback is None and self.on_leave is not None:
            self.on_leave()
        elif self._playback is not None and not self.measuring.cancelled():
            self._playback.playing = False
            self._picked = None

    def go(self, at: int) -> None:
        """Go to after so many actions."""
        self.playback.to(at)
        self.window.log(f"at {self.playback.at}")

    def see_as(self, viewer: int | None) -> None:
        """Show it as a player knew it; None: as both did."""
        self.viewer, self._scrolled = viewer, -1
        if self._playback is not None:
            self._playback.viewer = viewer

    def pointed(self, hit: RayHit | None) -> None:
        self.measuring.pointed(hit)

    def may_drag(self, hit: RayHit) -> bool:
        return self.measuring.may_drag(hit, self.window.eye)

    def passing(self) -> tuple[str, ...]:
        return self.measuring.passing()

    def dragged(self, hit: RayHit | None) -> None:
        self.measuring.dragged(hit)

    def dropped(self, hit: RayHit | None) -> None:
        self.measuring.dropped(hit)

    def clicked(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.clicked(hit)
            return
        self._picked = hit.id if hit is not None and hit.what == "body" else None

    # --- the board

    def liveries(self) -> Mapping[str, Livery]:
        return self.rules.liveries(self.playback.state) if self._playback is not None else {}

    def turned(self) -> Mapping[str, float]:
        return {**self.rules.facings(self.playback.state), **self.headings()} if self._playback is not None else {}

    def _strokes(self) -> tuple[Stroke, ...]:
        """The lines of what happens now, or of what happened last."""
        if self._playback is None:
            return ()
        beat = self._playback.beat
        if beat is not None:
            return beat.strokes
        return tuple(dict.fromkeys(s for e in self.entries if e.done == self._playback.at for s in e.strokes))

    def shown(self) -> object:
        at = self._playback.state if self._playback is not None else None
        return at, self._strokes(), self._picked, marks_key(self.measuring), self.staged_key()

    def draw_marks(self, board: Board) -> None:
        if self._playback is None:
            return
        rules, state = self.rules, self._playback.state
        draw_edges(board, rules.edges(state))
        draw_markers(board, rules.markers(state))
        draw_hazes(board, rules.hazes(state))
        draw_measured(board, self.measuring, self.window.viewpoint.eye)
        if not self.draw_staged(board):
            draw_fronts(board, rules.table(state).bodies, rules.facings(state))
            for stroke in self._strokes():
                draw_stroke(board, stroke)
            around = rules.around(self.known, self._picked, self.viewer) if self._picked is not None else None
            if around is not None:
                draw_evidence(board, rules.table(state), around.marks)
        for body in (body for body in rules.table(state).bodies if body.id == self._picked):
            board.ring(body.at[:2], body.radius + 0.12, body.at[2] + 0.06, PICKED, 3.0)

    # --- panels

    def legend(self, ui: Any) -> None:
        if self._playback is not None:
            (own_window(self.rules) or OwnWindow)().draw_legend(ui)

    @property
    def terrain_does(self) -> Mapping[Kind, str]:  # type: ignore[override]
        return (own_window(self.rules) or OwnWindow)().terrain if self._playback is not None else {}

    def panels(self, ui: Any) -> None:
        playback = self._playback
        if playback is None:
            draw_reading(ui, self.path, self.fault, self.on_leave)
            return
        rules, state = self.rules, self.known
        names, colors = rules.player_names(state), rules.side_colors(state)
        self._draw_labels(ui, self.draw_staged_panels(ui, state))
        bar = rules.turn_bar(playback.state)
        draw_top(ui, bar, names, colors, self.viewer, see_as=self.see_as, leave=self._leave_buttons())
        if self.log_open:
            scroll, self._scrolled = self._scrolled != self.here, self.here
            draw_log(ui, self.entries, playback.shown_at, self.here, self.go, scroll, self.low)
        if self.measuring.active:
            self._measured.draw(ui, (BAR + EDGE) * ui.scale, (self.low + 2 * EDGE) * ui.scale)
        else:
            rosters = [rules.roster(state, player) for player in (1, 2)]
            draw_now(ui, rules, rosters, names, colors, self.now_lines(), self.rolls())
        with draw_foot(ui, playback, self.commands(), self.measuring, self.go, self.low):
            if self.low > FOOT:
                draw_chances(ui, self._chances.found, playback.at, playback.last, names, colors, self.go)
        if self.is_asking_who_plays:
            bots = bot_names(rules)
            draw_play_on(ui, self.origin(), names, bots[0] if bots else "", self.play_on, self.close_play_on)

    def _leave_buttons(self) -> dict[str, LeaveButton]:
        """Return the buttons at the right end of the bar."""
        buttons = {}
        if self._begin is not None:
            words = f"{ICONS['play']} Play on"
            tip = "Start a new game from this action"
            buttons["play on here"] = LeaveButton(words, self.ask_who_plays, tip, self.why_not_play_on())
        buttons["help"] = LeaveButton("?", self._help, "Mouse and keys")
        if self.on_leave is not None:
            buttons["leave"] = LeaveButton(f"{ICONS['back']} Leave", self.on_leave)
        return buttons

    def _help(self) -> None:
        self.window.help = not self.window.help

    def _draw_labels(self, ui: Any, covered: Sequence[Rect]) -> None:
        """The labels over models and objectives, beside what is covered; those of models on their way go along."""
        if not self.window.names:
            return
        state, elsewhere = self.playback.state, self.playback.staging.elsewhere
        draw_labels_over(ui, self.window, self.rules, state, None, elsewhere=elsewhere, picked=self._picked, taken=covered)
        draw_tags(measured_tags(self.measuring), self.window.project)
