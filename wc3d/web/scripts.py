"""The scripts of the pages, joined to one, and the files of the photo page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.color_sets import COLOR_SET_LABELS, COLOR_SETS
from wc3d.web.page_light import page_light_json

COLOR_SETS_PLACEHOLDER = "COLOR_SETS_JSON"
"""The place in `colors.js` for the color sets."""
LIGHT_PLACEHOLDER = "PAGE_LIGHT_JSON"
"""The place in `shaders.js` for the light, the materials and the qualities."""

PHOTO_SCRIPTS = ("colors.js", "photo_file.js", "photo_view.js", "photo.js")


@memo_per_process(Size.FEW)
def photo_page_files() -> Mapping[str, tuple[str, str]]:
    """Return the media type and the text of each file of the page "Judge from a photo", by path."""
    folder = files("wc3d.web")
    return {
        "/photo": ("text/html", folder.joinpath("photo.html").read_text(encoding="utf-8")),
        "/photo.css": ("text/css", folder.joinpath("photo.css").read_text(encoding="utf-8")),
        "/photo.js": ("text/javascript", join_scripts(PHOTO_SCRIPTS)),
    }


def join_scripts(names: Iterable[str]) -> str:
    """Return one script of the package's scripts of these names, in this order."""
    texts = [files("wc3d.web").joinpath(name).read_text(encoding="utf-8") for name in names]
    code = "\n".join(['"use strict";', "(() => {", *map(_without_comments, texts), "})();"])
    code = code.replace(COLOR_SETS_PLACEHOLDER, _color_sets_json())
    return code.replace(LIGHT_PLACEHOLDER, page_light_json()) if LIGHT_PLACEHOLDER in code else code


def _without_comments(code: str) -> str:
    """Return a script of the package without comments, indents and empty lines.

    A comment starts its line, or two spaces are before it.
    """
    lines = (re.sub(r"(^|  )\s*//.*", "", line).strip() for line in code.splitlines())
    return "\n".join(line for line in lines if line)


def _color_sets_json() -> str:
    sets = {
        name: {
            "label": label,
            "colors": {
                ",".join(map(str, standard)): replacement
                for standard, replacement in COLOR_SETS[name].items()
            },
        }
        for name, label in COLOR_SET_LABELS.items()
    }
    return json.dumps(sets, separators=(",", ":"))
