"""The chi-square distribution for even degrees of freedom, in closed form."""

from __future__ import annotations

import math

SURE_PART = 0.95
"""The part of all errors that a region of doubt holds."""


def chi_square_tail(value: float, degrees: int) -> float:
    """Return the probability that a chi-square variable is greater. `degrees` is even.

    >>> round(chi_square_tail(5.991, 2), 3)
    0.05
    """
    half = value / 2
    term = 1.0
    total = 1.0
    for k in range(1, degrees // 2):
        term *= half / k
        total += term
    return min(1.0, math.exp(-half) * total) if degrees > 0 and half < 700 else float(degrees <= 0)


def chi_square_bound(degrees: int, part: float = SURE_PART) -> float:
    """Return the value that a chi-square variable does not exceed with probability `part`.

    >>> round(chi_square_bound(4), 3)
    9.488
    """
    if degrees <= 0:
        return 0.0
    low, high = 0.0, 20.0 * degrees + 40.0
    for _ in range(60):
        middle = (low + high) / 2
        if chi_square_tail(middle, degrees) > 1 - part:
            low = middle
        else:
            high = middle
    return high
