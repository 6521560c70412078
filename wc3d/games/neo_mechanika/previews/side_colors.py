"""The colors of the two sides: one for each faction, and never the same for both."""

from __future__ import annotations

from zlib import crc32

from wc3d.games.neo_mechanika.rules.state import State
from wc3d.presentation.palette import RGB

FACTION_COLORS: dict[str, RGB] = {
    "aeternus_continuum": (222, 62, 96),
    "iron_star_alliance": (44, 148, 236),
    "marcher_worlds": (240, 152, 36),
    "empyreans": (158, 120, 246),
}
"""The color of each faction. Other factions get one of these by their name."""

RIVAL_COLOR: RGB = (236, 226, 190)
"""The second side's color if both play the same faction."""


def side_colors(first_faction: str, second_faction: str) -> tuple[RGB, RGB]:
    """Return different colors for two sides with these factions."""
    first, second = (
        FACTION_COLORS.get(f)
        or tuple(FACTION_COLORS.values())[crc32(f.encode()) % len(FACTION_COLORS)]
        for f in (first_faction, second_faction)
    )
    return first, RIVAL_COLOR if first == second else second


def player_colors(state: State) -> tuple[RGB, RGB]:
    """Return the colors of player 1 and player 2."""
    first_faction, second_faction = (force.faction for force in state.setup.forces)
    return side_colors(first_faction, second_faction)
