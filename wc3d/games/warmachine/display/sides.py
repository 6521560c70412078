"""The players' colors."""
from __future__ import annotations

from wc3d.presentation.palette import RGB

PLAYER_COLORS: tuple[RGB, RGB] = ((92, 160, 232), (232, 120, 84))
