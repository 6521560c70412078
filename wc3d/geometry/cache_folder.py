"""The folder in which compiled kernels, solids, looks and grounds are kept for every later process; asked without loading numba.

It is the user's cache folder (or a temporary one), and within it one named by the kernels' own text: numba alone would not notice
that a function called by a kept one has changed, the package's folder may be read-only, and another checkout of the same text
need not compile again.
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
    *sorted(GEOMETRY_FOLDER.glob("sight_search/*.py")),
    *sorted(GEOMETRY_FOLDER.glob("mesh_bounds/*.py")),
]
"""Every file with compiled functions, and those they take numbers from."""


@cache
def hash_kernels() -> str:
    """A hash of the kernels' text, of what compiles it and of this Python."""
    text = b"".join(path.read_bytes() for path in KERNEL_FILES)
    return hashlib.sha256(text + version("numba").encode() + sys.version.encode()).hexdigest()[:16]


def cache_folder() -> Path:
    """Where what is made once is kept: $WC3D_CACHE, else the user's cache folder, else a temporary one."""
    for folder in cache_folder_candidates():
        if is_writable(folder / hash_kernels()):
            return folder / hash_kernels()
    return Path(tempfile.mkdtemp(prefix="wc3d-"))
