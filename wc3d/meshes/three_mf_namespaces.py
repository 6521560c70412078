"""Namespaces of 3MF files: which elements and attributes are read, which are metadata, and which are told."""

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
"""The core and the extensions that are read. (Of slices it is known that the mesh stands for them.)"""

_METADATA = re.compile(
    r"http://schemas\.(?:slic3r\.org|prusa3d\.com|bambulab\.com|openxmlformats\.org)/.*"
    r"|http://www\.w3\.org/.*"
)
"""Namespaces of slicers and of the package: how something is printed, and who made it."""

LOOK_ELEMENTS = {
    "basematerials",
    "base",
    "colorgroup",
    "color",
    "texture2d",
    "texture2dgroup",
    "tex2coord",
}
"""Elements that say how a surface looks; they are read whatever their namespace."""

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
"""Elements that only hold others, group them, or say more about how they look."""

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
"""The attributes that are read, or are metadata, of each element with a shape."""

_PAINT = re.compile(r"paint_\w+|face_property|xmlns")

OBJECT_TYPES = {"model", "solidsupport", "support", "surface", "other"}
"""The types of objects."""


class XmlNamespaces:
    """The namespaces of one file, by the prefixes that it gives them."""

    def __init__(self) -> None:
        self._uris: dict[str, str] = {}
        self._core: str | None = None
        self._depth = 0
        self._outer: list[tuple[int, dict[str, str]]] = []
        """For each open element that declares namespaces, its depth and the namespaces around it."""

    def enter_element(self) -> None:
        """Note that an element begins."""
        self._depth += 1

    def leave_element(self) -> bool:
        """Note that an element ends, and its namespaces with it. Return whether it had any."""
        is_scope = bool(self._outer) and self._outer[-1][0] == self._depth
        if is_scope:
            self._uris = self._outer.pop()[1]
        self._depth -= 1
        return is_scope

    def declare(self, attributes: dict[str, str]) -> bool:
        """Keep the namespaces that an element declares, until it ends. Return whether it declares any."""
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
        """Take the namespace of the root element as the core's, as some programs name it otherwise."""
        self._core = self._uris.get(root.rpartition(":")[0])

    def uri(self, prefix: str) -> str | None:
        """Return what a prefix stands for; None for one that is not declared."""
        return self._uris.get(prefix)

    def is_read(self, prefix: str) -> bool:
        """Return whether the elements of a prefix are read; an undeclared one stands for the core."""
        uri = self._uris.get(prefix)
        return uri is None or uri == self._core or uri in SUPPORTED_NAMESPACES

    def is_metadata(self, prefix: str) -> bool:
        """Return whether a prefix stands for metadata alone."""
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
