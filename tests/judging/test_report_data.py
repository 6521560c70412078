"""What a page keeps to be answered again."""

from __future__ import annotations

import numpy as np
import pytest

from wc3d.judging.report_data import fits_in_page, pack_mesh

CHANCE = np.random.default_rng(1)


@pytest.mark.parametrize(
    "data", [bytes(5_000_000), CHANCE.bytes(3_000_000), CHANCE.bytes(1_500_000) + bytes(9_000_000)]
)
@pytest.mark.parametrize("room", [-1, 0, 20_000, 1_900_000, 4_500_000])
def test_whether_a_mesh_fits_is_known_as_if_it_were_packed(data: bytes, room: int) -> None:
    assert fits_in_page(data, room) == (len(pack_mesh(data)) <= room)
