"""Panda's shaders of post processing (see `scene.post_glsl`)."""

from __future__ import annotations

from panda3d.core import Shader

from wc3d._internal.memo import Size, memo_per_process
from wc3d.scene import post_glsl

VERSION = "#version 330\n"
DEPTH_GLSL = VERSION + post_glsl.DEPTH_GLSL
SCREEN_VERTEX = (
    VERSION
    + """
in vec4 p3d_Vertex; out vec2 at;
void main() { at = p3d_Vertex.xz * .5 + .5; gl_Position = vec4(p3d_Vertex.xz, 0., 1.); }
"""
)


@memo_per_process(Size.SMALL)
def post_shader(name: str, number: int = 0) -> Shader:
    """Return the shader of a pass; `number` is its count of samples or its supersampling."""
    return Shader.make(Shader.SL_GLSL, SCREEN_VERTEX, VERSION + post_glsl.post_glsl(name, number))
