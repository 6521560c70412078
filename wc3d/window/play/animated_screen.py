"""A screen on which what happened is shown in order: the camera goes to it, models go their ways, fall and come."""
from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees, dist
from typing import Any

from wc3d.animation.beats import Beat, BeatKind, along, eased
from wc3d.animation.queue import Staging
from wc3d.animation.sounds import VICTORY, YOUR_MOVE, sound_of
from wc3d.panda.board import Board
from wc3d.scene.animation_marks import draw_staged, poses_of, staged_key
from wc3d.scene.camera import Orbit
from wc3d.scene.camera_easing import GLIDE, Glide
from wc3d.window.layout.panel_sizes import BAR, LEFT, RIGHT
from wc3d.window.play.animation_panels import StagedPanels
from wc3d.window.shell.framed_screen import FramedScreen
from wc3d.window.shell.settings_panel import keep
from wc3d.window.shell.tag_layout import Rect

ON_FOOT = ("walk", "jump", "fly")
"""The manners of moving in which a model looks where it goes."""


class StagedScreen(FramedScreen):
    """A screen with a `staging`, once there is one."""

    bar, sides = BAR, (LEFT, RIGHT)
    _glide: Glide | None = None
    _gliding: Orbit | None = None
    _seen: Beat | None = None
    _asked: int | None = None

    @property
    def staging(self) -> Staging | None:
        """What is shown of the game."""
        raise NotImplementedError

    @property
    def staged_panels(self) -> StagedPanels:
        """What draws the story and the dice."""
        if not hasattr(self, "_staged_panels"):
            self._staged_panels = StagedPanels()
        return self._staged_panels

    def follow_staging(self) -> bool:
        """Let what is shown now be heard, and the camera glide to it if it is out of sight; True if the picture changes."""
        staging = self.staging
        beat = staging.beat if staging is not None else None
        if staging is not None and beat is not self._seen:
            self._let_hear(staging, beat)
            if beat is not None:
                self._begin_glide(staging, beat)
        self._seen = beat
        if self._glide is None or staging is None:
            return False
        view, clock = self.window.viewpoint, staging.now()
        if view.orbit != self._gliding:  # somebody looks elsewhere
            self._glide = None
            return False
        view.orbit = self._gliding = self._glide.at(clock)
        if self._glide.done(clock):
            self._glide = None
        self.window.look()
        return True

    def _let_hear(self, staging: Staging, beat: Beat | None) -> None:
        """The sound of a moment that begins; when all has been shown, that somebody else is asked or the game is over."""
        name = sound_of(beat) if beat is not None else ""
        if beat is None:
            last_player, self._asked = self._asked, staging.rules.to_act(staging.state)
            if last_player is not None and self._asked != last_player:
                name = VICTORY if self._asked is None else YOUR_MOVE
        if name:
            self.window.play(name)

    def _begin_glide(self, staging: Staging, beat: Beat) -> None:
        """Let the beat wait until the camera is there, unless one looks through a model's eyes or follows one."""
        view = self.window.viewpoint
        places = (*(p for track in beat.tracks.values() for p in (track[0], track[-1])), *beat.places)
        if not places or view.eye is not None or view.followed is not None:
            return
        start = view.orbit
        self.bring(places)
        goal, view.orbit = view.orbit, start
        if goal == start:
            return
        self.window.look()
        seconds = GLIDE / max(0.5, staging.speed)
        self._glide, self._gliding = Glide(start, goal, staging.now(), seconds), start
        staging.wait(seconds)

    def set_pace(self, pace: float) -> None:
        """Show what happens this fast from now on (0: at once), and keep it in the settings."""
        if self.staging is not None:
            self.staging.pace(pace)
        keep(self.window, "pace", pace)

    # --- what is drawn of it

    def draw_staged_panels(self, ui: Any, state: Any) -> list[Rect]:
        """Draw the story and the dice, of the game in this state; what of the table they cover."""
        staging = self.staging
        if staging is None:
            return []
        colors = staging.rules.side_colors(state)
        return self.staged_panels.draw(ui, staging, staging.rules, colors, self.window.project, self.free_room())

    def staged_key(self) -> object:
        """What `draw_staged` depends on."""
        staging = self.staging
        return staged_key(staging.beat, staging.part) if staging is not None else None

    def draw_staged(self, board: Board) -> bool:
        """Draw what happens now over the board; False if nothing does."""
        staging = self.staging
        beat = staging.beat if staging is not None else None
        if staging is None or beat is None:
            return False
        draw_staged(board, beat, staging.part)
        return True

    def poses(self) -> Mapping[str, tuple[float, float]]:
        staging = self.staging
        return poses_of(staging.beat, staging.part) if staging is not None else {}

    def headings(self) -> dict[str, float]:
        """Which way models look that go somewhere: degrees counter-clockwise from north."""
        staging = self.staging
        beat = staging.beat if staging is not None else None
        if staging is None or beat is None or beat.kind is not BeatKind.MOVE or beat.how not in ON_FOOT:
            return {}
        angles = {}
        for id, track in beat.tracks.items():
            part = eased(beat.how, staging.part)
            (x, y, _), (u, v, _) = along(track, min(part, 0.98)), along(track, min(part, 0.98) + 0.02)
            if dist((x, y), (u, v)) > 1e-6:
                angles[id] = degrees(atan2(x - u, v - y))
        return angles
