"""The effects of an animation in the window: sprites, dice on the rim, camera nudge, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, floor
from typing import Any

from imgui_bundle import imgui

from wc3d.animation.damage_numbers import DamageNumber
from wc3d.animation.queue import AnimationQueue
from wc3d.animation.remains import Remains
from wc3d.panda.effects import EffectNodes
from wc3d.scene.camera_nudge import camera_nudge
from wc3d.scene.dice import dice_on_rim
from wc3d.scene.effect_shapes import effect_frame
from wc3d.scene.fall_poses import Wreck, WreckPoses, make_wreck
from wc3d.scene.model_poses import ModelPose, breathing_poses
from wc3d.table.table import Table
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import NO_FOCUS_FLAG, WINDOW_FLAGS, open_panel, pack_color

EFFECT_FRAMES_PER_S, BREATH_FRAMES_PER_S = 30, 12
"""The most drawings of effects and of breathing in a second."""
ALPHA_LEVELS = 12
"""The steps in which remains fade."""
COVERED_SHARE = 0.25
"""How near to a wreck another base must come to stand on it, compared with the stain's radius."""
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
SHIFT_PX, MAX_SHIFTS = 6.0, 14
"""The steps by which a word is moved off a plate, in pixels, and the most of them."""
OUTLINE_PX = tuple((x, y) for x in (-2.0, 0.0, 2.0) for y in (-2.0, 0.0, 2.0) if x or y)
"""The shifts of the dark copies below a number."""


class EffectDisplay:
    """Draws the effects of a queue, only when they change."""

    def __init__(self, window: WindowProtocol) -> None:
        self.window = window
        self._nodes: EffectNodes | None = None
        self._key: object = None
        self._step: object = None
        self._wrecks: dict[tuple[str, float], Wreck] = {}
        """The wrecks there, by model and the time of its fall."""
        self._plates: list[Rect] = []
        """The plates of models and objectives in the last picture, in pixels."""
        self._shifts: dict[tuple[str, tuple[float, float]], tuple[float, float]] = {}

    def update(self, staging: AnimationQueue) -> bool:
        """Show the effects and dice of this moment; return whether anything has changed."""
        board = self.window.board
        display = self.window.settings.display
        staging.is_reduced = display.motion == "reduced"
        self._plates = [
            rect
            for name, rect in self.window.ui.widget_rects.items()
            if name.startswith(("badge ", "marker "))
        ]
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
        remains = tuple(
            (
                each,
                self._wreck_poses(self._nodes, each, age, staging.table),
                in_levels(each.stain_alpha(age)),
            )
            for each, age in staging.remains
        )
        key = (effects, staging.rolls, tumbling, seconds, staging.dice_place, remains)
        if key == (self._key or ((), (), 0, 0.0, staging.dice_place, ())):
            return False
        self._key = key
        self._show_remains(self._nodes, remains)
        self._nodes.show_effects(effect_frame(effects))
        size = board.table.size
        cubes = dice_on_rim(staging.rolls, tumbling, seconds, staging.dice_place, size)
        self._nodes.show_dice(cubes, staging.rules.display.dice_looks)
        self._nudge_camera(camera_nudge(effects) if display.camera_nudge else (0.0, 0.0))
        self.window.request_board_redraw(1)
        return True

    def _wreck_poses(
        self, nodes: EffectNodes, remains: Remains, age: float, table: Table
    ) -> WreckPoses | None:
        """Return the poses of a model that falls or lies there, as it was when it began to fall."""
        alpha = 0.0 if _is_covered(remains, table) else in_levels(remains.wreck_alpha(age))
        if not alpha:
            return None
        key = remains.id, remains.since
        if key not in self._wrecks:
            heading = self.window.screen.facings().get(remains.id, 0.0)
            self._wrecks[key] = make_wreck(
                remains.step, remains.id, heading, is_far=nodes.board.figure_nodes.is_coarse
            )
        wreck = self._wrecks[key]
        seconds = min(_in_frames(age - remains.delay_s), wreck.rest_s)
        return wreck.poses(seconds, alpha)

    def _show_remains(
        self, nodes: EffectNodes, remains: Sequence[tuple[Remains, WreckPoses | None, float]]
    ) -> None:
        """Show wrecks and stains."""
        wrecks = {each.id: poses for each, poses, _ in remains if poses is not None}
        for id in wrecks:
            nodes.split_figure(id)
        nodes.show_wrecks(wrecks)
        nodes.show_stains(
            [(each.at, each.stain_radius, alpha) for each, _, alpha in remains if alpha]
        )
        keys = {(each.id, each.since) for each, _, _ in remains}
        self._wrecks = {key: wreck for key, wreck in self._wrecks.items() if key in keys}

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
        texts = {(number.text, number.at[:2]) for number in numbers}
        self._shifts = {text: at for text, at in self._shifts.items() if text in texts}
        with open_panel("numbers", (left, top), (right - left, bottom - top), flags=NUMBER_FLAGS):
            for number in numbers:
                spot = self.window.project_to_pixel(number.at)
                if spot is not None:
                    across, up = self._find_shift(ui, number, spot)
                    _draw_number(ui, number, (spot[0] + across, spot[1] + up), top)

    def _find_shift(
        self, ui: Any, number: DamageNumber, spot: tuple[float, float]
    ) -> tuple[float, float]:
        """Return by how many pixels a word is moved off the plates near it, the same all the time."""
        if not number.is_word:
            return 0.0, 0.0
        key = number.text, number.at[:2]
        if key not in self._shifts:
            wide, size = _text_size(ui, number.text, WORD_SIZE_PX * ui.scale)
            rise = size  # a word rises as far as it is high
            low, high = spot[1] + size / 2, spot[1] - size / 2 - rise
            word = (spot[0] - wide / 2, high, spot[0] + wide / 2, low)
            self._shifts[key] = find_clear_shift(word, self._plates)
        return self._shifts[key]


def find_clear_shift(word: Rect, plates: Sequence[Rect]) -> tuple[float, float]:
    """Return the shortest shift of a word that covers no plate; none if all near places are taken."""
    steps = range(-MAX_SHIFTS, MAX_SHIFTS + 1)
    shifts = [(SHIFT_PX * x, SHIFT_PX * y) for x in steps for y in steps if y <= 0]
    near = [
        shift
        for shift in shifts
        if not any(_overlap(_shifted(word, shift), plate) for plate in plates)
    ]
    return min(near, key=lambda shift: abs(shift[0]) + abs(shift[1]), default=(0.0, 0.0))


def _shifted(rect: Rect, shift: tuple[float, float]) -> Rect:
    left, top, right, bottom = rect
    return left + shift[0], top + shift[1], right + shift[0], bottom + shift[1]


def _overlap(first: Rect, second: Rect) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )


def _text_size(ui: Any, text: str, size: float) -> tuple[float, float]:
    imgui.push_font(ui.fonts["Bold"], size)
    wide = imgui.calc_text_size(text).x
    imgui.pop_font()
    return wide, size


def _draw_number(ui: Any, number: DamageNumber, spot: tuple[float, float], top: float) -> None:
    """Draw a number with a dark outline at a pixel, or below the pixel row `top`."""
    draw = imgui.get_window_draw_list()
    font = ui.fonts["Bold"]
    size = (WORD_SIZE_PX if number.is_word else NUMBER_SIZE_PX) * number.scale * ui.scale
    wide, _ = _text_size(ui, number.text, size)
    x, y = spot[0] - wide / 2, max(spot[1] - size / 2, top)
    shadow = pack_color((10, 12, 16), 0.8 * number.alpha)
    for dx, dy in OUTLINE_PX:
        draw.add_text(font, size, (x + dx * ui.scale, y + dy * ui.scale), shadow, number.text)
    draw.add_text(font, size, (x, y), pack_color(number.rgb, number.alpha), number.text)
    ui.widget_rects[f"damage {number.text}"] = (x, y, x + wide, y + size)


def _is_covered(remains: Remains, table: Table) -> bool:
    """Return whether a model stands where a wreck lies."""
    reach = COVERED_SHARE * remains.stain_radius
    return any(
        body.id != remains.id and dist(body.at, remains.at) < body.radius + reach
        for body in table.bodies
    )


def in_levels(alpha: float) -> float:
    """Return an opacity in steps, so that a picture is not drawn for a change nobody sees."""
    return round(alpha * ALPHA_LEVELS) / ALPHA_LEVELS


def _in_frames(seconds: float) -> float:
    """Return the time of the last frame."""
    return floor(seconds * EFFECT_FRAMES_PER_S) / EFFECT_FRAMES_PER_S
