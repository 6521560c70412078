"""Namespaces of 3MF files: which elements and attributes are read, metadata, or reported."""

from __future__ import annotations

import re

_MICROSOFT = "http://schemas.microsoft.com/3dmanufacturing"

SUPPORTED_NAMESPACES = {
    f"{_MICROSOFT}/core/2015/02",
    f"{_MICROSOFT}/material/2015/02",
    f"{_MICROSOFT}/production/2015/06",
    f"{_MICROSOFT}/slice/2015/07",
    f"{_MICROSOFT}/trianglesets/2021/07",
    f"{_MICROSOFT}/beamlattice/2017/02",
    f"{_MICROSOFT}/beamlattice/balls/2020/07",
    f"{_MICROSOFT}/booleanoperations/2022/06",
    "http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07",
}
"""The core and the supported extensions. (Slices are skipped, because the mesh represents them.)"""

_METADATA = re.compile(
    r"http://schemas\.(?:slic3r\.org|prusa3d\.com|bambulab\.com|openxmlformats\.org)/.*"
    r"|http://www\.w3\.org/.*"
)
"""Namespaces of slicers and of the package: print settings and authorship."""

LOOK_ELEMENTS = {
    "basematerials",
    "base",
    "colorgroup",
    "color",
    "texture2d",
    "texture2dgroup",
    "tex2coord",
}
"""Elements of a surface's appearance, read in any namespace."""

METADATA_ELEMENTS = {
    "ballref",
    "beams",
    "beamset",
    "beamsets",
    "balls",
    "build",
    "components",
    "composite",
    "compositematerials",
    "mesh",
    "metadata",
    "metadatagroup",
    "multi",
    "multiproperties",
    "pbmetallic",
    "pbmetallicdisplayproperties",
    "pbmetallictexturedisplayproperties",
    "pbspecular",
    "pbspeculardisplayproperties",
    "pbspeculartexturedisplayproperties",
    "ref",
    "refrange",
    "Relationships",
    "resources",
    "translucent",
    "translucentdisplayproperties",
    "triangles",
    "triangleset",
    "trianglesets",
    "vertices",
}
"""Elements that only contain or group others, or add details of the appearance."""

KNOWN_ATTRIBUTES = {
    "item": {"objectid", "transform", "partnumber", "printable", "path", "UUID"},
    "component": {"objectid", "transform", "path", "UUID"},
    "object": {
        "id",
        "type",
        "name",
        "partnumber",
        "thumbnail",
        "pid",
        "pindex",
        "path",
        "UUID",
        "slicestackid",
        "meshresolution",
    },
    "vertex": {"x", "y", "z"},
    "triangle": {"v1", "v2", "v3", "pid", "p1", "p2", "p3"},
    "beamlattice": {
        "minlength",
        "radius",
        "precision",
        "ballmode",
        "ballradius",
        "clippingmode",
        "clippingmesh",
        "representationmesh",
        "pid",
        "pindex",
        "cap",
    },
    "beam": {"v1", "v2", "r1", "r2", "cap1", "cap2", "pid", "p1", "p2", "tag"},
    "ball": {"vindex", "r", "pid", "p", "tag"},
    "booleanshape": {"objectid", "operation", "transform", "path"},
    "booleans": {"objectid", "operation", "transform", "path"},
    "boolean": {"objectid", "transform", "path"},
}
"""The attributes of each shape element that are read or are metadata."""

_PAINT = re.compile(r"paint_\w+|face_property|xmlns")

OBJECT_TYPES = {"model", "solidsupport", "support", "surface", "other"}
"""The types of objects."""


class XmlNamespaces:
    """The namespaces of a file, by prefix."""

    def __init__(self) -> None:
        self._uris: dict[str, str] = {}
        self._core: str | None = None
        self._depth = 0
        self._outer: list[tuple[int, dict[str, str]]] = []
        """Depths of open elements with namespace declarations, and the enclosing namespaces."""

    def enter_element(self) -> None:
        """Enter an element."""
        self._depth += 1

    def leave_element(self) -> bool:
        """Leave an element and drop its namespaces. Return whether it declared any."""
        is_scope = bool(self._outer) and self._outer[-1][0] == self._depth
        if is_scope:
            self._uris = self._outer.pop()[1]
        self._depth -= 1
        return is_scope

    def declare(self, attributes: dict[str, str]) -> bool:
        """Store an element's namespaces until the element ends. Return whether it declares any."""
        own = {
            name.partition(":")[2]: value
            for name, value in attributes.items()
            if name.startswith("xmlns")
        }
        if own:
            self._outer.append((self._depth, self._uris))
            self._uris = self._uris | own
        return bool(own)

    def use_root_namespace(self, root: str) -> None:
        """Treat the root element's namespace as the core: some programs use another URI."""
        self._core = self._uris.get(root.rpartition(":")[0])

    def uri(self, prefix: str) -> str | None:
        """Return the URI of a prefix, or None for an undeclared prefix."""
        return self._uris.get(prefix)

    def is_read(self, prefix: str) -> bool:
        """Return whether elements with a prefix are read; an undeclared prefix means the core."""
        uri = self._uris.get(prefix)
        return uri is None or uri == self._core or uri in SUPPORTED_NAMESPACES

    def is_metadata(self, prefix: str) -> bool:
        """Return whether a prefix is for metadata only."""
        return prefix == "xml" or _METADATA.fullmatch(self._uris.get(prefix, "")) is not None

    def unread_attributes(self, element: str, attributes: dict[str, str]) -> list[str]:
        """Return the names of an element's attributes that are neither read nor metadata."""
        read_names = KNOWN_ATTRIBUTES[element]
        unread_names = []
        for name in attributes.keys() - read_names:
            prefix, _, local = name.rpartition(":")
            if (
                (local in read_names and self.is_read(prefix))
                or self.is_metadata(prefix)
                or _PAINT.fullmatch(prefix or local)
            ):
                continue
            unread_names.append(f"{element} {name}")
        return unread_names
