"""The scripts of the pages, joined to one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files

from wc3d.presentation.color_sets import COLOR_SET_LABELS, COLOR_SETS

COLOR_SETS_PLACEHOLDER = "COLOR_SETS_JSON"
"""The place in `colors.js` for the color sets."""


def join_scripts(names: Iterable[str]) -> str:
    """Return one script of the package's scripts of these names, in this order."""
    texts = [files("wc3d.web").joinpath(name).read_text(encoding="utf-8") for name in names]
    code = "\n".join(['"use strict";', "(() => {", *texts, "})();"])
    return code.replace(COLOR_SETS_PLACEHOLDER, _color_sets_json())


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
