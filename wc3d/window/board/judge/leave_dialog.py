"""The dialog before a dispute that is not saved is left."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.window.board.judge.controller import JudgeController
from wc3d.window.shell.widgets import (
    draw_bold_text,
    draw_button,
    draw_dim_text,
    focus_button,
    open_dialog,
)

DIALOG_WIDTH_PX = 460.0


def draw_leave_dialog(ui: Any, hearing: JudgeController) -> None:
    """Draw the question whether to save the dispute."""
    can_save = not hearing.case.missing_text
    with open_dialog(ui, "leave dispute", (DIALOG_WIDTH_PX * ui.scale, 0)):
        draw_bold_text(ui, "Save this dispute?")
        draw_dim_text(
            f"The changes would be lost. They can be saved as {hearing.report_writer.out}.json."
        )
        if draw_button(
            ui,
            f"{ICONS['save']}  Save",
            "leave save",
            main=True,
            enabled=can_save,
            tip="Save the questions for wc3d judge" if can_save else hearing.case.missing_text,
        ):
            hearing.leave(save=True)
        focus_button()
        imgui.same_line()
        if draw_button(ui, "Don't save", "leave drop"):
            hearing.leave(save=False)
        imgui.same_line()
        if draw_button(ui, f"Cancel  ({ui.key_for_command('cancel')})", "leave cancel"):
            hearing.stay()
