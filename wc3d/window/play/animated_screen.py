"""A screen on which what happened is shown in order: the camera goes to it, models go their ways, fall and come."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees, dist
from typing import Any

from wc3d.animation.queue import AnimationQueue
from wc3d.animation.sounds import VICTORY_SOUND, YOUR_MOVE_SOUND, choose_sound
from wc3d.animation.steps import AnimationKind, AnimationStep, ease, point_on_track
from wc3d.panda.table_scene import TableScene
from wc3d.scene.animation_marks import draw_step, step_key, step_poses
from wc3d.scene.camera import GLIDE_DURATION_S, CameraGlide, Orbit
from wc3d.window.layout.panel_sizes import LEFT_WIDTH_PX, RIGHT_WIDTH_PX, TOP_BAR_HEIGHT_PX
from wc3d.window.play.animation_panels import AnimationPanels
from wc3d.window.shell.framed_screen import FramedScreen
from wc3d.window.shell.settings_panel import apply_display_setting
from wc3d.window.shell.tag_layout import Rect

MOVES_FACING_FORWARD = ("walk", "jump", "fly")
"""The manners of moving in which a model looks where it goes."""


class AnimatedScreen(FramedScreen):
    """A screen with a `staging`, once there is one."""

    top_height, side_widths = TOP_BAR_HEIGHT_PX, (LEFT_WIDTH_PX, RIGHT_WIDTH_PX)
    _glide: CameraGlide | None = None
    _gliding: Orbit | None = None
    _seen: AnimationStep | None = None
    _asked: int | None = None

    @property
    def animation(self) -> AnimationQueue | None:
        """What is shown of the game."""
        raise NotImplementedError

    @property
    def animation_panels(self) -> AnimationPanels:
        """What draws the story and the dice."""
        if not hasattr(self, "_staged_panels"):
            self._staged_panels = AnimationPanels()
        return self._staged_panels

    def update_animation(self) -> bool:
        """Let what is shown now be heard, and the camera glide to it if it is out of sight; True if the picture changes."""
        staging = self.animation
        beat = staging.current_step if staging is not None else None
        if staging is not None and beat is not self._seen:
            self._play_sound(staging, beat)
            if beat is not None:
                self._begin_glide(staging, beat)
        self._seen = beat
        if self._glide is None or staging is None:
            return False
        view, clock = self.window.viewpoint, staging.now()
        if view.orbit != self._gliding:  # somebody looks elsewhere
            self._glide = None
            return False
        view.orbit = self._gliding = self._glide.orbit_at(clock)
        if self._glide.is_done(clock):
            self._glide = None
        self.window.aim_camera()
        return True

    def _play_sound(self, staging: AnimationQueue, beat: AnimationStep | None) -> None:
        """The sound of a moment that begins; when all has been shown, that somebody else is asked or the game is over."""
        name = choose_sound(beat) if beat is not None else ""
        if beat is None:
            last_player, self._asked = self._asked, staging.rules.to_act(staging.state)
            if last_player is not None and self._asked != last_player:
                name = VICTORY_SOUND if self._asked is None else YOUR_MOVE_SOUND
        if name:
            self.window.play_sound(name)

    def _begin_glide(self, staging: AnimationQueue, beat: AnimationStep) -> None:
        """Let the beat wait until the camera is there, unless one looks through a model's eyes or follows one."""
        view = self.window.viewpoint
        places = (
            *(p for track in beat.tracks.values() for p in (track[0], track[-1])),
            *beat.places,
        )
        if not places or view.eye_model is not None or view.followed_model is not None:
            return
        start = view.orbit
        self.bring_into_view(places)
        goal, view.orbit = view.orbit, start
        if goal == start:
            return
        self.window.aim_camera()
        seconds = GLIDE_DURATION_S / max(0.5, staging.speed)
        self._glide, self._gliding = CameraGlide(start, goal, staging.now(), seconds), start
        staging.delay_step(seconds)

    def set_animation_speed(self, pace: float) -> None:
        """Show what happens this fast from now on (0: at once), and keep it in the settings."""
        if self.animation is not None:
            self.animation.set_speed(pace)
        apply_display_setting(self.window, "pace", pace)

    # --- what is drawn of it

    def draw_animation_panels(self, ui: Any, state: Any) -> list[Rect]:
        """Draw the story and the dice, of the game in this state; what of the table they cover."""
        staging = self.animation
        if staging is None:
            return []
        colors = staging.rules.side_colors(state)
        return self.animation_panels.draw(
            ui, staging, staging.rules, colors, self.window.project_to_pixel, self.free_rect()
        )

    def animation_key(self) -> object:
        """What `draw_staged` depends on."""
        staging = self.animation
        return (
            step_key(staging.current_step, staging.step_progress) if staging is not None else None
        )

    def draw_animation(self, board: TableScene) -> bool:
        """Draw what happens now over the board; False if nothing does."""
        staging = self.animation
        beat = staging.current_step if staging is not None else None
        if staging is None or beat is None:
            return False
        draw_step(board, beat, staging.step_progress)
        return True

    def poses(self) -> Mapping[str, tuple[float, float]]:
        staging = self.animation
        return (
            step_poses(staging.current_step, staging.step_progress) if staging is not None else {}
        )

    def moving_headings(self) -> dict[str, float]:
        """Which way models look that go somewhere: degrees counter-clockwise from north."""
        staging = self.animation
        beat = staging.current_step if staging is not None else None
        if (
            staging is None
            or beat is None
            or beat.kind is not AnimationKind.MOVE
            or beat.manner not in MOVES_FACING_FORWARD
        ):
            return {}
        angles = {}
        for id, track in beat.tracks.items():
            part = ease(beat.manner, staging.step_progress)
            (x, y, _), (u, v, _) = (
                point_on_track(track, min(part, 0.98)),
                point_on_track(track, min(part, 0.98) + 0.02),
            )
            if dist((x, y), (u, v)) > 1e-6:
                angles[id] = degrees(atan2(x - u, v - y))
        return angles
