"""The card of the selection: stats with receipts, weapons, rules, possible and refused actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import InfoSheet, SheetNumber, SheetSection
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.ui.action_menu import MenuItem, Refusal
from wc3d.ui.controller import GameController
from wc3d.window.play.game.damage_boxes import DamageChartPanel
from wc3d.window.play.game.menu_item_buttons import MenuItemButtons
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    RED_COLOR,
    draw_bold_text,
    draw_colored_text,
    draw_dim_text,
    draw_tooltip,
    shorten_to_width,
    to_rgba,
)

RULE_COLOR = (0.62, 0.82, 0.92, 1.0)
WHITE_COLOR = (1.0, 1.0, 1.0, 1.0)
MAX_ACTIONS_SHOWN = 7
"""Actions with one item before the rest are collapsed."""
NOT_NOW_CODE = "not_now"
"""The refusal code of actions that are possible at another time."""
TREE_FLAGS = (
    imgui.TreeNodeFlags_.no_tree_push_on_open.value | imgui.TreeNodeFlags_.span_avail_width.value
)


def draw_unit_card(
    ui: Any,
    interaction: GameController,
    rows: MenuItemButtons,
    colors: tuple[RGB, RGB],
    chart: DamageChartPanel,
) -> None:
    """Draw the card of the selection; `chart` draws its damage boxes.

    The boxes come first, so that a low panel never cuts them off.
    """
    state = interaction.state
    rules = interaction.rules
    id = interaction.selected_id
    sheet = rules.display.sheet(state, id) if id is not None else None
    if sheet is None:
        key = ui.key_for_command("next")
        draw_dim_text(
            f"Click a model or a unit in the list to see what it can do. {key} selects the next unit that can act."
        )
        return
    owner = rules.queries.owner(state, sheet.id)
    if owner:
        imgui.text_colored(to_rgba(colors[owner - 1]), SIDE_ICONS[owner])
        imgui.same_line()
    draw_bold_text(ui, sheet.title, wrapped=True)
    ui.record_widget("picked")
    imgui.push_text_wrap_pos(
        imgui.get_window_width()
        - imgui.get_style().window_padding.x
        - imgui.get_style().scrollbar_size
    )  # with or without a scrollbar
    if sheet.chart is not None:
        chart.draw(ui, sheet.chart)
    listed = {*rows.buttons.marks}
    items = interaction.items_for(sheet.id) if interaction.session.person_to_act else []
    items = [item for item in items if item.button_id not in listed]
    verbs = {
        kind.type: kind
        for kind in rules.display.kinds
        if kind.button_text and not kind.is_done_on_board
    }
    _draw_handles(ui, interaction, rows, sheet.id, main=True)
    for item in (item for item in items if item.action.type in verbs):
        kind = verbs[item.action.type]
        if rows.buttons.draw(ui, kind.button_text, item.button_id, main=kind.is_main_button):
            interaction.choose_action(item.action)
    _draw_handles(ui, interaction, rows, sheet.id, main=False)
    _draw_actions(
        ui, interaction, rows, sheet.id, [item for item in items if item.action.type not in verbs]
    )
    _draw_facts(ui, sheet)
    if interaction.session.person_to_act:
        _draw_refusals(ui, interaction, interaction.refusals_for(sheet.id))
    imgui.pop_text_wrap_pos()


def _draw_handles(
    ui: Any, interaction: GameController, rows: MenuItemButtons, id: str, *, main: bool
) -> None:
    """Draw the items to pick up: deployment with `main`, otherwise movement."""
    for handle in (
        h
        for h in interaction.action_starters(id)
        if h.is_main is main and not (h.is_main and h.is_active)
    ):
        if rows.buttons.draw(
            ui, handle.words, handle.button_id, main=handle.is_main, tip=handle.tip
        ):
            interaction.begin_pending(handle.target)


def _draw_facts(ui: Any, sheet: InfoSheet) -> None:
    if sheet.what:
        draw_dim_text(sheet.what)
    for line in sheet.facts:
        imgui.text_wrapped(line)
    _draw_numbers(ui, sheet.numbers)
    for section in sheet.sections:
        if section.has_heading:
            draw_bold_text(ui, section.title, 15)
        (_draw_flowing if section.is_flowing else _draw_lines)(ui, section)


def _draw_numbers(ui: Any, numbers: tuple[SheetNumber, ...]) -> None:
    """Draw the current stats in a row, with their changes as tooltips."""
    for position, number in enumerate(numbers):
        if position:
            imgui.same_line(0, 11 * ui.scale)
        imgui.begin_group()
        imgui.text_colored(DIM_COLOR, number.name)
        imgui.text_colored(GOLD_COLOR if number.is_changed else WHITE_COLOR, number.value)
        imgui.end_group()
        ui.record_widget(f"stat {number.name}")
        if number.receipt and imgui.is_item_hovered():
            draw_tooltip("\n".join(number.receipt))


def _draw_lines(ui: Any, section: SheetSection) -> None:
    """Draw rows such as weapons with their stats."""
    for row in section.rows:
        draw_colored_text(
            row.words,
            GOLD_COLOR if row.is_changed else DIM_COLOR if row.is_inactive else WHITE_COLOR,
        )
        ui.record_widget(row.id or row.words)
        if row.tip and imgui.is_item_hovered():
            draw_tooltip(row.tip)


def _draw_flowing(ui: Any, section: SheetSection) -> None:
    """Draw names such as rules side by side, with their text as tooltips."""
    style = imgui.get_style()
    room = imgui.get_window_width() - 2 * style.window_padding.x - style.scrollbar_size
    gap = 10 * ui.scale
    row_width = 0.0
    for row in section.rows:
        wide = imgui.calc_text_size(row.words).x + gap
        if row_width and row_width + wide < room:
            imgui.same_line(0, gap)
            row_width += wide
        else:
            row_width = wide
        imgui.text_colored(DIM_COLOR if row.is_inactive else RULE_COLOR, row.words)
        ui.record_widget(row.id or row.words)
        if row.tip and imgui.is_item_hovered():
            draw_tooltip(row.tip)


# Possible actions


def _draw_actions(
    ui: Any, interaction: GameController, rows: MenuItemButtons, id: str, items: list[MenuItem]
) -> None:
    """Draw the actions against an enemy, best first, or a friendly unit's actions to aim."""
    rules = interaction.rules
    state = interaction.state
    if rules.queries.owner(state, id) != interaction.session.person_to_act:
        best = interaction.menu.sort_by_chances(items)
        for number, item in enumerate(best):
            if number == MAX_ACTIONS_SHOWN and not imgui.tree_node(
                f"{len(best) - MAX_ACTIONS_SHOWN} more"
            ):
                break
            rows.draw(ui, item)
            if number == len(best) - 1 and number >= MAX_ACTIONS_SHOWN:
                imgui.tree_pop()
        return
    groups: dict[str, list[MenuItem]] = {}
    for item in items:
        groups.setdefault(_action_words(interaction, item), []).append(item)
    for words, group in groups.items():
        targets = len(
            {target for item in group if (target := rules.queries.action_target(item.action))}
        )
        count = f"  ({targets} target{'s' if targets > 1 else ''})" if targets else ""
        mark = f"aim {words}" if targets else group[0].button_id
        if rows.buttons.draw(
            ui,
            words + count,
            mark,
            on=interaction.aimed_items == tuple(group),
            tip=group[0].meaning or words,
        ):
            interaction.begin_aiming(group)


def _action_words(interaction: GameController, item: MenuItem) -> str:
    """Return an action's description without its target."""
    rules = interaction.rules
    state = interaction.state
    chances = interaction.menu.chances_of(item)
    if chances is None:
        return f"{ICONS['star']} {rules.text.action_source(state, item.action)}"
    model = rules.queries.acting_model(item.action)
    name = rules.text.name_in_group(state, model) if model else ""
    return (
        f"{ICONS['cross']} {name}: {chances.weapon}"
        if name
        else f"{ICONS['cross']} {chances.weapon}"
    )


# Refused actions


def _draw_refusals(ui: Any, interaction: GameController, refused: list[Refusal]) -> None:
    """Draw the refused actions, grouped by reason; an open group has the rules and pages."""
    if not refused:
        return
    imgui.dummy((0, 2))
    imgui.text_colored(DIM_COLOR, "Not possible now")
    for code, group in group_by_reason(refused).items():
        _draw_reason(ui, interaction, code, group)


def group_by_reason(refused: Sequence[Refusal]) -> dict[str, list[Refusal]]:
    """Group refusals by code, starting with those that are possible at another time."""
    groups: dict[str, list[Refusal]] = {NOT_NOW_CODE: []}
    for refusal in refused:
        groups.setdefault(refusal.verdict.code, []).append(refusal)
    return {code: group for code, group in groups.items() if group}


def _draw_reason(ui: Any, interaction: GameController, code: str, group: list[Refusal]) -> None:
    """Draw a reason's actions and first sentence; the rest is a tooltip or shown when open."""
    rules = interaction.rules
    state = interaction.state
    sentences = [
        f"{r.words[:1].upper()}{r.words[1:]}: {rules.text.describe_refusal(state, r.verdict)}"
        for r in group
    ]
    names = ", ".join(dict.fromkeys(r.words.partition(":")[0] for r in group))
    reason = (
        "not at this point"
        if code == NOT_NOW_CODE
        else rules.text.describe_refusal(state, group[0].verdict)
    )
    line = f"{names[:1].upper()}{names[1:]}: {reason}"
    imgui.text_colored(RED_COLOR, ICONS["clock" if code == NOT_NOW_CODE else "no"])
    imgui.same_line()
    imgui.push_style_color(imgui.Col_.text, DIM_COLOR)
    arrow = imgui.get_font_size() + 2 * imgui.get_style().frame_padding.x
    short = shorten_to_width(line, imgui.get_content_region_avail().x - arrow, at_end=True)
    opened = imgui.tree_node_ex(f"{short}###{code}", TREE_FLAGS)
    ui.record_widget(f"refused {code}")
    if not opened and imgui.is_item_hovered():
        draw_tooltip("\n".join(sentences))
    if opened:
        for sentence in sentences:
            imgui.text_wrapped(sentence)
    imgui.pop_style_color()
