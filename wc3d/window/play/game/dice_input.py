"""Input of physical dice: the dice to roll, and a button for each face."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.engine.dice import DiceError, Roll, describe_dice
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.icons import ICONS
from wc3d.window.play.dice import die_look_of, draw_die
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    lay_in_row,
    open_panel,
)

MAX_WIDTH_PX = 440.0


class DiceInput:
    """The faces typed so far for the current roll."""

    def __init__(self) -> None:
        self.faces: list[int] = []

    def draw(
        self,
        ui: Any,
        rules: RuleSet,
        roll: Roll,
        player_name: str,
        callback: Callable[[tuple[int, ...]], object],
        complain: Callable[[object], object],
    ) -> None:
        """Draw a player's dice and face buttons; `complain` gets a DiceError of `callback`."""
        width, height = ui.io.display_size.x, ui.io.display_size.y
        wide = min(MAX_WIDTH_PX * ui.scale, width - 20)
        with open_panel("typing", (width / 2, height / 2), (wide, 0), corner=(0.5, 0.5)):
            words = f"{ICONS['dice']} {player_name}, roll {describe_dice(roll.dice)}"
            draw_bold_text(ui, words, wrapped=True)
            imgui.text_wrapped(roll.why)
            for i, die in enumerate(roll.dice):
                if i < len(self.faces):
                    draw_die(ui, die_look_of(rules, die), self.faces[i])
                else:
                    paint = GOLD_COLOR if i == len(self.faces) else DIM_COLOR
                    imgui.text_colored(paint, f"[{die_look_of(rules, die).letter}]")
                imgui.same_line()
            imgui.new_line()
            faces = self._draw_faces(ui, roll)
            if self.faces and draw_button(ui, "Start over", "retype"):
                self.faces = []
        for face in faces:
            if face in roll.dice[len(self.faces)].faces and self._add_face(
                roll, face, callback, complain
            ):
                break

    def _draw_faces(self, ui: Any, roll: Roll) -> list[int]:
        """Draw the face buttons, and return the faces that were clicked or typed."""
        die = roll.dice[len(self.faces)]
        faces = list[int]()
        draw_dim_text(f"Result of the next {die.name} die. Click it or press the number.")
        for face in lay_in_row(sorted(set(die.faces))):
            if draw_button(ui, f"  {face}  ", f"face {face}"):
                faces.append(face)
        return faces + [int(c) for c in map(chr, ui.io.input_queue_characters) if c in "0123456789"]

    def _add_face(
        self,
        roll: Roll,
        face: int,
        callback: Callable[[tuple[int, ...]], object],
        complain: Callable[[object], object],
    ) -> bool:
        """Add a die, and return whether it completed the roll."""
        self.faces.append(face)
        if len(self.faces) < len(roll.dice):
            return False
        faces, self.faces = tuple(self.faces), []
        try:
            callback(faces)
        except DiceError as error:
            complain(error)
        return True
