"""Checks of values that clients send."""

from __future__ import annotations

import math


def is_number_below(value: object, limit: float) -> bool:
    """Return whether a value is a finite number whose size is below a limit."""
    if type(value) is int:
        return -limit < value < limit
    return type(value) is float and math.isfinite(value) and abs(value) < limit
