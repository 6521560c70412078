"""Mesh files in the scene: copies share textured geometry with levels of detail."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import radians, tan

import numpy as np
from numpy.typing import NDArray
from panda3d import core
from panda3d.core import NodePath

from wc3d.meshes.surface import Texture
from wc3d.meshes.textures import texture_pixels
from wc3d.panda.panda_geometry import make_texture, make_textured_geom
from wc3d.panda.render_target import RenderTarget
from wc3d.presentation.palette import RGB
from wc3d.scene.level_of_detail import choose_detail_levels
from wc3d.scene.mesh_looks import MeshLook, TexturedTriangles
from wc3d.scene.terrain_meshes import PlacedMeshLook

MAX_TEXTURE_SIDE_PX = 1024
"""Longest side of a drawn texture, in pixels."""
MAX_TRIANGLES_LOW, MAX_TRIANGLES_QUICK, MAX_TRIANGLES_FINE, MAX_TRIANGLES = (
    28_000,
    80_000,
    400_000,
    3_000_000,
)
"""Triangle budgets for all mesh files: low setting, moving scene, software at rest, otherwise."""


def to_panda_matrix(matrix: NDArray[np.float64]) -> core.LMatrix4:
    """Return a (4, 4) matrix in Panda's format."""
    return core.LMatrix4(*matrix.T.astype(float).ravel())


@dataclass(eq=False)
class _MeshInstance:
    """A placed mesh file: its node and one child for each level of detail drawn so far."""

    look: MeshLook
    node: NodePath
    middle: core.Point3
    radius: float
    forms: dict[int, NodePath] = field(default_factory=dict)
    shown: int = -1


class MeshFileNodes:
    """The mesh files of a scene."""

    def __init__(self, stage: RenderTarget) -> None:
        self.render_target = stage
        self._nodes: dict[tuple[int, int], core.GeomNode] = {}
        self._textures: dict[int, core.Texture] = {}
        self._standing: list[_MeshInstance] = []
        self._kept: list[MeshLook] = []
        self._blank: core.Texture | None = None

    def add_mesh(self, placement: PlacedMeshLook, rgb: RGB, parent: NodePath) -> NodePath:
        """Add a mesh file to the scene; `rgb` colors a mesh without colors of its own."""
        node = parent.attach_new_node("file")
        node.set_mat(to_panda_matrix(placement.matrix))
        node.set_attrib(
            core.CullFaceAttrib.make(
                core.CullFaceAttrib.M_cull_none
                if not placement.look.is_closed
                else core.CullFaceAttrib.M_cull_counter_clockwise
                if placement.is_mirrored
                else core.CullFaceAttrib.M_cull_clockwise
            )
        )
        if not placement.look.has_own_colors:
            node.set_color_scale(*(v / 255 for v in rgb), 1.0)
        low, high = placement.look.bounds
        middle = core.Point3(*((low + high) / 2).tolist())
        radius = float(
            np.cbrt(abs(np.linalg.det(placement.matrix[:3, :3]))) * np.linalg.norm(high - low) / 2
        )
        instance = _MeshInstance(placement.look, node, middle, radius)
        self._standing.append(instance)
        self._show_form(instance, len(placement.look.detail_levels) - 1)
        return node

    def remove_detached(self) -> None:
        """Forget meshes whose nodes were removed from the scene."""
        top = self.render_target.root.get_top()
        self._standing = [instance for instance in self._standing if instance.node.get_top() == top]

    def update_detail(self, root: NodePath, max_triangles: int) -> bool:
        """Choose each mesh's level of detail for the camera. Return whether any level changed."""
        if not self._standing:
            return False
        view_matrix = root.get_mat(self.render_target.camera)
        lens = self.render_target.lens
        whole = {
            node: node.get_mat(root) * view_matrix
            for node in {standing.node.get_parent() for standing in self._standing}
        }
        places = np.array(
            [
                tuple(
                    whole[s.node.get_parent()].xform_point(s.node.get_mat().xform_point(s.middle))
                )
                for s in self._standing
            ]
        )
        spread = tan(radians(lens.get_hfov() / 2)), tan(radians(lens.get_vfov() / 2))
        radii = np.array([standing.radius for standing in self._standing])
        counts = [standing.look.triangle_counts for standing in self._standing]
        forms = choose_detail_levels(
            counts, places, radii, spread, self.render_target.size, max_triangles
        )
        changed = False
        for instance, form in zip(self._standing, forms, strict=True):
            changed |= self._show_form(instance, form)
        return changed

    def _show_form(self, instance: _MeshInstance, form: int) -> bool:
        if form == instance.shown:
            return False
        if instance.shown >= 0:
            instance.forms[instance.shown].stash()
        if form in instance.forms:
            instance.forms[form].unstash()
        else:
            instance.forms[form] = instance.node.attach_new_node(
                self._form_node(instance.look, form)
            )
        instance.shown = form
        return True

    def _form_node(self, look: MeshLook, form: int) -> core.GeomNode:
        """Return the geometry of a level of detail, shared by all copies."""
        key = id(look), form
        if key not in self._nodes:
            self._kept.append(look)  # the reference prevents reuse of the look's id
            node = core.GeomNode("form")
            for skin in look.detail_levels[form]:
                geom = make_textured_geom(
                    skin.points, skin.normals, skin.uv, skin.colors, skin.faces
                )
                node.add_geom(geom, self._render_state(look, skin))
            self._nodes[key] = node
        return self._nodes[key]

    def _render_state(self, look: MeshLook, skin: TexturedTriangles) -> core.RenderState:
        image = (
            self._load_texture(look.textures[skin.texture])
            if skin.texture >= 0
            else self._white_texture()
        )
        state = core.RenderState.make(core.TextureAttrib.make(image))
        if skin.cutoff and not self.render_target.has_shaders:
            return state.add_attrib(
                core.AlphaTestAttrib.make(core.AlphaTestAttrib.M_greater, skin.cutoff)
            )
        if self.render_target.has_shaders:
            inputs = core.ShaderAttrib.make().set_shader_input(
                "cutoff", core.Vec4(skin.cutoff, 0, 0, 0)
            )
            return state.add_attrib(inputs)
        return state

    def _load_texture(self, image: Texture) -> core.Texture:
        if id(image) not in self._textures:
            pixels = texture_pixels(image, MAX_TEXTURE_SIDE_PX)
            result = (
                self._white_texture()
                if pixels is None
                else make_texture("skin", pixels[::-1], tiled=True, mipmaps=True)
            )
            self._textures[id(image)] = result
        return self._textures[id(image)]

    def _white_texture(self) -> core.Texture:
        if self._blank is None:
            self._blank = make_texture(
                "white", np.full((1, 1, 4), 255, np.uint8), tiled=True, mipmaps=False
            )
        return self._blank
