"""Route files dropped on the window to a screen."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from wc3d.errors import InputError
from wc3d.meshes.mesh_source import MeshError
from wc3d.scene.miniatures import install_miniature
from wc3d.scene.picking import RayHit
from wc3d.window.shell.file_kinds import KIND_DESCRIPTIONS, DroppedFileKind, detect_kind
from wc3d.window.shell.screen import WindowProtocol
from wc3d.window.shell.xdnd import FileDrop


def deliver_drop(window: WindowProtocol, drop: FileDrop) -> None:
    """Pass dropped files to the current screen if it accepts them, or show an error."""
    hit = window.hit_test(*drop.at)
    for address in drop.remote_uris:
        window.notices.show_error(
            f"{address[:200]}: only files on this computer can be dropped here"
        )
    for kind, paths in _sort_by_kind(window, drop.paths).items():
        if (
            kind == "mesh"
            and kind not in window.screen.accepted_files
            and _adopt_miniature(window, paths[0], hit)
        ):
            continue
        if kind not in window.screen.accepted_files:
            hint = (
                "drop it on a model to use it as its miniature, or "
                if kind == "mesh" and _can_adopt_miniatures(window)
                else ""
            )
            window.notices.show_error(
                f"{paths[0]}: {KIND_DESCRIPTIONS[kind]}; {hint}open it from the start screen"
            )
            window.log(f"refused {kind}")
        else:
            window.screen.on_files_dropped(paths, kind, hit)
            window.log(f"dropped {len(paths)} {kind}")
    window.request_redraw(4)


def _sort_by_kind(
    window: WindowProtocol, paths: Sequence[str]
) -> dict[DroppedFileKind, list[Path]]:
    """Group files by kind, with boards before meshes."""
    paths_by_kind: dict[DroppedFileKind, list[Path]] = {
        "board": [],
        "dispute": [],
        "game": [],
        "mesh": [],
        "kit": [],
    }
    for path in map(Path, paths):
        try:
            paths_by_kind[detect_kind(path)].append(path)
        except InputError as error:
            window.notices.show_error(error)
            window.log(f"complaint {os.fspath(path)}")
    return {kind: group for kind, group in paths_by_kind.items() if group}


def _can_adopt_miniatures(window: WindowProtocol) -> bool:
    """Return whether a model on the table can have a custom miniature."""
    return any(livery.figure for livery in window.screen.liveries().values())


def _adopt_miniature(window: WindowProtocol, path: Path, hit: RayHit | None) -> bool:
    """Make a mesh dropped on a model its miniature. Return whether the model can have one."""
    mould = (
        window.screen.liveries()[hit.id].figure
        if hit is not None and hit.id in window.screen.liveries()
        else ""
    )
    if not mould:
        return False
    try:
        saved_path = install_miniature(mould, path)
    except (MeshError, OSError) as error:
        window.notices.show_error(error)
    else:
        window.notices.show_message(
            f"Saved as the miniature of this unit: {saved_path}. Delete the file to restore the default one."
        )
        window.rebuild_figures()
    window.log(f"miniature {mould}")
    return True
