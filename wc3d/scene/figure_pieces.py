"""Figures in pieces, as destroyed machines leave them: a base, a trunk, and the parts that fly off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import Livery, Silhouette
from wc3d.scene.figure_files import MeshArrays
from wc3d.scene.figures import (
    BASE_HEIGHT_IN,
    FigureCast,
    build_on_base,
    cast_figure,
    make_bare_base,
)
from wc3d.scene.miniatures import load_miniature, miniature_path
from wc3d.table.body import Body

Floats = NDArray[np.float64]

TRUNK, DROPPED = -1, -2
"""The region of what stays together, and of what is not shown any more."""
LEG_SHARE, SIDE_SHARE, SHOULDER_SHARE = 0.28, 0.5, 0.66
"""Up to which height parts of a machine stay, how far to a side its arms begin, and from which height
they are pauldrons; each as a share of its height or half width."""
BACK_SHARE, BACK_LOW_SHARE, HEAD_SHARE, HEAD_WIDTH_SHARE = 0.5, 0.5, 0.8, 0.3
"""How far back and high the stack of a machine is, and how high and wide its head."""
GATE_PIECES = 6
"""The pieces of a structure that breaks."""
SAME_CORNER_IN, TOUCH_IN = 1e-3, 0.01
"""The distances within which corners of triangles are one, and within which parts touch, in inches."""


@dataclass(frozen=True, eq=False)
class Shape:
    """The corners of a convex hull, and the middle of what is in it."""

    corners: Floats
    middle: Floats


@dataclass(frozen=True, eq=False)
class FigurePiece:
    """A part of a figure: its triangles, moved so that `center` is the origin, and their shape.

    `region` is the number of its place on the figure.
    """

    region: int
    center: XYZ
    form: MeshArrays
    shape: Shape


@dataclass(frozen=True, eq=False)
class SplitFigure:
    """A figure at the origin, facing north: its base, what stays together, and what flies off."""

    base: MeshArrays
    trunk: MeshArrays | None
    pieces: tuple[FigurePiece, ...]
    shape: Shape
    """The shape of the trunk."""
    whole_shape: Shape
    """The shape of the trunk with everything that flies off."""


def split_model(body: Body, livery: Livery, is_far: bool = False) -> SplitFigure | None:
    """Return a model's figure in pieces as its poses need it; None if nothing is known of it.

    The user's own miniature is a trunk of unknown triangles.
    """
    path = miniature_path(livery.figure)
    if path is None:
        return split_figure(cast_figure(body, livery), is_far)
    look = load_miniature(path, body.radius, body.height).placed_look
    if look is None:
        return split_figure(cast_figure(body, livery), is_far)
    skins = look.look.detail_levels[-1]
    points = np.concatenate([skin.points for skin in skins]).astype(float)
    matrix = np.asarray(look.matrix)
    placed = points @ matrix[:3, :3].T + matrix[:3, 3]
    base = make_bare_base(cast_figure(body, livery), True)
    shape = make_shape(placed)
    return SplitFigure(base, None, (), shape, shape)


@memo_per_process(Size.FEW)
def split_figure(cast: FigureCast, is_far: bool) -> SplitFigure | None:
    """Return a figure in pieces; None without a figure on the base.

    The poses and the nodes of a fall both need it, and it takes 20 ms.
    """
    form = build_on_base(cast, is_far)
    if form is None:
        return None
    regions = _regions(cast, form)
    numbers = [int(number) for number in np.unique(regions) if number > TRUNK]
    pieces = [_take_piece(form, regions == number, number) for number in numbers]
    trunk = _take_faces(form, regions == TRUNK)
    base = make_bare_base(cast, is_far)
    return SplitFigure(base, trunk, tuple(pieces), make_shape(trunk[0]), make_shape(form[0]))


def make_shape(points: Floats) -> Shape:
    """Return the shape of points."""
    from scipy.spatial import ConvexHull, QhullError  # imports slowly

    try:
        corners = points[ConvexHull(points).vertices]
    except (QhullError, ValueError):
        corners = points
    return Shape(corners, points.mean(axis=0))


def _take_piece(form: MeshArrays, mask: NDArray[np.bool_], region: int) -> FigurePiece:
    points, normals, colors, faces = _take_faces(form, mask)
    center = (points.min(axis=0) + points.max(axis=0)) / 2
    own = points - center
    return FigurePiece(
        region,
        (float(center[0]), float(center[1]), float(center[2])),
        (own, normals, colors, faces),
        make_shape(own),
    )


def _take_faces(form: MeshArrays, mask: NDArray[np.bool_]) -> MeshArrays:
    """Return the part of a mesh with these corners."""
    points, normals, colors, faces = form
    numbers = np.cumsum(mask) - 1
    return points[mask], normals[mask], colors[mask], numbers[faces[mask[faces[:, 0]]]]


def _regions(cast: FigureCast, form: MeshArrays) -> NDArray[np.int64]:
    """Return the region of each corner; TRUNK for those that stay together."""
    points = form[0]
    part, lows, highs = _components(form)
    middles = (lows + highs) / 2
    middles[:, 2] -= BASE_HEIGHT_IN
    extents = np.array([np.abs(points[:, 0]).max(), -points[:, 1].min(), points[:, 2].max()])
    x, y, z = (middles / np.maximum(extents, 1e-6)).T
    if cast.livery.silhouette is Silhouette.WARJACK:
        regions = _machine_regions(x, y, z, cast.variant.pose % 2)
    elif cast.livery.silhouette is Silhouette.PORTAL:
        turns = np.arctan2(z - 0.5, x) / (2 * np.pi) % 1.0
        regions = np.where(z < LEG_SHARE, TRUNK, (turns * GATE_PIECES).astype(int))
    else:
        regions = np.full(len(x), TRUNK)
    if (regions != TRUNK).any():
        _drop_loose_parts(regions, lows, highs)
    if not (regions == TRUNK).any():
        regions = np.where(regions == regions[regions > TRUNK].min(), TRUNK, regions)
    result: NDArray[np.int64] = regions[part]
    return result


def _drop_loose_parts(regions: NDArray[np.int64], lows: Floats, highs: Floats) -> None:
    """Drop what does not touch the largest part of its region: joints without their limb."""
    from scipy.sparse.csgraph import connected_components  # imports slowly

    for number in np.unique(regions):
        ids = np.flatnonzero(regions == number)
        low, high = lows[ids] - TOUCH_IN, highs[ids] + TOUCH_IN
        touches = (low[:, None] <= high[None]).all(axis=2) & (low[None] <= high[:, None]).all(
            axis=2
        )
        _, labels = connected_components(touches, directed=False)
        sizes = np.bincount(labels, weights=np.prod(highs[ids] - lows[ids], axis=1))
        regions[ids[labels != sizes.argmax()]] = DROPPED


def _machine_regions(x: Floats, y: Floats, z: Floats, side: int) -> NDArray[np.int64]:
    """Return the region of each component: the arm of a side, both pauldrons, the stack, the head."""
    is_arm_side = x < -SIDE_SHARE if side else x > SIDE_SHARE
    is_other_side = x > SIDE_SHARE if side else x < -SIDE_SHARE
    is_shoulder = z > SHOULDER_SHARE
    regions = np.full(len(x), TRUNK)
    regions[(np.abs(x) < HEAD_WIDTH_SHARE) & (z > HEAD_SHARE)] = 4
    regions[(y < -BACK_SHARE) & (z > BACK_LOW_SHARE) & (np.abs(x) < SIDE_SHARE)] = 3
    regions[is_other_side & is_shoulder] = 2
    regions[is_arm_side & is_shoulder] = 1
    regions[is_arm_side & ~is_shoulder & (z > LEG_SHARE)] = 0
    return regions


def _components(form: MeshArrays) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Return the number of each corner's component, and the bounds of each component."""
    from scipy.sparse import coo_array  # imports slowly
    from scipy.sparse.csgraph import connected_components

    points, _, _, faces = form
    steps = np.round(points / SAME_CORNER_IN).astype(np.int64)
    _, welded = np.unique(steps, axis=0, return_inverse=True)
    welded = welded.ravel()
    edges = welded[faces]
    starts = np.concatenate([edges[:, 0], edges[:, 1]])
    ends = np.concatenate([edges[:, 1], edges[:, 2]])
    size = int(welded.max()) + 1
    links = coo_array((np.ones(len(starts)), (starts, ends)), shape=(size, size))
    count, labels = connected_components(links, directed=False)
    part = labels[welded].astype(np.int64)
    lows, highs = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(lows, part, points)
    np.maximum.at(highs, part, points)
    return part, lows, highs
