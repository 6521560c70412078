"""The cache folder for compiled kernels, solids, surfaces and grounds, without importing numba.

The folder is in the user's cache folder (or a temporary one) and named by a hash of the kernels'
source. By itself, numba does not notice a change in a function that a cached kernel calls, and the
package's folder may be read-only. Checkouts with the same source share the cache.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

from wc3d._internal.unpack_zip import cache_folder_candidates, is_writable

GEOMETRY_FOLDER = Path(__file__).parent
KERNEL_FILES = [
    GEOMETRY_FOLDER / "tolerances.py",
    GEOMETRY_FOLDER / "plane" / "sweep_kernels.py",
    *sorted(GEOMETRY_FOLDER.glob("sight_search/*.py")),
    *sorted(GEOMETRY_FOLDER.glob("mesh_solids/*.py")),
]
"""Every file with compiled functions or with constants that these use."""


@cache
def hash_kernels() -> str:
    """Return a hash of the kernels' source, of the compiler and of the Python version."""
    text = b"".join(path.read_bytes() for path in KERNEL_FILES)
    return hashlib.sha256(text + version("numba").encode() + sys.version.encode()).hexdigest()[:16]


def cache_folder() -> Path:
    """Return the cache folder: $WC3D_CACHE, else the user's cache folder, else a temporary one."""
    for folder in cache_folder_candidates():
        if is_writable(folder / hash_kernels()):
            return folder / hash_kernels()
    return Path(tempfile.mkdtemp(prefix="wc3d-"))
