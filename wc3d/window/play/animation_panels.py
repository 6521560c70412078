"""The animation's panels: the story line, and the dice and outcomes next to the models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.animation.queue import AnimationQueue
from wc3d.animation.steps import point_on_track
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DisplayedRoll
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.window.layout.panel_sizes import TOP_BAR_HEIGHT_PX
from wc3d.window.layout.panels import PanelPlacer, clamp_to_room, model_boxes
from wc3d.window.play.dice import die_look_of, draw_die
from wc3d.window.shell.imgui_panda import OFFSCREEN_POINT
from wc3d.window.shell.side_flag import SIDE_ICONS
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    WINDOW_FLAGS,
    Project,
    draw_bold_text,
    draw_dim_text,
    draw_panel_leader,
    open_panel,
    reserve_line,
    to_rgba,
)

DIE_SIZE_PX = 26.0
DICE_OFFSET_X_PX, DICE_OFFSET_Y_PX = 44.0, 40.0
"""Offset of the dice from a model: to the side, and above its middle, in pixels."""
STORY_WIDTH_PX = 620.0
"""Width of the story line."""
TUMBLE_FACES_PER_S = 22
"""Faces a rolling die shows per second."""
DICE_PANEL_WIDTH_PX, DICE_PANEL_HEIGHT_PX = 360.0, 135.0
"""Typical size of an attack's dice with their outcome."""
OUTCOME_HEIGHT_PX = 32.0
"""Height reserved below the dice for the outcome, in pixels."""
TOTAL_TEXT_SIZE_PX = 17
"""Text size of the dice total."""
LINE_SEGMENTS, LINE_MARGIN_PX = 12, 9.0
"""Number of segments of an attack line that dice avoid, and the margin around it in pixels."""
PASSIVE_PANEL_FLAGS = WINDOW_FLAGS.no_inputs | NO_FOCUS_FLAG | WINDOW_FLAGS.no_nav


class AnimationPanels:
    """Draws the story line and the dice; space for all dice of an attack is reserved."""

    def __init__(self) -> None:
        self._place = PanelPlacer()
        self._size = (DICE_PANEL_WIDTH_PX, DICE_PANEL_HEIGHT_PX)

    def draw(
        self,
        ui: Any,
        staging: AnimationQueue,
        rules: RuleSet,
        colors: tuple[RGB, RGB],
        project: Project,
        room: Rect,
    ) -> list[Rect]:
        """Draw the story line and the dice, and return the rectangles they cover."""
        covered = self._draw_story(ui, staging, room)
        rolls = staging.rolls
        step = staging.current_step
        words = step.words if step is not None else ""
        if rolls or words:
            covered.append(
                self._draw_dice(
                    ui,
                    staging,
                    rules,
                    colors,
                    rolls,
                    words,
                    self._dice_spot(staging, project),
                    project,
                    room,
                )
            )
        return covered

    @staticmethod
    def _dice_spot(staging: AnimationQueue, project: Project) -> Spot | None:
        """Return the anchor pixel of the dice."""
        step = staging.current_step
        body_id = step.beside_model if step is not None else staging.lying_beside
        body = next((b for b in staging.table.bodies if b.id == body_id), None)
        if body is not None:
            x, y, z = body.at
            return project((x, y, z + body.height / 2))
        place: XYZ | None = step.places[-1] if step is not None and step.places else None
        return project(place) if place is not None else None

    def _draw_story(self, ui: Any, staging: AnimationQueue, room: Rect) -> list[Rect]:
        step = staging.current_step
        if step is None or not step.sentence:
            return []
        left, _, right, _ = room
        wide = min(STORY_WIDTH_PX * ui.scale, right - left)
        with open_panel(
            "story",
            ((left + right) / 2, (TOP_BAR_HEIGHT_PX + 8) * ui.scale),
            (wide, 0),
            corner=(0.5, 0),
            flags=PASSIVE_PANEL_FLAGS,
        ):
            draw_bold_text(ui, step.sentence, 17, wrapped=True)
            if step.why:
                draw_dim_text(step.why)
            imgui.text_colored(
                DIM_COLOR,
                f"{ui.key_for_command('end')}: next   {ui.key_for_command('present')}: skip all",
            )
            ui.record_panel("story")
        return [ui.widget_rects["story"]]

    def _draw_dice(
        self,
        ui: Any,
        staging: AnimationQueue,
        rules: RuleSet,
        colors: tuple[RGB, RGB],
        rolls: Sequence[DisplayedRoll],
        words: str,
        spot: Spot | None,
        project: Project,
        room: Rect,
    ) -> Rect:
        x, y = self._place_beside(ui, staging, spot, project, room)
        with open_panel("dice", (x, y), flags=PASSIVE_PANEL_FLAGS):
            for number, roll in enumerate(rolls):
                self._draw_roll(
                    ui, rules, roll, colors, staging, len(rolls) - number <= staging.tumbling_rolls
                )
            if words:
                imgui.push_style_color(imgui.Col_.text, GOLD_COLOR)
                draw_bold_text(ui, f"{ICONS['forward']} {words}", 21)
                imgui.pop_style_color()
                ui.record_widget("outcome")
            ui.record_panel("dice")
        left, top, right, bottom = ui.widget_rects["dice"]
        if spot is not None:
            draw_panel_leader(spot, ui.widget_rects["dice"], DIM_COLOR)
        self._size = (
            max(right - left, DICE_PANEL_WIDTH_PX * ui.scale),
            max(bottom - top, DICE_PANEL_HEIGHT_PX * ui.scale),
        )
        return left, top, right, bottom if words else bottom + OUTCOME_HEIGHT_PX * ui.scale

    def _place_beside(
        self, ui: Any, staging: AnimationQueue, spot: Spot | None, project: Project, room: Rect
    ) -> Spot:
        """Return the place of an attack's dice: near the target, over few models."""
        size = wide, high = self._size
        if spot is None:
            return clamp_to_room(
                ((room[0] + room[2] - wide) / 2, room[1] + 90 * ui.scale), size, room
            )
        (x, y), aside = spot, DICE_OFFSET_X_PX * ui.scale
        across = (x + aside, x - aside - wide)
        ys = (y - DICE_OFFSET_Y_PX * ui.scale, y - high, y)
        places = [
            *((u, v) for v in ys for u in across),
            (x - wide / 2, y + aside),
            (x - wide / 2, y - aside - high),
        ]
        body_id = (
            staging.current_step.beside_model
            if staging.current_step is not None
            else staging.lying_beside
        )
        boxes = {**model_boxes(staging.table.bodies, project), **_line_boxes(staging, project)}
        return self._place.find_place(
            [clamp_to_room(at, size, room) for at in places],
            size,
            boxes,
            (body_id,),
            body_id,
            OFFSCREEN_POINT,
        )

    @staticmethod
    def _draw_roll(
        ui: Any,
        rules: RuleSet,
        roll: DisplayedRoll,
        colors: tuple[RGB, RGB],
        staging: AnimationQueue,
        tumbles: bool,
    ) -> None:
        imgui.text_colored(to_rgba(colors[roll.player - 1]), SIDE_ICONS[roll.player])
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text(roll.why.rpartition(", ")[2])
        imgui.same_line()
        age = staging.step_seconds
        for die, faces in roll.dice:
            for i, face in enumerate(faces):
                drawn_face = (
                    die.faces[int(age * TUMBLE_FACES_PER_S + i * 2.7) % len(die.faces)]
                    if tumbles
                    else face
                )
                draw_die(
                    ui,
                    die_look_of(rules, die),
                    drawn_face,
                    DIE_SIZE_PX,
                    lift=3.0 if tumbles else 0.0,
                )
                imgui.same_line(0, 3)
        if roll.total and tumbles:
            reserve_line(ui, roll.total, TOTAL_TEXT_SIZE_PX)  # prevents a later resize
        elif roll.total:
            draw_bold_text(ui, roll.total, TOTAL_TEXT_SIZE_PX)
        else:
            imgui.new_line()


def _line_boxes(staging: AnimationQueue, project: Project) -> dict[str, Rect]:
    """Return boxes along the current attack line."""
    stroke = staging.current_step.attack if staging.current_step is not None else None
    places = (
        [point_on_track(stroke.points, k / LINE_SEGMENTS) for k in range(LINE_SEGMENTS + 1)]
        if stroke is not None
        else []
    )
    spots = [spot for place in places if (spot := project(place)) is not None]
    return {
        f"line {k}": (
            x - LINE_MARGIN_PX,
            y - LINE_MARGIN_PX,
            x + LINE_MARGIN_PX,
            y + LINE_MARGIN_PX,
        )
        for k, (x, y) in enumerate(spots)
    }
