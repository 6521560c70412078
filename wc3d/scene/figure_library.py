"""Moulds: the figures of models3d/figures/, and the parts that are put on machines. Nothing here knows a game.

A mould's name is its path there, without an ending. Each has a form for those who look closely and one for those far away.
"""
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.data_files import shipped
from wc3d.meshes.files import MeshError
from wc3d.meshes.reading import read_surface
from wc3d.presentation.palette import RGB
from wc3d.scene.looks import look_of_surface
from wc3d.table.terrain.meshes import AS_IT_IS

Arrays = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8], NDArray[np.int64]]
"""Points, normals, colors and faces."""
Fitting = tuple[str, str]
"""Where a part is put ("head", "arm") and what it is, by its name on a card."""

TEAM = 254
"""The fourth number of colors that are multiplied by the player's."""
FAR = "-far"


@cache
def _folder() -> Path:
    return shipped("models3d") / "figures"


@cache
def _index() -> dict[str, Any]:
    """What is said of the figures beside their files; nothing where they are not there."""
    try:
        index: dict[str, Any] = json.loads((_folder() / "index.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {"bases": {}, "sockets": {}, "usual": {}, "parts": {}}
    return index


def base_of(mould: str) -> str | None:
    """The base that a mould is made for; None if there is no such mould."""
    base: str | None = _index()["bases"].get(_of(mould))
    return base


def _of(mould: str) -> str:
    """The mould itself, or that which it shares."""
    name: str = _index().get("alike", {}).get(mould, mould)
    return name


def moulds() -> tuple[str, ...]:
    """All there are, by name."""
    return tuple(sorted(_index()["bases"]))


@lru_cache(maxsize=512)
def _form(name: str, is_far: bool) -> Arrays:
    """A file's triangles, in inches. Raises MeshError."""
    path = _folder() / f"{name}{FAR if is_far else ''}.glb"
    skin = look_of_surface(read_surface(path), path, AS_IT_IS, counts=()).forms[0][0]
    return skin.points.astype(float), skin.normals.astype(float), skin.colors, skin.faces.astype(np.int64)


def _moved(form: Arrays, matrix: NDArray[np.float64]) -> Arrays:
    points, normals, colors, faces = form
    turn = matrix[:, :3]
    across = normals @ np.linalg.inv(turn)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    return points @ turn.T + matrix[:, 3], across, colors, faces[:, ::-1] if np.linalg.det(turn) < 0 else faces


def together(forms: Sequence[Arrays]) -> Arrays:
    """Several as one."""
    starts = np.cumsum([0, *(len(form[0]) for form in forms)])
    faces = np.concatenate([form[3] + start for form, start in zip(forms, starts[:-1], strict=True)])
    points, normals, colors = (np.concatenate([form[k] for form in forms]) for k in range(3))
    return points, normals, colors, faces


def fitted(mould: str, fittings: Sequence[Fitting]) -> dict[str, str]:
    """Which part is put where: those of the card in order, the usual ones where it names none. By place."""
    places, parts = _index()["sockets"].get(mould, {}), _index()["parts"]
    parts_by_place: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for kind, name in fittings:
        counts[kind] += 1
        place = kind if kind in places else f"{kind}.{counts[kind]}"
        if place in places and name in parts:
            parts_by_place[place] = parts[name]
    named_kinds = {kind for kind, _ in fittings}
    for place, name in _index()["usual"].get(mould, {}).items():
        if place.partition(".")[0] not in named_kinds:
            parts_by_place.setdefault(place, parts[name])
    return parts_by_place


def assembled(mould: str, fittings: Sequence[Fitting], rgb: RGB, is_far: bool) -> Arrays | None:
    """A mould with its parts, in the player's color where it shows one, standing at the origin and facing north; None where
    the files are missing or damaged."""
    mould = _of(mould)
    sockets = _index()["sockets"].get(mould, {})
    try:
        forms = [_form(mould, is_far)]
        forms += [_moved(_form(f"parts/{part}", is_far), np.array(sockets[at])) for at, part in fitted(mould, fittings).items()]
    except (MeshError, OSError):
        return None
    points, normals, colors, faces = together(forms)
    painted = colors.copy()
    own = painted[:, 3] == TEAM
    painted[own, :3] = np.round(painted[own, :3] * (np.array(rgb) / 255.0))
    return points, normals, painted, faces
