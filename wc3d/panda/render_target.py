"""Render targets: a scene, its camera and an off-screen buffer or window.

All 3D drawing uses a `RenderTarget`. Off-screen targets need no X server: they try EGL, then GLX,
then Panda's software renderer, which draws the same scene without shadows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d import core

from wc3d.panda.post_processing import PostProcessing, make_post_processing
from wc3d.panda.requirements import INSTALL_COMMAND, NoGraphicsError
from wc3d.scene.camera import Camera
from wc3d.scene.quality import PLAIN_SHADOW_SAMPLES, Quality

Pixels = NDArray[np.uint8]

BACK_ENDS = ("p3headlessgl", "pandagl", "p3tinydisplay")
"""Panda's display modules for pictures, best first."""

BACKDROP_COLOR = (0.035, 0.040, 0.050, 1.0)
SKY_COLOR = (0.115, 0.145, 0.190, 1.0)
"""Background color for the view through a model's eyes."""

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
PICTURE_SAMPLES = 4
"""Samples for each pixel of a picture without post processing, where the driver has them."""
_settled = False


def configure_panda() -> None:
    """Configure Panda once per process, before any other use."""
    global _settled
    if not _settled:
        core.load_prc_file_data("wc3d", PANDA_SETTINGS)
        _settled = True


def no_graphics_error() -> NoGraphicsError:
    """Return the error for a machine that cannot draw, with the packages to install."""
    return NoGraphicsError(
        f"cannot draw 3D pictures: this machine has no graphics library; install it with {INSTALL_COMMAND}"
    )


@dataclass(frozen=True)
class RenderTarget:
    """Panda's engine and pipe, the output buffer, the scene root and the camera.

    `has_shaders` is false on back ends without GLSL; `is_software` is true if the processor draws.
    `post` is the post processing of an off-screen target with a physically based picture.
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
    post: PostProcessing | None = None
    host: Any = None
    """The output whose driver draws into `output`, if that is another one."""

    @property
    def shadow_samples(self) -> int:
        """The shadow samples of a scene, unless it wants fewer."""
        return self.post.level.shadow_samples if self.post is not None else PLAIN_SHADOW_SAMPLES

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.output.get_x_size(), self.output.get_y_size()

    def set_camera(self, camera: Camera) -> None:
        """Set the camera."""
        width, height = self.size
        self.lens.set_aspect_ratio(width / height)
        self.lens.set_min_fov(camera.field_of_view)
        self.lens.set_near_far(camera.near, camera.far)
        self.camera.set_pos(*camera.eye)
        self.camera.set_hpr(camera.heading, camera.pitch, 0)
        if self.post is not None:
            self.post.update()

    def render(self) -> Pixels:
        """Draw one off-screen frame and return its pixels, (height, width, 3), top row first."""
        assert self.picture is not None
        if self.post is not None:
            self.post.update()
        self.engine.render_frame()
        return self.read_pixels()

    def read_pixels(self) -> Pixels:
        """Return the last off-screen frame's pixels, (height, width, 3), top row first."""
        texture = self.picture
        assert texture is not None
        self.engine.extract_texture_data(texture, self.output.get_gsg())
        flat = np.frombuffer(bytes(texture.get_ram_image_as("RGB")), np.uint8)
        return flat.reshape(texture.get_y_size(), texture.get_x_size(), 3)[::-1].copy()

    def close(self) -> None:
        """Release the buffers."""
        if self.post is not None:
            self.post.close()
        self.engine.remove_window(self.output)
        if self.host is not None:
            self.engine.remove_window(self.host)
        self.root.remove_node()


_pipes: dict[str, Any] = {}


def _get_pipe(name: str) -> Any:
    """Return the named back end or None; cached because closing EGL breaks other pictures."""
    if name not in _pipes:
        pipe = _open_pipe(name)
        if pipe is None:
            return None
        _pipes[name] = pipe
    return _pipes[name]


def _open_pipe(name: str) -> Any:
    """Return the named back end, or None; without X, the software renderer's second pipe works."""
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
    """Return the first back end that works here. Raises NoGraphicsError."""
    configure_panda()
    for name in back_ends:
        pipe = _get_pipe(name)
        if pipe is not None:
            return pipe
    raise no_graphics_error()


def frame_buffer_properties(samples: int = 0) -> core.FrameBufferProperties:
    """Return the frame buffer properties of a picture."""
    properties = core.FrameBufferProperties()
    properties.set_rgba_bits(8, 8, 8, 8)
    properties.set_depth_bits(24)
    if samples:
        properties.set_multisamples(samples)
    return properties


def open_render_target(
    size: tuple[int, int],
    back_ends: tuple[str, ...] = BACK_ENDS,
    quality: Quality | None = Quality.LOW,
    *,
    is_smooth: bool = True,
) -> RenderTarget:
    """Return an off-screen target of `size` pixels. Raises NoGraphicsError.

    With a `quality` above "low" the picture is physically based, if the driver can draw it. None
    means "high" on graphics hardware and "low" in software. A plain picture has several samples for
    each pixel, unless `is_smooth` is False: so the window draws while something moves.
    """
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
        root.set_antialias(core.AntialiasAttrib.M_multisample)
        lens = core.PerspectiveLens()
        camera = root.attach_new_node(core.Camera("camera", lens))
        engine.open_windows()
        has_shaders, is_software = driver_abilities(output)
        if quality is None:
            quality = Quality.LOW if is_software else Quality.HIGH
        is_plain = not has_shaders or quality is Quality.LOW
        host, picture = None, core.Texture("picture")
        wants_smooth = is_smooth and has_shaders and is_plain
        smooth = _make_smooth_buffer(output, picture) if wants_smooth else None
        if smooth is not None:
            host, output = output, smooth
        else:
            output.add_render_texture(picture, core.GraphicsOutput.RTM_copy_ram)
        output.make_display_region().set_camera(camera)
        engine.open_windows()
        post = None if is_plain else make_post_processing(engine, pipe, output, camera, quality)
        return RenderTarget(
            engine, pipe, output, root, camera, lens, has_shaders, is_software, picture, post, host
        )
    raise no_graphics_error()


def _make_smooth_buffer(host: Any, picture: core.Texture) -> Any:
    """Return a buffer with several samples for each pixel, or None if the driver has none."""
    size = host.get_x_size(), host.get_y_size()
    properties = frame_buffer_properties(PICTURE_SAMPLES)
    return host.make_texture_buffer("picture", *size, picture, True, properties)


def driver_abilities(output: Any) -> tuple[bool, bool]:
    """Return whether the output's driver runs GLSL 330, and whether it renders in software."""
    gsg = output.get_gsg()
    name = gsg.get_driver_renderer().lower()
    software = any(
        word in name for word in ("llvmpipe", "softpipe", "swiftshader", "tinygl", "tiny")
    )
    return bool(gsg.get_supports_glsl()), software
