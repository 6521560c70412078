"""Files dropped on the window: which screen gets them."""
from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from wc3d.errors import InputError
from wc3d.meshes.files import MeshError
from wc3d.scene.miniatures import adopt
from wc3d.scene.picking import RayHit
from wc3d.window.shell.file_kinds import CALLED, Given, what_is
from wc3d.window.shell.screen import Host
from wc3d.window.shell.xdnd import Drop


def hand_over(window: Host, drop: Drop) -> None:
    """Give what was dropped to the screen that is shown, if it has a use for it; what is wrong with it is told."""
    hit = window.pick(*drop.at)
    for address in drop.foreign:
        window.notices.complain(f"{address[:200]}: only files on this computer can be dropped here")
    for kind, paths in _sort(window, drop.paths).items():
        if kind == "mesh" and kind not in window.screen.takes and _for_a_model(window, paths[0], hit):
            continue
        if kind not in window.screen.takes:
            hint = "drop it on a model to use it as its miniature, or " if kind == "mesh" and _has_moulds(window) else ""
            window.notices.complain(f"{paths[0]}: {CALLED[kind]}; {hint}open it from the start screen")
            window.log(f"refused {kind}")
        else:
            window.screen.files_dropped(paths, kind, hit)
            window.log(f"dropped {len(paths)} {kind}")
    window.dirty(4)


def _sort(window: Host, paths: Sequence[str]) -> dict[Given, list[Path]]:
    """The files by what they are: a board comes before the meshes that go on it."""
    paths_by_kind: dict[Given, list[Path]] = {"board": [], "dispute": [], "game": [], "mesh": []}
    for path in map(Path, paths):
        try:
            paths_by_kind[what_is(path)].append(path)
        except InputError as error:
            window.notices.complain(error)
            window.log(f"complaint {os.fspath(path)}")
    return {kind: group for kind, group in paths_by_kind.items() if group}


def _has_moulds(window: Host) -> bool:
    """Are there models here that may have miniatures of one's own?"""
    return any(livery.mould for livery in window.screen.liveries().values())


def _for_a_model(window: Host, path: Path, hit: RayHit | None) -> bool:
    """Was a mesh dropped on a model that has a mould? Then it is its miniature from now on."""
    mould = window.screen.liveries()[hit.id].mould if hit is not None and hit.id in window.screen.liveries() else ""
    if not mould:
        return False
    try:
        saved_path = adopt(mould, path)
    except (MeshError, OSError) as error:
        window.notices.complain(error)
    else:
        window.notices.say(f"Saved as the miniature of this unit: {saved_path}. Delete the file to restore the default one.")
        window.figures_changed()
    window.log(f"miniature {mould}")
    return True
