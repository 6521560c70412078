"""Initial poses of a glTF file's meshes: node transforms, skins and morph targets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wc3d.meshes.gltf_accessors import GltfAccessors
from wc3d.meshes.gltf_schema import GltfNode, GltfPrimitive
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.surface import Floats
from wc3d.meshes.text_lines import IndexArray

EFFORT_LIMIT = 200_000_000
"""Most corners times morph targets and joints, each of which counts as 1000 corners or more."""

SETS_LIMIT = 4
"""Most sets of four joints per corner."""

_BLOCK = 100_000
"""Corners skinned at a time."""


class PosedMesh(NamedTuple):
    """A mesh as a node shows it."""

    mesh: int
    skin: int | None = None
    weights: tuple[float, ...] = ()
    """Weights of the morph targets; empty for the mesh's own weights."""


class GltfPoses:
    """The initial poses of a file's meshes."""

    def __init__(self, numbers: GltfAccessors) -> None:
        self.numbers = numbers
        self.source = numbers.source
        self.document = numbers.document
        self._places: list[Floats] | None = None
        self._carrying: dict[int, Floats | None] = {}
        self._effort = 0

    def is_skinned(self, shape: PosedMesh) -> bool:
        """Return whether a mesh has a skin, in which case its node's own transform is ignored."""
        if shape.skin is None or self._joint_matrices(shape.skin) is None:
            return False
        primitives = self.numbers.get_item(self.document.meshes, shape.mesh, "meshes").primitives
        return all(
            "JOINTS_0" in primitive.attributes and "WEIGHTS_0" in primitive.attributes
            for primitive in primitives
        )

    def pose_points(
        self, primitive: GltfPrimitive, shape: PosedMesh, points: Floats, rows: IndexArray
    ) -> Floats:
        """Return the posed corners (n, 3) of these rows."""
        weights = shape.weights or tuple(self.document.meshes[shape.mesh].weights)
        added = [
            (target["POSITION"], weight)
            for target, weight in zip(primitive.targets, weights, strict=False)
            if weight and "POSITION" in target
        ]
        self._add_effort(len(added) * (len(rows) + 1000))
        for accessor, weight in added:
            points = points + weight * self._read_rows(accessor, rows, 3)
        if shape.skin is None or not self.is_skinned(shape):
            return points
        matrices = self._joint_matrices(shape.skin)
        assert matrices is not None
        try:
            return self._skin_points(primitive, points, rows, matrices)
        except MeshError as error:
            self.source.add_note(f"joints left out: {error}")
            return points

    def _add_effort(self, effort: int) -> None:
        self._effort += effort
        if self._effort > EFFORT_LIMIT:
            raise self.source.make_error(
                "meshes", "too many morph targets or joints; export it as a triangle mesh"
            )

    def _skin_points(
        self, primitive: GltfPrimitive, points: Floats, rows: IndexArray, matrices: Floats
    ) -> Floats:
        """Return the skinned corners."""
        result = np.zeros_like(points)
        total = np.zeros(len(points))
        for k in range(SETS_LIMIT):
            if not {f"JOINTS_{k}", f"WEIGHTS_{k}"} <= primitive.attributes.keys():
                break
            self._add_effort(4 * (len(rows) + 1000))
            joints = self._read_rows(primitive.attributes[f"JOINTS_{k}"], rows, 4).astype(np.int64)
            weights = self._read_rows(primitive.attributes[f"WEIGHTS_{k}"], rows, 4)
            if joints.size and not 0 <= joints.min() <= joints.max() < len(matrices):
                words = (
                    f"uses joint {joints.max():,}, but there are only {len(matrices):,} (from 0)"
                )
                raise self.source.make_error(f"JOINTS_{k}", words)
            for way in range(4):
                for start in range(0, len(points), _BLOCK):
                    block = slice(start, start + _BLOCK)
                    moves = matrices[joints[block, way]]
                    moved = (
                        np.einsum("nij,nj->ni", moves[:, :3, :3], points[block]) + moves[:, :3, 3]
                    )
                    result[block] += weights[block, way, None] * moved
                total += weights[:, way]
        return np.where(
            total[:, None] > 0, result / np.where(total > 0, total, 1.0)[:, None], points
        )

    def _read_rows(self, accessor: int, rows: IndexArray, width: int) -> Floats:
        stored = self.numbers.stored_values(accessor)
        if stored.shape[1] != width or (len(rows) and rows.max() >= len(stored)):
            raise self.source.make_error(
                f"accessors[{accessor}]",
                f"expected a row of {width} numbers for each vertex or joint",
            )
        return self.numbers.values(accessor, rows)

    def _joint_matrices(self, skin: int) -> Floats | None:
        """Return the joint matrices of a skin, (n, 4, 4); None for an invalid skin."""
        if skin not in self._carrying:
            try:
                self._carrying[skin] = self._find_joint_matrices(skin)
            except MeshError as error:
                self.source.add_note(f"joints left out: {error}")
                self._carrying[skin] = None
        return self._carrying[skin]

    def _find_joint_matrices(self, skin: int) -> Floats:
        skin_data = self.numbers.get_item(self.document.skins, skin, "skins")
        places = self._node_matrices()
        if not skin_data.joints or max(skin_data.joints) >= len(places):
            raise self.source.make_error(
                f"skins[{skin}]", "lists joints that are not nodes of the file; export it again"
            )
        joints = np.array([places[i] for i in skin_data.joints])
        if skin_data.inverse_bind_matrices is None:
            return joints
        bound = self._read_rows(skin_data.inverse_bind_matrices, np.arange(len(joints)), 16)
        return np.asarray(joints @ bound.reshape(-1, 4, 4).transpose(0, 2, 1))

    def _node_matrices(self) -> list[Floats]:
        """Return the global matrix of each node of the file."""
        if self._places is None:
            nodes = self.document.nodes
            self._places = [np.eye(4)] * len(nodes)
            within = {child for node in nodes for child in node.children}
            waiting = [(i, np.eye(4)) for i in range(len(nodes)) if i not in within]
            visited_nodes: set[int] = set()
            while waiting:
                i, parent_matrix = waiting.pop()
                if i < len(nodes) and i not in visited_nodes:
                    visited_nodes.add(i)
                    self._places[i] = parent_matrix @ node_matrix(nodes[i])
                    waiting += [(child, self._places[i]) for child in nodes[i].children]
        return self._places


def node_matrix(node: GltfNode) -> Floats:
    """Return a node's matrix relative to its parent."""
    if node.matrix is not None:
        return np.array(node.matrix).reshape(4, 4).T
    return compose_matrix(np.array(node.translation), np.array(node.rotation), np.array(node.scale))


def compose_matrix(translation: Floats, rotation: Floats, scale: Floats) -> Floats:
    """Return the matrix of a translation, a rotation (x, y, z, w) and a scale."""
    length = np.linalg.norm(rotation)
    x, y, z, w = rotation / length if length > 0 else (0.0, 0.0, 0.0, 1.0)
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn * scale, translation
    return matrix
