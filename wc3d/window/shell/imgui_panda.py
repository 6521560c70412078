"""Dear ImGui on Panda3D: panels and labels over the scene, in a window or off-screen.

ImGui's vertices and textures go directly into Panda's, and Panda's mouse into ImGui.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from math import dist, floor
from pathlib import Path
from typing import Any

import imgui_bundle
import numpy as np
from direct.showbase.DirectObject import DirectObject
from imgui_bundle import imgui
from panda3d import core

from wc3d.animation.sounds import BUTTON_SOUND
from wc3d.panda.panda_geometry import make_vertex_layout
from wc3d.printing.canvas import font_path
from wc3d.ui.input_stack import InputLayer
from wc3d.window.shell.mouse_trail import MouseTrail, Spot

VERTEX_SHADER = """#version 330
uniform vec2 screen; in vec4 p3d_Vertex; in vec4 p3d_Color; out vec2 uv; out vec4 paint;
void main() {
  uv = p3d_Vertex.zw; paint = p3d_Color;
  gl_Position = vec4(p3d_Vertex.x / screen.x * 2. - 1., 1. - p3d_Vertex.y / screen.y * 2., 0., 1.);
}
"""
FRAGMENT_SHADER = """#version 330
uniform sampler2D p3d_Texture0; in vec2 uv; in vec4 paint; out vec4 color;
void main() { color = paint * texture(p3d_Texture0, uv); }
"""
ICON_FONT = Path(imgui_bundle.__file__).parent / "assets/fonts/Font_Awesome_6_Free-Solid-900.otf"
OFFSCREEN_POINT = (-1e9, -1e9)
TEXT_SIZE_PX = 15.0
"""Ordinary text size in pixels at scale 1."""
MIN_PANEL_AREA_PX = (1235.0, 660.0)
"""Minimum panel area in pixels at scale 1, unless the screen needs less; a smaller window enlarges
text less."""
USUAL_HEIGHT_PX, AUTOMATIC_STEP = 1080.0, 0.25
"""Window height in pixels that needs no larger text, and the step of automatic text scales."""
ARROW_SIDES = ("left", "right", "up", "down")
PANEL_KEYS = {
    "backspace": imgui.Key.backspace,
    "delete": imgui.Key.delete,
    "enter": imgui.Key.enter,
    "tab": imgui.Key.tab,
    "arrow_left": imgui.Key.left_arrow,
    "arrow_right": imgui.Key.right_arrow,
    "arrow_up": imgui.Key.up_arrow,
    "arrow_down": imgui.Key.down_arrow,
    "home": imgui.Key.home,
    "end": imgui.Key.end,
    "page_up": imgui.Key.page_up,
    "page_down": imgui.Key.page_down,
    "space": imgui.Key.space,
    "escape": imgui.Key.escape,
}
"""Keys to edit text and to move through panels, by Panda's names."""
LEAVING_KEYS = (
    imgui.Key.up_arrow,
    imgui.Key.down_arrow,
    imgui.Key.page_up,
    imgui.Key.page_down,
)
"""Keys that leave a text field of one line."""
NAVIGATION_KEYS = ("tab", "enter", "space", *(f"arrow_{side}" for side in ARROW_SIDES))
"""Keys that move through the panels and press buttons, by Panda's names."""


def automatic_text_scale(display_zoom: float, height: float) -> float:
    """Return the text scale for a screen's zoom, or for a window's height if it is larger.

    A screen of 3840 x 2160 pixels that does not tell its resolution gets text of twice the size.
    """
    steps = floor(height / USUAL_HEIGHT_PX / AUTOMATIC_STEP + 0.04)
    return max(1.0, display_zoom, steps * AUTOMATIC_STEP)


def types_text(key: str) -> bool:
    """Return whether a key with its modifiers types a character into a text field."""
    last = key.removeprefix("shift-")
    return len(last) == 1 or last == "space"


class ImGuiPanda(DirectObject):
    """ImGui over a ShowBase; `draw` draws each frame's panels, `key` returns a command's key.

    `requested_scale` is the text scale of the settings; 0 follows the screen.
    """

    def __init__(
        self,
        base: Any,
        draw: Callable[[], None],
        scale: float = 1.0,
        key: Callable[[str], str] = str,
    ) -> None:
        super().__init__()
        self.base = base
        self.draw = draw
        self.key_for_command = key
        self.context = imgui.create_context()
        self.io = imgui.get_io()
        self.io.set_ini_filename("")
        flags = imgui.BackendFlags_
        self.io.backend_flags |= (
            flags.renderer_has_textures.value | flags.renderer_has_vtx_offset.value
        )
        self.fonts = {name: self._load_font(name, TEXT_SIZE_PX) for name in ("Regular", "Bold")}
        self.requested_scale = scale
        self.min_panel_area = MIN_PANEL_AREA_PX
        self._frame_scale: float | None = None
        self.textures: dict[int, core.Texture] = {}
        self.nodes: list[core.NodePath] = []
        self.widget_rects: dict[str, tuple[float, float, float, float]] = {}
        self.focused_widget = ""
        """The widget with the frame of the keyboard around it, or ""."""
        self.label_lines: list[tuple[Spot, Spot]] = []
        self._heard = False
        self.on_button: Callable[[], object] = lambda: base.play_sound(BUTTON_SOUND)
        """Called when a button is pressed."""
        self.navigates: Callable[[], bool] = lambda: False
        """Whether the arrow keys, Tab, Enter and Space belong to the panels now."""
        self._dialog = self._last_dialog = ""
        self.mouse_trail = MouseTrail(base)
        self._panels: list[tuple[float, float, float, float]] = []
        self.layout = make_vertex_layout(("vertex", 4, core.Geom.C_other))
        self.root = self._make_root()
        self._listen()

    def _load_font(self, style: str, size: float) -> Any:
        file = font_path(style == "Bold")
        font = self.io.fonts.add_font_from_file_ttf(str(file), size)
        icons = imgui.ImFontConfig()
        icons.merge_mode = True
        icons.glyph_min_advance_x = size
        self.io.fonts.add_font_from_file_ttf(str(ICON_FONT), size * 0.82, icons)
        return font

    def _make_root(self) -> core.NodePath:
        root = self.base.render2d.attach_new_node("imgui")
        root.set_bin("fixed", 1000)
        root.set_shader(core.Shader.make(core.Shader.SL_GLSL, VERTEX_SHADER, FRAGMENT_SHADER))
        blend = core.ColorBlendAttrib.make(
            core.ColorBlendAttrib.M_add,
            core.ColorBlendAttrib.O_incoming_alpha,
            core.ColorBlendAttrib.O_one_minus_incoming_alpha,
        )
        state = core.RenderState.make(
            core.ColorAttrib.make_vertex(),
            blend,
            core.DepthTestAttrib.make(core.DepthTestAttrib.M_none),
            core.CullFaceAttrib.make(core.CullFaceAttrib.M_cull_none),
        )
        root.set_state(root.get_state().compose(state))
        root.set_depth_write(False)
        root.node().set_bounds(core.OmniBoundingVolume())
        root.node().set_final(True)
        return root

    def _listen(self) -> None:
        for event, turn in (("wheel_up", 1.0), ("wheel_down", -1.0)):
            self.accept(event, self._send_wheel, [turn])
        for event, button in (("mouse1", 0), ("mouse3", 1), ("mouse2", 2)):
            for prefix in ("", "shift-", "control-", "alt-"):
                self.accept(prefix + event, self._send_button, [button, True])
            self.accept(f"{event}-up", self._send_button, [button, False])
        for name, key in PANEL_KEYS.items():
            for prefix in ("", "shift-", "control-"):
                self.accept(prefix + name, self._press_key, [key, prefix])
                self.accept(f"{prefix}{name}-repeat", self._press_key, [key, prefix])
            self.accept(f"{name}-up", self._release_key, [key])
        for letter in "acvxz":
            self.accept(f"control-{letter}", self._send_shortcut, [getattr(imgui.Key, letter)])
        self.accept("keystroke", self._send_character)
        self.accept_typing()

    def accept_typing(self) -> None:
        """Subscribe to typed characters; repeat this after Panda's input is set up again."""
        for thrower in self.base.buttonThrowers or ():
            thrower.node().set_keystroke_event("keystroke")

    def _send_button(self, button: int, is_down: bool) -> None:
        """Send a mouse button at its own position, even if the mouse has just moved."""
        self.io.add_mouse_pos_event(*(self.mouse_trail.position_at_button() or OFFSCREEN_POINT))
        self.io.add_mouse_button_event(button, is_down)

    def _press_key(self, key: Any, prefix: str) -> None:
        """Send a key to the text field or the panels that have the keyboard.

        Escape goes to a text field alone: the window closes lists and dialogs itself. Keys that
        would leave a text field for the table do nothing there.
        """
        is_editing = self.wants_keys and key not in LEAVING_KEYS
        if is_editing or (self.navigates() and key != imgui.Key.escape):
            self.io.add_key_event(imgui.Key.mod_shift, prefix == "shift-")
            self.io.add_key_event(imgui.Key.mod_ctrl, prefix == "control-" and self.wants_keys)
            self._send_key(key, True)

    def _release_key(self, key: Any) -> None:
        self._send_key(key, False)
        for modifier in (imgui.Key.mod_shift, imgui.Key.mod_ctrl):
            self.io.add_key_event(modifier, False)

    def _send_key(self, key: Any, is_down: bool) -> None:
        self.io.add_key_event(key, is_down)
        self._heard = True

    def _send_shortcut(self, key: Any) -> None:
        """Send a key with Control: select all, copy, paste, cut or undo."""
        for stroke, is_down in (
            (imgui.Key.mod_ctrl, True),
            (key, True),
            (key, False),
            (imgui.Key.mod_ctrl, False),
        ):
            self._send_key(stroke, is_down)

    def _send_character(self, character: str) -> None:
        if character.isprintable():
            self.io.add_input_characters_utf8(character)
            self._heard = True

    def _send_wheel(self, turn: float) -> None:
        self.io.add_mouse_wheel_event(0.0, turn)
        self._heard = True

    def take_input_flag(self) -> bool:
        """Return and clear whether a key or the wheel was used since the last call."""
        has_input = self._heard
        self._heard = False
        return has_input

    @property
    def wants_mouse(self) -> bool:
        """Return whether the mouse is over a panel."""
        if self.io.want_capture_mouse:
            return True
        return self.covers(
            self._mouse_position()
        )  # ImGui gets the mouse position one frame after a quick click

    def is_press_on_panel(self, spot: Spot) -> bool:
        """Return whether a recent button press at `spot` belongs to a panel."""
        return self.wants_mouse if dist(spot, self._mouse_position()) < 1 else self.covers(spot)

    def covers(self, spot: Spot) -> bool:
        """Return whether a panel of the last frame is over a pixel."""
        x, y = spot
        return any(x0 <= x < x1 and y0 <= y < y1 for x0, y0, x1, y1 in self._panels)

    def _panel_rects(self) -> list[tuple[float, float, float, float]]:
        """Return the rectangles of this frame's panels that accept the mouse."""
        rects = []
        for panel in self.context.windows:
            if (
                panel.active
                and not panel.hidden
                and not panel.flags & imgui.WindowFlags_.no_mouse_inputs.value
            ):
                rects.append(
                    (
                        panel.pos.x,
                        panel.pos.y,
                        panel.pos.x + panel.size.x,
                        panel.pos.y + panel.size.y,
                    )
                )
        return rects

    @property
    def wants_keys(self) -> bool:
        """Return whether a text field has the keyboard."""
        return bool(self.io.want_text_input)

    @property
    def is_list_open(self) -> bool:
        """Return whether a list or a menu is open, also in a dialog."""
        popups = [popup.window for popup in self.context.open_popup_stack]
        top = popups[-1] if popups else None
        return top is not None and not top.flags & imgui.WindowFlags_.modal.value

    def close_list(self) -> None:
        """Close the open list or menu. A dialog stays open."""
        imgui.internal.close_popups_except_modals()

    def begin_dialog(self, name: str) -> bool:
        """Open a dialog, or keep it open for this frame. Return False while another one is open."""
        if name != (self._last_dialog or self._dialog or name):
            return False
        self._dialog = name
        if not imgui.is_popup_open(name):
            imgui.open_popup(name)
        return True

    def _close_ended_dialog(self) -> None:
        """Close the last frame's dialog if this frame has not drawn one."""
        if self._last_dialog and not self._dialog:
            imgui.internal.close_popup_to_level(0, True)
        self._last_dialog = self._dialog
        self._dialog = ""

    @property
    def dialog(self) -> str:
        """The name of the dialog that the last frame has drawn, or ""."""
        return self._last_dialog

    def record_widget(self, name: str) -> None:
        """Record the last widget's rectangle under a name."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.widget_rects[name] = (low.x, low.y, high.x, high.y)
        if self.context.nav_cursor_visible and imgui.is_item_focused():
            self.focused_widget = name

    def record_panel(self, name: str) -> None:
        """Record the current panel's rectangle under a name."""
        low = imgui.get_window_pos()
        size = imgui.get_window_size()
        self.widget_rects[name] = (low.x, low.y, low.x + size.x, low.y + size.y)

    def _mouse_position(self) -> tuple[float, float]:
        watcher = self.base.mouseWatcherNode
        if watcher is None or not watcher.has_mouse():
            return OFFSCREEN_POINT
        mouse = watcher.get_mouse()
        return (mouse.x + 1) * 0.5 * self.base.win.get_x_size(), (
            1 - mouse.y
        ) * 0.5 * self.base.win.get_y_size()

    @property
    def scale(self) -> float:
        """The text scale: as requested, or less if the screen's panels need more room."""
        if self._frame_scale is not None:
            return self._frame_scale
        width, height = self.base.win.get_x_size(), self.base.win.get_y_size()
        wanted = self.requested_scale or automatic_text_scale(self.base.display_zoom, height)
        wide, high = self.min_panel_area
        return min(wanted, max(1.0, min(width / wide, height / high)))

    def render_frame(self, seconds: float) -> bool:
        """Build this frame's panels and pass them to Panda. Return whether a panel has moved."""
        imgui.set_current_context(self.context)
        width, height = self.base.win.get_x_size(), self.base.win.get_y_size()
        self.io.display_size = imgui.ImVec2(width, height)
        self.io.delta_time = max(seconds, 1e-4)
        self.io.add_mouse_pos_event(*self._mouse_position())
        self._set_navigation(self.navigates())
        imgui.new_frame()
        self.widget_rects.clear()
        self.focused_widget = ""
        self.label_lines = []
        self._frame_scale = self.scale
        try:
            self._draw_panels()
        finally:
            self._frame_scale = None
        imgui.render()
        last_panels = self._panels
        self._panels = self._panel_rects()
        self._update_textures()
        self.root.set_shader_input("screen", core.Vec2(width, height))
        node_index = 0
        for commands in imgui.get_draw_data().cmd_lists:
            node_index = self._add_commands(commands, node_index, width, height)
        for node in self.nodes[node_index:]:
            node.hide()
        return self._panels != last_panels

    def _set_navigation(self, is_on: bool) -> None:
        """Let keys move through the panels, or hide the frame around the focused button."""
        flag = imgui.ConfigFlags_.nav_enable_keyboard.value
        was_on = bool(self.io.config_flags & flag)
        self.io.config_flags = self.io.config_flags & ~flag | (flag if is_on else 0)
        if was_on and not is_on:
            imgui.set_nav_cursor_visible(False)

    def _draw_panels(self) -> None:
        """Draw the panels; after an error, close those left open."""
        state = imgui.internal.ErrorRecoveryState()
        imgui.internal.error_recovery_store_state(state)
        imgui.push_font(self.fonts["Regular"], TEXT_SIZE_PX * self.scale)
        try:
            self.draw()
            self._close_ended_dialog()
            imgui.pop_font()
        except Exception:
            self.io.config_error_recovery_enable_assert = False
            imgui.internal.error_recovery_try_to_recover_state(state)
            imgui.end_frame()
            self.io.config_error_recovery_enable_assert = True
            raise

    def _add_commands(self, commands: Any, node_index: int, width: int, height: int) -> int:
        count = commands.vtx_buffer.size()
        vertices = ctypes.string_at(commands.vtx_buffer.data_address(), count * imgui.VERTEX_SIZE)
        order = ctypes.string_at(
            commands.idx_buffer.data_address(), commands.idx_buffer.size() * imgui.INDEX_SIZE
        )
        data = core.GeomVertexData("imgui", self.layout, core.Geom.UH_stream)
        data.unclean_set_num_rows(count)
        memoryview(data.modify_array(0)).cast("B")[:] = vertices
        numbers = np.frombuffer(order, "<u2" if imgui.INDEX_SIZE == 2 else "<u4")
        for command in commands.cmd_buffer:
            if not command.elem_count:
                continue
            part = (
                numbers[command.idx_offset : command.idx_offset + command.elem_count].astype("<u4")
                + command.vtx_offset
            )
            triangles = core.GeomTriangles(core.Geom.UH_stream)
            triangles.set_index_type(core.GeomEnums.NT_uint32)
            rows = triangles.modify_vertices()
            rows.unclean_set_num_rows(len(part))
            memoryview(rows).cast("B")[:] = part.tobytes()
            geom = core.Geom(data)
            geom.add_primitive(triangles)
            self._next_node(node_index).add_geom(geom, self._render_state(command, width, height))
            node_index += 1
        return node_index

    def _next_node(self, number: int) -> Any:
        if number >= len(self.nodes):
            node = core.GeomNode("imgui")
            node.set_bounds(core.OmniBoundingVolume())
            node.set_final(True)
            self.nodes.append(self.root.attach_new_node(node))
            self.nodes[-1].set_bin("fixed", 1000 + number)
        node_path = self.nodes[number]
        node_path.show()
        node_path.node().remove_all_geoms()
        return node_path.node()

    def _render_state(self, command: Any, width: int, height: int) -> core.RenderState:
        c = command.clip_rect
        box = (
            max(0.0, c.x / width),
            min(1.0, c.z / width),
            max(0.0, 1 - c.w / height),
            min(1.0, 1 - c.y / height),
        )
        state = core.RenderState.make(core.ScissorAttrib.make(*box))
        texture = self.textures.get(command.tex_ref.get_tex_id())
        return state.add_attrib(core.TextureAttrib.make(texture)) if texture is not None else state

    def _update_textures(self) -> None:
        status = imgui.ImTextureStatus
        for theirs in imgui.get_platform_io().textures:
            if theirs.status == status.ok:
                continue
            if theirs.status == status.want_destroy:
                self.textures.pop(theirs.tex_id, None)
                _set_texture_id(theirs, 0)
                theirs.status = status.destroyed
                continue
            if theirs.status == status.want_create:
                ours = core.Texture("imgui")
                ours.setup_2d_texture(
                    theirs.width, theirs.height, core.Texture.T_unsigned_byte, core.Texture.F_rgba
                )
                ours.set_minfilter(core.Texture.FT_linear)
                ours.set_magfilter(core.Texture.FT_linear)
                number = max(self.textures, default=0) + 1
                self.textures[number] = ours
                _set_texture_id(theirs, number)
            pixels = np.asarray(theirs.get_pixels_array()).reshape(theirs.height, theirs.width, 4)[
                ..., [2, 1, 0, 3]
            ]
            self.textures[theirs.tex_id].set_ram_image(np.ascontiguousarray(pixels).tobytes())
            theirs.status = status.ok

    def close(self) -> None:
        """Stop listening and remove the panels."""
        self.ignore_all()
        self.root.remove_node()
        imgui.destroy_context(self.context)


class TextEntryLayer(InputLayer):
    """The text field that has the keyboard, so that typing runs no commands.

    A dialog blocks all commands itself, and Escape closes it from within its fields.
    """

    takes_keys = True

    def __init__(self, ui: ImGuiPanda) -> None:
        self._ui = ui

    @property
    def is_active(self) -> bool:
        return self._ui.wants_keys and not self._ui.dialog


class ListLayer(InputLayer):
    """The open list or menu of a panel, which Escape closes."""

    takes_keys = True

    def __init__(self, ui: ImGuiPanda) -> None:
        self._ui = ui

    @property
    def is_active(self) -> bool:
        return self._ui.is_list_open

    def on_cancel(self) -> bool:
        self._ui.close_list()
        return True


def _set_texture_id(texture: Any, number: int) -> None:
    """Set the number of ImGui's texture; 0 for a removed one."""
    if hasattr(texture, "set_tex_id"):
        texture.set_tex_id(number)
    else:
        texture.tex_id = number
