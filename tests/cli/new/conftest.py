"""A package that `wc3d new game` wrote, registered while a test runs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import wc3d
from wc3d.cli.main import main
from wc3d.registry import GAMES, register

__all__ = ["wc3d"]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the written game "hills"."""
    parent = tmp_path_factory.mktemp("written")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(parent)
        assert main(["new", "game", "hills"]) == 0
    return parent / "hills-game"


@pytest.fixture
def hills(written: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The written game, registered; its folder."""
    before = dict(GAMES)
    monkeypatch.syspath_prepend(written)
    register(importlib.import_module("hills").GAME)
    yield written
    GAMES.clear()
    GAMES.update(before)
    assert "hills.game" in sys.modules
