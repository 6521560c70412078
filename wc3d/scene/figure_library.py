"""The figures of models3d/figures/ and the parts attached to machines, independent of any game.

A figure's name is its path in that folder without a suffix. Each figure has a near form and a far
form, and most have several poses, so that the members of a squad differ.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.data_files import shipped_folder
from wc3d._internal.memo import Size, memo_per_process
from wc3d.meshes.mesh_source import MeshError
from wc3d.presentation.palette import RGB
from wc3d.scene.figure_files import (
    FILE_SUFFIX,
    GROUND_COLOR_ALPHA,
    TEAM_COLOR_ALPHA,
    MeshArrays,
    read_figure_file,
)

FigurePart = tuple[str, str]
"""A part's socket ("head", "arm") and its name on a card."""

FAR_SUFFIX = "-far"
POSE_SUFFIXES = "abcdefgh"
"""The letter of each pose in file names; the first pose has none."""
DIGIT_SPACING_IN = 0.11
"""Inches between the digits of a number."""
DEFAULT_GROUND = "grassland"
"""The ground on bases of a board whose ground has no bases."""


class Variant(NamedTuple):
    """What sets a figure apart from others of its mould: the pose, and the number on its armor."""

    pose: int = 0
    number: int = 0


FIRST_VARIANT = Variant()


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


def pose_count(figure_name: str) -> int:
    """Return the number of poses of a figure; an unknown figure has one."""
    count: int = _load_index().get("poses", {}).get(_original_name(figure_name), 1)
    return count


def _posed_name(figure_name: str, pose: int) -> str:
    """Return the file name of a figure's pose."""
    number = pose % pose_count(figure_name)
    original = _original_name(figure_name)
    return f"{original}-{POSE_SUFFIXES[number]}" if number else original


def choose_variant(figure_name: str, model_id: str) -> Variant:
    """Return the pose and the number of a model, by its id.

    The last part of an id counts the members of a squad, as a letter or a number, so that they
    differ. The number is the last one of the id after the player's, which names the squad.
    """
    words = model_id.split(".")
    last = words[-1]
    if last.isdecimal():
        member = int(last) - 1
    elif len(last) == 1:
        member = ord(last) - ord("a")
    else:
        member = crc32(model_id.encode())
    numbers = [int(word) for word in words[1:] if word.isdecimal() and len(word) < 3]
    return Variant(member % pose_count(figure_name), numbers[-1] if numbers else 0)


@memo_per_process(Size.LARGE)
def _load_form(name: str, is_far: bool) -> MeshArrays:
    """Return the triangles of a file in inches. Raises MeshError."""
    return read_figure_file(_figure_folder() / f"{name}{FAR_SUFFIX if is_far else ''}{FILE_SUFFIX}")


def load_base_top(ground: str, base: str, rgb: RGB, is_far: bool) -> MeshArrays | None:
    """Return the top of a base as the board's ground, for bases of a known size.

    Return None if its files are missing or damaged.
    """
    for name in (ground.replace(" ", "-"), DEFAULT_GROUND):
        try:
            points, normals, colors, faces = _load_form(f"bases/{name}-{base}", is_far)
        except (MeshError, OSError):
            continue
        return points, normals, _multiply_marked(colors, GROUND_COLOR_ALPHA, rgb), faces
    return None


def _multiply_marked(colors: NDArray[np.uint8], alpha: int, rgb: RGB) -> NDArray[np.uint8]:
    """Return colors, with those of this alpha multiplied by `rgb`."""
    painted = colors.copy()
    own = painted[:, 3] == alpha
    painted[own, :3] = np.round(painted[own, :3] * (np.array(rgb) / 255.0))
    return painted


def _number_forms(posed_name: str, number: int) -> list[MeshArrays]:
    """Return the digits of a number in each place for a number on a figure."""
    digits = [int(digit) for digit in str(number)] if number else []
    forms = []
    for place in _load_index().get("numbers", {}).get(posed_name, ()):
        for k, digit in enumerate(digits):
            matrix = np.array(place)
            left = ((len(digits) - 1) / 2 - k) * DIGIT_SPACING_IN
            matrix[:, 3] += matrix[:, 0] * left
            forms.append(_transform_form(_load_form(f"bases/digit-{digit}", False), matrix))
    return forms


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
    figure_name: str,
    fittings: Sequence[FigurePart],
    rgb: RGB,
    is_far: bool,
    variant: Variant = FIRST_VARIANT,
) -> MeshArrays | None:
    """Return a figure with its parts in the player's color, at the origin and facing north.

    Return None if its files are missing or damaged.
    """
    posed_name = _posed_name(figure_name, variant.pose)
    sockets = _load_index()["sockets"].get(posed_name, {})
    parts = choose_parts(_original_name(figure_name), fittings)
    try:
        forms = [_load_form(posed_name, is_far)]
        forms += [
            _transform_form(_load_form(f"parts/{part}", is_far), np.array(sockets[at]))
            for at, part in parts.items()
        ]
        if not is_far:
            forms += _number_forms(posed_name, variant.number)
    except (MeshError, OSError):
        return None
    points, normals, colors, faces = concatenate_arrays(forms)
    return points, normals, _multiply_marked(colors, TEAM_COLOR_ALPHA, rgb), faces


def weapon_ends(
    figure_name: str, fittings: Sequence[FigurePart], kind: str, weapon: str, pose: int = 0
) -> list[NDArray[np.float64]]:
    """Return the ends of a figure's weapons of a kind in inches: first the named, then the foremost.

    `kind` is "muzzle" for guns, "tip" for blades and "focus" for staffs. `weapon` is its name on a
    card: "Rail Gun".
    """
    ends_by_form = _load_index().get("weapons", {})
    posed_name = _posed_name(figure_name, pose)
    sockets = _load_index()["sockets"].get(posed_name, {})
    parts = choose_parts(_original_name(figure_name), fittings)
    wanted = re.sub("[^a-z0-9]+", "_", weapon.lower())
    named: list[NDArray[np.float64]] = []
    others = [np.array(end, float) for end in ends_by_form.get(posed_name, {}).get(kind, ())]
    for place, part in parts.items():
        matrix = np.array(sockets[place])
        for end in ends_by_form.get(f"parts/{part}", {}).get(kind, ()):
            mounted = matrix[:, :3] @ np.array(end) + matrix[:, 3]
            (named if part == wanted else others).append(mounted)
    return [*named, *sorted(others, key=lambda end: -float(end[1]))]
