"""The drawn details of a feature as arrays: its body, and what lies loose at its foot.

Everything is made in the feature's own coordinates from its name and shape. So a feature looks the
same on the same board, and a moved piece keeps its look.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wc3d._internal.memo import Size, memo_per_process
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism
from wc3d.presentation.palette import RGB, surface_alpha
from wc3d.scene.ground_textures import GroundKind, soil_rgb
from wc3d.scene.materials import GROUND, MASONRY
from wc3d.scene.picking import is_flat
from wc3d.scene.terrain_details.colored_arrays import EMPTY_ARRAYS, ColoredArrays, join_arrays
from wc3d.scene.terrain_details.fallen_logs import make_log
from wc3d.scene.terrain_details.layers import (
    MAX_LAYER_PIECES,
    Layer,
    can_have_layers,
    make_layers,
)
from wc3d.scene.terrain_details.local_frame import local_frame
from wc3d.scene.terrain_details.rings import chance, seed_of
from wc3d.scene.terrain_details.sandbag_rows import has_rows, inner_sandbags
from wc3d.scene.terrain_details.sloped_bodies import (
    foot_layer,
    make_sloped_body,
    sloped_layers,
)
from wc3d.scene.terrain_details.soil_stones import make_soil_stones
from wc3d.scene.terrain_details.solid_bodies import (
    STAIN_HEIGHT_IN,
    Part,
    make_body,
    make_plain_body,
)
from wc3d.scene.terrain_details.top_fringes import make_fringe
from wc3d.scene.terrain_details.wall_foot import make_foot
from wc3d.scene.terrain_details.wall_marks import make_wall_marks
from wc3d.scene.terrain_details.wall_styles import WallStyle, wall_style
from wc3d.scene.terrain_details.wall_trim import make_wall_trim
from wc3d.scene.terrain_meshes import FeatureMesh
from wc3d.scene.vertex_normals import smooth_joined_normals
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape

SMOOTH_DEGREES, ROCK_DEGREES = 30.0, 16.0
"""The smallest turn in degrees that is an edge; rock has more facets than walls have."""
COARSE_SPACING_IN, COARSE_STRATA_IN, COARSE_RELIEF = 1.5, 1.5, 13.0
"""The distances in inches of the corners and ledges of rock with few triangles, and its relief."""
MAX_COARSE_CORNERS = 16
STAIN_STRENGTH = 0.75
"""The share of the ground's color at the very foot of a wall."""
FOOT_CORNERS_IN, FOOT_TONE = 0.1, 0.68
"""The highest corners at a foot in inches, and their tone; sides fade to it from their next corners."""
ShapeKey = tuple[tuple[object, ...], ...]


def solid_details(
    feature: Feature, mesh: FeatureMesh, ground: GroundKind, is_fine: bool = True
) -> tuple[ColoredArrays, ColoredArrays] | None:
    """Return the body of a solid feature without its mesh files, and what lies at its foot.

    Return None for water and for terrain that is not solid, and if a mesh file without colors is
    the body. `is_fine` adds joints, ledges, roughness, and everything at the foot.
    """
    if not feature.kind.solid or feature.water or (not mesh.files and feature.meshes):
        return None
    pieces = (
        feature.solid_pieces
        if not mesh.files
        else tuple(
            p
            for shape in feature.shapes
            if not isinstance(shape, MeshShape)
            for p in shape.pieces()
        )
    )
    pieces = tuple(piece for piece in pieces if not is_flat(piece))
    if not pieces:
        return None
    frame = local_frame(pieces)
    body, foot = _local_details(
        wall_style(feature, ground),
        ground,
        seed_of(feature.id),
        is_fine,
        frame.foot <= 0.01,
        tuple(piece_key(frame.localize(piece)) for piece in pieces),
    )
    return body.placed(frame), foot.placed(frame)


def piece_key(piece: Piece) -> tuple[object, ...]:
    """Return a piece as a key of a cache."""
    if isinstance(piece, Cylinder):
        return piece.center, piece.radius, piece.low, piece.high
    return tuple(map(tuple, piece.points.tolist())), piece.bottom, piece.top


def piece_of(key: tuple[object, ...]) -> Piece:
    """Return the piece with a key."""
    if len(key) == 4:
        return Cylinder(*key)  # type: ignore[arg-type]
    points, bottom, top = key
    assert isinstance(bottom, Plane) and isinstance(top, Plane)
    return Prism(np.array(points), bottom, top)


@memo_per_process(Size.MEDIUM)
def _local_details(
    style: WallStyle,
    ground: GroundKind,
    seed: int,
    is_fine: bool,
    is_on_table: bool,
    shape: ShapeKey,
) -> tuple[ColoredArrays, ColoredArrays]:
    """Return the details in a feature's own coordinates.

    They are cached because the editor draws a feature again whenever a player moves it.
    """
    pieces = [piece_of(key) for key in shape]
    stain = soil_rgb(ground) if is_on_table else None
    if not is_fine or len(pieces) > MAX_LAYER_PIECES:
        return _coarse_body(pieces, style, seed, stain), EMPTY_ARRAYS
    log = make_log(pieces, style, seed)
    if can_have_layers(pieces):
        layers = make_layers(pieces)
        lowest: Layer | None = layers[0]
        has_bags = has_rows(layers, style)
        parts = log or make_body(layers, inner_sandbags(style) if has_bags else style, seed)
    else:
        layers = sloped_layers(pieces)
        lowest = foot_layer(pieces)
        parts = make_sloped_body(pieces, style, seed)
    has_foot = is_on_table and lowest is not None
    foot = make_foot(lowest, style, ground, seed) if has_foot and lowest else EMPTY_ARRAYS
    body = merge_colored(parts, seed, stain, ROCK_DEGREES if style.strata else SMOOTH_DEGREES)
    marks = [make_wall_marks(layers, style, ground, seed)]
    if not can_have_layers(pieces):  # level tops have turf, see `rim_turf`
        marks.append(make_fringe(layers, style, seed))
    marks += [make_wall_trim(layers, style, seed), make_soil_stones(layers, style, ground, seed)]
    return join_arrays([body, *marks]), foot


def _coarse_body(
    pieces: list[Piece], style: WallStyle, seed: int, stain: RGB | None
) -> ColoredArrays:
    """Return a body with few triangles; those of rock are facets."""
    if (
        style.strata
        and can_have_layers(pieces)
        and not any(isinstance(p, Cylinder) for p in pieces)
    ):
        layers = make_layers(pieces)
        around = max(layer.plan.length for layer in layers)
        coarse = replace(
            style,
            point_spacing=max(COARSE_SPACING_IN, around / MAX_COARSE_CORNERS),
            strata=COARSE_STRATA_IN,
            relief_shading=COARSE_RELIEF,
        )
        parts = make_body(layers, coarse, seed)
        return shade_foot(merge_colored(parts, seed, None, ROCK_DEGREES))
    if style.is_staggered:  # bags and stacked stones, which have courses without relief
        style = replace(style, side=MASONRY, top=MASONRY)
    parts = make_log(pieces, style, seed, is_fine=False) or make_plain_body(pieces, style, seed)
    return shade_foot(merge_colored(parts, seed, stain))


def shade_foot(body: ColoredArrays) -> ColoredArrays:
    """Return a body with few triangles whose sides are darker toward their foot."""
    is_low = (body.points[:, 2] < FOOT_CORNERS_IN) & (body.normals[:, 2] < 0.7)
    colors = body.colors.copy()
    colors[is_low, :3] = (FOOT_TONE * colors[is_low, :3]).astype(np.uint8)
    return replace(body, colors=colors)


def merge_colored(
    parts: list[Part], seed: int, stain: RGB | None, degrees: float = SMOOTH_DEGREES
) -> ColoredArrays:
    """Return parts as one mesh with slightly uneven colors, and with `stain` at the foot."""
    points, normals, faces, vertex_ids = smooth_joined_normals(
        [part.shaded_mesh for part in parts], degrees
    )
    if not len(points):
        return ColoredArrays(points, normals, np.zeros((0, 4), np.uint8), faces)
    points = np.concatenate([part.mesh.vertices for part in parts])[vertex_ids]
    offsets = np.cumsum([0, *(len(part.mesh.vertices) for part in parts)])
    owner = np.searchsorted(offsets, vertex_ids, side="right") - 1
    rgb = np.array([part.rgb for part in parts], float)[owner]
    rgb *= np.concatenate([part.vertex_tones for part in parts])[vertex_ids]
    is_ground = np.array([part.material == GROUND for part in parts])[owner]
    uneven = 0.94 + 0.12 * chance(np.round(points, 2), seed + 11)
    rgb *= np.where(is_ground, 1.0, uneven)[:, None]
    if stain is not None:
        low = np.clip(1 - points[:, 2] / STAIN_HEIGHT_IN, 0, 1)
        share = STAIN_STRENGTH * low * (normals[:, 2] < 0.7)
        rgb += (np.array(stain) * 0.8 - rgb) * share[:, None]
    alpha = np.array([surface_alpha(part.material) for part in parts])[owner]
    colors = np.column_stack([np.clip(rgb, 0, 255), alpha]).astype(np.uint8)
    return ColoredArrays(points, normals, colors, faces)
