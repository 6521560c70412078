"""What a browser's page shows of a seat, as plain values: the window's own interaction at work on the host, one for each page."""
from __future__ import annotations

from math import dist
from typing import Any

from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.icons import ICONS
from wc3d.presentation.preview import Tag
from wc3d.scene.picking import RayHit
from wc3d.server.match.match import HostedGame
from wc3d.server.match.seat_session import SeatSession
from wc3d.server.match.table_talk import open_wish
from wc3d.server.pages.page_controller import CUT, PageScreen
from wc3d.server.pages.seat_animation import SeatStaging
from wc3d.server.pages.seat_buttons import ActionButtons, Button, odds, plain, tool_buttons
from wc3d.server.pages.seat_panels import card, measured, refusals, rosters
from wc3d.table.table import Table
from wc3d.ui.controller import Interaction
from wc3d.ui.measuring.draw import draw_measured
from wc3d.ui.measuring.game_rules import GameMeasuring
from wc3d.ui.measuring.readout import measured_tags
from wc3d.ui.overlays import Attention, draw_ground, draw_overlays, facings_shown, tags_of
from wc3d.web.live_stage import LiveStage, PagePens, label_words
from wc3d.workers.table_worker import MakeWorker, Worker

SAME = 1.2
"""Inches, or the radius of its base if that is more: a tap as near as that to the last one means the same place."""


class SeatScreen(PageScreen):
    """`notice` is what the person is told last. Nothing that is shown is more than the seat may know. `worker` makes those who
    work out what takes long; without it, ways are worked out at once."""

    def __init__(self, room: HostedGame, seat: int, stage: LiveStage, worker: MakeWorker | None = None) -> None:
        super().__init__(stage)
        self.room, self.seat, self.rules = room, seat, room.rules
        self.session = self._session()
        self.interaction = Interaction(self.session, self, worker)
        self.measuring = GameMeasuring(lambda: self.interaction.table, self.interaction, worker or Worker)
        self.measuring.cut_size = CUT
        self.staging = SeatStaging(room, seat, self.standing)
        self.actions = ActionButtons(self.interaction)
        self.attention = Attention()
        self._tapped: tuple[object, XYZ] | None = None
        self._number = room.visible(seat)

    def _session(self) -> SeatSession:
        return SeatSession(self.room, self.seat)

    # What it is told

    def say(self, words: str) -> None:
        """Tell the person something."""
        self.notice = words

    def complain(self, words: object) -> None:
        """Tell the person what was refused, and why."""
        self.notice = str(words)

    def follow(self) -> None:
        """Come up to where the game is."""
        if self._number != self.room.visible(self.seat):
            self._number = self.room.visible(self.seat)
            self.session.refresh()
            self.interaction.follow()
            self.attention = Attention()

    @property
    def busy(self) -> bool:
        """Is an answer still to come of what is worked out beside the game?"""
        return self.interaction.own.busy or (self.measuring.active and (self.measuring.busy or self.measuring.area.waits))

    @property
    def turning(self) -> bool:
        """Is a model turned that has been put down?"""
        pending = self.interaction.pending
        return pending is not None and pending.settled and pending.turns

    def poll(self) -> bool:
        """Hear what was worked out; True if there is anything new to show."""
        self.follow()
        has_news = self.interaction.poll()
        return self.measuring.poll() or has_news

    # What mouse and fingers do

    @property
    def table(self) -> Table:
        return self.interaction.table

    @property
    def passing(self) -> tuple[str | None, ...]:
        return self.measuring.passing() if self.measuring.active else (self.interaction.dragged,)

    def point(self, hit: RayHit | None) -> None:
        """The mouse is over something."""
        self.follow()
        if self.measuring.active:
            self.measuring.pointed(hit)
            return
        self.attention = Attention(model=hit.id if hit is not None and hit.what == "body" else None)
        self.interaction.point(hit)

    def click(self, hit: RayHit | None, corner: bool = False, touch: bool = False) -> None:
        """The board is clicked, or tapped: a finger points first, and puts down with a second tap at the same place."""
        self.follow()
        self.notice = ""
        interaction = self.interaction
        pending = interaction.pending
        if self.measuring.active:
            self.measuring.clicked(hit)
        elif touch and pending is not None and pending.pointed and not self._again(pending, hit):
            if hit is not None:
                interaction.drag(hit) if not pending.settled else pending.point(hit)
        elif pending is None and hit is not None and hit.id in interaction.movable and interaction.picked == hit.id:
            interaction.take(hit.id)  # a second click takes it in hand
        else:
            interaction.click(hit, corner)

    def _again(self, pending: Any, hit: RayHit | None) -> bool:
        """Is this the second tap at a place?"""
        last_tap, self._tapped = self._tapped, (pending, hit.at) if hit is not None else None
        tolerance = max(SAME, max((ghost.radius for ghost in pending.ghosts), default=0.0))
        return last_tap is not None and last_tap[0] is pending and hit is not None and dist(last_tap[1][:2], hit.at[:2]) <= tolerance

    def grab(self, hit: RayHit | None, id: str, eye: XYZ) -> None:
        """A drag begins at a model or a ghost."""
        self.follow()
        self.notice = ""
        if self.measuring.active and hit is not None:
            self.measuring.may_drag(hit, eye)
        elif self.session.asked:
            self.interaction.may_drag(id)

    def drag(self, hit: RayHit | None) -> None:
        """What is dragged is here now."""
        self.follow()
        if self.measuring.active:
            self.measuring.dragged(hit)
        elif self.interaction.dragged is not None:
            self.interaction.drag(hit)

    def drop(self, hit: RayHit | None, corner: bool = False) -> None:
        """What was dragged is put down."""
        self.follow()
        if self.measuring.active:
            self.measuring.dropped(hit)
        else:
            self.interaction.drop(hit, corner)

    def press(self, mark: str) -> None:
        """A button is pressed; one that is not there any more does nothing."""
        self.follow()
        self.notice = ""
        for face, act in (*self.buttons(), *tool_buttons(self.measuring), *self._held(), *self.actions.counters()[1]):
            if face["mark"] == mark:
                act()
                return

    def pick(self, id: str) -> None:
        """A row of a list is pressed."""
        self.follow()
        self.interaction.pick(id)

    def look(self, mark: str) -> None:
        """The button of an action is looked at: what it would do is shown; an empty mark: none is."""
        self.follow()
        self.attention = Attention(item=self.actions.shown.get(mark))

    def show_line(self, number: int) -> None:
        """Show where a line of the log happened; the same one again: no more."""
        self.follow()
        telling = self.room.telling[self.seat]
        version = self.room.versions[self._number - 1] if self._number else 0
        lines = telling.log_lines[: len(telling.lines(version))]
        line = lines[number] if 0 <= number < len(lines) else None
        self.attention = Attention(line=None if line is self.attention.line else line)

    def command(self, name: str) -> None:
        """What a key does: to what is in hand, or next, end, cancel."""
        self.follow()
        self.notice = ""
        if name == "cancel":
            self.measuring.cancelled() or self.interaction.cancel()
        elif name == "next":
            self.interaction.pick_next()
        elif name == "end" and self.session.asked:
            self.interaction.end()
        elif name in ("jump", "turn_left", "turn_right"):
            self.interaction.command(name)
        elif name in self.measuring.commands():
            self.measuring.commands()[name]()

    # Buttons

    def buttons(self) -> list[Button]:
        """What can be pressed now, in words."""
        if not self.session.asked:
            return []
        turns = self.room.playing.turns
        undone = self.room.playing.undone
        can_undo = bool(self.room.playing.undoable()) and turns[-1].action.player == self.seat
        can_redo = bool(undone) and undone[-1].action.player == self.seat and not self.room.over
        return self.actions.made(can_undo, can_redo)

    def _held(self) -> list[Button]:
        return self.actions.cards(self.seat) if self.seat else []

    # What is shown

    def shown(self) -> dict[str, Any]:
        """All that the page shows beside the log."""
        self.follow()
        interaction, rules, state = self.interaction, self.rules, self.session.state
        is_asked, pending = self.session.asked, interaction.pending
        counters = self.actions.counters()[0]
        buttons = [face for face, _ in self.buttons()]
        return {
            "t": "screen", "n": self._number, "head": plain(rules.moment(state)), "asked": self._who(), "mine": bool(is_asked),
            "question": [plain(line.strip()) for line in rules.describe_question(state)] if is_asked else [],
            "how": plain(self._how()) if is_asked and pending is None else "",
            "buttons": buttons, "cards": [face for face, _ in self._held()], "counters": counters,
            "tools": [face for face, _ in tool_buttons(self.measuring)],
            "picked": card(rules, state, interaction.picked, refusals(interaction)),
            "rosters": rosters(rules, state, self.room.names),
            "points": [plain(line) for line in rules.points(state)], "wish": self._wish(),
            "movable": list(interaction.movable) if is_asked else [], "figures": self.figures(), "ground": self.ground(),
            "over": self.room.over, **self.hand(),
        }  # fmt: skip

    def hand(self) -> dict[str, Any]:
        """What changes while something is pointed at: what is in hand, what is measured, and its marks."""
        pending = self.interaction.pending
        words = [plain(pending.words), plain(pending.status)] if pending is not None else []
        is_settled = pending is not None and pending.settled
        return {
            "hand": words, "notice": plain(self.notice), "measured": measured(self.measuring), "marks": self.marks(),
            "pointing": pending is not None and pending.pointed and (not is_settled or pending.turns),
            "able": pending.ready if pending is not None else None, "ghosts": self._ghosts(),
            "follows": self.measuring.active or bool(self.interaction.lit()),
        }  # fmt: skip

    def _ghosts(self) -> list[dict[str, Any]]:
        """The models that may be dragged though they are not where they stand: put down and not done, or measured from."""
        pending, tools = self.interaction.pending, self.measuring
        bodies = [b for b in (tools.viewer, tools.target) if b is not None] if tools.active else []
        if pending is not None and pending.settled and not tools.active:
            bodies = list(pending.ghosts)
        return [{"id": b.id, "at": [round(v, 3) for v in b.at], "size": [round(b.radius, 3), round(b.height, 3)]} for b in bodies]

    def _how(self) -> str:
        """Return how to go on, without the key to the window's icons: the page says the odds in words."""
        instructions = self.interaction.own.how(self.interaction.moment)
        text, _, legend = instructions.rpartition(":")
        return f"{text}." if text and any(icon in legend for icon in ICONS.values()) else instructions

    def standing(self, state: Any) -> list[dict[str, Any]]:
        """Who stands where in a state."""
        return self.stage.standing(self.rules.table(state), self.rules.liveries(state), self.rules.facings(state))

    def figures(self) -> list[dict[str, Any]]:
        """Who stands where, those that were put down and not done yet where they would be."""
        rules, state = self.rules, self.session.state
        return self.stage.standing(self.interaction.table, rules.liveries(state), facings_shown(self.interaction))

    def ground(self) -> dict[str, Any]:
        """What lies on the table until the game goes on: edges, objectives, clouds, zones, and what stands over models."""
        pens = PagePens()
        draw_ground(pens, self.interaction)
        for marker in self.rules.markers(self.session.state):
            pens.sign(marker.foot, plain(marker.short or marker.name), marker.rgb, 5)
        picked = self.interaction.model
        for label in self.rules.labels(self.session.state, self.seat or None):
            first = 1 if label.id == picked else 6
            pens.sign(label.at, plain(label_words(label)), label.livery.rgb, first, label.id, plain(label.name))
        return pens.for_page()

    def marks(self) -> dict[str, Any]:
        """What is drawn over the table: what is picked, in hand, aimed at or measured."""
        pens = PagePens()
        if self.measuring.active:
            draw_measured(pens, self.measuring)
            tags: list[Tag] = measured_tags(self.measuring)
        else:
            draw_overlays(pens, self.interaction, self.attention, (), None)
            tags = tags_of(self.interaction, self.attention, self.turn, odds)
        for tag in tags:
            pens.sign(tag.at, plain(tag.words), tag.rgb, 1)
        return pens.for_page()

    def _who(self) -> str:
        mover = self.rules.to_act(self.session.state)
        if mover is None:
            return self.rules.ending(self.session.state)
        if self.room.is_broken_off(self._number):
            return "The game is paused"
        return "Your move" if mover == self.seat else f"Waiting for {self.room.names[mover - 1]}"

    def _wish(self) -> dict[str, Any] | None:
        pending_wish = open_wish(self.room, self._number)
        return None if pending_wish is None else {"by": pending_wish[0], "what": pending_wish[1], "yours": self.seat == 3 - pending_wish[0]}

    def close(self) -> None:
        """The page is gone."""
        self.interaction.close()
        self.measuring.close()
