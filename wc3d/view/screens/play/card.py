"""The card of what is picked: its numbers and their receipts, weapons and rules, what it can do now, and why not the rest."""
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.engine.actions import page_said
from wc3d.players.situation import facts
from wc3d.view.panels import DIM, GOLD, ICONS, RED, button, colour, dim, heading, tooltip
from wc3d.view.previews.preview import refusal as sentence
from wc3d.view.screens.play.bar import SIGNS
from wc3d.view.screens.play.choices import Choice, Refusal
from wc3d.view.screens.play.drafts import DeployDraft
from wc3d.view.screens.play.now import choice_row
from wc3d.warcaster.abilities.bearers import abilities_of
from wc3d.warcaster.abilities.stats import stat
from wc3d.warcaster.book.chronicle_words import effect_name, name
from wc3d.warcaster.fighting.weapons import weapons_of
from wc3d.warcaster.state import State, Where

if TYPE_CHECKING:
    from wc3d.view.screens.play.screen import Play

STATS = ("SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM")
MANY = 7
"""Actions with one thing that are shown at once; the rest under a heading."""
VERBS = {
    "activate": ICONS["play"] + " Activate", "charge": ICONS["bolt"] + " Charge with 1 Arc", "recall": ICONS["back"] + " Recall",
}  # fmt: skip


def draw_card(ui: Any, play: Play) -> None:
    """Draw the card of what is picked."""
    state, id = play.hand.state, play.hand.picked
    if id is None:
        dim("Click a unit, on the table or at the left, to see what it can do. Tab: the next one that can do something.")
        return
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    owner = state.owner(id)
    imgui.text_colored(colour(play.side(owner)), SIGNS[owner])
    imgui.same_line()
    heading(ui, name(state, unit or id))
    ui.mark("picked")
    if unit in state.gates:
        gate = state.gates[unit]
        imgui.text(", ".join((f"{ICONS['gate']} void gate", f"{gate.arc} Arc", *map(effect_name, gate.effects))))
    elif unit in state.units:
        _unit(ui, play, unit)
    imgui.separator()
    _can(ui, play, unit or id)
    _cannot(ui, state, play.hand.why_not(unit or id), play.session.asked)


def _unit(ui: Any, play: Play, unit: str) -> None:
    state = play.hand.state
    card = state.setup.card_of(unit)
    imgui.text_colored(imgui.ImVec4(*DIM), f"{'Hero, ' if card.hero else ''}{card.kind}, costs {card.cost}, {card.base} base")
    there = facts(state, state.units[unit])
    if there:
        imgui.text_wrapped(", ".join(there))
    models = state.models_of(unit)
    shown = next((m for m in models if m.id == play.hand.picked), models[0] if models else None)
    _stats(ui, state, unit, shown.id if shown is not None else None)
    _weapons(ui, state, shown.id if shown is not None else state.units[unit].models[0])
    _abilities(ui, state, shown.id if shown is not None else state.units[unit].models[0])


def _stats(ui: Any, state: State, unit: str, model: str | None) -> None:
    """The numbers in a row, as they are now; what changed them shows when one points at them."""
    card = state.setup.card_of(model or unit)
    for number, wanted in enumerate(s for s in STATS if card.stat(s) is not None):  # type: ignore[arg-type]
        if number:
            imgui.same_line(0, 11 * ui.scale)
        receipt = stat(state, model, wanted) if model is not None else None
        value = receipt.value if receipt is not None else card.stat(wanted)  # type: ignore[arg-type]
        imgui.begin_group()
        imgui.text_colored(imgui.ImVec4(*DIM), wanted)
        imgui.text_colored(imgui.ImVec4(*(GOLD if receipt is not None and receipt.lines else (1, 1, 1, 1))), f"{value:g}")
        imgui.end_group()
        ui.mark(f"stat {wanted}")
        if receipt is not None and imgui.is_item_hovered():
            tooltip(str(receipt))


def _weapons(ui: Any, state: State, model: str) -> None:
    for w in weapons_of(state, model):
        reach = f'RNG {w.rng:g}"' if w.kind == "ranged" else f'melee {w.rng:g}"'
        power = f", POW {w.pow}" if w.pow is not None else ""
        more = [q.replace("_", " ").title() for q in w.qualities]
        imgui.text_wrapped(f"{ICONS['cross']} {w.name}: {reach}{power}" + (f"; {', '.join(more)}" if more else ""))
        ui.mark(f"weapon {w.key}")
        texts = [f"{a.name}: {a.text}" for id in (*w.abilities, *w.qualities) if (a := state.setup.cards.abilities.get(id))]
        if texts and imgui.is_item_hovered():
            tooltip("\n".join(texts))


def _abilities(ui: Any, state: State, model: str) -> None:
    """The rules that work for it now, by name; what each says shows when one points at it."""
    known = state.setup.cards.abilities
    ids = abilities_of(state, model) if state.on_table(model) else state.setup.abilities.get(model, ())
    room = imgui.get_content_region_avail().x
    used = 0.0
    for id in dict.fromkeys(i for i in ids if i in known):
        words = known[id].name
        wide = imgui.calc_text_size(words).x + 14
        if used and used + wide < room:
            imgui.same_line(0, 10)
            used += wide
        else:
            used = wide
        imgui.text_colored(imgui.ImVec4(0.62, 0.82, 0.92, 1), words)
        if imgui.is_item_hovered():
            tooltip(known[id].text)


# What it can do


def _can(ui: Any, play: Play, id: str) -> None:
    hand, state = play.hand, play.hand.state
    if not play.session.asked:
        return
    reserve = id in state.units and state.units[id].where is Where.RESERVE and hand.deployable(id)
    held = isinstance(hand.draft, DeployDraft) and hand.draft.unit == id
    words = f"{ICONS['hand']} Take it in hand, to deploy it"
    if reserve and not held and button(ui, words, f"card take {id}", on=True, wide=-1.0):
        hand.take_unit(id)
    orders = hand.orders()
    for model in (m.id for m in state.models_of(id)) if id in state.units else ():
        if model in orders:
            words = f"{ICONS['run']} Move {_in_unit(play, model)} (up to {orders[model].inches:g}\")"
            if button(ui, words, f"move {model}", wide=-1.0):
                hand.take_move(model)
    found = hand.on(id)
    for choice in (c for c in found if c.action.type in VERBS):
        if button(ui, VERBS[choice.action.type], choice.mark, on=choice.action.type == "activate", wide=-1.0):
            hand.do(choice.action)
    _deeds(ui, play, id, [c for c in found if c.action.type not in VERBS])


def _deeds(ui: Any, play: Play, id: str, choices: list[Choice]) -> None:
    """Attacks, abilities and cards: of an enemy those on it, best first; of one's own unit a button for each to be aimed."""
    if play.hand.state.owner(id) != play.session.asked:
        best = sorted(choices, key=lambda c: (p.odds.destroy, p.odds.hit) if (p := play.prospect(c)) else (0, 0), reverse=True)
        for number, choice in enumerate(best):
            if number == MANY and not imgui.tree_node(f"{len(best) - MANY} more"):
                break
            choice_row(ui, play, choice)
            if number == len(best) - 1 and number >= MANY:
                imgui.tree_pop()
        return
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(_deed(play, choice), []).append(choice)
    for words, group in groups.items():
        aimed = play.hand.aim == tuple(group)
        count = f"  ({len(group)} target{'s' if len(group) > 1 else ''})" if _target(group[0]) else ""
        mark = group[0].mark if not _target(group[0]) else f"aim {words}"
        if button(ui, words + count, mark, on=aimed, tip=group[0].meaning or words, wide=-1.0):
            play.hand.take_aim(group)


def _target(choice: Choice) -> str:
    return str(getattr(choice.action, "target", "") or getattr(choice.action, "on", ""))


def _in_unit(play: Play, model: str) -> str:
    """A model's name on the card of its unit: a trooper's letter, where there are several."""
    state = play.hand.state
    whole = name(state, model)
    unit = name(state, state.models[model].unit) if model in state.models else ""
    return whole.removeprefix(f"{unit} ") if unit else whole


def _deed(play: Play, choice: Choice) -> str:
    """What an action is done with, its target left out."""
    prospect = play.prospect(choice)
    model = getattr(choice.action, "model", "") or getattr(choice.action, "channel", "")
    if prospect is not None:
        who = f"{_in_unit(play, model)}: " if len(play.hand.state.unit_of(model).models) > 1 else ""
        return f"{ICONS['cross']} {who}{prospect.weapon}"
    return f"{ICONS['star']} {choice.words.partition(' on ')[0]}"


# Why not the rest


def _cannot(ui: Any, state: State, refused: list[Refusal], asked: int) -> None:
    """What cannot be done, with the rules' own sentence and page."""
    if not refused or not asked:
        return
    imgui.dummy(imgui.ImVec2(0, 2))
    imgui.text_colored(imgui.ImVec4(*DIM), "Not possible now")
    later = [r.words.partition(":")[0] for r in refused if r.verdict.code == "not_now"]
    if later:
        moment = next(r.verdict for r in refused if r.verdict.code == "not_now")
        imgui.text_colored(imgui.ImVec4(*RED), ICONS["clock"])
        imgui.same_line()
        dim(f"Not in this moment: {', '.join(dict.fromkeys(later))} ({page_said(moment.page)})")
        ui.mark("refused later")
        if imgui.is_item_hovered():
            tooltip(moment.text)
    for number, refusal in enumerate(r for r in refused if r.verdict.code != "not_now"):
        imgui.text_colored(imgui.ImVec4(*RED), ICONS["no"])
        imgui.same_line()
        said = sentence(state, replace(refusal.verdict, text=refusal.verdict.text.partition("; possible:")[0]))
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(imgui.ImVec4(*DIM), f"{refusal.words[:1].upper()}{refusal.words[1:]}: {said}")
        imgui.pop_text_wrap_pos()
        ui.mark(f"refused {number}")
