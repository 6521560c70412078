"""What is asked now: the question, what is in hand, everything that can be done in words, and how to go on.

It is asked at the right; a question about one model beside that model.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset_types import ActionKind
from wc3d.presentation.icons import ICONS
from wc3d.ui.controller import Interaction
from wc3d.ui.hint_request import AdviceAsked
from wc3d.ui.pending_actions import Amount, Choice, Control, PendingAction
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.model_labels import Size
from wc3d.window.layout.panel_sizes import cut
from wc3d.window.layout.panels import Boxes, PanelPlace, inside
from wc3d.window.play.game.item_row import ItemRows
from wc3d.window.shell.settings_panel import draw_pace
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import (
    DIM,
    GOLD,
    GREEN,
    RED,
    UNBIDDEN,
    button,
    dim,
    draw_leader,
    facts,
    heading,
    panel,
)

TARGETS = 8
"""Targets of what is aimed that are listed; the table shows all."""


HINT = "Suggest a move and say why"


def draw_ending(ui: Any, ending: str, points: Sequence[str], possible: Sequence[str], press: Callable[[str], object]) -> None:
    """How the game has ended, and what can still be done."""
    heading(ui, f"{ICONS['star']} {ending}", 20, wrapped=True)
    ui.mark("ending")
    for line in points:
        imgui.text(line)
    rows = {
        "score": ICONS["star"] + " Show the score", "watch": ICONS["film"] + " Watch the replay",
        "leave": ICONS["back"] + " Leave the game",
    }  # fmt: skip
    for mark, text in rows.items():
        if mark in possible and button(ui, text, mark, wide=-1.0):
            press(mark)


def draw_staged(
    ui: Any, session: PlaySession, press: Callable[[str], object], set_pace: Callable[[float], object], weighing: bool
) -> None:
    """That what happened is being shown: on to the next thing, or to the present, and how fast; what the bot weighed."""
    heading(ui, f"{ICONS['film']} What happened")
    if button(ui, f"{ICONS['forward']} Next  [{ui.key('end')}]", "go on", wide=-1.0):
        press("go on")
    if button(ui, f"{ICONS['ok']} Skip all  [{ui.key('present')}]", "present", wide=-1.0):
        press("present")
    draw_pace(ui, session.staging.speed, set_pace)
    if session.shows_bot and button(ui, f"The bot's options  [{ui.key('weighed')}]", "weighed", on=weighing, wide=-1.0):
        press("weighed")
    if weighing and session.shows_bot:
        rows = session.weighed()
        for words, worth in rows:
            imgui.text_colored(GOLD, worth)
            imgui.same_line()
            imgui.text_wrapped(words)
            ui.mark("option weighed")
        if not rows:
            dim("No options are recorded for this action.")


def draw_hints(ui: Any, advice: AdviceAsked, press: Callable[[str], object]) -> None:
    """The button for a hint; once that is pressed, what a sensible player might do now, and why."""
    tip = "" if advice.open else HINT
    if button(ui, f"{ICONS['hint']} Hint  [{ui.key('weighed')}]", "hint", on=advice.open, wide=-1.0, tip=tip):
        press("weighed")
    if not advice.open:
        return
    imgui.text_colored(GOLD, "Suggested move")
    ui.mark("hints")
    if advice.hints is None:
        dim("Comparing moves ... You can keep playing.")
    elif not advice.hints:
        dim(advice.failure or "There is only one option.")
    for number, hint in enumerate(advice.hints or ()):
        imgui.text_wrapped(f"{hint.words[:1].upper()}{hint.words[1:]}")
        ui.mark(f"hint {number}")
        details = "; ".join((f"{hint.chance:.0%} chance to win", *hint.why))
        dim(details)


def draw_stop(ui: Any, reason: str) -> None:
    """Why the game cannot go on."""
    heading(ui, f"{ICONS['warning']} The game has stopped")
    imgui.text_wrapped(reason)


def draw_thinking(ui: Any, bot_name: str) -> None:
    """That a bot is thinking."""
    dots = "." * (1 + int(imgui.get_time() * 2) % 3)
    heading(ui, f"{ICONS['robot']} {bot_name} is thinking{dots}")
    dim("You can look around. Your clicks do not change the game now.")
    ui.mark("thinking")


def question_sentence(interaction: Interaction, session: PlaySession) -> str:
    """What may be done now, and by whom, as a sentence."""
    menu, kinds = interaction.menu, interaction.own.kinds(interaction.moment)
    texts = [_kind_words(interaction, kind, len(kinds) > 1) for kind in kinds]
    texts = [text if i == 0 else text[:1].lower() + text[1:] for i, text in enumerate(texts)]
    words = " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
    prefix = f"{session.name(session.asked)}: " if len(session.people) == 2 else ""
    return prefix + (words or ("Nothing more to do" if menu.kinds else "Continue"))


def _kind_words(interaction: Interaction, kind: ActionKind, several: bool) -> str:
    return (kind.short if several else "") or interaction.menu.sentence(kind.type)


def draw_question(
    ui: Any, interaction: Interaction, session: PlaySession, rows: ItemRows, look: Callable[[], object] | None
) -> None:
    """The question, in the words of what is offered, and all its answers. If it is asked beside its model, `look` brings that
    into view."""
    rules, state = interaction.rules, interaction.state
    heading(ui, question_sentence(interaction, session), wrapped=True)
    if rules.is_reaction(state) and session.log.lines and not session.log.lines[-1].heading:
        imgui.text_wrapped(session.log.lines[-1].words.strip())
    if look is not None:
        words = f"{ICONS['eye']} Show {rules.name_of(state, rules.asked_at(state) or '')}"
        if button(ui, words, "show asked", tip="Move the camera there", wide=-1.0):
            look()
        return
    for line in rules.describe_question(state):
        dim(line.strip())
    if interaction.pending is not None:
        imgui.separator()
        _pending(ui, interaction, interaction.pending)
        if interaction.took_by_itself:
            _passing(ui, interaction)
        return
    instructions = interaction.own.how(interaction.moment)
    if instructions and not interaction.aimed:
        imgui.text_wrapped(instructions)
    if interaction.aimed:
        _aim(ui, interaction, rows)
    alone = not any(kind.broad for kind in interaction.menu.kinds)
    draw_answers(ui, interaction, rows, alone=alone and not interaction.aimed)
    if not alone:
        _everything(ui, interaction)


def draw_answers(ui: Any, interaction: Interaction, rows: ItemRows, *, alone: bool) -> None:
    """A button for each answer that stands in this panel itself, and for going on."""
    for kind in interaction.menu.kinds:
        handles = interaction.kind_handles(kind.type)
        for handle in handles:
            if button(ui, handle.words, handle.mark, on=handle.held, tip=handle.tip, wide=-1.0 if handle.wide else 0.0):
                interaction.take(handle.what)
        if kind.none and not handles:
            dim(kind.none)
        if kind.listed and alone and not kind.by_pointing:
            for item in interaction.menu.of(kind.type):
                rows.draw(ui, item)
                if item.meaning:
                    dim(item.meaning)
    _passing(ui, interaction)


def _aim(ui: Any, interaction: Interaction, rows: ItemRows) -> None:
    """What is aimed, and its targets: to be clicked on the table, or here."""
    rules, state, aimed = interaction.rules, interaction.state, interaction.aimed
    words = rules.deed(state, aimed[0].action)
    imgui.text_colored(GOLD, f"{ICONS['cross']} {words}: click a target")
    for item in aimed[:TARGETS]:
        target = rules.target_of(item.action)
        if interaction.menu.chances(item) is not None:
            rows.draw(ui, item)
            continue
        pressed = button(ui, rules.name_of(state, target), f"on {target}", wide=-1.0)
        if imgui.is_item_hovered():
            rows.hovered = item
        if pressed:
            interaction.choose(item.action)
            return
    if button(ui, f"Cancel  [{ui.key('cancel')}]", "drop aim"):
        interaction.cancel()


def _passing(ui: Any, interaction: Interaction) -> None:
    pass_choice = interaction.menu.passing()
    if pass_choice is None:
        return
    text, action, verdict = pass_choice
    tip = "" if verdict else interaction.rules.refusal(interaction.state, verdict)
    words = f"{ICONS['forward']} {text[:1].upper() + text[1:]}  [{ui.key('end')}]"
    if button(ui, words, "pass", enabled=bool(verdict), tip=tip, wide=-1.0):
        interaction.pending = None
        interaction.do(action)


def _everything(ui: Any, interaction: Interaction) -> None:
    """All that is offered, in words, each to be clicked: whatever has no better place has this one."""
    menu = interaction.menu
    imgui.push_style_color(imgui.Col_.text, DIM)
    opened = imgui.tree_node("List all actions")
    ui.mark("everything")
    imgui.pop_style_color()
    if not opened:
        return
    for kind in menu.kinds:
        examples = " (examples)" if kind.endless else ""
        imgui.text_colored(DIM, menu.sentence(kind.type) + examples)
        for item in menu.of(kind.type):
            if button(ui, cut(item.words, 46), f"all {item.mark}", tip=item.words, wide=-1.0):
                interaction.do(item.action)
    imgui.tree_pop()


# What is in hand


def _pending(ui: Any, interaction: Interaction, pending: PendingAction) -> None:
    imgui.text_colored(GOLD, f"{ICONS['hand']} Current action")
    imgui.text_wrapped(pending.words)
    for control in pending.controls():
        _control(ui, control)
    if pending.status:
        paint, sign = (GREEN, ICONS["ok"]) if pending.ready else (RED, ICONS["no"])
        imgui.text_colored(paint, sign)
        imgui.same_line()
        imgui.text_wrapped(pending.status)
    ui.mark("draft told")
    preview = pending.preview()
    if preview is not None and preview.legal:
        facts(preview.facts, 96 * ui.scale)
    if pending.settled:
        dim(f"{pending.settled_words} Then press {ui.key('end')} to confirm.")
    if pending.settled or not pending.pointed:
        if button(ui, f"{ICONS['ok']} Confirm  [{ui.key('end')}]", "finish", enabled=pending.ready, on=True):
            interaction.finish()
        imgui.same_line()
    if button(ui, f"{ICONS['no']} Cancel  [{ui.key('cancel')}]", "put down"):
        interaction.cancel()


def _control(ui: Any, control: Control | Amount) -> None:
    """A button, a choice, or a number with buttons for less and more."""
    if isinstance(control, Amount):
        mark = control.mark
        if button(ui, f" - ##{mark}", f"less {mark}"):
            control.change(-1)
        imgui.same_line()
        imgui.text(control.value)
        imgui.same_line()
        if button(ui, f" + ##{mark}", f"more {mark}"):
            control.change(1)
        imgui.same_line()
        imgui.text(control.words)
    elif isinstance(control, Choice):
        words, is_on = control.words, control.on
        pressed = imgui.radio_button(words, is_on) if control.exclusive else imgui.checkbox(words, is_on)[0]
        if pressed:
            control.press()
        ui.mark(control.mark)
    else:
        words = f"{control.words} [{ui.key(control.key)}]" if control.key else control.words
        if button(ui, words, control.mark, on=control.on, tip=control.tip):
            control.press()


WIDE, ASIDE = 290.0, 46.0
"""The panel's width, and how far from the model it is, in pixels."""


class PromptAtModel:
    """The panel. It is as high as what was drawn in it last."""

    def __init__(self) -> None:
        self.high = 120.0
        self.place = PanelPlace()

    def draw(
        self, ui: Any, interaction: Interaction, sentence: str, rows: ItemRows, spot: Spot, room: Rect, boxes: Boxes,
        concerned: Iterable[str],
    ) -> Rect:  # fmt: skip
        """Draw the question beside its model, which is at this pixel, within `room`, and over as little as may be of what lies in
        the `boxes`, of those `concerned` above all; what it covers."""
        (wide, high), mouse = (WIDE * ui.scale, self.high), imgui.get_mouse_pos()
        places = [inside(place, (wide, high), room) for place in _places_beside(spot, (wide, high), ASIDE * ui.scale)]
        x, y = self.place.find(places, (wide, high), boxes, concerned, interaction.state, (mouse.x, mouse.y))
        draw_leader(spot, (x, y, x + wide, y + high), GOLD)
        with panel("place", (x, y), most=(wide, room[3] - room[1]), flags=UNBIDDEN):
            imgui.dummy((wide - 26, 0))
            heading(ui, sentence, 15, wrapped=True)
            for line in interaction.rules.describe_question(interaction.state):
                dim(line.strip())
            draw_answers(ui, interaction, rows, alone=True)
            self.high = imgui.get_window_height()
        rect = (x, y, x + wide, y + self.high)
        ui.marks["place"] = rect
        return rect


def _places_beside(spot: Spot, size: Size, aside: float) -> list[Spot]:
    """Where the panel might be: at the right, at the left, above and below, each time a little farther away, too."""
    (x, y), (wide, high) = spot, size
    spots = []
    for distance in (aside, 2.5 * aside, 4.0 * aside):
        for dy in (-0.5 * high, -high, 0.0):
            spots += [(x + distance, y + dy), (x - distance - wide, y + dy)]
        for dx in (-0.5 * wide, -wide, 0.0):
            spots += [(x + dx, y - distance - high), (x + dx, y + distance)]
    return spots
