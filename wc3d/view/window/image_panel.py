"""Pictures in panels: pictures made elsewhere, shown by ImGui."""
from __future__ import annotations

from itertools import count

import numpy as np
from imgui_bundle import imgui
from panda3d.core import Texture

from wc3d.view.paper.canvas import Bitmap
from wc3d.view.window.imgui_panda import ImGuiPanda

_NUMBERS = count(1 << 20)
"""Far above the numbers that ImGui's own textures have."""


class ImagePanel:
    """A place in a panel that shows a picture; its texture is made anew only when the picture is another one."""

    def __init__(self) -> None:
        self._number = next(_NUMBERS)
        self._picture: Bitmap | None = None

    def show(self, ui: ImGuiPanda, picture: Bitmap, mark: str) -> None:
        """Draw it, pixel for pixel."""
        if picture is not self._picture or self._number not in ui.textures:
            ui.textures[self._number] = _texture(picture)
            self._picture = picture
        imgui.image(imgui.ImTextureRef(self._number), imgui.ImVec2(picture.wide, picture.high))
        ui.mark(mark)


def _texture(picture: Bitmap) -> Texture:
    pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.high, picture.wide, 3)[..., ::-1]
    texture = Texture("picture")
    texture.setup_2d_texture(picture.wide, picture.high, Texture.T_unsigned_byte, Texture.F_rgb)
    texture.set_minfilter(Texture.FT_linear)
    texture.set_magfilter(Texture.FT_linear)
    texture.set_wrap_u(Texture.WM_clamp)
    texture.set_wrap_v(Texture.WM_clamp)
    texture.set_ram_image(np.ascontiguousarray(pixels).tobytes())
    return texture
