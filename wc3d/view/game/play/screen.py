"""Playing a game at the window: by mouse and keys, everything that the game offers, with nothing shown that may not be known."""
from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from wc3d.engine.dice import Roll
from wc3d.errors import InputError
from wc3d.evidence.palette import RGB
from wc3d.evidence.picking import Hit
from wc3d.table.table import Table
from wc3d.view.game.model_labels import facings_of, liveries_of
from wc3d.view.game.play import overlays as play_marks
from wc3d.view.game.play.action_menu import Choice, Prospect
from wc3d.view.game.play.dice_tray import Tray, Typing
from wc3d.view.game.play.framing import Gaze
from wc3d.view.game.play.interaction import Hand
from wc3d.view.game.play.layout import draw_panels
from wc3d.view.game.play.log import Entry
from wc3d.view.game.play.previews import Painter, Seeker
from wc3d.view.game.play.prompt_at_model import model_asked
from wc3d.view.game.play.session import Session
from wc3d.view.game.play.top_bar import side_rgb
from wc3d.view.measuring.marks import marks_key, measured_exhibit
from wc3d.view.measuring.tool_panels import MeasuringPanels
from wc3d.view.measuring.tools import Measuring
from wc3d.view.neo_mechanika.legend import draw_label_legend
from wc3d.view.shapes.figures import Livery
from wc3d.view.stage.board import Board
from wc3d.view.window.panels import EDGE
from wc3d.view.window.screen import Command
from wc3d.warcaster import actions as act
from wc3d.warcaster.previews.action_preview import refusal
from wc3d.warcaster.state import PLAYERS


class Play(Gaze):
    """The screen of a game. `on_leave` is called when the players leave it; without it there is no such button."""

    name = "play"

    def __init__(self, session: Session, on_leave: Callable[[], object] | None = None) -> None:
        self.session, self.on_leave = session, on_leave
        self.seeker = Seeker()
        self.hand = Hand(session, self, self.seeker.ask)
        self.tray, self.typing, self.painter = Tray(), Typing(), Painter()
        self.measuring = Measuring(lambda: self.table, lambda: self.selected, lambda id: self.hand.state.name(id))
        self.measured = MeasuringPanels(self.measuring)
        self.menu = self.score = False
        self.log_open = True
        self.shown_entry: Entry | None = None
        self.hovered: Choice | None = None
        self.pointed_at: str | None = None
        self.copy_name = ""
        self.sure = ""
        self.able: frozenset[str] = frozenset()
        self._lines = -1
        self._changes = -1
        self._prospects: dict[Choice, Prospect | None] = {}
        self._fault = ""
        self._round = 0
        self.now_high = self.place_high = 120.0
        self.cards_open = False
        self._dots = 0
        self._sat = ""
        self._over = False

    # --- what the window asks

    @property
    def table(self) -> Table:
        return self.hand.table

    @property
    def selected(self) -> str | None:
        return self.hand.model

    def entered(self) -> None:
        if self.session.bots:
            self.session.thinker.start()
        self.session.keep()
        self._follow()
        self.home()

    def side_looked_from(self) -> str:
        """The table side from which the only person looks."""
        return self.hand.state.players[self.session.reader].side if self.session.reader is not None else ""

    def left(self) -> None:
        self.session.close()
        self.painter.close()
        self.seeker.close()
        self.measuring.close()

    def say(self, words: str) -> None:
        """Tell something."""
        self.window.notices.say(words)

    def complain(self, words: object) -> None:
        """Tell of a refusal."""
        self.window.notices.complain(words)

    def side(self, player: int) -> RGB:
        """A player's colour."""
        return side_rgb(self.hand.state, player)

    def liveries(self) -> Mapping[str, Livery]:
        return liveries_of(self.hand.state)

    def turned(self) -> Mapping[str, float]:
        return facings_of(self.hand.state)

    def shown(self) -> object:
        draft = self.hand.draft
        doing = (draft.action(), draft.verdict, draft.settled) if draft is not None else None
        pointing = self.pointed_at, self.hovered, marks_key(self.measuring)
        return self.hand.picked, doing, self.hand.aim, self.shown_entry, self.session.changes, pointing, self.painter.found

    def draw_marks(self, board: Board) -> None:
        play_marks.draw(self, board)

    def poll(self) -> bool:
        self.refit()
        changed = self.session.poll()
        way = self.seeker.poll()
        if way is not None:
            self.hand.arrived(*way)
            changed = True
        self._follow()
        self.painter.follow(self.hand.draft)
        dots, self._dots = self._dots, int(time.monotonic() * 2) if self.session.thinking else 0
        return any((self.tray.poll(), self.painter.poll(), self.measuring.poll(), changed, dots != self._dots))

    def _follow(self) -> None:
        """Bring everything shown up to date with the game."""
        self.hand.follow()
        if self._changes == self.session.changes:
            return
        self._changes = self.session.changes
        if self.side_looked_from() != self._sat:
            self._sat = self.side_looked_from()
            self.home()
        if self.session.pass_to:
            self.measuring.put_down()
        self._prospects.clear()
        self.hovered, self.sure = None, ""
        self.able = frozenset(self.hand.choices.able())
        self.tray.add(self.session.rolled)
        self.session.rolled = []
        model = model_asked(self)
        if model is not None:
            self.bring((self.hand.state.place(model),))
        if self.session.fault and self.session.fault != self._fault:
            self.complain(self.session.fault)
        self._fault = self.session.fault
        state = self.hand.state
        if 0 < self._round < state.round:
            points = ", ".join(f"{self.player_name(p)} {state.players[p].points} VP" for p in PLAYERS)
            self.say(f"Pulse round {self._round} is over: {points}")
        self._round = state.round
        if self.session.game.over and not self._over:
            self.score = True
        self._over = self.session.game.over
        self.window.log(f"changed {self.session.changes} turns {len(self.session.game.turns)}")
        self.window.dirty(3)

    # --- mouse

    def pointed(self, hit: Hit | None) -> None:
        if self.measuring.active:
            self.pointed_at = None
            self.measuring.pointed(hit)
            return
        self.pointed_at = hit.id if hit is not None and hit.what == "body" else None
        self.hand.point(hit)

    def clicked(self, hit: Hit | None) -> None:
        if self.measuring.active:
            self.measuring.clicked(hit)
        elif not (self.menu or self.session.pass_to or self.session.wanted):
            self.shown_entry = None
            self.tray.skip()
            self.hand.click(hit, self.window.shift_held)
            self._follow()

    def may_drag(self, hit: Hit) -> bool:
        if self.measuring.active:
            return self.measuring.may_drag(hit, self.window.eye)
        return hit.what == "body" and not self.session.pass_to and self.hand.may_drag(hit.id)

    def dragged(self, hit: Hit | None) -> None:
        (self.measuring.dragged if self.measuring.active else self.hand.drag)(hit)

    def dropped(self, hit: Hit | None) -> None:
        if self.measuring.active:
            self.measuring.dropped(hit)
            return
        self.hand.drop(hit, self.window.shift_held)
        self._follow()

    def cancelled(self) -> None:
        if self.menu or self.score:
            self.menu = self.score = False
        elif self.measuring.cancelled():
            pass
        elif self.shown_entry is not None:
            self.shown_entry = None
        elif not self.hand.cancel():
            self.menu = True

    def passing(self) -> tuple[str, ...]:
        return (self.hand.dragged,) if self.hand.dragged is not None else self.measuring.passing()

    # --- keys and buttons

    def commands(self) -> Mapping[str, Command]:
        tools = {} if self.session.pass_to else self.measuring.commands()
        return {
            **tools, "end": self._end, "next": self._next, "undo": lambda: self.press("undo"), "save": lambda: self.press("menu"),
            "home": self.home, "top": self.top, "log": self._toggle_log, "jump": self._jump, "along": self._along,
        }  # fmt: skip

    def free(self) -> bool:
        """May the game be acted on: is no measuring tool in hand? If one is, that is said."""
        if self.measuring.active:
            self.say(f"{self.window.ui.key('cancel')} puts the measuring tool down first")
        return not self.measuring.active

    def _end(self) -> None:
        if self.session.pass_to:
            self.press("sit down")
        elif not self.free():
            return
        elif not self.tray.skip() and not self.session.wanted and not self.menu:
            self.hand.end()
            self._follow()

    def _next(self) -> None:
        if not self.session.pass_to and self.hand.next() is not None:
            self.look_at_picked()

    def _jump(self) -> None:
        if self.free():
            self.hand.jump()

    def _toggle_log(self) -> None:
        self.log_open = not self.log_open

    def _along(self) -> None:
        seen = measured_exhibit(self.measuring) if self.measuring.active else None
        of_sight = [s for s in seen.strokes if s.bold and len(s.points) > 1] if seen is not None else []
        stroke = next(iter((*of_sight, *(self.shown_entry.strokes if self.shown_entry is not None else ()))), None)
        line = (stroke.points[0], stroke.points[-1]) if stroke is not None else play_marks.line_of(self)
        if line is None:
            self.say("pick an attack in the log, or point at a target: then the camera can look along the line")
        else:
            self.window.viewpoint.along(line)
            self.window.look()

    def press(self, mark: str) -> None:
        """A button of the bar, the menu or the cover was pressed."""
        presses: dict[str, Command] = {
            "undo": self._undo, "menu": self._open_menu, "close menu": self._close_menu, "score": self._open_score,
            "help": self._help, "concede": self._concede, "sit down": self._sit_down, "leave": self.on_leave or (lambda: None),
            "watch": self._watch,
        }  # fmt: skip
        presses[mark]()
        self._follow()

    def _undo(self) -> None:
        if self.free():
            self.hand.undo()

    def _open_menu(self) -> None:
        self.menu = not self.menu

    def _close_menu(self) -> None:
        self.menu = False

    def _open_score(self) -> None:
        self.menu, self.score = False, not self.score

    def _help(self) -> None:
        self.menu, self.window.help = False, True

    def _concede(self) -> None:
        if self.sure != "concede":
            self.sure = "concede"
            return
        self.sure, self.menu = "", False
        self.hand.do(act.Concede(player=self.session.asked or self.session.people[0]))

    def _watch(self) -> None:
        """See the game again from its beginning."""
        from wc3d.view.game.replay.screen import Replaying

        if self.session.path is not None:
            self.session.keep()
            self.window.show(Replaying(self.session.path, self.on_leave))

    def _sit_down(self) -> None:
        self.session.sit_down()

    def save_copy(self) -> None:
        """Write the game to the file whose name was typed."""
        try:
            self.session.save_copy(self.copy_name)
        except InputError as error:
            self.complain(error)
        else:
            self.say(f"saved in {self.copy_name}")
            self.menu = False

    def refuse_card(self, card: str) -> None:
        """Tell why a card cannot be played now."""
        asked, state = self.session.asked, self.hand.state
        unit = next((u for u in state.units_in_play(asked or None)), None)
        if asked:
            played = act.Play(player=asked, card=card, on=unit.id if unit is not None else "")
            self.complain(refusal(state, self.session.check(played)))
        else:
            self.say("it is not your turn to decide")

    @property
    def wanted(self) -> Roll | None:
        """The roll that people are to make and type in, or None."""
        return self.session.wanted

    def type_roll(self, faces: tuple[int, ...]) -> None:
        """What their dice show. Raises DiceError."""
        self.session.type_roll(faces)
        self._follow()

    def player_name(self, player: int) -> str:
        """What a player is called."""
        return self.session.name(player)

    # --- what is looked at

    def pick(self, id: str) -> None:
        """Something in the list was clicked: look at it, and bring it into view."""
        self.hand.pick(id)
        self.look_at_picked()

    def look_at_picked(self) -> None:
        """Bring what is picked into view, if it is not there yet."""
        model = self.hand.model
        if model is not None and self.hand.state.on_table(model):
            self.bring((self.hand.state.place(model),))

    def show_entry(self, entry: Entry) -> None:
        """Show where a line of the log happened."""
        self.shown_entry = None if self.shown_entry is entry else entry
        places = entry.places
        if self.shown_entry is not None and places:
            self.bring(places, near=True)
        elif self.shown_entry is not None:
            self.say("that happened nowhere on the table")

    def log_grew(self) -> bool:
        """Has the log got longer since this was last asked?"""
        before, self._lines = self._lines, len(self.session.log.entries)
        return before != self._lines

    def prospect(self, choice: Choice) -> Prospect | None:
        """The chances of an attack, worked out once."""
        if choice not in self._prospects:
            self._prospects[choice] = self.hand.choices.prospect(choice)
        return self._prospects[choice]

    # --- panels

    def floor(self) -> float | None:
        cards = self.window.ui.marks.get("cards")
        return cards[1] - EDGE if cards is not None else None

    def legend(self, ui: Any) -> None:
        draw_label_legend(ui)

    def panels(self, ui: Any) -> None:
        draw_panels(ui, self)
