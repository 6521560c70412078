"""A line of the log in the window: its details are dimmer, in whatever row they begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

imgui = pytest.importorskip("imgui_bundle").imgui

from wc3d.window.play.log_rows import draw_log_line, wrap_rows  # noqa: E402
from wc3d.window.shell.widgets import DIM_COLOR, GOLD_COLOR  # noqa: E402

LINES = [
    'Nemesis flies 6" · now at (13, 21.7) (p. 28)',
    'Anvil strikes Mötor and hits · [5 4] + 6 = 15 against DEF 13, 8.8" away (WM-MEL-03)',
    "--- Turn 2: Ben ---",
    "Averyveryverylongword" * 4,
    "",
]


@pytest.fixture
def panel() -> Iterator[None]:
    """An open panel of ImGui in a context of its own."""
    before = imgui.get_current_context()
    context = imgui.create_context()
    imgui.set_current_context(context)
    imgui.get_io().display_size = imgui.ImVec2(800, 600)
    imgui.get_io().set_ini_filename("")
    imgui.get_io().backend_flags |= imgui.BackendFlags_.renderer_has_textures.value
    imgui.new_frame()
    imgui.set_next_window_size((240, 500))
    imgui.begin("log")
    yield
    imgui.end()
    imgui.end_frame()
    imgui.destroy_context(context)
    if before is not None:
        imgui.set_current_context(before)


@pytest.mark.parametrize("line", LINES)
def test_rows_hold_the_whole_line_and_are_no_wider_than_the_panel(panel: None, line: str) -> None:
    rows = list(wrap_rows(line, 200))
    assert "".join(row for _, row in rows).replace(" ", "") == line.replace(" ", "")
    assert all(line.startswith(row, start) for start, row in rows)
    assert all(imgui.calc_text_size(row).x <= 200 for _, row in rows)
    height = imgui.calc_text_size(line, None, False, 200).y
    assert len(rows) == round(height / imgui.get_text_line_height()) or not line


def test_the_details_of_a_line_are_dimmer(panel: None, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, str]] = []

    def add_text(draw: Any, place: Any, paint: int, words: str) -> None:
        drawn.append((paint, words))

    monkeypatch.setattr(imgui.ImDrawList, "add_text", add_text)
    gold = imgui.get_color_u32(GOLD_COLOR)
    dim = imgui.get_color_u32(DIM_COLOR)
    draw_log_line(
        "Anvil strikes the Mortar twice and hits · [5 4] + 6 = 15 against DEF 13", GOLD_COLOR
    )
    bright = " ".join(words for paint, words in drawn if paint == gold)
    quiet = " ".join(words for paint, words in drawn if paint == dim)
    assert bright == "Anvil strikes the Mortar twice and hits"
    assert quiet.strip() == "· [5 4] + 6 = 15 against DEF 13"
