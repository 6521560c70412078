"""Makes the small pictures of the boards that come with wc3d, as the start screen shows them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from PIL import Image

from wc3d._internal.data_files import shipped_folder
from wc3d.panda.answer_picture import draw_scene
from wc3d.registry import load_map
from wc3d.scene.camera import Orbit
from wc3d.window.start.boards import THUMBNAIL_SIZE_PX, thumbnail_path

QUALITY = 82


def made_from(map_file: Path) -> bytes:
    """What a picture remembers of the map it was made from."""
    return sha256(map_file.read_bytes()).hexdigest().encode()


def main(argv: Sequence[str] | None = None) -> int:
    """Write a picture for each board; with names only for these."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "boards", nargs="*", help="names of boards, as crossroads; all if none is given"
    )
    names = parser.parse_args(argv).boards
    for path in sorted(shipped_folder("maps").glob("*.json")):
        if names and path.stem not in names:
            continue
        table = load_map(path)
        wide, deep = table.size
        look = Orbit((wide / 2, deep / 2, 0.0), 25.0, 42.0, 1.12 * max(wide, deep), 40.0)
        picture = (
            draw_scene(table, None, *THUMBNAIL_SIZE_PX, orbit=look)
            .to_image()
            .resize(THUMBNAIL_SIZE_PX, Image.Resampling.LANCZOS)
        )
        out = thumbnail_path(path)
        out.parent.mkdir(exist_ok=True)
        picture.convert("RGB").save(out, quality=QUALITY, optimize=True, comment=made_from(path))
        print(out.name, out.stat().st_size)
    return 0
