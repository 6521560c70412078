"""The door to the graphics library: a stage to draw on, off-screen or in a window, and its picture as numbers.

Everything drawn in 3D goes through a `Stage`. Off-screen stages need no X server: EGL first, then GLX, then Panda's own
software renderer, which draws the same scene more plainly (no shadows).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d import core

from wc3d.panda.requirements import INSTALL_COMMAND, NoGraphicsError
from wc3d.scene.camera import Camera

Pixels = NDArray[np.uint8]

BACK_ENDS = ("p3headlessgl", "pandagl", "p3tinydisplay")
"""Panda's display modules for pictures, best first."""

BACKDROP_COLOR = (0.035, 0.040, 0.050, 1.0)
SKY_COLOR = (0.115, 0.145, 0.190, 1.0)
"""What is behind everything for whoever looks out of a model's eyes."""

PANDA_SETTINGS = """
audio-library-name null
print-pipe-types 0
notify-level-display fatal
notify-level-device fatal
notify-level-egldisplay fatal
notify-level-glxdisplay fatal
notify-level-x11display fatal
notify-level-tinydisplay fatal
sync-video 0
textures-power-2 none
gl-version 3 2
"""
_settled = False


def configure_panda() -> None:
    """Give Panda its settings, once per process, before anything else of it is used."""
    global _settled
    if not _settled:
        core.load_prc_file_data("wc3d", PANDA_SETTINGS)
        _settled = True


def no_graphics_error() -> NoGraphicsError:
    """The error for a machine that cannot draw, with what to install."""
    return NoGraphicsError(
        f"cannot draw 3D pictures: this machine has no graphics library; install it with {INSTALL_COMMAND}"
    )


@dataclass(frozen=True)
class RenderTarget:
    """Where a scene is drawn: Panda's engine and pipe, the output, the scene's root, and the camera.

    `shaders` is false on back ends without GLSL; `software` is true when the processor draws.
    """

    engine: Any
    pipe: Any
    output: Any
    root: core.NodePath
    camera: core.NodePath
    lens: Any
    has_shaders: bool
    is_software: bool
    picture: core.Texture | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.output.get_x_size(), self.output.get_y_size()

    def set_camera(self, camera: Camera) -> None:
        """Put the stage's camera there."""
        width, height = self.size
        self.lens.set_aspect_ratio(width / height)
        self.lens.set_min_fov(camera.field_of_view)
        self.lens.set_near_far(camera.near, camera.far)
        self.camera.set_pos(*camera.eye)
        self.camera.set_hpr(camera.heading, camera.pitch, 0)

    def render(self) -> Pixels:
        """Draw one frame and give its pixels, (height, width, 3), top row first. Off-screen stages only."""
        assert self.picture is not None
        self.engine.render_frame()
        return self.read_pixels()

    def read_pixels(self) -> Pixels:
        """The last frame's pixels, (height, width, 3), top row first. Off-screen stages only."""
        texture = self.picture
        assert texture is not None
        self.engine.extract_texture_data(texture, self.output.get_gsg())
        flat = np.frombuffer(bytes(texture.get_ram_image_as("RGB")), np.uint8)
        return flat.reshape(texture.get_y_size(), texture.get_x_size(), 3)[::-1].copy()

    def close(self) -> None:
        """Give the buffer back."""
        self.engine.remove_window(self.output)
        self.root.remove_node()


_pipes: dict[str, Any] = {}


def _get_pipe(name: str) -> Any:
    """The back end of that name, or None; opened once and kept: EGL's takes every other picture with it when it goes."""
    if name not in _pipes:
        pipe = _open_pipe(name)
        if pipe is None:
            return None
        _pipes[name] = pipe
    return _pipes[name]


def _open_pipe(name: str) -> Any:
    """The back end of that name, or None. Panda's own renderer has two pipes: without an X server the second one works."""
    selection = core.GraphicsPipeSelection.get_global_ptr()
    pipe = selection.make_module_pipe(name)
    if pipe is not None and pipe.is_valid():
        return pipe
    if name == "p3tinydisplay":
        for i in range(selection.get_num_pipe_types()):
            if selection.get_pipe_type(i).get_name() == "TinyOffscreenGraphicsPipe":
                return selection.make_pipe(selection.get_pipe_type(i))
    return None


def make_pipe(back_ends: tuple[str, ...] = BACK_ENDS) -> Any:
    """The first back end that works here. Raises NoGraphics."""
    configure_panda()
    for name in back_ends:
        pipe = _get_pipe(name)
        if pipe is not None:
            return pipe
    raise no_graphics_error()


def frame_buffer_properties(samples: int = 0) -> core.FrameBufferProperties:
    """What a picture needs of its buffer."""
    properties = core.FrameBufferProperties()
    properties.set_rgba_bits(8, 8, 8, 8)
    properties.set_depth_bits(24)
    if samples:
        properties.set_multisamples(samples)
    return properties


def open_render_target(
    size: tuple[int, int], back_ends: tuple[str, ...] = BACK_ENDS
) -> RenderTarget:
    """An off-screen stage of `size` pixels. Raises NoGraphics with the packages to install."""
    engine = core.GraphicsEngine.get_global_ptr()
    configure_panda()
    for name in back_ends:
        pipe = _get_pipe(name)
        if pipe is None:
            continue
        output = engine.make_output(
            pipe,
            "wc3d",
            0,
            frame_buffer_properties(),
            core.WindowProperties.size(*size),
            core.GraphicsPipe.BF_refuse_window,
        )
        if output is None:
            continue
        root = core.NodePath("scene")
        lens = core.PerspectiveLens()
        camera = root.attach_new_node(core.Camera("camera", lens))
        output.make_display_region().set_camera(camera)
        picture = core.Texture("picture")
        output.add_render_texture(picture, core.GraphicsOutput.RTM_copy_ram)
        engine.open_windows()
        return RenderTarget(
            engine, pipe, output, root, camera, lens, *detect_driver(output), picture
        )
    raise no_graphics_error()


def detect_driver(output: Any) -> tuple[bool, bool]:
    """Does the output's driver run GLSL 330, and does the processor do the drawing?"""
    gsg = output.get_gsg()
    name = gsg.get_driver_renderer().lower()
    software = any(
        word in name for word in ("llvmpipe", "softpipe", "swiftshader", "tinygl", "tiny")
    )
    return bool(gsg.get_supports_glsl()), software
