"""Here processes begin as they do for people: spawned, each of them importing what it needs."""

import pytest

from tests.screens.fixtures import quickly_drawn

__all__ = ["quickly_begun", "quickly_drawn"]


@pytest.fixture(scope="module", autouse=True)
def quickly_begun() -> None:
    """Nothing is begun any quicker."""
