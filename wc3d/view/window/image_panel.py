"""Pictures in panels: drawings made elsewhere, shown by ImGui."""
from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import numpy as np
from imgui_bundle import imgui
from panda3d.core import Texture

from wc3d.view.measuring.sight_tools import Drawing

if TYPE_CHECKING:
    from wc3d.view.window.imgui_panda import ImGuiPanda

_NUMBERS = count(1 << 20)
"""Far above the numbers that ImGui's own textures have."""


class Shown:
    """A place in a panel that shows a drawing; its texture is made anew only when the drawing is another one."""

    def __init__(self) -> None:
        self._number = next(_NUMBERS)
        self._drawing: Drawing | None = None

    def show(self, ui: ImGuiPanda, drawing: Drawing, mark: str) -> None:
        """Draw it, pixel for pixel."""
        if drawing is not self._drawing or self._number not in ui.textures:
            ui.textures[self._number] = _texture(drawing)
            self._drawing = drawing
        imgui.image(imgui.ImTextureRef(self._number), imgui.ImVec2(drawing.wide, drawing.high))
        ui.mark(mark)


def _texture(drawing: Drawing) -> Texture:
    pixels = np.frombuffer(drawing.rgb, np.uint8).reshape(drawing.high, drawing.wide, 3)[..., ::-1]
    texture = Texture("drawing")
    texture.setup_2d_texture(drawing.wide, drawing.high, Texture.T_unsigned_byte, Texture.F_rgb)
    texture.set_minfilter(Texture.FT_linear)
    texture.set_magfilter(Texture.FT_linear)
    texture.set_wrap_u(Texture.WM_clamp)
    texture.set_wrap_v(Texture.WM_clamp)
    texture.set_ram_image(np.ascontiguousarray(pixels).tobytes())
    return texture
