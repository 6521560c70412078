"""The small guide for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guide.small_guide import small_guide


@pytest.fixture
def guide(tmp_path: Path) -> Iterator[Path]:
    """The folder of the small guide, which is in use."""
    with small_guide(tmp_path) as folder:
        yield folder
