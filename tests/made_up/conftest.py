"""What the tests of the made-up game share: it is a game like any other while they run."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.made_up.discs_shown import GAME
from wc3d.games import GAMES, register


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The game, registered."""
    before = dict(GAMES)
    register(GAME)
    yield
    GAMES.clear()
    GAMES.update(before)
