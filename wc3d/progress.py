"""How far something long is: what it tells while it works, and how it hears that nobody waits any more."""
from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], bool]
"""Told how much is done of how much; says whether to go on."""
