"""What the suite shares: each test is asked of every game."""

from __future__ import annotations

import pytest

from tests.conformance import games
from tests.conformance.games import CASES, Case, Played


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """A game."""
    found: Case = request.param
    return found


@pytest.fixture
def played(case: Case) -> Played:
    """A game of it, played to its end at random."""
    return games.played(case.id)
