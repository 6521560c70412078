"""The figures of models3d/figures/ and the parts attached to machines, independent of any game.

A figure's name is its path in that folder without a suffix. Each figure has a near form and a far
form.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.data_files import shipped_folder
from wc3d._internal.memo import Size, memo_per_process
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.read_mesh import read_surface
from wc3d.presentation.palette import RGB
from wc3d.scene.mesh_looks import make_surface_look
from wc3d.table.terrain.mesh_solids import DEFAULT_IMPORT_SETTINGS

MeshArrays = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8], NDArray[np.int64]]
"""Points, normals, colors and faces."""
FigurePart = tuple[str, str]
"""A part's socket ("head", "arm") and its name on a card."""

TEAM_COLOR_ALPHA = 254
"""The alpha value that marks colors to multiply by the player's color."""
FAR_SUFFIX = "-far"


def _figure_folder() -> Path:
    return shipped_folder("models3d") / "figures"


@memo_per_process(Size.FEW)
def _load_index() -> dict[str, Any]:
    """Return the index file of the figures; an empty index if it is missing or damaged."""
    try:
        index: dict[str, Any] = json.loads(
            (_figure_folder() / "index.json").read_text(encoding="utf-8")
        )
    except (OSError, ValueError):
        return {"bases": {}, "sockets": {}, "usual": {}, "parts": {}}
    return index


def figure_base(figure_name: str) -> str | None:
    """Return the base of a figure, or None for an unknown figure."""
    base: str | None = _load_index()["bases"].get(_original_name(figure_name))
    return base


def _original_name(figure_name: str) -> str:
    """Return the figure's name, or that of the figure whose form it shares."""
    name: str = _load_index().get("alike", {}).get(figure_name, figure_name)
    return name


def figure_names() -> tuple[str, ...]:
    """Return the names of all figures, sorted."""
    return tuple(sorted(_load_index()["bases"]))


@memo_per_process(Size.LARGE)
def _load_form(name: str, is_far: bool) -> MeshArrays:
    """Return the triangles of a file in inches. Raises MeshError."""
    path = _figure_folder() / f"{name}{FAR_SUFFIX if is_far else ''}.glb"
    skin = make_surface_look(
        read_surface(path), path, DEFAULT_IMPORT_SETTINGS, counts=()
    ).detail_levels[0][0]
    return (
        skin.points.astype(float),
        skin.normals.astype(float),
        skin.colors,
        skin.faces.astype(np.int64),
    )


def _transform_form(form: MeshArrays, matrix: NDArray[np.float64]) -> MeshArrays:
    points, normals, colors, faces = form
    turn = matrix[:, :3]
    across = normals @ np.linalg.inv(turn)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    return (
        points @ turn.T + matrix[:, 3],
        across,
        colors,
        faces[:, ::-1] if np.linalg.det(turn) < 0 else faces,
    )


def concatenate_arrays(forms: Sequence[MeshArrays]) -> MeshArrays:
    """Return several meshes as one."""
    starts = np.cumsum([0, *(len(form[0]) for form in forms)])
    faces = np.concatenate(
        [form[3] + start for form, start in zip(forms, starts[:-1], strict=True)]
    )
    points, normals, colors = (np.concatenate([form[k] for form in forms]) for k in range(3))
    return points, normals, colors, faces


def choose_parts(figure_name: str, fittings: Sequence[FigurePart]) -> dict[str, str]:
    """Return the part for each socket: the card's parts in order, else the default parts."""
    places = _load_index()["sockets"].get(figure_name, {})
    parts = _load_index()["parts"]
    parts_by_place: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for kind, name in fittings:
        counts[kind] += 1
        place = kind if kind in places else f"{kind}.{counts[kind]}"
        if place in places and name in parts:
            parts_by_place[place] = parts[name]
    named_kinds = {kind for kind, _ in fittings}
    for place, name in _load_index()["usual"].get(figure_name, {}).items():
        if place.partition(".")[0] not in named_kinds:
            parts_by_place.setdefault(place, parts[name])
    return parts_by_place


def assemble_figure(
    figure_name: str, fittings: Sequence[FigurePart], rgb: RGB, is_far: bool
) -> MeshArrays | None:
    """Return a figure with its parts in the player's color, at the origin and facing north.

    Return None if its files are missing or damaged.
    """
    figure_name = _original_name(figure_name)
    sockets = _load_index()["sockets"].get(figure_name, {})
    try:
        forms = [_load_form(figure_name, is_far)]
        forms += [
            _transform_form(_load_form(f"parts/{part}", is_far), np.array(sockets[at]))
            for at, part in choose_parts(figure_name, fittings).items()
        ]
    except (MeshError, OSError):
        return None
    points, normals, colors, faces = concatenate_arrays(forms)
    painted = colors.copy()
    own = painted[:, 3] == TEAM_COLOR_ALPHA
    painted[own, :3] = np.round(painted[own, :3] * (np.array(rgb) / 255.0))
    return points, normals, painted, faces
