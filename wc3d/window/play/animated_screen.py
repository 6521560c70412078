"""A screen that animates events in order and moves the camera to them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from wc3d.animation.effects import impact_delay_s
from wc3d.animation.headings import TURN_S, aim_heading, turned_heading
from wc3d.animation.queue import AnimationQueue
from wc3d.animation.sounds import (
    AMBIENCE_SOUND,
    VICTORY_SOUND,
    YOUR_MOVE_SOUND,
    choose_sound,
    impact_sound,
    landing_sound,
)
from wc3d.animation.steps import AnimationKind, AnimationStep
from wc3d.animation.tracks import ease, point_on_track
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.display_values import CloudMark
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.facing import heading_toward
from wc3d.scene.animation_marks import draw_step, step_key
from wc3d.scene.camera import GLIDE_DURATION_S, CameraGlide, Orbit
from wc3d.scene.model_poses import ModelPose, step_poses
from wc3d.scene.terrain_in_question import find_clouds_in_question, find_terrain_in_question
from wc3d.window.layout.grid import Grid, make_grid
from wc3d.window.play.animation_panels import StripContent, draw_strip
from wc3d.window.play.effect_display import EffectDisplay
from wc3d.window.shell.settings_panel import apply_display_setting
from wc3d.window.shell.table_screen import FramedScreen
from wc3d.window.shell.tag_layout import Rect

FAR_EDGE_MARGIN_PX = 16.0
"""Height above the table for the labels of the models at its far edge, in pixels."""
FIGURE_HEIGHT_IN = 1.75
"""Height above a place that the strip must not cover during an event, in inches."""
MOVES_FACING_FORWARD = ("walk", "jump", "fly")
"""Kinds of movement in which a model faces its direction."""


class AnimatedScreen(FramedScreen):
    """A screen with an animation queue."""

    min_panel_area = (512.0, 384.0)
    ambience = AMBIENCE_SOUND
    is_foot_wide = False
    """Whether what lies below the table reaches below the side columns."""
    is_strip_empty_at_rest = False
    """Whether the whole table may reach below the strip for caption and dice."""
    _glide: CameraGlide | None = None
    _gliding: Orbit | None = None
    _seen: AnimationStep | None = None
    _impact_sound: str = ""
    _asked: int | None = None

    @cached_property
    def effect_display(self) -> EffectDisplay:
        """The effects of the animation in the window."""
        return EffectDisplay(self.window)

    @property
    def animation(self) -> AnimationQueue | None:
        """The animation queue of the game, or None before it is loaded."""
        raise NotImplementedError

    def views_in_question(self) -> list[EvidenceView]:
        """Return the evidence on the table that terrain and clouds may matter to."""
        return []

    def terrain_in_question(self) -> frozenset[str] | None:
        table = self.table
        if table is None:
            return frozenset()
        return find_terrain_in_question(table, self.views_in_question())

    def clouds_in_question(self, state: Any) -> list[CloudMark]:
        """Return the clouds of a state that matter now or are under the mouse."""
        staging = self.animation
        clouds = staging.rules.display.clouds(state) if staging is not None else ()
        if not clouds:
            return []
        return find_clouds_in_question(clouds, self.views_in_question(), self.window.hover_hit)

    @property
    def grid(self) -> Grid:
        """The places of the regions in the window as it is now."""
        return make_grid(
            self.window.render_target.size,
            self.window.ui.scale,
            foot_height=self.bottom_height,
            is_foot_wide=self.is_foot_wide,
        )

    def free_rect(self) -> Rect:
        return self.grid.table

    def whole_table_rect(self) -> Rect:
        if not self.is_strip_empty_at_rest:
            return self.free_rect()
        (left, _, right, bottom), (_, top, _, _) = self.grid.table, self.grid.strip
        return left, top + FAR_EDGE_MARGIN_PX * self.window.ui.scale, right, bottom

    def update_animation(self) -> bool:
        """Play sounds and move the camera to off-screen events. Return whether to redraw."""
        staging = self.animation
        step = staging.current_step if staging is not None else None
        if staging is not None and step is not self._seen:
            last_step = self._seen
            if last_step is not None and staging.lingers(last_step) and landing_sound(last_step):
                self.window.play_sound(landing_sound(last_step))
            self._play_sound(staging, step)
            self._impact_sound = impact_sound(step) if step is not None else ""
            if step is not None:
                self._begin_glide(staging, step)
        self._seen = step
        if step is not None and staging is not None:
            self._play_impact(staging.step_seconds, step)
        has_changed = staging is not None and self.effect_display.update(staging)
        if self._glide is None or staging is None:
            return has_changed
        view = self.window.viewpoint
        clock = staging.now()
        if view.orbit != self._gliding:  # the user moved the camera
            self._glide = None
            return has_changed
        view.orbit = self._gliding = self._glide.orbit_at(clock)
        if self._glide.is_done(clock):
            self._glide = None
        self.window.aim_camera()
        return True

    def _play_sound(self, staging: AnimationQueue, step: AnimationStep | None) -> None:
        """Play the sound of a new step or, at the end, of a new turn or the game's end."""
        name = choose_sound(step) if step is not None else ""
        if step is None:
            last_player = self._asked
            self._asked = staging.rules.play.to_act(staging.state)
            if last_player is not None and self._asked != last_player:
                name = VICTORY_SOUND if self._asked is None else YOUR_MOVE_SOUND
        if name:
            self.window.play_sound(name)

    def _play_impact(self, seconds: float, step: AnimationStep) -> None:
        """Play the sound of a shot that arrives in a step, once it has."""
        if self._impact_sound and seconds >= impact_delay_s(step):
            self.window.play_sound(self._impact_sound)
            self._impact_sound = ""

    def _begin_glide(self, staging: AnimationQueue, step: AnimationStep) -> None:
        """Delay the step until the camera arrives, unless it is attached to a model."""
        view = self.window.viewpoint
        places = (
            *(p for track in step.tracks.values() for p in (track[0], track[-1])),
            *step.places,
            *(body.at for body in staging.table.bodies if body.id == step.beside_model),
        )
        if not places or view.eye_model is not None or view.followed_model is not None:
            return
        start = view.orbit
        if start == self._whole:  # the strip lies over the far edge of the table
            places += tuple((x, y, z + FIGURE_HEIGHT_IN) for x, y, z in places)
        self.bring_into_view(places)
        goal = view.orbit
        view.orbit = start
        if goal == start:
            return
        self.window.aim_camera()
        seconds = GLIDE_DURATION_S / max(0.5, staging.speed)
        self._glide = CameraGlide(start, goal, staging.now(), seconds)
        self._gliding = start
        staging.delay_step(seconds)

    def set_animation_speed(self, pace: float) -> None:
        """Set the animation speed (0 for off) and save it in the settings."""
        if self.animation is not None:
            self.animation.set_speed(pace)
        apply_display_setting(self.window, "pace", pace)

    # --- drawing

    def draw_strip(self, ui: Any, state: Any, content: StripContent) -> list[Rect]:
        """Draw the caption and the dice for a state, and return the rectangles they cover."""
        staging = self.animation
        if staging is None:
            return []
        self.effect_display.draw_numbers(ui, staging, self.grid.table)
        colors = staging.rules.display.side_colors(state)
        return draw_strip(ui, self.grid.strip, staging.rules, colors, content)

    def animation_key(self) -> object:
        """Return a value that changes when `draw_animation` must be called again."""
        staging = self.animation
        return step_key(staging.current_step, _drawn_part(staging)) if staging is not None else None

    def draw_animation(self, board: TableScene) -> bool:
        """Draw the current step in the scene. Return False if there is none."""
        staging = self.animation
        step = staging.current_step if staging is not None else None
        if staging is None or step is None:
            return False
        draw_step(board, step, _drawn_part(staging))
        return True

    def poses(self) -> Mapping[str, ModelPose]:
        staging = self.animation
        if staging is None:
            return {}
        poses = self.effect_display.breathing_poses(staging, self.table)
        step = staging.current_step
        return poses | step_poses(step, staging.step_progress, is_reduced=staging.is_reduced)

    def shown_headings(self, facings: Mapping[str, float]) -> dict[str, float]:
        """Return the headings of figures in degrees counter-clockwise from north.

        `facings` are those of the state, which hold for models with a facing. Other models face
        whom they attack until they move, and all face the way they walk.
        """
        staging = self.animation
        if staging is None:
            return dict(facings)
        bodies = {body.id: body for body in staging.table.bodies}
        headings = {**facings, **staging.aimed_figures.headings(bodies.values())}
        step = staging.current_step
        if step is None:
            return headings
        seconds = TURN_S if staging.is_reduced else staging.step_seconds
        goals = _walking_headings(staging, step)
        aim = aim_heading(step)
        if aim is not None:
            goals[step.attacker] = aim
        for id, goal in goals.items():
            is_free = id in bodies and bodies[id].facing is None
            headings[id] = turned_heading(headings.get(id, 0.0), goal, seconds) if is_free else goal
        return headings


def _walking_headings(staging: AnimationQueue, step: AnimationStep) -> dict[str, float]:
    """Return the headings in which models move in a step."""
    if step.kind is not AnimationKind.MOVE or step.manner not in MOVES_FACING_FORWARD:
        return {}
    part = min(ease(step.manner, staging.shown_progress), 0.98)
    headings = {}
    for id, track in step.tracks.items():
        heading = heading_toward(point_on_track(track, part), point_on_track(track, part + 0.02))
        if heading is not None:
            headings[id] = heading
    return headings


def _drawn_part(staging: AnimationQueue) -> float:
    """Return the part of a step that its lines and rings show: with reduced motion, all of it."""
    return 1.0 if staging.is_reduced else staging.step_progress
