"""Two setuptools commands: one adds boards and meshes to the package, one adds tests and scripts to the source distribution."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

DATA_FOLDERS = ("maps", "models3d")
"""The folders beside the package that a wheel holds in `wc3d/_data`."""

SOURCE_FOLDERS = (*DATA_FOLDERS, "tests", "scripts", ".ci", ".pictures")
"""The folders that the tests and the README need."""

SOURCE_FILES = (".gitignore",)


def list_files(folder: str) -> Iterator[str]:
    """Yield the files below a folder of the project, by their paths from the project; skip caches and hidden files."""
    for path in sorted(Path(folder).rglob("*")):
        parts = path.relative_to(folder).parts
        if (
            path.is_file()
            and "__pycache__" not in parts
            and not any(part.startswith(".") for part in parts)
        ):
            yield path.as_posix()


class BuildPackage(build_py):
    """Build the package with `maps` and `models3d` as its data.

    An editable installation copies nothing: it uses the folders beside the package.
    """

    def _get_data_files(self) -> list[Any]:
        """Return the data files as setuptools lists them: package, source folder, target folder, names."""
        target = os.path.join(self.build_lib, "wc3d", "_data")
        names = [name for folder in DATA_FOLDERS for name in list_files(folder)]
        return [*super()._get_data_files(), ("wc3d", os.curdir, target, names)]


class SourceDistribution(sdist):
    """Make a source distribution that can run its own tests."""

    def make_distribution(self) -> None:
        """Add the files that no package holds, then write the archive."""
        self.filelist.extend([name for folder in SOURCE_FOLDERS for name in list_files(folder)])
        self.filelist.extend([name for name in SOURCE_FILES if os.path.isfile(name)])
        self.filelist.sort()
        self.filelist.remove_duplicates()
        super().make_distribution()
