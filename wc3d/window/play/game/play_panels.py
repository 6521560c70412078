"""Connect the panels of a game to their data and actions, and arrange them."""

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
from wc3d.ui.controller import GameController
from wc3d.ui.game_log import LogLine
from wc3d.ui.hint_request import HintRequest
from wc3d.ui.measuring.tools import MeasuringTools
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.panel_sizes import RIGHT_WIDTH_PX, TOP_BAR_HEIGHT_PX
from wc3d.window.layout.panels import model_boxes
from wc3d.window.play.game import prompt_panel
from wc3d.window.play.game.damage_boxes import DamageChartPanel
from wc3d.window.play.game.dice_input import DiceInput
from wc3d.window.play.game.log_panel import LogPanel
from wc3d.window.play.game.menu import GameMenu, draw_handover_cover, draw_score_table
from wc3d.window.play.game.menu_item_buttons import MenuItemButtons
from wc3d.window.play.game.top_bar import draw_top_bar
from wc3d.window.play.game.unit_card import draw_unit_card
from wc3d.window.play.game.unit_list import ListedSide, draw_unit_list
from wc3d.window.play.game_hooks import WindowHooks
from wc3d.window.shell.measuring_panels import MeasuringPanels
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import (
    NO_FOCUS_FLAG,
    WINDOW_FLAGS,
    WINDOW_MARGIN_PX,
    Project,
    draw_bold_text,
    draw_dim_text,
    open_panel,
)

MIN_LOG_HEIGHT_PX = 190.0
PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX = 600.0, 150.0
"""Width and approximate height of an attack preview."""
REST_RADIUS_PX = 20.0
"""Movement in pixels within which the mouse counts as resting."""
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
    """The view in this frame: free area, projection, table, viewing model and previews."""

    free_rect: Rect
    project: Project
    table: Table
    eye_model: str | None
    get_previews: Callable[[], Sequence[Preview]]


class CardFreeze:
    """Keeps the card in place while the mouse is on it.

    The card freezes once the mouse moves onto it, not if it grows under the mouse. If the question
    is `cut` short, the freeze lasts only while the mouse rests.
    """

    def __init__(self) -> None:
        self.cut = False
        self._came = False
        self._mouse: Spot | None = None
        self._rests: Spot | None = None

    def is_frozen(self, mouse: Any, card: Rect) -> bool:
        """Return whether the card is frozen for this mouse position and card."""
        within = bool(card[0] <= mouse.x < card[2] and card[1] <= mouse.y < card[3])
        moved = self._mouse != (mouse.x, mouse.y)
        self._mouse = (mouse.x, mouse.y)
        self._came = within and (self._came or moved)
        if not (self._came and self.cut):
            self._rests = None
            return self._came
        self._rests = self._rests or (mouse.x, mouse.y)
        if dist(self._rests, (mouse.x, mouse.y)) <= REST_RADIUS_PX:
            return True
        self._rests = None
        return False


@dataclass
class PlayPanels:
    """The panels of a game and their open state; `hovered` is the attack under the mouse."""

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
    reserved_bottom_px: float = 0.0
    dice_input: DiceInput = field(default_factory=DiceInput)
    menu: GameMenu = field(default_factory=GameMenu)
    log: LogPanel = field(default_factory=LogPanel)
    chart: DamageChartPanel = field(default_factory=DamageChartPanel)
    model_prompt: prompt_panel.ModelPrompt = field(default_factory=prompt_panel.ModelPrompt)
    _question_high: float = 120.0
    _card: Rect | None = None
    _hold: CardFreeze = field(default_factory=CardFreeze)
    _told: dict[str, Rect] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.measured = MeasuringPanels(self.measuring)
        self.rules = self.interaction.rules
        self.advice = HintRequest(self.session)

    @property
    def is_covering_table(self) -> bool:
        """Return whether the menu or the score is open."""
        return self.is_menu_open or self.is_score_open

    def close_cover(self) -> None:
        """Close the menu and the score."""
        self.is_menu_open = self.is_score_open = False

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
            self.advice.toggle()
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
        names = self.rules.text.player_names(self.interaction.state)
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
            ui, self.rules.display.turn_bar(state), names, colors, self.measuring, able, press
        )
        self._draw_left(ui)
        rows = MenuItemButtons(self.interaction, tips=bool(session.animation.rolls))
        covered: list[Rect] = []
        if self.measuring.is_active:
            self.measured.draw(ui, (TOP_BAR_HEIGHT_PX + WINDOW_MARGIN_PX) * ui.scale)
        else:
            spot = None if self.is_covering_table else self.question_pixel(view)
            boxes = {**model_boxes(view.table.bodies, view.project), **self._told}
            if spot is not None:
                sentence = prompt_panel.question_sentence(self.interaction, session)
                concerned = (self.question_model() or "", *self._told)
                covered.append(
                    self.model_prompt.draw(
                        ui, self.interaction, sentence, rows, spot, view.free_rect, boxes, concerned
                    )
                )
            self._draw_right(ui, view, rows)
            covered += self.window_hooks.draw_panels(
                ui, self.interaction, session.viewer, view.free_rect, boxes
            )
            self.hovered = rows.hovered
            self._draw_previews(ui, view)
        self.hovered = rows.hovered
        self._draw_typing(ui)
        return [
            *covered,
            *(ui.widget_rects[mark] for mark in ("foretold",) if mark in ui.widget_rects),
        ]

    def draw_menu_and_score(self, ui: Any, view: FrameView) -> None:
        """Draw the menu and the score on top."""
        session = self.session
        self._told = {
            mark: ui.widget_rects[mark] for mark in ("foretold", "dice") if mark in ui.widget_rects
        }
        if session.next_person:
            return
        if self.is_menu_open:
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
                pace=session.animation.speed,
                set_pace=self.commands.set_animation_speed,
            )
        table = (
            self.rules.display.score(self.interaction.state, session.shown_log)
            if self.is_score_open
            else None
        )
        if table is not None:
            left, _, right, _ = view.free_rect
            ending = (
                self.rules.text.describe_ending(self.interaction.state) if session.is_over else ""
            )
            self.is_score_open = draw_score_table(ui, table, ending, (left + right) / 2)

    def _draw_left(self, ui: Any) -> None:
        session = self.session
        interaction = self.interaction
        rules = self.rules
        height = ui.io.display_size.y
        scale = ui.scale
        room = height - (TOP_BAR_HEIGHT_PX + WINDOW_MARGIN_PX) * scale - WINDOW_MARGIN_PX
        log = max(MIN_LOG_HEIGHT_PX * scale, room * 0.34) if self.is_log_open else 0.0
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
        bottom_height = log or self.reserved_bottom_px
        draw_unit_list(
            ui,
            sides,
            picked,
            frozenset(interaction.units_to_act()),
            self.commands.select,
            room - (bottom_height + WINDOW_MARGIN_PX if bottom_height else 0),
        )
        if log:
            self.log.draw(
                ui,
                session.log.lines,
                self.shown_line,
                height - WINDOW_MARGIN_PX - log,
                log,
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

    def _draw_right(self, ui: Any, view: FrameView, rows: MenuItemButtons) -> None:
        """Draw the question and, below it, the card of the selection."""
        width = ui.io.display_size.x
        scale = ui.scale
        top = (TOP_BAR_HEIGHT_PX + WINDOW_MARGIN_PX) * ui.scale
        room = ui.io.display_size.y - top - WINDOW_MARGIN_PX
        max_height = room * (0.62 if self.interaction.selected_id is not None else 1.0)
        is_held = (
            not self.session.is_over
            and self._card is not None
            and self._hold.is_frozen(imgui.get_mouse_pos(), self._card)
        )
        if is_held and self._card is not None:  # keep buttons in place under the mouse
            max_height = self._card[1] - WINDOW_MARGIN_PX - top
        with open_panel(
            "asked",
            (width - WINDOW_MARGIN_PX, top),
            corner=(1, 0),
            most=(RIGHT_WIDTH_PX * scale, max_height),
        ):
            imgui.dummy((RIGHT_WIDTH_PX * scale - 26, 0))
            self._draw_question(ui, view, rows)
            self._question_high = max_height if is_held else imgui.get_window_height()
            self._hold.cut = imgui.get_scroll_max_y() > 0
        card_top = top + self._question_high + WINDOW_MARGIN_PX
        remaining = room - self._question_high - WINDOW_MARGIN_PX
        with open_panel(
            "card",
            (width - WINDOW_MARGIN_PX, card_top),
            corner=(1, 0),
            most=(RIGHT_WIDTH_PX * scale, max(60.0, remaining)),
        ):
            imgui.dummy((RIGHT_WIDTH_PX * scale - 26, 0))
            draw_unit_card(
                ui,
                self.interaction,
                rows,
                self.rules.display.side_colors(self.interaction.state),
                self.chart,
            )
            ui.record_panel("card")
        self._card = ui.widget_rects["card"]

    def _draw_question(self, ui: Any, view: FrameView, rows: MenuItemButtons) -> None:
        """Draw the question and its player, or why there is none."""
        session = self.session
        rules = self.rules
        state = self.interaction.state
        if session.animation.is_busy:
            prompt_panel.draw_animation_controls(
                ui,
                session,
                self.commands.on_button,
                self.commands.set_animation_speed,
                self.is_bot_options_open,
            )
        elif session.is_over:
            possible = (
                "score",
                *(("watch",) if session.path is not None else ()),
                *(("leave",) if self.can_leave else ()),
            )
            prompt_panel.draw_ending(
                ui,
                rules.text.describe_ending(state),
                rules.text.point_lines(state),
                possible,
                self.commands.on_button,
            )
        elif session.stop_reason:
            prompt_panel.draw_stop_reason(ui, session.stop_reason)
        elif session.is_bot_thinking:
            prompt_panel.draw_thinking(ui, session.player_name(session.game.to_act or 0))
        elif session.person_to_act:
            model = self.question_model()
            look = None
            if model is not None and self.question_pixel(view) is not None:
                at = rules.queries.table(state).body(model).at
                look = lambda: self.commands.look_at((at,))  # noqa: E731
            prompt_panel.draw_question(ui, self.interaction, session, rows, look)
            if self.advice.is_available:
                prompt_panel.draw_hints(ui, self.advice, self.commands.on_button)
        ui.record_widget("now")

    def _draw_typing(self, ui: Any) -> None:
        roll = self.session.wanted_roll
        if roll is not None:
            name = self.session.player_name(roll.player)
            self.dice_input.draw(
                ui, self.rules, roll, name, self.commands.type_roll, self.commands.show_error
            )

    def _draw_previews(self, ui: Any, view: FrameView) -> None:
        """Draw the hovered attack's previews above or below the models, clear of dice."""
        if self.interaction.pending is not None or self.session.animation.rolls:
            return
        left, top, right, bottom = view.free_rect
        wide = min(PREVIEW_WIDTH_PX * ui.scale, right - left)
        high = PREVIEW_HEIGHT_PX * ui.scale
        for preview in view.get_previews():
            is_below = _count_concerned(preview, view, top, top + high) > _count_concerned(
                preview, view, bottom - high, bottom
            )
            at = (left + right) / 2, bottom - 2 * WINDOW_MARGIN_PX if is_below else top - 2
            with open_panel(
                "foretold",
                at,
                (wide, 0),
                corner=(0.5, 1.0 if is_below else 0.0),
                flags=STATIC_PANEL_FLAGS,
            ):
                draw_bold_text(ui, preview.words, 15, wrapped=True)
                _draw_columns(preview.facts, wide)
                ui.record_panel("foretold")


def _count_concerned(preview: Preview, view: FrameView, top: float, bottom: float) -> int:
    """Return the number of models concerned in a horizontal strip of the window."""
    roles = preview.marks.roles
    spots = [
        view.project(body.at)
        for body in view.table.bodies
        if roles.get(body.id, Role.OTHER) is not Role.OTHER
    ]
    return sum(spot is not None and top <= spot[1] <= bottom for spot in spots)


def _draw_columns(rows: Sequence[tuple[str, str]], wide: float) -> None:
    """Draw names and values in two columns."""
    if rows and imgui.begin_table("facts", 4):
        for share in (0.15, 0.35, 0.15, 0.35):
            imgui.table_setup_column(
                "", imgui.TableColumnFlags_.width_fixed.value, (wide - 56) * share
            )
        for name, value in rows:
            imgui.table_next_column()
            draw_dim_text(name)
            imgui.table_next_column()
            imgui.text_wrapped(value)
        imgui.end_table()
