"""Report unread parts of a glTF file, and reject unsupported required extensions.

Metadata is not reported: names, `extras`, `asset`, normals, tangents, samplers, materials except
their color, opacity and base texture, and the extensions in METADATA_EXTENSIONS and
LOOK_EXTENSION_PATTERN.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from wc3d.meshes.mesh_source import MeshSource, quote_words

DRACO_EXTENSION = "KHR_draco_mesh_compression"
RESTART_EXTENSIONS = ("KHR_mesh_primitive_restart", "EXT_mesh_primitive_restart")

SUPPORTED_EXTENSIONS = {
    DRACO_EXTENSION,
    *RESTART_EXTENSIONS,
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "KHR_texture_transform",
}
"""Extensions that are read."""

METADATA_EXTENSIONS = {
    "CESIUM_primitive_outline",
    "EXT_instance_features",
    "EXT_mesh_features",
    "EXT_mesh_manifold",
    "EXT_structural_metadata",
    "KHR_animation_pointer",
    "KHR_node_hoverability",
    "KHR_node_selectability",
    "KHR_xmp",
    "KHR_xmp_json_ld",
}
"""Extensions that do not affect the surface."""

LOOK_EXTENSION_PATTERN = re.compile(r"[A-Z0-9]+_(?:materials|texture|lights)_\w+")
"""Extensions that only affect the appearance."""

_SHARED_KEYS = {"name", "extras", "extensions"}
_KEYS: dict[str, set[str]] = {
    "nodes": {
        "camera",
        "children",
        "skin",
        "matrix",
        "mesh",
        "rotation",
        "scale",
        "translation",
        "weights",
    },
    "meshes": {"primitives", "weights"},
    "skins": {"inverseBindMatrices", "skeleton", "joints"},
    "scenes": {"nodes"},
    "accessors": {
        "bufferView",
        "byteOffset",
        "componentType",
        "normalized",
        "count",
        "type",
        "max",
        "min",
        "sparse",
    },
    "bufferViews": {"buffer", "byteOffset", "byteLength", "byteStride", "target"},
    "buffers": {"uri", "byteLength"},
}
"""The parts of a file that describe the surface, with their supported keys."""

_PRIMITIVE_KEYS = {"attributes", "indices", "material", "mode", "targets"}
_TOP_KEYS = {
    "asset",
    "extensionsUsed",
    "extensionsRequired",
    "materials",
    "textures",
    "images",
    "samplers",
    "scene",
    *_KEYS,
}
_ATTRIBUTE = re.compile(r"POSITION|NORMAL|TANGENT|COLOR_0|TEXCOORD_\d+|(?:JOINTS|WEIGHTS)_[0-3]")
_TARGET = re.compile(r"POSITION|NORMAL|TANGENT|(?:COLOR|TEXCOORD)_\d+")

GLTF_VERSION = (2, 0)
"""The supported version of glTF."""


def refuse_unsupported(source: MeshSource, document: Any) -> None:
    """Raise MeshError for an unsupported required extension or required version of glTF."""
    if not isinstance(document, dict):
        return
    for name in _strings(document.get("extensionsRequired")):
        if not _is_known(name):
            words = f"requires the extension {quote_words(name)}, which wc3d does not read; export the mesh without it"
            raise source.make_error("extensionsRequired", words)
    asset = document.get("asset")
    named = asset if isinstance(asset, dict) else {}
    required = _version(named.get("minVersion"))
    if required is not None and required > GLTF_VERSION:
        version_text = f"the file requires glTF {named['minVersion']}"
        raise source.make_error(
            "asset.minVersion", f"{version_text}, but wc3d reads only 2.0; export it as glTF 2.0"
        )
    version = _version(named.get("version"))
    if required is None and version is not None and version[0] > GLTF_VERSION[0]:
        raise source.make_error(
            "asset.version", f"expected glTF 2.0, found {named['version']}; export it as glTF 2.0"
        )


def _version(value: Any) -> tuple[int, int] | None:
    """Return a version such as "2.0" as numbers, or None for an invalid one."""
    numbers = re.fullmatch(r"(\d{1,4})\.(\d{1,4})", value) if isinstance(value, str) else None
    return None if numbers is None else (int(numbers[1]), int(numbers[2]))


def note_unread(source: MeshSource, document: Any) -> None:
    """Add notes about unread parts of a file's JSON."""
    if not isinstance(document, dict):
        return
    source.count_skipped(
        "animations (the first pose is read)", count=_count_entries(document, "animations")
    )
    source.count_skipped("cameras", count=_count_entries(document, "cameras"))
    part_counts = Counter(
        key for key in document if key not in _TOP_KEYS | _SHARED_KEYS | {"animations", "cameras"}
    )
    for kind, keys in _KEYS.items():
        for part in _objects(document.get(kind)):
            part_counts.update(f"{kind}.{key}" for key in part.keys() - keys - _SHARED_KEYS)
    for node in _objects(document.get("nodes")):
        if "matrix" in node:
            part_counts.update(
                f"nodes.{key} next to a matrix"
                for key in ("translation", "rotation", "scale")
                if key in node
            )
    for mesh in _objects(document.get("meshes")):
        for primitive in _objects(mesh.get("primitives")):
            part_counts.update(
                f"primitives.{key}" for key in primitive.keys() - _PRIMITIVE_KEYS - _SHARED_KEYS
            )
            _report_primitive(source, primitive)
    for name, count in sorted(part_counts.items()):
        source.count_skipped("parts", name, count)
    extension_counts = Counter(_extensions_in(document))
    for name in _strings(document.get("extensionsUsed")):
        extension_counts[name] += name not in extension_counts
    for name, count in extension_counts.items():
        if not _is_known(name):
            source.count_skipped("extensions", name, count)


def _report_primitive(source: MeshSource, primitive: dict[str, Any]) -> None:
    mode = primitive.get("mode", 4)
    attributes = primitive.get("attributes")
    if mode in (0, 1, 2, 3):
        source.count_skipped("points and lines", count=1)
        return
    names = attributes if isinstance(attributes, dict) else {}
    for name in names:
        if not _ATTRIBUTE.fullmatch(name):
            source.count_skipped("attributes", name)
    if "POSITION" not in names:
        source.count_skipped("primitives without vertices", count=1)
    for target in _objects(primitive.get("targets")):
        for name in target:
            if not _TARGET.fullmatch(name):
                source.count_skipped("attributes of morph targets", name)


def _is_known(name: str) -> bool:
    return (
        name in SUPPORTED_EXTENSIONS
        or name in METADATA_EXTENSIONS
        or LOOK_EXTENSION_PATTERN.fullmatch(name) is not None
    )


def _extensions_in(document: dict[str, Any]) -> Iterator[str]:
    """Yield the name of each extension of each object, except within `extras`."""
    waiting: list[Any] = [document]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += [child for child in part if isinstance(child, dict | list)]
            continue
        extensions = part.get("extensions")
        if isinstance(extensions, dict):
            yield from extensions
        waiting += [
            child
            for key, child in part.items()
            if key != "extras" and isinstance(child, dict | list)
        ]


def _objects(listed: Any) -> Iterator[dict[str, Any]]:
    return (
        (item for item in listed if isinstance(item, dict))
        if isinstance(listed, list)
        else iter(())
    )


def _strings(listed: Any) -> list[str]:
    return [item for item in listed if isinstance(item, str)] if isinstance(listed, list) else []


def _count_entries(document: dict[str, Any], kind: str) -> int:
    listed = document.get(kind)
    return len(listed) if isinstance(listed, list) else 0
