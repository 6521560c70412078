"""Action buttons: an attack shows its chances, other actions their description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset_types import Chances
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.ui.overlays import format_chances
from wc3d.window.layout.panel_sizes import shorten_text
from wc3d.window.shell.widgets import draw_button, shorten_to_width


@dataclass
class MenuItemButtons:
    """The action buttons of a frame; `hovered` is the action under the mouse."""

    interaction: GameController
    tips: bool = False
    hovered: MenuItem | None = None

    def draw(self, ui: Any, item: MenuItem) -> None:
        """Draw a button that performs the action immediately."""
        chances = self.interaction.menu.chances_of(item)
        if chances is None:
            words = shorten_text(item.words[:1].upper() + item.words[1:], 46)
            pressed = draw_button(
                ui, words, item.button_id, tip=item.meaning or item.words, wide=-1.0
            )
        else:
            imgui.push_style_var(imgui.StyleVar_.button_text_align, (0, 0.5))
            words = self._attack_words(ui, item, chances)
            pressed = draw_button(
                ui, words, item.button_id, tip=chances.words if self.tips else "", wide=-1.0
            )
            imgui.pop_style_var()
        if imgui.is_item_hovered():
            self.hovered = item
        if pressed:
            self.interaction.choose_action(item.action)

    def _attack_words(self, ui: Any, item: MenuItem, chances: Chances) -> str:
        """Return the attacker and weapon, then the chances and the target on the next line."""
        rules = self.interaction.rules
        state = self.interaction.state
        attacker = rules.queries.acting_model(item.action)
        target = rules.queries.action_target(item.action)
        using = shorten_text(
            f"{rules.text.display_name(state, attacker)}: {chances.weapon}"
            if attacker
            else chances.weapon,
            38,
        )
        room = imgui.get_content_region_avail().x - 130 * ui.scale
        return f"{using}\n{format_chances(chances)}   {shorten_to_width(rules.text.display_name(state, target), room) if target else ''}".rstrip()
