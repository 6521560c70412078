"""Save an edited map completely or not at all, with its meshes copied or referenced."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from wc3d._internal.atomic_write import open_atomic
from wc3d.meshes.mesh_source import MeshError, find_mesh_file
from wc3d.table.features import Feature
from wc3d.table.maps.edit_terrain import feature_shapes
from wc3d.table.maps.map_file import MapError, save_map
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.strict_json import FileFault
from wc3d.table.table import Table


@dataclass(frozen=True)
class SavedBoard:
    """The files of a saved map: the map, the copied meshes, and the meshes referenced elsewhere.

    `table` names the meshes as the file does.
    """

    path: Path
    table: Table
    copied_meshes: tuple[str, ...]
    referenced_meshes: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Return a summary for the user."""
        parts = [f"saved {self.path}"]
        if self.copied_meshes:
            parts.append(f"{', '.join(self.copied_meshes)} copied next to it")
        if self.referenced_meshes:
            parts.append(f"it uses {', '.join(self.referenced_meshes)}")
        return "; ".join(parts)


def mesh_shapes(table: Table) -> Iterator[MeshShape]:
    """Yield every mesh of a table's terrain."""
    for feature in table.features:
        for shape in feature_shapes(feature):
            if isinstance(shape, MeshShape):
                yield shape


def save_board(table: Table, path: Path, copy: bool = True) -> SavedBoard:
    """Write a map, and copy meshes that are not in its folder or models3d/ next to it.

    Without `copy`, the map refers to those meshes. A failure leaves no files behind. Raises
    MapError.
    """
    folder = path.parent
    meshes = {shape.path: shape for shape in mesh_shapes(table) if shape.path is not None}
    names: dict[Path, str] = {}
    copied: list[Path] = []
    try:
        for mesh, shape in meshes.items():
            used_names = {
                Path(shape_b.file).name for at, shape_b in meshes.items() if at != mesh
            } | set(names.values())
            names[mesh] = _store_mesh(shape, mesh, folder, copy, used_names, copied)
        named = replace(
            table,
            features=tuple(_rename_meshes(f, names, folder) for f in table.features),
            bodies=(),
        )
        save_map(named, path)
    except OSError as error:
        _delete_copies(copied)
        subject = next(
            (f"{mesh}, which is no longer there," for mesh in meshes if not mesh.is_file()),
            "a mesh",
        )
        raise MapError(
            str(path),
            [
                FileFault(
                    "", f"cannot copy {subject} to the board's folder ({error.strerror or error})"
                )
            ],
        ) from None
    except MapError:
        _delete_copies(copied)
        raise
    new = {file.name for file in copied}
    referred = [name for name in dict.fromkeys(names.values()) if name not in new]
    return SavedBoard(
        path, replace(named, bodies=table.bodies), tuple(sorted(new)), tuple(referred)
    )


def _delete_copies(copied: list[Path]) -> None:
    for file in copied:
        file.unlink(missing_ok=True)


def _store_mesh(
    shape: MeshShape, mesh: Path, folder: Path, copy: bool, used_names: set[str], copied: list[Path]
) -> str:
    """Return the name by which a map in `folder` finds a mesh. Copy the mesh there if needed,
    under a name not in `used_names`.
    """
    original_name = mesh.name if Path(shape.file).is_absolute() else shape.file
    for name in dict.fromkeys((original_name, mesh.name)):
        if _is_same_mesh(name, folder, mesh):
            return name
    if not copy:
        return Path(os.path.relpath(mesh, folder.resolve())).as_posix()
    if mesh.name not in used_names and _is_copy(folder / mesh.name, mesh):
        return mesh.name
    target = folder / _free_name(mesh, folder, used_names)
    with mesh.open("rb") as source, open_atomic(target) as file:
        shutil.copyfileobj(source, file)
    copied.append(target)
    return target.name


def _is_same_mesh(name: str, folder: Path, path: Path) -> bool:
    try:
        return find_mesh_file(name, folder).samefile(path)
    except (MeshError, OSError):
        return False


def _is_copy(path: Path, mesh: Path) -> bool:
    """Return whether a file holds the same mesh, such as a copy from an interrupted save."""
    try:
        return path.is_file() and filecmp.cmp(path, mesh, shallow=False)
    except OSError:
        return False


def _free_name(path: Path, folder: Path, used_names: set[str]) -> str:
    """Return a name that is unused in the folder and hides no mesh that the map finds elsewhere."""
    name = path.name
    number = 1
    while (folder / name).exists() or name in used_names:
        number += 1
        name = f"{path.stem}-{number}{path.suffix}"
    return name


def with_absolute_mesh_paths(table: Table) -> Table:
    """Return the table with absolute paths of meshes, which work from any folder."""
    names = {shape.path: str(shape.path) for shape in mesh_shapes(table) if shape.path is not None}
    return replace(table, features=tuple(_rename_meshes(f, names, Path()) for f in table.features))


def _rename_meshes(feature: Feature, names: dict[Path, str], folder: Path) -> Feature:
    """Return the feature with the map's names for its meshes."""
    shapes = []
    for shape in feature_shapes(feature):
        if isinstance(shape, MeshShape) and shape.path in names and shape.file != names[shape.path]:
            path = shape.path
            shape = shape.model_copy(update={"file": names[path]})
            shape.find(folder)
        shapes.append(shape)
    return replace(feature, shapes=tuple(shapes)) if tuple(shapes) != feature.shapes else feature
