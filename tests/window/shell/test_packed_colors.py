"""Colors of draw lists, packed without ImGui, are those that ImGui packs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from wc3d.presentation.color_sets import COLOR_SETS, use_color_set
from wc3d.window.shell.widgets import pack_color, to_rgba


@pytest.fixture
def context() -> Iterator[None]:
    made = imgui.create_context()
    yield
    imgui.destroy_context(made)
    use_color_set("standard")


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_packed_colors_are_those_of_imgui(context: None, colors: str) -> None:
    use_color_set(colors)  # type: ignore[arg-type]
    replaced = [rgb for colors_of_set in COLOR_SETS.values() for rgb in colors_of_set]
    for rgb in [*replaced, *((k, 255 - k, (7 * k) % 256) for k in range(256))]:
        for alpha in (0.0, 0.3, 0.5, 0.86, 0.9, 0.95, 1.0):
            assert pack_color(rgb, alpha) == imgui.get_color_u32(to_rgba(rgb, alpha))
