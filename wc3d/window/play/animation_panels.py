"""What is told and rolled, as it is shown: the line of the story, and the dice beside whom they concern, with what came of it."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.animation.beats import along
from wc3d.animation.queue import Staging
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.view_models import DiceShown
from wc3d.window.layout.panel_sizes import BAR
from wc3d.window.layout.panels import PanelPlace, inside, model_boxes
from wc3d.window.play.dice import draw_die, look_of
from wc3d.window.shell.imgui_panda import NOWHERE
from wc3d.window.shell.side_flag import SIDE_SIGNS
from wc3d.window.shell.tag_layout import Rect, Spot
from wc3d.window.shell.widgets import (
    DIM,
    FLAGS,
    GOLD,
    UNBIDDEN,
    Project,
    color,
    dim,
    draw_leader,
    heading,
    keep_room,
    panel,
)

DIE = 26.0
ASIDE, ABOVE = 44.0, 40.0
"""Pixels between a model and the dice beside it, and how far above its middle they begin."""
STORY = 620.0
"""The width of the line of the story."""
RATE = 22
"""Faces a tumbling die shows in a second."""
WIDE, HIGH = 360.0, 135.0
"""The size of the dice of most attacks, with what came of them."""
OUTCOME = 32.0
"""Pixels that are kept free below dice, for what will have come of them."""
TOTAL = 17
"""How large the total of dice is written."""
PIECES, BESIDE = 12, 9.0
"""In so many places dice rather do not lie over an attack's line, and so many pixels beside it."""
QUIET = FLAGS.no_inputs | UNBIDDEN | FLAGS.no_nav


class StagedPanels:
    """Draws them. Room is kept for all dice of an attack, so that nothing moves as more is rolled."""

    def __init__(self) -> None:
        self._place, self._size = PanelPlace(), (WIDE, HIGH)

    def draw(
        self, ui: Any, staging: Staging, rules: RuleSet, colors: tuple[RGB, RGB], project: Project, room: Rect
    ) -> list[Rect]:  # fmt: skip
        """The story and the dice; what of the table they cover."""
        covered = self._draw_story(ui, staging, room)
        rolls, beat = staging.rolls, staging.beat
        words = beat.words if beat is not None else ""
        if rolls or words:
            covered.append(self._draw_dice(ui, staging, rules, colors, rolls, words, self._spot(staging, project), project, room))
        return covered

    @staticmethod
    def _spot(staging: Staging, project: Project) -> Spot | None:
        """The pixel beside which the dice lie."""
        beat = staging.beat
        body_id = beat.beside if beat is not None else staging.lying_beside
        body = next((b for b in staging.table.bodies if b.id == body_id), None)
        if body is not None:
            x, y, z = body.at
            return project((x, y, z + body.height / 2))
        place: XYZ | None = beat.places[-1] if beat is not None and beat.places else None
        return project(place) if place is not None else None

    def _draw_story(self, ui: Any, staging: Staging, room: Rect) -> list[Rect]:
        beat = staging.beat
        if beat is None or not beat.told:
            return []
        left, _, right, _ = room
        wide = min(STORY * ui.scale, right - left)
        with panel("story", ((left + right) / 2, (BAR + 8) * ui.scale), (wide, 0), corner=(0.5, 0), flags=QUIET):
            heading(ui, beat.told, 17, wrapped=True)
            if beat.why:
                dim(beat.why)
            imgui.text_colored(DIM, f"{ui.key('end')}: next   {ui.key('present')}: skip all")
            ui.mark_panel("story")
        return [ui.marks["story"]]

    def _draw_dice(
        self, ui: Any, staging: Staging, rules: RuleSet, colors: tuple[RGB, RGB], rolls: Sequence[DiceShown], words: str,
        spot: Spot | None, project: Project, room: Rect,
    ) -> Rect:  # fmt: skip
        x, y = self._place_beside(ui, staging, spot, project, room)
        with panel("dice", (x, y), flags=QUIET):
            for number, roll in enumerate(rolls):
                self._draw_roll(ui, rules, roll, colors, staging, len(rolls) - number <= staging.tumbling)
            if words:
                imgui.push_style_color(imgui.Col_.text, GOLD)
                heading(ui, f"{ICONS['forward']} {words}", 21)
                imgui.pop_style_color()
                ui.mark("outcome")
            ui.mark_panel("dice")
        left, top, right, bottom = ui.marks["dice"]
        if spot is not None:
            draw_leader(spot, ui.marks["dice"], DIM)
        self._size = max(right - left, WIDE * ui.scale), max(bottom - top, HIGH * ui.scale)
        return left, top, right, bottom if words else bottom + OUTCOME * ui.scale

    def _place_beside(self, ui: Any, staging: Staging, spot: Spot | None, project: Project, room: Rect) -> Spot:
        """Where the dice of an attack lie: beside its target, over as few models as may be."""
        size = wide, high = self._size
        if spot is None:
            return inside(((room[0] + room[2] - wide) / 2, room[1] + 90 * ui.scale), size, room)
        (x, y), aside = spot, ASIDE * ui.scale
        across, ys = (x + aside, x - aside - wide), (y - ABOVE * ui.scale, y - high, y)
        places = [*((u, v) for v in ys for u in across), (x - wide / 2, y + aside), (x - wide / 2, y - aside - high)]
        body_id = staging.beat.beside if staging.beat is not None else staging.lying_beside
        boxes = {**model_boxes(staging.table.bodies, project), **_line_boxes(staging, project)}
        return self._place.find([inside(at, size, room) for at in places], size, boxes, (body_id,), body_id, NOWHERE)

    @staticmethod
    def _draw_roll(
        ui: Any, rules: RuleSet, roll: DiceShown, colors: tuple[RGB, RGB], staging: Staging, tumbles: bool
    ) -> None:
        imgui.text_colored(color(colors[roll.player - 1]), SIDE_SIGNS[roll.player])
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text(roll.why.rpartition(", ")[2])
        imgui.same_line()
        age = staging.seconds
        for die, faces in roll.dice:
            for i, face in enumerate(faces):
                drawn_face = die.faces[int(age * RATE + i * 2.7) % len(die.faces)] if tumbles else face
                draw_die(ui, look_of(rules, die), drawn_face, DIE, lift=3.0 if tumbles else 0.0)
                imgui.same_line(0, 3)
        if roll.total and tumbles:
            keep_room(ui, roll.total, TOTAL)  # so that it is whole in the first picture that shows it
        elif roll.total:
            heading(ui, roll.total, TOTAL)
        else:
            imgui.new_line()


def _line_boxes(staging: Staging, project: Project) -> dict[str, Rect]:
    """Pixels along the line of the attack that goes on."""
    stroke = staging.beat.attack if staging.beat is not None else None
    places = [along(stroke.points, k / PIECES) for k in range(PIECES + 1)] if stroke is not None else []
    spots = [spot for place in places if (spot := project(place)) is not None]
    return {f"line {k}": (x - BESIDE, y - BESIDE, x + BESIDE, y + BESIDE) for k, (x, y) in enumerate(spots)}
