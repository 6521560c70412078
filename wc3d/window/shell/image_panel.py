"""Images in ImGui panels."""

from __future__ import annotations

from itertools import count

import numpy as np
from imgui_bundle import imgui

from wc3d.panda.panda_geometry import make_texture
from wc3d.printing.canvas import Bitmap
from wc3d.window.shell.imgui_panda import ImGuiPanda

BUTTON_FRAME_PX = 4.0
"""Frame around an image button, in pixels."""
_NUMBERS = count(1 << 20)
"""Texture numbers far above those of ImGui."""


class ImagePanel:
    """An image in a panel; the texture is rebuilt only for a new image."""

    def __init__(self) -> None:
        self._number = next(_NUMBERS)
        self._picture: Bitmap | None = None

    def draw(self, ui: ImGuiPanda, picture: Bitmap, mark: str) -> None:
        """Draw the image without scaling."""
        imgui.image(self._texture_reference(ui, picture), (picture.width, picture.height))
        ui.record_widget(mark)

    def draw_button(self, ui: ImGuiPanda, picture: Bitmap, mark: str, scale: float) -> bool:
        """Draw the image as a button, enlarged by `scale`. Return whether it was clicked."""
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (BUTTON_FRAME_PX, BUTTON_FRAME_PX))
        pressed = imgui.image_button(
            mark,
            self._texture_reference(ui, picture),
            (picture.width * scale, picture.height * scale),
        )
        imgui.pop_style_var()
        ui.record_widget(mark)
        return bool(pressed)

    def _texture_reference(self, ui: ImGuiPanda, picture: Bitmap) -> imgui.ImTextureRef:
        if picture is not self._picture or self._number not in ui.textures:
            pixels = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
            ui.textures[self._number] = make_texture("picture", pixels, tiled=False, mipmaps=False)
            self._picture = picture
        return imgui.ImTextureRef(self._number)
