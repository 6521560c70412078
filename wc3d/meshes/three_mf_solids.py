"""Solids that 3MF describes without triangles: beam lattices and boolean shapes.

A beam is a frustum with round or flat ends, a ball is a sphere. Both become closed shells with a
number of sides from BEAM_SIDES. The corners are on a slightly larger radius. The error is then 0.3
% of the radius (1 % and 4 % for lattices of many beams). The shells may overlap: everything inside
any shell is solid.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from wc3d.meshes.booleans import BooleanError, Solid, combine_solids, solid_triangles, unite_shells
from wc3d.meshes.mesh_source import MeshSource
from wc3d.meshes.surface import Floats, Triangles
from wc3d.meshes.text_lines import IndexArray

BEAM_SIDES = (32, 16, 8)
"""Sides of a beam: the first number with up to GOAL_TRIANGLES triangles in all, else the last."""

GOAL_TRIANGLES = 400_000

SHELLS_LIMIT = 5_000
"""Most beams and balls of a clipped lattice."""


@dataclass
class BeamLattice:
    """A beam lattice with its attributes and elements."""

    radius: float
    shortest: float
    cap: str = "sphere"
    ball_mode: str = "none"
    ball_radius: float = 0.0
    clipping: str = "none"
    clipping_object: str = ""
    ends: array[int] = field(default_factory=lambda: array("q"))
    radii: array[float] = field(default_factory=lambda: array("d"))
    caps: list[tuple[str, str]] = field(default_factory=list)
    balls: array[int] = field(default_factory=lambda: array("q"))
    ball_radii: array[float] = field(default_factory=lambda: array("d"))


def lattice_shells(
    source: MeshSource, place: str, lattice: BeamLattice, points: Floats
) -> list[Triangles]:
    """Return the closed shells of a lattice's beams and balls, in groups of shape (n, k, 3, 3).

    Each group has n shells of k triangles. Raises MeshError for invalid vertices and for too many
    triangles.
    """
    ends = np.array(lattice.ends, dtype=np.int64).reshape(-1, 2)
    radii = np.array(lattice.radii).reshape(-1, 2)
    balls, ball_radii = _balls(lattice, ends)
    for named in (ends, balls):
        if named.size and not 0 <= named.min() <= named.max() < len(points):
            raise source.make_error(
                place,
                f"a beam or ball uses a vertex that does not exist; the mesh has only {len(points):,} vertices",
            )
    if not (
        np.isfinite(radii).all()
        and np.isfinite(ball_radii).all()
        and (radii >= 0).all()
        and (ball_radii >= 0).all()
    ):
        raise source.make_error(place, "expected the radii of beams and balls to be 0 or more")
    starts = points[ends[:, 0]]
    stops = points[ends[:, 1]]
    long = np.linalg.norm(stops - starts, axis=1) >= max(lattice.shortest, 1e-12)
    source.count_skipped("beams shorter than their lattice allows", count=int((~long).sum()))
    first, last = _caps(lattice, radii)
    centers = [points[balls]]
    sizes = [ball_radii]
    # a sphere around the narrower end
    for end, caps in (
        (0, first),
        (1, last),
    ):
        wide = long & (caps == "ball")
        centers.append(points[ends[wide, end]])
        sizes.append(radii[wide, end])
    centers_of_balls, radii_of_balls = np.concatenate(centers), np.concatenate(sizes)
    sides = next(
        (n for n in BEAM_SIDES if (len(ends) + len(centers_of_balls)) * n * n <= GOAL_TRIANGLES),
        BEAM_SIDES[-1],
    )
    groups = []
    for first_end in ("round", "flat"):
        for last_end in ("round", "flat"):
            mask = (
                long
                & ((first == "round") == (first_end == "round"))
                & ((last == "round") == (last_end == "round"))
            )
            profile = _profile(sides, first_end, last_end)
            source.refuse_too_many(int(mask.sum()) * _triangle_count(profile, sides))
            if mask.any():
                groups.append(
                    _revolve_profile(profile, sides, starts[mask], stops[mask], radii[mask])
                )
    ball = _profile(sides, "round", "round", middle=False)
    source.refuse_too_many(len(centers_of_balls) * _triangle_count(ball, sides))
    thick = radii_of_balls > 0
    if thick.any():
        tops = centers_of_balls[thick] + [0.0, 0.0, 1e-3]
        end_radii = np.column_stack([radii_of_balls[thick]] * 2)
        groups.append(
            _revolve_profile(ball, sides, centers_of_balls[thick], tops, end_radii, length=0.0)
        )
    source.refuse_too_many(sum(shells.shape[0] * shells.shape[1] for shells in groups))
    return groups


def _balls(lattice: BeamLattice, ends: IndexArray) -> tuple[IndexArray, Floats]:
    """Return the vertices and radii of a lattice's balls."""
    if lattice.ball_mode == "none":
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    balls = np.array(lattice.balls, dtype=np.int64)
    radii = np.array(lattice.ball_radii)
    if lattice.ball_mode == "all":
        other_ends = np.setdiff1d(ends, balls)
        balls = np.concatenate([balls, other_ends])
        radii = np.concatenate([radii, np.full(len(other_ends), lattice.ball_radius)])
    return balls, radii


def _caps(lattice: BeamLattice, radii: Floats) -> tuple[np.ndarray, np.ndarray]:
    """Return the caps of both ends of each beam: round, flat, or flat inside a ball."""
    named = np.array(
        [
            [first_cap or lattice.cap, last_cap or lattice.cap]
            for first_cap, last_cap in lattice.caps
        ],
        dtype=object,
    ).reshape(-1, 2)
    uneven = (radii[:, 0] != radii[:, 1])[:, None]
    caps = np.where(
        named == "butt", "flat", np.where((named == "sphere") & uneven, "ball", "round")
    )
    return caps[:, 0], caps[:, 1]


def _profile(sides: int, first: str, last: str, middle: bool = True) -> Floats:
    """Return the rings of a shell from pole to pole, (n, 3).

    Columns: the end (0 first, 1 last), the distance beyond that end along the axis, and the ring's
    radius. Both lengths are in radii of the beam.
    """
    turns = np.linspace(0.0, np.pi / 2, sides // 4 + 1)
    rounded = np.column_stack([-np.cos(turns), np.sin(turns)])
    flat = np.array([[0.0, 0.0], [0.0, 1.0]])
    first_rings, last_rings = (rounded if end == "round" else flat for end in (first, last))
    upper_rings = (last_rings * [-1.0, 1.0])[::-1]
    if not middle:
        upper_rings = upper_rings[1:]
    return np.concatenate(
        [
            np.column_stack([np.zeros(len(first_rings)), first_rings]),
            np.column_stack([np.ones(len(upper_rings)), upper_rings]),
        ]
    )


def _triangle_count(profile: Floats, sides: int) -> int:
    return 2 * sides * (len(profile) - 2)


def _revolve_profile(
    profile: Floats,
    sides: int,
    starts: Floats,
    stops: Floats,
    radii: Floats,
    length: float | None = None,
) -> Triangles:
    """Return the shells (n, k, 3, 3) of a profile rotated around each axis, facing outward."""
    axes = stops - starts
    lengths = np.linalg.norm(axes, axis=1, keepdims=True)
    axes = axes / lengths
    helpers = np.eye(3)[np.argmin(np.abs(axes), axis=1)]
    across = np.cross(axes, helpers)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    third = np.cross(axes, across)
    ends = np.stack([starts, starts + axes * (lengths if length is None else length)], axis=1)
    end_index = profile[:, 0].astype(np.int64)
    larger = 1 / np.sqrt(np.cos(np.pi / sides))
    size = radii[:, end_index] * larger
    beyond = np.where(np.abs(profile[:, 1]) > 0, size * profile[:, 1], 0.0)
    centers = ends[:, end_index] + beyond[..., None] * axes[:, None]
    turns = 2 * np.pi * np.arange(sides) / sides
    circle = np.cos(turns)[:, None] * across[:, None] + np.sin(turns)[:, None] * third[:, None]
    rings = centers[:, :, None] + (size * profile[:, 2])[..., None, None] * circle[:, None]
    upper, lower = rings[:, 1:], rings[:, :-1]
    turned_upper, turned_lower = np.roll(upper, -1, axis=2), np.roll(lower, -1, axis=2)
    a = np.stack([lower, turned_lower, turned_upper], axis=3)[:, 1:]
    b = np.stack([lower, turned_upper, upper], axis=3)[:, :-1]
    shells = np.concatenate([a, b], axis=1)
    return shells.reshape(len(starts), -1, 3, 3)


def clip_shells(
    source: MeshSource, place: str, shells: Sequence[Triangles], clipping: Solid, keep_inside: bool
) -> Triangles:
    """Return the part of shells inside or outside a solid. Raises MeshError for too many shells."""
    single = [shell for group in shells for shell in group]
    if len(single) > SHELLS_LIMIT:
        raise source.make_error(
            place, f"clips more than {SHELLS_LIMIT:,} beams; export it as a triangle mesh"
        )
    if not single:
        return np.zeros((0, 3, 3))
    try:
        result = combine_solids(
            "intersection" if keep_inside else "difference", unite_shells(single), [clipping], []
        )
    except BooleanError as error:
        raise source.make_error(place, str(error)) from None
    return solid_triangles(result)
