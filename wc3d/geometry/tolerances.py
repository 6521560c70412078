"""The tolerances that verdicts rest on, declared once. Inches.

What a module needs for its own work alone (how a mesh's corners are welded, how finely an arc is drawn) stands by name at its
head, and so do those of the compiled search. Smaller numbers within formulas only guard against rounding.
"""

EPSILON_IN = 1e-6
"""Two numbers that differ by at most this are equal: to touch is neither to overlap nor to be apart."""

TINY_LENGTH_IN = 1e-12
"""A length less than this is none: what would be divided by it is left alone."""

MIN_THICKNESS_IN = 1e-9
"""A solid or a polygon thinner than this has no inside."""

SIGHT_TOLERANCE_IN = 1e-3
"""`blocked` is proven for every line with more clearance than this."""

MIN_CLEARANCE_IN = 5e-4
"""A line is shown as `clear` only with at least this much clearance."""

PROOF_GROWTH_ASIDE_IN, PROOF_GROWTH_HEIGHT_IN = 6.0e-4, 5.3e-4
"""How far solids grow in a proof: sideways and in height. A box's corner then moves by 0.001"."""

MITER_LIMIT_IN, CHAMFER_IN = 8.5e-4, 7.0e-4
"""A corner that a proof would move farther than MITRE is cut off, CHAMFER away from where it was."""

VOLUME_SHRINK_IN = 5.0e-5
"""By how much the volumes shrink when a line is looked for, so that it starts off what they stand on."""

MESH_LIFT_IN = 1.5e-4
"""Among meshes `blocked` is proven for lines that keep so far within the volumes' faces: off the floor that a model stands on.

A line that has more clearance than `SIGHT` and 1.5 times this may be moved there and is still open.
"""

POINT_RADIUS_IN = 2.0e-4
"""A line of sight from a point starts within a volume that reaches this far around it."""

MAX_UNEVEN_IN = 0.1
"""Rough ground of a mesh that is level to within this is one floor, unless its map says otherwise."""

SHORT_BY_STEP_IN = 0.002
"""How far solids would have to shrink to open a line is found to within this."""
