"""The numbers of a glTF file: buffers and accessors, with checked bounds."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.gltf_decompress import decode_meshopt
from wc3d.meshes.gltf_schema import (
    GltfAccessor,
    GltfBufferView,
    GltfDocument,
    GltfModel,
    SparseAccessor,
)
from wc3d.meshes.mesh_source import CORNERS_LIMIT, MAX_FILE_BYTES, MeshError, MeshSource
from wc3d.meshes.surface import Floats
from wc3d.meshes.textures import decode_data_uri, is_data_uri

Some = TypeVar("Some", bound=GltfModel)
Numbers = NDArray[Any]

_KINDS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


class GltfAccessors:
    """A file's buffers, read on first use."""

    def __init__(self, source: MeshSource, document: GltfDocument, own: bytes | None) -> None:
        self.source = source
        self.document = document
        self._own = own
        self._buffers: dict[int, bytes] = {}
        self.decoded: dict[int, Numbers] = {}
        """Decoded Draco values by accessor, as rows."""
        self._views: dict[int, bytes] = {}
        self._replaced = 0

    def get_item(self, listed: list[Some], i: int, group: str) -> Some:
        """Return item `i` of one of the file's lists. Raises MeshError for an invalid index."""
        if i >= len(listed):
            raise self.source.make_error(
                f"{group}[{i}]", f"does not exist; number of {group} in the file: {len(listed)}"
            )
        return listed[i]

    def buffer_view_bytes(self, i: int) -> memoryview:
        """Return the bytes of a bufferView."""
        view = self.get_item(self.document.buffer_views, i, "bufferViews")
        if self._is_only_compressed(view):
            return self._decompress(i, view)
        buffer = self._buffer(view.buffer)
        if view.byte_offset + view.byte_length > len(buffer):
            end = view.byte_offset + view.byte_length
            raise self.source.make_error(
                f"bufferViews[{i}]",
                f"damaged: ends at byte {end:,}, but its buffer has only {len(buffer):,} bytes; export it again",
            )
        return memoryview(buffer)[view.byte_offset : view.byte_offset + view.byte_length]

    def _decompress(self, i: int, view: GltfBufferView) -> memoryview:
        """Return the bytes of a bufferView that is compressed with meshopt."""
        use = view.extensions.meshopt or view.extensions.meshopt_khr
        assert use is not None
        if i not in self._views:
            buffer = self._buffer(use.buffer)
            data = buffer[use.byte_offset : use.byte_offset + use.byte_length]
            self._views[i] = decode_meshopt(
                self.source, f"bufferViews[{i}]", use, data, view.byte_length
            )
        return memoryview(self._views[i])

    def _is_only_compressed(self, view: GltfBufferView) -> bool:
        """Return whether a bufferView exists only in compressed form, without a fallback buffer."""
        ways = [
            way for way in (view.extensions.meshopt, view.extensions.meshopt_khr) if way is not None
        ]
        buffer = self.get_item(self.document.buffers, view.buffer, "buffers")
        is_stored = buffer.uri is not None or (view.buffer == 0 and self._own is not None)
        return bool(ways) and (not is_stored or any(way.buffer == view.buffer for way in ways))

    def _buffer(self, i: int) -> bytes:
        if i not in self._buffers:
            buffer = self.get_item(self.document.buffers, i, "buffers")
            if buffer.uri is None:
                data = self._own if i == 0 else None
                if data is None:
                    raise self.source.make_error(
                        f"buffers[{i}]",
                        "expected a URI (only the first buffer of a .glb file needs none)",
                    )
            elif is_data_uri(buffer.uri):
                data = decode_data_uri(self.source, buffer.uri)
            else:
                data = self._read_buffer_file(buffer.uri, buffer.byte_length)
            self._buffers[i] = data
        return self._buffers[i]

    def _read_buffer_file(self, uri: str, size: int) -> bytes:
        """Return the bytes of an external buffer."""
        try:
            return self.source.read_sibling(uri)
        except MeshError as error:
            return self.source.read_renamed_sibling(uri, error, ".bin", MAX_FILE_BYTES, size)

    def accessor(self, i: int) -> GltfAccessor:
        """Return an accessor's description. Raises MeshError for too many values."""
        accessor = self.get_item(self.document.accessors, i, "accessors")
        if accessor.count > CORNERS_LIMIT:
            raise self.source.make_error(
                f"accessors[{i}]",
                f"has {accessor.count:,} values, more than the limit of {CORNERS_LIMIT:,}",
            )
        return accessor

    def stored_values(self, i: int) -> Numbers:
        """Return an accessor's stored values, (n, k), copied only if it is sparse."""
        accessor = self.accessor(i)
        size = _SIZES[accessor.type]
        if i in self.decoded:
            return self.decoded[i]
        if accessor.buffer_view is None:
            numbers: Numbers = np.broadcast_to(
                np.zeros(1, _KINDS[accessor.component_type]), (accessor.count, size)
            )
        else:
            stride = self.get_item(
                self.document.buffer_views, accessor.buffer_view, "bufferViews"
            ).byte_stride
            numbers = self._rows(
                f"accessors[{i}]", accessor.buffer_view, accessor, accessor.count, size, stride
            )
        return (
            numbers
            if accessor.sparse is None
            else self._apply_sparse(numbers, accessor.sparse, accessor, i)
        )

    def _rows(
        self, place: str, view: int, at: Any, count: int, size: int, stride: int | None
    ) -> Numbers:
        kind = np.dtype(_KINDS[at.component_type])
        data = self.buffer_view_bytes(view)
        width = kind.itemsize * size
        stride = stride or width
        if stride < width or at.byte_offset + stride * (count - 1) + width > len(data) * (
            count > 0
        ):
            if count > 0:
                raise self.source.make_error(
                    place,
                    f"damaged: reaches beyond bufferViews[{view}], which has {len(data):,} bytes",
                )
            return np.zeros((0, size), kind)
        return np.ndarray(
            (count, size), kind, buffer=data, offset=at.byte_offset, strides=(stride, kind.itemsize)
        )

    def _apply_sparse(
        self, numbers: Numbers, sparse: SparseAccessor, accessor: GltfAccessor, i: int
    ) -> Numbers:
        """Return values with the sparse replacements applied."""
        place = f"accessors[{i}].sparse"
        self._replaced += accessor.count
        if sparse.count > accessor.count or self._replaced > CORNERS_LIMIT:
            raise self.source.make_error(
                place,
                f"the sparse data replaces more than {min(accessor.count, CORNERS_LIMIT):,} values",
            )
        rows = self._rows(place, sparse.indices.buffer_view, sparse.indices, sparse.count, 1, None)[
            :, 0
        ]
        kind = accessor.model_copy(update={"byte_offset": sparse.values.byte_offset})
        values = self._rows(
            place, sparse.values.buffer_view, kind, sparse.count, numbers.shape[1], None
        )
        if len(rows) and rows.max() >= accessor.count:
            raise self.source.make_error(
                place, f"sparse index {rows.max():,} is out of range ({accessor.count:,} values)"
            )
        numbers = numbers.copy()
        numbers[rows] = values
        return numbers

    def values(self, i: int, rows: NDArray[np.int64] | None = None) -> Floats:
        """Return the given rows of an accessor's values, with normalized integers as fractions."""
        stored = self.stored_values(i)
        numbers = stored if rows is None else stored[rows]
        if not self.accessor(i).normalized or numbers.dtype.kind == "f":
            return numbers.astype(np.float64)
        return np.maximum(numbers / np.iinfo(numbers.dtype).max, -1.0)
