"""Where the panels of a game are: the bar on top, units and log at the left, what is asked and picked at the right.

The panels get what they show and what their buttons do; this is the one place that puts both together.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import dist
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import Role
from wc3d.presentation.preview import Preview
from wc3d.table.table import Table
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import Interaction
from wc3d.ui.game_log import LogLine
from wc3d.ui.hint_request import AdviceAsked
from wc3d.ui.measuring.tools import Measuring
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.panel_sizes import BAR, RIGHT
from wc3d.window.layout.panels import model_boxes
from wc3d.window.play.game import prompt_panel
from wc3d.window.play.game.damage_chart import ChartPanel
from wc3d.window.play.game.dice_typing import DiceTyping
from wc3d.window.play.game.item_row import ItemRows
from wc3d.window.play.game.log_panel import LogPanel
from wc3d.window.play.game.menu import Menu, draw_cover, draw_score
from wc3d.window.play.game.top_bar import draw_bar
from wc3d.window.play.game.unit_card import draw_card
from wc3d.window.play.game.unit_list import ListedSide, draw_units
from wc3d.window.play.game_hooks import OwnWindow
from wc3d.window.shell.measuring_panels import MeasuringPanels
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import EDGE, FLAGS, UNBIDDEN, Project, dim, heading, panel

SHORT_LOG = 190.0
PREVIEW, PREVIEW_HIGH = 600.0, 150.0
"""The width of what is said of an attack before it is made, and about its height."""
RESTS = 20.0
"""So many pixels the mouse may stray while it rests."""
STILL = FLAGS.no_inputs | UNBIDDEN


@dataclass(frozen=True)
class PlayCommands:
    """What the buttons of the panels do besides what the interaction does: `press` those of bar, menu and cover."""

    press: Callable[[str], object]
    pick: Callable[[str], object]
    show_line: Callable[[LogLine], object]
    look_at: Callable[[Sequence[XYZ]], object]
    type_roll: Callable[[tuple[int, ...]], object]
    save_copy: Callable[[], object]
    may_act: Callable[[], bool]
    complain: Callable[[object], object]
    set_pace: Callable[[float], object]


@dataclass(frozen=True)
class TableView:
    """How the table is looked at in this frame: what of the window is free of panels, the pixel of a place, whether one looks
    through this model's eyes, and what says which previews are shown."""

    room: Rect
    project: Project
    table: Table
    eye: str | None
    previews: Callable[[], Sequence[Preview]]


class CardHold:
    """Whether the mouse holds the card where it is, so that no button moves away under it: once it has come there, not where
    the card has come to it. Where what is asked is `cut` short for that, the mouse holds the card no longer than it rests."""

    def __init__(self) -> None:
        self.cut = False
        self._came = False
        self._mouse: Spot | None = None
        self._rests: Spot | None = None

    def is_on(self, mouse: Any, card: Rect) -> bool:
        """Does it, with the mouse here and the card there?"""
        within = bool(card[0] <= mouse.x < card[2] and card[1] <= mouse.y < card[3])
        moved, self._mouse = self._mouse != (mouse.x, mouse.y), (mouse.x, mouse.y)
        self._came = within and (self._came or moved)
        if not (self._came and self.cut):
            self._rests = None
            return self._came
        self._rests = self._rests or (mouse.x, mouse.y)
        if dist(self._rests, (mouse.x, mouse.y)) <= RESTS:
            return True
        self._rests = None
        return False


@dataclass
class PlayPanels:
    """All panels of a game, and what of them is open. `hovered` is the attack whose button the mouse is on; `kept` are pixels at
    the lower left for something else than the log."""

    session: PlaySession
    interaction: Interaction
    measuring: Measuring
    own: OwnWindow
    commands: PlayCommands
    menu_open: bool = False
    score_open: bool = False
    weighed_open: bool = False
    log_open: bool = True
    shown_line: LogLine | None = None
    hovered: MenuItem | None = None
    may_leave: bool = False
    kept: float = 0.0
    typing: DiceTyping = field(default_factory=DiceTyping)
    menu: Menu = field(default_factory=Menu)
    log: LogPanel = field(default_factory=LogPanel)
    chart: ChartPanel = field(default_factory=ChartPanel)
    at_model: prompt_panel.PromptAtModel = field(default_factory=prompt_panel.PromptAtModel)
    _question_high: float = 120.0
    _card: Rect | None = None
    _hold: CardHold = field(default_factory=CardHold)
    _told: dict[str, Rect] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.measured = MeasuringPanels(self.measuring)
        self.rules = self.interaction.rules
        self.advice = AdviceAsked(self.session)

    def follow(self) -> None:
        """The game has gone on, or back: nothing is shown that belongs to another moment."""
        self.hovered, self.menu.sure = None, ""
        if self.shown_line not in self.session.log.lines:
            self.shown_line = None

    def toggle_weighed(self) -> None:
        """What the bot weighed whose action is shown, or a hint for who is asked: told, or put away."""
        if self.session.staging.busy:
            self.weighed_open = not self.weighed_open
            return
        try:
            self.advice.toggle()
        except InputError as error:
            self.commands.complain(error)

    def draw(self, ui: Any, view: TableView) -> list[Rect]:
        """Draw them all, of a covered screen only the cover; what of the table they cover."""
        session, press = self.session, self.commands.press
        if session.pass_to:
            draw_cover(ui, session.name(session.pass_to), press)
            return []
        state, names = self.interaction.state, self.rules.player_names(self.interaction.state)
        colors = self.rules.side_colors(state)
        able = [mark for mark, count in (("undo", session.undoable()), ("redo", session.redoable())) if count]
        draw_bar(ui, self.rules.turn_bar(state), names, colors, self.measuring, able, press)
        self._draw_left(ui)
        rows = ItemRows(self.interaction, tips=bool(session.staging.rolls))
        covered: list[Rect] = []
        if self.measuring.active:
            self.measured.draw(ui, (BAR + EDGE) * ui.scale)
        else:
            spot = None if self.menu_open or self.score_open else self.spot_asked(view)
            boxes = {**model_boxes(view.table.bodies, view.project), **self._told}
            if spot is not None:
                sentence = prompt_panel.question_sentence(self.interaction, session)
                concerned = (self.model_asked() or "", *self._told)
                covered.append(self.at_model.draw(ui, self.interaction, sentence, rows, spot, view.room, boxes, concerned))
            self._draw_right(ui, view, rows)
            covered += self.own.draw(ui, self.interaction, session.viewer, view.room, boxes)
            self.hovered = rows.hovered
            self._draw_previews(ui, view)
        self.hovered = rows.hovered
        self._draw_typing(ui)
        return [*covered, *(ui.marks[mark] for mark in ("foretold",) if mark in ui.marks)]

    def draw_over(self, ui: Any, view: TableView) -> None:
        """Draw what lies over everything: the menu and the score."""
        session = self.session
        self._told = {mark: ui.marks[mark] for mark in ("foretold", "dice") if mark in ui.marks}
        if session.pass_to:
            return
        if self.menu_open:
            status = f"Saved in {session.path}" if session.path else "This game is not saved"
            concede = not session.over and bool(session.people)
            self.menu.draw(
                ui, session.fault or status, self.commands.press, save_copy=self.commands.save_copy, concede=concede,
                leave=self.may_leave, pace=session.staging.speed, set_pace=self.commands.set_pace,
            )  # fmt: skip
        table = self.rules.score(self.interaction.state, session.shown_log) if self.score_open else None
        if table is not None:
            left, _, right, _ = view.room
            ending = self.rules.ending(self.interaction.state) if session.over else ""
            self.score_open = draw_score(ui, table, ending, (left + right) / 2)

    def _draw_left(self, ui: Any) -> None:
        session, interaction, rules = self.session, self.interaction, self.rules
        height, scale = ui.io.display_size.y, ui.scale
        room = height - (BAR + EDGE) * scale - EDGE
        log = max(SHORT_LOG * scale, room * 0.34) if self.log_open else 0.0
        own, colors = session.viewer or session.asked or 1, rules.side_colors(interaction.state)
        state, bots = interaction.state, session.bots
        sides = [ListedSide(rules.roster(state, p), session.name(p), colors[p - 1], p in bots) for p in (own, 3 - own)]
        picked = rules.group(interaction.state, interaction.picked) if interaction.picked is not None else frozenset[str]()
        bottom_height = log or self.kept
        draw_units(ui, sides, picked, frozenset(interaction.able()), self.commands.pick, room - (bottom_height + EDGE if bottom_height else 0))
        if log:
            self.log.draw(
                ui, session.log.lines, self.shown_line, height - EDGE - log, log, show=self.commands.show_line,
                undoable=self._undoable, undo_to=self._undo_to,
            )  # fmt: skip

    def _undoable(self, action_count: int) -> int:
        """How many actions are taken back to get to after so many; negative if they cannot be."""
        count = len(self.session.game.turns) - action_count
        return count if 0 < count <= self.session.game.undoable() else -count

    def _undo_to(self, action_count: int) -> None:
        if self.commands.may_act():
            self.interaction.undo_to(action_count)

    def spot_asked(self, view: TableView) -> Spot | None:
        """The pixel of the model beside which is asked now; None where that is not possible."""
        model = self.model_asked()
        if model is None or self.measuring.active or view.eye == model:
            return None
        body = view.table.body(model)
        x, y, z = body.at
        return view.project((x, y, z + body.height / 2))

    def model_asked(self) -> str | None:
        """The model beside which is asked now, or None."""
        return self.rules.asked_at(self.interaction.state) if self.session.asked else None

    def _draw_right(self, ui: Any, view: TableView, rows: ItemRows) -> None:
        """What is asked now, and under it the card of what is picked."""
        width, scale, top = ui.io.display_size.x, ui.scale, (BAR + EDGE) * ui.scale
        room = ui.io.display_size.y - top - EDGE
        max_height = room * (0.62 if self.interaction.picked is not None else 1.0)
        is_held = not self.session.over and self._card is not None and self._hold.is_on(imgui.get_mouse_pos(), self._card)
        if is_held and self._card is not None:  # no button moves away under the mouse
            max_height = self._card[1] - EDGE - top
        with panel("asked", (width - EDGE, top), corner=(1, 0), most=(RIGHT * scale, max_height)):
            imgui.dummy((RIGHT * scale - 26, 0))
            self._draw_question(ui, view, rows)
            self._question_high = max_height if is_held else imgui.get_window_height()
            self._hold.cut = imgui.get_scroll_max_y() > 0
        card_top = top + self._question_high + EDGE
        remaining = room - self._question_high - EDGE
        with panel("card", (width - EDGE, card_top), corner=(1, 0), most=(RIGHT * scale, max(60.0, remaining))):
            imgui.dummy((RIGHT * scale - 26, 0))
            draw_card(ui, self.interaction, rows, self.rules.side_colors(self.interaction.state), self.chart)
            ui.mark_panel("card")
        self._card = ui.marks["card"]

    def _draw_question(self, ui: Any, view: TableView, rows: ItemRows) -> None:
        """What is asked of whom, or why nothing is."""
        session, rules, state = self.session, self.rules, self.interaction.state
        if session.staging.busy:
            prompt_panel.draw_staged(ui, session, self.commands.press, self.commands.set_pace, self.weighed_open)
        elif session.over:
            possible = ("score", *(("watch",) if session.path is not None else ()), *(("leave",) if self.may_leave else ()))
            prompt_panel.draw_ending(ui, rules.ending(state), rules.points(state), possible, self.commands.press)
        elif session.stuck:
            prompt_panel.draw_stop(ui, session.stuck)
        elif session.thinking:
            prompt_panel.draw_thinking(ui, session.name(session.game.to_act or 0))
        elif session.asked:
            model = self.model_asked()
            look = None
            if model is not None and self.spot_asked(view) is not None:
                at = rules.table(state).body(model).at
                look = lambda: self.commands.look_at((at,))  # noqa: E731
            prompt_panel.draw_question(ui, self.interaction, session, rows, look)
            if self.advice.there:
                prompt_panel.draw_hints(ui, self.advice, self.commands.press)
        ui.mark("now")

    def _draw_typing(self, ui: Any) -> None:
        roll = self.session.wanted
        if roll is not None:
            name = self.session.name(roll.player)
            self.typing.draw(ui, self.rules, roll, name, self.commands.type_roll, self.commands.complain)

    def _draw_previews(self, ui: Any, view: TableView) -> None:
        """What the attack that is pointed at would do, in words and numbers: over or under those concerned, where no dice lie."""
        if self.interaction.pending is not None or self.session.staging.rolls:
            return
        left, top, right, bottom = view.room
        wide, high = min(PREVIEW * ui.scale, right - left), PREVIEW_HIGH * ui.scale
        for preview in view.previews():
            is_below = _concerned(preview, view, top, top + high) > _concerned(preview, view, bottom - high, bottom)
            at = (left + right) / 2, bottom - 2 * EDGE if is_below else top - 2
            with panel("foretold", at, (wide, 0), corner=(0.5, 1.0 if is_below else 0.0), flags=STILL):
                heading(ui, preview.words, 15, wrapped=True)
                _draw_columns(preview.facts, wide)
                ui.mark_panel("foretold")


def _concerned(preview: Preview, view: TableView, top: float, bottom: float) -> int:
    """How many of those concerned stand in this strip of the window."""
    roles = preview.marks.roles
    spots = [view.project(body.at) for body in view.table.bodies if roles.get(body.id, Role.OTHER) is not Role.OTHER]
    return sum(spot is not None and top <= spot[1] <= bottom for spot in spots)


def _draw_columns(rows: Sequence[tuple[str, str]], wide: float) -> None:
    """Names and values in two columns: half as high as one."""
    if rows and imgui.begin_table("facts", 4):
        for share in (0.15, 0.35, 0.15, 0.35):
            imgui.table_setup_column("", imgui.TableColumnFlags_.width_fixed.value, (wide - 56) * share)
        for name, value in rows:
            imgui.table_next_column()
            dim(name)
            imgui.table_next_column()
            imgui.text_wrapped(value)
        imgui.end_table()
