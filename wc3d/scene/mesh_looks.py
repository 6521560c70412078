"""The looks of mesh files: their triangles, colors and textures at several levels of detail.

A look is made once, then cached in memory and, by the file's hash, in the user's cache.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.progress import Progress, scale_progress
from wc3d.geometry.array_cache import load_arrays, save_arrays
from wc3d.geometry.cache_folder import cache_folder
from wc3d.meshes.mesh_source import MeshError, ReadingStoppedError, SiblingFiles, hash_file
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.surface import Material, MeshSurface, SurfacePart, Texture
from wc3d.meshes.textures import texture_pixels
from wc3d.meshes.to_inches import convert_to_inches
from wc3d.meshes.units import FORMAT_UNITS_AND_UP
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.mesh_simplification import SharedVertexMesh, simplify_mesh
from wc3d.scene.vertex_normals import smooth_normals
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape, cosine_and_sine
from wc3d.table.terrain.mesh_solids import (
    MAX_CACHED_MESHES,
    MeshImportSettings,
    MeshKey,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

DETAIL_TRIANGLES = (24_000, 8_000, 2_500, 800, 250, 100)
"""The numbers of triangles of the levels of detail, from near to far."""
MAX_OUTLINE_TRIANGLES = 8_000
"""The maximum number of triangles to search for edges."""
MAX_DETAIL_RATIO = 0.7
"""The maximum triangles of a level of detail, as a share of the level before."""
CREASE_DEG = 32.0
"""Degrees: a surface that turns by more has an edge there."""
COLORLESS_LIMIT = 0.97
"""The brightness above which a material does not count as a color."""
READING_WORK_SHARE = 0.2
"""The share of reading the file in the total work."""
CACHE_VERSION = 4
"""The version of the data in the user's cache."""
READ_ERRORS = (OSError, ValueError, KeyError, TypeError)
"""The errors of reading a missing or damaged file."""
VERTEX_GRID_STEPS = (1 << 21) - 1
"""Vertices are merged on a grid of this many steps along the mesh's longest side."""


class TexturedTriangles(NamedTuple):
    """Triangles with one texture or none, in the form of graphics libraries."""

    points: NDArray[np.float32]
    """(n, 3)."""
    normals: NDArray[np.float32]
    """(n, 3)."""
    uv: NDArray[np.float32]
    """(n, 2): texture coordinates, with (0, 0) at the lower left."""
    colors: NDArray[np.uint8]
    """(n, 4): colors that multiply the texture."""
    faces: NDArray[np.int32]
    """(m, 3)."""
    texture: int
    """The texture's index, -1 for none."""
    cutoff: float
    """The opacity below which nothing is drawn; 0 draws everything."""


@dataclass(frozen=True, eq=False)
class MeshLook:
    """A mesh file's look in inches from its origin. `has_own_colors`: the file defines colors."""

    detail_levels: tuple[tuple[TexturedTriangles, ...], ...]
    """The levels of detail, the finest first."""
    textures: tuple[Texture, ...]
    has_own_colors: bool
    is_closed: bool
    """True if every surface has an inside that is never visible."""
    notes: tuple[str, ...]
    """Notes about unreadable parts, a line each."""

    @cached_property
    def triangle_counts(self) -> tuple[int, ...]:
        """The triangles of each level of detail."""
        return tuple(sum(len(skin.faces) for skin in form) for form in self.detail_levels)

    @property
    def is_plain(self) -> bool:
        """True if there are no textures and no holes cut by colors."""
        return all(
            skin.texture < 0 and not skin.cutoff for form in self.detail_levels for skin in form
        )

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """The lowest and the highest corner."""
        lows, highs = (
            np.array([way(skin.points, axis=0) for skin in self.detail_levels[-1]])
            for way in (np.min, np.max)
        )
        return lows.min(axis=0).astype(float), highs.max(axis=0).astype(float)

    @cached_property
    def outline(self) -> DrawnMesh:
        """A coarse mesh over shared vertices, for edges and outlines."""
        form = self.detail_with_at_most(MAX_OUTLINE_TRIANGLES)
        points = np.concatenate([skin.points for skin in form]).astype(float)
        offsets = np.cumsum([0, *(len(skin.points) for skin in form)])
        faces = np.concatenate([skin.faces + k for skin, k in zip(form, offsets[:-1], strict=True)])
        _, first, vertex = np.unique(points, axis=0, return_index=True, return_inverse=True)
        return DrawnMesh(points[first], vertex.reshape(-1)[faces])

    def detail_with_at_most(self, triangles: int) -> tuple[TexturedTriangles, ...]:
        """Return the finest level with up to `triangles` triangles, else the coarsest."""
        return next(
            (
                form
                for form, count in zip(self.detail_levels, self.triangle_counts, strict=True)
                if count <= triangles
            ),
            self.detail_levels[-1],
        )


_looks: dict[MeshKey, MeshLook] = {}


def key_of_look(key: MeshKey) -> MeshKey:
    """Return the key of a mesh's look, which is independent of the rules' solids."""
    return key._replace(
        settings=key.settings._replace(tolerance=0.0, has_fixed_levels=False, uneven=None)
    )


def cached_look(key: MeshKey) -> MeshLook | None:
    """Return the look of a mesh file if it is in memory."""
    return _looks.get(key_of_look(key))


def cache_looks(looks: Mapping[MeshKey, MeshLook]) -> None:
    """Cache these looks in memory and drop the oldest."""
    _looks.update({key_of_look(key): look for key, look in looks.items()})
    for key in list(_looks)[:-MAX_CACHED_MESHES]:
        del _looks[key]


def load_stored_look(key: MeshKey) -> bool:
    """Load a look from the user's cache into memory, and return whether it was there."""
    try:
        cache_looks({key: _load_saved_look(_cache_path(key), key.path)})
    except (*READ_ERRORS, MeshError):
        return False
    return True


def find_ready_look(key: MeshKey) -> MeshLook | None:
    """Return the look of a mesh file if it is in memory or in the user's cache."""
    look = cached_look(key)
    return cached_look(key) if look is None and load_stored_look(key) else look


def get_look(key: MeshKey) -> MeshLook:
    """Return the look of a mesh file, made if it is not cached."""
    look = cached_look(key)
    if look is None:
        look = load_or_make_look(key)
        cache_looks({key: look})
    return look


def load_or_make_look(key: MeshKey, progress: Progress | None = None) -> MeshLook:
    """Return a mesh file's look, from the user's cache if possible; an empty look if the file
    cannot be read.

    Raises ReadingStoppedError.
    """
    try:
        return _load_look(key, progress)
    except ReadingStoppedError:
        raise
    except MeshError as error:
        return MeshLook((), (), False, False, (str(error),))


def _cache_path(key: MeshKey) -> Path:
    """Return a look's path in the user's cache. Raises MeshError if the mesh file is missing."""
    fit = "-".join(str(part) for part in (key.settings.units, key.settings.up, key.settings.scale))
    return cache_folder() / f"look-{CACHE_VERSION}-{hash_file(key.path)[:32]}-{fit}.npz"


def _load_look(key: MeshKey, progress: Progress | None) -> MeshLook:
    path = _cache_path(key)
    with contextlib.suppress(*READ_ERRORS):
        return _load_saved_look(path, key.path)
    surface = read_surface(key.path, scale_progress(progress, 0.0, READING_WORK_SHARE))
    look = make_surface_look(
        surface, key.path, key.settings, scale_progress(progress, READING_WORK_SHARE, 1.0)
    )
    with contextlib.suppress(OSError):  # a full disk: the look is made again next time
        _save_look(look, surface.named_files, path)
    return look


def mesh_files_of(shapes: Iterable[Any]) -> list[tuple[MeshShape, MeshKey]]:
    """Return the mesh files among a feature's shapes, with the keys of their solids."""
    return [
        (shape, shape.mesh_key)
        for shape in shapes
        if isinstance(shape, MeshShape) and shape.mesh_key is not None
    ]


def unread_look_notes(features: Iterable[Feature]) -> list[str]:
    """Return notes about unreadable looks of the drawn features' mesh files, a line each."""
    key_looks = [
        (key, cached_look(key)) for feature in features for _, key in mesh_files_of(feature.shapes)
    ]
    notes = [
        f"{key.path.name}: {note}"
        for key, look in key_looks
        if look is not None
        for note in look.notes
    ]
    return list(dict.fromkeys(notes))


def placement_matrix(shape: MeshShape) -> Floats:
    """Return the matrix (4, 4) that moves a mesh to its place on the table."""
    c, s = cosine_and_sine(shape.rotation)
    flip = -1.0 if shape.mirrored else 1.0
    x, y, z = shape.position
    return np.array(
        [[c * flip, -s, 0.0, x], [s * flip, c, 0.0, y], [0.0, 0.0, 1.0, z], [0.0, 0.0, 0.0, 1.0]]
    )


# --- creation


def make_surface_look(
    surface: MeshSurface,
    path: Path,
    fit: MeshImportSettings,
    progress: Progress | None = None,
    counts: Sequence[int] = DETAIL_TRIANGLES,
) -> MeshLook:
    """Return a look with levels of about `counts` triangles. Raises ReadingStoppedError."""
    units, up = FORMAT_UNITS_AND_UP.get(path.suffix.lower(), ("in", "z"))
    triangles = convert_to_inches(surface.triangles, fit.units or units, fit.up or up, fit.scale)
    textures: list[Texture] = []
    styles = []
    notes = list(surface.notes)
    for part in surface.parts:
        texture = (
            part.material.texture if part.material is not None and part.uv is not None else None
        )
        if texture is not None and texture not in textures:
            if texture_pixels(texture, 1) is None:
                notes.append("a texture is damaged; drawn in plain color")
                texture = None
            else:
                textures.append(texture)
        styles.append((-1 if texture is None else textures.index(texture), _cutoff(part.material)))
    soup, uv, colors, style = _make_soup(triangles, surface.parts, styles)
    forms = [_make_skins(soup, uv, colors, style, styles)]
    counts = [count for count in counts if count < MAX_DETAIL_RATIO * len(soup.faces)]
    for form in simplify_mesh(soup, counts, progress):
        forms.append(_make_skins(form, uv, colors, style, styles))
    if len(forms) < 1 + len(counts):
        raise ReadingStoppedError(f"{path.name}: reading was canceled")
    painted = bool(textures) or any(
        part.colors is not None
        or (part.material is not None and min(part.material.color[:3]) < COLORLESS_LIMIT)
        for part in surface.parts
    )
    return MeshLook(tuple(forms), tuple(textures), painted, _is_closed(soup), tuple(notes))


def _is_closed(soup: SharedVertexMesh) -> bool:
    """Return whether each edge is used equally both ways and the surface faces outward."""
    start, end = soup.faces.reshape(-1), np.roll(soup.faces, -1, axis=1).reshape(-1)
    _, edge = np.unique(
        np.minimum(start, end) * len(soup.points) + np.maximum(start, end), return_inverse=True
    )
    if np.bincount(edge.reshape(-1), np.sign(end - start)).any():
        return False
    a, b, c = (soup.points[soup.faces[:, k]] for k in range(3))
    return float((a * np.cross(b, c)).sum()) > 0.0


def _cutoff(material: Material | None) -> float:
    if material is None or material.alpha == "opaque":
        return 0.0
    return material.cutoff if material.alpha == "mask" else 0.25 * material.color[3]


def _make_soup(
    triangles: Floats, parts: Sequence[SurfacePart], styles: Sequence[Any]
) -> tuple[SharedVertexMesh, NDArray[np.float32], NDArray[np.uint8], Ints]:
    """Return triangles over shared vertices, and each corner kind's uv, color and part."""
    corners = triangles.reshape(-1, 3)
    low = corners.min(axis=0)
    span = max(float(np.ptp(corners, axis=0).max()), 1e-9)
    cells = np.round((corners - low) / span * VERTEX_GRID_STEPS).astype(np.int64)
    _, first, vertex = np.unique(
        (cells[:, 0] << 42) | (cells[:, 1] << 21) | cells[:, 2],
        return_index=True,
        return_inverse=True,
    )
    points = corners[first]
    vertex = vertex.reshape(-1)
    uv = np.zeros((len(corners), 2), np.float32)
    colors = np.full((len(corners), 4), 255, np.uint8)
    style = np.zeros(len(corners), np.int64)
    for number, part in enumerate(parts):
        rows = slice(3 * part.start, 3 * part.stop)
        style[rows] = number
        colors[rows] = _corner_colors(part)
        if part.uv is not None and styles[number][0] >= 0:
            uv[rows] = part.uv.reshape(-1, 2)
    mixed = vertex.astype(np.uint64)
    for column in (
        *uv.view(np.uint32).T,
        np.ascontiguousarray(colors).view(np.uint32)[:, 0],
        style,
    ):
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9) + column.astype(
            np.uint64
        )
    _, unique_rows, corner = np.unique(mixed, return_index=True, return_inverse=True)
    faces = vertex.reshape(-1, 3)
    named = corner.reshape(-1, 3).astype(np.int64)
    a, b, c = faces.T
    whole = (a != b) & (b != c) & (c != a)
    return (
        SharedVertexMesh(points, faces[whole], named[whole]),
        uv[unique_rows],
        colors[unique_rows],
        style[unique_rows],
    )


def _corner_colors(part: SurfacePart) -> NDArray[np.uint8]:
    """Return the colors of a part's corners (n, 4), multiplied by its material as light."""
    material = (1.0, 1.0, 1.0, 1.0) if part.material is None else part.material.color
    if part.colors is None:
        return np.tile(
            np.round(np.array(material) * 255).astype(np.uint8), (3 * (part.stop - part.start), 1)
        )
    colors = part.colors.reshape(-1, 4)
    if material == (1.0, 1.0, 1.0, 1.0):
        return colors
    return np.round(np.clip(colors * np.array(material), 0, 255)).astype(
        np.uint8
    )  # a power of a product is the product of the powers


def _make_skins(
    soup: SharedVertexMesh,
    uv: NDArray[np.float32],
    colors: NDArray[np.uint8],
    style: Ints,
    styles: Sequence[tuple[int, float]],
) -> tuple[TexturedTriangles, ...]:
    """Return a level as skins, with corners split at surface edges and texture seams."""
    points, normals, rows = smooth_normals(DrawnMesh(soup.points, soup.faces), CREASE_DEG)
    key = rows.reshape(-1) * (int(soup.corners.max()) + 1) + soup.corners.reshape(-1)
    _, first, vertex = np.unique(key, return_index=True, return_inverse=True)
    row = rows.reshape(-1)[first]
    corner = soup.corners.reshape(-1)[first]
    faces = vertex.reshape(-1, 3)
    of_face = style[soup.corners[:, 0]]
    skins = []
    for kind in dict.fromkeys(styles):
        alike = np.isin(of_face, [number for number, entry in enumerate(styles) if entry == kind])
        if not alike.any():
            continue
        vertex_rows, local = np.unique(faces[alike], return_inverse=True)
        skins.append(
            TexturedTriangles(
                points[row[vertex_rows]].astype(np.float32),
                normals[row[vertex_rows]].astype(np.float32),
                uv[corner[vertex_rows]],
                colors[corner[vertex_rows]],
                local.reshape(-1, 3).astype(np.int32),
                *kind,
            )
        )
    return tuple(skins)


# --- cache


def _save_look(look: MeshLook, named: Sequence[tuple[str, str]], path: Path) -> None:
    """Save a look completely or not at all, with the hashes of files that its mesh names."""
    arrays: dict[str, Any] = {
        "notes": np.array(look.notes, dtype=np.str_),
        "shape": np.array([len(f) for f in look.detail_levels]),
    }
    arrays |= {"painted": np.array(look.has_own_colors), "closed": np.array(look.is_closed)}
    arrays["named"] = np.array(named, dtype=np.str_).reshape(-1, 2)
    for number, texture in enumerate(look.textures):
        arrays[f"image{number}"] = np.frombuffer(texture.data, np.uint8)
        arrays[f"image{number}_about"] = np.array([texture.mime, *map(str, texture.size)])
    for k, form in enumerate(look.detail_levels):
        for j, skin in enumerate(form):
            arrays |= {
                f"skin{k}_{j}_{name}": np.asarray(value) for name, value in skin._asdict().items()
            }
    save_arrays(arrays, path)


def _load_saved_look(path: Path, mesh: Path) -> MeshLook:
    """Load a saved look.

    Raises OSError, ValueError or KeyError if it is missing, damaged, or older than a file that the
    mesh file names.
    """
    arrays: dict[str, Any] = load_arrays(path)
    neighbors = SiblingFiles(mesh)
    if any(neighbors.hash_sibling(name) != old_hash for name, old_hash in arrays["named"].tolist()):
        raise ValueError(
            f"{path.name}: the files next to the mesh have changed since this look was cached"
        )
    forms = []
    for k, count in enumerate(arrays["shape"].tolist()):
        rows = [
            {name: arrays[f"skin{k}_{j}_{name}"] for name in TexturedTriangles._fields}
            for j in range(count)
        ]
        forms.append(
            tuple(
                TexturedTriangles(**row)._replace(
                    texture=int(row["texture"]), cutoff=float(row["cutoff"])
                )
                for row in rows
            )
        )
    textures = []
    number = 0
    while f"image{number}" in arrays:
        mime, wide, high = arrays[f"image{number}_about"].tolist()
        textures.append(Texture(arrays[f"image{number}"].tobytes(), mime, (int(wide), int(high))))
        number += 1
    painted, closed = (bool(arrays[name]) for name in ("painted", "closed"))
    return MeshLook(tuple(forms), tuple(textures), painted, closed, tuple(arrays["notes"].tolist()))
