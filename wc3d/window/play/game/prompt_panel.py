"""The question panel: the question at the top, its answers in fixed slots below.

The text has a height of its own, so a longer text moves no button: it ends with a whole line, and
a tooltip has all of it. The last slot at the bottom passes or ends the step. The slot above it is
for hints, or for the next event of an animation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.ui.controller import GameController
from wc3d.ui.hint_display import HintDisplay
from wc3d.ui.pending_actions import PendingAction, PendingControl, PendingStepper, PendingToggle
from wc3d.ui.play_session import PlaySession
from wc3d.ui.question_words import drop_places, impossible_lines, question_words
from wc3d.window.play.game.action_buttons import KeyedButtons
from wc3d.window.play.game.hint_panel import draw_hint_buttons
from wc3d.window.play.game.menu_item_buttons import MenuItemButtons
from wc3d.window.shell.fitted_text import FittedText
from wc3d.window.shell.settings_panel import draw_pace_setting
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    GREEN_COLOR,
    RED_COLOR,
    WINDOW_FLAGS,
    draw_button,
    draw_dim_text,
    end_list,
    open_panel,
    pack_color,
)

LOW_PROMPT_HEIGHT_PX = 270.0
"""Height of a prompt below which the two fixed slots share a row."""
TEXT_SHARE, MIN_TEXT_HEIGHT_PX, MAX_TEXT_HEIGHT_PX = 0.4, 56.0, 150.0
"""Share of the prompt for its text, and limits in pixels."""
HEADING_EXTRA_PX = 4.0
"""Height of the question's bold line beyond that of other lines."""
TOGGLE_INDENT, TOGGLE_RGB = " " * 6, (236, 240, 244)
"""Room for the mark before the words of a choice, and the color of the mark."""
SMALL_SLOT_WIDTH_PX = 84.0
"""Width of the fixed slot for hints where it shares a row, in pixels."""

Draw = Callable[[], object]
AddText = Callable[[FittedText], object]


@dataclass(frozen=True)
class Prompt:
    """The parts of a prompt: text, slots, and the two fixed slots (None: empty)."""

    text: AddText
    slots: Draw = lambda: None
    hint: Draw | None = None
    last: Draw | None = None


def draw_prompt(ui: Any, rect: Rect, prompt: Prompt) -> None:
    """Draw a prompt in its region. In a low one, the slot for hints is beside the text."""
    x0, y0, x1, y1 = rect
    style = imgui.get_style()
    with open_panel("asked", (x0, y0), (x1 - x0, y1 - y0), flags=WINDOW_FLAGS.no_scrollbar):
        row = imgui.get_frame_height_with_spacing()
        is_low = (y1 - y0) / ui.scale < LOW_PROMPT_HEIGHT_PX
        fixed_height = row * (1 if is_low else 2)
        room = imgui.get_content_region_avail().y - fixed_height
        text_height = min(
            max(TEXT_SHARE * room, MIN_TEXT_HEIGHT_PX * ui.scale), MAX_TEXT_HEIGHT_PX * ui.scale
        )
        line = imgui.get_text_line_height_with_spacing()
        text_height -= (text_height - HEADING_EXTRA_PX * ui.scale) % line  # its lines are whole
        slot_width = SMALL_SLOT_WIDTH_PX * ui.scale if is_low and prompt.hint is not None else 0.0
        text = FittedText(ui)
        prompt.text(text)
        _draw_child("asked words", text_height, text.draw, -slot_width)
        if slot_width and prompt.hint is not None:
            imgui.same_line()
            _draw_child("hint slot", text_height, prompt.hint)
        free = 0.0  # the height of fixed slots that this prompt does not need
        if prompt.last is None:
            free = fixed_height if prompt.hint is None or is_low else 0.0
        slots_height = room - text_height - 2 * style.item_spacing.y + free
        _draw_child("slots", slots_height, prompt.slots)
        floor = y1 - y0 - style.window_padding.y
        for draw, height in ((prompt.hint, 2 * row), (prompt.last, row)):
            if draw is not None and not (is_low and draw is prompt.hint):
                imgui.set_cursor_pos((style.window_padding.x, floor - height))
                draw()
                imgui.dummy((0, 0))  # ImGui wants an item after a change of the cursor
        ui.record_panel("now")


def _draw_child(name: str, height: float, draw: Draw, width: float = 0.0) -> None:
    """Draw a part of the prompt with a height of its own; a longer content scrolls."""
    imgui.push_style_color(imgui.Col_.child_bg, (0, 0, 0, 0))
    imgui.begin_child(name, (width, height))
    draw()
    end_list()
    imgui.pop_style_color()


def _draw_toggle(corner: imgui.ImVec2, toggle: PendingToggle) -> None:
    """Draw the mark of a choice at the left of its button: a circle of one, a box of several."""
    size, padding = imgui.get_font_size(), imgui.get_style().frame_padding
    x, y = corner.x + padding.x + size / 2, corner.y + padding.y + size / 2
    draw, color, radius = imgui.get_window_draw_list(), pack_color(TOGGLE_RGB), 0.36 * size
    if toggle.is_exclusive:
        draw.add_circle((x, y), radius, color, 0, 1.5)
        if toggle.is_on:
            draw.add_circle_filled((x, y), 0.5 * radius, color)
        return
    draw.add_rect((x - radius, y - radius), (x + radius, y + radius), color, 2.0, 0, 1.5)
    if toggle.is_on:
        tick = ((-0.55, 0.0), (-0.15, 0.45), (0.6, -0.5))
        draw.add_polyline(
            [imgui.ImVec2(x + a * radius, y + b * radius) for a, b in tick], color, 0, 2.0
        )


def _is_slot_small(ui: Any) -> bool:
    """Return whether the fixed slot for hints has room only for a sign and a key."""
    return bool(imgui.get_content_region_avail().x < 1.2 * SMALL_SLOT_WIDTH_PX * ui.scale)


# Without a question


def make_ending_prompt(
    ui: Any,
    buttons: KeyedButtons,
    ending: str,
    points: Sequence[str],
    possible: Sequence[str],
    press: Callable[[str], object],
) -> Prompt:
    """Return the result of the game and the remaining options."""

    def add_text(text: FittedText) -> None:
        text.add_bold(f"{ICONS['star']} {ending}", 20, mark="ending")
        for line in points:
            text.add(line)

    def draw_slots() -> None:
        rows = {
            "score": ICONS["star"] + " Show the score",
            "watch": ICONS["film"] + " Watch the replay",
            "leave": ICONS["back"] + " Leave the game",
        }
        for mark, text in rows.items():
            if mark in possible and buttons.draw(ui, text, mark):
                press(mark)

    return Prompt(add_text, draw_slots)


def make_animation_prompt(
    ui: Any,
    buttons: KeyedButtons,
    session: PlaySession,
    press: Callable[[str], object],
    set_pace: Callable[[float], object],
    weighing: bool,
) -> Prompt:
    """Return the controls of a running animation: next, skip, speed, and the bot's options."""

    def add_text(text: FittedText) -> None:
        text.add_bold(f"{ICONS['film']} What happened")
        if weighing and session.is_showing_bot:
            rows = session.bot_options()
            for words, worth in rows:
                text.add(words, label=worth, label_paint=GOLD_COLOR, mark="option weighed")
            if not rows:
                text.add_dim("No options are recorded for this action.")
        else:
            text.add_dim("The log keeps every event.")

    def draw_slots() -> None:
        if buttons.draw(ui, f"{ICONS['ok']} Skip all", "present", command="present"):
            press("present")
        if session.is_showing_bot and buttons.draw(
            ui, "The bot's options", "weighed", on=weighing, command="weighed"
        ):
            press("weighed")
        draw_pace_setting(ui, session.animation.speed, set_pace)

    def draw_next() -> None:
        words = ICONS["forward"] if _is_slot_small(ui) else f"{ICONS['forward']} Next"
        if buttons.draw(ui, words, "go on", command="end"):
            press("go on")

    return Prompt(add_text, draw_slots, draw_next)


def make_stop_prompt(ui: Any, reason: str) -> Prompt:
    """Return the reason why the game cannot go on."""

    def add_text(text: FittedText) -> None:
        text.add_bold(f"{ICONS['warning']} The game has stopped")
        text.add(reason)

    return Prompt(add_text)


def make_thinking_prompt(ui: Any, bot_name: str) -> Prompt:
    """Return a note that a bot is thinking."""

    def add_text(text: FittedText) -> None:
        dots = "." * (1 + int(imgui.get_time() * 2) % 3)
        words = f"{ICONS['robot']} {bot_name} is thinking{dots}"
        text.add_bold(words, mark="thinking")
        text.add_dim("You can look around. Your clicks do not change the game now.")

    return Prompt(add_text)


def make_waiting_prompt(ui: Any, name: str) -> Prompt:
    """Return a note that a player elsewhere must act."""

    def add_text(text: FittedText) -> None:
        text.add_bold(f"Waiting for {name}", mark="waiting")
        text.add_dim("You can look around and measure meanwhile.")

    return Prompt(add_text)


# The question


def question_sentence(interaction: GameController, session: PlaySession) -> str:
    """Return the current question and its player as a sentence."""
    prefix = f"{session.player_name(session.person_to_act)}: " if len(session.people) == 2 else ""
    return prefix + question_words(interaction)


@dataclass(frozen=True)
class QuestionPrompt:
    """Draws the open question and its answers. `look` brings its model into view, if any."""

    ui: Any
    interaction: GameController
    session: PlaySession
    rows: MenuItemButtons
    hints: HintDisplay
    press: Callable[[str], object]
    look: Callable[[], object] | None

    @property
    def buttons(self) -> KeyedButtons:
        """The action buttons of this frame."""
        return self.rows.buttons

    def make(self) -> Prompt:
        """Return the prompt."""
        if self.interaction.end_question:
            return Prompt(self._add_end_question, self._draw_back, None, self._draw_pass)
        hint = self._draw_hint if self.hints.request.is_available else None
        has_pass = self.interaction.pending is None or self.interaction.is_auto_started
        return Prompt(self._add_text, self._draw_slots, hint, self._draw_pass if has_pass else None)

    # --- ending an activation

    def _add_end_question(self, text: FittedText) -> None:
        text.add_bold(self.interaction.end_question, mark="end question")
        text.add_dim("The settings can turn this question off.")

    def _draw_back(self) -> None:
        words = f"{ICONS['back']} Continue the activation"
        if self.buttons.draw(self.ui, words, "keep acting", command="cancel"):
            self.interaction.cancel()

    # --- text

    def _add_text(self, text: FittedText) -> None:
        interaction = self.interaction
        rules = interaction.rules
        state = interaction.state
        look = self._draw_look if self.look is not None else None
        text.add_bold(question_sentence(interaction, self.session), lead=look)
        lines = self.session.log.lines
        if rules.queries.is_reaction(state) and lines and not lines[-1].is_heading:
            text.add(lines[-1].words.strip())
        if interaction.pending is not None:  # what it says comes before what the question says
            self._add_pending_text(text, interaction.pending)
        for line in rules.text.describe_question(state):
            text.add_dim(drop_places(line.strip()))
        if interaction.pending is not None:
            return
        if interaction.aimed_items:
            first = interaction.aimed_items[0]
            chances = interaction.menu.chances_of(first)
            source = rules.text.action_source(state, first.action)
            source = chances.weapon if chances is not None else source
            text.add(f"{ICONS['cross']} {source}: click a target", GOLD_COLOR)
            return
        text.add(interaction.hooks.instructions(interaction.context))
        text.add_optional(interaction.hooks.signs_legend(interaction.context))
        counters = interaction.hooks.point_counters(interaction.context)
        if counters is not None:
            text.add_bold(counters.heading, 16)
            for line in counters.lines:
                text.add_dim(line)
        for line in impossible_lines(interaction):
            text.add_dim(line)

    def _draw_look(self) -> None:
        """Draw the button that brings the question's model into view."""
        rules = self.interaction.rules
        state = self.interaction.state
        name = rules.text.display_name(state, rules.queries.question_anchor(state) or "")
        tip = f"Move the camera to {name}"
        if draw_button(self.ui, ICONS["eye"], "show asked", tip=tip) and self.look is not None:
            self.look()

    # --- slots

    def _draw_slots(self) -> None:
        interaction = self.interaction
        if interaction.pending is not None:
            self._draw_pending_slots(interaction.pending)
        elif interaction.aimed_items:
            self._draw_targets()
        else:
            self._draw_answers()
            if any(kind.is_for_any_model for kind in interaction.menu.kinds_to_list):
                self._draw_all_actions()

    def _draw_answers(self) -> None:
        """Draw a button for each answer, in the order of their kinds."""
        interaction = self.interaction
        kinds = interaction.menu.kinds_to_list
        alone = not any(kind.is_for_any_model for kind in kinds)
        for kind in kinds:
            for handle in interaction.action_starters_for_kind(kind.type):
                if self.buttons.draw(
                    self.ui, handle.words, handle.button_id, on=handle.is_active, tip=handle.tip
                ):
                    interaction.begin_pending(handle.target)
            if kind.is_listed and alone and not kind.is_done_on_board:
                for item in interaction.menu.items_of_kind(kind.type):
                    self.rows.draw(self.ui, item)
                    if item.meaning:
                        draw_dim_text(item.meaning)
        self._draw_counters()
        viewer = self.session.viewer
        cards = interaction.hooks.hand_cards(interaction.context, viewer) if viewer else ()
        for number, card in enumerate(cards):
            listed = any(kind.is_listed and alone for kind in kinds if kind.type == "discard")
            items = [item for item in card.items if item.action.type != "discard" or not listed]
            words = f"{ICONS['scroll']} {card.name}"
            if items and self.buttons.draw(
                self.ui, words, f"hand {number} {card.id}", tip=card.text
            ):
                interaction.begin_aiming(items)

    def _draw_counters(self) -> None:
        """Draw a button for each model that can be given a point, and what else points pay for."""
        interaction = self.interaction
        counters = interaction.hooks.point_counters(interaction.context)
        if counters is None:
            return
        for row in counters.rows:
            words = f"{row.name}: {row.points} of {row.max_points}"
            if row.note:
                words += f", {row.note}"
            give = row.give_action
            if give is None:
                draw_dim_text(words)
            else:
                verdict = interaction.session.check(give)
                refusal = interaction.rules.text.describe_refusal(interaction.state, verdict)
                if self.buttons.draw(
                    self.ui,
                    f"{ICONS['bolt']} +1  {words}",
                    f"give {row.id}",
                    enabled=bool(verdict),
                    tip="" if verdict else refusal,
                ):
                    interaction.apply_action(give)
            self.ui.record_widget(f"focus {row.id}")
        for item in counters.items:
            self.rows.draw(self.ui, item)

    def _draw_targets(self) -> None:
        """Draw the targets of the action being aimed, best first."""
        interaction = self.interaction
        state = interaction.state
        for item in interaction.menu.sort_by_chances(interaction.aimed_items):
            if interaction.menu.chances_of(item) is not None:
                self.rows.draw(self.ui, item)
                continue
            target = interaction.rules.queries.action_target(item.action)
            words = interaction.rules.text.display_name(state, target) if target else item.words
            pressed = self.buttons.draw(self.ui, words, f"on {target}", tip=item.words)
            if imgui.is_item_hovered():
                self.rows.hovered = item
            if pressed:
                interaction.choose_action(item.action)
                return
        if self.buttons.draw(self.ui, f"{ICONS['no']} Cancel", "drop aim", command="cancel"):
            interaction.cancel()

    def _draw_hint(self) -> None:
        is_small = _is_slot_small(self.ui)
        draw_hint_buttons(self.ui, self.buttons, self.hints, self.press, is_small=is_small)

    def _draw_pass(self) -> None:
        interaction = self.interaction
        pass_choice = interaction.menu.pass_option()
        if pass_choice is None:
            return
        text, _, verdict = pass_choice
        tip = "" if verdict else interaction.rules.text.describe_refusal(interaction.state, verdict)
        words = f"{ICONS['forward']} {text[:1].upper() + text[1:]}"
        if self.buttons.draw(self.ui, words, "pass", enabled=bool(verdict), tip=tip, command="end"):
            interaction.pass_step()

    def _draw_all_actions(self) -> None:
        """Draw all actions as a list, including those without a better place."""
        interaction = self.interaction
        menu = interaction.menu
        imgui.push_style_color(imgui.Col_.text, DIM_COLOR)
        opened = imgui.tree_node("List all actions")
        self.ui.record_widget("everything")
        imgui.pop_style_color()
        if not opened:
            return
        for kind in menu.kinds_to_list:
            examples = " (examples)" if kind.is_endless else ""
            draw_dim_text(menu.offer_sentence(kind.type) + examples)
            for item in menu.items_of_kind(kind.type):
                mark = f"all {item.button_id}"
                if draw_button(self.ui, item.words, mark, tip=item.words, wide=-1.0):
                    interaction.apply_action(item.action)
        imgui.tree_pop()

    # --- the pending action

    def _add_pending_text(self, text: FittedText, pending: PendingAction) -> None:
        text.add(f"{ICONS['hand']} Current action", GOLD_COLOR, mark="draft told")
        if pending.status:
            paint, sign = (
                (GREEN_COLOR, ICONS["ok"]) if pending.is_ready else (RED_COLOR, ICONS["no"])
            )
            text.add(pending.status, label=sign, label_paint=paint)
        text.add(pending.words)
        if pending.is_placed:
            key = self.ui.key_for_command("end")
            text.add_dim(f"{pending.placed_hint} Then press {key} to confirm.")
        preview = pending.make_preview()
        if preview is not None and preview.legal:
            text.add_facts(preview.facts, 96 * self.ui.scale)

    def _draw_pending_slots(self, pending: PendingAction) -> None:
        interaction = self.interaction
        if not pending.is_placed and pending.follows_mouse:
            imgui.dummy((0, imgui.get_frame_height()))  # the place of the first slot
        elif self.buttons.draw(
            self.ui,
            f"{ICONS['ok']} Confirm",
            "finish",
            enabled=pending.is_ready,
            main=True,
            command="end",
        ):
            interaction.apply_pending()
        if self.buttons.draw(self.ui, f"{ICONS['no']} Cancel", "put down", command="cancel"):
            interaction.cancel()
        for control in pending.controls():
            self._draw_control(control)

    def _draw_control(self, control: PendingControl | PendingStepper) -> None:
        """Draw a button, a choice, or a number with buttons for less and more."""
        ui = self.ui
        if isinstance(control, PendingStepper):
            mark = control.button_id
            imgui.text_wrapped(control.words)
            less, more = f"− {control.less_words}", f"+ {control.more_words}"
            if self.buttons.draw(ui, less, f"less {mark}", enabled=control.can_decrease):
                control.on_change(-1)
            if self.buttons.draw(ui, more, f"more {mark}", enabled=control.can_increase):
                control.on_change(1)
            return
        is_toggle = isinstance(control, PendingToggle)
        pressed = self.buttons.draw(
            ui,
            TOGGLE_INDENT * is_toggle + control.words,
            control.button_id,
            on=control.is_on,
            tip=control.tip,
            command=control.key,
        )
        if isinstance(control, PendingToggle):
            _draw_toggle(imgui.get_item_rect_min(), control)
        if pressed:
            control.on_press()
