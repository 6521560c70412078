"""The card of what is picked: its numbers and their receipts, weapons and rules, what it can do now, and why not the rest."""
from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.engine.modifiers import Receipt
from wc3d.view.game.play.action_menu import Choice, Refusal
from wc3d.view.game.play.pending_actions import DeployDraft
from wc3d.view.game.play.prompt_panel import choice_row
from wc3d.view.game.play.top_bar import SIGNS
from wc3d.view.window.panels import DIM, EDGE, GOLD, ICONS, RED, button, colour, dim, heading, tooltip
from wc3d.warcaster.abilities.ability_sources import abilities_of
from wc3d.warcaster.abilities.selectors import AttackFacts
from wc3d.warcaster.abilities.stats import stat, weapon_stat
from wc3d.warcaster.book.rulebook import page_of, page_words
from wc3d.warcaster.previews.action_preview import refusal as sentence
from wc3d.warcaster.state import State, Where
from wc3d.warcaster.weapons import weapons_of
from wc3d.warcaster.words.question_words import facts
from wc3d.warcaster.words.vocabulary import effect_name, name

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

AGAINST = {"melee": "against melee attacks", "ranged": "against ranged attacks", "fury": "against Furies"}
"""The kinds of attacks against which a number may be another."""
STATS = ("SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM")
RULE = (0.62, 0.82, 0.92, 1.0)
MANY = 7
"""Actions with one thing that are shown at once; the rest under a heading."""
VERBS = {
    "activate": ICONS["play"] + " Activate", "charge": ICONS["bolt"] + " Charge with 1 Arc", "recall": ICONS["back"] + " Recall",
}  # fmt: skip


def draw_card(ui: Any, play: Play) -> None:
    """Draw the card of what is picked."""
    state, id = play.hand.state, play.hand.picked
    if id is None:
        key = ui.key("next")
        dim(f"Click a unit, on the table or at the left, to see what it can do. {key}: the next one that can do something.")
        return
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    owner = state.owner(id)
    imgui.text_colored(colour(play.side(owner)), SIGNS[owner])
    imgui.same_line()
    heading(ui, name(state, unit or id))
    ui.mark("picked")
    imgui.push_text_wrap_pos(imgui.get_window_width() - EDGE - imgui.get_style().scrollbar_size)  # with a scrollbar or without
    _verbs(ui, play, unit or id)
    if unit in state.gates:
        gate = state.gates[unit]
        numbers = [f"{wanted} {stat(state, unit, wanted).value:g}" for wanted in ("DEF", "ARM")]
        imgui.text(", ".join((f"{ICONS['gate']} void gate", f"{gate.arc} Arc", *numbers, *map(effect_name, gate.effects))))
    elif unit in state.units:
        _unit(ui, play, unit)
    imgui.separator()
    _can(ui, play, unit or id)
    _cannot(ui, state, play.hand.why_not(unit or id), play.session.asked)
    imgui.pop_text_wrap_pos()


def _unit(ui: Any, play: Play, unit: str) -> None:
    state = play.hand.state
    card = state.setup.card_of(unit)
    what = f"{'Hero, ' if card.hero else ''}{card.kind}, {card.base} base, {card.health} health, DC {card.cost}"
    imgui.text_colored(imgui.ImVec4(*DIM), what)
    there = facts(state, state.units[unit])
    if there:
        imgui.text_wrapped(", ".join(there))
    models = state.models_of(unit)
    shown = next((m for m in models if m.id == play.hand.picked), models[0] if models else None)
    _stats(ui, state, unit, shown.id if shown is not None else None)
    _weapons(ui, state, shown.id if shown is not None else state.units[unit].models[0])
    _abilities(ui, state, shown.id if shown is not None else state.units[unit].models[0])


def _stats(ui: Any, state: State, unit: str, model: str | None) -> None:
    """The numbers in a row, as they are now, and as they are against some attacks only; what changed them shows when one
    points at them."""
    card = state.setup.card_of(model or unit)
    for number, wanted in enumerate(s for s in STATS if card.stat(s) is not None):  # type: ignore[arg-type]
        if number:
            imgui.same_line(0, 11 * ui.scale)
        receipts = _receipts(state, model, wanted) if model is not None else {}
        usual, *others = [f"{receipt.value:g}" for receipt in receipts.values()] or [f"{card.stat(wanted):g}"]  # type: ignore[arg-type]
        told = usual + (f" ({'/'.join(dict.fromkeys(others))})" if others else "")
        imgui.begin_group()
        imgui.text_colored(imgui.ImVec4(*DIM), wanted)
        changed = any(receipt.lines for receipt in receipts.values())
        imgui.text_colored(imgui.ImVec4(*(GOLD if changed else (1, 1, 1, 1))), told)
        imgui.end_group()
        ui.mark(f"stat {wanted}")
        if receipts and imgui.is_item_hovered():
            tooltip("\n".join(f"{when}{receipt}" for when, receipt in receipts.items()))


def _receipts(state: State, model: str, wanted: str) -> dict[str, Receipt]:
    """A number as it is now, and where it is another against some attacks only: by the words that say when."""
    found = {"": stat(state, model, wanted)}
    for kind, words in AGAINST.items() if wanted in ("DEF", "ARM") else ():
        special = stat(state, model, wanted, AttackFacts(kind=kind))
        if special.value != found[""].value:
            found[f"{words}: "] = special
    return found


def _weapons(ui: Any, state: State, model: str) -> None:
    """The weapons, with their numbers as they are now."""
    for w in weapons_of(state, model):
        receipts = [weapon_stat(state, model, w, "RNG"), *([weapon_stat(state, model, w, "POW")] if w.pow is not None else [])]
        reach, *power = [f"{receipt.value:g}" for receipt in receipts]
        told = (f'RNG {reach}"' if w.kind == "ranged" else f'melee {reach}"') + "".join(f", POW {pow}" for pow in power)
        more = [q.replace("_", " ").title() for q in w.qualities]
        changed = [str(receipt) for receipt in receipts if receipt.lines]
        imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(*(GOLD if changed else (1, 1, 1, 1))))
        imgui.text_wrapped(f"{ICONS['cross']} {w.name}: {told}" + (f"; {', '.join(more)}" if more else ""))
        imgui.pop_style_color()
        ui.mark(f"weapon {w.key}")
        rules = map(state.setup.cards.abilities.get, (*w.abilities, *w.qualities))
        texts = changed + [f"{a.name}: {a.text}" for a in rules if a]
        if texts and imgui.is_item_hovered():
            tooltip("\n".join(texts))


def _abilities(ui: Any, state: State, model: str) -> None:
    """Its rules by name; what each says shows when one points at it. Those that wait for Arc are dim, with a sign (p. 27)."""
    known = state.setup.cards.abilities
    working = abilities_of(state, model) if state.on_table(model) else state.setup.abilities.get(model, ())
    room = imgui.get_window_width() - 2 * EDGE - imgui.get_style().scrollbar_size
    used = 0.0
    for id in dict.fromkeys(i for i in (*working, *state.setup.abilities.get(model, ())) if i in known):
        works = id in working
        words = known[id].name if works else f"{known[id].name} ({ICONS['bolt']})"
        wide = imgui.calc_text_size(words).x + 14
        if used and used + wide < room:
            imgui.same_line(0, 10)
            used += wide
        else:
            used = wide
        imgui.text_colored(imgui.ImVec4(*(RULE if works else DIM)), words)
        ui.mark(f"rule {id}")
        if imgui.is_item_hovered():
            waits = "" if works else f"Not now: it works while the unit has Arc (p. {page_of('NM-ARC-08')}).\n"
            tooltip(waits + known[id].text)


# What it can do


def _verbs(ui: Any, play: Play, id: str) -> None:
    """What is done with the whole unit: always at the same place, below its name."""
    hand, state = play.hand, play.hand.state
    if not play.session.asked:
        return
    reserve = id in state.units and state.units[id].where is Where.RESERVE and hand.deployable(id)
    held = isinstance(hand.draft, DeployDraft) and hand.draft.unit == id
    words = f"{ICONS['hand']} Take it in hand, to deploy it"
    if reserve and not held and button(ui, words, f"card take {id}", on=True, wide=-1.0):
        hand.take_unit(id)
    for choice in (c for c in hand.on(id) if c.action.type in VERBS):
        if button(ui, VERBS[choice.action.type], choice.mark, on=choice.action.type == "activate", wide=-1.0):
            hand.do(choice.action)


def _can(ui: Any, play: Play, id: str) -> None:
    hand, state = play.hand, play.hand.state
    if not play.session.asked:
        return
    orders = hand.orders()
    for model in (m.id for m in state.models_of(id)) if id in state.units else ():
        if model in orders:
            words = f"{ICONS['run']} Move {_in_unit(play, model)} (up to {orders[model].inches:g}\")"
            if button(ui, words, f"move {model}", wide=-1.0):
                hand.take_move(model)
    _deeds(ui, play, id, [c for c in hand.on(id) if c.action.type not in VERBS])


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
        dim(f"Not in this moment: {', '.join(dict.fromkeys(later))} ({page_words(moment.page)})")
        ui.mark("refused later")
        if imgui.is_item_hovered():
            tooltip(moment.text)
    for number, refusal in enumerate(r for r in refused if r.verdict.code != "not_now"):
        imgui.text_colored(imgui.ImVec4(*RED), ICONS["no"])
        imgui.same_line()
        said = sentence(state, replace(refusal.verdict, text=refusal.verdict.text.partition("; possible:")[0]))
        imgui.text_colored(imgui.ImVec4(*DIM), f"{refusal.words[:1].upper()}{refusal.words[1:]}: {said}")
        ui.mark(f"refused {number}")
