"""Files that are written whole or not at all."""
from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO, cast

from wc3d.errors import InputError
from wc3d.writing import must_be_ordinary


def write_whole(out: Path, write: Callable[[BinaryIO], object]) -> None:
    """Write a file under another name beside its place, then move it there. Raises InputError if that cannot be done."""
    temporary: str | None = None
    try:
        must_be_ordinary(out)
        with NamedTemporaryFile("wb", dir=out.parent, prefix=f".{out.name}.", delete=False) as file:
            temporary = file.name
            write(cast(BinaryIO, file))
        os.chmod(temporary, 0o644)
        os.replace(temporary, out)
    except OSError as error:
        raise InputError(f"{out}: cannot be written: {error.strerror or error}") from None
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
