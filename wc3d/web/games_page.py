"""The page on which whoever runs a host sees its games."""
from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

MEDIA_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


@cache
def games_page_files() -> Mapping[str, tuple[str, str]]:
    """The files of the page: the path of each, its kind, and its text."""
    folder = files("wc3d.web")
    pages = {f"/games.{end}": (kind, folder.joinpath(f"games.{end}").read_text(encoding="utf-8")) for end, kind in MEDIA_TYPES.items()}
    return {**pages, "/list": pages["/games.html"]}
