"""Here processes begin as they do for people: spawned, each of them importing what it needs."""
import pytest


@pytest.fixture(scope="module", autouse=True)
def quickly_begun() -> None:
    """Nothing is begun any quicker."""
