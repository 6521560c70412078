"""Connect the panels of a game to their data and actions, and arrange them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.icons import ICONS
from wc3d.presentation.preview import Preview
from wc3d.table.table import Table
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.ui.game_log import LogLine
from wc3d.ui.hint_display import HintDisplay
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.grid import Grid
from wc3d.window.layout.model_boxes import model_boxes
from wc3d.window.play.game import prompt_panel
from wc3d.window.play.game.action_buttons import KeyedButtons
from wc3d.window.play.game.damage_boxes import DamageChartPanel
from wc3d.window.play.game.dice_input import DiceInput
from wc3d.window.play.game.hint_panel import draw_hint_strip
from wc3d.window.play.game.log_panel import LogPanel
from wc3d.window.play.game.menu import GameMenu, draw_handover_cover
from wc3d.window.play.game.menu_item_buttons import MenuItemButtons
from wc3d.window.play.game.prompt_panel import Prompt
from wc3d.window.play.game.score_cards import RoundCard, draw_round_card, draw_score_table
from wc3d.window.play.game.top_bar import draw_top_bar
from wc3d.window.play.game.unit_card import draw_unit_card
from wc3d.window.play.game.unit_list import ListedSide, draw_unit_list
from wc3d.window.play.game_hooks import WindowHooks
from wc3d.window.play.tabs import Contents, draw_tabs
from wc3d.window.shell.measuring_panels import MeasuringPanels
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import (
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    WINDOW_FLAGS,
    WINDOW_MARGIN_PX,
    Project,
    draw_bold_text,
    draw_dim_text,
    draw_panel_leader,
    open_panel,
)

TWO_COLUMNS_WIDTH_PX = 460.0
"""Smallest width of a preview with two columns of facts."""
UNITS_TAB, CARD_TAB, LOG_TAB, CHAT_TAB = "Units", "Card", "Log", "Chat"
STATIC_PANEL_FLAGS = WINDOW_FLAGS.no_inputs | NO_FOCUS_FLAG


@dataclass(frozen=True)
class PanelCallbacks:
    """Panel actions outside the game controller; `on_button` handles the bar, menu and cover."""

    on_button: Callable[[str], object]
    select: Callable[[str], object]
    show_log_line: Callable[[LogLine], object]
    look_at: Callable[[Sequence[XYZ]], object]
    type_roll: Callable[[tuple[int, ...]], object]
    save_copy: Callable[[], object]
    can_act: Callable[[], bool]
    show_error: Callable[[object], object]
    set_animation_speed: Callable[[float], object]


@dataclass(frozen=True)
class FrameView:
    """The view in this frame: layout grid, projection, table, viewing model and previews."""

    grid: Grid
    project: Project
    table: Table
    eye_model: str | None
    get_previews: Callable[[], Sequence[Preview]]


@dataclass
class PlayPanels:
    """The panels of a game and their open state; `hovered` is the attack under the mouse.

    `chat` draws the chat of an online game, as a tab beside the log; `chat_title` is its name.
    """

    session: PlaySession
    interaction: GameController
    measuring: MeasuringTools
    window_hooks: WindowHooks
    commands: PanelCallbacks
    is_menu_open: bool = False
    is_score_open: bool = False
    is_bot_options_open: bool = False
    is_log_open: bool = True
    shown_line: LogLine | None = None
    hovered: MenuItem | None = None
    can_leave: bool = False
    can_judge: bool = False
    reserved_bottom_px: float = 0.0
    dice_input: DiceInput = field(default_factory=DiceInput)
    menu: GameMenu = field(default_factory=GameMenu)
    log: LogPanel = field(default_factory=LogPanel)
    chart: DamageChartPanel = field(default_factory=DamageChartPanel)
    buttons: KeyedButtons = field(default_factory=KeyedButtons)
    tab: str = UNITS_TAB
    lower_tab: str = LOG_TAB
    chat: Callable[[Any], None] | None = None
    chat_title: str = CHAT_TAB
    round_card: RoundCard | None = None
    _selected: str | None = None
    _seconds_left: int | None = None

    def __post_init__(self) -> None:
        self.measured = MeasuringPanels(self.measuring)
        self.rules = self.interaction.rules
        self.hints = HintDisplay(self.interaction, self.session)

    @property
    def is_covering_table(self) -> bool:
        """Return whether the menu, the score or the end of a round is open."""
        return self.is_menu_open or self.is_score_open or self.round_card is not None

    @property
    def is_click_outdated(self) -> bool:
        """Return whether a click now was meant for an earlier question."""
        mouse = imgui.get_mouse_pos()
        return self.buttons.guard.is_blocking((mouse.x, mouse.y))

    def close_cover(self) -> None:
        """Close the menu, the score and the end of a round."""
        self.is_menu_open = self.is_score_open = False
        self.round_card = None

    @property
    def hint_buttons(self) -> tuple[str, ...]:
        """The buttons of the displayed hint that can be pressed now."""
        if self.hints.hint is None or self.interaction.end_question or self.is_covering_table:
            return ()
        return ("hint do", "hint next") if self.hints.has_other_hints else ("hint do",)

    @property
    def is_hint_in_strip(self) -> bool:
        """Return whether the strip shows the hint: not while an attack is looked at."""
        return self.hints.request.is_open and self.hovered is None and not self.measuring.is_active

    def poll_round_card(self) -> bool:
        """Close the card of a round once its time is over. Return whether to redraw."""
        left = self.round_card.seconds_left if self.round_card is not None else None
        if left is not None and left <= 0:
            self.round_card = None
        changed = left != self._seconds_left
        self._seconds_left = left
        return changed

    def on_game_changed(self) -> None:
        """Clear outdated state after an action or undo."""
        self.hovered, self.menu.concede_confirmation = None, ""
        if self.shown_line not in self.session.log.lines:
            self.shown_line = None

    def toggle_bot_options(self) -> None:
        """Show or hide the bot's options for its shown action, or a hint for the player."""
        if self.session.animation.is_busy:
            self.is_bot_options_open = not self.is_bot_options_open
            return
        try:
            self.hints.toggle()
        except InputError as error:
            self.commands.show_error(error)

    def draw(self, ui: Any, view: FrameView) -> list[Rect]:
        """Draw all panels, or only the cover, and return the rectangles they cover."""
        session = self.session
        press = self.commands.on_button
        if session.next_person:
            draw_handover_cover(ui, session.player_name(session.next_person), press)
            return []
        state = self.interaction.state
        self.buttons.begin_frame(self._question_key())
        names = self.rules.text.player_names(state)
        colors = self.rules.display.side_colors(state)
        able = [
            mark
            for mark, count in (
                ("undo", session.undoable_count()),
                ("redo", session.redoable_count()),
            )
            if count
        ]
        draw_top_bar(
            ui,
            view.grid,
            self.rules.display.turn_bar(state),
            names,
            colors,
            self.measuring,
            able,
            press,
            session.clocks,
        )
        rows = MenuItemButtons(self.interaction, self.buttons, tips=bool(session.animation.rolls))
        covered: list[Rect] = []
        if self.measuring.is_active:
            left, top, right, _ = view.grid.upper
            floor = ui.io.display_size.y - view.grid.lower[3]
            self.measured.draw(ui, top, floor, right - left)
            if view.grid.has_left_column:
                self._draw_lists(ui, view, rows, with_card=False)
        else:
            self._draw_leader(view)
            prompt_panel.draw_prompt(ui, view.grid.upper, self._make_prompt(ui, view, rows))
            self._draw_lists(ui, view, rows, with_card=True)
            boxes = model_boxes(view.table.bodies, view.project)
            covered += self.window_hooks.draw_panels(
                ui, self.interaction, session.viewer, view.grid.table, boxes
            )
            self.hovered = rows.hovered
            self._draw_previews(ui, view)
        self.hovered = rows.hovered
        self.buttons.end_frame()
        self._draw_typing(ui)
        return [
            *covered,
            *(ui.widget_rects[mark] for mark in ("foretold", "hints") if mark in ui.widget_rects),
        ]

    def _question_key(self) -> object:
        """Return a value that changes when the buttons get another meaning."""
        interaction = self.interaction
        pending = interaction.pending
        return (
            self.session.change_count,
            self.session.animation.is_busy,
            interaction.aimed_items,
            interaction.end_question,
            pending is not None and (type(pending), pending.is_placed),
        )

    def draw_menu_and_score(self, ui: Any) -> None:
        """Draw the menu, the score or the end of a round on top."""
        session = self.session
        if session.next_person:
            return
        if self.is_menu_open and self.round_card is None:
            status = f"Saved in {session.path}" if session.path else "This game is not saved"
            concede = not session.is_over and bool(session.people)
            self.menu.draw(
                ui,
                session.fault or status,
                self.commands.on_button,
                is_saved=session.path is not None and not session.fault,
                save_copy=self.commands.save_copy,
                concede=concede,
                leave=self.can_leave,
                judge=self.can_judge,
                pace=session.animation.speed,
                set_pace=self.commands.set_animation_speed,
            )
        if self.round_card is not None and not draw_round_card(ui, self.round_card):
            self.round_card = None
        table = (
            self.rules.display.score(self.interaction.state, session.shown_log)
            if self.is_score_open and not self.is_menu_open and self.round_card is None
            else None
        )
        if table is not None:
            ending = (
                self.rules.text.describe_ending(self.interaction.state) if session.is_over else ""
            )
            self.is_score_open = draw_score_table(ui, table, ending)

    # --- lists and card

    def toggle_log(self) -> None:
        """Show or hide the log, or go to its tab and back."""
        self.is_log_open = not self.is_log_open
        self.tab = LOG_TAB if self.tab != LOG_TAB else UNITS_TAB

    def _draw_lists(
        self, ui: Any, view: FrameView, rows: MenuItemButtons, *, with_card: bool
    ) -> None:
        """Draw the units, the log and the card in their places, or as tabs of one panel."""
        grid = view.grid
        if self.interaction.selected_id != self._selected:
            self._selected = self.interaction.selected_id
            if not grid.has_left_column:
                self.tab = CARD_TAB if self._selected is not None else UNITS_TAB
        draw_card = partial(self._draw_card, rows)
        if not grid.has_left_column:
            self._draw_tabs(
                ui,
                grid.lower,
                self._with_chat(
                    {UNITS_TAB: self._draw_units, CARD_TAB: draw_card, LOG_TAB: self._draw_log}
                ),
            )
            return
        if with_card:
            with _open_region("card", grid.lower):
                draw_card(ui)
                ui.record_panel("card")
        left, top, right, _ = grid.left_upper
        floor = grid.left_lower[3] - self.reserved_bottom_px
        if self.reserved_bottom_px:
            floor -= WINDOW_MARGIN_PX * ui.scale
        if not grid.are_lists_stacked:
            contents = {UNITS_TAB: self._draw_units, LOG_TAB: self._draw_log}
            self._draw_tabs(ui, (left, top, right, floor), self._with_chat(contents))
            return
        own = self.session.viewer or self.session.person_to_act or 1
        has_lower = self.is_log_open or self.chat is not None
        split = grid.left_upper[3] if has_lower else floor
        with _open_region(f"units, {own} first", (left, top, right, min(split, floor))):
            self._draw_units(ui)
        if self.chat is not None:
            lower = self._with_chat({LOG_TAB: self._draw_log})
            self.lower_tab = draw_tabs(ui, grid.left_lower, lower, self.lower_tab)
        elif self.is_log_open and not self.reserved_bottom_px:
            with _open_region("log", grid.left_lower):
                draw_bold_text(ui, f"{ICONS['scroll']} Log", 15)
                self._draw_log(ui)

    def rename_chat(self, title: str) -> None:
        """Give the tab of the chat another title."""
        if self.tab == self.chat_title:
            self.tab = title
        if self.lower_tab == self.chat_title:
            self.lower_tab = title
        self.chat_title = title

    def _with_chat(self, contents: Contents) -> Contents:
        """Return the tabs with the chat of an online game."""
        return contents if self.chat is None else {**contents, self.chat_title: self.chat}

    def _draw_tabs(self, ui: Any, rect: Rect, contents: Contents) -> None:
        own = self.session.viewer or self.session.person_to_act or 1
        self.tab = draw_tabs(ui, rect, contents, self.tab, f"{own} first")
        if self.tab == CARD_TAB:
            ui.widget_rects["card"] = rect

    def _draw_card(self, rows: MenuItemButtons, ui: Any) -> None:
        colors = self.rules.display.side_colors(self.interaction.state)
        draw_unit_card(ui, self.interaction, rows, colors, self.chart)

    def _draw_units(self, ui: Any) -> None:
        session = self.session
        interaction = self.interaction
        rules = self.rules
        own = session.viewer or session.person_to_act or 1
        colors = rules.display.side_colors(interaction.state)
        state = interaction.state
        bots = session.bots
        sides = [
            ListedSide(
                rules.display.roster(state, p), session.player_name(p), colors[p - 1], p in bots
            )
            for p in (own, 3 - own)
        ]
        picked = (
            rules.queries.group(interaction.state, interaction.selected_id)
            if interaction.selected_id is not None
            else frozenset[str]()
        )
        draw_unit_list(
            ui, sides, picked, frozenset(interaction.units_to_act()), self.commands.select
        )

    def _draw_log(self, ui: Any) -> None:
        self.log.draw(
            ui,
            self.session.log.lines,
            self.shown_line,
            show=self.commands.show_log_line,
            undoable=self._count_undoable,
            undo_to=self._undo_to,
        )

    def _count_undoable(self, action_count: int) -> int:
        """Return the number of actions to undo to reach `action_count`; negative if impossible."""
        count = len(self.session.game.turns) - action_count
        return count if 0 < count <= self.session.game.undoable() else -count

    def _undo_to(self, action_count: int) -> None:
        if self.commands.can_act():
            self.interaction.undo_to(action_count)

    def question_pixel(self, view: FrameView) -> Spot | None:
        """Return the pixel of the model that the question is about, or None."""
        model = self.question_model()
        if model is None or self.measuring.is_active or view.eye_model == model:
            return None
        body = view.table.body(model)
        x, y, z = body.at
        return view.project((x, y, z + body.height / 2))

    def question_model(self) -> str | None:
        """Return the model that the question is about, or None."""
        return (
            self.rules.queries.question_anchor(self.interaction.state)
            if self.session.person_to_act
            else None
        )

    def _draw_leader(self, view: FrameView) -> None:
        """Draw a line from the question to its model."""
        spot = None if self.is_covering_table else self.question_pixel(view)
        left, top, right, bottom = view.grid.table
        if spot is not None and left < spot[0] < right and top < spot[1] < bottom:
            draw_panel_leader(spot, view.grid.upper, GOLD_COLOR)

    def _make_prompt(self, ui: Any, view: FrameView, rows: MenuItemButtons) -> Prompt:
        """Return the question and its answers, or why there is none."""
        session = self.session
        rules = self.rules
        state = self.interaction.state
        press = self.commands.on_button
        if session.animation.is_busy:
            return prompt_panel.make_animation_prompt(
                ui,
                self.buttons,
                session,
                press,
                self.commands.set_animation_speed,
                self.is_bot_options_open,
            )
        if session.is_over:
            possible = (
                "score",
                *(("watch",) if session.path is not None else ()),
                *(("leave",) if self.can_leave else ()),
            )
            return prompt_panel.make_ending_prompt(
                ui,
                self.buttons,
                rules.text.describe_ending(state),
                rules.text.point_lines(state),
                possible,
                press,
            )
        if session.stop_reason:
            return prompt_panel.make_stop_prompt(ui, session.stop_reason)
        if session.is_bot_thinking:
            return prompt_panel.make_thinking_prompt(
                ui, session.player_name(session.game.to_act or 0)
            )
        if not session.person_to_act:
            mover = session.game.to_act
            if mover is None or mover in session.bots:
                return Prompt(lambda text: None)
            return prompt_panel.make_waiting_prompt(ui, session.player_name(mover))
        model = self.question_model()
        look = None
        if model is not None and self.question_pixel(view) is not None:
            at = rules.queries.table(state).body(model).at
            look = partial(self.commands.look_at, (at,))
        return prompt_panel.QuestionPrompt(
            ui, self.interaction, session, rows, self.hints, press, look
        ).make()

    def _draw_typing(self, ui: Any) -> None:
        roll = self.session.wanted_roll
        if roll is not None:
            name = self.session.player_name(roll.player)
            self.dice_input.draw(
                ui, self.rules, roll, name, self.commands.type_roll, self.commands.show_error
            )

    def _draw_previews(self, ui: Any, view: FrameView) -> None:
        """Draw the hint, or the hovered attack's previews, in the strip above the table."""
        hint = self.hints.describe()
        if hint is not None and self.is_hint_in_strip:
            draw_hint_strip(ui, view.grid.strip, hint, self.toggle_bot_options)
            return
        if self.interaction.pending is not None or self.session.animation.rolls:
            return
        left, top, right, _ = view.grid.strip
        for preview in view.get_previews():
            with open_panel("foretold", (left, top), (right - left, 0), flags=STATIC_PANEL_FLAGS):
                draw_bold_text(ui, preview.words, 15, wrapped=True)
                _draw_columns(preview.facts, right - left, ui.scale)
                ui.record_panel("foretold")


def _open_region(name: str, rect: Rect, flags: int = 0) -> AbstractContextManager[None]:
    """Open a panel that fills a region."""
    return open_panel(name, rect[:2], (rect[2] - rect[0], rect[3] - rect[1]), flags=flags)


def _draw_columns(rows: Sequence[tuple[str, str]], wide: float, scale: float) -> None:
    """Draw names and values in two columns, or in one if there is little room."""
    pairs = 2 if wide > TWO_COLUMNS_WIDTH_PX * scale else 1
    if rows and imgui.begin_table("facts", 2 * pairs):
        for share in (0.3 / pairs, 0.7 / pairs) * pairs:
            imgui.table_setup_column(
                "", imgui.TableColumnFlags_.width_fixed.value, (wide - 56 * scale) * share
            )
        for name, value in rows:
            imgui.table_next_column()
            draw_dim_text(name)
            imgui.table_next_column()
            imgui.text_wrapped(value)
        imgui.end_table()
