"""glTF files and their binary form, GLB: y up, in meters by the standard."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from wc3d._internal.suggestions import pluralize
from wc3d.meshes.gltf_accessors import GltfAccessors
from wc3d.meshes.gltf_decompress import DracoMesh, decode_draco
from wc3d.meshes.gltf_poses import GltfPoses, PosedMesh, compose_matrix, node_matrix
from wc3d.meshes.gltf_schema import (
    GltfNode,
    GltfPrimitive,
    TextureTransform,
    TextureUse,
    parse_document,
)
from wc3d.meshes.gltf_unsupported import RESTART_EXTENSIONS
from wc3d.meshes.mesh_source import (
    MAX_NAME_CHARS,
    MAX_SCENE_PIECES,
    MeshError,
    MeshSource,
    quote_words,
)
from wc3d.meshes.surface import (
    Colors,
    Floats,
    Material,
    ObjectName,
    ObjectPath,
    Texture,
    TrianglePatch,
    Uv,
    join_patches,
)
from wc3d.meshes.text_lines import IndexArray
from wc3d.meshes.textures import decode_data_uri, is_data_uri, read_sibling_texture, read_texture

DEPTH_LIMIT = 256
"""Most levels of nested nodes."""

_HEADER = 12
_JSON = 0x4E4F534A
_BIN = 0x004E4942


class _PlacedCopy(NamedTuple):
    """A copy of a mesh in the scene: its matrix (4, 4), and its object's number if asked for."""

    matrix: Floats
    object_number: int | None


def read_gltf(source: MeshSource) -> list[TrianglePatch]:
    """Return a glTF or GLB file's triangles, placed by its scene. Raises MeshError."""
    source.unit = "m"
    text, own = _read_chunks(source) if source.data.startswith(b"glTF") else (source.data, None)
    return _Scene(GltfAccessors(source, parse_document(source, text), own)).patches()


def _read_chunks(source: MeshSource) -> tuple[bytes, bytes | None]:
    """Return the JSON chunk of a GLB and its binary chunk."""
    data = source.data
    if len(data) < _HEADER:
        raise source.make_error("", "damaged: ends within its header; export it again")
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise source.make_error(
            "byte 4", f"expected glTF version 2, found {version}; export it as glTF 2"
        )
    end = length if _HEADER < length <= len(data) else len(data)
    chunks: dict[int, bytes] = {}
    at = _HEADER
    while at + 8 <= end:
        size, kind = struct.unpack_from("<II", data, at)
        if at % 4 and kind not in (_JSON, _BIN):  # writer ignored padding
            at += -at % 4
            continue
        if at + 8 + size > end and length > len(data):
            raise source.make_error(
                "byte 8",
                f"expected {length:,} bytes, found {len(data):,}: the file is cut off; export it again",
            )
        if at + 8 + size > end:
            raise source.make_error(
                f"byte {at}",
                f"expected a chunk of {size:,} bytes, found {end - at - 8:,}; export it again",
            )
        if kind in chunks or kind not in (_JSON, _BIN):
            source.count_skipped("chunks", struct.pack("<I", kind))
        chunks.setdefault(kind, data[at + 8 : at + 8 + size])
        at += 8 + size
    if end != length:
        source.add_note(f"its header states {length:,} bytes, but it has {len(data):,}: read whole")
    if data[at:].strip(b"\0 "):
        source.add_note(f"{len(data) - at:,} bytes after its last chunk left out")
    if _JSON not in chunks:
        raise source.make_error("byte 12", "damaged: expected a JSON chunk; export it again")
    return chunks[_JSON], chunks.get(_BIN)


class _Scene:
    """A file's scene while its triangles are collected."""

    def __init__(self, numbers: GltfAccessors) -> None:
        self.numbers = numbers
        self.source = numbers.source
        self.document = numbers.document
        self.poses = GltfPoses(numbers)
        self._images: dict[int, Texture | None] = {}
        self._counts: dict[int, int] = {}
        self._decoded: dict[int, DracoMesh] = {}
        self._hidden = self._outside = 0
        named = {*self.document.extensions_used, *self.document.extensions_required}
        self._restarts = not named.isdisjoint(RESTART_EXTENSIONS)

    def patches(self) -> list[TrianglePatch]:
        """Return all triangles, grouped by material."""
        places = self._gather_shapes(self._roots())
        if not places and self.document.scenes and not self._hidden:
            places = self._gather_shapes(self._top_nodes())
            self.source.add_note("the scene is empty, so everything in the file is read")
        self.source.count_skipped("nodes with meshes outside the scene", count=self._outside)
        if self._hidden:
            self.source.add_note(
                f"left out: {pluralize(self._hidden, 'hidden node')} with meshes (KHR_node_visibility)"
            )
        if not places and self._hidden:
            raise self.source.make_error(
                "",
                "everything in the scene is hidden (KHR_node_visibility); show it and export it again",
            )
        if not places:
            raise self.source.make_error(
                "", "the scene contains no triangles; export it as a triangle mesh"
            )
        groups: dict[tuple[int | None, bool, bool], list[TrianglePatch]] = defaultdict(list)
        count = 0
        total = sum(self._counts[shape.mesh] * len(copies) for shape, copies in places.items())
        for shape, copies in places.items():
            for primitive in self.document.meshes[shape.mesh].primitives:
                self.source.report_progress(count, total)
                count += self._count_triangles(primitive) * len(copies)
                if self._count_triangles(primitive):
                    patch = self._patch(primitive, shape)
                    key = (
                        self._material_index(primitive),
                        patch.uv is not None,
                        patch.colors is not None,
                    )
                    groups[key] += [
                        patch.transform(matrix).with_object(number) for matrix, number in copies
                    ]
        return [join_patches(patches, self._material(key[0])) for key, patches in groups.items()]

    def _gather_shapes(self, roots: list[int]) -> dict[PosedMesh, list[_PlacedCopy]]:
        """Return the meshes below nodes with their copies. Raises MeshError for too many."""
        places: dict[PosedMesh, list[_PlacedCopy]] = defaultdict(list)
        self.source.object_paths.clear()
        total = 0
        pieces = 0
        for shape, copy in self._place_meshes(roots):
            primitives = self.numbers.get_item(
                self.document.meshes, shape.mesh, "meshes"
            ).primitives
            pieces += max(1, len(primitives))
            if pieces > MAX_SCENE_PIECES:
                raise self.source.make_error(
                    "",
                    f"the scene has more than {MAX_SCENE_PIECES:,} meshes, the limit; join some of them",
                )
            if shape.mesh not in self._counts:
                self._counts[shape.mesh] = sum(map(self._count_triangles, primitives))
                self.source.count_skipped(
                    "vertices that do not form a triangle",
                    count=sum(map(self._count_leftover, primitives)),
                )
            total += self._counts[shape.mesh]
            self.source.refuse_too_many(total)
            if self._counts[shape.mesh]:
                places[shape].append(copy)
        return places

    def _place_meshes(self, roots: list[int]) -> Iterator[tuple[PosedMesh, _PlacedCopy]]:
        """Yield meshes below nodes, each copy with its matrix. Raises MeshError for a cycle."""
        nodes = self.document.nodes
        visited_nodes: set[int] = set()
        self._hidden = 0
        no_path: ObjectPath = ()
        waiting = [(root, np.eye(4), 1, True, no_path) for root in reversed(roots)]
        while waiting:
            i, parent_matrix, depth, is_visible, parent_path = waiting.pop()
            if i in visited_nodes:
                raise self.source.make_error(
                    f"nodes[{i}]", "this node is in the scene twice, or contains itself"
                )
            visited_nodes.add(i)
            if depth > DEPTH_LIMIT:
                raise self.source.make_error(
                    f"nodes[{i}]", f"this node is nested more than {DEPTH_LIMIT} levels deep"
                )
            node = self.numbers.get_item(nodes, i, "nodes")
            place = parent_matrix @ node_matrix(node)
            is_visible = is_visible and node.extensions.visibility.visible
            path = (*parent_path, self._node_name(i)) if self.source.with_objects else no_path
            waiting += [
                (child, place, depth + 1, is_visible, path) for child in reversed(node.children)
            ]
            if node.mesh is not None and not is_visible:
                self._hidden += 1
            elif node.mesh is not None:
                shape = PosedMesh(node.mesh, node.skin, tuple(node.weights))
                carried = self.poses.is_skinned(
                    shape
                )  # a skinned mesh ignores its node's own transform
                for copy in self._copy_matrices(node):
                    number = self.source.add_object(path) if self.source.with_objects else None
                    yield shape, _PlacedCopy(np.eye(4) if carried else place @ copy, number)
        self._outside = sum(
            node.mesh is not None for i, node in enumerate(nodes) if i not in visited_nodes
        )

    def _node_name(self, i: int) -> ObjectName:
        """Return a node's own name or its mesh's."""
        node = self.document.nodes[i]
        name = node.name
        if not name and node.mesh is not None and node.mesh < len(self.document.meshes):
            name = self.document.meshes[node.mesh].name
        return ObjectName(str(name)[:MAX_NAME_CHARS] if name else "", i)

    def _roots(self) -> list[int]:
        """Return the root nodes of the default scene, without those that are below other roots."""
        scenes = self.document.scenes
        if not scenes:
            return self._top_nodes()
        at = self.document.scene or 0
        if at >= len(scenes):
            self.source.add_note(f"scene {at:,} does not exist; read the first scene instead")
        nodes = scenes[at if at < len(scenes) else 0].nodes
        descendants: set[int] = set()
        waiting = list(nodes)
        while waiting:
            i = waiting.pop()
            if i < len(self.document.nodes):
                children = [
                    child for child in self.document.nodes[i].children if child not in descendants
                ]
                descendants.update(children)
                waiting += children
        return [i for i in nodes if i not in descendants] or nodes

    def _top_nodes(self) -> list[int]:
        """Return the nodes without a parent."""
        within = {child for node in self.document.nodes for child in node.children}
        return [i for i in range(len(self.document.nodes)) if i not in within]

    def _copy_matrices(self, node: GltfNode) -> Iterator[Floats]:
        """Yield the matrices of a node's mesh: one, or one per instance."""
        if node.extensions.copies is None:
            yield np.eye(4)
            return
        columns: dict[str, Floats] = {}
        counts: set[int] = set()
        for name, accessor in node.extensions.copies.attributes.items():
            counts.add(self.numbers.accessor(accessor).count)
            if max(counts) > MAX_SCENE_PIECES:
                raise self.source.make_error(
                    f"accessors[{accessor}]",
                    f"has more than {MAX_SCENE_PIECES:,} instances, the limit",
                )
            if name not in ("TRANSLATION", "ROTATION", "SCALE"):
                self.source.count_skipped("attributes of instances", name)
                continue
            columns[name] = self.numbers.values(accessor)
            width = 4 if name == "ROTATION" else 3
            if columns[name].shape[1] != width:
                raise self.source.make_error(
                    f"accessors[{accessor}]",
                    f"expected {width} numbers for the {name} of each instance",
                )
        if len(counts) > 1:
            words = f"expected the same number of rows for each attribute, found {sorted(counts)}"
            raise self.source.make_error("EXT_mesh_gpu_instancing", words)
        for k in range(max(counts, default=1)):
            yield compose_matrix(
                columns["TRANSLATION"][k] if "TRANSLATION" in columns else np.zeros(3),
                columns["ROTATION"][k] if "ROTATION" in columns else np.array([0.0, 0.0, 0.0, 1.0]),
                columns["SCALE"][k] if "SCALE" in columns else np.ones(3),
            )

    def _count_triangles(self, primitive: GltfPrimitive) -> int:
        """Return an upper limit of a primitive's triangles; 0 for lines and points."""
        position = primitive.attributes.get("POSITION")
        if primitive.mode < 4 or (position is None and primitive.extensions.draco is None):
            return 0
        if self._is_draco(primitive):
            return len(self._draco_mesh(primitive).faces)
        listed = position if primitive.indices is None else primitive.indices
        assert listed is not None
        corners = self.numbers.accessor(listed).count
        return corners // 3 if primitive.mode == 4 else max(0, corners - 2)

    def _count_leftover(self, primitive: GltfPrimitive) -> int:
        """Return the corners left over after the last full triangle, except between restarts."""
        position = primitive.attributes.get("POSITION")
        if primitive.mode < 4 or position is None or self._is_draco(primitive):
            return 0
        corners = self.numbers.accessor(
            position if primitive.indices is None else primitive.indices
        ).count
        return corners % 3 if primitive.mode == 4 else corners * (corners < 3)

    def _is_draco(self, primitive: GltfPrimitive) -> bool:
        """Return whether a primitive exists only as Draco data."""
        position = primitive.attributes.get("POSITION")
        if primitive.extensions.draco is None:
            return False
        return position is None or self.numbers.accessor(position).buffer_view is None

    def _draco_mesh(self, primitive: GltfPrimitive) -> DracoMesh:
        """Return the decoded mesh of a primitive, and assign its attributes to the accessors."""
        use = primitive.extensions.draco
        assert use is not None
        place = f"bufferViews[{use.buffer_view}]"
        if use.buffer_view not in self._decoded:
            data = bytes(self.numbers.buffer_view_bytes(use.buffer_view))
            self._decoded[use.buffer_view] = decode_draco(self.source, place, data)
        mesh = self._decoded[use.buffer_view]
        for name, id in use.attributes.items():
            accessor = primitive.attributes.get(name)
            rows = mesh.attributes.get(id)
            if accessor is None or accessor in self.numbers.decoded:
                continue
            if rows is None or len(rows) != self.numbers.accessor(accessor).count:
                raise self.source.make_error(
                    place, f"the Draco data does not match accessors[{accessor}] ({name})"
                )
            self.numbers.decoded[accessor] = rows
        if primitive.attributes.get("POSITION") not in self.numbers.decoded:
            raise self.source.make_error(
                place, "the Draco data has no vertices (POSITION); export it again"
            )
        return mesh

    def _patch(self, primitive: GltfPrimitive, shape: PosedMesh) -> TrianglePatch:
        """Return the posed triangles of a primitive."""
        position = primitive.attributes["POSITION"]
        accessor = self.numbers.accessor(position)
        if accessor.type != "VEC3" or self.numbers.stored_values(position).shape[1] != 3:
            raise self.source.make_error(
                f"accessors[{position}]",
                f"expected vertices of three numbers (VEC3), found {accessor.type}",
            )
        corners = self._corners(primitive, accessor.count)
        rows = corners.reshape(-1)
        triangles = self.poses.pose_points(
            primitive, shape, self.numbers.values(position, rows), rows
        ).reshape(-1, 3, 3)
        return TrianglePatch(
            triangles,
            self._uv(primitive, corners, accessor.count),
            self._colors(primitive, corners, accessor.count),
        )

    def _corners(self, primitive: GltfPrimitive, count: int) -> IndexArray:
        """Return the triangles' corner numbers, (n, 3). Raises MeshError for an invalid one."""
        place = f"accessors[{primitive.indices}]"
        restart = -1
        if self._is_draco(primitive):
            triangles = self._draco_mesh(primitive).faces
        else:
            if primitive.indices is None:
                row = np.arange(count)
            else:
                stored = self.numbers.stored_values(primitive.indices)
                if stored.shape[1] != 1 or stored.dtype.kind != "u":
                    raise self.source.make_error(
                        place, "expected vertex numbers (SCALAR, unsigned integers)"
                    )
                row = stored[:, 0].astype(np.int64)
                restart = int(np.iinfo(stored.dtype).max)
            triangles = self._join_corners(primitive, row, restart if self._restarts else -1)
        wrong = np.asarray((triangles >= count).any(axis=1))
        if wrong.any() and not self.source.can_leave_out(wrong):
            words = f"uses vertex {triangles.max():,}, but there are only {count:,} (from 0)"
            if triangles.max() == restart:
                words += f" ({restart:,} restarts a strip, which needs {RESTART_EXTENSIONS[0]})"
            raise self.source.make_error(place, words)
        return triangles[~wrong]

    def _join_corners(self, primitive: GltfPrimitive, row: IndexArray, restart: int) -> IndexArray:
        """Return the corners (n, 3) of a list, strip or fan of triangles."""
        if primitive.mode == 4:
            return row[: len(row) // 3 * 3].reshape(-1, 3)
        places = np.arange(len(row))
        starts = (
            np.maximum.accumulate(np.where(row == restart, places, -1)) + 1 if len(row) else places
        )
        first = places[:-2][(row[:-2] != restart) & (starts[:-2] == starts[2:])]
        lengths = np.bincount(starts[row != restart]) if len(row) else row
        self.source.count_skipped(
            "vertices that do not form a triangle", count=int(lengths[lengths < 3].sum())
        )
        if primitive.mode == 6:
            return np.column_stack([row[starts[first]], row[first + 1], row[first + 2]])
        triangles = np.column_stack([row[first], row[first + 1], row[first + 2]])
        odd = (first - starts[first]) % 2 == 1
        triangles[odd] = triangles[odd][:, [1, 0, 2]]
        return triangles

    def _read_attribute(
        self,
        primitive: GltfPrimitive,
        name: str,
        corners: IndexArray,
        count: int,
        sizes: tuple[int, ...],
    ) -> Floats | None:
        """Return an attribute of the corners, if it is valid."""
        accessor = primitive.attributes.get(name)
        if accessor is None:
            return None
        stored = self.numbers.stored_values(accessor)
        if stored.shape[1] not in sizes or len(stored) < count:
            self.source.add_note(
                f"accessors[{accessor}]: expected {count:,} rows for {quote_words(name)}; left out"
            )
            return None
        return self.numbers.values(accessor, corners.reshape(-1)).reshape(len(corners), 3, -1)

    def _uv(self, primitive: GltfPrimitive, corners: IndexArray, count: int) -> Uv | None:
        use = self._texture_use(self._material_index(primitive))
        if use is None:
            return None
        move = use.extensions.transform or TextureTransform()
        place = use.tex_coord if move.tex_coord is None else move.tex_coord
        uv = self._read_attribute(primitive, f"TEXCOORD_{place}", corners, count, (2,))
        if uv is None:
            return None
        c, s = np.cos(move.rotation), np.sin(move.rotation)
        uv = (uv * move.scale) @ np.array([[c, -s], [s, c]]) + move.offset
        uv[..., 1] = 1 - uv[..., 1]  # glTF counts from the upper left
        return uv.astype(np.float32)

    def _colors(self, primitive: GltfPrimitive, corners: IndexArray, count: int) -> Colors | None:
        colors = self._read_attribute(primitive, "COLOR_0", corners, count, (3, 4))
        if colors is None:
            return None
        shades = np.full((len(corners), 3, 4), 255, dtype=np.uint8)
        values = np.nan_to_num(colors)
        values[..., :3] = _to_srgb(values[..., :3])
        shades[..., : colors.shape[2]] = np.rint(np.clip(values, 0, 1) * 255)
        return shades

    def _material_index(self, primitive: GltfPrimitive) -> int | None:
        """Return the number of a primitive's material; note an invalid number and ignore it."""
        material = primitive.material
        if material is None or 0 <= material < len(self.document.materials):
            return material
        self.source.add_note(f"materials[{material}] does not exist; left out")
        return None

    def _texture_use(self, material: int | None) -> TextureUse | None:
        """Return the texture that a material uses."""
        if material is None:
            return None
        look = self.document.materials[material]
        specular = look.extensions.specular
        return (
            look.pbr_metallic_roughness.base_color_texture
            if specular is None
            else specular.diffuse_texture
        )

    def _material(self, i: int | None) -> Material | None:
        if i is None:
            return None
        look = self.document.materials[i]
        use = self._texture_use(i)
        specular = look.extensions.specular
        factor = np.array(
            look.pbr_metallic_roughness.base_color_factor
            if specular is None
            else specular.diffuse_factor
        )
        red, green, blue = _to_srgb(factor[:3]).tolist()
        opacity = (
            float(np.clip(factor[3], 0, 1)) or 1.0 if look.alpha_mode != "OPAQUE" else 1.0
        )  # occluders must stay visible
        texture = None if use is None else self._texture(use.index)
        alpha = look.alpha_mode.lower()
        return Material((red, green, blue, opacity), texture, alpha, look.alpha_cutoff)  # type: ignore[arg-type]

    def _texture(self, i: int) -> Texture | None:
        """Return an image of the file; note a missing, huge or external image and ignore it."""
        try:
            texture = self.numbers.get_item(self.document.textures, i, "textures")
            image_index = (
                texture.source
                if texture.extensions.webp.source is None
                else texture.extensions.webp.source
            )
            if image_index is None:
                raise self.source.make_error(
                    f"textures[{i}]", "the image has a format that wc3d does not read"
                )
            if image_index not in self._images:
                self._images[image_index] = None
                self._images[image_index] = self._image(image_index)
        except MeshError as error:
            self.source.add_note(f"texture left out: {error}")
            return None
        return self._images[image_index]

    def _image(self, image_index: int) -> Texture | None:
        image = self.numbers.get_item(self.document.images, image_index, "images")
        if image.uri is not None and not is_data_uri(image.uri):
            return read_sibling_texture(self.source, image.uri)
        if image.uri is not None:
            data: bytes | memoryview = decode_data_uri(self.source, image.uri)
        elif image.buffer_view is not None:
            data = self.numbers.buffer_view_bytes(image.buffer_view)
        else:
            raise self.source.make_error(f"images[{image_index}]", "expected a URI or a bufferView")
        return read_texture(self.source, f"texture images[{image_index}]", data)


def _to_srgb(linear: Floats) -> Floats:
    """Convert linear light, 0 to 1, to sRGB."""
    linear = np.clip(linear, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
