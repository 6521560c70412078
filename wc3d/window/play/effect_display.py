"""The effects of an animation in the window: sprites, dice on the rim, camera nudge, numbers."""

from __future__ import annotations

from math import floor
from typing import Any

from imgui_bundle import imgui

from wc3d.animation.damage_numbers import DamageNumber
from wc3d.animation.queue import AnimationQueue
from wc3d.panda.effects import EffectNodes
from wc3d.scene.camera_nudge import camera_nudge
from wc3d.scene.dice import dice_on_rim
from wc3d.scene.effect_shapes import effect_frame
from wc3d.scene.model_poses import ModelPose, breathing_poses
from wc3d.table.table import Table
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import NO_FOCUS_FLAG, WINDOW_FLAGS, open_panel, pack_color

EFFECT_FRAMES_PER_S, BREATH_FRAMES_PER_S = 30, 12
"""The most drawings of effects and of breathing in a second."""
NUMBER_FLAGS = (
    WINDOW_FLAGS.no_inputs
    | WINDOW_FLAGS.no_nav
    | WINDOW_FLAGS.no_background
    | WINDOW_FLAGS.no_scrollbar
    | WINDOW_FLAGS.no_bring_to_front_on_focus
    | NO_FOCUS_FLAG
)
"""The numbers lie over the labels of models and below all panels."""
NUMBER_SIZE_PX, WORD_SIZE_PX = 38.0, 24.0
OUTLINE_PX = tuple((x, y) for x in (-2.0, 0.0, 2.0) for y in (-2.0, 0.0, 2.0) if x or y)
"""The shifts of the dark copies below a number."""


class EffectDisplay:
    """Draws the effects of a queue, only when they change."""

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self._nodes: EffectNodes | None = None
        self._key: object = None
        self._step: object = None

    def update(self, staging: AnimationQueue) -> bool:
        """Show the effects and dice of this moment; return whether anything has changed."""
        board = self.window.board
        display = self.window.settings.display
        staging.is_reduced = display.motion == "reduced"
        step = staging.current_step
        is_frozen = staging.is_paused and step is self._step
        self._step = step
        if board is None or not board.is_built or is_frozen:
            return False
        if self._nodes is None or self._nodes.board is not board:
            self._nodes = EffectNodes(board)
            self._key = None
        effects = tuple((effect, _in_frames(seconds)) for effect, seconds in staging.effects)
        tumbling = 0 if staging.is_reduced else staging.tumbling_rolls
        seconds = _in_frames(staging.step_seconds) if tumbling else 0.0
        key = (effects, staging.rolls, tumbling, seconds, staging.dice_place)
        if key == (self._key or ((), (), 0, 0.0, staging.dice_place)):
            return False
        self._key = key
        self._nodes.show_effects(effect_frame(effects))
        size = board.table.size
        cubes = dice_on_rim(staging.rolls, tumbling, seconds, staging.dice_place, size)
        self._nodes.show_dice(cubes, staging.rules.display.dice_looks)
        self._nudge_camera(camera_nudge(effects) if display.camera_nudge else (0.0, 0.0))
        self.window.request_board_redraw(1)
        return True

    def _nudge_camera(self, nudge: tuple[float, float]) -> None:
        view = self.window.viewpoint
        if view.nudge != nudge and view.eye_model is None:
            view.nudge = nudge
            self.window.aim_camera()

    def breathing_poses(self, staging: AnimationQueue, table: Table | None) -> dict[str, ModelPose]:
        """Return the idle poses of all models, if the user turned idle motion on."""
        display = self.window.settings.display
        if table is None or not display.idle_motion or display.motion == "reduced":
            return {}
        seconds = floor(staging.now() * BREATH_FRAMES_PER_S) / BREATH_FRAMES_PER_S
        return breathing_poses([body.id for body in table.bodies], seconds)

    def draw_numbers(self, ui: Any, staging: AnimationQueue, room: Rect) -> None:
        """Draw the damage numbers over models and labels, inside `room`."""
        numbers = staging.damage_numbers
        if not numbers:
            return
        left, top, right, bottom = room
        with open_panel("numbers", (left, top), (right - left, bottom - top), flags=NUMBER_FLAGS):
            for number in numbers:
                spot = self.window.project_to_pixel(number.at)
                if spot is not None:
                    _draw_number(ui, number, spot, top)


def _draw_number(ui: Any, number: DamageNumber, spot: tuple[float, float], top: float) -> None:
    """Draw a number with a dark outline at a pixel, or below the pixel row `top`."""
    draw = imgui.get_window_draw_list()
    font = ui.fonts["Bold"]
    size = (WORD_SIZE_PX if number.is_word else NUMBER_SIZE_PX) * number.scale * ui.scale
    imgui.push_font(font, size)
    wide = imgui.calc_text_size(number.text).x
    imgui.pop_font()
    x, y = spot[0] - wide / 2, max(spot[1] - size / 2, top)
    shadow = pack_color((10, 12, 16), 0.8 * number.alpha)
    for dx, dy in OUTLINE_PX:
        draw.add_text(font, size, (x + dx * ui.scale, y + dy * ui.scale), shadow, number.text)
    draw.add_text(font, size, (x, y), pack_color(number.rgb, number.alpha), number.text)
    ui.widget_rects[f"damage {number.text}"] = (x, y, x + wide, y + size)


def _in_frames(seconds: float) -> float:
    """Return the time of the last frame."""
    return floor(seconds * EFFECT_FRAMES_PER_S) / EFFECT_FRAMES_PER_S
