"""The photo mode of the window: a free camera, the time of day, and pictures without panels.

The mode takes the mouse and the keys. The screen below waits, and is not asked for anything, so
that nothing in a game changes. Leaving restores the camera, the light and the marks.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wc3d.errors import InputError
from wc3d.panda.mesh_files import MAX_TRIANGLES_FINE
from wc3d.panda.picture_files import FILM_SIZE_PX, encode_gif, encode_png
from wc3d.panda.render_target import Pixels
from wc3d.panda.requirements import NoGraphicsError
from wc3d.scene.camera import Vector
from wc3d.scene.camera_control import CameraControl
from wc3d.scene.picking import RayHit
from wc3d.scene.quality import Quality
from wc3d.ui.input_stack import Command, InputLayer
from wc3d.window.shell.photo_mode_camera import CameraPlace, FreeCamera
from wc3d.window.shell.photo_mode_files import FileWriter, photo_folder
from wc3d.window.shell.photo_mode_light import (
    FIRST_HOUR,
    LAST_HOUR,
    USUAL_HOUR,
    aim_sun,
    sun_at,
    tint_at,
)
from wc3d.window.shell.photo_mode_render import Exposure, PhotoRender, apply_tint

PHOTO_SIZE_PX = (3840, 2160)
PHOTO_SAMPLES, SOFT_PHOTO_SAMPLES, FILM_SAMPLES = 32, 64, 12
"""Renderings for a photo without and with blur, and for a picture of a film."""
FILM_PICTURES = 72
PREVIEW_SAMPLES, PREVIEW_DELAY_S = 16, 0.4
"""Renderings for the preview of the blur, and the rest in seconds before it."""
MAX_LENS_IN = 0.4
"""The largest radius of the lens."""
STEP_IN, TURN_STEP_PX = 1.0, 30.0
"""How far a key moves the camera, and turns it."""
VIEW_STEP_DEG = 3.0
MOVES: dict[str, tuple[float, float, float]] = {
    "arrow_left": (-STEP_IN, 0, 0),
    "arrow_right": (STEP_IN, 0, 0),
    "arrow_up": (0, STEP_IN, 0),
    "arrow_down": (0, -STEP_IN, 0),
    "a": (-STEP_IN, 0, 0),
    "d": (STEP_IN, 0, 0),
    "w": (0, STEP_IN, 0),
    "s": (0, -STEP_IN, 0),
    "e": (0, 0, STEP_IN),
    "q": (0, 0, -STEP_IN),
    "page_up": (0, 0, STEP_IN),
    "page_down": (0, 0, -STEP_IN),
}
"""The keys that move the camera: inches to the right, ahead and up."""
VIEW_STEPS = {"+": -VIEW_STEP_DEG, "=": -VIEW_STEP_DEG, "-": VIEW_STEP_DEG}
PHOTO_KEYS = (*MOVES, *VIEW_STEPS)
"""The keys that the photo mode uses itself."""


@dataclass
class Job:
    """A photo or a film in the making. `steps` yields the finished share."""

    words: str
    steps: Iterator[float]
    finish: Callable[[], FileWriter]
    share: float = 0.0
    writer: FileWriter | None = None


class PhotoMode(InputLayer):
    """The photo mode of a window. Files go to `folder`."""

    takes_mouse = True
    takes_keys = True

    def __init__(self, window: Any) -> None:
        self.window = window
        self.folder: Path = photo_folder()
        self.photo_size = PHOTO_SIZE_PX
        self.film_pictures = FILM_PICTURES
        self.job: Job | None = None
        self.camera: FreeCamera | None = None
        self._old_view: CameraControl | None = None
        self.hour = USUAL_HOUR
        self.lens_in = 0.0
        self.has_zones = False
        self.preview: tuple[object, PhotoRender, Iterator[float]] | None = None
        """The blurred picture in the making: what it shows, and its steps."""
        self._previewed: object = None
        self._still: tuple[object, float] = (None, 0.0)

    @property
    def is_active(self) -> bool:
        return self.camera is not None

    # --- entering and leaving

    def toggle(self) -> None:
        """Enter or leave the mode."""
        (self.leave if self.is_active else self.enter)()

    def enter(self) -> None:
        """Enter the mode, if there is a table."""
        window = self.window
        table, board = window.screen.table, window.board
        if table is None or board is None or not board.is_built:
            window.notices.show_message("The photo mode needs a table")
            return
        view = window.viewpoint.make_camera(table)
        focus = self._point_ahead() or (table.size[0] / 2, table.size[1] / 2, 0.0)
        self._old_view = window.viewpoint
        self.camera = FreeCamera(view, table.size, focus)
        self.hour, self.lens_in, self.has_zones = USUAL_HOUR, 0.0, False
        window.viewpoint = self.camera
        window.help = False
        window.table_cursor.hide()
        window.mouse_input.reset()
        window.keyboard.panel_focus.leave()
        board.figure_nodes.set_outlines({})
        board.show_grid(False)
        self.show_zones(False)
        window.log("photo mode")
        window.aim_camera()

    def leave(self) -> None:
        """Leave the mode, and restore the camera, the light and the marks."""
        if self._old_view is None:
            return
        self.cancel_job()
        self._stop_preview()
        window = self.window
        self.set_hour(USUAL_HOUR)
        self.show_zones(True)
        window.viewpoint = self._old_view
        self.camera = self._old_view = None
        window.keyboard.panel_focus.leave()
        window.mouse_input.reset()
        if window.board is not None:
            window.board.show_grid(window.grid)
        window.log("photo mode left")
        window.aim_camera()

    def _point_ahead(self) -> Vector | None:
        """Return the point in the middle of the picture."""
        width, height = self.window.render_target.size
        hit = self.window.hit_test(width / 2, height / 2)
        return hit.at if hit is not None else None

    # --- input

    def on_click(self, hit: RayHit | None) -> bool:
        if self.job is None and self.camera is not None:
            if hit is None:
                self.window.notices.show_message("Click something on the table to focus on it")
            else:
                self.camera.focus = hit.at
                self.window.request_redraw()
        return True

    def on_cancel(self) -> bool:
        focus = self.window.keyboard.panel_focus
        if self.job is not None:
            self.cancel_job()
            self.window.notices.show_message("Canceled: nothing is saved")
        elif focus.is_on:
            focus.leave()
        else:
            self.leave()
        return True

    def keys(self) -> Mapping[str, Command]:
        if self.window.keyboard.panel_focus.is_on or self.camera is None or self.job is not None:
            return {}
        camera = self.camera
        moves: dict[str, Command] = {
            key: lambda step=step: self._change(camera.move, *step)  # type: ignore[misc]
            for key, step in MOVES.items()
        }
        views: dict[str, Command] = {
            key: lambda step=step: self._change(  # type: ignore[misc]
                camera.set_field_of_view, camera.place.field_of_view + step
            )
            for key, step in VIEW_STEPS.items()
        }
        return {**moves, **views}

    def commands(self) -> Mapping[str, Command]:
        return {"photo": self.leave, "panels": self.window.keyboard.panel_focus.go_to_next}

    def _change(self, act: Callable[..., object], *values: float) -> None:
        act(*values)
        self.window.aim_camera()

    # --- light and look

    def set_blur(self, lens_in: float) -> None:
        """Set the radius of the lens in inches."""
        self.lens_in = min(max(lens_in, 0.0), MAX_LENS_IN)
        self.window.request_board_redraw()

    def _update_preview(self) -> None:
        """Draw the blur step by step while the picture is at rest, and show it once."""
        assert self.camera is not None
        size = self.window.render_target.size
        key = (self.camera.place, self.camera.focus, self.lens_in, self.hour, self.has_zones, size)
        if self._still[0] != key or self.window.scene_picture.has_changed:
            self._still = key, time.monotonic()
            self._previewed = None
            self._stop_preview()
        elif self.lens_in and self._previewed != key and self.window.is_at_rest:
            if self.preview is None:
                if time.monotonic() - self._still[1] < PREVIEW_DELAY_S:
                    return
                render = self._make_render(self.camera.place, size, PREVIEW_SAMPLES)
                self.preview = key, render, render.steps()
            _, render, steps = self.preview
            if next(steps, None) is None and render.pixels is not None:
                self.preview = None
                self._previewed = key
                self.window.scene_picture.show_pixels(render.pixels)
                self.window.board.on_camera_changed()
                self.window.request_redraw(1)

    def _stop_preview(self) -> None:
        if self.preview is not None:
            self.preview[2].close()  # type: ignore[attr-defined]
            self.preview = None
            self.window.board.on_camera_changed()

    def set_height(self, height: float) -> None:
        """Set the camera's height above the table in inches."""
        if self.camera is not None:
            self._change(self.camera.set_height, height)

    def set_field_of_view(self, degrees: float) -> None:
        """Set the field of view in degrees."""
        if self.camera is not None:
            self._change(self.camera.set_field_of_view, degrees)

    def set_hour(self, hour: float) -> None:
        """Set the time of day: the direction and the color of the light."""
        self.hour = min(max(hour, FIRST_HOUR), LAST_HOUR)
        if self.window.board is not None and self.window.render_target.has_shaders:
            aim_sun(self.window.board, sun_at(self.hour))
        self.window.scene_picture.set_tint(tint_at(self.hour))
        self.window.request_board_redraw()

    def show_zones(self, on: bool) -> None:
        """Show or hide marks, the volumes of woods and the like."""
        self.has_zones = on
        if self.window.board is not None:
            node = self.window.board.translucent_node
            (node.show if on else node.hide)()
        self.window.request_board_redraw()

    # --- photos and films

    def take_photo(self) -> None:
        """Begin a photo of what the window shows."""
        if self.camera is None or self.job is not None or not self._can_write():
            return
        samples = SOFT_PHOTO_SAMPLES if self.lens_in else PHOTO_SAMPLES
        render = self._make_render(self.camera.place, self.photo_size, samples)
        tint = tint_at(self.hour)

        def finish() -> FileWriter:
            assert render.pixels is not None
            pixels = render.pixels
            return FileWriter(
                "photo", ".png", self.folder, lambda: encode_png(apply_tint(pixels, tint))
            )

        self._begin(Job("Taking the photo", render.steps(), finish))

    def film_turn(self) -> None:
        """Begin a film of a turn around the point in focus."""
        if self.camera is None or self.job is not None or not self._can_write():
            return
        pictures: list[Pixels] = []

        def finish() -> FileWriter:
            return FileWriter("turn", ".gif", self.folder, lambda: encode_gif(pictures))

        self._begin(Job("Filming a turn", self._film_steps(self.camera, pictures), finish))

    def _film_steps(self, camera: FreeCamera, pictures: list[Pixels]) -> Iterator[float]:
        start, tint = camera.place, tint_at(self.hour)
        for number in range(self.film_pictures):
            place = start.turned_around(camera.focus, 360 * number / self.film_pictures)
            render = self._make_render(place, FILM_SIZE_PX, FILM_SAMPLES)
            for share in render.steps():
                yield (number + share) / self.film_pictures
            assert render.pixels is not None
            pictures.append(apply_tint(render.pixels, tint))

    def _make_render(self, place: CameraPlace, size: tuple[int, int], samples: int) -> PhotoRender:
        window, camera = self.window, self.camera
        assert camera is not None
        ahead = place.camera.axes[1] @ (np.array(camera.focus) - np.array(place.eye))
        scale = max(1.0, min(size) / min(window.render_target.size))
        exposure = Exposure(
            place.camera, size, samples, max(1.0, float(ahead)), self.lens_in, scale
        )
        background = window.scene_picture.background
        quality = window.graphics.quality if window.board.is_physical else Quality.LOW
        return PhotoRender(
            window.render_target, window.board, background, exposure, quality=quality
        )

    def _can_write(self) -> bool:
        """Return whether the folder takes files, or say that it does not."""
        if os.path.isdir(self.folder) and os.access(self.folder, os.W_OK):
            return True
        self.window.notices.show_error(
            f"{self.folder}: cannot write a file there; choose another folder"
        )
        return False

    def _begin(self, job: Job) -> None:
        self._stop_preview()
        self._previewed = None
        self.job = job
        self.window.board.set_mesh_detail(MAX_TRIANGLES_FINE)
        self.window.request_redraw()

    def cancel_job(self) -> None:
        """Stop the photo or the film, and leave no file."""
        if self.job is None:
            return
        job, self.job = self.job, None
        job.steps.close()  # type: ignore[attr-defined]
        if job.writer is not None:
            job.writer.cancel()
        self.window.aim_camera()

    def poll(self) -> bool:
        """Go on with the photo or the film. Return whether the panel has changed."""
        job = self.job
        if job is None:
            self._update_preview()
            return False
        if job.writer is None:
            self.window.win.set_active(False)  # only the photo is drawn meanwhile
            try:
                job.share = next(job.steps)
            except StopIteration:
                job.writer = job.finish()
            except (NoGraphicsError, InputError) as error:
                self.cancel_job()
                self.window.notices.show_error(error)
        elif not job.writer.is_busy:
            self.job = None
            self._report(job.writer)
            self.window.aim_camera()
        return True

    def _report(self, writer: FileWriter) -> None:
        if writer.path is None:
            self.window.notices.show_error(writer.fault)
            self.window.log(f"fault {writer.fault}")
        else:
            self.window.notices.show_message(f"Saved {writer.path}")
            self.window.log(f"photo {writer.path}")
