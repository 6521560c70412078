"""The light: a sun with soft shadows where shaders run, otherwise two plain lights."""

from __future__ import annotations

from math import hypot

from panda3d import core

from wc3d.panda import shaders
from wc3d.panda.render_target import RenderTarget
from wc3d.scene.environment_light import SUN_WAY

NO_SHADOW_MASK = core.BitMask32.bit(5)
"""Nodes hidden from this camera mask cast no shadow."""

SHADOW_MAP_SIZE_PX = 2048
"""The width of the shadow map in the plain look."""


def sun_direction() -> core.Vec3:
    """Return the direction from the table to the sun."""
    way = core.Vec3(*SUN_WAY)
    way.normalize()
    return way


class ShadowMap:
    """The sun's depth map of a table, rendered only when something has moved.

    `width` is the width of the map in pixels.
    """

    def __init__(
        self,
        stage: RenderTarget,
        root: core.NodePath,
        size: tuple[float, float],
        width: int = SHADOW_MAP_SIZE_PX,
    ) -> None:
        self.render_target, self.depth = stage, self._make_depth_texture()
        bits = core.FrameBufferProperties()
        bits.set_depth_bits(24)
        self.output = stage.engine.make_output(
            stage.pipe,
            "shadow",
            -100,
            bits,
            core.WindowProperties.size(width, width),
            core.GraphicsPipe.BF_refuse_window,
            stage.output.get_gsg(),
            stage.output,
        )
        self.output.add_render_texture(
            self.depth, core.GraphicsOutput.RTM_bind_or_copy, core.GraphicsOutput.RTP_depth
        )
        self.output.set_clear_color_active(False)
        reach = hypot(*size) + 4
        lens = core.OrthographicLens()
        lens.set_film_size(reach, reach)
        lens.set_near_far(10, 150 + reach)
        camera = self._make_camera(lens)
        node = root.attach_new_node(camera)
        middle = core.Point3(size[0] / 2, size[1] / 2, 0)
        node.set_pos(middle + sun_direction() * (75 + reach / 2))
        node.look_at(middle, core.Vec3(0, 0, 1))
        self.output.make_display_region().set_camera(node)
        to_texture = core.LMatrix4(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.5, 0.5, 0.5, 1)
        root.set_shader_inputs(
            shadowMap=self.depth,
            shadowTexel=1.0 / width,
            shadowReach=reach,
            shadowDeep=lens.get_far() - lens.get_near(),
            toShadow=root.get_mat(node) * lens.get_projection_mat() * to_texture,
        )
        root.set_shader_input("shadowDepth", self.depth, self._plain_sampler())
        self.redraw()

    @staticmethod
    def _make_depth_texture() -> core.Texture:
        depth = core.Texture("shadow")
        depth.set_format(core.Texture.F_depth_component24)
        depth.set_minfilter(core.Texture.FT_shadow)
        depth.set_magfilter(core.Texture.FT_shadow)
        depth.set_wrap_u(core.Texture.WM_clamp)
        depth.set_wrap_v(core.Texture.WM_clamp)
        return depth

    @staticmethod
    def _plain_sampler() -> core.SamplerState:
        """Return the sampler of depths, without the comparison of shadows."""
        sampler = core.SamplerState()
        sampler.set_minfilter(core.SamplerState.FT_nearest)
        sampler.set_magfilter(core.SamplerState.FT_nearest)
        sampler.set_wrap_u(core.SamplerState.WM_clamp)
        sampler.set_wrap_v(core.SamplerState.WM_clamp)
        return sampler

    @staticmethod
    def _make_camera(lens: core.OrthographicLens) -> core.Camera:
        camera = core.Camera("sun", lens)
        camera.set_camera_mask(NO_SHADOW_MASK)
        state = core.NodePath("state")
        state.set_shader(shaders.plain_shader("depth"), 100)
        state.set_attrib(core.CullFaceAttrib.make(core.CullFaceAttrib.M_cull_none), 100)
        camera.set_initial_state(state.get_state())
        return camera

    def redraw(self) -> None:
        """Render the shadow map with the next frame."""
        self.output.set_one_shot(True)

    def close(self) -> None:
        """Release the buffer."""
        self.render_target.engine.remove_window(self.output)


def add_plain_lights(root: core.NodePath) -> None:
    """Add ambient light and a sun for back ends without shaders."""
    sky = core.AmbientLight("sky")
    sky.set_color((0.50, 0.52, 0.56, 1))
    sun = core.DirectionalLight("sun")
    sun.set_color((0.80, 0.74, 0.62, 1))
    for light in (sky, sun):
        node = root.attach_new_node(light)
        node.look_at(core.Point3(-sun_direction()))
        root.set_light(node)
    root.set_attrib(core.ColorAttrib.make_vertex())
