"""The question panel, at the right or next to the model that a question is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset_types import ActionKind
from wc3d.presentation.icons import ICONS
from wc3d.ui.controller import GameController
from wc3d.ui.hint_request import HintRequest
from wc3d.ui.pending_actions import PendingAction, PendingControl, PendingStepper, PendingToggle
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.model_labels import Size
from wc3d.window.layout.panel_sizes import shorten_text
from wc3d.window.layout.panels import Boxes, PanelPlacer, clamp_to_room
from wc3d.window.play.game.menu_item_buttons import MenuItemButtons
from wc3d.window.shell.settings_panel import draw_pace_setting
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    GREEN_COLOR,
    NO_FOCUS_FLAG,
    RED_COLOR,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    draw_facts,
    draw_panel_leader,
    open_panel,
)

MAX_LISTED_TARGETS = 8
"""Targets in the list; the table shows all of them."""


HINT_TOOLTIP = "Suggest a move and say why"


def draw_ending(
    ui: Any,
    ending: str,
    points: Sequence[str],
    possible: Sequence[str],
    press: Callable[[str], object],
) -> None:
    """Draw the result of the game and the remaining options."""
    draw_bold_text(ui, f"{ICONS['star']} {ending}", 20, wrapped=True)
    ui.record_widget("ending")
    for line in points:
        imgui.text(line)
    rows = {
        "score": ICONS["star"] + " Show the score",
        "watch": ICONS["film"] + " Watch the replay",
        "leave": ICONS["back"] + " Leave the game",
    }
    for mark, text in rows.items():
        if mark in possible and draw_button(ui, text, mark, wide=-1.0):
            press(mark)


def draw_animation_controls(
    ui: Any,
    session: PlaySession,
    press: Callable[[str], object],
    set_pace: Callable[[float], object],
    weighing: bool,
) -> None:
    """Draw the controls of a running animation: next, skip, speed, and the bot's options."""
    draw_bold_text(ui, f"{ICONS['film']} What happened")
    if draw_button(
        ui, f"{ICONS['forward']} Next  [{ui.key_for_command('end')}]", "go on", wide=-1.0
    ):
        press("go on")
    if draw_button(
        ui, f"{ICONS['ok']} Skip all  [{ui.key_for_command('present')}]", "present", wide=-1.0
    ):
        press("present")
    draw_pace_setting(ui, session.animation.speed, set_pace)
    if session.is_showing_bot and draw_button(
        ui,
        f"The bot's options  [{ui.key_for_command('weighed')}]",
        "weighed",
        on=weighing,
        wide=-1.0,
    ):
        press("weighed")
    if weighing and session.is_showing_bot:
        rows = session.bot_options()
        for words, worth in rows:
            imgui.text_colored(GOLD_COLOR, worth)
            imgui.same_line()
            imgui.text_wrapped(words)
            ui.record_widget("option weighed")
        if not rows:
            draw_dim_text("No options are recorded for this action.")


def draw_hints(ui: Any, advice: HintRequest, press: Callable[[str], object]) -> None:
    """Draw the hint button or, once pressed, suggested actions with reasons."""
    tip = "" if advice.is_open else HINT_TOOLTIP
    if draw_button(
        ui,
        f"{ICONS['hint']} Hint  [{ui.key_for_command('weighed')}]",
        "hint",
        on=advice.is_open,
        wide=-1.0,
        tip=tip,
    ):
        press("weighed")
    if not advice.is_open:
        return
    imgui.text_colored(GOLD_COLOR, "Suggested move")
    ui.record_widget("hints")
    if advice.hints is None:
        draw_dim_text("Comparing moves ... You can keep playing.")
    elif not advice.hints:
        draw_dim_text(advice.failure or "There is only one option.")
    for number, hint in enumerate(advice.hints or ()):
        imgui.text_wrapped(f"{hint.words[:1].upper()}{hint.words[1:]}")
        ui.record_widget(f"hint {number}")
        details = "; ".join((f"{hint.chance:.0%} chance to win", *hint.reasons))
        draw_dim_text(details)


def draw_stop_reason(ui: Any, reason: str) -> None:
    """Draw the reason why the game cannot go on."""
    draw_bold_text(ui, f"{ICONS['warning']} The game has stopped")
    imgui.text_wrapped(reason)


def draw_thinking(ui: Any, bot_name: str) -> None:
    """Draw a note that a bot is thinking."""
    dots = "." * (1 + int(imgui.get_time() * 2) % 3)
    draw_bold_text(ui, f"{ICONS['robot']} {bot_name} is thinking{dots}")
    draw_dim_text("You can look around. Your clicks do not change the game now.")
    ui.record_widget("thinking")


def question_sentence(interaction: GameController, session: PlaySession) -> str:
    """Return the current question and its player as a sentence."""
    menu = interaction.menu
    kinds = interaction.hooks.kinds_to_list(interaction.context)
    texts = [_kind_words(interaction, kind, len(kinds) > 1) for kind in kinds]
    texts = [text if i == 0 else text[:1].lower() + text[1:] for i, text in enumerate(texts)]
    words = " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
    prefix = f"{session.player_name(session.person_to_act)}: " if len(session.people) == 2 else ""
    return prefix + (words or ("Nothing more to do" if menu.kinds_to_list else "Continue"))


def _kind_words(interaction: GameController, kind: ActionKind, several: bool) -> str:
    return (kind.short_name if several else "") or interaction.menu.offer_sentence(kind.type)


def draw_question(
    ui: Any,
    interaction: GameController,
    session: PlaySession,
    rows: MenuItemButtons,
    look: Callable[[], object] | None,
) -> None:
    """Draw the question and its answers; `look` brings its model into view."""
    rules = interaction.rules
    state = interaction.state
    draw_bold_text(ui, question_sentence(interaction, session), wrapped=True)
    if (
        rules.queries.is_reaction(state)
        and session.log.lines
        and not session.log.lines[-1].is_heading
    ):
        imgui.text_wrapped(session.log.lines[-1].words.strip())
    if look is not None:
        words = f"{ICONS['eye']} Show {rules.text.display_name(state, rules.queries.question_anchor(state) or '')}"
        if draw_button(ui, words, "show asked", tip="Move the camera there", wide=-1.0):
            look()
        return
    for line in rules.text.describe_question(state):
        draw_dim_text(line.strip())
    if interaction.pending is not None:
        imgui.separator()
        _draw_pending(ui, interaction, interaction.pending)
        if interaction.is_auto_started:
            _draw_pass_button(ui, interaction)
        return
    instructions = interaction.hooks.instructions(interaction.context)
    if instructions and not interaction.aimed_items:
        imgui.text_wrapped(instructions)
    if interaction.aimed_items:
        _draw_targets(ui, interaction, rows)
    alone = not any(kind.is_for_any_model for kind in interaction.menu.kinds_to_list)
    draw_answers(ui, interaction, rows, alone=alone and not interaction.aimed_items)
    if not alone:
        _draw_all_actions(ui, interaction)


def draw_answers(
    ui: Any, interaction: GameController, rows: MenuItemButtons, *, alone: bool
) -> None:
    """Draw a button for each answer of this panel, and for continuing."""
    for kind in interaction.menu.kinds_to_list:
        handles = interaction.action_starters_for_kind(kind.type)
        for handle in handles:
            if draw_button(
                ui,
                handle.words,
                handle.button_id,
                on=handle.is_active,
                tip=handle.tip,
                wide=-1.0 if handle.is_wide else 0.0,
            ):
                interaction.begin_pending(handle.target)
        if kind.none_text and not handles:
            draw_dim_text(kind.none_text)
        if kind.is_listed and alone and not kind.is_done_on_board:
            for item in interaction.menu.items_of_kind(kind.type):
                rows.draw(ui, item)
                if item.meaning:
                    draw_dim_text(item.meaning)
    _draw_pass_button(ui, interaction)


def _draw_targets(ui: Any, interaction: GameController, rows: MenuItemButtons) -> None:
    """Draw the action being aimed and its targets, which can be clicked here or on the table."""
    rules = interaction.rules
    state = interaction.state
    aimed = interaction.aimed_items
    words = rules.text.action_source(state, aimed[0].action)
    imgui.text_colored(GOLD_COLOR, f"{ICONS['cross']} {words}: click a target")
    for item in aimed[:MAX_LISTED_TARGETS]:
        target = rules.queries.action_target(item.action)
        if interaction.menu.chances_of(item) is not None:
            rows.draw(ui, item)
            continue
        pressed = draw_button(ui, rules.text.display_name(state, target), f"on {target}", wide=-1.0)
        if imgui.is_item_hovered():
            rows.hovered = item
        if pressed:
            interaction.choose_action(item.action)
            return
    if draw_button(ui, f"Cancel  [{ui.key_for_command('cancel')}]", "drop aim"):
        interaction.cancel()


def _draw_pass_button(ui: Any, interaction: GameController) -> None:
    pass_choice = interaction.menu.pass_option()
    if pass_choice is None:
        return
    text, action, verdict = pass_choice
    tip = "" if verdict else interaction.rules.text.describe_refusal(interaction.state, verdict)
    words = f"{ICONS['forward']} {text[:1].upper() + text[1:]}  [{ui.key_for_command('end')}]"
    if draw_button(ui, words, "pass", enabled=bool(verdict), tip=tip, wide=-1.0):
        interaction.pending = None
        interaction.apply_action(action)


def _draw_all_actions(ui: Any, interaction: GameController) -> None:
    """Draw all actions as a list, including those without a better place."""
    menu = interaction.menu
    imgui.push_style_color(imgui.Col_.text, DIM_COLOR)
    opened = imgui.tree_node("List all actions")
    ui.record_widget("everything")
    imgui.pop_style_color()
    if not opened:
        return
    for kind in menu.kinds_to_list:
        examples = " (examples)" if kind.is_endless else ""
        imgui.text_colored(DIM_COLOR, menu.offer_sentence(kind.type) + examples)
        for item in menu.items_of_kind(kind.type):
            if draw_button(
                ui, shorten_text(item.words, 46), f"all {item.button_id}", tip=item.words, wide=-1.0
            ):
                interaction.apply_action(item.action)
    imgui.tree_pop()


# The pending action


def _draw_pending(ui: Any, interaction: GameController, pending: PendingAction) -> None:
    imgui.text_colored(GOLD_COLOR, f"{ICONS['hand']} Current action")
    imgui.text_wrapped(pending.words)
    for control in pending.controls():
        _draw_control(ui, control)
    if pending.status:
        paint, sign = (GREEN_COLOR, ICONS["ok"]) if pending.is_ready else (RED_COLOR, ICONS["no"])
        imgui.text_colored(paint, sign)
        imgui.same_line()
        imgui.text_wrapped(pending.status)
    ui.record_widget("draft told")
    preview = pending.make_preview()
    if preview is not None and preview.legal:
        draw_facts(preview.facts, 96 * ui.scale)
    if pending.is_placed:
        draw_dim_text(f"{pending.placed_hint} Then press {ui.key_for_command('end')} to confirm.")
    if pending.is_placed or not pending.follows_mouse:
        if draw_button(
            ui,
            f"{ICONS['ok']} Confirm  [{ui.key_for_command('end')}]",
            "finish",
            enabled=pending.is_ready,
            on=True,
        ):
            interaction.apply_pending()
        imgui.same_line()
    if draw_button(ui, f"{ICONS['no']} Cancel  [{ui.key_for_command('cancel')}]", "put down"):
        interaction.cancel()


def _draw_control(ui: Any, control: PendingControl | PendingStepper) -> None:
    """Draw a button, a choice, or a number with buttons for less and more."""
    if isinstance(control, PendingStepper):
        mark = control.button_id
        if draw_button(ui, f" - ##{mark}", f"less {mark}"):
            control.on_change(-1)
        imgui.same_line()
        imgui.text(control.value)
        imgui.same_line()
        if draw_button(ui, f" + ##{mark}", f"more {mark}"):
            control.on_change(1)
        imgui.same_line()
        imgui.text(control.words)
    elif isinstance(control, PendingToggle):
        words = control.words
        is_on = control.is_on
        pressed = (
            imgui.radio_button(words, is_on)
            if control.is_exclusive
            else imgui.checkbox(words, is_on)[0]
        )
        if pressed:
            control.on_press()
        ui.record_widget(control.button_id)
    else:
        words = (
            f"{control.words} [{ui.key_for_command(control.key)}]" if control.key else control.words
        )
        if draw_button(ui, words, control.button_id, on=control.is_on, tip=control.tip):
            control.on_press()


MODEL_PROMPT_WIDTH_PX, MODEL_PROMPT_OFFSET_PX = 290.0, 46.0
"""Width of the panel and its distance from the model, in pixels."""


class ModelPrompt:
    """A question panel next to a model, with the height of its last content."""

    def __init__(self) -> None:
        self.high = 120.0
        self.place = PanelPlacer()

    def draw(
        self,
        ui: Any,
        interaction: GameController,
        sentence: str,
        rows: MenuItemButtons,
        spot: Spot,
        room: Rect,
        boxes: Boxes,
        concerned: Iterable[str],
    ) -> Rect:
        """Draw the question near its model's pixel `spot` within `room`, and return its rectangle.

        It covers as little as possible of the `boxes`, especially of the `concerned` models.
        """
        (wide, high), mouse = (MODEL_PROMPT_WIDTH_PX * ui.scale, self.high), imgui.get_mouse_pos()
        places = [
            clamp_to_room(place, (wide, high), room)
            for place in _candidate_places(spot, (wide, high), MODEL_PROMPT_OFFSET_PX * ui.scale)
        ]
        x, y = self.place.find_place(
            places, (wide, high), boxes, concerned, interaction.state, (mouse.x, mouse.y)
        )
        draw_panel_leader(spot, (x, y, x + wide, y + high), GOLD_COLOR)
        with open_panel("place", (x, y), most=(wide, room[3] - room[1]), flags=NO_FOCUS_FLAG):
            imgui.dummy((wide - 26, 0))
            draw_bold_text(ui, sentence, 15, wrapped=True)
            for line in interaction.rules.text.describe_question(interaction.state):
                draw_dim_text(line.strip())
            draw_answers(ui, interaction, rows, alone=True)
            self.high = imgui.get_window_height()
        rect = (x, y, x + wide, y + self.high)
        ui.widget_rects["place"] = rect
        return rect


def _candidate_places(spot: Spot, size: Size, aside: float) -> list[Spot]:
    """Return places at the right, left, top and bottom at growing distances."""
    (x, y), (wide, high) = spot, size
    spots = []
    for distance in (aside, 2.5 * aside, 4.0 * aside):
        for dy in (-0.5 * high, -high, 0.0):
            spots += [(x + distance, y + dy), (x - distance - wide, y + dy)]
        for dx in (-0.5 * wide, -wide, 0.0):
            spots += [(x + dx, y - distance - high), (x + dx, y + distance)]
    return spots
