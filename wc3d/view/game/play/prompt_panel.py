"""What is asked now, at the right: the question, what is in hand, everything that can be done in words, and how to go on."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.engine.agenda import question
from wc3d.evidence.preview import share
from wc3d.view.game.play.action_menu import BY_POINTING, Choice
from wc3d.view.game.play.pending_actions import ClearDraft, DeployDraft, Draft, GateDraft, MoveDraft
from wc3d.view.game.play.previews import of_draft
from wc3d.view.window.panels import DIM, GOLD, GREEN, ICONS, RED, button, dim, facts, fitting, heading
from wc3d.warcaster.abilities.windows import Reaction
from wc3d.warcaster.book.rulebook import page_of
from wc3d.warcaster.previews.action_preview import refusal
from wc3d.warcaster.state import State
from wc3d.warcaster.turn.activation import ActingQuestion
from wc3d.warcaster.turn.deployment import cost, free_attachments
from wc3d.warcaster.words.question_words import describe_question
from wc3d.warcaster.words.vocabulary import card_name, name

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

STRAIGHT = ("choose", "discard", "attack", "use")
"""Kinds whose actions are all buttons when the question is about one thing only."""
HOW = {
    "activate": "Click one of your units and activate it.",
    "charge": "Click a unit or void gate and charge it.",
    "deploy": "Take a unit of your reserve in hand, at the left or here, and put it down.",
    "play": "Click a card of your hand below, then its target.",
    "advance": "Drag a model, or take it in hand.",
}
"""How a kind of action is done with the mouse."""
SHORTER = {"use": "Use an ability", "clear": "Clear Arc", "charge": "Charge with 1 Arc"}
"""Kinds of actions in fewer words, where there are several."""
TARGETS = 8
"""Targets of what is aimed that are listed; the table shows all."""


def draw_now(ui: Any, play: Play) -> None:
    """Draw what is asked of whom."""
    session = play.session
    if session.game.over:
        _ending(ui, play)
    elif session.stuck:
        heading(ui, f"{ICONS['warning']} The game has stopped")
        imgui.text_wrapped(session.stuck)
    elif session.thinking:
        dots = "." * (1 + int(imgui.get_time() * 2) % 3)
        heading(ui, f"{ICONS['robot']} {session.name(session.game.to_act or 0)} is thinking{dots}")
        dim("Look around meanwhile: nothing you click now changes the game.")
        ui.mark("thinking")
    elif session.asked:
        _asked(ui, play)
    ui.mark("now")


def ended_words(state: State) -> str:
    """How the game has ended."""
    return f"{state.setup.names[state.winner - 1]} wins" if state.winner else "The game is a draw"


def _ending(ui: Any, play: Play) -> None:
    state = play.session.game.state
    heading(ui, f"{ICONS['star']} {ended_words(state)}", 20)
    ui.mark("ending")
    for player in (1, 2):
        imgui.text(f"{play.session.name(player)}: {state.players[player].points} VP")
    rows = [("score", ICONS["star"] + " What the points were for", True)]
    rows += [("watch", ICONS["film"] + " Watch the game from its beginning", play.session.path is not None)]
    rows += [("leave", ICONS["back"] + " Leave the table", play.on_leave is not None)]
    for mark, text, possible in rows:
        if possible and button(ui, text, mark, wide=-1.0):
            play.press(mark)


def asked_words(play: Play) -> str:
    """What may be done now, and by whom, as a sentence."""
    choices, session = play.hand.choices, play.session
    acting = isinstance(question(play.hand.state), ActingQuestion)
    kinds = [k for k in choices.kinds if not acting or (play.hand.orders() if k == "advance" else choices.of(k))]
    texts = [choices.text(kind) if len(kinds) == 1 else SHORTER.get(kind, choices.text(kind)) for kind in kinds]
    texts = [text if i == 0 else text[:1].lower() + text[1:] for i, text in enumerate(texts)]
    told = " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
    who = f"{session.name(session.asked)}: " if len(session.people) == 2 else ""
    return who + (told or ("Nothing more to do" if acting else "Go on"))


def _asked(ui: Any, play: Play) -> None:
    """The question, in the words of what is offered, and all its answers."""
    from wc3d.view.game.play.prompt_at_model import model_asked, spot_asked

    hand, session = play.hand, play.session
    asked, kinds = question(hand.state), hand.choices.kinds
    imgui.push_text_wrap_pos(0)
    heading(ui, asked_words(play))
    imgui.pop_text_wrap_pos()
    if isinstance(asked, Reaction) and session.log.entries:
        imgui.text_wrapped(session.log.entries[-1].words.strip())
    if spot_asked(play) is not None:
        model = model_asked(play) or ""
        if button(ui, f"{ICONS['eye']} Asked beside {name(hand.state, model)}", "show asked", tip="look there", wide=-1.0):
            play.bring((hand.state.place(model),), near=True)
        return
    for line in describe_question(hand.state):
        dim(line.strip())
    if hand.draft is not None:
        imgui.separator()
        _draft(ui, play, hand.draft)
        if hand.given:
            _passing(ui, play)
        return
    told = [HOW[kind] for kind in kinds if kind in HOW and hand.choices.of(kind)]
    how = _to_act(play) if isinstance(asked, ActingQuestion) else "".join(told[:1])
    if how and not hand.aim:
        imgui.text_wrapped(how)
    if hand.aim:
        _aim(ui, play)
    alone = not any(k in ("activate", "charge", "advance", "deploy") for k in kinds)
    answers(ui, play, alone=alone and not hand.aim)
    if not alone:
        _everything(ui, play)


def _to_act(play: Play) -> str:
    """How the activated unit moves and attacks, as far as it still may."""
    moves = "Drag a model to move it." if play.hand.orders() else ""
    signs = f"{ICONS['cross']} hits, {ICONS['skull']} destroys, {ICONS['shield']} in cover"
    return f"{moves} {f'Click an enemy, then choose the attack: {signs}.' if play.hand.choices.of('attack') else ''}".strip()


def answers(ui: Any, play: Play, *, alone: bool) -> None:
    """A button for each answer that stands in this panel itself, and for going on."""
    for kind in play.hand.choices.kinds:
        _kind(ui, play, kind, alone)
    _passing(ui, play)


def _aim(ui: Any, play: Play) -> None:
    """What is aimed, and its targets: to be clicked on the table, or here."""
    aim = play.hand.aim
    imgui.text_colored(imgui.ImVec4(*GOLD), f"{ICONS['cross']} {_aimed(play)}: click a target")
    for choice in aim[:TARGETS]:
        target = getattr(choice.action, "target", "") or getattr(choice.action, "on", "")
        if play.prospect(choice) is not None:
            choice_row(ui, play, choice)
        elif button(ui, name(play.hand.state, target), f"on {target}", wide=-1.0):
            play.hand.do(choice.action)
            return
    if button(ui, f"Not now  [{ui.key('cancel')}]", "drop aim"):
        play.hand.cancel()


def _aimed(play: Play) -> str:
    """What is being aimed: a card, a weapon or an ability."""
    choice, state = play.hand.aim[0], play.hand.state
    prospect, card = play.prospect(choice), getattr(choice.action, "card", "")
    if card:
        return card_name(state, card)
    return prospect.weapon if prospect is not None else choice.words.partition(" on ")[0]


def _kind(ui: Any, play: Play, kind: str, alone: bool) -> None:
    """The buttons for a kind of action that stands in this panel itself."""
    hand = play.hand
    if kind == "place_gate" and not isinstance(hand.draft, GateDraft):
        if button(ui, f"{ICONS['gate']} Place a void gate", "take gate"):
            hand.take_gate()
    elif kind == "place" and hand.draft is None:
        if button(ui, f"{ICONS['hand']} Take it in hand", "take place", wide=-1.0):
            hand.take_place()
    elif kind == "clear" and not isinstance(hand.draft, ClearDraft) and hand.choices.of("clear"):
        if button(ui, f"{ICONS['bolt']} Clear Arc ...", "take clearing", tip="choose how much from each, instead of charging"):
            hand.take_clearing()
    elif kind == "deploy":
        _reserve(ui, play)
    elif kind in STRAIGHT and alone:
        for choice in hand.choices.of(kind):
            choice_row(ui, play, choice)
            if choice.meaning:
                dim(choice.meaning)


def _reserve(ui: Any, play: Play) -> None:
    """The units that can be deployed now, each with its price."""
    state, hand = play.hand.state, play.hand
    seen = dict.fromkeys(getattr(c.action, "unit", "") for c in hand.choices.of("deploy"))
    for unit in seen:
        held = isinstance(hand.draft, DeployDraft) and hand.draft.unit == unit
        if button(ui, f"{name(state, unit)}  (DC {cost(state, unit)})", f"take {unit}", on=held, wide=-1.0):
            hand.take_unit(unit)
    if not seen:
        dim("Nothing in reserve can be deployed now.")


def choice_row(ui: Any, play: Play, choice: Choice) -> None:
    """A button that does an action at once: an attack with its chances, anything else in its words."""
    prospect = play.prospect(choice)
    if prospect is None:
        words = _short(choice.words[:1].upper() + choice.words[1:])
        pressed = button(ui, words, choice.mark, tip=choice.meaning or choice.words, wide=-1.0)
    else:
        target = getattr(choice.action, "target", "") or getattr(choice.action, "on", "")
        who = getattr(choice.action, "model", "") or getattr(choice.action, "channel", "")
        state = play.hand.state
        using = _short(f"{name(state, who)}: {prospect.weapon}", 38)
        room = imgui.get_content_region_avail().x - 130 * ui.scale
        odds = f"{ICONS['cross']} {share(prospect.odds.hit)}  {ICONS['skull']} {share(prospect.odds.destroy)}"
        odds += f"  {ICONS['shield']}" if prospect.cover else ""
        words = f"{using}\n{odds}   {fitting(name(state, target), room)}"
        imgui.push_style_var(imgui.StyleVar_.button_text_align, imgui.ImVec2(0, 0.5))
        pressed = button(ui, words, choice.mark, tip=prospect.told if play.tray.shown else "", wide=-1.0)
        imgui.pop_style_var()
        if imgui.is_item_hovered():
            play.hovered = choice
    if pressed:
        play.hand.do(choice.action)


def _short(words: str, most: int = 46) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def _passing(ui: Any, play: Play) -> None:
    passing = play.hand.choices.passing()
    if passing is None:
        return
    text, action, verdict = passing
    tip = "" if verdict else refusal(play.hand.state, verdict)
    words = f"{ICONS['forward']} {text[:1].upper() + text[1:]}  [{ui.key('end')}]"
    if button(ui, words, "pass", enabled=bool(verdict), tip=tip, wide=-1.0):
        play.hand.draft = None
        play.hand.do(action)


def _everything(ui: Any, play: Play) -> None:
    """All that is offered, in words, each to be clicked: whatever has no better place has this one."""
    choices = play.hand.choices
    imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*DIM))
    opened = imgui.tree_node("everything that is possible, in words")
    ui.mark("everything")
    imgui.pop_style_color()
    if not opened:
        return
    for kind in choices.kinds:
        examples = " (some of endlessly many)" if kind in BY_POINTING and kind != "deploy" else ""
        imgui.text_colored(imgui.ImVec4(*DIM), choices.text(kind) + examples)
        for choice in choices.of(kind):
            if button(ui, f"{_short(choice.words)}##{choice.mark}", f"all {choice.mark}", tip=choice.words, wide=-1.0):
                play.hand.do(choice.action)
    imgui.tree_pop()


# What is in hand


def _draft(ui: Any, play: Play, draft: Draft) -> None:
    imgui.text_colored(imgui.ImVec4(*GOLD), f"{ICONS['hand']} In hand")
    imgui.text_wrapped(draft.words)
    if isinstance(draft, DeployDraft):
        _deploying(ui, play.hand.state, draft)
    elif isinstance(draft, GateDraft):
        _amount(ui, "on it", draft.arc, lambda more: draft.charge(more), "gate")
    elif isinstance(draft, ClearDraft):
        _clearing(ui, play.hand.state, draft)
    elif isinstance(draft, MoveDraft) and draft.order.own_activation:
        tip = f"a jump, as far as it has inches (p. {page_of('NM-TER-23')})"
        if button(ui, f"Jump [{ui.key('jump')}]", "jump", on=draft.jumps, tip=tip):
            play.hand.jump()
    if draft.told:
        paint, sign = (GREEN, ICONS["ok"]) if draft.ready else (RED, ICONS["no"])
        imgui.text_colored(imgui.ImVec4(*paint), sign)
        imgui.same_line()
        imgui.text_wrapped(draft.told)
    ui.mark("draft told")
    preview = of_draft(draft) if not isinstance(draft, ClearDraft) else None
    if preview is not None and preview.legal:
        facts(preview.facts, 96 * ui.scale)
    if draft.settled:
        dim(f"Drag each model to where it should stand; then it is done with {ui.key('end')}.")
    if draft.settled or isinstance(draft, ClearDraft):
        if button(ui, f"{ICONS['ok']} Do it  [{ui.key('end')}]", "finish", enabled=draft.ready, on=True):
            play.hand.finish()
        imgui.same_line()
    if button(ui, f"{ICONS['no']} Let go  [{ui.key('cancel')}]", "put down"):
        play.hand.cancel()


def _deploying(ui: Any, state: State, draft: DeployDraft) -> None:
    """Through which gate, and with which attachments."""
    gates = [g for g in state.gates_of(draft.player)] if draft.gate else []
    for gate in gates if len(gates) > 1 else []:
        if imgui.radio_button(f"through {gate.name} ({gate.arc} Arc)", draft.gate == gate.id):
            draft.through(gate.id)
        ui.mark(f"through {gate.id}")
    for id in free_attachments(state, draft.unit):
        words = f"with {name(state, id)} (+{state.setup.card_of(id).cost})"
        if imgui.checkbox(words, id in draft.attachments)[0]:
            draft.join(id)
        ui.mark(f"with {id}")


def _amount(ui: Any, words: str, arc: int, change: Any, mark: str) -> None:
    """A number with buttons for less and more."""
    if button(ui, f" - ##{mark}", f"less {mark}"):
        change(-1)
    imgui.same_line()
    imgui.text(f"{arc} Arc")
    imgui.same_line()
    if button(ui, f" + ##{mark}", f"more {mark}"):
        change(1)
    imgui.same_line()
    imgui.text(words)


def _clearing(ui: Any, state: State, draft: ClearDraft) -> None:
    holders = [u.id for u in state.units_in_play(draft.player)] + [g.id for g in state.gates_of(draft.player)]
    for id in holders:
        if state.arc_on(id):
            words = f"of {state.arc_on(id)} from {name(state, id)}"
            _amount(ui, words, draft.arc.get(id, 0), lambda more, id=id: draft.take(id, more), id)

