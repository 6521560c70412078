"""Playing a game at the window: by mouse and keys, everything that the game offers, with nothing shown that may not be known."""
from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from wc3d.animation.queue import Staging
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.panda.board import Board
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import Livery
from wc3d.registry import own_window
from wc3d.scene.picking import RayHit
from wc3d.table.table import Table
from wc3d.ui.controller import Interaction
from wc3d.ui.game_log import LogLine
from wc3d.ui.measuring.draw import draw_measured, marks_key
from wc3d.ui.measuring.game_rules import GameMeasuring
from wc3d.ui.measuring.readout import bold_line, measured_exhibit, measured_tags
from wc3d.ui.overlays import (
    Attention,
    draw_ground,
    draw_overlays,
    facings_shown,
    line_of,
    previews_of,
    tags_of,
)
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.animated_screen import StagedScreen
from wc3d.window.play.game.layout import PlayCommands, PlayPanels, TableView
from wc3d.window.play.game_hooks import OwnWindow
from wc3d.window.play.model_labels import draw_labels_over
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.recent import file_for_game, remember, remember_replay
from wc3d.window.shell.screen import Command
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import EDGE, draw_tags
from wc3d.workers.table_worker import Worker


class PlayScreen(StagedScreen):
    """The screen of a game. `on_leave` is called when the players leave it; without it there is no such button."""

    name = "play"

    def __init__(self, session: PlaySession, on_leave: Callable[[], object] | None = None) -> None:
        self.session, self.on_leave = session, on_leave
        self.interaction = Interaction(session, self, Worker)
        self.rules = self.interaction.rules
        self.measuring = GameMeasuring(lambda: self.table, self.interaction)
        commands = PlayCommands(
            self.press, self.pick, self.show_line, lambda places: self.bring(places, near=True), self.type_roll, self.save_copy,
            self.may_act, self.complain, self.set_pace,
        )  # fmt: skip
        own: type[OwnWindow] = own_window(self.rules) or OwnWindow
        self.layout = PlayPanels(session, self.interaction, self.measuring, own(), commands)
        self.terrain_does, self.low = self.layout.own.terrain, self.layout.own.low
        self.pointed_at: str | None = None
        self._changes = -1
        self._fault = ""
        self._last_state: Any = None
        self._dots, self._sat = 0, ""
        self._over = False

    # --- what the window asks

    @property
    def rules_name(self) -> str:
        return self.rules.name

    @property
    def table(self) -> Table:
        return self.session.staging.table if self.session.staging.busy else self.interaction.table

    @property
    def staging(self) -> Staging:
        return self.session.staging

    @property
    def selected(self) -> str | None:
        return self.interaction.model

    @property
    def attention(self) -> Attention:
        """What the person looks at."""
        return Attention(self.layout.hovered, self.pointed_at, self.layout.shown_line)

    def entered(self) -> None:
        if self.session.bots:
            self.session.thinker.start()
        self.session.keep()
        self.staging.pace(self.window.settings.display.pace)
        self._follow()
        self.to_models()

    def side_looked_from(self) -> str:
        """The table side from which the person looks who sits here: the only one, or the one who was given the screen last;
        before anybody was, the one who sets up."""
        sits = self.session.reader or self.session.seat or self.session.asked
        return self.rules.side_looked_from(self.interaction.state, sits) if sits else ""

    def left(self) -> None:
        self.session.close()
        self.interaction.close()
        self.layout.advice.close()
        self.measuring.close()

    def say(self, words: str) -> None:
        """Tell something."""
        self.window.notices.say(words)

    def complain(self, words: object) -> None:
        """Tell of a refusal."""
        self.window.notices.complain(words)

    def liveries(self) -> Mapping[str, Livery]:
        return self.rules.liveries(self.interaction.state)

    def turned(self) -> Mapping[str, float]:
        return {**facings_shown(self.interaction), **self.headings()}

    def shown(self) -> object:
        interaction, pending = self.interaction, self.interaction.pending
        doing = (pending.action(), pending.verdict, pending.settled) if pending is not None else None
        view_key = self.attention, marks_key(self.measuring), interaction.own.reach()
        return interaction.picked, doing, interaction.aimed, self.session.changes, view_key, self.staged_key()

    def draw_marks(self, board: Board) -> None:
        eye = self.window.viewpoint.eye
        draw_ground(board, self.interaction)
        if self.measuring.active:
            draw_measured(board, self.measuring, eye)
        elif not self.draw_staged(board):
            draw_overlays(board, self.interaction, self.attention, self._recent(), eye)

    def _recent(self) -> tuple[Stroke, ...]:
        """The attack or the way of a moment ago, while a bot plays or a reaction to it is asked."""
        lines = self.session.log.lines
        shows = self.session.thinking or self.rules.is_reaction(self.interaction.state)
        return lines[-1].strokes if lines and shows else ()

    def poll(self) -> bool:
        self.refit()
        changed = self.session.poll()
        changed = self.follow_staging() or changed
        changed = self.interaction.poll() or changed
        self._follow()
        dots, self._dots = self._dots, int(time.monotonic() * 2) if self.session.thinking else 0
        return any((self.measuring.poll(), self.layout.advice.poll(), changed, dots != self._dots))

    def _follow(self) -> None:
        """Bring everything shown up to date with the game."""
        self.interaction.follow()
        if self._changes == self.session.changes:
            return
        self._changes = self.session.changes
        if self.side_looked_from() != self._sat and not self.staging.busy:
            self._sat = self.side_looked_from()
            self.to_models()
        if self.session.pass_to:
            self.measuring.put_down()
            if self.session.seat:
                self.window.notices.shown.clear()  # a refusal may name a card of who sat here
        self.layout.follow()
        model = self.layout.model_asked()
        if model is not None:
            self.bring((self.rules.table(self.interaction.state).body(model).at,))
        self._tell_news()
        self.window.log(f"changed {self.session.changes} turns {len(self.session.game.turns)}")
        self.window.dirty(3)

    def _tell_news(self) -> None:
        """Tell of a file that cannot be written, of a round that is over, and open the score at the end."""
        if self.session.fault and self.session.fault != self._fault:
            self.complain(self.session.fault)
        self._fault = self.session.fault
        state = self.interaction.state
        news = self.rules.news(self._last_state, state) if self._last_state is not None else ""
        if news:
            self.say(news)
        self._last_state = state
        if self.session.over and not self._over:
            self.layout.score_open = True
        self._over = self.session.over

    # --- mouse

    def pointed(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.pointed_at = None
            self.measuring.pointed(hit)
            return
        self.pointed_at = hit.id if hit is not None and hit.what == "body" else None
        self.interaction.point(hit)

    def clicked(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.clicked(hit)
        elif not (self.layout.menu_open or self.session.pass_to or self.session.wanted):
            self.layout.shown_line = None
            if self.session.shows_own or not self.session.skip():
                self._to_present()
                self.interaction.click(hit, self.window.shift_held)
                self._follow()

    def may_drag(self, hit: RayHit) -> bool:
        if self.measuring.active:
            return self.measuring.may_drag(hit, self.window.eye)
        if hit.what != "body" or self.session.pass_to:
            return False
        if self.session.comes_next(self.rules.owner(self.interaction.state, hit.id)):
            self._to_present()
        return self.interaction.may_drag(hit.id)

    def _to_present(self) -> None:
        """Whoever acts waits for nothing: what has not been shown yet is shown at once."""
        if self.session.present():
            self._follow()

    def dragged(self, hit: RayHit | None) -> None:
        (self.measuring.dragged if self.measuring.active else self.interaction.drag)(hit)

    def dropped(self, hit: RayHit | None) -> None:
        if self.measuring.active:
            self.measuring.dropped(hit)
            return
        self.interaction.drop(hit, self.window.shift_held)
        self._follow()

    def cancelled(self) -> None:
        if self.layout.menu_open or self.layout.score_open:
            self.layout.menu_open = self.layout.score_open = False
        elif self.measuring.cancelled():
            pass
        elif self.layout.shown_line is not None:
            self.layout.shown_line = None
        elif not self.interaction.cancel():
            self.layout.menu_open = True

    def passing(self) -> tuple[str, ...]:
        return (self.interaction.dragged,) if self.interaction.dragged is not None else self.measuring.passing()

    # --- keys and buttons

    def commands(self) -> Mapping[str, Command]:
        tools = {} if self.session.pass_to else self.measuring.commands()
        return {
            **tools, "end": self._end, "next": self._next, "save": lambda: self.press("menu"),
            "undo": lambda: self.press("undo"), "redo": lambda: self.press("redo"),
            "home": self.home_or_models, "top": self.top, "log": self._toggle_log, "jump": self._jump, "along": self._along,
            "present": self._to_present, **{t: partial(self.interaction.command, t) for t in ("turn_left", "turn_right")},
            "weighed": partial(self.press, "weighed"),
        }  # fmt: skip

    def may_act(self) -> bool:
        """May the game be acted on: is no measuring tool in hand? If one is, that is said."""
        if self.measuring.active:
            self.say(f"First press {self.window.ui.key('cancel')} to close the measuring tool")
        return not self.measuring.active

    def _end(self) -> None:
        if self.session.pass_to:
            self.press("sit down")
        elif self.session.skip():
            self._follow()
        elif self.may_act() and not self.session.wanted and not self.layout.menu_open:
            self.interaction.end()
            self._follow()

    def _next(self) -> None:
        self._to_present()
        if not self.session.pass_to and self.interaction.pick_next() is not None:
            self.look_at_picked()

    def _jump(self) -> None:
        if self.may_act():
            self._to_present()
            self.interaction.command("jump")

    def _toggle_log(self) -> None:
        self.layout.log_open = not self.layout.log_open

    def _along(self) -> None:
        of_sight = bold_line(measured_exhibit(self.measuring)) if self.measuring.active else None
        logged = self.layout.shown_line.strokes if self.layout.shown_line is not None else ()
        line = of_sight or (logged[0].points if logged else line_of(self.interaction, self.attention))
        self.look_along(line, "Click an attack in the log or point at a target first, then look along the line")

    def press(self, mark: str) -> None:
        """A button of the bar, the menu or the cover was pressed."""
        layout = self.layout
        match mark:
            case "undo" if self.may_act():
                self._to_present()
                self.interaction.undo()
            case "redo" if self.may_act():
                self._to_present()
                self.interaction.redo()
            case "go on":
                self.session.skip()
            case "present":
                self._to_present()
            case "weighed":
                layout.toggle_weighed()
            case "menu":
                layout.menu_open = not layout.menu_open
            case "close menu":
                layout.menu_open = False
            case "score":
                layout.menu_open, layout.score_open = False, not layout.score_open
            case "help":
                layout.menu_open, self.window.help = False, True
            case "concede":
                self._concede()
            case "sit down":
                self.session.sit_down()
            case "leave" if self.on_leave is not None:
                self.on_leave()
            case "watch":
                self._watch()
        self._follow()

    def _concede(self) -> None:
        if self.layout.menu.sure != "concede":
            self.layout.menu.sure = "concede"
            return
        self.layout.menu.sure, self.layout.menu_open = "", False
        action = self.rules.conceding(self.session.asked or self.session.people[0])
        if action is not None:
            self.interaction.do(action)

    def _watch(self) -> None:
        """See the game again, from its beginning."""
        if self.session.path is not None:
            self.session.keep()
            begin = partial(branch_screen, on_leave=self.on_leave)
            self.window.show(ReplayScreen(self.session.path, self.on_leave, read=remember_replay, begin=begin))

    def save_copy(self) -> None:
        """Write the game to the file whose name was typed."""
        name = self.layout.menu.copy_name
        try:
            self.session.save_copy(name)
        except InputError as error:
            self.complain(error)
        else:
            self.say(f"Saved in {name}")
            self.layout.menu_open = False

    def type_roll(self, faces: tuple[int, ...]) -> None:
        """What the dice on the table show. Raises DiceError."""
        self.session.type_roll(faces)
        self._follow()

    # --- what is looked at

    def pick(self, id: str) -> None:
        """Something in the list was clicked: look at it, and bring it into view."""
        self.interaction.pick(id)
        self.look_at_picked()

    def look_at_picked(self) -> None:
        """Bring what is picked into view, if it is not there yet."""
        model = self.interaction.model
        if model is not None:
            self.bring((self.rules.table(self.interaction.state).body(model).at,))

    def show_line(self, line: LogLine) -> None:
        """Show where a line of the log happened."""
        shown_line = self.layout.shown_line = None if self.layout.shown_line is line else line
        places: Sequence[XYZ] = line.places
        if shown_line is not None and places:
            self.bring(places, near=True)
        elif shown_line is not None:
            self.say("This line has no place on the table")

    # --- panels

    def legend(self, ui: Any) -> None:
        self.layout.own.draw_legend(ui)

    def floor(self) -> float | None:
        cards = self.window.ui.marks.get("cards")
        return cards[1] - EDGE if cards is not None else None

    def panels(self, ui: Any) -> None:
        self.layout.may_leave = self.on_leave is not None
        view = TableView(
            self.free_room(), self.window.project, self.table, self.window.viewpoint.eye,
            lambda: previews_of(self.interaction, self.attention),
        )  # fmt: skip
        covered = self.layout.draw(ui, view)
        if not self.session.pass_to:
            covered += self.draw_staged_panels(ui, self.interaction.state)
            if self.window.names and self.window.picker is not None:
                self._draw_labels(ui, covered)
        self.layout.draw_over(ui, view)

    def _draw_labels(self, ui: Any, covered: Sequence[Rect]) -> None:
        """The labels over models and objectives, and what else is said over the board: beside each other, and beside panels."""
        pending, room = self.interaction.pending, self.free_room()
        ghosts = pending.ghosts if pending is not None and pending.settled else ()
        measuring, turn = self.measuring, self.window.viewpoint.orbit.turn
        tags = measured_tags(measuring) if measuring.active else tags_of(self.interaction, self.attention, turn)
        tag_rects = draw_tags(tags, self.window.project, covered, room)  # what is said now is nearest to whom it concerns
        draw_labels_over(
            ui, self.window, self.rules, self.interaction.state, self.session.viewer,
            elsewhere={**self.staging.elsewhere, **{ghost.id: ghost.at for ghost in ghosts}}, picked=self.interaction.model,
            tips=pending is None, room=room, brief=pending is not None, taken=(*covered, *tag_rects),
        )  # fmt: skip


def branch_screen(
    game: Game, bots: Mapping[int, str], on_leave: Callable[[], object] | None = None
) -> PlayScreen:
    """Return the screen of a game that plays on from a replay, kept in a file of its own. Raises InputError."""
    try:
        path = file_for_game()
    except OSError as error:
        raise InputError(f"cannot create a file for the game ({error.strerror})") from None
    screen = PlayScreen(PlaySession(game, bots, path=path), on_leave)
    screen.session.keep()
    remember(path, "game")
    return screen
