"""Sets of colors for color-blind players: replacements for the colors that carry a meaning.

Every color of the standard set that must be told apart from others on the same screen has a
replacement in each other set, chosen so that the simulated colors of a group differ clearly. Colors
that no table names stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from wc3d.presentation.palette import RGB

ColorSetName = Literal["standard", "protanopia", "deuteranopia", "tritanopia"]
"""The standard colors, and those for weak or missing red, green and blue cones."""
COLOR_SET_LABELS: dict[ColorSetName, str] = {
    "standard": "Standard",
    "protanopia": "Weak red",
    "deuteranopia": "Weak green",
    "tritanopia": "Weak blue",
}

COLOR_GROUPS: dict[str, tuple[RGB, ...]] = {
    "lines": ((44, 196, 112), (230, 62, 52), (240, 200, 70), (62, 170, 236), (236, 120, 40)),
    "roles": (
        (38, 166, 214),
        (240, 132, 44),
        (228, 74, 60),
        (150, 156, 164),
        (70, 190, 120),
        (168, 120, 220),
    ),
    "verdicts": ((24, 132, 76), (190, 44, 38), (44, 92, 140), (166, 100, 6)),
    "messages": ((255, 120, 102), (88, 231, 210), (255, 209, 102)),
    "levels": (
        (64, 196, 150),
        (246, 190, 72),
        (236, 120, 150),
        (120, 150, 244),
        (190, 120, 230),
    ),
    "factions": (
        (222, 62, 96),
        (44, 148, 236),
        (240, 152, 36),
        (158, 120, 246),
        (236, 226, 190),
    ),
    "findings": ((236, 92, 76), (240, 176, 60)),
    "labels": ((255, 120, 104), (255, 214, 110)),
}
"""Standard colors that appear together and mean different things."""

_REPLACEMENTS: dict[ColorSetName, dict[str, tuple[RGB, ...]]] = {
    "standard": {},
    "protanopia": {
        "lines": ((33, 191, 115), (231, 54, 51), (243, 209, 57), (61, 170, 234), (236, 122, 45)),
        "roles": (
            (26, 170, 232),
            (242, 132, 31),
            (228, 76, 59),
            (153, 152, 146),
            (60, 198, 120),
            (169, 109, 217),
        ),
        "verdicts": ((26, 131, 118), (185, 10, 41), (46, 92, 139), (162, 93, 0)),
        "levels": (
            (53, 196, 154),
            (248, 190, 43),
            (237, 121, 152),
            (117, 166, 251),
            (186, 106, 221),
        ),
        "factions": (
            (222, 63, 97),
            (58, 159, 236),
            (240, 151, 34),
            (150, 102, 240),
            (236, 228, 191),
        ),
    },
    "deuteranopia": {
        "lines": ((17, 195, 145), (218, 60, 51), (240, 199, 64), (60, 169, 237), (244, 124, 9)),
        "roles": (
            (16, 177, 231),
            (244, 133, 18),
            (222, 67, 53),
            (113, 136, 145),
            (74, 192, 146),
            (142, 98, 225),
        ),
        "verdicts": ((14, 131, 110), (157, 18, 15), (40, 93, 141), (173, 99, 0)),
        "levels": (
            (78, 208, 159),
            (246, 189, 68),
            (208, 99, 137),
            (101, 130, 255),
            (199, 128, 228),
        ),
        "factions": (
            (222, 62, 95),
            (31, 125, 230),
            (241, 152, 37),
            (175, 130, 239),
            (238, 225, 192),
        ),
        "findings": ((234, 90, 76), (242, 176, 57)),
    },
    "tritanopia": {
        "lines": ((26, 212, 120), (230, 63, 53), (242, 200, 72), (93, 151, 213), (230, 135, 67)),
        "roles": (
            (24, 154, 206),
            (239, 133, 44),
            (220, 61, 37),
            (164, 162, 163),
            (76, 214, 143),
            (172, 98, 195),
        ),
        "verdicts": ((3, 134, 78), (192, 45, 38), (56, 81, 130), (154, 107, 15)),
        "levels": (
            (58, 211, 170),
            (246, 191, 75),
            (239, 113, 145),
            (115, 146, 244),
            (195, 120, 231),
        ),
        "factions": (
            (222, 64, 96),
            (38, 149, 236),
            (241, 152, 26),
            (163, 115, 240),
            (237, 225, 189),
        ),
    },
}
COLOR_SETS: dict[ColorSetName, Mapping[RGB, RGB]] = {
    name: {
        standard: replacement
        for group, colors in groups.items()
        for standard, replacement in zip(COLOR_GROUPS[group], colors, strict=True)
    }
    for name, groups in _REPLACEMENTS.items()
}
"""The replacement of each standard color, by set."""

_used_set: Mapping[RGB, RGB] = COLOR_SETS["standard"]


def use_color_set(name: ColorSetName) -> None:
    """Use a set for everything that this process draws on the screen from now on."""
    global _used_set
    _used_set = COLOR_SETS[name]


def displayed_color(rgb: RGB) -> RGB:
    """Return the color of the used set for a standard color."""
    return _used_set.get(rgb, rgb)
