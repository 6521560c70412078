"""Action buttons: an attack shows its chances, other actions their description."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.ruleset_types import Chances
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.controller import GameController
from wc3d.ui.overlays import format_chances
from wc3d.window.play.game.action_buttons import KeyedButtons


@dataclass
class MenuItemButtons:
    """The action buttons of a frame; `hovered` is the action under the mouse."""

    interaction: GameController
    buttons: KeyedButtons
    tips: bool = False
    hovered: MenuItem | None = None

    def draw(self, ui: Any, item: MenuItem) -> None:
        """Draw a button that performs the action immediately."""
        chances = self.interaction.menu.chances_of(item)
        if chances is None:
            words = item.words[:1].upper() + item.words[1:]
            pressed = self.buttons.draw(ui, words, item.button_id, tip=item.meaning)
        else:
            words = self._attack_words(item, chances)
            tip = chances.words if self.tips else ""
            pressed = self.buttons.draw(ui, words, item.button_id, tip=tip)
        if imgui.is_item_hovered():
            self.hovered = item
        if pressed:
            self.interaction.choose_action(item.action)

    def _attack_words(self, item: MenuItem, chances: Chances) -> str:
        """Return the attacker and weapon, then the chances and the target on the next line."""
        rules = self.interaction.rules
        state = self.interaction.state
        attacker = rules.queries.acting_model(item.action)
        target = rules.queries.action_target(item.action)
        name = rules.text.display_name
        using = f"{name(state, attacker)}: {chances.weapon}" if attacker else chances.weapon
        return f"{using}\n{format_chances(chances)}  {name(state, target) if target else ''}"
