"""Tolerances of results, declared once. Inches.

Modules declare their own internal tolerances by name (such as welding distances or arc
resolutions), as does the compiled search. Smaller numbers in formulas only guard against rounding.
"""

EPSILON_IN = 1e-6
"""Largest difference of equal numbers: touching things neither overlap nor are apart."""

TINY_LENGTH_IN = 1e-12
"""Length below which a vector is zero and not used as a divisor."""

SURELY_LATER_IN = 1e-3
"""Distance by which a later contact is certainly later, despite tolerances."""

MIN_THICKNESS_IN = 1e-9
"""Thickness below which a solid or polygon has no inside."""

SIGHT_TOLERANCE_IN = 1e-3
"""Clearance above which no line exists if the result is `blocked`."""

MIN_CLEARANCE_IN = 5e-4
"""Smallest clearance of a line shown as `clear`."""

PROOF_GROWTH_ASIDE_IN, PROOF_GROWTH_HEIGHT_IN = 6.0e-4, 5.3e-4
"""Growth of solids in a proof, sideways and in height. A box's corner then moves by 0.001"."""

MITER_LIMIT_IN, CHAMFER_IN = 8.5e-4, 7.0e-4
"""Distances of grown corners: beyond the first, a corner is cut off at the second."""

VOLUME_SHRINK_IN = 5.0e-5
"""Shrinkage of volumes in a line search, so that lines start above the supporting surface."""

MESH_LIFT_IN = 1.5e-4
"""Distance from a volume's faces for which `blocked` is proven among meshes: above the floor.

A line with more clearance than SIGHT_TOLERANCE_IN and 1.5 times this can be moved there and stays
open.
"""

POINT_RADIUS_IN = 2.0e-4
"""Radius of the volume around a point from which a line of sight starts."""

MAX_UNEVEN_IN = 0.1
"""Largest height difference of rough ground in one floor, unless the map sets another."""

SHORT_BY_STEP_IN = 0.002
"""Precision of the shrinkage that would open a line."""
