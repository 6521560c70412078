"""Makes models3d/solids: the solids of the meshes on the included and the random boards.

    python scripts/make_mesh_solids.py

With these files, a new computer loads such a board without the half minute that building its solids
takes. Run it again after a change to the code that builds solids: its test says so.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import wc3d
from wc3d._internal.data_files import data_folder, shipped_folder
from wc3d.board_generator.kit_pieces import Placement, describe_piece, vary_outline
from wc3d.board_generator.styles import kit_pieces
from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import save_mesh_solids
from wc3d.meshes.surface import Triangles
from wc3d.scene.mesh_looks import mesh_files_of
from wc3d.table.features import Feature
from wc3d.table.maps.map_file import read_feature
from wc3d.table.terrain.mesh_solids import (
    EXACT_KIND,
    MAX_EXACT_TRIANGLES,
    MeshImportSettings,
    build_prisms,
    read_triangles,
)
from wc3d.table.terrain.solid_cache import SHIPPED_FOLDER, save_prisms, shipped_solid_name


def find_meshes() -> list[tuple[str, MeshImportSettings, Triangles]]:
    """Return the meshes of the included and the random boards: file name, settings, triangles in inches."""
    features: list[Feature] = []
    for path in sorted((data_folder() / "maps").glob("*.json")):
        features.extend(wc3d.load_map(path).terrain)
    for piece in kit_pieces():
        whole = vary_outline(piece, random.Random(piece.id))
        features.append(
            read_feature(describe_piece(whole, Placement(0.0, 0.0, 0.0), piece.id, piece.title))
        )
    own_folder = shipped_folder("models3d").resolve()
    keys = {key for _, key in mesh_files_of(s for feature in features for s in feature.shapes)}
    return [
        (key.path.name, key.settings, read_triangles(key.path, key.settings))
        for key in sorted(keys, key=lambda key: (key.path.name, repr(key)))
        if key.path.parent.resolve() == own_folder
    ]


def list_names(fit: MeshImportSettings, triangles: Triangles) -> Iterator[str]:
    """Yield the names of the files that loading a mesh looks for."""
    if len(triangles) <= MAX_EXACT_TRIANGLES and not fit.must_be_bounded:
        yield shipped_solid_name(EXACT_KIND, triangles)
    yield shipped_solid_name(fit.enclosure_kind, triangles)


def write_solids(fit: MeshImportSettings, triangles: Triangles, folder: Path) -> None:
    """Build the solids of a mesh and write them to a folder."""
    if len(triangles) <= MAX_EXACT_TRIANGLES and not fit.must_be_bounded:
        prisms = build_prisms(triangles)
        path = folder / shipped_solid_name(EXACT_KIND, triangles)
        save_prisms(prisms, path, is_shipped=True)
        if prisms:
            return
    solids = build_mesh_solids(triangles, fit.tolerance, None, fit.unevenness)
    path = folder / shipped_solid_name(fit.enclosure_kind, triangles)
    save_mesh_solids(solids, path, is_shipped=True)


def main() -> int:
    """Write the solids of all meshes, and delete those of other meshes."""
    argparse.ArgumentParser("make_mesh_solids.py", description=__doc__.splitlines()[0]).parse_args()
    folder = shipped_folder(SHIPPED_FOLDER)
    folder.mkdir(exist_ok=True)
    meshes = find_meshes()
    for path in folder.glob("*.npz"):
        path.unlink()
    for name, fit, triangles in meshes:
        write_solids(fit, triangles, folder)
        print(name)
    size = sum(path.stat().st_size for path in folder.glob("*.npz"))
    print(f"{folder}: {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
