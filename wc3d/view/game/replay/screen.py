"""Watching a saved game: playing it, going through it both ways, to its attacks; as one player knew it, or as both did."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wc3d.evidence.exhibit import Stroke
from wc3d.evidence.palette import RGB, Livery
from wc3d.evidence.picking import Hit
from wc3d.table.table import Table
from wc3d.view.game.model_labels import badges_of, draw_tokens, facings_of, hidden_from, liveries_of
from wc3d.view.game.play.log import Entry
from wc3d.view.game.play.top_bar import HEIGHT
from wc3d.view.game.replay.panels import FOOT, draw_foot, draw_log, draw_now, draw_reading, draw_top
from wc3d.view.game.replay.playback import Course, Recording, read_recording
from wc3d.view.measuring.marks import draw_measured, marks_key, measured_exhibit, measured_tags
from wc3d.view.measuring.tool_panels import MeasuringPanels
from wc3d.view.measuring.tools import Measuring
from wc3d.view.neo_mechanika.legend import draw_label_legend
from wc3d.view.stage.board import Board
from wc3d.view.stage.markers import draw_edges, draw_markers
from wc3d.view.stage.overlays import draw_stroke
from wc3d.view.window.file_kinds import Given
from wc3d.view.window.panels import EDGE, draw_tags
from wc3d.view.window.screen import Command, Screen
from wc3d.view.work.background import Beside
from wc3d.warcaster import events as ev
from wc3d.warcaster.previews.board_marks import markers_of, table_edges
from wc3d.warcaster.state import State

PICKED: RGB = (255, 214, 96)


class Replaying(Screen):
    """The screen of `wc3d replay --window`: a file, which is read beside the window, or a recording.

    `on_leave` is called when the person leaves it; without it there is no such button. `read` is told of a file that could
    be read. It begins after `at` actions.
    """

    name = "replay"
    takes = ("game",)

    def __init__(
        self, what: Path | Recording, on_leave: Callable[[], object] | None = None,
        read: Callable[[Path], object] | None = None, at: int = 0,
    ) -> None:  # fmt: skip
        self.on_leave, self._read = on_leave, read
        self.beside = Beside()
        self.fault = ""
        self._at = at
        self.path = what if isinstance(what, Path) else None
        self.viewer: int | None = None
        self.log_open = True
        self._picked: str | None = None
        self._course = Course(what) if isinstance(what, Recording) else None
        self._known: tuple[object, ...] = ()
        self._state: State | None = None
        self._scrolled = -1
        self.measuring = Measuring(lambda: self.table, lambda: self.selected, lambda id: self.course.state.name(id))
        self._measured = MeasuringPanels(self.measuring)

    # --- what is shown

    @property
    def course(self) -> Course:
        """Where one is in the game."""
        assert self._course is not None, "nothing is read yet"
        return self._course

    @property
    def table(self) -> Table | None:
        return self._course.table if self._course is not None else None

    @property
    def selected(self) -> str | None:
        return self._picked

    @property
    def known(self) -> State:
        """The state as it is shown, without what the viewer does not know."""
        now = (self.course.state, self.viewer)
        if self._state is None or not self._known or now[0] is not self._known[0] or now[1] != self._known[1]:
            self._known, self._state = now, self.course.recording.game.rules.seen_by(*now)
        return self._state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines of the log."""
        return self.course.recording.logs[self.viewer]

    @property
    def here(self) -> int:
        """The number of the last line of what has been done."""
        return max((n for n, entry in enumerate(self.entries) if entry.done <= self.course.at), default=0)

    def scroll_wanted(self) -> bool:
        """Has one gone elsewhere since this was last asked?"""
        before, self._scrolled = self._scrolled, self.here
        return before != self._scrolled

    def now_lines(self) -> list[str]:
        """The lines of the action that was done last, without the rows of the scoreboard: the points stand above."""
        lines = [e.words for e in self.entries if e.done == self.course.at and not e.heading and e.words]
        return [line for line in lines if "  " not in line.strip()]

    def rolls(self) -> tuple[ev.Rolled, ...]:
        """The rolls made so far in what is shown."""
        beat = self.course.beat
        if beat is not None:
            return beat.rolls
        return tuple(e for e in self.course.replay.events if isinstance(e, ev.Rolled))

    def player_name(self, player: int) -> str:
        """What a player is called."""
        return self.course.state.setup.names[player - 1]

    # --- what the window asks

    def files_dropped(self, paths: Sequence[Path], given: Given, hit: Hit | None) -> None:
        self.window.show(Replaying(paths[0], self.on_leave, self._read))

    def entered(self) -> None:
        if self._course is None and self.path is not None:
            self.beside.ask(f"Reading {self.path.name}", read_recording, str(self.path))

    def left(self) -> None:
        self.beside.stop()
        self.measuring.close()

    def poll(self) -> bool:
        if self._course is not None:
            moved = self._course.poll()
            return self.measuring.poll() or moved
        report = self.beside.poll()
        if report is not None and report.answer is not None:
            self._begin(report.answer)
        elif report is not None and report.failure:
            self.fault = report.failure
            self.window.notices.complain(report.failure)
            self.window.log(f"fault {report.failure}")
        return report is not None

    def _begin(self, recording: Recording) -> None:
        self._course = Course(recording)
        self._course.to(self._at)
        self.beside.stop()
        if recording.damage:
            self.window.notices.complain(f"{recording.damage}: the game is shown as far as it is sound")
        if self._read is not None and self.path is not None:
            self._read(self.path)
        self.window.log(f"recording {len(self._course.replay)}")

    def commands(self) -> Mapping[str, Command]:
        course = self._course
        if course is None:
            return {}
        return {
            **self.measuring.commands(), "play": course.play, "end": course.play, "forward": self._forward, "back": course.back,
            "next_attack": lambda: self._attack(course.next_attack, "no more attacks"),
            "previous_attack": lambda: self._attack(course.previous_attack, "no attack before this"),
            "faster": course.faster, "slower": lambda: course.faster(-1), "log": self._toggle_log, "along": self._along,
        }  # fmt: skip

    def _forward(self) -> None:
        self.course.playing = False
        self.course.forward()

    def _attack(self, go: Callable[[], bool], none: str) -> None:
        if not go():
            self.window.notices.say(none)

    def _toggle_log(self) -> None:
        self.log_open = not self.log_open

    def _along(self) -> None:
        seen = measured_exhibit(self.measuring) if self.measuring.active else None
        of_sight = [s for s in seen.strokes if s.bold and len(s.points) > 1] if seen is not None else []
        line = next((s for s in (*of_sight, *self._strokes()) if s in of_sight or (s.label and len(s.points) == 2)), None)
        if line is None:
            self.window.notices.say("go to an attack: then the camera can look along its line")
        else:
            self.window.viewpoint.along((line.points[0], line.points[-1]))
            self.window.look()

    def cancelled(self) -> None:
        if self._course is None and self.on_leave is not None:
            self.on_leave()
        elif self._course is not None and not self.measuring.cancelled():
            self._course.playing = False
            self._picked = None

    def go(self, at: int) -> None:
        """Go to after so many actions."""
        self.course.to(at)
        self.window.log(f"at {self.course.at}")

    def see_as(self, viewer: int | None) -> None:
        """Show it as a player knew it; None: as both did."""
        self.viewer, self._scrolled = viewer, -1

    def pointed(self, hit: Hit | None) -> None:
        self.measuring.pointed(hit)

    def may_drag(self, hit: Hit) -> bool:
        return self.measuring.may_drag(hit, self.window.eye)

    def passing(self) -> tuple[str, ...]:
        return self.measuring.passing()

    def dragged(self, hit: Hit | None) -> None:
        self.measuring.dragged(hit)

    def dropped(self, hit: Hit | None) -> None:
        self.measuring.dropped(hit)

    def clicked(self, hit: Hit | None) -> None:
        if self.measuring.active:
            self.measuring.clicked(hit)
            return
        self._picked = hit.id if hit is not None and hit.what == "body" else None

    # --- the board

    def liveries(self) -> Mapping[str, Livery]:
        return liveries_of(self.course.state) if self._course is not None else {}

    def turned(self) -> Mapping[str, float]:
        return facings_of(self.course.state) if self._course is not None else {}

    def _strokes(self) -> tuple[Stroke, ...]:
        """The lines of what happens now, or of what happened last."""
        if self._course is None:
            return ()
        beat = self._course.beat
        if beat is not None:
            return beat.strokes
        return tuple(dict.fromkeys(s for e in self.entries if e.done == self._course.at for s in e.strokes))

    def shown(self) -> object:
        at = self._course.state if self._course is not None else None
        return at, self._strokes(), self._picked, marks_key(self.measuring)

    def draw_marks(self, board: Board) -> None:
        if self._course is None:
            return
        state = self._course.state
        draw_edges(board, table_edges(state))
        draw_markers(board, markers_of(state))
        draw_measured(board, self.measuring, self.window.viewpoint.eye)
        for stroke in self._strokes():
            draw_stroke(board, stroke)
        if self._picked is not None and state.on_table(self._picked):
            body = state.table.body(self._picked)
            board.ring(body.at[:2], body.radius + 0.12, body.at[2] + 0.06, PICKED, 3.0)

    # --- panels

    def legend(self, ui: Any) -> None:
        draw_label_legend(ui)

    def panels(self, ui: Any) -> None:
        if self._course is None:
            draw_reading(ui, self)
            return
        self._signs(ui)
        draw_top(ui, self)
        if self.log_open:
            draw_log(ui, self)
        if self.measuring.active:
            self._measured.draw(ui, (HEIGHT + EDGE) * ui.scale, (FOOT + 2 * EDGE) * ui.scale)
        else:
            draw_now(ui, self)
        draw_foot(ui, self)

    def _signs(self, ui: Any) -> None:
        """The signs over models and objectives; those of models on their way go along."""
        if not self.window.names or self.window.picker is None:
            return
        state, table, beat = self.course.state, self.course.table, self.course.beat
        badges: Sequence[Any] = badges_of(state)
        if beat is not None and beat.tracks:
            at = {id: table.body(id).at for id in beat.tracks if state.on_table(id)}
            badges = [badge.standing(at[badge.id]) if badge.id in at else badge for badge in badges]
        hidden = hidden_from(self.window.picker, self.window.eye, badges)
        picked = (self._picked,) if self._picked is not None else ()
        draw_tokens(ui, self.window.project, badges, markers_of(state), picked=picked, hidden=hidden)
        draw_tags(measured_tags(self.measuring), self.window.project)
