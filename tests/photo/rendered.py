"""Photographs for tests: boards drawn by the project's own renderer, with EXIF like a phone's."""

from __future__ import annotations

import math
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from wc3d.panda.render_target import SKY_COLOR, open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.scene.camera import Camera
from wc3d.table.table import Table

FILM_DIAGONAL_MM = 43.2666
FOCAL_TAG, EXIF_FOLDER = 0xA405, 0x8769


@dataclass(frozen=True)
class RenderedPhoto:
    """A picture of a table, and the camera that took it."""

    picture: Image.Image
    camera: Camera
    focal_35mm: int

    def pixel(self, at: tuple[float, float, float]) -> tuple[float, float]:
        """Where a place of the table is in the picture."""
        spot = self.camera.project_to_pixel(at, self.picture.size)
        assert spot is not None, at
        return spot

    def save(self, path: Path) -> Path:
        """Save it as a JPEG with the focal length in its EXIF."""
        exif = Image.Exif()
        exif.get_ifd(EXIF_FOLDER)[FOCAL_TAG] = self.focal_35mm
        file = BytesIO()
        self.picture.save(file, "JPEG", quality=92, exif=exif)
        path.write_bytes(file.getvalue())
        return path


def take_photo(
    table: Table, size: tuple[int, int] = (1600, 1200), back: float = 20.0, high: float = 34.0
) -> RenderedPhoto:
    """Photograph a table from its south side, `back` inches from the edge and `high` above it."""
    wide, deep = table.size
    eye = (wide * 0.42, -back, high)
    target = (wide / 2, deep * 0.46)
    heading = -math.degrees(math.atan2(target[0] - eye[0], target[1] - eye[1]))
    pitch = -math.degrees(math.atan2(high, math.hypot(target[0] - eye[0], target[1] - eye[1])))
    focal = 26
    focal_px = focal / FILM_DIAGONAL_MM * math.hypot(*size)
    angle = math.degrees(2 * math.atan(min(size) / 2 / focal_px))
    camera = Camera(eye, heading, pitch, angle, 1.0, 500.0)
    stage = open_render_target(size)
    try:
        stage.output.set_clear_color(SKY_COLOR)
        scene = TableScene(stage, table)
        scene.show_bodies(table.bodies, {}, {body.id: 0.0 for body in table.bodies}, {})
        stage.set_camera(camera)
        scene.on_camera_changed()
        picture = Image.fromarray(stage.render()).convert("RGB")
        scene.close()
    finally:
        stage.close()
    return RenderedPhoto(picture, camera, focal)
