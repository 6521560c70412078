"""A panel to choose the players of a new game that continues from a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from imgui_bundle import imgui

from wc3d.engine.game import GameOrigin
from wc3d.presentation.icons import ICONS
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.widgets import draw_bold_text, draw_button, open_dialog

OnBegin = Callable[[Mapping[int, str]], object]
"""Called with the bot's name for each player that is a bot."""


def draw_branch_panel(
    ui: ImGuiPanda,
    origin: GameOrigin,
    names: tuple[str, str],
    bot: str,
    begin: OnBegin,
    close: Callable[[], object],
) -> None:
    """Draw the panel. `bot` is the bot for a seat, or empty for a game without bots."""
    wide = min(420 * ui.scale, ui.io.display_size.x - 20)
    with open_dialog(ui, "play on", (wide, 0)):
        draw_bold_text(ui, f"{ICONS['play']} Play on from here")
        imgui.text_wrapped(
            f"Starts a new game from {origin}, with new dice. The replay does not change."
        )
        rows: list[tuple[str, str, dict[int, str]]] = [
            ("play on both", "Two players at this screen", {})
        ]
        for player in (1, 2):
            if bot:
                words = f"Play as {_shorten_text(names[player - 1], 20)} against a bot ({bot})"
                rows.append((f"play on as {player}", words, {3 - player: bot}))
        for mark, words, bots in rows:
            if draw_button(ui, words, mark, wide=-1.0):
                begin(bots)
        if draw_button(
            ui, f"Cancel  ({ui.key_for_command('cancel')})", "play on cancel", wide=-1.0
        ):
            close()


def _shorten_text(words: str, limit: int) -> str:
    """Shorten a text to `limit` characters."""
    return words if len(words) <= limit else words[: limit - 1] + "…"
