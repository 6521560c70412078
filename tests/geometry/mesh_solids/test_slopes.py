"""Domes, ramps and hills: a part of a slope is not a floor, its summit and flat terraces are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.meshes.kit_pieces import close_down, join
from wc3d.games.neo_mechanika.rules.book import rulebook as neo_mechanika
from wc3d.games.warmachine.rules.book import rulebook as warmachine
from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.slopes import MAX_SLOPE_RISE_SHARE
from wc3d.geometry.tolerances import MAX_UNEVEN_IN

Grid = NDArray[np.float64]

SIDE, POINTS = 6.0, 61


def ground(height: Callable[[Grid, Grid], Grid], noise: float = 0.0) -> NDArray[np.float64]:
    """A closed piece whose top has these heights over a square around the origin."""
    line = np.linspace(-SIDE / 2, SIDE / 2, POINTS)
    x, y = np.meshgrid(line, line, indexing="ij")
    rough = np.random.default_rng(4).uniform(0, noise, x.shape)
    return close_down(np.stack([x, y, height(x, y) + rough], axis=-1))


def floors(triangles: NDArray[np.float64], uneven: float = MAX_UNEVEN_IN) -> list[float]:
    return sorted(
        round(float(z), 2) for z in build_mesh_solids(triangles, 0.03, None, uneven).floors
    )


def dome(radius: float, wide: float = 2.8) -> Callable[[Grid, Grid], Grid]:
    """A part of a ball on a block, a cliff around it."""

    def height(x: Grid, y: Grid) -> Grid:
        part = np.minimum(np.hypot(x, y), wide)
        return 1.0 + np.sqrt(radius**2 - part**2) - np.sqrt(radius**2 - wide**2)

    return height


@pytest.mark.rule("NM-SIL-157")
@pytest.mark.rule("WM-RUL-158")
@pytest.mark.parametrize("radius", [8.0, 14.0, 25.0])
@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_a_dome_has_one_floor_at_its_top(radius: float, noise: float) -> None:
    top = float(dome(radius)(np.zeros(1), np.zeros(1))[0])
    levels = [z for z in floors(ground(dome(radius), noise)) if z > 1.05 + noise]
    assert len(levels) == 1 and levels[0] == pytest.approx(top + noise / 2, abs=0.04)


@pytest.mark.rule("NM-SIL-157")
@pytest.mark.rule("WM-RUL-158")
@pytest.mark.parametrize("slope", [1 / 10, 1 / 8, 1 / 6, 1 / 3])
def test_a_ramp_has_one_floor_or_none(slope: float) -> None:
    levels = floors(ground(lambda x, y: 1.0 + slope * (x + SIDE / 2) + 0 * y))
    assert len(levels) <= 1
    assert all(z == pytest.approx(1.0 + slope * SIDE, abs=0.02) for z in levels)


def test_a_hollow_keeps_its_bottom_and_a_ramp_its_landing() -> None:
    bowl = floors(ground(lambda x, y: 1.0 + (x**2 + y**2) / 20))
    assert bowl and bowl[0] == pytest.approx(1.1, abs=0.03)
    landing = ground(lambda x, y: 1.0 + np.clip(x / 8, 0.0, 0.25) + 0 * y)
    low, high = floors(landing)
    assert 1.0 <= low <= 1.1 and high == 1.25


@pytest.mark.parametrize("noise", [0.0, 0.03])
def test_a_flat_terrace_on_a_hill_is_a_floor(noise: float) -> None:
    def height(x: Grid, y: Grid) -> Grid:
        out = SIDE / 2 - np.maximum(np.abs(x), np.abs(y))
        return 1.0 + np.clip(out / 5, 0, 0.1) + np.clip((out - 1.7) / 5, 0, 0.15)

    levels = floors(ground(height, noise))
    assert any(z == pytest.approx(1.1 + noise / 2, abs=0.03) for z in levels)


def test_low_steps_stay_floors() -> None:
    steps = [
        np.array(close_down(_slab(k)), dtype=float) for k in range(5)
    ]  # the risers are upright
    assert floors(join(*steps)) == [0.5, 0.62, 0.74, 0.86, 0.98]


def _slab(step: int) -> NDArray[np.float64]:
    line_x = np.array([1.2 * step, 1.2 * (step + 1)])
    x, y = np.meshgrid(line_x, np.array([0.0, 5.0]), indexing="ij")
    return np.stack([x, y, np.full_like(x, 0.5 + 0.12 * step)], axis=-1)


@pytest.mark.rule("NM-SIL-157")
@pytest.mark.rule("WM-RUL-158")
def test_the_rulings_say_what_a_slope_is() -> None:
    step = MAX_SLOPE_RISE_SHARE * MAX_UNEVEN_IN
    for rule in (neo_mechanika.BOOK.rule("NM-SIL-157"), warmachine.BOOK.rule("WM-RUL-158")):
        assert f'{step:g}"' in str(rule) and f'{MAX_UNEVEN_IN:g}"' in str(rule)
