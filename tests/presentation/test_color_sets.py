"""Colors for the color-blind: simulated colors of one group differ, and text can be read."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from wc3d.games.neo_mechanika.previews.side_colors import FACTION_COLORS, RIVAL_COLOR
from wc3d.games.warmachine.display.labels_and_lists import PLAYER_COLORS
from wc3d.presentation import palette
from wc3d.presentation.color_sets import (
    COLOR_GROUPS,
    COLOR_SET_LABELS,
    COLOR_SETS,
    ColorSetName,
    displayed_color,
    use_color_set,
)
from wc3d.window.shell.side_flag import GOLD_RGB, HURT_RGB
from wc3d.window.shell.widgets import GOLD_COLOR, GREEN_COLOR, RED_COLOR

SIMULATION: dict[str, Any] = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
"""Linear RGB as seen without one kind of cone: Machado, Oliveira and Fernandes 2009, severity 1."""
MIN_DIFFERENCE = 0.12
"""Distance in OKLab; the standard colors of the lines differ by 0.114 for normal eyes."""
PANEL_COLOR = (14, 17, 21)


def linear(rgb: palette.RGB) -> Any:
    values = np.array(rgb) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def oklab(linear_rgb: Any) -> Any:
    """Björn Ottosson's OKLab of linear RGB values."""
    cones = linear_rgb @ np.array(
        [
            [0.4122214708, 0.2119034982, 0.0883024619],
            [0.5363325363, 0.6806995451, 0.2817188376],
            [0.0514459929, 0.1073969566, 0.6299787005],
        ]
    )
    return np.cbrt(cones) @ np.array(
        [
            [0.2104542553, 1.9779984951, 0.0259040371],
            [0.7936177850, -2.4285922050, 0.7827717662],
            [-0.0040720468, 0.4505937099, -0.8086757660],
        ]
    )


def contrast(first: palette.RGB, second: palette.RGB) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted(
        (float(linear(c) @ [0.2126, 0.7152, 0.0722]) + 0.05 for c in (first, second)), reverse=True
    )
    return light / dark


def group_colors(name: ColorSetName, group: str) -> list[palette.RGB]:
    return [COLOR_SETS[name].get(rgb, rgb) for rgb in COLOR_GROUPS[group]]


@pytest.mark.parametrize(("name", "group"), [*product(SIMULATION, COLOR_GROUPS)])
def test_colors_that_appear_together_differ_for_these_eyes(name: ColorSetName, group: str) -> None:
    matrix = np.array(SIMULATION[name])
    seen = [oklab(np.clip(matrix @ linear(rgb), 0, 1)) for rgb in group_colors(name, group)]
    assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) >= MIN_DIFFERENCE


@pytest.mark.parametrize("name", SIMULATION)
def test_the_standard_colors_are_not_enough(name: ColorSetName) -> None:
    matrix = np.array(SIMULATION[name])
    smallest = [
        min(
            np.linalg.norm(a - b)
            for a, b in combinations(
                [oklab(np.clip(matrix @ linear(rgb), 0, 1)) for rgb in colors], 2
            )
        )
        for colors in COLOR_GROUPS.values()
    ]
    assert min(smallest) < MIN_DIFFERENCE


@pytest.mark.parametrize("name", COLOR_SETS)
def test_text_has_enough_contrast(name: ColorSetName) -> None:
    for rgb in group_colors(name, "messages"):
        assert contrast(rgb, PANEL_COLOR) >= 4.5
    for rgb in group_colors(name, "verdicts"):
        assert contrast(rgb, (255, 255, 255)) >= 4.5


def test_the_groups_hold_the_colors_in_use() -> None:
    pens = palette.PEN_COLORS
    pen_names = (palette.Pen.CLEAR, palette.Pen.BLOCKED, palette.Pen.MEASURE, palette.Pen.PATH)
    assert {*COLOR_GROUPS["lines"]} >= {pens[pen] for pen in pen_names}
    assert {*COLOR_GROUPS["roles"]} == {*palette.ROLE_COLORS.values()}
    assert {*COLOR_GROUPS["verdicts"]} == {
        palette.GOOD_COLOR,
        palette.BAD_COLOR,
        palette.PLAIN_COLOR,
        palette.CLOSE_CALL_COLOR,
    }
    messages = (RED_COLOR, GREEN_COLOR, GOLD_COLOR)
    assert {*COLOR_GROUPS["messages"]} == {tuple(round(255 * v) for v in c[:3]) for c in messages}
    assert {*COLOR_GROUPS["labels"]} == {HURT_RGB, GOLD_RGB}
    assert {*COLOR_GROUPS["levels"]} == {*palette.LEVEL_COLORS}
    assert {*COLOR_GROUPS["factions"]} == {*FACTION_COLORS.values(), RIVAL_COLOR}


@pytest.mark.parametrize("name", SIMULATION)
def test_the_sides_of_warmachine_differ_for_these_eyes(name: ColorSetName) -> None:
    matrix = np.array(SIMULATION[name])
    first, second = (oklab(np.clip(matrix @ linear(rgb), 0, 1)) for rgb in PLAYER_COLORS)
    assert np.linalg.norm(first - second) >= MIN_DIFFERENCE


def test_a_used_set_replaces_its_colors_and_no_others() -> None:
    clear = palette.PEN_COLORS[palette.Pen.CLEAR]
    use_color_set("deuteranopia")
    try:
        assert displayed_color(clear) == COLOR_SETS["deuteranopia"][clear] != clear
        assert displayed_color((1, 2, 3)) == (1, 2, 3)
    finally:
        use_color_set("standard")
    assert displayed_color(clear) == clear


def test_every_set_has_a_label() -> None:
    assert COLOR_SET_LABELS.keys() == COLOR_SETS.keys()
