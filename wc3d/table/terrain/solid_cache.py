"""The user's cache of exact mesh solids, keyed by triangles and by the code that builds them."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d import geometry
from wc3d._internal.data_files import shipped_folder
from wc3d._internal.memo import Size, memo_per_process
from wc3d.errors import InputError
from wc3d.geometry.array_cache import load_arrays, save_arrays
from wc3d.geometry.cache_folder import cache_folder
from wc3d.geometry.solids import Plane, Prism

OTHER_CODE = (
    Path(__file__).with_name("mesh_solids.py"),
    Path(geometry.__file__).parents[1] / "meshes" / "booleans.py",
)
"""The modules outside `geometry` that build solids from triangles."""

SHIPPED_FOLDER = "models3d/solids"
"""The folder of solids that come with the program (`scripts/make_mesh_solids.py`)."""


@memo_per_process(Size.FEW)
def hash_solid_code() -> str:
    """Return a hash of the code that builds solids from triangles."""
    code = *sorted(Path(geometry.__file__).parent.rglob("*.py")), *OTHER_CODE
    text = b"".join(path.read_bytes() for path in code)
    return hashlib.sha256(text + shapely.__version__.encode()).hexdigest()[:12]


def solid_cache_path(kind: str, triangles: NDArray[np.float64]) -> Path:
    """Return the cache file for the solid of these triangles (n, 3, 3), in inches."""
    return cache_folder() / f"{kind}-{_hash_triangles(triangles)}-{hash_solid_code()}.npz"


def shipped_solid_name(kind: str, triangles: NDArray[np.float64]) -> str:
    """Return the name of the shipped file for the solid of these triangles."""
    return f"{kind}-{_hash_triangles(triangles)}.npz"


def stored_solid_paths(kind: str, triangles: NDArray[np.float64]) -> list[Path]:
    """Return the files that may hold the solid of these triangles: shipped, and in the cache.

    The solids of included boards are shipped, because building those of one board takes up to half
    a minute.
    """
    paths = [solid_cache_path(kind, triangles)]
    with contextlib.suppress(InputError):  # the program's data are missing
        paths.insert(0, shipped_folder(SHIPPED_FOLDER) / shipped_solid_name(kind, triangles))
    return paths


def _hash_triangles(triangles: NDArray[np.float64]) -> str:
    return hashlib.sha256(np.ascontiguousarray(triangles).data).hexdigest()[:32]


def save_prisms(prisms: tuple[Prism, ...] | None, path: Path, is_shipped: bool = False) -> None:
    """Save an exact solid, or None if there is none. Raises OSError."""
    solid = prisms or ()
    planes = [
        [plane.at, plane.slope_x, plane.slope_y]
        for prism in solid
        for plane in (prism.bottom, prism.top)
    ]
    save_arrays(
        {
            "corners": np.concatenate([np.zeros((0, 2)), *(prism.points for prism in solid)]),
            "counts": np.array([len(prism.points) for prism in solid], np.int64),
            "planes": np.array(planes, float).reshape(-1, 2, 3),
        },
        path,
        compress=is_shipped,
    )


def load_prisms(path: Path) -> tuple[Prism, ...] | None:
    """Load a solid; None if the file marks the mesh as having no exact solid.

    Raises OSError, ValueError or KeyError if the file is missing or damaged.
    """
    arrays: dict[str, Any] = load_arrays(path)
    corners, counts, planes = (arrays[name] for name in ("corners", "counts", "planes"))
    if (
        counts.shape != planes.shape[:1]
        or planes.shape[1:] != (2, 3)
        or corners.shape != (counts.sum(), 2)
    ):
        raise ValueError(f"{path.name} is damaged: the sizes of its arrays differ")
    outlines = np.split(corners, np.cumsum(counts))[:-1]
    faces = [(Plane(*bottom), Plane(*top)) for bottom, top in planes.tolist()]
    return (
        tuple(
            Prism(outline, *planes_pair)
            for outline, planes_pair in zip(outlines, faces, strict=True)
        )
        or None
    )
