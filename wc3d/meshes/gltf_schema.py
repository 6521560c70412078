"""The parts of glTF 2.0 JSON that are read, by their standard names."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic.alias_generators import to_camel

from wc3d.meshes.gltf_unsupported import note_unread, refuse_unsupported
from wc3d.meshes.mesh_source import MeshError, MeshSource, quote_words

OPTIONAL_LISTS = ("materials", "textures", "images")
"""Lists that do not affect the surface; an invalid item is ignored."""

STRUCTURE_LIMIT = 2_000_000
"""Most commas, braces and brackets in the JSON, to limit memory."""

LISTED_LIMIT = 100_000
"""Most items of each list, such as nodes, meshes and accessors."""

Number = Annotated[int, Field(ge=0, le=1 << 40)]
Some = TypeVar("Some")
ManyOf = Annotated[list[Some], Field(default_factory=list, max_length=LISTED_LIMIT)]
Row3 = tuple[float, float, float]
Row4 = tuple[float, float, float, float]


class GltfModel(BaseModel):
    """A part of the file. Unknown keys are ignored."""

    model_config = ConfigDict(
        extra="ignore", allow_inf_nan=False, frozen=True, alias_generator=to_camel
    )


class DracoUse(GltfModel):
    """The Draco data of a primitive: its bufferView, and the Draco ids of its attributes."""

    buffer_view: Number
    attributes: dict[str, Number] = Field(default_factory=dict)


class MeshoptUse(GltfModel):
    """The meshopt data of a bufferView."""

    buffer: Number
    byte_offset: Number = 0
    byte_length: Number = 0
    byte_stride: Annotated[int, Field(ge=0, le=1024)] = 0
    count: Number = 0
    mode: str = ""
    filter: str = "NONE"


class CompressionExtensions(GltfModel):
    """Compressed data that replaces plain data."""

    draco: DracoUse | None = Field(default=None, alias="KHR_draco_mesh_compression")
    meshopt: MeshoptUse | None = Field(default=None, alias="EXT_meshopt_compression")
    meshopt_khr: MeshoptUse | None = Field(default=None, alias="KHR_meshopt_compression")


class GltfBuffer(GltfModel):
    """A buffer in an external file, a data URI or the GLB."""

    uri: str | None = None
    byte_length: Number


class GltfBufferView(GltfModel):
    """A part of a buffer."""

    buffer: Number
    byte_offset: Number = 0
    byte_length: Number
    byte_stride: Annotated[int, Field(ge=0, le=1024)] | None = None
    extensions: CompressionExtensions = CompressionExtensions()


class SparseIndices(GltfModel):
    """The indices of the values to replace."""

    buffer_view: Number
    byte_offset: Number = 0
    component_type: Literal[5121, 5123, 5125]


class SparseValues(GltfModel):
    """The replacement values."""

    buffer_view: Number
    byte_offset: Number = 0


class SparseAccessor(GltfModel):
    """Replacements for some of an accessor's values."""

    count: Number
    indices: SparseIndices
    values: SparseValues


class GltfAccessor(GltfModel):
    """Numbers in a bufferView."""

    buffer_view: Number | None = None
    byte_offset: Number = 0
    component_type: Literal[5120, 5121, 5122, 5123, 5125, 5126]
    normalized: bool = False
    count: Number
    type: Literal["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]
    sparse: SparseAccessor | None = None


class GltfPrimitive(GltfModel):
    """Triangles (modes 4 to 6), lines or points."""

    attributes: dict[str, Number]
    indices: Number | None = None
    material: int | None = None
    mode: Annotated[int, Field(ge=0, le=6)] = 4
    targets: ManyOf[dict[str, Number]]
    """Morph targets, as offsets from this shape."""
    extensions: CompressionExtensions = CompressionExtensions()


class GltfMesh(GltfModel):
    """Primitives that are placed together."""

    primitives: ManyOf[GltfPrimitive]
    name: object = ""
    weights: ManyOf[float]
    """The weights of the morph targets."""


class JointedSkin(GltfModel):
    """The joints of a skin, with their inverse bind matrices."""

    joints: ManyOf[Number]
    inverse_bind_matrices: Number | None = None


class MeshInstancing(GltfModel):
    """Instances of a node's mesh, by the accessors of their attributes."""

    attributes: dict[str, Number]


class NodeVisibility(GltfModel):
    """The visibility of a node and its descendants."""

    visible: bool = True


class NodeExtensions(GltfModel):
    """The node extensions that are read."""

    visibility: NodeVisibility = Field(default=NodeVisibility(), alias="KHR_node_visibility")
    copies: MeshInstancing | None = Field(default=None, alias="EXT_mesh_gpu_instancing")


class GltfNode(GltfModel):
    """A node of the scene."""

    name: object = ""
    children: ManyOf[Number]
    mesh: Number | None = None
    skin: Number | None = None
    weights: ManyOf[float]
    matrix: Annotated[list[float], Field(min_length=16, max_length=16)] | None = None
    translation: Row3 = (0.0, 0.0, 0.0)
    rotation: Row4 = (0.0, 0.0, 0.0, 1.0)
    scale: Row3 = (1.0, 1.0, 1.0)
    extensions: NodeExtensions = NodeExtensions()

    @field_validator("matrix")
    @classmethod
    def check_last_row(cls, matrix: list[float] | None) -> list[float] | None:
        """Raise ValueError for a matrix that is not affine."""
        if matrix is not None and any(abs(matrix[i] - (i == 15)) > 1e-4 for i in (3, 7, 11, 15)):
            raise ValueError("expected 0, 0, 0, 1 as the last row of the matrix")
        return matrix


class GltfScene(GltfModel):
    """A list of root nodes."""

    nodes: ManyOf[Number]


class TextureTransform(GltfModel):
    """A transform of texture coordinates."""

    offset: tuple[float, float] = (0.0, 0.0)
    rotation: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    tex_coord: Number | None = None


class TextureUseExtensions(GltfModel):
    """The extensions of a texture reference that are read."""

    transform: TextureTransform | None = Field(default=None, alias="KHR_texture_transform")


class TextureUse(GltfModel):
    """A material's reference to a texture."""

    index: Number
    tex_coord: Number = 0
    extensions: TextureUseExtensions = TextureUseExtensions()


class MetallicRoughness(GltfModel):
    """The standard appearance."""

    base_color_factor: Row4 = (1.0, 1.0, 1.0, 1.0)
    base_color_texture: TextureUse | None = None


class SpecularGlossiness(GltfModel):
    """The appearance of the older extension."""

    diffuse_factor: Row4 = (1.0, 1.0, 1.0, 1.0)
    diffuse_texture: TextureUse | None = None


class MaterialExtensions(GltfModel):
    """The material extensions that are read."""

    specular: SpecularGlossiness | None = Field(
        default=None, alias="KHR_materials_pbrSpecularGlossiness"
    )


class GltfMaterial(GltfModel):
    """A material."""

    pbr_metallic_roughness: MetallicRoughness = MetallicRoughness()
    alpha_mode: Literal["OPAQUE", "MASK", "BLEND"] = "OPAQUE"
    alpha_cutoff: float = 0.5
    extensions: MaterialExtensions = MaterialExtensions()


class AlternativeImage(GltfModel):
    """An alternative image in another format."""

    source: Number | None = None


class TextureExtensions(GltfModel):
    """The texture extensions that are read."""

    webp: AlternativeImage = Field(default=AlternativeImage(), alias="EXT_texture_webp")


class GltfTexture(GltfModel):
    """A reference to an image."""

    source: Number | None = None
    extensions: TextureExtensions = TextureExtensions()


class GltfImage(GltfModel):
    """An image in an external file, a data URI or a bufferView."""

    uri: str | None = None
    buffer_view: Number | None = None


class GltfDocument(GltfModel):
    """A glTF file."""

    extensions_used: ManyOf[str]
    extensions_required: ManyOf[str]
    buffers: ManyOf[GltfBuffer]
    buffer_views: ManyOf[GltfBufferView]
    accessors: ManyOf[GltfAccessor]
    meshes: ManyOf[GltfMesh]
    nodes: ManyOf[GltfNode]
    skins: ManyOf[JointedSkin]
    scenes: ManyOf[GltfScene]
    scene: Number | None = None
    materials: ManyOf[GltfMaterial]
    textures: ManyOf[GltfTexture]
    images: ManyOf[GltfImage]


def parse_document(source: MeshSource, data: bytes) -> GltfDocument:
    """Parse a file's JSON. Raises MeshError with the place in the JSON and what was expected."""
    data = data.rstrip(b"\0")  # some writers pad with zeros instead of blanks
    if sum(map(data.count, (b",", b"{", b"["))) > STRUCTURE_LIMIT:
        raise source.make_error("JSON", f"has more than {STRUCTURE_LIMIT:,} entries, the limit")
    try:
        document = GltfDocument.model_validate_json(data)
    except ValidationError as error:
        return _read_leniently(source, data, error)
    entries = json.loads(data, object_pairs_hook=partial(_reject_duplicates, source))
    refuse_unsupported(source, entries)
    note_unread(source, entries)
    return document


def _read_leniently(source: MeshSource, data: bytes, strictly: ValidationError) -> GltfDocument:
    """Parse JSON with nulls, another encoding or invalid materials, and add a note for each."""
    try:
        document = _remove_nulls(
            json.loads(
                data.decode("utf-8", "replace"),
                object_pairs_hook=partial(_reject_duplicates, source),
            )
        )
    except (ValueError, RecursionError):
        raise _make_error(
            source, strictly.errors(include_url=False, include_input=False)[0]
        ) from None
    refuse_unsupported(source, document)
    if isinstance(document, dict):
        _refuse_first_version(source, document)
        for kind in OPTIONAL_LISTS:
            if not isinstance(document.get(kind, []), list):
                del document[kind]
    for _ in range(2):
        try:
            result = GltfDocument.model_validate(document)
            note_unread(source, document)
            return result
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False)
            serious = [
                detail
                for detail in wrong
                if len(detail["loc"]) < 2 or detail["loc"][0] not in OPTIONAL_LISTS
            ]
            if serious:
                raise _make_error(source, serious[0]) from None
            for look, i in ((str(detail["loc"][0]), detail["loc"][1]) for detail in wrong):
                document[look][i] = {}
                source.add_note(f"{look}[{i}] is not as expected; left out")
    raise _make_error(source, wrong[0])


def _reject_duplicates(source: MeshSource, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object. Raise MeshError for a duplicate key: its first value would be lost."""
    result = dict(pairs)
    if len(result) < len(pairs):
        name = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise source.make_error(
            "JSON", f"{quote_words(name)} is given twice in an object; export it again"
        )
    return result


def _remove_nulls(node: Any) -> Any:
    if isinstance(node, dict):
        return {name: _remove_nulls(value) for name, value in node.items() if value is not None}
    return [_remove_nulls(value) for value in node] if isinstance(node, list) else node


def _refuse_first_version(source: MeshSource, document: dict[str, Any]) -> None:
    """Raise MeshError for glTF 1, whose lists are objects."""
    if isinstance(document.get("meshes"), dict):
        raise source.make_error("", "expected glTF version 2, found version 1; export it as glTF 2")


def _make_error(source: MeshSource, error: Any) -> MeshError:
    place = re.sub(r"\.(\d+)", r"[\1]", ".".join(map(str, error["loc"]))) or "JSON"
    words = error["msg"].removeprefix("Value error, ")
    return source.make_error(quote_words(place)[1:-1], words[0].lower() + words[1:])
