"""The card of what is picked: its numbers and their receipts, weapons and rules, what it can do now, and why not the rest."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.view_models import Number, Section, Sheet
from wc3d.ui.action_menu import MenuItem, Refusal
from wc3d.ui.controller import Interaction
from wc3d.window.play.game.damage_chart import ChartPanel
from wc3d.window.play.game.item_row import ItemRows
from wc3d.window.shell.side_flag import SIDE_SIGNS
from wc3d.window.shell.widgets import (
    DIM,
    EDGE,
    GOLD,
    RED,
    button,
    color,
    colored,
    dim,
    fitting,
    heading,
    tooltip,
)

RULE = (0.62, 0.82, 0.92, 1.0)
WHITE = (1.0, 1.0, 1.0, 1.0)
MANY = 7
"""Actions with one thing that are shown at once; the rest under a heading."""
NOT_NOW = "not_now"
"""The code of what only another moment allows."""
NARROW = imgui.TreeNodeFlags_.no_tree_push_on_open.value | imgui.TreeNodeFlags_.span_avail_width.value


def draw_card(ui: Any, interaction: Interaction, rows: ItemRows, colors: tuple[RGB, RGB], chart: ChartPanel) -> None:
    """Draw the card of what is picked; `chart` draws its damage boxes."""
    state, rules, id = interaction.state, interaction.rules, interaction.picked
    sheet = rules.sheet(state, id) if id is not None else None
    if sheet is None:
        key = ui.key("next")
        dim(f"Click a model or a unit in the list to see what it can do. {key} selects the next unit that can act.")
        return
    owner = rules.owner(state, sheet.id)
    if owner:
        imgui.text_colored(color(colors[owner - 1]), SIDE_SIGNS[owner])
        imgui.same_line()
    heading(ui, sheet.title)
    ui.mark("picked")
    imgui.push_text_wrap_pos(imgui.get_window_width() - EDGE - imgui.get_style().scrollbar_size)  # with a scrollbar or without
    items = interaction.items_on(sheet.id) if interaction.session.asked else []
    verbs = {kind.type: kind for kind in rules.kinds if kind.verb and not kind.by_pointing}
    _handles(ui, interaction, sheet.id, main=True)
    for item in (item for item in items if item.action.type in verbs):
        kind = verbs[item.action.type]
        if button(ui, kind.verb, item.mark, on=kind.main, wide=-1.0):
            interaction.choose(item.action)
    _handles(ui, interaction, sheet.id, main=False)
    _deeds(ui, interaction, rows, sheet.id, [item for item in items if item.action.type not in verbs])
    _facts(ui, sheet, chart)
    if interaction.session.asked:
        _refusals(ui, interaction, interaction.why_not(sheet.id))
    imgui.pop_text_wrap_pos()


def _handles(ui: Any, interaction: Interaction, id: str, *, main: bool) -> None:
    """What can be taken in hand: what is to be deployed first, moves further below."""
    for handle in (h for h in interaction.handles(id) if h.main is main and not (h.main and h.held)):
        if button(ui, handle.words, handle.mark, on=handle.main, tip=handle.tip, wide=-1.0):
            interaction.take(handle.what)


def _facts(ui: Any, sheet: Sheet, chart: ChartPanel) -> None:
    if sheet.what:
        imgui.text_colored(DIM, sheet.what)
    for line in sheet.facts:
        imgui.text_wrapped(line)
    _numbers(ui, sheet.numbers)
    if sheet.chart is not None:
        chart.draw(ui, sheet.chart)
    for section in sheet.sections:
        if section.heading:
            heading(ui, section.title, 15)
        (_flowing if section.flowing else _lines)(ui, section)


def _numbers(ui: Any, numbers: tuple[Number, ...]) -> None:
    """The numbers in a row, as they are now; what changed them shows when one points at them."""
    for position, number in enumerate(numbers):
        if position:
            imgui.same_line(0, 11 * ui.scale)
        imgui.begin_group()
        imgui.text_colored(DIM, number.name)
        imgui.text_colored(GOLD if number.changed else WHITE, number.value)
        imgui.end_group()
        ui.mark(f"stat {number.name}")
        if number.receipt and imgui.is_item_hovered():
            tooltip("\n".join(number.receipt))


def _lines(ui: Any, section: Section) -> None:
    """Rows one below the other: weapons with their numbers."""
    for row in section.rows:
        colored(row.words, GOLD if row.changed else DIM if row.waits else WHITE)
        ui.mark(row.id or row.words)
        if row.tip and imgui.is_item_hovered():
            tooltip(row.tip)


def _flowing(ui: Any, section: Section) -> None:
    """Names side by side: rules, of which each tells what it says when one points at it."""
    room = imgui.get_window_width() - 2 * EDGE - imgui.get_style().scrollbar_size
    row_width = 0.0
    for row in section.rows:
        wide = imgui.calc_text_size(row.words).x + 14
        if row_width and row_width + wide < room:
            imgui.same_line(0, 10)
            row_width += wide
        else:
            row_width = wide
        imgui.text_colored(DIM if row.waits else RULE, row.words)
        ui.mark(row.id or row.words)
        if row.tip and imgui.is_item_hovered():
            tooltip(row.tip)


# What it can do


def _deeds(ui: Any, interaction: Interaction, rows: ItemRows, id: str, items: list[MenuItem]) -> None:
    """Attacks, abilities and cards: of an enemy those on it, best first; of one's own unit a button for each to be aimed."""
    rules, state = interaction.rules, interaction.state
    if rules.owner(state, id) != interaction.session.asked:
        best = interaction.menu.best_first(items)
        for number, item in enumerate(best):
            if number == MANY and not imgui.tree_node(f"{len(best) - MANY} more"):
                break
            rows.draw(ui, item)
            if number == len(best) - 1 and number >= MANY:
                imgui.tree_pop()
        return
    groups: dict[str, list[MenuItem]] = {}
    for item in items:
        groups.setdefault(_deed(interaction, item), []).append(item)
    for words, group in groups.items():
        targets = len({target for item in group if (target := rules.target_of(item.action))})
        count = f"  ({targets} target{'s' if targets > 1 else ''})" if targets else ""
        mark = f"aim {words}" if targets else group[0].mark
        if button(ui, words + count, mark, on=interaction.aimed == tuple(group), tip=group[0].meaning or words, wide=-1.0):
            interaction.take_aim(group)


def _deed(interaction: Interaction, item: MenuItem) -> str:
    """What an action is done with, its target left out."""
    rules, state, chances = interaction.rules, interaction.state, interaction.menu.chances(item)
    if chances is None:
        return f"{ICONS['star']} {rules.deed(state, item.action)}"
    model = rules.doer_of(item.action)
    name = rules.name_in_group(state, model) if model else ""
    return f"{ICONS['cross']} {name}: {chances.weapon}" if name else f"{ICONS['cross']} {chances.weapon}"


# Why not the rest


def _refusals(ui: Any, interaction: Interaction, refused: list[Refusal]) -> None:
    """What cannot be done, folded by reason: a line for each, which opens; unfolded, the rules' own sentences and pages."""
    if not refused:
        return
    imgui.dummy((0, 2))
    imgui.text_colored(DIM, "Not possible now")
    for code, group in by_reason(refused).items():
        _reason(ui, interaction, code, group)


def by_reason(refused: Sequence[Refusal]) -> dict[str, list[Refusal]]:
    """What is refused, by the code of the refusal; what waits for another moment first."""
    groups: dict[str, list[Refusal]] = {NOT_NOW: []}
    for refusal in refused:
        groups.setdefault(refusal.verdict.code, []).append(refusal)
    return {code: group for code, group in groups.items() if group}


def _reason(ui: Any, interaction: Interaction, code: str, group: list[Refusal]) -> None:
    """One reason: what it forbids and the first sentence in one line, all of them where the mouse is and when it is opened."""
    rules, state = interaction.rules, interaction.state
    sentences = [f"{r.words[:1].upper()}{r.words[1:]}: {rules.refusal(state, r.verdict)}" for r in group]
    names = ", ".join(dict.fromkeys(r.words.partition(":")[0] for r in group))
    reason = "not at this point" if code == NOT_NOW else rules.refusal(state, group[0].verdict)
    line = f"{names[:1].upper()}{names[1:]}: {reason}"
    imgui.text_colored(RED, ICONS["clock" if code == NOT_NOW else "no"])
    imgui.same_line()
    imgui.push_style_color(imgui.Col_.text, DIM)
    opened = imgui.tree_node_ex(f"{fitting(line, imgui.get_content_region_avail().x - 30 * ui.scale)}###{code}", NARROW)
    ui.mark(f"refused {code}")
    if not opened and imgui.is_item_hovered():
        tooltip("\n".join(sentences))
    if opened:
        for sentence in sentences:
            imgui.text_wrapped(sentence)
    imgui.pop_style_color()
