"""Every tolerance of the program, declared once. Inches."""

EQUAL = 1e-6
"""Two numbers that differ by at most this are equal."""

SIGHT = 1e-3
"""`blocked` is proven for every line with more clearance than this."""

CLEAR = 5e-4
"""A line is shown as `clear` only with at least this much clearance."""
