"""The user's cache folder, and unpacking of a package that was imported from a zip file.

Compiled kernels and data need real files. A zip file on `sys.path` is therefore unpacked once,
into a folder named by a hash of its content. Later processes import from that folder.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from zipfile import BadZipFile, ZipFile
from zipimport import zipimporter


def cache_folder_candidates() -> list[Path]:
    """Return possible cache folders, the preferred one first: $WC3D_CACHE, then the user's."""
    home = (
        os.environ.get("XDG_CACHE_HOME")
        or os.environ.get("LOCALAPPDATA")
        or os.path.expanduser("~/.cache")
    )
    named = os.environ.get("WC3D_CACHE")
    user = os.environ.get("USER") or os.environ.get("USERNAME") or "user"
    return [
        Path(named) if named else Path(home) / "wc3d",
        Path(tempfile.gettempdir()) / f"wc3d-{user}",
    ]


def is_writable(folder: Path) -> bool:
    """Return whether files can be created in a folder; create the folder first."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def import_from_unpacked_copy(package: ModuleType) -> None:
    """Redirect a package imported from a zip file to an unpacked copy. Raises ImportError."""
    loader = package.__spec__.loader if package.__spec__ is not None else None
    assert isinstance(loader, zipimporter)
    try:
        folder = unpack_package(
            Path(loader.archive),
            Path(loader.prefix).as_posix() if loader.prefix else "",
            package.__name__,
        )
    except (OSError, BadZipFile) as error:
        raise ImportError(
            f"{package.__name__} cannot be unpacked from {package.__file__}: {error}"
        ) from None
    spec = PathFinder.find_spec(package.__name__, [str(folder)])
    if spec is None or spec.submodule_search_locations is None:
        raise ImportError(f"{package.__name__} cannot be imported from {folder}")
    package.__spec__ = spec
    package.__loader__ = spec.loader
    package.__file__ = spec.origin
    package.__path__ = spec.submodule_search_locations


def unpack_package(archive: Path, prefix: str, name: str) -> Path:
    """Return the folder with a package's unpacked copy; unpack it if no copy of the same content
    exists.

    `prefix` is the folder in the zip file that holds the package, "" for the root.
    """
    member_prefix = f"{prefix}/" if prefix else ""
    with ZipFile(archive) as packed:
        members = [
            m
            for m in packed.infolist()
            if m.filename.startswith(f"{member_prefix}{name}/") and not m.is_dir()
        ]
        listed = "\n".join(f"{m.filename} {m.CRC}" for m in members)
        stamp = f"zip-{hashlib.sha256(listed.encode()).hexdigest()[:16]}"
        for home in cache_folder_candidates():
            target = home / stamp
            if (target / name).is_dir():
                return target
            if is_writable(home):
                break
        else:
            home = Path(tempfile.mkdtemp(prefix="wc3d-"))
            atexit.register(shutil.rmtree, home, ignore_errors=True)
            target = home / stamp
        with tempfile.TemporaryDirectory(dir=home, ignore_cleanup_errors=True) as temporary:
            packed.extractall(temporary, members)
            copy = Path(temporary) / prefix / name
            target.mkdir(exist_ok=True)
            try:
                copy.rename(target / name)
            except OSError:  # another process was faster
                if not (target / name).is_dir():
                    raise
    return target
