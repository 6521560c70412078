"""Decorative figures for models, which the rules never use. They are no higher than the model's
volume.

Arms and wings may extend a little over the base. The silhouette shows the kind of model, the rim of
the base shows its side, and the top of the base looks like the board's ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB, Livery, Silhouette, surface_alpha
from wc3d.scene.figure_files import TEAM_COLOR_ALPHA, MeshArrays
from wc3d.scene.figure_library import (
    Variant,
    assemble_figure,
    choose_variant,
    concatenate_arrays,
    figure_base,
    load_base_top,
    weapon_ends,
)
from wc3d.scene.ground_textures import GRASS, GroundKind
from wc3d.scene.mesh import DrawnMesh, make_ring, revolve_profile
from wc3d.scene.vertex_normals import smooth_normals_of_many
from wc3d.table.body import Body
from wc3d.table.space_constants import BASES

ColoredMesh = tuple[DrawnMesh, RGB]

DARK_BASE_RGB: RGB = (30, 28, 30)
PALE_BASE_RGB: RGB = (236, 230, 214)
FOOT_RGB: RGB = (176, 178, 183)
FELT_RGB: RGB = (146, 148, 154)
"""The plastic rim below a base and the felt in it; little light comes from below: they look dark."""
FELT_SHARE = 0.82
"""The radius of the felt, compared with the base's."""
FINE_BASE_SECTIONS, FAR_BASE_SECTIONS = 40, 24
"""The sides of a base seen from near and from far away."""
FINE_ARC_STEPS, FAR_ARC_STEPS = 6, 3
"""The pieces of each part of the ring."""
RING_NOTCHES = 8
"""Gaps in the ring around a base of the second side."""
BASE_HEIGHT_IN = 0.12
"""The height of a base under a figure in inches."""
RING_WIDTH_IN = 0.105
"""The width of the ring in the player's color in inches."""
GROUND_BRIGHTNESS = 1.08
"""The brightness of the ground on bases, as the detail of the table's ground makes it brighter."""
GROUND_SHARES = (0.5, 0.2, 0.2, 0.1)
"""The shares of the ground's colors in the color of bases."""
MAX_REACH_FACTOR = 1.85
"""The maximum extent of arms and wings, as a multiple of the base's radius."""
PLAIN_FIGURES = {silhouette: f"plain/{silhouette.value}" for silhouette in Silhouette}
WIDE_BASE_FIGURE = "plain/guard"
"""The figure for a plain trooper on a wider base."""


def merge_parts(parts: list[ColoredMesh], surface: int | Sequence[int] = 0) -> MeshArrays:
    """Return colored parts as one set of arrays; `surface` is the material of all or of each."""
    points, normals, faces, owner = smooth_normals_of_many([mesh for mesh, _ in parts], 32)
    surfaces = [surface] * len(parts) if isinstance(surface, int) else surface
    colors = np.array(
        [(*rgb, surface_alpha(k)) for (_, rgb), k in zip(parts, surfaces, strict=True)], np.uint8
    ).reshape(-1, 4)
    return points, normals, colors[owner], faces


def _arc(inner: float, outer: float, start: float, end: float, steps: int) -> DrawnMesh:
    """Return a part of the ring: its top, and its sides down to the bottom of the base."""
    turns = np.linspace(start, end, steps + 1)
    rim = np.column_stack([np.cos(turns), np.sin(turns)])
    low, high = BASE_HEIGHT_IN * 0.25, BASE_HEIGHT_IN + 0.015
    points = np.vstack(
        [
            np.column_stack([rim * r, np.full(len(turns), z)])
            for z in (low, high)
            for r in (inner, outer)
        ]
    )
    n = len(turns)
    faces = []
    for k in range(n - 1):
        a, b, c, d = k, n + k, 2 * n + k, 3 * n + k
        faces += [
            (c, d, d + 1),
            (c, d + 1, c + 1),
            (b, b + 1, d + 1),
            (b, d + 1, d),
            (a + 1, a, c),
            (a + 1, c, c + 1),
        ]
    return DrawnMesh(points, np.array(faces))


def _base(radius: float, livery: Livery, is_far: bool) -> list[ColoredMesh]:
    """Return the base: dark with a full ring, or pale with a notched ring for the second side.

    A Hero has a second, inner ring.
    """
    sections = FAR_BASE_SECTIONS if is_far else FINE_BASE_SECTIONS
    steps = FAR_ARC_STEPS if is_far else FINE_ARC_STEPS
    stand = revolve_profile(
        [(radius, 0), (radius - 0.04, BASE_HEIGHT_IN), (0, BASE_HEIGHT_IN)], sections
    )
    foot = revolve_profile([(FELT_SHARE * radius, 0), (radius, 0)], sections)
    felt = revolve_profile([(0, 0), (FELT_SHARE * radius, 0)], sections)
    inner, outer = radius - RING_WIDTH_IN, radius - 0.004
    if livery.side == 2:
        step = 2 * np.pi / RING_NOTCHES
        rings = [_arc(inner, outer, k * step, (k + 0.5) * step, steps) for k in range(RING_NOTCHES)]
    else:
        rings = [_arc(inner, outer, k * np.pi / 4, (k + 1) * np.pi / 4, steps) for k in range(8)]
    if livery.silhouette is Silhouette.HERO:
        inner_ring = make_ring(
            radius - RING_WIDTH_IN - 0.075,
            radius - RING_WIDTH_IN - 0.03,
            height=0.03,
            sections=sections,
        )
        rings.append(inner_ring.translated((0, 0, BASE_HEIGHT_IN + 0.04)))
    return [
        (stand, PALE_BASE_RGB if livery.side == 2 else DARK_BASE_RGB),
        (foot, FOOT_RGB),
        (felt, FELT_RGB),
        *((part, livery.rgb) for part in rings),
    ]


@dataclass(frozen=True)
class FigureCast:
    """Everything that a figure's look depends on; models with equal casts share their geometry."""

    base: str
    radius: float
    height: float
    livery: Livery
    variant: Variant
    ground: str
    """The name of the board's ground."""
    ground_rgb: RGB


def cast_figure(body: Body, livery: Livery, ground: GroundKind = GRASS) -> FigureCast:
    """Return the cast of a model's figure on a board with this ground."""
    livery = adapt_livery(body, livery)
    variant = choose_variant(_figure_name(body.base, livery), body.id)
    mean = np.average(ground.colors, axis=0, weights=GROUND_SHARES) * GROUND_BRIGHTNESS
    mean = np.minimum(mean, 255)
    rgb = (round(mean[0]), round(mean[1]), round(mean[2]))
    return FigureCast(body.base, body.radius, body.height, livery, variant, ground.name, rgb)


def _figure_name(base: str, livery: Livery) -> str:
    """Return the name of a model's figure, or of the plain figure of its kind."""
    if figure_base(livery.figure):
        return livery.figure
    if livery.silhouette is Silhouette.TROOPER and base != "small":
        return WIDE_BASE_FIGURE
    return PLAIN_FIGURES[livery.silhouette]


def _make_stand(cast: FigureCast, is_far: bool) -> MeshArrays:
    """Return a base with its rim in the player's color and its top as the ground."""
    stand = merge_parts(_base(cast.radius, cast.livery, is_far))
    stand[2][(stand[2][:, :3] == cast.livery.rgb).all(axis=1), 3] = TEAM_COLOR_ALPHA
    made_for = cast.base if cast.base in BASES else "small"
    top = load_base_top(cast.ground, made_for, cast.ground_rgb, is_far)
    if top is None:
        return stand
    points, normals, colors, faces = top
    share = (cast.radius - RING_WIDTH_IN) / (BASES[made_for].radius - RING_WIDTH_IN)
    lifted = points * (share, share, 1.0) + (0.0, 0.0, BASE_HEIGHT_IN)
    return concatenate_arrays([stand, (lifted, normals, colors, faces)])


@memo_per_process(Size.MEDIUM)
def build_figure(cast: FigureCast, is_far: bool) -> MeshArrays:
    """Return a figure on its base at the origin, facing north."""
    stand = _make_stand(cast, is_far)
    on_it = build_on_base(cast, is_far)
    return stand if on_it is None else concatenate_arrays([stand, on_it])


def build_on_base(cast: FigureCast, is_far: bool) -> MeshArrays | None:
    """Return a figure without its base, at its height above the origin; None if it is missing."""
    livery = cast.livery
    figure_name = _figure_name(cast.base, livery)
    on_it = assemble_figure(figure_name, livery.figure_parts, livery.rgb, is_far, cast.variant)
    if on_it is None:
        return None
    points, normals, colors, faces = on_it
    scaled_points = np.maximum(points, (-np.inf, -np.inf, 0.0)) * _figure_scale(cast, points)
    return scaled_points + (0.0, 0.0, BASE_HEIGHT_IN), normals, colors, faces


def _figure_scale(cast: FigureCast, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return by how much a figure's points are scaled so that it fits its base and volume."""
    made_for = BASES.get(
        figure_base(_figure_name(cast.base, cast.livery)) or cast.base, BASES["small"]
    )
    scale = min(
        cast.radius / made_for.radius,
        (cast.height - BASE_HEIGHT_IN) / (made_for.height - BASE_HEIGHT_IN),
    )
    highest = max(scale * float(points[:, 2].max()), 1e-9)
    widest = max(scale * float(np.hypot(points[:, 0], points[:, 1]).max()), 1e-9)
    tall = min(1.0, (cast.height - BASE_HEIGHT_IN) / highest)
    broad = min(1.0, MAX_REACH_FACTOR * cast.radius / widest)
    return np.array([scale * broad, scale * broad, scale * tall])


@memo_per_process(Size.MEDIUM)
def find_weapon_ends(cast: FigureCast, kind: str, weapon: str) -> tuple[XYZ, ...]:
    """Return the ends of a figure's weapons of a kind, as it stands at the origin facing north.

    Those of the named weapon come first; see `figure_library.weapon_ends`.
    """
    livery = cast.livery
    figure_name = _figure_name(cast.base, livery)
    pose = cast.variant.pose
    ends = weapon_ends(figure_name, livery.figure_parts, kind, weapon, pose)
    form = assemble_figure(figure_name, livery.figure_parts, livery.rgb, True, cast.variant)
    if not ends or form is None:
        return ()
    scale = _figure_scale(cast, form[0])
    places = np.array(ends) * scale + (0.0, 0.0, BASE_HEIGHT_IN)
    return tuple((float(x), float(y), float(z)) for x, y, z in places)


def make_bare_base(cast: FigureCast, is_far: bool = False) -> MeshArrays:
    """Return a model's base without a figure."""
    return _make_stand(cast, is_far)


def adapt_livery(body: Body, livery: Livery) -> Livery:
    """Return a livery that fits the body: a game's special kind without a figure is a portal."""
    return (
        livery if body.is_plain or livery.figure else replace(livery, silhouette=Silhouette.PORTAL)
    )


def make_figure(
    body: Body, livery: Livery, far: bool = False, ground: GroundKind = GRASS
) -> MeshArrays:
    """Return a figure on its base at the origin, facing north, with fewer triangles if `far`."""
    return build_figure(cast_figure(body, livery, ground), far)
